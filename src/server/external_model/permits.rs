//! [`Permits`]: a bound on the texts that are read at the same time.

use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded};
use masquerade_detect::ExternalFailure;

/// Permits, for which threads wait: tokens in a channel, which come back to it.
pub(super) struct Permits {
    sender: Sender<()>,
    receiver: Receiver<()>,
}

/// A permit, until it is dropped.
pub(super) struct Permit<'p>(&'p Sender<()>);

impl Permits {
    /// `count` permits, at least one.
    pub(super) fn new(count: usize) -> Self {
        let (sender, receiver) = bounded(count);
        (0..count).for_each(|_| give(&sender));
        Self { sender, receiver }
    }

    /// Waits for a permit until `deadline`.
    pub(super) fn take(&self, deadline: Instant) -> Result<Permit<'_>, ExternalFailure> {
        self.receiver.recv_deadline(deadline).map_err(|_| ExternalFailure::Late)?;
        Ok(Permit(&self.sender))
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        give(self.0);
    }
}

/// Puts a token into the channel, which has room for all of them.
fn give(sender: &Sender<()>) {
    let _ = sender.try_send(());
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_permit_that_is_taken_is_missing_until_it_is_dropped() {
        let permits = Permits::new(1);
        let soon = || Instant::now() + Duration::from_millis(20);
        let held = permits.take(soon()).unwrap();
        assert_eq!(permits.take(soon()).err(), Some(ExternalFailure::Late));
        drop(held);
        assert!(permits.take(soon()).is_ok());
    }

    #[test]
    fn a_waiting_thread_gets_the_next_permit() {
        let permits = Permits::new(1);
        let held = permits.take(Instant::now()).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| permits.take(Instant::now() + Duration::from_secs(60)).is_ok());
            drop(held);
            assert!(waiting.join().unwrap());
        });
    }
}
