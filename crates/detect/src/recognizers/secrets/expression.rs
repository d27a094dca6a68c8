//! Literals in the expression behind a sign, in any language of programs: what stands in for a missing value, the branches of
//! a condition, arguments of constructors.

use std::ops::Range;

use crate::keys::{closing_quote, conversion_len, quoted_len};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{identifier, line};

/// The part that a literal plays in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A value of the whole: `x || "…"`, `x ? "…" : y`, `x.orElse("…")`, `getenv("NAME", "…")`
    Alternative,
    /// The one thing that the value is made of: `Token("…")`, `String::from("…")`, `b64decode("…")`
    Argument,
}

/// A literal in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The part that it plays.
    pub(crate) role: Role,
    /// The place inside its quotes.
    pub(crate) range: Range<usize>,
}

/// Words in the names of functions that give their last argument if there is nothing else: `orElse`, `unwrap_or`, `COALESCE`.
const STAND_INS: &WordList =
    &WordList::new("or|else|default|coalesce|nvl|ifnull|isnull|fallback|otherwise|firstnonempty|nonempty");

/// Words in the names of functions that look something up, and whose last argument stands in for what is missing.
const LOOKUPS: &WordList = &WordList::new(
    "get|getenv|env|environ|fetch|param|params|parameter|header|headers|cookie|cookies|property|prop|attr|attribute|config|conf|\
     setting|settings|option|options|arg|args|flag|lookup|resolve|var|read|item|setdefault",
);

/// Words in the names of other functions whose arguments are no values: names, paths, questions, messages, things to compare.
const OTHERS: &WordList = &WordList::new(
    "getpass|find|query|select|element|locator|class|field|form|input|prompt|ask|question|load|open|file|path|import|require|\
     include|encode|ref|vault|ssm|manager|session|has|is|exists|contains|starts|ends|equals|equal|match|matches|test|regex|regexp|\
     compile|search|index|count|replace|split|join|strip|trim|format|sprintf|printf|print|println|log|debug|info|warn|error|fail|\
     raise|throw|exception|t|tr|translate|gettext|i18n|message|msg|label|text|title|cell|column|row|type|kind|name|described|\
     describe|it|expect|assert",
);

/// Names of arguments that stand in for a missing value, and of those that hold one.
const DEFAULTS: &WordList = &WordList::new("default|fallback|unset|defaultvalue|default_value|otherwise");
const VALUES: &WordList = &WordList::new("value|secret|data|string|plaintext|bytes|rawvalue|secret_value|raw|key");

/// The literals, in quotes, that the expression at `at` may come to. One that is the whole expression is not among them.
pub(crate) fn literals(text: &str, at: usize) -> impl Iterator<Item = Literal> + '_ {
    let mut reader = Reader { text, start: at, at, depth: 0, open: [at; DEPTH], asks: [false; DEPTH], closed: at };
    std::iter::from_fn(move || reader.next())
}

/// Longest expression, in bytes.
pub(crate) const LONGEST: usize = 256;

/// Most brackets that are open at a time, one more than that.
const DEPTH: usize = 8;

