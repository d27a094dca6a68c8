//! Names of accounts that speak in exports of chats: beside the time of what they say, `<jdoe>`, `jane.doe — Today at 10:02 AM`.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, is_account, is_plain_word, name_at};
use super::username_places::{is_of_person, is_shared};
use crate::common_words::is_common_word;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::{log_levels::LOG_LEVELS, word_list::is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Longest head of a message, in bytes.
const LONGEST: usize = 80;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // IRC: `[10:02] <jdoe> hello`, `10:02 <@jdoe> hello`
        before_account("[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?\\]? <[ @+%~&]?[A-Za-z_\\[]"),
        // Slack and others: `[10:02] jane.doe: hello`
        before_account("[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?\\] @?[A-Za-z_]"),
        // Behind the account, on a line of their own: `jane.doe  10:02 AM`, `jdoe77 — 03/12/2025 10:02`
        before_account(
            "(?:(?:Today|Yesterday) at |[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4},? )?[0-9]{1,2}:[0-9]{2}(?: ?[AaPp][Mm])?(?:[\\])]:?)?(?: \\(edited\\))?[\r\n]",
        ),
        // `jane_d (10:02): hello`
        before_account("[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?\\): "),
        // Meetings: `From jane.doe to Everyone: 10:02 AM`
        before_account("From [A-Za-z_]"),
        // Mentions in the texts that Slack sends: `<@U04KD82HF|jane.doe>`
        Pattern::within("<@[UW][A-Z0-9]{6,12}\\|", 0.9, 0.95),
        // IRC without times: `<jdoe> hello`
        Pattern::within("<[@+%~&]?[A-Za-z_\\[][A-Za-z0-9_.|`^\\[\\]-]+> [^<]", 0.85, 0.9),
        // Members of chats in exports of Telegram: `"from_id": "user1180224417"`
        Pattern::within("(?:from|actor|peer|member)_id\": ?\"(?:user|channel)[0-9]{5}", 0.9, 0.95),
        // Forwarded messages of WhatsApp: `~ jane_77: hello`
        Pattern::within("~ [A-Za-z_][A-Za-z0-9_.]{2,30}: ", 0.85, 0.9),
        // Comings and goings on IRC, behind the address of who comes or goes: `* jdoe (~jdoe@host) has quit`
        Pattern::within("[)\\]] has (?:quit|joined|left|parted)", 0.85, 0.9),
        // Other names on IRC: `* jdoe is now known as jdoe_away`
        Pattern::within("known as [A-Za-z_]", 0.85, 0.9),
        Pattern::within("known as [A-Za-z_]", 0.85, 0.9),
        // Users of hosts on IRC, before their address: `(~jdoe@198.51.100.7)`
        before_account("[(\\[]~[A-Za-z0-9]"),
        // Discord without times: `jdoe#4411: hello`
        Pattern::within("#[0-9]{4}: ", 0.85, 0.9),
        // Forums, in markup: `<b>jane_77</b> · 3h`
        Pattern::within("</(?:b|strong|a|span)> ?(?:·|&middot;|•) ?[0-9]{1,2} ?[smhdwy]", 0.85, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => name_at(text, end - 1).filter(|place| text[place.end..].starts_with("> "))?,
        1 => tagged(text, name_at(text, end - 1)?).filter(|place| text[place.end..].starts_with(": "))?,
        4 => name_at(text, end - 1).filter(|place| is_to_somebody(text, start, place.end))?,
        5 => name_at(text, end).filter(|place| text[place.end..].starts_with('>'))?,
        6 => return candidate.part(of_talk(text, start, candidate.matched())?),
        7 => return candidate.part(member(text, end)?),
        8 => name_at(text, start + "~ ".len()).filter(|_| line::begins(text, start))?,
        9 => of_event(text, start)?,
        10 => marked_event(text, start)?,
        11 => marked_event(text, start).and_then(|_| name_at(text, end - 1))?,
        12 => name_at(text, end - 1).filter(|place| text[place.end..].starts_with('@'))?,
        13 => of_tagged_talk(text, start)?,
        14 => {
            let head = line::before(text, start, LONGEST);
            let name = &head[head.rfind('>')? + 1..];
            name_at(text, start - name.len()).filter(|place| place.end == start)?
        }
        _ => begins_line(text, start)?,
    };
    let whole = text.get(place.clone())?;
    let found = whole.split('#').next()?;
    if is_priority(found) {
        return None;
    }
    let is_sure = (matches!(candidate.pattern, 0 | 5 | 8..=12 | 14)
        || found.len() < whole.len()
        || candidate.pattern == 2 && is_discord(candidate, place.end)
        || candidate.pattern == 1 && !found.contains('.') && is_beside_speaker(text, &place))
        && !is_plain_word(found)
        && !is_common_word(&found.to_lowercase());
    (is_account(found) && !is_shared(found) && (is_sure || is_of_person(found))).then(|| candidate.part(place))?
}

