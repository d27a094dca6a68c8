//! The chain of an audit stream: each line has a number, and ends with the SHA-256 of the hash before it, as 64 hexadecimal
//! digits, followed by the line up to its own member `hash`.
//!
//! ```text
//! {"sequence":7,"time":"…",…,"hash":"<64 digits>"}
//! ```

use sha2::{Digest as _, Sha256};

/// The bytes between the hashed part of a line and its hash.
const MEMBER: &[u8] = b",\"hash\":\"";
/// The bytes behind the hash.
const TAIL: &[u8] = b"\"}";
/// The length of a hash in hexadecimal digits.
const DIGITS: usize = 64;

/// A hash in hexadecimal digits.
pub type Hash = [u8; DIGITS];

/// The hash before the first line of a stream.
pub const GENESIS: Hash = [b'0'; DIGITS];

/// The end of a stream: the number and the hash of its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    pub sequence: u64,
    pub hash: Hash,
}

/// The parts of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct LineParts<'l> {
    pub sequence: u64,
    /// The part that is hashed.
    pub body: &'l [u8],
    pub hash: Hash,
}

impl Default for Chain {
    fn default() -> Self {
        Self { sequence: 0, hash: GENESIS }
    }
}

impl Chain {
    /// Appends the line of the JSON object `members` to `out`, numbered, sealed and ended.
    pub fn seal(&mut self, members: &[u8], out: &mut Vec<u8>) {
        self.sequence += 1;
        let from = out.len();
        out.extend_from_slice(b"{\"sequence\":");
        out.extend_from_slice(itoa::Buffer::new().format(self.sequence).as_bytes());
        out.push(b',');
        let inner = members.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}"));
        out.extend_from_slice(inner.expect("an object with members, written by the serializer"));
        self.hash = hash(&self.hash, &out[from..]);
        out.extend_from_slice(MEMBER);
        out.extend_from_slice(&self.hash);
        out.extend_from_slice(TAIL);
        out.push(b'\n');
    }
}

/// The hash of a line behind another.
pub fn hash(previous: &Hash, body: &[u8]) -> Hash {
    let digest: [u8; 32] = Sha256::new().chain_update(previous).chain_update(body).finalize().into();
    let mut digits = GENESIS;
    for (pair, byte) in digits.chunks_exact_mut(2).zip(digest) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        pair[0] = HEX[usize::from(byte >> 4)];
        pair[1] = HEX[usize::from(byte & 15)];
    }
    digits
}

/// The parts of a line without its end; `None` if it is not of that form.
pub fn parse(line: &[u8]) -> Option<LineParts<'_>> {
    let rest = line.strip_suffix(TAIL)?;
    let (rest, hash) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let body = rest.strip_suffix(MEMBER)?;
    let digits = body.strip_prefix(b"{\"sequence\":")?.split(|&byte| byte == b',').next()?;
    let sequence = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(LineParts { sequence, body, hash: parse_hash(hash)? })
}

/// A hash from its digits.
pub fn parse_hash(digits: &[u8]) -> Option<Hash> {
    let is_hex = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    digits.iter().all(is_hex).then(|| digits.try_into().ok())?
}

/// The opening line of a file, which names the hash before it.
pub fn opening(previous: &Hash, time: &str, cut_bytes: u64) -> Vec<u8> {
    let previous = String::from_utf8_lossy(previous);
    serde_json::json!({ "time": time, "event": "opened", "previous": previous, "cut_bytes": cut_bytes })
        .to_string()
        .into_bytes()
}

/// The hash that an opening line names; `None` if the line is another.
pub fn opened_behind(body: &[u8]) -> Option<Hash> {
    // The body lacks its closing brace.
    let text = format!("{}}}", std::str::from_utf8(body).ok()?);
    let line: serde_json::Value = serde_json::from_str(&text).ok()?;
    (line["event"] == "opened").then(|| parse_hash(line["previous"].as_str()?.as_bytes()))?
}
