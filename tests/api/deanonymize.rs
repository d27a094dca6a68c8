//! Restoring: by position, by map, from the session, and by the key alone.

use serde_json::{Value, json};

use crate::{client::member, service::Service};

const TEXT: &str = "a@example.com, b@example.com & 192.0.2.17";

fn element(original: &str, replacement: &str) -> Value {
    json!({ "text": original, "anonymized_text": replacement })
}

/// An element as `/v1/anonymize` gives it, positions taken away.
fn unplaced(entities: &[Value]) -> Vec<Value> {
    entities.iter().map(|e| element(member(e, "text"), member(e, "anonymized_text"))).collect()
}

#[test]
fn the_bare_interface_works_with_a_map() {
    let service = Service::shared();
    let map = [element("Jane Roe", "[PERSON_1]"), element("Acme", "@@acme@@")];
    let restored = service.unkept().restore_by(&["Dear [PERSON_1] of @@acme@@,", "[PERSON_1][PERSON_1]"], &map);
    assert_eq!(restored.texts, ["Dear Jane Roe of Acme,", "Jane RoeJane Roe"]);
    assert_eq!(restored.unresolved, 0);
}

#[test]
fn elements_may_have_other_members() {
    let service = Service::shared();
    let map = [json!({
        "text": "Jane Roe", "anonymized_text": "[PERSON_1]", "label": "PERSON", "confidence": 0.9,
        "alternatives": { "label": "O", "confidence": 0.1 }, "of their own": [1, null], "span": null, "text_index": null,
    })];
    assert_eq!(service.unkept().restore_by(&["[PERSON_1]"], &map).texts, ["Jane Roe"]);
}

#[test]
fn a_map_that_is_null_or_empty_is_none() {
    let service = Service::shared();
    let client = service.client("first").session("empty-map");
    let masked = client.anonymize(&[TEXT]).texts;
    for map in [json!(null), json!([])] {
        let more = json!({ "entities_map": map, "tolerant": null, "span_unit": null, "report_unresolved": null });
        assert_eq!(client.restore_with(&masked, &more).texts, [TEXT]);
    }
}

#[test]
fn with_a_map_only_it_is_used() {
    let service = Service::shared();
    let client = service.client("first").session("only-the-map");
    let masked = client.anonymize(&[TEXT]).texts;
    let restored = client.restore_by(&masked, &[element("z@example.com", "[EMAIL_ADDRESS_1]")]);
    assert_eq!(restored.texts, ["z@example.com, [EMAIL_ADDRESS_2] & [IP_ADDRESS_1]"]);
    assert_eq!(restored.unresolved, 2);
}

#[test]
fn the_longest_replacement_wins_and_what_was_put_in_is_not_scanned_again() {
    let service = Service::shared();
    let client = service.unkept();
    let map = [element("one", "alpha"), element("two", "alpha beta"), element("alpha", "gamma")];
    assert_eq!(client.restore_by(&["alpha beta gamma alpha"], &map).texts, ["two alpha one"]);
}

#[test]
fn replacements_match_only_at_word_boundaries() {
    let service = Service::shared();
    let map = [element("Jane", "Mary")];
    let texts = ["Mary, Maryland, RoseMary, Mary_1, 他Mary他"];
    assert_eq!(service.unkept().restore_by(&texts, &map).texts, ["Jane, Maryland, RoseMary, Mary_1, 他Jane他"]);
}

#[test]
fn every_method_is_restored_by_position_in_every_unit() {
    let service = Service::shared();
    let client = service.unkept();
    let text = format!("👩‍👩‍👧 {TEXT} 漢字");
    for method in ["REDACT", "MASK", "HASH", "ENCRYPT", "SYNTHETIC", "REMOVE", "KEEP"] {
        for unit in ["codepoint", "utf16", "byte"] {
            let more = json!({
                "detection_config": { "span_unit": unit },
                "anonymization_config": { "deidentification_method": method },
            });
            let answer = client.anonymize_with(&[&text, "", &text], &more);
            let more = json!({ "entities_map": answer.entities, "span_unit": unit });
            let restored = client.restore_with(&answer.texts, &more);
            assert_eq!(restored.texts, [text.as_str(), "", text.as_str()], "{method} {unit}");
        }
    }
}

