//! The number of a postal address: before the street or behind it.

use std::ops::Range;

use crate::recognizers::contact::address_token::{is_capital, is_elided, word_at};
use crate::recognizers::contact::address_words::PARTICLES;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::neighbours::{byte_at, is_one_of};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, window};

/// The house number that begins at `at`: digits, with a letter or the end of a range behind them.
pub(crate) fn house_number(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most digits of a number, and of the end of a range.
    const MOST: [usize; 2] = [5, 4];
    let rest = text.as_bytes().get(at..)?;
    let digits = |from: usize| rest.iter().skip(from).take(MOST[0] + 1).take_while(|b| b.is_ascii_digit()).count();
    let letter = |end: usize| end + usize::from(rest.get(end).is_some_and(u8::is_ascii_alphabetic));
    let ends = |end: &usize| is_value_edge(text, at + end);
    let len = digits(0);
    let plain = Some(len).filter(|len| (1..=MOST[0]).contains(len))?;
    let second = digits(plain + 1);
    let ranges = matches!(rest.get(plain), Some(b'/' | b'-')) && (1..=MOST[1]).contains(&second);
    let range = Some(plain + 1 + second).filter(|_| ranges);
    // Stairs and doors behind it, as in Austria: `1/2/3`.
    let third = |end: usize| {
        let digits =
            rest.get(end + 1..).unwrap_or_default().iter().take(MOST[1]).take_while(|b| b.is_ascii_digit()).count();
        // In Russia with dashes: `14-3-77`.
        if rest.get(plain) == rest.get(end) && matches!(rest.get(end), Some(b'/' | b'-')) && digits > 0 {
            end + 1 + digits
        } else {
            end
        }
    };
    let range = range.map(third);
    let longest = range.map(letter).filter(ends).or(range.filter(ends));
    // The letter of stairs or of an entrance: `19/A`.
    let stairs = || {
        let has_letter = rest.get(plain) == Some(&b'/') && rest.get(plain + 1).is_some_and(u8::is_ascii_alphabetic);
        Some(plain + 2).filter(|end| has_letter && ends(end))
    };
    // The letter behind a blank, at the end of a line or a part: `Gartenstr. 2 b`.
    let apart = || {
        let is_letter = matches!(rest.get(plain..plain + 2), Some([b' ', b'a'..=b'h']));
        let ends = matches!(rest.get(plain + 2), None | Some(b'\n' | b'\r' | b',' | b';'));
        Some(plain + 2).filter(|_| is_letter && ends)
    };
    // `21-bis`, `14-hs`, `263-II`, as in the Netherlands.
    let addition = || {
        let ends_with = |addition: &&str| rest[plain..].starts_with(addition.as_bytes());
        const ADDITIONS: [&str; 12] =
            ["-bis", "-ter", "-hs", "-huis", "-rd", "-zw", "-III", "-II", "-IV", "-I", " bis", " ter"];
        let addition = ADDITIONS.iter().find(|addition| ends_with(addition))?;
        Some(plain + addition.len()).filter(ends)
    };
    let end = longest
        .or_else(addition)
        .or_else(apart)
        .or_else(stairs)
        .or_else(|| Some(letter(plain)).filter(ends))
        .or_else(|| Some(plain).filter(ends))?;
    Some(at..at + end)
}

/// Reports whether the number at `number` is the year of a notice: `Copyright (C) 2008-2019, 2021, 2022 Anthony Green`.
pub(crate) fn is_copyright(text: &str, number: &Range<usize>) -> bool {
    const NEAR: usize = 16;
    let is_year = |year: &[u8]| matches!(year, [b'1', b'9', _, _] | [b'2', b'0', _, _]);
    let found = text.as_bytes().get(number.clone()).unwrap_or_default();
    if !found.get(..4).is_some_and(is_year) || found.get(4).is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let head = window::before(text, number.start, NEAR);
    let head = head.trim_end_matches([' ', ',', '-', '–']);
    let digits = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let before = head.as_bytes().get(head.len() - digits..).unwrap_or_default();
    let lower = head.to_ascii_lowercase();
    is_year(before) || ["copyright", "(c)", "©", "copr.", "&copy;"].iter().any(|mark| lower.ends_with(mark))
}

/// The start of the number behind a word for a street or a box that ends, with a blank, at `at`. The name of the street
/// may stand between.
pub(crate) fn number_behind(text: &str, at: usize) -> Option<usize> {
    /// Most words of the name of a street, with the abbreviation of "number".
    const MAX_WORDS: usize = 7;
    let mut start = at;
    for _ in 0..MAX_WORDS {
        let word = word_at(text, start).filter(|_| byte_at(text, start).is_some());
        if byte_at(text, start)?.is_ascii_digit() && !is_day(text, word.clone()) {
            return Some(start);
        }
        let word = word?;
        let found = text.get(word.clone())?;
        let named = is_capital(found)
            || is_elided(found)
            || is_day(text, Some(word.clone()))
            || is_listed(found, PARTICLES)
            || is_one_of(found, &["n.", "no.", "nº", "n°", "n.º", "n", "nr.", "no"]);
        let mut end = word.end + usize::from(text.get(word.end..)?.starts_with(" ,"));
        while byte_at(text, end).is_some_and(|b| b == b',' || b == b'/') || text.get(end..)?.starts_with('°') {
            end = text.ceil_char_boundary(end + 1);
        }
        if !named || byte_at(text, end) != Some(b' ') {
            return None;
        }
        start = end + 1;
    }
    None
}

/// The end of the abbreviation that stands for a number behind an Italian word for a street that ends, with a blank, at `at`, where the
/// house has none: of `contrada San Rocco snc` that of `snc`.
pub(crate) fn numberless_end(text: &str, at: usize) -> Option<usize> {
    /// Most words of the name of the street.
    const MAX_WORDS: usize = 5;
    let mut start = at;
    for place in 0..MAX_WORDS {
        let word = word_at(text, start)?;
        let found = text.get(word.clone())?;
        if place > 0 && is_one_of(found.trim_end_matches('.'), &["snc", "s.n.c", "sn"]) {
            return Some(word.start + found.trim_end_matches('.').len());
        }
        if !is_capital(found) && !is_listed(found, PARTICLES) {
            return None;
        }
        start = word.end + usize::from(text.get(word.end..)?.starts_with(',')) + 1;
    }
    None
}

/// Reports whether a number is the day after which a street is called: `Av. 18 de Julio 1234`, `ul. 11 Listopada 26`.
fn is_day(text: &str, word: Option<Range<usize>>) -> bool {
    const MONTHS: &WordList = &WordList::new(concat!(months_of!(spanish, portuguese), "|setiembre"));
    /// Months behind the day without a preposition, in the case that Polish has there.
    const DIRECT: &WordList = &WordList::new(
        "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|\
         gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
    );
    let Some(word) = word.filter(|word| word.len() < 3) else { return false };
    let Some(rest) = text.get(word.end..).and_then(|rest| rest.strip_prefix(' ')) else { return false };
    let (rest, months) = rest.strip_prefix("de ").map_or((rest, DIRECT), |rest| (rest, MONTHS));
    let month = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    is_listed(month, months)
}
