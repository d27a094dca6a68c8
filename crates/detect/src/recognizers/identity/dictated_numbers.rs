//! Numbers of cards, telephones, accounts and persons that are dictated in words behind their names, as in transcripts of calls:
//! `my card number is four one one one …`, `ruf mich an unter null eins sieben sechs …`.

use std::{
    borrow::Cow,
    ops::{Range, RangeInclusive},
};

use super::{
    number_nouns::{Kind, kind_before},
    record_numbers::{ACCOUNT_INFO, ID_NUMBER_INFO},
    us::SSN_INFO,
};
use crate::entity::{LabelInfo, Validated};
use crate::recognizers::contact::phone::INFO as PHONE_INFO;
use crate::recognizers::finance::{card::INFO as CARD_INFO, card_details::CVV_INFO};
use crate::recognizers::secrets::password::INFO as PASSWORD_INFO;
use crate::recognizers::support::spoken::{TWO_DIGITS, spoken_at};
use crate::recognizers::support::statement::is_statement_word;
use crate::{
    Candidate, Finding, Pattern, Rule,
    layout::answers,
    text::{line, window},
};

/// The names of each kind of number, in small letters, also the last words before one in a sentence.
const CARD: &[&str] = &[
    "card",
    "cc",
    "kreditkarte",
    "kreditkartennummer",
    "kartennummer",
    "carte",
    "carte bancaire",
    "carte bleue",
    "tarjeta",
    "carta",
    "cartão",
    "kaartnummer",
    "карты",
];
/// Words before the last digits of a card.
const ENDING: &[&str] =
    &["ending in", "ends in", "ending with", "ends with", "ending", "last four", "last four digits"];
const CVV: &[&str] = &["security code", "cvv", "cvc", "on the back", "three digits", "3 digits"];
const PHONE: &[&str] = &[
    "phone",
    "mobile",
    "cell",
    "telephone",
    "callback",
    "my",
    "his",
    "her",
    "their",
    "me at",
    "me on",
    "him at",
    "him on",
    "her at",
    "her on",
    "us at",
    "us on",
    "back at",
    "back on",
    "nummer",
    "handynummer",
    "telefonnummer",
    "unter",
    "numéro",
    "número",
    "teléfono",
    "numero",
    "cellulare",
    "móvil",
    "celular",
    "portable",
    "mobil",
    "mobiltelefon",
    "telefon",
    "numer",
    "telefone",
    "telefoonnummer",
    "номер",
];
const SSN: &[&str] = &["ssn", "social", "social security"];
const ACCOUNT: &[&str] = &[
    "account",
    "routing",
    "sort code",
    "member",
    "member id",
    "membership",
    "membership id",
    "kontonummer",
    "numéro de compte",
    "número de cuenta",
    "numero di conto",
];

const RECORD: &[&str] = &[
    "patient",
    "claim",
    "policy",
    "reference",
    "confirmation",
    "booking",
    "case",
    "customer",
    "employee",
    "kundennummer",
    "numéro de client",
    "número de cliente",
    "numero cliente",
    "klantnummer",
    "policy number",
    "member number",
    "pesel",
    "dni",
    "nie",
    "nif",
    "cpf",
    "bsn",
    "cpr",
    "полис",
    "полиса",
    "снилс",
    "инн",
    "henkilötunnus",
    "henkilötunnuksen",
    "henkilötunnuksenne",
    "personnummer",
    "fødselsnummer",
    "rodné číslo",
    "sécurité sociale",
    "codice fiscale",
    "national insurance",
    "nhs number",
    "pps",
    "pps number",
    "aadhaar",
    "nin",
    "bvn",
    "tfn",
    "medicare",
    "zip",
    "zip code",
    "driver number",
    "driver's license",
    "licence",
    "license",
    "passport",
    "membership",
];

