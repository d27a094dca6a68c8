//! Names in the plural, which introduce several values: a map of them (`passwords: {root: …, app: …}`, `[secrets]`), or a list on one
//! line (`policy numbers: …, …`).

use std::ops::Range;

use super::{
    Keys, Named, NormalizedName, Value,
    joint::is_alike,
    name::name_before,
    syntax::{FAR, MAX_ELEMENTS, column},
};
use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    rule::Form,
    text::{place_of, window},
};

/// Names of maps of passwords, and the name of one.
const PASSWORDS: [(&str, &str); 5] = [
    ("passwords", "password"),
    ("passwörter", "passwort"),
    ("kennwörter", "kennwort"),
    ("contraseñas", "contraseña"),
    ("senhas", "senha"),
];

/// Names of maps of keys and tokens, and the name of one. Programs have maps of words by these names, too.
const KEYS: [(&str, &str); 8] = [
    ("secrets", "secret"),
    ("secretkeys", "secret key"),
    ("stringdata", "secret"),
    ("tokens", "api token"),
    ("apitokens", "api token"),
    ("accesstokens", "api token"),
    ("apikeys", "api key"),
    ("accesskeys", "access key"),
];

/// Last words of the names of maps that have other things than passwords, too.
const CREDENTIALS: [&str; 3] = ["credentials", "creds", "zugangsdaten"];

/// Names of systems, by which credentials are told apart.
const SYSTEMS: &WordList = &WordList::new(
    "db|database|mysql|mariadb|postgres|postgresql|pg|mssql|oracle|mongo|mongodb|redis|rabbit|rabbitmq|mq|amqp|kafka|ldap|ad|smtp|\
    imap|mail|ftp|sftp|ssh|vpn|sso|root|sudo|admin|grafana|jenkins|gitlab|nexus|registry|proxy|backup|wifi|snmp|ipmi|vault|router|\
    firewall|switch|nas|kibana|elastic|elasticsearch|cassandra|influx|influxdb|clickhouse|sap|erp|crm|staging|production|prod",
);

/// The members of a map of secrets.
pub struct Map<'a> {
    /// The patterns that know the name of one.
    pub patterns: &'a [usize],
    /// The name of one.
    pub one: &'static str,
    /// The places of the members.
    pub members: Vec<Range<usize>>,
}

