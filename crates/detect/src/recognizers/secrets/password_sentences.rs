//! Passwords that a sentence tells some words behind their name: `your password has been reset to …`, `mot de passe provisoire :
//! …`, `das Passwort für die Datei lautet …`.

use std::ops::Range;

use crate::recognizers::secrets::{
    chosen_words::of_clause,
    credential_phrases::{is_other, password_at},
    passphrase::is_about,
    password_value::{has_digit, has_letter},
    randomness::is_common,
};
use crate::recognizers::support::neighbours::{byte_at, is_one_of};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;

/// What stands between the words about a password and the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    /// `: `
    Colon,
    /// A verb: `is`.
    Verb,
    /// What a password is changed to.
    Change,
    /// What a password is changed to, with words between, or with the verb behind it.
    Apart,
}

/// Nouns behind the name that make it another thing, and words of rules about passwords.
const OTHERS: &WordList = &WordList::new(
    "hash|hashes|hashing|length|size|field|fields|file|files|policy|policies|prompt|manager|managers|expiry|expiration|strength|age|\
     algorithm|option|options|parameter|parameters|argument|flag|property|variable|type|format|encoding|encryption|database|db|\
     callback|input|box|digest|salt|entry|entries|protection|authentication|auth|key|keys|cache|store|storage|vault|max|min|\
     minimum|maximum|requirements|requirement|rule|rules|list|string|strings|column|attribute|value|values|based|hint|hints|\
     grant|mode|method|character|characters|complexity|history|generator|checker|validator|validation|must|should|may|can|cannot|\
     could|will|would|needs|need|or|error|errors|reset|change|recovery|form|page|link|token|tokens|dialog|widget|source|provider|\
     backend|plugin|module|function|class|object|test|tests|name|names|id|level|count|timeout|retries|attempt|attempts|when|if|\
     unless|than|because|so|but|not|never|no|using|via|muss|müssen|darf|sollte|doit|debe|deve|moet|musi|должен|oder|ou|wenn",
);

/// Verbs behind which the password stands, and words between such a verb and the password.
const VERBS: &WordList = &WordList::new(
    "ser|foi|fue|fu|c'est|c’est|zní|było|brzmiało|blev|ble|is|was|remains|ist|war|mám|mam|adalah|ialah|là|yra|lautet|lautete|bleibt|est|es|era|è|é|är|er|jest|brzmi|to|je|este|on|esta|está|это|είναι|היא|הוא|هي|هو|is:|ist:|lautet:|est:|\
     es:|è:|é:|är:|er:|jest:|to:|je:|este:|это:",
);
const FILLERS: &WordList = &WordList::new(
    "nyt|još|сега|σήμερα|still|now|currently|now:|still:|jetzt|nun|weiterhin|noch|aktuell|toujours|maintenant|ahora|todavía|sigue|ora|ancora|agora|ainda|nu|\
     nog|teraz|nadal|теперь|сейчас|set|just|simply|einfach|temporarily|also|again|actually|übrigens|auch|wieder|momentan|derzeit|immer|désormais|\
     aussi|également|actuellement|actualmente|también|attualmente|anche|adesso|atualmente|também|momenteel|tijdelijk|ook|weer|obecnie|też|znowu|\
     zase|opět|teď|momentálně|også|igen|också|igjen|tällä|yine",
);

/// What is said of a password in languages that say it behind the noun.
const TEMPORARY: &WordList = &WordList::new(
    "provisoire|temporaire|provisional|temporal|temporanea|provvisoria|provisória|provisório|temporária|temporário|inicial|initial|\
     tymczasowe|startowe|temporară|iniziale|временный|тимчасовий",
);

/// Prepositions behind a verb of change: `reset to`, `geändert auf`.
const PREPOSITIONS: &WordList = &WordList::new(
    "în|to|to:|auf|auf:|in|in:|zu|en|en:|à|par|a|a:|por|para|para:|naar|na|na:|til|til:|till|till:|на|на:",
);

/// Prepositions before a password whose verb of change stands behind it: `auf … gesetzt`.
const BEFORE_VERBS: &WordList = &WordList::new("auf|in|op|naar|zu|to");

