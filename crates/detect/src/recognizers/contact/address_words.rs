//! Words of postal addresses: kinds of streets, units, boxes, countries. All in lower case.

use std::borrow::Cow;

use crate::recognizers::support::word_list::{WordList, is_listed};

/// Words behind the name of a street: `12 Main Street`.
pub(crate) const SUFFIXES: &WordList = &WordList::new(
    "street|st|avenue|ave|av|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place|pl|square|sq|terrace|ter|\
    parkway|pkwy|highway|hwy|circle|cir|close|crescent|cres|gardens|gdns|grove|mews|row|trail|trl|alley|plaza|\
    loop|pike|turnpike|expressway|freeway|broadway|esplanade|parade|pde|quay|wharf|rise|hill|green|view|walk|ridge|viaduct|brae|wynd|causeway|embankment|villas|\
    crossing|landing|point|run|path|pass|bend|cove|creek|hollow|heights|park|gate|end|yard",
);

/// Words of [`SUFFIXES`] that hardly end anything else, so that the name before may be in lower case.
pub(crate) const PLAIN_SUFFIXES: &WordList = &WordList::new(
    "\
        street|avenue|road|lane|boulevard|drive|ave|blvd|rd",
);

/// Points of the compass behind a suffix: `5th Avenue NW`.
pub(crate) const DIRECTIONS: &WordList =
    &WordList::new("n|s|e|w|ne|nw|se|sw|north|south|east|west|northeast|northwest|southeast|southwest");

/// Words between a house number and the name of its street: `12 rue de la Paix`.
pub(crate) const FRENCH: &WordList = &WordList::new(
    "rue|avenue|av|boulevard|bd|blvd|place|chemin|allée|allee|impasse|quai|cours|route|passage|ruelle|sentier|\
    faubourg|esplanade|promenade|square|villa|cité|rond-point|résidence|venelle|sente|hameau|montée|lotissement|\
    lieu-dit|parvis|drève|chaussée|voie|jalan|jln|lorong|persiaran|lebuh",
);

/// Words before the name of a street whose number follows, as text.
macro_rules! prefixes {
    () => {
        "calle|c/|gg|ulici|ulicu|avenida|avda|av|paseo|plaza|carrer|camino|ronda|travesía|glorieta|carretera|cra|carrera|via|viale|\
         piazza|piazzale|corso|largo|vicolo|strada|contrada|rua|travessa|praça|alameda|estrada|rodovia|ul|ulica|al|\
         aleja|aleje|os|osiedle|pl|plac|carril|callejón|rambla|privada|priv|cerrada|andador|pje|psje|urb|urbanización|rue|avenue|boulevard|chaussée|place|jalan|jl|str|bd|calea|улица|ул|проспект|пр"
    };
}

/// Last words before the number of a box at a post office, as text.
macro_rules! boxes {
    () => {
        "box|postfach|postbus|apartado|apdo|correos|pob|postale|postal|postboks|bp|cp"
    };
}

/// Words before the name of a street whose number follows: `Calle Mayor 12`.
pub(crate) const PREFIXES: &WordList = &WordList::new(prefixes!());

/// The beginning of a street whose number follows, or the words before a box, as a regular expression.
pub(crate) const BEGINNING: &str = concat!("(?i:", prefixes!(), "|", boxes!(), ")[.,]? ");

/// Signs and abbreviations for "number" between a street and its number, before the blank.
const MARKS: [&str; 9] = [",", "nº", "n°", "n.º", "n.", "no.", "Nr.", "nr.", "No:"];

/// The text before the mark that ends `head`, if one does.
pub(crate) fn before_mark(head: &str) -> Option<&str> {
    // `calle Mayor número 12`
    if head.ends_with("mero") {
        return [" número", " numero"].iter().find_map(|mark| head.strip_suffix(mark));
    }
    let is_marked = !head.ends_with(|c: char| c.is_ascii_alphanumeric());
    MARKS.iter().filter(|_| is_marked).find_map(|mark| head.strip_suffix(mark))
}

