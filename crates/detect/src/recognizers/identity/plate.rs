//! Registration plates of vehicles.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::support::identifiers::{behind_emphasis, info};
use crate::recognizers::support::value::part;
use crate::{Candidate, Finding, Form, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo},
    text::is_value_edge,
};

pub(super) const RULES: &[Rule] = &[LICENSE_PLATE];

/// The facts about the label of plates.
pub(crate) const INFO: LabelInfo = info(
    "LICENSE_PLATE",
    &[Group::PII, Group::HIPAA],
    &["PLATE", "NUMBER_PLATE", "VEHICLE_PLATE", "LICENCE_PLATE", "REGISTRATION_PLATE"],
    "The registration plate of a vehicle of any country, behind a word that says so.",
    "license plate: 7ABC123",
    Handling::IDENTIFIER,
);

const LICENSE_PLATE: Rule = Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "license plate",
                "licence plate",
                "license plate number",
                "licence plate number",
                "plate",
                "plate number",
                "number plate",
                "registration plate",
                "vehicle registration",
                "vehicle registration number",
                "vrm",
                "vehicle vrm",
                "reg plate",
                "registration number of vehicle",
                "tag number",
                "kennzeichen",
                "kfz kennzeichen",
                "kennz",
                "kfz kennz",
                "autokennzeichen",
                "nummernschild",
                "immatriculation",
                "immat",
                "veh reg",
                "vehicle reg",
                "plaque d'immatriculation",
                "plaque",
                "matrícula",
                "placa",
                "patente",
                "targa",
                "kenteken",
                "numer rejestracyjny",
                "registreringsnummer",
                "nummerplade",
                "автомобильный номер",
                "车牌",
                "车牌号",
                "ナンバープレート",
                "차량번호",
                "car plate",
                "vehicle plate",
                "vehicle reg",
                "car reg",
                "placas",
                "plaka",
                "araç plakası",
                "rendszám",
                "forgalmi rendszám",
                "spz",
                "registrační značka",
                "evidenčné číslo vozidla",
                "regnr",
                "regnummer",
                "bilnr",
                "bilnummer",
                "kjennemerke",
                "rekisterinumero",
                "rekisteritunnus",
                "nr rej",
                "nr rejestracyjny",
                "număr de înmatriculare",
                "nr de înmatriculare",
                "registarska oznaka",
                "registracijska oznaka",
                "госномер",
                "гос номер",
                "регистрационный знак",
                "номер авто",
                "номер автомобиля",
                "номер автомобіля",
                "держномер",
                "регистрационен номер",
                "рег номер",
                "αριθμός κυκλοφορίας",
                "αρ κυκλοφορίας",
                "πινακίδα",
                "מספר רכב",
                "لوحة السيارة",
                "رقم اللوحة",
                "गाड़ी नंबर",
                "वाहन संख्या",
                "biển số xe",
                "ทะเบียนรถ",
                "車牌",
                "車牌號碼",
                "车牌号码",
                "車両番号",
                "登録番号標",
                "차량 번호",
                "valsts reģ. nr",
                "valsts reģistrācijas numurs",
                "reģ. nr",
                "reģistrācijas numurs",
                "valsts numurs",
                "numura zīme",
                "auto numurs",
                "valst. nr",
                "valstybinis numeris",
                "automobilio numeris",
                "nummerplaat",
                "kentekenplaat",
                "kentekennummer",
                "reg no",
                "registration no",
                "reg number",
                "rego",
                "rego no",
                "tag no",
                "vehicle no",
                "vehicle number",
                "car number",
                "car no",
                "no polisi",
                "nomor polisi",
                "no pol",
                "nopol",
                "plat nomor",
                "nomor plat",
                "no plat",
                "no kenderaan",
                "no pendaftaran kenderaan",
                "nambari ya gari",
                "رقم السيارة",
                "رقم المركبة",
                "لوحة المركبة",
                "رقم لوحة السيارة",
                "dominio",
                "número de matrícula",
                "placa del vehículo",
                "patente del vehículo",
                "placa do veículo",
                "placa do carro",
                "targato",
                "targa veicolo",
                "targa auto",
                "numero di targa",
                "numéro d'immatriculation",
                "plaque immatriculation",
                "autonummer",
                "amtl. kennzeichen",
                "amtliches kennzeichen",
                "pol. kennzeichen",
                "polizeiliches kennzeichen",
                "kontrollschild",
                "kontrollschildnummer",
                "tablica rejestracyjna",
                "rejestracja",
                "reg. značka",
                "státní poznávací značka",
                "evidenčné číslo",
                "ečv",
                "ešpz",
                "frsz",
                "registrska številka",
                "registrska oznaka",
                "reg. številka",
                "reg. oznaka",
                "registracija",
                "registarski broj",
                "reg. broj",
                "tablica",
                "registarske tablice",
                "регистарска ознака",
                "регистарски број",
                "рег. ознака",
                "рег. број",
                "регистрационен №",
                "рег. №",
                "автомобилен номер",
                "număr de circulație",
                "număr auto",
                "număr înmatriculare",
                "г.р.з",
                "грз",
                "гос. номер",
                "гос. рег. знак",
                "рег. знак",
                "номер машины",
                "держ. номер",
                "д.н.з",
                "днз",
                "номерний знак",
                "αριθμός πινακίδας",
                "αριθμός πινακίδων",
                "regskylt",
                "registreringsnr",
                "reg nummer",
                "skiltnummer",
                "skiltnr",
                "rek nro",
                "rekisterikilpi",
                "registreerimismärk",
                "numbrimärk",
                "bílnúmer",
                "skráningarnúmer",
                "plaka no",
                "plaka numarası",
                "araç plaka",
                "לוחית רישוי",
                "מספר לוחית",
                "מספר רישוי",
                "वाहन नंबर",
                "गाड़ी संख्या",
                "वाहन पंजीकरण संख्या",
                "車のナンバー",
                "차번호",
                "차 번호",
                "번호판",
                "bks",
                "biển số",
                "biển kiểm soát",
                "სახელმწიფო ნომერი",
                "avtomobil nömrəsi",
                "көлік нөмірі",
            ],
            0.85,
        ),
        Pattern::regex(
            "(?i:(?:licen[sc]e |number |registration )?plate|rego|no\\. ?pol\\.?|nopol|frsz\\.?|regn\\.?|bks|plate (?:number|no\\.?)|(?:vehicle|car) reg(?:istration)?|reg(?:istration)? mark|kennzeichen|immatriculation|immatriculée?|matriculado|targat[ao]|matrícula|targa|kenteken|rendszám|plaka|placa|spz|regnr\\.?|bilnr\\.?|nr rej\\.?|rekisterinumero|госномер|номер авто|αρ\\. κυκλοφορίας|차량번호|车牌号)(?i: (?:number|no\\.?))?(?: (?:of|on) (?:the|my|his|her|our|their) (?:other |rental |white |black |red |blue )?[a-z]+)?(?:(?: (?:is|was|of|ist|est|es|è))?|:) #?",
            0.8,
            0.85,
        ),
        // A vehicle and what no model is called: `vehicle 4WDH173`.
        Pattern::within(
            "(?:[Vv]ehicle|ahrzeug|[Vv]éhicule|[Vv]ehículo|[Vv]eículo|[Vv]iatura|PKW|[Pp]kw|[Pp]ojazd(?:u|em)?|[Aa]joneuvo|[Bb]ilen|[Bb]akkie|[Aa]racınız|amochód|\
             [Ll]kw|LKW|nhänger|ilhenger|henger|släp|perävaunu|[Pp]rzyczepa|[Vv]ozidlo|[Gg]aadi|[Gg]adi|[Mm]obil|[Kk]ereta|[Kk]endaraan|автомобил[ья]|автомобіл[ья]|буса|бус|авто|кола|возило) \\(?[0-9A-ZА-Я]",
            0.7,
            0.8,
        ),
        // In the case of sentences and of labels alone, since tables grow with letters beyond ASCII.
        Pattern::regex("(?:[Nn]ummerplade|[Rr]eg\\.nr|[Гг]ос\\. номер|[Нн]омерний знак):? ", 0.8, 0.85),
    ]),
    context: words![],
    check: check_plate,
};