/// A reader of an expression.
struct Reader<'a> {
    text: &'a str,
    start: usize,
    /// The next byte.
    at: usize,
    depth: usize,
    /// The places of open brackets; of the first level, the start.
    open: [usize; DEPTH],
    /// Levels on which a condition has been asked: `x ? `.
    asks: [bool; DEPTH],
    /// The bracket that opened the part that was closed last.
    closed: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<Literal> {
        let bytes = self.text.as_bytes();
        let until = bytes.len().min(self.start + LONGEST);
        while self.at < until {
            let (at, byte) = (self.at, bytes[self.at]);
            self.at += 1;
            match byte {
                b'"' | b'\'' | b'`' => {
                    let closing = closing_quote(char::from(byte))?;
                    let len = quoted_len(self.text.get(at + 1..)?, closing, 0, LONGEST)?;
                    self.at += len + 1;
                    if let Some(role) = self.role(at) {
                        return Some(Literal { role, range: at + 1..at + 1 + len });
                    }
                }
                b'(' | b'[' | b'{' => {
                    self.depth += 1;
                    *self.open.get_mut(self.depth)? = at;
                    self.asks[self.depth] = false;
                }
                b')' | b']' | b'}' => {
                    self.closed = self.open[self.depth];
                    self.depth = self.depth.checked_sub(1)?;
                }
                b'?' if bytes[..at].ends_with(b" ") => self.asks[self.depth] = true,
                _ if self.ends(at, byte) => return None,
                _ => {}
            }
        }
        None
    }

    /// Reports whether the expression ends before `byte` at `at`, no quote and no bracket.
    fn ends(&self, at: usize, byte: u8) -> bool {
        let bytes = self.text.as_bytes();
        let next = bytes.get(at + 1).copied();
        match byte {
            b';' => true,
            _ if self.depth > 0 => false,
            b',' => true,
            // Another name and its value; but comparisons and arrows go on.
            b'=' => {
                !matches!(next, Some(b'=' | b'>' | b'~')) && !bytes[..at].ends_with(b"=") && !is_comparing(bytes, at)
            }
            b'#' => bytes[..at].ends_with(b" "),
            b'\n' | b'\r' => !self.goes_on(at),
            _ => false,
        }
    }

    /// Reports whether the expression goes on behind the line that ends at `at`.
    fn goes_on(&self, at: usize) -> bool {
        /// Longest part of a line that is looked at, in bytes.
        const NEAR: usize = 64;
        const SIGNS: [&str; 4] = ["||", "??", "?:", "."];
        let head = self.head(at);
        let below = line::behind(self.text, at + 1, NEAR).trim_start();
        let is_open = head.ends_with(['|', '?', '=', '\\', ':']) || ends_with_word(head, &["or", "else"]);
        let is_branch = below.starts_with("? ") || below.starts_with(": ") && self.asks[self.depth];
        is_open || is_branch || below.starts_with("or ") || SIGNS.iter().any(|sign| below.starts_with(sign))
    }

    /// The expression up to `at`, without blanks at its end.
    fn head(&self, at: usize) -> &str {
        self.text.get(self.start..at).unwrap_or_default().trim_end()
    }

    /// The part of the literal whose quote opens at `quote`, and behind which the reader stands.
    fn role(&self, quote: usize) -> Option<Role> {
        let head = self.head(quote);
        // The kind of a literal stands before its quote: `b"…"`, `@"…"`.
        let kind = head.len() - head.trim_end_matches(['b', 'r', 'f', 'u', 'L', 'N', '@']).len();
        let is_kind = (1..3).contains(&kind) && self.start + head.len() == quote;
        let head = if is_kind { head[..head.len() - kind].trim_end() } else { head };
        let rest = self.text.get(self.at..)?;
        let rest = rest.get(conversion_len(rest)..)?.trim_start_matches(' ');
        // What is compared, joined or looked up is no value.
        let is_operand = ["==", "!=", "=>", "+", "in ", "% ", "%("].iter().any(|sign| rest.starts_with(sign));
        if head.is_empty() || is_operand {
            return None;
        }
        let last = head.as_bytes().last()?;
        // What a question or a name is made of is no value: `prompt(host or "…")`.
        let is_asked = !matches!(last, b'(' | b',' | b'=') && (1..=self.depth).any(|level| self.is_lookup(level));
        if is_asked {
            return None;
        }
        match last {
            b'|' if head.ends_with("||") => Some(Role::Alternative),
            // A closure: `unwrap_or_else(|_| "…")`.
            b'|' => self.is_call_of(self.depth, STAND_INS).then_some(Role::Alternative),
            b'?' if head.ends_with("??") || self.asks[self.depth] => Some(Role::Alternative),
            b'/' if head.ends_with(" //") => Some(Role::Alternative),
            b':' if head.ends_with("?:") || self.asks[self.depth] => Some(Role::Alternative),
            b':' | b'=' => self.role_of_name(head[..head.len() - 1].trim_end()),
            b'{' => self.is_branch().then_some(Role::Alternative),
            b')' => ends_with_word(self.head(self.closed), &["if", "elif", "unless"]).then_some(Role::Alternative),
            b'(' => self.role_of_first(rest),
            b',' => {
                let stands_in =
                    self.depth > 0 && (self.is_call_of(self.depth, STAND_INS) || self.is_call_of(self.depth, LOOKUPS));
                (stands_in && rest.trim_start().starts_with(')')).then_some(Role::Alternative)
            }
            _ => ends_with_word(head, &["or", "else", "then"]).then_some(Role::Alternative),
        }
    }

    /// The part of an argument whose name `head` ends in.
    fn role_of_name(&self, head: &str) -> Option<Role> {
        let name = &head[head.len() - head.bytes().rev().take(24).take_while(|b| is_name(*b)).count()..];
        match self.depth > 0 {
            true if is_listed(name, DEFAULTS) => Some(Role::Alternative),
            true if is_listed(name, VALUES) && self.opening() == b'(' => Some(Role::Argument),
            _ => None,
        }
    }

    /// The part of the first argument of a call, or of what stands in brackets alone, which goes on with `rest`.
    fn role_of_first(&self, rest: &str) -> Option<Role> {
        let is_only = rest.trim_start().starts_with(')');
        match self.callee(self.depth) {
            // What an element of a list or another call gives is called: `x["f"]("…")`.
            "" if self.head(self.open[self.depth]).ends_with([']', ')']) => None,
            "" => is_only.then_some(Role::Alternative),
            _ if is_only && self.is_call_of(self.depth, STAND_INS) => Some(Role::Alternative),
            // A member of a class of settings and its default: `Field("…", env="DB_PASS")`. Forms have labels there.
            "Field" => rest.starts_with(", env=").then_some(Role::Argument),
            _ if self.is_lookup(self.depth) || self.is_call_of(self.depth, STAND_INS) => None,
            _ => Some(Role::Argument),
        }
    }

    /// Reports whether the innermost brace opens the branch of a condition: `if x { "…" } else { "…" }`.
    fn is_branch(&self) -> bool {
        let head = self.head(self.open[self.depth]);
        ends_with_word(head, &["else"]) || head.trim_start().starts_with("if ") || head.trim_start().starts_with("if(")
    }

    /// The innermost open bracket.
    fn opening(&self) -> u8 {
        self.text.as_bytes()[self.open[self.depth]]
    }

    /// The last part of the name of the function whose arguments `level` has.
    fn callee(&self, level: usize) -> &str {
        let head = self.text.get(self.start..self.open[level]).unwrap_or_default();
        // Arguments of a type or a macro: `Option::<String>::from(`, `vec!(`, `[]byte(`.
        let head = head.trim_end_matches(['!', ' ']);
        &head[head.len() - head.bytes().rev().take(48).take_while(|b| is_name(*b)).count()..]
    }

    /// Reports whether the function whose arguments `level` has takes no values.
    fn is_lookup(&self, level: usize) -> bool {
        self.is_call_of(level, LOOKUPS) || self.is_call_of(level, OTHERS)
    }

    /// Reports whether a word of the function whose arguments `level` has is one of `list`.
    fn is_call_of(&self, level: usize, list: &WordList) -> bool {
        let callee = self.callee(level);
        is_listed(callee, list) || identifier::words(callee).any(|word| is_listed(word, list))
    }
}

