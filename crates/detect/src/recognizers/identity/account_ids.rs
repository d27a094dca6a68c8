//! Identifiers that systems give to persons: users, members and customers by number, in the formats of identity providers, behind
//! the name of their object in JSON (`"user":{"id":…}`), and in mentions of chats.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::secrets::{key_value::is_uuid, stand_ins::is_placeholder};
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::neighbours::byte_at;
use crate::recognizers::support::numerals::{is_date_shape, is_dated_time, stands_alone};
use crate::recognizers::support::value::{is_closed, token};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Form, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "user id",
                "usr id",
                "contact id",
                "lead id",
                "requester id",
                "shopper reference",
                "shopper id",
                "payer id",
                "external id",
                "name id",
                // The subject of a token (RFC 7519).
                "sub",
                "va number",
                "virtual account number",
            ],
            0.7,
        ),
        // Accounts of Atlassian, in which a number and a UUID stand.
        Pattern::key(keys!["account id"], 0.75),
        // Numbers that may be short, and stand behind short names: of five digits at least.
        Pattern::key(
            keys![
                "emp",
                "no kartu",
                "nomor kartu",
                "kaiin bangou",
                "kaiin bango",
                "kaiin number",
                "shinsatsuken bangou",
                "shinsatsuken bango",
                "kanja bangou",
                "kanja id",
                "shain bangou",
                "kokyaku bangou",
                "keiyaku bangou",
                "num adherent",
                "n adherent",
                "kd dokter",
                "kode dokter",
                "agb",
                "agb code",
                "dok number",
                "no rujukan",
                "matricula",
                "matrícula",
                "matricola",
            ],
            0.7,
        ),
        // Cards of doors, beside the door or the holder.
        Pattern::key(keys!["card", "badge", "transponder", "fob", "tag id"], 0.7),
        Pattern::regex(
            "(?i:transponder|rfid|mifare|badge-uid) [0-9A-F]{8,20}|(?i:shinsatsuken|kaiin|kanja|kokyaku) (?i:bang(?:ou|o|ō))(?: wa)? [0-9-]{5,16}",
            0.7,
            0.75,
        ),
        // The first member of an object that is a person.
        Pattern::within(
            "\"(?:user|actor|author|customer|client|patient|member|employee|person|contact|subscriber|assignee|requester|sender|from|chat|\
             owner|driver|student|applicant|recipient|beneficiary|policyholder|insured|tenant|guest|visitor|buyer|payer|shopper)\": ?\
             \\{[ \r\n\t]{0,32}\"id\": ?\"?[0-9A-Za-z]|\
             \"login\": ?\"[0-9A-Za-z_.-]{1,40}\", ?\"id\": ?\"?[0-9A-Za-z]|\
             \"object\": ?\"(?:person|customer|contact|user|patient|member|lead|employee|subscriber)\", ?\"id\": ?\"?[0-9A-Za-z]",
            0.7,
            0.75,
        ),
        // The same object in a log, whose name has no quotes: `requester: {"id": 550217, …}`, `user: {id: 550217, …}`, `User(id=550217, …)`
        Pattern::prefix(
            "(?:user|actor|customer|client|patient|member|employee|person|contact|subscriber|requester|sender|driver|student|recipient|guest): ?\\{ ?\"?id\"?: ?\"?[0-9A-Za-z]|\
             (?:User|Customer|Patient|Employee|Member|Person|Client|Contact|Student|Subscriber|Guest|Kunde|Cliente)[({ ]id[=:] ?[0-9A-Za-z]",
            0.7,
            0.75,
        ),
        // Users of Auth0, behind the provider that knows them.
        Pattern::prefix(
            "(?:auth0|google-oauth2|facebook|windowslive|waad|samlp|apple|github|linkedin|twitter|okta|oidc|adfs|email|sms)\\|[0-9A-Za-z]",
            0.85,
            0.9,
        ),
        // Users of Okta.
        Pattern::regex("00u[0-9A-Za-z]{17}", 0.85, 0.9),
        // Users, contacts, leads and accounts of Salesforce, whose last three signs are a checksum of the capitals before.
        Pattern::regex("00[135Q][0-9A-Za-z]{12}[A-Z0-5]{3}", 0.85, 0.9),
        // Users and roles of Amazon's clouds.
        Pattern::regex("A(?:IDA|ROA)[0-9A-Z]{17}", 0.85, 0.9),
        // Records of Salesforce in paths of its interface, of 15 or 18 signs.
        Pattern::within("/sobjects/(?:Lead|Contact|Account|User|Case)/00", 0.85, 0.9),
        // The number of an account alone, where others have its name: `user=58821`.
        Pattern::key(
            keys!["user", "usr", "customer", "student", "employee", "driver", "payer", "passenger", "guest"],
            0.7,
        ),
        // Tenants and applications of Microsoft's clouds, which UUIDs name: `$tenant = "…"`.
        Pattern::key(keys!["tenant", "tenant id", "app id", "application id", "directory id"], 0.75),
        // Accounts and subscriptions of PayPal.
        Pattern::key(keys!["payer id", "payerid"], 0.8),
        Pattern::regex("I-[0-9A-Z]{12}", 0.75, 0.8),
        // Chats of Telegram, in messages of its bots: `order created for chat 814252076`
        Pattern::regex("(?i:chat|telegram id|tg id) [1-9][0-9]{8,9}", 0.7, 0.75),
        // Behind an address of mail: `jane@example.com, id 550217`
        Pattern::regex(",? \\(?(?:id|ID|uid)[ =:] ?[0-9]{5,12}", 0.7, 0.75),
        // Who is mentioned on Slack and Discord.
        Pattern::within("<@(?:!?[0-9]{17,19}|[UW][0-9A-Z]{8,10})[>|]", 0.85, 0.9),
    ]),
    context: words![],
    check,
}];

