//! [`Label`]: the name of a kind of entity, and what is published about it.

use std::{
    collections::HashSet,
    fmt,
    sync::{LazyLock, Mutex, PoisonError},
};

/// The name of a kind of entity, such as `EMAIL_ADDRESS`: upper case letters, digits and `_`,
/// beginning with a letter, at most [`Label::MAX_LEN`] bytes.
///
/// Built-in labels are constants in the file of their recognizer. Names that a user configures
/// are interned for the life of the process, so that a label is `Copy` everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(&'static str);

impl Label {
    /// Longest name, in bytes. Placeholders carry the name, so streams wait at most this much longer.
    pub const MAX_LEN: usize = 40;

    /// "Outside any entity": the alternative where no other label competes.
    pub const OUTSIDE: Self = Self("O");

    /// A placeholder look-alike that stood in the input.
    pub const LITERAL: Self = Self("LITERAL");

    /// Labels that take an understanding of language: what rules find of them is not all there is. A list of
    /// names can give them, whatever else is detected.
    pub const LISTED: [Self; 5] = [Self::PERSON, Self::ORGANIZATION, Self::LOCATION, Self::NRP, Self("OCCUPATION")];

    /// Labels that only the language model finds in free text.
    pub const MODEL: [Self; 4] = [Self::PERSON, Self::ORGANIZATION, Self::LOCATION, Self::NRP];

    /// A person's name.
    pub const PERSON: Self = Self("PERSON");

    /// A company, an authority, a club.
    pub const ORGANIZATION: Self = Self("ORGANIZATION");

    /// A place.
    pub const LOCATION: Self = Self("LOCATION");

    /// A nationality, a religion, a political group.
    pub const NRP: Self = Self("NRP");

    /// A built-in label.
    ///
    /// # Panics
    /// At compile time, in constants, if the name is malformed.
    pub const fn new(name: &'static str) -> Self {
        assert!(is_label(name), "a label is A-Z, 0-9 and _, begins with a letter, and has at most 40 bytes");
        Self(name)
    }

    /// A label of the user's own; `None` if the name is malformed.
    pub fn intern(name: &str) -> Option<Self> {
        static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
        if !is_label(name) {
            return None;
        }
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.get(name) {
            return Some(Self(known));
        }
        // Leaked once per distinct name; names come from the operator's configuration only.
        let kept: &'static str = Box::leak(name.into());
        names.insert(kept);
        Some(Self(kept))
    }

    /// Its canonical spelling.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// The shape that every label has.
const fn is_label(name: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > Label::MAX_LEN || !bytes[0].is_ascii_uppercase() {
        return false;
    }
    let mut i = 1;
    while i < bytes.len() {
        if !(bytes[i].is_ascii_uppercase() || bytes[i].is_ascii_digit() || bytes[i] == b'_') {
            return false;
        }
        i += 1;
    }
    true
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// How strictly a find of a label is checked before it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// A check digit, checksum or signature is computed.
    Checksum,
    /// Ranges, reserved values, dates or registered prefixes are checked.
    Structure,
    /// The shape or the context is all there is.
    None,
    /// The language model judges by the words and what stands around them.
    LanguageModel,
}

impl Validation {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checksum => "checksum",
            Self::Structure => "structure",
            Self::None => "none",
            Self::LanguageModel => "language_model",
        }
    }
}

/// A name that stands for several labels wherever labels are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group(pub &'static str);

