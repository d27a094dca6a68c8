//! [`DocumentRestorer`]: restores the strings of a document that are whole texts.

use std::ops::Range;

use bytes::BufMut;

use super::{
    Counts,
    document::{Leaf, ResponseDocument},
    json_fragments::{DeclaredSyntax, FragmentEdit, FragmentRestorer},
};
use crate::{
    codec::syntax::{
        Edit,
        json::{Cursor, Token},
        splice,
    },
    engine::proxy::{RestoreMap, Tools},
    profile::{Action, PathTable},
};

/// A document with its parts and the map that restores it.
#[derive(Clone, Copy)]
pub(super) struct DocumentRestorer<'a> {
    pub(super) table: &'a PathTable,
    pub(super) doc: &'a str,
    pub(super) parts: &'a ResponseDocument,
    pub(super) map: &'a RestoreMap,
}

impl DocumentRestorer<'_> {
    /// Restores `leaf`, for which `action` holds, unless it belongs to a call of a tool whose calls are
    /// not restored. `tool`: the name of the tool, if an earlier event had it.
    pub(super) fn restore(
        &self,
        leaf: &Leaf,
        action: Action,
        tool: Option<&str>,
        edits: &mut Vec<Edit>,
        counts: &mut Counts,
    ) {
        let raw = leaf.string.raw(self.doc);
        let syntax = match action {
            Action::Skip | Action::Sealed | Action::Alignment => return,
            // A placeholder has brackets, and a text with these characters is no id; a surrogate would stand in an id
            // by chance.
            Action::Id if memchr::memchr3(b'[', b' ', b'@', raw.as_bytes()).is_none() => return,
            Action::Opaque | Action::Time if !raw.contains('[') || raw.starts_with("data:") => return,
            Action::CallArguments(_) | Action::JsonSource => DeclaredSyntax::Json,
            Action::Text
            | Action::Payload
            | Action::Id
            | Action::Link
            | Action::Time
            | Action::Opaque
            | Action::TokenIds
            | Action::Channel(_) => DeclaredSyntax::Text,
        };
        if !leaf.string.escaped && !self.map.table().may_begin_in(raw) {
            return;
        }
        let is_restored = match (action, tool) {
            (Action::CallArguments(_) | Action::Payload, Some(_)) => self.map.tools().contains(tool),
            (Action::CallArguments(member), None) => self.is_restored_call(leaf, member),
            _ => true,
        };
        if !is_restored {
            return;
        }
        let mut found = Vec::new();
        for segment in leaf.string.segments(self.doc) {
            let mut restorer = FragmentRestorer::new(syntax);
            restorer.push(self.map.table(), segment.text(), true, &mut found);
            counts.withheld += restorer.withheld();
            counts.restored += found.len() as u64;
            let edit = |FragmentEdit { range, text }| segment.edit(range.start as usize..range.end as usize, &text);
            edits.extend(found.drain(..).filter_map(edit));
        }
    }

    fn is_restored_call(&self, leaf: &Leaf, member: &str) -> bool {
        match self.map.tools() {
            Tools::All => true,
            Tools::None => false,
            tools @ Tools::Only(_) => {
                let call = leaf.call.map(|start| &self.doc[start..]);
                tools.contains(call.and_then(|call| string_member(call, member)).as_deref())
            }
        }
    }
}

/// Writes `doc` with `edits` done to `out`, and alignment data emptied; returns whether the edits fit.
pub(super) fn edited(doc: &str, alignments: &[Range<usize>], mut edits: Vec<Edit>, out: &mut impl BufMut) -> bool {
    for range in alignments {
        let is_array = doc.as_bytes().get(range.start) == Some(&b'[');
        edits.push(Edit { range: range.clone(), replacement: if is_array { "[]" } else { "null" }.to_owned() });
    }
    edits.sort_by_key(|edit| edit.range.start);
    splice(doc.as_bytes(), &edits, out).is_ok()
}

/// The string member `name` of the object that `doc` begins with.
fn string_member(doc: &str, name: &str) -> Option<String> {
    let members = Cursor::object(doc)?.members().filter(|(member, ..)| member.decoded(doc).as_deref() == Some(name));
    let mut strings =
        members.filter_map(|(_, value, _)| if let Token::String(value) = value { Some(value) } else { None });
    Some(strings.next()?.decoded(doc)?.into_owned())
}
