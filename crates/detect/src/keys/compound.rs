//! Names of members that say what a value is only together with the name of the object around them: `{"passport": {"id": …}}`.

use std::ops::Range;

use super::{
    Keys, Value,
    name::name_before,
    normalize::{MAX_NAME, NUMBER},
    syntax::{around, before_member, column, open_brace},
    value::value,
};
/// Names of such members, besides those that mean "number": identifiers, dates and parts of them, places.
const MEMBERS: [&str; 12] =
    ["id", "number", "identifier", "year", "month", "day", "date", "datum", "place", "plaats", "ort", "номер"];

/// All names of such members.
pub(super) fn members() -> impl Iterator<Item = &'static str> {
    MEMBERS.into_iter().chain(NUMBER)
}

/// Reports whether `name` is one of a member that says little by itself.
pub(super) fn is_member(name: &str) -> bool {
    members().any(|member| member.eq_ignore_ascii_case(name))
}

impl Keys {
    /// The value behind the `:` or `=` at `at`, if a pattern knows the name before it together with that of the object around.
    pub(super) fn of_member(&self, text: &str, at: usize) -> Option<Value<'_>> {
        let head = text.get(..at)?;
        let (own, quoted) = name_before(head)?;
        let name = text.get(own.clone())?.trim_start_matches([' ', '-']);
        let start = own.end - name.len();
        let (from, near) = before_member(text, start);
        let object = object_around(near, column(text, start))?;
        let object = from + object.start..from + object.end;
        let outer = text.get(object.clone()).filter(|outer| !outer.is_empty() && outer.len() < MAX_NAME)?;
        let known = self.of_object(outer, name)?;
        let spaced = head.ends_with([' ', '\t']);
        let (range, form) = value(text, at, quoted, spaced)?;
        Some(Value { patterns: self.patterns(known), outer: &[], name: Some(object), range, form })
    }

    /// The patterns that know the member `name` of an object `outer`, or of one of several, `outers`.
    fn of_object(&self, outer: &str, name: &str) -> Option<usize> {
        // Definitions of protocols number their extensions.
        if outer.to_ascii_lowercase().starts_with("extension") {
            return None;
        }
        // Words of a declaration stand before the name of the object: `export const TEST_CARD = {number: …}`.
        const DECLARING: [&str; 11] =
            ["export", "const", "let", "var", "static", "final", "public", "private", "readonly", "val", "local"];
        let is_declared = outer.split(' ').next().is_some_and(|first| DECLARING.contains(&first));
        let outer = if is_declared { outer.rsplit(' ').next()? } else { outer };
        let of = |outer: &str| self.of_whole_name(&[outer, name].join(" "));
        of(outer).or_else(|| of(outer.strip_suffix('s')?))
    }
}

/// The place of the name of the object, or of the list of objects, around the value in `column` of its line behind `head`.
fn object_around(head: &str, column: usize) -> Option<Range<usize>> {
    let Some(open) = open_brace(head) else { return around(head, column) };
    let before = head.get(..open)?.trim_end();
    let list = match before.as_bytes().last()? {
        b'[' => Some(before.len() - 1),
        b',' => open_brace(before),
        _ => None,
    };
    let before = list.map_or(before, |open| &before[..open]).trim_end();
    // Protocol buffers have no sign there: `birthday { year: 1979 …`.
    let last = before.rsplit(['\n', '{', ';']).next().unwrap_or_default().trim_start();
    let is_bare = list.is_none() && !last.is_empty() && last.chars().all(|c| c.is_alphanumeric() || c == '_');
    let named = before.strip_suffix([':', '=', '(']).or(is_bare.then_some(before))?;
    name_before(named).map(|(place, _)| place)
}
