//! Rows of SQL whose columns no statement names, as dumps of contacts have them: a name in one cell or two before an address of mail,
//! the number of the record at the beginning, a street and a postal code before a city.

use std::ops::Range;

use super::{Cell, Names, primary_keys::OF_PERSON};
use crate::recognizers::support::{name_shape::is_name_word, value::is_mail_address};

/// Names of columns that the other cells would have.
const FIRST: &str = "first name";
const LAST: &str = "last name";
const WHOLE: &str = "full name";
const STREET: &str = "street";
const CODE: &str = "postal code";

/// Adds the cells of a row that an address of mail among them says to be of a person.
pub(super) fn read(text: &str, cells: &[Range<usize>], names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let content = |at: usize| cells.get(at).and_then(|cell| text.get(cell.clone())).unwrap_or_default();
    let is_literal = |at: usize| cells.get(at).is_some_and(|cell| text[..cell.start].ends_with('\''));
    let Some(mail) = (1..cells.len()).find(|at| is_literal(*at) && is_mail_address(content(*at))) else { return };
    let mut add = |at: usize, name: &str| {
        if let Some(known) = names.look_up(name) {
            // No text names the column.
            let start = cells[at].start;
            found.push(Cell { name: start..start, value: cells[at].clone(), known: known.0 });
        }
    };
    let is_name = |at: usize| is_literal(at) && content(at).split(' ').all(is_name_word) && !content(at).is_empty();
    let is_word = |at: usize| is_name(at) && !content(at).contains(' ');
    let named = match mail {
        2.. if is_word(mail - 2) && is_name(mail - 1) => Some([(mail - 2, FIRST), (mail - 1, LAST)]),
        _ if is_name(mail - 1) && content(mail - 1).contains(' ') => Some([(mail - 1, WHOLE); 2]),
        // Farther before it, two words or a name of several, one of which the address has: `'Zoe','Kappa','1990-01-31','zkappa@example.gr'`.
        _ => {
            let local = content(mail).split('@').next().unwrap_or_default().to_lowercase();
            let has = |at: usize| content(at).split(' ').any(|word| is_in_address(word, &local));
            let pair = (0..mail - 1).find(|at| is_word(*at) && is_name(*at + 1) && (has(*at) || has(*at + 1)));
            let whole = || (0..mail).find(|at| is_name(*at) && !is_word(*at) && has(*at));
            pair.map(|at| [(at, FIRST), (at + 1, LAST)]).or_else(|| whole().map(|at| [(at, WHOLE); 2]))
        }
    };
    let Some([first, last]) = named else { return };
    let is_number = |at: usize| !content(at).is_empty() && content(at).bytes().all(|b| b.is_ascii_digit());
    if first.0 > 0 && is_number(0) && !is_literal(0) {
        add(0, OF_PERSON);
    }
    add(first.0, first.1);
    if last.0 > first.0 {
        add(last.0, last.1);
    }
    // A number in quotes before the name of a place, and a street before it.
    let is_code = |at: usize| is_literal(at) && is_number(at) && (4..=6).contains(&content(at).len());
    let Some(code) = (mail + 1..cells.len()).find(|at| is_code(*at) && is_name(*at + 1)) else { return };
    let has_number = content(code - 1).contains(char::is_numeric) && content(code - 1).contains(char::is_alphabetic);
    if code - 1 > mail && is_literal(code - 1) && has_number {
        add(code - 1, STREET);
    }
    add(code, CODE);
}

/// Reports whether `local`, the first part of an address in small letters, has the word of a name, without its accents.
fn is_in_address(word: &str, local: &str) -> bool {
    /// Fewest letters of such a word, and of its beginning that has none.
    const LEAST: usize = 4;
    let lower = word.to_lowercase();
    let plain = &lower[..lower.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(lower.len())];
    plain.len() >= LEAST && local.contains(plain)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_names;
    use crate::layout::sql;

    #[test]
    fn rows_with_an_address_of_mail_are_of_persons() {
        for (text, expected) in [
            (
                "VALUES (5512,'Ζωή','Κάππα','zoe@example.gr','Ρόδου 8','85100','Ρόδος'),(5513,'X')",
                vec!["5512", "Ζωή", "Κάππα", "Ρόδου 8", "85100"],
            ),
            ("VALUES (5512,'Zoe Kappa','zoe@example.gr')", vec!["5512", "Zoe Kappa"]),
            ("VALUES (5512,'Zoe','Kappa','1990-01-31','+30 210','zkappa@example.gr')", vec!["5512", "Zoe", "Kappa"]),
            ("VALUES (5512,'Zoe Kappa','gold','z.kappa@example.gr')", vec!["5512", "Zoe Kappa"]),
            ("VALUES (5512,'Rhodes','Gold','1990-01-31','zkappa@example.gr')", vec![]),
            ("VALUES (5512,'zoe','zoe@example.gr','85100')", vec![]),
            ("VALUES ('Zoe','Kappa',5512)", vec![]),
        ] {
            let mut found = Vec::new();
            with_names(|names| sql::read(text, 0, "VALUES (".len(), names, &mut found));
            let values: Vec<_> = found.into_iter().map(|cell| &text[cell.value]).collect();
            assert_eq!(values, expected, "{text}");
        }
    }
}
