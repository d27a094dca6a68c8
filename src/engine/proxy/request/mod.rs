//! [`RequestMasker`]: masking of a request on its way out.

use std::{borrow::Cow, ops::Range};

use bytes::Bytes;

use self::masked_texts::MaskedTexts;
use super::{
    Coverage, RestoreMap,
    body::{self, Extent},
    end_users::EndUsers,
    fetched_links,
    incoming::Incoming,
    offsets,
    refusal::Refusal,
    rules::{Caller, Rules, Style},
    session::{self, Session},
    system_note, target,
    texts::{RequestText, RequestTexts, TextKind},
    verdict,
};
use crate::{
    anonymize::{
        MaskingResult, Method, Substitute, Surrogates,
        operators::{Outcome, PlaceholderForm, Subject, typed},
        plan_with,
    },
    codec::{
        encoding::{BodyEncoding, Encoder},
        syntax::Edit,
    },
    config::Voice,
    engine::{self, Engine, SHORT_WORK, session as engine_session},
    profile::Profile,
};
use masquerade_detect::Scratch;
use masquerade_detect::entity::{Entity, Label};
use masquerade_detect::text::Field;

mod batches;
mod masked_texts;
mod search;
mod source_spellings;

pub use batches::{BATCH_BYTES, Batches, MaskedBatch};

/// Longest text that is sealed where it is to be restored, in bytes: a stream waits for a whole
/// placeholder, and this bounds its length.
pub(super) const LONGEST_SEALED: usize = 96;

/// A body that may leave. It is made here alone, from a body whose every string was searched, or that its route passes as it
/// is.
#[derive(Clone, Default, PartialEq, Eq)]
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

    /// The body under an encoding.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if it cannot be encoded.
    pub fn encoded(self, encoding: &BodyEncoding) -> Result<Self, Refusal> {
        if encoding.is_identity() || self.0.is_empty() {
            return Ok(self);
        }
        encoding.encode(&self.0).map(|body| Self(body.into())).map_err(|_| Refusal::Internal)
    }

    /// A piece of a body as the next input of an encoder. Its output may be empty.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if it cannot be encoded.
    pub fn encoded_by(self, encoder: &mut Encoder) -> Result<Self, Refusal> {
        encoder.push(&self.0).map(|piece| Self(piece.into())).map_err(|_| Refusal::Internal)
    }

    /// The end of a body whose pieces an encoder has encoded.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if it cannot be encoded.
    pub fn end_of(encoder: Encoder) -> Result<Self, Refusal> {
        encoder.finish().map(|end| Self(end.into())).map_err(|_| Refusal::Internal)
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
    /// The masked body: the very buffer that came if nothing in it changed.
    pub body: MaskedBody,
    /// The masked query, if it changed.
    pub query: Option<String>,
    /// Headers that changed: the place in [`Incoming::headers`], and the value.
    pub headers: Vec<(usize, String)>,
    /// The map that restores the answer.
    pub restore: RestoreMap,
    /// The counts of its strings.
    pub coverage: Coverage,
    /// The session that keeps the map, if the provider keeps state.
    pub session: Option<Session>,
    /// True if the request was not searched at all.
    pub unvetted: bool,
}

/// The findings of a policy in one text.
#[derive(Debug, Default)]
pub struct Judgement {
    /// The parts that are replaced, in bytes, with their labels and methods.
    pub replaced: Vec<(Range<usize>, Label, Method)>,
    /// The names of the labels that are blocked.
    pub blocked: Vec<&'static str>,
}

/// The masking of requests on their way out: a route's rules and a caller, which keep from one request to the next.
#[derive(Clone, Copy)]
pub struct RequestMasker<'a> {
    /// The detector, the store and the memo.
    pub engine: &'a Engine,
    /// The rules of the route.
    pub rules: &'a Rules,
    /// The caller of the request.
    pub caller: &'a Caller,
}

impl std::fmt::Debug for RequestMasker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RequestMasker").finish_non_exhaustive()
    }
}

