//! Answers: values behind the questions that ask for them, in the same line or on the one below: `Bot: Account number?`, `User:
//! It's 48291037`.

use std::ops::Range;

use super::{
    Cell, Names,
    answer_words::{FORGOTTEN, LEADS, POLITE, TAILS},
    lines::value,
    table::{self, is_made_up},
    trimmed,
};
use crate::{keys::Keys, text::line};

/// Longest question, in bytes.
const LONGEST: usize = 160;
/// Longest name of a speaker, in bytes.
const SPEAKER: usize = 24;

/// Adds the answers to the questions of `line` that end in a name, `Account number? 48291037`, and to a turn that asks for one
/// without a question mark. Returns the place behind the last line that is read.
pub fn read_answers(text: &str, line: &Range<usize>, names: &Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    let content = text.get(line.clone())?;
    let mut from = line.start;
    for mark in memchr::memchr_iter(b'?', content.as_bytes()) {
        let mark = line.start + mark;
        if from > mark {
            continue;
        }
        from = mark + 1;
        let end = text.floor_char_boundary((from + LONGEST).min(line.end));
        let answer = match text.get(from..end)?.trim() {
            "" => below(text, line),
            _ => beside(text, from, end),
        };
        let Some(value) = answer.filter(|value| is_answer(&text[value.clone()])) else { continue };
        let end = value.end;
        if let Some(told) = told_cells(text, line.start..mark, value, names.keys) {
            from = end;
            found.extend(told);
        }
    }
    if from > line.end {
        return Some(line::row(text, from).end + 1);
    }
    let wide = content.trim_end().strip_suffix('？').map(str::len);
    // Without a mark of a question somebody else must speak, or a number stands alone below.
    let is_answered = || {
        let below = line::behind(text.get(line.end + 1..).unwrap_or_default(), 0, LONGEST);
        has_digit(below) && (speaker_len(below) > 0 || is_number(below))
    };
    let turn = || {
        (is_sentence(content) && is_answered() && asks(content))
            .then(|| content.trim_end().trim_end_matches(['.', '!', ':']).len())
    };
    let end = line.start + wide.or_else(turn)?;
    let value = below(text, line).filter(|value| is_answer(&text[value.clone()]))?;
    let next = line::row(text, value.end).end + 1;
    found.extend(told_cells(text, line.start..end, value, names.keys)?);
    Some(next)
}

/// The cells of the question at `range` that `value` answers.
fn told_cells(text: &str, range: Range<usize>, value: Range<usize>, keys: &Keys) -> Option<Vec<Cell>> {
    let both = asked_both(text, range.clone(), value.clone(), keys);
    if both.as_ref().is_some_and(|cells| cells.len() == 2) {
        return both;
    }
    let both = both.filter(|_| asked(text, range.clone(), keys).is_none());
    let one = || asked(text, range.clone(), keys).map(|(name, known)| (name, Some(known)));
    let label = || Some((asked_label(text, range.clone())?, None));
    both.or_else(|| one().or_else(label).map(|(name, known)| vec![Cell { name, value, known }]))
}

/// The cells of a question that asks for two things, of which `value` tells one after the other: `Contract number and name?`,
/// `4471-22, Jane Roe`.
fn asked_both(text: &str, range: Range<usize>, value: Range<usize>, keys: &Keys) -> Option<Vec<Cell>> {
    const LINKS: [&str; 18] = [
        " and ", " und ", " et ", " y ", " e ", " en ", " og ", " och ", " i ", " a ", " oraz ", " és ", " și ",
        " ve ", " и ", " і ", " та ", ", ",
    ];
    let near = line::before(text.get(..range.end)?, range.end, LONGEST);
    let begin = range.end - near.len().min(range.len());
    let question = text.get(begin..range.end)?;
    let (link, at) = LINKS.iter().filter_map(|link| Some((link, question.rfind(*link)?))).max_by_key(|(_, at)| *at)?;
    let answer = text.get(value.clone())?;
    let (part, len) = LINKS.iter().filter_map(|link| Some((answer.find(*link)?, link.len()))).min()?;
    let names = [asked(text, begin..begin + at, keys), asked(text, begin + at + link.len()..range.end, keys)];
    let values = [value.start..value.start + part, value.start + part + len..value.end];
    let cells = names.into_iter().zip(values).filter_map(|(name, value)| {
        let (name, known) = name?;
        has_digit(text.get(value.clone())?).then_some(Cell { name, value, known: Some(known) })
    });
    let cells: Vec<_> = cells.collect();
    (!cells.is_empty()).then_some(cells)
}

