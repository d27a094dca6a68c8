//! Passwords behind an announcement: assignments and members by name, command lines, user info of URLs, sentences.

use std::{borrow::Cow, ops::Range};

use crate::entity::{Group, Handling, LabelInfo};
use crate::keys::NormalizedName;
use crate::recognizers::secrets::{
    assignment::{Assignment, OWNERS, ends_with, last_word, said},
    chosen_words,
    credential_phrases::password_at,
    key_names::Strength,
    passphrase::{is_about, phrase_at, phrase_of_line},
    password_prose, password_sentences,
    password_value::{Form, MIN_LEN, has_digit, is_whole, value},
    randomness::{is_common, is_random},
    secret_names::PASSWORD_NAMES,
    stand_ins::{is_name, is_placeholder},
    syntaxes::{CALL, COMMAND, ELEMENT, OPTION, PART, ROW, SHORT_OPTION, Syntax},
};
use crate::recognizers::support::{identifiers::behind_emphasis, neighbours::is_one_of, spoken::spoken_at};
use crate::text::{is_word, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Names of a password in sentences.
macro_rules! names {
    () => {
        "(?i:wi-?fi (?:code|key)|psk|wpa2|clave(?: de acceso| única)?|clave del? (?:la )?(?:wi-?fi|red)|clé wi-?fi|chiave wi-?fi|password|passcode|passphrase|passwd|pwd|pw|pswd|(?:initial|start|standard|einmal|master|login)?(?:passwort|kennwort)|mot de passe|mdp|contraseña|contrasena|senha|palavra-passe|wachtwoord|hasło|lösenord(?:et)?|passord(?:et)?|adgangskode(?:n)?|salasana(?:ni)?|heslo|jelsz(?:ót?|avam(?:at)?|av[aá]t?|ad(?:at)?)|parola(?: mea| ta|mı?|n[ıi]z[ıi]|yı)?|şifre(?:yi|mi?|ni?|sini?|si|nizi?|mizi?)?|пароль|лозинка|κωδικός(?: πρόσβασης)?(?: μου)?|ו?ה?סיסמ(?:ה|ת)(?: שלי)?|و?كلمة (?:المرور|السر)|گذرواژه|رمز عبور|पासवर्ड|mật khẩu|kata sandi|รหัสผ่าน|geslo|lozink[au]|parole|parolă|slaptažodis|parool|salasõna|lykilorð(?:ið)?|kodeord(?:et)?|zaporka|contrasenya|contrasinal|fjalëkalimi|pword)"
    };
}

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::SECRETS],
    aliases: &["PWD", "PASSWD", "PASSPHRASE", "PASSCODE", "OTP", "ONE_TIME_CODE"],
    languages: &["en", "de", "fr", "es", "it", "pt", "nl"],
    ..LabelInfo::new(
        "PASSWORD",
        "A password, passphrase, PIN or one-time code that is introduced as one, or its hash as systems store it; the value alone.",
        "password=correct-horse-7",
        Handling::IDENTIFIER,
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The sign behind a name.
        Pattern::sign(PASSWORD_NAMES, 0.75, 0.95),
        // User info of a URL.
        Pattern::within("://", 0.97, 0.98),
        Pattern::regex(
            concat!(
                names!(),
                "[\"']?(?: (?:antigua|antiga|anterior|nueva|nova|novo|nuevo|actual|atual|temporal|provis[óo]ria|provisoire|temporaire|nouveau|actuel|vecchia|nuova|attuale|temporanea|provvisoria))?(?:(?: (?:for|of|to|on|del|do|da|du|na|von|от|для|від) (?:the |my |our |this )?[0-9A-Za-zа-я.@_-]+)? (?:is|was|will be|should be|ist|war|lautet|bleibt|est|es|era|é|è|to|är|er|jest|je|on|byl|blijft|это|este|είναι|היא|הוא|هي|هو|c['’]est)(?: (?:now|still|currently|jetzt|ahora|ora|maintenant|agora|nu))?:? |['’]s )",
            ),
            0.85,
            0.95,
        ),
        Pattern::regex(
            "(?:密码|密碼|口令|パスワード|비밀번호)(?:是|为|為|は|는|：|を|를|을|已?(?:重置|修改|更改|改|设置|設定|设)(?:为|為|成)了?) ?",
            0.85,
            0.95,
        ),
        Pattern::regex(
            concat!(
                "(?i:with (?:encrypted )?password|identified (?:with [0-9a-z_'\"]{1,32} )?by|storepassword|keypassword) ['\"]",
                "|(?i:user|role|login) [!-~]{1,32} (?i:(?:login |encrypted ){0,2}password) ['\"]",
                "|machine [!-~]+[ \n\t]+login [!-~]+[ \n\t]+password |(?:requirepass|masterauth|wpa-psk|wpa-passphrase) |option key ['\"]"
            ),
            0.8,
            0.95,
        ),
        // Signs in a text are read above; this pattern is for fields.
        Pattern::key(PASSWORD_NAMES, 0.95),
        ELEMENT,
        OPTION,
        CALL,
        ROW,
        SHORT_OPTION,
        // A name and no sign.
        Pattern::regex(
            concat!(
                "(?:",
                names!(),
                "(?: (?:for|of|on|от|для|к) (?:the |my |our |this )?[0-9A-Za-zа-я.@_-]+:?)?,?[ \t](?:(?:->|=>|→|–|-) )?|(?:密码|密碼|パスワード|비밀번호) ?)"
            ),
            0.85,
            0.95,
        ),
        COMMAND,
        // A name of code in a sentence: `DB_PASSWORD is …`
        Pattern::within("[_-](?i:password|passwd|pass|pwd|pw) (?:is|was|to|->|=>) ", 0.85, 0.95),
        // PHP's serialized pairs: `s:8:"password";s:10:"…"`
        Pattern::within("\";s:[0-9]{1,3}:\"", 0.9, 0.95),
        PART,
        // Behind a user: `jdoe / pass …`, `user jdoe, pw …`
        Pattern::regex("[/,;|&+] ?(?i:pass|pwd?|pw)(?: is)? ", 0.8, 0.9),
    ]),
    context: words![
        "login",
        "log in",
        "username",
        "user",
        "credentials",
        "account",
        "sign in",
        "secret",
        "zugangsdaten",
        "identifiants"
    ],
    check,
}];

