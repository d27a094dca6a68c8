//! Names and values in sentences of programs and people: what a value changed from and to (`VAT number changed from … to …`), and what a
//! program does not take (`Invalid medical_record_number "…"`).

use std::ops::Range;

use super::{Keys, MAX_NAME, MAX_VALUE, Value, name::name_before, quote::argument};
use crate::text::{line, window};

/// What stands between the old value and the new one.
const ARROWS: [&str; 10] = [" to ", " into ", " auf ", " in ", " à ", " en ", " a ", " para ", " naar ", " na "];

impl Keys {
    /// The values before and behind the change that the words at `words` tell: `changed from … to …`.
    pub fn of_change<'a>(&'a self, text: &'a str, words: &Range<usize>) -> Vec<Value<'a>> {
        let head = window::before(text, words.start, MAX_NAME).trim_end();
        let head = AUXILIARIES.iter().find_map(|verb| head.strip_suffix(verb)).unwrap_or(head);
        let at = words.start - window::before(text, words.start, MAX_NAME).len() + head.len();
        let known = || {
            let (name, _) = name_before(text.get(..at)?)?;
            Some((self.of_name(text.get(name.clone())?)?, name))
        };
        let Some((known, name)) = known() else { return Vec::new() };
        let named = |place| self.named(known, name.clone(), place);
        changed(text, words.end).into_iter().flatten().map(named).collect()
    }

    /// The value behind the word at `word`, which tells that a program does not take it, and behind its name: `Invalid ssn "…"`.
    pub fn of_rejection(&self, text: &str, word: &Range<usize>) -> Option<Value<'_>> {
        let start = word.end - 1;
        let near = line::behind(text, start, MAX_NAME);
        let stands = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
        let len = near.find(|c| !stands(c))?;
        let (name, quote) = (near.get(..len)?.trim_end(), near.get(len..)?);
        let is_told = name.len() < len && quote.starts_with(['"', '\'', '`']);
        let place = is_told.then(|| argument(text, start + len, MAX_VALUE))??;
        let known = self.of_whole_name(name)?;
        Some(self.named(known, start..start + name.len(), place))
    }
}

/// Verbs before what tells a change: `was changed from`.
const AUXILIARIES: [&str; 7] = [" was", " is", " has been", " has", " got", " wurde", " were"];

/// The places of the old and the new value, of which the first one begins at `at`.
fn changed(text: &str, at: usize) -> [Option<Range<usize>>; 2] {
    let near = line::behind(text, at, 2 * MAX_VALUE);
    let Some((len, arrow)) = ARROWS.iter().filter_map(|arrow| Some((near.find(arrow)?, *arrow))).min() else {
        return [None, None];
    };
    let behind = at + len + arrow.len();
    let new = line::behind(text, behind, MAX_VALUE);
    let quote = new.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    let end = match quote {
        Some(quote) => new.get(1..).and_then(|rest| rest.find(quote)).map(|len| len + 2),
        None => [", ", ". ", "; ", " (", " by ", " on ", " at ", " for "].iter().filter_map(|end| new.find(end)).min(),
    };
    let new = new.get(..end.unwrap_or(new.len())).unwrap_or_default().trim_end_matches(['.', ',', '!', ';']);
    let bare = |start: usize, found: &str| {
        let inner = found.trim_start_matches(['"', '\'', '`']);
        let start = start + found.len() - inner.len();
        let inner = inner.trim_end_matches(['"', '\'', '`']);
        (!inner.is_empty()).then(|| start..start + inner.len())
    };
    [bare(at, &near[..len]), bare(behind, new)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_change_from_and_to_others() {
        for (text, expected) in [
            ("7-8 to 9-1.", [Some("7-8"), Some("9-1")]),
            ("\"7-8\" to \"9-1\" today", [Some("7-8"), Some("9-1")]),
            ("7 8 to 9 1 by the clerk", [Some("7 8"), Some("9 1")]),
            ("7-8 yesterday", [None, None]),
            ("", [None, None]),
            ("7 to ", [Some("7"), None]),
        ] {
            assert_eq!(changed(text, 0).map(|place| place.map(|place| &text[place])), expected, "{text}");
        }
    }
}
