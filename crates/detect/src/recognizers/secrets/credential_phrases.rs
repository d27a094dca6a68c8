//! A user and a password in one phrase, as people write them in messages and notes: `u: jdoe p: …`, `user jdoe pass …`, `login jdoe
//! and …`, `creds: jdoe / …`, in many languages.

use std::{borrow::Cow, ops::Range};

use crate::letter_case::is_same;
use crate::recognizers::secrets::{
    code_shapes::{is_algorithm, is_expression, is_path},
    key_value::is_uuid,
    password::INFO,
    password_value::{has_digit, has_letter, is_dotted},
    randomness::is_common,
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

/// A word for the user, before the user.
pub(crate) const USER: Pattern = Pattern::regex(
    concat!(
        "(?:(?i:user ?name|user ?id|user|usr|uname|u/n|un|u|id|uid|(?:sign|log|logged|signed) ?in as|log-?in|login name|account|acct|acc|name|",
        "e-?mail|wi-?fi|wlan|ssid|network|netzwerk|benutzer(?:name|kennung)?|nutzer(?:name)?|kennung|anmeldename|zugang|identifiant|",
        "utilisateur|compte|usuario|cuenta|utente|nome utente|usu[áa]rio|utilizador|conta|gebruiker(?:snaam)?|użytkownik|uživatel|",
        "användar(?:e|namn)|bruker(?:navn)?|bruger(?:navn)?|käyttäjä(?:tunnus)?|kullanıcı(?: adı)?|логин|логін|пользователь|користувач|",
        "korisni[kčc](?:ko ime)?|felhasználó(?:név)?|utilizator)",
        "(?:(?i: is| ist| est| es| è| é| är| er| jest)?:? |[\"']? ?: ?| ?= ?)|(?:用户名|账号|帐号|ユーザー名|ユーザー|아이디)[:：]? ?|(?:ID|id|UID)： ?)['\"]?",
    ),
    0.85,
    0.9,
);

/// A word for a user and a password together, before both: `login: curator / Maple*Gull*2746`, `creds are ops:…`, `user /
/// password: …`, `log in with …`.
pub(crate) const BOTH: Pattern = Pattern::regex(
    concat!(
        "(?i:(?:login|admin|acc[eè]s|acceso|accesso|acesso|toegang|dostęp|доступ|wi-?fi|wlan|credentials?|creds?|zugang(?:sdaten)?|anmeldedaten|logindaten|identifiants|credenciales|credenziali|credenciais|inloggegevens)",
        "(?: ?(?:is|are|sind|lauten|son|sont|sono|são|zijn))?(?: ?[:=])? ",
        "|(?:access|account|portal|konto|compte|cuenta|conta|vpn|s?ftp|rdp|webmail|citrix|intranet|router) ?: ",
        "|(?:log|sign)(?:g?ed|g?ing)? ?in (?:with|using|as) |anmeld(?:ung|en) mit |meld(?:e|et|en) (?:dich|euch|sie sich) mit |einloggen mit ",
        "|connectez-vous avec |connexion avec |inloggen met |log in met |accede con |inicia sesión con |accedi con |entre com |acesse com ",
        "|zaloguj się jako |logga in med |log ind med |logg inn med |войти как ",
        "|(?:login|user(?:name)?|benutzer(?:name)?|usuario|usuário|utente|identifiant|gebruiker)(?: ?/ ?| and | und | et | y | e | en )",
        "(?:password|passwort|pass|pwd|pw|kennwort|contraseña|senha|wachtwoord|mot de passe|mdp)(?::| is| are|: are)? )",
    ),
    0.8,
    0.95,
);

/// A question for both: `can you use the support login? curator / Maple*Gull*2746`.
pub(crate) const ASKED: Pattern = Pattern::within("(?i:login|logon|creds|credentials)\\? ", 0.8, 0.95);

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[USER, BOTH, ASKED]),
    context: words![],
    check: |candidate| candidate.part(credentials(candidate)?.1),
}];

/// Longest user name and password, in bytes.
const LONGEST: usize = 64;

