//! The town at the end of a postal address, behind its postcode: its names, with the river or the region that tells it from another one
//! (`61348 Bad Homburg v. d. H.`), its district, and the country.

use crate::letter_case::is_same;
use crate::recognizers::contact::address_tail::separator;
use crate::recognizers::contact::address_token::{is_capital, word_at};
use crate::recognizers::contact::address_words::{COUNTRIES, PARTICLES};
use crate::recognizers::support::neighbours::{byte_at, is_one_of};
use crate::recognizers::support::word_list::is_listed;
use crate::text::is_value_edge;

/// Words for telephones, behind which a number is no postcode.
pub(super) const NO_TOWNS: [&str; 9] = ["tel", "telefon", "fon", "fax", "telefax", "mobil", "handy", "gsm", "tél"];

/// The end of the capitalised words on the line behind `at`: a city, perhaps with a province in brackets.
pub(super) fn city(text: &str, at: usize) -> Option<usize> {
    const MAX_WORDS: usize = 4;
    let (mut end, mut last) = (at, None);
    for place in 0..MAX_WORDS {
        if byte_at(text, end) != Some(b' ') {
            break;
        }
        let Some(word) = word_at(text, end + 1) else { break };
        let found = text.get(word.clone())?;
        if is_one_of(found.trim_end_matches('.'), &NO_TOWNS) {
            break;
        }
        if is_capital(without_article(found)) {
            last = Some(word.start + found.trim_end_matches(['.', '-']).len());
        } else if place == 0 || !is_listed(found, PARTICLES) {
            break;
        }
        end = word.end;
        if found.ends_with('.') {
            break;
        }
    }
    last.map(|end| district(text, river_end(text, end)))
}

/// The end of the number of a city's district behind `at`, with the district's name, else `at`: `Praha 6 - Dejvice`, `Dublin 4`.
pub(super) fn district(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let Some(behind) = rest.strip_prefix(' ').filter(|_| (1..=2).contains(&digits)).and_then(|rest| rest.get(digits..))
    else {
        return at;
    };
    let end = at + 1 + digits;
    let name = [" - ", "-", " – "].into_iter().find(|sign| behind.starts_with(sign));
    let name = name.and_then(|sign| word_at(text, end + sign.len())).filter(|name| is_capital(&text[name.clone()]));
    match name {
        // Of `Staré Město` both words.
        Some(name) => names_end(text, name.start + text[name].trim_end_matches('.').len()),
        None if behind.is_empty() || behind.starts_with([',', '\n', '\r', '.', ';', ')', '"', '|', '<']) => end,
        None => at,
    }
}

/// The end of the next word behind `at`, if it has a capital, too, else `at`.
fn names_end(text: &str, at: usize) -> usize {
    let next = word_at(text, at + 1).filter(|word| byte_at(text, at) == Some(b' ') && is_capital(&text[word.clone()]));
    next.map_or(at, |word| word.start + text[word].trim_end_matches('.').len())
}

/// The end of the country that follows at `at`, else `at`.
pub(super) fn country(text: &str, at: usize) -> usize {
    // The letters of a province in Italy stand in brackets: `61032 Fano (PU)`.
    let letters = text.get(at..).and_then(|rest| rest.strip_prefix(" (")).map_or(&[] as &[u8], str::as_bytes);
    let at = match letters {
        [a, b, b')', ..] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => at + " (PU)".len(),
        _ => at,
    };
    let Some(start) = separator(text, at) else { return at };
    let rest = text.get(start..).unwrap_or_default();
    let fits = |name: &&str| {
        rest.get(..name.len()).is_some_and(|head| is_same(head, name)) && is_value_edge(text, start + name.len())
    };
    COUNTRIES.split('|').filter(fits).map(|name| start + name.len()).max().unwrap_or(at)
}

/// `word` without the article of Dutch that is joined to its beginning: `'s-Hertogenbosch`.
fn without_article(word: &str) -> &str {
    ["'s-", "’s-", "'s", "'t"]
        .iter()
        .find_map(|article| word.strip_prefix(article))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(word)
}

/// The end of the abbreviated prepositions behind a town at `at` and of the name behind them, else `at`: of `Bad Homburg v. d. H.` that of `H`,
/// of `Rothenburg o.d. Tauber` that of `Tauber`.
fn river_end(text: &str, at: usize) -> usize {
    /// The prepositions, and the article between them and the name.
    const SHORT: [&str; 6] = ["a.", "i.", "v.", "o.", "b.", "u."];
    const ARTICLE: &str = "d.";
    let rest = text.get(at..).unwrap_or_default();
    let name = || {
        let rest = rest.strip_prefix(' ')?;
        let rest = SHORT.iter().find_map(|short| rest.strip_prefix(*short))?;
        let bare = rest.strip_prefix(' ').unwrap_or(rest);
        let rest = bare.strip_prefix(ARTICLE).unwrap_or(rest);
        let name = rest.strip_prefix(' ').unwrap_or(rest);
        let len = name.find(|c: char| !c.is_alphabetic()).unwrap_or(name.len());
        is_capital(name).then_some(text.len() - name.len() + len)
    };
    name().unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towns_end_with_their_river_or_district() {
        for (text, expected) in [
            ("61348| Bad Homburg v. d. H.\nTel", " Bad Homburg v. d. H"),
            ("91541| Rothenburg o.d.Tauber, den", " Rothenburg o.d.Tauber"),
            ("60311| Frankfurt a. M., den", " Frankfurt a. M"),
            ("79098| Freiburg i. Br. ist", " Freiburg i. Br"),
            ("5211 JN| 's-Hertogenbosch - 06", " 's-Hertogenbosch"),
            ("53111| Bonn a. und b. sind", " Bonn"),
            ("190 00| Praha 9 - Letňany.", " Praha 9 - Letňany"),
        ] {
            let (plain, at) = (text.replace('|', ""), text.find('|').unwrap());
            assert_eq!(city(&plain, at).map(|end| &plain[at..end]), Some(expected), "{text}");
        }
    }
}
