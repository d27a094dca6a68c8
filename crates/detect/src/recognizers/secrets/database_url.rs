//! Credentials in connection strings of databases and brokers: RFC 3986's user info.

use std::borrow::Cow;

use crate::entity::Surrogate;
use crate::recognizers::secrets::shape::info;
use crate::recognizers::secrets::stand_ins::{is_name, is_placeholder};
use crate::text::{is_value_edge, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: info(
        "DATABASE_URL",
        &["CONNECTION_STRING", "DB_URL", "DSN", "DB_CONNECTION_STRING"],
        "The user and password in a connection string of a database, cache or message broker; these alone.",
        "postgres://app:s3cr3t@db.example.com:5432/shop",
        Surrogate::Alike,
    ),
    // The sign behind the scheme: a pattern of all schemes would be a third of the automaton for words.
    patterns: Cow::Borrowed(&[Pattern::within("://", 0.98, 0.99)]),
    context: words!["database", "dsn", "connection", "url"],
    check,
}];

/// Schemes, in lower case, before any `+driver` or `:driver`.
const SCHEMES: &[&str] = &[
    "postgres",
    "postgresql",
    "mysql",
    "mysqlx",
    "mariadb",
    "mongodb",
    "redis",
    "rediss",
    "valkey",
    "valkeys",
    "amqp",
    "amqps",
    "mssql",
    "sqlserver",
    "oracle",
    "cockroachdb",
    "clickhouse",
    "cassandra",
    "neo4j",
    "bolt",
    "couchdb",
    "influxdb",
    "snowflake",
    "nats",
    "kafka",
    "ldap",
    "ldaps",
    "smtp",
    "smtps",
    "jdbc",
    "db2",
    "cql",
    "memcached",
    "cloudinary",
];

/// Longest scheme that is looked at, with its drivers.
const MAX_SCHEME: usize = 48;

/// Longest name of a driver.
const MAX_DRIVER: usize = 16;

/// Reports whether a database's scheme stands at the end of `head`, as a word of its own: `mongodb+srv`, `jdbc:mysql`.
fn ends_with_scheme(head: &str) -> bool {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b':');
    let len = head.bytes().rev().take(MAX_SCHEME).take_while(|b| is_part(b)).count();
    let (before, scheme) = head.split_at(head.len() - len);
    let is_word = is_value_edge(head, before.len());
    let parts = scheme.split_inclusive(['+', ':']);
    // The scheme is one of the last three parts; other parts before it belong to something else.
    let starts = parts.scan(0, |at, part| Some(std::mem::replace(at, *at + part.len())));
    starts.filter(|&at| at > 0 || is_word).any(|at| scheme.get(at..).is_some_and(is_scheme))
}

/// Reports whether `name` is a scheme with at most two drivers.
fn is_scheme(name: &str) -> bool {
    let mut parts = name.split(['+', ':']);
    let is_known = |scheme: &str| SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    parts.next().is_some_and(is_known)
        && parts.clone().count() <= 2
        && parts.all(|driver| (1..=MAX_DRIVER).contains(&driver.len()))
}

/// Longest user info that is looked at, in bytes.
const MAX_LEN: usize = 512;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    if !ends_with_scheme(candidate.field.text.get(..candidate.range.start)?) {
        return None;
    }
    let start = candidate.range.end;
    let rest = candidate.field.text.get(start..)?;
    let stops = |b: u8| b.is_ascii_whitespace() || b"/\"'<>`|\\?".contains(&b);
    let len = rest.bytes().take(MAX_LEN).position(stops).unwrap_or(rest.len().min(MAX_LEN));
    // A password may hold an `@`, and even a `/`: it ends before the last `@` of the authority.
    let at = window::behind(rest, 0, len).rfind('@')?;
    let (_, password) = rest.get(..at)?.split_once(':')?;
    let real = password.len() > 1 && !is_placeholder(password) && !is_name(password);
    real.then(|| candidate.part(start..start + at))?
}
