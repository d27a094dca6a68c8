//! The tables of the detector in the user's cache.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use super::{masquerade, status, stdout};

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