fn check_plate(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let place = match candidate.form {
        Form::Shape if candidate.pattern == 2 => {
            let first = candidate.matched().chars().next_back()?;
            plate_at(text, candidate.range.end - first.len_utf8())?
        }
        Form::Shape => plate_at(text, behind_emirate(text, behind_emphasis(text, candidate.range.end)))?,
        Form::Field | Form::Member => part(candidate),
        _ => plate_at(text, behind_emirate(text, candidate.range.start))?,
    };
    let place = behind_emirate(text, place.start).min(place.end)..place.end;
    let found = text.get(place.clone())?;
    let count = |wanted: fn(&u8) -> bool| found.bytes().filter(wanted).count();
    let is_loose = candidate.pattern == 2;
    let is_mixed = count(u8::is_ascii_digit) > 2 && count(u8::is_ascii_uppercase) > 2 && !found.contains(' ');
    // `pojazd WX 48213`
    let is_polish = || candidate.matched().contains("ojazd") || candidate.matched().contains("amoch");
    let is_trailer = || candidate.matched().contains("enger") && shape(found) == "AA 99999";
    let is_told = is_mixed
        || is_of_country(found)
        || SHAPES.contains(&&*shape(found))
        || is_loose && (is_polish() && is_of_poland(found) || is_trailer());
    (is_plate(found) && !is_measure(found) && (!is_loose || is_told)).then(|| candidate.part(place))?
}

