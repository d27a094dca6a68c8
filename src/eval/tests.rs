//! Tests of scores: examples computed by hand, and properties of every corpus.

use std::{collections::BTreeSet, time::Duration};

use proptest::prelude::*;

use super::{
    Gold, Mention,
    gate::{Gate, Measure},
    histogram::Histogram,
    judge::FindOutcome,
    plot,
    report::{Errors, Facts, LabelSelection, Report, Row},
    score::Scores,
    table,
};
use masquerade_detect::entity::{Entity, Label, Source, Validated};
use masquerade_detect::text::Span;

const PERSON: Label = Label::PERSON;
const LOCATION: Label = Label::LOCATION;
const ORGANIZATION: Label = Label::ORGANIZATION;
const LABELS: [Label; 3] = [PERSON, LOCATION, ORGANIZATION];

const TEXT: &str = "Ann Lee met Bob in Rome at 10";

fn span(text: &str, start: usize, end: usize) -> Span {
    Span::new(text, start..end).unwrap()
}

fn entity(text: &str, (start, end, label): (usize, usize, Label), confidence: f32) -> Entity {
    Entity {
        span: span(text, start, end),
        label,
        confidence,
        alternative: None,
        source: Source::Recognizer,
        validated: Validated::None,
    }
}

fn gold(text: &str, mentions: &[(usize, usize, Label)], ignored: &[(usize, usize)]) -> Gold {
    Gold::new(
        mentions.iter().map(|&(start, end, label)| Mention { span: span(text, start, end), label }).collect(),
        ignored.iter().map(|&(start, end)| span(text, start, end)).collect(),
    )
}

fn report(scores: &Scores, wanted: &LabelSelection) -> Report {
    let sought = BTreeSet::from([PERSON, LOCATION]);
    Report::new(scores, wanted, Facts { files: 1, sought, elapsed: Duration::from_millis(1), ..Facts::default() })
}

/// A text in which each kind of error occurs.
fn example() -> Scores {
    let mut scores = Scores::new(100, 1);
    let mentions = [(12, 15, PERSON), (0, 7, PERSON), (19, 23, LOCATION), (8, 11, ORGANIZATION), (12, 15, PERSON)];
    let found = [
        entity(TEXT, (0, 3, PERSON), 0.9),
        entity(TEXT, (12, 15, PERSON), 0.8),
        entity(TEXT, (16, 18, LOCATION), 0.55),
        entity(TEXT, (19, 23, PERSON), 0.6),
        entity(TEXT, (27, 29, LOCATION), 0.5),
    ];
    scores.add(TEXT, &gold(TEXT, &mentions, &[(24, 29)]), &found);
    scores
}

#[track_caller]
fn near(value: Option<f64>, expected: f64) {
    assert!(value.is_some_and(|value| (value - expected).abs() < 1e-9), "{value:?}, not {expected}");
}

#[track_caller]
fn measures(row: &Row, counts: [u64; 3], values: [f64; 6]) {
    assert_eq!([row.gold, row.found, row.correct], counts);
    let [precision, recall, f1, overlap, span, leak] = values;
    near(row.recall, recall);
    near(row.f1, f1);
    near(row.overlap_f1, overlap);
    near(row.span_f1, span);
    near(row.leak, leak);
    near(row.precision.or(Some(f64::MAX)), if row.found == 0 { f64::MAX } else { precision });
}

