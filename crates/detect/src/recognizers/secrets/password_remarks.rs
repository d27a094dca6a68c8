//! Passwords in brackets behind their name: `the key password (was …, must change)`, `wifi password (now …)`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{credential_phrases::password_at, password::INFO, shape::is_titled};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?i:passwords?|passphrase|passcode|pass|pwd?|passwort|kennwort|mot de passe|mdp|contraseña|clave|senha|wachtwoord|hasło|heslo|\
         lösenord|adgangskode|passord|salasana|şifre|parola|jelszó|lozinka|geslo|пароль) ?\\(",
        0.85,
        0.9,
    )]),
    context: words![],
    check: |candidate| candidate.part(password(candidate)?),
}];

/// The password behind the verb that begins the remark.
fn password(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest remark, in bytes, and most words before the password.
    const FAR: usize = 128;
    const MOST: usize = 4;
    const VERBS: &WordList = &WordList::new(
        "was|is|now|still|currently|it's|old|new|current|previous|before|war|ist|jetzt|noch|aktuell|alt|neu|était|est|maintenant|encore|\
         era|es|ahora|sigue|è|ora|ancora|é|agora|ainda|is|nu|nog|było|jest|teraz|var|är|er|nyt|был|сейчас|теперь",
    );
    const FILLERS: &WordList = &WordList::new("it|that|one|the|probably|i|think|set|to|just");
    let (text, mut at) = (candidate.field.text, candidate.range.end);
    // A span of code fills the brackets.
    if text[at..].starts_with('`') {
        let place = password_at(text, at + 1)?;
        return text[place.end..].starts_with("`)").then_some(place);
    }
    let remark = line::behind(text, at, FAR);
    let mut is_told = false;
    for word in remark[..remark.find(')')?].split(' ').take(MOST) {
        let bare = word.trim_end_matches(':');
        is_told |= is_listed(&bare.to_lowercase(), VERBS) || word.len() > bare.len();
        if !is_listed(&bare.to_lowercase(), VERBS) && !is_listed(&bare.to_lowercase(), FILLERS) {
            break;
        }
        at += word.len() + 1;
    }
    let dotted = || {
        let word = line::behind(text, at, FAR).split([',', ')', ' ', ';']).next()?;
        is_titled(word).then_some(at..at + word.len())
    };
    // Stops and brackets are no part of the password.
    let place = password_at(text, at).or_else(dotted).filter(|_| is_told)?;
    let len = text[place.clone()].find(')').unwrap_or(place.len());
    Some(place.start..place.start + len)
}
