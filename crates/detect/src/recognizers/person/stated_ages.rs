//! Ages that a sentence tells of a person: `I'm 34, married`, `hon är 34 år`, `tengo cuarenta y dos años`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::person::age::{INFO, OLDEST};
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::neighbours::{continues, is_one_of};
use crate::recognizers::support::number_words::number_before;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Pattern, Rule, text::line};

/// The rule of one kind of statement: its patterns and its check.
macro_rules! stated {
    ($patterns:expr, $check:expr $(,)?) => {
        Rule { info: INFO, patterns: Cow::Borrowed(&$patterns), context: words![], check: $check }
    };
}

pub(super) const RULES: &[Rule] = &[
    stated!(
        [Pattern::regex(
            "[0-9]{1,3}[ -](?i:år|lat|lata|let|rokov|ans|años|anos|anni|anys|jaar|jahre|godina|лет|годика?|ani)",
            0.5,
            0.85,
        )],
        years_of_subject,
    ),
    stated!(
        [
            Pattern::regex(
                "[0-9]{1,3}[ -](?i:vuotias|vuotta vanha|éves|χρονών|yaşında[a-zıçşğüö]{0,4}|åring(?:en)?)",
                0.85,
                0.95
            ),
            Pattern::within("(?:年龄|年齢|나이) ?[1-9][0-9]?", 0.8, 0.9),
            Pattern::regex(
                "(?:Alter|Edad|Età|Âge|Idade|Leeftijd|Ålder|Alder|Wiek|Yaş|Věk|Ikä|[Вв]озраст|[Вв]ік|[Ηη]λικία) [0-9]{1,3}",
                0.8,
                0.9
            ),
        ],
        years_of_people,
    ),
    stated!(
        [
            Pattern::regex("(?i:i['’]?m|i am|s?he['’]?s|is|är|er|ist) (?:now |only |jetzt )?[1-9][0-9]?", 0.8, 0.9),
            Pattern::regex(
                "(?i:i['’]?ll (?:turn|be)|i turn|i turned|s?he['’]ll (?:turn|be)|s?he turned|(?:when|since|until) (?:i|s?he) was) [1-9][0-9]",
                0.8,
                0.9,
            ),
        ],
        number_of_pronoun,
    ),
    stated!([Pattern::regex("turns [1-9][0-9]?", 0.8, 0.9)], birthday),
    stated!([Pattern::within("岁|歳|세|周岁", 0.85, 0.9)], number_of_patient),
    stated!(
        [Pattern::regex(
            "(?i:dochter|zoon|zoontje|dochtertje|fils|fille|hijo|hija|figlio|figlia|filho|filha) (?:van|de|di) [0-9]{1,2}",
            0.8,
            0.9,
        )],
        number_of_child,
    ),
    stated!(
        [Pattern::regex(
            "(?i:years? old|jahre alt|ans|años|anni|anos|jaar oud|år gammal|år gammel|lat|lata|let|rokov|godina|лет|года?|років|роки)",
            0.8,
            0.9
        )],
        years_in_words,
    ),
    stated!(
        [Pattern::regex(
            "(?i:turned|turns|turning|aged) (?i:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)",
            0.8,
            0.9,
        )],
        number_in_words,
    ),
    stated!([Pattern::regex("[1-9][0-9] ?(?:yo)?[MF]", 0.75, 0.9)], patient),
    stated!([Pattern::regex(", [1-9][0-9](?:yo)?[mf]", 0.75, 0.9)], noted_patient),
    stated!([Pattern::apart("[1-9][0-9],", 0.75, 0.9)], apposition),
    stated!([Pattern::within("\\([1-9][0-9]?(?:yo?)?[MFmf]?[,)]", 0.8, 0.9)], bracket),
];

/// The age in figures, with the unit behind it, if it is one of a person and stands alone.
fn figures(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let start = range.start + candidate.matched().find(|c: char| c.is_ascii_digit())?;
    let digits = text.get(start..)?.bytes().take_while(u8::is_ascii_digit).count();
    let number: u16 = text.get(start..start + digits)?.parse().ok()?;
    (number <= OLDEST && !continues(text, &(start..range.end))).then_some(start..range.end)
}

/// What follows the candidate on its line.
fn behind<'t>(candidate: &Candidate<'t>) -> &'t str {
    line::behind(candidate.field.text, candidate.range.end, 24)
}

