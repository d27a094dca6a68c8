//! Checks of keys, secrets, recognizers and names.

use std::{fs, time::Duration};

use masquerade::config::{Permission, Rate};

use crate::config::setup::{HASH, LONG, Setup, refused};

#[test]
fn keys_are_checked() {
    let text = format!(
        "[[keys]]\nname = \"a\"\nhash = \"{HASH}\"\nrate = \"5/min\"\npermissions = [\"admin\", \"Proxy\"]\ntenant = \"t\"\n\
         default_session = false"
    );
    let key = &Setup::new(&text).config().keys[0];
    assert_eq!((key.name.as_str(), key.tenant.as_str(), key.default_session), ("a", "t", false));
    assert_eq!((key.hash[0], key.hash[15]), (0x01, 0xEF));
    assert_eq!(key.permissions, [Permission::Admin, Permission::Proxy]);
    assert_eq!(key.rate, Some(Rate { requests: 5, period: Duration::from_secs(60) }));
    let form =
        "must be \"sha256:\" and 64 hex digits, as `masquerade keygen` prints it; the key itself does not belong here";
    refused(
        &format!(
            "[[keys]]\nname = \"a\"\nhash = \"{HASH}\"\nscope = \"x\"\n[[keys]]\nname = \"a\"\nhash = \"{}\"\nrate = \"fast\"\n\
             [[keys]]\nname = \"é\"\nhash = \"mk_0123\"\npermissions = [\"restore\"]\n[[keys]]\nhash = \"sha256:{}\"\ntenant = \"\"",
            HASH.to_lowercase(),
            "é".repeat(32),
        ),
        &[
            "test.toml:4: keys[0].scope: unknown key; known here: name, hash, tenant, permissions, rate, default_session, routes, restore, in_flight",
            "test.toml:6: keys[1].name: is the name of another key, too",
            "test.toml:7: keys[1].hash: is the hash of key `a`, too",
            "test.toml:8: keys[1].rate: must be a rate of at least one request, such as \"100/s\" or \"5/min\"",
            "test.toml:10: keys[2].name: must be 1 to 64 letters, digits, \".\", \"_\" or \"-\"",
            &format!("test.toml:11: keys[2].hash: {form}"),
            "test.toml:12: keys[2].permissions[0]: must be one of anonymize, deanonymize, proxy, admin",
            "test.toml:13: keys[3].name: is required",
            &format!("test.toml:14: keys[3].hash: {form}"),
            "test.toml:15: keys[3].tenant: must be 1 to 64 letters, digits, \".\", \"_\" or \"-\"",
        ],
    );
}

#[test]
fn secrets_are_read_from_files_variables_and_values() {
    let setup = Setup::new(&format!(
        "[[secrets]]\nfile = \"text.secret\"\n[[secrets]]\nfile = \"binary.secret\"\n[[secrets]]\nenv = \"OLD\"\n\
         [[secrets]]\nvalue = \"{LONG}!\""
    ))
    .variable("OLD", &format!("{LONG}?"));
    let binary = [[0xFF; 31].as_slice(), b"\n"].concat();
    fs::write(setup.directory.path().join("text.secret"), format!("{LONG}\r\n")).unwrap();
    fs::write(setup.directory.path().join("binary.secret"), &binary).unwrap();
    let secrets: Vec<_> = setup.config().secrets.iter().map(|secret| secret.0.to_vec()).collect();
    assert_eq!(secrets, [LONG.into(), binary, format!("{LONG}?").into_bytes(), format!("{LONG}!").into_bytes()]);
}

#[test]
fn secrets_that_are_missing_short_or_ambiguous_are_refused() {
    refused(
        "[[secrets]]\nfile = \"none\"\n[[secrets]]\nenv = \"NONE\"\n[[secrets]]\nvalue = \"sesame\"\n[[secrets]]\n\
         [[secrets]]\nenv = \"A\"\nfile = \"b\"\n[[secrets]]\nvalue = 1\npath = \"a\"",
        &[
            "test.toml:2: secrets[0].file: cannot be read: No such file or directory (os error 2)",
            "test.toml:4: secrets[1].env: names a variable that is not set",
            "test.toml:6: secrets[2].value: a secret must have at least 32 bytes: `openssl rand -hex 32` makes one",
            "test.toml:7: secrets[3].file: exactly one of `file`, `env` and `value` must be set",
            "test.toml:10: secrets[4].file: exactly one of `file`, `env` and `value` must be set",
            "test.toml:12: secrets[5].value: must be a string",
            "test.toml:13: secrets[5].path: unknown key; known here: file, env, value",
        ],
    );
}

