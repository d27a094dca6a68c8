//! Names of accounts in sentences of many languages: between a preposition and a verb of logging in (`ik wil met sanne_vd inloggen`), behind a
//! word for an account (`Konto xnovak07 je zamknuté`, `atas nama dewi_88`), and in the answer to a question for one.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, has_mark, is_account, is_plain_word, name_at};
use super::username_places::{is_of_person, is_shared};
use crate::layout::answers;
use crate::recognizers::secrets::{key_value::is_uuid, randomness::is_common};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix("(?:met|mit|als|som|jako|kao|kot|con|com|avec|como|come|comme) [a-z]", 0.8, 0.9),
        Pattern::within(
            "(?:[Kk]ontot?|[Kk]ontoen|[Aa]ccount|[Cc]uenta|[Cc]ompte|[Cc]onta|[Úú]čet|[Uu]živatel(?:e|i)?|[Uu]žívateľ(?:a)?|[Uu]żytkownik(?:a|iem)?|[Kk]orisnik(?:a)?|[Uu]porabnik(?:a)?|\
             [Uu]tilizator(?:ul)?|[Uu]ser(?:ul)?|[Pp]layer|[Gg]amer|[Ff]riend|[Tt]eammate|[Oo]pponent|[Uu]suario|[Uu]suário|[Uu]tente|[Bb]enutzer|[Gg]ebruiker|[Aa]nvändaren?|[Bb]rukeren?|[Bb]rugeren?|[Kk]äyttäjän?|[Ff]elhasználó|[Kk]ullanıcı|\
             [Пп]ользовател[ья]|[Кк]ористувача?|[Пп]отребителят?|[Кк]орисника?|[Лл]огин|atas nama|[Aa]kun|[Pp]engguna|[Nn]ick|[Hh]andle|[Ll]ogin|(?:[Ll]ogin|[Ll]og-in|[Ss]ign-in|[Aa]ttempt)s? (?:for|by|from|as)|(?:[Pp]assword|account|access|MFA) reset (?:for|by)|(?:wechat|message|msg|dm|pm|add|snap) me(?: at| as)?) [`'\"(]?[a-z]",
            0.75,
            0.9,
        ),
        Pattern::within(
            "(?i:uživatelské jméno|užívateľské meno|nazw[aęy] użytkownika|felhasználónev|nume(?:le)? de utilizator|korisničko ime|uporabniško ime|käyttäjätunnu|käyttäjänim|användarnamn|\
             brukernavn|brugernavn|kullanıcı adı|όνομα χρήστη|nom d['’]utilisateur|identifiant|nombre de usuario|nome utente|nome de usuário|nome de utilizador|gebruikersnaam|benutzernam|\
             username|user name)|потребителско име|[Ии]мя пользователя|[Лл]огин|[Лл]огін|[Іі]м'я користувача|корисничко име",
            0.8,
            0.9,
        ),
        // Asked to log in as somebody.
        Pattern::within(
            "(?:[Ll]ogga in som|[Ll]ogg inn som|[Ll]og ind som|[Zz]aloguj się jako|[Zz]alogować się jako|[Pp]řihla(?:s|š) se jako|[Pp]řihlaste se jako|[Pp]rihlás(?:te)? sa ako|\
             [Pp]rijavi(?:te)? se kao|[Pp]rijavi(?:te)? se kot|[Kk]irjaudu tunnuksella|[Мм]ожешь войти как|[Вв]ойди(?:те)? как|[Уу]війди(?:іть)? як|[Вв]лез(?:те)? като|[Мм]elde dich als|\
             [Mm]elden Sie sich als|[Ee]inloggen als|[Ii]nloggen als|[Ii]nicia sesión como|[Ee]ntra como|[Aa]ccedi come|[Cc]onnecte-toi avec|[Cc]onnectez-vous avec|[Cc]onectează-te ca|\
             [Ee]ntre como|[Ll]og in as|(?:[Ll]ogged|[Ss]igned) (?:in|on)(?: from [0-9a-f.:]+)? as|(?:[Ss]ign(?:ed)?|[Ll]og(?:ged)?) in with|[Ss]ign in as|[Jj]elentkezz be) [a-z]",
            0.8,
            0.9,
        ),
        // `log in to the app as jane77`
        Pattern::within("(?:[Ll]og(?:ged|ging)?|[Ss]ign(?:ed|ing)?) ?in(?:to| to| at| on) ", 0.8, 0.9),
        // `The username I use is jane77`
        Pattern::within(
            "(?:[Uu]ser ?name|[Nn]ick|[Hh]andle|[Ll]ogin) (?:I|we|he|she|they) (?:use|used|have|had|chose) is ",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// The patterns of what somebody logs in to, and of who uses an account.
const ENTERED: usize = 4;
const USED: usize = 5;

/// Verbs of logging in, behind the account.
const LOGINS: &WordList = &WordList::new(
    "inloggen|ingelogd|aanmelden|aangemeld|einloggen|eingeloggt|anmelden|angemeldet|inloggad|logget|innlogget|prihlásiť|prihlásený|přihlášen|přihlásit|zalogować|zalogowany|prijaviti|\
     prijavljen|prijavljena|connecter|connecté|connectée|entrar|acceder|ingresar|accedere|entrare|registriert|geregistreerd",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = match candidate.pattern {
        0 => name_at(text, range.end - 1).filter(|place| goes_on_with_login(text, place.end))?,
        1 | 3 => behind_word(text, range)?,
        ENTERED => entered_as(text, range.end)?,
        USED => name_at(text, range.end)?,
        _ => answer(text, range.end)?,
    };
    let found = &text[place.clone()];
    // Who is logged in may have a short name: `signed in as joy5676`.
    let is_logged = || {
        (candidate.pattern == 3 && candidate.matched().contains(" as ") || candidate.pattern == ENTERED)
            && found.bytes().filter(u8::is_ascii_digit).count() > 1
            || candidate.pattern == USED && has_mark(found)
    };
    let fits = (is_marked(found) || is_logged())
        && is_account(found)
        && !is_shared(found)
        && !is_uuid(found)
        && !is_plain_word(found);
    fits.then(|| candidate.part(place))?
}

/// Reports whether `found` has a sign or a number as accounts of persons have, and is no file, host or version.
pub(super) fn is_marked(found: &str) -> bool {
    /// Fewest bytes.
    const LEAST: usize = 5;
    const ENDINGS: &WordList = &WordList::new(
        "js|ts|py|rs|go|c|h|cpp|java|json|xml|yaml|yml|toml|csv|txt|md|html|css|php|rb|sh|sql|log|conf|cfg|ini|env|pdf|doc|docx|xls|xlsx|png|jpg|zip|exe|dll|\
         com|org|net|io|dev|app|de|fr|es|it|pl|cz|sk|hu|ro|bg|gr|hr|rs|si|nl|be|se|no|dk|fi|pt|br|mx|ar|ru|ua|tr|id|vn|th|in|uk|eu|co|me|local|internal",
    );
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    // A name and a digit: `xnovak7`.
    let stem = found.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = stem.len() < found.len() && stem.bytes().all(|b| b.is_ascii_lowercase()) && !is_common(stem);
    let is_personal = is_of_person(found) || !found.is_ascii() || is_numbered && stem.len() > 4;
    let is_file = found.rsplit_once('.').is_some_and(|(_, ending)| is_listed(ending, ENDINGS));
    let is_code = found.contains(['$', '\\']) || found.starts_with("v1") || found.ends_with("_id");
    found.len() >= LEAST
        && letters > 2
        && has_mark(found)
        && is_personal
        && !found.contains('-')
        && !is_file
        && !is_code
}

/// Reports whether a verb of logging in follows within two words behind `at`.
fn goes_on_with_login(text: &str, at: usize) -> bool {
    const FAR: usize = 40;
    let near = line::behind(text, at, FAR);
    near.starts_with(' ')
        && near.split(' ').take(3).any(|word| is_listed(word.trim_end_matches(['.', ',', '?']), LOGINS))
}

/// The account as which somebody logs in to what a few words at `at` name: `the parent app as jane77`.
fn entered_as(text: &str, at: usize) -> Option<Range<usize>> {
    const FAR: usize = 40;
    const LINK: &str = " as ";
    let near = line::behind(text, at, FAR);
    let link = near.find(LINK)?;
    let are_words = near[..link].chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '.' | '/'));
    name_at(text, at + link + LINK.len()).filter(|_| are_words)
}

