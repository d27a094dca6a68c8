//! Payment card numbers: ISO/IEC 7812, the issuers' published ranges, Luhn.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, MaskKind, Shape, Surrogate, Validated, Validation};
use crate::recognizers::support::names::{LANGUAGES, names_of};
use crate::recognizers::support::neighbours::{byte_at, byte_before, naming_word, words_before};
use crate::recognizers::support::numerals::stands_alone;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn, text::line};

/// The groups behind the first four digits as cards print them: fours, with three behind them on long ones, or 6-5 and
/// 6-4 as on American Express and Diners Club.
macro_rules! printed {
    ($gap:expr) => {
        concat!("(?:(?:", $gap, "[0-9]{4}){3}(?:", $gap, "[0-9]{3})?|", $gap, "[0-9]{6}", $gap, "[0-9]{4,5})")
    };
}

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::FINANCIAL, Group::HIPAA],
    aliases: &["CREDIT_CARD_NUMBER", "CARD_NUMBER", "PAYMENT_CARD", "CC", "PAN"],
    validation: Validation::Checksum,
    languages: LANGUAGES,
    shapes: &[Shape::Digits(12, 19)],
    ..LabelInfo::new(
        "CREDIT_CARD",
        "A payment card number of 12 to 19 digits in a range of a known issuer.",
        "4111 1111 1111 1111",
        Handling { surrogate: Surrogate::Card, mask: MaskKind::LastFour, ..Handling::IDENTIFIER },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // As printed on the card.
        Pattern::regex(concat!("[2-6][0-9]{3}", printed!(r"[ \u{A0}]")), 0.95, 0.99),
        Pattern::regex(concat!("[2-6][0-9]{3}", printed!("-")), 0.95, 0.99),
        // Of random digits in these ranges every tenth passes Luhn, so a bare number needs context, unless it is as long
        // as most cards of its issuer: in texts there are few other numbers like that.
        Pattern::regex(r"[2-6][0-9]{11,18}", 0.4, 0.97),
        // Grouped as no card is.
        Pattern::regex(r"[2-6](?:[ \u{A0}-]?[0-9]){11,18}", 0.3, 0.9),
        Pattern::regex(r"[2-6][0-9]{13,18}", 0.6, 0.97),
        Pattern::regex(concat!("[2-6][0-9]{3}", printed!(r"\.")), 0.4, 0.97),
        Pattern::regex(concat!("[2-6][0-9]{3}", printed!(r"[/_]")), 0.3, 0.95),
        // The stripe of a card: `%B4111111111111111^ROE/JANE^2612…?`, `;4111111111111111=2612…?`.
        Pattern::regex(r"%B[2-6][0-9]{11,18}\^[ -\]_-~]{2,26}\^[0-9]{4}[ -\]_-~]{0,40}", 0.97, 0.99),
        Pattern::regex("[2-6][0-9]{11,18}=[0-9]{7,24}", 0.97, 0.99),
        // JCB's older numbers
        Pattern::regex("(?:1800|2131)[0-9]{11}", 0.4, 0.97),
        // Read aloud, with pauses: `4 1 1 1, 1 1 1 1, …`
        Pattern::regex("[2-6](?:,? ?[0-9]){11,18}", 0.15, 0.9),
        // National schemes: Uzcard, ArCa, Belkart, Troy, Humo.
        Pattern::regex("(?:8600|9051|9112|9792|9860)(?:[0-9]{12}|(?:[ -][0-9]{4}){3})", 0.4, 0.97),
    ]),
    context: Cow::Borrowed(names_of!("card_words.txt")),
    check,
}];

/// Patterns that are checked further.
const SPACED: usize = 0;
const GROUPED: usize = 3;
const BARE: usize = 4;
const SLASHED: usize = 6;
const STRIPES: std::ops::Range<usize> = 7..9;
/// Numbers that no network publishes as its own: older ones and test values.
const OLD: usize = 9;
const PAUSED: usize = 10;

