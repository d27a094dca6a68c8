//! Registration plates directly behind a short word for a plate or a vehicle, or before one: `reg 191-D-02622`, `plaque FG-968-HJ`, `rej. KR
//! 9GB96`, `car KDB 061A`, `GKXR-31 patente`.
//!
//! Such words stand before many other things, so the plate must have groups that nothing else has there.

use std::{borrow::Cow, ops::Range};

use super::plate::{INFO, is_plate, plate_at};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i:reg|vrn|registration number|regnumret|rego|regn|rej|rejestracja|plaque|plaat|plak|plaka|plat|plăcuța|plăcuță|placa|patente|targa|matrícula|tag|plates?|kentek|kenteken|\
             kennz|kz|pl|driver of|keeper of|owner of|drives|driving|drove|veh|car|van|truck|lorry|taxi|matatu|vehicle|auto|voiture|coche|carro|moto|kfz|pkw|rz|плака|дкн|машина|авто|номер)\
             \\.?(?: (?:no|nr|n°|nº|is|was|est|es|är|er|on|je|jest)\\.?)?(?:#?[:=#] ?| \\(?)",
            0.75,
            0.85,
        ),
        // Behind the plate.
        Pattern::regex(
            "(?i:patente|placa|plaka|plate|plates|rego|plaque|kenteken|targa|matrícula|kennzeichen|nopol|rendszám|spz|registration|wurde abgeschleppt|wird abgeschleppt|was towed|got towed|has been towed|is parked|parkt)",
            0.75,
            0.85,
        ),
    ]),
    context: words![],
    check,
}];

/// The pattern of words behind a plate.
const BEHIND: usize = 1;

/// Groups that nothing else has behind a word for a plate or a vehicle: `a` is a letter, `9` a digit.
const SHAPES: &WordList = &WordList::new(
    "aa-999-aa|aa 999 aa|aa999aa|a99 aaa|a99aaa|aaa 99a|aaa-99a|9aa 9aa|aaa 999a|aaa999a|aa99 aaa|aa99aaa|aaaa-99|aaaa99|aa aa 99|aa-aa-99|aa·aa·99|aa 999-999|aa 999 999|\
     aa 99 aa aa|9aaa999|9 aaa 999|a-aa 999|a-aa 9999|a-a 999|a-a 9999|aa-aa 99|aa-aa 999|aa-aa 9999|aa-a 999|aa-a 9999|aaa-aa 99|aaa-aa 999|aaa-a 999|a-99999a|a-9999a|aa-999aa|\
     aa-99aaa|a-999-aa|99-aa-99|aa-99-aa|99-99-aa|aa-99-99|9-aaa-999|9-aaa-99|99-aaa-9|aa-999-a|a-99-aaa|aa 9999 aa|a 9999 aa|aa9999aa|a9999aa|a 999 aa 99|a 999 aa 999|\
     a999aa99|a999aa999|a 9999 aaa|aa 9999 aaa|a 999 aaa|aa 999 aaa|aa 9999-99|aa 999-99|aa-9999-aa|aa 999-aa|99a-999.99|99a 999.99|99a-99999|99 aa 9999|99 aaa 999|99 aaa 99|99 a 9999|\
     999 aaa 99|aa 99 a 9999|aa 99 aa 9999|aa-99-aa-9999|aa99aa9999|aaa 99 aa|aaa-999aa|aaa-999-aa|aaa 999 aa|aa9 99a|aa 9aa99|aaa 9a99|aa 99 aaa|a 99 aaa|aa99aa|\
     aa 99 99 aa|9999 aaa|9999aaa|aaa-99-9999|aaa 9999 a|aa 9999 a",
);

/// Groups that other things have, too: a word for nothing but plates stands beside them.
const LOOSE: &WordList =
    &WordList::new("aaa999|aaaa 999|aaa-9999|aaa 9999|aaa-999|aaa 999|aaa9999|aa 99999|aaa 99999|aaaa 99|aa-99999");
const PLATES: &WordList = &WordList::new(
    "vrn|registration number|plate|plates|plaque|plaat|patente|targa|kenteken|rej|rej.|rego|tag no|tag no.|plaka|placa|nopol|rendszám|spz|kennzeichen|plak|plat",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let word = candidate
        .matched()
        .trim_end_matches([' ', ':', '=', '#', '('])
        .trim_end_matches(" is")
        .trim_end_matches(" was");
    let joined = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '$' | '-' | '@');
    if text[..range.start].ends_with(joined) {
        return None;
    }
    let place = match candidate.pattern {
        BEHIND => plate_before(text, range.start)?,
        _ => plate_at(text, range.end)?,
    };
    // Behind a sign a vehicle has nothing but a plate: `tag# MZT-5775`, `vehicle: RCF826`.
    let is_signed = candidate.matched().contains([':', '=', '#']);
    let is_plated = is_listed(word, PLATES) || is_signed;
    let place = match candidate.pattern {
        BEHIND => place,
        _ => shaped(text, place, is_plated)?,
    };
    let found = &text[place.clone()];
    let fits =
        is_of_groups(found, is_plated) && is_plate(found) && found.bytes().filter(u8::is_ascii_digit).count() > 1;
    fits.then(|| candidate.part(place))?
}

