//! [`Element`]: an element of markup that holds a value, and the names that tell of what.

use std::ops::Range;

use super::{
    Keys, MAX_NAME, MAX_VALUE, Value,
    joint::without_mark,
    syntax::{FAR, attribute_type},
};
use crate::text::{place_of, window};

/// An element, by its opening tag.
pub struct Element<'a> {
    /// The name of the element, without its namespace.
    pub name: &'a str,
    attributes: &'a str,
    /// The text before the tag, as far as is looked at.
    head: &'a str,
}

impl<'a> Element<'a> {
    /// The element whose opening tag ends with the `>` at `close`.
    pub fn opened(text: &'a str, close: usize) -> Option<Self> {
        let near = window::before(text, close, FAR);
        let (head, tag) = near.rsplit_once('<')?;
        if !tag.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let (name, attributes) = tag.split_at(tag.bytes().position(|b| b.is_ascii_whitespace()).unwrap_or(tag.len()));
        Some(Self { name: name.rsplit(':').next()?, attributes, head })
    }

    /// The name that an attribute of the element gives its contents: `<entry key="ssn">`.
    pub fn attribute(&self) -> Option<&'a str> {
        named(self.attributes)
    }

    /// The name that the element before gives the contents, `<key>ssn</key><string>`, or an attribute of the element
    /// around: `<setting name="ssn"><value>`.
    pub fn neighbour(&self) -> Option<&'a str> {
        let head = self.head.trim_end().strip_suffix('>')?;
        let (before, tag) = head.rsplit_once('<')?;
        if ["/key", "/name", "/label", "/tablabel", "/fieldname", "/attributename", "/paramname", "/question"]
            .iter()
            .any(|close| close.eq_ignore_ascii_case(tag))
        {
            return before.rsplit('>').next().map(|name| name.trim().trim_end_matches(':'));
        }
        named(tag.split_once(|c: char| c.is_ascii_whitespace())?.1)
    }
}

/// Reports whether the `>` at `close` stands behind the value of an attribute.
pub fn ends_attributes(text: &str, close: usize) -> bool {
    let before = close.checked_sub(1).and_then(|at| text.as_bytes().get(at));
    matches!(before, Some(b'"' | b'\'')) && text.as_bytes().get(close) == Some(&b'>')
}

/// The end of the name in the opening tag with attributes whose `>` stands at `close`: `<phone kind="home">`.
pub fn name_end(text: &str, close: usize) -> Option<usize> {
    let near = ends_attributes(text, close).then(|| window::before(text, close, FAR))?;
    let tag = &near[near.rfind('<')? + 1..];
    let len = tag.bytes().position(|b| b.is_ascii_whitespace())?;
    let is_name = tag.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (is_name && !tag.contains('>')).then(|| close - tag.len() + len)
}

/// The value of the attribute of a name among `attributes`.
fn named(attributes: &str) -> Option<&str> {
    let is_named = |at: usize, names: &[&str]| {
        let head = &attributes[..at];
        let before = names.iter().find_map(|name| head.strip_suffix(name));
        before.is_some_and(|before| before.is_empty() || before.ends_with(|c: char| c.is_ascii_whitespace()))
    };
    let signs = || memchr::memchr_iter(b'=', attributes.as_bytes());
    let value = |sign: usize| attributes.get(sign + 2..)?.split(['"', '\'']).next();
    let name = signs().find(|at| is_named(*at, &["name", "key", "Name"])).and_then(value);
    // In assertions about users a name for people stands beside the number of the attribute (SAML 2.0).
    if name.is_none_or(|name| name.starts_with("urn:") && attribute_type(name) == name) {
        return signs().find(|at| is_named(*at, &["FriendlyName"])).and_then(value).or(name);
    }
    name
}

/// The tags of emphasis, of code and of literal text between a name and its value: `Password: <b>…</b>`,
/// `<b>Password:</b> …`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Emphasis {
    /// The length of the tags, with the blanks before and behind them; 0 if there are none.
    pub len: usize,
    /// True if a tag encloses what stands behind it, so that markup ends it.
    pub encloses: bool,
}

impl Emphasis {
    /// The tags at the start of `rest`.
    pub fn at(rest: &str) -> Self {
        /// Most tags.
        const MOST: usize = 4;
        let mut found = Self::default();
        let mut open = 0_usize;
        for _ in 0..MOST {
            let tag = rest.get(found.len..).unwrap_or_default().trim_start_matches(' ');
            let Some(inner) = tag.strip_prefix('<') else { break };
            let name = inner.strip_prefix('/').unwrap_or(inner);
            let Some(len) = emphasis_tag_len(name) else { break };
            match inner.len() > name.len() {
                true => open = open.saturating_sub(1),
                false if is_break(name) => {}
                false => open += 1,
            }
            found.len = rest.len() - name.len() + len;
        }
        found.encloses = open > 0;
        if found.len > 0 {
            let behind = &rest[found.len..];
            found.len += behind.len() - behind.trim_start_matches(' ').len();
        }
        found
    }
}

/// The length of [`Emphasis`] at the start of `rest`.
pub fn emphasis_len(rest: &str) -> usize {
    Emphasis::at(rest).len
}

/// The length of a tag of emphasis whose name begins `rest`, its `>` included.
fn emphasis_tag_len(rest: &str) -> Option<usize> {
    const TAGS: [&str; 17] = [
        "b", "strong", "i", "em", "u", "code", "tt", "kbd", "samp", "pre", "span", "mark", "font", "label", "small",
        "br", "br/",
    ];
    const LITERAL: &str = "![CDATA[";
    if rest.starts_with(LITERAL) {
        return Some(LITERAL.len());
    }
    let begins = |name: &&&str| rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    TAGS.iter().filter(begins).find_map(|name| closing(&rest[name.len()..]).map(|len| name.len() + len))
}

