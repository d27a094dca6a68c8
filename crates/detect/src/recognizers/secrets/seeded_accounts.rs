//! Lists of accounts with their passwords in code, as tests and seeds have them: `USERS = [("jane", "…"), ("john", "…")]`,
//! `accounts = {"jane": "…"}`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    chosen_words::is_rare_word,
    password::INFO,
    password_value::{MIN_LEN, has_digit, has_letter},
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Most accounts of a list.
const MOST: usize = 8;

pub(super) const RULES: &[Rule] = &[ACCOUNTS, PAIR];

/// A password of a word, a sign and more behind a user in any list of literals: `("prod", "svc_mail", "Kestrel!92")`.
const PAIR: Rule = Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::around(b'!', 0.85, 0.9), Pattern::around(b'#', 0.8, 0.85)]),
    context: words![],
    check: |candidate| candidate.part(password_around(candidate.field.text, candidate.range.start)?),
};

/// The literal around the sign at `at`, a word, the sign and a number or a word, behind the literal of a user.
fn password_around(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest part before and behind the sign, and longest user, in bytes.
    const LONGEST: usize = 24;
    const USER: usize = 48;
    /// Fewest letters of the word, and of a number or a word behind the sign.
    const LETTERS: usize = 5;
    const BEHIND: usize = 2;
    let behind = line::behind(text, at + 1, LONGEST);
    let len = behind.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let quote = behind[len..].chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let word = line::before(text, at, LONGEST);
    let word = &word[word.rfind(quote)? + 1..];
    let is_word =
        word.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS && word.chars().all(char::is_alphanumeric);
    if !is_word || len < BEHIND || word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let start = at - word.len();
    let head = line::before(text, start - 1, USER).trim_end().strip_suffix(',')?.strip_suffix(quote)?;
    let open = head.rfind(quote)?;
    let user = &head[open + 1..];
    let is_list = head[..open].trim_end().ends_with(['(', '[', ',', '{']);
    (is_list && is_user(user) && !user.bytes().all(|b| b.is_ascii_digit())).then_some(start..at + 1 + len)
}

/// The passwords by their places in the list: a pattern has one find.
const ACCOUNTS: Rule = Rule {
    info: INFO,
    patterns: Cow::Borrowed(
        &[const { Pattern::within("(?i-u:users|accounts|credentials|creds|logins)[\"']? ?[=:] ?[\\[({]", 0.85, 0.9) };
            MOST],
    ),
    context: words![],
    check,
};

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    // Of users other things than passwords are listed, too.
    let are_words = ["credentials", "creds", "logins", "auth"].iter().any(|name| {
        let head = line::before(candidate.field.text, candidate.range.end, 32).to_ascii_lowercase();
        head.contains(name)
    });
    candidate.part(passwords(candidate.field.text, candidate.range.end, are_words)?.nth(candidate.pattern)?)
}

/// The passwords of the pairs of literals from `at` on, up to the end of the list; none if something else than pairs stands there. A
/// password may be one word if `are_words`.
fn passwords(text: &str, at: usize, are_words: bool) -> Option<impl Iterator<Item = Range<usize>>> {
    /// Longest list, in bytes.
    const FAR: usize = 1024;
    let near = window::behind(text, at, FAR);
    let mut pairs = Vec::new();
    let mut literals: Vec<Range<usize>> = Vec::new();
    let (mut place, mut is_inner) = (0, false);
    while pairs.len() < MOST {
        let rest = near.get(place..)?;
        let Some(sign) = rest.find(['"', '\'', ']', ')', '}', '\n', ',']) else { break };
        // Between literals stand signs and nothing else.
        if rest[..sign].contains(|c: char| c.is_alphanumeric()) {
            break;
        }
        let quote = rest[sign..].chars().next()?;
        // A list of names has no pairs.
        is_inner |= rest[..sign].contains(['(', '[', '{', ':']);
        place += sign + 1;
        if !matches!(quote, '"' | '\'') {
            // A tuple may have a role behind its pair.
            if quote == ')' || quote == ']' {
                literals.clear();
            }
            continue;
        }
        let Some(len) = near[place..].find([quote, '\n']) else { break };
        literals.push(at + place..at + place + len);
        place += len + 1;
        if let [user, password] = literals.as_slice() {
            let is_pair = is_inner
                && is_user(&text[user.clone()])
                && (is_password(&text[password.clone()]) || are_words && is_rare_word(&text[password.clone()]));
            pairs.push(Some(password.clone()).filter(|_| is_pair)?);
            literals.clear();
            is_inner = false;
        }
    }
    Some(pairs.into_iter())
}

/// Reports whether it is the name of a user.
fn is_user(found: &str) -> bool {
    !found.is_empty() && found.chars().all(|c| c.is_alphanumeric() || "._-@+\\".contains(c))
}

/// Reports whether it is a password: letters with digits or signs, and no address or path.
fn is_password(found: &str) -> bool {
    /// Fewest bytes of letters and digits.
    const LEAST: usize = 8;
    let has_sign = found.chars().any(|c| c.is_ascii_punctuation() && !"._-:/'()[]{}<>@".contains(c));
    let is_other = is_placeholder(found) || is_name(found) || is_ordinary(found) || found.contains(['/', ' ', '@']);
    let is_mixed = has_digit(found) && found.len() >= LEAST || has_sign && found.len() >= MIN_LEN;
    has_letter(found) && is_mixed && !is_other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_the_second_of_each_pair() {
        for (text, expected) in [
            ("\n  (\"jane.roe\", \"Gale_2746\"),\n  (\"j_d\", \"Moon!Lake\"),\n]", &["Gale_2746", "Moon!Lake"][..]),
            ("'jane': 'Gale2746', 'john': 'Moon4711'}", &["Gale2746", "Moon4711"]),
            ("('jane', 'Gale2746', 'admin'), ('john', 'Moon4711', 'user')]", &["Gale2746", "Moon4711"]),
            ("\"jane\", \"john\", \"jim\"]", &[]),
            ("{\"name\": \"Jane\", \"mail\": \"jane@example.org\"}]", &[]),
            ("\"jane\", \"johndoe99\", \"jim\", \"jimjones7\"]", &[]),
            ("load(\"a\", \"b2c4d6\")]", &[]),
        ] {
            let found: Vec<_> = passwords(text, 0, false).into_iter().flatten().map(|place| &text[place]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
