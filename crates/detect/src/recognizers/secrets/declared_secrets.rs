//! Secrets in declarations that have a type or a bracket between the name and the value: `v_password VARCHAR2(30) := '…'`, COBOL's
//! `WS-PASSWORD PIC X(12) VALUE '…'`, `val token by lazy { "…" }`, Lisp's `(defvar *openweather-key* "…")`, EDN's
//! `#env DB_PASS "…"`, R's `dbpassword <- "…"`.

use std::{borrow::Cow, ops::Range};

use crate::keys::literal_arguments;
use crate::recognizers::secrets::{
    assignment::said,
    generic_secret::PREFIXED,
    key_names::{Strength, is_harmless},
    key_value::literal,
    password::INFO,
};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

/// What stands between the name and the value.
const BETWEEN: &[Pattern] = &[
    Pattern::within("(?i:varchar2?|nvarchar2?|clob)", 0.88, 0.92),
    Pattern::regex("(?:VALUE|value)(?: IS| is)? [\"']", 0.88, 0.92),
    Pattern::within("(?i:password|passwd|pwd|passphrase|token|secret|key)(?: by lazy)? [{] ?[\"']", 0.88, 0.92),
    Pattern::within(
        "\\((?:set[qf]|setq-default|def(?:var|parameter|const|constant|custom|ine|once)?) [*0-9A-Za-z]",
        0.88,
        0.92,
    ),
    Pattern::within("#env [A-Z]", 0.88, 0.92),
    Pattern::within("(?i:password|passwd|passphrase|pass|pwd|token|secret|key) ?<- ?[\"']", 0.88, 0.92),
    // Options of programs and their defaults, in Go and Rust: `StringVar(&pass, "pass", "…")`, `#[arg(default_value = "…")] pass: String`.
    Pattern::within("StringVarP?\\(&", 0.88, 0.92),
    Pattern::within("default_value(?:_t)? ?= ?\"", 0.88, 0.92),
];

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(BETWEEN),
        context: words![],
        check: |candidate| {
            let (strength, place) = declared(candidate)?;
            (strength == Strength::Password).then(|| candidate.part(place))?
        },
    },
    Rule {
        patterns: Cow::Borrowed(BETWEEN),
        context: words![],
        check: |candidate| {
            let (strength, place) = declared(candidate)?;
            (strength != Strength::Password).then(|| candidate.part(place))?
        },
        ..PREFIXED
    },
];

/// The strength of the name in the declaration that `candidate` is a part of, and the place of its value.
fn declared(candidate: &Candidate<'_>) -> Option<(Strength, Range<usize>)> {
    /// Longest line before the match, and text between the name and the value.
    const LONGEST: usize = 96;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = line::before(text, start, LONGEST);
    let rest = line::behind(text, end, LONGEST);
    let (name, quote) = match candidate.pattern {
        // The size of the type, and a default: `VARCHAR2(30) := '…'`.
        0 => {
            let open = rest.find(['\'', '"'])?;
            let between = &rest[..open];
            let is_default = between.trim_end().ends_with(['=']) || between.to_ascii_lowercase().ends_with("default ");
            (last_name(head.trim_end()), is_default.then_some(end + open)?)
        }
        1 => {
            let picture = head.find(" PIC").or_else(|| head.find(" pic"))?;
            (last_name(head[..picture].trim_end()), end - 1)
        }
        2 => {
            let matched = candidate.matched();
            let len = matched.find(' ')?;
            let head = line::before(text, start + len, LONGEST);
            (last_name(head), end - 1)
        }
        5 => {
            let len = candidate.matched().find(['<', ' '])?;
            (last_name(line::before(text, start + len, LONGEST)), end - 1)
        }
        6 => {
            let [_, name, second, third] = literal_arguments(text, end);
            // The short form of the option may stand between.
            let default = third.filter(|_| candidate.matched().contains('P')).or(second)?;
            (text.get(name?)?, default.start - 1)
        }
        7 => (declared_behind(text, end)?, end - 1),
        3 => {
            let near = line::behind(text, end - 1, LONGEST);
            let len = near.find([' ', ')'])?;
            (near[..len].trim_matches('*'), quote_behind(near, len).map(|open| end - 1 + open)?)
        }
        _ => {
            let near = line::behind(text, end - 1, LONGEST);
            let len = near.find([' ', ']'])?;
            (&near[..len], quote_behind(near, len).map(|open| end - 1 + open)?)
        }
    };
    let strength = said(name).filter(|_| !is_harmless(name))?;
    Some((strength, literal(text, quote, strength)?))
}

/// The name of the member behind the attribute in which the literal at `at` stands.
fn declared_behind(text: &str, at: usize) -> Option<&str> {
    /// Farthest end of the member's name, in bytes.
    const FAR: usize = 192;
    let near = window::behind(text, at, FAR);
    let (_, rest) = near.split_once(")]")?;
    let member = rest.trim_start().trim_start_matches("pub ").split(':').next().filter(|_| rest.contains(':'))?;
    member.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_').then_some(member)
}

/// The name that `head` ends in.
fn last_name(head: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    head.rsplit(|c| !is_name(c)).next().unwrap_or_default()
}

/// The place of the quote that follows a blank at `len`.
fn quote_behind(near: &str, len: usize) -> Option<usize> {
    let rest = near[len..].trim_start_matches(' ');
    rest.starts_with('"').then(|| near.len() - rest.len())
}
