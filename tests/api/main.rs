//! The service from outside: the HTTP contract of `/v1`, the server, the command line, the configuration, and the
//! floors of the house. Of `/v1`: whatever a test asks, the answer is also
//! checked against `/openapi.json` and against what holds for every answer (`client.rs`).

#[path = "../common/mod.rs"]
mod common;

mod access;
mod anonymize;
mod audit;
mod bounds;
mod cli;
mod client;
mod config;
mod contract;
mod deanonymize;
mod detect;
mod disk;
mod entities;
mod errors;
mod eval;
mod hostile;
mod hostile_cases;
mod hostile_http;
mod house;
mod isolation;
mod lists;
mod litellm;
mod methods;
mod monitoring;
mod names;
mod names_by_language;
mod openapi;
mod pages;
mod pingora;
mod policies;
mod presidio;
mod propagation;
mod refusals;
mod scripts;
mod server;
mod service;
mod sessions;
mod shim;
mod surrogates;
mod valkey;
