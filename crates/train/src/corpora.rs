//! Conventions of each corpus: the meaning of its labels, and the types that it does not annotate.

use masquerade_ner::tag::{ANY, Mask, OUTSIDE, Type};

use super::european;

/// The label of what tells nothing, whatever it is.
pub const IGNORED: &str = "ignore";

/// The meaning of a label of a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An entity of this type.
    Is(Type),
    /// An entity of this type, or none: the corpus and we differ on which.
    Maybe(Type),
    /// A nationality or a place.
    NrpOrPlace,
    /// No type of the model.
    Nothing,
    /// An unknown type: nothing is learnt from the words inside.
    Unknown,
}

use Meaning::{Is, Maybe, Nothing, NrpOrPlace, Unknown};
use Type::{Location, Nrp, Organization, Person};

/// The meaning of `label` in the corpus `source`.
pub fn meaning(source: &str, label: &str) -> Meaning {
    if european::find(source).is_some() {
        return european::meaning(label);
    }
    match (source, label) {
        ("gmb", "gpe") => NrpOrPlace,
        ("gmb", "geo") => Is(Location),
        ("gmb", "org") => Is(Organization),
        ("gmb", "per") => Is(Person),
        ("wnut17", "group") => Is(Organization),
        ("sgd", "city" | "city_of_event" | "destination" | "origin") => Is(Location),
        ("sgd", "from_location" | "to_location" | "pickup_location" | "location") => Maybe(Location),
        (
            "sgd",
            "contact_name"
            | "stylist_name"
            | "doctor_name"
            | "dentist_name"
            | "therapist_name"
            | "recipient_account_name",
        ) => Maybe(Person),
        ("sgd", _) => Unknown,
        ("multidogo", "name") => Is(Person),
        ("multidogo", "company_name") => Maybe(Organization),
        ("multidogo", "current_city" | "arrival_city" | "departure_city") => Maybe(Location),
        ("multidogo", "address") => Unknown,
        ("nlu_eval" | "slurp", "person" | "artist_name") => Is(Person),
        ("nlu_eval" | "slurp", "place_name") => Is(Location),
        ("nlu_eval" | "slurp", "business_name") => Is(Organization),
        ("nlu_eval" | "slurp", "media_type" | "news_topic" | "app_name" | "radio_name" | "podcast_name") => Unknown,
        (_, "researcher" | "writer" | "musicalartist" | "politician" | "scientist") => Is(Person),
        (_, "band" | "politicalparty" | "university") => Maybe(Organization),
        (_, "academicjournal" | "conference" | "magazine") => Unknown,
        (_, "PER" | "person" | "Person" | "PERSON") => Is(Person),
        (_, "LOC" | "GPE" | "FAC" | "LOCATION" | "location" | "country" | "place" | "Location") => Is(Location),
        (_, "ORG" | "organisation" | "organization" | "Organisation" | "ORGANIZATION" | "corporation") => {
            Is(Organization)
        }
        (_, "NRP" | "Nationality") => Is(Nrp),
        (_, "STREET_ADDRESS" | "ADDRESS" | "USERNAME") => Unknown,
        (_, "MISC" | "misc") => Maybe(Nrp),
        (_, IGNORED) => Unknown,
        _ => Nothing,
    }
}

/// The types that the corpus annotates wherever they occur; of others its silence says nothing.
pub fn annotated(source: &str) -> &'static [Type] {
    if let Some(corpus) = european::find(source) {
        return corpus.annotated;
    }
    match source {
        "gmb" | "re3d" | "presidio_synth" | "layouts" | "quiet" => &Type::ALL,
        "sgd" => &[],
        "multidogo" => &[Person],
        _ => &[Person, Location, Organization],
    }
}

/// The tags that a token outside all annotations may have.
pub fn outside(source: &str) -> Mask {
    let known = annotated(source).iter().fold(0, |mask, kind| mask | both(*kind));
    ANY & !known
}

/// The two tags of a type, as a mask.
fn both(kind: Type) -> Mask {
    1 << kind.begin() | 1 << kind.inside()
}

