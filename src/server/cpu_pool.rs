//! A pool for CPU work: a fixed number of threads for each tenant, with a bounded queue.
//!
//! A thread that serves connections serves many clients, so long work goes to this pool. Work that does not fit into the
//! queue is refused, so that overload shows as quick 503s instead of unbounded latency; work for an answer that is already
//! under way waits instead. Short work runs inline, since handing it over would cost more.
//!
//! Each job has an allowance of steps for the bytes that it is given ([`masquerade_detect::text::steps`]): a text that is
//! made to cost more than any text of people does ends its own request, and nobody else's. The allowance is withdrawn when
//! the client leaves.
//!
//! The pool is a tokio runtime, so that work may wait for a remote store without holding a thread.

use std::{
    any::Any,
    future::poll_fn,
    io,
    panic::AssertUnwindSafe,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{FutureExt as _, future::CatchUnwind};
use tokio::{runtime::Runtime, task::JoinHandle};

use super::fair_slots::{FairPlaces, FairSlots, Place, Slot};
use crate::{
    engine::SHORT_WORK,
    problem::{Problem, Resource},
    telemetry::Metrics,
};
use masquerade_detect::{
    ExternalFailure,
    text::steps::{Allowance, Stop},
};

/// Tenants whose jobs may run at the same time on all threads that each of them has. Long jobs of some delay those of
/// another then by what the system's scheduler shares out among threads, not by their own length.
const TENANTS: usize = 4;

/// Steps that any job may take, however few bytes it is given.
const LEAST_STEPS: u64 = 1 << 20;

/// A piece of work, as far as the pool knows it.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The tenant for which it is done: tenants take turns.
    pub tenant: &'a str,
    /// The estimated time of the work on one core.
    pub estimate: Duration,
    /// The bytes that it is given, for which it has an allowance of steps; `None`: its time is bounded otherwise.
    pub bytes: Option<usize>,
}

/// Reports whether work that takes about `estimate` runs inline.
pub fn is_short(estimate: Duration) -> bool {
    estimate <= SHORT_WORK
}

/// The pool as the answers to one tenant's requests use it.
#[derive(Clone, Copy, Debug)]
pub struct TenantPool<'a> {
    /// The pool.
    pub cpu: &'a CpuPool,
    /// The name of the tenant.
    pub tenant: &'a str,
}

impl TenantPool<'_> {
    /// Runs `work` on a part of an answer, which takes about `estimate` for `bytes` bytes, as [`CpuPool::run`] does, but
    /// without a place in the queue: the upstream has acted on the request, so that a refusal would lose the answer. What
    /// waits is bounded by the requests in flight.
    ///
    /// # Errors
    /// [`Problem::Overloaded`] if the allowance of steps is spent, [`Problem::Internal`] if `work` panics.
    pub async fn run<T: Send + 'static>(
        self,
        estimate: Duration,
        bytes: Option<usize>,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Problem> {
        self.cpu.run_in(None, Job { tenant: self.tenant, estimate, bytes }, work).await
    }
}

/// The pool for CPU work. Its threads end when it is dropped.
#[derive(Debug)]
pub struct CpuPool {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    /// A slot for each thread, for which tenants wait in turn.
    slots: FairSlots,
    /// A place for each job that runs or waits.
    places: FairPlaces,
    /// The threads of each tenant.
    threads: usize,
    /// The allowance of a job for each byte that it is given, in steps.
    steps_per_byte: u64,
    metrics: Arc<Metrics>,
}