/// Most words between a word for a card and a mistyped number as cards print it.
const BETWEEN: usize = 2;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, matched) = (candidate.field.text, candidate.matched());
    if STRIPES.contains(&candidate.pattern) {
        return stripe(candidate);
    }
    let mut digits = [0; 19];
    let mut len = 0;
    for b in matched.bytes().filter(u8::is_ascii_digit) {
        *digits.get_mut(len)? = b;
        len += 1;
    }
    let digits = digits.get(..len)?;
    if candidate.pattern == GROUPED && (matched.len() == len || is_printed(matched) || is_part(text, candidate)) {
        return None;
    }
    if candidate.pattern == PAUSED && !matched.contains(", ") {
        return None;
    }
    if !stands_alone(candidate) {
        return None;
    }
    if !is_issued(digits) {
        let is_told = matches!(candidate.pattern, BARE | OLD) && luhn(matched) && matches!(len, 15 | 16);
        return (is_told && is_behind_name(text, candidate.range.start, 0)).then(|| candidate.whole())?;
    }
    if !luhn(matched) {
        // Directly behind a word for a card it is a mistyped one.
        let is_grouped = candidate.pattern < GROUPED && matched.len() > len && !is_dump(text, candidate);
        let between = match candidate.pattern {
            BARE if is_usual(digits) => 0,
            _ if is_grouped => BETWEEN,
            _ => return None,
        };
        let is_told =
            is_behind_name(text, candidate.range.start, between) || is_before_details(text, candidate.range.end);
        let is_told = is_told && !is_other(candidate);
        let validated = Some(Validated::Failed);
        return is_told.then(|| Finding { range: candidate.range.clone(), sure: true, validated });
    }
    match candidate.pattern {
        SPACED if is_dump(text, candidate) => None,
        BARE if !is_usual(digits) || is_other(candidate) => None,
        // Nothing else is parted into four groups so and passes: `4111/1111/1111/1111`, `3782 8224 6310 005`.
        SLASHED if is_usual(digits) && !is_other(candidate) => surely(candidate),
        GROUPED if is_usual(digits) && is_in_fours(matched) && !is_other(candidate) => surely(candidate),
        _ => candidate.whole(),
    }
}

/// The whole match, without need of a word for a card near it.
fn surely(candidate: &Candidate<'_>) -> Option<Finding> {
    Some(Finding { range: candidate.range.clone(), sure: true, validated: None })
}

/// Reports whether a number of 15 digits stands in groups of four and three.
fn is_in_fours(number: &str) -> bool {
    number.split([' ', '-', '\u{A0}']).map(str::len).eq([4, 4, 4, 3])
}

/// Reports whether a word for a card stands before `at`, with at most `between` words, a sign and no other number between.
fn is_behind_name(text: &str, at: usize, between: usize) -> bool {
    const NAMES: &WordList = &WordList::new(
        "card|cards|credit|debit|karte|karten|bancomat|kortin|cardul|cárta|карткою|কার্ড|அட்டை|ካርድ|ကတ်|\
         kreditkarte|bankkarte|carte|cb|tarjeta|carta|cartão|cartao|kaart|pas|kort|kortet|bankkort|kortti|kartes|kortelė|\
         karta|karty|kartą|kartou|kártya|kártyám|bankkártya|kartica|kartice|карта|карты|карту|картой|картка|картки|картку|картою|картата|\
         картица|картице|κάρτα|κάρτας|kart|kartım|kartı|kartımın|כרטיס|הכרטיס|אשראי|بطاقة|البطاقة|بطاقتي|کارت|کارڈ|कार्ड|kartu|kad|thẻ|kadi",
    );
    /// Words in scripts without blanks.
    const JOINED: [&str; 6] = ["卡", "卡号", "卡號", "カード", "카드", "บัตร"];
    let is_name = |word: &str| is_listed(&word.to_lowercase(), NAMES) || JOINED.iter().any(|name| word.contains(name));
    words_before(text, at).take(between + 1).any(is_name)
}

