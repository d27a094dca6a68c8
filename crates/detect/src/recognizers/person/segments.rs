//! Dates of birth, addresses, numbers and names in segments of messages whose standard says where they stand: HL7 between
//! hospitals, X12 between insurers in America, EDIFACT between firms.

use std::{borrow::Cow, ops::Range};

use super::{
    birth,
    introduced_name::INFO as PERSON,
    name_records::{is_name, nth, quoted_line},
};
use crate::recognizers::contact::{address::INFO as ADDRESS, phone::INFO as PHONE};
use crate::recognizers::health::records::RECORD_INFO;
use crate::recognizers::identity::generic::labels::PASSPORT_NUMBER_INFO;
use crate::recognizers::identity::record_numbers::{ACCOUNT_INFO as ACCOUNT, ID_NUMBER_INFO};
use crate::recognizers::identity::us_zip::INFO as ZIP;
use crate::recognizers::support::numerals::is_date;
use crate::text::{escape_before, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Fields of segments: the sign between them, and the number of the field behind the segment's tag.
type Places = [(char, usize)];

/// The rule of a label whose entities are fields of segments: the tag of the segment, the sign between its fields, and the
/// number of the field behind the tag.
macro_rules! fields {
    ($info:expr, $check:expr, [$(($tag:literal, $sign:literal, $number:literal)),* $(,)?] $(,)?) => {
        Rule {
            info: $info,
            patterns: Cow::Borrowed(&[$(segment($tag)),*]),
            context: words![],
            check: |candidate| $check(candidate, &[$(($sign, $number)),*]),
        }
    };
}

pub(super) const RULES: &[Rule] = &[
    fields!(PERSON, person, [("NM1[*]", '*', 2), ("NM1[*]", '*', 3), ("NAD[+]", '+', 3), ("NM1[*]", '*', 4)]),
    fields!(
        birth::INFO,
        |candidate, places| found(candidate, places, is_compact_date),
        [("PID[|]", '|', 6), ("NK1[|]", '|', 15), ("IN1[|]", '|', 17), ("DMG[*]", '*', 1)],
    ),
    // Street, city and postcode are components of a field in HL7, and fields or segments elsewhere.
    fields!(
        ADDRESS,
        |candidate, places| whole(candidate, places, is_address),
        [
            ("PID[|]", '|', 10),
            ("NK1[|]", '|', 3),
            ("GT1[|]", '|', 4),
            ("IN1[|]", '|', 18),
            ("N3[*]", '*', 0),
            ("N3[*]", '*', 1),
            ("N4[*]", '*', 0),
            ("NAD[+]", '+', 4),
        ],
    ),
    // The postcode of EDIFACT, and of X12.
    fields!(ADDRESS, number, [("NAD[+]", '+', 7)]),
    fields!(ZIP, number, [("N4[*]", '*', 2)]),
    // The address of a card, from its first component to its last: `ADR;TYPE=home:;;12 Elm Street;Springfield;IL;62701;`
    Rule {
        info: ADDRESS,
        patterns: Cow::Borrowed(&[segment("(?:item[0-9]{1,2}[.])?ADR[;:]")]),
        context: words![],
        check: |candidate| candidate.part(of_card(candidate)?),
    },
    fields!(
        PHONE,
        phone,
        [
            ("PID[|]", '|', 12),
            ("PID[|]", '|', 13),
            ("NK1[|]", '|', 4),
            ("NK1[|]", '|', 5),
            ("GT1[|]", '|', 5),
            ("COM[+]", '+', 0),
            ("GT1[|]", '|', 6),
            ("IN1[|]", '|', 6),
            ("PER[*]", '*', 3),
            ("PER[*]", '*', 5),
            ("PER[*]", '*', 7),
        ],
    ),
    fields!(
        RECORD_INFO,
        number,
        [
            ("PID[|]", '|', 1),
            ("PID[|]", '|', 2),
            ("PID[|]", '|', 17),
            ("NM1[*]", '*', 8),
            // Identifiers of other systems, social security and driver's licence of the patient.
            ("PID[|]", '|', 3),
            ("PID[|]", '|', 18),
            ("PID[|]", '|', 19),
            // Those of who pays and of next of kin, groups and policies of the insured.
            ("GT1[|]", '|', 11),
            ("NK1[|]", '|', 32),
            ("IN1[|]", '|', 7),
            ("IN1[|]", '|', 35),
            ("IN1[|]", '|', 48),
            ("IN2[|]", '|', 1),
            ("PV1[|]", '|', 18),
            // Numbers of doctors: who attends, refers, is consulted and admits, who orders, and who watches results.
            ("PV1[|]", '|', 6),
            ("PV1[|]", '|', 7),
            ("PV1[|]", '|', 8),
            ("PV1[|]", '|', 16),
            ("PD1[|]", '|', 3),
            ("ORC[|]", '|', 9),
            ("ORC[|]", '|', 11),
            ("OBR[|]", '|', 15),
            ("OBR[|]", '|', 27),
            ("OBX[|]", '|', 15),
            ("SBR[*]", '*', 2),
            // The patient's account with who claims.
            ("CLM[*]", '*', 0),
        ],
    ),
    // Lists of passengers (PAXLST): the day of birth, the reservation and the document of each.
    fields!(birth::INFO, |candidate, places| found(candidate, places, is_birth), [("DTM[+]329:", '+', 0)]),
    fields!(ID_NUMBER_INFO, |candidate, places| found(candidate, places, is_locator), [("RFF[+]AVF:", '+', 0)]),
    fields!(
        PASSPORT_NUMBER_INFO,
        |candidate, places| found(candidate, places, is_document),
        [("DOC[+](?:P|PP|PT|PS|PD|I|ID|IN|IP|A|C|AC)(?::[0-9]{0,3}){0,2}[+]", '+', 0)],
    ),
    // Further identifiers of a patient, and numbers of telephones in parts: `…~K220182113^^^GKV^HC`, `^PRN^PH^^^0431^8418042`.
    Rule {
        info: RECORD_INFO,
        patterns: Cow::Borrowed(&[statement("~[0-9A-Z][0-9A-Z-]{3,23}\\^\\^\\^[0-9A-Z]")]),
        context: words![],
        check: |candidate| {
            let Range { start, end } = candidate.range;
            let number = candidate.matched().trim_start_matches('~').split('^').next()?;
            let place = start + 1..start + 1 + number.len();
            (is_of_patient(candidate.field.text, start) && is_number(number) && end > place.end)
                .then(|| candidate.part(place))?
        },
    },
    Rule {
        info: PHONE,
        patterns: Cow::Borrowed(&[statement("\\^(?:PRN|WPN|ORN|EMR|NET)\\^(?:PH|CP|FX)\\^")]),
        context: words![],
        check: |candidate| {
            let text = candidate.field.text;
            let rest = line::behind(text, candidate.range.end, 64);
            let parts =
                &rest[..rest.find(|c: char| !(c.is_ascii_digit() || c == '^' || c == '+')).unwrap_or(rest.len())];
            let number = parts.trim_matches('^');
            let digits = number.bytes().filter(u8::is_ascii_digit).count();
            let start = candidate.range.end + (parts.len() - parts.trim_start_matches('^').len());
            ((7..=15).contains(&digits) && line::before(text, start, 512).contains('|'))
                .then(|| candidate.part(start..start + number.len()))?
        },
    },
    // References of X12, whose qualifier says to whom they belong.
    Rule {
        info: RECORD_INFO,
        patterns: Cow::Borrowed(&[segment("REF[*]")]),
        context: words![],
        check: |candidate| {
            const KINDS: [&str; 16] =
                ["SY", "EI", "TJ", "1W", "0F", "1L", "IG", "EA", "23", "3H", "0B", "1C", "1D", "HJ", "D9", "F8"];
            let kind = field(candidate, '*', 0, false).and_then(|place| candidate.field.text.get(place))?;
            KINDS.contains(&kind).then(|| found(candidate, &[('*', 1)], is_number))?
        },
    },
    // Statements of accounts (MT940): the account, and in the subfields of a turnover the bank, the account and the name of the
    // other side.
    Rule {
        info: ACCOUNT,
        patterns: Cow::Borrowed(&[statement(":25P?:[0-9A-Z]"), statement("\\?30[0-9A-Z]"), statement("\\?31[0-9A-Z]")]),
        context: words![],
        check: |candidate| {
            let place = subfield(candidate, 1)?;
            let found = candidate.field.text.get(place.clone())?;
            let is_code = found.len() >= 8
                && found.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || b"/ \r\n".contains(&b));
            // The currency may stand behind the account.
            is_code.then(|| candidate.part(place))?
        },
    },
    // Names and banks behind code words, as banks of the Netherlands write turnovers (MT940): `/IBAN/…/BIC/…/NAME/J ROE/REMI/…`.
    Rule {
        info: PERSON,
        patterns: Cow::Borrowed(&[statement("/NAME/[A-Z]")]),
        context: words![],
        check: |candidate| {
            let place = code_word(candidate)?;
            let found = candidate.field.text.get(place.clone())?;
            // Titles of the Netherlands stand before it.
            let name = ["MEVR ", "MEVROUW ", "DHR ", "HR ", "MW "].iter().find_map(|title| found.strip_prefix(title));
            is_name(name.unwrap_or(found)).then(|| candidate.part(place))?
        },
    },
    // Who entered an event in a hospital, and former names of a patient behind the first one.
    Rule {
        info: PERSON,
        patterns: Cow::Borrowed(&[statement("~[A-Z][A-Za-z]"), segment("EVN[|]")]),
        context: words![],
        check: |candidate| {
            let (text, start) = (candidate.field.text, candidate.range.start);
            let begin = match candidate.pattern {
                0 => is_of_patient(text, start).then_some(start + 1)?,
                // Behind the number of who did it.
                _ => {
                    let operator = field(candidate, '|', 4, true)?;
                    operator.start + text[operator].find('^')? + 1
                }
            };
            let rest = line::behind(text, begin, 96);
            let name = &rest[..rest.find(['|', '~', '\r']).unwrap_or(rest.len())];
            let mut parts = name.split('^');
            let (last, first) = (parts.next()?, parts.next()?);
            let place = begin..begin + last.len() + 1 + first.len();
            (is_name(last) && is_name(first)).then(|| candidate.part(place))?
        },
    },
    // Customers of transfers (MT103), whose names stand on the line behind their account.
    Rule {
        info: PERSON,
        patterns: Cow::Borrowed(&[Pattern::within(":5(?:0[AFK]?|9[AF]?):[/A-Z0-9]", 0.85, 0.9)]),
        context: words![],
        check: |candidate| candidate.part(customer(candidate.field.text, &candidate.range)?),
    },
    Rule {
        info: ADDRESS,
        patterns: Cow::Borrowed(&[Pattern::within(":5(?:0[AFK]?|9[AF]?):[/A-Z0-9]", 0.85, 0.9)]),
        context: words![],
        check: |candidate| candidate.part(address_of_customer(candidate.field.text, &candidate.range)?),
    },
    Rule {
        info: PERSON,
        patterns: Cow::Borrowed(&[statement("\\?32")]),
        context: words![],
        check: |candidate| {
            let place = subfield(candidate, 0)?;
            // The name may go on below, since lines of turnovers are short.
            let found = candidate.field.text.get(place.start + 2..place.end)?.replace(['\r', '\n'], "");
            // The surname may stand first: `ROE, JANE`.
            let is_person =
                is_name(&found) || found.split_once(", ").is_some_and(|(last, first)| is_name(last) && is_name(first));
            is_person.then(|| candidate.part(place))?
        },
    },
];

