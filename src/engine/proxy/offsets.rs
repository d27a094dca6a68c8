//! Offsets into texts of which parts are replaced: citations, as answers and the histories of requests have them.
//!
//! Offsets count characters, that is code points, as those of OpenAI and Anthropic do. One within a replaced part goes to
//! the nearer end of its replacement.

use std::ops::Range;

use crate::{
    codec::syntax::{
        Edit,
        json::{Cursor, Str, Token},
    },
    profile::{CitedDocuments, OffsetRule, OffsetText, Offsets},
};

/// The replaced parts of a text, in order and apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shifts(Vec<Shift>);

/// A replaced part, in characters of the text before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shift {
    before: Range<u64>,
    after: Range<u64>,
}

impl Shifts {
    /// Adds a part whose replacement has `length` characters.
    pub(super) fn add(&mut self, before: Range<u64>, length: u64) {
        let at = self.0.partition_point(|shift| shift.before.end <= before.start);
        self.0.insert(at, Shift { before, after: 0..length });
        let mut last = at.checked_sub(1).map_or((0, 0), |last| (self.0[last].before.end, self.0[last].after.end));
        for Shift { before, after } in &mut self.0[at..] {
            let start = before.start - last.0 + last.1;
            *after = start..start + (after.end - after.start);
            last = (before.end, after.end);
        }
    }

    /// The parts of `string` that `edits` of its document, which are in order, replace.
    fn of(doc: &str, string: &Str, edits: &[Edit]) -> Self {
        let from = edits.partition_point(|edit| edit.range.start < string.range.start);
        let within = edits[from..].iter().take_while(|edit| edit.range.end <= string.range.end);
        let (mut shifts, mut at, mut count) = (Self::default(), string.range.start, 0);
        for edit in within {
            let start = count + characters(&doc[at..edit.range.start]);
            count = start + characters(&doc[edit.range.clone()]);
            at = edit.range.end;
            shifts.add(start..count, characters(&edit.replacement));
        }
        shifts
    }

    /// The way back.
    fn inverse(self) -> Self {
        let swap = |Shift { before, after }| Shift { before: after, after: before };
        Self(self.0.into_iter().map(swap).collect())
    }

    /// The offset after the replacements of an offset before them.
    pub(super) fn shifted(&self, offset: u64) -> u64 {
        let behind = self.0.partition_point(|shift| shift.before.end <= offset);
        if let Some(Shift { before, after }) = self.0.get(behind).filter(|shift| shift.before.start < offset) {
            return if offset - before.start < before.end - offset { after.start } else { after.end };
        }
        match behind.checked_sub(1).map(|last| &self.0[last]) {
            Some(last) => offset - last.before.end + last.after.end,
            None => offset,
        }
    }
}

/// The replaced parts of a text that arrives in fragments.
#[derive(Clone, Debug, Default)]
pub(super) struct GrowingShifts {
    shifts: Shifts,
    /// The text that is not decided.
    tail: String,
    /// The characters before it.
    characters: u64,
    /// The bytes before it, since the last end of a channel.
    bytes: u64,
}

impl GrowingShifts {
    /// Reads a fragment, and the parts that are replaced from now on, in bytes, with their replacements. `decided` is the
    /// offset up to which the text is decided, in bytes.
    pub(super) fn push<'e>(
        &mut self,
        fragment: &str,
        parts: impl Iterator<Item = (&'e Range<u64>, &'e str)>,
        decided: u64,
    ) {
        self.tail.push_str(fragment);
        for (range, replacement) in parts {
            let [start, end] = [range.start, range.end].map(|at| self.characters_to(at));
            self.shifts.add(start..end, replacement.chars().count() as u64);
        }
        self.characters = self.characters_to(decided);
        self.tail.drain(..self.within(decided));
        self.bytes = decided.max(self.bytes);
    }

    /// Goes on with a channel that counts its bytes anew.
    pub(super) fn behind(mut self) -> Self {
        self.characters += self.tail.chars().count() as u64;
        self.tail.clear();
        Self { bytes: 0, ..self }
    }

    /// The parts so far.
    pub(super) fn so_far(&self) -> &Shifts {
        &self.shifts
    }

    /// The place in the tail of an offset in bytes.
    fn within(&self, at: u64) -> usize {
        self.tail.floor_char_boundary(at.saturating_sub(self.bytes) as usize)
    }

    fn characters_to(&self, at: u64) -> u64 {
        self.characters + self.tail[..self.within(at)].chars().count() as u64
    }
}

/// An offset in an event into the text of a channel.
#[derive(Clone, Debug)]
pub(super) struct ChannelOffset {
    /// The number in the event's document.
    range: Range<usize>,
    offset: u64,
    /// The path of the channel's fragments.
    pub(super) at: &'static str,
    /// The values of the channel's first keys.
    keys: Vec<Option<String>>,
}

