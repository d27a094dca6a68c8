//! Numbers of accounts in statements (OFX) and in pairs of logs: `<ACCTID>44810972<ACCTTYPE>`, `account=acct-39290`.

use std::borrow::Cow;

use super::record_numbers::ACCOUNT_INFO;
use crate::text::is_value_edge;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        // Statements of accounts in OFX, whose tags need no end: `<ACCTID>44810972<ACCTTYPE>`
        Pattern::within("<ACCTID>[0-9][0-9-]{4,21}", 0.85, 0.9),
        // In a pair of a log, behind the word for its kind: `account=acct-39290`
        Pattern::within("acc(?:oun)?t=[\"']?(?:acct|acc|account)[-_][0-9]{4,12}", 0.7, 0.75),
    ]),
    context: words![],
    check: |candidate| {
        let number = candidate.matched().rfind(['=', '"', '\'', '>'])? + 1;
        let is_whole = is_value_edge(candidate.field.text, candidate.range.end);
        is_whole.then(|| candidate.part(candidate.range.start + number..candidate.range.end))?
    },
}];
