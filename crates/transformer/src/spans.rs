//! Spans from the probabilities of tokens, as the pipeline `token-classification` of the reference implementation makes
//! them.

use std::ops::Range;

/// The label of tokens outside of all entities.
const OUTSIDE: &str = "O";

/// The way in which the tokens of a word agree on a label: `aggregation_strategy` of the reference implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// Each token counts alone.
    Simple,
    /// A word has the label of its first token.
    First,
    /// A word has the label with the highest mean probability.
    Average,
    /// A word has the label of its surest token.
    Max,
}

impl Aggregation {
    /// All strategies with their names.
    pub const ALL: [(&'static str, Self); 4] =
        [("simple", Self::Simple), ("first", Self::First), ("average", Self::Average), ("max", Self::Max)];
}

/// An entity in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// Its bytes, without white space at the ends.
    pub range: Range<usize>,
    /// The number of its label among [`TokenClassifier::labels`](crate::TokenClassifier::labels).
    pub label: usize,
    /// The mean probability of its label over its tokens or words, from 0 to 1.
    pub score: f32,
}

/// The labels of tokens, read as prefixes and names of entities.
#[derive(Debug)]
pub struct Tags {
    /// By the number of the token's label.
    tags: Vec<Tag>,
    /// The names of entities, each once.
    names: Vec<String>,
}

/// The label of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tag {
    /// The number of the entity's name; `None`: outside.
    name: Option<usize>,
    /// True if an entity begins here, whatever is before it.
    begins: bool,
}

impl Tags {
    /// Reads labels with the prefixes of BIO and BILOU, or without any.
    pub fn new(labels: &[String]) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut tag = |label: &String| {
            if label == OUTSIDE {
                return Tag { name: None, begins: false };
            }
            let (prefix, name) = match label.split_once('-') {
                Some((prefix @ ("B" | "I" | "L" | "E" | "U" | "S"), name)) => (prefix, name),
                _ => ("", label.as_str()),
            };
            let known = names.iter().position(|known| known == name);
            let number = known.unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            });
            Tag { name: Some(number), begins: matches!(prefix, "B" | "U" | "S") }
        };
        let tags = labels.iter().map(&mut tag).collect();
        Self { tags, names }
    }

    /// The names of entities.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// A token of a window that stands for text.
#[derive(Debug)]
pub struct Token<'p> {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// True if it goes on with the word of the token before.
    pub continues: bool,
    /// The probability of each label.
    pub probabilities: &'p [f32],
}

/// A token or a word with its label.
struct LabelledToken {
    range: Range<usize>,
    tag: Tag,
    score: f32,
}

/// The number and the value of the first of the highest numbers.
fn highest(numbers: impl Iterator<Item = f32>) -> (usize, f32) {
    let better = |best: (usize, f32), next: (usize, f32)| if next.1 > best.1 { next } else { best };
    numbers.enumerate().fold((0, f32::NEG_INFINITY), better)
}

/// The entities of a window.
pub fn of_window(tokens: &[Token<'_>], tags: &Tags, how: Aggregation) -> Vec<Find> {
    let is_whole = |_: &Token<'_>, next: &Token<'_>| how != Aggregation::Simple && next.continues;
    let labelled = tokens.chunk_by(is_whole).filter_map(|word| labelled(word, tags, how));
    let mut finds: Vec<Find> = Vec::new();
    let mut group: Vec<LabelledToken> = Vec::new();
    let mut close = |group: &mut Vec<LabelledToken>| finds.extend(find(group));
    for next in labelled {
        if group.last().is_some_and(|last| next.tag.name != last.tag.name || next.tag.begins) {
            close(&mut group);
            group.clear();
        }
        group.push(next);
    }
    close(&mut group);
    finds
}

/// A word with the label that its tokens agree on.
fn labelled(word: &[Token<'_>], tags: &Tags, how: Aggregation) -> Option<LabelledToken> {
    let (first, last) = (word.first()?, word.last()?);
    let surest = |token: &&Token<'_>| highest(token.probabilities.iter().copied()).1;
    let (label, score) = match how {
        Aggregation::Simple | Aggregation::First => highest(first.probabilities.iter().copied()),
        Aggregation::Average => {
            let mean = |label: usize| {
                let of_label = word.iter().filter_map(|token| token.probabilities.get(label));
                of_label.sum::<f32>() / word.len() as f32
            };
            highest((0..first.probabilities.len()).map(mean))
        }
        Aggregation::Max => {
            let (place, _) = highest(word.iter().map(|token| surest(&token)));
            highest(word.get(place)?.probabilities.iter().copied())
        }
    };
    Some(LabelledToken { range: first.range.start..last.range.end, tag: *tags.tags.get(label)?, score })
}

/// The entity of consecutive words with one label; `None` if they are outside.
fn find(group: &[LabelledToken]) -> Option<Find> {
    let (first, last) = (group.first()?, group.last()?);
    let score = group.iter().map(|word| word.score).sum::<f32>() / group.len() as f32;
    Some(Find { range: first.range.start..last.range.end, label: first.tag.name?, score })
}

/// An entity without the white space at its ends, which the tokens of some tokenizers have; `None` if nothing is left.
pub fn trimmed(text: &str, find: Find) -> Option<Find> {
    let part = text.get(find.range.clone())?;
    let start = find.range.end - part.trim_start().len();
    let end = find.range.start + part.trim_end().len();
    (start < end).then_some(Find { range: start..end, ..find })
}

/// Of entities of windows that overlap, those of the most characters, and of equally long ones the most probable.
pub fn merged(text: &str, mut finds: Vec<Find>) -> Vec<Find> {
    let length = |find: &Find| text.get(find.range.clone()).map_or(0, |part| part.chars().count());
    finds.sort_by_key(|find| find.range.start);
    let mut merged: Vec<Find> = Vec::with_capacity(finds.len());
    for find in finds {
        let before = merged.last_mut().filter(|before| find.range.start < before.range.end);
        match before {
            None => merged.push(find),
            Some(before) => {
                let (length, longest) = (length(&find), length(before));
                if length > longest || length == longest && find.score > before.score {
                    *before = find;
                }
            }
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spans of tokens of one byte with these labels.
    fn spans(labels: &[&str], of_tokens: &[usize]) -> Vec<(usize, usize, String)> {
        let tags = Tags::new(&labels.iter().map(ToString::to_string).collect::<Vec<_>>());
        let one_hot = |label: &usize| (0..labels.len()).map(|at| f32::from(at == *label)).collect::<Vec<_>>();
        let probabilities: Vec<_> = of_tokens.iter().map(one_hot).collect();
        let token = |(at, probabilities)| Token { range: at..at + 1, continues: false, probabilities };
        let tokens: Vec<_> = probabilities.iter().map(Vec::as_slice).enumerate().map(token).collect();
        let finds = of_window(&tokens, &tags, Aggregation::Simple);
        finds.into_iter().map(|find| (find.range.start, find.range.end, tags.names()[find.label].clone())).collect()
    }

    #[test]
    fn labels_of_bilou_and_labels_without_prefixes_make_spans() {
        let bilou = ["O", "B-X", "I-X", "L-X", "U-X", "U-Y"];
        let x = |start, end| (start, end, "X".to_owned());
        assert_eq!(spans(&bilou, &[0, 1, 2, 3, 4, 4, 0, 5]), [x(1, 4), x(4, 5), x(5, 6), (7, 8, "Y".to_owned())]);
        assert_eq!(spans(&["X", "O", "Y-Z"], &[0, 0, 1, 2]), [x(0, 2), (3, 4, "Y-Z".to_owned())]);
    }
}