/// Beginnings of verbs of change.
const CHANGES: [&str; 58] = [
    "gezet",
    "verander",
    "wijzig",
    "gestellt",
    "umgestellt",
    "změni",
    "zmeni",
    "nastav",
    "promijen",
    "promenj",
    "spremen",
    "schimb",
    "vaihd",
    "değişt",
    "ayarla",
    "güncelle",
    "sıfırla",
    "belirle",
    "поменя",
    "замен",
    "змін",
    "troca",
    "alterei",
    "passe",
    "reset",
    "chang",
    "set",
    "updat",
    "rotat",
    "modif",
    "geänd",
    "zurück",
    "gesetzt",
    "geaend",
    "réini",
    "remis",
    "actualiz",
    "cambi",
    "restabl",
    "modific",
    "reimpost",
    "alterad",
    "redefin",
    "mudad",
    "gewijz",
    "gereset",
    "ingesteld",
    "zmien",
    "ustaw",
    "ändra",
    "återst",
    "ændre",
    "endre",
    "nulstil",
    "tilbakest",
    "измен",
    "смен",
    "сброш",
];

/// The password some words behind its name, which ends at `at`.
pub(crate) fn value(text: &str, at: usize) -> Option<Range<usize>> {
    // The password itself may stand between commas: `mon mot de passe, …, ne marche plus`.
    let between = || {
        let found = password_at(text, at).filter(|_| text[..at].ends_with(", "))?;
        let is_told = has_digit(&text[found.clone()]) && has_letter(&text[found.clone()]) && found.len() > 6;
        (is_told && text[found.end..].starts_with(',')).then_some(found)
    };
    if let Some(found) = between() {
        return Some(found);
    }
    let (link, place, gap) = link(text, at)?;
    // Behind a clause none but its verb leads to it.
    if text[..at].ends_with(", ") && link != Link::Verb {
        return None;
    }
    let quote = byte_at(text, place).filter(|b| matches!(b, b'"' | b'\'' | b'`'));
    let place = place + usize::from(quote.is_some());
    if let Some(phrase) = quote.and_then(|quote| quoted_phrase(text, place, quote)) {
        return Some(phrase);
    }
    let found = password_at(text, place).map(|found| without_ending(text, found));
    let found = found.filter(|found| is_told(&text[found.clone()], link, gap));
    let word = || (link == Link::Colon).then(|| of_clause(text, place))?;
    found.or_else(|| word_at(text, place).filter(|_| link == Link::Change)).or_else(word)
}

/// The words with a number among them up to the `quote` that closes at `place` or behind: `"alder moon 12"`.
fn quoted_phrase(text: &str, place: usize, quote: u8) -> Option<Range<usize>> {
    /// Longest phrase, in bytes, and most words.
    const LONGEST: usize = 48;
    const WORDS: usize = 5;
    let near = line::behind(text, place, LONGEST);
    let found = &near[..near.find(char::from(quote))?];
    let words = found.split(' ').count();
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_.!&*+#".contains(c));
    let is_told = !found.split(' ').any(is_about)
        && !found.ends_with('.')
        && has_digit(found)
        && has_letter(found)
        && found.split(' ').all(is_word);
    (is_told && (2..=WORDS).contains(&words)).then(|| place..place + found.len())
}

/// Reports whether `found`, which mixes letters, digits and signs or is a number, is a password behind `link` and `gap` words.
fn is_told(found: &str, link: Link, gap: usize) -> bool {
    /// Fewest bytes of one in a sentence, and of words that hyphens join.
    const LEAST: usize = 5;
    let is_number = !has_letter(found);
    let is_counted = found.split(['-', '_', '.', ':']).all(|part| {
        let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
        word.is_empty() || is_common(word)
    });
    match link {
        Link::Change => true,
        // A span of time begins with a number: `in 15minutes`.
        Link::Apart => {
            let is_span =
                found.starts_with(|c: char| c.is_ascii_digit()) && found.bytes().all(|b| b.is_ascii_alphanumeric());
            found.len() > LEAST && has_letter(found) && has_digit(found) && !is_counted && !is_span
        }
        Link::Colon => found.len() >= LEAST && !is_counted || is_number && gap == 1,
        Link::Verb => found.len() > LEAST && !is_number && !is_counted,
    }
}

/// The word at `at` that is none of prose and ends its sentence.
fn word_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest letters, and longest word.
    const LENGTHS: std::ops::RangeInclusive<usize> = 5..=32;
    let near = line::behind(text, at, *LENGTHS.end() + 1);
    let len = near.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(near.len());
    let found = near.get(..len)?;
    let ends = near.get(len..)?.trim_start_matches(['.', '!', '"', '\'', '`', ')']);
    let is_word = LENGTHS.contains(&len) && !is_common(found) && !is_other(found) && !found.ends_with('-');
    (is_word && (ends.is_empty() || ends.starts_with([' ', '\r']) && ends.len() < near.len() - len))
        .then_some(at..at + len)
}

