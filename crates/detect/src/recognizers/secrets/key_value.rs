//! Bounds of a key or token that is announced in a text.

use std::ops::Range;

use crate::keys::NormalizedName;
use crate::recognizers::secrets::{
    chosen_words::{are_chosen_of_secret, are_joined, is_rare_word, of_settings},
    code_shapes::{ends_member, is_algorithm, is_expression, is_path},
    key_names::{Strength, strength},
    passphrase::{is_phrase, phrase_at},
    password_value::{Form, Reading, has_digit, has_letter, value},
    randomness::{is_common, is_random},
    shape::{is_base64, is_mixed_key, is_plain},
    stand_ins::{is_ordinary, is_placeholder},
};
use crate::recognizers::support::neighbours::is_one_of;
use crate::text::line;

/// Longest key that is looked at as a whole, in bytes.
const MAX_LEN: usize = 512;
/// Longest one of letters, digits and few signs.
const LONGEST: usize = 64 << 10;
/// Shortest random one, and shortest behind a weak name.
const MIN_RANDOM: usize = 12;
const MIN_WEAK: usize = 16;
/// Shortest one of small letters and digits by turns.
const MIN_DRAWN: usize = 8;
/// Fewest different signs of one.
const FEWEST: u32 = 5;
/// Shortest one in which one sign may stand many times in turn: numbers in base64 have runs of `/` and `A`.
const LONG: usize = 40;
/// Shortest one that is not random.
const MIN_LEN: usize = 6;

/// The place of the key that begins at or behind `at`, whose name is as strong as that.
pub(crate) fn key_value(text: &str, at: usize, form: Form, strength: Strength) -> Option<Range<usize>> {
    if strength != Strength::Doubtful
        && let Some(range) = long_key(text, at)
    {
        return Some(range);
    }
    if let Some(range) = salt_at(text, at).filter(|_| strength == Strength::Strong) {
        return Some(range);
    }
    let strength = if strength == Strength::Weak && is_of_query(text, at) { Strength::Likely } else { strength };
    let Reading { range, found, quoted, rest, .. } = Reading::new(text, at, form, MAX_LEN)?;
    if found.len() > MAX_LEN {
        return None;
    }
    // The kind of the credentials may stand before them: `ApiKey x`, `token x`.
    let (scheme, behind) = if quoted {
        found.split_once(' ').unwrap_or((found, ""))
    } else {
        (found, rest.strip_prefix(' ').unwrap_or_default())
    };
    let is_scheme = (3..=12).contains(&scheme.len())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric())
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && !scheme.trim_end_matches(|c: char| c.is_ascii_digit()).contains(|c: char| c.is_ascii_digit());
    let len = behind.bytes().take(MAX_LEN).take_while(|b| b.is_ascii_alphanumeric() || b"_-.~+/=".contains(b)).count();
    let key = behind.get(..len)?.trim_end_matches('.');
    // Nothing but a secret follows the name of a scheme in quotes, or to the end of the line of a header.
    let is_whole = key.len() == behind.len() || !quoted && line::ends(behind, key.len());
    let is_settled = is_whole && is_one_of(scheme, &["bearer", "token", "apikey"]);
    let least = if is_settled { MIN_DRAWN } else { MIN_RANDOM };
    if is_scheme && !scheme.eq_ignore_ascii_case("basic") && key.len() >= least && is_key(key, strength, is_settled) {
        let start = range.start + scheme.len() + 1;
        return Some(start..start + key.len());
    }
    if quoted && strength != Strength::Likely && is_salt(found) {
        return Some(range);
    }
    if quoted && found.contains(' ') {
        return (strength == Strength::Strong && (is_phrase(found) || are_chosen_of_secret(found))).then_some(range);
    }
    if quoted && strength == Strength::Strong && is_byte_string(found) {
        return Some(range);
    }
    if !quoted && strength == Strength::Strong && matches!(form, Form::Line { .. } | Form::Environment | Form::Setting)
    {
        let words = || of_settings(text, range.start).filter(|place| text[place.clone()].contains(' '));
        let phrase = phrase_at(text, range.start).filter(|_| !is_ordinary(found)).or_else(words);
        if phrase.is_some() {
            return phrase;
        }
    }
    // A word with a capital or letters beyond ASCII, as somebody chose it.
    let is_chosen = || {
        strength == Strength::Strong
            && (is_rare_word(found) || are_joined(found))
            && !is_reference(found)
            && !is_plain(found, FEWEST)
    };
    // A catalogue of texts for users has such words behind such names, too.
    let is_settled = || !matches!(form, Form::Line { .. }) || of_settings(text, range.start).is_some();
    let is_value = match quoted {
        true => is_key(found, strength, true) || is_chosen(),
        false => {
            let code = ends_member(rest) || form == Form::Code;
            let settled = matches!(form, Form::Environment | Form::Argument | Form::Element | Form::Pair { bounded: true })
                    || matches!(form, Form::Line { .. } | Form::Setting) && !code && line::ends(rest, 0)
                    // In a block of settings: `secret = t3sting-lab`. Code has blanks around a minus.
                    || form == Form::Code && line::ends(rest, 0) && is_joined_with_digit(found);
            !is_expression(found, rest.bytes().next().filter(|_| form != Form::Element))
                && (is_key(found, strength, settled) || settled && is_chosen() && is_settled())
        }
    };
    is_value.then_some(range)
}

