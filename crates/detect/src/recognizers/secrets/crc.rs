//! The checksum at the end of GitHub's and npm's tokens.

/// Reports whether the last six characters are the CRC-32 of the characters before, in base 62.
pub(crate) fn has_checksum(token: &str) -> bool {
    let Some((secret, written)) = token.len().checked_sub(6).and_then(|at| token.split_at_checked(at)) else {
        return false;
    };
    let value = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'A'..=b'Z' => Some(b - b'A' + 10),
        b'a'..=b'z' => Some(b - b'a' + 36),
        _ => None,
    };
    let sum = written.bytes().try_fold(0_u64, |sum, b| Some(sum * 62 + u64::from(value(b)?)));
    sum == Some(u64::from(crc32fast::hash(secret.as_bytes())))
}
