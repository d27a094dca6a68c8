//! Given names of Arabic, Hebrew, Persian and Hindi without a title: those that are hardly ever a word, wherever they stand (`بلال لن يأتي`),
//! with prepositions joined to them (`ולרחלי`), and others where a name stands beside them (`امید، بهروز و کاوه`), or a verb of persons.

use std::borrow::Cow;

use super::introduced_name::INFO;
use super::uncased_run::is_part;
use crate::recognizers::support::uncased_name_lists::{Listed, family_name, given_name};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_behind, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, and bytes that are read beside it.
const NEAR: usize = 128;
/// Most words of a name behind the first one.
const MOST: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Letters that words begin with; which word it is, lists tell.
        Pattern::prefix("[א-ת]", 0.75, 0.9),
        Pattern::prefix("[ء-يٱ-ۓ]", 0.75, 0.9),
        Pattern::prefix("[अ-ह]", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.start);
    if text[..at].ends_with(|c: char| is_part(c) || matches!(c, '@' | '#' | '_' | '/')) {
        return None;
    }
    let word = word_at(text, at);
    let named = Named::of(word)?;
    let start = at + named.prefix;
    // A witness is called `شاهد`, and what he is called follows.
    let is_role = named.listed == Listed::Word && is_listed(word, BEFORE);
    if is_role || is_of_relative(text, at, word) || is_listed(word, GREETINGS) || is_of_place(text, at, at + word.len())
    {
        return None;
    }
    let (end, is_whole) = name_end(text, start, at + word.len(), named.listed);
    let is_alone = || named.listed == Listed::Name || is_told(text, at, end) || has_neighbour(text, at, end);
    let is_told = is_whole || !named.needs_family && is_alone();
    candidate.part(is_told.then_some(start..end)?)
}

/// The word that begins at `at`.
fn word_at(text: &str, at: usize) -> &str {
    run_behind(window::behind(text, at, NEAR), is_part).trim_end_matches(['-', '\''])
}

/// A word that a list has as a name.
struct Named {
    /// The length of the conjunction and the preposition that are joined to it.
    prefix: usize,
    /// Set if only a family name behind it tells it from a phrase.
    needs_family: bool,
    listed: Listed,
}

impl Named {
    fn of(word: &str) -> Option<Self> {
        /// Fewest letters of a name behind a joined word.
        const LEAST: usize = 3;
        const JOINED: [&str; 16] =
            ["و", "ول", "وب", "ف", "ل", "ب", "لـ", "بـ", "ו", "ול", "ומ", "ל", "מ", "ש", "וש", "כש"];
        if let Some(listed) = listed(word) {
            return Some(Self { prefix: 0, needs_family: false, listed });
        }
        JOINED.iter().find_map(|joined| {
            let name = word.strip_prefix(joined)?;
            let listed = listed(name)?;
            let is_and = matches!(*joined, "و" | "ו");
            let least = if is_and && listed == Listed::Word { 2 } else { LEAST };
            if name.chars().count() < least || is_listed(word, JOINED_WORDS) {
                return None;
            }
            // A preposition and a word that is a name, too, are mostly a phrase.
            let needs_family = listed == Listed::Word && !is_and;
            Some(Self { prefix: joined.len(), needs_family, listed })
        })
    }
}

/// Words that begin like a joined word before a name.
const JOINED_WORDS: &WordList = &WordList::new("لجين|فلان|ولاء|بطرس|لمياء|بشار|לשאול|ושאול|لعلي");

/// What `word` is as a name of either kind.
fn listed(word: &str) -> Option<Listed> {
    given_name(word).or_else(|| family_name(word).filter(|listed| *listed == Listed::Name))
}

