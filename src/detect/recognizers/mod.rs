//! The built-in recognizers: one file per family, and the registry.
//!
//! A family is a file with `pub(super) const RULES: &[Rule]`, declared here and named in [`all`],
//! both in alphabetical order. Nothing else in the program names a recognizer.

use super::Rule;

/// Every built-in rule.
pub fn all() -> Vec<Rule> {
    let families: &[&[Rule]] = &[];
    families.concat()
}
