//! Evidence for mentions of persons, by the place that they stand at.

use masquerade_ner::{lexicon::class, word_filter::WordFilter};

use super::{CERTAIN, DOUBTFUL, EVEN, LIKELY, PLAIN, SURE, facts::Evidence};
use crate::{
    model::{
        case_forms::may_be_inflected,
        function_words::{is_english_function_word, is_function_word},
        place::Place,
        word_names,
        words::NAMES,
    },
    recognizers::support::{
        name_shape::{is_particle, name_words},
        neighbours::is_one_of,
        salutation::{is_role, names_department},
        word_list::{WordList, is_listed},
    },
    text::window,
};

/// Presence of a word in capitals from which on it is rather a name than an abbreviation.
const ALMOST_SURE: f32 = 0.95;

/// Least presence of a name in small letters that no list has, in a text without capitals.
const SMALL: f32 = 0.5;

/// Reports whether a mention of a person counts.
pub fn is_enough(evidence: &Evidence<'_>) -> bool {
    if evidence.is_name_of_number() {
        return evidence.is_common_name();
    }
    let is_department = !evidence.is_listed() && names_department(evidence.found);
    let is_english_word = || {
        is_english_function_word(&evidence.found.to_lowercase())
            && !evidence.is_common_name()
            && !word_names::begins_at(evidence.text, evidence.mention.span.start())
    };
    if is_department
        || evidence.is_single && is_english_word()
        || evidence.is_single && evidence.is_unlisted() && tells_what(evidence)
        || begins_like_a_sentence(evidence)
        || evidence.names_field()
        || is_of_thing(evidence)
        || evidence.is_single && !evidence.is_common_name() && evidence.is_heading()
        || evidence.is_short_in_capitals() && evidence.presence < ALMOST_SURE && !evidence.has_title()
        || evidence.is_defined()
        || is_rather_a_word(evidence)
        || is_rather_a_heading(evidence)
    {
        return false;
    }
    match evidence.place {
        Place::Prose | Place::European | Place::German | Place::Kindred if needs_certainty(evidence) => {
            evidence.presence >= SURE
        }
        Place::Prose => !(evidence.is_single && evidence.is_common_word() && evidence.presence < PLAIN),
        Place::European | Place::German | Place::Kindred => in_european_prose(evidence),
        Place::Foreign => in_foreign_prose(evidence),
        Place::Technical | Place::Comment => in_technical_text(evidence),
        Place::Literal => {
            !evidence.is_single
                && !evidence.is_technical()
                && evidence.is_written()
                && evidence.is_listed()
                && evidence.presence >= LIKELY
        }
        Place::Log => in_log(evidence),
        Place::Code => false,
    }
}

/// Reports whether one word tells what somebody is rather than who, as parties of contracts and offices do: `the Transferor`,
/// `Treasurer asked`.
fn tells_what(evidence: &Evidence<'_>) -> bool {
    const ARTICLES: [&str; 4] = ["the", "a", "an", "our"];
    let head = evidence.head().trim_end_matches(['"', '“', '\'', '‘']);
    let before = head.trim_end_matches(' ').rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_behind_article = head.ends_with(' ') && is_one_of(before, &ARTICLES);
    // Families are named with an article, too: `the Delacroixs`.
    let is_thing = || evidence.presence < SURE && is_behind_article && !evidence.found.ends_with('s');
    is_role(evidence.found) || evidence.place == Place::Prose && is_thing()
}

