//! International bank account numbers: ISO 13616, lengths and structures of SWIFT's IBAN registry.

use std::borrow::Cow;

use iban::{BaseIban, Iban, IbanLike, ParseIbanError};

use crate::entity::{Group, Handling, LabelInfo, MaskKind, Shape, Surrogate, Validated, Validation};
use crate::recognizers::support::neighbours::words_before;
use crate::recognizers::support::numerals::stands_alone;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FINANCIAL, Group::HIPAA],
        aliases: &["IBAN", "IBAN_NUMBER", "INTERNATIONAL_BANK_ACCOUNT_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "de", "fr", "es", "it"],
        shapes: &[Shape::Code(15, 34)],
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
    "(?:A[DELOTZ]|B[AEFGHIJRY]|C[FGHIMRVYZ]|D[EJKOZ]|E[EGS]|F[IKOR]|G[ABEILQRTW]|H[NRU]|I[ELQRST]|JO|K[MWZ]|L[BCITUVY]|",
    "M[ACDEGKLNRTUZ]|N[EILO]|OM|P[KLST]|QA|R[OSU]|S[ACDEIKMNOTV]|T[DGLNR]|UA|V[AG]|XK|YE)",
    " ?[0-9]{2}(?:[ \\u{A0}-]?[0-9A-Z]){11,30}",
);

const LOWER: &str = concat!(
    "(?:a[delotz]|b[aefghijry]|c[fghimrvyz]|d[ejkoz]|e[egs]|f[ikor]|g[abeilqrtw]|h[nru]|i[elqrst]|jo|k[mwz]|l[bcituvy]|",
    "m[acdegklnrtuz]|n[eilo]|om|p[klst]|qa|r[osu]|s[acdeikmnotv]|t[dglnr]|ua|v[ag]|xk|ye)",
    "[0-9]{2}(?:[ \\u{A0}-]?[0-9a-z]){11,30}",
);

/// Countries that the library does not know, with the account number behind the check digits: letters that are fixed or
/// not (`A`), digits (`9`), either (`X`).
///
/// The first two are of the registry; banks of the others write their account numbers by its rules without
/// standing in it.
const OTHERS: &[(&str, &[(u8, usize)])] = &[
    ("HN", &[(b'A', 4), (b'9', 20)]),
    ("PK", &[(b'A', 4), (b'X', 16)]),
    ("AO", &[(b'9', 21)]),
    ("BF", &[(b'X', 2), (b'9', 22)]),
    ("BJ", &[(b'X', 2), (b'9', 22)]),
    ("CF", &[(b'9', 23)]),
    ("CG", &[(b'9', 23)]),
    ("CI", &[(b'X', 2), (b'9', 22)]),
    ("CM", &[(b'9', 23)]),
    ("CV", &[(b'9', 21)]),
    ("DZ", &[(b'9', 22)]),
    ("GA", &[(b'9', 23)]),
    ("GQ", &[(b'9', 23)]),
    ("GW", &[(b'X', 2), (b'9', 19)]),
    ("IR", &[(b'9', 22)]),
    ("KM", &[(b'9', 23)]),
    ("MA", &[(b'9', 24)]),
    ("MG", &[(b'9', 23)]),
    ("ML", &[(b'X', 2), (b'9', 22)]),
    ("MZ", &[(b'9', 21)]),
    ("NE", &[(b'X', 2), (b'9', 22)]),
    ("SN", &[(b'X', 2), (b'9', 22)]),
    ("TD", &[(b'9', 23)]),
    ("TG", &[(b'X', 2), (b'9', 22)]),
];

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
    if !stands_alone(candidate) && !is_in_message(candidate) {
        return None;
    }
    let code = code.get_mut(..len)?;
    if is_account(code) {
        return candidate.whole();
    }
    let is_told = is_behind_name(candidate.field.text, candidate.range.start) || is_printed_for_payment(candidate);
    let is_mistyped = is_told && is_account_but_for_check(code);
    let validated = Some(Validated::Failed);
    is_mistyped.then(|| Finding { range: candidate.range.clone(), sure: true, validated })
}

/// Reports whether `code` is an account number of its country, with the check digits that it must have.
fn is_account(code: &[u8]) -> bool {
    let parsed = std::str::from_utf8(code).ok().and_then(|code| code.parse::<BaseIban>().ok());
    parsed.is_some_and(|code| match Iban::try_from(code) {
        Err(ParseIbanError::UnknownCountry(code)) => is_of_another_country(&code),
        parsed => parsed.is_ok(),
    })
}

/// Reports whether `code` is an account number of its country with other check digits. Writes them into `code`.
fn is_account_but_for_check(code: &mut [u8]) -> bool {
    (0..100).any(|check: u8| {
        if let Some(digits) = code.get_mut(2..4) {
            digits.copy_from_slice(&[b'0' + check / 10, b'0' + check % 10]);
        }
        is_account(code)
    })
}