/// Reports whether it is the priority of a message of syslog: `local0.info`.
fn is_priority(found: &str) -> bool {
    found.split_once('.').is_some_and(|(_, severity)| is_listed(severity, LOG_LEVELS))
}

/// The account at `place` with the number that Discord has given it, if one follows: `jdoe#4411`.
fn tagged(text: &str, place: Range<usize>) -> Option<Range<usize>> {
    let number = text[place.end..].strip_prefix('#').map_or("", |rest| &rest[..rest.floor_char_boundary(TAG)]);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    Some(place.start..place.end + if 1 + digits == TAG { TAG } else { 0 })
}

/// The account with its number that begins the line of the `#` at `at`, if another line near it begins so, too, and neither account
/// is a word of prose or programs: `issue#1234: …`.
fn of_tagged_talk(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest other line, in bytes, and longest account.
    const FAR: usize = 1024;
    const NAME: usize = 32;
    let is_nick = |name: &str| name.len() > 2 && !is_common(name) && !is_common_word(&name.to_lowercase());
    let account = line::whole_before(text, at, NAME)?;
    let speaks = |line: &str| {
        let (name, rest) = line.split_once('#')?;
        let is_number = rest.bytes().take(5).take_while(u8::is_ascii_digit).count() + 1 == TAG;
        (name.len() <= NAME
            && !name.contains([' ', '/'])
            && is_number
            && rest[TAG - 1..].starts_with(": ")
            && is_nick(name))
        .then_some(())
    };
    let (before, behind) = (window::before(text, at - account.len(), FAR), window::behind(text, at, FAR));
    let is_talk = || before.lines().chain(behind.lines().skip(1)).any(|line| speaks(line).is_some());
    let place = name_at(text, at - account.len()).filter(|place| place.end == at && is_nick(account))?;
    is_talk().then_some(place.start..at + TAG)
}

/// Who comes or goes in a message of IRC whose address ends at `at`: the account behind the mark and the time that begin the line.
fn of_event(text: &str, at: usize) -> Option<Range<usize>> {
    let place = event(text, at)?;
    let (name, address) = text[place.clone()].split_once(' ')?;
    (address.starts_with(['(', '[']) && address.contains('@')).then(|| place.start..place.start + name.len())
}

/// The name that is all of the event before `at`.
fn marked_event(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text[..at].strip_suffix(" is now ")?;
    event(text, head.len()).filter(|place| !text[place.clone()].contains(' '))
}

/// What stands between the mark of an event, behind a time, and `at`.
fn event(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest beginning of such a line, in bytes.
    const FAR: usize = 192;
    const MARKS: [&str; 7] = ["* ", "*** ", "-!- ", "--> ", "<-- ", "→ ", "← "];
    let head = line::whole_before(text, at, FAR)?;
    let event = head.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ':' | '[' | ']' | ' ' | '-' | '.'));
    let event = MARKS.iter().find_map(|mark| {
        let from = head.find(mark).filter(|from| *from <= head.len() - event.len())?;
        Some(&head[from + mark.len()..])
    })?;
    Some(at - event.len()..at)
}

/// Reports whether another head of a message near the account at `place`, in the same form, has an account that is plainly a person's:
/// `[10:02] jane.doe: hello`.
fn is_beside_speaker(text: &str, place: &Range<usize>) -> bool {
    /// Farthest other head, in bytes.
    const FAR: usize = 1024;
    let near = [window::before(text, place.start, FAR), window::behind(text, place.end, FAR)];
    let speaker = |line: &str| {
        let (_, rest) = line.trim_start().strip_prefix('[')?.split_once("] ")?;
        let (name, _) = rest.split_once(": ")?;
        (name.len() < LONGEST && is_of_person(name) && is_account(name) && !is_shared(name)).then_some(())
    };
    near.iter().flat_map(|part| part.split('\n')).any(|line| speaker(line).is_some())
}

/// Reports whether the account that ends at `end` heads a message on Discord, `jdoe#4411 — Today at 10:02 AM`, and another one has
/// such a head near it, too.
fn is_discord(candidate: &Candidate<'_>, end: usize) -> bool {
    /// Farthest other head, in bytes.
    const FAR: usize = 2048;
    const HEADS: [&str; 2] = [" — Today at ", " — Yesterday at "];
    let text = candidate.field.text;
    let rest = text[end..].trim_start_matches(|c: char| c == '#' || c.is_ascii_digit());
    let rest = &rest[tag_len(rest)..];
    let near = [window::before(text, end, FAR), window::behind(text, candidate.range.end, FAR)];
    let is_head = |text: &&str| HEADS.iter().any(|head| text.contains(head));
    // Slack has two blanks, and its times have halves of days: `jane  9:15 AM`.
    const HALVES: [&str; 4] = [" AM\n", " PM\n", " AM]\n", " PM]\n"];
    let is_slack = rest.starts_with("  ") && candidate.matched().trim_end().trim_end_matches(']').ends_with(['M', 'm']);
    let is_near = || near.iter().any(|near| HALVES.iter().any(|half| near.contains(half)));
    HEADS.iter().any(|head| rest.starts_with(head)) && near.iter().any(is_head) || is_slack && is_near()
}

