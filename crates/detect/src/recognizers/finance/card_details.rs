//! Details of a payment card beside its number: the security code and the date of expiry.

use std::{borrow::Cow, ops::Range};

use super::card::is_issued;
use super::distant_security_codes::told_later;
use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::neighbours::{byte_at, byte_before, continues, is_one_of};
use crate::recognizers::support::value::{name_of, token};
use crate::text::{line, window};
use crate::{Candidate, Finding, Form, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[CVV, EXPIRATION];

/// The facts about the label of security codes.
pub(crate) const CVV_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::FINANCIAL],
    aliases: &["CVV", "CVC", "CARD_SECURITY_CODE", "CREDIT_CARD_CVC"],
    languages: &["en", "de", "fr", "es", "it", "pt", "nl"],
    ..LabelInfo::new(
        "CREDIT_CARD_CVV",
        "The security code of a payment card, three or four digits, behind its name.",
        "CVV: 123",
        Handling::COMMON,
    )
};

const CVV: Rule = Rule {
    info: CVV_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "cvv",
                "cvc",
                "cvv code",
                "cvc code",
                "cvv number",
                "credit card cvv",
                "card cvv",
                "cvc number",
                "csc",
                "card code",
                "card security code",
                "security code",
                "card verification",
                "card verification code",
                "card verification value",
                "verification value",
                "prüfnummer",
                "kartenprüfnummer",
                "prüfziffer",
                "sicherheitscode",
                "cryptogramme",
                "code de sécurité",
                "código de seguridad",
                "codice di sicurezza",
                "código de segurança",
                "beveiligingscode",
                "cvx",
                "güvenlik kodu",
                "cvv kodu",
                "код безопасности",
                "код безпеки",
                "kod cvv",
                "kod cvc",
                "säkerhetskod",
                "sikkerhedskode",
                "sikkerhetskode",
                "turvakoodi",
                "bezpečnostní kód",
                "kod zabezpieczający",
                "biztonsági kód",
                "cod de securitate",
                "kode keamanan",
                "mã bảo mật",
                "安全码",
                "セキュリティコード",
                "보안코드",
                "קוד אבטחה",
                "رمز الأمان",
            ],
            0.92,
        ),
        Pattern::regex(
            "(?:güvenlik kodu|säkerhetskod|turvakoodi|kod cvv|kod cvc|(?i:cvv2?|cvc2?|cvn|(?:amex )?cid|(?:card )?sec(?:urity|\\.)? code|card (?:verification|validation) (?:code|value)|(?:code|number|digits) on (?:the|its) back(?: of (?:the|my) card)?|(?:karten)?prüf(?:nummer|ziffer)|sicherheitscode|cryptogramme|código de seguridad|(?:codice|cod\\.) (?:di )?sicurezza|código de segurança|код (?:с обратной стороны|безопасности)))(?i: (?:code|number|no\\.?))?(?:(?: is| are| was| should be| will be| ist| war| est| es| è| é| to| är| je)?:?) [0-9]{3,4}",
            0.9,
            0.95,
        ),
        // `4111111111111111|09|28|123`
        Pattern::regex(r"[|:;,\t](?:0?[1-9]|1[0-2])[|:;,/\t-]?(?:20)?[2-4][0-9][|:;,\t][0-9]{3,4}", 0.9, 0.95),
        // `4111 1111 1111 1111 09/28 123`
        Pattern::regex("(?:0?[1-9]|1[0-2])/(?:20)?[2-4][0-9],? [0-9]{3,4}", 0.9, 0.95),
        // The name of American Express, which is one of other things, too.
        Pattern::key(keys!["cid"], 0.85),
        // Behind the end of its time and a word for a code: `… 09/28, kod 123`.
        Pattern::regex(
            "(?:0?[1-9]|1[0-2])/(?:20)?[2-4][0-9],?(?: i| a| and| und| et| y| e| og| och| и)? (?i:kod|code|cód|código|codice|kode|kód|koodi|код)[.:]? [0-9]{3,4}",
            0.9,
            0.95,
        ),
        // Arguments of a call, or items of a list: `("4111111111111111", "09/28", "123")`, `("4111111111111111", 9, 2028, "123")`.
        Pattern::regex(
            "(?:0?[1-9]|1[0-2])(?:[/-]?|['\"]?, ?['\"]?)(?:20)?[2-4][0-9]['\"]?, ?['\"]?[0-9]{3,4}['\"]?[,)\\]]",
            0.9,
            0.95,
        ),
        // The name of the code, and the code a few words or a turn later.
        Pattern::regex(
            "(?i-u:cvv2?|cvc2?|security code|sicherheitscode|cryptogramme|(?:three|3) digits|(?:code|numbers|digits) on the back|code (?:dietro|au dos|achterop|hinten)|codice dietro|arkadaki kod)|\
             prüfziffer|código de (?:seguridad|trás|atrás|detrás)|kod z tyłu|koden på baksidan|kód vzadu|код (?:на обороте|сзади)",
            0.85,
            0.9,
        ),
    ]),
    context: words!["card", "visa", "mastercard", "amex", "karte", "carte", "tarjeta"],
    check: |candidate| {
        let text = candidate.field.text;
        let place = match candidate.pattern {
            ARGUMENT => {
                let end =
                    candidate.range.start + candidate.matched().trim_end_matches([',', ')', ']', '"', '\'']).len();
                let digits = text[..end].bytes().rev().take_while(u8::is_ascii_digit).count();
                return is_behind_card(text, candidate.range.start).then(|| candidate.part(end - digits..end))?;
            }
            0 => token(candidate, b"/")?,
            TOLD => return candidate.part(told_later(text, candidate.range.end)?),
            CID => token(candidate, b"/").filter(|place| is_beside_number(text, place))?,
            CODED => {
                let code = candidate.matched().rfind(' ')? + 1;
                let place = candidate.range.start + code..candidate.range.end;
                return is_after_card(text, candidate.range.start).then(|| candidate.part(place))?;
            }
            ROW | LINE => {
                let code = candidate.matched().rfind(|c: char| !c.is_ascii_digit())? + 1;
                let place = candidate.range.start + code..candidate.range.end;
                return is_behind_card(text, candidate.range.start).then(|| candidate.part(place))?;
            }
            _ => candidate.range.start + candidate.matched().rfind(' ')? + 1..candidate.range.end,
        };
        let digits = text.get(place.clone())?;
        let fits = matches!(digits.len(), 3 | 4) && digits.bytes().all(|b| b.is_ascii_digit());
        let is_setting = candidate.form == Form::Setting && !is_stored(candidate, &place);
        (fits && !is_setting && !continues(text, &place)).then(|| candidate.part(place))?
    },
};

