//! [`mask`]: masking of a request on its way out.

use std::{borrow::Cow, ops::Range};

use bytes::Bytes;

use super::{
    Coverage, RestoreMap, body, echoed_placeholders,
    end_users::EndUsers,
    hints::{Hints, may_hold_link},
    incoming::{HeaderScope, Incoming, is_in},
    memo::{Findings, MemoScope},
    offsets, parts,
    refusal::Refusal,
    rules::{Caller, Rules, Style, counts_in_number, is_denied, is_sure},
    session::{self, Session},
    system_note, target,
    texts::{PlacedEdit, RequestText, RequestTexts, TextKind},
    verdict,
};
use crate::{
    anonymize::{
        Masked, Method, Original, Replacement, Substitute, Surrogates,
        operators::{MapRestoration, Outcome, PlaceholderForm, Subject, digits, typed},
        plan_with,
        restore::PlaceholderVariants,
    },
    codec::{
        encoding::BodyEncoding,
        syntax::{Edit, json::escape, splice},
    },
    config::Voice,
    engine::{Engine, add_literals, session as engine_session},
    keys::Cipher,
    profile::{Author, Profile},
};
use masquerade_detect::entity::{Entity, Label, Mark, Placeholder, Source, Validated};
use masquerade_detect::text::{Field, Span};
use masquerade_detect::{Options, PropagationScope, Scratch};

/// Longest text that is sealed where it is to be restored, in bytes: a stream waits for a whole
/// placeholder, and this bounds its length.
pub(super) const LONGEST_SEALED: usize = 96;

/// A body that may leave. It is made here alone, from a body whose every string was searched, or that its route passes as it
/// is.
#[derive(Clone, PartialEq, Eq)]
pub struct MaskedBody(Bytes);

impl MaskedBody {
    /// A body for an upstream that may see what the client's placeholders stand for.
    pub(super) fn restored(body: Bytes) -> Self {
        Self(body)
    }

    /// The bytes.
    pub fn bytes(&self) -> &Bytes {
        &self.0
    }

    /// The same body under an encoding.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if it cannot be encoded.
    pub fn encoded(self, encoding: &BodyEncoding) -> Result<Self, Refusal> {
        if encoding.is_identity() || self.0.is_empty() {
            return Ok(self);
        }
        encoding.encode(&self.0).map(|body| Self(body.into())).map_err(|_| Refusal::Internal)
    }
}

impl From<MaskedBody> for Bytes {
    fn from(body: MaskedBody) -> Self {
        body.0
    }
}

impl std::fmt::Debug for MaskedBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MaskedBody({} bytes)", self.0.len())
    }
}

/// A request that may leave.
#[derive(Debug)]
pub struct MaskedRequest {
    /// Its body: the very buffer that came if nothing in it changed.
    pub body: MaskedBody,
    /// Its query, if that changed.
    pub query: Option<String>,
    /// Headers that changed: the place in [`Incoming::headers`], and the value.
    pub headers: Vec<(usize, String)>,
    /// The map that restores the answer.
    pub restore: RestoreMap,
    /// The counts of its strings.
    pub coverage: Coverage,
    /// The session that keeps the map, if the provider keeps state.
    pub session: Option<Session>,
    /// Whether it was not searched at all.
    pub unvetted: bool,
}

/// A request whose body passes as it is, as [`Rules::passes`] says; what stands beside the body is masked.
///
/// # Errors
/// As [`mask`].
pub async fn pass(
    engine: &Engine,
    profile: &Profile,
    rules: &Rules,
    caller: &Caller,
    body: Bytes,
    incoming: Incoming<'_>,
) -> Result<MaskedRequest, Refusal> {
    let masked = mask(engine, profile, rules, caller, &Bytes::new(), incoming).await?;
    Ok(MaskedRequest { body: MaskedBody(body), session: None, unvetted: true, ..masked })
}

/// A request that passes as it is, with the coverage that [`mask`] would have; it neither reads nor writes sessions.
pub fn observe(
    engine: &Engine,
    profile: &Profile,
    rules: &Rules,
    caller: &Caller,
    body: Bytes,
    incoming: Incoming<'_>,
) -> MaskedRequest {
    let coverage = Coverage { is_observed: true, ..observed(engine, profile, rules, caller, &body, incoming) };
    MaskedRequest {
        body: MaskedBody(body),
        query: None,
        headers: Vec::new(),
        restore: RestoreMap::nothing(),
        coverage,
        session: None,
        unvetted: false,
    }
}

