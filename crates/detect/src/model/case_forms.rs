//! Case forms: names of persons in other cases than the basic one, in languages whose names have cases: `Ondřejovi`, `villelle`,
//! `margusele`.

use masquerade_ner::lexicon::class;

use super::{
    addressees::is_first_name,
    words::{OTHERS, Words},
};
use crate::{
    common_words::is_common_word,
    recognizers::support::word_list::{WordList, is_listed},
};

/// Titles, and other nouns, that look like cases of names.
const NOUNS: &WordList = &WordList::new(
    "pan|pana|panu|panem|pani|panią|panie|państwem|bog|boga|bogu|bogiem|bohu|bohem|boha|król|królem|pánem|pánovi",
);
/// Fewest letters of a name, in its basic form.
const SHORTEST: usize = 3;

/// Reports whether `name` is a first name in another case than the basic one, in a language that has cases.
pub fn is_inflected(words: &Words<'_>, name: &str) -> bool {
    if let Some((name, _)) = name.split_once(['\'', '’']) {
        return is_basic(words, name);
    }
    is_inflected_by(ENDINGS, words, name)
}

/// Reports whether `name`, which a model takes for a person's, may be a first name in another case than the basic one: more endings than
/// those of [`is_inflected`] are thought of, which other words have, too.
pub fn may_be_inflected(words: &Words<'_>, name: &str) -> bool {
    is_inflected(words, name) || is_inflected_by(MORE_ENDINGS, words, name)
}

/// Reports whether `name` is a first name in a case that these `endings` have.
fn is_inflected_by(endings: &'static [(&str, &str)], words: &Words<'_>, name: &str) -> bool {
    !is_listed(name, NOUNS) && basic_forms(endings, name).any(|name| is_basic(words, &name))
}

/// Reports whether `name` is a first name in its basic form.
fn is_basic(words: &Words<'_>, name: &str) -> bool {
    name.chars().count() >= SHORTEST && is_first_name(words, name)
}

/// Reports whether `name` is a surname in another case than the basic one, in a language that has cases.
pub fn is_inflected_surname(words: &Words<'_>, name: &str) -> bool {
    let is_surname = |name: &str| words.classes(name) & (class::LAST | OTHERS) == class::LAST && !is_common_word(name);
    !is_listed(name, NOUNS)
        && basic_forms(ENDINGS, name).any(|name| name.chars().count() > SHORTEST && is_surname(&name))
}

/// The words of which `name` may be another case, by these `endings`.
fn basic_forms<'n>(endings: &'static [(&str, &str)], name: &'n str) -> impl Iterator<Item = String> + use<'n> {
    endings.iter().flat_map(move |(ending, basic)| {
        let stem = name.strip_suffix(ending).filter(|stem| stem.chars().count() >= SHORTEST - 1);
        stem.into_iter().flat_map(move |stem| basic.split('|').map(move |end| basic_form(stem, end)))
    })
}

/// Ends of other cases, and those of the basic form in their place: Czech, Polish, Finnish, Hungarian, Romanian. `*` doubles the
/// last consonant before a vowel of the stem, `-` drops the last letter, which is doubled, `'` shortens its vowel.
const ENDINGS: &[(&str, &str)] = &[
    ("ovi", "|a|o"),
    ("kovi", "ka|ek"),
    ("owi", "|o"),
    ("kowi", "ek"),
    ("siowi", "ś"),
    ("łowi", "eł|ł"),
    ("łem", "eł|ł"),
    ("kiem", "ek|k"),
    ("em", "|a"),
    ("śka", "siek|śka"),
    ("ka", "ek"),
    ("ła", "eł|ł"),
    ("a", ""),
    ("ou", "a"),
    ("ą", "a"),
    ("ę", "a"),
    ("u", "a|"),
    ("y", "a"),
    ("i", "a|ia|e"),
    ("í", "e"),
    ("ii", "ia"),
    ("ií", "ie"),
    ("ě", "a"),
    ("ce", "ka"),
    ("dze", "ga"),
    ("dzie", "da"),
    ("cie", "ta"),
    ("rze", "ra"),
    ("ie", "a"),
    ("e", "a|"),
    ("ei", "a"),
    ("lle", "|*"),
    ("lta", "|*"),
    ("ltä", "|*"),
    ("lla", "|*"),
    ("llä", "|*"),
    ("sta", "|*"),
    ("stä", "|*"),
    ("n", "|*"),
    ("nak", "|'"),
    ("nek", "|'"),
    ("val", "|'"),
    ("vel", "|'"),
    ("al", "-"),
    ("el", "-"),
    ("t", "|'"),
    ("tól", "|'"),
    ("től", "|'"),
    ("ga", "|*"),
    ("le", "|*"),
    ("lt", "|*"),
    ("ele", "|i"),
    ("elle", "i|e"),
    ("elta", "i|e"),
    ("selle", "nen"),
    ("selta", "nen"),
    ("am", "s|is"),
    ("im", "is"),
    ("ai", "as|a"),
    ("ui", "as|us|is"),
    ("o", "a|as"),
    ("om", ""),
    ("kom", "ko|ak"),
    ("iego", "i"),
    ("iemu", "i"),
    ("ého", "ý"),
    ("ému", "ý"),
    ("ou", "á"),
    ("é", "á"),
    ("ovej", "ová"),
    ("ú", "á"),
    ("ej", "á|a"),
];

