//! Names of members that say little by themselves, read together with the name of the object around them: the member `name`
//! of an object `user` is `user.name`, as records with dots in their names have it.

use std::borrow::Cow;

/// Names that say what a value is only together with another name.
const GENERIC: [&str; 9] = ["name", "id", "number", "no", "nr", "date", "code", "key", "address"];

/// Names of the value itself of the object around it, as in `{"term": {"user.name": {"value": …}}}`.
const VALUES: [&str; 4] = ["value", "values", "val", "query"];

/// Names of members that name the value of the member `value` beside them.
const NAME_MEMBERS: [&str; 6] = ["key", "name", "k", "attribute", "field", "header"];

/// Headers of HTTP with secrets, whose names and values clients also write as pairs in arrays.
const HEADERS: [&str; 8] = [
    "cookie",
    "set-cookie",
    "authorization",
    "proxy-authorization",
    "x-api-key",
    "x-auth-token",
    "x-access-token",
    "x-csrf-token",
];

/// Names of objects that only divide the members of the object around them, as `target` of `user.target.name` in the Elastic
/// Common Schema.
const WRAPPERS: [&str; 13] = [
    "attributes",
    "attrs",
    "properties",
    "props",
    "traits",
    "profile",
    "details",
    "info",
    "data",
    "fields",
    "target",
    "changes",
    "effective",
];

/// Longest names that are read together, in bytes.
const LONGEST: usize = 128;

/// Reports whether an object of this name only divides the members of the object around it.
pub(super) fn is_wrapper(name: &str) -> bool {
    is_one_of(name, &WRAPPERS)
}

/// The name of a member, with that of the object around it where its own says little.
pub(super) fn with_parent<'k>(parent: Option<&str>, name: Cow<'k, str>) -> Cow<'k, str> {
    let Some(parent) = parent.filter(|parent| !parent.is_empty() && parent.len() + name.len() < LONGEST) else {
        return name;
    };
    if is_one_of(&name, &VALUES) {
        return Cow::Owned(parent.to_owned());
    }
    if !is_one_of(&name, &GENERIC) {
        return name;
    }
    // Objects of an array have its name: `users`.
    let one = parent.strip_suffix('s').filter(|one| one.len() > 2 && !one.ends_with('s'));
    Cow::Owned(format!("{}.{name}", one.unwrap_or(parent)))
}

/// Reports whether a member of this name names the value of a member beside it.
pub(super) fn is_name_member(name: &str) -> bool {
    is_one_of(name, &NAME_MEMBERS)
}

/// Reports whether a member of this name has the value that another member names.
pub(super) fn is_value_member(name: &str) -> bool {
    is_one_of(name, &VALUES)
}

/// Reports whether it is the name of a header with secrets.
pub(super) fn is_header(name: &str) -> bool {
    is_one_of(name, &HEADERS)
}

/// Reports whether it can be the value of such a header, rather than one more name in a list of headers.
pub(super) fn may_be_header_value(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit() || matches!(byte, b'=' | b' '))
}

/// Reports whether a name says little by itself.
pub(super) fn is_generic(name: &str) -> bool {
    is_one_of(name, &VALUES) || is_one_of(name, &GENERIC)
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_say_little_are_read_with_the_name_around_them() {
        for (parent, name, expected) in [
            (Some("user"), "name", "user.name"),
            (Some("users"), "Name", "user.Name"),
            (Some("gps"), "date", "gps.date"),
            (Some("class"), "id", "class.id"),
            (Some("user.name"), "value", "user.name"),
            (Some("user.name"), "query", "user.name"),
            (Some("user"), "email", "email"),
            (Some(""), "name", "name"),
            (None, "name", "name"),
        ] {
            assert_eq!(with_parent(parent, name.into()), expected, "{parent:?} {name}");
        }
        let long = "x".repeat(LONGEST);
        assert_eq!(with_parent(Some(&long), "name".into()), "name");
    }
}
