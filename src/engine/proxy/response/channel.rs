//! [`Channel`]: a text that arrives in fragments, and the events that carry them.

use std::{collections::VecDeque, ops::Range, sync::Arc};

use super::{
    json_fragments::{DeclaredSyntax, FragmentEdit, FragmentRestorer},
    screen::{Screen, ScreenedText},
};
use crate::{
    anonymize::restore::{LinkState, RestoreTable},
    codec::syntax::json::Str,
    engine::proxy::offsets::GrowingShifts,
    profile::PathState,
};

/// A text that arrives in fragments.
pub(super) struct Channel {
    restorer: FragmentRestorer,
    /// The masking of new personal data in it.
    screened: Option<ScreenedText>,
    /// Entities that were masked and not counted yet.
    masked: u64,
    /// The replaced parts of the text, if events hold offsets into it.
    pub(super) shifts: Option<GrowingShifts>,
    /// The fragments that are not decided.
    fragments: VecDeque<Fragment>,
    /// The path of its fragments in events.
    path: PathState,
    /// The values of its keys, each with a NUL behind it.
    key: Box<str>,
    /// True if placeholders in the text are restored.
    pub(super) is_restored: bool,
    /// True if the answer is refused once a placeholder stays in the text.
    pub(super) is_refusable: bool,
}

/// A fragment of a text.
pub(super) struct Fragment {
    /// The number of the event that carries it.
    pub(super) event: u64,
    /// The fragment's part of a string in the event's document.
    pub(super) string: Str,
    /// The fragment's bytes in the text.
    pub(super) range: Range<u64>,
}

impl Channel {
    /// A channel whose text stands behind another one, in which `links` are open.
    pub(super) fn new(syntax: DeclaredSyntax, links: LinkState, is_restored: bool, path: PathState, key: &str) -> Self {
        let restorer = FragmentRestorer::behind(syntax, links);
        Self {
            restorer,
            screened: None,
            masked: 0,
            shifts: None,
            fragments: VecDeque::new(),
            path,
            key: key.into(),
            is_restored,
            is_refusable: false,
        }
    }

    /// Masks new personal data in the channel, whose text the profile declares as `syntax`.
    pub(super) fn screen(&mut self, screen: Option<&Arc<Screen>>, syntax: DeclaredSyntax) {
        self.screened = screen.map(|screen| ScreenedText::new(Arc::clone(screen), syntax));
    }

    /// Reports whether a part of it may have gone through unread.
    pub(super) fn is_unscreened(&self) -> bool {
        self.screened.as_ref().is_some_and(ScreenedText::is_overlong)
    }

    /// Reports whether fragments may change.
    pub(super) fn is_read(&self) -> bool {
        self.is_restored || self.screened.is_some()
    }

    /// The number of entities that were masked since the last call.
    pub(super) fn take_masked(&mut self) -> u64 {
        std::mem::take(&mut self.masked)
    }

    /// Reads `text`, the last one if `eof`. Returns the offset up to which the text is decided.
    fn read(&mut self, table: &RestoreTable, text: &str, eof: bool, edits: &mut Vec<FragmentEdit>) -> u64 {
        let before = edits.len();
        let decided = self.replace(table, text, eof, edits);
        if let Some(shifts) = &mut self.shifts {
            shifts.push(text, edits[before..].iter().map(|edit| (&edit.range, edit.text.as_str())), decided);
        }
        decided
    }

    /// Restores and screens `text`.
    fn replace(&mut self, table: &RestoreTable, text: &str, eof: bool, edits: &mut Vec<FragmentEdit>) -> u64 {
        let before = edits.len();
        let decided = if self.is_restored {
            self.restorer.push(table, text, eof, edits)
        } else {
            self.restorer.push(&RestoreTable::default(), text, eof, edits)
        };
        let Some(screened) = &mut self.screened else { return decided };
        let restored: Vec<_> = edits[before..].iter().map(|edit| edit.range.clone()).collect();
        let restorations = edits.len();
        let decided = screened.push(text, eof, restored, decided, edits);
        self.masked += (edits.len() - restorations) as u64;
        decided
    }

    /// The path of its fragments in events.
    pub(super) fn path(&self) -> PathState {
        self.path
    }

    /// The links that are open at the end of what is decided.
    pub(super) fn links(&self) -> LinkState {
        self.restorer.links()
    }

    /// Reports whether fragments at `path` with the keys `key` belong to it.
    pub(super) fn is(&self, path: PathState, key: &str) -> bool {
        self.path == path && *self.key == *key
    }

    /// Reads the next fragment, with the characters `text`. Returns the offset up to which the text is decided.
    pub(super) fn push(
        &mut self,
        table: &RestoreTable,
        text: &str,
        mut fragment: Fragment,
        edits: &mut Vec<FragmentEdit>,
    ) -> u64 {
        let start = self.restorer.at();
        let decided = self.read(table, text, false, edits);
        fragment.range = start..self.restorer.at();
        self.fragments.push_back(fragment);
        decided
    }

    /// The values of its keys, each with a NUL behind it.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Reads a character that no placeholder has, for a lone surrogate.
    pub(super) fn divide(&mut self, table: &RestoreTable, edits: &mut Vec<FragmentEdit>) -> u64 {
        self.read(table, "\u{FFFD}", false, edits)
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, table: &RestoreTable, edits: &mut Vec<FragmentEdit>) -> u64 {
        self.read(table, "", true, edits)
    }

    pub(super) fn withheld(&self) -> u64 {
        self.restorer.withheld()
    }

    /// The fragments that share a byte with `range`.
    pub(super) fn fragments_in(&self, range: &Range<u64>) -> impl Iterator<Item = &Fragment> {
        let from = self.fragments.partition_point(|fragment| fragment.range.end <= range.start);
        self.fragments.range(from..).take_while(move |fragment| fragment.range.start < range.end)
    }

    /// Removes the first fragment, if it ends before `decided`.
    pub(super) fn take_decided(&mut self, decided: u64) -> Option<Fragment> {
        self.fragments.pop_front_if(|fragment| fragment.range.end <= decided)
    }

    /// Reports whether the values of its first keys are these; `None` stands for any value.
    pub(super) fn agrees(&self, values: &[Option<&str>]) -> bool {
        agree(&self.key, values)
    }
}

/// Reports whether the first values of a channel's key are these; `None` stands for any value.
pub(super) fn agree(key: &str, values: &[Option<&str>]) -> bool {
    key.split_terminator('\0').zip(values).all(|(own, other)| other.is_none_or(|other| own == other))
}
