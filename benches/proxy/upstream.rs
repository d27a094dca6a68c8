//! The upstream of the cost and stream benches: as cheap as it can be, a thread for each connection.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    time::{Duration, SystemTime},
};

/// Chunks of a stream, and the pause before each.
pub const CHUNKS: usize = 400;
const PAUSE: Duration = Duration::from_millis(2);
/// The model whose streams have fewer chunks and longer pauses.
pub const SLOW_MODEL: &str = "bench-slow";
/// Chunks of a slow stream, and the pause before each.
pub const SLOW_CHUNKS: usize = 300;
pub const SLOW_PAUSE: Duration = Duration::from_secs(1);
/// Stack of a connection's thread, in bytes: thousands of them fit.
const STACK: usize = 128 << 10;

/// The answer of the API to every request, with two placeholders to restore.
fn answer() -> Vec<u8> {
    let text = "I have written to [EMAIL_ADDRESS_1] and asked them to call [PHONE_NUMBER_1] back before noon. If \
                they do not, tell me, and I shall see what else can be done about it.";
    let body = serde_json::json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "bench-1",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 900, "completion_tokens": 40, "total_tokens": 940 }
    });
    let body = body.to_string();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
    (head + &body).into_bytes()
}

/// Serves until the process is killed; prints its address first.
pub fn serve() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    println!("{}", listener.local_addr().expect("an address"));
    for connection in listener.incoming().flatten() {
        let serve = move || {
            let _ = connection.set_nodelay(true);
            converse(connection);
        };
        std::thread::Builder::new().stack_size(STACK).spawn(serve).expect("a thread");
    }
}

fn converse(stream: TcpStream) {
    let Ok(mut writer) = stream.try_clone() else { return };
    let (mut reader, answer) = (BufReader::with_capacity(1 << 16, stream), answer());
    while let Some(body) = request(&mut reader) {
        let streams = memchr::memmem::find(&body, b"\"stream\":true").is_some();
        let is_slow = memchr::memmem::find(&body, SLOW_MODEL.as_bytes()).is_some();
        let sent = match (streams, is_slow) {
            (false, _) => writer.write_all(&answer),
            (true, false) => events(&mut writer, CHUNKS, PAUSE),
            (true, true) => events(&mut writer, SLOW_CHUNKS, SLOW_PAUSE),
        };
        if sent.is_err() {
            return;
        }
    }
}

/// The body of the next request; `None` at the end of the connection.
pub fn request(reader: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let (mut length, mut line) = (0, String::new());
    loop {
        line.clear();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(body)
}

/// A stream in which each chunk says when it was sent.
fn events(writer: &mut TcpStream, chunks: usize, pause: Duration) -> std::io::Result<()> {
    writer.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")?;
    for number in 0..chunks {
        std::thread::sleep(pause);
        let name = if number % 10 == 0 { "[EMAIL_ADDRESS_1]" } else { "nobody" };
        let chunk = serde_json::json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "bench-1",
            "choices": [{ "index": 0, "delta": { "content": format!(" at {} by {name}.", now()) }, "finish_reason": null }]
        });
        let event = format!("data: {chunk}\n\n");
        writer.write_all(format!("{:x}\r\n{event}\r\n", event.len()).as_bytes())?;
    }
    writer.write_all(b"e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n")
}

/// Nanoseconds of the clock that all processes of the machine share.
pub fn now() -> u128 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos()
}

/// The time in a chunk at which it was sent, in nanoseconds.
pub fn sent_at(chunk: &[u8]) -> Option<u128> {
    let text = std::str::from_utf8(chunk).ok()?;
    let (_, rest) = text.split_once(" at ")?;
    rest.split(' ').next()?.parse().ok()
}
