//! [`Permits`]: a bound on the texts that are read at the same time.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Instant,
};

use masquerade_detect::ExternalFailure;

/// Permits, for which threads wait.
pub(super) struct Permits {
    left: Mutex<usize>,
    returned: Condvar,
}

/// A permit, until it is dropped.
pub(super) struct Permit<'p>(&'p Permits);

impl Permits {
    pub(super) fn new(count: usize) -> Self {
        Self { left: Mutex::new(count), returned: Condvar::new() }
    }

    /// Waits for a permit until `deadline`.
    pub(super) fn take(&self, deadline: Instant) -> Result<Permit<'_>, ExternalFailure> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        while *left == 0 {
            let time = deadline.saturating_duration_since(Instant::now());
            if time.is_zero() {
                return Err(ExternalFailure::Late);
            }
            left = self.returned.wait_timeout(left, time).unwrap_or_else(PoisonError::into_inner).0;
        }
        *left -= 1;
        Ok(Permit(self))
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.left.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.returned.notify_one();
    }
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
    fn whoever_waits_is_woken() {
        let permits = Permits::new(1);
        let held = permits.take(Instant::now()).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| permits.take(Instant::now() + Duration::from_secs(60)).is_ok());
            drop(held);
            assert!(waiting.join().unwrap());
        });
    }
}