/// A name, of X12 one that is said to be a person's and no firm's.
fn person(candidate: &Candidate<'_>, places: &Places) -> Option<Finding> {
    let (sign, _) = *places.get(candidate.pattern)?;
    let kind = || field(candidate, '*', 1, false).and_then(|place| candidate.field.text.get(place));
    (sign != '*' || kind() == Some("1")).then(|| found(candidate, places, is_name))?
}

/// A telephone number, of X12 behind the kind of what it reaches.
fn phone(candidate: &Candidate<'_>, places: &Places) -> Option<Finding> {
    const KINDS: [&str; 8] = ["TE", "HP", "WP", "CP", "AP", "FX", "NP", "BN"];
    let (sign, number) = *places.get(candidate.pattern)?;
    let is_told = || {
        let kind = field(candidate, '*', number - 1, false).and_then(|place| candidate.field.text.get(place));
        kind.is_some_and(|kind| KINDS.contains(&kind))
    };
    (sign != '*' || is_told()).then(|| found(candidate, places, is_phone))?
}

fn number(candidate: &Candidate<'_>, places: &Places) -> Option<Finding> {
    found(candidate, places, is_number)
}

const fn statement(regex: &'static str) -> Pattern {
    Pattern::within(regex, 0.85, 0.9)
}

