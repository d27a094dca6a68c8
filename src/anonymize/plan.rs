//! Planning and applying: what becomes of each entity, and the texts with that put in.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt,
};

use aho_corasick::MatchKind;

use super::{
    map::{Form, Joint, Kind, Name, Original, Wanted},
    masked::{Given, Masked, Replacement},
    matcher::{self, Automaton},
    operators::{Method, Outcome, Piece, Subject, operator},
    surrogates::Surrogates,
    verify::{Placed, Verifier},
};
use crate::keys::Cipher;
use masquerade_detect::Catalogue;
use masquerade_detect::entity::{Entity, Label};
use masquerade_detect::text::{Span, is_boundary_between};

/// Which method replaces which label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// The method of the request.
    pub method: Method,
    /// Labels that have another one. Groups are resolved by the caller.
    pub by_label: HashMap<Label, Method>,
}

impl Policy {
    /// One method for all.
    pub fn all(method: Method) -> Self {
        Self { method, by_label: HashMap::new() }
    }

    /// The method for `label`. Look-alikes of placeholders always go by the request's.
    pub fn method(&self, label: Label) -> Method {
        if label == Label::LITERAL {
            return self.method;
        }
        self.by_label.get(&label).copied().unwrap_or(self.method)
    }
}

/// What becomes of one distinct entity text.
enum Slot {
    /// It stays.
    Keep,
    /// This replaces it.
    Text(Name),
    /// The name that this wanted (by index) is given replaces it.
    Wanted(usize),
}

/// A text under a label, wherever it stands.
struct Distinct<'t> {
    label: Label,
    text: &'t str,
    bounded: bool,
    slot: Slot,
}

/// Where among those wanted each text that wants a surrogate is.
type Places = HashMap<(Label, Original), usize>;

/// What becomes of each entity of a request, but for the names.
pub struct Plan<'t> {
    texts: Vec<&'t str>,
    /// All places in order: where, and which of `distinct`.
    places: Vec<(Span, usize)>,
    /// Per text: where its places end in `places`.
    ends: Vec<usize>,
    /// Whether the masked texts themselves are wanted.
    texts_wanted: bool,
    distinct: Vec<Distinct<'t>>,
    wanted: Vec<Wanted>,
    /// Which of `wanted` are parts of others.
    parts: Vec<usize>,
    avoid: Vec<Name>,
    /// How often names turned out to be mistakable.
    rounds: usize,
}

/// Plans what becomes of `entities`, one list per text, each in order and without overlap, whose labels `labels` knows.
pub fn plan<'t>(
    texts: &[&'t str],
    entities: &[Vec<Entity>],
    labels: &Catalogue,
    policy: &Policy,
    cipher: &Cipher,
) -> Plan<'t> {
    plan_with(texts, entities, labels, cipher, |subject| operator(policy.method(subject.label)).operate(subject))
}

/// As [`plan()`], where `operate` says what becomes of each distinct text: the same for the same subject.
pub fn plan_with<'t>(
    texts: &[&'t str],
    entities: &[Vec<Entity>],
    labels: &Catalogue,
    cipher: &Cipher,
    operate: impl Fn(Subject<'_>) -> Outcome,
) -> Plan<'t> {
    let mut plan = Plan {
        texts: texts.to_vec(),
        places: Vec::new(),
        ends: Vec::with_capacity(texts.len()),
        texts_wanted: true,
        distinct: Vec::new(),
        wanted: Vec::new(),
        parts: Vec::new(),
        avoid: Vec::new(),
        rounds: 0,
    };
    plan.collect(entities);
    plan.operate(labels, cipher, operate);
    plan.keep_apart_from_texts();
    plan
}

impl<'t> Plan<'t> {
    /// The names that are wanted, each distinct text under a label once, in order of appearance; parts of a
    /// text come before it.
    pub fn wanted(&self) -> &[Wanted] {
        &self.wanted
    }

    /// Names that may not be given, because a text that stays as it is holds them.
    pub fn avoid(&self) -> &[Name] {
        &self.avoid
    }

    /// The same plan for a caller who wants replacements alone: [`Masked::texts`] stays empty.
    #[must_use]
    pub fn without_texts(self) -> Self {
        Self { texts_wanted: false, ..self }
    }