/// The places of the user and the password that `candidate`, a match of [`USER`] or of [`BOTH`] in this order, announces.
pub(crate) fn credentials(candidate: &Candidate<'_>) -> Option<(Range<usize>, Range<usize>)> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let (user, password) = match candidate.pattern {
        0 => {
            let user = user_at(text, end)?;
            // A variable that a call takes: `add(name=user_name, password="…")`.
            let is_argument = candidate.matched().ends_with('=') && text[user.end..].starts_with(", ");
            let is_network = is_network(candidate.matched());
            let place = behind_password_word(text, user.end, is_network).filter(|_| !is_argument)?;
            (user, password_at(text, place)?)
        }
        _ => {
            let purposes = behind_purpose(text, candidate.matched(), end).into_iter().rev().flatten();
            purposes.chain([end]).find_map(|at| pair(text, candidate.matched(), at))?
        }
    };
    let found = [&text[user.clone()], &text[password.clone()]];
    (!is_enumeration(found)).then_some((user, password))
}

/// The places behind one, two and three words that say what the login is for, which ends at `at`, with a verb and a sign: `creds for
/// the staging host: `, `login wifi: `. Left to the check, since in an automaton each length is a state.
fn behind_purpose(text: &str, matched: &str, at: usize) -> [Option<usize>; 3] {
    /// Longest purpose, and longest word in it, in bytes.
    const FAR: usize = 96;
    const WORD: usize = 24;
    const PREPOSITIONS: &WordList = &WordList::new("for|to|für|pour|para|per|voor");
    const ARTICLES: &WordList = &WordList::new("the|my|our");
    let mut ends = [None; 3];
    // A sign has ended the words that announce the pair, or they are others.
    if matched.trim_end().contains([' ', ':', '=', '/']) {
        return ends;
    }
    let mut rest = line::behind(text, at, FAR);
    let end = at + rest.len();
    let words = |rest: &str, list| {
        rest.split_once(' ').filter(|(word, _)| is_listed(word, list)).map(|(word, _)| word.len() + 1)
    };
    let purpose = words(rest, PREPOSITIONS);
    if let Some(len) = purpose {
        rest = &rest[len..];
        rest = &rest[words(rest, ARTICLES).unwrap_or(0)..];
    }
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    for slot in &mut ends {
        let len = rest.bytes().take_while(stands).count();
        if !(1..=WORD).contains(&len) {
            break;
        }
        rest = &rest[len..];
        *slot = behind_sign(rest, purpose.is_none()).map(|behind| end - behind.len());
        match rest.strip_prefix(' ') {
            Some(next) if purpose.is_some() => rest = next,
            _ => break,
        }
    }
    ends
}

/// `rest` behind the verb and the sign that begin it; with a colon, if it `needs_colon`, and else with a blank.
fn behind_sign(rest: &str, needs_colon: bool) -> Option<&str> {
    const VERBS: &WordList = &WordList::new("is|are|sind|lauten|son|sont|sono|são|zijn");
    let bare = rest.trim_start_matches(' ');
    if needs_colon {
        let value = bare.strip_prefix(':')?;
        return Some(value.strip_prefix(' ').unwrap_or(value));
    }
    let verb = bare.find([' ', ':', '=']).filter(|len| is_listed(&bare[..*len], VERBS));
    let rest = verb.map_or(rest, |len| &bare[len..]);
    let bare = rest.trim_start_matches(' ');
    bare.strip_prefix([':', '=']).unwrap_or(rest).strip_prefix(' ')
}

/// The user at `at`: letters, digits and signs of names and addresses.
fn user_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Words that stand there in sentences about users and passwords.
    const OTHERS: &WordList = &WordList::new(
        "and|or|und|oder|et|ou|y|o|e|en|of|og|eller|och|и|или|is|the|name|names|id|password|pass|field|not|no|with|your|my|a|an|must|\
         for|to|in|on|from|by|as|has|can|card|number|anonymous",
    );
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '@' | '+' | '-' | '\\');
    let near = window::behind(text, at, LONGEST);
    let found = &near[..near.find(|c| !stands(c)).unwrap_or(near.len())];
    let found = found.trim_end_matches(['.', '-', '+']);
    let is_user = found.len() > 1 && has_letter(found) && !is_listed(found, OTHERS) && !is_algorithm(found);
    is_user.then_some(at..at + found.len())
}

/// Reports whether the words before the user announce a wireless network instead.
fn is_network(matched: &str) -> bool {
    ["wi-fi", "wifi", "wlan", "ssid", "network", "netzwerk"].iter().any(|word| begins_with(matched, word))
}

