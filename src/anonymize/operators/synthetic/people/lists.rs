//! Lists of names to draw surrogates from, by language: those of `fake`, and the national ones.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use fake::locales::{
    AR_SA, CY_GB, DE_DE, Data, EN, FA_IR, FR_FR, IT_IT, JA_JP, NL_NL, PT_BR, PT_PT, TR_TR, ZH_CN, ZH_TW,
};

use super::{
    super::letters::{base, titled, weight},
    gender::{self, Gender},
    national::{NATIONAL, National},
};

/// The lists of one language.
struct Locale {
    given: Vec<(&'static str, Option<Gender>)>,
    family: Vec<&'static str>,
}

fn lists<L: Data>() -> Locale {
    let given = L::NAME_FIRST_NAME.iter().map(|name| (*name, gender::of(name))).collect();
    Locale { given, family: L::NAME_LAST_NAME.to_vec() }
}

impl Locale {
    fn national(national: &National) -> Self {
        let of = |names: &'static str, gender| names.split_ascii_whitespace().map(move |name| (name, Some(gender)));
        let given = of(national.women, Gender::Female).chain(of(national.men, Gender::Male)).collect();
        Self { given, family: national.families.split_ascii_whitespace().collect() }
    }
}

/// The number of languages in Latin script for which `fake` has lists.
pub(super) const CRATE: usize = 9;

/// The number of languages in Latin script: those of `fake`, the one for names of all others first, and the national ones.
const LANGUAGES: usize = CRATE + NATIONAL.len();

/// The languages in Latin script.
fn latin() -> Vec<Locale> {
    let crates: [Locale; CRATE] = [
        lists::<EN>(),
        lists::<FR_FR>(),
        lists::<DE_DE>(),
        lists::<IT_IT>(),
        lists::<PT_BR>(),
        lists::<PT_PT>(),
        lists::<NL_NL>(),
        lists::<CY_GB>(),
        lists::<TR_TR>(),
    ];
    crates.into_iter().chain(NATIONAL.iter().map(Locale::national)).collect()
}

/// Languages with similar names, for each of `fake`'s.
const LIKE: [&[usize]; CRATE] = [&[], &[], &[6], &[4, 1], &[5], &[4], &[2], &[], &[]];

/// Listed names that are ordinary words, and so are met by chance.
const WORDS: &str = "
    Alabama Amber America April Asia August Autumn Baby Barrett Baron Berry Blair Blaze Brain Brandy Brook Brown Buck Bud
    Buster Candida Chance Charity Chase Christ Clay Clement Colt Columbus Constance Cooper Cruz Crystal Dallas Dawn Delta
    Destiny Diamond Dock Easter Ebony Emerald Faith Fern Florence Florida Ford Forest Foster General Genesis Geo German
    Golden Grace Grant Green Guido Harmony Holly Hope Houston Hunter Jade Jazmin Jewel Justice Juvenal Lavender London
    Magnolia Major Marble Mark Mason Maximum Melody Mercedes Modesta Mustache Myrtle Nova Orlando Paris Parker Patience
    Pearl Phoenix Price Prince Princess Prudence Queen Raven River Rocky Rose Rosemary Royal Ruby Rusty Savannah Sherwood
    Sister Stone Summer Taylor Trace Trinity Unique Virginia Walker Ward Winter Woodrow Young Zion
    Bode Brekke Block Barton Bins Boss Carter Christmas Church Crist Cummings Day Dare Dooley Fisher Friend
    Gentle Gold Good Grady Halt Hand Hills Homes Hyatt Johns Kessel Kling Kunde King Lake Little Long Marks May Miller
    Monk Moon Moore Noble Nader Page Parks Power Quick Quitzon Reach Rice Rich Rock Roof Smith Snow Stanton Stark Steel
    Stokes Strong Swift Towne Upton Waters Weber Webster West White Will Wise Wolf Wood Woods Words Wright";

/// A name of a list.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Entry {
    pub(in super::super) name: &'static str,
    /// The first letter in the English alphabet; 0 in other scripts.
    pub(in super::super) letter: u8,
    pub(in super::super) gender: Option<Gender>,
}

/// The names of one language that may be surrogates: of letters alone, and not short. By first letter.
pub(in super::super) struct Pool {
    given: Vec<Entry>,
    family: Vec<Entry>,
}