    /// Finds the distinct texts, and whether all their places have word boundaries at both ends.
    fn collect(&mut self, entities: &[Vec<Entity>]) {
        let all = entities.iter().map(Vec::len).sum();
        self.places.reserve(all);
        self.distinct.reserve(all.min(FEW));
        let mut index = Index::default();
        for (at, &text) in self.texts.iter().enumerate() {
            let entities = entities.get(at).map_or(&[][..], Vec::as_slice);
            for (i, entity) in entities.iter().enumerate() {
                let touches = |other: Option<&Entity>, end: usize, start: usize| other.is_some() && end >= start;
                let before = i.checked_sub(1).and_then(|before| entities.get(before));
                let after = entities.get(i + 1);
                let apart = !touches(before, before.map_or(0, |e| e.span.end()), entity.span.start())
                    && !touches(after, entity.span.end(), after.map_or(0, |e| e.span.start()));
                let known = index.place(&mut self.distinct, entity.label, entity.span.slice(text));
                if let Some(distinct) = self.distinct.get_mut(known) {
                    distinct.bounded &= apart && is_bounded(text, entity.span);
                }
                self.places.push((entity.span, known));
            }
            self.ends.push(self.places.len());
        }
    }

    /// The places of each text.
    fn places(&self) -> impl Iterator<Item = &[(Span, usize)]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| self.places.get(std::mem::replace(&mut start, end)..end).unwrap_or_default())
    }

    /// Asks each text's operator what becomes of it.
    fn operate(&mut self, labels: &Catalogue, cipher: &Cipher, operate: impl Fn(Subject<'_>) -> Outcome) {
        let mut surrogates = HashMap::new();
        self.wanted.reserve(self.distinct.len());
        for index in 0..self.distinct.len() {
            let Some(&Distinct { label, text, bounded, .. }) = self.distinct.get(index) else { continue };
            if text.is_empty() {
                continue;
            }
            let slot = match operate(Subject { label, handling: labels.handling(label), text, cipher, bounded }) {
                Outcome::Keep if label == Label::LITERAL => {
                    self.avoid.push(text.into());
                    Slot::Keep
                }
                Outcome::Keep => Slot::Keep,
                Outcome::Replace(text) => Slot::Text(text.into()),
                Outcome::Name(form) => Slot::Wanted(self.want(label, text, form, &mut surrogates)),
                Outcome::Pieces(pieces) => Slot::Wanted(self.want_pieces(label, text, pieces, &mut surrogates)),
            };
            if let Some(distinct) = self.distinct.get_mut(index) {
                distinct.slot = slot;
            }
        }
    }

    /// Where a name for `text` stands among those wanted. A surrogate may be wanted already, as for a part.
    fn want(&mut self, label: Label, text: &str, form: Form, surrogates: &mut Places) -> usize {
        let (place, original) = (self.wanted.len(), Original::new(text));
        if form.kind() == Kind::Surrogate {
            match surrogates.entry((label, original.clone())) {
                Entry::Occupied(known) => return *known.get(),
                Entry::Vacant(fresh) => fresh.insert(place),
            };
        }
        self.wanted.push(Wanted { label, original, form });
        place
    }

    /// The same for a text whose parts want names, too.
    fn want_pieces(&mut self, label: Label, text: &str, pieces: Vec<Piece>, surrogates: &mut Places) -> usize {
        let mut joints = Vec::with_capacity(pieces.len());
        for piece in pieces {
            joints.push(match piece {
                Piece::Text(text) => Joint::Text(text.into()),
                Piece::Part { range, names } => {
                    let part = text.get(range).unwrap_or_default();
                    let place = self.want(label, part, Form::AnyOf(names), surrogates);
                    self.parts.push(place);
                    Joint::Name(place)
                }
            });
        }
        self.want(label, text, Form::Joined(joints), surrogates)
    }

    /// Strikes out surrogates that stand in a text of the request.
    fn keep_apart_from_texts(&mut self) {
        let mut bytes = 0;
        let mut candidates: Vec<Name> = Vec::new();
        for wanted in &mut self.wanted {
            let Form::AnyOf(names) = &wanted.form else { continue };
            bytes += names.iter().map(|name| name.len()).sum::<usize>();
            if bytes > matcher::MAX_BYTES {
                wanted.form = Form::Numbered;
                continue;
            }
            candidates.extend(names.iter().cloned());
        }
        if candidates.is_empty() {
            return;
        }
        let taken = standing_in(&candidates, &self.texts);
        for wanted in &mut self.wanted {
            let Form::AnyOf(names) = &mut wanted.form else { continue };
            names.retain(|name| !taken.contains(name));
            if names.is_empty() {
                wanted.form = Form::Numbered;
            }
        }
    }

    /// Puts the assigned names in, one for each of [`Plan::wanted`], in that order.
    ///
    /// # Errors
    /// If the masked texts hold a name where none was put in (a surrogate that a piece of the
    /// text and a replacement make up together, say), restoring could not be exact. What comes
    /// back is the plan with other wishes, to be assigned again; the third time always succeeds.
    pub fn apply(mut self, names: &[Name], live: &Surrogates) -> Result<Masked<'t>, Box<Self>> {
        let verifier = self.verifier(names, live);
        let mut masked = Masked { replacements: Vec::with_capacity(self.places.len()), ..Masked::default() };
        if self.texts_wanted {
            masked.texts.reserve(self.texts.len());
        }
        let mut mistakable: HashSet<usize> = HashSet::new();
        let mut placed = Vec::new();
        let is_spliced = self.texts_wanted || verifier.is_some();
        for (&text, places) in self.texts.iter().zip(self.places()) {
            let first = masked.replacements.len();
            masked.replacements.extend(places.iter().map(|place| self.replacement(text, *place, names)));
            if places.is_empty() || !is_spliced {
                if self.texts_wanted {
                    masked.texts.push(Cow::Borrowed(text));
                }
                continue;
            }
            placed.clear();
            let replacements = masked.replacements.get(first..).unwrap_or_default();
            let spliced = self.splice(text, places, replacements, &mut placed);
            if let Some(verifier) = &verifier {
                mistakable.extend(verifier.mistakable(&spliced, &placed));
            }
            if self.texts_wanted {
                masked.texts.push(Cow::Owned(spliced));
            }
        }
        masked.given = self.given(names);
        if mistakable.is_empty() || self.rounds >= 2 {
            let is_surrogate = |name: &&Name| !name.starts_with('[');
            let part = |&at: &usize| Some((names.get(at).filter(is_surrogate)?.clone(), self.wanted.get(at)?));
            let parts = self.parts.iter().filter_map(part);
            masked.parts = parts.map(|(name, wanted)| (name, wanted.original.clone())).collect();
            masked.ends = self.ends;
            return Ok(masked);
        }
        self.rounds += 1;
        let all = self.rounds > 1;
        for (index, distinct) in self.distinct.iter_mut().enumerate() {
            if all || mistakable.contains(&index) {
                distinct.use_number(&mut self.wanted);
            }
        }
        Err(Box::new(self))
    }

    /// Bracketed names alone cannot be mistaken: no name begins or ends within another.
    fn verifier<'a>(&self, names: &[Name], live: &'a Surrogates) -> Option<Verifier<'a>> {
        let fragile = self.distinct.iter().any(|distinct| distinct.is_fragile(&self.wanted));
        let surrogates = || {
            let is_surrogate = |(wanted, _): &(&Wanted, &Name)| wanted.form.kind() == Kind::Surrogate;
            self.wanted.iter().zip(names).filter(is_surrogate).map(|(_, name)| &**name)
        };
        fragile.then(|| Verifier::new(surrogates(), live))
    }

    /// The distinct texts that were replaced.
    fn given(&self, names: &[Name]) -> Vec<Given> {
        let given = |distinct: &Distinct<'_>| {
            let (name, original) = match &distinct.slot {
                Slot::Keep => return None,
                Slot::Text(name) => (name.clone(), Original::new(distinct.text)),
                Slot::Wanted(wanted) => (names.get(*wanted)?.clone(), self.wanted.get(*wanted)?.original.clone()),
            };
            Some(Given { label: distinct.label, name, original })
        };
        let mut all = Vec::with_capacity(self.distinct.len());
        all.extend(self.distinct.iter().filter_map(given));
        all
    }

    /// What stands in a place of `text`.
    fn replacement(&self, text: &'t str, (span, index): (Span, usize), names: &[Name]) -> Replacement<'t> {
        match self.distinct.get(index).map(|distinct| &distinct.slot) {
            Some(Slot::Text(text)) => Replacement::Name(text.clone()),
            // A store that gives too few names must not make us leak: nothing is put in.
            Some(&Slot::Wanted(wanted)) => Replacement::Name(names.get(wanted).cloned().unwrap_or_default()),
            Some(Slot::Keep) | None => Replacement::Kept(span.slice(text)),
        }
    }

    fn splice(
        &self,
        text: &str,
        places: &[(Span, usize)],
        replacements: &[Replacement<'_>],
        placed: &mut Vec<Placed>,
    ) -> String {
        let mut spliced = String::with_capacity(text.len() + 16 * places.len());
        let mut at = 0;
        for (&(span, index), replacement) in places.iter().zip(replacements) {
            spliced.push_str(text.get(at..span.start()).unwrap_or_default());
            let start = spliced.len();
            spliced.push_str(replacement.as_str());
            let distinct = self.distinct.get(index);
            placed.push(Placed {
                range: start..spliced.len(),
                distinct: index,
                fragile: distinct.is_some_and(|distinct| distinct.is_fragile(&self.wanted)),
                surrogate: distinct.is_some_and(|distinct| distinct.is_surrogate(&self.wanted)),
            });
            at = at.max(span.end());
        }
        spliced.push_str(text.get(at..).unwrap_or_default());
        spliced
    }
}

/// Finds distinct texts by what they are: a look at each while they are few.
#[derive(Default)]
struct Index<'t> {
    many: HashMap<(Label, &'t str), usize>,
}

/// Most distinct texts that are looked through one by one.
const FEW: usize = 16;

impl<'t> Index<'t> {
    /// The place of `text` among `distinct`, where it is added if need be.
    fn place(&mut self, distinct: &mut Vec<Distinct<'t>>, label: Label, text: &'t str) -> usize {
        let fresh = distinct.len();
        let known = if fresh <= FEW {
            distinct.iter().position(|known| known.text == text && known.label == label)
        } else {
            if self.many.is_empty() {
                self.many = distinct.iter().enumerate().map(|(at, known)| ((known.label, known.text), at)).collect();
            }
            self.many.get(&(label, text)).copied()
        };
        known.unwrap_or_else(|| {
            distinct.push(Distinct { label, text, bounded: true, slot: Slot::Keep });
            if !self.many.is_empty() {
                self.many.insert((label, text), fresh);
            }
            fresh
        })
    }
}

impl Distinct<'_> {
    /// Whether what replaces it could be taken for something else, or make something else of
    /// what stands beside it. Bracketed names cannot.
    fn is_fragile(&self, wanted: &[Wanted]) -> bool {
        match &self.slot {
            Slot::Keep => false,
            Slot::Text(text) => !text.starts_with('['),
            Slot::Wanted(_) => self.is_surrogate(wanted),
        }
    }

    fn is_surrogate(&self, wanted: &[Wanted]) -> bool {
        let Slot::Wanted(index) = &self.slot else { return false };
        wanted.get(*index).is_some_and(|wanted| wanted.form.kind() == Kind::Surrogate)
    }

    /// Wants a numbered name from now on, unless what it has is as safe.
    fn use_number(&mut self, wanted: &mut Vec<Wanted>) {
        if !self.is_fragile(wanted) {
            return;
        }
        if let Slot::Wanted(index) = self.slot {
            if let Some(wanted) = wanted.get_mut(index) {
                wanted.form = Form::Numbered;
            }
            return;
        }
        wanted.push(Wanted { label: self.label, original: Original::new(self.text), form: Form::Numbered });
        self.slot = Slot::Wanted(wanted.len() - 1);
    }
}

