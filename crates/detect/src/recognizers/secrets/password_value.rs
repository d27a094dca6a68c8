//! Bounds of a password that is announced in a text.

use std::ops::Range;

use crate::keys::{closing_quote, emphasis, quoted_len, wrapper_len};
use crate::recognizers::secrets::chosen_words::{are_chosen, is_chosen, is_message};
use crate::recognizers::secrets::code_shapes::{
    ends_member, is_algorithm, is_expression, is_identifier, is_identifier_like, is_number, is_path, is_path_of_names,
    is_required_type, is_tag, is_type,
};
use crate::recognizers::secrets::pair_delimiters::{
    ampersand_len, connection_len, flow_len, goes_on_behind_comma, is_of_connection, names_database,
};
use crate::recognizers::secrets::passphrase::{
    groups_behind, is_phrase, is_phrase_of_constant, is_quoted_phrase, phrase_at, phrase_of_sentence,
};
use crate::recognizers::secrets::password_statements::{is_of_statement, is_statement_line};
use crate::recognizers::secrets::randomness::{is_common, is_random};
use crate::recognizers::secrets::shape::{is_capitals, is_encrypted, is_titled};
use crate::recognizers::secrets::spelling_remarks::is_spelled;
use crate::recognizers::secrets::stand_ins::{is_descriptive, is_name, is_ordinary, is_placeholder};
use crate::text::{identifier, is_word, line};

/// The syntax before a value, which decides on the other texts that may stand in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `"password": …`
    Member,
    /// `password: …`; `titled` as in a form or a sentence, which code is not.
    Line { titled: bool },
    /// `password=…`; `bounded` where no code has it so.
    Pair { bounded: bool },
    /// `PASSWORD=…` in a line of an environment or a shell
    Environment,
    /// `password = …` at the beginning of a line, as in a file of settings or in code
    Setting,
    /// `password = …`, `password := …`, `password => …`, `password == …`
    Code,
    /// `the password is …`; `owned` with "my" before it.
    Sentence { owned: bool },
    /// `--password …`
    Argument,
    /// `<password>…</password>`
    Element,
}

/// Fewest bytes of a password.
pub(crate) const MIN_LEN: usize = 4;
/// Most bytes of one.
pub(crate) const MAX_LEN: usize = 128;
/// Fewest bytes of one that is random enough to be no name, whatever stands around it.
const MIN_RANDOM: usize = 12;
/// Fewest bytes of one that looks like an identifier with digits.
const MIN_SETTING: usize = 6;

/// A value as its syntax has it.
pub(crate) struct Reading<'a> {
    /// The place of the value in the text.
    pub(crate) range: Range<usize>,
    /// The value.
    pub(crate) found: &'a str,
    /// True if quotes enclose the value.
    pub(crate) quoted: bool,
    /// True if it stands in a connection string of a database, where all values are literals.
    pub(crate) connects: bool,
    /// The text behind the value.
    pub(crate) rest: &'a str,
}

