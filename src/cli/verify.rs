//! `masquerade verify`.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::mpsc,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use zeroize::Zeroizing;

use super::{
    ConfigArguments, Exit, NO_ROUTE, load,
    local::{LocalServer, exchange},
    print, print_error,
};
use crate::config::{ApiKey, Config, HttpVersions, KeyScope, Permission, Profile, Route, RouteAuth, Upstream};

/// Send planted values through the routes of a configuration, and tell which arrive in clear
///
/// Serves the configuration on a free port with a built-in upstream in the place of the routes' own, and sends invented
/// personal data and secrets in every part of a request. Nothing leaves this machine. Exits with 1 if a value arrives
/// in clear.
#[derive(Debug, clap::Args)]
pub(super) struct Verify {
    #[command(flatten)]
    config: ConfigArguments,

    /// Name of the only route to verify
    #[arg(long, value_name = "NAME")]
    route: Option<String>,
}

/// Invented values, each with its label and the words before it.
const PLANTED: [(&str, &str, &str); 14] = [
    ("PERSON", "My colleague is ", "Katarzyna Wolski"),
    ("LOCATION", "She lives in ", "Rotterdam"),
    ("EMAIL_ADDRESS", "mail ", "jane.roe@example.com"),
    ("PHONE_NUMBER", "phone ", "+49 30 901820"),
    ("CREDIT_CARD", "card ", "4111 1111 1111 1111"),
    ("IBAN_CODE", "IBAN ", "DE89 3704 0044 0532 0130 00"),
    ("US_SSN", "SSN ", "536-22-8712"),
    ("IP_ADDRESS", "from ", "91.198.174.192"),
    ("MAC_ADDRESS", "device ", "00:1B:44:11:3A:B7"),
    ("DATE_OF_BIRTH", "date of birth: ", "12 March 1961"),
    ("PASSWORD", "password: ", "hunter2-Zq81x"),
    ("AWS_ACCESS_KEY", "key ", "AKIAQ3EGQ5PZLXW7T2N4"),
    ("GITHUB_TOKEN", "token ", "ghp_R7xKq2mWz8vLd3nTb5pYc9sJf1hGa42kUZfR"),
    ("DATABASE_URL", "database ", "postgres://app:s3cr3t-Pw9x@db.example.com/app"),
];

/// Values in a header or in the query, which are no prose.
const BESIDE: &str = "jane.roe@example.com";

/// A request: the part that holds the planted values, and its source.
struct Probe {
    part: &'static str,
    path: &'static str,
    /// More header lines.
    headers: String,
    media_type: &'static str,
    body: String,
}

