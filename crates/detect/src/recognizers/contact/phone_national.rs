//! National telephone numbers of any region, behind a word for telephones or the name of a value.
//!
//! Of random strings of seven to eleven digits 97 in a hundred and more are valid in one region or another, so validity
//! tells nothing here. Groups of digits tell little more: people write their numbers as they like. The evidence is a
//! plain word for telephones in front (neither "contact" nor "call"), or the name of the value.

use std::{borrow::Cow, net::Ipv4Addr, ops::Range};

use crate::recognizers::contact::phone::{INFO, extension_end, is_attached, is_usual};
use crate::recognizers::support::names::names_of;
use crate::recognizers::support::neighbours::{byte_at, continues, has_neighbouring_group};
use crate::recognizers::support::numerals::is_date_shape;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] =
    &[Rule { info: INFO, patterns: Cow::Borrowed(PATTERNS), context: Cow::Borrowed(WORDS), check }];

/// Words for telephones and their numbers, which stand beside them in sentences, and name them in forms, tables and
/// programs.
const WORDS: &[Cow<'static, str>] = names_of!("phone_words.txt");

const NAMED: usize = 0;
const RUN: usize = 1;
const GROUPED: usize = 2;
const SLASHED: usize = 5;
const ICELANDIC: usize = 6;
const SHORT_NAMED: usize = 8;
const SHORT: usize = 9;
const ITALIAN: usize = 10;

const PATTERNS: &[Pattern] = &[
    // "phone": "41234567", tel=41234567
    Pattern::key(WORDS, 0.9),
    // 41234567
    Pattern::behind(follows_word, "[0-9]{7,12}", 0.03, 0.85),
    // 4123 4567, 12 345 67 89
    Pattern::behind(follows_word, r"[0-9]{1,5}(?:[ .-][0-9]{2,9}){1,4}", 0.1, 0.85),
    // (2) 2123 4567
    Pattern::behind(follows_word, r"\([0-9](?:[ -]?[0-9]){0,4}\)[ -]?[0-9]{2,8}(?:[ .-][0-9]{2,5}){0,3}", 0.3, 0.85),
    // text 4154821937 pls, its 07911482193 if u need me
    Pattern::regex(
        r"(?i:(?:text|txt|ping|msg|call|ring|dial|buzz|hmu|holla|reach|message) (?:(?:me|us|him|her|them|back) )?(?:(?:on|at|@) )?|(?:its|it['’]s|number['’]s|no['’]s) )[0-9](?:[ .-]?[0-9]){6,11}",
        0.8,
        0.9,
    ),
    // With the code of a town before a slash, as in Germany and Austria, perhaps with the digit of a switchboard: 0662 / 44 71 20,
    // 0361/658842-0
    Pattern::regex(
        r"0[1-9][0-9]{1,4} ?/ ?[0-9]{2,4}(?:[ -][0-9]{2,4}){1,3}|0[1-9][0-9]{2}/[0-9]{2}\.[0-9]{2}\.[0-9]{2}|0[2-9][0-9]{1,3}/[0-9]{5,7}-[0-9]|0[1-9][0-9]{1,2}-[2-9][0-9]{3} [0-9]{4}",
        0.7,
        0.9,
    ),
    // In Iceland: s. 771 2044
    Pattern::regex(r"(?:s|sími|gsm)\.? [4-8][0-9]{2}[ -][0-9]{4}|[تم] ?[/:] ?0[0-9]{8,11}", 0.7, 0.9),
    // M: 4154821937
    Pattern::regex(r"[MTPCFmtpcf][:.] ?[0-9](?:[ .-]?[0-9]){9,11}", 0.65, 0.85),
    // Short words, which stand beside too many other numbers.
    Pattern::key(keys!["ph", "ph number", "caller id", "callerid"], 0.9),
    Pattern::regex(r"(?i:ph|caller id)(?i: no\.?)?[.:#]{0,2} [0-9]{1,10}(?:[ .-][0-9]{2,9}){0,4}", 0.85, 0.9),
    // In Italy: 333/4588947
    Pattern::behind(follows_word, "[03][0-9]{1,3}/[0-9]{5,7}", 0.1, 0.85),
];

/// Digits of a national number: fewer are extensions and short codes, more are in no numbering plan
/// (ITU-T E.164 leaves 15 with the country code, which has one at least).
const DIGITS: std::ops::RangeInclusive<usize> = 7..=13;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    if matches!(candidate.pattern, NAMED | SHORT_NAMED) {
        return check_named(candidate);
    }
    if candidate.pattern > 3 && candidate.pattern != ITALIAN {
        return check_asked(candidate);
    }
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    let fits = is_number(matched) && !is_attached(text, range);
    let alone = match candidate.pattern {
        RUN => true,
        GROUPED if !has_small_groups(matched) => false,
        _ => !has_neighbouring_group(text, range),
    };
    let place = range.start..extension_end(text, range.end);
    let is_sure = || asks_to_call(text, range.start) || is_of_relative(text, range);
    (fits && alone).then(|| Finding { range: place, sure: is_sure(), validated: None })
}

