//! The real `masquerade` binary, on free ports, with a configuration of the test's own.

use std::{
    io::Read,
    net::{SocketAddr, TcpListener},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        atomic::{AtomicU16, Ordering},
        mpsc,
    },
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::raw::{Response, bare, exchange};

/// A start that takes longer has failed.
const START: Duration = Duration::from_secs(60);

/// The time between two looks whether a service is ready.
const LOOK: Duration = Duration::from_millis(10);

/// A running service; killed when dropped.
pub struct Masquerade {
    child: Child,
    directory: TempDir,
    output: Option<mpsc::Receiver<String>>,
    pub api: SocketAddr,
    pub admin: SocketAddr,
}

impl Masquerade {
    /// Starts `masquerade serve` with this configuration, its `[server]` table aside, and waits until
    /// it is ready.
    pub fn start(config: &str) -> Self {
        Self::start_with(config, &[])
    }

    /// Starts the binary with environment variables.
    pub fn start_with(config: &str, environment: &[(&str, &str)]) -> Self {
        Self::start_within(":", config, environment)
    }

    /// Starts the binary behind a line of shell, which sets limits of the process.
    pub fn start_within(shell: &str, config: &str, environment: &[(&str, &str)]) -> Self {
        // Somebody may take a free port before the service does: then another one is tried.
        for _ in 0..5 {
            if let Some(running) = Self::try_start(shell, config, environment) {
                return running;
            }
        }
        panic!("masquerade did not start");
    }

    fn try_start(shell: &str, config: &str, environment: &[(&str, &str)]) -> Option<Self> {
        let (api, admin) = (free_address(), free_address());
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("masquerade.toml");
        std::fs::write(&file, with_server(config, api, admin)).expect("a configuration file");
        let mut child = Command::new("/bin/sh")
            .arg("-c")
            .arg(format!("{shell}; exec \"$0\" \"$@\""))
            .arg(env!("CARGO_BIN_EXE_masquerade"))
            .arg("serve")
            .arg("--config")
            .arg(&file)
            .env_clear()
            .envs(caches(shell))
            .envs(store(shell, config, directory.path()))
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        let output = child.stderr.take().map(collect);
        let mut running = Self { child, directory, output, api, admin };
        let deadline = Instant::now() + START;
        while !running.is_ready() {
            // The output is whole when the process has ended. Looking without a pause would take a core from the service.
            let ended = running.output.as_ref().map(|output| output.recv_timeout(LOOK));
            if let Some(Ok(output)) = ended {
                assert_eq!(running.wait(), Some(69), "masquerade ended: {output}");
                return None;
            }
            assert!(Instant::now() < deadline, "masquerade is not ready: {}", running.stop_and_collect());
        }
        Some(running)
    }

    fn is_ready(&self) -> bool {
        std::net::TcpStream::connect(self.admin).is_ok() && self.admin("/readyz").status == 200
    }

    /// Replaces the configuration file, the `[server]` table aside; a `SIGHUP` loads it.
    pub fn write_config(&self, config: &str) {
        let file = self.directory.path().join("masquerade.toml");
        std::fs::write(file, with_server(config, self.api, self.admin)).expect("a configuration file");
    }

    /// Sends a signal by the name that `kill` knows it by.
    pub fn signal(&self, name: &str) {
        send_signal(&self.child, name);
    }

    /// Asks the admin listener.
    pub fn admin(&self, path: &str) -> Response {
        exchange(self.admin, bare("GET", path, ""))
    }

    /// Waits for the end of the process; its exit code.
    pub fn wait(&mut self) -> Option<i32> {
        self.child.wait().expect("a child").code()
    }

    /// Reports whether the process has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_some()
    }

    /// Waits for the end of the process; its exit code, and all that it wrote to standard error.
    pub fn end(&mut self) -> (Option<i32>, String) {
        let code = self.wait();
        (code, self.output.take().and_then(|output| output.recv().ok()).unwrap_or_default())
    }

    /// Ends the process; all that it wrote to standard error.
    pub fn stop_and_collect(&mut self) -> String {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.output.take().and_then(|output| output.recv().ok()).unwrap_or_default()
    }
}

impl Drop for Masquerade {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a child by the name that `kill` knows it by.
pub fn send_signal(child: &Child, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status().expect("kill");
    assert!(status.success());
}

/// Reads a pipe to its end in the background, so that the child never waits for us.
pub fn collect(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (done, text) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = done.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    text
}

/// The folder in which the first test leaves the detector's tables for the others, for a process that may write long files.
fn caches(shell: &str) -> Option<(&'static str, &'static str)> {
    (!shell.contains("ulimit -f")).then_some(("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")))
}

/// The variable that names the kind of store with which the tests run; without it, the default's.
const STORE: &str = "MASQUERADE_TEST_STORE";

/// The variable with the address of a server for the Valkey store.
const STORE_URL: &str = "MASQUERADE_TEST_STORE_URL";

/// The settings of the store, in a directory of its own, for a configuration that says nothing of it. A process that must
/// not write long files keeps the default's.
fn store(shell: &str, config: &str, directory: &Path) -> Vec<(&'static str, String)> {
    let Ok(kind) = std::env::var(STORE) else { return Vec::new() };
    if config.contains("[store]") || shell.contains("ulimit -f") {
        return Vec::new();
    }
    let file = directory.join("store.redb").display().to_string();
    let mut settings = vec![("MASQUERADE_STORE__KIND", kind), ("MASQUERADE_STORE__PATH", file)];
    if let Ok(url) = std::env::var(STORE_URL) {
        static NEXT: AtomicU16 = AtomicU16::new(0);
        let prefix = format!("test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        settings.extend([("MASQUERADE_STORE__URL", url), ("MASQUERADE_STORE__PREFIX", prefix)]);
    }
    if !config.contains("[[secrets]]") {
        settings.push(("MASQUERADE_SECRET", "0123456789abcdef".repeat(4)));
    }
    settings
}

fn with_server(config: &str, api: SocketAddr, admin: SocketAddr) -> String {
    format!("[server]\nlisten = [\"{api}\"]\nadmin_listen = \"{admin}\"\ndrain_delay = \"0s\"\n\n{config}")
}

/// An address that nobody listens at. Its port is below those that systems hand out for port 0 and for outgoing
/// connections, and no second time in this process, so that no other test comes to have it before the service does.
fn free_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    const FIRST: u16 = 10_000;
    const PORTS: u16 = 20_000;
    // Programs that run at once begin at different places.
    let start = (std::process::id() % u32::from(PORTS)) as u16;
    for _ in 0..PORTS {
        let port = FIRST + start.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % PORTS;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
    panic!("no port is free");
}
