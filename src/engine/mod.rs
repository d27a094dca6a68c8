//! The engine: detection, operators and store together, the same for the API and the command line. It does no IO of its
//! own and has no clock; only a store may make it wait.

pub mod proxy;
pub mod session;
pub mod setup;
pub mod wire;

use std::{sync::Arc, time::Duration};

use self::proxy::Memo;
use crate::{
    anonymize::{
        MaskingResult, Method, Policy, Surrogates, plan,
        restore::{self, MapEntry, PlaceholderVariants, RestoredTexts, TooLong, by_map},
    },
    keys::{Cipher, SessionId},
    store::{Scope, Store, StoreError},
};
use masquerade_detect::entity::{Entity, Label, Source, Validated};
use masquerade_detect::text::{Field, Span, Unit};
use masquerade_detect::{Detector, LabelSet, Level, Options};

/// The most bytes of restored texts, as a multiple of the limit on a body: a map can expand a text without bound.
pub const MAX_GROWTH: usize = 4;

/// The longest work that may run on a thread that serves connections: a handful of such pieces delay a stream by less than
/// a millisecond, and handing over costs 10 to 50 µs. Masking awaits before it begins to do longer work.
pub const SHORT_WORK: Duration = Duration::from_micros(200);

/// An estimate of an external model's time: a call, and what each byte adds.
const EXTERNAL_TIME: Duration = Duration::from_millis(10);
const EXTERNAL_NANOS: u64 = 50_000;

/// An estimate of the time that the language models of `detector` take for `bytes` bytes on one core. An external model
/// waits, or takes long: never on a thread that serves connections.
pub fn inference_time(detector: &Detector, level: Level, bytes: usize) -> Duration {
    let nanos_per_byte = match level {
        Level::Off => 0,
        _ if bytes == 0 => 0,
        Level::Fast | Level::Full if detector.has_external_model() => {
            return EXTERNAL_TIME + Duration::from_nanos(EXTERNAL_NANOS * bytes as u64);
        }
        Level::Fast => 250,
        Level::Full => 800,
    };
    Duration::from_nanos(nanos_per_byte * bytes as u64)
}

/// The settings of masking.
#[derive(Clone, Debug)]
pub struct MaskSettings {
    /// The settings of detection.
    pub detection: Options,
    /// The method of each label.
    pub policy: Policy,
    /// The most entities of all texts together.
    pub max_entities: usize,
    /// True if the texts that the session knows are searched for.
    pub uses_session: bool,
}

/// The owner of texts: the keys, and the session that keeps the entity map.
#[derive(Clone, Debug)]
pub struct Owner {
    /// The tenant's keys.
    pub cipher: Cipher,
    /// The session; `None`: nothing is kept, and numbers begin at 1.
    pub scope: Option<Scope>,
}

impl Owner {
    /// An owner whose entity map the session `session` of `tenant` keeps.
    pub fn with_session(tenant: Arc<str>, cipher: Cipher, session: SessionId) -> Self {
        Self { cipher, scope: Some(Scope { tenant, session }) }
    }
}

/// The masked texts of a request, and its entities.
#[derive(Debug)]
pub struct AnonymizedTexts<'t> {
    /// The entities of each text, in order.
    pub entities: Vec<Vec<Entity>>,
    /// The masked texts, with a replacement for each entity.
    pub masked: MaskingResult<'t>,
}

/// The settings of restoring.
#[derive(Clone, Copy, Debug)]
pub struct RestoreSettings<'a> {
    /// The unit of a map's offsets.
    pub unit: Unit,
    /// True if variants of placeholders are restored.
    pub tolerant: bool,
    /// The labels and groups whose originals may be restored from a session or a sealed text; `None`: all.
    pub restorable: Option<&'a [String]>,
    /// Most bytes of all restored texts together.
    pub max_bytes: usize,
}

/// More entities than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyEntities;

/// An error of masking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaskError {
    /// The store did not answer.
    Store(StoreError),
    /// The texts have more entities than allowed.
    TooManyEntities,
    /// The policy blocks entities: each text by its place, with the label.
    Blocked(Vec<(usize, Label)>),
}

