//! Introductions: a value of plausible shape behind a name is an entity whether or not its check passes.
//!
//! People mistype, test data are invalid, and ranges change; a number behind "SSN:" is nobody's order number. The names
//! of a label are its own, its aliases, and its context words that are names rather than hints. A plausible shape is
//! the shape of the label's published example, or one of [`LabelInfo::shapes`]. [`Validated`](crate::entity::Validated)
//! tells whether the check passed; a failed check lowers the confidence and excuses no value from being an entity.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashSet},
    ops::Range,
    sync::LazyLock,
};

use crate::{
    Finder, Rule,
    entity::{Group, LabelInfo, Shape, Validation},
    keys::NormalizedName,
    recognizers::support::{
        grouping::has_one_digit,
        names::names_of,
        neighbours::continues,
        numerals::{is_date_shape, is_dated_time},
    },
    text::is_value_edge,
};

/// Context words that name a value; the others only stand near it.
const NAMES: &[Cow<str>] = names_of!("introduction_names.txt");

/// First or last words of phrases that name a value.
const HEADS: &str = "\
    number|no|nr|num|id|code|kod|kodas|kodu|kood|kods|card|nummer|numer|numero|número|numéro|номер|號|号|号码|號碼|번호|番号|\
    address|číslo|cislo|szám|broj|αριθμός|tunnus|jel|carte|karte";

/// Last parts of names in scripts without blanks.
const UNSPACED_HEADS: &[&str] = &["番号", "号码", "號碼", "号", "號", "번호"];

/// Phrases that name a kind of number, of which several labels are.
const KINDS: &str = "\
    id number|id no|idnumber|id nr|id card|idcard|identity number|identitynumber|identity document|identity card|\
    id document|registration number|registration no|company number|insurance number|birth number|personal number|\
    personal code|personal id|tax number|tax id|document number|national id|national number|business number|\
    company registration|number plate|license plate|licence plate|vehicle number|plate number|plate no";

/// Names of labels that are ordinary words, too.
const ORDINARY: &[&str] = &["run"];
/// Longest name of a label that names many other things: `PK`.
const SHORT: usize = 2;
/// Most labels that one name introduces. A name that more labels share names a kind of numbers.
const MOST_LABELS: usize = 2;
/// The short name of cards, whose numbers are longer than any other thing of that name.
const CARD: &str = "cc";
/// Fewest letters and digits of a value that its shape tells from other numbers.
const LEAST: usize = 7;
/// Longest value that is read, in letters and digits, and the most groups.
const MOST: usize = 64;
const MOST_GROUPS: usize = 9;

/// The names and shapes of one label.
#[derive(Debug)]
pub struct Introduction {
    /// The number of the label's first rule.
    pub rule: usize,
    /// The names of the label, as [`Finder::Key`] writes them.
    pub names: Vec<Cow<'static, str>>,
    /// The shapes of the label's values.
    pub shapes: Vec<Shape>,
    /// True if many kinds of numbers share the label's names, so that any other label takes precedence.
    pub is_general: bool,
}

