//! Log records through the real binary, to an upstream that discards them: 5 MB requests of operations, plain and in gzip,
//! and one long body, whose memory is measured. Threads of the binary share the machine with the client and the upstream,
//! so that its own time counts.
//!
//! ```text
//! cargo bench --bench records            a body of 1000 MB
//! cargo bench --bench records -- 100     a body of 100 MB
//! ```

mod process;

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use flate2::{Compression, write::GzEncoder};

/// The bytes of a request, and the number of requests.
const REQUEST: usize = 5_000_000;
const REQUESTS: usize = 60;

fn main() {
    let length = std::env::args().skip(1).find_map(|text| text.parse::<usize>().ok()).unwrap_or(1000) * 1_000_000;
    let directory = tempfile::tempdir().expect("a directory");
    let proxy = Proxy::start(sink(), directory.path());
    let mut seed = 0;
    for is_encoded in [false, true] {
        requests(&proxy, &mut seed, 5, is_encoded);
        let before = proxy.cpu();
        let mut times = requests(&proxy, &mut seed, REQUESTS, is_encoded);
        let used = proxy.cpu() - before;
        times.sort();
        println!(
            "{REQUESTS} requests of {REQUEST} bytes{}: {:.0} MB/s of a core; median {:.1?}, 99 % {:.1?}",
            if is_encoded { " in gzip" } else { "" },
            megabytes(REQUEST * REQUESTS) / used.as_secs_f64(),
            times[times.len() / 2],
            times[times.len() * 99 / 100]
        );
    }
    let (begun, before) = (Instant::now(), proxy.cpu());
    long(proxy.address, length, &mut seed).expect("an answer");
    let (wall, used) = (begun.elapsed(), proxy.cpu() - before);
    println!(
        "a body of {length} bytes: {wall:.1?}, {:.0} MB/s, {:.0} MB/s of a core; at most {} MB resident",
        megabytes(length) / wall.as_secs_f64(),
        megabytes(length) / used.as_secs_f64(),
        proxy.peak_memory() / 1000
    );
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

/// The real binary with one route of logs; killed when dropped.
struct Proxy {
    child: Child,
    address: SocketAddr,
}

impl Proxy {
    fn start(upstream: SocketAddr, directory: &std::path::Path) -> Self {
        let [address, admin] = std::array::from_fn(|_| TcpListener::bind("127.0.0.1:0").expect("a port"))
            .map(|listener| listener.local_addr().expect("an address"));
        let file = directory.join("masquerade.toml");
        let config = format!(
            "[server]\nlisten = [\"{address}\"]\nadmin_listen = \"{admin}\"\n[log]\nlevel = \"error\"\n\
             [[secrets]]\nvalue = \"for benches only: a secret of many bytes\"\n\
             [[routes]]\nname = \"logs\"\nupstreams = [\"http://{upstream}\"]\nprofile = \"elasticsearch\"\n"
        );
        std::fs::write(&file, config).expect("a configuration");
        let mut command = Command::new(env!("CARGO_BIN_EXE_masquerade"));
        // As images have it.
        command.env("MIMALLOC_PURGE_DELAY", "10");
        let child = command.args(["serve", "--config"]).arg(&file).stderr(Stdio::null()).spawn().expect("masquerade");
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(30), "the proxy does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { child, address }
    }

    /// The CPU time of the process so far, in hundredths of a second.
    fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("proc");
        let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }

    /// The most resident memory so far, in KiB.
    fn peak_memory(&self) -> u64 {
        process::peak_memory(self.child.id())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The times of requests, one after another.
fn requests(proxy: &Proxy, seed: &mut usize, count: usize, is_encoded: bool) -> Vec<Duration> {
    let ask = |body: &[u8]| {
        let coding = if is_encoded { "Content-Encoding: gzip\r\n" } else { "" };
        let head = format!("{}{coding}Content-Length: {}\r\n\r\n", head(), body.len());
        let mut stream = TcpStream::connect(proxy.address)?;
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        answer(&mut stream)
    };
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let mut body = Vec::with_capacity(REQUEST + 1000);
        operations(&mut body, REQUEST, seed);
        if is_encoded {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&body).expect("memory");
            body = encoder.finish().expect("memory");
        }
        let begun = Instant::now();
        ask(&body).expect("an answer");
        times.push(begun.elapsed());
    }
    times
}

