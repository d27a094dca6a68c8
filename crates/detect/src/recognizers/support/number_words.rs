//! Numbers in words, as people write ages and years: `forty-two`, `zweiundvierzig`, `mil novecientos`.

use crate::recognizers::support::word_list::{WordList, is_listed};

/// Numbers from one to a thousand in Germanic languages.
const GERMANIC: &WordList = &WordList::new(
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|\
     nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|\
     eins|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\
     een|één|twee|drie|vijf|zes|zeven|negen|tien|twaalf|dertien|veertien|zestig|dertig|tachtig|twintig|zeventig|negentig|\
     ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|tjugo|trettio|fyrtio|femtio|sextio|sjuttio|åttio|nittio|to|fire|seks|syv|otte|ni|ti",
);
/// Numbers from one to a thousand in Romance languages.
const ROMANCE: &WordList = &WordList::new(
    "un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|vingts|trente|quarante|\
     cinquante|soixante|septante|huitante|nonante|cent|cents|mil|mille|\
     uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|dieciséis|diecisiete|dieciocho|\
     diecinueve|veinte|veintiuno|veintidós|veintitrés|veinticuatro|veinticinco|veintiséis|veintisiete|veintiocho|\
     veintinueve|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|novecientos|ochocientos|\
     due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|\
     diciotto|diciannove|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|cento|\
     um|uma|dois|duas|três|quatro|sete|oito|dez|doze|treze|catorze|quinze|dezesseis|dezasseis|dezessete|dezassete|dezoito|\
     dezenove|dezanove|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|novecentos|oitocentos",
);
/// Numbers from ten to ninety in Slavic languages and Turkish, but for Turkish "on".
const EASTERN: &WordList = &WordList::new(
    "dziesięć|jedenaście|dwanaście|trzynaście|czternaście|piętnaście|szesnaście|siedemnaście|osiemnaście|dziewiętnaście|dwadzieścia|\
     trzydzieści|czterdzieści|pięćdziesiąt|sześćdziesiąt|siedemdziesiąt|osiemdziesiąt|dziewięćdziesiąt|\
     deset|jedenáct|dvanáct|třináct|čtrnáct|patnáct|šestnáct|sedmnáct|osmnáct|devatenáct|dvacet|třicet|čtyřicet|padesát|šedesát|sedmdesát|\
     osmdesát|devadesát|jedenásť|dvanásť|trinásť|štrnásť|pätnásť|šestnásť|sedemnásť|osemnásť|devätnásť|dvadsať|tridsať|štyridsať|päťdesiat|\
     šesťdesiat|sedemdesiat|osemdesiat|deväťdesiat|\
     десять|одиннадцать|двенадцать|тринадцать|четырнадцать|пятнадцать|шестнадцать|семнадцать|восемнадцать|девятнадцать|двадцать|тридцать|\
     сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто|двадцять|тридцять|п'ятдесят|шістдесят|сімдесят|вісімдесят|дев'яносто|\
     yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan",
);
/// Numbers below ten in Slavic languages and Turkish, which are too short to be told from other words but beside a unit.
const EASTERN_UNITS: &WordList = &WordList::new(
    "jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|jedna|dva|dvě|tři|čtyři|pět|šest|sedm|osm|devět|dve|tri|štyri|päť|šesť|sedem|\
     deväť|jedan|četiri|pet|sedam|osam|devet|один|два|три|четыре|пять|шесть|семь|восемь|девять|чотири|п'ять|шість|сім|вісім|дев'ять|\
     bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz",
);
/// Beginnings of numbers in one word: `trentacinque`, `duemilacinque`, `achtundzwanzig`, `fyrtiosju`.
const STEMS: [&str; 21] = [
    "tjugo",
    "trettio",
    "fyrtio",
    "femtio",
    "sextio",
    "sjuttio",
    "åttio",
    "nittio",
    "nittonhundra",
    "venti",
    "vent",
    "trent",
    "quarant",
    "cinquant",
    "sessant",
    "settant",
    "ottant",
    "novant",
    "mille",
    "duemila",
    "neunzehnhundert",
];
/// Ends of numbers in one word of Germanic languages.
const ENDS: [&str; 10] =
    ["undzwanzig", "ëntwintig", "zig", "ßig", "zehn", "tausend", "entwintig", "tig", "tien", "tio"];
/// Words between the parts of a number.
const LINKS: [&str; 7] = ["and", "und", "et", "y", "e", "en", "och"];

