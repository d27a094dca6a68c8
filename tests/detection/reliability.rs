//! Whether confidences mean what they say, on labelled texts.
//!
//! ```text
//! MASQUERADE_LABELLED=texts.jsonl cargo test --release --test detection -- --ignored --nocapture reliability
//! ```
//!
//! Each line is `{"text": …, "entities": [{"start", "end", "label"}]}`, offsets in code points, end
//! exclusive, labels by any name this program understands; `MASQUERADE_LABELS="phone_num=PHONE_NUMBER,…"` translates
//! others. Only labels that the file annotates are asked for. A find is right if a mention of its label overlaps it.
//! Expected calibration error (Naeini et al., AAAI 2015): by tenths of confidence, the mean distance between
//! confidence and share of right finds, weighted by finds.

use std::{collections::BTreeMap, env, fs};

use masquerade::{
    detect::{LabelSet, Options},
    entity::Label,
    text::{Field, Unit, UnitCursor},
};
use serde::Deserialize;

use crate::DETECTOR;

/// Mentions from which on a label's figures say something.
const ENOUGH: usize = 200;
const BINS: usize = 10;

#[derive(Deserialize)]
struct Line {
    text: String,
    entities: Vec<Mention>,
}

#[derive(Deserialize)]
struct Mention {
    start: usize,
    end: usize,
    label: String,
}

/// Finds of one label.
#[derive(Default)]
struct Tally {
    mentions: usize,
    found: usize,
    /// By tenth of confidence: finds, right ones, sum of confidences.
    bins: [(usize, usize, f64); BINS],
}

impl Tally {
    fn error(&self) -> f64 {
        let all: usize = self.bins.iter().map(|bin| bin.0).sum();
        let distance = |(_, right, sum): &(usize, usize, f64)| (*right as f64 - sum).abs();
        self.bins.iter().map(distance).sum::<f64>() / (all as f64).max(1.0)
    }
}

/// The label that a corpus calls `name`.
fn label(name: &str, names: &BTreeMap<String, String>) -> Option<Label> {
    let name = names.get(name).map_or(name, String::as_str);
    DETECTOR.find_label(name)
}

#[test]
#[ignore = "reads the file MASQUERADE_LABELLED"]
fn reliability_on_labelled_texts() {
    let path = env::var("MASQUERADE_LABELLED").expect("MASQUERADE_LABELLED names a file");
    let names: BTreeMap<String, String> = env::var("MASQUERADE_LABELS")
        .unwrap_or_default()
        .split(',')
        .filter_map(|pair| pair.split_once('='))
        .map(|(from, to)| (from.trim().to_owned(), to.trim().to_owned()))
        .collect();
    let lines: Vec<Line> = fs::read_to_string(path)
        .expect("the file can be read")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a labelled text"))
        .collect();
    let annotated: LabelSet =
        lines.iter().flat_map(|line| &line.entities).filter_map(|mention| label(&mention.label, &names)).collect();
    let options = Options { threshold: Some(0.05), ..Options::new(annotated) };
    let mut tallies: BTreeMap<Label, Tally> = BTreeMap::new();
    for line in &lines {
        let mut cursor = UnitCursor::new(&line.text, Unit::Codepoint);
        let mut mentions: Vec<_> = line.entities.iter().collect();
        mentions.sort_by_key(|mention| (mention.start, mention.end));
        let mut known = Vec::new();
        for mention in mentions {
            let Some(label) = label(&mention.label, &names) else { continue };
            let (Some(start), Some(end)) = (cursor.byte_at(mention.start), cursor.byte_at(mention.end)) else {
                continue;
            };
            known.push((label, start..end));
            tallies.entry(label).or_default().mentions += 1;
        }
        let finds = DETECTOR.detect(&[Field::new(&line.text)], &options).remove(0);
        for (label, range) in &known {
            let met = |span: std::ops::Range<usize>| span.start < range.end && range.start < span.end;
            if finds.iter().any(|find| find.label == *label && met(find.span.range())) {
                tallies.entry(*label).or_default().found += 1;
            }
        }
        for find in finds {
            let (start, end) = (find.span.start(), find.span.end());
            let right =
                known.iter().any(|(label, range)| *label == find.label && start < range.end && range.start < end);
            let bin = ((find.confidence * BINS as f32) as usize).min(BINS - 1);
            let bin = &mut tallies.entry(find.label).or_default().bins[bin];
            *bin = (bin.0 + 1, bin.1 + usize::from(right), bin.2 + f64::from(find.confidence));
        }
    }
    for (label, tally) in &tallies {
        let finds: usize = tally.bins.iter().map(|bin| bin.0).sum();
        let note = if tally.mentions < ENOUGH { ", too few to claim anything" } else { "" };
        println!(
            "{label}: {} mentions, {} found, {finds} finds, ECE {:.3}{note}",
            tally.mentions,
            tally.found,
            tally.error()
        );
        for (tenth, (count, right, sum)) in tally.bins.iter().enumerate().filter(|(_, bin)| bin.0 > 0) {
            let count_f = *count as f64;
            println!(
                "  {:.1}: {count:5} finds, said {:.2}, right {:.2}",
                tenth as f64 / 10.0,
                sum / count_f,
                *right as f64 / count_f
            );
        }
    }
    assert!(!tallies.is_empty(), "no label of the file is known");
}
