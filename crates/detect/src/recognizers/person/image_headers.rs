//! Headers of medical images (DICOM), as tools print them: names, numbers and dates of patients behind the tags of elements.
//!
//! ```text
//! (0010,0010) PN [Roe^Jane]                 #   8, 1 PatientName
//! (0010,0010) Patient's Name                      PN: 'Roe^Jane'
//! ```

use std::{borrow::Cow, ops::Range};

use super::{birth, introduced_name::INFO as PERSON};
use crate::recognizers::contact::{address::INFO as ADDRESS, phone::INFO as PHONE};
use crate::recognizers::health::records::RECORD_INFO;
use crate::text::{line, place_of};
use crate::{Candidate, Finding, Pattern, Rule};

/// The rule of a label whose entities stand behind these tags.
macro_rules! elements {
    ($info:expr, $($tag:literal),* $(,)?) => {
        Rule {
            info: $info,
            patterns: Cow::Borrowed(&[$(Pattern::within(concat!("\\(", $tag, "\\) "), 0.93, 0.97)),*]),
            context: words![],
            check,
        }
    };
}

pub(super) const RULES: &[Rule] = &[
    // Of the patient, the mother, and those who refer, perform, operate and ask.
    elements!(PERSON, "0010,(?:0010|1001|1005|1060)", "0008,(?:0090|1048|1050|1060|1070)", "0032,1032"),
    // Of the patient, and of the order.
    elements!(RECORD_INFO, "0010,(?:0020|1000|1090)", "0008,0050"),
    elements!(birth::INFO, "0010,0030"),
    elements!(ADDRESS, "0010,1040"),
    elements!(PHONE, "0010,215[45]"),
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let place = value(candidate.field.text, candidate.range.end)?;
    candidate.part(place)
}

/// The value of the element whose tag ends at `at`: in brackets behind its representation, or behind the name, the representation and
/// a colon.
fn value(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest rest of the line, in bytes.
    const LONGEST: usize = 256;
    let rest = line::behind(text, at, LONGEST);
    let boxed = rest.get(2..)?.strip_prefix(" [").and_then(|boxed| boxed.split(']').next());
    let is_kind = |kind: &str| kind.len() == 2 && kind.bytes().all(|b| b.is_ascii_uppercase());
    let named = || {
        let (head, value) = rest.split_once(": ")?;
        let kind = head.rsplit(' ').next().filter(|kind| is_kind(kind))?;
        (!kind.is_empty()).then_some(value)
    };
    let found = match boxed.filter(|_| is_kind(&rest[..2])) {
        Some(boxed) => boxed,
        None => named()?,
    };
    let found = found.trim_matches([' ', '\'', '"', '\0', '\r', '^']);
    found.chars().any(char::is_alphanumeric).then(|| place_of(text, found))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_behind_their_tags() {
        for (text, expected) in [
            (" PN [Roe^Jane^^Dr.]      #  12, 1 PatientName", Some("Roe^Jane^^Dr.")),
            (" Patient's Name                      PN: 'Roe^Jane'", Some("Roe^Jane")),
            (" PN: Roe^Jane", Some("Roe^Jane")),
            (" LO [] # 0, 0 PatientID", None),
            (" PN (no value available)   #   0, 0 PatientName", None),
            ("", None),
        ] {
            let found = value(text, 1.min(text.len())).map(|place| &text[place]);
            assert_eq!(found, expected, "{text}");
        }
    }
}