/// `hon är 34 år`: a person is the subject.
fn years_of_subject(candidate: &Candidate<'_>) -> Option<Finding> {
    let place = figures(candidate)?;
    let fits = is_told(candidate.field.text, &place) && !is_experience(behind(candidate));
    fits.then(|| candidate.part(place))?
}

/// `34 éves`, `Alter 34`: said of people alone.
fn years_of_people(candidate: &Candidate<'_>) -> Option<Finding> {
    candidate.part(figures(candidate)?)
}

/// `I'm 34, married`.
fn number_of_pronoun(candidate: &Candidate<'_>) -> Option<Finding> {
    let (place, matched) = (figures(candidate)?, candidate.matched().to_lowercase());
    let is_verb = ["is ", "är ", "er ", "ist "].iter().any(|verb| matched.starts_with(verb));
    let subject =
        || subject_of(line::before(candidate.field.text, candidate.range.start, 32), matched.contains("jetzt"));
    let fits = match is_verb.then(subject) {
        Some(None) => false,
        // A name or a thing may be so many of anything.
        Some(Some(Subject::Name)) => is_day(behind(candidate)),
        _ => ends_clause(behind(candidate), matched.starts_with("im ")),
    };
    fits.then(|| candidate.part(place))?
}

/// `head` without the pronouns behind a name: `Jane Roe (she/her)`.
fn without_pronouns(head: &str) -> &str {
    const PRONOUNS: &WordList = &WordList::new("she/her|he/him|they/them|she/they|he/they|she/her/hers|he/him/his");
    let named = head.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    named.filter(|(_, inner)| is_listed(inner, PRONOUNS)).map_or(head, |(name, _)| name)
}

/// The subject of a verb.
pub(super) enum Subject {
    /// A pronoun of persons, or somebody's relative.
    Person,
    /// A word with a capital.
    Name,
}

/// The subject that `head` ends with, before the blank before a verb; `is_now`: the number is said to be one of today.
fn subject_of(head: &str, is_now: bool) -> Option<Subject> {
    last_subject(head.strip_suffix(' ')?, is_now)
}

/// The subject that is the last word of `head`; `is_now`: what it is now is told of it.
pub(super) fn last_subject(head: &str, is_now: bool) -> Option<Subject> {
    const PRONOUNS: &WordList = &WordList::new("he|she|han|hon|hun");
    // In German they stand for things, too.
    const ANYTHING: &WordList = &WordList::new("er|sie");
    const OWNERS: &WordList =
        &WordList::new("my|our|his|her|your|their|mein|meine|unser|unsere|sein|seine|ihr|ihre|min|vår|hans|hennes|din");
    const RELATIVES: &WordList = &WordList::new(
        "daughter|son|wife|husband|mother|father|mum|mom|mam|dad|brother|sister|grandma|grandmother|grandpa|grandfather|grandad|granddad|gran|nan|nana|uncle|auntie|cousin|boss|\
         partner|girlfriend|boyfriend|kid|child|baby|boy|girl|nephew|niece|aunt|patient|client|eldest|oldest|youngest|toddler",
    );
    let mut words = head.rsplit(' ');
    let word = words.next()?.trim_start_matches(['(', '"', '„']);
    let owner = words.next().unwrap_or_default();
    let is_relative = || is_listed(owner, OWNERS) && (is_listed(word, RELATIVES) || is_listed(word, PERSONS));
    if is_listed(word, PRONOUNS) || is_now && is_listed(word, ANYTHING) || is_relative() {
        return Some(Subject::Person);
    }
    is_name(word).then_some(Subject::Name)
}

/// Reports whether a day of birth is told: `is 80 on Saturday`.
fn is_day(behind: &str) -> bool {
    const DAYS: &WordList = &WordList::new(concat!(
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|",
        months_of!(english)
    ));
    let mut words = behind.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.next().is_some_and(|word| {
        is_listed(word, DAYS)
            || is_one_of(word, &["on", "in", "next", "this"]) && words.next().is_some_and(|word| is_listed(word, DAYS))
    })
}

/// `my son turns 12`.
fn birthday(candidate: &Candidate<'_>) -> Option<Finding> {
    let (place, behind) = (figures(candidate)?, behind(candidate));
    let fits = !behind.trim_start().starts_with(['%', '°', ':', '.', '/'])
        && turns_person(line::before(candidate.field.text, candidate.range.start, 24), behind);
    fits.then(|| candidate.part(place))?
}

