//! Passwords and security words as notes and callers tell them: `memorable word Kestrelby`, `security phrase copper kettle`, `pw for
//! callers is "Heron"`, `Password at pick-up: dragonfly`, `temp pass Heron-4417`, `forgot my pw, try Heron2044!`, `password is capital S …`.

use std::{borrow::Cow, ops::Range};

use super::{
    chosen_words::{is_chosen, is_statement},
    credential_phrases::is_other,
    entry_codes::code_at,
    passphrase::is_about,
    password::INFO,
    password_prose,
    password_value::has_digit,
    randomness::is_common,
};
use crate::layout::answers;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line, place_of, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Words that are asked for on the telephone and at gates.
        Pattern::within(
            "(?i:memorable (?:word|phrase|place)|security (?:word|phrase)|secret phrase|safe ?word|gate ?word|watch ?word|code ?word|\
             (?:verbal|telephone|pick-?up|collection) password|losungswort|codewort)",
            0.8,
            0.9,
        ),
        // A password for those who come or call.
        Pattern::within(
            "(?i:password|passwort|passcode|pass|kennwort|pw|code|mot de passe|contraseña|senha|wachtwoord)(?i: (?:at|for|on|für|beim?|pour|para|voor|bij) )",
            0.8,
            0.9,
        ),
        // A short word for a password that is told to be new.
        Pattern::within("(?i:temp(?:orary)?|initial|default|starter|logon|wi-?fi) pass(?i: is|:| was)? ", 0.8, 0.9),
        // What to try instead of a password that was forgotten.
        Pattern::within(
            "(?i:forgot(?:ten)?|lost|remember)(?i: (?:my|the|his|her|our|ur|your))? (?i:password|pass|pw|pwd|login)",
            0.8,
            0.9,
        ),
        // Dictated letter by letter.
        Pattern::within("(?i:capital|upper ?case|lower ?case) (?-u:[A-Za-z]) ", 0.8, 0.9),
        // Locks that have nothing but a code.
        Pattern::within(
            "(?i:padlock|lock ?box|key ?safe|key ?box|(?:safe|master|alarm|door|manual) override)(?i: code| combo| is|:| =| -)? ",
            0.8,
            0.9,
        ),
        // What an authenticator reads, whose secret in base32 stands near.
        Pattern::within("(?i:authenticator|totp|2fa seed|otp seed|vpn seed|mfa seed|seed for )", 0.8, 0.9),
        // What else is asked for on the telephone, where an answer tells it.
        Pattern::within(
            "(?i:memorable name|first pet(?:['’]s name)?|first school|favou?rite teacher|security answer)",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| {
        let begins = !candidate.field.text[..candidate.range.start]
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'' | '`' | '<' | '$'));
        let place = match candidate.pattern {
            0 => word_of_safety(candidate).or_else(|| asked(candidate)),
            1 => for_callers(candidate),
            2 => temporary(candidate),
            3 => tried(candidate),
            4 => dictated(candidate),
            6 => return candidate.part(seed(candidate)?),
            7 => asked(candidate).or_else(|| answered(candidate)),
            _ => lock(candidate),
        };
        begins.then(|| candidate.part(place?))?
    },
}];

/// Bytes that are read beside a name.
const FAR: usize = 96;
/// Longest phrase, in bytes, and most words of one.
const LONGEST: usize = 40;
const WORDS: usize = 3;

/// The word of safety behind the name: in quotes, behind a sign or a verb, or at once.
fn word_of_safety(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Words before the name in rules and forms, which tell none.
    const RULES: &WordList = &WordList::new(
        "your|a|an|any|no|each|every|this|that|new|which|what|same|own|another|chosen|correct|wrong|forgotten",
    );
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, FAR);
    if let Some(found) = quoted(near) {
        return Some(end + found.start..end + found.end);
    }
    if let Some(at) = behind_sign(near, |_| true) {
        return phrase(&near[at..]).map(|len| end + at..end + at + len);
    }
    // Nothing between: a word with a capital in a sentence, or small words up to the end of a clause.
    let rest = near.strip_prefix(' ')?;
    let head = line::before(text, candidate.range.start, LONGEST);
    let is_rule =
        head.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().is_some_and(|word| is_listed(word, RULES));
    let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
    let is_title = candidate.matched().contains(|c: char| c.is_uppercase());
    let is_name = word.chars().count() > 3
        && word.starts_with(char::is_uppercase)
        && word.chars().skip(1).all(char::is_lowercase)
        && !is_title
        && !is_told_of(word);
    if is_name {
        return Some(end + 1..end + 1 + word.len());
    }
    // What programs call so has further nouns behind it.
    let is_phrase = candidate.matched().to_ascii_lowercase().ends_with("phrase");
    let len = phrase(rest).filter(|len| is_phrase && !is_rule && rest[..*len].contains(' '))?;
    Some(end + 1..end + 1 + len)
}

