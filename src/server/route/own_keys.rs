//! API keys of this instance in the places of providers' credentials, where clients put whatever key they have: they are
//! used or refused, and never reach an upstream.

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue};
use percent_encoding::percent_decode_str;

use super::super::request_checks::X_API_KEY;
use crate::access::{Access, Client};

/// The scheme of a user name and a password in base64 (RFC 7617).
const BASIC: &[u8] = b"basic";

/// The client whose key a header's value is: alone, behind a scheme (`Bearer`), or in basic credentials.
pub fn in_value<'a>(value: &HeaderValue, keys: &'a Access) -> Option<&'a Arc<Client>> {
    if keys.is_empty() {
        return None;
    }
    let value = value.as_bytes();
    if let Some(client) = keys.find(value) {
        return Some(client);
    }
    let (scheme, rest) = value.split_at_checked(value.iter().position(u8::is_ascii_whitespace)?)?;
    let rest = rest.trim_ascii();
    if !scheme.eq_ignore_ascii_case(BASIC) {
        return keys.find(rest);
    }
    let decoded = STANDARD.decode(rest).ok()?;
    let mut parts = decoded.splitn(2, |&byte| byte == b':');
    parts.find_map(|part| keys.find(part))
}

/// The client whose key a parameter of a query has as its value.
fn in_parameter<'a>(parameter: &str, keys: &'a Access) -> Option<&'a Arc<Client>> {
    let (_, value) = parameter.split_once('=')?;
    let decoded: Vec<u8> = percent_decode_str(value).collect();
    keys.find(&decoded)
}

/// The client whose key stands in a header or in the query.
pub fn find<'a>(headers: &HeaderMap, query: Option<&str>, keys: &'a Access) -> Option<&'a Arc<Client>> {
    let in_header = || headers.values().find_map(|value| in_value(value, keys));
    in_header().or_else(|| query?.split('&').find_map(|parameter| in_parameter(parameter, keys)))
}

/// Reports whether a key stands where an upstream's credential belongs. `X-API-Key` is this instance's own header, too:
/// there a key is only left out.
pub fn is_misplaced(headers: &HeaderMap, query: Option<&str>, keys: &Access) -> bool {
    let elsewhere = |(name, value): (&HeaderName, &HeaderValue)| *name != X_API_KEY && in_value(value, keys).is_some();
    headers.iter().any(elsewhere) || find(&HeaderMap::new(), query, keys).is_some()
}

/// The query without parameters that are keys.
pub fn without(query: Option<String>, keys: &Access) -> Option<String> {
    let query = query?;
    if keys.is_empty() || !query.split('&').any(|parameter| in_parameter(parameter, keys).is_some()) {
        return Some(query);
    }
    let left: Vec<&str> = query.split('&').filter(|parameter| in_parameter(parameter, keys).is_none()).collect();
    (!left.is_empty()).then(|| left.join("&"))
}