/// The length of the mark of a role between an account and the time: ` [MOD]`, ` BOT`.
fn tag_len(rest: &str) -> usize {
    const MOST: usize = 12;
    let Some(tag) = rest.strip_prefix(" [") else {
        return [" BOT", " APP"].into_iter().find(|tag| rest.starts_with(tag)).map_or(0, str::len);
    };
    let len = tag.bytes().take(MOST).take_while(u8::is_ascii_alphanumeric).count();
    if len > 0 && tag[len..].starts_with(']') { " []".len() + len } else { 0 }
}

/// The account that heads a line of talk, `<jdoe> hello`, if another line near it has such a head, and nothing is an element of HTML.
fn of_talk(text: &str, start: usize, matched: &str) -> Option<Range<usize>> {
    /// Farthest other head, in bytes, and longest account.
    const FAR: usize = 1024;
    const NICK: usize = 33;
    const ELEMENTS: [&str; 24] = [
        "a", "b", "i", "p", "u", "s", "br", "hr", "li", "ul", "ol", "td", "tr", "th", "em", "dd", "dt", "div", "span",
        "code", "pre", "strong", "table", "body",
    ];
    let (name, _) = matched.trim_start_matches(['<', '@', '+', '%', '~', '&']).split_once('>')?;
    let at = start + matched.find(name)?;
    let near = [window::before(text, start, FAR), window::behind(text, at + name.len(), FAR)];
    let is_markup = near.iter().any(|near| near.contains("</") || near.contains("/>"));
    let is_head = |near: &&str| {
        near.match_indices("\n<").any(|(sign, _)| {
            let rest = &near[sign + 2..];
            rest.find("> ").is_some_and(|len| (2..NICK).contains(&len) && !rest[..len].contains(' '))
        })
    };
    let is_first = near[0].starts_with('<') && near[0].len() == start;
    let is_talk =
        name.len() < NICK && line::begins(text, start) && !is_markup && (is_first || near.iter().any(is_head));
    (is_talk && is_account(name) && !ELEMENTS.contains(&&*name.to_ascii_lowercase())).then(|| at..at + name.len())
}

/// The account of Telegram whose first digits end at `at`.
fn member(text: &str, at: usize) -> Option<Range<usize>> {
    let start = at
        - line::before(text, at, LONGEST).rfind('"').map(|quote| line::before(text, at, LONGEST).len() - quote - 1)?;
    let len = text[at..].bytes().take(LONGEST).take_while(u8::is_ascii_digit).count();
    text[at + len..].starts_with('"').then_some(start..at + len)
}

/// The account that begins the line of the time at `at`, with nothing but signs and a date between them.
fn begins_line(text: &str, at: usize) -> Option<Range<usize>> {
    let head = line::whole_before(text, at, LONGEST)?;
    let at = at - head.len();
    // Slack sets them off: `*jane.doe*  10:02 AM`.
    let signs = head.bytes().take_while(|b| matches!(b, b'@' | b'*')).take(2).count();
    let place = name_at(text, at + signs)?;
    let between = text.get(place.end..at + head.len())?;
    let between = if signs > 0 { between.trim_start_matches('*') } else { between };
    // The number of an account on Discord: `jdoe#4411`.
    let number = between.strip_prefix('#').map_or(0, |rest| 1 + rest.bytes().take_while(u8::is_ascii_digit).count());
    let rest = &between[number + tag_len(&between[number..])..];
    let signs = ["  [", "  (", "  ", " [", " (", " — ", " – ", " - ", ", ["];
    let sign = signs.iter().find(|sign| rest.starts_with(**sign))?;
    let is_date = rest[sign.len()..].split([' ', ',']).all(|word| {
        matches!(word, "" | "Today" | "Yesterday" | "at")
            || word.bytes().all(|b| b.is_ascii_digit() || b"./-".contains(&b))
    });
    let end = place.end + if between.starts_with('#') && number == TAG { TAG } else { 0 };
    is_date.then_some(place.start..end)
}

/// Bytes of the number of an account on Discord, with its sign.
const TAG: usize = "#4411".len();

/// Reports whether a message goes on behind its sender, at `end`: ` to Everyone: `, ` to jane (direct message) : `; or ` : `, with a
/// time before `start`.
fn is_to_somebody(text: &str, start: usize, end: usize) -> bool {
    let rest = line::behind(text, end, LONGEST);
    let is_timed = || text[..start].trim_end_matches([' ', '\t']).ends_with(|c: char| c.is_ascii_digit());
    rest.starts_with(" to ") && rest.contains(": ") || rest.starts_with(" : ") && is_timed()
}
