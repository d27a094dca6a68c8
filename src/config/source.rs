//! Secret values, read from a file or a variable instead of the configuration.

use std::fs;

use zeroize::Zeroizing;

use super::Context;
use crate::input::{Fault, Object};

/// The bytes of a secret value, zeroed on drop.
pub(super) type Bytes = Zeroizing<Vec<u8>>;

/// A value with its source.
pub(super) struct SourcedValue {
    /// The key that names the source.
    pub(super) key: &'static str,
    /// The value, or the reason that it is missing.
    pub(super) value: Result<Bytes, String>,
}

/// Reads a value from exactly one of `file`, `env` and `value`.
pub(super) fn read(object: &mut Object<'_, '_>, context: &Context<'_>) -> Option<SourcedValue> {
    let file = object.or_else("file", || None, |item| item.string().map(Some));
    let env = object.or_else("env", || None, |item| item.string().map(Some));
    let value = object.or_else("value", || None, |item| item.string().map(Some));
    match (file?, env?, value?) {
        (Some(path), None, None) => Some(SourcedValue { key: "file", value: from_file(&path, context) }),
        (None, Some(name), None) => Some(SourcedValue { key: "env", value: from_variable(&name, context) }),
        (None, None, Some(value)) => {
            Some(SourcedValue { key: "value", value: Ok(Zeroizing::new(value.as_bytes().to_vec())) })
        }
        _ => {
            object.refuse(Fault::OutOfRange, "file", || "exactly one of `file`, `env` and `value` must be set");
            None
        }
    }
}

/// The bytes of a file.
pub(super) fn file(path: &str, context: &Context<'_>) -> Result<Bytes, String> {
    fs::read(context.resolve(path)).map(Zeroizing::new).map_err(|error| format!("cannot be read: {error}"))
}

fn from_file(path: &str, context: &Context<'_>) -> Result<Bytes, String> {
    let mut bytes = file(path, context)?;
    // Editors and `echo` end a text with a line end. Random bytes are hardly ever UTF-8.
    if std::str::from_utf8(&bytes).is_ok() && bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    }
    Ok(bytes)
}

fn from_variable(name: &str, context: &Context<'_>) -> Result<Bytes, String> {
    let value = context.sources.variable(name).ok_or("names a variable that is not set")?;
    Ok(Zeroizing::new(value.as_encoded_bytes().to_vec()))
}
