//! The HTTP contract of `/v1`, held against the real binary. Whatever a test asks, the answer is also
//! checked against `/openapi.json` and against what holds for every answer (`client.rs`).

#[path = "../common/mod.rs"]
mod common;

mod anonymize;
mod client;
mod contract;
mod deanonymize;
mod entities;
mod errors;
mod hostile;
mod hostile_cases;
mod hostile_http;
mod isolation;
mod lists;
mod methods;
mod openapi;
mod propagation;
mod refusals;
mod scripts;
mod service;
mod sessions;
mod surrogates;
