//! Addresses as whole values: fields and lines that are named so, whatever the style of the country, and codes of single
//! addresses.

use crate::recognizers::contact::address_lower_case;
use crate::recognizers::contact::address_token::is_capital;
use crate::recognizers::contact::address_words::{DOORS, ENDINGS, FRENCH, PREFIXES, SECOND_UNITS, SUFFIXES, UNITS};
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::value::{is_closed, pair_words};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, place_of, window};
use crate::{Candidate, Finding, Form};

/// Words of sentences that hardly stand in an address.
const PROSE: [&str; 18] = [
    "is", "are", "was", "were", "will", "must", "should", "can", "has", "have", "this", "that", "the", "see", "please",
    "with", "if", "when",
];

/// Signs for parts of addresses in Chinese, Japanese and Korean: provinces, cities, districts, roads, houses, rooms.
const PARTS: &str = "省市区區县縣州镇鎮乡鄉村路街道巷弄号號楼樓室栋棟座都府県町丁目番地시도구군읍면동로길호";

/// The address that a field or line of that name holds: words and a number, and nothing of a machine.
pub(crate) fn named(candidate: &Candidate<'_>) -> Option<Finding> {
    if let Some(place) = pair_words(candidate) {
        let whole = Candidate { range: place.clone(), form: Form::Field, ..candidate.clone() };
        return is_address(whole.matched(), &whole, false).then(|| candidate.part(place))?;
    }
    let matched = candidate.matched();
    let is_line = candidate.form == Form::Line;
    // On a line of a form another name may follow, behind two blanks.
    let found = if is_line { before_next_name(sentence(matched)) } else { matched };
    let end = candidate.range.start + found.len();
    let fits = is_address(found, candidate, found.len() < matched.len()) || is_beside_house(candidate);
    fits.then(|| candidate.part(candidate.range.start..end))?
}

/// Reports whether the value is the name of a street, in words with capitals, whose record has the number of the house in the next member:
/// `"straat": "Lange Poten", "huisnr": 12`, `<ulica>Polna</ulica><dom>7</dom>`.
fn is_beside_house(candidate: &Candidate<'_>) -> bool {
    /// Longest street, in bytes, and farthest name of the number.
    const LONGEST: usize = 48;
    const FAR: usize = 48;
    const NUMBERS: &WordList = &WordList::new(
        "house|housenumber|housenumberorname|housenr|houseno|number|hausnr|hausnummer|nummer|nr|hnr|huisnr|huisnummer|numero|número|num|numéro|civico|\
         numerocivico|dom|nrdomu|nrd|numer|bldgnb|streetnumber|streetno|husnr|husnummer|gatenr|talo|čp|cp|házszám|hazszam|maja",
    );
    let (text, matched) = (candidate.field.text, candidate.matched());
    let is_record = matches!(candidate.form, Form::Field | Form::Member);
    let rest = window::behind(text, candidate.range.end, FAR);
    // The name of the next member: behind a quote and a comma, or in the next tag.
    let next = rest
        .strip_prefix('"')
        .and_then(|rest| rest.trim_start().strip_prefix(','))
        .or_else(|| rest.strip_prefix("</").and_then(|rest| rest.split_once('>')).map(|(_, rest)| rest));
    let Some(next) = next.map(|next| next.trim_start_matches([' ', '\n', '\r', '\t', '"', '<'])) else { return false };
    let name: String =
        next.chars().take_while(|c| !matches!(c, '"' | '>' | ':' | '=')).filter(|c| c.is_alphabetic()).collect();
    let is_street = matched.len() <= LONGEST
        && matched.starts_with(char::is_uppercase)
        && matched.chars().nth(2).is_some()
        && matched.chars().all(|c| c.is_alphanumeric() || " -.'’".contains(c));
    is_record && is_street && is_listed(&name.to_lowercase(), NUMBERS)
}

