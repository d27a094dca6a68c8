//! Selectors: the language in which profiles name paths.

use std::fmt;

/// One step of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A member of this name.
    Name(Box<str>),
    /// Any member.
    AnyName,
    /// Any member whose name has this ending.
    Suffix(Box<str>),
    /// Any element of an array.
    AnyIndex,
    /// Any number of steps.
    Deep,
}

/// Longest selector, in bytes.
const MAX_LEN: usize = 1024;
/// Most alternatives of one selector.
const MAX_ALTERNATIVES: usize = 256;

/// The substitute, during parsing, for a dot within a name.
const ESCAPED: &str = "\u{1}";

/// The reason why a selector cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectorError {
    /// The selector is empty, or has an empty step.
    Empty,
    /// A bracket or brace is not closed, or its content is not allowed.
    Bracket,
    /// The selector is too long, or has too many alternatives.
    TooLong,
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "a step between two dots is empty",
            Self::Bracket => "only [*], {a,b}, * and ** may be used beside names",
            Self::TooLong => "it is too long, or has too many alternatives",
        })
    }
}

impl std::error::Error for SelectorError {}

/// The sequences of steps of a selector: one for each of its alternatives.
///
/// # Errors
/// If it is malformed.
pub(super) fn parse(selector: &str) -> Result<Vec<Vec<Step>>, SelectorError> {
    if selector.len() > MAX_LEN {
        return Err(SelectorError::TooLong);
    }
    let mut all = vec![Vec::new()];
    // No member name in a selector has the character that stands for an escaped dot.
    let escaped = selector.replace("\\.", ESCAPED);
    for piece in escaped.split('.') {
        let (name, indices) = indices(piece)?;
        let names: Vec<Option<Step>> = match name {
            "" if indices > 0 => vec![None],
            "" => return Err(SelectorError::Empty),
            "*" => vec![Some(Step::AnyName)],
            "**" => vec![Some(Step::Deep)],
            _ if (name.starts_with("*_") || name.starts_with("*:")) && !name[1..].contains(['*', '{', '}']) => {
                vec![Some(Step::Suffix(name[1..].into()))]
            }
            _ => alternatives(name)?.into_iter().map(|name| Some(Step::Name(unescape(name)))).collect(),
        };
        if all.len().saturating_mul(names.len()) > MAX_ALTERNATIVES {
            return Err(SelectorError::TooLong);
        }
        let extend = |name: &Option<Step>, steps: &Vec<Step>| {
            let tail = std::iter::repeat_n(Step::AnyIndex, indices);
            steps.iter().cloned().chain(name.clone()).chain(tail).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(|steps| names.iter().map(move |name| extend(name, steps))).collect();
    }
    Ok(all)
}

fn unescape(name: &str) -> Box<str> {
    name.replace(ESCAPED, ".").into()
}

/// Splits the `[*]` off the end of a piece, and counts them.
fn indices(piece: &str) -> Result<(&str, usize), SelectorError> {
    let (mut name, mut count) = (piece, 0);
    while let Some(rest) = name.strip_suffix("[*]") {
        name = rest;
        count += 1;
    }
    if name.contains(['[', ']']) { Err(SelectorError::Bracket) } else { Ok((name, count)) }
}

fn alternatives(name: &str) -> Result<Vec<&str>, SelectorError> {
    let inner = match name.strip_prefix('{') {
        Some(rest) => rest.strip_suffix('}').ok_or(SelectorError::Bracket)?,
        None => return if name.contains(['{', '}', '*']) { Err(SelectorError::Bracket) } else { Ok(vec![name]) },
    };
    let names: Vec<_> = inner.split(',').map(str::trim).collect();
    if names.iter().any(|name| name.is_empty()) {
        return Err(SelectorError::Empty);
    }
    if inner.contains(['{', '}', '*']) { Err(SelectorError::Bracket) } else { Ok(names) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(selector: &str) -> Result<String, SelectorError> {
        let step = |step: &Step| match step {
            Step::Name(name) => name.to_string(),
            Step::AnyName => "*".into(),
            Step::Suffix(suffix) => format!("*{suffix}"),
            Step::AnyIndex => "#".into(),
            Step::Deep => "**".into(),
        };
        let all = parse(selector)?;
        Ok(all.iter().map(|steps| steps.iter().map(step).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn reads_names_elements_alternatives_and_depth() {
        for (selector, expected) in [
            ("a", "a"),
            ("a.b", "a b"),
            ("a[*][*].b", "a # # b"),
            ("[*].a", "# a"),
            ("**.{a, b}.*", "** a *; ** b *"),
            ("a.{b,c}[*]", "a b #; a c #"),
            ("x-y.z_1", "x-y z_1"),
            ("a.*_id", "a *_id"),
            ("a.*:verb", "a *:verb"),
            ("a.log\\.level", "a log.level"),
        ] {
            assert_eq!(shown(selector).as_deref(), Ok(expected), "{selector}");
        }
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for (selector, error) in [
            ("", SelectorError::Empty),
            ("a..b", SelectorError::Empty),
            ("a.{b,}", SelectorError::Empty),
            ("a[0]", SelectorError::Bracket),
            ("a[*", SelectorError::Bracket),
            ("{a,b", SelectorError::Bracket),
            ("a*", SelectorError::Bracket),
            ("*_a*", SelectorError::Bracket),
            ("{a,*}", SelectorError::Bracket),
        ] {
            assert_eq!(shown(selector), Err(error), "{selector}");
        }
        assert_eq!(shown(&"a".repeat(2000)), Err(SelectorError::TooLong));
        assert_eq!(shown(&["{a,b,c,d}"; 10].join(".")), Err(SelectorError::TooLong));
    }
}
