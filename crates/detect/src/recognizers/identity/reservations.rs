//! Reservations and tickets of airlines and railways, by which they give out all about a passenger.

use std::borrow::Cow;

use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::identifiers::numbered;
use crate::recognizers::support::numerals::stands_alone;
use crate::recognizers::support::value::token;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[AIR_TICKET, BOOKING, FREQUENT_FLYER];

/// Frequent flyers in records of passengers: `FQTV LH LH992000441122/P1`.
const FREQUENT_FLYER: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("FQT[RSUV] [0-9A-Z]{2}[ -](?:HK1[ -]?)?(?:[0-9A-Z]{2})?[0-9]{6,16}", 0.85, 0.9),
        // Short for its name, which is that of parts of networks, too, whose sizes are short.
        Pattern::key(
            keys!["ffn", "ff number", "ffp", "ffp number", "frequent flyer", "frequent flyer id", "frequent traveller"],
            0.75,
        ),
    ]),
    context: words![],
    check: |candidate| {
        if candidate.pattern == 1 {
            return numbered(candidate, 6, 24);
        }
        let number = candidate.matched().rfind([' ', '-'])? + 1;
        candidate.part(candidate.range.start + number..candidate.range.end)
    },
};

/// Tickets of airlines (IATA resolution 722): the airline's three digits, then ten.
const AIR_TICKET: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}[- ][0-9]{10}", 0.3, 0.85),
        // As records of passengers write them.
        Pattern::regex("(?:ETKT|TKT|TKNE)[ -][0-9]{3}[ -]?[0-9]{10}", 0.85, 0.9),
    ]),
    context: words![
        "ticket",
        "tickets",
        "e-ticket",
        "eticket",
        "etkt",
        "tkt",
        "passenger",
        "billet",
        "billete",
        "biglietto",
        "flugticket"
    ],
    check: |candidate| match candidate.pattern {
        0 => stands_alone(candidate).then(|| candidate.whole())?,
        _ => {
            let number = candidate.matched().find(|c: char| c.is_ascii_digit())?;
            candidate.part(candidate.range.start + number..candidate.range.end)
        }
    },
};

/// Record locators of reservations: five or six capitals and digits.
const BOOKING: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            concat!(
                "(?:PNR|(?i:record locator|(?:booking|reservation|conf|confirmation) (?:code|ref(?:erence)?|confirmation|no\\.?|#)|buchungs(?:code|nummer)|code de réservation|",
                "código de reserva|localizador(?: de (?:la )?reserva)?|numéro de réservation|codice (?:di )?prenotazione|boekingscode))(?: is| ist| est| es| è| no\\.?)?[:#]? [0-9A-Z]{5,6}"
            ),
            0.7,
            0.8,
        ),
        // `my booking K7QM2Z`
        Pattern::regex(
            "(?i:booking|reservation|itinerary|buchung|reservierung|réservation|reserva|prenotazione|boeking|rezerwacja|rezervace|bokning) [0-9A-Z]{6}",
            0.65,
            0.75,
        ),
        Pattern::key(LOCATOR_NAMES, 0.75),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        NAMED => {
            let place = token(candidate, b"&")?;
            let code = candidate.field.text.get(place.clone())?;
            (is_code(code, true) || is_long_code(code)).then(|| candidate.part(place))?
        }
        pattern => {
            let matched = candidate.matched();
            let code = matched.rsplit(' ').next()?;
            let start = candidate.range.end - code.len();
            is_code(code, pattern == 0 && is_locator(matched)).then(|| candidate.part(start..candidate.range.end))?
        }
    },
};

/// The pattern of names with a sign.
const NAMED: usize = 2;

/// Names of nothing but locators.
const LOCATOR_NAMES: &[Cow<'static, str>] = keys![
    "booking code",
    "booking ref",
    "booking reference",
    "booking number",
    "reservation number",
    "buchungscode",
    "code de réservation",
    "codice prenotazione",
    "código de reserva",
    "localizador",
    "pnr",
    "record locator",
    "reservation code",
    "reservation ref",
    "reservation reference",
];

/// Reports whether it is five or six capitals and digits; letters alone only where the name is one `of_locators`, and then no word
/// of headings and menus.
fn is_code(code: &str, of_locators: bool) -> bool {
    let letters = code.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = code.bytes().filter(u8::is_ascii_digit).count();
    let is_mixed = (1..code.len()).contains(&letters);
    matches!(code.len(), 5 | 6)
        && letters + digits == code.len()
        && (is_mixed || of_locators && letters == 6 && !is_common(code))
}

/// Reports whether it is seven to twelve capitals and digits, both of them, as portals number stays; the series may stand apart: `HTL-7XK24Q`.
fn is_long_code(code: &str) -> bool {
    let code = match code.split_once('-') {
        Some((series, rest)) if matches!(series.len(), 2..=4) => &[series, rest].concat(),
        _ => code,
    };
    let digits = code.bytes().filter(u8::is_ascii_digit).count();
    (7..=12).contains(&code.len())
        && (1..code.len()).contains(&digits)
        && code.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

/// Reports whether the phrase is a name of locators alone, with a sign behind it or none: `PNR XKJTRL`.
fn is_locator(phrase: &str) -> bool {
    let begins = |name: &str| phrase.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
    phrase.starts_with("PNR")
        || ["record locator", "localizador", "booking ref", "booking confirmation"].iter().any(|name| begins(name))
}
