//! Identifiers of devices and of bodies: serial numbers, advertising identifiers, biometric templates.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape};
use crate::recognizers::support::identifiers::{called, info, numbered};
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::numerals::{digits, is_date, part};
use crate::recognizers::support::value::{is_closed, name_of};
use crate::{Candidate, Finding, Pattern, Rule, text::identifier};

pub(super) const RULES: &[Rule] = &[BIOMETRIC_ID, DEVICE_ID];

const BIOMETRIC_ID: Rule = Rule {
    info: info(
        "BIOMETRIC_ID",
        &[Group::PII, Group::HIPAA],
        &["BIOMETRIC", "FINGERPRINT_ID", "FACE_ID"],
        "The identifier or digest of a fingerprint, face, voice or iris, behind a word that says so.",
        "fingerprint_id: fp-88213-aa",
        Handling::IDENTIFIER,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "biometric id",
                "biometric identifier",
                "biometric template",
                "biometric hash",
                "biometric data",
                "fingerprint id",
                "fingerprint template",
                "fingerprint scan",
                "fingerprint hash of person",
                "face id",
                "face template",
                "faceprint",
                "facial template",
                "face embedding",
                "face embedding id",
                "face embedding ref",
                "voiceprint",
                "voiceprint id",
                "voice template",
                "iris id",
                "iris scan",
                "iris template",
                "iris code",
                "retina id",
                "retina scan",
                "retina scan id",
                "iris scan id",
                "fingerprint scan id",
                "retinal scan id",
                "palm id",
                "palmprint",
                "palm vein id",
                "fingerabdruck id",
                "biometrische id",
                "empreinte id",
                "empreinte digitale",
                "huella dactilar",
                "huella id",
                "impronta digitale",
                "vingerafdruk id",
            ],
            0.985,
        ),
        Pattern::regex(
            called!(
                "biometric (?:id|identifier|template)|fingerprint (?:id|template)|voiceprint|faceprint|face embedding(?: ref)?|iris (?:scan|code|id)|retina(?:l)? scan"
            ),
            0.7,
            0.8,
        ),
    ]),
    context: words![],
    check: |candidate| numbered(candidate, 2, 128).filter(|found| found.range.len() > 4),
};

const DEVICE_ID: Rule = Rule {
    info: LabelInfo {
        // Of advertising and of installations: 128 bits in hexadecimal digits.
        shapes: &[Shape::Mixed(32, 32)],
        ..info(
            "DEVICE_ID",
            &[Group::PII, Group::NETWORK, Group::HIPAA],
            &["DEVICE_IDENTIFIER", "ADVERTISING_ID", "SERIAL_NUMBER", "ANDROID_ID", "IDFA", "UDID"],
            "The identifier of somebody's device: serial number, advertising or installation identifier, behind a word that says so.",
            "device_id: 9774d56d682e549c",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "device id",
                "deviceid",
                "device identifier",
                "device uuid",
                "dev eui",
                "join eui",
                "android id",
                "idfa",
                "idfv",
                "gaid",
                "aaid",
                "advertising id",
                "advertiser id",
                "ad id",
                "udid",
                "hardware id",
                "hwid",
                "machine id",
                "installation id",
                "install id",
                "device serial",
                "device serial number",
                "serial number",
                "serialnumber",
                "serial",
                "service tag",
                "asset tag",
                "seriennummer",
                "geräte id",
                "gerätenummer",
                "numéro de série",
                "número de serie",
                "numero di serie",
                "serienummer",
                "serijski broj",
                "numer seryjny",
                "nr seryjny",
                "výrobní číslo",
                "výrobné číslo",
                "sériové číslo",
                "gyári szám",
                "sorozatszám",
                "seri no",
                "seri numarası",
                "серийный номер",
                "серійний номер",
                "сериен номер",
                "serijska številka",
                "sarjanumero",
                "număr de serie",
                "σειριακός αριθμός",
                "vendor id for advertisers",
                "imsi",
                "iccid",
                "meid",
                "esn",
            ],
            // The probability is higher than for a UUID elsewhere.
            0.985,
        ),
        Pattern::regex(
            called!(
                "device (?:id|identifier|serial)|asset tag|serial (?:number|no\\.?|#)|android id|idfa|seriennummer|imsi|iccid|meid"
            ),
            0.65,
            0.7,
        ),
        // Without a word for "number".
        Pattern::regex(
            "(?:(?i:serial|s/n|service tag|serie|seriennr\\.?|seriennummer|serienr\\.?|serienummer|sarjanumero|sarjanro|framenummer|ramnummer|stelnummer|numer seryjny|nr seryjny|\
             serijska št\\.|serijska številka|serijski broj)|SN|[Ss]ériov(?:é|ým) čísl(?:o|em)|[Vv]ýrobn(?:í|ím|é|ým) čísl(?:o|em)|[Gg]yári szám|[Ss]orozatszám):? ",
            0.6,
            0.7,
        ),
        Pattern::regex(
            "(?i:serial (?:number|no\\.?)|imei|service tag) (?:of|for|on) (?:my|the|his|her|our) [a-z]+(?: is|:) ",
            0.65,
            0.7,
        ),
    ]),
    context: words![],
    check: |candidate| {
        let coded = || numbered(candidate, 1, 16).filter(|found| candidate.pattern == 0 && is_coded(candidate, found));
        let found = numbered(candidate, 3, 64).filter(|found| found.range.len() > 5).or_else(coded)?;
        let is_unnamed =
            candidate.pattern >= 2 && !candidate.field.text.get(found.range.clone()).is_some_and(is_serial);
        (!is_unnamed && !is_of_record(candidate, &found)).then_some(found)
    },
};

