//! [`CarriedLinks`]: the links that are open where texts of an answer end.

use std::collections::HashMap;

use crate::{
    anonymize::restore::LinkState,
    profile::{Action, PathState},
};

/// The links that are open at the end of the last text at each path.
///
/// A message comes in several texts, which clients show as one: content blocks, parts, and what follows a finish reason.
/// So a text goes on with the links of the text before it at the same path.
#[derive(Default)]
pub(super) struct CarriedLinks {
    /// True for an answer of a conversation. Members of other documents are not shown as one text.
    is_dialogue: bool,
    open: HashMap<PathState, LinkState>,
}

impl CarriedLinks {
    pub(super) fn new(is_dialogue: bool) -> Self {
        Self { is_dialogue, open: HashMap::new() }
    }

    /// Reports whether the links of a string for which `action` holds are carried.
    pub(super) fn carry(&self, action: Action) -> bool {
        self.is_dialogue && matches!(action, Action::Text | Action::Channel(_))
    }

    /// The links before the next text at `path`.
    pub(super) fn before(&self, path: PathState) -> LinkState {
        self.open.get(&path).cloned().unwrap_or_default()
    }

    /// Notes the links behind a text at `path`.
    pub(super) fn note(&mut self, path: PathState, links: LinkState) {
        self.open.insert(path, links);
    }
}
