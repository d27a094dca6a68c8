//! Extensions of telephones, without the number before them, as people tell their colleagues (`ext. 4471`, `Durchwahl -42`,
//! `内線 4471`), or right behind it (`345-899-3560x4587`).

use std::{borrow::Cow, ops::Range};

use crate::recognizers::contact::phone::INFO;
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::neighbours::{byte_at, byte_before, continues};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Digits of an extension. A single one is the number of anything.
const DIGITS: std::ops::RangeInclusive<usize> = 2..=6;
/// Fewest digits behind words that have other meanings.
const FEWEST_DIGITS: usize = 3;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // A column or a member
        Pattern::key(
            keys![
                "ext",
                "phone ext",
                "ip phone",
                "voip extension",
                "extension",
                "extension number",
                "durchwahl",
                "nebenstelle",
                "anknytning",
                "toestelnummer",
                "ramal",
                "dahili",
                "alanumero",
                "lokalnummer",
                "内線",
                "内线",
                "内線番号",
                "分机",
                "分机号",
                "分機",
                "내선",
                "내선번호"
            ],
            0.7,
        ),
        // Words for nothing else, or nothing else with a dot
        Pattern::regex(
            r"(?i:ext[.:]|extn[.:]?|ph(?:one)? ?ext[.:]?|durchwahl(?: ist| lautet)?|nebenstelle|anknytning|toestel(?:nummer)?|ramal(?: é)?|klapka|wew\.|mellék)[:#]? ?[/-]?[0-9]{2,6}",
            0.7,
            0.9,
        ),
        Pattern::within(r"(?:内[線线]|分机号?|分機|내선)(?:番号|번호)?[は：: ]{0,3}[0-9]{2,6}", 0.7, 0.9),
        Pattern::within(r"(?:доб\.|добавочный|внутренний номер) ?[0-9]{2,6}", 0.7, 0.9),
        // In brackets: `(ext 2214)`
        Pattern::regex(r"(?i:ext|extn|extension)\.? ?[0-9]{2,6}\)", 0.7, 0.9),
        // Words that have other meanings
        Pattern::regex(
            r"(?i:ext(?: is)?|extension(?: number)?(?: is)?|extensión|poste|interno|anexo|dahili|linka|kl\.|wewnętrzny|lok\.|mellék|interior|int\.|εσωτ\.|εσωτερικό|вн\.|вътр\.) [0-9]{3,6}",
            0.3,
            0.85,
        ),
        Pattern::regex(r"(?i:at|on|to|is|call|dial|ring|try|or) [xX][0-9]{3,5}", 0.3, 0.85),
        // Before the name of who has it: `ext 4471 (Jane Roe)`
        Pattern::regex(r"(?i:ext|exten|extension|durchwahl|nst|poste|toestel) [0-9]{3,6} \(", 0.7, 0.9),
        // Right behind the number: `345-899-3560x4587`
        Pattern::regex(
            r"(?:\+?1[ .-]|001[ .-])?(?:[0-9]{3}|\([0-9]{3}\))[ .-]?[0-9]{3}[ .-]?[0-9]{4}x[0-9]{1,6}",
            0.9,
            0.97,
        ),
        // At the end of a clause that tells who has it: `Secretary: Noreen, ext 4417.`
        Pattern::prefix(r"(?i:ext|extn|extension|bleep|bleeper|pager)(?: no\.?| number)?:? [0-9]", 0.7, 0.9),
        Pattern::prefix(r"(?i:desk|office|phone|tel|direct|work|switchboard):? [xX][0-9]", 0.7, 0.9),
    ]),
    context: words![
        "call",
        "calls",
        "dial",
        "ring",
        "phone",
        "telephone",
        "tel",
        "reach",
        "reach me",
        "reach us",
        "contact",
        "switchboard",
        "desk",
        "front desk",
        "my",
        "her",
        "his",
        "your",
        "their",
        "office",
        "reception",
        "voicemail",
        "anrufen",
        "telefon",
        "zentrale",
        "joindre",
        "joignable",
        "appeler",
        "appelez",
        "standard",
        "téléphone",
        "llamar",
        "llame",
        "marcar",
        "marque",
        "teléfono",
        "centralita",
        "chiamare",
        "chiamate",
        "telefono",
        "centralino",
        "rivolgiti",
        "rivolgersi",
        "rivolgetevi",
        "chiedere di",
        "ligar",
        "ligue",
        "telefone",
        "volat",
        "volejte",
        "arayın",
        "arayabilirsiniz",
        "telefonla"
    ],
    check,
}];

