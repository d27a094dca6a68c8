//! Values of secrets behind the sign of an assignment or a member.

use std::{collections::HashMap, sync::LazyLock};

use rustc_hash::FxBuildHasher;

use crate::keys::{Emphasis, before_emphasis, behind_escape, behind_joint, beside, declared_type_len, without_index};
use crate::recognizers::secrets::key_names::{Strength, is_harmless, strength, without_purpose};
use crate::recognizers::secrets::parent_services::strength_of_member;
use crate::recognizers::secrets::password_value::Form;
use crate::recognizers::secrets::secret_names::PASSWORD_NAMES;
use crate::recognizers::support::neighbours::{byte_at, byte_before, is_one_of};
use crate::text::{identifier, is_word, line, window};

/// Longest short name, in bytes: no other is as short.
const SHORT: usize = 4;

/// Words before "password" in sentences that tell one.
pub(crate) const OWNERS: [&str; 19] = [
    "my",
    "our",
    "his",
    "her",
    "their",
    "your",
    "mein",
    "unser",
    "dein",
    "mon",
    "notre",
    "mi",
    "minha",
    "mijn",
    "with",
    "temporary",
    "given",
    "wifi",
    "and",
];

/// Words before the name that exclude a password: messages and settings about passwords.
const ABOUT: [&str; 24] = [
    "forgot",
    "reset",
    "change",
    "invalid",
    "wrong",
    "incorrect",
    "missing",
    "show",
    "hide",
    "has",
    "is",
    "no",
    "enter",
    "needs",
    "need",
    "require",
    "requires",
    "required",
    "toggle",
    "forgotten",
    "without",
    "bad",
    "weak",
    "expired",
];

/// The place of a value whose name announces a secret, with the strength of the name.
pub(crate) struct Assignment {
    pub(crate) strength: Strength,
    /// The start of the value, blanks before it included.
    pub(crate) place: usize,
    pub(crate) form: Form,
}

impl Assignment {
    /// The assignment with the `:` or `=` at `at`, if its name announces a secret.
    pub(crate) fn at(text: &str, at: usize) -> Option<Self> {
        /// Most blanks, and quotes and brackets, between a name and the sign.
        const MOST: [usize; 2] = [16, 8];
        let head = before_emphasis(text.get(..at)?);
        // `?=` and the second sign of `::=` belong to the assignment.
        let assigns = head.strip_suffix('?').filter(|head| head.ends_with(' ')).unwrap_or(head);
        let trimmed = |head: &str, signs: &[u8], most: usize| {
            head.len() - head.bytes().rev().take(most).take_while(|byte| signs.contains(byte)).count()
        };
        let unquoted = head.get(..trimmed(assigns, b" \t", MOST[0]))?;
        let spaced = unquoted.len() < head.len() || text[..at].ends_with(" ?");
        let unquoted = without_index(unquoted);
        let bare = unquoted.get(..trimmed(unquoted, b"\"'\\]`*", MOST[1]))?;
        let quoted = bare.len() < unquoted.len();
        let Named { name, strength } = named(bare, byte_at(text, at)?)?;
        let before = bare.get(..bare.len() - name.len())?;
        // What stands in for a variable ends with its bracket: `${NAME:=…}`.
        if is_comparison(assigns) || before.ends_with("${") {
            return None;
        }
        // The value behind markup or escapes is read as that of a field.
        if behind_joint(text, at + 1).is_some() {
            return None;
        }
        let mut start = behind_sign(text, at)?;
        // PHP's reports of arrays: `[password] => …`, `["password"]=> string(9) "…"`
        let is_report = quoted && unquoted.ends_with(']') && text.get(at..)?.starts_with("=>");
        if is_report && let Some(rest) = text.get(start..)?.trim_start().strip_prefix("string(") {
            start = text.len() - rest.len() + rest.bytes().take(8).position(|b| b == b')')? + 1;
        }
        // Reports of values in Go: `Pass: (string) (len=9) "…"`
        if let Some(rest) = text.get(start..)?.strip_prefix(" (string) (len=") {
            start = text.len() - rest.len() + rest.bytes().take(8).position(|b| b == b')')? + 1;
        }
        // `**Password:** …`, `__Password:__ …`, `Password: **…**`
        let rest = text.get(start..)?;
        let rest = ["**", " **", "__"].iter().find_map(|marks| rest.strip_prefix(*marks)).unwrap_or(rest);
        start = text.len() - rest.len();
        // A variable before a colon stands in a message: `"$pwd: $!"`.
        if byte_at(text, at) == Some(b':') && before.ends_with('$') {
            return None;
        }
        if !quoted && begins_line(bare, name) && is_of_makefile(text, at, name) {
            start += text.get(start..)?.bytes().take(MOST[0]).take_while(|b| *b == b' ').count();
            return Some(Self { strength, place: start, form: Form::Environment });
        }
        let form = match byte_at(text, at)? {
            b':' if start == at + 1 && quoted => Form::Member,
            b':' if start == at + 1 => match text.get(start..).and_then(declared_type_len) {
                Some(len) => {
                    start += len;
                    Form::Code
                }
                None => Form::Line { titled: !spaced && is_titled(bare, name) },
            },
            b'=' if start == at + 1 && !spaced && !quoted => match is_environment(text, start, bare, name) {
                true => Form::Environment,
                false => Form::Pair { bounded: is_pair(head, bare, name) },
            },
            b'=' if is_report => Form::Line { titled: true },
            b'=' if start == at + 1 && !quoted && begins_line(bare, name) => Form::Setting,
            _ => Form::Code,
        };
        if let Some(place) = next_line(text, start, byte_at(text, at)?) {
            // In a block stands a value, whatever it looks like.
            let form = if byte_at(text, at) == Some(b':') { Form::Argument } else { form };
            return Some(Self { strength, place, form });
        }
        // `*Password:* …`
        let rest = text.get(start..)?;
        start += if rest.starts_with("* ") || rest.starts_with("_ ") { 2 } else { 0 };
        let emphasis = Emphasis::at(text.get(start..)?);
        // A tag around the value says that markup ends it.
        let form = if emphasis.encloses { Form::Element } else { form };
        Some(Self { strength, place: start + emphasis.len, form })
    }
}

