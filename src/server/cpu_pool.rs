//! A pool for CPU work: a fixed number of threads with a bounded queue.
//!
//! A thread that serves connections serves many clients, so long work goes to this pool. Work that does not fit into the
//! queue is refused, so that overload shows as quick 503s instead of unbounded latency. Short work runs inline, since
//! handing it over would cost more.
//!
//! The pool is a tokio runtime, so that work may wait for a remote store without holding a thread.

use std::{future::poll_fn, io, panic::AssertUnwindSafe, pin::pin, sync::Arc, task::Poll, time::Duration};

use futures_util::FutureExt as _;
use tokio::{
    runtime::Runtime,
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinHandle,
};

use super::fair_slots::{FairSlots, Slot};
use crate::{
    problem::{Problem, Resource},
    telemetry::Metrics,
};
use masquerade_detect::Level;

/// The longest work that runs inline: a handful of such pieces delay a stream by less than a millisecond, and handing
/// over costs 10 to 50 µs.
const INLINE_LIMIT: Duration = Duration::from_micros(200);

/// An estimate of the language model's time for `bytes` bytes on one core.
pub fn inference_time(level: Level, bytes: usize) -> Duration {
    let nanos_per_byte = match level {
        Level::Off => 0,
        Level::Fast => 250,
        Level::Full => 800,
    };
    Duration::from_nanos(nanos_per_byte * bytes as u64)
}

/// The pool for CPU work. Its threads end when it is dropped.
#[derive(Debug)]
pub struct CpuPool {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    /// A slot for each thread, for which tenants wait in turn.
    slots: FairSlots,
    /// A permit for each job that runs or waits.
    permits: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

impl CpuPool {
    /// Starts `threads` threads (0: one per core) with room for `queue` waiting jobs.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn start(threads: usize, queue: usize, metrics: Arc<Metrics>) -> io::Result<Self> {
        let threads = super::threads_or_cores(threads);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads)
            .max_blocking_threads(1)
            .thread_name("cpu")
            .enable_time()
            .build()?;
        let all = (threads + queue).min(Semaphore::MAX_PERMITS);
        let permits = Arc::new(Semaphore::new(all));
        metrics.cpu_threads.set(i64::try_from(threads).unwrap_or(i64::MAX));
        metrics.refresh_with({
            let permits = Arc::clone(&permits);
            move |metrics| {
                let waiting = (all - permits.available_permits()).saturating_sub(threads);
                metrics.cpu_queue.set(i64::try_from(waiting).unwrap_or(i64::MAX));
            }
        });
        Ok(Self { runtime: Some(runtime), slots: FairSlots::new(threads), permits, metrics })
    }

    /// Runs `work` for nobody in particular, as [`Self::run_for`].
    ///
    /// # Errors
    /// As in [`Self::run_for`].
    pub async fn run<T: Send + 'static>(
        &self,
        estimate: Duration,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_for("", estimate, work).await
    }

    /// Runs `work` of a tenant, which takes about `estimate` on one core: inline if that is short, else in the pool, where
    /// tenants take turns. If the caller is dropped, work that waits is not begun, and work that runs is stopped at its next
    /// await.
    ///
    /// # Errors
    /// [`Problem::Overloaded`] if the queue is full, [`Problem::Internal`] if `work` panics.
    pub async fn run_for<T: Send + 'static>(
        &self,
        tenant: &str,
        estimate: Duration,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Problem> {
        let contained = AssertUnwindSafe(work).catch_unwind();
        let outcome = match &self.runtime {
            Some(runtime) if estimate > INLINE_LIMIT => {
                let permit = Arc::clone(&self.permits).try_acquire_owned();
                let permit = permit.map_err(|_| Problem::Overloaded(Resource::Cpu))?;
                let slot = self.slots.acquire(tenant).await;
                let job = runtime.spawn(run_in_turns(slot, self.slots.clone(), tenant.into(), contained, permit));
                AbortOnDrop(job).wait().await
            }
            _ => contained.await.ok(),
        };
        outcome.ok_or_else(|| {
            self.metrics.panics.inc();
            Problem::Internal
        })
    }
}

