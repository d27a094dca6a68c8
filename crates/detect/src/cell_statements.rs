//! Cells as statements: a value whose name lies elsewhere is read as if it stood behind it, `name: value`.
//!
//! Most rules read words before a value, in more languages and with more endings than any list of names has. So a cell of a
//! table, the line below a heading and the value behind a dotted line are found as surely as the same label and value on one
//! line. Only cells that no find fills are read so, and a column whose first values are none of those that its name introduces
//! is left.

use std::{collections::HashMap, ops::Range};

use rustc_hash::FxBuildHasher;

use crate::{
    Options,
    layout::{Cell, is_made_up},
    overlap::Hypothesis,
    rule_set::{RuleSet, Scratch},
    text::{Field, Span},
};

/// Longest value, in bytes.
const MAX_VALUE: usize = 128;
/// Values of one name without a find, behind which no more are read.
const MOST_MISSES: u8 = 6;

impl RuleSet {
    /// Adds the entities at the start of values of `cells` that are found behind the names of the values. Returns the list, emptied.
    pub(crate) fn find_in_cells(
        &self,
        mut cells: Vec<Cell>,
        field: &Field<'_>,
        options: &Options,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) -> Vec<Cell> {
        let mut filled: Vec<Span> = Vec::new();
        if !cells.is_empty() {
            filled.extend(hypotheses.iter().filter(|found| found.likely).map(|found| found.span));
            filled.sort_unstable();
        }
        let mut misses: HashMap<usize, u8, FxBuildHasher> = HashMap::default();
        let mut statement = String::new();
        for Cell { name, value, known } in cells.drain(..) {
            // A label of several words may only end like a known name.
            let label = &field.text[name.clone()];
            let is_known = known.is_some() && (self.keys.is_name(label) || !label.contains(' '));
            if !may_be_stated(field.text, &name, &value, is_known) || is_filled(&filled, &value) {
                continue;
            }
            let misses = misses.entry(name.start).or_default();
            if *misses == MOST_MISSES {
                continue;
            }
            statement.clear();
            statement.push_str(with_number_sign(field.text, &name));
            statement.push_str(": ");
            let head = statement.len();
            statement.push_str(&field.text[value.clone()]);
            let first = hypotheses.len();
            self.find_in_text(&Field { text: &statement, key: field.key }, 0, options, hypotheses, scratch);
            let is_value = |found: &Hypothesis| found.likely && found.span.start() == head;
            let read: Vec<Hypothesis> = hypotheses.drain(first..).filter(is_value).collect();
            *misses = if read.is_empty() { *misses + 1 } else { 0 };
            hypotheses.extend(read.into_iter().map(|found| {
                let place = value.start..found.span.end() - head + value.start;
                Hypothesis { span: Span::new(field.text, place).expect("a value is copied as it is"), ..found }
            }));
        }
        cells
    }
}

/// Reports whether `name` and `value` may be a statement on one line. Rules that know the name have refused short numbers and
/// words already.
fn may_be_stated(text: &str, name: &Range<usize>, value: &Range<usize>, is_known: bool) -> bool {
    /// Fewest digits of a number behind a known name.
    const DIGITS: usize = 6;
    let (name, value) = (&text[name.clone()], &text[value.clone()]);
    let is_name = name.contains(char::is_alphabetic) && !name.contains('\n');
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_word = value.chars().all(char::is_alphabetic);
    let is_told = match is_known {
        true if is_word => is_made_up(value),
        true => digits >= DIGITS || value.contains(|c: char| !c.is_ascii_digit()),
        false => true,
    };
    // Words in letters alone are the values of few names.
    let is_token = || !value.contains(char::is_whitespace);
    is_name && is_told && value.len() <= MAX_VALUE && !value.contains('\n') && (digits > 0 || is_token())
}