/// Reports whether `head`, which a blank and a number follow, ends like one of [`ENDINGS`], as far as two signs tell:
/// nearly all numbers of a text are answered so.
pub(crate) fn may_end_street(head: &str) -> bool {
    // Of the marks only a comma follows a word without a blank.
    let is_comma = head.ends_with(',');
    let street = before_mark(head).and_then(|street| street.strip_suffix(' ').or(is_comma.then_some(street)));
    let street = street.unwrap_or(head);
    let Some(&[last_but_one, last]) = street.as_bytes().last_chunk() else { return false };
    match [last_but_one.to_ascii_lowercase(), last.to_ascii_lowercase()] {
        [b'a', b'd' | b'k' | b'n' | b't'] | [b'c' | b'j' | b't', b'a'] | [b'd' | b'e' | b's', b'e'] => true,
        [b'e', b'g' | b'j' | b'l' | b'n' | b'r'] | [b'h', b't'] | [b'i', b'g' | b'n'] | [b'j', b'k'] => true,
        [b'm', b'm'] | [b's', b'i'] | [b't', b'u' | b'z'] | [b'r', b'.'] => true,
        // The dotless letter of Turkish has this capital.
        [b'r', b'i'] => last == b'I',
        ends if ends.is_ascii() => false,
        _ => ["ße", "ẞe", "ẞE", "lé", "LÉ", "lÉ", "Lé", "ğı", "ĞI", "ğI", "rı"].iter().any(|end| street.ends_with(end)),
    }
}

/// Words of [`PREFIXES`] that also have other meanings, and count with a capital only.
pub(crate) const COMMON: &WordList = &WordList::new(
    "carril|callejón|rambla|privada|priv|cerrada|andador|pje|psje|urb|via|place|avenue|plaza|strada|boulevard|largo|corso|rue|camino|ronda|str|bd|calea",
);

/// Small words within the name of a street.
pub(crate) const PARTICLES: &WordList = &WordList::new(
    "de|del|della|delle|dei|degli|di|da|do|dos|das|ao|aos|du|des|la|le|les|l|d|las|los|el|et|e|y|à|à|am|an|auf|der|den|\
    dem|zum|zur|im|in|bei|unter|vor|van|von|ten|ter|het|of|the|upon|on|sur|sous|en|san|santa|saint|sainte|und|краља|кнеза|цара|војводе|генерала|светог|хероја|kralja|kneza|cara|vojvode|svetog|króla|księcia|świętego",
);

/// Endings of words for streets whose number follows: `Hauptstraße 12`, `Keizersgracht 12`, `Drottninggatan 12`.
pub(crate) const ENDINGS: [&str; 35] = [
    "straße", "strasse", "str.", "gasse", "weg", "allee", "platz", "damm", "ufer", "chaussee", "steig", "pfad",
    "gracht", "straat", "laan", "plein", "kade", "singel", "dijk", "steeg", "gatan", "vägen", "gade", "vej", "allé",
    "gata", "veien", "vegen", "katu", "utca", "utcája", "caddesi", "sokak", "sokağı", "bulvarı",
];

/// Kinds of streets as words of their own, which mean other things without a postcode and a city beside them: `Karl Johans gate
/// 22, 0026 Oslo`, `4026 Debrecen, Péterfia u. 12`.
const DOUBTFUL_KINDS: &WordList = &WordList::new(
    "terrasse|tun|torg|brygge|sti|stien|bakke|bakken|svingen|kroken|naselje|naselju|drevored|steza|odvojak|prilaz|šetalište|dűlő|lejtő|lépcső|liget|tere|útja|gate|gata|vei|veg|plass|plads|stræde|gård|tér|út|u|krt|körút|köz|sor|ulice|utca|pr|prospekts|tee|pst",
);

