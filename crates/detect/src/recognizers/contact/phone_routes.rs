//! Telephone numbers in the routes of calls and messages: numbers with their country code and no plus behind `src`, `dst`, `from`,
//! `to` (`msisdn` and its like name them alone), channels and extensions of exchanges (`PJSIP/330-0000a1b2`, `Executing
//! [0307712345@…`), callers in records of calls, links to conversations.

use std::{borrow::Cow, ops::Range};

use super::phone::{INFO, is_valid_abroad};
use crate::recognizers::support::neighbours::byte_at;
use crate::recognizers::support::value::{is_closed, token};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "src",
                "dst",
                "from",
                "to",
                "caller number",
                "called number",
                "calling number",
                "ani",
                "dnis",
                "source addr",
                "destination addr",
                "src addr",
                "dst addr",
                "a number",
                "b number",
                "anumber",
                "bnumber",
                "clip",
                "sender",
                "recipient",
                "dest",
                "orig",
                "originator",
                "destination",
            ],
            0.75,
        ),
        Pattern::key(keys!["wa id", "waid"], 0.85),
        // Channels of Asterisk: a line, or a number that is dialled over a trunk.
        Pattern::within("(?:PJSIP|SIP|IAX2|DAHDI|SCCP)/[+0-9]", 0.8, 0.85),
        Pattern::within("Executing \\[[+0-9]", 0.85, 0.9),
        // The caller in a record of calls, behind a name: `"""Ana Reyes"" <912345678>"`.
        Pattern::within("\"\" <[+0-9]", 0.85, 0.9),
        Pattern::regex(
            "(?i:mailbox|voicemail box|voicemail for|extension|answered by|picked up by|parked by|forwarded to|transferred to) [0-9]{3,5}",
            0.7,
            0.75,
        ),
        // A line in the settings of Asterisk: `callerid="Jane Roe" <4471>`
        Pattern::prefix("callerid ?=", 0.8, 0.85),
        // A number of the country, in a line about a call: `voicemail from 0613448092`
        Pattern::regex("(?:from|to|for|von|an|van|de|da|od) 0[1-9][0-9]{7,9}", 0.75, 0.8),
        // Links that open a conversation: `https://wa.me/4917612345678`
        Pattern::prefix(r"(?:wa\.me/|whatsapp\.com/send[/?]{1,2}phone=)\+?[1-9]", 0.93, 0.95),
        // Turkish puts it before its noun: `05449455880 numarasından ulaşabilirsiniz`
        Pattern::regex("0[2-5][0-9]{9} numara(?:sından|dan|sına|ya|lı telefon|sını)", 0.85, 0.9),
    ]),
    context: words![],
    check,
}];

/// Words about calls, and the bytes before a number in which they stand.
const CALLS: &WordList = &WordList::new(
    "call|calls|caller|callback|voicemail|mailbox|invite|ringing|dialed|dialled|dialing|sms|anruf|anrufer|appel|llamada|chiamata|\
     ligação|telefoontje|oproep|połączenie|hovor|samtal|opkald",
);
const NEAR: usize = 40;

/// Digits of a number with its country code (ITU-T E.164), and of an extension.
const ABROAD: std::ops::RangeInclusive<usize> = 10..=15;
const EXTENSION: std::ops::RangeInclusive<usize> = 3..=5;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => abroad(candidate).or_else(|| of_country(candidate)).filter(|_| is_of_calls(text, &candidate.range))?,
        1 => abroad(candidate)?,
        2 => {
            let place = digits_at(text, end - 1)?;
            let digits = text[place.clone()].trim_start_matches('+').len();
            let next = byte_at(text, place.end);
            let is_channel = || EXTENSION.contains(&digits) && is_unique(line::behind(text, place.end, 10));
            let is_line = || EXTENSION.contains(&digits) && matches!(next, Some(b',' | b'"' | b'@'));
            let is_dialled = || (6..=15).contains(&digits) && matches!(next, Some(b'@' | b',' | b'"' | b'-' | b')'));
            (is_channel() || is_line() || is_dialled()).then_some(place)?
        }
        3 => digits_at(text, end - 1).filter(|place| place.len() > 5 && byte_at(text, place.end) == Some(b'@'))?,
        4 => digits_at(text, end - 1).filter(|place| place.len() > 2 && byte_at(text, place.end) == Some(b'>'))?,
        6 => {
            let open = end + line::behind(text, end, 64).find('<')? + 1;
            digits_at(text, open).filter(|place| place.len() > 2 && byte_at(text, place.end) == Some(b'>'))?
        }
        7 => {
            let place = start + candidate.matched().rfind(' ')? + 1..end;
            let is_call = line::before(text, start, NEAR)
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| is_listed(word, CALLS));
            (is_call && is_value_edge(text, end)).then_some(place)?
        }
        9 => start..start + candidate.matched().find(' ')?,
        8 => digits_at(text, end - 1)
            .filter(|place| ABROAD.contains(&place.len()) && is_valid_abroad(&text[place.clone()]))?,
        _ => {
            let place = start + candidate.matched().rfind(' ')? + 1..end;
            let is_box = candidate.matched().get(..13).is_some_and(|word| word.eq_ignore_ascii_case("voicemail box"));
            (is_box || is_of_exchange(text, start)).then_some(place)?
        }
    };
    candidate.part(place)
}

