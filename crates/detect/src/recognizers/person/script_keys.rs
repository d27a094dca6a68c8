//! Names of persons behind what a name is called in languages that are written in other scripts than Latin.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::support::name_shape::{before_next_key, initialled_len, name_words};
use crate::recognizers::support::names::names_of;
use crate::recognizers::support::script_names::{begins_name, name_len};
use crate::recognizers::support::value::{is_closed, words};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, window};
use crate::{Candidate, Finding, Pattern, Rule};

use super::introduced_name::INFO;
use super::small_labelled_names::{in_small_letters, is_of_whole_name};

/// Most words of a name.
const MAX_WORDS: usize = 5;
/// Longest name of a field that is looked at, in bytes.
const MAX_KEY: usize = 96;

/// Names of a person's name, and what those are who stand in forms, by scripts.
const SCRIPT_NAMES: &[Cow<'static, str>] = names_of!("script_name_keys.txt");

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Names of a person's name, in full or in part.
        Pattern::key(SCRIPT_NAMES, 0.85),
        // Names of names of anything, too.
        Pattern::key(
            keys![
                "имя",
                "ім'я",
                "імʼя",
                "імя",
                "имя клиента",
                "име",
                "όνομα",
                "名前",
                "名字",
                "이름",
                "الاسم",
                "اسم",
                "שם",
                "नाम",
                "ชื่อ",
                "نام",
                "নাম",
                "பெயர்",
                "పేరు",
                "ಹೆಸರು",
                "പേര്",
                "નામ",
                "ਨਾਮ",
                "ስም",
                "အမည်",
                "სახელი",
                "անուն",
                "නම",
                "ឈ្មោះ",
                "ຊື່",
                "ім’я",
                "нэр",
                "аты",
                "есімі",
                "ناو",
                "नाव",
                "ନାମ",
                "անունը"
            ],
            0.75,
        ),
        // Words of one character, which end many others.
        Pattern::key(keys!["姓", "名", "セイ", "メイ", "성"], 0.75),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let is_named = match candidate.pattern {
        0 => true,
        1 => !is_of_thing(key(candidate)),
        _ => is_alone(key(candidate)),
    };
    let is_whole = || candidate.pattern == 0 && is_of_whole_name(key(candidate));
    let small = || is_whole().then(|| in_small_letters(candidate))?;
    let place = is_named.then(|| value(candidate).or_else(small))??;
    candidate.part(place)
}

/// The name at the start of the value, in any script.
fn value(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let start = start + title_len(text.get(start..)?);
    let found = text.get(start..)?;
    if begins_name(found) {
        // A name fills its quotes, or its cell.
        let end = if is_closed(candidate) { candidate.range.end } else { text.len() };
        let len = name_len(text.get(start..end)?)?;
        let len = len + nickname_len(text.get(start + len..end)?);
        return (!is_closed(candidate) || start + len == end).then_some(start..start + len);
    }
    if let Some(len) = initialled_len(found).or_else(|| initials_first_len(found)) {
        return Some(start..start + len);
    }
    let place = words(candidate)?;
    let found = before_next_key(text.get(place.clone())?);
    // A word in another script than the name of its field may be anything.
    let least = if found.starts_with(|c: char| c.is_ascii()) { 2 } else { 1 };
    let is_ordinary = found.split(' ').any(|word| is_listed(word, OTHERS));
    let is_name = name_words(found).is_some_and(|words| (least..=MAX_WORDS).contains(&words)) && !is_ordinary;
    is_name.then(|| place.start..place.start + found.len())
}

/// The length of the title that `text` begins with, which is no part of the name: `د. شيماء`, `মৃত আব্দুল`.
fn title_len(text: &str) -> usize {
    const TITLES: [&str; 27] = [
        "ወ/ሮ ",
        "ወ/ሪት ",
        "د. ",
        "د.",
        "د/ ",
        "أ. ",
        "م. ",
        "ד\"ר ",
        "ד״ר ",
        "מר ",
        "גב' ",
        "डॉ. ",
        "डॉ ",
        "श्री ",
        "श्रीमती ",
        "कु. ",
        "स्व. ",
        "ডাঃ ",
        "ডা. ",
        "মৃত ",
        "মরহুম ",
        "திரு. ",
        "திருமதி ",
        "دکتر ",
        "ڈاکٹر ",
        "አቶ ",
        "ዶ/ር ",
    ];
    TITLES.iter().filter(|title| text.starts_with(**title)).map(|title| title.len()).max().unwrap_or(0)
}

/// The length of a nickname in brackets that `text` begins with, one word behind a blank: ` (เบียร์)`.
fn nickname_len(text: &str) -> usize {
    /// Longest nickname, in bytes.
    const LONGEST: usize = 40;
    let Some(rest) = text.strip_prefix(" (") else { return 0 };
    let near = window::behind(rest, 0, LONGEST);
    let Some((inner, _)) = near.split_once(')') else { return 0 };
    let is_word = !inner.is_empty() && begins_name(inner) && inner.chars().all(|c| is_word(c) && !c.is_numeric());
    if is_word { " (".len() + inner.len() + 1 } else { 0 }
}

