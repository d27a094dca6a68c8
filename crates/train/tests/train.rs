//! Training, on a toy corpus of made-up names.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use flate2::{Compression, write::GzEncoder};
use masquerade_ner::{Artefact, Level, Model, Scratch, Type, lexicon::LISTS, weights::set_thresholds};
use masquerade_train::{Options, Progress, TrainError, train};

struct Silent;

impl Progress for Silent {
    fn stage(&mut self, _: &str) {}
    fn done(&mut self, _: f32) {}
    fn note(&mut self, _: &str) {}
}

fn toy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/toy")
}

fn options(data: PathBuf, seed: u64) -> Options {
    Options {
        data,
        marked: None,
        without: Vec::new(),
        map: Vec::new(),
        seed,
        epochs: 1,
        crf_epochs: 2,
        layers: 2,
        annotated_only: false,
        teachers: 2,
        new_student: false,
        checkpoint: None,
        patience: 2,
        tune: None,
        thresholds: None,
        vectors: None,
        words: 0,
        lists_of: None,
        vector_steps: 6,
        commit: "none".to_owned(),
    }
}

#[test]
fn the_same_data_and_seed_give_the_same_bytes() {
    let (file, card) = train(&options(toy(), 1), &mut Silent).unwrap();
    assert!(train(&options(toy(), 1), &mut Silent).unwrap() == (file.clone(), card.clone()));
    assert!(card.contains("| toy | not known here |"), "{card}");

    let model = Model::from_bytes(&file).unwrap();
    let text = "Name: Petra Okafor\nCity: Arlen\nEmployer: Borealis Inc";
    let mentions = model.mentions(text, Level::Fast, model.thresholds(), &mut Scratch::default());
    let found: Vec<_> = mentions.iter().map(|mention| (mention.span.slice(text), mention.kind)).collect();
    let expected = [("Petra Okafor", Type::Person), ("Arlen", Type::Location), ("Borealis Inc", Type::Organization)];
    assert_eq!(found, expected);
}

#[test]
fn names_are_learnt_from_marked_texts() {
    let folder = tempfile::tempdir().unwrap();
    let marked = folder.path().join("marked");
    fs::create_dir(&marked).unwrap();
    let texts =
        "Dear [[person|Ilva Tamm]], welcome to [[place|Dorpat]].\n%%\nΟ [[person|Νίκος]] ή το [[any|Κύμα]]\n%%\n"
            .repeat(20);
    fs::write(marked.join("et.txt"), texts).unwrap();
    let options = Options { marked: Some(marked.clone()), ..options(toy(), 1) };
    let (file, card) = train(&options, &mut Silent).unwrap();
    assert!(card.contains("| et_written | written for this repository | 36 | 2 times |"), "{card}");
    let model = Model::from_bytes(&file).unwrap();
    let text = "Dear Ilva Tamm, welcome to Dorpat.";
    let mentions = model.mentions(text, Level::Fast, model.thresholds(), &mut Scratch::default());
    assert_eq!(mentions.first().map(|mention| mention.span.slice(text)), Some("Ilva Tamm"));

    fs::write(marked.join("et.txt"), "[[persona|Ilva Tamm]]").unwrap();
    let refused = train(&options, &mut Silent).unwrap_err().to_string();
    assert!(refused.ends_with("1 marks are of no known kind") && !refused.contains("Ilva"), "{refused}");
}

#[test]
fn a_model_can_leave_out_the_lists_that_another_has() {
    let folder = with_plain_text();
    fs::create_dir(folder.path().join("gazetteers")).unwrap();
    let lists = |names: &str| {
        let path = folder.path().join("gazetteers/faker_first_names.tsv.gz");
        let mut list = GzEncoder::new(fs::File::create(path).unwrap(), Compression::fast());
        list.write_all(names.as_bytes()).unwrap();
        list.finish().unwrap();
    };
    let file = |name| folder.path().join(name);
    let trained = |lists_of, tune| {
        train(&Options { lists_of, tune, ..options(folder.path().to_owned(), 1) }, &mut Silent).map(|(file, _)| file)
    };
    lists("en\tPetra\net\tIlva\n");
    let whole = trained(None, None).unwrap();
    fs::write(file("whole"), &whole).unwrap();
    let sharing = trained(Some(file("whole")), None).unwrap();
    let has_lists = |model: &[u8]| Artefact::read(model).unwrap().has("lexicon.words");
    assert!(has_lists(&whole) && !has_lists(&sharing));
    assert!(Model::from_bytes(&sharing).is_err(), "it is none without them");
    let mut joined = Artefact::read(&sharing).unwrap();
    joined.add_all(Artefact::read(&whole).unwrap().take_all(LISTS));
    assert!(joined.write().unwrap() == whole);

    fs::write(file("sharing"), &sharing).unwrap();
    assert!(trained(Some(file("whole")), Some(file("sharing"))).unwrap() == sharing, "calibrated anew, it is the same");

    lists("en\tPetra\n");
    let refused = trained(Some(file("whole")), None).unwrap_err().to_string();
    assert!(refused.ends_with("has other lists of names than the folder of texts"), "{refused}");
}

