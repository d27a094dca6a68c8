//! Names that stand elsewhere than before a sign: in the element around a value, in a call, in an option, beside the name
//! of the value or around it.

use std::ops::Range;

use super::{
    Keys, MAX_NAME, MAX_VALUE, Value, asides,
    comparison::FEWEST,
    markup::Element,
    name::name_before,
    naming_members::{NAMING, beside},
    neutral_names::NEUTRAL,
    quote::{argument, closing_quote, next_argument, quoted_len},
    value::value,
};
use crate::letter_case::is_same;
use crate::{
    rule::Form,
    text::{identifier, line, place_of, window},
};

/// Farthest place of a name before its value, in bytes.
pub(super) const FAR: usize = 256;
/// Most elements of a list that are looked at.
pub(super) const MAX_ELEMENTS: usize = 64;
/// Most lines between a value and the name of the object around it.
const MAX_LINES: usize = 8;

/// Functions whose first argument names the second.
pub const SETTERS: &[&str] = &[
    "set",
    "put",
    "add",
    "env",
    "setenv",
    "putenv",
    "define",
    "header",
    "append",
    "insert",
    "property",
    "item",
    "field",
    "attribute",
    "param",
    "parameter",
    "option",
    "entry",
    "pair",
    "export",
    "bind",
    "with",
    "register",
    "variable",
    "setx",
    "setattr",
    "var",
    "fill",
    "equals",
    "equal",
    // Of environments alone, where the second argument stands in for what is missing.
    "get",
    "getenv",
    "fetch",
];
/// Those of them that only environments have.
const FALLBACKS: &[&str] = &["get", "getenv", "fetch"];
/// First words of functions whose argument tells which value is wanted, and is none: `get_secret("prod/db-2")`.
const GETTERS: &[&str] = &["get", "fetch", "load", "read", "find", "lookup", "delete", "remove", "list", "describe"];
/// Elements that hold the value of a property. Those of tables and lists are read with the layout.
pub const CELLS: &[&str] = &["string"];
/// The name of a value that a register issued.
const REGISTERED: &str = "identification number";

/// Words of programs before a bracket: `if (user)`.
const STATEMENTS: &[&str] = &[
    "if", "elif", "elseif", "elsif", "unless", "until", "while", "for", "foreach", "switch", "match", "case", "when",
    "catch", "return", "function", "func", "fn", "def", "lambda", "async", "await", "assert", "with", "using", "not",
    "and", "or", "in", "new", "delete", "typeof", "throw", "raise", "yield", "print", "echo",
];

/// Reports whether the element or member `name` tells nothing of its value but that it is one.
pub fn is_neutral(name: &str) -> bool {
    [NEUTRAL, CELLS].into_iter().flatten().any(|neutral| neutral.eq_ignore_ascii_case(name))
}

/// The name of the attribute of a directory that `name` is the number of, as assertions about users have it (SAML 2.0, X.500 attribute
/// profile): `urn:oid:2.5.4.4`; else `name`.
pub(super) fn attribute_type(name: &str) -> &str {
    match name.strip_prefix("urn:oid:") {
        Some("2.5.4.3" | "2.16.840.1.113730.3.1.241") => "full name",
        Some("2.5.4.4") => "surname",
        Some("2.5.4.42") => "given name",
        Some("2.5.4.20" | "0.9.2342.19200300.100.1.41") => "telephone number",
        Some("2.5.4.9" | "2.5.4.16") => "postal address",
        Some("2.5.4.17") => "postal code",
        Some("0.9.2342.19200300.100.1.1") => "username",
        Some("2.16.840.1.113730.3.1.3") => "employee number",
        _ => name,
    }
}

