//! Boxes at post offices: `P.O. Box 12`, `Postfach 12 34`, `BP 145, 75008 Paris`.

use crate::letter_case::is_same;
use crate::recognizers::contact::address_tail::code_and_city;
use crate::recognizers::support::neighbours::is_one_of;

/// The length of the further groups of digits of the box at a post office that `found` names: `Postfach 12 34`.
pub(super) fn box_groups(found: &str, behind: &str) -> usize {
    /// Most groups of two digits.
    const MOST: usize = 3;
    // With the code of the post office, as in Kenya: `P.O. Box 30197-00100`.
    let office = behind.strip_prefix('-').unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
    if office == 5 && found.rsplit(' ').nth(1).is_some_and(|word| is_same(word, "box")) {
        return 1 + office;
    }
    if !found.get(.."postfach".len()).is_some_and(|word| is_same(word, "postfach")) {
        return 0;
    }
    let is_group = |group: &[u8]| group[0] == b' ' && group[1..].iter().all(u8::is_ascii_digit);
    let len = 3 * behind.as_bytes().chunks_exact(3).take(MOST).take_while(|group| is_group(group)).count();
    if behind.as_bytes().get(len).is_some_and(u8::is_ascii_digit) { len.saturating_sub(3) } else { len }
}

/// The beginning of the box at a post office that `word`, at `start`, ends: `P.O. Box`, `Postfach`.
/// `behind` is the text from the number on.
pub(super) fn boxed(head: &str, start: usize, word: &str, behind: &str) -> Option<usize> {
    if is_one_of(word, &["postfach", "postbus", "apartado", "apdo", "pob", "postboks"]) {
        return Some(start);
    }
    // `BP` is blood pressure, too, and `CP` a postcode.
    if is_one_of(word, &["bp", "cp"]) {
        let number = behind.trim_start();
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        return code_and_city(number, digits).map(|_| start);
    }
    let before = head.get(..start)?.trim_end();
    let starts: &[&str] = match word.to_ascii_lowercase().as_str() {
        "box" => &["p.o.", "po", "p. o.", "p.o", "post office", "gpo", "g.p.o."],
        "correos" => &["apartado de"],
        "postale" => &["casella"],
        _ => &["caixa"],
    };
    let fits = |words: &&&str| {
        let at = before.len().checked_sub(words.len());
        at.and_then(|at| before.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(words))
    };
    starts.iter().find(fits).map(|words| before.len() - words.len())
}
