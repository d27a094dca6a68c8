//! Names of accounts: behind their name, in messages of logins, and as handles in chats.

use std::{borrow::Cow, ops::Range};

use super::username_credentials::{has_mail_nearby, has_password_nearby};
use super::username_handles::{handle, of_server};
use super::username_logins::login_target;
use super::username_names::{NAMES, is_instruction};
use super::username_roles::{is_first_name, is_of_team};
use super::username_syntax::{is_argument, is_aside, is_enclosed, is_flag, is_in_brackets, is_titled};
use super::username_words::{is_beside_password, is_told};
use crate::recognizers::secrets::code_shapes::{ends_member, is_type};
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::secrets::stand_ins::is_placeholder;
use crate::recognizers::support::identifiers::behind_emphasis;
use crate::recognizers::support::neighbours::{byte_at, byte_before, is_one_of};
use crate::recognizers::support::value::{is_closed, name_of, token};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Form, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Surrogate},
    text::{is_value_edge, line},
};

/// Longest part of a line that is looked at before a value, in bytes.
const MAX_LINE: usize = 96;

/// The facts about names of accounts.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::HIPAA],
    aliases: &["USER_NAME", "USER", "HANDLE", "SCREEN_NAME", "LOGIN", "NICKNAME"],
    languages: &["en", "de", "fr", "es", "it", "pt", "nl"],
    ..LabelInfo::new(
        "USERNAME",
        "The name of somebody's account: behind its name, in a message of a login, as a handle, in a profile or a log of accesses.",
        "username: jdoe42",
        Handling { surrogate: Surrogate::Username, ..Handling::IDENTIFIER },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(NAMES, 0.85),
        Pattern::key(
            keys![
                "user",
                "usr",
                "login",
                "author",
                "owner",
                "assignee",
                "reporter",
                "created by",
                "updated by",
                "modified by",
                "changed by",
                "deleted by",
                "requested by",
                "performed by",
                "approved by",
                "executed by",
                "actor",
                "initiator",
                "uploader",
                "committer",
                "player",
                "melder",
                "bearbeiter",
                "gemeldet von",
                "erstellt von",
                "geändert von",
                "zugewiesen an",
                "demandeur",
                "signalé par",
                "créé par",
                "modifié par",
                "assigné à",
                "solicitante",
                "reportado por",
                "creado por",
                "modificado por",
                "asignado a",
                "richiedente",
                "segnalato da",
                "creato da",
                "modificato da",
                "assegnato a",
                "criado por",
                "atribuído a",
                "gemeld door",
                "aangemaakt door",
                "toegewezen aan",
                "zgłaszający",
                "utworzone przez",
                "przypisane do",
                "zadal",
                "zadavatel",
                "nahlásil",
                "řešitel",
                "řeší",
                "ilmoittaja",
                "käsittelijä",
                "anmäld av",
                "skapad av",
                "tilldelad",
                "meldt av",
                "opprettet av",
                "oprettet af",
                "tildelt",
                "bejelentő",
                "felelős",
                "raportat de",
                "creat de",
                "prijavio",
                "prijavila",
                "rešava",
                "rješava",
                "bildiren",
                "atanan",
                "заявитель",
                "исполнитель",
                "заявник",
                "виконавець",
            ],
            0.75,
        ),
        Pattern::regex(
            "(?:Accepted|Failed) (?:password|publickey|keyboard-interactive/pam|none) for (?:invalid user )?",
            0.92,
            0.95,
        ),
        Pattern::regex(
            "(?:session (?:opened|closed) for user|[Ii]nvalid user|authentication failure for user|su for) ",
            0.85,
            0.95,
        ),
        Pattern::regex(
            "(?i:user ?name|user ?id|login name|screen name|nickname|benutzername|gebruikersnaam)(?: (?:on|for) (?:there|here|it|that|the (?:site|app|forum|portal)))?(?: (?:is|was|ist|lautet|est|es)(?: just| simply| still| now| also)?)?:? ['\"@]?",
            0.7,
            0.9,
        ),
        Pattern::around(b'@', 0.75, 0.9),
    ]),
    context: words![
        "twitter",
        "instagram",
        "telegram",
        "follow",
        "github",
        "tiktok",
        "mastodon",
        "slack",
        "discord",
        "dm",
        "mention",
        "account",
        "username",
        "profile",
        "login",
        "log in",
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    match candidate.pattern {
        pattern @ (0 | 1) => {
            let place = token(candidate, b"&,")?;
            let found = text.get(place.clone())?;
            if pattern == 0 && is_line_number(candidate, &place) {
                return candidate.part(place);
            }
            if !is_account(found) || is_instruction(found) {
                return None;
            }
            // The logs of Windows have names, too.
            let is_log_name = pattern == 0 && text[..place.start].trim_end().ends_with("Log Name:");
            if is_flag(text, place.start)
                || is_log_name
                || is_plain_word(found) && is_aside(candidate)
                || is_object_id(found, candidate)
                || pattern == 1 && (is_of_team(found, candidate) || is_first_name(text, &place))
            {
                return None;
            }
            // `user: Name` and `user = name` are code, unless the name has a sign or digit that no plain word has.
            let plain = found.bytes().all(|b| b.is_ascii_alphabetic());
            let loose =
                matches!(candidate.form, Form::Line | Form::Setting) && (plain || pattern == 1 && !has_mark(found));
            let is_enclosed = is_enclosed(text, &place);
            let named = is_closed(candidate) || is_enclosed || pattern == 0 && is_titled(text, candidate);
            let code = match candidate.form {
                Form::Line => ends_member(text.get(place.end..)?) || !found.starts_with(char::is_alphabetic),
                Form::Setting => {
                    let counted = found.bytes().any(|b| b.is_ascii_digit()) && !found.contains('.');
                    !counted || ends_member(text.get(place.end..)?) || !found.starts_with(char::is_alphabetic)
                }
                Form::Pair => {
                    is_argument(text, candidate.range.start)
                        || byte_at(text, place.end) == Some(b')') && !is_in_brackets(text, candidate.range.start)
                }
                _ => false,
            };
            let rest = text.get(place.end..candidate.range.end)?;
            let alone = candidate.form == Form::Pair
                || is_enclosed
                || rest.trim_start_matches([',', ' ', '.']).is_empty()
                || pattern == 0;
            // In files of settings the password of the account stands near, and in a note on the same line. A line of a form
            // has nothing but the account: `Login: jdoe`.
            let is_told = || {
                let is_last = line::ends(text, place.end);
                let is_titled = || is_titled(text, candidate) || name_of(candidate) == "login";
                let is_form = || pattern == 1 && is_last && is_titled() && is_of_login(candidate);
                matches!(candidate.form, Form::Line | Form::Setting | Form::Pair)
                    && !is_plain_word(found)
                    && (is_form()
                        || is_last && (has_password_nearby(text, &place) || has_mail_nearby(text, &place))
                        || candidate.form == Form::Line && is_beside_password(text, &place))
            };
            let is_log = || is_logged(candidate) && !is_plain_word(found);
            ((!code && (!loose || named) || is_told()) && alone || is_log()).then(|| candidate.part(place))?
        }
        2 | 3 => {
            // Whatever somebody typed, perhaps a password: `Invalid user Summer2023$ from …`.
            if candidate.matched().ends_with("nvalid user ")
                && let rest = line::behind(text, candidate.range.end, MAX_LINE)
                && let Some((typed, _)) = rest.split_once(" from ").filter(|(typed, _)| typed.len() > 1)
                && !typed.contains(' ')
                && (is_account(typed) || !typed.bytes().all(|b| b.is_ascii_alphabetic()))
            {
                return candidate.part(candidate.range.end..candidate.range.end + typed.len());
            }
            let place = name_at(text, candidate.range.end)?;
            let found = text.get(place.clone())?;
            // `Invalid user input`, while a message of a login goes on: `Invalid user jane from …`.
            let is_message = candidate.matched().ends_with("nvalid user ")
                && is_plain_word(found)
                && !text.get(place.end..)?.starts_with(" from ");
            (is_account(found) && !is_message).then(|| candidate.part(place))?
        }
        4 => {
            let arrow = ["-> ", "=> ", "→ "].iter().find(|sign| text[candidate.range.end..].starts_with(**sign));
            let end = candidate.range.end + arrow.map_or(0, |sign| sign.len());
            let place = name_at(text, behind_emphasis(text, end))?;
            let found = text.get(place.clone())?;
            // The name of a column: `cs-username c-ip`.
            let is_column = byte_before(text, candidate.range.start) == Some(b'-');
            (is_account(found) && !is_column && (has_mark(found) || is_told(candidate, &place)))
                .then(|| candidate.part(place))?
        }
        _ => {
            let at = candidate.range.start;
            of_server(text, at)
                .or_else(|| handle(text, at))
                .or_else(|| login_target(text, at))
                .map(|place| candidate.part(place))?
        }
    }
}

