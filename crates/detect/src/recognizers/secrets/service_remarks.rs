//! Service remarks: sentences that give a key for a service, without a noun for them: `the papertrail one is …`, `and for twilio it's …`,
//! `log into opsgenie (prod) with …`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    generic_secret::PREFIXED,
    key_value::{is_uuid, may_be_key},
    password_value::has_digit,
    randomness::is_random,
    services::{Shape, joined_service},
    shape::is_mixed_key,
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?i-u:one (?:is|was)|ones are|it's|it is|with|using|mit|avec|con|met|und zwar):? ['\"`]?[0-9A-Za-z_+/]",
        0.85,
        0.88,
    )]),
    context: words![],
    check: |candidate| candidate.part(key(candidate)?),
    ..PREFIXED
}];

/// The random text behind the match, if a service is named before it.
fn key(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Fewest and most bytes of a key.
    const LEN: Range<usize> = 16..513;
    let (text, start) = (candidate.field.text, candidate.range.end - 1);
    let near = line::behind(text, start, LEN.end);
    let len = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_+/=.~".contains(b)).count();
    let found = near.get(..len)?.trim_end_matches('.');
    let is_key = LEN.contains(&found.len()) && has_digit(found) && is_random(found) && may_be_key(found);
    let shape = is_key.then(|| named_service(text, candidate.range.start))??;
    let fits = match shape {
        Shape::Uuid => true,
        Shape::Random => !is_uuid(found),
        Shape::Mixed => is_mixed_key(found) && !is_uuid(found),
    };
    fits.then(|| start..start + found.len())
}

/// The shape of the keys of the service that one of the last words before `at` in its sentence names.
fn named_service(text: &str, at: usize) -> Option<Shape> {
    /// Farthest service, in bytes and words.
    const FAR: usize = 64;
    const WORDS: usize = 6;
    /// Words that say what else the value is.
    const OTHERS: &WordList = &WordList::new(
        "build|built|checksum|commit|commits|committed|deploy|deployed|deployment|digest|fingerprint|hash|id|ids|image|layer|md5|merge|\
         merged|pinned|release|request|revision|session|sha|sha1|sha256|tag|tagged|trace|uuid|version",
    );
    let head = line::before(text, at, FAR);
    let sentence = head.rsplit(". ").next().unwrap_or_default();
    let words: Vec<_> = sentence.rsplit(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let near = &words[..words.len().min(WORDS)];
    if near.iter().any(|word| is_listed(word, OTHERS)) {
        return None;
    }
    joined_service(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn services_are_told_their_keys() {
        const KEY: &str = "9f4c17ab03e85d62c1f7a90e44b2d863";
        for (before, matched, expected) in [
            ("the papertrail ", "one is 9", true),
            ("and for twilio ", "it's 9", true),
            ("log into Last.fm (prod) ", "with 9", true),
            ("try New Relic ", "with 9", true),
            ("the last ", "one is 9", false),
            ("pin github to the commit ", "with 9", false),
            ("the twilio build was tagged ", "with 9", false),
            ("docker starts ", "with 9", false),
        ] {
            let text = [before, &matched[..matched.len() - 1], KEY].concat();
            let found = check_match(RULES[0].check, &text, matched, 0);
            assert_eq!(found, expected.then_some(KEY), "{text}");
        }
    }
}
