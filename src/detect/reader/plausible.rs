//! What no name looks like: identifiers, paths, calls.

use crate::{
    detect::common::is_common_word,
    ner::{Mention, Type},
    text::is_word,
};

/// From this presence on a word that is a name as well as an ordinary word is taken for a name.
const PLAIN: f32 = 0.7;

/// Whether `mention` has the form of a name, and does not stand in code.
pub fn is_plausible(text: &str, mention: &Mention) -> bool {
    let range = mention.span.range();
    let (Some(found), Some(head), Some(tail)) =
        (text.get(range.clone()), text.get(..range.start), text.get(range.end..))
    else {
        return false;
    };
    let letters = found.chars().filter(|c| c.is_alphabetic()).take(2).count();
    let signs = |b: u8| b"_{}<>=\\|$*[]@~^".contains(&b);
    if letters < 2 || found.bytes().any(signs) {
        return false;
    }
    let is_single = !found.bytes().any(|b| b.is_ascii_whitespace());
    if is_single && is_code(head, tail) {
        return false;
    }
    match mention.kind {
        Type::Person => {
            let is_number = found.bytes().any(|b| b.is_ascii_digit());
            let is_doubtful = is_single && is_common_word(found) && mention.presence < PLAIN;
            !is_number && !is_doubtful && !found.split(|c: char| !c.is_alphabetic()).any(has_hump)
        }
        Type::Nrp => !found.bytes().any(|b| b.is_ascii_digit()),
        Type::Location | Type::Organization => true,
    }
}

/// Whether what stands between `head` and `tail` is part of a path, a name with parts, or a call.
fn is_code(head: &str, tail: &str) -> bool {
    let attached = |sign: char| {
        head.strip_suffix(sign).is_some_and(|before| before.ends_with(|c: char| is_word(c) || matches!(c, ')' | '.')))
    };
    let before = head.ends_with(['_', '$', '\\', '#', '`']) || head.ends_with("::") || attached('.') || attached('/');
    let member = tail.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()));
    let is_site = [".com", ".org", ".net", ".io", ".co"].iter().any(|end| tail.starts_with(end));
    before || tail.starts_with(['_', '(', '[', '`', '\\', '<']) || tail.starts_with("::") || member && !is_site
}

/// Whether a word changes to a capital within: `getName`, but not `McCall`.
fn has_hump(word: &str) -> bool {
    let mut last = ' ';
    let mut humps = word.chars().enumerate().filter(|(at, c)| {
        let is_hump = last.is_lowercase() && c.is_uppercase() && *at > 3;
        last = *c;
        is_hump
    });
    humps.next().is_some() || word.starts_with(char::is_lowercase) && word.contains(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    fn plausible(head: &str, found: &str, tail: &str, kind: Type, presence: f32) -> bool {
        let text = [head, found, tail].concat();
        let span = Span::new(&text, head.len()..head.len() + found.len()).unwrap();
        is_plausible(&text, &Mention { span, kind, presence, confidence: presence, alternative: None })
    }

    #[test]
    fn names_are_plausible_and_code_is_not() {
        for (head, found, tail) in [
            ("by ", "Jane Roe", ","),
            ("", "Jean-Luc O'Neill", "'s"),
            ("", "Ian McCall", "(45)"),
            ("", "JANE ROE", "\n"),
        ] {
            assert!(plausible(head, found, tail, Type::Person, 0.5), "{found}");
        }
        for (head, found, tail) in [
            ("", "R2", ""),
            ("use std::", "Path", ";"),
            ("", "Jackson", "::new()"),
            ("", "Jackson", "("),
            ("a.", "Jackson", ""),
            ("src/", "Jackson", ""),
            ("", "getName", ""),
            ("", "first_name", ""),
            ("", "Jackson", ".java"),
            ("", "J", ""),
            ("", "Will", " do"),
        ] {
            assert!(!plausible(head, found, tail, Type::Person, 0.5), "{found}");
        }
        assert!(plausible("", "Will", " said", Type::Person, 0.9));
        assert!(plausible("", "Amazon", ".com", Type::Organization, 0.5));
        assert!(plausible("", "OpenAI", " said", Type::Organization, 0.5));
    }
}