/// `dochter van 12`; not a number that goes on.
fn number_of_child(candidate: &Candidate<'_>) -> Option<Finding> {
    let (place, behind) = (figures(candidate)?, behind(candidate));
    let goes_on = behind.starts_with(['.', ',', '%', '/', ':'])
        && behind.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    (!goes_on).then(|| candidate.part(place))?
}

/// `tengo cuarenta y dos años`.
fn years_in_words(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, 64);
    let place = range.start - head.len() + number_before(head)?..range.end;
    // `ans` alone counts years of anything, `years old` those of people.
    let is_said_of_people = candidate.matched().contains(' ');
    let fits = is_said_of_people || is_told(text, &place) && !is_experience(behind(candidate));
    (fits && !continues(text, &place)).then(|| candidate.part(place))?
}

/// `turned forty-two`.
fn number_in_words(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = range.start + candidate.matched().find(' ')? + 1..range.end;
    let behind = behind(candidate);
    let fits = !is_experience(behind) && !behind.starts_with(" pages") && !continues(text, &place);
    fits.then(|| candidate.part(place))?
}

/// `Jane Roe, 34, of Leeds`: behind a name of two words or more, and before a clause about a person.
fn apposition(candidate: &Candidate<'_>) -> Option<Finding> {
    const CLAUSES: &WordList = &WordList::new(
        "of|from|who|was|is|has|had|said|told|died|pleaded|admitted|lives|lived|works|worked|married|appeared|denied|a|an|the|and|\
         aus|der|die|hat|wurde|wohnhaft|de|qui|que|che|di|van|uit|från|fra|z|ze|she|he|they|her|his|f|m|female|male|will|can|born|now|\
         currently|begins|joined|joins|moved|reports|reported|presents|presented|seen|suffers|needs|wants|started|starts|is|jährig",
    );
    /// Words before a name in small talk.
    const BEFORE: &WordList = &WordList::new(
        "im|i'm|i’m|am|name's|bin|soy|sono|suis|heter|hedder|heet|jestem|jsem|sunt|olen|called|je|me|it's|its",
    );
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = without_pronouns(line::before(text, range.start, 64).strip_suffix(", ")?);
    let mut words = head.rsplit([' ', '(']);
    let last = words.next().unwrap_or_default();
    let is_middle = |word: &str| word.len() == 2 && word.ends_with('.') && word.starts_with(char::is_uppercase);
    let mut first = words.next().unwrap_or_default();
    // `Jane H. Roe, 58, of`
    if is_middle(first) {
        first = words.next().unwrap_or_default();
    }
    // `Jane R., 34, who`
    let is_initial = last.len() == 2 && last.ends_with('.') && last.starts_with(|c: char| c.is_ascii_uppercase());
    let has_name = (is_name(last) || is_initial) && is_name(first) && !first.ends_with(',')
        || is_name(last) && is_listed(first, BEFORE);
    // `Hennes son Viktor, 17, ska …`
    if is_name(last) && first.len() > 2 && is_listed(first, PERSONS) {
        return candidate.part(range.start..range.end - 1).filter(|_| behind(candidate).starts_with(' '));
    }
    let clause = behind(candidate).strip_prefix(' ')?.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    // Who tells the own name goes on with anything: `I'm Jane, 34, Aquarius, and`.
    let is_own = || is_one_of(first, &["i'm", "i’m", "am"]) && behind(candidate).trim_start().contains(',');
    (has_name && (is_listed(clause, CLAUSES) || is_own())).then(|| candidate.part(range.start..range.end - 1))?
}

/// `67M, adm with CAP`: in a line of a medical note.
fn patient(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest word of the note, in bytes.
    const FAR: usize = 80;
    const WORDS: &WordList = &WordList::new(
        "adm|admitted|admit|presents|presented|presenting|pw|c/o|h/o|hx|pmh|pmhx|s/p|dx|r/o|sob|cp|htn|dm|t2dm|copd|ckd|chf|afib|ed|icu|\
         bp|hr|spo2|pain|fever|cough|smoker|pt|patient|diagnosed|diabetic",
    );
    let text = candidate.field.text;
    let head = line::before(text, candidate.range.start, 24).trim_end_matches([' ', ':', '-']);
    let begins = head.is_empty()
        || ["a", "pt", "patient", "is"]
            .iter()
            .any(|word| head.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric)));
    let near = line::behind(text, candidate.range.end, FAR);
    let mut words = near.split([' ', ',', '.', ';', '(', ')']);
    (begins && near.starts_with([' ', ',']) && words.any(|word| is_listed(word, WORDS))).then(|| candidate.whole())?
}

