//! Passwords that fill the line behind a short word for them: `pass kestrel27`, `p/w: kestrel27`, `pass is kestrel27`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    credential_phrases::password_at,
    password::INFO,
    password_value::{has_digit, has_letter},
    randomness::is_common,
};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix("(?i:p/w|p\\.w\\.)(?: is|:| is:| =|=)? ?", 0.85, 0.95),
        Pattern::prefix("(?i:pass|pwd?)(?: is:?)? [\"'`]?", 0.8, 0.9),
    ]),
    context: words![],
    check: |candidate| candidate.part(password(candidate)?),
}];

/// The password behind the match, a word with digits that is none of programs.
fn password(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Fewest letters of the word.
    const LETTERS: usize = 4;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    // The name begins a line or a clause, or it is said whose it is: `the pass is …`.
    let head = line::before(text, start, 8).to_ascii_lowercase();
    let is_told = candidate.matched().contains(" is");
    let is_owned = || ["the ", "my ", "our ", "new "].iter().any(|word| head.ends_with(word));
    let begins =
        || head.trim_end_matches([' ', '-', '*', '>', '#', '"']).is_empty() || head.ends_with([',', '.', ';', ':']);
    if candidate.pattern == 1 && !(begins() || head.ends_with(", ") || is_told && is_owned()) {
        return None;
    }
    let place = password_at(text, end)?;
    let found = &text[place.clone()];
    let behind = text[place.end..].trim_start_matches(['"', '\'', '`', '.', '!', ')']);
    let stem = found.trim_matches(|c: char| !c.is_alphabetic());
    let is_word = stem.chars().count() >= LETTERS && !is_common(stem) && !found.contains(['_', '.', '/']);
    let fits = candidate.pattern == 0 || is_word && line::ends(behind, 0);
    (has_digit(found) && has_letter(found) && fits).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn passwords_fill_lines() {
        for (text, matched, pattern, expected) in [
            ("p/w: osprey5", "p/w: ", 0, Some("osprey5")),
            ("pass osprey5", "pass ", 1, Some("osprey5")),
            ("the pass is osprey5.", "pass is ", 1, Some("osprey5")),
            ("pass utf8", "pass ", 1, None),
            ("pass value2", "pass ", 1, None),
            ("tests pass osprey5", "pass ", 1, None),
            ("pass osprey5 to the call", "pass ", 1, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, pattern), expected, "{text}");
        }
    }
}
