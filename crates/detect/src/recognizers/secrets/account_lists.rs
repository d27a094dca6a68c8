//! Lists of accounts with their passwords in the settings of new machines: `chpasswd` of cloud-init, as a block or as items.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    chosen_words::is_rare_word,
    password::INFO,
    password_value::{MIN_LEN, has_digit, has_letter},
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Most accounts of a list.
const MOST: usize = 8;

/// The passwords by their places in the list: a pattern has one find.
pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(
        &[const { Pattern::regex("(?:chpasswd|htpasswd|basic_?auth_users|basicAuthUsers|auth_users):", 0.9, 0.95) };
            MOST],
    ),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let indent = line::whole_before(text, start, 64).filter(|head| head.trim_start_matches(' ').is_empty())?.len();
    candidate.part(passwords(text, end, indent, candidate.matched() == "chpasswd:").nth(candidate.pattern)?)
}

/// The passwords in the lines `user:password` that are indented by more than `indent`, from `at` on.
fn passwords(text: &str, at: usize, indent: usize, is_list: bool) -> impl Iterator<Item = Range<usize>> {
    /// Longest list, in bytes.
    const FAR: usize = 2048;
    const MEMBERS: &WordList =
        &WordList::new("realm|enabled|file|path|name|type|secret|existingsecret|secretname|url|host|image|version");
    let mut from = at;
    let is_inside =
        move |line: &&str| line.trim().is_empty() || line.len() - line.trim_start_matches(' ').len() > indent;
    window::behind(text, at, FAR).split('\n').take_while(is_inside).filter_map(move |line| {
        let start = from;
        from += line.len() + 1;
        let account = line.trim_start_matches([' ', '-', '"', '\'']);
        let sign = account.find(':')?;
        let is_user = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        // A mapping of YAML has a blank behind the user, and quotes.
        let rest = account[sign + 1..].trim_start_matches([' ', '"', '\'']);
        let password = rest.trim_end_matches(['\r', ' ', '"', '\'']);
        let is_account = sign > 0 && account[..sign].chars().all(is_user) && !password.contains(' ');
        let is_mixed = has_digit(password) && has_letter(password) || is_rare_word(password);
        let is_other = is_placeholder(password) || is_name(password) || is_ordinary(password) || password == "RANDOM";
        // A block of settings has other members than users.
        let is_value =
            password.len() >= MIN_LEN && !is_other && (is_list || is_mixed && !is_listed(&account[..sign], MEMBERS));
        let place = start + line.len() - rest.len();
        (is_account && is_value).then_some(place..place + password.len())
    })
}
