//! Machine-readable zones of passports, visas and identity cards: ICAO Doc 9303, parts 3 to 7.

use std::{borrow::Cow, ops::Range};

use crate::entity::{Group, Handling, LabelInfo, Validated, Validation};
use crate::recognizers::person::introduced_name;
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::neighbours::byte_before;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[ZONE, NAME];

/// The name on the first line of a passport, which may stand alone: `P<UTOERIKSSON<<ANNA<MARIA<<<<`.
const NAME: Rule = Rule {
    info: introduced_name::INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("P<[A-Z]{3}[A-Z][A-Z<]*<", 0.85, 0.9)]),
    context: words![],
    check: |candidate| {
        /// Characters before the issuer, to which the surname is joined.
        const HEAD: usize = 2;
        let line = zone_line(candidate.field.text, candidate.range.start)?;
        let found = candidate.field.text.get(line.clone()).filter(|found| is_of_names(found.as_bytes()))?;
        candidate.part(line.start + HEAD..line.start + found.trim_end_matches('<').len())
    },
};

const ZONE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HIPAA],
        aliases: &["MRZ", "PASSPORT_MACHINE_READABLE_ZONE", "MACHINE_READABLE_ZONE"],
        validation: Validation::Checksum,
        ..LabelInfo::new(
            "PASSPORT_MRZ",
            "The machine-readable zone of a passport, visa or identity card, or its line of numbers.",
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // The first line up to its first filler; the rest is looked for from there.
        Pattern::regex("[ACIPV][A-Z<][A-Z][A-Z<]{2}[0-9A-Z]*<", 0.98, 0.99),
        // The second line of a passport or visa alone.
        Pattern::regex("[0-9A-Z][0-9A-Z<]{8}[0-9][A-Z<]{3}[0-9]{7}[FMX<][0-9]{7}[0-9A-Z<]+", 0.97, 0.99),
        Pattern::key(
            keys!["mrz", "mrz line", "mrz line 1", "mrz line 2", "machine readable zone", "mrz code", "mrz text"],
            0.9,
        ),
    ]),
    context: words!["mrz", "machine readable zone", "passport", "visa", "identity card"],
    check,
};

const WHOLE: usize = 0;
const NAMED: usize = 2;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    if candidate.pattern == NAMED {
        return named(candidate);
    }
    if candidate.pattern != WHOLE {
        let line: Line = text.as_bytes().get(candidate.range.clone())?;
        let apart = byte_before(text, start) != Some(b'<') && text.as_bytes().get(candidate.range.end) != Some(&b'<');
        let fits = matches!(line.len(), 36 | 44) && is_second(line, false);
        return (apart && fits).then(|| candidate.whole())?;
    }
    let first = zone_line(text, start)?;
    let bytes = |line: &Range<usize>| text.as_bytes().get(line.clone());
    let second = zone_line(text, next(text, first.end)?)?;
    let exact = match (first.len(), second.len()) {
        (44, 44) | (36, 36) => is_second(bytes(&second)?, text.as_bytes().get(start) == Some(&b'V'))
            .then(|| candidate.part(start..second.end))?,
        (30, 30) => {
            let third = zone_line(text, next(text, second.end)?)?;
            let fits = third.len() == 30 && is_card(bytes(&first)?, bytes(&second)?);
            fits.then(|| candidate.part(start..third.end))?
        }
        _ => None,
    };
    // Below a line of names a line of numbers is one of a document, even if it is mistyped or misread.
    let is_zone = || Some(is_of_names(bytes(&first)?) && is_of_numbers(bytes(&second)?));
    let mistyped = || Some(Finding { validated: Some(Validated::Failed), ..candidate.part(start..second.end)? });
    exact.or_else(|| if is_zone()? { mistyped() } else { None })
}

/// A line's characters.
type Line<'a> = &'a [u8];

/// A line behind a name for zones, whatever its check digits are, with the line below it.
fn named(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let line = |at: usize| {
        let line = zone_line(text, at)?;
        let found = text.as_bytes().get(line.clone())?;
        (is_of_names(found) || is_of_numbers(found)).then_some(line)
    };
    let first = line(start)?;
    let end = next(text, first.end).and_then(line).map_or(first.end, |second| second.end);
    Some(Finding { validated: Some(Validated::Failed), ..candidate.part(start..end)? })
}

