//! Codes that logs and notes tell: the one that was expected and the one that was typed, those of alarms and doors, those that are
//! read out: `2fa mismatch, expected 880214 got 880241`, `disarmed with code 4471`, `PIN falsch (1902)`, `new pin 5193`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::password::INFO;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::neighbours::{is_one_of, word_before};
use crate::recognizers::support::value::{is_closed, name_of, token};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i:expected|expecting|erwartet|attendu|esperado|atteso|verwacht):? ['\"]?[0-9]{4,8}",
            0.85,
            0.9,
        ),
        Pattern::regex(
            "(?i:got|received|entered|typed|submitted|given|actual|eingegeben|erhalten|saisi|introducido|inserito|ingevoerd):? ['\"]?[0-9]{4,8}",
            0.85,
            0.9,
        ),
        Pattern::regex(
            "(?i:(?:dis)?armed|unlocked|opened|unarmed|armiert|(?:un)?scharf(?:geschaltet)?|entsperrt|désarmé|desarmad[oa]|disinserit[oa])\
             (?i: with| w/| using| by| mit| avec| con)(?i: the| user| dem)? (?i:code|pin):? [0-9]{3,8}[#*]?",
            0.85,
            0.9,
        ),
        Pattern::regex(
            "(?:PIN|Pin|pin|(?i:passcode|keycode|door code|türcode))(?i: falsch| wrong| incorrect| invalid| rejected| accepted| denied| check ok| check failed| mismatch| verified| matched| richtig| ok| ungültig|\
             \u{20}erronée?| erroneo| incorrecto| errato| onjuist| błędny| feil| fel| forkert| väärä)(?:: | | ?[(\\[])[0-9]{4,8}",
            0.85,
            0.9,
        ),
        Pattern::regex(
            "(?i:new|temporary|temp|replacement|neue[rn]?|nouveau|nuevo|nuovo|novo|nieuwe|nowy|nytt?|uusi) (?:PIN|Pin|pin|passcode)(?i: is| ist| est| es)?:? [0-9]{4,8}",
            0.85,
            0.9,
        ),
        // What a caller typed, as services of telephones report it.
        Pattern::within("[?&\n](?:Digits|digits)=[0-9]{4,8}", 0.8, 0.85),
        // A keypad ends it.
        Pattern::regex("(?i:code|pin|c[oó]digo|codice|kod) [0-9]{3,8}[#*]", 0.8, 0.85),
        // Members of a record of a check: `"msg":"otp mismatch","given":"880214","expected":"880241"`
        Pattern::key(
            keys![
                "expected",
                "given",
                "got",
                "received",
                "entered",
                "submitted",
                "actual",
                "provided",
                "supplied",
                "erwartet",
                "eingegeben",
                "attendu",
                "saisi",
                "esperado",
                "ingresado",
                "introducido",
                "atteso",
                "inserito",
            ],
            0.85,
        ),
        // A member that is called a code, of a message or a device that has such: `"template":"login_otp","code":"880214"`
        Pattern::key(keys!["code", "user code", "usercode"], 0.8),
        // A note that is nothing but a code: `"notes":"pin 8814"`
        Pattern::within("[\"'>](?:pin|PIN|Pin|pincode|puk|PUK):? [0-9]{4,8}[\"'<]", 0.85, 0.9),
        // Steps of tests, and messages: `with PIN "8814"`
        Pattern::regex(
            "(?:PIN|Pin|pin|OTP|otp|TAN|(?i:passcode|pin ?code|access code|security code|one-time code|sms code)) \\\\?[\"'`][0-9]{4,8}",
            0.85,
            0.9,
        ),
        // What a system says of the one that it got: `pin 8814 accepted`
        Pattern::regex(
            "(?:PIN|Pin|pin|passcode) [0-9]{4,8} (?:accepted|rejected|verified|invalid|incorrect|wrong|ok|OK|failed|denied|expired)",
            0.85,
            0.9,
        ),
        // In pairs, as people write them: `pin 58 20 41`
        Pattern::regex("(?:PIN|Pin|pin) [0-9]{2} [0-9]{2}(?: [0-9]{2}){0,2}", 0.85, 0.9),
    ]),
    context: words![],
    check,
}];

/// Bytes beside a code that are looked at.
const NEAR: usize = 96;

/// The numbers of the patterns of codes that are compared, that a caller typed, and that a key of a keypad ends.
const COMPARED: Range<usize> = 0..2;
const TYPED: usize = 5;
const KEYPAD: usize = 6;
/// The numbers of the patterns of members of records, and of a code in quotes.
const MEMBERS: usize = 7;
const CODES: usize = 8;
const NOTED: usize = 9;
const QUOTED: usize = 10;
/// The numbers of the patterns of a code that a system judges, and of one in pairs of digits.
const JUDGED: usize = 11;
const PAIRS: usize = 12;

