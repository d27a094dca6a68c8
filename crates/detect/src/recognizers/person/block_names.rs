//! Names of persons in blocks, as factories of test data hold them: `first_name { "Jane" }`.

use std::borrow::Cow;

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::name_words;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The blanks and the bracket behind the name are left to the check, which takes less room than an automaton of them.
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?:(?:first|last|given|family|full|middle)_name|surname|vorname|nachname|prenom|cognome) ",
        0.9,
        0.95,
    )]),
    context: words![],
    check,
}];

/// The words in the quotes of the block, each with a capital.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, LONGEST);
    let inner = near.trim_start().strip_prefix('{')?.trim_start();
    let quote = inner.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (found, rest) = inner[1..].split_once(quote)?;
    let is_block = rest.trim_start().starts_with('}');
    let start = end + near.len() - inner.len() + 1;
    (is_block && name_words(found).is_some()).then(|| candidate.part(start..start + found.len()))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn blocks_hold_names() {
        for (text, matched, expected) in [
            ("  last_name  { 'Fitzroy' }", "last_name ", Some("Fitzroy")),
            ("full_name { \"Jane Roe\" }", "full_name ", Some("Jane Roe")),
            ("first_name { \"name#{n}\" }", "first_name ", None),
            ("surname { 'Roe', 'x' }", "surname ", None),
        ] {
            assert_eq!(check_match(check, text, matched, 0), expected, "{text}");
        }
    }
}