/// Reports whether a number of nine digits, or of eight in three groups, stands behind a relative, with a name or a preposition
/// between both at most: `bratr Petr 731 440 218`, `suo fratello al 338 4471 205`.
fn is_of_relative(text: &str, range: &Range<usize>) -> bool {
    /// Farthest relative, in bytes, and most words.
    const FAR: usize = 40;
    const WORDS: usize = 3;
    const RELATIVES: &WordList = &WordList::new(
        "mother|father|mum|mom|dad|brother|sister|son|daughter|husband|wife|grandma|grandpa|grandmother|grandfather|aunt|uncle|cousin|nephew|niece|\
         mutter|vater|mama|papa|bruder|schwester|sohn|tochter|mann|frau|oma|opa|tante|onkel|mère|père|frère|soeur|sœur|fils|fille|femme|\
         madre|padre|mamá|papá|hermano|hermana|hijo|hija|esposo|esposa|marido|abuela|abuelo|tía|tío|mamma|papà|fratello|sorella|figlio|figlia|\
         marito|moglie|nonna|nonno|mãe|pai|irmão|irmã|filho|filha|avó|avô|moeder|vader|broer|zus|zoon|dochter|vrouw|partner|\
         matka|matki|mama|mamy|tata|taty|ojciec|ojca|brat|brata|siostra|siostry|syn|syna|córka|córki|mąż|męża|żona|żony|babcia|dziadek|\
         bratr|sestra|dcera|manžel|manželka|otec|máma|táta|babička|děda|dcéra|manželka|anya|apa|testvér|lánya|férje|felesége|\
         bror|syster|søster|dotter|datter|søn|sønn|kone|mand|hustru|äiti|isä|veli|sisko|poika|tytär|vaimo|anne|baba|abla|eşi|\
         oğlu|kızı|kardeşi|mama|tata|fratele|fiul|fiica|soțul|soția|majka|otac|muž|žena|kćerka|kći|neighbour|neighbor|landlord|nachbar|\
         nachbarin|pareja|mujer|novia|novio|compañera|compañero|conjoint|conjointe|copain|copine|freund|freundin|lebensgefährte|lebensgefährtin|kollegin|kollege|\
         amico|amica|amigo|amiga|vriend|vriendin|voisin|voisine|vecino|vecina|vicino|vicina|buurman|buurvrouw|sąsiad|sąsiadka|granddad|stepmother|stepfather",
    );
    const LINKS: &WordList =
        &WordList::new("al|at|on|au|a|no|na|op|pod|til|till|cel|tel|mob|móvil|gsm|handy|nr|no|numer|čísle");
    let matched = &text[range.clone()];
    let digits = matched.bytes().filter(u8::is_ascii_digit).count();
    let groups = matched.split([' ', '.', '-']).count();
    if digits < 8 || digits == 8 && groups < 3 {
        return false;
    }
    let head = line::before(text, range.start, FAR).trim_end_matches([' ', ':']);
    let mut words = head.rsplit(' ').take(WORDS).map(|word| word.trim_matches(['(', ',', ':', '.']));
    words
        .find_map(|word| match () {
            // `SIN` is a number of Canada.
            () if word.contains(char::is_lowercase) && is_listed(word, RELATIVES) => Some(true),
            () if is_listed(word, LINKS) || word.starts_with(char::is_uppercase) => None,
            () => Some(false),
        })
        .unwrap_or(false)
}