/// Reports whether a line of a section of settings ends with the code at `place`, behind a name of nothing else: `[card]` above
/// `cvv = 123`.
fn is_stored(candidate: &Candidate<'_>, place: &Range<usize>) -> bool {
    /// Farthest head of the section, in bytes.
    const FAR: usize = 256;
    const NAMES: [&str; 3] = ["cvv", "cvc", "card"];
    let text = candidate.field.text;
    let name = name_of(candidate).to_ascii_lowercase();
    let is_head = |line: &str| line.starts_with('[') && line.trim_end().ends_with(']');
    line::ends(text, place.end)
        && NAMES.iter().any(|known| name.contains(known))
        && window::before(text, place.start, FAR).lines().any(is_head)
}

/// The number of the pattern of American Express's name in [`CVV`].
const CID: usize = 4;

/// The number of the pattern of names that have their code a few words later.
const TOLD: usize = 7;

/// The number of the pattern of codes behind the end of a card's time.
const CODED: usize = 5;

/// Reports whether the number of a card stands before `at` on its line: four groups of four digits, or one of sixteen.
fn is_after_card(text: &str, at: usize) -> bool {
    /// Farthest number, in bytes.
    const FAR: usize = 64;
    let head = line::before(text, at, FAR);
    let digits = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let words = || head.split([' ', '-', ',', ';', ':', '(', ')']);
    let groups = words().filter(|word| digits(word) && word.len() == 4).count();
    groups > 3 || words().any(|word| digits(&word) && (13..=19).contains(&word.len()))
}

/// The number of the pattern of arguments in [`CVV`].
const ARGUMENT: usize = 6;

/// The number of the pattern of rows in [`CVV`].
const ROW: usize = 2;

/// The number of the pattern of lines with blanks in [`CVV`].
const LINE: usize = 3;

