//! Dates of birth behind a word for birth with months in any language and years of any calendar: `เกิด ๑๒ ก.พ. ๒๔๙๕`,
//! `تاریخ پیدائش: ۵ ربیع الاول ۱۴۳۹ھ`, `生日:民國74年8月19日`, `rugadh 3 Márta 2015`, `rođ. 9. II. 2017.`
//!
//! The word says what the date is, so any word may stand where a month does. A second date in brackets or behind a slash is the same day.

use std::{borrow::Cow, ops::Range};

use super::{birth::INFO, birth_words::number};
use crate::recognizers::support::phrase_list::PhraseList;
use crate::text::{is_value_edge, is_word, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(HEADS, 0.85, 0.9),
        // The year of an era of Japan, a year of the Republic of China: `平成7年11月2日`, `民國74年8月19日`.
        Pattern::within("(?:民[国國]|明治|大正|昭和|平成|令和) ?[0-9元]", 0.05, 0.95),
    ]),
    context: words!["生日", "出生", "生年月日", "出生日期", "生まれ", "誕生日", "出生年月日"],
    check,
}];

/// Words for births and for dates of birth, in small letters.
static NAMES: PhraseList = PhraseList::new(
    "geburtsdatum|geboren am|geb. am|geb.|rugadh|dáta breithe|rođ.|rođen|rođena|rođ|roj.|rojen|rojena|nar.|narozen|narozena|narodený|narodená|ur.|urodz.|gim.|gimęs|gimusi|dzim.|dzimis|dzimusi|sünd.|sündinud|\
     synt.|syntynyt|szül.|született|nac.|nacido el|nacida el|n. el|f. nac.|f.nac.|dn|d.n.|nasc.|data nasc.|nato il|nata il|née le|né le|doğum tarihi|d.tarihi|doğ.|doğum günü|doğum|\
     γεν.|ημ. γέν.|ημ.γέν.|ημ. γεν.|ημ/νία γέν.|γεννηθείς|γεννηθείσα|д.р.|дата рожд.|род.|рожд.|р.|дата нар.|нар.|родена на|роден на|рођен|рођена|туған күні|туылған күні|туулган күнү|\
     kuzaliwa|amezaliwa|alizaliwa|tarehe ya kuzaliwa|sinh ngày|ngày sinh|năm sinh|lahir|tgl lahir|tgl. lahir|tanggal lahir|tarikh lahir|kapanganakan|kaarawan|kaarawan ko|kaarawan niya|ipinanganak|ipinanganak noong|bday|dob|date of birth|birthdate|born on|\
     ọjọ́ ìbí|ojọ́ ìbí|ọjọ ibi|ranar haihuwa|tug'ilgan sana|tug‘ilgan|tug'ilgan kuni|\
     เกิดวันที่|วันเกิด|เกิด|ว/ด/ป เกิด|วันเดือนปีเกิด|تاریخ پیدائش|پیدائش|تاريخ الميلاد|ت.الميلاد|ت. الميلاد|مواليد|ولد في|ولدت في|تاریخ تولد|متولد|\
     जन्म तिथि|जन्मतिथि|जन्म दिनांक|जन्म तारीख|जन्मतारीख|जन्म|জন্ম তারিখ|জন্মতারিখ|জন্ম তাং|জন্ম|பிறந்த தேதி|పుట్టిన తేదీ|ಜನ್ಮ ದಿನಾಂಕ|ജനനത്തീയതി|જન્મ તારીખ|ਜਨਮ ਮਿਤੀ|የትውልድ ቀን|የልደት ቀን|\
     დაბადების თარიღი|დაბ.|დაბადებული|ծննդյան ամսաթիվ|ծնվ.|ծնված|생년월일|출생|생일|תאריך לידה|ת. לידה|ת.ל.|נולד ב|נולדה ב|יליד|ילידת|出生日期|出生年月日|出生年月|生年月日|生日|出生",
);
const HEADS: &str = "(?i-u:gebur|gebor|geb\\.|rugad|roj|nar\\.|naro|ur\\.|urodz|gim\\.|gimus|dzim|synt|nac\\.|nacid|n\\. el|f\\. na|f\\.na|dn |dn:|d\\.n\\.|nasc\\.|data na|nato |nata |d\\.tar|kuza|ameza|aliza|tareh|\
    sinh |lahir|tgl|tangg|tarik|kapan|kaara|ipina|bday|dob|date o|birthd|born |ranar|tug')|(?i:dáta|rođ|gimę|sünd|szül|szület|née? l|né le|doğ|γεν|ημ\\. γ|ημ\\.γ|ημ/ν|д\\.р|дата р|дата н|род[.е]|рожд|р\\. |нар\\.|рође|туға|туыл|туул|\
    ngày s|năm s|ọjọ́|ojọ́|ọjọ|tug‘)|เกิด|วันเ|ว/ด|تاری|پیدا|تاري|ت\\.|موال|ولد|متول|जन्म|জন্ম|பிறந்|పుట్|ಜನ್ಮ|ജനന|જન્મ|ਜਨਮ|የትው|የልደ|დაბ|ծն|생년|출생|생일|תאריך ל|ת\\. ל|ת\\.ל|נולד|יליד|出生|生年|生日";

