//! Passwords in command lines and calls whose form gives them away: archives, keystores, accounts, SNMP, basic
//! authentication.

use std::{borrow::Cow, ops::Range};

use crate::keys::{argument, next_argument};
use crate::recognizers::secrets::{
    password::INFO,
    password_value::{Form, MIN_LEN, has_digit, has_letter, value},
    randomness::is_common,
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::recognizers::support::neighbours::is_one_of;
use crate::text::{line, window};
use crate::{Candidate, Finder, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // keytool, openssl, signers: `-storepass …`, `-passin pass:…`
        Pattern {
            finder: Finder::Prefix(Cow::Borrowed(
                "-(?:(?:src|dest)?(?:store|key)pass|passin|passout|pass|password|passphrase)[ =]",
            )),
            bare: 0.85,
            supported: 0.9,
            begins: Some(begins_option),
        },
        // Windows: `net user name …`
        Pattern::regex("(?i:net) user [!-~]{1,64} ", 0.85, 0.9),
        // Oracle's clients, `sqlplus user/…@service`, and its thin driver. What stands between a command and its password is left to the
        // check, here and below: in an automaton options and lengths multiply with all other patterns.
        Pattern::prefix("(?:sqlplus|sqlldr|expdp|impdp|exp|imp|tnsping|rman target) |jdbc:oracle:[a-z]", 0.85, 0.9),
        // `net use Z: \\\\host\\share …`, remote desktops, administration of brokers and wireless networks, ACLs of Redis.
        Pattern::regex("(?i:net) use (?:[A-Za-z*]: )?\\\\\\\\[!-~]{1,96} (?i:/user:[!-~]{1,64} )?", 0.85, 0.9),
        Pattern::regex("(?:xfreerdp|wfreerdp|sdl-freerdp|nmcli) ", 0.85, 0.9),
        Pattern::regex("(?:rabbitmqctl (?:add_user|change_password|authenticate_user)|wpa_passphrase) ", 0.85, 0.9),
        Pattern::regex("(?:user|USER|SETUSER|setuser) [!-~]{1,64} on ", 0.85, 0.9),
        // `echo '…' | docker login --password-stdin`, `echo '…' | sudo -S`
        Pattern::regex("(?:echo|printf)(?: -[a-z]{1,3})? ['\"]?", 0.85, 0.9),
        // Keys of SNMP's third version.
        Pattern::prefix("snmp[a-z]{3,8} -", 0.85, 0.9),
        Pattern::prefix("snmp[a-z]{3,8} -", 0.85, 0.9),
        // `echo 'user:…' | chpasswd`
        Pattern::regex("(?:echo|printf)(?: -[a-z]{1,3})? ['\"]?[a-z_][a-z0-9_.-]{0,31}:", 0.85, 0.9),
        // PowerShell
        Pattern::regex("ConvertTo-SecureString (?:-String )?['\"]", 0.9, 0.95),
        // Communities of SNMP.
        Pattern::prefix("snmp[a-z]{3,8} -", 0.85, 0.9),
        // npm's configuration: `//host/:_authToken …`
        Pattern::within(":_(?:authToken|auth|password) ", 0.9, 0.95),
        // The second argument of what authenticates by name and password.
        Pattern::within("(?:BasicAuth|basic_auth|DigestAuth|NetworkCredential|PasswordCredential)\\(['\"]", 0.85, 0.9),
        // A key and its first block in hexadecimal digits: `openssl enc -aes-256-cbc -K … -iv …`.
        Pattern {
            finder: Finder::Prefix(Cow::Borrowed("-(?:K|iv) ['\"]?[0-9A-Fa-f]{16}")),
            bare: 0.85,
            supported: 0.9,
            begins: Some(begins_option),
        },
        // The name and password before the address in Go's driver for MySQL: `user:…@tcp(host)/shop`
        Pattern::within("@(?:tcp|unix)\\(", 0.9, 0.95),
        // Oracle's statements: `CONNECT user/…@service`, `ALTER USER name IDENTIFIED BY …;`
        Pattern::regex("(?:CONNECT|CONN|connect|conn) [0-9A-Za-z_.]{1,64}/", 0.85, 0.9),
        Pattern::regex("(?i:user [0-9a-z_\"]{1,64} identified by )", 0.85, 0.9),
        // A column of a query: `SELECT '…' AS password`
        Pattern::within("' (?i:as) [\"`\\[]?(?i:[a-z_]{0,24}(?:password|passwd|pwd|passphrase))", 0.85, 0.9),
        // `htpasswd -b file user …`
        Pattern::prefix("(?:htpasswd|mosquitto_passwd) -", 0.85, 0.9),
        // Servers of FTP log what clients send: `"PASS …"`
        Pattern::within("\"PASS ", 0.9, 0.95),
        // `ansible-vault encrypt_string '…'`, `ssh-keygen -t ed25519 -N '…'`
        Pattern::within("encrypt_string ['\"]", 0.9, 0.95),
        Pattern::prefix("ssh-keygen -", 0.9, 0.95),
        // Keywords of Lisp: `:password "…"`
        Pattern::within(":(?:[a-z]{1,12}-)?(?:password|passwd|pass|pwd) \"", 0.85, 0.9),
        // `openssl enc -aes-256-cbc -k …`
        Pattern::prefix("openssl [a-z]", 0.85, 0.9),
        // Whatever stands there, and wherever the command does: `ProxyCommand sshpass -p … ssh …`
        Pattern::within("sshpass (?:-v )?-p ?", 0.9, 0.95),
        // A text in place of a command's input: `docker login --password-stdin <<< '…'`.
        Pattern::within("<<< ?\\$?['\"0-9A-Za-z]", 0.85, 0.9),
        // A user and a password in one argument of Samba's clients: `smbclient -U 'jane%…'`.
        Pattern::within(" -U ['\"]?[0-9A-Za-z]", 0.85, 0.9),
        // Clients of databases that name the user and the password in words: `db2 connect to SHOP user jane using …`.
        Pattern::regex("db2 connect to ", 0.85, 0.9),
        // Teradata's: `.LOGON host/jane,…`
        Pattern::within("\\.(?:LOGON|logon) [0-9A-Za-z]", 0.85, 0.9),
        // Users of SNMP's third version: the second password, and the first.
        Pattern::regex("createUser [!-~]{1,64} ", 0.9, 0.95),
        Pattern::regex("createUser [!-~]{1,64} ", 0.9, 0.95),
        // Juniper's community of SNMP.
        Pattern::regex("set snmp community ", 0.9, 0.95),
        // Programs that make the hash of a password.
        Pattern::prefix(
            "(?:mkpasswd|openssl passwd|slappasswd|doveadm pw|caddy hash-password|grub-mkpasswd) ",
            0.85,
            0.9,
        ),
        // The old passphrase of a key, beside the new one: `ssh-keygen -p -P … -N …`
        Pattern::prefix("ssh-keygen -", 0.9, 0.95),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => option_value(text, candidate)?,
        1 => word(text, end).filter(|place| !text[place.clone()].starts_with(['/', '*']))?,
        2 => {
            let place = word(text, of_oracle(text, candidate)?)?;
            let found = &text[place.clone()];
            let len = found.find('@').unwrap_or(found.len());
            // Short names of programs are also words.
            let is_told = !candidate.matched().starts_with("exp ") && !candidate.matched().starts_with("imp ");
            (found.len() > len || is_told && found.len() >= MIN_LEN).then_some(place.start..place.start + len)?
        }
        4 => word(text, behind_mark(text, end, &[" /p:", " '/p:", " \"/p:", " password "])?)?,
        5 => word(text, word(text, end)?.end + 1)?,
        6 => word(text, behind_mark(text, end - 1, &[" >"])?)?,
        3 => word(text, end).filter(|place| !text[place.clone()].starts_with(['/', '-', '*']))?,
        8 | 9 => {
            let option = if candidate.pattern == 8 { "-A" } else { "-X" };
            word(text, behind_option(text, end - 1, &[option])?)
                .filter(|place| !text[place.clone()].starts_with(['/', '-', '*']))?
        }
        7 => {
            let place = word(text, end - usize::from(candidate.matched().ends_with(['"', '\''])))?;
            let place = behind_format(text, &place).unwrap_or(place);
            let found = text[place.clone()].trim_end_matches(')');
            let place = if is_substituted(text, start) { place.start..place.start + found.len() } else { place };
            (is_piped(text, place.end, READERS) || is_file_of_password(text, start)).then_some(place)?
        }
        10 => word(text, end).filter(|place| is_piped(text, place.end, &["chpasswd"]))?,
        11 => value(text, end - 1, Form::Member)?,
        12 => word(text, behind_option(text, end - 1, &["-c"])?)
            .filter(|place| !is_one_of(&text[place.clone()], &["public", "private"]))?,
        13 => word(text, end).filter(|place| place.len() >= 2 * MIN_LEN)?,
        14 => second_argument(text, end - 1)?,
        15 => word(text, text[start..end].find(' ').map(|blank| start + blank + 1)?)
            .filter(|place| text[place.clone()].bytes().all(|b| b.is_ascii_hexdigit()))?,
        16 => before_address(text, start)?,
        17 => {
            let place = word(text, end)?;
            let role = line::behind(text, place.end, 16).to_ascii_uppercase();
            let is_administrator = || [" AS SYSDBA", " AS SYSOPER"].iter().any(|name| role.starts_with(name));
            let len = text[place.clone()].find('@').or_else(|| is_administrator().then_some(place.len()))?;
            place.start..place.start + len
        }
        18 => {
            word(text, end).filter(|place| !is_one_of(&text[place.clone()], &["values", "externally", "globally"]))?
        }
        19 => before_alias(text, start)?,
        20 => word(text, htpasswd_operand(text, end - 1, 2)?).filter(|place| {
            let found = &text[place.clone()];
            // With `-b`, and only then, a password stands there.
            let is_batch = line::behind(text, end - 1, 8).split(' ').next().is_some_and(|flags| flags.contains('b'));
            has_digit(found) && has_letter(found) || is_batch && !is_ordinary(found)
        })?,
        21 => word(text, end).filter(|place| has_digit(&text[place.clone()]) && has_letter(&text[place.clone()]))?,
        23 | 35 => {
            let option = if candidate.pattern == 23 { "-N" } else { "-P" };
            let at = behind_option(text, end - 1, &[option])?;
            let is_quoted = text[at..].starts_with(['"', '\'']);
            value(text, at, if is_quoted { Form::Member } else { Form::Argument })?
        }
        25 => word(text, behind_option(text, end - 1, &["-k", "-hmac", "-psk"])?)?,
        27 => {
            let at = end - 1;
            let is_read = READERS.iter().chain(&["argon2 ", "htpasswd -i", "passwd -stdin"]);
            let head = line::before(text, start, 160);
            // A user stands before it: `chpasswd <<< jdoe:…`.
            word(text, at)
                .filter(|_| !head.contains("chpasswd"))
                .filter(|_| is_read.into_iter().any(|reader| head.contains(reader.trim_start_matches(['|', ' ']))))?
        }
        28 => behind_percent(text, end - 1)?,
        29 => word(text, behind_mark(text, end, &[" using "])?)?,
        30 => {
            let place = word(text, end - 1)?;
            let comma = text[place.clone()].find(',')?;
            place.start + comma + 1..place.end
        }
        31 => word(text, behind_mark(text, end, &["AES ", "DES "])?)?,
        32 => word(text, behind_mark(text, end - 1, &["SHA ", "MD5 ", "SHA-256 ", "SHA-512 "])?)?,
        33 => word(text, end).filter(|place| !is_one_of(&text[place.clone()], &["public", "private"]))?,
        34 => hashed(text, end)?,
        26 => word(text, end).filter(|place| !text[place.clone()].starts_with(['%', '-', '{', '<']))?,
        _ => value(text, end - 1, Form::Member)?,
    };
    let found = text.get(place.clone())?;
    let is_value = found.len() >= MIN_LEN && !is_placeholder(found) && !is_name(found) && !found.starts_with('$');
    is_value.then(|| candidate.part(place))?
}

