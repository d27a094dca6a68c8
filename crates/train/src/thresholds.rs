//! Calibration and default thresholds of a finished model.

use super::{
    calibrate, corpora,
    data::{Document, sequences},
    dataset::Corpus,
    evaluate,
    score::{EntityRange, Scores},
};
use masquerade_ner::{
    Level, Model, Probabilities, Scratch, Thresholds, Type,
    tag::{OUTSIDE, TAGS, TYPES},
};

/// Thresholds to try, from the strictest on.
const TRIED: [f32; 10] = [0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05];
/// Lowest threshold of persons, in percent.
const LEAST_PERSON: u8 = 10;
/// A name that is missed is worse than a word that is masked for nothing: so much of F1, in percent, may be given for
/// recall.
const GIVEN: f32 = 0.5;
/// Edited texts.
const EDITED: [&str; 2] = ["uner_en_ewt", "wikigold"];
/// Least part of the characters of persons in edited texts that is to be found, in percent.
const RECALL: f32 = 95.0;
/// Least part of these finds that is to be right, in percent.
const PRECISION: f32 = 80.0;

/// The mentions that `model` finds in `text`.
pub fn found(
    model: &Model,
    text: &str,
    level: Level,
    thresholds: &Thresholds,
    scratch: &mut Scratch,
) -> Vec<EntityRange> {
    let mentions = model.mentions(text, level, thresholds, scratch);
    mentions.iter().map(|mention| (mention.span.start(), mention.span.end(), mention.kind)).collect()
}

/// Appends for each token of `documents` the model's belief that it is in a mention, and whether it is in one.
pub fn beliefs(documents: &[Document], model: &Model, level: Level, scratch: &mut Scratch, out: &mut Vec<(f32, bool)>) {
    for document in documents {
        let mut annotated = Vec::new();
        sequences(document, 0, &mut annotated);
        let mut words = annotated.iter().flat_map(|sequence| &sequence.words);
        let outside = corpora::outside(&document.source);
        model.believe(&document.text, level, scratch, |_, probabilities| {
            let Some(word) = words.next() else { return };
            let is_outside = word.allowed >> OUTSIDE & 1 == 1;
            // If an annotation is open, or the corpus does not annotate the believed type, nothing is learnt.
            let is_open = is_outside && (word.allowed != outside || outside >> likeliest(probabilities) & 1 == 1);
            if !is_open {
                out.push((1.0 - probabilities[OUTSIDE], !is_outside));
            }
        });
    }
}

/// The likeliest tag that is not outside.
fn likeliest(probabilities: &Probabilities) -> usize {
    let best = |best: usize, tag: usize| if probabilities[tag] > probabilities[best] { tag } else { best };
    (OUTSIDE + 1..TAGS).fold(OUTSIDE + 1, best)
}

/// The lines of both levels; see [`Weights::calibration`](masquerade_ner::Weights::calibration).
pub fn calibration(model: &Model, dev: &[Corpus]) -> [Vec<(f32, f32)>; 2] {
    let mut scratch = Scratch::default();
    [Level::Fast, Level::Full].map(|level| {
        let mut seen = Vec::new();
        for (_, documents) in evaluate::for_calibration(dev) {
            beliefs(documents, model, level, &mut scratch, &mut seen);
        }
        calibrate::line(seen)
    })
}

/// Appends for each mention, however unlikely, its presence, and whether an annotation stands there.
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

/// The lowest thresholds that cost little F1. The threshold of persons goes lower where nearly all persons are found
/// only so, as long as most finds are right.
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
    for percent in (LEAST_PERSON..=50_u8).rev() {
        let mut tried = [lowest; TYPES];
        tried[Type::Person as usize] = f32::from(percent) / 100.0;
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