impl<'a> Reading<'a> {
    /// The value that begins at or behind `at`, of at most about `longest` bytes.
    pub(crate) fn new(text: &'a str, at: usize, form: Form, longest: usize) -> Option<Self> {
        let rest = text.get(at..)?;
        let rest = ["&nbsp;", "&#160;"].iter().find_map(|blank| rest.strip_prefix(blank)).unwrap_or(rest);
        let at = text.len() - rest.len();
        let blanks = rest.bytes().take(16).take_while(|b| matches!(b, b' ' | b'\t')).count();
        if blanks > 0 && matches!(form, Form::Pair { .. } | Form::Environment) {
            return None;
        }
        // A tag of YAML tells the type: `password: !!str 2044`.
        let tag = if rest.get(blanks..)?.starts_with("!!str ") { "!!str ".len() } else { 0 };
        let start = at + blanks + tag;
        let rest = rest.get(blanks + tag..)?;
        let wrapper = wrapper_len(rest);
        let (start, rest) = (start + wrapper, rest.get(wrapper..)?);
        // The kind of a literal stands before its quote: `@"…"`, `b"…"`, `L"…"`, `*b"…"`.
        let by_value = usize::from(rest.starts_with("*b\""));
        let (start, rest) = (start + by_value, rest.get(by_value..)?);
        let kind = rest.bytes().take(2).take_while(|b| b"@bBrRuULfN".contains(b)).count();
        let kind = if rest.as_bytes().get(kind).is_some_and(|b| b"\"'".contains(b)) { kind } else { 0 };
        let (start, rest) = (start + kind, rest.get(kind..)?);
        // A member of JSON within a string has its quotes escaped.
        let escapes = rest.bytes().take(4).take_while(|b| *b == b'\\').count();
        // Three quotes enclose a text of many lines.
        let triple = ["\"\"\"", "'''"].iter().any(|quotes| rest.starts_with(quotes));
        let (start, rest) = if triple { (start + 2, rest.get(2..)?) } else { (start, rest) };
        let opening = rest.get(escapes..)?.chars().next()?;
        let closing = closing_quote(opening).or_else(|| {
            // A value in a connection string of ODBC: `Pwd={…};`
            let is_braced = opening == '{' && matches!(form, Form::Pair { .. }) && rest.contains("};");
            is_braced.then_some('}')
        });
        let is_pair = closing.is_none() && is_of_connection(text, at, form);
        let (range, quoted) = match closing {
            Some(closing) => {
                let inner = start + escapes + opening.len_utf8();
                let mut len = quoted_len(text.get(inner..)?, closing, escapes, 2 * longest)?;
                // SQL and settings write a quote twice, and so do verbatim strings of C#: `'it''s'`, `@"a""b"`.
                let is_verbatim = kind > 0 && text[start - kind..start].contains('@');
                let doubled = if closing == '\'' { "''" } else { "\"\"" };
                while (closing == '\'' || closing == '"' && is_verbatim)
                    && !triple
                    && (1..2 * longest).contains(&len)
                    && text[inner + len..].starts_with(doubled)
                {
                    let behind = inner + len + 2;
                    len = behind - inner + quoted_len(text.get(behind..)?, closing, escapes, 2 * longest)?;
                }
                let is_one_line = memchr::memchr(b'\n', &text.as_bytes()[inner..inner + len]).is_none();
                (is_one_line.then_some(inner..inner + len)?, true)
            }
            None => {
                let len = match is_pair {
                    true => connection_len(rest).min(2 * longest),
                    false => {
                        let len = bare_len(rest, form, longest);
                        let len = if matches!(form, Form::Line { .. }) { flow_len(text, start, len) } else { len };
                        len + ampersand_len(text, at, start + len, form)
                    }
                };
                let len = rest.floor_char_boundary(len);
                // `_x_`, `*x*`
                let marks = emphasis(rest.get(..len)?);
                let (start, rest, len) = (start + marks, rest.get(marks..)?, len - 2 * marks);
                let closed = rest.get(..len).and_then(|found| found.find([']', ')'])).filter(|_| wrapper > 0);
                (start..start + closed.unwrap_or(len), false)
            }
        };
        let connects = is_pair && names_database(text, at);
        Some(Self { found: text.get(range.clone())?, quoted, connects, rest: text.get(range.end..)?, range })
    }
}

