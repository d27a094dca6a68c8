//! Declension of names: the endings of cases, and of women's family names.
//!
//! A form stands at the same place in every row of its declension, so that the surrogate of a form is the same form of
//! another name. Cases that change a stem in ways that its letters do not tell are left out.

use Class::{Family, Man, Woman};

use super::{
    super::letters::titled,
    gender::Gender,
    lists::{CRATE, LISTS, NameLanguages},
    national::NATIONAL,
    parse::Role,
};

/// The names that a declension covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Woman,
    Man,
    Family,
}

/// The vowels by which endings are chosen: those that make a stem a back one, and those that make it a front one.
type Harmony = [&'static str; 2];

/// A set of names that share their cases.
#[derive(Debug)]
pub(super) struct Declension {
    pub(super) class: Class,
    /// The letters that may stand before an ending, and the endings by form, the base form first; `-` is the empty
    /// ending. The first row that fits a name is its row.
    pub(super) rows: &'static [(&'static str, &'static str)],
    /// The first form of women, where they have forms of their own.
    pub(super) female: Option<usize>,
    /// The harmony of the endings, and the place in it of the vowels that the stem must have.
    pub(super) harmony: Option<(Harmony, usize)>,
}

impl Declension {
    const fn new(class: Class, rows: &'static [(&'static str, &'static str)]) -> Self {
        Self { class, rows, female: None, harmony: None }
    }

    const fn gendered(female: usize, rows: &'static [(&'static str, &'static str)]) -> Self {
        Self { class: Class::Family, rows, female: Some(female), harmony: None }
    }

    const fn harmonic(
        class: Class,
        harmony: Harmony,
        place: usize,
        rows: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { class, rows, female: None, harmony: Some((harmony, place)) }
    }

    /// The row of a name in its base form, with the name's stem.
    fn row<'n>(&self, name: &'n str) -> Option<(&'n str, &'static str)> {
        let is_harmonic = self.harmony.is_none_or(|(vowels, place)| {
            let last = name.to_lowercase().chars().rev().find_map(|c| vowels.iter().position(|set| set.contains(c)));
            last.unwrap_or(1) == place
        });
        let fits = |(before, forms): &(&'static str, &'static str)| {
            let stem = name.strip_suffix(ending(forms, 0)?)?;
            stem.ends_with(|c| before.contains(c)).then_some((stem, *forms))
        };
        is_harmonic.then(|| self.rows.iter().find_map(fits)).flatten()
    }

    /// A form of the name whose base form is `name`.
    pub(super) fn form(&self, name: &str, form: usize) -> Option<String> {
        let (stem, forms) = self.row(name)?;
        Some(format!("{stem}{}", ending(forms, form)?))
    }

    /// The base forms, with the place of the form, of which `word` is a form.
    fn bases<'a>(&'a self, word: &'a str) -> impl Iterator<Item = (String, usize)> + 'a {
        let of_row = move |(_, forms): &'a (&'static str, &'static str)| {
            forms.split(' ').enumerate().filter_map(move |(at, _)| {
                let base = format!("{}{}", word.strip_suffix(ending(forms, at)?)?, ending(forms, 0)?);
                (self.form(&base, at).as_deref() == Some(word)).then_some((base, at))
            })
        };
        self.rows.iter().flat_map(of_row)
    }
}

fn ending(forms: &str, at: usize) -> Option<&str> {
    forms.split(' ').nth(at).map(|ending| if ending == "-" { "" } else { ending })
}

/// A word as a form of a name.
pub(super) struct Form {
    /// The base form; of a family name, that of men.
    pub(super) base: String,
    pub(super) declension: &'static Declension,
    /// The place of the form in each row.
    pub(super) at: usize,
}

impl Form {
    /// The gender that the form of a family name tells.
    pub(super) fn gender(&self) -> Option<Gender> {
        let female = self.declension.female?;
        Some(if self.at >= female { Gender::Female } else { Gender::Male })
    }
}

/// The languages in which `word` is a form of a listed name.
pub(super) fn known(word: &str) -> NameLanguages {
    let mut known = NameLanguages::default();
    for language in CRATE..CRATE + NATIONAL.len() {
        let is_listed = |role| u32::from(find(word, role, language, false).is_some());
        known.given |= is_listed(Role::Given) << language;
        known.family |= is_listed(Role::Family) << language;
    }
    known
}

/// The form that `word` is in a national language; of names that are not listed, only where an ending tells the base.
pub(super) fn form_of(word: &str, role: Role, language: usize) -> Option<Form> {
    find(word, role, language, true)
}

