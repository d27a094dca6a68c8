//! [`DocumentMemory`]: probabilities of a word pooled over its occurrences in one text.
//!
//! A person who is named clearly in one sentence is named again where little else tells: in a signature, a list, behind
//! a greeting. Tokens wait until a stretch of text is read. Then the probability of PERSON of each word that was plainly
//! a person somewhere rises everywhere, towards the mean and the maximum of its occurrences. The mean holds back words
//! that are seldom names, such as `Will`. A word that is rather a place, an organization or a group in this text stays
//! as it is: one sentence that reads like one of a person does not make `Dynegy` a person in all others.
//!
//! Only the current stretch and the text before count, so memory does not grow with the text, and a later text never
//! changes an earlier one.

use std::collections::HashMap;

use super::{
    network::Probabilities,
    tag::{TYPES, Type},
    token::{Kind, Token},
};

/// Length of a stretch, in tokens.
const STRETCH: usize = 2048;
/// Most words in the memory.
const MOST: usize = 4096;
/// Shortest word in the memory, in bytes: initials and particles belong to many people.
const MIN_BYTES: usize = 3;
/// Probability of PERSON from which a word enters the memory.
const CLEAR: f32 = 0.5;
/// Weight of the pooled probability against the token's own.
const WEIGHT: f32 = 0.7;

/// Buffer of the tokens of a stretch. It holds offsets, no text.
pub type PendingTokens = Vec<(Token, Probabilities)>;

/// The words of a text that may be names, with the probabilities of their tokens so far.
#[derive(Debug)]
pub struct DocumentMemory<'t, 'w> {
    text: &'t str,
    words: Words<'t>,
    waiting: &'w mut PendingTokens,
}

/// The words that are remembered.
#[derive(Debug, Default)]
struct Words<'t> {
    said: HashMap<&'t str, Word>,
    /// A bit for each [sign](Self::sign) of a remembered word. Most other words have none of these signs, and need no
    /// look-up.
    signs: [u64; 4],
}

impl<'t> Words<'t> {
    /// Adds a word, if there is room.
    fn add(&mut self, word: &'t str, person: f32, begins: f32) {
        if self.said.len() == MOST && !self.said.contains_key(word) {
            return;
        }
        let (cell, bit) = Self::sign(word);
        self.signs[cell] |= bit;
        let said = self.said.entry(word).or_default();
        if person > said.most {
            (said.most, said.begins) = (person, begins);
        }
    }

    fn has_sign(&self, word: &str) -> bool {
        let (cell, bit) = Self::sign(word);
        self.signs[cell] & bit != 0
    }

    /// A sign of a word, by its ends and its length: one of 256.
    fn sign(word: &str) -> (usize, u64) {
        let end = |byte: Option<&u8>| byte.copied().map_or(0, usize::from);
        let bytes = word.as_bytes();
        let sign = end(bytes.first()) * 31 + end(bytes.last()) * 7 + bytes.len();
        (sign / 64 % 4, 1 << (sign % 64))
    }

    fn get(&self, word: &str) -> Option<&Word> {
        if self.has_sign(word) { self.said.get(word) } else { None }
    }

    fn get_mut(&mut self, word: &str) -> Option<&mut Word> {
        if self.has_sign(word) { self.said.get_mut(word) } else { None }
    }
}

/// Probabilities of the tokens of one word since it was first remembered.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    count: f32,
    /// By type, in the order of [`Type::ALL`], the sum of the probabilities that a token of the word is part of a mention.
    sums: [f32; TYPES],
    /// The highest of these probabilities.
    most: f32,
    /// The share of the highest probability that falls to beginning a name.
    begins: f32,
}

impl<'t, 'w> DocumentMemory<'t, 'w> {
    /// A memory of `text` before its first token.
    pub fn new(text: &'t str, waiting: &'w mut PendingTokens) -> Self {
        waiting.clear();
        Self { text, words: Words::default(), waiting }
    }

    /// Takes the next token; calls `each` with tokens as they are to be believed, if a stretch is full.
    pub fn push(&mut self, token: &Token, probabilities: &Probabilities, each: impl FnMut(&Token, &Probabilities)) {
        self.waiting.push((*token, *probabilities));
        if self.waiting.len() == STRETCH {
            self.end(each);
        }
    }

    /// Ends the stretch.
    pub fn end(&mut self, mut each: impl FnMut(&Token, &Probabilities)) {
        self.learn();
        for (token, probabilities) in self.waiting.drain(..) {
            match self.words.get(token.of(self.text)).and_then(|word| word.recalled(&probabilities)) {
                Some(recalled) => each(&token, &recalled),
                None => each(&token, &probabilities),
            }
        }
    }