/// The place where the words of an answer begin that stands behind a question at `at`, behind blanks, one line end, the speaker and
/// words that tell nothing: of `? Caller: It's 4417` the number.
pub fn begin(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let words = rest.trim_start_matches([' ', '\r']);
    let words = words.strip_prefix('\n').unwrap_or(words).trim_start_matches(' ');
    // The dash of a turn in a dialogue: `— 12.03.1971`.
    let turn = words.trim_start_matches(['—', '–']).trim_start_matches(' ');
    let turn = turn.strip_prefix("- ").unwrap_or(turn);
    let words = turn.get(speaker_len(turn)..).unwrap_or_default();
    at + rest.len() - behind_leads(words).len()
}

/// The answer on the line below `line`, or behind the line that tells who speaks next: `Ida, 19:43`.
fn below(text: &str, line: &Range<usize>) -> Option<Range<usize>> {
    /// Most blank lines and lines of speakers.
    const MOST: usize = 3;
    let next = |end: usize| Some(line::row(text, end.checked_add(1).filter(|start| *start < text.len())?));
    let first = next(line.end)?;
    let (mut below, mut is_headed) = (first.clone(), false);
    for _ in 0..MOST {
        let content = text.get(below.clone())?.trim();
        let is_head = is_speaker_line(content);
        if !(is_head || content.is_empty()) {
            break;
        }
        is_headed |= is_head;
        below = next(below.end)?;
    }
    if !is_headed {
        below = first;
    }
    // Most lines have no digit.
    let content = text.get(below.clone())?;
    (has_digit(content) || is_made_up(&content[speaker_len(content)..])).then_some(())?;
    let start = begin(text, below.start.saturating_sub(1)).clamp(below.start, below.end);
    let end = start + clause_len(text.get(start..below.end)?);
    told(text, start..end)
}

/// Reports whether a line is nothing but a name and a time behind it: `Ida, 19:43`, `Ida Roe 7:43 PM`.
fn is_speaker_line(line: &str) -> bool {
    let line = line.trim_end_matches(['M', 'm']).trim_end_matches(['A', 'P', 'a', 'p']).trim_end();
    let Some((name, time)) = line.rsplit_once(' ').filter(|(name, _)| name.len() <= SPEAKER) else { return false };
    let is_number = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let is_time = time.contains(':') && time.trim_matches(['(', ')', '[', ']']).split(':').all(is_number);
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | ',' | '-' | '.' | '\'' | '’');
    is_time && name.starts_with(char::is_alphabetic) && name.chars().all(stands)
}

/// The length of the clause that `answer` begins with, where it goes on about something else: `9 May 1964, and the account is …`.
/// Commas alone part addresses, too.
fn clause_len(answer: &str) -> usize {
    const OTHERS: [&str; 9] = [", and ", ", but ", ", my ", ", the ", " and my ", " and the ", " but ", "? ", "! "];
    let others = OTHERS.into_iter().filter_map(|other| answer.find(other));
    // No abbreviation ends in a digit, but parts of dates do: `1988. október 3.`, `4. 6. 1965`.
    let is_part = |at: usize| {
        let (head, tail) = (&answer[..at], &answer[at + 2..]);
        let is_short = head.len() <= 6 && head.bytes().all(|b| b.is_ascii_digit() || b". ".contains(&b));
        is_short && tail.starts_with(|c: char| c.is_ascii_digit() || c.is_lowercase())
    };
    let is_end = |at: &usize| answer.as_bytes()[..*at].last().is_some_and(u8::is_ascii_digit) && !is_part(*at);
    let sentence = answer.match_indices(". ").map(|(at, _)| at).find(is_end);
    others.chain(sentence).min().unwrap_or(answer.len())
}

/// The answer between `at` and `end`, on the line of its question, as far as its clause goes.
fn beside(text: &str, at: usize, end: usize) -> Option<Range<usize>> {
    text.get(at..end).filter(|rest| rest.starts_with(' ') && has_digit(rest))?;
    let start = begin(text, at);
    let words = text.get(start..end)?;
    let clauses = [". ", ", ", "? ", "! ", "; "].into_iter();
    let len = clauses.filter_map(|clause| words.find(clause)).min().unwrap_or(words.len());
    told(text, start..start + len)
}

