//! Codes behind a word for a code, where a lock, a door or its key is spoken of before: `The shed has another lock: code 5527`, `Låset på
//! boden: kod 5527`; and words of safety in quotes: `memorable word "heron"`.

use std::{borrow::Cow, ops::Range};

use super::{entry_codes::code_at, password::INFO};
use crate::recognizers::support::word_list::{WordList, begins_with_listed, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?:(?i:code|kode|koodi|codice|código|cod|kod|kód|şifre|combo|combination|combinazione|combinaison|combinación|combinação|clave|senha|pin)\
             (?i:n|t|en|et|ul|u|em|om|dal|si|lla)?|[Кк]од(?:ом|ът|а)?)(?i:: | is | ist | est | es | è | é | är | er | on | to | je | jest | var | este | )[*#]?(?-u:[A-Z]{0,3}-?)[0-9]",
            0.8,
            0.9,
        ),
        // What it opens stands between: `le code de la boîte à clés : 2213`.
        Pattern::within(
            "(?i:code|kode|koodi|codice|código|cod|kod|kód|clave|senha|contraseña|hasło|heslo|šifra|lozinka|şifre|geslo|parola|jelszó|passwort|kennwort|wachtwoord|salasana|combination|combinazione|combinaison|combinación|\
             combinação|pin)(?i:[nt]|en|et|ul|a|om|em|u|nya)?(?i: for| to| of| de| du| del| della| dello| do| da| des| für| vom| von| zur|\
             zum| der| till| til| på| i| od| k| ke| na| för| van| pentru| za)? ",
            0.8,
            0.9,
        ),
        Pattern::within(
            "(?:[Кк]од|[Пп]ароль|[Шш]ифр|[Κκ]ωδικός)(?:ът|а|ом|у)?(?: от| для| від| на| к| за| од)? ",
            0.8,
            0.9,
        ),
        Pattern::within(
            "(?i:memorable (?:word|phrase)|security word|secret word|code ?word|safe ?word|verbal password|telephone password|password for (?:the )?[a-z]{2,12}|\
             losungswort|codewort|kodeord for|mot secret|mot de sécurité|parola segreta|palabra secreta|palavra secreta|hasło telefoniczne|heslo pro telefon)\
             (?i: is| ist| est| es| è| é|:| =)? ?[\\u{22}“«„‚‘'`]",
            0.8,
            0.9,
        ),
        // The code of another lock: `the code of the gate is 2210 and the garage 4471`.
        Pattern::apart("[*#]?[0-9]{4,8}[*#]?|[0-9]{1,3}[кk#][0-9]{3,5}", 0.7, 0.8),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(beside_lock(candidate)?),
        1 | 2 => candidate.part(behind_lock(candidate)?),
        3 => candidate.part(quoted(candidate)?),
        _ => candidate.part(beside_code(candidate)?),
    },
}];

/// Locks, doors and what opens them, in words that begin others of other things.
const LOCKS: &WordList = &WordList::new(
    "fuerte|forte|barrière|cave|soprum|hek|lift|padlock|lock|lockbox|keybox|keysafe|gate|door|doors|shed|safe|keypad|entrance|building|lobby|elevator|locker|lockers|\
     tür|türe|tor|hoftor|tresor|porte|clé|clés|clef|clefs|porta|chave|chaves|llave|llaves|reja|slot|deur|poort|lås|låset|låsen|port|porten|dør|døra|døren|\
     låge|lågen|ovi|oven|oveen|lukko|lukon|zár|kapu|ajtó|uși|ușii|ușă|ușa|usa|brava|lokot|sef|sefa|vrata|rampa|rampu|rampe|vhod|kilit|kapı|kapısı|kasa|bina|blok|dom|\
     dveře|dveří|dverí|vchod|vchodu|winda|windy|bod|boden|bua|cabin|cottage|chalet|gîte|home|house|flat|apartment|box|easybox|boîte|local|portal|\
     ключ|ключи|ворота|двери|дверь|двері|вход|входа|вратата|вратите|рампа|лифт|лифта|ліфт|ліфта|дача|дачи|дачу|шкаф|πόρτα|πόρτας|είσοδο|είσοδος|εισόδου|κλειδί",
);

