//! Registration plates of any country behind a word for a vehicle or its plate in sentences of many languages, with a few words between
//! both: `Kontrollschild ZH 448 917`, `машина көлігі 448 BKA 02`, `架車係VB 4418`, `gari yake ni KDG 448T`.
//!
//! The shapes are those of plates, which other things have, too; so the word must stand before them in the same clause.

use std::borrow::Cow;

use crate::recognizers::identity::plate::INFO;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, is_word, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] =
    &[Rule { info: INFO, patterns: Cow::Borrowed(&[Pattern::within(HEADS, 0.8, 0.85)]), context: words![], check }];

/// Words for vehicles and plates in small letters, without the endings that follow them.
static NAMES: PhraseList = PhraseList::new(
    "kontrollschild|autonummer|nummernschild|rek.nro|rek. nro|rek.nr|rekkari|rekisteri|placas|placa|chapa|patente|dominio|troca|camioneta|furgo|moto|carro|tg.|targa|autovettur|\
     tablic|tablice|značka|auto|punto|golf|passat|corsa|škod|skoda|fiat|opel|parkoval|parkuj|parkir|parkowa|zaparkow|kørt galt|kørt i|bilen|bil|plaka|araba|araç|motor|motosiklet|\
     nopol|no. kend|no kend|kend.|kenderaan|kereta|plat|tricycle|traysikel|jeep|sasakyan|gari|pikipiki|bodaboda|mota|motar|babur|lamba|mashina|avtomobil|nomeri|raqami|biển số|biển|xe máy|\
     šifr vozil|vozil|voiture|véhicule|kia|mașin|masin|automobil|mašin|auto nr|sõidab|autoga|auto|\
     таблиц|табл|машин|автомоб|авто|шкод|тойот|лексус|жигул|лада|кола|колата|көлік|көлігі|унаа|мотоцикл|а/м|а/маш|т/с|тз|номер авто|гос|\
     αμάξι|αυτοκίν|αμάξ|amaksi|μηχαν|μοτο|πινακ|մեքենա|ավտոմեքենա|մեքենայ|მანქანა|ავტომობილ|ავტო|ታርጋ|መኪና|የመኪና|\
     車牌|车牌|車號|车号|車係|架車|部車|車子|车子|機車|汽車|车辆|車輛|차량|차번호|번호판|자동차|รถ|ทะเบียน|סוהרכב|הרכב|רכב|המכונית|לוחית|سيارة|السيارة|عربية|العربية|لوحة|اللوحة|مركبة|پلاک|خودرو|موتور|گاڑی|गाड़ी|বাইক|গাড়ি|வண்டி|",
);
const HEADS: &str = "(?i-u:kontr|auton|numme|rek\\.n|rek\\. |rekka|rekis|placa|chapa|paten|domin|troca|camio|furgo|moto|carro|tg\\. |targa|autov|tabli|punto|golf|passa|corsa|skoda|fiat |\
    opel|parko|parku|parki|parkow|zapar|bilen|bil |plaka|araba|nopol|no\\. k|no ke|kend\\.|kende|keret|plat |tricy|trays|sasak|gari |pikip|bodab|mota|babur|lamba|mashi|avtom|nomer|raqam|\
    vozil|voitu|masin|auto|amaks)|(?i:znač|škod|kørt|araç|biển|mașin|mašin|sõida|véhic|табл|маши|авто|шкод|тойо|лексу|жигу|лада|кола|көлі|унаа|мото|а/м|т/с|αμάξ|αυτοκ|πινακ|μηχα)|\
    մեքեն|ավտո|მანქ|ავტო|ታርጋ|መኪና|車[牌號係子輛]|车[牌号子辆]|架車|部車|機車|汽車|차량|차번|번호판|자동차|רכב|מכוני|לוחית|سيار|عربي|لوحة|مركب|پلاک|خودرو|موتور|گاڑی|गाड़|গাড়ি|வண்டி";

