//! Passwords behind their name and what they open, without a verb or with one, in languages other than English: `hasło do laptopa Żuraw2044`,
//! `mot de passe du portable Mimosa44`, `o kodikos tou router einai meltemi2044`.

use std::borrow::Cow;

use super::{password::INFO, password_prose::is_value, password_value::has_letter};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?i:hasłem|hasło|heslom|heslo|geslo|lozink[aue]|jelszó|jelszav?a|senha|contraseña|mot de passe|passwort|kennwort|wachtwoord|lösenord(?:et)?|passord(?:et)?|adgangskoden?|\
             kodeord(?:et)?|koden til|salasana|şifresi|sandi|kata sandi|mật khẩu|parool|slaptažodis|parole|parol[aă]|kodikos|kwdikos|password (?:del|della|dello|dell|di|do|da|de|du))[ '’]",
            0.8,
            0.9,
        ),
        Pattern::within(
            "(?:[Пп]арол(?:ь|ата|а|и)|[Шш]ифр[аеу] (?:за|од|је)|[Лл]озинк(?:ата|а|и)|[Κκ]ωδικός|كلمة (?:المرور|مرور|السر|سر)|رمز مرور|סיסמ[הת]|पासवर्ड|รหัสผ่าน)",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// Longest password and farthest one, in bytes, and most words before it.
const LONGEST: usize = 48;
const FAR: usize = 64;
const WORDS: usize = 5;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    if text[..range.start]
        .ends_with(|c: char| c.is_alphanumeric() && c.is_ascii() || matches!(c, '_' | '-' | '.' | '"' | '\''))
    {
        return None;
    }
    let near = line::behind(text, range.end, FAR + LONGEST);
    // Hardly any of these words has a digit behind it.
    near.bytes().any(|b| b.is_ascii_digit()).then_some(())?;
    let mut at = 0;
    for _ in 0..=WORDS {
        let rest = near.get(at..)?;
        let word = rest.split(' ').next()?;
        let bare = word.trim_start_matches(|c: char| c.is_alphabetic() && !c.is_ascii());
        // Scripts without blanks join the password to what it opens.
        let start = if bare.starts_with(|c: char| c.is_ascii_alphanumeric()) && !is_latin(word) {
            word.len() - bare.len()
        } else {
            0
        };
        if let Some(len) = password_len(&word[start..]) {
            let place = range.end + at + start..range.end + at + start + len;
            return (is_value_edge(text, place.end) && at > 0).then(|| candidate.part(place))?;
        }
        let stands = |c: char| {
            c.is_lowercase()
                || c.is_alphabetic() && !c.is_ascii() && !c.is_uppercase()
                || matches!(c, '\'' | '’' | '-' | '\u{300}'..='\u{36F}' | '\u{900}'..='\u{97F}' | '\u{E00}'..='\u{E7F}')
        };
        let is_word = word.chars().all(stands) || matches!(word, "PC" | "Wi-Fi" | "WiFi" | "VPN" | "TV");
        if at > FAR || !is_word || is_listed(word, OTHERS) {
            return None;
        }
        at += word.len() + 1;
    }
    None
}

/// Words of rules about passwords.
const OTHERS: &WordList = &WordList::new(
    "musí|muss|musi|doit|debe|deve|moet|mora|måste|må|skal|täytyy|kell|trebuie|должен|повинен|трябва|minimálně|minimum|mindestens|aspoň|co|najmniej|menos|almeno|au|moins|minst|\
     vähintään|legalább|puțin|vagy|oder|lub|nebo|alebo|ou|eller|tai|sau|ili|ali|или|або|pre|verzi|wersji|version|verzió",
);

/// Reports whether `word` begins with a letter of Latin.
fn is_latin(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() && c < '\u{250}')
}

/// The length of the password that `word` is, without the signs of the sentence behind it.
fn password_len(word: &str) -> Option<usize> {
    const LEN: std::ops::RangeInclusive<usize> = 6..=LONGEST;
    let found = word.trim_end_matches(['.', ',', ';', '?', ')', ':', '"']);
    // A word, a dash and a number: `Arad-2044`.
    let is_joined = found.rsplit_once(['-', '_']).is_some_and(|(stem, number)| {
        (2..=4).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
            && stem.len() > 3
            && stem.starts_with(char::is_uppercase)
            && stem.chars().skip(1).all(char::is_lowercase)
    });
    (LEN.contains(&found.len()) && has_letter(found) && (is_value(found, true) || is_joined)).then_some(found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn passwords_stand_behind_what_they_open() {
        for (text, name, pattern, expected) in [
            ("hasło do laptopa Bociek2044, login", "hasło ", 0, Some("Bociek2044")),
            ("password del portatile Ginestra44, utente", "password del ", 0, Some("Ginestra44")),
            ("mot de passe du portable Mimosa44.", "mot de passe ", 0, Some("Mimosa44")),
            ("o kodikos tou router einai meltemi2044 kai", "kodikos ", 0, Some("meltemi2044")),
            ("koden til pc'en er Lupin2044", "koden til ", 0, Some("Lupin2044")),
            ("пароль на роутері Arad-2044", "пароль", 1, Some("Arad-2044")),
            ("كلمة مرور اللابتوب Reem2044 و", "كلمة مرور", 1, Some("Reem2044")),
            ("รหัสผ่านใหม่คือ Nokyung_2031", "รหัสผ่าน", 1, Some("Nokyung_2031")),
            ("รหัสผ่านโน้ตบุ๊ก Duang2044 แล้ว", "รหัสผ่าน", 1, Some("Duang2044")),
            ("hasło musi mieć 12 znaków, np. Abc12345", "hasło ", 0, None),
            ("heslo k verzi Office365 je stejné", "heslo ", 0, None),
            ("пароль для входа в систему v2.1.0", "пароль", 1, None),
        ] {
            assert_eq!(check_match(check, text, name, pattern), expected, "{text}");
        }
    }
}
