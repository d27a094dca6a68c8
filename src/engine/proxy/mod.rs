//! The proxy's half of the engine: masking of a request's body on its way out, and restoring of the
//! response on its way back. No network, no clock.
//!
//! [`RequestMasker::mask`] takes a request. Its body is read into documents (`body`), leaves (`document`) and texts (`texts`) by the
//! profile of its API, and the texts are sorted into the order of the provider's cache. Entities of known texts come
//! from the [`Memo`], those of other texts from detection; they get their names, and the names are spliced into the body
//! (`request`). The [`MaskedBody`] is the only body that may leave; the [`RestoreMap`] restores the [`response`].

mod body;
mod coverage;
mod document;
mod echoed_placeholders;
mod end_users;
mod fetched_links;
mod files;
mod form;
mod hints;
mod incoming;
mod logfmt;
mod memo;
mod names;
mod offsets;
mod parts;
mod quotes;
mod refusal;
mod request;
pub mod response;
mod restore_map;
mod resumption;
mod reversed;
mod rules;
mod session;
pub mod setup;
mod string_shape;
mod system_note;
mod target;
#[cfg(test)]
mod tests;
mod texts;
mod verdict;

pub use coverage::Coverage;
pub use files::OpaqueFiles;
pub use incoming::{HeaderScope, Incoming, IncomingHeader};
pub use memo::{Memo, MemoStats};
pub use refusal::{BlockedEntities, Refusal, TextPlace};
pub use request::{BATCH_BYTES, Batches, Judgement, MaskedBatch, MaskedBody, MaskedRequest, RequestMasker};
pub use restore_map::{RestoreMap, RestoreRules, Tools};
pub use resumption::whole_stream;
pub use reversed::{open_answer, restore_request};
pub use rules::{Caller, OnUnknown, Rules, Style};
pub use session::Session;
pub use verdict::PolicyRule;
