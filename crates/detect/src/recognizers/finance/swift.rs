//! Business identifier codes of banks: ISO 9362.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL],
        aliases: &["SWIFT", "BIC", "SWIFT_CODE", "BIC_SWIFT", "SWIFT_BIC_CODE", "BANK_IDENTIFIER_CODE"],
        validation: Validation::Structure,
        languages: &["en", "de", "fr", "es", "it"],
        ..LabelInfo::new(
            "SWIFT_BIC",
            "The business identifier code of a bank, in context.",
            "DEUTDEFF500",
            Handling { surrogate: Surrogate::Alike, ..Handling::COMMON },
        )
    },
    // Of eight random capitals 37 % name a country.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{6}[0-9A-Z]{2,}", 0.05, 0.94),
        Pattern::regex("[A-Z]{4} [A-Z]{2} [0-9A-Z]{2}(?: [0-9A-Z]{3})?", 0.05, 0.93),
        // Behind the tag of a bank in a message of SWIFT, or its element in one of ISO 20022: `:57A:DEUTDEFF`, `<BICFI>…`
        Pattern::behind(is_tagged, "[A-Z]{6}[0-9A-Z]{2,}", 0.95, 0.97),
    ]),
    context: words![
        "swift",
        "swift code",
        "swift no",
        "swiftcode",
        "bic",
        "bics",
        "bic code",
        "bic/swift",
        "swift/bic",
        "bank identifier code",
        "business identifier code",
        "bankleitzahl",
        "code bic",
        "código swift",
        "codice bic",
        "iban",
    ],
    check,
}];

/// Reports whether a tag for a bank stands before `at`, on the line before where an account stands behind it.
fn is_tagged(text: &str, at: usize) -> bool {
    let head = text.as_bytes().get(at.saturating_sub(5)..at).unwrap_or_default();
    head.ends_with(b"FI>")
        || head.ends_with(b"BIC>")
        || head == b"/BIC/"
        || matches!(head, [b':', b'5', b'1'..=b'8', b'A'..=b'D', b':'])
        || head.ends_with(b"A:\n")
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let len = matched.bytes().filter(u8::is_ascii_alphanumeric).count();
    let mut letters = matched.bytes().filter(u8::is_ascii_alphanumeric).skip(4);
    let country = [letters.next()?, letters.next()?];
    let (known, _) = COUNTRIES.as_chunks::<2>();
    // Words in capitals stand beside other ones.
    // A code word of a turnover stands between slashes.
    let is_between_slashes = || candidate.field.text[..candidate.range.start].ends_with("/BIC/");
    (matches!(len, 8 | 11)
        && known.contains(&country)
        && !is_word(matched)
        && (stands_alone(candidate) || is_between_slashes()))
    .then(|| candidate.whole())?
}

/// Reports whether it is one of the words of banks' forms that have the shape of a code.
fn is_word(matched: &str) -> bool {
    const WORDS: [&str; 24] = [
        "ACCOUNTS",
        "BUSINESS",
        "CURRENCY",
        "CUSTOMER",
        "DOCUMENT",
        "EXCHANGE",
        "IDENTITY",
        "INTERNAL",
        "NATIONAL",
        "OPTIONAL",
        "ORIGINAL",
        "PASSWORD",
        "PAYMENTS",
        "PERSONAL",
        "REGIONAL",
        "REQUIRED",
        "SECURITY",
        "STANDARD",
        "TRANSFER",
        "COMMERCIAL",
        "INFORMATION",
        "INSTRUCTION",
        "BENEFICIARY",
        "DESTINATION",
    ];
    WORDS.contains(&matched)
}

/// ISO 3166-1, and XK for Kosovo.
const COUNTRIES: &[u8] = b"ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICK\
CLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIM\
INIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENF\
NGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTL\
TMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW";