/// Reports whether the expiry or the code of a card follows at `at`: `… exp 07/28`, `"number": "…", "cvc": "489"`.
fn is_before_details(text: &str, at: usize) -> bool {
    /// Farthest end of the word, in bytes.
    const FAR: usize = 32;
    const DETAILS: &WordList = &WordList::new(
        "exp|expiry|expires|expiring|expiration|cvv|cvv2|cvc|cvc2|csc|valid|gültig|ablaufdatum|caduca|vence|scadenza|validade|expire|geldig",
    );
    let near = line::behind(text, at, FAR).trim_start_matches([' ', ',', ';', '"', '\'', '(', '|', '/', '-']);
    let word = near.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    is_listed(&word.to_lowercase(), DETAILS)
}

/// The data of a card's stripe (ISO/IEC 7813), without the signs around them: number, name, expiry and the codes behind.
fn stripe(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let sign = usize::from(matched.starts_with('%'));
    let number = matched.trim_start_matches(['%', 'B']).split(['^', '=']).next()?;
    let end = matched.find('?').unwrap_or(matched.len());
    let is_card = is_issued(number.as_bytes()) && luhn(number);
    is_card.then(|| candidate.part(candidate.range.start + sign..candidate.range.start + end))?
}

/// Reports whether a number that is issued has the length of nearly all cards of its issuer, and begins like no others'
/// numbers.
fn is_usual(digits: &[u8]) -> bool {
    match digits {
        [b'3', b'4' | b'7', ..] => digits.len() == 15,
        [b'3', b'0' | b'6' | b'8' | b'9', ..] => digits.len() == 14,
        [b'6', b'2', ..] => matches!(digits.len(), 16 | 19),
        _ => digits.len() == 16,
    }
}

/// Nouns whose numbers are none of cards.
const OTHERS: &WordList = &WordList::new(
    "order|orders|invoice|ticket|case|build|version|block|blk|blocks|offset|index|line|row|page|seq|id|ids|ref|\
    commit|rev|tracking|shipment|parcel|serial|imei|isbn|ean|upc|gtin|sku|epoch|timestamp|ts|time|nonce|hash|trace|span|\
    seed|size|bytes|inode|key|uid|pid|txid|batch|lot|iccid|order_id|flow|flows|duration|elapsed|latency|ns|us|ms|nanos|\
    micros|millis|nsec|usec|msec|nanoseconds|microseconds|milliseconds|sequence|counter|length|len|position|pos|cursor|\
    generation|revision|tid|xid|cycles|rss|guid|fingerprint|checksum|crc",
);

/// Reports whether the text before a number gives it another meaning: a noun, a unit of time (`duration_ns`), or a sign of
/// block numbers (`blk_-4…`).
fn is_other(candidate: &Candidate<'_>) -> bool {
    let sign = byte_before(candidate.field.text, candidate.range.start);
    sign.is_some_and(|b| b"-_$\\".contains(&b)) || is_listed(naming_word(candidate, &candidate.range), OTHERS)
}

/// Reports whether one blank or dash away more digits stand.
fn is_part(text: &str, candidate: &Candidate<'_>) -> bool {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let joiner = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|b| matches!(b, b' ' | b'-'));
    let (start, end) = (candidate.range.start, candidate.range.end);
    joiner(start.checked_sub(1)) && digit(start.checked_sub(2)) || joiner(Some(end)) && digit(Some(end + 1))
}

/// Reports whether the groups of `number` are as cards print them.
fn is_printed(number: &str) -> bool {
    let (mut groups, mut at) = ([0; 6], 0);
    for (i, byte) in number.bytes().enumerate() {
        match byte.is_ascii_digit() {
            true => groups.get_mut(at).into_iter().for_each(|len| *len += 1),
            // A no-break blank is of two bytes.
            false => at += usize::from(number.as_bytes().get(i + 1).is_some_and(u8::is_ascii_digit)),
        }
    }
    matches!(groups, [4, 6, 4 | 5, 0, ..] | [4, 4, 4, 4, 0 | 3, 0])
}