/// `jane roe, 65f, walked in`: behind two words, before the clause of a note.
fn noted_patient(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, 48);
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '-'));
    let are_words = head.rsplit(' ').take(2).filter(|word| is_word(word)).count() == 2;
    let goes_on = behind(candidate).strip_prefix(", ").is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    (are_words && goes_on).then(|| candidate.part(range.start + ", ".len()..range.end))?
}

/// `our daughter Ada (6)`, `twins Ada and Bo (4)`
fn bracket(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Relatives, in addition to [`PERSONS`].
    const RELATIVES: &WordList = &WordList::new(
        "daughter|daughters|son|sons|twins|kids|children|wife|husband|mother|father|brother|sister|mum|mom|dad|grandson|granddaughter|\
         grandmother|grandfather|nephew|niece|fiancé|fiancée|mo|fa|töchter|söhne|zwillinge|jumeaux|gemelos|gemelli|gêmeos|tweeling",
    );
    let range = &candidate.range;
    let head = line::before(candidate.field.text, range.start, 48).strip_suffix(' ')?;
    let mut words = head.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let has_name = words.next().is_some_and(is_name);
    let is_full = words.clone().next().is_some_and(is_name);
    // `Dhr. W. de Groot (83)`; not `Mr Roe (2)`, a note.
    const TITLES: &WordList = &WordList::new(
        "mr|mrs|ms|miss|herr|herrn|frau|hr|fr|dhr|mevr|mw|mevrouw|meneer|mme|mlle|madame|monsieur|señor|señora|sra|sig|signora|signor|sr|dona|\
         pan|pani|pana|paní|fru|patient|patientin|pt|tenant|resident|client|claimant|victim|suspect|witness|passenger|driver|caller",
    );
    let number = candidate.matched().trim_matches(|c: char| !c.is_ascii_digit()).parse::<u16>();
    let is_grown = number.is_ok_and(|number| number >= 18);
    let is_relative = |word: &str| {
        let word = word.to_lowercase();
        is_listed(&word, RELATIVES)
            || is_listed(&word, PERSONS) && word.len() > 3
            || is_grown && is_listed(&word, TITLES)
    };
    // A clause about the person goes on: `Ada (6, in year 1)`.
    let is_clause = candidate.matched().ends_with(')') || candidate.field.text[range.end..].starts_with(' ');
    // `Jane Roe (51M, …)`: the letter of a sex tells a person.
    let is_noted = is_grown && is_full && candidate.matched().contains(char::is_alphabetic);
    let is_person = has_name && (is_noted || words.take(4).any(is_relative));
    (is_person && is_clause).then(|| candidate.part(range.start + 1..range.end - 1))?
}

/// Verbs in the first person, or of birthdays, behind which a number of years is an age.
const FIRST: &WordList = &WordList::new(
    "ho|tengo|tenho|mam|ben|olen|j'ai|j’ai|cumplo|cumple|cumplí|cumplió|compio|compie|fyller|fyllde|fylder|fyldte|\
     skończył|skończyła|skończyłam|skończyłem|imam|mám|fez|faço|completei|completou|мне|ему|ей|мені|йому|їй",
);
/// Verbs that tell the age of a person, or the duration of a thing.
const VERBS: &WordList =
    &WordList::new("är|er|is|ist|ha|a|has|tiene|tem|ma|má|je|mi|mu|jí|jej|on|este|are|avait|tenía|aveva|var|was|war");