/// The coverage that [`mask`] would have.
pub fn observed(
    engine: &Engine,
    profile: &Profile,
    rules: &Rules,
    caller: &Caller,
    body: &Bytes,
    incoming: Incoming<'_>,
) -> Coverage {
    let read = || {
        if names_somebody(engine, rules, incoming.path) {
            return Err(Refusal::Path);
        }
        let mut texts = body::read(profile, body, incoming.media_type, rules.opaque)?;
        beside(&mut texts, incoming)?;
        texts.sort();
        let mut found = find(engine, rules, caller, &mut texts, &[], &Surrogates::new(&[]));
        verdict::apply(rules, &texts, &mut found, body)?;
        let mut coverage = texts.coverage.clone();
        for entities in &found {
            let methods = entities.iter().map(|entity| (entity.label, rules.method(entity.label)));
            let mut replaced = methods.filter(|(_, method)| method.operator().replaces).peekable();
            coverage.replaced += u64::from(replaced.peek().is_some());
            replaced.for_each(|(label, method)| coverage.count(label, method));
        }
        Ok(coverage)
    };
    read().unwrap_or_else(|refusal: Refusal| Coverage { would_refuse: Some(refusal.name()), ..Coverage::default() })
}

/// What a policy makes of one text.
#[derive(Debug, Default)]
pub struct Judgement {
    /// The parts that are replaced, in bytes, with their labels and methods.
    pub replaced: Vec<(Range<usize>, Label, Method)>,
    /// The names of the labels that are blocked.
    pub blocked: Vec<&'static str>,
}

/// What the rules make of one text of a voice.
pub fn judge(engine: &Engine, rules: &Rules, caller: &Caller, voice: Voice, text: &str) -> Judgement {
    let mut texts = RequestTexts::default();
    texts.add_beside(Cow::Borrowed(text), None, TextKind::Text);
    for text in &mut texts.all {
        text.author = verdict::author_of(voice);
    }
    let mut found = find(engine, rules, caller, &mut texts, &[], &Surrogates::new(&[]));
    if let Err(Refusal::Blocked(blocked)) = verdict::apply(rules, &texts, &mut found, &[]) {
        return Judgement { replaced: Vec::new(), blocked: blocked.labels() };
    }
    let replaced = found.iter().flatten().map(|entity| (entity.span.range(), entity.label, rules.method(entity.label)));
    let replaced = replaced.filter(|(.., method)| method.operator().replaces);
    Judgement { replaced: replaced.collect(), blocked: Vec::new() }
}

/// Masks a request.
///
/// # Errors
/// If it cannot be masked; then nothing of it may be passed on.
pub async fn mask(
    engine: &Engine,
    profile: &Profile,
    rules: &Rules,
    caller: &Caller,
    body: &Bytes,
    incoming: Incoming<'_>,
) -> Result<MaskedRequest, Refusal> {
    let exchange = profile.exchange;
    if names_somebody(engine, rules, incoming.path) {
        return Err(Refusal::Path);
    }
    let mut texts = body::read(profile, body, incoming.media_type, rules.opaque)?;
    beside(&mut texts, incoming)?;
    texts.sort();
    let store = engine.store().as_ref();
    let (session, known) = session::open(store, exchange, rules, caller, &texts, incoming.id).await?;
    let live = Surrogates::new(&known.iter().map(|(name, _)| name.clone()).filter(is_surrogate).collect::<Vec<_>>());
    let mut found = find(engine, rules, caller, &mut texts, &known, &live);
    verdict::apply(rules, &texts, &mut found, body)?;
    let end_users = EndUsers::take(&texts, &mut found, rules, engine.detector().catalogue(), &caller.cipher);
    let substitution =
        MaskedTexts { found: &found, masked: masked(engine, rules, caller, &texts, &found, &session, &live).await? };
    let mut edits = substitution.edits(&texts, rules, &caller.cipher)?;
    edits.extend(end_users.edits(&texts)?);
    let mut edits = texts.in_body(edits)?;
    let cited = offsets::in_request(exchange.offsets, body, &mut edits);
    note_edit(profile, rules, body, &mut edits);
    let body = MaskedBody(texts.spliced(body, edits)?);
    let known = known.into_iter().chain(end_users.known(&texts)).collect();
    let restore = substitution.restore_map(&texts, rules, caller, known).with_cited(cited);
    let (query, headers) = substitution.beside(&texts, incoming)?;
    let mut coverage = substitution.coverage(&texts, rules);
    end_users.count(&mut coverage);
    Ok(MaskedRequest { body, query, headers, restore, coverage, session, unvetted: false })
}

