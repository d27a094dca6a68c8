//! Ordinary words: the words that a plain text nearly always writes in lower case, so that a capital at the beginning of a
//! sentence says nothing about them.

use std::collections::{HashMap, HashSet};

use super::gazetteers::FrequentWords;
use masquerade_ner::token::{Gap, Kind, Token, tokenize};

/// Least occurrences in lower case.
const OFTEN: u32 = 3;
/// Least occurrences in lower case for each with a capital inside a sentence.
const RATIO: u32 = 20;

/// Letters from which a frequent word is no particle of names: `von`.
const LONG: usize = 4;

/// Ordinary words of each language, by the first two letters of the names of its files.
#[derive(Default)]
pub struct OrdinaryWords<'f> {
    languages: HashMap<String, HashSet<String>>,
    frequent: Option<&'f FrequentWords>,
}

/// What the form of a word says about persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing.
    Any,
    /// It begins no person.
    Within,
    /// It is no part of a person.
    Outside,
}

impl<'f> OrdinaryWords<'f> {
    /// Counts the words of `texts`, which come with the names of their files. Of `frequent` words that no list of names
    /// holds it is known that they are nobody, also in languages that write all nouns with a capital.
    pub fn of(texts: &[(String, String)], frequent: Option<&'f FrequentWords>) -> Self {
        let counts = counts(texts);
        let is_ordinary = |(lower, upper): (u32, u32)| lower >= OFTEN && lower >= RATIO * upper;
        let words = |counts: WordCounts| {
            counts.into_iter().filter(|(_, count)| is_ordinary(*count)).map(|(word, _)| word).collect()
        };
        let languages = counts.into_iter().map(|(language, counts)| (language.to_owned(), words(counts))).collect();
        Self { languages, frequent }
    }

    /// The part of a person that `form` can be in a text of the file `name`.
    pub fn role(&self, name: &str, form: &str) -> Role {
        let words = self.frequent.and_then(|frequent| frequent.get(language(name)));
        if !words.is_some_and(|words| words.contains(&form.to_lowercase())) {
            return Role::Any;
        }
        let is_lower = !form.contains(char::is_uppercase);
        if is_lower && form.chars().count() >= LONG { Role::Outside } else { Role::Within }
    }

    /// Reports whether the token at `at` in a text of the file `name` is an ordinary word that stands in lower case or at
    /// the beginning of a sentence.
    pub fn has(&self, name: &str, tokens: &[Token], at: usize, text: &str) -> bool {
        let (Some(token), Some(words)) = (tokens.get(at), self.languages.get(language(name))) else { return false };
        let form = token.of(text);
        let is_lower = !form.contains(char::is_uppercase);
        (is_lower || begins_sentence(tokens, at, text)) && words.contains(&form.to_lowercase())
    }
}

/// Numbers of occurrences of words, in lower case: written so, and with a capital inside a sentence.
pub type WordCounts = HashMap<String, (u32, u32)>;

/// The counts of the words of `texts`, which come with the names of their files, by language.
pub fn counts(texts: &[(String, String)]) -> HashMap<&str, WordCounts> {
    let mut counts: HashMap<&str, WordCounts> = HashMap::new();
    let mut tokens = Vec::new();
    for (name, text) in texts {
        let counts = counts.entry(language(name)).or_default();
        tokens.clear();
        tokenize(text, &mut tokens);
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
            let form = token.of(text);
            if !form.contains(char::is_uppercase) {
                counts.entry(form.to_owned()).or_default().0 += 1;
            } else if !begins_sentence(&tokens, at, text) {
                counts.entry(form.to_lowercase()).or_default().1 += 1;
            }
        }
    }
    counts
}

/// The language of texts whose names do not begin with one.
pub const ENGLISH: &str = "en";

/// The language of the text of the file `name`.
pub fn language(name: &str) -> &str {
    name.get(..3).filter(|start| start.ends_with('_')).map_or(ENGLISH, |start| &start[..2])
}

/// Reports whether any word at this place has a capital.
fn begins_sentence(tokens: &[Token], at: usize, text: &str) -> bool {
    let Some((before, token)) = at.checked_sub(1).and_then(|before| Some((tokens.get(before)?, tokens.get(at)?)))
    else {
        return true;
    };
    token.gap == Gap::Line
        || matches!(before.of(text), "." | "!" | "?" | ":" | "…" | "¿" | "¡" | "«" | "\"" | "“" | "„" | "-" | "–" | "—")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_stand_in_lower_case_elsewhere_are_ordinary() {
        let text = "Merci beaucoup. On dit merci, et merci encore : merci. Je vois Pierre et la pierre.".to_owned();
        let texts = [("fr_web".to_owned(), text.clone())];
        let words = OrdinaryWords::of(&texts, None);
        let mut tokens = Vec::new();
        tokenize(&text, &mut tokens);
        let is_ordinary = |form: &str| {
            let at = tokens.iter().position(|token| token.of(&text) == form).expect("the word is in the text");
            words.has("fr_other", &tokens, at, &text)
        };
        assert!(is_ordinary("Merci"), "at the beginning of a sentence");
        assert!(!is_ordinary("Pierre") && !is_ordinary("pierre"), "it has a capital within a sentence, too");
        assert!(!words.has("it_web", &tokens, 0, &text), "each language has words of its own");
    }

    #[test]
    fn frequent_words_are_nobody_in_their_language() {
        let frequent = FrequentWords::from([("de".to_owned(), ["tempel", "aus"].map(str::to_owned).into())]);
        let words = OrdinaryWords::of(&[], Some(&frequent));
        assert_eq!(words.role("de_web", "Tempel"), Role::Within);
        assert_eq!(words.role("de_web", "tempel"), Role::Outside);
        assert_eq!(words.role("de_web", "aus"), Role::Within, "short words may be particles");
        assert_eq!(words.role("de_web", "Petra"), Role::Any);
        assert_eq!(words.role("pl_web", "Tempel"), Role::Any);
    }
}