pub(super) const RULES: &[Rule] = &[
    rule(CARD_INFO, |candidate| {
        let whole = || check(candidate, CARD, None, 12..=20);
        whole().or_else(|| check(candidate, ENDING, None, 4..=4))
    }),
    rule(CVV_INFO, |candidate| check(candidate, CVV, None, 3..=4)),
    rule(PHONE_INFO, |candidate| {
        let text = candidate.field.text;
        let (range, digits) = spoken(text, candidate.range.start)?;
        let start = range.start;
        let stands_behind =
            |names, lengths: RangeInclusive<usize>| lengths.contains(&digits) && is_named(text, start, names);
        let kind = kind_before(text, start);
        if kind.is_some_and(|kind| kind != Kind::Phone) {
            return None;
        }
        let is_whole = stands_behind(PHONE, 7..=16)
            || kind.is_some() && (7..=18).contains(&digits)
            || stands_behind(&["area code"], 3..=3)
            || is_telephone(text, range.clone(), digits);
        let whole = || with_area(text, range.clone(), digits);
        if is_whole { Some(whole()) } else { half_written(text, range.clone(), digits) }.map(found)
    }),
    rule(SSN_INFO, |candidate| check(candidate, SSN, None, 9..=9)),
    rule(ACCOUNT_INFO, |candidate| check(candidate, ACCOUNT, Some(Kind::Account), 6..=20)),
    rule(ID_NUMBER_INFO, |candidate| check(candidate, RECORD, Some(Kind::Record), 5..=20)),
    rule(PASSWORD_INFO, |candidate| check(candidate, &[], Some(Kind::Code), 4..=8)),
];

const fn rule(info: LabelInfo, check: fn(&Candidate<'_>) -> Option<Finding>) -> Rule {
    const PATTERN: &[Pattern] = &[Pattern::prefix(TWO_DIGITS, 0.85, 0.9)];
    Rule { info, patterns: Cow::Borrowed(PATTERN), context: words![], check }
}

/// The number behind one of `names`, or behind a noun of that kind, which has that many digits.
fn check(
    candidate: &Candidate<'_>,
    names: &[&str],
    kind: Option<Kind>,
    lengths: RangeInclusive<usize>,
) -> Option<Finding> {
    let text = candidate.field.text;
    let (range, digits) = spoken(text, candidate.range.start)?;
    let start = before_signs(text, range.start);
    let is_of_kind = || kind.is_some_and(|kind| kind_before(text, start) == Some(kind));
    (lengths.contains(&digits) && (is_of_kind() || is_named(text, start, names))).then(|| found(range))
}

/// The number that is dictated at `at`, or behind the word there if that is a verb in another language: Polish `to` is two in Danish.
fn spoken(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let found = spoken_at(text, at)?;
    let len = text[at..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - at);
    let is_verb = is_statement_word(&text[at..at + len]) && text[at + len..].starts_with(' ');
    let rest = if is_verb { spoken_at(text, at + len + 1) } else { None };
    Some(rest.filter(|(range, _)| range.end > found.0.end).unwrap_or(found))
}

/// The place before the words for signs and the hesitation that stand before a number at `at`: `the gate code is hash `, `ending in uh `.
fn before_signs(text: &str, at: usize) -> usize {
    /// Longest look before it, in bytes.
    const NEAR: usize = 16;
    const SIGNS: [&str; 8] = ["hash ", "star ", "pound ", "uh ", "um ", "er ", "uh, ", "um, "];
    let head = line::before(text, at, NEAR);
    let sign = SIGNS.iter().find(|sign| {
        let before = head.len().checked_sub(sign.len()).filter(|begin| head.is_char_boundary(*begin));
        before.is_some_and(|begin| head[begin..].eq_ignore_ascii_case(sign) && head[..begin].ends_with(' '))
    });
    at - sign.map_or(0, |sign| sign.len())
}

/// A number at `range`, which no check confirms.
fn found(range: Range<usize>) -> Finding {
    Finding { range, sure: false, validated: Some(Validated::None) }
}

/// The place of the number in words at `range`, with the three digits of its area before it: `area code 915 five five five …`.
fn with_area(text: &str, range: Range<usize>, digits: usize) -> Range<usize> {
    const LOCAL: usize = 7;
    let near = window::before(text, range.start, 8);
    let head = near.trim_end_matches([' ', ',', '-']);
    let area = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let begins = !head[..head.len() - area].ends_with(char::is_alphanumeric);
    let gap = near.len() - head.len();
    if digits != LOCAL || area != 3 || gap == 0 || !begins {
        return range;
    }
    range.start - gap - area..range.end
}

/// The place of a number whose area is dictated at `range`, and whose rest is written in groups of digits: `six four seven, 526, 01 48`.
fn half_written(text: &str, range: Range<usize>, digits: usize) -> Option<Range<usize>> {
    const AREA: usize = 3;
    const REST: RangeInclusive<usize> = 7..=8;
    let near = line::behind(text, range.end, 16);
    let groups =
        near.len() - near.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | ',' | '-')).len();
    let groups = near[..groups].trim_end_matches([' ', ',', '-']);
    let written = groups.bytes().filter(u8::is_ascii_digit).count();
    (digits == AREA && REST.contains(&written)).then(|| range.start..range.end + groups.len())
}