/// Reports whether a word for an account, a bank or a payment stands before `at`, with at most two words between.
fn is_behind_name(text: &str, at: usize) -> bool {
    const BETWEEN: usize = 2;
    const NAMES: &WordList = &WordList::new(
        "iban|account|accounts|acct|bank|transfer|wire|sepa|payee|beneficiary|konto|kontonummer|kontonr|bankkonto|girokonto|konta|kontot|\
         kontoen|kontonumret|tilinumero|tili|tilille|pankkitili|bankverbindung|überweisung|überweisen|zahlung|compte|virement|rib|cuenta|transferencia|\
         conto|bonifico|conta|transferência|rekening|rekeningnummer|bankrekening|računa|račun|účet|účtu|účtem|számla|számlaszám|\
         bankszámlaszám|bankszámla|sąskaita|sąskaitos|konts|hesap|hesabı|hesabım|λογαριασμός|λογαριασμού|рахунок|рахунку|сметка|\
         рачун|חשבון|حساب|الحساب|rachunek|rachunku|kontem|trr",
    );
    words_before(text, at).take(BETWEEN + 1).any(|word| is_listed(&word.to_lowercase(), NAMES))
}

/// Reports whether it is an account in groups of four, as it is printed, in a sentence that pays: behind a word for where
/// something goes (`überwiesen auf DE47 2505 …`), or with a word for accounts before the sign before it (`RIB pour le dépôt :`).
fn is_printed_for_payment(candidate: &Candidate<'_>) -> bool {
    /// Words that are looked through for one for accounts.
    const FAR: usize = 8;
    const TO: &WordList = &WordList::new(
        "auf|an|von|vom|from|depuis|desde|van|fra|från|od|to|into|sur|au|su|sul|a|en|na|do|til|till|på|tilille|op|naar|aan|para|į|uz|în|pe|ide|στο|в|на|kontole|hesabına",
    );
    const ACCOUNTS: &WordList = &WordList::new(
        "iban|rib|konto|kontonummer|account|compte|cuenta|conto|conta|rekening|rachunek|rachunku|konta|účet|účtu|számla|cont|contul|\
         bankverbindung|račun|tili|sąskaita|konts",
    );
    let (text, start) = (candidate.field.text, candidate.range.start);
    // In Poland the country stands apart: `PL 83 1140 2004 …`.
    let (country, digits) = candidate.matched().split_at(4.min(candidate.matched().len()));
    let printed = if country.ends_with(' ') { digits } else { candidate.matched() };
    let mut groups = printed.split([' ', '\u{A0}']).map(str::len).peekable();
    let mut is_whole = true;
    while let Some(len) = groups.next() {
        is_whole &= len == 4 || groups.peek().is_none() && len < 4;
    }
    let is_grouped = is_whole && candidate.matched().contains([' ', '\u{A0}']);
    let mut words = words_before(text, start).peekable();
    let is_behind = |list: &WordList, word: &&str| is_listed(&word.to_lowercase(), list);
    is_grouped
        && (words.peek().is_some_and(|word| is_behind(TO, word))
            || words.take(FAR).any(|word| is_behind(ACCOUNTS, &word)))
}

/// Reports whether it is the account of a party in a message of SWIFT: `:59:/DE…`.
fn is_in_message(candidate: &Candidate<'_>) -> bool {
    let (text, range) = (candidate.field.text, &candidate.range);
    let tag = text.get(..range.start).and_then(|head| head.strip_suffix(":/"));
    let is_end = text.as_bytes().get(range.end).is_none_or(u8::is_ascii_whitespace);
    // Remittance information in the structure of the European Payments Council: `/IBAN/DE…/BIC/…`
    let is_structured = text.get(..range.start).is_some_and(|head| head.ends_with("/IBAN/"));
    is_structured || is_end && tag.is_some_and(|head| head.ends_with(|c: char| c.is_ascii_alphanumeric()))
}

/// Reports whether `code` has the structure of one of [`OTHERS`].
fn is_of_another_country(code: &BaseIban) -> bool {
    let Some((_, structure)) = OTHERS.iter().find(|(country, _)| *country == code.country_code()) else { return false };
    let mut rest = code.bban_unchecked().as_bytes();
    for &(kind, len) in *structure {
        let Some((part, behind)) = rest.split_at_checked(len) else { return false };
        let fits = part.iter().all(|b| match kind {
            b'9' => b.is_ascii_digit(),
            b'A' => b.is_ascii_uppercase(),
            _ => true,
        });
        if !fits {
            return false;
        }
        rest = behind;
    }
    rest.is_empty()
}
