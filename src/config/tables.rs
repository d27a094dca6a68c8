//! The lists of tables: `[[keys]]`, `[[secrets]]` and `[[recognizers]]`. The defaults of their keys are here, and in the
//! comments of `conf/masquerade.toml`.

use std::collections::{HashMap, HashSet};

use masquerade_detect::{custom::CustomRecognizer, entity::Label};

use super::{
    ApiKey, Context, KeyScope, Permission, Route, Secret, Vocabulary, source,
    units::rate,
    vocabulary::{self, Names},
};
use crate::input::{Fault, Item, Object};

/// The most keys, which a hash table holds.
const MAX_KEYS: usize = 100_000;
/// The most generations of the secret: decryption tries each in turn.
const MAX_SECRETS: usize = 16;
const MAX_RECOGNIZERS: usize = 1000;
/// The most routes or labels of a key.
const MAX_SCOPE: usize = 1000;
/// The most requests at once that a limit may allow.
pub(super) const MAX_IN_FLIGHT: usize = 1_000_000;

/// `[[keys]]`
pub(super) fn keys(root: &mut Object<'_, '_>, labels: &Names<'_>) -> Option<Vec<ApiKey>> {
    let (mut names, mut hashes) = (HashSet::new(), HashMap::new());
    root.or_else("keys", Vec::new, |item| {
        item.list(MAX_KEYS, |item| {
            let mut object = item.object()?;
            let name = object.required("name", identifier);
            let hash = object.required("hash", |item| item.parse(sha256));
            let tenant = object.or_else("tenant", || "default".to_owned(), identifier);
            let permissions = object.or_else("permissions", api_permissions, |item| item.list(4, permission));
            let rate = object.or_else("rate", || None, |item| rate(item).map(Some));
            let default_session = object.or_else("default_session", || true, |item| item.boolean());
            let routes = object.or_else("routes", || None, |item| item.list(MAX_SCOPE, identifier).map(Some));
            let label = |item: Item<'_, '_>| item.parse(|name| labels.entity(name));
            let restore = object.or_else("restore", || None, |item| item.list(MAX_SCOPE, label).map(Some));
            let in_flight = object.or_else("in_flight", || None, |item| item.size(1..=MAX_IN_FLIGHT).map(Some));
            if name.as_ref().is_some_and(|name| !names.insert(name.clone())) {
                object.refuse(Fault::OutOfRange, "name", || "is the name of another key, too");
            }
            if let (Some(hash), Some(name)) = (hash, &name)
                && let Some(other) = hashes.insert(hash, name.clone())
            {
                object.refuse(Fault::OutOfRange, "hash", || format!("is the hash of key `{other}`, too"));
            }
            object.finish();
            Some(ApiKey {
                name: name?,
                hash: hash?,
                tenant: tenant?,
                permissions: permissions?,
                rate: rate?,
                default_session: default_session?,
                scope: KeyScope { routes: routes?, restore: restore?, in_flight: in_flight? },
            })
        })
    })
}

/// Refuses keys for routes that do not exist.
pub(super) fn check_key_routes(root: &Object<'_, '_>, keys: Option<&[ApiKey]>, routes: Option<&[Route]>) {
    let (Some(keys), Some(routes)) = (keys, routes) else { return };
    for key in keys {
        let named = key.scope.routes.iter().flatten();
        for name in named.filter(|name| !routes.iter().any(|route| route.name == **name)) {
            let known: Vec<_> = routes.iter().map(|route| route.name.as_str()).collect();
            let key = &key.name;
            root.refuse(Fault::OutOfRange, "keys", || match known.join(", ").as_str() {
                "" => format!("`routes` of the key `{key}` names {name}, and there are no [[routes]]"),
                known => format!("`routes` of the key `{key}` names {name}; the [[routes]] are: {known}"),
            });
        }
    }
}

/// The default permissions of a key: those of the two commands of the API.
fn api_permissions() -> Vec<Permission> {
    vec![Permission::Anonymize, Permission::Deanonymize]
}

pub(super) fn non_empty(item: Item<'_, '_>) -> Option<String> {
    item.parse(|text| if text.trim().is_empty() { Err("must not be empty") } else { Ok(text.to_owned()) })
}

/// Reads an identifier, which goes into logs, metrics and key derivations.
pub(super) fn identifier(item: Item<'_, '_>) -> Option<String> {
    item.parse(|text| if is_identifier(text) { Ok(text.to_owned()) } else { Err(IDENTIFIER) })
}

/// The form of identifiers: names of keys, tenants and recognizers, ids of requests.
pub(crate) const IDENTIFIER: &str = "must be 1 to 64 letters, digits, \".\", \"_\" or \"-\"";

/// Reports whether `text` is an identifier.
pub(crate) fn is_identifier(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=64).contains(&text.len()) && text.bytes().all(is_plain)
}

fn permission(item: Item<'_, '_>) -> Option<Permission> {
    item.name(&Permission::ALL)
}

