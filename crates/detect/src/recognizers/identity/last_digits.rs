//! The last four digits of a number, as people tell them to prove who they are: `SSN ending 1234`, `last four of my card: 1234`.
//!
//! Numbers that are masked but for their last digits (`***-**-6789`) are left as they are: that is what masking made of them.

use std::{borrow::Cow, ops::Range};

use super::{record_numbers::ACCOUNT_INFO, us::SSN_INFO};
use crate::entity::Validated;
use crate::layout::answers;
use crate::recognizers::finance::card::INFO as CARD_INFO;
use crate::recognizers::support::neighbours::is_one_of;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Words that announce the last digits of a number.
const ANNOUNCEMENT: Pattern = Pattern::regex(
    "(?i:(?:(?:ssn|card|cc|account|acct|bank)[ _-]?)?last[ _-]?(?:four|4)|final (?:four|4)|ending|ended|ends (?:in|with|on)|on file ends|endet|endend|endziffern?|\
     letzten? (?:vier|4)|terminant|terminée|finissant|derniers chiffres|terminada|termina|terminados|últimos|ultimi|ultime|finale|\
     laatste (?:vier|4)|eindigend)",
    0.8,
    0.9,
);

/// The name of a social security number, of which people tell four digits and say no more.
const SOCIAL_NAME: Pattern = Pattern::regex(
    "(?i:ssn|social security(?: number)?|social)(?i:'s)?(?i: (?:no|number|num|#))?[.:]?(?i: is| was)?:? ",
    0.8,
    0.9,
);

/// The names of cards and accounts, of whose numbers people tell four digits, too.
const CARD_NAME: Pattern =
    Pattern::regex("(?i:(?:credit|debit)(?: card)?|card)(?i: (?:no|number|num|#))?[.:]?(?i: is| was)?:? ", 0.8, 0.9);
const ACCOUNT_NAME: Pattern =
    Pattern::regex("(?i:account|acct|a/?c)(?i: (?:no|number|num|#))[.:]?(?i: is| was)?:? ", 0.8, 0.9);

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: SSN_INFO,
        patterns: Cow::Borrowed(&[ANNOUNCEMENT, SOCIAL_NAME]),
        context: words![],
        check: |candidate| check(candidate, SOCIAL),
    },
    Rule {
        info: CARD_INFO,
        patterns: Cow::Borrowed(&[ANNOUNCEMENT, CARD_NAME]),
        context: words![],
        check: |candidate| check(candidate, CARD),
    },
    Rule {
        info: ACCOUNT_INFO,
        patterns: Cow::Borrowed(&[ANNOUNCEMENT, ACCOUNT_NAME]),
        context: words![],
        check: |candidate| check(candidate, ACCOUNT),
    },
];

/// Words for the numbers.
const SOCIAL: &[&str] = &["ssn", "social", "itin", "sin"];
const CARD: &[&str] = &[
    "card",
    "cards",
    "visa",
    "mastercard",
    "amex",
    "debit",
    "credit",
    "karte",
    "kreditkarte",
    "carte",
    "tarjeta",
    "carta",
    "cartão",
    "kaart",
    "kort",
];
const ACCOUNT: &[&str] =
    &["account", "acct", "iban", "konto", "compte", "cuenta", "conto", "conta", "rekening", "checking", "savings"];

fn check(candidate: &Candidate<'_>, names: &[&str]) -> Option<Finding> {
    let text = candidate.field.text;
    let place = match candidate.pattern {
        0 => announced(candidate, names)?,
        _ => candidate.range.end..candidate.range.end + 4,
    };
    let digits = text.get(place.clone())?;
    let is_year = candidate.pattern == 1
        && (digits.starts_with("19") || digits.starts_with("20"))
        && !is_stated(candidate, names, text.get(place.end..)?);
    let is_number = digits.bytes().all(|b| b.is_ascii_digit())
        && is_alone(text, &place)
        && !is_year
        && !is_balance(candidate, text.get(place.end..)?);
    is_number.then_some(Finding { range: place, sure: false, validated: Some(Validated::None) })
}

/// Reports whether a verb, a sign or the end of the clause says that four digits behind a name are its number, and no year.
fn is_stated(candidate: &Candidate<'_>, names: &[&str], behind: &str) -> bool {
    let name = candidate.matched();
    let is_social = names == SOCIAL;
    let next = behind.trim_start_matches(' ').split(' ').next().unwrap_or_default();
    let is_said = name.contains('#') || name.ends_with("is ") || is_social && name.contains(':');
    is_said || is_social && (line::ends(behind, 0) || is_one_of(next, &["and", "my", "card", "credit", "account"]))
}

