//! Masquerade is NAT for personal data: it replaces personal data and secrets in texts on their way out, and restores
//! them, byte for byte, in texts on their way back.
//!
//! # Bird's-eye view
//!
//! ```text
//!            fields            entities            requests        substitutes
//!   texts ──────────▶ detect ───────────▶ plan ──────────▶ assign ─────────▶ apply ──▶ masked texts
//!                                      (anonymize)         (store)        (anonymize)
//!
//!   masked texts ──▶ find placeholders ──▶ look up (store, map or key) ──▶ replace ──▶ texts
//! ```
//!
//! A [`masquerade_detect::Detector`] reads a text once: one pass over its bytes for all recognizers, then checks,
//! context, and one resolution of overlaps. Its entities go to [`anonymize`], where an operator per method says what
//! takes their place; numbers and unique surrogates are assigned by the [`store`], atomically, and only then is the text
//! rewritten.
//!
//! A proxied body goes the same way: a [`profile`] names its texts and their places, the masked texts are spliced into the
//! body, of which no other byte changes, and the map of the request restores the response ([`engine::proxy`]).
//!
//! # Glossary
//!
//! | term | meaning |
//! |---|---|
//! | entity | a span of a text with a label and a confidence |
//! | label | the kind of an entity, such as `EMAIL_ADDRESS`; a *group* stands for several labels |
//! | span | a range of a text, in bytes, UTF-16 units or code points |
//! | recognizer | the rules that find the entities of a label |
//! | candidate | a match of a rule, before checks and overlaps are resolved |
//! | original | the text of an entity, which must not leave |
//! | substitute | the text that takes the place of an original |
//! | placeholder | a substitute that names a label: `[EMAIL_ADDRESS_1]` |
//! | surrogate | a substitute that looks like the original: another name, another phone number |
//! | method | the choice of a substitute: `REDACT`, `MASK`, `HASH`, `ENCRYPT`, `SYNTHETIC`, `REMOVE`, `KEEP` |
//! | operator (of a method) | the code that makes the substitutes of one method |
//! | policy | the methods of a request, by label |
//! | map | the list of substitutes with their originals, which restores a text |
//! | masking, restoring | originals to substitutes, substitutes to originals |
//! | client | the holder of an API key |
//! | tenant | the owner of data: clients of one tenant share keys and sessions, tenants share nothing |
//! | session | the substitutes of one conversation, kept by the store, the unit of numbering |
//! | alias | an upstream's id that stands for a session, such as the id of a response |
//! | realm | the scope of derived keys: equal originals have equal hashes within one realm of one tenant |
//! | secret, generation | the root of all derived keys; the newest generation encrypts, older ones still decrypt |
//! | route | a proxied host or path prefix with its upstreams and settings |
//! | upstream | a server that requests of a route are sent to |
//! | profile | the description of an API: which strings of its bodies are texts, and whose |
//! | selector | a path into a JSON document, such as `messages[*].content` |
//! | carrier | the framing of the documents of a body: one document, server-sent events, a document a line |
//! | batch | consecutive log records of a body that are masked by themselves |
//! | channel | a text that arrives in pieces over the events of a stream |
//! | author | the writer of a text of a conversation: the user, the model, a tool, the operator |
//! | operator (of a conversation) | the application between user and model, which writes system prompts |
//! | operator (of an instance) | whoever runs and configures Masquerade |
//! | coverage | the counts of strings that were scanned, replaced and skipped in a request |
//!
//! # Crates and modules
//!
//! The compiler keeps the crates apart:
//!
//! | crate | content |
//! |---|---|
//! | `masquerade-text` | spans, units of offsets, word boundaries, folding |
//! | `masquerade-scan` | one-pass search for the matches of many regular expressions |
//! | `masquerade-ner` | the language model's inference and its file format |
//! | `masquerade-detect` | recognizers, context, overlaps, propagation, lists; a library of its own |
//! | `masquerade-transformer` | the inference of transformers of the user's own; optional |
//! | `masquerade-train` | the trainer of the language model, a program of its own |
//! | `masquerade` | the gateway, as a library and a program |
//!
//! Modules of this package are layered: each imports only modules above it in this table, and only some of those.
//! `tests/api/house.rs` holds the exact imports and enforces them.
//!
//! | module | content |
//! |---|---|
//! | `codec` | content codings, frames of streams, lossless edits and walks of JSON strings |
//! | `input` | untrusted JSON and TOML into typed values, all problems collected |
//! | `keys` | the keyring: keys by purpose, tenant, realm and generation |
//! | `config` | defaults, file, environment and flags, checked into one `Config` |
//! | `anonymize` | operators, planning and applying of replacements, restoring |
//! | `store` | sessions: assignment of numbers, look-up, expiry |
//! | `access` | API keys, tenants, permissions, rates |
//! | `problem` | problem documents (RFC 9457) |
//! | `telemetry` | metrics and log events, without payload |
//! | `profile` | wire formats of APIs, as data |
//! | `engine` | detection, operators and store combined, without network or clock |
//! | `eval` | scores of detection against annotated texts: intervals, tables, plots |
//! | `server` | pingora: connections, TLS, endpoints, proxied routes and their upstreams, reload, shutdown |
//! | `cli` | subcommands: arguments to configuration to engine or server |
//!
//! # Invariants
//!
//! - Restoring a masked text with its map gives the original, byte for byte, for every method and every text.
//! - A number is assigned once in a session, so a stale placeholder never resolves to another text.
//! - No error, log line, metric or `Debug` output holds payload: texts, maps, keys.
//! - Maps and keys are zeroed when freed.
//! - A recognizer cannot fail on any input, and time is linear in the text. A model of the user's own can; then the request is
//!   refused.
//! - No tenant can read, name, correlate or delete data of another.
//! - A body that cannot be vetted as a whole is refused as a whole.
//!
//! # What is deliberately absent
//!
//! - `unsafe`: one file of the workspace has it, the model's vector instructions in `crates/ner/src/kernel.rs`.
//! - `Serialize` on domain types: only wire types have it, so that a map cannot be written by accident.
//! - `Debug` output of secrets.
//! - Degraded answers: if the detector, the pool or the store cannot answer, the caller gets an error.
//!
//! `docs/decisions.md` gives the reasons for the choices that a reader would question first.
//!
//! # Adding a thing
//!
//! | thing | place |
//! |---|---|
//! | recognizer | a file under `crates/detect/src/recognizers/`, a line in its folder's list, a file of cases |
//! | API | a file under `profile/` and a line in its list |
//! | method | a file under `anonymize/operators/` and a line in its list |
//! | store | a file under `store/` |
//! | subcommand | a file under `cli/` and a line in its list |
//!
//! Each kind has a test that every listed entry must pass.

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
