//! Ages of people.

use std::{borrow::Cow, ops::Range};

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::person::stated_ages::is_experience;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::neighbours::{byte_before, continues, is_one_of, word_before};
use crate::recognizers::support::value::{name_of, token};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{
    Candidate, Finding, Form, Pattern, Rule,
    text::{identifier, line},
};

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::HIPAA],
    validation: Validation::Structure,
    everyday_context: true,
    languages: &["en", "de", "fr", "es", "it", "pt", "nl", "pl"],
    ..LabelInfo::new(
        "AGE",
        "The age of a person in years, months or weeks.",
        "34 years old",
        Handling { surrogate: Surrogate::Age, ..Handling::COMMON },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{1,3}[ -](?i:years?|yrs?|months?|weeks?)[ -](?i:old|of age)", 0.85, 0.95),
        Pattern::regex("[0-9]{1,3}[ -]?(?i:y/o|yo|y\\.o\\.?|yrs(?: old)?)", 0.75, 0.95),
        Pattern::regex("[0-9]{1,3} (?i:jahre|monate|wochen) (?i:alte?[rnsm]?|junge?[rnsm]?)", 0.85, 0.95),
        Pattern::regex("[0-9]{1,3}[ -]?(?i:jährige?[rnsm]?|jarige?|årige?n?)", 0.7, 0.95),
        Pattern::regex("[0-9]{1,3} (?i:jaar oud|anos de idade|años de edad|anni di età|ans révolus)", 0.85, 0.95),
        // These are also spans of time.
        Pattern::regex("[0-9]{1,3} (?i:ans|años|anni|anos|jaar|lat)", 0.3, 0.85),
        Pattern::regex(
            "(?i:aged?|age ?/ ?(?:sex|gender):?|age of|at the age of|turned|turning|âgée? de|im alter von|edad de|wiek) [0-9]{1,3}",
            0.8,
            0.95,
        ),
        // (34M), (27 f), (M, 34)
        Pattern::regex(r"\((?:[1-9][0-9],? ?[MFmf]|[MFmf],? ?[1-9][0-9])\)", 0.7, 0.9),
        Pattern::key(
            keys![
                "age",
                "patient age",
                "age at death",
                "age at diagnosis",
                "age at admission",
                "age at onset",
                "age at date of loss",
                "age of patient",
                "age of child",
                "alter",
                "âge",
                "edad",
                "età",
                "idade",
                "leeftijd",
                "wiek",
                "ålder",
                "возраст",
                "вік",
                "възраст",
                "ηλικία",
                "גיל",
                "العمر",
                "عمر",
                "سن",
                "उम्र",
                "आयु",
                "বয়স",
                "வயது",
                "อายุ",
                "umur",
                "usia",
                "yaş",
                "年齢",
                "年龄",
                "나이",
                "how old are you",
                "wie alt bist du",
                "wie alt sind sie",
                "quel âge as-tu",
                "quel âge avez-vous",
                "tu as quel âge",
                "cuántos años tienes",
                "cuántos años tiene",
                "qué edad tienes",
                "qué edad tiene",
                "quanti anni hai",
                "quanti anni ha",
                "quantos anos tem",
                "quantos anos você tem",
                "quantos anos tens",
                "hoe oud ben je",
                "hoe oud bent u",
                "ile masz lat",
                "ile pan ma lat",
                "ile pani ma lat",
                "kolik je ti let",
                "kolik je vám let",
                "hur gammal är du",
                "hvor gammel er du",
                "kuinka vanha olet",
                "câți ani ai",
                "câți ani aveți",
                "hány éves vagy",
                "kaç yaşındasın",
                "kaç yaşındasınız"
            ],
            0.8,
        ),
    ]),
    context: words![
        "age", "aged", "old", "patient", "man", "woman", "boy", "girl", "male", "female", "child", "son", "daughter",
        "born", "birthday", "alter", "alt", "âge", "âgé", "âgée", "fille", "garçon", "homme", "femme", "fils", "edad",
        "tiene", "hombre", "mujer", "hijo", "hija", "niño", "niña", "età", "uomo", "donna", "figlio", "idade", "tem",
        "homem", "mulher", "leeftijd", "ha", "il a", "elle a", "j'ai", "qui a",
    ],
    check,
}];

