//! Unnamed numbers: codes and long numbers in what people write, whose kind no rule knows: `the chip 985 141 000 774 219`, `Blue Badge
//! 0L4K9X0326N`.
//!
//! Offices, shops and devices number persons and their things under more names than any list holds. In prose, such a number is hardly
//! anything else, unless it is one of goods, orders, laws or standards. In code, logs and documentation of software it is, so the place
//! decides, and these finds need the stage of the models.

use std::ops::Range;

use super::{LanguageModel, explained::Explained, place::Places};
use crate::{
    Options,
    catalogue::Catalogue,
    checksum::gs1,
    entity::{Label, Source},
    overlap::Hypothesis,
    recognizers::{
        identity::{
            record_numbers::ID_NUMBER_INFO,
            reference_numbers::{is_harmless, is_strong, words_before},
        },
        support::{
            identifiers::number_at,
            word_list::{WordList, is_listed},
        },
    },
    text::{Field, Span, line, window},
};

/// The share of these finds that are right, at least.
const CONFIDENCE: f32 = 0.7;
/// Fewest digits of a code with capitals, and of one with a single one; fewest of a number without.
const CODE: usize = 5;
const ONE_LETTER: usize = 6;
const NUMBER: usize = 9;
/// Fewest characters of a code, and most of either.
const SHORTEST: usize = 7;
const LONGEST: usize = 40;
/// Fewest digits in a row of a short number in groups behind a series.
const LONG_RUN: usize = 4;
/// Fewest hexadecimal digits that are rather a hash or an address than a code.
const HASH: usize = 12;
/// Most characters of a further group of a number.
const GROUP: usize = 4;
/// The end of a number that is rather a limit.
const ROUND: &str = "000000";
/// Bytes before a number in which words tell what it is of, and how many words.
const FAR: usize = 64;
const WORDS: usize = 4;
/// Fewest words in small letters of a text that people write.
const PROSE: usize = 4;

/// What is numbered without regard to a person, besides what other rules leave alone for it: orders and their parts, and names of
/// numbers that products and publications have; beginnings of words.
const GOODS: &str = "order|bestell|auftrag|commande|pedido|ordin|encomenda|zamówien|objedn|rendelés|comand|comenz|sipariş|tilaus|beställ|ordre|narudž|naroč|заказ|замовл|\
     поръчк|παραγγ|pesanan|invoic|rechnung|offer|angebot|devis|purchase|refund|sku|ean|gtin|upc|isbn|issn|asin|doi|pmid|model|modell|part|item|toner|cartridge|image|photo|\
     video|chapter|figure|page|section|clause|paragraph|article|kb|hotfix|patch|population|seed|amount|total|sum|price|cost|budget|revenue|worth|postcode|zip|plz|cap|cep|ticket|issue|\
     epoch|timestamp|unix|views|downloads|visits|zugriffe|besucher|followers|hits|mutation|gene|strain|ward|cpv|pzn|ufi|einecs|unspsc|terminal|seat|seats|platform|flight|train|bus|room|gate|hall|suite|unit|building";

/// What is numbered with regard to a person, though a word for goods begins so; beginnings of words.
const PERSONAL: &str =
    "particip|partner|trainee|warden|captain|seri|sér|sorozat|výrob|versicher|frame|rahmen|case|cas|chass|chipp";

/// Words for "number", behind which a number of fewer digits counts.
const NUMBERS: &WordList = &WordList::new(
    "number|no|nr|num|nro|id|code|ref|reference|acct|acc|kod|kód|kode|koodi|código|codice|cód|cod|numer|número|numero|numéro|nummer|nomor|numara|numarası|\
     broj|číslo|číslem|szám|száma|αρ|αριθμός|номер|номером|čislo",
);

