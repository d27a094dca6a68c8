//! Full names of persons in the names of entries in a directory (RFC 4514): `CN=Jane Roe,OU=Finance,DC=example,DC=com`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix("(?:cn|CN)=\\p{Lu}", 0.85, 0.9)]),
    context: words![],
    check: |candidate| candidate.part(name(candidate)?),
}];

/// Words in the names of groups and machines.
const GROUPS: &WordList = &WordList::new(
    "\
    admin|admins|administrator|administrators|users|user|guests|operators|owners|controllers|computers|servers|server|service|services|\
    group|groups|gruppe|groupe|team|teams|readers|writers|editors|members|approvers|printer|printers|publishers|account|accounts",
);

/// The name behind the sign, before the place of the entry.
fn name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let (text, Range { start, .. }) = (candidate.field.text, candidate.range.clone());
    let start = start + "cn=".len();
    let near = window::behind(text, start, LONGEST);
    // A comma within a name is escaped: `CN=Roe\, Jane,OU=…`.
    let is_end = |at: usize| near[at..].starts_with(',') && !near[..at].ends_with('\\');
    let end = near.match_indices(',').map(|(at, _)| at).find(|at| is_end(*at))?;
    let found = &near[..end];
    let plain = found.replace("\\,", "");
    let is_name = name_words(&plain).is_some_and(|words| words > 1);
    // Groups and machines have names of words.
    let mut words = plain.split([' ', '-']).map(str::to_lowercase).filter(|word| word.len() > 2);
    let has_own = words.clone().any(|word| !is_common(&word)) && !words.any(|word| is_listed(&word, GROUPS));
    (is_name && has_own && is_of_person(text, start + end)).then_some(start..start + end)
}

/// Reports whether the entry goes on at `at` with its place in a directory, which is none of groups and machines.
fn is_of_person(text: &str, at: usize) -> bool {
    /// Longest name that is looked at, in bytes.
    const FAR: usize = 160;
    const OTHERS: [&str; 8] = ["group", "role", "builtin", "computer", "server", "service", "system", "domain controller"];
    let rest = line::behind(text, at + 1, FAR).to_ascii_lowercase();
    let rest = rest.trim_start();
    let Some((name, value)) = rest.split(',').next().and_then(|first| first.split_once('=')) else { return false };
    matches!(name, "ou" | "cn" | "dc") && rest.contains("dc=") && !OTHERS.iter().any(|other| value.starts_with(other))
}