/// Reports whether the sign at `at` is the end of `<=`, `>=`, `!=` or `<%=`.
fn is_comparing(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[..at].last(), Some(b'<' | b'>' | b'!' | b'%'))
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Reports whether `head` ends with one of `words`, a whole word.
fn ends_with_word(head: &str, words: &[&str]) -> bool {
    let begins = |head: &str| !head.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'));
    words.iter().any(|word| head.strip_suffix(word).is_some_and(begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Role, &str)> {
        let at = text.find('=').unwrap() + 1;
        literals(text, at).map(|literal| (literal.role, &text[literal.range])).collect()
    }

    #[test]
    fn literals_have_their_parts_in_expressions() {
        use Role::{Alternative, Argument};
        for (text, expected) in [
            ("x = 'a'", &[][..]),
            ("x = y || 'a';", &[(Alternative, "a")]),
            ("x = y\n  ?? `a`", &[(Alternative, "a")]),
            ("x = y ? 'a' : \"b\"; z || 'c'", &[(Alternative, "a"), (Alternative, "b")]),
            ("x = 'a' if y else 'b'\nz or 'c'", &[(Alternative, "b")]),
            ("x = if (y) \"a\" else \"b\"", &[(Alternative, "a"), (Alternative, "b")]),
            ("x = if cfg!(y) { \"a\" } else { z() };", &[(Alternative, "a")]),
            ("x = os.getenv('N', 'a')", &[(Alternative, "a")]),
            ("x = config('N', default='a')", &[(Alternative, "a")]),
            ("x = env::var(\"N\").unwrap_or_else(|_| \"a\".into())", &[(Alternative, "a")]),
            ("x = f(y).orElse(\"a\")", &[(Alternative, "a")]),
            ("x = String::from(\"a\")", &[(Argument, "a")]),
            ("x = Token(value=\"a\")", &[(Argument, "a")]),
            ("x = b64decode(b'a')", &[(Argument, "a")]),
            ("x = ('a')", &[(Alternative, "a")]),
            ("x = prompt('a')", &[]),
            ("x = y['a']", &[]),
            ("x = y == 'a' || z", &[]),
            ("x = prompt(y or 'a')", &[]),
            ("x = 'a' + y", &[]),
            ("x = sign(y, 'a')", &[]),
            ("x = path.join(y, 'a')", &[]),
            ("x = y['f']('a')", &[]),
            ("x = y, z = w || 'a'", &[]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
