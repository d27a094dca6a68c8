//! Rules for the bounds of the name in a mention.
//!
//! The corpora that the model learns from disagree about titles, and texts lose their line ends, so spans are corrected
//! by form: a mention ends with its line or cell, titles are cut off (see [`titles`]), initials that
//! are written without a blank are added, and `Surname, Given` is one name where nothing else stands in its cell.

use super::{decode::Mention, tag::Type, titles};
use masquerade_text::{Span, line};

/// Reach of the look at a line, in bytes.
const NEAR: usize = 1024;
/// Length from which a line was ended because it was full, in characters: a name may go on in the next one.
const FULL: usize = 56;
/// Most words of a surname or of the given names before or behind the comma.
const MOST_WORDS: usize = 3;

/// Fields of mail whose values are names, in lower case.
const HEADERS: [&str; 13] = [
    "from",
    "to",
    "cc",
    "bcc",
    "sender",
    "reply-to",
    "on behalf of",
    "attendees",
    "required attendees",
    "optional attendees",
    "organizer",
    "x-from",
    "x-to",
];
/// Words that begin later parts of names: `Ludwig van Beethoven`.
const PARTICLES: [&str; 22] = [
    "van", "von", "vom", "zu", "de", "der", "den", "del", "della", "di", "da", "do", "dos", "du", "la", "le", "bin",
    "ibn", "bint", "ben", "al", "el",
];

/// Initials of two letters that stand for one sound: `Dz. Roe`.
const DIGRAPHS: [&str; 14] = ["Dz", "Dž", "Zs", "Gy", "Sz", "Cs", "Ny", "Ty", "Ly", "Lj", "Nj", "Th", "Yu", "Ju"];

/// Calls `each` with the parts of `mention` that stand in different lines or cells.
pub fn by_line(text: &str, mention: Mention, mut each: impl FnMut(Mention)) {
    let found = mention.span.slice(text);
    if !found.bytes().any(|b| matches!(b, b'\n' | b'\r' | b'\t' | b'|')) {
        return each(mention);
    }
    let start = mention.span.start();
    let mut from = 0;
    while from < found.len() {
        let (end, next) = match found[from..].find(['\n', '\r', '\t', '|']) {
            Some(at) => (from + at, from + at + 1),
            None => (found.len(), found.len()),
        };
        let is_wrapped = found[end..].starts_with('\n')
            && found[next..].starts_with(char::is_alphabetic)
            && line::whole_before(text, start + end, NEAR).is_some_and(|line| line.chars().count() >= FULL);
        if is_wrapped {
            // The rest of the mention goes on in the next line, which is looked at alone.
            let rest = found[next..].find(['\n', '\r', '\t', '|']).map_or(found.len(), |at| next + at);
            piece(text, mention, start + from, start + rest).into_iter().for_each(&mut each);
            from = rest + 1;
            continue;
        }
        piece(text, mention, start + from, start + end).into_iter().for_each(&mut each);
        from = next;
    }
}

/// `mention` from `start` to `end` without signs at its ends.
fn piece(text: &str, mention: Mention, start: usize, end: usize) -> Option<Mention> {
    let part = text.get(start..end)?;
    let trimmed = part.trim_start_matches(|c: char| !c.is_alphanumeric());
    let start = end - trimmed.len();
    let trimmed = trimmed.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '.' && c != ')');
    let span = Span::new(text, start..start + trimmed.len())?;
    (trimmed.chars().take(2).count() == 2).then_some(Mention { span, ..mention })
}