/// The length of the initials and the family name that `text` begins with: `О. Бондар`, `М. І. Ткач`.
fn initials_first_len(text: &str) -> Option<usize> {
    /// Most initials, and farthest end of a name, in bytes.
    const MOST: usize = 3;
    const FAR: usize = 96;
    let near = window::behind(text, 0, FAR);
    let mut rest = near;
    for _ in 0..MOST {
        let mut letters = rest.chars();
        let is_initial =
            letters.next().is_some_and(|c| c.is_uppercase() && !c.is_ascii()) && letters.next() == Some('.');
        rest = if is_initial { letters.as_str().trim_start_matches(' ') } else { break };
    }
    let len = rest.find(|c: char| !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | 'ʼ'))).unwrap_or(rest.len());
    let is_name =
        rest.len() < near.len() && name_words(&rest[..len]) == Some(1) && rest[..len].chars().nth(1).is_some();
    is_name.then_some(near.len() - rest.len() + len)
}

/// The text that the name of the value's field ends, on its line.
fn key<'a>(candidate: &Candidate<'a>) -> &'a str {
    if !candidate.name.is_empty() {
        return candidate.name;
    }
    let head = candidate.field.text.get(..candidate.range.start).unwrap_or_default();
    let near = window::before(head, head.len(), MAX_KEY);
    let is_sign = |c: char| {
        matches!(c, ' ' | '\t' | '\n' | '\r' | ':' | '：' | '=' | '>' | '"' | '\'' | '\\' | '*' | '`' | '“' | '«')
    };
    let near = near.trim_end_matches(is_sign);
    // A mark of the keyboard: `नाव (_U):`
    let near = near.strip_suffix(')').and_then(|near| near.rsplit_once(" (")).map_or(near, |(near, _)| near);
    let is_part = |c: char| is_word(c) || matches!(c, ' ' | '\'' | '’' | '-' | '\u{200C}');
    let start = near.char_indices().rev().find(|(_, c)| !is_part(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    near.get(start..).unwrap_or_default()
}

/// Reports whether the name of a field says that it is the name of a thing: `파일 이름`, `доменное имя`.
fn is_of_thing(key: &str) -> bool {
    const THINGS: &WordList = &WordList::new(
        "파일|상품|제품|회사|서버|도메인|프로젝트|그룹|변수|함수|클래스|테이블|컬럼|필드|패키지|모듈|이벤트|브랜드|업체|기관|학교|부서|앱|장치|호스트|\
         वापरकर्ता|प्रयोगकर्ता|फाइल|फाईल|संचिका|यजमान|ব্যবহারকারী|ব্যবহারকারীর|ফাইলের|পণ্যের|প্রতিষ্ঠানের|பயனர்|கோப்பு|వినియోగదారు|ఫైలు|ఫైల్|ಬಳಕೆದಾರ|ಕಡತ|\
         ഉപയോക്തൃ|ഫയല്‍|ഫയൽ|વપરાશકર્તા|ફાઈલ|ਯੂਜ਼ਰ|ਫਾਈਲ|පරිශීලක|ගොනු|მომხმარებლის|ფაილის|ჰოსტის|სერვერის|მოდულის|ცხრილის|սպասարկչի|օգտվողի|\
         файлдың|пайдаланушы|колдонуучу|файлын|хэрэглэгчийн|файлот|корисничко|корисника|датотеке|датотеката|файла|хоста|потребителско|\
         المستخدم|الملف|المضيف|النطاق|الشركة|المنتج|کاربری|پرونده|فایل|میزبان|شرکت|محصول|صارف|فائل|\
         доменное|доменне|системное|сетевое|общее|техническое|короткое|файла|хоста|домейн|домену|файлу|फ़ाइल|का|की|के|שדה|קובץ|\
         ファイルの|商品の|変数の|の|文件|商品|产品",
    );
    let mut words = key.trim().rsplit([' ', '_', '-']);
    let own = words.next().unwrap_or_default();
    let is_cjk = |c: char| matches!(u32::from(c), 0x3041..=0x30FF | 0x3400..=0x9FFF);
    // Without blanks between words, another word may stand directly before.
    let is_joined = own.chars().all(is_cjk) && own.chars().count() > 2;
    is_joined || words.next().is_some_and(|word| is_listed(word, THINGS))
}

/// Reports whether the name of a field is one character or little more, and not the end of a word.
fn is_alone(key: &str) -> bool {
    let own = key.trim().rsplit(' ').next().unwrap_or_default();
    own.chars().nth(2).is_none() && own.chars().next().is_some_and(|c| "姓名セメ성".contains(c))
}

/// Words with a capital in the place of a name that name nobody.
const OTHERS: &WordList = &WordList::new(
    "администратор|пользователь|гость|неизвестно|нет|тест|клиент|сотрудник|система|отсутствует|обязательно|строка|аноним|\
     фамилия|имя|отчество|телефон|файл|проект|адміністратор|користувач|невідомо|немає|клієнт|потребител|администраторът|\
     корисник|непознато|клиентът|διαχειριστής|χρήστης|άγνωστο|πελάτης|κανένα|dashboard|form|page|file|user|company",
);
