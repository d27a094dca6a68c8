//! Selectors: the little language in which profiles name paths.

use std::fmt;

/// One step of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A member of this name.
    Name(Box<str>),
    /// Any member.
    AnyName,
    /// Any member whose name ends so.
    Suffix(Box<str>),
    /// Any element of an array.
    AnyIndex,
    /// Any number of steps.
    Deep,
}

/// Longest selector that is read, in bytes.
const MAX_LEN: usize = 1024;
/// Most selectors that one with alternatives may stand for.
const MAX_ALTERNATIVES: usize = 256;

/// Stands for a dot within a name.
const ESCAPED: &str = "\u{1}";

/// Why a selector cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSelector {
    /// It is empty, or has an empty step.
    Empty,
    /// A bracket or brace is not closed, or holds what it may not.
    Bracket,
    /// It is too long, or stands for too many.
    TooLong,
}

impl fmt::Display for BadSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "a step between two dots is empty",
            Self::Bracket => "only [*], {a,b}, * and ** may be used beside names",
            Self::TooLong => "it is too long, or has too many alternatives",
        })
    }
}

impl std::error::Error for BadSelector {}

/// All sequences of steps that `selector` stands for: one, or several where it has alternatives.
///
/// # Errors
/// If it is malformed.
pub(super) fn parse(selector: &str) -> Result<Vec<Vec<Step>>, BadSelector> {
    if selector.len() > MAX_LEN {
        return Err(BadSelector::TooLong);
    }
    let mut all = vec![Vec::new()];
    // An escaped dot is set aside as a character that no member name in a selector has.
    let escaped = selector.replace("\\.", ESCAPED);
    for piece in escaped.split('.') {
        let (name, indices) = indices(piece)?;
        let names: Vec<Option<Step>> = match name {
            "" if indices > 0 => vec![None],
            "" => return Err(BadSelector::Empty),
            "*" => vec![Some(Step::AnyName)],
            "**" => vec![Some(Step::Deep)],
            _ if name.starts_with("*_") && !name[1..].contains(['*', '{', '}']) => {
                vec![Some(Step::Suffix(name[1..].into()))]
            }
            _ => alternatives(name)?.into_iter().map(|name| Some(Step::Name(unescape(name)))).collect(),
        };
        if all.len().saturating_mul(names.len()) > MAX_ALTERNATIVES {
            return Err(BadSelector::TooLong);
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
fn indices(piece: &str) -> Result<(&str, usize), BadSelector> {
    let (mut name, mut count) = (piece, 0);
    while let Some(rest) = name.strip_suffix("[*]") {
        name = rest;
        count += 1;
    }
    if name.contains(['[', ']']) { Err(BadSelector::Bracket) } else { Ok((name, count)) }
}

fn alternatives(name: &str) -> Result<Vec<&str>, BadSelector> {
    let inner = match name.strip_prefix('{') {
        Some(rest) => rest.strip_suffix('}').ok_or(BadSelector::Bracket)?,
        None => return if name.contains(['{', '}', '*']) { Err(BadSelector::Bracket) } else { Ok(vec![name]) },
    };
    let names: Vec<_> = inner.split(',').map(str::trim).collect();
    if names.iter().any(|name| name.is_empty()) {
        return Err(BadSelector::Empty);
    }
    if inner.contains(['{', '}', '*']) { Err(BadSelector::Bracket) } else { Ok(names) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(selector: &str) -> Result<String, BadSelector> {
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
            ("a.log\\.level", "a log.level"),
        ] {
            assert_eq!(shown(selector).as_deref(), Ok(expected), "{selector}");
        }
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for (selector, error) in [
            ("", BadSelector::Empty),
            ("a..b", BadSelector::Empty),
            ("a.{b,}", BadSelector::Empty),
            ("a[0]", BadSelector::Bracket),
            ("a[*", BadSelector::Bracket),
            ("{a,b", BadSelector::Bracket),
            ("a*", BadSelector::Bracket),
            ("*_a*", BadSelector::Bracket),
            ("{a,*}", BadSelector::Bracket),
        ] {
            assert_eq!(shown(selector), Err(error), "{selector}");
        }
        assert_eq!(shown(&"a".repeat(2000)), Err(BadSelector::TooLong));
        assert_eq!(shown(&["{a,b,c,d}"; 10].join(".")), Err(BadSelector::TooLong));
    }
}
