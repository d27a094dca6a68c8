//! Names of places and organizations behind telling keys, and the facts about nationalities.

use std::{borrow::Cow, ops::Range};

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::secrets::stand_ins::is_ordinary;
use crate::recognizers::support::name_shape::is_other;
use crate::recognizers::support::value::{is_closed, name_of, words};
use crate::{Candidate, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[BELIEF, LOCATION, ORGANIZATION];

/// The facts about nationalities, religions and political groups. In prose only the language model finds them.
pub const NRP: LabelInfo = LabelInfo {
    aliases: &["NORP", "NATIONALITY"],
    validation: Validation::LanguageModel,
    languages: super::NAME_LANGUAGES,
    ..LabelInfo::new(
        "NRP",
        "A nationality, a religion or a political group that somebody belongs to.",
        "Nationality: Norwegian",
        Handling { surrogate: Surrogate::Nrp, ..Handling::COMMON },
    )
};

const BELIEF: Rule = Rule {
    info: NRP,
    patterns: Cow::Borrowed(&[Pattern::key(
        keys![
            "nationality",
            "citizenship",
            "religion",
            "religious affiliation",
            "religious belief",
            "denomination",
            "political affiliation",
            "political party",
            "political views",
            "political opinion",
            "staatsangehörigkeit",
            "staatsbürgerschaft",
            "nationalität",
            "konfession",
            "religionszugehörigkeit",
            "parteizugehörigkeit",
            "nationalité",
            "nacionalidad",
            "religión",
            "nazionalità",
            "cittadinanza",
            "religione",
            "nacionalidade",
            "religião",
            "nationaliteit",
            "religie",
            "geloofsovertuiging",
            "narodowość",
            "obywatelstwo",
            "wyznanie",
            "nationalitet",
            "medborgarskap",
            "statsborgerskab",
            "kansalaisuus",
            "national origin",
            "гражданство",
            "национальность",
            "вероисповедание",
            "uyruğu",
            "国籍",
            "國籍",
            "宗教",
            "국적",
            "종교",
        ],
        0.8,
    )]),
    context: words![],
    check: |candidate| {
        let place = words(candidate)?;
        is_belief(candidate, place.clone()).then(|| candidate.part(place))?
    },
};

/// The facts about names of places.
pub(crate) const LOCATION_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::HIPAA],
    aliases: &["GPE", "LOC", "PLACE"],
    validation: Validation::LanguageModel,
    languages: super::NAME_LANGUAGES,
    ..LabelInfo::new(
        "LOCATION",
        "A city, a region, a country, or another named place.",
        "City: Springfield",
        Handling { surrogate: Surrogate::Location, ..Handling::COMMON },
    )
};

/// Names of places in forms, tables and members.
const PLACES: &[Cow<'static, str>] = keys![
    "city",
    "city name",
    "town",
    "twnnm",
    "hometown",
    "birthplace",
    "place of birth",
    "birth place",
    "city of birth",
    "country",
    "country name",
    "country of birth",
    "country of residence",
    "stadt",
    "wohnort",
    "geburtsort",
    "ville",
    "lieu de naissance",
    "pays",
    "ciudad",
    "lugar de nacimiento",
    "país",
    "città",
    "luogo di nascita",
    "paese",
    "cidade",
    "local de nascimento",
    "stad",
    "woonplaats",
    "plaats",
    "geboorteplaats",
    "ort",
    "ort01",
    "postort",
    "bostadsort",
    "poststed",
    "fødested",
    "födelseort",
    "kaupunki",
    "syntymäpaikka",
    "miasto",
    "miejscowość",
    "miejsce urodzenia",
    "město",
    "místo narození",
    "miesto narodenia",
    "település",
    "születési hely",
    "localitate",
    "oraș",
    "locul nașterii",
    "şehir",
    "doğum yeri",
    "grad rođenja",
    "mjesto rođenja",
    "место рождения",
    "locality",
    "admin area 2",
    "municipality",
    "suburb",
    "lieu naissance",
    "commune de naissance",
    "localidad",
    "municipio",
    "lugar nacimiento",
    "citta",
    "comune",
    "comune di nascita",
    "luogo nascita",
    "município",
    "local nascimento",
    "gemeente",
    "kommune",
    "kommun",
    "bostadskommun",
    "miejsce zamieszkania",
    "mesto",
    "obec",
    "grad prebivališta",
    "ilçe",
    "il ilçe",
    "город",
    "місто",
    "πόλη",
    "城市",
    "所在城市",
    "出生地",
    "市区町村",
    "市町村",
    "도시",
    "출생지",
    "місце народження",
];

