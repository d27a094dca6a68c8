//! Passwords in sentences, behind their name and no sign: `wifi password Summer2024x`.

use std::ops::Range;

use crate::keys::NormalizedName;
use crate::recognizers::secrets::{
    assignment::{OWNERS, last_word},
    key_value::is_uuid,
    password_value::{is_algorithm, is_expression, is_name, is_path, is_placeholder},
    randomness::{is_common, is_random},
};
use crate::recognizers::support::neighbours::is_one_of;

/// The fewest and the most bytes of such a password.
const LEN: std::ops::RangeInclusive<usize> = 8..=64;

/// The password at `at`, behind a name that begins at `name`, if it clearly looks like one.
pub(crate) fn value(text: &str, name: usize, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let quote = rest.bytes().take(1).take_while(|b| b"\"'`".contains(b)).count();
    let rest = rest.get(quote..)?;
    let len =
        rest.bytes().take(*LEN.end() + 1).take_while(|b| b.is_ascii_graphic() && !b"\"'`<>,;".contains(b)).count();
    let found = rest.get(..len)?.trim_end_matches(['.', ':', '?', ')', '*']);
    let behind = rest.get(found.len()..)?;
    // A name in code or a heading goes on with a sign.
    if !LEN.contains(&found.len()) || behind.starts_with([':', '=', '(', '[']) {
        return None;
    }
    let word = last_word(text.get(..name)?.trim_end_matches([' ', '-']));
    let is_owned = is_one_of(word, &OWNERS) || is_one_of(word, &["fi", "wlan", "guest", "login", "root"]);
    let fits = is_value(found, is_owned);
    fits.then_some(at + quote..at + quote + found.len())
}

/// Reports whether `found` mixes letters, digits and signs as no word, product or identifier does; `is_owned`: somebody is
/// said to have it.
fn is_value(found: &str, is_owned: bool) -> bool {
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
