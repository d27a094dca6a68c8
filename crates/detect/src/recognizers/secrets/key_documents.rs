//! Private keys as members of documents: JSON Web Keys (RFC 7517, 7518) and XML's `RSAKeyValue`.

use std::{borrow::Cow, ops::Range};

use memchr::memmem;

use crate::recognizers::secrets::private_key;
use crate::text::window;
use crate::{Candidate, Finding, Pattern, Rule};

/// The member by which an object of JSON is a key, and the beginning of the element of XML: one pattern for each private
/// member, in the order of [`MEMBERS`] and [`ELEMENTS`].
const JSON: Pattern = Pattern::within("\"kty\\\\?\"", 0.98, 0.99);
const XML: Pattern = Pattern::within("<RSAKeyValue", 0.98, 0.99);

/// The private members of a key in JSON, and of one in XML.
const MEMBERS: [&str; 7] = ["d", "p", "q", "dp", "dq", "qi", "k"];
const ELEMENTS: [&str; 6] = ["<D>", "<P>", "<Q>", "<DP>", "<DQ>", "<InverseQ>"];

pub(super) const RULES: &[Rule] = &[Rule {
    info: private_key::INFO,
    patterns: Cow::Borrowed(&[JSON, JSON, JSON, JSON, JSON, JSON, JSON, XML, XML, XML, XML, XML, XML]),
    context: words![],
    check,
}];

/// Farthest that a member stands from the one that tells the kind, in bytes.
const FAR: usize = 4096;
/// Fewest characters of a member.
const SHORTEST: usize = 16;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let start = match MEMBERS.get(candidate.pattern) {
        Some(member) => member_of_object(text, &candidate.range, member)?,
        None => {
            let element = ELEMENTS.get(candidate.pattern - MEMBERS.len())?;
            let behind = window::behind(text, candidate.range.end, FAR).split("</RSAKeyValue").next()?;
            candidate.range.end + behind.find(element)? + element.len()
        }
    };
    let stands = |b: &u8| b.is_ascii_alphanumeric() || b"_-+/=".contains(b);
    let len = text.as_bytes().get(start..)?.iter().take(FAR).take_while(|b| stands(b)).count();
    (len >= SHORTEST).then(|| candidate.part(start..start + len))?
}

/// The start of the value of `member` in the object that has the member at `kind`. Quotes may be escaped.
fn member_of_object(text: &str, kind: &Range<usize>, member: &str) -> Option<usize> {
    let head = window::before(text, kind.start, FAR);
    let from = kind.start - head.len();
    let start = head.rfind('{').map_or(from, |at| from + at);
    let tail = window::behind(text, kind.end, FAR);
    let end = kind.end + tail.find('}').unwrap_or(tail.len());
    let object = text.get(start..end)?;
    memmem::find_iter(object.as_bytes(), member).find_map(|at| {
        let before = object.get(..at)?;
        let behind = object.get(at + member.len()..)?;
        let rest = behind.trim_start_matches('\\').strip_prefix('"')?.trim_start().strip_prefix(':')?.trim_start();
        let value = rest.trim_start_matches('\\').strip_prefix('"')?;
        before.ends_with('"').then_some(start + object.len() - value.len())
    })
}
