//! Evidence beyond the model's probability: lists of names, titles and company forms, which mentions need outside English
//! prose, and the mentions that no evidence saves.

mod facts;
mod person;

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{drugs::names_drug, false_positives::is_false_positive, formulas, place::Place, words::Words};
use crate::recognizers::support::{name_shape::is_particle, salutation::is_pleasantry};
pub use facts::Evidence;

/// Least presence where the model is on unknown ground.
const SURE: f32 = 0.8;
/// Least presence of a name in a list.
const LIKELY: f32 = 0.65;
/// Least presence of a mention that counts though it is an ordinary word.
const PLAIN: f32 = 0.7;
/// Least presence of a name in a list, in a language without annotated texts.
const EVEN: f32 = 0.5;
/// Least presence of one word that begins a sentence, in a language with annotated texts.
const DOUBTFUL: f32 = 0.4;
/// Least presence of a mention that the model alone supports.
const CERTAIN: f32 = 0.92;

/// Reports whether `mention` counts, as far as its place and its form tell.
pub fn is_enough(lists: &Words<'_>, text: &str, mention: &Mention, place: Place) -> bool {
    let found = mention.span.slice(text);
    const BORNE: u16 = class::FIRST | class::COMMON_LAST;
    // `Bella` is a name, too, and one word with a capital may be a place or a firm.
    let is_other = || !found.contains(' ') && (mention.kind != Type::Person || lists.classes(found) & BORNE != 0);
    if formulas::holds(text, &mention.span.range())
        || is_pleasantry(found) && !is_other()
        || is_false_positive(lists, text, mention)
        || names_drug(lists, found)
    {
        return false;
    }
    let evidence = Evidence::new(lists, text, mention, place);
    // A person may have a title, or license something.
    let is_nothing = match mention.kind {
        Type::Person => evidence.is_abbreviation() && !evidence.has_title(),
        _ => evidence.is_abbreviation() || evidence.is_licence(),
    };
    if is_nothing {
        return false;
    }
    match mention.kind {
        Type::Person => person::is_enough(&evidence),
        Type::Location => is_enough_of_location(&evidence),
        Type::Organization => is_enough_of_organization(&evidence),
        Type::Nrp => is_enough_of_nrp(&evidence),
    }
}

fn is_enough_of_location(evidence: &Evidence<'_>) -> bool {
    let presence = evidence.presence;
    let is_known = || evidence.names_place();
    match evidence.place {
        Place::Prose => true,
        // Words in small letters are rather ordinary ones, and one in capitals a keyword.
        Place::European | Place::German => {
            let is_lower = evidence.words().any(|word| word.starts_with(char::is_lowercase) && !is_particle(word));
            let is_keyword = evidence.is_single && !evidence.found.contains(char::is_lowercase);
            !is_lower && !is_keyword || is_known() || presence >= SURE
        }
        Place::Kindred => evidence.is_capital() && (is_known() || presence >= CERTAIN && !evidence.begins_sentence()),
        Place::Foreign => is_known() && presence >= SURE,
        Place::Technical => is_known() && !evidence.is_technical() && presence >= CERTAIN,
        Place::Comment | Place::Log => {
            is_known() && !evidence.is_technical() && presence >= CERTAIN && !evidence.is_single
        }
        Place::Literal | Place::Code => false,
    }
}

fn is_enough_of_organization(evidence: &Evidence<'_>) -> bool {
    let presence = evidence.presence;
    let is_firm = || evidence.ends_in_company_form();
    match evidence.place {
        Place::Prose => presence >= LIKELY || !evidence.is_ordinary(),
        Place::European | Place::German => evidence.has_capital() || evidence.is_small() && presence >= SURE,
        Place::Kindred => is_firm() || evidence.is_capital() && presence >= SURE && !evidence.begins_sentence(),
        Place::Foreign => presence >= SURE && is_firm(),
        Place::Technical => !evidence.is_technical() && presence >= SURE && is_firm(),
        Place::Comment | Place::Log | Place::Literal | Place::Code => false,
    }
}

fn is_enough_of_nrp(evidence: &Evidence<'_>) -> bool {
    let presence = evidence.presence;
    let is_nationality = || evidence.classes(evidence.found) & class::NATIONALITY != 0;
    match evidence.place {
        Place::Prose | Place::European | Place::German => true,
        Place::Kindred => presence >= EVEN,
        Place::Foreign => presence >= SURE && is_nationality(),
        Place::Technical => presence >= CERTAIN && is_nationality(),
        Place::Comment | Place::Log | Place::Literal | Place::Code => false,
    }
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;
    use crate::text::Span;

    #[test]
    fn identifiers_and_numbers_are_no_organizations() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (found, expected) in [
            ("Siemens", true),
            ("eBay", true),
            ("3M", true),
            ("siemens", true),
            ("minLength", false),
            ("0x02cd", false),
        ] {
            let text = format!("Dann ging er zu {found} und blieb dort.");
            let start = text.find(found).unwrap();
            let span = Span::new(&text, start..start + found.len()).unwrap();
            let mention =
                Mention { span, kind: Type::Organization, presence: 0.85, confidence: 0.8, alternative: None };
            assert_eq!(is_enough(&words, &text, &mention, Place::European), expected, "{found}");
        }
    }
}
