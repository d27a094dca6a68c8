//! Names of accounts as forges of programs and their tools write them: who comments and reviews (`**jdoe** commented 3 days ago`), authors
//! in columns (`author:<TAB>jdoe`), who signs a remark in a program (`# until May -- jane.doe`), whom to ask in a chat (``Jane Doe (`jdoe` on
//! Slack)``).

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, has_mark, is_account, is_plain_word, name_at};
use super::username_places::{is_of_person, is_shared};
use crate::common_words::is_common_word;
use crate::name_parts::is_initial_and_name;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Longest account with the signs before it, in bytes.
const LONGEST: usize = 64;

/// Lists of accounts behind a name: on its line, as tools for forges print them, or below it, as files of owners have them. A pattern finds
/// one account, so that there is one for each place in the list.
const LISTED: Pattern = Pattern::prefix(
    "(?:(?:author|assignees|reviewers|requested reviewers|participants):\t|(?:Reviewers?|Assignees?|Approvers?|Maintainers?|Participants): |\
     (?:emeritus_|required_)?(?:approvers|reviewers|assignees|maintainers|members|owners):(?: |\r?\n))",
    0.85,
    0.9,
);
/// Places in such a list.
const PLACES: usize = 6;

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[
            // What somebody did, behind the account, in bold or at the beginning of a line.
            Pattern::prefix(
                "(?:commented|requested (?:a review|changes)|approved these|left a comment|opened this|closed this|reopened this|\
                 wants to merge|merged (?:commit|pull|[0-9])|pushed [0-9]|force-pushed|self-assigned|self-requested|dismissed|mentioned this|\
                 started a (?:discussion|thread|review)|added [0-9]|marked this|replied|reviewed [0-9])",
                0.85,
                0.9,
            ),
            // The chat in which somebody is called so.
            Pattern::within(
                "[`'\"\u{201D}] (?:on|in|at|auf|im|sur|en|no|na|på) (?:the )?(?i:chat|slack|teams|irc|discord|mattermost|matrix|zulip|telegram|github|gitlab|keybase|mastodon|bluesky|signal|forum)",
                0.85,
                0.9,
            ),
            // Who signs a remark.
            Pattern::within(" (?:--|\u{2013}|\u{2014}) @?[a-z]", 0.85, 0.9),
            // What is somebody's on a forge.
            Pattern::prefix("(?:gists?|fork|repo|repository|branch|profile) (?:of|by|from) [a-z]", 0.8, 0.9),
            // Who opened something, with the time before it or behind it.
            Pattern::prefix("(?:ago|opened|closed|merged|authored|created|submitted|[Pp]osted) by @?[a-z]", 0.8, 0.9),
            // In brackets behind a name: `Jane Doe (jdoe on Slack)`, `Jane Doe (Slack: jdoe)`.
            Pattern::prefix(
                "(?:Slack|Teams|IRC|Discord|Mattermost|Zulip|GitHub|GitLab|Telegram|Keybase|Mastodon|Bluesky)(?:\\)|: ?@?[A-Za-z0-9])",
                0.85,
                0.9,
            ),
            // Whose branch was merged.
            Pattern::prefix("Merge pull request #[0-9]{1,6} from [A-Za-z0-9]", 0.8, 0.9),
            // Sessions of roles in Amazon's clouds, which people and programs name: those of people.
            Pattern::prefix(
                "(?:role-session-name|RoleSessionName|role_session_name)(?: |=| = |: |\": ?)['\"]?[A-Za-z]",
                0.85,
                0.9,
            ),
        ]),
        context: words![],
        check,
    },
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[LISTED; PLACES]),
        context: words![],
        check: |candidate| {
            let place = of_list(candidate.field.text, &candidate.range, candidate.pattern)?;
            let found = &candidate.field.text[place.clone()];
            // Behind a blank names of teams and of roles stand, too, and programs have members and owners.
            let is_told = match candidate.matched() {
                list if list.ends_with('\t') => true,
                list if list.starts_with(['m', 'o']) && !list.starts_with("maintainers") => is_of_person(found),
                _ => is_of_person(found) || is_unusual(found) || is_hyphenated(found),
            };
            let is_told = is_told || is_initial_and_name(found);
            (is_told && is_account(found) && !is_shared(found)).then(|| candidate.part(place))?
        },
    },
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => who_did(text, start.checked_sub(1).filter(|blank| text.as_bytes()[*blank] == b' ')?)?,
        1 => in_quotes(text, start, candidate.matched().chars().next()?)?,
        2 => name_at(text, end - 1).filter(|place| is_signed(text, start, place))?,
        4 => name_at(text, end - 1).filter(|place| {
            let is_byline = candidate.matched().starts_with(['P', 'p']) && line::ends(text, place.end);
            is_byline || is_timed(text, start, place.end)
        })?,
        5 => in_brackets(text, &candidate.range)?,
        6 => name_at(text, end - 1).filter(|place| text[place.end..].starts_with('/'))?,
        _ => name_at(text, end - 1)?,
    };
    let found = text.get(place.clone())?;
    let is_person = is_of_person(found) || is_initial_and_name(found);
    let fits = match candidate.pattern {
        // Things are closed by accident, too, and changes have numbers: `#482 opened 3 days ago by jdoe`.
        4 if !is_person && !is_of_change(text, start, place.end) => false,
        0 | 1 | 4 | 5 => !is_plain_word(found) && !is_common_word(&found.to_lowercase()),
        2 => is_person && found.contains(['.', '_']),
        6 => is_person,
        // Of a program there are forks and branches, and gists of people alone; but the gist of a thing is its core.
        3 => {
            let is_gist = || {
                let head = line::before(text, start, LONGEST);
                candidate.matched().starts_with("gist")
                    && ["public ", "secret ", "private ", "GitHub ", "a "].iter().any(|word| head.ends_with(word))
            };
            let is_told = is_person || is_gist() && is_unusual(found);
            is_told && !text[place.end..].starts_with(['/', '.', ':', '('])
        }
        _ => is_person || is_unusual(found),
    };
    (fits && is_account(found) && !is_shared(found)).then(|| candidate.part(place))?
}