/// Shapes of plates: `A` for a letter, `9` for a digit.
const SHAPES: &WordList = &WordList::new(
    "aa 999 999|aa 999999|aa 99 999|aa 999 99|a 99 999|aaa 999a|aaa 99a|aaa 9999a|aaa 9a99|aaa 99999|aa 99999|aa 9999a|aa 999aa|aa 99aaa|999 aaa|999aaa|aa-9999|aa-999|aa 9999|aa 999|\
     aa 9999-aa|aa 999-aa|aa-9999-aa|aa-999-aa|aa-999aa|aa 999aa|9aa 9a99|9aa 9999|9a9 9999|aaa-9999|aaa-999|aaa 9999|aaa 999|aaa9999|9999 aaa|9999-aaa|99 aaa 999|99 aaa 99|99 aa 999|99 aa 9999|99 a 9999|\
     99 a 99999|aa 99-9aa|aa aa-999|aa 99-aa9|aa 999 aa|aa999aa|aa9999aa|aa 9999 aa|a999aa 999|a999aa 99|a999aa999|a999aa99|a 999 aa 999|a 999 aa 99|999 aaa 99|999aaa99|99 a 999 aa|99a999aa|\
     99 aa 999|aa-999-aa|aaa 999a|aaa-999 aa|aaa 999 aa|aaa999aa|aa 9-a99999|9-a99999|aa-99-999|aaa-99-99|aaa-999-a|aa-9999-a|aaa9a99|aaa9999|a999aaa|aa 999 aa|aa999aa|99-a9 999.99|99-a9 9999|99-a9 99999|\
     99a 999.99|99a-999.99|99-a999.99|aa 99 aaa 9999|a 99999|aa 99999|9 99999|a aaa 999|aa9aaa|999-aa-99|99-aa-999|999 aa 99|99 aa 99 aa|aa 99 aaaa",
);

/// Shapes that models of cars have, too, so that only a word for a plate or for parking introduces them: `Mazda MX 300`.
const MODELS: &WordList = &WordList::new(
    "aa 999|aa-999|aa 9999|aa-9999|aaa 999|aaa-999|aaa 9999|aaa-9999|aaa9999|a 99999|aa 99999|9 99999|aaa 99999",
);

/// Beginnings of such words.
const PLATES: &str = "kontr|auton|numme|rek|placa|chapa|domin|tg|targa|nopol|no|kend|plat|lamba|nomer|raqam|biển|tabli|znač|parko|parku|parki|zapar|tricy|kørt|\
    табл|номер|ታርጋ|車|车|架車|部車|לוחית|لوحة|اللوحة|پلاک|πινακ|번호판|차번호|차량|sõid";

/// Shapes of digits alone, of Israel, Kuwait and motorcycles in Iran, which only words of their scripts introduce.
const DIGITS: &WordList = &WordList::new("99-999-99|999-99-999|999-99999|99/99999|9/99999|99-9999|99 a 999 99");

/// Words between the word and the plate, besides those in small letters.
const CLOSED: [char; 9] = ['.', ';', '!', '?', '。', '！', '？', '،', '።'];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest plate, in bytes, and most words between.
    const FAR: usize = 56;
    const WORDS: usize = 4;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let near = line::behind(text, start, 2 * FAR);
    let len = NAMES.len_at(near)?;
    let is_joined = text[..start].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    (!is_joined).then_some(())?;
    let own = &near[..len];
    let is_ascii = own.is_ascii();
    let lower = own.to_lowercase();
    let is_plate = PLATES.split('|').any(|word| lower.starts_with(word));
    let mut at = len
        + near[len..]
            .chars()
            .take_while(|c| is_word(*c) && !c.is_numeric() && !c.is_uppercase() && !is_east_asian(*c))
            .map(char::len_utf8)
            .sum::<usize>();
    let is_upper = |word: &str| is_ascii && word.chars().all(char::is_uppercase) && word.chars().nth(1).is_some();
    for _ in 0..=WORDS {
        let rest = near.get(at..)?;
        let bare = rest.trim_start_matches([
            ' ', ':', '：', '(', '（', '"', '–', '-', '՝', '/', '#', ',', '係', '是', '为', '為', '号', '號', '牌',
            '码', '碼',
        ]);
        let gap = rest.len() - bare.len();
        if rest[..gap].contains(',') && !rest[..gap].starts_with(", ") || gap > 8 {
            return None;
        }
        at += gap;
        if (gap > 0 || !is_ascii)
            && let Some(len) = plate_len(bare, !is_ascii, is_plate)
        {
            let (from, to) = (start + at, start + at + len);
            return (at < FAR && is_value_edge(text, to)).then(|| candidate.part(from..to))?;
        }
        let word = bare.split([' ', ':', '：', '(', '"', ',']).next()?;
        // A sentence ends, or a number of another kind follows.
        let is_word = !word.is_empty() && !word.contains(char::is_numeric) && !word.contains(CLOSED) && !is_upper(word);
        if !is_word {
            return None;
        }
        at += word.len();
    }
    None
}

/// Reports whether `c` is of a script of East Asia, or one of its signs: no plate has these beside its groups.
fn is_east_asian(c: char) -> bool {
    ('\u{2E80}'..'\u{A000}').contains(&c)
}

