//! Numbers of chips that are read at a short distance (ISO 14443), beside a word for their card: seven bytes, where addresses of
//! networks have six.

use std::borrow::Cow;

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::numerals::stands_alone;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){6}", 0.2, 0.85)]),
    context: words![
        "tag",
        "nfc",
        "rfid",
        "uid",
        "fob",
        "chip",
        "badge",
        "card",
        "mifare",
        "ntag",
        "transponder",
        "karte",
        "carte",
        "tarjeta"
    ],
    check: |candidate| {
        let is_longer = candidate.field.text[candidate.range.end..].starts_with(':');
        (!is_longer && stands_alone(candidate)).then(|| candidate.whole())?
    },
}];
