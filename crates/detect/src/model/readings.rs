//! Readings: the forms of a text that the models read besides the text as it stands.
//!
//! Letters in escapes (`J\u00f6rg`, `J&ouml;rg`, `J=C3=B6rg`) are read in clear, as they are meant: JSON that a program has written, the
//! source of a page or a mail stand in prompts and logs as they are. Marks of emphasis, tags and mentions are left out (`markup`). Cyrillic
//! and Greek are read in Latin letters: the models know these alone.

use masquerade_ner::Level;

use super::{Known, LanguageModel, Scratch, markup, transliterated_names};
use crate::{
    Options,
    entity::Label,
    overlap::Hypothesis,
    text::{Field, FoldedText, Span, has_encoded_letter},
};

impl LanguageModel {
    /// Adds the mentions in `field` to `hypotheses`, which are the finds of the rules.
    pub fn find(
        &self,
        field: &Field<'_>,
        options: &Options,
        known: &Known<'_>,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        if options.ner == Level::Off {
            return;
        }
        let clear = has_encoded_letter(field.text).then(|| FoldedText::new(field.text)).flatten();
        read_as(clear.as_ref(), field, hypotheses, |field, hypotheses| {
            self.find_without_markup(field, options, known, hypotheses, scratch);
        });
    }

    /// As [`Self::find`], of a text whose letters are in clear.
    fn find_without_markup(
        &self,
        field: &Field<'_>,
        options: &Options,
        known: &Known<'_>,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        self.find_set_apart(field, options, known, hypotheses);
        let bare = markup::left_out(&self.words(), field.text);
        read_as(bare.as_ref(), field, hypotheses, |field, hypotheses| {
            self.find_in_scripts(field, options, known, hypotheses, scratch);
        });
    }

    /// Adds the first names that signs set apart, `@Jane`, `**Jane**`, to `hypotheses`.
    fn find_set_apart(
        &self,
        field: &Field<'_>,
        options: &Options,
        known: &Known<'_>,
        hypotheses: &mut Vec<Hypothesis>,
    ) {
        /// The share of these finds that are right.
        const CONFIDENCE: f32 = 0.75;
        let info = known.catalogue.info(Label::PERSON).filter(|_| !known.replaced.contains(Label::PERSON));
        let Some(info) = info else { return };
        let places = markup::set_apart(&self.words(), field.text);
        let spans = places.into_iter().filter_map(|place| Span::new(field.text, place));
        hypotheses.extend(spans.map(|span| Hypothesis::of_rule(span, info, CONFIDENCE, options)));
    }

    /// As [`Self::find`], of a text in clear.
    fn find_in_scripts(
        &self,
        field: &Field<'_>,
        options: &Options,
        known: &Known<'_>,
        hypotheses: &mut Vec<Hypothesis>,
        scratch: &mut Scratch,
    ) {
        self.find_in_clear(field, options, known, hypotheses, scratch);
        self.find_listed_names(field, options, known, hypotheses);
        self.find_unnamed_numbers(field, options, known.catalogue, hypotheses);
        self.find_contextual_values(field, options, known.catalogue, hypotheses, scratch);
        let Some(latin) = FoldedText::in_latin(field.text) else { return };
        let counts = |mention: &Hypothesis| transliterated_names::counts(&self.words(), &latin, mention);
        read(&latin, field, hypotheses, counts, |field, hypotheses| {
            self.find_in_clear(field, options, known, hypotheses, scratch);
        });
    }
}

/// Adds what `find` finds in `reading`, which is read in place of `field`, or in `field` itself where there is none.
fn read_as(
    reading: Option<&FoldedText<'_>>,
    field: &Field<'_>,
    hypotheses: &mut Vec<Hypothesis>,
    find: impl FnOnce(&Field<'_>, &mut Vec<Hypothesis>),
) {
    match reading {
        None => find(field, hypotheses),
        Some(reading) => read(reading, field, hypotheses, |_| true, find),
    }
}

/// Adds what `find` finds in `reading`, a reading of `field`, to `hypotheses`, as far as it counts there.
fn read(
    reading: &FoldedText<'_>,
    field: &Field<'_>,
    hypotheses: &mut Vec<Hypothesis>,
    counts: impl Fn(&Hypothesis) -> bool,
    find: impl FnOnce(&Field<'_>, &mut Vec<Hypothesis>),
) {
    let in_reading = |found: &Hypothesis| {
        let span = Span::new(reading.text(), reading.folded(found.span.range())?)?;
        Some(Hypothesis { span, ..*found })
    };
    let mut all: Vec<Hypothesis> = hypotheses.iter().filter_map(in_reading).collect();
    let finds = all.len();
    find(&Field { text: reading.text(), key: field.key }, &mut all);
    hypotheses.extend(all.drain(finds..).filter(counts).map(|mention| {
        let place = reading.original(mention.span.range()).expect("mentions lie in the text, and none is empty");
        Hypothesis { span: Span::new(field.text, place).expect("originals are whole characters"), ..mention }
    }));
}
