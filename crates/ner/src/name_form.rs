//! Rules of form: mentions that look like no name (identifiers, paths, calls, packages, a title alone) are dropped,
//! others are trimmed or joined.

use super::{decode::Mention, name_bounds, tag::Type};
use masquerade_text::{Span, identifier::has_late_hump, is_word, line};

/// Roles of persons in proceedings and trades, singular: names of nobody.
const ROLES: [&str; 22] = [
    "Petitioner",
    "Respondent",
    "Appellant",
    "Appellee",
    "Plaintiff",
    "Defendant",
    "Complainant",
    "Accused",
    "Claimant",
    "Applicant",
    "Senior",
    "Junior",
    "Learned",
    "Counsel",
    "Advocate",
    "Marketer",
    "Customer",
    "Agent",
    "Client",
    "User",
    "Patient",
    "Nurse",
];

/// Severity levels of log lines.
const LEVELS: [&str; 8] = ["TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL"];
/// Reach of the look at the line before a word, in bytes.
const NEAR: usize = 160;
/// Lowest presence of a single word in a log message that is taken for a name.
const LOGGED: f32 = 0.7;

/// `mention` without the host of `Jane Roe@HOST`; `None` if no name has this form.
pub fn trim(text: &str, mention: Mention) -> Option<Mention> {
    let found = mention.span.slice(text);
    let host = found.find('@').filter(|at| found.get(..*at).is_some_and(|name| name.contains(char::is_whitespace)));
    let mention = match host.filter(|_| mention.kind == Type::Person) {
        Some(at) => Mention { span: Span::new(text, mention.span.start()..mention.span.start() + at)?, ..mention },
        None => mention,
    };
    let mention = name_bounds::name_alone(text, mention)?;
    may_name(text, &mention).then_some(mention)
}

/// One mention of two persons that belong together: one space separates them and the first is a single word, or the
/// text between them joins them ([`name_bounds::are_one`]).
///
/// Mails that lost their line ends put two names side by side, so the model often begins a new name at a surname.
pub fn join(text: &str, first: &Mention, second: &Mention) -> Option<Mention> {
    let are_persons = first.kind == Type::Person && second.kind == Type::Person;
    let are_close = text.get(first.span.end()..second.span.start()) == Some(" ");
    let is_one = are_persons && name_bounds::are_one(text, first.span, second.span);
    if !is_one && (!are_persons || !are_close || first.span.slice(text).contains(char::is_whitespace)) {
        return None;
    }
    let span = Span::new(text, first.span.start()..second.span.end())?;
    // A chain is as strong as its weakest part.
    let weaker = if first.presence < second.presence { first } else { second };
    Some(Mention { span, ..*weaker })
}

/// Reports whether `mention` has the form of a name, and does not stand in code.
fn may_name(text: &str, mention: &Mention) -> bool {
    let range = mention.span.range();
    let (Some(found), Some(head), Some(tail)) =
        (text.get(range.clone()), text.get(..range.start), text.get(range.end..))
    else {
        return false;
    };
    let letters = found.chars().filter(|c| c.is_alphabetic()).take(2).count();
    let signs = |b: u8| b"_{}<>=\\|$*[]@~^".contains(&b);
    if letters < 2 || found.bytes().any(signs) {
        return false;
    }
    let is_single = !found.bytes().any(|b| b.is_ascii_whitespace());
    if is_single && (is_code(head, tail) || head.ends_with(is_word) || tail.starts_with(is_word)) {
        return false;
    }
    let has_digit = || found.bytes().any(|b| b.is_ascii_digit());
    match mention.kind {
        Type::Person => {
            let is_part = is_single && (is_part(found, head, tail) || is_chain(found));
            let is_logged = is_single && mention.presence < LOGGED && is_logged(head);
            let is_role = || found.split_whitespace().all(|word| ROLES.contains(&word.trim_end_matches('s')));
            !is_part
                && !is_logged
                && !has_digit()
                && !is_role()
                && !found.split(|c: char| !c.is_alphabetic()).any(has_hump)
        }
        Type::Nrp => !has_digit(),
        Type::Location | Type::Organization => true,
    }
}

/// Reports whether the text between `head` and `tail` is part of a path, a name with parts, or a call.
fn is_code(head: &str, tail: &str) -> bool {
    let attached = |sign: char| {
        head.strip_suffix(sign).is_some_and(|before| before.ends_with(|c: char| is_word(c) || matches!(c, ')' | '.')))
    };
    let before = head.ends_with(['_', '$', '\\', '#', '`']) || head.ends_with("::") || attached('.') || attached('/');
    let member = tail.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()));
    let is_site = [".com", ".org", ".net", ".io", ".co"].iter().any(|end| tail.starts_with(end));
    before || tail.starts_with(['_', '(', '[', '`', '\\', '<']) || tail.starts_with("::") || member && !is_site
}