/// The end of the name whose first word ends at `end`, and true if what follows tells that the first word is a name.
fn name_end(text: &str, start: usize, first_end: usize, first: Listed) -> (usize, bool) {
    const LINKS: &WordList = &WordList::new("بن|بنت|ابن|ابو|أبو|آل|عبد|בן|בת|אבו|בר|अल");
    let (mut end, mut is_whole) = (first_end, false);
    for _ in 0..MOST {
        let Some(next) = text[end..].strip_prefix(' ').map(|_| word_at(text, end + 1)) else { break };
        let behind = end + 1 + next.len();
        if is_listed(next, LINKS) {
            let other = text[behind..].strip_prefix(' ').map_or("", |_| word_at(text, behind + 1));
            let is_arabic = next.starts_with(|c| c >= '\u{600}');
            if other.is_empty() || !is_arabic && listed(other).is_none() {
                break;
            }
            (end, is_whole) = (behind + 1 + other.len(), true);
            continue;
        }
        let family = family_name(next);
        let is_family = match family {
            Some(Listed::Name) => true,
            Some(Listed::Word) => first == Listed::Name || is_whole,
            None => has_family_end(next) && first == Listed::Name || is_origin(next),
        };
        let is_given = given_name(next).is_some_and(|other| other == Listed::Name || first == Listed::Name);
        if !is_family && !is_given || is_subject(text, behind, next) {
            break;
        }
        is_whole |= family == Some(Listed::Name) || is_origin(next) || given_name(next) == Some(Listed::Name);
        end = behind;
    }
    // A line or a cell that begins with a name and holds another word or two is one as a whole.
    let rest = line::behind(text, end, NEAR);
    let item = &rest[..rest.find(|c| !(is_part(c) || c == ' ')).unwrap_or(rest.len())];
    let words = item.split(' ').filter(|word| !word.is_empty()).count();
    let is_item = end == first_end && first == Listed::Name && opens_item(text, start) && item.len() == rest.len();
    match words {
        1 | 2 if is_item && rest.starts_with(' ') && !item.split(' ').any(|word| is_listed(word, VERBS)) => {
            (end + item.trim_end().len(), true)
        }
        _ => (end, is_whole),
    }
}

/// Reports whether `word` ends as family names of Persian do.
fn has_family_end(word: &str) -> bool {
    const ENDS: [&str; 9] = ["زاده", "نژاد", "پور", "نیا", "وند", "منش", "زادہ", "نیک", "یان"];
    ENDS.iter().any(|end| word.strip_suffix(end).is_some_and(|stem| stem.chars().count() > 2))
}

/// Reports whether `word` is an Arabic name made of a tribe, a place or a trade: `الشناوي`.
fn is_origin(word: &str) -> bool {
    const OTHERS: &WordList = &WordList::new(
        "التي|الذي|اللي|الحالي|التالي|الثاني|الماضي|الآتي|الشخصي|الرئيسي|الأساسي|العالمي|المحلي|الوطني|الدولي|اليومي|الشهري|السنوي|الافتراضي|الحقيقي|الطبيعي|النهائي|الداخلي|الخارجي|\
         الرسمي|المالي|الفني|العلمي|القانوني|الطبي|الصحي|الاجتماعي|السياسي|الاقتصادي|العادي|الأصلي|الإلكتروني|الرقمي|الإضافي|الضروري|الجوي|البحري|البري|الثقافي|الرياضي|الديني|الإسلامي|\
         العسكري|المدني|الشرعي|الكلي|الجزئي|الابتدائي|الثانوي|الجامعي|الجدي|التقليدي|النفسي|الباقي|العالي|الغالي|الخالي|المعني|الجاري",
    );
    let is_long = word.chars().count() > 5;
    is_long && word.starts_with("ال") && word.ends_with('ي') && !is_listed(word, OTHERS)
}

/// Reports whether `word`, which ends at `end`, begins the next clause: a verb of persons follows it.
fn is_subject(text: &str, end: usize, word: &str) -> bool {
    let next = text[end..].strip_prefix(' ').map_or("", |_| word_at(text, end + 1));
    given_name(word) == Some(Listed::Word) && is_listed(next, AFTER)
}

