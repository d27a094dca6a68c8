//! Anonymizing: entities in, masked texts out, and the way back.
//!
//! Masking has three steps, because numbers are given out by a store that may be far away:
//!
//! 1. [`plan()`] says what becomes of each entity and which names it wants (no IO),
//! 2. a store assigns the names, atomically,
//! 3. [`Plan::apply`] puts them in (no IO) and makes sure that they can be told apart from the
//!    rest of the text; if not, it hands back a plan that asks for safer ones.
//!
//! The way back is [`restore`](mod@restore): by a map that the caller kept, or by a store.
//!
//! Nothing here detects anything.

mod map;
mod masked;
mod matcher;
pub mod operators;
mod plan;
pub mod restore;
mod surrogates;
mod verify;

pub use map::{Form, Joint, Kind, Name, Original, Wanted};
pub use masked::{Given, Masked, Replacement};
pub use operators::Method;
pub use plan::{Plan, Policy, plan, plan_with};
pub use surrogates::Surrogates;
