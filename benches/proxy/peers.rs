//! The three proxies under comparison: the real binary, a plain pingora pass-through, nginx.

use std::{
    collections::HashMap,
    ffi::OsString,
    io::{BufRead, BufReader},
    net::{SocketAddr, TcpListener},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use pingora_core::{
    Result,
    server::{Server, configuration::ServerConf},
    upstreams::peer::HttpPeer,
};
use pingora_proxy::{ProxyHttp, Session, http_proxy_service};
use tempfile::TempDir;

use super::process;

/// The environment variable with the role of a child of this program.
pub const ROLE: &str = "MASQUERADE_BENCH_ROLE";
/// The environment variable with the pass-through's address, its upstream's, and its number of threads.
const SETTINGS: &str = "MASQUERADE_BENCH_SETTINGS";

/// A process under comparison; killed when dropped.
pub struct Peer {
    child: Child,
    /// The address that the peer listens on.
    pub address: SocketAddr,
    _directory: Option<TempDir>,
}

impl Peer {
    /// The upstream.
    pub fn upstream() -> Self {
        let mut child = this_program("upstream").stdout(Stdio::piped()).spawn().expect("the upstream");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("output")).read_line(&mut line).expect("an address");
        Self { child, address: line.trim().parse().expect("an address"), _directory: None }
    }

    /// A pingora proxy that rewrites nothing, with `threads` threads.
    pub fn pass_through(upstream: SocketAddr, threads: usize) -> Self {
        let address = free_address();
        let child = this_program("pass-through").env(SETTINGS, format!("{address} {upstream} {threads}")).spawn();
        Self { child: child.expect("the pass-through"), address, _directory: None }.ready()
    }

    /// The real binary with one route at the default settings, with `threads` threads for connections and as many for CPU
    /// work. Its log goes to a file.
    pub fn masquerade(upstream: SocketAddr, threads: usize) -> Self {
        let (address, admin) = free_addresses();
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("masquerade.toml");
        let config = format!(
            "[server]\nlisten = [\"{address}\"]\nadmin_listen = \"{admin}\"\nthreads = {threads}\n\
             [limits]\ncpu_threads = {threads}\nconnections_per_address = 0\n\
             [[secrets]]\nvalue = \"for benches only: a secret of many bytes\"\n\
             [[routes]]\nname = \"llm\"\npath_prefix = \"/\"\nupstreams = [\"http://{upstream}\"]\nprofile = \"auto\"\n"
        );
        std::fs::write(&file, config).expect("a configuration");
        let log = std::fs::File::create(directory.path().join("log")).expect("a file for the log");
        let child = Command::new(env!("CARGO_BIN_EXE_masquerade"))
            .args(["serve", "--config"])
            .arg(&file)
            .stdout(log.try_clone().expect("a file for the log"))
            .stderr(log)
            .spawn()
            .expect("masquerade");
        Self { child, address, _directory: Some(directory) }.ready()
    }

    /// nginx, if it is installed.
    pub fn nginx(upstream: SocketAddr) -> Option<Self> {
        let address = free_address();
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("nginx.conf");
        let path = directory.path().display();
        let config = format!(
            "daemon off; master_process off; worker_processes 1; error_log /dev/null; pid {path}/pid;\n\
             events {{ worker_connections 256; }}\n\
             http {{ access_log off; client_body_temp_path {path}/b; proxy_temp_path {path}/p; \
             fastcgi_temp_path {path}/f; uwsgi_temp_path {path}/u; scgi_temp_path {path}/s; \
             client_body_buffer_size 256k; proxy_buffering off; keepalive_requests 1000000;\n\
             upstream api {{ server {upstream}; keepalive 16; keepalive_requests 1000000; }}\n\
             server {{ listen {address}; location / {{ proxy_pass http://api; proxy_http_version 1.1; \
             proxy_set_header Connection \"\"; }} }} }}\n"
        );
        std::fs::write(&file, config).expect("a configuration");
        let child = Command::new("nginx").arg("-c").arg(&file).stderr(Stdio::null()).spawn().ok()?;
        Some(Self { child, address, _directory: Some(directory) }.ready())
    }

    /// Waits until the process accepts connections.
    fn ready(mut self) -> Self {
        let start = Instant::now();
        while std::net::TcpStream::connect(self.address).is_err() {
            let ended = self.child.try_wait().expect("a process");
            assert!(ended.is_none() && start.elapsed() < Duration::from_secs(30), "a process does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        self
    }

    /// CPU time that each thread has used so far, in nanoseconds.
    pub fn cpu(&self) -> HashMap<OsString, u64> {
        process::cpu_by_thread(self.child.id())
    }

    /// CPU time of the threads since `before`. Threads that only start the process up have ended by then, or count for
    /// nothing when they end.
    pub fn cpu_since(&self, before: &HashMap<OsString, u64>) -> Duration {
        let now = self.cpu();
        let used = now.iter().map(|(thread, now)| now - before.get(thread).copied().unwrap_or_default());
        Duration::from_nanos(used.sum())
    }

    /// Resident memory, in KiB.
    pub fn memory(&self) -> u64 {
        process::resident_memory(self.child.id())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn this_program(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.env(ROLE, role);
    command
}

/// An address that was free a moment ago.
fn free_address() -> SocketAddr {
    free_addresses().0
}

/// Two addresses that were free a moment ago, at once, so that they differ.
fn free_addresses() -> (SocketAddr, SocketAddr) {
    let [one, other] = std::array::from_fn(|_| TcpListener::bind("127.0.0.1:0").expect("a port"));
    (one.local_addr().expect("an address"), other.local_addr().expect("an address"))
}

/// Sends every request to one upstream.
struct PassThrough(SocketAddr);

#[async_trait]
impl ProxyHttp for PassThrough {
    type CTX = ();

    fn new_ctx(&self) {}

    async fn upstream_peer(&self, _: &mut Session, (): &mut ()) -> Result<Box<HttpPeer>> {
        Ok(Box::new(HttpPeer::new(self.0, false, String::new())))
    }
}

/// Runs the pass-through without work stealing, as in Masquerade.
pub fn pass_through() {
    let settings = std::env::var(SETTINGS).expect("settings");
    let (own, rest) = settings.split_once(' ').expect("three settings");
    let (upstream, threads) = rest.split_once(' ').expect("three settings");
    let threads = threads.parse().expect("a number");
    let conf = ServerConf { threads, work_stealing: false, ..ServerConf::default() };
    let mut server = Server::new_with_opt_and_conf(None, conf);
    server.bootstrap();
    let proxy = PassThrough(upstream.parse().expect("an address"));
    let mut service = http_proxy_service(&Arc::clone(&server.configuration), proxy);
    service.add_tcp(own);
    server.add_service(service);
    server.run_forever();
}
