//! [`Element`]: an element of markup that holds a value, and the names that tell of what.

use super::syntax::FAR;
use crate::text::window;

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
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
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
        if ["/key", "/name"].iter().any(|close| close.eq_ignore_ascii_case(tag)) {
            return before.rsplit('>').next().map(|name| name.trim().trim_end_matches(':'));
        }
        named(tag.split_once(|c: char| c.is_ascii_whitespace())?.1)
    }
}

/// The value of the attribute of a name among `attributes`.
fn named(attributes: &str) -> Option<&str> {
    let is_naming = |at: &usize| {
        let head = &attributes[..*at];
        let before = ["name", "key", "Name"].iter().find_map(|name| head.strip_suffix(name));
        before.is_some_and(|before| before.is_empty() || before.ends_with(|c: char| c.is_ascii_whitespace()))
    };
    let sign = memchr::memchr_iter(b'=', attributes.as_bytes()).find(is_naming)?;
    attributes.get(sign + 2..)?.split(['"', '\'']).next()
}

/// The length of the tags of emphasis, of code and of literal text at the start of `rest`, and of the blanks before them, which
/// stand between a name and its value: `Password: <b>…</b>`.
pub fn emphasis_len(rest: &str) -> usize {
    /// Most tags.
    const MOST: usize = 3;
    const TAGS: [&str; 18] = [
        "b", "strong", "i", "em", "u", "code", "tt", "kbd", "samp", "pre", "span", "mark", "font", "/b", "/strong",
        "/i", "/em", "![CDATA[",
    ];
    let mut len = 0;
    for _ in 0..MOST {
        let tag = rest.get(len..).unwrap_or_default().trim_start_matches(' ');
        let Some(inner) = tag.strip_prefix('<') else { break };
        let begins = |name: &&&str| inner.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
        let closed = TAGS.iter().filter(begins).find_map(|name| {
            let behind = &inner[name.len()..];
            let len = if name.ends_with('[') { Some(0) } else { closing(behind) };
            len.map(|len| rest.len() - behind.len() + len)
        });
        let Some(behind) = closed else { break };
        len = behind;
    }
    len
}

/// The length of the attributes and the `>` that end a tag, at the start of `rest`.
fn closing(rest: &str) -> Option<usize> {
    /// Longest attributes, in bytes.
    const LONGEST: usize = 96;
    let end = rest.bytes().take(LONGEST).position(|b| matches!(b, b'>' | b'<' | b'\n'))?;
    (rest.as_bytes().get(end) == Some(&b'>') && (end == 0 || rest.starts_with(' '))).then_some(end + 1)
}

/// `head` without the tags of emphasis that it ends in.
pub fn before_emphasis(head: &str) -> &str {
    /// Longest tag, in bytes.
    const LONGEST: usize = 96;
    if !head.ends_with('>') {
        return head;
    }
    let near = window::before(head, head.len(), LONGEST);
    let tag = near.rfind('<').map_or("", |at| &near[at..]);
    let is_whole = !tag.is_empty() && emphasis_len(tag) == tag.len();
    if is_whole { head[..head.len() - tag.len()].trim_end_matches(' ') } else { head }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_the_names_around_their_contents() {
        for (text, name, attribute, neighbour) in [
            ("<ssn>", "ssn", None, None),
            ("<ns:ssn id=\"3\">", "ssn", None, None),
            ("<entry key='ssn'>", "entry", Some("ssn"), None),
            ("<entry id=\"3\"\n name=\"ssn\">", "entry", Some("ssn"), None),
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
        for text in ["</ssn>", "1 > 0", "a<1>", "<>"] {
            assert!(Element::opened(text, text.find('>').unwrap()).is_none(), "{text}");
        }
    }
}
