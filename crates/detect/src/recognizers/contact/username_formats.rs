//! Formats in which systems and tools write names of accounts: numbers of users beside them, notes in programs, lines of
//! directories, authors of changes, members of channels, origins of calls.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, is_account, is_plain_word, name_at};
use super::username_places::{is_of_person, is_shared};
use crate::common_words::is_common_word;
use crate::name_parts::is_initial_and_name;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// The account that a form at `said`, a match in the text, tells.
type Reader = fn(&str, &Range<usize>) -> Option<Range<usize>>;

/// Forms of accounts: what they begin with, and how the account is read.
macro_rules! forms {
    ($($pattern:expr => $reader:expr,)*) => {
        const PATTERNS: &[Pattern] = &[$($pattern),*];
        const READERS: &[Reader] = &[$($reader),*];
    };
}

forms! {
    // Behind an account, as PAM and `ps` have it: `by jdoe(uid=1004)`
    Pattern::within("\\(uid=[0-9]", 0.9, 0.95) => |text, said| before_number(text, said.start),
    // Notes of programmers, as of something to do: `TODO(jdoe)`
    before_account("(?:TODO|FIXME|XXX|HACK)\\([A-Za-z]") => |text, said| {
        let is_todo = text[said.clone()].starts_with("TODO");
        begun(text, said).filter(|place| {
            byte_at(text, place.end) == Some(b')') && is_of_note(&text[place.clone()], is_todo)
        })
    },
    // Entries of directories.
    before_account("(?:uid|sAMAccountName|samaccountname|memberUid|mailNickname): [A-Za-z0-9]") => |text, said| {
        let is_named = || text[said.clone()].starts_with(['s', 'm']) || is_in_entry(text, said.start);
        let is_line = |place: &Range<usize>| line::ends(text, place.end) && line::begins(text, said.start);
        begun(text, said).filter(|place| is_line(place) && is_named())
    },
    // Authors of changes, before their address: `Author: jdoe <jdoe@example.com>`. A name with a capital is read as one.
    before_account(
        "(?:Author|Commit|Committer|Tagger|(?:Signed-off|Reviewed|Co-authored|Acked|Tested|Reported|Approved)-by): {1,6}[A-Za-z0-9_]",
    ) => |text, said| begun(text, said).filter(|place| {
        let found = &text[place.clone()];
        let is_alone = || line::ends(text, place.end) || text[place.end..].starts_with(" (");
        let is_person = || is_of_person(found) || is_initial_and_name(found);
        let is_told = is_before_address(text, place) || is_person() && is_alone();
        is_told && !found.starts_with(|c: char| c.is_ascii_uppercase())
    }),
    // Members of channels: `-!- jdoe_42 [jdoe@host] has joined #ops`
    before_account("-!- [A-Za-z_]") => of_channel,
    before_account("\\*\\*\\* [A-Za-z_]") => of_channel,
    // The origin of a call (RFC 8866): `o=jdoe 2890844526 2890842807 IN IP4 …`
    before_account("o=[A-Za-z]") => |text, said| {
        begun(text, said).filter(|place| line::behind(text, place.end, 80).contains(" IN IP"))
    },
    // Headers of relays of mail.
    before_account(
        "(?i:x-authenticated-(?:sender|user|id)|x-auth(?:-smtp)?-user|x-sender-user|x-get-message-sender-via): [A-Za-z]",
    ) => without_host,
    // Servers of mail, of dial-in and of accounts, in logs: `imap(jdoe)<…>`, `Login OK: [jdoe/…]`, `new user: name=jdoe, UID=…`
    before_account("(?:imap|pop3|lmtp|lda|managesieve|passwd-file|pam|sql|ldap)\\([A-Za-z0-9]") => |text, said| {
        begun(text, said).filter(|place| is_of_server(text, said.start, place.end))
    },
    before_account("Login (?:OK|incorrect)(?: \\([^)\n]{1,64}\\))?: \\[[A-Za-z0-9]") => |text, said| {
        begun(text, said).filter(|place| matches!(byte_at(text, place.end), Some(b'/' | b']')))
    },
    // Exim's lines of arrivals: `A=dovecot_plain:jdoe`.
    before_account("A=[a-z_]{3,24}:[A-Za-z0-9]") => without_host,
    before_account("new user: name=[A-Za-z0-9]") => |text, said| {
        begun(text, said).filter(|place| byte_at(text, place.end) == Some(b','))
    },
    before_account("disconnected by (?:authenticating )?user [A-Za-z0-9]") => without_host,
    before_account("(?:add|delete|remove) '[A-Za-z0-9]") => |text, said| {
        begun(text, said).filter(|place| is_of_group(text, said.start, place.end))
    },
    // Commands of Windows: `net use … /user:jdoe`, `Get-ADUser -Identity jdoe`. An option stands behind a blank: `user/user of` is prose.
    before_account("/(?i:user|ru)[: ][A-Za-z]") => |text, said| {
        // Commands of routers have a verb there: `/user add name=…`.
        let is_verb = |place: &Range<usize>| ["add", "set", "print", "remove"].contains(&&text[place.clone()]);
        let is_apart = byte_before(text, said.start).is_none_or(|b| b == b' ');
        without_host(text, said).filter(|place| is_apart && !is_verb(place))
    },
    before_account("-(?:Identity|SamAccountName|Name) ['\"]?[A-Za-z]") => |text, said| {
        begun(text, said).filter(|_| is_cmdlet(line::before(text, said.start, 160)))
    },
    // Developers of a project of Maven, and users of a system of NixOS: `users.users.jdoe = {`
    before_account("<developer>[ \r\n\t]{0,24}<id>[A-Za-z]") => |text, said| {
        begun(text, said).filter(|place| text[place.end..].starts_with("</id>"))
    },
    before_account("users[.]users[.][A-Za-z]") => |text, said| {
        begun(text, said).filter(|place| text[place.end..].starts_with(" = {") && !is_shared(&text[place.clone()]))
    },
    // Accounts that scripts give a password: `echo "jdoe:…" | chpasswd`
    Pattern::prefix("chpasswd", 0.9, 0.95) => |text, said| before_chpasswd(text, said.start),
    // The form with which people log in to WordPress: `log=jdoe&pwd=…`.
    before_account("log=[A-Za-z0-9]") => |text, said| {
        begun(text, said).filter(|place| text[place.end..].starts_with("&pwd="))
    },
    // Accounts of routers, and of mail: `/user add name=jdoe group=full`, `a1 LOGIN jdoe "…"`
    before_account("user add name=\"?[A-Za-z]") => begun,
    before_account("LOGIN \"?[A-Za-z]") => |text, said| {
        // The number of a command of IMAP, in letters and digits, begins the line.
        let tag = line::whole_before(text, said.start, 8).and_then(|head| head.strip_suffix(' ')).unwrap_or_default();
        let is_tag = tag.ends_with(|c: char| c.is_ascii_digit()) && tag.bytes().all(|b| b.is_ascii_alphanumeric());
        begun(text, said).filter(|place| is_tag && text[place.end..].trim_start_matches('"').starts_with(' '))
    },
    // Credentials of PowerShell, and of clients for files: `PSCredential("jdoe", …)`, `lftp -u jdoe,…`
    before_account("PSCredential ?\\( ?[\"'][A-Za-z]") => |text, said| {
        begun(text, said).filter(|place| matches!(byte_at(text, place.end), Some(b'"' | b'\'')))
    },
    before_account("lftp -u ['\"]?[A-Za-z]") => |text, said| begun(text, said).filter(|place| byte_at(text, place.end) == Some(b',')),
    // Dialogues of FTP and POP3: `USER jdoe` before `PASS …`, `331 Password required for jdoe`
    before_account("USER [A-Za-z]") => |text, said| {
        let is_dialogue = |place: &Range<usize>| {
            let rest = window::behind(text, place.end, 96);
            ["PASS ", "331 ", "+OK"].iter().any(|next| rest.contains(next))
        };
        begun(text, said).filter(|place| line::ends(text, place.end) && is_dialogue(place))
    },
    before_account("Password required for [A-Za-z]") => without_host,
    // Statements about accounts of databases: `EXEC sp_addlogin 'jdoe', …`, `GRANT SELECT ON hr TO jdoe;`
    before_account("sp_(?:addlogin|adduser|grantdbaccess|droplogin) N?'[A-Za-z]") => |text, said| {
        begun(text, said).filter(|place| byte_at(text, place.end) == Some(b'\''))
    },
    before_account("(?:GRANT|grant) [A-Za-z]") => |text, said| {
        granted(text, said.end).filter(|place| {
            let found = &text[place.clone()];
            is_of_person(found) || is_initial_and_name(found)
        })
    },
    // Definitions of programs in C: `#define MQTT_USER "jdoe"`
    before_account("#define [A-Z]") => |text, said| defined(text, said.end - 1),
    // Accounts that tools for machines make: `ansible.builtin.user:` above `name: jdoe`
    before_account("users?:\r?\n[ -]{2,24}name: ['\"]?[A-Za-z]") => |text, said| {
        begun(text, said).filter(|place| {
            let found = &text[place.clone()];
            line::ends(text, place.end + usize::from(matches!(byte_at(text, place.end), Some(b'"' | b'\''))))
                && !is_shared(found)
                && !found.split(['-', '_']).any(is_common)
                && found.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'-'))
        })
    },
    // The owner of a document that Windows printed.
    before_account("owned by [A-Za-z0-9]") => |text, said| {
        begun(text, said).filter(|place| line::behind(text, place.end, 96).contains(" printed on "))
    },
    // Sessions of roles in Amazon's clouds, which people and programs name: those of people.
    before_account("AROA[0-9A-Z]{17}:[A-Za-z]") => |text, said| begun(text, said).filter(|place| is_of_person(&text[place.clone()])),
    before_account("arn:aws[a-z-]{0,8}:sts::[0-9]{0,12}:assumed-role/[A-Za-z0-9+=,.@_-]{1,64}/[A-Za-z]") => |text, said| {
        begun(text, said).filter(|place| is_of_person(&text[place.clone()]))
    },
    // Authors of lines, as Git lists them: `b07d4c11 (jane.roe  2022-11-30 17:40:02 +0100  3) …`
    BLAMED => |text, said| of_blame(text, said.start),
    // Changes in lists of Subversion and Perforce: `r77 | jroe | 2024-01-01 …`, `Change 77 on 2024/01/01 by jroe@client …`
    before_account("r[0-9]{1,8} \\| [A-Za-z0-9]") => |text, said| {
        let is_dated = |place: &Range<usize>| {
            let rest = line::behind(text, place.end, 7).as_bytes();
            matches!(rest, [b' ', b'|', b' ', year @ ..] if year.iter().all(u8::is_ascii_digit))
        };
        begun(text, said).filter(|place| line::begins(text, said.start) && is_dated(place))
    },
    before_account("Change [0-9]{1,9} on [0-9/]{10} (?:[0-9:]{8} )?by [A-Za-z0-9]") => |text, said| {
        begun(text, said).filter(|place| byte_at(text, place.end) == Some(b'@'))
    },
    // Keywords of old systems of versions: `$Author: jroe $`, `$Id: main.c,v 1.7 2004/01/01 12:00:00 jroe Exp $`
    Pattern::within("\\$(?:Author|LastChangedBy): [A-Za-z0-9]", 0.9, 0.95) => |text, said| {
        begun(text, said).filter(|place| text[place.end..].starts_with(" $"))
    },
    Pattern::within(" (?:Exp|Stab) \\$", 0.9, 0.95) => |text, said| {
        let head = line::before(text, said.start, 160);
        let account = head.rsplit(' ').next().filter(|_| head.contains("$Id: "))?;
        name_at(text, said.start - account.len()).filter(|place| place.end == said.start)
    },
    // Clients of a broker of messages: `New client connected from … as tablet-7 (p2, c1, k60, u'jdoe').`
    Pattern::within("\\(p[0-9], c[01], k[0-9]{1,5}, u'[A-Za-z0-9]", 0.85, 0.95) => |text, said| {
        begun(text, said).filter(|place| byte_at(text, place.end) == Some(b'\''))
    },
    // Go's driver for MySQL: `jdoe:…@tcp(host:3306)/shop`
    Pattern::within("@(?:tcp|unix)\\(", 0.9, 0.95) => |text, said| {
        let head = line::before(text, said.start, 128);
        let pair = head.rsplit(['"', '\'', '`', ' ', '=']).next()?;
        let (user, _) = pair.split_once(':')?;
        let start = said.start - pair.len();
        name_at(text, start).filter(|place| place.len() == user.len())
    },
    // Oracle's driver: `jdbc:oracle:thin:hr_app/…@//host`
    before_account("jdbc:oracle:[a-z0-9]{1,8}:[0-9A-Za-z_.]") => |text, said| {
        begun(text, said).filter(|place| byte_at(text, place.end) == Some(b'/'))
    },
    // Redis, in its own prompt: `> AUTH jdoe …`
    before_account("AUTH [A-Za-z]") => |text, said| {
        let has_password = |end: usize| byte_at(text, end) == Some(b' ') && !line::ends(text, end + 1);
        // The mechanisms of SASL, in a dialogue of SMTP: `AUTH PLAIN …`.
        let is_user = |place: &Range<usize>| !text[place.clone()].bytes().all(|b| b.is_ascii_uppercase());
        let user = begun(text, said).filter(|place| text[..said.start].ends_with("> ") && has_password(place.end));
        user.filter(is_user)
    },
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(PATTERNS),
        context: words![],
        check: |candidate| {
            let place = READERS[candidate.pattern](candidate.field.text, &candidate.range)?;
            account(candidate, place)
        },
    },
    // Who may log in to a server of SSH: `AllowUsers jdoe mfinch`. A pattern finds one account, so that there is one for each place
    // in the list.
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[const { before_account("(?:Allow|Deny)Users ") }; 4]),
        context: words![],
        check: |candidate| account(candidate, of_list(candidate.field.text, candidate.range.end, candidate.pattern)?),
    },
    // Numbers of lines (RFC 3261): `<sip:+41443645678@host>`
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[before_account("sips?:[0-9+]")]),
        context: words![],
        check: |candidate| candidate.part(line_number(candidate.field.text, candidate.range.end - 1)?),
    },
];