fn is_surrogate(name: &Substitute) -> bool {
    !name.starts_with('[')
}

/// Whether a segment of a path holds an entity. A segment in the shape of an identifier is one.
fn names_somebody(engine: &Engine, rules: &Rules, path: &str) -> bool {
    if target::is_plain(path) {
        return false;
    }
    let mut scratch = Scratch::default();
    target::texts(path).any(|text| {
        let field = Field { text: &text, key: None };
        let found = engine.detector().detect_field(&field, &rules.paths, &mut scratch);
        found.iter().any(|entity| rules.method(entity.label).operator().replaces)
    })
}

/// Adds the texts of the query and of the headers.
fn beside<'r>(texts: &mut RequestTexts<'r>, incoming: Incoming<'r>) -> Result<(), Refusal> {
    for (at, part) in target::parts(incoming.query.unwrap_or_default())?.into_iter().enumerate() {
        texts.add_beside(part.text, part.key, TextKind::Query(at));
    }
    for (at, header) in incoming.headers.iter().enumerate() {
        texts.add_beside(Cow::Borrowed(header.value), Some(header.name), TextKind::Header(at, header.scope));
    }
    Ok(())
}

/// The entities of each text.
fn find(
    engine: &Engine,
    rules: &Rules,
    caller: &Caller,
    texts: &mut RequestTexts<'_>,
    known: &[(Substitute, Original)],
    live: &Surrogates,
) -> Vec<Vec<Entity>> {
    let detector = engine.detector();
    let (mut scratch, mut remembered, restores) = (Scratch::default(), 0, rules.restore().is_some());
    let mut one = |text: &RequestText<'_>| {
        let (options, sure, settings): (&Options, bool, u64) = match text.kind {
            TextKind::Link => (&rules.links, false, 1),
            TextKind::Header(_, HeaderScope::Identifiers | HeaderScope::Addresses) => (&rules.paths, false, 2),
            _ => rules.voice(text.author),
        };
        let settings = rules.settings << 3 | settings;
        // Equal values have equal labels, whatever the field is called.
        let key = text.field().key.filter(|_| !text.is_whole);
        let field = Field { text: text.content(), key };
        let detect = || {
            let hints = if restores { Hints::of(field.text) } else { Hints::default() };
            Findings { entities: detector.detect_field(&field, options, &mut scratch), hints }
        };
        let (Findings { mut entities, hints }, was_known) =
            engine.memo().get_or_detect(&field, MemoScope { tenant: &caller.tenant, settings }, detect);
        remembered += u64::from(was_known);
        if sure {
            entities.retain(is_sure);
        }
        if text.is_whole {
            return (vec![whole(&entities, field.text)], hints);
        }
        match text.kind {
            TextKind::Number | TextKind::Reference => entities.retain(|entity| counts_in_number(detector, entity)),
            // The model knows sentences; a word of a protocol is none.
            TextKind::Name => entities.retain(|entity| !Label::MODEL.contains(&entity.label) || is_denied(entity)),
            TextKind::Header(_, scope) => entities.retain(|entity| is_in(scope, detector, entity)),
            TextKind::Text | TextKind::Link | TextKind::EndUser | TextKind::Query(_) => {}
        }
        (entities, hints)
    };
    let mut found: Vec<Vec<Entity>> = Vec::with_capacity(texts.all.len());
    for text in &mut texts.all {
        let (entities, hints) = one(text);
        found.push(entities);
        text.hints = hints;
    }
    texts.coverage.remembered = remembered;
    if found.iter().all(Vec::is_empty) && live.is_empty() && !parts::has_parts(texts) {
        return found;
    }
    let fields: Vec<Field<'_>> = texts.all.iter().map(RequestText::field).collect();
    detector.propagate(&fields, &mut found, &rules.detection, PropagationScope::Forward);
    parts::find_across(detector, rules, texts, &mut found);
    echoed_placeholders::retain(&mut found, &texts.all, rules, &caller.cipher, known);
    if !live.is_empty() {
        for (field, entities) in fields.iter().zip(&mut found) {
            let replaced = entities.iter().filter(|entity| rules.method(entity.label).operator().replaces);
            let literals = live.find(field.text, replaced.map(|entity| entity.span));
            add_literals(entities, &literals);
        }
    }
    found
}

