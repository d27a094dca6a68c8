//! A client that costs little: one blocking keep-alive connection.

use std::{
    io::{self, ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

/// The path of the proxied API.
pub const TARGET: &str = "/v1/chat/completions";

/// A keep-alive connection.
pub struct Client {
    stream: TcpStream,
    address: SocketAddr,
    buffer: Vec<u8>,
}

/// An answer.
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The complete body.
    pub body: Vec<u8>,
}

impl Client {
    /// Connects to `address`.
    pub fn new(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { stream, address, buffer: Vec::with_capacity(1 << 16) })
    }

    /// Sends `body` and reads the whole answer.
    ///
    /// # Errors
    /// If the answer ends before it is whole.
    pub fn ask(&mut self, token: &str, body: &[u8]) -> io::Result<Answer> {
        self.send(token, body)?;
        self.read(|_| {})
    }

    fn send(&mut self, token: &str, body: &[u8]) -> io::Result<()> {
        let mut request = format!(
            "POST {TARGET} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(body);
        self.stream.write_all(&request)
    }

    /// Sends `body` and calls `seen` with each piece of the answer's body as it comes.
    ///
    /// # Errors
    /// If the answer ends before it is whole.
    pub fn stream(&mut self, token: &str, body: &[u8], seen: impl FnMut(&[u8])) -> io::Result<Answer> {
        self.send(token, body)?;
        self.read(seen)
    }

    fn read(&mut self, mut seen: impl FnMut(&[u8])) -> io::Result<Answer> {
        self.buffer.clear();
        let end = loop {
            if let Some(end) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break end + 4;
            }
            self.more()?;
        };
        let head = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
        let status = head.get(9..12).and_then(|status| status.parse().ok()).ok_or(ErrorKind::InvalidData)?;
        self.buffer.drain(..end);
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
        let body = match length {
            Some(length) => self.exactly(length)?,
            None => self.chunks(&mut seen)?,
        };
        Ok(Answer { status, body })
    }

    fn exactly(&mut self, length: usize) -> io::Result<Vec<u8>> {
        while self.buffer.len() < length {
            self.more()?;
        }
        Ok(self.buffer.drain(..length).collect())
    }

    fn chunks(&mut self, seen: &mut impl FnMut(&[u8])) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = loop {
                if let Some(end) = self.buffer.windows(2).position(|window| window == b"\r\n") {
                    break end;
                }
                self.more()?;
            };
            let size = std::str::from_utf8(&self.buffer[..line]).ok();
            let size = size.and_then(|size| usize::from_str_radix(size.trim(), 16).ok());
            let size = size.ok_or(ErrorKind::InvalidData)?;
            self.buffer.drain(..line + 2);
            let chunk = self.exactly(size + 2)?;
            if size == 0 {
                return Ok(body);
            }
            seen(&chunk[..size]);
            body.extend_from_slice(&chunk[..size]);
        }
    }

    fn more(&mut self) -> io::Result<()> {
        let mut piece = [0; 1 << 14];
        match self.stream.read(&mut piece)? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            n => {
                self.buffer.extend_from_slice(&piece[..n]);
                Ok(())
            }
        }
    }
}
