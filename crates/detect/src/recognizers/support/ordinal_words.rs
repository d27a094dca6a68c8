//! Ordinals in words, as dates of many languages use them for days, months and years: `twenty-first`, `vierzehnter`, `dwudziestego`.

use crate::recognizers::support::word_list::{WordList, is_listed};

/// Ordinals from the first to the thirtieth in languages in which they change little.
const WORDS: &WordList = &WordList::new(
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|\
     sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|erste|zweite|dritte|vierte|fünfte|sechste|siebte|\
     achte|neunte|zehnte|elfte|zwölfte|premier|primero|primer|primo|primeiro|första|andra|tredje|fjärde|femte|sjätte|sjunde|åttonde|\
     nionde|tionde|elfte|tolfte|første|anden|andre|fjerde|sjette|syvende|sjuende|ottende|åttende|niende|tiende|ellevte|tolvte|ellefte|tolvte|\
     eerste|tweede|derde|vierde|vijfde|zesde|zevende|achtste|negende|elfde|twaalfde|întâi|prim",
);
/// Ends of longer ordinals in Germanic languages.
const ENDS: [&str; 9] = ["zehnte", "zigste", "ßigste", "tiende", "tigste", "tonde", "tende", "gonde", "tyvende"];
/// Beginnings of Slavic ordinals, before the endings of adjectives. Those of hundreds and thousands stand in years.
const SLAVIC: &WordList = &WordList::new(
    "pierwsz|drug|trzec|czwart|piąt|szóst|siódm|ósm|dziewiąt|dziesiąt|jedenast|dwunast|trzynast|czternast|piętnast|szesnast|siedemnast|\
     osiemnast|dziewiętnast|dwudziest|trzydziest|czterdziest|pięćdziesiąt|sześćdziesiąt|siedemdziesiąt|osiemdziesiąt|dziewięćdziesiąt|\
     prvn|druh|třet|čtvrt|pát|šest|sedm|osm|devát|desát|jedenáct|dvanáct|třináct|čtrnáct|patnáct|šestnáct|sedmnáct|osmnáct|devatenáct|\
     dvacát|třicát|čtyřicát|padesát|šedesát|sedmdesát|osmdesát|devadesát|\
     перв|втор|трет|четверт|четвёрт|пят|шест|седьм|восьм|девят|десят|одиннадцат|двенадцат|тринадцат|четырнадцат|пятнадцат|шестнадцат|\
     семнадцат|восемнадцат|девятнадцат|двадцат|тридцат|сороков|пятидесят|шестидесят|семидесят|восьмидесят|девяност|\
     перш|друг|п'ят|п’ят|шост|сьом|дев'ят|дев’ят|одинадцят|дванадцят|тринадцят|чотирнадцят|п'ятнадцят|шістнадцят|сімнадцят|вісімнадцят|\
     дев'ятнадцят|двадцят|тридцят|п'ятдесят|шістдесят|сімдесят|вісімдесят",
);
/// Endings of Slavic adjectives, the longest of each script first.
const SLAVIC_ENDS: [&str; 20] = [
    "iego", "ego", "ého", "ího", "ho", "ý", "í", "y", "i", "a", "e", "ього", "ого", "его", "ьего", "ье", "ое", "ий",
    "ый", "е",
];

/// Reports whether `word`, in small letters, is an ordinal in any of these languages.
pub(crate) fn is_ordinal_word(word: &str) -> bool {
    is_listed(word, WORDS) || is_germanic(word) || is_slavic(word)
}

/// Reports whether `word` is a German, Dutch or Nordic ordinal, with any ending of a case.
fn is_germanic(word: &str) -> bool {
    let bare = word.strip_suffix(['n', 'r', 's']).unwrap_or(word);
    is_listed(bare, WORDS) || ENDS.iter().any(|end| bare.ends_with(end) && bare.len() > end.len())
}

/// Reports whether `word` is a Slavic ordinal in a case that a date has.
fn is_slavic(word: &str) -> bool {
    SLAVIC_ENDS.iter().filter_map(|end| word.strip_suffix(end)).any(|stem| is_listed(stem, SLAVIC))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_have_the_endings_of_their_language() {
        for word in [
            "twelfth",
            "vierzehnter",
            "zweiten",
            "einundzwanzigsten",
            "twintigste",
            "pierwszego",
            "czternasty",
            "девятое",
            "trzeciego",
        ] {
            assert!(is_ordinal_word(word), "{word}");
        }
        for word in ["may", "enden", "tende", "druga-strona", "перевод", "second-hand", ""] {
            assert!(!is_ordinal_word(word), "{word}");
        }
    }
}
