//! Addresses in small letters behind verbs of living, as chats have them: `vivo en pasaje los copihues 348, temuco`.

use std::ops::Range;

use super::address_residence::is_small;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Words of sentences, which no name of a street or a town is.
const PROSE: &WordList = &WordList::new(
    "un|una|uno|um|uma|ein|eine|einem|einer|einen|une|een|con|com|sin|sem|mit|ohne|seit|avec|depuis|chez|met|sinds|da|od|z|ze|with|for|about|\
     over|since|only|least|más|mas|mais|più|desde|hace|que|mi|mein|meiner|meinem|mon|ma|mijn|minha|meu|mia|mio|my|há|fa|il|este|esta|esa|ese|\
     this|that|our|their|kein|keiner|nur|solo|só|seul|już|tylko|jednym|jednej|två|tre|en|ett|et|mehr|plus|noch|not|nie|nicht|no|ip|mac|http",
);
/// Words behind numbers that count them.
const COUNTED: &WordList = &WordList::new(
    "años|anos|anni|ans|jahre|jahren|jaar|lat|let|rokov|év|éve|ani|år|vuotta|metus|metų|aastat|gadus|godina|yıldır|meses|mesi|mois|monate|monaten|\
     maanden|miesięcy|personas|pessoas|persone|personen|personnes|hijos|filhos|figli|kinder|kindern|enfants|kinderen|dzieci|veces|vezes|\
     metros|metri|meter|km|kilometer|minutos|minuti|minuten|minutes|euros|euro|pisos|zimmer|zimmern|stanze|quartos|habitaciones",
);
/// Most words of a town, with its postcode.
const TOWN: usize = 4;

/// The address in small letters at `start` of `text`: the street and its number, and the town before the end of the clause. Behind a
/// noun, `is_noun`, which programs have, too, a street has two words, and a sign or a postcode parts the town from it.
pub(super) fn uncased(text: &str, start: usize, is_noun: bool) -> Option<Range<usize>> {
    let text = text.get(start..)?;
    let house = house(text)?;
    let rest = text.get(house.end..)?;
    let has_words = text[..house.start].trim_end().contains(' ');
    // `endereço linha 0` is one of a program.
    let is_street = !is_noun || has_words;
    let is_end = rest.is_empty() || rest.starts_with([',', '.', ';', '\n', '!', '?']);
    // A number and a word count something: `elan siin 3 aastat`.
    let may_count = rest.starts_with(' ') && !has_words && !text[house.clone()].contains('/');
    let town = town(rest, is_noun || may_count).filter(|_| is_street);
    town.map(|len| start..start + house.end + len).or((is_street && is_end).then_some(start..start + house.end))
}

/// The place of the number of the house, behind up to five words of a street: `348`, `20/9`, `12b`.
fn house(text: &str) -> Option<Range<usize>> {
    /// Most words of a street, and longest end of the number of a house, in bytes.
    const WORDS: usize = 5;
    const TAIL: usize = 4;
    let mut at = 0;
    for (count, word) in text.split(' ').take(WORDS + 1).enumerate() {
        let bare = word.trim_end_matches([',', '.', ';', '!', '?']);
        let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 && (1..=4).contains(&digits) && !is_year(bare, digits) {
            let tail = &bare[digits..];
            let fits = tail.len() <= TAIL && tail.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '-'));
            return fits.then_some(at..at + bare.len());
        }
        // An abbreviation ends in a stop, a clause in a comma.
        if !is_plain(bare) || bare.len() < word.len() && !word.ends_with('.') || is_listed(bare, PROSE) {
            return None;
        }
        at += word.len() + 1;
    }
    None
}

/// The length of the town behind the number of a house, with the sign before it: of `, temuco` all, of ` te 9300 aalst` all.
fn town(rest: &str, is_noun: bool) -> Option<usize> {
    let gap = if rest.starts_with(", ") { 2 } else { usize::from(rest.starts_with(' ')) };
    let clause = clause(rest.get(gap..)?);
    let words = || clause.split(' ').filter(|word| !word.is_empty());
    let stands = |word: &str| is_code(word) || is_small(word) || is_town_word(word);
    let is_town = gap > 0 && (1..=TOWN).contains(&words().count()) && words().all(stands);
    let len = gap + clause.len();
    // The town behind a unit: `884 fundos, pelotas rs`.
    let further =
        rest.get(len..)?.strip_prefix(", ").map(self::clause).filter(|town| {
            words().all(is_small) && town.split(' ').count() < TOWN && town.split(' ').all(is_town_word)
        });
    let is_told = !is_noun || gap == 2 || words().any(is_code);
    (is_town && is_told).then(|| len + further.map_or(0, |town| ", ".len() + town.len()))
}

/// The clause that `text` begins with.
fn clause(text: &str) -> &str {
    let end = text.find([',', '.', ';', '\n', '!', '?', '"', ')']).unwrap_or(text.len());
    text[..end].trim_end_matches(' ')
}

/// Reports whether `word` may be one of a name in small letters.
fn is_plain(word: &str) -> bool {
    let stands = |c: char| c.is_lowercase() || matches!(c, '\'' | '’' | '-' | '.');
    word.chars().count() > 1 && word.chars().all(stands)
}

/// Reports whether `word` may be one of the name of a town.
fn is_town_word(word: &str) -> bool {
    is_plain(word) && !is_listed(word, PROSE) && !is_listed(word, COUNTED)
}

/// Reports whether `word` is a postcode: `9300`, `45127`, `2845-112`.
fn is_code(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    (4..=7).contains(&digits) && word.bytes().all(|b| b.is_ascii_digit() || b == b'-') && !is_year(word, word.len())
}

/// Reports whether `word` of so many digits is a year of our time.
fn is_year(word: &str, digits: usize) -> bool {
    digits == 4 && (word.starts_with("19") || word.starts_with("20"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_small_letters_end_with_their_town() {
        for (text, is_noun, expected) in [
            ("pasaje los olmos 348, temuco", false, Some("pasaje los olmos 348, temuco")),
            ("de nieuwstraat 7 te 9300 aalst", false, Some("de nieuwstraat 7 te 9300 aalst")),
            ("polna 20/9 gdańsk, urodzona", false, Some("polna 20/9 gdańsk")),
            ("rua sete de abril 84 fundos, pelotas rs. meu", false, Some("rua sete de abril 84 fundos, pelotas rs")),
            ("bulevar mira 20, novi sad, br. 4", true, Some("bulevar mira 20, novi sad")),
            ("linha 0", true, None),
            ("siin 3 aastat", false, None),
            ("barrio sur 3 años", false, None),
            ("bulevar mira 20 veces", true, None),
            ("un piso de 3 habitaciones", false, None),
            ("madrid desde 2019", false, None),
            ("mi casa", false, None),
        ] {
            assert_eq!(uncased(text, 0, is_noun).map(|range| &text[range]), expected, "{text}");
        }
    }
}