/// Reports whether a mention is the value of a member whose name tells of a thing, an office or a shop: `"department": "…"`, unless a
/// first name begins it.
fn is_of_thing(evidence: &Evidence<'_>) -> bool {
    const NAMES: &WordList = &WordList::new(
        "department|dept|division|abteilung|département|departement|departamento|dipartimento|afdeling|afdelning|avdeling|avdelning|osasto|dział|\
         oddział|oddelení|osztály|title|jobtitle|position|stelle|cargo|puesto|poste|funktion|funkcja|beruf|role|rolle|status|state|estado|stato|\
         statut|stav|tila|priority|category|kategorie|catégorie|categoría|categoria|type|typ|tipo|kind|queue|team|organisme|organ|organo|órgano|\
         tienda|tenda|store|shop|magasin|boutique|laden|filiale|filial|sucursal|negozio|sklep|butik|kauppa|branch|site|region|zone|module|\
         component|device|model|brand|marke|marca|marque|product|produkt|produit|producto|prodotto|plan|channel|campaign|project|action|event",
    );
    /// Longest name with its sign, in bytes.
    const FAR: usize = 64;
    let head = evidence.head();
    let Some(head) = window::before(head, head.len(), FAR).strip_suffix('"') else { return false };
    let Some(key) = head.trim_end().strip_suffix(':').and_then(|key| key.trim_end().strip_suffix('"')) else {
        return false;
    };
    let name = key.rsplit(['"', '_', '-', '.', ' ']).next().unwrap_or_default();
    let name = &name[name.rfind(char::is_uppercase).filter(|_| name.contains(char::is_lowercase)).unwrap_or(0)..];
    evidence.tail().starts_with('"') && is_listed(name, NAMES) && !evidence.is_listed() && !evidence.has_title()
}

/// Reports whether a mention has several words in small letters that no name has, and no first name: `Bundesweite Razzia wegen
/// versuchten Betrugs`.
fn is_rather_a_heading(evidence: &Evidence<'_>) -> bool {
    let is_small = |word: &&str| word.starts_with(char::is_lowercase) && !is_particle(word);
    evidence.presence < SURE
        && !evidence.is_listed()
        && evidence.found.contains(char::is_uppercase)
        && evidence.words().filter(is_small).nth(1).is_some()
}

/// Reports whether a word in small letters is rather none of a name, since its text has capitals where they belong, or since it has
/// letters that English has not in a text in English.
fn is_rather_a_word(evidence: &Evidence<'_>) -> bool {
    let is_foreign = || evidence.place == Place::Prose && !evidence.found.is_ascii() && evidence.presence < SURE;
    if evidence.is_single && !evidence.found.contains(char::is_uppercase) && evidence.is_unlisted() && is_foreign() {
        return true;
    }
    let least = if evidence.is_unlisted() { CERTAIN } else { LIKELY };
    (evidence.presence < least || evidence.is_behind_article())
        && evidence.is_small_in_edited_text()
        && !evidence.has_title()
}

/// Reports whether the mention is the beginning of a sentence in another language than English: a function word, or a German article
/// with a word that no list holds.
fn begins_like_a_sentence(evidence: &Evidence<'_>) -> bool {
    const ARTICLES: [&str; 11] = ["der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer"];
    if !evidence.begins_sentence() {
        return false;
    }
    let mut words = evidence.words();
    let Some(first) = words.next().map(str::to_lowercase) else { return false };
    match words.next() {
        None => is_function_word(&first) && !evidence.is_common_name(),
        Some(second) => ARTICLES.contains(&&*first) && evidence.classes(second) & NAMES == 0,
    }
}

/// Reports whether the mention is a word that no list holds, and stands where words that are no names often do: as the name of
/// a field, in capitals as a keyword, or where it may be the first word of a sentence in another language.
fn needs_certainty(evidence: &Evidence<'_>) -> bool {
    evidence.is_single
        && evidence.is_unlisted()
        && (evidence.is_key()
            || !evidence.found.contains(char::is_lowercase)
            || evidence.place == Place::Prose && !evidence.found.is_ascii() && evidence.begins_sentence())
        && !evidence.has_title()
}