impl ChannelOffset {
    /// The values of the channel's first keys; `None`: any value.
    pub(super) fn keys(&self) -> Vec<Option<&str>> {
        self.keys.iter().map(Option::as_deref).collect()
    }

    /// The edit that moves it with the text.
    pub(super) fn edit(&self, shifts: &Shifts) -> Option<Edit> {
        edit(&self.range, self.offset, shifts)
    }
}

/// Adds to the edits of a document those of its offsets. `documents` are the replaced parts of the documents that offsets
/// point into by their numbers. Leaves the edits in order.
pub(super) fn shift(
    doc: &str,
    mark: &str,
    rules: &[OffsetRule],
    documents: &[Shifts],
    edits: &mut Vec<Edit>,
) -> Vec<ChannelOffset> {
    let mut in_channels = Vec::new();
    if rules.is_empty() || memchr::memmem::find(doc.as_bytes(), mark.as_bytes()).is_none() {
        return in_channels;
    }
    let Some(root) = Cursor::object(doc) else { return in_channels };
    edits.sort_by_key(|edit| edit.range.start);
    let mut moved = Vec::new();
    for rule in rules {
        visit(doc, Token::ObjectStart(0), root.clone(), rule.holders, &mut |value, holder| {
            let own;
            let shifts = match rule.text {
                OffsetText::Member(path) => {
                    own = string(doc, &value, &holder, path).map(|text| Shifts::of(doc, &text, edits));
                    own.as_ref()
                }
                OffsetText::Document(member) => number(doc, &value, &holder, member)
                    .and_then(|(_, number)| documents.get(usize::try_from(number).ok()?)),
                OffsetText::Channel { at, keys } => {
                    let key = |name: &&str| Some(doc[any(doc, &value, &holder, name)?].to_owned());
                    let keys: Vec<_> = keys.iter().map(key).collect();
                    each_offset(doc, rule, &value, &holder, |range, offset| {
                        in_channels.push(ChannelOffset { range, offset, at, keys: keys.clone() });
                    });
                    None
                }
            };
            if let Some(shifts) = shifts.filter(|shifts| !shifts.0.is_empty()) {
                each_offset(doc, rule, &value, &holder, |range, offset| moved.extend(edit(&range, offset, shifts)));
            }
        });
    }
    edits.append(&mut moved);
    edits.sort_by_key(|edit| edit.range.start);
    in_channels
}

/// Moves the offsets of a request with the edits of its body. Returns the replaced parts of its documents as an answer has
/// to go back.
pub(super) fn in_request(offsets: Option<&Offsets>, body: &[u8], edits: &mut Vec<Edit>) -> Vec<Shifts> {
    let (Some(offsets), false) = (offsets, edits.is_empty()) else { return Vec::new() };
    let Ok(doc) = std::str::from_utf8(body) else { return Vec::new() };
    edits.sort_by_key(|edit| edit.range.start);
    let documents = offsets.documents.map(|documents| documents_of(doc, documents, edits)).unwrap_or_default();
    shift(doc, offsets.mark, offsets.request, &documents, edits);
    documents.into_iter().map(Shifts::inverse).collect()
}

/// The replaced parts of the documents of a request, by their numbers.
fn documents_of(doc: &str, documents: CitedDocuments, edits: &[Edit]) -> Vec<Shifts> {
    let kind = format!("\"{}\"", documents.kind);
    if memchr::memmem::find(doc.as_bytes(), kind.as_bytes()).is_none() {
        return Vec::new();
    }
    let Some(root) = Cursor::object(doc) else { return Vec::new() };
    let mut found = Vec::new();
    for holders in documents.holders {
        visit(doc, Token::ObjectStart(0), root.clone(), holders, &mut |value, holder| {
            if string(doc, &value, &holder, "type").is_some_and(|kind| kind.raw(doc) == documents.kind) {
                let text = string(doc, &value, &holder, documents.text);
                let shifts = text.map(|text| Shifts::of(doc, &text, edits)).unwrap_or_default();
                found.push((holder.position(), shifts));
            }
        });
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, shifts)| shifts).collect()
}

/// The edit that moves a number.
fn edit(range: &Range<usize>, offset: u64, shifts: &Shifts) -> Option<Edit> {
    let shifted = shifts.shifted(offset);
    (shifted != offset).then(|| Edit { range: range.clone(), replacement: shifted.to_string() })
}

/// Calls `found` for each offset of an object.
fn each_offset(
    doc: &str,
    rule: &OffsetRule,
    value: &Token,
    holder: &Cursor<'_>,
    mut found: impl FnMut(Range<usize>, u64),
) {
    for path in rule.offsets {
        visit(doc, value.clone(), holder.clone(), path, &mut |value, _| {
            if let Token::Number(range) = value
                && let Ok(offset) = doc[range.clone()].parse()
            {
                found(range, offset);
            }
        });
    }
}