/// The account before the verb at `at`: between the marks of bold text, or the first word of its line.
fn who_did(text: &str, at: usize) -> Option<Range<usize>> {
    let head = line::before(text, at, LONGEST);
    if let Some((marked, mark)) =
        ["**", "__", "_", "*", "`"].iter().find_map(|mark| Some((head.strip_suffix(mark)?, *mark)))
    {
        let account = &marked[marked.rfind(mark)? + mark.len()..];
        let end = at - mark.len();
        let start = end - account.len() + usize::from(account.starts_with('@'));
        // The mark may be a sign of accounts, too: `_jdoe_`.
        return name_at(text, start).filter(|place| place.end >= end && start < end).map(|place| place.start..end);
    }
    // A link to the account: `[jdoe](https://…)`.
    if head.ends_with(')') {
        let (account, _) = head.rsplit_once("](")?;
        let account = &account[account.rfind('[')? + 1..];
        let start = head.rfind("](")? - account.len() + at - head.len();
        let sign = usize::from(account.starts_with('@'));
        return name_at(text, start + sign).filter(|place| place.len() + sign == account.len());
    }
    let head = line::whole_before(text, at, LONGEST)?;
    let account = head.trim_start_matches(['>', '#', '*', '-', '@', ' ']);
    // A word of a sentence has no sign, and what follows tells when.
    let is_dated = || {
        const TIMES: [&str; 8] = [" ago", " on ", " last ", " yesterday", " today", " just now", " minute", " hour"];
        let behind = line::behind(text, at, LONGEST);
        TIMES.iter().any(|time| behind.contains(time))
    };
    let place = name_at(text, at - account.len()).filter(|place| place.end == at)?;
    let begins = account.starts_with(|c: char| c.is_ascii_lowercase());
    (begins && (has_mark(account) || is_dated())).then_some(place)
}