/// Reports whether `word` is a number, or the parts of one with hyphens between.
pub(crate) fn is_number_word(word: &str) -> bool {
    /// Shortest number in one word that is told by its beginning or end.
    const SHORTEST: usize = 7;
    let is_part = |part: &str| {
        let is_compound = || {
            let lower = part.to_lowercase();
            let begins = STEMS.iter().filter_map(|stem| lower.strip_prefix(stem)).any(ends_in_unit);
            begins || ENDS.iter().any(|end| lower.strip_suffix(end).is_some_and(begins_with_unit))
        };
        is_listed(part, GERMANIC)
            || is_listed(part, ROMANCE)
            || is_eastern_tens(part)
            || part.len() >= SHORTEST && is_compound()
    };
    let is_link = |part: &str| LINKS.contains(&part);
    let parts = || word.split('-');
    parts().all(|part| is_part(part) || is_link(part)) && parts().any(|part| !is_link(part))
}

/// Reports whether `word` is a number from ten to ninety in a Slavic language or in Turkish.
pub(crate) fn is_eastern_tens(word: &str) -> bool {
    is_listed(word, EASTERN)
}

/// Reports whether `rest`, the end of an Italian, German or Swedish number, is one of its smaller parts.
fn ends_in_unit(rest: &str) -> bool {
    const UNITS: [&str; 16] = [
        "uno", "due", "tre", "tré", "quattro", "cinque", "sei", "sette", "otto", "nove", "ett", "två", "sex", "sju",
        "åtta", "nio",
    ];
    let rest = rest.strip_prefix(['a', 'i']).unwrap_or(rest);
    UNITS.contains(&rest) || rest.starts_with("novecento") || begins_with_unit(rest)
}

/// Reports whether `head`, the beginning of a German, Dutch or Swedish number, begins with one of its smaller parts.
fn begins_with_unit(head: &str) -> bool {
    const UNITS: [&str; 24] = [
        "ein", "zwei", "zwan", "drei", "vier", "fünf", "sech", "sieb", "acht", "neun", "een", "twee", "twin", "drie",
        "der", "veer", "vijf", "zes", "zeven", "tach", "negen", "tret", "fyr", "fem",
    ];
    UNITS.iter().any(|unit| head.starts_with(unit))
}

/// Reports whether `word` stands between the parts of a number.
pub(crate) fn is_number_link(word: &str) -> bool {
    LINKS.contains(&word)
}

/// The start of the number in words that ends `head`, apart from the text behind it by a blank; `None` if there is none.
pub(crate) fn number_before(head: &str) -> Option<usize> {
    /// Most words of an age.
    const MOST: usize = 4;
    let mut rest = head.strip_suffix(' ')?;
    let mut start = None;
    for _ in 0..MOST {
        let at = rest.rfind(|c: char| !c.is_alphabetic() && c != '-').map_or(0, |at| at + 1);
        let word = rest.get(at..)?;
        if is_number_word(word) || is_listed(word, EASTERN_UNITS) {
            start = Some(at);
        } else if !is_number_link(word) || start.is_none() {
            break;
        }
        let Some(before) = rest.get(..at).and_then(|before| before.strip_suffix(' ')) else { break };
        rest = before;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_other_words() {
        for word in [
            "forty-two",
            "zweiundvierzig",
            "neunzehnhundertvierundachtzig",
            "dreißig",
            "trentacinque",
            "millenovecentoottanta",
            "soixante-dix-sept",
            "vijfendertig",
            "fyrtio",
            "quarenta",
            "Twenty",
            "сорок",
            "dwadzieścia",
            "doksan",
        ] {
            assert!(is_number_word(word), "{word}");
        }
        for word in [
            "",
            "and",
            "ventilator",
            "ventana",
            "fertig",
            "wichtig",
            "einzig",
            "Leipzig",
            "trentino",
            "million",
            "ratio",
        ] {
            assert!(!is_number_word(word), "{word}");
        }
    }

    #[test]
    fn the_number_before_a_unit_is_read_to_its_start() {
        for (head, expected) in [
            ("tengo cuarenta y dos ", Some("cuarenta y dos ")),
            ("she is forty-two ", Some("forty-two ")),
            ("mam trzydzieści pięć ", Some("trzydzieści pięć ")),
            ("a few ", None),
            ("two", None),
        ] {
            assert_eq!(number_before(head).map(|start| &head[start..]), expected, "{head}");
        }
    }
}