/// The password behind the user and a percent sign at `at`, which quotes may enclose: `jane%…`, `jane%'…'`.
fn behind_percent(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest user, in bytes.
    const LONGEST: usize = 64;
    let near = line::behind(text, at, LONGEST).trim_start_matches(['"', '\'']);
    let start = at + line::behind(text, at, LONGEST).len() - near.len();
    let user = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"._@\\-".contains(b)).count();
    near[user..].starts_with('%').then(|| word(text, start + user + 1))?
}

/// Commands that read a password from their input.
const READERS: &[&str] = &[
    "--password-stdin",
    "sudo -S",
    "sudo -kS",
    "sudo -k -S",
    "passwd --stdin",
    "| passwd ",
    "|passwd ",
    "sudo passwd ",
    "| smbpasswd ",
    "kinit ",
    "cryptsetup ",
    "askpass",
    "passwd-on-stdin",
    "password_stdin",
    "-pass stdin",
    "-passin stdin",
    "-passout stdin",
    "--pinentry-mode loopback",
    "vncpasswd -f",
    "ssh-add ",
    "chntpw ",
    "--passphrase-fd 0",
    "secret put",
    "secret set",
    "secrets create",
    "secrets versions add",
    "secret create",
    "--data-file=-",
    "env add",
    "login --with-token",
];

