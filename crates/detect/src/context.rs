//! [`Contexts`]: context words, and the rules that they support at a place in the text.
//!
//! Words are looked for in the name of the field, before the place (on its line and the one
//! before) and after it. The nearest ones decide: in `ssn 078051120, phone 4155552671` each number
//! has one word of its own, because the value between cuts the text before into segments, and only
//! the last segment that holds any known word counts. The text after counts if none before does, or if those before are
//! everyday words (`on`, `from`).
//!
//! Texts and phrases are cut into words in the same way (`tokens`).

use std::{collections::HashMap, ops::Range};

use rustc_hash::FxBuildHasher;

use super::{
    Rule,
    context_words::{Token, tokenize},
};
use crate::{
    keys::Keys,
    layout::{self, Cell, Names},
    text::{Field, is_value_edge, is_word},
};

/// Bytes looked at before a place: several words.
const BEFORE: usize = 64;
/// Bytes looked at after a place.
const AFTER: usize = 40;
/// Longest name of a field that is looked at, in bytes.
const KEY: usize = 256;

/// Bits of the table of first words: many times as many as there are words.
const FIRSTS: usize = 1 << 15;

/// The place of a word in that table.
fn first_bit(word: u64) -> (usize, u64) {
    let place = (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - FIRSTS.trailing_zeros())) as usize;
    (place / 64, 1 << (place % 64))
}

/// The context words of all rules, as a tree: each step is a word of a phrase.
pub struct Contexts {
    /// The next node, by node and word. Phrases begin at node 0.
    steps: HashMap<(u32, u64), u32, FxBuildHasher>,
    /// A bit for each first word of a phrase, by its hash. Most words have none of these bits and need no look-up.
    firsts: Box<[u64; FIRSTS / 64]>,
    /// The rules that know the phrase ending at each node: `width` words of bits for a node.
    rules: Vec<u64>,
    /// Words of bits that hold one bit for each rule.
    width: usize,
    /// The rules whose words decide for them and against all others: those without everyday words.
    decisive: Vec<u64>,
}

/// Memory of lookups, kept from place to place: several rules often ask for the same place.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Rules that the name of the field supports.
    named: Known,
    /// Rules that the words before a start support.
    before: Known,
    /// Rules that the words after an end support.
    after: Known,
    /// Rules that the name of a cell supports, by the place of the name.
    headed: Known,
    /// Buffer for the words of a segment.
    tokens: Vec<Token>,
    /// The values of the text whose names lie elsewhere, by place.
    pub cells: Vec<Cell>,
    /// The places before which names were looked for, in order.
    pub introduced: Vec<usize>,
}

/// The rules that the words at one place support.
#[derive(Debug, Default)]
struct Known {
    place: Option<usize>,
    /// A bit for each rule that the words there support.
    rules: Vec<u64>,
    /// True if a known phrase supports any rule.
    any: bool,
    /// True if a known phrase supports any rule whose words are no everyday ones.
    decides: bool,
}

impl Known {
    /// Reports whether `place` is not the one remembered; if so, remembers it with no rules.
    fn misses(&mut self, place: usize) -> bool {
        let misses = self.place != Some(place);
        if misses {
            self.place = Some(place);
            self.rules.fill(0);
            (self.any, self.decides) = (false, false);
        }
        misses
    }

    fn speaks_for(&self, rule: usize) -> bool {
        self.rules.get(rule / 64).is_some_and(|bits| bits >> (rule % 64) & 1 == 1)
    }
}

impl Scratch {
    /// Forgets all places: another field begins.
    pub fn clear(&mut self) {
        for known in [&mut self.named, &mut self.before, &mut self.after, &mut self.headed] {
            known.place = None;
        }
        self.cells.clear();
        self.introduced.clear();
    }

    /// Reads the values of `text` whose names lie elsewhere.
    pub fn read_cells(&mut self, text: &str, keys: &Keys, contexts: &Contexts) {
        layout::read(text, &mut Names { keys, contexts, tokens: &mut self.tokens }, &mut self.cells);
    }

    /// Reads the rows of SQL that begin at `at`, behind the `VALUES` at `word`.
    pub fn read_rows(&mut self, text: &str, word: usize, at: usize, keys: &Keys, contexts: &Contexts) {
        let mut rows = Vec::new();
        layout::sql::read(text, word, at, &mut Names { keys, contexts, tokens: &mut self.tokens }, &mut rows);
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        let from = self.cells.partition_point(|cell| cell.value.end <= first.value.start);
        let to = self.cells.partition_point(|cell| cell.value.start < last.value.end);
        self.cells.splice(from..to.max(from), rows);
    }
}

