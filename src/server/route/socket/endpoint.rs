//! [`Endpoint`]: one side of a WebSocket (RFC 6455), without input and output of its own.

use std::io::{self, Read, Write};

use bytes::{Buf, Bytes, BytesMut};
use tungstenite::{
    Error, Message, Utf8Bytes, WebSocket,
    error::CapacityError,
    protocol::{CloseFrame, Role, WebSocketConfig, frame::coding::CloseCode},
};

/// Bytes of the buffer for reading.
const READ_BUFFER: usize = 8 * 1024;

/// The bytes that came in and were not read, and those that go out.
#[derive(Debug, Default)]
struct Pipe {
    incoming: BytesMut,
    outgoing: BytesMut,
}

impl Read for Pipe {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.incoming.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let length = out.len().min(self.incoming.len());
        self.incoming.copy_to_slice(&mut out[..length]);
        Ok(length)
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outgoing.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A message, or the end of them.
#[derive(Debug)]
pub enum SocketEvent {
    /// Text, whole and in UTF-8.
    Text(Utf8Bytes),
    /// The peer closes, with a code and a reason if it gives them.
    Close(Option<(u16, String)>),
    /// The peer breaks the protocol, or sends a message that is unsupported or too long: the code to close with.
    Violation(u16),
}

/// An end of a WebSocket. It joins fragments, answers pings, and checks masks, lengths and UTF-8.
#[derive(Debug)]
pub struct Endpoint {
    socket: WebSocket<Pipe>,
    /// Bytes of the message that is not whole, with the headers of its frames and with what came beside it.
    pending: usize,
    is_closed: bool,
}

impl Endpoint {
    /// The side towards a client.
    pub fn server(limit: usize) -> Self {
        Self::new(Role::Server, limit)
    }

    /// The side towards an upstream.
    pub fn client(limit: usize) -> Self {
        Self::new(Role::Client, limit)
    }

    /// `limit`: the most bytes of a message.
    fn new(role: Role, limit: usize) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(limit))
            .max_frame_size(Some(limit));
        Self { socket: WebSocket::from_raw_socket(Pipe::default(), role, Some(config)), pending: 0, is_closed: false }
    }

    /// Takes bytes of the peer.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.pending = self.pending.saturating_add(bytes.len());
        self.socket.get_mut().incoming.extend_from_slice(bytes);
    }

    /// The number of bytes that wait for the rest of their message.
    pub fn held(&self) -> usize {
        self.pending
    }

    /// The next message of the peer; `None` until more bytes come.
    pub fn receive(&mut self) -> Option<SocketEvent> {
        if self.is_closed {
            return None;
        }
        loop {
            let received = match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.pending = self.socket.get_ref().incoming.len();
                    return Some(SocketEvent::Text(text));
                }
                // An answer to a ping waits for the next write.
                Ok(Message::Ping(_)) => {
                    let _ = self.socket.flush();
                    continue;
                }
                Ok(Message::Pong(_) | Message::Frame(_)) => continue,
                Ok(Message::Close(frame)) => {
                    SocketEvent::Close(frame.map(|frame| (frame.code.into(), frame.reason.to_string())))
                }
                Ok(Message::Binary(_)) => SocketEvent::Violation(CloseCode::Unsupported.into()),
                Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => return None,
                Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
                    SocketEvent::Violation(CloseCode::Size.into())
                }
                Err(Error::Utf8(_)) => SocketEvent::Violation(CloseCode::Invalid.into()),
                Err(_) => SocketEvent::Violation(CloseCode::Protocol.into()),
            };
            self.is_closed = true;
            return Some(received);
        }
    }

    /// Sends a text.
    pub fn send(&mut self, text: Utf8Bytes) {
        // A peer that has closed reads nothing more.
        let _ = self.socket.send(Message::Text(text));
    }

    /// Closes with a code, of which those that stand for a missing one are not sent, and a reason.
    pub fn close(&mut self, code: u16, reason: &str) {
        let code = CloseCode::from(code);
        let frame = code.is_allowed().then(|| CloseFrame { code, reason: reason.into() });
        let _ = self.socket.close(frame);
        let _ = self.socket.flush();
    }

    /// The bytes that go to the peer.
    pub fn outgoing(&mut self) -> Bytes {
        let _ = self.socket.flush();
        self.socket.get_mut().outgoing.split().freeze()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of a client with a zero mask.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut out = vec![first, 0x80 | u8::try_from(payload.len()).unwrap(), 0, 0, 0, 0];
        out.extend_from_slice(payload);
        out
    }

    #[test]
    fn fragments_are_joined_and_pings_answered_between_them() {
        let mut endpoint = Endpoint::server(100);
        let bytes = [frame(0x01, b"ab"), frame(0x89, b"p"), frame(0x80, b"c")].concat();
        let mut texts = Vec::new();
        for byte in bytes {
            endpoint.feed(&[byte]);
            while let Some(received) = endpoint.receive() {
                let SocketEvent::Text(text) = received else { panic!("{received:?}") };
                texts.push(text.to_string());
            }
        }
        assert_eq!(texts, ["abc"]);
        assert_eq!(&endpoint.outgoing()[..], [0x8a, 1, b'p']);
    }

    #[test]
    fn violations_have_their_codes() {
        let unmasked = vec![0x81, 1, b'a'];
        for (bytes, expected) in [
            (frame(0x82, b"binary"), 1003),
            (frame(0x81, &[b'a'; 101]), 1009),
            (frame(0x81, b"\xff"), 1007),
            (frame(0xc1, b"compressed"), 1002),
            (unmasked, 1002),
            // Fragments count together, and a length is refused before its bytes come.
            ([frame(0x01, &[b'a'; 60]), frame(0x80, &[b'a'; 60])].concat(), 1009),
            (vec![0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], 1009),
            // Control frames are short and whole.
            (frame(0x09, b"p"), 1002),
            (frame(0x80, b"a continuation of nothing"), 1002),
        ] {
            let mut endpoint = Endpoint::server(100);
            endpoint.feed(&bytes);
            let Some(SocketEvent::Violation(code)) = endpoint.receive() else { panic!("{expected}") };
            assert_eq!(code, expected);
            assert!(endpoint.receive().is_none());
            endpoint.close(code, "");
            assert_eq!(endpoint.outgoing()[..4], [0x88, 2, 3, u8::try_from(code - 768).unwrap()]);
        }
    }
}