/// The number of a country that the value is, which begins with a zero: `dst=0613448092`.
fn of_country(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Digits with the zero.
    const LEN: std::ops::RangeInclusive<usize> = 9..=11;
    let place = token(candidate, b"&,").filter(|_| candidate.form == Form::Pair)?;
    let found = candidate.field.text.get(place.clone())?.as_bytes();
    let is_number = matches!(found, [b'0', b'1'..=b'9', ..]) && found.iter().all(u8::is_ascii_digit);
    (is_number && LEN.contains(&found.len())).then_some(place)
}

/// The number with a country code that the value is.
fn abroad(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let is_data = is_closed(candidate) || candidate.form == Form::Pair;
    let place = token(candidate, b"&,")?;
    let found = candidate.field.text.get(place.clone())?;
    let is_number = ABROAD.contains(&found.len()) && found.bytes().all(|b| b.is_ascii_digit());
    (is_data && is_number && !is_time(found) && is_valid_abroad(found)).then_some(place)
}

/// Reports whether the digits are a time: seconds or milliseconds since 1970, or a date.
fn is_time(digits: &str) -> bool {
    let part = |range: Range<usize>| digits.get(range).and_then(|part| part.parse::<u32>().ok()).unwrap_or_default();
    let is_epoch = matches!(digits.len(), 10 | 13) && (14..20).contains(&part(0..2));
    let is_day = matches!(digits.len(), 10 | 12 | 14)
        && digits.starts_with("20")
        && (1..=12).contains(&part(4..6))
        && (1..=31).contains(&part(6..8));
    is_epoch || is_day
}

/// Reports whether the text around a value speaks of calls or messages.
fn is_of_calls(text: &str, value: &Range<usize>) -> bool {
    /// Bytes on either side.
    const NEAR: usize = 160;
    const WORDS: [&str; 21] = [
        "sms",
        "cdr",
        "call",
        "msisdn",
        "deliver_sm",
        "submit_sm",
        "whatsapp",
        "wa_id",
        "asterisk",
        "pjsip",
        "voip",
        "trunk",
        "pbx",
        "ivr",
        "dlr",
        "voice",
        "ringing",
        "hangup",
        "phone",
        "mms",
        "esme",
    ];
    let around = [line::before(text, value.start, NEAR), line::behind(text, value.end, NEAR)];
    around.into_iter().any(|part| {
        let part = part.to_ascii_lowercase();
        WORDS.iter().any(|word| part.contains(word))
    })
}

/// Reports whether a line of an exchange of telephones begins before `at`.
fn is_of_exchange(text: &str, at: usize) -> bool {
    /// Farthest beginning, in bytes.
    const FAR: usize = 120;
    const WORDS: [&str; 10] =
        ["app_voicemail", "pbx.c", "chan_", "asterisk", "app_dial", "[PBX]", "pbx:", "freeswitch", "mod_sofia", "3cx"];
    let head = window::before(text, at, FAR);
    WORDS.iter().any(|word| head.contains(word))
}

/// Reports whether the number of a channel follows, which tells it from others of its line: `-0000a1b2`.
fn is_unique(rest: &str) -> bool {
    let Some(number) = rest.strip_prefix('-') else { return false };
    let len = number.bytes().take_while(u8::is_ascii_hexdigit).count();
    matches!(len, 4 | 8)
}

/// The digits at `at`, perhaps behind a plus.
fn digits_at(text: &str, at: usize) -> Option<Range<usize>> {
    const LONGEST: usize = 16;
    let rest = line::behind(text, at, LONGEST + 1);
    let len = rest.bytes().enumerate().take_while(|(at, b)| b.is_ascii_digit() || *at == 0 && *b == b'+').count();
    ((1..=LONGEST).contains(&len) && is_value_edge(text, at + len)).then_some(at..at + len)
}
