//! Surrogates for occupations, nationalities, faiths, ages and user names.

use fake::locales::{Data, EN, FA_IR, IT_IT, JA_JP, PT_PT, TR_TR, ZH_CN};
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};

use super::{
    letters::{Script, cased_as},
    people::NAMES,
    shape,
};

/// A job's title, of several words: one alone would be met by chance.
pub(super) fn occupation(text: &str, random: &mut StdRng) -> Option<String> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let words = text.split_whitespace().count();
    let title = match Script::of(text) {
        Script::Latin if has(&["ção", "ário", "eiro", "ês"]) => {
            joined::<PT_PT>(random, [Word::Position, Word::Field])?
        }
        Script::Latin if has(&["zion", "iere", "tore", "ista", "ogo"]) => {
            joined::<IT_IT>(random, [Word::Position, Word::Field])?
        }
        Script::Latin if has(&["ı", "ğ", "ş"]) => joined::<TR_TR>(random, [Word::Field, Word::Position])?,
        Script::Latin if words > 2 => joined::<EN>(random, [Word::Seniority, Word::Field, Word::Position])?,
        Script::Latin => joined::<EN>(random, [Word::Field, Word::Position])?,
        Script::Arabic => joined::<FA_IR>(random, [Word::Position, Word::Field])?,
        Script::Kana => joined::<JA_JP>(random, [Word::Field, Word::Position])?.replace(' ', ""),
        Script::Han => joined::<ZH_CN>(random, [Word::Field, Word::Position])?.replace(' ', ""),
        Script::Cyrillic | Script::Other => return None,
    };
    Some(cased_as(text, &title))
}

/// A word of a job's title.
#[derive(Clone, Copy)]
enum Word {
    Seniority,
    Field,
    Position,
}

fn joined<L: Data>(random: &mut StdRng, words: impl IntoIterator<Item = Word>) -> Option<String> {
    let choose = |word| {
        let list = match word {
            Word::Seniority => L::JOB_SENIORITY,
            Word::Field => L::JOB_FIELD,
            Word::Position => L::JOB_POSITION,
        };
        list.choose(random).copied()
    };
    let title: Option<Vec<&str>> = words.into_iter().map(choose).collect();
    title.map(|title| title.join(" "))
}

/// Known words for nationalities and faiths by kind, with their surrogates, which are rare so that they are hardly met
/// by chance.
const PEOPLES: [[&str; 2]; 2] = [
    [
        "Afghan Albanian Algerian American Argentine Argentinian Armenian Asian Australian Austrian Belgian Bolivian Brazilian \
         British Bulgarian Cambodian Canadian Chilean Chinese Colombian Croatian Cuban Czech Danish Dutch Ecuadorian Egyptian \
         English Estonian Ethiopian European Finnish French Georgian German Ghanaian Greek Haitian Hungarian Icelandic Indian \
         Indonesian Iranian Iraqi Irish Israeli Italian Jamaican Japanese Jordanian Kenyan Korean Kuwaiti Latvian Lebanese \
         Libyan Lithuanian Malaysian Mexican Moroccan Nepalese Nigerian Norwegian Pakistani Palestinian Peruvian Philippine \
         Filipino Polish Portuguese Romanian Russian Rwandan Saudi Scottish Senegalese Serbian Singaporean Slovak Slovenian \
         Somali Spanish Sudanese Swedish Swiss Syrian Taiwanese Thai Tunisian Turkish Ugandan Ukrainian Uruguayan Venezuelan \
         Vietnamese Welsh Yemeni Zimbabwean",
        "Barbadian Belizean Bhutanese Botswanan Bruneian Comorian Djiboutian Dominican Gabonese Grenadian Guyanese Kiribatian \
         Malawian Maldivian Micronesian Palauan Samoan Seychellois Surinamese Tongan Tuvaluan Vanuatuan",
    ],
    [
        "Anglican Atheist Baptist Buddhist Catholic Christian Evangelical Hindu Jewish Lutheran Methodist Mormon Muslim \
         Orthodox Presbyterian Protestant Quaker Shia Sikh Sunni",
        "Caodaist Druidist Mandaean Manichaean Mennonite Moravian Rastafarian Shintoist Swedenborgian Taoist Tengrist Yazidist \
         Zoroastrian",
    ],
];

/// A random nationality or faith, in the number of `text`; `None` for a text that is neither.
pub(super) fn people(text: &str, random: &mut StdRng) -> Option<String> {
    let lower = text.to_lowercase();
    let is = |word: &str| {
        let word = word.to_lowercase();
        lower == word || lower.strip_suffix('s') == Some(word.as_str())
    };
    let [_, others] = PEOPLES
        .iter()
        .find(|[known, others]| [known, others].iter().any(|list| list.split_ascii_whitespace().any(is)))?;
    let others: Vec<&str> = others.split_ascii_whitespace().collect();
    let other = others.choose(random)?;
    let takes_ending = lower.ends_with('s') && !lower.ends_with("ss") && !other.ends_with(['s', 'e']);
    Some(cased_as(text, &format!("{other}{}", if takes_ending { "s" } else { "" })))
}

