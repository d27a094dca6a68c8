//! Language tests: the language of a stretch of text, English or another, by its letters and its function words in small
//! letters.

use std::sync::Arc;

use masquerade_ner::{Model, lexicon::class};

use super::function_words::{FOREIGN, IS_ENGLISH, LONGEST, words};
use crate::text::place_of;

/// Length of a stretch whose language is determined, in bytes.
const STRETCH: usize = 1 << 10;
/// Least evidence of a foreign text: three of its function words, or two and a word with a foreign letter.
const FEW: usize = 3;
/// Words of a text that is a sentence alone, and from which on it is longer than that.
const SENTENCE: usize = 4;
const SHORT: usize = 24;
/// Function words that are parts of names, too.
const PARTICLES: [&str; 12] = ["van", "von", "de", "der", "den", "del", "di", "da", "do", "dos", "du", "la"];

/// Letters that English has in borrowed words alone.
fn is_foreign_letter(c: char) -> bool {
    c.is_alphabetic() && !c.is_ascii()
}

/// Reports whether `text` may hold a name that the model knows: it has Latin letters, and is no identifier.
pub fn may_hold_names(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_word = bytes.array_windows().any(|pair: &[u8; 2]| pair.iter().all(u8::is_ascii_alphabetic));
    if !has_word {
        return false;
    }
    let text = text.trim();
    if text.bytes().any(|b| b.is_ascii_whitespace()) {
        return true;
    }
    // A single token: a name begins with a capital and has no digits and signs.
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.' | ',' | '!' | '?');
    text.starts_with(char::is_uppercase) && text.chars().all(stands)
}

/// The number of the stretch of `text` around the byte `at` that determines the language there; stretches overlap by
/// half, so that each byte stands well inside one.
pub fn stretch_of(at: usize) -> usize {
    at / (STRETCH / 2)
}

/// The language of a stretch, as far as the models differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, or nothing that tells otherwise.
    English,
    /// A language in Latin letters of which the European model has seen texts with all their names marked.
    European,
    /// German, of which the same holds, and in which every noun begins with a capital.
    German,
    /// A language in Latin letters that the model reads by what kindred languages have in common.
    Kindred,
    /// A language in other letters.
    OtherScript,
}

/// Languages of [`FOREIGN`] whose annotated texts leave out names, or of which there are none.
const KINDRED: [&str; 6] = ["fr", "es", "it", "nl", "ms", "vi"];
/// German in [`FOREIGN`].
const GERMAN: &str = "de";

impl Language {
    /// Reports whether the European model reads it.
    pub fn is_european(self) -> bool {
        matches!(self, Self::European | Self::German | Self::Kindred)
    }
}

/// The words that are frequent in English and in other European languages, as the embedded models know them. The second one
/// is only read if a text asks for it.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The model for English.
    pub english: Arc<Model>,
}

impl Vocabulary {
    /// Reports whether a short text without function words is foreign: few of its words in small letters are English.
    /// Names are written so, too, in chats, and tell nothing.
    fn is_foreign(&self, text: &str) -> bool {
        /// Shortest word that tells something, in characters.
        const SHORTEST: usize = 3;
        let words = text.split(|c: char| !c.is_alphabetic() && c != '\'').filter(|word| {
            word.starts_with(char::is_lowercase)
                && word.chars().nth(SHORTEST - 1).is_some()
                && !word.contains(char::is_uppercase)
        });
        let (mut english, mut strange, mut first) = (0, 0, None);
        for word in words {
            if self.english.is_frequent(word) {
                english += 1;
            } else if self.english.classes(word) & (class::FIRST | class::LAST) == 0 {
                strange += 1;
                first = first.or(Some(word));
            }
        }
        let is_european = |word: &str| Model::european().is_some_and(|model| model.is_frequent(word));
        /// From this length on, in bytes, a word that English has not is hardly a slip.
        const LONG: usize = 7;
        if 3 * english > 2 * strange {
            return false;
        }
        // A few words in small letters may be somebody's names.
        let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | ',' | '.' | '!' | '?' | '\'');
        let may_be_names =
            || english + strange <= 2 && text.trim().chars().all(stands) && !text.contains(char::is_uppercase);
        let is_strange = |word: &str| strange > 1 || english == 0 && word.len() >= LONG;
        first.is_some_and(|word| is_european(word) || is_strange(word) && !may_be_names())
    }
}

