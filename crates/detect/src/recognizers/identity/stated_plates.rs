//! Registration plates that a sentence states, in many languages: `la targa della mia auto è …`, `bilens regnr är …`.

use std::borrow::Cow;

use crate::recognizers::identity::plate::{INFO, is_plate, plate_at};
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::{name_end, statement};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Words for nothing but plates.
        Pattern::within(PLATE_HEADS, 0.8, 0.85),
        // Of other things, too, unless a vehicle, an owner or a verb stands beside.
        Pattern::within(
            "(?i:kennzeichen|plaque|matrícula|matriculad[oa]|placas?|patente|targa|targat[oa]|tablic[ae]|rejestracja|regnr|regnummer|\
             plaka(?:m|mız|sı|nız)?|plates?|tag|reg|rego|registration|valstybinis numeris|numurzīme|registarska|registrska|registracija)|RZ|номер(?:ом)?",
            0.8,
            0.85,
        ),
        // What cameras of gates log: `Kennzeichen erkannt;HB-KL 448`.
        Pattern::prefix(
            "(?i:kennzeichen (?:erkannt|gelesen)|plate (?:recogni[sz]ed|read|detected)|(?:anpr|lpr|alpr) (?:read|hit)|matrícula leída|plaque lue|targa letta)(?:[:;,=] ?| )[0-9A-ZÄÖÜ]",
            0.8,
            0.85,
        ),
    ]),
    context: words![],
    check,
}];

/// Vehicles, in the cases in which they stand beside a plate, and words for marks.
const VEHICLES: &WordList = &WordList::new(
    "car|car's|cars|van|truck|vehicle|vehicle's|motorcycle|motorbike|bike|scooter|trailer|suv|sedan|pickup|auto|autos|pkw|wagen|wagens|\
     fahrzeug|fahrzeugs|motorrads|anhängers|lkw|voiture|véhicule|moto|camion|scooter|coche|carro|vehículo|camioneta|furgoneta|automóvil|\
     macchina|veicolo|vettura|furgone|automobile|veículo|moto|mota|bil|bilen|bilens|biler|bils|køretøjet|auta|autem|samochód|samochodu|\
     pojazd|pojazdu|vozu|vozidla|vozidlo|auton|autoni|autosi|autó|autóm|autója|kocsi|kocsim|mașina|mașinii|mașini|машина|машины|\
     автомобиль|автомобиля|авто|машини|автомобіля|кола|колата|αυτοκίνητο|αυτοκινήτου|araba|arabam|arabanın|arabamın|araç|aracın|aracımın|\
     mobil|motor|kereta|xe|vozila|automobila|avta|avtomobila|furgona|rijtuig|busje|bestelwagen|bestelbus|bus|veh|značka|značky|oznaka|znak|tablica",
);

/// Makers of cars and the models that people name without them, none of which is a common word.
pub(super) const MAKES: &WordList = &WordList::new(
    "ford|vauxhall|opel|toyota|volkswagen|vw|bmw|audi|mercedes|mercedes-benz|nissan|peugeot|renault|skoda|škoda|honda|hyundai|kia|fiat|\
     citroen|citroën|volvo|mazda|tesla|dacia|suzuki|subaru|mitsubishi|chevrolet|chevy|jeep|lexus|porsche|chrysler|buick|cadillac|jaguar|\
     rover|landrover|iveco|isuzu|daihatsu|saab|seat|cupra|maruti|tata|mahindra|byd|yamaha|kawasaki|ducati|vespa|corsa|astra|zafira|fiesta|\
     focus|mondeo|passat|octavia|fabia|clio|megane|yaris|corolla|camry|prius|civic|qashqai|micra|tucson|sportage|picanto|panda|punto|berlingo",
);

/// The pattern of cameras.
const GATE: usize = 2;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    if candidate.pattern == GATE {
        let at = candidate.range.start + candidate.matched().char_indices().next_back()?.0;
        let place = plate_at(text, at)?;
        return is_plate(&text[place.clone()]).then(|| candidate.part(place))?;
    }
    let end = match candidate.pattern {
        0 => name_end(text, candidate.range.start, &PLATE_NAMES)?,
        _ => candidate.range.end,
    };
    let told = statement(text, end, Some(VEHICLES), 0)?;
    let place = plate_at(text, told.at)?;
    let found = text.get(place.clone())?;
    let is_strong = candidate.pattern == 0;
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_plate = is_plate(found) && digits > 1 || is_strong && is_of_digits(found);
    let is_told = || {
        (told.is_told && !is_versioned(found) && !is_listed(candidate.matched(), AMBIGUOUS))
            || is_beside_vehicle(candidate)
    };
    // `what's the reg?`, and the answer
    let is_asked = || text[end..told.at].contains('?') && !is_versioned(found);
    let fits = is_strong || ends_word(candidate) && (is_asked() || is_told());
    (is_plate && fits && begins_word(candidate)).then(|| candidate.part(place))?
}

