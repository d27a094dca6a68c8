//! A connection to an upstream that writes the headers of a request together with its body.
//!
//! The library writes and flushes the headers first. A second segment for the body costs as much CPU time as the rest of a
//! small request, here and at the upstream, so the headers are held until the body is written.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::atomic::{AtomicBool, Ordering},
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

/// A connection that can hold one write until the next.
#[derive(Debug)]
pub struct CoalescingStream {
    inner: Stream,
    /// True if the next write is held.
    holds: AtomicBool,
    /// The held bytes.
    held: Vec<u8>,
}

impl CoalescingStream {
    fn new(inner: Stream) -> Self {
        Self { inner, holds: AtomicBool::new(false), held: Vec::new() }
    }

    /// Holds the headers of the next request over `session` until its body, which must not be empty, is written. Has no
    /// effect on HTTP/2, where the library coalesces frames itself.
    pub fn next_request(session: HttpSession, peer: &HttpPeer) -> HttpSession {
        let HttpSession::H1(session) = session else { return session };
        if let Some(gather) = (**session.stream()).as_any().downcast_ref::<Self>() {
            gather.holds.store(true, Ordering::Relaxed);
            return HttpSession::H1(session);
        }
        let gather = Self::new(session.into_inner());
        gather.holds.store(true, Ordering::Relaxed);
        HttpSession::H1(v1::client::HttpSession::new_with_options(Box::new(gather), peer))
    }

    /// Writes the held bytes together with `more`. Returns the bytes of `more` that were written.
    fn poll_held(&mut self, cx: &mut Context<'_>, more: &[u8]) -> Poll<io::Result<usize>> {
        while !self.held.is_empty() {
            let both = [IoSlice::new(&self.held), IoSlice::new(more)];
            let written = ready!(Pin::new(&mut self.inner).poll_write_vectored(cx, &both))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            let of_held = written.min(self.held.len());
            self.held.drain(..of_held);
            if written > of_held {
                return Poll::Ready(Ok(written - of_held));
            }
        }
        Poll::Ready(Ok(0))
    }
}

impl AsyncWrite for CoalescingStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if self.held.is_empty() && self.holds.swap(false, Ordering::Relaxed) {
            self.held.extend_from_slice(buf);
            return Poll::Ready(Ok(buf.len()));
        }
        let taken = ready!(self.poll_held(cx, buf))?;
        if taken > 0 || buf.is_empty() {
            return Poll::Ready(Ok(taken));
        }
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    /// Keeps held bytes: the library flushes after the headers.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.held.is_empty() { Pin::new(&mut self.inner).poll_flush(cx) } else { Poll::Ready(Ok(())) }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_held(cx, &[]))?;
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

impl AsyncRead for CoalescingStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buf)
    }
}

delegate_to_inner!(CoalescingStream);
