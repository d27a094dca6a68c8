//! The audit stream: one line of JSON for each request that masks, restores or passes data, in a file of its own, chained by
//! hashes.
//!
//! A line says who (key, tenant), where (route), what (labels with methods and counts) and with which outcome, and never a
//! value. Requests reserve the room for their line before they are served and hand the line over afterwards; one thread
//! numbers, seals and writes. A line is lost only if the process is killed, or, where the configuration says to continue
//! without audit, while the file cannot be written.
//!
//! | module | content |
//! |---|---|
//! | `chain` | numbers and hashes of lines |
//! | `writer` | the writing thread: start, rotation, retries |
//! | `verify` | the check of a file and of those rotated before it |

mod chain;
mod verify;
mod writer;

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use crossbeam_channel::{Sender, bounded};
use jiff::Timestamp;
use serde::Serialize;

pub use verify::{Break, VerifiedStream, verify};
pub use writer::AuditDrain;

use self::writer::Writer;
use super::Metrics;
use crate::config::{Audit, AuditFailure};

/// The most lines that wait for the writer, those of requests in flight included: about 4 MiB at 500 bytes a line.
const CAPACITY: usize = 8192;

/// The audit stream of an instance; clones share it. Without a configured file it takes nothing.
#[derive(Clone, Default)]
pub struct AuditLog(Option<Arc<Stream>>);

struct Stream {
    lines: Sender<Vec<u8>>,
    /// Lines that wait, and reservations.
    reserved: Arc<AtomicUsize>,
    writable: Arc<AtomicBool>,
    on_failure: AuditFailure,
    metrics: Arc<Metrics>,
}

/// The refusal of a request that could not be audited.
#[derive(Debug)]
pub struct Unwritable;

/// The room for one line, given back when it is dropped.
pub struct AuditSlot(Option<Arc<Stream>>);

impl std::fmt::Debug for AuditSlot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AuditSlot")
    }
}

