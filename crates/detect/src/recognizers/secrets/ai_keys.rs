//! Keys of providers of language models: Anthropic, OpenAI.

use std::borrow::Cow;

use crate::entity::Surrogate;
use crate::recognizers::secrets::shape::{entropy, info, is_token, is_wordy};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[ANTHROPIC_KEY, OPENAI_KEY];

const ANTHROPIC_KEY: Rule = Rule {
    info: info(
        "ANTHROPIC_KEY",
        &["ANTHROPIC_API_KEY", "CLAUDE_API_KEY"],
        "A key or token of Anthropic.",
        "sk-ant-api03-Ex4mple0Ex4mple1Ex4mple2Ex4mple3Ex4mple4Ex4-QAA",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[Pattern::regex(r"sk-ant-[a-z]{2,8}[0-9]{2}-[0-9A-Za-z_-]+", 0.98, 0.99)]),
    context: words!["anthropic", "claude", "key", "x-api-key"],
    check: |candidate| is_token(candidate, 60..=256).then(|| candidate.whole())?,
};

const OPENAI_KEY: Rule = Rule {
    info: info(
        "OPENAI_KEY",
        &["OPENAI_API_KEY"],
        "A key of OpenAI, or of a service that writes its keys likewise.",
        "sk-proj-Ex4mple0Ex4mple1Ex4mT3BlbkFJEx4mple0Ex4mple1Ex4mQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"sk-(?:proj|svcacct|service|admin|None)-[0-9A-Za-z_-]+", 0.97, 0.99),
        Pattern::regex(r"sk-[0-9A-Za-z]+", 0.85, 0.99),
        Pattern::regex(r"sk-or-v1-[0-9a-f]+", 0.97, 0.99),
    ]),
    context: words!["openai", "gpt", "api key", "key", "deepseek", "openrouter"],
    check: check_openai,
};

/// Keys of OpenAI hold its name in base 64 in their middle.
fn check_openai(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    match candidate.pattern {
        0 | 1 if matched.contains("T3BlbkFJ") => is_token(candidate, 40..=256).then(|| candidate.certain())?,
        0 => (is_token(candidate, 48..=256) && !is_wordy(matched)).then(|| candidate.whole())?,
        1 => {
            let random = matched.bytes().any(|b| b.is_ascii_digit()) && !is_wordy(matched) && entropy(matched) > 3.2;
            (random && is_token(candidate, 35..=128)).then(|| candidate.whole())?
        }
        _ => is_token(candidate, 73..=73).then(|| candidate.whole())?,
    }
}
