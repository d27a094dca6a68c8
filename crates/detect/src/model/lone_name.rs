//! Messages of one word in small letters that is the name of a person: `james`, as people answer in chats, `meena 4412` with the
//! digits of a card that were asked for, too.
//!
//! The models are not asked about other texts of one such word, since most of these are identifiers, which they take for names. A
//! message is a text without a member's name, or a member of that kind: `"content": "james"`, but not `"theme": "julia"`. A word that
//! no list of first names holds, and that is not frequent either, must be a name to the models in each of three readings; the others
//! need a question before them (`question`).

use std::{ops::Range, sync::Arc};

use masquerade_ner::{Mention, Model, Type, lexicon::class};

use super::{
    Asked, LanguageModel, Lease,
    function_words::is_function_word,
    language::{Languages, Vocabulary},
    technical,
    words::{OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    text::{Field, Span},
};

/// Members whose values are what somebody says.
const MESSAGES: [&str; 10] =
    ["content", "text", "message", "msg", "body", "input", "prompt", "reply", "answer", "utterance"];
/// Least presence of a first name that stands alone, and of a word that no list of them holds and texts hardly have, in each reading.
const SURE: f32 = 0.6;
const SURE_IF_UNKNOWN: f32 = 0.75;
/// Fewest and most letters of a first name, and fewest of a word that no list holds.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=16;
const FEWEST_IF_UNKNOWN: usize = 4;

/// A message that may be a name alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoneName {
    /// A first name.
    Listed,
    /// A word that is no listed first name, nor frequent.
    Unknown,
    /// A word that is no listed first name, but a name of other kinds, too, or frequent in English alone: what the models take for a person
    /// there, they know well.
    Known,
}

impl LoneName {
    /// The kind of `field`, if it is a message of one word that may be a first name.
    pub fn of(words: &Words<'_>, field: &Field<'_>) -> Option<Self> {
        let found = word(field.text)?;
        let is_message = field.key.is_none_or(|key| MESSAGES.iter().any(|message| key.eq_ignore_ascii_case(message)));
        if !is_message || is_common_word(found) || is_function_word(found) || technical::names_technology(found) {
            return None;
        }
        let classes = words.classes(found);
        let is_first = classes & class::COMMON_FIRST != 0 || classes & (class::FIRST | OTHERS) == class::FIRST;
        if is_first {
            return Some(Self::Listed);
        }
        let is_english = words.model.is_frequent(found);
        let is_frequent = || Model::european().is_some_and(|european| european.is_frequent(found));
        // Of a place, a language or a firm, too: `anderson`.
        let is_other_name = classes & (class::FIRST | class::LAST) != 0 && classes != class::LAST;
        let may_be = is_other_name || classes & !class::LAST == 0 && !is_frequent();
        let kind = if is_english || is_other_name { Self::Known } else { Self::Unknown };
        (may_be && found.len() >= FEWEST_IF_UNKNOWN).then_some(kind)
    }

    /// The readings of `word`, in each of which the models must find a name: what they read most in prose has capitals.
    pub fn readings(self, word: &str) -> Vec<String> {
        let mut letters = word.chars();
        let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        match self {
            Self::Listed => vec![word.to_owned()],
            Self::Unknown | Self::Known => vec![word.to_owned(), format!("My name is {name}."), name],
        }
    }

    /// Reports whether `mention`, all of such a message, is too little of a name to count.
    pub fn is_doubtful(self, mention: &Mention) -> bool {
        let least = if self == Self::Unknown { SURE_IF_UNKNOWN } else { SURE };
        mention.kind != Type::Person || mention.presence < least
    }
}

impl LanguageModel {
    /// The mentions of `text`, a message of one word that may be the name `lone`, in which `found` are found.
    pub(super) fn lone(
        &self,
        lone: LoneName,
        text: &str,
        mut found: Vec<Mention>,
        asked: &Asked,
        lease: &mut Option<Lease>,
        line: &mut String,
    ) -> Vec<Mention> {
        let Some(range) = place(text) else { return found };
        let vocabulary = || self.reads_european.then(|| Vocabulary { english: Arc::clone(&self.model) });
        let mut readings = lone.readings(&text[range.clone()]).into_iter().map(|reading| {
            let mut languages = Languages::new(vocabulary());
            let (mentions, _) = self.mentions(&Field::new(&reading), asked, lease, line, &mut languages);
            mentions.into_iter().find(|mention| !lone.is_doubtful(mention))
        });
        let least = |least: Mention, name: Mention| if name.presence < least.presence { name } else { least };
        let name = readings
            .next()
            .flatten()
            .and_then(|first| readings.try_fold(first, |known, name| name.map(|name| least(known, name))));
        // Beside digits a word may be something else: `leeds 4417`.
        if name.is_some() || range.end >= text.trim_end().len() {
            found.clear();
        }
        let span = Span::new(text, range).expect("a word is whole");
        found.extend(name.map(|mention| Mention { span, ..mention }));
        found
    }
}

/// The place of the word in a message.
fn place(text: &str) -> Option<Range<usize>> {
    let start = text.len() - text.trim_start().len();
    word(text).map(|found| start..start + found.len())
}

/// The word in small letters that is all of `text`, but for a sign or digits behind it.
fn word(text: &str) -> Option<&str> {
    /// Fewest and most digits behind it, as of a card or a phone.
    const LEAST_DIGITS: usize = 4;
    const MOST_DIGITS: usize = 16;
    let text = text.trim();
    if text.len() > LETTERS.end() + 1 + MOST_DIGITS {
        return None;
    }
    let found = match text.split_once(' ') {
        Some((found, digits)) => {
            let is_number = digits.len() >= LEAST_DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
            is_number.then_some(found)?
        }
        None => text.trim_end_matches(['.', '!', ',']),
    };
    (LETTERS.contains(&found.len()) && found.chars().all(char::is_lowercase)).then_some(found)
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn a_message_of_one_word_may_be_a_first_name() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, key, expected) in [
            ("james", None, Some(LoneName::Listed)),
            (" william.\n", None, Some(LoneName::Listed)),
            ("james", Some("content"), Some(LoneName::Listed)),
            ("james 4417", None, Some(LoneName::Listed)),
            ("james", Some("theme"), None),
            ("anthony", None, Some(LoneName::Listed)),
            ("ganeshan", None, Some(LoneName::Unknown)),
            ("ganeshan", Some("package"), None),
            ("will", None, None),
            ("may", None, None),
            ("paris", None, None),
            ("claude", None, None),
            ("invoice", None, Some(LoneName::Known)),
            ("kubectl", Some("command"), None),
            ("james1", None, None),
            ("james roe", None, None),
        ] {
            let field = key.map_or(Field::new(text), |key| Field::with_key(text, key));
            assert_eq!(LoneName::of(&words, &field), expected, "{text}");
        }
        assert_eq!(place(" meena 4412\n"), Some(1..6));
        assert_eq!(LoneName::Unknown.readings("meena"), ["meena", "My name is Meena.", "Meena"]);
    }
}