/// Reports whether the headers `first` and `second` of two columns tell nothing of their values, names and values of any
/// kind: `Field`, `Value`.
pub fn is_pair_header(first: &str, second: &str) -> bool {
    const NAMES: [&str; 17] = [
        "property",
        "setting",
        "item",
        "option",
        "info",
        "information",
        "detail",
        "element",
        "angabe",
        "merkmal",
        "eigenschaft",
        "kriterium",
        "datenfeld",
        "propriété",
        "propiedad",
        "proprietà",
        "właściwość",
    ];
    const VALUES: [&str; 8] = ["details", "detail", "eintrag", "angabe", "information", "info", "détail", "détails"];
    let [first, second] = [first, second].map(str::to_lowercase);
    (NAMING.contains(&first.as_str()) || NAMES.contains(&first.as_str()))
        && (NEUTRAL.contains(&second.as_str()) || VALUES.contains(&second.as_str()))
}

/// A name that stands elsewhere than before its value.
pub(super) struct OuterName {
    /// The number of the name's patterns, for [`Keys::patterns`].
    pub known: usize,
    /// The place of the name.
    pub name: Range<usize>,
}

impl Keys {
    /// The name of the value behind the sign at `at`, whose own name tells nothing: the words before that name, the
    /// member beside it, or the name of the object around it.
    pub(super) fn outer(&self, text: &str, at: usize) -> Option<OuterName> {
        let (own, _) = name_before(text.get(..at)?)?;
        let name = text.get(own.clone())?;
        let own = own.end - name.trim_start_matches([' ', '-']).len()..own.end;
        if let Some(known) = self.of_name(name) {
            return Some(OuterName { known, name: own });
        }
        let (from, head) = before_member(text, own.start);
        let is_known = |name: Range<usize>| Some((self.of_name(text.get(name.clone())?)?, name));
        let in_head = |name: Range<usize>| from + name.start..from + name.end;
        let (known, name) = beside(head)
            .map(in_head)
            .find_map(is_known)
            .or_else(|| is_known(behind(text, at)?))
            .or_else(|| Some((self.of_name(REGISTERED)?, in_head(registry(head)?))))
            .or_else(|| is_known(in_head(around(head, column(text, own.start))?)))
            .or_else(|| beside(beside_object(head)?).map(in_head).find_map(is_known))?;
        Some(OuterName { known, name })
    }

    /// The values of the list that begins at `at` with a bracket.
    pub fn elements(text: &str, at: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut from = at + 1;
        std::iter::from_fn(move || {
            let rest = text.get(from..)?;
            let start = from + (rest.len() - rest.trim_start_matches([' ', '\n', '\r', '\t', ',', '\\']).len());
            let rest = text.get(start..)?;
            let opening = rest.chars().next().filter(|c| !matches!(c, ']' | '[' | '{' | '}' | ':' | '='))?;
            let range = match closing_quote(opening) {
                Some(closing) => {
                    let escapes = text.get(..start)?.bytes().rev().take(4).take_while(|b| *b == b'\\').count();
                    let inner = start + opening.len_utf8();
                    inner..inner + quoted_len(text.get(inner..)?, closing, escapes, MAX_VALUE)?
                }
                None => start..start + rest.find([',', ']', '\n']).filter(|len| *len <= MAX_VALUE)?,
            };
            let closed = text.get(range.end..)?;
            from = range.end + (closed.len() - closed.trim_start_matches(['\\', '"', '\'', '`', '”', '»']).len());
            Some(range).filter(|range| !range.is_empty())
        })
        .take(MAX_ELEMENTS)
    }

