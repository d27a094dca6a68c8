//! The pool for CPU work: a fixed number of threads behind a bounded queue.
//!
//! Threads that serve connections must answer many clients; work that would hold one up for long goes
//! to this pool, and what the pool's queue cannot take is refused, so that overload shows as quick
//! 503s instead of latency without end. Short work runs where it is: handing it over would cost more.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use tokio::sync::oneshot;

use crate::{
    problem::{Problem, Resource},
    telemetry::Metrics,
};

/// Work up to this long runs inline: a handful of such pieces hold up a stream for less than a
/// millisecond, and handing over costs 10 to 50 µs.
const INLINE: Duration = Duration::from_micros(200);

type Job = Box<dyn FnOnce() + Send>;

/// The pool. Its threads end when the last reference to it is dropped.
#[derive(Debug)]
pub struct Cpu {
    jobs: Sender<Job>,
    metrics: Arc<Metrics>,
}

impl Cpu {
    /// Starts `threads` threads (0: one per core) with room for `queue` waiting jobs.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn start(threads: usize, queue: usize, metrics: Arc<Metrics>) -> io::Result<Self> {
        let threads = super::threads_or_cores(threads);
        let (jobs, waiting) = bounded::<Job>(queue);
        for i in 0..threads {
            let waiting: Receiver<Job> = waiting.clone();
            std::thread::Builder::new().name(format!("cpu-{i}")).spawn(move || waiting.iter().for_each(|job| job()))?;
        }
        metrics.cpu_threads.set(i64::try_from(threads).unwrap_or(i64::MAX));
        metrics.refresh_with({
            // A receiver, because another sender would keep the threads from ending.
            let waiting = waiting.clone();
            move |metrics| metrics.cpu_queue.set(i64::try_from(waiting.len()).unwrap_or(i64::MAX))
        });
        Ok(Self { jobs, metrics })
    }

    /// Runs `work`, which should take about `estimate` on one core: inline if that is short, else in the pool.
    ///
    /// # Errors
    /// [`Problem::Overloaded`] if the queue is full, [`Problem::Internal`] if `work` panics.
    pub async fn run<T: Send + 'static>(
        &self,
        estimate: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let contained = AssertUnwindSafe(work);
        let outcome = if estimate <= INLINE {
            catch_unwind(contained).ok()
        } else {
            let (done, result) = oneshot::channel();
            let job = move || {
                // Nobody waits for the answer to a request that was dropped.
                if !done.is_closed() {
                    let _ = done.send(catch_unwind(contained).ok());
                }
            };
            match self.jobs.try_send(Box::new(job)) {
                Ok(()) => result.await.ok().flatten(),
                Err(TrySendError::Full(_)) => return Err(Problem::Overloaded(Resource::Cpu)),
                Err(TrySendError::Disconnected(_)) => None,
            }
        };
        outcome.ok_or_else(|| {
            self.metrics.panics.inc();
            Problem::Internal
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    const LONG: Duration = Duration::from_secs(1);

    fn pool(threads: usize, queue: usize) -> Cpu {
        Cpu::start(threads, queue, Arc::new(Metrics::new().unwrap())).unwrap()
    }

    #[tokio::test]
    async fn short_work_stays_on_its_thread_and_long_work_leaves_it() {
        let cpu = pool(1, 1);
        let here = std::thread::current().id();
        assert_eq!(cpu.run(Duration::ZERO, || std::thread::current().id()).await.unwrap(), here);
        assert_ne!(cpu.run(LONG, || std::thread::current().id()).await.unwrap(), here);
    }

    #[tokio::test]
    async fn panics_are_contained_and_the_pool_goes_on() {
        let cpu = pool(1, 1);
        for estimate in [Duration::ZERO, LONG] {
            assert_eq!(cpu.run(estimate, || panic!("on purpose")).await, Err::<(), _>(Problem::Internal));
        }
        assert_eq!(cpu.run(LONG, || 7).await, Ok(7));
        assert_eq!(cpu.metrics.panics.get(), 2);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let cpu = Arc::new(pool(1, 1));
        let gate = Arc::new(Barrier::new(2));
        let blocker = {
            let (cpu, gate) = (Arc::clone(&cpu), Arc::clone(&gate));
            tokio::spawn(async move { cpu.run(LONG, move || _ = gate.wait()).await })
        };
        tokio::task::yield_now().await;
        // The only thread takes the blocking job at once or soon: until then it fills the queue's one place.
        let mut waiting = Vec::new();
        while waiting.len() < 2 {
            let cpu = Arc::clone(&cpu);
            let mut job = tokio::spawn(async move { cpu.run(LONG, || ()).await });
            tokio::task::yield_now().await;
            match ended(&mut job).await {
                Some(refused) => {
                    assert_eq!(refused, Err(Problem::Overloaded(Resource::Cpu)));
                    break;
                }
                None => waiting.push(job),
            }
        }
        gate.wait();
        assert_eq!(blocker.await.unwrap(), Ok(()));
        for job in waiting {
            assert_eq!(job.await.unwrap(), Ok(()));
        }
        assert_eq!(cpu.run(LONG, || 1).await, Ok(1));
    }

    /// What a task returned, if it has ended.
    async fn ended<T>(job: &mut tokio::task::JoinHandle<T>) -> Option<T> {
        if job.is_finished() { job.await.ok() } else { None }
    }
}
