//! Words that somebody chose as a password, and statements about passwords, which stand in the same places.

use std::ops::Range;

use crate::recognizers::secrets::{
    code_shapes::is_identifier_like,
    passphrase::{is_about, is_message_word},
    password_statements::is_of_statement,
    password_value::has_rare_humps,
    randomness::is_common,
    stand_ins::{is_descriptive, is_name, is_ordinary, is_placeholder},
};
use crate::recognizers::support::word_list::{WordList, begins_with_listed, is_listed};
use crate::text::line;

/// Beginnings of the names of passwords in any form of the word.
const NAMES: &WordList = &WordList::new(
    "passw|passp|passc|pword|pwd|kennw|zugangs|motdepasse|contrase|contrasen|senha|wachtw|hasł|hasl|lösen|passord|adgangsk|salasa|hesl|\
     jelsz|parol|şifre|sifre|парол|лозинк|κωδικ|khẩu|mật|sandi|geslo|gesl|lozink|slaptaž|lykilor|kodeord|zapork|fjalëk|nenosiri|\
     palavra|credent|anmeld|zugang|clave|secreto|geheim",
);

/// Words of statements about passwords that are not also words of programs.
const STATEMENTS: &WordList = &WordList::new(
    "all|any|both|test|tests|testing|check|checks|first|second|third|final|boarding|band|render|season|result|results|too|very|least|most|\
     match|matches|mismatch|blank|please|again|repeat|retype|confirm|confirmation|confirmed|remember|keep|show|hide|enter|type|choose|\
     create|update|updated|updates|store|stored|stores|save|saved|saves|ask|asks|asked|contact|call|visit|open|close|closed|submit|continue|\
     cancel|retry|verify|verified|verification|validate|validation|policy|rule|rules|strength|requirement|requirements|hint|help|recovery|\
     recover|forgotten|rotate|rotated|rotation|provided|supply|supplied|given|hash|hashes|digest|salted|bcrypt|argon|sensitive|\
     redacted|masked|omitted|removed|deleted|confidential|private|protected|only|read|write|readonly|source|ref|reference|path|env|\
     environment|variable|variables|config|configuration|setting|settings|manager|vault|keychain|keyring|prompt|interactive|manual|auto|\
     automatic|inherit|inherited|default|defaults|basic|bearer|digest|plaintext|cleartext|encoded|base|bytes|byte|char|chars|integer|int|\
     float|bool|boolean|double|long|date|time|datetime|timestamp|uuid|json|yaml|xml|regex|pattern|schema|model|class|struct|enum|map|dict|\
     hashmap|vec|result|promise|callback|function|const|let|var|property|attribute|parameter|parameters|argument|arguments|column|table|row|\
     header|cookie|session|request|response|body|query|form|forms|page|button|label|placeholder|title|message|tooltip|icon|component|props|\
     state|true|false|yes|no|on|off|always|never|sometimes|unknown|unset|undefined|nil|null|none|void|getpass|stdin|passe|wifi|wlan|todo|fixme|tbd|n/a|later|pending|\
     identical|same|different|above|below|here|there|see|wiki|docs|documentation|ticket|sheet|mail|email|phone|sms|envelope|sticker|\
     manuel|manuell|siehe|unten|oben|beim|vom|wurde|wird|nicht|kein|keine|keines|muss|bitte|eingeben|bestätigen|wiederholen|ändern|\
     geändert|speichern|gespeichert|anzeigen|verbergen|erforderlich|pflicht|pflichtfeld|ungültig|falsch|leer|vergessen|gesetzt|gesperrt|\
     unbekannt|folgt|separat|telefonisch|verschlüsselt|zu|kurz|lang|schwach|stark|est|sont|votre|trop|court|faible|oublié|confirmer|\
     afficher|masquer|saisir|inconnu|es|está|demasiado|corto|débil|olvidada|confirmar|mostrar|ocultar|è|troppo|corta|debole|mostra|\
     nascondi|conferma|é|muito|curta|fraca|esqueceu|is|te|verplicht|bevestig|toon|verberg|jest|za|krótkie|słabe|potwierdź|pokaż|ukryj|\
     liian|túl|çok|kısa|zayıf|слишком|неверный|неверно|обязательно|обязателен|скрыт|показать|скрыть|подтвердите|введите|забыли|нет|да|\
     указан|изменён|изменен|сброшен|відсутній|невірний|потрібен|κρυφός|är|för|er|visa|dölj|bekräfta|vis|skjul|bekræft|bekreft",
);

/// Words that join others.
const WITHIN: &WordList = &WordList::new(
    "the|a|an|and|or|to|for|with|in|on|from|at|of|by|der|die|das|und|oder|im|am|de|la|le|el|y|et|du|di|e",
);

