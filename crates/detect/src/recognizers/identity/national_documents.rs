//! Numbers of documents whose short name says little by itself, where a nationality, a country or a state stands beside it: `Kenyan ID
//! 25449942`, `NY State ID 922 408 747`, `Texas DL: 22078694`, `DNI peruano 44643195`, `český pas 44829103`, `permis belge …`.

use std::borrow::Cow;
use std::cell::Cell;

use super::generic::labels::{DRIVER_LICENSE_INFO, NATIONAL_ID_INFO, PASSPORT_NUMBER_INFO};
use crate::recognizers::support::identifiers::number_at;
use crate::recognizers::support::nationalities::{is_nationality, is_state, is_state_code};
use crate::recognizers::support::numerals::is_date_shape;
use crate::recognizers::support::statement::statement_with;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// The probability of a number.
const SAID: f32 = 0.65;
/// That of a passport, of which many countries have more exact ones.
const PASSPORT: f32 = 0.5;
/// Longest number, in bytes.
const LONGEST: usize = 24;

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: DRIVER_LICENSE_INFO,
        patterns: Cow::Borrowed(&[Pattern::regex(
            "DL|D/L|D\\.L\\.|[Ll]icen[cs]e|[Ll]icencia|[Pp]ermis|[Pp]atente|[Cc]arta|[Cc]arnet|[Rr]ijbewijs|[Kk]örkort|[Ff]ørerkort|[Kk]ørekort|[Ee]hliyet|[Aa]jokortti|[Пп]рава",
            SAID,
            SAID,
        )]),
        context: words![],
        check,
    },
    Rule {
        info: NATIONAL_ID_INFO,
        patterns: Cow::Borrowed(&[Pattern::regex(
            "[Rr]esiden(?:t|ce) (?:[Cc]ard|[Pp]ermit)|ID|Id|id|NID|NIC|DNI|CI|ci|C\\.I\\.|CIN|CNI|BI|[Cc][eé]dula|[Cc]itizenship|[Kk]imlik|[Aa]usweis|[Cc]arte|[Dd]owód|[Hh]enkilökortti|[Ll]egitimation|[Уу]достоверение|[Пп]освідчення|карта",
            SAID,
            SAID,
        )]),
        context: words![],
        check,
    },
    Rule {
        info: PASSPORT_NUMBER_INFO,
        patterns: Cow::Borrowed(&[Pattern::regex(
            "[Pp]ass|[Pp]as|[Pp]assi|[Pp]ase|[Pp]asą|[Pp]asas|[Pp]asse|[Pp]assport|PPT|[Зз]агранпаспорт|[Пп]аспорт",
            PASSPORT,
            PASSPORT,
        )]),
        context: words![],
        check,
    },
];

/// Words between the document and its number, or between the country and the document.
const CARDS: &WordList = &WordList::new(
    "card|cards|state|national|voter|voter's|voters|civil|citizen|photo|resident|residence|identity|driver|driver's|drivers|driving|d'identité|nationale|conduire|conducir|conducere|\
     condução|guida|identidad|identidade|identità|ciudadanía|ciudadania|cidadão|osobisty|osobni|class|electoral|license|licence|permit|nr|no|num|number|№|гражданина|личности",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    behind(candidate).or_else(|| before(candidate))
}

/// The number before a document of a country: `EH04413817 – Bangladeshi e-passport of …`, `25449942 - Kenyan ID`.
fn before(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest number, in bytes, and fewest digits.
    const FAR: usize = 64;
    const DIGITS: usize = 6;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let near = line::before(text, start, FAR);
    let cut = [" – ", " — ", " - ", " ("].iter().filter_map(|sign| near.rfind(*sign)).max()?;
    let (head, tail) = near.split_at(cut);
    let words = || tail.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty() && *word != "e");
    let is_of_country =
        words().any(is_nationality) && words().all(|word| is_nationality(word) || is_listed(word, CARDS));
    let number = head.rsplit([' ', ',', ':', '(']).next()?;
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_lettered = number.starts_with(|c: char| c.is_ascii_uppercase());
    let is_day =
        number.len() == 8 && number.starts_with(['1', '2']) && number[1..].starts_with(['9', '0']) && !is_lettered;
    let is_number = digits >= DIGITS + 2 * usize::from(!is_lettered)
        && !is_day
        && head.len() == number.len()
        && line::begins(text, start - near.len())
        && number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b'-' | b'.'))
        && !is_date_shape(number);
    let end = start - tail.len();
    (is_of_country && is_number).then(|| candidate.part(end - number.len()..end))?
}

