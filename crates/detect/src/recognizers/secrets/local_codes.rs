//! Codes and passwords behind local words for them in languages written in Latin letters: `spynos kodas 93*23`, `ukse parool 1987k`, `SMS kodi
//! 50318`, `mật khẩu thang máy 1816#`, `la clave nueva es 2814*`, `Ny kode inngangsdør fra 1/3: 7730`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    password_value::{has_digit, has_letter},
    stand_ins::is_placeholder,
};
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::name_end;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] =
    &[Rule { info: INFO, patterns: Cow::Borrowed(&[Pattern::within(HEADS, 0.8, 0.9)]), context: words![], check }];

/// Names of codes, in small letters.
static CODES: PhraseList = PhraseList::new(
    "spynos kod|durų kod|laiptinės kod|durvju kod|ukse parool|uksekood|ukse kood|trepikoja kood|väravakood|sms kodi|sms kodu|sms kod|tasdiqlash kodi|smart-id pin1|smart-id pin2|mobiil-id pin|pin ɗin|lambar sirri|\
     mật khẩu thang|mật khẩu cửa|mã cửa|mã khoá|mã khóa|clave nueva|nueva clave|clave del port|clave de la puerta|ny kode|nye kode|ny kod|nya koden|dørkode|portkode|kode inngang|code de limmeuble|code de l'immeuble|code immeuble|code porte|\
     nøkkelboks|nyckelskåp|kod do bram|kod do klatk|kod domofon|kód domofon|brama kod|furtka kod|kod bram|kapıkodu|kapı kodu|apartman kodu|e-recepta: kod|e-recepta kod|kod recepty|背面三碼|背面三码|安全碼|安全码|卡背三碼|kode pagar|kode pintu|kod pagar|kodi ya mlango",
);
/// Names of passwords, in small letters.
static PASSWORDS: PhraseList = PhraseList::new(
    "contraseña|senha de acesso|senha|mot de passe|wachtwoord|passord|adgangskode|palavra-passe|palavra passe|jelszó|jelszavam|şifrem|şifre|password saya|kata sandi|\
     пароль|συνθηματικό|κωδικός πρόσβασης|parolata|parola e|laget.se-lösen|lösen|del wifi és|del wifi es|mk wifi|mật khẩu wifi|pass wifi|pw wifi|slaptažodis|parool|parole|salasana|hasło|heslo|geslo|lozinka|šifra za wifi|kodi ya wifi|neno la siri|nywila|kalmar sirri",
);
const HEADS: &str = "(?i-u:spyno|laipt|durvj|ukse |uksek|trepi|sms ko|tasdi|smart-id|mobiil-id|lamba|clave n|clave d|nueva cl|ny kod|nye kod|nya kod|portk|kode in|code de l|code im|code po|\
    kod do|kod dom|brama k|furtk|kod br|apart|e-rec|kod re|kode p|kod pa|kodi ya|parol|laget|del wifi|mk wifi|pass wifi|pw wifi|salas|geslo|lozin|neno l|nywil|kalma|contrase|senha|mot de p|wacht|passord|adgang|palavra|jelsz|password s|kata s)|\
    (?i:durų|värav|pin ɗ|mật kh|mã c|mã kh|dørk|nøkke|nycke|kód d|kapı|lösen|slapta|hasł|heslo|šifra|парол|συνθη|κωδικός π|şifre)|背面三|安全[碼码]|卡背三";