/// The beginning of a word or of words before an account, which a check reads.
pub(super) const fn before_account(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.9)
}

/// The run of characters of names of accounts that begins at `at`.
pub(super) fn name_at(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    // Letters with accents of the languages of Europe, which some systems allow.
    let stands =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '$' | '\\' | '\u{C0}'..='\u{24F}');
    let len: usize = rest.chars().take(64).take_while(|c| stands(*c)).map(char::len_utf8).sum();
    let found = rest.get(..len)?.trim_end_matches(['.', '-', '\\']);
    (found.len() > 1 && is_value_edge(text, at + found.len())).then_some(at..at + found.len())
}

/// Reports whether it differs from a plain word: a digit, a dot, a dash, an underscore.
pub(super) fn has_mark(found: &str) -> bool {
    found.bytes().any(|b| b.is_ascii_digit()) || found.trim_matches(['.', '-', '_']).contains(['.', '_', '-'])
}

/// Reports whether the value stands in a line of a log, behind a time: `09:12:44 WARN login failed user: jdoe attempts=3`.
fn is_logged(candidate: &Candidate<'_>) -> bool {
    matches!(candidate.form, Form::Line | Form::Setting)
        && is_of_login(candidate)
        && is_log_line(candidate.field.text, candidate.range.start)
}

