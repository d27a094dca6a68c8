//! Names of persons in the names of entries in a directory (RFC 4514), `CN=Jane Roe,OU=Finance,DC=example,DC=com`, and in its attributes
//! as servers that log people in pass them on (SAML 2.0): `<Attribute Name="sn"><AttributeValue>Roe`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix("(?:cn|CN|Cn)=", 0.85, 0.9),
        // The common name, the surname and the given name, by their short names and their numbers (RFC 4519).
        Pattern::within("Name=\"(?:sn|cn|urn:oid:2[.]5[.]4[.](?:3|4|42))\"", 0.85, 0.9),
    ]),
    context: words![],
    check: |candidate| candidate.part(if candidate.pattern == 0 { name(candidate)? } else { attribute(candidate)? }),
}];

/// The first value of the attribute whose name the match is.
fn attribute(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest value, in bytes.
    const FAR: usize = 256;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = window::behind(text, end, FAR);
    let tag = near.find("AttributeValue")?;
    let open = tag + near[tag..].find('>')? + 1;
    let value = near[open..].split('<').next()?.trim();
    let start = end + open + near[open..].find(value)?;
    (!near[..tag].contains("</") && name_words(value).is_some()).then(|| start..start + value.len())
}

/// Words in the names of groups and machines.
const GROUPS: &WordList = &WordList::new(
    "\
    admin|admins|administrator|administrators|users|user|guests|operators|owners|controllers|computers|servers|server|service|services|\
    group|groups|gruppe|groupe|team|teams|readers|writers|editors|members|approvers|printer|printers|publishers|account|accounts",
);

/// Units of directories that hold persons.
const UNITS: &WordList = &WordList::new(
    "users|people|person|persons|staff|employees|accounts|personnel|members|customers|students|contacts|mitarbeiter|benutzer|\
     stud|studs|studierende|schueler|pupils|lehrer|teachers|faculty|external|externals|extern|clients|patients|user|mitglieder|\
     personal|etudiants|usuarios|utenti|pracownicy|ansatte|elever|anstallda|medewerkers|leden|personas|personnes|alumni",
);

/// The name behind the sign, before the place of the entry.
fn name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name, and most words, which a comma may divide: `CN=Roe\, Jane,OU=…`.
    const LONGEST: usize = 64;
    const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
    let (text, Range { start, .. }) = (candidate.field.text, candidate.range.clone());
    let start = start + "cn=".len();
    let near = window::behind(text, start, LONGEST);
    let is_end = |at: usize| !near[..at].ends_with('\\');
    let end = near.match_indices(',').map(|(at, _)| at).find(|at| is_end(*at))?;
    let plain = near[..end].replace("\\,", "");
    let is_name = name_words(&plain).is_some_and(|words| WORDS.contains(&words));
    let mut words = plain.split([' ', '-']).map(str::to_lowercase).filter(|word| word.len() > 2);
    let is_group = words.clone().any(|word| is_listed(&word, GROUPS));
    let has_own = words.any(|word| !is_common(&word));
    let place = Place::of(text, start + end)?;
    let is_person = place.is_of_persons || has_own && place.is_in_domain && !place.is_of_others;
    (is_name && !is_group && is_person).then_some(start..start + end)
}

/// The place of an entry in its directory.
struct Place {
    /// True if its unit holds persons.
    is_of_persons: bool,
    /// True if its unit holds groups or machines.
    is_of_others: bool,
    /// True if the name of a domain ends it.
    is_in_domain: bool,
}

impl Place {
    /// The place that begins with the comma at `at`; `None`: there is none.
    fn of(text: &str, at: usize) -> Option<Self> {
        /// Longest name that is looked at, in bytes.
        const FAR: usize = 160;
        const OTHERS: [&str; 7] = ["group", "role", "builtin", "computer", "server", "service", "system"];
        let rest = line::behind(text, at + 1, FAR).to_ascii_lowercase();
        let (attribute, value) = rest.trim_start().split_once('=')?;
        let is_unit = matches!(attribute, "ou" | "cn");
        let unit = value.split([',', '"', ' ', '>', ')']).next()?;
        Some(Self {
            is_of_persons: is_unit && is_listed(unit, UNITS),
            is_of_others: OTHERS.iter().any(|other| value.starts_with(other)),
            is_in_domain: (is_unit || attribute == "dc") && rest.contains("dc="),
        })
    }
}