impl Pool {
    fn new(locale: &Locale) -> Self {
        let words: HashSet<&str> = WORDS.split_ascii_whitespace().collect();
        let entry = |name: &'static str, gender| {
            // A Saudi family name goes after `آل`, "the house of".
            let name = name.rsplit(' ').next()?;
            let letter = base(name.chars().next()?).unwrap_or_default();
            let is_plain = name.chars().all(char::is_alphabetic) && weight(name) >= super::super::LEAST;
            (is_plain && !words.contains(name)).then_some(Entry { name, letter, gender })
        };
        let sorted = |mut entries: Vec<Entry>| {
            entries.sort_by_key(|entry| entry.letter);
            entries
        };
        let given = locale.given.iter().filter_map(|(name, gender)| entry(name, *gender)).collect();
        let family = locale.family.iter().filter_map(|name| entry(name, None)).collect();
        Self { given: sorted(given), family: sorted(family) }
    }

    /// Given or family names.
    pub(in super::super) fn entries(&self, family: bool) -> &[Entry] {
        if family { &self.family } else { &self.given }
    }

    /// The names that begin with `letter`.
    pub(in super::super) fn lettered(&self, family: bool, letter: u8) -> &[Entry] {
        let entries = self.entries(family);
        let start = entries.partition_point(|entry| entry.letter < letter);
        let end = entries.partition_point(|entry| entry.letter <= letter);
        entries.get(start..end).unwrap_or_default()
    }
}

/// All known names, and the pools of surrogates.
pub(in super::super) struct Lists {
    /// The pools by language.
    latin: Vec<Pool>,
    /// The number of given names by language.
    sizes: Vec<usize>,
    /// The gender of given names of national languages.
    national: Vec<HashMap<&'static str, Gender>>,
    pub(in super::super) arabic: Pool,
    pub(in super::super) persian: Pool,
    pub(in super::super) japanese: Pool,
    /// Every name of a list in Latin script, in order, with the languages in which it is a given name and
    /// in which it is a family name, by bit.
    known: Vec<(&'static str, NameLanguages)>,
}

/// The languages in which a word is a name: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct NameLanguages {
    pub(in super::super) given: u32,
    pub(in super::super) family: u32,
}

/// The likeness of a listed name to those of its language.
const LISTED: u32 = 3;

/// The lists, built on first use.
pub(in super::super) static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let mut all: Vec<(&'static str, NameLanguages)> = Vec::new();
    let locales = latin();
    let national = locales
        .iter()
        .skip(CRATE)
        .map(|locale| locale.given.iter().filter_map(|(name, gender)| Some((*name, (*gender)?))).collect());
    let national = national.collect();
    for (at, locale) in locales.iter().enumerate() {
        let bit = 1 << at;
        all.extend(locale.given.iter().map(|(name, _)| (*name, NameLanguages { given: bit, family: 0 })));
        all.extend(locale.family.iter().map(|name| (*name, NameLanguages { given: 0, family: bit })));
    }
    all.sort_unstable_by_key(|(name, _)| *name);
    let mut known: Vec<(&'static str, NameLanguages)> = Vec::with_capacity(all.len());
    for (name, also) in all {
        match known.last_mut() {
            Some((last, known)) if *last == name => {
                known.given |= also.given;
                known.family |= also.family;
            }
            _ => known.push((name, also)),
        }
    }
    Lists {
        latin: locales.iter().map(Pool::new).collect(),
        sizes: locales.iter().map(|locale| locale.given.len()).collect(),
        national,
        arabic: Pool::new(&lists::<AR_SA>()),
        persian: Pool::new(&lists::<FA_IR>()),
        japanese: Pool::new(&lists::<JA_JP>()),
        known,
    }
});

impl Lists {
    /// The languages in which `word`, in any case, is a name.
    pub(in super::super) fn known(&self, word: &str) -> NameLanguages {
        let word = titled(word);
        let at = self.known.binary_search_by_key(&word.as_str(), |(name, _)| name);
        at.ok().and_then(|at| self.known.get(at)).map(|(_, known)| *known).unwrap_or_default()
    }

    /// The gender of a given name of a national language.
    pub(super) fn national_gender(&self, name: &str, language: usize) -> Option<Gender> {
        self.national.get(language.checked_sub(CRATE)?)?.get(titled(name).as_str()).copied()
    }

