//! Verses of the Bible, whose books are called like persons: `Matthew 5:3`.

use crate::recognizers::support::word_list::{WordList, is_listed};

/// The books that are called like persons, in languages of Western Europe.
const BOOKS: &WordList = &WordList::new(
    "matthew|mark|luke|john|romans|timothy|titus|philemon|james|peter|jude|samuel|ezra|nehemiah|esther|job|isaiah|jeremiah|ezekiel|daniel|hosea|\
     joel|amos|obadiah|jonah|micah|nahum|habakkuk|zephaniah|haggai|zechariah|malachi|joshua|ruth|matthäus|markus|lukas|johannes|römer|jakobus|petrus|\
     judas|jesaja|jeremia|hesekiel|hiob|samuel|josua|rut|mateo|marcos|lucas|juan|santiago|pedro|isaías|jeremías|matthieu|marc|luc|jean|jacques|pierre|\
     matteo|marco|luca|giovanni|giacomo|pietro|mateus|joão|tiago|matteüs|marcus|jakobus|mateusza|marka|łukasza|jana",
);

/// Reports whether a mention, `found`, is a book before the numbers of a chapter and a verse, which are no time of a day or of a race: of one
/// digit, or a range.
pub(super) fn is_book(found: &str, tail: &str) -> bool {
    /// The last chapter of the longest book whose name is a common first name (Matthew).
    const CHAPTERS: u32 = 28;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let numbers = tail.strip_prefix(' ').unwrap_or_default();
    let (chapter, rest) = numbers.split_at(digits(numbers));
    let Some(verse) = rest.strip_prefix(':') else { return false };
    let (verse, rest) = verse.split_at(digits(verse));
    let is_range = || rest.strip_prefix(['-', '–']).is_some_and(|last| digits(last) > 0);
    chapter.parse::<u32>().is_ok_and(|chapter| chapter <= CHAPTERS)
        && is_listed(found, BOOKS)
        && (verse.len() == 1 || verse.len() == 2 && (is_range() || is_known_verse(found, chapter)))
}

/// Reports whether the book and the chapter are ones that people quote, where two digits follow that could be a time, too.
fn is_known_verse(found: &str, chapter: &str) -> bool {
    const QUOTED: [(&str, &str); 8] = [
        ("john", "3"),
        ("romans", "8"),
        ("matthew", "6"),
        ("matthew", "28"),
        ("luke", "1"),
        ("jeremiah", "29"),
        ("isaiah", "40"),
        ("joshua", "24"),
    ];
    QUOTED.iter().any(|(book, quoted)| found.eq_ignore_ascii_case(book) && *quoted == chapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_stand_before_chapter_and_verse() {
        for (found, tail, expected) in [
            ("Matthew", " 5:3, and", true),
            ("Römer", " 8:28–30", true),
            ("John", " 3:16-18", true),
            ("Daniel", " 42:17", false),
            ("John", " 3:16, and", true),
            ("John", " 10:15", false),
            ("John", " 4111", false),
            ("Rhea", " 5:3", false),
            ("John", " called", false),
        ] {
            assert_eq!(is_book(found, tail), expected, "{found}{tail}");
        }
    }
}
