//! [`Words`]: the lists of names and the frequent words that the models know.

use masquerade_ner::{Model, lexicon::class};

use super::{function_words::is_function_word, peoples_names::is_first_name, place::Place};
use crate::common_words::is_common_word;

/// Classes of words that are no names of persons.
pub const OTHERS: u16 = class::CITY | class::REGION | class::COUNTRY | class::NATIONALITY | class::COMPANY;
/// Classes of places.
pub const PLACES: u16 = class::CITY | class::REGION | class::COUNTRY;
/// Classes of names of persons.
pub const NAMES: u16 = class::FIRST | class::LAST | class::COMMON_FIRST | class::COMMON_LAST;

/// Reports whether a character may stand in a word of a name.
pub fn is_part(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '-' | '\'' | '’')
}

/// The words that a text's models know.
#[derive(Clone, Copy)]
pub struct Words<'m> {
    /// The model for English, whose lists hold names of all languages.
    pub model: &'m Model,
    /// True if the embedded model for other European languages is read, too.
    pub reads_european: bool,
}

/// The class of `word` if it is a first name of peoples whose names the models' lists have few of.
fn of_peoples(word: &str) -> u16 {
    if is_first_name(word) { class::FIRST } else { 0 }
}

impl Words<'_> {
    /// The classes of lists that `word` stands in, signs at its ends aside; of a name in the genitive (`Torstens`) those of
    /// names.
    pub fn classes(&self, word: &str) -> u16 {
        let word = word.trim_matches(|c: char| !c.is_alphabetic());
        let classes = self.model.classes(word);
        let is_capital = || word.starts_with(char::is_uppercase);
        match word.strip_suffix('s').filter(|_| classes == 0 && is_capital()) {
            Some(name) => self.model.classes(name) & NAMES | of_peoples(word) | of_peoples(name),
            None if classes & NAMES == 0 => classes | of_peoples(word),
            None => classes,
        }
    }

    /// Reports whether `word` is frequent in texts of the languages that are read at `place`.
    pub fn is_frequent(&self, word: &str, place: Place) -> bool {
        match place {
            Place::European | Place::German | Place::Kindred => {
                self.reads_european && Model::european().is_some_and(|model| model.is_frequent(word))
            }
            _ => self.model.is_frequent(word),
        }
    }

    /// Reports whether `word`, in small letters, is a first name: one that many people bear and that is no function word, or
    /// one that texts seldom have otherwise.
    pub fn is_first_name(&self, word: &str, place: Place) -> bool {
        let classes = self.classes(word);
        classes & class::FIRST != 0
            && classes & OTHERS == 0
            && !is_common_word(word)
            && !is_function_word(word)
            && (classes & class::COMMON_FIRST != 0 || !self.is_frequent(word, place))
    }

    /// Reports whether `word` may be a surname behind a first name.
    pub fn is_surname(&self, word: &str, place: Place) -> bool {
        let classes = self.classes(word);
        !is_function_word(word)
            && (classes & class::COMMON_LAST != 0
                || classes & (class::LAST | class::FIRST) != 0 && !self.is_frequent(word, place))
    }
}
