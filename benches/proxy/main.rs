//! The proxy from end to end at its default settings: the real binary between clients and an upstream, against a plain pingora
//! pass-through and, where it is installed, nginx; each in a process of its own, so that CPU times can be told
//! apart, and each with one worker.
//!
//! ```text
//! cargo bench --bench proxy                        CPU per request: fresh bodies, a known conversation
//! cargo bench --bench proxy -- --streams           latency added to each chunk of a stream, idle and under load
//! cargo bench --bench proxy -- --faults 600        32 clients for 600 s against an upstream that fails in every way
//! cargo bench --bench proxy -- --concurrent 2000   that many streams at once for five minutes: memory of each, gaps
//! cargo bench --bench proxy -- --repeat fresh      one kind of request (or: continued) for 20 s, for a profiler
//! ```

mod bodies;
mod client;
mod concurrent;
mod cost;
mod faults;
mod peers;
#[path = "../process/mod.rs"]
mod process;
mod streams;
#[path = "../../crates/detect/benches/texts/mod.rs"]
mod texts;
mod upstream;

use std::time::Duration;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    if let Some(role) = std::env::var_os(peers::ROLE) {
        return match role.to_str() {
            Some("upstream") => upstream::serve(),
            _ => peers::pass_through(),
        };
    }
    let arguments: Vec<String> = std::env::args().collect();
    let after = |flag: &str| arguments.iter().position(|argument| argument == flag).map(|at| arguments.get(at + 1));
    if let Some(seconds) = after("--faults") {
        let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(600);
        faults::run(Duration::from_secs(seconds));
    } else if let Some(count) = after("--concurrent") {
        let count = count.and_then(|text| text.parse().ok()).unwrap_or(2_000);
        concurrent::run(count);
    } else if after("--streams").is_some() {
        streams::run();
    } else if let Some(kind) = after("--repeat") {
        cost::repeat(kind.is_some_and(|kind| kind == "continued"), Duration::from_secs(20));
    } else {
        cost::run();
    }
}
