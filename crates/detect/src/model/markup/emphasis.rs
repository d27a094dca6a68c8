//! Marks of emphasis around words: `**Jane**`, `_Jane_`, `~~Jane~~`, and names in backticks.

use super::{Edits, FAR, before, behind, is_name};
use crate::{
    model::{false_positives::names_software, words::Words},
    text::line,
};

/// Longest run of one mark.
const LONGEST: usize = 3;
/// Signs that may stand before an opening mark, besides blanks.
const OPENING: &str = "([{\"'“„«‘|>*_~—–-/,:;¡¿•";

/// Reads the mark of emphasis at `at`, and gives the number of bytes that are read.
pub fn read(words: &Words<'_>, text: &str, at: usize, edits: &mut Edits) -> usize {
    let Some(&mark) = text.as_bytes().get(at) else { return 1 };
    let run = run_len(text, at, mark);
    if edits.closes(&(at..at + run)) || !opens(text, at, run) {
        return run;
    }
    if let Some(len) = closing(text, at + run, mark, run) {
        let inner = &text[at + run..at + run + len];
        let is_emphasis = match mark {
            b'`' => run < LONGEST && is_name(words, inner) && !names_software(inner),
            b'~' => run == 2,
            // Names of files and of variables: `_id_`, `__DATE__`.
            b'_' => {
                let is_phrase =
                    inner.contains(char::is_lowercase) && inner.contains([' ', '-']) && !inner.contains('_');
                is_phrase || is_capitalized(inner)
            }
            _ => true,
        };
        if is_emphasis {
            edits.push_pair(at..at + run, at + run + len..at + run + len + run);
        }
    }
    run
}

/// Reports whether `text` is a word with a capital and small letters behind it.
fn is_capitalized(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
}

/// The number of marks at `at`.
fn run_len(text: &str, at: usize, mark: u8) -> usize {
    text.as_bytes().iter().skip(at).take_while(|b| **b == mark).count()
}

/// Reports whether a run of marks at `at` may stand before a word.
fn opens(text: &str, at: usize, run: usize) -> bool {
    let is_begun = before(text, at).is_none_or(|c| c.is_whitespace() || OPENING.contains(c));
    let next = behind(text, at + run);
    run <= LONGEST
        && is_begun
        && next.is_some_and(|c| {
            c.is_alphanumeric() || matches!(c, '*' | '_' | '~' | '`' | '"' | '“' | '„' | '@' | '<' | '[')
        })
}

/// The length of what stands before the run of `run` marks that closes one before `start`, in the same line.
fn closing(text: &str, start: usize, mark: u8, run: usize) -> Option<usize> {
    let inner = line::behind(text, start, FAR);
    let mut from = 0;
    while let Some(found) = inner.get(from..)?.bytes().position(|b| b == mark) {
        let at = from + found;
        let len = run_len(text, start + at, mark);
        let ends = behind(text, start + at + len).is_none_or(|c| !c.is_alphanumeric());
        if len == run && at > 0 && ends && !before(text, start + at)?.is_whitespace() {
            return Some(at);
        }
        from = at + len;
    }
    None
}
