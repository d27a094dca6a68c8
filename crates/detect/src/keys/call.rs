//! Arguments of calls in any language of programs.

use std::ops::Range;

use super::quote::{closing_quote, conversion_len, quoted_len};

/// Most arguments that are read of one call.
pub const MOST_ARGUMENTS: usize = 4;

/// The places of the first arguments of the call whose bracket ends before `at`: of each one that is a literal in quotes, the
/// text inside them; `None` for any other expression and for what is missing.
pub fn literal_arguments(text: &str, at: usize) -> [Option<Range<usize>>; MOST_ARGUMENTS] {
    let mut found = [const { None }; MOST_ARGUMENTS];
    let mut start = at;
    for slot in &mut found {
        start += blanks(text, start);
        let Some(end) = argument_end(text, start) else { break };
        *slot = literal(text, start..end);
        if text.as_bytes().get(end) != Some(&b',') {
            break;
        }
        start = end + 1;
    }
    found
}

/// The number of blanks and line ends at `at`.
fn blanks(text: &str, at: usize) -> usize {
    /// Most of them, as the indentation of an argument on its own line has.
    const MOST: usize = 64;
    text.as_bytes().get(at..).unwrap_or_default().iter().take(MOST).take_while(|b| b.is_ascii_whitespace()).count()
}

/// The inside of the quotes, if nothing but one literal in quotes, which may be converted, stands at `place`.
fn literal(text: &str, place: Range<usize>) -> Option<Range<usize>> {
    let argument = text.get(place.clone())?.trim_end();
    // An optional one in Rust: `Some("…")`.
    let inner = argument.strip_prefix("Some(").and_then(|inner| inner.strip_suffix(')'));
    let (argument, place) = match inner {
        Some(inner) => (inner, place.start + "Some(".len()..place.end),
        None => (argument, place),
    };
    // The kind of a literal stands before its quote: `b"…"`, `@"…"`.
    let kind = argument.bytes().take(1).take_while(|b| b"b@rL".contains(b)).count();
    let opening = argument.get(kind..)?.chars().next()?;
    let inner = kind + opening.len_utf8();
    let len = quoted_len(argument.get(inner..)?, closing_quote(opening)?, 0, argument.len())?;
    let behind = inner + len + opening.len_utf8();
    let is_whole = behind + conversion_len(argument.get(behind..)?) == argument.len();
    (is_whole && len > 0).then_some(place.start + inner..place.start + inner + len)
}

/// The place of the comma or the bracket that ends the argument at `start`; `None` if none does nearby.
fn argument_end(text: &str, start: usize) -> Option<usize> {
    /// Longest argument, in bytes.
    const LONGEST: usize = 384;
    let bytes = text.as_bytes();
    let limit = bytes.len().min(start + LONGEST);
    let (mut at, mut depth) = (start, 0_usize);
    while at < limit {
        match bytes[at] {
            quote @ (b'"' | b'\'' | b'`') => {
                let len = quoted_len(text.get(at + 1..)?, char::from(quote), 0, LONGEST)?;
                at += len + 1;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return Some(at),
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => return Some(at),
            b';' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Vec<Option<&str>> {
        let at = text.find('(').unwrap() + 1;
        literal_arguments(text, at).into_iter().map(|place| place.map(|place| &text[place])).collect()
    }

    #[test]
    fn literals_are_told_from_expressions() {
        for (text, expected) in [
            ("f('a', \"b\")", [Some("a"), Some("b"), None, None]),
            ("f({ x: g(1, 'y') }, 'b', c)", [None, Some("b"), None, None]),
            ("f(a[1], 'b' + c, 'd',\n    'e')", [None, None, Some("d"), Some("e")]),
            ("f('a)', b'c', '')", [Some("a)"), Some("c"), None, None]),
            ("f(x, \"b\".toCharArray(), \"c\".data(using: .utf8)!, \"d\".len())", [None, Some("b"), Some("c"), None]),
            ("f('a'; 'b')", [None; 4]),
            ("f('a", [None; 4]),
            ("f()", [None; 4]),
        ] {
            assert_eq!(arguments(text), expected, "{text}");
        }
    }
}
