//! The shape of personal names, and words that stand in the place of a name and are none.

use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::identifier::has_late_hump;

/// Longest word of a name, in characters.
const MAX_WORD: usize = 30;

/// Words that stand behind keys and greetings and name nobody.
const OTHERS: &WordList = &WordList::new(
    "dña|doña|rt|rw|lurah|kades|camat|satpam|none|null|nil|undefined|unknown|n/a|na|nan|test|user|users|admin|administrator|root|guest|anonymous|system|bot|\
    name|names|first|last|surname|string|str|text|char|varchar|number|integer|int|float|boolean|bool|date|object|array|\
    list|map|set|any|void|true|false|yes|no|required|optional|default|empty|missing|invalid|asc|desc|title|label|value|\
    key|type|field|self|this|that|it|me|you|your|my|mine|our|us|we|they|all|everyone|everybody|anyone|team|teams|sir|\
    sirs|madam|customer|customers|client|clients|guests|member|members|colleague|colleagues|friend|friends|folks|\
    there|world|again|hiring|manager|support|service|services|sales|info|help|contact|office|billing|accounts|\
    newsletter|notification|notifications|noreply|no-reply|reply|mail|mailer|daemon|webmaster|postmaster|valued|\
    subscriber|student|students|parent|parents|reader|readers|applicant|candidate|recruiter|doctor|nurse|patient|\
    owner|author|example|sample|demo|dummy|foo|bar|baz|the|and|or|of|for|with|please|thanks|thank|hello|dear|see|note|\
    company|group|authority|ecosystem|consortium|community|alliance|initiative|organization|organisation|association|society|agency|committee|council|centre|center|department|inc|llc|ltd|gmbh|corp|corporation|foundation|project|contributors|developers|maintainers|\
    security|software|labs|technologies|systems|solutions|university|institute|bank|city|country|state|region|town|\
    backoffice|frontend|backend|webshop|dashboard|intranet|website|homepage|hidden|redacted|masked|removed|deleted|private|public|internal|external|pending|active|inactive|open|closed|new|\
    content|header|headers|file|files|path|class|struct|enum|interface|function|method|module|package|test|damen|\
    herren|kunde|kundin|kunden|alle|zusammen|team|leute|freunde|welt|monsieur|madame|client|tous|toutes|señor|señora|\
    señores|cliente|todos|mundo|signore|signora|tutti|utente|heer|mevrouw|klant|allemaal|iedereen",
);

/// Small words within names.
const PARTICLES: &WordList = &WordList::new(
    "ap|ferch|von|van|vom|zu|zur|de|der|den|del|della|di|da|do|dos|das|du|des|la|le|el|al|bin|binti|binte|ibn|ben|bint|abu|ter|ten|te|los|las|af|av|\
    y|e|und|und|op|'t|st|san|dal|degli|lo|mac|mc",
);

/// Reports whether `word` is a small word within names.
pub(crate) fn is_particle(word: &str) -> bool {
    is_listed(word, PARTICLES)
}

/// Reports whether `word` is one that names nobody.
pub(crate) fn is_other(word: &str) -> bool {
    is_listed(word, OTHERS)
}

/// Reports whether `word` is written as a word of a name is: a capital and letters, or an initial, with initials joined
/// to its beginning: `P.Kumar`.
pub(crate) fn is_name_word(word: &str) -> bool {
    let word = without_initials(word);
    let mut chars = word.chars();
    let has_capital = chars.next().is_some_and(char::is_uppercase);
    if !has_capital || word.chars().nth(MAX_WORD).is_some() {
        return false;
    }
    let body = word.strip_suffix('.').unwrap_or(word);
    let is_initial = word.len() > body.len() && body.chars().count() <= 3;
    // Dumps of databases escape an apostrophe: `O\'Neill`.
    let is_escaped = || body.matches('\\').count() == body.matches("\\'").count();
    let stands = |c: char| {
        c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '\u{300}'..='\u{36F}') || c == '\\' && is_escaped()
    };
    let joined = body.ends_with(['-', '\'', '’']);
    (body.len() == word.len() || is_initial)
        && body.chars().all(stands)
        && !joined
        && !body.split(['-', '\'', '’']).any(has_late_hump)
        && !is_other(body)
}

/// `word` without the initials that are joined to its beginning, of which there are few.
fn without_initials(word: &str) -> &str {
    const MOST: usize = 4;
    let bare = (0..MOST).fold(word, |word, _| {
        let rest = word.strip_prefix(char::is_uppercase).and_then(|rest| rest.strip_prefix('.'));
        rest.filter(|rest| rest.starts_with(char::is_uppercase)).unwrap_or(word)
    });
    // Initials alone may be an abbreviation: `U.S.`
    if bare.chars().nth(1).is_some_and(char::is_alphabetic) { bare } else { word }
}

/// The number of words of a name in `text`, which single blanks separate; `None` if any word cannot be part of a name.
/// Particles do not count.
pub(crate) fn name_words(text: &str) -> Option<usize> {
    let mut count = 0;
    let (mut last_is_name, mut has_word) = (false, false);
    for (at, word) in text.split(' ').enumerate() {
        let is_word = is_name_word(word);
        has_word |= is_word;
        last_is_name = is_word || at > 0 && is_initials(word);
        if last_is_name {
            count += 1;
        } else if at == 0 && !is_listed(word, PARTICLES) || at > 8 || !is_listed(word, PARTICLES) {
            return None;
        }
    }
    (last_is_name && has_word).then_some(count)
}