/// Reports whether the number of a card ends at `at`, or before a comma and a blank there.
fn is_behind_card<'t>(text: &'t str, at: usize) -> bool {
    /// Longest number, with its separators.
    const LONGEST: usize = 24;
    let head = text.as_bytes().get(..at).unwrap_or_default();
    let unquoted = |head: &'t [u8]| head.strip_suffix(b"\"").or_else(|| head.strip_suffix(b"'")).unwrap_or(head);
    let head = unquoted(head);
    let head = head.strip_suffix(b" ").unwrap_or(head);
    let head = unquoted(head.strip_suffix(b",").unwrap_or(head));
    let len = head.iter().rev().take(LONGEST).take_while(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-')).count();
    let digits: Vec<u8> = head[head.len() - len..].iter().copied().filter(u8::is_ascii_digit).collect();
    std::str::from_utf8(&digits).is_ok_and(|number| is_issued(number.as_bytes()) && luhn(number))
}

/// Reports whether a number in the groups of a card, mistyped or not, stands before `at`, with a word for the end of its time
/// between: `2202 2001 1234 5678 до 09/27`.
fn is_told_behind_card(text: &str, at: usize) -> bool {
    /// Longest number with the word, in bytes.
    const LONGEST: usize = 40;
    const WORDS: [&str; 12] = ["до", "exp", "exp.", "bis", "valid", "gültig", "till", "al", "au", "a", "do", "t/m"];
    let Some((head, word)) = line::before(text, at, LONGEST).trim_end_matches(' ').rsplit_once(' ') else {
        return false;
    };
    let groups = head.rsplit([' ', '-']).take(4);
    let is_group = |group: &str| group.len() == 4 && group.bytes().all(|b| b.is_ascii_digit());
    WORDS.contains(&word.to_lowercase().as_str()) && groups.take_while(|group| is_group(group)).count() == 4
}

/// Reports whether a name for the number or the code of a card stands beside `place`.
fn is_beside_number(text: &str, place: &Range<usize>) -> bool {
    /// Bytes on either side.
    const NEAR: usize = 64;
    const NAMES: [&str; 6] = ["pan", "card", "cvv", "cvc", "cc", "cardno"];
    let around = [line::before(text, place.start, NEAR), line::behind(text, place.end, NEAR)];
    around.iter().flat_map(|part| part.split(|c: char| !c.is_ascii_alphabetic())).any(|word| is_one_of(word, &NAMES))
}

/// The number of the pattern of months and years in [`EXPIRATION`].
const PARTS: usize = 4;
/// Its pattern of the words of bills.
const BILLS: usize = 5;

/// The month or the year that the value is, if it belongs to a card: its number or its security code is named in the same object, or
/// the name of the value speaks of one.
fn part_of_expiry(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Bytes on either side.
    const NEAR: usize = 256;
    const NAMES: [&str; 9] = ["card", "cvv", "cvc", "pan\"", "karte", "carte", "tarjeta", "carta", "cartão"];
    let text = candidate.field.text;
    let place = token(candidate, b"&,")?;
    let number: u32 = text.get(place.clone()).filter(|digits| matches!(digits.len(), 1 | 2 | 4))?.parse().ok()?;
    let fits = match place.len() {
        1 => number > 0,
        2 => (1..=12).contains(&number) || (20..50).contains(&number),
        _ => (2020..2050).contains(&number),
    };
    let is_of_card = |part: &str| {
        let part = part.to_lowercase();
        NAMES.iter().any(|name| part.contains(name))
    };
    let around = [window::before(text, place.start, NEAR), window::behind(text, place.end, NEAR)];
    (fits && (around.into_iter().any(is_of_card) || is_of_card(candidate.name))).then_some(place)
}

/// The facts about the label of ends of their time.
pub(super) const EXPIRATION_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::FINANCIAL],
    aliases: &["CARD_EXPIRATION", "EXPIRATION_DATE", "EXPIRY_DATE", "CREDIT_CARD_EXP", "CARD_EXPIRY"],
    validation: Validation::Structure,
    languages: &["en", "de", "fr", "es", "it", "pt", "nl"],
    ..LabelInfo::new(
        "CREDIT_CARD_EXPIRATION",
        "The month and year until which a payment card is valid, with a word that says so.",
        "exp 09/27",
        Handling::COMMON,
    )
};

