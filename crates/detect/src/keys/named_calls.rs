//! Named calls: calls that compare a value with a member, `assertEquals("078-05-1120", user.getSsn())`, set one by its name,
//! `setattr(user, "ssn", "…")`, or declare one, `ssn = Field(…)`.

use super::{Keys, MAX_NAME, MAX_VALUE, Value, call::literal_arguments};
use crate::text::{line, place_of, run_before};

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