/// The postcode behind its name: digits, perhaps in two groups, and at most a few capitals.
pub(crate) fn postcode(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest postcode, in bytes.
    const LONGEST: usize = 10;
    let matched = candidate.matched();
    let stands = |b: &u8| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b' ' | b'-');
    let len = matched.bytes().take(LONGEST + 1).take_while(|b| stands(b)).count();
    let found = matched.get(..len)?.trim_end_matches([' ', '-']);
    // The initial of a word that follows.
    let found = if found.len() < matched.len() && !is_value_edge(matched, len) {
        found.rsplit_once(' ').map_or("", |(code, _)| code)
    } else {
        found
    };
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let letters = found.bytes().filter(u8::is_ascii_uppercase).count();
    // `SW1A 1AA`
    let is_british = (5..=8).contains(&found.len())
        && matches!(found.rsplit_once(' '), Some((_, inward)) if matches!(inward.as_bytes(), [b'0'..=b'9', b'A'..=b'Z', b'A'..=b'Z']));
    let is_code = ((3..=8).contains(&digits) && letters <= 4 || is_british) && found.len() <= LONGEST;
    let is_whole = !is_closed(candidate) || found.len() == matched.len();
    (is_code && is_whole).then(|| candidate.part(candidate.range.start..candidate.range.start + found.len()))?
}

/// The postcode and the city that a value is: `28203 Bremen`, `LV-1010 Rīga`, `1017 LB Amsterdam`.
pub(crate) fn postcode_and_city(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest code, and longest city, in bytes.
    const CODE: usize = 10;
    const CITY: usize = 48;
    let matched = candidate.matched().trim_end();
    let begins_city =
        |part: &str| part.starts_with(char::is_uppercase) && part.chars().nth(1).is_some_and(char::is_lowercase);
    let at = matched.match_indices(' ').map(|(at, _)| at).find(|at| begins_city(&matched[at + 1..]))?;
    let (code, city) = (matched.get(..at)?, matched.get(at + 1..)?);
    let digits = code.bytes().filter(u8::is_ascii_digit).count();
    let is_code = (3..=7).contains(&digits)
        && code.len() <= CODE
        && code.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b' ' | b'-'));
    let is_city = city.len() <= CITY && city.chars().all(|c| c.is_alphabetic() || " -.'’()/".contains(c));
    (is_code && is_city).then(|| candidate.part(candidate.range.start..candidate.range.start + matched.len()))?
}

/// Reports whether the value stands in a cell or a field whose record names a postcode, too.
pub(crate) fn is_beside_postcode(candidate: &Candidate<'_>) -> bool {
    /// Farthest name, in bytes.
    const FAR: usize = 160;
    const NAMES: [&str; 4] = ["plz", "postleitzahl", "zip", "postcode"];
    let text = candidate.field.text;
    let name = place_of(text, candidate.name).unwrap_or(candidate.range.clone());
    let around = [window::before(text, name.start, FAR), window::behind(text, name.end, FAR)];
    let is_named = |part: &&str| NAMES.iter().any(|name| part.to_lowercase().contains(name));
    candidate.form == Form::Field && around.iter().any(is_named)
}

/// Reports whether the value stands in a member whose record names a street or a part of a city, too.
pub(crate) fn is_beside_street(candidate: &Candidate<'_>) -> bool {
    /// Farthest name, in bytes.
    const FAR: usize = 160;
    const NAMES: [&str; 8] = ["logradouro", "bairro", "street", "calle", "rua", "domicilio", "postal", "indirizzo"];
    let text = candidate.field.text;
    let around = [window::before(text, candidate.range.start, FAR), window::behind(text, candidate.range.end, FAR)];
    let is_named = |part: &str| NAMES.iter().any(|name| part.contains(&["\"", *name].concat()));
    candidate.form == Form::Member && around.into_iter().any(is_named)
}

/// The number of a house or flat, or the second line of an address, behind its name: numbers, words for units, single letters.
/// A second line counts only where a record has it and with a word for a unit, since any text has lines and numbers of them.
pub(crate) fn part(candidate: &Candidate<'_>, is_second_line: bool) -> Option<Finding> {
    /// Longest part, in bytes.
    const LONGEST: usize = 32;
    let is_record = matches!(candidate.form, Form::Field | Form::Member);
    let matched = candidate.matched();
    let len = matched.find([',', ';', '|', '\n', '"']).unwrap_or(matched.len());
    let found = matched.get(..len)?.trim_end_matches(['.', ' ']);
    let words = || found.split(' ').filter(|word| !word.is_empty()).map(|word| word.trim_matches(['.', '#', '(', ')']));
    let is_unit = |word: &str| {
        is_listed(word, UNITS) || is_listed(word, DOORS) || is_second_line && is_listed(word, SECOND_UNITS)
    };
    let is_number = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.len() < 8 && !word.contains(['.', '_'])
            || word.chars().count() == 1
    };
    let is_colour =
        found.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    let fits = found.len() <= LONGEST
        && !is_colour
        && found.bytes().any(|b| b.is_ascii_digit())
        && words().all(|word| is_number(word) || is_unit(word))
        && match is_second_line {
            true => is_record && (words().any(is_unit) || found.starts_with('#')),
            false => is_record || !found.contains(' '),
        };
    fits.then(|| candidate.part(candidate.range.start..candidate.range.start + found.len()))?
}