/// Beginnings of further words for them, in small letters, which go on with endings and further parts of compounds.
const LOCK_STEMS: &WordList = &WordList::new(
    "kassaskåp|pengeskab|kassakaap|kasan|brankas|сеф|pakket|pakje|paczk|przesył|balík|zásilk|zásielk|csomag|colet|pošilj|ombud|utlämning|autotall|taloyhtiö|rappukäyt|посыл|посил|пратк|kargo|schrank|briefkasten|keller|waschküche|schloss|schließ|haustür|hoftor|schlüssel|alarm|aufzug|fahrstuhl|packstation|paket|hütte|ferien|wohnung|\
    appartement|apartment|fahrrad|garage|garagen|garaž|garáž|garázs|garaj|garagem|coffre|trastero|buzón|cassaforte|cassetta|armadiett|cofre|kluis|kluisje|berging|\
    fietsenstalling|fietsenkelder|schuur|sleutel|voordeur|achterdeur|deurslot|slagboom|vakantie|cykelrum|tvättstug|källar|kjeller|kælder|cykelkælder|varasto|kellari|\
    pyörävarasto|avain|mökki|mökin|portti|portin|hälyt|pakettiautomaat|postilaatik|bram|furtk|klatk|sejf|skryt|skrin|sklep|paczkomat|drzwi|klucz|kłód|garaż|domofon|\
    szlaban|szafk|piwnic|altan|pince|kapu|ajtó|széf|kulcs|riaszt|csomagautomat|lépcsőház|nyaraló|szekrény|automat|porți|poart|poarta|podrum|interfon|seif|lacăt|cheie|cheile|\
    barier|bariera|cabana|zámek|zámk|zámok|brán|bránk|bran|dveř|dver|vchodov|trezor|klíč|kľúč|schránk|výtah|výťah|pivnic|krabič|skrink|skříň|závor|výdejn|zásilkovn|chalup|\
    vrat|kapij|ulaz|katanac|ključ|vikendic|paketomat|paketnik|stubišt|omaric|lokot|apartma|shed|padlock|lobby|elevator|cadenas|portail|portillon|buzzer|\
    immeuble|interphone|ascenseur|résidence|consigne|casier|candado|puerta|portón|porton|cochera|taquilla|ascensor|edificio|lucchett|cancell|chiav|citofon|\
    ascensore|allarme|alarme|alarma|cadeado|portão|portao|prédio|condomín|condomin|interfone|elevador|armário|dörr|grind|larm|nyckel|nøkkel|nøgle|hytt|stug|sommarhus|sommerhus|\
    garasj|postkass|brevlåd|pakkeboks|sykkel|heis|kilid|apartman|asansör|anahtar|dolap|otopark|гараж|подвал|сейф|ячейк|шлагбаум|замок|замк|калитк|домофон|подъезд|під|хвіртк|двер|ворот|сигнализац|сигналізац|постамат|почтомат|поштомат|комірк|кладов|асансьор|бариер|гаражн|врат|капиј|улаз|катан|кључ|аларм|вход|апартамент|админ|адмін|\
    κλειδ|συναγερ|γκαράζ|πολυκατοικ|ασανσέρ|χρηματοκ",
);

/// Cards, whose PIN is told.
const CARD_STEMS: &WordList = &WordList::new(
    "card|kart|kort|carte|tarjeta|cartão|tessera|bancomat|debet|kredit|credit|bankomat|carta|кар|pankkikort|κάρτ|sim|telefon|mobil",
);

/// Beginnings of no further words.
const NO_OTHERS: &WordList = &WordList::new("");

/// Beginnings of words for locks in Hebrew, with the prefixes that are joined to them.
const HEBREW: &WordList = &WordList::new("אזעק|האזעק|והאזעק|לאזעק|שער|השער|והשער|דלת|הדלת|והדלת|חניון|לחניון");

/// Reports whether `word` is of a lock, a door or what opens it, or else begins with one of `others`.
fn is_lock(word: &str, others: &WordList) -> bool {
    /// Fewest bytes of a word that has an ending.
    const LEAST: usize = 4;
    if is_listed(word, LOCKS) {
        return true;
    }
    word.len() >= LEAST && begins_with_listed(word, LOCK_STEMS) || begins_with_listed(word, others)
}

/// Reports whether one of the words of `near` is of a lock that is nothing of computing, too, and none says that the code is one of
/// another kind.
fn speaks_of_lock(near: &str) -> bool {
    let words = || near.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words().any(|word| !is_listed(word, WEAK) && is_lock(word, NO_OTHERS))
        && !words().any(|word| is_listed(word, KINDS))
}

