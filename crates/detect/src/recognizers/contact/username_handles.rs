//! Handles in chats: `@jane_d`.

use std::ops::Range;

use super::username::is_account;
use crate::common_words::is_common_word;
use crate::recognizers::network::domain::is_registered;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::neighbours::{byte_at, byte_before, is_one_of};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};

/// Handles of everybody in a room, and words behind `@` in programs and in comments of theirs.
const NOBODY: &WordList = &WordList::new(
    "\
    here|channel|everyone|everybody|all|team|group|room|property|staticmethod|classmethod|abstractmethod|\
    contextmanager|asynccontextmanager|cached_property|total_ordering|lru_cache|cache|singledispatch|dataclass|\
    overload|override|final|wraps|fixture|pytest|unittest|param|params|returns|throws|exception|since|deprecated|see|\
    link|code|version|inheritdoc|todo|typedef|template|brief|note|ingroup|media|import|charset|keyframes|supports|\
    apply|tailwind|layer|include|mixin|extend|use|forward|available|escaping|autoclosure|objc|main|decorator|\
    annotation|click|app|router|task|shared_task|login_required|csrf_exempt|njit|jit|nonnull|nullable|interface",
);

/// The handle of a chat behind the `@` at `at`; not an annotation, a package, a variable or an address.
pub(super) fn handle(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest handle, as most services have it, and shortest.
    const LENGTHS: std::ops::RangeInclusive<usize> = 3..=39;
    let stands = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let rest = text.as_bytes().get(at + 1..)?;
    let first = rest.first()?;
    // Nearly every `@` of an address of mail is answered here.
    if byte_before(text, at).is_some_and(|b| !b" (,\n\"'=".contains(&b))
        || !first.is_ascii_alphanumeric() && *first != b'_'
    {
        return None;
    }
    let mut len = rest.iter().take(LENGTHS.end() + 1).take_while(|b| stands(**b)).count();
    // Dots and dashes within: `@jane.doe`.
    while matches!(rest.get(len), Some(b'.' | b'-')) && rest.get(len + 1).is_some_and(|b| stands(*b)) && len < 40 {
        len += 1 + rest.get(len + 1..)?.iter().take(LENGTHS.end() + 1).take_while(|b| stands(**b)).count();
    }
    let end = at + 1 + len;
    let found = text.get(at + 1..end)?;
    let joined = matches!(byte_at(text, end), Some(b'(' | b'/' | b'=' | b'@' | b'{' | b'<' | b'['));
    if joined
        || !LENGTHS.contains(&found.len())
        || !is_value_edge(text, end)
        || !is_account(found)
        || is_listed(found, NOBODY)
    {
        return None;
    }
    let marked = found.bytes().any(|b| b.is_ascii_digit()) || found.contains('_');
    let is_told = match byte_before(text, at) {
        Some(b'=') => is_of_pair(text, at),
        before => {
            is_chat(text, at, end, marked)
                || before == Some(b'(') && is_behind_name(text, at, end)
                || before == Some(b' ') && !is_made_of_words(found) && is_behind_handle(text, at)
                || before == Some(b' ') && !is_common(found) && is_owner(text, at, end)
        }
    };
    is_told.then_some(at..end)
}

/// Reports whether the handle from `at` to `end` stands in a line of a file of owners, behind the path that is theirs and among nothing but
/// owners: `/docs/  @jane_77 @acme/writers jdoe@example.com`.
fn is_owner(text: &str, at: usize, end: usize) -> bool {
    /// Longest line before it and behind it, in bytes.
    const LONGEST: usize = 240;
    /// Farthest heading, in bytes.
    const FAR: usize = 1024;
    let Some(head) = line::whole_before(text, at, LONGEST) else { return false };
    let mut words = head.split_ascii_whitespace();
    let Some(path) = words.next() else { return false };
    // The stars of a comment stand before names of parameters: ` * @jane`.
    let is_path = match path {
        "*" => {
            let near = [window::before(text, at, FAR), window::behind(text, end, FAR)];
            let has = |sign: &str| near.iter().any(|near| near.contains(sign));
            head.starts_with('*') && (head.starts_with("*  ") || has("CODEOWNERS") || has("\n/") || has("\n*."))
        }
        _ if path.contains([':', '"', '(', '=', '@']) || path.starts_with("//") || path.starts_with("/*") => false,
        _ if path.starts_with(['[', '^']) => path.ends_with(']'),
        _ => path.contains('/') || path.starts_with('*'),
    };
    let is_owner = |word: &str| word.contains('@') && !word.contains(['(', '{', ':', ';', ',']);
    // A remark may end the line.
    let rest = line::whole_behind(text, end, LONGEST).and_then(|rest| rest.split(" #").next());
    is_path && words.all(is_owner) && rest.is_some_and(|rest| rest.split_ascii_whitespace().all(is_owner))
}