impl Group {
    /// All personal data.
    pub const PII: Self = Self("PII");
    /// Ways to reach somebody.
    pub const CONTACT: Self = Self("CONTACT");
    /// Cards, accounts, money.
    pub const FINANCIAL: Self = Self("FINANCIAL");
    /// Keys, tokens, passwords.
    pub const SECRETS: Self = Self("SECRETS");
    /// Patients, practitioners, insurance of health.
    pub const HEALTH: Self = Self("HEALTH");
    /// Addresses of machines.
    pub const NETWORK: Self = Self("NETWORK");
    /// The identifiers of the HIPAA Safe Harbor method, 45 CFR 164.514(b)(2).
    pub const HIPAA: Self = Self("HIPAA_SAFE_HARBOR");
    /// Identifiers of the United States.
    pub const US: Self = Self("US");
    /// Identifiers of the United Kingdom.
    pub const UK: Self = Self("UK");
    /// Identifiers of Argentina.
    pub const AR: Self = Self("AR");
    /// Identifiers of Australia.
    pub const AU: Self = Self("AU");
    /// Identifiers of Brazil.
    pub const BR: Self = Self("BR");
    /// Identifiers of Canada.
    pub const CA: Self = Self("CA");
    /// Identifiers of Chile.
    pub const CL: Self = Self("CL");
    /// Identifiers of China.
    pub const CN: Self = Self("CN");
    /// Identifiers of Hong Kong.
    pub const HK: Self = Self("HK");
    /// Identifiers of Israel.
    pub const IL: Self = Self("IL");
    /// Identifiers of India.
    pub const IN: Self = Self("IN");
    /// Identifiers of Japan.
    pub const JP: Self = Self("JP");
    /// Identifiers of Korea.
    pub const KR: Self = Self("KR");
    /// Identifiers of Mexico.
    pub const MX: Self = Self("MX");
    /// Identifiers of Malaysia.
    pub const MY: Self = Self("MY");
    /// Identifiers of Nigeria.
    pub const NG: Self = Self("NG");
    /// Identifiers of New Zealand.
    pub const NZ: Self = Self("NZ");
    /// Identifiers of the Philippines.
    pub const PH: Self = Self("PH");
    /// Identifiers of Singapore.
    pub const SG: Self = Self("SG");
    /// Identifiers of Thailand.
    pub const TH: Self = Self("TH");
    /// Identifiers of Taiwan.
    pub const TW: Self = Self("TW");
    /// Identifiers of South Africa.
    pub const ZA: Self = Self("ZA");
    /// National identifiers of the members of the European Union.
    pub const EU: Self = Self("EU_IDENTIFIERS");
    /// Identifiers of Austria.
    pub const AT: Self = Self("AT");
    /// Identifiers of Belgium.
    pub const BE: Self = Self("BE");
    /// Identifiers of Bulgaria.
    pub const BG: Self = Self("BG");
    /// Identifiers of Switzerland.
    pub const CH: Self = Self("CH");
    /// Identifiers of Czechia.
    pub const CZ: Self = Self("CZ");
    /// Identifiers of Germany.
    pub const DE: Self = Self("DE");
    /// Identifiers of Denmark.
    pub const DK: Self = Self("DK");
    /// Identifiers of Estonia.
    pub const EE: Self = Self("EE");
    /// Identifiers of Spain.
    pub const ES: Self = Self("ES");
    /// Identifiers of Finland.
    pub const FI: Self = Self("FI");
    /// Identifiers of France.
    pub const FR: Self = Self("FR");
    /// Identifiers of Greece.
    pub const GR: Self = Self("GR");
    /// Identifiers of Croatia.
    pub const HR: Self = Self("HR");
    /// Identifiers of Hungary.
    pub const HU: Self = Self("HU");
    /// Identifiers of Ireland.
    pub const IE: Self = Self("IE");
    /// Identifiers of Italy.
    pub const IT: Self = Self("IT");
    /// Identifiers of Lithuania.
    pub const LT: Self = Self("LT");
    /// Identifiers of Luxembourg.
    pub const LU: Self = Self("LU");
    /// Identifiers of Latvia.
    pub const LV: Self = Self("LV");
    /// Identifiers of the Netherlands.
    pub const NL: Self = Self("NL");
    /// Identifiers of Norway.
    pub const NO: Self = Self("NO");
    /// Identifiers of Poland.
    pub const PL: Self = Self("PL");
    /// Identifiers of Portugal.
    pub const PT: Self = Self("PT");
    /// Identifiers of Romania.
    pub const RO: Self = Self("RO");
    /// Identifiers of Sweden.
    pub const SE: Self = Self("SE");
    /// Identifiers of Slovenia.
    pub const SI: Self = Self("SI");
    /// Identifiers of Slovakia.
    pub const SK: Self = Self("SK");
    /// Identifiers of Turkey.
    pub const TR: Self = Self("TR");

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// What is published about a label.
#[derive(Clone, Debug)]
pub struct LabelInfo {
    /// The label.
    pub label: Label,
    /// One sentence: what it covers.
    pub description: &'static str,
    /// Groups it belongs to, `ALL` and the default set aside.
    pub groups: &'static [Group],
    /// Other names that users bring from other tools, in upper case.
    pub aliases: &'static [&'static str],
    /// How a find is validated.
    pub validation: Validation,
    /// The confidence from which it is reported unless the request says otherwise.
    pub threshold: f32,
    /// Languages whose context words are known, as BCP 47 tags; empty: independent of language.
    pub languages: &'static [&'static str],
    /// An invented example.
    pub example: &'static str,
    /// Whether it belongs to the default set.
    pub default: bool,
    /// Whether what stands inside is reported on its own where the label itself was not asked for
    /// (an e-mail address within a URL).
    pub transparent: bool,
    /// Whether a text found once is replaced at its other occurrences in the request, too.
    pub propagates: bool,
}

impl LabelInfo {
    /// A label about which nothing particular is known: in the default set, threshold 0.5.
    pub const fn new(label: Label, description: &'static str, example: &'static str) -> Self {
        Self {
            label,
            description,
            groups: &[Group::PII],
            aliases: &[],
            validation: Validation::None,
            threshold: 0.5,
            languages: &[],
            example,
            default: true,
            transparent: false,
            propagates: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interns_well_formed_names_once() {
        let label = Label::intern("EMPLOYEE_ID").unwrap();
        assert!(std::ptr::eq(label.name(), Label::intern("EMPLOYEE_ID").unwrap().name()));
        for bad in ["", "1A", "a", "A B", "A-B", "_A", &"A".repeat(41)] {
            assert!(Label::intern(bad).is_none(), "{bad}");
        }
    }
}
