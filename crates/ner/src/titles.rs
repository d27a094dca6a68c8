//! Titles: words before a name, or behind it, that are no part of it.
//!
//! `Mr`, `Dr.` and `President` give a rank or an office, `PhD` a degree; none of them is part of the name. `Jr.`, `III`
//! and particles are, and so are the titles of rulers, who have no surname (`Queen Elizabeth II`, `Pope Francis`).

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Longest title, in bytes.
const LONGEST: usize = 16;

/// Titles in lower case, without their stops, by language.
const TITLES: &[&str] = &[
    // English.
    "mr mrs ms mx mister miss messrs madam madame dr drs prof sir professor doctor reverend captain lieutenant colonel major \
     sergeant corporal admiral commander president vice-president senator congressman congresswoman representative governor \
     lieutenant-governor minister chancellor ambassador secretary mayor councillor councilman councilwoman judge justice \
     attorney chairman chairwoman detective inspector constable superintendent coach rabbi imam sheikh sheik bishop \
     archbishop cardinal surgeon",
    // German.
    "herr herrn frau fräulein generals kanzlers bundeskanzlers präsidenten ministers bürgermeisters professors doktors pfarrer \
     pfarrers kommissars dipl.-ing dipl bundeskanzler bundeskanzlerin präsident präsidentin ministerin bürgermeister \
     bürgermeisterin rechtsanwalt rechtsanwältin doktor frl",
    // French.
    "mme mmes mlle mm monsieur messieurs mademoiselle maître docteur professeur président présidente ministre",
    // Spanish, Portuguese.
    "señor señora señorita sr sra srta srs dra doña doctora profesor profesora presidente presidenta senhor senhora dona \
     doutor doutora professora ministro ministra desembargador desembargadora deputado deputada vereador vereadora \
     senador senadora juiz juíza",
    // Italian.
    "signor signore signora signorina sig sigra sig.ra dott dottor dottore dottoressa dott.ssa avv avvocato ingegner",
    // Dutch.
    "dhr mevr mw meneer mevrouw mijnheer drs ir dokter",
    // The north.
    "fru fröken frøken herra rouva neiti statsminister presidentti pääministeri ministeri prófessor tohtori \
     lääkäri",
    // Polish, Czech, Slovak.
    "pan pani pana panu panią panie panem paní pán pána pánu pánovi mgr inż prezes dyrektor poseł senator prezydent premier \
     předseda ministr predseda doktora doktorka",
    // Hungarian, Romanian, Serbian, Croatian, Slovene.
    "domnul doamna domnului doamnei domnişoara domnișoara președintele gospodin gospodina gospodinu gospođa gospođe \
     doctorul gospođica gospod gospa predsjednik predsednik ministar",
    // Latvian, Estonian, Turkish.
    "kungs kundze härra proua bay bayan sayın",
    // India.
    "shri shrimati smt sri thiru",
];

/// Words before a name for what somebody is to others: a patient, a sister, a party in court. In lower case, by language. They
/// are no titles: alone they are no evidence of a name.
const ROLES: &[&str] = &[
    // English.
    "patient pt client witness defendant plaintiff claimant appellant complainant colleague nurse employee candidate uncle \
     aunt auntie grandma grandpa granny cousin",
    // German.
    "patient patientin klient klientin zeuge zeugin kläger klägerin beklagter beklagte angeklagter angeklagte kollege \
     kollegin kundin schwester bruder mutter vater tante onkel",
    // French.
    "patiente client cliente témoin prévenu prévenue accusé accusée collègue sœur soeur frère mère père tante oncle",
    // Spanish, Portuguese, Italian, Romanian.
    "paciente acusado acusada testigo demandante demandado compañero compañera hermano hermana madre padre arguido arguida \
     réu ré testemunha irmão irmã mãe paziente imputato imputata testimone collega sorella fratello pacientul \
     pacienta inculpatul inculpata martorul fratele colegul colega",
    // Dutch and the north.
    "patiënt verdachte getuige zus broer moeder vader patienten patient klienten tiltalte vidnet kollegan kollega syster \
     søster åtalade pasient pasienten søsteren broren",
    // Finnish, Hungarian, Turkish.
    "potilas syytetty todistaja asiakas sisko äiti isä beteg vádlott tanú hasta sanık tanık oğlum kızım",
    // Slavic languages.
    "pacjent pacjentka oskarżony oskarżona świadek siostra brat kolega koleżanka pacient pacientka obžalovaný obžalovaná \
     svědek sestra bratr pacijent pacijentica optuženik optuženica svjedok kolegica",
    // Requests.
    "call volejte zavolejte zapytaj zeptej soita kysy pozovi nazovi kontaktujte",
];

/// Abbreviations that are names or words without their stop: `Sen.`, but not `Sen`.
const ABBREVIATIONS: &str = "sen rep gov gen lt col maj capt sgt cpl adm cmdr rev hon fr pres amb insp supt det hr mag ing κ κα κος δρ г-н \
     dom don dn";