/// Reports whether the `@` at `at` begins the value of a pair that tells who did something: `from=@jane_77`.
fn is_of_pair(text: &str, at: usize) -> bool {
    const NAMES: [&str; 11] =
        ["from", "to", "user", "username", "sender", "author", "by", "handle", "recipient", "owner", "assignee"];
    let head = line::before(text, at, 24).strip_suffix('=').unwrap_or_default();
    let name = head.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    is_one_of(name, &NAMES)
}

/// Reports whether the `@` at `at` is that of a further handle in a row of them, the first of which is told: `cc @jane_77, @mfinch`.
fn is_behind_handle(text: &str, at: usize) -> bool {
    /// Longest line before it, in bytes.
    const LONGEST: usize = 240;
    const JOINTS: [&str; 5] = [", and", " and", " &", " +", ","];
    let head = line::before(text, at, LONGEST);
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let (mut rest, mut first) = (head, None);
    loop {
        let row = rest.trim_end_matches(' ');
        let row = JOINTS.iter().find_map(|joint| row.strip_suffix(joint)).unwrap_or(row);
        let Some(row) = row.trim_end_matches(stands).strip_suffix('@').filter(|_| row.len() < rest.len()) else {
            break;
        };
        (rest, first) = (row, Some(at - head.len() + row.len()));
    }
    first.is_some_and(|first| handle(text, first).is_some())
}

/// Reports whether the brackets around the handle from `at` to `end` follow the name of a person: `Jane Roe (@jroe)`.
fn is_behind_name(text: &str, at: usize, end: usize) -> bool {
    let head = line::before(text, at, 64).strip_suffix(" (").unwrap_or_default();
    let mut words = head.rsplit(' ').take(2);
    let is_name = |word: &str| is_name_word(word) && word.contains(char::is_lowercase);
    text.get(end..).is_some_and(|rest| rest.starts_with(')')) && words.all(is_name) && head.contains(' ')
}

/// The identifier of an account of Matrix behind the `@` at `at`, a name and its server: `@jdoe:example.org`.
pub(super) fn of_server(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name and longest server, in bytes.
    const NAME: usize = 64;
    const SERVER: usize = 96;
    let is_apart = byte_before(text, at).is_none_or(|b| b" (,\n\"'`<[/".contains(&b));
    let near = line::behind(text, at + 1, NAME + SERVER);
    let (name, rest) = near.split_once(':').filter(|_| is_apart)?;
    let is_name = (2..=NAME).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._=-/+".contains(&b));
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let server = rest[..rest.find(|c| !stands(c)).unwrap_or(rest.len())].trim_end_matches('.');
    let end = at + 1 + name.len() + 1 + server.len();
    let is_server = server.contains('.') && server.bytes().all(|b| !b.is_ascii_uppercase()) && is_registered(server);
    (is_name && is_server && is_value_edge(text, end)).then_some(at..end)
}