/// The syntaxes of the last patterns.
const SYNTAXES: [Syntax; 5] = [Syntax::Element, Syntax::Option, Syntax::Call, Syntax::Row(0), Syntax::ShortOption];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let adverbs =
        if matches!(candidate.pattern, 2 | 11) { password_prose::adverbs_len(text, candidate.range.end) } else { 0 };
    if adverbs > 0 {
        let at = candidate.range.end + adverbs;
        let told = value(text, at, sentence(text, candidate)).or_else(|| password_prose::mixed(text, at));
        return candidate.part(told.or_else(|| password_prose::value(text, candidate.range.start, at))?);
    }
    let (place, form) = match candidate.pattern {
        0 => {
            let assignment = Assignment::at(text, candidate.range.start)?;
            let is_password = assignment.strength == Strength::Password;
            let phrase = || phrase_behind(text, candidate.range.start, assignment.place);
            let whole = || {
                (assignment.form == Form::Environment)
                    .then(|| words_of_line(text, candidate.range.start, assignment.place))?
            };
            let numbered = || {
                matches!(assignment.form, Form::Line { .. } | Form::Setting | Form::Pair { .. })
                    .then(|| numbered_words(text, candidate.range.start, assignment.place))?
            };
            let line_of_words = || {
                let start = assignment.place + usize::from(text[assignment.place..].starts_with(' '));
                matches!(assignment.form, Form::Line { .. }).then(|| phrase_of_line(text, start))?
            };
            let chosen = || chosen_words(text, candidate.range.start, &assignment);
            // A pair or a line has one word for a value; the rest of a phrase goes on behind it.
            let words = || chosen().filter(|place| text[place.clone()].contains(' '));
            let found = || {
                let named = words().or_else(whole).or_else(|| value(text, assignment.place, assignment.form));
                named.or_else(phrase).or_else(numbered).or_else(line_of_words).or_else(chosen)
            };
            let place = is_password.then(found)??;
            // Communities of SNMP that anybody reads.
            let is_open = ["public", "private"].contains(&&text[place.clone()]);
            return (!is_open && !is_result(text, candidate.range.start, &place)).then(|| candidate.part(place))?;
        }
        1 => return candidate.part(user_info(text, candidate.range.start)?),
        2 if is_foreign_verb(candidate.matched()) => {
            return candidate.part(password_prose::value(text, candidate.range.start, candidate.range.end)?);
        }
        3 if candidate.matched().trim_end().ends_with(['を', '를', '을']) => {
            return candidate.part(changed_to(text, candidate.range.end)?);
        }
        // A colon of full width ends a name as another one does.
        3 if candidate.matched().contains('：') => (candidate.range.end, Form::Line { titled: true }),
        2 if let Some((place, 4..)) = spoken_at(text, candidate.range.end) => return candidate.part(place),
        2 | 3 => match behind_emphasis(text, candidate.range.end) {
            place if place > candidate.range.end => (place, Form::Element),
            place => (place, sentence(text, candidate)),
        },
        // From the quote on, which is part of the match.
        4 if candidate.matched().ends_with(['"', '\'']) => (candidate.range.end - 1, Form::Member),
        // Files of settings: netrc, Redis.
        4 => (candidate.range.end, Form::Argument),
        5 => {
            // Keys of networks have eight characters at least; numbers and calls have such names in code.
            const MIN_KEY: usize = 8;
            let found = candidate.matched();
            let is_short = ends_with(candidate.name, "psk") && (found.len() < MIN_KEY || found.contains('('));
            let field = candidate.form == crate::Form::Field && !is_short && !is_told_apart(candidate);
            return (field && is_whole(candidate.matched())).then(|| candidate.whole())?;
        }
        11 if text[candidate.range.end..].starts_with('`') => {
            let word = || {
                let place = in_code_span(text, candidate.range.end + 1)?;
                password_prose::has_user(text, candidate.range.start, place.end).then_some(place)
            };
            let place = password_at(text, candidate.range.end + 1).or_else(word)?;
            return text[place.end..].starts_with('`').then(|| candidate.part(place))?;
        }
        11 => return candidate.part(behind_name(text, &candidate.range)?),
        13 => return candidate.part(password_prose::value(text, candidate.range.start, candidate.range.end)?),
        12 => {
            let (strength, place) = Syntax::Command.value(candidate)?;
            return (strength == Strength::Password).then(|| candidate.part(place))?;
        }
        14 => {
            let (start, end) = (candidate.range.start, candidate.range.end);
            let head = window::before(text, start, 64);
            let is_named = head.rsplit('"').next().and_then(said) == Some(Strength::Password);
            return is_named.then(|| candidate.part(value(text, end - 1, Form::Member)?))?;
        }
        16 if text[candidate.range.end..].starts_with('`') => {
            return candidate.part(in_code_span(text, candidate.range.end + 1)?);
        }
        16 => {
            let word = || chosen_words::of_clause(text, candidate.range.end);
            let place = password_prose::value(text, candidate.range.start, candidate.range.end).or_else(word)?;
            return password_prose::has_user(text, candidate.range.start, place.end).then(|| candidate.part(place))?;
        }
        pattern => {
            let syntax = if pattern == 15 { Syntax::Part } else { *SYNTAXES.get(pattern - 6)? };
            let (strength, place) = syntax.value(candidate)?;
            return (strength == Strength::Password).then(|| candidate.part(place))?;
        }
    };
    let drawn = || (candidate.pattern == 2).then(|| password_prose::drawn(text, candidate.range.start, place))?;
    let clause = || (candidate.pattern == 2).then(|| chosen_words::of_clause(text, place))?;
    candidate.part(value(text, place, form).or_else(drawn).or_else(clause)?)
}

