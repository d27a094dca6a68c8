//! Reference numbers: numbers behind a word for "number", whatever they number: `aanslagbiljetnummer 80019817`, `nr ewidencyjny płatnika 40638968`,
//! `tesisat no 4004886454`.
//!
//! What offices, shops and suppliers number has more names than any list holds. So the value must be one that nothing but
//! an identifier is (`is_strong`), and the words beside must name none of the things that are numbered without regard to a
//! person: articles, laws, pages, trains.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::identifiers::number_at;
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::word_list::{WordList, begins_with_listed, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?i:num[bmeéaăru]|núme|nomme|nomor|nombor|kenmerk|tunnus|azonosít|szám|čísl|številk|broj)|\
         (?i:[ -]id[:. ]|[a-z]nr[:. ])|[Nn]o[:. ][^a-z]|[Νν]ούμερ|[Αα]ρ[ιί]θμ|[Нн]омер|[Бб]рој|מספר|מס['׳]",
            0.6,
            0.65,
        ),
        Pattern::regex("(?i:r[ée]f)(?i:er[eé]n(?:ce|zia|z|cia|tie|s))?[.: ]", 0.6, 0.65),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => check(candidate),
        _ => behind_reference(candidate),
    },
}];

/// Longest number and farthest one, in bytes, and fewest digits.
const LONGEST: usize = 40;
const FAR: usize = 96;
const DIGITS: usize = 5;

/// Things that have numbers which tell nothing about a person, and those whose numbers other rules know: the beginnings of their
/// names in small letters.
const HARMLESS: [&WordList; 7] = [
    // Products and their parts.
    &WordList::new(
        "artik|artíc|artic|artig|artyk|produ|proiz|výrob|termék|ürün|tuote|ersatz|bauteil|teile|stück|piece|pièce|pieza|peça|\
     pezzo|część|części|model|modè|malli|típus|tipo|type|versi|verzi|wersj|sürüm|revis|build|release|lote|lotto|charge|batch|\
     katalog|catalog|catál|luettelo|zeichnung|drawing|material|matéri|werkstoff|barr|barcode|strichcode|streepjes|farb|color|\
     colour|couleur|kolor|größe|taille|talla|taglia|rozmiar|firmware|software|zolltarif|tarif|taric|artnr|seri|sér|spiel|ziehung|dele|vare|vara|varu|артик|модел|товар|детал|парти|верси|изд|sorozat|\
     series|sku|toode|preke",
    ),
    // Laws, standards, publications.
    &WordList::new(
        "ley|lei|legge|gesetz|zakon|zákon|ustaw|décret|decret|dekret|verordn|règlem|reglem|regol|regulam|regulation|rozporz|\
     nařízen|vyhláš|směrnic|směrnice|richtlin|direct|resol|ordonn|ordin|ordenan|törvény|rendelet|kanun|yönetmelik|standard|\
     estándar|norm|patent|brevet|isbn|issn|paragr|kapit|capít|chapit|capitol|rozdz|fejezet|bölüm|section|secci|sezion|seção|\
     abschnitt|seite|page|págin|pagin|strona|strony|stran|oldal|sayfa|sivu|sida|zeile|ligne|línea|linea|linha|linie|line|row|\
     column|spalte|index|indeks|frage|question|aufgabe|übung|exerc|figur|abbild|tabel|heft|ausgabe|issue|éditi|edici|edizi|\
     band|volum|folge|épisod|episod|staffel|noten|закон|постанов|указ|приказ|наказ|стат|страниц|сторін|νόμ|άρθρ|σελ|προϊ|\
     μοντέλ|حلق|قانون|القانون|المادة|الصفحة|المنتج|الطراز|الإصدار|חוק|סעיף|עמוד|דגם|מוצר|גרסה|תקנ",
    ),
    // Computing.
    &WordList::new(
        "port|error|fehler|erreur|errore|virhe|fejl|feil|chyb|hata|hiba|błęd|ошиб|помил|exit|status|http|event|bug|pull|commit|\
     job|task|process|prozess|thread|request|trace|span|block|frame|packet|node|sensor|chann|kanal|canal|sequen|random|magic|\
     prime|atom|version|kennung",
    ),
    // Ways, places and means of transport.
    &WordList::new(
        "zug|train|treno|trem|tren|flug|flight|vuelo|volo|voo|lento|bus|tram|gleis|gate|route|zimmer|room|habita|chamb|camer|\
     pokój|pokoj|szoba|huone|haus|house|postleit|postal|postnum|postn|irányító|psč|поезд|потяг|рейс|маршрут|автобус|الرحلة|\
     القطار|טיסה|רכבת",
    ),
    // Telephones.
    &WordList::new(
        "telef|teléf|tele|phone|handy|mobil|celul|cellul|fax|whats|puhel|notruf|hotline|rufnum|rufnr|hívó|телеф|мобіл|мобил|τηλ|\
     κινητ|هاتف|الهاتف|جوال|الجوال|تلفن|טלפון|נייד|הטלפון",
    ),
    // Accounts and documents, which have rules of their own.
    &WordList::new(
        "konto|kontonum|account|compte|cuenta|conto|conta|rekening|hesap|tili|számla|рахун|счет|счёт|λογαρ|חשבון|passport|paszport|pasaport|passeport|\
     passap|pasu|passi|passnum|passet|útlev|паспорт|διαβατ|דרכון|paspor",
    ),
    // Invoices of businesses.
    &WordList::new("rechn|invoice|factur|fattur|faktur|lasku|számla|факту|arve"),
];