/// `mention` as the name alone: without titles, with initials, with all of its cell in the header of a mail. `None` if
/// there is nothing but titles.
pub fn name_alone(text: &str, mention: Mention) -> Option<Mention> {
    if matches!(mention.kind, Type::Person | Type::Location | Type::Organization)
        && let Some(cell) = header_cell(text, mention.span)
    {
        let confidence = mention.confidence.max(mention.presence * 0.9);
        return Some(Mention { span: cell, kind: Type::Person, confidence, alternative: None, ..mention });
    }
    if mention.kind != Type::Person {
        return Some(mention);
    }
    let found = mention.span.slice(text);
    let skipped = titles::before(found);
    let name = &found[skipped..];
    let mut start = mention.span.start() + skipped;
    let end = start + titles::behind(name);
    if skipped == 0 {
        start = initials_before(text, digraph_before(text, start));
    }
    if text.get(start..end)?.is_empty() {
        return None;
    }
    Some(Mention { span: Span::new(text, start..end)?, ..mention })
}

/// The start of the initials that stand before `start` without a blank: `P.Kumar`, `J.R.Roe`.
fn initials_before(text: &str, start: usize) -> usize {
    let mut begin = start;
    for _ in 0..4 {
        let Some(head) = text[..begin].strip_suffix('.') else { break };
        let Some(letter) = head.chars().next_back().filter(|c| c.is_uppercase()) else { break };
        let before = head.len() - letter.len_utf8();
        let stands =
            text[..before].chars().next_back().is_none_or(|c| c.is_whitespace() || matches!(c, '.' | '(' | '"'));
        if !stands {
            break;
        }
        begin = before;
    }
    begin
}

/// The start of the initial of two letters that stands before `start`, with its stop and a blank; `start` without one.
fn digraph_before(text: &str, start: usize) -> usize {
    let Some(head) = text[..start].strip_suffix(". ") else { return start };
    let initial = DIGRAPHS.into_iter().find(|initial| head.ends_with(initial));
    let begin = head.len() - initial.map_or(0, str::len);
    let stands = !text[..begin].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-'));
    if initial.is_some() && stands { begin } else { start }
}

/// The cell of a mail's header in which `span` stands, if it holds a name turned round: `Roe, Jane`.
fn header_cell(text: &str, span: Span) -> Option<Span> {
    let head = line::whole_before(text, span.start(), NEAR)?;
    let (name, values) = head.split_once(':')?;
    let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '>' | '*')).to_ascii_lowercase();
    let name = name.strip_prefix('x').map_or(&*name, |rest| rest.trim_start_matches([' ', '-']));
    if !HEADERS.contains(&name) {
        return None;
    }
    let line_start = span.start() - values.len();
    let line = &text[line_start..span.start() + line::behind(text, span.start(), NEAR).len()];
    let at = span.start() - line_start;
    let cell = match line.contains(';') {
        true => {
            let from = line[..at].rfind(';').map_or(0, |sign| sign + 1);
            from..line[at..].find(';').map_or(line.len(), |sign| at + sign)
        }
        false => pair(line, at)?,
    };
    let text_of = line.get(cell.clone())?;
    let end = text_of.find(['<', '[', '(', '@']).unwrap_or(text_of.len());
    let inner = text_of[..end].trim_end_matches(|c: char| !c.is_alphabetic() && c != '.');
    let inner = inner.trim_start_matches(|c: char| !c.is_alphabetic());
    let start = line_start
        + cell.start
        + (text_of[..end].len() - text_of[..end].trim_start_matches(|c: char| !c.is_alphabetic()).len());
    is_turned(inner).then(|| Span::new(text, start..start + inner.len()))?
}

/// The two neighbours among the values of `line`, apart by commas, of which one stands at `at`: values come in pairs, and
/// addresses stand alone between them.
fn pair(line: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let mut start = 0;
    let mut surname: Option<usize> = None;
    for value in line.split(", ") {
        let end = start + value.len();
        let bare = value.rsplit(':').next().unwrap_or_default().trim();
        match surname.take() {
            Some(first) if (first..end).contains(&at) => return Some(first..end),
            Some(_) => {}
            None if bare.contains('@') => {}
            None if is_surname(bare) => surname = Some(start),
            None => return None,
        }
        start = end + 2;
    }
    None
}