/// Bytes that a date takes at most.
const NEAR: usize = 96;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    if candidate.pattern == 1 {
        let len = era_len(line::behind(text, start, NEAR))?;
        return candidate.part(start..start + len);
    }
    let near = line::behind(text, start, NEAR);
    let len = NAMES.len_at(near)?;
    let is_joined =
        text[..start].ends_with(is_word) && near.starts_with(|c: char| c.is_ascii() || u32::from(c) < 0x0E00);
    (!is_joined).then_some(())?;
    // The word ends, but in scripts without blanks.
    let rest = &near[len..];
    let is_open = rest.starts_with(|c: char| is_word(c) && !c.is_numeric() && u32::from(c) < 0x2E80)
        && !near[..len].ends_with('.');
    (!is_open || near.starts_with('נ')).then_some(())?;
    let bare = rest.trim_start_matches([' ', ':', '：', '|', '-', '–', '՝', '፦', '\t', '는', '은']);
    // `kuzaliwa tarehe 4 …`: on the date.
    let bare = bare.strip_prefix("tarehe ").unwrap_or(bare);
    let gap = rest.len() - bare.len();
    (gap < 16).then_some(())?;
    // The form of a date stands between: `Geburtsdatum TTMMJJJJ: 04021961`.
    const FORMS: [&str; 8] = [
        "TTMMJJJJ: ",
        "(TT.MM.JJJJ): ",
        "(TTMMJJJJ): ",
        "DDMMYYYY: ",
        "(DD/MM/AAAA): ",
        "(gg/mm/aaaa): ",
        "JJMMTT: ",
        "(DDMMYYYY): ",
    ];
    let form = FORMS.iter().find(|form| bare.starts_with(**form)).map_or(0, |form| form.len());
    let at = start + len + gap + form;
    let near = line::behind(text, at, NEAR);
    let first = era_len(near).or_else(|| date_len(near)).or_else(|| hebrew_len(near)).or_else(|| joined_len(near))?;
    let first = first + second_len(&near[first..]);
    is_value_edge(text, at + first).then(|| candidate.part(at..at + first))?
}

/// The length of a date of an era that `text` begins with: `民國74年8月19日`, `昭和31年2月9日`, `S31.2.9`.
fn era_len(text: &str) -> Option<usize> {
    const ERAS: [&str; 9] = ["民國", "民国", "明治", "大正", "昭和", "平成", "令和", "(", "西暦"];
    let era = ERAS.iter().find_map(|era| text.strip_prefix(*era)).unwrap_or(text);
    let rest = era.trim_start_matches(' ');
    let mut at = text.len() - rest.len();
    for (place, sign) in ['年', '月', '日'].into_iter().enumerate() {
        let rest = &text[at..];
        let year = rest.strip_prefix('元').map(|_| '元'.len_utf8()).filter(|_| place == 0);
        let (value, digits) = number(rest);
        let len = year.or_else(|| Some(digits).filter(|len| (1..=4).contains(len)))?;
        let fits = match place {
            0 => true,
            1 => (1..=12).contains(&value),
            _ => (1..=31).contains(&value),
        };
        fits.then_some(())?;
        at += len;
        let behind = text[at..].strip_prefix(' ').unwrap_or(&text[at..]);
        let rest = behind.strip_prefix(sign)?;
        at = text.len() - rest.len();
        if place < 2 {
            at += text[at..].len() - text[at..].trim_start_matches(' ').len();
        }
    }
    Some(at)
}