pub(super) fn run(arguments: &Verify) -> Exit {
    match verify(arguments) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn verify(arguments: &Verify) -> Result<Exit, Exit> {
    let (mut config, _) = load(&arguments.config.clone().sources())?;
    if let Some(name) = &arguments.route {
        config.routes.retain(|route| route.name == *name);
    }
    if config.routes.is_empty() {
        let text = arguments.route.as_ref().map(|name| format!("--route: no route is named {name}"));
        print_error(&format!("error: {}", text.as_deref().unwrap_or(NO_ROUTE)));
        return Err(Exit::Usage);
    }
    let upstream = Echo::start().map_err(|error| {
        print_error(&format!("error: {error}"));
        Exit::Unavailable
    })?;
    let key = use_echo(&mut config, upstream.address)?;
    let routes = config.routes.clone();
    let server = LocalServer::start(config)?;
    let mut leaks = 0;
    for route in &routes {
        for probe in probes(route) {
            leaks += probe.send(route, &server, &upstream, &key)?;
        }
    }
    match leaks {
        0 => print("Nothing arrived in clear."),
        _ => {
            print_error(&format!("{leaks} values arrived in clear"));
            return Ok(Exit::Unmet);
        }
    };
    Ok(Exit::Done)
}

/// Puts the built-in upstream in the place of all others, and adds a key for routes that ask for one; returns the key.
fn use_echo(config: &mut Config, echo: SocketAddr) -> Result<Zeroizing<String>, Exit> {
    let key = ApiKey::generate().map_err(|_| Exit::Internal)?;
    config.keys.push(ApiKey {
        name: "verify".to_owned(),
        hash: ApiKey::hash_of(key.as_bytes()),
        tenant: "verify".to_owned(),
        permissions: vec![Permission::Proxy],
        rate: None,
        default_session: true,
        scope: KeyScope::default(),
    });
    for route in &mut config.routes {
        route.upstreams = vec![Upstream {
            tls: false,
            host: echo.ip().to_string(),
            port: echo.port(),
            authority: echo.to_string(),
            path: String::new(),
            proxy: None,
        }];
        (route.http, route.health) = (HttpVersions::One, None);
    }
    Ok(key)
}

/// The requests for a route: one for each part that may hold personal data.
fn probes(route: &Route) -> Vec<Probe> {
    let lines: Vec<String> = PLANTED.iter().map(|(_, before, value)| format!("{before}{value}.")).collect();
    let text = lines.join("\n");
    let (path, parts): (&str, Vec<(&str, Value)>) = match &route.profile {
        Profile::Named(name) if matches!(name.as_str(), "elasticsearch" | "ndjson") => {
            let record = json!({"message": text});
            let body = format!("{{\"index\":{{\"_index\":\"verify\"}}}}\n{record}\n");
            let headers = String::new();
            return vec![Probe { part: "record", path: "/_bulk", headers, media_type: "application/x-ndjson", body }];
        }
        Profile::Named(name) if name == "anthropic" => ("/v1/messages", messages(&text)),
        Profile::Named(name) if name == "gemini" => {
            let contents = json!({"contents": [{"role": "user", "parts": [{"text": text}]}]});
            ("/v1beta/models/m:generateContent", vec![("user", contents)])
        }
        Profile::Auto | Profile::Named(_) => ("/v1/chat/completions", chat(&text)),
        Profile::Json(_) => ("/verify", vec![("document", json!({"note": text}))]),
    };
    let (headers, media_type) = (String::new(), "application/json");
    let plain = |(part, body): (&'static str, Value)| Probe {
        part,
        path,
        headers: String::new(),
        media_type,
        body: body.to_string(),
    };
    let (_, first) = &parts[0];
    let first = first.to_string();
    let mut probes: Vec<Probe> = Vec::new();
    let header = format!("X-End-User: {BESIDE}\r\n");
    probes.push(Probe { part: "header", path, headers: header, media_type, body: "{}".to_owned() });
    let unknown = "/verify/of/an/unknown/path";
    probes.push(Probe { part: "unknown path", path: unknown, headers: headers.clone(), media_type, body: first });
    probes.push(Probe { part: "unknown media type", path, headers, media_type: "text/plain", body: text });
    parts.into_iter().map(plain).chain(probes).collect()
}

fn chat(text: &str) -> Vec<(&'static str, Value)> {
    let of = |message: Value| json!({"model": "m", "messages": [message]});
    let data = format!("data:text/plain;base64,{}", STANDARD.encode(text));
    let call = json!([{"id": "c", "type": "function",
                       "function": {"name": "f", "arguments": json!({"note": text}).to_string()}}]);
    vec![
        ("user", of(json!({"role": "user", "content": text}))),
        ("system", of(json!({"role": "system", "content": text}))),
        ("model", of(json!({"role": "assistant", "content": text}))),
        ("call of a tool", of(json!({"role": "assistant", "content": null, "tool_calls": call}))),
        ("result of a tool", of(json!({"role": "tool", "tool_call_id": "c", "content": text}))),
        ("file", of(json!({"role": "user", "content": [{"type": "file", "file": {"file_data": data}}]}))),
        ("unknown member", json!({"model": "m", "messages": [], "invented": {"note": text}})),
        ("metadata", json!({"model": "m", "messages": [], "metadata": {"note": text}})),
    ]
}

fn messages(text: &str) -> Vec<(&'static str, Value)> {
    let of = |role: &str, content: Value| json!({"model": "m", "messages": [{"role": role, "content": content}]});
    let source = json!({"type": "base64", "media_type": "text/plain", "data": STANDARD.encode(text)});
    vec![
        ("user", of("user", json!(text))),
        ("system", json!({"model": "m", "system": text, "messages": []})),
        ("model", of("assistant", json!(text))),
        (
            "call of a tool",
            of("assistant", json!([{"type": "tool_use", "id": "t", "name": "f", "input": {"n": text}}])),
        ),
        ("result of a tool", of("user", json!([{"type": "tool_result", "tool_use_id": "t", "content": text}]))),
        ("file", of("user", json!([{"type": "document", "source": source}]))),
        ("unknown member", json!({"model": "m", "messages": [], "invented": {"note": text}})),
    ]
}

impl Probe {
    /// Sends the request and prints what became of its values; returns how many arrived in clear.
    fn send(&self, route: &Route, server: &LocalServer, echo: &Echo, key: &str) -> Result<usize, Exit> {
        let credential = match route.auth {
            RouteAuth::Key => format!("X-Masquerade-Key: {key}\r\n"),
            RouteAuth::Upstream => "Authorization: Bearer verify\r\n".to_owned(),
            RouteAuth::None => String::new(),
        };
        let host = route.host.clone().unwrap_or_else(|| server.api.to_string());
        let Self { part, path, headers, media_type, body } = self;
        let request = format!(
            "POST {}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: {media_type}\r\n\
             Content-Length: {}\r\n{credential}{headers}\r\n{body}",
            route.path_prefix,
            body.len()
        );
        let answer = exchange(server.api, request.as_bytes()).map_err(|error| {
            print_error(&format!("error: {error}"));
            Exit::Io
        })?;
        let arrived = echo.received.try_recv().ok();
        let outcome = match &arrived {
            None => format!("refused ({})", status(&answer)),
            Some(arrived) => {
                let leaked = leaked(arrived, part);
                if leaked.is_empty() { "masked".to_owned() } else { format!("IN CLEAR: {}", leaked.join(", ")) }
            }
        };
        print(&format!("{:<16} {part:<20} {outcome}", route.name));
        Ok(arrived.map_or(0, |arrived| leaked(&arrived, part).len()))
    }
}

/// The labels of planted values that stand in what arrived, as it is or in base64.
fn leaked(arrived: &str, part: &str) -> Vec<&'static str> {
    if part == "header" {
        return if arrived.contains(BESIDE) { vec!["EMAIL_ADDRESS"] } else { Vec::new() };
    }
    let words = arrived.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')));
    let decoded = words.filter(|word| word.len() > 40).filter_map(|word| STANDARD.decode(word).ok());
    let decoded: String = decoded.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    let stands = |value: &str| arrived.contains(value) || decoded.contains(value);
    // A first or last name alone is the person's, too.
    let is_left = |label: &str, value: &str| stands(value) || label == "PERSON" && value.split(' ').any(stands);
    PLANTED.iter().filter(|(label, _, value)| is_left(label, value)).map(|(label, ..)| *label).collect()
}

/// The status of an answer.
fn status(answer: &[u8]) -> String {
    String::from_utf8_lossy(answer).split(' ').nth(1).unwrap_or_default().to_owned()
}

/// An upstream that keeps what it gets.
struct Echo {
    address: SocketAddr,
    received: mpsc::Receiver<String>,
}

impl Echo {
    fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let (sender, received) = mpsc::channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let sender = sender.clone();
                std::thread::spawn(move || answer(stream, &sender));
            }
        });
        Ok(Self { address, received })
    }
}

/// Answers the requests of one connection.
fn answer(stream: TcpStream, received: &mpsc::Sender<String>) -> std::io::Result<()> {
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    loop {
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let start = head.len();
            if reader.read_line(&mut head)? == 0 {
                return Ok(());
            }
            let line = head[start..].trim();
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let _ = received.send(head + &String::from_utf8_lossy(&body));
        writer.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")?;
    }
}
