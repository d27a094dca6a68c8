//! Logs of many programs without personal data, made up line by line from a seed.

use crate::random::Random;

/// Random parts of log lines.
trait LogFields {
    fn word(&mut self) -> &'static str;
    fn digits(&mut self, len: usize) -> String;
    fn two(&mut self, limit: u64) -> String;
    fn time(&mut self) -> String;
    fn day(&mut self) -> String;
    fn epoch(&mut self) -> u64;
    fn version(&mut self) -> String;
    fn uuid(&mut self) -> String;
}

impl LogFields for Random {
    fn word(&mut self) -> &'static str {
        const WORDS: [&str; 30] = [
            "worker",
            "cache",
            "index",
            "session",
            "token",
            "queue",
            "shard",
            "replica",
            "segment",
            "commit",
            "offset",
            "checkpoint",
            "volume",
            "bucket",
            "policy",
            "handler",
            "listener",
            "upstream",
            "payload",
            "account",
            "order",
            "customer",
            "device",
            "number",
            "card",
            "user",
            "login",
            "route",
            "case",
            "password",
        ];
        // Programs about people are rare among programs.
        const PERSONAL: [&str; 10] =
            ["phone", "passport", "tax", "plate", "driver", "birth", "bank", "health", "license", "address"];
        let words: &[&str] = if self.below(500) == 0 { &PERSONAL } else { &WORDS };
        self.pick(words)
    }

    fn digits(&mut self, len: usize) -> String {
        self.draw("0123456789", len)
    }

    fn two(&mut self, limit: u64) -> String {
        format!("{:02}", self.below(limit))
    }

    fn time(&mut self) -> String {
        format!("{}:{}:{}", self.two(24), self.two(60), self.two(60))
    }

    fn day(&mut self) -> String {
        format!("20{}-{:02}-{:02}", 20 + self.below(7), 1 + self.below(12), 1 + self.below(28))
    }

    fn epoch(&mut self) -> u64 {
        1_600_000_000 + self.below(200_000_000)
    }

    fn version(&mut self) -> String {
        format!("{}.{}.{}", self.below(30), self.below(60), self.below(100))
    }

    fn uuid(&mut self) -> String {
        format!("{}-{}-4{}-a{}-{}", self.hex(8), self.hex(4), self.hex(3), self.hex(3), self.hex(12))
    }
}