impl CpuPool {
    /// Starts a pool in which each tenant has `threads` threads (0: one per core), with room for `queue` waiting jobs, which
    /// may take `steps_per_byte` steps for each byte.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn start(threads: usize, queue: usize, steps_per_byte: u64, metrics: Arc<Metrics>) -> io::Result<Self> {
        let threads = super::threads_or_cores(threads);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads * TENANTS)
            .max_blocking_threads(1)
            .thread_name("cpu")
            .enable_time()
            .build()?;
        let places = FairPlaces::new(threads.saturating_add(queue));
        metrics.cpu_threads.set(i64::try_from(threads).unwrap_or(i64::MAX));
        metrics.refresh_with({
            let places = places.clone();
            move |metrics| {
                let waiting = places.taken().saturating_sub(threads);
                metrics.cpu_queue.set(i64::try_from(waiting).unwrap_or(i64::MAX));
            }
        });
        let slots = FairSlots::new(threads * TENANTS, threads);
        Ok(Self { runtime: Some(runtime), slots, places, threads, steps_per_byte, metrics })
    }

    /// The number of jobs of one tenant that run at the same time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs `work`: inline if it is short, else in the pool. If the caller is dropped, work that waits is not begun, and work
    /// that runs is stopped at its next await or the next time that it spends steps.
    ///
    /// # Errors
    /// [`Problem::Overloaded`] if the queue is full, the allowance of steps is spent or the external model has no answer,
    /// [`Problem::Internal`] if `work` panics.
    pub async fn run<T: Send + 'static>(
        &self,
        job: Job<'_>,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = match is_short(job.estimate) {
            true => None,
            false => Some(self.places.take(job.tenant).ok_or(Problem::Overloaded(Resource::Cpu))?),
        };
        self.run_in(place, job, work).await
    }

    /// Runs `work`, whose estimate is that up to its first await: this part inline if it is short, and what is left then in
    /// the pool. Dropping works as for [`Self::run`].
    ///
    /// # Errors
    /// As [`Self::run`].
    pub async fn begin<T: Send + 'static>(
        &self,
        job: Job<'_>,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Problem> {
        if !is_short(job.estimate) {
            return self.run(job, work).await;
        }
        let (mut work, allowance) = self.contained(job, work);
        let begun = poll_fn(|context| Poll::Ready(work.poll_unpin(context))).await;
        let outcome = match begun {
            Poll::Ready(outcome) => outcome,
            Poll::Pending => {
                let place = self.places.take(job.tenant).ok_or(Problem::Overloaded(Resource::Cpu))?;
                self.hand_over(Some(place), job.tenant, work, allowance).await
            }
        };
        outcome.map_err(|payload| self.problem(&*payload))
    }

    /// Runs `work` as [`Self::run`] does, with the place in the queue that it was given, or with none.
    async fn run_in<T: Send + 'static>(
        &self,
        place: Option<Place>,
        job: Job<'_>,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Problem> {
        let (work, allowance) = self.contained(job, work);
        let outcome = match is_short(job.estimate) {
            true => work.await,
            false => self.hand_over(place, job.tenant, work, allowance).await,
        };
        outcome.map_err(|payload| self.problem(&*payload))
    }

    /// The work of a job, which has an allowance of steps and whose panics are contained.
    fn contained<F: Future>(&self, job: Job<'_>, work: F) -> (ContainedWork<F>, Arc<Allowance>) {
        let steps = job.bytes.map(|bytes| LEAST_STEPS.saturating_add(self.steps_per_byte.saturating_mul(bytes as u64)));
        let allowance = Allowance::new(steps.unwrap_or(u64::MAX));
        let work = MeteredWork { allowance: Arc::clone(&allowance), work: Box::pin(work) };
        (AssertUnwindSafe(work).catch_unwind(), allowance)
    }

    /// Runs work of `tenant`, which may have begun, on a thread of the pool.
    async fn hand_over<F: Future<Output: Send> + Send + 'static>(
        &self,
        place: Option<Place>,
        tenant: &str,
        work: ContainedWork<F>,
        allowance: Arc<Allowance>,
    ) -> std::thread::Result<F::Output> {
        let Some(runtime) = &self.runtime else { return work.await };
        let slot = self.slots.acquire(tenant).await;
        let work = run_in_turns(slot, self.slots.clone(), tenant.into(), work, place);
        StopOnDrop { handle: runtime.spawn(work), allowance }.wait().await
    }

    /// The problem of a job that was unwound with `payload`.
    fn problem(&self, payload: &(dyn Any + Send)) -> Problem {
        if payload.is::<Stop>() {
            return Problem::Overloaded(Resource::Steps);
        }
        if payload.is::<ExternalFailure>() {
            return Problem::Overloaded(Resource::ExternalModel);
        }
        self.metrics.panics.inc();
        Problem::Internal
    }
}

/// Work whose panics are contained.
type ContainedWork<F> = CatchUnwind<AssertUnwindSafe<MeteredWork<F>>>;

/// Work that has an allowance of steps while it is polled.
struct MeteredWork<F> {
    allowance: Arc<Allowance>,
    work: Pin<Box<F>>,
}

impl<F: Future> Future for MeteredWork<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self { allowance, work } = &mut *self;
        allowance.during(|| work.as_mut().poll(context))
    }
}