/// The account at `place`, unless it is no person's.
fn account(candidate: &Candidate<'_>, place: Range<usize>) -> Option<Finding> {
    let found = candidate.field.text.get(place.clone())?;
    (is_account(found) && !is_shared(found)).then(|| candidate.part(place))?
}

/// The account of the author before the date that ends at `at`.
fn of_blame(text: &str, at: usize) -> Option<Range<usize>> {
    let author = blame_author(text, at)?;
    name_at(text, author.start).filter(|place| *place == author)
}

/// The end of the date in a line of `git blame`.
pub(crate) const BLAMED: Pattern = Pattern::within(" [+-][0-9]{4} {1,6}[0-9]{1,6}\\) ", 0.9, 0.95);

/// The author before the date that ends at `at`, between the hash of a change and the date: ` (jane.roe  2022-11-30 17:40:02`.
pub(crate) fn blame_author(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest beginning of such a line, with the path of a file that had another name, in bytes.
    const LONGEST: usize = 200;
    const DATE: usize = "2022-11-30 17:40:02".len();
    let head = line::whole_before(text, at, LONGEST)?;
    let before = head.get(..head.len().checked_sub(DATE)?)?;
    let date = &head[before.len()..];
    let is_date = date.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b':' | b' '));
    let (change, author) = before.split_once('(')?;
    let hash = change.trim_start_matches('^').split(' ').next()?;
    let is_hash = (7..=40).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_hexdigit());
    let name = author.trim_end();
    let start = at - head.len() + change.len() + 1;
    (is_date && is_hash && !name.is_empty()).then(|| start..start + name.len())
}

