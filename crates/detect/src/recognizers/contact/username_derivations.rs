//! Accounts beside the full name they are made of, in brackets, `Opened by: Jana Kowalczyk (jkowalczyk)`, `jana.k (Jana Kowalczyk)`, or behind a
//! word for accounts: `Jana Kowalczyk …, Konto: jkowalczyk`.

use std::borrow::Cow;

use super::username::{INFO, is_account, name_at};
use super::username_places::is_shared;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::{is_name_word, name_before, name_words};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{base_letter, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(" \\([A-Za-z]", 0.8, 0.9),
        Pattern::prefix(
            "(?i-u:konto|account|login|logon|user|user ?name|user ?id|kennung|benutzer|usuario|cuenta|compte|identifiant|utente|gebruiker|nick)(?:: | is | ist | es | est | = )[a-z]",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// Longest name before or in the brackets, in bytes, and most words of it.
const NEAR: usize = 64;
const WORDS: std::ops::RangeInclusive<usize> = 2..=5;
/// Fewest letters of an account, and of a part of a name that tells it.
const LEAST: usize = 4;
const TELLING: usize = 3;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let at = range.end - 1;
    if candidate.pattern == 1 {
        let place = name_at(text, at).filter(|place| is_in_small_letters(&text[place.clone()]))?;
        let found = &text[place.clone()];
        let is_named =
            is_account(found) && !is_shared(found) && !is_common(found) && is_behind_name(text, range.start, found);
        return is_named.then(|| candidate.part(place))?;
    }
    let inner = line::behind(text, at, NEAR).split_once(')')?.0;
    let place = match inner.contains(' ') {
        // `jana.k (Jana Kowalczyk)`
        true => {
            let head = line::before(text, range.start, NEAR);
            let account =
                head.rsplit([' ', ':', ',', '"', '(', '@']).next().filter(|word| is_in_small_letters(word))?;
            name_words(inner).filter(|_| is_of(account, inner))?;
            range.start - account.len()..range.start
        }
        false => {
            is_in_small_letters(inner).then_some(())?;
            let head = line::before(text, range.start, NEAR);
            let (start, _) = name_before(head)?;
            let is_named =
                is_of(inner, &head[start..]) && (is_introduced(&head[..start]) || has_rare_words(&head[start..]));
            is_named.then_some(at..at + inner.len())?
        }
    };
    let found = &text[place.clone()];
    let is_whole = name_at(text, place.start).is_some_and(|whole| whole == place);
    (is_whole && is_account(found) && !is_shared(found)).then(|| candidate.part(place))?
}

/// Reports whether it is written as accounts are: small letters, digits and signs.
fn is_in_small_letters(found: &str) -> bool {
    found.len() >= LEAST
        && found.starts_with(|c: char| c.is_ascii_lowercase())
        && found.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'-'))
}

/// Reports whether one of the full names before `at` is what `account` is made of.
fn is_behind_name(text: &str, at: usize, account: &str) -> bool {
    /// Farthest name, in bytes.
    const FAR: usize = 256;
    let near = window::before(text, at, FAR);
    let words =
        || near.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ':' | ';' | '"' | '<' | '>'));
    let mut last: Option<&str> = None;
    words().any(|word| {
        let word = word.trim_end_matches(['.', '!', '?']);
        let is_name = is_name_word(word) && word.chars().nth(1).is_some();
        let pair = last.filter(|_| is_name).map(|first| [first, " ", word].concat());
        last = is_name.then_some(word);
        pair.is_some_and(|pair| is_of(account, &pair))
    })
}

/// Reports whether `head` ends with a word for who did something, before a name: `Abierto por: `.
fn is_introduced(head: &str) -> bool {
    const WORDS: &WordList = &WordList::new(
        "by|von|por|par|da|door|przez|av|af|assignee|owner|reporter|requester|requestor|contact|author|user|employee|manager|mitarbeiter|benutzer|\
         bearbeiter|usuario|usuaria|usuário|utilisateur|utente|gebruiker|użytkownik|agent|agente|técnico|technician|engineer|name|nombre|nom|nome|\
         melder|caller|from|to|cc|dr|mr|mrs|ms|herr|frau|hr|fr",
    );
    let word = head.trim_end_matches([' ', ':', '.']);
    is_listed(word.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default(), WORDS)
}

