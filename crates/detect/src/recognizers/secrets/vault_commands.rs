//! Secrets that commands put into a vault or into the settings of a service: `gh secret set NAME --body …`, `aws ssm put-parameter
//! --name /prod/db --value …`, `wrangler secret put NAME <<< …`.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::assignment::said;
use crate::recognizers::secrets::stand_ins::{is_name, is_ordinary, is_placeholder};
use crate::text::window;
use crate::{Candidate, Finding, Pattern, Rule};

/// Longest command and longest value, in bytes.
const LONGEST: usize = 512;
/// Shortest value, in bytes.
const SHORTEST: usize = 6;

/// Options before the value, and the sign of a shell that hands a text over.
const OPTIONS: [&str; 7] = ["--value", "--body", "-b", "--secret-string", "--secret", "--data", "<<<"];

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[Pattern::prefix(
        concat!(
            "(?:gh|glab) (?:secret|variable) set |aws ssm put-parameter |aws secretsmanager (?:create|put|update)-secret(?:-value)? |",
            "az keyvault (?:secret|key) set |wrangler secret put |gcloud secrets (?:create|versions add) |(?:op|bw|infisical|doppler|",
            "supabase|flyctl|fly|pulumi config|netlify|vercel) (?:secrets?|env|set) (?:set|put|add|create) |docker secret create |",
            "az webapp config appsettings set |circleci context store-secret |(?:consul kv|etcdctl) put "
        ),
        0.88,
        0.92,
    )]),
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let command = command(text, end);
    // A plain parameter of a system's settings is no secret.
    let is_plain = command.contains("--type String ")
        || command.contains("--type StringList")
        || command.ends_with("--type String");
    let is_path = candidate.matched().ends_with(" put ") && !candidate.matched().starts_with('w');
    let place = match is_path {
        true => behind_path(end, command)?,
        false if is_plain => return None,
        false => argument(text, end, command)?,
    };
    let found = text.get(place.clone())?;
    let is_value = found.len() >= SHORTEST
        && !is_placeholder(found)
        && !is_ordinary(found)
        && !is_name(found)
        && !found.starts_with(['$', '{', '@', '-', '/', '<', '.'])
        && !found.starts_with("file:");
    is_value.then(|| candidate.part(place))?
}

/// The argument behind a path whose last part is the name of a secret, in `command`, which begins at `at`: `app/db/password …`.
fn behind_path(at: usize, command: &str) -> Option<Range<usize>> {
    let (path, value) = command.split_once(' ')?;
    said(path.rsplit('/').next()?)?;
    let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''));
    let inner = quote.map_or(value, |_| &value[1..]);
    let len = inner.find(|c: char| Some(c) == quote || quote.is_none() && c.is_whitespace()).unwrap_or(inner.len());
    let start = at + command.len() - inner.len();
    Some(start..start + inner[..len].trim_end().len())
}

/// The rest of the command at `at`, up to the end of its line; a backslash before that goes on with the next one.
fn command(text: &str, at: usize) -> &str {
    let near = window::behind(text, at, LONGEST);
    let mut ends = near.match_indices('\n').map(|(end, _)| end);
    let end = ends.find(|end| !near[..*end].trim_end_matches('\r').ends_with('\\'));
    &near[..end.unwrap_or(near.len())]
}

/// The place of the value behind the first of the [`OPTIONS`] in `command`, which begins at `at`.
fn argument(text: &str, at: usize, command: &str) -> Option<Range<usize>> {
    let stands = |option: &str| {
        command.match_indices(option).map(|(start, _)| start).find(|start| {
            let behind = &command[start + option.len()..];
            (*start == 0 || command[..*start].ends_with([' ', '\t'])) && behind.starts_with([' ', '=', '"', '\''])
        })
    };
    let behind = OPTIONS.iter().find_map(|option| Some(stands(option)? + option.len()))?;
    let rest = command[behind..].trim_start_matches([' ', '=']);
    let start = at + command.len() - rest.len();
    let quote = rest.chars().next().filter(|sign| matches!(sign, '"' | '\''));
    let inner = quote.map_or(rest, |_| &rest[1..]);
    let len = match quote {
        Some(quote) => inner.find(quote)?,
        None => inner.find([' ', '\n', ';', '|', '&', ')']).unwrap_or(inner.len()),
    };
    let start = start + usize::from(quote.is_some());
    text.get(start..start + len).filter(|found| !found.contains(' '))?;
    Some(start..start + len)
}