/// The place of the value that begins at or behind `at`, if it is a password and not code, a type, a
/// label or something that stands for a password.
pub(crate) fn value(text: &str, at: usize, form: Form) -> Option<Range<usize>> {
    let Reading { range, found, quoted, connects, rest } = Reading::new(text, at, form, MAX_LEN)?;
    if !quoted && matches!(form, Form::Environment | Form::Sentence { owned: true }) {
        let phrase = phrase_at(text, range.start).filter(|_| !is_ordinary(found));
        if phrase.is_some() {
            return phrase;
        }
    }
    if !quoted
        && matches!(form, Form::Environment | Form::Pair { bounded: true })
        && is_statement_line(line::behind(text, range.start, MAX_LEN))
    {
        return None;
    }
    if !quoted && form == Form::Element {
        let content = line::behind(text, range.start, MAX_LEN);
        let content = &content[..content.find('<').unwrap_or(0)];
        if are_chosen(content) {
            return Some(range.start..range.start + content.len());
        }
    }
    let told = || phrase_of_sentence(text, range.start);
    if let Some(phrase) = (!quoted && form == Form::Sentence { owned: false }).then(told).flatten() {
        return Some(phrase);
    }
    let fits = match quoted {
        true => {
            is_literal(found, form)
                || is_quoted_phrase(found)
                || is_phrase_of_constant(text, range.start, found)
                || !matches!(form, Form::Sentence { .. }) && are_chosen(found)
        }
        false if connects && (is_mixed_in_literal(found) || is_drawn_of_letters(found)) => true,
        false => {
            // Tags of a page are no parameters of a type.
            let is_tag = rest.starts_with("<br") || rest.starts_with("</");
            // A remark ends a line of settings.
            let is_remark = matches!(form, Form::Line { .. } | Form::Setting) && rest.trim_start().starts_with("# ");
            let rest = if is_remark && rest.starts_with([' ', '\t']) { "" } else { rest };
            is_bare(found, rest, rest.bytes().next().filter(|_| !is_tag), form)
        }
    };
    let len = if quoted { 0 } else { groups_behind(found, rest) };
    (is_sized(found) && (fits || len > 0)).then_some(range.start..range.end + len)
}

/// Reports whether the whole text of a field that is named so is a password.
pub(crate) fn is_whole(found: &str) -> bool {
    is_sized(found) && !is_ordinary(found) && (is_literal(found, Form::Member) || are_chosen(found))
}

fn is_sized(found: &str) -> bool {
    (MIN_LEN..=MAX_LEN).contains(&found.len())
}

/// The length of the value without quotes at the start of `rest`.
fn bare_len(rest: &str, form: Form, longest: usize) -> usize {
    let ends = |c: char| {
        c.is_whitespace()
            || match form {
                Form::Environment => false,
                Form::Pair { .. } | Form::Code | Form::Setting => {
                    matches!(c, '"' | '`' | '<' | '&' | ';' | ',' | ')' | '\'')
                }
                Form::Member => matches!(c, '"' | '`' | '<' | ',' | '}' | ']'),
                _ => matches!(c, '"' | '`' | '<' | ','),
            }
    };
    // Sentences of scripts without blanks go on right behind it.
    let is_latin = form != Form::Environment && rest.starts_with(|c: char| c.is_ascii());
    let ends = |c: char| {
        ends(c) || is_latin && matches!(c, '\u{3000}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{FF00}'..='\u{FFEF}')
    };
    let is_within = |at: usize| matches!(form, Form::Line { .. }) && goes_on_behind_comma(rest, at);
    let len = rest
        .char_indices()
        .find(|(at, c)| *at > 2 * longest || ends(*c) && !(*c == ',' && is_within(*at)))
        .map_or(rest.len(), |(at, _)| at);
    let found = rest.get(..len).unwrap_or_default();
    // In a page's source, the markup around it is escaped, and within a string of JSON or code the end of the line.
    let escapes = match form {
        Form::Environment => &["\\n", "\\r", "\\t"][..],
        _ => &["&quot;", "&lt;", "&gt;", "&#", "]]>", "\\n", "\\r", "\\t"],
    };
    let markup = escapes.iter().filter_map(|escape| found.find(escape)).min();
    let (len, found) = markup.map_or((len, found), |at| (at, found.get(..at).unwrap_or_default()));
    match form {
        Form::Environment => {
            // A quote around name and value ends it: `["NAME=…", …]`.
            let ends = |at: usize| found[at + 1..].is_empty() || found[at + 1..].starts_with([',', ']', ')', '}']);
            let close = found.match_indices(['"', '\'']).map(|(at, _)| at).find(|at| *at > 0 && ends(*at));
            found[..close.unwrap_or(len)].trim_end_matches([',', ';', '"']).len()
        }
        Form::Line { .. } | Form::Sentence { .. } => found.trim_end_matches(['.', ',', ';', ':', ')', '\'', '?']).len(),
        _ => len,
    }
}