/// Reports whether `head` begins a remark of a program.
fn is_remark(head: &str) -> bool {
    ["#", "//", "--", ";"].iter().any(|sign| head.trim_start().starts_with(sign))
}

/// The chosen words behind the sign at `sign` of `assignment` that fill its line, in a file of settings or a form.
fn chosen_words(text: &str, sign: usize, assignment: &Assignment) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 48;
    let place = assignment.place;
    let head = line::before(text, sign, LONGEST);
    let name = head.trim_start_matches(['#', ';', '/', '-', '+', ' ', '\t']).trim_end();
    match assignment.form {
        Form::Line { .. } | Form::Environment | Form::Setting | Form::Pair { .. } => {}
        Form::Code => return chosen_words::of_mapping(text, place),
        Form::Member | Form::Sentence { .. } | Form::Argument | Form::Element => return None,
    }
    // A test passes, too.
    let is_result = is_one_of(name, &["pass"]) && text[sign..].starts_with(':');
    let is_form = || {
        matches!(assignment.form, Form::Line { .. })
            && (name.starts_with(char::is_uppercase) || is_remark(head))
            && name.chars().all(|c| c.is_alphabetic() || c == ' ')
            && name.split(' ').count() <= 3
    };
    let settings = chosen_words::of_settings(text, place).or_else(|| chosen_words::of_mapping(text, place));
    settings
        .or_else(|| is_form().then(|| chosen_words::of_form(text, place, name.contains(' ')))?)
        .filter(|_| !is_result)
}

