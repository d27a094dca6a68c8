//! Corpora whose files begin with their language: their annotations, weights and licences.

use masquerade_ner::tag::Type;

use super::corpora::Meaning;
use Type::{Location, Nrp, Organization, Person};

/// A corpus, by the name that its documents give.
pub struct European {
    /// The name; files put the language before it: `da_uner_ddt`.
    pub name: &'static str,
    /// The types that it annotates wherever they occur.
    pub annotated: &'static [Type],
    /// Passes through it in an epoch of training.
    pub weight: f32,
    /// Its licence.
    pub licence: &'static str,
}

const THREE: &[Type] = &[Person, Location, Organization];
const FOUR: &[Type] = &[Person, Location, Organization, Nrp];

const fn corpus(name: &'static str, annotated: &'static [Type], weight: f32, licence: &'static str) -> European {
    European { name, annotated, weight, licence }
}

/// All of them. Old newspapers read by machine leave many names unmarked, so nothing in them is known to be none; of
/// clinical records and bookings only persons are marked whole, and of commands only what fills a slot. Small and careful
/// corpora weigh more, large and uniform ones less. No text of `written` and `chats` is like another.
const CORPORA: &[European] = &[
    corpus("europeana", &[], 0.3, "CC0"),
    corpus("chats", FOUR, 4.0, "written for this repository"),
    corpus("estner", THREE, 4.0, "CC BY 4.0"),
    corpus("evi", &[Person], 0.5, "CC BY 4.0"),
    corpus("factrueval", THREE, 4.0, "MIT"),
    corpus("fullstack", THREE, 1.5, "CC BY-SA 4.0"),
    corpus("germeval14", FOUR, 3.0, "CC BY 4.0"),
    corpus("klintan", THREE, 1.5, "CC BY 4.0"),
    corpus("kpwr", FOUR, 4.0, "CC BY 3.0"),
    corpus("lener", THREE, 0.6, "MIT"),
    corpus("ler", THREE, 0.3, "CC BY 4.0"),
    corpus("meddocan", &[Person], 0.4, "CC BY 4.0"),
    corpus("mobie", THREE, 0.3, "CC BY 4.0"),
    corpus("mtsdialog", &[Person], 0.3, "CC BY 4.0"),
    corpus("nerkor", THREE, 1.2, "CC BY-SA 4.0"),
    corpus("norne", THREE, 0.7, "annotation CC0; texts CC BY-SA 4.0"),
    corpus("restaurant8k", &[Person], 0.4, "CC BY 4.0"),
    corpus("ronec", FOUR, 1.0, "MIT"),
    corpus("smartdata", THREE, 3.0, "CC BY 4.0"),
    corpus("snips", &[], 0.4, "CC0"),
    corpus("turku", THREE, 1.5, "CC BY-SA 4.0"),
    corpus("uner_bosque", THREE, 1.5, "CC BY-SA 4.0"),
    corpus("uner_ddt", THREE, 2.0, "CC BY-SA 4.0"),
    corpus("uner_set", THREE, 1.5, "CC BY-SA 4.0"),
    corpus("uner_snk", THREE, 2.0, "CC BY-SA 4.0"),
    corpus("uner_talbanken", THREE, 1.0, "CC BY-SA 4.0"),
    corpus("wiki", FOUR, 0.6, "CC BY-SA 4.0"),
    corpus("written", FOUR, 2.0, "written for this repository"),
];

/// The corpus of a document's source, or of a file's name.
pub fn find(source: &str) -> Option<&'static European> {
    let name = source.get(3..).filter(|_| source.get(2..3) == Some("_"));
    CORPORA.iter().find(|corpus| corpus.name == source || Some(corpus.name) == name)
}

/// Reports whether the corpus `source` is in a language other than English.
pub fn is_foreign(source: &str) -> bool {
    find(source).is_some() && !source.starts_with("en_")
}

/// The meaning of `label` in one of these corpora, all of which name our types as we do. Of common nouns for persons and
/// places it is known that they are no names, as of dates and numbers; all else may hold some.
pub fn meaning(label: &str) -> Meaning {
    match label {
        "PERSON" => Meaning::Is(Person),
        "LOCATION" => Meaning::Is(Location),
        "ORGANIZATION" => Meaning::Is(Organization),
        "NRP" => Meaning::Is(Nrp),
        "PERSON_COMMON" | "ORG_COMMON" | "LOC_COMMON" | "GPE_COMMON" => Meaning::Nothing,
        "DATE" | "MONEY" | "AGE" | "EMAIL" | "PHONE" | "TITLE" => Meaning::Nothing,
        _ => Meaning::Unknown,
    }
}

/// The licence of a plain text in one of these languages, by the name of its file.
pub fn licence_of_text(source: &str) -> Option<&'static str> {
    let (_, kind) = source.rsplit_once('_')?;
    Some(match kind {
        "cc0" => "CC0",
        "ccbysa" => "CC BY-SA 4.0",
        "apache" => "MIT or Apache-2.0",
        "pd" => "public domain",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corpora_are_found_by_source_and_by_file() {
        assert_eq!(find("da_uner_ddt").map(|corpus| corpus.name), Some("uner_ddt"));
        assert_eq!(find("norne").map(|corpus| corpus.name), Some("norne"));
        assert!(find("wikigold").is_none() && find("gmb").is_none());
    }

    #[test]
    fn common_nouns_are_no_names() {
        assert_eq!(meaning("PERSON_COMMON"), Meaning::Nothing);
        assert_eq!(meaning("WORK_OF_ART"), Meaning::Unknown);
    }
}
