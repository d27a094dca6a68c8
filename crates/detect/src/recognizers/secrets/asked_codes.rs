//! Codes and passwords that a dialogue asks for, at the end of a turn in any language, and that the next turn tells: `Poproszę kod z
//! telefonu`, `Ewa: 73 40 18`.

use std::{borrow::Cow, ops::Range};

use crate::layout::answers;
use crate::recognizers::secrets::{
    code_shapes::is_algorithm,
    password::INFO,
    password_value::{has_digit, has_letter},
    stand_ins::is_placeholder,
};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?i:code|kode|kod |kod\\?|kod,|koodi|codice|código|cod |cod\\?|cod,|kód|geheimzahl|geheimnummer|zahlenkombi|combination|combinaison|combinación|combinazione|otp|tan |tan\\?|pin |pin\\?|pin,|şifre|sms)|[Кк]од|[Сс]мс|СМС|[Κκ]ωδικ|קוד|رمز|码|碼|コード|코드",
            0.8,
            0.9,
        ),
        Pattern::within(
            "(?i:kennwort|passwort|password|hasło|heslo|geslo|lozink|wachtwoord|lösenord|passord|adgangskod|salasana|jelszó|parola|mot de passe|contraseña|senha|wi-?fi|wlan)|[Пп]арол|кодов",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// Most bytes between the word and the end of its turn, and of a turn that answers.
const FAR: usize = 96;

/// What stands before `code` in words for other codes, joined or with a blank: `barcode`, `error code`.
const OTHERS: [&str; 14] =
    ["bar", "Bar", "zip ", "post", "Post", "en", "de", "En", "De", "error ", "Error ", "status ", "exit ", "country "];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let rest = line::behind(text, end, FAR);
    let turn = end + rest.len();
    // The turn ends nearby, and tells no code of its own.
    let is_told = rest.trim_start_matches([' ', ':', '*', '#', '(', '"']).starts_with(|c: char| c.is_ascii_digit());
    // Code goes on on the next line.
    let is_code = rest.trim_end().ends_with([',', '{', '(', ')', ';', '[', ']', '=', '>']);
    if is_told || is_code || !text[turn..].starts_with(['\n', '\r']) {
        return None;
    }
    let below = turn + if text[turn..].starts_with("\r\n") { 2 } else { 1 };
    let answer = line::behind(text, below, FAR);
    // A colon before items is that of a list's heading.
    let is_item = answer.starts_with(['-', '–', '—']) && !rest.trim_end().ends_with(':');
    let is_turn = answers::speaker_len(answer) > 0 || is_item;
    let is_other = || OTHERS.iter().any(|kind| text[..start].ends_with(kind));
    let begins = !text[..start].ends_with(['_', '.']) && !is_other();
    // A setting is no question, and the next one no answer: `password: …`, `port: 5432`.
    let head = line::before(text, start, FAR);
    let is_set = text[start - head.len()..turn].split_once([':', '=']).is_some_and(|(name, value)| {
        let value = value.trim();
        !name.trim().contains(' ') && !value.is_empty() && !value.ends_with('?') && !value.contains(' ')
    });
    if is_set && answer.trim_start().starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    if !is_turn || !begins || !has_digit(answer) {
        return None;
    }
    let at = answers::begin(text, turn).min(below + answer.len());
    let told = text.get(at..below + answer.len())?.trim_end();
    // A member of settings, indented and quoted, is no turn.
    if answer.starts_with([' ', '\t']) && told.starts_with(['"', '\'']) {
        return None;
    }
    let is_password = candidate.pattern == 1 || text[start..turn].trim_end().ends_with('?');
    candidate.part(code_in(told, at).or_else(|| password_in(told, at).filter(|_| is_password))?)
}

/// Words by which a sentence goes on behind a code.
const LINKS: [&str; 12] =
    [" then ", " and ", " but ", " dann ", " und ", " puis ", " et ", " luego ", " y ", " poi ", " e ", " a potem "];

