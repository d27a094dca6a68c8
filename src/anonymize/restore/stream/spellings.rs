//! Spellings of surrogates that language models write in their place: names in capitals, small letters or joined to one
//! word, e-mail addresses in capitals, numbers grouped anew.

use crate::anonymize::{Original, Substitute};

/// Fewest digits of a number that is known in other groups.
const MIN_DIGITS: usize = 8;

/// The other spellings of a surrogate, each with the original in a spelling like it; none of a placeholder.
pub(super) fn spellings(substitute: &str, original: &str) -> Vec<(Substitute, Original)> {
    if substitute.starts_with('[') {
        return Vec::new();
    }
    let mut found = match () {
        () if is_name(substitute) => names(substitute, original),
        () if substitute.contains('@') => addresses(substitute, original),
        () => numbers(substitute, original),
    };
    found.retain(|(spelling, _)| spelling != substitute);
    found.iter().map(|(spelling, original)| (spelling.as_str().into(), Original::new(original))).collect()
}

fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '’');
    text.chars().all(is_letter) && text.chars().any(char::is_uppercase)
}

/// A name in capitals and, if it has several words, in small letters and joined as accounts and files have it: one word in small
/// letters may be any.
fn names(substitute: &str, original: &str) -> Vec<(String, String)> {
    let mut found = vec![(substitute.to_uppercase(), original.to_uppercase())];
    if substitute.contains(' ') {
        let lower = (substitute.to_lowercase(), original.to_lowercase());
        let joined = |by: &str| (substitute.replace(' ', by), original.replace(' ', by));
        found.extend([joined("_"), joined("-"), joined("")]);
        found.extend(["_", "-"].map(|by| (lower.0.replace(' ', by), lower.1.replace(' ', by))));
        found.push(lower);
    }
    found
}

/// An e-mail address in capitals, and at the beginning of a sentence.
fn addresses(substitute: &str, original: &str) -> Vec<(String, String)> {
    let capitalized = |text: &str| {
        let first = text.chars().next().map_or(0, char::len_utf8);
        text[..first].to_uppercase() + &text[first..]
    };
    vec![(substitute.to_uppercase(), original.to_uppercase()), (capitalized(substitute), capitalized(original))]
}

/// A number without groups, and with each of the usual signs between its groups.
fn numbers(substitute: &str, original: &str) -> Vec<(String, String)> {
    let is_separator = |c: char| matches!(c, ' ' | '-' | '.' | '(' | ')' | '/');
    let is_number = |text: &str| {
        text.chars().all(|c| c.is_ascii_digit() || c == '+' || is_separator(c))
            && text.bytes().filter(u8::is_ascii_digit).count() >= MIN_DIGITS
    };
    if !is_number(substitute) || !is_number(original) {
        return Vec::new();
    }
    let joined = |text: &str, by: &str| {
        let groups: Vec<&str> = text.split(is_separator).filter(|group| !group.is_empty()).collect();
        groups.join(by)
    };
    let joined = |by| (joined(substitute, by), joined(original, by));
    ["", " ", "-", "."].map(joined).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_case_and_joints_and_numbers_their_groups() {
        for (substitute, original, expected) in [
            (
                "Linda Johnson",
                "Emma Stone",
                &[
                    ("LINDA JOHNSON", "EMMA STONE"),
                    ("Linda_Johnson", "Emma_Stone"),
                    ("Linda-Johnson", "Emma-Stone"),
                    ("LindaJohnson", "EmmaStone"),
                    ("linda_johnson", "emma_stone"),
                    ("linda-johnson", "emma-stone"),
                    ("linda johnson", "emma stone"),
                ][..],
            ),
            ("Johnson", "Stone", &[("JOHNSON", "STONE")]),
            (
                "+1 305-555-0108",
                "+49 30 901820",
                &[
                    ("+13055550108", "+4930901820"),
                    ("+1 305 555 0108", "+49 30 901820"),
                    ("+1-305-555-0108", "+49-30-901820"),
                    ("+1.305.555.0108", "+49.30.901820"),
                ],
            ),
            ("[PERSON_1]", "Emma", &[]),
            (
                "x@example.com",
                "y@example.org",
                &[("X@EXAMPLE.COM", "Y@EXAMPLE.ORG"), ("X@example.com", "Y@example.org")],
            ),
            ("555-0108", "901820", &[]),
        ] {
            let found = spellings(substitute, original);
            let found: Vec<_> = found.iter().map(|(spelling, original)| (&**spelling, original.as_str())).collect();
            assert_eq!(found, expected, "{substitute}");
        }
    }
}