#[test]
fn masked_and_removed_texts_come_back_by_position_and_not_otherwise() {
    let service = Service::shared();
    let client = service.client("first").session("mask-and-remove");
    for method in ["MASK", "REMOVE"] {
        let answer = client.by_method("192.0.2.17, 192.0.2.18", method);
        assert_eq!(client.restore_by(&answer.texts, &answer.entities).texts, ["192.0.2.17, 192.0.2.18"], "{method}");
        assert_eq!(client.restore(&answer.texts).texts, answer.texts, "{method} from the session");
        let by_matching = client.restore_by(&answer.texts, &unplaced(&answer.entities));
        assert_eq!(by_matching.texts, answer.texts, "{method}: never a guess");
    }
}

#[test]
fn a_mask_that_can_mean_only_one_is_restored_by_matching() {
    let service = Service::shared();
    let client = service.unkept();
    let answer = client.by_method("at 192.0.2.17 now", "MASK");
    assert_eq!(client.restore_by(&answer.texts, &unplaced(&answer.entities)).texts, ["at 192.0.2.17 now"]);
    let twice = [format!("{} {}", answer.texts[0], answer.texts[0])];
    assert_eq!(client.restore_by(&twice, &unplaced(&answer.entities)).texts, twice);
}

#[test]
fn what_stands_for_several_originals_is_never_guessed() {
    let service = Service::shared();
    let client = service.unkept();
    let map = [element("Jane Roe", "[PERSON_1]"), element("John Doe", "[PERSON_1]"), element("x", "[PERSON_2]")];
    let restored = client.restore_by(&["[PERSON_1] [PERSON_2]"], &map);
    assert_eq!((restored.texts, restored.unresolved), (vec!["[PERSON_1] x".to_owned()], 1));
    let twice = [element("Jane Roe", "[PERSON_1]"), element("Jane Roe", "[PERSON_1]")];
    assert_eq!(client.restore_by(&["[PERSON_1]"], &twice).texts, ["Jane Roe"]);
}

#[test]
fn positions_in_another_unit_or_of_other_texts_are_not_used() {
    let service = Service::shared();
    let client = service.unkept();
    let text = format!("👩‍👩‍👧 {TEXT}");
    let utf16 = json!({ "detection_config": { "span_unit": "utf16" } });
    let answer = client.anonymize_with(&[&text], &utf16);
    assert_eq!(client.restore_by(&answer.texts, &answer.entities).texts, [text.as_str()], "by matching");
    let masked = client.by_method("on 192.0.2.17 and 192.0.2.18", "MASK");
    let moved = [format!(" {}", masked.texts[0])];
    assert_eq!(client.restore_by(&moved, &masked.entities).texts, moved);
    // A mask that stands elsewhere tells nothing, as it stood in the input or was added.
    let added = [format!("{} ***.*.*.**", masked.texts[0])];
    let expected = ["on 192.0.2.17 and 192.0.2.18 ***.*.*.**"];
    assert_eq!(client.restore_by(&added, &masked.entities).texts, expected);
    let redacted = client.anonymize(&["on 192.0.2.17"]);
    let added = [format!("{} or [IP_ADDRESS_1]", redacted.texts[0])];
    assert_eq!(client.restore_by(&added, &redacted.entities).texts, ["on 192.0.2.17 or 192.0.2.17"]);
    let swapped = client.by_method("192.0.2.17", "MASK");
    let other = ["nothing", swapped.texts[0].as_str()];
    assert_eq!(client.restore_by(&other, &swapped.entities).texts, ["nothing", "192.0.2.17"], "unique, and once");
}

#[test]
fn altered_texts_are_restored_by_matching() {
    let service = Service::shared();
    let client = service.unkept();
    let answer = client.anonymize(&[TEXT]);
    let altered = ["[IP_ADDRESS_1] first, then [EMAIL_ADDRESS_2] and [EMAIL_ADDRESS_2], not [EMAIL_ADDRESS_3]"];
    let restored = client.restore_by(&altered, &answer.entities);
    assert_eq!(restored.texts, ["192.0.2.17 first, then b@example.com and b@example.com, not [EMAIL_ADDRESS_3]"]);
    assert_eq!(restored.unresolved, 1);
}

#[test]
fn removed_texts_stay_out_of_altered_texts() {
    let service = Service::shared();
    let client = service.unkept();
    let answer = client.by_method(TEXT, "REMOVE");
    for altered in [format!("{}!", answer.texts[0]), format!("x{}", answer.texts[0]), String::new()] {
        assert_eq!(client.restore_by(&[&altered], &answer.entities).texts, [altered]);
    }
}