/// The length of a date of groups that `text` begins with: a day and a year with a month between them as a word or a number, in any order.
fn date_len(text: &str) -> Option<usize> {
    /// Most words and numbers, longest word, and the years of all calendars.
    const TOKENS: usize = 8;
    const LONGEST: usize = 40;
    const YEARS: Range<u32> = 1300..2600;
    // In Latin letters a word before the day is none of the date.
    if text.starts_with(|c: char| c.is_alphabetic() && (c < '\u{250}' || ('\u{1E00}'..'\u{1F00}').contains(&c))) {
        return None;
    }
    let (mut at, mut days, mut words, mut year, mut end) = (0, 0, 0, None, 0);
    let mut numbers = [0; 2];
    for _ in 0..TOKENS {
        let rest = text.get(at..)?;
        let (value, digits) = number(rest);
        let len = if digits > 0 {
            match digits {
                1..=2 if (1..=31).contains(&value) && days < 2 => {
                    numbers[days] = value;
                    days += 1;
                }
                4 if YEARS.contains(&value) && year.is_none() => year = Some(value),
                _ => break,
            }
            digits
        } else {
            let stands =
                |c: char| is_word(c) && !c.is_numeric() || matches!(c, '\'' | '’' | '\u{300}'..='\u{36F}' | '\u{200C}');
            rest.find(|c| !stands(c)).unwrap_or(rest.len())
        };
        if len == 0 || len > LONGEST {
            break;
        }
        words += usize::from(digits == 0);
        at += len;
        // `25th`, `২৫শে`, `1990 ዓ.ም`
        let suffix: usize = if digits > 0 {
            text[at..].chars().take(4).take_while(|c| is_word(*c) && !c.is_numeric()).map(char::len_utf8).sum()
        } else {
            0
        };
        at += suffix;
        if year.is_some() || digits > 0 {
            end = at;
        }
        if year.is_some() && (days == 2 || days > 0 && words > 0) {
            break;
        }
        let rest = &text[at..];
        let bare = rest.trim_start_matches([' ', '.', '/', '-', ',', '،', '։']);
        let gap = rest.len() - bare.len();
        if gap == 0 || gap > 3 {
            break;
        }
        at += gap;
    }
    let year = year?;
    // The rest of the era: ` ዓ.ም`, `ھ`, ` ж.`, ` г.р.`.
    let behind = &text[end..];
    let era = [" ዓ.ም", "ھ", "هـ", "ه", " ж.", " г.р.", " г.", " р.н.", " р.", ".", "-жылы"]
        .iter()
        .find(|era| behind.starts_with(**era));
    let is_day = days > 0 && (days == 2 && is_day_of_month(numbers, year) || words > 0);
    let era = era.filter(|era| **era != ".").map_or(0, |era| era.len());
    (is_day && words < 5 && YEARS.contains(&year)).then_some(end + era)
}