impl Contexts {
    /// Gathers the words of `rules`; a rule is named by its place among them afterwards.
    pub fn new(rules: &[Rule]) -> Self {
        let width = rules.len().div_ceil(64);
        let firsts = Box::new([0; FIRSTS / 64]);
        let mut contexts =
            Self { steps: HashMap::default(), firsts, rules: vec![0; width], width, decisive: vec![0; width] };
        let mut tokens = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            contexts.decisive[number / 64] |= u64::from(!rule.info.everyday_context) << (number % 64);
            for phrase in rule.context.iter() {
                tokenize(phrase, 0..phrase.len(), &mut tokens);
                contexts.add(&tokens, number);
            }
        }
        contexts
    }

    fn add(&mut self, phrase: &[Token], rule: usize) {
        let mut node = 0;
        for token in phrase {
            // Values separate what belongs to them, so no phrase spans one.
            let Token::Word(word) = *token else { return };
            let (place, bit) = first_bit(word);
            if node == 0 {
                self.firsts[place] |= bit;
            }
            let next = (self.rules.len() / self.width.max(1)) as u32;
            node = *self.steps.entry((node, word)).or_insert(next);
            if node == next {
                self.rules.resize(self.rules.len() + self.width, 0);
            }
        }
        if node != 0 {
            self.rules[node as usize * self.width + rule / 64] |= 1 << (rule % 64);
        }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        // A slot of the map has a byte of its own beside key and value.
        self.steps.capacity() * (size_of::<(u32, u64)>() + size_of::<u32>() + 1)
            + size_of_val(self.rules.as_slice())
            + size_of_val(&*self.firsts)
    }

    /// Reports whether a word of rule number `rule` stands around `place`.
    pub fn supports(&self, rule: usize, field: &Field<'_>, place: &Range<usize>, scratch: &mut Scratch) -> bool {
        let Scratch { named, before, after, headed, tokens, cells, introduced: _ } = scratch;
        if named.misses(0)
            && let Some(key) = field.key
        {
            tokenize(key, 0..floor(key, KEY), tokens);
            self.gather(tokens, named);
        }
        if let Some(cell) = cell_at(cells, place.start) {
            if headed.misses(cell.name.start) {
                tokenize(field.text, cell.name.clone(), tokens);
                self.gather(tokens, headed);
            }
            if headed.any && (headed.speaks_for(rule) || cell.value == *place) {
                return headed.speaks_for(rule);
            }
        }
        if before.misses(place.start) {
            tokenize(field.text, window_before(field.text, place.start), tokens);
            for segment in tokens.rsplit(|token| *token == Token::Value) {
                self.gather(segment, before);
                if before.any {
                    break;
                }
            }
        }
        if named.speaks_for(rule) || before.speaks_for(rule) {
            return true;
        }
        if before.decides {
            return false;
        }
        if after.misses(place.end) {
            tokenize(field.text, window_after(field.text, place.end), tokens);
            if let Some(segment) = tokens.split(|token| *token == Token::Value).next() {
                self.gather(segment, after);
            }
        }
        after.speaks_for(rule)
    }

    /// Reports whether the words before `start` of `field`, or its name, support any rule.
    pub fn speaks_before(&self, field: &Field<'_>, start: usize, scratch: &mut Scratch) -> bool {
        // The answers remembered for this place also serve the rules that ask for it.
        self.supports(0, field, &(start..start), scratch);
        scratch.named.any || scratch.before.any
    }

    /// Reports whether `name` supports any rule.
    pub fn knows(&self, name: &str, tokens: &mut Vec<Token>) -> bool {
        tokenize(name, 0..name.len(), tokens);
        let mut known = Known::default();
        self.gather(tokens, &mut known);
        known.any
    }

    /// Adds the rules that the phrases in `segment` support.
    fn gather(&self, segment: &[Token], known: &mut Known) {
        for (from, first) in segment.iter().enumerate() {
            let Token::Word(word) = *first else { continue };
            let (place, bit) = first_bit(word);
            if self.firsts[place] & bit == 0 {
                continue;
            }
            let mut node = 0;
            for token in &segment[from..] {
                let Token::Word(word) = *token else { break };
                let Some(&next) = self.steps.get(&(node, word)) else { break };
                node = next;
                let from = node as usize * self.width;
                let bits = &self.rules[from..from + self.width];
                known.rules.resize(self.width, 0);
                for (known_bits, bits) in known.rules.iter_mut().zip(bits) {
                    *known_bits |= bits;
                }
                known.any |= bits.iter().any(|bits| *bits != 0);
                known.decides |= bits.iter().zip(&self.decisive).any(|(bits, decisive)| bits & decisive != 0);
            }
        }
    }
}

/// The one of `cells` that holds the value at `place`.
fn cell_at(cells: &[Cell], place: usize) -> Option<&Cell> {
    let before = cells.partition_point(|cell| cell.value.start <= place);
    cells.get(before.checked_sub(1)?).filter(|cell| place < cell.value.end)
}