    /// The contents of the element whose opening tag ends with the `>` at `at`, if a pattern knows the tag, its
    /// attribute, or the element before.
    pub fn of_element(&self, text: &str, at: usize) -> Option<Value<'_>> {
        const LITERAL: &str = "<![CDATA[";
        let is_literal = text.get(at + 1..)?.starts_with(LITERAL);
        let open = at + if is_literal { LITERAL.len() } else { 0 };
        let behind = text.get(open + 1..)?;
        let end = if is_literal { b']' } else { b'<' };
        let len = memchr::memchr(end, behind.as_bytes().get(..MAX_VALUE.min(behind.len()))?)?;
        let contents = behind.get(..len)?;
        let element = Element::opened(text, at).filter(|_| !contents.trim().is_empty())?;
        // Arguments in the help of a program: `--ipv4 <address> Address to use`, and the next line has another.
        let is_closed = behind.as_bytes().get(len + 1) == Some(&b'/');
        if contents.starts_with(' ') && contents.contains('\n') && !is_closed {
            return None;
        }
        let known = |name| Some((self.of_name(attribute_type(name))?, name));
        let (known, name) =
            known(element.name).or_else(|| known(element.attribute()?)).or_else(|| known(element.neighbour()?))?;
        let start = open + 1 + (contents.len() - contents.trim_start().len());
        let name = place_of(text, name).expect("a name is a part of its text");
        Some(self.named(known, name, start..start + contents.trim().len()))
    }

    /// The value at `range`, which the name at `name` introduces, whose patterns have the number `known`.
    pub(super) fn named(&self, known: usize, name: Range<usize>, range: Range<usize>) -> Value<'_> {
        Value { patterns: self.patterns(known), outer: &[], name: Some(name), range, form: Form::Field }
    }

    /// The argument of the call whose `(` stands at `at`: the first one of `setSsn("…")`, the second one of
    /// `setenv("SSN", "…")`.
    pub fn of_call(&self, text: &str, at: usize) -> Option<Value<'_>> {
        let head = text.get(..at)?;
        // Of a type in Rust: `env::set_var("SSN", "…")`.
        let path = match name_before(head) {
            Some((place, _)) => text.get(place)?,
            None => head.ends_with("::set_var").then_some("set_var")?,
        };
        let callee = path.rsplit([' ', '.']).next()?;
        if let Some(value) = self.of_named_call(text, callee, at) {
            return Some(value);
        }
        let first = argument(text, at + 1, MAX_VALUE)?;
        let is_getter =
            identifier::words(callee).next().is_some_and(|word| GETTERS.iter().any(|getter| is_same(word, getter)));
        if let Some(known) = self.of_name(callee).filter(|_| !is_getter)
            && callee.len() > 2
        {
            let callee = place_of(text, callee).expect("a name is a part of its text");
            return Some(self.named(known, callee, first));
        }
        let name = text.get(first.clone())?;
        // A selector of a page: `fill('#ssn', '…')`, `fill('[name=ssn]', '…')`
        let name = name.rsplit(['#', '=']).next()?.trim_matches(|c| matches!(c, '[' | ']' | '"' | '\''));
        let is_fallback = FALLBACKS.contains(&callee);
        let is_of_environment = || {
            let path = path.as_bytes();
            path.windows(3).any(|part| part.eq_ignore_ascii_case(b"env"))
        };
        let is_setter = self.is_setter(callee) && (!is_fallback || is_of_environment());
        let known = is_setter.then(|| self.of_whole_name(name))??;
        let range = argument(text, next_argument(text, &first)?, MAX_VALUE)?;
        let is_selector = name.len() < first.len() && text[range.clone()].starts_with(['#', '[', '.']);
        let digits = text[range.clone()].bytes().filter(u8::is_ascii_digit).count();
        // What stands in for what is missing is a word more often than the number of somebody.
        (!is_selector && (!is_fallback || digits >= FEWEST)).then(|| self.named(known, first, range))
    }

    /// The value before the bracket at `at`, if a pattern knows the name in the bracket: `… (SSN)`. Conditions and
    /// parameters name nothing: `if (!user) {`, `exec ([user]) {`, `directory (use -r)`; nor do kinds of things and
    /// columns: `credentials (API keys, passwords)`, `denied (publickey,password)`.
    pub fn of_bracket(&self, text: &str, at: usize) -> Option<Value<'_>> {
        let rest = text.get(at + 1..)?;
        let len = memchr::memchr(b')', rest.as_bytes().get(..MAX_NAME.min(rest.len()))?)?;
        let (name, behind) = (rest.get(..len)?, rest.get(len + 1..)?.trim_start_matches(' '));
        let is_code = name.contains(['!', '[', '(', '{', '$', '&', '=', '<', '"', '@', '`'])
            // The columns of a table: `person (last_name, first_name)`.
            || name.contains(',') && name.contains('_')
            || name.contains(" -")
            || name.starts_with("default");
        let is_list_of_kinds =
            name.split_once(',').is_some_and(|(_, rest)| !rest.starts_with(' ') || name.ends_with(['s', 'S']));
        let is_block = behind.starts_with(['{', '?']) || behind.starts_with("=>") || behind.starts_with("->");
        let value =
            self.before(text, at, at + 1..at + 1 + len).filter(|_| !is_code && !is_list_of_kinds && !is_block)?;
        // The columns of a statement of SQL: `INSERT INTO person (id, surname) VALUES …`.
        let head = window::before(text, value.range.start, MAX_NAME).trim_end();
        let is_table = ["into", "table", "references", "copy"].iter().any(|word| {
            let before = head.len().checked_sub(word.len()).and_then(|at| head.get(at..));
            before.is_some_and(|before| before.eq_ignore_ascii_case(word))
        });
        (!is_table && !text.get(value.range.clone()).is_some_and(|word| STATEMENTS.contains(&word))).then_some(value)
    }

    /// The value before the words at `link`, if a pattern knows the name behind them: `… is my SSN`. A word that asks is none:
    /// `What is your last name?`
    pub fn of_link(&self, text: &str, link: &Range<usize>) -> Option<Value<'_>> {
        const QUESTIONS: [&str; 7] = ["what", "which", "who", "whose", "where", "when", "how"];
        let word =
            window::before(text, link.start, MAX_NAME).trim_end().rsplit(|c: char| !c.is_alphanumeric()).next()?;
        if QUESTIONS.iter().any(|question| word.eq_ignore_ascii_case(question)) {
            return None;
        }
        // Words have roles, too: `known as the owner`.
        let has_digit = word.bytes().any(|b| b.is_ascii_digit());
        if !has_digit && !text[link.start..].starts_with("is") {
            return None;
        }
        let rest = window::behind(text, link.end, MAX_NAME);
        let len = rest.find(['.', ',', ';', '\n', '!', '?', ':']).unwrap_or(rest.len());
        let name = |len: usize| link.end..link.end + len;
        self.before(text, link.start, name(len)).or_else(|| {
            // `… is still the right passport number for this person`
            let ends = rest[..len].match_indices(' ').filter(|(at, _)| has_digit && asides::goes_on(&rest[at + 1..]));
            ends.take(asides::MOST).find_map(|(at, _)| self.before(text, link.start, name(at)))
        })
    }

    /// The value that ends before the blank at `end`, which the name at `name` introduces: the last word, with the groups of
    /// digits and capitals before it.
    fn before(&self, text: &str, end: usize, name: Range<usize>) -> Option<Value<'_>> {
        let head = window::before(text, end, FAR).strip_suffix(' ')?;
        let known = self.of_whole_name(text.get(name.clone())?)?;
        let mut start = head.len();
        loop {
            let word = head.get(..start)?.rsplit([' ', '\n', '\t', '"', ',', ';']).next()?.trim_start_matches('(');
            let is_group = !word.is_empty()
                && word.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || b"-./".contains(&b));
            if start < head.len() && !is_group {
                break;
            }
            start -= word.len();
            match start.checked_sub(1).filter(|before| head.as_bytes().get(*before) == Some(&b' ')) {
                Some(before) if is_group => start = before,
                _ => break,
            }
        }
        let value = head.get(start..)?.trim_start();
        // The name in other words is no value: `Passwords (PASSWORD)`.
        let [same, own] = [value, text.get(name.clone())?].map(|name| name.trim_end_matches(['s', 'S']));
        if same.eq_ignore_ascii_case(own) {
            return None;
        }
        let at = end - 1 - value.len();
        (!value.is_empty()).then(|| self.named(known, name, at..end - 1))
    }

    /// The argument behind the option that begins with the hyphens at `at`: `--ssn 078-05-1120`.
    pub fn of_option(&self, text: &str, at: usize) -> Option<Value<'_>> {
        if let Some((name, next)) = listed_option(text, at) {
            let known = self.of_name(text.get(name.clone())?)?;
            return Some(self.named(known, name, argument(text, next, MAX_VALUE)?));
        }
        let name = option_at(text, at)?;
        let known = self.of_name(text.get(name.clone())?)?;
        // The explanation of an option in a list of them: `-u, --users       list users`.
        if text.as_bytes().get(name.end + 1) == Some(&b' ') && begins_option(text, at) {
            return None;
        }
        // A value behind a blank is read like one behind a sign.
        let (range, form) = value(text, name.end, false, false)?;
        let end = match form {
            Form::Member => range.end,
            _ => range.start + text.get(range.clone())?.find(' ').unwrap_or(range.len()),
        };
        Some(self.named(known, name, range.start..end))
    }

    /// The value behind the colon of Chinese and Japanese at `colon`, if a pattern knows the name before it.
    pub fn of_wide_colon(&self, text: &str, colon: &Range<usize>) -> Option<Value<'_>> {
        let (place, quoted) = name_before(text.get(..colon.start)?)?;
        let known = self.of_name(text.get(place)?)?;
        // The sign before a value is one byte; this one's last byte is none of the others.
        let (range, form) = value(text, colon.end - 1, quoted, false)?;
        Some(Value { patterns: self.patterns(known), outer: &[], name: None, range, form })
    }

    /// Reports whether a function's first argument names the second.
    fn is_setter(&self, callee: &str) -> bool {
        let name = super::NormalizedName::of(callee);
        (0..name.words()).any(|word| SETTERS.contains(&name.word(word)))
    }
}