/// Reports whether the number at `range` has as many digits as telephones have, behind no name of another number: who counts says no
/// digit twice in a row.
fn is_telephone(text: &str, range: Range<usize>, digits: usize) -> bool {
    const DIGITS: RangeInclusive<usize> = 7..=13;
    /// Words of who dictates.
    const DICTATED: [&str; 4] = ["double", "triple", "oh", "zwo"];
    /// Words for nothing, with which telephone numbers begin.
    const ZEROS: [&str; 12] =
        ["zero", "oh", "null", "zéro", "cero", "noll", "nul", "nolla", "nula", "nulla", "ноль", "нуль"];
    if !DIGITS.contains(&digits) || is_named(text, range.start, &[CARD, CVV, SSN, ACCOUNT, RECORD].concat()) {
        return false;
    }
    let lower = text[range].to_lowercase();
    let words: Vec<_> = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let repeats = words.windows(2).any(|pair| pair[0] == pair[1]);
    let is_dictated = words.iter().filter(|word| DICTATED.contains(word)).count() > 1;
    // A count does not begin with nothing, and goes on with the next number.
    let begins = words.first().is_some_and(|first| ZEROS.contains(first)) && (9..=13).contains(&digits);
    let is_count =
        ["one two three", "un deux trois", "eins zwei drei", "uno dos tres", "uno due tre", "jeden dwa trzy"]
            .iter()
            .any(|count| lower.replace([',', '-'], "").contains(count));
    words.len() == digits && repeats || is_dictated || begins && !is_count
}

/// Reports whether one of `names` stands before `at`, with nothing but a verb and signs between both.
fn is_named(text: &str, at: usize, names: &[&str]) -> bool {
    /// Longest name with a verb behind it, in bytes.
    const LONGEST: usize = 40;
    const VERBS: [&str; 19] = [
        "'s", "’s", " is", " are", " ist", " est", " es", " è", " é", " är", " er", " to", " jest", " c'est", " c’est",
        " es el", " é o", " è il", " est le",
    ];
    let before = window::before(text, at, LONGEST).to_lowercase();
    let head = before.trim_end_matches([' ', '\n', ':', ',']);
    let head = VERBS.iter().find_map(|verb| head.strip_suffix(verb)).unwrap_or(head).trim_end_matches(',');
    let head = head.strip_suffix(" number").unwrap_or(head);
    let is_end = |name: &&str| head.strip_suffix(*name).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric));
    // `el teléfono nuevo: nueve …`
    let is_told = || {
        let clause =
            before.trim_end().strip_suffix(':').map(|head| head.rsplit(['.', ',', '?', '!']).next().unwrap_or(head));
        clause.is_some_and(|clause| clause.split(' ').any(|word| word.len() > 4 && names.contains(&word)))
    };
    head.len() < before.len() && (names.iter().any(is_end) || is_told()) || is_asked(text, at, names)
}

/// Reports whether the line before asks for one of `names`, and nothing but a speaker and words that tell nothing stands between
/// its line end and the number at `at`: `a mobile number, for the engineer?`, `Caller: um, `.
fn is_asked(text: &str, at: usize, names: &[&str]) -> bool {
    /// Longest question that is read, from its end, in bytes.
    const LONGEST: usize = 80;
    let start = at - line::before(text, at, LONGEST).len();
    let Some(question) = text[..start].strip_suffix('\n').map(str::trim_end) else { return false };
    if answers::begin(text, question.len()) != at || !question.ends_with(['?', '.']) {
        return false;
    }
    let asked = line::before(text, question.len(), LONGEST).to_lowercase();
    // Without a question mark somebody asks for it politely: `Proszę podać PESEL.`
    const REQUESTS: [&str; 16] = [
        "please",
        "proszę",
        "poproszę",
        "bitte",
        "продиктуйте",
        "назовите",
        "скажите",
        "dígame",
        "indíqueme",
        "confírmeme",
        "dictez",
        "donnez",
        "mi dica",
        "kérem",
        "prosím",
        "vă rog",
    ];
    if question.ends_with('.') && !REQUESTS.iter().any(|request| asked.contains(request)) {
        return false;
    }
    let is_apart = |at: usize, name: &str| {
        !asked[..at].ends_with(char::is_alphanumeric) && !asked[at + name.len()..].starts_with(char::is_alphanumeric)
    };
    // "my" tells nothing of what is asked.
    let long = names.iter().filter(|name| name.len() > 3);
    long.into_iter().any(|name| asked.match_indices(*name).any(|(at, _)| is_apart(at, name)))
}
