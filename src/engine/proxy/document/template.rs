//! [`Templates`]: the forms of documents that were read, by which others of the same form are read without a traversal.
//!
//! Records of one log have the same members in the same order, so that a record differs from the one before in its values
//! alone. Where the bytes between the values are equal and each value is of the same kind, the leaves are the same at
//! other places. A document of another form is read by [`read_in`](super::read_in).

use std::{fmt, ops::Range};

use super::{Document, LONG, Leaf, LeafSpelling, Paths};
use crate::{
    codec::syntax::json::{Scalar, Str},
    profile::PathState,
};
use masquerade_detect::text::steps;

/// Most leaves and most bytes of a document that becomes a template. Longer ones are rarely alike.
const MAX_LEAVES: usize = 128;
const MAX_BYTES: usize = 16 * 1024;

/// Most templates that are kept: logs of several programs come in turn.
const MOST: usize = 4;

/// Templates that are made without one being of use before no more are.
const PATIENCE: usize = 8;

/// The values of a document that is read, from which its template is made.
#[derive(Debug, Default)]
pub(super) struct Form {
    slots: Vec<Slot>,
    /// True if a value decides on more than its own leaf.
    is_ambiguous: bool,
}

impl Form {
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.is_ambiguous = false;
    }

    /// Adds a value of `doc`.
    pub(super) fn push(&mut self, doc: &str, scalar: &Scalar) {
        match Slot::of(doc, scalar) {
            Some(slot) => self.slots.push(slot),
            None => self.is_ambiguous = true,
        }
    }

    /// Notes that a value decides on more than its own leaf: another value may decide otherwise.
    pub(super) fn set_ambiguous(&mut self) {
        self.is_ambiguous = true;
    }
}

/// A value at its bytes, with the quotes of a string.
#[derive(Debug)]
struct Slot {
    range: Range<usize>,
    is_escaped: bool,
    kind: SlotKind,
}

/// The kind of a value. Values of one kind at one path all have a leaf, or none has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SlotKind {
    String,
    Literal,
    /// A whole number with too few digits for an identifier.
    ShortInteger,
    /// Any other whole number. Its length and its first byte tell whether it may be a time.
    LongInteger {
        length: usize,
        first: u8,
    },
    /// A number that is not whole.
    Fraction,
}

impl Slot {
    /// The slot of a value; `None` if more than its kind decides on its leaf.
    fn of(doc: &str, scalar: &Scalar) -> Option<Self> {
        Some(match scalar {
            Scalar::String(Str { range, escaped }) => {
                Self { range: range.start - 1..range.end + 1, is_escaped: *escaped, kind: SlotKind::String }
            }
            Scalar::Literal(range) => Self { range: range.clone(), is_escaped: false, kind: SlotKind::Literal },
            Scalar::Number(range) => {
                let kind = SlotKind::of_number(&doc.as_bytes()[range.clone()])?;
                Self { range: range.clone(), is_escaped: false, kind }
            }
        })
    }

    /// The string between the quotes.
    fn string(&self) -> Str {
        Str { range: self.range.start + 1..self.range.end - 1, escaped: self.is_escaped }
    }
}

impl SlotKind {
    /// The kind of a number; `None` for spellings that few records have.
    fn of_number(spelled: &[u8]) -> Option<Self> {
        let digits = spelled.strip_prefix(b"-").unwrap_or(spelled);
        if digits.iter().all(u8::is_ascii_digit) {
            return Some(match digits.len() < LONG {
                true => Self::ShortInteger,
                false => Self::LongInteger { length: spelled.len(), first: spelled[0] },
            });
        }
        let is_plain = digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        (is_plain && matches!(digits.last(), Some(b'1'..=b'9'))).then_some(Self::Fraction)
    }
}

/// The places of a leaf's strings. A string that is no value stands in a part between two values, which is told by the number
/// of values before it.
#[derive(Debug)]
struct LeafPlaces {
    /// The number of the value, or that of the part with the name.
    spelled: usize,
    /// The parts of the names around it; 0 if there are none.
    key: usize,
    parent: usize,
}

/// The paths that a document is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PathsId {
    /// The address of the table, which outlives the request.
    table: usize,
    root: PathState,
    holds_records: bool,
}

impl PathsId {
    fn of(paths: Paths<'_>) -> Self {
        let Paths { table, root, holds_records } = paths;
        Self { table: std::ptr::from_ref(table).addr(), root, holds_records }
    }
}

/// The last document of a form, with its leaves.
struct Template<'d> {
    doc: &'d str,
    paths: PathsId,
    slots: Vec<Slot>,
    /// The values of the document that is compared.
    compared: Vec<Slot>,
    places: Vec<LeafPlaces>,
    document: Document,
}

