//! Choosing the thresholds that a model has by default, with the model as it is used.

use super::{
    data::Document,
    evaluate,
    read::Corpus,
    score::{Found, Scores},
};
use crate::ner::{
    decode::Thresholds,
    model::{Level, Model, Scratch},
    tag::{TYPES, Type},
};

/// What is tried, from the strictest on.
const TRIED: [f32; 10] = [0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05];
/// A name that is missed is worse than a word that is masked for nothing: so much of F1, in percent, may be given for
/// recall.
const GIVEN: f32 = 0.5;
/// Edited texts.
const EDITED: [&str; 2] = ["uner_en_ewt", "wikigold"];
/// Of the characters of persons in edited texts so many are to be found, in percent.
const RECALL: f32 = 95.0;
/// And so many of those found are to be right.
const PRECISION: f32 = 80.0;

/// What `model` finds in a text.
pub fn found(model: &Model, text: &str, level: Level, thresholds: &Thresholds, scratch: &mut Scratch) -> Vec<Found> {
    let mentions = model.mentions(text, level, thresholds, scratch);
    mentions.iter().map(|mention| (mention.span.start(), mention.span.end(), mention.kind)).collect()
}

/// Of each mention, however unlikely: its presence, and whether something is annotated there.
pub fn presences(
    documents: &[Document],
    model: &Model,
    level: Level,
    scratch: &mut Scratch,
    out: &mut Vec<(f32, bool)>,
) {
    const LOW: f32 = 0.05;
    for document in documents {
        let (certain, open) = evaluate::gold(document);
        for mention in model.mentions(&document.text, level, &[LOW; TYPES], scratch) {
            let meets = |start: usize, end: usize| start < mention.span.end() && mention.span.start() < end;
            if !open.iter().any(|(start, end)| meets(*start, *end)) {
                out.push((mention.presence, certain.iter().any(|(start, end, _)| meets(*start, *end))));
            }
        }
    }
}

/// The lowest thresholds that cost little F1; that of persons is lower still where it takes that to find nearly all of
/// them, as long as most of what is found is right.
pub fn choose(model: &Model, dev: &[Corpus]) -> Thresholds {
    let mut scratch = Scratch::default();
    let mut scored = |corpora: &[&Corpus], thresholds: &Thresholds| -> Vec<(String, Scores)> {
        let mut find = |text: &str| found(model, text, Level::Full, thresholds, &mut scratch);
        let score = |corpus: &&Corpus| (corpus.0.clone(), evaluate::scores(&corpus.1, false, &mut find));
        corpora.iter().map(score).collect()
    };
    let all: Vec<&Corpus> = evaluate::for_calibration(dev).collect();
    let means: Vec<(f32, f32)> = (TRIED.iter())
        .map(|&threshold| {
            let scores = scored(&all, &[threshold; TYPES]);
            (threshold, evaluate::mean(scores.iter().map(|(name, scores)| (name.as_str(), scores))))
        })
        .collect();
    let best = means.iter().map(|(_, mean)| *mean).fold(0.0, f32::max);
    let lowest = means.iter().rev().find(|(_, mean)| *mean >= best - GIVEN).map_or(0.5, |(threshold, _)| *threshold);
    let mut thresholds = [lowest; TYPES];
    let mut edited: Vec<&Corpus> = dev.iter().filter(|corpus| EDITED.contains(&corpus.0.as_str())).collect();
    if edited.is_empty() {
        edited.clone_from(&all);
    }
    for person in TRIED {
        let mut tried = [lowest; TYPES];
        tried[Type::Person as usize] = person;
        let scores = scored(&edited, &tried);
        let persons = || scores.iter().map(|(_, scores)| scores.of(Type::Person));
        if persons().any(|count| count.chars_precision() < PRECISION) {
            break;
        }
        thresholds = tried;
        if persons().all(|count| count.chars_recall() >= RECALL) {
            break;
        }
    }
    thresholds
}
