//! Waiting for the effects of other threads and processes.

use std::time::{Duration, Instant};

/// The longest wait; a test that waits longer has failed.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until `holds` returns true.
#[track_caller]
pub fn eventually(mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "it did not come about");
        std::thread::yield_now();
    }
}