/// Kinds of streets as words of their own that mean nothing else: `Brīvības iela 55`.
pub(crate) const SURE_KINDS: &WordList = &WordList::new(
    "cesta|ulica|trg|náměstí|námestie|nábrežie|třída|trieda|nabrežje|nabrežju|iela|gatve|laukums|šoseja|bulvāris|gatvė|prospektas|alėja|aikštė|mnt|puiestee|tänav|sétány|rakpart|fasor|sugárút|sgt|nábřeží",
);

/// Reports whether `word` is the kind of a street.
pub(crate) fn is_kind(word: &str) -> bool {
    is_listed(word, DOUBTFUL_KINDS) || is_listed(word, SURE_KINDS)
}

/// Kinds of streets before their names that hardly any address has, and so are looked for at numbers alone: `Rruga e Durrësit 12`.
pub(crate) const RARE_PREFIXES: &WordList = &WordList::new(
    "rruga|bulevar|bulevardi|jr|jirón|jiron|pasaje|psje|calzada|callejón|prolongación|leoforos|odos|b-dul|bdul|bulevardul|șos|șoseaua|aleea|splaiul|intrarea|fundătura",
);

/// Bytes of the shortest of them.
pub(crate) const SHORTEST_ENDING: usize = {
    let (mut shortest, mut at) = (usize::MAX, 0);
    while at < ENDINGS.len() {
        if ENDINGS[at].len() < shortest {
            shortest = ENDINGS[at].len();
        }
        at += 1;
    }
    shortest
};

/// Words with one of the [`ENDINGS`] that mean no street.
pub(crate) const NO_STREETS: &WordList = &WordList::new(
    "\
        brigade|norweg|ersatz|sokak|platz|weg|pfad|steig|damm|ufer",
);

/// Words before the kind of a street that make it a place or a way of any kind: `freier Platz 3`.
pub(crate) const NO_STREET_NAMES: &WordList = &WordList::new(
    "siehe|vgl|bitte|nur|noch|auf|zu|mit|ohne|ab|bis|seit|frei|freier|freien|letzter|letzten|erster|ersten|zweiter|zweiten|dritter|\
     dritten|nächster|nächsten|kein|keinen|jeder|jeden|dein|deinen|mein|meinen|ihr|ihren|unser|unseren|dieser|diesen|welcher|welchen|\
     belegt|belegter|reservierter|reserviert|fester|festen|laufwerk|reihe|tisch|halle|gleis|wagen|parkplatz|stellplatz|tabellenplatz",
);

/// Words before the number of a part of a house.
pub(crate) const UNITS: &WordList = &WordList::new(
    "apt|apartment|suite|ste|unit|floor|fl|flat|room|rm|building|bldg|wohnung|whg|appartement|appt|app|bâtiment|bât|\
    étage|piso|planta|puerta|scara|apartamentul|apartament|etaj|etajul|sect|mieszkanie|poschodie|vchod|byt|escalera|interno|int|scala|etage|og|lot|level|no|nr|ap|apto|bloco|casa|m|lok|lgh|th|\
     depto|dpto|dto|oficina|torre|bloque|of|blk|kat|daire|et|sc|bl|sector|sectorul|esc|stg|stiege|top|tür|bte|fsz|fszt|félemelet|àtic|ático|entl|boîte|bus|pta|hab|planta|porta|emelet|ajtó|rt|rw|em|lt|conj|lote|chalet|galpão|qd|quadra|подъезд|кв|корп|домофон|#",
);

/// Words for doors and sides of a floor: `2º dcha`, `1. tv`.
pub(crate) const DOORS: &WordList = &WordList::new(
    "izquierda|derecha|izquierdo|derecho|centro|esquerdo|direito|izqda|drch|izq|izda|dcha|dta|ctro|tv|th|mf|og|eg|dg|ug|ul|ll|links|rechts|stock|etage|étage|piso|sal|floor|dto|fte|fr|left|right|rear|wing|cto|pta|dr|hz|po|esq",
);