/// Reports whether the sign at `at` sets the variable `name` of a file for make: `NAME := …`, `NAME ?= …`.
fn is_of_makefile(text: &str, at: usize, name: &str) -> bool {
    let is_constant = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    is_constant && (text[at..].starts_with(":= ") || text[..at].ends_with(" ?"))
}

/// The place behind the whole sign that begins with the `:` or `=` at `at`: `::=`, `=>`, `==`; `None` for the `::` of a path.
fn behind_sign(text: &str, at: usize) -> Option<usize> {
    let mut start = at + if text.get(at..)?.starts_with("::=") { "::=".len() } else { 1 };
    while matches!(byte_at(text, start), Some(b'=' | b'>')) {
        start += 1;
    }
    (byte_at(text, start) != Some(b':')).then_some(start)
}

/// The start of the value on the line behind `at`, where nothing but `|` or `>` of a block of YAML stands on this one, or
/// nothing but a blank and the value is quoted; `sign` stands before `at`.
fn next_line(text: &str, at: usize, sign: u8) -> Option<usize> {
    /// Most signs of the beginning of a block, and blanks before its line.
    const MOST: usize = 64;
    let (line, below) = window::behind(text, at, 2 * MOST).split_once('\n')?;
    let value = below.trim_start_matches([' ', '\t']);
    let behind = at + line.len() + 1 + below.len() - value.len();
    let line = line.trim();
    let is_indented = value.len() < below.len();
    let is_block = sign == b':'
        && line.starts_with(['|', '>'])
        && line.bytes().skip(1).all(|b| matches!(b, b'+' | b'-') || b.is_ascii_digit());
    let is_continued = sign == b'=' && matches!(line, "" | "\\" | "(") && value.starts_with(['"', '\'']);
    (is_indented && (is_block || is_continued)).then_some(behind)
}

/// A name, with the strength of its claim on the value.
struct Named<'a> {
    name: &'a str,
    strength: Strength,
}

