//! Transliterated names: mentions in Cyrillic and Greek letters, which the models read in Latin ones, and what else must speak for them.
//!
//! Few annotated texts of these languages were there to learn from. So a list of names, or an ending that names alone have, speaks for
//! a person; without them, the model must be surer, most of all of a word that begins a sentence.

use masquerade_ner::lexicon::class;

use super::{
    case_forms::may_be_inflected,
    sentence_beginnings::Beginnings,
    words::{NAMES, OTHERS, Words},
};
use crate::{
    entity::Label,
    overlap::{Hypothesis, quantize},
    recognizers::support::name_shape::is_particle,
    text::FoldedText,
};

/// Least confidence of one word, and of one that begins a sentence.
const SINGLE: f32 = 0.5;
const FIRST_WORD: f32 = 0.9;
/// Least confidence of a person that nothing else speaks for: of several words in Cyrillic and in Greek, of one word, and of one that
/// begins a sentence. Headings and titles in Greek have capitals in each word.
const UNKNOWN: f32 = 0.75;
const UNKNOWN_GREEK: f32 = 0.8;
const UNKNOWN_SINGLE: f32 = 0.72;
const UNKNOWN_FIRST_WORD: f32 = 0.97;
/// Least confidence of a person in small letters, in a text without capitals.
const SMALL: f32 = 0.5;
/// Least confidence of a place, an organization and a people.
const OTHER: f32 = 0.6;
/// Most letters of an abbreviation.
const ABBREVIATION: usize = 5;

/// Ends of fathers' names and surnames in all cases, in Latin letters, and of hardly any other words.
const NAME_ENDS: &[&str] = &[
    // Fathers' names.
    "ovič", "eviča", "oviča", "eviču", "oviču", "evič", "ovičem", "evičem", "ovna", "evna", "ovny", "evny", "ovnu",
    "evnu", "ovnoj", "evnoj", "ovne", "evne", "ivna", "ivny", "ivni",
    // Surnames of Slavs, Georgians and Armenians.
    "enko", "čuk", "čuka", "čuku", "švili", "adze", "idze", "jants", "jan", "ev", "ov", "eva", "ova", "evu", "ovu",
    "evym", "ovym", "evoj", "ovoj", "evski", "ovski", "evska", "ovska", "evskij", "ovskij", "ović", "ević",
    // Surnames of Greeks.
    "opoulos", "opoulou", "idis", "idou", "adis", "adou", "akis", "aki", "oglou", "akos", "akou", "atos", "atou",
];

/// Stems of names of countries, powers and God in Slavic languages and Greek, in Latin letters.
const COUNTRIES: &str = "rossi|rosi|rusi|ukrain|ukrajin|belarus|belorussi|bilorus|gruzi|armeni|virmeni|azerbajdžan|kazahstan|uzbekistan|turkmenistan|tadžikistan|\
     kirgizi|kyrgyzstan|moldov|moldavi|latvi|litv|estoni|polš|čehi|slovaki|slovačk|sloveni|vengri|ugorščin|rumyni|rumuni|rumani|harvati|bolgari|balgari|bugarsk|serbi|srbij|sarbi|horvati|\
     hrvatsk|bosni|černogori|makedoni|albani|greci|garci|grčk|turci|tursk|tureččin|germani|nimeččin|nemačk|avstri|švejcari|itali|franci|francusk|ispani|španij|portugali|\
     britani|angli|irlandi|šotlandi|belgi|gollandi|holandi|niderland|šveci|norvegi|finljandi|kita|kin|kore|japoni|mongoli|indi|iran|irak|siri|izrail|palestin|egipet|egipt|amerik|kanad|\
     bog|meksik|brazili|argentin|kub|avstrali|afganistan|pakistan|vetnam|evrop|azi|afrik|kavkaz|krym|krim|sibir|štat|lun|mars|sojuz|cerkov|dum|gosdum|ellad|kypr|galli|\
     tourki|oukrani|aigypt|servi|aggli|ellas";

/// Ends of these names in the cases that they have.
const CASE_ENDS: &[&str] = &[
    "", "a", "i", "j", "ji", "jeju", "oju", "eju", "y", "e", "u", "o", "ja", "ju", "je", "ej", "oj", "om", "em", "ij",
    "ii", "am", "ah", "jata", "as", "os", "ou", "n",
];

/// Reports whether `mention`, a mention in `latin`, stands in other letters and counts.
pub fn counts(words: &Words<'_>, latin: &FoldedText<'_>, mention: &Hypothesis) -> bool {
    if !latin.is_changed(mention.span.range()) {
        return false;
    }
    match mention.label {
        Label::PERSON => is_person(words, latin, mention),
        Label::LOCATION | Label::ORGANIZATION | Label::NRP => mention.confidence >= quantize(OTHER),
        _ => false,
    }
}