/// The word that answers a question for the name: `Please give me the memorable word.`, `Customer: periwinkle`.
fn asked(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Words behind the name in a question.
    const PURPOSES: &WordList =
        &WordList::new("please|for|security|purposes|the|account|on|file|your|then|now|sir|madam|ma'am");
    let (text, end) = (candidate.field.text, candidate.range.end);
    let rest = line::behind(text, end, FAR);
    let mut words = rest.split(|c: char| !c.is_alphabetic() && c != '\'').filter(|word| !word.is_empty());
    if !words.all(|word| is_listed(word, PURPOSES)) || rest.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let at = answers::begin(text, end + rest.len());
    let said = line::behind(text, at, FAR).trim_end_matches(['.', '!', ' ', '\r']);
    (at > end + rest.len() + 1 && is_chosen(said) && !is_statement(said) && !is_told_of(said))
        .then_some(at..at + said.len())
}

/// The answer in quotes behind the name: `security answer "copper kettle"`.
fn answered(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, FAR);
    const SIGNS: [&str; 6] = [" \"", " “", ": \"", " is \"", " was \"", " is “"];
    /// Most words of one.
    const MOST: usize = 6;
    let sign = SIGNS.iter().find(|sign| near.starts_with(**sign))?;
    let rest = &near[sign.len()..];
    let found = &rest[..rest.find(['"', '”'])?];
    let fits = found.chars().count() > 2 && found.len() <= LONGEST && found.split(' ').count() <= MOST;
    fits.then(|| end + sign.len()..end + sign.len() + found.len())
}

/// The password that a few words tell to be for those who come or call.
fn for_callers(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    const PURPOSES: &WordList = &WordList::new(
        "pickup|pick-up|collection|collecting|collect|phone|telephone|enquiries|inquiries|calls|callers|calling|caller|visitors|visits|\
         visiting|gate|ward|nursery|school|delivery|deliveries|driver|drivers|courier|couriers|handover|release|tonight|childminder|\
         dial-in|meeting|abholung|telefon|anrufe|anrufer|besucher|visite|visites|retrait|recogida|visitas|entrega|ophalen|afhalen",
    );
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, FAR);
    let is_purpose =
        |said: &str| said.split(|c: char| !c.is_alphabetic() && c != '-').any(|word| is_listed(word, PURPOSES));
    let at = behind_sign(near, |_| true)?;
    let found = &near[at..];
    // A number and the last key of a telephone: `306 259 85#`.
    let grouped = found.bytes().take_while(|b| b.is_ascii_digit() || *b == b' ').count();
    let digits = found[..grouped].bytes().filter(u8::is_ascii_digit).count();
    if (4..=12).contains(&digits) && found[grouped..].starts_with('#') {
        return Some(end + at..end + at + grouped + 1);
    }
    // A password of letters and digits, whatever it is for.
    let drawn = || {
        let place = password_prose::mixed(text, end + at)?;
        ends_clause(&text[place.end..]).then_some(place)
    };
    if behind_sign(near, is_purpose).is_none() {
        return drawn();
    }
    if let Some(place) = quoted(found).filter(|place| place.start == 1) {
        return Some(end + at + place.start..end + at + place.end);
    }
    let start = end + at;
    let is_clause_end = |end: usize| ends_clause(&text[end..]);
    if let Some(code) = code_at(text, start).filter(|code| is_clause_end(code.end)) {
        return Some(code);
    }
    let is_word_for_password = !candidate.matched().to_ascii_lowercase().starts_with("code");
    let len = phrase(found).filter(|len| is_word_for_password && !found[..*len].contains(' '))?;
    Some(start..start + len)
}

/// The password that is told to be new, which mixes letters with digits.
fn temporary(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let name = range.start + candidate.matched().find(" pass")? + 1;
    password_prose::value(text, name, range.end)
}

/// The password that is told to try where another was forgotten.
fn tried(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    const LEADS: [&str; 8] = ["try ", "trying ", "use ", "it's ", "it was ", "its ", "think it is ", "should be "];
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, FAR / 2);
    let at = LEADS.iter().filter_map(|lead| Some(near.find(lead)? + lead.len())).min()?;
    let found = &near[at..near[at..].find([' ', ',', '"', ';']).map_or(near.len(), |len| at + len)];
    let found = found.trim_end_matches(['.', ')', '?']);
    let fits = found.len() > 5 && found.len() < near.len() && password_prose::is_value(found, true);
    fits.then(|| end + at..end + at + found.len())
}