/// Reports whether `word` is two initials or three, as they stand behind family names in Russian: `И.О.`.
fn is_initials(word: &str) -> bool {
    let letters = word.split_terminator('.');
    let is_letter = |part: &str| part.chars().count() == 1 && part.starts_with(char::is_uppercase);
    word.ends_with('.') && (2..=3).contains(&letters.clone().count()) && letters.into_iter().all(is_letter)
}

/// The length of the family name and two initials or three that `text` begins with, as forms in Cyrillic have them: `Смирнов А. В.`.
pub(crate) fn initialled_len(text: &str) -> Option<usize> {
    /// Longest initials, in bytes, and most of them.
    const FAR: usize = 24;
    const MOST: usize = 3;
    let family = text.find(' ').filter(|len| text.get(..*len).is_some_and(is_name_word))?;
    let tail = text.get(family..)?;
    let tail = tail.get(..tail.floor_char_boundary(FAR))?;
    let (mut end, mut count) = (0, 0);
    while count < MOST {
        let rest = tail.get(end..)?;
        let letter = rest.trim_start_matches(' ');
        let initial = letter.chars().next().filter(|c| c.is_uppercase() && !c.is_ascii());
        let Some(behind) = initial.and_then(|c| letter.get(c.len_utf8()..)).filter(|rest| rest.starts_with('.')) else {
            break;
        };
        (end, count) = (tail.len() - behind.len() + 1, count + 1);
    }
    (count > 1).then_some(family + end)
}

/// `found` without the name of the next field, and what stands behind it: `Jane` of `Jane Last name: Roe`.
pub(crate) fn before_next_key(found: &str) -> &str {
    const KEY_WORDS: &WordList = &WordList::new(
        "first|last|middle|family|given|full|maiden|date|phone|mobile|email|home|work|birth|zip|postal|street|card|account|\
         patient|customer|employee|passport|social|medical|tax|country|marital|job|дата|номер|адрес|девичья|fecha|nombre|\
         primer|segundo|nom|numéro|geburts|telefon|date|place|lieu|data|luogo",
    );
    let Some(colon) = found.find([':', '：']) else { return found };
    let head = found.get(..colon).unwrap_or_default().trim_end();
    let mut rest = head.rsplit_once(' ').map_or("", |(before, _)| before);
    while let Some((before, last)) = rest.rsplit_once(' ')
        && (last.starts_with(char::is_lowercase) || is_listed(last, KEY_WORDS))
    {
        rest = before;
    }
    rest.trim_end_matches([' ', ',', ';', '.'])
}

/// The start of the name that `head` ends with, as `ask Jane Roe` ends with `Jane Roe`, and the number of its words.
pub(crate) fn name_before(head: &str) -> Option<(usize, usize)> {
    const MAX_WORDS: usize = 6;
    let (mut start, mut count, mut at) = (head.len(), 0, head.len());
    for word in head.rsplit(' ').take(MAX_WORDS) {
        let begins = at - word.len();
        // Words before a sign belong to another part of the sentence.
        let (inner, is_cut) = match word.rfind([',', ';', ':', '(', '[', '"', '\n', '\t', '>', '=', '|', '/']) {
            Some(sign) => (word.get(sign + 1..).unwrap_or_default(), true),
            None => (word, false),
        };
        if is_name_word(inner) {
            count += 1;
            start = at - inner.len();
        } else if is_cut || count == 0 || !is_listed(inner, PARTICLES) {
            break;
        }
        if is_cut {
            break;
        }
        let Some(before) = begins.checked_sub(1) else { break };
        at = before;
    }
    (count > 0).then_some((start, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_words_with_capitals() {
        for (text, words) in [
            ("Jane Roe", 2),
            ("J. R. Roe", 3),
            ("Ludwig van Beethoven", 2),
            ("JANE ROE", 2),
            ("Seán O'Neill", 2),
            ("Anna-Lena Müller", 2),
            ("Ian McCall", 2),
            ("von Stein", 1),
            ("P.Kumar", 1),
            ("J.R.R.Roe", 1),
        ] {
            assert_eq!(name_words(text), Some(words), "{text}");
        }
        for text in [
            "",
            "jane roe",
            "Jane  Roe",
            "getName",
            "Jane.Roe",
            "A.b",
            "U.S.",
            "Jane Roe2",
            "Content-Type:",
            "User",
            "Jane roe",
            "Jane von",
        ] {
            assert_eq!(name_words(text), None, "{text}");
        }
    }

    #[test]
    fn names_end_before_something() {
        for (head, name) in [
            ("ask Jane Roe", "Jane Roe"),
            ("To: Jane Roe", "Jane Roe"),
            ("a@b.c>, Jane van Roe", "Jane van Roe"),
            ("\nJane Roe", "Jane Roe"),
            ("Jane Roe", "Jane Roe"),
        ] {
            let (start, _) = name_before(head).unwrap();
            assert_eq!(&head[start..], name);
        }
        assert_eq!(name_before("ask her"), None);
        assert_eq!(name_before(""), None);
    }
}
