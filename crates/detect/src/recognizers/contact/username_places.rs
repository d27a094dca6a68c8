//! Names of accounts where the place of a word says that it is one: profiles of persons, logs of web servers.
//!
//! Directories of homes, owners of files and users in prompts of shells are left alone: agents work with paths, which are
//! to reach the model as they are.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, is_account, is_plain_word, is_stand_in};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Rule};

/// Longest name of an account, of a host and of a path in a prompt, in bytes.
const MAX_NAME: usize = 64;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Profiles of persons; those of other networks are firms' and projects', too.
        before_account("linkedin[.]com/in/"),
        // The date in a line of a web server's log, behind the user.
        before_account("[0-9]{2}/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/[0-9]{4}:"),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => profile(text, end),
        _ => before_date(text, start),
    };
    candidate.part(place?)
}

/// Reports whether `name` is of a service or a place that many use or stands for any name.
pub(super) fn is_shared(name: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    is_listed(name, SHARED)
        || is_listed(base, SHARED)
        || name.split(['-', '_', '.']).any(|part| is_listed(part, PARTS))
        || is_stand_in(name)
}

/// Reports whether it looks like the account of a person, where programs could speak, too: two names (`jane.doe`), or a name
/// and a number (`jane_77`), and no word of programs.
pub(super) fn is_of_person(found: &str) -> bool {
    /// First parts of the names of packages and hosts.
    const ROOTS: &WordList =
        &WordList::new("com|org|net|io|de|fr|uk|www|java|javax|jdk|sun|akka|scala|kotlin|rust|std");
    let mut parts = found.split(['.', '_', '-']);
    let letters = |part: &str| part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let is_name = |part: &str| {
        let word = &part[..letters(part)];
        let is_word = word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic());
        word.is_empty() || word.len() == 1 || is_word && !is_plain_word(word)
    };
    let longest = parts.clone().map(letters).max().unwrap_or_default();
    let is_marked = found.contains(['.', '_']) || found.bytes().filter(u8::is_ascii_digit).count() > 1;
    let is_root = parts.clone().next().is_some_and(|first| is_listed(first, ROOTS));
    let begins = found.starts_with(|c: char| c.is_ascii_alphabetic());
    is_marked && longest > 2 && !is_root && begins && parts.all(is_name)
}

/// The name in the path of a profile at `at`.
fn profile(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '%' | '.');
    let len: usize = rest.chars().take(2 * MAX_NAME).take_while(|c| stands(*c)).map(char::len_utf8).sum();
    let found = rest.get(..len)?.trim_end_matches(['.', '-', '_']);
    let is_person = found.chars().nth(2).is_some() && !is_shared(found);
    is_person.then_some(at..at + found.len())
}

/// The user before the date at `at` in a line of a log: `192.0.2.1 - jdoe [10/Oct/2000:13:55:36 …`.
fn before_date(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?.strip_suffix(" [")?;
    let near = window::before(head, head.len(), 2 * MAX_NAME);
    let (before, found) = near.rsplit_once(' ')?;
    // Between the client and the user stands the user of its own, which is hardly ever told.
    // Printers log the number of the job between their name and the user: `HP_M607 2291 jdoe [19/Sep/2024:11:30:05 +0200] total 3`.
    let is_print = || {
        let job = before.rsplit(' ').next().unwrap_or_default();
        !job.is_empty()
            && job.len() < 8
            && job.bytes().all(|b| b.is_ascii_digit())
            && line::behind(text, at, 64).contains(" total ")
    };
    let is_log = is_print()
        || before.ends_with(" -")
        || before.rsplit(' ').nth(1).is_some_and(|client| client.contains(['.', ':']));
    let is_user = is_log && is_account(found) && !is_listed(found, SHARED) && !found.contains('@');
    is_user.then_some(head.len() - found.len()..head.len())
}

/// Accounts of services and of images, and words for any account.
const SHARED: &WordList = &WordList::new(
    "everyone|everybody|anybody|root|runner|runneradmin|runneruser|ubuntu|user|users|app|apps|node|git|gitlab|github|gitea|www-data|www|web|admin|\
     administrator|default|public|shared|share|guest|nobody|daemon|system|service|services|vagrant|vscode|circleci|jenkins|\
     travis|gitpod|codespace|coder|jovyan|pi|build|builder|buildkite|ci|docker|container|sandbox|nonroot|appuser|webapp|\
     deploy|deployer|hadoop|hdfs|spark|airflow|postgres|mysql|oracle|redis|mongodb|elasticsearch|kibana|nginx|apache|\
     steam|linuxbrew|homebrew|linux|centos|debian|fedora|rocky|almalinux|alpine|arch|opc|azureuser|ec2-user|ec2|cloud-user|\
     core|ansible|terraform|puppet|zabbix|nagios|prometheus|grafana|kafka|solr|tomcat|rails|django|flask|php|python|conda|\
     anaconda|mambauser|micromamba|rust|go|java|dotnet|containeruser|containeradministrator|defaultappuser|you|me|my|your|\
     myuser|myname|my-user|yourname|your-name|your_name|your-username|username|user-name|user_name|name|someone|somebody|\
     someuser|anyone|foo|bar|baz|qux|xxx|yyy|abc|example|test|tester|testuser|test-user|testing|demo|sample|dummy|dev|\
     developer|devuser|home|project|projects|workspace|workspaces|data|ftp|http|bin|lib|src|code|work|files|file|temp|tmp|\
     student|students|staff|wheel|operator|backup|mail|media|local|lost|found|log|logs|opt|etc|var|usr|srv|all|alluser|\
     index|dashboard|settings|profile|profiles|about|contact|login|logout|products|news|search|page|pages|main|blog|gallery|\
     list|detail|details|overview|help|feed|assistant|automation|config|configuration|path|dir|directory|folder|desktop|\
     documents|downloads|library|pictures|music|videos|timeline|category|categories|index.html|nixos|nix|snap|flatpak|root-user",
);
/// Parts of names of accounts that no person has.
const PARTS: &WordList =
    &WordList::new("user|username|users|name|your|my|some|runner|service|svc|bot|app|test|example|admin|here");
