//! Credentials in connection strings of databases and brokers: RFC 3986's user info.

use std::borrow::Cow;

use super::{
    password_value::{is_name, is_placeholder},
    secrets::info,
};
use crate::detect::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: info(
        "DATABASE_URL",
        &["CONNECTION_STRING", "DB_URL", "DSN", "DB_CONNECTION_STRING"],
        "The user and password in a connection string of a database, cache or message broker; these alone.",
        "postgres://app:s3cr3t@db.example.com:5432/shop",
    ),
    patterns: Cow::Borrowed(&[Pattern::regex(
        concat!(
            "(?i:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mssql|sqlserver|oracle|cockroachdb|",
            "clickhouse|cassandra|neo4j|bolt|couchdb|influxdb|snowflake|nats|kafka|ldaps?|smtps?|jdbc|db2|cql|memcached)",
            r"(?:\+[0-9a-z]{1,16})?(?::[a-z0-9]{1,16})?://"
        ),
        0.98,
        0.99,
    )]),
    context: words!["database", "dsn", "connection", "url"],
    check,
}];

/// Longest user info that is looked at, in bytes.
const MAX_LEN: usize = 512;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let start = candidate.range.end;
    let rest = candidate.field.text.get(start..)?;
    let stops = |b: u8| b.is_ascii_whitespace() || b"/\"'<>`|\\?".contains(&b);
    let len = rest.bytes().take(MAX_LEN).position(stops).unwrap_or(rest.len().min(MAX_LEN));
    // A password may hold an `@`, and even a `/`: what stands before the last `@` of the authority counts.
    let at = rest.get(..rest.floor_char_boundary(len))?.rfind('@')?;
    let (_, password) = rest.get(..at)?.split_once(':')?;
    let real = password.len() > 1 && !is_placeholder(password) && !is_name(password);
    real.then(|| candidate.part(start..start + at))?
}
