//! Names in sentences, with no sign before their value: `my ssn is 078-05-1120`.

use super::{
    Keys, asides,
    markup::before_emphasis,
    name::name_before,
    normalize::{MAX_NAME, NUMBER},
    suffix_filter::SuffixFilter,
};
use crate::letter_case::is_same;
use crate::text::window;

/// Words between a name and its value in prose: `my ssn is …`.
pub const LINKS: [&str; 61] = [
    "is",
    // `should be`, `will be`
    "be",
    "was",
    "are",
    "remains",
    "ist",
    "war",
    "lautet",
    "lautete",
    "bleibt",
    "est",
    "était",
    "reste",
    "c'est",
    "c’est",
    "c'était",
    "c’était",
    "es",
    "era",
    "fue",
    "è",
    "é",
    "foi",
    "blijft",
    "este",
    "jest",
    "był",
    "była",
    "było",
    "to",
    "er",
    "är",
    "var",
    "on",
    "oli",
    "je",
    "byl",
    "byla",
    "bylo",
    "был",
    "была",
    "было",
    "був",
    "була",
    "було",
    "volt",
    "yra",
    "ir",
    "είναι",
    "е",
    "є",
    "это",
    "adalah",
    "ialah",
    "là",
    "هو",
    "هي",
    "הוא",
    "היא",
    "არის",
    "është",
];
/// Words for "still" and "now" behind or before one of [`LINKS`]: `das Kennzeichen ist immer noch …`.
pub const ADVERBS: [&str; 37] = [
    "still",
    "now",
    "changed",
    "updated",
    "corrected",
    "currently",
    "just",
    "formerly",
    "immer",
    "noch",
    "jetzt",
    "nun",
    "früher",
    "toujours",
    "encore",
    "maintenant",
    "siempre",
    "ahora",
    "siendo",
    "sempre",
    "ancora",
    "ora",
    "ainda",
    "agora",
    "sendo",
    "nog",
    "steeds",
    "nu",
    "dalej",
    "nadal",
    "teraz",
    "fortfarande",
    "hâlâ",
    "pořád",
    "stále",
    "teď",
    "ещё",
];
/// Words for "my" behind a name.
pub const POSSESSIVES: [&str; 9] = ["μου", "saya", "mea", "meu", "tôi", "من", "ما", "خود", "שלי"];
/// Articles behind one of [`LINKS`]: `mon passeport est le …`.
pub const ARTICLES: [&str; 14] =
    ["the", "der", "die", "das", "le", "la", "l'", "el", "il", "lo", "o", "a", "de", "het"];
/// Words between a name and its value, in addition to [`NUMBER`].
pub const NUMBER_WORDS: [&str; 2] = ["number", "id"];

/// Words between a thing and a word for its number: `mein Personalausweis mit der Nummer …`.
const WITH: [&str; 19] = [
    " with the",
    " with",
    " under the",
    " under",
    " mit der",
    " mit",
    " unter der",
    " avec le",
    " sous le",
    " con el",
    " bajo el",
    " con il",
    " con",
    " com o",
    " met het",
    " met",
    " med",
    " o",
    " s",
];
/// Such words in other scripts; abbreviations end in a full stop.
const OTHER_NUMBER_WORDS: [&str; 40] = [
    "numerze",
    "numerem",
    "číslem",
    "номером",
    "numret",
    "رقم",
    "نمبر",
    "شماره",
    "شمېره",
    "ژمارە",
    "नंबर",
    "नम्बर",
    "नं",
    "संख्या",
    "क्रमांक",
    "क्र",
    "নম্বর",
    "নাম্বার",
    "নং",
    "ਨੰਬਰ",
    "નંબર",
    "નં",
    "ନମ୍ବର",
    "எண்",
    "இலக்கம்",
    "இல",
    "నంబర్",
    "సంఖ్య",
    "నెం",
    "ಸಂಖ್ಯೆ",
    "ನಂಬರ್",
    "നമ്പർ",
    "අංකය",
    "අංක",
    "ቁጥር",
    "အမှတ်",
    "နံပါတ်",
    "համար",
    "ნომერი",
    "нөмірі",
];
/// Words for "is" and "my" behind a name, and signs, in scripts without blanks between words.
const JOINED_LINKS: [&str; 19] = [
    "是",
    "为",
    "為",
    "は",
    "：",
    "는",
    "은",
    "՝",
    "៖",
    "፦",
    "คือ",
    "គឺ",
    "ແມ່ນ",
    "ของฉัน",
    "ของผม",
    "ของดิฉัน",
    "របស់ខ្ញុំ",
    "ខ្ញុំ",
    "ຂອງຂ້ອຍ",
];

