//! Head nouns: words that say what kind of thing a name of several words names.
//!
//! The models confuse types more often than they miss names. The last word of a name, or the first one before `of`, tells
//! the type where they do not: `Maligne Lake` is a place, `Walt Roe Studios` a firm, `University of Rome` an organization.
//! Nouns that name buildings and those who work in them alike, such as `hospital` and `school`, are left out where corpora
//! annotate them in both ways.

use masquerade_ner::{Mention, Type, lexicon::class, titles};

use super::words::Words;
use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, line},
};

/// Last words of the names of organizations.
const ORGANIZATIONS: &WordList = &WordList::new(
    "council|department|ministry|bank|agency|court|organization|organisation|news|press|commission|committee|times|university|\
     association|airlines|airways|congress|senate|group|fund|college|institute|inc|corp|corporation|company|federation|board|\
     foundation|society|party|tribune|herald|gazette|studios|labs|laboratory|laboratories|records|orchestra|authority|\
     parliament|academy|trust|ltd|limited|llc|plc|gmbh|partners|associates|holdings|technologies|solutions|systems|\
     industries|enterprises|motors|pharmaceuticals|bureau|tribunal|union|league|club|team|brigade|battalion|navy|army|police|\
     newspaper|magazine",
);

/// Last words of the names of places.
const PLACES: &WordList = &WordList::new(
    "river|rivers|bay|island|islands|lake|lakes|street|road|avenue|ave|blvd|boulevard|lane|square|park|bridge|mountain|\
     mountains|valley|beach|airport|station|county|province|ocean|sea|strait|gulf|peninsula|plateau|village|gardens|plaza|\
     hills|coast|desert|canal|district|creek|falls|canyon|harbor|harbour|highway|parkway|reef|glacier|straße|strasse|gasse|\
     platz|allee",
);

/// Words before `of` in the names of organizations.
const ORGANIZATIONS_OF: &WordList = &WordList::new(
    "university|department|ministry|bank|institute|federation|council|academy|board|bureau|college|society|church|\
     association|offices|office",
);

/// First words of the names of places, before `of` or not.
const FIRST_OF_PLACES: &WordList = &WordList::new("lake|mount|fort|cape|gulf|isle|strait");

/// First words of the names of offices, courts, banks, schools and hospitals in languages that put the kind first.
const FIRST_OF_ORGANIZATIONS: &WordList = &WordList::new(
    "kahvila|ravintola|apteekki|ferretería|farmacia|panadería|carnicería|librería|papelería|sia|uab|kita|kindergarten|bäckerei|metzgerei|gasthof|\
     gasthaus|gaststätte|trattoria|pizzeria|boulangerie|pharmacie|piekarnia|cukrárna|pekárna|lékárna|étterem|cukrászda|padaria|farmácia|mercearia|\
     finanzamt|amtsgericht|landgericht|oberlandesgericht|arbeitsgericht|sozialgericht|verwaltungsgericht|bürgeramt|standesamt|\
     landratsamt|jugendamt|ordnungsamt|bauamt|einwohnermeldeamt|bundesamt|landesamt|jobcenter|stadtwerke|sparkasse|volksbank|\
     universität|hochschule|fachhochschule|klinikum|krankenhaus|universitätsklinikum|stadtverwaltung|mairie|préfecture|tribunal|\
     banque|université|hôpital|clinique|lycée|ayuntamiento|juzgado|banco|universidad|tribunale|banca|università|ospedale|prefeitura|\
     universidade|belastingdienst|gemeente|rechtbank|universiteit|ziekenhuis|urząd|sąd|szpital|uniwersytet|úřad|soud|nemocnice|\
     univerzita|okresní|krajský|městský|főiskola|egyetem",
);

/// Last words of names that the models take for persons, of bodies, houses, laws and events: those of places and persons are left
/// alone, since corpora annotate some of them in several ways.
const LAST_OF_OTHERS: &WordList = &WordList::new(
    "school|schools|hospital|clinic|hotel|lodge|inn|solicitors|motorsports|insurance|futures|estates|pharmacy|bakery|dental|residency|\
     garage|act|amendment|ecosystem|award|prize|cup|trophy|championship|stadium|arena|festival|center|centre|theatre|theater|museum|cathedral|\
     gazetesi|dergisi|kilisesi|camii|üniversitesi|hastanesi|lisesi|okulu|bankası|partisi|müdürlüğü|başkanlığı|bakanlığı|belediyesi|\
     enstitüsü|derneği|vakfı|kulübü|savaşı|harekatı|ödülü|müzesi|oteli|stadyumu|tiyatrosu|schule|gymnasium|verein|kirche|klinik|\
     apotheke|verlag|milch|brauerei|gårdarna|skola|skolan|kyrka|skole|kirke|koulu|kirkko|kool|kirik|skola|baznīca|mokykla|bažnyčia|\
     iskola|templom|kórház|egyesület|kft|škola|kostel|kostol|crkva|cerkev|šola",
);