/// The account whose first character ends `said`.
fn begun(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    name_at(text, said.end - 1)
}

/// The account with this number in the list at `at`, whose items a blank parts.
fn of_list(text: &str, at: usize, number: usize) -> Option<Range<usize>> {
    /// Longest list, in bytes.
    const LONGEST: usize = 160;
    let list = line::behind(text, at, LONGEST);
    let before: usize = list.split(' ').take(number).map(|item| item.len() + 1).sum();
    let item = list.split(' ').nth(number)?;
    let place = name_at(text, at + before)?;
    (place.len() == item.split('@').next()?.len()).then_some(place)
}

/// The account that the statement behind `GRANT` at `at` gives rights to: `… ON hr.employees TO jdoe;`.
fn granted(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest statement, in bytes.
    const LONGEST: usize = 160;
    let near = line::behind(text, at, LONGEST);
    let to = [" TO ", " to "].iter().find_map(|word| Some(near.find(word)? + word.len()))?;
    let quote = usize::from(near[to..].starts_with(['\'', '"', '`', '[']));
    let place = name_at(text, at + to + quote)?;
    let rest = &text[place.end..];
    let is_end = line::ends(text, place.end) || rest.starts_with([';', '\'', '"', '`', ']', '@']);
    (is_end || rest.starts_with(" WITH") || rest.starts_with(" with")).then_some(place)
}