/// Reports whether `found` is a size and a material: `10 mm steel`, read in capitals.
fn is_measure(found: &str) -> bool {
    const UNITS: [&str; 8] = ["MM", "CM", "M", "KG", "G", "ML", "L", "IN"];
    /// Fewest letters of a material.
    const LETTERS: usize = 4;
    let groups: Vec<&str> = found.split(' ').collect();
    let is_size = |pair: &[&str]| pair[0].bytes().all(|b| b.is_ascii_digit()) && UNITS.contains(&pair[1]);
    let is_word = |group: &&str| group.len() >= LETTERS && group.chars().all(char::is_alphabetic);
    groups.windows(2).any(is_size) && groups.iter().any(is_word)
}

/// The place behind the emirate or the country that stands before a plate at `at`: `Dubai K 44182`.
fn behind_emirate(text: &str, at: usize) -> usize {
    const NAMES: [&str; 14] = [
        "Abu Dhabi",
        "Ajman",
        "Bahrain",
        "Dubai",
        "Fujairah",
        "KSA",
        "Kuwait",
        "Oman",
        "Qatar",
        "RAK",
        "Ras Al Khaimah",
        "Sharjah",
        "UAE",
        "Umm Al Quwain",
    ];
    let rest = text.get(at..).unwrap_or_default();
    let name = NAMES.iter().find_map(|name| rest.strip_prefix(*name)?.strip_prefix([' ', '-', ',']));
    name.map_or(at, |behind| text.len() - behind.trim_start_matches(' ').len())
}

/// Shapes of plates that nothing else behind a vehicle has, of Portugal, South Africa, Ukraine, Bulgaria, India and Indonesia: letters
/// are `A`, digits `9`.
const SHAPES: [&str; 20] = [
    "99-AA-99",
    "AA-99-AA",
    "99-99-AA",
    "AA-99-99",
    "AAA 999 AA",
    "AA 99 AA AA",
    "A 9999 AA",
    "AA 9999 AA",
    "A9999AA",
    "AA9999AA",
    "A 9999 AAA",
    "AA 9999 AAA",
    "AA 99 A 9999",
    "AA 99 AA 9999",
    "AA 9A AA 9999",
    "AA 9 AA 9999",
    "AA 99 AAA 9999",
    "AA-99-AA-9999",
    "AA99 AA9999",
    "AA 99 AA9999",
];

