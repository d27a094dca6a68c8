//! Names before signs and their values, in texts of every syntax.

use proptest::prelude::*;

use super::*;

fn keys() -> Keys {
    Keys::new([("date of birth", 0), ("account number", 1), ("cvv", 2), ("生年月日", 3), ("user", 4)])
}

fn value_at<'a>(keys: &'a Keys, text: &str, at: usize, scratch: &mut Scratch) -> Option<Value<'a>> {
    if is_cached_miss(text, at, scratch) {
        return None;
    }
    keys.value(text, at, &keys.before_sign(text, at, scratch)?, scratch)
}

fn found(text: &str) -> Option<(usize, String, Form)> {
    let keys = keys();
    let at = text.char_indices().filter(|(_, c)| matches!(c, ':' | '='));
    let mut scratch = Scratch::default();
    let mut values = at.filter_map(|(at, _)| value_at(&keys, text, at, &mut scratch));
    let value = values.next()?;
    Some((value.patterns[0], text[value.range].to_owned(), value.form))
}

#[test]
fn names_are_known_in_every_spelling() {
    for (text, pattern, value, form) in [
        ("date_of_birth=1984-01-02&x=1", 0, "1984-01-02", Form::Pair),
        ("Date of birth: 2 May 1984", 0, "2 May 1984", Form::Line),
        ("his Date Of Birth (DD.MM.YYYY): 02.05.1984,", 0, "02.05.1984", Form::Line),
        (r#"{"customerDateOfBirth": "1984-01-02"}"#, 0, "1984-01-02", Form::Member),
        (r#"{\"dateofbirth\":\"1984-01-02\"}"#, 0, "1984-01-02", Form::Member),
        ("account no.: 12 34", 1, "12 34", Form::Line),
        ("AccountNr = 1234", 1, "1234", Form::Setting),
        ("Account #: 1234", 1, "1234", Form::Line),
        (r#"{"account_number": 1234, "x": 1}"#, 1, "1234", Form::Line),
        ("CVV2: 123", 2, "123", Form::Line),
        ("**CVV:** 123", 2, "123", Form::Line),
        ("生年月日：1984年, 生年月日: 1984", 3, "1984", Form::Line),
        ("data['user'] => 'bob'", 4, "bob", Form::Member),
        ("data%5Buser%5D=bob&x=1", 4, "bob", Form::Pair),
        ("user%5B%5D=bob&x=1", 4, "bob", Form::Pair),
        ("user=bob^src=1", 4, "bob", Form::Pair),
        ("cvv=b^x", 2, "b^x", Form::Pair),
        ("{'user': u'bob'}", 4, "bob", Form::Member),
        ("{&quot;user&quot;:&quot;bob&quot;}", 4, "bob", Form::Member),
        ("java -Duser=bob", 4, "bob", Form::Pair),
        ("X-Date-Of-Birth: 1984-01-02", 0, "1984-01-02", Form::Line),
        ("~$ user=bob", 4, "bob", Form::Pair),
        ("$user = 'bob';", 4, "bob", Form::Member),
        ("sent jane@example.com user=bob x=1", 4, "bob", Form::Pair),
    ] {
        assert_eq!(found(text), Some((pattern, value.to_owned(), form)), "{text}");
    }
}

#[test]
fn other_names_are_not() {
    for text in [
        "birth: 1984",
        "no user: x",
        "user_name: x",
        "$user: x",
        "$user = x",
        "\"a=$user='x'",
        "User::new()",
        "user == x",
        "user://x",
        "user:",
        "reset user: x",
        "superuser: x",
        "a::user: x",
        "@param user: x",
        "cv: 1",
        "user=",
    ] {
        assert_eq!(found(text), None, "{text}");
    }
}

#[test]
fn the_name_of_the_field_says_what_its_text_is() {
    let keys = keys();
    for (key, expected) in
        [("dateOfBirth", true), ("patient.user", true), ("userId", false), ("CVV", true), ("", false), ("é", false)]
    {
        let field = Field::with_key(" x ", key);
        let value = keys.of_field(&field, &mut Scratch::default());
        assert_eq!(value.as_ref().map(|value| value.range.clone()), expected.then_some(1..2), "{key}");
    }
    assert!(keys.of_field(&Field::new("x"), &mut Scratch::default()).is_none());
    assert!(keys.of_field(&Field::with_key("x", &"user".repeat(1000)), &mut Scratch::default()).is_none());
}

#[test]
fn a_name_that_a_text_repeats_is_read_alike_each_time() {
    let (keys, mut scratch) = (keys(), Scratch::default());
    // Two names of one slot drive each other out.
    let text = "user=a\nxser=b\nuser=c\nfluser=d\nuser=e\n".repeat(3);
    let signs = text.match_indices('=');
    let values = signs.filter_map(|(at, _)| value_at(&keys, &text, at, &mut scratch));
    let read: Vec<_> = values.map(|value| &text[value.range]).collect();
    assert_eq!(read, ["a", "c", "e"].repeat(3));
    let other = "no name here at all: user=x";
    scratch.clear();
    assert_eq!(value_at(&keys, other, 25, &mut scratch).map(|value| value.range), Some(26..27));
}

proptest! {
    #[test]
    fn what_was_seen_before_changes_nothing(text in "(user|cvv|x|path|age|[A-Zé_\"' .-]|[:=]){0,40}") {
        let (keys, mut shared) = (keys(), Scratch::default());
        for (at, _) in text.char_indices().filter(|(_, c)| matches!(c, ':' | '=')) {
            let fresh = value_at(&keys, &text, at, &mut Scratch::default());
            prop_assert_eq!(value_at(&keys, &text, at, &mut shared), fresh);
        }
    }
}
