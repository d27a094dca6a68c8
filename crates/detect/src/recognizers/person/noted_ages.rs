//! Ages that notices of deaths and short notes tell: `passed away at 91`, `falleció a los 87 años`, `Jan Nowak, lat 59, przyjęty`,
//! `Petar Horvat (62 god.)`.

use std::{borrow::Cow, ops::Range};

use super::stated_ages::is_name;
use crate::recognizers::person::age::{INFO, OLDEST};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a match.
const NEAR: usize = 64;
/// The youngest grown-up: smaller numbers count other things, too.
const GROWN: u16 = 18;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // English verbs, with which programs and machines end, too.
        Pattern::regex("(?i-u:died|passed away|passed peacefully)", 0.8, 0.9),
        Pattern::regex(
            "(?i-u:fallecido|fallecida|morto|morta|est mort|est morte|starb|verstarb|gestorben|verstorben|avled|avliden|dog|omkom|\
             overleed|overleden|overlijdt|umro|umrla|umrl|decedat|a murit|faleceu|morreu|falecido|falecida|kuoli|menehtyi|meghalt|elhunyt|suri|\
             vdiq|vefat|decedido|decedida|scomparso|scomparsa|deceduto|deceduta|va morir|van morir|meninggal|wafat|pumanaw|namatay|bu farw)|qua đời|từ trần|lést|andaðist|falleció|murió|décédée?|døde?|zmarła?|zemřela?|zomrela?|mirė|nomira|mirusi|ölmüş|öldü|умер|умерла|скончался|скончалась|помер|померла|почина|преминула?|πέθανε|απεβίωσε|апочина|преминуо",
            0.8,
            0.9,
        ),
        Pattern::within(
            ",? (?:lat|l\\.|wiek|věk|vek|starost|vârsta|ikä|vanus|amžius|alder|ålder|edad|età|idade|leeftijd|âge|yaş|возраст|вік|ηλικία) [1-9][0-9]",
            0.8,
            0.9,
        ),
        Pattern::within("\\([1-9][0-9] (?:god\\.?|év|éves|ετών|yrs?|vjeç|gadi)\\)", 0.8, 0.9),
        Pattern::within(
            ", [1-9][0-9] (?:let|lat|ani|år|god|éves|anni|años|anos|ans|лет|років|ετών|gadi|m\\.)",
            0.8,
            0.9,
        ),
        Pattern::within("(?:享年|行年|终年|終年|향년) ?[1-9][0-9](?:[岁歳歲세])?", 0.8, 0.9),
        Pattern::within(", [1-9][0-9] (?:J\\.|Jahre)", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

/// What patients are called in notes.
const PATIENTS: &WordList = &WordList::new(
    "pacjent|pacjentka|pacjentki|pacjenta|mężczyzna|kobieta|chory|chora|poszkodowany|poszkodowana|pacient|pacientka|muž|žena|nemocný|nemocná|muškarac|pacijent|pacijentica|pacientė|pacientas|vyras|moteris|vīrietis|sieviete|\
     potilas|mies|nainen|férfi|nő|beteg|bărbat|femeie|pacientă|mand|kvinde|kvinna|kvinne|patient|pasient|paziente|paciente|мужчина|женщина|пациент|пациентка|чоловік|жінка|пацієнт|пацієнтка|мъж|жена|мушкарац|άνδρας|γυναίκα|ασθενής|hasta|erkek|kadın",
);

/// The pattern of English verbs, and those of notes.
const ENGLISH: usize = 0;
const NOTED: usize = 2;
const BRACKET: usize = 3;
const COUNTED: usize = 4;
const HAN: usize = 5;
const GERMAN: usize = 6;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, NEAR);
    let place = match candidate.pattern {
        ENGLISH => at_death(text, range.end, true).filter(|_| is_of_person(head))?,
        NOTED => {
            let place = range.end - 2..range.end;
            (is_behind_name(head) || is_behind_patient(head) && is_single(text, place.end))
                .then_some(place)
                .filter(|place| ends(text, place.end))?
        }
        COUNTED => {
            let start = range.start + candidate.matched().find(|c: char| c.is_ascii_digit())?;
            let rest = line::behind(text, range.end, NEAR);
            let is_alone = rest.is_empty() || rest.starts_with([',', '.', ';', ')']);
            (is_behind_patient(head) && is_alone).then_some(start..range.end)?
        }
        GERMAN => {
            let start = range.start + candidate.matched().find(|c: char| c.is_ascii_digit())?;
            let is_alone = text[range.end..].starts_with([',', ';', ')']) || line::ends(text, range.end);
            let mut words = head.rsplit(' ');
            let is_titled = words.next().is_some_and(is_name)
                && words.take(2).any(|word| matches!(word, "Herr" | "Herrn" | "Frau" | "Hr." | "Fr." | "Pat."));
            (is_alone && (is_titled || is_behind_name(head) || is_behind_patient(head))).then_some(start..range.end)?
        }
        HAN => {
            let start = range.start + candidate.matched().find(|c: char| c.is_ascii_digit())?;
            let goes_on = text[range.end..].starts_with(|c: char| c.is_ascii_digit());
            (!goes_on).then_some(start..range.end)?
        }
        BRACKET => (head.ends_with(' ') && is_behind_name(head)).then_some(range.start + 1..range.end - 1)?,
        _ => at_death(text, range.end, false)?,
    };
    let years = text[place.clone()].bytes().take_while(u8::is_ascii_digit).count();
    let years: u16 = text[place.start..place.start + years].parse().ok()?;
    (GROWN..=OLDEST).contains(&years).then(|| candidate.part(place))?
}