/// The name of the option that begins with the hyphens at `at`, before a blank.
pub fn option_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 96;
    let rest = text.as_bytes().get(at + 2..)?;
    let stands = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let len = rest.iter().take(LONGEST).take_while(stands).count();
    (rest.get(len) == Some(&b' ')).then_some(at + 2..at + 2 + len)
}

/// The name of the option that begins with the hyphens at `at` and fills an item of a list of arguments, and the place of
/// the next item, its quote: `["psql","--password","…"]`.
pub fn listed_option(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    /// Longest name, in bytes.
    const LONGEST: usize = 96;
    let quote = text.as_bytes().get(at.checked_sub(1)?).filter(|quote| matches!(quote, b'"' | b'\''))?;
    let rest = text.as_bytes().get(at + 2..)?;
    let stands = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let len = rest.iter().take(LONGEST).take_while(stands).count();
    let name = at + 2..at + 2 + len;
    let next = (rest.get(len) == Some(quote)).then(|| next_argument(text, &name))??;
    (text.as_bytes().get(next) == Some(quote)).then_some((name, next))
}

/// The place of the number of the register at the end of `head` that issued the value behind it, as records of health name one:
/// `"system": "urn:oid:1.2.36.146", "value": …`
fn registry(head: &str) -> Option<Range<usize>> {
    let head = head.trim_end_matches(['"', '\'', '\\', ' ', '\t', '\n', '\r', ',']);
    let number = head.rsplit(':').next()?;
    let is_number = number.contains('.') && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_registry = head.strip_suffix(number)?.ends_with("urn:oid:");
    (is_number && is_registry).then(|| head.len() - number.len()..head.len())
}

