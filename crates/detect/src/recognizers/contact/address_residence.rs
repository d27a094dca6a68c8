//! Postal addresses behind verbs of living: any name and a number, with the parts that follow: `residing at H.No. 12-3/A,
//! Tarnaka`, `vivo en Insurgentes Sur 1602, Col. Crédito`.

use std::{borrow::Cow, ops::Range};

use super::address::{COUNTED, INFO};
use super::address_uncased::uncased;
use super::address_words::{PARTICLES, PREFIXES, RARE_PREFIXES, UNITS, is_kind};
use super::labelled_addresses::is_machine;
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of an address from the verb, in bytes.
const NEAR: usize = 160;
/// Most words and numbers of an address.
const MOST_TOKENS: usize = 24;

/// Verbs of living, and the other words that say where somebody lives.
pub(super) const VERBS: &WordList = &WordList::new(
    "live|lives|lived|living|reside|resides|resided|residing|resident|domiciled|addr|address|wohne|wohnt|wohnen|wohnhaft|\
     gemeldet|woon|woont|woonachtig|bor|bosatt|asun|habite|habitons|habitant|domicilié|domiciliée|demeurant|vivo|vive|vivimos|viven|\
     habito|habita|domicilio|domiciliado|domiciliada|resido|reside|residente|abito|abita|domiciliato|domiciliata|moro|mora|moramos|\
     mieszkam|mieszka|mieszkamy|zamieszkały|zamieszkała|bydlím|bydlí|bydlíme|bydliště|bytem|bývam|živim|stanuje|stanujem|stanujoč|stanujoča|locuiesc|\
     locuiește|domiciliat|domiciliată|проживаю|проживает|проживают|проживающий|проживающая|проживающего|проживающей|проживає|\
     зарегистрирован|зарегистрирована|живу|живет|живёт|живея|живим|прописан|прописана|мешкаю|мешкає|bý|býr|elan|elab|gyvenu|gyvena|dzīvoju|dzīvo|wonende|empadronado|empadronada|anaishi|tinggal|sống|trú|μένω|κατοικώ|κατοικεί|\
     domiciliados|domiciliadas|residentes|residenti|domicílio|vecino|vecina|zamieszkali|zam.|wohn|woonde|lakik",
);

/// Words for addresses, and for where a thing is, which stand in technical texts, too: behind them an address has several parts.
const NOUNS: &WordList = &WordList::new(
    "dirección|direccion|endereço|endereco|indirizzo|morada|adresse|anschrift|adres|adresa|lakcím|sede|sito|sita|ubicado|ubicada|адрес|\
     διεύθυνση|κάτοικος",
);

/// What an address is for, between its name and itself: `domicilio real`, `dirección de entrega`, `indirizzo di spedizione`.
const PURPOSES: &WordList = &WordList::new(
    "de|del|da|do|di|d'|residencia|residência|residenza|entrega|envío|envio|instalación|correspondencia|real|actual|atual|attuale|fiscal|legal|\
     particular|completa|completo|conocido|conocida|habitual|postal|fornitura|spedizione|consegna|fatturazione|zameldowania|zamieszkania|\
     korespondencyjny|livraison|facturation|domicilio|personnelle|nueva|nuevo|nuova|nuovo|nova|novo|regisztrált|регистрации|проживания|доставки",
);

/// Words between a verb of living and the place.
pub(super) const PREPOSITIONS: &WordList = &WordList::new(
    "at|in|on|is|was|am|im|an|op|aan|te|på|i|osoitteessa|au|à|en|em|na|no|a|przy|w|v|u|pe|în|la|по|адресу|адресе|за|адресою|адрес|на|в|у|á|di|tại|ở|\
     στην|στον|στο|στη|de|es|é|è|est|ist|jest|aan",
);

