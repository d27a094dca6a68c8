//! Tokens of code hosts and package registries: GitHub, GitLab, npm, PyPI, Hugging Face.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::secrets::crc::has_checksum;
use crate::recognizers::secrets::jwt::segments_end;
use crate::recognizers::secrets::shape::{info, is_token};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[GITHUB_TOKEN, GITLAB_TOKEN, HUGGINGFACE_TOKEN, NPM_TOKEN, PYPI_TOKEN];

const GITLAB_TOKEN: Rule = Rule {
    info: info(
        "GITLAB_TOKEN",
        &["GITLAB_PAT", "GL_TOKEN"],
        "A token of GitLab: personal, project, runner, deploy, trigger, agent, feed or single sign-on.",
        "glpat-Ex4mple0Token0Form01",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"glpat-[0-9A-Za-z_-]+", 0.98, 0.99),
        Pattern::regex(r"gl(?:ft|imt|ptt|soat|ffct|oas|agent)-[0-9A-Za-z_-]+", 0.97, 0.99),
        Pattern::regex(r"gl(?:rt|rtr|dt|cbt)-[0-9A-Za-z_-]+", 0.97, 0.99),
        Pattern::regex(r"GR1348941[0-9A-Za-z_-]+", 0.97, 0.99),
        Pattern::regex(r"gl(?:pat|rt|cbt)-[0-9A-Za-z_-]+\.[0-9a-z]{2}\.[0-9a-z]{7,9}", 0.98, 0.99),
    ]),
    context: words!["gitlab", "token", "private-token"],
    check: |candidate| {
        let lengths = match candidate.pattern {
            0 => 26..=26,
            1 => 25..=80,
            2 => 24..=64,
            3 => 29..=29,
            _ => 40..=320,
        };
        is_token(candidate, lengths).then(|| candidate.whole())?
    },
};

const HUGGINGFACE_TOKEN: Rule = Rule {
    info: info(
        "HUGGINGFACE_TOKEN",
        &["HF_TOKEN", "HUGGING_FACE_TOKEN"],
        "A token of a user or an organisation at Hugging Face.",
        "hf_ExampleOnlyExampleOnlyExampleOnlyQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"hf_[A-Za-z]+", 0.97, 0.99),
        Pattern::regex(r"api_org_[A-Za-z]+", 0.97, 0.99),
    ]),
    context: words!["huggingface", "hugging face", "token"],
    check: |candidate| {
        let lengths = match candidate.pattern {
            0 => 37..=37,
            _ => 42..=42,
        };
        is_token(candidate, lengths).then(|| candidate.whole())?
    },
};

const NPM_TOKEN: Rule = Rule {
    info: info(
        "NPM_TOKEN",
        &["NPM_ACCESS_TOKEN", "NODE_AUTH_TOKEN"],
        "An access token of the npm registry.",
        "npm_Ex4mpleEx4mpleEx4mpleEx4mpleEx4mpleQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[Pattern::regex(r"npm_[0-9A-Za-z]+", 0.95, 0.99)]),
    context: words!["npm", "token", "_authtoken", "registry"],
    check: check_npm,
};

/// The last six characters are a checksum as on GitHub, which makes it certain.
fn check_npm(candidate: &Candidate<'_>) -> Option<Finding> {
    is_token(candidate, 40..=40).then_some(())?;
    let proven = candidate.matched().get(4..).is_some_and(has_checksum);
    if proven { candidate.certain() } else { candidate.whole() }
}

const PYPI_TOKEN: Rule = Rule {
    info: info(
        "PYPI_TOKEN",
        &["PYPI_API_TOKEN"],
        "An upload token of the Python Package Index, or of its test instance.",
        "pypi-AgEIcHlwaS5vcmcCJGV4YW1wbGUtZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"pypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]+", 0.98, 0.99),
        Pattern::regex(r"pypi-AgENdGVzdC5weXBpLm9yZw[0-9A-Za-z_-]+", 0.98, 0.99),
    ]),
    context: words!["pypi", "token", "twine"],
    check: |candidate| is_token(candidate, 60..=1024).then(|| candidate.whole())?,
};

const GITHUB_TOKEN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::SECRETS],
        aliases: &["GITHUB_PAT", "GH_TOKEN", "GITHUB_ACCESS_TOKEN"],
        validation: Validation::Checksum,
        ..LabelInfo::new(
            "GITHUB_TOKEN",
            "A token of GitHub: personal, fine-grained, OAuth, user, installation or refresh.",
            "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",
            Handling { surrogate: Surrogate::Token, ..Handling::IDENTIFIER },
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("gh[opsur]_[0-9A-Za-z]{36}", 0.98, 0.99),
        Pattern::regex("ghr_[0-9A-Za-z]{76}", 0.98, 0.99),
        Pattern::regex("github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}", 0.98, 0.99),
        // Installation tokens that are JSON Web Tokens, since 2026.
        Pattern::regex(r"ghs_[0-9A-Za-z_]{8,}\.", 0.95, 0.99),
    ]),
    context: words!["github", "token", "gh_token", "authorization"],
    check: check_github,
};

fn check_github(candidate: &Candidate<'_>) -> Option<Finding> {
    match candidate.pattern {
        0 | 1 => has_checksum(candidate.matched().get(4..)?).then(|| candidate.certain())?,
        2 => candidate.whole(),
        _ => {
            let (end, segments) = segments_end(candidate.field.text, candidate.range.end);
            (segments == 2).then(|| candidate.part(candidate.range.start..end))?
        }
    }
}
