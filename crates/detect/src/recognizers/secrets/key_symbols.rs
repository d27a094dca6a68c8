//! Secrets behind symbols and keywords that name them: Ruby's and Elixir's `set :deploy_token, "…"`, Lisp's and Clojure's
//! `:api-key "…"`.

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
const NAMED: Pattern = Pattern::within("(?:token|secret|key|password|passwd|passphrase|pwd|pass),? [\"']", 0.88, 0.92);

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
    let (text, matched) = (candidate.field.text, candidate.matched());
    let open = candidate.range.end - 1;
    let end = candidate.range.start + matched.find([',', ' '])?;
    let head = line::before(text, end, LONGEST);
    let (before, name) = head.rsplit_once(':')?;
    let is_symbol = before.is_empty() || before.ends_with([' ', '(', '[', '{', ',', '\t']);
    let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let strength = said(name).filter(|_| is_symbol && is_name && !is_harmless(name))?;
    Some((strength, value(text, open, Form::Member)?))
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