#[test]
fn recognizers_are_checked_and_their_labels_are_known_elsewhere() {
    let config = Setup::new(
        "[detection]\nentities = [\"badge\"]\ndeny_list = [{ text = \"Falcon\", label = \"badge\" }]\n\
         [anonymization.methods]\nBADGE = \"hash\"\n\
         [[recognizers]]\nname = \"badge\"\nlabel = \"badge\"\nregex = 'B\\d+'\ncontext = [\"Badge\"]\nchecksum = \"LUHN\"",
    )
    .config();
    let recognizer = &config.recognizers[0];
    assert_eq!((recognizer.label.name(), recognizer.regex.as_str()), ("BADGE", r"B\d+"));
    assert_eq!((recognizer.score, recognizer.score_in_context), (0.6, 0.95));
    assert_eq!(
        (recognizer.context.as_slice(), recognizer.checksum.as_deref()),
        (&["badge".to_owned()][..], Some("luhn"))
    );
    assert!(recognizer.place.ends_with("test.toml:6"));
    assert_eq!(config.detection.entities, ["BADGE"]);
    assert_eq!(config.detection.deny_list, [("Falcon".to_owned(), recognizer.label)]);
    assert_eq!(config.anonymization.methods, [("BADGE".to_owned(), "HASH".to_owned())]);
    refused(
        "[[recognizers]]\nname = \"a\"\nlabel = \"LITERAL\"\nregex = \"\"\nregexp = \"a\"\n\
         [[recognizers]]\nname = \"a\"\nlabel = \"9\"\nregex = \"(?=a)\"\nscore = 0.9\nscore_in_context = 0.8\n\
         [[recognizers]]\nname = \"b\"\nlabel = \"B\"\nregex = \"(?=a)\"\nchecksum = \"lune\"\n\
         [[recognizers]]\nname = \"c\"\nlabel = \"B\"\nregex = \"(?=a)\"",
        &[
            "test.toml:3: recognizers[0].label: LITERAL has a meaning of its own",
            "test.toml:4: recognizers[0].regex: must not be empty",
            "test.toml:5: recognizers[0].regexp: unknown key; did you mean `regex`?",
            "test.toml:7: recognizers[1].name: is the name of another recognizer, too",
            "test.toml:8: recognizers[1].label: must be of A-Z, 0-9 and _, begin with a letter, and have at most 40 characters",
            "test.toml:9: recognizers[1].regex: look-around is not supported",
            "test.toml:11: recognizers[1].score_in_context: must be a number from 0.9 to 1",
            "test.toml:15: recognizers[2].regex: look-around is not supported",
            "test.toml:16: recognizers[2].checksum: unknown checksum; known: luhn, iban",
            "test.toml:20: recognizers[3].regex: look-around is not supported",
        ],
    );
}

#[test]
fn names_of_labels_and_methods_are_checked() {
    refused(
        "[detection]\nallow_list = [\" \"]\ndeny_list = [{ text = \"a\", label = \"PRESON\" }, { text = \"a\", label = \"ALL\" }]\n\
         [anonymization.methods]\nEMAIL = \"MASK\"\nPERSON = \"mash\"\nall = \"MASK\"\nALL = \"MASK\"",
        &[
            "test.toml:2: detection.allow_list[0]: must not be empty",
            "test.toml:3: detection.deny_list[0].label: unknown label; did you mean `PERSON`?",
            "test.toml:3: detection.deny_list[1].label: unknown label; known: EMAIL_ADDRESS, PHONE_NUMBER, PERSON",
            "test.toml:5: anonymization.methods.EMAIL: unknown label or group; did you mean `EMAIL_ADDRESS`?",
            "test.toml:6: anonymization.methods.PERSON: unknown method; did you mean `HASH` or `MASK`?",
        ],
    );
    refused(
        "[anonymization.methods]\nall = \"MASK\"\nALL = \"MASK\"",
        &["test.toml:1: anonymization.methods: names a label twice, in different case"],
    );
}

#[test]
fn debug_shows_no_listed_texts() {
    let text = "[detection]\nallow_list = [\"Jane Doe\"]\ndeny_list = [{ text = \"Jane Doe\", label = \"PERSON\" }]";
    assert!(!format!("{:?}", Setup::new(text).config()).contains("Jane"));
}