/// Reports whether a person does what the verb behind `head` says.
fn is_of_person(head: &str) -> bool {
    const SUBJECTS: &WordList = &WordList::new(
        "he|she|who|mother|father|mum|mom|dad|wife|husband|brother|sister|son|daughter|uncle|aunt|grandmother|grandfather|grandma|grandpa|nan|gran|widow|widower|patient|partner|\
         neighbour|neighbor|friend|actor|singer|author|musician|politician|actress|both|has|had|recently|sadly|suddenly|peacefully|later",
    );
    let mut words = head.trim_end().rsplit([' ', '(', ',']).filter(|word| !word.is_empty());
    let last = words.next().unwrap_or_default();
    // Programs have names of one word.
    is_listed(last, SUBJECTS) || is_name(last) && words.next().is_some_and(is_name)
}

/// Reports whether `head` ends with a name of two words or more.
fn is_behind_name(head: &str) -> bool {
    let mut words = head.trim_end().rsplit(' ');
    words.next().is_some_and(is_name) && words.next().is_some_and(is_name)
}

/// Reports whether `head` ends with what a patient is in a note: `mężczyzna, lat 47`.
fn is_behind_patient(head: &str) -> bool {
    head.trim_end().rsplit([' ', ',', '.', ':']).next().is_some_and(|word| is_listed(word, PATIENTS))
}

/// Reports whether no range and no time ago goes on at `at`.
fn is_single(text: &str, at: usize) -> bool {
    const RANGES: &WordList = &WordList::new(
        "temu|og|och|and|or|und|oder|ili|ali|i|y|et|ou|ja|tai|til|till|to|do|bis|au|a|e|o|eller|или|и|або|до|назад|vagy|sau|și|ve|veya|sedan|siden",
    );
    let next = line::behind(text, at, NEAR).trim_start().split(' ').next().unwrap_or_default();
    !is_listed(next, RANGES)
}

/// Reports whether a note goes on as one of a person at `at`, not with the rest of a number or the other half of a place.
fn ends(text: &str, at: usize) -> bool {
    let rest = line::behind(text, at, NEAR);
    let next = rest.trim_start_matches([',', ';', ' ']);
    let is_place = ["lon", "lng", "long"]
        .iter()
        .any(|word| next.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word)));
    let is_number = rest.starts_with(['.', ',', ':', '/', '-']) && rest[1..].starts_with(|c: char| c.is_ascii_digit());
    !is_place
        && !is_number
        && !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | '°' | '-' | '/' | ':'))
}