/// Reports whether a line of chat stands around: words that go before handles, or a sentence around one that no name in
/// code looks like.
fn is_chat(text: &str, at: usize, end: usize, marked: bool) -> bool {
    const BEFORE: &WordList = &WordList::new(
        "\
        cc|by|via|thanks|thx|ty|thank|hi|hey|hello|dear|follow|dm|ask|ping|from|credit|author|handle|twitter|\
        instagram|telegram|slack|discord|mattermost|threads|bluesky|insta|ig|github|tiktok|mastodon|danke|merci|gracias|hallo|salut|hola|ciao|grazie|\
        bedankt|you|me|contact|message|tag|reviewer|reviewers|assignee|assignees|approver|approvers|maintainer|maintainers|authors|contributors|assigned|cheers|congrats|reply|replying|and|with|to|know|rt|venmo|cashapp|flickr|snapchat|twitch",
    );
    let head = text.get(..at).unwrap_or_default();
    let word = head.trim_end_matches([' ', ':', '(', ',', '!', '"', '\'']);
    // `my insta is @…`
    let word = [" is", " ist", " est", " es"].iter().find_map(|verb| word.strip_suffix(verb)).unwrap_or(word);
    let near = word.bytes().rev().take(16).take_while(u8::is_ascii_alphabetic).count();
    let word = word.get(word.len() - near..).unwrap_or_default();
    // At the head of a line stand decorators; a sentence goes on in lower case behind a handle.
    let indented = head.trim_end_matches([' ', '\t']);
    let starts = line::begins(text, indented.len());
    let tail = text.get(end..).unwrap_or_default();
    // What forges say of who reviews: `@jdoe commented on lines 40 to 44`.
    let acts =
        [" commented", " approved", " requested changes", " requested review", " mentioned", " merged", " pushed"];
    let speaks = starts
        && (tail.starts_with(", ")
            || tail.strip_prefix(": ").is_some_and(|said| said.starts_with(char::is_lowercase) || is_sentence(said)))
        || acts.iter().any(|words| tail.starts_with(words))
        || [" can you", " could you", " please", " what do", " thanks", " are you", " have you", " fyi"]
            .iter()
            .any(|words| tail.starts_with(words))
        || starts && is_asked(text.get(at + 1..end).unwrap_or_default(), tail);
    let lower = text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_lowercase);
    let code = tail.starts_with(" annotation") || tail.starts_with(" decorator") || is_array(head, tail);
    let found = text.get(at + 1..end).unwrap_or_default();
    if is_one_of(
        word,
        &["add", "invite", "kick", "ban", "unban", "mute", "unmute", "promote", "whitelist", "remove", "and"],
    ) && is_let_in(head, tail)
    {
        return true;
    }
    let place =
        ["on ", "auf ", "sur ", "en ", "su ", "på "].iter().find_map(|word| tail.strip_prefix(' ')?.strip_prefix(word));
    let place = place.map(|place| place.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default());
    if place.is_some_and(|place| is_listed(place, PLACES)) {
        return true;
    }
    // `venmo me the 40, its @jane_d`
    let is_owned = || {
        is_one_of(word, &["its", "s", "at", "mine"])
            && (marked || found.contains(['-', '.']))
            && !is_made_of_words(found)
            && speaks_of_network(head)
    };
    let is_decorator = || is_one_of(word, &["and", "with", "from"]) && is_made_of_words(found);
    !code && (speaks || !starts && (is_listed(word, BEFORE) && (lower || marked) && !is_decorator() || is_owned()))
}

/// Reports whether a question goes on behind the handle `found`, which is no word of programs: `@mfinch why not a list?`.
fn is_asked(found: &str, tail: &str) -> bool {
    /// Fewest words, and the bytes that are read.
    const WORDS: usize = 2;
    const NEAR: usize = 240;
    let said = line::behind(tail, 0, NEAR);
    let asked = said.strip_prefix(' ').and_then(|said| said.split_once('?'));
    asked.is_some_and(|(asked, _)| {
        asked.split(' ').filter(|word| word.len() > 1 && word.starts_with(char::is_alphabetic)).count() >= WORDS
            && !asked.contains([';', '{', '}', '=', '(', '@', ':'])
    }) && !is_common(found)
        && !is_common_word(found)
        && !is_made_of_words(found)
        && found.bytes().all(|b| !b.is_ascii_uppercase())
}

/// Reports whether an array of Perl stands between `head` and `tail`, declared, assigned, counted or at the end of a condition: `my @list`,
/// `@x and @list) {`, `by @list;`.
fn is_array(head: &str, tail: &str) -> bool {
    const WORDS: [&str; 9] = ["my ", "our ", "local ", "push ", "shift ", "scalar ", "foreach ", "sort ", "return "];
    let tail = tail.trim_start_matches(' ');
    WORDS.iter().any(|word| head.ends_with(word))
        || tail.starts_with("= ")
        || tail.starts_with(";\n")
        || tail.starts_with(") {")
        || tail.starts_with(") =")
        || tail.starts_with("if @")
}

