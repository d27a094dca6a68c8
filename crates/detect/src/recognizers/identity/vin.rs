//! Vehicle identification numbers: ISO 3779 and 49 CFR part 565.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::numerals::stands_alone;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::US, Group::HIPAA],
        aliases: &["VEHICLE_IDENTIFICATION_NUMBER", "VEHICLE_VIN", "US_VEHICLE_IDENTIFICATION_NUMBER", "VEHICLE_ID"],
        validation: Validation::Checksum,
        languages: &["en", "de", "fr", "es"],
        ..LabelInfo::new("VIN", "The identification number of a vehicle.", "1M8GDM9AXKP042788", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        // With its check digit, of random letters and digits 7 in 100,000 pass.
        Pattern::regex("[0-9A-Z]{9,}", 0.85, 0.98),
        // Without: makers of most continents have none.
        Pattern::regex("[0-9A-Z]{9,}", 0.1, 0.92),
    ]),
    context: words![
        "vin",
        "vins",
        "vin no",
        "vin number",
        "vin#",
        "vehicle identification",
        "vehicle identification number",
        "chassis",
        "chassis no",
        "chassis number",
        "frame number",
        "vehicle",
        "fahrgestellnummer",
        "fahrzeug-identifizierungsnummer",
        "fahrzeugidentifikationsnummer",
        "fin",
        "numéro de série",
        "numéro d'identification du véhicule",
        "número de bastidor",
        "bastidor",
        "chasis",
        "nº de chasis",
        "chassi",
        "número do chassi",
        "telaio",
        "numero di telaio",
        "chassisnummer",
        "numer vin",
        "numer nadwozia",
        "şasi",
        "şasi no",
        "şasi numarası",
        "alvázszám",
        "număr de șasiu",
        "vin číslo",
        "номер кузова",
        "номер шасси",
        "вин",
        "número de serie del vehículo",
        "số khung",
        "nomor rangka",
        "車台番号",
        "车架号",
        "차대번호",
        "рама",
        "рама №",
        "номер рамы",
        "номер на рама",
        "№ рамы",
        "шасси",
        "шаси",
        "номер шасі",
        "номер кузову",
        "број шасије",
        "broj šasije",
        "št. šasije",
        "številka šasije",
        "nr podwozia",
        "numer podwozia",
        "podwozie",
        "číslo karoserie",
        "číslo podvozku",
        "karoserie",
        "serie șasiu",
        "serie caroserie",
        "chassinr",
        "chassinummer",
        "chassisnr",
        "understellsnummer",
        "stelnummer",
        "stelnr",
        "alustanumero",
        "valmistenumero",
        "rėmo numeris",
        "αριθμός πλαισίου",
        "πλαίσιο",
        "מספר שלדה",
        "שלדה",
        "رقم الشاسيه",
        "رقم الهيكل",
        "شماره شاسی",
        "شاسی",
        "चेसिस नंबर",
        "चेसिस",
        "หมายเลขตัวถัง",
        "車身號碼",
        "nombor casis",
    ],
    check,
}];

const WITH_CHECK: usize = 0;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let number: &[u8; 17] = candidate.matched().as_bytes().try_into().ok()?;
    let allowed = number.iter().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() && !b"IOQ".contains(b));
    let serial = number.iter().skip(13).all(u8::is_ascii_digit);
    // Makers' codes and models have letters; the year is never U, Z or 0.
    let letters = number.iter().take(11).filter(|b| b.is_ascii_alphabetic()).count();
    let named = number.iter().take(8).any(u8::is_ascii_alphabetic) && letters >= 2;
    if !allowed || !serial || !named || b"UZ0".contains(&number[9]) || !stands_alone(candidate) {
        return None;
    }
    let checked = is_checked(number);
    // In North America and China the check digit is law.
    let lawful = matches!(number[0], b'1'..=b'5' | b'L');
    (checked == (candidate.pattern == WITH_CHECK) && (checked || !lawful)).then(|| candidate.whole())?
}

/// 49 CFR 565.15: letters count as digits, the ninth place is the sum modulo 11, `X` for ten.
fn is_checked(number: &[u8; 17]) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    let value = |b: u8| match b {
        b'0'..=b'9' => u32::from(b - b'0'),
        // A is 1, J is 1 again, S is 2.
        b'A'..=b'I' => base36(b) - 9,
        b'J'..=b'R' => base36(b) - 18,
        _ => base36(b) - 26,
    };
    let sum: u32 = number.iter().zip(WEIGHTS).map(|(&b, weight)| value(b) * weight).sum();
    number[8] == b"0123456789X"[(sum % 11) as usize]
}
