//! [`SpellingReader`]: the spellings in a request of the originals that its substitutes stand for.

use std::borrow::Cow;

use crate::{
    anonymize::{Original, Substitute, restore::SourceSpelling},
    engine::proxy::{
        quotes::QuoteReader,
        response::spelling::{escaped, unescaped},
        texts::Spelled,
    },
};

/// A reader of the spellings of originals, text after text. One text may be a document whose strings come one by one.
#[derive(Default)]
pub(super) struct SpellingReader<'t> {
    /// The text of the model that the last spellings stand in.
    source: &'t str,
    found: Vec<(&'t Substitute, Spelled<'t>)>,
    /// The spellings so far, each with its substitute.
    spellings: Vec<(Substitute, SourceSpelling)>,
}

impl<'t> SpellingReader<'t> {
    /// Reads the next original, in the order of its text.
    pub(super) fn push(&mut self, substitute: &'t Substitute, spelled: Spelled<'t>) {
        if !std::ptr::eq(self.source, spelled.source) {
            self.end_text();
            self.source = spelled.source;
        }
        self.found.push((substitute, spelled));
    }

    /// The spellings in the order of their places.
    pub(super) fn finish(mut self) -> Vec<(Substitute, SourceSpelling)> {
        self.end_text();
        self.spellings
    }

    fn end_text(&mut self) {
        let found = std::mem::take(&mut self.found);
        if !found.iter().any(|(_, spelled)| spelled.is_special()) {
            return;
        }
        let (mut reader, mut at) = (QuoteReader::default(), 0);
        for (substitute, spelled) in found {
            // What stands before an earlier place is left out: each text is read once.
            let Some(before) = self.source.get(at..spelled.range.start) else { continue };
            let place = reader.behind(before);
            reader.pass_substitute();
            at = spelled.range.end;
            if spelled.is_special() {
                let forms = spelled.forms.iter().map(|form| Original::new(form)).collect();
                self.spellings.push((substitute.clone(), SourceSpelling { forms, place }));
            }
        }
    }
}

/// The spellings of a surrogate that has characters of escapes itself, in the documents around it, each with the original in
/// the same document. A model that copies a text copies them, too.
pub(super) fn spelled_surrogates(surrogate: &Substitute, spelling: &SourceSpelling) -> Vec<(Substitute, Original)> {
    let is_plain = |byte: u8| byte >= 0x20 && !matches!(byte, b'"' | b'\\');
    if surrogate.bytes().all(is_plain) {
        return Vec::new();
    }
    let mut spelled = Cow::Borrowed(&**surrogate);
    let mut found = Vec::new();
    for form in &spelling.forms[1..] {
        spelled = escaped(spelled);
        found.push((Substitute::from(&*spelled), form.clone()));
    }
    // What stands in a line of a document may be copied to one that is read as a whole.
    if found.is_empty() && spelling.place.depth > 0 {
        let original = unescaped(spelling.in_text().into());
        found.push((unescaped(spelled).into(), Original::new(&original)));
        found.retain(|(spelled, _)| spelled != surrogate);
    }
    found
}