impl Keys {
    /// The patterns that know the name which ends `head`, as in `my ssn is`: directly before `rest`, where the value begins, behind a
    /// word for "is" or "number", a number sign, or an aside.
    pub fn of_words(&self, head: &str, rest: &str) -> Option<&[usize]> {
        /// Bytes that are looked at: a name, a link and signs around them.
        const NEAR: usize = 2 * MAX_NAME;
        let trim = |text: &'_ str| match text.as_bytes().last() {
            Some(last) if last.is_ascii_alphanumeric() => 0,
            _ => {
                let marks = [' ', '\t', '#', '№', '(', '*', '"', '\'', '`', '-', '–', '—', '→'];
                text.len() - text.trim_end_matches(marks).len()
            }
        };
        // A text without blanks would else be read back to its start from each of its numbers.
        let head = before_emphasis(window::before(head, head.len(), NEAR));
        let (bare, marks) = head.split_at(head.len() - trim(head));
        if marks.contains('#')
            && let Some(patterns) = self.behind_sign(bare, rest)
        {
            return Some(patterns);
        }
        let mut head = bare;
        let told = head;
        head = head.trim_end_matches([',', '?']);
        // The last letters before a place decide on nearly all places.
        if SuffixFilter::may_end(std::array::from_ref(&self.prose_endings), head.as_bytes()).0 == [None] {
            return None;
        }
        if told.len() > head.len() {
            // Between commas: `your group number, 79861, has expired`.
            let is_apposed = told.ends_with(',') && asides::is_apposed(rest);
            let apposed = || self.ending_name(head).filter(|patterns| self.introduces(patterns));
            return is_apposed.then(apposed).flatten().or_else(|| self.behind_aside(told, rest));
        }
        if !head.is_ascii() {
            for _ in 0..2 {
                head = JOINED_LINKS.iter().find_map(|link| head.strip_suffix(link)).unwrap_or(head).trim_end();
            }
        }
        // `my plate number's …`
        head = head.strip_suffix("'s").or_else(|| head.strip_suffix("’s")).unwrap_or(head);
        let last = head.rsplit(' ').next()?;
        // `for c in "123456789"` is no CIN.
        if last == "in" {
            return None;
        }
        // `la patente è la …`
        let before = head.get(..head.len() - last.len())?;
        let before = before.get(..before.len() - trim(before))?;
        if LINKS.contains(&last) || ADVERBS.contains(&last) {
            head = before;
            // `mój numer to był …`, `le code est toujours …`, `das Passwort ist immer noch …`
            for _ in 0..2 {
                let Some(link) = head.rsplit(' ').next().filter(|word| LINKS.contains(word) || ADVERBS.contains(word))
                else {
                    break;
                };
                head = head.get(..head.len() - link.len())?;
                head = head.get(..head.len() - trim(head))?;
            }
        } else if let Some(link) =
            before.rsplit(' ').next().filter(|link| ARTICLES.contains(&last) && LINKS.contains(link))
        {
            head = before.get(..before.len() - link.len())?;
            head = head.get(..head.len() - trim(head))?;
        }
        if let Some((name, _)) = head.trim_end().rsplit_once(' ').filter(|(_, last)| POSSESSIVES.contains(last)) {
            head = name;
        }
        let known = |head: &str| self.ending_name(head);
        let direct = known(head).or_else(|| {
            let (rest, last) = head.rsplit_once(' ')?;
            let last = last.trim_end_matches('.');
            NUMBER_WORDS
                .iter()
                .chain(&NUMBER)
                .chain(&OTHER_NUMBER_WORDS)
                .any(|word| word.len() == last.len() && is_same(word, last))
                .then(|| known(rest).or_else(|| known(WITH.iter().find_map(|word| rest.strip_suffix(word))?)))?
        });
        // A name of something else may be a word of an aside: `the account number on my phone is …`.
        match direct.filter(|patterns| self.introduces(patterns)) {
            Some(patterns) => Some(patterns),
            None => self.behind_aside(told, rest).or(direct),
        }
    }

    /// The patterns that know what ends `head` as the name of a number, before a number sign and a long number at `rest`: `rewards
    /// #48627578`. Short ones number tasks and pages.
    fn behind_sign(&self, head: &str, rest: &str) -> Option<&[usize]> {
        if !asides::is_long(rest) {
            return None;
        }
        let (place, _) = name_before(head)?;
        let name = [head.get(place)?, " number"].concat();
        self.of_name(&name).map(|known| self.patterns(known)).filter(|patterns| self.introduces(patterns))
    }

    /// The patterns that know the name of a number before the aside that ends `head`, if `rest` begins with no count.
    fn behind_aside(&self, head: &str, rest: &str) -> Option<&[usize]> {
        if asides::is_counted(rest) {
            return None;
        }
        let named = |head| self.ending_name(head).filter(|patterns| self.introduces(patterns));
        asides::names_before(head).find_map(named)
    }

    /// Reports whether one of `patterns` takes values by their shape alone.
    pub(super) fn introduces(&self, patterns: &[usize]) -> bool {
        patterns.iter().any(|pattern| *pattern >= self.introduced)
    }

    /// The patterns that know the name which ends `head`.
    fn ending_name(&self, head: &str) -> Option<&[usize]> {
        let [values, _] = &self.endings;
        let may_end = SuffixFilter::may_end(std::array::from_ref(values), head.as_bytes()).0 != [None];
        if !may_end || self.name_endings.excludes(head.as_bytes()) {
            return None;
        }
        let (place, _) = name_before(head)?;
        let name = head.get(place)?;
        // A name does not reach over the end of a sentence. Short words before a full stop are abbreviations.
        let mut ends = name.rmatch_indices(". ").map(|(end, _)| end);
        let behind = ends.find(|end| !is_abbreviated(&name[..*end])).map_or(0, |end| end + 2);
        let name = name.get(behind..)?;
        // Who mends a wrong number tells the right one: `sorry, wrong account number, it's 48213907`.
        let name = name.rsplit_once("wrong ").map_or(name, |(_, name)| name);
        Some(self.patterns(self.of_name(name)?))
    }
}

/// Reports whether the last word of `text`, before a full stop, is as short as abbreviations are.
fn is_abbreviated(text: &str) -> bool {
    /// Most letters of one.
    const LONGEST: usize = 4;
    text.rsplit(' ').next().is_some_and(|word| word.chars().nth(LONGEST).is_none())
}