/// The same for whole words.
const HARMLESS_WORDS: &WordList = &WordList::new(
    "lot|la|cas|ce|un|eg|ec|din|iso|en|ral|pzn|hs|kn|tel|gsm|los|teil|part|parts|item|col|fig|abb|tab|pos|tom|tomo|vol|lov|lag|laki|loi|rl|of|als|fatura|pass|pas|jel|adó|adóazonosító|taj",
);

/// Verbs, prepositions and articles, which name nothing.
const LINKS: &WordList = &WordList::new(
    "is|was|are|ist|war|lautet|est|es|era|è|é|är|var|er|on|oli|jest|to|je|este|má|is|ir|yra|de|del|da|do|di|du|des|der|die|das|dem|den|la|le|el|il|\
     my|your|his|her|the|our|mein|meine|ihr|ihre|ma|mon|mi|tu|su|mio|mia|moje|mój|moja|mijn|uw|min|din|benim|på|von|van|für|voor|na|za|pro|för|för|for",
);

/// Things that are numbered with regard to a person, where the word for "number" is one of English or of computing, too.
const PERSONAL: &WordList = &WordList::new(
    "supply|meter|reference|contractor|volunteer|supporter|bond|naturalization|naturalisation|complaint|crime|incident|application|enrolment|enrollment|admission|hospital|registration|receipt|permit|visa|passenger|\
     member|membership|customer|client|patient|policy|claim|booking|reservation|confirmation|contract|parcel|shipment|consignment|delivery|waybill|\
     case|docket|employee|staff|payroll|student|pupil|candidate|applicant|donor|kit|mandate|debit|lease|tenancy|loan|deed|mortgage|agreement|\
     certificate|licence|license|badge|warrant|inmate|prisoner|subscriber|subscription|card|voter|voters|intimation|proposal|billing|medical|\
     roll|repair|refund|dispute|voucher|gift|loyalty|rewards|uhid|tesisat|takip|kayıt|sayaç|abone|evrak|gönderi|kargo|sipariş|başvuru|dosya|müşteri|hasta|\
     randevu|rezervasyon|sigorta|tahsilat|makbuz|sicil|ruhsat|belge|talep|şikayet|şikâyet|pel|pelanggan|pesanan|resi|kk|rekening|meteran|kartu|peserta|pendaftaran|\
     pengaduan|tiket|polis|kontrak|kendaraan|siswa|pasien|akaun|pesakit|kes|laporan|kliendi|tellimuse|lepingu|arvesti|saadetise",
);

/// Reports whether `word` for "number" tells with `name`, in the plural, how many there are: `número de habitantes`.
fn is_count_of(word: &str, name: &str) -> bool {
    /// Beginnings of words for "number", and ends of what is counted.
    const COUNTS: [(&str, &[&str]); 8] = [
        ("núme", &["s"]),
        ("numero", &["s", "i", "e"]),
        ("numă", &["i", "e", "lor"]),
        ("broj", &["a", "i"]),
        ("szám", &["k"]),
        ("αρ", &["ών", "ων"]),
        ("מספר", &["ים", "ות"]),
        ("numaras", &["ları"]),
    ];
    COUNTS.iter().any(|(start, ends)| word.starts_with(start) && ends.iter().any(|end| name.ends_with(end)))
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let matched = candidate.matched();
    let begin = candidate.range.start + matched.len() - matched.trim_start_matches([' ', '-']).len();
    let place = strong_behind(text, begin)?;
    candidate.part(place)
}

