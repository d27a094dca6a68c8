//! International bank account numbers: ISO 13616, lengths and structures of SWIFT's IBAN registry.

use std::borrow::Cow;

use iban::Iban;

use crate::entity::{Group, Handling, LabelInfo, MaskKind, Surrogate, Validation};
use crate::recognizers::support::neighbours::continues;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL, Group::HIPAA],
        aliases: &["IBAN", "IBAN_NUMBER", "INTERNATIONAL_BANK_ACCOUNT_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "de", "fr", "es", "it"],
        ..LabelInfo::new(
            "IBAN_CODE",
            "An international bank account number, in electronic or printed form.",
            "GB82 WEST 1234 5698 7654 32",
            Handling { surrogate: Surrogate::Iban, mask: MaskKind::LastFour, ..Handling::IDENTIFIER },
        )
    },
    // Country codes are written out so that the search passes over most words at their second letter.
    patterns: Cow::Borrowed(&[Pattern::regex(UPPER, 0.95, 0.99), Pattern::regex(LOWER, 0.9, 0.99)]),
    context: words![
        "iban",
        "bank",
        "account",
        "transfer",
        "sepa",
        "bic",
        "konto",
        "überweisung",
        "virement",
        "compte",
        "cuenta",
        "conto"
    ],
    check,
}];

const UPPER: &str = concat!(
    "(?:A[DELTZ]|B[AEGHIRY]|C[HRYZ]|D[EJKO]|E[EGS]|F[IKOR]|G[BEILRT]|H[NRU]|I[ELQST]|JO|K[WZ]|L[BCITUVY]|",
    "M[CDEKNRTU]|N[ILO]|OM|P[KLST]|QA|R[OSU]|S[ACDEIKMOTV]|T[LNR]|UA|V[AG]|XK|YE)",
    "[0-9]{2}(?:[ \\u{A0}-]?[0-9A-Z]){11,30}",
);

const LOWER: &str = concat!(
    "(?:a[deltz]|b[aeghiry]|c[hryz]|d[ejko]|e[egs]|f[ikor]|g[beilrt]|h[nru]|i[elqst]|jo|k[wz]|l[bcituvy]|",
    "m[cdeknrtu]|n[ilo]|om|p[klst]|qa|r[osu]|s[acdeikmotv]|t[lnr]|ua|v[ag]|xk|ye)",
    "[0-9]{2}(?:[ \\u{A0}-]?[0-9a-z]){11,30}",
);

/// Longest IBAN, without separators.
const MAX_LEN: usize = 34;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let mut code = [0; MAX_LEN];
    let mut len = 0;
    for b in matched.bytes().filter(u8::is_ascii_alphanumeric) {
        *code.get_mut(len)? = b.to_ascii_uppercase();
        len += 1;
    }
    if continues(candidate.field.text, &candidate.range, b"-._/") {
        return None;
    }
    std::str::from_utf8(code.get(..len)?).ok()?.parse::<Iban>().ok()?;
    candidate.whole()
}