/// Oldest age in years, a little above the oldest that is proven.
pub(super) const OLDEST: u16 = 125;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    let place = match candidate.pattern {
        6 => range.start + matched.rfind(' ')? + 1..range.end,
        7 => {
            // The number alone behind the mark, `(M, 34)`, unless the mark is joined to it: `(f34)`.
            let is_first = matched.as_bytes().get(1..3).is_some_and(|pair| pair.iter().any(u8::is_ascii_digit));
            range.start + if is_first { 1 } else { matched.find(|c: char| c.is_ascii_digit())? }..range.end - 1
        }
        8 => token(candidate, b"")?,
        _ => range.clone(),
    };
    let found = text.get(place.clone())?;
    let figures = found.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let digits = figures.bytes().take_while(u8::is_ascii_digit).count();
    let number: u16 = figures.get(..digits)?.parse().ok()?;
    // Behind a name nothing but the number counts: `age: 3600s` is none of a person.
    let plain = candidate.pattern != 8 || digits == found.len() && candidate.form != Form::Setting && number > 0;
    // "turned 180 degrees", "aged 20 %".
    let unit = candidate.pattern == 6 && text.get(range.end..)?.trim_start().starts_with(['%', '°', '$', '€']);
    let turned = candidate.pattern == 6
        && matched.as_bytes().first().is_some_and(|b| b.eq_ignore_ascii_case(&b't'))
        && number < 10;
    let is_of_thing = || match candidate.pattern {
        // `F / 62 yrs`; of `5 yrs` alone nobody is told.
        1 if found.ends_with("yrs") => {
            let head = text[..range.start].trim_end_matches([' ', '/', ',', '|', '-', '\t']);
            !["M", "F", "male", "female", "Male", "Female"].iter().any(|sex| ends_with_word(head, sex))
        }
        5 if is_experience(line::behind(text, range.end, 24)) => true,
        0..=5 => is_old_thing(text, range),
        6 => is_named_after_thing(text, range.start),
        7 => !is_of_person(text, range.start),
        _ => is_name_of_thing(name_of(candidate)) || candidate.name == "AGE" && is_state(text, range),
    };
    let is_limit = || matches!(candidate.pattern, 0..=4 | 6) && is_limit(text, range.start);
    // `2,000 years old`
    let is_group = |head: &str| digits == 3 && head.ends_with(|c: char| c.is_ascii_digit());
    let goes_on = text[..place.start].strip_suffix(',').is_some_and(is_group);
    // `Age/Sex: 37/F`
    let is_sexed = matched.contains('/') && ["/F", "/M"].iter().any(|sex| text[place.end..].starts_with(sex));
    let fits = number <= OLDEST && !goes_on && plain && !unit && !turned && (is_sexed || !continues(text, &place));
    (fits && !is_of_thing() && !is_limit()).then(|| candidate.part(place))?
}

/// Reports whether the age at `at` is one that rules ask of anybody: `You must be at least 18 years old`.
fn is_limit(text: &str, at: usize) -> bool {
    const BOUNDS: [&str; 17] = [
        "at least ",
        "under ",
        "under the ",
        "over ",
        "over the ",
        "below ",
        "above ",
        "older than ",
        "younger than ",
        "mindestens ",
        "unter ",
        "über ",
        "au moins ",
        "al menos ",
        "almeno ",
        "pelo menos ",
        "minstens ",
    ];
    const RULED: &WordList = &WordList::new(
        "must|shall|should|require|requires|required|children|persons|people|anyone|anybody|users|minors|members|participants|visitors|\
         customers|applicants|guests|nobody|müssen|muss|personen|kinder|jugendliche|nutzer|teilnehmer|doit|doivent|devez|enfants|mineurs|\
         debe|deben|menores|niños|deve|devono|minori|bambini|devem|crianças|moet|moeten|kinderen|personen",
    );
    /// Reach of the look at the rule, in bytes.
    const NEAR: usize = 48;
    let line = line::before(text, at, NEAR);
    let lower = line.to_lowercase();
    BOUNDS.iter().any(|bound| lower.ends_with(bound))
        && lower.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, RULED))
}