/// The line of a postal address that is a member of one, beside the city or the postcode: `"line": ["12 Elm St", "Unit 4"], "city": …`
pub(crate) fn member(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Bytes around the value in which another member stands, and longest line.
    const NEAR: usize = 192;
    const LONGEST: usize = 96;
    const OTHERS: [&str; 14] = [
        "\"city\"",
        "\"postalCode\"",
        "\"postal_code\"",
        "\"postcode\"",
        "\"zip\"",
        "'city'",
        "city:",
        "city=",
        "postal_code:",
        "postcode:",
        "<city",
        "<postalCode",
        "CityName>",
        "PostcodeCode>",
    ];
    const NAMES: [&str; 8] = ["line", "line value", "lineone", "linetwo", "linethree", "line1", "line2", "line3"];
    let (text, matched) = (candidate.field.text, candidate.matched());
    // An item of a list, an element, or the attribute of one.
    let is_told = match candidate.form {
        Form::Field => is_one_of(candidate.name.trim_matches(['"', ' ']), &NAMES),
        Form::Shape => false,
        _ => text[..candidate.range.start].ends_with("<line value=\"") || is_numbered_line(text, candidate.range.start),
    };
    let is_line = is_told
        && (3..=LONGEST).contains(&matched.len())
        && matched.chars().any(char::is_alphabetic)
        && (matched.bytes().any(|b| b.is_ascii_digit())
            || matched.split(' ').all(|word| !word.starts_with(char::is_lowercase)))
        && !matched.contains(['{', '}', '=', '<', '>', '$', '[', ']', '|', '*', '_', '@', '\\']);
    let around =
        || [window::behind(text, candidate.range.end, NEAR), window::before(text, candidate.range.start, NEAR)];
    let is_member = || around().into_iter().any(|near| OTHERS.iter().any(|other| near.contains(other)));
    (is_line && is_member()).then(|| candidate.whole())?
}