/// Reports whether `cell` is a name turned round and nothing else.
fn is_turned(cell: &str) -> bool {
    let Some((last, first)) = cell.split_once(", ") else { return false };
    let is_name = |part: &str| {
        let mut words = part.split(' ').filter(|word| *word != "-");
        (1..=MOST_WORDS).contains(&part.split(' ').filter(|word| *word != "-").count())
            && words.all(|word| {
                word.starts_with(char::is_alphabetic)
                    && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'))
            })
            && part.starts_with(char::is_uppercase)
    };
    is_surname(last) && is_name(last) && is_name(first)
}

/// Reports whether `part` may be a surname alone: one word, particles and marks of generations (`Jr.`) aside.
fn is_surname(part: &str) -> bool {
    let is_word = |word: &&str| {
        let lower = word.trim_end_matches('.').to_lowercase();
        !PARTICLES.contains(&&*lower) && !["jr", "sr", "ii", "iii", "iv"].contains(&&*lower)
    };
    part.split(" - ").all(|part| part.split_whitespace().filter(is_word).count() == 1)
}

/// Reports whether the text between two persons makes them one: a particle (`Jane van Roe`), a comma where they fill
/// their cell (`Roe, Jane`), or signs around a nickname (`Jane (Janie) Roe`).
pub fn are_one(text: &str, first: Span, second: Span) -> bool {
    let Some(gap) = text.get(first.end()..second.start()) else { return false };
    if gap == ", " {
        return is_turned_cell(text, first, second);
    }
    if is_around_nickname(text, first, second, gap) {
        return true;
    }
    let Some(words) = gap.strip_prefix(' ').and_then(|gap| gap.strip_suffix(' ')) else { return false };
    first.slice(text).split(' ').count() <= MOST_WORDS
        && !words.is_empty()
        && words.split(' ').count() <= 2
        && words.split(' ').all(|word| PARTICLES.contains(&word))
}

/// Reports whether a nickname stands between two parts of a name, or is the second of the two persons: one word in
/// brackets or quotation marks behind a first name and before a surname.
fn is_around_nickname(text: &str, first: Span, second: Span, gap: &str) -> bool {
    const SIGNS: [(&str, &str); 3] = [(" (", ") "), (" \"", "\" "), (" “", "” ")];
    let is_word = |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let (start, tail) = (first.slice(text), &text[second.end()..]);
    SIGNS.iter().any(|(open, close)| {
        let is_between = gap.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).is_some_and(is_word);
        let is_begun =
            gap == *close && start.split_once(open).is_some_and(|(name, nick)| is_word(name) && is_word(nick));
        let goes_on = || tail.strip_prefix(close).is_some_and(|rest| rest.starts_with(char::is_uppercase));
        is_begun || is_word(start) && (is_between || gap == *open && is_word(second.slice(text)) && goes_on())
    })
}