/// Reports whether one of `filled`, which are sorted, covers `value` or nearly so: the sign behind it may be left.
fn is_filled(filled: &[Span], value: &Range<usize>) -> bool {
    /// Most finds before the value that are asked.
    const NEAR: usize = 4;
    let before = filled.partition_point(|span| span.start() <= value.start);
    filled[before.saturating_sub(NEAR)..before].iter().any(|span| span.end() >= value.end)
}

/// The name at `name` with the sign for "number" behind it, which is no part of the name: `Customer #`.
fn with_number_sign<'t>(text: &'t str, name: &Range<usize>) -> &'t str {
    let end = ["#", " #"].iter().find(|sign| text[name.end..].starts_with(**sign)).map_or(0, |sign| sign.len());
    &text[name.start..name.end + end]
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::{
        Detector, Finder,
        recognizers::{
            self,
            secrets::{CODE_NAMES, KEY_NAMES},
        },
    };

    static DETECTOR: LazyLock<Detector> = LazyLock::new(|| Detector::new(Vec::new()).expect("built-in rules compile"));

    /// Layouts of a label, `L`, and its value, `V`, beside the same on one line.
    const STATEMENT: &str = "L: V";
    const LAYOUTS: [&str; 7] = [
        "L;Xyz\nV;1\n",
        "Xyz\tL\tAbc\n1\tV\t2\n",
        "| L | V |\n",
        "<tr><th>L</th><td>V</td></tr>",
        "L\nV\n",
        "L ........ V\n",
        "- **L:** V\n",
    ];

    fn is_found(layout: &str, label: &str, value: &str) -> bool {
        let text = layout.replace('L', "\u{1}").replace('V', value).replace('\u{1}', label);
        let field = Field::new(&text);
        let options = Options::new(DETECTOR.default_labels().clone());
        let found = DETECTOR.detect(&[field], &options);
        let at = text.rfind(value).expect("the value is in the text");
        found[0].iter().any(|entity| entity.span.range() == (at..at + value.len()))
    }

    /// The layouts in which a value that is found behind its label on one line is not.
    fn misses<'l>(labels: impl Iterator<Item = &'l str>, value: &str) -> Vec<(String, &'static str)> {
        let stated = labels.filter(|label| is_found(STATEMENT, label, value));
        let missed = |label: &'l str| {
            LAYOUTS
                .into_iter()
                .filter(move |layout| !is_found(layout, label, value))
                .map(|layout| (label.to_owned(), layout))
        };
        stated.flat_map(missed).collect()
    }

    #[test]
    fn labels_that_rules_read_in_words_name_columns_too() {
        // Every few of them: each takes eight searches.
        let codes = CODE_NAMES.phrases().iter().copied().step_by(7);
        assert_eq!(misses(codes, "44718"), []);
        let keys = KEY_NAMES.phrases().iter().copied().step_by(5);
        assert_eq!(misses(keys, "heron27moor"), []);
        let others = ["Парола", "Договор №", "Справа №", "Bestellnummer", "Nº de abonado", "Kenmerk", "Lietas Nr."];
        assert_eq!(misses(others.into_iter(), "48213907"), []);
    }

    #[test]
    fn names_of_rules_name_columns() {
        let rules = recognizers::all();
        let of_numbers = rules.iter().filter(|rule| rule.info.name == "ID_NUMBER");
        let names = of_numbers.flat_map(|rule| rule.patterns.iter()).filter_map(|pattern| match &pattern.finder {
            Finder::Key(names) => Some(names.iter()),
            _ => None,
        });
        let names: Vec<&str> = names.flatten().map(AsRef::as_ref).step_by(29).collect();
        assert_eq!(misses(names.into_iter(), "48213907"), []);
    }

    #[test]
    fn a_column_without_finds_is_left() {
        let row = "heron;7\n".repeat(40);
        let text = format!("Vogel;Zahl;Ort\n{row}");
        let options = Options::new(DETECTOR.default_labels().clone());
        assert!(DETECTOR.detect(&[Field::new(&text)], &options)[0].is_empty());
    }
}
