//! Dates of birth that programs make of numbers, where no field names them directly: as the argument of a setter or a builder
//! (`setBirthDate(LocalDate.of(1984, 2, 29))`), beside a member (`assertEquals(p.born, date(1984, 2, 29))`), or behind the name of a
//! person in the same call: `new Patient("Jane Roe", LocalDate.of(1984, 2, 29))`.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use super::birth_dates::constructed;
use super::positional_names::is_name;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The bracket before the year.
    patterns: Cow::Borrowed(&[Pattern::within(
        "\\((?:year[:=] ?)?(?:19[2-9][0-9]|20[0-2][0-9]), ?[0-9A-Za-z]",
        0.8,
        0.85,
    )]),
    context: words![],
    check: |candidate| candidate.part(date(candidate)?),
}];

/// Farthest name of a field or a person, in bytes.
const FAR: usize = 160;

/// The parts of the date, if a word for births or a person stands before the call that makes it.
fn date(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let text = candidate.field.text;
    let head = line::before(text, candidate.range.start, FAR);
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ':' | '_');
    let bare = head.trim_end_matches(stands);
    // A key in small letters before its colon: `born:date(…)`.
    let call = head[bare.len()..].trim_start_matches([':', '.']);
    let place = constructed(text, candidate.range.start - call.len())?;
    let before = &head[..head.len() - call.len()];
    (names_birth(before) || is_behind_person(before, &text[place.clone()])).then_some(place)
}

/// Reports whether the last identifier of `head`, before brackets and signs of wrappers, is a word for births.
fn names_birth(head: &str) -> bool {
    const WORDS: [&str; 13] = [
        "birth",
        "geburt",
        "naissance",
        "naiss",
        "nacimiento",
        "nascimento",
        "nascita",
        "geboorte",
        "urodzenia",
        "fodsel",
        "fødsel",
        "fodelse",
        "doğum",
    ];
    /// Calls and words around a date that name nothing.
    const WRAPPERS: [&str; 9] = ["new", "Some", "Optional.of", "Just", "ptr", "to", "Ptr", "pointer", "await"];
    let mut rest = head;
    loop {
        rest = rest.trim_end_matches([' ', '\t', '(', '=', ':', ',', '"', '\'', '>', '&', ']', '?', '{']);
        let Some(bare) = WRAPPERS.iter().find_map(|word| {
            let bare = rest.strip_suffix(word)?;
            (!bare.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')).then_some(bare)
        }) else {
            break;
        };
        rest = bare;
    }
    let name = &rest[rest.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '-').len()..];
    let lower = name.to_lowercase();
    let ends = |word: &str, other: &str| lower.ends_with(word) && !lower.ends_with(other);
    WORDS.iter().any(|word| lower.contains(word))
        || ends("dob", "adob")
        || ends("born", "newborn") && !lower.ends_with("unborn")
        || ["born_on", "bornon", "born_at", "bornat", "bday"].iter().any(|word| lower.ends_with(word))
}

/// Reports whether a person stands in quotes among the arguments in `head`, who could sign today if `date` is the birth.
fn is_behind_person(head: &str, date: &str) -> bool {
    /// What has a date besides an author.
    const THINGS: &WordList = &WordList::new(
        "book|album|movie|film|song|track|event|release|award|order|invoice|article|post|commit|painting|artwork|poem|paper|concert|goal|match|publication|work|novel|holiday",
    );
    let years = 1920..2008;
    let is_long_ago = date.get(..4).and_then(|year| year.parse().ok()).is_some_and(|year| years.contains(&year));
    let Some(open) = opening_bracket(head).filter(|_| is_long_ago) else { return false };
    let callee = head[..open].trim_end();
    let callee = &callee[callee.trim_end_matches(|c: char| c.is_alphanumeric()).len()..];
    let arguments = &head[open + 1..];
    let quote = if arguments.contains('"') { '"' } else { '\'' };
    // What stands in quotes is every second part.
    let mut literals = arguments.split(quote).skip(1).step_by(2);
    let words: Vec<&str> = literals.by_ref().take(6).collect();
    let is_full = |literal: &&str| {
        let names: Vec<&str> = literal.split([' ']).map(|word| word.trim_end_matches(',')).collect();
        (2..=4).contains(&names.len()) && names.iter().all(|word| is_name(word))
    };
    !is_listed(callee, THINGS)
        && arguments.trim_end().ends_with([',', 'w', '('])
        && (words.iter().any(is_full) || words.windows(2).any(|pair| pair.iter().all(|word| is_name(word))))
}

/// The place of the bracket that `head` leaves open last.
fn opening_bracket(head: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in head.bytes().enumerate().rev() {
        match byte {
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' if depth == 0 => return Some(at),
            b'(' | b'[' | b'{' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn births_are_told_from_other_dates() {
        for (text, expected) in [
            ("p.setBirthDate(LocalDate.of(1984, 2, 29));", Some("1984, 2, 29")),
            ("  .dateOfBirth(LocalDate.of(1984, Month.FEBRUARY, 29))", Some("1984, Month.FEBRUARY, 29")),
            ("assert_eq!(c.born, NaiveDate::from_ymd_opt(1984, 2, 29));", Some("1984, 2, 29")),
            ("birthday: DateComponents(year: 1984, month: 2, day: 29)", Some("1984, month: 2, day: 29")),
            ("'dob' => Carbon::create(1984, 2, 29),", Some("1984, 2, 29")),
            ("new Patient(\"Zenaide Quill\", LocalDate.of(1984, 2, 29), 7)", Some("1984, 2, 29")),
            ("(\"Quillfeather\", \"Zenaide\", datetime.date(1984, 2, 29)),", Some("1984, 2, 29")),
            ("new Book(\"Zenaide Quill\", LocalDate.of(1984, 2, 29))", None),
            ("new Patient(\"Zenaide Quill\", LocalDate.of(2019, 2, 28))", None),
            ("new Order(\"Blue Shoes\", LocalDate.of(1999, 2, 28))", None),
            ("p.setHireDate(LocalDate.of(1984, 2, 29));", None),
            ("adobe(date(1984, 2, 29))", None),
            ("f(1984, 2, 29)", None),
            ("é(1984, 2, 29)", None),
        ] {
            let field = Field::new(text);
            let start = text.rfind("(1").or_else(|| text.rfind("(year")).or_else(|| text.rfind("(2")).unwrap();
            let candidate =
                Candidate { field: &field, range: start..start + 7, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(date(&candidate).map(|place| &text[place]), expected, "{text}");
        }
    }
}
