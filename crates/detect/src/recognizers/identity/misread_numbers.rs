//! Numbers as optical character recognition misreads them, with O for 0 and l or I for 1, behind names that are misread, too: `NHS N0. 468
//! 4l4 1325`, `TEL O191 281 54l7`, `D.O.B. l2 / 09 / 1939`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::entity::{LabelInfo, Validated};
use crate::recognizers::contact::phone::INFO as PHONE_INFO;
use crate::recognizers::person::birth::INFO as BIRTH_INFO;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    rule(PHONE_INFO, |candidate| found(candidate, Kind::Phone)),
    rule(BIRTH_INFO, |candidate| found(candidate, Kind::Birth)),
    rule(ID_NUMBER_INFO, |candidate| found(candidate, Kind::Record)),
];

const fn rule(info: LabelInfo, check: fn(&Candidate<'_>) -> Option<Finding>) -> Rule {
    const PATTERNS: &[Pattern] = &[Pattern::prefix(
        "(?:TEL|Tel|PH[O0]NE|Ph[o0]ne|M[O0]B|D\\.? ?[O0]\\.? ?B\\.?|DATE [O0]F B[I1l]RTH|MRN|(?:NHS|H[O0]SP[I1l]TA[L1l]|ACC(?:[O0]UNT)?|\
         P[O0][L1l][I1l]CY|PAT[I1l]ENT|MEMBER|REF|CASE|C[L1l]A[I1l]M|N[I1l]|ID) N[O0o])\\.?:? [0-9OolI]",
        0.85,
        0.9,
    )];
    Rule { info, patterns: Cow::Borrowed(PATTERNS), context: words![], check }
}

/// What a name is of.
#[derive(PartialEq)]
enum Kind {
    Phone,
    Birth,
    Record,
}

fn found(candidate: &Candidate<'_>, kind: Kind) -> Option<Finding> {
    let name = candidate.matched().to_ascii_uppercase();
    let named = match () {
        () if ["TEL", "PHO", "PH0", "MOB", "M0B"].iter().any(|start| name.starts_with(start)) => Kind::Phone,
        () if name.starts_with('D') => Kind::Birth,
        () => Kind::Record,
    };
    let range = misread_at(candidate.field.text, candidate.range.end - 1).filter(|_| named == kind)?;
    Some(Finding { range, sure: false, validated: Some(Validated::None) })
}

/// The number at `at`, some of whose digits are letters that look like them.
fn misread_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest number, in bytes, fewest digits, and most letters.
    const LONGEST: usize = 24;
    const DIGITS: usize = 5;
    const LETTERS: usize = 4;
    let near = line::behind(text, at, LONGEST);
    let is_letter = |b: &u8| matches!(b, b'O' | b'o' | b'l' | b'I');
    let stands = |b: &u8| b.is_ascii_digit() || is_letter(b) || b" -/.".contains(b);
    let len = near.bytes().take_while(stands).count();
    // Two blanks part the fields of a form.
    let run = near[..len].split("  ").next()?.trim_end_matches([' ', '-', '/', '.']);
    let digits = run.bytes().filter(u8::is_ascii_digit).count();
    let letters = run.bytes().filter(is_letter).count();
    // A letter stands beside digits in its group.
    let is_group = |group: &str| group.is_empty() || group.bytes().any(|b| b.is_ascii_digit());
    let fits = digits >= DIGITS && (1..=LETTERS).contains(&letters) && run.split([' ', '-', '/', '.']).all(is_group);
    (fits && is_value_edge(text, at + run.len())).then_some(at..at + run.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_in_the_place_of_digits() {
        for (text, expected) in [
            ("468 4l4 1325\n", Some("468 4l4 1325")),
            ("O191 281 54l7", Some("O191 281 54l7")),
            ("l2 / 09 / 1939", Some("l2 / 09 / 1939")),
            ("0O45-7l82         SURNAME", Some("0O45-7l82")),
            ("468 414 1325", None),
            ("Olol lo", None),
            ("12 lol 34567", None),
        ] {
            assert_eq!(misread_at(text, 0).map(|range| &text[range]), expected, "{text}");
        }
    }
}
