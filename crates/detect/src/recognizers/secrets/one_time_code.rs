//! One-time codes and PINs: four to eight digits behind, or before, words that name them.

use std::{borrow::Cow, ops::Range};

use crate::layout::answers;
use crate::recognizers::secrets::{key_value::is_uuid, password::INFO};
use crate::recognizers::support::identifiers::behind_emphasis;
use crate::recognizers::support::names::names_of;
use crate::recognizers::support::spoken::spoken_at;
use crate::recognizers::support::value::is_closed;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Form, Pattern, Rule};

/// Names of codes in sentences. Letters beyond ASCII stand apart, since tables grow with their cases.
const NAMES: &str = concat!(
    "(?:(?i-u:(?:verification|security|login|log-in|sign-in|access|confirmation|authentication|authorization|one-time|one time|sms|2fa|",
    "mfa|activation|pairing|unlock|backup|recovery|pick-?up|parcel|delivery|door|gate|alarm|garage|lockbox|key|lock|entry|safe|vault|",
    "building|master|locker|remote|panic|duress|disarm|override)(?: (?:code|pin|passcode|password|combination))|(?:your|ihr|dein|votre|ton|su|tu|il tuo|seu|je|uw|din|ditt|my|mein|mon|",
    "mi|mio|meu|mijn) (?:code|codice|kode?)|combination|otp|code (?:they|you|he|she|i) (?:texted|sent|gave|got)(?: me)?|phone unlock|pin|pin-?(?:code|kode?)|kod pin|code pin|codice pin|puk|passcode|",
    "geheimzahl|code secret|codice (?:del cancello|del portone|segreto)|sicherheitscode|",
    "zugangscode|einmalcode|einmalpasswort|code de confirmation|codice di verifica|codice di sicurezza|verificatiecode|",
    "kod weryfikacyjny)|[Tt]wój kod|(?:[Ss]u|[Tt]u|[Ss]eu|[Mm]i|[Mm]eu) código|[Cc]ódigo (?:pin|PIN|",
    "de verificación|de seguridad|de verificação)|[Cc]ode (?:d['’]entrée|de vérification|de sécurité)|[Bb]estätigungscode|",
    "[Кк]од подтверждения)(?:['’]s)?\\??[ \n]",
);

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "otp",
                "otp code",
                "otp token",
                "totp",
                "totp code",
                "pin",
                "pin number",
                "txn pin",
                "transaction pin",
                "tpin",
                "mpin",
                "upi pin",
                "atm pin",
                "key safe number",
                "keysafe number",
                "card pin",
                "sim pin",
                "puk",
                "puk code",
                "one time code",
                "one time password",
                "one time passcode",
                "verification code",
                "sms code",
                "login code",
                "mfa code",
                "2fa code",
                "bankid kod",
                "bankid code",
                "two factor code",
                "security pin",
                "door code",
                "alarm code",
                "gate code",
                "entry code",
                "building code",
                "backup code",
                "türcode",
                "digicode",
                "kod odbioru",
                "kod dostawy",
                "codigo entrega",
                "código de entrega",
                "codigo recogida",
                "código de recogida",
                "code retrait",
                "code de retrait",
                "code livraison",
                "codice ritiro",
                "codice di ritiro",
                "codice consegna",
                "abholcode",
                "afhaalcode",
                "ophaalcode",
                "pickup code",
                "collection code",
                "delivery code",
                "delivery pin",
                "kode pengambilan",
                "teslimat kodu",
                "code d'accès",
                "code porte",
                "code portail",
                "code immeuble",
                "haustürcode",
                "torcode",
                "codice portone",
                "codigo portal",
                "portkod",
                "dørkode",
                "tan",
                "bestätigungscode",
                "geheimzahl",
                "pincode",
                "pin kod",
                "pinkod",
                "pinkode",
                "code secret",
                "key safe",
                "schlüsseltresor",
                "portalcode",
                "einmalcode",
                "code de vérification",
                "código de verificación",
                "codice di verifica",
                "código de verificação",
                "verificatiecode",
                "kod weryfikacyjny",
                "код подтверждения",
                "验证码",
                "驗證碼",
                "認証コード",
                "인증번호",
                "暗証番号",
            ],
            0.9,
        ),
        Pattern::key(
            keys!["security answer", "secret answer", "answer to security question", "sicherheitsantwort"],
            0.85,
        ),
        Pattern::prefix(NAMES, 0.9, 0.95),
        // A name and no sign: `PUK 48291037`, `gate code 4829#`.
        Pattern::regex(
            "(?:PIN[12]?|PUK[12]?|TAN|OTP|[Pp]asscode|[Kk]enncode|[Tt]resor(?:code)?|(?i:vpn|sim|card|atm|voicemail|phone|alarm|door|gate|garage|safe|wallet|tablet|account|bancomat) pin|(?i:(?:door|gate|alarm|garage|entry|backup|pick-?up|lockbox|key|lock|building|safe) code|(?:lockbox|safe|padlock|lock|door|vault) combination|alarm(?: pin)?|key ?safe|[Ss]chlüsseltresor|[Gg]eheimzahl|code secret|codice (?:del cancello|del portone|segreto)|código de acceso:|code d['’]accès:|codice di accesso:|código de acesso:)|[Cc]ode d['’]accès(?: [a-zé]{3,12})?) ",
            0.8,
            0.9,
        ),
        // Codes for the loss of the second factor, often a list of them: `4f8a-29b1`, `48291-37118`.
        Pattern::key(
            keys![
                "recovery code",
                "recovery codes",
                "backup code",
                "backup codes",
                "scratch code",
                "emergency code",
                "wiederherstellungscode",
                "code de récupération",
                "código de recuperación",
            ],
            0.88,
        ),
        // `482910 is your … code`
        Pattern::regex("(?:is|ist|est|es) (?:your|ihr|dein|votre|ton|tu|su) ", 0.9, 0.95),
        // `482910 is OTP for …`, `482910 is the code`
        Pattern::regex(
            "(?:is|ist|est) (?:the |an? |ur |der |die |das |le )?(?i:otp|tan|passcode|pin|one[- ]time (?:pin|code|password)|(?:(?:security|login|access|sms|door|gate|verification) )?code)",
            0.9,
            0.95,
        ),
        // Names of codes in many languages.
        Pattern::key(CODE_NAMES, 0.9),
    ]),
    context: words![],
    check,
}];

