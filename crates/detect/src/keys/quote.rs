//! Quoted values: their closing quotes, and the arguments of calls, which are quoted.

use std::ops::Range;

/// Most blanks before an argument.
const MAX_BLANKS: usize = 256;

/// The closing quote that belongs to `opening`.
pub fn closing_quote(opening: char) -> Option<char> {
    match opening {
        '"' | '\'' | '`' => Some(opening),
        '“' | '„' | '”' => Some('”'),
        '‘' => Some('’'),
        '«' => Some('»'),
        _ => None,
    }
}

/// The length of the quoted text at the start of `rest`, of at most `most` characters; `escapes` backslashes stand before
/// its quotes.
pub fn quoted_len(rest: &str, closing: char, escapes: usize, most: usize) -> Option<usize> {
    // In most values nothing is escaped.
    let near = rest.as_bytes().get(..most.min(rest.len())).unwrap_or_default();
    if let Some(closing) = u8::try_from(closing).ok().filter(|closing| closing.is_ascii() && escapes == 0)
        && let Some(at) = memchr::memchr2(closing, b'\\', near).filter(|at| near.get(*at) == Some(&closing))
    {
        return Some(at);
    }
    let mut backslashes = 0;
    for (at, c) in rest.char_indices().take(most) {
        let ends = c == closing || closing == '”' && c == '“';
        if ends && (backslashes == escapes || backslashes % 2 == 0 && escapes == 0) {
            return Some(at - backslashes.min(escapes));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
    }
    None
}

/// The length of what wraps a value that may be none, at the start of `rest`: `Some("…`, `Optional("…`, `Optional[…`; or of the
/// type that collectors of traces print around it: `Str(…`, `Slice(["…`. Without quotes only what no code writes so.
pub fn wrapper_len(rest: &str) -> usize {
    const WRAPPERS: [&str; 6] = ["Some(", "Optional(", "Ok(", "Just(", "Just ", "Secret("];
    // The second one is of Jasypt, around what it has encrypted.
    const BARE: [&str; 4] = ["Optional[", "ENC(", "Str(", "Slice(["];
    if !rest.starts_with(['S', 'O', 'J', 'E']) {
        return 0;
    }
    // Programs print the value on a line of its own, too.
    let behind = |wrapper: &&str| {
        let inner = rest.strip_prefix(*wrapper)?;
        let blanks = inner.bytes().take(MAX_BLANKS).take_while(u8::is_ascii_whitespace).count();
        inner[blanks..].starts_with(['"', '\\']).then(|| wrapper.len() + blanks)
    };
    let bare = || BARE.iter().find(|bare| rest.starts_with(**bare)).map(|bare| bare.len());
    WRAPPERS.iter().find_map(behind).or_else(bare).unwrap_or(0)
}

/// The length of the conversion of a literal at the start of `rest`, behind its closing quote: `.toCharArray()`, `.into()`,
/// `.data(using: .utf8)!`; 0 if none stands there.
pub fn conversion_len(rest: &str) -> usize {
    const METHODS: [&str; 16] = [
        ".to_string",
        ".to_owned",
        ".into",
        ".into_bytes",
        ".as_bytes",
        ".as_str",
        ".bytes",
        ".to_vec",
        ".encode",
        ".encodeToByteArray",
        ".getBytes",
        ".toCharArray",
        ".toByteArray",
        ".toString",
        ".data",
        ".trim",
    ];
    /// Longest arguments, in bytes.
    const LONGEST: usize = 40;
    let behind = |method: &&str| rest.strip_prefix(*method).filter(|rest| rest.starts_with('('));
    let Some(arguments) = METHODS.iter().find_map(behind) else { return 0 };
    let near = arguments.as_bytes().get(..LONGEST.min(arguments.len())).unwrap_or_default();
    let Some(close) = memchr::memchr(b')', near) else { return 0 };
    let end = rest.len() - arguments.len() + close + 1;
    end + usize::from(rest[end..].starts_with('!'))
}

/// The place of the quoted argument of a call that begins at `at` or behind blanks there, without its quotes and of at most
/// `most` characters.
pub fn argument(text: &str, at: usize, most: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let start = at + rest.bytes().take(MAX_BLANKS).take_while(|b| b.is_ascii_whitespace()).count();
    let opening = text.get(start..)?.chars().next()?;
    let inner = start + opening.len_utf8();
    let len = quoted_len(text.get(inner..)?, closing_quote(opening)?, 0, most)?;
    (len > 0).then_some(inner..inner + len)
}

/// The start of the argument behind the one at `first`, its closing quote, and a comma or an arrow: `("API_KEY", …`,
/// `("API_KEY" => …`.
pub fn next_argument(text: &str, first: &Range<usize>) -> Option<usize> {
    let mut behind = text.get(first.end..)?.chars();
    behind.next()?;
    let rest = behind.as_str().trim_start();
    let rest = rest.strip_prefix(',').or_else(|| rest.strip_prefix("=>"))?;
    Some(text.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_close_as_they_open() {
        for (text, expected) in [
            (r#""a b", c"#, Some("a b")),
            ("  'a'", Some("a")),
            ("„a“ b", Some("a")),
            ("‘a’", Some("a")),
            ("«a»", Some("a")),
            (r#""a\"b""#, Some(r#"a\"b"#)),
            (r#""a\\" b""#, Some(r"a\\")),
            (r#""a"#, None),
            ("a", None),
            ("\"\"", None),
            ("\"abcdefghij\"", None),
        ] {
            assert_eq!(argument(text, 0, 8).map(|place| &text[place]), expected, "{text}");
        }
        assert_eq!(quoted_len(r#"a\" b"#, '"', 1, 8), Some(1));
    }

    #[test]
    fn arguments_follow_commas_and_arrows() {
        for (text, expected) in
            [("'a', 'b'", Some("'b'")), ("'a' => b", Some("b")), ("'a')", None), ("«a»,b", Some("b"))]
        {
            let first = argument(text, 0, 8).unwrap();
            assert_eq!(next_argument(text, &first).map(|at| &text[at..]), expected, "{text}");
        }
    }
}
