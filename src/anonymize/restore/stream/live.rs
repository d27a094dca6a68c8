//! [`Live`]: the names that a response may be restored with, ready to be found piece by piece.

use std::{fmt, sync::Arc};

use super::{Restorer, find::next_start, hosts::Hosts, links::Known};
use crate::anonymize::{Original, Substitute, restore::Forms};
use masquerade_detect::entity::Placeholder;

/// Longest name that is restored, in bytes: a placeholder with a sealed text of some hundred bytes.
/// Texts that arrive in pieces wait for a few times as much at most.
const MAX_NAME: usize = 512;

/// The live names of one response, with what they stand for.
#[derive(Default)]
pub struct Live {
    /// By name, in the order of their bytes.
    pub(super) names: Vec<(Substitute, Original)>,
    /// The placeholders among them, with their place in `names`; in the order of their bytes.
    pub(super) keys: Vec<(Key, usize)>,
    /// What a byte may be the beginning of.
    pub(super) starts: Starts,
    pub(super) hosts: Arc<Hosts>,
    pub(super) known: Known,
}

/// By byte: whether a name may begin with it.
pub(super) struct Starts([u8; 256]);

impl Starts {
    /// The first byte of a name, letter for letter.
    pub(super) const EXACT: u8 = 1;
    /// The first byte of an opening bracket in one of its spellings.
    pub(super) const OPENING: u8 = 2;
    /// The first byte of a placeholder without its opening bracket.
    pub(super) const BARE: u8 = 4;
    /// The same, in either case, as it may stand between markup.
    pub(super) const MARKED: u8 = 8;

    /// What may begin with `byte`.
    pub(super) fn of(&self, byte: u8) -> u8 {
        self.0.get(usize::from(byte)).copied().unwrap_or_default()
    }

    fn add(&mut self, byte: u8, what: u8) {
        if let Some(starts) = self.0.get_mut(usize::from(byte)) {
            *starts |= what;
        }
    }
}

impl Default for Starts {
    fn default() -> Self {
        Self([0; 256])
    }
}

impl Live {
    /// These names. Of a name given twice, the first counts; `taken` are look-alikes that the request
    /// itself wrote.
    pub fn new(
        names: impl IntoIterator<Item = (Substitute, Original)>,
        tolerant: bool,
        taken: &Forms,
        hosts: Arc<Hosts>,
    ) -> Self {
        let mut names: Vec<_> = names.into_iter().filter(|(name, _)| (1..=MAX_NAME).contains(&name.len())).collect();
        names.sort_by(|(one, _), (other, _)| one.cmp(other));
        names.dedup_by(|(later, _), (first, _)| later == first);
        let mut starts = Starts::default();
        let mut keys = Vec::with_capacity(if tolerant { names.len() } else { 0 });
        for (at, (name, _)) in names.iter().enumerate() {
            name.bytes().take(1).for_each(|first| starts.add(first, Starts::EXACT));
            if tolerant && Placeholder::parse(name).is_some() && !taken.contains(name) {
                keys.push((Key::of(name), at));
            }
        }
        keys.sort_by(|(one, _), (other, _)| one.as_bytes().cmp(other.as_bytes()));
        for (key, _) in &keys {
            for first in key.as_bytes().iter().take(1) {
                starts.add(*first, Starts::BARE | Starts::MARKED);
                starts.add(first.to_ascii_lowercase(), Starts::MARKED);
            }
        }
        if !keys.is_empty() {
            super::altered::OPENINGS.iter().filter_map(|form| form.bytes().next()).for_each(|first| {
                starts.add(first, Starts::OPENING);
            });
        }
        Self { names, keys, starts, hosts, known: Known::default() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether one of them may begin in `text`. Costs a look at each byte.
    pub fn may_begin_in(&self, text: &str) -> bool {
        next_start(self, None, text, 0) < text.len()
    }

    /// Remembers the URLs with names in them that stand in `texts`, which are masked texts of the user
    /// or the system: where one of them comes back, it is restored.
    pub fn trust<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) {
        let urls: Vec<_> = texts.into_iter().flat_map(|text| Restorer::urls(self, text)).collect();
        urls.iter().for_each(|url| self.known.add(url));
    }

    /// What the name of a [`Put`] stands for.
    ///
    /// [`Put`]: super::Put
    pub fn original(&self, put: &super::Put) -> &str {
        self.entry(put.name).map_or("", |(_, original)| original)
    }

    /// The name at a place, and what it stands for.
    pub(super) fn entry(&self, at: usize) -> Option<(&str, &str)> {
        self.names.get(at).map(|(name, original)| (&**name, original.as_str()))
    }
}

/// A placeholder as altered forms are compared with it: without its brackets; in capitals, but for a sealed text.
pub(super) struct Key(Substitute);

impl Key {
    /// That of a placeholder.
    fn of(name: &Substitute) -> Self {
        let is_other = |byte: u8| byte.is_ascii_lowercase();
        // Numbered ones, which most are, are in capitals already.
        if name.bytes().any(is_other) && !name.contains(':') {
            Self(name.to_ascii_uppercase().into())
        } else {
            Self(Arc::clone(name))
        }
    }

    /// What stands between the brackets.
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.len().checked_sub(1).and_then(|end| self.0.as_bytes().get(1..end)).unwrap_or_default()
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Live({} names)", self.names.len())
    }
}
