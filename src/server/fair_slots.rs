//! [`FairSlots`] and [`FairPlaces`]: slots to run in and places to wait in, shared out among tenants.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::oneshot;

/// A number of slots, of which a tenant holds a part at most. Tenants that wait get them in turn, each in the order of its
/// own jobs, so that one tenant's many jobs delay another's by one each, and its long ones by none.
#[derive(Clone, Debug)]
pub struct FairSlots(Arc<Mutex<SlotQueue>>);

#[derive(Debug)]
struct SlotQueue {
    /// Slots that nobody holds.
    free: usize,
    /// Most slots of one tenant.
    most: usize,
    /// Slots by tenant that holds some.
    held: Counts,
    /// The jobs that wait, by tenant; the tenant whose turn it is comes first.
    waiting: VecDeque<(Box<str>, VecDeque<oneshot::Sender<Slot>>)>,
}

/// A count by tenant; tenants without any are left out.
#[derive(Debug, Default)]
struct Counts(HashMap<Box<str>, usize>);

impl Counts {
    fn of(&self, tenant: &str) -> usize {
        self.0.get(tenant).copied().unwrap_or_default()
    }

    fn add(&mut self, tenant: &str) {
        *self.0.entry(tenant.into()).or_default() += 1;
    }

    fn remove(&mut self, tenant: &str) {
        if let Some(count) = self.0.get_mut(tenant) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(tenant);
            }
        }
    }
}

impl SlotQueue {
    fn may_hold(&self, tenant: &str) -> bool {
        self.free > 0 && self.held.of(tenant) < self.most
    }

    fn take(&mut self, tenant: &str) {
        self.free -= 1;
        self.held.add(tenant);
    }

    fn give_back(&mut self, tenant: &str) {
        self.free += 1;
        self.held.remove(tenant);
    }

    /// The job whose turn it is, with its tenant, whose next turn is the last one. Jobs that were dropped have none.
    fn next(&mut self) -> Option<(Box<str>, oneshot::Sender<Slot>)> {
        while let Some(turn) = self.waiting.iter().position(|(tenant, _)| self.may_hold(tenant)) {
            let (tenant, mut jobs) = self.waiting.remove(turn)?;
            let next = std::iter::from_fn(|| jobs.pop_front()).find(|job| !job.is_closed());
            if !jobs.is_empty() {
                self.waiting.push_back((tenant.clone(), jobs));
            }
            if let Some(job) = next {
                return Some((tenant, job));
            }
        }
        None
    }
}

/// A slot of a tenant, which goes to the next job on drop.
#[derive(Debug)]
pub struct Slot(Option<(FairSlots, Box<str>)>);

impl FairSlots {
    /// A queue for `slots` slots, of which a tenant holds `most` at a time.
    pub fn new(slots: usize, most: usize) -> Self {
        let queue = SlotQueue { free: slots, most, held: Counts::default(), waiting: VecDeque::new() };
        Self(Arc::new(Mutex::new(queue)))
    }

    fn with<T>(&self, act: impl FnOnce(&mut SlotQueue) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits for a slot. A job that is dropped meanwhile loses its place.
    pub async fn acquire(&self, tenant: &str) -> Option<Slot> {
        let turn = self.with(|queue| {
            if queue.may_hold(tenant) {
                queue.take(tenant);
                return None;
            }
            let (sender, turn) = oneshot::channel();
            match queue.waiting.iter_mut().find(|(known, _)| **known == *tenant) {
                Some((_, jobs)) => jobs.push_back(sender),
                None => queue.waiting.push_back((tenant.into(), VecDeque::from([sender]))),
            }
            Some(turn)
        });
        match turn {
            Some(turn) => turn.await.ok(),
            None => Some(Slot(Some((self.clone(), tenant.into())))),
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let Some((slots, tenant)) = self.0.take() else { return };
        slots.with(|queue| queue.give_back(&tenant));
        while let Some((tenant, job)) = slots.with(|queue| {
            let next = queue.next()?;
            queue.take(&next.0);
            Some(next)
        }) {
            let slot = Slot(Some((slots.clone(), tenant.clone())));
            let Err(mut unused) = job.send(slot) else { return };
            // The job was dropped. Its slot goes to the next one here, not in its own drop.
            unused.0 = None;
            slots.with(|queue| queue.give_back(&tenant));
        }
    }
}

/// A number of places for jobs that run or wait. A tenant gets another one as long as it has less than four times as many as
/// are free, so that however many jobs some tenants bring, a place is left for the next one: the dynamic threshold of
/// shared buffers (Choudhury and Hahne, 1998).
#[derive(Clone, Debug)]
pub struct FairPlaces(Arc<Mutex<PlaceCounts>>, usize);

#[derive(Debug, Default)]
struct PlaceCounts {
    all: usize,
    by_tenant: Counts,
}

/// A tenant's place, which is free again on drop.
#[derive(Debug)]
pub struct Place(FairPlaces, Box<str>);

impl FairPlaces {
    /// The most places of a tenant, as a multiple of the free places.
    const SHARE: usize = 4;

    /// A set of `places` places, all free.
    pub fn new(places: usize) -> Self {
        Self(Arc::default(), places)
    }

    /// A place for a job of `tenant`, if it may have another one.
    pub fn take(&self, tenant: &str) -> Option<Place> {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.1.saturating_sub(taken.all);
        if taken.by_tenant.of(tenant) >= free.saturating_mul(Self::SHARE) {
            return None;
        }
        taken.all += 1;
        taken.by_tenant.add(tenant);
        Some(Place(self.clone(), tenant.into()))
    }

    /// The places that are taken.
    pub fn taken(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        taken.by_tenant.remove(&self.1);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn tenants_take_turns_and_jobs_that_are_dropped_lose_theirs() {
        let slots = FairSlots::new(1, 1);
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

    #[test]
    fn a_tenant_never_holds_all_slots() {
        let slots = FairSlots::new(4, 2);
        let now = |tenant: &str| slots.acquire(tenant).now_or_never().flatten();
        let (one, two) = (now("a"), now("a"));
        assert!(one.is_some() && two.is_some());
        let mut third = Box::pin(slots.acquire("a"));
        assert!(third.as_mut().now_or_never().is_none());
        let (b, c) = (now("b"), now("c"));
        assert!(b.is_some() && c.is_some());
        drop(b);
        assert!(third.as_mut().now_or_never().is_none(), "another tenant's slot is not for it");
        drop(one);
        let third = third.as_mut().now_or_never().flatten();
        assert!(third.is_some());
        drop((two, third, c));
        assert!((0..4).map(|at| now(&at.to_string())).collect::<Vec<_>>().iter().all(Option::is_some), "none is lost");
    }

    #[test]
    fn places_are_left_for_other_tenants() {
        let places = FairPlaces::new(100);
        let all = |tenant: &str| std::iter::from_fn(|| places.take(tenant)).collect::<Vec<_>>();
        let first = all("a");
        assert_eq!(first.len(), 80);
        let second = all("b");
        assert_eq!(second.len(), 16);
        let third = all("c");
        assert_eq!((third.len(), places.taken()), (4, 100), "there was one for it");
        drop((first, second, third));
        assert_eq!(places.taken(), 0);
        assert_eq!(all("b").len(), 80);
    }
}
