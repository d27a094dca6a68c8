//! Contract tests of pingora: behaviour that the server relies on and that pingora's documentation does not promise.
//!
//! They run against pingora alone, over real sockets. A new version that fails one of them would change what clients
//! see; the test names the code to look at. What shows through the whole server is tested there: refusals of requests
//! that pingora cannot parse in `server/hostile.rs`, the stop in `server/lifecycle.rs`.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::net::{Ipv4Addr, SocketAddr};

use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use pingora_core::{
    BError, ErrorType, RetryType,
    protocols::{
        Stream,
        http::{ServerSession, v1::client::HttpSession},
        l4,
    },
    upstreams::peer::{HttpPeer, Peer},
};
use pingora_http::RequestHeader;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The two ends of a connection: pingora's, and a plain one.
async fn connection() -> (Stream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    (Box::new(l4::stream::Stream::from(near)), listener.accept().await.unwrap().0)
}

/// The error of reading a response of which only `received` came before the end of the connection.
async fn response_error(received: &str) -> BError {
    let (near, mut far) = connection().await;
    far.write_all(received.as_bytes()).await.unwrap();
    far.shutdown().await.unwrap();
    HttpSession::new(near).read_response().await.unwrap_err()
}

/// A request as pingora's server side has read it, and the client's end.
async fn received(request: &str) -> (ServerSession, TcpStream) {
    let (near, mut far) = connection().await;
    far.write_all(request.as_bytes()).await.unwrap();
    let mut session = ServerSession::new_http1(near);
    assert!(session.read_request().await.unwrap());
    (session, far)
}

/// `route::dispatch` sends a request again only if no byte of a response had come, and pingora tells that in the words
/// of its error alone.
#[tokio::test]
async fn an_end_before_a_response_is_told_from_an_end_within_one() {
    let none = response_error("").await;
    assert_eq!((none.etype(), &none.retry), (&ErrorType::ConnectionClosed, &RetryType::ReusedOnly));
    assert!(none.context.as_ref().unwrap().as_str().ends_with("bytes already read: 0"), "{none}");
    let partial = response_error("HTTP/1.1 200 OK\r\nConte").await;
    assert_eq!(partial.etype(), &ErrorType::ConnectionClosed);
    assert!(!partial.context.as_ref().unwrap().as_str().ends_with("bytes already read: 0"), "{partial}");
    let nonsense = response_error("SSH-2.0-x\r\n\r\n").await;
    assert_eq!(nonsense.etype(), &ErrorType::InvalidHTTPHeader);
}

/// `body` answers malformed chunks with 400 by the names of two error types that pingora does not export.
#[tokio::test]
async fn malformed_chunks_have_error_types_of_their_own() {
    let head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (body, expected) in [("nonsense\r\n\r\n", "InvalidChunk"), ("0\r\nA: b\rX\r\n\r\n", "InvalidTrailerEnd")] {
        let (mut session, mut far) = received(&format!("{head}{body}")).await;
        far.shutdown().await.unwrap();
        let error = loop {
            match session.read_request_body().await {
                Ok(Some(_)) => {}
                Ok(None) => panic!("{body:?} was taken for a body"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.etype().as_str(), expected, "{body:?}");
    }
}

/// `request_checks::framing` refuses requests with both framings by their raw headers, since pingora drops the length.
#[tokio::test]
async fn a_length_beside_chunks_is_dropped_but_stays_in_the_raw_headers() {
    let both = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    let (session, _far) = received(both).await;
    let headers = &session.req_header().headers;
    assert!(headers.contains_key(TRANSFER_ENCODING) && !headers.contains_key(CONTENT_LENGTH));
    let raw = session.as_http1().unwrap().get_headers_raw_bytes();
    assert!(raw.windows(15).any(|window| window == b"Content-Length:"));
}

/// `body::read` asks for the body itself: pingora does not answer an expectation on its own.
#[tokio::test]
async fn a_client_that_expects_a_continue_is_answered_only_on_demand() {
    let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n";
    let (mut session, mut far) = received(head).await;
    session.write_continue_response().await.unwrap();
    let mut interim = [0; 25];
    far.read_exact(&mut interim).await.unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    far.write_all(b"{}").await.unwrap();
    assert_eq!(session.read_request_body().await.unwrap().as_deref(), Some(&b"{}"[..]));
    // Had there been a second interim response, it would come before the end of the connection.
    drop(session);
    let mut rest = Vec::new();
    far.read_to_end(&mut rest).await.unwrap();
    assert_eq!(rest, b"");
}

/// `body::read` takes a body for complete when all announced bytes came and pingora says that it is done, without
/// another read.
#[tokio::test]
async fn a_body_is_done_with_its_last_announced_byte() {
    let (mut session, mut far) = received("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab").await;
    assert!(!session.is_body_done());
    assert_eq!(session.read_request_body().await.unwrap().as_deref(), Some(&b"ab"[..]));
    assert!(!session.is_body_done());
    far.write_all(b"cd").await.unwrap();
    assert_eq!(session.read_request_body().await.unwrap().as_deref(), Some(&b"cd"[..]));
    assert!(session.is_body_done());
    let (mut session, _far) = received("GET / HTTP/1.1\r\nHost: h\r\n\r\n").await;
    assert!(session.is_body_done());
}

/// `route::dispatch` and `route::relay` notice a client that leaves by a read that otherwise never ends.
#[tokio::test]
async fn waiting_for_a_client_ends_when_it_leaves() {
    let (mut session, far) = received("GET / HTTP/1.1\r\nHost: h\r\n\r\n").await;
    drop(far);
    assert!(session.read_body_or_idle(true).await.is_err());
}

/// `route::idle_connections` keeps a connection if `reuse` returns it: not after a response that closes it.
#[tokio::test]
async fn a_connection_is_reusable_unless_its_response_says_otherwise() {
    for (connection_header, is_reusable) in [("keep-alive", true), ("close", false)] {
        let (near, mut far) = connection().await;
        let mut session = HttpSession::new(near);
        let mut request = RequestHeader::build("GET", b"/", None).unwrap();
        request.insert_header("Host", "h").unwrap();
        session.write_request_header(Box::new(request)).await.unwrap();
        session.finish_body().await.unwrap();
        let response = format!("HTTP/1.1 200 OK\r\nConnection: {connection_header}\r\nContent-Length: 2\r\n\r\nok");
        far.write_all(response.as_bytes()).await.unwrap();
        session.read_response().await.unwrap();
        assert_eq!(session.read_body_bytes().await.unwrap().as_deref(), Some(&b"ok"[..]));
        session.respect_keepalive();
        assert_eq!(session.reuse().await.is_some(), is_reusable, "{connection_header}");
    }
}

/// `route::upstream` sets the group of a peer and replaces its address: neither may share connections with another.
#[test]
fn connections_are_grouped_by_address_name_and_group() {
    let peer = |address: &str, name: &str, group: u64| {
        let mut peer = HttpPeer::new((Ipv4Addr::UNSPECIFIED, 0), true, name.to_owned());
        peer.group_key = group;
        peer._address = address.parse::<SocketAddr>().unwrap().into();
        peer.reuse_hash()
    };
    let hash = peer("192.0.2.1:443", "a.example", 1);
    assert_eq!(peer("192.0.2.1:443", "a.example", 1), hash);
    for other in [
        peer("192.0.2.2:443", "a.example", 1),
        peer("192.0.2.1:444", "a.example", 1),
        peer("192.0.2.1:443", "b.example", 1),
        peer("192.0.2.1:443", "a.example", 2),
    ] {
        assert_ne!(other, hash);
    }
}