/// The words at `place`, behind a sign at `sign` and a name for phrases alone: `passphrase: ember violet cactus moon`.
fn phrase_behind(text: &str, sign: usize, place: usize) -> Option<Range<usize>> {
    let name = window::before(text, sign, "phrase".len());
    let start = place + text.get(place..)?.bytes().take_while(|b| *b == b' ').count();
    let quoted = || quoted_words(text, start);
    let found = name.eq_ignore_ascii_case("phrase").then(|| phrase_at(text, start).or_else(quoted))??;
    (!text[found.clone()].split(' ').any(is_about)).then_some(found)
}

/// The two words or more in small letters that the quote at `at` begins.
fn quoted_words(text: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest letters, and longest phrase, in bytes.
    const LENGTHS: std::ops::Range<usize> = 10..64;
    let rest = line::behind(text, at, LENGTHS.end).strip_prefix('"')?;
    let found = &rest[..rest.find('"')?];
    let are_words = found.split(' ').all(|word| word.chars().nth(2).is_some() && word.chars().all(char::is_lowercase));
    (found.contains(' ') && are_words && LENGTHS.contains(&found.len())).then(|| at + 1..at + 1 + found.len())
}

/// The words at `place` that fill the rest of a line of an environment, behind a sign at `sign` and a name for phrases alone:
/// `BACKUP_PASSPHRASE=seventeen cranes fly`. A shell would end the value at its first blank, so that a command may follow.
fn words_of_line(text: &str, sign: usize, place: usize) -> Option<Range<usize>> {
    /// Fewest and most words, and longest phrase, in bytes.
    const WORDS: std::ops::RangeInclusive<usize> = 3..=12;
    const LONGEST: usize = 128;
    let name = window::before(text, sign, "phrase".len());
    let found = line::whole_behind(text, place, LONGEST).filter(|_| name.eq_ignore_ascii_case("phrase"))?;
    let found = line::before_escaped_end(found).trim_end_matches(['"', '\'', ',']).trim_end();
    let mut words = found.split(' ');
    let are_words = words.all(|word| !word.is_empty() && word.chars().all(char::is_alphabetic));
    (are_words && WORDS.contains(&found.split(' ').count())).then_some(place..place + found.len())
}