/// The introductions of `rules`: of the labels whose values have a shape and that are not found by names already.
pub fn introductions(rules: &[Rule]) -> Vec<Introduction> {
    let mut all: BTreeMap<&str, Introduction> = BTreeMap::new();
    // By normalized name: the labels called so, and the labels with that context word.
    let mut owners: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut speakers: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let normalized = |name: &str| NormalizedName::of(name).from(0).to_owned();
    let has_names = |label| {
        let same = rules.iter().filter(|rule| rule.info.name == label);
        same.flat_map(|rule| rule.patterns.iter())
            .any(|pattern| matches!(pattern.finder, Finder::Key(_) | Finder::Sign(_)))
    };
    for (number, rule) in rules.iter().enumerate() {
        let label = rule.info.name;
        let shapes = shapes(&rule.info);
        let is_general = has_names(label);
        if shapes.is_empty() || is_general && rule.info.shapes.is_empty() {
            continue;
        }
        let entry = all.entry(label);
        let entry = entry.or_insert_with(|| Introduction { rule: number, names: Vec::new(), shapes, is_general });
        if is_general {
            entry.names.extend(rule.patterns.iter().filter_map(|pattern| pattern.finder.names()).flatten().cloned());
            continue;
        }
        let own = rule.info.aliases.iter().map(|alias| alias.to_ascii_lowercase().replace('_', " "));
        let own = own
            .chain([own_name(label)])
            .filter(|name| (name.len() > SHORT || name == CARD) && !is_kind(name) && !ORDINARY.contains(&name.as_str()))
            .map(Cow::Owned);
        let own: Vec<Cow<'static, str>> = own.collect();
        for name in &own {
            owners.entry(normalized(name)).or_default().insert(label);
        }
        let phrases = rule.context.iter().filter(|phrase| is_name(phrase)).cloned();
        for name in own.into_iter().chain(phrases) {
            speakers.entry(normalized(&name)).or_default().insert(label);
            if !entry.names.contains(&name) {
                entry.names.push(name);
            }
        }
    }
    for (label, introduction) in all.iter_mut().filter(|(_, introduction)| !introduction.is_general) {
        introduction.names.retain(|name| {
            let name = normalized(name);
            let labels = owners.get(&name).or_else(|| speakers.get(&name));
            labels.is_some_and(|labels| labels.len() <= MOST_LABELS && labels.contains(label))
        });
    }
    all.into_values().collect()
}

/// A label as a name: `US_SSN` is `ssn`.
fn own_name(name: &str) -> String {
    let own = match name.split_once('_') {
        Some((country, rest)) if country.len() == 2 => rest,
        _ => name,
    };
    own.to_ascii_lowercase().replace('_', " ")
}

/// Reports whether a phrase names a kind of number, in any spelling.
fn is_kind(phrase: &str) -> bool {
    static KNOWN: LazyLock<HashSet<String>> =
        LazyLock::new(|| KINDS.split('|').map(|kind| NormalizedName::of(kind).from(0).to_owned()).collect());
    KNOWN.contains(NormalizedName::of(phrase).from(0))
}

/// Reports whether a context phrase is one of [`NAMES`].
fn is_chosen(phrase: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| NAMES.iter().map(AsRef::as_ref).collect());
    KNOWN.contains(phrase)
}

/// Reports whether a context phrase names a value.
fn is_name(phrase: &str) -> bool {
    if is_kind(phrase) {
        return false;
    }
    let first = phrase.split([' ', '-']).next().unwrap_or_default();
    let last = phrase.rsplit([' ', '-']).next().unwrap_or_default();
    let is_phrase = last.len() < phrase.len();
    is_chosen(phrase)
        || HEADS.split('|').any(|head| is_phrase && (head == last || head == first))
        || UNSPACED_HEADS.iter().any(|head| phrase.len() > head.len() && phrase.ends_with(head))
}

/// The shapes of the values of a label; none if its values are told by more than a shape.
fn shapes(info: &LabelInfo) -> Vec<Shape> {
    if !info.shapes.is_empty() {
        return info.shapes.iter().copied().filter(|shape| *shape != Shape::None).collect();
    }
    let example = info.example;
    let is_plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b" .-/()".contains(&b);
    let digits = example.bytes().filter(u8::is_ascii_digit).count();
    let letters_and_digits = example.bytes().filter(u8::is_ascii_alphanumeric).count();
    let is_identifier = example.bytes().all(is_plain) && digits >= 5 && (LEAST..=20).contains(&letters_and_digits);
    let is_checked = matches!(info.validation, Validation::Checksum | Validation::Structure);
    let is_secret = info.groups.contains(&Group::SECRETS);
    let is_country = info.name.get(..2) == example.get(..2);
    let shape = if is_country { Shape::Country(example) } else { Shape::Like(example) };
    let country = info.name.get(..2).filter(|_| info.name.get(2..3) == Some("_") && digits == letters_and_digits);
    match is_identifier && is_checked && !is_secret {
        true => [shape].into_iter().chain(country.map(|country| Shape::Prefixed(country, example))).collect(),
        false => Vec::new(),
    }
}

