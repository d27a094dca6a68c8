//! Texts that are read as variants of a placeholder, and texts that are not.

use super::*;

/// The placeholders of which variants are found in `text`, once each of its candidates exists.
fn found(text: &str) -> Vec<String> {
    let mut names: Vec<Substitute> = Vec::new();
    candidates(text, |name| names.push(name.into()));
    let mut first = FirstBytes::default();
    let index = VariantIndex::new(names.iter().enumerate(), &mut first);
    find(&index, &first, text).into_iter().map(|(_, number)| names[number].to_string()).collect()
}

#[test]
fn reads_what_models_write() {
    for text in [
        "[email_address_1]",
        "[ EMAIL_ADDRESS_1 ]",
        "[Email Address 1]",
        "[EMAIL ADDRESS_1]",
        r"\[EMAIL\_ADDRESS\_1\]",
        r"[EMAIL\_ADDRESS\_1\]",
        "&#91;EMAIL_ADDRESS_1&#93;",
        "%5BEMAIL_ADDRESS_1%5D",
        "%5bEMAIL%5fADDRESS%5f1%5d",
        "［EMAIL_ADDRESS_1］",
        "【email address 1】",
        "[**EMAIL_ADDRESS_1**]",
        "[EMAIL_ADDRESS_1 f]",
        "[Email Address 1 country=PL]",
        "[EMAIL_ADDRESS_1",
        "[EMAIL_ADDRESS_1 said",
        "EMAIL_ADDRESS_1]",
        "**EMAIL_ADDRESS_1**",
        "`email_address_1`",
    ] {
        assert!(found(text).contains(&"[EMAIL_ADDRESS_1]".to_owned()), "{text}: {:?}", found(text));
    }
    assert_eq!(found("[person 9F86D081884C7D65]"), ["[PERSON_9f86d081884c7d65]"]);
    // Found with its opening bracket first, and without.
    let token = "[PERSON:abcdefghijklmnop_QRST-uv]";
    assert_eq!(found(&token.replace('_', "\\_")), [token; 2]);
}

#[test]
fn leaves_words_alone() {
    for text in [
        "PERSON_1",
        "person_1",
        "person_1]",
        "PERSON 1",
        "in 2019",
        "[1]",
        "x[PERSON_1a",
        "a_1b]",
        "(PERSON_1)",
        "{{PERSON_1}}",
        "<PERSON_1>",
        "[see p 01]",
        "*x*",
        "[PERSON         1]",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

#[test]
fn remembers_what_the_request_itself_writes() {
    let variants = PlaceholderVariants::of([
        "let person_1 = PERSON_2;",
        "[PERSON_3] **PERSON_4** 【PERSON_5】 [person 6] PERSON\\_7. xPERSON_8 PERSON_9]",
    ]);
    let taken: Vec<_> = (1..=9).filter(|n| variants.contains(&format!("[PERSON_{n}]"))).collect();
    assert_eq!(taken, [1, 2, 4, 5, 6, 7, 9]);
    let token = "[PERSON:abcdefghijklmnop_QRST-uv]";
    assert!(!PlaceholderVariants::of([token.to_lowercase().as_str()]).contains(token));
}

#[test]
fn a_look_at_the_bytes_misses_nothing() {
    for text in [
        "a [person 1]",
        "a PERSON\\_1",
        "&lsqb;PERSON 1]",
        "［PERSON 1］",
        "【person 1",
        "%5Bperson 1",
        "PERSON&lowbar;1",
    ] {
        assert!(PlaceholderVariants::may_be_in(text), "{text}");
        assert!(PlaceholderVariants::of([text]).contains("[PERSON_1]"), "{text}");
    }
    for text in ["Hello, [1] world", "日本［１］", "a [ 1 ]"] {
        assert!(!PlaceholderVariants::may_be_in(text), "{text}");
    }
}

#[test]
fn takes_time_in_proportion_to_the_text() {
    // Each of these would take minutes if variants were read on at every byte.
    for piece in
        ["[", "[a", "[a ", "a_", "a-", "`a", "*a", "%5b", "[A_1", "\\[", "&#91;", "A:", "[A:", "A_", "[A        "]
    {
        let text = piece.repeat(100_000);
        let mut count = 0;
        candidates(&text, |_| count += 1);
        assert!(count <= text.len());
        assert!(PlaceholderVariants::of([text.as_str()]).0.len() <= text.len());
    }
}
