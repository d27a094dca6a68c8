//! Names of accounts that speak in exports of chats: beside the time of what they say, `<jdoe>`, `jane.doe — Today at 10:02 AM`.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, is_account, is_plain_word, name_at};
use super::username_places::{is_of_person, is_shared};
use crate::common_words::is_common_word;
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Longest head of a message, in bytes.
const LONGEST: usize = 80;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // IRC: `[10:02] <jdoe> hello`, `10:02 <@jdoe> hello`
        before_account("[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?\\]? <[ @+%~&]?[A-Za-z_\\[]"),
        // Slack and others: `[10:02] jane.doe: hello`
        before_account("[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?\\] @?[A-Za-z_]"),
        // Behind the account, on a line of their own: `jane.doe  10:02 AM`, `jdoe77 — 03/12/2025 10:02`
        before_account(
            "(?:(?:Today|Yesterday) at |[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4},? )?[0-9]{1,2}:[0-9]{2}(?: ?[AaPp][Mm])?(?:[\\])]:?)?(?: \\(edited\\))?[\r\n]",
        ),
        // `jane_d (10:02): hello`
        before_account("[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?\\): "),
        // Meetings: `From jane.doe to Everyone: 10:02 AM`
        before_account("From [A-Za-z_]"),
        // Mentions in the texts that Slack sends: `<@U04KD82HF|jane.doe>`
        Pattern::within("<@[UW][A-Z0-9]{6,12}\\|", 0.9, 0.95),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => name_at(text, end - 1).filter(|place| text[place.end..].starts_with("> "))?,
        1 => name_at(text, end - 1).filter(|place| text[place.end..].starts_with(": "))?,
        4 => name_at(text, end - 1).filter(|place| is_to_somebody(text, start, place.end))?,
        5 => name_at(text, end).filter(|place| text[place.end..].starts_with('>'))?,
        _ => begins_line(text, start)?,
    };
    let found = text.get(place.clone())?;
    let is_sure = (matches!(candidate.pattern, 0 | 5) || candidate.pattern == 2 && is_discord(candidate, place.end))
        && !is_plain_word(found)
        && !is_common_word(&found.to_lowercase());
    (is_account(found) && !is_shared(found) && (is_sure || is_of_person(found))).then(|| candidate.part(place))?
}

/// Reports whether the account that ends at `end` heads a message on Discord, `jdoe#4411 — Today at 10:02 AM`, and another one has
/// such a head near it, too.
fn is_discord(candidate: &Candidate<'_>, end: usize) -> bool {
    /// Farthest other head, in bytes.
    const FAR: usize = 2048;
    const HEADS: [&str; 2] = [" — Today at ", " — Yesterday at "];
    let text = candidate.field.text;
    let rest = text[end..].trim_start_matches(|c: char| c == '#' || c.is_ascii_digit());
    let near = [window::before(text, end, FAR), window::behind(text, candidate.range.end, FAR)];
    let is_head = |text: &&str| HEADS.iter().any(|head| text.contains(head));
    HEADS.iter().any(|head| rest.starts_with(head)) && near.iter().any(is_head)
}

/// The account that begins the line of the time at `at`, with nothing but signs and a date between them.
fn begins_line(text: &str, at: usize) -> Option<Range<usize>> {
    let head = line::whole_before(text, at, LONGEST)?;
    let at = at - head.len();
    let place = name_at(text, at + usize::from(head.starts_with('@')))?;
    let between = text.get(place.end..at + head.len())?;
    // The number of an account on Discord: `jdoe#4411`.
    let number = between.strip_prefix('#').map_or(0, |rest| 1 + rest.bytes().take_while(u8::is_ascii_digit).count());
    let signs = ["  ", " [", " (", " — ", " – ", " - ", ", ["];
    let rest = &between[number..];
    let sign = signs.iter().find(|sign| rest.starts_with(**sign))?;
    let is_date = rest[sign.len()..].split([' ', ',']).all(|word| {
        matches!(word, "" | "Today" | "Yesterday" | "at")
            || word.bytes().all(|b| b.is_ascii_digit() || b"./-".contains(&b))
    });
    is_date.then_some(place)
}

/// Reports whether a message goes on behind its sender, at `end`: ` to Everyone: `, ` to jane (direct message) : `; or ` : `, with a
/// time before `start`.
fn is_to_somebody(text: &str, start: usize, end: usize) -> bool {
    let rest = line::behind(text, end, LONGEST);
    let is_timed = || text[..start].trim_end_matches([' ', '\t']).ends_with(|c: char| c.is_ascii_digit());
    rest.starts_with(" to ") && rest.contains(": ") || rest.starts_with(" : ") && is_timed()
}