/// Reports whether `word` belongs to a statement about a password: what it is like, what happened to it, what is to be done with it, or
/// the type that stands in its place.
pub(crate) fn is_statement(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    is_ordinary(word)
        || is_message_word(word)
        || is_listed(word, STATEMENTS)
        || is_of_statement(word)
        || names_password(word)
}

/// Reports whether `word` is a name of passwords in some form.
fn names_password(word: &str) -> bool {
    /// Names in the ends of compounds: `Datenbankpasswort`.
    const ENDS: [&str; 10] = [
        "passwort",
        "kennwort",
        "geheimnis",
        "schlüssel",
        "wachtwoord",
        "lösenord",
        "salasana",
        "passord",
        "adgangskode",
        "jelszó",
    ];
    let lower = word.to_lowercase();
    is_name(word) || begins_with_listed(word, NAMES) || ENDS.iter().any(|name| lower.ends_with(name))
}

/// Reports whether `c` is a letter of a script that parts words by blanks and has capitals.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && (c.is_lowercase() || c.is_uppercase())
}

/// Reports whether `found` is two words or more, none of them of statements about passwords: `walrus tango`, `Coffee or tea?`.
pub(crate) fn are_chosen(found: &str) -> bool {
    /// Fewest and most bytes, and the most words.
    const LEN: std::ops::RangeInclusive<usize> = 8..=64;
    const WORDS: std::ops::RangeInclusive<usize> = 2..=8;
    /// Fewest letters of the longest word.
    const LETTERS: usize = 3;
    let words = || found.trim_end_matches(['?', '!']).split(' ');
    // Words of any sentence stand within a phrase, but begin none.
    let is_told = |(at, word): (usize, &str)| is_statement(word) && (at == 0 || !is_listed(word, WITHIN));
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| is_letter(c) || matches!(c, '\'' | '-')) && word.starts_with(is_letter)
    };
    LEN.contains(&found.len())
        && found.contains(' ')
        && !is_name(found)
        && words().all(is_word)
        && WORDS.contains(&words().count())
        && words().any(|word| word.chars().count() >= LETTERS)
        && !words().enumerate().any(is_told)
        && !words().all(|word| is_common(word) && is_descriptive(word))
}

/// Reports whether `found` is one word, or several that hyphens or low lines join, none of them of statements about passwords: `summer`,
/// `Kürbiskern`, `blue-monday`.
pub(crate) fn is_chosen(found: &str) -> bool {
    /// Fewest letters.
    const LETTERS: usize = 4;
    let is_word = |word: &str| word.chars().next().is_some_and(is_letter) && word.chars().all(is_letter);
    let mut capitals = found.chars().skip(1).filter(|c| c.is_uppercase());
    let is_constant = found.chars().all(|c| !c.is_lowercase());
    found.chars().count() >= LETTERS
        && found.split(['-', '_']).all(is_word)
        && (found.contains(['-', '_']) || capitals.next().is_none())
        && !is_constant
        && !(found.contains('_') && found.chars().all(|c| c == '_' || c.is_ascii_lowercase()))
        && !found.split(['-', '_']).any(is_statement)
        && !is_placeholder(found)
}

/// Reports whether `found` is one chosen word that is no word of programs, as a literal beside a user has it.
pub(crate) fn is_rare_word(found: &str) -> bool {
    /// Fewest letters.
    const LETTERS: usize = 5;
    found.chars().count() >= LETTERS
        && found.chars().all(is_letter)
        && !is_identifier_like(found)
        && !is_common(found)
        && !is_statement(found)
}

/// The place of the rare word at `at`, or of several chosen words that hyphens join, which a clause ends, behind a verb: `…, please`.
pub(crate) fn of_clause(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest word, in bytes.
    const LONGEST: usize = 48;
    let near = line::behind(text, at, LONGEST);
    let quote = near.len() - near.trim_start_matches(['"', '\'', '`']).len();
    let near = &near[quote..];
    let len = near.find(|c: char| !(is_letter(c) || c == '-')).unwrap_or(near.len());
    let (found, rest) = near.split_at(len);
    const PLEAS: [&str; 6] = [" pls", " please", " thx", " bitte", " por fa", " svp"];
    let ends = rest.starts_with([',', ';'])
        || PLEAS.iter().any(|plea| rest.starts_with(plea))
        || rest.trim_start_matches(['.', '!', '"', '\'', '`', ')']).is_empty();
    let is_joined = || found.contains('-') && is_chosen(found) && !found.split('-').any(is_descriptive);
    // In a sentence stand adjectives in its place.
    let is_rare = is_rare_word(found) && (found.starts_with(char::is_uppercase) || !is_descriptive(found));
    (ends && (is_rare || is_joined())).then_some(at + quote..at + quote + len)
}

