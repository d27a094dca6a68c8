//! CPU per request, in rounds that take turns.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use super::{bodies, client::Client, peers::Peer};

const ROUNDS: usize = 9;
const REQUESTS: usize = 4_000;
const CLIENTS: usize = 4;

/// The counter that makes each request's body different.
static SEED: AtomicUsize = AtomicUsize::new(0);

fn next() -> usize {
    SEED.fetch_add(1, Ordering::Relaxed)
}

/// Measures, and prints a line for each round.
pub fn run() {
    let upstream = Peer::upstream();
    let plain = Peer::pass_through(upstream.address, 1);
    let ours = Peer::masquerade(upstream.address, 1);
    let nginx = Peer::nginx(upstream.address);
    println!(
        "fresh body {} bytes, continued {} bytes, {CLIENTS} connections, {REQUESTS} requests a round, {ROUNDS} rounds",
        bodies::fresh(0).len(),
        bodies::continued(0, 0).len()
    );
    if nginx.is_none() {
        println!("nginx is not installed: its column is left out");
    }
    let fresh = |_: usize| bodies::fresh(next());
    // Each client goes on with a conversation of its own.
    let continued = |client: usize| bodies::continued(10_000_000 + client, next());
    for peer in [Some(&plain), Some(&ours), nginx.as_ref()].into_iter().flatten() {
        round(peer, REQUESTS / 4, fresh);
    }
    round(&ours, REQUESTS / 4, continued);
    println!(
        "{:>6} {:>12} {:>12} {:>12} {:>7} {:>12} {:>12} {:>7}",
        "round", "nginx", "pass", "fresh", "ratio", "pass", "continued", "ratio"
    );
    let (mut fresh_ratios, mut continued_ratios) = (Vec::new(), Vec::new());
    for number in 1..=ROUNDS {
        let other = nginx.as_ref().map(|nginx| round(nginx, REQUESTS, fresh)).unwrap_or_default();
        let (pass, ours_fresh) = (round(&plain, REQUESTS, fresh), round(&ours, REQUESTS, fresh));
        let (pass_again, ours_continued) = (round(&plain, REQUESTS, continued), round(&ours, REQUESTS, continued));
        let ratio = |ours: Duration, pass: Duration| ours.as_secs_f64() / pass.as_secs_f64();
        fresh_ratios.push(ratio(ours_fresh, pass));
        continued_ratios.push(ratio(ours_continued, pass_again));
        println!(
            "{number:>6} {other:>12.1?} {pass:>12.1?} {ours_fresh:>12.1?} {:>7.2} {pass_again:>12.1?} \
             {ours_continued:>12.1?} {:>7.2}",
            ratio(ours_fresh, pass),
            ratio(ours_continued, pass_again)
        );
    }
    println!(
        "median: a fresh body costs {:.2} times a pass-through, a continued conversation {:.2} times",
        median(fresh_ratios),
        median(continued_ratios)
    );
}

/// Sends requests of one kind for `time`, and prints the CPU time of a request.
pub fn repeat(continued: bool, time: Duration) {
    let upstream = Peer::upstream();
    let ours = Peer::masquerade(upstream.address, 1);
    let body = move |client: usize| match continued {
        true => bodies::continued(10_000_000 + client, next()),
        false => bodies::fresh(next()),
    };
    let (begun, mut costs) = (Instant::now(), Vec::new());
    while begun.elapsed() < time {
        costs.push(round(&ours, REQUESTS, body).as_secs_f64());
    }
    let rounds = costs.len();
    println!("median of {rounds} rounds: {:.1} µs a request", median(costs) * 1e6);
}

/// CPU per request of one round.
fn round(peer: &Peer, requests: usize, body: impl Fn(usize) -> Vec<u8> + Copy + Send + 'static) -> Duration {
    let before = peer.cpu();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let address = peer.address;
            std::thread::spawn(move || ask(address, requests / CLIENTS, || body(client)))
        })
        .collect();
    for client in clients {
        client.join().expect("a client without errors");
    }
    let count = requests / CLIENTS * CLIENTS;
    peer.cpu_since(&before) / u32::try_from(count).expect("a count")
}

fn ask(address: SocketAddr, requests: usize, body: impl Fn() -> Vec<u8>) {
    let mut connection = Client::new(address).expect("a connection");
    for _ in 0..requests {
        let answer = connection.ask("bench", &body()).expect("an answer");
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    }
}

/// The middle one of `values`, by size.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