/// The entity of a text that is masked as a whole: of the label that was found in it, if there is one.
fn whole(found: &[Entity], text: &str) -> Entity {
    let label = found
        .iter()
        .max_by_key(|entity| entity.span.range().len())
        .map_or_else(|| Label::new("ID_NUMBER"), |entity| entity.label);
    Entity {
        span: Span::new(text, 0..text.len()).expect("a whole text"),
        label,
        confidence: 1.0,
        alternative: None,
        source: Source::DenyList,
        validated: Validated::None,
    }
}

/// The replacements of all entities.
async fn masked<'p>(
    engine: &Engine,
    rules: &Rules,
    caller: &Caller,
    texts: &'p RequestTexts<'_>,
    found: &[Vec<Entity>],
    session: &Option<Session>,
    live: &Surrogates,
) -> Result<Masked<'p>, Refusal> {
    if found.iter().all(Vec::is_empty) {
        return Ok(Masked::default());
    }
    let contents: Vec<&str> = texts.all.iter().map(RequestText::content).collect();
    let labels = engine.detector().catalogue();
    let plan =
        plan_with(&contents, found, labels, &caller.cipher, |subject| outcome(rules, session.is_some(), subject));
    // The body is spliced as a whole; of the texts only a few are needed.
    let plan = plan.without_texts();
    match session {
        Some(session) => Ok(engine_session::mask(engine.store().as_ref(), session.scope(), plan, live).await?),
        None => Ok(engine_session::mask_without_session(plan)),
    }
}

/// The outcome for one text. With a session nothing is sealed: a sealed text is restored from the request that holds
/// it, and a later request of the session need not hold it.
fn outcome(rules: &Rules, has_session: bool, subject: Subject<'_>) -> Outcome {
    let method = rules.method(subject.label);
    let is_long = subject.text.len() > LONGEST_SEALED;
    let is_sealed = method.operator().placeholder == Some(PlaceholderForm::Token);
    let method = match (&rules.style, method) {
        (Style::Dialogue(_), _) if is_sealed && (has_session || is_long) => Method::Redact,
        (Style::Records, Method::Hash) => match typed(subject) {
            Some(pseudonym) => return Outcome::Replace(pseudonym),
            None => Method::Hash,
        },
        (_, method) => method,
    };
    method.operate(subject)
}

/// Adds the route's note, if the API has a place for one.
fn note_edit(profile: &Profile, rules: &Rules, body: &Bytes, edits: &mut Vec<Edit>) {
    let place = rules.note.as_deref().zip(profile.exchange.system_note).filter(|_| !body.is_empty());
    let edit = place.and_then(|(text, place)| system_note::edit(std::str::from_utf8(body).ok()?, place, text));
    edits.extend(edit);
}

fn spliced(body: &Bytes, mut edits: Vec<Edit>) -> Result<Bytes, Refusal> {
    if edits.is_empty() {
        return Ok(body.clone());
    }
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let more: usize = edits.iter().map(|edit| edit.replacement.len()).sum();
    let mut out = Vec::with_capacity(body.len() + more);
    splice(body, &edits, &mut out).map_err(|_| Refusal::Internal)?;
    Ok(out.into())
}

/// A query that changed, and headers that did, by number.
type Beside = (Option<String>, Vec<(usize, String)>);

/// The entities of all texts, and their replacements.
struct MaskedTexts<'f, 'p> {
    found: &'f [Vec<Entity>],
    masked: Masked<'p>,
}

impl MaskedTexts<'_, '_> {
    /// The texts with entities, and these with their replacements.
    fn each<'s, 'b>(
        &'s self,
        texts: &'s RequestTexts<'b>,
    ) -> impl Iterator<Item = (&'s RequestText<'b>, Replaced<'s>)> {
        assert_eq!(texts.all.len(), self.found.len(), "each text was searched");
        let found = texts.all.iter().zip(self.found).enumerate().filter(|(_, (_, entities))| !entities.is_empty());
        found.map(|(at, (text, entities))| (text, Replaced::new(entities, self.masked.replacements(at))))
    }