/// The first string at a path.
fn string(doc: &str, value: &Token, holder: &Cursor<'_>, path: &str) -> Option<Str> {
    let mut found = None;
    visit(doc, value.clone(), holder.clone(), path, &mut |value, _| {
        if let (Token::String(string), None) = (value, &found) {
            found = Some(string);
        }
    });
    found
}

/// The first number at a path that is an integer.
fn number(doc: &str, value: &Token, holder: &Cursor<'_>, path: &str) -> Option<(Range<usize>, u64)> {
    let range = any(doc, value, holder, path)?;
    let number = doc[range.clone()].parse().ok()?;
    Some((range, number))
}

/// The bytes of the first scalar at a path, of a string those between its quotes.
fn any(doc: &str, value: &Token, holder: &Cursor<'_>, path: &str) -> Option<Range<usize>> {
    let mut found = None;
    visit(doc, value.clone(), holder.clone(), path, &mut |value, _| {
        let range = match value {
            Token::String(string) => Some(string.range),
            Token::Number(range) | Token::Literal(range) => Some(range),
            _ => None,
        };
        found = found.take().or(range);
    });
    found
}

/// Calls `found` for each value at a path below a value, with a cursor behind its first token.
fn visit<'d>(doc: &'d str, value: Token, cursor: Cursor<'d>, path: &str, found: &mut dyn FnMut(Token, Cursor<'d>)) {
    if path.is_empty() {
        return found(value, cursor);
    }
    if !matches!(value, Token::ObjectStart(_)) {
        return;
    }
    let (step, rest) = path.split_once('.').unwrap_or((path, ""));
    let (names, is_array) = step.strip_suffix("[*]").map_or((step, false), |names| (names, true));
    let is_named =
        |name: &str| names.trim_start_matches('{').trim_end_matches('}').split(',').any(|known| known == name);
    for (name, value, inside) in cursor.members() {
        if !name.decoded(doc).is_some_and(|name| is_named(&name)) {
            continue;
        }
        match value {
            Token::ArrayStart(_) if is_array => {
                inside.elements().for_each(|(value, inside)| visit(doc, value, inside, rest, found));
            }
            _ if is_array => {}
            _ => visit(doc, value, inside, rest, found),
        }
    }
}

/// The number of characters that JSON string content spells.
fn characters(raw: &str) -> u64 {
    let mut count = 0;
    let (mut rest, mut is_behind_high) = (raw, false);
    while let Some(at) = rest.find('\\') {
        count += rest[..at].chars().count() as u64;
        is_behind_high &= at == 0;
        let hex = rest[at..].strip_prefix("\\u").and_then(|hex| u32::from_str_radix(hex.get(..4)?, 16).ok());
        let is_low = hex.is_some_and(|unit| (0xDC00..0xE000).contains(&unit));
        count += u64::from(!(is_low && is_behind_high));
        is_behind_high = hex.is_some_and(|unit| (0xD800..0xDC00).contains(&unit));
        let width = if hex.is_some() { 6 } else { 2 };
        rest = rest.get(at + width..).unwrap_or_default();
    }
    count + rest.chars().count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_code_points() {
        for (raw, expected) in [("", 0), ("aü😀", 3), (r"\n\u00fc\ud83d\ude00", 3), (r"\ude00\ud83dx\ude00", 4)] {
            assert_eq!(characters(raw), expected, "{raw}");
        }
    }

    #[test]
    fn offsets_move_by_the_parts_before_them_and_back() {
        let mut shifts = Shifts::default();
        shifts.add(10..12, 6);
        shifts.add(2..5, 1);
        let pairs = [(0, 0), (2, 2), (3, 2), (4, 3), (5, 3), (10, 8), (12, 14), (20, 22)];
        for (before, after) in pairs {
            assert_eq!(shifts.shifted(before), after, "{before}");
        }
        let back = shifts.inverse();
        for (before, after) in pairs.into_iter().filter(|(before, _)| ![3, 4].contains(before)) {
            assert_eq!(back.shifted(after), before, "{after}");
        }
    }

    #[test]
    fn fragments_count_as_one_text() {
        let (text, parts) = ("üa [X] b [Y] c", [(4..7, "longer"), (10..13, "é")]);
        let mut whole = GrowingShifts::default();
        whole.push(text, parts.iter().map(|(range, text)| (range, *text)), text.len() as u64);
        assert_eq!(whole.so_far().shifted(13), 14);
        let mut pieces = GrowingShifts::default();
        for (at, c) in text.char_indices() {
            let decided = (at + c.len_utf8()) as u64;
            let ends = parts.iter().filter(|(range, _)| range.end == decided);
            // A part waits until it is whole.
            let open = parts.iter().find(|(range, _)| range.contains(&decided));
            pieces.push(
                c.encode_utf8(&mut [0; 4]),
                ends.map(|(range, text)| (range, *text)),
                open.map_or(decided, |(range, _)| range.start),
            );
        }
        assert_eq!(pieces.so_far(), whole.so_far());
    }
}