/// The code that `answer`, which begins at `at`, is, perhaps behind a few words: four to eight digits in one group or in groups of a kind.
fn code_in(answer: &str, at: usize) -> Option<Range<usize>> {
    /// Most words before the code.
    const WORDS: usize = 4;
    const DIGITS: std::ops::RangeInclusive<usize> = 4..=8;
    let answer = answer.trim_end_matches(['.', '!', ' ', ')', ':']);
    let first = answer.find(|c: char| c.is_ascii_digit())?;
    let (head, code) = answer.split_at(first);
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | ',' | ':' | '\'' | '’' | '"');
    let are_words = head.chars().all(stands) && head.split_whitespace().count() <= WORDS;
    let is_apart = head.is_empty() || head.ends_with([' ', '"']);
    // A sentence may follow: `glaub 4817. aber schreib das nicht`.
    let code = code.split([',', ';', '"']).next()?.split(". ").next()?;
    // `8824 then the green key`
    let code =
        LINKS.iter().find_map(|link| code.split_once(link)).filter(|_| head.is_empty()).map_or(code, |(code, _)| code);
    let digits = code.bytes().filter(u8::is_ascii_digit).count();
    let groups: Vec<usize> = code.split([' ', '-']).map(str::len).collect();
    let is_grouped = groups.iter().all(|len| *len == groups[0] && (1..=4).contains(len));
    let are_digits = code.bytes().all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-'));
    let fits = are_digits && DIGITS.contains(&digits) && (groups.len() == 1 || is_grouped);
    let end = first + code.trim_end().len();
    (are_words && is_apart && fits).then_some(at + first..at + end)
}

/// The password that begins `answer`, which begins at `at`: letters and digits up to a comma or the end.
fn password_in(answer: &str, at: usize) -> Option<Range<usize>> {
    /// Fewest and most bytes.
    const LEN: std::ops::RangeInclusive<usize> = 6..=48;
    let found = answer.split([' ', ',']).next()?.trim_end_matches(['.', '!', '?']);
    let rest = answer[found.len()..].trim_start_matches(['.', '!', '?']);
    let is_last = rest.is_empty() || rest.starts_with(',');
    let is_other = is_placeholder(found) || is_algorithm(found);
    let fits = LEN.contains(&found.len()) && has_digit(found) && has_letter(found) && !is_other;
    (fits && is_last && !found.contains(['(', ')', '[', ']', '{', '}', '<', '>', '=', ':', '/', '\\', '@', '\'', '"']))
        .then_some(at..at + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn codes_answer_turns_that_ask_for_them() {
        for (text, word, pattern, expected) in [
            ("Poproszę kod z telefonu\nEwa: 73 40 18", "kod ", 0, Some("73 40 18")),
            ("Какъв код получихте\n- 61 55 22", "код", 0, Some("61 55 22")),
            ("Mandei o código agora (11 90000-1111).\nAna: deu 620418", "código", 0, Some("620418")),
            ("e alt cod?\n- da, 12mere4400, sau sunati", "cod?", 0, Some("12mere4400")),
            ("Wie ist Ihr Kennwort?\n[10:44] Lena: Pflaume-31", "ennwort", 1, Some("Pflaume-31")),
            ("und die geheimzahl vom safe?\n[10:44] Lena 🌸: glaub 3920. aber pst", "geheimzahl", 0, Some("3920")),
            ("whos got the flat code\nHarj: 8824 then the green key", "code", 0, Some("8824")),
            ("Which code is it?\nUser: error 4031 in line 17", "code", 0, None),
            ("the code is here\n4031 lines", "code", 0, None),
            ("Which codes:\n- 40311\n- 40312", "code", 0, None),
            ("Scan the barcode?\nLena: 40 18 22", "code", 0, None),
            ("Passwort?\nLena: keine Ahnung", "Passwort", 1, None),
            ("password: Kestrel\nport: 5432", "password", 1, None),
            ("code 4471 geht nicht\nLena: 20 18", "code", 0, None),
        ] {
            assert_eq!(check_match(check, text, word, pattern), expected, "{text}");
        }
    }
}