impl<'d> Template<'d> {
    /// The template of a document; `None` if its values decide on more than their own leaves.
    fn new(doc: &'d str, paths: PathsId, form: &mut Form, document: &Document) -> Option<Self> {
        let is_usual = !form.is_ambiguous && document.leaves.len() <= MAX_LEAVES && doc.len() <= MAX_BYTES;
        let slots = is_usual.then(|| std::mem::take(&mut form.slots))?;
        let part = |name: &Str| slots.partition_point(|slot| slot.range.start < name.range.start);
        let value = |start: usize| slots.binary_search_by_key(&start, |slot| slot.range.start).ok();
        let places = |leaf: &Leaf| {
            let spelled = match &leaf.spelled {
                LeafSpelling::Text(string) | LeafSpelling::Base64(string) => value(string.range.start - 1)?,
                LeafSpelling::Number(range) => value(range.start)?,
                LeafSpelling::Name(name) | LeafSpelling::MemberName(name) => part(name),
            };
            let [key, parent] = [&leaf.key, &leaf.parent].map(|name| name.as_ref().map_or(0, part));
            Some(LeafPlaces { spelled, key, parent })
        };
        let places = document.leaves.iter().map(places).collect::<Option<_>>()?;
        Some(Self { doc, paths, slots, compared: Vec::new(), places, document: document.clone() })
    }

    /// Reports whether `doc` has this form, and moves the leaves to their places in it.
    fn read(&mut self, doc: &'d str) -> bool {
        if !self.compare(doc) {
            return false;
        }
        let (old, new) = (&self.slots, &self.compared);
        // Parts are moved as the value before them has grown.
        let shift = |part: usize, Str { range, .. }: &mut Str| {
            if let Some(before) = part.checked_sub(1) {
                let by = new[before].range.end.wrapping_sub(old[before].range.end);
                *range = range.start.wrapping_add(by)..range.end.wrapping_add(by);
            }
        };
        for (leaf, places) in self.document.leaves.iter_mut().zip(&self.places) {
            match &mut leaf.spelled {
                LeafSpelling::Text(string) | LeafSpelling::Base64(string) => *string = new[places.spelled].string(),
                LeafSpelling::Number(range) => *range = new[places.spelled].range.clone(),
                LeafSpelling::Name(name) | LeafSpelling::MemberName(name) => shift(places.spelled, name),
            }
            leaf.key.iter_mut().for_each(|key| shift(places.key, key));
            leaf.parent.iter_mut().for_each(|parent| shift(places.parent, parent));
        }
        std::mem::swap(&mut self.slots, &mut self.compared);
        self.doc = doc;
        true
    }

    /// Reports whether `doc` has this form, with its values in `compared`.
    fn compare(&mut self, doc: &str) -> bool {
        let (old, new) = (self.doc.as_bytes(), doc.as_bytes());
        self.compared.clear();
        let (mut from, mut at) = (0, 0);
        for slot in &self.slots {
            let part = &old[from..slot.range.start];
            if !new[at..].starts_with(part) {
                return false;
            }
            let Some(found) = Scalar::at(doc, at + part.len()).and_then(|scalar| Slot::of(doc, &scalar)) else {
                return false;
            };
            if found.kind != slot.kind {
                return false;
            }
            (from, at) = (slot.range.end, found.range.end);
            self.compared.push(found);
        }
        new[at..] == old[from..]
    }
}

/// The templates of the documents of one body.
#[derive(Default)]
pub(super) struct Templates<'d> {
    known: Vec<Template<'d>>,
    /// The template of the document that is in use, without its leaves.
    open: Option<Template<'d>>,
    /// The templates since the last one of use.
    unused: usize,
    /// True behind the first document: a body of one document has no use for a template.
    has_document: bool,
}

impl fmt::Debug for Templates<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Templates({})", self.known.len())
    }
}

impl<'d> Templates<'d> {
    /// A document of a form that is known; `None` for others, and without paths.
    pub(super) fn read(&mut self, doc: &'d str, paths: Option<Paths<'_>>) -> Option<Document> {
        // A document that was not taken back has taken its leaves along.
        self.open = None;
        let paths = PathsId::of(paths?);
        let at = self.known.iter_mut().position(|known| known.paths == paths && known.read(doc))?;
        steps::spend(doc.len() as u64);
        let mut template = self.known.swap_remove(at);
        let document = std::mem::take(&mut template.document);
        self.open = Some(template);
        self.unused = 0;
        Some(document)
    }

    /// Reports whether the next document of a form that is not known becomes a template.
    pub(super) fn are_wanted(&mut self) -> bool {
        std::mem::replace(&mut self.has_document, true) && self.unused < PATIENCE
    }

    /// Adds the form of a document.
    pub(super) fn add(&mut self, doc: &'d str, paths: Paths<'_>, form: &mut Form, document: &Document) {
        self.unused += 1;
        let Some(template) = Template::new(doc, PathsId::of(paths), form, document) else { return };
        if self.known.len() == MOST {
            self.known.remove(0);
        }
        self.known.push(template);
    }

