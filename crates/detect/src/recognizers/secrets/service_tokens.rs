//! Tokens of messengers, mailers and payments: Discord, SendGrid, Slack, Stripe, Telegram, Twilio.

use std::borrow::Cow;

use crate::entity::Surrogate;
use crate::recognizers::secrets::{
    shape::{info, is_dummy, is_token},
    tokens,
};
use crate::recognizers::support::value::token;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[DISCORD_USER_TOKEN, TELEGRAM_TOKEN, TWILIO_AUTH_TOKEN];

pub(super) const DISCORD_TOKEN: Rule = Rule {
    info: info(
        "DISCORD_TOKEN",
        &["DISCORD_BOT_TOKEN", "DISCORD_WEBHOOK"],
        "A token of a bot or a user of Discord, or the address of a webhook.",
        "MTIzNDU2Nzg5MDEyMzQ1Njc4.GExmpl.Ex4mple0Ex4mple1Ex4mple2Ex4mple3Ex4mpQ",
        Surrogate::Alike,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["discord", "bot", "token"],
    check: |candidate| tokens::check(candidate, "DISCORD_TOKEN"),
};

/// Tokens that begin with the number of a user.
const DISCORD_USER_TOKEN: Rule = Rule {
    patterns: Cow::Borrowed(&[
        // The first part is a number in base 64: few characters can begin it.
        Pattern::regex(
            r"[MNO][DTjz][AEIMQUYcgk][w-z0-5][0-9A-Za-z]{18,26}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]+",
            0.95,
            0.99,
        ),
    ]),
    check: |candidate| is_token(candidate, 54..=80).then(|| candidate.whole())?,
    ..DISCORD_TOKEN
};

pub(super) const SENDGRID_KEY: Rule = Rule {
    info: info(
        "SENDGRID_KEY",
        &["SENDGRID_API_KEY", "SENDGRID_TOKEN"],
        "An API key of SendGrid.",
        "SG.Ex4mple0Ex4mple1Ex4mpQ.Ex4mple0Ex4mple1Ex4mple2Ex4mple3Ex4mple4ExQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["sendgrid", "api key", "smtp"],
    check: |candidate| tokens::check(candidate, "SENDGRID_KEY"),
};

pub(super) const SLACK_TOKEN: Rule = Rule {
    info: info(
        "SLACK_TOKEN",
        &["SLACK_API_TOKEN", "SLACK_BOT_TOKEN", "SLACK_WEBHOOK"],
        "A token of Slack, or the address of an incoming webhook.",
        "xoxb-123456789012-210987654321-Ex4mple0Ex4mple1Ex4mpleQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["slack", "token", "bot", "webhook"],
    check: |candidate| tokens::check(candidate, "SLACK_TOKEN"),
};

pub(super) const STRIPE_KEY: Rule = Rule {
    info: info(
        "STRIPE_KEY",
        &["STRIPE_SECRET_KEY", "STRIPE_API_KEY"],
        "A secret or restricted key of Stripe, or the secret of a webhook; not publishable keys.",
        "sk_test_Ex4mple0Ex4mple1Ex4mple2",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["stripe", "secret key", "api key", "webhook"],
    check: |candidate| tokens::check(candidate, "STRIPE_KEY"),
};

const TELEGRAM_TOKEN: Rule = Rule {
    info: info(
        "TELEGRAM_TOKEN",
        &["TELEGRAM_BOT_TOKEN"],
        "A token of a bot of Telegram.",
        "1234567890:AAEx4mple0Ex4mple1Ex4mple2Ex4mple3Q",
        Surrogate::Alike,
    ),
    patterns: Cow::Borrowed(&[Pattern::regex(r"(?:bot)?[0-9]{8,10}:A[0-9A-Za-z_-]+", 0.95, 0.99)]),
    context: words!["telegram", "bot", "token"],
    check: check_telegram,
};

/// The number of the bot, a colon, 35 characters. In the address of a call `bot` stands before.
fn check_telegram(candidate: &Candidate<'_>) -> Option<Finding> {
    let prefix = if candidate.matched().starts_with("bot") { 3 } else { 0 };
    let (number, secret) = candidate.matched().get(prefix..)?.split_once(':')?;
    let random = secret.bytes().any(|b| b.is_ascii_lowercase()) && secret.bytes().any(|b| b.is_ascii_digit());
    // Of a call nothing else stands there: `https://api.telegram.org/bot…`
    let is_call = prefix > 0 && secret.starts_with("AA");
    let fits = secret.len() == 35 && random && (is_call || !number.starts_with('0'));
    (fits && is_token(candidate, 44..=49))
        .then(|| candidate.part(candidate.range.start + prefix..candidate.range.end))?
}

pub(super) const TWILIO_KEY: Rule = Rule {
    info: info(
        "TWILIO_KEY",
        &["TWILIO_API_KEY", "TWILIO_AUTH_TOKEN", "TWILIO_SID"],
        "An API key, account identifier or authentication token of Twilio.",
        "SK0123456789abcdef0123456789abcdef",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["twilio", "account sid", "accountsid", "api key"],
    check: |candidate| tokens::check(candidate, "TWILIO_KEY"),
};

/// Authentication tokens, which their name tells.
const TWILIO_AUTH_TOKEN: Rule = Rule {
    patterns: Cow::Borrowed(&[Pattern::key(
        keys!["twilio auth token", "twilio token", "twilio api secret", "twilio secret"],
        0.97,
    )]),
    check: check_twilio,
    ..TWILIO_KEY
};

fn check_twilio(candidate: &Candidate<'_>) -> Option<Finding> {
    let place = token(candidate, b"")?;
    let found = candidate.field.text.get(place.clone())?;
    let secret = found.len() == 32 && found.bytes().all(|b| b.is_ascii_alphanumeric()) && !is_dummy(found);
    secret.then(|| candidate.part(place))?
}