/// Words that name marks of software and of many other things.
const AMBIGUOUS: &WordList = &WordList::new("tag|reg|registration|plate|plates|rz|номер|номером");

/// Reports whether `found` is a plate of Israel, which are of digits alone: `12-345-67`.
fn is_of_digits(found: &str) -> bool {
    let mut groups =
        found.split('-').map(|group| if group.bytes().all(|b| b.is_ascii_digit()) { group.len() } else { 0 });
    matches!(
        [groups.next(), groups.next(), groups.next(), groups.next()],
        [Some(2), Some(3), Some(2), None] | [Some(3), Some(2), Some(3), None]
    )
}

/// Reports whether `found` may be the name of a model: a word in capitals and a number, `RTX 3080`.
fn is_versioned(found: &str) -> bool {
    let mut parts = found.split(' ');
    let is_word = |part: &str| part.bytes().all(|b| b.is_ascii_uppercase());
    let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    is_word(first) && second.bytes().all(|b| b.is_ascii_digit()) && !second.is_empty()
}

/// Reports whether the line before the name, or the words between it and the plate, tell of a vehicle.
fn is_beside_vehicle(candidate: &Candidate<'_>) -> bool {
    /// Farthest, in bytes.
    const BEFORE: usize = 64;
    const BEHIND: usize = 32;
    let (text, range) = (candidate.field.text, &candidate.range);
    let near = [line::before(text, range.start, BEFORE), line::behind(text, range.end, BEHIND)];
    let mut words = near.iter().flat_map(|near| near.split(|c: char| !c.is_alphanumeric() && c != '\''));
    words.any(|word| is_listed(word, VEHICLES) || is_listed(word, MAKES))
}

/// Reports whether the name begins a word.
fn begins_word(candidate: &Candidate<'_>) -> bool {
    let before = candidate.field.text[..candidate.range.start].chars().next_back();
    before.is_none_or(|c| !c.is_alphanumeric() && c != '_' || !c.is_ascii())
}

/// Reports whether the name ends a word.
fn ends_word(candidate: &Candidate<'_>) -> bool {
    !candidate.field.text[candidate.range.end..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Names of plates, in small letters, and their first letters.
static PLATE_NAMES: PhraseList = PhraseList::new(
    "amtliche kennz|amtlichen kennz|amtliches kennz|autokennz|biển kiểm soát|biển số|ečv|immatriculat|kenteken|kfz-kennz|\
    licence plate|license plate|no plat |no. plat |nomor polisi|nopol|nr mașin|nr rej|nr. rej|nr. mașin|number plate|numer rejestr|\
    numeru rejestr|numery rejestr|nummerpl|nummerskilt|nummerskylt|numărul mașin|plat nomor|registračn|registreringsn|\
    rekisterin|rekisteritunn|rekkari|rendszám|skiltnum|spz|înmatricul|špz|αριθμός κυκλοφορίας|πινακίδ|гос номер|госномер|\
    держномер|номер авто|номер автомобила|номер автомобиля|номер автомобіля|номер машины|номер на кола|рег. број|рег. номер|рег. №|рег.№|рег. знак|\
    регистарски број|регистарски номер|регистрационен број|регистрационен номер|מספר הרכב|מספר רכב|רכב מספר|لوحة|پلاک|\
    गाड़ी का नंबर|गाड़ी नंबर|वाहन|ทะเบียน|ทะเบียนรถ|車牌|车牌|차 번호|차량 번호|차량번호",
);
const PLATE_HEADS: &str = "(?i-u:amtli|autok|immat|kente|kfz-k|licen|no pl|no\\. p|nomor|nopol|nr ma|nr re|nr\\. m|nr\\. r|numbe|numer|numme|plat |regis|\
    rekis|rekka|rends|skilt|spz)|(?i:biể|ečv|numă|înma|špz|αρι|πιν|гос|дер|ном|рег)|מספ|רכב|لوح|پلا|गा|वा|ทะ|車牌|车牌|차 번|차량";
