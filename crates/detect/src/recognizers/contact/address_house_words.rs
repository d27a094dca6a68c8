//! Postal addresses of South and Southeast Asia, by their words for houses, lanes and roads: before a number, `বাড়ি ৪৪, রোড ১২,
//! ধানমন্ডি, ঢাকা ১২০৯`, or behind a name, `எண் 44, காந்தி தெரு, சென்னை 600004`.

use std::borrow::Cow;

use super::address::INFO;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Words for houses, flats, plots and lanes, perhaps with a word for numbers, before a number.
        Pattern::within(
            concat!(
                "(?:मकान|वार्ड|ওয়ার্ড|वॉर्ड|फ्लैट|फ़्लैट|प्लॉट|घर|गली|फ्लॅट|বাড়ি|বাড়ি|বাসা|রোড|সড়ক|সড়ক|ফ্ল্যাট|হোল্ডিং|হাউস|ఇంటి|డోర్|ఫ్లాట్|ప్లాట్|ಮನೆ|ಫ್ಲಾಟ್|",
                "મકાન|ઘર|ફ્લેટ|પ્લોટ|બ્લોક|ਮਕਾਨ|ਘਰ|ਗਲੀ|ਫਲੈਟ|വീട്ടു|വീട്|ഫ്ലാറ്റ്|கதவு|வீட்டு|مکان|گلی|فلیٹ|پلاٹ|ہاؤس|ផ្ទះ|ផ្លូវ) ?",
                "(?:নং|নম্বর|नं|नंबर|नम्बर|संख्या|क्र|నెం|నం|నంబర్|ನಂ|ಸಂಖ್ಯೆ|નં|નંબર|ਨੰ|ਨੰਬਰ|നമ്പർ|നം|எண்|نمبر|លេខ)?[ .:#-]{0,3}",
                "[0-9०-९০-৯੦-੯૦-૯௦-௯౦-౯೦-೯൦-൯۰-۹០-៩]"
            ),
            0.85,
            0.95,
        ),
        // Words for roads, behind their names and before a comma.
        Pattern::within("(?:தெரு|சாலை|வீதி|පාර|මාවත|လမ်း)[,၊]", 0.85, 0.95),
    ]),
    context: words![],
    check,
}];

/// Most bytes of an address on each side of its word.
const NEAR: usize = 240;
/// Commas between the parts of an address.
const COMMAS: [char; 3] = [',', '،', '၊'];
/// Signs that stand in no address.
const ENDS: [char; 15] = ['।', '۔', '॥', '။', ':', '?', '!', ';', '"', '\t', '|', '{', '}', '(', ')'];
/// The number of them that part an address from what stands before it.
const BEFORE: usize = 13;
/// Most digits of a part; telephones have more.
const DIGITS: usize = 7;
/// Most words of a part without a number.
const WORDS: usize = 3;

/// The parts around the word of the match, if they are enough and have numbers.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest and most parts.
    const PARTS: [usize; 2] = [3, 8];
    let (text, range) = (candidate.field.text, &candidate.range);
    let start = beginning(line::before(text, range.start, NEAR), candidate.pattern == 1);
    let first = range.start - start;
    let near = line::behind(text, first, 2 * NEAR);
    let cut = near.find(ENDS).unwrap_or(near.len());
    // Before a colon the name of something else stands.
    let is_named = near[cut..].starts_with(':');
    let near = &near[..near[..cut].rfind(COMMAS).filter(|_| is_named).unwrap_or(cut)];
    // The number fills its part, or counts something: `घर 4 कमरे`.
    let number = text[range.end..].trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/'));
    let is_house = candidate.pattern == 1 || number.starts_with(COMMAS) || number.starts_with(' ') && is_short(number);
    if !is_house {
        return None;
    }
    let (mut len, mut at, mut parts) = (0, 0, 0);
    let (mut has_number, mut has_name) = (false, false);
    for part in near.split(COMMAS).take(PARTS[1]) {
        let bare = part.trim();
        let is_numbered = bare.contains(char::is_numeric);
        if digits(bare) > DIGITS {
            break;
        }
        let is_inner = at + part.len() < near.len();
        // Behind the last part a sentence goes on.
        let taken = match bare.split(' ').count() {
            words if words <= 2 * WORDS && is_numbered && is_inner || words <= WORDS && !is_numbered => bare.len(),
            _ if is_numbered => bare.rfind(char::is_numeric).map_or(0, |digit| digit + char_len(bare, digit)),
            _ => bare.find(' ').unwrap_or(bare.len()),
        };
        if taken == 0 {
            break;
        }
        len = at + (part.len() - part.trim_start().len()) + taken;
        // The number of the house stands before the road or beside it, unless a postcode stands behind.
        has_number |= is_numbered && (parts < 2 || digits(bare) > 3);
        has_name |= !is_numbered || digits(bare) > 3;
        parts += 1;
        if taken < bare.len() || !is_inner {
            break;
        }
        at += part.len() + char_len(near, at + part.len());
    }
    (parts >= PARTS[0] && has_number && has_name && len > start).then(|| candidate.part(first..first + len))?
}

/// The length of the end of `head` that belongs to the address behind it: the name before a road if the word for it is `named`,
/// and parts before that which have a number.
fn beginning(head: &str, named: bool) -> usize {
    let head = &head[head.rfind(&ENDS[..BEFORE]).map_or(0, |sign| sign + char_len(head, sign))..];
    let mut parts = head.rsplit(COMMAS);
    let own = parts.next().unwrap_or_default();
    let own = own.trim_start();
    let mut len = match named {
        true if own.split(' ').count() <= WORDS => own.len(),
        true => own.trim_end().rfind(' ').map_or(own.len(), |blank| own.len() - blank - 1),
        false => 0,
    };
    if len < own.len() {
        return len;
    }
    let mut from = head.len() - own.len();
    for part in parts {
        let bare = part.trim_start();
        let is_part = (1..=DIGITS).contains(&digits(bare)) && bare.split(' ').count() <= WORDS;
        if !is_part {
            break;
        }
        let end = head[..from].rfind(COMMAS).unwrap_or(0);
        from = end - bare.len();
        len = head.len() - from;
    }
    len
}

/// Reports whether a letter or two stand between the blank that begins `rest` and a comma, as in `4 B,`.
fn is_short(rest: &str) -> bool {
    rest.find(COMMAS).is_some_and(|len| rest[..len].trim().chars().count() <= 2)
}

/// The number of digits in `part`.
fn digits(part: &str) -> usize {
    part.chars().filter(|c| c.is_numeric()).count()
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}
