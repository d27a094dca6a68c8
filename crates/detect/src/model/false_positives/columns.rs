//! Names of columns, which the models take for persons and firms: cells of a row of words above a row with numbers or a rule.

use crate::text::{Span, line};

/// Longest row before or behind a cell, in bytes.
const LONGEST: usize = 240;
/// Fewest cells of a row.
const FEWEST: usize = 3;

/// Reports whether `span` fills a cell of a row of words, below which a rule or a row of as many cells stands, in one of which a number
/// is where the row has a word.
pub(super) fn is_name(text: &str, span: Span) -> bool {
    let (head, tail) = (line::before(text, span.start(), LONGEST), line::behind(text, span.end(), LONGEST));
    let end = span.end() + tail.len();
    let below = text[end..].strip_prefix('\r').unwrap_or(&text[end..]).strip_prefix('\n');
    let (Some(below), true) = (below, head.len() < LONGEST && tail.len() < LONGEST) else { return false };
    let row = &text[span.start() - head.len()..end];
    // Nearly no line of prose has such signs.
    let Some(separator) = ["\t", ";", "|", "  ", ","].into_iter().find(|sign| row.matches(*sign).count() + 1 >= FEWEST)
    else {
        return false;
    };
    let (before, behind) = (head.trim_end_matches('"'), tail.trim_start_matches('"'));
    let begins = before.trim().is_empty() || [before, before.trim_end()].iter().any(|part| part.ends_with(separator));
    let ends = behind.trim().is_empty() || [behind, behind.trim_start()].iter().any(|part| part.starts_with(separator));
    if !begins || !ends || row.bytes().any(|b| b.is_ascii_digit()) {
        return false;
    }
    let below = line::behind(below, 0, 2 * LONGEST);
    let is_rule = below.contains("---") && below.bytes().all(|b| b"-+=|: ".contains(&b));
    is_rule || is_of_numbers(row, below, separator)
}

/// Reports whether both rows have as many cells, and a cell of the lower one is a number.
fn is_of_numbers(row: &str, below: &str, separator: &str) -> bool {
    let cells = |row: &'_ str| row.split(separator).filter(|cell| !cell.trim().is_empty()).count();
    let is_number = |cell: &str| {
        let cell = cell.trim().trim_matches('"');
        cell.starts_with(|c: char| c.is_ascii_digit())
            && cell.bytes().all(|b| b.is_ascii_digit() || b".,:-/%".contains(&b))
    };
    cells(row) >= FEWEST && cells(row) == cells(below) && below.split(separator).any(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_stand_above_numbers() {
        for (text, found, expected) in [
            ("Platz\tVerein\tTore\n1\tEintracht\t31:9", "Tore", true),
            ("Artikel;Menge;Preis\nSchraube;20;0,04", "Menge", true),
            ("ENAME      JOB       SAL\n---------- --------- -----\nROE        CLERK     800", "JOB", true),
            ("Anna;Berlin;Rot\nMax;Bonn;Blau", "Anna", false),
            ("Anna;Berlin;7\nMax;Bonn;8", "Anna", false),
            ("Ask Anna, Max, or Eve\n1, 2, 3", "Anna", false),
            ("Platz\tVerein\tTore", "Tore", false),
        ] {
            let at = text.find(found).unwrap();
            let span = Span::new(text, at..at + found.len()).unwrap();
            assert_eq!(is_name(text, span), expected, "{text}");
        }
    }
}