/// Parses `sha256:` and 64 hex digits.
fn sha256(text: &str) -> Result<[u8; 32], &'static str> {
    let words = "must be \"sha256:\" and 64 hex digits, as `masquerade keygen` prints it; \
                 the key itself does not belong here";
    let digits = text.trim().strip_prefix("sha256:").ok_or(words)?;
    let mut hash = [0; 32];
    if digits.len() != 2 * hash.len() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(words);
    }
    for (byte, at) in hash.iter_mut().zip((0..).step_by(2)) {
        *byte = digits.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()).ok_or(words)?;
    }
    Ok(hash)
}

/// `[[secrets]]`
pub(super) fn secrets(root: &mut Object<'_, '_>, context: &Context<'_>) -> Option<Vec<Secret>> {
    let secrets = root.or_else("secrets", Vec::new, |item| item.list(MAX_SECRETS, |item| secret(item, context)))?;
    if secrets.is_empty() {
        context.warn("secrets", "none configured: a random one is made, so HASH and ENCRYPT do not survive a restart");
    }
    Some(secrets)
}

fn secret(item: Item<'_, '_>, context: &Context<'_>) -> Option<Secret> {
    let mut object = item.object()?;
    let sourced = source::read(&mut object, context);
    object.finish();
    let sourced = sourced?;
    checked(&object, sourced.key, sourced.value)
}

fn checked(object: &Object<'_, '_>, name: &str, secret: Result<source::Bytes, String>) -> Option<Secret> {
    /// The least bytes of a secret: HKDF does not add entropy to less than 256 bits.
    const MIN: usize = 32;
    let detail = match secret {
        Ok(bytes) if bytes.len() >= MIN => return Some(Secret(bytes)),
        Ok(_) => format!("a secret must have at least {MIN} bytes: `openssl rand -hex 32` makes one"),
        Err(detail) => detail,
    };
    object.refuse(Fault::OutOfRange, name, || detail);
    None
}

/// `[[recognizers]]`
pub(super) fn recognizers(root: &mut Object<'_, '_>, context: &Context<'_>) -> Option<Vec<CustomRecognizer>> {
    let mut names = HashSet::new();
    root.or_else("recognizers", Vec::new, |item| {
        item.list(MAX_RECOGNIZERS, |item| recognizer(item, context.vocabulary, &mut names))
    })
}

/// The label of a recognizer whose own label is refused.
const UNKNOWN_LABEL: &str = "LABEL";

/// The default confidence of a custom recognizer: right more often than not, and nearly always next to a context word.
const SCORE: f64 = 0.6;
const SCORE_IN_CONTEXT: f64 = 0.95;

#[allow(clippy::cast_possible_truncation)]
fn recognizer(
    item: Item<'_, '_>,
    vocabulary: Option<&Vocabulary<'_>>,
    names: &mut HashSet<String>,
) -> Option<CustomRecognizer> {
    let place = item.place().map_or_else(String::new, |place| place.to_string());
    let mut object = item.object()?;
    let name = object.required("name", identifier);
    let label = object.required("label", |item| item.parse(vocabulary::label));
    let description = object.or_else("description", || None, |item| item.string().map(Some));
    let regex = object.required("regex", non_empty);
    let score = object.or_else("score", || SCORE, |item| item.number(0.0..=1.0));
    let at_least = score.unwrap_or(0.0);
    let in_context = || at_least.max(SCORE_IN_CONTEXT);
    let score_in_context = object.or_else("score_in_context", in_context, |item| item.number(at_least..=1.0));
    let words = |item: Item<'_, '_>| item.list(1000, |item| Some(non_empty(item)?.to_lowercase()));
    let context = object.or_else("context", Vec::new, words);
    let checksum = object.or_else("checksum", || None, |item| vocabulary::checksum(item, vocabulary).map(Some));
    object.finish();
    if name.as_ref().is_some_and(|name| !names.insert(name.clone())) {
        object.refuse(Fault::OutOfRange, "name", || "is the name of another recognizer, too");
    }
    let name = name.unwrap_or_default();
    let is_complete = label.is_some() && score_in_context.is_some() && context.is_some() && checksum.is_some();
    // The expression is checked whatever else is wrong, so that all faults are told at once.
    let recognizer = CustomRecognizer {
        label: label.or_else(|| Label::intern(UNKNOWN_LABEL))?,
        description: description?.map_or_else(|| format!("Found by the recognizer {name}"), |text| text.into_owned()),
        name,
        regex: regex?,
        score: at_least as f32,
        score_in_context: score_in_context.unwrap_or(1.0) as f32,
        context: context.unwrap_or_default(),
        checksum: checksum.flatten(),
        place,
    };
    if let Some(vocabulary) = vocabulary
        && let Err(detail) = (vocabulary.recognizer)(&recognizer)
    {
        object.refuse(Fault::OutOfRange, "regex", || detail);
    }
    is_complete.then_some(recognizer)
}
