//! Parts of surrogates: a first or last name alone is restored only where it is that person's.

use std::collections::HashSet;

use super::{link_guard::Verdict, table::RestoreTable};
use crate::anonymize::{
    Substitute,
    operators::{is_family_name, is_given_name},
};
use masquerade_detect::text::is_boundary_between;

/// Words in small letters that are given names, too, but stand before a surname for other reasons: verbs and months, titles, articles
/// and pronouns of several languages. `Will Roe come?` asks for Roe.
const WORDS: &str = "|will|may|can|mark|grant|hope|chase|bill|trust|pay|tell|send|ask|let|call|are|was|does|did|has|had|\
    judge|king|queen|prince|princess|duke|earl|baron|count|major|captain|general|marshal|bishop|pope|abbot|dean|sir|lady|miss|doctor|mister|master|\
    summer|autumn|winter|spring|january|march|april|june|july|august|september|october|monday|tuesday|wednesday|\
    thursday|friday|saturday|sunday|mai|mayo|juni|juli|avril|abril|aprile|marzo|maggio|giugno|luglio|agosto|domenica|domingo|\
    a|al|am|an|as|at|au|be|by|con|da|das|de|del|dem|den|der|di|die|do|don|dom|du|el|en|er|es|et|ha|hat|he|hi|ich|il|im|in|is|ist|it|ja|je|la|le|les|lo|\
    ma|me|mi|mon|my|na|ne|nein|no|nu|of|on|or|pan|pani|per|po|por|pro|sa|san|se|she|si|sie|so|son|su|ta|te|ten|the|to|ton|tu|un|und|van|von|we|who|wir|yes|za|";

/// The number of bytes before a place that are kept: a given name and a blank.
const REACH: usize = 40;

/// The places among `entries` of words that are parts of other surrogates there.
pub(super) fn parts<O>(entries: &[(Substitute, O)]) -> HashSet<usize> {
    let is_surrogate = |text: &&str| !text.starts_with('[');
    let all = || entries.iter().map(|(substitute, _)| &**substitute).enumerate().filter(|(_, text)| is_surrogate(text));
    let words: HashSet<&str> =
        all().filter(|(_, text)| text.contains(' ')).flat_map(|(_, text)| text.split(' ')).collect();
    all().filter(|(_, text)| words.contains(text)).map(|(at, _)| at).collect()
}

/// The end of a text that is read already.
#[derive(Clone, Default)]
pub(super) struct WordsBefore(String);

impl WordsBefore {
    /// Goes on behind `text`.
    pub(super) fn read(&mut self, text: &str) {
        self.0.push_str(text);
        let cut = self.0.len().saturating_sub(REACH);
        let cut = (cut..=self.0.len()).find(|at| self.0.is_char_boundary(*at)).unwrap_or(0);
        self.0.drain(..cut);
    }

    /// Reports whether these words and `text` behind them end in a given name, capitalized, that is no surrogate and no other word: then
    /// a part of a surrogate that follows belongs to somebody else's name.
    pub(super) fn end_in_another_given_name(&self, table: &RestoreTable, text: &str) -> bool {
        let mut all = self.clone();
        all.read(text);
        let Some(before) = all.0.strip_suffix(' ') else { return false };
        let is_part = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
        let name = &before[before.trim_end_matches(is_part).len()..];
        name.starts_with(char::is_uppercase)
            && is_given_name(name)
            && !WORDS.contains(&format!("|{}|", name.to_lowercase()))
            && table.entries.binary_search_by(|(substitute, _)| (**substitute).cmp(name)).is_err()
    }
}

/// The decision on `part`, a given name of a surrogate, before `rest`, which is all there is if `eof`: a family name that is
/// no surrogate makes it the name of somebody else.
pub(super) fn judge_given_name(table: &RestoreTable, part: &str, rest: &str, eof: bool) -> Verdict {
    if !is_given_name(part) {
        return Verdict::Restore;
    }
    let word = match rest.strip_prefix(' ') {
        Some(word) => word,
        None if rest.is_empty() && !eof => return Verdict::Wait,
        None => return Verdict::Restore,
    };
    let name = &word[..word.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(word.len())];
    if name.len() == word.len() && !eof && name.len() < REACH {
        return Verdict::Wait;
    }
    // A digit or an accent behind it makes another word of it.
    let is_word = word[name.len()..].chars().next().is_none_or(|next| is_boundary_between('a', next));
    let is_surrogate = || table.entries.binary_search_by(|(substitute, _)| (**substitute).cmp(name)).is_ok();
    let is_other = is_word && name.starts_with(char::is_uppercase) && is_family_name(name) && !is_surrogate();
    if is_other { Verdict::Leave } else { Verdict::Restore }
}
