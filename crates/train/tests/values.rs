//! Training the classifier of values, on a toy corpus of made-up texts.

use masquerade_ner::{
    Model,
    values::{Class, ValueClassifier, Vocabulary},
};
use masquerade_train::values::{ValueOptions, train_values};

#[test]
fn words_tell_values_apart_and_the_same_texts_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let toy = |at: u32| {
        let (badge, seats) = (40_000 + at, 40_100 + at);
        format!(
            "my badge is [[id|{badge}]] today\n%%\nbadge [[id|{seats}]] is mine\n%%\nthe hall has {seats} seats today"
        )
    };
    let lock = |at: usize| {
        let word = ["quartzlamp", "sealgrove", "tinfern", "mossbell"][at % 4];
        format!("the hall lock wants [[secret|{word}]] at night\n%%\nthe lock needs {word} oil")
    };
    let texts: Vec<String> = (0..80).map(toy).collect();
    std::fs::write(folder.path().join("toy.txt"), texts.join("\n%%\n")).unwrap();
    let words: Vec<String> = (0..80).map(lock).collect();
    std::fs::write(folder.path().join("words.txt"), words.join("\n%%\n")).unwrap();
    let options = ValueOptions {
        texts: folder.path().to_owned(),
        plain: None,
        measure: None,
        epochs: 4,
        features: 500,
        plain_weight: 0.1,
    };
    let mut notes = Vec::new();
    let file = train_values(&options, &mut |note| notes.push(note.to_owned())).unwrap();
    assert!(notes.iter().any(|note| note.starts_with("held out: 16 personal, 8 harmless")), "{notes:?}");
    assert!(file == train_values(&options, &mut |_| {}).unwrap());

    let (english, european) = (Model::embedded().unwrap(), Model::european().unwrap());
    let vocabulary = Vocabulary { english: &english, european: &european };
    let classifier = ValueClassifier::from_bytes(&file).unwrap();
    let personal = |text: &str| {
        let (mut personal, mut scratch) = (0.0_f32, Default::default());
        classifier.classify(
            text,
            |_| true,
            vocabulary,
            &mut scratch,
            |_, of| {
                personal = personal.max(1.0 - of[Class::Harmless as usize]);
            },
        );
        personal
    };
    assert!(personal("my badge is 51234 today") > 0.5);
    assert!(personal("the hall has 51234 seats today") < 0.5);
    assert!(personal("the hall lock wants ashgrove at night") > 0.5);
    assert!(personal("the lock needs ashgrove oil") < 0.5);
    assert_eq!(personal("my badge is ashgrove"), 0.0, "a word is asked about near a cue alone");
    assert!(train_values(&ValueOptions { texts: folder.path().join("none"), ..options }, &mut |_| {}).is_err());
}
