//! Exports of chats from messengers and meetings: who wrote each message, `[12.03.24, 19:04:50] Ana Reyes: hi`, `12/03/24, 7:04 pm - Ana:
//! hi`; with the time behind the name (`Ana, [12.03.2024 19:04]`, `Ana (Guest)` above `19:04`), or in columns (`19:04<TAB>あゆみ<TAB>はい`).

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::common_words::is_common_word;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::log_levels::LOG_LEVELS;
use crate::recognizers::support::name_shape::{is_name_word, is_other, is_particle, name_words};
use crate::recognizers::support::script_names::{begins_name, name_len};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The comma between the date and the time.
        Pattern::within("[0-9], ?[0-9]{1,2}:[0-9]{2}", 0.8, 0.9),
        // Without it.
        Pattern::within("[0-9] [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\\] | - )", 0.8, 0.9),
        // Telegram, copied from its window.
        Pattern::within(", \\[[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4} [0-9]{1,2}:[0-9]{2}", 0.85, 0.9),
        // Guests of a meeting (Teams).
        Pattern::within(
            "\\((?i:guest|ext|external|extern|gast|invité|invitée|invitado|invitada|ospite|convidado|gość|host|vieras)\\)\r?\n[0-9]{1,2}:[0-9]{2}",
            0.85,
            0.9,
        ),
        // Forwarded messages of WhatsApp: `~ Ana (mum): hello`.
        Pattern::within("~ \\p{Lu}", 0.8, 0.9),
        // LINE, whose columns are parted by tabs.
        Pattern::within("[0-9]:[0-9]{2}\t", 0.8, 0.9),
        // Slack, copied from its window: `Ana Reyes  11:04 AM`.
        Pattern::within(" [0-9]{1,2}:[0-9]{2} [AP]M\r?\n", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

/// Longest name, and longest date, in bytes.
const LONGEST: usize = 48;
/// Most words of a name.
const MOST: usize = 4;

/// Writers that are no persons by name, or the one whose phone it is.
const OTHERS: &WordList = &WordList::new(
    "mama|mamá|mami|mamma|mamãe|mum|mom|mummy|papa|papá|papi|papà|pai|dad|daddy|oma|opa|omi|opi|nonna|nonno|abuela|abuelo|mamie|papy|babcia|you|du|tú|vous|você|tu|jij|ty|meta ai",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    match candidate.pattern {
        0 => before_colon(candidate, range.end),
        1 => {
            let minutes = range.end - candidate.matched().len() + candidate.matched().find(':')? + ":00".len();
            is_day_first(line::before(text, range.start + 1, LONGEST)).then(|| before_colon(candidate, minutes))?
        }
        2 | 3 => candidate.part(heading(text, range.start)?),
        4 => candidate.part(forwarded(text, range)?),
        6 => {
            let place = heading(text, range.start)?;
            let is_plain = |word: &str| is_common(&word.to_lowercase()) || is_common_word(&word.to_lowercase());
            let is_name = !text[place.clone()].split([' ', '-']).any(is_plain);
            (is_name && heads_message(text, &place, range.end)).then(|| candidate.part(place))?
        }
        _ => candidate.part(in_columns(text, range.end)?),
    }
}

/// Reports whether `date` is one whose day or month stands first, as in messages and hardly ever in logs.
fn is_day_first(date: &str) -> bool {
    let mut parts = date.trim_start_matches(['[', '\u{200e}']).split(['.', '/']);
    let mut next = || parts.next().unwrap_or_default().len();
    matches!((next(), next(), next(), next()), (1..=2, 1..=2, 2 | 4, 0))
}

/// The name that is all of the line before `at`, but for the blank behind it: of words with capitals, `Roe, Jane` among them, or of a
/// script without capitals.
fn heading(text: &str, at: usize) -> Option<Range<usize>> {
    let head = line::whole_before(text, at, LONGEST)?;
    let name = head.trim_end_matches(' ');
    let is_inverted =
        || name.split_once(", ").is_some_and(|(last, first)| name_words(last).is_some() && name_words(first).is_some());
    let is_name = match begins_name(name) {
        true => name_len(name) == Some(name.len()),
        false => name_words(name).is_some_and(|words| words <= MOST) || is_inverted(),
    };
    let start = at - head.len();
    (is_name && !is_no_writer(&name.to_lowercase())).then(|| start..start + name.len())
}

/// Reports whether `name`, in small letters, stands where writers do and is no person's name.
fn is_no_writer(name: &str) -> bool {
    is_listed(name, OTHERS) || is_listed(name, LOG_LEVELS)
}

/// Reports whether a message follows at `at` below the name at `place`, which begins a paragraph: the lines of an agenda have times, too.
fn heads_message(text: &str, place: &Range<usize>, at: usize) -> bool {
    let above = text[..place.start].trim_end_matches(['\r', '\n', ' ']);
    let is_first = above.is_empty() || text[above.len()..place.start].matches('\n').count() > 1;
    let message = line::behind(text, at, 2 * LONGEST).trim_end();
    is_first && !message.is_empty() && ![" AM", " PM"].iter().any(|half| message.ends_with(half))
}

/// The name behind the mark of a forwarded message at `range`, before a colon or a remark in brackets and a colon.
fn forwarded(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let start = range.start + "~ ".len();
    let rest = line::behind(text, start, 2 * LONGEST);
    let name = rest.get(..rest.find([':', '('])?)?.trim_end_matches(' ');
    let behind = rest[name.len()..].trim_start_matches(' ');
    let behind = behind.strip_prefix('(').map_or(behind, |inner| inner.split_once(')').map_or("", |(_, rest)| rest));
    let is_name = name_words(name).is_some_and(|words| words <= MOST) && behind.starts_with(": ");
    (is_name && line::begins(text, range.start)).then(|| start..start + name.len())
}

/// The name in the column behind the time which ends at `at`, if the export has the line of a date above: `2025/03/12(水)`.
fn in_columns(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest date, in bytes.
    const FAR: usize = 8192;
    const WEEKDAYS: &str = "日月火水木金土一二三四五六";
    let head = line::before(text, at, LONGEST);
    let is_time = head.trim_end_matches('\t').bytes().all(|b| b.is_ascii_digit() || b == b':');
    let rest = line::behind(text, at, LONGEST);
    let name = &rest[..rest.find('\t')?];
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '・' | 'ー' | '\u{3000}');
    let is_name = is_time && !name.is_empty() && name.chars().all(stands);
    let above = || window::before(text, at, FAR);
    let is_weekday = |(sign, _): (usize, &str)| {
        let near = window::behind(above(), sign, 8);
        let date = above()[..sign].bytes().rev().take_while(|b| b.is_ascii_digit() || b"/.".contains(b)).count();
        date >= "2025/1/1".len() && near.trim_start_matches(['(', '（']).starts_with(|c| WEEKDAYS.contains(c))
    };
    (is_name && above().match_indices(['(', '（']).any(is_weekday)).then(|| at..at + name.len())
}

