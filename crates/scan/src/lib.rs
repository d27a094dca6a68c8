//! A scanner for many regular expressions: one pass over a text reports the matches of all of them.
//!
//! # Purpose
//!
//! A [`Scanner`] holds hundreds of patterns that nearly never match, as the shapes of identifiers, keys and numbers do
//! in ordinary text. Two filters pass over the text at a cost that does not depend on the number of patterns; only
//! where four bytes can begin a match do deterministic automata run. The scanner knows no meaning of a match: it asks a
//! [`MatchSink`], whose [`Verdict`] says where to go on. `DESIGN.md`, beside this crate's manifest, explains the parts
//! and which of them are there only for speed.
//!
//! # Types
//!
//! - [`Pattern`]: a regular expression with a rule for its ends, or a single byte. Its number is its place in the list
//!   given to [`Scanner::new`].
//! - [`Scanner`]: the compiled patterns. Immutable, shared by threads.
//! - [`Scratch`]: the mutable memory of a scan, one for each thread, kept from text to text.
//! - [`MatchSink`], [`Verdict`]: the receiver of matches, and its answer to each.
//!
//! # Example
//!
//! ```
//! use std::ops::Range;
//!
//! use masquerade_scan::{Pattern, Scanner, Scratch, Verdict};
//!
//! let scanner = Scanner::new(&[
//!     Pattern::Word("[0-9]{3}-[0-9]{4}".into()),
//!     Pattern::Anywhere("(?i:password)=".into()),
//!     Pattern::Byte(b'@'),
//! ])?;
//! let (mut scratch, mut matches) = (Scratch::default(), Vec::new());
//! let text = "call 555-0123, not 5550-0123, or ask bob@example.com; DB_PASSWORD=x";
//! scanner.scan(text, &mut scratch, |pattern: usize, range: Range<usize>| {
//!     matches.push((pattern, &text[range.clone()]));
//!     Verdict::ResumeAt(range.end)
//! });
//! assert_eq!(matches, [(0, "555-0123"), (2, "@"), (1, "PASSWORD=")]);
//! # Ok::<(), masquerade_scan::ScannerError>(())
//! ```
//!
//! # Traps
//!
//! - A match is at most [`MAX_MATCH_LEN`] bytes long. A pattern of something longer matches its beginning, and the sink
//!   finds the end.
//! - [`Pattern::Word`] is held to Unicode's word characters at both ends, as [`masquerade_text::is_boundary`] defines
//!   them, while `\b` inside an expression sees ASCII alone. Without Unicode `\d` is `[0-9]`, and `.` a single byte: see
//!   [`parse`].
//! - Of several ends at one start the longest is offered first, whatever the expression prefers: `a+?` is as greedy as
//!   `a+`.
//! - Matches of different patterns come by their start, but at one start in no promised order.
//! - A sink that answers [`Verdict::TryShorter`] to everything is offered every end of every pattern at every start.
//! - Scanning cannot fail, only building can. An inconsistency in the tables panics: it must never look like a text
//!   without matches.

mod ablation;
mod bucket;
mod byte_pairs;
mod byte_set;
mod dfa;
mod digit_runs;
mod first_character;
mod prefix_automaton;
mod prefix_filter;
mod regex;
mod scanner;
mod sink;
mod start_filter;
mod start_pairs;
mod state_merge;
mod state_table;
mod tables;
mod transition_table;

pub use dfa::MAX_MATCH_LEN;
pub use regex::{RegexError, check_size, parse};
pub use scanner::{Pattern, Scanner, Scratch};
pub use sink::{MatchSink, Verdict};
pub use tables::{ScannerError, TableCache};
