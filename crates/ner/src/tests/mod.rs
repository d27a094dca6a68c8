//! Tests of the whole model.

mod random;

use std::sync::LazyLock;

use proptest::prelude::*;

use super::{
    artefact::Elements,
    kernel::Kernel,
    tag::{TAGS, TYPES},
    *,
};
use crate as ner;

static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| random::weights(1, 1 << 10).artefact().write().unwrap());
static MODEL: LazyLock<Model> = LazyLock::new(|| Model::from_bytes(&FILE).unwrap());
/// Every kernel with the model that runs on it, the scalar kernel first.
static KERNELS: LazyLock<Vec<(Kernel, Model)>> =
    LazyLock::new(|| Kernel::all().into_iter().map(|kernel| (kernel, MODEL.clone().with_kernel(kernel))).collect());

fn probabilities(model: &Model, text: &str, level: Level, scratch: &mut Scratch) -> Vec<Probabilities> {
    let mut all = Vec::new();
    model.read(text, level, scratch, |_, row| all.push(*row));
    all
}

const PROSE: &str =
    "The committee met Jane Roe in New York, of the doors; JANE said \u{201c}no\u{201d}.\n\nname: j. o'brien\n";

#[test]
fn probabilities_sum_to_one() {
    let mut scratch = Scratch::default();
    for level in [Level::Fast, Level::Full] {
        let rows = probabilities(&MODEL, PROSE, level, &mut scratch);
        assert_eq!(rows.len(), token::Tokens::new(PROSE).count());
        for row in rows {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-4 && row.iter().all(|p| (0.0..=1.0).contains(p)));
            assert!(row[TAGS..].iter().all(|p| *p == 0.0));
        }
    }
}

#[test]
fn levels_differ_and_off_finds_nothing() {
    let mut scratch = Scratch::default();
    assert_eq!(MODEL.mentions(PROSE, Level::Off, &[0.01; TYPES], &mut scratch), []);
    let [fast, full] = [Level::Fast, Level::Full].map(|level| probabilities(&MODEL, PROSE, level, &mut scratch));
    assert_ne!(fast, full);
}

#[test]
fn lower_thresholds_cover_more() {
    let mut scratch = Scratch::default();
    let text = PROSE.repeat(20);
    let covered = |threshold: f32, scratch: &mut Scratch| -> usize {
        let mentions = MODEL.mentions(&text, Level::Full, &[threshold; TYPES], scratch);
        assert!(mentions.iter().all(|mention| mention.presence >= threshold));
        assert!(mentions.is_sorted_by(|a, b| a.span.end() <= b.span.start()));
        mentions.iter().map(|mention| mention.span.len()).sum()
    };
    let all = [0.9, 0.6, 0.3, 0.05].map(|threshold| covered(threshold, &mut scratch));
    assert!(all.is_sorted() && all[3] > all[0], "{all:?}");
}

#[test]
fn a_threshold_of_one_type_leaves_the_others_alone() {
    let mut scratch = Scratch::default();
    let mut thresholds = [0.99; TYPES];
    thresholds[Type::Location as usize] = 0.1;
    let mentions = MODEL.mentions(&PROSE.repeat(9), Level::Full, &thresholds, &mut scratch);
    assert!(!mentions.is_empty());
    assert!(mentions.iter().all(|mention| mention.kind == Type::Location || mention.presence >= 0.99));
}

#[test]
fn what_was_read_before_changes_nothing() {
    let fresh = |text: &str| probabilities(&MODEL, text, Level::Full, &mut Scratch::default());
    let other = Model::new(random::weights(2, 1 << 8).artefact()).unwrap();
    let mut scratch = Scratch::default();
    for text in [PROSE, "Jane", "", PROSE, "JANE roe\nof the Doors"] {
        probabilities(&other, text, Level::Full, &mut scratch);
        probabilities(&MODEL, text, Level::Fast, &mut scratch);
        assert_eq!(probabilities(&MODEL, text, Level::Full, &mut scratch), fresh(text));
    }
}

#[test]
fn a_token_is_read_alike_wherever_windows_end() {
    // The context is longer than the network sees; only the CRF's marginals look further, and they fade.
    let line = "the committee met Jane Roe in New York and nobody had brought the minutes of the doors ";
    let whole = probabilities(&MODEL, &line.repeat(40), Level::Full, &mut Scratch::default());
    let count = token::Tokens::new(line).count();
    let second = &whole[count..2 * count];
    for part in whole[count..].chunks(count).take(38) {
        for (a, b) in part.as_flattened().iter().zip(second.as_flattened()) {
            assert!((a - b).abs() < 0.02, "{a} {b}");
        }
    }
}

