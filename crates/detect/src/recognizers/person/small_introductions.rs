//! Full names in small letters with which people begin a message, behind a greeting and a verb: `hola buenas, soy zoraida bustillo, …`,
//! `привет, это сергей воронин`, `szia, kovács bence vagyok`.
//!
//! No capital tells the name, so all of its words must be such as no text has often, and the clause must end behind it.

use std::{borrow::Cow, ops::Range};

use super::cyrillic_names::{family, is_patronymic};
use super::introduced_name::INFO;
use super::small_labelled_names::{is_of_sentence, is_rare, is_small};
use crate::recognizers::support::first_names::first_name;
use crate::recognizers::support::name_shape::{is_other, is_particle};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name and of a greeting, in bytes.
const NEAR: usize = 64;
/// Most words of a name.
const MOST: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:soy|me llamo|sono|sou(?: [oa])?|aqui é [oa]|hier (?:ist|spricht)|ich bin|je suis|c'est|moi c'est|ik ben|met|tady|tu|jestem|z tej strony|sunt|ben|saya|aku|det (?:är|er)|jeg er|jag är|täällä(?: on)?|ja sam|ovde|em là|mình là|tôi là)",
            0.75,
            0.9,
        ),
        Pattern::regex("(?:это|я|це|είμαι [οη]|εδώ)", 0.75, 0.9),
        // Behind the name.
        Pattern::regex("(?:vagyok|her|här|hier|aqui|tässä)", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

/// Words that greet, the last ones of a greeting too.
const GREETINGS: &WordList = &WordList::new(
    "hola|holi|buenas|buenos|días|dias|tardes|noches|buen|día|ciao|salve|buongiorno|buonasera|oi|olá|ola|bom|boa|dia|tarde|noite|hallo|hi|hey|moin|servus|\
     grüezi|guten|tag|morgen|abend|salut|slt|bonjour|bjr|bonsoir|coucou|allo|allô|hoi|goedemorgen|goedemiddag|goedenavond|dag|hej|hejsan|hei|heisann|\
     tjena|goddag|cześć|czesc|dzień|dobry|dobrý|dobry|den|ahoj|čau|cau|bună|buna|ziua|seara|salutare|merhaba|selam|günaydın|halo|hai|min|kak|moi|terve|\
     päivää|szia|sziasztok|helló|napot|zdravo|bok|pozdrav|dober|dan|chào|xin|shop|alo|привет|здравствуйте|здравствуй|день|доброго|добрый|добрий|привіт|\
     вітаю|вечер|вечір|утро|γεια|γειά|σας|σου|καλησπέρα|καλημέρα",
);
/// Words that go on behind a name.
const NEXT: &WordList = &WordList::new(
    "y|e|et|und|en|og|och|ja|i|a|și|si|ve|dan|và|и|та|і|και|mi|mein|meine|mon|ma|mijn|min|mój|můj|meu|minha|del|de|la|el|mit|mein|vom|von|con|tengo|ho|\
     tenho|habe|ich|je|j'ai|ik|jeg|jag|mam|mám|am|nie|não|no|non|nicht|пишу|мой|моя|мій|από",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        2 => before(text, range)?,
        _ => {
            let head = line::before(text, range.start, NEAR);
            // The family names of Vietnam are few and need no greeting.
            let tells = |place: &Range<usize>| {
                is_greeting(head)
                    || head.is_empty() && is_vietnamese(text[place.clone()].split(' ').next().unwrap_or_default())
            };
            behind(text, range.end).filter(tells)?
        }
    };
    candidate.part(place)
}

/// Reports whether `head` is nothing, or a greeting at the beginning of a message: `hola buenas, `.
fn is_greeting(head: &str) -> bool {
    let bare = head.trim_start_matches(['"', '„', '“', '«', ' ']);
    let bare = bare.rsplit_once(": ").map_or(bare, |(_, bare)| bare);
    let words = || bare.split([' ', ',', '!', '.']).filter(|word| !word.is_empty());
    words().all(|word| is_listed(word, GREETINGS)) && words().next().is_some()
}

