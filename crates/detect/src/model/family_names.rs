//! First parts of names that the models leave out: family names before first names, as Hungarian has them (`Fekete Dorina`), which are
//! often words, of colours, trades and peoples; those of Vietnam (`Đỗ Quang Huy`), and the signs of sex and caste of Bali (`Ni Luh Ayu`).

use masquerade_ner::{Mention, Type, lexicon::class};

use super::{function_words::is_function_word, place::Place, words::Words};
use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, line},
};

/// Small words that tell Hungarian.
const SMALL: &WordList = &WordList::new(
    "a|az|és|hogy|nem|egy|volt|meg|már|mint|mert|vagy|még|kell|lesz|azt|ezt|szerint|igen|itt|vagyok|úgy|nincs|úr|asszony|kérem|kérjük|\
     tisztelt|kedves|üdvözlettel|tegnap|ma|holnap|részére|nevű|született|szül|lakos|lakcíme|telefonszáma|\
     sem|pedig|aki|ami|akit|nagyon|után|előtt|között|csak|azután|mindenki|majd|volna|ezért|azért|miatt|által|\
     illetve|valamint|szintén|két|lett|lehet|mondta|neki|nekem|hozzánk|őt|velem|vele|mikor|amikor|hol|ahol",
);
/// Words with a capital before a first name alone: those of greetings.
const GREETINGS: &WordList =
    &WordList::new("kedves|tisztelt|drága|szia|sziasztok|helló|köszönöm|doktor|néhai|özvegy|ifjú|kis");

/// `named` with the family names before mentions of a first name in Hungarian.
pub fn with_family_names(words: &Words<'_>, text: &str, mut named: Vec<(Mention, Place)>) -> Vec<(Mention, Place)> {
    for at in 0..named.len() {
        let (mention, place) = named[at];
        let behind = at.checked_sub(1).map_or(0, |before| named[before].0.span.end());
        if mention.kind == Type::Person
            && let Some(start) = listed_part(text, &mention, behind)
                .or_else(|| family_name(words, text, &mention, behind).filter(|_| place == Place::European))
        {
            let span = Span::new(text, start..mention.span.end()).expect("words are whole");
            named[at].0 = Mention { span, ..mention };
        }
    }
    named
}

/// The start of the first part of a name of Vietnam or Bali before the rest of it, if it begins behind `behind`.
fn listed_part(text: &str, mention: &Mention, behind: usize) -> Option<usize> {
    const VIETNAMESE: &WordList = &WordList::new(
        "nguyễn|trần|lê|phạm|hoàng|huỳnh|phan|vũ|võ|đặng|bùi|đỗ|hồ|ngô|dương|lý|đinh|trịnh|đoàn|lâm|tạ|hà|lò|vương|triệu|mai|cao|tô|quách",
    );
    const BALINESE: [&str; 4] = ["Ni", "I", "Ida", "Anak"];
    const ORDERS: &WordList =
        &WordList::new("luh|made|wayan|nyoman|ketut|putu|kadek|komang|gede|gusti|dewa|nengah|ayu|bagus|agung");
    let head = text.get(behind..mention.span.start())?.strip_suffix(' ')?;
    let word = head.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let first = mention.span.slice(text).split(' ').next().unwrap_or_default();
    let is_vietnamese = || is_listed(&word.to_lowercase(), VIETNAMESE) && word.starts_with(char::is_uppercase);
    let is_balinese = || BALINESE.contains(&word) && is_listed(first, ORDERS);
    (first.starts_with(char::is_uppercase) && (is_vietnamese() || is_balinese()))
        .then(|| mention.span.start() - 1 - word.len())
}

/// The start of the family name before a first name, if it begins behind `behind`.
fn family_name(words: &Words<'_>, text: &str, mention: &Mention, behind: usize) -> Option<usize> {
    let (found, start) = (mention.span.slice(text), mention.span.start());
    let first = found.split(' ').next().unwrap_or_default();
    if words.classes(first) & class::FIRST == 0 || words.classes(first) & class::COMMON_LAST != 0 && found.contains(' ')
    {
        return None;
    }
    let head = text.get(behind..start)?.strip_suffix(' ')?;
    let word = head.rsplit(|c: char| !(c.is_alphabetic() || c == '-')).next().unwrap_or_default();
    let is_name = word.split('-').all(|part| {
        part.starts_with(char::is_uppercase)
            && part.chars().skip(1).all(char::is_lowercase)
            && part.chars().nth(2).is_some()
    });
    let lower = word.to_lowercase();
    let is_family_name = is_name
        && word.split('-').any(|part| words.classes(part) & class::LAST != 0)
        && !is_listed(word, GREETINGS)
        && !is_function_word(&lower);
    (is_family_name && is_hungarian(text, start)).then(|| start - 1 - word.len())
}

/// Reports whether the line around `at` has small words of Hungarian.
fn is_hungarian(text: &str, at: usize) -> bool {
    /// Reach of the look at the line, in bytes, and fewest such words.
    const NEAR: usize = 160;
    const FEWEST: usize = 2;
    let sides = [line::before(text, at, NEAR), line::behind(text, at, NEAR)];
    let all = sides.iter().flat_map(|side| side.split(|c: char| !c.is_alphabetic()));
    all.filter(|word| is_listed(word, SMALL)).take(FEWEST).count() == FEWEST
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn names_of_vietnam_and_bali_are_whole() {
        for (text, found, expected) in [
            ("Anh nói là Đỗ Quang Huy sẽ nhận thay", "Quang Huy", "Đỗ Quang Huy"),
            ("istri saya Ni Luh Ayu Pratiwi", "Luh Ayu Pratiwi", "Ni Luh Ayu Pratiwi"),
            ("when I met Jane", "Jane", "Jane"),
        ] {
            let start = text.find(found).unwrap();
            let span = Span::new(text, start..start + found.len()).unwrap();
            let mention = Mention { span, kind: Type::Person, presence: 0.8, confidence: 0.8, alternative: None };
            let model = Model::embedded().unwrap();
            let words = Words { model: &model, reads_european: true };
            let named = with_family_names(&words, text, vec![(mention, Place::Prose)]);
            assert_eq!(named[0].0.span.slice(text), expected, "{text}");
        }
    }

    #[test]
    fn family_names_stand_before_first_names_in_hungarian() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (text, first, expected) in [
            ("Fekete Dorina még nem fizette ki a számlát.", "Dorina", "Fekete Dorina"),
            ("Tegnap Pap-Mezei Krisztián volt az irodában.", "Krisztián", "Pap-Mezei Krisztián"),
            ("Kedves Dorina, a számla még nem érkezett meg.", "Dorina", "Dorina"),
            ("Tegnap Dorina volt az irodában.", "Dorina", "Dorina"),
            ("Fekete Dorina called about the invoice.", "Dorina", "Dorina"),
        ] {
            let start = text.find(first).unwrap();
            let span = Span::new(text, start..start + first.len()).unwrap();
            let mention = Mention { span, kind: Type::Person, presence: 0.8, confidence: 0.8, alternative: None };
            let named = with_family_names(&words, text, vec![(mention, Place::European)]);
            assert_eq!(named[0].0.span.slice(text), expected, "{text}");
        }
    }
}