/// Series of standards, publications, currencies and measures before a number.
const SERIES: &WordList = &WordList::new(
    "boe|lov|nom|nor|ecli|celex|lex|hn|oem|omb|iso|iec|en|din|eu|ue|ce|rfc|nist|ieee|un|ral|cas|astm|gost|bs|nf|ul|ansi|mil|kb|pmc|pmid|nct|cve|cwe|gse|doi|icd|hs|sku|ean|gtin|upc|isbn|issn|fips|pci|sae|api|\
     eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|ron|bgn|try|tl|inr|rs|jpy|cny|rmb|krw|rub|uah|brl|mxn|zar|aud|cad|nzd|sgd|hkd|kes|ngn|php|idr|rp|vnd|thb|myr|rm|aed|sar|ils|egp|pkr|clp|cop|\
     ars|pen|fcfa|xof|km|kw|kwh|mw|gb|mb|tb|hp|ps|rpm|utc|gmt|est|pst|cet|fy|cpv|pzn|ufi|si|ssi|einecs|taric|unspsc|naics|hd|rtx|gtx|inv|po|so|ord|ab|re|fac|fv|fs|tt|rma|http|vol|pp|rtj|dj|rb|ora|pls|tns|aadsts|err|usn|dsa|rhsa|jdk",
);

/// Words of numbers that are no series: the number alone is the identifier.
const NAMES: &WordList = &WordList::new(
    "id|no|nr|num|ref|code|acc|acct|pin|tel|ph|mob|fax|member|number|card|key|tag|for|the|is|and|to|or|of|at|in|by|my|your|otp",
);

impl LanguageModel {
    /// Adds the unnamed numbers in `field` that no hypothesis explains to `hypotheses`.
    pub fn find_unnamed_numbers(
        &self,
        field: &Field<'_>,
        options: &Options,
        catalogue: &Catalogue,
        hypotheses: &mut Vec<Hypothesis>,
    ) {
        let text = field.text;
        let mut found = numbers(text).peekable();
        if found.peek().is_none() || !is_written(text) {
            return;
        }
        let Some(info) = catalogue.info(Label::new(ID_NUMBER_INFO.name)) else { return };
        // The models take the series of a number for a firm.
        let explained = Explained::new(hypotheses, |find| find.likely && find.source != Source::Model);
        let mut found: Vec<_> = found.filter(|place| !explained.overlaps(place)).collect();
        let mut languages = self.languages();
        let mut places = Places::new(&mut languages, self.reads_european);
        found.retain(|place| places.of(text, place.start, place.end).is_prose());
        let spans = found.into_iter().map(|place| Span::new(text, place).expect("numbers are whole characters"));
        hypotheses.extend(spans.map(|span| Hypothesis::of_rule(span, info, CONFIDENCE, options)));
    }
}

/// Reports whether people have written `text`: it has a few words in small letters.
fn is_written(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| word.len() > 2 && !word.contains(char::is_uppercase)).take(PROSE).count() == PROSE
}

/// The unnamed numbers in `text`, by place.
fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let digit = at + text.as_bytes().get(at..)?.iter().position(u8::is_ascii_digit)?;
            let start = start_of(text, at, digit);
            let run = |from: usize| text.as_bytes()[from..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
            let value = number_at(text, start, CODE, LONGEST).map(|value| with_last_groups(text, value));
            at = value.as_ref().map_or(digit, |value| value.end.max(digit));
            at += run(at);
            if let Some(value) = value.filter(|value| is_unnamed(text, value)) {
                return Some(value);
            }
        }
    })
}

/// `value`, a number in groups, with the groups behind it.
fn with_last_groups(text: &str, value: Range<usize>) -> Range<usize> {
    let mut end = value.end;
    while text[value.start..end].contains(' ') {
        let Some(rest) = window::behind(text, end, GROUP + 8).strip_prefix(' ') else { break };
        let group =
            &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit()).len()];
        let is_group = group.starts_with(|c: char| c.is_ascii_digit()) && group.len() <= GROUP;
        let is_whole =
            rest[group.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ':' | '%' | '€'));
        if !is_group || !is_whole || end + 1 + group.len() - value.start > LONGEST {
            break;
        }
        end += 1 + group.len();
    }
    value.start..end
}

/// The start of the number around the digit at `digit`, not before `least`: behind a series of capitals, too.
fn start_of(text: &str, least: usize, digit: usize) -> usize {
    let bytes = text.as_bytes();
    let is_part = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    let least = least.max(digit.saturating_sub(LONGEST));
    let mut start = digit;
    while start > least {
        let before = bytes[start - 1];
        let joins = matches!(before, b'-' | b'/' | b'.') && start - 1 > least && is_part(bytes[start - 2]);
        if !is_part(before) && !joins {
            break;
        }
        start -= 1;
    }
    let Some(series) = bytes[least..start].strip_suffix(b" ") else { return start };
    let len = series.iter().rev().take_while(|b| b.is_ascii_uppercase()).count();
    let from = start - 1 - len;
    let is_whole = from == least || matches!(bytes[from - 1], b' ' | b'(' | b'\n' | b'\t' | b':' | b'#' | b'"');
    let name = &text[from..start - 1];
    let is_series = (1..=4).contains(&len) && is_whole && bytes[start].is_ascii_digit() && !is_listed(name, NAMES);
    if is_series { from } else { start }
}

