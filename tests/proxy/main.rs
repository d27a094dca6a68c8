//! The transparent proxy, held against a scripted upstream that keeps every byte.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

#[path = "../common/mod.rs"]
mod common;

mod agents;
mod answers;
mod attacks;
mod auth;
mod bases;
mod bounds;
mod certificates;
mod conformance;
mod edges;
mod external_model;
mod fail_closed;
mod fake;
mod health;
mod http2;
mod json_api;
mod logs;
mod masking;
mod mcp;
mod names;
mod panics;
mod policy;
mod readme;
mod redirects;
mod setup;
mod signatures;
mod sockets;
mod tls;
mod traces;
mod transport;
mod unknown;
mod upstream_faults;