/// Reports whether the words before `at` ask to call somebody or give a new number. They are no names of values, unlike
/// [`WORDS`].
fn asks_to_call(text: &str, at: usize) -> bool {
    /// Farthest place of the words, in bytes.
    const FAR: usize = 40;
    const CALLS: &WordList = &WordList::new(
        "ring|ring gjerne|ring på|kontakta|kontakta mig|nå mig|nås|soita|soittakaa|tavoittaa|πάρτε|πάρε|καλέστε|κάλεσε|τηλεφωνήστε|kliči|pokličite|pokliči|dosegljiva|\
         dosegljiv|dosegljivi|zovi|zovite|nazovi|nazovite|nazvati|javi se|javite se|zavolejte|volejte|zavolajte|zavolaj|volajte|volaj|pevná linka|pevná|pevnou linku|hívj|hívjon|\
         hívjál|sunati|sunati-ma|suna|suna-ma|sunați|sună|telefonul|звоните|звони|позвоните|позвони|дзвоніть|дзвони|телефонуйте|зателефонуйте|обадете|обади|jaukite|skambinkite|\
         zvaniet|helistage|bel|bellen|bel me|appelez|appelez-moi|appeler|joignable|joindre|disposición|comunicarse|contactando|contactar|ligue|ligar|ligando|chiamare|chiami|chiamate|\
         chiamami|hubungi|telp|liên hệ|gọi|mera number|mera no|apna number|anrufen|erreichbar|erreichen|ruf|tilefono|tilefwno|pare me|thlefwno|\
         bizum|swish|lydia|twint|vipps|venmo|zelle|gcash|promptpay|duitnow|paynow|paylah|kom|zap|whats|wpp|marcar|επικοινωνήστε|avisar|llamarme|llamarnos|llámanos|llámenos|llámeme|contactarme|contactarnos|localizarme|avísame|avísenme|rappelle-moi|me joindre|\
         me rejoindre|rejoindre au|contacter au|avisé au|avisée au|chiamatemi|contattarmi|rintracciabile|raggiungibile|me ligue|ligue-me|\
         ligar-me|contactar-me|me ligar|bereikbaar|te bereiken|terugbellen|nieuwe nummer|ring til|ring mig|ring meg|træffes på|nås på|\
         når mig|treffes på|nyt nummer|nytt nummer|nowy nr|nowy numer|dzwoń|dzwonić|oddzwonić|zavolat|volat|volat na|nové číslo|hívjanak|új számom|\
         elérhető|sună-mă|sunați-mă|noul număr|arayın|arayabilirsiniz|yeni numaram|llamara|llamarle|llamarla|llámale|llámala|falar|falem|\
         telefonar|chiamarlo|chiamarla|chiamalo|chiamala|zadzwonić|zavolej|hívd|soittaa|appelle-la|appelle-le|l'appeler|avisas|avise|avisen|llamamos|\
         llamaremos|llamas|llame|llamen|llamad|localizarle|contactarle|wasap|guasap|rapeller|rapeler|rappeler|rappelez|richiamiamo|richiamo|richiamare|richiamatemi|\
         ricontattarmi|zadzwońcie|dzwońcie|hívjatok|ligo|ligarem|rufen|melden|zurückrufen|durchklingeln|bellen|terugbel|ringer",
    );
    let is_edge = |c: char| !c.is_alphabetic() && c != '-';
    let mut rest = line::before(text, at, FAR).trim_start_matches(is_edge);
    while !rest.is_empty() {
        let word = rest.find(is_edge).unwrap_or(rest.len());
        let behind = rest[word..].strip_prefix(' ').unwrap_or_default();
        let pair = word + 1 + behind.find(is_edge).unwrap_or(behind.len());
        if is_listed(&rest[..word], CALLS) || rest.get(..pair).is_some_and(|pair| is_listed(pair, CALLS)) {
            return true;
        }
        rest = rest[word..].trim_start_matches(is_edge);
    }
    false
}

/// The number behind words of chats and of signatures: one of a usual form, since other numbers stand there, too.
fn check_asked(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, matched) = (candidate.field.text, candidate.matched());
    let start = candidate.range.start + matched.find(|c: char| c.is_ascii_digit())?;
    let range = start..candidate.range.end;
    let number = text.get(range.clone())?;
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let mut groups = number.split([' ', '.', '-']).map(str::len);
    let is_dated = matches!((groups.next(), groups.next(), groups.next()), (Some(4), Some(2), Some(2)));
    let is_limit = matches!(digits.as_str(), "2147483647" | "2147483648");
    let fits = match candidate.pattern {
        SHORT => has_small_groups(number),
        SLASHED => digits.len() > 8,
        ICELANDIC => true,
        _ => is_usual(&digits) && !is_limit,
    };
    let is_phone = fits && is_number(number) && !is_dated && !is_attached(text, &range);
    is_phone.then(|| candidate.part(range.start..extension_end(text, range.end)))?
}

/// Nouns whose numbers are none of telephones, whatever else a line is about.
const OTHERS: &WordList = &WordList::new(
    "order|orders|invoice|ticket|case|build|version|release|offset|index|line|row|page|seq|id|ref|commit|rev|\
    issue|bug|free|used|size|total|bytes|count|pid|pfn|port|code|error|status|v",
);