/// Reports whether the command at `at` stands in for a file: `<(echo …)`.
fn is_substituted(text: &str, at: usize) -> bool {
    text[..at].ends_with("<(")
}

/// Reports whether the command at `at` stands in for the file of a password: `--password-file=<(echo …)`.
fn is_file_of_password(text: &str, at: usize) -> bool {
    /// Longest option, in bytes.
    const LONGEST: usize = 48;
    const NAMES: [&str; 6] = ["pass", "pwd", "secret", "token", "key", "cred"];
    let head = line::before(text, at, LONGEST);
    let signs = ['=', ' ', ':', '@'];
    // A command that prints it: `--password-command "echo …"`.
    let printer = head.trim_end_matches(['"', '\'']).trim_end_matches(signs);
    if ["--password-command", "--passphrase-command"].iter().any(|option| printer.ends_with(option)) {
        return true;
    }
    let option = head.strip_suffix("<(").and_then(|head| {
        let head = head.trim_end_matches(signs);
        head.strip_suffix("file").unwrap_or(head).trim_end_matches(signs).rsplit(' ').next()
    });
    option.is_some_and(|option| option.starts_with('-') && NAMES.iter().any(|name| option.contains(name)))
}

/// The argument behind the format at `format`, as `printf` takes them: `'%s\n' '…'`.
fn behind_format(text: &str, format: &Range<usize>) -> Option<Range<usize>> {
    let found = text[format.clone()].trim_end_matches("\\n");
    let rest = text[format.end..].trim_start_matches(['"', '\'']);
    let is_format = matches!(found, "%s" | "%b" | "%q");
    (is_format && rest.starts_with(' ')).then(|| word(text, text.len() - rest.len() + 1))?
}