/// The password that is dictated letter by letter and word by word, up to the end of the clause.
fn dictated(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    const NAMES: [&str; 6] = ["password", "passcode", "pass phrase", "passphrase", "pass word", "log in is"];
    const ENDS: &WordList =
        &WordList::new("okay|ok|thanks|thank|bye|so|and|um|uh|please|that's|thats|got|right|if|when|but|then|yeah|yes");
    /// Most words.
    const MOST: usize = 16;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, start, LONGEST).to_ascii_lowercase();
    let is_named = NAMES.iter().any(|name| head.rfind(name).is_some_and(|at| head.len() - at < LONGEST / 2 + 4));
    let near = line::behind(text, start, 2 * FAR);
    let mut end = 0;
    for word in near.split(' ').take(MOST) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if end > 0 && is_listed(bare, ENDS) || bare.is_empty() {
            break;
        }
        let from = end + usize::from(end > 0);
        end = from + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    (is_named && end > candidate.range.len()).then(|| start..start + end)
}

/// The code behind a lock that has nothing else, at once or behind a comma.
fn lock(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, FAR / 2);
    let told = |at: usize| code_at(text, end + at).filter(|code| ends_clause(&text[code.end..]));
    // Where it hangs stands between.
    let behind_comma = || {
        let at = near.find(", ")? + 2;
        let is_place = !near[..at].contains(['.', '(', ';']) && !has_digit(&near[..at]);
        is_place.then(|| told(at))?
    };
    let place = told(0).or_else(behind_comma)?;
    let found = &text[place.clone()];
    let is_year = found.len() == 4 && (found.starts_with("19") || found.starts_with("20"));
    (found.len() > 3 && has_digit(found) && !is_year).then_some(place)
}

/// The secret of an authenticator, in base32, before the match or behind it.
fn seed(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    const LENGTHS: std::ops::RangeInclusive<usize> = 16..=52;
    let (text, range) = (candidate.field.text, &candidate.range);
    let is_seed = |word: &&str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        LENGTHS.contains(&word.len())
            && word.bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'2'..=b'7'))
            && (1..word.len() / 2).contains(&digits)
    };
    let sides = [window::behind(text, range.end, FAR), window::before(text, range.start, FAR)];
    // The ends of both may cut a longer word.
    let whole = |place: &Range<usize>| is_value_edge(text, place.start) && is_value_edge(text, place.end);
    let mut found = sides.iter().filter_map(|side| side.split(|c: char| !c.is_alphanumeric()).find(is_seed));
    found.find_map(|word| place_of(text, word).filter(whole))
}

/// The place behind the sign or the verb in `near`, with words between that `is_purpose` accepts and nothing of another clause.
fn behind_sign(near: &str, is_purpose: impl Fn(&str) -> bool) -> Option<usize> {
    const SIGNS: [&str; 10] = [": ", " = ", " is: ", " is ", " ist ", " est ", " es ", " - ", " – ", " — "];
    // Abbreviations are in capitals alone.
    let is_uncased = |word: &str| !word.contains(char::is_uppercase) || !word.contains(char::is_lowercase);
    let near = &near[..near.floor_char_boundary(LONGEST + 16)];
    let (at, sign) = SIGNS.iter().filter_map(|sign| Some((near.find(sign)?, *sign))).min_by_key(|(at, _)| *at)?;
    let said = &near[..at];
    let is_one_clause = !said.contains(['.', ',', ';', '(', '?', '!', '/', '"', '<', '=']);
    let is_short = said.split(' ').count() <= 6 && said.split(' ').all(is_uncased);
    // `is: ` is found as its longer form.
    let len = if sign == " is " && near[at..].starts_with(" is: ") { " is: ".len() } else { sign.len() };
    (is_one_clause && is_short && is_purpose(said)).then_some(at + len)
}

/// The place of the phrase in quotes in `near`, before another sentence or clause.
fn quoted(near: &str) -> Option<Range<usize>> {
    let open = near.find(['"', '“', '„', '«'])?;
    let quote = near[open..].chars().next()?;
    let close = match quote {
        '“' => '”',
        '„' => '“',
        '«' => '»',
        other => other,
    };
    let said = &near[..open];
    let start = open + quote.len_utf8();
    let len = near[start..].find(close)?;
    let found = &near[start..start + len];
    let is_one = !said.contains(['.', ';', '?', '!', '=', '<'])
        && said.len() <= LONGEST
        && (said.is_empty() || said.ends_with(' '));
    let words = found.split(' ').count();
    let fits = (3..=LONGEST).contains(&len) && words <= WORDS && !found.split(' ').any(is_told_of);
    (is_one && fits && found.chars().all(|c| c.is_alphanumeric() || " -'’!".contains(c))).then_some(start..start + len)
}

