//! [`ToolNames`]: the names of called tools, which a stream gives in an earlier event than the arguments of the call.

use std::collections::HashMap;

use super::{
    document::{ArrayIndices, StreamField},
    strings::DocumentRestorer,
};
use crate::profile::StreamFormat;

/// Most calls whose tool is remembered.
const MAX_CALLS: usize = 4096;

/// The names of called tools, each with the index of its rule, by the keys of the channel of the call's arguments.
#[derive(Default)]
pub(super) struct ToolNames(HashMap<Box<str>, (u16, Box<str>)>);

impl ToolNames {
    /// Remembers the names of tools in an event.
    pub(super) fn remember(&mut self, stream: &StreamFormat, document: &DocumentRestorer<'_>) {
        for StreamField { state, indices, value, .. } in &document.parts.stream_fields {
            for &tool in &document.table.facts(*state).tool_names {
                let keys = stream.tools[usize::from(tool)].keys;
                let name = &document.doc[value.clone()];
                if !name.is_empty()
                    && let Some(key) = call_key(document, keys, *indices)
                    && self.0.len() < MAX_CALLS
                {
                    let known = self.0.entry(key.into()).or_insert_with(|| (tool, name.into()));
                    if tool <= known.0 {
                        *known = (tool, name.into());
                    }
                }
            }
        }
    }

    /// The tool of the call whose keys the value at `indices` of an event has.
    pub(super) fn name(
        &self,
        stream: &StreamFormat,
        document: &DocumentRestorer<'_>,
        indices: ArrayIndices,
    ) -> Option<&str> {
        if self.0.is_empty() {
            return None;
        }
        let mut keys = stream.tools.iter().filter_map(|tool| call_key(document, tool.keys, indices));
        keys.find_map(|key| self.0.get(key.as_str())).map(|(_, name)| &**name)
    }
}

/// The key of a call in [`ToolNames`]: the first keys, and their values, of the channel of its arguments.
fn call_key(document: &DocumentRestorer<'_>, keys: &[&str], indices: ArrayIndices) -> Option<String> {
    let mut all = String::new();
    for key in keys {
        all.push_str(key);
        all.push('\0');
        all.push_str(document.key_value(key, indices)?);
        all.push('\0');
    }
    Some(all)
}
