//! Accounts that tests type into the forms of pages: `page.fill('#username', 'jdoe')`, `cy.get('#login').type('jdoe')`,
//! `textFields["username"].typeText("jdoe")`.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, is_account, is_plain_word};
use super::username_places::is_shared;
use crate::recognizers::secrets::form_steps::{TYPED, last_literal};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] =
    &[Rule { info: INFO, patterns: Cow::Borrowed(&[Pattern::within(TYPED, 0.8, 0.85)]), context: words![], check }];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest part of the step before and behind the match, and longest account, in bytes.
    const LONGEST: usize = 120;
    const ACCOUNT: usize = 64;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let open = end + last_literal(line::behind(text, end, LONGEST))?;
    let step = [line::before(text, start, LONGEST), text.get(end..open)?];
    let near = window::behind(text, open + 1, ACCOUNT);
    let found = near.get(..near.find(['"', '\''])?)?;
    let is_user = step.into_iter().any(names_user) && is_account(found) && !is_shared(found) && !is_plain_word(found);
    (is_user && found.len() > 2).then(|| candidate.part(open + 1..open + 1 + found.len()))?
}

/// Reports whether a part of a step names the field of an account: `#username`, `loginInput`, `"User name"`.
fn names_user(part: &str) -> bool {
    const NAMES: [&str; 9] = [
        "username",
        "user name",
        "user_name",
        "user-name",
        "userid",
        "#user\"",
        "#user'",
        "benutzername",
        "name=login",
    ];
    let part = part.to_ascii_lowercase();
    NAMES.iter().any(|name| part.contains(name)) || part.contains("#login") && !part.contains("button")
}