    fn learn(&mut self) {
        for (token, probabilities) in self.waiting.iter() {
            let person = person(probabilities);
            if person >= CLEAR && may_repeat(token, self.text) {
                self.words.add(token.of(self.text), person, probabilities[Type::Person.begin()] / person);
            }
        }
        if self.words.said.is_empty() {
            return;
        }
        for (token, probabilities) in self.waiting.iter() {
            if let Some(word) = self.words.get_mut(token.of(self.text)) {
                word.count += 1.0;
                for (kind, sum) in Type::ALL.into_iter().zip(&mut word.sums) {
                    *sum += of_type(probabilities, kind);
                }
            }
        }
    }
}

impl Word {
    /// A token's probabilities, given those of all tokens of its word; `None` if they add nothing to its own.
    fn recalled(&self, probabilities: &Probabilities) -> Option<Probabilities> {
        /// Least probability of being part of a name from which a token's own tags tell whether it begins one.
        const SAYS: f32 = 0.05;
        let own = person(probabilities);
        let sum = self.sums[Type::Person as usize];
        let target = (sum / self.count + self.most) * 0.5;
        if self.count < 2.0 || target <= own || self.sums.iter().any(|other| *other > sum) {
            return None;
        }
        let new = own + WEIGHT * (target - own);
        let rest = (1.0 - new) / (1.0 - own);
        let mut recalled = probabilities.map(|p| p * rest);
        let (begin, inside) = (Type::Person.begin(), Type::Person.inside());
        let begins = if own > SAYS { probabilities[begin] / own } else { self.begins };
        (recalled[begin], recalled[inside]) = (new * begins, new * (1.0 - begins));
        Some(recalled)
    }
}

/// The probability that a token is part of a person's name.
fn person(probabilities: &Probabilities) -> f32 {
    of_type(probabilities, Type::Person)
}

/// The probability that a token is part of a mention of a type.
fn of_type(probabilities: &Probabilities, kind: Type) -> f32 {
    probabilities[kind.begin()] + probabilities[kind.inside()]
}

/// Reports whether a token is a word that may name somebody elsewhere, too.
fn may_repeat(token: &Token, text: &str) -> bool {
    let word = token.of(text);
    token.kind == Kind::Word && word.len() >= MIN_BYTES && word.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        tag::{LANES, OUTSIDE},
        token::tokenize,
    };

    /// The probabilities of a token that begins a person's name with probability `person`.
    fn row(person: f32) -> Probabilities {
        let mut row = [0.0; LANES];
        (row[OUTSIDE], row[Type::Person.begin()]) = (1.0 - person, person);
        row
    }

    /// The probabilities after recall that tokens of `text` are part of a name, where `said` gives those of the model.
    fn believed(text: &str, said: impl Fn(usize, &str) -> f32) -> Vec<f32> {
        let mut tokens = Vec::new();
        tokenize(text, &mut tokens);
        let (mut waiting, mut out) = (Vec::new(), Vec::new());
        let mut memory = DocumentMemory::new(text, &mut waiting);
        for (at, token) in tokens.iter().enumerate() {
            memory.push(token, &row(said(at, token.of(text))), |_, p| out.push(*p));
        }
        memory.end(|_, p| out.push(*p));
        assert!(out.iter().all(|row| (row.iter().sum::<f32>() - 1.0).abs() < 1e-5));
        out.iter().map(person).collect()
    }

    #[test]
    fn a_clear_name_helps_unclear_ones_before_and_after_it() {
        let said = [0.2, 0.0, 0.9, 0.0, 0.2, 0.2];
        let found = believed("Roe , Roe , Roe roe", |at, _| said[at]);
        assert!(found[0] > 0.5 && found[4] == found[0] && found[2] == 0.9, "{found:?}");
        assert_eq!([found[1], found[3], found[5]], [0.0, 0.0, 0.2]);
    }

    #[test]
    fn words_that_are_seldom_names_are_held_back() {
        let found = believed(&"Will ".repeat(50), |at, _| if at == 0 { 0.6 } else { 0.0 });
        assert!(found[1] < 0.25, "{found:?}");
        let found = believed("Roe Roe", |at, _| [0.49, 0.1][at]);
        assert_eq!(found, [0.49, 0.1]);
        assert_eq!(believed("J. J.", |at, _| [0.9, 0.1][at]), [0.9, 0.1]);
    }

    #[test]
    fn names_are_known_in_later_stretches_and_not_in_earlier_ones() {
        let text = format!("Roe {}Roe", "x ".repeat(3 * STRETCH));
        let last = believed(&text, |at, word| if word == "Roe" && at == 0 { 0.9 } else { 0.1 });
        assert!(last[last.len() - 1] > 0.4);
        let first = believed(&text, |at, word| if word == "Roe" && at > 0 { 0.9 } else { 0.1 });
        assert_eq!(first[0], 0.1);
    }
}
