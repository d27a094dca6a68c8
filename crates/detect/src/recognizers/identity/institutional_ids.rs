//! Numbers of persons behind the abbreviations of offices, schools, ships, courts and shops: `DL no: QXR114`, `EE# 50361`, `Adm. No.
//! SJ/18/2156`, `INDOS 07ZL2714`, `bar roll 28315`, `court order 550-04-028315-227`, `access card 00713977`, `DC 3915 Hargreave`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::entity::LabelInfo;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Names that need a word or a sign for "number".
const NUMBERED: Pattern = Pattern::prefix(
    "(?:DL|D/L|EE|[Ee]nrol|[Aa]dm|ADM|[Aa]uth|AUTH|[Pp]ermit|[Oo]p|[Oo]perator|[Aa]gent|[Cc]rew|CCR|[Cc]onf|[Rr]eceipt|[Ff]olio|[Rr]oll|[Mm]ed aid|[Ss]houlder)\
     \\.?(?: ?#| ?[Nn]os?\\.?| [Nn]umber| [Ii]d| ID| of call)[:.]? ?[0-9A-Z]",
    0.7,
    0.75,
);
/// Names that say it all.
const NAMED: Pattern = Pattern::prefix(
    "(?:[Bb]ar (?:roll|admission)|[Cc]ourt order|[Cc]ustody order|[Pp]rotection order|[Rr]estraining order|[Aa]ccess card|[Ss]wipe card|\
     [Kk]ey ?card|[Pp]roximity card|[Ff]ob|FOB|[Ss]hare code|[Mm]ed aid|MED AID|[Mm]edical aid|INDOS|INDoS|CDC|SID|BCBS|Bonvoy|KrisFlyer|\
     MileagePlus|SkyMiles|AAdvantage|Avios|Flybuys|Nectar|Clubcard|Hilton Honors|Flying Blue|[Tt]ill|[Pp]aybill|pr|zoom\\.us/[jws]/)[ :#0-9]",
    0.7,
    0.75,
);
/// Ranks of officers, whose number stands before their name or behind it.
const RANKED: Pattern = Pattern::regex(
    "(?:[Cc]onstable|[Oo]fficer|[Ss]ergeant|[Dd]eputy|[Dd]etective|PC|DC|DS|PS|WPC|SC|Sgt|Cst|Det|Ofc|Dep)\\.? [0-9]{3,6}",
    0.7,
    0.75,
);
/// A number behind the name of an officer.
const BADGE: Pattern = Pattern::regex("#[0-9]{3,6}", 0.7, 0.75);

pub(super) const RULES: &[Rule] = &[rule(ID_NUMBER_INFO)];

const fn rule(info: LabelInfo) -> Rule {
    const PATTERNS: &[Pattern] = &[NUMBERED, NAMED, RANKED, BADGE];
    Rule { info, patterns: Cow::Borrowed(PATTERNS), context: words![], check }
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        0 | 1 => {
            let at = behind_words(text, range.end - 1);
            let place = number_at(text, at).or_else(|| behind_plan(candidate, at))?;
            let is_strict = is_of_few_shapes(candidate.matched());
            (fits(&text[place.clone()], is_strict) && is_of_its_kind(candidate, &place)).then_some(place)?
        }
        2 => ranked(text, range)?,
        _ => badge(text, range)?,
    };
    candidate.part(place)
}

/// Reports whether what `matched` names has a number of a known shape, as its letters stand for other things, too.
fn is_of_few_shapes(matched: &str) -> bool {
    matched.starts_with("CDC") || matched.starts_with("SID")
}

/// The place behind the signs and the words for a number at `at`.
fn behind_words(text: &str, at: usize) -> usize {
    const WORDS: [&str; 6] = ["no. ", "no ", "No. ", "number ", "is ", "nr "];
    let near = line::behind(text, at, 24);
    let signs = |text: &'_ str| text.len() - text.trim_start_matches([' ', ':', '#', '(']).len();
    let start = signs(near);
    let word = WORDS.iter().find(|word| near[start..].starts_with(**word)).map_or(0, |word| word.len());
    let behind = start + word;
    at + behind + signs(&near[behind..])
}

