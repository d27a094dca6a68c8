//! Owners in the names that telephones and computers give themselves, as networks log them: `iPhone von Jana`, `Galaxy-S21-de-Lucie`,
//! `Janas-iPhone`, `Jana's MacBook Pro`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::common_words::is_common_word;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(
            "(?:iPhone|iPad|iPod|MacBook|iMac|Galaxy|Pixel|Redmi|Xperia|HUAWEI|Huawei|OnePlus|AirPods)(?:[ -](?:Pro|Air|Max|Mini|mini|Plus|Note|Tab|[A-Z]?[0-9]{1,3}[A-Za-z]{0,2})){0,3}[ -](?:von|vom|de|di|da|do|van|of|av|af)[ -][A-Z]",
            0.8,
            0.85,
        ),
        // Nothing but a hyphen stands between: `Galaxy-S21-Lucie`.
        Pattern::prefix(
            "(?:iPhone|iPad|MacBook|iMac|Galaxy|Pixel|Redmi|Xperia|HUAWEI|Huawei|OnePlus)(?:-(?:Pro|Air|Max|Mini|mini|Plus|Note|Tab|[A-Z]?[0-9]{1,3}[A-Za-z]{0,2})){0,3}-[A-Z][a-z]",
            0.75,
            0.8,
        ),
        // The owner stands before it, in the genitive.
        Pattern::within("s[ -](?:iPhone|iPad|iPod|MacBook|iMac|MBP|Galaxy|Pixel|AirPods|Laptop|laptop)", 0.8, 0.85),
        // Whose device or home an address or a key is, in a remark beside it: `allow 198.51.100.7; # Jana home`.
        Pattern::within(
            " (?:laptop|Laptop|phone|Phone|iPhone|iphone|iPad|ipad|tablet|desktop|notebook|macbook|MacBook|workstation|home|mobile|handy|Handy|PC|pc)",
            0.8,
            0.85,
        ),
    ]),
    context: words![],
    check,
}];

/// The patterns of names behind a word for "of", and behind a hyphen.
const BEHIND: usize = 0;
const JOINED: usize = 1;
/// The pattern of remarks.
const REMARK: usize = 3;

/// Words for models and colours of devices, which stand where a name does.
const MODELS: &WordList = &WordList::new(
    "pro|air|max|mini|plus|note|tab|ultra|lite|active|fold|flip|watch|buds|fan|edition|play|neo|prime|power|nova|mate|turbo|race|gaming|\
     gold|silver|black|white|blue|green|red|rose|grey|gray|graphite|midnight|starlight|purple|backup|test|demo|device|phone|tablet|\
     wifi|cellular|office|home|work|reception|kiosk|lobby|retina|studio|core|explorer|sales|support|guest|spare|pool|loaner|leihe",
);

/// Longest name, in bytes.
const LONGEST: usize = 32;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        pattern @ (BEHIND | JOINED) => {
            let at = if pattern == BEHIND { end - 1 } else { end - 2 };
            let rest = line::behind(text, at, LONGEST);
            let len = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            at..at + len
        }
        REMARK => beside_address(text, start, end)?,
        _ => {
            // `Jana's`, `Janas`: the apostrophe belongs to the genitive.
            let head = line::before(text, start, LONGEST);
            let head = head.strip_suffix(['\'', '’']).unwrap_or(head);
            let len: usize = head.chars().rev().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
            let at = start - (line::before(text, start, LONGEST).len() - head.len());
            // Behind a hyphen or a point it is the end of another name.
            let is_apart = !head[..head.len() - len].ends_with(['-', '_', '.', '/']);
            is_apart.then_some(at - len..at)?
        }
    };
    let found = text.get(place.clone())?;
    const BRANDS: &WordList = &WordList::new(
        "samsung|google|apple|microsoft|huawei|xiaomi|vodafone|verizon|women|men|kids|today|amazon|ebay",
    );
    let is_name = found.chars().nth(2).is_some()
        && !is_listed(found, BRANDS)
        && found.chars().skip(1).all(char::is_lowercase)
        && is_name_word(found)
        && !is_common_word(&found.to_lowercase())
        && !(found.is_ascii() && is_common(found));
    let is_whole = || is_value_edge(text, place.end) && !text[place.end..].starts_with(['-', '.', '_', '/']);
    let fits = match candidate.pattern {
        BEHIND => is_value_edge(text, place.end),
        JOINED => is_whole() && !is_listed(found, MODELS),
        _ => true,
    };
    (is_name && fits).then(|| candidate.part(place))?
}

/// The name that fills a remark before the device whose word stands from `start` to `end`, beside an address of the network or a key.
fn beside_address(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Farthest address or section, in bytes.
    const FAR: usize = 128;
    const SECTIONS: [&str; 12] = [
        "[Interface]",
        "[Peer]",
        "AllowedIPs",
        "PublicKey",
        "allow ",
        "deny ",
        "ssh-rsa ",
        "ssh-ed25519 ",
        "fixed-address",
        "hardware ethernet",
        "dhcp-host",
        "ufw ",
    ];
    if !line::ends(text, end) {
        return None;
    }
    let head = line::before(text, start, LONGEST + 8);
    let (before, name) = head.rsplit_once(['#', ';', '/'])?;
    let name = name.trim_start_matches(' ');
    let place = start - name.len()..start;
    let is_remark = before.trim_end_matches('/').is_empty() || before.ends_with([' ', '\t', '/', '#', ';']);
    let near = || [window::before(text, start, FAR), window::behind(text, end, FAR)];
    let is_near = || near().iter().any(|near| SECTIONS.iter().any(|section| near.contains(section)));
    (is_remark && !name.is_empty() && !name.contains(' ') && is_near()).then_some(place)
}