/// The longest part of the groups at `place` that is a plate: the next word of a sentence may be in capitals.
fn shaped(text: &str, place: Range<usize>, is_plated: bool) -> Option<Range<usize>> {
    let found = &text[place.clone()];
    let mut end = found.len();
    loop {
        let goes_on = text[place.start + end..].starts_with(['-', '/', '_', '%']);
        if !goes_on && is_of_groups(&found[..end], is_plated) && is_value_edge(text, place.start + end) {
            return Some(place.start..place.start + end);
        }
        end = found[..end].rfind(' ')?;
    }
}

/// The plate that ends right before the word at `at`, alone or with a comma, at the beginning of its clause.
fn plate_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest plate, in bytes, and most groups.
    const LONGEST: usize = 16;
    const GROUPS: usize = 4;
    let head = line::before(text, at, LONGEST + 8).trim_end_matches([' ', ',', ':', '-']);
    let end = at - (line::before(text, at, LONGEST + 8).len() - head.len());
    (end < at).then_some(())?;
    let mut groups: Vec<&str> = head.rsplit([' ']).take(GROUPS).collect();
    groups.reverse();
    (0..groups.len()).find_map(|skipped| {
        let len = groups[skipped..].iter().map(|group| group.len() + 1).sum::<usize>() - 1;
        let found = &head[head.len() - len..];
        let is_begun = head[..head.len() - len].is_empty() || head[..head.len() - len].ends_with([' ', ',', '(', '"']);
        (is_begun && is_of_groups(found, true)).then_some(end - len..end)
    })
}

/// Reports whether `found` has the groups of a plate.
fn is_of_groups(found: &str, is_plated: bool) -> bool {
    let sign = |c: char| match c {
        '0'..='9' => '9',
        c if c.is_uppercase() => 'a',
        c if c.is_alphabetic() => '?',
        c => c,
    };
    let shape: String = found.chars().map(sign).collect();
    is_listed(&shape, SHAPES)
        || is_of_singapore(found, &shape)
        || is_plated && is_listed(&shape, LOOSE)
        || is_irish(&shape)
}

/// Reports whether `found`, of that shape, is a private car's of Singapore: `SKV7542S`.
fn is_of_singapore(found: &str, shape: &str) -> bool {
    shape == "aaa9999a" && found.starts_with('S')
}

/// Reports whether `shape` is that of Ireland: year, county, number.
fn is_irish(shape: &str) -> bool {
    let mut groups = shape.split('-');
    let (Some(year), Some(county), Some(number), None) = (groups.next(), groups.next(), groups.next(), groups.next())
    else {
        return false;
    };
    let is_of = |group: &str, kind: char| group.chars().all(|c| c == kind);
    is_of(year, '9')
        && is_of(county, 'a')
        && is_of(number, '9')
        && (2..=3).contains(&year.len())
        && (1..=2).contains(&county.len())
        && (2..=6).contains(&number.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn plates_stand_directly_beside_their_word() {
        for (text, word, pattern, expected) in [
            ("reg 191-D-02622", "reg ", 0, Some("191-D-02622")),
            ("reg CA 210-616", "reg ", 0, Some("CA 210-616")),
            ("plaque FG-968-HJ", "plaque ", 0, Some("FG-968-HJ")),
            ("plaque F75 WVX (Québec)", "plaque ", 0, Some("F75 WVX")),
            ("rej. KR 9GB96", "rej. ", 0, Some("KR 9GB96")),
            ("patente CTHZ-01", "patente ", 0, Some("CTHZ-01")),
            ("car KDB 061A", "car ", 0, Some("KDB 061A")),
            ("car KDB 061A ON the road", "car ", 0, Some("KDB 061A")),
            ("plat B 5645 KZF", "plat ", 0, Some("B 5645 KZF")),
            ("tag: 7ABC123", "tag: ", 0, Some("7ABC123")),
            ("GKXR-31 patente, gris", "patente", 1, Some("GKXR-31")),
            ("reg EAX 1234", "reg ", 0, None),
            ("tag REL-2024", "tag ", 0, None),
            ("car RAV4", "car ", 0, None),
            ("номер 448", "номер ", 0, None),
            ("the plaque 2024 AD", "plaque ", 0, None),
        ] {
            assert_eq!(check_match(check, text, word, pattern), expected, "{text}");
        }
    }
}