/// Reports whether an uncle of somebody is meant: `דוד שלי`.
fn is_of_relative(text: &str, at: usize, word: &str) -> bool {
    const OWN: &WordList = &WordList::new("שלי|שלו|שלה|שלך|שלנו|שלהם");
    let end = at + word.len();
    let next = text[end..].strip_prefix(' ').map_or("", |_| word_at(text, end + 1));
    word == "דוד" && is_listed(next, OWN)
}

/// Reports whether the word at `start..end` is part of the name of a street, a school or a firm.
fn is_of_place(text: &str, start: usize, end: usize) -> bool {
    const BEFORE: &WordList = &WordList::new(
        "شارع|شارعي|جامعة|مسجد|جامع|مدرسة|مدينة|مستشفى|ميدان|حي|طريق|جسر|قرية|سورة|قصر|جبل|نهر|ميناء|مطار|مؤسسة|شركة|بنك|مطعم|دار|مركز|قناة|متحف|محطة|جائزة|كلية|معهد|بحر|خليج|مخيم|سوق|\
         خیابان|دانشگاه|بندر|شهر|میدان|کوچه|بلوار|بزرگراه|مدرسه|بیمارستان|شرکت|امامزاده|پل|پارک|روستای|شهرستان|استان|کوه|رود|باغ|موزه|فرودگاه|ایستگاه|جاده|سد|\
         רחוב|ברחוב|מרחוב|שדרות|בשדרות|כיכר|בכיכר|הר|נחל|קיבוץ|מושב|כפר|גבעת|קרית|קריית|רמת|תל|חברת|בנק|גן|נווה|מלון|בית|בבית|עיר|מעלה|מחלף|צומת|גשר|פרס|נמל",
    );
    const BEHIND: &WordList = &WordList::new(
        "मार्ग|रोड|नगर|चौक|मंदिर|विश्वविद्यालय|अस्पताल|गली|कॉलेज|महाविद्यालय|स्टेडियम|पुरस्कार|योजना|पुर|बाग|घाट|पर्वत|नदी|सरोवर|एक्सप्रेस|भवन|बाज़ार|बाजार|पार्क",
    );
    let head = line::before(text, start, NEAR);
    let before = head.strip_suffix(' ').map_or("", |head| head.rsplit([' ', '،', ',']).next().unwrap_or_default());
    let next = || text[end..].strip_prefix(' ').map_or("", |_| word_at(text, end + 1));
    // `وميدان`: another place of the same list.
    let is_place = |word: &str| !word.is_empty() && is_listed(word, BEFORE);
    is_place(before) || before.strip_prefix(['و', 'ו']).is_some_and(is_place) || is_listed(next(), BEHIND)
}

/// Reports whether the words around a name at `start..end` tell that it is one.
fn is_told(text: &str, start: usize, end: usize) -> bool {
    let head = line::before(text, start, NEAR);
    let before =
        head.strip_suffix(' ').map_or("", |head| head.rsplit(|c: char| !is_part(c)).next().unwrap_or_default());
    /// Words behind a name among which its verb stands.
    const CLAUSE: usize = 3;
    let rest = line::behind(text, end, NEAR).strip_prefix(' ').unwrap_or_default();
    let clause = &rest[..rest.find(|c| !(is_part(c) || c == ' ')).unwrap_or(rest.len())];
    let next = clause.split(' ').next().unwrap_or_default();
    !before.is_empty() && is_listed(before, BEFORE)
        || !next.is_empty() && is_listed(next, AFTER)
        || clause.split(' ').take(CLAUSE).any(|word| is_listed(word, COMING))
}

/// Verbs of coming, of whom nobody but a person is the subject in a short clause.
const COMING: &WordList = &WordList::new(
    "يحضر|تحضر|يأتي|تأتي|يأت|يجي|תבוא|יבוא|מגיע|מגיעה|आएगा|आएगी|जाएगा|जाएगी|نمی‌آید|می‌آید|نمیاد|میاد|بياد",
);

