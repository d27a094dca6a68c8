//! Annotated texts as sequences of words with a set of allowed tags for each.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use flate2::read::MultiGzDecoder;
use serde::Deserialize;

use super::corpora::{self, Meaning};
use masquerade_ner::{
    tag::{Mask, TAGS, Type},
    titles,
    token::{Gap, Token, tokenize},
};
use masquerade_text::FoldedText;

/// A line of a corpus.
#[derive(Clone, Debug, Deserialize)]
pub struct Document {
    /// The text.
    pub text: String,
    /// The annotations of the text.
    #[serde(default)]
    pub entities: Vec<Annotation>,
    /// The corpus.
    #[serde(default)]
    pub source: String,
}

/// An annotation: code points, the end exclusive.
#[derive(Clone, Debug, Deserialize)]
pub struct Annotation {
    /// The first code point.
    pub start: usize,
    /// One past the last code point.
    pub end: usize,
    /// The corpus's own label.
    pub label: String,
}

impl Document {
    /// The document in Latin letters, in which the models read Cyrillic and Greek.
    #[must_use]
    pub fn in_latin(self) -> Self {
        let Some(latin) = FoldedText::in_latin(&self.text) else { return self };
        let (bytes, codes) = (byte_offsets(&self.text), |end: usize| latin.text()[..end].chars().count());
        let moved = |annotation: Annotation| {
            let range = latin.folded(*bytes.get(annotation.start)?..*bytes.get(annotation.end)?)?;
            Some(Annotation { start: codes(range.start), end: codes(range.end), ..annotation })
        };
        let entities = self.entities.into_iter().filter_map(moved).collect();
        Self { text: latin.text().to_owned(), entities, source: self.source }
    }
}

/// Opens a file, gzipped or not.
///
/// # Errors
/// If that fails.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let file = File::open(path)?;
    Ok(match path.extension() {
        Some(extension) if extension == "gz" => Box::new(MultiGzDecoder::new(file)),
        _ => Box::new(file),
    })
}

/// Reads a file of lines, gzipped or not.
///
/// # Errors If it cannot be read, or a line is malformed; the message gives the number of the line, not its text.
pub fn read(path: &Path) -> io::Result<Vec<Document>> {
    let lines = BufReader::new(open(path)?).lines();
    let parse = |(number, line): (usize, io::Result<String>)| {
        let malformed = |error: serde_json::Error| {
            let kind = io::ErrorKind::InvalidData;
            io::Error::new(kind, format!("line {number}, column {}: not an annotated text", error.column()))
        };
        serde_json::from_str(&line?).map_err(malformed)
    };
    (1..).zip(lines).filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty())).map(parse).collect()
}

/// Cuts titles and degrees off the persons of `document`, about which corpora disagree. A title alone is nobody.
pub fn cut_titles(document: &mut Document) {
    let bytes = byte_offsets(&document.text);
    let Document { text, entities, source } = document;
    entities.retain_mut(|annotation| {
        if corpora::meaning(source, &annotation.label) != Meaning::Is(Type::Person) {
            return true;
        }
        let (Some(&start), Some(&end)) = (bytes.get(annotation.start), bytes.get(annotation.end)) else { return true };
        let Some(found) = text.get(start..end) else { return true };
        let name = titles::before(found)..titles::behind(found);
        let Some(name) = found.get(name.clone()).filter(|name| !name.is_empty()).map(|_| name) else { return false };
        annotation.end -= found[name.end..].chars().count();
        annotation.start += found[..name.start].chars().count();
        true
    });
}

/// A word of a training text. Augmentation changes words, so they are kept as text.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its form.
    pub form: String,
    /// The token's kind and the gap before it; its range is not used.
    pub token: Token,
    /// The tags that it may have.
    pub allowed: Mask,
    /// The probability of each tag, if models labelled the word.
    pub belief: Option<[f32; TAGS]>,
}

/// A stretch of words that are looked at together.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The words.
    pub words: Vec<Word>,
    /// Entities of one certain type: ranges of words.
    pub entities: Vec<(std::ops::Range<usize>, Type)>,
    /// The number of its corpus.
    pub source: usize,
}

/// Longest sequence, in words.
pub const MAX_WORDS: usize = 120;

