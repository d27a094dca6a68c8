//! Private keys in their armoured forms: PEM (RFC 7468), OpenSSH, PGP (RFC 9580), SSH2 and PuTTY.

use std::borrow::Cow;

use memchr::memmem;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::{Candidate, Finding, Pattern, Rule};

/// The facts about the label.
pub(super) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::SECRETS],
    aliases: &["SSH_KEY", "PEM_KEY", "PGP_PRIVATE_KEY", "RSA_PRIVATE_KEY"],
    validation: Validation::Structure,
    ..LabelInfo::new(
        "PRIVATE_KEY",
        "A private key in PEM, OpenSSH, PGP, SSH2 or PuTTY form, the whole block; the private members of a key in JSON or XML.",
        "-----BEGIN PRIVATE KEY-----\nZXhhbXBsZSwgbm90IGEga2V5IGF0IGFsbA==\n-----END PRIVATE KEY-----",
        Handling { surrogate: Surrogate::Armour, ..Handling::COMMON },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("-----BEGIN (?:[0-9A-Z]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----", 0.99, 0.99),
        Pattern::regex("---- BEGIN (?:[0-9A-Z]{1,16} ){0,3}PRIVATE KEY ----", 0.99, 0.99),
        Pattern::regex("PuTTY-User-Key-File-[1-3]:", 0.99, 0.99),
    ]),
    context: words!["key", "private", "pem", "ssh", "rsa"],
    check,
}];

/// Farthest place of the private lines of a PuTTY key behind its first line, in bytes, and of its code behind the
/// private lines.
const MAX_PUTTY: usize = 64 << 10;

/// Fewest characters of base64 in a row where no end line follows. Fewer are an elision (`MIIE...`) or prose.
const MIN_RUN: usize = 20;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.end);
    // A block of any length is read: the bytes between two lines of dashes are read once.
    let body = text.as_bytes().get(start..)?;
    let len = match candidate.pattern {
        0 => block_len(body, b"-----"),
        1 => block_len(body, b"----"),
        _ => putty_len(body.get(..body.len().min(MAX_PUTTY))?),
    };
    candidate.part(candidate.range.start..start + len?)
}

/// The length of the part of `body` that belongs to a block whose lines of dashes are `dashes`.
fn block_len(body: &[u8], dashes: &[u8]) -> Option<usize> {
    let Some(close) = memmem::find(body, dashes) else { return truncated_len(body) };
    let (block, tail) = body.split_at_checked(close)?;
    let end_line = tail.get(dashes.len()..)?.trim_ascii_start();
    if !end_line.starts_with(b"END ") {
        return truncated_len(block);
    }
    let last = close + tail.len() - end_line.len();
    let closing = memmem::find(end_line.get(..end_line.len().min(80))?, dashes)?;
    holds_key(block).then_some(last + closing + dashes.len())
}

/// The length of the key in `body` if the end line is missing: up to the end of the last run of base64.
fn truncated_len(body: &[u8]) -> Option<usize> {
    let mut end = None;
    let mut at = 0;
    // Runs are joined by line ends, also where these are escaped; anything longer ends the block,
    // once it has begun. Headers (`Proc-Type: …`) stand before its first run.
    while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
        let run = rest.iter().take_while(|b| is_base64(b)).count();
        let first_long = run >= MIN_RUN;
        if first_long || end.is_some() && run > 0 && !is_word_run(rest.get(..run)?) {
            end = Some(at + run);
        } else if end.is_some() && run > 0 {
            break;
        }
        at += run;
        let gap = body.get(at..)?.iter().take_while(|b| !is_base64(b)).count();
        let joins = body.get(at..at + gap)?.iter().all(|b| b" \t\r\n\\\"',+".contains(b));
        if end.is_some() && (!joins || gap > 16) || end.is_none() && at > 1024 {
            break;
        }
        at += gap;
        // The `n` and `r` of an escaped line end are not key.
        while body.get(at.wrapping_sub(1)) == Some(&b'\\') && matches!(body.get(at), Some(b'n' | b'r')) {
            at += 1;
            at += body.get(at..)?.iter().take_while(|b| **b == b'\\').count();
        }
    }
    end
}

/// Reports whether a short run behind the key is a word of prose rather than its last line.
fn is_word_run(run: &[u8]) -> bool {
    run.len() < MIN_RUN && !run.ends_with(b"=") && run.iter().all(u8::is_ascii_alphabetic)
}

/// Reports whether something like base64 stands between the two lines. The lines announce a key, so little will do: a
/// key cut short for a ticket counts, while `MIIE...` and `YOUR KEY HERE` do not.
fn holds_key(block: &[u8]) -> bool {
    let is_key = |run: &[u8]| match run.len() {
        ..8 => false,
        8..12 => run.iter().any(|b| !b.is_ascii_alphabetic()),
        _ => true,
    };
    block.split(|b| !is_base64(b)).any(is_key)
}

fn is_base64(b: &u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
}

/// The length of the part of `body` that belongs to a PuTTY key: up to its authentication code, else up to its last
/// line.
fn putty_len(body: &[u8]) -> Option<usize> {
    let lines = memmem::find(body, b"Private-Lines:")?;
    let tail = body.get(lines..)?;
    match memmem::find(tail, b"Private-MAC:") {
        Some(mac) => {
            let code = tail.get(mac + b"Private-MAC:".len()..)?;
            let blanks = code.iter().take(4).take_while(|b| **b == b' ').count();
            let digits = code.get(blanks..)?.iter().take_while(|b| b.is_ascii_hexdigit()).count();
            Some(lines + mac + b"Private-MAC:".len() + blanks + digits)
        }
        None => truncated_len(tail).map(|len| lines + len),
    }
}
