//! `masquerade health`.

use std::{
    io::{self, Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use super::{Exit, FileArgument, load, print, print_error};

/// Ask a running instance whether it is alive and ready, as container probes do
///
/// Exits with 0 if both /healthz and /readyz of the admin listener answer 200 within five seconds,
/// else with 1.
#[derive(Debug, clap::Args)]
pub(super) struct Health {
    #[command(flatten)]
    file: FileArgument,

    /// Address and port of the admin listener [default: the configured one]
    #[arg(long, value_name = "ADDRESS")]
    address: Option<SocketAddr>,
}

/// The timeout of both requests together, within the usual timeout of a probe.
const DEADLINE: Duration = Duration::from_secs(5);

pub(super) fn run(arguments: Health) -> Exit {
    let address = match arguments.address {
        Some(address) => address,
        None => match load(&arguments.file.sources()) {
            Ok((config, _)) => config.server.admin_listen,
            Err(exit) => return exit,
        },
    };
    let address = reachable(address);
    let deadline = Instant::now() + DEADLINE;
    for path in ["/healthz", "/readyz"] {
        match status(address, path, deadline) {
            Ok(200) => {}
            Ok(status) => {
                print_error(&format!("{address}{path}: status {status}"));
                return Exit::Unhealthy;
            }
            Err(error) => {
                let hint = match error.kind() {
                    io::ErrorKind::ConnectionRefused => "; no instance has its admin listener there",
                    _ => "",
                };
                print_error(&format!("{address}{path}: {error}{hint}"));
                return Exit::Unhealthy;
            }
        }
    }
    print("ok")
}

/// Reports whether the instance with this admin listener is ready.
pub(super) fn is_ready(address: SocketAddr, deadline: Instant) -> bool {
    status(address, "/readyz", deadline).is_ok_and(|status| status == 200)
}

/// The address to connect to: loopback if the listener is bound to all addresses.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    address
}

/// The status of `GET path`, if it comes before `deadline`.
fn status(address: SocketAddr, path: &str, deadline: Instant) -> io::Result<u16> {
    /// The length of `HTTP/1.1 200`, the only part of the answer that is read.
    const STATUS_LINE: usize = 12;
    let mut stream = TcpStream::connect_timeout(&address, remaining(deadline)?)?;
    stream.set_write_timeout(Some(remaining(deadline)?))?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())?;
    let mut answer = [0; STATUS_LINE];
    let mut filled = 0;
    while let Some(rest) = answer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        stream.set_read_timeout(Some(remaining(deadline)?))?;
        match stream.read(rest)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => filled += read,
        }
    }
    let status = std::str::from_utf8(&answer).ok().and_then(|line| line.strip_prefix("HTTP/1."));
    let status = status.and_then(|rest| rest.get(2..)).and_then(|digits| digits.parse().ok());
    status.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not an HTTP answer"))
}

fn remaining(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}
