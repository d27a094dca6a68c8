//! [`Plan`]: the replacement of each entity of a request, before and after substitutes are assigned.

mod distinct;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt,
};

use self::distinct::{DistinctIndex, DistinctText, FEW, Slot};
use super::{
    attributes,
    masked::{MaskingResult, Replacement, Substitution},
    matcher::{self, Automaton},
    operators::{Method, Outcome, Piece, Subject},
    restore::PlaceholderVariants,
    substitute::{Joint, Namespace, Original, Substitute, SubstituteKind, SubstituteRequest},
    surrogates::Surrogates,
    verify::{Placement, Verifier},
};
use crate::keys::Cipher;
use masquerade_detect::Catalogue;
use masquerade_detect::entity::{Entity, Label};
use masquerade_detect::text::{Span, Splice, is_boundary_between};

/// The method of each label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// The method of labels without one of their own.
    pub method: Method,
    /// Exceptions by label. The caller resolves groups to labels.
    pub by_label: HashMap<Label, Method>,
}

impl Policy {
    /// A policy of one method for all labels.
    pub fn all(method: Method) -> Self {
        Self { method, by_label: HashMap::new() }
    }

    /// The methods of all labels, some of them several times.
    pub fn methods(&self) -> impl Iterator<Item = Method> {
        [self.method, self.method(Label::LITERAL)].into_iter().chain(self.by_label.values().copied())
    }

    /// The method for `label`. Look-alikes of placeholders have no exceptions, and are nobody's data, so that they are
    /// never a reason to refuse a request.
    pub fn method(&self, label: Label) -> Method {
        if label == Label::LITERAL {
            return if self.method == Method::Block { Method::Redact } else { self.method };
        }
        self.by_label.get(&label).copied().unwrap_or(self.method)
    }
}

/// The indices of requests for surrogates, by label and text.
type SurrogateRequests = HashMap<(Label, Original), usize>;

/// The replacement of each entity of a request, but for the substitutes that a store has yet to assign.
pub struct Plan<'t> {
    texts: Vec<&'t str>,
    /// The spans of all entities, text after text, each with its index in `distinct`.
    places: Vec<(Span, usize)>,
    /// The end of each text's places in `places`.
    ends: Vec<usize>,
    /// True if the caller needs the masked texts, not only the replacements.
    needs_texts: bool,
    /// The placeholders that tell no attribute of what they stand for; `None`: none does.
    without_attributes: Option<PlaceholderVariants>,
    distinct: Vec<DistinctText<'t>>,
    requests: Vec<SubstituteRequest>,
    /// Indices of the requests that are parts of others.
    parts: Vec<usize>,
    reserved: Vec<Substitute>,
    /// Rounds of assignment whose substitutes were ambiguous.
    rounds: usize,
}

/// The plan for `entities` by `policy`: one list per text, each in order and without overlap, of labels that `labels`
/// knows.
pub fn plan<'t>(
    texts: &[&'t str],
    entities: &[Vec<Entity>],
    labels: &Catalogue,
    policy: &Policy,
    cipher: &Cipher,
) -> Plan<'t> {
    plan_with(texts, entities, labels, cipher, |subject| policy.method(subject.label).operate(subject))
}

/// A plan with `operate` in the place of a policy: it decides the outcome of each distinct text, equal for equal
/// subjects. `entities` are as for [`plan()`].
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
        needs_texts: true,
        without_attributes: None,
        distinct: Vec::new(),
        requests: Vec::new(),
        parts: Vec::new(),
        reserved: Vec::new(),
        rounds: 0,
    };
    plan.collect(entities);
    plan.operate(labels, cipher, operate);
    plan.keep_apart_from_texts();
    plan
}

impl<'t> Plan<'t> {
    /// The substitutes to be assigned: one request per distinct text and label, in order of appearance; the parts
    /// of a text come before it.
    pub fn requests(&self) -> &[SubstituteRequest] {
        &self.requests
    }