/// Degrees and honours behind a name, in capitals as they are written, without their stops.
const DEGREES: &[&str] = &[
    "PhD", "MD", "DDS", "DVM", "JD", "LLB", "LLM", "MBA", "MSc", "BSc", "CPA", "RN", "Esq", "OBE", "MBE", "CBE", "KBE",
    "QC", "KC",
];

/// Politeness behind a name, joined by a hyphen.
const HONORIFICS: &[&str] = &["-san", "-sama", "-sensei", "-kun", "-chan", "-ji"];

/// Politeness behind a name as a word of its own, as it is written.
const BEHIND: &[&str] =
    &["úr", "úrnak", "asszony", "kisasszony", "úrnő", "Úr", "Asszony", "Bey", "Hanım", "Beyefendi", "Hanımefendi"];

/// Reports whether `word` is a title, in any case, with its stop or without.
pub fn is_title(word: &str) -> bool {
    is_listed(word, false)
}

/// Reports whether `word` says what somebody is to others, in any case.
fn is_role(word: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| ROLES.iter().flat_map(|roles| roles.split_whitespace()).collect());
    (2..=LONGEST).contains(&word.len()) && WORDS.contains(&*word.to_lowercase())
}

fn is_listed(word: &str, has_stop: bool) -> bool {
    static WORDS: LazyLock<[FxHashSet<&str>; 2]> = LazyLock::new(|| {
        let titles = TITLES.iter().flat_map(|titles| titles.split_whitespace()).collect();
        [titles, ABBREVIATIONS.split_whitespace().collect()]
    });
    let bare = word.strip_suffix('.');
    let (bare, has_stop) = (bare.unwrap_or(word), has_stop || bare.is_some());
    if !(2..=LONGEST).contains(&bare.len()) {
        return false;
    }
    let lower = bare.to_lowercase();
    let [titles, abbreviations] = &*WORDS;
    titles.contains(&*lower) || has_stop && abbreviations.contains(&*lower)
}

/// The start of the name in `found`, behind its titles and roles: 0 without titles, the length of `found` if there is nothing
/// else.
pub fn before(found: &str) -> usize {
    let mut start = 0;
    loop {
        let rest = &found[start..];
        let word = rest.split(char::is_whitespace).next().unwrap_or_default();
        // `Mr.P.Kumar`: the stop ends the title.
        let joined = word.find('.').filter(|at| word[at + 1..].starts_with(char::is_uppercase));
        let len = match joined {
            Some(at) if is_listed(&word[..at], true) => at + 1,
            _ if !word.is_empty() && (is_title(word) || is_role(word)) => word.len(),
            _ => return start,
        };
        start += len;
        start += found[start..].len() - found[start..].trim_start().len();
    }
}

/// The length of `found` without degrees and politeness at its end.
pub fn behind(found: &str) -> usize {
    let mut name = found;
    loop {
        let word = name.rsplit([' ', ',']).next().unwrap_or_default();
        let bare: String = word.chars().filter(|c| *c != '.').collect();
        // In Turkish an ending may stand behind the apostrophe: `Bey'e`.
        let polite = word.split(['\'', '’']).next().unwrap_or_default();
        let is_behind = DEGREES.contains(&&*bare) || BEHIND.contains(&polite);
        if word.len() == name.len() || !is_behind {
            break;
        }
        name = name[..name.len() - word.len()].trim_end_matches([' ', ',']);
    }
    let polite = HONORIFICS.iter().find_map(|honorific| name.strip_suffix(honorific));
    polite.filter(|name| !name.is_empty()).unwrap_or(name).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_behind_titles_and_end_before_degrees() {
        for (found, name) in [
            ("Mr Roe", "Roe"),
            ("Dr. Jane Roe", "Jane Roe"),
            ("Prof. Dr. Roe", "Roe"),
            ("President Roe", "Roe"),
            ("Mr.P.Kumar", "P.Kumar"),
            ("Sen. Roe", "Roe"),
            ("Sen Gupta", "Sen Gupta"),
            ("Señora Pérez", "Pérez"),
            ("frau müller", "müller"),
            ("Desembargadora Ana ROE", "Ana ROE"),
            ("Jane Roe, PhD", "Jane Roe"),
            ("Jane Roe, M.D., Ph.D.", "Jane Roe"),
            ("John Roe Jr.", "John Roe Jr."),
            ("Tanaka-san", "Tanaka"),
            ("Queen Elizabeth II", "Queen Elizabeth II"),
            ("Jane", "Jane"),
            ("Patient Jane Roe", "Jane Roe"),
            ("Siostra Hanna", "Hanna"),
            ("Aunt Jane", "Jane"),
            ("Horváth úr", "Horváth"),
            ("Yılmaz Bey", "Yılmaz"),
            ("Ahmet Bey'e", "Ahmet"),
            ("Generals Roe", "Roe"),
            ("mister roe", "roe"),
            ("Patient", ""),
            ("Professor", ""),
            ("", ""),
        ] {
            let start = before(found);
            assert_eq!(&found[start..start + behind(&found[start..])], name, "{found}");
        }
    }
}
