//! What black-box tests share: a raw HTTP client that can misbehave, and the real binary on free ports.

// Each test target uses a part of it.
#![allow(dead_code)]

pub mod binary;
pub mod raw;
