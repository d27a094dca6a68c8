//! Names of accounts beside the password that belongs to them: user info of URLs, arguments of calls and commands, lines of
//! password files.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, is_account, is_plain_word, name_at};
use crate::recognizers::secrets::{
    assignment::Assignment,
    calls::{LOGIN, USERPWD, credentials, user_and_password},
    key_names::Strength,
    password::user_info,
    password_files::password_of_line,
    password_value::value,
};
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finder, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // User info of a URL.
        Pattern::within("://", 0.9, 0.95),
        LOGIN,
        // `mysql -u …`, `docker login -u …`
        Pattern {
            finder: Finder::Prefix(Cow::Borrowed("-(?:u|U)[ ='\"0-9A-Za-z]")),
            bare: 0.85,
            supported: 0.9,
            begins: Some(is_client),
        },
        // `kubectl config set-credentials …`, `rabbitmqctl add_user … …`, `net user … …`
        before_account(
            "(?:set-credentials|set-password|add_user|change_password|authenticate_user|[Nn]et user|NET USER) [0-9A-Za-z_]",
        ),
        // PostgreSQL's password file: `db.example.com:5432:shop:…:password`
        Pattern::within(":(?:[0-9]{4,5}|\\*):", 0.85, 0.9),
        // `Net::SSH.start('host', '…', password: …)`
        before_account("(?:SSH|SCP|SFTP)\\.start\\(['\"]"),
        // `auth=('jdoe', 'password')`
        before_account("auth ?= ?\\(['\"]"),
        USERPWD,
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => of_url(text, start)?,
        1 => credentials(text, start, end)?.0.filter(|place| !is_plain_word(&text[place.clone()]))?,
        2 => option_value(text, start + "-u".len())?,
        3 => name_at(text, end - 1)?,
        4 => before_password(text, password_of_line(text, start)?.start)?,
        5 => crate::keys::literal_arguments(text, end - 1)[1].take()?,
        7 => user_and_password(text, end)?.0,
        _ => {
            let [user, password, ..] = crate::keys::literal_arguments(text, end - 1);
            user.filter(|_| password.is_some())?
        }
    };
    let found = text.get(place.clone())?;
    (is_account(found) && !is_listed(found, NOBODY)).then(|| candidate.part(place))?
}

/// Users that stand for any one in URLs and commands, beside a token.
const NOBODY: &WordList = &WordList::new(
    "git|oauth2|oauth|oauth2accesstoken|x-access-token|x-token-auth|x-token|gitlab-ci-token|__token__|token|api|apikey|\
     api-key|_json_key|_json_key_base64|aws|00000000-0000-0000-0000-000000000000|bearer|basic|jenkins|app|foo|bar|baz|host|uname",
);

/// The user in `scheme://user:password@host`, whose colon behind the scheme stands at `colon`.
fn of_url(text: &str, colon: usize) -> Option<Range<usize>> {
    before_password(text, user_info(text, colon)?.start).filter(|place| place.start >= colon + "://".len())
}

/// The user before the colon that ends at `password`.
fn before_password(text: &str, password: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let head = text.get(..password)?.strip_suffix(':')?;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'+' | b'%');
    let len = head.bytes().rev().take(LONGEST).take_while(stands).count();
    (len > 1 && matches!(byte_before(head, head.len() - len), Some(b'/' | b':')))
        .then_some(head.len() - len..head.len())
}

/// The user behind the option that ends at `at`: `-u jdoe`, `-u 'jdoe'`, `-ujdoe`.
fn option_value(text: &str, at: usize) -> Option<Range<usize>> {
    let behind = at + usize::from(matches!(byte_at(text, at), Some(b' ' | b'=')));
    let quote = byte_at(text, behind).filter(|b| matches!(b, b'"' | b'\''));
    let place = name_at(text, behind + usize::from(quote.is_some()))?;
    // With a password behind a colon it is read with that.
    let is_whole = match (quote, byte_at(text, place.end)) {
        (Some(quote), next) => next == Some(quote),
        (None, next) => next.is_none_or(|b| b.is_ascii_whitespace() || b"'\"`;|&)%".contains(&b)),
    };
    is_whole.then_some(place)
}

