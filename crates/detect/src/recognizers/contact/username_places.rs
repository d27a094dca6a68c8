//! Names of accounts where the place of a word says that it is one: directories of homes, prompts of shells, lists of
//! files, logs of web servers, profiles.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, is_account, name_at};
use crate::recognizers::secrets::password_value::is_placeholder;
use crate::recognizers::support::value::{Listed, is_listed};
use crate::text::{escape_before, is_word};
use crate::{Candidate, Finder, Finding, Pattern, Rule};

/// Longest name of an account, of a host and of a path in a prompt, in bytes.
const MAX_NAME: usize = 64;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Directories of homes.
        prefix("home/"),
        prefix(r"Users(?:/|\\{1,4})"),
        prefix(r"Documents and Settings\\{1,4}"),
        // Profiles of persons; those of other networks are firms' and projects', too.
        prefix("linkedin[.]com/in/"),
        // The date in a line of a web server's log, behind the user.
        prefix("[0-9]{2}/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/[0-9]{4}:"),
        // A list of files with rights and owners.
        Pattern::within(r"[-bcdlps]r[w-][xsS-][r-][w-][xsS-][r-][w-][xtT-][.+@]?[ ]{1,4}[0-9]{1,6} ", 0.85, 0.9),
        // Prompts of shells.
        Pattern::around(b'@', 0.85, 0.9),
    ]),
    context: words![],
    check,
}];

const fn prefix(regex: &'static str) -> Pattern {
    Pattern { finder: Finder::Prefix(Cow::Borrowed(regex)), bare: 0.85, supported: 0.9, begins: None }
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0..=2 => is_root(text, start).then(|| directory(text, end))?,
        3 => profile(text, end),
        4 => before_date(text, start),
        5 => owner(text, end),
        _ => before_host(text, start),
    };
    candidate.part(place?)
}

/// Reports whether the first directory of a path begins at `start`, behind its slash: `/home`, `C:\Users`, `/mnt/c/Users`.
fn is_root(text: &str, start: usize) -> bool {
    const ABOVE: [&str; 7] = ["/var", "/export", "/mnt", "/data", "/usr", "/System/Volumes/Data", "file://"];
    let head = text.get(..start).unwrap_or_default();
    let Some(before) = head.strip_suffix(['/', '\\']) else { return false };
    let before = before.trim_end_matches('\\');
    // A drive: `C:`, `/c`, `/mnt/c`.
    let drive = before.strip_suffix(':').unwrap_or(before);
    let is_drive = drive.ends_with(|c: char| c.is_ascii_alphabetic())
        && drive.get(..drive.len() - 1).is_some_and(|rest| !rest.ends_with(is_word))
        && (drive.len() < before.len() || drive.get(..drive.len() - 1).is_some_and(|rest| rest.ends_with('/')));
    let goes_on =
        |c: char| is_word(c) || matches!(c, '.' | '-' | '~' | '@' | '/' | '}' | ')' | '*' | '%' | '$' | '>' | '\\');
    let is_escape = || escape_before(text, before.len()).is_some();
    is_drive || ABOVE.iter().any(|above| before.ends_with(above)) || !before.ends_with(goes_on) || is_escape()
}

/// The directory at `at`, if it may be a person's.
fn directory(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let near = rest.get(..rest.floor_char_boundary(MAX_NAME))?;
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let mut len = near.find(|c: char| !stands(c)).unwrap_or(near.len());
    // Windows has names with blanks in paths.
    let whole = near.find(['\\', '/', '"', '\n', '\'', ':', '<', ',']).filter(|end| near.as_bytes()[*end] == b'\\');
    if text.get(..at)?.ends_with('\\') && near.get(len..)?.starts_with(' ') {
        let words = whole.and_then(|end| near.get(..end)).filter(|name| name.split(' ').count() <= 3);
        len = words.filter(|name| name.chars().all(|c| stands(c) || c == ' ')).map_or(len, str::len);
    }
    let found = near.get(..len)?.trim_end_matches(['.', '-']);
    let behind = near.get(len..)?.chars().next();
    // What goes on is a pattern, a variable or a part of a sentence about paths.
    let goes_on = matches!(behind, Some('*' | '$' | '{' | '<' | '%' | '(' | '[' | '@' | '+' | '}' | '>'));
    let is_file = found.rsplit_once('.').is_some_and(|(_, extension)| is_listed(extension, EXTENSIONS));
    let begins = found.starts_with(|c: char| c.is_alphabetic()) && found.chars().nth(1).is_some();
    let is_whole = near.len() < MAX_NAME || found.len() < near.len();
    let is_person = begins && is_whole && !goes_on && !is_file && !is_shared(found);
    is_person.then_some(at..at + found.len())
}

