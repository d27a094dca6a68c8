//! Surrogates for names, places and addresses.

use fake::{
    Fake,
    faker::{
        address::raw::{BuildingNumber, CityName, StreetName},
        company::raw::CompanyName,
        internet::raw::Username,
        name::raw::{FirstName, LastName},
    },
    locales::{AR_SA, EN, JA_JP, ZH_CN},
};
use rand::rngs::StdRng;

use super::shape;

/// A name of as many parts (three at most), in the same script and case.
pub(super) fn person(text: &str, random: &mut StdRng) -> Option<String> {
    let spaced =
        |random: &mut StdRng, first: fn(&mut StdRng) -> &'static str, last: fn(&mut StdRng) -> &'static str| {
            let name = match text.split_whitespace().count() {
                0 => return None,
                1 => first(random).to_owned(),
                2 => format!("{} {}", first(random), last(random)),
                _ => format!("{} {} {}", first(random), first(random), last(random)),
            };
            Some(name)
        };
    match Script::of(text) {
        Script::Latin => {
            let name = spaced(random, |r| FirstName(EN).fake_with_rng(r), |r| LastName(EN).fake_with_rng(r))?;
            Some(cased_as(text, &name))
        }
        Script::Arabic => spaced(random, |r| FirstName(AR_SA).fake_with_rng(r), |r| LastName(AR_SA).fake_with_rng(r)),
        // Two or three characters would be too short to be sure of.
        Script::Han if text.chars().count() < super::LEAST => {
            let name: &str = FirstName(ZH_CN).fake_with_rng(random);
            let (one, two): (&str, &str) =
                (LastName(ZH_CN).fake_with_rng(random), LastName(ZH_CN).fake_with_rng(random));
            Some(format!("{one}{two}{name}")).map(|name| padded(name, random))
        }
        Script::Kana => {
            let first: &str = FirstName(JA_JP).fake_with_rng(random);
            let last: &str = LastName(JA_JP).fake_with_rng(random);
            Some(format!("{last} {first}"))
        }
        Script::Han | Script::Other => shape::alike(text, random),
    }
}

/// A town.
pub(super) fn city(text: &str, random: &mut StdRng) -> Option<String> {
    latin(text, random, |random| CityName(EN).fake_with_rng(random))
}

/// A company.
pub(super) fn company(text: &str, random: &mut StdRng) -> Option<String> {
    latin(text, random, |random| CompanyName(EN).fake_with_rng(random))
}

/// A street with a number, and a town where the text has several parts.
pub(super) fn address(text: &str, random: &mut StdRng) -> Option<String> {
    let parts = text.contains([',', '\n']);
    latin(text, random, |random| {
        let number: String = BuildingNumber(EN).fake_with_rng(random);
        let street: String = StreetName(EN).fake_with_rng(random);
        let town: Option<String> = parts.then(|| CityName(EN).fake_with_rng(random));
        town.map_or_else(|| format!("{number} {street}"), |town| format!("{number} {street}, {town}"))
    })
}

/// A user name, as a handle where the text is one.
pub(super) fn user(text: &str, random: &mut StdRng) -> Option<String> {
    let at = if text.starts_with('@') { "@" } else { "" };
    latin(text, random, |random| {
        let name: String = Username(EN).fake_with_rng(random);
        format!("{at}{}", name.to_lowercase())
    })
}

fn latin(text: &str, random: &mut StdRng, generate: impl FnOnce(&mut StdRng) -> String) -> Option<String> {
    match Script::of(text) {
        Script::Latin => Some(cased_as(text, &generate(random))),
        _ => shape::alike(text, random),
    }
}

/// Chinese names have two to four characters; one more is taken from a surname.
fn padded(mut name: String, random: &mut StdRng) -> String {
    while name.chars().count() < super::LEAST {
        name.push_str(LastName(ZH_CN).fake_with_rng(random));
    }
    name
}

/// `name` in the case of `text`: all capitals, all small, or as it is.
fn cased_as(text: &str, name: &str) -> String {
    let mut letters = text.chars().filter(|c| c.is_alphabetic()).peekable();
    if letters.peek().is_none() {
        return name.to_owned();
    }
    if letters.clone().all(char::is_uppercase) {
        return name.to_uppercase();
    }
    if letters.all(char::is_lowercase) { name.to_lowercase() } else { name.to_owned() }
}

/// The scripts for which there are lists of names.
enum Script {
    Latin,
    Arabic,
    Han,
    Kana,
    Other,
}

impl Script {
    /// By the first letter that is not Han, since Japanese names mix.
    fn of(text: &str) -> Self {
        let mut script = Self::Other;
        for c in text.chars().filter(|c| c.is_alphabetic()) {
            match u32::from(c) {
                0x41..=0x24F | 0x1E00..=0x1EFF => return Self::Latin,
                0x600..=0x6FF => return Self::Arabic,
                0x3041..=0x30FF => return Self::Kana,
                0x4E00..=0x9FFF => script = Self::Han,
                _ => return Self::Other,
            }
        }
        script
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::surrogates;

    #[test]
    fn names_keep_parts_case_and_script() {
        for (label, text) in [("PERSON", "ada lovelace"), ("PERSON", "ADA LOVELACE"), ("PERSON", "Ada King Lovelace")] {
            for name in surrogates(label, text) {
                assert!(name.split(' ').count() >= text.split(' ').count());
                assert_eq!(name.to_lowercase() == *name, text.to_lowercase() == text);
                assert_eq!(name.to_uppercase() == *name, text.to_uppercase() == text);
            }
        }
        assert!(surrogates("PERSON", "王小明").iter().all(|name| name.chars().all(|c| u32::from(c) > 0x2E00)));
        assert!(surrogates("PERSON", "محمد علي").iter().all(|name| !name.is_ascii()));
        assert!(!surrogates("PERSON", "さとう はなこ").is_empty());
    }
}
