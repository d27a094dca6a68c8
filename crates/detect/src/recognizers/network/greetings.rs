//! Names of machines in the greetings of mail (RFC 5321), in dialogues, in logs and in the heads of messages: `EHLO LAPTOP-JROE`,
//! `helo=<janes-macbook>`, `Received: from DESKTOP-7Q2 (…)`.

use std::borrow::Cow;

use super::internal_host::INFO;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Exim writes `H=(LAPTOP-JROE) [203.0.113.7]`.
        Pattern::prefix("(?:helo=<|H=\\(|EHLO |HELO |ehlo |helo |Received: from )[A-Za-z0-9]", 0.85, 0.95),
        // Servers that give addresses: `DHCPACK on 10.0.0.7 to 3c:22:fb:90:1a:7e (Janes-iPhone) via eth1`
        Pattern::within("DHCP(?:ACK|REQUEST|OFFER|DISCOVER|INFORM)[ (]", 0.85, 0.95),
    ]),
    context: words![],
    check,
}];

/// The name of a single machine, without a domain, with a dash or a digit, as no word of a sentence has.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest and shortest name, in bytes.
    const LONGEST: usize = 63;
    const SHORTEST: usize = 4;
    let text = candidate.field.text;
    let start = match candidate.pattern {
        0 => candidate.range.end - 1,
        _ => leased(text, candidate.range.end)?,
    };
    let near = line::behind(text, start, LONGEST + 1);
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name = &near[..near.find(|c| !stands(c)).unwrap_or(near.len())];
    let end = start + name.len();
    let has_sign =
        name.contains(|c: char| !c.is_ascii_alphabetic()) && name.contains(|c: char| c.is_ascii_alphabetic());
    let is_machine =
        (SHORTEST..=LONGEST).contains(&name.len()) && has_sign && !text[end..].starts_with(['.', ':', '@']);
    (is_machine && is_value_edge(text, end)).then(|| candidate.part(start..end))?
}

/// The place of the name of the machine that gets an address, in the message of a server that goes on at `at`: in brackets behind its
/// hardware address, or the last word.
fn leased(text: &str, at: usize) -> Option<usize> {
    /// Longest message, in bytes.
    const LONGEST: usize = 128;
    let rest = line::behind(text, at, LONGEST);
    if let Some(close) = rest.find(") via ") {
        return Some(at + rest[..close].rfind(" (")? + " (".len());
    }
    // dnsmasq: `DHCPACK(eth0) 10.0.0.7 3c:22:fb:90:1a:7e Janes-iPhone`
    let (_, words) = rest.split_once(") ").filter(|_| text[..at].ends_with('('))?;
    let last = words.split(' ').nth(2).filter(|_| words.split(' ').count() == 3)?;
    Some(at + rest.len() - last.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leases_name_machines() {
        for (text, expected) in [
            ("DHCPACK on 10.0.0.7 to 3c:22:fb:90:1a:7e (Janes-iPhone) via eth1", Some("Janes-iPhone")),
            ("DHCPREQUEST for 10.0.0.7 from 3c:22:fb:90:1a:7e via eth1", None),
            ("dnsmasq-dhcp[7]: DHCPACK(br0) 10.0.0.7 3c:22:fb:90:1a:7e janes-tablet", Some("janes-tablet")),
            ("DHCPACK(br0) 10.0.0.7 3c:22:fb:90:1a:7e", None),
            ("DHCPOFFER (é", None),
        ] {
            let at = text.find("DHCP").unwrap();
            let end = at + text[at..].find([' ', '(']).unwrap() + 1;
            let name = |at: usize| text[at..].split(')').next().unwrap();
            assert_eq!(leased(text, end).map(name), expected, "{text}");
        }
    }
}
