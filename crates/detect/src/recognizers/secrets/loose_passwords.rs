//! Passwords behind words that name other things, too: `Clave: heron-27`, `Sandi: Kestrel9!`, `Шифра: bor_27x`. The value must look like a
//! password, as no key of a map and no code of goods does.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    password_value::{has_digit, has_letter},
    stand_ins::is_placeholder,
};
use crate::recognizers::support::value::token;
use crate::{Candidate, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "clave de acceso",
                "palabra clave",
                "palavra chave",
                "palavra-chave",
                "chave wi-fi",
                "chave de acesso",
                "parola d'ordine",
                "parola chiave",
                "parole",
                "code d'accès",
                "phrase secrète",
                "mot secret",
                "secret word",
                "code word",
                "codewort",
                "losungswort",
                "kennw",
                "zugangscode",
                "toegangscode",
                "klucz wifi",
                "klucz wi-fi",
                "lösen",
                "lösenordet",
                "jelszava",
                "jelszavam",
                "ключ wi-fi",
                "кодовое слово",
                "кодове слово",
                "συνθηματικό",
                "sandi",
                "口令",
                "暗証",
                "合言葉",
                "암호",
            ],
            0.8,
        ),
        // Words for keys of maps, too.
        Pattern::key(keys!["clave", "mk", "sleutel", "šifra", "ww", "ключ", "шифра"], 0.8),
        // Words for codes of goods and errors, too.
        Pattern::key(keys!["kod", "kode", "kód"], 0.8),
    ]),
    context: words![],
    check: |candidate| {
        let place = password(candidate)?;
        let has_sign = || candidate.field.text[place.clone()].contains(SIGNS);
        // In programs such words name keys of maps.
        let is_written = matches!(candidate.form, Form::Field | Form::Line);
        (candidate.pattern == 0 || is_written && (candidate.pattern == 1 || has_sign()))
            .then(|| candidate.part(place))?
    },
}];

/// Signs of passwords that no code of goods has.
const SIGNS: [char; 8] = ['!', '@', '#', '$', '%', '&', '*', '?'];

/// The value of the candidate that looks like a password: one token of letters in both cases, or in small ones, with digits or signs among
/// them.
fn password(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Fewest and most bytes.
    const LENGTHS: std::ops::RangeInclusive<usize> = 6..=64;
    let place = token(candidate, b"")?;
    let found = &candidate.field.text[place.clone()];
    let is_small = found.contains(char::is_lowercase);
    let has_sign = found.contains(|c: char| "!@#$%^&*?+=_~".contains(c));
    let is_path = found.contains("://") || found.contains(['/', '\\', '(', '[', '{']) || is_dotted(found);
    let is_mixed = has_letter(found) && (has_digit(found) || has_sign && found.contains(char::is_uppercase));
    (LENGTHS.contains(&found.len()) && is_small && is_mixed && !is_path && !is_placeholder(found)).then_some(place)
}

/// Reports whether dots part words in small letters, as in names of files, hosts and members.
fn is_dotted(found: &str) -> bool {
    found.contains('.') && found.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | '_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn values_look_like_passwords() {
        for (found, expected) in [
            ("heron-27", true),
            ("Kestrel!Moor", true),
            ("bor_27x", true),
            ("AB-1234", false),
            ("nombre", false),
            ("v2.config.js", false),
            ("https://example.com/a1", false),
            ("a1", false),
        ] {
            let field = Field::new(found);
            let candidate =
                Candidate { field: &field, range: 0..found.len(), pattern: 0, form: Form::Field, name: "clave" };
            assert_eq!(password(&candidate).is_some(), expected, "{found}");
        }
    }
}