/// Reports whether `head` ends with `word`, as a whole word.
fn ends_with_word(head: &str, word: &str) -> bool {
    head.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
}

/// Things in computers that have an age.
const RECORDS: &WordList = &WordList::new(
    "\
    cache|cached|message|msg|release|log|logs|file|files|record|entry|key|pass|password|passwd|warn|cert|certificate|\
    token|session|lease|snapshot|backup|object|item|data|stale|queue|page|image|artifact|cookie|hsts|link|lsa|arp|\
    neighbor|neighbour|route|dns|ttl|packet|block|index|job|container|pod|node|cluster|process|bpdu|hello|max|min|\
    maximum|limit|timeout|expire|expires|retention|branch|commit|issue|pr|build|frame|buffer|batch|event|segment|\
    partition|wal|tx|transaction|oldest|connection|conn|response|request|ticket|config|version|db|tuple|vacuum|freeze",
);

/// Other things that are said to be so and so old.
const THINGS: &WordList = &WordList::new(
    "\
    bug|bugs|code|codebase|software|program|app|script|library|patch|kernel|system|systems|server|servers|\
    laptop|computer|machine|pc|mac|macbook|phone|iphone|printer|tv|hardware|disk|drive|battery|car|truck|vehicle|\
    bike|house|home|building|church|bridge|tree|trees|wine|whisky|whiskey|scotch|rum|brandy|cognac|bourbon|malt|port|\
    cheese|company|business|firm|startup|tradition|problem|video|film|movie|book|article|post|thread|question|answer|\
    story|song|photo|picture|project|site|website|domain|account|policy|agreement|contract|law|lawsuit|debt|furniture|\
    carpet|roof|engine|boiler|fridge|mattress|sofa|device|router|version|database|backup|report|habit|record",
);

/// Reports whether the age at `range` is one of a thing: `a 10 year old bug`, `Scotch 12 years old`, `the bug is 10 years
/// old`.
fn is_old_thing(text: &str, range: &Range<usize>) -> bool {
    const BETWEEN: [&str; 14] = [
        "is", "was", "are", "were", "s", "now", "about", "over", "almost", "nearly", "only", "just", "already", "than",
    ];
    /// Most words between a thing and its age, and most bytes of them.
    const MOST: usize = 3;
    const NEAR: usize = 48;
    let is_thing = |word: &str| is_listed(word, THINGS) || is_listed(word, RECORDS);
    let letters = |rest: &str| rest.bytes().take(16).take_while(u8::is_ascii_lowercase).count();
    let behind = text.get(range.end..).and_then(|rest| rest.strip_prefix(' ')).unwrap_or_default();
    if behind.get(..letters(behind)).is_some_and(is_thing) {
        return true;
    }
    let Some(line) = line::before(text, range.start, NEAR).strip_suffix(' ') else { return false };
    line.rsplit([' ', '\'', '’']).take(MOST + 1).find(|word| !is_one_of(word, &BETWEEN)).is_some_and(is_thing)
}

/// Reports whether the name of an age, of which the last two words count, is that of a thing: `min-release-age`.
fn is_name_of_thing(name: &str) -> bool {
    let is_record = |word: &str| identifier::words(word).any(|word| is_listed(word, RECORDS));
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", name));
    let before = before.rsplit(' ').next().unwrap_or_default();
    is_record(last) || before.ends_with(char::is_alphanumeric) && is_record(before)
}

