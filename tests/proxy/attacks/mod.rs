//! Attacks that worked once, one file for each kind. `docs/security.md` lists them.

mod credentials;
mod links;
mod sealed;
mod tool_calls;