impl RequestMasker<'_> {
    /// A request whose body passes as it is, as [`Rules::passes`] says; what stands beside the body is masked.
    ///
    /// # Errors
    /// As [`Self::mask`].
    pub async fn pass(self, profile: &Profile, body: Bytes, incoming: Incoming<'_>) -> Result<MaskedRequest, Refusal> {
        let masked = self.mask(profile, &Bytes::new(), incoming).await?;
        Ok(MaskedRequest { body: MaskedBody(body), session: None, unvetted: true, ..masked })
    }

    /// A request that passes as it is, with the coverage that [`Self::mask`] would have; it neither reads nor writes sessions.
    pub fn observe(self, profile: &Profile, body: Bytes, incoming: Incoming<'_>) -> MaskedRequest {
        let coverage = Coverage { is_observed: true, ..self.observed(profile, &body, incoming) };
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

    /// The coverage that [`Self::mask`] would have.
    pub fn observed(self, profile: &Profile, body: &Bytes, incoming: Incoming<'_>) -> Coverage {
        let Self { engine, rules, .. } = self;
        let read = || {
            if self.names_somebody(incoming.path) {
                return Err(Refusal::Path);
            }
            let mut texts = body::read(profile, (body, Extent::Body), incoming.media_type, rules)?;
            beside(&mut texts, incoming)?;
            texts.sort();
            let mut found = self.find(&mut texts);
            verdict::apply(rules, &texts, &mut found, body)?;
            fetched_links::settle(engine.detector(), rules, &texts, &mut found)?;
            session::check_followed(profile.exchange, rules, &found)?;
            let mut coverage = texts.coverage.clone();
            for occurrence in texts.occurrences() {
                let methods = found[occurrence.text].iter().map(|entity| (entity.label, rules.method(entity.label)));
                let mut replaced = methods.filter(|(_, method)| method.operator().replaces).peekable();
                coverage.replaced += u64::from(replaced.peek().is_some());
                replaced.for_each(|(label, method)| coverage.count(label, method));
            }
            Ok(coverage)
        };
        read().unwrap_or_else(|refusal: Refusal| Coverage { would_refuse: Some(refusal.name()), ..Coverage::default() })
    }

    /// Applies the rules to one text of a voice, and returns the parts that they replace and the labels that they block.
    pub fn judge(self, voice: Voice, text: &str) -> Judgement {
        let Self { rules, .. } = self;
        let mut texts = RequestTexts::default();
        texts.add_beside(Cow::Borrowed(text), None, TextKind::Text);
        for text in &mut texts.all {
            text.author = verdict::author_of(voice);
        }
        let mut found = self.find(&mut texts);
        if let Err(Refusal::Blocked(blocked)) = verdict::apply(rules, &texts, &mut found, &[]) {
            return Judgement { replaced: Vec::new(), blocked: blocked.labels() };
        }
        let replaced =
            found.iter().flatten().map(|entity| (entity.span.range(), entity.label, rules.method(entity.label)));
        let replaced = replaced.filter(|(.., method)| method.operator().replaces);
        Judgement { replaced: replaced.collect(), blocked: Vec::new() }
    }

    /// Masks a request.
    ///
    /// # Errors
    /// If it cannot be masked; then nothing of it may be passed on.
    pub async fn mask(self, profile: &Profile, body: &Bytes, incoming: Incoming<'_>) -> Result<MaskedRequest, Refusal> {
        let Self { rules, .. } = self;
        let is_long = body.len() > BATCH_BYTES;
        match is_long.then(|| Batches::new(profile, rules, incoming.media_type, usize::MAX)).flatten() {
            Some(batches) => self.mask_by_batches(profile, body, incoming, batches).await,
            None => self.mask_whole(profile, body, incoming).await,
        }
    }

    /// Masks a request like [`Self::mask`], with a body that is not divided.
    async fn mask_whole(
        self,
        profile: &Profile,
        body: &Bytes,
        incoming: Incoming<'_>,
    ) -> Result<MaskedRequest, Refusal> {
        let Self { engine, rules, caller } = self;
        let exchange = profile.exchange;
        if self.names_somebody(incoming.path) {
            return Err(Refusal::Path);
        }
        let mut texts = body::read(profile, (body, Extent::Body), incoming.media_type, rules)?;
        beside(&mut texts, incoming)?;
        texts.sort();
        let store = engine.store().as_ref();
        let (session, known) = session::open(store, exchange, rules, caller, &texts, &incoming).await?;
        let live =
            Surrogates::new(&known.iter().map(|(name, _)| name.clone()).filter(is_surrogate).collect::<Vec<_>>());
        let recollection = self.recall(&texts);
        if engine::inference_time(engine.detector(), rules.level(), recollection.unknown) > SHORT_WORK {
            // Whoever began it with others to serve may go on elsewhere.
            tokio::task::yield_now().await;
        }
        let mut found = self.find_with(&mut texts, recollection, &known, &live);
        if let Some(session) = session.as_ref().filter(|_| rules.uses_session) {
            let known = store.texts(session.scope()).await?;
            let known: Vec<_> = known.iter().map(|(label, original)| (*label, original.as_str())).collect();
            let fields: Vec<Field<'_>> = texts.all.iter().map(RequestText::field).collect();
            engine.detector().find_known(&known, &fields, &mut found, &rules.detection);
        }
        verdict::apply(rules, &texts, &mut found, body)?;
        fetched_links::settle(engine.detector(), rules, &texts, &mut found)?;
        session::check_followed(exchange, rules, &found)?;
        let end_users = EndUsers::take(&texts, &mut found, rules, engine.detector().catalogue(), &caller.cipher);
        let substitution = MaskedTexts { found: &found, masked: self.masked(&texts, &found, &session, &live).await? };
        let mut edits = substitution.edits(&texts, rules, &caller.cipher)?;
        edits.extend(end_users.edits(&texts)?);
        let mut edits = texts.in_body(edits)?;
        let cited = offsets::in_request(exchange.offsets, body, &mut edits);
        note_edit(profile, rules, body, &mut edits);
        let body = MaskedBody(texts.spliced(body, edits)?);
        let known = known.into_iter().chain(end_users.known(&texts)).collect();
        // What the provider tells of state that it ends has placeholders of a map that is not here.
        let is_foreign = incoming.ends_state && exchange.provider_state.is_some() && session.is_none();
        let restore = match is_foreign {
            true => RestoreMap::nothing(),
            false => substitution.restore_map(&texts, rules, caller, known).with_cited(cited),
        };
        let (query, headers) = substitution.beside(&texts, incoming)?;
        let mut coverage = substitution.coverage(&texts, rules);
        end_users.count(&mut coverage);
        Ok(MaskedRequest { body, query, headers, restore, coverage, session, unvetted: false })
    }

    /// Reports whether a segment of a path holds an entity. A segment in the shape of an identifier is one.
    fn names_somebody(self, path: &str) -> bool {
        let Self { engine, rules, .. } = self;
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

    /// The replacements of all entities.
    async fn masked<'p>(
        self,
        texts: &'p RequestTexts<'_>,
        found: &[Vec<Entity>],
        session: &Option<Session>,
        live: &Surrogates,
    ) -> Result<MaskingResult<'p>, Refusal> {
        let Self { engine, rules, caller } = self;
        if found.iter().all(Vec::is_empty) {
            return Ok(MaskingResult::default());
        }
        let contents: Vec<&str> = texts.all.iter().map(RequestText::content).collect();
        let labels = engine.detector().catalogue();
        let plan =
            plan_with(&contents, found, labels, &caller.cipher, |subject| outcome(rules, session.is_some(), subject));
        // The body is spliced as a whole; of the texts only a few are needed.
        let plan = plan.without_texts();
        let plan = if rules.has_attributes { plan.with_attributes(masked_texts::variants(texts)) } else { plan };
        match session {
            Some(session) => Ok(engine_session::mask(engine.store().as_ref(), session.scope(), plan, live).await?),
            None => Ok(engine_session::mask_without_session(plan)),
        }
    }
}

fn is_surrogate(name: &Substitute) -> bool {
    !name.starts_with('[')
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