/// The words and the number behind them at `place` that fill the rest of a line which begins with the name before the sign at
/// `sign`: `smtp-pass: alder moon 12`.
fn numbered_words(text: &str, sign: usize, place: usize) -> Option<Range<usize>> {
    /// Longest name and phrase, in bytes; fewest and most words before the number; most digits.
    const LONGEST: usize = 64;
    const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
    const DIGITS: usize = 4;
    let head = line::whole_before(text, sign, LONGEST)?.trim_start_matches(['#', ';', '/', ' ', '\t', '-']).trim_end();
    let is_key = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '"');
    let rest = line::whole_behind(text, place, LONGEST)?;
    let found = rest.trim();
    let (words, number) = found.rsplit_once(' ')?;
    let is_number = number.len() <= DIGITS && number.bytes().all(|b| b.is_ascii_digit());
    let is_plain = |word: &str| !word.is_empty() && word.chars().all(char::is_lowercase) && !is_about(word);
    let are_words = words.split(' ').all(is_plain) && WORDS.contains(&words.split(' ').count());
    // A test passes, too.
    let is_named = head.len() > "pass".len() && head.chars().all(is_key);
    let is_told = is_named && is_number && are_words && !words.split(' ').all(is_common);
    let start = place + rest.len() - rest.trim_start().len();
    is_told.then(|| start..start + found.len())
}

/// The password at `at` that another one is changed to in Japanese and Korean: `…に変更`, `…로 변경`.
fn changed_to(text: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest and most bytes.
    const LEN: std::ops::RangeInclusive<usize> = 6..=48;
    let near = line::behind(text, at, *LEN.end());
    let found = &near[..near.find(|c: char| !c.is_ascii_graphic()).unwrap_or(near.len())];
    let is_told = ["に", "へ", "로", "으로"].iter().any(|particle| text[at + found.len()..].starts_with(particle));
    let is_mixed = has_digit(found) && found.bytes().any(|b| b.is_ascii_alphabetic());
    let fits = LEN.contains(&found.len()) && is_told && is_mixed && !is_placeholder(found);
    fits.then(|| at..at + found.len())
}

/// The password behind its name and no sign, or behind words or an arrow between both; the name and a blank behind it stand at
/// `said`.
fn behind_name(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    // A clause about it follows: `Hasło, które dostałem, to …`.
    if text[said.clone()].trim_end().ends_with(',') {
        let is_told = !password_prose::is_english(&text[said.clone()]);
        return is_told.then(|| password_sentences::value(text, said.end))?;
    }
    let is_arrow = || ["-> ", "=> ", "→ "].iter().any(|sign| text[said.clone()].ends_with(sign));
    let place = number_behind(text, said).or_else(|| password_prose::value(text, said.start, said.end));
    let place = place.or_else(|| password_sentences::value(text, said.end));
    let place = place.or_else(|| word_of_clause(text, said.end));
    let is_used = || ["with ", "mit ", "avec ", "con "].iter().any(|word| text[..said.start].ends_with(word));
    let place = place.or_else(|| is_used().then(|| chosen_words::of_clause(text, said.end))?);
    let place = place.or_else(|| in_brackets(text, said.end)).or_else(|| quoted_phrase(text, said.end));
    let place = place.or_else(|| quoted_mixed(text, said.end));
    place.or_else(|| {
        let is_list = is_arrow() && line::begins(text, said.start);
        is_list.then(|| value(text, said.end, Form::Line { titled: true }))?
    })
}

/// The rare word that a clause tells behind what the password is for, at `at`: `for the staging box is bumblebee, …`.
fn word_of_clause(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest clause, in bytes, and its most words.
    const LONGEST: usize = 64;
    const WORDS: usize = 6;
    const PREPOSITIONS: [&str; 12] =
        ["for ", "of ", "on ", "to ", "für ", "zum ", "zur ", "vom ", "pour ", "para ", "per ", "del "];
    const VERBS: [&str; 8] = [" is ", " ist ", " lautet ", " est ", " es ", " è ", " é ", ": "];
    let near = line::behind(text, at, LONGEST);
    PREPOSITIONS.iter().find(|preposition| near.starts_with(**preposition))?;
    let (verb, len) = VERBS.iter().filter_map(|verb| Some((near.find(verb)?, verb.len()))).min()?;
    let clause = &near[..verb];
    let is_clause =
        clause.split(' ').count() <= WORDS && clause.chars().all(|c| c.is_alphanumeric() || " -_.'’".contains(c));
    is_clause.then(|| chosen_words::of_clause(text, at + verb + len))?
}