/// Generated logs of at least `len` bytes.
pub fn logs(random: &mut Random, len: usize) -> String {
    let mut text = String::with_capacity(len + 512);
    while text.len() < len {
        let line = match random.below(4) {
            0 => service(random),
            1 => structured(random),
            2 => tool(random),
            _ => table(random),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Lines of services and of the system.
fn service(n: &mut Random) -> String {
    let (a, b, day, time) = (n.word(), n.word(), n.day(), n.time());
    match n.below(10) {
        0 => format!(
            "{day}T{time}.{}Z  INFO {a}::{b}: flushed {} rows in {}ms",
            n.digits(6),
            n.below(90_000),
            n.below(900)
        ),
        1 => format!(
            "{day} {time},{} [{a}-{}] WARN c.e.{b}.Pool - timeout after {} ms",
            n.digits(3),
            n.below(64),
            n.digits(5)
        ),
        2 => format!(
            "Jan {} {time} node-{} {a}[{}]: {b} changed state {} -> {}",
            n.two(28),
            n.below(40),
            n.digits(5),
            n.below(9),
            n.below(9)
        ),
        3 => format!(
            "[{:>5}.{}] {a} 0000:{}:00.{}: {b} reset, status 0x{}",
            n.below(99_999),
            n.digits(6),
            n.two(32),
            n.below(8),
            n.hex(8)
        ),
        4 => format!(
            "{}/{} {time} [error] {}#{}: *{} {a} timed out (110: Connection timed out) while reading {b}",
            n.below(2026),
            n.two(12),
            n.digits(4),
            n.digits(4),
            n.digits(7)
        ),
        5 => format!(
            "LOG:  checkpoint complete: wrote {} buffers ({}.{}%); write={}.{} s, lsn={}/{}",
            n.digits(4),
            n.below(99),
            n.below(9),
            n.below(300),
            n.digits(3),
            n.hex(2).to_uppercase(),
            n.hex(8).to_uppercase()
        ),
        6 => format!(
            "{day} {time} [{a}] offset={} partition={} lag={} leader_epoch={}",
            n.digits(9),
            n.below(64),
            n.digits(7),
            n.below(99)
        ),
        7 => format!(
            "I{}{} {time}.{} {} {a}.go:{}] {b} \"{}\" synced, took {}.{}ms",
            n.two(12),
            n.two(28),
            n.digits(6),
            n.digits(7),
            n.below(999),
            n.uuid(),
            n.below(99),
            n.digits(6)
        ),
        8 => format!(
            "GET /api/v{}/{a}/{}?page={}&size={} HTTP/1.1 {} {} {}us",
            n.below(4),
            n.digits(8),
            n.below(99),
            n.below(200),
            200 + n.below(300),
            n.digits(5),
            n.digits(6)
        ),
        _ => format!(
            "{day}T{time}+02:00 {a} rejected: {b} {} is not allowed, code {}, retry in {}s",
            n.below(999),
            n.digits(4),
            n.below(60)
        ),
    }
}

/// JSON and `key=value` lines.
fn structured(n: &mut Random) -> String {
    let (a, b) = (n.word(), n.word());
    match n.below(8) {
        0 => format!(
            r#"{{"level":{},"time":{}{},"pid":{},"msg":"{a} {b} done","ms":{}.{}}}"#,
            10 * n.below(6),
            n.epoch(),
            n.digits(3),
            n.digits(5),
            n.below(999),
            n.digits(6)
        ),
        1 => format!(
            r#"{{"ts":"{}T{}Z","trace_id":"{}","span_id":"{}","{a}_count":{},"{b}_bytes":{}}}"#,
            n.day(),
            n.time(),
            n.hex(32),
            n.hex(16),
            n.digits(4),
            n.digits(8)
        ),
        2 => format!(
            "level=info ts={}.{} caller={a}.go:{} component={b} duration={}.{}ms size={}",
            n.epoch(),
            n.digits(3),
            n.below(900),
            n.below(90),
            n.digits(6),
            n.digits(7)
        ),
        3 => format!("{a}_{b}_seconds_bucket{{le=\"0.{}\",shard=\"{}\"}} {}", n.digits(3), n.below(99), n.digits(9)),
        4 => format!(
            r#"{{"event":"{a}.updated","id":"{}","version":"{}","seq":{},"ok":true}}"#,
            n.uuid(),
            n.version(),
            n.digits(11)
        ),
        5 => format!("{a}.{b}.count:{}|c|#env:prod,build:{}", n.digits(6), n.digits(8)),
        6 => format!(
            r#"{{"{a}":{{"min":{}.{},"max":{}.{},"p99":{}}},"{b}":null,"rev":"{}-{}"}}"#,
            n.below(9),
            n.digits(4),
            n.below(999),
            n.digits(2),
            n.digits(6),
            n.below(99),
            n.hex(32)
        ),
        _ => format!(
            "ts={}{} {a}=true {b}=false goroutines={} heap={} gc={}",
            n.epoch(),
            n.digits(9),
            n.digits(4),
            n.digits(9),
            n.digits(5)
        ),
    }
}

/// A line of a build, a test or a tracer.
fn tool(n: &mut Random) -> String {
    let (a, b) = (n.word(), n.word());
    match n.below(10) {
        0 => format!("   Compiling {a}-{b} v{} ({}/{})", n.version(), n.below(400), n.below(400)),
        1 => format!("    at com.example.{a}.{b}Service.run({b}Service.java:{})", n.below(2000)),
        2 => format!("  File \"/opt/{a}/{b}.py\", line {}, in _{a}_{b}", n.below(3000)),
        3 => format!(
            "commit {}\nindex {}..{} 100644\n@@ -{},{} +{},{} @@ fn {a}()",
            n.hex(40),
            n.hex(9),
            n.hex(9),
            n.below(999),
            n.below(30),
            n.below(999),
            n.below(30)
        ),
        4 => format!(
            "goroutine {} [running]:\n{a}.(*{b}).Do(0xc{}, 0x{}, {})",
            n.below(9999),
            n.hex(9),
            n.hex(2),
            n.below(99)
        ),
        5 => format!("#{} {} DONE {}.{}s, sha256:{}", n.below(40), n.below(40), n.below(90), n.below(9), n.hex(64)),
        6 => format!("{}: {}  {}  {}  {}  {}", n.hex(8), n.hex(8), n.hex(8), n.hex(8), n.hex(8), n.hex(4)),
        7 => format!(
            "test {a}::{b} ... ok ({} passed; {} ignored; finished in {}.{}s)",
            n.below(900),
            n.below(9),
            n.below(99),
            n.two(99)
        ),
        8 => format!("npm WARN deprecated @{a}/{b}@{}: use {}.x, integrity {}", n.version(), n.below(20), n.hex(40)),
        _ => format!(
            "{}{}:{} {a}.rs:{}:{}: warning: unused `{b}` [-W{}]",
            n.hex(4),
            n.hex(4),
            n.hex(12),
            n.below(900),
            n.below(120),
            n.digits(4)
        ),
    }
}

/// Rows of measurements, prices and numbers of orders.
fn table(n: &mut Random) -> String {
    let (a, b) = (n.word(), n.word());
    match n.below(8) {
        0 => {
            format!("{},{},{}.{},{},{a},{}", n.below(99_999), n.day(), n.below(999), n.digits(2), n.digits(7), n.hex(8))
        }
        1 => format!(
            "| {a} | {} | {}.{} ms | {}% | {} |",
            n.digits(6),
            n.below(99),
            n.digits(3),
            n.below(100),
            n.digits(10)
        ),
        2 => format!(
            "order {} shipped: {} x {} {b}, total {},{}.{} EUR",
            n.digits(8),
            n.below(20),
            n.digits(5),
            n.below(99),
            n.digits(3),
            n.two(99)
        ),
        3 => format!("{:>10} {:>8} {:>8}.{} {a}", n.digits(9), n.digits(4), n.digits(3), n.digits(4)),
        4 => format!(
            "{a} {}x{}+{}+{} depth {} {}px rgb({}, {}, {})",
            n.below(4000),
            n.below(3000),
            n.below(99),
            n.below(99),
            n.below(32),
            n.below(99),
            n.below(256),
            n.below(256),
            n.below(256)
        ),
        5 => format!(
            "build {}.{}.{} of {} {}, artifact {b}-{}-{}.tar.gz",
            n.digits(4),
            n.below(99),
            n.digits(5),
            n.day(),
            n.time(),
            n.version(),
            n.digits(8)
        ),
        6 => {
            format!("mem: {} kB free, {} kB used, addr 0x{}, pfn {}", n.digits(8), n.digits(7), n.hex(12), n.digits(6))
        }
        _ => format!(
            "#{} closes #{}, see {a}-{} and {b}-{} ({} points)",
            n.digits(4),
            n.digits(5),
            n.digits(3),
            n.digits(4),
            n.below(13)
        ),
    }
}