/// The numbers of the patterns.
const ATLASSIAN: usize = 1;
const NUMBERS: usize = 2;
const CARDS: usize = 3;
const CHIPS: usize = 4;
const OBJECTS: usize = 5;
const LOGGED: usize = 6;
const PROVIDERS: usize = 7;
const OKTA: usize = 8;
const SALESFORCE: usize = 9;
const AMAZON: usize = 10;
const PATHS: usize = 11;
const ALONE: usize = 12;
const TENANTS: usize = 13;
const PAYERS: usize = 14;
const SUBSCRIPTIONS: usize = 15;
const CHATS: usize = 16;
const BESIDE_MAIL: usize = 17;

/// Fewest digits of a number of digits alone, and fewest bytes of one behind a short name and of a card's.
const FEWEST: usize = 4;
const LEAST: usize = 5;
const CARD: usize = 6;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let matched = candidate.matched();
    match candidate.pattern {
        0 => candidate.part(named(candidate)?),
        ATLASSIAN => candidate.part(named(candidate).filter(|place| text[place.clone()].contains(':'))?),
        NUMBERS => candidate.part(named(candidate).filter(|place| place.len() >= LEAST)?),
        CARDS => candidate.part(named(candidate).filter(|place| place.len() >= CARD && is_of_door(text, place))?),
        CHIPS => {
            let place = start + matched.rfind(' ')? + 1..end;
            let digits = text[place.clone()].bytes().filter(u8::is_ascii_digit).count();
            (digits >= FEWEST && stands_alone(candidate)).then(|| candidate.part(place))?
        }
        OBJECTS | LOGGED => {
            let place = run_at(text, end - 1, |b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'|' | b':'))?;
            let closing = if byte_at(text, end - 2) == Some(b'"') { [b'"'; 3] } else { [b',', b'}', b')'] };
            let rest = text.get(place.end..)?.trim_start();
            let is_whole = rest.bytes().next().is_some_and(|b| closing.contains(&b));
            (is_whole && is_id(&text[place.clone()])).then(|| candidate.part(place))?
        }
        PROVIDERS => {
            let bar = matched.find('|')?;
            let place = run_at(text, end - 1, |b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'@'))?;
            let found = &text[place.clone()];
            let is_drawn = found.len() >= 8 && found.bytes().filter(u8::is_ascii_digit).count() > 3;
            (is_drawn && is_value_edge(text, place.end) && bar > 0).then(|| candidate.part(start..place.end))?
        }
        OKTA => (is_drawn(matched) && stands_alone(candidate)).then(|| candidate.whole())?,
        AMAZON => stands_alone(candidate).then(|| candidate.whole())?,
        SALESFORCE => (has_checksum(matched.as_bytes()) && stands_alone(candidate)).then(|| candidate.certain())?,
        PATHS => {
            let place = run_at(text, end - 2, |b| b.is_ascii_alphanumeric())?;
            let is_whole = matches!(place.len(), 15 | 18) && is_value_edge(text, place.end);
            is_whole.then(|| candidate.part(place))?
        }
        ALONE => candidate.part(alone(candidate)?),
        TENANTS => {
            let place = token(candidate, b"&,;")?;
            is_uuid(&text[place.clone()]).then(|| candidate.part(place))?
        }
        PAYERS => {
            let place = token(candidate, b"&,")?;
            (place.len() == PAYER && is_mixed(&text[place.clone()])).then(|| candidate.part(place))?
        }
        SUBSCRIPTIONS => (is_mixed(&matched[2..]) && stands_alone(candidate)).then(|| candidate.whole())?,
        CHATS => {
            let place = start + matched.rfind(' ')? + 1..end;
            let is_bot = [window::before(text, start, BOT), window::behind(text, end, BOT)].iter().any(|near| {
                let near = near.to_ascii_lowercase();
                near.contains("telegram") || near.contains("bot")
            });
            (is_bot && is_value_edge(text, end)).then(|| candidate.part(place))?
        }
        BESIDE_MAIL => {
            let place = start + matched.rfind([' ', '=', ':'])? + 1..end;
            let word = line::before(text, start, BOT).rsplit([' ', '<', ':', '"']).next()?;
            let is_mail = word.split_once('@').is_some_and(|(local, host)| !local.is_empty() && host.contains('.'));
            (is_mail && is_value_edge(text, end)).then(|| candidate.part(place))?
        }
        _ => {
            let inner = matched.trim_start_matches(['<', '@', '!']);
            let from = end - inner.len();
            candidate.part(from..end - 1)
        }
    }
}

