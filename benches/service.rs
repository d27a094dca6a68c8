//! The whole request: `POST /v1/anonymize` against an endpoint of the same service that reads the same body
//! and writes as many bytes.
//!
//! The service runs in a process of its own, so that its CPU time can be told from the clients'. Both endpoints
//! are asked in turn over the same connections; what counts is the ratio of CPU time per request, and of the
//! 99th percentiles, as medians over the rounds.
//!
//! ```text
//! cargo bench --bench service                      nine rounds
//! cargo bench --bench service -- --soak 30         64 clients for 30 s: errors, mixed-up answers, memory
//! ```

mod process;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use masquerade::{
    access::Access,
    config::{ApiKey, Config, KeyScope, Permission, Sources},
    engine::{Engine, setup},
    problem::{ErrorShape, Problem},
    server::{
        Call, Control, Cors, CpuPool, Endpoint, EndpointAction, EndpointCall, Endpoints, Handler, Listeners, Reply,
        Services, State, route::Routes, v1::Api,
    },
    store::MemoryStore,
    telemetry::{Metrics, audit::AuditLog, traces::RequestTracer},
};
use masquerade_detect::Detector;
use masquerade_ner::Level;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CHILD: &str = "MASQUERADE_BENCH_SERVICE";
const KEY: &str = "bench-key-bench-key-bench-key";
const ROUNDS: usize = 9;
const REQUESTS: usize = 8_000;
const CLIENTS: usize = 4;
const SOAK_CLIENTS: usize = 64;

fn main() {
    if std::env::var_os(CHILD).is_some() {
        return serve();
    }
    let arguments: Vec<String> = std::env::args().collect();
    let service = Service::start();
    match arguments.iter().position(|argument| argument == "--soak") {
        Some(at) => {
            let seconds = arguments.get(at + 1).and_then(|text| text.parse().ok()).unwrap_or(30);
            soak(&service, Duration::from_secs(seconds));
        }
        None => compare(&service),
    }
}

/// The handler of an endpoint that writes as many bytes as the real answer has, after the same reading, checks and
/// authorization.
struct Baseline(Reply);

#[async_trait::async_trait]
impl Handler for Baseline {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        std::hint::black_box(&call.body);
        Ok(self.0.clone())
    }
}

/// Runs the service, with the endpoint to compare with, until standard input is closed.
fn serve() {
    let (mut config, _) = Config::load(&Sources::default(), None).expect("the defaults");
    config.server.listen = vec!["127.0.0.1:0".parse().expect("an address")];
    config.server.admin_listen = "127.0.0.1:0".parse().expect("an address");
    config.keys = vec![ApiKey {
        name: "bench".into(),
        hash: ApiKey::hash_of(KEY.as_bytes()),
        tenant: "bench".into(),
        permissions: vec![Permission::Anonymize, Permission::Deanonymize],
        rate: None,
        default_session: true,
        scope: KeyScope::default(),
    }];
    let metrics = Arc::new(Metrics::new().expect("metrics"));
    let cpu = Arc::new(CpuPool::start(0, 1_024, 512, Arc::clone(&metrics)).expect("threads"));
    let detector = Detector::new(Vec::new()).expect("a detector");
    let mut defaults = setup::defaults(&detector, &config).expect("defaults");
    defaults.detection.ner = Level::Off;
    let store = Arc::new(MemoryStore::new(config.sessions.clone()));
    let engine = Arc::new(Engine::new(detector, Arc::clone(&store) as _));
    let keyring = setup::random_keyring().expect("randomness");
    let api = Api::new(engine, defaults, config.limits.clone(), keyring, Arc::clone(&cpu), Arc::clone(&metrics));
    let mut endpoints = Arc::new(api.expect("an API")).endpoints();
    let size: usize = std::env::var(CHILD).ok().and_then(|size| size.parse().ok()).unwrap_or_default();
    let handler = Arc::new(Baseline(Reply::json(vec![b'x'; size])));
    let call = EndpointCall {
        permission: Some(Permission::Anonymize),
        json: Some(1 << 20),
        handler,
        client: None,
        error_shape: ErrorShape::Problem,
    };
    let action = EndpointAction::Call(call);
    endpoints.push(Endpoint { method: http::Method::POST, path: "/baseline".into(), action });
    let state = State {
        access: Access::new(&config.keys),
        endpoints: Endpoints::new(endpoints, &metrics),
        routes: Routes::default(),
        limits: config.limits.clone(),
        cors: Cors::default(),
        access_share: 1.0,
        tls: None,
    };
    let bound = Listeners::bind(&config.server).expect("addresses");
    println!("{}", bound.api_addresses()[0]);
    std::thread::spawn(|| {
        let _ = std::io::stdin().read(&mut [0]);
        std::process::exit(0);
    });
    let services = Services { metrics, cpu, store, audit: AuditLog::default(), tracer: RequestTracer::default() };
    bound
        .serve(&config.server, &config.limits, services, state, || Err("no reload".into()), Control::Signals)
        .expect("service");
}