/// Reports whether the number at `value` is one that nothing but an identifier is, and none of goods.
fn is_unnamed(text: &str, value: &Range<usize>) -> bool {
    let found = &text[value.clone()];
    let before = text[..value.start].chars().next_back();
    let behind = &text[value.end..];
    let begins = before.is_none_or(|c| {
        c.is_whitespace() || matches!(c, '(' | '"' | '\'' | '“' | '„' | '«' | '>' | '#' | ':' | '*' | ',')
    });
    let goes_on = behind.starts_with(['%', '°', '@', '=', '€', '$', '£', '_', '*'])
        || behind.strip_prefix(['.', ',', ':']).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()));
    if !begins || goes_on || found.contains(':') {
        return false;
    }
    // The name of a member stands in quotes of its own.
    let line = line::before(text, value.start, FAR);
    let head = line.trim_end_matches([' ', '"', '\'', ':', '=', '(', '#']);
    // Members of JSON with such numbers are mostly times and limits, and those of persons have their rules.
    let sign = &line[head.len()..];
    let is_member = sign.starts_with("\":") || sign.contains('=');
    if found.bytes().all(|b| b.is_ascii_digit()) && (is_member || is_cell(text, value))
        || is_address(found)
        || line.trim_start().split(' ').next().is_some_and(is_address)
    {
        return false;
    }
    let names_number = |word: String| is_listed(&word, NUMBERS);
    let next = behind.trim_start_matches(' ');
    let is_named =
        line.ends_with(['#', '№']) || words_before(head).next().is_some_and(names_number) || next.starts_with("numara");
    if !is_named && is_count(next) {
        return false;
    }
    is_in_column(text, value)
        || is_identifier(found, is_named)
            && !is_list_of_times(found)
            && !is_tyre(found)
            && !is_dated_law(found)
            && !is_in_list_of_goods(line)
            && !words_before(head).take(WORDS).any(|word| is_of_goods(&word))
}

/// Reports whether the words beside the number at `value` tell that it is one of goods, a count or a measure, or its series that it is one
/// of a standard or a product.
pub(super) fn is_of_things(text: &str, value: &Range<usize>) -> bool {
    let (found, behind) = (&text[value.clone()], text[value.end..].trim_start_matches([' ', '-', '\u{a0}']));
    let head = line::before(text, value.start, FAR).trim_end_matches([' ', '"', '\'', ':', '=', '(', '#']);
    let is_series = |part: &str| is_listed(&part.to_lowercase(), SERIES);
    let series = &found[..found.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(found.len())];
    let before = &head[head.trim_end_matches(|c: char| c.is_ascii_uppercase()).len()..];
    behind.starts_with(['%', '€', '$', '£', '°'])
        || found.ends_with(['%', '€', '$', '£', '°'])
        || is_count(behind)
        || is_series(series)
        || is_series(before)
        || words_before(head).take(WORDS).any(|word| is_of_goods(&word))
}