/// Reports whether `found`, in lower case, is a part of something longer: of `libjane-dev`, of `jane-core:amd64`.
fn is_part(found: &str, head: &str, tail: &str) -> bool {
    let is_lower = !found.contains(char::is_uppercase);
    let goes_on = |sign: char| tail.strip_prefix(sign).is_some_and(|rest| rest.starts_with(is_word));
    let comes_from = |sign: char| head.strip_suffix(sign).is_some_and(|before| before.ends_with(is_word));
    is_lower && (goes_on('-') || goes_on('/') || comes_from('-') || found.contains('-') && goes_on(':'))
}

/// Reports whether `found` is a name with short parts, as loggers have: `o.s.web.Filter`.
fn is_chain(found: &str) -> bool {
    found.contains('.') && found.starts_with(char::is_lowercase) && found.contains(char::is_uppercase)
}

/// Reports whether the text behind `head` is a word of a log's message, but no value in it: in messages programs act,
/// not people.
fn is_logged(head: &str) -> bool {
    // Levels stand near the beginning of a line; of a long line only the near part is read.
    let line = line::before(head, head.len(), NEAR);
    let is_value = line.ends_with(['=', '"', '\'']);
    !is_value && line.split(|c: char| !is_word(c)).any(|word| LEVELS.contains(&word))
}

/// Reports whether a word is one of programs by its capitals: `getName`, `ValueOf`, but not `McCall`.
fn has_hump(word: &str) -> bool {
    has_late_hump(word) || word.starts_with(char::is_lowercase) && word.contains(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(head: &str, found: &str, tail: &str, kind: Type) -> bool {
        let text = [head, found, tail].concat();
        let span = Span::new(&text, head.len()..head.len() + found.len()).unwrap();
        may_name(&text, &Mention { span, kind, presence: 0.5, confidence: 0.5, alternative: None })
    }

    #[test]
    fn hosts_are_no_part_of_names() {
        let named = |text: &'static str| {
            let span = Span::new(text, 0..text.len()).unwrap();
            let mention = Mention { span, kind: Type::Person, presence: 0.5, confidence: 0.5, alternative: None };
            trim(text, mention).map(|mention| mention.span.slice(text))
        };
        assert_eq!(named("Jane Roe@HOST"), Some("Jane Roe"));
        assert_eq!([named("jroe@HOST"), named("@jane")], [None, None]);
    }

    #[test]
    fn a_name_and_one_behind_it_are_one_name() {
        let joined = |text: &'static str, at: usize| {
            let mention = |range: std::ops::Range<usize>| {
                let span = Span::new(text, range).unwrap();
                Mention { span, kind: Type::Person, presence: 0.5, confidence: 0.5, alternative: None }
            };
            super::join(text, &mention(0..at), &mention(at + 1..text.len())).is_some()
        };
        assert!(joined("Jane Anna Roe", 4) && joined("Jane Roe", 4));
        assert!(!joined("Jane,Anna Roe", 4) && !joined("Jane\nAnna Roe", 4) && !joined("Jane Roe Bob Doe", 8));
    }

    #[test]
    fn names_are_told_from_code() {
        for (head, found, tail) in [
            ("by ", "Jane Roe", ","),
            ("", "Jean-Luc O'Neill", "'s"),
            ("", "Ian McCall", "(45)"),
            ("", "JANE ROE", "\n"),
            ("", "Jane", "-like"),
            ("", "Jane Roe", "/HOU/ECT"),
            ("ask ", "jean-luc", ": is it so?"),
            ("12:00:01 INFO login user=", "Jane", " ok"),
            ("12:00:01 INFO login of ", "Jane Roe", ""),
            ("12:00:01 INFO\nBest, ", "Jane", ""),
        ] {
            assert!(may(head, found, tail, Type::Person), "{found}");
        }
        for (head, found, tail) in [
            ("", "R2", ""),
            ("use std::", "Path", ";"),
            ("", "Jackson", "::new()"),
            ("", "Jackson", "("),
            ("a.", "Jackson", ""),
            ("src/", "Jackson", ""),
            ("", "getName", ""),
            ("", "first_name", ""),
            ("", "Jackson", ".java"),
            ("", "J", ""),
            ("install ", "libjane-dev", ":amd64"),
            ("install ", "libjane", "-dev:amd64"),
            ("to lib-", "jane", " done"),
            ("the ", "Petitioners", " said"),
            ("12:00:01 INFO [main] ", "Jane", " started"),
            ("in ", "o.s.Jane", " : done"),
            ("in ", "o.s.", "Jane"),
        ] {
            assert!(!may(head, found, tail, Type::Person), "{found}");
        }
        assert!(may("", "Amazon", ".com", Type::Organization));
        assert!(may("", "OpenAI", " said", Type::Organization));
    }
}
