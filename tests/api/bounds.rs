//! Bounds on the work and memory of one request of `/v1`, counted.

use serde_json::{Value, json};

use crate::{
    common::{
        raw::{Raw, post},
        wait::eventually,
    },
    service::{Service, secret_of},
};

/// The metric of bytes in memory.
fn inflight(service: &Service) -> usize {
    let metrics = service.metrics();
    let line = metrics.lines().find_map(|line| line.strip_prefix("masquerade_inflight_body_bytes "));
    line.expect("the metric").parse().expect("a number")
}

/// A body with these lists.
fn listed(allowed: &[String], denied: &[String]) -> Value {
    let denied: Vec<_> = denied.iter().map(|text| json!({ "text": text, "label": "PERSON" })).collect();
    json!({ "text": ["nothing"], "detection_config": { "allow_list": allowed, "deny_list": denied } })
}

#[test]
fn the_texts_of_both_lists_together_have_a_ceiling() {
    let service = Service::start("[limits]\nlist_bytes = 1000");
    let client = service.unkept();
    let texts = |count: usize| (0..count).map(|at| format!("{at:0100}")).collect::<Vec<_>>();
    for (allowed, denied) in [(10, 0), (0, 10), (4, 6)] {
        client.succeed("/v1/anonymize", &listed(&texts(allowed), &texts(denied)));
    }
    for (allowed, denied, name) in [(11, 0, "allow_list"), (0, 11, "deny_list"), (5, 6, "deny_list")] {
        let answer = client.post("/v1/anonymize", listed(&texts(allowed), &texts(denied)).to_string());
        answer.assert_problem(422, "too-long");
        let error = &answer.json()["errors"][0];
        assert_eq!(error["pointer"], format!("/detection_config/{name}"));
        let detail = error["detail"].as_str().unwrap();
        assert!(detail.contains("1000 bytes"), "{detail}");
    }
}

#[test]
fn the_search_for_lists_counts_in_the_budget() {
    let service = Service::start("[limits]\nbody_bytes = \"100KiB\"\ninflight_bytes = \"200KiB\"");
    let client = service.unkept();
    client.succeed("/v1/anonymize", &listed(&["a".repeat(1000)], &[]));
    // 4 KB are sent, and 280 KB would search for them.
    let texts: Vec<_> = (0..4).map(|at| at.to_string().repeat(1000)).collect();
    client.post("/v1/anonymize", listed(&texts, &[]).to_string()).assert_problem(503, "overloaded");
    eventually(|| inflight(&service) == 0);
}

#[test]
fn an_answer_has_a_ceiling_for_entities() {
    let service = Service::start("[limits]\nanswer_entities = 100");
    let client = service.unkept();
    client.succeed("/v1/anonymize", &json!({ "text": ["a@b.co ".repeat(50), "a@b.co ".repeat(50)] }));
    let answer = client.post("/v1/anonymize", json!({ "text": ["a@b.co ".repeat(101)] }).to_string());
    answer.assert_problem(422, "too-long");
    assert!(answer.json()["errors"][0]["detail"].as_str().unwrap().contains("100 entities"));
}

#[test]
fn an_answer_has_a_ceiling_for_bytes() {
    let service = Service::start("[limits]\nanswer_bytes = \"4KiB\"");
    let client = service.unkept();
    let long = |count: usize| json!({ "text": ["word ".repeat(count)] });
    assert!(client.succeed("/v1/anonymize", &long(800)).body.len() <= 4096);
    for body in [long(900), json!({ "text": ["a@b.co ".repeat(50)] })] {
        let answer = client.post("/v1/anonymize", body.to_string());
        answer.assert_problem(422, "too-long");
        assert!(answer.json()["errors"][0]["detail"].as_str().unwrap().contains("4096 bytes"));
    }
}