/// Reports whether `found` is an address in memory or in a file, as listings of programs have them in columns: `0000000000401136`.
fn is_address(found: &str) -> bool {
    matches!(found.len(), 12 | 16) && found.starts_with("0000") && found.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Reports whether `behind` begins with what is counted or measured: `927669374985 bytes free`.
fn is_count(behind: &str) -> bool {
    const COUNTED: &WordList = &WordList::new(
        "byte|bytes|octets|bit|bits|baytes|row|rows|zeilen|zeile|lignes|filas|righe|linhas|rijen|wierszy|line|lines|record|records|datensätze|registros|enregistrements|event|events|\
         ereignisse|request|requests|anfragen|requêtes|message|messages|nachrichten|file|files|dateien|fichiers|archivos|user|users|nutzer|entry|entries|einträge|token|tokens|parameters|\
         document|documents|dokumente|object|objects|key|keys|block|blocks|page|pages|pixel|pixels|cycle|cycles|times|mal|fois|veces|volte|vezes|keer|razy|people|personen|inhabitants|\
         second|seconds|sekunden|ms|ns|us|euro|euros|dollar|dollars|tonnes|tonnen|views|downloads",
    );
    let word = &behind[..behind.len() - behind.trim_start_matches(char::is_alphabetic).len()];
    is_listed(word, COUNTED)
}

/// Reports whether the number at `value` is a cell of a row of quoted values, or of a row of numbers: `1714640400,63021.5,1234567890`.
fn is_cell(text: &str, value: &Range<usize>) -> bool {
    let (before, behind) = (line::before(text, value.start, FAR), &text[value.end..]);
    let is_quoted = before.ends_with("\",\"") || before.ends_with('"') && behind.starts_with("\",");
    let is_digit = |c: char| c.is_ascii_digit();
    is_quoted
        || before.strip_suffix(',').is_some_and(|row| row.ends_with(is_digit))
        || behind.strip_prefix(',').is_some_and(|row| row.starts_with(is_digit))
}

/// Reports whether `found` is the size of a tyre, with what it bears (ISO 4000-1): `P225/60R17 99T`.
fn is_tyre(found: &str) -> bool {
    let size = found.split(' ').next().unwrap_or_default();
    let size = size.strip_prefix(['P', 'C']).or_else(|| size.strip_prefix("LT")).unwrap_or(size);
    let are_digits = |part: &str, len: usize| part.len() == len && part.bytes().all(|b| b.is_ascii_digit());
    let Some((width, rest)) = size.split_once('/') else { return false };
    let Some((height, rim)) = rest.split_once(['R', 'B']) else { return false };
    are_digits(width, 3) && are_digits(height.trim_end_matches('Z'), 2) && are_digits(rim.trim_end_matches('C'), 2)
}

/// Reports whether `found` is of a law or a standard, by its series and its year: `BOE-A-2011-17975`, `FOR-2011-12-06-1357`.
fn is_dated_law(found: &str) -> bool {
    const SOURCES: &WordList = &WordList::new("boe|lov|for|nom|hr|dof|lex|stcw|celex|dors|sor");
    let mut parts = found.split('-');
    let is_source = parts.next().is_some_and(|source| is_listed(&source.to_lowercase(), SOURCES));
    is_source && parts.any(|part| part.len() == 4 && (part.starts_with("19") || part.starts_with("20")))
}

/// Reports whether `found` is the number of a book, with its check digit (ISO 2108): `978-3-16-148410-0`.
fn is_book(found: &str) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_grouped = || found.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b' '));
    digits == 13 && (found.starts_with("978") || found.starts_with("979")) && is_grouped() && gs1(found)
}

/// Reports whether `found` is hours and minutes one behind the other, as in timetables: `0800 0830 0900`.
fn is_list_of_times(found: &str) -> bool {
    /// Fewest of them.
    const LEAST: usize = 3;
    let time = |group: &str| {
        let (hours, minutes) = group.split_at_checked(2)?;
        let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
        (group.len() == 4 && hours < 24 && minutes < 60 && minutes % 5 == 0).then_some(hours * 60 + minutes)
    };
    let times: Option<Vec<_>> = found.split(' ').map(time).collect();
    times.is_some_and(|times| times.len() >= LEAST && times.windows(2).all(|pair| pair[0] < pair[1]))
}

/// Reports whether `line`, the text before a number, is a list of numbers of goods: `Part nos.: seal 700-4418, gasket `.
fn is_in_list_of_goods(line: &str) -> bool {
    /// Words for several numbers.
    const PLURALS: &WordList =
        &WordList::new("nos|numbers|nrs|nummern|numéros|números|numeri|nummers|codes|numery|refs");
    let Some(head) = line.rfind(": ").map(|colon| line[..colon].trim_end_matches('.')) else { return false };
    let mut words = words_before(head);
    words.next().is_some_and(|word| is_listed(&word, PLURALS)) && words.next().is_some_and(|word| is_of_goods(&word))
}

