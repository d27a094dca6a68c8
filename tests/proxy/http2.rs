//! HTTP/2 on both sides of the proxy, for tests.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{Request, Response};
use rustls::{ClientConfig, ServerConfig, pki_types::ServerName};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{TlsAcceptor, TlsConnector};

/// A response with its body.
pub type Whole = Response<Vec<u8>>;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// Sends all requests at once on one connection; their responses in order, `None` for streams that were reset.
pub fn ask_all(address: SocketAddr, tls: Arc<ClientConfig>, requests: Vec<Request<Vec<u8>>>) -> Vec<Option<Whole>> {
    runtime().block_on(async {
        let stream = TcpStream::connect(address).await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let stream = TlsConnector::from(tls).connect(name, stream).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (client, connection) = h2::client::handshake(stream).await.unwrap();
        let connection = tokio::spawn(connection);
        let mut client = client.ready().await.unwrap();
        let mut answers = Vec::new();
        for request in requests {
            let (parts, body) = request.into_parts();
            let (answer, mut send) = client.send_request(Request::from_parts(parts, ()), false).unwrap();
            tokio::spawn(async move {
                // A server that refuses early does not read on.
                let _ = send.send_data(body.into(), true);
                std::future::poll_fn(|cx| send.poll_reset(cx)).await
            });
            answers.push(tokio::spawn(async move {
                let (parts, mut body) = answer.await.ok()?.into_parts();
                let mut whole = Vec::new();
                while let Some(piece) = body.data().await {
                    let piece = piece.ok()?;
                    let _ = body.flow_control().release_capacity(piece.len());
                    whole.extend_from_slice(&piece);
                }
                Some(Response::from_parts(parts, whole))
            }));
            client = client.ready().await.unwrap();
        }
        let mut responses = Vec::new();
        for answer in answers {
            responses.push(tokio::time::timeout(crate::common::wait::PATIENCE, answer).await.unwrap().unwrap());
        }
        connection.abort();
        responses
    })
}

/// Sends a request as common clients do: piece by piece, whatever is answered meanwhile. Returns the status of the answer,
/// and whether the whole body could be sent.
pub fn send_all(address: SocketAddr, tls: Arc<ClientConfig>, request: Request<Vec<u8>>) -> (u16, bool) {
    runtime().block_on(async {
        let stream = TcpStream::connect(address).await.unwrap();
        let stream = TlsConnector::from(tls).connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
        let (client, connection) = h2::client::handshake(stream).await.unwrap();
        let connection = tokio::spawn(connection);
        let (parts, body) = request.into_parts();
        let mut client = client.ready().await.unwrap();
        let (answer, mut send) = client.send_request(Request::from_parts(parts, ()), false).unwrap();
        let sending = async {
            let mut body = Bytes::from(body);
            while !body.is_empty() {
                send.reserve_capacity(body.len());
                let Some(Ok(room)) = std::future::poll_fn(|cx| send.poll_capacity(cx)).await else { return false };
                let piece = body.split_to(room.min(body.len()));
                if send.send_data(piece, body.is_empty()).is_err() {
                    return false;
                }
            }
            true
        };
        let both = async { tokio::join!(answer, sending) };
        let (answer, is_sent) = tokio::time::timeout(crate::common::wait::PATIENCE, both).await.unwrap();
        connection.abort();
        (answer.unwrap().status().as_u16(), is_sent)
    })
}

/// A `POST` to the proxy.
pub fn post(path: &str, body: impl Into<Vec<u8>>) -> Request<Vec<u8>> {
    Request::post(format!("https://localhost{path}"))
        .header("content-type", "application/json")
        .header("authorization", "Bearer x")
        .body(body.into())
        .unwrap()
}

/// An upstream that speaks HTTP/2 and answers the body it was sent.
pub struct H2Echo {
    pub address: SocketAddr,
    recorded: Arc<Mutex<Vec<Request<Vec<u8>>>>>,
}

impl H2Echo {
    /// A server on a free port, with TLS or in clear text.
    pub fn start(tls: Option<ServerConfig>) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let recorded = Arc::<Mutex<Vec<_>>>::default();
        let seen = Arc::clone(&recorded);
        let tls = tls.map(|tls| TlsAcceptor::from(Arc::new(tls)));
        std::thread::spawn(move || {
            runtime().block_on(async move {
                let listener = TcpListener::from_std(listener).unwrap();
                while let Ok((stream, _)) = listener.accept().await {
                    let (tls, seen) = (tls.clone(), Arc::clone(&seen));
                    tokio::spawn(async move {
                        match tls {
                            None => serve(stream, seen).await,
                            Some(tls) => {
                                if let Ok(stream) = tls.accept(stream).await {
                                    serve(stream, seen).await;
                                }
                            }
                        }
                    });
                }
            });
        });
        Self { address, recorded }
    }

    /// All requests so far.
    pub fn recorded(&self) -> std::sync::MutexGuard<'_, Vec<Request<Vec<u8>>>> {
        self.recorded.lock().unwrap()
    }
}

async fn serve(
    stream: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    seen: Arc<Mutex<Vec<Request<Vec<u8>>>>>,
) {
    let Ok(mut connection) = h2::server::handshake(stream).await else { return };
    while let Some(Ok((request, mut respond))) = connection.accept().await {
        let seen = Arc::clone(&seen);
        tokio::spawn(async move {
            let (parts, mut body) = request.into_parts();
            let mut whole = Vec::new();
            while let Some(piece) = body.data().await {
                // A request that was reset has no end.
                let Ok(piece) = piece else { return };
                let _ = body.flow_control().release_capacity(piece.len());
                whole.extend_from_slice(&piece);
            }
            let answer = whole.clone();
            seen.lock().unwrap().push(Request::from_parts(parts, whole));
            let head = Response::builder().header("content-type", "application/json").body(()).unwrap();
            let mut send = respond.send_response(head, false).unwrap();
            let _ = send.send_data(Bytes::from(answer), true);
        });
    }
}

/// Sends a request, waits for `reached`, and takes it back while the connection stays open until `ended`.
pub fn take_back(
    address: SocketAddr,
    tls: Arc<ClientConfig>,
    request: Request<Vec<u8>>,
    reached: impl FnOnce() + Send + 'static,
    ended: impl FnOnce() + Send + 'static,
) {
    runtime().block_on(async {
        let stream = TcpStream::connect(address).await.unwrap();
        let stream = TlsConnector::from(tls).connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
        let (client, connection) = h2::client::handshake(stream).await.unwrap();
        let connection = tokio::spawn(connection);
        let (parts, body) = request.into_parts();
        let mut client = client.ready().await.unwrap();
        let (answer, mut send) = client.send_request(Request::from_parts(parts, ()), false).unwrap();
        send.send_data(body.into(), true).unwrap();
        tokio::task::spawn_blocking(reached).await.unwrap();
        send.send_reset(h2::Reason::CANCEL);
        drop(answer);
        tokio::task::spawn_blocking(ended).await.unwrap();
        connection.abort();
    });
}