/// The place of the word at `at` that a bracket or a comma ends in a mapping on one line, `{ user: ha, password: … }`: one with a capital
/// or letters beyond ASCII, or words that hyphens join, as no variable is called.
pub(crate) fn of_mapping(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest word, and mapping before it, in bytes.
    const LONGEST: usize = 48;
    const FAR: usize = 160;
    let near = line::behind(text, at, LONGEST + 1);
    let blanks = near.len() - near.trim_start_matches(' ').len();
    let near = &near[blanks..];
    let len = near.find([',', '}', ' ']).filter(|len| *len > 0)?;
    let found = &near[..len];
    let is_closed = near[len..].trim_start().starts_with([',', '}']);
    let head = line::before(text, at, FAR);
    let mapping = head.rfind('{').map(|open| &head[open + 1..])?;
    // Types and variables stand in the same place in programs, and lines of these go on.
    let types = mapping.split([',', ':', '=']).any(|part| is_type(part.trim()) || part.trim().ends_with("Type"));
    let is_name = is_rare_word(found) && (!found.is_ascii() || found.starts_with(|c: char| c.is_ascii_uppercase()))
        || has_rare_humps(found);
    let is_joined = found.contains('-') && is_chosen(found) && found.split('-').any(|word| !is_common(word));
    let is_member = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1] == b'.' && pair[2].is_ascii_alphabetic();
    let is_code = mapping.contains(['(', ')', ';']) || mapping.as_bytes().windows(3).any(is_member);
    let is_scalar = mapping.contains(',') && !is_code || mapping.contains('"');
    (is_closed && !types && is_scalar && (is_name || is_joined)).then(|| at + blanks..at + blanks + len)
}

/// The place of the chosen words at `at` that fill the rest of their line among lines of settings, or the one chosen word there.
pub(crate) fn of_settings(text: &str, at: usize) -> Option<Range<usize>> {
    let (place, found) = rest_of_line(text, at)?;
    let found_words = found.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let fits = are_chosen(found) || is_chosen(found) || found_words.len() < found.len() && are_chosen(found_words);
    (fits && is_among_settings(text, at)).then_some(place)
}

/// The place of the chosen words at `at` that fill the rest of the line of a form, most of them no words of programs, unless the name
/// tells what the password is of.
pub(crate) fn of_form(text: &str, at: usize, is_of_thing: bool) -> Option<Range<usize>> {
    let (place, found) = rest_of_line(text, at)?;
    let common = found.split(' ').filter(|word| is_common(word) || is_about(word)).count();
    let all = found.split(' ').count();
    let is_rare = common * 2 <= all && !found.split(' ').any(is_descriptive);
    let is_name = || found.starts_with(char::is_uppercase) || !is_descriptive(found);
    (are_chosen(found) && (is_rare || is_of_thing) || all == 1 && is_chosen(found) && is_name()).then_some(place)
}

/// The rest of the line behind `at`, without blanks around it, and its place.
fn rest_of_line(text: &str, at: usize) -> Option<(Range<usize>, &str)> {
    /// Longest rest, in bytes.
    const LONGEST: usize = 96;
    let rest = line::whole_behind(text, at, LONGEST)?;
    // Behind a blank a remark begins.
    let rest = rest.find(" # ").map_or(rest, |remark| &rest[..remark]);
    let found = rest.trim();
    let start = at + rest.len() - rest.trim_start().len();
    (!found.is_empty()).then_some((start..start + found.len(), found))
}

/// Reports whether a line next to that of `at` is a setting, and none is anything else: `name: value`, `NAME=value`, `[section]`.
fn is_among_settings(text: &str, at: usize) -> bool {
    /// Longest line, in bytes.
    const LONGEST: usize = 160;
    let before = || -> Option<&str> {
        let own = line::whole_before(text, at, LONGEST)?;
        let start = at.checked_sub(own.len() + 1)?;
        let start = if text[..start].ends_with('\r') { start - 1 } else { start };
        Some(line::before(text, start, LONGEST))
    };
    let behind = || -> Option<&str> {
        let end = at + line::behind(text, at, LONGEST).len();
        let rest = text.get(end..)?;
        let start = end + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        (start > end).then(|| line::behind(text, start, LONGEST))
    };
    let kinds = [before(), behind()].map(|line| line.map_or(Kind::Other, kind_of));
    kinds.contains(&Kind::Setting) && !kinds.contains(&Kind::Code)
}

/// The kind of a line beside a setting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A name and one value.
    Setting,
    /// Empty, a remark, a heading, the name of a block.
    Other,
    /// A statement of a program, the type of a member, a sentence.
    Code,
}

