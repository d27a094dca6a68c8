//! The layer of environment variables: `MASQUERADE_` and the path of a key, its parts joined by two underscores, and a few
//! short names.

use std::{borrow::Cow, ffi::OsStr, sync::Arc};

use super::{
    ApiKey, Problem, Sources,
    layers::{join, nested},
};
use crate::input::{Member, Node, Place, Value, did_you_mean};

const PREFIX: &str = "MASQUERADE_";
/// The variable with the configuration file.
pub(super) const CONFIG: &str = "MASQUERADE_CONFIG";
/// The variable with an API key in clear.
pub(super) const API_KEY: &str = "MASQUERADE_API_KEY";
/// The variable with the newest generation of the secret.
const SECRET: &str = "MASQUERADE_SECRET";
const SHORT: [&str; 3] = [CONFIG, API_KEY, SECRET];

/// The length below which a key draws a warning; generated keys have 43 random characters behind a prefix.
const LONG_KEY: usize = 24;

/// The length below which a key is refused beyond loopback: 16 random letters and digits have 95 bits.
pub(super) const GUESSABLE_KEY: usize = 16;

/// The layer of the environment.
pub(super) struct Layer {
    pub(super) settings: Node<'static>,
    /// An element of `secrets`.
    pub(super) secret: Option<Node<'static>>,
    /// An element of `keys`.
    pub(super) key: Option<Node<'static>>,
    pub(super) problems: Vec<Problem>,
    pub(super) warnings: Vec<Problem>,
}

pub(super) fn layer(sources: &Sources) -> Layer {
    let mut layer = Layer {
        settings: Node::new(Value::Object(Box::default())),
        secret: None,
        key: None,
        problems: Vec::new(),
        warnings: Vec::new(),
    };
    for (name, value) in &sources.environment {
        if let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX) && !value.is_empty()) {
            layer.add(name, value);
        }
    }
    layer
}

impl Layer {
    fn add(&mut self, name: &str, value: &OsStr) {
        let place = Place::Variable(name.to_owned());
        let problem = |detail: String| Problem { place: Some(place.clone()), key: String::new(), detail };
        let way = name.strip_prefix(PREFIX).unwrap_or_default();
        if !way.contains("__") && !SHORT.contains(&name) {
            if !is_foreign(way, value) {
                let hint = did_you_mean(name, SHORT);
                let form = "settings are called MASQUERADE_SECTION__KEY";
                self.warnings.push(problem(format!("unknown variable, ignored ({form}){hint}")));
            }
            return;
        }
        let Some(value) = value.to_str() else {
            // A path need not be UTF-8, and a secret is read where it is used.
            if name != CONFIG && name != SECRET {
                self.problems.push(problem("must be UTF-8".to_owned()));
            }
            return;
        };
        match name {
            CONFIG => {}
            SECRET => self.secret = Some(table(&place, vec![("env", text(&place, SECRET.to_owned()))])),
            API_KEY => match key(&place, value) {
                Ok(key) => {
                    if value.len() < LONG_KEY {
                        let detail = format!("short enough to be guessed: take {LONG_KEY} random characters or more");
                        self.warnings.push(problem(detail));
                    }
                    self.key = Some(key);
                }
                Err(detail) => self.problems.push(problem(detail)),
            },
            _ => {
                // No key is deeper; the rest is the name of a label, which may hold underscores.
                let path: Vec<_> = way.splitn(3, "__").map(str::to_ascii_lowercase).collect();
                join(&mut self.settings, nested(path, text(&place, value.to_owned())));
            }
        }
    }
}

/// Reports whether an orchestrator set a variable: Kubernetes and container links describe a service named `masquerade`
/// by variables such as `MASQUERADE_PORT_8080_TCP_ADDR`.
fn is_foreign(way: &str, value: &OsStr) -> bool {
    let parts: Vec<_> = way.split('_').collect();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.windows(2).any(|pair| match pair {
        ["SERVICE", "HOST" | "PORT"] => true,
        ["PORT", number] => is_number(number),
        _ => false,
    }) || (parts.last() == Some(&"PORT") && value.to_string_lossy().contains("://"))
}

/// The element of `keys` for a key in clear.
fn key(place: &Place, key: &str) -> Result<Node<'static>, String> {
    if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("must be of visible ASCII characters, as it is sent in a header".to_owned());
    }
    let permissions = ["anonymize", "deanonymize", "proxy"].map(|name| text(place, name.to_owned()));
    let permissions = Node { value: Value::Array(Box::new(permissions)), place: Some(Arc::new(place.clone())) };
    let members = vec![
        ("name", text(place, "env".to_owned())),
        ("hash", text(place, ApiKey::written_hash(key))),
        ("permissions", permissions),
    ];
    Ok(table(place, members))
}

fn text(place: &Place, text: String) -> Node<'static> {
    Node { value: Value::String(Cow::Owned(text)), place: Some(Arc::new(place.clone())) }
}

fn table(place: &Place, members: Vec<(&'static str, Node<'static>)>) -> Node<'static> {
    let members = members.into_iter().map(|(name, node)| Member { name: Cow::Borrowed(name), node });
    Node { value: Value::Object(members.collect()), place: Some(Arc::new(place.clone())) }
}