/// `found` without the ending of Hungarian behind a hyphen: `Tulipan_77-re`.
fn without_ending(text: &str, found: Range<usize>) -> Range<usize> {
    let bare = ["-re", "-ra"].iter().find_map(|ending| text[found.clone()].strip_suffix(ending));
    found.start..bare.map_or(found.end, |bare| found.start + bare.len())
}

/// Reports whether the password that is the next word is followed by its verb of change, in the order of German, Turkish and Hungarian:
/// `auf … zurückgesetzt`, `… olarak değiştirdim`, `…-re változtattam`.
fn is_before_verb(word: &str, rest: &str, is_led: bool) -> bool {
    const HUNGARIAN: [&str; 6] = ["változ", "állít", "módos", "cserél", "átír", "vált"];
    let mut words = rest.split(' ');
    let next = words.next().unwrap_or_default();
    let verb = words.next().unwrap_or_default();
    is_led && is_change(verb)
        || !is_led && next == "olarak" && is_change(verb)
        || !is_led
            && word.ends_with(['e', 'a'])
            && word.contains("-r")
            && HUNGARIAN.iter().any(|stem| next.starts_with(stem))
}

/// The link behind the words at `at`, the place behind it and the count of the words before it.
fn link(text: &str, at: usize) -> Option<(Link, usize, usize)> {
    /// Most bytes and most words.
    const FAR: usize = 96;
    const MOST: usize = 9;
    /// Most words between a verb of change and its preposition.
    const BETWEEN: usize = 4;
    let near = line::behind(text, at, FAR);
    // In Hebrew the preposition is joined to it.
    if let Some(rest) = near.strip_prefix("ל-") {
        return Some((Link::Apart, at + near.len() - rest.len(), 1));
    }
    let (mut start, mut before) = (0, "");
    let (mut changed, mut has_comma) = (None, false);
    let is_clause = text[..at].ends_with(", ");
    if line::before(text, at, FAR / 2).trim_end().rsplit(' ').take(BETWEEN).any(is_change) {
        changed = Some(0);
    }
    for gap in 0..MOST {
        let rest = near.get(start..)?;
        let len = rest.find(' ')?;
        let word = rest.get(..len)?;
        let behind = at + start + len + 1;
        if gap > 0 && is_change(before) {
            changed = Some(gap);
        }
        let is_changed = || gap > 0 && changed == Some(gap);
        let behind_word = &rest[len + 1..];
        let is_led = is_listed(word, BEFORE_VERBS);
        if is_led && is_before_verb("", behind_word, true) {
            return Some((Link::Apart, behind, gap.max(1)));
        }
        if has_digit(word) && is_before_verb(word, behind_word, false) {
            return Some((Link::Apart, at + start, gap));
        }
        let is_apart = || changed.is_some_and(|verb| gap <= verb + BETWEEN) && is_listed(word, PREPOSITIONS);
        if !is_changed() && is_apart() && has_digit(behind_word.split(' ').next().unwrap_or_default()) {
            return Some((Link::Apart, behind, gap.max(1)));
        }
        if has_comma && (word.contains([':', '=', '>']) || is_one_of(word, &["is", "was", "remains"])) {
            return None;
        }
        if matches!(word, ":" | "：" | "=" | "->" | "→") {
            return (gap > 0 && !is_listed(before, OTHERS)).then_some((Link::Colon, behind, gap));
        }
        if is_listed(word, PREPOSITIONS) && is_changed() {
            return Some((Link::Change, behind, gap));
        }
        if (gap > 0 || is_clause) && is_listed(word, VERBS) && !is_prefix(word, near.get(start + len + 1..)?) {
            let fillers = filler_len(near.get(start + len + 1..)?);
            return Some((Link::Verb, behind + fillers, gap));
        }
        let next = rest[len + 1..].split(' ').next().unwrap_or_default();
        if gap == 0 && is_one_of(word, &["still", "noch", "toujours"]) && has_digit(next) && has_letter(next) {
            return Some((Link::Verb, behind, gap + 1));
        }
        if gap == 0 && is_listed(word, TEMPORARY) && has_digit(next) && !is_listed(next, VERBS) {
            return Some((Link::Verb, behind, gap + 1));
        }
        let bare = word.trim_end_matches([':', '：']);
        if bare.len() < word.len() {
            return (!is_listed(bare, OTHERS)).then_some((Link::Colon, behind, gap + 1));
        }
        // A clause about it stands between: `le mot de passe que …, c'est …`.
        let clause = word.strip_suffix(',').filter(|_| gap > 0);
        has_comma |= clause.is_some();
        let word = clause.unwrap_or(word);
        let is_word = !word.is_empty()
            && word.chars().all(|c| {
                c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '@' | '_' | '.' | '"' | '„' | '“' | '”')
            })
            && !word.ends_with(['.', '-']);
        if !is_word || gap < 2 && is_listed(word, OTHERS) {
            return None;
        }
        (start, before) = (start + len + 1, word);
    }
    None
}