/// Reports whether the name before the value at `at` is that of a line with its number: `"line1": "…"`, `line1: …`.
fn is_numbered_line(text: &str, at: usize) -> bool {
    /// Most signs between the name and its value, and the name.
    const NEAR: usize = 16;
    let head = window::before(text, at, NEAR).trim_end_matches(['"', '\'', ' ', ':', '=', '>', '\\']);
    let name = head.strip_suffix(['1', '2', '3']).map(|name| name.strip_suffix(['_', '-', ' ']).unwrap_or(name));
    let before = name.and_then(|name| name.strip_suffix("line").or_else(|| name.strip_suffix("Line")));
    before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

/// Reports whether `found` is an address; `cut` says that another sentence follows.
fn is_address(found: &str, candidate: &Candidate<'_>, cut: bool) -> bool {
    let words = || found.split([' ', ',', '\n']).filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    let capitals = words().filter(|word| word.chars().any(char::is_uppercase) || !word.is_ascii()).count();
    let digit = found.bytes().any(|b| b.is_ascii_digit());
    let machine = found.contains("://")
        || found.starts_with("0x")
        || found.contains(['@', '{', '}', '=', '_', '<', '>', '[', '|', '*', '%'])
        // Directories part the lines of an address so (RFC 4517, 3.3.28).
        || found.contains('$') && !found.contains(" $ ") && !has_parts(found)
        || found.contains('&') && (found.is_ascii() || !found.contains(" & "))
        || found.contains("::")
        || ["()", "('", "(\""].iter().any(|call| found.contains(call));
    let sized = (5..=200).contains(&found.len()) && !machine && found.lines().count() < 7;
    let is_prose = || words().any(|word| PROSE.contains(&word));
    let fits = match candidate.form {
        Form::Field | Form::Member => {
            let has_words = capitals > 0 || has_street(found) || address_lower_case::has_postcode(found);
            has_words && digit && found.contains(' ')
                || capitals > 0 && is_closed(candidate) && ends_like_street(found)
                || begins_like_street(found)
                || is_dense(found)
        }
        Form::Line => {
            let has_street = || has_street(found) || address_lower_case::has_postcode(found);
            let has_words = capitals > 1 && found.contains(' ') || has_street() || is_dense(found);
            let has_place = digit && has_words || is_region(found) || begins_like_street(found);
            has_place && !((cut || has_stop(found) || capitals < 2) && is_prose()) && !words().any(is_of_sentence)
        }
        _ => false,
    };
    sized && fits
}

/// Reports whether dollars part the lines of an address without blanks, each of which has letters: `Brunngasse 38$3011 Bern`.
fn has_parts(found: &str) -> bool {
    let is_line = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count() > 2 && part.contains(' ');
    found.split('$').all(is_line)
}

/// Reports whether it is a word of sentences, which no address has.
fn is_of_sentence(word: &str) -> bool {
    const WORDS: [&str; 17] = [
        "is", "are", "was", "were", "be", "been", "not", "will", "must", "should", "cannot", "has", "have", "any",
        "an", "but", "which",
    ];
    is_one_of(word, &WORDS)
}

/// The first sentence of a line. The full stops of abbreviations and of numbers end none.
fn sentence(line: &str) -> &str {
    /// Most letters of a word that may be short for another.
    const SHORT: usize = 5;
    /// Fewest digits of a postcode.
    const CODE: usize = 5;
    let ends = |at: usize| {
        let word = line.get(..at).unwrap_or_default();
        let letters = word.chars().rev().take(SHORT + 1).take_while(|c| c.is_alphabetic()).count();
        // A city behind its postcode, and a word that begins another sentence.
        let is_city = || {
            word.get(..word.len() - letters)
                .is_some_and(|head| head.trim_end_matches(' ').ends_with(|c: char| c.is_ascii_digit()))
        };
        // A postcode; streets of Turkey have such numbers, too: `10252. Sokak`.
        let ends_in_code = || {
            let code = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '-');
            let digits = word[code.len()..].bytes().filter(u8::is_ascii_digit).count();
            let next = &line[at + 2..];
            digits >= CODE
                && next.starts_with(char::is_uppercase)
                && !["Sok", "Cad", "Sk.", "Cd."].iter().any(|street| next.starts_with(street))
        };
        letters == 0 && ends_in_code()
            || letters > SHORT
            || letters > 2 && letters < word.len() && is_city() && line[at + 2..].starts_with(char::is_uppercase)
    };
    // Full stops of other scripts.
    let line = line.split(['।', '۔', '။', '።', '։']).next().unwrap_or(line);
    let end = line.match_indices(". ").map(|(at, _)| at).find(|at| ends(*at));
    end.and_then(|end| line.get(..end)).unwrap_or(line)
}

/// The part of `line` before two blanks or more and a name with its colon: `14 Elm Grove, Leeds  GP code: B86001`.
fn before_next_name(line: &str) -> &str {
    let Some(gap) = line.find("  ") else { return line };
    let (found, next) = line.split_at(gap);
    let name = next.trim_start().split(':').next().unwrap_or_default();
    let is_name = name.len() < next.trim_start().len()
        && !name.is_empty()
        && !name.contains(|c: char| c.is_ascii_digit() || c == ',');
    if is_name { found } else { line }
}

/// Reports whether a full stop and a blank stand in it.
fn has_stop(found: &str) -> bool {
    found.contains(". ")
}

/// Reports whether a word in it ends like a word for a street, and a number follows; or it begins with such a word, and a number
/// follows at most five words later: `Calle del pez, 28`.
fn has_street(found: &str) -> bool {
    /// Farthest number, in words.
    const FAR: usize = 6;
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let parts = || found.split([' ', ',']).filter(|word| !word.is_empty());
    let kind = parts().next().unwrap_or_default().trim_end_matches('.');
    if is_listed(kind, PREFIXES) && parts().skip(1).take(FAR).any(is_number) {
        return true;
    }
    let mut words = parts().peekable();
    std::iter::from_fn(|| words.next().map(|word| (word, words.peek().copied()))).any(|(word, next)| {
        let lower = word.to_lowercase();
        let is_street = ENDINGS.iter().any(|ending| lower.len() > ending.len() + 2 && lower.ends_with(ending))
            || is_listed(word.trim_end_matches('.'), PREFIXES);
        is_street && next.is_some_and(is_number)
    })
}