/// The content behind the code word that `candidate` ends behind, up to the next one, in a turnover with other such words.
fn code_word(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest content, and farthest other word, in bytes.
    const LONGEST: usize = 80;
    const FAR: usize = 240;
    const WORDS: [&str; 5] = ["/IBAN/", "/BIC/", "/REMI/", "/TRTP/", "/EREF/"];
    let (text, start) = (candidate.field.text, candidate.range.end - 1);
    let rest = window::behind(text, start, LONGEST);
    let len = rest.find('/').or_else(|| rest.find(['\r', '\n']))?;
    let around = [window::before(text, start, FAR), window::behind(text, start + len, FAR)];
    let is_turnover = around.into_iter().any(|part| WORDS.iter().any(|word| part.contains(word)));
    is_turnover.then_some(start..start + rest[..len].trim_end().len())
}

/// The place of the subfield of a statement whose content begins `taken` bytes before the end of the match: up to the sign of
/// the next one. The number of a subfield belongs to its find, since nothing parts the two. A subfield of a turnover stands behind its tag, `:86:`, and others.
fn subfield(candidate: &Candidate<'_>, taken: usize) -> Option<Range<usize>> {
    /// Farthest tag, and longest content, in bytes.
    const FAR: usize = 480;
    const LONGEST: usize = 64;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = window::before(text, start, FAR);
    let is_told = match candidate.matched().starts_with(':') {
        true => head.is_empty() || head.ends_with(['\n', '\r', '\u{b}', '"']) || escape_before(text, start).is_some(),
        false => head.rfind(":86:").is_some_and(|tag| head[tag..].contains('?')),
    };
    /// Digits of the number of a subfield.
    const NUMBER: usize = 2;
    let behind = end - taken;
    let from = if candidate.matched().starts_with('?') { behind - NUMBER } else { behind };
    let rest = line::before_escaped_end(window::behind(text, from, LONGEST));
    let len = rest.find(['?', '"']).unwrap_or(rest.len());
    // A line of a turnover may end within a subfield, but not within a tag.
    let is_last = |at: usize| rest[at + 1..].starts_with([':', '-', '\n', '\r']) || at + 1 == rest.len();
    let goes_on = candidate.matched().starts_with('?');
    let len = rest[..len].match_indices('\n').map(|(at, _)| at).find(|at| !goes_on || is_last(*at)).unwrap_or(len);
    let found = rest[..len].trim_end();
    (is_told && found.len() > NUMBER).then_some(from..from + found.len())
}