/// The sequences of a document.
pub fn sequences(document: &Document, source: usize, out: &mut Vec<Sequence>) {
    let mut tokens = Vec::new();
    tokenize(&document.text, &mut tokens);
    let marks = marks(document, &tokens);
    let mut start = 0;
    while start < tokens.len() {
        let end = cut(&tokens, &marks, start);
        let mut sequence = Sequence { words: Vec::new(), entities: Vec::new(), source };
        for at in start..end {
            let Some((token, mark)) = tokens.get(at).zip(marks.get(at)) else { break };
            let form = token.of(&document.text).to_owned();
            sequence.words.push(Word { form, token: *token, allowed: mark.allowed, belief: None });
            if let (Some(kind), true) = (mark.entity, mark.is_first) {
                sequence.entities.push((at - start..at - start + 1, kind));
            } else if let (Some(_), Some(last)) = (mark.entity, sequence.entities.last_mut()) {
                last.0.end = at - start + 1;
            }
        }
        out.push(sequence);
        start = end;
    }
}

/// An annotation of a token.
#[derive(Clone, Copy)]
struct Mark {
    allowed: Mask,
    entity: Option<Type>,
    is_first: bool,
    is_marked: bool,
}

fn marks(document: &Document, tokens: &[Token]) -> Vec<Mark> {
    let source = document.source.as_str();
    let bare = Mark { allowed: corpora::outside(source), entity: None, is_first: false, is_marked: false };
    let mut marks = vec![bare; tokens.len()];
    let bytes = byte_offsets(&document.text);
    for annotation in &document.entities {
        let (Some(&start), Some(&end)) = (bytes.get(annotation.start), bytes.get(annotation.end)) else { continue };
        let meaning = corpora::meaning(source, &annotation.label);
        let first = tokens.partition_point(|token| token.end as usize <= start);
        let mut is_first = true;
        for (token, mark) in tokens.iter().zip(&mut marks).skip(first) {
            if token.start as usize >= end {
                break;
            }
            if mark.is_marked {
                // Nested annotations: the first one counts, and only where both agree.
                mark.allowed |= corpora::allowed(source, meaning, is_first);
            } else {
                let entity = if let Meaning::Is(kind) = meaning { Some(kind) } else { None };
                *mark =
                    Mark { allowed: corpora::allowed(source, meaning, is_first), entity, is_first, is_marked: true };
            }
            is_first = false;
        }
    }
    marks
}

/// The byte offset of each code point, and of the end.
pub fn byte_offsets(text: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).collect()
}

/// The end of the sequence that begins at `start`: the last line or sentence end before it gets too long, and never
/// within an annotation.
fn cut(tokens: &[Token], marks: &[Mark], start: usize) -> usize {
    let limit = start + MAX_WORDS;
    if tokens.len() <= limit {
        return tokens.len();
    }
    let is_free = |at: usize| marks.get(at).is_none_or(|mark| !mark.is_marked || mark.is_first);
    let is_line = |at: usize| tokens.get(at).is_some_and(|token| token.gap == Gap::Line);
    let ends = |at: &usize| is_line(*at) && is_free(*at);
    (start + MAX_WORDS / 2..limit)
        .rev()
        .find(ends)
        .or_else(|| (start + 1..limit).rev().find(|at| is_free(*at)))
        .unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_read_in_latin_letters() {
        let text = "Её зовут Юлия Щербак, 8 лет.".to_owned();
        let entities = vec![Annotation { start: 9, end: 20, label: "PERSON".to_owned() }];
        let latin = Document { text, entities, source: String::new() }.in_latin();
        let name: String = latin.text.chars().skip(latin.entities[0].start).collect();
        let len = latin.entities[0].end - latin.entities[0].start;
        assert_eq!(name.chars().take(len).collect::<String>(), "Julija Ščerbak");
    }

    #[test]
    fn persons_begin_behind_their_titles() {
        let text = "Sir and Mr. José Roe, PhD met Queen Anne.".to_owned();
        let entity = |found: &str| {
            let start = text.find(found).map(|at| text[..at].chars().count()).expect("it is in the text");
            Annotation { start, end: start + found.chars().count(), label: "PERSON".to_owned() }
        };
        let entities = ["Sir", "Mr. José Roe, PhD", "Queen Anne"].map(entity).into();
        let mut document = Document { text: text.clone(), entities, source: "litbank".to_owned() };
        cut_titles(&mut document);
        let chars: Vec<char> = text.chars().collect();
        let found = |annotation: &Annotation| chars[annotation.start..annotation.end].iter().collect::<String>();
        assert_eq!(document.entities.iter().map(found).collect::<Vec<_>>(), ["José Roe", "Queen Anne"]);
    }
}
