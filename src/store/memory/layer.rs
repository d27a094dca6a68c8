//! [`MemoryLayer`]: a store whose sessions are in a memory store, and which adds to some of its operations.

use std::{borrow::Cow, sync::Arc, time::Duration};

use async_trait::async_trait;

use super::MemoryStore;
use crate::{
    anonymize::{Original, Substitute, SubstituteRequest},
    keys::{AliasId, SessionId},
    store::{ForgetCounts, Scope, SessionSummary, Store, StoreError},
};
use masquerade_detect::entity::Label;

/// A store above a memory store.
#[async_trait]
pub trait MemoryLayer: Send + Sync {
    /// The store that holds all sessions.
    fn memory(&self) -> &MemoryStore;

    /// The requests that the memory store is given in place of `requests`.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn admitted<'r>(
        &self,
        _scope: &Scope,
        requests: &'r [SubstituteRequest],
    ) -> Result<Cow<'r, [SubstituteRequest]>, StoreError> {
        Ok(Cow::Borrowed(requests))
    }

    /// Waits until a session's changes may be acknowledged; those of all sessions, if none is named.
    ///
    /// # Errors
    /// If the changes cannot be made durable.
    async fn acknowledge(&self, _session: Option<SessionId>) -> Result<(), StoreError> {
        Ok(())
    }

    /// Reports whether the store can assign.
    fn can_assign(&self) -> bool {
        true
    }
}

#[async_trait]
impl<L: MemoryLayer> Store for L {
    async fn assign(
        &self,
        scope: &Scope,
        requests: &[SubstituteRequest],
        reserved: &[Substitute],
    ) -> Result<Vec<Substitute>, StoreError> {
        let requests = self.admitted(scope, requests).await?;
        let assigned = self.memory().assign(scope, &requests, reserved).await?;
        // Also for what another request assigned a moment ago.
        self.acknowledge(Some(scope.session)).await?;
        Ok(assigned)
    }

    async fn lookup(&self, scope: &Scope, substitutes: &[&str]) -> Result<Vec<Option<Original>>, StoreError> {
        self.memory().lookup(scope, substitutes).await
    }

    async fn surrogates(&self, scope: &Scope) -> Result<Vec<Substitute>, StoreError> {
        self.memory().surrogates(scope).await
    }

    async fn load(&self, scope: &Scope) -> Result<Vec<(Substitute, Original)>, StoreError> {
        self.memory().load(scope).await
    }

    async fn texts(&self, scope: &Scope) -> Result<Vec<(Label, Original)>, StoreError> {
        self.memory().texts(scope).await
    }

    async fn alias(&self, scope: &Scope, alias: AliasId, life: Duration) -> Result<(), StoreError> {
        self.memory().alias(scope, alias, life).await?;
        self.acknowledge(Some(scope.session)).await
    }

    async fn resolve_alias(&self, tenant: &Arc<str>, alias: AliasId) -> Result<Option<Scope>, StoreError> {
        self.memory().resolve_alias(tenant, alias).await
    }

    async fn forget(&self, scope: &Scope) -> Result<(), StoreError> {
        self.memory().forget(scope).await?;
        self.acknowledge(Some(scope.session)).await
    }

    async fn forget_texts(&self, tenant: &Arc<str>, texts: &[&str]) -> Result<ForgetCounts, StoreError> {
        let forgotten = self.memory().forget_texts(tenant, texts).await?;
        self.acknowledge(None).await?;
        Ok(forgotten)
    }

    async fn summary(&self, scope: &Scope) -> Result<Option<SessionSummary>, StoreError> {
        self.memory().summary(scope).await
    }

    fn is_available(&self) -> bool {
        self.can_assign()
    }
}