/// The password in the quotes that open at `at`, of letters with digits or signs: `the new password "kettle-7"`.
fn quoted_mixed(text: &str, at: usize) -> Option<Range<usize>> {
    let quote = line::behind(text, at, 1).chars().next().filter(|c| matches!(c, '"' | '`' | '\''))?;
    let place = password_at(text, at + 1)?;
    (place.len() >= MIN_LEN && text[place.end..].starts_with(quote)).then_some(place)
}

/// The chosen words in the quotes that open at `at`: `the passphrase "walrus tango"`.
fn quoted_phrase(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest phrase, in bytes.
    const LONGEST: usize = 64;
    let near = line::behind(text, at, LONGEST);
    let quote = near.chars().next().filter(|c| matches!(c, '"' | '`'))?;
    let found = &near[1..1 + near[1..].find(quote)?];
    let is_rare = || found.split(' ').any(|word| !is_common(word) && !is_about(word));
    (chosen_words::are_chosen(found) && is_rare()).then(|| at + 1..at + 1 + found.len())
}

/// The word at `at` that fills a span of code: ``user `ops`, pass `kestrel` ``.
fn in_code_span(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest password, in bytes.
    const LONGEST: usize = 64;
    let near = line::behind(text, at, LONGEST);
    let found = &near[..near.find('`')?];
    let is_word = found.chars().count() >= MIN_LEN && !found.contains([' ', '(', '/', '=', '.']);
    let is_other = is_placeholder(found) || is_name(found) || is_common(found) || is_about(found);
    (is_word && !is_other).then(|| at..at + found.len())
}

/// The password in brackets at `at`, a word with digits that is none of programs: `the old password (kestrel27) still works`.
fn in_brackets(text: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest and most bytes.
    const LEN: std::ops::RangeInclusive<usize> = 6..=32;
    let near = line::behind(text, at, LEN.end() + 2).strip_prefix('(')?;
    let found = &near[..near.find(')')?];
    let place = at + 1..at + 1 + found.len();
    let word = found.trim_matches(|c: char| c.is_ascii_digit());
    let is_scheme = ["base", "utf", "sha"].iter().any(|scheme| found.starts_with(scheme));
    let is_word = !is_scheme && word.len() > 3 && word.contains(|c: char| c.is_ascii_lowercase()) && !is_common(word);
    let is_whole = password_at(text, at + 1).is_some_and(|read| read == place);
    (LEN.contains(&found.len()) && is_word && has_digit(found) && is_whole).then_some(place)
}

/// The number that follows a name in Chinese, Japanese or Korean at once, as nothing else does: `密码889012`.
fn number_behind(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    /// Digits of such a password.
    const LEN: std::ops::RangeInclusive<usize> = 4..=16;
    let is_joined = text[said.clone()].chars().last().is_some_and(|c| c >= '\u{2E80}');
    let rest = text.get(said.end..)?;
    let len = rest.bytes().take(LEN.end() + 1).take_while(u8::is_ascii_digit).count();
    let ends = !rest[len..].starts_with(|c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '位' | '个' | '자' | '文' | '桁' | '-' | '_' | '.')
    });
    (is_joined && LEN.contains(&len) && ends).then_some(said.end..said.end + len)
}

/// Reports whether a value whose name stands in another line or cell is a part of a program, a menu or a report: `pass` is
/// also a statement and a result.
fn is_told_apart(candidate: &Candidate<'_>) -> bool {
    let is_whole_field = candidate.range == (0..candidate.field.text.len());
    let is_pass = candidate.name.trim_matches(|c: char| !c.is_alphabetic()).eq_ignore_ascii_case("pass");
    // A pipe parts commands as a bar parts cells: `aws ecr get-login-password | docker login --password-stdin …`.
    let is_command = candidate.matched().contains(" --");
    let is_plain = |word: &str| is_common(word) || word.len() < 3 && candidate.matched().contains('_');
    /// Fewest letters of a name that is none of anything else.
    const LETTERS: usize = 8;
    let words = NormalizedName::of(candidate.name);
    let is_told = words.words() > 1 || candidate.name.len() >= LETTERS;
    if words.words() > 1 && chosen_words::is_chosen(candidate.matched())
        || is_told && chosen_words::are_chosen(candidate.matched())
    {
        return false;
    }
    !is_whole_field && (is_pass || is_command || candidate.matched().split([' ', '-', '_']).all(is_plain))
}