#[test]
fn parts_that_are_not_asked_for_have_no_mentions_and_change_no_others() {
    let mut scratch = Scratch::default();
    let text = PROSE.repeat(60);
    let half = text.len() / 2;
    let thresholds = [0.1; TYPES];
    let whole = MODEL.mentions(&text, Level::Full, &thresholds, &mut scratch);
    let part = MODEL.mentions_where(&text, Level::Full, &thresholds, &mut scratch, |at| at >= half, &mut Vec::new());
    let spans = |mentions: &[Mention], from: usize| {
        mentions.iter().map(|mention| mention.span).filter(|span| span.start() >= from).collect::<Vec<_>>()
    };
    assert_eq!(spans(&part, half), spans(&whole, half));
    // The tokens of a window before.
    assert!(part.iter().all(|mention| mention.span.start() + 128 * 16 > half));
    assert_eq!(MODEL.mentions_where(&text, Level::Full, &thresholds, &mut scratch, |_| false, &mut Vec::new()), []);
}

#[test]
fn hostile_texts_take_little_time_and_memory() {
    let mut scratch = Scratch::default();
    let texts = ["x".repeat(1 << 18), "a ".repeat(1 << 11), "A.".repeat(1 << 11), "Jane ".repeat(1 << 10)];
    for text in texts.iter().chain([&"\u{301}".repeat(1 << 16), &"'".repeat(1 << 11), &"@a".repeat(1 << 11)]) {
        for level in [Level::Fast, Level::Full] {
            MODEL.mentions(text, level, &[0.1; TYPES], &mut scratch);
        }
    }
}

#[test]
fn tensors_that_are_missing_or_malformed_are_named() {
    let artefact = random::weights(1, 1 << 8).artefact();
    let refused = |name: &'static str, width: usize, elements: Elements| {
        let mut artefact = artefact.clone();
        artefact.set(name, width, elements);
        assert_eq!(Model::new(artefact.clone()).unwrap_err(), ArtefactError::Tensor(name));
    };
    refused("net.rows", 1, Elements::I8(vec![1]));
    refused("net.layers.bias", weights::WIDTH, Elements::F32(Vec::new()));
    refused("net.vectors.keys", 1, Elements::U32(Vec::new()));
    refused("crf.rows", TAGS, Elements::I8(vec![0; 3 * TAGS]));
    refused("crf.rows", TAGS, Elements::I8(Vec::new()));
    refused("calibration.fast", 2, Elements::F32(vec![0.5, 0.9, 0.6, 0.1]));
    refused("thresholds", 1, Elements::F32(vec![0.5]));
    refused("lexicon.words.classes", 1, Elements::U16(vec![0]));
    assert!(Model::new(Artefact::default()).is_err());
}

#[test]
fn the_model_that_is_built_in_can_be_read() {
    assert_eq!(Model::embedded().is_some(), !model::EMBEDDED.is_empty());
    assert_eq!(Model::european().is_some(), !model::EUROPEAN.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_kernel_computes_the_same_bits(text in "(\\PC|[A-Z][a-z]{1,8} |the |Jane Roe |new york\n){0,80}") {
        for level in [Level::Fast, Level::Full] {
            let bits = |model: &Model| {
                let rows = probabilities(model, &text, level, &mut Scratch::default());
                rows.as_flattened().iter().map(|p| p.to_bits()).collect::<Vec<_>>()
            };
            for (kernel, model) in KERNELS.iter() {
                prop_assert!(bits(&KERNELS[0].1) == bits(model), "{:?}", kernel);
            }
        }
    }

    #[test]
    fn mentions_of_any_text_are_in_order_and_on_characters(
        text in "(\\PC|[A-Z][a-z\u{e9}]{1,8}|[ .'@#\n]|Jane Roe){0,200}",
        threshold in -1.0_f32..2.0,
        level in prop_oneof![Just(Level::Fast), Just(Level::Full)],
    ) {
        let mentions = MODEL.mentions(&text, level, &[threshold; TYPES], &mut Scratch::default());
        prop_assert!(mentions.is_sorted_by(|a, b| a.span.end() <= b.span.start()));
        for mention in mentions {
            prop_assert!(!mention.span.slice(&text).is_empty());
            prop_assert!(mention.confidence <= mention.presence && mention.presence <= 1.0);
            let other = mention.alternative.map_or(0.0, |(_, p)| p);
            prop_assert!(mention.confidence + other <= mention.presence + 0.001);
        }
    }

    #[test]
    fn flipped_bytes_are_refused(at: prop::sample::Index, change in 1..=u8::MAX) {
        let mut file = FILE.clone();
        *at.get_mut(&mut file) ^= change;
        prop_assert!(Artefact::read(&file).is_err());
    }
}