fn find(word: &str, role: Role, language: usize, by_ending: bool) -> Option<Form> {
    let national = NATIONAL.get(language.checked_sub(CRATE)?)?;
    let word = titled(word);
    let is_listed = |base: &str, class: Class| {
        let gender = LISTS.national_gender(base, language);
        match class {
            Class::Family => LISTS.known(base).family >> language & 1 == 1,
            Class::Woman => gender == Some(Gender::Female),
            Class::Man => gender == Some(Gender::Male),
        }
    };
    let declensions =
        || national.declensions.iter().filter(|one| (one.class == Class::Family) == (role == Role::Family));
    let forms = || {
        declensions()
            .flat_map(|declension| declension.bases(&word).map(move |(base, at)| Form { base, declension, at }))
    };
    let is_told = |form: &Form| {
        let tells = |ending: &str| form.base.ends_with(ending) || word.ends_with(ending);
        by_ending && form.declension.class == Class::Family && national.endings.split(' ').any(tells)
    };
    // A listed name in its base form is that rather than a form of another one.
    forms()
        .find(|form| form.at == 0 && is_listed(&form.base, form.declension.class))
        .or_else(|| forms().find(|form| is_listed(&form.base, form.declension.class)))
        .or_else(|| forms().find(is_told))
}

/// The declension of a listed name in its base form.
pub(super) fn of_listed(name: &str, gender: Option<Gender>, language: usize) -> Option<&'static Declension> {
    let class = match gender {
        Some(Gender::Female) => Class::Woman,
        Some(Gender::Male) => Class::Man,
        None => Class::Family,
    };
    let national = NATIONAL.get(language.checked_sub(CRATE)?)?;
    national.declensions.iter().find(|one| one.class == class && one.row(name).is_some())
}

const FINNISH_VOWELS: Harmony = ["aou", "äöy"];
const HUNGARIAN_VOWELS: Harmony = ["aáoóuú", "eéöőüű"];
const ALL: &str = "aábcčćdďđeéěfghiíjklłľmnňńoóöøõåprřsšśtťuúůvwxyýzžźżäæőüű";
/// Letters before a vowel that a closed syllable does not change in Finnish.
const STEADY: &str = "lmnrsvhjieu";

pub(super) const POLISH: &[Declension] = &[
    Declension::new(
        Woman,
        &[("nosyzlwir", "ka ki kę ką"), ("c", "ja ji ję ją"), ("fdlrmt", "ia ii ię ią"), ("bdfłlmnprtwzs", "a y ę ą")],
    ),
    Declension::new(
        Man,
        &[
            ("crz", "ek ka kowi kiem"),
            ("w", "eł ła łowi łem"),
            ("yi", "k ka kowi kiem"),
            ("bdfhjlłmnprtwz", "- a owi em"),
        ],
    ),
    Declension::gendered(4, &[("sc", "ki kiego kiemu kim ka kiej ką"), ("d", "zki zkiego zkiemu zkim zka zkiej zką")]),
    Declension::new(Family, &[("aiy", "k ka kowi kiem"), ("c", "z za zowi zem")]),
    Declension::new(Family, &[("bdmnrłtw", "a y ę ą")]),
];

pub(super) const CZECH: &[Declension] = &[
    Declension::new(Woman, &[("bdfklmnprstvz", "a y u ou")]),
    Declension::new(
        Man,
        &[
            ("rd", "ek ka kovi kem"),
            ("iau", "el ela elovi elem"),
            ("rv", "el la lovi lem"),
            ("bdfhklmnprtvx", "- a ovi em"),
            ("jřšž", "- e ovi em"),
        ],
    ),
    Declension::gendered(
        4,
        &[
            ("cčdjlnržš", "ek ka kovi kem ková kové kovou"),
            ("m", "ec ce covi cem cová cové covou"),
            ("bdfhklmnprtvz", "- a ovi em ová ové ovou"),
            ("čjřšž", "- e ovi em ová ové ovou"),
        ],
    ),
    Declension::gendered(5, &[("bdhklmnrtvz", "a y ovi u ou ová ové ovou")]),
    Declension::gendered(4, &[("bdhklmnrstvz", "ý ého ému ým á é ou"), ("c", "ký kého kému kým ká ké kou")]),
];

pub(super) const SLOVAK: &[Declension] = &[
    Declension::new(Woman, &[("i", "a e i u ou"), ("bdfklmnprtvz", "a y e u ou")]),
    Declension::new(Man, &[("t", "er ra rovi rom"), ("v", "ol la lovi lom"), ("bcdfhjklmnprtvšž", "- a ovi om")]),
    Declension::gendered(4, &[("bdfghjklmnprtvzčšž", "- a ovi om ová ovej ovú ovou")]),
    Declension::gendered(3, &[("bdgklmnrtvz", "a u ovi ová ovej ovú ovou")]),
    Declension::gendered(4, &[("bdhklmnrstvz", "ý ého ému ým á ej ú ou")]),
];

pub(super) const SOUTH_SLAVIC: &[Declension] = &[
    Declension::new(Woman, &[("bdfijklmnprstvzšžčćđ", "a e i u om")]),
    Declension::new(
        Man,
        &[
            ("t", "ar ra ru rom"),
            ("d", "ar ra ru rom"),
            ("bdjknrvlm", "o a u om"),
            ("bdfhklmnprstvz", "- a u om"),
            ("jčćšžđ", "- a u em"),
        ],
    ),
    Declension::new(Family, &[("i", "ć ća ću ćem"), ("bdkmnrtvz", "- a u om"), ("a", "č ča ču čem")]),
];

