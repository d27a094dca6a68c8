//! Names right behind a relative of somebody, `his mum Shanna`, `Daughter in law Mercy`, also such as are other words, too, and names of
//! parents' children as South Asia writes them: `Kavita d/o Muthu`, `ABDUL RAHIM S/O ABDUL KARIM`; names right behind the number of an
//! officer and behind `booked under`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other, name_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(
            "(?:[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir|[Yy]our|ur|whose) (?:older |younger |big |little |late |twin )?(?:step)?\
             (?:sister|brother|bro|sis|mum|mom|mam|mother|dad|father|wife|husband|hubby|son|daughter|aunt|auntie|aunty|uncle|cousin|nephew|\
             niece|gran|nan|nana|grandma|grandmother|grandad|granddad|grandpa|grandfather|grandson|granddaughter|boyfriend|girlfriend|fiancé|\
             fiancée|partner|spouse|bestie|stepmum|stepdad|flatmate|roommate|housemate|childminder|babysitter|nanny|lola|lolo)(?:[- ]in[- ]law)? [A-Z]",
            0.75,
            0.85,
        ),
        Pattern::prefix(
            "(?:[Dd]aughter|[Ss]on|[Ss]ister|[Bb]rother|[Mm]other|[Ff]ather)[- ]in[- ]law [A-Z]",
            0.75,
            0.85,
        ),
        Pattern::prefix(
            "(?:Mummy|Auntie|Aunty|Nonna|Nonno|Oom|Tannie|Ouma|Oupa|Kuya|Tita|Tito|Aling|Mang|Ma'am|Ma’am|Mzee|Iya|Alh\\.?|Alhaji|Alhaja|Mallam) [A-Z]",
            0.7,
            0.8,
        ),
        Pattern::within(" (?:[sdwSDW]/[oO]|[aA]/[lpLP])[ .] ?[A-Z]", 0.8, 0.9),
        // Officers behind their number: `PC 4471 Hargreave attended`.
        Pattern::prefix("(?:PC|DC|PS|DS|WPC|PCSO|Constable|Sgt\\.?) #?[0-9]{2,6} [A-Z]", 0.8, 0.9),
        // Under whose name something is kept: `the table is booked under Marchetti`.
        Pattern::prefix("under (?:the name )?[A-Z]", 0.75, 0.85),
    ]),
    context: words![],
    check: |candidate| {
        let (text, range) = (candidate.field.text, &candidate.range);
        let place = match candidate.pattern {
            3 => of_parent(text, range)?,
            UNDER if !is_kept(line::before(text, range.start, LONGEST)) => return None,
            _ => named(text, range.end - 1)?,
        };
        candidate.part(place)
    },
}];

/// The pattern of what is kept under a name.
const UNDER: usize = 5;

/// Reports whether `head` speaks of something that is kept under a name.
fn is_kept(head: &str) -> bool {
    const THINGS: &WordList = &WordList::new("booked|booking|reservation|reserved|table|buzzer|appointment|registered");
    head.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, THINGS))
}

/// Longest name, in bytes.
const LONGEST: usize = 48;