/// Reports whether `found`, which stood in quotes, is a password.
fn is_literal(found: &str, form: Form) -> bool {
    if is_placeholder(found) || is_name(found) || is_path(found) || is_algorithm(found) || is_of_statement(found) {
        return false;
    }
    // A type or a remark stands in the place of one.
    if !matches!(form, Form::Sentence { .. } | Form::Environment | Form::Element) && is_ordinary(found) {
        return false;
    }
    // Labels and messages have spaces, and so have passphrases; a digit tells most passphrases apart.
    match form {
        _ if !found.contains(' ') => true,
        Form::Sentence { .. } => true,
        _ if is_phrase(found) => true,
        _ => has_digit(found) && !found.ends_with(['.', '!', '?', ':']) && !is_message(found),
    }
}

/// Reports whether `found`, which stood without quotes and is followed by `rest`, is a password.
fn is_bare(found: &str, rest: &str, after: Option<u8>, form: Form) -> bool {
    if form == Form::Element && is_encrypted(found) {
        return true;
    }
    // Brackets that end a program's statement stand behind a constant: `e ? e.password : null}`.
    let constant = found.trim_end_matches(['}', ')', ']']);
    if is_placeholder(found)
        || is_name(found)
        || constant.len() < found.len() && is_ordinary(constant)
        // The next option of a command, behind one without a value: `--ask-vault-pass --check`.
        || form == Form::Argument && found.starts_with("--") && found.bytes().all(|b| b == b'-' || b.is_ascii_lowercase())
        || is_required_type(found)
        || found.starts_with('$') && found.trim_start_matches('$').starts_with(|c: char| c.is_ascii_alphabetic())
        || is_expression(found, after.filter(|_| form != Form::Element))
        || is_path(found)
        || is_algorithm(found)
        || is_tag(found, after)
        || is_of_statement(found)
    {
        return false;
    }
    if found.len() >= MIN_RANDOM && is_random(found) {
        return true;
    }
    match form {
        // `password = f(x)`, `password = other;`: only texts that look like neither an identifier nor a number.
        Form::Code => {
            return !is_identifier(found)
                && !is_number(found)
                && has_digit(found)
                && has_letter(found)
                && !found.contains('.');
        }
        // As in code, but alone on its line it may look like an identifier with digits.
        Form::Setting => {
            let alone = after.is_none_or(line::is_end);
            let secret = has_digit(found) && has_letter(found) && !is_number(found) && !found.contains('.');
            if alone && (is_dotted(found) || is_uncommon(found) || is_joined(found) || is_titled(found)) {
                return true;
            }
            return secret && (!is_identifier(found) || alone && found.len() >= MIN_SETTING && !is_type(found));
        }
        Form::Element if !rest.starts_with("</") && !rest.starts_with("&lt;/") => return false,
        // `password: value2,` and `Password: Type;` are members in code.
        Form::Line { titled } if is_identifier(found) && (ends_member(rest) || !titled && is_type(found)) => {
            return false;
        }
        // A shell has no members, nor has markup: `PGPASSWORD=Larch.Finch7`.
        Form::Environment | Form::Element | Form::Argument | Form::Pair { bounded: true }
            if is_dotted(found)
                || is_titled(found)
                || matches!(form, Form::Environment | Form::Argument) && is_numbered_path(found) =>
        {
            return true;
        }
        Form::Sentence { .. } if is_dotted(found) => return true,
        Form::Line { .. } if is_dotted(found) && line::ends(rest, 0) => return true,
        // Code goes on behind a member, or it is the name of a type without a number.
        Form::Line { .. } if is_titled(found) && line::ends(rest, 0) => return true,
        _ if is_mixed(found) => return true,
        _ => {}
    }
    let is_bounded = matches!(form, Form::Environment | Form::Pair { bounded: true } | Form::Argument | Form::Element);
    if (is_joined(found) || is_bounded && found.contains('-') && is_chosen(found)) && !is_ordinary(found) {
        return is_bounded && (line::ends(rest, 0) || rest.starts_with([' ', '&', '<', '`']))
            || matches!(form, Form::Line { .. } | Form::Setting) && line::ends(rest, 0);
    }
    if !found.chars().all(is_word) || is_ordinary(found) {
        return false;
    }
    // Nothing that is seen stands between a blank and the end of the line.
    let blank = rest.trim_start_matches([' ', '\t']);
    let rest = if line::ends(blank, 0) { blank } else { rest };
    let ends = line::ends(rest.trim_start_matches(['.', '!', '?', ')', '\'', '"', '<']), 0);
    match form {
        Form::Line { .. } | Form::Sentence { .. } if is_spelled(rest) => !is_identifier_like(found),
        Form::Member => found.bytes().all(|b| b.is_ascii_digit()),
        Form::Line { titled } => {
            let is_last = line::ends(rest, 0);
            let is_told = titled && (ends || rest.starts_with([';', ',']));
            (is_told || is_last && (is_uncommon(found) || is_capitals(found))) && !is_identifier_like(found)
                || is_last && (has_rare_humps(found) || is_drawn_of_letters(found))
        }
        Form::Environment => ends || rest.starts_with([' ', '\\', '"', '\'']),
        Form::Pair { bounded } => {
            bounded && (ends || rest.starts_with(['&', ' ', '"', '\'']) || is_connection(found, rest))
        }
        Form::Sentence { owned } => {
            let is_closed = ends || rest.starts_with(['.', ',', '!', ')']);
            let is_last = ends || [". ", "! "].iter().any(|end| rest.starts_with(end));
            is_closed && (owned || is_last && found.chars().count() > MIN_LEN && !is_descriptive(found))
        }
        Form::Argument | Form::Element => true,
        Form::Code | Form::Setting => false,
    }
}