/// The name of a secret that `bare`, which stands before `sign`, ends in, or that stands beside the name of its value.
fn named(bare: &str, sign: u8) -> Option<Named<'_>> {
    if let Some(name) = password_name(bare) {
        return Some(Named { name, strength: Strength::Password });
    }
    let name = identifier(bare);
    // An option of a virtual machine: `-Dapp.secret=…`.
    let name = name.strip_prefix("-D").unwrap_or(name);
    let before = bare.get(..bare.len() - name.len())?;
    // The last part of a path names a type or a file.
    if before.ends_with("::") || before.ends_with('/') || ends_in_user(before) || name.is_empty() {
        return None;
    }
    let own = strength(name);
    if let Some(strength @ Strength::Strong) = own {
        return Some(Named { name, strength });
    }
    // `api key: …`, `let api_key string = …`, Basic's `Const PWD As String = …`, Ada's `Password : constant String := …`
    let is_declared = before.ends_with(": constant ");
    if is_one_of(name, &["string", "str"]) && (sign == b'=' || is_declared) {
        let bare = before.strip_suffix(' ')?;
        let bare = [" As", " as", " AS", " : constant", ": constant"]
            .iter()
            .find_map(|kind| bare.strip_suffix(kind))
            .unwrap_or(bare);
        return named(bare, b' ').map(|Named { name, strength }| Named { name, strength });
    }
    if is_one_of(last_word(name), &["value", "default"]) || name.ends_with("Value") {
        let strength = outer(before, name)?;
        return Some(Named { name, strength });
    }
    let phrase = phrase(bare);
    let said = (phrase.len() > name.len()).then(|| strength(phrase)).flatten();
    if said == Some(Strength::Strong) {
        return Some(Named { name: phrase, strength: Strength::Strong });
    }
    // A service of several words, `Together AI: …`, and what a key is for.
    let own = own.or(said).or_else(|| strength_of_member(before, name)).or_else(|| of_password(name));
    own.filter(|_| !is_harmless(phrase)).map(|strength| Named { name, strength })
}

/// The strength of the name of a password, with where it is used behind: `DB_PASSWORD_PROD`. Forms ask for a new one and an old one.
fn of_password(name: &str) -> Option<Strength> {
    let last = identifier::words(name).last()?;
    let stem = without_purpose(name, last).filter(|_| !is_one_of(last, &["new", "old", "test"]))?;
    password_name(stem).map(|_| Strength::Strong)
}

/// The strength of the claim of a whole name on its value; `None` if it names no secret.
pub(crate) fn said(name: &str) -> Option<Strength> {
    password_name(name).map(|_| Strength::Password).or_else(|| strength(name))
}

/// The identifier that `bare` ends in, without the letter of an escape sequence before it.
fn identifier(bare: &str) -> &str {
    /// Longest name that is looked at, in bytes.
    const MAX_LEN: usize = 64;
    let stands = |c: &char| is_word(*c) || matches!(c, '-' | '.');
    let len: usize = bare.chars().rev().take(MAX_LEN).take_while(stands).map(char::len_utf8).sum();
    bare.get(behind_escape(bare, bare.len() - len)..).unwrap_or_default()
}

/// The last three words of `bare`, a blank between each.
fn phrase(bare: &str) -> &str {
    let mut len = identifier(bare).len();
    for _ in 0..2 {
        let Some(head) = bare.get(..bare.len() - len).and_then(|head| head.strip_suffix(' ')) else { break };
        match identifier(head) {
            "" => break,
            word => len += 1 + word.len(),
        }
    }
    bare.get(bare.len() - len..).unwrap_or_default()
}

/// The strength of the name that stands beside the member `member` of a pair, behind `head`, as [`beside`] reads it; or
/// before its block: `variable "x" {`.
fn outer(head: &str, member: &str) -> Option<Strength> {
    /// Farthest that a name stands away, in bytes.
    const FAR: usize = 240;
    let near = window::before(head, head.len(), FAR);
    if member.eq_ignore_ascii_case("default") {
        let (before, inside) = near.rsplit_once('{')?;
        return (!inside.contains('}')).then(|| said(before.trim_end().strip_suffix('"')?.rsplit('"').next()?))?;
    }
    // Of a path the last part names the value.
    beside(near).find_map(|name| said(near.get(name)?.rsplit('/').next()?))
}