/// The shape of `found`: `A` for each letter, `9` for each digit, and the signs between them.
fn shape(found: &str) -> String {
    let sign = |c: char| match c {
        '0'..='9' => '9',
        c if c.is_alphabetic() => 'A',
        c => c,
    };
    found.chars().map(sign).collect()
}

/// Reports whether `found` is in groups that no model of a car has: `WPI 7K402`, `KXR 48B`, `35 AKD 417`.
fn is_of_country(found: &str) -> bool {
    let digits = |group: &str| group.bytes().filter(u8::is_ascii_digit).count();
    let groups: Vec<&str> = found.split(' ').collect();
    match *groups.as_slice() {
        [series, number] => {
            let is_mixed = digits(number) > 1 && digits(number) < number.len();
            digits(series) == 0
                && matches!((series.len(), number.len()), (2..=3, 4..=5) | (3, 3))
                && is_mixed
                && number.starts_with(|c: char| c.is_ascii_digit())
        }
        [province, series, number] => {
            let are_digits = digits(province) == 2 && province.len() == 2 && digits(number) == number.len();
            are_digits && digits(series) == 0 && (1..=3).contains(&series.len()) && (2..=4).contains(&number.len())
        }
        _ => false,
    }
}

/// Reports whether `found` is two or three letters, and five signs of which most are digits: `WX 48213`, `KR 1234A`.
fn is_of_poland(found: &str) -> bool {
    let Some((series, number)) = found.split_once(' ') else { return false };
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    (2..=3).contains(&series.len())
        && series.bytes().all(|b| b.is_ascii_uppercase())
        && (4..=5).contains(&number.len())
        && digits + 2 >= number.len()
        && number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

/// Up to four groups of capitals and digits at `at`, apart by a blank, a dash or a dot. The letters are of any alphabet,
/// or signs of a province or a use, as plates of China and Korea have one.
pub(super) fn plate_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most letters and digits of one group.
    const MOST: usize = 9;
    let stands = |c: &char| c.is_ascii_digit() || c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase();
    let (mut end, mut groups) = (at, 0);
    loop {
        let start = end + text.get(end..)?.chars().next().filter(|_| groups > 0).map_or(0, char::len_utf8);
        let group = text.get(start..)?.chars().take(MOST).take_while(stands);
        let len: usize = group.map(char::len_utf8).sum();
        if len == 0 || groups == 4 || !is_value_edge(text, start + len) {
            break;
        }
        groups += 1;
        end = start + len;
        if !text.get(end..)?.starts_with([' ', '-', '.', '·']) {
            break;
        }
    }
    (groups > 0).then_some(at..end)
}

/// Reports whether `found` is as long as plates are, in capitals and digits, both of them or digits enough.
pub(super) fn is_plate(found: &str) -> bool {
    /// Standards and products, which words for plates stand before, too: `placa GTX 1660`.
    const PRODUCTS: [&str; 9] = ["ISO", "DIN", "GTX", "RTX", "USB", "HDMI", "ATX", "IEC", "RX"];
    let signs = found.chars().filter(|c| c.is_alphanumeric()).count();
    let digits = found.chars().filter(char::is_ascii_digit).count();
    let stands =
        |c: char| c.is_ascii_digit() || c.is_uppercase() || c.is_alphabetic() && !c.is_ascii() || " -.·".contains(c);
    (4..=9).contains(&signs)
        && found.len() <= 16
        && digits > 0
        && digits < signs
        && found.chars().all(stands)
        && !PRODUCTS.contains(&found.split([' ', '-']).next().unwrap_or_default())
}