/// Reports whether it is a word of small letters that is none of code or prose, nor a name of passwords.
fn is_uncommon(found: &str) -> bool {
    /// Fewest letters of one; shorter ones are the names of too many things.
    const SHORTEST: usize = 6;
    const ENDINGS: [&str; 8] = ["pass", "passwd", "password", "pwd", "word", "string", "input", "hash"];
    found.len() >= SHORTEST
        && found.bytes().all(|b| b.is_ascii_lowercase())
        && !ENDINGS.iter().any(|ending| found.ends_with(ending))
        && !is_common(found)
}

/// Reports whether it is joined words, each but the first with a capital, none of which programs have: `quillHedgehog`.
pub(super) fn has_rare_humps(found: &str) -> bool {
    /// Fewest letters of a word and of all; one that stands beside another may be short.
    const SHORTEST: [usize; 2] = [5, 11];
    let is_rare = |word: &str| {
        let lower = word.to_ascii_lowercase();
        word.len() >= SHORTEST[0] && !is_common(&lower) && !is_ordinary(&lower) && !is_name(&lower)
    };
    found.len() >= SHORTEST[1]
        && found.bytes().all(|b| b.is_ascii_alphabetic())
        && identifier::words(found).count() > 1
        && identifier::words(found).all(is_rare)
}