/// The kind of `line`.
fn kind_of(line: &str) -> Kind {
    let line = line.trim().trim_start_matches(['-', '+']).trim_start();
    if line.is_empty() || line.starts_with(['#', '[', '<']) || line == "..." {
        return Kind::Other;
    }
    if line.ends_with([',', ';', '{', '(', '\\', '.']) {
        return Kind::Code;
    }
    let Some((name, value)) = line.split_once([':', '=']) else {
        return if line.contains(' ') { Kind::Code } else { Kind::Other };
    };
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'' | '$' | '/');
    let (name, value) = (name.trim(), value.trim());
    match value {
        _ if name.is_empty() || !name.chars().all(is_name) => Kind::Code,
        "" | "|" | ">" => Kind::Other,
        _ if value.starts_with(['"', '\'', '[', '{']) => Kind::Setting,
        _ if value.contains(' ') && !value.contains(" #") || is_type(value) => Kind::Code,
        _ => Kind::Setting,
    }
}

/// Reports whether `value` is the name of a type.
fn is_type(value: &str) -> bool {
    const TYPES: &WordList = &WordList::new(
        "string|str|text|int|integer|number|bool|boolean|float|any|object|array|date|datetime|uuid|bytes|char|varchar|i32|i64|u32|u64",
    );
    is_listed(value.trim_end_matches(['?', '!', ']', '[']), TYPES)
}

/// Reports whether `found` is a sentence with a number: `must be at least 8 characters`.
pub(crate) fn is_message(found: &str) -> bool {
    /// Fewest words of one, and fewest of statements among them.
    const WORDS: [usize; 2] = [5, 2];
    let statements = found.split(' ').filter(|word| is_statement(word)).count();
    found.split(' ').count() >= WORDS[0] && statements >= WORDS[1]
}

/// Reports whether it is chosen words in small letters, perhaps with a number behind them: `keyboard cat 9`.
pub(crate) fn are_chosen_of_secret(found: &str) -> bool {
    let words = found.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    words.split(' ').count() > 1 && !found.contains(char::is_uppercase) && are_chosen(words)
}

/// Reports whether it is chosen words that hyphens join, and not the name of an object that holds a secret: `Kestrel-Blue`, `tin-kettle`.
pub(crate) fn are_joined(found: &str) -> bool {
    /// Parts of the names of such objects.
    const PARTS: &WordList = &WordList::new(
        "tls|ssl|cert|certs|certificate|app|web|api|db|dev|prod|stage|staging|registry|docker|harbor|ingress|svc|service|operator|controller|\
         webhook|postgres|mysql|redis|rabbitmq|kafka|grafana|prometheus|github|gitlab|google|azure|aws|oauth|oidc|saml|jwt|smtp|mail|sample|\
         demo|local|cluster|node|release|image|pull|cloud|backup|store|storage|client|proxy|gateway|issuer|root|main|shared|common|global",
    );
    let is_word = |word: &str| word.chars().nth(2).is_some() && !is_listed(word, PARTS);
    found.contains('-') && is_chosen(found) && found.split('-').all(is_word) && !found.split('-').all(is_common)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_stand_beside_settings() {
        for (text, expected) in [
            ("host: db\npassword: lantern\nuser: app", true),
            ("password: lantern\nuser: app", true),
            ("password: lantern", false),
            (&format!("{}, password: lantern\nuser: app", "전원".repeat(60)), true),
            (&format!("{}, password: lantern\nand then some words", "전원".repeat(60)), false),
        ] {
            assert_eq!(is_among_settings(text, text.find("lantern").unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn words_are_told_from_statements() {
        for (found, expected) in [
            ("walrus tango", true),
            ("Gandalf der Graue", true),
            ("coffee or tea?", true),
            ("too short", false),
            ("Enter your password", false),
            ("Passwort vergessen", false),
            ("Неверный пароль", false),
            ("est trop court", false),
            ("Sign in", false),
        ] {
            assert_eq!(are_chosen(found), expected, "{found}");
        }
        for (found, expected) in [
            ("summer", true),
            ("Kürbiskern", true),
            ("blue-monday", true),
            ("подсолнух", true),
            ("required", false),
            ("SecretStr", false),
            ("access-token", false),
            ("new_password", false),
            ("erforderlich", false),
        ] {
            assert_eq!(is_chosen(found), expected, "{found}");
        }
    }

    #[test]
    fn settings_stand_among_settings() {
        for (text, expected) in [
            ("host: db\npassword: summer\nport: 80", Some("summer")),
            ("[db]\ntimeout=30\npassword: walrus tango", Some("walrus tango")),
            ("user: string\npassword: Kettle\n", None),
            ("  user: the name of the user\n  password: walrus tango\n", None),
            ("  user: name,\n  password: walrus\n", None),
            ("host: db\npassword: required\n", None),
        ] {
            let at = text.find("password:").unwrap() + "password:".len();
            assert_eq!(of_settings(text, at).map(|place| &text[place]), expected, "{text}");
        }
    }
}
