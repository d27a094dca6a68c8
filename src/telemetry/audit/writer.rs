//! The thread that writes the audit stream.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use jiff::Timestamp;

use super::chain::{self, Chain};
use crate::telemetry::Metrics;

/// The interval between two attempts to write to a file that fails, and the longest time until lines are on the disk.
const PAUSE: Duration = Duration::from_secs(1);

/// The most bytes that are written at once.
const BATCH: usize = 256 * 1024;

/// The longest last line that is looked for when a file is opened again, in bytes.
const LAST_LINE: u64 = 1 << 20;

/// A guard of the writing thread: on drop it waits until all lines are written, or cannot be.
#[derive(Default)]
pub struct AuditDrain {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for AuditDrain {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic of the writer.
            let _ = thread.join();
        }
    }
}

/// The writer of a file.
pub(super) struct Writer {
    path: PathBuf,
    file: File,
    /// The length of the lines that are written whole, in bytes. A part of a line behind it is cut off.
    length: u64,
    /// The number of the first line of the file.
    first: u64,
    chain: Chain,
    /// Sealed lines that are not yet written.
    pending: Vec<u8>,
    pending_lines: u64,
    rotate_bytes: u64,
    /// The length from which the file is rotated, in bytes.
    rotate_at: u64,
    synced: Instant,
    writable: Arc<AtomicBool>,
    metrics: Arc<Metrics>,
}

impl Writer {
    /// Opens a file at its end, whose last line the first new one continues.
    ///
    /// # Errors
    /// If the file cannot be read or written, or what it holds is no audit stream.
    pub fn open(
        path: &Path,
        rotate_bytes: usize,
        writable: Arc<AtomicBool>,
        metrics: Arc<Metrics>,
    ) -> io::Result<Self> {
        let mut file = open(path)?;
        let Ending { first, last, whole, cut } = ending(&mut file)?;
        let chain = last.unwrap_or_default();
        let mut writer = Self {
            path: path.to_owned(),
            file,
            length: whole,
            first: first.unwrap_or(chain.sequence + 1),
            chain,
            pending: Vec::new(),
            pending_lines: 0,
            rotate_bytes: rotate_bytes as u64,
            rotate_at: rotate_bytes as u64,
            synced: Instant::now(),
            writable,
            metrics,
        };
        writer.seal_opening(cut);
        writer.write()?;
        Ok(writer)
    }

