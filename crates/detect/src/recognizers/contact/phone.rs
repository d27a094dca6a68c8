//! Telephone numbers of every region, by libphonenumber's metadata.
//!
//! With `+` or `00` any region will do. National forms must be grouped as their region groups them,
//! or stand in context: digits alone are numbers of anything.

use std::{borrow::Cow, ops::Range};

use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumber, Region};

use crate::recognizers::contact::phone_context::CONTEXT;
use crate::recognizers::contact::phone_lookalikes::is_quantity;
use crate::recognizers::contact::phone_owners::stands_with_name;
use crate::recognizers::contact::phone_shapes::{TRUNK, UNPREFIXED, regions_of};
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::names::LANGUAGES;
use crate::recognizers::support::neighbours::{byte_at, byte_before, continues, has_neighbouring_group};
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Surrogate, Validation},
    text::{escape_before, is_value_edge, line},
};

pub(super) const RULES: &[Rule] = &[Rule { info: INFO, patterns: Cow::Borrowed(PATTERNS), context: CONTEXT, check }];

/// The facts about the label. National numbers in context have it, too.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::CONTACT, Group::HIPAA],
    aliases: &["PHONE", "TELEPHONE", "TELEPHONE_NUMBER", "MOBILE_NUMBER", "FAX_NUMBER"],
    validation: Validation::Structure,
    languages: LANGUAGES,
    ..LabelInfo::new(
        "PHONE_NUMBER",
        "A telephone number, international or national, with extension.",
        "+1 202-555-0143",
        Handling { surrogate: Surrogate::Phone, ..Handling::IDENTIFIER },
    )
};

/// Blanks, dots, dashes, slashes and brackets, no-break blanks and typographic dashes among them.
macro_rules! gap {
    () => {
        r"[ .()/\u{A0}\u{2000}-\u{2015}\u{202F}-]"
    };
}

const INTERNATIONAL: usize = 0;
const PREFIXED: usize = 1;
const PREFIXED_BARE: usize = 2;
const AMERICAN: Range<usize> = 3..6;
const AMERICAN_BARE: usize = 6;
const LOCAL: usize = 7;
const NATIONAL: usize = 8;
const NATIONAL_BARE: usize = 9;
const BRACKETED: usize = 10;
const EIGHT: usize = 11;
const GROUPED: usize = 12;
const CHINESE: usize = 13;
const GROUPED_SURELY: usize = 14;
const POSSIBLE_ABROAD: usize = 15;
const POSSIBLE_PREFIXED: usize = 16;
const POSSIBLE_AMERICAN: Range<usize> = 17..19;
const POSSIBLE_NATIONAL: usize = 19;