impl Drop for AuditSlot {
    fn drop(&mut self) {
        if let Some(stream) = &self.0 {
            stream.reserved.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The part of an audit line that the work on a request yields.
#[derive(Clone, Debug, Default)]
pub struct AuditFacts {
    /// `masked`, `observed`, `detected`, `restored`, `forgotten`, `passed-unvetted`,
    /// `blocked`; empty: none of these.
    pub action: &'static str,
    /// Labels with their methods and counts.
    pub entities: Vec<(&'static str, &'static str, u64)>,
    /// Labels that the policy blocks.
    pub blocked: Vec<&'static str>,
    /// The number of restored occurrences.
    pub restored: u64,
    /// The number of placeholders that were not restored.
    pub unresolved: u64,
    /// The tenant of a proxied request that came without a key of this instance.
    pub tenant: Option<Arc<str>>,
}

/// An audit line, without number, time and hash.
#[derive(Debug, Serialize)]
pub struct AuditLine<'a> {
    /// The request id.
    pub request_id: &'a str,
    /// The name of the key.
    pub client: Option<&'a str>,
    /// The tenant.
    pub tenant: Option<&'a str>,
    /// The HTTP method.
    pub method: &'a str,
    /// The pattern of the path, or the name of the route.
    pub route: &'a str,
    /// The HTTP status.
    pub status: u16,
    /// `refused`, `aborted`, `failed`, or the action.
    pub decision: &'a str,
    /// The reason of a refusal.
    pub reason: Option<&'a str>,
    /// Labels with their methods and counts.
    pub entities: Vec<EntityCount>,
    /// Labels that the policy blocked.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub blocked: &'a [&'static str],
    /// The number of restored occurrences.
    pub restored: u64,
    /// The number of placeholders that were not restored.
    pub unresolved: u64,
}

/// The number of entities of a label that a method replaced.
#[derive(Debug, Serialize)]
pub struct EntityCount {
    label: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    method: &'static str,
    count: u64,
}

impl AuditFacts {
    /// The facts of a restore: occurrences that were put back, and that were not.
    pub fn restored(restored: usize, unresolved: usize) -> Self {
        Self { action: "restored", restored: restored as u64, unresolved: unresolved as u64, ..Self::default() }
    }

    /// Counts an entity of a label under a method.
    pub fn add(&mut self, label: &'static str, method: &'static str, n: u64) {
        // One request has few labels: a list is quicker than a map.
        match self.entities.iter_mut().find(|(known, by, _)| *known == label && *by == method) {
            Some((.., count)) => *count += n,
            None => self.entities.push((label, method, n)),
        }
    }

    /// The counts as members of a line.
    pub fn counts(&self) -> Vec<EntityCount> {
        self.entities.iter().map(|&(label, method, count)| EntityCount { label, method, count }).collect()
    }
}

impl AuditLog {
    /// Opens the configured file, at the end of what it holds, and starts the writer.
    ///
    /// # Errors
    /// If the file cannot be opened, or its last line is not of an audit stream.
    pub fn start(config: &Audit, metrics: &Arc<Metrics>) -> io::Result<(Self, AuditDrain)> {
        let Some(file) = &config.file else { return Ok((Self(None), AuditDrain::default())) };
        let (lines, queue) = bounded(CAPACITY);
        let reserved = Arc::new(AtomicUsize::new(0));
        let writable = Arc::new(AtomicBool::new(true));
        let writer = Writer::open(file, config.rotate_bytes, Arc::clone(&writable), Arc::clone(metrics))?;
        metrics.audit_writable.set(1);
        let drain = writer.start(queue, Arc::clone(&reserved))?;
        let stream = Stream { lines, reserved, writable, on_failure: config.on_failure, metrics: Arc::clone(metrics) };
        Ok((Self(Some(Arc::new(stream))), drain))
    }

    /// Reports whether requests can be audited, or need not be.
    pub fn is_available(&self) -> bool {
        self.0
            .as_ref()
            .is_none_or(|stream| stream.on_failure == AuditFailure::Continue || stream.writable.load(Ordering::Relaxed))
    }

    /// Reserves the room for the line of a request.
    ///
    /// # Errors
    /// If there is no room or the file cannot be written, and the configuration says to refuse requests then.
    pub fn reserve(&self) -> Result<AuditSlot, Unwritable> {
        let Some(stream) = &self.0 else { return Ok(AuditSlot(None)) };
        let refuses = stream.on_failure == AuditFailure::Refuse;
        if refuses && !stream.writable.load(Ordering::Relaxed) {
            return Err(Unwritable);
        }
        match stream.reserve() {
            true => Ok(AuditSlot(Some(Arc::clone(stream)))),
            false if refuses => Err(Unwritable),
            false => Ok(AuditSlot(None)),
        }
    }

    /// Hands a line to the writer, into the room that `slot` holds; without room the line is lost and counted.
    pub fn write(&self, slot: Option<AuditSlot>, line: &AuditLine<'_>) {
        let Some(stream) = &self.0 else { return };
        let mut slot = slot.unwrap_or(AuditSlot(None));
        if slot.0.is_none() && !stream.reserve() {
            stream.metrics.audit_lines_lost.inc();
            return;
        }
        // From here on the writer gives the room back.
        slot.0 = None;
        let time = format!("{:.6}", Timestamp::now());
        let written = serde_json::to_vec(&TimedLine { time, line });
        if written.is_ok_and(|written| stream.lines.try_send(written).is_ok()) {
            return;
        }
        // The writer has ended, with the process.
        stream.reserved.fetch_sub(1, Ordering::Relaxed);
        stream.metrics.audit_lines_lost.inc();
    }

    /// Reports whether there is a stream.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }
}

/// An audit line with its time.
#[derive(Serialize)]
struct TimedLine<'a> {
    time: String,
    #[serde(flatten)]
    line: &'a AuditLine<'a>,
}

impl Stream {
    fn reserve(&self) -> bool {
        let taken = self.reserved.fetch_add(1, Ordering::Relaxed);
        if taken < CAPACITY {
            return true;
        }
        self.reserved.fetch_sub(1, Ordering::Relaxed);
        false
    }
}
