//! Problems of a configuration, in the terms of its author.

use std::fmt;

use crate::input::{self, Place};

/// A problem of a configuration, or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file and line, the variable or the flag; `None` for a setting that is nowhere.
    pub place: Option<Place>,
    /// The setting, such as `limits.texts` or `keys[0].hash`; may be empty.
    pub key: String,
    /// The fault, without the value.
    pub detail: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.detail)
    }
}

/// The reader's problems, each file's from top to bottom.
pub(super) fn from_reader(problems: input::Problems) -> Vec<Problem> {
    let more = problems.more;
    let mut list: Vec<Problem> = problems
        .list
        .into_iter()
        .map(|problem| Problem {
            place: problem.place.map(|place| (*place).clone()),
            key: key(&problem.pointer),
            detail: problem.detail,
        })
        .collect();
    list.sort_by_key(|problem| match &problem.place {
        Some(Place::File { line, .. }) => *line,
        _ => usize::MAX,
    });
    if more > 0 {
        list.push(Problem { place: None, key: String::new(), detail: format!("and {more} more problems") });
    }
    list
}

/// A JSON Pointer in the notation of TOML: `/keys/0/hash` is `keys[0].hash`.
fn key(pointer: &str) -> String {
    let mut key = String::new();
    for part in pointer.split('/').skip(1) {
        if part.bytes().all(|byte| byte.is_ascii_digit()) && !key.is_empty() {
            key.push_str(&format!("[{part}]"));
            continue;
        }
        if !key.is_empty() {
            key.push('.');
        }
        key.push_str(&part.replace("~1", "/").replace("~0", "~"));
    }
    key
}
