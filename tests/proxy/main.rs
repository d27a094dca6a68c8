//! The transparent proxy, held against a scripted upstream that keeps every byte.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

#[path = "../common/mod.rs"]
mod common;

mod auth;
mod edges;
mod fake;
mod health;
mod setup;
mod transport;
mod upstream_faults;
