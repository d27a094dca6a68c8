//! Codes behind a word for a code, where a lock, a door or its key is spoken of before: `The shed has another lock: code 5527`, `Låset på
//! boden: kod 5527`; and words of safety in quotes: `memorable word "heron"`.

use std::{borrow::Cow, ops::Range};

use super::{entry_codes::code_at, password::INFO};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?i:code|kode|koodi|codice|código|cod|kod|kód|combination|pin)(?i:: | is | ist | est | es | è | é | är | er | on | to | je | jest | )[*#]?[0-9]",
            0.8,
            0.9,
        ),
        // What it opens stands between: `le code de la boîte à clés : 2213`.
        Pattern::within(
            "(?i:code|kode|koodi|codice|código|cod|kod|kód|hasło|šifra|combination|pin)(?i: for| to| of| de| du| del| della| dello| do| da| des| für| vom| von| zur|\
             zum| der| till| til| od| k| ke| na| för| van| pentru| za)? ",
            0.8,
            0.9,
        ),
        Pattern::within("(?:[Кк]од|[Пп]ароль|[Шш]ифр)(?: от| для| від| на| к)? ", 0.8, 0.9),
        Pattern::within(
            "(?i:memorable (?:word|phrase)|security word|secret word|code ?word|safe ?word|verbal password|telephone password|password for (?:the )?[a-z]{2,12}|\
             losungswort|codewort|kodeord for|mot secret|mot de sécurité|parola segreta|palabra secreta|palavra secreta|hasło telefoniczne|heslo pro telefon)\
             (?i: is| ist| est| es| è| é|:| =)? ?[\\u{22}“«„‚‘'`]",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(beside_lock(candidate)?),
        1 | 2 => candidate.part(behind_lock(candidate)?),
        _ => candidate.part(quoted(candidate)?),
    },
}];

/// Locks, doors and what opens them.
const LOCKS: &WordList = &WordList::new(
    "schranke|briefkasten|keller|fahrradkeller|waschküche|barrière|coffre|cave|trastero|buzón|garaje|cassaforte|cassetta|garagem|cofre|kluis|berging|\
     fietsenstalling|cykelrum|tvättstuga|tvättstugan|soprum|källare|kjeller|kælder|cykelkælder|varasto|kellari|pyörävarasto|bramy|bramki|furtka|furtki|klatka|\
     klatki|sejfu|skrzynki|sklep|garáž|garáže|garázs|pince|garaj|garajului|porții|ușii|podrum|гараж|гаража|подвал|подвала|сейф|сейфа|ячейки|шлагбаум|шлагбаума|padlock|lock|lockbox|keybox|keysafe|gate|door|doors|garage|shed|safe|keypad|alarm|entrance|building|lobby|elevator|locker|\
     schloss|schließsystem|tür|haustür|türe|tor|hoftor|tresor|schlüsselkasten|schlüsselsafe|schlüsseltresor|schlüssel|alarmanlage|\
     cadenas|portail|porte|boîte|clé|clés|alarme|immeuble|candado|puerta|portal|llave|llaves|alarma|lucchetto|cancello|portone|porta|\
     chiave|chiavi|allarme|cadeado|portão|chave|chaves|prédio|slot|deur|poort|sleutel|sleutelkluis|nyckel|nyckelskåp|dörr|dörren|lås|\
     port|porten|grind|larm|nøkkel|nøkkelboks|nøkkelskap|dør|døren|lås|nøgle|nøgleboks|låge|avain|avainlokero|ovi|oven|lukko|kłódka|\
     brama|bramka|drzwi|klucz|klucze|domofon|sejf|zámek|brána|dveře|klíč|klíče|vchod|dvere|kľúč|zár|kapu|ajtó|kulcs|lacăt|poartă|ușă|\
     cheie|interfon|lokot|vrata|ključ|ključevi|kapija|kilit|kapı|anahtar|замок|калитка|калитки|калитку|дверь|двери|ворота|ключ|ключи|домофон|\
     подъезд|хвіртка|двері|замок|κλειδαριά|πόρτα|κλειδί",
);

