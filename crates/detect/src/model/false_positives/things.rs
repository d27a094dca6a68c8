//! Values of members that name things, which the models take for persons and places: `"category": "Reise"`, `plan_name=Business Annual`,
//! `<tr><th>Tarif</th><td>Komfort Plus`.

use masquerade_ner::lexicon::class;

use crate::{
    model::words::Words,
    recognizers::support::word_list::{WordList, is_listed},
    text::{identifier, line, run_before},
};

/// Words for things, kinds and states, of which no value is a person or a place.
const THINGS: &WordList = &WordList::new(
    "plan|product|products|produkt|produit|producto|prodotto|produto|category|categories|kategorie|catégorie|categorie|categoría|categoria|kategoria|tariff|tarif|\
     tarifa|tariffa|article|artikel|artículo|articolo|artigo|sku|department|abteilung|template|vorlage|event|file|filename|table|column|model|modell|\
     make|marke|marque|marca|brand|status|zustand|timezone|tz|unit|einheit|currency|channel|queue|feature|module|component|theme|layout|format|\
     severity|priority|type|kind|typ|art|segment|method|zahlungsart|leistung|sensor|metric|dimension|studiengang|material|color|colour|farbe|colours|colors|team|squad|server|service|application|app|host|project|package|upstream|library|workflow|job|repository|repo|playlist|font|game",
);

/// Words for the name of a thing, behind the word for the thing.
const NAMES: [&str; 6] = ["name", "names", "nm", "title", "code", "label"];

/// Reports whether the member before the value that `head` ends at is one of things.
fn is_member_of_thing(head: &str) -> bool {
    member_before(head).is_some_and(names_thing)
}

/// Reports whether the last word of a member's name is one for a thing, or the one before a word for its name.
pub fn names_thing(name: &str) -> bool {
    let (mut before, mut last) = ("", "");
    for word in identifier::words(name) {
        (before, last) = (last, word);
    }
    let is_name = NAMES.iter().any(|name| name.eq_ignore_ascii_case(last));
    is_listed(if is_name { before } else { last }, THINGS)
}

/// Reports whether a mention is the beginning of such a value, and not a first name with a surname.
pub(super) fn is_value(words: &Words<'_>, found: &str, head: &str) -> bool {
    let first = found.split(' ').next().unwrap_or_default();
    let is_of_person = found.contains(' ') && words.classes(first) & class::COMMON_FIRST != 0;
    !is_of_person && is_member_of_thing(head)
}

/// The name of the member whose value begins behind `head`: quoted, in an element, before `=`, or an identifier in small letters
/// before a colon.
fn member_before(head: &str) -> Option<&str> {
    /// Farthest name, in bytes.
    const FAR: usize = 64;
    const MARKS: [char; 4] = ['"', '\'', '\\', ' '];
    let near = line::before(head, head.len(), FAR);
    if let Some(tag) = near.strip_suffix('>') {
        // A cell behind the one of its name, or an element of that name.
        let cell = tag.strip_suffix("<td").or_else(|| tag.strip_suffix("<dd"));
        let named = cell.and_then(|head| ["</th>", "</dt>", "</td>"].iter().find_map(|end| head.strip_suffix(*end)));
        return match named {
            Some(head) => head.rsplit('>').next(),
            None => tag.rsplit('<').next(),
        };
    }
    let bare = near.trim_end_matches(MARKS);
    let is_quoted = bare.len() < near.trim_end_matches(' ').len();
    let (name, is_loose) = match bare.strip_suffix(':') {
        Some(name) => (name, !is_quoted),
        None => (bare.strip_suffix('>').unwrap_or(bare).strip_suffix('=')?, false),
    };
    let name = run_before(name.trim_end_matches(MARKS), |c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    let is_field = !is_loose || name.contains('_') || name.bytes().all(|b| b.is_ascii_lowercase());
    (!name.is_empty() && is_field).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_things_hold_no_names() {
        for (head, expected) in [
            ("{\"category\": \"", true),
            ("\\\"plan_name\\\":\\\"", true),
            ("planName=", true),
            ("  make: ", true),
            ("'brand' => '", true),
            ("<tr><th>Tarif</th><td>", true),
            ("<Category>", true),
            ("Category: ", false),
            ("{\"customer_name\": \"", false),
            ("category of ", false),
            ("\"name\": \"", false),
            ("", false),
        ] {
            assert_eq!(is_member_of_thing(head), expected, "{head}");
        }
    }
}
