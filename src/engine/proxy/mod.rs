//! The proxy's half of the engine: what becomes of a request's body on its way out, and of the
//! response on its way back. No network, no clock.

pub mod response;
mod restore_map;

pub use restore_map::{RestoreMap, RestoreRules, Tools};