/// Reports whether the line of `range` tells the state of a resource, as `kubectl get` does.
fn is_state(text: &str, range: &Range<usize>) -> bool {
    const STATES: &WordList = &WordList::new(
        "\
        running|ready|notready|active|bound|completed|pending|crashloopbackoff|imagepullbackoff|errimagepull|error|\
        evicted|terminating|containercreating|clusterip|nodeport|loadbalancer|externalname|opaque|available|released|\
        succeeded|failed|true|false",
    );
    const NEAR: usize = 160;
    let line = [line::before(text, range.start, NEAR), line::behind(text, range.end, NEAR)];
    line.into_iter().flat_map(str::split_ascii_whitespace).any(|word| is_listed(word, STATES))
}

/// Reports whether the word for an age at `at` is that of a thing: `cache age 35`, `max-age 20`.
fn is_named_after_thing(text: &str, at: usize) -> bool {
    let at = if matches!(byte_before(text, at), Some(b'-' | b'_')) { at - 1 } else { at };
    is_listed(word_before(text, at), RECORDS)
}

/// Reports whether the bracket at `at` stands behind a person, or begins a line: `my boyfriend (27M)`, `Jane Roe (34F)`;
/// not behind what has a length, a time or a temperature: `cable (20m)`.
fn is_of_person(text: &str, at: usize) -> bool {
    const PERSONS: &WordList = &WordList::new(
        "\
        i|me|my|we|us|he|she|him|her|his|they|them|you|someone|myself|himself|herself|husband|wife|hubby|spouse|\
        partner|ex|so|bf|gf|boyfriend|girlfriend|fiance|fiancee|friend|friends|bff|roommate|roomie|flatmate|housemate|\
        neighbor|neighbour|coworker|colleague|boss|mother|father|mom|mum|dad|mommy|daddy|parent|brother|sister|bro|\
        sis|sibling|twin|son|daughter|child|kid|baby|stepson|stepdaughter|stepmom|stepdad|mil|fil|sil|bil|aunt|uncle|\
        cousin|niece|nephew|grandma|grandpa|grandmother|grandfather|man|woman|guy|girl|boy|lady|dude|male|female|\
        person|patient|patients|client|driver|passenger|victim|suspect|student|teacher|nurse|doctor|resident|citizen|\
        user|customer|applicant|candidate|employee|worker|player|runner|swimmer|winner|teen|teenager|adult|both|op|\
        mann|frau|freund|freundin|bruder|schwester|vater|mutter|sohn|tochter|patientin|homme|femme|mari|ami|amie|\
        hombre|mujer|novio|novia|marido|esposa|paciente|amigo|amiga|uomo|donna",
    );
    const MEASURED: &WordList = &WordList::new(
        "\
        oven|ofen|four|horno|forno|freezer|fridge|grill|pan|thermostat|thermometer|cable|wire|cord|rope|hose|tape|\
        pool|tower|cache|ttl|backoff|cron|rent|revenue|sales|budget|pop|yacht|boat|sprint|hurdles|freestyle|butterfly",
    );
    let head = text.get(..at).unwrap_or_default();
    let Some(head) = head.strip_suffix(' ') else { return line::begins(text, at) };
    let line = line::before(head, head.len(), 64);
    let mut words = line.rsplit(' ');
    let last = words.next().unwrap_or_default().trim_matches(|c: char| !c.is_alphabetic());
    let bare = last.strip_suffix("'s").or_else(|| last.strip_suffix("’s")).unwrap_or(last);
    let is_capital = |word: &str| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    // A word alone at the head of a line may be any.
    let is_alone = words.next().is_none();
    let mark = text.as_bytes().get(at + 1..).and_then(|rest| rest.iter().find(|b| b.is_ascii_alphabetic()));
    let is_mark = mark.is_some_and(|mark| matches!(mark, b'M' | b'F' | b'f'));
    let is_name = is_capital(bare) && !is_common(bare) && !is_listed(bare, MEASURED);
    is_listed(bare, PERSONS) || is_name && (is_mark || !is_alone)
}