/// Reports whether the number at `place` is one of what the match names, where that has other meanings: numbers of practices stand behind
/// a doctor, tills are those of mobile money.
fn is_of_its_kind(candidate: &Candidate<'_>, place: &Range<usize>) -> bool {
    /// Farthest word, in bytes.
    const FAR: usize = 64;
    let (text, matched) = (candidate.field.text, candidate.matched());
    let begins = |word: &str| matched.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let near = || line::before(text, candidate.range.start, FAR).to_ascii_lowercase();
    let digits = text[place.clone()].bytes().filter(u8::is_ascii_digit).count();
    // Between a name and its number stands a blank or a sign.
    let is_apart = !matched.ends_with(|c: char| c.is_ascii_alphanumeric()) || {
        let before = text[..place.start].chars().next_back();
        before.is_some_and(|c| !c.is_alphanumeric())
    };
    let is_kind = match () {
        () if begins("till") || begins("paybill") => near().contains("pesa") && digits == place.len(),
        () if matched.starts_with("pr") => near().contains("dr") && digits == 7 && digits == place.len(),
        () if begins("zoom") => (9..=11).contains(&digits),
        () => true,
    };
    is_kind && is_apart
}

/// The number of eight digits or more behind the name of a plan of health insurance: `MED AID: Heron Coastal Saver 306259187`.
fn behind_plan(candidate: &Candidate<'_>, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and fewest digits.
    const FAR: usize = 48;
    const DIGITS: usize = 7;
    let text = candidate.field.text;
    let is_plan = candidate.matched().get(..3).is_some_and(|head| head.eq_ignore_ascii_case("med"));
    let near = line::behind(text, at, FAR);
    let digit = near.find(|c: char| c.is_ascii_digit())?;
    let is_name = near[..digit].ends_with(' ') && !near[..digit].contains(['.', ';', ',', '(']);
    let digits = near[digit..].bytes().take_while(u8::is_ascii_digit).count();
    (is_plan && is_name && digits >= DIGITS && is_value_edge(text, at + digit + digits))
        .then_some(at + digit..at + digit + digits)
}

/// The number at `at`: letters, digits and the signs that join them, and further groups that have digits.
fn number_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest number, in bytes, and most groups.
    const LONGEST: usize = 28;
    const GROUPS: usize = 4;
    let near = line::behind(text, at, LONGEST);
    let stands = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'-' | b'/' | b'.');
    let (mut end, mut from) = (0, 0);
    for count in 0..GROUPS {
        let len = near.as_bytes()[from..].iter().take_while(|b| stands(b)).count();
        let group = near[from..from + len].trim_end_matches(['-', '/', '.']);
        // A word in capitals is another name, a letter between two groups a part of one.
        let is_digits = has_digits(group);
        let is_group = is_digits || !group.is_empty() && (group.len() <= 3 && count == 0 || group.len() == 1);
        // A second number of its own is another thing's.
        let is_further = count == 0 || group.len() <= 5 || !has_digits(&near[..end]);
        let is_edge = is_value_edge(text, at + from + group.len());
        if !is_group || !is_further || !is_edge {
            break;
        }
        if is_digits {
            end = from + group.len();
        }
        let next = from + group.len();
        if near.as_bytes().get(next) != Some(&b' ') {
            break;
        }
        from = next + 1;
    }
    (end > 0).then_some(at..at + end)
}

fn has_digits(found: &str) -> bool {
    found.bytes().any(|b| b.is_ascii_digit())
}

/// Reports whether `found` has the digits of a number of a person, and is no date, year, version or amount; `is_strict`: it must be
/// letters and six digits or more behind them.
fn fits(found: &str, is_strict: bool) -> bool {
    /// Fewest letters and digits, and fewest digits.
    const SIGNS: usize = 5;
    const DIGITS: usize = 3;
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let letters = found.bytes().filter(u8::is_ascii_uppercase).count();
    let is_year = digits == 4 && letters == 0;
    let is_date = letters == 0 && (6..=8).contains(&digits) && found.matches(['-', '/', '.']).count() == 2;
    let is_version = found.contains('.') && letters == 0;
    let is_shaped = || {
        let rest = found.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let rest = rest.trim_start_matches(' ');
        (2..=3).contains(&letters) && digits >= 6 && rest.len() == digits
    };
    digits >= DIGITS
        && digits + letters >= SIGNS
        && !is_year
        && !is_date
        && !is_version
        && !has_one_digit(found.as_bytes())
        && (!is_strict || is_shaped())
}