/// The name in small letters behind the verb that ends at `at`.
fn behind(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = line::behind(text, at, NEAR).strip_prefix(' ')?;
    let start = at + 1;
    let clause = &rest[..rest.find([',', '.', ';', '!', '?', ':', '(', '"', '\n']).unwrap_or(rest.len())];
    let is_cut = clause.len() == rest.len()
        && text.get(start + rest.len()..).is_some_and(|more| more.starts_with(char::is_alphanumeric));
    let ends = |word: &str| is_listed(word, NEXT) || word.starts_with(|c: char| c.is_ascii_digit());
    // The particles within a name are words that go on behind one, too.
    let words = || clause.trim_end().split(' ');
    let least = 2;
    let count = words().skip(least).position(ends).map_or(words().count(), |at| at + least);
    let len: usize = words().take(count).map(|word| word.len() + 1).sum::<usize>().saturating_sub(1);
    let name = clause.get(..len)?;
    (!is_cut && is_name(name)).then(|| start..start + len)
}

/// The name in small letters before the verb at `range`, which ends its clause: `szia, kovács bence vagyok`.
fn before(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let rest = text.get(range.end..)?;
    let ends = rest.trim_end_matches(' ').is_empty()
        || rest.starts_with([',', '.', '!', ';', '\n'])
        || rest.starts_with(" - ");
    let head = line::before(text, range.start, NEAR).strip_suffix(' ').filter(|_| ends)?;
    let (greeting, name) = head.rsplit_once([',', '!'])?;
    let name = name.strip_prefix(' ')?;
    let start = range.start - 1 - name.len();
    (is_greeting(greeting) && is_name(name)).then(|| start..start + name.len())
}

/// Reports whether `name` is two words or more in small letters, of which each may be one of a name alone.
fn is_name(name: &str) -> bool {
    let words = || name.split(' ');
    let count = words().count();
    if !(2..=MOST).contains(&count)
        || !words().all(is_small)
        || words().any(|word| is_other(word) || is_of_sentence(word))
    {
        return false;
    }
    let (Some(first), Some(last)) = (words().next(), words().next_back()) else { return false };
    if is_particle(last) {
        return false;
    }
    if first.starts_with(|c: char| c >= '\u{370}') {
        return first_name(first).is_some()
            && words().skip(1).all(|word| family(word).is_some() || is_patronymic(word) || !is_cyrillic(word));
    }
    is_vietnamese(first) || words().all(|word| is_particle(word) || is_rare(word)) && is_rare(first)
}

fn is_cyrillic(word: &str) -> bool {
    word.starts_with(|c: char| ('\u{400}'..'\u{530}').contains(&c))
}

/// Reports whether `word` is a frequent family name of Vietnam, with its marks.
fn is_vietnamese(word: &str) -> bool {
    const FAMILIES: &WordList = &WordList::new(
        "nguyễn|trần|lê|phạm|hoàng|huỳnh|phan|vũ|võ|đặng|bùi|đỗ|hồ|ngô|dương|lý|đinh|trịnh|đoàn|lâm|mai|trương",
    );
    is_listed(word, FAMILIES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn writers_tell_their_names_behind_a_greeting() {
        for (text, matched, pattern, expected) in [
            ("hola buenas, soy zoraida bustillo, no puedo", "soy", 0, Some("zoraida bustillo")),
            ("dobry den, tady honza kadlec, cislo 4", "tady", 0, Some("honza kadlec")),
            ("halo min, saya bambang sutrisno, no 4", "saya", 0, Some("bambang sutrisno")),
            ("chào shop, em là trần văn đức, mã", "em là", 0, Some("trần văn đức")),
            ("здравствуйте, это сергей воронин, не могу", "это", 1, Some("сергей воронин")),
            ("szia, molnár gergő vagyok, az", "vagyok", 2, Some("molnár gergő")),
            ("hola, soy cliente nuevo, no puedo", "soy", 0, None),
            ("ciao, sono cliente da anni, vorrei", "sono", 0, None),
            ("hej, tu nie działa logowanie", "tu", 0, None),
            ("здравствуйте, это не работает", "это", 1, None),
            ("ayer soy zoraida bustillo, dijo", "soy", 0, None),
            ("szia, új felhasználó vagyok, kérdés", "vagyok", 2, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