    /// The language in Latin script of words, each with the languages in which it is what it is taken for: English, where
    /// that is as likely as any; else, of languages that are alike, the one that lists fewest names, which tell most.
    pub(in super::super) fn language<'w>(&self, words: impl Iterator<Item = (u32, &'w str)>) -> usize {
        let mut counts = [0_u32; LANGUAGES];
        for (bits, word) in words {
            let word = word.to_lowercase();
            for (at, count) in counts.iter_mut().enumerate() {
                let national = at.checked_sub(CRATE).and_then(|at| NATIONAL.get(at));
                *count += LISTED * (bits >> at & 1) + national.map_or(0, |national| national.likeness(&word));
            }
        }
        let size = |at: usize| if at == 0 { 0 } else { self.sizes.get(at).copied().unwrap_or_default() };
        (0..LANGUAGES).max_by_key(|at| (counts.get(*at), Reverse(size(*at)))).unwrap_or_default()
    }

    /// The names of a language in Latin script, and of those like it that have more; English ones last.
    pub(in super::super) fn latin(&self, language: usize) -> Vec<&Pool> {
        let like = LIKE.get(language).copied().unwrap_or_default();
        let languages = [language].into_iter().chain(like.iter().copied()).chain([0]);
        languages.filter_map(|language| self.latin.get(language)).collect()
    }

    /// English names.
    pub(in super::super) fn english(&self) -> Option<&Pool> {
        self.latin.first()
    }
}

/// Chinese family and given names, in simplified or in traditional characters.
pub(in super::super) fn chinese(traditional: bool) -> [&'static [&'static str]; 2] {
    if traditional {
        [<ZH_TW as Data>::NAME_LAST_NAME, <ZH_TW as Data>::NAME_FIRST_NAME]
    } else {
        [<ZH_CN as Data>::NAME_LAST_NAME, <ZH_CN as Data>::NAME_FIRST_NAME]
    }
}

/// Given names in Cyrillic script, for which `fake` has no list: first those of women.
const CYRILLIC: [&str; 2] = [
    "Анастасия Екатерина Татьяна Наталья Светлана Людмила Валентина Галина Марина Виктория Елизавета Александра Полина \
     Ксения Вероника Надежда Тамара Лариса Оксана Маргарита Евгения Кристина Зинаида Антонина",
    "Александр Дмитрий Максим Сергей Андрей Алексей Михаил Николай Владимир Виктор Григорий Константин Валерий Геннадий \
     Степан Тимофей Арсений Леонид Анатолий Вячеслав Станислав Валентин Аркадий Всеволод Ярослав Богдан",
];

/// Family names in Cyrillic script, of men; those of women have an `а` more.
const CYRILLIC_FAMILIES: &str = "Смирнов Кузнецов Соколов Лебедев Козлов Новиков Морозов Волков Соловьев Васильев Зайцев Павлов Семенов Голубев \
     Виноградов Богданов Воробьев Федоров Михайлов Беляев Тарасов Белов Комаров Орлов Киселев Макаров Андреев Ковалев \
     Ильин Гусев Титов Кузьмин Кудрявцев Баранов Куликов Алексеев Степанов Яковлев Сорокин Сергеев Романов Захаров \
     Борисов Королев Герасимов Пономарев Григорьев";

/// Names in Cyrillic script.
pub(in super::super) fn cyrillic(is_family: bool, gender: Option<Gender>) -> Vec<String> {
    let words = |names: &str| names.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let [women, men] = CYRILLIC;
    match (is_family, gender) {
        (false, Some(Gender::Female)) => words(women),
        (false, _) => words(men),
        (true, Some(Gender::Female)) => words(CYRILLIC_FAMILIES).into_iter().map(|name| name + "а").collect(),
        (true, _) => words(CYRILLIC_FAMILIES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_by_language() {
        let given = |word| LISTS.known(word).given;
        assert!(given("EMILY") & 1 == 1 && LISTS.known("Xyzzy") == NameLanguages::default());
        let language = |words: &[&str]| {
            LISTS.language(words.iter().map(|word| (LISTS.known(word).given | LISTS.known(word).family, *word)))
        };
        assert_eq!(language(&["Jürgen", "Müller"]), 2);
        assert_eq!(language(&["Xyzzy"]), 0);
    }

    #[test]
    fn lists_hold_enough_for_both_genders() {
        for (at, least) in [(0, 300), (1, 100), (2, 30), (3, 25), (4, 100)] {
            let pool = LISTS.latin(at)[0];
            for gender in [Gender::Female, Gender::Male] {
                let count = pool.given.iter().filter(|entry| entry.gender == Some(gender)).count();
                assert!(count >= least, "{at} {gender:?} {count}");
            }
            assert!(pool.given.iter().chain(&pool.family).all(|entry| entry.letter.is_ascii_uppercase()));
        }
        assert!(LISTS.arabic.given.len() > 30 && LISTS.persian.family.len() > 50 && LISTS.japanese.given.len() > 50);
    }
}
