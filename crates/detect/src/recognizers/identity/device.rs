//! Identifiers of devices and of bodies: serial numbers, advertising identifiers, biometric templates.

use std::borrow::Cow;

use crate::entity::{Group, Handling};
use crate::recognizers::support::identifiers::{called, info, numbered};
use crate::{Pattern, Rule};

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
                "face embedding id",
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
                "biometric (?:id|identifier|template)|fingerprint (?:id|template)|voiceprint|faceprint|iris (?:scan|code|id)|retina(?:l)? scan"
            ),
            0.7,
            0.8,
        ),
    ]),
    context: words![],
    check: |candidate| numbered(candidate, 2, 128).filter(|found| found.range.len() > 4),
};

const DEVICE_ID: Rule = Rule {
    info: info(
        "DEVICE_ID",
        &[Group::PII, Group::NETWORK, Group::HIPAA],
        &["DEVICE_IDENTIFIER", "ADVERTISING_ID", "SERIAL_NUMBER", "ANDROID_ID", "IDFA", "UDID"],
        "The identifier of somebody's device: serial number, advertising or installation identifier, behind a word that says so.",
        "device_id: 9774d56d682e549c",
        Handling::IDENTIFIER,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "device id",
                "deviceid",
                "device identifier",
                "device uuid",
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
                "seriennummer",
                "geräte id",
                "gerätenummer",
                "numéro de série",
                "número de serie",
                "numero di serie",
                "serienummer",
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
            called!("device (?:id|identifier|serial)|serial (?:number|no\\.?|#)|android id|idfa|seriennummer"),
            0.65,
            0.7,
        ),
    ]),
    context: words![],
    check: |candidate| numbered(candidate, 3, 64).filter(|found| found.range.len() > 5),
};