/// The part of `head` before the member whose object opens at its end and tells nothing of its values, as telemetry types its values:
/// `"key": "ssn", "value": {`.
fn beside_object(head: &str) -> Option<&str> {
    let before = head.trim_end().strip_suffix('{')?.trim_end().strip_suffix(':')?;
    let (place, _) = name_before(before)?;
    is_neutral(before.get(place.clone())?).then(|| before.get(..place.start))?
}

/// The place of the name of the quoted value behind the sign at `at`, if a member or a condition behind the value holds it:
/// `"value": "…", "name": "ssn"`, `SET value = '…' WHERE name = 'ssn'`.
fn behind(text: &str, at: usize) -> Option<Range<usize>> {
    /// Bytes behind the value that are looked at.
    const NEAR: usize = 96;
    let is_mark = |c: char| matches!(c, '"' | '\'' | '\\' | ' ' | '\t' | '\n' | '\r' | '`' | '[' | ']');
    let value = argument(text, at + 1, MAX_VALUE)?;
    let rest = text.get(value.end..text.floor_char_boundary(value.end + NEAR).max(value.end))?;
    let rest = rest.trim_start_matches(is_mark);
    // An attribute of markup follows at once: `value="…" key="ssn"`.
    let is_attribute = text.as_bytes().get(at) == Some(&b'=') && rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let rest = [",", "WHERE ", "where ", "Where "]
        .iter()
        .find_map(|word| rest.strip_prefix(word))
        .or_else(|| Some(rest).filter(|_| is_attribute))?;
    let (member, rest) = rest.split_once([':', '='])?;
    let member = member.trim_matches(is_mark);
    let column = member.rsplit(['_', '.']).next()?.trim_matches(is_mark);
    let name = rest.trim_start_matches(is_mark);
    let len = name.find(['"', '\'', '\\', '\n', ',', ';'])?;
    let start = place_of(text, name)?.start;
    (NAMING.contains(&column.to_ascii_lowercase().as_str()) && len > 0 && len < name.len())
        .then_some(start..start + len)
}

