//! Plans: their requests for substitutes, and the texts that follow from the answers.

use std::sync::LazyLock;

use super::*;
use crate::keys::Keyring;
use masquerade_detect::entity::{Source, Validated};

const PERSON: Label = Label::PERSON;
static LABELS: LazyLock<Catalogue> = LazyLock::new(Catalogue::built_in);

fn code() -> Label {
    Label::new("CODE")
}

fn cipher() -> Cipher {
    Keyring::random().unwrap().cipher("t", "/v1")
}

fn found(text: &str, part: &str, label: Label) -> Entity {
    let start = text.find(part).unwrap();
    let span = Span::new(text, start..start + part.len()).unwrap();
    Entity { span, label, confidence: 1.0, alternative: None, source: Source::Recognizer, validated: Validated::None }
}

#[test]
fn texts_without_entities_come_through_as_they_are() {
    let plan = plan(&["a", "b"], &[Vec::new(), Vec::new()], &LABELS, &Policy::default(), &cipher());
    assert!(plan.requests().is_empty());
    let masked = plan.apply(&[], &Surrogates::NONE).unwrap();
    assert!(masked.texts.iter().all(|text| matches!(text, Cow::Borrowed(_))));
}

#[test]
fn a_removed_text_cannot_leave_a_placeholder_behind() {
    let text = "Ada wrote [PERxSON_1]";
    let entities = [vec![found(text, "Ada", PERSON), found(text, "x", code())]];
    for method in [Method::Remove, Method::Mask] {
        let policy = Policy { method: Method::Redact, by_label: [(code(), method)].into() };
        let first = plan(&[text], &entities, &LABELS, &policy, &cipher());
        let again = first.apply(&["[PERSON_1]".into()], &Surrogates::NONE);
        if method == Method::Mask {
            assert_eq!(again.unwrap().texts, ["[PERSON_1] wrote [PER*SON_1]"]);
            continue;
        }
        let again = again.unwrap_err();
        assert_eq!(again.requests().len(), 2);
        let masked = again.apply(&["[PERSON_1]".into(), "[CODE_1]".into()], &Surrogates::NONE).unwrap();
        assert_eq!(masked.texts, ["[PERSON_1] wrote [PER[CODE_1]SON_1]"]);
    }
}

#[test]
fn a_surrogate_that_its_surroundings_make_another_is_given_up() {
    let text = "Anna Bell";
    let policy = Policy::all(Method::Synthetic);
    let live = Surrogates::new(&["Anna Lopez".into()]);
    let first = plan(&[text], &[vec![found(text, "Bell", PERSON)]], &LABELS, &policy, &cipher());
    assert_eq!(first.requests()[0].kind.namespace(), Namespace::Surrogate);
    let again = first.apply(&["Lopez Maria".into()], &live).unwrap_err();
    assert_eq!(again.requests()[0].kind, SubstituteKind::Numbered);
    assert_eq!(again.apply(&["[PERSON_1]".into()], &live).unwrap().texts, ["Anna [PERSON_1]"]);
}

#[test]
fn surrogates_stand_in_no_text_and_never_within_a_word() {
    let (cipher, policy) = (cipher(), Policy::all(Method::Synthetic));
    let text = "Ada Lovelace";
    let names = |extra: &str| {
        let plan = plan(&[text, extra], &[vec![found(text, text, PERSON)], Vec::new()], &LABELS, &policy, &cipher);
        match &plan.requests()[0].kind {
            SubstituteKind::AnyOf(names) => names.clone(),
            _ => Vec::new(),
        }
    };
    let all = names("");
    let within = format!("so{}so", all[0]);
    // The key is random, and one name may begin another: `Vivien`, `Vivienne`.
    let expected: Vec<_> = all.iter().filter(|name| !within.contains(&***name)).cloned().collect();
    assert!(all.len() > expected.len() && !expected.is_empty());
    assert_eq!(names(&within), expected);
    assert!(names(&all.join(" ")).is_empty());
    let inside = "xAda Lovelace";
    let plan = plan(&[inside], &[vec![found(inside, text, PERSON)]], &LABELS, &policy, &cipher);
    assert_eq!(plan.requests()[0].kind, SubstituteKind::Numbered);
}

#[test]
fn kept_look_alikes_keep_their_names_to_themselves() {
    let text = "[PERSON_1] Ada";
    let literal = Entity { source: Source::Literal, ..found(text, "[PERSON_1]", Label::LITERAL) };
    let policy = Policy { method: Method::Keep, by_label: [(PERSON, Method::Redact)].into() };
    let plan = plan(&[text], &[vec![literal, found(text, "Ada", PERSON)]], &LABELS, &policy, &cipher());
    assert_eq!((plan.requests().len(), plan.reserved()), (1, &["[PERSON_1]".into()][..]));
}

#[test]
fn debug_shows_no_payload() {
    let text = "by Ada";
    let plan = plan(&[text], &[vec![found(text, "Ada", PERSON)]], &LABELS, &Policy::all(Method::Synthetic), &cipher());
    let mut shown = format!("{plan:?}{:?}", plan.requests());
    let masked = plan.apply(&["Eve Li".into()], &Surrogates::new(&["Eve Li".into()])).unwrap();
    shown += &format!("{masked:?}{:?}{:?}", masked.replacements(0), Surrogates::new(&["Eve Li".into()]));
    assert!(!shown.contains("Ada") && !shown.contains("Eve"), "{shown}");
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_store_that_assigns_too_few_substitutes_is_refused() {
    let text = "by Ada";
    let plan = plan(&[text], &[vec![found(text, "Ada", PERSON)]], &LABELS, &Policy::default(), &cipher());
    let _ = plan.apply(&[], &Surrogates::NONE);
}

#[test]
#[should_panic(expected = "each text has a list of entities")]
fn a_text_without_a_list_of_entities_is_refused() {
    plan(&["a", "b"], &[Vec::new()], &LABELS, &Policy::default(), &cipher());
}