/// Runs `work`, which holds its slot only while it runs: another job has the slot while it waits for a store.
async fn run_in_turns<T>(
    slot: Option<Slot>,
    slots: FairSlots,
    tenant: Box<str>,
    work: impl Future<Output = T>,
    permit: OwnedSemaphorePermit,
) -> T {
    let mut work = pin!(work);
    let mut slot = Some(slot);
    let outcome = loop {
        let held = match slot.take() {
            Some(held) => held,
            None => slots.acquire(&tenant).await,
        };
        let polled = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await;
        drop(held);
        if let Poll::Ready(outcome) = polled {
            break outcome;
        }
        // Whatever the work waits for wakes this task.
        let mut is_woken = false;
        poll_fn(|_| if std::mem::replace(&mut is_woken, true) { Poll::Ready(()) } else { Poll::Pending }).await;
    };
    drop(permit);
    outcome
}

impl CpuPool {
    /// Spawns `work` besides the jobs, until it ends or the pool is dropped.
    pub fn background(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }
}

impl Drop for CpuPool {
    fn drop(&mut self) {
        // The pool may be dropped in an async context, which must not block on the threads.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A job that is aborted when its handle is dropped.
struct AbortOnDrop<T>(JoinHandle<std::thread::Result<T>>);

impl<T> AbortOnDrop<T> {
    async fn wait(mut self) -> Option<T> {
        (&mut self.0).await.ok()?.ok()
    }
}

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    const LONG: Duration = Duration::from_secs(1);

    fn pool(threads: usize, queue: usize) -> CpuPool {
        CpuPool::start(threads, queue, Arc::new(Metrics::new().unwrap())).unwrap()
    }

    #[tokio::test]
    async fn short_work_stays_on_its_thread_and_long_work_leaves_it() {
        let cpu = pool(1, 1);
        let here = std::thread::current().id();
        assert_eq!(cpu.run(Duration::ZERO, async { std::thread::current().id() }).await.unwrap(), here);
        assert_ne!(cpu.run(LONG, async { std::thread::current().id() }).await.unwrap(), here);
    }

    #[tokio::test]
    async fn panics_are_contained_and_the_pool_goes_on() {
        let cpu = pool(1, 1);
        for estimate in [Duration::ZERO, LONG] {
            assert_eq!(cpu.run(estimate, async { panic!("on purpose") }).await, Err::<(), _>(Problem::Internal));
        }
        assert_eq!(cpu.run(LONG, async { 7 }).await, Ok(7));
        assert_eq!(cpu.metrics.panics.get(), 2);
    }

    #[tokio::test]
    async fn work_that_waits_leaves_its_slot_to_others() {
        let cpu = Arc::new(pool(1, 2));
        let (open, gate) = tokio::sync::oneshot::channel::<()>();
        let waiting = {
            let cpu = Arc::clone(&cpu);
            tokio::spawn(async move { cpu.run(LONG, async { gate.await.is_ok() }).await })
        };
        tokio::task::yield_now().await;
        // It runs to its end on the only slot while the first one waits.
        assert_eq!(cpu.run(LONG, async { 7 }).await, Ok(7));
        open.send(()).unwrap();
        assert_eq!(waiting.await.unwrap(), Ok(true));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let cpu = Arc::new(pool(1, 1));
        let gate = Arc::new(Barrier::new(2));
        let blocker = {
            let (cpu, gate) = (Arc::clone(&cpu), Arc::clone(&gate));
            tokio::spawn(async move { cpu.run(LONG, async move { _ = gate.wait() }).await })
        };
        tokio::task::yield_now().await;
        // The only thread takes the blocking job at once or soon: until then it fills the queue's one permit.
        let mut waiting = Vec::new();
        while waiting.len() < 2 {
            let cpu = Arc::clone(&cpu);
            let mut job = tokio::spawn(async move { cpu.run(LONG, async {}).await });
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
        assert_eq!(cpu.run(LONG, async { 1 }).await, Ok(1));
    }

    /// What a task returned, if it has ended.
    async fn ended<T>(job: &mut tokio::task::JoinHandle<T>) -> Option<T> {
        if job.is_finished() { job.await.ok() } else { None }
    }
}
