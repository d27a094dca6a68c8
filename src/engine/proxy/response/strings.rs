//! Restoring the strings of a document that are whole texts.

use std::ops::Range;

use bytes::BufMut;

use super::{
    Counts,
    document::{Leaf, Leaves},
    json_fragments::{Kind, Place, Source},
};
use crate::{
    codec::syntax::{
        Edit,
        json::{Scanner, Token},
        splice,
    },
    engine::proxy::{RestoreMap, Tools},
    profile::{Action, PathTable},
};

/// A document with what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Document<'a> {
    pub(super) walk: &'a PathTable,
    pub(super) doc: &'a str,
    pub(super) leaves: &'a Leaves,
    pub(super) map: &'a RestoreMap,
}

impl Document<'_> {
    /// Restores `leaf`, for which `action` holds, unless it belongs to a call of a tool whose calls are
    /// not restored. `told`: the name of the tool, where something else than the document told it.
    pub(super) fn restore(
        &self,
        leaf: &Leaf,
        action: Action,
        told: Option<&str>,
        edits: &mut Vec<Edit>,
        counts: &mut Counts,
    ) {
        let raw = leaf.string.raw(self.doc);
        let kind = match action {
            Action::Skip | Action::Sealed | Action::Alignment => return,
            // What was masked in there has brackets, or is no id at all; else a surrogate would stand there
            // by chance.
            Action::Id if memchr::memchr3(b'[', b' ', b'@', raw.as_bytes()).is_none() => return,
            Action::Opaque | Action::Time if !raw.contains('[') || raw.starts_with("data:") => return,
            Action::CallArguments(_) | Action::JsonSource => Kind::Json,
            _ => Kind::Text,
        };
        let plain = !leaf.string.escaped;
        if plain && !self.map.live().may_begin_in(raw) {
            return;
        }
        let is_restored = match (action, told) {
            (Action::CallArguments(_) | Action::Payload, Some(_)) => self.map.tools().contains(told),
            (Action::CallArguments(member), None) => self.is_restored_call(leaf, member),
            _ => true,
        };
        if !is_restored {
            return;
        }
        let mut places = Vec::new();
        for segment in leaf.string.segments(self.doc) {
            let mut source = Source::new(kind);
            source.push(self.map.live(), segment.text(), true, &mut places);
            counts.withheld += source.withheld();
            counts.restored += places.len() as u64;
            let local = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
            let edit = |Place { range, text }| segment.edit(local(range.start)..local(range.end), &text);
            edits.extend(places.drain(..).filter_map(edit));
        }
    }

    fn is_restored_call(&self, leaf: &Leaf, member: &str) -> bool {
        match self.map.tools() {
            Tools::All => true,
            Tools::None => false,
            tools @ Tools::Only(_) => {
                let name =
                    leaf.call.and_then(|start| self.doc.get(start..)).and_then(|call| string_member(call, member));
                tools.contains(name.as_deref())
            }
        }
    }
}

/// Writes `doc` with `edits` done to `out`; whether that went well. Where anything is edited, what
/// repeats alignments (`aligned`) is emptied.
pub(super) fn edited(doc: &str, aligned: &[Range<usize>], mut edits: Vec<Edit>, out: &mut impl BufMut) -> bool {
    for range in aligned {
        let is_array = doc.as_bytes().get(range.start) == Some(&b'[');
        edits.push(Edit { range: range.clone(), replacement: if is_array { "[]" } else { "null" }.to_owned() });
    }
    edits.sort_by_key(|edit| edit.range.start);
    splice(doc.as_bytes(), &edits, out).is_ok()
}

/// The string member `name` of the object that `doc` begins with.
fn string_member(doc: &str, name: &str) -> Option<String> {
    let mut scanner = Scanner::glued(doc);
    let mut found = false;
    while let Ok(Some(token)) = scanner.next_token() {
        match token {
            Token::Name(member) if scanner.depth() == 1 => found = member.decoded(doc).as_deref() == Some(name),
            Token::String(value) if scanner.depth() == 1 && found => return Some(value.decoded(doc)?.into_owned()),
            _ if scanner.depth() == 0 => return None,
            _ => {}
        }
    }
    None
}