struct Service {
    child: Child,
    address: SocketAddr,
}

impl Service {
    /// Starts the service twice, the first time to learn the length of the real answer.
    fn start() -> Self {
        let probe = Self::start_with(0);
        let (_, body) = Client::new(probe.address).ask("/v1/anonymize", &text(0));
        drop(probe);
        Self::start_with(body.len())
    }

    fn start_with(size: usize) -> Self {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .env(CHILD, size.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the service");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("output")).read_line(&mut line).expect("an address");
        Self { address: line.trim().parse().expect("an address"), child }
    }

    /// The CPU time of all threads so far.
    fn cpu(&self) -> Duration {
        Duration::from_nanos(process::cpu_by_thread(self.child.id()).values().sum())
    }

    /// Resident memory, in KiB.
    fn memory(&self) -> u64 {
        process::resident_memory(self.child.id())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A keep-alive connection.
struct Client {
    stream: TcpStream,
    address: SocketAddr,
    buffer: Vec<u8>,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("an option");
        Self { stream, address, buffer: vec![0; 1 << 16] }
    }

    /// Sends `body` to `path`; the status and the body of the answer.
    fn ask(&mut self, path: &str, body: &str) -> (u16, Vec<u8>) {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nX-API-Key: {KEY}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).expect("a request");
        let mut filled = 0;
        loop {
            let n = self.stream.read(&mut self.buffer[filled..]).expect("an answer");
            assert!(n > 0, "the connection was closed");
            filled += n;
            let Some(end) = self.buffer[..filled].windows(4).position(|w| w == b"\r\n\r\n") else { continue };
            let head = std::str::from_utf8(&self.buffer[..end]).expect("a head");
            let length = head
                .lines()
                .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned))
                .and_then(|length| length.parse::<usize>().ok())
                .expect("a length");
            let status = head.get(9..12).and_then(|status| status.parse().ok()).expect("a status");
            if filled >= end + 4 + length {
                return (status, self.buffer[end + 4..end + 4 + length].to_vec());
            }
        }
    }
}

/// A body of about 1 KB with five entities, the same for the same number.
fn text(n: usize) -> String {
    let prose = "The delivery was late again and nobody at the depot could tell us why, although the driver had \
                 called twice from the road and the goods were already signed for at the gate by the night shift. ";
    let text = format!(
        "{prose}Please answer to customer{n}@example.com or call +1 212 555 {:04}. {prose}The card is 4111 1111 1111 \
         1111 and the account DE89 3704 0044 0532 0130 00; {prose}the request came from 203.0.113.{}. {prose}",
        n % 10_000,
        n % 250
    );
    serde_json::json!({ "text": [text] }).to_string()
}

