//! The layers of the configuration and their merging.

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    fmt, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use zeroize::Zeroizing;

use super::{DEFAULTS, Problem, environment};
use crate::input::{Member, Node, Place, Value, toml};

/// The name of the defaults in problems.
pub(super) const DEFAULTS_NAME: &str = "built-in defaults";

/// The sources of settings, which the server keeps for reloads.
#[derive(Clone, Default)]
pub struct Sources {
    /// The file of `--config`; else `MASQUERADE_CONFIG` names it.
    pub file: Option<PathBuf>,
    /// The environment variables.
    pub environment: Vec<(OsString, OsString)>,
    /// The settings of the command line.
    pub flags: Vec<Flag>,
}

/// A setting of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The flag, with its dashes.
    pub name: &'static str,
    /// The section and the key of the setting.
    pub key: (&'static str, &'static str),
    /// The value, or the values of a list.
    pub value: FlagValue,
}

/// The value of a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlagValue {
    /// A single value.
    One(String),
    /// A list.
    Many(Vec<String>),
}

impl Sources {
    /// The sources with this process's environment alone.
    pub fn from_environment() -> Self {
        Self { environment: std::env::vars_os().collect(), ..Self::default() }
    }

    /// The value of a variable, unless it is empty.
    pub(super) fn variable(&self, name: &str) -> Option<&OsStr> {
        let found = self.environment.iter().find(|(key, _)| key == name)?;
        Some(found.1.as_os_str()).filter(|value| !value.is_empty())
    }

    /// The file to load, if there is one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.file.clone().or_else(|| self.variable(environment::CONFIG).map(PathBuf::from))
    }
}

impl fmt::Debug for Sources {
    /// Shows the names of Masquerade's variables only: values may be keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ours = self.environment.iter().map(|(name, _)| name);
        let ours: Vec<_> = ours.filter(|name| name.as_encoded_bytes().starts_with(b"MASQUERADE_")).collect();
        f.debug_struct("Sources")
            .field("file", &self.file)
            .field("environment", &ours)
            .field("flags", &self.flags)
            .finish()
    }
}

/// The text of a configuration file, which may hold secrets, and its name.
pub(super) struct FileText {
    name: String,
    text: Zeroizing<String>,
}

pub(super) fn read_file(path: Option<&Path>) -> Result<Option<FileText>, Vec<Problem>> {
    let Some(path) = path else { return Ok(None) };
    let name = path.display().to_string();
    let problem = |detail: String| {
        vec![Problem { place: None, key: String::new(), detail: format!("cannot read {}: {detail}", path.display()) }]
    };
    let bytes = Zeroizing::new(fs::read(path).map_err(|error| problem(error.to_string()))?);
    let text =
        std::str::from_utf8(&bytes).map_err(|error| problem(format!("not UTF-8 at byte {}", error.valid_up_to())))?;
    Ok(Some(FileText { name, text: Zeroizing::new(text.to_owned()) }))
}

/// The merged tree of all layers.
pub(super) struct LayeredTree<'t> {
    pub(super) root: Node<'t>,
    pub(super) warnings: Vec<Problem>,
}

pub(super) fn merge<'t>(sources: &Sources, file: Option<&'t FileText>) -> Result<LayeredTree<'t>, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut root = Node::new(Value::Null);
    let texts = [Some((DEFAULTS, DEFAULTS_NAME)), file.map(|file| (file.text.as_str(), file.name.as_str()))];
    for (text, name) in texts.into_iter().flatten() {
        match toml::parse(text, name) {
            Ok(layer) => overlay(&mut root, layer, |a, b| a == b),
            Err(errors) => problems.extend(errors.into_iter().map(|error| Problem {
                place: Some(error.place),
                key: String::new(),
                detail: error.message,
            })),
        }
    }
    let environment = environment::layer(sources);
    problems.extend(environment.problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    // Variables are in upper case, whatever the file's keys and labels are in.
    overlay(&mut root, environment.settings, str::eq_ignore_ascii_case);
    if let Some(secret) = environment.secret {
        element(&mut root, "secrets", secret, |list, secret| list.insert(0, secret));
    }
    if let Some(key) = environment.key {
        element(&mut root, "keys", key, Vec::push);
    }
    for flag in &sources.flags {
        overlay(&mut root, flag_node(flag), |a, b| a == b);
    }
    Ok(LayeredTree { root, warnings: environment.warnings })
}

/// Merges `over` into `base`: tables are merged, other values replaced.
fn overlay<'t>(base: &mut Node<'t>, over: Node<'t>, same: fn(&str, &str) -> bool) {
    match (&mut base.value, over.value) {
        (Value::Object(below), Value::Object(above)) => {
            let mut members = std::mem::take(below).into_vec();
            for member in above {
                match members.iter_mut().find(|known| same(&known.name, &member.name)) {
                    Some(known) => overlay(&mut known.node, member.node, same),
                    None => members.push(member),
                }
            }
            *below = members.into_boxed_slice();
            base.place = over.place;
        }
        (_, value) => *base = Node { value, place: over.place },
    }
}

/// Adds an element to a list of tables, which may exist already.
fn element<'t>(root: &mut Node<'t>, name: &'static str, node: Node<'t>, add: fn(&mut Vec<Node<'t>>, Node<'t>)) {
    let Value::Object(members) = &mut root.value else { return };
    let mut list = std::mem::take(members).into_vec();
    match list.iter_mut().find(|member| member.name == name) {
        Some(Member { node: Node { value: Value::Array(items), .. }, .. }) => {
            let mut grown = std::mem::take(items).into_vec();
            add(&mut grown, node);
            *items = grown.into_boxed_slice();
        }
        // No list at all: the reader will say so.
        Some(_) => {}
        None => {
            let place = node.place.clone();
            let value = Value::Array(Box::new([node]));
            list.push(Member { name: Cow::Borrowed(name), node: Node { value, place } });
        }
    }
    *members = list.into_boxed_slice();
}

fn flag_node(flag: &Flag) -> Node<'static> {
    let place = Arc::new(Place::Flag(flag.name));
    let text = |text: &String| Node { value: Value::String(Cow::Owned(text.clone())), place: Some(Arc::clone(&place)) };
    let node = match &flag.value {
        FlagValue::One(value) => text(value),
        FlagValue::Many(values) => {
            Node { value: Value::Array(values.iter().map(text).collect()), place: Some(Arc::clone(&place)) }
        }
    };
    let (section, key) = flag.key;
    nested([section, key].map(str::to_owned), node)
}

/// Nests `node` under the keys of `path`.
pub(super) fn nested<'t>(
    path: impl IntoIterator<Item = String, IntoIter: DoubleEndedIterator>,
    node: Node<'t>,
) -> Node<'t> {
    path.into_iter().rev().fold(node, |node, name| {
        let place = node.place.clone();
        Node { value: Value::Object(Box::new([Member { name: Cow::Owned(name), node }])), place }
    })
}

/// Merges `over` into `base`, ignoring the case of keys, as variables do.
pub(super) fn join<'t>(base: &mut Node<'t>, over: Node<'t>) {
    overlay(base, over, str::eq_ignore_ascii_case);
}
