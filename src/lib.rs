//! Masquerade.

#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod access;
pub mod config;
pub mod detect;
pub mod entity;
pub mod problem;
pub mod server;
pub mod telemetry;
pub mod text;
