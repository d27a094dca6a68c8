//! Names of persons in blocks, as factories of test data hold them: `first_name { "Jane" }`.

use std::borrow::Cow;

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::name_words;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?:(?:first|last|given|family|full|middle|maiden|display|contact|customer|patient|user)_?name|surname|forename|vorname|nachname|prenom|nom_famille|\
         apellidos?|cognome) {1,16}\\{ ?[\"']",
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
    let quote = candidate.matched().chars().next_back()?;
    let near = line::behind(text, end, LONGEST);
    let (found, rest) = near.split_once(quote)?;
    let is_block = rest.trim_start().starts_with('}');
    (is_block && name_words(found).is_some()).then(|| candidate.part(end..end + found.len()))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn blocks_hold_names() {
        for (text, matched, expected) in [
            ("  last_name  { 'Fitzroy' }", "last_name  { '", Some("Fitzroy")),
            ("full_name { \"Jane Roe\" }", "full_name { \"", Some("Jane Roe")),
            ("first_name { \"name#{n}\" }", "first_name { \"", None),
            ("surname { 'Roe', 'x' }", "surname { '", None),
        ] {
            assert_eq!(check_match(check, text, matched, 0), expected, "{text}");
        }
    }
}
