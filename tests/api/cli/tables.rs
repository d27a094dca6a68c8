//! The tables of the detector in a folder for caches.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::SystemTime,
};

use serde_json::json;

use super::{masquerade, status, stdout};
use crate::common::{
    binary::Masquerade,
    raw::{exchange, post},
};

const KEY: &str = "tables-test-0123456789abcdef";

const TEXT: &str = "Write to jane.roe@example.com, card 4111 1111 1111 1111.\n";

fn mask(text: &Path, caches: &str) -> String {
    let output = masquerade(&["anonymize", "--ner", "off", text.to_str().unwrap()], &[("XDG_CACHE_HOME", caches)]);
    assert_eq!(status(&output), 0);
    stdout(&output).to_owned()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn tables_are_kept_for_the_next_call_where_the_user_alone_can_write() {
    let directory = tempfile::tempdir().unwrap();
    let text = directory.path().join("letter.txt");
    fs::write(&text, TEXT).unwrap();
    let caches = directory.path().join("caches");
    let mask = || mask(&text, caches.to_str().unwrap());
    let expected = "Write to [EMAIL_ADDRESS_1], card [CREDIT_CARD_1].\n";
    assert_eq!(mask(), expected);
    let folder = caches.join("masquerade");
    let files = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let [file] = &files()[..] else { panic!("{:?}", files()) };
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(file)), (0o700, 0o600));

    // The second call reads them, and changes nothing.
    let written = fs::metadata(file).unwrap().modified().unwrap();
    assert_eq!(mask(), expected);
    assert_eq!(fs::metadata(file).unwrap().modified().unwrap(), written);

    // Damaged ones are built and written anew.
    let whole = fs::metadata(file).unwrap().len();
    fs::write(file, "damaged").unwrap();
    assert_eq!(mask(), expected);
    assert_eq!(fs::metadata(file).unwrap().len(), whole);

    // What others can write is neither read nor written.
    fs::write(file, "planted").unwrap();
    set_mode(&folder, 0o777);
    assert_eq!(mask(), expected);
    assert_eq!(fs::read(file).unwrap(), b"planted");
}

#[test]
fn a_folder_that_cannot_be_written_is_no_error() {
    let directory = tempfile::tempdir().unwrap();
    let text = directory.path().join("letter.txt");
    fs::write(&text, TEXT).unwrap();
    let below_a_file = text.join("x");
    let below_a_file = below_a_file.to_str().unwrap();
    for caches in [below_a_file, "relative"] {
        let environment = [("XDG_CACHE_HOME", caches), ("HOME", below_a_file)];
        let output = masquerade(&["anonymize", "--ner", "off", text.to_str().unwrap()], &environment);
        assert_eq!(status(&output), 0);
        assert!(!stdout(&output).contains("jane"));
    }
    assert!(!Path::new("relative").exists());
}

/// The only file of a folder of tables, with its contents and the time of its last change.
fn only_file(folder: &Path) -> (PathBuf, Vec<u8>, SystemTime) {
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    (file.clone(), fs::read(file).unwrap(), fs::metadata(file).unwrap().modified().unwrap())
}

/// Starts the service and has it mask a text.
fn serve(environment: &[(&str, &str)]) {
    let environment = [environment, &[("MASQUERADE_API_KEY", KEY)]].concat();
    let service = Masquerade::start_with("[detection]\nner = \"off\"\n", &environment);
    let body = json!({ "text": [TEXT] }).to_string();
    let answer = exchange(service.api, post("/v1/anonymize", &format!("X-API-Key: {KEY}\r\n"), body));
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(String::from_utf8_lossy(&answer.body).contains("[CREDIT_CARD_1]"), "{answer:?}");
}

#[test]
fn the_service_reads_the_tables_of_its_last_start() {
    let directory = tempfile::tempdir().unwrap();
    let caches = directory.path().join("caches");
    for variable in ["CACHE_DIRECTORY", "XDG_CACHE_HOME"] {
        let environment = [(variable, caches.to_str().unwrap()), ("HOME", "/nowhere")];
        serve(&environment);
        let (file, tables, written) = only_file(&caches.join("masquerade"));
        serve(&environment);
        assert_eq!(only_file(&caches.join("masquerade")), (file.clone(), tables.clone(), written));

        // Damaged ones are built and written anew.
        for damaged in [&tables[..tables.len() / 2], b"", &[&tables[..], b"x"].concat()] {
            fs::write(&file, damaged).unwrap();
            serve(&environment);
            assert!(only_file(&caches.join("masquerade")).1 == tables);
        }
    }
}

#[test]
fn the_folder_of_tables_can_be_named_or_turned_off() {
    let directory = tempfile::tempdir().unwrap();
    let (folder, caches) = (directory.path().join("tables"), directory.path().join("caches"));
    let serve_with =
        |place: &str| serve(&[("XDG_CACHE_HOME", caches.to_str().unwrap()), ("MASQUERADE_SERVER__TABLE_CACHE", place)]);
    serve_with(folder.to_str().unwrap());
    only_file(&folder);
    serve_with("off");
    assert!(!caches.exists());
}

#[test]
fn the_service_starts_where_no_tables_can_be_kept() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    for environment in [vec![], vec![("HOME", file.to_str().unwrap())], vec![("CACHE_DIRECTORY", "relative")]] {
        serve(&environment);
    }
}
