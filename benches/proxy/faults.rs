//! A soak test: many clients against an upstream that fails in every way. No unmasked byte may reach the upstream, no
//! client may see another's data, and memory must stay flat.

use std::{
    collections::BTreeMap,
    io::{BufReader, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use memchr::memmem::find;
use serde_json::{Value, json};

use super::{client::Client, peers::Peer, upstream::request};

const CLIENTS: usize = 32;
/// The ending of every address that a client writes, and of no other text.
const CANARY: &str = "@canary.example.com";

/// The behaviour of the upstream, which requests get in turn.
#[derive(Clone, Copy)]
enum Fault {
    /// A complete answer.
    None,
    /// A complete answer as a stream of events.
    Stream,
    /// A status of 500 whose message repeats the request.
    Error,
    /// A connection closed before the answer.
    Close,
    /// A connection reset.
    Reset,
    /// A connection closed in the middle of a body.
    Cut,
    /// A connection closed in the middle of a stream.
    CutStream,
    /// No answer within any timeout.
    Stall,
}

const FAULTS: [Fault; 12] = [
    Fault::None,
    Fault::Stream,
    Fault::None,
    Fault::Error,
    Fault::Stream,
    Fault::Close,
    Fault::None,
    Fault::Reset,
    Fault::Cut,
    Fault::Stream,
    Fault::CutStream,
    Fault::Stall,
];

/// The counts of the upstream.
#[derive(Default)]
struct Seen {
    requests: AtomicU64,
    unmasked: AtomicU64,
}

/// Runs for `length`, and prints counts and memory.
pub fn run(length: Duration) {
    let seen = Arc::new(Seen::default());
    let service = Peer::masquerade(failing_upstream(Arc::clone(&seen)), 1);
    let outcomes = Arc::new(Mutex::new(BTreeMap::<String, u64>::new()));
    let (start, address) = (Instant::now(), service.address);
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let outcomes = Arc::clone(&outcomes);
            std::thread::spawn(move || converse(client, address, start + length, &outcomes))
        })
        .collect();
    println!("{:>8} {:>12} {:>14}", "seconds", "requests", "resident KiB");
    for part in 1..=10_u32 {
        std::thread::sleep((start + length * part / 10).saturating_duration_since(Instant::now()));
        let (seconds, requests) = (start.elapsed().as_secs(), seen.requests.load(Ordering::Relaxed));
        println!("{seconds:>8} {requests:>12} {:>14}", service.memory());
    }
    for client in clients {
        client.join().expect("a client that saw nothing of another's");
    }
    for (outcome, count) in outcomes.lock().expect("outcomes").iter() {
        println!("{outcome:>40} {count:>10}");
    }
    let unmasked = seen.unmasked.load(Ordering::Relaxed);
    println!(
        "{} requests reached the upstream, {unmasked} with anything unmasked",
        seen.requests.load(Ordering::Relaxed)
    );
    assert_eq!(unmasked, 0);
}

/// One client: it knows the addresses that it wrote, and must see these and no others.
fn converse(client: usize, address: SocketAddr, end: Instant, outcomes: &Mutex<BTreeMap<String, u64>>) {
    let mut connection = None;
    for turn in 0_u64.. {
        if Instant::now() > end {
            return;
        }
        let own = format!("client{client}.{turn}{CANARY}");
        let text = format!("Write to {own}, and once more to {own}.");
        let body = json!({ "model": "m", "messages": [{ "role": "user", "content": text }], "turn": turn });
        let mut asked = match connection.take().map_or_else(|| Client::new(address), Ok) {
            Ok(asked) => asked,
            Err(error) => panic!("the service does not listen: {error}"),
        };
        let outcome = match asked.ask(&format!("token-{client}"), body.to_string().as_bytes()) {
            Ok(answer) => {
                let shown = String::from_utf8_lossy(&answer.body).into_owned();
                let others = shown.matches(CANARY).count() - shown.matches(own.as_str()).count();
                assert_eq!(others, 0, "a client saw an address that is not its own");
                connection = Some(asked);
                if answer.status == 200 {
                    assert_eq!(said(&shown), format!("You said: {text}"), "an answer was not restored");
                }
                format!("status {}", answer.status)
            }
            Err(error) => format!("cut off ({:?})", error.kind()),
        };
        *outcomes.lock().expect("outcomes").entry(outcome).or_default() += 1;
    }
}

