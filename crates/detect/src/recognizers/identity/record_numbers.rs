//! Numbers of accounts, people and cases without a telling checksum, behind their names.

use std::borrow::Cow;

use super::record_shapes::{is_composed, is_dashed, is_long, is_of_year, is_serial, is_spaced, says_number};
use super::reference_numbers::is_strong;
use crate::entity::{Group, Handling, LabelInfo, MaskKind, Shape};
use crate::recognizers::support::identifiers::{called, info, numbered};
use crate::recognizers::support::names::names_of;
use crate::recognizers::support::numerals::stands_alone;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] =
    &[ACCOUNT_NUMBER, ACCOUNT_NUMBER_NAMED, ID_NUMBER, ID_NUMBER_NAMED, ID_NUMBER_PREFIXED, CUSTOMER];

/// The facts about the label of accounts.
pub(crate) const ACCOUNT_INFO: LabelInfo = info(
    "ACCOUNT_NUMBER",
    &[Group::PII, Group::FINANCIAL, Group::HIPAA],
    &["ACCOUNT", "ACCOUNT_NO", "ACCT"],
    "The number of an account, behind a word that says so.",
    "account number: 00123456",
    Handling { mask: MaskKind::LastFour, ..Handling::IDENTIFIER },
);

const ACCOUNT_NUMBER: Rule = Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "account number",
                "acct number",
                "acct",
                "account id",
                "customer account",
                "konto",
                "kontonummer",
                "konto number",
                "kundenkonto",
                "numéro de compte",
                "compte number",
                "número de cuenta",
                "cuenta number",
                "numero di conto",
                "conto number",
                "rekeningnummer",
                "número da conta",
                "numer konta",
                "kontonr",
                "bank account",
                "depotnummer",
                "vertragskonto",
                "bankn",
                "conta corrente",
                "conta poupança",
                "cuentarut",
                "cuenta rut",
                "cuenta vista",
            ],
            0.7,
        ),
        Pattern::regex(
            called!(
                "account (?:number|no\\.?|#)|acct\\.?|kontonummer|numéro de compte|número de cuenta|numero di conto|rekeningnummer|vertragskonto|kundenkonto"
            ),
            0.65,
            0.7,
        ),
        Pattern::regex(called!("account:?"), 0.6, 0.7),
        // In brackets behind the word: `bank account (000-17-44829-06, …)`
        Pattern::regex("(?i:account|acct|konto|cuenta|compte|conto|conta|rekening) \\(", 0.6, 0.7),
        // `A/C: 55779911`
        Pattern::regex("(?:A/C|A/c|a/c)(?: ?: ?| )(?:[A-Z]{1,2}[0-9]{4,}|[0-9]{6,18})", 0.7, 0.75),
        // Short for it, and for an accuracy, which is a fraction.
        Pattern::key(keys!["acc"], 0.7),
    ]),
    context: words![],
    check: |candidate| {
        if candidate.pattern == 4 {
            let number = candidate.matched().rfind([' ', ':'])? + 1;
            return stands_alone(candidate)
                .then(|| candidate.part(candidate.range.start + number..candidate.range.end))?;
        }
        let found = numbered(candidate, if candidate.pattern == SHORT { 6 } else { 5 }, 34)?;
        let number = candidate.field.text.get(found.range.clone())?;
        // What stands in brackets may be short and something else.
        if candidate.pattern == 3 && number.bytes().filter(u8::is_ascii_digit).count() < 8 {
            return None;
        }
        // The word alone is too common, as below.
        let is_told = matches!(candidate.pattern, 0 | 1 | SHORT)
            || says_number(candidate.matched())
            || is_composed(number)
            || is_dashed(number)
            || number.contains(' ') && is_strong(number, true)
            || is_long(number)
                && (number.len() > 9 || candidate.field.text[found.range.end..].starts_with([',', ';', ')']))
            || is_long(number) && ends_sentence(&candidate.field.text[found.range.end..]);
        // With underscores it is a key of a program: `acct_…`.
        (is_told && !number.contains('_')).then_some(found)
    },
};

/// Reports whether a sentence ends before `rest`, and another one or nothing follows.
fn ends_sentence(rest: &str) -> bool {
    let behind = rest.strip_prefix('.').map(|behind| behind.trim_start_matches([' ', '\n']));
    behind.is_some_and(|behind| {
        behind.is_empty() || behind.len() < rest.len() - 1 && behind.starts_with(char::is_uppercase)
    })
}