/// Reports whether a word of prose stands right before `at`: lists, brackets and assignments are of programs, whatever
/// words are near.
pub(crate) fn follows_word(text: &str, at: usize) -> bool {
    const GAP: usize = 4;
    /// Most dots that lead to a number.
    const LEADER: usize = 40;
    let head = text.as_bytes().get(..at).unwrap_or_default();
    let dots = head.iter().rev().take(LEADER).take_while(|byte| **byte == b'.').count();
    let (head, at) = if dots > 2 { (&head[..at - dots], at - dots) } else { (head, at) };
    let gap = head.iter().rev().take(GAP + 1).take_while(|byte| b" :.#()".contains(byte)).count();
    let before = text.get(..at - gap).map(|before| before.trim_end_matches('：'));
    let Some(word) = before.filter(|word| gap <= GAP && word.ends_with(char::is_alphabetic)) else {
        return false;
    };
    let len = word.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    !is_listed(word.get(word.len() - len..).unwrap_or_default(), OTHERS)
}

/// Reports whether the groups between the first and the last are of two to four digits.
fn has_small_groups(matched: &str) -> bool {
    let mut groups = matched.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).skip(1).peekable();
    std::iter::from_fn(|| groups.next().filter(|_| groups.peek().is_some())).all(|group| (2..=4).contains(&group.len()))
}

/// The number that a value begins with, where nothing but punctuation follows it, or words.
fn check_named(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest digits of a whole number, and longest number, in bytes.
    const WHOLE: usize = 7;
    const LONGEST: usize = 24;
    let (text, mut matched) = (candidate.field.text, candidate.matched());
    // The value of a pair ends at a blank, behind which further groups may stand: `phone=6957 572 290`.
    if candidate.form == Form::Pair && matched.len() < WHOLE && matched.bytes().all(|b| b.is_ascii_digit()) {
        matched = line::behind(text, candidate.range.start, LONGEST);
    }
    let stands = |c: char| c.is_ascii_digit() || c == '+' || is_gap(c);
    let found = matched.get(..matched.find(|c| !stands(c)).unwrap_or(matched.len()))?;
    let found = found.trim_end_matches(|c: char| is_gap(c) && c != ')');
    let range = candidate.range.start..candidate.range.start + found.len();
    let digits = found.strip_prefix('+').unwrap_or(found);
    let begins = digits.starts_with(|c: char| c.is_ascii_digit() || c == '(') && !digits.contains('+');
    // The next cell of a row may be a number, too.
    let is_cell = candidate.form == Form::Field && range == candidate.range;
    let fits = begins
        && is_number(digits)
        && is_value_edge(text, range.end)
        && (is_cell || !is_amount(text, range.end) && !continues(text, &range));
    let end = if fits { extension_end(text, range.end) } else { return None };
    // A quoted value with other words is more than a number.
    let whole = matches!(candidate.form, Form::Field | Form::Member);
    let rest = text.get(end..candidate.range.end).unwrap_or_default();
    (!whole || !rest.contains(char::is_alphanumeric)).then(|| candidate.part(range.start..end))?
}

/// Blanks, dots, dashes, slashes and brackets between the digits of numbers.
fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '.' | '-' | '/' | '(' | ')' | '\u{A0}' | '\u{202F}' | '\u{2000}'..='\u{2015}')
}

/// Reports whether an amount or a fraction goes on at `end`.
fn is_amount(text: &str, end: usize) -> bool {
    let next = byte_at(text, end);
    next == Some(b'%')
        || matches!(next, Some(b',' | b':')) && byte_at(text, end + 1).is_some_and(|b| b.is_ascii_digit())
}

/// Reports whether `matched` has as many digits as national numbers have, and is neither a date, a difference, a
/// fraction, a network address nor one digit over and over.
fn is_number(matched: &str) -> bool {
    let mut digits = matched.bytes().filter(u8::is_ascii_digit);
    let Some(first) = digits.next() else { return false };
    let (count, same) = digits.fold((1, true), |(count, same), digit| (count + 1, same && digit == first));
    if !DIGITS.contains(&count) || same {
        return false;
    }
    let [mut dots, mut others, mut apart] = [0; 3];
    for (at, byte) in matched.bytes().enumerate() {
        dots += usize::from(byte == b'.');
        others += usize::from(byte != b'.' && !byte.is_ascii_digit());
        apart += usize::from(byte == b'-' && matched.as_bytes().get(at + 1) == Some(&b' '));
    }
    // A fraction, a difference, a network address.
    let is_other = others == 0 && dots == 1 || apart > 0 && matched.contains(" - ");
    let is_address = || dots == 3 && matched.parse::<Ipv4Addr>().is_ok();
    !is_other && !is_date_shape(matched) && !is_address()
}