const PATTERNS: &[Pattern] = &[
    // +49 30 123456, +1 (202) 555-0143
    Pattern::regex(concat!(r"\+\(?[0-9](?:", gap!(), "{0,3}[0-9]){6,16}"), 0.95, 0.98),
    // 0049 30 123456, and without separators
    Pattern::regex(concat!("00 ?[1-9](?:", gap!(), "{0,2}[0-9]){7,14}"), 0.6, 0.95),
    Pattern::regex("00[1-9][0-9]{8,13}", 0.3, 0.9),
    // (202) 555-0143, 202-555-0143, 202 555 0143, 2025550143
    Pattern::regex(r"(?:1[ .-])?\([2-9][0-9]{2}\)[ .-]?[0-9]{3}[ .-]?[0-9]{4}", 0.95, 0.98),
    Pattern::regex(r"(?:1[ .-])?[2-9][0-9]{2}[.-][0-9]{3}[.-][0-9]{4}", 0.85, 0.97),
    Pattern::regex(r"(?:1[ -])?[2-9][0-9]{2}[ -][2-9][0-9]{2}[ -][0-9]{4}", 0.6, 0.95),
    Pattern::regex("1?[2-9][0-9]{2}[2-9][0-9]{6}", 0.15, 0.9),
    // 555-0143
    Pattern::regex("[2-9][0-9]{2}-[0-9]{4}", 0.15, 0.6),
    // 030 1234567, (020) 7946 0123, 06.12.34.56.78
    Pattern::regex(concat!(r"\(?0[1-9][0-9]{0,4}(?:", gap!(), "{1,3}[0-9]{2,8}){1,4}"), 0.7, 0.97),
    Pattern::regex("0[1-9][0-9]{7,9}", 0.15, 0.9),
    // (11) 91234-5678, 8 (495) 123-45-67
    Pattern::regex(r"\([1-9][0-9]\) ?9?[0-9]{4}-[0-9]{4}", 0.75, 0.97),
    Pattern::regex(r"8 ?(?:\([0-9]{3}\) ?|[ -]?[79][0-9]{2}[ -])[0-9]{3}[ -][0-9]{2}[ -]?[0-9]{2}", 0.8, 0.97),
    // 612 34 56 78, 98765 43210
    Pattern::regex("[1-9][0-9]{1,4}(?:[ .-][0-9]{2,5}){1,4}", 0.3, 0.8),
    // 138 1234 5678
    Pattern::regex("1[3-9][0-9](?:[ -][0-9]{4}){2}", 0.7, 0.97),
    // 612 34 56 78, 11 91234-5678
    Pattern::regex("[6-9][0-9]{2}(?: [0-9]{2}){3}|[1-9][0-9] 9[0-9]{4}-[0-9]{4}", 0.65, 0.95),
    // Numbers of these shapes that the number plan does not know: plans change, and people invent numbers.
    Pattern::regex(concat!(r"\+\(?[0-9](?:", gap!(), "{0,3}[0-9]){6,16}"), 0.65, 0.92),
    Pattern::regex(concat!("00 ?[1-9](?:", gap!(), "{0,2}[0-9]){7,14}"), 0.52, 0.9),
    Pattern::regex(r"(?:1[ .-])?\([0-9]{3}\)[ .-]?[0-9]{3}[ .-]?[0-9]{4}", 0.7, 0.95),
    Pattern::regex(r"(?:1[ .-])?[0-9]{3}[.-][0-9]{3}[.-][0-9]{4}", 0.55, 0.92),
    Pattern::regex(concat!(r"\(?0[1-9][0-9]{0,4}(?:", gap!(), "{1,3}[0-9]{2,8}){1,4}"), 0.52, 0.9),
];

/// Most digits that a number has, country code and the prefix `00` or `(0)` included.
const MAX_DIGITS: usize = 19;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    if are_two(matched) {
        return None;
    }
    // The shape is checked by its groups first, since most numbers of a text are no telephone numbers.
    let shapes = match candidate.pattern {
        NATIONAL | POSSIBLE_NATIONAL if goes_on(text, range.end) || matched.find('/') == Some(2) => return None,
        NATIONAL | POSSIBLE_NATIONAL => Some(TRUNK),
        // Groups of four digits, three and more of them: a card, an account.
        GROUPED | GROUPED_SURELY | CHINESE if has_neighbouring_group(text, range) => return None,
        GROUPED | GROUPED_SURELY => Some(UNPREFIXED),
        _ => None,
    };
    if matches!(candidate.pattern, AMERICAN_BARE | NATIONAL_BARE | PREFIXED_BARE) && is_identifier(text, range.start) {
        return None;
    }
    let regions = shapes.map(|shapes| regions_of(matched, shapes));
    if regions == Some(&[]) || is_attached(text, range) {
        return None;
    }
    let number = Digits::of(matched)?;
    let national = number.as_str();
    let valid = match candidate.pattern {
        INTERNATIONAL => is_valid_abroad(national),
        PREFIXED => matched.len() > national.len() && !is_version(matched) && is_valid_abroad(national.get(2..)?),
        PREFIXED_BARE => is_valid_abroad(national.get(2..)?),
        pattern if AMERICAN.contains(&pattern) => is_american(national) && (is_even(matched) || is_canadian(matched)),
        AMERICAN_BARE => is_american(national),
        LOCAL => matched.get(1..3) != Some("11"),
        NATIONAL_BARE => COMMON.into_iter().any(|region| is_valid(national, region)),
        EIGHT => [Region::RU, Region::KZ].into_iter().any(|region| is_valid(national, region)),
        BRACKETED => is_valid(national, Region::BR),
        CHINESE => is_valid(national, Region::CN),
        POSSIBLE_ABROAD => has_gap(matched) && is_possible_abroad(national),
        POSSIBLE_PREFIXED => has_gap(matched) && !is_version(matched) && is_possible_abroad(national.get(2..)?),
        pattern if POSSIBLE_AMERICAN.contains(&pattern) => is_even(matched) && !has_one_digit(national.as_bytes()),
        POSSIBLE_NATIONAL => {
            let is_possible = |region: &Region| is_possible(national, *region);
            is_joined_alike(matched)
                && !has_one_digit(national.as_bytes())
                && regions.unwrap_or_default().iter().any(is_possible)
        }
        _ => regions.unwrap_or_default().iter().any(|region| is_valid(national, *region)),
    };
    if !valid {
        return None;
    }
    let opening = matched.contains(')') && !matched.contains('(') && byte_before(text, range.start) == Some(b'(');
    // Of a number that is too long for its country all groups are found, rather than those that would be enough.
    let is_odd = candidate.pattern == POSSIBLE_ABROAD && !is_valid_abroad(national);
    let end = if is_odd { last_group_end(text, range.end) } else { range.end };
    let place = range.start - usize::from(opening)..extension_end(text, end);
    let sure = shapes == Some(UNPREFIXED) && stands_with_name(text, range);
    Some(Finding { range: place, sure, validated: None })
}

