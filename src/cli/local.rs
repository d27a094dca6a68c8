//! [`LocalServer`]: a server within the program, on free ports of this machine, for the time of one command.

use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use tokio::sync::mpsc;

use super::{Exit, health, print_error};
use crate::{
    config::{Config, StoreKind},
    server::{Command, Control, Listeners, serve_with},
};

/// The time in which a server must be ready.
const START: Duration = Duration::from_secs(60);

/// A running server; it ends with the program.
pub(super) struct LocalServer {
    /// The address of the API and of the routes.
    pub(super) api: SocketAddr,
    admin: SocketAddr,
    /// The server stops when this is dropped.
    _commands: mpsc::Sender<Command>,
}

impl LocalServer {
    /// Serves `config` on free ports, without TLS and with sessions in memory.
    ///
    /// # Errors
    /// The exit status, once the reason is printed.
    pub(super) fn start(mut config: Config) -> Result<Self, Exit> {
        let free = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        (config.server.listen, config.server.admin_listen, config.server.tls) = (vec![free], free, None);
        config.store.kind = StoreKind::Memory;
        // The file and the traces belong to the instance that the configuration is for.
        (config.audit.file, config.traces.collector) = (None, None);
        let failed = |error: &dyn std::fmt::Display| {
            print_error(&format!("error: {error}"));
            Exit::Unavailable
        };
        let bound = Listeners::bind(&config.server).map_err(|error| failed(&error))?;
        let (api, admin) = (bound.api_addresses().first().copied(), bound.admin_address());
        let (Some(api), Some(admin)) = (api, admin) else { return Err(Exit::Internal) };
        let (commands, control) = mpsc::channel(1);
        std::thread::spawn(move || {
            let reload = || Err("the configuration is that of one command".into());
            if let Err(error) = serve_with(bound, &config, reload, Control::Channel(control)) {
                print_error(&format!("error: {error}"));
            }
        });
        let server = Self { api, admin, _commands: commands };
        let deadline = Instant::now() + START;
        while !health::is_ready(server.admin, deadline) {
            if Instant::now() > deadline {
                return Err(failed(&"the server did not start"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// The number of masked entities by label so far, the most frequent first.
    ///
    /// # Errors
    /// If the server does not answer.
    pub(super) fn masked(&self) -> io::Result<Vec<(String, u64)>> {
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.admin);
        let answer = exchange(self.admin, request.as_bytes())?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let count = |line: &str| {
            let labels = line.strip_prefix("masquerade_entities_total{label=\"")?;
            let (label, rest) = labels.split_once('"')?;
            Some((label.to_owned(), rest.rsplit(' ').next()?.parse::<u64>().ok()?))
        };
        let mut counts: Vec<(String, u64)> = Vec::new();
        for (label, count) in answer.lines().filter_map(count) {
            match counts.iter_mut().find(|(known, _)| *known == label) {
                Some((_, sum)) => *sum += count,
                None => counts.push((label, count)),
            }
        }
        counts.sort_by(|(one, few), (other, many)| many.cmp(few).then(one.cmp(other)));
        Ok(counts)
    }
}

/// The bytes that a server answers to `request` until it closes the connection.
///
/// # Errors
/// If it cannot be reached, or breaks off.
pub(super) fn exchange(address: SocketAddr, request: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(START))?;
    stream.write_all(request)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}