/// Reports whether a time stands before `at` on its line, as in a log.
pub(super) fn is_log_line(text: &str, at: usize) -> bool {
    /// Longest line before it, in bytes.
    const FAR: usize = 200;
    let head = line::before(text, at, FAR);
    let is_time = |part: &[u8]| {
        let digits = [0, 1, 3, 4, 6, 7].iter().all(|at| part[*at].is_ascii_digit());
        digits && part[2] == b':' && part[5] == b':'
    };
    head.as_bytes().windows("00:00:00".len()).any(is_time)
}

/// Reports whether the name before the value is a word for logins, and none for authors of texts and owners of objects.
fn is_of_login(candidate: &Candidate<'_>) -> bool {
    const WORDS: [&str; 3] = ["login", "user", "assignee"];
    is_one_of(name_of(candidate).rsplit([' ', '_', '-']).next().unwrap_or_default(), &WORDS)
}

/// Reports whether the number at `place` is the account of a telephone, whose password stands near it in a file of settings:
/// `username=4127` above `password=…`.
fn is_line_number(candidate: &Candidate<'_>, place: &Range<usize>) -> bool {
    /// Digits of an extension, and of a number with its country.
    const LEN: std::ops::RangeInclusive<usize> = 3..=15;
    const NAMES: [&str; 6] = ["username", "user name", "user_name", "defaultuser", "authuser", "auth_username"];
    let text = candidate.field.text;
    LEN.contains(&place.len())
        && text[place.clone()].bytes().all(|b| b.is_ascii_digit())
        && matches!(candidate.form, Form::Line | Form::Setting | Form::Pair)
        && line::ends(text, place.end)
        && is_one_of(name_of(candidate), &NAMES)
        && has_password_nearby(text, place)
}

/// Reports whether it is an ordinary word of prose or programs.
pub(super) fn is_plain_word(found: &str) -> bool {
    found.bytes().all(|b| b.is_ascii_alphabetic()) && is_common(found)
}

/// Reports whether it is a UUID, or an identifier of a connection, behind a name for the identifiers of any objects:
/// `metadata.uid`, `podUID`.
fn is_object_id(found: &str, candidate: &Candidate<'_>) -> bool {
    let name = || name_of(candidate).trim_end_matches(|c: char| !c.is_ascii_alphabetic()).to_ascii_lowercase();
    (is_uuid(found) || is_connection(found)) && name().ends_with("uid") && !name().contains("user")
}

/// Reports whether it is the identifier of a connection as Zeek draws them: `CHhAvVGS1DHFjwGM9`.
fn is_connection(found: &str) -> bool {
    const LEN: std::ops::RangeInclusive<usize> = 16..=19;
    let has = |wanted: fn(&u8) -> bool| found.as_bytes()[1..].iter().any(wanted);
    LEN.contains(&found.len())
        && found.starts_with('C')
        && found.bytes().all(|b| b.is_ascii_alphanumeric())
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
}

/// Reports whether it is a number of a program: an address in memory, or a span of time (`21m52.298s`).
fn is_quantity(found: &str) -> bool {
    let hex = found.strip_prefix("0x").or_else(|| found.strip_prefix("0X"));
    let is_address = hex.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    let is_time = found.starts_with(|c: char| c.is_ascii_digit())
        && found.ends_with(['s', 'S'])
        && found.bytes().all(|b| b.is_ascii_digit() || b"hmsnu.".contains(&b.to_ascii_lowercase()));
    is_address || is_time
}