pub(super) const SLOVENE: &[Declension] = &[
    Declension::new(Woman, &[("bdfijklmnprstvzšžč", "a e i o")]),
    Declension::new(Man, &[("dkrnv", "o a u om"), ("bdfhklmnpstvz", "- a u om"), ("šžč", "- a u em")]),
    Declension::new(Family, &[("ai", "č ča ču čem"), ("aei", "k ka ku kom"), ("bdntvš", "- a u om")]),
];

pub(super) const FINNISH: &[Declension] = &[
    Declension::harmonic(Family, FINNISH_VOWELS, 0, &[("aeiouyäö", "nen sen seen selle sella selta sesta sta")]),
    Declension::harmonic(Family, FINNISH_VOWELS, 1, &[("aeiouyäö", "nen sen seen selle sellä seltä sestä stä")]),
    Declension::harmonic(Woman, FINNISH_VOWELS, 0, BACK),
    Declension::harmonic(Woman, FINNISH_VOWELS, 1, FRONT),
    Declension::harmonic(Man, FINNISH_VOWELS, 0, BACK),
    Declension::harmonic(Man, FINNISH_VOWELS, 1, FRONT),
];

const BACK: &[(&str, &str)] = &[
    (STEADY, "a an alle alla alta asta"),
    (STEADY, "e en elle ella elta esta"),
    (STEADY, "i in ille illa ilta ista"),
    (STEADY, "o on olle olla olta osta"),
    (STEADY, "u un ulle ulla ulta usta"),
];

const FRONT: &[(&str, &str)] = &[
    (STEADY, "i in ille illä iltä istä"),
    (STEADY, "e en elle ellä eltä estä"),
    (STEADY, "y yn ylle yllä yltä ystä"),
    (STEADY, "ä än älle ällä ältä ästä"),
    (STEADY, "ö ön ölle öllä öltä östä"),
];

pub(super) const HUNGARIAN: &[Declension] = &[
    Declension::harmonic(Woman, HUNGARIAN_VOWELS, 0, HUNGARIAN_BACK),
    Declension::harmonic(Woman, HUNGARIAN_VOWELS, 1, HUNGARIAN_FRONT),
    Declension::harmonic(Man, HUNGARIAN_VOWELS, 0, HUNGARIAN_BACK),
    Declension::harmonic(Man, HUNGARIAN_VOWELS, 1, HUNGARIAN_FRONT),
];

const HUNGARIAN_BACK: &[(&str, &str)] = &[
    (ALL, "a át ának ával ához ától ánál áról"),
    (ALL, "ó ót ónak óval óhoz ótól ónál óról"),
    (ALL, "n nt nnak nnal nhoz ntól nnál nról"),
    (ALL, "r rt rnak rral rhoz rtól rnál rról"),
    ("aáeéiíoóuú", "s st snak ssal shoz stól snál sról"),
    ("aáeéiíoóuú", "l lt lnak llal lhoz ltól lnál lról"),
];

const HUNGARIAN_FRONT: &[(&str, &str)] = &[
    (ALL, "e ét ének ével éhez étől énél éről"),
    (ALL, "n nt nnek nnel nhez ntől nnél nről"),
    (ALL, "r rt rnek rrel rhez rtől rnél rről"),
    ("eéiíoóöü", "s st snek ssel shez stől snél sről"),
    ("eéiíoóöü", "l lt lnek llel lhez ltől lnél lről"),
];

pub(super) const ESTONIAN: &[Declension] =
    &[Declension::new(Woman, ESTONIAN_VOWELS), Declension::new(Man, ESTONIAN_VOWELS)];

const ESTONIAN_VOWELS: &[(&str, &str)] = &[
    (ALL, "a aga ale al alt ast"),
    (ALL, "e ega ele el elt est"),
    (ALL, "i iga ile il ilt ist"),
    (ALL, "o oga ole ol olt ost"),
    (ALL, "u uga ule ul ult ust"),
];

pub(super) const LATVIAN: &[Declension] = &[
    Declension::new(Woman, &[("bdgkķlļmnņprstvzšžj", "a as ai u ā"), ("bdgklmnprstvzc", "e es ei i ē")]),
    Declension::new(Man, &[("bdgklmnprtvz", "s a am u ā")]),
    Declension::gendered(3, &[("ņ", "š am u a as ai"), ("bdgklmnprtvz", "s am u a as ai")]),
];

pub(super) const ROMANIAN: &[Declension] = &[Declension::new(Woman, &[("bdilmnrstvzu", "a ei")])];

pub(super) const SCANDINAVIAN: &[Declension] = &[
    Declension::new(Woman, &[(ALL_BUT_S, "- s")]),
    Declension::new(Man, &[(ALL_BUT_S, "- s")]),
    Declension::new(Family, &[(ALL_BUT_S, "- s")]),
];

const ALL_BUT_S: &str = "aábcdeéfghijklmnoóöøåprtuúvwyäæ";
