//! The server as clients, attackers and operators see it.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

pub mod host;
mod hostile;
mod lifecycle;
mod process;
mod refusals;