    /// Substitutes that must not be assigned, since an unreplaced text holds them.
    pub fn reserved(&self) -> &[Substitute] {
        &self.reserved
    }

    /// The plan for a caller that needs replacements alone: [`MaskingResult::texts`] stays empty.
    #[must_use]
    pub fn without_texts(self) -> Self {
        Self { needs_texts: false, ..self }
    }

    /// The plan with attributes in numbered placeholders, except in those of which `taken` holds variants: no variant
    /// of these is restored.
    #[must_use]
    pub fn with_attributes(self, taken: PlaceholderVariants) -> Self {
        Self { without_attributes: Some(taken), ..self }
    }

    /// Collects the distinct texts, and whether all their places have word boundaries at both ends.
    fn collect(&mut self, entities: &[Vec<Entity>]) {
        let all = entities.iter().map(Vec::len).sum();
        self.places.reserve(all);
        self.distinct.reserve(all.min(FEW));
        let mut index = DistinctIndex::default();
        assert_eq!(self.texts.len(), entities.len(), "each text has a list of entities");
        for (&text, entities) in self.texts.iter().zip(entities) {
            for (i, entity) in entities.iter().enumerate() {
                let touches = |other: Option<&Entity>, end: usize, start: usize| other.is_some() && end >= start;
                let before = i.checked_sub(1).and_then(|before| entities.get(before));
                let after = entities.get(i + 1);
                let apart = !touches(before, before.map_or(0, |e| e.span.end()), entity.span.start())
                    && !touches(after, entity.span.end(), after.map_or(0, |e| e.span.start()));
                let known = index.position(&mut self.distinct, entity.label, entity.span.slice(text));
                self.distinct[known].bounded &= apart && is_bounded(text, entity.span);
                self.places.push((entity.span, known));
            }
            self.ends.push(self.places.len());
        }
    }

