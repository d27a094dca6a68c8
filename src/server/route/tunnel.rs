//! Tunnels through an HTTP proxy (`CONNECT`, RFC 9110, 9.3.6) to upstreams beyond it.

use std::{fmt, time::Duration};

use async_trait::async_trait;
use pingora_core::{
    Error, ErrorType, Result,
    connectors::l4::Connect,
    protocols::l4::{socket::SocketAddr, stream::Stream},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use zeroize::Zeroizing;

/// The longest answer of a proxy, in bytes.
const MAX_ANSWER: usize = 8 * 1024;

/// The most headers of a proxy's answer.
const MAX_HEADERS: usize = 64;

/// An opener of tunnels to one upstream.
pub struct Tunnel {
    /// The host and port of the upstream.
    authority: String,
    /// The value of `Proxy-Authorization`.
    authorization: Option<Zeroizing<String>>,
    /// The timeout of opening a tunnel.
    timeout: Duration,
}

impl fmt::Debug for Tunnel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tunnel({})", self.authority)
    }
}

impl Tunnel {
    /// An opener of tunnels to `authority`.
    pub fn new(authority: String, authorization: Option<Zeroizing<String>>, timeout: Duration) -> Self {
        Self { authority, authorization, timeout }
    }

    async fn open(&self, proxy: std::net::SocketAddr) -> Result<TcpStream> {
        let failed = |e| Error::because(ErrorType::ConnectError, "connecting to the proxy", e);
        let mut stream = TcpStream::connect(proxy).await.map_err(failed)?;
        let mut request = Zeroizing::new(format!("CONNECT {0} HTTP/1.1\r\nHost: {0}\r\n", self.authority));
        if let Some(authorization) = &self.authorization {
            request.push_str("Proxy-Authorization: ");
            request.push_str(authorization);
            request.push_str("\r\n");
        }
        request.push_str("\r\n");
        let broken = |e| Error::because(ErrorType::ConnectProxyFailure, "asking the proxy for a tunnel", e);
        stream.write_all(request.as_bytes()).await.map_err(broken)?;
        let mut answer = Vec::with_capacity(256);
        // Byte by byte, so that no byte of the tunnel's content is read; it happens once per connection.
        while !answer.ends_with(b"\r\n\r\n") {
            if answer.len() >= MAX_ANSWER {
                return Err(Error::explain(ErrorType::ConnectProxyFailure, "the proxy's answer is too long"));
            }
            answer.push(stream.read_u8().await.map_err(broken)?);
        }
        match status(&answer) {
            Some(200..=299) => Ok(stream),
            _ => Err(Error::explain(ErrorType::ConnectProxyFailure, "the proxy refused the tunnel")),
        }
    }
}

fn status(answer: &[u8]) -> Option<u16> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    response.parse(answer).ok().filter(httparse::Status::is_complete)?;
    response.code
}

#[async_trait]
impl Connect for Tunnel {
    async fn connect(&self, proxy: &SocketAddr) -> Result<Stream> {
        let Some(proxy) = proxy.as_inet() else {
            return Err(Error::explain(ErrorType::ConnectError, "a proxy has an address and a port"));
        };
        match tokio::time::timeout(self.timeout, self.open(*proxy)).await {
            Ok(stream) => stream.map(Stream::from),
            Err(_) => Err(Error::explain(ErrorType::ConnectTimedout, "asking the proxy for a tunnel")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_proxies_are_read_by_their_status() {
        assert_eq!(status(b"HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n"), Some(200));
        assert_eq!(status(b"HTTP/1.0 407 No\r\n\r\n"), Some(407));
        assert_eq!(status(b"SSH-2.0\r\n\r\n"), None);
    }
}