/// Reports whether the groups around it are of four hex digits, too: a dump, or a table of code points.
fn is_dump(text: &str, candidate: &Candidate<'_>) -> bool {
    let is_blank = |beside: Option<u8>| beside.is_some_and(|b| b.is_ascii_whitespace());
    if !is_blank(byte_before(text, candidate.range.start)) && !is_blank(byte_at(text, candidate.range.end)) {
        return false;
    }
    let tail = text.get(candidate.range.end..).unwrap_or_default();
    let head = text.get(..candidate.range.start).unwrap_or_default();
    // Only bytes that four groups can reach are read.
    let near = head.as_bytes().iter().rev().take(16).take_while(|b| b.is_ascii()).count();
    let mut before = head.get(head.len() - near..).unwrap_or_default().split_ascii_whitespace().rev();
    let far = tail.as_bytes().iter().take(16).take_while(|b| b.is_ascii()).count();
    let mut after = tail.get(..far).unwrap_or_default().split_ascii_whitespace();
    let is_group = |group: Option<&str>| {
        group
            .map(|group| group.trim_end_matches(':'))
            .is_some_and(|group| (4..=8).contains(&group.len()) && group.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    // `DE89` before it is the head of an account number, `6AF2` on either side a neighbour of its kind; `id=7` and `x9y8`
    // are neither.
    let lettered = |group: Option<&str>| {
        group.map(str::as_bytes).is_some_and(|group| {
            let is_account = |b: &u8| b.is_ascii_digit() || b.is_ascii_uppercase();
            let is_kin = group.iter().all(is_account) || group.iter().all(u8::is_ascii_hexdigit);
            group.len() == 4
                && is_kin
                && group.iter().any(u8::is_ascii_alphabetic)
                && group.iter().any(u8::is_ascii_digit)
        })
    };
    let (nearest, next) = (before.next(), after.next());
    lettered(nearest)
        || lettered(next)
        || is_group(nearest) && (is_group(next) || is_group(before.next()))
        || is_group(next) && is_group(after.next())
}

/// Reports whether an issuer gives out numbers that begin like `digits` with so many digits.
///
/// Ranges as the networks publish them: Visa, Mastercard, American Express, Discover, Diners Club,
/// JCB, UnionPay, Maestro, Mir, RuPay, and of national schemes Uzcard, ArCa, Belkart, Troy and Humo.
pub(super) fn is_issued(digits: &[u8]) -> bool {
    let four = digits.iter().take(4).fold(0_u32, |number, b| number * 10 + u32::from(b - b'0'));
    let (two, three, len) = (four / 100, four / 10, digits.len());
    match two {
        22..=27 if (2221..=2720).contains(&four) => len == 16,
        22 if (2200..=2204).contains(&four) => (16..=19).contains(&len),
        30 if (300..=305).contains(&three) || three == 309 => (14..=19).contains(&len),
        35 if (3528..=3589).contains(&four) => (16..=19).contains(&len),
        34 | 37 => len == 15,
        36 | 38 | 39 => (14..=19).contains(&len),
        40..=49 => matches!(len, 13 | 16 | 19),
        51..=55 => len == 16,
        50 | 56..=59 | 63 | 67 | 69 | 61 | 66 | 68 => (12..=19).contains(&len),
        60 if four == 6011 => (16..=19).contains(&len),
        60 => (12..=19).contains(&len),
        62 => (16..=19).contains(&len),
        64 if (644..=649).contains(&three) => (16..=19).contains(&len),
        65 => (16..=19).contains(&len),
        86 | 90 | 91 | 97 | 98 => matches!(four, 8600 | 9051 | 9112 | 9792 | 9860) && len == 16,
        _ => false,
    }
}
