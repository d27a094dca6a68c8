//! Secrets behind symbols and keywords that name them: Ruby's and Elixir's `set :deploy_token, "…"`, Lisp's and Clojure's
//! `:api-key "…"` and `(setq api-key "…")`, Erlang's `{api_key, <<"…">>}`, Gradle's `apiKey '…'`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    assignment::said,
    generic_secret::PREFIXED,
    key_names::{Strength, is_harmless},
    key_value::is_key,
    password::INFO,
    password_value::{Form, value},
};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

/// The end of the name, a sign that parts both, and the quote that opens the value.
const NAMED: Pattern = Pattern::within(
    "(?:[tT]oken|[sS]ecret|[kK]ey|[pP]assword|passwd|[pP]assphrase|pwd|pass|psk|pepper),? (?:<<)?[\"']",
    0.88,
    0.92,
);

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[NAMED]),
        context: words![],
        check: |candidate| {
            let (strength, place) = named(candidate)?;
            (strength == Strength::Password).then(|| candidate.part(place))?
        },
    },
    Rule {
        patterns: Cow::Borrowed(&[NAMED]),
        context: words![],
        check: |candidate| {
            let (strength, place) = named(candidate)?;
            let found = candidate.field.text.get(place.clone())?;
            (strength != Strength::Password && is_key(found, strength, true)).then(|| candidate.part(place))?
        },
        ..PREFIXED
    },
];

/// The strength of the symbol before the match, and the value in the quotes behind it.
fn named(candidate: &Candidate<'_>) -> Option<(Strength, Range<usize>)> {
    /// Longest name, in bytes.
    const LONGEST: usize = 48;
    const SETTERS: [&str; 6] = ["(setq", "(setf", "(defvar", "(defparameter", "(defconst", "(def"];
    let (text, matched) = (candidate.field.text, candidate.matched());
    let open = candidate.range.end - 1;
    let end = candidate.range.start + matched.find([',', ' '])?;
    let head = line::before(text, end, LONGEST);
    let (before, name) = head.rsplit_once([':', ' ', '\t', '(', '{']).unwrap_or(("", head));
    let is_symbol = match head.as_bytes().get(before.len()) {
        Some(b':') => before.is_empty() || before.ends_with([' ', '(', '[', '{', ',', '\t']),
        Some(b'{') => matched.contains(',') && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'),
        _ if matched.contains(',') => false,
        // `(setq smtp-password "…")`, and Gradle's `apiKey '…'`, which fills its line.
        _ => {
            SETTERS.iter().any(|set| before.ends_with(set))
                || before.trim().is_empty() && line::begins(text, end - head.len()) && fills_line(text, open)
        }
    };
    let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let strength = said(name).filter(|_| is_symbol && is_name && !is_harmless(name))?;
    Some((strength, value(text, open, Form::Member)?))
}

/// Reports whether the quotes that open at `open` close at the end of their line.
fn fills_line(text: &str, open: usize) -> bool {
    /// Longest value, in bytes.
    const LONGEST: usize = 160;
    let near = line::behind(text, open, LONGEST);
    let quote = near.chars().next().unwrap_or_default();
    near.get(1..).and_then(|rest| rest.find(quote)).is_some_and(|len| line::ends(text, open + len + 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form as Syntax, text::Field};

    #[test]
    fn symbols_name_their_values() {
        for (text, sign, expected) in [
            (
                "set :sentry_token, \"c41f7a90e44b2d8637715aa0c9f4c17a\"",
                "token",
                Some("c41f7a90e44b2d8637715aa0c9f4c17a"),
            ),
            ("  set :password, 'Kiesel.Moor44'", "password", Some("Kiesel.Moor44")),
            ("{:api-key \"c41f7a90e44b2d86\"}", "key", Some("c41f7a90e44b2d86")),
            ("(setq smtp-password \"Kiesel.Moor44\")", "password", Some("Kiesel.Moor44")),
            ("    apiKey 'c41f7a90e44b2d8637715aa0c9f4c17a'\n", "Key", Some("c41f7a90e44b2d8637715aa0c9f4c17a")),
            ("the api key 'c41f7a90e44b2d86' is mine", "key", None),
            ("Token::secret, \"c41f7a90e44b2d86\"", "secret", None),
            ("fetch(token, \"c41f7a90e44b2d86\")", "token", None),
            ("set :public_key, \"c41f7a90e44b2d86\"", "key", None),
        ] {
            let field = Field::new(text);
            let start = text.find(sign).unwrap();
            let end = start + text[start..].find(['"', '\'']).unwrap() + 1;
            let candidate = Candidate { field: &field, range: start..end, pattern: 0, form: Syntax::Shape, name: "" };
            assert_eq!(named(&candidate).map(|(_, place)| &text[place]), expected, "{text}");
        }
    }
}