/// The number of an account that is all that a pair tells of it.
fn alone(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Users of containers, whose numbers begin so.
    const CONTAINERS: [&str; 2] = ["100", "655"];
    let text = candidate.field.text;
    let place = token(candidate, b"&,;")?;
    let found = text.get(place.clone())?;
    let is_number = found.len() >= LEAST && found.bytes().all(|b| b.is_ascii_digit());
    let is_container = found.len() == LEAST && CONTAINERS.iter().any(|start| found.starts_with(start));
    // Of members of logs the next ones do not tell whether it is a person's.
    (candidate.form == Form::Pair && is_number && is_id(found) && !is_container).then_some(place)
}

/// Bytes beside the number of a chat in which a bot is spoken of, and before another one in which an address stands.
const BOT: usize = 96;

/// Signs of an account of PayPal's.
const PAYER: usize = 13;

/// Reports whether capitals and digits are mixed, and nothing else stands in it.
fn is_mixed(found: &str) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let capitals = found.bytes().filter(u8::is_ascii_uppercase).count();
    digits > 1 && capitals > 3 && digits + capitals == found.len()
}

/// The identifier behind its name, if it is the whole value: a number, or a code with digits.
fn named(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let text = candidate.field.text;
    // In prose and code a number may be one of anything: `user id: 12345 was not found`.
    let place = token(candidate, b"&,")?;
    let found = text.get(place.clone())?;
    // In a list of facts a number fills its line: `user.id = 7731504`.
    let is_fact = || {
        candidate.form == Form::Setting
            && found.len() >= LEAST
            && found.bytes().all(|b| b.is_ascii_digit())
            && line::ends(text, place.end)
    };
    let is_data = is_closed(candidate) || candidate.form == Form::Pair || is_member(text, &place) || is_fact();
    (is_data && is_id(found)).then_some(place)
}

/// Reports whether the value is a member of an object, whose name stands in quotes: `"userId": 550217`.
fn is_member(text: &str, value: &Range<usize>) -> bool {
    /// Longest sign with the blanks beside it, in bytes.
    const FAR: usize = 4;
    let head = window::before(text, value.start, FAR);
    // Or the pair fills quotes: `"userId:7731504"`.
    let is_quoted = || head.ends_with(':') && byte_at(text, value.end) == Some(b'"');
    head.trim_end().trim_end_matches(':').trim_end().ends_with('"') || is_quoted()
}