/// Names of PINs and of codes of doors, alarms and accounts in 50 languages.
const CODE_NAMES: &[Cow<'static, str>] = names_of!("code_names.txt");

/// The pattern of codes that stand before a verb and their name.
const STATED: usize = 6;

/// The code before the verb and the name at `range`, which ends the sentence or tells what the code is for.
fn stated_before(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// What stands behind the name, if it names a code.
    const FOLLOWING: &WordList =
        &WordList::new("for|to|from|at|on|and|it|we|they|you|he|she|i|für|zum|pour|btw|valid|again");
    let head = text.get(..range.start)?.strip_suffix(' ')?;
    let digits = head.bytes().rev().take(2 * DIGITS.end()).take_while(u8::is_ascii_digit).count();
    let start = head.len() - digits;
    let begins = !text[..start]
        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '-' | '/' | '_' | '#' | '$' | '€' | '£'));
    let place = code(text, start).filter(|place| begins && place.end == head.len())?;
    let behind = line::behind(text, range.end, 24);
    let word =
        behind.strip_prefix(' ').map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
    let is_end = behind.is_empty() || behind.starts_with(['.', ',', ';', '!', ')', '"', '\'']);
    let is_year = digits == 4 && matches!(&text[start..start + 2], "19" | "20");
    (!is_year && (is_end || word.is_some_and(|word| is_listed(word, FOLLOWING)))).then_some(place)
}