const EXPIRATION: Rule = Rule {
    info: EXPIRATION_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?:0?[1-9]|1[0-2]) ?[/-] ?(?:20)?[2-4][0-9]", 0.05, 0.9),
        // `4111111111111111|09|28|123`
        Pattern::regex(
            r"[|:;,\t](?:(?:0?[1-9]|1[0-2])[|:;,/\t-]|0[1-9]|1[0-2])(?:20)?[2-4][0-9](?:[|:;,\t][0-9]{3,4})?",
            0.9,
            0.95,
        ),
        Pattern::key(
            keys![
                "card expiry",
                "card expiration",
                "card expiration date",
                "card expiry date",
                "cc exp",
                "card exp",
                "expiry",
                "exp date",
                "valid thru",
                "valid through",
            ],
            0.85,
        ),
        Pattern::key(keys!["exp"], 0.85),
        // A month and a year in members of their own: `"expiryMonth": "09", "expiryYear": "2027"`
        Pattern::key(
            keys![
                "exp month",
                "expiry month",
                "expire month",
                "expires month",
                "expiration month",
                "exp year",
                "expiry year",
                "expire year",
                "expires year",
                "expiration year",
                "ablaufmonat",
                "ablaufjahr",
                "gültig bis monat",
                "gültig bis jahr",
                "mois expiration",
                "mois d'expiration",
                "année expiration",
                "année d'expiration",
                "mes vencimiento",
                "mes de vencimiento",
                "año vencimiento",
                "año de vencimiento",
                "mese scadenza",
                "mese di scadenza",
                "anno scadenza",
                "anno di scadenza",
                "mês de validade",
                "ano de validade",
            ],
            0.85,
        ),
        // Bills have such words, too.
        Pattern::regex("(?i:vto|venc|vencto|vence)[.:]{0,2} (?:0?[1-9]|1[0-2])/(?:20)?[2-4][0-9]", 0.85, 0.9),
    ]),
    context: words![
        "exp",
        "expires",
        "expiry",
        "expiration",
        "exp date",
        "valid thru",
        "valid through",
        "valid until",
        "valid to",
        "valid till",
        "good until",
        "valable jusqu'au",
        "válida hasta",
        "valida fino al",
        "scade",
        "válido até",
        "valable",
        "valide",
        "läuft ab",
        "vervalt",
        "platí do",
        "går ut",
        "good thru",
        "cvv",
        "cvc",
        "gültig bis",
        "ablaufdatum",
        "verfallsdatum",
        "expire",
        "date d'expiration",
        "expire fin",
        "caduca",
        "caducidad",
        "vence",
        "vencimiento",
        "scadenza",
        "validade",
        "vervaldatum",
        "срок",
        "срок действия",
        "действует до",
        "важить до",
        "ważna do",
        "platnost do",
        "有効期限",
        "有效期",
        "geldig tot",
        "skt",
        "son kullanma",
        "son kullanma tarihi",
        "scad",
        "expira",
        "validez",
        "utgår",
        "giltigt till",
        "gyldig til",
        "udløb",
        "lejárat",
        "platná do",
        "valabil până",
        "תוקף",
        "تنتهي",
        "صالحة حتى",
        "유효기간",
        "berlaku sampai",
        "hết hạn",
        "hsd",
        "istek",
        "isteka",
        "istekom",
        "istječe",
        "ističe",
        "vrijedi do",
        "važi do",
        "velja do",
        "poteče",
        "platí do",
        "expirace",
        "exspirace",
        "geldig t/m",
        "t/m",
        "udløber",
        "utløper",
        "utløpsdato",
        "udløbsdato",
        "utgångsdatum",
        "går ut",
        "voimassa",
        "vanhenee",
        "kehtib kuni",
        "galioja iki",
        "derīga līdz",
        "expiră",
        "expira la",
        "valabil până la",
        "lejár",
        "érvényes",
        "traci ważność",
        "data ważności",
        "ważność",
        "λήξη",
        "λήγει",
        "ημερομηνία λήξης",
        "валидна до",
        "важи до",
        "важи",
        "изтича",
        "истекает",
        "дійсна до",
        "термін дії",
        "läuft ab",
        "läuft bis",
        "gilt bis",
    ],
    check: |candidate| {
        let text = candidate.field.text;
        if candidate.pattern == 1 {
            let matched = candidate.matched();
            let code = matched.rfind(|c: char| !c.is_ascii_digit()).filter(|at| matched.len() - at > 3 && *at > 2);
            let place = candidate.range.start + 1..candidate.range.start + code.unwrap_or(matched.len());
            return is_behind_card(text, candidate.range.start).then(|| candidate.part(place))?;
        }
        if candidate.pattern == PARTS {
            return candidate.part(part_of_expiry(candidate)?);
        }
        if candidate.pattern == BILLS {
            let date = candidate.matched().rfind(' ')? + 1;
            let place = candidate.range.start + date..candidate.range.end;
            return is_after_card(text, candidate.range.start).then(|| candidate.part(place))?;
        }
        if matches!(candidate.pattern, 2 | 3) {
            // The other pattern finds values of the usual shape.
            let place = token(candidate, b"")?;
            let digits = text.get(place.clone())?;
            let month: u8 = digits.get(..2)?.parse().ok()?;
            let fits = matches!(digits.len(), 4 | 6) && digits.bytes().all(|b| b.is_ascii_digit());
            // The short name is that of tokens, too, whose numbers are longer.
            let is_told = match candidate.pattern {
                2 => candidate.form == Form::Field,
                _ => digits.len() == 4 && is_beside_number(text, &place),
            };
            return (fits && (1..=12).contains(&month) && is_told).then(|| candidate.part(place))?;
        }
        let joined = continues(text, &candidate.range)
            || byte_before(text, candidate.range.start) == Some(b'-')
            || byte_at(text, candidate.range.end) == Some(b'%');
        let finding = candidate.whole().filter(|_| !joined)?;
        let is_beside_card = byte_before(text, candidate.range.start).is_some_and(|b| b" ,".contains(&b));
        let sure = is_beside_card
            && (is_behind_card(text, candidate.range.start) || is_told_behind_card(text, candidate.range.start));
        Some(Finding { sure, ..finding })
    },
};