/// Reports whether no word of `name` is one of prose or programs, whose products have such names, too: `Red Hat (redhat)`.
fn has_rare_words(name: &str) -> bool {
    name.split([' ', '-']).all(|word| !is_common(word))
}

/// Reports whether `account` is made of the words of `name`: of the beginnings of several of them, or of one and a number.
fn is_of(account: &str, name: &str) -> bool {
    if !name.split(' ').all(|word| is_name_word(word) || word.chars().all(char::is_lowercase)) {
        return false;
    }
    // Of `Müller` accounts have `muller` or `mueller`.
    let folded = |is_german: bool| -> Vec<String> {
        let letter = |c: char| match c {
            'ä' | 'ö' | 'ü' if is_german => [base_letter(c), Some('e')],
            'ß' => [Some('s'), Some('s')],
            'æ' => [Some('a'), Some('e')],
            _ => [base_letter(c).or(Some(c)), None],
        };
        let words = name.split([' ', '-', '\'', '’', '.']).filter(|word| !word.is_empty());
        words.map(|word| word.to_lowercase().chars().flat_map(letter).flatten().collect()).collect()
    };
    let bare = account.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = account.len() - bare.len();
    let bare = bare.trim_end_matches(['.', '_', '-']);
    let is_made_of = |words: &[String]| {
        let is_one = words.iter().any(|word| word == bare && word.len() >= LEAST);
        WORDS.contains(&words.len())
            && (digits > 1 && is_one || is_joined(bare, words, 0, Parts { count: 0, longest: 0, has_whole: false }))
    };
    is_made_of(&folded(false)) || !name.is_ascii() && is_made_of(&folded(true))
}

/// The words of a name that have been read from an account.
#[derive(Clone, Copy)]
struct Parts {
    count: usize,
    /// Letters of the longest one.
    longest: usize,
    has_whole: bool,
}

/// Reports whether `rest` of an account is beginnings of words of a name, each of which is used once; `used` has a bit for each of
/// those that the letters before are of.
fn is_joined(rest: &str, words: &[String], used: u8, parts: Parts) -> bool {
    let rest = rest.trim_start_matches(['.', '_', '-']);
    if rest.is_empty() {
        return parts.count > 1
            && parts.longest >= TELLING
            && (parts.has_whole || parts.count * TELLING <= parts.longest * 2);
    }
    let free = words.iter().enumerate().filter(|(at, _)| used & (1 << at) == 0);
    free.into_iter().any(|(at, word)| {
        let same = rest.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
        // The whole of what is alike, or a first letter.
        [same, 1].into_iter().filter(|len| (1..=same).contains(len)).any(|len| {
            let parts = Parts {
                count: parts.count + 1,
                longest: parts.longest.max(len),
                has_whole: parts.has_whole || len == word.len() && len >= TELLING,
            };
            is_joined(&rest[len..], words, used | 1 << at, parts)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_are_made_of_the_name_beside_them() {
        for (text, matched, expected) in [
            ("Abierto por: Nerea Goñi Ruiz (ngoni)", " (n", Some("ngoni")),
            ("Erstellt von: Jörg Döbler (jdoebler)", " (j", Some("jdoebler")),
            ("ask Tove Ekström (tove.ekstrom2) first", " (t", Some("tove.ekstrom2")),
            ("Owner: Grace Park (parkg)", " (p", Some("parkg")),
            ("tekstrom (Tove Ekström) logged in", " (T", Some("tekstrom")),
            ("Red Hat (redhat)", " (r", None),
            ("Visual Studio Code (vscode)", " (v", None),
            ("Nerea Goñi (nurse)", " (n", None),
            ("Nerea Goñi (abroad)", " (a", None),
            ("call the Function (func)", " (f", None),
        ] {
            assert_eq!(check_match(check, text, matched, 0), expected, "{text}");
        }
        for (text, matched, expected) in [
            ("Kollege Jens Uhlig (Nr. 7) braucht Zugriff. Sein Konto: juhlig. Danke", "Konto: j", Some("juhlig")),
            ("Nerea Goñi\nusuario: ngoni\n", "usuario: n", Some("ngoni")),
            ("Nerea Goñi\nusuario: nuevo\n", "usuario: n", None),
        ] {
            assert_eq!(check_match(check, text, matched, 1), expected, "{text}");
        }
    }
}
