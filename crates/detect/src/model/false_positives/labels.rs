//! Words before a number that say what it is, which the models take for names of persons and companies: documents, plates, cards and banks
//! (`rego DNG 23E`, `Hipercard 6062…`, `Landsbankinn 0133-26-…`), currencies and abbreviations of numbers (`GBP IBAN …`).

use crate::recognizers::{
    finance::world_banks::is_bank,
    secrets::services::is_service,
    support::word_list::{WordList, is_listed},
};

/// Documents, plates, cards and numbers, none of which is a name.
const THINGS: &WordList = &WordList::new(
    "menge|anzahl|betrag|summe|gesamtbetrag|termin|zahlungsziel|frist|gesetz|kundennr|quantity|qty|amount|total|subtotal|meeting|quantité|montant|réunion|cantidad|importe|cita|reunión|quantità|importo|riunione|totale|quantidade|reunião|aantal|bedrag|afspraak|ilość|kwota|suma|spotkanie|množství|částka|schůzka|množstvo|stretnutie|mennyiség|összeg|találkozó|količina|iznos|sastanak|znesek|sestanek|cantitate|sumă|количество|сумма|встреча|сума|кількість|зустріч|antal|beløb|møde|belopp|möte|beløp|møte|määrä|summa|tapaaminen|kogus|kohtumine|daudzums|tikšanās|kiekis|susitikimas|miktar|tutar|toplantı|jumlah|rapat|pertemuan|jumla|mkutano|idadi|kontonummer|kundnummer|klantnummer|rekeningnummer|puhelin|henkilötunnus|vakuutusnumero|rekisterinumero|kortnummer|raide|valuta|termín|meldunek|\
     sim|vin|fin|rego|nin|nic|nimc|nina|c.i|kontrollschild|kennzeichen|nummernschild|kenteken|rendszám|targa|plaka|nopol|immatriculation|matricule|matrícula|mercosul|plate|passport|passeport|pasaporte|passaporto|\
     passaporte|paszport|reisepass|paspoort|pasaport|kitambulisho|kimlik|cédula|cedula|licence|license|licencia|führerschein|ausweis|aadhaar|aadhar|mykad|nric|hkid|bvn|nuban|nid|cnic|npwp|\
     ktp|ssn|tfn|abn|nhi|ppsn|pps|nino|utr|ihi|medicare|mbi|npi|ohip|ramq|phn|curp|rfc|clabe|cpf|cnpj|cnh|renavam|cuil|cuit|cbu|nif|niss|pesel|regon|iban|\
     bsb|ifsc|imei|imsi|iccid|kvnr|bsn|ahv|oib|jmbg|emšo|amka|afm|hetu|personnummer|fødselsnummer|kennitala|isikukood|mastercard|maestro|amex|hipercard|rupay|\
     unionpay|jcb|dankort|bancontact|girocard|natel|telefon|kesehatan|ketenagakerjaan|iqama|emirates|cccd|cmnd|bhxh",
);

/// Currencies, coins and abbreviations of numbers and offices, in capitals, which no company is called.
const CODES: &WordList = &WordList::new(
    "usd|eur|gbp|chf|jpy|cny|aud|nzd|cad|sek|nok|dkk|pln|czk|huf|ron|bgn|try|rub|uah|inr|pkr|bdt|lkr|npr|sgd|myr|thb|idr|php|vnd|krw|twd|hkd|zar|ngn|kes|ghs|ugx|tzs|egp|mad|dzd|tnd|aed|sar|qar|kwd|\
     bhd|omr|jod|ils|brl|mxn|ars|clp|cop|pen|uyu|usdt|usdc|btc|eth|ltc|xrp|trx|sol|ada|doge|spi|ccc|cci|jmb|pf|qid|pcn|uan|pran|ktn|fin|vin|tva|iva|mwst|dni|nie|cif|nit|rut|ust|phc|mri|isa|uif|gbr|fra|deu|esp|gte|gti",
);