/// Verbs behind which `in` is followed by any place, of programs, too.
const TECHNICAL: &WordList = &WordList::new("reside|resides|resided|residing|resident");

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(
            "[Ll]iv|[Rr]esid|[Dd]omicil|[Aa]ddr|[Ww]ohn|gemeldet|[Ww]oon|[Ww]onende|[Ee]mpadron|[Bb]or |[Bb]osatt|[Aa]sun |[Hh]abit|[Dd]emeur|[Vv]iv|\
             [Aa]bit|[Mm]or[oa]|[Mm]ieszka|[Zz]amieszka|[Bb]ydl|[Bb]yt|[Ss]tanuj|[Ll]ocui|[Ee]lan |[Ee]lab |[Gg]yven|[Tt]inggal|[Vv]ecin|[Uu]bicad|[Ss]it[oa] |[Ss]ede |[Dd]irecc|\
             [Ee]ndere|[Ii]ndiriz|[Mm]orada|[Aa]dres|[Aa]nschr|[Zz]am\\.|[Ll]ak",
            0.75,
            0.9,
        ),
        Pattern::within(
            "[Žž]iv|[Bb]ýva|[Пп]рожив|[Зз]арегистр|[Жж]ив|[Пп]ропис|[Мм]ешк|[Bb]ýr? |[Dd]zīvo|[Ss]ống|[Tt]rú |[Μμ]έν|[Κκ]ατοικ|[Κκ]άτοικ|[Δδ]ιεύθ|[Аа]дрес|omicílio ",
            0.75,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let start = candidate.range.start;
    let behind = line::behind(candidate.field.text, start, NEAR);
    // The capital of `Domicílio` has no place in the pattern.
    let start = start - usize::from(candidate.pattern == 1 && candidate.field.text[..start].ends_with(['d', 'D']));
    let behind = if start < candidate.range.start { line::behind(candidate.field.text, start, NEAR) } else { behind };
    let place = place(behind)?;
    let is_noun = behind.split(' ').next().is_some_and(|word| is_listed(word, NOUNS));
    let near = behind.get(place..)?;
    let address = address(near)
        .filter(|found| !is_noun || is_of_parts(&near[found.clone()]))
        .or_else(|| uncased(near, article_len(near), is_noun))?;
    candidate.part(start + place + address.start..start + place + address.end)
}

/// Reports whether `found` has parts as addresses have them, and is nothing of a machine: `Rivadavia 5820, piso 7`.
fn is_of_parts(found: &str) -> bool {
    let first = found.split([' ', '.']).next().unwrap_or_default();
    let is_kind = |word: &str| is_kind(word.trim_end_matches('.'));
    let is_street = || is_listed(first, PREFIXES) || is_listed(first, RARE_PREFIXES) || found.split(' ').any(is_kind);
    (found.contains(',') || is_street()) && !is_machine(found)
}

/// The end of the verb of living and its prepositions that `text` begins with.
fn place(text: &str) -> Option<usize> {
    /// Most prepositions: `по адресу`; and most bytes of what an address is for.
    const MOST: usize = 2;
    const PURPOSE: usize = 32;
    let (verb, _) = text.split_once(' ')?;
    let is_noun = is_listed(verb, NOUNS);
    if !is_noun && !is_listed(verb, VERBS) {
        return None;
    }
    let mut end = verb.len() + 1;
    let names = ["domicilio", "domicílio"];
    while let Some((word, _)) = text[end..].split_once(' ').filter(|_| is_noun || is_one_of(verb, &names)) {
        let bare = word.trim_end_matches(':');
        if end > verb.len() + PURPOSE || !is_listed(bare, PURPOSES) {
            break;
        }
        end += word.len() + 1;
        if bare.len() < word.len() {
            return Some(end);
        }
    }
    for _ in 0..MOST {
        let Some((word, _)) = text.get(end..)?.split_once(' ') else { break };
        // With a capital it begins the name of a street: `stanuje Na trati 17`.
        let is_name = PREPOSED.contains(&word);
        if is_name || !is_listed(word.trim_end_matches(':'), PREPOSITIONS) || word == "in" && is_listed(verb, TECHNICAL)
        {
            break;
        }
        end += word.len() + 1;
    }
    let begins = || text[end..].split(' ').next().is_some_and(|word| PREPOSED.contains(&word));
    Some(end).filter(|end| *end > verb.len() + 1 || is_noun || is_one_of(verb, &BARE) || begins())
}

