//! Variables of PHP, Perl, PowerShell and shells that are set to a literal: `$customer_id = "83749201"`.

use super::{Keys, Value, normalize::MAX_NAME, value::value};

impl Keys {
    /// The literal in quotes that the `=` at `at` gives to a variable, if a pattern knows the name of the variable. Before other signs
    /// a variable stands in a message: `"$user: $message"`.
    pub(super) fn of_variable(&self, text: &str, at: usize) -> Option<Value<'_>> {
        let (head, rest) = (text.get(..at)?, text.get(at + 1..)?);
        let gap = rest.bytes().take(2).take_while(|b| *b == b' ').count();
        if text.as_bytes().get(at) != Some(&b'=') || !rest.get(gap..)?.starts_with(['"', '\'']) {
            return None;
        }
        let bare = head.trim_end_matches([' ', '\t']);
        let stands = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let len = bare.bytes().rev().take(MAX_NAME).take_while(stands).count();
        let before = bare.get(..bare.len() - len)?.strip_suffix('$')?;
        // Within a word or a text a variable is no target.
        if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '=' | '{' | '$' | '/')) {
            return None;
        }
        let known = self.of_name(bare.get(bare.len() - len..)?)?;
        let (range, form) = value(text, at, false, bare.len() < head.len())?;
        Some(Value { patterns: self.patterns(known), outer: &[], name: None, range, form })
    }
}
