//! Persons whom rules tell by their place in a text, beside those that the models read: who speaks, is listed, signs or is present.
//!
//! Each rule is one file and one line of [`RULES`].

use std::{mem, ops::Range};

use masquerade_ner::Mention;

use super::{
    attendance, case_variants, inverted_rows,
    merge::with_persons,
    person_members,
    place::{Place, Places},
    repeated_word_names, role_speakers, rosters, sign_offs, speakers,
    words::Words,
};
use crate::{overlap::Hypothesis, text::Span};

/// Mentions with the kinds of text around them, in order.
pub type Mentions = Vec<(Mention, Place)>;

/// What a rule may read.
pub struct Reading<'a, 'l> {
    /// The lists of names.
    pub words: &'a Words<'a>,
    /// The text.
    pub text: &'a str,
    /// The places of answers to questions for a name, in order.
    pub answers: &'a [Range<usize>],
    /// The finds of the other rules.
    pub finds: &'a [Hypothesis],
    /// The kinds of text.
    pub kinds: &'a mut Places<'l>,
}

/// A rule: adds the persons that it tells to the mentions, and returns their places, in order.
type Rule = fn(&mut Reading<'_, '_>, &mut Mentions) -> Vec<Range<usize>>;

/// The rules. Those below read the mentions of those above them.
const RULES: [Rule; 9] = [
    speakers::add_speakers,
    rosters::add_rosters,
    inverted_rows::add_inverted_rows,
    role_speakers::add_role_speakers,
    person_members::add_members,
    attendance::add_attendees,
    sign_offs::add_sign_offs,
    case_variants::add_case_variants,
    repeated_word_names::add_repeated_word_names,
];

/// Adds the persons that all rules tell to `mentions`. Returns where they begin, in order.
pub fn add_told_persons(reading: &mut Reading<'_, '_>, mentions: &mut Mentions) -> Vec<usize> {
    let mut begins: Vec<usize> =
        RULES.iter().flat_map(|rule| rule(reading, mentions)).map(|place| place.start).collect();
    begins.sort_unstable();
    begins
}

/// Adds a person at each of `places` of `text` to `mentions`, as [`with_persons`] does.
pub fn add_at(
    mentions: &mut Mentions,
    text: &str,
    places: &[Range<usize>],
    mut settle: impl FnMut(Span, &[(Mention, Place)]) -> Option<(f32, Place)>,
) {
    if places.is_empty() {
        return;
    }
    let spans = places.iter().filter_map(|place| Some((Span::new(text, place.clone())?, ())));
    *mentions = with_persons(mem::take(mentions), spans, |span, (), overlapped| settle(span, overlapped));
}

#[cfg(test)]
pub mod tests {
    use masquerade_ner::{Model, Type};

    use super::*;
    use crate::model::language::Languages;

    /// The texts of the places that `rule` tells in `text`, of which a model has read `mention` as a person.
    pub fn told<'t>(rule: Rule, text: &'t str, mention: Option<&str>) -> Vec<&'t str> {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let mut languages = Languages::new(None);
        let mut kinds = Places::new(&mut languages, false);
        let mention = mention.map(|mention| {
            let start = text.find(mention).unwrap();
            let span = Span::new(text, start..start + mention.len()).unwrap();
            (Mention { span, kind: Type::Person, presence: 0.9, confidence: 0.9, alternative: None }, Place::Prose)
        });
        let mut reading = Reading { words: &words, text, answers: &[], finds: &[], kinds: &mut kinds };
        rule(&mut reading, &mut Vec::from_iter(mention)).into_iter().map(|place| &text[place]).collect()
    }
}
