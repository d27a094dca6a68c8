//! Names of parties before their role in brackets, a line each, as claims and judgments have them: `OKONJO, PATIENCE (Claimant)`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "\\((?i-u:claimant|defendant|plaintiff|respondent|applicant|appellant|petitioner|beklagte[rn]?|antragsteller(?:in)?|demandeur|demanderesse|\
         demandante|demandad[oa]|attore|attrice|convenuto|convenuta|eiser|verweerder|gedaagde|powód|pozwan[ya])\\)",
        0.8,
        0.9,
    )]),
    context: words![],
    check: |candidate| candidate.part(party(candidate.field.text, candidate.range.start)?),
}];

/// Words of names of firms and offices.
const BODIES: &WordList = &WordList::new(
    "ltd|limited|llc|llp|inc|plc|corp|corporation|company|co|gmbh|ag|kg|sa|sarl|sas|srl|spa|bv|nv|ab|as|oy|zoo|bank|council|university|trust|\
     association|society|ministry|department|secretary|state|city|county|district|borough|republic|insurance|group|holdings|services|solutions|\
     partners|the|of|club|union|school|college|hospital|authority|commission|board|agency|court|people|crown|government",
);

/// The name that is all of the line before `at`: two words or more with capitals, the surname first or last.
fn party(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and its words.
    const LONGEST: usize = 64;
    const WORDS: std::ops::RangeInclusive<usize> = 2..=5;
    let head = line::whole_before(text, at, LONGEST)?;
    let numbered = head.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | '.' | ' ' | '-'));
    let name = numbered.trim_end_matches(' ');
    let words = || name.split([' ', ',']).filter(|word| !word.is_empty());
    let is_word = |word: &str| is_name_word(word) && !is_listed(word, BODIES);
    let start = at - numbered.len();
    (WORDS.contains(&words().count()) && words().all(is_word)).then(|| start..start + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parties_stand_before_their_roles() {
        for (text, expected) in [
            ("BETWEEN\nOKAFOR, MONIKA JANE (Claimant)", Some("OKAFOR, MONIKA JANE")),
            ("(1) Monika Okafor (Defendant)", Some("Monika Okafor")),
            ("ROE TRADING LTD (Defendant)", None),
            ("The State (Respondent)", None),
            ("costs of Monika Okafor (Claimant)", None),
        ] {
            let at = text.rfind('(').unwrap();
            assert_eq!(party(text, at).map(|place| &text[place]), expected, "{text}");
        }
    }
}