/// Reports whether an option of a command line begins at `at`, and no word goes on.
fn begins_option(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|head| head.ends_with([' ', '\t', '\n', '"', '\'', ',']))
}

/// The word at `at`: up to a blank, a quote or a sign of a shell.
fn word(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest word, in bytes.
    const LONGEST: usize = 256;
    let rest = text.get(at..)?;
    let quote = usize::from(rest.starts_with(['"', '\'']));
    let ends = |b: u8| b.is_ascii_whitespace() || b"\"'`|;<>".contains(&b);
    let len = rest.bytes().skip(quote).take(LONGEST).position(ends).unwrap_or(rest.len() - quote);
    let len = if quote > 0 { phrase_len(rest, len) } else { len };
    let place = at + quote..at + quote + len;
    (len <= LONGEST && text.get(place.clone()).is_some()).then_some(place)
}

/// The length of the words in the quotes that begin `rest`, whose first word has `len` bytes: `"alder moon 12"`.
fn phrase_len(rest: &str, len: usize) -> usize {
    /// Longest phrase, in bytes.
    const LONGEST: usize = 64;
    let line = line::behind(rest, 0, LONGEST);
    let closed = line.chars().next().and_then(|quote| line.get(1..)?.find(quote));
    let is_phrase = |phrase: &str| phrase.chars().all(|c| c.is_alphanumeric() || " -_.!&*+#".contains(c));
    closed.filter(|closed| *closed > len && is_phrase(&line[1..=*closed])).unwrap_or(len)
}