/// Verbs between a name and its value.
const VERBS: &WordList = &WordList::new(
    "is|e|je|est|jest|ist|es|är|er|on|yra|ir|ni|ne|este|è|é|to|bu|adalah|ialah|là|lo|van|var|bylo|byla|było|była",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let is_joined = text[..start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/'));
    // `laget.se-lösen`
    let may_join = text[start..].starts_with(['背', '安', '卡']) || text[..start].ends_with('-');
    (!is_joined || may_join).then_some(())?;
    let code = name_end(text, start, &CODES).and_then(|end| value_behind(text, end, code_len));
    // Words behind a password's name tell of something else, `heslo k verzi …`, unless they are a verb.
    let is_told = |place: &Range<usize>, end: usize| {
        let between = text[end..place.start].trim_start_matches(|c: char| c.is_lowercase());
        let mut words = between.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        between.contains([':', '：', '=', '–', '—']) || words.all(|word| is_listed(word, VERBS))
    };
    let password = || {
        let end = name_end(text, start, &PASSWORDS)?;
        value_behind(text, end, password_len).filter(|place| is_told(place, end))
    };
    candidate.part(code.or_else(password)?)
}

/// The value behind the name that ends at `end`, behind a few words in small letters and signs.
fn value_behind(text: &str, end: usize, len: fn(&str) -> Option<usize>) -> Option<Range<usize>> {
    /// Farthest value, in bytes, and most words before it.
    const FAR: usize = 72;
    const WORDS: usize = 6;
    let near = line::behind(text, end, FAR);
    // The rest of the name's word.
    let mut at = near.find(|c: char| !c.is_lowercase()).unwrap_or(near.len());
    for _ in 0..=WORDS {
        let rest = near.get(at..)?;
        let bare = rest.trim_start_matches([' ', ':', '：', '=', '"', '„', '(', '–', '—']);
        let is_gap = bare.len() < rest.len() || text[end..].starts_with(|c: char| c.is_ascii_digit());
        at += rest.len() - bare.len();
        let word = &bare[..bare.find([' ', ',', ';', '\n', ')', '"', '“']).unwrap_or(bare.len())];
        if let Some(len) = len(word).filter(|len| is_gap && is_value_edge(text, end + at + len)) {
            return Some(end + at..end + at + len);
        }
        // Words, and the day since when.
        let day = word.trim_end_matches(':');
        let is_day = day.contains(['/', '.'])
            && day.chars().all(|c| c.is_ascii_digit() || matches!(c, '/' | '.'))
            && day.len() < 7;
        let is_word = !word.is_empty()
            && word.trim_end_matches(':').chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'))
            && !word.ends_with('.');
        if !is_word && !is_day {
            return None;
        }
        at += word.len();
    }
    None
}

/// The length of the code that `word` is: three to eight digits, with signs of keypads and at most two letters.
fn code_len(word: &str) -> Option<usize> {
    let found = word.trim_end_matches(['.', '!', '?']);
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '*' | '#' | '✱' | '＊');
    let is_year =
        digits == 4 && letters == 0 && found.len() == 4 && (found.starts_with("19") || found.starts_with("20"));
    ((3..=8).contains(&digits) && letters < 3 && found.chars().all(stands) && !is_year).then_some(found.len())
}

/// The length of the password that `word` is: letters and digits, six signs at least.
fn password_len(word: &str) -> Option<usize> {
    const LEAST: usize = 6;
    const LONGEST: usize = 40;
    let found = word.trim_end_matches(['.', '?', ':']);
    let fits =
        (LEAST..=LONGEST).contains(&found.len()) && has_digit(found) && has_letter(found) && !is_placeholder(found);
    (fits && found.is_ascii() && !found.contains(['/', '=', '(', '<', '@', '\\'])).then_some(found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn codes_stand_behind_local_words() {
        for (text, head, expected) in [
            ("spynos kodas 93*23, raktai", "spyno", Some("93*23")),
            ("ukse parool 1984k). Jaan", "ukse ", Some("1984k")),
            ("SMS kodi 50418 keldi", "SMS ko", Some("50418")),
            ("mật khẩu thang máy 1814#.", "mật kh", Some("1814#")),
            ("la clave nueva es 2814✱ no", "clave n", Some("2814✱")),
            ("Ny kode inngangsdør fra 1/3: 7730", "Ny kod", Some("7730")),
            ("code de limmeuble B4023 puis", "code de l", Some("B4023")),
            ("parolata e levski1914", "parol", Some("levski1914")),
            ("PIN ɗin POS ɗin shi ne 7193, kar", "PIN ɗ", Some("7193")),
            ("背面三碼 614 ←", "背面三", Some("614")),
            ("la clave nueva es la educación", "clave n", None),
            ("ny kode i 2024", "ny kod", None),
            ("heslo k verzi Office365, které", "heslo", None),
            ("parola este greșită, 3 încercări", "parol", None),
            ("kod do bramy zmieniono", "kod do", None),
        ] {
            assert_eq!(check_match(check, text, head, 0), expected, "{text}");
        }
    }
}