/// Reports whether it is a version: `v1.2`.
fn is_version(found: &str) -> bool {
    let digits = found.strip_prefix(['v', 'V']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Reports whether it can be the name of a person's account, and neither of a service's nor code.
pub(super) fn is_account(found: &str) -> bool {
    const OTHERS: &WordList = &WordList::new(
        "\
        Linux|Darwin|FreeBSD|SunOS|Windows_NT|linux|darwin|freebsd|sunos|aix|cygwin|msys|\
        root|admin|administrator|system|guest|anonymous|nobody|daemon|postgres|mysql|www-data|nginx|apache|\
        ubuntu|ec2-user|debian|git|service|default|public|unknown|none|null|nil|undefined|true|false|test|\
        user|users|username|me|bot|sa|self|this|string|str|text|varchar|char|int|integer|number|object|id|\
        event_scheduler|kube-system|kube-public|systemd-network|systemd-timesync|systemd-resolve|polkitd|messagebus|sshd|avahi|\
        dnsmasq|rtkit|chrony|userid|name|value|required|optional|failed|failure|successful|success|error|invalid|bad|wrong|missing|not|is|\
        the|a|an|or|and|in|from|for|with|by|via|session|secret|secrets|token|tokens|index|parse|node|handler|buffer|request|phone|\
        card|address|count|path|config|pass_through|ip|email|host|item|state|data|type|password|login|profile|\
        account|group|role|new|get|set|your_username|your-username|yourusername|my_username|your_name|\
        readonly|aws|apikey|api_key|api-key|var|let|const|yes|no|on|off|enabled|disabled|always|never|latest|pass|return|break|continue|raise|\
        ok|okay|done|denied|granted|locked|html|lcov|lcovonly|json|spec|tap|junit|xunit|cobertura|clover|teamcity|checkstyle|sarif|xml|yaml|csv|markdown|\
        text-summary|json-summary|html-spa|verbose|mocha|jest|mochawesome|allure|nyan|\
        signin|sign-in|logon|anmelden|einloggen|anmeldung|connexion|accedi|accesso|inloggen|aanmelden|entrar|acceder|ingresar|zaloguj|\
        logowanie|bejelentkezés|belépés|kirjaudu|giriş|přihlásit|přihlášení|prihlásiť|prijava|prijavi|autentificare|conectare|\
        inloggning|logga|innlogging|войти|вход|увійти|вхід|είσοδος|登录|登入|ログイン|로그인",
    );
    // Registries of images give them to programs, each with a name of its own: `robot$jdoe`.
    if let Some(name) = found.strip_prefix("robot$") {
        return is_account(name);
    }
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\\' | '+');
    // Numbers and addresses have no letter, and most other values have a sign.
    if !(2..=64).contains(&found.len()) || !found.chars().any(char::is_alphabetic) || !found.chars().all(stands) {
        return false;
    }
    // References of Terraform.
    if ["var.", "local.", "data.", "module."].iter().any(|root| found.starts_with(root)) {
        return false;
    }
    // `user.name`, `obj.getName`: a path whose last part is a member. One letter is an initial.
    let is_member = |last: &str| last.len() > 1 && last.len() < found.len() && is_listed(last, OTHERS);
    let member = found.rsplit(['.']).next().is_some_and(is_member);
    let typed = found.bytes().next().is_some_and(|b| b.is_ascii_uppercase())
        && found.bytes().any(|b| b.is_ascii_lowercase())
        && found.get(1..).is_some_and(|rest| rest.bytes().any(|b| b.is_ascii_uppercase()))
        && found.bytes().all(|b| b.is_ascii_alphabetic());
    let path = is_type(found)
        || found.starts_with("self.")
        || found.starts_with("this.")
        || found.starts_with(['.', '-', '\\'])
        || found.contains("..")
        || found.contains("--");
    !member
        && !typed
        && !path
        && !is_version(found)
        && !is_quantity(found)
        && !is_listed(found, OTHERS)
        && !is_stand_in(found)
}

/// Reports whether it stands for an account in a program or a form: `${user}`, `e.target`; but `e.moreau` is one.
pub(super) fn is_stand_in(found: &str) -> bool {
    let is_name = || found.split_once('.').is_some_and(|(_, name)| !is_plain_word(name));
    is_placeholder(found) && !(is_initial_with_dot(found) && is_name())
}

/// Reports whether it is an initial and a family name: `j.roe`.
pub(super) fn is_initial_with_dot(found: &str) -> bool {
    /// Fewest letters of a family name that is no ending of files.
    const FEWEST: usize = 4;
    let letters = |part: &str| part.bytes().all(|b| b.is_ascii_lowercase());
    let parts = found.split_once('.').filter(|(initial, _)| initial.len() == 1 && letters(initial));
    parts.is_some_and(|(_, name)| name.len() >= FEWEST && letters(name))
}