/// Words behind which the place follows at once.
const BARE: [&str; 23] = [
    "domicilio",
    "domicílio",
    "domicilié",
    "domiciliée",
    "wohnhaft",
    "zam.",
    "zamieszkali",
    "lakik",
    "residente",
    "bor",
    "stanuje",
    "bydliště",
    "bytem",
    "demeurant",
    "dzīvoju",
    "elan",
    "elab",
    "gyvenu",
    "habite",
    "stanujoč",
    "stanujoča",
    "zamieszkały",
    "zamieszkała",
];

/// A word or a number of an address.
enum Token {
    /// A word with a capital, or of a script without capitals.
    Name,
    /// A small word within names, or a word for a part of a house.
    Small,
    /// A number of a house, a unit or a postcode, given by its digits.
    Number(usize),
}

/// The address that `text` begins with: names and numbers, at least one of each side by side, up to a word of the sentence.
fn address(text: &str) -> Option<Range<usize>> {
    let mut at = article_len(text);
    let start = at;
    let (mut end, mut houses, mut names, mut is_first) = (at, 0, 0, true);
    for _ in 0..MOST_TOKENS {
        let rest = text.get(at..)?;
        let preposed = || preposed(text.get(start..at)?, rest).map(|len| (len, Token::Small));
        let Some((len, token)) = token(rest).or_else(preposed) else { break };
        let is_closed = match token {
            Token::Name => {
                names += 1;
                end = at + len;
                // The full stop of a sentence, rather than of an abbreviation.
                ends_sentence(rest, len)
            }
            Token::Small => false,
            Token::Number(_) if is_first && counts(text.get(start..at)?) => return None,
            Token::Number(digits) => {
                // A year may be one of a sentence, and five digits are a postcode, which tells much before a town alone.
                let is_year = digits == 4 && ["19", "20"].iter().any(|century| rest.starts_with(century));
                let is_code = || names > 0 && digits == 5 && rest[len..].strip_prefix(' ').is_some_and(is_name);
                houses += usize::from(digits < 5 && !(is_first && is_year) || is_code());
                is_first = false;
                end = at + len;
                ends_sentence(rest, len)
            }
        };
        if is_closed {
            break;
        }
        at += len + gap_len(rest.get(len..)?);
        if at == end && !text.get(at..)?.starts_with('#') {
            break;
        }
    }
    let found = text.get(start..end)?.trim_end_matches(['.', ',', ' ', '-']);
    (names > 0 && houses > 0).then_some(start..start + found.len())
}

/// Prepositions with which streets of Slavic languages begin.
const PREPOSED: [&str; 10] = ["Pod", "Na", "Nad", "Pri", "Za", "Ob", "Do", "Med", "Ke", "Pred"];

/// The length of the word in small letters that `rest` begins with, between a preposition with a capital and a number, as many streets of
/// Slavic languages are called: `Na trati 17`, `Na vrtu 12`.
fn preposed(head: &str, rest: &str) -> Option<usize> {
    let word = head.trim_end_matches(' ').rsplit([' ', ',']).next()?;
    let len = rest.find(|c: char| !c.is_lowercase())?;
    let is_number = rest[len..].strip_prefix(' ').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (len > 1 && is_number && PREPOSED.contains(&word)).then_some(len)
}

/// Reports whether the word that ends `head`, before a number, counts something that is no house.
fn counts(head: &str) -> bool {
    const OTHERS: [&str; 10] = ["zeile", "seite", "region", "zone", "phase", "stage", "slot", "ligne", "línea", "riga"];
    let word = head.trim_end().rsplit(' ').next().unwrap_or_default();
    is_one_of(word, &COUNTED) || is_one_of(word, &OTHERS)
}