/// Persons, as subjects of such verbs.
const PERSONS: &WordList = &WordList::new(
    "jag|han|hon|jeg|hun|ik|hij|zij|ze|u|il|elle|él|ella|ele|ela|lui|lei|on|ona|ono|je|já|son|dotter|dottern|sonen|sønn|\
     datter|sohn|tochter|mutter|vater|frau|mann|mamma|pappa|mor|far|mama|papa|tata|syn|córka|córkę|syna|dcera|mąż|żona|\
     brat|siostra|matka|otec|zoon|dochter|moeder|vader|vrouw|man|opa|oma|fils|fille|mari|femme|mère|père|frère|sœur|hijo|\
     hija|marido|mujer|madre|padre|hermano|hermana|abuela|abuelo|figlio|figlia|marito|moglie|fratello|sorella|nonna|nonno|\
     filho|filha|mãe|pai|esposa|esposo|irmão|irmã|avó|avô|paciente|paziente|pacjent|pacjentka|patient|patiente|patientin|\
     patienten|barn|barnet|kind|enfant|niño|niña|bambino|bambina|criança|dziecko|partner|mies|vaimo|poika|tyttö",
);

/// Persons, before `de` and their age.
const PATIENTS: &WordList = &WordList::new(
    "paciente|pacientes|varón|mujer|hombre|niño|niña|chico|chica|joven|adolescente|lactante|señor|señora|enfermo|enferma|anciano|anciana|\
     hijo|hija|patient|patiente|homme|femme|garçon|fille|enfant|adolescent|adolescente|fils|monsieur|madame|nourrisson|paziente|uomo|donna|\
     bambino|bambina|ragazzo|ragazza|figlio|figlia|doente|utente|homem|mulher|menino|menina|criança|rapaz|rapariga|idoso|idosa|filho|filha",
);

/// Reports whether a person is said to have the years at `place`: behind a verb with a person, or between commas behind a
/// name.
fn is_told(text: &str, place: &Range<usize>) -> bool {
    /// Farthest subject, in bytes.
    const FAR: usize = 48;
    let head = line::before(text, place.start, FAR);
    let behind = line::behind(text, place.end, 4);
    // "10 years ago".
    if head.ends_with("y a ") {
        return false;
    }
    let is_grown = text.get(place.clone()).is_some_and(|found| found.bytes().filter(u8::is_ascii_digit).count() != 1);
    // `vår dotter Ada (6 år)`, `Jana Roe (34 Jahre)`; not `Garantie (2 Jahre)`.
    if let Some(before) = head.strip_suffix(" (") {
        let mut words = before.rsplit(' ');
        let has_name = words.next().is_some_and(is_name);
        // `mamma di Lorenzo (7 anni)`
        let mut words = words.filter(|word| !is_one_of(word, &["di", "de", "da", "von", "van", "of", "d'"]));
        let is_full = words.next().is_some_and(|word| is_grown && is_name(word) || is_listed(word, PERSONS));
        return behind.starts_with([')', ',']) && has_name && is_full;
    }
    if let Some(before) = head.strip_suffix(", ") {
        // `sexo F, 71 anos`
        let mut words = before.rsplit([' ', ':', '.']).filter(|word| !word.is_empty());
        let is_mark = words.next().is_some_and(|mark| matches!(mark, "F" | "M" | "H" | "V" | "K" | "W"));
        if is_mark && words.next().is_some_and(|word| is_one_of(word, &["sexo", "sex", "sexe", "sesso", "płeć", "kön"]))
        {
            return true;
        }
        let mut words = before.rsplit(' ');
        let name = words.next().unwrap_or_default();
        let is_child = words.take(3).any(|word| is_listed(word, PERSONS));
        let is_grown = is_grown || is_child;
        let is_apposition = behind.is_empty() || behind.starts_with([',', ';', ')', '.']);
        // `Смирнов А. В., 67 лет`
        let is_initial = name.strip_suffix('.').is_some_and(|name| name.ends_with(char::is_uppercase));
        return is_apposition && is_grown && before.contains(' ') && (is_name(name) || is_initial);
    }
    let mut words = head.trim_end().rsplit([' ', '\t', ',', '.', '(', '"']).filter(|word| !word.is_empty());
    let Some(verb) = words.next() else { return false };
    // `varón de 37 años`
    if is_one_of(verb, &["de", "di"]) {
        return words.next().is_some_and(|word| is_listed(word, PATIENTS));
    }
    let is_person = |word: &str| is_listed(word, PERSONS) || is_name(word);
    is_listed(verb, FIRST) || is_listed(verb, VERBS) && words.take(2).any(is_person)
}

/// Reports whether `word` is written as a name, and is no ordinary word.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase) && !is_common(word)
}