/// The account that the definition at `at` gives a name for one to: `MQTT_USER "jdoe"`.
fn defined(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest definition, in bytes.
    const LONGEST: usize = 96;
    const NAMES: [&str; 5] = ["USER", "USERNAME", "USER_NAME", "LOGIN", "USERID"];
    let (name, rest) = line::behind(text, at, LONGEST).split_once([' ', '\t'])?;
    let open = rest.trim_start().strip_prefix('"')?;
    let start = at + name.len() + 1 + (rest.len() - open.len());
    let place = name_at(text, start).filter(|place| byte_at(text, place.end) == Some(b'"'))?;
    (NAMES.iter().any(|end| name.ends_with(end)) && !is_shared(&text[place.clone()])).then_some(place)
}

/// The account that begins so, unless it is the first part of an address.
fn without_host(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    begun(text, said).filter(|place| byte_at(text, place.end) != Some(b'@'))
}

/// The member of a channel that begins so, if a message of the channel goes on behind it.
fn of_channel(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    begun(text, said).filter(|place| is_of_channel(line::behind(text, place.end, 160)))
}

/// Reports whether a note is for a person, and not about a part of a program, a platform or a version: `TODO(jdoe)`, not
/// `FIXME(musl)`.
fn is_of_note(found: &str, is_todo: bool) -> bool {
    /// Fewest letters of an account.
    const LEAST: usize = 4;
    const PLATFORMS: &WordList = &WordList::new(
        "linux|macos|windows|android|freebsd|netbsd|openbsd|solaris|illumos|redox|musl|glibc|newlib|uclibc|ulibc|fuchsia|haiku|hurd|\
         riscv|wasm|wasi|clang|llvm|msrv|perf|perl|python|rust|rustc|cargo|async|await|tokio|serde|unicode|utf|unsafe|coverage|safety|\
         security|soundness|cleanup|alignment|canonical|nightly|stable|generics|macros|edition|upstream|soon|later|maybe|docs|next|\
         future|someday|everyone|team|deprecated|refactor|perfs|benchmark|bench|sparc|sparc64|mips|alpha|hppa|arm|apple|solarish|rtems|vxworks|powerpc|aarch|loongarch|wine|qemu|valgrind",
    );
    // A number may end it.
    let name = found.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_plain = || name.len() >= LEAST && name.bytes().all(|b| b.is_ascii_lowercase());
    let is_pair =
        || found.contains('.') && found.bytes().all(|b| b.is_ascii_lowercase() || b == b'.') && is_of_person(found);
    !is_listed(name, PLATFORMS)
        && (is_pair()
            || is_initial_and_name(found)
            || is_todo && is_plain() && !is_plain_word(name) && !is_common_word(name))
}