/// Reports whether the option at `at` stands in a command line of a program that takes its user so.
fn is_client(text: &str, at: usize) -> bool {
    /// Longest command line that is looked at, in bytes.
    const LONGEST: usize = 256;
    const CLIENTS: &WordList = &WordList::new(
        "mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|psql|pg_dump|pg_dumpall|pg_restore|pg_basebackup|createdb|\
         dropdb|pgbench|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|login|smbclient|rpcclient|sqlcmd|bcp|\
         cqlsh|twine|ipmitool|clickhouse-client|influx|isql|mosquitto_pub|mosquitto_sub|beeline|snowsql",
    );
    // A program that the line starts as another user, `sudo -u`, stands behind the option.
    let command = line::before(text, at, LONGEST).rsplit(['|', ';', '&']).next().unwrap_or_default();
    let is_attached = byte_at(text, at + "-u".len()).is_some_and(|b| b.is_ascii_alphanumeric());
    let mut words = command.split([' ', '/', '`', '"', '\'']);
    let takes = |word: &str| is_listed(word, CLIENTS) && (!is_attached || word.starts_with(['m', 'M']));
    command.ends_with(' ')
        && (words.any(takes)
            || !is_attached && [" -p ", " -p="].iter().any(|option| line::behind(text, at, LONGEST).contains(option)))
}

/// Reports whether an email address is told on the line before or behind the one with `place`, as in the record of a person:
/// `user_login: jdoe`, `user_email: jane@example.com`.
pub(super) fn has_mail_nearby(text: &str, place: &Range<usize>) -> bool {
    /// Longest line, in bytes.
    const LONGEST: usize = 160;
    let tells = |line: &str| {
        let (name, value) = line.split_once([':', '=']).unwrap_or_default();
        name.to_ascii_lowercase().contains("mail") && value.split_once('@').is_some_and(|(_, host)| host.contains('.'))
    };
    let start = place.start - line::before(text, place.start, LONGEST).len();
    // Of a longer line the beginning is not known, and nothing above it.
    let head = text[..start].strip_suffix('\n').map(|head| head.strip_suffix('\r').unwrap_or(head));
    let above = head.map(|head| line::before(text, head.len(), LONGEST));
    let end = place.end + line::behind(text, place.end, LONGEST).len();
    let below = text.get(end..).map(|rest| rest.trim_start_matches('\r')).and_then(|rest| rest.strip_prefix('\n'));
    above.is_some_and(tells) || below.is_some_and(|below| tells(line::behind(below, 0, LONGEST)))
}

/// Reports whether a password is told on one of the lines next to the one with `place`, as in files of settings: behind its
/// name and a sign, or behind its name and a blank as in `netrc`.
pub(super) fn has_password_nearby(text: &str, place: &Range<usize>) -> bool {
    /// Most lines on each side, and longest line, in bytes.
    const LINES: usize = 3;
    const LONGEST: usize = 160;
    let tells = |start: usize| {
        let line = line::behind(text, start, LONGEST);
        let sign = line.bytes().take(LONGEST / 2).position(|b| b == b':' || b == b'=');
        let assigned = sign.and_then(|sign| Assignment::at(text, start + sign));
        let is_password = assigned.is_some_and(|Assignment { strength, place, form }| {
            strength == Strength::Password && value(text, place, form).is_some()
        });
        let rest = line.trim_start().strip_prefix("password ").unwrap_or_default();
        is_password || rest.len() > 3 && !rest.contains(' ')
    };
    let mut from = place.start - line::before(text, place.start, LONGEST).len();
    let above = (0..LINES).any(|_| {
        let Some(end) = from.checked_sub(1).filter(|end| byte_at(text, *end).is_some_and(line::is_end)) else {
            return false;
        };
        from = end - line::before(text, end, LONGEST).len();
        tells(from)
    });
    let mut until = place.end + line::behind(text, place.end, LONGEST).len();
    above
        || (0..LINES).any(|_| {
            // A long line is looked at up to some place within it.
            if !byte_at(text, until).is_some_and(line::is_end) {
                return false;
            }
            let start = until + 1;
            until = start + line::behind(text, start, LONGEST).len();
            tells(start)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_below_are_cut_between_characters() {
        let text = ["login jroe\n", &"ก".repeat(100)].concat();
        assert!(!has_password_nearby(&text, &(6..10)));
    }
}