/// The length of the article that stands before the name of a street: `in der`, `en la`.
fn article_len(text: &str) -> usize {
    const ARTICLES: [&str; 11] = ["der ", "dem ", "den ", "die ", "the ", "la ", "el ", "de ", "het ", "le ", "l'"];
    ARTICLES.iter().find(|article| text.starts_with(**article)).map_or(0, |article| article.len())
}

/// The length and kind of the word or number that `text` begins with; `None` if an address has none such.
fn token(text: &str) -> Option<(usize, Token)> {
    /// Longest part in brackets, in bytes.
    const LONGEST: usize = 24;
    // The province or the postcode behind a town: `Viareggio (LU)`, `Granville (50400)`.
    if let Some(inner) = text.strip_prefix('(') {
        let len = inner.find(')').filter(|len| (2..=LONGEST).contains(len))?;
        let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '.');
        let is_code = inner[..len].bytes().all(|b| b.is_ascii_digit());
        let is_place = is_name(inner) && inner[..len].chars().all(stands);
        return (is_code || is_place).then_some((len + 2, Token::Name));
    }
    let mark = usize::from(text.starts_with('#'));
    let blank = usize::from(mark > 0 && text[mark..].starts_with(' '));
    let mark = mark + blank;
    let bare = text.get(mark..)?;
    let len = bare
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '/' | 'º' | 'ª' | '°' | '.')))
        .unwrap_or(bare.len());
    let word = bare.get(..len)?;
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let behind = bare.get(len..)?;
        let is_measure = behind.starts_with(['%', ':', '€', '$', '+'])
            || word.matches('.').count() > 1
            || word.contains("°C")
            || word.contains("°F");
        // An age or a measure in a compound: `13-aastane`.
        let is_compound = word
            .get(digits..)
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.chars().take_while(|c| c.is_lowercase()).count() > 2);
        return (digits < 7 && word.len() < 16 && !is_measure && !is_compound)
            .then_some((mark + len, Token::Number(digits)));
    }
    // A letter of a door: `depto "A"`.
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.get(1..)?.starts_with('"').then_some((3, Token::Name)).filter(|_| is_name(quoted));
    }
    let plain = word.trim_end_matches('.');
    if plain.is_empty() || mark > 0 {
        return None;
    }
    if is_listed(plain, OTHER_NAMES) {
        return None;
    }
    let kind = if is_name(plain) {
        Token::Name
    } else if is_small(plain) {
        Token::Small
    } else {
        return None;
    };
    Some((len, kind))
}

/// Names of what else is told of a person behind an address.
const OTHER_NAMES: &WordList = &WordList::new(
    "tel|tél|telf|tlf|tlm|tfno|telefon|teléfono|telefono|téléphone|telefone|móvil|mobil|mobile|cel|celular|cell|handy|natel|gsm|fax|mail|email|e-mail|correo|\
     geb|dni|nif|nie|cif|rut|cuit|cuil|cpf|cnpj|rg|pesel|nip|cnp|iban|bic|vin|svnr|bsn|ahv|avs|c.f|cf|p.iva|oib|jmbg|тел|инн|снилс",
);

/// Reports whether `word` may be one of a name.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase())
}

