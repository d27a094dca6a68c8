//! Tests of framings, in chunks of any size.

use proptest::prelude::*;

use super::*;

const LIMIT: usize = 1 << 16;

/// The frames of a body that comes in pieces that end at `cuts`.
fn frames(carrier: Carrier, body: &[u8], cuts: &[usize], limit: usize) -> Result<Vec<Frame>, CodecError> {
    let mut framing = carrier.framing(limit);
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (body.len() + 1)).chain([body.len()]).collect();
    ends.sort_unstable();
    let (mut frames, mut begin) = (Vec::new(), 0);
    for (index, &end) in ends.iter().enumerate() {
        framing.push(Bytes::copy_from_slice(&body[begin..end]), index + 1 == ends.len());
        while let Some(frame) = framing.next_frame()? {
            frames.push(frame);
        }
        begin = end;
    }
    assert_eq!(framing.next_frame()?, None);
    Ok(frames)
}

fn at_once(carrier: Carrier, body: &[u8]) -> Vec<Frame> {
    frames(carrier, body, &[], LIMIT).unwrap()
}

fn docs(carrier: Carrier, body: &str) -> Vec<String> {
    let text = |doc: &Bytes| String::from_utf8(doc.to_vec()).unwrap();
    at_once(carrier, body.as_bytes()).iter().filter_map(|frame| frame.doc.as_ref().map(text)).collect()
}

/// The body with `change` done to each document.
fn rewritten(carrier: Carrier, body: &str, change: impl Fn(&str) -> String) -> Result<String, CodecError> {
    let framing = carrier.framing(LIMIT);
    let mut out = BytesMut::new();
    for frame in at_once(carrier, body.as_bytes()) {
        let doc = frame.doc.as_ref().map(|doc| change(std::str::from_utf8(doc).unwrap()));
        framing.emit(&frame, doc.as_deref().map(str::as_bytes), &mut out)?;
    }
    Ok(String::from_utf8(out.to_vec()).unwrap())
}

/// Documents of all terminated events as the specification's steps give them, written the slow way.
fn by_the_specification(stream: &str) -> Vec<(String, String)> {
    let stream = stream.strip_prefix('\u{feff}').unwrap_or(stream).replace("\r\n", "\n").replace('\r', "\n");
    let (mut events, mut data, mut event) = (Vec::new(), Vec::new(), String::new());
    let Some((ended, _)) = stream.rsplit_once('\n') else { return events };
    for line in ended.split('\n') {
        if line.is_empty() {
            if !data.is_empty() {
                events.push((event, data.join("\n")));
            }
            (data, event) = (Vec::new(), String::new());
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => data.push(value.to_owned()),
            "event" => event = value.to_owned(),
            _ => {}
        }
    }
    events
}