/// The place behind the first of `marks` in the command that goes on at `at`.
fn behind_mark(text: &str, at: usize, marks: &[&str]) -> Option<usize> {
    /// Longest command, in bytes.
    const LONGEST: usize = 400;
    let line = line::behind(text, at, LONGEST);
    marks.iter().find_map(|mark| Some(at + line.find(mark)? + mark.len()))
}

/// The place of the value of the first of `options` in the command whose arguments begin at `at`.
fn behind_option(text: &str, at: usize, options: &[&str]) -> Option<usize> {
    /// Longest command and most arguments.
    const LONGEST: usize = 512;
    const MOST: usize = 24;
    let line = line::behind(text, at, LONGEST);
    let command = &line[..line.find(['|', ';', '`']).unwrap_or(line.len())];
    let mut place = at;
    for argument in command.split(' ').take(MOST) {
        place += argument.len() + 1;
        if options.contains(&argument) {
            return Some(place);
        }
    }
    None
}

/// The place of the file, the user or the password of `htpasswd`, by its number of these, counted from 0, in the command whose
/// arguments begin at `at`. Options stand before the user; a password may look like one. With `-n` there is no file.
pub(crate) fn htpasswd_operand(text: &str, at: usize, number: usize) -> Option<usize> {
    /// Longest command, in bytes.
    const LONGEST: usize = 256;
    const USER: usize = 1;
    const PASSWORD: usize = 2;
    let (mut place, mut operands) = (at, 0);
    for argument in line::behind(text, at, LONGEST).split(' ') {
        if operands < PASSWORD && argument.starts_with('-') {
            let is_printed = argument.contains('n') && operands == 0;
            operands = if is_printed { USER } else { operands };
        } else if !argument.is_empty() {
            if operands == number {
                return Some(place);
            }
            operands += 1;
        }
        place += argument.len() + 1;
    }
    None
}

/// The password that the program hashes whose arguments begin at `at`: behind its option, or else the last argument, if no option takes
/// it.
fn hashed(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest command, in bytes.
    const LONGEST: usize = 160;
    /// Options with a value.
    const TAKING: [&str; 10] = ["-m", "-S", "-R", "--method", "--salt", "-salt", "-h", "-c", "--rounds", "-P"];
    let line = line::behind(text, at - 1, LONGEST);
    let line = &line[..line.find(['|', ';', '>', '&', ')', '`']).unwrap_or(line.len())];
    if let Some(value) = [" -p ", " -s ", " --plaintext ", " --password "]
        .iter()
        .find_map(|option| Some(line.find(option)? + option.len()))
    {
        let place = word(text, at - 1 + value)?;
        return (!text[place.clone()].starts_with(['-', '/', '$'])).then_some(place);
    }
    let arguments = line.trim_end();
    let last = arguments.rfind([' ', '\'', '"'])?;
    // The opening quote of the last argument.
    let quote = arguments.chars().next_back().filter(|c| matches!(c, '"' | '\''));
    let open = match quote {
        Some(quote) => arguments[..arguments.len() - 1].rfind(quote)?,
        None => last + 1,
    };
    let option = arguments[..open].trim_end().rsplit(' ').next()?;
    let place = word(text, at - 1 + open)?;
    let found = &text[place.clone()];
    let is_value = !TAKING.contains(&option) && !found.starts_with(['-', '/', '$']);
    (is_value && (quote.is_some() || has_digit(found) || found.contains('_'))).then_some(place)
}

