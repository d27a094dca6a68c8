//! Shapes of what code has in the place of a value: types, names of algorithms, numbers, paths, identifiers, expressions.

use crate::recognizers::support::neighbours::is_one_of;
use crate::text::{is_word, line};

/// Reports whether it is a type of GraphQL that may not be null: `String!`, `[ID!]!`.
pub(crate) fn is_required_type(found: &str) -> bool {
    const TYPES: [&str; 12] =
        ["string", "id", "int", "float", "boolean", "password", "email", "date", "datetime", "uuid", "json", "url"];
    found.ends_with('!') && is_one_of(found.trim_matches(['!', '[', ']']), &TYPES)
}

/// Reports whether it is a tag of YAML, before what it applies to: `!vault |`.
pub(crate) fn is_tag(found: &str, after: Option<u8>) -> bool {
    let name = found.strip_prefix('!').filter(|_| after == Some(b' '));
    name.is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_'))
}

/// Reports whether `rest` ends a member or a parameter in code: `,` or `;` at the end of the line, `)`, `=`.
pub(crate) fn ends_member(rest: &str) -> bool {
    /// Most blanks before a `=`. The line is not read to its end: all of a text may be one, with a value every few bytes.
    const MAX_GAP: usize = 64;
    match *rest.as_bytes() {
        [b')' | b'}', ..] => true,
        [b',' | b';', ..] => line::ends(rest, 1),
        _ => rest.as_bytes().iter().take(MAX_GAP).find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'='),
    }
}

/// Reports whether it is the name of a type with a size: `__u32`, `uint64_t`, `Int32`.
pub(crate) fn is_type(found: &str) -> bool {
    found.starts_with('_')
        || found.ends_with("_t")
        || found.trim_end_matches(|c: char| c.is_ascii_digit()).len() < found.len() && {
            /// Most digits of a size.
            const DIGITS: usize = 4;
            let stem = found.trim_end_matches(|c: char| c.is_ascii_digit());
            found.len() - stem.len() <= DIGITS
                && is_one_of(
                    stem,
                    &["int", "uint", "float", "double", "varchar", "sha", "base", "utf", "bytes", "u", "i", "f", "md"],
                )
        }
}

/// Reports whether it is the name of an algorithm or a scheme, with its size: `sha256`, `Base64`, `RS256`, `oauth2`.
pub(crate) fn is_algorithm(found: &str) -> bool {
    const STEMS: [&str; 40] = [
        "sha", "base", "aes", "rsa", "rs", "hs", "es", "ps", "ed", "md", "oauth", "saml", "utf", "tls", "ssl", "argon",
        "curve", "secp", "des", "rc", "blake", "ripemd", "crc", "pkcs", "pbkdf", "ipv", "http", "x", "kerberos",
        "ldap", "amd", "arm", "i", "ppc", "mips", "riscv", "any", "linux", "latin", "cp",
    ];
    let digits = found.bytes().rev().take_while(u8::is_ascii_digit).count();
    let stem = found.get(..found.len() - digits).unwrap_or_default().trim_end_matches(['-', '_', 'v', 'V']);
    const WHOLE: [&str; 8] =
        ["ed25519", "x25519", "secp256k1", "sha512crypt", "sha256crypt", "scrypt", "bcrypt", "argon2id"];
    digits < 5 && (is_one_of(stem, &STEMS) || is_one_of(found, &WHOLE))
}

/// Reports whether it is a number in code: `0x030`, `1e6`.
pub(crate) fn is_number(found: &str) -> bool {
    let digits = found.strip_prefix("0x").or_else(|| found.strip_prefix("0X"));
    digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_'))
        || found.starts_with(|c: char| c.is_ascii_digit())
            && found.bytes().all(|b| b.is_ascii_digit() || b"_.eEuUlLfFiszI".contains(&b))
}

/// Reports whether it reads as `user.password1` or `self.pw`.
pub(crate) fn is_path_of_names(found: &str) -> bool {
    found.contains('.') && found.split('.').all(is_identifier)
}

pub(crate) fn is_identifier(found: &str) -> bool {
    found.starts_with(|c: char| c.is_alphabetic() || c == '_') && found.chars().all(is_word)
}

/// Reports whether it is written as names in code are: `newPassword`, `hash_value`.
pub(crate) fn is_identifier_like(found: &str) -> bool {
    let humps = found
        .as_bytes()
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()));
    humps || found.contains('_')
}

/// Reports whether it is a call, an index, a reference, a type with parameters, or a part of a comparison.
pub(crate) fn is_expression(found: &str, after: Option<u8>) -> bool {
    let opens = |open, close| match (found.find(open), found.contains(close)) {
        (Some(0), _) => true,
        (Some(at), closed) => {
            found.get(..at).is_some_and(|head| head.chars().all(|c| is_word(c) || matches!(c, '.' | ':' | '&' | '!')))
                && (closed || matches!(after, Some(b',' | b')' | b' ' | b'"' | b'\'') | None))
        }
        (None, _) => false,
    };
    opens('(', ')')
        || opens('[', ']')
        || opens('{', '}')
        || found.contains("::")
        || found.contains("->")
        || found.starts_with(['&', '*', '=']) && found.chars().skip(1).all(|c| is_word(c) || matches!(c, '.' | '\''))
        || after == Some(b'<') && is_identifier(found)
}

/// Reports whether it is a path to a file, or an address.
pub(crate) fn is_path(found: &str) -> bool {
    let rooted =
        found.starts_with('/') || found.starts_with("./") || found.starts_with("../") || found.starts_with("~/");
    let drive = matches!(found.as_bytes(), [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic());
    drive
        || rooted && found.chars().all(|c| is_word(c) || matches!(c, '/' | '.' | '-' | '~' | ':'))
        || found.starts_with("http://")
        || found.starts_with("https://")
}
