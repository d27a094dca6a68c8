//! Names and values that programs join otherwise than by a sign before the value: assertions, `assertEquals("078-05-1120", user.getSsn())`,
//! attributes by name, `setattr(user, "ssn", "…")`, and elements of markup that is escaped: `&lt;ssn&gt;…&lt;/ssn&gt;`.

use std::ops::Range;

use super::{Keys, MAX_NAME, MAX_VALUE, Value, call::literal_arguments};
use crate::text::{line, place_of, run_before, window};

impl Keys {
    /// The value that the call of `callee`, whose `(` stands at `at`, compares or sets by name.
    pub(super) fn of_named_call(&self, text: &str, callee: &str, at: usize) -> Option<Value<'_>> {
        if callee == "setattr" {
            let [_, name, value, _] = literal_arguments(text, at + 1);
            let name = name?;
            let known = self.of_whole_name(text.get(name.clone())?)?;
            return Some(self.named(known, name, value?));
        }
        let is_assertion = callee.starts_with("assert") && callee.len() <= "assertStrictEquals".len();
        let near = line::behind(text, at + 1, MAX_NAME + MAX_VALUE);
        let arguments = is_assertion.then(|| near.split_once(", "))?;
        let (first, second) = arguments?;
        let literals = literal_arguments(text, at + 1);
        let (path, value) = match literals {
            [Some(value), None, ..] => (second, value),
            [None, Some(value), ..] => (first, value),
            _ => return None,
        };
        let name = member(path)?;
        let known = self.of_name(name)?;
        Some(self.named(known, place_of(text, name)?, value))
    }

    /// The contents of the element in escaped markup whose name ends behind `opening`, `&lt;` and its first letter.
    pub fn of_escaped_element(&self, text: &str, opening: &Range<usize>) -> Option<Value<'_>> {
        const CLOSE: &str = "&gt;";
        let start = opening.end - 1;
        let near = window::behind(text, start, MAX_NAME + MAX_VALUE);
        let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.' | '-');
        let len = near.find(|c| !stands(c))?;
        let contents = near.get(len..)?.strip_prefix(CLOSE)?;
        let contents = contents.get(..contents.find("&lt;/")?).filter(|contents| !contents.trim().is_empty())?;
        let name = near.get(..len)?.rsplit(':').next()?;
        let known = self.of_name(name)?;
        Some(self.named(known, place_of(text, name)?, place_of(text, contents.trim())?))
    }
}

/// The last member of the path that begins `expression`, without the word of a method that reads it: `user.getSsn())` is `Ssn`.
fn member(expression: &str) -> Option<&str> {
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    let path = &expression[..expression.find(|c| !stands(c)).unwrap_or(expression.len())];
    let last = path.rsplit('.').next()?;
    let bare = last.strip_prefix("get").filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '_'));
    Some(bare.unwrap_or(last)).filter(|name| !name.is_empty())
}

/// The name of what is declared with the call whose arguments end `head`: `ssn = models.CharField(max_length=11, `.
pub(super) fn declared(head: &str) -> Option<&str> {
    let open = head.rfind('(')?;
    let callee = head.get(..open).filter(|_| !head[open..].contains(')'))?;
    let callee = callee.strip_suffix(run_before(callee, |c| c.is_alphanumeric() || matches!(c, '_' | '.')))?;
    let before = callee.trim_end().strip_suffix('=')?.trim_end();
    Some(run_before(before, |c| c.is_alphanumeric() || c == '_')).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_declarations_are_named() {
        for (expression, expected) in [
            ("user.getSsn());", Some("Ssn")),
            ("user.ssn)", Some("ssn")),
            ("getaway)", Some("getaway")),
            ("\"x\")", None),
        ] {
            assert_eq!(member(expression), expected, "{expression}");
        }
        for (head, expected) in [
            ("    ssn = models.CharField(max_length=11, ", Some("ssn")),
            ("ssn = Field(", Some("ssn")),
            ("call(ssn, ", None),
            ("ssn = f(x), ", None),
            ("", None),
        ] {
            assert_eq!(declared(head), expected, "{head}");
        }
    }
}
