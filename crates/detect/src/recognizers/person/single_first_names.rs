//! First names of Cyrillic and Greek without a family name that is known as one, wherever they stand: `Мирон не придёт`, `- Калоян`.

use std::borrow::Cow;

use super::cased_names::{CITIES, OTHERS, Words, begins_sentence, check as is_whole_name, is_title};
use super::cyrillic_names::is_patronymic;
use super::introduced_name::INFO;
use super::lower_case_names::{follows_name, precedes_name};
use crate::recognizers::support::first_names::{first_name, is_also_word};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read before a name.
const NEAR: usize = 160;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // A word with a capital; what it is, lists tell.
        Pattern::within("[А-ЯЁЂ-ЏІЇЄҐ]", 0.75, 0.9),
        Pattern::within("[Α-ΩΆΈΉΊΌΎΏ]", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let words = Words::at(text, start)?;
    let len = alone(text, start, &words)?;
    // Names that their parts tell are the other rule's.
    let is_whole = is_whole_name(candidate).is_some();
    (!is_whole && !is_title(text, start)).then(|| candidate.part(start..start + len))?
}

/// The length of the first name at `start` that stands without a family name that is known as one: a name that is no word and no place,
/// or one before a verb of persons.
fn alone(text: &str, start: usize, words: &Words<'_>) -> Option<usize> {
    let ([name, next, _], end) = (words.words, start + words.ends[0]);
    let (_, is_subject) = first_name(name)?;
    let head = line::before(text, start, NEAR);
    let before = head.strip_suffix(' ').map_or("", last_word);
    if is_of_list(head, words) {
        return None;
    }
    // A street, a school and a church bear names of persons; a name of the past has a number.
    let is_of_place = is_listed(before.trim_end_matches('.'), PLACES)
        || text[end..].starts_with([' ', '-']) && is_ordinal(&text[end + 1..]);
    let is_told = || precedes_name(before) && !is_subject || is_subject && follows_name(&text[end..]);
    let is_doubtful = is_also_word(name) && !is_told();
    if is_of_place || is_doubtful || is_listed(name, OTHERS) || text[end..].starts_with(['-', '_', '@', '’']) {
        return None;
    }
    // Within a sentence the word with a capital behind it is the family name; a heading has more of them.
    let is_key = text[start + words.ends[1]..].starts_with([':', '=']);
    let is_family = !next.is_empty()
        && !is_key
        && words.words[2].is_empty()
        && !begins_sentence(text, start)
        && next.chars().nth(2).is_some()
        && !is_listed(next, OTHERS)
        && !is_listed(next, CITIES)
        && first_name(next).is_none()
        || is_patronymic(next);
    Some(words.ends[usize::from(is_family)])
}

/// Reports whether a name stands among others with nothing between them: a list of names names nobody.
fn is_of_list(head: &str, words: &Words<'_>) -> bool {
    let is_name = |word: &str| first_name(word).is_some();
    let rest = head.strip_suffix(' ').unwrap_or_default();
    let before = last_word(rest);
    let second = rest[..rest.len() - before.len()].strip_suffix(' ').map_or("", last_word);
    let [_, next, third] = words.words;
    let (is_behind, is_before) = (is_name(before), is_name(next));
    is_behind && (is_before || is_name(second)) || is_before && is_name(third)
}

/// The last word of `head`, with its point.
fn last_word(head: &str) -> &str {
    run_before(head, |c| c.is_alphabetic() || matches!(c, '-' | '.'))
}

/// Reports whether `text` begins with the number of a ruler: `Петър I`.
fn is_ordinal(text: &str) -> bool {
    let number = &text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())];
    !number.is_empty() && number.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | '0'..='9' | 'І'))
}

/// What is called after persons, before their names, and prepositions of places.
const PLACES: &WordList = &WordList::new(
    "улица|улицы|улице|улицу|ул|вулиця|вулиці|вулицю|вул|проспект|проспекта|проспекте|просп|пр|площадь|площади|площа|площі|пл|бульвар|бульвара|бул|булевард|бульварі|переулок|пер|провулок|\
     набережная|шоссе|метро|станция|станції|станция|город|города|городе|місто|міста|місті|град|града|село|села|селі|імені|имени|им|ім|святой|святого|святая|святой|свят|света|свети|св|остров|острова|\
     острів|озеро|озера|река|гора|гори|планина|собор|собора|церковь|церкви|церква|църква|црква|храм|храма|храмі|хан|хана|короля|король|крал|цар|царь|царя|князь|князя|императрица|імператор|император|\
     школа|школы|школи|училище|університет|университет|болница|лікарня|больница|музей|театр|завод|фабрика|банк|компания|компанія|премия|премія|орден|медаль|роман|фильм|фільм|песня|опера|пьеса|\
     из|под|площад|паметник|памятник|пам'ятник|крем|торт|салон|магазин|ресторан|кафе|отель|готель|хотел|ураган|тайфун|\
     οδός|οδού|οδό|πλατεία|πλατείας|λεωφόρος|λεωφόρου|λεωφ|αγία|αγίας|αγίου|άγιος|άγιο|αγ|νήσος|λίμνη|όρος|ναός|ναό|ναού|βασιλιάς|βασιλιά|βασίλισσα|πλοίο|πάπας|νοσοκομείο|σχολή|στάση",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn first_names_stand_alone() {
        for (text, matched, pattern, expected) in [
            ("Мирон не придёт", "М", 0, Some("Мирон")),
            ("- Калоян\n", "К", 0, Some("Калоян")),
            ("Вера говорит", "В", 0, Some("Вера")),
            ("дали Глафире ключ", "Г", 0, Some("Глафире")),
            ("Έφτασε ο Παντελής", "Π", 1, Some("Παντελής")),
            ("Вера и надежда", "В", 0, None),
            ("Кости белые", "К", 0, None),
            ("улица Мирона", "М", 0, None),
            ("Мирон II правил", "М", 0, None),
            ("Москва шумит", "М", 0, None),
            ("Η Αθήνα", "Α", 1, None),
            ("Мирон Калоян Глафира", "М", 0, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