/// The place behind the slash that follows the user of one of Oracle's clients, behind its options, or of its thin driver.
fn of_oracle(text: &str, candidate: &Candidate<'_>) -> Option<usize> {
    /// Longest user, in bytes, and options.
    const USER: usize = 64;
    const OPTIONS: usize = 24;
    let end = candidate.range.end;
    let near = line::behind(text, end, OPTIONS + USER);
    let at = match candidate.matched().starts_with("jdbc") {
        true => end + near.find(':')? + 1,
        false => {
            let options = near.split(' ').take(3).take_while(|word| word.starts_with('-'));
            end + options.map(|word| word.len() + 1).sum::<usize>()
        }
    };
    let user = window::behind(text.get(at..)?, 0, USER + 1).split('/').next()?;
    let is_user =
        !user.is_empty() && user.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'));
    (is_user && text[at + user.len()..].starts_with('/')).then_some(at + user.len() + 1)
}

/// The password behind the option that `candidate` matched: `-storepass …`, `-passin pass:…`.
fn option_value(text: &str, candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let end = candidate.range.end;
    let rest = text.get(end..)?;
    let is_openssl = ["-passin", "-passout", "-pass "].iter().any(|option| candidate.matched().starts_with(option));
    match rest.strip_prefix("pass:") {
        Some(_) if is_openssl => word(text, end + "pass:".len()),
        // Elsewhere it says where the password is: `env:NAME`, `file:path`.
        _ if is_openssl => None,
        _ => value(text, end, Form::Argument),
    }
}

/// Reports whether the line that goes on at `at` hands its text to one of `commands`.
fn is_piped(text: &str, at: usize, commands: &[&str]) -> bool {
    /// Longest rest of a line, in bytes.
    const LONGEST: usize = 64;
    let line = line::behind(text, at, LONGEST);
    line.contains('|') && commands.iter().any(|command| line.contains(command))
}

/// The second argument, a literal, of the call whose first one begins with the quote at `at`.
fn second_argument(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest first argument, in characters.
    const LONGEST: usize = 96;
    let second = next_argument(text, &argument(text, at, LONGEST)?)?;
    let second = second + if text.get(second..)?.starts_with("Some(") { "Some(".len() } else { 0 };
    text.get(second..)?.starts_with(['"', '\'']).then(|| value(text, second, Form::Member))?
}

/// The literal whose quote closes at `close`, before the name of its column.
fn before_alias(text: &str, close: usize) -> Option<Range<usize>> {
    /// Longest literal, in bytes.
    const LONGEST: usize = 96;
    let head = line::before(text, close, LONGEST);
    let open = memchr::memrchr(b'\'', head.as_bytes())?;
    let place = close - head.len() + open + 1..close;
    (!is_common(&text[place.clone()])).then_some(place)
}

/// The password in the user info that ends with the `@` at `at`.
fn before_address(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest user info, in bytes.
    const LONGEST: usize = 160;
    let head = window::before(text, at, LONGEST);
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '=' | '<' | '(');
    let info = head.rsplit(ends).next()?;
    let (user, password) = info.split_once(':')?;
    (!user.is_empty() && !user.contains('/')).then_some(at - password.len()..at)
}