fn in_european_prose(evidence: &Evidence<'_>) -> bool {
    let presence = evidence.presence;
    let is_listed = evidence.is_listed();
    let is_known = || is_listed || evidence.ends_in_surname();
    let is_kindred = evidence.place == Place::Kindred;
    let parts = || evidence.found.split([',', '(', ')', '"', '“', '”']).map(str::trim).filter(|part| !part.is_empty());
    let is_cased = || parts().all(|part| name_words(part).is_some());
    if evidence.has_title() {
        true
    } else if evidence.is_key() && !is_listed {
        // Somebody speaks, whose first name stands last, or whose surname is frequent: `Mérő László: …`.
        presence >= SURE && !evidence.is_single && is_cased() && evidence.has_common_name()
    } else if !evidence.found.contains(char::is_uppercase) {
        presence >= PLAIN && is_listed
            || evidence.words().next().is_some_and(|word| is_first_name(evidence, word))
            || (presence >= SMALL || may_be_inflected(evidence.lists, evidence.found)) && evidence.is_in_small_text()
    } else if !is_cased() {
        presence >= SURE
    } else if !evidence.is_single {
        !is_kindred || presence >= EVEN && is_known() || presence >= SURE
    } else if evidence.place == Place::German && is_rather_a_noun(evidence) || is_rather_ordinary(evidence) {
        false
    } else if evidence.begins_sentence() {
        presence >= SURE
            || presence >= LIKELY && evidence.is_common_name() && !evidence.is_other()
            || presence >= DOUBTFUL && !is_kindred
    } else {
        !is_kindred || presence >= CERTAIN || presence >= EVEN && is_known() && !evidence.is_other()
    }
}

/// Reports whether one word is rather an ordinary one, with the capital of its sentence or of a heading: few people bear it, if any, and it
/// is one of the words that some language has often.
fn is_rather_ordinary(evidence: &Evidence<'_>) -> bool {
    /// Least confidence of a person within a sentence, where the capital speaks for a name.
    const UNSURE: f32 = 0.4;
    const BORNE: u16 = class::FIRST | class::COMMON_FIRST | class::COMMON_LAST;
    let is_doubtful = if evidence.begins_sentence() {
        evidence.presence < if evidence.is_unlisted() { SURE } else { PLAIN }
    } else {
        evidence.mention.confidence < UNSURE
    };
    is_doubtful && evidence.classes(evidence.found) & BORNE == 0 && WordFilter::embedded().has(evidence.found)
}

/// Reports whether one word in German prose, where capitals tell nothing, is rather a noun or a name of another kind than a person's.
/// Many surnames are nouns (`Spiegel`), so that only a first name or a frequent name tells enough.
fn is_rather_a_noun(evidence: &Evidence<'_>) -> bool {
    !evidence.is_common_name()
        && !evidence.is_listed()
        && (evidence.mention.confidence < EVEN || evidence.is_unlisted() && evidence.presence < LIKELY)
}

/// Reports whether `word`, in small letters, is a first name.
fn is_first_name(evidence: &Evidence<'_>, word: &str) -> bool {
    let (lists, place) = (evidence.lists, evidence.place);
    lists.is_first_name(word, place)
        || evidence.classes(word) & class::COMMON_FIRST != 0 && !lists.is_frequent(word, place)
}

fn in_foreign_prose(evidence: &Evidence<'_>) -> bool {
    let presence = evidence.presence;
    if evidence.has_title() {
        true
    } else if !evidence.is_written() {
        false
    } else if evidence.is_single {
        evidence.is_common_name() && !evidence.is_other() && !evidence.is_common_word() && presence >= SURE
    } else {
        presence >= LIKELY && evidence.is_listed() || presence >= CERTAIN && evidence.ends_in_surname()
    }
}

fn in_technical_text(evidence: &Evidence<'_>) -> bool {
    let presence = evidence.presence;
    if evidence.is_technical() || !evidence.is_written() {
        false
    } else if evidence.has_title() {
        true
    } else if evidence.is_single {
        evidence.classes(evidence.found) & class::COMMON_FIRST != 0
            && !evidence.is_other()
            && !evidence.is_common_word()
            && presence >= CERTAIN
    } else {
        presence >= LIKELY && evidence.is_listed() || presence >= CERTAIN
    }
}

fn in_log(evidence: &Evidence<'_>) -> bool {
    if evidence.is_technical() {
        false
    } else if evidence.is_single {
        evidence.is_value()
            && evidence.presence >= PLAIN
            && evidence.classes(evidence.found) & (class::FIRST | class::LAST) != 0
    } else {
        evidence.is_listed()
    }
}

