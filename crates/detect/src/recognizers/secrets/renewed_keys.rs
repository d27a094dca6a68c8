//! Keys that replace another one: `the API key has expired, new one: …`, `token widerrufen, neuer: …`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{generic_secret::PREFIXED, key_value::may_be_key, randomness::is_random};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?i-u:(?:the )?(?:new|fresh|current|correct|right) one|neue[rs]?|der neue|nuevo|nueva|el nuevo|la nueva|nouveau|nouvelle|nuovo|nuova|novo|nova|\
         nieuwe|nowy|nowe|ny|nytt|replaced (?:by|with)|it is|it's|es lautet)(?: is| ist| es| est| jest)?(?:: ?| )['\"`]?",
        0.85,
        0.88,
    )]),
    context: words![],
    check: |candidate| candidate.part(renewed(candidate)?),
    ..PREFIXED
}];

/// The random text behind the match, if the line before it speaks of a secret.
fn renewed(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Bytes before it in which the secret is named; fewest and most bytes of a key.
    const NEAR: usize = 160;
    const LEN: Range<usize> = 16..513;
    const SECRETS: [&str; 22] = [
        "key",
        "token",
        "secret",
        "passw",
        "credential",
        "webhook",
        "schlüssel",
        "kennwort",
        "clé",
        "jeton",
        "mot de passe",
        "clave",
        "contraseña",
        "chave",
        "senha",
        "chiave",
        "sleutel",
        "wachtwoord",
        "klucz",
        "hasło",
        "nyckel",
        "pat ",
    ];
    let (text, head) = (candidate.field.text, candidate.range.start);
    let start = candidate.range.end;
    let near = line::behind(text, start, LEN.end);
    let len = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_+/=.~".contains(b)).count();
    let found = near.get(..len)?.trim_end_matches('.');
    let before = line::before(text, head, NEAR).to_lowercase();
    let is_secret = SECRETS.iter().any(|word| before.contains(word));
    let has_digit = found.bytes().any(|b| b.is_ascii_digit());
    let fits = LEN.contains(&found.len()) && has_digit && is_random(found) && may_be_key(found);
    (is_secret && fits).then(|| start..start + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn random_texts_replace_secrets() {
        const KEY: &str = "9f4c17ab03e85d62c1f7a90e44b2d8637715aa0c";
        for (before, opening, expected) in [
            ("the signing key in the vault is stale, ", "new one: ", true),
            ("Token abgelaufen, ", "neuer: ", true),
            ("la clave caducó, ", "nueva: ", true),
            ("the build is stale, ", "new one: ", false),
        ] {
            let text = [before, opening, KEY, "\nthanks"].concat();
            let field = Field::new(&text);
            let range = before.len()..before.len() + opening.len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(renewed(&candidate).map(|place| &text[place]), expected.then_some(KEY), "{text}");
        }
    }
}