/// The pattern of the short name of accounts.
const SHORT: usize = 5;

/// Numbers of accounts behind their names in 74 languages, with and without a sign between name and number.
const ACCOUNT_NUMBER_NAMED: Rule = Rule {
    info: LabelInfo { shapes: &[Shape::Identifier(6)], ..ACCOUNT_INFO },
    patterns: Cow::Borrowed(&[Pattern::key(ACCOUNT_NAMES, 0.7)]),
    context: words![],
    check: |candidate| numbered(candidate, 5, 34),
};

const ACCOUNT_NAMES: &[Cow<'static, str>] = names_of!("generic/account_number.txt");

/// The facts about the label of records.
pub(crate) const ID_NUMBER_INFO: LabelInfo = info(
    "ID_NUMBER",
    &[Group::PII, Group::HIPAA],
    &["EMPLOYEE_ID", "CUSTOMER_ID", "CASE_NUMBER", "POLICY_NUMBER", "STUDENT_ID"],
    "A number under which an office, a company or a school keeps a person, behind a word that says so.",
    "employee number: 4471-22",
    Handling::IDENTIFIER,
);

const ID_NUMBER: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "id number",
                "identification number",
                "identity number",
                "employee id",
                "employee number",
                "emp id",
                "empno",
                "staff id",
                "staff number",
                "personnel number",
                "personalnummer",
                "mitarbeiternummer",
                "customer id",
                "customer number",
                "client number",
                "kundennummer",
                "kunden number",
                "member id",
                "member number",
                "membership number",
                "mitgliedsnummer",
                "mitglieds number",
                "personal number",
                "student id",
                "student number",
                "matrikelnummer",
                "pupil number",
                "case number",
                "case id",
                "file number",
                "aktenzeichen",
                "az",
                "policy number",
                "policy id",
                "versicherungsnummer",
                "police number",
                "claim number",
                "claim id",
                "schadennummer",
                "ticket number",
                "ticket id",
                "docket number",
                "badge number",
                "badge id",
                "clock number",
                "custody number",
                "voter id",
                "numéro client",
                "numéro de client",
                "numéro de dossier",
                "numéro d'employé",
                "matricule",
                "número de cliente",
                "número de empleado",
                "número de empleada",
                "afiliación a la s.s",
                "afiliación a la seguridad social",
                "número de identificación",
                "número de expediente",
                "numero cliente",
                "numero pratica",
                "numero di matricola",
                "klantnummer",
                "personeelsnummer",
                "dossiernummer",
                "polisnummer",
                "inmate number",
                "applicant id",
                "beneficiary id",
                "guest id",
                "loyalty number",
                "loyalty card",
                "loyalty card number",
                "rewards card",
                "membership card",
                "frequent flyer number",
                "participant id",
                "subject id",
                // Of tables of SAP.
                "pernr",
                "perid",
                "kunnr",
                "lifnr",
                "icnum",
                "rvnum",
            ],
            0.7,
        ),
        Pattern::regex(
            called!(
                "employee|customer|docket|confirmation|booking|reservation|contract|member|membership|student|policy|claim|patient|subscriber|policyholder|personnel|personalnummer|kundennummer|mitgliedsnummer|matrikelnummer|klantnummer|insurance|case|ticket|summons|custody|clock|report|incident|badge|file|staff|identification|identity|emp\\.?|cust\\.?|rx|prescription|inmate|prisoner|meter|loan|docket|mandate|donor|kit"
            ),
            0.6,
            0.7,
        ),
        // Behind a name, in brackets: `(ID S1938472)`
        Pattern::regex("\\((?:ID|Id)(?: [Nn]o\\.?|#)?:? [A-Z]{1,3}-?[0-9]{4,10}", 0.65, 0.75),
        Pattern::key(
            keys![
                "policy",
                "insurance policy",
                "claim",
                "insurance claim",
                "loyalty",
                "ur",
                "polizza",
                "póliza",
                "polis",
                "polisa",
                "pojistka",
                "pojistky",
                "poistka",
                "försäkringen",
                "poliçe",
                "pnc",
                "contrato",
                "expediente",
                "folio",
                "kenmerk",
                "nos réf",
                "our ref",
                "protocollo",
                "protocolo",
                "radicado",
                "registro",
                "rol",
                "su ref",
                "unser zeichen",
                "ihr zeichen",
                "mein zeichen",
                "unsere referenz",
                "v/réf",
                "n/réf",
                "n/ref",
                "nuestra ref",
                "vos réf",
                "votre réf",
                "notre réf",
                "vår ref",
                "vores ref",
                "deres ref",
                "er ref",
                "rif",
                "ns rif",
                "vs rif",
                "gz",
                "znak",
                "your ref",
                "my ref"
            ],
            0.7,
        ),
        // The number of a person alone, where others have a name: `customer: K-55102`.
        Pattern::key(
            keys![
                "customer",
                "cust",
                "client",
                "subscriber",
                "insured",
                "patient",
                "kunde",
                "klient",
                "klant",
                "cliente",
                "asegurado",
                "assuré",
                "member",
                "mitglied"
            ],
            0.7,
        ),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => numbered(candidate, 3, 32),
        // Words of other things, too, whose numbers are short.
        3 => numbered(candidate, 5, 32).filter(|found| {
            let number = &candidate.field.text[found.range.clone()];
            // `Rol: Administrator 20417`
            let is_word = |part: &str| part.chars().all(char::is_alphabetic) && part.contains(char::is_lowercase);
            !number.contains(':') && !number.split(' ').any(is_word)
        }),
        4 => {
            let found = numbered(candidate, 4, 24)?;
            let number = candidate.field.text.get(found.range.clone())?;
            let is_whole = candidate.matched().trim_end().len() == number.len();
            (is_whole && (is_composed(number) || is_long(&number.replace('-', "")))).then_some(found)
        }
        // The word alone is too common: it must be followed by a word for "number", or by what is nothing else.
        1 if !says_number(candidate.matched()) => {
            if candidate.matched().split(' ').next().is_some_and(|word| is_listed(word, WEAK)) {
                let found = numbered(candidate, 6, 32)?;
                let number = candidate.field.text.get(found.range.clone())?;
                // In brackets nothing else stands: `(case C-20240417-88)`.
                // `(case 45-9989)`
                let is_dashed = number.split_once('-').is_some_and(|(year, rest)| {
                    year.len() == 2
                        && rest.len() > 3
                        && [year, rest].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
                });
                let is_script = candidate.matched().get(..2).is_some_and(|name| name.eq_ignore_ascii_case("rx"))
                    && (6..=8).contains(&number.len())
                    && candidate.field.text[found.range.end..].starts_with([',', ';', ')', '.', '\n']);
                let is_bracketed = candidate.field.text[..candidate.range.start].ends_with('(')
                    && candidate.field.text[found.range.end..].starts_with(')');
                let is_told = is_of_year(number)
                    || is_bracketed && (is_composed(number) || is_dashed)
                    || is_script
                    || is_serial(number);
                return is_told.then_some(found);
            }
            if let Some(found) = bracketed(candidate) {
                return Some(found);
            }
            let is_staff = ["emp ", "emp."]
                .iter()
                .any(|name| candidate.matched().get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name)));
            let found = numbered(candidate, if is_staff { 4 } else { 5 }, 32)?;
            let number = candidate.field.text.get(found.range.clone())?;
            // No count begins with a zero: `Emp 00781`.
            let is_padded = number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
            let is_told = is_padded
                || is_staff && !is_year(number)
                || is_composed(number)
                || is_long(number)
                || is_of_year(number)
                || is_spaced(number);
            let is_grouped = || number.contains(' ') && is_strong(number, true);
            (is_told || is_grouped()).then_some(found)
        }
        2 => {
            let start = candidate.range.start + candidate.matched().rfind(' ')? + 1;
            let is_closed = candidate.field.text[candidate.range.end..].starts_with([')', ',', ';']);
            is_closed.then(|| candidate.part(start..candidate.range.end))?
        }
        _ => numbered(candidate, 4, 32).filter(|found| !is_network_address(&candidate.field.text[found.range.clone()])),
    },
};

