//! [`Batches`]: division of a body of log records into batches that are masked by themselves, as they arrive.
//!
//! A batch is the unit of propagation: a value that was found in one of its records is found in all of the batch.
//! Batches depend on the bytes of the body alone, so that a body is masked to the same bytes however it arrives. A body that
//! is no longer than [`BATCH_BYTES`] is one batch.

use bytes::Bytes;

use super::{MaskedBody, MaskedRequest, MaskedTexts, RequestMasker, verdict};
use crate::{
    anonymize::{Method, Surrogates},
    codec::framing::{Answer, Batch, Ending, RecordCutter},
    engine::proxy::{
        Coverage,
        body::{self, Extent, LastOperation},
        fetched_links,
        incoming::Incoming,
        refusal::Refusal,
        rules::{Rules, Style},
    },
    profile::{BodyFormat, Profile},
};
use masquerade_detect::{Scratch, text::Field};

/// The least bytes of a batch but the last one: work of a few milliseconds.
pub const BATCH_BYTES: usize = 256 * 1024;

/// The division of one body into batches.
pub struct Batches {
    format: BodyFormat,
    media_type: Option<String>,
    /// The most bytes of a record.
    limit: usize,
    /// The beginning of a body, until it tells where records end.
    beginning: Vec<u8>,
    cutter: Option<RecordCutter>,
    last_operation: LastOperation,
}

impl Batches {
    /// The division of a body of `profile` into batches with records of at most `limit` bytes; `None`: such a body is masked
    /// as a whole, because it has another form, or because substitutes depend on the rest of the body.
    pub fn new(profile: &Profile, rules: &Rules, media_type: Option<&str>, limit: usize) -> Option<Self> {
        let format = profile.exchange.format;
        let media_type = body::declared(profile.exchange, media_type);
        let may_be_divided = matches!(rules.style, Style::Records)
            && rules.policy.methods().all(Method::is_stateless)
            && body::has_records(format, media_type);
        may_be_divided.then(|| Self {
            format,
            media_type: media_type.map(str::to_owned),
            limit,
            beginning: Vec::new(),
            cutter: None,
            last_operation: LastOperation::default(),
        })
    }

    /// Adds the next chunk of the decoded body.
    pub fn push(&mut self, chunk: &[u8]) {
        match &mut self.cutter {
            Some(cutter) => cutter.push(chunk),
            None => self.beginning.extend_from_slice(chunk),
        }
    }

    /// The number of bytes that are in no batch yet.
    pub fn held(&self) -> usize {
        self.cutter.as_ref().map_or(self.beginning.len(), RecordCutter::held)
    }

    /// The next batch; `None` until there is more input, and for good behind the last one. `eof`: no more will come.
    ///
    /// # Errors
    /// If a record is too long.
    pub fn next_batch(&mut self, masker: &RequestMasker<'_>, eof: bool) -> Result<Option<Batch>, Refusal> {
        if self.cutter.is_none() {
            if self.beginning.len() < BATCH_BYTES && !eof {
                return Ok(None);
            }
            let beginning = std::mem::take(&mut self.beginning);
            let first = &beginning[..beginning.len().min(BATCH_BYTES)];
            let ends = body::record_ends(self.format, self.media_type.as_deref(), first);
            let mut cutter = RecordCutter::new(ends, BATCH_BYTES.min(self.limit), self.limit);
            cutter.push(&beginning);
            self.cutter = Some(cutter);
        }
        let cutter = self.cutter.as_mut().expect("made above");
        let (format, last) = (self.format, &mut self.last_operation);
        let mut may_end = |ending: Ending<'_>| match ending {
            Ending::Operation(line) if last.has_source(format, line) => Answer::NotBefore(0),
            Ending::Operation(_) => Answer::Yes,
            Ending::Lines(before, behind) => between(masker, before, behind),
        };
        Ok(cutter.next_batch(eof, &mut may_end)?)
    }
}

/// Reports whether a batch may end between `before` and `behind`: not within an entity.
fn between(masker: &RequestMasker<'_>, before: &[u8], behind: &[u8]) -> Answer {
    let mut text = String::from_utf8_lossy(before).into_owned();
    let boundary = text.len();
    text.push_str(&String::from_utf8_lossy(behind));
    let field = Field { text: &text, key: None };
    let found = masker.engine.detector().detect_field(&field, &masker.rules.paths, &mut Scratch::default());
    let mut around = found.iter().filter(|entity| entity.span.start() < boundary && boundary < entity.span.end());
    around.next().map_or(Answer::Yes, |entity| Answer::NotBefore(entity.span.end() - boundary))
}

/// A batch that may leave.
#[derive(Debug)]
pub struct MaskedBatch {
    /// The bytes of the batch.
    pub body: MaskedBody,
    /// The counts of its strings.
    pub coverage: Coverage,
}

impl RequestMasker<'_> {
    /// Masks a batch.
    ///
    /// # Errors
    /// If it cannot be masked; then nothing of it may be passed on. Offsets are those of the body.
    pub async fn mask_batch(
        self,
        profile: &Profile,
        batch: Batch,
        media_type: Option<&str>,
    ) -> Result<MaskedBatch, Refusal> {
        let Self { engine, rules, caller } = self;
        let body = batch.as_documents()?;
        let base = batch.base;
        let masked = async {
            let mut texts = body::read(profile, (&body, Extent::Batch), media_type, rules)?;
            let mut found = self.find(&mut texts);
            verdict::apply(rules, &texts, &mut found, &body)?;
            fetched_links::settle(engine.detector(), rules, &texts, &mut found)?;
            let masked = self.masked(&texts, &found, &None, &Surrogates::NONE).await?;
            let substitution = MaskedTexts { found: &found, masked };
            let edits = texts.in_body(substitution.edits(&texts, rules, &caller.cipher)?)?;
            let coverage = substitution.coverage(&texts, rules);
            Ok::<_, Refusal>((texts.spliced(&body, edits)?, coverage))
        };
        let (text, coverage) = masked.await.map_err(|refusal| refusal.shifted(base))?;
        Ok(MaskedBatch { body: MaskedBody(batch.from_documents(text)), coverage })
    }

    /// Masks a request whose body is longer than a batch, batch by batch.
    ///
    /// # Errors
    /// If it cannot be masked.
    pub(super) async fn mask_by_batches(
        self,
        profile: &Profile,
        body: &Bytes,
        incoming: Incoming<'_>,
        mut batches: Batches,
    ) -> Result<MaskedRequest, Refusal> {
        let mut request = self.mask_whole(profile, &Bytes::new(), incoming).await?;
        let mut out = Vec::with_capacity(body.len() + body.len() / 8);
        batches.push(body);
        while let Some(batch) = batches.next_batch(&self, true)? {
            let masked = self.mask_batch(profile, batch, incoming.media_type).await?;
            out.extend_from_slice(masked.body.bytes());
            request.coverage.add(&masked.coverage);
        }
        request.body = MaskedBody(out.into());
        Ok(request)
    }
}
