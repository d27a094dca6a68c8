//! Named places: streets, squares and schools that are named after somebody (`avenida Simón Bolívar`, `Karl Johans gate`), which the
//! models take for persons.

use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{line, run_behind},
};

/// Bytes that are read beside a mention.
const NEAR: usize = 48;

/// Streets, squares, schools and the like, which stand before the name that they bear.
const BEFORE: &WordList = &WordList::new(
    "rue|avenue|boulevard|quai|lycée|collège|calle|avenida|plaza|paseo|colegio|instituto|viale|piazza|corso|liceo|rua|praça|travessa|escola|ulica|ulici|ulice|ulicy|trg|trga|trgu|aleja|aleje|plac|placu|\
     osiedle|náměstí|námestie|třída|trieda|gymnázium|strada|bulevardul|piața|liceul|улица|улици|улице|улицы|булевард|площад|трг|гимназия|гимназија|đường|phố|trường|jalan|jln|jl|sokak|cadde|sveti|szent|jardin|stade|estadio|stadio|estádio",
);

/// Those of them that are prepositions and other words in small letters.
const CAPITALS: [&str; 2] = ["Via", "Place"];

/// The same behind their name, as words of their own or at the end of it.
const BEHIND: &WordList = &WordList::new(
    "gate|gatan|vei|veg|vej|vejen|väg|vägen|allé|allee|boulevard|caddesi|caddesine|bulvarı|sokağı|meydanı|salonu|lisesi|utca|út|útja|tér|katu|tänav|puiestee|iela|gatvė|aikštė|laukums|plads|plass|torg|platz|straße|strasse",
);

/// Reports whether a mention is the name of a street or of a school; one with a number is left, since somebody lives there.
pub(super) fn is_named_place(found: &str, head: &str, tail: &str) -> bool {
    let is_kind = |word: &str| is_listed(word, BEFORE);
    let near = line::before(head, head.len(), NEAR);
    let before = near.strip_suffix(' ').and_then(|near| near.rsplit([' ', '(']).next()).unwrap_or_default();
    let (first, last) = (found.split(' ').next().unwrap_or_default(), found.rsplit(' ').next().unwrap_or_default());
    let next = run_behind(tail.strip_prefix(' ').unwrap_or_default(), char::is_alphabetic);
    let has_ending = ["gatan", "straße", "strasse", "vägen", "veien"]
        .iter()
        .any(|end| last.len() > end.len() + 2 && last.ends_with(end));
    // `Saint Lucia`; of persons it is the first part of a surname.
    let is_named = is_kind(before)
        || matches!(first, "Saint" | "Sainte") && first.len() < found.len()
        || is_kind(before.strip_suffix('.').filter(|short| short.len() < 5).unwrap_or_default())
        || CAPITALS.contains(&before)
        || found.contains(' ') && (is_kind(first) || is_listed(last, BEHIND) || has_ending)
        || !next.is_empty() && is_listed(next, BEHIND);
    let rest = tail.trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, ' ' | ',' | '.'));
    let is_numbered = tail.len() - rest.len() < NEAR && rest.starts_with(|c: char| c.is_ascii_digit());
    is_named && !is_numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_are_named_after_persons_are_none() {
        for (found, text, expected) in [
            ("Simón Roe", "la avenida Simón Roe está cortada", true),
            ("Karl Roes gate", "Karl Roes gate er stengt", true),
            ("Marco Roe", "in Via Marco Roe", true),
            ("Simón Roe", "con Simón Roe en casa", false),
            ("Anna Roe", "sent via Anna Roe", false),
            ("Anna Roe", "in place. Anna Roe said", false),
            ("Saint Roe", "Saint Roe and Belize", true),
            ("Victor Roe", "rue Victor Roe 12, Lyon", false),
        ] {
            let at = text.find(found).unwrap();
            assert_eq!(is_named_place(found, &text[..at], &text[at + found.len()..]), expected, "{text}");
        }
    }
}