/// The language of the stretch with this number; short texts are told by `vocabulary`, too.
pub fn of(text: &str, stretch: usize, vocabulary: Option<&Vocabulary>) -> Language {
    let middle = stretch * (STRETCH / 2) + STRETCH / 4;
    let start = text.floor_char_boundary(middle.saturating_sub(STRETCH / 2));
    let sample = &text[start..text.floor_char_boundary((start + STRETCH).min(text.len()))];
    let (mut english, mut foreign, mut all) = (0, 0, 0);
    let known = words();
    let mut votes = [0; FOREIGN.len()];
    let mut vote = |bits: u32| {
        for (bit, votes) in votes.iter_mut().enumerate() {
            *votes += usize::from(bits >> bit & 1 == 1);
        }
    };
    let (mut is_behind_name, mut last_end) = (false, 0);
    for word in sample.split(|c: char| !c.is_alphabetic() && c != '\'') {
        let Some(first) = word.chars().next() else { continue };
        all += 1;
        // Names begin with capitals, function words seldom; a small word behind a name may belong to it: `van`.
        let was_behind_name = std::mem::replace(&mut is_behind_name, first.is_uppercase());
        let start = place_of(sample, word).expect("a word is a part of its text").start;
        let between = &sample[std::mem::replace(&mut last_end, start + word.len())..start];
        if !first.is_lowercase() {
            // The first word of a sentence may be one of them for all that.
            let begins = start == 0 || between.contains(['.', '!', '?', '\n']);
            if begins && word.len() <= LONGEST {
                let lower = word.to_lowercase();
                let bits = known.get(&*lower).copied().unwrap_or(IS_ENGLISH);
                foreign += usize::from(bits != IS_ENGLISH && !PARTICLES.contains(&&*lower));
                vote(bits);
            }
            continue;
        }
        let entry = if word.len() <= LONGEST { known.get(word) } else { None };
        match entry {
            Some(&IS_ENGLISH) => english += 1,
            Some(&bits) => {
                foreign += usize::from(!(was_behind_name && PARTICLES.contains(&word)));
                vote(bits);
            }
            None => foreign += usize::from(first != '\'' && word.contains(is_foreign_letter)),
        }
    }
    let is_other_script = || {
        let latin = sample.bytes().filter(u8::is_ascii_alphabetic).count();
        let others = sample.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
        others > latin
    };
    let few = match english {
        // In a sentence without an English word, one is enough.
        0 if (SENTENCE..SHORT).contains(&all) => 1,
        0 => FEW - 1,
        _ => FEW,
    };
    if !sample.is_ascii() && is_other_script() {
        Language::OtherScript
    } else if foreign >= few && foreign > 2 * english {
        let most = votes.iter().copied().max().unwrap_or_default();
        let likeliest = || FOREIGN.iter().zip(votes).filter(|(_, votes)| *votes == most).map(|((name, _), _)| *name);
        if likeliest().any(|name| KINDRED.contains(&name)) {
            Language::Kindred
        } else if likeliest().any(|name| name == GERMAN) {
            Language::German
        } else {
            Language::European
        }
    } else if english == 0 && all < SHORT && vocabulary.is_some_and(|known| known.is_foreign(sample)) {
        // Its own language is unknown, so that more evidence is asked for.
        Language::Kindred
    } else {
        Language::English
    }
}

/// The languages of the stretches of a text, each told once.
#[derive(Debug, Default)]
pub struct Languages {
    told: Vec<Option<Language>>,
    vocabulary: Option<Vocabulary>,
}

impl Languages {
    /// The languages of a text whose words are looked up in `vocabulary`, if there is one.
    pub fn new(vocabulary: Option<Vocabulary>) -> Self {
        Self { told: Vec::new(), vocabulary }
    }

    /// The language of `text` around the byte `at`; `text` is the same at every call.
    pub fn at(&mut self, text: &str, at: usize) -> Language {
        let stretch = stretch_of(at);
        if self.told.len() <= stretch {
            self.told.resize(stretch + 1, None);
        }
        *self.told[stretch].get_or_insert_with(|| of(text, stretch, self.vocabulary.as_ref()))
    }

