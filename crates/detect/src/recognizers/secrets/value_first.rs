//! Secrets before their names: `set("…", forKey: "authToken")`, `[request setValue:@"…" forHTTPHeaderField:@"Authorization"]`.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::keys::argument;
use crate::recognizers::secrets::{assignment::said, key_names::Strength, key_value::literal, password::INFO};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// The label of an argument that names the one before it, up to the name.
const NAMED: Pattern = opening("for(?:Key|HTTPHeaderField|Header|Account|Name|Setting|Service): ?@?\"[A-Za-z]");
/// Labels that stand before other things, too, behind a literal.
const LABELLED: Pattern = opening("\", (?:key|account|name|named|header|withName): \"[A-Za-z]");

const fn opening(regex: &'static str) -> Pattern {
    Pattern::within(regex, 0.85, 0.9)
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[NAMED, LABELLED]),
        context: words![],
        check: |candidate| check(candidate, |strength| strength == Strength::Password),
    },
    Rule {
        patterns: Cow::Borrowed(&[NAMED, LABELLED]),
        check: |candidate| check(candidate, |strength| strength != Strength::Password),
        ..PREFIXED
    },
];

fn check(candidate: &Candidate<'_>, is_wanted: fn(Strength) -> bool) -> Option<Finding> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    // The first letter of the name is a part of the match.
    let name = argument(text, end - 2, LONGEST)?;
    let strength = said(text.get(name)?).filter(|strength| is_wanted(*strength))?;
    let open = literal_before(text, start + usize::from(candidate.pattern == 1))?;
    let place = literal(text, open, strength)?;
    (place.end < start + 1).then(|| candidate.part(place))?
}

/// The place of the quote that opens the literal before `at`, with a comma or blanks between.
fn literal_before(text: &str, at: usize) -> Option<usize> {
    /// Longest literal, in bytes.
    const LONGEST: usize = 512;
    let head = line::before(text, at, LONGEST).trim_end_matches([' ', ',']);
    let head = head.strip_suffix('"')?;
    let open = head.rfind('"')?;
    Some(at - line::before(text, at, LONGEST).len() + open)
}