/// The name of the customer whose field begins with the match at `range`: the line behind the account, or the first one.
fn customer(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Longest line of the field, in bytes.
    const LONGEST: usize = 40;
    line::begins(text, range.start).then_some(())?;
    let first = line::whole_behind(text, range.end - 1, LONGEST)?;
    let skipped = match first.starts_with('/') {
        true => text[range.end - 1 + first.len()..].find('\n')? + first.len() + 1,
        false => 0,
    };
    let start = range.end - 1 + skipped;
    let name = line::whole_behind(text, start, LONGEST)?;
    let found = name.strip_prefix("1/").unwrap_or(name).trim_end();
    let start = start + name.len() - name.strip_prefix("1/").unwrap_or(name).len();
    (found.contains(' ') && is_name(found)).then(|| start..start + found.len())
}

/// The address of the customer whose field begins with the match at `range`: the lines behind the name, up to the next tag.
fn address_of_customer(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Most lines, and the longest, in bytes.
    const MOST: usize = 3;
    const LONGEST: usize = 40;
    let name = customer(text, range)?;
    let start = name.end + text.get(name.end..)?.find('\n')? + 1;
    let (mut end, mut at) = (start, start);
    for _ in 0..MOST {
        let found = line::whole_behind(text, at, LONGEST).unwrap_or_default().trim_end();
        if found.is_empty() || found.starts_with([':', '-', '}', '{']) {
            break;
        }
        end = at + found.len();
        let Some(next) = text.get(end..).and_then(|rest| rest.find('\n')) else { break };
        at = end + next + 1;
    }
    let found = text.get(start..end)?;
    let has_both = found.bytes().any(|b| b.is_ascii_digit()) && found.chars().filter(|c| c.is_alphabetic()).count() > 2;
    has_both.then_some(start..end)
}

/// Reports whether a segment about a patient or next of kin begins before `at`, on its line.
fn is_of_patient(text: &str, at: usize) -> bool {
    const SEGMENTS: [&str; 4] = ["PID|", "NK1|", "GT1|", "IN1|"];
    let head = line::before(text, at, 512);
    SEGMENTS.iter().any(|segment| head.contains(segment))
}

/// The address in the card's line that `candidate` begins, without empty components at its ends.
fn of_card(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Fewest signs between components.
    const SIGNS: usize = 4;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let begins = line::begins(text, start) || escape_before(text, start).is_some();
    let rest = line::before_escaped_end(line::behind(text, end - 1, 1024));
    // A parameter may be quoted, with a colon in it: `ADR;LABEL="…":;;…`
    let mut quoted = false;
    let colon = rest.bytes().position(|b| {
        quoted ^= b == b'"';
        b == b':' && !quoted
    })?;
    let value = rest.get(colon + 1..)?;
    let found = value.trim_end_matches([';', ' ']);
    let trimmed = found.trim_start_matches([';', ' ']);
    let from = end - 1 + colon + 1 + (found.len() - trimmed.len());
    let is_address = value.matches(';').count() >= SIGNS && trimmed.chars().filter(|c| c.is_alphabetic()).count() > 2;
    (begins && is_address).then_some(from..from + trimmed.len())
}