/// The tags that a token of an annotation may have.
pub fn allowed(source: &str, meaning: Meaning, is_first: bool) -> Mask {
    let tag = |kind: Type| 1 << if is_first { kind.begin() } else { kind.inside() };
    match meaning {
        Is(kind) => tag(kind),
        Maybe(kind) => tag(kind) | outside(source) & !both(kind) | 1 << OUTSIDE,
        NrpOrPlace => tag(Nrp) | tag(Location),
        Nothing => outside(source),
        Unknown => ANY,
    }
}

/// Reports whether sequences are made of the corpus `source`. Lists of names and addresses without context teach
/// nothing about texts, and most names in the service dialogues are not annotated.
pub fn is_trained_on(source: &str) -> bool {
    !matches!(source, "usaddress" | "probablepeople" | "sgd")
}

/// The number of documents of which one is taken: the support chats are many, short and alike.
pub fn step(source: &str) -> usize {
    if source == "multidogo" { 2 } else { 1 }
}

/// Passes over a corpus in one epoch: more over small ones that are carefully annotated, fewer over large ones that
/// machines annotated.
pub fn weight(source: &str) -> f32 {
    if source == "en_written" {
        return 4.0;
    }
    if let Some(corpus) = european::find(source) {
        return corpus.weight;
    }
    match source {
        "wikigold" | "en_written" => 4.0,
        "wnut17" | "gum_by" => 3.0,
        "btc" | "re3d" => 2.0,
        "gmb" | "multidogo" => 0.5,
        _ if source.starts_with("crossner") => 3.0,
        _ => 1.0,
    }
}

/// Bytes of a plain text that are labelled to learn from: most of texts like people's own messages, least of uniform
/// ones.
pub fn taught(source: &str) -> usize {
    const MEGABYTE: usize = 1_000_000;
    match source {
        "masc" => 3 * MEGABYTE,
        "ewt_ccbysa_no_uner_devtest" => 2 * MEGABYTE,
        "inaugural_pd" | "state_union_pd" => MEGABYTE / 4,
        // Laws have many of the nouns that German writes with a capital, and nobody.
        "de_gesetze_pd" => MEGABYTE,
        // What people say, and what they write about programs.
        "en_voiceweb_cc0" => MEGABYTE,
        "en_rustbook_mit_apache" | "en_xquad_ccbysa" => MEGABYTE / 2,
        // Languages of which little or nothing is annotated learn from their plain texts.
        "fr_voiceweb_cc0" | "nl_voiceweb_cc0" => 3 * MEGABYTE / 2,
        _ if ["es_", "it_", "pl_"].iter().any(|language| source.starts_with(language)) => MEGABYTE,
        // Languages of which a small corpus is annotated, with words of many endings.
        _ if ["fr_", "nl_", "pt_", "de_", "et_", "sk_", "tr_"].iter().any(|language| source.starts_with(language)) => {
            MEGABYTE / 2
        }
        _ if source.get(2..3) == Some("_") => MEGABYTE / 6,
        _ => MEGABYTE,
    }
}

/// The licence of a corpus that is known here.
pub fn licence(source: &str) -> Option<&'static str> {
    Some(match source {
        "btc" | "wnut17" | "wikigold" | "litbank" | "nlu_eval" | "slurp" | "movie_reviews_ccby" => "CC BY 4.0",
        "multidogo" => "CDLA-Permissive 1.0",
        "sec_filings" => "CC BY 3.0",
        "gum_by" => "CC BY, CC BY-SA by genre",
        "re3d" => "public domain, OGL, CC BY, CC BY-SA",
        "sgd" | "uner_en_ewt" | "ewt_ccbysa_no_uner_devtest" => "CC BY-SA 4.0",
        "gmb" => "public-domain texts; the annotated copy states none",
        "presidio_synth" | "usaddress" | "probablepeople" => "MIT",
        "enron_emailcoref" => "Apache-2.0",
        "inaugural_pd" | "state_union_pd" | "litbank_gutenberg" => "public domain",
        "masc" => "open, commercial use allowed",
        "layouts" | "quiet" => "templates of this repository",
        _ if source.starts_with("crossner") => "MIT; texts CC BY-SA",
        _ => return european::find(source).map(|corpus| corpus.licence).or_else(|| european::licence_of_text(source)),
    })
}
