//! The settings of a route that log records need: fields, and the encoding of bodies.

use super::{MAX_NAMES, settings::Reencode};
use crate::{
    config::vocabulary::Names,
    input::{Item, Object},
};

/// Reads `always` or `never`: names of fields.
pub(super) fn fields(object: &mut Object<'_, '_>, name: &'static str, names: &Names<'_>) -> Option<Vec<String>> {
    let read = |item: Item<'_, '_>| item.list(MAX_NAMES, |item| item.parse(|text| names.selector(text)));
    object.or_else(name, Vec::new, read)
}

/// Reads `stream`.
pub(super) fn stream(object: &mut Object<'_, '_>) -> Option<bool> {
    object.or_else("stream", || true, |item| item.boolean())
}

/// Reads `reencode`.
pub(super) fn reencode(object: &mut Object<'_, '_>) -> Option<Option<Reencode>> {
    let names = [("same", Reencode::Same), ("identity", Reencode::Identity)];
    object.or_else("reencode", || None, |item| item.name(&names).map(Some))
}