/// Reports whether a slash between blanks parts a whole number from another one: `+49 40 12345678 / 040 …`.
fn are_two(matched: &str) -> bool {
    /// Fewest digits of a whole number.
    const FEWEST: usize = 8;
    let first = matched.split_once(" / ").map(|(first, _)| first);
    first.is_some_and(|first| first.bytes().filter(u8::is_ascii_digit).count() >= FEWEST)
}

/// Reports whether a blank and a dash part the groups, as in Québec: `438 555-0171`.
fn is_canadian(matched: &str) -> bool {
    matches!(matched.as_bytes(), [_, _, _, b' ', _, _, _, b'-', _, _, _, _])
}

/// Reports whether the number at `at` is the identifier of an object, by its name: `callId=…`.
fn is_identifier(text: &str, at: usize) -> bool {
    /// Longest name with its sign, in bytes.
    const FAR: usize = 24;
    let head = line::before(text, at, FAR).trim_end_matches(['"', '\'', ' ']);
    let Some(name) = head.strip_suffix(['=', ':']) else { return false };
    let name = name.trim_end_matches(['"', '\'', ' ']);
    // `callId`, `call_id`, but neither `paid` nor `caller id`.
    name.ends_with("_id")
        || name.strip_suffix("Id").is_some_and(|name| name.ends_with(|c: char| c.is_ascii_lowercase()))
}

/// The end of the group of three or four digits behind one blank at `at`, which ends a number, else `at`.
fn last_group_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).and_then(|rest| rest.strip_prefix(b" ")).unwrap_or_default();
    let digits = rest.iter().take(5).take_while(|b| b.is_ascii_digit()).count();
    let end = at + 1 + digits;
    let goes_on = text.as_bytes().get(end..end + 2).is_some_and(|next| next[0] != b'\n' && next[1].is_ascii_digit());
    if matches!(digits, 3..=4) && !goes_on && is_value_edge(text, end) { end } else { at }
}

/// Regions whose numbers begin with 0, tried on digits without separators.
const COMMON: [Region; 8] =
    [Region::GB, Region::DE, Region::FR, Region::IT, Region::NL, Region::AU, Region::JP, Region::KR];

/// Reports whether the text beside `range` makes it another number: a longer one, an amount, a sum, a fragment, an
/// order number.
pub(crate) fn is_attached(text: &str, range: &Range<usize>) -> bool {
    let plus = byte_at(text, range.start) == Some(b'+');
    let before = byte_before(text, range.start);
    let is_escaped = || escape_before(text, range.start).is_some();
    let beyond = range.start.checked_sub(2).and_then(|at| byte_at(text, at));
    // A plus before a plus is a blank of a form, or ends a name before a version: `libfoo++6 12.2.0-14`.
    let is_form = || !text.get(range.clone()).is_some_and(|found| found.contains(' ') && found.contains('.'));
    let is_joined = before.is_some_and(|b| b.is_ascii_alphanumeric())
        || before == Some(b'+') && !(beyond.is_some_and(|b| b.is_ascii_alphabetic()) && is_form());
    if plus && is_joined && !is_escaped() {
        return true;
    }
    // Signs before numbers: coordinates (ISO 6709, `-0712-04812`), sums and differences.
    let digit = |at: Option<usize>| at.and_then(|at| byte_at(text, at)).is_some_and(|b| b.is_ascii_digit());
    // Hebrew joins its prepositions to numbers: `ל-054-4868868`.
    let is_prefixed = || {
        let head = text[..range.start].strip_suffix('-').unwrap_or_default();
        head.ends_with(['ל', 'ב', 'מ', 'ה', 'ו', 'ש', 'כ'])
    };
    let is_signed = before == Some(b'-') && !is_prefixed() || before == Some(b'+') && digit(range.start.checked_sub(2));
    if !plus && is_signed || plus && is_position(text.get(range.clone()).unwrap_or_default()) {
        return true;
    }
    // The seconds of a clock before a year and a zone: `01:15:05 2014 -0700`.
    let [tens, ones] = [3, 2].map(|back| digit(range.start.checked_sub(back)));
    if before == Some(b':') && tens && ones {
        return true;
    }
    let is_share = byte_at(text, range.end) == Some(b'%') && !is_percent_encoded(text, range.end);
    is_share
        || before.is_some_and(|b| b"#$%@".contains(&b))
        || before.is_some_and(|b| !b.is_ascii())
            && text.get(..range.start).is_some_and(|head| head.ends_with(['€', '£', '¥']))
        || continues(text, range)
        || is_coordinate(text, range)
        || is_dump(text, range)
        || is_quantity(text, range)
}

