//! Anonymization: masked texts from texts and their entities, and back.
//!
//! Masking has three steps, because a store that may be far away assigns the numbers:
//!
//! 1. [`plan()`] decides the replacement of each entity and requests its substitute (no IO),
//! 2. a store assigns the substitutes, atomically,
//! 3. [`Plan::apply`] puts them in (no IO) and verifies that they can be told apart from the rest of the text;
//!    if not, it returns a plan that requests safer ones.
//!
//! The way back is [`restore`](mod@restore): by a map that the caller kept, or by a session's.
//!
//! Nothing here detects anything.

mod attributes;
mod masked;
mod matcher;
pub mod operators;
mod plan;
mod prefix_match;
pub mod restore;
mod substitute;
mod surrogates;
mod verify;

pub use masked::{MaskingResult, Replacement, Substitution};
pub use operators::Method;
pub use plan::{Plan, Policy, plan, plan_with};
pub use substitute::{Joint, Namespace, Original, Substitute, SubstituteKind, SubstituteRequest};
pub use surrogates::Surrogates;