/// Reports whether `word`, in small letters, stands within addresses.
pub(super) fn is_small(word: &str) -> bool {
    const OTHERS: &WordList = &WordList::new(
        "n|u|por|entre|ul|ulica|ulici|ulicy|os|al|nr|no|depto|dpto|dto|of|oficina|int|blk|tower|kat|daire|bl|sc|et|sk|links|rechts|hinterhaus|tv|th|\
         sal|str|ulice|nám|calle|avenida|av|rua|via|viale|corso|piazza|rue|avenue|boulevard|chemin|impasse|place|près|д|дом|ул|\
         náměstí|námestie|třída|třídě|sídliště|nábřeží|utca|út|tér|körút|iela|gatvė|prospekt|mnt|tänav|località|frazione|r/c|\
         улица|улице|кв|корп|стр|пр|пр-т|просп|пер|бул|г|гр|м|вул|буд|обл|р-н|ет|вх|ап|бл|οδός|όροφος|bis|ter|quater|lieu-dit|hameau|bât|esc|apt|appt|sector|sectorul|g|ielā|cesti|cesta|trg|trgu|poti|phố|đường|phường|quận|\
         ngõ|ngách|hẻm|xã|huyện|tổ|khu|jalan|gang|bajo|bajos|izq|izda|dcha|puerta|barrio|bairro|casa|quadra|conjunto|conj|bloco|galpão|\
         km|s/n|fundos|portal|escalera|esq|planta|piso|núm|num|número|n.º|nº|n°|lugar|sítio|sala|loja|urb|chalet|parcela|manzana|mz|lt|col|przy|sur|norte|\
         dom|mieszkanie|lokal|подъезд|этаж|квартира|og",
    );
    is_listed(word, PARTICLES) || is_listed(word, UNITS) || is_listed(word, OTHERS)
}

/// Reports whether the token of that length which `text` begins with is the last one of a sentence.
fn ends_sentence(text: &str, len: usize) -> bool {
    /// Most letters of an abbreviation.
    const SHORT: usize = 4;
    let Some(word) = text.get(..len).and_then(|word| word.strip_suffix('.')) else { return false };
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    // `2. OG` is a floor.
    let is_floor = || {
        const FLOORS: [&str; 8] = ["og", "eg", "ug", "dg", "stock", "etage", "sal", "stiege"];
        let next = text.get(len..).unwrap_or_default().trim_start_matches(' ');
        let next = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        is_one_of(next, &FLOORS) || next.len() == 1 || next.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_short = word.chars().count() <= SHORT;
    // Capitals shorten the name of a town, and end a sentence as it does.
    let is_town = word.len() == SHORT && word.bytes().all(|b| b.is_ascii_uppercase());
    if is_number { !is_floor() } else { !is_short || is_town }
}

/// The length of the separator that `text` begins with: blanks, and a comma or a dash among them.
fn gap_len(text: &str) -> usize {
    let bare = text.trim_start_matches(' ');
    let bare = bare.strip_prefix([',', '،', '-', '–']).unwrap_or(bare);
    let gap = text.len() - bare.trim_start_matches(' ').len();
    if gap > 4 { 0 } else { gap }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_reach_to_the_last_name_or_number() {
        for (text, expected) in [
            (
                "H.No. 12-3-45/A, Street No. 7, Tarnaka, Secunderabad 500017",
                "H.No. 12-3-45/A, Street No. 7, Tarnaka, Secunderabad 500017",
            ),
            (
                "la Av. Insurgentes Sur 1602, Col. Crédito, 03940 CDMX.",
                "Av. Insurgentes Sur 1602, Col. Crédito, 03940 CDMX",
            ),
            (
                "Corrientes 1234, piso 5 depto \"A\", C1043AAZ CABA",
                "Corrientes 1234, piso 5 depto \"A\", C1043AAZ CABA",
            ),
            ("Unirii 15, ap. 8, and", "Unirii 15, ap. 8"),
            ("Санкт-Петербург, Невский пр-т, 88, кв 12, тел", "Санкт-Петербург, Невский пр-т, 88, кв 12"),
            ("der Lindenbreite 7 mit Anna", "Lindenbreite 7"),
            ("Am Markt 3, 2. OG links, 01067 Dresden. Danke", "Am Markt 3, 2. OG links, 01067 Dresden"),
            ("Oak Ridge 12. We", "Oak Ridge 12"),
        ] {
            assert_eq!(address(text).map(|found| &text[found]), Some(expected), "{text}");
        }
        for text in [
            "Leeds",
            "May 2020",
            "2020 in Leeds",
            "a house with 3 rooms",
            "Rome since 1999",
            "3 cities",
            "10% of",
            "Zeile 42 der",
            "Level 3",
        ] {
            assert_eq!(address(text), None, "{text}");
        }
    }
}
