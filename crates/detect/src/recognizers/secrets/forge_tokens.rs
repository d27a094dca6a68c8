//! Tokens of code hosts and package registries: GitHub, GitLab, npm, PyPI, Hugging Face.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::secrets::jwt::segments_end;
use crate::recognizers::secrets::shape::info;
use crate::recognizers::secrets::tokens;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[GITHUB_WEB_TOKEN];

pub(super) const GITLAB_TOKEN: Rule = Rule {
    info: info(
        "GITLAB_TOKEN",
        &["GITLAB_PAT", "GL_TOKEN"],
        "A token of GitLab: personal, project, runner, deploy, trigger, agent, feed or single sign-on.",
        "glpat-Ex4mple0Token0Form01",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["gitlab", "token", "private-token"],
    check: |candidate| tokens::check(candidate, "GITLAB_TOKEN"),
};

pub(super) const HUGGINGFACE_TOKEN: Rule = Rule {
    info: info(
        "HUGGINGFACE_TOKEN",
        &["HF_TOKEN", "HUGGING_FACE_TOKEN"],
        "A token of a user or an organisation at Hugging Face.",
        "hf_ExampleOnlyExampleOnlyExampleOnlyQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["huggingface", "hugging face", "token"],
    check: |candidate| tokens::check(candidate, "HUGGINGFACE_TOKEN"),
};

pub(super) const NPM_TOKEN: Rule = Rule {
    info: info(
        "NPM_TOKEN",
        &["NPM_ACCESS_TOKEN", "NODE_AUTH_TOKEN"],
        "An access token of the npm registry.",
        "npm_Ex4mpleEx4mpleEx4mpleEx4mpleEx4mpleQ",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["npm", "token", "_authtoken", "registry"],
    check: |candidate| tokens::check(candidate, "NPM_TOKEN"),
};

pub(super) const PYPI_TOKEN: Rule = Rule {
    info: info(
        "PYPI_TOKEN",
        &["PYPI_API_TOKEN"],
        "An upload token of the Python Package Index, or of its test instance.",
        "pypi-AgEIcHlwaS5vcmcCJGV4YW1wbGUtZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU",
        Surrogate::Token,
    ),
    patterns: Cow::Borrowed(&[]),
    context: words!["pypi", "token", "twine"],
    check: |candidate| tokens::check(candidate, "PYPI_TOKEN"),
};

pub(super) const GITHUB_TOKEN: Rule = Rule {
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
    patterns: Cow::Borrowed(&[]),
    context: words!["github", "token", "gh_token", "authorization"],
    check: |candidate| tokens::check(candidate, "GITHUB_TOKEN"),
};

/// Installation tokens that are JSON Web Tokens, since 2026.
const GITHUB_WEB_TOKEN: Rule = Rule {
    patterns: Cow::Borrowed(&[Pattern::regex(r"ghs_[0-9A-Za-z_]{8,}\.", 0.95, 0.99)]),
    check: |candidate| {
        let (end, segments) = segments_end(candidate.field.text, candidate.range.end);
        (segments == 2).then(|| candidate.part(candidate.range.start..end))?
    },
    ..GITHUB_TOKEN
};
