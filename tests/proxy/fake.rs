//! A scripted upstream: it keeps every byte it is sent, and answers exactly the bytes it is told to.

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::common::wait::PATIENCE;

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Number of its connection, from 0.
    pub connection: usize,
    /// The first line and the headers.
    pub head: String,
    /// The body, its chunks joined.
    pub body: Vec<u8>,
}

impl Recorded {
    /// The first line.
    pub fn line(&self) -> &str {
        self.head.lines().next().unwrap_or_default()
    }

    /// All values of a header.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).collect()
    }

    /// The only value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        match self.headers(name)[..] {
            [] => None,
            [one] => Some(one),
            _ => panic!("{name} stands more than once in {}", self.head),
        }
    }
}

/// The treatment of a connection after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The connection waits for the next request.
    Keep,
    /// The connection is closed.
    Close,
    /// The connection is reset, so that bytes not read yet are lost.
    Reset,
}

/// The upstream's side of a connection.
pub struct Talk<'t> {
    stream: &'t mut dyn Wire,
}

impl Talk<'_> {
    /// Sends these bytes in one piece.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        // A proxy that hangs up is no failure of the upstream.
        let _ = self.stream.write_all(bytes.as_ref()).and_then(|()| self.stream.flush());
        self
    }

    /// A whole JSON answer.
    pub fn json(&mut self, body: &str) -> Then {
        self.send(format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        Then::Keep
    }

    /// Waits until the proxy closes.
    pub fn await_close(&mut self) {
        let mut waste = [0; 1024];
        while self.stream.read(&mut waste).is_ok_and(|n| n > 0) {}
    }
}

impl Read for Talk<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.stream.read(out)
    }
}

impl Write for Talk<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

trait Wire: Read + Write {
    fn socket(&self) -> &TcpStream;
}

impl Wire for TcpStream {
    fn socket(&self) -> &TcpStream {
        self
    }
}

impl Wire for StreamOwned<ServerConnection, TcpStream> {
    fn socket(&self) -> &TcpStream {
        &self.sock
    }
}

/// A place that a script waits at until a test lets it go on, or the other way round.
#[derive(Clone, Default)]
pub struct Signal(Arc<(Mutex<bool>, Condvar)>);

