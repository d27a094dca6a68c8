//! Names of accounts before their password in one phrase: `user jdoe pass …`, `login jdoe and …`.

use std::borrow::Cow;

use super::username::{INFO, has_mark, is_account};
use crate::recognizers::secrets::credential_phrases::{ASKED, BOTH, USER, credentials};
use crate::recognizers::secrets::key_value::is_uuid;
use crate::{Candidate, Finding, Rule};

pub(super) const RULES: &[Rule] =
    &[Rule { info: INFO, patterns: Cow::Borrowed(&[USER, BOTH, ASKED]), context: words![], check }];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (user, _) = credentials(candidate)?;
    let found = &candidate.field.text[user.clone()];
    // Who says his name and a password says the name of a person.
    let is_person =
        candidate.matched().get(..4).is_some_and(|word| word.eq_ignore_ascii_case("name")) && !has_mark(found);
    (is_account(found) && !is_person && !is_uuid(found)).then(|| candidate.part(user))?
}