const LOCATION: Rule = Rule {
    info: LOCATION_INFO,
    patterns: Cow::Borrowed(&[Pattern::key(PLACES, 0.75)]),
    context: words![],
    check: |candidate| {
        let place = words(candidate)?;
        let found = &candidate.field.text[place.clone()];
        // A year is none, but where the value is told by quotes: `city: 2024 Report`.
        let is_year = (found.starts_with("19") || found.starts_with("20")) && found.as_bytes().get(4) == Some(&b' ');
        let code = behind_code(found).filter(|_| !is_year || is_closed(candidate)).unwrap_or(0);
        let name = place.start + code..place.end;
        // The word for the place itself, as forms and their translations hold it: `"city": "Ort"`.
        let lower = candidate.field.text[name.clone()].to_lowercase();
        let is_label = PLACES.iter().any(|known| **known == lower);
        (!is_label && is_place(candidate, name)).then(|| candidate.part(place))?
    },
};

/// The length of the postal code that begins a place, with the blank behind it: `8700 Küsnacht`, `SE-114 55 Stockholm`.
fn behind_code(found: &str) -> Option<usize> {
    /// Digits of a code.
    const DIGITS: std::ops::RangeInclusive<usize> = 4..=6;
    // The letters of a country stand before some: `CH-8700 Küsnacht`.
    let is_country = |country: &str| country.len() <= 2 && country.bytes().all(|b| b.is_ascii_uppercase());
    let country = found.split_once('-').filter(|(country, _)| is_country(country));
    let start = country.map_or(0, |(country, _)| country.len() + 1);
    let rest = &found[start..];
    let len = rest.find(|c: char| !c.is_ascii_digit() && c != ' ')?;
    let digits = rest[..len].bytes().filter(u8::is_ascii_digit).count();
    (DIGITS.contains(&digits) && rest[..len].ends_with(' ') && !rest.starts_with(' ')).then_some(start + len)
}

/// The facts about names of organizations.
pub(crate) const ORGANIZATION_INFO: LabelInfo = LabelInfo {
    aliases: &["ORG", "ORGANISATION", "COMPANY"],
    validation: Validation::LanguageModel,
    languages: super::NAME_LANGUAGES,
    ..LabelInfo::new(
        "ORGANIZATION",
        "A company, an authority, a school, a club.",
        "Employer: Acme Ltd",
        Handling { surrogate: Surrogate::Organization, ..Handling::IDENTIFIER },
    )
};

const ORGANIZATION: Rule = Rule {
    info: ORGANIZATION_INFO,
    patterns: Cow::Borrowed(&[Pattern::key(
        keys![
            "company",
            "company name",
            "employer",
            "employer name",
            "organization name",
            "organisation name",
            "organization",
            "organisation",
            "business name",
            "firma",
            "firmenname",
            "arbeitgeber",
            "entreprise",
            "société",
            "raison sociale",
            "employeur",
            "empresa",
            "razón social",
            "azienda",
            "ragione sociale",
            "razão social",
            "bedrijf",
            "bedrijfsnaam",
            "werkgever",
        ],
        0.75,
    )]),
    context: words![],
    check: |candidate| {
        let place = words(candidate)?;
        is_organization(candidate, place.clone()).then(|| candidate.part(place))?
    },
};