#[test]
fn sealed_texts_need_neither_map_nor_session_nor_the_same_key() {
    let service = Service::shared();
    let sealed = service.unkept().by_method(TEXT, "ENCRYPT").texts;
    for client in [service.unkept(), service.client("second"), service.client("reader"), service.client("loner")] {
        let restored = client.restore(&sealed);
        let is_tenant = restored.texts == [TEXT];
        assert!(is_tenant || restored.texts == sealed);
        assert_eq!(is_tenant, restored.unresolved == 0);
    }
    assert_eq!(service.client("second").restore(&sealed).texts, [TEXT]);
    let beside_a_map = service.unkept().restore_by(&sealed, &[element("x", "[PERSON_1]")]);
    assert_eq!(beside_a_map.texts, [TEXT], "they are opened beside a map, too");
}

#[test]
fn a_replica_with_the_secret_opens_what_another_sealed() {
    let (one, other) = (Service::shared(), Service::start(""));
    let sealed = one.unkept().by_method(TEXT, "ENCRYPT").texts;
    assert_eq!(other.client("second").restore(&sealed).texts, [TEXT]);
    assert_eq!(other.client("rival").restore(&sealed).texts, sealed);
    let hashed = one.unkept().by_method(TEXT, "HASH").texts;
    assert_eq!(other.unkept().by_method(TEXT, "HASH").texts, hashed);
}

#[test]
fn altered_tokens_are_not_opened() {
    let service = Service::shared();
    let sealed = service.unkept().by_method("a@example.com", "ENCRYPT").texts[0].clone();
    for altered in [
        sealed.replace("EMAIL_ADDRESS", "IP_ADDRESS"),
        sealed.replace("S:", "S:A"),
        format!("{}A]", sealed.trim_end_matches(']')),
    ] {
        assert_eq!(service.unkept().restore(&[&altered]).texts, [altered]);
    }
}

#[test]
fn unresolved_placeholders_are_counted_and_listed() {
    let service = Service::shared();
    let client = service.unkept();
    let texts = ["[PERSON_7] [PERSON_7] [EMAIL_ADDRESS_9f86d081884c7d65]", "[NOBODY_1] [PERSON_07] [person_1]"];
    let restored = client.restore_with(&texts, &json!({ "report_unresolved": true }));
    assert_eq!(restored.texts, texts);
    assert_eq!(restored.unresolved, 3);
    let expected = json!(["[PERSON_7]", "[EMAIL_ADDRESS_9f86d081884c7d65]"]);
    assert_eq!(restored.response.json()["unresolved"], expected);
    let none = client.restore_with(&["nothing"], &json!({ "report_unresolved": true }));
    assert_eq!((none.response.json()["unresolved"].clone(), none.unresolved), (json!([]), 0));
    let silent = client.restore_with(&texts, &json!({ "report_unresolved": false }));
    assert_eq!(silent.response.json().get("unresolved"), None);
}

#[test]
fn tolerance_is_asked_for() {
    let service = Service::shared();
    let client = service.unkept();
    let map = [element("Jane Roe", "[PERSON_1]"), element("a@example.com", "[EMAIL_ADDRESS_2]")];
    let forms = [
        "[person_1]",
        "[ PERSON_1 ]",
        "[PERSON 1]",
        "[PERSON\\_1]",
        "&#91;PERSON_1&#93;",
        "%5BPERSON_1%5D",
        "[PERSON_1",
        "PERSON_1]",
    ];
    for form in forms {
        let more = |tolerant: bool| json!({ "entities_map": map, "tolerant": tolerant });
        let text = [format!("Dear {form}, welcome")];
        let restored = client.restore_with(&text, &more(true));
        assert_eq!(restored.texts, ["Dear Jane Roe, welcome"], "{form}");
        assert_eq!(client.restore_with(&text, &more(false)).texts, text, "{form}");
    }
    let bold =
        client.restore_with(&["**[PERSON_1]** `[email_address_2]`"], &json!({ "entities_map": map, "tolerant": true }));
    assert!(bold.texts[0].contains("Jane Roe") && bold.texts[0].contains("a@example.com"), "{:?}", bold.texts);
}

#[test]
fn restored_texts_have_a_ceiling() {
    let service = Service::shared();
    let original = "x".repeat(1_000_000);
    let text = "[PERSON_1]".repeat(100);
    let body = json!({ "anonymized_text": [text], "entities_map": [element(&original, "[PERSON_1]")] });
    service.unkept().post("/v1/deanonymize", body.to_string()).assert_problem(422, "too-long");
}