/// The code behind the match, if a lock is spoken of before it.
fn beside_lock(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest lock, in bytes.
    const FAR: usize = 64;
    let (text, range) = (candidate.field.text, &candidate.range);
    let begins = !text[..range.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let near = window::before(text, range.start, FAR);
    // A sentence of its own may tell the code, but a text that goes on with something else does not.
    let near = near.rsplit("\n\n").next().unwrap_or_default();
    let is_lock = || near.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, LOCKS));
    let sign = candidate.matched().len()
        - candidate.matched().trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '*' | '#')).len();
    let place = (begins && is_lock()).then(|| code_at(text, range.end - sign))??;
    let found = &text[place.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    (digits > 2 && !counts(text, place.end)).then_some(place)
}

/// The code behind the lock that the match speaks of: nothing but words and a sign stands between.
fn behind_lock(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest code, in bytes, and most words before it.
    const FAR: usize = 48;
    const WORDS: usize = 6;
    let (text, range) = (candidate.field.text, &candidate.range);
    let begins = !text[..range.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let near = line::behind(text, range.end, FAR);
    let len = near.find(|c: char| c.is_ascii_digit()).filter(|_| begins)?;
    let between = near.get(..len)?.trim_end_matches(['*', '#']);
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | ':' | '=');
    let is_lock = || between.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, LOCKS));
    let is_apart = between.ends_with([' ', ':', '=']);
    let fits = is_apart && between.chars().all(stands) && between.split(' ').count() <= WORDS + 1;
    let place = (fits && is_lock()).then(|| code_at(text, range.end + between.len()))??;
    let found = &text[place.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_year = found.len() == 4 && (found.starts_with("19") || found.starts_with("20"));
    let is_signed = between.trim_end().ends_with([':', '=']);
    // Other codes have their kind before them: `zip code of the building 10115`.
    const KINDS: &WordList = &WordList::new(
        "zip|post|postal|error|area|country|bar|qr|exit|status|promo|discount|product|source|dress|penal|civil|building|tax|style|color|colour|article|código|\
         fehler|produkt|postal|barras|sorgente|source|pénal|civile|fiscale|kolor|zdrojový|źródłowy|исходный",
    );
    let kind =
        line::before(text, range.start, FAR).trim_end_matches([' ', '-']).rsplit(|c: char| !c.is_alphabetic()).next();
    let is_other = kind.is_some_and(|kind| is_listed(kind, KINDS));
    (digits > 2 && !counts(text, place.end) && (!is_year || is_signed) && !is_other).then_some(place)
}

/// Reports whether the number that ends at `end` counts what follows.
fn counts(text: &str, end: usize) -> bool {
    text[end..].strip_prefix(' ').is_some_and(|rest| {
        let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        is_listed(word, COUNTED)
    })
}

/// What is counted, and what is measured.
const COUNTED: &WordList = &WordList::new(
    "lines|bytes|times|files|errors|people|years|days|hours|minutes|seconds|meters|metres|km|kg|zeilen|mal|lignes|fois|líneas|veces|euro|euros|usd|eur|kr|kč|zł|ft|лет|руб|строк|раз",
);

/// The word between the quote that ends the match and the closing one.
fn quoted(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest word, in bytes.
    const LONGEST: usize = 48;
    let text = candidate.field.text;
    let close = match candidate.matched().chars().next_back()? {
        '“' => '”',
        '«' => '»',
        '„' => '“',
        '‚' | '‘' => '’',
        quote => quote,
    };
    let near = window::behind(text, candidate.range.end, LONGEST);
    let len = near.find([close, '\n'])?;
    let found = near.get(..len)?;
    let fits = (3..=LONGEST).contains(&len) && near[len..].starts_with(close) && found.split(' ').count() <= 3;
    fits.then_some(candidate.range.end..candidate.range.end + len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn codes_stand_beside_locks() {
        for (text, matched, expected) in [
            ("The shed has another lock: code 5527, keep", "code 5", Some("5527")),
            ("Nytt lås på boden: kod 5527 gäller", "kod 5", Some("5527")),
            ("Another code 5527 here", "code 5", None),
            ("the door has code 200 lines long", "code 2", None),
        ] {
            let (field, start) = (Field::new(text), text.find(matched).unwrap());
            let range = start..start + matched.len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: crate::Form::Shape, name: "" };
            assert_eq!(beside_lock(&candidate).map(|range| &text[range]), expected, "{text}");
        }
    }
}