/// The name that the question at `range` ends with, and the patterns that know it.
fn asked(text: &str, range: Range<usize>, keys: &Keys) -> Option<(Range<usize>, usize)> {
    let near = line::before(text.get(..range.end)?, range.end, LONGEST);
    let sentence = ["? ", "! ", ". "].into_iter().filter_map(|end| Some(near.rfind(end)? + end.len())).max();
    let start = range.start.max(range.end - near.len() + sentence.unwrap_or(0));
    let place = trimmed(text, start..range.end, &['*', '_', '"']);
    let question = text.get(place.clone())?;
    // `Forgot your password?` asks for nothing.
    if is_of_loss(question) {
        return None;
    }
    let polite = POLITE.iter().find_map(|word| question.strip_suffix(word));
    let name = polite.unwrap_or(question).trim_end_matches([' ', ',', '*']);
    // What it is asked for may follow: `your date of birth for verification`, `the card number on file`.
    // A verb ends the question in German and Dutch: `Kann ich Ihre Kundennummer haben?`
    const PURPOSES: [&str; 26] = [
        " as well",
        " zur ",
        " zum ",
        " pour ",
        " para ",
        " per ",
        " voor ",
        " för ",
        " til ",
        " do ",
        " for ",
        " on ",
        " so ",
        " to ",
        " again",
        " first",
        " haben",
        " nennen",
        " sagen",
        " geben",
        " mitteilen",
        " durchgeben",
        " bestätigen",
        " geven",
        " doorgeven",
        " bevestigen",
    ];
    let before =
        PURPOSES.into_iter().filter_map(|purpose| Some(name.get(..name.rfind(purpose)?)?.trim_end_matches(',')));
    let names = std::iter::once(name).chain(before);
    names.filter_map(|name| Some((place.start..place.start + name.len(), keys.of_name(name)?))).next()
}

/// Reports whether a question is about something that was forgotten or lost.
fn is_of_loss(question: &str) -> bool {
    FORGOTTEN.iter().any(|word| question.contains(word))
}

/// The label that the question at `range` is, behind the speaker who asks it: `[10:41] Ana: Kortkod?`
fn asked_label(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let question = text.get(range.clone())?;
    let start = range.start + speaker_len(question);
    let place = trimmed(text, start..range.end, &['*', '_', '"']);
    (table::is_label(&text[place.clone()]) && !is_of_loss(&text[place.clone()])).then_some(place)
}

/// Reports whether a line may ask for something: it has at least three words, as pairs of names and values have not.
fn is_sentence(content: &str) -> bool {
    content.len() <= LONGEST && memchr::memchr_iter(b' ', content.trim_ascii_start().as_bytes()).nth(1).is_some()
}

/// Reports whether a line is a number and nothing else, as telephones and accounts are written.
fn is_number(line: &str) -> bool {
    /// Fewest digits.
    const FEWEST: usize = 6;
    let stands = |b: u8| b.is_ascii_digit() || b" +-./()\r".contains(&b);
    line.bytes().all(stands) && line.bytes().filter(u8::is_ascii_digit).nth(FEWEST - 1).is_some()
}

/// Reports whether a turn asks its reader for something: `Please confirm your account number.`
fn asks(content: &str) -> bool {
    const REQUESTS: &[&str] = &[
        " your ",
        " please",
        "Please ",
        "please ",
        "pls ",
        " bitte",
        "Bitte ",
        " Ihre",
        " votre ",
        "Merci de ",
        " su ",
        " por favor",
        " per favore",
        " sua ",
        " seu ",
        " uw ",
        " alstublieft",
        "Proszę ",
        "proszę ",
        " prosím",
        "Prosím",
        "tack",
        " lütfen",
        " vă rog",
        " kérem",
        "Kérem ",
        "oproszę ",
        "азовите ",
        "азвіть ",
        "кажете ",
        "Podajte ",
        "Recite ",
        "Povejte ",
        "Uveďte ",
        "Zadajte ",
        "Sdělte ",
        "Spuneți",
        "Spuneti",
        "Ange ",
        "Oppgi ",
        "Oplys ",
        "Informe ",
        "Indique ",
        "ígame ",
        "Mi dia ",
        "Mi dica ",
        "Δώστε ",
        "Πείτε ",
        "Mohon ",
        "vui lòng ",
    ];
    REQUESTS.iter().any(|request| content.contains(request))
}

/// The length of the time, the name of a speaker, its colon and the blank behind it, with which `words` begin.
pub fn speaker_len(words: &str) -> usize {
    let time = time_len(words);
    let words = words.get(time..).unwrap_or_default();
    let near = words.as_bytes().get(..SPEAKER.min(words.len())).unwrap_or_default();
    let colon = memchr::memchr(b':', near).filter(|at| words.as_bytes().get(at + 1) == Some(&b' '));
    // The time may stand behind the name: `Ida (19:43): 4471`.
    let timed = || {
        let open = memchr::memchr(b'(', near)?;
        let len = near[open..].iter().take_while(|b| b.is_ascii_digit() || matches!(b, b'(' | b':')).count();
        let behind = open + len;
        let is_timed = len > "(1:00".len() - 1 && near[behind..].starts_with(b"): ") && !near[..open].contains(&b'\n');
        is_timed.then_some(behind + 1)
    };
    let is_name = |at: &usize| *at > 0 && near[..*at].iter().all(|b| !b.is_ascii_digit() && !matches!(b, b'\n' | b'?'));
    let is_name = |at: &usize| is_name(at) || is_numbered_speaker(&near[..*at]);
    // With a dash behind one word: `Caller- 4417`.
    let dash = || {
        let len = near.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        (len > 2 && near[0].is_ascii_uppercase() && near[len..].starts_with(b"- ")).then_some(len)
    };
    colon.filter(is_name).or_else(timed).or_else(dash).map_or(0, |at| time + at + 2)
}