/// The number behind a document.
fn behind(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest digit of a number, in bytes.
    const FAR: usize = 80;
    let (text, range) = (candidate.field.text, &candidate.range);
    if !window::has_digit_behind(text, range.end, FAR)
        || text[range.end..].starts_with(['=', '\'', '’', '_', '"'])
        || text[..range.start].ends_with(['_', '.', '/', '$', '-'])
    {
        return None;
    }
    let of_country = Cell::new(false);
    let is_link = |word: &str| {
        let is_country =
            is_nationality(word) || is_state(word) || is_licence(candidate.matched()) && is_state_code(word);
        of_country.set(of_country.get() || is_country);
        is_country || is_listed(word, CARDS)
    };
    let told = statement_with(text, range.end, is_link, 0)?;
    let place = number_at(text, told.at, 2, LONGEST)?;
    // The state that issued it: `DL: TX 22078694`.
    let state =
        text[place.clone()].split_once(' ').filter(|(code, _)| is_licence(candidate.matched()) && is_state_code(code));
    let place = place.start + state.map_or(0, |(code, _)| code.len() + 1)..place.end;
    let found = &text[place.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_drawn = (8..=9).contains(&found.len())
        && found.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        && found.bytes().filter(u8::is_ascii_uppercase).count() > 1;
    let is_number = digits > 5 && found.bytes().all(|b| b.is_ascii_digit() || !b.is_ascii_lowercase()) || is_drawn;
    let is_lettered = found.starts_with(|c: char| c.is_ascii_uppercase());
    // Behind the abbreviation of a state other things have a number, too: `PR ID 4471829`.
    let owner = owner(text, range.start);
    let is_of_country = of_country.get()
        || state.is_some()
        || is_before_country(&text[place.end..])
        || matches!(owner, Owner::Country)
        || matches!(owner, Owner::Code) && (is_licence(candidate.matched()) || is_lettered && digits > 5);
    // Small letters stand for what programs number.
    let is_program = matches!(candidate.matched(), "id" | "ci") && !matches!(owner, Owner::Country);
    (is_number && is_of_country && !is_program).then(|| candidate.part(place))?
}

/// Reports whether the name is one of driving licences alone.
fn is_licence(name: &str) -> bool {
    matches!(name, "DL" | "D/L" | "D.L.")
}

/// Reports whether the country of a document in brackets begins `rest`: ` (Kenya)`, ` (South Africa)`.
fn is_before_country(rest: &str) -> bool {
    /// Most words.
    const WORDS: usize = 3;
    let Some(inner) = rest.strip_prefix(" (") else { return false };
    let inner = &inner[..inner.find(')').unwrap_or(0)];
    let words = || inner.split(' ');
    words().count() <= WORDS
        && words().next_back().is_some_and(|word| is_nationality(word) || is_state(word) || is_state_code(word))
}

/// What stands before a document.
enum Owner {
    /// A nationality, a country or the name of a state.
    Country,
    /// The abbreviation of a state.
    Code,
    /// Neither.
    Other,
}

/// The owner of the document whose name begins at `at`.
fn owner(text: &str, at: usize) -> Owner {
    /// Farthest owner, in bytes.
    const FAR: usize = 40;
    /// Most words between.
    const BETWEEN: usize = 2;
    let head = line::before(text, at, FAR);
    let mut is_stately = false;
    for word in head.trim_end().rsplit(' ').take(BETWEEN + 1) {
        let bare = word.trim_start_matches(['(', '"', '„', '“']).trim_end_matches(['\'', '’']);
        let bare = bare.strip_suffix("'s").or(bare.strip_suffix("’s")).unwrap_or(bare);
        if is_nationality(bare) || is_state(bare) {
            return Owner::Country;
        }
        if is_state_code(bare) {
            return if is_stately { Owner::Country } else { Owner::Code };
        }
        is_stately |= bare.eq_ignore_ascii_case("state");
        if !is_listed(bare, CARDS) {
            break;
        }
    }
    Owner::Other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn documents_are_of_a_country() {
        for (text, name, expected) in [
            ("Kenyan ID 25449942", "ID", Some("25449942")),
            ("Ghanaian ID: GHA-722481930-4.", "ID", Some("GHA-722481930-4")),
            ("kenyan id 25449942", "id", Some("25449942")),
            ("NY State ID 922 408 747 / Class D", "ID", Some("922 408 747")),
            ("Texas DL: 22078694; plate", "DL", Some("22078694")),
            ("BC DL 4829103", "DL", Some("4829103")),
            ("CA ID D4829103", "ID", Some("D4829103")),
            ("French ID card no. X4RTBPFW4", "ID", Some("X4RTBPFW4")),
            ("DNI peruano 44643195", "DNI", Some("44643195")),
            ("permis belge 1482910384", "permis", Some("1482910384")),
            ("český pas 44829103", "pas", Some("44829103")),
            ("patente rumena B04829103", "patente", Some("B04829103")),
            ("Costa Rican ID 1-0482-0193", "ID", Some("1-0482-0193")),
            ("DL (TX) 22078694", "DL", Some("22078694")),
            ("DL: TX 22078694", "DL", Some("22078694")),
            ("ID: 25449942 (Kenya)", "ID", Some("25449942")),
            ("EH04413817 – Bangladeshi e-passport of", "passport", Some("EH04413817")),
            ("25449942 - Kenyan ID", "ID", Some("25449942")),
            ("2024-05-12 - Kenyan ID", "ID", None),
            ("20240512 - Kenyan ID", "ID", None),
            ("482910 (German passport office)", "passport", None),
            ("#482910 - new ID", "ID", None),
            ("PR ID 4471829 was merged", "ID", None),
            ("request ID 4471829", "ID", None),
            ("Georgia id: 4471829", "id", Some("4471829")),
            ("us id 4471829", "id", None),
            ("Texas ID check in 2024", "ID", None),
            ("American pass rate 48.29", "pass", None),
            ("la carta italiana del 2024", "carta", None),
        ] {
            assert_eq!(check_match(check, text, name, 0), expected, "{text}");
        }
    }
}
