//! Names of people in calendars, before their addresses (RFC 5545): `ATTENDEE;CN="Roe, Jane":mailto:jane@example.com`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::within(";CN=", 0.9, 0.95)]),
    context: words![],
    check: |candidate: &Candidate<'_>| candidate.part(common_name(candidate.field.text, &candidate.range)?),
}];

/// The name behind the parameter at `said`, of somebody whose address follows; rooms and devices are no persons.
fn common_name(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    /// Longest name, and farthest address and kind of participant, in bytes. A line may go on below.
    const LONGEST: usize = 64;
    const FAR: usize = 160;
    let rest = line::behind(text, said.end, LONGEST);
    let quoted = rest.strip_prefix('"');
    let start = said.end + usize::from(quoted.is_some());
    let name = match quoted {
        Some(quoted) => &quoted[..quoted.find('"')?],
        None => &rest[..rest.find([';', ':']).unwrap_or(rest.len())],
    };
    let name = name.trim_end();
    let behind = window::behind(text, start + name.len(), FAR);
    let address = ["mailto:", "MAILTO:", ":tel:", ":TEL:"].iter().find_map(|scheme| behind.find(scheme))?;
    let is_other = [window::before(text, said.start, FAR), &behind[..address]].iter().any(|near| {
        let parameters = near.rsplit("ATTENDEE").next().unwrap_or_default();
        ["CUTYPE=ROOM", "CUTYPE=RESOURCE", "CUTYPE=GROUP"].iter().any(|kind| parameters.contains(kind))
    });
    let is_name = name.chars().any(char::is_alphabetic) && !name.contains(['@', '{', '<', '%']);
    (is_name && !is_other && name.chars().nth(1).is_some()).then(|| start..start + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn participants_have_names() {
        for (text, expected) in [
            ("ORGANIZER;CN=\"Roe, Jane (she/her)\":mailto:jane@example.com", Some("Roe, Jane (she/her)")),
            ("ATTENDEE;ROLE=REQ-PARTICIPANT;CN=j.roe\n ;X-NUM-GUESTS=0:mailto:j@example.com", Some("j.roe")),
            ("ATTENDEE;CN=Jane Roe;RSVP=TRUE:MAILTO:jane@example.com", Some("Jane Roe")),
            ("ATTENDEE;CN=Mackie;PARTSTAT=TENTATIVE:tel:+15550100", Some("Mackie")),
            ("ATTENDEE;CUTYPE=ROOM;CN=Blue Room:mailto:blue@example.com", None),
            ("ATTENDEE;CN=jane@example.com:mailto:jane@example.com", None),
            ("subject;CN=Jane Roe, O=Example", None),
            ("x;CN=é", None),
        ] {
            let at = text.find(";CN=").unwrap();
            assert_eq!(common_name(text, &(at..at + 4)).map(|place| &text[place]), expected, "{text}");
        }
    }
}