/// Reports whether `name` is of a service or a place that many use or stands for any name.
fn is_shared(name: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    is_listed(name, SHARED)
        || is_listed(base, SHARED)
        || name.split(['-', '_', '.']).any(|part| is_listed(part, PARTS))
        || is_placeholder(name)
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
    let near = head.get(head.ceil_char_boundary(head.len().saturating_sub(2 * MAX_NAME))..)?;
    let (before, found) = near.rsplit_once(' ')?;
    // Between the client and the user stands the user of its own, which is hardly ever told.
    let is_log = before.ends_with(" -") || before.rsplit(' ').nth(1).is_some_and(|client| client.contains(['.', ':']));
    let is_user = is_log && is_account(found) && !is_listed(found, SHARED) && !found.contains('@');
    is_user.then_some(head.len() - found.len()..head.len())
}

/// The owner of a file, behind the number of links that ends at `at`; a group and a size follow.
fn owner(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let blanks = rest.bytes().take(8).take_while(|b| *b == b' ').count();
    let place = name_at(text, at + blanks)?;
    let rest = text.get(place.end..)?;
    let rest = rest.get(..rest.floor_char_boundary(2 * MAX_NAME))?;
    let mut columns = rest.strip_prefix(' ')?.split(' ').filter(|column| !column.is_empty());
    let (_, size) = (columns.next()?, columns.next()?);
    let found = text.get(place.clone())?;
    let is_system = found.starts_with('_') || is_listed(found, SHARED) || !is_account(found);
    (size.starts_with(|c: char| c.is_ascii_digit()) && !is_system).then_some(place)
}

/// The user before the `@` at `at` of a prompt: `jdoe@host:~/work$ `, `[jdoe@host work]$ `.
fn before_host(text: &str, at: usize) -> Option<Range<usize>> {
    let behind = text.get(at + 1..)?;
    let host =
        behind.bytes().take(MAX_NAME).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.')).count();
    let path = behind.get(host..)?;
    // Addresses of mail end here.
    if host == 0 || !(path.starts_with(":~") || path.starts_with(":/") || path.starts_with(' ')) {
        return None;
    }
    let head = text.get(..at)?;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
    let len = head.bytes().rev().take(MAX_NAME).take_while(stands).count();
    let (before, found) = head.split_at_checked(at - len)?;
    let is_bracket = before.ends_with('[');
    let line = before.strip_suffix('[').unwrap_or(before);
    let starts =
        line.is_empty() || line.ends_with('\n') || line.ends_with(") ") || escape_before(text, line.len()).is_some();
    let signs = path.as_bytes().get(1..).unwrap_or_default();
    let len = signs.iter().take(2 * MAX_NAME).take_while(|b| !b" \n\r$#%]".contains(b)).count();
    let sign = signs.get(len..).unwrap_or_default();
    let is_prompt = match is_bracket {
        true => sign.starts_with(b"]$") || sign.starts_with(b"]#") || sign.starts_with(b"]%"),
        false => path.starts_with(':') && matches!(sign, [b'$' | b'#' | b'%'] | [b'$' | b'#' | b'%', b' ' | b'\n', ..]),
    };
    let is_user = starts && is_prompt && is_account(found) && !is_listed(found, SHARED);
    is_user.then_some(at - found.len()..at)
}

/// Accounts of services and of images, and words for any account.
const SHARED: &Listed = &Listed::new(
    "root|runner|runneradmin|runneruser|ubuntu|user|users|app|apps|node|git|gitlab|github|gitea|www-data|www|web|admin|\
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
const PARTS: &Listed =
    &Listed::new("user|username|users|name|your|my|some|runner|service|svc|bot|app|test|example|admin|here");
/// Extensions of files.
const EXTENSIONS: &Listed = &Listed::new(
    "html|htm|js|ts|jsx|tsx|php|py|txt|json|md|css|scss|png|jpg|jpeg|gif|svg|sh|go|rs|vue|xml|yml|yaml|tar|gz|zip|log|c|h|\
     cpp|java|rb|cs|toml|ini|conf|cfg|db|sql|csv|pdf|exe|dll|so|dart|kt|swift|lua|ejs|hbs|aspx|jsp|component|module|page|view",
);