    /// The places of entities, text by text.
    fn places(&self) -> impl Iterator<Item = &[(Span, usize)]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.places[std::mem::replace(&mut start, end)..end])
    }

    /// Runs the operator of each distinct text.
    fn operate(&mut self, labels: &Catalogue, cipher: &Cipher, operate: impl Fn(Subject<'_>) -> Outcome) {
        let mut surrogates = HashMap::new();
        self.requests.reserve(self.distinct.len());
        for index in 0..self.distinct.len() {
            let DistinctText { label, text, bounded, .. } = self.distinct[index];
            if text.is_empty() {
                continue;
            }
            let slot = match operate(Subject { label, handling: labels.handling(label), text, cipher, bounded }) {
                Outcome::Keep if label == Label::LITERAL => {
                    self.reserved.push(text.into());
                    Slot::Original
                }
                Outcome::Keep => Slot::Original,
                Outcome::Replace(text) => Slot::Text(text.into()),
                Outcome::Request(kind) => Slot::Request(self.request(label, text, kind, &mut surrogates)),
                Outcome::Pieces(pieces) => Slot::Request(self.request_joined(label, text, pieces, &mut surrogates)),
            };
            self.distinct[index].slot = slot;
        }
    }

    /// The index of a request for `text`. A surrogate may have been requested already, as for a part.
    fn request(&mut self, label: Label, text: &str, kind: SubstituteKind, surrogates: &mut SurrogateRequests) -> usize {
        let (index, original) = (self.requests.len(), Original::new(text));
        if kind.namespace() == Namespace::Surrogate {
            match surrogates.entry((label, original.clone())) {
                Entry::Occupied(known) => return *known.get(),
                Entry::Vacant(fresh) => fresh.insert(index),
            };
        }
        self.requests.push(SubstituteRequest { label, original, kind });
        index
    }

    /// The index of a request for `text` that is joined of requests for its parts.
    fn request_joined(
        &mut self,
        label: Label,
        text: &str,
        pieces: Vec<Piece>,
        surrogates: &mut SurrogateRequests,
    ) -> usize {
        let mut joints = Vec::with_capacity(pieces.len());
        for piece in pieces {
            joints.push(match piece {
                Piece::Text(text) => Joint::Text(text.into()),
                Piece::Part { range, candidates } => {
                    let index = self.request(label, &text[range], SubstituteKind::AnyOf(candidates), surrogates);
                    self.parts.push(index);
                    Joint::Substitute(index)
                }
            });
        }
        self.request(label, text, SubstituteKind::Joined(joints), surrogates)
    }

    /// Strikes out candidates that stand in a text of the request.
    fn keep_apart_from_texts(&mut self) {
        let mut bytes = 0;
        let mut all: Vec<Substitute> = Vec::new();
        for request in &mut self.requests {
            let SubstituteKind::AnyOf(candidates) = &request.kind else { continue };
            bytes += candidates.iter().map(|candidate| candidate.len()).sum::<usize>();
            if bytes > matcher::MAX_BYTES {
                request.kind = SubstituteKind::Numbered;
                continue;
            }
            all.extend(candidates.iter().cloned());
        }
        if all.is_empty() {
            return;
        }
        let taken = standing_in(&all, &self.texts);
        for request in &mut self.requests {
            let SubstituteKind::AnyOf(candidates) = &mut request.kind else { continue };
            candidates.retain(|candidate| !taken.contains(candidate));
            if candidates.is_empty() {
                request.kind = SubstituteKind::Numbered;
            }
        }
    }

    /// The masked texts with `assigned`, the substitute of each of [`Plan::requests`] in that order. `active` are
    /// the session's surrogates.
    ///
    /// # Errors
    /// A plan with other requests, to be assigned again, if the masked texts hold a substitute where none was put
    /// in: a surrogate that a piece of text and a replacement make up together, say. Restoring could not be exact
    /// then. The third round always succeeds.
    pub fn apply(mut self, assigned: &[Substitute], active: &Surrogates) -> Result<MaskingResult<'t>, Box<Self>> {
        let verifier = self.verifier(assigned, active);
        let mut masked =
            MaskingResult { replacements: Vec::with_capacity(self.places.len()), ..MaskingResult::default() };
        if self.needs_texts {
            masked.texts.reserve(self.texts.len());
        }
        let mut ambiguous: HashSet<usize> = HashSet::new();
        let mut placements = Vec::new();
        let is_spliced = self.needs_texts || verifier.is_some();
        for (&text, places) in self.texts.iter().zip(self.places()) {
            let first = masked.replacements.len();
            masked.replacements.extend(places.iter().map(|place| self.replacement(text, *place, assigned)));
            if places.is_empty() || !is_spliced {
                if self.needs_texts {
                    masked.texts.push(Cow::Borrowed(text));
                }
                continue;
            }
            placements.clear();
            let replacements = &masked.replacements[first..];
            let spliced = self.spliced(text, places, replacements, &mut placements);
            if let Some(verifier) = &verifier {
                ambiguous.extend(verifier.ambiguous(&spliced, &placements));
            }
            if self.needs_texts {
                masked.texts.push(spliced);
            }
        }
        if ambiguous.is_empty() || self.rounds >= 2 {
            masked.substitutions = self.substitutions(assigned);
            let is_surrogate = |substitute: &&Substitute| !substitute.starts_with('[');
            let part = |&at: &usize| Some((Some(&assigned[at]).filter(is_surrogate)?.clone(), &self.requests[at]));
            let parts = self.parts.iter().filter_map(part);
            masked.parts = parts.map(|(substitute, request)| (substitute, request.original.clone())).collect();
            masked.ends = self.ends;
            return Ok(masked);
        }
        self.rounds += 1;
        let all = self.rounds > 1;
        for (index, distinct) in self.distinct.iter_mut().enumerate() {
            if all || ambiguous.contains(&index) {
                distinct.use_number(&mut self.requests);
            }
        }
        Err(Box::new(self))
    }

    /// The verifier of the masked texts; `None` if all substitutes are placeholders, since none of these begins or
    /// ends within another.
    fn verifier<'a>(&self, assigned: &[Substitute], active: &'a Surrogates) -> Option<Verifier<'a>> {
        let fragile = self.distinct.iter().any(|distinct| distinct.is_fragile(&self.requests));
        let surrogates = || {
            let is_surrogate = |(request, _): &(&SubstituteRequest, &Substitute)| request.is_for_surrogate();
            self.requests.iter().zip(assigned).filter(is_surrogate).map(|(_, substitute)| &**substitute)
        };
        fragile.then(|| Verifier::new(surrogates(), active))
    }

    /// The substitution of each distinct text that is replaced.
    fn substitutions(&self, assigned: &[Substitute]) -> Vec<Substitution> {
        let substitution = |distinct: &DistinctText<'_>| {
            let (substitute, original) = match distinct.slot {
                Slot::Original => return None,
                Slot::Text(ref substitute) => (substitute.clone(), Original::new(distinct.text)),
                Slot::Request(at) => (assigned[at].clone(), self.requests[at].original.clone()),
            };
            Some(Substitution { label: distinct.label, substitute, original })
        };
        let mut all = Vec::with_capacity(self.distinct.len());
        all.extend(self.distinct.iter().filter_map(substitution));
        all
    }

    /// The replacement of the entity at `span` of `text`, number `index` of the distinct texts.
    fn replacement(&self, text: &'t str, (span, index): (Span, usize), assigned: &[Substitute]) -> Replacement<'t> {
        let distinct = &self.distinct[index];
        match &distinct.slot {
            Slot::Text(substitute) => Replacement::Substitute(substitute.clone()),
            Slot::Request(at) => {
                let substitute = assigned[*at].clone();
                Replacement::Substitute(match &self.without_attributes {
                    Some(taken) if !taken.contains(&substitute) => {
                        attributes::attached(&substitute, distinct.label, distinct.text)
                    }
                    _ => substitute,
                })
            }
            Slot::Original => Replacement::Original(span.slice(text)),
        }
    }

    /// `text` with `replacements` in their `places`, which go to `placements`.
    fn spliced(
        &self,
        text: &'t str,
        places: &[(Span, usize)],
        replacements: &[Replacement<'_>],
        placements: &mut Vec<Placement>,
    ) -> Cow<'t, str> {
        let mut splice = Splice::new(text);
        for (&(span, index), replacement) in places.iter().zip(replacements) {
            let distinct = &self.distinct[index];
            placements.push(Placement {
                range: splice.replace(span.range(), replacement.as_str()),
                distinct: index,
                fragile: distinct.is_fragile(&self.requests),
                surrogate: distinct.is_surrogate(&self.requests),
            });
        }
        splice.finish()
    }
}

/// Reports whether a letter or digit in the place of `span`, of ASCII or of the script of what stands there, would
/// stand between word boundaries.
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

/// The `candidates` that occur in one of `texts`, at word boundaries or not.
fn standing_in(candidates: &[Substitute], texts: &[&str]) -> HashSet<Substitute> {
    let bytes = candidates.iter().map(|candidate| candidate.as_bytes());
    let Some(automaton) = Automaton::new(bytes) else {
        return candidates.iter().cloned().collect();
    };
    let mut taken = HashSet::new();
    for text in texts {
        for found in automaton.search.find_overlapping_iter(text) {
            taken.extend(candidates.get(automaton.pattern(&found)).cloned());
        }
    }
    taken
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (texts, distinct, requests) = (self.texts.len(), self.distinct.len(), self.requests.len());
        write!(f, "Plan({texts} texts, {distinct} distinct entities, {requests} requests)")
    }
}
