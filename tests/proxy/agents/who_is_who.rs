//! Identity of persons across turns: fifty dialogues, of two people each, whose state the provider keeps. Their turns
//! alternate, and between turns the gateway starts anew on its disk store. No name may ever stand for another person.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};

use crate::{
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Recorded, Talk, Then},
    setup::{ask, post, route},
};

/// Dialogues of each kind.
const EACH: usize = 5;
const TURNS: usize = 3;

/// The way in which state is kept between the turns of a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    /// The id of the previous response.
    Responses,
    /// The id of the previous response; the last turn reads the stored response.
    StoredResponse,
    Conversation,
    /// The items of a conversation, which the last turn lists.
    Items,
    /// A summary that the client asks for.
    Compact,
    /// A summary that comes with an answer.
    Context,
    /// A summary in Anthropic's blocks.
    Block,
    /// A thread of Anthropic's, by the id of the previous message.
    Thread,
    /// The file of a batch.
    Files,
    /// A batch of Anthropic's.
    Batch,
}

const KINDS: [Keeping; 10] = {
    use Keeping::*;
    [Responses, StoredResponse, Conversation, Items, Compact, Context, Block, Thread, Files, Batch]
};

const NAMES: [&str; 10] = [
    "Jane Roe",
    "Bob Miller",
    "Ines Ortega",
    "Tom Vogel",
    "Mary Quinn",
    "Luis Prado",
    "Nora Lind",
    "Hugo Stern",
    "Ruth Adler",
    "Emil Brandt",
];

/// The two people of a dialogue, as its client writes them.
fn people(dialogue: usize) -> [String; 2] {
    // Many dialogues share a name, and no two an address.
    [0, 1].map(|at| {
        let name = NAMES[(dialogue * 3 + at * 5) % NAMES.len()];
        format!("{name} <p{dialogue}.{at}@example.com>")
    })
}

/// A dialogue as its client sees it.
struct Dialogue {
    number: usize,
    keeping: Keeping,
    people: [String; 2],
    /// The id that the provider gave, or its summary.
    state: Value,
}

impl Dialogue {
    fn says(&self, turn: usize) -> String {
        match turn {
            0 => format!("My patient is {}.", self.people[0]),
            1 => format!("My doctor is {}.", self.people[1]),
            _ => "Who is who?".to_owned(),
        }
    }

