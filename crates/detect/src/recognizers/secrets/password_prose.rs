//! Passwords in sentences, behind their name and no sign: `wifi password Summer2024x`.

use std::ops::Range;

use crate::keys::NormalizedName;
use crate::recognizers::secrets::{
    assignment::{OWNERS, last_word},
    code_shapes::{is_algorithm, is_expression, is_path},
    credential_phrases::password_at,
    key_value::is_uuid,
    passphrase::{groups_behind, is_about},
    randomness::{is_common, is_random},
    stand_ins::{is_name, is_placeholder},
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::recognizers::support::{identifiers::behind_emphasis, neighbours::is_one_of};
use crate::text::{line, window};

/// The fewest and the most bytes of such a password.
const LEN: std::ops::RangeInclusive<usize> = 8..=64;
/// Adjectives behind the name that say so of the first password, which somebody else chose.
const FIRST: [&str; 16] = [
    "temporaire ",
    "provisoire ",
    "initial ",
    "temporal ",
    "provisional ",
    "inicial ",
    "temporanea ",
    "provvisoria ",
    "iniziale ",
    "temporária ",
    "temporaria ",
    "provisória ",
    "provisoria ",
    "temporară ",
    "tymczasowe ",
    "początkowe ",
];
/// The fewest bytes where more than the name tells it.
const SHORTEST: usize = 6;

/// The password at `at`, behind a name that begins at `name`, if it clearly looks like one.
pub(crate) fn value(text: &str, name: usize, at: usize) -> Option<Range<usize>> {
    let said = text.get(name..at)?;
    // In Romance languages it stands behind: `mot de passe temporaire « … »`.
    let adjective = FIRST.iter().find(|word| text[at..].starts_with(**word)).map_or(0, |word| word.len());
    let at = at + adjective;
    let marked = behind_emphasis(text, at);
    let (at, is_marked) = (marked, marked > at);
    let rest = text.get(at..)?;
    let quote = ["(\"", "('", "(`", "\"", "'", "`", "« ", "«\u{A0}", "«", "“", "„"]
        .iter()
        .find(|quote| rest.starts_with(**quote))
        .map_or(0, |quote| quote.len());
    let rest = rest.get(quote..)?;
    let len =
        rest.bytes().take(*LEN.end() + 1).take_while(|b| b.is_ascii_graphic() && !b"\"'`<>,;".contains(b)).count();
    let found = rest.get(..len)?.trim_end_matches(['.', ':', '?', ')', '*']);
    let behind = rest.get(found.len()..)?;
    let groups = groups_behind(found, behind);
    if groups > 0 {
        return Some(at + quote..at + quote + found.len() + groups);
    }
    // A name in code or a heading goes on with a sign.
    if found.len() < SHORTEST || found.len() > *LEN.end() || behind.starts_with([':', '=', '(', '[']) {
        return None;
    }
    let word = last_word(text.get(..name)?.trim_end_matches([' ', '-']));
    let is_new = adjective > 0 || is_first_one(text, name);
    let is_first = is_new || is_one_of(word, &["default"]);
    let is_told = !is_english(said) || is_marked || is_first || has_user(text, name, at + len);
    let is_owned = is_told
        || is_one_of(word, &OWNERS)
        || is_one_of(word, &["fi", "wlan", "guest", "login", "root", "use", "using"]);
    let is_long = is_told || found.len() >= *LEN.start();
    let fits = is_long && is_value(found, is_owned)
        || quote > 0 && is_long && is_random(found) && !is_uuid(found)
        || is_told && (is_grouped(found) || is_numbered(found))
        || is_new && is_long && password_at(text, at + quote).is_some_and(|place| place.len() == found.len())
        || (is_new || quote > 0 && is_one_of(word, &["new", "current", "old"])) && is_joined(found)
        || is_chosen(found)
        || is_number(found, is_english(said).then_some(behind));
    fits.then_some(at + quote..at + quote + found.len())
}

/// Reports whether `found` is digits as nobody counts so many; in English a clause must end before the text `behind` it.
fn is_number(found: &str, behind: Option<&str>) -> bool {
    const DIGITS: std::ops::RangeInclusive<usize> = 6..=12;
    let ends = |behind: &str| {
        behind.trim_start_matches(['.', '!', '"', '\'', ')']).chars().next().is_none_or(|c| "\r\n,;".contains(c))
    };
    DIGITS.contains(&found.len()) && found.bytes().all(|b| b.is_ascii_digit()) && behind.is_none_or(ends)
}

/// Reports whether the words in `said` name a password in English, whose texts about programs have most of the names of types
/// and algorithms behind it.
pub(crate) fn is_english(said: &str) -> bool {
    const NAMES: [&str; 9] = ["pass", "password", "passcode", "passphrase", "passwd", "pwd", "pw", "pswd", "wi"];
    let first = said.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    is_one_of(first, &NAMES)
}

/// Reports whether an account is told on the line of the password, before its name at `start` or behind its value, which ends
/// at `end`: `login jdoe pw falcon27`.
pub(crate) fn has_user(text: &str, start: usize, end: usize) -> bool {
    /// Farthest place of the account, in bytes.
    const FAR: usize = 48;
    const WORDS: [&str; 19] = [
        "acc",
        "acct",
        "utenza",
        "gebruiker",
        "użytkownik",
        "uživatel",
        "felhasználó",
        "login",
        "user",
        "username",
        "benutzer",
        "usuario",
        "utente",
        "identifiant",
        "ssid",
        "network",
        "account",
        "meeting",
        "webinar",
    ];
    let sides = [line::before(text, start, FAR), line::behind(text, end, FAR)];
    sides.iter().flat_map(|side| side.split(|c: char| !c.is_alphanumeric())).any(|word| is_one_of(word, &WORDS))
}

/// Reports whether it is words and numbers of two digits or more, joined by hyphens or low lines: `copper-42-lantern`.
fn is_grouped(found: &str) -> bool {
    let mut parts = found.split(['-', '_']);
    let has_number = found.split(['-', '_']).any(|part| part.len() > 1 && part.bytes().all(|b| b.is_ascii_digit()));
    let has_words =
        found.split(['-', '_']).filter(|part| part.len() > 2 && part.bytes().all(|b| b.is_ascii_alphabetic())).count();
    parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric())) && has_number && has_words > 1
}