/// The text before the member whose name begins at `at`, as far as is looked at and without the quotes before it, and where
/// that text begins.
pub(super) fn before_member(text: &str, at: usize) -> (usize, &str) {
    let head = window::before(text, at, FAR);
    (at - head.len(), head.trim_end_matches(['"', '\'', '\\', ' ', '\t', '-', '`']))
}

/// The place of the name of the object around the value in `column` of its line, if `head` shows it: `ssn: {`, or a
/// line above that is less indented.
pub(super) fn around(head: &str, column: usize) -> Option<Range<usize>> {
    if let Some(open) = open_brace(head) {
        let before = head.get(..open)?.trim_end().trim_end_matches(['=', ':', '>', '(']);
        return name_before(before).map(|(place, _)| place);
    }
    let mut end = if head.ends_with('\n') { head.len() - 1 } else { head.rfind('\n')? };
    for _ in 0..MAX_LINES {
        let start = head.get(..end)?.rfind('\n').map_or(0, |at| at + 1);
        let line = head.get(start..end)?;
        let indent = line.len() - line.trim_start_matches([' ', '-']).len();
        if !line.trim().is_empty() && indent < column {
            let name = line.trim_end().strip_suffix(':')?.trim_end_matches(['"', '\'']);
            let own = name.trim_start_matches([' ', '-', '"', '\'']);
            return Some(start + name.len() - own.len()..start + name.len());
        }
        end = start.checked_sub(1)?;
    }
    None
}

/// The place of the last brace or bracket of `head` that is not closed.
pub(super) fn open_brace(head: &str) -> Option<usize> {
    let mut closed = 0_usize;
    for (at, byte) in head.bytes().enumerate().rev() {
        match byte {
            b'}' | b']' => closed += 1,
            b'{' | b'[' if closed == 0 => return Some(at),
            b'{' | b'[' => closed -= 1,
            _ => {}
        }
    }
    None
}

/// Reports whether the option at `at` begins its line, but for its short form: `  -u, --user`.
fn begins_option(text: &str, at: usize) -> bool {
    /// Longest head of such a line, in bytes.
    const LONGEST: usize = 16;
    line::whole_before(text, at, LONGEST)
        .is_some_and(|line| matches!(line.trim().as_bytes(), [] | [b'-', _, b','] | [b'-', _]))
}

/// The indentation of the line of `at`, in bytes, dashes and quotes included, `FAR` at most.
pub(super) fn column(text: &str, at: usize) -> usize {
    let line = line::before(text, at, FAR);
    line.len() - line.trim_start_matches([' ', '-', '"']).len()
}