/// Reports whether a percent-encoded byte stands at `at`.
fn is_percent_encoded(text: &str, at: usize) -> bool {
    text.as_bytes().get(at + 1..at + 3).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit))
}

/// Reports whether `digits` are a number of North America, or one with its prefix 0 of a region in [`COMMON`].
pub(crate) fn is_usual(digits: &str) -> bool {
    /// Fewest digits with the prefix: fewer are dates, too.
    const LEAST: usize = 10;
    let is_mobile = digits.len() == 11 && digits.starts_with("07") && !has_one_digit(&digits.as_bytes()[2..]);
    let national = || {
        digits.len() >= LEAST && digits.starts_with('0') && COMMON.into_iter().any(|region| is_valid(digits, region))
    };
    is_mobile || is_american(digits) || national()
}

/// Reports whether it is a latitude and a longitude in degrees and minutes, perhaps seconds: `+4906-11631`.
fn is_position(matched: &str) -> bool {
    let is_number = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit);
    let (latitude, rest) = match matched.as_bytes() {
        bytes @ [_, _, _, _, _, b'-', _, _, _, _, _] => bytes.split_at(5),
        bytes @ [_, _, _, _, _, _, _, b'-', _, _, _, _, _, _, _] => bytes.split_at(7),
        _ => return false,
    };
    matches!((latitude, rest), ([_, latitude @ ..], [_, longitude @ ..]) if is_number(latitude) && is_number(longitude))
}

/// Reports whether it stands among decimal fractions without a zero, as in the paths of drawings: `-.094.978-.108`.
fn is_coordinate(text: &str, range: &Range<usize>) -> bool {
    let matched = text.get(range.clone()).unwrap_or_default();
    let before = text.get(..range.start).and_then(|head| head.strip_suffix('.'));
    let signs = matched.as_bytes().array_windows().any(|pair| matches!(pair, b"-." | b".-"));
    // Dots also lead from a name to its value: `tel. ....0551`.
    signs || before.is_some_and(|head| !head.ends_with(char::is_alphabetic) && !head.ends_with(".."))
}

/// Reports whether groups of two digits go on in groups of two hex digits: a dump of bytes.
fn is_dump(text: &str, range: &Range<usize>) -> bool {
    let matched = text.get(range.clone()).unwrap_or_default();
    if let [first, _, third, ..] = matched.as_bytes()
        && *first != b' '
        && *third != b' '
    {
        return false;
    }
    if matched.split(' ').any(|group| !matches!(group.len(), 0 | 2)) {
        return false;
    }
    // Small bytes follow each other in files, and hardly ever in numbers that are given out.
    if matched.split(' ').filter(|group| group.starts_with('0')).count() > 3 {
        return true;
    }
    let hex = |group: Option<&[u8]>| group.is_some_and(|group| group.iter().all(u8::is_ascii_hexdigit));
    let bytes = text.as_bytes();
    let before = range.start.checked_sub(3).is_some_and(|at| hex(bytes.get(at..at + 2)) && is_value_edge(text, at));
    let after = hex(bytes.get(range.end + 1..range.end + 3)) && is_value_edge(text, range.end + 3);
    before && byte_before(text, range.start) == Some(b' ') || after && byte_at(text, range.end) == Some(b' ')
}

