//! Tokens of messengers, mailers and payments: Discord, SendGrid, Slack, Stripe, Telegram, Twilio.

use std::borrow::Cow;

use crate::entity::Surrogate;
use crate::recognizers::secrets::shape::{info, is_dummy, is_token};
use crate::recognizers::support::value::token;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[DISCORD_TOKEN, SENDGRID_KEY, SLACK_TOKEN, STRIPE_KEY, TELEGRAM_TOKEN, TWILIO_KEY];

const DISCORD_TOKEN: Rule = Rule {
    info: info(
        "DISCORD_TOKEN",
        &["DISCORD_BOT_TOKEN", "DISCORD_WEBHOOK"],
        "A token of a bot or a user of Discord, or the address of a webhook.",
        "MTIzNDU2Nzg5MDEyMzQ1Njc4.GExmpl.Ex4mple0Ex4mple1Ex4mple2Ex4mple3Ex4mpQ",
        Surrogate::Alike,
    ),
    patterns: Cow::Borrowed(&[
        // The first part is a number in base 64: few characters can begin it.
        Pattern::regex(
            r"[MNO][DTjz][AEIMQUYcgk][w-z0-5][0-9A-Za-z]{18,26}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]+",
            0.95,
            0.99,
        ),
        Pattern::regex(r"mfa\.[0-9A-Za-z_-]+", 0.9, 0.99),
        Pattern::regex(r"(?:discord|discordapp)\.com/api/webhooks/[0-9]{17,20}/[0-9A-Za-z_-]+", 0.97, 0.99),
    ]),
    context: words!["discord", "bot", "token"],
    check: |candidate| {
        let lengths = match candidate.pattern {
            0 => 54..=80,
            1 => 88..=90,
            _ => 100..=150,
        };
        is_token(candidate, lengths).then(|| candidate.whole())?
    },
};

const SENDGRID_KEY: Rule = Rule {
    info: info(
        "SENDGRID_KEY",
        &["SENDGRID_API_KEY", "SENDGRID_TOKEN"],
        "An API key of SendGrid.",
        "SG.Ex4mple0Ex4mple1Ex4mpQ.Ex4mple0Ex4mple1Ex4mple2Ex4mple3Ex4mple4ExQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[Pattern::regex(r"SG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]+", 0.98, 0.99)]),
    context: words!["sendgrid", "api key", "smtp"],
    check: |candidate| is_token(candidate, 69..=69).then(|| candidate.whole())?,
};

const SLACK_TOKEN: Rule = Rule {
    info: info(
        "SLACK_TOKEN",
        &["SLACK_API_TOKEN", "SLACK_BOT_TOKEN", "SLACK_WEBHOOK"],
        "A token of Slack, or the address of an incoming webhook.",
        "xoxb-123456789012-210987654321-Ex4mple0Ex4mple1Ex4mpleQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"xox[abeoprs]-[0-9A-Za-z-]+", 0.97, 0.99),
        Pattern::regex(r"xoxe\.xox[bp]-[0-9]-[0-9A-Za-z-]+", 0.98, 0.99),
        Pattern::regex(r"xapp-[0-9]-[0-9A-Za-z-]+", 0.97, 0.99),
        Pattern::regex(r"xoxe-[0-9]-[0-9A-Za-z-]+", 0.97, 0.99),
        Pattern::regex(r"hooks\.slack\.com/(?:services|workflows|triggers)/[0-9A-Za-z/_-]+", 0.97, 0.99),
    ]),
    context: words!["slack", "token", "bot", "webhook"],
    check: |candidate| {
        let lengths = match candidate.pattern {
            0 => 30..=256,
            1 => 60..=256,
            2 => 60..=256,
            3 => 60..=256,
            _ => 50..=150,
        };
        is_token(candidate, lengths).then(|| candidate.whole())?
    },
};

const STRIPE_KEY: Rule = Rule {
    info: info(
        "STRIPE_KEY",
        &["STRIPE_SECRET_KEY", "STRIPE_API_KEY"],
        "A secret or restricted key of Stripe, or the secret of a webhook; not publishable keys.",
        "sk_test_Ex4mple0Ex4mple1Ex4mple2",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[rs]k_(?:live|test|prod)_[0-9A-Za-z]+", 0.98, 0.99),
        Pattern::regex(r"whsec_[0-9A-Za-z+/=]+", 0.95, 0.99),
    ]),
    context: words!["stripe", "secret key", "api key", "webhook"],
    check: |candidate| {
        let lengths = match candidate.pattern {
            0 => 18..=128,
            _ => 32..=80,
        };
        is_token(candidate, lengths).then(|| candidate.whole())?
    },
};

const TELEGRAM_TOKEN: Rule = Rule {
    info: info(
        "TELEGRAM_TOKEN",
        &["TELEGRAM_BOT_TOKEN"],
        "A token of a bot of Telegram.",
        "1234567890:AAEx4mple0Ex4mple1Ex4mple2Ex4mple3Q",
        Surrogate::Alike,
    ),
    patterns: Cow::Borrowed(&[Pattern::regex(r"(?:bot)?[0-9]{8,10}:A[0-9A-Za-z_-]+", 0.9, 0.99)]),
    context: words!["telegram", "bot", "token"],
    check: check_telegram,
};

/// The number of the bot, a colon, 35 characters. In the address of a call `bot` stands before.
fn check_telegram(candidate: &Candidate<'_>) -> Option<Finding> {
    let prefix = if candidate.matched().starts_with("bot") { 3 } else { 0 };
    let (number, secret) = candidate.matched().get(prefix..)?.split_once(':')?;
    let random = secret.bytes().any(|b| b.is_ascii_lowercase()) && secret.bytes().any(|b| b.is_ascii_digit());
    let fits = secret.len() == 35 && random && !number.starts_with('0');
    (fits && is_token(candidate, 44..=49))
        .then(|| candidate.part(candidate.range.start + prefix..candidate.range.end))?
}

const TWILIO_KEY: Rule = Rule {
    info: info(
        "TWILIO_KEY",
        &["TWILIO_API_KEY", "TWILIO_AUTH_TOKEN", "TWILIO_SID"],
        "An API key, account identifier or authentication token of Twilio.",
        "SK0123456789abcdef0123456789abcdef",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?:SK|AC)[0-9a-f]{32}", 0.96, 0.99),
        Pattern::key(keys!["twilio auth token", "twilio token", "twilio api secret", "twilio secret"], 0.97),
    ]),
    context: words!["twilio", "account sid", "accountsid", "api key"],
    check: check_twilio,
};

fn check_twilio(candidate: &Candidate<'_>) -> Option<Finding> {
    if candidate.pattern == 0 {
        return is_token(candidate, 34..=34).then(|| candidate.whole())?;
    }
    let place = token(candidate, b"")?;
    let found = candidate.field.text.get(place.clone())?;
    let secret = found.len() == 32 && found.bytes().all(|b| b.is_ascii_alphanumeric()) && !is_dummy(found);
    secret.then(|| candidate.part(place))?
}