/// Runs `work`, which holds its slot only while it runs: another job has the slot while it waits for a store.
async fn run_in_turns<T>(
    slot: Option<Slot>,
    slots: FairSlots,
    tenant: Box<str>,
    work: impl Future<Output = T>,
    place: Option<Place>,
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
    drop(place);
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

/// A job that is stopped when its handle is dropped.
struct StopOnDrop<T> {
    handle: JoinHandle<std::thread::Result<T>>,
    allowance: Arc<Allowance>,
}

impl<T> StopOnDrop<T> {
    async fn wait(mut self) -> std::thread::Result<T> {
        match (&mut self.handle).await {
            Ok(outcome) => outcome,
            Err(error) => Err(error.try_into_panic().unwrap_or_else(|_| Box::new(Stop::Withdrawn))),
        }
    }
}

impl<T> Drop for StopOnDrop<T> {
    fn drop(&mut self) {
        self.allowance.withdraw();
        self.handle.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use masquerade_detect::text::steps::spend;

    use super::*;

    const SHORT: Job<'_> = Job { tenant: "", estimate: Duration::ZERO, bytes: None };
    const LONG: Job<'_> = Job { tenant: "", estimate: Duration::from_secs(1), bytes: None };

    fn pool(threads: usize, queue: usize) -> CpuPool {
        CpuPool::start(threads, queue, 1, Arc::new(Metrics::new().unwrap())).unwrap()
    }

    #[tokio::test]
    async fn short_work_stays_on_its_thread_and_long_work_leaves_it() {
        let cpu = pool(1, 1);
        let here = std::thread::current().id();
        assert_eq!(cpu.run(SHORT, async { std::thread::current().id() }).await.unwrap(), here);
        assert_ne!(cpu.run(LONG, async { std::thread::current().id() }).await.unwrap(), here);
    }

    #[tokio::test]
    async fn begun_work_goes_on_in_the_pool_behind_its_first_await() {
        let cpu = pool(1, 1);
        let thread = || std::thread::current().id();
        let here = thread();
        assert_eq!(cpu.begin(SHORT, async move { thread() }).await, Ok(here));
        let work = async move {
            let before = thread();
            tokio::task::yield_now().await;
            (before, thread())
        };
        let (before, behind) = cpu.begin(SHORT, work).await.unwrap();
        assert_eq!((before, behind == here), (here, false));
        assert_ne!(cpu.begin(LONG, async move { thread() }).await, Ok(here));
        let panics = async {
            tokio::task::yield_now().await;
            panic!("on purpose")
        };
        assert_eq!(cpu.begin(SHORT, panics).await, Err::<(), _>(Problem::Internal));
        assert_eq!(cpu.begin(SHORT, async { panic!("on purpose") }).await, Err::<(), _>(Problem::Internal));
        assert_eq!(cpu.begin(SHORT, async { 7 }).await, Ok(7));
    }

    #[tokio::test]
    async fn panics_are_contained_and_the_pool_goes_on() {
        let cpu = pool(1, 1);
        for job in [SHORT, LONG] {
            assert_eq!(cpu.run(job, async { panic!("on purpose") }).await, Err::<(), _>(Problem::Internal));
        }
        assert_eq!(cpu.run(LONG, async { 7 }).await, Ok(7));
        assert_eq!(cpu.metrics.panics.get(), 2);
    }

    #[tokio::test]
    async fn work_beyond_its_allowance_is_refused() {
        let cpu = pool(1, 1);
        for job in [SHORT, LONG].map(|job| Job { bytes: Some(7), ..job }) {
            assert_eq!(cpu.run(job, async { spend(LEAST_STEPS + 7) }).await, Ok(()));
            let refused = cpu.run(job, async { spend(LEAST_STEPS + 8) }).await;
            assert_eq!(refused, Err(Problem::Overloaded(Resource::Steps)));
        }
        assert_eq!(cpu.run(LONG, async { spend(u64::MAX) }).await, Ok(()));
        assert_eq!(cpu.metrics.panics.get(), 0);
    }

    #[tokio::test]
    async fn work_of_a_caller_that_left_is_stopped_while_it_runs() {
        let cpu = pool(1, 1);
        let (begin, begun) = std::sync::mpsc::channel();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let work = async move {
            // Dropped when the work is unwound.
            let _end = end;
            begin.send(()).unwrap();
            loop {
                spend(0);
            }
        };
        {
            let mut job = pin!(cpu.run(LONG, work));
            assert!(poll_once(job.as_mut()).await.is_none());
            begun.recv().unwrap();
        }
        assert!(ended.await.is_err());
        assert_eq!(cpu.run(LONG, async { 7 }).await, Ok(7));
    }

    /// Polls `future` once, and returns its output if it is ready.
    async fn poll_once<F: Future>(mut future: Pin<&mut F>) -> Option<F::Output> {
        poll_fn(|context| match future.as_mut().poll(context) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
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

    #[tokio::test]
    async fn work_of_an_admitted_request_waits_however_many_wait() {
        let cpu = Arc::new(pool(1, 0));
        let (open, gate) = tokio::sync::watch::channel(false);
        let mut jobs = Vec::new();
        for number in 0..20 {
            let (cpu, mut gate) = (Arc::clone(&cpu), gate.clone());
            jobs.push(tokio::spawn(async move {
                let pool = TenantPool { cpu: &cpu, tenant: "" };
                let work = async move { gate.wait_for(|is_open| *is_open).await.map(|_| number).ok() };
                pool.run(Duration::from_secs(1), None, work).await
            }));
        }
        tokio::task::yield_now().await;
        open.send(true).unwrap();
        for (number, job) in jobs.into_iter().enumerate() {
            assert_eq!(job.await.unwrap(), Ok(Some(number)));
        }
        // They take no place from requests that have yet to be admitted.
        assert_eq!(cpu.run(LONG, async { 7 }).await, Ok(7));
    }

    /// Returns the output of a task, if it has ended.
    async fn ended<T>(job: &mut tokio::task::JoinHandle<T>) -> Option<T> {
        if job.is_finished() { job.await.ok() } else { None }
    }
}