/// Fewest and most characters of a line that may be mistyped.
const LEN: std::ops::RangeInclusive<usize> = 28..=48;

/// Reports whether `line` is the first line of a passport or visa: the issuer, the surname, two fillers, the given names,
/// and fillers up to its end.
fn is_of_names(line: Line<'_>) -> bool {
    /// Characters before the surname, and fillers at the end.
    const HEAD: usize = 5;
    const FILLERS: &[u8] = b"<<";
    let (Some(names), true) = (line.get(HEAD..), LEN.contains(&line.len())) else { return false };
    let Some(gap) = memchr::memmem::find(names, FILLERS) else { return false };
    let is_name = |b: &u8| b.is_ascii_uppercase() || *b == b'<';
    let given = names.get(gap + FILLERS.len());
    gap > 0
        && matches!(line[0], b'P' | b'V')
        && names.iter().all(is_name)
        && names.ends_with(FILLERS)
        && names[0] != b'<'
        && given.is_some_and(u8::is_ascii_uppercase)
}

/// Reports whether `line` may be a second line, whatever its check digits are.
fn is_of_numbers(line: Line<'_>) -> bool {
    /// Digits of a birth and an expiry.
    const DIGITS: usize = 12;
    LEN.contains(&line.len()) && line.iter().filter(|b| b.is_ascii_digit()).count() >= DIGITS
}

/// The line of a zone that begins at `start`.
fn zone_line(text: &str, start: usize) -> Option<Range<usize>> {
    let tail = text.as_bytes().get(start..)?;
    let is_allowed = |(at, b): &(usize, &u8)| match b {
        // A tag behind it is no filler.
        b'<' => !tail.get(at + 1).is_some_and(|next| next.is_ascii_lowercase() || *next == b'/'),
        b => b.is_ascii_uppercase() || b.is_ascii_digit(),
    };
    let len = tail.iter().enumerate().take(LEN.end() + 1).take_while(is_allowed).count();
    Some(start..start + len)
}

/// The start of the next line: behind a line end (also an escaped one) and a few blanks.
fn next(text: &str, end: usize) -> Option<usize> {
    const GAP: usize = 8;
    let tail = text.get(end..)?;
    let rest = tail.trim_start_matches([' ', '\t', '\r', '\n']);
    let rest = rest.strip_prefix(r"\r").unwrap_or(rest);
    let rest = rest.strip_prefix(r"\n").unwrap_or(rest);
    let gap = tail.len() - rest.len();
    (1..=GAP).contains(&gap).then_some(end + gap)
}

/// Reports whether `line` is the second line of a passport or visa: number, birth and expiry with their check digits,
/// and on passports the check digit of all.
fn is_second(line: Line<'_>, visa: bool) -> bool {
    let last = line.len().saturating_sub(1);
    let fits = is_checked(line, 0..9) && is_checked(line, 13..19) && is_checked(line, 21..27);
    fits && (visa || is_sum(line, &[0..10, 13..20, 21..last], last))
}

/// Reports whether both lines are of an identity card: the number in the first line, birth and expiry in the second,
/// each with its check digit.
fn is_card(first: Line<'_>, second: Line<'_>) -> bool {
    // Longer numbers go on in the optional data and have their check digit there.
    let number = first.get(14) == Some(&b'<') || is_checked(first, 5..14);
    number && is_checked(second, 0..6) && is_checked(second, 8..14)
}

/// Reports whether the character behind `range` is the check digit of the characters in it.
fn is_checked(line: Line<'_>, range: Range<usize>) -> bool {
    let at = range.end;
    is_sum(line, &[range], at)
}

/// Reports whether the character at `at` is the check digit of `ranges` together: weights 7, 3, 1, modulo 10, fillers
/// zero.
fn is_sum(line: Line<'_>, ranges: &[Range<usize>], at: usize) -> bool {
    let all = ranges.iter().filter_map(|range| line.get(range.clone())).flatten();
    let sum: u32 = all.zip([7, 3, 1].into_iter().cycle()).map(|(&b, weight)| base36(b) * weight).sum();
    line.get(at).is_some_and(|check| check.is_ascii_digit() && base36(*check) == sum % 10)
}