/// Words before "code" that make it one of a program.
const OTHERS: [&str; 12] =
    ["error", "status", "exit", "http", "response", "return", "fehler", "erreur", "ussd", "country", "area", "dial"];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    if matches!(candidate.pattern, MEMBERS | CODES) {
        return candidate.part(member(candidate)?);
    }
    if candidate.pattern == NOTED {
        let code = candidate.matched().rfind([' ', ':'])? + 1;
        return candidate.part(start + code..end - 1);
    }
    if matches!(candidate.pattern, JUDGED | PAIRS) {
        let matched = candidate.matched();
        let code = matched.find(' ')? + 1;
        let words = if candidate.pattern == JUDGED { matched[code..].find(' ')? } else { matched.len() - code };
        let is_whole =
            candidate.pattern == JUDGED || line::ends(text, end) || text[end..].starts_with([',', '.', ')', '!']);
        return (is_whole && !goes_on(text, end)).then(|| candidate.part(start + code..start + code + words))?;
    }
    let digits = candidate.matched().trim_end_matches(['#', '*']);
    let code = digits.rfind(|c: char| !c.is_ascii_digit())? + 1;
    let place = start + code..end;
    let is_told = match candidate.pattern {
        pattern if COMPARED.contains(&pattern) => is_of_code(text, start, end),
        TYPED => line::before(text, start, NEAR).contains("Call") || line::behind(text, end, NEAR).contains("Call"),
        QUOTED => text[end..].trim_start_matches('\\').starts_with(['"', '\'', '`']),
        KEYPAD => !is_one_of(word_before(text, start), &OTHERS),
        _ => true,
    };
    (is_told && is_value_edge(text, end) && !goes_on(text, end)).then(|| candidate.part(place))?
}

/// The code that is the value of a member, if the record around it speaks of one.
fn member(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Bytes on either side of a code, and fewest digits of one that a message holds.
    const AROUND: usize = 112;
    const FEWEST: usize = 6;
    /// Devices with a code.
    const DEVICES: &WordList = &WordList::new(
        "alarm|alarms|alarmo|lock|locks|keypad|keypads|doorlock|intruder|intrusion|burglar|lockbox|keybox|alarmanlage|türschloss",
    );
    let text = candidate.field.text;
    let place = token(candidate, b"&,")?;
    let digits = text.get(place.clone())?;
    let is_number = (4..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let is_data = is_closed(candidate) || matches!(candidate.form, Form::Line | Form::Pair);
    if !is_number || !is_data || has_one_digit(digits.as_bytes()) {
        return None;
    }
    if candidate.pattern == MEMBERS {
        return is_of_code(text, place.start, place.end).then_some(place);
    }
    let around = [window::before(text, place.start, AROUND), window::behind(text, place.end, AROUND)];
    let has = |list: &WordList| {
        around.iter().flat_map(|part| part.split(|c: char| !c.is_alphanumeric())).any(|word| is_listed(word, list))
    };
    // The number of an error has fewer digits, and stands beside one.
    let is_error = || around.iter().any(|part| part.to_ascii_lowercase().contains("error"));
    let is_sent = || digits.len() >= FEWEST && has(SENT) && !is_error();
    let is_name = |name: &str| name_of(candidate).to_ascii_lowercase().ends_with(name);
    (is_name("code") && (is_sent() || has(DEVICES) && !is_error())).then_some(place)
}

/// Words of messages that bring a code.
const SENT: &WordList = &WordList::new("otp|totp|2fa|mfa|onetimecode|passcode|einmalcode|twofactor|sms");

/// Reports whether the line around speaks of a code, and not of an error's or a program's: `otp mismatch, expected …`.
fn is_of_code(text: &str, start: usize, end: usize) -> bool {
    const CODES: &WordList = &WordList::new(
        "otp|totp|hotp|2fa|mfa|tan|pin|pins|pincode|passcode|vm-password|passwort|password|voicemail|einmalcode|keypad|tac|\
         verification|one-time|authenticator|cvv|cvc",
    );
    let sides = [line::before(text, start, NEAR), line::behind(text, end, NEAR)];
    let is_end = |c: char| !c.is_alphanumeric() && c != '-';
    sides.iter().flat_map(|side| side.split(is_end)).any(|word| is_listed(word, CODES))
}

/// Reports whether a number goes on behind `end`: with a fraction, in a date or with a unit.
fn goes_on(text: &str, end: usize) -> bool {
    matches!(text.as_bytes().get(end..end + 2), Some([b'.' | b',' | b':' | b'/' | b'-', b'0'..=b'9']))
        || [" bytes", " characters", " chars", " rows", " arguments", " ms", " digits"]
            .iter()
            .any(|unit| text[end..].starts_with(unit))
}
