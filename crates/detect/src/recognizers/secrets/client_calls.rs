//! Client calls: calls that make or set up the client of a service, and take its keys by position, `mailgun.Client("…")`,
//! `new Twilio('…', '…')`, `Rollbar.init("…")`, `require('stripe')('…')`.

use std::{borrow::Cow, ops::Range};

use crate::keys::{MOST_ARGUMENTS, literal_arguments};
use crate::recognizers::secrets::{
    generic_secret::PREFIXED,
    key_value::{is_uuid, may_be_key},
    password_value::has_digit,
    randomness::{is_common, is_random},
    services::{Shape, is_service, key_shape},
    shape::is_mixed_key,
};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// The bracket of a call and the beginning of its first argument, a literal.
const OPENING: Pattern = Pattern::within("\\([\"'`][0-9A-Za-z_./+-]", 0.85, 0.88);

pub(super) const RULES: &[Rule] = &[Rule {
    // The first, the second and the following keys of a call.
    patterns: Cow::Borrowed(&[OPENING; MOST_ARGUMENTS]),
    context: words![],
    check,
    ..PREFIXED
}];

/// Fewest bytes of a key, and of one that no service is named for.
const LEAST: usize = 16;
const LONG: usize = 20;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, open) = (candidate.field.text, candidate.range.start);
    if !may_hold_key(text, open + 1) || candidate.pattern > 0 && !goes_on(text, open + 1) {
        return None;
    }
    let callee = Callee::before(text, open)?;
    let arguments: [_; MOST_ARGUMENTS] = literal_arguments(text, open + 1);
    let is_key = |place: &Range<usize>| callee.takes(&text[place.clone()]);
    arguments.into_iter().flatten().filter(is_key).nth(candidate.pattern).and_then(|place| candidate.part(place))
}

/// Reports whether as many characters of a key as it has at least stand in a row near `at`: nearly no call has such arguments.
fn may_hold_key(text: &str, at: usize) -> bool {
    /// Farthest end of the arguments, in bytes.
    const FAR: usize = 384;
    let near = window::behind(text, at, FAR);
    let arguments = near.split(')').next().unwrap_or_default();
    let stands = |b: &u8| b.is_ascii_alphanumeric() || b"_-+/=".contains(b);
    arguments.as_bytes().split(|b| !stands(b)).any(|run| run.len() >= LEAST && run.iter().any(u8::is_ascii_digit))
}

/// Reports whether more arguments follow the literal whose quote stands at `at`.
fn goes_on(text: &str, at: usize) -> bool {
    /// Longest literal, in bytes.
    const LONGEST: usize = 256;
    let near = line::behind(text, at, LONGEST);
    let quote = near.chars().next().unwrap_or_default();
    near.get(1..).and_then(|rest| rest.split_once(quote)).is_some_and(|(_, rest)| rest.trim_start().starts_with(','))
}

/// What a call is made of, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Callee {
    /// A method or a constructor of the client of a service, with the shape of its keys.
    Service(Shape),
    /// A client, or a method that sets credentials: `Client`, `authenticate`; of a service, if `is_known`.
    Client { is_known: bool },
    /// A method that sets up anything: `init`.
    Setup,
}

impl Callee {
    /// The callee that ends before the bracket at `open`.
    fn before(text: &str, open: usize) -> Option<Self> {
        /// Longest path of a callee, in bytes.
        const LONGEST: usize = 72;
        let head = line::before(text, open, LONGEST);
        if let Some(head) = head.strip_suffix(')') {
            return required(head).and_then(of_service).map(|_| Self::Client { is_known: true });
        }
        let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\' | '-' | '>' | '/');
        let path = &head[head.trim_end_matches(stands).len()..];
        let mut parts = path.rsplit(['.', ':', '\\', '>', '-', '/']).filter(|part| !part.is_empty());
        let last = parts.next()?;
        let verb = last.to_ascii_lowercase().replace('_', "");
        // A constructor that other languages write as a method: `Client.new`, `Client::create`.
        let is_maker = matches!(verb.as_str(), "new" | "create" | "getinstance" | "instance" | "builder" | "connect");
        let owner = parts.next();
        if is_maker && owner.is_some_and(is_client) {
            return Some(Self::Client { is_known: parts.next().and_then(of_service).is_some() });
        }
        // A method that sets a key of the service that owns it: `snyk.set_key`.
        if sets_key(&verb) && owner.and_then(of_service).is_some() {
            return Some(Self::Client { is_known: true });
        }
        let service =
            of_service(last).or_else(|| owner.filter(|_| is_client(last) || is_setup(&verb)).and_then(of_service));
        if is_client(last) || matches!(verb.as_str(), "authenticate" | "authorize" | "configure") {
            return Some(Self::Client { is_known: service.is_some() });
        }
        let is_setup = matches!(verb.as_str(), "init" | "initialize" | "initialise");
        service.map(Self::Service).or_else(|| is_setup.then_some(Self::Setup))
    }