/// Reports whether one of two numbers is a month and the other one a day that it has, in years whose months are Gregorian.
fn is_day_of_month([first, second]: [u32; 2], year: u32) -> bool {
    const DAYS: [u32; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let has = |month: u32, day: u32| {
        let month = month.checked_sub(1).and_then(|month| DAYS.get(month as usize));
        month.is_some_and(|days| day <= *days)
    };
    let is_gregorian = (1900..2100).contains(&year) || (2400..2600).contains(&year);
    !is_gregorian || has(second, first) || has(first, second)
}

/// The length of a day without signs that `text` begins with: `04021961`.
fn joined_len(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let part = |range: Range<usize>| text.get(range).and_then(|part| part.parse::<u32>().ok());
    let (day, month, year) = (part(0..2)?, part(2..4)?, part(4..8)?);
    let fits = digits == 8 && (1..=31).contains(&day) && (1..=12).contains(&month) && (1900..2040).contains(&year);
    fits.then_some(digits)
}

/// The length of a date of the Hebrew calendar that `text` begins with: `כ"ג בשבט תשמ"ט`.
fn hebrew_len(text: &str) -> Option<usize> {
    let mut end = 0;
    for (place, word) in text.split(' ').take(3).enumerate() {
        let bare = word.trim_end_matches([',', '.', ')']);
        let is_hebrew = !bare.is_empty()
            && bare.chars().all(|c| ('\u{590}'..'\u{600}').contains(&c) || matches!(c, '"' | '\'' | '״' | '׳'));
        let is_number = bare.contains(['"', '\'', '״', '׳']);
        (is_hebrew && (place == 1 || is_number)).then_some(())?;
        end += bare.len() + usize::from(place < 2);
    }
    text.get(..end)?.split(' ').nth(2)?;
    Some(end)
}

/// The length of the same day in another calendar that `text` begins with: ` (24.11.2017)`, ` / 9 May 2019`.
fn second_len(text: &str) -> usize {
    let rest = text.strip_prefix(" (").or_else(|| text.strip_prefix(" / ")).or_else(|| text.strip_prefix('('));
    let Some(rest) = rest else { return 0 };
    let len = date_len(rest).unwrap_or(0);
    if len > 0 { text.len() - rest.len() + len } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn dates_of_any_calendar_stand_behind_words_for_births() {
        for (text, head, expected) in [
            ("Geburtsdatum TTMMJJJJ: 14031961", "Gebur", Some("14031961")),
            ("rugadh 4 Márta 2014. Labhair", "rugad", Some("4 Márta 2014")),
            ("rođ. 4. II. 2014., zastupane", "rođ", Some("4. II. 2014")),
            ("เกิด 14 ก.พ. 2495", "เกิด", Some("14 ก.พ. 2495")),
            ("تاریخ پیدائش: 4 ربیع الاول 1438ھ (14.11.2016)", "تاری", Some("4 ربیع الاول 1438ھ (14.11.2016")),
            ("生日:民國64年8月14日", "生日", Some("民國64年8月14日")),
            ("생년월일 | 1994. 11. 04. (만", "생년", Some("1994. 11. 04")),
            ("የትውልድ ቀን መስከረም 4 ቀን 1984 ዓ.ም", "የትው", Some("መስከረም 4 ቀን 1984 ዓ.ም")),
            ("kuzaliwa tarehe 4 mwezi wa 9, 2014", "kuza", Some("4 mwezi wa 9, 2014")),
            ("ת.ל. ט\"ו בשבט תשמ\"ב (29/01/1982)", "ת\\.ל", None),
            ("doğum günü 14 nisan 2014 unutma", "doğ", Some("14 nisan 2014")),
            ("geboren in einem Dorf bei Bremen", "gebor", None),
            ("生日快乐", "生日", None),
            ("เกิดอุบัติเหตุ 3 ครั้งในปี 2560", "เกิด", None),
            ("born on the bayou", "born ", None),
            ("rođen sam 9. ožujka 1984", "rođ", None),
            ("dob 31/02/1984", "dob", None),
            ("dob 28/02/1984", "dob", Some("28/02/1984")),
            ("जन्म के समय 3 किलो", "जन्म", None),
        ] {
            let field = Field::new(text);
            let Some(start) = text.find(head) else { continue };
            let range = start..start + head.len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: crate::Form::Shape, name: "" };
            assert_eq!(check(&candidate).map(|found| &text[found.range]), expected, "{text}");
        }
        assert_eq!(hebrew_len("ט\"ו בשבט תשמ\"ב (29/01)"), Some("ט\"ו בשבט תשמ\"ב".len()));
        assert_eq!(hebrew_len("ברחוב הרצל בתל אביב"), None);
        assert_eq!(era_len("昭和31年2月9日 生"), Some("昭和31年2月9日".len()));
    }
}
