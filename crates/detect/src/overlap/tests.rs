//! Tests of the resolution of overlaps.

use proptest::prelude::*;

use super::*;

const A: &str = "A";
const B: &str = "B";
const C: &str = "C";
const TEXT: &str = "0123456789abcdefghij";

/// A hypothesis that is asked for, likely and reported, without validation.
fn hypothesis(label: &str, span: std::ops::Range<usize>, confidence: Confidence) -> Hypothesis {
    Hypothesis {
        span: Span::new(TEXT, span).unwrap(),
        label: Label::new(label),
        confidence,
        validation: Validation::None,
        validated: Validated::None,
        source: Source::Recognizer,
        likely: true,
        reported: true,
        asked: true,
        transparent: false,
        floor: 5000,
    }
}

#[test]
fn whatever_order_they_come_in_they_are_sorted_by_place() {
    for backwards in [2, 5, 19] {
        let mut all: Vec<_> = (0..19).map(|at| hypothesis(A, at..at + 1, 9000)).collect();
        all.push(hypothesis(B, 0..3, 8000));
        all.rchunks_mut(backwards).for_each(<[_]>::reverse);
        sort(&mut all);
        assert_eq!(all[0].label, Label::new(B));
        assert!(all.is_sorted_by_key(|h| h.span.start()) && all.len() == 20);
    }
}

#[test]
fn the_best_and_the_runner_up_share() {
    let shared = |a: Confidence, b: Confidence| resolved(&[hypothesis(A, 0..9, a), hypothesis(B, 0..9, b)]);
    assert_eq!(shared(9000, 6000), "0-9 A=0.7826/B=0.1304");
    assert_eq!(shared(9900, 5000), "0-9 A=0.9802/B=0.0099");
    // Sharing never takes it below its floor, whatever competes.
    assert_eq!(shared(6000, 5900), "0-9 A=0.5/B=0.3653");
    // An unlikely one takes nothing.
    assert_eq!(resolved(&[hypothesis(A, 0..9, 5500), weak(hypothesis(B, 0..9, 3000))]), "0-9 A=0.55/B=0.3");
    assert_eq!(shared(CERTAIN, 9000), "0-9 A=1");
    let crowd = [hypothesis(A, 0..9, 9000), hypothesis(B, 0..9, 6000), hypothesis(C, 0..9, 5900)];
    assert_eq!(resolved(&crowd), shared(9000, 6000));
}

fn unasked(h: Hypothesis) -> Hypothesis {
    Hypothesis { asked: false, reported: false, ..h }
}

fn weak(h: Hypothesis) -> Hypothesis {
    Hypothesis { likely: false, reported: false, ..h }
}

/// The result as text, and that it depends on no order.
fn resolved(hypotheses: &[Hypothesis]) -> String {
    let run = |mut hypotheses: Vec<Hypothesis>| {
        let entities = resolve(TEXT, &mut hypotheses, None);
        let shown = |e: &Entity| {
            let alternative = e.alternative.map(|(label, p)| format!("/{label}={p}")).unwrap_or_default();
            format!("{}-{} {}={}{alternative}", e.span.start(), e.span.end(), e.label, e.confidence)
        };
        entities.iter().map(shown).collect::<Vec<_>>().join(", ")
    };
    let there = run(hypotheses.to_vec());
    assert_eq!(there, run(hypotheses.iter().rev().copied().collect()));
    there
}

#[test]
fn the_more_confident_goes_first_then_the_better_validated_then_the_longer() {
    let (a, b) = (hypothesis(A, 0..10, 6000), hypothesis(B, 5..15, 7000));
    assert_eq!(resolved(&[a, b]), "5-15 B=0.7");
    let b = Hypothesis { confidence: 6000, validation: Validation::Checksum, ..b };
    assert_eq!(resolved(&[Hypothesis { validation: Validation::Structure, ..a }, b]), "5-15 B=0.6");
    assert_eq!(resolved(&[a, hypothesis(B, 5..16, 6000)]), "5-16 B=0.6");
    assert_eq!(resolved(&[a, hypothesis(B, 10..16, 7000)]), "0-10 A=0.6, 10-16 B=0.7");
}