/// Last words of names of places in Turkish, which the models take for persons.
const TURKISH_PLACES: &WordList = &WordList::new(
    "nehri|çayı|gölü|dağı|dağları|adası|adaları|kalesi|sarayı|caddesi|sokağı|mahallesi|köyü|meydanı|havalimanı|istasyonu|parkı|köprüsü|\
     vadisi|yarımadası|denizi|bölgesi|ili|ilçesi|beldesi|boğazı|ovası",
);

/// First words of names of schools, houses, clubs, prizes and papers, in languages that put the kind first. Nobody bears them.
const FIRST_OF_OTHERS: &WordList = &WordList::new(
    "collège|école|escuela|colegio|instituto|scuola|liceo|istituto|szkoła|szkole|szkoły|liceum|gimnazjum|hotel|restaurant|restaurante|\
     ristorante|palazzo|residencia|fundación|fundação|fondation|fondazione|fundacja|association|asociación|associação|associazione|\
     stowarzyszenie|puchar|pucharu|pucharze|nagroda|nagrody|nagrodę|huis|kasteel|verlag|verein|merkblatt|formular|gaststätte|brauerei|\
     fc|sv|tsv|tsg|vfb|vfl|sc|ac|ud|fk|hk|nk|kk|ks|lks|hc|bk|ifk|c.s.m.|c.s.u.|h.c.|f.c.|s.c.|a.s.|a.c.|t.s.v.|puskesmas|layanan|kedai|\
     toko|rumah|teatr|kino|muzeum|kościół|parafia|základná|základní|gymnázium|kostel|kostol",
);

/// `mention` with the type that its head noun tells. A surname behind a first name or an initial is no head noun: `Jane Lake`.
pub fn typed(words: &Words<'_>, text: &str, mention: Mention) -> Mention {
    let found = mention.span.slice(text);
    let is_person = mention.kind == Type::Person;
    if let Some(kind) = other_kind(words, found).filter(|_| is_person) {
        return Mention { kind, alternative: None, ..mention };
    }
    let is_club = || is_person && is_club(words, text, mention.span);
    let kind = kind(found).or_else(|| is_club().then_some(Type::Organization));
    let Some(kind) = kind.filter(|kind| *kind != mention.kind && mention.kind != Type::Nrp) else {
        return mention;
    };
    let is_initial = |word: &str| word.ends_with('.');
    let is_name = |word: &str| words.classes(word) & class::FIRST != 0 || is_initial(word);
    let is_surname = |word: &str| words.classes(word) & (class::LAST | class::COMMON_LAST) != 0;
    let (first, last) = (found.split(' ').next().unwrap_or_default(), found.rsplit(' ').next().unwrap_or_default());
    if is_person && is_name(first) && is_surname(last) {
        return mention;
    }
    Mention { kind, alternative: None, ..mention }
}

/// The type of a name of several words that the models take for a person's, by a head noun that no person's name has, or by the town
/// of a club: `Arminia Bielefeld`.
fn other_kind(words: &Words<'_>, found: &str) -> Option<Type> {
    /// Ranks of the nobility before the place that somebody has the name of.
    const RANKS: &WordList = &WordList::new(
        "lord|lady|earl|duke|duchess|prince|princess|king|queen|emperor|graf|gräfin|prinz|prinzessin|herzog|könig|kaiser|comte|duc|roi|\
         reine|conde|duque|rey|reina|conte|duca|re|kung|kong|książę|król",
    );
    let (first, rest) = found.split_once(' ')?;
    let last = rest.rsplit(' ').next().unwrap_or_default();
    let last = last.split(['\'', '’']).next().unwrap_or_default();
    let is_town = || {
        !rest.contains(' ')
            && words.classes(last) & (class::CITY | class::FIRST | class::LAST) == class::CITY
            && words.classes(first) & class::FIRST == 0
            && !titles::is_title(first)
            && !is_listed(first, RANKS)
            && first.chars().nth(1).is_some_and(char::is_lowercase)
    };
    if ![first, last].iter().all(|word| word.starts_with(char::is_uppercase)) {
        return None;
    }
    if is_listed(last, TURKISH_PLACES) {
        return Some(Type::Location);
    }
    // `Jane Lodge`
    let is_surname = || {
        !rest.contains(' ')
            && words.classes(first) & class::FIRST != 0
            && words.classes(last) & (class::LAST | class::COMMON_LAST) != 0
    };
    let is_other = is_listed(last, LAST_OF_OTHERS) && !is_surname()
        || is_listed(first, FIRST_OF_OTHERS) && words.classes(first) & class::COMMON_FIRST == 0
        || is_town();
    is_other.then_some(Type::Organization)
}

