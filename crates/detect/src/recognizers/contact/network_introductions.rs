//! Introductions on social networks: names of accounts that people give each other beside the name of a network, with pronouns and verbs of any language between: `add me on
//! insta, it's jane_77`, `auf Discord bin ich jane_77`, `jane_77 is me on twitch`, `добавь в телеге, я jane_77`.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, has_mark, is_account, name_at};
use super::username_networks::{is_file, is_made_of_words};
use super::username_places::is_shared;
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::support::statement::is_statement_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i-u:insta(?:gram)?|snap(?:chat)?|discord|telegram|tiktok|twitch|reddit|steam|skype|bluesky|twitter)(?:da|ie|mie|zie|u)?",
            0.8,
            0.9,
        ),
        Pattern::regex(
            "[Тт]ел(?:еге|еграме?|еграмме?)|[Тт]г|[Ии]нст(?:е|аграме?)|[Дд]искорде?|[Сс]тиме?|[Тт]виче?",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// Pronouns, verbs and prepositions between a network and an account, besides the words of statements.
const BETWEEN: &WordList = &WordList::new(
    "é|è|es|est|i|i'm|i’m|im|it's|it’s|its|me|am|as|under|name|named|called|handle|user|username|account|find|follow|add|my|mine|here|there|if|you|want|ya|u|wanna|\
     ich|bin|mich|unter|als|heiße|heiß|dort|da|such|je|suis|moi|c'est|c’est|m'appelle|m’appelle|comme|soy|me|llamo|como|estoy|yo|sono|io|mi|chiamo|come|\
     eu|sou|estou|chamo|ik|ben|heet|onder|jestem|ja|nazywam|się|jako|jag|heter|är|som|jsem|já|jmenuju|se|ben|benim|adım|olarak|ekle|bul|yaz|я|меня|мой|\
     ник|под|ником|как|это|добавь|добавляй|пиши|мне|kom|zoek|findest|findet|du|ihr|tu|trouves|trouver|encuentras|trovi|encontra|vind|znajdziesz|najdeš|hittar|найдёшь|найдешь|suis-moi|ajoute|ajoute-moi|agrégame|sígueme|seguimi|aggiungimi|segue|dodaj|přidej|si|mě|mnie|mig|mij|toe",
);

/// What somebody says of an account, between it and the network.
const SAID: &WordList = &WordList::new(
    "is|me|it's|its|that's|thats|my|mine|on|over|in|auf|bei|sur|en|su|no|na|op|på|w|v|ve|в|во|ist|bin|ich|mein|mon|c'est|es|soy|mi|sono|mio|é|sou|meu|\
     is|mijn|to|jestem|mój|är|mitt|je|jsem|můj|benim|мой|это|name|handle|user|username|nick|account|konto|compte|cuenta|conto|conta|and|as|everywhere|the",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    // A host, a path or a name in code.
    if text[..range.start].ends_with(['.', '/', '@', '-', '_', ':', '#'])
        || text[range.end..].starts_with(['.', '/', '_', '-', '(', '=']) && !ends(text, range.end)
    {
        return None;
    }
    let place = behind(text, range.end).or_else(|| before(text, range.start))?;
    let found = &text[place.clone()];
    (is_account(found) && !is_shared(found) && !is_uuid(found)).then(|| candidate.part(place))?
}

/// Reports whether a sentence ends at `at`.
fn ends(text: &str, at: usize) -> bool {
    text[at..].strip_prefix(['.', '-']).is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace))
}

/// Reports whether it looks like the account of a person beside whose words it stands.
fn is_told(found: &str) -> bool {
    let begins = found.starts_with(|c: char| c.is_alphabetic());
    let letters = found.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_own = || is_article_name(found) || !is_made_of_words(found) && !is_file(found);
    begins && letters > 2 && !found.contains('-') && has_mark(found) && is_own()
}

/// Reports whether words are joined by low lines around a name, as in `the_jane_bakes`.
fn is_article_name(found: &str) -> bool {
    let mut parts = found.split('_');
    found.matches('_').count() > 1
        && parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// The account behind the network that ends at `at`, in the same clause or the next.
fn behind(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest account, in bytes, and most words before it.
    const FAR: usize = 72;
    const WORDS: usize = 6;
    let near = line::behind(text, at, FAR);
    // A word of who tells it is among those between: `from discord to slack_api` tells none.
    let (mut from, mut is_said) = (0, false);
    for _ in 0..=WORDS {
        let rest = &near[from..];
        let bare = rest.trim_start_matches([' ', ',', ':', '–', '—', '-', '>', '"', '(', '!', '@']);
        let gap = rest.len() - bare.len();
        let word = &bare[..bare.find([' ', ',', ':', '"', ')', '!', '?', '\n']).unwrap_or(bare.len())];
        if gap == 0 || word.is_empty() {
            return None;
        }
        let is_own = |found: &str| is_said && is_told(found) || rest[..gap].ends_with('@');
        if let Some(place) = name_at(text, at + from + gap).filter(|place| is_own(&text[place.clone()])) {
            return Some(place);
        }
        if !is_listed(word, BETWEEN) && !is_statement_word(word) {
            return None;
        }
        is_said |= is_listed(word, BETWEEN);
        from += gap + word.len();
    }
    None
}

/// The account before the network at `at`, with what is said of it between.
fn before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest account, in bytes, and most words behind it.
    const FAR: usize = 72;
    const WORDS: usize = 5;
    let head = line::before(text, at, FAR);
    let mut end = head.trim_end().len();
    for said in 0..=WORDS {
        let start = head[..end].rfind(' ').map_or(0, |blank| blank + 1);
        let word = head[start..end].trim_start_matches(['@', '"', '(']).trim_end_matches([',', '"', ')', ':', '-']);
        if said > 0 && is_told(word) {
            let start = at - head.len() + start + head[start..end].find(word)?;
            return Some(start..start + word.len());
        }
        if !is_listed(word, SAID) || start == 0 {
            return None;
        }
        end = head[..start].trim_end().len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_are_told_beside_networks() {
        for (text, network, expected) in [
            ("add me on insta, it's jane_roe7", "insta", Some("jane_roe7")),
            ("auf Discord bin ich kurt.b77, schreib", "Discord", Some("kurt.b77")),
            ("agrégame en instagram, soy rosa_p88", "instagram", Some("rosa_p88")),
            ("dodaj mnie na insta, jestem kinga_w9", "insta", Some("kinga_w9")),
            ("kestrelb77 is me on twitch, follow", "twitch", Some("kestrelb77")),
            ("She posts as the_jane_bakes on reddit", "reddit", Some("the_jane_bakes")),
            ("the instagram api v2_beta is", "instagram", None),
            ("python3 on reddit is", "reddit", None),
            ("on steam it is half_price now", "steam", None),
            ("we moved from discord to slack_connect", "discord", None),
            ("insta is boring", "insta", None),
        ] {
            assert_eq!(check_match(check, text, network, 0), expected, "{text}");
        }
    }
}