/// Reports whether the assignment whose value begins at `start` is a line of an environment or a shell: `NAME=…` or
/// `export NAME=…`, and no form body.
fn is_environment(text: &str, start: usize, bare: &str, name: &str) -> bool {
    /// Longest text before the name, in bytes.
    const LONGEST: usize = 64;
    let line = line::before(bare, bare.len() - name.len(), LONGEST);
    // A line of a difference.
    let line = line.strip_prefix(['+', '-']).unwrap_or(line);
    let line = line::behind_escaped_end(line).trim();
    // A quote around name and value: `set "NAME=…"`, `-e 'NAME=…'`, `["NAME=…"]`.
    let quote = line.bytes().last().filter(|b| matches!(b, b'"' | b'\''));
    let line = line.strip_suffix(['"', '\'']).unwrap_or(line).trim_end();
    let is_option = || {
        ["-e", "--env", "--build-arg", "-var", "-var=", "--var", "--extra-vars", "--set", "--set-string"]
            .iter()
            .any(|option| line.ends_with(option))
    };
    let is_variable = |name: &str| name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    let is_enclosed = quote.is_some_and(|quote| {
        let near = line::behind(text, start, LONGEST + name.len());
        near.find(char::from(quote)).is_some_and(|len| !near[..len].contains(['%', '{', '+', '$']))
    });
    if quote.is_some() && !is_enclosed {
        return false;
    }
    let begins = is_option()
        || quote.is_some() && is_variable(name)
        // A setting that is switched off, and an added line of a patch.
        || matches!(line, "#" | "# " | "+" | "//") && is_variable(name)
        || matches!(line, "" | "export" | "set" | "ENV" | "-" | "env" | "declare -x" | "$env:" | "Environment=");
    let rest = text.get(start..).unwrap_or_default();
    let value = rest.get(..rest.bytes().take(256).take_while(|b| !b.is_ascii_whitespace()).count()).unwrap_or_default();
    let is_form = value.split('&').skip(1).any(|part| {
        let len = part.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"_-.[]".contains(b)).count();
        len > 0 && part.as_bytes().get(len) == Some(&b'=')
    });
    begins && !is_form
}

/// The name of a password that `bare` ends in.
fn password_name(bare: &str) -> Option<&str> {
    /// Longest name that is looked at, in bytes.
    const MAX_LEN: usize = 48;
    let len: usize =
        bare.chars().rev().take(MAX_LEN).take_while(|c| is_word(*c) || *c == '-').map(char::len_utf8).sum();
    let start = behind_escape(bare, bare.len() - len);
    let bare = without_number(bare, start);
    let word = bare.get(start..)?;
    // The last part of a path (`Event::Pass`) names a type, and behind a `@` stands a host.
    let before = bare.get(..start)?;
    if before.ends_with("::") || ends_in_user(before) {
        return None;
    }
    // The last two bytes decide on most names.
    let names = PASSWORD_ENDS.get(&last_two(bare))?;
    let ends = |name: &&str| ends_with(bare, name) && (name.len() <= word.len() || name.contains(' '));
    let mut long = names.iter().copied().filter(|name| name.len() > SHORT);
    if let Some(name) = long.find(ends) {
        let prefix = word.get(..word.len().saturating_sub(name.len())).unwrap_or_default();
        return (!is_about(prefix)).then_some(word);
    }
    let name = names.iter().find(|name| name.len() <= SHORT && ends_with(word, name))?;
    let prefix = word.get(..word.len() - name.len())?;
    let begins = word.get(prefix.len()..)?.starts_with(|c: char| c.is_ascii_uppercase());
    let apart = prefix.is_empty()
        || prefix.ends_with(['_', '-'])
        || begins && prefix.ends_with(|c: char| c.is_ascii_lowercase());
    (apart && !is_about(prefix)).then_some(word)
}

/// Reports whether `before` ends with the `@` behind a user, and not with the one that begins a line, as before the variable of
/// an instance in Ruby: `@password = "…"`.
fn ends_in_user(before: &str) -> bool {
    /// Deepest indentation, in bytes.
    const DEEPEST: usize = 64;
    let Some(head) = before.strip_suffix('@') else { return false };
    let blanks = head.bytes().rev().take(DEEPEST).take_while(|b| matches!(b, b' ' | b'\t')).count();
    !line::begins(head, head.len() - blanks)
}

/// `bare` without the number at the end of its last word, which begins at `start`: `password2`, `pwd_1`.
fn without_number(bare: &str, start: usize) -> &str {
    /// Most digits of the number.
    const MOST: usize = 2;
    let word = bare.get(start..).unwrap_or_default();
    let digits = word.bytes().rev().take_while(u8::is_ascii_digit).count();
    let name = &word[..word.len() - digits];
    let name = name.strip_suffix(['_', '-']).unwrap_or(name);
    if (1..=MOST).contains(&digits) && !name.is_empty() { &bare[..start + name.len()] } else { bare }
}

/// [`PASSWORD_NAMES`] by their last two bytes.
static PASSWORD_ENDS: LazyLock<HashMap<[u8; 2], Vec<&str>, FxBuildHasher>> = LazyLock::new(|| {
    let mut ends: HashMap<_, Vec<&str>, _> = HashMap::default();
    PASSWORD_NAMES.iter().for_each(|name| ends.entry(last_two(name)).or_default().push(name));
    ends
});

