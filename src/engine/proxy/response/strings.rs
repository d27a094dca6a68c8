//! [`DocumentRestorer`]: the restorer of the strings of a document that are whole texts.

use std::ops::Range;

use bytes::BufMut;

use super::{
    Counts,
    carried_links::CarriedLinks,
    document::{ArrayIndices, Leaf, ResponseDocument},
    json_fragments::{DeclaredSyntax, FragmentEdit, FragmentRestorer},
};
use crate::{
    codec::syntax::{Edit, json::escape, splice},
    engine::proxy::{RestoreMap, Tools, string_shape},
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

impl<'a> DocumentRestorer<'a> {
    /// The value of the channel key `selector` for a fragment at `indices`.
    pub(super) fn key_value(&self, selector: &str, indices: ArrayIndices) -> Option<&'a str> {
        let number = self.table.channel_keys().iter().position(|known| *known == selector)?;
        let field = self.parts.channel_key(u16::try_from(number).ok()?, &indices)?;
        Some(&self.doc[field.value.clone()])
    }

    /// Restores `leaf`, for which `action` holds, unless it belongs to a call of a tool whose calls are
    /// not restored. `tool` gives the name of the tool, if an earlier event had it.
    pub(super) fn restore<'t>(
        &self,
        leaf: &Leaf,
        action: Action,
        tool: impl Fn() -> Option<&'t str>,
        edits: &mut Vec<Edit>,
        links: &mut CarriedLinks,
        counts: &mut Counts,
    ) {
        let raw = leaf.string.raw(self.doc);
        if action == Action::OwnAddress {
            let host = raw.find("://").and_then(|slashes| Some(slashes + 3 + raw[slashes + 3..].find('/')?));
            let start = leaf.string.range.start;
            edits.extend(host.map(|end| Edit { range: start..start + end, replacement: String::new() }));
            return;
        }
        let syntax = match action {
            Action::Skip | Action::Sealed | Action::Alignment => return,
            // A placeholder has brackets, and a text with these characters is no id; a surrogate would stand in an id
            // by chance.
            Action::Id | Action::PairName | Action::Reference
                if memchr::memchr3(b'[', b' ', b'@', raw.as_bytes()).is_none() =>
            {
                return;
            }
            Action::Opaque | Action::Time if !raw.contains('[') || raw.starts_with("data:") => return,
            Action::CallArguments if leaf.in_arguments => DeclaredSyntax::Argument,
            Action::CallArguments | Action::JsonSource => DeclaredSyntax::Json,
            Action::Text
            | Action::Payload
            | Action::Id
            | Action::PairName
            | Action::Whole
            | Action::Integer
            | Action::Base64
            | Action::Reference
            | Action::Link
            | Action::Time
            | Action::Opaque
            | Action::EndUser
            | Action::OwnAddress
            | Action::TokenIds
            | Action::Channel(_) => DeclaredSyntax::Text,
        };
        let is_carried = links.carry(action);
        let may_hold = is_carried || leaf.string.escaped || self.map.table().may_begin_in(raw);
        let restores = may_hold && self.is_restored(leaf, tool);
        // An address that is to be fetched is no text of the model.
        let is_text = !matches!(action, Action::Link | Action::EndUser);
        let screen = self.map.screen().filter(|_| is_text);
        if !restores && screen.is_none() {
            return;
        }
        let mut found = Vec::new();
        let mut open = if is_carried { links.before(leaf.state) } else { syntax.links() };
        for segment in leaf.string.segments(self.doc) {
            if restores {
                let mut restorer = FragmentRestorer::behind(syntax, open);
                restorer.push(self.map.table(), segment.text(), true, &mut found);
                self.count_withheld(leaf, restorer.withheld(), counts);
                counts.restored += found.len() as u64;
                open = restorer.links();
            }
            if let Some(screen) = screen {
                counts.masked += screen.whole(segment.text(), syntax, &mut found);
            }
            let edit = |FragmentEdit { range, text }| {
                let edit = segment.edit(range.start as usize..range.end as usize, &text);
                edit.expect("what was found lies within the segment")
            };
            edits.extend(found.drain(..).map(edit));
        }
        if is_carried && restores {
            links.note(leaf.state, open);
        }
    }

    /// Masks long numbers of payload, which become strings.
    pub(super) fn screen_numbers(&self, edits: &mut Vec<Edit>, counts: &mut Counts) {
        let Some(screen) = self.map.screen() else { return };
        for range in &self.parts.numbers {
            let digits = string_shape::integer(&self.doc[range.clone()]);
            let Some(substitute) = digits.and_then(|digits| screen.number(&digits)) else { continue };
            let mut replacement = String::from("\"");
            escape(&substitute, &mut replacement);
            replacement.push('"');
            edits.push(Edit { range: range.clone(), replacement });
            counts.masked += 1;
        }
    }

    /// Counts placeholders that stayed in `leaf`.
    pub(super) fn count_withheld(&self, leaf: &Leaf, withheld: u64, counts: &mut Counts) {
        counts.withheld += withheld;
        counts.is_refused |= withheld > 0 && self.is_refusable(leaf);
    }

    /// Reports whether an answer is refused if a placeholder stays in `leaf`.
    pub(super) fn is_refusable(&self, leaf: &Leaf) -> bool {
        self.map.refuses_withheld() && !self.parts.calls(self.table, self.doc, leaf).is_empty()
    }

    /// Reports whether calls of all tools that `leaf` belongs to are restored. `tool`: as in
    /// [`DocumentRestorer::restore`].
    pub(super) fn is_restored<'t>(&self, leaf: &Leaf, tool: impl Fn() -> Option<&'t str>) -> bool {
        let tools = self.map.tools();
        *tools == Tools::All
            || self.parts.calls(self.table, self.doc, leaf).into_iter().all(|name| match name {
                Some(name) => tools.contains(Some(&name)),
                None => tools.contains(tool()),
            })
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