impl From<TooManyEntities> for MaskError {
    fn from(_: TooManyEntities) -> Self {
        Self::TooManyEntities
    }
}

impl From<StoreError> for MaskError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// An error of restoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// The store did not answer.
    Store(StoreError),
    /// The result would be longer than allowed.
    TooLong,
}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TooLong> for RestoreError {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// Detector and store together, for masking and restoring.
pub struct Engine {
    detector: Detector,
    store: Arc<dyn Store>,
    no_variants: PlaceholderVariants,
    memo: Memo,
    record_memo: Memo,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("detector", &self.detector).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine of these parts.
    pub fn new(detector: Detector, store: Arc<dyn Store>) -> Self {
        let (memo, record_memo) = (Memo::default(), Memo::of_records());
        Self { detector, store, no_variants: PlaceholderVariants::default(), memo, record_memo }
    }

    /// The detector of the engine.
    pub fn detector(&self) -> &Detector {
        &self.detector
    }

    /// The store of the engine.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The findings in strings of proxied requests: of records, or else of conversations.
    pub fn memo(&self, holds_records: bool) -> &Memo {
        if holds_records { &self.record_memo } else { &self.memo }
    }

    /// The entities of `texts`, for each text in order.
    ///
    /// # Errors
    /// [`TooManyEntities`], if they are more than `max`.
    pub fn detect(
        &self,
        texts: &[Field<'_>],
        options: &Options,
        max: usize,
    ) -> Result<Vec<Vec<Entity>>, TooManyEntities> {
        let entities = self.detector.detect(texts, options);
        if entities.iter().map(Vec::len).sum::<usize>() > max { Err(TooManyEntities) } else { Ok(entities) }
    }

    /// Masks `texts`. An entity of one text is replaced in all of them.
    ///
    /// # Errors
    /// If the store cannot be reached, or there are too many entities. Then nothing of the texts may be passed on.
    pub async fn anonymize<'t>(
        &self,
        texts: &[&'t str],
        ask: &MaskSettings,
        owner: &Owner,
    ) -> Result<AnonymizedTexts<'t>, MaskError> {
        self.anonymize_fields(&fields(texts), ask, owner).await
    }

    /// Masks the texts of `fields`. An entity of one text is replaced in all of them.
    ///
    /// # Errors
    /// If the store cannot be reached, or there are too many entities. Then nothing of the texts may be passed on.
    pub async fn anonymize_fields<'t>(
        &self,
        fields: &[Field<'t>],
        ask: &MaskSettings,
        owner: &Owner,
    ) -> Result<AnonymizedTexts<'t>, MaskError> {
        let texts: Vec<&'t str> = fields.iter().map(|field| field.text).collect();
        let texts = &texts[..];
        let mut entities = self.detect(fields, &ask.detection, ask.max_entities)?;
        if let Some(scope) = owner.scope.as_ref().filter(|_| ask.uses_session) {
            let known = self.store.texts(scope).await?;
            let known: Vec<_> = known.iter().map(|(label, original)| (*label, original.as_str())).collect();
            self.detector.find_known(&known, fields, &mut entities, &ask.detection);
            if entities.iter().map(Vec::len).sum::<usize>() > ask.max_entities {
                return Err(TooManyEntities.into());
            }
        }
        let blocked = blocked(&entities, &ask.policy);
        if !blocked.is_empty() {
            return Err(MaskError::Blocked(blocked));
        }
        let Some(scope) = &owner.scope else {
            let masked = session::mask_without_session(plan(
                texts,
                &entities,
                self.detector.catalogue(),
                &ask.policy,
                &owner.cipher,
            ));
            return Ok(AnonymizedTexts { entities, masked });
        };
        let store = self.store.as_ref();
        let active = session::surrogates(store, scope).await;
        let is_away = active.is_err();
        let active = active.unwrap_or(Surrogates::NONE);
        if !active.is_empty() {
            for (text, entities) in texts.iter().zip(&mut entities) {
                let replaced = entities.iter().filter(|entity| ask.policy.method(entity.label).operator().replaces);
                let found = active.find(text, replaced.map(|entity| entity.span));
                add_literals(entities, &found);
            }
        }
        let plan = plan(texts, &entities, self.detector.catalogue(), &ask.policy, &owner.cipher);
        let masked = match is_away {
            true => session::mask_without_store(plan)?,
            false => session::mask(store, scope, plan, &active).await?,
        };
        Ok(AnonymizedTexts { entities, masked })
    }

    /// The entities of `texts` and what would become of them, without a session.
    ///
    /// # Errors
    /// If there are too many entities.
    pub fn observe<'t>(
        &self,
        texts: &[&'t str],
        ask: &MaskSettings,
        owner: &Owner,
    ) -> Result<AnonymizedTexts<'t>, MaskError> {
        let entities = self.detect(&fields(texts), &ask.detection, ask.max_entities)?;
        let plan = plan(texts, &entities, self.detector.catalogue(), &ask.policy, &owner.cipher);
        Ok(AnonymizedTexts { masked: session::mask_without_session(plan), entities })
    }

    /// Restores `texts` by `map` alone or, if it is empty, from the session. Sealed texts of the owner are opened in both
    /// cases.
    ///
    /// # Errors
    /// If the store cannot be reached, or if the result would be too long.
    pub async fn restore<'t>(
        &self,
        texts: &[&'t str],
        map: &[MapEntry<'_>],
        owner: &Owner,
        how: RestoreSettings<'_>,
    ) -> Result<RestoredTexts<'t>, RestoreError> {
        let is_label = |name: &str| self.detector.writes(name);
        // An unknown name lets nothing through.
        let labels =
            how.restorable.map(|names| self.detector.select(names).unwrap_or_else(|_| LabelSet::from_iter([])));
        let is_restorable = |name: &str| {
            let label = self.detector.catalogue().find_label(name);
            let may = |labels: &LabelSet| label.is_some_and(|label| labels.contains(label));
            // Text of the request itself that is spelled like a placeholder belongs to nobody.
            name == Label::LITERAL.name() || labels.as_ref().is_none_or(may)
        };
        let options = restore::Options {
            cipher: Some(&owner.cipher),
            is_label: &is_label,
            tolerant: how.tolerant,
            taken: &self.no_variants,
            is_restorable: labels.as_ref().map(|_| &is_restorable as &(dyn Fn(&str) -> bool + Sync)),
            max_bytes: how.max_bytes,
        };
        match &owner.scope {
            Some(scope) if map.is_empty() => Ok(session::restore(self.store.as_ref(), scope, texts, &options).await??),
            _ => Ok(by_map(texts, map, how.unit, &options)?),
        }
    }
}