#[test]
fn every_measure_is_what_was_computed_by_hand() {
    let report = report(&example(), &LabelSelection::Annotated);
    let [location, organization, person] = &report.labels[..] else { panic!("{:?}", report.labels) };
    measures(person, [2, 3, 1], [1.0 / 3.0, 0.5, 0.4, 0.8, 4.0 / 7.0, 0.4]);
    assert_eq!(person.errors, Errors { boundary: 1, ..Errors::default() });
    // Somewhere in Rome: its span was found, under another label, so nothing of it leaks.
    measures(location, [1, 1, 0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!((location.errors.label, location.false_alarms), (1, 1));
    measures(organization, [1, 0, 0], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!((organization.precision, organization.errors.missed), (None, 1));
    // Overlap: 2 of 4 finds, 2 of 4 mentions. Span: 2 of 4 finds, 2 of 4 mentions.
    measures(&report.all, [4, 4, 1], [0.25, 0.25, 0.25, 0.5, 0.5, 7.0 / 17.0]);
    near(report.all.false_alarms_per_1000_tokens, 125.0);
    near(report.all.false_alarms_per_100_kb, 100_000.0 / 29.0);
    assert_eq!(report.mean.labels, 3);
    near(report.mean.f1, 0.4 / 3.0);
    near(report.mean.precision, 1.0 / 9.0);
    near(report.mean.recall, 0.5 / 3.0);
    near(report.reliability.calibration_error, (0.9 + 0.2 + 0.6 + 0.55) / 4.0);
    assert_eq!(report.not_sought.iter().map(|named| named.label.as_str()).collect::<Vec<_>>(), ["ORGANIZATION"]);
}

#[test]
fn only_wanted_labels_count() {
    let scores = example();
    let only = |labels: &[Label]| report(&scores, &LabelSelection::Only(labels.iter().copied().collect()));
    let persons = only(&[PERSON]);
    assert_eq!(persons.labels.len(), 1);
    // A person found where a place is annotated is still wrong.
    assert_eq!((persons.all.gold, persons.all.found, persons.all.correct), (2, 3, 1));
    let never_seen = Label::new("NEVER_SEEN");
    let unseen = only(&[never_seen]);
    assert_eq!((unseen.labels[0].label, unseen.all.f1, unseen.mean.f1), ("NEVER_SEEN", None, None));
    let mut silent = Scores::new(10, 0);
    silent.add(TEXT, &Gold::default(), &[entity(TEXT, (0, 3, PERSON), 0.9)]);
    assert!(report(&silent, &LabelSelection::Annotated).labels.is_empty());
    let also = report(&silent, &LabelSelection::AlsoThese(BTreeSet::from([PERSON, LOCATION])));
    assert_eq!((also.labels.len(), also.all.false_alarms, also.all.leak, also.mean.labels), (1, 1, None, 0));
}

#[test]
fn what_touches_only_ignored_mentions_is_neither_right_nor_wrong() {
    let text = "Dr. Lee";
    let mut scores = Scores::new(0, 0);
    // A find across both is a boundary error of the name.
    scores.add(text, &gold(text, &[(4, 7, PERSON)], &[(0, 3)]), &[entity(text, (0, 7, PERSON), 0.9)]);
    scores.add(text, &gold(text, &[], &[(0, 3)]), &[entity(text, (0, 2, PERSON), 0.9)]);
    let literal = Entity { source: Source::Literal, ..entity(text, (4, 7, PERSON), 1.0) };
    scores.add(text, &gold(text, &[(4, 7, PERSON)], &[]), &[literal]);
    let all = report(&scores, &LabelSelection::Annotated).all;
    assert_eq!((all.gold, all.found, all.correct, all.false_alarms), (2, 1, 0, 0));
    assert_eq!((all.errors.boundary, all.errors.missed), (1, 1));
    // Masked it is, all the same.
    near(all.leak, 0.0);
}

#[test]
fn leaks_are_counted_in_characters_and_once() {
    let text = "é😀 Jöe";
    let mut scores = Scores::new(0, 0);
    // Mentions of one label that overlap: "é😀", "😀 Jö", and the "e" behind.
    let mentions = [(0, 6, PERSON), (2, 10, PERSON), (10, 11, PERSON)];
    scores.add(text, &gold(text, &mentions, &[]), &[entity(text, (6, 8, LOCATION), 0.5)]);
    let all = report(&scores, &LabelSelection::Annotated).all;
    assert_eq!(all.characters, 6);
    near(all.leak, 4.0 / 6.0);
}

#[test]
fn curves_go_down_the_confidences() {
    let mut histogram = Histogram::default();
    for (confidence, correct) in [(0.9, true), (0.9, true), (0.7, false), (0.4, true), (0.4, false), (0.1, false)] {
        histogram.add(confidence, &FindOutcome { correct, overlaps: confidence > 0.3, ..FindOutcome::default() });
    }
    let curve: Vec<_> = histogram.curve(4).iter().map(|p| (p.threshold, p.precision, p.recall)).collect();
    let expected = [(0.9, 1.0, 0.5), (0.7, 2.0 / 3.0, 0.5), (0.4, 0.6, 0.75), (0.1, 0.5, 0.75)];
    assert_eq!(curve, expected);
    assert!(histogram.curve(0).is_empty());
    let bins: Vec<_> = histogram.bins().iter().map(|bin| (bin.count, bin.precision, bin.overlap)).collect();
    assert_eq!(bins, [(1, 0.0, 0.0), (2, 0.5, 1.0), (1, 0.0, 1.0), (2, 1.0, 1.0)]);
    // (1·0.1 + 2·0.1 + 1·0.7 + 2·0.1) / 6
    near(histogram.calibration_error(), 1.2 / 6.0);
    assert_eq!(Histogram::default().calibration_error(), None);
}

#[test]
fn plots_mark_the_thresholds_of_the_sweep() {
    let mut scores = example();
    assert!(plot::precision_recall(&report(&scores, &LabelSelection::Annotated)).is_none());
    let sweep =
        [entity(TEXT, (0, 7, PERSON), 0.2), entity(TEXT, (12, 15, PERSON), 0.8), entity(TEXT, (16, 18, PERSON), 0.6)];
    scores.add_sweep(&gold(TEXT, &[(0, 7, PERSON), (12, 15, PERSON)], &[]), &sweep);
    let report = report(&scores, &LabelSelection::Annotated);
    let names: Vec<_> = report.curves.iter().map(|curve| curve.label).collect();
    assert_eq!(names, ["all", "LOCATION", "ORGANIZATION", "PERSON"]);
    let person = &report.curves[3];
    let at = |threshold: f64| person.points.iter().find(|p| (p.threshold - threshold).abs() < 1e-9).unwrap();
    assert_eq!((at(0.7).precision, at(0.7).recall), (1.0, 0.5));
    assert_eq!((at(0.6).precision, at(0.6).recall), (0.5, 0.5));
    assert_eq!((at(0.1).precision, at(0.1).recall), (2.0 / 3.0, 1.0));
    assert_eq!(person.best.unwrap().threshold, 0.2);
    for svg in [plot::precision_recall(&report).unwrap(), plot::reliability(&report).unwrap()] {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
        // Of the other labels nothing was found.
        assert_eq!(svg.matches("<g ").count(), 2);
        assert!(svg.contains(">PERSON<"));
    }
}

#[test]
fn gates_are_kept_or_told_of() {
    let report = report(&example(), &LabelSelection::Annotated);
    let check = |measure, label: Option<&str>, bound| {
        let gate = Gate { measure, label: label.map(str::to_owned), bound };
        gate.check(&report).map_err(|unmet| unmet.to_string()).err().unwrap_or_default()
    };
    assert_eq!(check(Measure::F1, None, 0.25), "");
    assert_eq!(check(Measure::F1, None, 0.26), "F1 of all labels is 0.2500, and must be at least 0.26");
    assert_eq!(check(Measure::Leak, Some("PERSON"), 0.4), "");
    let leak = "leak rate of ORGANIZATION is 1.0000, and must be at most 0.05";
    assert_eq!(check(Measure::Leak, Some("ORGANIZATION"), 0.05), leak);
    assert_eq!(check(Measure::FalseAlarms, Some("PERSON"), 0.0), "");
    let logs = {
        let mut scores = Scores::new(0, 0);
        scores.add(TEXT, &Gold::default(), &[entity(TEXT, (0, 3, PERSON), 0.9)]);
        move |wanted| super::tests::report(&scores, &wanted)
    };
    let alarms = |report: &Report, label: &str, bound| {
        Gate { measure: Measure::FalseAlarms, label: Some(label.to_owned()), bound }.check(report).is_ok()
    };
    let all = logs(LabelSelection::AlsoThese(BTreeSet::from([PERSON, LOCATION])));
    assert!(alarms(&all, "LOCATION", 0.0) && alarms(&all, "PERSON", 125.0) && !alarms(&all, "PERSON", 124.0));
    // What is not scored keeps no bound.
    assert!(!alarms(&all, "ORGANIZATION", 9.0) && !alarms(&logs(LabelSelection::Annotated), "PERSON", 9.0));
    let nothing = "precision of ORGANIZATION must be at least 0, and there is nothing to measure it on";
    assert_eq!(check(Measure::Precision, Some("ORGANIZATION"), 0.0), nothing);
}

#[test]
fn the_table_is_aligned() {
    let text = table::render(&report(&example(), &LabelSelection::Annotated));
    assert!(text.starts_with("1 file, 1 text, 8 tokens, 1 KB\nannotated, but not looked for"), "{text}");
    let lines: Vec<_> = text.lines().skip_while(|line| !line.starts_with("LABEL")).take(6).collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert!(lines[0].ends_with("FALSE/1K") && lines[4].starts_with("all (micro)") && lines[5].starts_with("mean"));
    for line in &lines[..5] {
        assert_eq!(line.len(), lines[0].len(), "{text}");
    }
}

/// A strategy for spans without overlaps in a text: for each the gap before it, its length and the index of its label.
fn spans() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    prop::collection::vec((0..4_usize, 1..4_usize, 0..LABELS.len()), 0..12)
}

fn entities(text: &str, spans: &[(usize, usize, usize)]) -> Vec<Entity> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let mut at = 0;
    let found = spans.iter().map(|&(gap, len, label)| {
        let start = at + gap;
        at = start + len;
        let confidence = 0.05 * ((start * 7 + len * 3) % 21) as f32;
        entity(text, (places[start], places[at], LABELS[label]), confidence)
    });
    found.collect()
}

fn as_gold(found: &[Entity]) -> Gold {
    Gold::new(found.iter().map(|e| Mention { span: e.span, label: e.label }).collect(), Vec::new())
}

proptest! {
    #[test]
    fn what_holds_of_every_corpus(a in prop::collection::vec((spans(), spans()), 1..6)) {
        let text = "aé b".repeat(30);
        let (mut scores, mut swapped, mut perfect, mut silent) =
            (Scores::new(20, 3), Scores::new(0, 0), Scores::new(20, 3), Scores::new(20, 3));
        let everything = LabelSelection::Only(BTreeSet::from(LABELS));
        for (mentions, finds) in &a {
            let (mentions, finds) = (entities(&text, mentions), entities(&text, finds));
            scores.add(&text, &as_gold(&mentions), &finds);
            swapped.add(&text, &as_gold(&finds), &mentions);
            perfect.add(&text, &as_gold(&mentions), &mentions);
            silent.add(&text, &as_gold(&mentions), &[]);
        }
        let [result, swapped, perfect, silent] = [&scores, &swapped, &perfect, &silent].map(|s| report(s, &everything));
        for row in perfect.labels.iter().chain([&perfect.all]).filter(|row| row.gold > 0) {
            for value in [row.precision, row.recall, row.f1, row.overlap_f1, row.span_f1] {
                prop_assert_eq!(value, Some(1.0));
            }
            prop_assert_eq!((row.leak, row.false_alarms), (Some(0.0), 0));
            prop_assert!(row.f1_interval.is_none_or(|bounds| bounds == [1.0, 1.0]));
        }
        for row in silent.labels.iter().chain([&silent.all]).filter(|row| row.gold > 0) {
            prop_assert_eq!((row.precision, row.recall, row.f1), (None, Some(0.0), Some(0.0)));
            prop_assert_eq!((row.leak, row.errors.missed), (Some(1.0), row.gold));
        }
        for (row, other) in result.labels.iter().zip(&swapped.labels) {
            prop_assert_eq!((row.gold, row.found, row.correct), (other.found, other.gold, other.correct));
            prop_assert_eq!((row.precision, row.recall), (other.recall, other.precision));
            prop_assert_eq!((row.overlap_f1, row.span_f1), (other.overlap_f1, other.span_f1));
            let least = row.f1.map(|f1| f1 - 1e-9);
            prop_assert!(row.overlap_f1 >= least && row.span_f1 >= least);
            let errors = row.errors;
            let wrong = errors.missed + errors.boundary + errors.label + errors.both;
            prop_assert_eq!(row.correct + wrong, row.gold);
            prop_assert!(row.correct + row.false_alarms <= row.found);
            // What is found exactly does not leak.
            prop_assert!(row.leak.is_none_or(|leak| leak * (row.characters as f64) <= 3.0 * wrong as f64 + 1e-9));
        }
        let sum = |count: &dyn Fn(&Row) -> u64| result.labels.iter().map(count).sum::<u64>();
        prop_assert_eq!(sum(&|row| row.correct), result.all.correct);
        prop_assert_eq!(sum(&|row| row.found), result.reliability.bins.iter().map(|bin| bin.count).sum::<u64>());
    }
}