/// Reports whether a command of PowerShell about accounts stands before an option: `Set-ADAccountPassword -Identity …`.
fn is_cmdlet(head: &str) -> bool {
    ["-AD", "-Mailbox", "-MgUser", "-MsolUser", "-LocalUser", "-CsUser"].iter().any(|noun| head.contains(noun))
}

/// The account in the pair that is piped to `chpasswd` at `at`.
fn before_chpasswd(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest command, in bytes.
    const FAR: usize = 160;
    let head = line::before(text, at, FAR);
    if !head.ends_with("| ") && !head.ends_with("| sudo ") {
        return None;
    }
    let open = head.rfind("echo ")? + "echo ".len();
    let quote = usize::from(head[open..].starts_with(['"', '\'']));
    name_at(text, at - head.len() + open + quote).filter(|place| byte_at(text, place.end) == Some(b':'))
}

/// Reports whether a program that manages accounts reports on the one in quotes that ends at `end`: `usermod[812]: add 'jdoe' to
/// group 'sudo'`.
fn is_of_group(text: &str, start: usize, end: usize) -> bool {
    let head = line::before(text, start, 96);
    let rest = line::behind(text, end, 32);
    let is_program =
        ["useradd", "usermod", "groupadd", "groupmod", "gpasswd", "userdel"].iter().any(|name| head.contains(name));
    is_program && ["' to ", "' from "].iter().any(|word| rest.starts_with(word))
}