/// Reports whether the number at `value` begins a line before a word with a capital, as a number of the same form begins a line next to
/// it: `2021-04417 Roe, Jane`.
fn is_in_column(text: &str, value: &Range<usize>) -> bool {
    let found = &text[value.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_before_name =
        text[value.end..].strip_prefix([' ', '\t']).is_some_and(|rest| rest.starts_with(char::is_uppercase));
    if digits < ONE_LETTER || !line::begins(text, value.start) || !is_before_name {
        return false;
    }
    let has_form = |other: &str| {
        let other = other.as_bytes();
        let is_like = |(one, other): (u8, &u8)| one == *other || one.is_ascii_digit() && other.is_ascii_digit();
        other.len() > found.len()
            && found.bytes().zip(other).all(is_like)
            && matches!(other[found.len()], b' ' | b'\t')
            && &other[..found.len()] != found.as_bytes()
    };
    let next = window::behind(text, value.end, 4 * FAR).split_once('\n').map(|(_, next)| next);
    let above = text[..value.start].strip_suffix('\n').map(|head| {
        let head = head.strip_suffix('\r').unwrap_or(head);
        line::before(head, head.len(), 4 * FAR)
    });
    next.is_some_and(has_form) || above.is_some_and(has_form)
}

/// Reports whether `word` tells that a number is one of goods.
fn is_of_goods(word: &str) -> bool {
    // Serial numbers tell of a thing that somebody has.
    let is_personal = || PERSONAL.split('|').any(|start| word.starts_with(start));
    (is_harmless(word) || GOODS.split('|').any(|start| word.starts_with(start.trim()))) && !is_personal()
}

/// Reports whether nothing but an identifier has the form of `found`.
fn is_identifier(found: &str, is_named: bool) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let letters = found.bytes().filter(u8::is_ascii_uppercase).count();
    // Columns of sums.
    if found.contains('.') && found.contains(' ') {
        return false;
    }
    if letters == 0 {
        // Decimals, identifiers of objects (ITU-T X.660), and versions, which have a part of one digit: `124.0.6367.91`.
        let has_dots = !found.contains([' ', '-', '/']) && found.contains('.');
        let is_dotted =
            has_dots && (matches!(found.matches('.').count(), 1 | 4..) || found.split('.').any(|part| part.len() == 1));
        // Seconds and milliseconds since 1970.
        let is_time = matches!(found.len(), 10 | 13)
            && digits == found.len()
            && matches!(found.as_bytes()[..2], [b'1', b'4'..=b'7']);
        let is_other = is_dotted || is_time || is_book(found) || found.replace(' ', "").ends_with(ROUND);
        return !is_other && (is_named || digits >= NUMBER) && is_strong(found, !is_named);
    }
    let series = &found[..found.len() - found.trim_start_matches(|c: char| c.is_ascii_uppercase()).len()];
    let unit = &found[found.trim_end_matches(|c: char| c.is_ascii_uppercase()).len()..];
    let is_file = found.rsplit_once('.').is_some_and(|(_, kind)| kind.bytes().all(|b| b.is_ascii_uppercase()));
    let is_hash = found.len() >= HASH && found.bytes().all(|b| b.is_ascii_hexdigit() || b == b' ');
    let is_measure = is_size(found) || letters == unit.len() && is_listed(unit, SERIES);
    // Doses and pressures have short numbers: `TA 128/76`.
    let is_split = found.contains(' ') && (digits < ONE_LETTER || digits < NUMBER && longest_run(found) < LONG_RUN);
    let least = if letters == 1 { ONE_LETTER } else { CODE };
    digits >= least
        && found.len() >= SHORTEST
        && !is_listed(series, SERIES)
        && !is_measure
        && !is_split
        && !is_hash
        && !is_file
        && !is_basic_time(found)
        && !is_law(found)
        && is_strong(found, true)
}

/// Reports whether `found` is a size in two or three dimensions, or degrees: `14X10X10`, `180C/160C`.
fn is_size(found: &str) -> bool {
    let mut parts = found.split('X');
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if found.split('/').all(|part| part.strip_suffix(['C', 'F']).is_some_and(is_digits)) {
        return true;
    }
    found.contains('X') && parts.all(is_digits)
}

/// The most digits in a row.
fn longest_run(found: &str) -> usize {
    found.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or_default()
}

/// Reports whether `found` is a time in the basic format of ISO 8601: `20240618T140000`.
fn is_basic_time(found: &str) -> bool {
    let found = found.strip_suffix('Z').unwrap_or(found);
    let is_digits = |part: &str, len| part.len() == len && part.bytes().all(|b| b.is_ascii_digit());
    found.split_once('T').is_some_and(|(day, time)| is_digits(day, 8) && (is_digits(time, 4) || is_digits(time, 6)))
}

