//! [`LabelInfo`]: the facts about a label.

use super::{Group, Label, label::is_label};

/// The strictness of the check that a find of a label has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// A check digit, checksum or signature is computed.
    Checksum,
    /// Ranges, reserved values, dates or registered prefixes are checked.
    Structure,
    /// The shape or the context is all there is.
    None,
    /// The language model judges by the words of the mention and around it.
    LanguageModel,
}

impl Validation {
    /// The name on the wire, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checksum => "checksum",
            Self::Structure => "structure",
            Self::None => "none",
            Self::LanguageModel => "language_model",
        }
    }
}

/// The kind of surrogate that stands for a find where originals are replaced by invented ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surrogate {
    /// No surrogate: an invented one would be an ordinary word or a short token, met elsewhere by chance.
    None,
    /// Random letters and digits in the same places.
    Alike,
    /// The prefix by which a service's tokens are known (`ghp_`), and random letters and digits behind it.
    Token,
    /// The same `-----BEGIN …-----` and `-----END …-----`, and random letters and digits between them.
    Armour,
    /// A postal address.
    Address,
    /// An age.
    Age,
    /// A number of a payment card from a range that no issuer has.
    Card,
    /// A date at some distance, in the same format.
    Date,
    /// A domain name.
    Domain,
    /// An e-mail address.
    Email,
    /// An IBAN of no bank.
    Iban,
    /// An IP address from a range that is reserved for documentation.
    IpAddress,
    /// The name of a place; no surrogate where it has another shape than names of places.
    Location,
    /// A MAC address.
    MacAddress,
    /// A nationality, a religion, a political group.
    Nrp,
    /// An occupation.
    Occupation,
    /// The name of an organization; no surrogate where it has another shape than names of organizations.
    Organization,
    /// A person's name.
    Person,
    /// A telephone number of a range that is reserved for fiction.
    Phone,
    /// A URL.
    Url,
    /// A social security number of the United States that was never issued.
    UsSsn,
    /// The name of an account.
    Username,
    /// A UUID.
    Uuid,
}

/// The characters of a find that masking with `*` leaves in clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskKind {
    /// No letter or digit.
    Whole,
    /// The last four letters or digits, as on receipts.
    LastFour,
}

/// The treatment of the finds of a label: surrogates, masks, propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handling {
    /// The kind of their surrogates.
    pub surrogate: Surrogate,
    /// The characters that masking with `*` leaves.
    pub mask: MaskKind,
    /// True if a text found once is also replaced at its other occurrences in the request.
    pub propagates: bool,
}

impl Handling {
    /// The handling of numbers and codes that belong to one person, company or thing: surrogates with characters alike,
    /// nothing left in clear, replaced wherever they stand.
    pub const IDENTIFIER: Self = Self { surrogate: Surrogate::Alike, mask: MaskKind::Whole, propagates: true };

    /// The handling of values that many people share or that are short (a gender, a postal code, a security code): no
    /// surrogate, nothing left in clear, replaced only where it was recognized.
    pub const COMMON: Self = Self { surrogate: Surrogate::None, mask: MaskKind::Whole, propagates: false };

    /// The handling of labels that users define in recognizers and lists of their own.
    pub const CUSTOM: Self = Self { surrogate: Surrogate::Alike, mask: MaskKind::Whole, propagates: false };
}

/// The facts about a label: its description, its threshold, the treatment of its finds.
#[derive(Clone, Copy, Debug)]
pub struct LabelInfo {
    /// The label's name.
    pub name: &'static str,
    /// One sentence about the texts that it covers.
    pub description: &'static str,
    /// Groups it belongs to, `ALL` and the default set aside.
    pub groups: &'static [Group],
    /// Names of the label in other tools, in upper case, which requests may use.
    pub aliases: &'static [&'static str],
    /// The validation of a find.
    pub validation: Validation,
    /// The confidence from which it is reported unless the request says otherwise.
    pub threshold: f32,
    /// Languages whose context words are known, as BCP 47 tags; empty: independent of language.
    pub languages: &'static [&'static str],
    /// An invented example.
    pub example: &'static str,
    /// True if the label belongs to the default set.
    pub default: bool,
    /// True if finds inside a find of this label are reported where the label was not asked for (an e-mail address
    /// within a URL).
    pub transparent: bool,
    /// True if its context words are everyday ones (`on`, `from`, `patient`): before a value they say nothing against the
    /// labels whose words stand behind it.
    pub everyday_context: bool,
    /// The treatment of its finds.
    pub handling: Handling,
    /// The shapes of values that are entities behind the label's name, whether or not the check passes. Empty: the
    /// shape of the example, if the label is a checked identifier.
    pub shapes: &'static [Shape],
}