    /// Reports whether `found` is a key that such a call takes.
    fn takes(self, found: &str) -> bool {
        let is_random = || found.len() >= LEAST && has_digit(found) && may_be_key(found) && is_random(found);
        match self {
            Self::Service(Shape::Uuid) | Self::Client { is_known: true } if is_uuid(found) => true,
            _ if is_uuid(found) => false,
            Self::Service(Shape::Random | Shape::Uuid) | Self::Client { is_known: true } => is_random(),
            Self::Service(Shape::Mixed) => is_random() && is_mixed_key(found),
            Self::Client { is_known: false } => found.len() >= LONG && is_random() && !found.contains(['/', '.']),
            Self::Setup => found.len() >= LONG && is_random() && is_mixed_key(found) && !found.contains(['/', '.']),
        }
    }
}

/// The name of the package that a call of `require` at the end of `head` loads: `require('stripe'`.
fn required(head: &str) -> Option<&str> {
    let quote = head.chars().next_back().filter(|sign| matches!(sign, '"' | '\''))?;
    let (call, name) = head.strip_suffix(quote)?.rsplit_once(quote)?;
    call.ends_with("require(").then(|| name.rsplit(['/', '@']).next())?
}

/// Reports whether `name` is one of a client, whatever stands before: `Client`, `NewClient`, `OAuth1UserHandler`.
fn is_client(name: &str) -> bool {
    const ENDINGS: [&str; 7] = ["client", "Client", "Api", "API", "SDK", "Sdk", "AuthHandler"];
    ENDINGS.iter().any(|ending| name.ends_with(ending)) || name.starts_with("OAuth") && name.ends_with("Handler")
}

/// Reports whether `verb`, in lower case, is a method that sets up the client of the service that owns it.
fn is_setup(verb: &str) -> bool {
    const VERBS: [&str; 15] = [
        "init",
        "initialize",
        "initialise",
        "setup",
        "configure",
        "config",
        "connect",
        "apiconnect",
        "start",
        "load",
        "new",
        "create",
        "auth",
        "authenticate",
        "login",
    ];
    VERBS.contains(&verb)
}

/// Reports whether `verb`, in lower case, is a method that sets a key.
fn sets_key(verb: &str) -> bool {
    let is_noun = ["key", "token", "secret"].iter().any(|noun| verb.ends_with(noun));
    is_noun && ["set", "with", "use", "add"].iter().any(|set| verb.starts_with(set))
}

/// The shape of the keys of the service that `name` is the client of: `Mailgun`, `MailgunClient`, `survey_sparrow`.
fn of_service(name: &str) -> Option<Shape> {
    const ENDINGS: [&str; 6] = ["client", "api", "sdk", "service", "connector", "new"];
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let name = name.strip_prefix("new").unwrap_or(&name);
    let bare = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).filter(|bare| !bare.is_empty());
    [Some(name), bare]
        .into_iter()
        .flatten()
        .find_map(|name| key_shape(name).or_else(|| (is_service(name) && !is_common(name)).then_some(Shape::Mixed)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    const HEX: &str = "9f4c17ab03e85d62c1f7a90e44b2d863";
    const MIXED: &str = "kW3xPq8LmZ2vTn6Rb4Yd9sHc";
    const UUID: &str = "8f14e45f-ceea-467f-9a3c-2e1d5b7a0c44";

    #[test]
    fn clients_take_keys_by_position() {
        for (callee, key, expected) in [
            ("mailgun.Client(\"", HEX, true),
            ("new RollbarClient('", HEX, true),
            ("Acme::Client.new('", HEX, true),
            ("new Acme\\Client('", HEX, true),
            ("acme.NewClient(\"", HEX, true),
            ("acme.authenticate(\"", MIXED, true),
            ("acme.init(\"", MIXED, true),
            ("acme.init(\"", HEX, false),
            ("mixpanel.init(\"", HEX, true),
            ("require('pusher')('", HEX, true),
            ("require('acme')('", HEX, false),
            ("Codecov::Client.new('", UUID, true),
            ("snyk.set_key('", UUID, true),
            ("docker.Client('", HEX, true),
            ("acme.Client('", UUID, false),
            ("docker.New(\"", HEX, false),
            ("stripe.customers.retrieve('", MIXED, false),
            ("plumbing.NewHash(\"", HEX, false),
            ("Address::new(\"", MIXED, false),
            ("sentry.captureMessage('", MIXED, false),
        ] {
            let text = [callee, key, &callee[callee.len() - 1..], ")"].concat();
            let matched = [&callee[callee.len() - 2..], &key[..1]].concat();
            assert_eq!(check_match(check, &text, &matched, 0), expected.then_some(key), "{text}");
        }
    }

    #[test]
    fn several_keys_stand_in_one_call() {
        let text = format!("mailjet.connect('{HEX}', '{MIXED}')");
        assert_eq!(check_match(check, &text, "('9", 0), Some(HEX));
        assert_eq!(check_match(check, &text, "('9", 1), Some(MIXED));
        let text = format!("new Minio('s3.example.org', 'shop', '{MIXED}')");
        assert_eq!(check_match(check, &text, "('s", 0), Some(MIXED));
    }
}