/// The length of the few small words that `rest` begins with, up to the end of the clause, one of which is no word of every text.
fn phrase(rest: &str) -> Option<usize> {
    let stands = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’');
    let len = rest.find(|c: char| !stands(c)).unwrap_or(rest.len());
    let found = rest[..len].trim_end_matches([' ', '-']);
    let words = || found.split(' ');
    let is_word = |word: &str| word.chars().count() > 2 && !is_told_of(word);
    let fits = found.len() <= LONGEST
        && found.len() > 3
        && words().count() <= WORDS
        && words().all(is_word)
        && words().any(|word| !is_common(word))
        && !is_other(found)
        && ends_clause(&rest[found.len()..]);
    fits.then_some(found.len())
}

/// Reports whether `word` belongs to what is told about passwords, and to none.
fn is_told_of(word: &str) -> bool {
    /// Further words of messages, and of times, that stand behind such names.
    const OTHERS: &WordList = &WordList::new(
        "last|next|week|month|today|tomorrow|yesterday|again|correctly|first|later|soon|now|online|over|by|below|above|attached|follow|\
         follows|sent|emailed|texted|via|ask|tbc|tba|pending|agreed|confirmed|confirm|provided|supplied|given|separately|please|hint|\
         question|answer|check|checks|verification|system|list|setup|facility|request|requests|and|or|only|unchanged|correct|failed|\
         passed|accepted|different|unknown|unique|secure|private|confidential|something|anything|whatever|itself",
    );
    is_about(word) || is_listed(word, OTHERS)
}

/// Reports whether a clause ends at the beginning of `rest`.
fn ends_clause(rest: &str) -> bool {
    let bare = rest.trim_start_matches(['"', '\'', '”', '*', '#']);
    bare.is_empty()
        || bare.starts_with(['\n', '\r', ',', ';', ')', '(', '|'])
        || bare.starts_with("\\n")
        || ["—", "–", "-", "(", "then", "and", "please"]
            .iter()
            .any(|sign| bare.strip_prefix(' ').is_some_and(|bare| bare.starts_with(sign)))
        || bare.strip_prefix(['.', '!']).is_some_and(|bare| bare.is_empty() || bare.starts_with([' ', '\n', '\r', '"']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn words_and_passwords_are_told_in_notes() {
        for (text, matched, pattern, expected) in [
            ("passed with the memorable word Kestrelby we sent", "memorable word", 0, Some("Kestrelby")),
            ("call us, security phrase copper kettle.", "security phrase", 0, Some("copper kettle")),
            ("gate word for tonight: \"Osprey\".", "gate word", 0, Some("Osprey")),
            ("a verbal password, which she chose as \"tui feather\", is", "verbal password", 0, Some("tui feather")),
            ("safe word is pineapplejam", "safe word", 0, Some("pineapplejam")),
            ("enter your memorable word and date", "memorable word", 0, None),
            ("Memorable Word Reset", "Memorable Word", 0, None),
            ("the security phrase is required", "security phrase", 0, None),
            ("forgot your security phrase last week.", "security phrase", 0, None),
            ("Password at pick-up: dragonfly", "Password at ", 1, Some("dragonfly")),
            ("pw for callers is \"Heron\"", "pw for ", 1, Some("Heron")),
            ("code for the pick-up list is HQ-2208", "code for ", 1, Some("HQ-2208")),
            ("passcode for next meeting: 306 441 85#", "passcode for ", 1, Some("306 441 85#")),
            ("Password for delivery: see below", "Password for ", 1, None),
            ("password for the database: required", "password for ", 1, None),
            ("code for the driver is broken", "code for ", 1, None),
            ("acct jroe, temp pass Heron-4417, must change", "temp pass ", 2, Some("Heron-4417")),
            ("temp pass for visitors", "temp pass ", 2, None),
            ("forgot pw again, try Heron2044!", "forgot pw", 3, Some("Heron2044!")),
            ("forgot password? try again later", "forgot password", 3, None),
            (
                "password was capital T turnip six dollar sign okay bye",
                "capital T ",
                4,
                Some("capital T turnip six dollar sign"),
            ),
            ("a capital T stands first", "capital T ", 4, None),
            ("store padlock 3725 — treasurer only", "padlock ", 5, Some("3725")),
            ("Lockbox is behind the bin, 9170, flat key", "Lockbox is ", 5, Some("9170")),
            ("safe override 771304 (on desk)", "safe override ", 5, Some("771304")),
            ("padlock 5000 pieces", "padlock ", 5, None),
            ("the VPN seed, she said: \"KRSXG5CTMVRXEZLU, scan it\"", "VPN seed", 6, Some("KRSXG5CTMVRXEZLU")),
            ("use KRSXG5CTMVRXEZLU in your authenticator", "authenticator", 6, Some("KRSXG5CTMVRXEZLU")),
            ("the authenticator shows INTERNATIONALISATION", "authenticator", 6, None),
            ("padlock 40 mm", "padlock ", 5, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, pattern), expected, "{text}");
        }
    }
}