/// Reports whether the number behind the bare word `credit` is one of what `behind` counts: `credit: 7990 points`.
fn is_balance(candidate: &Candidate<'_>, behind: &str) -> bool {
    const COUNTED: [&str; 16] = [
        "points",
        "pts",
        "credits",
        "coins",
        "eur",
        "euro",
        "euros",
        "usd",
        "dollars",
        "gbp",
        "pounds",
        "left",
        "remaining",
        "available",
        "hours",
        "days",
    ];
    let name = candidate.matched().trim_end_matches([':', ' ', '.']);
    let word = behind.trim_start_matches(' ').split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    is_one_of(name, &["credit", "debit"]) && is_one_of(word, &COUNTED)
}

/// Reports whether the digits at `place` are four, and no part of a longer number, a date or a time.
fn is_alone(text: &str, place: &Range<usize>) -> bool {
    let mut behind = text.get(place.end..).unwrap_or_default().chars();
    let goes_on =
        behind.next().is_some_and(|c| ".,-/: ".contains(c)) && behind.next().is_some_and(|c| c.is_ascii_digit());
    place.len() == 4 && is_value_edge(text, place.end) && !goes_on
}

/// The digits that `candidate` announces, if one of `names` stands before it or between it and them; a word of another number
/// that stands nearer takes them.
fn announced(candidate: &Candidate<'_>, names: &[&str]) -> Option<Range<usize>> {
    /// Farthest name before, and longest text between.
    const BEFORE: usize = 32;
    const BETWEEN: usize = 48;
    /// Longest text between an announcement without a name and the digits: `digits are: `.
    const TOLD: usize = 16;
    /// Other words between the announcement and the digits.
    const FILLERS: [&str; 46] = [
        "digits", "digit", "numbers", "number", "in", "with", "on", "of", "the", "my", "your", "his", "her", "is",
        "mine", "yours", "hers", "theirs", "please", "for", "are", "security", "code", "no", "s", "ziffern", "stellen",
        "der", "meiner", "auf", "mit", "sind", "lauten", "par", "les", "quatre", "chiffres", "de", "la", "ma", "en",
        "con", "cuatro", "quattro", "cifre", "sono",
    ];
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, BETWEEN);
    let gap = near
        .find(|c: char| c == '?' || c.is_ascii_digit())
        .or_else(|| Some(near.trim_end().strip_suffix('.')?.len()))?;
    // `last 4 of the SSN`
    let between = &near[..gap];
    let between = between.strip_suffix(", please").or_else(|| between.strip_suffix(", ")).unwrap_or(between);
    // `last four of your social? Caller: 6619`
    let start = if near[gap..].starts_with(['?', '.']) { answers::begin(text, end + gap + 1) } else { end + gap };
    let is_sign = |c: char| matches!(c, ' ' | ':' | '=' | '#' | '\'' | '’' | '-' | '"');
    let words = || between.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_name = |word: &str| [SOCIAL, CARD, ACCOUNT].iter().any(|names| is_one_of(word, names));
    let fits = between.chars().all(|c| c.is_alphabetic() || is_sign(c))
        && words().all(|word| is_name(word) || is_one_of(word, &FILLERS));
    if !fits {
        return None;
    }
    let head = line::before(text, candidate.range.start, BEFORE);
    let mut clauses = head.rsplit([',', '.', ';', '(']);
    let clause = clauses.next().unwrap_or_default();
    // `the wrong card, the one ending 4471`
    let is_relative = ["the one", "that one", "which", "that", "le", "la", "die", "der", "el", "quella", "de"]
        .contains(&clause.trim());
    let clause = if is_relative { clauses.next().unwrap_or_default() } else { clause };
    let before = clause.rsplit(|c: char| !c.is_alphabetic()).find(|word| is_name(word));
    let mut own = candidate.matched().split(|c: char| !c.is_alphabetic());
    let name = words().find(|word| is_name(word)).or_else(|| own.find(|word| is_name(word))).or(before);
    // Members of records of payments are called so and no more.
    let is_member = candidate.matched().ends_with("last4") && between.contains([':', '=']);
    // `last four digits 4587`: of a card, mostly.
    let is_told = is_one_of(words().next().unwrap_or_default(), &["digits", "digit"]) && between.len() < TOLD;
    let name = name.or((is_member || is_told).then_some("card"))?;
    let digits = text.get(start..)?.bytes().take_while(u8::is_ascii_digit).count();
    is_one_of(name, names).then_some(start..start + digits)
}