/// Reports whether it is letters and digits that a hyphen joins.
fn is_joined_with_digit(found: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric());
    found.contains('-')
        && found.split('-').all(is_part)
        && has_digit(found)
        && found.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The place of the password or key in the literal whose quote opens at `at`, behind a name as strong as that.
pub(crate) fn literal(text: &str, at: usize, strength: Strength) -> Option<Range<usize>> {
    match strength {
        Strength::Password => value(text, at, Form::Member).filter(|place| !is_ordinary(&text[place.clone()])),
        _ => key_value(text, at, Form::Member, strength),
    }
}

/// Reports whether the value at `at` belongs to a parameter of a query, `?key=…`, where keys are those of services.
fn is_of_query(text: &str, at: usize) -> bool {
    /// Longest name, in bytes.
    const LONGEST: usize = 12;
    let head = text.get(..at).unwrap_or_default().strip_suffix('=').unwrap_or_default();
    let name = head.bytes().rev().take(LONGEST).take_while(u8::is_ascii_alphabetic).count();
    name > 0 && head.get(..head.len() - name).is_some_and(|head| head.ends_with(['?', '&']))
}

/// Reports whether it is a row of random characters of all kinds, blanks too, as content management systems generate
/// their keys, and no sentence.
fn is_salt(found: &str) -> bool {
    /// Shortest one.
    const SHORTEST: usize = 32;
    /// Fewest different signs.
    const SIGNS: usize = 6;
    let signs = (b'!'..=b'~').filter(|b| b.is_ascii_punctuation() && found.as_bytes().contains(b)).count();
    let is_graphic = found.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
    found.len() >= SHORTEST && is_graphic && signs >= SIGNS && has_digit(found) && !is_placeholder(found)
}

/// The place of the row of random characters of all kinds without blanks and quotes that begins at `at` or behind a blank there, as
/// frameworks generate their keys, brackets and commas too.
pub(crate) fn salt_at(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let blanks = rest.bytes().take(4).take_while(|b| *b == b' ').count();
    let stands = |b: &u8| b.is_ascii_graphic() && !b"\"'`<>\\".contains(b);
    let len = rest.bytes().skip(blanks).take(MAX_LEN).take_while(stands).count();
    let found = rest.get(blanks..blanks + len)?.trim_end_matches([',', ';', '.', ':']);
    let ends =
        rest.get(blanks + len..)?.chars().next().is_none_or(|c| c.is_whitespace() || c == '"' || c == '\'' || c == '<');
    let is_salt = is_salt(found) && is_random(found) && !found.contains("://");
    (ends && is_salt).then(|| at + blanks..at + blanks + found.len())
}

/// Reports whether it is random bytes as programs write them, some of them escaped: `_5#y2L\xec]/`.
fn is_byte_string(found: &str) -> bool {
    /// Fewest bytes that are escaped, and shortest literal.
    const FEWEST: usize = 2;
    const SHORTEST: usize = 8;
    let escapes = found.match_indices("\\x");
    let is_byte =
        |at: usize| found.as_bytes().get(at + 2..at + 4).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    found.len() >= SHORTEST && escapes.filter(|(at, _)| is_byte(*at)).count() >= FEWEST
}

/// Reports whether a UUID may be the value of a name before `at`: whether anything like one stands near.
pub(crate) fn may_be_uuid_behind(text: &str, at: usize) -> bool {
    /// Farthest that the value of a typed declaration begins behind its name, and as much as a UUID has.
    const NEAR: usize = 192;
    /// Digits of its first group.
    const FIRST: usize = 8;
    let near = text.as_bytes().get(at..).unwrap_or_default();
    let near = near.get(..NEAR.min(near.len())).unwrap_or_default();
    memchr::memchr_iter(b'-', near).any(|dash| {
        let first = near.get(..dash).and_then(|head| head.last_chunk::<FIRST>());
        first.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    })
}

