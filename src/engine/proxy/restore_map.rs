//! [`RestoreMap`]: the placeholders of one request with their originals, and the rules of restoring them.

use std::{
    collections::HashSet,
    fmt,
    ops::Range,
    sync::{Arc, LazyLock},
};

use super::{offsets::Shifts, response::Screen};
use crate::anonymize::{
    Original, Substitute,
    restore::{Hosts, PlaceholderVariants, RestoreTable, SourceSpelling},
};

/// The rules by which a route restores. Built once per route.
#[derive(Clone, Debug)]
pub struct RestoreRules {
    /// True if variants of placeholders are restored, too.
    pub tolerant: bool,
    /// Hosts in whose URLs originals are restored.
    pub hosts: Arc<Hosts>,
    /// Tool calls in which originals are restored. Every text that is not message text counts as a tool call.
    pub tools: Arc<Tools>,
    /// True if an answer is refused once a placeholder stays in a tool call of its own.
    pub refuses_withheld: bool,
    /// The most bytes of originals in one response; further placeholders stay.
    pub max_bytes: usize,
}

impl Default for RestoreRules {
    fn default() -> Self {
        Self {
            tolerant: true,
            hosts: Arc::new(Hosts::default()),
            tools: Arc::new(Tools::All),
            refuses_withheld: false,
            max_bytes: usize::MAX,
        }
    }
}

/// Tool calls, by the name of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tools {
    /// The calls of every tool.
    All,
    /// The calls of no tool.
    None,
    /// The calls of these tools.
    Only(HashSet<Box<str>>),
}

impl Tools {
    /// Reports whether calls of the tool `name` are among them; a call whose name is not known is one
    /// only where all are.
    pub fn contains(&self, name: Option<&str>) -> bool {
        match (self, name) {
            (Self::All, _) => true,
            (Self::Only(names), Some(name)) => names.contains(name),
            (Self::None | Self::Only(_), _) => false,
        }
    }
}

/// The way back of one request: its placeholders and surrogates with what they stand for.
///
/// Only what is in it is ever put into a response. Cheap to clone; the originals are zeroed when
/// the last copy goes.
#[derive(Clone)]
pub struct RestoreMap {
    table: Arc<RestoreTable>,
    tools: Arc<Tools>,
    refuses_withheld: bool,
    screen: Option<Arc<Screen>>,
    /// The parts of the request's documents that come back changed, by the documents' numbers.
    cited: Arc<[Shifts]>,
}

impl RestoreMap {
    /// Restores nothing.
    pub fn nothing() -> Self {
        static NOTHING: LazyLock<RestoreMap> = LazyLock::new(|| RestoreMap {
            table: Arc::new(RestoreTable::default()),
            tools: Arc::new(Tools::None),
            refuses_withheld: false,
            screen: None,
            cited: Arc::default(),
        });
        NOTHING.clone()
    }

    /// A map of `names`: placeholders of this request and, where its session goes on, of the
    /// session; surrogates; and sealed texts that its caller may open.
    ///
    /// `taken` are look-alikes that the request itself wrote. `trusted` are texts of the request as they
    /// were masked, with the places of their substitutes: a URL that stands in one of them is restored
    /// where it comes back, whatever its host. `spellings` are those of originals in the request, in the order of their
    /// places, each with its substitute: they are put back as they were.
    pub fn new<'t>(
        rules: &RestoreRules,
        names: impl IntoIterator<Item = (Substitute, Original)>,
        taken: &PlaceholderVariants,
        trusted: impl IntoIterator<Item = (&'t str, &'t [Range<usize>])>,
        spellings: impl IntoIterator<Item = (Substitute, SourceSpelling)>,
    ) -> Self {
        let mut table = RestoreTable::new(names, rules.tolerant, taken, Arc::clone(&rules.hosts), rules.max_bytes);
        table.trust(trusted);
        table.note_spellings(spellings);
        let (tools, refuses_withheld) = (Arc::clone(&rules.tools), rules.refuses_withheld);
        Self { table: Arc::new(table), tools, refuses_withheld, screen: None, cited: Arc::default() }
    }

    /// The map with a masking of new personal data in the answer.
    pub fn with_screen(self, screen: Screen) -> Self {
        Self { screen: Some(Arc::new(screen)), ..self }
    }

    /// The map with the documents of the request that an answer may cite.
    pub(super) fn with_cited(self, cited: Vec<Shifts>) -> Self {
        Self { cited: cited.into(), ..self }
    }

    /// The documents of the request that the answer may cite.
    pub(super) fn cited(&self) -> &[Shifts] {
        &self.cited
    }

    /// The masking of new personal data in the answer.
    pub(crate) fn screen(&self) -> Option<&Arc<Screen>> {
        self.screen.as_ref()
    }

    /// Reports whether there is nothing to restore.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The placeholders and surrogates with their originals.
    pub(crate) fn table(&self) -> &RestoreTable {
        &self.table
    }

    /// Reports whether an answer is refused if a placeholder stays in a tool call that is restored.
    pub(crate) fn refuses_withheld(&self) -> bool {
        self.refuses_withheld
    }

    /// The tool calls that are restored.
    pub(crate) fn tools(&self) -> &Tools {
        &self.tools
    }
}

impl fmt::Debug for RestoreMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RestoreMap").field("table", &self.table).finish_non_exhaustive()
    }
}
