//! A budget for the memory of bodies, of the whole instance and of each tenant.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use crate::problem::{Problem, Resource};

/// A limit on bytes in memory; clones share it.
#[derive(Clone, Debug)]
pub struct MemoryBudget {
    used: Arc<AtomicUsize>,
    total: usize,
}

impl MemoryBudget {
    /// A budget of `total` bytes.
    pub fn new(total: usize) -> Self {
        Self { used: Arc::default(), total }
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    fn take(&self, more: usize) -> Result<(), Problem> {
        let used = self.used.fetch_add(more, Ordering::Relaxed);
        if used.saturating_add(more) > self.total {
            self.release(more);
            return Err(Problem::Overloaded(Resource::Memory));
        }
        Ok(())
    }

    fn release(&self, fewer: usize) {
        self.used.fetch_sub(fewer, Ordering::Relaxed);
    }

    /// An empty reservation.
    pub fn reservation(&self) -> Reservation {
        Reservation { budget: self.clone(), tenant: None, bytes: 0 }
    }
}

/// The part of a budget that one request holds; returned on drop.
#[derive(Debug)]
pub struct Reservation {
    budget: MemoryBudget,
    /// The tenant's budget, which the same bytes count against.
    tenant: Option<MemoryBudget>,
    bytes: usize,
}

impl Reservation {
    /// Takes `more` bytes. A reservation grows as bytes arrive, not by the length that a client declares: headers alone
    /// must not be able to empty the budget.
    ///
    /// # Errors
    /// [`Problem::Overloaded`] if the budget has less left; the reservation stays as it was.
    pub fn grow(&mut self, more: usize) -> Result<(), Problem> {
        self.budget.take(more)?;
        if let Some(tenant) = &self.tenant
            && let Err(problem) = tenant.take(more)
        {
            self.budget.release(more);
            return Err(problem);
        }
        self.bytes += more;
        Ok(())
    }

    /// Counts the reservation, which must be empty, against the budget of a tenant as well.
    pub fn charge_also(&mut self, tenant: &MemoryBudget) {
        debug_assert_eq!(self.bytes, 0);
        self.tenant = Some(tenant.clone());
    }

    /// Returns `fewer` bytes, at most all of them.
    pub fn shrink(&mut self, fewer: usize) {
        let fewer = fewer.min(self.bytes);
        self.bytes -= fewer;
        self.budget.release(fewer);
        if let Some(tenant) = &self.tenant {
            tenant.release(fewer);
        }
    }

    /// Takes or returns bytes, so that `bytes` are held.
    ///
    /// # Errors
    /// As in [`Self::grow`].
    pub fn resize(&mut self, bytes: usize) -> Result<(), Problem> {
        match bytes.checked_sub(self.bytes) {
            Some(more) => self.grow(more),
            None => {
                self.shrink(self.bytes - bytes);
                Ok(())
            }
        }
    }

    /// An empty reservation in the same budgets.
    pub fn sibling(&self) -> Reservation {
        Reservation { budget: self.budget.clone(), tenant: self.tenant.clone(), bytes: 0 }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_refused_over_the_total_and_given_back() {
        let budget = MemoryBudget::new(100);
        let mut first = budget.reservation();
        let mut second = first.sibling();
        first.grow(60).unwrap();
        assert_eq!(second.grow(41), Err(Problem::Overloaded(Resource::Memory)));
        second.grow(40).unwrap();
        assert_eq!(budget.used(), 100);
        first.shrink(usize::MAX);
        assert_eq!(budget.used(), 40);
        drop(second);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn a_tenants_own_budget_holds_beside_the_one_of_all() {
        let (all, tenant) = (MemoryBudget::new(100), MemoryBudget::new(50));
        let mut reservation = all.reservation();
        reservation.charge_also(&tenant);
        reservation.grow(30).unwrap();
        let mut sibling = reservation.sibling();
        assert!(sibling.grow(21).is_err());
        assert_eq!((all.used(), tenant.used()), (30, 30), "a refusal leaves no trace");
        sibling.grow(20).unwrap();
        all.reservation().grow(50).unwrap();
        drop((reservation, sibling));
        assert_eq!((all.used(), tenant.used()), (0, 0));
    }

    #[test]
    fn a_request_for_more_than_memory_has_is_refused() {
        let budget = MemoryBudget::new(100);
        let mut reservation = budget.reservation();
        reservation.grow(1).unwrap();
        assert!(reservation.grow(usize::MAX).is_err());
        assert_eq!(budget.used(), 1);
    }
}
