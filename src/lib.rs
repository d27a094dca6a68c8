//! Masquerade is NAT for personal data: on its way out it replaces the personal data and the
//! secrets in a text by placeholders, on the way back it restores them, byte for byte.
//!
//! # Bird's-eye view
//!
//! ```text
//!            fields            entities            wanted            names
//!   texts ──────────▶ detect ───────────▶ plan ──────────▶ assign ─────────▶ apply ──▶ masked texts
//!                                      (anonymize)         (store)        (anonymize)
//!
//!   masked texts ──▶ find placeholders ──▶ look up (store, map or key) ──▶ put back ──▶ texts
//! ```
//!
//! A text meets the [`masquerade_detect::Detector`] once: one pass over its bytes for all recognizers, then
//! checks, context, and one resolution of overlaps. Entities go to [`anonymize`], where an operator
//! per method says what is to stand in their place; what needs a number or must be unique is asked
//! of the [`store`], atomically, and only then is anything rewritten.
//!
//! A proxied body is read by a [`profile`] into its texts, each with its place, and takes the same way;
//! what comes out is spliced into the body, of which no other byte changes, and its map restores the
//! answer ([`engine::proxy`]).
//!
//! # Crates and floors
//!
//! The compiler keeps the crates apart:
//!
//! | crate | what it is |
//! |---|---|
//! | `masquerade-text` | spans, units of offsets, word boundaries, folding |
//! | `masquerade-scan` | one-pass search for the matches of many regular expressions |
//! | `masquerade-ner` | the language model's inference; its file format |
//! | `masquerade-detect` | recognizers, context, overlaps, propagation, lists: a library for anybody |
//! | `masquerade-train` | the trainer of the language model, a program of its own |
//! | `masquerade` | this package: the gateway, as a library and a program |
//!
//! Inside this package each module imports only modules named before it in this list, and only some of those;
//! `tests/api/house.rs` holds the exact table and enforces it.
//!
//! | floor | what it is |
//! |---|---|
//! | `codec` | bodies without their codings, cut into frames; the strings of a document, and edits of it, lossless |
//! | `input` | untrusted JSON and TOML into typed values, all problems collected |
//! | `keys` | the keyring: keys by purpose, tenant, realm and generation |
//! | `config` | defaults, file, environment and flags, checked into one `Config` |
//! | `anonymize` | the operators, plan and apply, restoring |
//! | `store` | what is remembered of a session; numbers are given here, atomically |
//! | `access` | API keys, tenants, permissions, rates |
//! | `problem` | problem documents (RFC 9457) |
//! | `telemetry` | metrics and log events, never payload |
//! | `profile` | what wire formats say of the paths of their bodies, as data |
//! | `engine` | detection, operators and store put together, without network or clock |
//! | `eval` | what was found held against annotations: scores, intervals, tables, plots |
//! | `server` | pingora: connections, TLS, bodies, endpoints, proxied routes and their upstreams, admin, reload, shutdown |
//! | `cli` | arguments to configuration to engine or server |
//!
//! # Invariants
//!
//! - Restoring what was masked gives the input, byte for byte, for every method and every text.
//! - A number is never given twice in a session, so a stale placeholder never resolves to another text.
//! - Nothing of a text, a map or a key is in an error, a log line, a metric or a `Debug` output.
//! - Maps and keys are zeroed when freed.
//! - A recognizer cannot fail and cannot panic; time is linear in the text, whatever the text.
//! - No tenant can read, name, correlate or delete what belongs to another.
//! - A body that cannot be vetted whole is refused whole.
//!
//! # What is deliberately absent
//!
//! - `unsafe`: none in this package, but in the one file of the model's vector instructions, `crates/ner/src/kernel.rs`.
//! - `Serialize` on domain types: only wire types have it, so that a map cannot be written by accident.
//! - A `Debug` of anything secret.
//! - Downgrades: where the detector, the pool or the store cannot answer, the caller gets an error.
//!
//! # Adding a thing
//!
//! A recognizer is a file under `crates/detect/src/recognizers/` and a line in its folder's list; an API, a file under
//! `profile/` and a line; a method, a file
//! under `anonymize/operators/` and a line; a store, a file under `store/`; a subcommand, a file
//! under `cli/` and a line. Each kind has a test that every registered entry must pass.

#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod access;
pub mod anonymize;
pub mod cli;
pub mod codec;
pub mod config;
pub mod engine;
pub mod eval;
pub mod input;
pub mod keys;
pub mod problem;
pub mod profile;
pub mod server;
pub mod store;
pub mod telemetry;
