//! Slots for jobs, given to tenants in turn.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::oneshot;

/// A number of slots. Tenants that wait get them in turn, each in the order of its own jobs, so that one tenant's many
/// jobs delay another's by one each.
#[derive(Clone, Debug)]
pub struct FairSlots(Arc<Mutex<SlotQueue>>);

#[derive(Debug)]
struct SlotQueue {
    /// Slots that nobody holds.
    free: usize,
    /// The jobs that wait, by tenant; the tenant whose turn it is comes first.
    waiting: VecDeque<(Box<str>, VecDeque<oneshot::Sender<Slot>>)>,
}

impl SlotQueue {
    /// The job whose turn it is; its tenant's next turn is the last one. Jobs that were dropped have none.
    fn next(&mut self) -> Option<oneshot::Sender<Slot>> {
        while let Some((tenant, mut jobs)) = self.waiting.pop_front() {
            let next = std::iter::from_fn(|| jobs.pop_front()).find(|job| !job.is_closed());
            if !jobs.is_empty() {
                self.waiting.push_back((tenant, jobs));
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }
}

/// A slot, which goes to the next job on drop.
#[derive(Debug)]
pub struct Slot(Option<FairSlots>);

impl FairSlots {
    /// So many slots.
    pub fn new(slots: usize) -> Self {
        Self(Arc::new(Mutex::new(SlotQueue { free: slots, waiting: VecDeque::new() })))
    }

    /// Waits for a slot. A job that is dropped meanwhile loses its place.
    pub async fn acquire(&self, tenant: &str) -> Option<Slot> {
        let turn = {
            let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if queue.free > 0 {
                queue.free -= 1;
                return Some(Slot(Some(self.clone())));
            }
            let (sender, turn) = oneshot::channel();
            match queue.waiting.iter_mut().find(|(known, _)| **known == *tenant) {
                Some((_, jobs)) => jobs.push_back(sender),
                None => queue.waiting.push_back((tenant.into(), VecDeque::from([sender]))),
            }
            turn
        };
        turn.await.ok()
    }

    /// The job that gets a slot which is given back; without one the slot is free.
    fn next(&self) -> Option<oneshot::Sender<Slot>> {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = queue.next();
        queue.free += usize::from(next.is_none());
        next
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let Some(slots) = self.0.take() else { return };
        while let Some(job) = slots.next() {
            match job.send(Slot(Some(slots.clone()))) {
                Ok(()) => return,
                // The job was dropped. Its slot goes to the next one here, not in its own drop.
                Err(mut unused) => unused.0 = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn tenants_take_turns_and_jobs_that_are_dropped_lose_theirs() {
        let slots = FairSlots::new(1);
        let mut held = slots.acquire("a").now_or_never().flatten();
        assert!(held.is_some());
        let names = ["a1", "a2", "a3", "b1", "c1", "b2"];
        let mut jobs: Vec<_> = names.iter().map(|name| (*name, Box::pin(slots.acquire(&name[..1])))).collect();
        for (_, job) in &mut jobs {
            assert!(job.as_mut().now_or_never().is_none());
        }
        jobs.retain(|(name, _)| *name != "a2");
        let mut order = Vec::new();
        while !jobs.is_empty() {
            drop(held.take());
            jobs.retain_mut(|(name, job)| match job.as_mut().now_or_never().flatten() {
                Some(slot) => {
                    order.push(*name);
                    held = Some(slot);
                    false
                }
                None => true,
            });
        }
        assert_eq!(order, ["a1", "b1", "c1", "a3", "b2"]);
        drop(held);
        assert!(slots.acquire("d").now_or_never().flatten().is_some(), "no slot is lost");
    }
}