    /// The edits of the body.
    fn edits(&self, texts: &RequestTexts<'_>, rules: &Rules, cipher: &Cipher) -> Result<Vec<PlacedEdit>, Refusal> {
        let mut edits = Vec::with_capacity(self.found.iter().map(Vec::len).sum());
        for (text, replaced) in self.each(texts) {
            match text.kind {
                TextKind::Query(_) | TextKind::Header(..) => {}
                TextKind::Number => {
                    let Some((entity, _)) = replaced.substitutes().next() else { continue };
                    let masked = replaced.text(text.content());
                    // A model that repeats a number writes what it has read: without quotes, it is a number again.
                    let number = match texts.is_in_prose(text) && rules.restore().is_some() {
                        true => masked,
                        false => number(text, entity, &masked, rules, cipher),
                    };
                    edits.push(texts.edit_whole(text, number)?);
                }
                TextKind::Text | TextKind::Link | TextKind::Name | TextKind::Reference | TextKind::EndUser => {
                    for (entity, substitute) in replaced.substitutes() {
                        edits.push(texts.edit(text, entity.span, substitute)?);
                    }
                }
            }
        }
        Ok(edits)
    }

    /// The query and the headers that changed.
    fn beside(&self, texts: &RequestTexts<'_>, incoming: Incoming<'_>) -> Result<Beside, Refusal> {
        let (mut query, mut headers) = (Vec::new(), Vec::new());
        let is_beside = |text: &RequestText<'_>| matches!(text.kind, TextKind::Query(_) | TextKind::Header(..));
        for (text, replaced) in self.each(texts).filter(|(text, _)| is_beside(text)) {
            if replaced.substitutes().next().is_none() {
                continue;
            }
            let masked = replaced.text(text.content());
            match text.kind {
                TextKind::Query(at) => query.push((at, target::encode(&masked))),
                TextKind::Header(at, _) => headers.push((at, masked)),
                _ => {}
            }
        }
        if query.is_empty() {
            return Ok((None, headers));
        }
        let before = incoming.query.unwrap_or_default();
        let parts = target::parts(before)?;
        let edit = |(at, replacement): (usize, String)| {
            let range = parts.get(at).map(|part| part.range.clone()).ok_or(Refusal::Internal)?;
            Ok(Edit { range, replacement })
        };
        let edits = query.into_iter().map(edit).collect::<Result<Vec<_>, Refusal>>()?;
        let after = spliced(&Bytes::copy_from_slice(before.as_bytes()), edits)?;
        Ok((Some(String::from_utf8(after.into()).map_err(|_| Refusal::Internal)?), headers))
    }

    /// The map that restores the answer: substitutes of this request and those that the session knows. Of sealed texts
    /// that stay as they came, this conversation sealed those whose originals stand in the request; all others are
    /// opened only for a caller who may deanonymize.
    fn restore_map(
        &self,
        texts: &RequestTexts<'_>,
        rules: &Rules,
        caller: &Caller,
        known: Vec<(Substitute, Original)>,
    ) -> RestoreMap {
        let Some(restore) = rules.restore() else { return RestoreMap::nothing() };
        // Methods that leave no trace of a text lose it, unless a numbered placeholder replaced it.
        let is_lost = |label, name: &str| {
            rules.method(label).operator().by_map == MapRestoration::Positions && Placeholder::parse(name).is_none()
        };
        let given = self.masked.substitutions.iter();
        let restorable = given.filter(|known| !is_lost(known.label, &known.substitute));
        let mut substitutes = known;
        substitutes.reserve(self.masked.substitutions.len());
        substitutes.extend(restorable.map(|known| (known.substitute.clone(), known.original.clone())));
        substitutes.extend(self.masked.parts.iter().cloned());
        if caller.may_deanonymize {
            substitutes.extend(sealed(texts, self.found, &caller.cipher));
        }
        if substitutes.is_empty() {
            return RestoreMap::nothing();
        }
        let with_variants = texts.all.iter().filter(|text| text.hints.variants);
        let taken = PlaceholderVariants::of(with_variants.map(RequestText::content));
        let trusted = self.trusted(texts);
        RestoreMap::new(restore, substitutes, &taken, trusted.iter().map(|(text, places)| (&**text, &**places)))
    }

