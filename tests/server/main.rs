//! The server as clients, attackers and operators see it.

#[path = "../common/mod.rs"]
mod common;
mod host;
mod hostile;
mod life;
mod process;
mod refusals;