/// Reports whether it is one word and a number of two digits or more behind a hyphen, perhaps with a letter behind it:
/// `kotik-1987`, `Harbor-2026x`.
fn is_numbered(found: &str) -> bool {
    found.split_once(['-', '_', '.']).is_some_and(|(word, number)| {
        let number = number.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(number);
        word.len() > 3
            && word.bytes().all(|b| b.is_ascii_alphabetic())
            && (2..=6).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Reports whether it is three words or more in small letters, joined by hyphens, dots or low lines, none of them about passwords, as
/// services draw a first password: `copper-lantern-meadow`.
fn is_joined(found: &str) -> bool {
    /// Fewest words, and fewest letters of each.
    const WORDS: usize = 3;
    const LETTERS: usize = 3;
    let is_word = |part: &str| part.len() >= LETTERS && part.chars().all(char::is_lowercase) && !is_about(part);
    ['-', '.', '_'].into_iter().any(|sign| found.split(sign).count() >= WORDS && found.split(sign).all(is_word))
}

/// Reports whether the word before the name at `name` says that the password is the first one, which somebody else chose.
fn is_first_one(text: &str, name: usize) -> bool {
    const WORDS: &WordList = &WordList::new(
        "temp|tmp|temporary|initial|docasne|dočasné|dočasne|tymczasowe|vorläufiges|temporäres|tijdelijk|tillfälligt|midlertidig|midlertidigt|väliaikainen|ideiglenes|geçici|privremena|začasno|one-time|onetime|throwaway|\
         provisorisches|einmal|erstes|initiales|voorlopig|startowe|počáteční|tillfälliga",
    );
    let head = window::before(text, name, 24).trim_end_matches([' ', '-']);
    let word = head.rsplit(|c: char| !c.is_alphabetic() && c != '-').next().unwrap_or_default();
    is_listed(&word.to_lowercase(), WORDS)
}

/// The length of the words for "still" and the blanks behind them at `at`: `das Passwort ist immer noch …`, `şifre hâlâ …`.
pub(super) fn adverbs_len(text: &str, at: usize) -> usize {
    const ADVERBS: [&str; 33] = [
        "still ",
        "currently ",
        "just ",
        "immer ",
        "noch ",
        "nach wie vor ",
        "toujours ",
        "encore ",
        "siempre ",
        "siendo ",
        "aún ",
        "todavía ",
        "sempre ",
        "ancora ",
        "ainda ",
        "sendo ",
        "nog ",
        "steeds ",
        "altijd ",
        "dalej ",
        "nadal ",
        "wciąż ",
        "fortfarande ",
        "ännu ",
        "hâlâ ",
        "hala ",
        "pořád ",
        "stále ",
        "всё ",
        "все ",
        "ещё ",
        "еще ",
        "по-прежнему ",
    ];
    let rest = &text[at..];
    let first = ADVERBS.iter().find(|word| rest.starts_with(**word)).map_or(0, |word| word.len());
    let second =
        ADVERBS.iter().find(|word| first > 0 && rest[first..].starts_with(**word)).map_or(0, |word| word.len());
    first + second
}

/// The words joined by signs at `at`, behind a verb, where somebody has the password or it is the first one, or where none of them is a
/// word of programs: `your temporary password is copper-lantern-meadow`.
pub(super) fn drawn(text: &str, name: usize, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, *LEN.end());
    let quote = usize::from(near.starts_with(['"', '`', '\'']));
    let len = near[quote..].find(|c: char| !c.is_lowercase() && !matches!(c, '-' | '_' | '.'));
    let found = near[quote..][..len.unwrap_or(near.len() - quote)].trim_end_matches(['.', '-', '_']);
    let is_owned = || is_one_of(last_word(text[..name].trim_end_matches(' ')), &OWNERS);
    let ends =
        || near[quote + found.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric() && !"-_:=(/".contains(c));
    let is_rare = || found.contains('-') && !found.split('-').any(is_common);
    (is_joined(found) && ends() && (is_first_one(text, name) || is_owned() || is_rare()))
        .then(|| at + quote..at + quote + found.len())
}

/// The password at `at`, where a sign or a verb leads to it: it mixes letters and digits as no word of programs does.
pub(super) fn mixed(text: &str, at: usize) -> Option<Range<usize>> {
    let place = password_at(text, at)?;
    let found = &text[place.clone()];
    let stem = found.trim_matches(|c: char| !c.is_alphabetic());
    let is_word = || stem.len() > 3 && !is_common(stem) && !found.contains(['_', '.', '/', ':']);
    let has = |wanted: fn(&u8) -> bool| found.as_bytes().iter().any(wanted);
    (has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && (is_value(found, true) || is_word())).then_some(place)
}

/// Reports whether it is one word that is none of prose or programs, with a number of two digits or more at one end, as people
/// choose: `bluekettle42`.
fn is_chosen(found: &str) -> bool {
    /// Fewest letters.
    const LETTERS: usize = 8;
    const SCHEMES: [&str; 8] = ["sha", "md", "aes", "hmac", "crypt", "hash", "argon", "pbkdf"];
    let word = found.trim_matches(|c: char| c.is_ascii_digit());
    let digits = found.len() - word.len();
    let is_one_side = digits > 1 && (found.starts_with(word) || found.ends_with(word));
    is_one_side
        && word.len() >= LETTERS
        && word.bytes().all(|b| b.is_ascii_lowercase())
        && !is_common(word)
        && !SCHEMES.iter().any(|scheme| word.contains(scheme))
}

/// Reports whether `found` mixes letters, digits and signs as no word, product or identifier does; `is_owned`: somebody is
/// said to have it.
pub(crate) fn is_value(found: &str, is_owned: bool) -> bool {
    const SIGNS: &[u8] = b"!@#$%^&*+?~";
    let has = |wanted: fn(&u8) -> bool| found.as_bytes().iter().any(wanted);
    let (upper, lower) = (has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase));
    let signs = found.bytes().filter(|b| SIGNS.contains(b)).count();
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_address = found.contains('@') && found.rsplit('@').next().is_some_and(|host| host.contains('.'));
    let is_code = found.contains(['/', '\\', '=', '{', '|']) || is_expression(found, None) || is_path(found);
    let letters = found.bytes().filter(u8::is_ascii_alphabetic).count();
    if digits == 0 || letters < 3 || is_address || is_code || is_placeholder(found) || is_name(found) {
        return false;
    }
    if found.starts_with(['$', '%', '-', '.', '@', '#', '&'])
        || is_algorithm(found)
        || is_uuid(found)
        || is_version(found)
    {
        return false;
    }
    let is_drawn = found.len() >= 12 && is_random(found);
    let has_joints = found.contains(['.', '-', '_', ':']);
    if signs > 0 {
        return !has_joints || is_drawn;
    }
    is_drawn || !has_joints && (upper && lower || is_owned && lower && digits > 1) && !is_product(found, is_owned)
}

/// Reports whether it is a version of a package: `1:4.13+dfsg1-1`.
fn is_version(found: &str) -> bool {
    let number = found.split_once(':').map_or(found, |(epoch, rest)| if epoch.len() < 3 { rest } else { found });
    let parts = || number.split('.').take(2);
    let is_digits = |part: &str| part.bytes().take(4).take_while(u8::is_ascii_digit).count() > 0;
    let stands = |b: u8| b.is_ascii_alphanumeric() || b".+~-".contains(&b);
    number.contains('.') && parts().all(is_digits) && number.bytes().all(stands)
}

/// Reports whether it reads as a product, a place, a document or an identifier: `Office365`, `Server2022`, `OAuth2Proxy`.
fn is_product(found: &str, is_owned: bool) -> bool {
    const STEMS: [&str; 16] = [
        "windows",
        "office",
        "exchange",
        "server",
        "sharepoint",
        "outlook",
        "version",
        "release",
        "build",
        "room",
        "ticket",
        "issue",
        "policy",
        "oracle",
        "article",
        "chapter",
    ];
    /// Fewest digits that end a word as in no product.
    const DIGITS: usize = 4;
    let stem = found.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = found.len() - stem.len();
    if digits > 0 && stem.bytes().all(|b| b.is_ascii_alphabetic()) {
        let fewest = if is_owned { DIGITS / 2 } else { DIGITS };
        return digits < fewest || is_one_of(stem, &STEMS) || stem.len() < 3;
    }
    let name = NormalizedName::of(found);
    let last = name.words().checked_sub(1).map_or("", |last| name.word(last));
    last.len() > 2 && is_common(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_still_are_skipped() {
        for (text, expected) in
            [("immer noch r0cket", 11), ("hâlâ r0cket", 7), ("noch nicht", 5), ("stillness", 0), ("", 0)]
        {
            assert_eq!(adverbs_len(text, 0), expected, "{text}");
        }
    }

    #[test]
    fn passwords_are_told_from_products_and_identifiers() {
        for (found, is_owned, expected) in [
            ("Summer2024x", false, true),
            ("Summer2024", false, true),
            ("Falcon27!", false, true),
            ("falcon2746", true, true),
            ("falcon2746", false, false),
            ("Office365", false, false),
            ("Server2022", false, false),
            ("OAuth2Proxy", false, false),
            ("CVE-2024-1234", false, false),
            ("jane99@example.com", false, false),
            ("policy2", true, false),
            ("1:4.13+dfsg1-1+deb12u2", false, false),
            ("SHA256SUM", false, false),
        ] {
            assert_eq!(is_value(found, is_owned), expected, "{found}");
        }
    }
}