    /// The request of a turn.
    fn request(&self, turn: usize) -> Vec<u8> {
        let says = self.says(turn);
        let id = self.state.as_str().unwrap_or_default();
        let user = json!({"type": "message", "role": "user", "content": says});
        let ask = |mut body: Value, path: &str| {
            body["model"] = json!("m");
            post(path, &self.headers(), &body.to_string())
        };
        let get = |path: String| format!("GET {path} HTTP/1.1\r\nHost: c\r\n{}\r\n", self.headers()).into_bytes();
        let both = || [0, 1].map(|turn| self.says(turn));
        match (self.keeping, turn) {
            (Keeping::StoredResponse, 2) => get(format!("/v1/responses/{id}")),
            (Keeping::Responses | Keeping::StoredResponse, 0) => ask(json!({"input": says}), "/v1/responses"),
            (Keeping::Responses | Keeping::StoredResponse, _) => {
                ask(json!({"input": says, "previous_response_id": id}), "/v1/responses")
            }
            (Keeping::Conversation | Keeping::Items, 0) => ask(json!({"items": [user]}), "/v1/conversations"),
            (Keeping::Conversation, _) => ask(json!({"input": says, "conversation": id}), "/v1/responses"),
            (Keeping::Items, 1) => ask(json!({"items": [user]}), &format!("/v1/conversations/{id}/items")),
            (Keeping::Items, _) => get(format!("/v1/conversations/{id}/items")),
            (Keeping::Compact, 0) => ask(json!({"input": says}), "/v1/responses/compact"),
            (Keeping::Compact | Keeping::Context, _) => {
                let input: Vec<_> = (turn > 0).then(|| self.state.clone()).into_iter().chain([user]).collect();
                let context = json!([{"type": "compaction", "compact_threshold": 1000}]);
                ask(json!({"store": false, "input": input, "context_management": context}), "/v1/responses")
            }
            (Keeping::Block, _) => {
                let summary = (turn > 0).then(|| json!({"role": "assistant", "content": [self.state]}));
                let messages: Vec<_> = summary.into_iter().chain([json!({"role": "user", "content": says})]).collect();
                let context = json!({"edits": [{"type": "compact_20260112"}]});
                ask(json!({"messages": messages, "context_management": context}), "/v1/messages")
            }
            (Keeping::Thread, _) => {
                let thread = match turn {
                    0 => json!({"type": "create"}),
                    _ => json!({"type": "continue", "previous_message_id": id}),
                };
                ask(json!({"messages": [{"role": "user", "content": says}], "thread": thread}), "/v1/messages")
            }
            (Keeping::Files, 0) => {
                let line = |says: String| {
                    let body = json!({"model": "m", "messages": [{"role": "user", "content": says}]});
                    format!("{}\n", json!({"custom_id": "a", "url": "/v1/chat/completions", "body": body}))
                };
                let form = format!(
                    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jsonl\"\r\n\
                     Content-Type: application/jsonl\r\n\r\n{}\r\n--b--\r\n",
                    both().map(line).concat()
                );
                format!(
                    "POST /v1/files HTTP/1.1\r\nHost: c\r\n{}Content-Type: multipart/form-data; boundary=b\r\n\
                     Content-Length: {}\r\n\r\n{form}",
                    self.headers(),
                    form.len()
                )
                .into_bytes()
            }
            (Keeping::Files, 1) => ask(json!({"input_file_id": id}), "/v1/batches"),
            (Keeping::Files, _) => get(format!("/v1/files/{id}/content")),
            (Keeping::Batch, 0) => {
                let request = |says: String| json!({"custom_id": "a", "params": {"messages": [{"role": "user", "content": says}]}});
                ask(json!({"requests": both().map(request)}), "/v1/messages/batches")
            }
            (Keeping::Batch, 1) => get(format!("/v1/messages/batches/{id}")),
            (Keeping::Batch, _) => get(format!("/v1/messages/batches/{id}/results")),
        }
    }

    /// The headers: the dialogue's number, and one credential for all.
    fn headers(&self) -> String {
        format!("Authorization: Bearer sk\r\nX-Dialogue: {}\r\n", self.number)
    }

    /// Notes the state that an answer gives.
    fn note(&mut self, answer: &Value) {
        let summary = |list: &Value| list.as_array()?.iter().find(|item| item["type"] == "compaction").cloned();
        let id = match self.keeping {
            Keeping::Compact | Keeping::Context => summary(&answer["output"]),
            Keeping::Block => summary(&answer["content"]),
            Keeping::Files => Some(answer.get("output_file_id").unwrap_or(&answer["id"]).clone()),
            // The list of new items has no id.
            Keeping::Items => answer.get("id").cloned(),
            _ => Some(answer["id"].clone()),
        };
        if let Some(id) = id.filter(|id| !id.is_null()) {
            self.state = id;
        }
    }
}

/// The people of each dialogue as the provider read them, by its number.
type Memory = Arc<Mutex<HashMap<String, Vec<String>>>>;

