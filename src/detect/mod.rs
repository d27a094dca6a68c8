//! Detection: fields in, entities out.

pub mod checksum;
pub mod recognizers;
mod rule;

pub use checksum::checksums;
pub use rule::{Candidate, Finder, Finding, Pattern, Rule};