/// Reports whether `matched` is of three numbers parted by dots.
fn is_version(matched: &str) -> bool {
    matched.split('.').count() == 3 && matched.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Reports whether three digits and more follow one blank behind `end`: a row of groups, of which this is the
/// beginning.
fn goes_on(text: &str, end: usize) -> bool {
    let next = text.as_bytes().get(end..end + 4).unwrap_or_default();
    matches!(next, [b' ', rest @ ..] if rest.iter().all(u8::is_ascii_digit))
}

/// The digits of a number, and room for a `+` before them.
struct Digits {
    bytes: [u8; MAX_DIGITS],
    len: usize,
}

impl Digits {
    fn of(matched: &str) -> Option<Self> {
        let (mut bytes, mut len) = ([0; MAX_DIGITS], 0);
        // `+44 (0) 7911 …`: abroad nobody dials the zero.
        let abroad = matched.starts_with('+').then(|| matched.find("(0)")).flatten();
        let (head, tail) = matched.split_at(abroad.unwrap_or(0));
        let tail = if abroad.is_some() { tail.trim_start_matches("(0)") } else { tail };
        for b in head.bytes().chain(tail.bytes()).filter(u8::is_ascii_digit) {
            *bytes.get_mut(len)? = b;
            len += 1;
        }
        Some(Self { bytes, len })
    }

    fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|digits| std::str::from_utf8(digits).ok()).unwrap_or_default()
    }
}

/// The number that `digits`, country code first, are at face value. Country codes are free of prefixes of each
/// other, so their first digits tell their length (ITU-T E.164, list of assigned codes).
fn at_face_value(digits: &str) -> Option<PhoneNumber> {
    let code = match digits.as_bytes() {
        [b'1' | b'7', ..] => 1,
        [b'2', b'0' | b'7', ..]
        | [b'3', b'0'..=b'4' | b'6' | b'9', ..]
        | [b'4', b'0' | b'1' | b'3'..=b'9', ..]
        | [b'5', b'1'..=b'8', ..]
        | [b'6', b'0'..=b'6', ..]
        | [b'8', b'1' | b'2' | b'4' | b'6', ..]
        | [b'9', b'0'..=b'5' | b'8', ..] => 2,
        _ => 3,
    };
    let (code, national) = digits.split_at_checked(code)?;
    // A leading zero is part of the number in some regions and a prefix in others.
    if national.starts_with('0') {
        return None;
    }
    Some(PhoneNumber {
        country_code: code.parse().ok()?,
        national_number: national.parse().ok()?,
        ..PhoneNumber::default()
    })
}

/// Reports whether `number` is given out, in any region. Of the regions that share the code 1 most numbers are those of the first.
fn is_given_out(number: &PhoneNumber) -> bool {
    number.country_code == 1 && PHONE_NUMBER_UTIL.is_valid_number_for_region(number, Region::US)
        || PHONE_NUMBER_UTIL.is_valid_number(number)
}

/// Reports whether `digits`, country code first, are a number that is given out.
pub(super) fn is_valid_abroad(digits: &str) -> bool {
    // Reading costs more than judging, and is needed only for prefixes within.
    let at_face_value = at_face_value(digits);
    if at_face_value.as_ref().is_some_and(is_given_out) {
        return true;
    }
    let mut dialled = [b'+'; MAX_DIGITS + 1];
    let Some(room) = dialled.get_mut(1..=digits.len()) else { return false };
    room.copy_from_slice(digits.as_bytes());
    let Ok(dialled) = std::str::from_utf8(dialled.get(..=digits.len()).unwrap_or_default()) else { return false };
    let is_known =
        |number: PhoneNumber| at_face_value.as_ref() != Some(&number) && PHONE_NUMBER_UTIL.is_valid_number(&number);
    let known = PHONE_NUMBER_UTIL.parse(dialled, None).is_ok_and(is_known);
    known || digits.strip_prefix('1').is_some_and(is_fictitious) || digits.strip_prefix("44").is_some_and(is_drama)
}

/// Reads the metadata of the library, and compiles its expressions for two countries.
pub(in crate::recognizers) fn prepare() {
    /// Numbers that are given to nobody, for films.
    const FICTITIOUS: [&str; 2] = ["12025550143", "441632960001"];
    FICTITIOUS.iter().for_each(|digits| _ = is_valid_abroad(digits));
}

