//! Mentions that are names of fields, which are no names of anybody: `NIF: 12345678Z`, `Codice Fiscale: …`, `Nombre;Ciudad`.

use masquerade_ner::{Mention, lexicon::class};

use super::{evidence::Evidence, place::Place, words::Words};
use crate::{
    context::Contexts,
    keys::Keys,
    overlap::Hypothesis,
    text::{Span, line},
};

/// Farthest value behind a name, in bytes, with a sign or an abbreviation between them: `NIF n.º `.
const FAR: usize = 6;
/// Longest name of a field, in bytes.
const LONGEST: usize = 48;
/// Longest abbreviation in a row of names of columns, in bytes.
const ABBREVIATION: usize = 5;

/// Reports whether a message of a validation goes on at `at`, as of a field: `Nino has invalid format`, `Huisnummer is required`.
fn is_judged(text: &str, at: usize) -> bool {
    const JUDGEMENTS: [&str; 12] = [
        " has invalid format",
        " has an invalid",
        " is invalid",
        " is not valid",
        " is not a valid",
        " can't be blank",
        " can't be empty",
        " cannot be blank",
        " cannot be empty",
        " cannot be null",
        " must not be blank",
        " has already been taken",
    ];
    let rest = line::behind(text, at, LONGEST);
    let is_required =
        rest.strip_prefix(" is required").is_some_and(|rest| !rest.starts_with(" to") && !rest.starts_with(" by"));
    is_required || JUDGEMENTS.iter().any(|judgement| rest.starts_with(judgement))
}

/// The names that introduce values, and the values of a text.
pub struct FieldNames<'a> {
    keys: &'a Keys,
    contexts: &'a Contexts,
    /// Where likely finds of the rules and mentions begin, in order.
    values: Vec<usize>,
}

impl<'a> FieldNames<'a> {
    /// The names of `keys` and `contexts`, in a text with the finds `hypotheses` and `mentions` that begin there.
    pub fn new(
        keys: &'a Keys,
        contexts: &'a Contexts,
        hypotheses: &[Hypothesis],
        mentions: impl Iterator<Item = usize>,
    ) -> Self {
        let likely = hypotheses.iter().filter(|hypothesis| hypothesis.likely);
        let mut values: Vec<_> = likely.map(|hypothesis| hypothesis.span.start()).chain(mentions).collect();
        values.sort_unstable();
        Self { keys, contexts, values }
    }

    /// Reports whether `mention` is a name that introduces a value, or a part of one, and stands as one: before a value, before
    /// a sign, or above a column. A name that many people bear is one of a field before a value alone.
    pub fn hold(&self, lists: &Words<'_>, text: &str, mention: &Mention, place: Place) -> bool {
        let evidence = Evidence::new(lists, text, mention, place);
        let phrase = Phrase::around(text, mention.span);
        let is_borne = evidence.classes(evidence.found) & (class::COMMON_FIRST | class::COMMON_LAST) != 0;
        // Of a row of names of columns every cell is one: `Nr;Name;Adresse;Lohnkonto`.
        let is_abbreviation = evidence.found.len() <= ABBREVIATION && !evidence.found.contains(char::is_lowercase);
        if (!is_borne || is_abbreviation) && self.is_header(phrase.line) {
            return true;
        }
        if phrase.label.len() > evidence.found.len() && self.keys.is_name(phrase.label) {
            return true;
        }
        if is_judged(text, mention.span.end()) {
            return true;
        }
        // `SIM ICCID`
        let is_short =
            || !evidence.found.contains(char::is_lowercase) && self.keys.of_whole_name(evidence.found).is_some();
        if !self.keys.is_name(evidence.found) && !self.keys.is_name(phrase.text) && !is_short() {
            // A word of context is a name only where it stands alone before a value, and is no place: `BIC COBADEFFXXX`.
            return evidence.found.chars().all(char::is_alphabetic)
                && !evidence.is_other()
                && self.is_before_value(text, mention.span.end())
                && self.contexts.knows(evidence.found, &mut Vec::new());
        }
        self.is_before_value(text, mention.span.end())
            || self.is_before_value(text, phrase.end)
            || !is_borne && (evidence.is_key() || phrase.has_sign(text) || evidence.is_heading())
    }

    /// Reports whether a value begins behind a name that ends at `end`.
    fn is_before_value(&self, text: &str, end: usize) -> bool {
        let at = self.values.partition_point(|&value| value <= end);
        let Some(between) = self.values.get(at).and_then(|&value| text.get(end..value)) else { return false };
        // Dots may lead to the value.
        let is_near = between.len() <= LONGEST && between.trim_matches([' ', '.']).len() <= FAR;
        is_near && between.starts_with([' ', '\t', ':', '=', '.']) && !between.contains(['\n', ',', ';'])
    }

    /// Reports whether `line` is a row of names of columns.
    fn is_header(&self, line: &str) -> bool {
        let is_row = |separator| {
            let cells = line.split(separator).filter(|cell| !cell.trim().is_empty());
            let (all, known) = cells.fold((0, 0), |(all, known), cell| {
                (all + 1, known + usize::from(self.keys.is_name(cell.trim().trim_matches('"'))))
            });
            known > 1 && known * 2 >= all
        };
        [',', ';', '\t', '|'].into_iter().any(is_row)
    }
}

/// The words around a mention that may be one name of a field.
struct Phrase<'t> {
    text: &'t str,
    /// The words up to the end of the cell or the sign behind them, with their abbreviations: `Posl. broj`.
    label: &'t str,
    /// Its line, as far as it is near.
    line: &'t str,
    /// Its end in the whole text.
    end: usize,
}

impl<'t> Phrase<'t> {
    /// The phrase around `span`, between signs.
    fn around(text: &'t str, span: Span) -> Self {
        let (head, tail) = (line::before(text, span.start(), LONGEST), line::behind(text, span.end(), LONGEST));
        let before = head.rsplit([',', ';', '\t', '|', '"', '\'', '(', '[', '{', '>', ':', '.']).next();
        let is_end = |c: char| ",;\t|\"')]}<:=.".contains(c) || c.is_ascii_digit();
        let behind = tail.split(is_end).next().and_then(|words| words.split("  ").next());
        let start = span.start() - before.map_or(0, |before| before.trim_start().len());
        let end = span.end() + behind.map_or(0, |behind| behind.trim_end().len());
        let around = |range| text.get(range).unwrap_or_default();
        let label = tail
            .split([',', ';', '\t', '|', '│', '"', '<', ':', '=', '*'])
            .next()
            .and_then(|words| words.split("  ").next());
        let label = around(start..span.end() + label.map_or(0, |label| label.trim_end().len()));
        Self { text: around(start..end), label, line: around(span.start() - head.len()..span.end() + tail.len()), end }
    }

    /// Reports whether a sign follows, behind which a value stands.
    fn has_sign(&self, text: &str) -> bool {
        text.get(self.end..).is_some_and(|rest| rest.trim_start_matches([' ', '*', '"']).starts_with([':', '=']))
    }
}