#[test]
fn events_are_cut_at_empty_lines_of_every_kind() {
    for (stream, expected) in [
        ("data: a\n\ndata: b\n\n", vec!["a", "b"]),
        ("data: a\r\n\r\ndata: b\r\n\r\n", vec!["a", "b"]),
        ("data: a\r\rdata: b\r\r", vec!["a", "b"]),
        ("data: a\r\n\ndata: b\n\r\ndata: c\r\rdata: d\r\n\r\n", vec!["a", "b", "c", "d"]),
        ("\u{feff}data: a\n\n", vec!["a"]),
        ("\u{feff}\ndata: a\n\n", vec!["a"]),
        (": comment\n\ndata:a\n:\nid: 1\nretry: 5\nnonsense\n\n", vec!["a"]),
        ("data: a\ndata:  b\ndata\ndata:c\n\n", vec!["a\n b\n\nc"]),
        ("data\n\n", vec![""]),
        ("data:\ndata:\n\n", vec!["\n"]),
        (" data: a\n\nData: a\n\ndatabase: a\n\n\u{feff}data: a\n\n", vec![]),
        ("data: a:b\n\n", vec!["a:b"]),
        ("data: a\n\ndata: cut", vec!["a", "cut"]),
        ("\n\n\r\r\n", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(docs(Carrier::Sse, stream), expected, "{stream:?}");
        assert_eq!(rewritten(Carrier::Sse, stream, str::to_owned).unwrap(), stream);
    }
}

#[test]
fn events_tell_their_name_and_whether_they_ended() {
    let frames = at_once(Carrier::Sse, b"event: a\nevent:b\ndata: 1\n\ndata: 2\n");
    assert_eq!(frames[0].event.as_deref(), Some(b"b".as_slice()));
    assert_eq!(frames.iter().map(|frame| frame.terminated).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn only_the_data_of_a_rewritten_event_change() {
    let stream = ":c\r\nevent: x\r\ndata:{\"a\":\r\nid: 7\r\ndata: 1}\r\nretry\r\n\r\n";
    let changed = rewritten(Carrier::Sse, stream, |doc| doc.replace('1', "23")).unwrap();
    assert_eq!(changed, stream.replace("1}", "23}"));
}

/// The stream, with an end for its last event if that has none.
fn terminated(stream: &str) -> String {
    let is_terminated = at_once(Carrier::Sse, stream.as_bytes()).last().is_some_and(|frame| frame.terminated);
    if is_terminated { stream.to_owned() } else { format!("{stream}\n\n") }
}

#[test]
fn a_new_document_may_have_more_or_fewer_lines() {
    for (stream, doc, expected) in [
        ("data: a\nid: 1\n\n", "x\ny\r\nz\rw", "data: x\ndata: y\ndata: z\ndata: w\nid: 1\n\n"),
        ("data:a\rdata:b\r\r", "x", "data:x\r\r"),
        ("data: a\rdata: b\n\n", "x", "data: x\r\n\n"),
        ("data: a\rdata: b\ndata: c\r\n\n", "x", "data: x\r\n\n"),
        ("data: a\rdata: b\nid: 1\n\n", "x", "data: x\rid: 1\n\n"),
        ("data:a\n\n", " x", "data:  x\n\n"),
        ("data\n\n", "x", "data: x\n\n"),
        ("data: a\n\n", "", "data: \n\n"),
        ("data: a\ndata: b\n\n", "\n\n", "data: \ndata: \ndata: \n\n"),
        ("data: a", "x\ny", "data: x\ndata: y"),
    ] {
        let changed = rewritten(Carrier::Sse, stream, |_| doc.to_owned()).unwrap();
        assert_eq!(changed, expected, "{stream:?}");
        // What follows must still be an event of its own.
        let read = docs(Carrier::Sse, &format!("{}data: next\n\n", terminated(&changed)));
        assert_eq!(read, [doc.replace("\r\n", "\n").replace('\r', "\n"), "next".to_owned()]);
    }
}

#[test]
fn an_event_passes_as_soon_as_it_has_ended() {
    for (stream, pieces) in [("data: a\n\n", 1), ("data: a\r\n\r\n", 1), ("data: a\r\rdata: b\r\r", 2)] {
        let mut framing = Carrier::Sse.framing(LIMIT);
        framing.push(Bytes::from(stream), false);
        for _ in 0..pieces {
            assert!(framing.next_frame().unwrap().is_some_and(|frame| frame.doc.is_some()), "{stream:?}");
        }
    }
}

#[test]
fn lines_are_documents() {
    for (body, expected) in [
        ("{}\n[]\n", vec!["{}", "[]"]),
        ("{}\r\n\r\n \n[]", vec!["{}", "[]"]),
        ("\n", vec![]),
        ("", vec![]),
        ("1\n\n2\n\n", vec!["1", "2"]),
        ("a\rb\n", vec!["a\rb"]),
    ] {
        assert_eq!(docs(Carrier::Ndjson, body), expected, "{body:?}");
        let changed = rewritten(Carrier::Ndjson, body, |doc| format!("<{doc}>")).unwrap();
        let mut wanted = body.to_owned();
        for doc in expected {
            wanted = wanted.replacen(doc, &format!("<{doc}>"), 1);
        }
        assert_eq!(changed, wanted);
    }
}

#[test]
fn a_document_that_would_break_its_frame_is_refused() {
    assert_eq!(rewritten(Carrier::Ndjson, "{}\n", |_| "{\n}".into()), Err(CodecError::Unframeable));
    for carrier in [Carrier::Ndjson, Carrier::Sse] {
        let frame = Frame { raw: Bytes::from_static(b"\n"), doc: None, event: None, terminated: true };
        let mut out = BytesMut::new();
        assert_eq!(carrier.framing(LIMIT).emit(&frame, Some(b"{}"), &mut out), Err(CodecError::Unframeable));
        assert!(out.is_empty());
    }
}

#[test]
fn a_whole_body_is_one_document() {
    assert_eq!(docs(Carrier::Whole, "{\n}\n"), ["{\n}\n"]);
    assert_eq!(docs(Carrier::Whole, ""), [""; 0]);
    assert_eq!(rewritten(Carrier::Whole, "ab", |_| "c".into()).unwrap(), "c");
}

#[test]
fn frames_over_the_limit_are_refused_however_they_come() {
    let line = "x".repeat(10);
    for (carrier, body, least) in [
        (Carrier::Whole, line.clone(), 10),
        (Carrier::Sse, format!("data: {line}\n\n"), 18),
        (Carrier::Ndjson, format!("{line}\n{line}\n"), 11),
    ] {
        let every: Vec<usize> = (0..body.len()).collect();
        for cuts in [&[][..], &every] {
            assert!(frames(carrier, body.as_bytes(), cuts, least).is_ok(), "{carrier:?}");
            let refused = frames(carrier, body.as_bytes(), cuts, least - 1);
            assert_eq!(refused, Err(CodecError::FrameTooLarge { limit: least - 1 }), "{carrier:?}");
        }
    }
}

#[test]
fn an_endless_frame_is_refused_before_its_end() {
    for carrier in Carrier::ALL {
        let mut framing = carrier.framing(1000);
        for _ in 0..10 {
            framing.push(Bytes::from(vec![b'x'; 100]), false);
            assert_eq!(framing.next_frame(), Ok(None));
        }
        framing.push(Bytes::from_static(b"x"), false);
        assert_eq!(framing.next_frame(), Err(CodecError::FrameTooLarge { limit: 1000 }), "{carrier:?}");
    }
}

#[test]
fn content_types_name_their_framing() {
    for (value, carrier) in [
        ("text/event-stream; charset=utf-8", Carrier::Sse),
        ("Text/Event-Stream", Carrier::Sse),
        ("application/x-ndjson", Carrier::Ndjson),
        ("application/vnd.elasticsearch+x-ndjson;compatible-with=9", Carrier::Ndjson),
        ("application/jsonl", Carrier::Ndjson),
        ("application/json", Carrier::Whole),
        ("", Carrier::Whole),
    ] {
        assert_eq!(Carrier::of_content_type(value.as_bytes()), carrier, "{value}");
    }
}

#[test]
fn debug_output_shows_no_text() {
    let shown = format!("{:?}", at_once(Carrier::Sse, b"event: Bob\ndata: Bob\n\n"));
    assert_eq!(shown, "[Frame(22 bytes, document Some(3), terminated true)]");
}

/// Streams of whatever events are made of, broken ones too.
fn streams() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["data: ", "data:", "data", "event: ", "id:1", ":", " "]),
        6 => prop::sample::select(vec!["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r"]),
        2 => prop::sample::select(vec!["a", "é", "{\"b\":1}", "\u{feff}", "[DONE]"]),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_pieces_give_the_same_frames(body in streams(), cuts in prop::collection::vec(any::<usize>(), 0..20)) {
        for carrier in Carrier::ALL {
            let whole = at_once(carrier, body.as_bytes());
            prop_assert_eq!(&frames(carrier, body.as_bytes(), &cuts, LIMIT).unwrap(), &whole);
            let bytewise: Vec<usize> = (0..body.len()).collect();
            prop_assert_eq!(&frames(carrier, body.as_bytes(), &bytewise, LIMIT).unwrap(), &whole);
            let raw: Vec<u8> = whole.iter().flat_map(|frame| frame.raw.to_vec()).collect();
            prop_assert_eq!(raw, body.as_bytes());
            prop_assert!(whole.iter().rev().skip(1).all(|frame| frame.terminated));
        }
    }

    #[test]
    fn events_are_those_of_the_specification(stream in streams()) {
        let text = |bytes: &Bytes| String::from_utf8(bytes.to_vec()).unwrap();
        let frames = at_once(Carrier::Sse, stream.as_bytes());
        let ours: Vec<_> = frames
            .iter()
            .filter(|frame| frame.terminated)
            .filter_map(|frame| Some((frame.event.as_ref().map(text).unwrap_or_default(), frame.doc.as_ref().map(text)?)))
            .collect();
        prop_assert_eq!(ours, by_the_specification(&stream));
    }

    #[test]
    fn emitting_the_same_document_changes_nothing(stream in streams()) {
        for carrier in Carrier::ALL {
            prop_assert_eq!(&rewritten(carrier, &stream, str::to_owned).unwrap(), &stream);
        }
    }

    #[test]
    fn a_new_document_reads_as_itself(stream in streams(), doc in "[ a\n]{0,8}") {
        let changed = rewritten(Carrier::Sse, &stream, |_| doc.clone()).unwrap();
        let count = docs(Carrier::Sse, &stream).len();
        prop_assert_eq!(docs(Carrier::Sse, &changed), vec![doc; count]);
    }
}
