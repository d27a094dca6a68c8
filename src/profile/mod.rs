//! Profiles: what a wire format says of each path of its bodies, as data.
//!
//! Every string of a body is looked through, whatever its name and however deep it lies, unless a
//! profile says otherwise of its path: a profile is a list of exceptions, so a member that a
//! provider adds tomorrow is masked today. One file holds one API; [`registry`] lists them all.
//!
//! An [`Api`] names its endpoints, and for each an [`Exchange`]: how the request and the answer are
//! read. [`Profiles::find`] knows the exchange by method and path. An exchange is compiled to
//! automata over member names, which a reader moves along while it scans a body: a state per
//! nesting level, and no path is ever written out.

mod api;
mod automaton;
mod compiled;
mod find;
mod names;
mod selector;

mod anthropic;
mod elasticsearch;
mod json;
mod openai;
mod openai_responses;
mod shared;

#[cfg(test)]
mod tests;

pub use api::{
    Act, Api, Author, Carrier, Channel, End, Ending, Endpoint, Exchange, Kept, Note, Records, Rule, State, Stream,
    Tool, Voice, When, rule,
};
pub use automaton::{Symbol, TooComplex};
pub use compiled::{BadProfile, Marks, Profile, StateId, UserRules, Walk};
pub use find::{Found, Profiles};
pub use selector::BadSelector;

pub use json::{DOCUMENT, LINES};

/// All APIs. Where a path belongs to several, the first one counts.
pub fn registry() -> &'static [&'static Api] {
    &[&openai::API, &anthropic::API, &elasticsearch::API, &json::API]
}
