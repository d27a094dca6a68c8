//! [`Allowance`]: a bound on the work for one job, counted in steps rather than time.
//!
//! A step is about the cost of reading one byte with an automaton: a nanosecond or two. The caller of a job gives it an
//! allowance ([`Allowance::during`]); the code within reports its work ([`spend`]) and need not know the job. When the
//! allowance is spent or withdrawn, the job is unwound with a [`Stop`] as payload, through all frames up to the caller
//! that gave the allowance. Unwinding is not a panic here: no panic hook runs.
//!
//! Without an allowance, as in a library or on a command line, any amount of work is allowed.

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// The reason why a job was stopped: the payload of its unwinding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The allowance is spent.
    Spent,
    /// Nobody waits for the job any more.
    Withdrawn,
}

/// The steps that a job may still take.
#[derive(Debug)]
pub struct Allowance {
    left: AtomicU64,
    is_withdrawn: AtomicBool,
}

thread_local! {
    /// The allowance of the job that runs on this thread.
    static CURRENT: RefCell<Option<Arc<Allowance>>> = const { RefCell::new(None) };
}

/// The allowance that was in force before, which is so again when this is dropped.
struct PreviousAllowance(Option<Arc<Allowance>>);

impl Drop for PreviousAllowance {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

impl Allowance {
    /// An allowance of `steps`.
    pub fn new(steps: u64) -> Arc<Self> {
        Arc::new(Self { left: AtomicU64::new(steps), is_withdrawn: AtomicBool::new(false) })
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Stops the job at its next call of [`spend`].
    pub fn withdraw(&self) {
        self.is_withdrawn.store(true, Ordering::Relaxed);
    }

    /// Runs `work`, which is a part of the job, on this thread. Unwinds with a [`Stop`] where the job is to stop.
    pub fn during<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let _before = PreviousAllowance(CURRENT.replace(Some(Arc::clone(self))));
        work()
    }

    fn spend(&self, steps: u64) -> Result<(), Stop> {
        if self.is_withdrawn.load(Ordering::Relaxed) {
            return Err(Stop::Withdrawn);
        }
        let take = |left: u64| left.checked_sub(steps);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map(drop).map_err(|_| Stop::Spent)
    }
}

/// Takes `steps` off the allowance of the job that runs on this thread, if it has one. Unwinds with a [`Stop`] if there
/// are not as many left, or if the allowance is withdrawn. Cheap, but not for each byte: some nanoseconds.
pub fn spend(steps: u64) {
    let outcome = CURRENT.with_borrow(|current| current.as_ref().map_or(Ok(()), |allowance| allowance.spend(steps)));
    if let Err(stop) = outcome {
        std::panic::resume_unwind(Box::new(stop));
    }
}

/// A counter of steps that spends them in portions, so that counting one step costs little.
#[derive(Debug, Default)]
pub struct Meter(u64);

impl Meter {
    /// Steps that are spent at once: a look at the allowance costs as much as several.
    const PORTION: u64 = 1 << 12;

    /// Counts `steps`. Unwinds as [`spend`] does.
    #[inline(always)]
    pub fn count(&mut self, steps: u64) {
        self.0 += steps;
        if self.0 >= Self::PORTION {
            self.finish();
        }
    }

    /// Spends the steps that are counted and not yet spent.
    pub fn finish(&mut self) {
        spend(std::mem::take(&mut self.0));
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// The reason for which `work` was stopped; `None` if it ended.
    fn stop(work: impl FnOnce()) -> Option<Stop> {
        let payload = catch_unwind(AssertUnwindSafe(work)).err()?;
        Some(*payload.downcast::<Stop>().expect("nothing panics here"))
    }

    #[test]
    fn a_job_goes_on_until_its_allowance_is_spent() {
        let allowance = Allowance::new(10);
        assert_eq!(stop(|| allowance.during(|| spend(4))), None);
        assert_eq!(allowance.left(), 6);
        assert_eq!(stop(|| allowance.during(|| spend(6))), None);
        assert_eq!(stop(|| allowance.during(|| spend(0))), None);
        assert_eq!(stop(|| allowance.during(|| spend(1))), Some(Stop::Spent));
        // Outside of the job, and behind its end, nothing is counted.
        assert_eq!(stop(|| spend(u64::MAX)), None);
    }

    #[test]
    fn counted_steps_are_spent_in_portions_and_at_the_end() {
        let allowance = Allowance::new(2 * Meter::PORTION);
        let mut meter = Meter::default();
        allowance.during(|| (0..Meter::PORTION + 1).for_each(|_| meter.count(1)));
        assert_eq!(allowance.left(), Meter::PORTION);
        allowance.during(|| meter.finish());
        assert_eq!(allowance.left(), Meter::PORTION - 1);
        assert_eq!(stop(|| allowance.during(|| meter.count(Meter::PORTION))), Some(Stop::Spent));
    }

    #[test]
    fn a_job_stops_where_its_allowance_is_withdrawn() {
        let allowance = Allowance::new(u64::MAX);
        allowance.withdraw();
        assert_eq!(stop(|| allowance.during(|| spend(0))), Some(Stop::Withdrawn));
    }

    #[test]
    fn jobs_within_jobs_have_allowances_of_their_own() {
        let (outer, inner) = (Allowance::new(1), Allowance::new(5));
        let work = || {
            inner.during(|| spend(5));
            spend(1);
        };
        assert_eq!(stop(|| outer.during(work)), None);
        assert_eq!(stop(|| outer.during(|| spend(1))), Some(Stop::Spent));
    }
}