    /// Takes back a document that [`Templates::read`] gave; gives back any other.
    pub(super) fn take_back(&mut self, document: Document) -> Option<Document> {
        let Some(mut template) = self.open.take() else { return Some(document) };
        template.document = document;
        self.known.push(template);
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::reader::ReadBuffers, *};
    use crate::{engine::proxy::document::read_in, profile::Profiles};

    /// Reads documents one after another in the same memory, and each by itself.
    fn check_equal(path: &str, docs: &[String]) -> usize {
        let found = Profiles::all().find(None, "POST", path).unwrap();
        let (paths, mut shared, mut hits) = (Paths::records(&found.profile.request), ReadBuffers::default(), 0);
        for doc in docs {
            let alone =
                read_in(&mut ReadBuffers::default(), doc, Some(paths), None).map(|document| format!("{document:?}"));
            let read = read_in(&mut shared, doc, Some(paths), None);
            let shown = read.as_ref().map(|document| format!("{document:?}")).map_err(Clone::clone);
            assert_eq!(shown, alone, "{doc}");
            hits += usize::from(shared.templates.open.is_some());
            if let Ok(document) = read {
                shared.recycle(document);
            }
        }
        hits
    }

    #[test]
    fn records_of_one_form_are_read_by_it() {
        let doc = |n: usize| {
            format!(
                "{{\"time\":{},\"took\":{n},\"share\":0.{n},\"by\":{{\"name\":\"n{n}\",\"ok\":{}}},\"list\":[\"a{}\",null]}}",
                1_767_323_045_000_usize + n,
                n.is_multiple_of(2),
                "\\n".repeat(n % 3),
            )
        };
        let docs: Vec<_> = (1..=9).map(doc).collect();
        assert_eq!(check_equal("/logs/_doc", &docs), 7, "all but the first, and the one that shows the form");
    }

    #[test]
    fn values_of_another_kind_are_of_another_form() {
        let base = "{\"a\":1,\"b\":\"x\"}";
        for other in [
            "{\"a\":\"1\",\"b\":\"x\"}",
            "{\"a\":12345678,\"b\":\"x\"}",
            "{\"a\":1e3,\"b\":\"x\"}",
            "{\"a\":1.0,\"b\":\"x\"}",
            "{\"a\":01,\"b\":\"x\"}",
            "{\"a\":1,\"b\":\"x\"}}",
            "{\"a\":1,\"b\":\"x",
            "{\"a\":1,\"b\":\"\u{1}\"}",
            "{\"a\":1,\"c\":\"x\"}",
            "{\"a\":{},\"b\":\"x\"}",
            "{\"a\":1",
        ] {
            let docs = [base, base, other, base].map(str::to_owned);
            assert_eq!(check_equal("/logs/_doc", &docs), 1, "{other}");
        }
    }

    #[test]
    fn forms_whose_values_decide_on_others_are_none() {
        // Types, roles and names of pairs.
        let chat = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}".to_owned();
        assert_eq!(check_equal("/v1/chat/completions", &vec![chat; 4]), 0);
        let pair =
            "{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":\"a\",\"value\":{\"stringValue\":\"b\"}}]}}]}";
        assert_eq!(check_equal("/v1/logs", &vec![pair.to_owned(); 4]), 0);
    }

    fn value() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            "\"([a-z@. ]|\\\\n|\\\\u00e9|\\\\ud83d|\u{fc}){0,6}\"",
            "-?(0|[1-9][0-9]{0,14})",
            "-?(0|[1-9][0-9]{0,2})\\.[0-9]{1,3}",
            "[1-9]e[0-9]",
            "true|false|null",
        ];
        leaf.prop_recursive(2, 8, 3, |inner| {
            let list = prop::collection::vec(inner.clone(), 0..3).prop_map(|values| format!("[{}]", values.join(",")));
            let object = inner.prop_map(|value| format!("{{\"k\":{value},\"name\":{value}}}"));
            prop_oneof![list, object]
        })
    }

    proptest! {
        #[test]
        fn documents_are_read_by_templates_as_by_themselves(
            values in prop::collection::vec(prop::collection::vec(value(), 3), 2..6),
            order in prop::collection::vec(0_usize..64, 2..12),
            path in prop::sample::select(vec!["/logs/_doc", "/v1/logs", "/loki/api/v1/push", "/v1/chat/completions"]),
        ) {
            let docs: Vec<String> = order
                .iter()
                .map(|&at| {
                    let [a, b, c] = [at % values.len(), at / 2 % values.len(), at / 8 % values.len()];
                    let (a, b, c) = (&values[a][0], &values[b][1], &values[c][2]);
                    format!("{{\"@timestamp\":{a},\"user\":{{\"id\":{b}}}, \"role\":\"user\",\"streams\":[{{\"x\":{c}}}]}}")
                })
                .collect();
            check_equal(path, &docs);
        }
    }
}