/// The age behind the verb of a death that ends at `at`; outside English other numbers stand there, too, so that years must be named.
fn at_death(text: &str, at: usize, is_english: bool) -> Option<Range<usize>> {
    /// Most words between.
    const MOST: usize = 5;
    /// Words between the verb and the number.
    const LINKS: &WordList = &WordList::new(
        "at|aged|age|of|the|ripe|old|peacefully|suddenly|yesterday|today|in|her|his|a|los|la|edad|usia|umur|pada|dalam|tuổi|ở|hưởng|thọ|sa|gulang|als|yn|akiwa|de|à|l'âge|età|di|all'età|dell'età|mit|im|alter|von|vid|i|en|alder|av|på|ålder|op|leeftijd|w|wieku|ve|věku|vo|veku|\
         v|u|dobi|od|starosti|aos|idade|com|na|ani|в|возрасте|у|віці|на|възраст|годишна|години|wiek|nagle|esta|ayer|ieri|hier|gestern|igår|wczoraj|včera|przeżywszy|lat|σε|ηλικία|vârsta|etti|sulla|dei|moshën|als",
    );
    /// Units of other things.
    const UNITS: &WordList = &WordList::new(
        "am|pm|a.m|p.m|hours|hour|hrs|h|days|day|minutes|minute|min|mins|seconds|sec|weeks|months|percent|uhr|tage|tagen|días|dias|jours|giorni|dni|dnů|dagen|dager|dagar|godzin|hodin|horas|heures|stunden|o'clock|degrees|km|miles|\
         people|personas|personnes|persone|menschen|osób|others|street|road|avenue|gmt|utc|cet|часов|дней|минут|metros|meter|metres|m|ms|s|kg|mph",
    );
    /// Words for ages, and for years.
    const AGES: &WordList = &WordList::new(
        "edad|alter|leeftijd|wieku|věku|veku|dobi|starosti|возрасте|віці|възраст|ηλικία|vârsta|ålder|alder|âge|l'âge|età|all'età|idade|przeżywszy|moshën|usia|umur|tuổi|thọ",
    );
    const YEARS: &WordList = &WordList::new(
        "años|ans|anni|anos|jahren|jahre|jaar|år|års|lat|let|rokov|godina|godini|ani|de|éves|évesen|лет|года|год|років|роки|години|годишна|χρονών|ετών|yaşında|yaşındayken|vjeç|gadu|metų|aastaselt|vuotiaana|vuoden|jarige|jährig|tahun|tuổi|árs|ára|anys|oed|taong",
    );
    /// What turns them into a time ago or after.
    const AGO: &WordList = &WordList::new(
        "temu|sedan|siden|назад|тому|después|antes|atrás|depois|dopo|prima|fa|après|avant|später|nach|później|poté|nakon|kasnije|later|mai|ago|преди|sitten|után|через|спустя|geleden|efter|etter|po|lalu|silam|trước|nakaraan",
    );
    let near = line::behind(text, at, NEAR);
    let (mut from, mut is_aged) = (0, is_english);
    for _ in 0..=MOST {
        let rest = near.get(from..)?;
        let gap = rest.len() - rest.trim_start_matches([' ', ',', '(']).len();
        let word = rest[gap..].split([' ', ',', ')']).next().filter(|word| gap > 0 && !word.is_empty())?;
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 && is_listed(word, LINKS) {
            is_aged |= is_listed(word, AGES);
            from += gap + word.len();
            continue;
        }
        let start = at + from + gap;
        let tail = &near[from + gap + digits..];
        // `op 79-jarige leeftijd`, `81-vuotiaana`
        let is_joined = tail.strip_prefix('-').is_some_and(|tail| tail.starts_with(char::is_alphabetic));
        let mut words = tail.split([' ', ',', '.', ')', '-']).filter(|word| !word.is_empty());
        let (next, behind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_aged = is_aged || is_listed(next, YEARS) && (next != "de" || behind == "ani");
        let is_ago = is_listed(behind, AGO) || is_listed(words.next().unwrap_or_default(), AGO);
        let is_alone = (is_joined || ends(text, start + digits)) && !is_listed(next, UNITS);
        let fits = (2..=3).contains(&digits) && is_alone && is_aged && (is_english || !is_ago);
        return fits.then_some(start..start + digits);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn ages_stand_behind_deaths() {
        for (text, verb, pattern, expected) in [
            ("Birgitta Sandvik passed away at 91; her", "passed away", 0, Some("91")),
            ("She died peacefully at the age of 84.", "died", 0, Some("84")),
            ("The server died at 91", "died", 0, None),
            ("He died at 10:30", "died", 0, None),
            ("He died at 30 percent", "died", 0, None),
            ("She died in 1984", "died", 0, None),
            ("falleció a los 87 años", "falleció", 1, Some("87")),
            ("verstarb im Alter von 78 Jahren", "verstarb", 1, Some("78")),
            ("overleed op 79-jarige leeftijd", "overleed", 1, Some("79")),
            ("starb nach 30 Tagen", "starb", 1, None),
            ("zmarł 30 lat temu", "zmarł", 1, None),
            ("a murit la 81 de ani", "a murit", 1, Some("81")),
            ("kuoli 30 ihmistä", "kuoli", 1, None),
            ("Kafka died at 45", "died", 0, None),
            ("умерла в возрасте 81 года", "умерла", 1, Some("81")),
        ] {
            assert_eq!(check_match(check, text, verb, pattern), expected, "{text}");
        }
    }

    #[test]
    fn ages_stand_in_notes() {
        for (text, matched, pattern, expected) in [
            ("Pacjent Jan Nowak, lat 59, przyjęty", ", lat 59", 2, Some("59")),
            ("Jan Nowak, lat 59.33, lng 18.06", ", lat 59", 2, None),
            ("Jan Nowak, lat 59, lon 18", ", lat 59", 2, None),
            ("mężczyzna, lat 47, upadek", ", lat 47", 2, Some("47")),
            ("kobieta, lat 20 do 30", ", lat 20", 2, None),
            ("muž, 59 let, přijat", ", 59 let", 4, Some("59 let")),
            ("muž, 30 let praxe", ", 30 let", 4, None),
            ("享年91", "享年91", 5, Some("91")),
            ("position, lat 59, przyjęty", ", lat 59", 2, None),
            ("Petar Horvat (62 god.) primljen", "(62 god.)", 3, Some("62 god.")),
            ("jamstvo (62 god.) vrijedi", "(62 god.)", 3, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