/// `at`, or the next character boundary before it.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

/// The text before `start` that is searched for context: whole words, and at most the line and the one before.
fn window_before(text: &str, start: usize) -> Range<usize> {
    let mut from = floor(text, start.saturating_sub(BEFORE));
    while from < start && !is_value_edge(text, from) {
        from = text.ceil_char_boundary(from + 1);
    }
    let window = text.as_bytes().get(from..start).unwrap_or_default();
    match memchr::memrchr_iter(b'\n', window).nth(1) {
        Some(line) => from + line + 1..start,
        None => from..start,
    }
}

/// The text after `end` that is searched for context: whole words, to the end of the sentence, line, cell or member,
/// without the name of the next value.
fn window_after(text: &str, end: usize) -> Range<usize> {
    let mut to = floor(text, end.saturating_add(AFTER));
    while to > end && !is_value_edge(text, to) {
        to = floor(text, to - 1);
    }
    let window = text.as_bytes().get(end..to).unwrap_or_default();
    let (mut word, mut in_word) = (0, false);
    for (i, &byte) in window.iter().enumerate() {
        let next_is_space = window.get(i + 1).is_none_or(u8::is_ascii_whitespace);
        match byte {
            b'\n' | b';' | b'&' | b'|' | b'}' | b'"' | b'<' => return end..end + i,
            b'.' | b'!' | b'?' if next_is_space => return end..end + i,
            b',' if !next_is_space => return end..end + i,
            b':' | b'=' => return end..end + word,
            _ => {}
        }
        let is_word = !byte.is_ascii() || is_word(char::from(byte)) || byte == b'-';
        if is_word && !in_word {
            word = i;
        }
        in_word = is_word;
    }
    end..to
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::entity::{Handling, LabelInfo};

    fn contexts() -> Contexts {
        let rule = |words: &'static [Cow<'static, str>]| Rule {
            info: LabelInfo::new("A", "", "", Handling::CUSTOM),
            patterns: Cow::Borrowed(&[]),
            context: Cow::Borrowed(words),
            check: |_| None,
        };
        Contexts::new(&[
            rule(&[Cow::Borrowed("ssn"), Cow::Borrowed("social security"), Cow::Borrowed("社保")]),
            rule(&[Cow::Borrowed("phone"), Cow::Borrowed("call"), Cow::Borrowed("social security")]),
        ])
    }

    /// The rules, of two, that are supported at `§…§`.
    fn supported(text: &str, key: Option<&str>) -> Vec<usize> {
        let (start, end) = (text.find('§').unwrap(), text.rfind('§').unwrap() - '§'.len_utf8());
        let text = text.replace('§', "");
        let field = Field { text: &text, key };
        let (contexts, mut scratch) = (contexts(), Scratch::default());
        (0..2).filter(|&rule| contexts.supports(rule, &field, &(start..end), &mut scratch)).collect()
    }

    #[test]
    fn the_nearest_words_decide() {
        let far = format!("ssn {} §1§", "x ".repeat(40));
        for (text, expected) in [
            ("my SSN is §078051120§", vec![0]),
            ("Social Security No. §078051120§", vec![0, 1]),
            ("lessn §078051120§", vec![]),
            ("SSN:\n§078051120§", vec![0]),
            ("SSN\n\n\n§078051120§", vec![]),
            ("ssn 078051120 phone §4155552671§", vec![1]),
            ("SSNs: ssn 078051120, §219099999§", vec![0]),
            (r#"{"userSsn":"§078051120§","phone":"4155552671"}"#, vec![0]),
            (r#"{"ssn":"078051120","phone":"§4155552671§"}"#, vec![1]),
            (r#"{"type":"ssn","value":"§078051120§"}"#, vec![0]),
            (r#"{"x":"§078051120§","ssn":"1"}"#, vec![]),
            ("§078051120§ (SSN)", vec![0]),
            ("§078051120§ is my ssn, call", vec![0, 1]),
            ("§078051120§. SSN", vec![]),
            ("x=§078051120§&ssn=1", vec![]),
            ("x: §078051120§, ssn: 1", vec![]),
            ("call §078051120§ ssn", vec![1]),
            ("我的社保是§078051120§", vec![0]),
            (&far, vec![]),
            ("§078051120§", vec![]),
        ] {
            assert_eq!(supported(text, None), expected, "{text}");
        }
    }

    #[test]
    fn the_name_of_the_field_counts_like_a_word_before() {
        assert_eq!(supported("§078051120§", Some("customerSSN")), [0]);
        assert_eq!(supported("call §078051120§", Some("social_security")), [0, 1]);
        assert_eq!(supported("§078051120§", Some(&"é".repeat(1000))), [] as [usize; 0]);
    }
}