/// Reports whether the value at `place`, behind the sign at `at`, is the name of a test that passed: `--- PASS: TestX/sub_1
/// (0.01s)`, `PASS: dir/x.exp: step`.
fn is_result(text: &str, at: usize, place: &Range<usize>) -> bool {
    /// Longest text before the name, in bytes.
    const LONGEST: usize = 64;
    let Some(name) = text.get(..at).and_then(|head| head.get(head.len().checked_sub("pass".len())?..)) else {
        return false;
    };
    let start = at - name.len();
    let head = line::before(text, start, LONGEST);
    // A name of code ends so, too, and results stand in no quotes: `DB_PASS: '…'`.
    let is_quoted = text[..place.start].ends_with(['"', '\'']);
    let is_word = text.get(..start).is_some_and(|head| !head.ends_with(is_word));
    let is_report = !is_quoted && name == "PASS" && is_word
        || !is_quoted && name.eq_ignore_ascii_case("pass") && head.trim_start_matches([' ', '-']).is_empty();
    if !is_report || text.as_bytes().get(at) != Some(&b':') {
        return false;
    }
    let found = text.get(place.clone()).unwrap_or_default();
    let rest = line::behind(text, place.end, LONGEST).trim_end();
    // Behind a password another member may stand: `PASS: … HOST: …`.
    let word = rest.trim_start_matches([' ', ',', ';']);
    let letters = word.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let goes_on = letters > 0 && matches!(word.as_bytes().get(letters), Some(b':' | b'='));
    let is_told = !(rest.is_empty() || goes_on && word.len() < rest.len());
    let has_words = || found.split(['-', '_']).filter(|word| word.len() > 2).any(is_common);
    is_told || found.contains(['/', '.']) || found.contains(['-', '_']) && has_words()
}

/// Reports whether a word that means "is" in one language stands behind a name of another: `password on …`.
fn is_foreign_verb(matched: &str) -> bool {
    let own = [(" on ", "salasana"), (" on: ", "salasana"), (" to ", "hasło"), (" to: ", "hasło")];
    own.iter().any(|(verb, name)| matched.ends_with(verb) && !matched.to_lowercase().starts_with(name))
}

/// The password in `scheme://user:password@host`, or the token in `scheme://token@host`, found from the colon behind the scheme.
pub(crate) fn user_info(text: &str, colon: usize) -> Option<Range<usize>> {
    /// Longest user info that is looked at, in bytes.
    const MAX_LEN: usize = 256;
    /// Shortest token that stands there without a password, and shortest one with a digit.
    const MIN_TOKEN: [usize; 2] = [24, 16];
    let rest = text.get(colon..)?.strip_prefix("://")?;
    let start = colon + 3;
    let authority = rest.bytes().take(MAX_LEN).position(|b| b.is_ascii_whitespace() || b"/\"'<>`|\\".contains(&b));
    let authority = rest.get(..authority.unwrap_or(rest.len().min(MAX_LEN)))?;
    let at = authority.rfind('@')?;
    let Some(separator) = authority.get(..at)?.find(':') else {
        let token = authority.get(..at)?;
        let is_long = token.len() >= MIN_TOKEN[usize::from(has_digit(token))];
        return (is_long && is_random(token)).then_some(start..start + at);
    };
    let password = authority.get(separator + 1..at)?;
    let literal = password.len() >= MIN_LEN && !is_placeholder(password) && !is_name(password);
    literal.then_some(start + separator + 1..start + at)
}

/// The syntax of the sentence that `candidate` begins.
fn sentence(text: &str, candidate: &Candidate<'_>) -> Form {
    let before = text.get(..candidate.range.start).unwrap_or_default();
    let is_owned = before.strip_suffix(' ').is_some_and(|before| is_one_of(last_word(before), &OWNERS));
    // That of a network is somebody's, too.
    let is_network = || ["wifi", "wi-fi", "wlan"].iter().any(|word| candidate.matched().to_lowercase().contains(word));
    Form::Sentence { owned: is_owned || is_network() }
}