/// The number between the rank of an officer and the name, or at the end of the line behind a rank that has no other meaning.
fn ranked(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let start = range.start + text[range.clone()].rfind(' ')? + 1;
    let rank = text[range.start..start].trim_end_matches([' ', '.']);
    let near = line::behind(text, range.end, 48);
    let next = near.strip_prefix(' ').map(|rest| rest.split([' ', ',', '.', ')', ';']).next().unwrap_or_default());
    let is_named = next.is_some_and(|word| is_name_word(word) && word.chars().count() > 2);
    let is_whole = rank.len() > 5 && (near.is_empty() || near.starts_with([',', '.', ')', ';']));
    let digits = range.end - start;
    ((is_named || is_whole && digits > 3) && is_value_edge(text, range.end)).then_some(start..range.end)
}

/// The number behind the sign, if the name of an officer with the rank stands before it: `CST R. ROE #4471`.
fn badge(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest rank, in bytes.
    const FAR: usize = 40;
    const RANKS: &WordList = &WordList::new(
        "constable|officer|sergeant|deputy|detective|trooper|corporal|pc|dc|ds|ps|wpc|sgt|cst|cpl|det|ofc|dep|badge|insp|inspector|\
         guard|nurse|conductor|collar",
    );
    let head = line::before(text, range.start, FAR).strip_suffix(' ')?;
    let words = || head.rsplit(' ').take(4);
    let bare = |word: &'_ str| word.trim_end_matches(['.', ',', ':']).len();
    let at = words().position(|word| is_listed(&word[..bare(word)], RANKS))?;
    let is_named = words().take(at).all(|word| is_name_word(word) || is_name_word(&word[..bare(word)]));
    (is_named && is_value_edge(text, range.end)).then_some(range.start + 1..range.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn numbers_stand_behind_abbreviations() {
        for (text, matched, pattern, expected) in [
            ("DL no: QXR114", "DL no: Q", 0, Some("QXR114")),
            ("(Facilities, EE# 50361) died", "EE# 5", 0, Some("50361")),
            ("SS2B, Adm. No. SJ/18/2156)", "Adm. No. S", 0, Some("SJ/18/2156")),
            ("op id UBX7F4.", "op id U", 0, None),
            ("op id UB27F4.", "op id U", 0, Some("UB27F4")),
            ("Auth# PA-6139-77141 BCBS", "Auth# P", 0, Some("PA-6139-77141")),
            ("INDOS 07ZL2714  CDC", "INDOS ", 1, Some("07ZL2714")),
            ("CDC MUM 250361  SID", "CDC ", 1, Some("MUM 250361")),
            ("CDC COVID 2019 rules", "CDC ", 1, None),
            ("court order 550-04-028315-227)", "court order ", 1, Some("550-04-028315-227")),
            ("Bonvoy 441 872 907", "Bonvoy ", 1, Some("441 872 907")),
            ("BCBS YPZ 613 M 97714. Form", "BCBS ", 1, Some("YPZ 613 M 97714")),
            ("access card 00713977 & locker", "access card ", 1, Some("00713977")),
            ("MED AID: Heron Coastal Saver 306259187 dep", "MED AID:", 1, Some("306259187")),
            ("Dr F Roe pr 0562739", "pr ", 1, Some("0562739")),
            ("an M-PESA fee to till 5639217, ok", "till ", 1, Some("5639217")),
            ("wait till 10500 come", "till ", 1, None),
            ("https://us02web.zoom.us/j/82714503181?pwd=x", "zoom.us/j/8", 1, Some("82714503181")),
            ("fobs1234 x", "fob", 1, None),
            ("share code W9E 5F3 2KZ | x", "share code ", 1, Some("W9E 5F3 2KZ")),
            ("bar admission 2019", "bar admission ", 1, None),
            ("in the case DC 3915 Hargreave.", "DC 3915", 2, Some("3915")),
            ("Roe Senior Constable 39216", "Constable 39216", 2, Some("39216")),
            ("a DC 3915 volts", "DC 3915", 2, None),
            ("BY: CST R. ROE #4471", "#4471", 3, Some("4471")),
            ("see issue #4471", "#4471", 3, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