/// The number behind a word for a reference that says whose it is: `Your ref. BER/24/1081486`, `Réf. client 6 004 771 902`. Articles have
/// references, too.
fn behind_reference(candidate: &Candidate<'_>) -> Option<Finding> {
    const WHOSE: &WordList = &WordList::new(
        "our|your|my|his|her|their|letter|dd|notre|votre|nos|vos|n|v|nuestra|vuestra|su|ns|vs|nostro|vostro|nossa|vossa|onze|uw|unser|ihr|ihre|mein|meine|vår|din|dossier|\
         abonné|adhérent|allocataire|usager|contribuable|cliente|kunde|klant|us|me|gave",
    );
    let text = candidate.field.text;
    let end = candidate.range.end - 1;
    if let Some(value) = filed_behind(text, candidate.range.end) {
        return candidate.part(value);
    }
    let value = value_behind(text, end)?;
    let before = words_before(line::before(text, candidate.range.start, FAR)).next();
    let words = text[end..value.start].split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let mut names = words.chain(before);
    let is_whose = names.any(|name| is_listed(&name, WHOSE) || is_listed(&name, PERSONAL));
    (is_whose && is_strong(&text[value.clone()], false)).then(|| candidate.part(value))?
}

/// The file at `at`, whose parts slashes join.
fn filed_behind(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, LONGEST);
    let start = near.len() - near.trim_start_matches([' ', ':', '.']).len();
    let len = near[start..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '/')).unwrap_or(near.len() - start);
    is_filed(&near[start..start + len]).then_some(at + start..at + start + len)
}

/// Reports whether it is a file of an office, whose parts slashes join: `HB/PUG/0012`, `LO/2211`. Standards have few letters in more than one
/// part, and no zero before: `ISO/IEC 27001`.
fn is_filed(found: &str) -> bool {
    let mut parts = found.split('/');
    let is_series =
        parts.next().is_some_and(|part| (2..=5).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_uppercase()));
    let fits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    let last = found.rsplit('/').next().unwrap_or_default();
    let digits = last.bytes().filter(u8::is_ascii_digit).count();
    is_series
        && found.contains('/')
        && parts.all(fits)
        && digits == last.len()
        && (digits > 2 || found.matches('/').count() > 1)
}

/// The number behind the word for "number" of which a part begins at `at`, if it is strong, and numbers nothing harmless.
fn strong_behind(text: &str, at: usize) -> Option<Range<usize>> {
    // Hardly any of these words has a number behind it.
    line::behind(text, at, FAR).bytes().any(|b| b.is_ascii_digit()).then_some(())?;
    let head = line::before(text, at, FAR);
    let thing = head.len() - head.trim_end_matches(|c: char| c.is_alphabetic() || c == '-').len();
    let rest = line::behind(text, at, FAR);
    let len = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    strong(text, at - thing..at, at + len)
}

/// The number behind the numero sign at `sign`, if it is strong, and numbers nothing harmless.
pub(super) fn strong_behind_sign(text: &str, sign: Range<usize>) -> Option<Range<usize>> {
    strong(text, sign.start..sign.start, sign.end)
}