/// Verbs of asking, telling and meeting, and words for what somebody is, before a name.
const BEFORE: &WordList = &WordList::new(
    "كلمت|كلم|كلمي|اسأل|اسألي|اسال|سألت|قابلت|شفت|خبر|خبري|بلغ|بلغي|أخبر|أخبرت|صاحبي|صاحبتي|عند|بواسطة|كتبها|كتبه|بالمعلمة|بالمعلم|الشاهد|الشاهدة|المدعي|المدعية|جدتي|خالتي|عمتي|\
     خواهان|خوانده|شاهد|رئیسم|همسرم|داداشم|زن‌داداشم|برادرم|خواهرم|پسرش|دخترش|عمه|خاله|دایی|عمو|آقا|آقای|خانم|جناب|\
     אצל|תשאל|תשאלי|לשאול|שאלתי|פגשתי|הבוס|גיסתי|גיסי|העד|העדה|התובע|התובעת|הנתבע|הנתבעת|בליווי|בנה|בנו|בתה|מאת|תגיד|תגידי|למורה|המורה|\
     गवाह|वादी|प्रतिवादी|भाभी|बॉस|बेटे|बेटी|बुआ|बहन|भाई|दोस्त|सहेली",
);

/// Greetings that are names, too.
const GREETINGS: &WordList = &WordList::new("سلام");

/// Verbs of persons, and words of respect, behind a name.
const AFTER: &WordList = &WordList::new(
    "قال|قالت|يقول|تقول|بيقول|بتقول|قالي|قالتلي|لديها|اتصل|اتصلت|جاء|جاءت|سافر|سافرت|كتب|كتبت|كلمني|كلمتني|رجع|رجعت|يزعج|مريض|مريضة|غائب|غائبة|نسي|نسيت|وافق|وافقت|رفض|رفضت|تساعد|يساعد|\
     ترى|يرى|يريد|تريد|زعلان|زعلانة|گفت|گفتش|میگه|می‌گوید|می‌گه|اومد|نیومد|نمیاد|نمی‌آید|میاد|می‌آید|رفته|خوابه|مریضه|جان|جون|خانم|نوشت|نوشته|پرسید|شلوغ|کمک|\
     אמר|אמרה|אומר|אומרת|רוצה|הלך|הלכה|בא|באה|התקשר|התקשרה|מפריע|מפריעה|עוזר|עוזרת|כתב|כתבה|שאל|שאלה|שלח|שלחה|ביקש|ביקשה|אוהב|אוהבת|מקווה|חולה|ישן|ישנה|גרים|גר|גרה|אישר|אישרה|\
     ने|जी|दीदी|भैया|मैडम|सर|आंटी|अंकल|बोल|बोला|बोली|बोलता|बोलती|कहता|कहती|पूछता|पूछती",
);

/// Words of a line that is a sentence.
const VERBS: &WordList = &WordList::new(
    "لن|لا|لم|قد|سوف|يأتي|هنا|نعم|أيضا|أيضاً|كان|كانت|في|من|على|إلى|عن|مع|هو|هي|را|به|از|در|با|است|بود|نه|بله|هم|نیامد|آمد|رفت|גם|לא|כן|בא|באה|של|את|על|הוא|היא|עם|כאן|נמצא|नहीं|है|हैं|था|थी|को|से|का|की|के|ने|में|पर|भी|हाँ|हां",
);

/// Reports whether an item of a list begins at `start`: a line, behind a sign or a number, or a cell.
fn opens_item(text: &str, start: usize) -> bool {
    let head = line::before(text, start, NEAR);
    let head = head.trim_end_matches([' ', '\t']);
    let mark = head.trim_start_matches([' ', '\t', '>']);
    let digits = mark.trim_start_matches(|c: char| c.is_numeric());
    mark.is_empty()
        || matches!(mark, "-" | "*" | "•" | "·" | "–" | "+" | "- [ ]" | "- [x]")
        || digits.len() < mark.len() && matches!(digits, "." | ")" | ".-")
}