/// The key at or behind `at` that is too long to be checked as a whole, of random characters only.
fn long_key(text: &str, at: usize) -> Option<Range<usize>> {
    let stands = |b: &u8| b.is_ascii_alphanumeric() || b"_-.~+/".contains(b);
    let rest = text.as_bytes().get(at..)?;
    let start = at + rest.iter().take(8).take_while(|b| b" \t\"'`\\@".contains(b)).count();
    let rest = text.as_bytes().get(start..)?;
    let head = rest.get(..=MAX_LEN)?;
    if !head.iter().all(stands) || !is_random(text.get(start..start + MAX_LEN)?) {
        return None;
    }
    let len = rest.iter().take(LONGEST).take_while(|b| stands(b)).count();
    let padding = rest.get(len..)?.iter().take(2).take_while(|b| **b == b'=').count();
    Some(start..start + len + padding)
}

/// Reports whether `found` is a key: random, or behind a strong name anything but a word, number, path or code.
/// `settled` tells that its syntax leaves no doubt that it is a value, and not a name in code.
pub(crate) fn is_key(found: &str, strength: Strength, settled: bool) -> bool {
    if !may_be_key(found) {
        return false;
    }
    if is_uuid(found) {
        return !matches!(strength, Strength::Weak | Strength::Doubtful);
    }
    let is_weak = matches!(strength, Strength::Weak | Strength::Unique | Strength::Doubtful);
    let least = if is_weak { MIN_WEAK } else { MIN_RANDOM };
    if strength == Strength::Doubtful && !is_mixed_key(found) {
        return false;
    }
    if found.len() >= least && is_random(found) && !is_encoded_text(found) {
        return true;
    }
    match strength {
        Strength::Password | Strength::Strong => {
            settled && has_letter(found) && (!is_made_of_words(found) || is_joined_phrase(found))
        }
        Strength::Likely => settled && (found.len() >= MIN_DRAWN && is_drawn(found) || is_mild(found)),
        Strength::Weak | Strength::Unique | Strength::Doubtful => false,
    }
}

/// Reports whether nothing rules out that it is a key, random or not: it is no number, path, reference or name of a scheme.
pub(crate) fn may_be_key(found: &str) -> bool {
    let stands = |b: u8| b.is_ascii_graphic() && !b"\"'<>\\".contains(&b);
    found.bytes().all(stands)
        && found.len() >= MIN_LEN
        && !is_placeholder(found)
        && (!is_plain(found, FEWEST) || found.len() >= LONG && is_random(found))
        && !is_reference(found)
        && !found.starts_with("AWS4-HMAC-")
        && !is_algorithm(found)
        && !is_integrity(found)
        && (is_uuid(found) || !is_number(found) && (!is_path(found) || is_base64(found)) && !found.contains("://"))
}

/// Reports whether it is the checksum of a file as managers of packages and pages have it (Subresource Integrity): `sha512-…`, so
/// that nothing is a secret about a package that is called `js-tokens`.
fn is_integrity(found: &str) -> bool {
    ["sha1-", "sha256-", "sha384-", "sha512-"].iter().any(|scheme| found.starts_with(scheme))
}

/// Reports whether it is the name of a variable, or stands for a value.
fn is_reference(found: &str) -> bool {
    const STAND_INS: [&str; 25] = [
        "your",
        "example",
        "sample",
        "placeholder",
        "changeme",
        "change",
        "dummy",
        "insert",
        "replace",
        "enter",
        "here",
        "todo",
        "xxx",
        "xxxx",
        "foo",
        "bar",
        "foobar",
        "redacted",
        "fake",
        "development",
        "production",
        "staging",
        "sandbox",
        "opaque",
        "verification",
    ];
    // People make keys of such a word and a year, too.
    const KINDS: [&str; 5] = ["secret", "token", "key", "password", "passwd"];
    let variable = found.strip_prefix(['$', '@', '&', '*', '#', ':', '%', '.', '/', '!']).is_some_and(|name| {
        name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.:-[]'%!".contains(&b)) && !is_random(name)
    });
    let words = NormalizedName::of(found);
    let says = (0..words.words())
        .map(|at| words.word(at))
        .any(|word| STAND_INS.contains(&word) || KINDS.contains(&word) && !ends_with_year(found));
    let is_pattern = found.contains('/') && found.contains('*') || found.contains("verification=");
    variable || is_pattern || says && !is_random(found) || is_key_name(found) || is_character_class(found)
}

/// Reports whether it is the inside of a class of a regular expression: `a-zA-Z0-9_`.
fn is_character_class(found: &str) -> bool {
    ["a-z", "A-Z", "0-9"].into_iter().filter(|range| found.contains(range)).count() > 1
}