/// The last two bytes of `name`, in lower case.
fn last_two(name: &str) -> [u8; 2] {
    name.as_bytes().last_chunk::<2>().map_or([0; 2], |last| last.map(|b| b.to_ascii_lowercase()))
}

/// Reports whether `word` ends with `name`, whatever the case of ASCII letters and the signs between words.
pub(crate) fn ends_with(word: &str, name: &str) -> bool {
    let tail = word.len().checked_sub(name.len()).and_then(|at| word.get(at..));
    let is_same = |(a, b): (u8, u8)| a.eq_ignore_ascii_case(&b) || b == b' ' && matches!(a, b'_' | b'-');
    tail.is_some_and(|tail| tail.bytes().zip(name.bytes()).all(is_same))
}

/// Reports whether the part of a name before "password" makes it one about passwords.
fn is_about(prefix: &str) -> bool {
    identifier::words(prefix).last().is_some_and(|word| is_one_of(word, &ABOUT))
}

/// Reports whether the sign behind `head` belongs to `!=`, `<=`, `>=`, `==`, `::` or `?:`.
fn is_comparison(head: &str) -> bool {
    head.ends_with(['=', '!', '<', '>', ':', '?', '+', '~'])
}

/// Reports whether the name is written as in a form or a sentence: `Password: …`, `my password: …`.
fn is_titled(bare: &str, name: &str) -> bool {
    let before = bare.get(..bare.len().saturating_sub(name.len())).unwrap_or_default();
    let word = before.strip_suffix(' ').map_or("", last_word);
    name.starts_with(|c: char| c.is_ascii_uppercase()) || is_one_of(word, &OWNERS)
}

/// Reports whether nothing stands before the name on its line, as in a file of settings.
fn begins_line(bare: &str, name: &str) -> bool {
    line::begins(bare, bare.len().saturating_sub(name.len()))
}

/// Reports whether the assignment stands in a query, a form body, a connection string, a log line or an environment,
/// where even a plain word is a value: `?pwd=swordfish`, `DB_PASSWORD=swordfish`.
fn is_pair(head: &str, bare: &str, name: &str) -> bool {
    let start = bare.len().saturating_sub(name.len());
    // The name may end a path: `--set auth.password=…`
    let near = window::before(head, start, 128);
    let option = near.rsplit_once(' ').map_or("", |(option, _)| option);
    if option.ends_with("--set") || option.ends_with("--set-string") {
        return true;
    }
    match byte_before(head, start) {
        None | Some(b'?' | b'&' | b';' | b'\n' | b'\r') => true,
        Some(b' ') => !head.get(..start).unwrap_or_default().trim_end().ends_with([',', '(']),
        Some(b'.') => is_of_properties(near),
        Some(b':') => is_behind_place(near),
        // Options of a mount: `-o user=jane,pass=…`.
        Some(b',') => near.rsplit_once(" -o ").is_some_and(|(_, options)| !options.contains(' ')),
        _ => false,
    }
}

/// Reports whether `head` is the place of a line in a file, as programs that search files print it: `config/old.ini:3:`.
fn is_behind_place(head: &str) -> bool {
    let head = head.rsplit(['\n', '\r']).next().unwrap_or_default();
    let mut parts = head.trim_end_matches(':').rsplitn(2, ':');
    let is_number = parts.next().is_some_and(|line| !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit()));
    is_number && parts.next().is_some_and(|file| file.contains('.') && !file.contains(' '))
}

/// Reports whether `head` is the beginning of a key in a file of properties, `spring.mail.`, and not of a member of an object.
fn is_of_properties(head: &str) -> bool {
    const OBJECTS: [&str; 4] = ["self", "this", "me", "super"];
    let key = head.rsplit(['\n', '\r', ' ']).next().unwrap_or_default();
    // An option of a virtual machine: `-Dmail.password=…`.
    let key = key.strip_prefix("-D").unwrap_or(key);
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let mut parts = key.trim_end_matches('.').split('.');
    let is_object = parts.clone().next().is_some_and(|first| OBJECTS.contains(&first));
    !is_object && parts.all(is_part)
}

/// The ASCII word that `text` ends in.
pub(crate) fn last_word(text: &str) -> &str {
    let len = text.bytes().rev().take(12).take_while(u8::is_ascii_alphabetic).count();
    text.get(text.len() - len..).unwrap_or_default()
}