/// The account behind the word for one at `range`, before a clause goes on: before a verb, a comma, the end.
fn behind_word(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let begins = !text[..range.start].ends_with(|c: char| c.is_alphanumeric() || "_-.".contains(c));
    let place = name_at(text, range.end - 1).filter(|_| begins)?;
    // The quote around it is closed.
    let quote = text[..place.start].chars().next_back().filter(|c| matches!(c, '`' | '\'' | '"' | '('));
    let closing = quote.map(|quote| if quote == '(' { ')' } else { quote });
    let rest = closing.map_or(place.end, |sign| place.end + usize::from(text[place.end..].starts_with(sign)));
    let behind = window::behind(text, rest, 3);
    let ends = behind.is_empty() || behind.starts_with([' ', ',', '.', '\n', '\r', ')', ';', '!', '?']);
    let is_call = behind.starts_with(" =") || behind.starts_with(" (") || behind.starts_with(" {");
    (ends && !is_call).then_some(place)
}

/// The account in the turn below the one that asks for it at `at`, alone on its line.
fn answer(text: &str, at: usize) -> Option<Range<usize>> {
    const FAR: usize = 64;
    let rest = line::behind(text, at, FAR);
    let turn = at + rest.len();
    let below = text[turn..].strip_prefix('\r').unwrap_or(&text[turn..]).strip_prefix('\n')?;
    let is_turn = answers::speaker_len(below) > 0 || below.starts_with(['-', '–', '—']);
    let place = name_at(text, answers::begin(text, turn))?;
    (is_turn && !rest.contains(':') && line::ends(text, place.end)).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_stand_in_sentences() {
        for (text, matched, pattern, expected) in [
            ("ik kan met sanne_vd inloggen", "met s", 0, Some("sanne_vd")),
            ("ich bin als kurt.b7 angemeldet", "als k", 0, Some("kurt.b7")),
            ("Konto xnovak07 je zamknuté", "Konto x", 1, Some("xnovak07")),
            ("resetat profil, user m.ionescu, parolă", "user m", 1, Some("m.ionescu")),
            ("uživatelské jméno prosím\n- jana_k8", "uživatelské jméno", 2, Some("jana_k8")),
            ("met vrienden inloggen", "met v", 0, None),
            ("user model.py is open", "user m", 1, None),
            ("user get_name() fails", "user g", 1, None),
            ("username is\n- required", "username", 2, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