/// Places on which people have handles: `@jdoe-7 on venmo`.
const PLACES: &WordList = &WordList::new(
    "twitter|x|venmo|instagram|insta|ig|tiktok|telegram|discord|slack|github|gitlab|mastodon|bluesky|threads|snapchat|snap|twitch|\
     youtube|linkedin|reddit|cashapp|flickr|facebook|whatsapp|signal|strava|pinterest|tumblr|medium|soundcloud",
);

/// Reports whether the line `head` speaks of a network on which people have handles, or send each other money.
fn speaks_of_network(head: &str) -> bool {
    /// Bytes that are read.
    const NEAR: usize = 96;
    const OTHERS: &WordList =
        &WordList::new("zelle|paypal|revolut|monzo|wise|bizum|twint|tg|yt|handle|handles|username");
    let near = line::before(head, head.len(), NEAR);
    near.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| is_listed(word, PLACES) || is_listed(word, OTHERS))
}

/// Reports whether `said`, behind a handle and a colon, begins a sentence and no value of a style sheet or a setting: `@jdoe: We have it
/// here.`.
fn is_sentence(said: &str) -> bool {
    /// Fewest words, and the bytes that are read.
    const WORDS: usize = 3;
    const NEAR: usize = 80;
    let near = line::behind(said, 0, NEAR);
    let words = near.split(' ').filter(|word| word.len() > 1 && word.starts_with(char::is_alphabetic)).count();
    near.starts_with(char::is_uppercase) && words >= WORDS && !near.contains([';', '{', '}', '=', '('])
}

/// Reports whether somebody lets people into a room, or out of it, between `head` and `tail`: `add @jane and @joe to the server`.
fn is_let_in(head: &str, tail: &str) -> bool {
    /// Bytes that are read on each side.
    const NEAR: usize = 80;
    const VERBS: [&str; 10] =
        ["add ", "invite ", "kick ", "ban ", "unban ", "mute ", "unmute ", "promote ", "whitelist ", "remove "];
    const ROOMS: [&str; 16] = [
        "server", "group", "channel", "chat", "discord", "slack", "team", "room", "call", "party", "guild", "clan",
        "thread", "lobby", "game", "stream",
    ];
    let before = line::before(head, head.len(), NEAR).to_ascii_lowercase();
    let near = line::behind(tail, 0, NEAR);
    // Further handles may stand between.
    let mut words =
        near.split(' ').skip_while(|word| word.is_empty() || *word == "and" || *word == "," || word.starts_with('@'));
    let is_to = words.next().is_some_and(|word| is_one_of(word, &["to", "from", "in", "into", "on"]));
    let is_room = words.take(3).any(|word| is_one_of(word.trim_end_matches(|c: char| !c.is_alphabetic()), &ROOMS));
    is_to && is_room && VERBS.iter().any(|verb| before.contains(verb))
}

/// Reports whether it is ordinary words in a row, none of which is a name, too: `runtime_checkable`, `contextmanager`.
fn is_made_of_words(found: &str) -> bool {
    let is_plain = |word: &str| word.len() > 2 && is_common(word) && !is_common_word(word);
    let is_pair = |word: &str| {
        let mut places = (3..word.len().saturating_sub(2)).filter_map(|at| word.split_at_checked(at));
        places.any(|(first, second)| is_plain(first) && is_plain(second))
    };
    found.split(['_', '-']).all(|word| is_plain(word) || is_pair(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_told_where_networks_are_spoken_of() {
        for (text, expected) in [
            ("can u venmo me the 40, its @darnell-ortiz-7", Some("@darnell-ortiz-7")),
            ("my insta, it's @mo.cha_k!", Some("@mo.cha_k")),
            ("the package, its @scope-name-2", None),
            ("insta uses its @api-client", None),
        ] {
            let at = text.find('@').unwrap();
            assert_eq!(handle(text, at).map(|place| &text[place]), expected, "{text}");
        }
    }

    #[test]
    fn accounts_of_matrix_have_a_server() {
        for (text, expected) in [
            ("ask @jdoe:example.org.", Some("@jdoe:example.org")),
            ("(@j.doe-7:chat.example.net)", Some("@j.doe-7:chat.example.net")),
            ("@acme:registry=https://npm.example.com", None),
            ("git@example.com:acme/shop.git", None),
            ("@media:screen", None),
            ("@Override:x.y", None),
            ("@é:é", None),
        ] {
            let at = text.find('@').unwrap();
            assert_eq!(of_server(text, at).map(|place| &text[place]), expected, "{text}");
        }
    }
}
