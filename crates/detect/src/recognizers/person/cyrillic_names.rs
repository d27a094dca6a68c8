//! Names of persons in Cyrillic: a father's name (`Любовь Аркадьевна`), and family names that their ends tell, in the form that
//! the first name beside them has.

use super::cased_names::{OTHERS, Words};
use crate::recognizers::support::first_names::{Case, first_name};
use crate::recognizers::support::word_list::is_listed;

/// A first name and a father's name with a family name beside them, or a first name and a family name in either order.
/// `is_inside`: a sentence goes on, so that a capital tells a name.
pub(super) fn cyrillic(found: &Words<'_>, is_inside: bool) -> Option<usize> {
    let [first, second, third] = found.words;
    let is_family = |word: &str| !word.is_empty() && family(word).is_some();
    let is_first = |word: &str| first_name(word).is_some() || is_inside && !is_listed(word, OTHERS);
    if is_patronymic(second) && is_first(first) && !is_patronymic(first) {
        return Some(found.ends[if is_family(third) && first_name(third).is_none() { 2 } else { 1 }]);
    }
    let is_first_family = is_family(first) || is_inside && !is_listed(first, OTHERS);
    if is_patronymic(third) && first_name(second).is_some() && is_first_family {
        return Some(found.ends[2]);
    }
    // A father's name tells a first name that no list has: `Бондарчук Радимир Остапович`
    if is_patronymic(third) && !second.is_empty() && is_family(first) && !is_listed(first, OTHERS) {
        return Some(found.ends[2]);
    }
    let agrees = |name: &str, other: &str| {
        let (case, family) = (first_name(name)?, family(other)?);
        (first_name(other).is_none() && family.agrees(case)).then_some(())
    };
    if agrees(first, second).is_some() {
        // Bulgarians have a father's name that ends like a family name: `Петър Иванов Колев`
        let has_father = agrees(first, third).is_some() && family(second) != Some(Family::Any);
        return Some(found.ends[if has_father { 2 } else { 1 }]);
    }
    let is_certain =
        family(first).is_some_and(|form| form != Family::Any) || first.ends_with("енко") || first.ends_with("чук");
    (is_certain && !is_listed(first, OTHERS) && agrees(second, first).is_some()).then_some(found.ends[1])
}

/// Reports whether `word` is a name that is made of the father's, in any case: `Аркадьевна`, `Ігоровичу`.
pub(super) fn is_patronymic(word: &str) -> bool {
    /// Fewest letters before the ending.
    const LEAST: usize = 2;
    const STEMS: [&str; 9] = ["ович", "евич", "овн", "евн", "івн", "ївн", "инич", "иничн", "ьич"];
    const ENDINGS: [&str; 13] = ["", "а", "у", "ем", "е", "ы", "и", "ой", "ою", "і", "еві", "ові", "ам"];
    /// Beginnings of other words that end so.
    const OTHERS: [&str; 30] = [
        "верховн",
        "духовн",
        "церковн",
        "уголовн",
        "основн",
        "деревн",
        "царевн",
        "королевн",
        "головн",
        "любовн",
        "условн",
        "виновн",
        "чиновн",
        "дневн",
        "ежедневн",
        "душевн",
        "древн",
        "гневн",
        "плачевн",
        "певн",
        "словн",
        "шановн",
        "кожевн",
        "торговн",
        "керівн",
        "грошовн",
        "чоловн",
        "харчевн",
        "корчевн",
        "обмовн",
    ];
    const TURKIC: [&str; 4] = ["ұлы", "қызы", "уулу", "кызы"];
    let is_made = |stem: &str, ending: &str| {
        let bare = word.strip_suffix(ending).and_then(|word| word.strip_suffix(stem));
        // The feminine has an ending.
        bare.is_some_and(|name| name.chars().count() >= LEAST) && !(stem.ends_with('н') && ending.is_empty())
    };
    let lower = word.to_lowercase();
    if OTHERS.iter().any(|other| lower.starts_with(other)) {
        return false;
    }
    STEMS.iter().any(|stem| ENDINGS.iter().any(|ending| is_made(stem, ending)))
        || TURKIC.iter().any(|ending| word.strip_suffix(ending).is_some_and(|name| name.chars().count() > LEAST))
}

/// The forms of a family name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// A man's, as the subject.
    Man,
    /// A woman's as the subject, or a man's as an object.
    Both,
    /// A woman's or a man's as an object.
    Object,
    /// It has no forms, or none that tell.
    Any,
}

impl Family {
    /// Reports whether a first name in such a form may stand beside it.
    pub(super) fn agrees(self, (is_man, is_subject): Case) -> bool {
        match self {
            Self::Any => true,
            Self::Man => is_man && is_subject,
            Self::Both => is_man != is_subject,
            Self::Object => !is_subject,
        }
    }
}

/// The form of a family name, by its end; `None` if it has none of the ends of family names.
pub(super) fn family(word: &str) -> Option<Family> {
    const FORMS: [(Family, &str); 4] = [
        (Family::Man, "ов|ев|ёв|їв|єв|ин|ын|ін|ський|цький|ский|цкий|ськи"),
        (Family::Both, "ова|ева|ёва|єва|їва|ина|ына|іна|ська|цька|ская|цкая"),
        (
            Family::Object,
            "ову|еву|ёву|єву|ину|ыну|овым|евым|иным|овой|евой|иной|ёвой|ского|цкого|скому|цкому|\
             ским|ской|цкой|скую|цкую|ського|ському|ським|ської|ській|ську|цького|цької|овою|евою|\
             овій|евій|ової|евої|ком|чука|чуку|чуком|юка|юку|юком|ића|ићу|ићем|яна|яну|яном|ича|ичу|\
             ичем",
        ),
        (
            Family::Any,
            "енко|енка|енку|єнко|чко|шко|йко|ько|лко|нко|чук|юк|щук|дзе|швили|швілі|янц|ян|ић|ич|\
             ски|ска|ский|ак|як|ик|ых|их|ман|берг|штейн|баев|баева|бек|баш|тян|ко|ук|аў|оў|еў|ін",
        ),
    ];
    /// Fewest letters before the ending.
    const LEAST: usize = 2;
    let last = word.rsplit('-').next().unwrap_or(word);
    let ends = |ending: &str| last.strip_suffix(ending).is_some_and(|stem| stem.chars().count() >= LEAST);
    FORMS.iter().find(|(_, endings)| endings.split('|').any(ends)).map(|(form, _)| *form)
}