impl Keys {
    /// The secrets in the map that the sign at `at` begins, if the name before it says so: in braces, or on the lines below.
    pub fn of_map(&self, text: &str, at: usize, named: &Named<'_>) -> Option<Map<'_>> {
        // Names of secrets are known at signs; the map of a manifest has a name of its own.
        if named.signs.is_empty() && !text[..at].ends_with("\ndata") {
            return None;
        }
        let (place, _) = text.get(..at).and_then(name_before)?;
        let name = text.get(place.clone())?;
        let name = if name == "data" && is_in_secret(text, place.start) { "stringData" } else { name };
        let of_secrets = self.of_map_name(name);
        let is_general = of_secrets.is_none();
        let (known, one) = of_secrets.or_else(|| self.of_credentials(name))?;
        let members = members(text, at + 1, column(text, at));
        let members = members.into_iter().filter(|(key, _)| !is_general || is_listed(key, SYSTEMS));
        let mut members: Vec<_> = members.map(|(_, place)| place).collect();
        let may_be_key = |found: &str| found.bytes().any(|b| b.is_ascii_digit()) && !found.contains(' ');
        if KEYS.iter().any(|(_, key)| *key == one) {
            members.retain(|member| may_be_key(&text[member.clone()]));
        }
        Some(Map { patterns: self.patterns(known), one, members })
    }

    /// The patterns that know the members of a map called `name`, as an argument for [`Keys::patterns`], and the name of one.
    pub fn of_map_name(&self, name: &str) -> Option<(usize, &'static str)> {
        /// Most words of the name of a map.
        const MOST: usize = 2;
        let normalized = NormalizedName::of(name);
        let words = normalized.words();
        let ends: [&str; MOST] =
            std::array::from_fn(|at| words.checked_sub(at + 1).map_or("", |word| normalized.from(word)));
        let is_map = |(map, _): &&(&str, &str)| ends.contains(map);
        PASSWORDS.iter().chain(&KEYS).find(is_map).and_then(|(_, one)| Some((self.of_name(one)?, *one)))
    }

    /// The patterns that know a password, and the name of one, if a map called `name` has passwords by the systems they are for.
    fn of_credentials(&self, name: &str) -> Option<(usize, &'static str)> {
        let normalized = NormalizedName::of(name);
        let last = normalized.words().checked_sub(1).map_or("", |last| normalized.word(last));
        CREDENTIALS.contains(&last).then(|| Some((self.of_name("password")?, "password")))?
    }

    /// The values behind the first one, at `first`, in the list on one line that the sign at `at` begins: if the name before it is
    /// in the plural, `policy numbers: …, …`, or if they look like the first one.
    pub fn of_list(&self, text: &str, at: usize, first: &Value<'_>) -> Vec<Range<usize>> {
        const SIGNS: [&str; 9] = [" and ", " und ", " et ", " y ", " e ", " en ", " & ", " / ", " | "];
        let line = match first.form {
            // A list without blanks, in an environment: `API_TOKENS=…,…`.
            Form::Pair if text[first.range.end..].starts_with(',') => pair(text, first.range.start),
            _ => text.get(first.range.clone()).unwrap_or_default(),
        };
        let is_list = || line.contains([',', ';']) || SIGNS.iter().any(|sign| line.contains(sign));
        if !matches!(first.form, Form::Line | Form::Pair) || !is_list() {
            return Vec::new();
        }
        let is_plural = self.is_plural(text, at);
        let mut parts: Vec<&str> = line.split([',', ';']).collect();
        for sign in SIGNS {
            parts = parts.into_iter().flat_map(|part| part.split(sign)).take(MAX_ELEMENTS).collect();
        }
        let items = parts.into_iter().map(str::trim).filter(|item| !item.is_empty());
        let mut items = items.filter_map(|item| place_of(text, item));
        let Some(one) = items.next() else { return Vec::new() };
        let is_item = |item: &Range<usize>| is_plural || is_alike(text, &one, item);
        let others = items.take_while(is_item);
        // A list on a line begins with what is read anyway.
        let is_list = first.form == Form::Pair && !text[one.clone()].contains('(');
        let first = Some(one.clone()).filter(|_| is_list);
        first.into_iter().chain(others).collect()
    }

    /// Reports whether the name before the sign at `at` is known in the singular alone.
    fn is_plural(&self, text: &str, at: usize) -> bool {
        let Some((place, _)) = text.get(..at).and_then(name_before) else { return false };
        let normalized = NormalizedName::of(&text[place]);
        let mut endings = (0..normalized.words()).map(|word| normalized.from(word));
        let known = endings.find(|ending| self.is_known(ending) || self.is_known_in_singular(ending));
        known.is_some_and(|ending| !self.is_known(ending))
    }
}

/// The list without blanks that begins at `at`.
fn pair(text: &str, at: usize) -> &str {
    let near = window::behind(text, at, 8 * FAR);
    &near[..near.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '&' | ';')).unwrap_or(near.len())]
}

/// Reports whether the line at `at` belongs to a secret in a manifest of Kubernetes: `kind: Secret`.
fn is_in_secret(text: &str, at: usize) -> bool {
    /// Farthest line of the manifest that says so, in bytes.
    const NEAR: usize = 512;
    let (before, behind) = (window::before(text, at, NEAR), window::behind(text, at, NEAR));
    let before = before.rsplit("\n---").next().unwrap_or_default();
    let behind = behind.split("\n---").next().unwrap_or_default();
    [before, behind].iter().any(|part| part.lines().any(|line| line.trim_end() == "kind: Secret"))
}

/// The names and the values of the members of the map that begins at `at`: in braces, or on the lines below that are indented by more
/// than `indent`.
fn members<'a>(text: &'a str, at: usize, indent: usize) -> Vec<(&'a str, Range<usize>)> {
    let rest = text.get(at..).unwrap_or_default();
    let rest = rest.get(..rest.floor_char_boundary(8 * FAR)).unwrap_or_default();
    let value = |member: &'a str| {
        let (key, value) = member.split_once(':')?;
        let is_mark = |c: char| matches!(c, '"' | '\'' | '\\' | ' ' | '\t' | '\r' | '\n');
        let place = place_of(text, value.trim_matches(is_mark))?;
        let is_value = !place.is_empty() && !value.contains(['{', '[', '&', '*', '|', '>']);
        is_value.then_some((key.trim_matches(is_mark), place))
    };
    if let Some(map) = rest.trim_start_matches(' ').strip_prefix('{') {
        let map = map.split_once('}').map_or("", |(map, _)| map);
        return map.split(',').take(MAX_ELEMENTS).filter_map(value).collect();
    }
    let Some((_, below)) = rest.split_once('\n').filter(|(line, _)| line.trim().is_empty()) else { return Vec::new() };
    let is_inside = |line: &&str| line.len() - line.trim_start_matches(' ').len() > indent;
    below.split('\n').take_while(is_inside).take(MAX_ELEMENTS).filter_map(value).collect()
}