/// Reports whether `found` is an identifier, and no word, UUID's rest or number of an example: it has digits, and of digits alone
/// several.
pub(super) fn is_id(found: &str) -> bool {
    /// Longest identifier, in bytes.
    const LONGEST: usize = 64;
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let stands = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'|' | b'.');
    digits >= FEWEST
        && found.len() <= LONGEST
        && found.bytes().all(stands)
        && !is_placeholder(found)
        && !has_one_digit(found.as_bytes())
        && !is_date_shape(found)
        && !is_dated_time(found)
        && !found.starts_with("0x")
        && !found.contains("::")
        && !found.ends_with("ms")
}

/// Reports whether `found` mixes digits and letters as no word does.
fn is_drawn(found: &str) -> bool {
    let has = |wanted: fn(&u8) -> bool| found.as_bytes()[3..].iter().filter(|b| wanted(b)).count();
    has(u8::is_ascii_digit) > 1 && has(u8::is_ascii_alphabetic) > 4
}

/// Reports whether the last three of 18 signs tell which of the others are capitals, each for five of them.
fn has_checksum(id: &[u8]) -> bool {
    const SIGNS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";
    let Some((id, sum)) = id.split_last_chunk::<3>() else { return false };
    let capitals =
        |part: &[u8]| part.iter().enumerate().map(|(at, b)| usize::from(b.is_ascii_uppercase()) << at).sum::<usize>();
    id.len() == 15 && id.chunks(5).zip(sum).all(|(part, sign)| SIGNS[capitals(part)] == *sign)
}

/// Reports whether the card at `place` opens doors: a door, a reader or its holder is told beside it.
fn is_of_door(text: &str, place: &Range<usize>) -> bool {
    /// Bytes on either side.
    const NEAR: usize = 96;
    const WORDS: [&str; 8] = ["door", "reader", "holder", "emp=", "access", "entry", "gate", "zutritt"];
    let sides = [line::before(text, place.start, NEAR), line::behind(text, place.end, NEAR)];
    sides.into_iter().any(|side| {
        let side = side.to_ascii_lowercase();
        WORDS.iter().any(|word| side.contains(word))
    })
}

/// The run of bytes at `at` that stand in an identifier.
fn run_at(text: &str, at: usize, stands: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    /// Longest identifier, in bytes.
    const LONGEST: usize = 64;
    let len = line::behind(text, at, LONGEST + 1).bytes().take_while(|b| stands(*b)).count();
    (1..=LONGEST).contains(&len).then_some(at..at + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_signs_tell_the_capitals() {
        for (id, expected) in [
            ("0035e00000PqRsTAAV", true),
            ("005B0000001kXyzIAE", true),
            ("001000000000001AAA", true),
            ("001000000000001AAB", false),
            ("0035e00000pqrstAAV", false),
        ] {
            assert_eq!(has_checksum(id.as_bytes()), expected, "{id}");
        }
    }

    #[test]
    fn numbers_stand_behind_an_address_of_mail() {
        for (text, expected) in [
            ("jane@example.com, id 550217", Some("550217")),
            ("Jane <jane@example.com> (id=550217)", Some("550217")),
            ("order, id 550217", None),
            ("see @jane, id 550217", None),
        ] {
            let field = crate::text::Field::new(text);
            let end = text.rfind(|c: char| c.is_ascii_digit()).unwrap() + 1;
            let start = text.find(", id").or_else(|| text.find(" (id")).unwrap();
            let candidate =
                Candidate { field: &field, range: start..end, pattern: BESIDE_MAIL, form: Form::Shape, name: "" };
            assert_eq!(check(&candidate).map(|found| &text[found.range]), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_accounts_stand_alone_in_pairs() {
        for (text, form, expected) in [
            ("58821", Form::Pair, Some("58821")),
            ("58821", Form::Member, None),
            ("10001", Form::Pair, None),
            ("jroe", Form::Pair, None),
        ] {
            let field = crate::text::Field::new(text);
            let candidate = Candidate { field: &field, range: 0..text.len(), pattern: ALONE, form, name: "user" };
            assert_eq!(check(&candidate).map(|found| &text[found.range]), expected, "{text}");
        }
    }
}
