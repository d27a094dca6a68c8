//! Numbers of patients and of members of health plans.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo};
use crate::recognizers::support::identifiers::{called, info, number_at, numbered};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[EUROPEAN_CARD, HEALTH_INSURANCE_ID, MEDICAL_RECORD_NUMBER];

/// The facts about the label of members of health plans.
const INSURANCE_INFO: LabelInfo = info(
    "HEALTH_INSURANCE_ID",
    &[Group::PII, Group::HEALTH, Group::HIPAA],
    &["HEALTH_INSURANCE_NUMBER", "HEALTH_PLAN_ID", "HEALTHCARE_NUMBER", "INSURANCE_ID"],
    "The number of a member of a health plan, behind a word that says so.",
    "health insurance number: XYZ123456789",
    Handling::IDENTIFIER,
);

const HEALTH_INSURANCE_ID: Rule = Rule {
    info: INSURANCE_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "health insurance number",
                "health insurance id",
                "health plan id",
                "health plan number",
                "health plan beneficiary number",
                "insurance id",
                "insurance number",
                "insurance member id",
                "insurance policy number",
                "subscriber id",
                "subscriber number",
                "medicaid id",
                "medicaid number",
                "medicare id",
                "medicare number",
                "health card number",
                "health card",
                "ohip number",
                "hic number",
                "hicn",
                "krankenversicherungsnummer",
                "versichertennummer",
                "versicherten number",
                "krankenkassennummer",
                "egk number",
                "numéro d'assuré",
                "numéro de mutuelle",
                "numéro d'adhérent",
                "tarjeta sanitaria",
                "número de tarjeta sanitaria",
                "número de la seguridad social",
                "tessera sanitaria",
                "codice tessera sanitaria",
                "zorgverzekeringsnummer",
                "polisnummer zorgverzekering",
                "ehic",
                "ehic number",
                "group policy number",
            ],
            0.85,
        ),
        // Behind the insurer: `Ins: Aetna ID W220…`
        Pattern::prefix(
            "(?:Aetna|Cigna|BCBS|Blue Cross|Blue Shield|Humana|UHC|UnitedHealthcare|United Healthcare|Kaiser|Tricare|Anthem|Molina|Ambetter|Bupa|BUPA|AXA|Vitality|WPA)\
             (?: PPO| HMO)? (?:ID|id|member|Member|mem|policy|#|no\\.?|number)(?: ID| id| no\\.?| number| #)?:? ?[0-9A-Z]",
            0.8,
            0.85,
        ),
        Pattern::regex(
            called!(
                "health (?:insurance|plan|card)|insurance (?:card|id|number|no\\.?|#|member id|policy)|subscriber (?:id|number|no\\.?|#)|medicaid|versichertennummer|krankenversicherungsnummer"
            ),
            0.78,
            0.85,
        ),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        1 => {
            /// Fewest signs and longest number, in bytes.
            const LENGTHS: [usize; 2] = [6, 24];
            let place = number_at(candidate.field.text, candidate.range.end - 1, LENGTHS[0], LENGTHS[1])?;
            candidate.part(place)
        }
        _ => numbered(candidate, 5, 32),
    },
};

/// The facts about the label of patients' numbers.
pub(crate) const RECORD_INFO: LabelInfo = info(
    "MEDICAL_RECORD_NUMBER",
    &[Group::PII, Group::HEALTH, Group::HIPAA],
    &["MRN", "PATIENT_ID", "MEDICAL_RECORD"],
    "The number under which a hospital or practice keeps a patient, behind a word that says so.",
    "MRN: 00483920",
    Handling::IDENTIFIER,
);

const MEDICAL_RECORD_NUMBER: Rule = Rule {
    info: RECORD_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "mrn",
                "mrn number",
                "medical record",
                "medical record number",
                "medical record id",
                "patient id",
                "patient number",
                "patientid",
                "patient mrn",
                "chart number",
                "hospital number",
                "hosp number",
                "rpps",
                "health record number",
                "encounter number",
                "patientennummer",
                "patienten number",
                "patienten id",
                "fallnummer",
                "numéro de patient",
                "numéro patient",
                "ipp",
                "numéro de dossier médical",
                "historia clínica",
                "número de historia clínica",
                "número de paciente",
                "numero cartella clinica",
                "patiëntnummer",
                "numer pacjenta",
                "nr pacjenta",
                "historii choroby",
                "księgi głównej",
                "karty pacjenta",
                "ks gł",
                "ks głównej",
                "ks przyjęć",
                "księgi przyjęć",
                "ks zabiegowej",
                "księgi zabiegowej",
                "ks lab",
                "księgi laboratoryjnej",
                "ks ambulatoryjnej",
                "hist chor",
                "иб",
                "истории болезни",
                "історії хвороби",
                "амбулаторной карты",
                "nosologico",
                "número de prontuário",
                "prontuário",
                "foaie de observație",
                "foii de observație",
                "aufnahmenummer",
                "kórlapszám",
                "naplósorszám",
                "chorobopisu",
                "číslo chorobopisu",
                "dossier patient",
                "processo clínico",
                "accession number",
            ],
            0.85,
        ),
        Pattern::regex(
            called!(
                "ks\\. ?gł\\.(?: nr)?|mrn|medical record|patient (?:id|number|no\\.?|#)|chart (?:number|no\\.?|#)|patientennummer|fallnummer"
            ),
            0.8,
            0.85,
        ),
    ]),
    context: words![],
    check: |candidate| numbered(candidate, 4, 24),
};

/// Health insurance cards of Europe (EN 1867, and decision S1 of the European Union's commission for social security): 80, the
/// country's three digits, the insurer and the card.
const EUROPEAN_CARD: Rule = Rule {
    info: INSURANCE_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("80[0-9]{18}", 0.6, 0.95)]),
    context: words![
        "health",
        "insurance",
        "ehic",
        "card",
        "krankenkasse",
        "versicherung",
        "gesundheitskarte",
        "karte",
        "carte",
        "assurance",
        "tessera",
        "sanitaria",
        "tarjeta",
    ],
    check: |candidate| {
        /// Countries whose cards are of this kind, as ISO 3166-1 numbers them.
        const COUNTRIES: &[&str] = &[
            "040", "056", "100", "191", "196", "203", "208", "233", "246", "250", "276", "300", "348", "352", "372",
            "380", "428", "438", "440", "442", "470", "528", "578", "616", "620", "642", "703", "705", "724", "752",
            "756", "826",
        ];
        let is_card = candidate.matched().get(2..5).is_some_and(|country| COUNTRIES.contains(&country));
        (is_card && stands_alone(candidate)).then(|| candidate.whole())?
    },
};