/// Reports whether `digits` are a number that `region` gives out.
fn is_valid(digits: &str, region: Region) -> bool {
    region == Region::GB && is_drama(digits)
        || PHONE_NUMBER_UTIL
            .parse(digits, Some(region))
            .is_ok_and(|number| PHONE_NUMBER_UTIL.is_valid_number_for_region(&number, region))
}

/// Reports whether `digits`, country code first, have the length of a number of that country.
fn is_possible_abroad(digits: &str) -> bool {
    at_face_value(digits).is_some_and(|number| PHONE_NUMBER_UTIL.is_possible_number(&number))
        && !has_one_digit(digits.as_bytes())
}

/// Reports whether `digits` have the length of a number of `region`.
fn is_possible(digits: &str, region: Region) -> bool {
    PHONE_NUMBER_UTIL.parse(digits, Some(region)).is_ok_and(|number| PHONE_NUMBER_UTIL.is_possible_number(&number))
}

/// Reports whether anything stands between its digits.
fn has_gap(matched: &str) -> bool {
    matched.trim_start_matches('+').bytes().any(|b| !b.is_ascii_digit())
}

/// Reports whether its groups are joined by blanks alone, by slashes and dashes, or behind an area code in brackets: by
/// dots and in changing ways other numbers are.
fn is_joined_alike(matched: &str) -> bool {
    let mut signs = matched.bytes().filter(|b| !b.is_ascii_digit());
    let first = signs.next();
    matched.contains(')')
        || matches!(first, Some(b' ' | b'-' | b'/')) && signs.all(|b| Some(b) == first || b" -".contains(&b))
}

/// Reports whether `digits` are a number of the North American Numbering Plan, with or without the 1.
fn is_american(digits: &str) -> bool {
    let national = if digits.len() == 11 { digits.strip_prefix('1').unwrap_or_default() } else { digits };
    if is_fictitious(national) {
        return true;
    }
    let number = national.parse().ok().map(|national_number| PhoneNumber {
        country_code: 1,
        national_number,
        ..PhoneNumber::default()
    });
    national.len() == 10 && number.is_some_and(|number| is_given_out(&number))
}

/// Reports whether the last two separators of `matched` are the same, or the area code stands in brackets.
fn is_even(matched: &str) -> bool {
    let mut separators = matched.chars().rev().filter(|c| !c.is_ascii_digit());
    matched.contains('(') || separators.next() == separators.next()
}

/// Area code 555 is given to nobody, which is why invented American numbers carry it.
fn is_fictitious(national: &str) -> bool {
    national.len() == 10 && national.starts_with("555")
}

/// Ranges that Ofcom keeps for drama, which is why invented British numbers lie in them.
fn is_drama(digits: &str) -> bool {
    let national = digits.strip_prefix('0').unwrap_or(digits);
    national.len() == 10 && ["7700900", "1632960"].into_iter().any(|range| national.starts_with(range))
}

/// The end of the extension that follows at `at` (`x42`, `ext. 42`, `;ext=42`), else `at`.
pub(crate) fn extension_end(text: &str, at: usize) -> usize {
    const MARKS: [&str; 20] = [
        ";ext=",
        "extension",
        "ext.",
        "ext",
        "x.",
        "x",
        "#",
        "durchwahl",
        "dw",
        "poste",
        "interno",
        "int.",
        "dahili",
        "доб.",
        "доб",
        "分机",
        "分機",
        "转",
        "轉",
        "内線",
    ];
    let Some(rest) = text.get(at..) else { return at };
    let blanks = rest.bytes().take(3).take_while(|b| matches!(b, b' ' | b',')).count();
    let mark = rest.get(blanks..).unwrap_or_default();
    // Hardly any text behind a number begins like an extension.
    if blanks > 2
        || !mark.as_bytes().first().is_some_and(|b| b";exdpi#".contains(&b.to_ascii_lowercase()) || !b.is_ascii())
    {
        return at;
    }
    let word =
        MARKS.into_iter().find(|word| mark.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)));
    let Some(word) = word else { return at };
    let tail = mark.get(word.len()..).unwrap_or_default();
    let digits = tail.trim_start_matches([' ', ':']);
    let gap = tail.len() - digits.len();
    let len = digits.bytes().take(8).take_while(u8::is_ascii_digit).count();
    let end = at + blanks + word.len() + gap + len;
    if gap <= 2 && (1..=7).contains(&len) && is_value_edge(text, end) { end } else { at }
}
