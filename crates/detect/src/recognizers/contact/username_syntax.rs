//! The syntax around an account that a name introduces: arguments of calls, brackets of messages, lines of forms, entries of menus,
//! flags of commands.

use std::ops::Range;

use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Form};

/// Longest part of a line that is looked at before a value, in bytes.
const MAX_LINE: usize = 96;

/// The text before the name of the pair whose value begins at `at`.
fn before_name(text: &str, at: usize) -> &str {
    /// Most signs and blanks between the name and the value, and longest name, in bytes.
    const MOST: [usize; 2] = [8, 64];
    let head = text.get(..at).unwrap_or_default();
    let signs = head.bytes().rev().take(MOST[0]).take_while(|b| b"=: ".contains(b)).count();
    let head = head.get(..head.len() - signs).unwrap_or_default();
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let name = head.bytes().rev().take(MOST[1]).take_while(stands).count();
    head.get(..head.len() - name).unwrap_or_default()
}

/// Reports whether the pair whose value begins at `at` is an argument of a call: `f(owner=name, …)`, `f(x, user=name)`; not of
/// a list in a message: `client=x, user=name`, `(user=name, …)`.
pub(super) fn is_argument(text: &str, at: usize) -> bool {
    /// Farthest place of the bracket of the call, in bytes.
    const FAR: usize = 128;
    let before = before_name(text, at);
    if !before.ends_with('(') && !before.ends_with(", ") {
        return false;
    }
    let near = line::before(before, before.len(), FAR);
    let mut closed = 0_usize;
    let open = near.bytes().rposition(|b| match b {
        b')' => {
            closed += 1;
            false
        }
        b'(' if closed > 0 => {
            closed -= 1;
            false
        }
        b => b == b'(',
    });
    let is_call = |b: u8| b.is_ascii_alphanumeric() || b"_])>".contains(&b);
    open.is_some_and(|open| byte_before(near, open).is_some_and(is_call) && !is_descriptor(&near[..open]))
}

/// Reports whether a pair in brackets ends `before`, as those of Oracle's descriptors of connections and of filters of
/// directories follow one another: `(PROGRAM=x)(USER=name)`, `(&(objectClass=user)(uid=name))`.
fn is_descriptor(before: &str) -> bool {
    let inner = before.strip_suffix(')').and_then(|before| before.rsplit('(').next());
    inner
        .and_then(|inner| inner.split_once('='))
        .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
}

/// Reports whether the pair whose value begins at `at` is the first in brackets of a message: `(user=name)`.
pub(super) fn is_in_brackets(text: &str, at: usize) -> bool {
    let before = before_name(text, at);
    before.strip_suffix('(').is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Reports whether square brackets stand around the name and the value at `place`, or around a list of them: `[user: jane]`,
/// `map[id:7 user:jane]`; or bars on both sides, as some logs divide their fields: `| user: jane |`.
pub(super) fn is_enclosed(text: &str, place: &Range<usize>) -> bool {
    /// Farthest beginning of such a list, in bytes.
    const FAR: usize = 256;
    let before = before_name(text, place.start);
    let is_list = || {
        let near = line::before(before, before.len(), FAR);
        near.rfind("map[").is_some_and(|open| !near.get(open..).is_some_and(|inner| inner.contains(']')))
    };
    match byte_at(text, place.end) {
        Some(b']') => before.ends_with('[') || is_list(),
        Some(b' ') => is_list() || before.ends_with("| ") && text[place.end..].starts_with(" |"),
        _ => false,
    }
}

/// Reports whether a name and a colon stand as in a form: `Username: jane`.
pub(super) fn is_titled(text: &str, candidate: &Candidate<'_>) -> bool {
    /// Longest beginning of a line that is looked at, in bytes: a form names little.
    const LONGEST: usize = 128;
    let line = line::whole_before(text, candidate.range.start, LONGEST).unwrap_or_default();
    let line = line.trim_start_matches([' ', '*', '-', '\t']);
    candidate.form == Form::Line && line.starts_with(|c: char| c.is_uppercase())
}

/// Reports whether the value stands where an ordinary word is none: before a bracket, behind an option and a blank, or on
/// the line below a name without a colon, as entries of a menu stand, or below a statement.
pub(super) fn is_aside(candidate: &Candidate<'_>) -> bool {
    /// Words that begin statements, which end in a colon.
    const STATEMENTS: [&str; 8] = ["if ", "elif ", "while ", "for ", "with ", "unless ", "except ", "case "];
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = window::before(text, range.start, 2 * MAX_LINE);
    let is_whole = *range == (text.len() - text.trim_start().len()..text.trim_end().len());
    if candidate.form != Form::Field || is_whole {
        return false;
    }
    let option = head.strip_suffix(' ').map(|head| head.rsplit([' ', '\n']).next().unwrap_or_default());
    let is_optional = option.is_some_and(|option| option.starts_with("--"));
    let is_bracketed = text.get(range.end..).is_some_and(|rest| rest.starts_with(" ("));
    // The line above, if the value begins its own.
    let above = head.trim_end_matches([' ', '\t']).strip_suffix('\n').map(str::trim_end);
    let above = above.map(|head| line::before(head, head.len(), head.len()).trim_start());
    let is_below = above.is_some_and(|line| {
        let is_cell = line.contains([',', ';', '\t', '|']);
        STATEMENTS.iter().any(|word| line.starts_with(word)) || !line.ends_with([':', '：']) && !is_cell
    });
    is_optional || is_bracketed || is_below
}

/// Reports whether the value at `at` stands behind `--user` of a command for which that is a flag: `pip install --user x`.
pub(super) fn is_flag(text: &str, at: usize) -> bool {
    const COMMANDS: &WordList = &WordList::new(
        "\
        pip|pip3|pipx|easy_install|python|python3|setup.py|systemctl|journalctl|systemd-run|systemd-analyze|busctl|\
        flatpak|gem|loginctl|systemd-tmpfiles|systemd-cgls|coredumpctl|brew|luarocks|opam|cabal|stack",
    );
    let Some(line) = line::before(text, at, MAX_LINE).strip_suffix("--user ") else { return false };
    line.split([' ', '`', '$', '/', '(']).any(|word| is_listed(word, COMMANDS))
}
