//! What the recognizers of keys and tokens share: how they are published, and what is too plain to be one.

use std::ops::RangeInclusive;

use crate::Candidate;
use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::neighbours::alphabet_continues;

/// The facts about the label of a secret that is known by its shape or prefix.
pub(crate) const fn info(
    label: &'static str,
    aliases: &'static [&'static str],
    description: &'static str,
    example: &'static str,
    surrogate: Surrogate,
) -> LabelInfo {
    LabelInfo {
        groups: &[Group::SECRETS],
        aliases,
        validation: Validation::Structure,
        ..LabelInfo::new(label, description, example, Handling { surrogate, ..Handling::IDENTIFIER })
    }
}

/// Whether all of a token has been matched, it is as long as its kind is (prefix included), and it is
/// not what documentation puts in its place.
pub(crate) fn is_token(candidate: &Candidate<'_>, lengths: RangeInclusive<usize>) -> bool {
    let matched = candidate.matched();
    lengths.contains(&matched.len())
        && !alphabet_continues(candidate.field.text, &candidate.range, b"-")
        && !is_dummy(matched)
}

/// Whether it is too plain to be random: six of a sign in a row, or few different signs.
pub(crate) fn is_dummy(token: &str) -> bool {
    let mut seen = 0_u128;
    let (mut run, mut last) = (0, 0);
    for b in token.bytes() {
        seen |= 1_u128.checked_shl(u32::from(b)).unwrap_or_default();
        run = if b == last { run + 1 } else { 1 };
        last = b;
        if run == 6 {
            return true;
        }
    }
    seen.count_ones() < 8
}

/// Shannon entropy of the bytes of `token`, in bits for each.
pub(crate) fn entropy(token: &str) -> f32 {
    let mut counts = [0_u16; 256];
    for b in token.bytes() {
        if let Some(count) = counts.get_mut(usize::from(b)) {
            *count = count.saturating_add(1);
        }
    }
    let len = token.len() as f32;
    let bits = |count: &u16| f32::from(*count) / len * (f32::from(*count) / len).log2();
    -counts.iter().filter(|count| **count > 0).map(bits).sum::<f32>()
}

/// Whether more than half of `token` are words rather than random letters: four letters or more in a
/// row, all of one case but perhaps the first.
pub(crate) fn is_wordy(token: &str) -> bool {
    const WORD: usize = 4;
    let bytes = token.as_bytes();
    let (mut at, mut words) = (0, 0);
    while let Some(first) = bytes.get(at) {
        let rest = bytes.get(at + 1..).unwrap_or_default();
        let lower = rest.iter().take_while(|b| b.is_ascii_lowercase()).count();
        let upper = rest.iter().take_while(|b| b.is_ascii_uppercase()).count();
        let len = match first {
            b'a'..=b'z' => 1 + lower,
            b'A'..=b'Z' => 1 + lower.max(upper),
            _ => 1,
        };
        if len >= WORD {
            words += len;
        }
        at += len;
    }
    2 * words > token.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_dummies_are_told_from_random_letters() {
        for (token, dummy, wordy) in [
            ("sk_live_xxxxxxxxxxxxxxxx", true, true),
            ("4eC39HqLyjWDarjtT1zdp7dc", false, false),
            ("my-application-secret-2", false, true),
            ("9f86d081884c7d659a2feaa0c55ad015", false, false),
            ("0101010101010101", true, false),
            ("YOUR_ACCESS_TOKEN", false, true),
        ] {
            assert_eq!((is_dummy(token), is_wordy(token)), (dummy, wordy), "{token}");
        }
        assert_eq!(entropy("abcd"), 2.0);
        assert_eq!(entropy(""), 0.0);
    }
}
