//! Keys that give back what is lost: BitLocker's recovery passwords, the words of wallets in sentences, `my seed phrase is …`, and keys of
//! one-time passwords in groups, `backup code JBSW Y3DP EHPK 3PXP`.
//!
//! A recovery password of BitLocker has eight groups of six digits, each a multiple of 11 below 720,896 (a number of 16 bits
//! times 11): [MS-FVE](https://learn.microsoft.com/windows/security/operating-system-security/data-protection/bitlocker/). A
//! wallet's phrase has 12 to 24 words of a list whose words have three to eight letters:
//! [BIP 39](https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki).

use std::{borrow::Cow, ops::Range};

use bip39::{Language, Mnemonic};

use crate::entity::Validated;
use crate::recognizers::secrets::generic_secret::PREFIXED;
use crate::recognizers::support::value::token;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// The first groups of a recovery password.
const RECOVERY_PASSWORD: Pattern = Pattern::prefix("[0-9]{6}-[0-9]{6}-[0-9]", 0.95, 0.98);
/// The name of a phrase in a sentence, with no sign behind it.
const PHRASE: Pattern = Pattern::regex(
    "(?i:(?:seed|recovery|mnemonic|backup|wallet|secret)(?: recovery)? (?:phrase|words)|mnemonic)(?: (?:is|are|ist|es))?:?[ \n]",
    0.85,
    0.9,
);

/// The name of a key of one-time passwords, or of a code in their place.
const GROUPED_NAME: Pattern = Pattern::regex(
    "(?i:(?:totp|otp|2fa|mfa|authenticator|setup|backup|recovery|security|secret) (?:secret|key|seed|backup|codes?))(?: (?:is|are))?[:=]? ",
    0.85,
    0.9,
);

/// The names of members that hold a key of one-time passwords.
const SEEDS: Pattern = Pattern::key(
    keys![
        "totp",
        "totp secret",
        "totp seed",
        "totp key",
        "otp secret",
        "otp seed",
        "otp key",
        "mfa secret",
        "mfa seed",
        "2fa secret",
        "two factor secret"
    ],
    0.85,
);

/// Words near which a wallet's phrase stands, which its words and their checksum tell, or else their number between two bounds.
const NEAR_PHRASE: Pattern = Pattern::prefix(
    "(?i-u:seeds?|words|srp|phrases?|fromPhrase|fromMnemonic|mnemonics?|wallets?|restored?|recover(?:ed)?|import(?:ed)?|(?:seed|phrase|mnemonic|wallet|backup)\\.txt|metamask|ledger|trezor|phantom)[ :(\"\n'`=]",
    0.9,
    0.95,
);

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[RECOVERY_PASSWORD, PHRASE, GROUPED_NAME, SEEDS, NEAR_PHRASE]),
    check: |candidate| match candidate.pattern {
        0 => recovery_password(candidate),
        1 => candidate.part(phrase(candidate.field.text, candidate.range.end)?),
        3 => candidate.part(seed(candidate)?),
        4 => candidate.part(proven_phrase(candidate.field.text, candidate.range.end - 1)?),
        _ => candidate.part(groups(candidate.field.text, candidate.range.end)?),
    },
    ..PREFIXED
}];

/// The key of one-time passwords that a member holds: letters and digits of base 32 (RFC 4648), as applications show it (RFC 6238).
fn seed(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    const LEN: std::ops::RangeInclusive<usize> = 16..=64;
    // In groups, as people read it: `totp_seed: JBSW Y3DP …`.
    if let Some(grouped) = groups(candidate.field.text, candidate.range.start) {
        return Some(grouped);
    }
    let place = token(candidate, b"&,")?;
    let found = candidate.field.text.get(place.clone())?.trim_end_matches('=');
    let stands = |b: u8| b.is_ascii_uppercase() || (b'2'..=b'7').contains(&b);
    let has_both = found.bytes().any(|b| b.is_ascii_digit()) && found.bytes().any(|b| b.is_ascii_uppercase());
    (LEN.contains(&found.len()) && found.bytes().all(stands) && has_both).then_some(place)
}