/// Digits of a code.
const DIGITS: std::ops::RangeInclusive<usize> = 4..=8;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 | 7 => {
            // The key of a keypad before it: `#4471`.
            let keyed = || {
                let place = code(text, range.start + 1).filter(|_| text[range.start..].starts_with(['#', '*']))?;
                Some(range.start..place.end)
            };
            // Letters of a door's keypad stand before digits, too: `"B3683"`.
            let lettered = || {
                let place = door_code(text, range.start)?;
                (is_closed(candidate) && place.end == range.end && !text[place.clone()].starts_with('#'))
                    .then_some(place)
            };
            let place =
                code(text, range.start).or_else(keyed).or_else(|| dictated(text, range.start)).or_else(lettered)?;
            let may_go_on = !is_closed(candidate) && candidate.form != Form::Pair;
            (place.end == range.end || may_go_on).then_some(place)?
        }
        1 => {
            let found = candidate.matched();
            let is_answer =
                matches!(candidate.form, Form::Field | Form::Member | Form::Line) && (2..=64).contains(&found.len());
            (is_answer && !found.contains(['{', '<', '$', '?', '('])).then_some(range)?
        }
        2 | 3 => {
            let stated = || {
                let bracket = || text[range.end..].starts_with('(').then_some(range.end + 1);
                behind_statement(text, range.end).or_else(|| behind_question(text, range.end)).or_else(bracket)
            };
            let told = || {
                stated()
                    .or_else(|| behind_purpose(text, range.end))
                    .filter(|at| code(text, *at).is_some_and(|code| ends_clause(text, &code)))
            };
            let end = if candidate.pattern == 2 { stated()? } else { told().unwrap_or(range.end) };
            let range = range.start..behind_emphasis(text, end);
            // Of digits alone, or longer by the other keys of a door.
            let digits = code(text, range.end);
            let is_longer = |door: &Range<usize>| digits.as_ref().is_none_or(|digits| digits.end < door.end);
            let door = door_code(text, range.end).filter(|_| !candidate.matched().starts_with("PIN"));
            let said = candidate.matched().to_lowercase();
            let is_lock = || ["combination", "tresor", "safe"].iter().any(|word| said.contains(word));
            let dial = || combination(text, range.end).filter(|_| is_lock());
            // What is mine is told to somebody, and may be the code of a program.
            let is_mine = || said.starts_with('m') && said.contains("cod") && !ends_sentence(text, digits.as_ref());
            let spoken = dial().or_else(|| dictated(text, range.end));
            let place = spoken.or_else(|| door.filter(is_longer)).or_else(|| digits.clone().filter(|_| !is_mine()))?;
            // Below a line that asks nothing there is nothing but the answer.
            let is_below = candidate.matched().ends_with('\n') && !candidate.matched().contains('?');
            (!is_below || line::ends(text, place.end)).then_some(place)?
        }
        4 => {
            let found = candidate.matched();
            let len = found.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
            is_recovery_code(found.get(..len)?).then_some(range.start..range.start + len)?
        }
        STATED => stated_before(text, &range)?,
        _ => {
            let words = text.get(range.end..)?;
            let words = window::behind(words, 0, 64).split(['.', '\n', ',']).next()?.to_lowercase();
            let is_code = ["code", "pin", "otp", "password", "passcode", "passwort"]
                .iter()
                .any(|word| words.split(' ').any(|found| found.trim_end_matches(':').ends_with(word)));
            let head = text.get(..range.start)?.strip_suffix(' ')?;
            let digits = head.bytes().rev().take(2 * DIGITS.end()).take_while(u8::is_ascii_digit).count();
            let place = code(text, head.len() - digits).filter(|place| place.end == head.len());
            is_code.then_some(place)??
        }
    };
    candidate.part(place)
}

/// The place of the answer to a question that ends before `at`: `What is your PIN? Customer: `, `whats the pin` and a line end.
fn behind_question(text: &str, at: usize) -> Option<usize> {
    match text[..at].strip_suffix('\n') {
        Some(line) => Some(answers::begin(text, line.len())),
        None => text[..at].ends_with("? ").then(|| answers::begin(text, at)).filter(|start| *start > at),
    }
}