#[test]
fn a_likely_longer_one_beats_its_parts_and_parts_return_when_it_loses() {
    let (whole, part) = (hypothesis(A, 0..10, 6000), hypothesis(B, 2..6, 9000));
    assert_eq!(resolved(&[whole, part]), "0-10 A=0.6");
    assert_eq!(resolved(&[Hypothesis { likely: false, ..whole }, part]), "2-6 B=0.9");
    assert_eq!(resolved(&[whole, part, hypothesis(C, 8..12, 9500)]), "2-6 B=0.9, 8-12 C=0.95");
    assert_eq!(
        resolved(&[whole, part, hypothesis(C, 3..4, 9900), hypothesis(C, 8..12, 9500)]),
        "2-6 B=0.9, 8-12 C=0.95"
    );
}

#[test]
fn one_span_has_one_label_and_the_runner_up() {
    let (a, b) = (hypothesis(A, 0..9, 5500), weak(hypothesis(B, 0..9, 3000)));
    let c = weak(hypothesis(C, 0..9, 2000));
    assert_eq!(resolved(&[a, b, c]), "0-9 A=0.55/B=0.3");
    assert_eq!(resolved(&[a, weak(hypothesis(B, 0..9, 5000))]), "0-9 A=0.55/B=0.45");
    assert_eq!(resolved(&[a, hypothesis(A, 0..9, 3000)]), "0-9 A=0.55");
    assert_eq!(resolved(&[hypothesis(A, 0..9, CERTAIN), b]), "0-9 A=1");
    // The runner-up need not be asked for, and the winner need not be the most confident.
    assert_eq!(resolved(&[a, unasked(b)]), "0-9 A=0.55/B=0.3");
    assert_eq!(resolved(&[weak(a), hypothesis(B, 0..9, 3000)]), "0-9 B=0.3/A=0.55");
    assert_eq!(resolved(&[a, unasked(hypothesis(B, 0..9, 5500))]), "0-9 A=0.5/B=0.3548");
}

#[test]
fn asking_for_less_loses_nothing() {
    let phone = unasked(hypothesis(A, 0..9, 8000));
    assert_eq!(resolved(&[phone, hypothesis(B, 0..9, 5500)]), "0-9 B=0.5/A=0.5");
    assert_eq!(resolved(&[phone, hypothesis(B, 2..5, 5500)]), "2-5 B=0.55");
    assert_eq!(resolved(&[phone, hypothesis(B, 5..12, 5500)]), "5-12 B=0.55");
    // A hypothesis that another winner suppressed stays suppressed if that winner's label was asked for.
    assert_eq!(resolved(&[phone, hypothesis(B, 2..5, 5500), hypothesis(C, 4..6, 5400)]), "2-5 B=0.55");
    assert_eq!(resolved(&[phone]), "");
    // A weak hypothesis takes the place of no other find.
    assert_eq!(resolved(&[phone, weak(hypothesis(B, 0..9, 4000))]), "");
}

/// The entities at a threshold, each with its place and confidence.
fn at(threshold: Confidence, hypotheses: &[Hypothesis]) -> Vec<(Span, Label, f32)> {
    let entities = resolve(TEXT, &mut hypotheses.to_vec(), Some(threshold));
    entities.iter().map(|e| (e.span, e.label, e.confidence)).collect()
}

#[test]
fn a_lower_threshold_adds_what_stands_apart() {
    let all = [hypothesis(A, 0..5, 9000), weak(hypothesis(B, 3..8, 4000)), weak(hypothesis(C, 9..12, 3000))];
    assert_eq!(at(9500, &all), []);
    assert_eq!(at(5000, &all).len(), 1);
    assert_eq!(at(1000, &all).len(), 2);
    assert_eq!(at(1000, &[unasked(weak(hypothesis(A, 0..5, 3000))), weak(hypothesis(B, 0..5, 2000))]), []);
}