/// Reports whether it is words and a number that stops join, not all of them words of programs.
pub(crate) fn is_dotted(found: &str) -> bool {
    let word = |part: &str| part.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    has_digit(found)
        && is_path_of_names(found)
        && found.split('.').all(|part| word(part).len() > 2)
        && !found.split('.').any(|part| is_ordinary(&word(part)))
        && !found.split('.').all(|part| is_common(&word(part)))
}

/// Reports whether it is words that stops join, with a number at the end, as a shell, which has no members, passes it on.
fn is_numbered_path(found: &str) -> bool {
    let is_word = |part: &str| part.len() > 2 && part.bytes().all(|b| b.is_ascii_alphanumeric());
    has_digit(found)
        && found.ends_with(|c: char| c.is_ascii_digit())
        && is_path_of_names(found)
        && found.split('.').all(is_word)
}

/// Reports whether it is words that hyphens join, not all of them words of programs and none about secrets: `quill-pen`.
fn is_joined(found: &str) -> bool {
    const ABOUT: [&str; 10] = ["pass", "pw", "secret", "key", "cred", "token", "auth", "hash", "user", "vault"];
    /// Fewest letters of a word beside which another may have two.
    const LONG: usize = 5;
    let is_part = |part: &str| part.len() > 2 && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_short = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_long = || found.split('-').any(|part| part.len() >= LONG && !is_common(part));
    let lower = found.to_ascii_lowercase();
    found.contains('-')
        && (found.split('-').all(is_part) || found.split('-').all(|part| is_part(part) || is_short(part)) && is_long())
        && !found.split('-').all(is_common)
        && !ABOUT.iter().any(|word| lower.contains(word))
}

/// Reports whether a connection string goes on, `;Database=…`, or ends with its text.
fn is_connection(found: &str, rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(';') else { return false };
    match rest.as_bytes() {
        [] | [b'"' | b'\'', ..] => return true,
        [next, ..] if line::is_end(*next) => return is_uncommon(found) || has_rare_humps(found),
        _ => {}
    }
    let name = rest.bytes().take(32).take_while(|b| b.is_ascii_alphabetic() || *b == b' ').count();
    name > 0 && rest.as_bytes().get(name) == Some(&b'=')
}

/// Reports whether letters and digits or signs are mixed in a literal, which is no reference to another value.
fn is_mixed_in_literal(found: &str) -> bool {
    let is_mixed = has_letter(found) && found.contains(|c: char| !c.is_alphabetic());
    is_mixed && !is_placeholder(found) && !is_name(found) && !is_expression(found, None)
}

/// Reports whether it is letters of both cases as in no name: `uNRmjyInXzx`.
fn is_drawn_of_letters(found: &str) -> bool {
    /// Fewest letters, and longest word among them.
    const FEWEST: usize = 8;
    const LONGEST: usize = 4;
    found.len() >= FEWEST
        && found.bytes().all(|b| b.is_ascii_alphabetic())
        && identifier::words(found).count() > 2
        && identifier::words(found).all(|word| word.len() <= LONGEST && !is_common(&word.to_ascii_lowercase()))
}

/// Reports whether letters, digits and signs are mixed as in no word, and not as in an identifier's path.
fn is_mixed(found: &str) -> bool {
    let signs = found.chars().any(|c| !is_word(c) && !matches!(c, '.' | '-' | ':' | '/' | '\''));
    let digits = has_digit(found);
    let numbered = digits && has_letter(found) && !is_path_of_names(found);
    numbered
        || signs && has_letter(found)
        || digits && found.len() >= MIN_LEN && found.bytes().all(|b| b.is_ascii_digit())
        || found.contains(['-', '_']) && digits
}

pub(crate) fn has_digit(found: &str) -> bool {
    found.bytes().any(|b| b.is_ascii_digit())
}

pub(crate) fn has_letter(found: &str) -> bool {
    found.chars().any(char::is_alphabetic)
}
