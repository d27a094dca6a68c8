//! [`RecordMasker`]: masking of log records as they arrive.

use std::sync::Arc;

use super::{FoundProfile, Masker, RequestProfile, problem};
use crate::{
    codec::framing::Batch,
    engine::{
        Engine,
        proxy::{Batches, Caller, MaskedBatch, OnUnknown, RequestMasker, Rules},
    },
    problem::Problem,
    server::route::tenant::Tenant,
};

/// The masker of the body of one request.
pub struct RecordMasker {
    context: Arc<Context>,
    batches: Batches,
}

/// The context in which all batches of a request are masked.
struct Context {
    engine: Arc<Engine>,
    profile: RequestProfile,
    rules: Arc<Rules>,
    caller: Caller,
    media_type: Option<String>,
}

impl Context {
    fn masker(&self) -> RequestMasker<'_> {
        RequestMasker { engine: &self.engine, rules: &self.rules, caller: &self.caller }
    }
}

impl Masker {
    /// The masker of the records of a request's body; `None`: the body is masked as a whole.
    pub fn records(
        &self,
        method: &str,
        path: &str,
        media_type: Option<String>,
        tenant: &Tenant,
    ) -> Option<RecordMasker> {
        let rules = self.rules.records.as_ref().filter(|rules| {
            // A body that may pass unvetted passes as a whole.
            self.streams && !rules.observes() && rules.on_unknown() == OnUnknown::Refuse
        })?;
        let unknown = || (!self.refuses_unknown).then(|| self.profiles.unknown());
        let found = self.profiles.find(method, path).or_else(unknown)?;
        let FoundProfile { profile, is_log: true, masks_answers: false, .. } = found else { return None };
        let batches = Batches::new(&profile, rules, media_type.as_deref(), self.limit)?;
        let (engine, rules, caller) = (Arc::clone(&self.engine), Arc::clone(rules), self.caller(tenant, true, false));
        let context = Context { engine, profile, rules, caller, media_type };
        Some(RecordMasker { context: Arc::new(context), batches })
    }
}

impl RecordMasker {
    /// Adds the next chunk of the decoded body.
    pub fn push(&mut self, chunk: &[u8]) {
        self.batches.push(chunk);
    }

    /// The next batch; `None` until there is more input, and for good behind the last one. `eof`: no more will come.
    ///
    /// # Errors
    /// 413 for a record over the limit of bodies.
    pub fn next_batch(&mut self, eof: bool) -> Result<Option<Batch>, Problem> {
        self.batches.next_batch(&self.context.masker(), eof).map_err(problem)
    }

    /// Masks a batch.
    ///
    /// # Errors
    /// If it cannot be masked.
    pub fn mask(&self, batch: Batch) -> impl Future<Output = Result<MaskedBatch, Problem>> + Send + use<> {
        let context = Arc::clone(&self.context);
        async move {
            let media_type = context.media_type.as_deref();
            context.masker().mask_batch(&context.profile, batch, media_type).await.map_err(problem)
        }
    }
}
