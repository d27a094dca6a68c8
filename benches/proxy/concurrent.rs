//! Many streams at once, through the real binary and through a plain pass-through: memory of each, and late chunks.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Barrier,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use super::{bodies, client::Client, peers::Peer, upstream};

/// Stack of a client's thread, in bytes.
const STACK: usize = 128 << 10;
/// The time between the beginnings of two streams.
const BETWEEN: Duration = Duration::from_millis(10);
/// Threads of each proxy for connections.
const THREADS: usize = 2;

/// Holds `count` streams open at each proxy in turn, and prints their memory and CPU time.
pub fn run(count: usize) {
    let upstream = Peer::upstream();
    let seconds = upstream::SLOW_PAUSE.as_secs() * upstream::SLOW_CHUNKS as u64;
    println!("{count} streams at once for {seconds} s, a chunk every {:?} in each", upstream::SLOW_PAUSE);
    let plain = Peer::pass_through(upstream.address, THREADS);
    let of_plain = hold("pass-through", &plain, count);
    drop(plain);
    let ours = Peer::masquerade(upstream.address, THREADS);
    let of_ours = hold("ours", &ours, count);
    println!("memory of a stream above the pass-through's: {:.1} KiB", of_ours - of_plain);
}

/// Holds the streams, and returns the resident memory of each, in KiB.
fn hold(name: &str, peer: &Peer, count: usize) -> f64 {
    // One stream and one plain answer first, so that what is built once counts for nothing.
    Client::new(peer.address).and_then(|mut client| client.ask("bench", &bodies::fresh(count))).expect("an answer");
    let (before, cpu) = (peer.memory(), peer.cpu());
    let (counts, barrier) = (Arc::new(Counts::default()), Arc::new(Barrier::new(count)));
    let client = |number: usize| {
        let (address, counts, barrier) = (peer.address, Arc::clone(&counts), Arc::clone(&barrier));
        let read = move || counts.read(address, number, &barrier);
        std::thread::Builder::new().stack_size(STACK).spawn(read).expect("a thread")
    };
    let clients: Vec<_> = (0..count).map(client).collect();
    let mut most = before;
    while counts.ended.load(Ordering::Relaxed) < count {
        std::thread::sleep(Duration::from_secs(1));
        most = most.max(peer.memory());
    }
    for client in clients {
        client.join().expect("a client without errors");
    }
    let each = (most - before) as f64 / count as f64;
    let used = peer.cpu_since(&cpu);
    let chunks = counts.chunks.load(Ordering::Relaxed);
    println!(
        "{name}: {before} KiB before, {most} KiB at most, {each:.1} KiB a stream; {chunks} chunks, {:.1} µs of CPU each; \
         mean delay {:.0} µs; {} streams were refused, {} cut off",
        used.as_secs_f64() * 1e6 / chunks as f64,
        counts.delay.load(Ordering::Relaxed) as f64 / chunks as f64,
        counts.refused.load(Ordering::Relaxed),
        counts.broken.load(Ordering::Relaxed),
    );
    each
}

/// Counts of all clients together.
#[derive(Default)]
struct Counts {
    ended: AtomicUsize,
    /// Streams that never began.
    refused: AtomicUsize,
    broken: AtomicUsize,
    chunks: AtomicU64,
    /// Sum of the times from the upstream to the client, in microseconds.
    delay: AtomicU64,
}

impl Counts {
    fn read(&self, address: SocketAddr, number: usize, barrier: &Barrier) {
        barrier.wait();
        // All at once they would be more than the queue for CPU work takes.
        std::thread::sleep(BETWEEN * u32::try_from(number).unwrap_or(u32::MAX));
        // A connection that waits for its request longer than `limits.header_timeout` is closed.
        let client = Client::new(address);
        let seen = |chunk: &[u8]| {
            if let Some(sent) = upstream::sent_at(chunk) {
                let delay = upstream::now().saturating_sub(sent) / 1_000;
                self.chunks.fetch_add(1, Ordering::Relaxed);
                self.delay.fetch_add(u64::try_from(delay).unwrap_or_default(), Ordering::Relaxed);
            }
        };
        let answer = client.and_then(|mut client| client.stream("bench", &bodies::slowly_streamed(number), seen));
        let refused = answer.as_ref().is_ok_and(|answer| answer.status != 200);
        self.refused.fetch_add(usize::from(refused), Ordering::Relaxed);
        self.broken.fetch_add(usize::from(answer.is_err()), Ordering::Relaxed);
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}