/// Reports whether it is itself the name of a key, as that of a header or a variable is: `x-goog-api-key`, `YOUR_API_KEY`.
fn is_key_name(found: &str) -> bool {
    let mut parts = found.split(['-', '_']);
    let is_cased = |part: &str| {
        let rest = part.get(1..).unwrap_or_default();
        part.bytes().all(|b| b.is_ascii_uppercase())
            || part.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.bytes().all(|b| b.is_ascii_lowercase())
    };
    found.contains(['-', '_']) && parts.all(is_cased) && strength(found) == Some(Strength::Strong)
}

/// Reports whether it is a UUID (RFC 9562) in its usual form.
pub(crate) fn is_uuid(found: &str) -> bool {
    let dashes = found.len() == 36 && found.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
    dashes && found.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-') && !is_plain(found, FEWEST)
}

/// Reports whether it is a number, a date or a version with a few letters: `0x1234…`, `2024-01-02T03:04:05Z`,
/// `1.2.3-rc.1`.
fn is_number(found: &str) -> bool {
    let others = found.bytes().filter(|b| !b.is_ascii_digit() && !b":.-+_".contains(b)).count();
    let is_version = found
        .strip_prefix('v')
        .unwrap_or(found)
        .split('.')
        .take(2)
        .all(|part| !part.is_empty() && part.len() < 4 && part.bytes().all(|b| b.is_ascii_digit()));
    others < 3 && found.len() < 32 || found.starts_with("0x") && found.len() < 20 || is_version && found.contains('.')
}

/// Reports whether it is one word of a language, or of another script, percent-encoded.
fn is_encoded_text(found: &str) -> bool {
    found.matches('%').count() * 3 > found.len() / 2
}

/// Reports whether it consists of words, as names in code and settings do.
pub(crate) fn is_made_of_words(found: &str) -> bool {
    if is_ordinary(found) {
        return true;
    }
    if is_mixed_kebab(found) {
        return false;
    }
    let name = NormalizedName::of(found);
    let words = (0..name.words()).map(|at| name.word(at)).filter(|word| word.len() > 2 && has_letter(word));
    let (known, all) = words.fold((0, 0), |(known, all), word| (known + usize::from(is_common(word)), all + 1));
    let is_name = found.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-:/[]".contains(&b));
    let is_typed = found.bytes().any(|b| b.is_ascii_uppercase()) && found.bytes().any(|b| b.is_ascii_lowercase());
    match all {
        0 => false,
        // People choose a word and a year with a sign or a letter.
        1 if has_number(found) || has_digit(found) && !is_name => false,
        1 => known == 1 || !has_digit(found) && is_name && is_typed,
        // A name in code has signs or humps, and no digits but at its end.
        _ if is_typed && has_number_behind(found) || ends_with_year(found) => false,
        _ => is_name && (known * 2 >= all || !has_digit(found)),
    }
}

/// Reports whether it is words with hyphens between, some with a capital and some without, as no name in code or of a header has
/// them: `keyboard-Lynx`, `sh-Blue-81`.
fn is_mixed_kebab(found: &str) -> bool {
    /// Fewest letters of a word: `en-US` and `zh-Hans` are languages.
    const LETTERS: usize = 3;
    let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_capital = |word: &str| {
        let letters = word.as_bytes();
        letters.len() >= LETTERS && letters[0].is_ascii_uppercase() && letters[1..].iter().all(u8::is_ascii_lowercase)
    };
    let mut words = found.split('-');
    found.len() >= 2 * LETTERS + 2
        && found.split('-').all(|word| is_word(&word))
        && words.next().is_some_and(|first| first.starts_with(|c: char| c.is_ascii_lowercase()))
        && words.any(is_capital)
}

/// Reports whether it is a phrase of at least three words, joined by capitals or by dashes: `blueElephantDancing`.
pub(super) fn is_joined_phrase(found: &str) -> bool {
    /// Fewest words and shortest one, in bytes.
    const WORDS: usize = 3;
    const SHORTEST: usize = 16;
    let has_capital = found.bytes().any(|b| b.is_ascii_uppercase());
    let is_humps = has_capital && found.bytes().all(|b| b.is_ascii_alphabetic());
    let is_dashes = found.contains('-') && found.bytes().all(|b| b == b'-' || b.is_ascii_lowercase());
    found.len() >= SHORTEST && (is_humps || is_dashes) && NormalizedName::of(found).words() >= WORDS
}

/// Reports whether at least three digits stand in it, or two before a letter, as in no numbered name: `summer2024`.
fn has_number(found: &str) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    digits > 2 || digits == 2 && found.ends_with(|c: char| c.is_ascii_alphabetic())
}

