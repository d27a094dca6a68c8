//! Content codings of bodies that go on as they arrive: [`Source`] decodes, [`Sink`] encodes, both in the CPU pool.

use std::time::Duration;

use bytes::Bytes;

use crate::{
    codec::{
        CodecError,
        encoding::{Coding, Decoder, Encoder},
    },
    engine::proxy::{BATCH_BYTES, MaskedBody},
    problem::Problem,
    server::{Job, cpu_pool::CpuPool},
};

/// The bytes of input that are decoded at once. Their output is held, up to the limit on a body.
const STEP: usize = 1024;

/// The decoder of a body that arrives in chunks.
pub struct Source {
    /// `None`: there is nothing to decode.
    decoder: Option<Decoder>,
    /// Bytes that are not decoded yet.
    waiting: Bytes,
    /// The most bytes of which one step of input may be the code.
    limit: usize,
    /// True if `waiting` is the end of the body.
    is_read: bool,
    is_ended: bool,
}

impl Source {
    /// A decoder of a body to which `codings` were applied.
    pub fn new(codings: &[Coding], limit: usize) -> Self {
        let decoder = (!codings.is_empty()).then(|| Decoder::new(codings));
        Self { decoder, waiting: Bytes::new(), limit, is_read: false, is_ended: false }
    }

    /// Takes the next chunk; `None`: the body has ended. Take all of [`Source::decode`] first.
    pub fn push(&mut self, chunk: Option<Bytes>) {
        match chunk {
            Some(chunk) => self.waiting = chunk,
            None => self.is_read = true,
        }
    }

    /// Reports whether a chunk is needed.
    pub fn is_dry(&self) -> bool {
        self.waiting.is_empty() && !self.is_read
    }

    /// Reports whether the decoded body has ended.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// The next decoded bytes, about a batch.
    ///
    /// # Errors
    /// 400 for anything but whole streams of the codings, 413 for a step of input that decodes to more than the limit.
    pub async fn decode(&mut self, tenant: &str, cpu: &CpuPool) -> Result<Bytes, Problem> {
        let (mut waiting, is_read, limit) = (std::mem::take(&mut self.waiting), self.is_read, self.limit);
        let Some(mut decoder) = self.decoder.take() else {
            self.is_ended = is_read;
            return Ok(waiting);
        };
        let undo = async move {
            let mut out = Vec::new();
            loop {
                let step = waiting.split_to(waiting.len().min(STEP));
                let is_last = is_read && waiting.is_empty();
                decoder.push(&step, is_last, limit, &mut out)?;
                if waiting.is_empty() || out.len() >= BATCH_BYTES {
                    return Ok((decoder, waiting, is_last, out));
                }
            }
        };
        let decoded = cpu.run(Job { tenant, estimate: Duration::MAX, bytes: None }, undo).await?;
        let (decoder, waiting, is_last, out) = decoded.map_err(|error| match error {
            CodecError::TooLarge { limit } => Problem::BodyTooLarge { limit },
            _ => Problem::InvalidEncoding,
        })?;
        (self.decoder, self.waiting, self.is_ended) = (Some(decoder), waiting, is_last);
        Ok(out.into())
    }
}

/// The encoder of masked batches.
pub struct Sink {
    /// `None`: there is nothing to encode.
    encoder: Option<Encoder>,
}

impl Sink {
    /// An encoder that applies `codings`.
    ///
    /// # Errors
    /// [`Problem::Internal`] if it cannot be made.
    pub fn new(codings: &[Coding]) -> Result<Self, Problem> {
        if codings.is_empty() {
            return Ok(Self { encoder: None });
        }
        Encoder::new(codings).map(|encoder| Self { encoder: Some(encoder) }).map_err(|_| Problem::Internal)
    }

    /// A masked piece, encoded as far as its codings give it out.
    ///
    /// # Errors
    /// [`Problem::Internal`] if it cannot be encoded, and those of the pool.
    pub async fn encode(&mut self, piece: MaskedBody, tenant: &str, cpu: &CpuPool) -> Result<MaskedBody, Problem> {
        let Some(mut encoder) = self.encoder.take() else { return Ok(piece) };
        let work = async move { piece.encoded_by(&mut encoder).map(|piece| (piece, encoder)) };
        let encoded = cpu.run(Job { tenant, estimate: Duration::MAX, bytes: None }, work).await?;
        let (piece, encoder) = encoded.map_err(|_| Problem::Internal)?;
        self.encoder = Some(encoder);
        Ok(piece)
    }

    /// The end of the encoded body.
    ///
    /// # Errors
    /// [`Problem::Internal`] if it cannot be encoded.
    pub fn finish(&mut self) -> Result<MaskedBody, Problem> {
        let end = self.encoder.take().map(MaskedBody::end_of).transpose();
        end.map(Option::unwrap_or_default).map_err(|_| Problem::Internal)
    }
}