/// Reports whether `Surname, Given` stands alone between the signs of a line, a cell, a list or quotation marks.
fn is_turned_cell(text: &str, first: Span, second: Span) -> bool {
    let (last, given) = (first.slice(text), second.slice(text));
    let Some(head) = line::whole_before(text, first.start(), NEAR) else { return false };
    let head = head.trim_end_matches(' ');
    let tail = line::behind(text, second.end(), NEAR);
    let begins = head.is_empty() || head.ends_with([';', '\t', '|', '"', ':']);
    let ends = tail.trim_start_matches(' ').is_empty()
        || tail.starts_with([';', '\t', '|', '"', '<'])
        || tail.starts_with(" <")
        || tail.starts_with(" |");
    // `Jane, Bob` under a mail are two.
    let is_marked = !head.is_empty() || !tail.is_empty() || given.contains(' ');
    begins && ends && is_marked && !last.contains(' ') && is_turned(&format!("{last}, {given}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mention(text: &str, part: &str, kind: Type) -> Mention {
        let start = text.find(part).unwrap();
        let span = Span::new(text, start..start + part.len()).unwrap();
        Mention { span, kind, presence: 0.8, confidence: 0.6, alternative: None }
    }

    fn name<'t>(text: &'t str, part: &str) -> &'t str {
        name_alone(text, mention(text, part, Type::Person)).map_or("", |mention| mention.span.slice(text))
    }

    #[test]
    fn a_name_is_without_titles_and_with_initials() {
        assert_eq!(name("so Dr. Jane Roe said", "Dr. Jane Roe"), "Jane Roe");
        assert_eq!(name("so Mr.P.Kumar said", "Kumar"), "P.Kumar");
        assert_eq!(name("so P.Kumar said", "Kumar"), "P.Kumar");
        assert_eq!(name("vitamin C. Jane said", "Jane"), "Jane");
        assert_eq!(name("so Dz. Roe said", "Roe"), "Dz. Roe");
        assert_eq!(name("so St. Roe said", "Roe"), "Roe");
        assert_eq!(name("the Professor said", "Professor"), "");
    }

    #[test]
    fn names_turned_round_in_mail_headers_are_whole() {
        for (text, part, expected) in [
            ("From: Roe, Jane\nSent: today", "Jane", "Roe, Jane"),
            ("X-To: Roe, Jane", "Roe", "Roe, Jane"),
            ("To: Doe, Richard; Roe, Jane B.; Poe, Ann", "Jane B", "Roe, Jane B."),
            ("To: Doe, Richard, Roe, Jane", "Jane", "Roe, Jane"),
            ("To: x@example.com, Doe, Richard, y@example.com, Roe, Jane", "Jane", "Roe, Jane"),
            ("Cc: \"Roe, Jane\" <jane@example.com>", "Roe", "Roe, Jane"),
            ("To: Jane Roe, Richard Doe", "Jane Roe", "Jane Roe"),
            ("He went to: Roe, Jane", "Jane", "Jane"),
        ] {
            assert_eq!(name(text, part), expected, "{text}");
        }
    }

    #[test]
    fn lines_and_cells_end_names() {
        let parts = |text: &str| {
            let mut parts = Vec::new();
            by_line(text, mention(text, text, Type::Person), |part| parts.push(part.span.slice(text).to_owned()));
            parts.join("|")
        };
        assert_eq!(parts("Greg\nGreg Roe"), "Greg|Greg Roe");
        assert_eq!(parts("Jane\tRoe"), "Jane|Roe");
        let wrapped = format!("{} Jane\nRoe", "The committee was told of all that by".repeat(2));
        let start = wrapped.len() - 8;
        let span = Span::new(&wrapped, start..wrapped.len()).unwrap();
        let mention = Mention { span, kind: Type::Person, presence: 0.8, confidence: 0.6, alternative: None };
        let mut parts = Vec::new();
        by_line(&wrapped, mention, |part| parts.push(part.span.slice(&wrapped).to_owned()));
        assert_eq!(parts, ["Jane\nRoe"]);
    }

    #[test]
    fn two_parts_of_a_name_are_one() {
        let one = |text: &str, first: &str, second: &str| {
            are_one(text, mention(text, first, Type::Person).span, mention(text, second, Type::Person).span)
        };
        assert!(one("so Jane van Roe", "Jane", "Roe") && one("| Roe, Jane |", "Roe", "Jane"));
        assert!(one("Roe, Jane B.\n", "Roe", "Jane B."));
        assert!(one("so Jane (Janie) Roe", "Jane", "Janie") && one("so Jane (Janie) Roe", "Jane (Janie", "Roe"));
        assert!(one("so Jane \"Janie\" Roe", "Jane", "Roe") && !one("so Jane (Janie) went", "Jane", "Janie"));
        assert!(!one("Jane Roe (Acme) Bob Doe", "Jane Roe", "Bob Doe"));
        assert!(
            !one("Jane, Bob", "Jane", "Bob")
                && !one("with Roe, Jane and", "Roe", "Jane")
                && !one("Jane or Roe", "Jane", "Roe")
        );
    }
}