/// Reports whether a value of at least `fewest` letters and digits may begin at `at`, as [`value_at`] reads it: most numbers of
/// a text have few digits and stand before a word, and a word without digits begins a value only in capitals.
pub fn may_begin(text: &str, at: usize, fewest: usize) -> bool {
    let is_code = u8::is_ascii_alphanumeric;
    let Some(rest) = text.as_bytes().get(at..) else { return false };
    let opening = rest.iter().take(2).take_while(|b| matches!(b, b'#' | b'(' | b'[')).count();
    let rest = &rest[opening..];
    let first = rest.iter().take(MOST).take_while(|b| is_code(b)).count();
    let (part, behind) = rest.split_at(first);
    if !part.iter().any(u8::is_ascii_digit) && !part.iter().all(u8::is_ascii_uppercase) {
        return false;
    }
    match behind {
        _ if first >= fewest => true,
        // A word in small letters ends the value.
        [b' ' | b'-' | b'.' | b'/' | b'(', next, ..] if next.is_ascii_lowercase() => {
            behind[1..].iter().take(MOST).take_while(|b| is_code(b)).any(u8::is_ascii_digit)
        }
        [b' ' | b'-' | b'.' | b'/' | b'(' | b')' | 0x80.., ..] => true,
        _ => false,
    }
}

/// The value of one of `shapes` that begins at `at`, behind its name.
pub fn value_at(text: &str, at: usize, shapes: &[Shape]) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let start = at + bytes.get(at..)?.iter().take(2).take_while(|b| matches!(b, b'#' | b'(' | b'[')).count();
    let mut code = [0_u8; MOST];
    let (mut len, mut end, mut found) = (0, start, None);
    for group in 0..MOST_GROUPS {
        let run = bytes.get(end..)?.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        let part = bytes.get(end..end + run)?;
        // A word ends the value: `078-05-1120 and`.
        let (is_upper, behind) = (part.iter().all(u8::is_ascii_uppercase), bytes.get(end + run..end + run + 2));
        let is_letter = run == 1 && is_upper && behind.is_some_and(|next| next[0] == b' ' && next[1].is_ascii_digit());
        let is_word = !(part.iter().any(u8::is_ascii_digit) || group < 2 && is_upper || is_letter);
        if run == 0 || len + run > MOST {
            break;
        }
        code.get_mut(len..len + run)?.copy_from_slice(part);
        let fits = |code: &[u8]| shapes.iter().any(|shape| shape.fits(code));
        // A letter may be the last character of the value: `QQ 12 34 56 C`.
        let is_last = || run == 1 && is_upper && len > 0 && code.get(..len + run).is_some_and(fits);
        if is_word && (!is_upper || bytes.get(end - 1) == Some(&b' ')) && !is_last() {
            break;
        }
        (len, end) = (len + run, end + run);
        let closed = end + usize::from(bytes.get(end) == Some(&b')') && text.get(start..end)?.contains('('));
        let range = start..closed;
        let is_whole = is_value_edge(text, closed) && !continues(text, &(start..closed));
        let value = text.get(range.clone())?;
        let has_shape =
            |code| shapes.iter().any(|shape| shape.fits(code) && (*shape != Shape::Drawn || end - start == len));
        if is_whole
            && code.get(..len).is_some_and(has_shape)
            && !is_date_shape(value)
            && !is_dated_time(value)
            && !is_decimal(value)
            && !has_one_digit(code.get(..len)?)
        {
            found = Some(range);
        }
        end = closed;
        let gap = match bytes.get(end) {
            Some(b' ' | b'-' | b'.' | b'/' | b'(') => 1,
            Some(0xC2) if bytes.get(end + 1) == Some(&0xA0) => 2,
            Some(0xE2) if matches!(bytes.get(end + 1..end + 3), Some([0x80, 0x90..=0x95 | 0xAF])) => 3,
            _ => break,
        };
        end += gap;
    }
    found
}

