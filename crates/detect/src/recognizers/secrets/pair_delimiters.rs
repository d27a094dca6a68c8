//! Delimiters of pairs, which may belong to a password in one: `&` in logs, semicolons and `&` in connection strings of databases.

use super::password_value::{Form, MAX_LEN};
use crate::text::{line, window};

/// Reports whether the value at `at` stands in a connection string, whose pairs a semicolon parts, so that `&` belongs to
/// values: `User ID=x;Password=a&b;`.
pub(super) fn is_of_connection(text: &str, at: usize, form: Form) -> bool {
    /// Longest name of a pair, and of the pair before it, in bytes.
    const NAME: usize = 24;
    const PAIR: usize = 96;
    if !matches!(form, Form::Pair { .. }) {
        return false;
    }
    let head = line::before(text, at, PAIR);
    let Some((before, name)) = head.rsplit_once(';') else { return false };
    let is_name = name.len() <= NAME && name.bytes().all(|b| b.is_ascii_alphabetic() || b" =_".contains(&b));
    is_name && before.rsplit(';').next().is_some_and(|pair| pair.contains('=') && !pair.contains(['&', '?']))
}

/// Reports whether pairs before `at`, of a connection string, name a server, a database or its user.
pub(super) fn names_database(text: &str, at: usize) -> bool {
    /// Farthest pair, in bytes.
    const FAR: usize = 192;
    const NAMES: [&str; 12] = [
        "server",
        "data source",
        "host",
        "hostname",
        "database",
        "initial catalog",
        "driver",
        "user id",
        "uid",
        "dsn",
        "addr",
        "provider",
    ];
    line::before(text, at, FAR).split([';', '"', '\'']).filter_map(|pair| pair.split_once('=')).any(|(name, _)| {
        let name = name.trim();
        NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
    })
}

/// The length of the value of a connection string at the start of `rest`. In markup its `&` is written as an entity.
pub(super) fn connection_len(rest: &str) -> usize {
    const ENTITIES: [&str; 4] = ["&amp", "&lt", "&gt", "&apos"];
    let near = window::behind(rest, 0, MAX_LEN);
    let ends = near.match_indices([';', '"', '\'', '\n', ' ']);
    let is_entity =
        |at: usize| near[at..].starts_with(';') && ENTITIES.iter().any(|entity| near[..at].ends_with(entity));
    ends.map(|(at, _)| at).find(|at| !is_entity(*at) && !goes_on_behind_semicolon(&near[*at..])).unwrap_or(near.len())
}

/// Reports whether the semicolon at the beginning of `rest` belongs to a value of a connection string in quotes: no pair follows it, but
/// the end of a quoted text does.
fn goes_on_behind_semicolon(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(';') else { return false };
    let part = rest.find([';', '"', '\'', '\n', ' ', '&', '=']).filter(|len| *len > 0);
    part.is_some_and(|len| match rest.as_bytes()[len] {
        b'"' | b'\'' => true,
        b';' => goes_on_behind_semicolon(&rest[len..]),
        _ => false,
    })
}

/// The length of the value of `len` bytes at `start` without the braces that close the mapping of YAML around it: `{user: x, token: …}`.
pub(super) fn flow_len(text: &str, start: usize, len: usize) -> usize {
    /// Longest mapping before it, in bytes.
    const FAR: usize = 192;
    let found = &text[start..start + len];
    let bare = found.trim_end_matches('}');
    if bare.len() == len || bare.contains('{') {
        return len;
    }
    let head = line::before(text, start, FAR);
    let open = head.bytes().filter(|b| *b == b'{').count().saturating_sub(head.bytes().filter(|b| *b == b'}').count());
    if open > 0 { bare.len().max(len - open.min(len)) } else { len }
}

/// The length of what goes on with a `&` at `end` and belongs to the value of the pair at `at`: no further pair follows, and the value
/// stands in no address: `password=ab&Cd -> OK`.
pub(super) fn ampersand_len(text: &str, at: usize, end: usize, form: Form) -> usize {
    /// Longest address before it and longest rest of a value, in bytes.
    const FAR: usize = 96;
    const LONGEST: usize = 32;
    let rest = line::behind(text, end, LONGEST);
    if !rest.starts_with('&') || !matches!(form, Form::Pair { .. }) {
        return 0;
    }
    let len = rest.find([' ', '"', '\'']).unwrap_or(rest.len());
    let head = line::before(text, at, FAR).rsplit([' ', '"', '\'']).next().unwrap_or_default();
    let is_value = len > 1 && rest[1..len].chars().all(|c| c.is_alphanumeric() || c == '!' || c == '$');
    let is_last = len < rest.len() || line::ends(text, end + len);
    if is_value && is_last && !head.contains(['?', '&', '/']) { len } else { 0 }
}

/// Reports whether the comma at `at` stands within a value that a generator drew, of signs of all kinds, which fills its line.
pub(crate) fn goes_on_behind_comma(rest: &str, at: usize) -> bool {
    /// Longest such value, in bytes.
    const LONGEST: usize = 40;
    let near = line::behind(rest, 0, LONGEST);
    let Some(found) = near.get(at + 1..).map(|_| near.trim_end()) else { return false };
    let has = |is_it: fn(&u8) -> bool| found.bytes().any(|b| is_it(&b));
    let signs = found.bytes().filter(|b| b.is_ascii_punctuation()).count();
    near.len() < LONGEST
        && !found.contains([' ', ':', '=', '"', '\'', '{', '}', '[', ']', '<', '('])
        && signs > 1
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && found.split(',').all(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_connection_strings_end_at_the_next_pair() {
        for (rest, expected) in [
            ("a1;Database=x\"", "a1"),
            ("a1;\" />", "a1"),
            ("a;b^2;c\" />", "a;b^2;c"),
            ("a;b^2;c", "a"),
            ("a&amp;b;Database=x", "a&amp;b"),
            ("a;b c\"", "a"),
            ("é;é\"", "é;é"),
        ] {
            assert_eq!(&rest[..connection_len(rest)], expected, "{rest}");
        }
    }

    #[test]
    fn braces_around_a_value_end_it() {
        for (text, expected) in [
            ("{user: x, token: ab1}", "ab1"),
            ("a: {b: {token: ab1}}", "ab1"),
            ("token: ab1}", "ab1}"),
            ("{a} token: ab1}", "ab1}"),
            ("{token: a{b1}", "a{b1}"),
        ] {
            let start = text.rfind(' ').map_or("{token: ".len(), |at| at + 1);
            assert_eq!(&text[start..start + flow_len(text, start, text.len() - start)], expected, "{text}");
        }
    }

    #[test]
    fn values_of_pairs_may_have_ampersands() {
        for (text, expected) in [
            ("password=ab&Cd -> OK", "&Cd"),
            ("password=ab&Cd", "&Cd"),
            ("password=ab&user=x", ""),
            ("/login?password=ab&debug", ""),
            ("password=ab&é", "&é"),
        ] {
            let at = text.find('=').unwrap() + 1;
            let end = at + text[at..].find('&').unwrap();
            let len = ampersand_len(text, at, end, Form::Pair { bounded: true });
            assert_eq!(&text[end..end + len], expected, "{text}");
        }
    }
}
