//! Signs and words right beside first names that are words, which tell a person: `Grace's mum`, `call Hunter on 555 …`, `it's Mark from work`,
//! `Joy (7)`, `Will and Grant`.

use super::word_names::{is_relative_word, is_word_name};
use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{run_before, run_behind},
};

/// What somebody has, besides relatives.
const BELONGINGS: &WordList = &WordList::new(
    "number|phone|mobile|cell|house|place|flat|birthday|bday|funeral|wedding|party|boyfriend|girlfriend|kids|baby|family|parents|car|van|bike|bus|teacher|\
     class|coat|bag|lunch|room|bed|email|inbox|laptop|desk|surgery|bedroom|homework|gp|carer|carers|medication|meds|shift|mums|stuff|name|surname|\
     apprentice|crew|handwriting|condolences|behaviour|behavior|attendance|leaving",
);
/// Verbs of calling and writing, in the imperative, before who is called.
const CALL: &WordList = &WordList::new("call|text|ring|phone|contact|message|msg|whatsapp|dial|page|try|bell|reach");
/// Titles before a surname.
const TITLES: &WordList = &WordList::new("doctor|dr|mr|mrs|ms|miss|prof|professor");
/// Words that a speaker's own name stands behind.
const IT_IS: &WordList = &WordList::new("it's|it’s|its");
/// Things whose names begin with a capital in texts on nature and rank: `the King and Bishop`.
const THINGS: &WordList = &WordList::new(
    "king|prince|bishop|duke|earl|noble|major|forest|river|sky|rain|storm|star|reef|stone|lane|ford|moss|heath|glen|clay|cash|hope|faith|charity|\
     justice|honor|honour|patience|mercy|prudence|temperance|comfort|serenity|harmony|melody|art|bill|grant|gift|blessing|destiny|opal|pearl|ruby|jade|\
     coral|crystal|jewel|ginger|basil|sage|olive|willow|fern|hazel|rose|lily|iris|violet|poppy|daisy|heather|holly|ivy|cherry|clover|archer|fletcher|\
     miller|mason|carter|cooper|tanner|parker|marshall|tyler|hunter|brook|wolf|bee|robin|wren|lark",
);

/// Reports whether a person is told by what stands before a name that is a word, in `head` with its last word `last`, and behind it, in
/// `rest`. A name that `is_doubtful` is one of a month or a place, too.
pub fn tell_person(head: &str, last: &str, rest: &str, is_doubtful: bool) -> bool {
    has_something(last, rest, is_doubtful)
        || is_reached(head, last, rest)
        || is_given(head, rest)
        || !is_doubtful && (is_here(head, last, rest) || is_aged(head, rest) || is_joined(head, last, rest))
        || heads_message(head, rest)
        || is_of_relative(head, rest)
}

/// Reports whether something that persons have follows: `Grace's mum`, `Will's number`.
fn has_something(last: &str, rest: &str, is_doubtful: bool) -> bool {
    let owned = rest.strip_prefix("'s ").or_else(|| rest.strip_prefix("’s ")).map(word_at);
    let is_titled = rest.starts_with("'s ") && is_listed(last, TITLES);
    let is_behind_article = matches!(last, "the" | "The" | "a" | "an" | "this" | "that" | "St" | "every");
    let is_owned = |owned| is_relative_word(owned) || !is_doubtful && is_listed(owned, BELONGINGS);
    is_titled || owned.is_some_and(is_owned) && !is_behind_article
}

/// Reports whether somebody is to be called: `text Amber 312 …`, `call Grace @ 813-…`, `ask for Hunter`.
fn is_reached(head: &str, last: &str, rest: &str) -> bool {
    let number = [" @ ", " on ", " at ", " "].iter().find_map(|link| rest.strip_prefix(link)).unwrap_or_default();
    let is_number = number.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '('));
    let before = head.trim_end();
    let is_asked =
        ["ask for", "asking for", "asked for", "speak to", "spoke to", "speak with", "spoke with"].iter().any(|said| {
            before.len() >= said.len()
                && before.as_bytes()[before.len() - said.len()..].eq_ignore_ascii_case(said.as_bytes())
        });
    let ends = rest.trim_end().is_empty() || rest.starts_with(['.', ',', '!', '\n', ')', ';']);
    is_number && is_listed(last, CALL) || is_asked && ends
}

