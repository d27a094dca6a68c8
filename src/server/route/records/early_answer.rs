//! [`EarlyAnswerStream`]: a connection to an upstream whose writes fail once the upstream answers.
//!
//! A backend that refuses a body, for its size or its rate, answers in the middle of it, and may read no further. The
//! library reads an answer only when nothing is being written, so that the write would wait for its timeout.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use pingora_core::{
    protocols::{
        Stream,
        http::{client::HttpSession, v1},
    },
    upstreams::peer::HttpPeer,
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::server::delegate::delegate_to_inner;

/// The most bytes of an answer that are read while writing.
const ROOM: usize = 512;

/// A connection whose writes fail once bytes have come, or the other side has closed.
#[derive(Debug)]
pub struct EarlyAnswerStream {
    inner: Stream,
    /// Bytes of the answer that were read while writing.
    arrived: Vec<u8>,
    has_answer: bool,
}

impl EarlyAnswerStream {
    /// `session` over such a connection, before its request is written. Has no effect on HTTP/2, where an upstream that
    /// answers early resets the stream.
    pub fn wrap(session: HttpSession, peer: &HttpPeer) -> HttpSession {
        let HttpSession::H1(session) = session else { return session };
        let stream = Self { inner: session.into_inner(), arrived: Vec::new(), has_answer: false };
        HttpSession::H1(v1::client::HttpSession::new_with_options(Box::new(stream), peer))
    }

    /// Reports whether an answer has begun.
    fn listen(&mut self, cx: &mut Context<'_>) -> bool {
        if !self.has_answer {
            let mut room = [0; ROOM];
            let mut buffer = ReadBuf::new(&mut room);
            // An error or an end of the connection comes again when the answer is read.
            self.has_answer = Pin::new(&mut self.inner).poll_read(cx, &mut buffer).is_ready();
            self.arrived.extend_from_slice(buffer.filled());
        }
        self.has_answer
    }
}

impl AsyncWrite for EarlyAnswerStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if self.listen(cx) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

impl AsyncRead for EarlyAnswerStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.arrived.is_empty() {
            ready!(Pin::new(&mut self.inner).poll_read(cx, buf))?;
            return Poll::Ready(Ok(()));
        }
        let taken = self.arrived.len().min(buf.remaining());
        buf.put_slice(&self.arrived[..taken]);
        self.arrived.drain(..taken);
        Poll::Ready(Ok(()))
    }
}

delegate_to_inner!(EarlyAnswerStream);

#[cfg(test)]
mod tests {
    use pingora_core::protocols::l4;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::{TcpListener, TcpStream},
    };

    use super::*;

    #[tokio::test]
    async fn a_write_that_waits_ends_when_the_answer_comes() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut far = listener.accept().await.unwrap().0;
        let inner: Stream = Box::new(l4::stream::Stream::from(near));
        let mut stream = EarlyAnswerStream { inner, arrived: Vec::new(), has_answer: false };
        stream.write_all(b"head").await.unwrap();
        let mut head = [0; 4];
        far.read_exact(&mut head).await.unwrap();
        // Nobody reads these: they do not fit into the buffers of the connection.
        let body = vec![0; 64 << 20];
        let (written, ()) = tokio::join!(stream.write_all(&body), async {
            far.write_all(b"HTTP/1.1 413 Content Too Large\r\n\r\n").await.unwrap();
        });
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 413");
    }
}