#[test]
fn a_transparent_one_lets_through_what_is_inside_unless_it_is_reported() {
    let url = Hypothesis { transparent: true, ..hypothesis(A, 0..18, 9900) };
    let (inner, other) = (hypothesis(B, 3..9, 9000), hypothesis(C, 10..12, 6000));
    assert_eq!(resolved(&[url, inner, other]), "0-18 A=0.99");
    assert_eq!(resolved(&[unasked(url), inner, other]), "3-9 B=0.9, 10-12 C=0.6");
    assert_eq!(resolved(&[unasked(url), inner, hypothesis(C, 8..12, 6000)]), "3-9 B=0.9");
    assert_eq!(resolved(&[unasked(url), hypothesis(B, 0..18, 9000)]), "0-18 B=0.9");
    assert_eq!(resolved(&[unasked(url), unasked(inner), hypothesis(C, 4..6, 6000)]), "4-6 C=0.6");
}

#[test]
fn fixed_ones_go_first_and_leave_no_rest_uncovered() {
    let denied = Hypothesis { source: Source::DenyList, ..hypothesis(A, 4..6, CERTAIN) };
    let literal = Hypothesis { source: Source::Literal, ..hypothesis("LITERAL", 5..8, CERTAIN) };
    assert_eq!(resolved(&[denied, literal]), "5-8 LITERAL=1");
    assert_eq!(resolved(&[denied, hypothesis(B, 0..10, 9000)]), "0-4 B=0.9, 4-6 A=1, 6-10 B=0.9");
    assert_eq!(resolved(&[denied, literal, hypothesis(B, 0..7, 9000)]), "0-5 B=0.9, 5-8 LITERAL=1");
    // Two that reach differently far leave one piece.
    let two = [hypothesis(B, 0..6, 9000), hypothesis(B, 0..7, 9000), literal];
    assert_eq!(resolved(&two), "0-5 B=0.9, 5-8 LITERAL=1");
    assert_eq!(resolved(&[denied, unasked(hypothesis(B, 0..10, 9000))]), "4-6 A=1");
    assert_eq!(resolved(&[denied, hypothesis(B, 4..6, 9000)]), "4-6 A=1");
}

proptest! {
    #[test]
    fn entities_are_sorted_apart_and_nothing_asked_for_shows_beside_an_equal(
        drawn in prop::collection::vec((0..20usize, 1..8usize, 0..3usize, 1..=CERTAIN, 0..5u8), 0..24)
    ) {
        let hypotheses: Vec<_> = drawn.into_iter().map(|(start, len, label, confidence, kind)| {
            let h = hypothesis([A, B, C][label], start..(start + len).min(20), confidence);
            let h = Hypothesis { likely: confidence > 3000, reported: confidence > 3000, ..h };
            match kind {
                0 => unasked(h),
                1 => Hypothesis { transparent: true, ..unasked(h) },
                2 if label == 0 => Hypothesis { source: Source::DenyList, reported: true, confidence: CERTAIN, ..h },
                _ => h,
            }
        }).collect();
        let entities = resolve(TEXT, &mut hypotheses.clone(), None);
        for pair in entities.windows(2) {
            prop_assert!(pair[0].span.end() <= pair[1].span.start());
        }
        for e in &entities {
            prop_assert!(e.confidence + e.alternative.map_or(0.0, |(_, p)| p) <= 1.0001);
        }
        for h in hypotheses.iter().filter(|h| h.likely && h.asked) {
            prop_assert!(entities.iter().any(|e| e.span.overlaps(h.span)), "{:?} shows", h);
        }
        // Confidence is a property of the find, and a lower threshold only adds finds.
        let mut higher = Vec::new();
        for threshold in [9000, 6000, 3000, 1000, 0] {
            let found = at(threshold, &hypotheses);
            prop_assert!(higher.iter().all(|e| found.contains(e)), "{:?} at {}", higher, threshold);
            higher = found;
        }
    }
}