/// Reports whether it is an address in a script without blanks.
fn is_dense(found: &str) -> bool {
    if found.is_ascii() {
        return false;
    }
    let parts = found.chars().filter(|c| PARTS.contains(*c)).count();
    let signs = found.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
    let ends = found.contains(['。', '、', '？', '！']) && signs > 40;
    parts > 1 && (5..=80).contains(&signs) && !ends
}

/// Reports whether it names a region in a script without capitals: its words but for the first end with signs for parts of
/// addresses, or its one word has several: `서울 마포구`, `北京市朝阳区建国路`.
fn is_region(found: &str) -> bool {
    let mut words = found.split(' ').skip(1);
    let is_part = |word: &str| word.chars().nth(1).is_some() && word.ends_with(|c: char| PARTS.contains(c));
    let is_word = |c: char| c == ' ' || !c.is_ascii() && c.is_alphanumeric();
    let ends = if found.contains(' ') { words.all(is_part) } else { is_part(found) && is_dense(found) };
    ends && found.chars().all(is_word)
}

/// Reports whether it begins with a word for a street or a quarter of Arabic, Hebrew or Persian, as addresses without a number do.
fn begins_like_street(found: &str) -> bool {
    const KINDS: &WordList =
        &WordList::new("شارع|طريق|حي|حارة|جادة|نهج|زنقة|خیابان|کوچه|بلوار|רחוב|רח'|שדרות|סמטת|דרך");
    found.split(' ').next().is_some_and(|word| is_listed(word, KINDS)) && found.trim().contains(' ')
}

/// Reports whether it is the name of a street without a number.
fn ends_like_street(found: &str) -> bool {
    let last = found.rsplit(' ').next().unwrap_or_default();
    let first = found.split(' ').next().unwrap_or_default().trim_end_matches('.');
    // More than the word for a street itself, as forms and their translations hold it: `"street": "Straße"`.
    let is_more = |ending: &&&str| found.len() > ending.len();
    let ending = ENDINGS.iter().filter(is_more).any(|ending| last.to_lowercase().ends_with(ending));
    let several = found.contains(' ') && found.split(' ').any(is_capital);
    ending
        || several
            && (is_listed(last.trim_end_matches('.'), SUFFIXES)
                || is_listed(first, PREFIXES)
                || is_listed(first, FRENCH))
}

/// The code of a single address in Ireland, behind its name: a routing key and four signs.
pub(crate) fn eircode(candidate: &Candidate<'_>) -> Option<Finding> {
    const SHAPES: [(usize, bool); 2] = [(8, true), (7, false)];
    let matched = candidate.matched();
    let (len, _) = SHAPES.into_iter().find(|(len, spaced)| {
        let code = match candidate.form {
            Form::Shape => matched.len().checked_sub(*len).and_then(|at| matched.get(at..)),
            _ => matched.get(..*len),
        };
        code.is_some_and(|code| is_eircode(code, *spaced))
    })?;
    let range = match candidate.form {
        Form::Shape => candidate.range.end - len..candidate.range.end,
        _ => candidate.range.start..candidate.range.start + len,
    };
    is_value_edge(candidate.field.text, range.end).then(|| candidate.part(range))?
}

/// Reports whether `code` is a letter, two digits (or `6W`) and four signs, with a blank between if `spaced`.
fn is_eircode(code: &str, spaced: bool) -> bool {
    let bytes = code.as_bytes();
    let (Some(key), Some(rest)) = (bytes.get(..3), bytes.get(3 + usize::from(spaced)..)) else { return false };
    let blank = !spaced || bytes.get(3) == Some(&b' ');
    let is_key = key[0].is_ascii_alphabetic() && key[1].is_ascii_digit() && (key[2].is_ascii_digit() || key[2] == b'W');
    blank && is_key && rest.iter().all(u8::is_ascii_alphanumeric)
}
