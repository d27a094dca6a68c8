//! Messages of one word in small letters that many people bear as their first name: `james`, as people answer in chats.
//!
//! The models are not asked about other texts of one such word, since most of these are identifiers, which they take for names. A
//! message is a text without a member's name, or a member of that kind: `"content": "james"`, but not `"theme": "julia"`. Other names
//! need a question before them (`question`).

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{language::is_function_word, technical, words::Words};
use crate::{common_words::is_common_word, text::Field};

/// Members whose values are what somebody says.
const MESSAGES: [&str; 10] =
    ["content", "text", "message", "msg", "body", "input", "prompt", "reply", "answer", "utterance"];
/// Least presence of a name that stands alone.
const SURE: f32 = 0.7;
/// Fewest and most letters of a first name.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=16;

/// Reports whether `field` is a message of one word that may be a first name.
pub fn is_message(words: &Words<'_>, field: &Field<'_>) -> bool {
    let found = field.text.trim().trim_end_matches(['.', '!', ',']);
    let is_message = field.key.is_none_or(|key| MESSAGES.iter().any(|message| key.eq_ignore_ascii_case(message)));
    is_message
        && LETTERS.contains(&found.len())
        && found.chars().all(char::is_lowercase)
        && words.classes(found) & class::COMMON_FIRST != 0
        && !is_common_word(found)
        && !is_function_word(found)
        && !technical::WORDS.contains(&found)
}

/// Reports whether `mention`, all of such a message, is too little of a name to count.
pub fn is_doubtful(mention: &Mention) -> bool {
    mention.kind != Type::Person || mention.presence < SURE
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
            ("james", None, true),
            (" william.\n", None, true),
            ("james", Some("content"), true),
            ("james", Some("theme"), false),
            ("meena", None, false),
            ("will", None, false),
            ("may", None, false),
            ("paris", None, false),
            ("claude", None, false),
            ("james1", None, false),
            ("james roe", None, false),
        ] {
            let field = key.map_or(Field::new(text), |key| Field::with_key(text, key));
            assert_eq!(is_message(&words, &field), expected, "{text}");
        }
    }
}