/// Reports whether `found` is the number of a law: a number and a year behind a series (`RD 1299/2006`), or before the letters of
/// a community (`90/426/EEC`).
fn is_law(found: &str) -> bool {
    let is_year = |year: &str| year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
    // Applications for planning have a longer number: `26/00167/FUL`.
    let is_short = |part: &str| part.len() <= 5 && part.bytes().all(|b| b.is_ascii_digit());
    let is_behind_series = found
        .rsplit_once('/')
        .is_some_and(|(head, year)| is_year(year) && head.bytes().filter(u8::is_ascii_digit).count() < ONE_LETTER);
    let mut parts = found.split('/');
    let first_parts = [parts.next(), parts.next()].into_iter().flatten().filter(|part| is_short(part)).count();
    let is_of_community = parts.next().is_some_and(|last| last.bytes().all(|b| b.is_ascii_uppercase()));
    is_behind_series || first_parts == 2 && is_of_community && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        numbers(text).map(|place| &text[place]).collect()
    }

    #[test]
    fn codes_and_long_numbers_are_found() {
        for (text, expected) in [
            ("he holds a Blue Badge, number 0R4K9X0326N, and", "0R4K9X0326N"),
            ("her chip 985 141 000 774 219 was read", "985 141 000 774 219"),
            ("(policy POL/7720418/HH), any", "POL/7720418/HH"),
            ("emp code TCX41190)", "TCX41190"),
            ("chart SVUH 2207718, seen", "SVUH 2207718"),
            ("paid to 12-3109-0077254-50 today", "12-3109-0077254-50"),
            ("please quote ID 407718263 then", "407718263"),
            ("2021-04417 Roe, Jane 1.75\n2020-10882 Poe, Tom 2.00", "2021-04417 2020-10882"),
            ("Executive Club no. 38214417", "38214417"),
            ("serial S/N 70441829X please", "70441829X"),
            ("Versicherungsschein: KH-2281 7745-03", "KH-2281 7745-03"),
            ("it says S 03 801 100 12 2738 4490 815 and", "S 03 801 100 12 2738 4490 815"),
        ] {
            let all = found(text);
            assert!(all == [expected] || all.len() > 1 && all.join(" ") == expected, "{text}: {all:?}");
        }
    }

    #[test]
    fn goods_laws_measures_and_versions_are_left_alone() {
        for text in [
            "Order 114-7720938-4417062 has shipped",
            "Invoice INV-2025-00318 is open",
            "Toner TN-24205 and EAN 5012345678900",
            "ISO 27001:2022, RFC 12345, KB5012345",
            "RD 1299/2006 de 10 de noviembre",
            "it cost EUR 120000 or R48 200",
            "14X10X10 cm, 1920X1080",
            "at 2025-11-03T08:14:55Z or 20251103",
            "about 1 200 000 000 people",
            "51.5073509 and 3.14159265358",
            "in room E-20012, seat 31A 31B",
            "direktiivin 90/426/ETY liite, RB 74663, PP-00016",
            "Holland 134.75 1134.60 268.33",
            r#""minimum": 18014398509481995, "spanId": "EEE19B7EC3C1B173""#,
            "1.3.6.1.5.5.7.48.13 and 90000000000000",
            "TA 128/76, ASS 100 1-0-0",
            "first 0700 then 0800 0830 0900 every day",
            "Part nos.: seal 700-4418, gasket 700-4450-B, screw",
            r#""orderNumber": "VB-2024-11873""#,
            "DTSTART:20240618T140000",
            "https://example.com/A4471093882 and x@A4471093882",
            "file LA1118909.DOC",
            "after the update to 131.0.2903.86 and 10.0.22631.4460",
            "it has 927669374985 bytes free and 62231108955 rows",
            "we read 9783161484100, then 978-3-16-148410-0 yesterday",
            "1714640400,63021.5,63100.2,1234567890",
            "\"2128771843931316\",\"called twice\"",
            "save --height='46837038821' --verbose",
            "we get ORA-00942 since the update",
            "0000000000077330 T _IO_file_open\n0000000000077540 T _IO_file_read",
            "000000024600  007200000005 R_X86_64_COPY",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