fn head() -> &'static str {
    "POST /_bulk HTTP/1.1\r\nHost: logs\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n"
}

/// Sends a body in chunks, which is made on the way.
fn long(address: SocketAddr, length: usize, seed: &mut usize) -> io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(format!("{}Transfer-Encoding: chunked\r\n\r\n", head()).as_bytes())?;
    let (mut sent, mut piece) = (0, Vec::new());
    while sent < length {
        piece.clear();
        operations(&mut piece, 64 * 1024, seed);
        stream.write_all(format!("{:x}\r\n", piece.len()).as_bytes())?;
        stream.write_all(&piece)?;
        stream.write_all(b"\r\n")?;
        sent += piece.len();
    }
    stream.write_all(b"0\r\n\r\n")?;
    answer(&mut stream)
}

fn answer(stream: &mut TcpStream) -> io::Result<()> {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let text = String::from_utf8_lossy(&answer);
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    Ok(())
}

/// Adds operations and documents of at least `bytes` bytes, an address in each 330, and no two documents alike.
fn operations(out: &mut Vec<u8>, bytes: usize, seed: &mut usize) {
    while out.len() < bytes {
        *seed += 1;
        let n = *seed;
        let mixed = (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let line = format!(
            "{{\"index\":{{\"_index\":\"app\"}}}}\n{{\"@timestamp\":\"2026-01-02T03:04:05.{:03}Z\",\"log.level\":\"info\",\
             \"service\":{{\"name\":\"checkout\",\"version\":\"4.1.7\"}},\"trace.id\":\"{mixed:016x}{n:016x}\",\"message\":\
             \"request {n} to /api/v2/orders done in {} ms with status 200 for user{n}@mail.example from queue {}, attempt \
             {}\",\"http\":{{\"method\":\"POST\",\"bytes\":{}}}}}\n",
            n % 1000,
            mixed % 900,
            mixed % 17,
            mixed % 3,
            mixed % 50_000,
        );
        out.extend_from_slice(line.as_bytes());
    }
}

/// An upstream that discards bodies.
fn sink() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || discard(stream));
        }
    });
    address
}

/// Reads requests whose bodies end with an empty chunk, or with what their length says, and answers.
fn discard(mut stream: TcpStream) -> Option<()> {
    let (mut seen, mut room) = (Vec::new(), vec![0; 1 << 18]);
    loop {
        let end = loop {
            if let Some(end) = memchr::memmem::find(&seen, b"\r\n\r\n") {
                break end + 4;
            }
            let read = read(&mut stream, &mut room)?;
            seen.extend_from_slice(&room[..read]);
        };
        let head = String::from_utf8_lossy(&seen[..end]).to_ascii_lowercase();
        seen.drain(..end);
        match head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse::<usize>().ok()) {
            Some(length) => {
                let mut left = length.saturating_sub(seen.len());
                while left > 0 {
                    left = left.saturating_sub(read(&mut stream, &mut room)?);
                }
            }
            None => {
                while !seen.ends_with(b"\r\n0\r\n\r\n") {
                    let read = read(&mut stream, &mut room)?;
                    let kept = seen.len().min(16);
                    seen.drain(..seen.len() - kept);
                    seen.extend_from_slice(&room[..read]);
                }
            }
        }
        seen.clear();
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").ok()?;
    }
}

fn read(stream: &mut TcpStream, room: &mut [u8]) -> Option<usize> {
    stream.read(room).ok().filter(|&read| read > 0)
}