/// The toy data and plain text.
fn with_plain_text() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(toy().join("toy.jsonl"), folder.path().join("toy.jsonl")).expect("the toy data");
    fs::create_dir(folder.path().join("text")).expect("a folder");
    fs::write(folder.path().join("text/plain.txt"), "Petra Okafor lives in Arlen.\n".repeat(50)).expect("a file");
    folder
}

#[test]
fn labels_of_plain_text_are_learnt_from_unless_forbidden() {
    let folder = with_plain_text();
    let trained = |annotated_only| {
        let options = Options { annotated_only, ..options(folder.path().to_owned(), 1) };
        train(&options, &mut Silent).unwrap()
    };
    let (both, alone) = (trained(false), trained(true));
    assert_ne!(both.0, alone.0);
    assert!(!both.1.contains("for word vectors alone") && alone.1.contains("| plain text | for word vectors alone |"));
}

#[test]
fn a_new_student_learns_the_same_from_teachers_of_a_checkpoint() {
    let folder = with_plain_text();
    let checkpoint = folder.path().join("teachers");
    let trained = |new_student, checkpoint| {
        train(&Options { new_student, checkpoint, ..options(folder.path().to_owned(), 1) }, &mut Silent).unwrap()
    };
    let (file, card) = trained(true, Some(checkpoint.clone()));
    assert!(card.contains("| plain text | labelled by 2 networks and the CRF, for a new network |"), "{card}");
    assert!(trained(true, Some(checkpoint.clone())).0 == file && trained(true, None).0 == file);
    assert!(trained(false, Some(checkpoint.clone())).0 != file);

    let one = Options { teachers: 1, checkpoint: Some(checkpoint), ..options(folder.path().to_owned(), 1) };
    let refused = train(&one, &mut Silent).unwrap_err().to_string();
    assert!(refused.ends_with("weights of other models"), "{refused}");
}

#[test]
fn tuning_a_model_leads_where_its_training_ended() {
    let folder = tempfile::tempdir().unwrap();
    let (file, card) = train(&options(toy(), 1), &mut Silent).unwrap();
    let mut strict = Artefact::read(&file).unwrap();
    set_thresholds(&mut strict, &[0.9; 4]);
    let other = strict.write().unwrap();
    assert_ne!(file, other);
    let path = folder.path().join("other.bin");
    fs::write(&path, other).unwrap();
    let tuned = train(&Options { tune: Some(path.clone()), ..options(toy(), 1) }, &mut Silent).unwrap();
    assert!(tuned == (file, card));
    let given = Options { tune: Some(path), thresholds: Some([0.5; 4]), ..options(toy(), 1) };
    assert_eq!(Model::from_bytes(&train(&given, &mut Silent).unwrap().0).unwrap().thresholds(), &[0.5; 4]);
    let refused = train(&Options { tune: Some(folder.path().join("none.bin")), ..options(toy(), 1) }, &mut Silent);
    assert!(matches!(refused, Err(TrainError::Read(..))));
}

#[test]
fn a_folder_without_texts_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = train(&options(folder.path().to_owned(), 1), &mut Silent);
    assert!(matches!(refused, Err(TrainError::Empty(_))));
}

#[test]
fn a_malformed_line_is_named_and_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.jsonl"), "{\"text\": \"fine\"}\n{\"text\": secret}\n").unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_masquerade-train"))
        .arg("--data")
        .arg(folder.path())
        .args(["--out", "never.bin"])
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(65));
    let message = String::from_utf8(out.stderr).unwrap();
    assert!(message.contains("line 2") && !message.contains("secret"), "{message}");
}