fn recovery_password(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Groups, digits of one, and bytes of all with the hyphens between.
    const GROUPS: usize = 8;
    const DIGITS: usize = 6;
    const LEN: usize = GROUPS * DIGITS + GROUPS - 1;
    /// What every group is a multiple of, and the first number too large for one.
    const FACTOR: u32 = 11;
    const LIMIT: u32 = 720_896;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let found = text.get(start..start + LEN).filter(|_| is_value_edge(text, start + LEN))?;
    let mut groups = found.split('-');
    let is_group = |group: &str| group.len() == DIGITS && group.bytes().all(|b| b.is_ascii_digit());
    if groups.clone().count() != GROUPS || !groups.clone().all(is_group) {
        return None;
    }
    let is_right = groups.all(|group| group.parse::<u32>().is_ok_and(|number| number % FACTOR == 0 && number < LIMIT));
    let validated = if is_right { Validated::Passed } else { Validated::Failed };
    Some(Finding { range: start..start + LEN, sure: false, validated: Some(validated) })
}

/// The words at `at`, perhaps with numbers before them: `ribbon velvet …`, `1. ribbon 2. velvet …`. Behind a phrase the
/// sentence may go on. So of the numbers of words that a phrase may have, the one with the right checksum counts; or else all
/// words, the most that are of the English list, or as many as may be, if no word is of a sentence.
fn phrase(text: &str, at: usize) -> Option<Range<usize>> {
    /// Counts of words in a phrase.
    const COUNTS: [usize; 5] = [24, 21, 18, 15, 12];
    const SENTENCE: [&str; 20] = [
        "the", "and", "you", "your", "for", "with", "that", "this", "are", "was", "not", "never", "should", "must",
        "have", "has", "from", "they", "will", "can",
    ];
    let words = words(text, at);
    let listed = words.iter().take_while(|word| is_mnemonic_word(&text[(*word).clone()])).count();
    let fits = || COUNTS.into_iter().filter(|count| *count <= listed);
    let is_right = |count: &usize| {
        let phrase: Vec<&str> = words[..*count].iter().map(|word| &text[word.clone()]).collect();
        Mnemonic::parse_in_normalized(Language::English, &phrase.join(" ")).is_ok()
    };
    let is_sentence = || words.iter().any(|word| SENTENCE.contains(&&text[word.clone()]));
    let exactly = || Some(words.len()).filter(|count| COUNTS.contains(count));
    let longest = || COUNTS.into_iter().find(|count| *count <= words.len() && !is_sentence());
    let count = fits().find(is_right).or_else(exactly).or_else(|| fits().next()).or_else(longest)?;
    Some(words[0].start..words[count - 1].end)
}

/// The phrase that begins near behind `at`, twelve words of the list or more, whose checksum passes.
fn proven_phrase(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest first word, in bytes, and fewest words.
    const FAR: usize = 48;
    const FEWEST: usize = 12;
    let near = window::behind(text, at, FAR);
    let begins = |start: &usize| {
        let is_apart = start.checked_sub(1).is_none_or(|before| !near.as_bytes()[before].is_ascii_alphabetic());
        is_apart && near.as_bytes()[*start].is_ascii_lowercase()
    };
    (0..near.len()).filter(|start| near.is_char_boundary(*start)).filter(begins).find_map(|start| {
        let len = near[start..].find(|c: char| !c.is_ascii_lowercase())?;
        if !is_mnemonic_word(&near[start..start + len]) {
            return None;
        }
        let words = words(text, at + start);
        let listed = words.iter().take_while(|word| is_mnemonic_word(&text[(*word).clone()])).count();
        let place = (listed >= FEWEST).then(|| phrase(text, at + start))??;
        // Numbers may stand between the words.
        let is_word = |word: &&str| word.bytes().all(|b| b.is_ascii_alphabetic()) && !word.is_empty();
        let spelled: Vec<&str> =
            text[place.clone()].split([' ', '\n', '\r', '\t', '.', ',', ')', '"']).filter(is_word).collect();
        let is_right = || Mnemonic::parse_in_normalized(Language::English, &spelled.join(" ")).is_ok();
        (is_set_off(text, &place, &spelled) || is_right()).then_some(place)
    })
}

