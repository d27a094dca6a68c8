//! Names of accounts behind what they are called in sentences, and beside a password.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, before_account, has_mark, is_account, is_plain_word, name_at};
use super::username_accounts::is_marked;
use super::username_credentials::has_password_nearby;
use super::username_places::{is_of_person, is_shared};
use crate::common_words::is_common_word;
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::statement::behind_verb;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::recognizers::support::{identifiers::behind_emphasis, neighbours::is_one_of};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest that a password and its name stand from the name of the account, in bytes.
const NEAR: usize = 96;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            concat!(
                "(?i:login|log (?:in|on) (?:as|using)|sign in (?:as|using)|get in as|go in as|user |usr |uname |zugang |benutzer|benutzerkennung|nutzer|utilisateur|bruker|bruger|",
                "benutzername|nutzername|anmeldename|identifiant|nom d'utilisateur|usuario|nombre de usuario|utente|nome utente|",
                "utilizador|utilizator|gebruikersnaam|brukernavn|brukernavnet|brugernavn|brugernavnet|nume de utilizator)",
            ),
            0.8,
            0.9,
        ),
        // Letters beyond ASCII apart, since tables grow with their cases.
        Pattern::regex(
            concat!(
                "[Nn]om d’utilisateur|[Uu]suário|[Nn]ome de usuário|[Aa]nvändare|[Aa]nvändarnamn(?:et)?|[Kk]äyttäjätunnus|[Kk]äyttäjänimi|",
                "[Uu]živatel(?:ské jméno)?|[Nn]azwa użytkownika|[Ff]elhasználónév|[Kk]ullanıcı ad(?:ı|ım|ınız)|[Лл]огин|[Лл]огін|",
                "[Ии]мя пользователя|[Іі]м['’]я користувача|[Χχ]ρήστης|[Όό]νομα χρήστη|ש[םמ] ה?משתמש|و?اسم المستخدم|यूजरनेम|उपयोगकर्ता नाम",
            ),
            0.8,
            0.9,
        ),
        Pattern::within("用户名|用戶名|账号|帳號|ユーザー名|ログインID|아이디|사용자명", 0.8, 0.9),
        // `User is jane_77`
        before_account(
            "(?i:user|usr|handle|nick|ign|alias|gamertag) (?:is|was|ist|est|es|still|is still|remains|stays|bleibt|:=|=>) ['\"@]?",
        ),
    ]),
    context: words![],
    check,
}];

/// The pattern that holds its verb.
const TOLD: usize = 3;

/// What stands between the name and the account.
struct Link {
    /// Its end.
    end: usize,
    /// True if it is more than a blank.
    is_stated: bool,
}

/// The verb or the sign behind the name that ends at `at`, with the blank and the quote behind it.
fn link(text: &str, at: usize) -> Option<Link> {
    /// Longest link, in bytes.
    const LONGEST: usize = 32;
    const JOINED: [&str; 6] = ["是", "为", "為", "は", "는", "은"];
    const OWNERS: [&str; 4] = [" mio", " meu", " meo", " mea"];
    const VERBS: [&str; 29] = [
        "'s",
        "’s",
        " is",
        " is still",
        " still",
        " remains",
        " bleibt",
        " toujours",
        " sigue siendo",
        " ancora",
        " nog steeds",
        " was",
        " ist",
        " lautet",
        " est",
        " es",
        " è",
        " é",
        " er",
        " är",
        " on",
        " to",
        " je",
        " este",
        " είναι",
        " הוא",
        " هو",
        " —",
        " –",
    ];
    let near = line::behind(text, at, LONGEST);
    let behind = |rest: &str| at + near.len() - rest.strip_prefix(['"', '\'']).unwrap_or(rest).len();
    if let Some(rest) = JOINED.iter().find_map(|verb| near.strip_prefix(*verb)) {
        return Some(Link { end: behind(rest.strip_prefix(' ').unwrap_or(rest)), is_stated: true });
    }
    let owned = OWNERS.iter().find_map(|owner| near.strip_prefix(*owner)).unwrap_or(near);
    let stated = behind_verb(owned, &VERBS, |rest| rest.starts_with([' ', ':', '：'])).unwrap_or(owned);
    let rest = match stated.strip_prefix('：') {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
        None => stated.strip_prefix(':').unwrap_or(stated).strip_prefix(' ')?,
    };
    Some(Link { end: behind(rest), is_stated: near.len() - rest.len() > 1 })
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let link = if candidate.pattern == TOLD { Link { end, is_stated: true } } else { link(text, end)? };
    let place = name_at(text, behind_emphasis(text, link.end))?;
    // An escaped line end may follow.
    let found = text.get(place.clone())?.split('\\').next()?;
    let place = place.start..place.start + found.len();
    // Commands name the host that they log in to, before their options: `docker login registry.example.com -u jdoe`.
    let is_host = is_loose(candidate) && found.contains('.') && text[place.end..].starts_with(" -");
    if is_uuid(found) || is_host {
        return None;
    }
    if candidate.pattern == TOLD {
        let is_person = (is_of_person(found) || is_marked(found)) && is_account(found) && !is_shared(found);
        return (is_person && is_end_of_statement(text, place.end)).then(|| candidate.part(place))?;
    }
    let is_told = || {
        let is_line = || line::ends(text, place.end) && has_password_nearby(text, &place);
        !is_common(found) && (is_beside_password(text, &place) || is_line())
    };
    (is_account(found) && (has_mark(found) && (link.is_stated || !is_loose(candidate)) || is_told()))
        .then(|| candidate.part(place))?
}