/// The shape of an identifier, separators set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Letters and digits where this example has them; where it has letters between digits, either.
    Like(&'static str),
    /// The shape of this example, whose first two letters are its country's and may be left out.
    Country(&'static str),
    /// The code of a country, then the shape of an example.
    Prefixed(&'static str, &'static str),
    /// No shape is enough.
    None,
    /// A number of digits between a minimum and a maximum.
    Digits(usize, usize),
    /// A number of letters and digits between a minimum and a maximum, two letters first.
    Code(usize, usize),
    /// A number of letters and digits between a minimum and a maximum, in any order, some of them digits.
    Mixed(usize, usize),
    /// A minimum of digits, and no more letters than digits; not a country and a passport.
    Identifier(usize),
    /// Nine or ten capitals and digits in one piece, two of each at least, as cards of Germany, France and the Netherlands have them.
    Drawn,
}

impl Shape {
    /// The fewest letters and digits of a code that has it.
    pub fn fewest(self) -> usize {
        let in_example = |example: &str| example.bytes().filter(u8::is_ascii_alphanumeric).count();
        match self {
            Self::None => usize::MAX,
            Self::Drawn => 9,
            Self::Like(example) | Self::Prefixed(_, example) => in_example(example),
            // The country may be left out.
            Self::Country(example) => in_example(example).saturating_sub(2),
            Self::Digits(least, _) | Self::Code(least, _) | Self::Mixed(least, _) | Self::Identifier(least) => least,
        }
    }

    /// Reports whether `code`, letters and digits of ASCII alone in any case, has it.
    pub fn fits(self, code: &[u8]) -> bool {
        let digits = code.iter().filter(|b| b.is_ascii_digit()).count();
        match self {
            Self::None => false,
            Self::Drawn => {
                let capitals = code.iter().filter(|b| b.is_ascii_uppercase()).count();
                (9..=10).contains(&code.len()) && digits > 1 && capitals > 1 && digits + capitals == code.len()
            }
            Self::Digits(least, most) => digits == code.len() && (least..=most).contains(&digits),
            // Greece is `EL` to tax offices.
            Self::Prefixed(country, example) => {
                let country = if country == "GR" { "EL" } else { country };
                let number = code.strip_prefix(country.as_bytes());
                number.is_some_and(|number| Self::Like(example).fits(number))
            }
            Self::Mixed(least, most) => {
                digits >= code.len().div_ceil(5).min(3) && digits < code.len() && (least..=most).contains(&code.len())
            }
            Self::Identifier(least) => {
                let is_hex = code.starts_with(b"0x");
                let country = code.iter().take(3).all(u8::is_ascii_alphabetic);
                // Three letters and a long number: `MSC2190718293`.
                let is_series = digits + 3 == code.len() && (13..=14).contains(&code.len());
                let is_short = !country || code.len() <= 10 || is_series;
                digits >= least && 2 * digits >= code.len() && !is_hex && is_short
            }
            Self::Code(least, most) => {
                let begins = code.iter().take(2).all(u8::is_ascii_alphabetic);
                begins && (least..=most).contains(&code.len()) && 2 * digits >= code.len()
            }
            Self::Country(example) => {
                let (country, number) = example.split_at(example.floor_char_boundary(2));
                let is_country = code.get(..2).is_some_and(|lead| lead.eq_ignore_ascii_case(country.as_bytes()));
                Self::Like(if is_country { example } else { number }).fits(code)
            }
            Self::Like(example) => {
                let example = || example.bytes().filter(u8::is_ascii_alphanumeric);
                let first = example().position(|b| b.is_ascii_digit());
                let last = example().count() - example().rev().position(|b| b.is_ascii_digit()).unwrap_or_default();
                let inner = first.unwrap_or_default()..last;
                let is_mixed = example().skip(inner.start).take(inner.len()).any(|b| b.is_ascii_alphabetic());
                let has_letter = !is_mixed || code.iter().any(u8::is_ascii_alphabetic);
                let same = |(at, (b, known)): (usize, (&u8, u8))| {
                    is_mixed && inner.contains(&at) || b.is_ascii_digit() == known.is_ascii_digit()
                };
                has_letter
                    && code.len() == example().count()
                    && 3 * digits >= code.len()
                    && code.iter().zip(example()).enumerate().all(same)
            }
        }
    }
}

impl LabelInfo {
    /// A label of the default set in the group `PII`, with threshold 0.5 and no aliases.
    ///
    /// # Panics
    /// At compile time, in constants, if the name is malformed.
    pub const fn new(name: &'static str, description: &'static str, example: &'static str, handling: Handling) -> Self {
        assert!(is_label(name), "a label is A-Z, 0-9 and _, begins with a letter, and has at most 40 bytes");
        Self {
            name,
            description,
            groups: &[Group::PII],
            aliases: &[],
            validation: Validation::None,
            threshold: 0.5,
            languages: &[],
            example,
            default: true,
            transparent: false,
            everyday_context: false,
            handling,
            shapes: &[],
        }
    }

    /// The label of this name.
    ///
    /// # Panics
    /// If the name is malformed, or as [`Label::new`].
    pub fn label(&self) -> Label {
        Label::new(self.name)
    }
}
