//! Spoken addresses: addresses of mail that are said aloud, `ana punto ruiz arroba correo punto es`, `jane underscore roe seven at example dot com`,
//! `ivan собака почта точка ру`.
//!
//! Some words for `@` mean nothing else beside an address; others (`at`, Turkish `et`, Russian `собака`) count before a host with a spelled
//! dot alone. Words for other signs and for digits count where an address goes on behind them.

use super::{Plain, Reading, spelling::spells};

/// Words for `@` that mean little else in speech, in small letters.
const AT: &[&str] = &[
    "arroba",
    "arobase",
    "arobas",
    "chiocciola",
    "apenstaartje",
    "snabel-a",
    "snabela",
    "kukac",
    "zavináč",
    "małpa",
    "małpka",
    "ät",
];
/// Words for `.` beside them.
const DOT: &[&str] = &[
    "punto",
    "ponto",
    "point",
    "punkt",
    "punt",
    "kropka",
    "tečka",
    "bodka",
    "pont",
    "prikk",
    "punktum",
    "piste",
    "nokta",
    "точка",
    "dot",
];
/// Words for `@` that mean other things, too, and the words for `.` that a host behind them has.
const WEAK_AT: &[(&str, &[&str])] = &[
    ("at", &["punkt", "punto", "point", "ponto", "punt", "dot"]),
    ("et", &["nokta"]),
    ("kuyruklu", &["nokta"]),
    ("собака", &["точка"]),
    ("собачка", &["точка"]),
    ("эт", &["точка"]),
];
/// Words for further signs of an address; those of two words stand before their first ones.
const SIGNS: &[(&str, char)] = &[
    ("guion bajo", '_'),
    ("guión bajo", '_'),
    ("tiret bas", '_'),
    ("trattino basso", '_'),
    ("traço inferior", '_'),
    ("alt çizgi", '_'),
    ("alt tire", '_'),
    ("нижнее подчеркивание", '_'),
    ("нижнее подчёркивание", '_'),
    ("lage streep", '_'),
    ("underscore", '_'),
    ("underline", '_'),
    ("unterstrich", '_'),
    ("understreck", '_'),
    ("understrek", '_'),
    ("subrayado", '_'),
    ("podkreślnik", '_'),
    ("podkreślenie", '_'),
    ("podtržítko", '_'),
    ("подчеркивание", '_'),
    ("подчёркивание", '_'),
    ("dash", '-'),
    ("hyphen", '-'),
    ("minus", '-'),
    ("bindestrich", '-'),
    ("tiret", '-'),
    ("guion", '-'),
    ("guión", '-'),
    ("trattino", '-'),
    ("hífen", '-'),
    ("traço", '-'),
    ("streepje", '-'),
    ("koppelteken", '-'),
    ("myślnik", '-'),
    ("minus", '-'),
    ("bindestreck", '-'),
    ("tire", '-'),
    ("pomlčka", '-'),
    ("дефис", '-'),
    ("тире", '-'),
];
/// Words for the digits; those that are common words of another language are left out.
const DIGITS: [&[&str]; 10] = [
    &["zero", "oh", "null", "zéro", "cero", "nul", "noll", "sıfır", "nula", "ноль"],
    &["one", "eins", "un", "uno", "um", "een", "jeden", "jedna", "ett", "bir", "один"],
    &["two", "zwei", "zwo", "deux", "dos", "due", "dois", "twee", "dwa", "två", "iki", "dva", "два"],
    &["three", "drei", "trois", "tres", "tre", "três", "drie", "trzy", "üç", "tři", "три"],
    &["four", "vier", "quatre", "cuatro", "quattro", "quatro", "cztery", "fyra", "dört", "čtyři", "четыре"],
    &["five", "fünf", "cinq", "cinco", "cinque", "vijf", "pięć", "fem", "beş", "pět", "пять"],
    &["six", "sechs", "seis", "sei", "meia", "zes", "sześć", "sex", "altı", "šest", "шесть"],
    &["seven", "sieben", "sept", "siete", "sette", "sete", "zeven", "siedem", "sju", "yedi", "sedm", "семь"],
    &["eight", "acht", "huit", "ocho", "otto", "oito", "osiem", "åtta", "sekiz", "osm", "восемь"],
    &["nine", "neun", "neuf", "nueve", "nove", "negen", "dziewięć", "nio", "dokuz", "devět", "девять"],
];
/// English numbers of two digits, as years of birth are said: `roe eighty four at …`. Of tens the first digit is read.
const TENS: [(&str, &str); 18] = [
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("thirteen", "13"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("seventeen", "17"),
    ("eighteen", "18"),
    ("nineteen", "19"),
    ("twenty", "2"),
    ("thirty", "3"),
    ("forty", "4"),
    ("fifty", "5"),
    ("sixty", "6"),
    ("seventy", "7"),
    ("eighty", "8"),
    ("ninety", "9"),
];
/// Top-level domains in Cyrillic letters, as speech recognition writes them.
const ENDINGS: [(&str, &str); 3] = [("точка ру", ".ru"), ("точка ком", ".com"), ("точка нет", ".net")];

/// Farthest other sign of the address, in bytes and in words.
const FAR: usize = 112;
const WORDS: usize = 6;

/// A sign as a word at `at` of an address that is said, and its length.
pub fn spoken(text: &str, at: usize) -> Option<(char, usize)> {
    let behind = near(text.get(at..)?);
    if let Some(len) = at_len(behind) {
        return Some(('@', len));
    }
    let goes_on = |len: usize| behind.get(len..).is_some_and(leads_to_at) || is_of_host(text, at);
    if let Some(word) = DOT.iter().find(|word| spells(behind, word)) {
        return goes_on(word.len()).then_some(('.', word.len()));
    }
    let (word, sign) = SIGNS.iter().find(|(word, _)| spells(behind, word))?;
    goes_on(word.len()).then_some((*sign, word.len()))
}

/// The reading of a number in words behind the blank at `at`, where it belongs to an address that goes on behind it.
pub fn number(text: &str, at: usize) -> Option<Reading> {
    let behind = near(text.get(at..)?.strip_prefix(' ')?);
    let word = behind.split(' ').next().filter(|word| word.len() < behind.len())?;
    let digit = || DIGITS.iter().position(|words| words.contains(&word));
    let plain = match digit() {
        Some(digit) => Plain::Char(char::from(b'0' + digit as u8)),
        None => Plain::ascii(TENS.iter().find(|(ten, _)| *ten == word)?.1)?,
    };
    leads_to_at(&behind[word.len()..]).then_some(Reading { len: 1 + word.len(), plain: Some(plain) })
}

/// The reading of a top-level domain that is said in Cyrillic letters, behind the blank at `at`.
pub fn ending(text: &str, at: usize) -> Option<Reading> {
    let rest = text.get(at..)?.strip_prefix(' ')?;
    let (said, plain) = ENDINGS.iter().find(|(said, _)| rest.starts_with(said))?;
    let ends = !rest[said.len()..].starts_with(char::is_alphanumeric);
    (ends && is_of_host(text, at + 1)).then_some(Reading { len: 1 + said.len(), plain: Some(Plain::ascii(plain)?) })
}

/// The part of `rest` that is near, on one line and in one clause.
fn near(rest: &str) -> &str {
    let near = &rest[..rest.floor_char_boundary(FAR)];
    &near[..near.find([',', ';', '?', '!', '\n']).unwrap_or(near.len())]
}

/// The length of the word for `@` at the start of `rest`, if a host follows it.
fn at_len(rest: &str) -> Option<usize> {
    let is_before = |word: &str, dots: &[&str]| {
        let host = &rest[word.len()..];
        has_dot(host, dots)
    };
    if let Some(word) = AT.iter().find(|word| spells(rest, word)) {
        return (is_before(word, DOT) || rest[word.len()..].contains('.')).then_some(word.len());
    }
    let (word, dots) = WEAK_AT.iter().find(|(word, _)| spells(rest, word))?;
    is_before(word, dots).then_some(word.len())
}

/// Reports whether one of the words `dots` stands between the first words of `host` and a name behind it.
fn has_dot(host: &str, dots: &[&str]) -> bool {
    /// Most words of a host before its dot: `t bindestrich online`.
    const MOST: usize = 4;
    /// Words that begin what is no host: `then at the dot com bubble`.
    const ARTICLES: [&str; 10] = ["the", "a", "an", "this", "that", "der", "die", "das", "dem", "den"];
    let mut words = host.split(' ').filter(|word| !word.is_empty());
    let first = words.next().is_some_and(|word| is_part(word) && !dots.contains(&word) && !ARTICLES.contains(&word));
    let mut rest = words.by_ref().take(MOST).skip_while(|word| !dots.contains(word) && is_part(word));
    first && rest.next().is_some_and(|word| dots.contains(&word)) && rest.next().or(words.next()).is_some_and(is_part)
}

/// Reports whether a word for `@` and a host follow in `rest` within a few words of a local part.
fn leads_to_at(rest: &str) -> bool {
    let mut rest = rest;
    for _ in 0..WORDS {
        rest = rest.trim_start_matches(' ');
        if at_len(rest).is_some() || spells(rest, "at") && has_dot(&rest[2..], DOT) {
            return true;
        }
        let len = rest.find(' ').unwrap_or(rest.len());
        if !is_part(&rest[..len]) {
            return false;
        }
        rest = &rest[len..];
    }
    false
}

/// Reports whether the place `at` lies in a host: a word for `@` stands a few words before it, in the same clause.
fn is_of_host(text: &str, at: usize) -> bool {
    let head = text.get(text.ceil_char_boundary(at.saturating_sub(FAR))..at).unwrap_or_default();
    let clause = head.rsplit([',', ';', '?', '!', '\n']).next().unwrap_or_default();
    let mut ends = clause.char_indices().rev().filter(|(_, c)| *c == ' ').take(WORDS).map(|(blank, _)| blank + 1);
    let is_at = |start: usize| {
        let word = clause[start..].split(' ').next().unwrap_or_default();
        AT.contains(&word)
            || WEAK_AT.iter().any(|(weak, _)| *weak == word)
                && at_len(near(&text[at - clause.len() + start..])).is_some()
    };
    ends.any(is_at)
}

/// Reports whether `word` may be a part of an address: letters and digits, which a hyphen may join.
fn is_part(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}
