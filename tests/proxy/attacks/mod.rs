//! Attacks that worked once, one file for each kind. `docs/security.md` lists them.

mod beside_the_body;
mod credentials;
mod identifiers;
mod links;
mod numbers;
mod operations;
mod sealed;
mod token_ids;
mod tool_calls;
