//! Typed readers of untrusted JSON and TOML, which report all problems at once.
//!
//! Three steps, the same for request bodies, configuration files and map files:
//!
//! 1. [`json`] or [`toml`] turns text into a [`Node`] tree and knows nothing of its meaning;
//! 2. [`read`] walks the tree with a function that asks for members by name and type;
//! 3. a member that is missing, that is not understood or that nobody asked for
//!    becomes a [`Problem`] with a JSON Pointer (RFC 6901) and, where there is one, a line.
//!
//! ```
//! use masquerade::input::{Dialect, json, read};
//!
//! let node = json::parse(br#"{"text": ["a"], "treshold": 2}"#, json::Limits::default()).unwrap();
//! let problems = read(node, Dialect::Json, |item| {
//!     let mut object = item.object()?;
//!     let text = object.required("text", |item| item.list(10, |item| item.string()));
//!     let threshold = object.optional("threshold", |item| item.number(0.0..=1.0));
//!     object.finish();
//!     Some((text?, threshold))
//! })
//! .unwrap_err();
//! assert_eq!(problems.list[0].pointer, "/treshold");
//! assert_eq!(problems.list[0].detail, "unknown member; did you mean `threshold`?");
//! ```
//!
//! Details never repeat a value. Pointers repeat member names, escaped and cut.

pub mod json;
mod nearest;
mod problem;
mod reader;
pub mod toml;
mod tree;

#[cfg(test)]
mod tests;

pub use nearest::{did_you_mean, nearest};
pub use problem::{Dialect, Fault, Problem, Problems};
pub use reader::{Item, Object, read};
pub use tree::{Member, Node, Place, Value};