#[test]
fn the_largest_answer_can_come_back_as_a_map() {
    let service = Service::start("[limits]\nbody_bytes = \"16KiB\"\nanswer_bytes = \"256KiB\"");
    let client = service.unkept();
    let texts = ["a@b.co ".repeat(1000), "c@d.co ".repeat(100)];
    let answer = client.succeed("/v1/anonymize", &json!({ "text": texts }));
    assert!(answer.body.len() > 200 * 1024, "{}", answer.body.len());
    let answer = answer.json();
    let back = json!({ "anonymized_text": answer["anonymized_text"], "entities_map": answer["detected_entities"] });
    // With blanks, as many clients write JSON.
    let spaced = serde_json::to_string_pretty(&back).unwrap().replace("\n", "").replace("      ", " ");
    assert!(spaced.len() > back.to_string().len());
    for body in [back.to_string(), spaced] {
        let restored = client.post("/v1/deanonymize", body);
        assert_eq!(restored.status, 200, "{}", restored.json());
        assert_eq!(restored.json()["deanonymized_text"], json!(texts));
    }
    let long = json!({ "anonymized_text": ["a".repeat(300 * 1024)] }).to_string();
    client.post("/v1/deanonymize", long).assert_problem(422, "too-long");
    client.post("/v1/deanonymize", " ".repeat(400 * 1024)).assert_problem(413, "body-too-large");
}

#[test]
fn an_answer_counts_until_it_is_read_and_a_slow_reader_is_cut_off() {
    let service = Service::start("[limits]\nreader_rate = \"1MiB\"\nreader_window = \"1s\"");
    let body = json!({ "text": ["a@b.co ".repeat(60_000)] }).to_string();
    let headers = format!("X-API-Key: {}\r\nCache-Control: no-store\r\n", secret_of("first"));
    let mut slow = Raw::connect(service.api);
    slow.send(post("/v1/anonymize", &headers, &body));
    // Far more than was sent waits, and it is counted as long as it does.
    eventually(|| inflight(&service) > 4 * body.len());
    eventually(|| inflight(&service) == 0);
    let cut = slow.read_to_close();
    assert!(cut.starts_with(b"HTTP/1.1 200") && !cut.ends_with(b"}"), "{} bytes", cut.len());
    // Others are served as before.
    service.unkept().anonymize(&["a@b.co"]);
}

#[test]
fn a_text_that_takes_more_steps_than_its_length_allows_ends_its_own_request() {
    // Each of its words may begin a number of many countries.
    let text = "031 ".repeat(20_000);
    let ask = |text: &str| json!({ "text": [text] });
    let strict = Service::start("[limits]\nsteps_per_byte = 1");
    let client = strict.unkept();
    let refused = client.post("/v1/anonymize", ask(&text).to_string());
    refused.assert_problem(503, "too-much-work");
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("limits.steps_per_byte") && !detail.contains("031"), "{detail}");
    client.succeed("/v1/anonymize", &ask("call +1 202-555-0143"));
    client.succeed("/v1/anonymize", &ask(&"a sentence like all others, ".repeat(2_000)));
    eventually(|| inflight(&strict) == 0);
    let panics = strict.metrics().lines().any(|line| line == "masquerade_panics_total 0");
    assert!(panics, "a stop is no fault of the program");
    // The default leaves room for any text that the built-in rules know.
    Service::start("").unkept().succeed("/v1/anonymize", &ask(&text));
}

#[test]
fn a_list_of_texts_within_one_another_ends_its_own_request() {
    let lists = |count: usize| (1..count).map(|len| json!("a ".repeat(len).trim())).collect::<Vec<_>>();
    let ask = |list: Vec<serde_json::Value>| {
        let list: Vec<_> = list.into_iter().map(|text| json!({"text": text, "label": "ORGANIZATION"})).collect();
        json!({"text": ["a ".repeat(100_000)], "detection_config": {"deny_list": list}}).to_string()
    };
    let service = Service::start("");
    let client = service.unkept();
    // At nearly each place of the text all of the list is found.
    client.post("/v1/anonymize", ask(lists(490))).assert_problem(503, "too-much-work");
    assert_eq!(client.post("/v1/anonymize", ask(lists(20))).status, 200);
}