/// Further words of the second line of an address, for flats, stairs, houses and blocks in more languages.
pub(crate) const SECOND_UNITS: &WordList = &WordList::new(
    "krt|korter|leil|leilighet|bolig|huone|huoneisto|as|asunto|rappu|íbúð|ibúð|bst|dz|dzīv|dzīvoklis|but|butas|byt|stan|stanu|lakás|ház|\
    кв|квартира|оф|офис|под|подъезд|корп|эт|этаж|вх|ап|буд|διαμ|διαμέρισμα|όροφος|דירה|קומה|כניסה|شقة|الدور|طابق|واحد|پلاک|daire|kat|blok|\
    po|pmb|penthouse|ph|studio|basement|cottage|tower|block|door|shop|office|bay|gate|stair|staircase|entrance|hinterhaus|vorderhaus|\
    seitenflügel|aufgang|eingang|hof|haus|dachgeschoss|zimmer|cage|bureau|porte|entrée|hall|residence|résidence|rés|lote|qd|quadra|torre|\
    bloque|portal|nivel|edif|edificio|edifício|local|mz|manzana|mza|conj|sala|andar|fração|int|pal|palazzina|piano|verdieping|kamer|\
    klatka|lok|lokal|nám|ph|号|室|楼|棟|호|동|층",
);

/// Last words before the number of a box at a post office.
pub(crate) const BOXES: &WordList = &WordList::new(boxes!());

/// Countries as addresses end in them.
pub(crate) const COUNTRIES: &str = "usa|u.s.a.|united states|united states of america|uk|united kingdom|england|scotland|wales|ireland|\
    northern ireland|canada|australia|new zealand|germany|deutschland|france|spain|españa|italy|italia|\
    netherlands|the netherlands|nederland|belgium|belgique|belgië|switzerland|schweiz|suisse|austria|österreich|\
    portugal|poland|polska|sweden|sverige|norway|norge|denmark|danmark|finland|india|brazil|brasil|mexico|\
    méxico|argentina|chile|singapore|south africa";

/// Names of postcodes. Codes of some countries have labels of their own, which go before.
pub(crate) const POSTCODES: &[Cow<'static, str>] = keys![
    "pstcd",
    "kode pos",
    "yuubin",
    "yuubin bangou",
    "yubin bango",
    "postal zone",
    "postcode",
    "postcode en huisnummer",
    "zip",
    "zip code",
    "zipcode",
    "post code",
    "postal code",
    "postleitzahl",
    "plz",
    "pstlz",
    "code postal",
    "cp",
    "código postal",
    "codigo postal",
    "codice postale",
    "c.a.p",
    "cep",
    "kod pocztowy",
    "psč",
    "psc",
    "poštovní směrovací číslo",
    "irányítószám",
    "irsz",
    "postkod",
    "pstl",
    "postal",
    "post cd",
    "postal cd",
    "zip postal",
    "cod poștal",
    "cod postal",
    "poštanski broj",
    "poštna številka",
    "postnummer",
    "postnr",
    "postinumero",
    "póstnúmer",
    "posta kodu",
    "почтовый индекс",
    "поштовий індекс",
    "пощенски код",
    "ταχυδρομικός κώδικας",
    "ταχ. κώδικας",
    "מיקוד",
    "الرمز البريدي",
    "पिन कोड",
    "รหัสไปรษณีย์",
    "邮编",
    "邮政编码",
    "郵遞區號",
    "郵便番号",
    "우편번호",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letter_case::is_same;

    #[test]
    fn every_ending_leads_to_its_number() {
        for kind in ENDINGS {
            // Capitals of some languages differ from those of others.
            for word in [kind.to_owned(), kind.to_uppercase()].iter().filter(|word| is_same(word, kind)) {
                for between in ["", ",", " ,", " nº", " Nr.", " no."] {
                    assert!(may_end_street(&format!("{word}{between}")), "{word}{between}");
                }
            }
        }
    }
}