/// Reports whether something is given to somebody: `give it to Dawn`.
fn is_given(head: &str, rest: &str) -> bool {
    const GIVE: [&str; 7] = ["give", "gave", "hand", "pass", "show", "lend", "lent"];
    let ends = rest.trim_end().is_empty() || rest.starts_with(['.', ',', '!', '\n', ';', ')']);
    let given =
        [" it to ", " them to ", " that to ", " this to ", " one to "].iter().find_map(|link| head.strip_suffix(link));
    let verb = given.map_or("", |head| run_before(head, char::is_alphabetic));
    ends && GIVE.iter().any(|give| verb.eq_ignore_ascii_case(give))
}

/// Reports whether somebody says who is there: `it's Mark from work`, `- Hunter here.`
fn is_here(head: &str, last: &str, rest: &str) -> bool {
    const BEHIND: [&str; 9] =
        [" from ", " here", " again", " calling", " speaking", " new ", " with a new ", " off ", ", "];
    let is_said =
        run_before(head.strip_suffix(' ').unwrap_or_default(), |c| c.is_alphabetic() || matches!(c, '\'' | '’'));
    let begins =
        head.trim_end().is_empty() || head.ends_with("- ") || head.ends_with("– ") || head.ends_with(['\n', '"']);
    let here =
        rest.strip_prefix(" here").filter(|rest| rest.trim_end().is_empty() || rest.starts_with(['.', ',', '!', '\n']));
    let is_called = || {
        let follows = rest.strip_prefix(", ").map(word_at);
        last.starts_with(char::is_uppercase)
            && matches!(follows, Some("you" | "you'd" | "you'll" | "you're" | "you’d" | "u"))
    };
    is_listed(is_said, IT_IS) && BEHIND.iter().any(|word| rest.starts_with(word))
        || begins && here.is_some()
        // `It was Jack who let him in`
        || rest.starts_with(" who ") && matches!(last, "was" | "is" | "only" | "and" | "it's")
        || is_called() && !head.ends_with(", ")
        || head.ends_with("irst name ") && (rest.trim_end().is_empty() || rest.starts_with(['.', ',', '\n']))
}

/// Reports whether the time of a message follows, and the line ends: `Rose  1:44 PM`, `Shay :tada: 9:02 am`.
fn heads_message(head: &str, rest: &str) -> bool {
    /// Longest end of such a line, in bytes.
    const LONGEST: usize = 32;
    let Some(line) = rest.strip_prefix(' ').map(|rest| rest.split('\n').next().unwrap_or_default()) else {
        return false;
    };
    let begins = head.is_empty() || head.ends_with('\n');
    let time = line.trim_start_matches(' ');
    let time = time.strip_prefix(':').and_then(|rest| rest.split_once(": ")).map_or(time, |(_, time)| time).trim_end();
    let (clock, half) = time.split_once(' ').unwrap_or((time, ""));
    let is_clock = clock.split_once(':').is_some_and(|(hour, minute)| {
        let is_number = |part: &str| matches!(part.len(), 1 | 2) && part.bytes().all(|b| b.is_ascii_digit());
        is_number(hour) && is_number(minute)
    });
    let goes_on = rest.len() > line.len() + 1;
    begins && line.len() <= LONGEST && is_clock && matches!(half, "AM" | "PM" | "am" | "pm" | "") && goes_on
}

