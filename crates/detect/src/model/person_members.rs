//! Members of data and lines of forms for what somebody is, with a first name alone: `"mother": "Constance"`, `boss: Rolf`.
//!
//! A rule finds full names behind such names of fields. One word must be a first name in the lists, as such fields hold other words, too:
//! `"owner": "platform"`.

use std::ops::Range;

use masquerade_ner::{Type, lexicon::class};

use super::{
    function_words::is_function_word,
    place::Place,
    technical::names_technology,
    told_persons::{Mentions, Reading, add_at},
    words::Words,
};
use crate::{
    recognizers::support::{
        salutation::is_role,
        word_list::{WordList, is_listed},
    },
    text::{line, run_before, run_behind},
};

/// What somebody is to others, in several languages, as names of fields have it.
const WHO: &WordList = &WordList::new(
    "mother|father|mum|mom|dad|parent|child|son|daughter|brother|sister|wife|husband|spouse|partner|sibling|guardian|kin|boss|manager|supervisor|\
     nurse|doctor|physician|midwife|carer|patient|employee|driver|passenger|rider|teacher|pupil|student|tutor|coach|owner|author|assignee|reporter|\
     reviewer|approver|requester|contact|customer|client|guest|tenant|landlord|claimant|plaintiff|defendant|witness|victim|suspect|buyer|seller|\
     sender|recipient|receiver|caller|speaker|host|attendee|participant|member|employer|agent|adjuster|lead|assistant|treasurer|secretary|chair|chairman|chairperson|clerk|scribe|facilitator|solicitor|sol|surgeon|attender|nok|payee|beneficiary|nominee|adviser|advisor|consultant|colleague|friend|neighbour|\
     neighbor|mutter|vater|kind|sohn|tochter|bruder|schwester|ehefrau|ehemann|chef|chefin|ärztin|arzt|patientin|fahrer|fahrerin|kunde|kundin|\
     mitarbeiter|mitarbeiterin|gast|mieter|mieterin|mère|père|enfant|fils|fille|frère|soeur|sœur|épouse|mari|infirmière|médecin|cliente|madre|\
     padre|hijo|hija|hermano|hermana|esposa|esposo|jefe|enfermera|paciente|conductor|figlio|figlia|fratello|sorella|moglie|marito|paziente|\
     autista|mãe|pai|filho|filha|irmão|irmã|chefe|motorista|moeder|vader|zoon|dochter|broer|zus|verpleegkundige|matka|ojciec|syn|córka|\
     brat|siostra|żona|mąż|szef|lekarz|pacjent|kierowca|otec|dcera|sestra|mor|far|barn|søn|datter|sjef|mamma|pappa|äiti|isä|lapsi|anya|apa|gyerek|\
     betreuer|betreuerin|ansprechpartner|ansprechpartnerin|tuteur|tutrice|responsable|référent|tutore|referente|contatto|contacto|responsável|contato|tutora|mentor|mentorin|begeleider|verzorger|opiekun|\
     opiekunka|osoba|kontakt|vastuuhenkilö|yhteyshenkilö|huoltaja|kontaktperson|ansvarig|ansvarlig|verge|vårdnadshavare|tengiliður|forráðamaður|opatrovník|kontaktna|skrbnik|skrbnica|staratelj|\
     kontaktis|kontaktisik|hooldaja|kontaktpersona|aizbildnis|globėjas|kontaktinis|tutor|însoțitor|gondviselő|kapcsolattartó|veli|vasi|sorumlu|wali|pengasuh|paciente|pacientė|pacient|pacientka",
);
/// Longest name of a field with its sign, and longest value, in bytes.
const NEAR: usize = 48;
/// Fewest letters of a name.
const SHORTEST: usize = 3;
/// The presence of a name that its field tells.
const PRESENCE: f32 = 0.8;

/// Adds the first names in such members.
pub fn add_members(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, .. } = *reading;
    let places: Vec<_> =
        memchr::memchr_iter(b':', text.as_bytes()).filter_map(|colon| value(words, text, colon)).collect();
    add_at(named, text, &places, |span, overlapped| match overlapped {
        [] => Some((PRESENCE, Place::Prose)),
        [(other, _)] if other.span == span && other.kind != Type::Person => Some((PRESENCE, Place::Prose)),
        _ => None,
    });
    places
}

/// The place of the first name that is all of the value behind `colon`.
fn value(words: &Words<'_>, text: &str, colon: usize) -> Option<Range<usize>> {
    let head = line::before(text, colon, NEAR);
    let bare = head.strip_suffix('"').unwrap_or(head);
    let is_quoted = bare.len() < head.len();
    let key = run_before(bare, |c| c.is_alphabetic() || c == '_');
    let before = &bare[..bare.len() - key.len()];
    let begins = match is_quoted {
        true => before.ends_with('"'),
        false => before.trim_matches([' ', '-', '*', '|']).is_empty(),
    };
    let rest = line::behind(text, colon + 1, NEAR);
    let inner = rest.trim_start_matches(' ');
    let inner = if is_quoted { inner.strip_prefix('"')? } else { inner };
    let name = run_behind(inner, |c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
    let tail = &inner[name.len()..];
    let ends = match is_quoted {
        true => tail.starts_with('"'),
        false => tail.trim_end().is_empty() && !head.is_empty() && rest.starts_with(' '),
    };
    let start = colon + 1 + (rest.len() - inner.len());
    let word = key.rsplit('_').next().unwrap_or_default();
    (begins && ends && is_listed(word, WHO) && is_name(words, name)).then(|| start..start + name.len())
}

/// Reports whether `name` is a first name with a capital, and not what people are.
fn is_name(words: &Words<'_>, name: &str) -> bool {
    let lower = name.to_lowercase();
    name.starts_with(char::is_uppercase)
        && name.chars().skip(1).all(|c| c.is_lowercase() || !c.is_alphabetic() || name.contains('-'))
        && name.chars().nth(SHORTEST - 1).is_some()
        && words.classes(name.split('-').next().unwrap_or_default()) & class::FIRST != 0
        && !is_function_word(&lower)
        && !names_technology(&lower)
        && !is_role(&lower)
        && !is_listed(&lower, WHO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    #[test]
    fn members_hold_first_names() {
        for (text, expected) in [
            (r#"{"mother": "Constance", "father": "Ahmed", "id": 7}"#, &["Constance", "Ahmed"][..]),
            ("boss: Monika\nid: 7", &["Monika"]),
            (r#"{"assigned_nurse": "Monika"}"#, &["Monika"]),
            (r#"{"owner": "Platform", "author": "Admin", "contact": "Sales department"}"#, &[]),
            (r#"{"city": "Monika"}"#, &[]),
            ("boss: Monika and Jonas", &[]),
            ("the boss: Monika", &[]),
        ] {
            assert_eq!(told(add_members, text, None), expected, "{text}");
        }
    }
}
