//! Support of black-box tests: a raw HTTP client that can misbehave, and the real binary on free ports.

// Each test target uses a part of it.
#![allow(dead_code)]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

pub mod binary;
pub mod raw;
pub mod wait;