/// The length of the plate that `text` begins with: up to four groups of capitals and digits in one of the shapes. Behind a word for
/// a script without capitals it may be of digits, and behind a word for a plate in a shape that models have.
fn plate_len(text: &str, is_foreign: bool, is_plate: bool) -> Option<usize> {
    /// Longest plate, in bytes, and most groups.
    const LONGEST: usize = 28;
    const GROUPS: usize = 4;
    let text = text.get(..text.floor_char_boundary(LONGEST))?;
    let (mut shape, mut groups, mut best, mut joint) = (String::new(), 0, None, true);
    for (at, c) in text.char_indices() {
        let is_letter = c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase() && !is_east_asian(c);
        match c {
            c if c.is_numeric() => shape.push('9'),
            _ if is_letter => shape.push('a'),
            ' ' | '-' | '.' | '/' if !joint && groups < GROUPS => {
                groups += 1;
                shape.push(c);
                joint = true;
                continue;
            }
            _ => break,
        }
        joint = false;
        let end = at + c.len_utf8();
        let ends = !text[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '_' | '%'));
        let goes_on =
            text[end..].strip_prefix([',', '.']).is_some_and(|rest| rest.starts_with(|c: char| c.is_numeric()));
        if ends && !goes_on && (is_listed(&shape, SHAPES) || is_foreign && is_listed(&shape, DIGITS)) {
            best = Some(end);
        }
    }
    let found = &text[..best?];
    // Names of models and of standards: `BMW 320`, `ISO 9001`.
    const OTHERS: &WordList = &WordList::new(
        "iso|din|iec|ral|eur|usd|gbp|chf|pln|czk|huf|ron|sek|nok|dkk|bmw|gls|dpd|dhl|ups|gt|gti|tdi|tsi|cdi|hdi|kw|ps|km|hp|cv|cc|rtx|gtx|usb|mod|suv|eu|vw|glc|gle|gla|cla|amg|xc|rav|crv|nr|no|tel|kod|pin|art|mr|nv",
    );
    let digits = found.chars().filter(|c| c.is_numeric()).count();
    let last = found.rsplit([' ', '-', '.', '/']).next().unwrap_or_default();
    let is_year = last.len() == 4 && (last.starts_with("19") || last.starts_with("20"));
    let shape: String = found
        .chars()
        .map(|c| {
            if c.is_numeric() {
                '9'
            } else if c.is_alphabetic() {
                'a'
            } else {
                c
            }
        })
        .collect();
    let is_model = is_year || is_listed(&shape, MODELS) && !is_plate;
    let is_other = found.split([' ', '-', '.', '/']).any(|group| is_listed(group, OTHERS));
    (digits > 1 && !is_model && !is_other).then_some(found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn plates_stand_behind_words_for_vehicles() {
        for (text, head, expected) in [
            ("Kontrollschild ZH 448 917 bleibt", "Kontr", Some("ZH 448 917")),
            ("żeby nie parkowała tym WPI 4418K na", "parko", Some("WPI 4418K")),
            ("značka 1AB 4C18", "znač", Some("1AB 4C18")),
            ("Rek.nro KLX-448, mittari", "Rek.n", Some("KLX-448")),
            ("beli punto BG 1448-LK)", "punto", Some("BG 1448-LK")),
            ("таблице НС 448-ЉК)", "табл", Some("НС 448-ЉК")),
            ("с а/м К448ЛК 777 после", "а/м", Some("К448ЛК 777")),
            ("Gari ya Juma ni KDG 448T", "Gari ", Some("KDG 448T")),
            ("架車係VB 4418,泊喺", "架車", Some("VB 4418")),
            ("車號MQX-2448", "車號", Some("MQX-2448")),
            ("მანქანა KT-448-RL ეზოში", "მანქ", Some("KT-448-RL")),
            ("მანქანა არის", "მანქ", None),
            ("הרכב חוסם לי, 84-448-37 שלך", "רכב", Some("84-448-37")),
            ("Jaan sõidab mustaga 448 LKD. Kui", "sõida", Some("448 LKD")),
            ("auto kostet EUR 448", "auto", None),
            ("auto BMW 320 prodám", "auto", None),
            ("carro GOL 2015 à venda", "carro", None),
            ("moto CB 500 usada", "moto", None),
            ("moto en venta. ABC 123", "moto", None),
            ("tablica 2024 PL", "tabli", None),
            ("plat nomor 10 di 2024", "plat ", None),
            ("la moto cuesta 4000 USD", "moto", None),
        ] {
            assert_eq!(check_match(check, text, head, 0), expected, "{text}");
        }
    }
}
