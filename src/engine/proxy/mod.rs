//! The proxy's half of the engine: what becomes of a request's body on its way out, and of the
//! response on its way back. No network, no clock.
//!
//! [`mask`] takes a request: its body is read by a profile into pieces of text (`read`, `walk`,
//! `pieces`), which are taken in the order of the provider's cache; what was found in a piece before is
//! remembered ([`Memo`]); what is found is named, and the names are put in (`request`). What comes out
//! is the only thing that may leave, with the [`RestoreMap`] that [`response`] needs.

mod body;
mod coverage;
mod document;
mod echoed_placeholders;
mod hints;
mod memo;
mod refusal;
mod request;
pub mod response;
mod restore_map;
mod rules;
mod session;
pub mod setup;
mod string_shape;
mod system_note;
mod target;
#[cfg(test)]
mod tests;
mod texts;

pub use coverage::Coverage;
pub use memo::{Memo, MemoStats};
pub use refusal::Refusal;
pub use request::{Incoming, MaskedBody, MaskedRequest, mask, pass};
pub use restore_map::{RestoreMap, RestoreRules, Tools};
pub use rules::{Caller, OnUnknown, Rules, Style};
pub use session::Session;
