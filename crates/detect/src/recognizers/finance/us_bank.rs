//! Bank accounts of the United States.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, MaskKind, Shape, Validation};
use crate::recognizers::support::grouping::is_uniform;
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::text::{run_before, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[ACCOUNT, ROUTING];

/// The facts about the label, which codes of other countries' banks have, too.
pub(super) const ROUTING_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::FINANCIAL, Group::US],
    aliases: &[
        "ABA",
        "ROUTING_NUMBER",
        "BANK_ROUTING",
        "US_BANK_ROUTING_MICR",
        "ABA_ROUTING",
        "US_ROUTING_NUMBER",
        "US_ABA_ROUTING_TRANSIT_NUMBER",
    ],
    validation: Validation::Checksum,
    languages: &["en"],
    shapes: &[Shape::Digits(9, 9)],
    ..LabelInfo::new(
        "ABA_ROUTING_NUMBER",
        "A routing transit number of a bank of the United States, or the code of another country's bank behind its name.",
        "021000021",
        Handling::IDENTIFIER,
    )
};

const ROUTING: Rule = Rule {
    info: ROUTING_INFO,
    patterns: Cow::Borrowed(&[
        // Of nine random digits 4 % pass.
        Pattern::regex("[0-9]{9}", 0.04, 0.96),
        Pattern::regex("[0-9]{4}-[0-9]{4}-[0-9]", 0.4, 0.96),
        // Between the signs of a line for machines that read checks (ANSI X9.27).
        Pattern::within("\u{2446}[0-9]{9}\u{2446}", 0.9, 0.96),
    ]),
    context: words![
        "aba",
        "aba number",
        "routing",
        "routing number",
        "routing no",
        "routing transit",
        "routing transit number",
        "routingnumber",
        "transit number",
        "rtn",
        "aba rtn",
        "bank routing",
        "fedwire",
        "ach",
        "wire transfer",
        "direct deposit",
    ],
    check: check_routing,
};

/// The pattern of numbers that machines read.
const READ: usize = 2;

/// The American Bankers Association's ranges and weights.
fn check_routing(candidate: &Candidate<'_>) -> Option<Finding> {
    if candidate.pattern == READ {
        let sign = '\u{2446}'.len_utf8();
        return candidate.part(candidate.range.start + sign..candidate.range.end - sign);
    }
    let number = digits::<9>(candidate.matched())?;
    (is_routing(&number) && stands_alone(candidate)).then(|| candidate.whole())?
}

/// Reports whether `number` has a region that exists and passes the check.
pub(super) fn is_routing(number: &[u8; 9]) -> bool {
    let region = matches!(part(number, 0, 2), 0..=12 | 21..=32 | 61..=72 | 80);
    region && weighted(number, &[3, 7, 1, 3, 7, 1, 3, 7, 1]).is_multiple_of(10) && !is_uniform(number)
}

const ACCOUNT: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL, Group::US, Group::HIPAA],
        aliases: &["US_BANK_ACCOUNT_NUMBER", "BANK_ACCOUNT_NUMBER", "BANK_ACCOUNT"],
        languages: &["en"],
        ..LabelInfo::new(
            "US_BANK_NUMBER",
            "The number of an account at a bank of the United States, in context.",
            "000123456789",
            Handling { mask: MaskKind::LastFour, ..Handling::IDENTIFIER },
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{6,}", 0.01, 0.76),
        Pattern::regex("[0-9]{3,6}-[0-9]{3,7}(?:-[0-9]{1,4})?", 0.02, 0.72),
        // Before the sign behind which a check has its number.
        Pattern::within("[0-9]\u{2448}", 0.9, 0.95),
    ]),
    context: words![
        "bank account",
        "bank account no",
        "bank account number",
        "bankaccount",
        "bank acct",
        "checking",
        "checking account",
        "savings account",
        "savings acct",
        "money market account",
        "debit account",
        "deposit account",
        "account at bank",
        "bank number",
        "us bank number",
        "demand deposit",
        "dda",
    ],
    check: check_account,
};

/// Longest number of an account, in bytes.
const LONGEST: usize = 17;

/// Banks are free in their numbering, so dummies are all there is to tell.
fn check_account(candidate: &Candidate<'_>) -> Option<Finding> {
    if candidate.pattern == READ {
        let end = candidate.range.end - '\u{2448}'.len_utf8();
        let head = window::before(candidate.field.text, end, LONGEST + 1);
        let number = run_before(head, |c| c.is_ascii_digit() || c == '-');
        return (number.len() <= LONGEST).then(|| candidate.part(end - number.len()..end))?;
    }
    // Modes of files (`index 1f0d2a..9c3e77 100644`) stand beside code about accounts.
    if candidate.range.len() > LONGEST || matches!(candidate.matched(), "100644" | "100755" | "120000" | "040000") {
        return None;
    }
    let mut numbers = candidate.matched().bytes().filter(u8::is_ascii_digit);
    let first = numbers.next();
    let dummy = numbers.all(|b| Some(b) == first);
    (!dummy && stands_alone(candidate)).then(|| candidate.whole())?
}