/// Reports whether `word` is the beginning of a verb of change.
fn is_change(word: &str) -> bool {
    let word = word.to_lowercase();
    CHANGES.iter().any(|stem| word.starts_with(stem))
}

/// Reports whether `word`, a verb in one language, is a part of a longer one that goes on with `rest`: `is set to`.
fn is_prefix(word: &str, rest: &str) -> bool {
    let mut words = rest.split(' ').skip_while(|word| is_listed(word, FILLERS));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    // In English it is a preposition.
    let is_foreign = matches!(word, "to" | "on" | "er" | "es" | "je") && !has_digit(first);
    is_foreign || is_change(first) || is_change(second) || is_listed(second, VERBS)
}

/// The length of the words between a verb and the password.
fn filler_len(rest: &str) -> usize {
    /// Most of them: `ist jetzt übrigens …`.
    const MOST: usize = 3;
    let words = rest.split_inclusive(' ').take(MOST);
    words
        .map_while(|word| word.strip_suffix(' ').filter(|word| is_listed(word, FILLERS)))
        .map(|word| word.len() + 1)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_told_from_rules_about_them() {
        for (text, expected) in [
            ("has been reset to Trombone-44.", Some("Trombone-44")),
            ("was changed to swordfish.", Some("swordfish")),
            ("fürs Lager ist jetzt übrigens Kiesel!91, sonst", Some("Kiesel!91")),
            ("wurde geändert auf: Kiesel_91", Some("Kiesel_91")),
            ("provisoire : Vfr5tgb!", Some("Vfr5tgb!")),
            ("temporaire Kiwi-1842!", Some("Kiwi-1842!")),
            ("provisoire envoyé par courriel", None),
            ("für die Datei lautet Eisberg7 (Anhang)", Some("Eisberg7")),
            ("on the old box is still k0ala-8 lol", Some("k0ala-8")),
            ("still kaljakori99 ?", Some("kaljakori99")),
            ("still fails for 3 users", None),
            ("hatte mir die Kollegin am Telefon auf Kiesel!91 zurückgesetzt – auch", Some("Kiesel!91")),
            ("in Kiesel!91 geändert, bitte", Some("Kiesel!91")),
            ("passou a ser Andorinha_32.", Some("Andorinha_32")),
            ("habe ich am Freitag in Kiesel!91 geändert", Some("Kiesel!91")),
            ("me l'ha cambiata la collega in Girasole!48.", Some("Girasole!48")),
            ("me la cambió su compañera a Girasol!48", Some("Girasol!48")),
            ("que m'a donné votre collègue, c'est Tournesol!48", Some("Tournesol!48")),
            ("que a colega me passou foi Girassol!48", Some("Girassol!48")),
            ("mi kolegyně po telefonu změnila na Slunce!48", Some("Slunce!48")),
            ("vaihdettiin eilen, se on nyt Koivu_4418", Some("Koivu_4418")),
            ("dün Lale_1987 olarak değiştirdim", Some("Lale_1987")),
            ("tegnap Tulipan_77-re változtattam", Some("Tulipan_77")),
            ("wurde auf dem Server gesetzt", None),
            ("is checked, which is base64url", None),
            ("auf Version 2.4 geändert", None),
            ("has been reset successfully", None),
            ("was changed to the default.", None),
            ("is hashed", None),
            ("length is 1024 now", None),
            ("hash is a1b2c3d4", None),
            ("must be: abc123x", None),
            ("for step is version2 now", None),
        ] {
            assert_eq!(value(text, 0).map(|place| &text[place]), expected, "{text}");
        }
    }
}