/// Reports whether the value is of a few words, each with a capital; in lower case only where it is quoted or a field.
fn is_place(candidate: &Candidate<'_>, place: Range<usize>) -> bool {
    let found = candidate.field.text.get(place).unwrap_or_default();
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '.');
    // A sign of Chinese or Korean is a syllable.
    let fewest = if found.is_ascii() { 3 } else { 2 };
    let is_long = found.chars().filter(|c| c.is_alphabetic()).take(fewest).count() == fewest;
    let is_titled = |word: &str| {
        word.starts_with(char::is_uppercase)
            || matches!(
                word,
                "of" | "the" | "de" | "la" | "am" | "an" | "der" | "do" | "di" | "del" | "della" | "dei" | "im"
            )
    };
    let is_written = if found.starts_with(char::is_uppercase) {
        found.split(' ').all(is_titled)
    } else {
        !found.contains(char::is_uppercase) && (is_closed(candidate) || candidate.form == Form::Pair)
    };
    let words = found.split(' ').count();
    is_long && is_written && words <= 5 && found.chars().all(stands) && !found.split(' ').any(is_other)
}

/// Reports whether the value is of a few words: behind a name without quotes with a capital, or alone on the line of a form.
fn is_belief(candidate: &Candidate<'_>, place: Range<usize>) -> bool {
    let text = candidate.field.text;
    let found = text.get(place.clone()).unwrap_or_default();
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '/');
    let is_long = found.chars().filter(|c| c.is_alphabetic()).take(2).count() == 2;
    let is_titled = name_of(candidate).starts_with(char::is_uppercase) && candidate.form == Form::Line;
    let is_written = is_closed(candidate) || !found.starts_with(char::is_lowercase) || is_titled || is_demonym(found);
    let is_code = found.contains("  ") || candidate.form == Form::Setting || is_ordinary(found);
    is_long
        && is_written
        && !is_code
        && found.split(' ').count() <= 3
        && found.chars().all(stands)
        // `New Zealander` begins with a word of statuses.
        && !found.strip_prefix("New ").unwrap_or(found).split(' ').any(is_other)
}

/// Reports whether it is a word with an ending that languages without capitals give to peoples and creeds: `española`, `belge`,
/// `tedesca`, `cattolica`.
fn is_demonym(found: &str) -> bool {
    const ENDINGS: [&str; 43] = [
        "ana", "ano", "ena", "eno", "eña", "eño", "esa", "ese", "és", "ola", "ol", "ina", "ino", "aca", "aco", "ica",
        "ico", "cca", "cco", "sca", "sco", "rca", "rco", "eca", "eco", "era", "ero", "lge", "ais", "aise", "ois",
        "oise", "ien", "ienne", "ain", "aine", "isch", "ische", "eira", "eiro", "uês", "uesa", "ense",
    ];
    found.chars().all(char::is_alphabetic) && ENDINGS.iter().any(|ending| found.ends_with(ending))
}

/// Reports whether the value begins with a capital and is of letters, digits and the signs of names of companies. One
/// word behind a bare key is more likely a type.
fn is_organization(candidate: &Candidate<'_>, place: Range<usize>) -> bool {
    let found = candidate.field.text.get(place).unwrap_or_default();
    let stands = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '.' | ',' | '&' | '+' | '!');
    let letters = found.chars().filter(|c| c.is_alphabetic()).take(2).count();
    let words = found.split(' ').count();
    let is_enough = words > 1 || is_closed(candidate) || candidate.form == Form::Pair;
    let has_capital = found.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let first = found.split(' ').next().unwrap_or_default();
    letters == 2
        && is_enough
        && has_capital
        && words <= 7
        && found.chars().all(stands)
        && !(words == 1 && is_other(first))
        && !found.contains("  ")
        && (candidate.form == Form::Member || !is_sentence(found))
}

/// Reports whether `found` is a line of a list rather than a name: of four words or more, or with a comma, and no capital but
/// the first. `Task organization:` has such lines below it.
fn is_sentence(found: &str) -> bool {
    let (words, has_comma) = (found.split(' ').count(), found.contains(", "));
    (words >= 4 || has_comma) && found.split(' ').skip(1).all(|word| word.starts_with(char::is_lowercase))
}