    /// The languages of `text` from its beginning to its end.
    pub fn all<'l>(&'l mut self, text: &'l str) -> impl Iterator<Item = Language> + 'l {
        (0..=stretch_of(text.len())).map(move |stretch| self.at(text, stretch * (STRETCH / 2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_numbers_and_other_scripts_are_not_read() {
        for text in
            ["", "12 34", "a 1", "get_weather", "gpt-4", "user", "Content-Type1", "9f86d081", "日本 東京", "a@b.c"]
        {
            assert!(!may_hold_names(text), "{text}");
        }
        for text in ["Jane", "Jane!", "O'Brien", "Anna-Lena", "call jane", "Müller", "in 日本 Tokyo"] {
            assert!(may_hold_names(text), "{text}");
        }
    }

    #[test]
    fn languages_are_told_by_their_small_words() {
        for text in [
            "Der Vertrag mit der Firma ist von der Leitung unterschrieben.",
            "Le contrat est dans la boîte avec les clés pour le garage.",
            "El informe está en la mesa con las llaves para los dos.",
            "Il contratto è nella scatola con le chiavi della macchina.",
            "O contrato está na caixa com as chaves do carro.",
            "Het contract ligt op de tafel bij de sleutels van het huis.",
            "Umowa jest w szafie, a klucze są na stole.",
            "Avtalet ligger på bordet och nycklarna är i lådan.",
            "Sopimus on pöydällä ja avaimet ovat laatikossa.",
            "A szerződés az asztalon van, és a kulcsok is.",
            "Ugovor je na stolu, a ključevi su u kutiji.",
            "Zmluva je na stole a kľúče sú v zásuvke.",
            "Contractul este pe masă și cheile sunt în sertar.",
            "Sözleşme masada ve anahtarlar çekmecede.",
            "Анна Каренина живёт в Москве, её телефон записан на листке.",
        ] {
            assert_ne!(of(text, 0, None), Language::English, "{text}");
        }
        for text in [
            "The contract with Der Spiegel was signed by the two.",
            "Jane Roe",
            "",
            "Please send it to José at São Paulo, and call me when it is there.",
            "name: Jane Roe, city: Los Angeles",
            "Hi, I'm Müller from the Zürich office, can you call me back?",
        ] {
            assert_eq!(of(text, 0, None), Language::English, "{text}");
        }
    }

    #[test]
    fn short_texts_are_told_by_the_words_that_are_frequent() {
        let vocabulary = Vocabulary { english: Model::embedded().unwrap() };
        for text in ["Toimitus ilmainen", "Onjuiste uitgebreide kop", "Mittaus keskeytettiin"] {
            assert_eq!(of(text, 0, None), Language::English, "{text}");
            assert_eq!(of(text, 0, Some(&vocabulary)), Language::Kindred, "{text}");
        }
        for text in [
            "jane roe",
            "Jane Roe",
            "karthi velavan",
            "delivery address",
            "need help asap",
            "name: Jane Roe, city: Los Angeles",
        ] {
            assert_eq!(of(text, 0, Some(&vocabulary)), Language::English, "{text}");
        }
    }

    #[test]
    fn a_text_of_two_languages_is_told_stretch_by_stretch() {
        let english = "The contract is on the table with the keys. ".repeat(60);
        let german = "Der Vertrag liegt mit den Schlüsseln auf dem Tisch. ".repeat(60);
        let text = format!("{english}{german}");
        let mut languages = Languages::default();
        assert_eq!(languages.at(&text, 100), Language::English);
        assert_eq!(languages.at(&text, text.len() - 100), Language::German);
        let swedish = "Avtalet ligger på bordet och nycklarna är i lådan.";
        assert_eq!(Languages::default().at(swedish, 0), Language::European);
        assert!(languages.all(&text).any(Language::is_european));
        let french = "Le contrat est sur la table avec les clés, et la facture n'est pas encore payée.";
        assert_eq!(Languages::default().at(french, 0), Language::Kindred);
    }
}