/// Whether a letter or digit put in the place of `span`, of ASCII or of the script of what stands there, would stand at
/// word boundaries.
fn is_bounded(text: &str, span: Span) -> bool {
    let before = text.get(..span.start()).and_then(|left| left.chars().next_back());
    let after = text.get(span.end()..).and_then(|right| right.chars().next());
    let (first, last) = (span.slice(text).chars().next(), span.slice(text).chars().next_back());
    let is_bounded = |c: char, other: char| {
        before.is_none_or(|before| is_boundary_between(before, c))
            && after.is_none_or(|after| is_boundary_between(other, after))
    };
    is_bounded('a', 'a') && is_bounded(first.unwrap_or('a'), last.unwrap_or('a'))
}

/// Which of `names` stand in one of `texts`, boundaries or not.
fn standing_in(names: &[Name], texts: &[&str]) -> HashSet<Name> {
    let Some(automaton) = Automaton::new(names.iter().map(|name| name.as_bytes()), MatchKind::Standard) else {
        return names.iter().cloned().collect();
    };
    let mut taken = HashSet::new();
    for text in texts {
        for found in automaton.search.find_overlapping_iter(text) {
            taken.extend(names.get(automaton.name(&found)).cloned());
        }
    }
    taken
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (texts, distinct, wanted) = (self.texts.len(), self.distinct.len(), self.wanted.len());
        write!(f, "Plan({texts} texts, {distinct} distinct entities, {wanted} names wanted)")
    }
}

#[cfg(test)]
mod tests;