/// Reports whether a number of a change stands on the line before `start`, or a dot between its facts behind `end`.
fn is_of_change(text: &str, start: usize, end: usize) -> bool {
    let head = line::before(text, start, LONGEST);
    let is_numbered =
        head.match_indices(['#', '!']).any(|(at, _)| head[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    is_numbered || text[end..].starts_with(" · ")
}

/// Reports whether a time stands before the word at `start`, or behind the account that ends at `end`.
fn is_timed(text: &str, start: usize, end: usize) -> bool {
    let behind = line::behind(text, end, LONGEST / 2);
    let is_past =
        behind.match_indices(" ago").any(|(at, ago)| !behind[at + ago.len()..].starts_with(char::is_alphabetic));
    text[start..].starts_with("ago ") || is_past || behind.starts_with(" · ") || behind.starts_with(" on ")
}

/// The account in the brackets around the chat at `said`, behind a name: before the chat and a preposition, or behind the chat and a colon.
fn in_brackets(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    let head = line::before(text, said.start, LONGEST);
    let (name, inner) = head.rsplit_once('(')?;
    let is_name = name.trim_end().rsplit(' ').next()?.starts_with(char::is_uppercase) && name.ends_with(' ');
    let open = said.start - inner.len();
    if text[..said.end].ends_with(')') {
        let account =
            [" on ", " at ", " auf ", " in ", " sur ", " en "].iter().find_map(|word| inner.strip_suffix(word))?;
        let sign = usize::from(account.starts_with('@'));
        return name_at(text, open + sign).filter(|place| is_name && place.len() + sign == account.len());
    }
    let place = name_at(text, said.end - 1)?;
    let ends = text[place.end..].starts_with([')', ',', ';']);
    (is_name && ends && (inner.is_empty() || inner.ends_with([' ', ',']))).then_some(place)
}

/// The account in the quotes that close with `quote` at `close`.
fn in_quotes(text: &str, close: usize, quote: char) -> Option<Range<usize>> {
    let opening = if quote == '\u{201D}' { '\u{201C}' } else { quote };
    let account = line::before(text, close, LONGEST).rsplit_once(opening)?.1;
    let start = close - account.len();
    name_at(text, start + usize::from(account.starts_with('@'))).filter(|place| place.end == close)
}

/// Reports whether the account at `place` ends a remark of a program, whose dash stands at `at`.
fn is_signed(text: &str, at: usize, place: &Range<usize>) -> bool {
    /// Longest remark, in bytes.
    const FAR: usize = 240;
    const SIGNS: [&str; 11] = ["#", "//", "--", ";", "/*", "*", "<!--", "%", "{-", "(*", "\""];
    let behind = text[place.end..].trim_start_matches(' ');
    let ends = line::ends(text, place.end) || ["*/", "-->", "-}", "*)"].iter().any(|sign| behind.starts_with(sign));
    let head = line::before(text, at, FAR).trim_start();
    // Behind code a remark begins, too.
    let is_remark = || {
        SIGNS.iter().any(|sign| head.starts_with(sign))
            || [" # ", "\t# ", " // ", "\t// ", " /* "].iter().any(|sign| head.contains(sign))
    };
    ends && is_remark()
}

/// The account with this number in the list that begins behind `said`: `jdoe (Approved), mfinch`, `[ jdoe, mfinch ]`, `- jdoe` on a line of
/// its own.
fn of_list(text: &str, said: &Range<usize>, number: usize) -> Option<Range<usize>> {
    let is_below = text[..said.end].ends_with('\n');
    let item = if is_below { item_below(text, said.end, number) } else { item_beside(text, said.end, number) }?;
    let quote = usize::from(text[item.clone()].starts_with(['"', '\'', '@']));
    let place = name_at(text, item.start + quote).filter(|place| place.end <= item.end)?;
    let rest = text[place.end..item.end].trim_start_matches(['"', '\'', ' ']);
    let head = line::before(text, said.start, LONGEST).trim();
    let begins = line::begins(text, said.start) || head.is_empty() || head.ends_with([',', ';']);
    (begins && (matches!(rest, "" | ".") || rest.starts_with(['(', '#']))).then_some(place)
}

/// Longest list, in bytes.
const LIST: usize = 240;

/// The item with this number of a list on the line behind `at`, whose items a comma parts.
fn item_beside(text: &str, at: usize, number: usize) -> Option<Range<usize>> {
    let list = line::behind(text, at, LIST);
    let inner = list.trim_start_matches([' ', '[']);
    let start = at + list.len() - inner.len();
    let inner = inner.trim_end_matches([' ', ']']);
    let before: usize = inner.split(", ").take(number).map(|item| item.len() + ", ".len()).sum();
    let item = inner.split(", ").nth(number)?;
    Some(start + before..start + before + item.len())
}

/// The item with this number of a list whose items are lines that begin at `at`, each behind a dash.
fn item_below(text: &str, at: usize, number: usize) -> Option<Range<usize>> {
    let mut start = at;
    for (place, line) in window::behind(text, at, LIST).split_inclusive('\n').enumerate() {
        let item = line.trim_start().strip_prefix("- ")?;
        if place == number {
            let first = start + line.len() - item.len();
            return Some(first..first + item.trim_end().len());
        }
        start += line.len();
    }
    None
}

/// Reports whether it is two words with a dash between them, neither of which is a common one or one for a team: `jane-okafor`.
fn is_hyphenated(found: &str) -> bool {
    const TEAMS: &WordList = &WordList::new(
        "team|teams|sig|wg|approvers|reviewers|maintainers|leads|admins|owners|core|ops|infra|sre|org|eng",
    );
    let is_name = |part: &str| {
        let stem = part.trim_end_matches(|c: char| c.is_ascii_digit());
        stem.len() > 1
            && stem.bytes().all(|b| b.is_ascii_lowercase())
            && !is_plain_word(stem)
            && !is_listed(stem, TEAMS)
    };
    found.split_once('-').is_some_and(|(first, last)| is_name(first) && is_name(last))
}

/// Reports whether it is one word in small letters that is none of prose or programs, perhaps with a number, as accounts are.
fn is_unusual(found: &str) -> bool {
    /// Fewest letters.
    const LEAST: usize = 4;
    const WORDS: &WordList =
        &WordList::new("mysession|session|lambda|terraform|pulumi|botocore|packer|jenkins|codebuild|eksctl");
    let stem = found.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() >= LEAST
        && stem.bytes().all(|b| b.is_ascii_lowercase())
        && !is_plain_word(stem)
        && !is_common_word(stem)
        && !is_listed(stem, WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_stand_before_what_they_did() {
        for (text, verb, expected) in [
            ("**mfinch77** commented 2 hours ago", "commented", Some("mfinch77")),
            ("**@r-ilves** requested changes", "requested changes", Some("r-ilves")),
            ("#### kdvorak commented on Mar 3", "commented", Some("kdvorak")),
            ("t-okafor approved these changes", "approved these", Some("t-okafor")),
            ("nobody commented 3 days ago", "commented", None),
            ("**Note** commented out for now", "commented", None),
            ("The parser commented on it", "commented", None),
            ("\u{2014}commented 3 days ago", "commented", None),
        ] {
            assert_eq!(check_match(check, text, verb, 0), expected, "{text}");
        }
    }

    #[test]
    fn accounts_sign_remarks() {
        for (text, sign, expected) in [
            ("# until the vault is back -- maren.ilves", " -- m", Some("maren.ilves")),
            ("x = 1  // hack \u{2014} t_okafor\n", " \u{2014} t", Some("t_okafor")),
            ("# see config -- app.settings.local", " -- a", None),
            ("git checkout -- maren.ilves", " -- m", None),
            ("# a -- b", " -- b", None),
        ] {
            assert_eq!(check_match(check, text, sign, 2), expected, "{text}");
        }
    }

    #[test]
    fn lists_of_forges_have_accounts() {
        let text = "reviewers:\tmfinch77 (Approved), r-ilves\n";
        let said = 0.."reviewers:\t".len();
        let found = |number| of_list(text, &said, number).map(|place| &text[place]);
        assert_eq!([found(0), found(1), found(2)], [Some("mfinch77"), Some("r-ilves"), None]);
    }
}