/// Reports whether exactly four digits end it: `superSigningPhrase2024`.
fn ends_with_year(found: &str) -> bool {
    const YEAR: usize = 4;
    found.bytes().rev().take_while(u8::is_ascii_digit).count() == YEAR
}

/// Reports whether a part of two digits or more ends it, as people choose: `Maple-Gull-27`.
fn has_number_behind(found: &str) -> bool {
    found.rsplit_once(['-', '_']).is_some_and(|(_, last)| last.len() > 1 && last.bytes().all(|b| b.is_ascii_digit()))
}

/// Reports whether letters and digits take turns in one long part of it or in several short ones, as in no word, version or name
/// of a type: `q7Hs92mm`, `a9x-77c`.
fn is_mild(found: &str) -> bool {
    /// Shortest part that is enough alone, and shortest of several.
    const LENGTHS: [usize; 2] = [6, 3];
    let turns = |part: &str| {
        let is_turn = |pair: &[u8]| pair[0].is_ascii_digit() != pair[1].is_ascii_digit();
        part.as_bytes().windows(2).filter(|pair| is_turn(pair)).count()
    };
    let parts = || found.split(|c: char| !c.is_ascii_alphanumeric());
    let is_mixed = |part: &&str| part.len() >= LENGTHS[1] && turns(part) > 0;
    let is_constant = !found.bytes().any(|b| b.is_ascii_lowercase()) && found.contains('_');
    let is_long = |part: &str| part.len() >= LENGTHS[0] && turns(part) > 2;
    // A user may stand before it.
    !found.contains([':', '/', '@'])
        && !is_constant
        && !is_made_of_words(found)
        && (parts().any(is_long) || parts().filter(is_mixed).count() > 1 && found.len() >= LENGTHS[0])
}

/// Reports whether small letters and digits take turns in it as in no word.
fn is_drawn(found: &str) -> bool {
    const TURNS: usize = 4;
    let is_turn = |pair: &[u8]| pair[0].is_ascii_digit() != pair[1].is_ascii_digit();
    let is_plain = found.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    is_plain && found.as_bytes().windows(2).filter(|pair| is_turn(pair)).count() >= TURNS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_from_words_and_code() {
        use Strength::{Likely, Strong, Weak};
        for (found, strength, settled, expected) in [
            ("q7Zr2Lx9Tt4Vw8Ks3Np6", Weak, false, true),
            ("9f86d081884c7d65", Strong, false, true),
            ("swordfish", Strong, true, true),
            ("swordfish", Strong, false, false),
            ("blueElephantDancing", Strong, true, true),
            ("blue-elephant-dancing", Strong, true, true),
            ("blueElephantDancing", Strong, false, false),
            ("myVerySecretSigningKey2024", Strong, true, true),
            ("superSigningPhrase2024", Strong, true, true),
            ("appSecretKey", Strong, true, false),
            ("myAppSecretKeyName", Strong, true, false),
            ("hunter2x", Strong, true, true),
            ("m3h@o)p$e]nob", Strong, true, true),
            ("primary", Strong, true, false),
            ("next_token", Strong, true, false),
            ("my-app-secret-v2", Strong, true, false),
            ("your-api-key-here", Strong, true, false),
            ("x-goog-api-key", Strong, true, false),
            ("X-Vault-Token", Strong, true, false),
            ("YOUR_API_KEY", Strong, true, false),
            ("${SECRET}", Strong, true, false),
            ("$API_KEY", Strong, true, false),
            ("1.24.3-beta", Strong, true, false),
            ("2024-01-02T03:04:05Z", Strong, true, false),
            ("7f3e2a1b-9c8d-4e5f-a6b7-c8d9e0f1a2b3", Strong, true, true),
            ("7f3e2a1b-9c8d-4e5f-a6b7-c8d9e0f1a2b3", Weak, true, false),
            ("7f3e2a1b-9c8d-4e5f-a6b7-c8d9e0f1a2b3", Likely, false, true),
            ("9x2k7m4q", Likely, true, true),
            ("9x2k7m4q", Likely, false, false),
            ("next_token", Likely, true, false),
            ("basic2fa", Likely, true, false),
            ("Summer2024x", Strong, true, true),
            ("sha256", Strong, true, false),
            ("None):", Strong, true, false),
            ("Maple-Gull-27", Strong, true, true),
            ("server12", Strong, true, false),
            ("/run/secrets/token2/abc.def", Strong, true, false),
        ] {
            assert_eq!(is_key(found, strength, settled), expected, "{found}");
        }
    }
}