/// Reports whether the years go on as those of a thing or a skill: `10 años de experiencia`, `3 år sedan`.
pub(super) fn is_experience(behind: &str) -> bool {
    const THINGS: &WordList = &WordList::new(
        "d|di|of|da|do|erfarenhet|erfaring|ervaring|doświadczenia|doświadczenie|praxe|praxí|sedan|siden|temu|geleden|fa|\
         atrás|ago|garanti|garantie|garancia|garanzia|gwarancji|lang|long|för|för|voor|per|para|por|pour|pracy|stażu|gång|\
         опыта|назад|стажа|more|later|after|iskustva|experiență|vechime",
    );
    const AGES: [&str; 4] = ["de edad", "de idade", "di età", "de vida"];
    let rest = behind.trim_start_matches(' ');
    let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_age = AGES.iter().any(|age| rest.starts_with(age));
    !is_age && (word == "de" || is_listed(word, THINGS))
}

/// Reports whether an English clause about a person ends behind the number, before `behind`; `is_im`: `im` without its
/// apostrophe, which is German, too.
fn ends_clause(behind: &str, is_im: bool) -> bool {
    const WORDS: &WordList = &WordList::new(
        "and|years|year|yrs|now|but|married|single|divorced|living|female|male|today|so|btw|yo|next|lol|haha|tho|though|too|och|og|und|years-old",
    );
    let mut chars = behind.chars();
    match (chars.next(), chars.next()) {
        (None, _) => !is_im,
        (Some(','), Some(next)) => !next.is_ascii_digit(),
        (Some('.' | ';' | ')' | '!'), next) => !is_im && !next.is_some_and(|next| next.is_ascii_digit()),
        (Some(' '), _) => {
            let word =
                behind.get(1..).unwrap_or_default().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            is_listed(word, WORDS)
        }
        _ => false,
    }
}

/// Reports whether `turns` and a number tell of a birthday: a person ends `head`, and no unit begins `behind`.
fn turns_person(head: &str, behind: &str) -> bool {
    const SUBJECTS: &WordList = &WordList::new(
        "he|she|who|i|son|daughter|wife|husband|mum|mom|dad|brother|sister|child|kid|girl|boy|partner|baby|friend",
    );
    const UNITS: &WordList = &WordList::new("degrees|percent|times|pages|clicks|grad|into|per|to|out|of");
    let subject = head.trim_end().rsplit(' ').next().unwrap_or_default();
    let rest = behind.trim_start();
    let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    (is_listed(subject, SUBJECTS) || is_name(subject)) && !is_listed(word, UNITS)
}

/// The number before a word for years in Chinese, Japanese or Korean, beside somebody's sex or behind a word for age: `女，62岁`.
fn number_of_patient(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Bytes that are read on each side.
    const NEAR: usize = 24;
    const SEXES: [&str; 8] = ["男", "女", "男性", "女性", "남", "여", "남성", "여성"];
    const WORDS: [&str; 11] = ["今年", "现年", "享年", "年龄", "年齢", "나이", "연령", "올해", "만", "日生", "年生"];
    const RANGES: [&str; 9] = ["以上", "以下", "以内", "未満", "未满", "至", "이상", "이하", "미만"];
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, NEAR);
    let bare = head.trim_end_matches(' ');
    let digits = bare.bytes().rev().take_while(u8::is_ascii_digit).count();
    let start = range.start - (head.len() - bare.len()) - digits;
    let age: u16 = text.get(start..start + digits)?.parse().ok()?;
    let before =
        bare[..bare.len() - digits].trim_end_matches(['，', ',', '、', ' ', '/', '(', '（', '：', ':', '|', '\t', '·']);
    let behind = line::behind(text, range.end, NEAR);
    let next = behind.trim_start_matches(['，', ',', '、', ' ', '/', ')', '）', '|', '\t', '·', '的', 'の']);
    let is_told = SEXES.iter().any(|sex| before.ends_with(sex) || next.starts_with(sex))
        || WORDS.iter().any(|word| before.ends_with(word));
    let is_age =
        (1..=2).contains(&digits) && (1..=OLDEST).contains(&age) && !RANGES.iter().any(|word| behind.starts_with(word));
    (is_told && is_age).then(|| candidate.part(start..range.end))?
}