#[cfg(test)]
mod tests {
    use masquerade_ner::{Mention, Model, Type};

    use super::*;
    use crate::{model::words::Words, text::Span};

    /// Whether `name` counts in the middle of `text`, prose in German or in another European language.
    fn counts(text: &str, name: &str, presence: f32, confidence: f32) -> [bool; 2] {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let start = text.find(name).unwrap();
        let span = Span::new(text, start..start + name.len()).unwrap();
        let mention = Mention { span, kind: Type::Person, presence, confidence, alternative: None };
        [Place::German, Place::European].map(|place| is_enough(&Evidence::new(&words, text, &mention, place)))
    }

    #[test]
    fn one_word_in_german_needs_more_evidence_than_its_capital() {
        // Nouns that no list of names has, and surnames that are nouns.
        assert_eq!(counts("Dann fand er Knoblauchbrot im Keller.", "Knoblauchbrot", 0.6, 0.6), [false, true]);
        assert_eq!(counts("Dann fand er den Spiegel im Keller.", "Spiegel", 0.6, 0.45), [false, true]);
        // Surnames, first names, titles, and names of several words.
        assert_eq!(counts("Dann rief er Jelpke an.", "Jelpke", 0.8, 0.7), [true; 2]);
        assert_eq!(counts("Dann rief er Sabine an.", "Sabine", 0.5, 0.4), [true; 2]);
        assert_eq!(counts("Dann rief Herr Knoblauchbrot an.", "Knoblauchbrot", 0.5, 0.4), [true; 2]);
        assert_eq!(counts("Dann rief Udo Knoblauchbrot an.", "Udo Knoblauchbrot", 0.5, 0.4), [true; 2]);
    }

    #[test]
    fn short_words_in_capitals_are_rather_abbreviations() {
        for (text, name, expected) in [
            ("ti giro i dati presi dal CAI: veicolo A", "CAI", false),
            ("vraagt de EAN van de school", "EAN", false),
            ("vraagt de EWOV van de school", "EWOV", false),
            ("vraagt Dr. ROE van de school", "ROE", true),
            ("vraagt ANNA van de school", "ANNA", true),
            ("BESTE ROE, KOM NU", "ROE", true),
        ] {
            assert_eq!(counts(text, name, 0.85, 0.8)[1], expected, "{text}");
        }
    }

    #[test]
    fn words_in_small_letters_are_no_names_in_edited_texts() {
        let recipe = "Elaboración\nBatir los huevos.\nIncorporar la almendra.\nHornear.\nEspolvorear con la plantilla de la cruz.\n";
        assert!(!counts(recipe, "almendra", 0.7, 0.5)[1] && !counts(recipe, "cruz", 0.78, 0.42)[1]);
        assert!(counts("Ayer vi a maría en el mercado.", "maría", 0.78, 0.7)[1]);
        let chat = "Agent: Hi there.\nAgent: Your name?\nUser: it is elif\nAgent: Thanks.\nUser: my pleasure";
        assert!(counts(chat, "elif", 0.5, 0.4)[1]);
    }

    #[test]
    fn speakers_with_frequent_names_are_no_fields() {
        assert!(counts("Ők nagyon kedvesek. Laurel Lee: Igazából csak vártam.", "Laurel Lee", 0.85, 0.8)[1]);
        assert!(!counts("Ők nagyon kedvesek. Laurel Lee: Igazából csak vártam.", "Laurel Lee", 0.7, 0.7)[1]);
        assert!(!counts("Dirección Postal: calle de la Luna", "Dirección Postal", 0.9, 0.9)[1]);
    }

    #[test]
    fn sentences_and_definitions_are_no_names() {
        let heading = "Bundesweite Razzia wegen versuchten Betrugs";
        assert!(!counts(heading, heading, 0.4, 0.4)[1]);
        assert!(!counts("Cd. = cadde, Mah. = mahalle", "Mah", 0.85, 0.8)[1]);
    }
}