/// Reports whether the tag whose name begins `rest` breaks a line, and so encloses nothing.
fn is_break(rest: &str) -> bool {
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    rest[..letters].eq_ignore_ascii_case("br")
}

/// The length of the attributes and the `>` that end a tag, at the start of `rest`.
fn closing(rest: &str) -> Option<usize> {
    /// Longest attributes, in bytes.
    const LONGEST: usize = 96;
    let end = rest.bytes().take(LONGEST).position(|b| matches!(b, b'>' | b'<' | b'\n'))?;
    (rest.as_bytes().get(end) == Some(&b'>') && (end == 0 || rest.starts_with(' '))).then_some(end + 1)
}

/// `head` without the tags of emphasis, the colours and the blanks beyond ASCII that it ends in, and the blanks around them.
pub fn before_emphasis(head: &str) -> &str {
    /// Longest tag, in bytes, and most tags.
    const LONGEST: usize = 96;
    const MOST: usize = 4;
    let mut head = head;
    for _ in 0..MOST {
        let bare = head.trim_end_matches([' ', '\t']);
        if let Some(before) = without_mark(bare) {
            head = before;
            continue;
        }
        if !bare.ends_with('>') {
            break;
        }
        let near = window::before(bare, bare.len(), LONGEST);
        let tag = near.rfind('<').map_or("", |at| &near[at..]);
        if tag.is_empty() || emphasis_len(tag) != tag.len() {
            break;
        }
        head = bare[..bare.len() - tag.len()].trim_end_matches(' ');
    }
    head
}

/// The length of the tag, of whatever element, that `rest` begins with.
pub fn bare_tag_len(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix('<')?;
    let name = name.strip_prefix('/').unwrap_or(name);
    let len = name.bytes().take(16).take_while(u8::is_ascii_alphanumeric).count();
    let behind = name.get(len..)?;
    let behind = behind.strip_prefix('/').unwrap_or(behind);
    let end = closing(behind).filter(|_| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    Some(rest.len() - behind.len() + end)
}

impl Keys {
    /// The contents of the element in escaped markup whose name ends behind `opening`, `&lt;` and its first letter.
    pub fn of_escaped_element(&self, text: &str, opening: &Range<usize>) -> Option<Value<'_>> {
        const CLOSE: &str = "&gt;";
        let start = opening.end - 1;
        let near = window::behind(text, start, MAX_NAME + MAX_VALUE);
        let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.' | '-');
        let len = near.find(|c| !stands(c))?;
        let contents = near.get(len..)?.strip_prefix(CLOSE)?;
        let contents = contents.get(..contents.find("&lt;/")?).filter(|contents| !contents.trim().is_empty())?;
        let name = near.get(..len)?.rsplit(':').next()?;
        let known = self.of_name(name)?;
        Some(self.named(known, place_of(text, name)?, place_of(text, contents.trim())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_between_a_name_and_its_value_are_emphasis() {
        for (text, len, encloses) in [
            ("<b>x</b>", 3, true),
            ("</b> x", 5, false),
            ("</STRONG></p> x", 9, false),
            ("</span> <span class=\"v\">x", 24, true),
            ("</b><br/> x", 10, false),
            ("<br>x", 4, false),
            ("<![CDATA[x", 9, true),
            ("<td>x", 0, false),
            ("</bx> x", 0, false),
            (" x", 0, false),
        ] {
            assert_eq!(Emphasis::at(text), Emphasis { len, encloses }, "{text}");
        }
        for (head, before) in [
            ("<b>Password</b>", "<b>Password"),
            ("<b><i>PIN</i></b> ", "<b><i>PIN"),
            ("a > b", "a > b"),
            ("Vec<u8>", "Vec<u8>"),
            ("<td>PIN</td>", "<td>PIN</td>"),
        ] {
            assert_eq!(before_emphasis(head), before, "{head}");
        }
    }

    #[test]
    fn elements_have_the_names_around_their_contents() {
        for (text, name, attribute, neighbour) in [
            ("<ssn>", "ssn", None, None),
            ("<ns:ssn id=\"3\">", "ssn", None, None),
            ("<entry key='ssn'>", "entry", Some("ssn"), None),
            ("<entry id=\"3\"\n name=\"ssn\">", "entry", Some("ssn"), None),
            ("<entry Name=\"urn:oid:1.2\" FriendlyName=\"ssn\">", "entry", Some("ssn"), None),
            ("<a username=\"jane\">", "a", None, None),
            ("<key>ssn:</key>\n  <string>", "string", None, Some("ssn")),
            ("<Name>ssn</Name><value>", "value", None, Some("ssn")),
            ("<setting name=\"ssn\"><value>", "value", None, Some("ssn")),
            ("<b>ssn</b><value>", "value", None, None),
        ] {
            let element = Element::opened(text, text.len() - 1).unwrap();
            assert_eq!(
                (element.name, element.attribute(), element.neighbour()),
                (name, attribute, neighbour),
                "{text}"
            );
        }
        for (text, end) in [
            ("<ssn kind=\"x\">", Some(4)),
            ("<a><ns:ssn kind='x' n=\"1\">", Some(10)),
            ("<ssn>", None),
            ("x = \"<\">", None),
            ("\">", None),
        ] {
            assert_eq!(name_end(text, text.len() - 1), end, "{text}");
        }
        for text in ["</ssn>", "1 > 0", "a<1>", "<>"] {
            assert!(Element::opened(text, text.find('>').unwrap()).is_none(), "{text}");
        }
    }
}