/// The same of endings that are those of many other words: Hungarian, Turkish, Finnish, Latvian, Lithuanian, and Russian in Latin letters.
const MORE_ENDINGS: &[(&str, &str)] = &[
    ("nál", "|'"),
    ("nél", "|'"),
    ("hoz", "|'"),
    ("hez", "|'"),
    ("höz", "|'"),
    ("ra", "|'"),
    ("re", "|'"),
    ("ról", "|'"),
    ("ről", "|'"),
    ("ban", "|'"),
    ("ben", "|'"),
    ("ért", "|'"),
    ("ék", "|'"),
    ("éknál", "|'"),
    ("éknél", "|'"),
    ("ékhoz", "|'"),
    ("ékhez", "|'"),
    ("ot", ""),
    ("et", ""),
    ("at", ""),
    ("öt", ""),
    ("ye", ""),
    ("ya", ""),
    ("yi", ""),
    ("yı", ""),
    ("nin", ""),
    ("nın", ""),
    ("nun", ""),
    ("in", ""),
    ("ın", ""),
    ("un", ""),
    ("ün", ""),
    ("i", ""),
    ("ı", ""),
    ("den", ""),
    ("dan", ""),
    ("de", ""),
    ("da", ""),
    ("le", ""),
    ("la", ""),
    ("yle", ""),
    ("yla", ""),
    ("ssa", "|*"),
    ("ssä", "|*"),
    ("ä", ""),
    ("kin", ""),
    ("as", "a"),
    ("es", "e"),
    ("a", "s|is|o"),
    ("u", "s|is|e|o"),
    ("ņa", "ņš"),
    ("ša", "sis"),
    ("ņam", "ņš"),
    ("ā", "a|s"),
    ("ē", "e"),
    ("ą", "as"),
    ("ę", "ė"),
    ("ės", "ė"),
    ("iu", "ius|as|is"),
    ("aus", "us"),
    ("oj", "a"),
    ("oju", "a"),
    ("ju", "ja|j"),
    ("ja", "j"),
    ("i", "ja"),
    ("ej", "ja"),
    ("em", "j"),
];

/// The basic form of a name with `stem`, as `end` says it (see [`ENDINGS`]).
fn basic_form(stem: &str, end: &str) -> String {
    let mut letters: Vec<char> = stem.chars().collect();
    match end {
        "*" if letters.len() > 1 => {
            let doubled = letters[letters.len() - 2];
            letters.insert(letters.len() - 1, doubled);
        }
        "-" => _ = letters.pop(),
        "'" => {
            if let Some(last) = letters.last_mut() {
                *last = match *last {
                    'á' => 'a',
                    'é' => 'e',
                    other => other,
                };
            }
        }
        end => letters.extend(end.chars()),
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn more_endings_are_thought_of_where_a_model_believes_in_a_name() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (name, is_any, is_sure) in [
            ("gáborra", true, false),
            ("keremi", true, false),
            ("natašoj", true, false),
            ("ondřejovi", true, true),
            ("boltba", false, false),
            ("obchodu", false, false),
        ] {
            assert_eq!((may_be_inflected(&words, name), is_inflected(&words, name)), (is_any, is_sure), "{name}");
        }
    }
}
