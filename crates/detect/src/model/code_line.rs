//! Lines of code: the signs by which they are told from prose.

/// Beginnings of lines of code.
const BEGINNINGS: &[&str] = &[
    "import ",
    "use ",
    "fn ",
    "pub ",
    "pub(",
    "def ",
    "const ",
    "let ",
    "var ",
    "func ",
    "package ",
    "#include",
    "#define",
    "#if",
    "#endif",
    "#else",
    "#pragma",
    "#undef",
    "static ",
    "struct ",
    "impl ",
    "enum ",
    "public ",
    "private ",
    "protected ",
    "template",
    "typedef ",
    "namespace ",
    "using ",
    "if (",
    "for (",
    "while (",
    "switch (",
    "} else",
    "else {",
    "elif ",
    "raise ",
    "self.",
    "assert",
    "print(",
    "#[",
    "#![",
    "@",
    "return ",
    "return;",
    "extern ",
    "mod ",
    "my $",
    "our $",
    "sub ",
    "module.exports",
    "async ",
    "await ",
    "export ",
    "throw ",
    "void ",
    "int ",
    "char ",
    "bool ",
    "unsigned ",
    "size_t ",
    "inline ",
    "virtual ",
    "match ",
    "where ",
    "unsafe ",
    "echo ",
    "local ",
];
/// Signs within lines of code.
const OPERATORS: &[&str] = &[
    "::", "->", "=>", "==", "!=", "&&", "||", "+=", "-=", "();", " = ", "):", "){", ") {", "[]", "<=", "</", "/>",
    "%s", "!(",
];
/// Reports whether a line begins as lines of code do.
pub fn begins(line: &str) -> bool {
    starts_with_any(line, BEGINNINGS)
}

/// Reports whether `line` starts with one of `words`. Most of them are told by their first byte.
pub fn starts_with_any(line: &str, words: &[&str]) -> bool {
    let Some(first) = line.as_bytes().first() else { return false };
    words.iter().any(|word| word.as_bytes().first() == Some(first) && line.starts_with(word))
}

/// True for each byte in `line`: a sign whose bytes are not all there need not be searched for.
fn bytes_in(line: &str) -> [bool; 256] {
    let mut bytes = [false; 256];
    line.bytes().for_each(|byte| bytes[usize::from(byte)] = true);
    bytes
}

/// Reports whether a line ends as lines of code do.
pub fn ends(line: &str) -> bool {
    line.ends_with([';', '{', '}', '(', '[', '\\']) || line.ends_with("),") || line.ends_with("):")
}

/// The number of signs of code in a line: from 2 on it is code.
pub fn code_score(line: &str) -> usize {
    let line = line.trim();
    // A line of JSON holds data.
    if line.starts_with(['"', '{', '[']) && line.contains("\":") || line.starts_with("INSERT ") {
        return 0;
    }
    // Lists of words in a program: `'abc',`.
    if line.starts_with('\'') && line.ends_with("',") && !line.contains(' ') {
        return 2;
    }
    let bytes = bytes_in(line);
    let may_hold = |sign: &str| sign.bytes().all(|byte| bytes[usize::from(byte)]);
    let operators = OPERATORS.iter().filter(|sign| may_hold(sign) && line.contains(*sign)).count().min(2);
    let calls = usize::from(has_call(line) || is_row(line));
    let identifiers = usize::from(has_identifier(line));
    usize::from(begins(line)) + usize::from(ends(line)) + operators + calls + identifiers
}

/// Reports whether a line is a row of a table in a program: `("Batak", BATAK),`.
fn is_row(line: &str) -> bool {
    let inside = line.strip_prefix(['(', '{', '[']).map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with('"')) && (line.ends_with("),") || line.ends_with("},"))
}

/// Reports whether a word is called: `name(x`.
fn has_call(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.array_windows().any(|[before, sign, next]| {
        *sign == b'(' && (before.is_ascii_alphanumeric() || *before == b'_') && !next.is_ascii_whitespace()
    }) && !line.contains("(s)")
}

/// Reports whether a word is written as identifiers of programs are: `a_b`, `aB`. Accounts, tags and links are none.
fn has_identifier(line: &str) -> bool {
    let is_identifier = |word: &str| {
        word.as_bytes().array_windows().any(|[first, second, third]| {
            // Few bytes are one of the two in the middle.
            *second == b'_' && first.is_ascii_alphanumeric() && third.is_ascii_alphanumeric()
                || second.is_ascii_uppercase() && first.is_ascii_lowercase() && third.is_ascii_lowercase()
        })
    };
    let is_name = |word: &str| word.contains(['@', '#']) || word.contains("://");
    line.split_ascii_whitespace().any(|word| is_identifier(word) && !is_name(word))
}