/// The code behind the match, if a lock is spoken of before it.
fn beside_lock(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest lock, in bytes.
    const FAR: usize = 64;
    let (text, range) = (candidate.field.text, &candidate.range);
    let begins = !text[..range.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let near = window::before(text, range.start, FAR);
    // A sentence of its own may tell the code, but a text that goes on with something else does not.
    let near = near.rsplit("\n\n").next().unwrap_or_default();
    let sign = candidate.matched().rfind(' ')? + 1;
    let sign =
        sign + candidate.matched()[sign..].len() - candidate.matched()[sign..].trim_start_matches(['*', '#']).len();
    let place = begins.then(|| code_at(text, range.start + sign))??;
    let found = &text[place.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    // `Stok kodu`: of goods, whatever is said behind it.
    let kind = near.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    (!is_listed(kind, KINDS)).then_some(())?;
    let behind = || {
        let near = line::behind(text, place.end, FAR / 2);
        let clause = near.split(['.', ';', '?', '!']).next().unwrap_or_default();
        speaks_of_lock(clause)
    };
    (digits > 2 && !counts(text, place.end) && (speaks_of_lock(near) || behind())).then_some(place)
}

/// Locks that are things of computing and many others, too.
const WEAK: &WordList =
    &WordList::new("port|box|local|home|house|flat|lift|dom|blok|building|lock|slot|bod|cave|lobby|block");

/// The code behind a lock, a few words before it, on a line that has told the code of another.
fn beside_code(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest other code, in bytes, and most words between the lock and its code.
    const FAR: usize = 96;
    const WORDS: usize = 5;
    const CODES: &WordList = &WordList::new(
        "code|kod|kód|cód|codic|cod|código|koodi|clave|passwor|kennwor|wachtwoord|passe|mdp|contraseñ|lösenord|passord|adgang|salasan|lozink|лозинк|jelsz|parol|sandi|senha|šifr|geslo|hasł|heslo|şifre|pin|код|шифр|парол|κωδικ|קוד|combina",
    );
    let (text, range) = (candidate.field.text, &candidate.range);
    // Most such numbers of a text are years.
    let is_year = range.len() == 4 && ["19", "20"].iter().any(|century| candidate.matched().starts_with(century));
    if is_year {
        return None;
    }
    let head = line::before(text, range.start, FAR).trim_end_matches([' ', ':']);
    let mut at = head.len();
    let mut lock = None;
    for word in head.rsplit([' ', '\'', '’']).take(WORDS) {
        at -= word.len();
        let bare = word.trim_matches([',', ':', '(']);
        if !is_listed(bare, WEAK) && is_lock(bare, HEBREW) {
            lock = Some(at);
            break;
        }
        // A clause ends, or a name or a number stands between.
        if !bare.chars().all(|c| c.is_lowercase() || ('\u{590}'..'\u{600}').contains(&c))
            || word.ends_with([',', '.', ';'])
        {
            return None;
        }
        at = at.saturating_sub(1);
    }
    let before = head.get(..lock?)?;
    // A code or a password, and no count.
    let is_code = |word: &str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        digits > 2 || digits > 1 && word.chars().filter(|c| c.is_alphabetic()).count() > 2
    };
    let is_told = before.split([' ', ',']).any(is_code);
    let lower = before.to_lowercase();
    let speaks = lower.split(|c: char| !c.is_alphabetic()).any(|word| begins_with_listed(word, CODES));
    let start = range.start + candidate.matched().len() - candidate.matched().trim_start_matches(['*', '#']).len();
    // The last key of a keypad says it, too: `portão do prédio 4471#`.
    let has_key = candidate.matched().ends_with('#');
    let place = (is_told && speaks || has_key).then(|| code_at(text, start))??;
    let is_other = lower.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, KINDS));
    (!is_other && !counts(text, place.end)).then_some(place)
}

