//! Reading of the headers that a route sets and scans.

use http::{HeaderName, HeaderValue};
use zeroize::Zeroizing;

use super::{
    super::{Context, source},
    SetHeader,
};
use crate::input::{Fault, Item, Object, Value};

/// The headers that the proxy sets itself: framing and connections.
const OURS: [&str; 12] = [
    "host",
    "content-length",
    "content-type",
    "content-encoding",
    "transfer-encoding",
    "accept-encoding",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "upgrade",
    "expect",
];

/// The headers of credentials, which are never scanned: they must reach the upstream unchanged.
const CREDENTIALS: [&str; 6] =
    ["authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie"];

/// The headers that a route sets.
pub(super) struct SetHeaders {
    pub(super) list: Vec<SetHeader>,
    /// True if a value is a secret.
    pub(super) has_secret: bool,
}

/// `[routes.set_headers]`
pub(super) fn set_headers(object: &mut Object<'_, '_>, context: &Context<'_>) -> Option<SetHeaders> {
    let list = header_values(object, "set_headers", context)?;
    let has_secret = list.iter().any(|header| header.value.is_sensitive());
    Some(SetHeaders { list, has_secret })
}

/// Reads the table `key` of headers with their values; none if it is absent.
pub(in crate::config) fn header_values(
    object: &mut Object<'_, '_>,
    key: &'static str,
    context: &Context<'_>,
) -> Option<Vec<SetHeader>> {
    object.or_else(key, Vec::new, |item| {
        item.entries(|name, item| {
            let Some(name) = name.parse::<HeaderName>().ok().filter(|name| !OURS.contains(&name.as_str())) else {
                return item.refuse(Fault::OutOfRange, || "is no header that can be set");
            };
            Some(SetHeader { name, value: value(item, context)? })
        })
    })
}

/// Reads a header value: a string, or a table with the source of a secret.
fn value(item: Item<'_, '_>, context: &Context<'_>) -> Option<HeaderValue> {
    const FORM: &str = "must be of visible ASCII characters";
    if let Value::String(_) = item.value() {
        return item.parse(|text| HeaderValue::from_str(text).map_err(|_| FORM));
    }
    let mut object = item.object()?;
    let prefix = object.or_else("prefix", String::new, |item| item.string().map(|text| text.into_owned()));
    let sourced = source::read(&mut object, context);
    object.finish();
    let (prefix, sourced) = (prefix?, sourced?);
    let detail = match sourced.value {
        Ok(secret) => {
            let mut whole = Zeroizing::new(Vec::with_capacity(prefix.len() + secret.len()));
            whole.extend_from_slice(prefix.as_bytes());
            whole.extend_from_slice(&secret);
            match HeaderValue::from_bytes(&whole) {
                Ok(mut value) if !secret.is_empty() && whole.iter().all(|byte| (b' '..=b'~').contains(byte)) => {
                    value.set_sensitive(true);
                    return Some(value);
                }
                _ => FORM.to_owned(),
            }
        }
        Err(detail) => detail,
    };
    object.refuse(Fault::OutOfRange, sourced.key, || detail);
    None
}

/// Reads the name of a header that is scanned.
pub(super) fn scanned(item: Item<'_, '_>) -> Option<String> {
    item.parse(|text| {
        let name = text.trim().parse::<HeaderName>().map_err(|_| "must be the name of a header")?;
        if OURS.contains(&name.as_str()) || CREDENTIALS.contains(&name.as_str()) {
            return Err("is never scanned: what it holds must reach the upstream as it is");
        }
        Ok(name.as_str().to_owned())
    })
}