/// The pattern of an extension in brackets.
const BRACKETED: usize = 4;
/// The pattern of a number with its extension.
const JOINED: usize = 8;
/// The pattern of an extension before a name.
const NAMED: usize = 7;
/// The pattern of an extension that ends a clause.
const CLOSING: usize = 9;
/// The pattern of an extension behind a desk.
const DESK: usize = 10;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let place = match candidate.pattern {
        0 => named(text, &candidate.range)?,
        BRACKETED if byte_before(text, candidate.range.start) != Some(b'(') => return None,
        BRACKETED => last_digits(text, &(candidate.range.start..candidate.range.end - 1))?,
        NAMED => {
            let behind = text.get(candidate.range.end..)?;
            // `ext 4096 (Blocks)`: a full name has two words.
            let name = line::behind(text, candidate.range.end, 48).split_once(')')?.0;
            (behind.starts_with(char::is_uppercase) && name_words(name).is_some_and(|words| words > 1)).then_some(())?;
            last_digits(text, &(candidate.range.start..candidate.range.end - " (".len()))?
        }
        CLOSING | DESK => {
            let digits = text[candidate.range.end..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .take(FEWEST_DIGITS + *DIGITS.end())
                .count();
            let range = candidate.range.start..candidate.range.end + digits;
            let fits =
                digits + 1 >= FEWEST_DIGITS && (candidate.pattern == DESK || closes_clause(text, candidate, range.end));
            last_digits(text, &range).filter(|_| fits)?
        }
        JOINED => return (!continues(text, &candidate.range)).then(|| candidate.whole())?,
        _ => last_digits(text, &candidate.range)?,
    };
    let is_alone = is_value_edge(text, place.end) && !continues(text, &(place.start..place.end));
    let is_amount = text.get(place.end..)?.starts_with(['%', '€', '$']);
    (is_alone && !is_amount && DIGITS.contains(&text[place.clone()].bytes().filter(u8::is_ascii_digit).count()))
        .then(|| candidate.part(place))?
}

/// Reports whether the extension of `candidate`, which ends at `end`, stands between a name or a sign and the end of its clause. Pagers need
/// neither.
fn closes_clause(text: &str, candidate: &Candidate<'_>, end: usize) -> bool {
    let is_pager = || {
        ["bleep", "pager"]
            .iter()
            .any(|name| candidate.matched().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(name)))
    };
    let head = line::before(text, candidate.range.start, 32);
    let last = head.trim_end_matches(' ').rsplit(' ').next().unwrap_or_default();
    let begins = head.is_empty()
        || head.ends_with([',', '(', '|', '/', ';'])
        || head.ends_with(' ')
            && (last.starts_with(char::is_uppercase) || last.starts_with(|c: char| c.is_ascii_digit()))
        || [", ", "; ", "| ", "/ ", ": ", "- ", "– "].iter().any(|sign| head.ends_with(sign));
    let rest = text.get(end..).unwrap_or_default();
    let ends =
        rest.trim_end().is_empty() || rest.starts_with([',', ')', '.', ';', '\n', '\r']) || rest.starts_with(" or ");
    ends && begins || is_pager()
}

/// The digits that are all of the value in `range`, which has three at least: other values of these names are endings of files.
fn named(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let value = text.get(range.clone())?;
    let start = range.start + value.len() - value.trim_start_matches([' ', '-', '/', 'x']).len();
    let digits = text.get(start..range.end)?.trim_end();
    let is_number = digits.len() > 2 && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some(start..start + digits.len())
}

/// The digits at the end of `range`.
fn last_digits(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let len = text.get(range.clone())?.bytes().rev().take_while(u8::is_ascii_digit).count();
    let digits = range.end - len;
    // The sign before it is no word of its own: `x36709`.
    let start = digits - usize::from(matches!(byte_before(text, digits), Some(b'x' | b'X')));
    let is_whole = byte_before(text, start).is_some_and(|b| !b.is_ascii_alphanumeric())
        && !byte_at(text, range.end).is_some_and(|b| b.is_ascii_digit());
    is_whole.then_some(start..range.end)
}
