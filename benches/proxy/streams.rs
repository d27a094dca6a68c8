//! Latency that the proxy adds to each chunk of a stream.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use super::{bodies, client::Client, peers::Peer, upstream};

/// Streams that are read one after another in each round.
const STREAMS: usize = 4;
const ROUNDS: usize = 5;
/// Clients that send large bodies meanwhile.
const LOAD: usize = 2;

/// Measures, and prints the percentiles of each round.
pub fn run() {
    let upstream = Peer::upstream();
    let plain = Peer::pass_through(upstream.address, 1);
    let ours = Peer::masquerade(upstream.address, 1);
    println!("{} chunks a round, {} bytes a large body", STREAMS * upstream::CHUNKS, bodies::large(0).len());
    println!("{:>6} {:>22} {:>22} {:>22}", "round", "pass p50, p99", "ours p50, p99", "ours under load");
    for number in 1..=ROUNDS {
        let pass = percentiles(plain.address);
        let idle = percentiles(ours.address);
        let load = Load::start(ours.address);
        let loaded = percentiles(ours.address);
        drop(load);
        let show = |(median, tail): (Duration, Duration)| format!("{median:.1?}, {tail:.1?}");
        println!("{number:>6} {:>22} {:>22} {:>22}", show(pass), show(idle), show(loaded));
    }
}

/// Median and 99th percentile of the time from the upstream to the client.
fn percentiles(address: SocketAddr) -> (Duration, Duration) {
    let mut took = Vec::with_capacity(STREAMS * upstream::CHUNKS);
    let mut connection = Client::new(address).expect("a connection");
    for _ in 0..STREAMS {
        let seen = |chunk: &[u8]| {
            let now = upstream::now();
            took.extend(upstream::sent_at(chunk).map(|sent| now.saturating_sub(sent)));
        };
        connection.stream("bench", &bodies::streamed(), seen).expect("a stream");
    }
    took.sort_unstable();
    let at = |part: usize| took.get(took.len() * part / 100).copied().unwrap_or_default();
    let nanos = |nanos: u128| Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX));
    (nanos(at(50)), nanos(at(99)))
}

/// Clients that send large bodies until this is dropped.
struct Load {
    stop: Arc<AtomicBool>,
    clients: Vec<JoinHandle<()>>,
}

impl Load {
    fn start(address: SocketAddr) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let client = |number: usize| {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                let mut connection = Client::new(address).expect("a connection");
                let mut seed = number * 1_000_000;
                while !stop.load(Ordering::Relaxed) {
                    let answer = connection.ask("load", &bodies::large(seed)).expect("an answer");
                    assert_eq!(answer.status, 200);
                    seed += 1;
                    // As fast as a busy office, not as fast as the machine: two cores serve everybody here.
                    std::thread::sleep(Duration::from_millis(10));
                }
            })
        };
        let clients = (0..LOAD).map(client).collect();
        Self { stop, clients }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for client in self.clients.drain(..) {
            client.join().expect("a client without errors");
        }
    }
}