/// Reports whether a value is a number with a fraction.
fn is_decimal(value: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    value.split_once('.').is_some_and(|(whole, fraction)| is_number(whole) && is_number(fraction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers;

    #[test]
    fn values_are_read_by_their_shape() {
        let ssn = [Shape::Like("078-05-1120")];
        for (text, expected) in [
            ("078-05-1120", Some("078-05-1120")),
            ("#987 65 4321.", Some("987 65 4321")),
            ("987654321 and more", Some("987654321")),
            ("987-65-43210", None),
            ("987-65-432", None),
            ("98765432x", None),
            ("000-00-0000", None),
            ("987-65-4321-7", None),
        ] {
            assert_eq!(value_at(text, 0, &ssn).map(|range| &text[range]), expected, "{text}");
        }
        let insurance = [Shape::Like("AA 12 34 56 C")];
        assert_eq!(value_at("QQ 12 34 56 C, the", 0, &insurance), Some(0..13));
        assert_eq!(value_at("QQ 12 34 56 CD", 0, &insurance), None);
        let card = [Shape::Digits(12, 19)];
        assert_eq!(value_at("4111 1111 1111 1112 exp", 0, &card), Some(0..19));
        let drawn = [Shape::Drawn];
        assert_eq!(value_at("NMT2EVXZ17, x", 0, &drawn), Some(0..10));
        assert_eq!(value_at("VARCHAR(20),", 0, &drawn), None);
        let iban = [Shape::Code(15, 34)];
        assert_eq!(value_at("DE89 3704 0044 0532 0130 99 BIC", 0, &iban), Some(0..27));
        assert_eq!(value_at("GB82 WEST 1234 5698 7654 31, x", 0, &iban), Some(0..27));
    }

    #[test]
    fn values_begin_where_they_may() {
        let shapes = [Shape::Like("078-05-1120"), Shape::Identifier(4), Shape::Mixed(5, 9), Shape::Code(10, 14)];
        let fewest = shapes.iter().map(|shape| shape.fewest()).min().unwrap_or_default();
        assert_eq!(fewest, 4);
        for (text, expected) in [
            ("1 to /api", false),
            ("385 ms", false),
            ("15, attempt 1", false),
            ("v2/orders", false),
            ("3", false),
            ("", false),
            ("ordernumber 1234567", false),
            ("#(12 34)", true),
            ("12 b3", true),
            ("12 B C", true),
            ("(1) 234", true),
            ("12\u{a0}34", true),
            ("user7", true),
        ] {
            assert_eq!(may_begin(text, 0, fewest), expected, "{text}");
        }
        proptest::proptest!(|(text in "[#(]{0,2}[0-9a-cA-C]{0,5}([-. /()\u{a0},é][0-9a-cA-C]{0,5}){0,4}", at in 0_usize..9)| {
            if value_at(&text, at, &shapes).is_some() {
                assert!(may_begin(&text, at, fewest), "{text}");
            }
        });
    }

    #[test]
    fn names_are_those_of_the_label() {
        let rules = recognizers::all();
        let all = introductions(&rules);
        let of = |label: &str| all.iter().find(|one| rules[one.rule].info.name == label).expect("an introduction");
        for (label, name) in [
            ("US_SSN", "ssn"),
            ("CREDIT_CARD", "card number"),
            ("IBAN_CODE", "iban"),
            ("VIN", "vin"),
            ("UK_NINO", "nino"),
        ] {
            assert!(of(label).names.iter().any(|known| known == name), "{label}: {:?}", of(label).names);
        }
        assert!(!of("US_SSN").names.iter().any(|name| name == "tin" || name == "last four"));
        assert!(all.iter().all(|one| rules[one.rule].info.name != "EMAIL_ADDRESS"));
    }
}
