//! Head nouns: words that say what kind of thing a name of several words names.
//!
//! The models confuse types more often than they miss names. The last word of a name, or the first one before `of`, tells
//! the type where they do not: `Maligne Lake` is a place, `Walt Roe Studios` a firm, `University of Rome` an organization.
//! Nouns that name buildings and those who work in them alike, such as `hospital` and `school`, are left out where corpora
//! annotate them in both ways.

use masquerade_ner::{Mention, Type, lexicon::class};

use super::words::Words;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Last words of the names of organizations.
const ORGANIZATIONS: &WordList = &WordList::new(
    "council|department|ministry|bank|agency|court|organization|organisation|news|press|commission|committee|times|university|\
     association|airlines|airways|congress|senate|group|fund|college|institute|inc|corp|corporation|company|federation|board|\
     foundation|society|party|tribune|herald|gazette|studios|labs|laboratory|laboratories|records|orchestra|authority|\
     parliament|academy|trust|ltd|limited|llc|plc|gmbh|partners|associates|holdings|technologies|solutions|systems|\
     industries|enterprises|motors|pharmaceuticals|bureau|tribunal|union|league|club|team|brigade|battalion|navy|army|police|\
     newspaper|magazine",
);

/// Last words of the names of places.
const PLACES: &WordList = &WordList::new(
    "river|rivers|bay|island|islands|lake|lakes|street|road|avenue|ave|blvd|boulevard|lane|square|park|bridge|mountain|\
     mountains|valley|beach|airport|station|county|province|ocean|sea|strait|gulf|peninsula|plateau|village|gardens|plaza|\
     hills|coast|desert|canal|district|creek|falls|canyon|harbor|harbour|highway|parkway|reef|glacier|straße|strasse|gasse|\
     platz|allee",
);

/// Words before `of` in the names of organizations.
const ORGANIZATIONS_OF: &WordList = &WordList::new(
    "university|department|ministry|bank|institute|federation|council|academy|board|bureau|college|society|church|\
     association|offices|office",
);

/// First words of the names of places, before `of` or not.
const FIRST_OF_PLACES: &WordList = &WordList::new("lake|mount|fort|cape|gulf|isle|strait");

/// First words of the names of offices, courts, banks, schools and hospitals in languages that put the kind first.
const FIRST_OF_ORGANIZATIONS: &WordList = &WordList::new(
    "finanzamt|amtsgericht|landgericht|oberlandesgericht|arbeitsgericht|sozialgericht|verwaltungsgericht|bürgeramt|standesamt|\
     landratsamt|jugendamt|ordnungsamt|bauamt|einwohnermeldeamt|bundesamt|landesamt|jobcenter|stadtwerke|sparkasse|volksbank|\
     universität|hochschule|fachhochschule|klinikum|krankenhaus|universitätsklinikum|stadtverwaltung|mairie|préfecture|tribunal|\
     banque|université|hôpital|clinique|lycée|ayuntamiento|juzgado|banco|universidad|tribunale|banca|università|ospedale|prefeitura|\
     universidade|belastingdienst|gemeente|rechtbank|universiteit|ziekenhuis|urząd|sąd|szpital|uniwersytet|úřad|soud|nemocnice|\
     univerzita|okresní|krajský|městský|főiskola|egyetem",
);

/// `mention` with the type that its head noun tells. A surname behind a first name or an initial is no head noun: `Jane Lake`.
pub fn typed(words: &Words<'_>, text: &str, mention: Mention) -> Mention {
    let found = mention.span.slice(text);
    let Some(kind) = kind(found).filter(|kind| *kind != mention.kind && mention.kind != Type::Nrp) else {
        return mention;
    };
    let is_initial = |word: &str| word.ends_with('.');
    let is_name = |word: &str| words.classes(word) & class::FIRST != 0 || is_initial(word);
    let is_surname = |word: &str| words.classes(word) & (class::LAST | class::COMMON_LAST) != 0;
    let (first, last) = (found.split(' ').next().unwrap_or_default(), found.rsplit(' ').next().unwrap_or_default());
    if mention.kind == Type::Person && is_name(first) && is_surname(last) {
        return mention;
    }
    Mention { kind, alternative: None, ..mention }
}

/// The type of a name of several words, by its head noun.
fn kind(found: &str) -> Option<Type> {
    let (first, rest) = found.split_once(' ')?;
    let last = rest.rsplit(' ').next().unwrap_or_default().trim_end_matches(['.', ',']);
    if ![first, last].iter().all(|word| word.starts_with(char::is_uppercase)) {
        return None;
    }
    if rest.starts_with("of ") && is_listed(first, ORGANIZATIONS_OF)
        || is_listed(last, ORGANIZATIONS)
        || is_listed(first, FIRST_OF_ORGANIZATIONS)
    {
        Some(Type::Organization)
    } else if is_listed(last, PLACES) || is_listed(first, FIRST_OF_PLACES) {
        Some(Type::Location)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;
    use crate::text::Span;

    #[test]
    fn head_nouns_tell_types() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        let of = |text: &str, kind: Type| {
            let span = Span::new(text, 0..text.len()).unwrap();
            typed(&words, text, Mention { span, kind, presence: 0.8, confidence: 0.6, alternative: None }).kind
        };
        for text in ["Maligne Lake", "Roeville Gardens", "Lake Roe", "Gulf of Roe", "Roe Straße"] {
            assert_eq!([of(text, Type::Person), of(text, Type::Organization)], [Type::Location; 2], "{text}");
        }
        for text in ["University of Rome", "Rome Tribune", "Finanzamt München", "Jane Roe Studios", "Roe Technologies"]
        {
            assert_eq!([of(text, Type::Person), of(text, Type::Location)], [Type::Organization; 2], "{text}");
        }
        for text in ["Jane Lake", "J. Lane", "Jane Park", "Jane Roe", "Roe", "Lake", "roe lake"] {
            assert_eq!(of(text, Type::Person), Type::Person, "{text}");
        }
        assert_eq!(of("Roe Times", Type::Nrp), Type::Nrp);
    }
}