/// The code behind the lock that the match speaks of: nothing but words, the day since when and a sign stand between.
fn behind_lock(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest kind of the code before it, in bytes.
    const FAR: usize = 48;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = window::before(text, range.start, FAR);
    let compound = &head[head.trim_end_matches(char::is_alphabetic).len()..];
    if head.ends_with(|c: char| c.is_numeric() || "_-.".contains(c)) {
        return None;
    }
    let is_alone = compound.is_empty() || is_listed(compound, OPENING);
    let near = line::behind(text, range.end, 2 * FAR);
    let (at, words) = code_behind(near)?;
    let between = &near[..at];
    let cards = if candidate.matched().starts_with(['p', 'P']) { CARD_STEMS } else { NO_OTHERS };
    let mut all = between.split(|c: char| !c.is_alphabetic());
    let has_lock = match is_alone {
        true => all.any(|word| is_lock(word, cards)),
        false => is_lock(compound, cards),
    };
    let told = between.trim_end_matches([' ', '*', '#', '"', '„', '«']);
    let is_verb = is_listed(told.rsplit(' ').next()?, VERBS);
    let is_signed = told.ends_with([':', '=']) || is_verb;
    // A clause stands between, if a verb leads back from it.
    let is_clause = !between.contains(',') || is_verb;
    // The lock stands before the word for its code, and where that is written behind it: `safe combination under the drawer: 12-50-83`.
    let ends_in_lock = || {
        let lock = head.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        told.ends_with(':') && !is_listed(lock, WEAK) && is_lock(lock, NO_OTHERS)
    };
    let has_lock = has_lock || is_alone && ends_in_lock();
    let place = (has_lock && is_clause && (words > 0 || !is_alone)).then(|| code_at(text, range.end + at))??;
    let found = &text[place.clone()];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_year = found.len() == 4 && (found.starts_with("19") || found.starts_with("20"));
    let before = line::before(text, range.start - compound.len(), FAR).trim_end_matches([' ', '-']);
    let kind = before.rsplit(|c: char| !c.is_alphabetic()).next();
    let is_other = kind.is_some_and(|kind| is_listed(kind, KINDS))
        || between.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, KINDS));
    (digits > 2 && !counts(text, place.end) && (!is_year || is_signed) && !is_other).then_some(place)
}

/// Kinds of codes that open no lock, which stand beside the word for the code: `zip code of the building 10115`, `kod błędu bramki: 4031`.
const KINDS: &WordList = &WordList::new(
    "branch|bank|sort|stok|stock|ürün|artikel|artículo|articolo|artigo|sku|malzeme|towaru|zboží|tovaru|cikk|árucikk|zip|post|postal|error|area|country|bar|qr|exit|return|response|reason|http|status|promo|discount|product|source|dress|penal|civil|tax|style|color|colour|article|\
     fehler|fehlers|fehlercode|produkt|produktu|barras|sorgente|pénal|civile|fiscale|kolor|zdrojový|źródłowy|исходный|błędu|chyby|chyba|ошибки|ошибка|помилки|erreur|errore|\
     hata|fel|feil|fejl|virhe|greške|napake|hiba|hibakód|pocztowy|poštovní|почтовый|поштовий|irányítószám|postnummer|товара|товару|продукта|modelu|model|řádku|linii",
);

/// Verbs between what a code opens and the code.
const VERBS: &WordList = &WordList::new(
    "is|was|ist|lautet|est|es|è|é|är|var|er|on|to|jest|je|byl|este|on|е|є|это|είναι|adalah|là|now|now:|yra|ir",
);

/// First parts of compounds that tell what a code is for, and not what it opens.
const OPENING: &WordList = &WordList::new(
    "pass|pin|zugangs|zutritts|öffnungs|entsperr|toegangs|adgangs|tillträdes|inträdes|access|adgangs|belépő|nyitó",
);

/// The place of the code that words may stand before in `near`, and their count.
fn code_behind(near: &str) -> Option<(usize, usize)> {
    /// Most words.
    const WORDS: usize = 10;
    let mut at = 0;
    for (count, word) in near.split(' ').take(WORDS + 1).enumerate() {
        let bare = word.trim_start_matches(['*', '#', '"', '„', '«', '(']);
        let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
        // The day since when: `od 1. 12.: …`
        let is_day = (1..=2).contains(&digits) && matches!(&bare[digits..], "." | ".:");
        if !is_day && bare.bytes().any(|b| b.is_ascii_digit()) {
            return Some((at + word.len() - bare.len(), count));
        }
        let stem = word.trim_end_matches([':', '=', ',']);
        let stands = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’' | '-' | '/');
        if !is_day && (!stem.chars().all(stands) || count > 0 && word.is_empty()) {
            return None;
        }
        at += word.len() + 1;
    }
    None
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
    "lines|bytes|times|files|errors|people|years|days|hours|minutes|seconds|meters|metres|mm|cm|m|personas|pessoas|personer|osób|osob|fő|places|plazas|km|kg|zeilen|mal|lignes|fois|líneas|veces|euro|euros|usd|eur|kr|kč|zł|ft|лет|руб|строк|раз",
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