/// The place behind the verb that states the code whose name ends before `at`, with what the code is for: `door code for the barn
/// is `.
fn behind_statement(text: &str, at: usize) -> Option<usize> {
    /// Longest statement, in bytes.
    const LONGEST: usize = 64;
    const PREPOSITIONS: &WordList =
        &WordList::new("for|to|of|für|zu|zum|zur|pour|para|per|voor|de|del|della|do|da|van|von");
    const ARTICLES: &WordList = &WordList::new("the|my|our|your|die|das|den|la|el|mi|mia|minha");
    const VERBS: &WordList = &WordList::new(
        "is|was|remains|ist|war|lautet|lautete|bleibt|est|était|c'est|c'était|reste|es|era|fue|sigue|è|é|foi|continua|to|jest|był|było|byl|byla|\
         bylo|är|var|er|on|oli|je|blijft|это|был|была",
    );
    const ADVERBS: &WordList = &WordList::new(
        "now|still|just|currently|immer|noch|jetzt|nach|wie|vor|toujours|encore|maintenant|siempre|siendo|ahora|sempre|ancora|ora|sendo|ainda|agora|nog|steeds|\
         nu|dalej|nadal|wciąż|teraz|fortfarande|pořád|stále|teď|ещё|сейчас",
    );
    let near = line::behind(text, at, LONGEST);
    let is_genitive = text[..at].ends_with("'s ") || text[..at].ends_with("’s ");
    let mut rest = near;
    let mut next = || {
        let (word, behind) = rest.split_once(' ')?;
        rest = behind;
        Some(word)
    };
    if !is_genitive {
        let mut word = next()?;
        // `PIN to był …`: a verb in Polish.
        let is_verb = near[word.len()..].trim_start().split(' ').next().is_some_and(|word| is_listed(word, VERBS));
        if is_listed(word, PREPOSITIONS) && !is_verb {
            let first = next()?;
            let purpose = if is_listed(first, ARTICLES) { next()? } else { first };
            // `the code for the barn's 4829`
            let states = purpose.trim_end_matches(':');
            if states.ends_with("'s") || states.ends_with("’s") {
                return Some(at + near.len() - rest.len());
            }
            word = next()?;
        }
        if !is_listed(word.trim_end_matches(':'), VERBS) {
            return None;
        }
    }
    // `is now: …`, `to był …`, `ist immer noch …`
    while let Some((word, behind)) = rest.split_once(' ') {
        let word = word.trim_end_matches(':');
        if !is_listed(word, ADVERBS) && !is_listed(word, VERBS) {
            break;
        }
        rest = behind;
    }
    Some(at + near.len() - rest.len())
}

/// The place behind what the code is for whose name ends before `at`, and no verb: `PIN der Alarmanlage 7719`.
fn behind_purpose(text: &str, at: usize) -> Option<usize> {
    /// Longest purpose, in bytes.
    const LONGEST: usize = 48;
    const LINKS: &WordList = &WordList::new(
        "for|of|für|der|des|vom|zur|zum|pour|de|du|del|della|dell|do|da|para|van|voor|til|till|för|the|my|our|das|die|den|la|le|el|il|l|a|o|\
         mein|meine|meiner|meines|mi|mon|ma|mio|mia|minha|meu|mijn",
    );
    /// Things that have numbers of their own.
    const NUMBERED: &WordList = &WordList::new(
        "room|apartment|apt|unit|house|door|gate|flat|building|suite|office|floor|order|ticket|case|line|port|zimmer|wohnung|haus|\
         chambre|porte|habitación|puerta|stanza|quarto|kamer|version|model|card|karte|user|year",
    );
    let near = line::behind(text, at, LONGEST);
    let (mut from, mut links) = (0, 0);
    loop {
        let (word, _) = near.get(from..)?.split_once([' ', '\''])?;
        from += word.len() + 1;
        match is_listed(word, LINKS) {
            true => links += 1,
            false => {
                let is_thing = word.chars().all(char::is_alphabetic) && !is_listed(word, NUMBERED);
                return (links > 0 && is_thing && near[from..].starts_with(|c: char| c.is_ascii_digit()))
                    .then_some(at + from);
            }
        }
    }
}