/// Measures one round, in which every client sends `requests / CLIENTS` requests: CPU time per request, and the
/// latencies.
fn round(service: &Service, path: &'static str, requests: usize) -> (Duration, Vec<Duration>) {
    let before = service.cpu();
    let address = service.address;
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            std::thread::spawn(move || {
                let (mut connection, mut took) = (Client::new(address), Vec::with_capacity(requests / CLIENTS));
                for i in 0..requests / CLIENTS {
                    let body = text(client * 100 + i % 100);
                    let start = Instant::now();
                    let (status, _) = connection.ask(path, &body);
                    took.push(start.elapsed());
                    assert_eq!(status, 200);
                }
                took
            })
        })
        .collect();
    let mut latencies: Vec<Duration> =
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect();
    latencies.sort_unstable();
    let spent = service.cpu() - before;
    (spent / u32::try_from(latencies.len()).expect("a count"), latencies)
}

fn compare(service: &Service) {
    println!("body {} bytes, {CLIENTS} connections, {REQUESTS} requests a round, {ROUNDS} rounds", text(0).len());
    for path in ["/baseline", "/v1/anonymize"] {
        round(service, path, REQUESTS / 4);
    }
    let (mut cpu, mut tail) = (Vec::new(), Vec::new());
    println!(
        "{:>8} {:>16} {:>16} {:>7} {:>12} {:>12} {:>7}",
        "round", "baseline", "anonymize", "ratio", "p99", "p99", "ratio"
    );
    for n in 1..=ROUNDS {
        let (base, base_latencies) = round(service, "/baseline", REQUESTS);
        let (real, real_latencies) = round(service, "/v1/anonymize", REQUESTS);
        let p99 = |latencies: &[Duration]| latencies[latencies.len() * 99 / 100];
        let (base99, real99) = (p99(&base_latencies), p99(&real_latencies));
        cpu.push(real.as_secs_f64() / base.as_secs_f64());
        tail.push(real99.as_secs_f64() / base99.as_secs_f64());
        println!(
            "{n:>8} {base:>16.1?} {real:>16.1?} {:>7.2} {base99:>12.1?} {real99:>12.1?} {:>7.2}",
            cpu[n - 1],
            tail[n - 1]
        );
    }
    let median = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    println!(
        "median: CPU per request {:.2} times the baseline's, p99 {:.2} times",
        median(&mut cpu),
        median(&mut tail)
    );
}

/// Runs many clients at once, each with texts of its own, which no other client may see.
fn soak(service: &Service, length: Duration) {
    let address = service.address;
    let end = Instant::now() + length;
    let clients: Vec<_> = (0..SOAK_CLIENTS)
        .map(|client| {
            std::thread::spawn(move || {
                let mut connection = Client::new(address);
                let mut asked = 0_usize;
                while Instant::now() < end {
                    let secret = format!("client{client}-{}@example.com", asked % 50);
                    let body = serde_json::json!({ "text": [format!("write to {secret} at once")] }).to_string();
                    let (status, answer) = connection.ask("/v1/anonymize", &body);
                    assert_eq!(status, 200);
                    let answer: serde_json::Value = serde_json::from_slice(&answer).expect("JSON");
                    assert_eq!(answer["detected_entities"][0]["text"], secret.as_str());
                    let body = serde_json::json!({ "anonymized_text": answer["anonymized_text"] }).to_string();
                    let (status, answer) = connection.ask("/v1/deanonymize", &body);
                    assert_eq!(status, 200);
                    let answer: serde_json::Value = serde_json::from_slice(&answer).expect("JSON");
                    assert_eq!(answer["deanonymized_text"][0], format!("write to {secret} at once").as_str());
                    asked += 1;
                }
                asked
            })
        })
        .collect();
    let mut memory = Vec::new();
    while Instant::now() < end {
        std::thread::sleep(length / 10);
        memory.push(service.memory());
    }
    let asked: usize = clients.into_iter().map(|client| client.join().expect("a client without errors")).sum();
    println!("{SOAK_CLIENTS} clients, {length:?}: {} requests, no error, no answer of another's", asked * 2);
    println!("resident memory at each tenth, in KiB: {memory:?}");
}