/// Reports whether `found` is a label before the number that `tail` begins with: words of which `is_name` tells none as a person's,
/// or that are written as no name is: `rego`, `NIN`.
pub(super) fn is_of_number(found: &str, tail: &str, is_name: impl Fn(&str) -> bool) -> bool {
    let is_written_as_name = |word: &str| word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase);
    if found.split(' ').any(|word| is_written_as_name(word) && is_name(word)) {
        return false;
    }
    let last = found.rsplit(' ').next().unwrap_or_default().trim_end_matches('.');
    let is_thing = is_listed(last, THINGS);
    let is_named = || is_bank(found) || tail.starts_with([':', '=']) && is_service(&found.to_lowercase());
    (is_thing || is_named()) && begins_number(tail)
}

/// Reports whether `found` is an abbreviation that no company has.
pub(super) fn is_code(found: &str) -> bool {
    found.bytes().all(|b| b.is_ascii_uppercase()) && is_listed(found, CODES)
}

/// Reports whether `found` is the tag of a segment of EDIFACT, perhaps with what it qualifies: `LIN` in `LIN+1++4000862141404`, `RFF+VA`.
pub(super) fn is_of_segment(found: &str, head: &str, tail: &str) -> bool {
    const TAG: usize = 3;
    let is_tag = |tag: &str| tag.len() == TAG && tag.bytes().all(|b| b.is_ascii_uppercase());
    let (tag, is_behind) = found.split_once('+').map_or((found, tail.starts_with('+')), |(tag, _)| (tag, true));
    is_behind && is_tag(tag) && (head.is_empty() || head.ends_with(['\n', '\'']))
}

/// Reports whether `found` is a quantity or the name of one: no capital stands in a unit, `³¹ kg`, and a blood pressure follows: `BP 104/62`.
pub(super) fn is_measured(found: &str, tail: &str) -> bool {
    let is_unit = || !found.contains(char::is_uppercase) && found.contains(|c: char| c.is_numeric() && !c.is_ascii());
    let is_pressure = || {
        let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let rest = tail.strip_prefix(' ').unwrap_or_default();
        let upper = number(rest);
        (2..=3).contains(&upper) && rest[upper..].strip_prefix('/').is_some_and(|lower| number(lower) > 1)
    };
    is_unit() || matches!(found, "BP" | "RR" | "TA") && is_pressure()
}

/// Reports whether a number, or a code with a digit, follows within a word or two.
fn begins_number(tail: &str) -> bool {
    /// Most words before it.
    const WORDS: usize = 2;
    let near = tail.split('\n').next().unwrap_or_default();
    let rest = near.trim_start_matches([' ', ':', '#', '=', '.', '\t']);
    rest.len() < near.len() && rest.split(' ').take(WORDS + 1).any(|word| word.contains(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_before_numbers() {
        for (found, tail, expected) in [
            ("rego", " DNG 23E VIC", true),
            ("Hipercard", " 6062822586283482", true),
            ("Landsbankinn", " 0133-26-313850", true),
            ("placa Mercosul", " RFK9C90", true),
            ("okta", ": SSWS 00iGb0AfQgRXcU8N3", true),
            ("rego", " is my friend", false),
            ("Nina", " 0133-26-313850", false),
            ("Rego", " 0133-26-313850", false),
            ("Ugandan NIN", " CM86934626K4DH", true),
            ("C.I.", " uruguaya 4.436.206-4", true),
            ("Chase", " 555 0133", false),
            ("Jordan", ": 0791 234 567", false),
        ] {
            let is_name = |word: &str| matches!(word, "Nina" | "Rego" | "rego");
            assert_eq!(is_of_number(found, tail, is_name), expected, "{found}");
        }
        assert!(is_code("GBP") && !is_code("Gbp") && !is_code("IBM"));
    }
}