/// Reports whether a name stands beside `start..end` in a list: in one line with commas and words for `and`, or as items of lines.
fn has_neighbour(text: &str, start: usize, end: usize) -> bool {
    let is_name = |word: &str| Named::of(word).is_some_and(|named| named.listed == Listed::Name);
    // `A، B و C`
    let head = line::before(text, start, NEAR);
    let joins = |text: &str| ["،", ",", " و", " ו", " और", "/", " &"].iter().any(|join| text.ends_with(join));
    let bare = head.trim_end_matches(' ');
    let is_joined = text[start..].starts_with('و') || text[start..].starts_with('ו');
    let left = if joins(bare) || is_joined && bare.len() < head.len() { bare } else { "" };
    let left = ["،", ",", " و", " ו", " और", "/", " &"]
        .iter()
        .fold(left, |left, join| left.strip_suffix(join).unwrap_or(left));
    let before = left.rsplit(|c: char| !is_part(c)).next().unwrap_or_default();
    if !before.is_empty() && is_name(before) {
        return true;
    }
    let rest = line::behind(text, end, NEAR);
    let behind = ["، ", ", ", " و ", " و", " ו", " और ", "/", " & "].iter().find_map(|join| rest.strip_prefix(join));
    if behind.is_some_and(|rest| is_name(run_behind(rest, is_part))) {
        return true;
    }
    // Items of their own lines.
    if !opens_item(text, start) || !rest.trim().is_empty() {
        return false;
    }
    let item = |line: &str| {
        let bare = line.trim_start_matches([' ', '\t', '-', '*', '•', '·', '–', '+', '>']);
        let bare = bare.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '));
        is_name(run_behind(bare, is_part))
    };
    let above = window::before(text, start - head.len(), NEAR).trim_end_matches(['\n', '\r']).rsplit('\n').next();
    let below = window::behind(text, end + rest.len(), NEAR).trim_start_matches(['\n', '\r']).split('\n').next();
    above.is_some_and(item) || below.is_some_and(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Field, place_of};

    fn names(text: &str) -> Vec<&str> {
        let field = Field::new(text);
        let at = |at: usize| {
            let candidate = Candidate {
                field: &field,
                range: std::ops::Range { start: at, end: at },
                pattern: 0,
                form: crate::Form::Shape,
                name: "",
            };
            check(&candidate).map(|found| &text[found.range])
        };
        let begins = |at: &usize| !text[..*at].ends_with(is_part) && text[*at..].starts_with(char::is_alphabetic);
        let mut found: Vec<&str> = Vec::new();
        for start in text.char_indices().map(|(at, _)| at).filter(begins) {
            // A word of a name that is found begins no other one.
            let is_inside = found.last().is_some_and(|last| start < place_of(text, last).map_or(0, |place| place.end));
            found.extend(at(start).filter(|_| !is_inside));
        }
        found
    }

    #[test]
    fn given_names_stand_alone() {
        for (text, expected) in [
            ("بلال لن يأتي", vec!["بلال"]),
            ("كلمت نور أمس", vec!["نور"]),
            ("التقينا بسام ولطيفة", vec!["بسام", "لطيفة"]),
            ("אמרתי לגרשון ולרחלי", vec!["גרשון", "רחלי"]),
            ("גיל, יעל וטל", vec!["גיל", "יעל", "טל"]),
            ("- امید\n- کتایون", vec!["امید", "کتایون"]),
            ("- ایرج دلاوری", vec!["ایرج دلاوری"]),
            ("आशा ने राहुल से पूछा", vec!["आशा", "राहुल"]),
            ("गिरीश नायर के साथ", vec!["गिरीश नायर"]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
    }

    #[test]
    fn words_and_places_are_no_persons() {
        for text in [
            "شارع بلال",
            "وميدان بلال",
            "الأمل كبير",
            "نور الشمس",
            "الحياة أمل",
            "גיל הלקוח",
            "רחוב דוד",
            "דוד שלי",
            "विकास योजना",
            "आशा है",
        ] {
            assert!(names(text).is_empty(), "{text}: {:?}", names(text));
        }
    }
}
