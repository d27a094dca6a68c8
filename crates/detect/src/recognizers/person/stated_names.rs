//! Names that people tell as theirs, in any case: `my name is quvenzo`, `ich heiße quvenzo und …`, `nazywam się quvenzo ruvik`.
//!
//! The models read most names with capitals. In small letters they know few, so that the words themselves must say that nothing but
//! a name can follow: it ends its sentence, or words go on that no name has.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::is_particle;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, in bytes, and most words of it.
const NEAR: usize = 64;
const MOST: usize = 3;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::regex(
        "(?:[Mm]y (?:full |first |last |good |real )?name(?: is|'s|’s|s)|[Mm]ein(?: voller)? [Nn]ame (?:ist|lautet)|[Ii]ch hei(?:ß|ss)e|[Mm]e llamo|[Mm]i nombre es|[Mm][’']appelle|[Mm]on nom est|[Mm]i chiamo|[Mm]io nome è|[Mm]e chamo|[Cc]hamo-me|[Mm]eu nome (?:é|e)|[Mm]ijn naam is|[Ii]k heet|[Nn]a imię|[Nn]azywam się|[Jj]menuj[iu] se|[Vv]olám sa|[Jj]ag heter|[Mm]itt namn är|[Jj]eg hedder|[Jj]eg heter|[Mm]it navn er|[Nn]imeni on|[Mm][ăa] numesc|[Mm][ăa] cheam[ăa]|[Nn]umele meu (?:este|e)|[Aa] nevem|[Bb]enim adım|[Ii]sim:) ",
        0.75,
        0.9,
    )]),
    context: words![],
    check,
}];

/// Words behind which no name stands, and words of sentences about a name.
const OTHERS: &WordList = &WordList::new(
    "not|on|in|at|by|as|of|to|for|from|with|under|the|a|an|my|your|his|her|its|our|their|this|that|what|which|spelled|spelt|misspelled|\
     pronounced|wrong|incorrect|correct|right|different|same|similar|listed|missing|mentioned|written|printed|shown|displayed|used|\
     taken|registered|associated|linked|attached|already|still|now|also|only|just|being|getting|gone|changed|unknown|private|secret|\
     confidential|irrelevant|important|common|unique|rare|too|very|so|long|short|hard|difficult|easy|above|below|here|there|no|none|\
     nobody|unimportant|mud|legion|your|whatever|well|really|actually|followed|required|optional|valid|invalid|empty|null|\
     nicht|falsch|richtig|auf|im|unbekannt|egal|geheim|anders|wie|schon|noch|so|der|die|das|ein|eine|jetzt|leider|\
     pas|sur|dans|faux|mal|inconnu|le|la|un|une|el|los|incorrecto|incorrecta|correcto|correcta|mismo|desconocido|en|así|como|\
     non|su|sbagliato|corretto|il|lo|così|come|não|nao|o|errado|correto|segredo|niet|op|verkeerd|fout|geheim|het|de|een|zo|\
     nie|tak|inaczej|źle|jako|se|inte|på|fel|så|som|ikke|forkert|feil|ei|väärin|kuin|nu|greșit|pe|nem|rossz|değil|yanlış",
);

/// Words that go on behind a name.
const NEXT: &WordList = &WordList::new(
    "and|but|i|im|i'm|i’m|i've|my|from|with|calling|here|sir|madam|ma'am|please|pls|thanks|thank|who|is|ssn|email|phone|account|acc|ac|\
     card|number|id|pin|confirmation|customer|policy|claim|booking|reference|flight|employee|member|social|last|first|credit|debit|\
     current|acct|password|pwd|mobile|address|contact|tel|konto|password|dob|age|aged|born|at|in|on|of|for|the|it|its|so|can|could|want|need|because|also|order|zip|address|\
     und|aber|ich|mein|meine|aus|von|bitte|danke|geboren|wohne|bin|habe|et|je|mon|ma|de|merci|j'ai|né|née|y|e|mi|soy|vivo|tengo|\
     gracias|nací|sono|ho|abito|vivo|nato|nata|grazie|moro|sou|tenho|obrigado|obrigada|en|ik|mijn|uit|ben|woon|i|oraz|mam|mieszkam|\
     jestem|z|dziękuję|a|jsem|bydlím|och|jag|från|bor|er|og|jeg|fra|ja|olen|asun|și|si|sunt|stau|din|és|vagyok|lakom|ve|yaşındayım",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.end);
    let place = lower_name(text, at)?;
    candidate.part(place)
}

/// The name in small letters at `at`, before the name of another field.
pub(crate) fn before_field(text: &str, at: usize) -> Option<Range<usize>> {
    const FIELDS: &WordList = &WordList::new(
        "ssn|email|phone|mobile|account|acc|acct|ac|a/c|card|credit|debit|pin|password|pwd|passwd|dob|age|zip|address|policy|claim|\
         booking|order|confirmation|contact|customer|telefon|tel|adresse|konto|téléphone|teléfono|correo|telefono|indirizzo",
    );
    let place = lower_name(text, at)?;
    let next = line::behind(text, place.end, NEAR).trim_start().split(' ').next()?;
    is_listed(next.trim_end_matches([':', '.']), FIELDS).then_some(place)
}

/// The name in small letters at `at`.
fn lower_name(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = line::behind(text, at, NEAR);
    let mut len = 0;
    for word in rest.split(' ').take(MOST) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
        let is_first = len == 0;
        let begins = bare.starts_with(char::is_lowercase) && bare.chars().all(stands);
        if !begins || is_listed(bare, NEXT) || is_first && is_listed(bare, OTHERS) {
            break;
        }
        len += usize::from(!is_first) + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    let (found, behind) = rest.split_at_checked(len)?;
    let next = behind.trim_start().split(' ').next().unwrap_or_default();
    let next = next.trim_end_matches(|c: char| !c.is_alphanumeric());
    // Another word than those says that the sentence tells something about the name.
    let ends = !behind.starts_with(' ') || is_listed(next, NEXT) || next.starts_with(|c: char| c.is_ascii_digit());
    let is_whole = !found.split(' ').next_back().is_some_and(is_particle);
    (ends && is_whole && found.chars().nth(1).is_some()).then_some(at..at + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_small_letters_end_where_sentences_go_on() {
        for (text, expected) in [
            ("quvenzo", Some("quvenzo")),
            ("quvenzo ruvik.", Some("quvenzo ruvik")),
            ("quvenzo and i need help", Some("quvenzo")),
            ("quvenzo ruvik ssn 4417", Some("quvenzo ruvik")),
            ("quvenzo 4417", Some("quvenzo")),
            ("rock, thanks", Some("rock")),
            ("spelled wrong", None),
            ("not on the list", None),
            ("on file", None),
            ("hard to spell", None),
            ("quvenzo told everybody about it", None),
            ("", None),
        ] {
            assert_eq!(lower_name(text, 0).map(|place| &text[place]), expected, "{text}");
        }
    }
}
