//! Configuration: layers, checks, and that `conf/masquerade.toml` knows every key.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too, fail by panicking")]

mod defaults;
mod layers;
mod routes;
mod sections;
mod setup;
mod tables;