    /// The masked texts with substitutes that may hold a link, with the places of these.
    fn trusted(&self, texts: &RequestTexts<'_>) -> Vec<(String, Vec<Range<usize>>)> {
        let mut trusted = Vec::new();
        for (text, replaced) in self.each(texts) {
            let content = text.content();
            // A name may make a link of what stands beside it.
            if replaced.substitutes().next().is_none() || !text.hints.links && !replaced.may_make_link(content) {
                continue;
            }
            let masked = replaced.text(content);
            if may_hold_link(&masked) {
                trusted.push((masked, replaced.places()));
            }
        }
        trusted
    }

    fn coverage(&self, texts: &RequestTexts<'_>, rules: &Rules) -> Coverage {
        let mut coverage = texts.coverage.clone();
        for (_, replaced) in self.each(texts) {
            let mut count = 0;
            for (entity, _) in replaced.substitutes() {
                coverage.count(entity.label, rules.method(entity.label));
                count += 1;
            }
            coverage.replaced += u64::from(count > 0);
        }
        coverage
    }
}

/// The entities of a text, and their replacements.
#[derive(Clone, Copy)]
struct Replaced<'s> {
    entities: &'s [Entity],
    replacements: &'s [Replacement<'s>],
}

impl<'s> Replaced<'s> {
    /// Pairs entities with their replacements.
    ///
    /// # Panics
    /// If there is not one replacement for each: an entity without one would leave unmasked.
    fn new(entities: &'s [Entity], replacements: &'s [Replacement<'s>]) -> Self {
        assert_eq!(entities.len(), replacements.len(), "each entity has its replacement");
        Self { entities, replacements }
    }

    /// The entities that are replaced, and their substitutes.
    fn substitutes(self) -> impl Iterator<Item = (&'s Entity, &'s Substitute)> + Clone {
        let substituted = |(entity, replacement): (&'s Entity, &'s Replacement<'s>)| match replacement {
            Replacement::Original(_) => None,
            Replacement::Substitute(substitute) => Some((entity, substitute)),
        };
        self.entities.iter().zip(self.replacements).filter_map(substituted)
    }

    /// The masked text.
    fn text(self, text: &str) -> String {
        let mut masked = Vec::with_capacity(text.len() + 16 * self.entities.len());
        let edits = self.substitutes().map(|(entity, substitute)| (entity.span.range(), &**substitute));
        splice(text.as_bytes(), edits, &mut masked).expect("entities are in order and apart");
        String::from_utf8(masked).expect("entities begin and end between characters")
    }

    /// The places of the substitutes in the masked text.
    fn places(self) -> Vec<Range<usize>> {
        let (mut more, mut less) = (0, 0);
        let place = |(entity, substitute): (&Entity, &Substitute)| {
            let start = entity.span.start() + more - less;
            more += substitute.len();
            less += entity.span.range().len();
            start..start + substitute.len()
        };
        self.substitutes().map(place).collect()
    }

    /// Whether a link may begin in the masked text where none does in `text`.
    fn may_make_link(self, text: &str) -> bool {
        self.substitutes().any(|(entity, name)| {
            let is_plain = name.starts_with('[') && !name.contains(['/', '=']);
            !is_plain || matches!(text.as_bytes().get(entity.span.end()), Some(b'(' | b':'))
        })
    }
}

/// The replacement of a number: a string; in records as many digits.
fn number(text: &RequestText<'_>, entity: &Entity, masked: &str, rules: &Rules, cipher: &Cipher) -> String {
    if let Style::Records = rules.style {
        return digits(cipher, entity.label.name(), text.content());
    }
    let mut quoted = String::from("\"");
    escape(masked, &mut quoted);
    quoted.push('"');
    quoted
}

/// Sealed texts in the model's earlier turns, which pass as they are, with their originals.
fn sealed(texts: &RequestTexts<'_>, found: &[Vec<Entity>], cipher: &Cipher) -> Vec<(Substitute, Original)> {
    let mut opened = Vec::new();
    for (text, entities) in texts.all.iter().zip(found).filter(|(text, _)| text.author == Author::Model) {
        let content = text.content();
        for (span, placeholder) in masquerade_detect::entity::find_placeholders(content) {
            let Placeholder { label, mark: Mark::Token(token) } = placeholder else { continue };
            let stays = !entities.iter().any(|entity| entity.span.overlaps(span));
            if let Some(original) = cipher.open(label, token).filter(|_| stays) {
                opened.push((Substitute::from(span.slice(content)), Original::from(original)));
            }
        }
    }
    opened
}
