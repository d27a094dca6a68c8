//! Names of accounts on messengers, social networks and platforms of games: behind the name of the network, `telegram jdoe_77`,
//! `my discord is jdoe#4482`, `PSN: BlueFalcon7`, and in the addresses of profiles that only persons have.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, is_account, name_at};
use super::username_places::is_shared;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::neighbours::byte_before;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            concat!(
                "(?i:telegram|tg|instagram|insta|ig|twitter|skype|discord|snapchat|snap|tiktok|twitch|venmo|cash ?app|wechat|line id|signal|xing|",
                "kik|viber|messenger|reddit|revolut|monzo|gh:|github|gitlab|mastodon|bluesky|bsky|facebook|fb|steam|epic games|riot|battletag|battle[.]net|",
                "xbox|psn|gamertag|roblox|minecraft|fortnite|onlyfans|paypal[.]me|微信号?|微信號|friend code)",
                "(?i: id| handle| user(?:name)?| name| account| gamertag| tag)?",
                "(?:(?i: is| ist| hei(?:ß|ss)t| est| es| è| é| jest| je| este| är| er)?[:：]?[ \u{3000}]|[：是]|[:] ?)(?:live:|u/|\\(?[@$])?",
            ),
            0.75,
            0.85,
        ),
        // Addresses of profiles. Those on other networks are firms' and projects', too.
        before_account(
            "(?:twitch[.]tv|snapchat[.]com/add|reddit[.]com/u(?:ser)?|onlyfans[.]com|venmo[.]com(?:/u)?|cash[.]app|[.](?:com|net|org|io)/u)/[$]?[0-9A-Za-z]",
        ),
        before_account("(?:LinkedIn|linkedin)(?:[.]com)?:? ?/in/[0-9A-Za-z]"),
        Pattern::within("微信号?[A-Za-z]", 0.8, 0.9),
        before_account("(?:t[.]me|instagram[.]com|facebook[.]com|x[.]com|twitter[.]com|tiktok[.]com)/@?[0-9A-Za-z]"),
        // Members of Reddit, as they call each other.
        Pattern::prefix("/?u/[0-9A-Za-z]", 0.85, 0.9),
        // Developers, whose pages have no sign and a number of two digits.
        before_account("git(?:hub|lab)[.]com/[A-Za-z]"),
        // Blogs, behind their writers: `https://jane77.blogspot.com`
        Pattern::within("[.](?:blogspot|livejournal|substack|tumblr|wordpress)[.]com", 0.8, 0.85),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => behind_name(text, candidate.matched(), end)?,
        BLOG => writer(text, start)?,
        pattern => {
            let place = name_at(text, end - 1)?;
            let found = &text[place.clone()];
            let is_page =
                text[place.end..].strip_prefix('/').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
            // Firms have pages, too, and seldom signs in their names.
            let is_person = matches!(pattern, 1 | 2)
                || pattern == WECHAT && has_sign(found)
                || pattern == REDDIT && has_digit(found)
                || !is_made_of_words(found) && has_sign(found);
            let digits = found.bytes().rev().take_while(u8::is_ascii_digit).count();
            let is_person = is_person && (pattern != FORGE || digits > 1 && !found.contains(['-', '.']));
            // A directory of a path is none.
            let is_address = !matches!(byte_before(text, start), Some(b'-' | b'@'))
                && (pattern != REDDIT || !matches!(byte_before(text, start), Some(b'/' | b'.' | b'~' | b':' | b'=')));
            // The pages of a profile follow: `/u/jane77/settings`.
            let is_page = is_page && !candidate.matched().contains("/u/");
            (is_person && is_address && !is_page && !is_shared(found) && !is_listed(found, PAGES)).then_some(place)?
        }
    };
    candidate.part(place)
}

/// The pattern of pages of developers, beside those of projects.
const FORGE: usize = 6;

/// The pattern of blogs.
const BLOG: usize = 7;

/// The writer of the blog on the host that goes on at `at`. Firms have blogs, too, and seldom signs in their names.
fn writer(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let head = line::before(text, at, LONGEST);
    let name = head.rsplit(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).next()?;
    let is_person = is_account(name) && has_sign(name) && !is_made_of_words(name) && !is_shared(name);
    is_person.then(|| at - name.len()..at)
}

/// The pattern of accounts that are joined to the name of their network.
const WECHAT: usize = 3;

/// The pattern of members of Reddit.
const REDDIT: usize = 5;

/// The prefix of accounts on Skype that belong to one of Microsoft's.
const LIVE: &str = "live:";