/// The name at `at`: a word with one capital that begins no sentence, and up to two more.
fn named(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most words.
    const MOST: usize = 3;
    const OTHERS: &WordList = &WordList::new(
        "programme|program|agency|firm|portal|api|republic|republics|nation|nations|state|states|country|countries|cities|colony|colonies|churches|companies|\
         college|colleges|schools|societies|island|islands|he|she|it|we|they|the|this|that|these|those|and|but|so|or|if|is|was|has|had|who|when|where|why|how|what|which|for|from|with|in|on|at|\
         to|as|of|you|not|no|yes|please|thanks|thank|church|company|city|ship|site|school|hospital|bank|office|team|group|superior|tongue|\
         earth|nature|goose|hubbard|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|september|october|\
         november|december|christmas|easter|english|french|german|american|british|catholic|muslim|jewish|uk|us|facebook|google|amazon|\
         paypal|netflix|covid|alzheimer|parkinson|also|always|never|can|could|would|should|did|does|do|just|only|then|there|here",
    );
    // Of firms, too: `our partner Acme`.
    let is_of_firm =
        ["our partner ", "Our partner ", "their partner ", "Their partner ", "your partner ", "Your partner "]
            .iter()
            .any(|said| text[..at].ends_with(said));
    if is_of_firm {
        return None;
    }
    let near = line::behind(text, at, LONGEST);
    let mut end = 0;
    for (count, word) in near.split(' ').take(MOST).enumerate() {
        let len = word.find(|c: char| !c.is_alphabetic() && !matches!(c, '-' | '\'' | '’')).unwrap_or(word.len());
        let bare = word[..len].trim_end_matches("'s").trim_end_matches("’s").trim_end_matches(['\'', '’', '-']);
        let has_form = is_name_word(bare)
            && bare.chars().count() > 2
            && bare.chars().nth(1).is_some_and(|c| c.is_lowercase() || c == '-');
        if !has_form || is_listed(bare, OTHERS) || is_other(bare) {
            break;
        }
        end += usize::from(count > 0) + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    (end > 0).then_some(at..at + end)
}

/// The name of a person and of the parent, with the letters at `range` between.
fn of_parent(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Most words of the parent's name.
    const MOST: usize = 4;
    let head = line::before(text, range.start, LONGEST);
    let (start, _) = name_before(head)?;
    let at = range.end - 1;
    let near = line::behind(text, at, LONGEST);
    let mut end = 0;
    // Names of further fields of a form stand in capitals.
    let is_upper = |word: &str| word.chars().count() > 1 && !word.contains(char::is_lowercase);
    let is_form = !is_upper(&head[start..]);
    for (count, word) in near.split(' ').take(MOST).enumerate() {
        let len =
            word.find(|c: char| !c.is_alphabetic() && !matches!(c, '-' | '\'' | '’' | '.' | '@')).unwrap_or(word.len());
        let bare = word[..len].trim_end_matches('.');
        if !is_name_word(bare) || is_form && is_upper(bare) {
            break;
        }
        end += usize::from(count > 0) + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    (end > 0).then_some(range.start - head.len() + start..at + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_stand_behind_relatives() {
        for (text, matched, pattern, expected) in [
            ("and his mum Shanna; Deacon", "his mum S", 0, Some("Shanna")),
            ("bring my sister Hope if ok", "my sister H", 0, Some("Hope")),
            ("not my brother J-Boy.", "my brother J", 0, Some("J-Boy")),
            ("my sister Hope's car", "my sister H", 0, Some("Hope")),
            ("my mother The end", "my mother T", 0, None),
            ("our mother Earth is", "our mother E", 0, None),
            ("and our sister Republics of", "our sister R", 0, None),
            ("my dad UK citizen", "my dad U", 0, None),
            ("through my partner Ewan, +44", "my partner E", 0, Some("Ewan")),
            ("of our partner Acme", "our partner A", 0, None),
            ("Daughter in law Mercy to help", "Daughter in law M", 1, Some("Mercy")),
            ("collected Mummy Bisi's phone", "Mummy B", 2, Some("Bisi")),
            ("Emp: Kavita d/o Muthu FIN/NRIC: S1", " d/o M", 3, Some("Kavita d/o Muthu")),
            ("name=\"ABDUL RAHIM S/O ABDUL KARIM\" x", " S/O A", 3, Some("ABDUL RAHIM S/O ABDUL KARIM")),
            ("charge 5 w/o Tax", " w/o T", 3, None),
            ("PC 4471 Hargreave attended", "PC 4471 H", 4, Some("Hargreave")),
            ("the table is booked under Marchetti, for four", "under M", 5, Some("Marchetti")),
            ("stands under Roman law", "under R", 5, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, pattern), expected, "{text}");
        }
    }
}
