//! A client that writes exactly the bytes it is given, to be as rude as a test needs.

use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    time::Duration,
};

use super::wait::PATIENCE;

/// A raw connection.
pub struct Raw {
    stream: TcpStream,
    buffered: Vec<u8>,
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    /// Value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// Checks that this is a problem document of the given status and type.
    #[track_caller]
    pub fn assert_problem(&self, status: u16, slug: &str) {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let document = self.json();
        assert_eq!(document["type"], format!("/problems/{slug}"));
        assert_eq!(document["status"], status);
        assert!(document["title"].is_string() && document["detail"].is_string());
    }
}

impl Raw {
    pub fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("connect");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, buffered: Vec::new() }
    }

    /// Writes bytes; a server that has closed already is no failure of the client.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        let _ = self.stream.write_all(bytes.as_ref());
        self
    }

    /// Says that nothing more will be sent.
    pub fn half_close(&mut self) -> &mut Self {
        self.stream.shutdown(Shutdown::Write).expect("half-close");
        self
    }

    /// The next response to a method other than `HEAD`.
    #[track_caller]
    pub fn receive(&mut self) -> Response {
        self.try_receive(false).expect("a response, but the connection was closed")
    }

    /// The next response to a `HEAD`.
    #[track_caller]
    pub fn receive_head(&mut self) -> Response {
        self.try_receive(true).expect("a response, but the connection was closed")
    }

    /// The next response, or `None` if the server closes first.
    #[track_caller]
    pub fn try_receive(&mut self, head: bool) -> Option<Response> {
        let end = loop {
            match self.buffered.windows(4).position(|w| w == b"\r\n\r\n") {
                Some(at) => break at + 4,
                None if !self.fill() => return None,
                None => {}
            }
        };
        let text = String::from_utf8(self.buffered.drain(..end).collect()).expect("ASCII headers");
        let mut lines = text.trim_end().split("\r\n");
        let status =
            lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|s| s.parse().ok()).expect("a status");
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let mut response = Response { status, headers, body: Vec::new() };
        let length = response.header("content-length").map_or(0, |n| n.parse().expect("a length"));
        let length = if head || status == 204 || status < 200 { 0 } else { length };
        while self.buffered.len() < length {
            assert!(self.fill(), "the body is cut off: {response:?}");
        }
        response.body = self.buffered.drain(..length).collect();
        Some(response)
    }

    /// The next response with its body, however it is framed.
    #[track_caller]
    pub fn receive_whole(&mut self) -> Response {
        let mut response = self.receive_head();
        response.body = match (response.header("transfer-encoding"), response.header("content-length")) {
            (Some("chunked"), None) => self.read_chunked(),
            (None, Some(length)) => {
                let length = length.parse().expect("a length");
                while self.buffered.len() < length {
                    assert!(self.fill(), "the body is cut off");
                }
                self.buffered.drain(..length).collect()
            }
            (None, None) => self.read_to_close(),
            framing => panic!("{framing:?}"),
        };
        response
    }

    /// Waits until these bytes have come.
    #[track_caller]
    pub fn await_bytes(&mut self, bytes: &[u8]) {
        while !self.buffered.windows(bytes.len()).any(|window| window == bytes) {
            assert!(self.fill(), "they did not come: {}", String::from_utf8_lossy(&self.buffered));
        }
    }

    /// Waits until these bytes have come `count` times.
    #[track_caller]
    #[allow(dead_code, reason = "not every test binary needs it")]
    pub fn await_count(&mut self, bytes: &[u8], count: usize) {
        while memchr::memmem::find_iter(&self.buffered, bytes).count() < count {
            assert!(self.fill(), "they did not come so often");
        }
    }

    /// A chunked body to its last chunk.
    #[track_caller]
    pub fn read_chunked(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let end = loop {
                match self.buffered.windows(2).position(|window| window == b"\r\n") {
                    Some(at) => break at,
                    None => assert!(self.fill(), "the chunks are cut off"),
                }
            };
            let line: Vec<u8> = self.buffered.drain(..end + 2).collect();
            let size = std::str::from_utf8(&line[..end]).expect("ASCII");
            let size = usize::from_str_radix(size, 16).expect("a size of a chunk");
            while self.buffered.len() < size + 2 {
                assert!(self.fill(), "the chunks are cut off");
            }
            body.extend(self.buffered.drain(..size));
            assert_eq!(self.buffered.drain(..2).collect::<Vec<_>>(), b"\r\n");
            if size == 0 {
                return body;
            }
        }
    }

    /// The bytes up to the end of the connection.
    #[track_caller]
    pub fn read_to_close(&mut self) -> Vec<u8> {
        while self.fill() {}
        std::mem::take(&mut self.buffered)
    }

    /// Sends these bytes one by one, waiting `pause` for an answer after each; the answer, or `None` if
    /// all were sent without one.
    #[track_caller]
    pub fn dribble(&mut self, bytes: impl AsRef<[u8]>, pause: Duration) -> Option<Response> {
        self.stream.set_read_timeout(Some(pause)).unwrap();
        let mut answered = false;
        for byte in bytes.as_ref() {
            self.send([*byte]);
            answered = self.stream.peek(&mut [0]).is_ok();
            if answered {
                break;
            }
        }
        self.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        if answered { self.try_receive(false) } else { None }
    }

    /// Reports whether the server closes the connection, having sent nothing more.
    pub fn is_closed(&mut self) -> bool {
        self.buffered.is_empty() && !self.fill()
    }

    /// Reads more; `false` at the end of the stream or after a reset.
    #[track_caller]
    fn fill(&mut self) -> bool {
        let mut chunk = [0; 16 * 1024];
        match self.stream.read(&mut chunk) {
            Ok(0) => false,
            Ok(n) => {
                self.buffered.extend_from_slice(&chunk[..n]);
                true
            }
            Err(e) if matches!(e.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                panic!("the server neither answers nor closes")
            }
            Err(_) => false,
        }
    }
}

/// Sends one request on a connection of its own.
#[track_caller]
pub fn exchange(address: SocketAddr, request: impl AsRef<[u8]>) -> Response {
    Raw::connect(address).send(request).receive()
}

/// A request with a JSON body, and further header lines, each ended by `\r\n`.
pub fn post(path: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut request = format!(
        "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n",
        body.len()
    )
    .into_bytes();
    request.extend_from_slice(body);
    request
}

/// A request without a body.
pub fn bare(method: &str, path: &str, headers: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: test\r\n{headers}\r\n")
}