/// The provider: it remembers whom it was told of, and says so in each answer.
fn provider(memory: &Memory, request: &Recorded, talk: &mut Talk<'_>) -> Then {
    let number = request.header("x-dialogue").unwrap().to_owned();
    let body = String::from_utf8(request.body.clone()).unwrap();
    let told = ["patient is ", "doctor is "].iter().filter_map(|words| {
        let from = body.find(words)? + words.len();
        Some(body[from..=from + body[from..].find('>')?].to_owned())
    });
    let mut memory = memory.lock().unwrap();
    let known = memory.entry(number.clone()).or_default();
    known.extend(told);
    let says = format!("They are {}.", known.join(" and "));
    let turn = known.len();
    let said = json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": says}]});
    let summary = json!({"type": "compaction", "encrypted_content": format!("gAAAAAB{number}x{turn}/+=")});
    let line = request.line().split(' ').collect::<Vec<_>>();
    let path: Vec<&str> = line[1].split('/').skip(2).collect();
    talk.json(
        &match (line[0], &path[..]) {
            (_, ["responses", "compact"]) => json!({"id": format!("cmp_{number}"), "output": [summary]}),
            (_, ["responses", ..]) if body.contains("context_management") => {
                json!({"id": format!("resp_{number}_{turn}"), "output": [summary, said]})
            }
            (_, ["responses", ..]) => json!({"id": format!("resp_{number}_{turn}"), "output": [said]}),
            ("POST", ["conversations"]) => json!({"id": format!("conv_{number}"), "object": "conversation"}),
            (_, ["conversations", _, "items"]) => json!({"object": "list", "data": [said]}),
            (_, ["messages"]) if body.contains("context_management") => {
                // A summary's text is its id, so no two dialogues have the same one.
                let summary = json!({"type": "compaction", "content": format!("{number}.{turn}: {says}")});
                json!({"type": "message", "role": "assistant", "content": [summary, {"type": "text", "text": says}]})
            }
            (_, ["messages"]) => {
                json!({"type": "message", "role": "assistant", "id": format!("msg_{number}_{turn}"),
                   "content": [{"type": "text", "text": says}]})
            }
            ("POST", ["files"]) => json!({"id": format!("file-{number}"), "object": "file"}),
            (_, ["batches"]) => {
                json!({"id": format!("batch_{number}"), "output_file_id": format!("file-{number}-out")})
            }
            ("GET", ["files", ..]) => {
                let body = json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": says}}]});
                return lines(talk, &json!({"custom_id": "a", "response": {"status_code": 200, "body": body}}));
            }
            (_, ["messages", "batches", _, "results"]) => {
                let message =
                    json!({"type": "message", "role": "assistant", "content": [{"type": "text", "text": says}]});
                return lines(talk, &json!({"custom_id": "a", "result": {"type": "succeeded", "message": message}}));
            }
            (_, ["messages", "batches", ..]) => json!({"id": format!("msgbatch_{number}"), "type": "message_batch"}),
            _ => panic!("{}", request.head),
        }
        .to_string(),
    )
}

/// Answers with one line of JSON.
fn lines(talk: &mut Talk<'_>, line: &Value) -> Then {
    let line = format!("{line}\n");
    talk.send(format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-jsonl\r\nContent-Length: {}\r\n\r\n{line}",
        line.len()
    ));
    Then::Keep
}

#[test]
fn no_name_ever_stands_for_another_person() {
    let memory = Memory::default();
    let seen = Arc::clone(&memory);
    let fake = Fake::start(move |request, talk| provider(&seen, request, talk));
    let directory = tempfile::tempdir().unwrap();
    let config = format!(
        "[store]\nkind = \"disk\"\npath = {:?}\n[[secrets]]\nvalue = \"{}\"\n{}",
        directory.path().join("store.redb"),
        "0123456789abcdef".repeat(4),
        route(&[&fake], "")
    );
    let mut dialogues: Vec<_> = (0..KINDS.len() * EACH)
        .map(|at| Dialogue { number: at, keeping: KINDS[at % KINDS.len()], people: people(at), state: Value::Null })
        .collect();
    for turn in 0..TURNS {
        let proxy = Masquerade::start(&config);
        for dialogue in &mut dialogues {
            let answer: Response = ask(&proxy, dialogue.request(turn));
            let text = String::from_utf8(answer.body.clone()).unwrap();
            let [patient, doctor] = &dialogue.people;
            assert_eq!(answer.status, 200, "{:?} {turn}: {text}", dialogue.keeping);
            if turn + 1 == TURNS {
                let expected = format!("They are {patient} and {doctor}.");
                assert!(text.contains(&expected), "{:?}: {text}", dialogue.keeping);
            } else if let Ok(document) = serde_json::from_str(&text) {
                dialogue.note(&document);
            }
        }
    }
    for (number, names) in memory.lock().unwrap().iter() {
        assert!(names.len() < 2 || names[0] != names[1], "{number}: {names:?}");
        let is_clear = |name: &String| name.contains('@') || NAMES.iter().any(|known| name.contains(known));
        assert!(!names.iter().any(is_clear), "{number}: {names:?}");
    }
}