const fn segment(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.9)
}

/// The finding of the first component of a field.
fn found(candidate: &Candidate<'_>, places: &Places, fits: fn(&str) -> bool) -> Option<Finding> {
    part(candidate, places, false, fits)
}

/// The finding of a field with all components.
fn whole(candidate: &Candidate<'_>, places: &Places, fits: fn(&str) -> bool) -> Option<Finding> {
    part(candidate, places, true, fits)
}

/// The finding of the field that `places` gives for the candidate's pattern, by the sign between fields and its number from
/// 0, if it is what `fits` says.
fn part(candidate: &Candidate<'_>, places: &Places, is_whole: bool, fits: fn(&str) -> bool) -> Option<Finding> {
    let (sign, number) = *places.get(candidate.pattern)?;
    let place = field(candidate, sign, number, is_whole)?;
    fits(candidate.field.text.get(place.clone())?).then(|| candidate.part(place))?
}

/// Reports whether a segment of HL7 stands within the line of a log, behind a message: `received PID|1||…`. Its name begins at
/// `start`, its fields at `end`.
pub(super) fn is_logged(text: &str, start: usize, end: usize) -> bool {
    /// Bytes that are looked at before and behind the name.
    const NEAR: usize = 64;
    /// Most bars that a line of another kind has behind a word that is the name of a segment, too.
    const MOST_CELLS: usize = 3;
    let before = line::before(text, start, NEAR);
    let is_apart = before.ends_with([' ', '=', ':', '>', '\t']) && !before.contains('|');
    is_apart && line::behind(text, end, NEAR).matches('|').count() > MOST_CELLS
}

/// The place of a field: all of it, or its first component.
fn field(candidate: &Candidate<'_>, sign: char, number: usize, is_whole: bool) -> Option<Range<usize>> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = text.get(..start)?;
    let is_first = head.is_empty() || head.ends_with(['\n', '\r', '\u{b}', '"', '~', '\'']);
    let begins = is_first || escape_before(text, start).is_some() || sign == '|' && is_logged(text, start, end);
    let line = begins.then(|| quoted_line(text, end))?;
    // Segments of X12 and EDIFACT end in a sign, and may all stand on one line.
    let end = text.get(line.clone())?.find(['~', '\'']).filter(|_| sign != '|');
    let line = line.start..end.map_or(line.end, |len| line.start + len);
    let place = nth(text.get(line.clone())?, line.start, sign, number)?;
    let place = nth(text.get(place.clone())?, place.start, '~', 0)?;
    match sign {
        '|' if !is_whole => nth(text.get(place.clone())?, place.start, '^', 0),
        '+' => nth(text.get(place.clone())?, place.start, ':', 0),
        _ => Some(place),
    }
}

fn is_compact_date(found: &str) -> bool {
    let part = |range: Range<usize>| found.get(range).and_then(|part| part.parse::<u32>().ok());
    let date = (part(0..4), part(4..6), part(6..8));
    let is_digits = found.bytes().all(|b| b.is_ascii_digit()) && matches!(found.len(), 8 | 12 | 14);
    let (Some(year), Some(month), Some(day)) = date else { return false };
    is_digits && (1850..=2099).contains(&year) && is_date(year, month, day)
}

/// Reports whether a field holds an address: letters, and in HL7 several components.
fn is_address(found: &str) -> bool {
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    let stands = |c: char| c.is_alphanumeric() || " .,'-/#^&".contains(c);
    letters > 2 && found.chars().all(stands) && (found.contains('^') || !found.contains('&'))
}

/// Reports whether a field is a date of two digits for the year or of four.
fn is_birth(found: &str) -> bool {
    is_compact_date(found) || found.len() == 6 && is_compact_date(&["19", found].concat())
}

/// Reports whether a field is the record locator of a reservation.
fn is_locator(found: &str) -> bool {
    (5..=8).contains(&found.len()) && found.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

/// Reports whether a field is the number of a passport or an identity card.
fn is_document(found: &str) -> bool {
    is_number(found) && found.len() > 4 && found.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn is_phone(found: &str) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    (7..=15).contains(&digits) && found.bytes().all(|b| b.is_ascii_digit() || b" ()+-./".contains(&b))
}

fn is_number(found: &str) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    digits > 2 && found.len() <= 32 && found.bytes().all(|b| b.is_ascii_alphanumeric() || b" -./".contains(&b))
}