/// The number behind the word for "number" between `thing`, the first part of a compound (`Kunden-`), and `end`; if it is strong, and numbers
/// nothing harmless.
fn strong(text: &str, thing: Range<usize>, end: usize) -> Option<Range<usize>> {
    let word = text[thing.end..end].to_lowercase();
    let head = line::before(text, thing.start, FAR);
    let thing = text[thing].trim_matches('-').to_lowercase();
    let value = value_behind(text, end)?;
    let between = || {
        let words = text[end..value.start].split(|c: char| !c.is_alphabetic() && c != '\'');
        words.filter(|word| !word.is_empty()).map(str::to_lowercase)
    };
    let is_link = |name: &String| is_listed(name, LINKS);
    let before = words_before(head).find(|name| !is_link(name));
    let is_part = !thing.is_empty();
    let names = || between().chain(is_part.then(|| thing.clone())).chain(before.clone());
    // `Compte Crédit Mutuel n°`: of what is numbered more than one word may stand before the sign.
    let mut all = names().chain(words_before(head).skip(1).take(2));
    if all.any(|name| is_harmless(&name)) {
        return None;
    }
    let is_general = matches!(&*word, "number" | "numbers" | "no" | "num" | "id");
    let is_named = if is_general {
        // `the supply number is`, `No. KK`, and not `the number of`
        let near = || if is_part { Some(thing.clone()) } else { before.clone() };
        between().find(|name| !is_link(name)).or_else(near).is_some_and(|name| is_listed(&name, PERSONAL))
    } else {
        !names().all(|name| is_link(&name))
    };
    let may_be_count = !is_part && names().any(|name| is_count_of(&word, &name));
    let is_told = is_strong(&text[value.clone()], may_be_count);
    // The decimals of a sum.
    let is_sum = matches!(text.as_bytes().get(value.end..value.end + 2), Some([b',' | b'.', b'0'..=b'9']));
    (is_named && is_told && !is_sum).then_some(value)
}

/// Reports whether `name` is of something that is numbered without regard to a person.
pub(crate) fn is_harmless(name: &str) -> bool {
    is_listed(name, HARMLESS_WORDS) || HARMLESS.iter().any(|stems| begins_with_listed(name, stems))
}