/// The name between the time, whose minutes end at `minutes`, and the colon.
fn before_colon(candidate: &Candidate<'_>, minutes: usize) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, LONGEST);
    // A line begins with the date.
    let is_date = head.trim_start_matches(['[', '\u{200e}']).bytes().all(|b| b.is_ascii_digit() || b"./-".contains(&b));
    let start = is_date.then(|| name_start(text, minutes))??;
    let near = line::behind(text, start, LONGEST);
    let name = without_emoji(&near[..near.find(": ")?]);
    let start = start + name.start;
    let name = &near[name];
    let is_word = |word: &str| is_name_word(word) || is_particle(word);
    let is_name = match begins_name(name) {
        true => name_len(name) == Some(name.len()),
        false => name.split(' ').all(is_word) && is_name_word(name.split(' ').next()?),
    };
    let lower = name.to_lowercase();
    let is_name = is_name || is_written_again(text, start, name);
    let fits = is_name && name.split(' ').count() <= MOST && !is_other(&lower) && !is_no_writer(&lower);
    fits.then(|| candidate.part(start..start + name.len()))?
}

/// The place of a name between the pictures that people have beside theirs: of `Jule 🌸` that of `Jule`.
fn without_emoji(name: &str) -> Range<usize> {
    let is_picture = |c: char| !c.is_ascii() && !c.is_alphanumeric();
    let end = name.trim_end_matches(|c: char| is_picture(c) || c == ' ').len();
    let start = end - name[..end].trim_start_matches(|c: char| is_picture(c) || c == ' ').len();
    start..end
}

/// Reports whether `name`, at `start`, is one or two words in small letters, and has written another message nearby: `- paco obras: hola`.
fn is_written_again(text: &str, start: usize, name: &str) -> bool {
    /// Farthest other message, in bytes.
    const FAR: usize = 2048;
    let is_small = |word: &str| word.chars().nth(2).is_some() && word.chars().all(char::is_lowercase);
    if !name.split(' ').all(|word| is_small(word) && !is_common(word)) || name.split(' ').count() > 2 {
        return false;
    }
    let heads = [["] ", name, ": "].concat(), ["- ", name, ": "].concat()];
    let near = [window::before(text, start, FAR), window::behind(text, start + name.len(), FAR)];
    near.iter().any(|part| heads.iter().any(|head| part.contains(head.as_str())))
}

/// The place behind the seconds and the half of the day that may follow the minutes which end at `at`, and the sign behind them.
fn name_start(text: &str, at: usize) -> Option<usize> {
    /// Longest rest of a time: `:50 p. m.] `.
    const LONGEST: usize = 16;
    let near = line::behind(text, at, LONGEST);
    let sign = ["] ", " - "].into_iter().filter_map(|sign| Some((near.find(sign)?, sign.len()))).min()?;
    let stands = |c: char| c.is_ascii_digit() || ": .aApPmM\u{202f}\u{a0}".contains(c);
    let end = sign.0 + sign.1;
    let mark = near.get(end..)?.len() - near.get(end..)?.trim_start_matches(['~', ' ', '\u{200e}']).len();
    near[..sign.0].chars().all(stands).then_some(at + end + mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn messages_have_writers_in_any_case_and_with_pictures() {
        for (text, comma, expected) in [
            ("[14.02.25, 18:05:02] Romy 🌸: ja", "5, 18:05", Some("Romy")),
            ("[14.02.25, 18:05:02] ✨ Romy Lahn ✨: ja", "5, 18:05", Some("Romy Lahn")),
            ("[14.02.25, 18:05:02] romy: ja\n[14.02.25, 18:06:02] romy: ok", "5, 18:05", Some("romy")),
            ("[14.02.25, 18:05:02] romy: ja\n", "5, 18:05", None),
            ("[14.02.25, 18:05:02] server: up\n[14.02.25, 18:06:02] server: down", "5, 18:05", None),
            ("[14.02.25, 18:05:02] Mama: ja\n", "5, 18:05", None),
        ] {
            assert_eq!(check_match(check, text, comma, 0), expected, "{text}");
        }
    }
}
