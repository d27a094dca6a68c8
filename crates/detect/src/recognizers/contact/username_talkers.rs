//! Accounts that speak at the beginning of lines, without times, as people paste chats: `kel_77: hello`, several of them, and one of
//! them again.

use std::borrow::Cow;

use super::username::{INFO, is_account};
use super::username_places::is_shared;
use crate::common_words::is_common_word;
use crate::recognizers::secrets::randomness::is_common;
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Shortest and longest account, in bytes.
const LENGTHS: std::ops::RangeInclusive<usize> = 4..=24;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // Accounts without such a sign cannot be told from names of fields.
    patterns: Cow::Borrowed(&[Pattern::around(b'_', 0.8, 0.85)]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, at, *LENGTHS.end());
    let start = at - head.len();
    // Nearly every sign within code is answered here.
    if !head.bytes().all(stands) || !line::begins(text, start) {
        return None;
    }
    let name = talker(line::behind(text, start, 3 * LENGTHS.end()))?;
    (is_nick(name) && name.len() > head.len() && is_talk(text, start, name))
        .then(|| candidate.part(start..start + name.len()))?
}

/// Reports whether it is a byte of such an account.
fn stands(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'
}

/// The account that says something at the beginning of `line`: a sign and words follow, and no value.
fn talker(line: &str) -> Option<&str> {
    let (name, rest) = line.split_once(": ")?;
    let is_name = LENGTHS.contains(&name.len()) && name.bytes().all(stands);
    let is_said = rest.contains(' ') && rest.starts_with(|c: char| c.is_alphabetic() || c == '@');
    (is_name && is_said).then_some(name)
}

/// Reports whether `name` is no name of a field: it has a part that is no word.
fn is_nick(name: &str) -> bool {
    let is_plain = |part: &str| {
        let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
        word.len() < 3 || is_common(word) || is_common_word(word)
    };
    is_account(name) && !is_shared(name) && !name.split('_').all(is_plain)
}

/// Reports whether `name`, whose line begins at `start`, speaks again nearby, and so does somebody else.
fn is_talk(text: &str, start: usize, name: &str) -> bool {
    /// Bytes on either side.
    const FAR: usize = 768;
    let before = window::before(text, start, FAR);
    let behind = window::behind(text, start + name.len(), FAR);
    let lines = || before.lines().chain(behind.lines().skip(1));
    let heads = || lines().filter_map(talker);
    let others = || heads().filter(|other| *other != name);
    heads().any(|other| other == name) && others().any(|other| other.contains('_') && is_nick(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn those_who_speak_again_beside_others_are_accounts() {
        for (text, expected) in [
            ("dvt_jorun: hat wer den link?\nbahn_olf: ja hier\ndvt_jorun: danke dir\n", Some("dvt_jorun")),
            ("dvt_jorun: hat wer den link?\nbahn_olf: ja hier\n", None),
            ("dvt_jorun: hat wer\ndvt_jorun: noch da?\n", None),
            ("file_name: read me\nlog_level: very low\nfile_name: read it\n", None),
            ("  dvt_jorun: hat wer\nbahn_olf: ja hier\n  dvt_jorun: danke dir\n", None),
            ("é_x: ja é\n", None),
        ] {
            let (field, at) = (Field::new(text), text.find('_').unwrap());
            let candidate = Candidate { field: &field, range: at..at + 1, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(check(&candidate).map(|found| &text[found.range]), expected, "{text}");
        }
    }
}
