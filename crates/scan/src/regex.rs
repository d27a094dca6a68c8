//! The syntax of expressions, as [`parse`] reads it, and the errors of building.

use regex_syntax::{
    ParserBuilder,
    hir::{Hir, HirKind, Look},
};

use crate::dfa::build_dfa;

/// Largest automaton of a single expression, in bytes.
const MAX_SINGLE_DFA: usize = 2 << 20;

/// An error of an expression, or of all expressions together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegexError {
    /// The expression is malformed: the parser's message in one line.
    Syntax(String),
    /// The expression matches the empty text.
    Empty,
    /// The automaton takes too much memory.
    TooLarge,
}

impl std::fmt::Display for RegexError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Syntax(message) => write!(f, "the regular expression is malformed: {message}"),
            Self::Empty => f.write_str("the regular expression matches the empty text"),
            Self::TooLarge => f.write_str(
                "the regular expression is too large; bound its repetitions, or write [0-9] for \\d and [A-Za-z0-9_] \
                 for \\w",
            ),
        }
    }
}

impl std::error::Error for RegexError {}

/// Parses a regular expression in the language of `regex-syntax`.
///
/// Unicode is off in an expression of ASCII that names no code point or property, so that its automaton stays small:
/// `\d` is `[0-9]`, and `.` any byte. Otherwise it is on, so that `(?i)ü` matches `Ü`.
///
/// # Errors
/// [`RegexError::Syntax`] and [`RegexError::Empty`].
pub fn parse(regex: &str) -> Result<Hir, RegexError> {
    let names_unicode = ["\\x", "\\u", "\\U", "\\p", "\\P"].iter().any(|escape| regex.contains(escape));
    let unicode = !regex.is_ascii() || names_unicode;
    let parsed = ParserBuilder::new().unicode(unicode).utf8(false).build().parse(regex);
    let hir = parsed.map_err(|error| RegexError::Syntax(one_line(&error.to_string())))?;
    if hir.properties().minimum_len().is_none_or(|len| len == 0) {
        return Err(RegexError::Empty);
    }
    Ok(ascii_boundaries(hir))
}

/// Checks that the automaton of `hir` alone is small: for expressions that come from outside.
///
/// # Errors
/// [`RegexError::TooLarge`].
pub fn check_size(hir: &Hir) -> Result<(), RegexError> {
    build_dfa(std::slice::from_ref(hir), MAX_SINGLE_DFA).map(|_| ())
}

/// The last line of the parser's message, without its drawing of the expression.
fn one_line(message: &str) -> String {
    message.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or(message).trim().replace("error: ", "")
}

/// `hir` without captures, and with ASCII's word boundaries in place of Unicode's, for which there are no automata. The
/// ends of a match are checked with Unicode's by the scan.
fn ascii_boundaries(hir: Hir) -> Hir {
    match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Class(class) => Hir::class(class),
        HirKind::Look(look) => Hir::look(match look {
            Look::WordUnicode => Look::WordAscii,
            Look::WordUnicodeNegate => Look::WordAsciiNegate,
            Look::WordStartUnicode => Look::WordStartAscii,
            Look::WordEndUnicode => Look::WordEndAscii,
            Look::WordStartHalfUnicode => Look::WordStartHalfAscii,
            Look::WordEndHalfUnicode => Look::WordEndHalfAscii,
            other => other,
        }),
        HirKind::Repetition(mut repetition) => {
            repetition.sub = Box::new(ascii_boundaries(*repetition.sub));
            Hir::repetition(repetition)
        }
        HirKind::Capture(capture) => ascii_boundaries(*capture.sub),
        HirKind::Concat(parts) => Hir::concat(parts.into_iter().map(ascii_boundaries).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.into_iter().map(ascii_boundaries).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_is_malformed_empty_or_too_large() {
        assert_eq!(parse("("), Err(RegexError::Syntax("unclosed group".to_owned())));
        assert_eq!(parse("a*"), Err(RegexError::Empty));
        assert!(matches!(parse("(?=a)"), Err(RegexError::Syntax(_))));
        assert_eq!(check_size(&parse("(?:a|b)*a(?:a|b){30}").unwrap()), Err(RegexError::TooLarge));
    }
}
