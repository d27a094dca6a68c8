//! Authors of changes as Git lists them in columns, where the code on the line hides that a name stands there: lines of `git blame`
//! (`71f07921 (Jane Roe 2024-08-24 13:45:28 +0200 4) def main():`) and of `git shortlog -sn` (a number, a tab and the author); and authors of
//! programs in their remarks: `@author Jane Roe`, `FIXME Jane: …`.

use std::{borrow::Cow, ops::Range};

use super::{introduced_name::INFO, inverted_names::is_firm};
use crate::common_words::is_common_word;
use crate::recognizers::contact::username_formats::{BLAMED, blame_author};
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::name_words;
use crate::text::{line, run_behind, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // Numbers of changes stand right before a tab.
    patterns: Cow::Borrowed(&[
        BLAMED,
        Pattern::within(" [0-9]{1,6}\t[A-Z]", 0.8, 0.85),
        Pattern::within("@author [A-Z]", 0.8, 0.85),
        Pattern::prefix("(?:TODO|FIXME|XXX|HACK) [A-Z][a-z]", 0.75, 0.85),
    ]),
    context: words![],
    check: |candidate| {
        let place = match candidate.pattern {
            0 => blame_author(candidate.field.text, candidate.range.start)?,
            1 => counted(candidate)?,
            2 => credited(candidate)?,
            _ => return candidate.part(noted(candidate)?),
        };
        name_words(&candidate.field.text[place.clone()]).filter(|words| *words > 1)?;
        candidate.part(place)
    },
}];

/// The author that fills the line behind its number, next to another such line.
fn counted(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest line, in bytes.
    const LONGEST: usize = 96;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = line::whole_before(text, start, LONGEST)?;
    let name = line::whole_behind(text, end - 1, LONGEST)?.trim_end();
    let is_row = |line: &str| {
        let bare = line.trim_start_matches(' ');
        let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
        (1..=6).contains(&digits) && bare[digits..].starts_with('\t') && bare.len() < line.len()
    };
    let above = window::before(text, start - head.len(), LONGEST).trim_end_matches(['\n', '\r']).rsplit('\n').next();
    let below = window::behind(text, end, 2 * LONGEST).split('\n').nth(1);
    let is_listed = [above, below].into_iter().flatten().any(is_row);
    (head.trim().is_empty() && is_listed).then(|| end - 1..end - 1 + name.len())
}

/// The author behind the mark, up to the address or the end of the line.
fn credited(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let start = candidate.range.end - 1;
    let near = line::behind(candidate.field.text, start, LONGEST);
    let name = near.split(['<', '(', ',', '*', '/', '&']).next()?.trim_end();
    let is_body = is_firm(name)
        || name
            .split(' ')
            .any(|word| word.len() > 2 && is_common(&word.to_lowercase()) && !is_common_word(&word.to_lowercase()));
    (name.len() < LONGEST && !is_body).then(|| start..start + name.len())
}

/// The first name of whom a remark calls, between the mark and a colon.
fn noted(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let text = candidate.field.text;
    let start = candidate.range.end - 2;
    let name = run_behind(line::behind(text, start, NEAR), char::is_alphabetic);
    let is_called = text[start + name.len()..].starts_with(": ");
    let is_word = || is_common(&name.to_lowercase()) || is_common_word(&name.to_lowercase());
    (is_called && name.len() > 2 && name[1..].chars().all(char::is_lowercase) && !is_word())
        .then(|| start..start + name.len())
}

/// Longest first name, in bytes.
const NEAR: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn authors_stand_beside_their_changes() {
        for (text, sign, pattern, expected) in [
            (
                "71f07921 (Zenaide Quill 2024-08-24 13:45:28 +0200  4) def main():",
                " +0200  4) ",
                0,
                Some("Zenaide Quill"),
            ),
            ("71f07921 (zquill 2024-08-24 13:45:28 +0200  4) def main():", " +0200  4) ", 0, None),
            ("see (Zenaide Quill 2024-08-24 13:45:28 +0200  4) there", " +0200  4) ", 0, None),
            ("   214\tZenaide Quill\n    12\tRéka Ünal\n", " 12\tR", 1, Some("Réka Ünal")),
            ("   214\tZenaide Quill\n    12\tRéka Ünal\n", " 214\tZ", 1, Some("Zenaide Quill")),
            ("   214\tTotal Lines\n", " 214\tT", 1, None),
            ("x 214\tZenaide Quill\n   1\tB\n", " 214\tZ", 1, None),
            (" * @author Zenaide Quill <z@example.com>", "@author Z", 2, Some("Zenaide Quill")),
            (" * @author K. R. Ünal\n", "@author K", 2, Some("K. R. Ünal")),
            (" * @author Parser Team\n", "@author P", 2, None),
            (" * @author Zenaide\n", "@author Z", 2, None),
            ("// FIXME Zenaide: it overflows", "FIXME Ze", 3, Some("Zenaide")),
            ("// FIXME Parser: it overflows", "FIXME Pa", 3, None),
            ("// FIXME Zenaide says so", "FIXME Ze", 3, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, sign, pattern), expected, "{text}");
        }
    }
}
