//! Path keys: keys in the path of an address: right behind the version of an API, `https://mainnet.example.com/v3/…`, or the host of one,
//! `https://api.example.com/…/forecast`.

use std::borrow::Cow;

use crate::recognizers::secrets::{
    generic_secret::PREFIXED,
    password_value::has_digit,
    randomness::is_random,
    services::names_service,
    shape::{is_dummy, is_mixed_key},
};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[
        Pattern::within("/v[1-9]/[0-9A-Za-z]", 0.85, 0.88),
        Pattern::within("//(?:api|rpc|data|ws)[.-][0-9A-Za-z]", 0.85, 0.88),
    ]),
    context: words![],
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest and most bytes of a key, and the farthest start of its address.
    const LEAST: usize = 20;
    const LONGEST: usize = 256;
    const FAR: usize = 96;
    let (text, mut start) = (candidate.field.text, candidate.range.end - 1);
    if candidate.pattern == 1 {
        start += line::behind(text, start, FAR).find('/')? + 1;
    }
    let near = line::behind(text, start, LONGEST);
    let len = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"_-=".contains(b)).count();
    let found = near.get(..len).filter(|found| found.len() >= LEAST && has_digit(found) && is_random(found))?;
    let ends = near[len..].chars().next().is_none_or(|c| c.is_whitespace() || "/?#\"'`<>),;|".contains(c));
    let (_, address) = line::before(text, start, FAR).rsplit_once("://")?;
    let host = address.split('/').next()?;
    // Records and versions are hexadecimal, too: those are keys where the service has one for each account.
    let is_key = is_mixed_key(found) || !found.contains('-') && host.split('.').any(names_service);
    (ends && is_key && !address.contains([' ', '"', '?']) && !is_dummy(found))
        .then(|| candidate.part(start..start + len))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn keys_stand_in_paths() {
        const MIXED: &str = "kW3xPq8LmZ2vTn6Rb4Yd9sHc";
        const HEX: &str = "9f4c17ab03e85d62c1f7a90e44b2d863";
        for (before, key, behind, pattern, expected) in [
            ("https://node.example.com/v3/", MIXED, "", 0, true),
            ("https://api.pirateweather.net/", MIXED, "/now", 1, true),
            ("https://infura.io/v3/", HEX, "", 0, true),
            ("https://node.example.com/v3/", HEX, "", 0, false),
            ("https://node.example.com/v3/", MIXED, ".js", 0, false),
            ("src/v3/", MIXED, "", 0, false),
            ("https://api.example.com/orders/", MIXED, "", 1, false),
        ] {
            let text = [before, key, behind].concat();
            let matched = if pattern == 0 { &before[before.len() - 4..] } else { &before[6..13] };
            let matched = if pattern == 0 { [matched, &key[..1]].concat() } else { matched.to_owned() };
            assert_eq!(check_match(check, &text, &matched, pattern), expected.then_some(key), "{text}");
        }
    }
}