impl Signal {
    pub fn set(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    #[track_caller]
    pub fn wait(&self) {
        let (set, changed) = &*self.0;
        let (set, _) = changed.wait_timeout_while(set.lock().unwrap(), PATIENCE, |set| !*set).unwrap();
        assert!(*set, "the signal did not come");
    }
}

pub type Script = dyn Fn(&Recorded, &mut Talk<'_>) -> Then + Send + Sync;

/// The scripted upstream.
pub struct Fake {
    pub address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    recorded: Mutex<Vec<Recorded>>,
    connections: AtomicUsize,
    script: Mutex<Arc<Script>>,
    tls: Option<Arc<ServerConfig>>,
}

impl Fake {
    /// Answers each request by `script`.
    pub fn start(script: impl Fn(&Recorded, &mut Talk<'_>) -> Then + Send + Sync + 'static) -> Self {
        Self::start_on(TcpListener::bind("127.0.0.1:0").unwrap(), None, script)
    }

    /// Starts an upstream behind TLS.
    pub fn start_tls(
        tls: ServerConfig,
        script: impl Fn(&Recorded, &mut Talk<'_>) -> Then + Send + Sync + 'static,
    ) -> Self {
        Self::start_on(TcpListener::bind("127.0.0.1:0").unwrap(), Some(tls), script)
    }

    /// Starts an upstream on a listener of the test's own.
    pub fn start_on(
        listener: TcpListener,
        tls: Option<ServerConfig>,
        script: impl Fn(&Recorded, &mut Talk<'_>) -> Then + Send + Sync + 'static,
    ) -> Self {
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            recorded: Mutex::default(),
            connections: AtomicUsize::new(0),
            script: Mutex::new(Arc::new(script)),
            tls: tls.map(Arc::new),
        });
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&serving);
                let connection = shared.connections.fetch_add(1, Ordering::SeqCst);
                std::thread::spawn(move || shared.serve(connection, stream));
            }
        });
        Self { address, shared }
    }

    /// Echoes nothing and says so.
    pub fn ok() -> Self {
        Self::start(|_, talk| talk.json("{\"ok\":true}"))
    }

    /// Forgets all requests, and answers further ones by another script.
    pub fn rescript(&self, script: Arc<Script>) {
        self.shared.recorded.lock().unwrap().clear();
        *self.shared.script.lock().unwrap() = script;
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All requests so far.
    pub fn recorded(&self) -> Vec<Recorded> {
        self.shared.recorded.lock().unwrap().clone()
    }

    /// The only request so far.
    #[track_caller]
    pub fn only(&self) -> Recorded {
        let mut all = self.recorded();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    /// The number of the connection that all requests came by.
    #[track_caller]
    pub fn only_connection(&self) -> usize {
        let numbers: std::collections::BTreeSet<usize> = self.recorded().iter().map(|r| r.connection).collect();
        assert_eq!(numbers.len(), 1, "{numbers:?}");
        numbers.into_iter().next().unwrap()
    }

    /// The number of connections opened.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }
}

impl Shared {
    fn serve(&self, connection: usize, stream: TcpStream) {
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        match &self.tls {
            None => self.talk(connection, stream),
            Some(tls) => {
                let session = ServerConnection::new(Arc::clone(tls)).unwrap();
                self.talk(connection, StreamOwned::new(session, stream));
            }
        }
    }

    fn talk(&self, connection: usize, mut stream: impl Wire) {
        let mut buffered = Vec::new();
        while let Ok(Some((head, body))) = read(&mut stream, &mut buffered) {
            let recorded = Recorded { connection, head, body };
            self.recorded.lock().unwrap().push(recorded.clone());
            let script = Arc::clone(&self.script.lock().unwrap());
            match script(&recorded, &mut Talk { stream: &mut stream }) {
                Then::Keep => {}
                Then::Close => return,
                Then::Reset => {
                    let socket = socket2::SockRef::from(stream.socket());
                    let _ = socket.set_linger(Some(Duration::ZERO));
                    return;
                }
            }
        }
    }
}

/// Reads one request, or the end of the connection.
fn read(stream: &mut impl Read, buffered: &mut Vec<u8>) -> io::Result<Option<(String, Vec<u8>)>> {
    let mut fill = |buffered: &mut Vec<u8>| -> io::Result<bool> {
        let mut chunk = vec![0; 64 * 1024];
        let n = stream.read(&mut chunk)?;
        buffered.extend_from_slice(&chunk[..n]);
        Ok(n > 0)
    };
    let end = loop {
        match buffered.windows(4).position(|w| w == b"\r\n\r\n") {
            Some(at) => break at + 4,
            None if !fill(buffered)? => return Ok(None),
            None => {}
        }
    };
    let head = String::from_utf8(buffered.drain(..end).collect()).expect("ASCII headers");
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().to_owned())
    };
    if header("transfer-encoding").is_some() {
        return Ok(chunks(buffered, fill)?.map(|body| (head, body)));
    }
    let length = header("content-length").map_or(0, |n| n.parse().expect("a length"));
    while buffered.len() < length {
        if !fill(buffered)? {
            return Ok(None);
        }
    }
    let body = buffered.drain(..length).collect();
    Ok(Some((head, body)))
}

/// Reads a chunked body; `None`: the connection ended before its last chunk.
fn chunks(
    buffered: &mut Vec<u8>,
    mut fill: impl FnMut(&mut Vec<u8>) -> io::Result<bool>,
) -> io::Result<Option<Vec<u8>>> {
    let mut body = Vec::new();
    loop {
        let end = loop {
            match buffered.windows(2).position(|w| w == b"\r\n") {
                Some(at) => break at,
                None if !fill(buffered)? => return Ok(None),
                None => {}
            }
        };
        let size = std::str::from_utf8(&buffered[..end]).expect("a size");
        let size = usize::from_str_radix(size, 16).expect("a size in hexadecimal digits");
        buffered.drain(..end + 2);
        while buffered.len() < size + 2 {
            if !fill(buffered)? {
                return Ok(None);
            }
        }
        body.extend(buffered.drain(..size));
        buffered.drain(..2);
        if size == 0 {
            return Ok(Some(body));
        }
    }
}