/// Reports whether it is capitals and a digit or two, as many as makers number devices with, and fills its quotes.
fn is_coded(candidate: &Candidate<'_>, found: &Finding) -> bool {
    const FEWEST: usize = 8;
    let value = candidate.field.text.get(found.range.clone()).unwrap_or_default();
    let is_code = value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    is_code && value.len() >= FEWEST && (is_closed(candidate) || candidate.matched().len() == value.len())
}

/// Reports whether it is capitals and digits, of both several, or a long hexadecimal number, as makers number devices: `C02XK1ABJGH5`.
fn is_serial(found: &str) -> bool {
    let capitals = found.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_coded = capitals > 1 && digits > 1 && capitals + digits == found.len();
    // Of telephones: `2197ed9e54aca265`, `00008030-001C2D3E4F50002E`.
    let is_hex =
        (16..=25).contains(&found.len()) && digits > 3 && found.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    (7..=16).contains(&found.len()) && is_coded || is_hex
}

/// Reports whether it is the serial number of a zone (`SOA serial: 2024051701`) or of a certificate (`2A:FF:00`), the
/// kind of a serial port (`Serial: 8250/16550 driver`), or the kind of a device on a bus (`8086:2922`).
fn is_of_record(candidate: &Candidate<'_>, found: &Finding) -> bool {
    const PORTS: [&str; 5] = ["driver", "port", "ports", "console", "uart"];
    let (name, text) = (name_of(candidate), candidate.field.text);
    let Some(value) = text.get(found.range.clone()) else { return false };
    let words = || identifier::words(name).filter(|word| word.starts_with(char::is_alphabetic));
    let has = |known: &[&str]| words().any(|word| is_one_of(word, known));
    let is_serial = words().last().is_some_and(|last| last.eq_ignore_ascii_case("serial"));
    let is_zone = has(&["soa", "zone", "dns", "domain", "certificate", "cert", "crl"]);
    let is_device =
        has(&["device", "product", "hardware", "machine", "unit", "disk", "laptop", "printer", "my", "your"]);
    // A day and a count (RFC 1912, 2.2).
    let is_day = value.len() == 10
        && digits::<10>(value).is_some_and(|number| {
            let year = part(&number, 0, 4);
            (1990..=2099).contains(&year) && is_date(year, part(&number, 4, 2), part(&number, 6, 2))
        });
    let is_hex_of = |part: &str, len: usize| part.len() == len && part.bytes().all(|b| b.is_ascii_hexdigit());
    let is_bytes = value.contains(':') && value.split(':').all(|pair| is_hex_of(pair, 2));
    let behind = text.get(found.range.end..).and_then(|rest| rest.strip_prefix(' ')).unwrap_or_default();
    let letters = behind.bytes().take(16).take_while(u8::is_ascii_alphabetic).count();
    let is_port = is_serial && behind.get(..letters).is_some_and(|word| is_one_of(word, &PORTS));
    // Vendor and product on a bus: `8086:2922`.
    let is_product =
        value.split_once(':').is_some_and(|(vendor, product)| [vendor, product].iter().all(|part| is_hex_of(part, 4)));
    is_product
        || is_zone
        || is_serial && is_day && !is_device
        || is_bytes && name.to_ascii_lowercase().contains("serial")
        || is_port
}
