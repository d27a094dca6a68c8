//! Masquerade.

#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod anonymize;
pub mod config;
pub mod detect;
pub mod entity;
pub mod keys;
pub mod store;
pub mod text;
