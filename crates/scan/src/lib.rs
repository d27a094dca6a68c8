//! One-pass search for the matches of many regular expressions.

mod bucket;
mod byte_pairs;
mod dfa;
mod digit_runs;
mod entrance;
mod miss_cache;
mod prefix_filter;
mod regex;
mod scanner;
mod start_filter;

pub use dfa::REACH;
pub use miss_cache::{Beginning, KEY_LEN, MissCache, WindowCache};
pub use regex::{RegexError, check_size, parse};
pub use scanner::{MatchSink, Scanner, Scratch, Search, Verdict};
