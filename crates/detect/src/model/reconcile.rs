//! [`Reconciler`]: mentions of the model without the parts that the rules have found.
//!
//! | a likely find of a rule | the mention |
//! |---|---|
//! | with a checksum, of the same span | is dropped |
//! | of a transparent label (a URL) that covers it | is dropped |
//! | that covers it otherwise, or has the same span | stays, and `overlap` decides |
//! | inside it, with a checksum, or validated and as confident | is cut around the find |
//! | that overlaps it in part | keeps the part outside |

use crate::overlap::{Hypothesis, quantize};
use crate::{
    entity::Validation,
    text::{Span, is_word},
};

/// The likely finds of the rules in a text, with a sweep over them: mentions come by start.
#[derive(Default)]
pub struct Reconciler {
    /// The finds, ordered by start.
    finds: Vec<Hypothesis>,
    /// The first find that begins behind all mentions so far.
    next: usize,
    /// Finds that may overlap the mentions to come.
    open: Vec<Hypothesis>,
}

impl Reconciler {
    /// Begins a text in which the rules found `hypotheses`.
    pub fn begin(&mut self, hypotheses: &[Hypothesis]) {
        let Self { finds, next, open } = self;
        finds.clear();
        open.clear();
        *next = 0;
        finds.extend(hypotheses.iter().filter(|found| found.likely));
        finds.sort_by_key(|found| found.span.start());
    }

    /// Calls `each` with the parts of a mention at `span` that stay; mentions come in order.
    pub fn reconcile(&mut self, text: &str, span: Span, confidence: f32, mut each: impl FnMut(Span)) {
        self.open.retain(|found| found.span.end() > span.start());
        while let Some(found) = self.finds.get(self.next).filter(|found| found.span.start() < span.end()) {
            if found.span.end() > span.start() {
                self.open.push(*found);
            }
            self.next += 1;
        }
        let overlapping = || self.open.iter().filter(|found| found.span.overlaps(span));
        if overlapping().any(|found| drops(found, span)) {
            return;
        }
        let confidence = quantize(confidence);
        let mut cuts: Vec<Span> =
            overlapping().filter(|found| is_cut(found, span, confidence)).map(|found| found.span).collect();
        if cuts.is_empty() {
            return each(span);
        }
        cuts.sort_unstable();
        let mut start = span.start();
        for cut in cuts {
            if start < cut.start() {
                piece(text, start, cut.start()).into_iter().for_each(&mut each);
            }
            start = start.max(cut.end());
        }
        if start < span.end() {
            piece(text, start, span.end()).into_iter().for_each(each);
        }
    }
}

/// Reports whether a mention of `span` is dropped because of `found`.
fn drops(found: &Hypothesis, span: Span) -> bool {
    let is_proof = found.span == span && found.validation == Validation::Checksum;
    is_proof || found.transparent && found.span.covers(span) && found.span != span
}

/// Reports whether `found` is cut out of a mention of `span`.
fn is_cut(found: &Hypothesis, span: Span, confidence: u16) -> bool {
    if found.span.covers(span) {
        return false;
    }
    let is_inside = span.covers(found.span);
    let is_known = match found.validation {
        Validation::Checksum => true,
        Validation::Structure => found.confidence >= confidence,
        Validation::None | Validation::LanguageModel => false,
    };
    !is_inside || is_known
}

/// The text from `start` to `end` without signs at its ends, if it has at least two letters.
fn piece(text: &str, start: usize, end: usize) -> Option<Span> {
    let part = &text[start..end];
    let trimmed = part.trim_start_matches(|c: char| !is_word(c));
    let start = end - trimmed.len();
    let trimmed = trimmed.trim_end_matches(|c: char| !is_word(c));
    let is_word = trimmed.chars().filter(|c| c.is_alphabetic()).take(2).count() == 2;
    is_word.then(|| Span::new(text, start..start + trimmed.len()).expect("whole characters were trimmed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::{Label, Source};

    const TEXT: &str = "Jane Roe, 221B Baker Street, London";

    fn found(part: &str, validation: Validation, confidence: u16) -> Hypothesis {
        let start = TEXT.find(part).unwrap();
        Hypothesis {
            validated: validation.into(),
            span: Span::new(TEXT, start..start + part.len()).unwrap(),
            label: Label::new("A"),
            confidence,
            validation,
            source: Source::Recognizer,
            likely: true,
            reported: true,
            asked: true,
            transparent: false,
            floor: 0,
        }
    }

    fn left(mention: &str, rules: &[Hypothesis]) -> Vec<String> {
        let mut reconciler = Reconciler::default();
        reconciler.begin(rules);
        let span = found(mention, Validation::None, 0).span;
        let mut left = Vec::new();
        reconciler.reconcile(TEXT, span, 0.8, |span| left.push(span.slice(TEXT).to_owned()));
        left
    }

    #[test]
    fn rules_cut_out_what_they_know_better() {
        let address = found("221B Baker Street", Validation::Structure, 7000);
        assert_eq!(left("Jane Roe", &[address]), ["Jane Roe"]);
        assert_eq!(left("Baker Street, London", &[address]), ["London"]);
        assert_eq!(left("Baker Street", &[address]), ["Baker Street"]);
        assert_eq!(left("Jane Roe, 221B", &[address]), ["Jane Roe"]);
        let inside = |validation, confidence| left("Jane Roe", &[found("Roe", validation, confidence)]);
        assert_eq!(inside(Validation::None, 9900), ["Jane Roe"]);
        assert_eq!(inside(Validation::Structure, 7000), ["Jane Roe"]);
        assert_eq!(inside(Validation::Structure, 9000), ["Jane"]);
        assert_eq!(inside(Validation::Checksum, 5000), ["Jane"]);
    }

    #[test]
    fn mentions_give_way_to_proofs_and_to_urls_around_them() {
        assert!(left("Jane Roe", &[found("Jane Roe", Validation::Checksum, 6000)]).is_empty());
        assert_eq!(left("Jane Roe", &[found("Jane Roe", Validation::Structure, 9900)]), ["Jane Roe"]);
        let url = Hypothesis { transparent: true, ..found("Roe, 221B Baker Street", Validation::Structure, 9900) };
        assert!(left("Baker", &[url]).is_empty());
        assert_eq!(left("Baker", &[Hypothesis { transparent: false, ..url }]), ["Baker"]);
        assert_eq!(left("Jane Roe", &[url]), ["Jane"]);
    }
}
