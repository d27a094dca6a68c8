//! Detection: fields in, entities out.

mod rule;

pub use rule::{Candidate, Finder, Finding, Pattern, Rule};