/// Reports whether the words `spelled` at `place` are set off, as a phrase is whose checksum fails since somebody mistyped a word: in quotes,
/// or directly behind a word for it. In the order of the alphabet they are a part of the list itself.
fn is_set_off(text: &str, place: &Range<usize>, spelled: &[&str]) -> bool {
    /// Most words that stand in order with the next one, of three.
    const ORDERED: usize = 2;
    /// Farthest word for a phrase, in bytes.
    const FAR: usize = 32;
    const NAMES: &WordList = &WordList::new(
        "seed|seeds|words|srp|phrase|mnemonic|mnemonics|wallet|ledger|trezor|metamask|phantom|backup|keystone|exodus|electrum|wörter|palabras|\
         mots|parole|palavras|txt",
    );
    let near = window::before(text, place.start, FAR);
    // The number of the first word may stand before it.
    let before = near.trim_end_matches(|c: char| c.is_ascii_digit() || " .)".contains(c));
    let is_named = || {
        let signs: &[char] = &[' ', ':', '=', '—', '–', '-', '\n', '\r'];
        let bare = before.trim_end_matches(signs);
        // How many there are: `cold wallet (24): …`.
        let counted = near.trim_end_matches(signs).strip_suffix(')').and_then(|head| head.rsplit_once('('));
        let bare = counted.map_or(bare, |(head, _)| head.trim_end());
        let bare =
            [" is", " are", " ist", " es", " est"].iter().find_map(|verb| bare.strip_suffix(verb)).unwrap_or(bare);
        let name = bare.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        is_listed(&name.to_lowercase(), NAMES)
    };
    let begins = before.ends_with(['"', '\'', '`']) || is_named();
    let behind = text[place.end..].trim_start_matches(' ').bytes().next();
    let ends = behind.is_none_or(|b| b"\r\n\"'`.),;<\\".contains(&b));
    let ordered = spelled.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    begins && ends && ordered * 3 < spelled.len() * ORDERED
}

/// Reports whether `word` is one of the English list of BIP 39.
fn is_mnemonic_word(word: &str) -> bool {
    Language::English.find_word(word).is_some()
}

/// The words in small letters from `at` on, one more than a phrase has at most.
fn words(text: &str, at: usize) -> Vec<Range<usize>> {
    /// Most bytes of a phrase with numbers.
    const LONGEST: usize = 24 * 13;
    const MOST: usize = 25;
    /// Letters of a word.
    const LETTERS: std::ops::RangeInclusive<usize> = 3..=8;
    let near = window::behind(text, at, LONGEST);
    let (mut pos, mut words) = (0, Vec::new());
    while words.len() < MOST {
        let rest = &near[pos..];
        let gap =
            rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || " .,)\n\t\r\"".contains(c)).len();
        let word = &rest[gap..];
        let len = word.bytes().take_while(u8::is_ascii_alphabetic).count();
        let is_lower = word.bytes().take(len).all(|b| b.is_ascii_lowercase());
        // A sentence ends, or another word follows.
        let is_behind_end = gap == 0 || rest.starts_with(". ") && !rest[1..gap].contains(|c: char| c.is_ascii_digit());
        let is_cut = !words.is_empty() && is_behind_end;
        if is_cut || !LETTERS.contains(&len) || !is_lower || word[len..].starts_with(|c: char| c.is_alphanumeric()) {
            break;
        }
        words.push(at + pos + gap..at + pos + gap + len);
        pos += gap + len;
    }
    words
}

/// The groups at `at`, of four signs of base32 (RFC 4648) each, as apps show a key: `JBSW Y3DP EHPK 3PXP`. A group of letters and digits
/// tells them from words.
fn groups(text: &str, at: usize) -> Option<Range<usize>> {
    /// Signs of a group, fewest groups, and most.
    const SIGNS: usize = 4;
    const FEWEST: usize = 3;
    const MOST: usize = 16;
    let near = window::behind(text, at, MOST * (SIGNS + 1));
    let is_sign = |b: u8| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b);
    let is_group = |group: &[u8]| group.len() == SIGNS && group.iter().copied().all(is_sign);
    let count = near.as_bytes().chunks(SIGNS + 1).take_while(|group| match group {
        [signs @ .., b' ' | b'-'] => is_group(signs),
        _ => false,
    });
    // The last group ends with the key.
    let whole = count.count() * (SIGNS + 1);
    let last = near.as_bytes().get(whole..whole + SIGNS).filter(|last| is_group(last));
    let end = whole + last.filter(|_| is_value_edge(near, whole + SIGNS)).map_or(0, <[u8]>::len);
    let found = near.get(..end)?.trim_end_matches([' ', '-']);
    let has_one_case =
        !found.contains(|c: char| c.is_ascii_lowercase()) || !found.contains(|c: char| c.is_ascii_uppercase());
    let is_mixed =
        |group: &str| group.contains(|c: char| c.is_ascii_digit()) && group.contains(|c: char| c.is_ascii_alphabetic());
    let is_random = found.split([' ', '-']).any(is_mixed);
    (is_random && has_one_case && found.len() >= FEWEST * (SIGNS + 1) - 1).then_some(at..at + found.len())
}
