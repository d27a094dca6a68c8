//! Keys of providers of language models: Anthropic, OpenAI.

use std::borrow::Cow;

use crate::Rule;
use crate::entity::Surrogate;
use crate::recognizers::secrets::{shape::info, tokens};

pub(super) const ANTHROPIC_KEY: Rule = Rule {
    info: info(
        "ANTHROPIC_KEY",
        &["ANTHROPIC_API_KEY", "CLAUDE_API_KEY"],
        "A key or token of Anthropic.",
        "sk-ant-api03-Ex4mple0Ex4mple1Ex4mple2Ex4mple3Ex4mple4Ex4-QAA",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["anthropic", "claude", "key", "x-api-key"],
    check: |candidate| tokens::check(candidate, "ANTHROPIC_KEY"),
};

pub(super) const OPENAI_KEY: Rule = Rule {
    info: info(
        "OPENAI_KEY",
        &["OPENAI_API_KEY"],
        "A key of OpenAI, or of a service that writes its keys likewise.",
        "sk-proj-Ex4mple0Ex4mple1Ex4mT3BlbkFJEx4mple0Ex4mple1Ex4mQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["openai", "gpt", "api key", "key", "deepseek", "openrouter"],
    check: |candidate| tokens::check(candidate, "OPENAI_KEY"),
};