/// The words before the end of `head`, the nearest first, as far as its sentence goes.
pub(crate) fn words_before(head: &str) -> impl Iterator<Item = String> {
    /// Most letters of an abbreviation.
    const SHORT: usize = 4;
    let is_abbreviation = |at: usize| head[..at].chars().rev().take_while(|c| c.is_alphabetic()).count() <= SHORT;
    let ends = |(at, c): &(usize, char)| {
        matches!(c, ',' | ';' | '?' | '!' | '|' | '"' | '(' | '\t') || *c == '.' && !is_abbreviation(*at)
    };
    let clause = &head[head.char_indices().rev().find(ends).map_or(0, |(at, c)| at + c.len_utf8())..];
    clause.rsplit(|c: char| !c.is_alphabetic() && c != '\'').filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The number that follows the word which ends at `at`, perhaps behind three further words and a sign.
fn value_behind(text: &str, at: usize) -> Option<Range<usize>> {
    const WORDS: usize = 3;
    let near = line::behind(text, at, FAR);
    let mut rest = near;
    for words in 0..=WORDS {
        let behind = rest.trim_start_matches([
            ' ', '\u{A0}', '.', ':', '=', '(', '"', '„', '»', '-', '–', '—', '*', '#', '\u{2066}', ')',
        ]);
        let sign = &rest[..rest.len() - behind.len()];
        let place = at + near.len() - behind.len();
        let number = || number_at(text, place, DIGITS - 1, LONGEST).filter(|value| is_series(&text[value.clone()]));
        let value = number_at(text, place, DIGITS, LONGEST).or_else(number);
        if let Some(value) = value.filter(|value| begins_number(&text[value.clone()])) {
            return Some(value);
        }
        let is_closed = sign.contains([':', '=']) || words == WORDS || sign.is_empty();
        let len = behind.find(|c: char| !c.is_alphabetic() && c != '\'' && c != '/').unwrap_or(behind.len());
        if is_closed || len == 0 {
            return None;
        }
        rest = &behind[len..];
    }
    None
}

/// Reports whether it is a series of capitals and four digits behind a dash: `CTR-9925`.
fn is_series(found: &str) -> bool {
    found.split_once('-').is_some_and(|(series, number)| {
        (2..=4).contains(&series.len())
            && series.bytes().all(|b| b.is_ascii_uppercase())
            && number.len() == DIGITS - 1
            && number.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Reports whether a number begins with `found`, and no word: with a digit, or a series in capitals.
fn begins_number(found: &str) -> bool {
    let first = found.split([' ', '-', '/', '.']).next().unwrap_or_default();
    first.bytes().any(|b| b.is_ascii_digit()) || first.len() < 6 && first.chars().all(char::is_uppercase)
}

/// Reports whether `found`, of five digits at least or a series, is a number that nothing but an identifier is: of seven digits, or with
/// capitals. Behind a word that counts, too, it must not be a count.
pub(crate) fn is_strong(found: &str, may_be_count: bool) -> bool {
    /// Fewest digits of a number of digits alone, and fewest signs of one with letters.
    const FEWEST: usize = 7;
    /// Fewest digits that no count has.
    const NO_COUNT: usize = 10;
    if found.bytes().any(|b| b.is_ascii_lowercase()) {
        return false;
    }
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_composed = found.contains(char::is_uppercase);
    let is_version = || {
        let parts = found.strip_prefix('V').filter(|rest| rest.contains('.'));
        parts.is_some_and(|parts| parts.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
    };
    if is_composed {
        return !is_version()
            && found.len() >= FEWEST
            && !is_one_of(found.split([' ', '-']).next().unwrap_or_default(), STANDARDS);
    }
    let is_count = || {
        let mut groups = found.split([' ', '.']);
        let is_short = groups.next().is_some_and(|first| first.len() < 4) || !found.contains([' ', '.']);
        is_short && groups.all(|group| group.len() == 3) && !found.contains(['-', '/']) && !found.starts_with('0')
    };
    let is_day = || found.len() == 8 && matches!(found.get(..2), Some("19" | "20"));
    let is_other = is_day() || is_of_law(found) || may_be_count && digits < NO_COUNT && is_count();
    digits >= FEWEST && !is_other
}

/// Series that standards have.
const STANDARDS: &[&str] =
    &["ISO", "IEC", "EN", "DIN", "EU", "UE", "CE", "RFC", "NIST", "IEEE", "UN", "RAL", "CAS", "ASTM", "GOST"];

/// Reports whether it is a number and a year, as laws have: `13.709/2018`, `2016/679`, `2019-2024`.
fn is_of_law(found: &str) -> bool {
    let is_year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    let is_short = |part: &str| part.bytes().filter(u8::is_ascii_digit).count() < 6;
    found.split_once(['/', '-']).is_some_and(|(one, other)| {
        !other.contains(['/', '-', ' '])
            && !one.contains(' ')
            && (is_year(one) && is_short(other) || is_year(other) && is_short(one))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number behind the first word for "number" in `text`, of which `part` is a part.
    fn found<'a>(text: &'a str, part: &str) -> Option<&'a str> {
        strong_behind(text, text.find(part).unwrap()).map(|range| &text[range])
    }

    #[test]
    fn strong_numbers_behind_a_word_for_number_are_found() {
        for (text, part, expected) in [
            ("De aanslagbiljetnummer 80019817 is goed", "num", "80019817"),
            ("nr ewidencyjny płatnika 40638968", "nr", "40638968"),
            ("tesisat no 4004886454 yazıyor", "no ", "4004886454"),
            ("Lejemålsnr. 041-6-551-3.", "nr", "041-6-551-3"),
            ("Aftagenr. (el): 571313177993922800", "nr", "571313177993922800"),
            ("vevő (fizető) azonosítóm 16 595 817,", "azon", "16 595 817"),
            ("Číslo obchodného partnera 5107852182", "Čísl", "5107852182"),
            ("the supply number is 15 3733 7767 146", "num", "15 3733 7767 146"),
            ("με αριθμό παροχής 4 78875541-04 1", "αριθμ", "4 78875541-04 1"),
            ("nomor meter 13 6668 5127 9", "nomor", "13 6668 5127 9"),
            ("رقم العداد KFM2017797771.", "رقم", "KFM2017797771"),
            ("ID Pel 532 3593 18166, nomor", "ID", "532 3593 18166"),
        ] {
            assert_eq!(found(text, part), Some(expected), "{text}");
        }
    }

    #[test]
    fn numbers_of_things_and_counts_are_left_alone() {
        for (text, part) in [
            ("Artikelnummer 80019817", "num"),
            ("número de habitantes: 1.234.567", "núm"),
            ("the number of users is 12345678", "num"),
            ("sequence number 18446744", "num"),
            ("there is no 12345678 in it", "no "),
            ("Lei n.º e número 13.709/2018", "núm"),
            ("Nummer 80019817", "Num"),
            ("Modellnummer: HX-44182", "num"),
            ("Seite Nummer 1234567", "Num"),
            ("broj stanovnika 8336817", "broj"),
            ("Prozessnummer 12345678", "num"),
            ("norm nummer ISO 14001", "num"),
            ("card number V24.79.23", "num"),
        ] {
            assert_eq!(found(text, part), None, "{text}");
        }
    }
}