    /// Starts the thread, which ends when the guard is dropped.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(mut self, queue: Receiver<Vec<u8>>, reserved: Arc<AtomicUsize>) -> io::Result<AuditDrain> {
        let (stop, stopped) = bounded(0);
        let run = move || self.run(&queue, &stopped, &reserved);
        let thread = std::thread::Builder::new().name("audit".into()).spawn(run)?;
        Ok(AuditDrain { stop: Some(stop), thread: Some(thread) })
    }

    fn run(&mut self, queue: &Receiver<Vec<u8>>, stopped: &Receiver<()>, reserved: &AtomicUsize) {
        loop {
            let is_failing = !self.writable.load(Ordering::Relaxed);
            if is_failing {
                // New lines wait in the queue, which is bounded, until the old ones are written.
                match stopped.recv_timeout(PAUSE) {
                    Err(RecvTimeoutError::Timeout) => {}
                    _ => break,
                }
            } else {
                crossbeam_channel::select! {
                    recv(queue) -> line => match line {
                        Ok(line) => self.take(&line, reserved),
                        Err(_) => break,
                    },
                    recv(stopped) -> _ => break,
                    default(PAUSE) => {}
                }
                while self.pending.len() < BATCH
                    && let Ok(line) = queue.try_recv()
                {
                    self.take(&line, reserved);
                }
            }
            self.flush();
        }
        for line in queue.try_iter() {
            self.take(&line, reserved);
        }
        self.flush();
        let lost = self.pending_lines;
        if lost > 0 {
            self.metrics.audit_lines_lost.inc_by(lost);
            tracing::error!(target: "masquerade::audit", event = "audit-lines-lost", lines = lost);
        }
        let _ = self.file.sync_data();
    }

    fn take(&mut self, line: &[u8], reserved: &AtomicUsize) {
        reserved.fetch_sub(1, Ordering::Relaxed);
        self.chain.seal(line, &mut self.pending);
        self.pending_lines += 1;
    }

    /// Writes what is pending, and begins a new file where this one is full.
    fn flush(&mut self) {
        let written = self.write().and_then(|()| self.sync());
        let was_writable = self.writable.swap(written.is_ok(), Ordering::Relaxed);
        self.metrics.audit_writable.set(written.is_ok().into());
        match written {
            Err(error) if was_writable => {
                tracing::error!(target: "masquerade::audit", event = "audit-unwritable", error = %error.kind());
            }
            Ok(()) if !was_writable => tracing::info!(target: "masquerade::audit", event = "audit-writable"),
            _ => {}
        }
        if let Err(error) = self.rotate_if_full() {
            // A long file is better than none: the next attempt comes when it has grown by as much again.
            self.rotate_at = self.length.saturating_add(self.rotate_bytes);
            tracing::error!(target: "masquerade::audit", event = "audit-not-rotated", error = %error.kind());
        }
    }

    fn write(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(&self.pending) {
            // What was written of a line would stand before the same line.
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += self.pending.len() as u64;
        self.metrics.audit_lines.inc_by(self.pending_lines);
        self.pending.clear();
        self.pending_lines = 0;
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.synced.elapsed() >= PAUSE {
            self.synced = Instant::now();
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Renames a full file after the number of its first line, and opens the next one.
    fn rotate_if_full(&mut self) -> io::Result<()> {
        if self.length < self.rotate_at {
            return Ok(());
        }
        self.file.sync_data()?;
        let mut full = self.path.clone().into_os_string();
        full.push(format!(".{:012}", self.first));
        std::fs::rename(&self.path, full)?;
        self.file = open(&self.path)?;
        (self.length, self.first) = (0, self.chain.sequence + 1);
        self.rotate_at = self.rotate_bytes;
        self.seal_opening(0);
        self.write()
    }

    fn seal_opening(&mut self, cut: u64) {
        let time = format!("{:.6}", Timestamp::now());
        let opening = chain::opening(&self.chain.hash, &time, cut);
        self.chain.seal(&opening, &mut self.pending);
        self.pending_lines += 1;
    }
}

/// Opens the file of a stream, which no other process may write meanwhile.
fn open(path: &Path) -> io::Result<File> {
    let file = options().open(path)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::new(io::ErrorKind::ResourceBusy, "another process writes it"),
        TryLockError::Error(error) => error,
    })?;
    Ok(file)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The end of a file that another run has written.
struct Ending {
    /// The number of the first line.
    first: Option<u64>,
    last: Option<Chain>,
    /// The length of all whole lines.
    whole: u64,
    /// The length of a part of a line that was cut off, in bytes.
    cut: u64,
}

/// Reads the end of a file, and cuts off a line that was not written whole.
fn ending(file: &mut File) -> io::Result<Ending> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the file holds no audit stream; move it away");
    let length = file.metadata()?.len();
    let tail_start = length.saturating_sub(LAST_LINE);
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(tail_start))?;
    file.read_to_end(&mut tail)?;
    let Some(last_end) = memchr::memrchr(b'\n', &tail) else {
        // Nothing of the first line is whole, or it is none of ours.
        if length > 0 && !b"{\"sequence\":1,".starts_with(tail.get(..14).unwrap_or(&tail)) {
            return Err(damaged());
        }
        file.set_len(0)?;
        return Ok(Ending { first: None, last: None, whole: 0, cut: length });
    };
    let last_start = memchr::memrchr(b'\n', &tail[..last_end]).map_or(0, |at| at + 1);
    let sealed = chain::parse(&tail[last_start..last_end]).ok_or_else(damaged)?;
    let last = Chain { sequence: sealed.sequence, hash: sealed.hash };
    let whole = tail_start + last_end as u64 + 1;
    file.set_len(whole)?;
    let mut head = [0; 64];
    file.seek(SeekFrom::Start(0))?;
    let read = file.read(&mut head)?;
    let digits = head[..read].strip_prefix(b"{\"sequence\":").and_then(|rest| rest.split(|&byte| byte == b',').next());
    let first = digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).ok_or_else(damaged)?;
    Ok(Ending { first: Some(first), last: Some(last), whole, cut: length - whole })
}