/// Reports whether `mention`, a mention of a person in other letters, is one.
fn is_person(words: &Words<'_>, latin: &FoldedText<'_>, mention: &Hypothesis) -> bool {
    let found = mention.span.slice(latin.text());
    let all = || found.split([' ', '-', '.']).filter(|word| word.chars().count() > 1);
    let is_single = all().nth(1).is_none();
    let is_shouted = !is_single && !found.contains(char::is_lowercase);
    let is_abbreviation =
        |word: &str| !is_shouted && !word.contains(char::is_lowercase) && word.chars().count() <= ABBREVIATION;
    let is_small = |word: &str| word.starts_with(char::is_lowercase) && !is_particle(word);
    let is_initials = all().next().is_none();
    if is_initials || all().any(|word| is_abbreviation(word) || is_country(word)) {
        return false;
    }
    if all().any(is_small) {
        let is_chat = || Beginnings::around(latin.text(), &mention.span.range()).are_small();
        let is_form = |word: &str| is_listed(words, word) || may_be_inflected(words, word);
        return all().all(is_small) && (mention.confidence >= quantize(SMALL) || all().all(is_form)) && is_chat();
    }
    let is_cyrillic = || latin.original_text(mention.span.range()).is_some_and(|text| text.contains(is_cyrillic));
    let is_known = all().any(|word| is_listed(words, word) || ends_as_name(word));
    let begins = || begins_sentence(latin.text(), mention);
    let is_sure = || ends_as_name(found) || words.classes(found) & class::COMMON_FIRST != 0;
    let least = match (is_single, is_known) {
        (true, true) if begins() && is_sure() => FIRST_WORD,
        (true, _) if begins() => UNKNOWN_FIRST_WORD,
        (true, true) => SINGLE,
        (true, false) => UNKNOWN_SINGLE,
        (false, true) => return true,
        (false, false) if is_cyrillic() => UNKNOWN,
        (false, false) => UNKNOWN_GREEK,
    };
    mention.confidence >= quantize(least)
}

/// Reports whether a list has `word` as a name, and as nothing else if few bear it.
fn is_listed(words: &Words<'_>, word: &str) -> bool {
    let classes = words.classes(word);
    classes & NAMES != 0 && classes & OTHERS == 0 || classes & (class::COMMON_FIRST | class::COMMON_LAST) != 0
}

/// Reports whether `word` ends as names alone do.
fn ends_as_name(word: &str) -> bool {
    /// Fewest letters before the end.
    const STEM: usize = 3;
    let word = word.to_lowercase();
    NAME_ENDS.iter().any(|end| word.strip_suffix(end).is_some_and(|stem| stem.chars().count() >= STEM))
}

/// Reports whether `word` is the name of a country in any case.
fn is_country(word: &str) -> bool {
    let word = word.to_lowercase();
    COUNTRIES.split('|').any(|stem| word.strip_prefix(stem).is_some_and(|end| CASE_ENDS.contains(&end)))
}

/// Reports whether `c` is a letter of Cyrillic.
fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52F}')
}

/// Reports whether a sentence begins with `mention`.
fn begins_sentence(text: &str, mention: &Hypothesis) -> bool {
    let head = text[..mention.span.start()].trim_end_matches([' ', '"', '«', '“', '„', '-', '–', '—', '*', '(']);
    head.is_empty() || head.ends_with(['.', '!', '?', '…', '\n', ':', ';'])
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use masquerade_ner::{Level, Model};

    use crate::{Detector, Options, text::Field};

    /// The persons in `text`, by rules and models.
    fn persons(text: &str) -> Vec<&str> {
        named(text, "PERSON")
    }

    /// What is found in `text` as `label`, by rules and models.
    fn named<'t>(text: &'t str, label: &str) -> Vec<&'t str> {
        static DETECTOR: LazyLock<Detector> =
            LazyLock::new(|| Detector::with_model(Vec::new(), Model::embedded().unwrap()).unwrap());
        let options = Options { ner: Level::Full, ..Options::new(DETECTOR.default_labels().clone()) };
        let found = DETECTOR.detect(&[Field::new(text)], &options).remove(0);
        found.iter().filter(|entity| entity.label.name() == label).map(|entity| entity.span.slice(text)).collect()
    }

    #[test]
    fn persons_are_found_in_cyrillic_and_greek_letters() {
        for (text, expected) in [
            ("Ключ от склада у соседа, его зовут Олег Дымов, он дома.", "Олег Дымов"),
            ("Вчера мы видели, как Тарас Покотило чинил забор.", "Тарас Покотило"),
            ("Мислим, че Живка Пенева ще дойде утре с документите.", "Живка Пенева"),
            ("Мислим да је Живко Бркић оставио кључеве код портира.", "Живко Бркић"),
            ("Το κλειδί το έχει ο Στέλιος Μαρκάκης στο γραφείο.", "Στέλιος Μαρκάκης"),
        ] {
            assert_eq!(persons(text), [expected], "{text}");
        }
    }

    #[test]
    fn places_and_organizations_are_found_in_cyrillic_and_greek_letters() {
        for (text, label, expected) in [
            ("Он учился в Санкт-Петербурге и в Онтарио.", "LOCATION", ["Санкт-Петербурге", "Онтарио"].as_slice()),
            ("Те живеят в Пловдив и работят в Бургас.", "LOCATION", &["Пловдив", "Бургас"]),
            ("Γεννήθηκε αλλού και ζει στην Αυστραλία.", "LOCATION", &["Αυστραλία"]),
            ("Об этом сообщил Европейский Парламент.", "ORGANIZATION", &["Европейский Парламент"]),
        ] {
            assert_eq!(named(text, label), expected, "{text}");
        }
        for text in ["таблица А.Б. ниже", "Новый отчёт готов, проверьте его.", "Το νέο σχέδιο είναι έτοιμο."]
        {
            assert!(named(text, "LOCATION").is_empty() && named(text, "ORGANIZATION").is_empty(), "{text}");
            assert!(persons(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn countries_abbreviations_and_beginnings_of_sentences_are_no_persons() {
        for text in [
            "Мы были в России и Германии, потом в США.",
            "Сообщает МЧС, что ранее СМИ писали об этом. Одновременно идут работы.",
            "Завтра Северная Корея и Южная Америка подпишут договор.",
            "Το Πανεπιστήμιο της Ελλάδας και το Κέντρο Υγείας είναι κλειστά.",
        ] {
            assert!(persons(text).is_empty(), "{text}: {:?}", persons(text));
        }
    }
}