/// The text of an answer, plain or streamed.
fn said(body: &str) -> String {
    let text = |value: &Value, member: &str| value["choices"][0][member]["content"].as_str().unwrap_or("").to_owned();
    if let Ok(plain) = serde_json::from_str::<Value>(body) {
        return text(&plain, "message");
    }
    let events = body.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok());
    events.map(|event: Value| text(&event, "delta")).collect()
}

/// Starts the upstream; its address.
fn failing_upstream(seen: Arc<Seen>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let seen = Arc::clone(&seen);
            std::thread::spawn(move || {
                let _ = connection.set_nodelay(true);
                while serve(&connection, &seen).is_some() {}
            });
        }
    });
    address
}

/// Reads one request and does to it what is its turn; `None` when the connection is over.
fn serve(connection: &TcpStream, seen: &Seen) -> Option<()> {
    let mut writer = connection.try_clone().ok()?;
    // Clients wait for their answers, so nothing of the next request is in this buffer when it is dropped.
    let body = request(&mut BufReader::new(connection.try_clone().ok()?))?;
    let number = seen.requests.fetch_add(1, Ordering::Relaxed);
    if find(&body, CANARY.as_bytes()).is_some() {
        seen.unmasked.fetch_add(1, Ordering::Relaxed);
    }
    let value: Value = serde_json::from_slice(&body).ok()?;
    let text = format!("You said: {}", value["messages"][0]["content"].as_str()?);
    let fault = FAULTS[usize::try_from(number).ok()? % FAULTS.len()];
    let plain = json!({ "id": "c", "choices": [{ "index": 0, "message": { "role": "assistant", "content": text } }] });
    match fault {
        Fault::None => writer.write_all(&whole(200, &plain)).ok(),
        Fault::Error => writer.write_all(&whole(500, &json!({ "error": { "message": text } }))).ok(),
        Fault::Stream => writer.write_all(&stream(&text, true)).ok(),
        Fault::CutStream => writer.write_all(&stream(&text, false)).ok().and(None),
        Fault::Cut => {
            let answer = whole(200, &plain);
            writer.write_all(answer.get(..answer.len() - 20)?).ok().and(None)
        }
        Fault::Close => connection.shutdown(Shutdown::Both).ok().and(None),
        // What is unread when a socket is closed makes the kernel send a reset; so does lingering for no time.
        Fault::Reset => socket_reset(connection).and(None),
        Fault::Stall => {
            std::thread::sleep(Duration::from_secs(3));
            None
        }
    }
}

fn socket_reset(connection: &TcpStream) -> Option<()> {
    let socket = tokio::net::TcpSocket::from_std_stream(connection.try_clone().ok()?);
    socket.set_zero_linger().ok()
}

fn whole(status: u16, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    let head = format!("HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
    (head + &body).into_bytes()
}

/// A stream, a few characters an event.
fn stream(text: &str, whole: bool) -> Vec<u8> {
    let mut bytes =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    let characters: Vec<char> = text.chars().collect();
    let count = if whole { characters.len() } else { characters.len() / 2 };
    for piece in characters.get(..count).unwrap_or_default().chunks(5) {
        let piece: String = piece.iter().collect();
        let event =
            format!("data: {}\n\n", json!({ "id": "c", "choices": [{ "index": 0, "delta": { "content": piece } }] }));
        bytes.extend(format!("{:x}\r\n{event}\r\n", event.len()).bytes());
    }
    if whole {
        bytes.extend_from_slice(b"e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n");
    }
    bytes
}