/// Reports whether the word before the name is one of other things, too: `login page-2`.
fn is_loose(candidate: &Candidate<'_>) -> bool {
    is_one_of(candidate.matched().trim_end(), &["login", "user", "usr", "uname", "zugang"])
}

/// Reports whether a password is told on the line around `place`: a word for one, and a word that mixes letters with
/// digits or signs as passwords do.
pub(super) fn is_beside_password(text: &str, place: &Range<usize>) -> bool {
    const WORDS: [&str; 28] = [
        "passw",
        "pwd",
        "pw ",
        "kennwort",
        "mot de passe",
        "mdp",
        "contraseña",
        "contrasena",
        "senha",
        "wachtwoord",
        "hasło",
        "lösenord",
        "passord",
        "adgangskode",
        "salasana",
        "heslo",
        "jelsz",
        "parola",
        "şifre",
        "парол",
        "κωδικ",
        "סיסמ",
        "كلمة المرور",
        "كلمة السر",
        "पासवर्ड",
        "密码",
        "パスワード",
        "비밀번호",
    ];
    let from = text.ceil_char_boundary(place.start.saturating_sub(NEAR));
    let until = text.floor_char_boundary((place.end + NEAR).min(text.len()));
    let before = text.get(from..place.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let behind = text.get(place.end..until).unwrap_or_default().split('\n').next().unwrap_or_default();
    let sides = [before, behind];
    let is_mixed = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let has = |wanted: fn(&u8) -> bool| word.as_bytes().iter().any(wanted);
        word.len() > 5 && has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit)
    };
    let names_one = |side: &&str| {
        let side = side.to_lowercase();
        WORDS.iter().any(|word| side.contains(word))
    };
    sides.iter().any(names_one) && sides.iter().any(|side| side.split([' ', ',', ';', '"', '\'']).any(is_mixed))
}

/// Reports whether a sentence tells the account at `place` behind its name, where it needs neither digits nor signs: `Username is
/// …`
pub(super) fn is_told(candidate: &Candidate<'_>, place: &Range<usize>) -> bool {
    const VERBS: [&str; 6] = [" is ", " was ", " ist ", " lautet ", " est ", " es "];
    /// What is said of accounts.
    const REMARKS: &WordList = &WordList::new(
        "taken|chosen|given|shown|known|wrong|gone|blank|vergeben|bekannt|falsch|leer|ungültig|belegt|korrekt|nötig|pflicht|pris|prise|\
         requis|obligatoire|obligatorio|incorrecto|incorrecta|inválido|correcto|único|invalide|libre|frei",
    );
    let text = candidate.field.text;
    let name = candidate.matched().trim_end_matches(['"', '\'', '@']);
    let found = &text[place.clone()];
    // `login name is just koduya`
    let name = [" just ", " simply ", " still ", " now ", " also "]
        .iter()
        .find_map(|word| name.strip_suffix(word).map(|verb| &name[..verb.len() + 1]))
        .unwrap_or(name);
    VERBS.iter().any(|verb| name.ends_with(verb))
        && is_end_of_statement(text, place.end)
        && !is_plain_word(found)
        && !is_common_word(&found.to_lowercase())
        && !is_listed(found, REMARKS)
}

/// Reports whether a statement ends at `at`, or goes on about something else.
fn is_end_of_statement(text: &str, at: usize) -> bool {
    let behind = &text[at..];
    line::ends(text, at)
        || behind.starts_with([',', '.', ';', ')', '!', '"', '\''])
        || [" and ", " und ", " et ", " y "].iter().any(|word| behind.starts_with(word))
}
