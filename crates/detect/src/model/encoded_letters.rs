//! Encoded letters, those in escapes (`J\u00f6rg`, `J&ouml;rg`, `J=C3=B6rg`): the models read them in clear, as they are meant.
//!
//! JSON that a program has written, the source of a page or a mail stand in prompts and logs as they are.

use super::{Known, LanguageModel, Scratch};
use crate::{
    Options,
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
        let clear = has_encoded_letter(field.text).then(|| FoldedText::new(field.text)).flatten();
        let Some(clear) = clear else { return self.find_in_clear(field, options, known, hypotheses, scratch) };
        let in_clear = |found: &Hypothesis| {
            let span = Span::new(clear.text(), clear.folded(found.span.range())?)?;
            Some(Hypothesis { span, ..*found })
        };
        let mut read: Vec<Hypothesis> = hypotheses.iter().filter_map(in_clear).collect();
        let finds = read.len();
        self.find_in_clear(&Field { text: clear.text(), key: field.key }, options, known, &mut read, scratch);
        hypotheses.extend(read.drain(finds..).map(|mention| {
            let place = clear.original(mention.span.range()).expect("mentions lie in the text, and none is empty");
            Hypothesis { span: Span::new(field.text, place).expect("originals are whole characters"), ..mention }
        }));
    }
}