/// The distance of a surrogate from an age, in years.
const YEARS: i32 = 4;

/// The words of the text with an age near theirs. `None` for a number alone, which would be met by
/// chance, and for words without one.
pub(super) fn age(text: &str, random: &mut StdRng) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at_checked(start)?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, behind) = rest.split_at_checked(end)?;
    let others = before.chars().chain(behind.chars());
    if others.clone().any(char::is_numeric) || others.filter(|c| c.is_alphabetic()).count() < 3 {
        return None;
    }
    let age: i32 = digits.parse().ok().filter(|age| (0..=130).contains(age))?;
    // Of age or not, and one digit or two, are not changed.
    let least = [0, 2, 10, 18, 100].into_iter().rev().find(|least| age >= *least)?;
    let most = [1, 9, 17, 99, 130].into_iter().find(|most| age <= *most)?;
    let near: Vec<i32> =
        (age - YEARS..=age + YEARS).filter(|near| (least..=most).contains(near) && *near != age).collect();
    Some(format!("{before}{}{behind}", near.choose(random)?))
}

/// A user name of the same shape: names for runs of letters, others for digits.
pub(super) fn user(text: &str, random: &mut StdRng) -> Option<String> {
    if Script::of(text) != Script::Latin {
        return shape::alike(text, random);
    }
    let mut made = String::with_capacity(text.len() + 8);
    let mut rest = text;
    let mut is_first = true;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|next: char| next.is_alphabetic() != c.is_alphabetic()).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(end)?;
        rest = after;
        if !c.is_alphabetic() || run.chars().count() == 1 {
            made.push_str(&shape::alike(run, random)?);
            continue;
        }
        let pool = NAMES.english()?;
        let names = pool.entries(!is_first);
        is_first = false;
        made.push_str(&cased_as(run, names.choose(random)?.name));
    }
    // What has no number gets one, unless it has several words.
    let is_word = made.chars().all(char::is_alphabetic);
    Some(if is_word { format!("{made}{}", random.random_range(10..1000)) } else { made })
}

#[cfg(test)]
mod tests {
    use super::super::tests::surrogates;

    #[test]
    fn ages_stay_near() {
        for text in ["42 years old", "aged 42", "42-year-old", "42 Jahre alt"] {
            let names = surrogates("AGE", text);
            assert!(!names.is_empty(), "{text}");
            for name in names {
                let age: i32 = name.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
                assert!((38..=46).contains(&age) && age != 42, "{name}");
                assert_eq!(name.replace(&age.to_string(), "42"), text);
            }
        }
        assert!(surrogates("AGE", "18 years old").iter().all(|name| &name[..2] >= "18"));
        for text in ["42", "42 y", "forty-two", "4,200 years old", "999 years old"] {
            assert!(surrogates("AGE", text).is_empty(), "{text}");
        }
    }

    #[test]
    fn occupations_and_peoples_stay_what_they_are() {
        assert!(
            surrogates("OCCUPATION", "nurse").iter().all(|name| name.contains(' ') && name.to_lowercase() == **name)
        );
        assert!(surrogates("OCCUPATION", "Head of Oncology").iter().all(|name| name.split(' ').count() >= 3));
        assert!(!surrogates("OCCUPATION", "护士").is_empty() && surrogates("OCCUPATION", "врач").is_empty());
        for (text, list) in [("German", 0), ("LUTHERANS", 1)] {
            let names = surrogates("NRP", text);
            assert!(!names.is_empty());
            let known: Vec<String> = super::PEOPLES[list][1].split(' ').map(str::to_uppercase).collect();
            for name in names {
                let upper = name.to_uppercase();
                assert!(known.iter().any(|known| upper.starts_with(known.as_str())), "{name}");
                assert_eq!(text == text.to_uppercase(), *name == upper);
            }
        }
        assert!(surrogates("NRP", "undecided").is_empty());
    }

    #[test]
    fn user_names_keep_their_shape() {
        for (text, mark) in [("@jane_roe92", "@"), ("jane.roe", "."), ("JaneRoe", ""), ("x_9", "_")] {
            for name in surrogates("USERNAME", text) {
                assert!(name.contains(mark) && name.starts_with('@') == text.starts_with('@'), "{name}");
            }
        }
        assert!(surrogates("USERNAME", "jane_roe92").iter().all(|name| name.ends_with(|c: char| c.is_ascii_digit())));
    }
}