/// Reports whether a name of several words ends in a town and stands in a line with the result of a match, or in a row of a table of
/// clubs: `Lech Poznań – Legia Warszawa 2:1`, `8. Arminia Bielefeld  23  4  6  13`.
fn is_club(words: &Words<'_>, text: &str, span: Span) -> bool {
    /// Reach of the look at the line, in bytes.
    const NEAR: usize = 128;
    /// Fewest numbers behind a club.
    const NUMBERS: usize = 4;
    let Some((_, last)) = span.slice(text).rsplit_once(' ') else { return false };
    if words.classes(last) & class::CITY == 0 {
        return false;
    }
    let (before, behind) = (line::before(text, span.start(), NEAR), line::behind(text, span.end(), NEAR));
    let has_partner = [" – ", " - ", " — "].iter().any(|dash| behind.starts_with(dash) || before.ends_with(dash));
    let is_score = |word: &str| {
        let sides = word.split_once([':', '-', '–']);
        sides.is_some_and(|(home, away)| {
            [home, away].iter().all(|goals| (1..=3).contains(&goals.len()) && goals.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    let is_number =
        |word: &str| is_score(word) || word.trim_start_matches(['+', '-', '−']).bytes().all(|b| b.is_ascii_digit());
    let words = || behind.split_whitespace();
    has_partner && words().any(is_score) || words().all(is_number) && words().count() >= NUMBERS
}

/// The type of a name of several words, by its head noun.
fn kind(found: &str) -> Option<Type> {
    let (first, rest) = found.split_once(' ')?;
    let last = rest.rsplit(' ').next().unwrap_or_default().trim_end_matches(['.', ',']);
    if ![first, last].iter().all(|word| word.starts_with(char::is_uppercase)) {
        return None;
    }
    if rest.starts_with("of ") && is_listed(first, ORGANIZATIONS_OF)
        || is_listed(last, ORGANIZATIONS)
        || is_listed(first, FIRST_OF_ORGANIZATIONS)
    {
        Some(Type::Organization)
    } else if is_listed(last, PLACES) || is_listed(first, FIRST_OF_PLACES) {
        Some(Type::Location)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn head_nouns_tell_types() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let of = |text: &str, kind: Type| {
            let span = Span::new(text, 0..text.len()).unwrap();
            typed(&words, text, Mention { span, kind, presence: 0.8, confidence: 0.6, alternative: None }).kind
        };
        for text in ["Maligne Lake", "Roeville Gardens", "Lake Roe", "Gulf of Roe", "Roe Straße"] {
            assert_eq!([of(text, Type::Person), of(text, Type::Organization)], [Type::Location; 2], "{text}");
        }
        for text in ["University of Rome", "Rome Tribune", "Finanzamt München", "Jane Roe Studios", "Roe Technologies"]
        {
            assert_eq!([of(text, Type::Person), of(text, Type::Location)], [Type::Organization; 2], "{text}");
        }
        for (text, kind) in [
            ("Pogoń Szczecin", Type::Organization),
            ("Matthew Humberstone School", Type::Organization),
            ("Collège Jean-Moulin", Type::Organization),
            ("Hanak Çayı", Type::Location),
            ("Ren Nehri'ni", Type::Location),
            ("Lord Palmerston", Type::Person),
            ("Jane Bielefeld", Type::Person),
            ("Jane Lodge", Type::Person),
        ] {
            assert_eq!(of(text, Type::Person), kind, "{text}");
        }
        for text in ["Jane Lake", "J. Lane", "Jane Park", "Jane Roe", "Roe", "Lake", "roe lake"] {
            assert_eq!(of(text, Type::Person), Type::Person, "{text}");
        }
        assert_eq!(of("Roe Times", Type::Nrp), Type::Nrp);
    }

    #[test]
    fn clubs_are_told_by_results_and_tables() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, found, expected) in [
            ("Lech Poznań – Legia Warszawa 2:1", "Lech Poznań", true),
            ("Legia Warszawa - Lech Poznań 2-1 (1-0)", "Lech Poznań", true),
            (" 8.  Arminia Bielefeld   23  4  6  13  21:44  -23", "Arminia Bielefeld", true),
            ("Lech Poznań – Legia Warszawa", "Lech Poznań", false),
            ("Lech Poznań 2024", "Lech Poznań", false),
            ("Lech Roe – Jan Doe 2:1", "Lech Roe", false),
        ] {
            let start = text.find(found).unwrap();
            let span = Span::new(text, start..start + found.len()).unwrap();
            assert_eq!(is_club(&words, text, span), expected, "{text}");
        }
    }
}