/// Reports whether it is the address of a client in a network, with its port or without.
pub(super) fn is_network_address(number: &str) -> bool {
    let host = number.rsplit_once(':').map_or(number, |(host, _)| host);
    number.parse::<std::net::IpAddr>().is_ok() || host.parse::<std::net::Ipv4Addr>().is_ok()
}

/// Reports whether it is a year.
fn is_year(number: &str) -> bool {
    number.len() == 4 && ["19", "20"].iter().any(|century| number.starts_with(century))
}

/// The digits that are all of a bracket with the name before them, and no year: `(employee 00817)`.
fn bracketed(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    text[..candidate.range.start].ends_with('(').then_some(())?;
    let found = numbered(candidate, 4, 12)?;
    let number = &text[found.range.clone()];
    let are_digits = number.bytes().all(|b| b.is_ascii_digit());
    (are_digits && !is_year(number) && text[found.range.end..].starts_with(')')).then_some(found)
}

/// Names of records that need a word for "number".
const WEAK: &WordList = &WordList::new(
    "case|ticket|summons|custody|clock|report|incident|badge|file|staff|identification|identity|rx|prescription|inmate|prisoner|meter|kit",
);

/// Numbers of records behind their names in 74 languages, with and without a sign between name and number. The names of
/// [`ID_NUMBER`] introduce nothing without a sign, since some of them are words of other things, too.
const ID_NUMBER_NAMED: Rule = Rule {
    info: LabelInfo { shapes: &[Shape::Identifier(4)], ..ID_NUMBER_INFO },
    patterns: Cow::Borrowed(&[Pattern::key(RECORD_NAMES, 0.7)]),
    context: words![],
    check: |candidate| numbered(candidate, 3, 32),
};