/// The place behind the word for a password that follows the user who ends at `at`, with its sign or verb. Of a network a key is one,
/// too, whatever stands behind the word.
fn behind_password_word(text: &str, at: usize, is_network: bool) -> Option<usize> {
    const WORDS: [&str; 60] = [
        "temp pass",
        "temp password",
        "temp pw",
        "temporary password",
        "password",
        "passwort",
        "passcode",
        "passwd",
        "passord",
        "pass",
        "pswd",
        "pwd",
        "psw",
        "pw",
        "p/w",
        "p",
        "kennwort",
        "kennung",
        "mot de passe",
        "mdp",
        "contraseña",
        "contrasena",
        "clave",
        "senha",
        "palavra-passe",
        "wachtwoord",
        "hasło",
        "haslo",
        "heslo",
        "lösenord",
        "adgangskode",
        "kodeord",
        "salasana",
        "пароль",
        "şifre",
        "sifre",
        "parola",
        "parolă",
        "jelszó",
        "lozinka",
        "geslo",
        "κωδικός",
        "mật khẩu",
        "kata sandi",
        "passphrase",
        "key",
        "clé",
        "cle",
        "schlüssel",
        "clave wifi",
        "chiave",
        "sleutel",
        "klucz",
        "nyckel",
        "密码",
        "密碼",
        "パスワード",
        "비밀번호",
        "รหัสผ่าน",
        "पासवर्ड",
    ];
    /// Words between both.
    const LINKS: [&str; 20] = [
        "entered ", "typed ", "and ", "with ", "using ", "the ", "und ", "mit ", "et ", "avec ", "y ", "con ", "e ",
        "com ", "en ", "met ", "och ", "og ", "i ", "и ",
    ];
    /// Verbs between the word and the password.
    const VERBS: [&str; 9] = ["is ", "ist ", "est ", "es ", "è ", "é ", "är ", "er ", "jest "];
    let behind = window::behind(text, at, LONGEST);
    let near = behind.trim_start_matches(['"', '\'', ' ', '\u{3000}', ',', ';', '/', '|', '&', '+', '\t', '\n']);
    let near = LINKS.iter().find_map(|link| near.strip_prefix(link)).unwrap_or(near);
    let gap = behind.len() - near.len();
    // The first letter rules out nearly every word.
    let first = near.chars().next()?.to_lowercase().next()?;
    let word = WORDS.iter().find(|word| word.starts_with(first) && begins_with(near, word))?;
    let rest = &near[word.len()..];
    let value = rest.trim_start_matches([':', '=', '：', ' ', '\u{3000}', '"', '\'']);
    let value = VERBS.iter().find_map(|verb| value.strip_prefix(verb)).unwrap_or(value);
    let value = value.trim_start_matches(['"', '\'']);
    // Words of scripts without blanks go on at once.
    let is_apart = value.len() < rest.len() || !word.is_ascii() && !rest.starts_with(char::is_alphabetic);
    let lines = behind[..gap].matches('\n').count();
    // `key` names other things than passwords, but for networks, and one letter stands for one only behind a colon.
    let is_quoted = rest.starts_with(['"', '\'']);
    let sign = rest.trim_start_matches(['"', '\'', ' ']);
    const KEYS: [&str; 8] = ["key", "clé", "cle", "schlüssel", "chiave", "sleutel", "klucz", "nyckel"];
    let is_key = KEYS.contains(word);
    let is_word = word.len() > 1 && (!is_key || is_network)
        || sign.starts_with([':', '：', '=']) && !(is_quoted && *word == "key") && (!is_key || *word == "key");
    (gap > 0 && lines < 2 && is_apart && is_word).then_some(at + behind.len() - value.len())
}

/// Reports whether `text` begins with `word`, whatever the case of its letters.
fn begins_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|head| is_same(head, word))
}

/// The password at `at`, which mixes letters with digits or signs.
pub(crate) fn password_at(text: &str, at: usize) -> Option<Range<usize>> {
    let place = token(text, at)?;
    let found = &text[place.clone()];
    let is_mixed = has_letter(found) && (has_digit(found) || has_sign(found));
    let is_number = found.len() > 3 && found.bytes().all(|b| b.is_ascii_digit());
    // A name in code or a heading goes on with a sign.
    let is_code = text[place.end..].starts_with(['(', '[', '{', '=', '<']);
    ((is_mixed || is_number) && !is_code && !is_other(found)).then_some(place)
}

/// The characters at `at` up to a blank or a quote, without the end of a sentence.
fn token(text: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest bytes of a password.
    const LEAST: usize = 4;
    let near = window::behind(text, at, LONGEST);
    let ends = |c: char| c.is_whitespace() || "\"'<>`,;".contains(c);
    let found = near[..near.find(ends).unwrap_or(near.len())].trim_end_matches(['.', ':', '?', ')', '*']);
    let found = if found.contains('{') { found } else { found.trim_end_matches('}') };
    (found.len() >= LEAST).then_some(at..at + found.len())
}