/// Reports whether it is a code of two groups or more, or of eight letters and digits or more, that are mixed as in no word.
fn is_recovery_code(found: &str) -> bool {
    let letters = found.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let mut groups = found.split('-');
    let is_grouped = groups.clone().count() > 1 && groups.all(|group| (3..=8).contains(&group.len()));
    let is_dense = !found.contains('-') && letters > 0 && letters + digits >= 8;
    (is_grouped || is_dense) && digits > 1 && found.len() <= 48 && !is_uuid(found)
}

/// The code at `at` that is dictated in words.
fn dictated(text: &str, at: usize) -> Option<Range<usize>> {
    spoken_at(text, at).filter(|(_, digits)| DIGITS.contains(digits)).map(|(place, _)| place)
}

/// Reports whether the clause ends with the code.
fn ends_clause(text: &str, code: &Range<usize>) -> bool {
    const NEXT: [&str; 6] = [" and ", " but ", " so ", " then ", " if ", " for "];
    let behind = &text[code.end..];
    ends_sentence(text, Some(code)) || NEXT.iter().any(|word| behind.starts_with(word))
}

/// Reports whether nothing follows the code on its line but the end of the sentence.
fn ends_sentence(text: &str, code: Option<&Range<usize>>) -> bool {
    code.is_some_and(|code| line::ends(text, code.end) || text[code.end..].starts_with(['.', ',', ';', '!', ')']))
}

/// The numbers of a dial at `at`: `32-14-7`.
fn combination(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most bytes.
    const MOST: usize = 11;
    let near = window::behind(text, at, MOST + 1);
    let len = near.bytes().take_while(|b| b.is_ascii_digit() || *b == b'-').count();
    let mut numbers = near.get(..len)?.split('-');
    let is_dial = numbers.clone().count() > 2 && numbers.all(|number| (1..=2).contains(&number.len()));
    (is_dial && len <= MOST && is_value_edge(text, at + len)).then_some(at..at + len)
}

/// The code of a door at `at`: digits with the capitals and signs of a keypad, `47B12`, `0912*`.
fn door_code(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let stands = |c: &char| c.is_ascii_digit() || matches!(c, 'A'..='F' | '#' | '*' | 'K' | 'К' | 'В');
    let signs = || rest.chars().take(DIGITS.end() + 1).take_while(stands);
    let (count, len) = (signs().count(), signs().map(char::len_utf8).sum::<usize>());
    let digits = signs().filter(char::is_ascii_digit).count();
    (digits >= 3 && DIGITS.contains(&count) && is_value_edge(text, at + len)).then_some(at..at + len)
}

/// The code that begins at `at`: digits, perhaps in two groups, and nothing that goes on.
fn code(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let digits = |text: &str| text.bytes().take(2 * DIGITS.end()).take_while(u8::is_ascii_digit).count();
    let first = digits(rest);
    let second = rest.get(first..).and_then(|rest| rest.strip_prefix([' ', '-'])).map_or(0, digits);
    let is_edge = |len: usize| {
        is_value_edge(text, at + len)
            && !matches!(
                rest.get(len..).unwrap_or_default().as_bytes(),
                [b'.' | b',' | b':' | b'/' | b'-', b'0'..=b'9', ..]
            )
    };
    let grouped = first + 1 + second;
    let len = if (3..=4).contains(&first) && first == second && is_edge(grouped) { grouped } else { first };
    (DIGITS.contains(&first.max(len)) || len == grouped && second > 0).then_some(())?;
    (first > 0 && is_edge(len) && (len > first || DIGITS.contains(&first))).then_some(at..at + len)
}
