//! Inverted names, the surname first, behind what somebody does (`driver="Roe, Jane"`), initials behind their name (`"voorletters": "J.M."`), and values
//! of names that are no persons': firms by their form, things by their object.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::{INFO, is_inverted};
use crate::recognizers::support::value::{is_closed, words};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::window;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // None of these speaks in a dialogue, whose speakers have other words behind them.
        Pattern::key(
            keys![
                "driver",
                "fahrer",
                "fahrerin",
                "chauffeur",
                "courier",
                "kurier",
                "conducteur",
                "conductor",
                "autista",
                "kierowca",
                "chofer",
                "repartidor",
                "rider",
                "technician",
                "techniker",
                "signatory",
                "signer",
                "inspector",
                "cashier",
                "referrer",
                "prescriber",
                "surgeon",
                "requester",
                "betreuer",
                "lehrer",
                "lehrerin"
            ],
            0.75,
        ),
        Pattern::key(
            keys!["voorletters", "voorl", "initialen", "initials", "initiales", "iniciales", "iniziali"],
            0.75,
        ),
    ]),
    context: words![],
    check: |candidate| {
        let place = match candidate.pattern {
            0 => inverted(candidate)?,
            _ => Some(words(candidate)?)
                .filter(|place| is_closed(candidate) && are_initials(&candidate.field.text[place.clone()]))?,
        };
        candidate.part(place)
    },
}];

/// The value in quotes, if it is a name with the surname first.
fn inverted(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let place = Some(words(candidate)?).filter(|_| is_closed(candidate))?;
    let found = candidate.field.text.get(place.clone())?;
    (is_inverted(found) && !is_firm(found)).then_some(place)
}

/// Reports whether it is initials with their stops: `J.M.`
fn are_initials(found: &str) -> bool {
    /// Most initials.
    const MOST: usize = 5;
    let letters = found.split_terminator('.').map(str::trim);
    let is_letter = |letter: &str| matches!(letter.chars().count(), 1 | 2) && letter.starts_with(char::is_uppercase);
    found.ends_with('.') && (1..=MOST).contains(&letters.clone().count()) && letters.into_iter().all(is_letter)
}

/// Reports whether the name is that of a thing whose object it begins: `"status": {"name": "In Progress"}`.
pub(super) fn is_of_thing_object(candidate: &Candidate<'_>) -> bool {
    /// Farthest name of the object, in bytes.
    const FAR: usize = 48;
    const OBJECTS: &WordList = &WordList::new(
        "status|state|priority|project|issuetype|type|component|sprint|board|plan|product|category|channel|team|department|queue|role|number|line|\
         device|app|application|browser|os|platform|region|service|group|resolution|workflow|list|folder|label|tag|store|shop|item|location|\
         currency|country|city|model|brand|campaign|repository|repo|workspace|tenant|organization|organisation|company|merchant|event|bank",
    );
    let head = window::before(candidate.field.text, candidate.range.start, FAR);
    let Some((before, inner)) = head.rsplit_once('{') else { return false };
    let object = before.trim_end().strip_suffix(':').map(|name| name.trim_end().trim_end_matches('"'));
    let object = object.and_then(|name| name.rsplit(['"', ' ', ',', '{']).next()).unwrap_or_default();
    inner.len() < FAR / 2 && !inner.contains([',', '}']) && is_listed(object, OBJECTS)
}

/// Reports whether it ends in the form of a company.
pub(super) fn is_firm(found: &str) -> bool {
    const FORMS: &WordList = &WordList::new(
        "gmbh|mbh|gbr|ohg|eg|ev|ltd|limited|llc|inc|plc|corp|sarl|eurl|sas|slu|srl|spa|vzw|asbl|vof|oyj|aps|kft|zrt|sro|ltda|eireli|lda|pty|pte|bhd|tbk|doo",
    );
    // Which are names and words, too, where they are not in capitals alone.
    const SHORT: [&str; 14] = ["AG", "SE", "SA", "AB", "AS", "BV", "NV", "SL", "OY", "KG", "UG", "AD", "EOOD", "OÜ"];
    let (first, last) = (found.split(' ').next().unwrap_or_default(), found.rsplit(' ').next().unwrap_or_default());
    let last = last.trim_end_matches('.');
    is_listed(last, FORMS)
        || SHORT.contains(&last) && found.contains(char::is_lowercase)
        || matches!(first, "VZW" | "ASBL")
        || ["sp. z o.o", "SP Z O O", "d.o.o", "s.r.o", "S.p.A", "S.r.l", "S.A"]
            .iter()
            .any(|form| found.trim_end_matches('.').ends_with(form))
}
