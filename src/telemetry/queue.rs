//! A bounded queue of log lines with one writing thread, so that no request waits for a slow reader of the log.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use tracing_subscriber::fmt::MakeWriter;

/// The most waiting lines: about 3 MiB at 400 bytes a line. Further lines are dropped and counted.
const CAPACITY: usize = 8192;

/// The time for which lines gather behind one that was written. A thread that waits for the next line is woken by it, and
/// writes it alone, which costs the process more than making it.
const GATHERING: Duration = Duration::from_millis(5);

/// The sending end of the queue; clones share it.
#[derive(Clone)]
pub struct LineQueue {
    lines: Sender<Vec<u8>>,
    dropped: Arc<AtomicU64>,
}

/// A guard of the writing thread: on drop it waits until all lines of the queue are written.
pub struct Drain {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Drain {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic of the writer.
            let _ = thread.join();
        }
    }
}

impl LineQueue {
    /// Starts the thread that writes to `out`.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(out: impl Write + Send + 'static) -> io::Result<(Self, Drain)> {
        let (lines, queue) = bounded(CAPACITY);
        let (stop, stopped) = bounded(0);
        let dropped = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&dropped);
        let thread = std::thread::Builder::new()
            .name("log".into())
            .spawn(move || write_lines(&queue, &stopped, &counter, out))?;
        Ok((Self { lines, dropped }, Drain { stop: Some(stop), thread: Some(thread) }))
    }
}

/// Writes lines until the queue or the stop channel closes: the first one at once, those that gather behind it together.
fn write_lines(queue: &Receiver<Vec<u8>>, stopped: &Receiver<()>, dropped: &AtomicU64, out: impl Write) {
    let mut out = io::BufWriter::with_capacity(64 * 1024, out);
    loop {
        let first = crossbeam_channel::select! {
            recv(queue) -> line => match line { Ok(line) => line, Err(_) => return },
            recv(stopped) -> _ => break,
        };
        write_batch(std::iter::once(first).chain(queue.try_iter()), dropped, &mut out);
        if stopped.recv_timeout(GATHERING) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    write_batch(queue.try_iter(), dropped, &mut out);
}

/// Writes lines and the number of those that were dropped. Errors are ignored: there is no other place to report them.
fn write_batch(lines: impl Iterator<Item = Vec<u8>>, dropped: &AtomicU64, out: &mut impl Write) {
    for line in lines {
        let _ = out.write_all(&line);
    }
    let lost = dropped.swap(0, Ordering::Relaxed);
    if lost > 0 {
        let _ = writeln!(out, "{{\"level\":\"WARN\",\"event\":\"log-lines-dropped\",\"lines\":{lost}}}");
    }
    let _ = out.flush();
}

impl Write for &LineQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.lines.try_send(line.to_vec()).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LineQueue {
    type Writer = &'a LineQueue;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_lines_are_written_before_the_drain_ends() {
        let out = Shared::default();
        let (queue, drain) = LineQueue::start(out.clone()).unwrap();
        for i in 0..1000 {
            (&queue).write_all(format!("{i}\n").as_bytes()).unwrap();
        }
        drop(drain);
        let written = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        assert_eq!(written.lines().count(), 1000);
        assert!(written.starts_with("0\n1\n") && written.ends_with("999\n"));
    }
}