/// Reports whether a server of mail reports on the account that ends at `end`: its address or session follows, on a line that a
/// server's name begins.
fn is_of_server(text: &str, start: usize, end: usize) -> bool {
    let head = line::before(text, start, 96);
    let rest = line::behind(text, end, 64);
    let is_session = rest.starts_with(")<") || rest.starts_with("): ") || rest.starts_with(',') && rest.contains(')');
    (head.contains("dovecot") || head.contains("auth")) && is_session
}

/// The account that ends at `at`, before the number of its user.
fn before_number(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest account, in bytes.
    const LONGEST: usize = 64;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    let len = line::before(text, at, LONGEST).bytes().rev().take_while(stands).count();
    (len > 1 && is_value_edge(text, at - len)).then_some(at - len..at)
}

/// Reports whether an address in angle brackets follows the account at `place`.
fn is_before_address(text: &str, place: &Range<usize>) -> bool {
    line::behind(text, place.end, 96).strip_prefix(" <").is_some_and(|rest| rest.contains('@') && rest.contains('>'))
}

/// Reports whether a message of a channel goes on with `rest` behind one of its members.
fn is_of_channel(rest: &str) -> bool {
    (rest.starts_with(" [") || rest.starts_with(" ("))
        && [" has joined", " has left", " has quit", "] has ", ") has ", ") Quit"].iter().any(|act| rest.contains(act))
        || [" is now known as ", " sets mode", " has joined ", " has left ", " has quit "]
            .iter()
            .any(|act| rest.starts_with(act))
}

/// Reports whether the line at `at` belongs to an entry of a directory (RFC 2849).
fn is_in_entry(text: &str, at: usize) -> bool {
    /// Farthest line that says so, in bytes.
    const FAR: usize = 1024;
    let (before, behind) = (window::before(text, at, FAR), window::behind(text, at, FAR));
    ["dn: ", "objectClass: "].iter().any(|line| before.contains(line) || behind.contains(line))
}

/// The number of a line before the `@` of its host.
fn line_number(text: &str, at: usize) -> Option<Range<usize>> {
    const LEN: std::ops::RangeInclusive<usize> = 7..=16;
    let len = text.get(at..)?.bytes().take(LEN.end() + 1).take_while(|b| b.is_ascii_digit() || *b == b'+').count();
    (LEN.contains(&len) && byte_at(text, at + len) == Some(b'@')).then_some(at..at + len)
}
