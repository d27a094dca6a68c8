//! Masquerade.

#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod cli;
pub mod config;
pub mod detect;
pub mod entity;
pub mod input;
pub mod text;
