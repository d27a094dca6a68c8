//! [`Beginnings`]: whether the lines and sentences of a text begin with capitals, as edited texts do, or with small letters, as chats do.

use std::ops::Range;

use crate::text::window;

/// The numbers of lines and sentences that begin so, and of all their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beginnings {
    capital: usize,
    small: usize,
    words: usize,
    capital_words: usize,
}

impl Beginnings {
    /// Those around the place `range` of `text`.
    pub fn around(text: &str, range: &Range<usize>) -> Self {
        /// Reach of the look around it, in bytes.
        const NEAR: usize = 640;
        let near = [window::before(text, range.start, NEAR), window::behind(text, range.end, NEAR)];
        let mut counted = Self { capital: 0, small: 0, words: 0, capital_words: 0 };
        for (side, near) in near.into_iter().enumerate() {
            // The first part is the rest of a sentence, unless the text begins with it.
            let is_rest = side == 1 || near.len() < range.start;
            for part in near.split(['\n', '.', '!', '?']).skip(usize::from(is_rest)) {
                // What somebody says in a chat.
                let said =
                    part.split_once(": ").filter(|(name, _)| !name.trim().contains(' ')).map_or(part, |(_, said)| said);
                for word in said.split_whitespace() {
                    counted.words += 1;
                    counted.capital_words += usize::from(word.starts_with(char::is_uppercase));
                }
                match said.chars().find(|c| c.is_alphanumeric()) {
                    Some(c) if c.is_uppercase() => counted.capital += 1,
                    Some(c) if c.is_lowercase() => counted.small += 1,
                    _ => {}
                }
            }
        }
        counted
    }

    /// Reports whether there are several capitals, and hardly any small letters.
    pub fn are_capital(self) -> bool {
        /// Fewest beginnings with a capital, and how many times as many they are as others.
        const FEW: usize = 4;
        const TIMES: usize = 3;
        self.capital >= FEW && self.capital >= TIMES * self.small
    }

    /// Reports whether there are small letters alone, and hardly a word with a capital within: a brand, somebody's name.
    pub fn are_small(self) -> bool {
        /// Fewest words for each with a capital.
        const WORDS: usize = 8;
        self.capital == 0 && WORDS * self.capital_words <= self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chats_are_told_from_edited_texts() {
        let around = |text: &str, word: &str| {
            let start = text.find(word).unwrap();
            Beginnings::around(text, &(start..start + word.len()))
        };
        let edited = around("Batir los huevos.\nIncorporar la almendra.\nHornear.\nEspolvorear.\nServir.", "almendra");
        assert!(edited.are_capital() && !edited.are_small());
        let chat = around("petra: jdeme k vojtovi\nja: jo. v kolik", "vojtovi");
        assert!(chat.are_small() && !chat.are_capital());
        assert!(around("vojta je doma", "vojta").are_small());
        assert!(!around("Jdeme k vojtovi", "vojtovi").are_small());
        assert!(!around("to: x@example.com, Doe, Jane, y@example.com\nsubject: keys", "keys").are_small());
    }
}