/// Texts without names.
fn fields<'t>(texts: &[&'t str]) -> Vec<Field<'t>> {
    texts.iter().map(|text| Field::new(text)).collect()
}

/// The entities that a policy blocks: each text by its place, with a label, once.
fn blocked(entities: &[Vec<Entity>], policy: &Policy) -> Vec<(usize, Label)> {
    let of_text = |(at, entities): (usize, &Vec<Entity>)| {
        let labels = entities.iter().map(|entity| entity.label);
        labels.filter(|label| policy.method(*label) == Method::Block).map(move |label| (at, label)).collect::<Vec<_>>()
    };
    let mut blocked: Vec<(usize, Label)> = entities.iter().enumerate().flat_map(of_text).collect();
    blocked.sort_by_key(|(at, label)| (*at, label.name()));
    blocked.dedup();
    blocked
}

/// Adds an entity for each span `found`, and takes out the kept entities that overlap one: a substitute of another text
/// must not stay.
fn add_literals(entities: &mut Vec<Entity>, found: &[Span]) {
    if found.is_empty() {
        return;
    }
    let (label, source) = (Label::LITERAL, Source::Literal);
    let is_hit = |span: Span| {
        let after = found.partition_point(|found| found.end() <= span.start());
        found.get(after).is_some_and(|found| found.overlaps(span))
    };
    entities.retain(|entity| !is_hit(entity.span));
    entities.extend(found.iter().map(|&span| Entity {
        span,
        label,
        confidence: 1.0,
        alternative: None,
        source,
        validated: Validated::None,
    }));
    entities.sort_by_key(|entity| entity.span.start());
}