/// Pages of networks that are no profiles.
const PAGES: &WordList = &WordList::new(
    "directory|explore|events|hashtag|intent|share|home|watch|groups|marketplace|reels|reel|stories|status|i|p|tv|videos|video|\
     channels|joinchat|addstickers|s|sharer|plugins|tr|dialog|legal|privacy|terms|jobs|downloads|store|turbo|discover|embed|player",
);

/// The account at `at` behind the name of a network, which `matched` ends with, and with the number or the region that some have
/// behind it: `jdoe#4482`, `jdoe#EUW`.
fn behind_name(text: &str, matched: &str, at: usize) -> Option<Range<usize>> {
    /// Most letters and digits behind a `#`.
    const MOST: usize = 5;
    if let Some(code) = friend_code(text, at) {
        return matched.to_ascii_lowercase().contains("friend").then_some(code);
    }
    let place = name_at(text, at)?;
    let found = text.get(place.clone())?;
    let rest = &text[place.end..];
    let tag = rest.strip_prefix('#').unwrap_or_default();
    let len = tag.bytes().take(MOST + 1).take_while(u8::is_ascii_alphanumeric).count();
    let is_tagged =
        (3..=MOST).contains(&len) && tag[..len].bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    // An address of mail, a call, a path or a pair of another list.
    let goes_on = rest.starts_with(['@', '(', '/', '=', '['])
        || rest.starts_with(':') && rest.len() > 1 && !rest[1..].starts_with([' ', '\n']);
    let is_marked = matched.ends_with(['@', '$']) || matched.ends_with("u/") || matched.ends_with("live:");
    // Without a sign between both, parts of names of products are joined so, too: `twitter card-v2`.
    let is_told = matched.ends_with([':', '：']) || matched.trim_end().ends_with([':', '：']) || !found.contains('-');
    // Programs have signals, too.
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_of_program = matched.get(..6).is_some_and(|name| name.eq_ignore_ascii_case("signal"));
    let is_named = (!is_of_program || digits > 1 && !found.contains('.'))
        && is_told
        && has_sign(found)
        && !is_made_of_words(found)
        && !is_file(found)
        && !is_signal(found);
    let is_handle = is_marked && (!is_common(found) || matched.ends_with('@'));
    let begins = found.starts_with(|c: char| c.is_ascii_alphabetic());
    let fits = begins && is_account(found) && (is_tagged || !goes_on && (is_named || is_handle));
    let prefix = if matched.ends_with(LIVE) { LIVE.len() } else { 0 };
    fits.then_some(place.start - prefix..place.end + if is_tagged { len + 1 } else { 0 })
}

/// A code of Nintendo's at `at`: `SW-1234-5678-9012`.
fn friend_code(text: &str, at: usize) -> Option<Range<usize>> {
    let code = text.get(at..)?.strip_prefix("SW-")?.get(..14)?;
    let is_code = code.split('-').map(|group| group.bytes().filter(u8::is_ascii_digit).count()).eq([4, 4, 4]);
    is_code.then_some(at..at + "SW-".len() + code.len())
}

/// Reports whether signs, digits or humps stand in it as in accounts.
fn has_sign(found: &str) -> bool {
    /// Fewest letters and digits.
    const FEWEST: usize = 4;
    let letters = found.bytes().filter(u8::is_ascii_alphabetic).count();
    let has_hump = || {
        let mut pairs = found.as_bytes().windows(2);
        pairs.any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
    };
    let has_joint = found.contains(['.', '_', '-']);
    letters > 2
        && found.len() >= FEWEST
        && (has_digit(found) || has_joint || has_hump())
        && !found.contains(['\\', '$'])
}

fn has_digit(found: &str) -> bool {
    found.bytes().any(|b| b.is_ascii_digit())
}

/// Reports whether it is ordinary words, and a version or a size behind one: `api-server`, `steam-deck2`.
pub(super) fn is_made_of_words(found: &str) -> bool {
    found.split(['-', '_', '.']).all(|part| is_common(part.trim_end_matches(|c: char| c.is_ascii_digit())))
}

/// Reports whether it is the name of a host or a file.
pub(super) fn is_file(found: &str) -> bool {
    const ENDINGS: &WordList = &WordList::new(
        "com|org|net|io|tv|me|dev|app|co|gg|js|ts|py|exe|html|php|json|md|txt|yml|yaml|log|zip|so|dll|sh|rs|go|rb|java|de|uk|fr|jp",
    );
    found.rsplit_once('.').is_some_and(|(_, ending)| is_listed(ending, ENDINGS))
}

/// Reports whether it is a signal of Unix: `SIGUSR1`.
fn is_signal(found: &str) -> bool {
    found.starts_with("SIG") && found.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}