/// Reports whether an age in years follows, `Joy (7)`, `(Amber, 4)`, within a sentence.
fn is_aged(head: &str, rest: &str) -> bool {
    let in_brackets = rest.strip_prefix(" (");
    let age = in_brackets.or_else(|| rest.strip_prefix(", ")).unwrap_or_default();
    let digits = run_behind(age, |c| c.is_ascii_digit());
    let behind = &age[digits.len()..];
    let is_closed = if in_brackets.is_some() { behind.starts_with(')') } else { behind.starts_with([')', ',']) };
    let name = head.chars().next_back().is_some_and(|c| matches!(c, ' ' | '('));
    matches!(digits.len(), 1 | 2)
        && is_closed
        && name
        && head.trim_end().ends_with(|c: char| c.is_lowercase() || matches!(c, ',' | '('))
}

/// Reports whether two such names are joined within a sentence: `if Will and Grant come`.
fn is_joined(head: &str, last: &str, rest: &str) -> bool {
    let is_person = |name: &str| is_word_name(name) && !is_listed(name, THINGS) && name.starts_with(char::is_uppercase);
    let other = [" and ", " & "].iter().find_map(|link| rest.strip_prefix(link)).map(word_at);
    let is_first = last.starts_with(char::is_lowercase) && last != "the" && head.ends_with(' ');
    is_first && other.is_some_and(is_person)
}

/// Reports whether a name stands in brackets behind a relative: `MIL (Poppy)`, `his sister (April)`.
fn is_of_relative(head: &str, rest: &str) -> bool {
    const SHORT: [&str; 8] = ["MIL", "FIL", "SIL", "BIL", "DH", "DW", "DD", "DS"];
    let before = head.strip_suffix(" (").map_or("", |head| run_before(head, char::is_alphabetic));
    let is_little = || head.ends_with("little ") && (rest.is_empty() || rest.starts_with(['.', ',', '!', '\n', ')']));
    rest.starts_with([')', ',']) && (is_relative_word(before) || SHORT.contains(&before)) || is_little()
}

/// The word that begins `text`.
fn word_at(text: &str) -> &str {
    run_behind(text, |c| c.is_alphabetic() || matches!(c, '\'' | '’'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports whether `name` in `text` is told.
    fn is_told(text: &str, name: &str, is_doubtful: bool) -> bool {
        let at = text.find(name).unwrap();
        let head = &text[..at];
        let last = run_before(head.strip_suffix(' ').unwrap_or_default(), |c| c.is_alphabetic() || c == '\'');
        tell_person(head, last, &text[at + name.len()..], is_doubtful)
    }

    #[test]
    fn neighbours_tell_persons() {
        for (text, name) in [
            ("Anyone got Pearl's number?", "Pearl"),
            ("Reminder: Skye's bus leaves", "Skye"),
            ("text Jade 415 555 0100 if late", "Jade"),
            ("Call Robin @ 415 555 0100", "Robin"),
            ("and ask for Lance.", "Lance"),
            ("hey it's Cliff from the garage", "Cliff"),
            ("Hi Tom - Dale here. Tell him", "Dale"),
            ("It was Clay who let him in", "Clay"),
            ("two kids (Jade, 4) and a dog", "Jade"),
            ("with our son Ash (9)", "Ash"),
            ("if Drew and Nick are coming", "Drew"),
            ("my sister (Skye) says", "Skye"),
            ("Honestly Rob, you'd have died", "Rob"),
            ("Reed  1:44 PM\nmorning all", "Reed"),
        ] {
            assert!(is_told(text, name, false), "{text}");
        }
        for (text, name) in [("give it to Dawn", "Dawn"), ("ask for June.", "June"), ("it is April's mum", "April")] {
            assert!(is_told(text, name, true), "{text}");
        }
        for (text, name) in [
            ("the King's family", "King"),
            ("Bill, 20, was paid", "Bill"),
            ("the Forest and River trust", "Forest"),
            ("we met Hope and Faith in church", "Hope"),
            ("call Grace period", "Grace"),
            ("moved it to Dawn", "Dawn"),
            ("Mark here the date", "Mark"),
        ] {
            assert!(!is_told(text, name, false), "{text}");
        }
        assert!(!is_told("before June's party", "June", true));
    }
}