pub(super) const RECORD_NAMES: &[Cow<'static, str>] = names_of!("generic/record_number.txt");

/// Numbers with the kind of the record before them (`EMP-14165`), on a line that speaks of a person: on other lines
/// they number tickets and machines.
const ID_NUMBER_PREFIXED: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:ACCT|APPL|CASE|CLAIM|CLI|CLM|CUST|EMP|EMPL|ENR|INS|INV|LOAN|MBR|MEM|PAT|POL|PRSN|PT|STAFF|STU|STUD|SUBS|TEN|USR)[-_#/]?(?:[0-9]{2,4}-)?[0-9]{3,12}",
            0.2,
            0.75,
        ),
        // Patients and loans: `MRN00483920`, `LN0048392011`.
        Pattern::regex("(?:LN|MRN)[-_#]?[0-9]{5,12}", 0.3, 0.8),
    ]),
    context: words![
        "employee",
        "employees",
        "staff member",
        "colleague",
        "hired",
        "salary",
        "payroll",
        "customer",
        "customers",
        "account holder",
        "patient",
        "patients",
        "admitted",
        "diagnosis",
        "member",
        "members",
        "subscriber",
        "beneficiary",
        "insured",
        "policyholder",
        "policy holder",
        "claimant",
        "applicant",
        "borrower",
        "loan",
        "tenant",
        "tenancy",
        "landlord",
        "student",
        "pupil",
        "mr",
        "mrs",
        "dr",
        "dob",
        "born",
        "date of birth",
        "ssn",
        "full name",
        "first name",
        "last name",
        "surname",
        "mitarbeiter",
        "mitarbeiterin",
        "kunde",
        "kundin",
        "patientin",
        "versicherter",
        "versicherte",
        "herr",
        "frau",
        "geboren",
        "geb",
        "employé",
        "employée",
        "cliente",
        "assuré",
        "né",
        "née",
        "monsieur",
        "madame",
        "empleado",
        "empleada",
        "paciente",
        "señor",
        "señora",
        "nacido",
        "nacida",
        "dipendente",
        "paziente",
        "signor",
        "signora",
        "nato",
        "nata",
        "klant",
        "medewerker",
    ],
    check: |candidate| stands_alone(candidate).then(|| candidate.whole())?,
};

/// Customers of a service for payments, whose prefix it gives to nothing else: `cus_NffrFeUfNV2Hib`.
const CUSTOMER: Rule = Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("cus_[0-9A-Za-z]{14,24}", 0.85, 0.9)]),
    context: words![],
    check: |candidate| {
        let found = candidate.matched().as_bytes();
        let has = |wanted: fn(&u8) -> bool| found[4..].iter().any(wanted);
        let is_drawn = has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
        (is_drawn && stands_alone(candidate)).then(|| candidate.whole())?
    },
};
