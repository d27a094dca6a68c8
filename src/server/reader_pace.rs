//! The pace at which a client must read an answer.

use std::time::Duration;

use bytes::Bytes;
use pingora_core::{Result, protocols::http::ServerSession};

use crate::config::Limits;

/// The bytes that a client must read in a time: an answer that nobody fetches takes memory.
#[derive(Clone, Copy, Debug)]
pub struct ReaderPace {
    /// The bytes that are written at once.
    piece: usize,
    /// The time that each piece may take.
    window: Duration,
}

impl From<&Limits> for ReaderPace {
    fn from(limits: &Limits) -> Self {
        let seconds = usize::try_from(limits.reader_window.as_secs()).unwrap_or(usize::MAX);
        Self { piece: limits.reader_rate.saturating_mul(seconds).max(1), window: limits.reader_window }
    }
}

impl ReaderPace {
    /// Sets the time for each write of an answer.
    pub fn begin(self, session: &mut ServerSession) {
        session.set_write_timeout(Some(self.window));
    }

    /// Writes a part of a body behind [`Self::begin`], the last one if `end`.
    ///
    /// # Errors
    /// If the client reads too slowly, or is gone.
    pub async fn write(self, session: &mut ServerSession, mut bytes: Bytes, end: bool) -> Result<()> {
        while bytes.len() > self.piece {
            session.write_response_body(bytes.split_to(self.piece), false).await?;
        }
        session.write_response_body(bytes, end).await
    }
}