/// Reports whether `name` is a speaker of a transcript who has a number in place of a name: `Speaker 2`, `S1`, `SPEAKER_01`.
fn is_numbered_speaker(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 10] =
        [b"speaker", b"spk", b"s", b"p", b"participant", b"agent", b"caller", b"person", b"voice", b"channel"];
    let digits = name.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let word =
        name[..name.len() - digits].strip_suffix(b" ").or_else(|| name[..name.len() - digits].strip_suffix(b"_"));
    let word = word.unwrap_or(&name[..name.len() - digits]);
    matches!(digits, 1 | 2) && NAMES.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The length of the time before a speaker, with the blanks behind it, as exports of chats have one: `[14:03] `, `10:02:41 `,
/// `(2:15 PM) `, `12/10/2026, 18:03 - `.
fn time_len(words: &str) -> usize {
    /// Longest time, in bytes.
    const LONGEST: usize = 28;
    let near = words.as_bytes().get(..LONGEST.min(words.len())).unwrap_or_default();
    let stands = |b: &&u8| b.is_ascii_digit() || b"[]():/., -".contains(b) || b"APMapm".contains(b);
    let time = near.iter().take_while(stands).count();
    // The last of these bytes may begin the speaker's name: `[14:03] Marta: …`.
    let end = near[..time].iter().rposition(|b| *b == b' ').map_or(0, |blank| blank + 1);
    let has_clock =
        near[..end].windows(3).any(|part| part[0].is_ascii_digit() && part[1] == b':' && part[2].is_ascii_digit());
    let begins = near.first().is_some_and(|b| b.is_ascii_digit() || matches!(b, b'[' | b'('));
    if begins && has_clock { end } else { 0 }
}

/// `words` without those that an answer begins with.
fn behind_leads(words: &str) -> &str {
    /// Most words that tell nothing: `Yes, sure, it's`.
    const MOST: usize = 4;
    let mut words = words;
    for _ in 0..MOST {
        let is_lead = |lead: &str| {
            let head = words.get(..lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead));
            head && (lead.ends_with(' ') || words[lead.len()..].starts_with([' ', ',', '.', '!']))
        };
        let Some(len) = LEADS.iter().filter(|lead| is_lead(lead)).map(|lead| lead.len()).max() else { break };
        words = words[len..].trim_start_matches([' ', ',', '.', '!']);
    }
    words
}

/// The value that an answer tells, unless the words are a sentence about something else: `The site just says error 403`.
fn told(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    const OTHERS: [&str; 20] = [
        "the", "this", "that", "these", "he", "she", "they", "we", "you", "there", "when", "how", "what", "why", "if",
        "do", "does", "can", "could", "because",
    ];
    let place = value(text, without_tail(text, range))?;
    let (first, behind) = text.get(place.clone())?.split_once(' ').unwrap_or_default();
    let begins = OTHERS.iter().any(|word| first.eq_ignore_ascii_case(word));
    // `the 9th of May`, `this one: 4417`
    let is_number = behind.starts_with(|c: char| c.is_ascii_digit()) || !behind.contains(' ');
    (!begins || is_number).then_some(place)
}

/// `range` of `text` without its last sign and polite words.
fn without_tail(text: &str, range: Range<usize>) -> Range<usize> {
    let words = text.get(range.clone()).unwrap_or_default().trim_end().trim_end_matches(['.', '!']);
    let tail = TAILS.iter().find(|tail| {
        let from = words.len().checked_sub(tail.len()).and_then(|at| words.get(at..));
        from.is_some_and(|end| end.eq_ignore_ascii_case(tail))
    });
    let words = &words[..words.len() - tail.map_or(0, |tail| tail.len())];
    range.start..range.start + words.trim_end_matches([' ', ',', '.', '!']).len()
}

/// Reports whether words may be the answer: a number, or a word that is none of a language, as names of accounts are.
fn is_answer(words: &str) -> bool {
    has_digit(words) || is_made_up(words)
}

/// Reports whether words tell a number: without digits they may be anything but the answer.
fn has_digit(words: &str) -> bool {
    words.bytes().any(|b| b.is_ascii_digit())
}