/// Reports whether it is something else that stands where passwords do: code, a path, a remark, the name of a scheme.
pub(crate) fn is_other(found: &str) -> bool {
    let is_host = found.contains('.')
        && !is_dotted(found)
        && found.split('.').all(|part| part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'));
    is_placeholder(found)
        || is_name(found)
        || is_ordinary(found)
        || is_path(found)
        || is_algorithm(found)
        || is_uuid(found)
        || is_expression(found, None)
        || is_host
        || found.starts_with(['$', '%', '@', '#', '-'])
        || found.contains(['/', '=', '(', '[', '{'])
}

/// Reports whether it has a sign that stands in no word.
fn has_sign(found: &str) -> bool {
    found.chars().any(|c| c.is_ascii_punctuation() && !"._-:/'()[]{}".contains(c))
}

/// Reports whether the user and the password are two of a kind that are counted, and neither: `field2 … field3`, `ax200 / ax210`.
fn is_enumeration([user, password]: [&str; 2]) -> bool {
    let stem = |found: &str| found.trim_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
    let [first, second] = [user, password].map(stem);
    let is_counted = has_digit(user) && has_digit(password);
    is_counted && (first == second || is_common(&first) && is_common(&second)) && !has_sign(password)
}

/// The user and the password of the pair at `at`, behind `matched`, which announces it. The password has letters and a digit or
/// another sign, so that no pair of words or paths is one, unless a word for passwords announces it.
fn pair(text: &str, matched: &str, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    /// What stands between both: signs, and words.
    const SIGNS: [&str; 5] = [" / ", " : ", ":", "/", " | "];
    const WORDS: [&str; 16] = [
        " and ", " with ", " using ", " und ", " mit ", " et ", " avec ", " y ", " con ", " e ", " com ", " en ",
        " met ", " och ", " og ", " и ",
    ];
    /// Shortest password behind a sign, of other letters and digits, and behind a word.
    const LEAST: [usize; 2] = [5, 6];
    let user = user_at(text, at)?;
    let behind = &text[user.end..];
    let begins = |sign: &&&str| behind.starts_with(**sign);
    let sign = SIGNS.iter().chain(&WORDS).find(begins)?;
    let place = token(text, user.end + sign.len())?;
    let found = &text[place.clone()];
    if is_other(found) {
        return None;
    }
    let is_mixed =
        has_letter(found) && has_digit(found) && (!is_of_place(matched) || has_sign(found) || has_cases(found));
    let is_told = matched.contains('/') || [" and ", " und ", " et ", " y "].iter().any(|word| matched.contains(word));
    let is_wide = found.bytes().any(|b| b.is_ascii_punctuation());
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let fits = match *sign {
        _ if is_told => !is_common(found),
        // A path has more parts.
        "/" => {
            // Behind a verb or a sign none but the two stand: `the default login is admin/kestrel88`.
            let is_led = || [" is", " are", ":", "="].iter().any(|lead| matched.trim_end().ends_with(lead));
            let are_words =
                || is_common(&text[user.clone()]) && is_common(found.trim_matches(|c: char| c.is_ascii_digit()));
            is_mixed && (is_wide || is_led() && digits > 1 && line::ends(&text[place.end..], 0) && !are_words())
        }
        sign if WORDS.contains(&sign) => {
            let is_marked = || text[user.clone()].contains(['_', '.', '@']) || has_digit(&text[user.clone()]);
            let is_strong = digits > 1 || is_wide || has_cases(found) || is_marked();
            found.len() >= LEAST[1] && is_mixed && is_strong && !is_one_of(&text[user.clone()], &["both", "either"])
        }
        _ => found.len() >= LEAST[0] && (is_mixed || has_sign(found) && has_letter(found)),
    };
    fits.then_some((user, place))
}

/// Reports whether what announces a pair is a place or an account, whose parts are other things, too: `access: read / …`.
fn is_of_place(matched: &str) -> bool {
    const PLACES: &WordList = &WordList::new(
        "access|account|portal|konto|compte|cuenta|conta|vpn|ftp|sftp|rdp|webmail|citrix|intranet|router",
    );
    matched.split([' ', ':']).next().is_some_and(|word| is_listed(word, PLACES))
}

/// Reports whether capitals and small letters are mixed.
fn has_cases(found: &str) -> bool {
    found.bytes().any(|b| b.is_ascii_uppercase()) && found.bytes().any(|b| b.is_ascii_lowercase())
}
