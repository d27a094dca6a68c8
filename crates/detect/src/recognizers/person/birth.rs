//! Dates of birth: a date near a word for birth.

use std::borrow::Cow;

use super::birth_lookalikes::{is_bound, is_of_file, is_of_log};
use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::person::date_time::{
    Numbers, has_one_separator, is_date, is_short_date, is_written, month_names, months,
};
use crate::recognizers::support::neighbours::continues;
use crate::text::{identifier, line};
use crate::{Candidate, Finding, Form, Pattern, Rule};

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::HIPAA],
    aliases: &["DOB", "BIRTH_DATE", "BIRTHDATE", "BIRTHDAY"],
    validation: Validation::Structure,
    languages: &["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "ru", "ja", "zh", "ko"],
    ..LabelInfo::new(
        "DATE_OF_BIRTH",
        "A date on which a word near it says that somebody was born.",
        "born on 29 February 1984",
        Handling { surrogate: Surrogate::Date, ..Handling::COMMON },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[12][0-9]{3}[-/.][01]?[0-9][-/.][0-3]?[0-9]", 0.05, 0.995),
        Pattern::regex("[0-3]?[0-9][/.-][0-3]?[0-9][/.-](?:[12][0-9])?[0-9]{2}", 0.05, 0.995),
        Pattern::regex("[0-3]?[0-9] [0-3]?[0-9] (?:19|20)[0-9]{2}", 0.01, 0.9),
        Pattern::regex(
            concat!(
                "[0-3]?[0-9](?:st|nd|rd|th|\\.|er|º)?[ /-](?:of |de |di )?",
                month_names!(),
                "(?:[./-]|,? (?:de |del )?)[12][0-9]{3}"
            ),
            0.05,
            0.995,
        ),
        Pattern::regex(concat!(months!(), "\\.? [0-3]?[0-9](?:st|nd|rd|th)?,? [12][0-9]{3}"), 0.05, 0.995),
        Pattern::regex("[12][0-9]{3} ?(?:年|년) ?[01]?[0-9] ?(?:月|월) ?[0-3]?[0-9] ?(?:日|일)", 0.05, 0.995),
        Pattern::key(NAMES, 0.97),
    ]),
    context: CONTEXT,
    check,
}];

/// Names of dates of birth.
pub(super) const NAMES: &[Cow<'static, str>] = keys![
    "dob",
    "date of birth",
    "birth date",
    "birthdate",
    "birthday",
    "bday",
    "birth dt",
    "date birth",
    "geburtsdatum",
    "geburtstag",
    "geb datum",
    "geb dat",
    "gebdat",
    "foedt",
    "doğ tar",
    "d tarihi",
    "dat nar",
    "datum rodj",
    "dat rođ",
    "dat rodj",
    "fec nac",
    "fecha nac",
    "f nac",
    "date naiss",
    "dat naiss",
    "szül idő",
    "szül dátum",
    "datur",
    "date de naissance",
    "fecha de nacimiento",
    "fecha nacimiento",
    "data di nascita",
    "data nascita",
    "data de nascimento",
    "data nascimento",
    "geboortedatum",
    "födelsedatum",
    "fødselsdato",
    "fødselsdag",
    "syntymäaika",
    "fæðingardagur",
    "sünniaeg",
    "sünnikuupäev",
    "dzimšanas datums",
    "gimimo data",
    "data urodzenia",
    "data ur",
    "nasc",
    "synt",
    "datum narození",
    "dátum narodenia",
    "születési idő",
    "születési dátum",
    "datum rojstva",
    "datum rođenja",
    "датум рођења",
    "data nașterii",
    "дата на раждане",
    "ημερομηνία γέννησης",
    "ημ γέννησης",
    "data tat twelid",
    "dáta breithe",
    "doğum tarihi",
    "дата рождения",
    "дата народження",
    "תאריך לידה",
    "تاريخ الميلاد",
    "تاریخ تولد",
    "تاریخ پیدائش",
    "जन्म तिथि",
    "जन्मतिथि",
    "जन्म दिनांक",
    "জন্ম তারিখ",
    "பிறந்த தேதி",
    "tanggal lahir",
    "tgl lahir",
    "ne le",
    "née le",
    "nee le",
    "seinengappi",
    "tgl lahir",
    "tarikh lahir",
    "ngày sinh",
    "วันเกิด",
    "วันเดือนปีเกิด",
    "วัน เดือน ปีเกิด",
    "出生日期",
    "出生年月日",
    "出生年月",
    "生日",
    "生年月日",
    "誕生日",
    "생년월일",
    "tarehe ya kuzaliwa",
    "petsa ng kapanganakan",
    "জন্মতারিখ",
    "জন্ম তাং",
    "जन्म तारीख",
    "जन्मतारीख",
    "जन्म मिति",
    "जन्ममिति",
    "జన్మ తేదీ",
    "పుట్టిన తేదీ",
    "ಜನ್ಮ ದಿನಾಂಕ",
    "ಹುಟ್ಟಿದ ದಿನಾಂಕ",
    "ജനനത്തീയതി",
    "ജനന തീയതി",
    "જન્મ તારીખ",
    "જન્મતારીખ",
    "ਜਨਮ ਮਿਤੀ",
    "ਜਨਮ ਤਾਰੀਖ",
    "ଜନ୍ମ ତାରିଖ",
    "උපන් දිනය",
    "ජන්ම දිනය",
    "დაბადების თარიღი",
    "დაბ. თარიღი",
    "ծննդյան ամսաթիվ",
    "ծննդյան օր",
    "ծննդյան տարեթիվ",
    "туған күні",
    "туған жылы",
    "туулган күнү",
    "датум на раѓање",
    "дата нараджэння",
    "төрсөн огноо",
    "төрсөн өдөр",
    "санаи таваллуд",
    "doğum tarixi",
    "datëlindja",
    "data e lindjes",
    "ວັນເດືອນປີເກີດ",
    "ວັນເກີດ",
    "ថ្ងៃខែឆ្នាំកំណើត",
    "ថ្ងៃកំណើត",
    "မွေးသက္ကရာဇ်",
    "မွေးနေ့",
    "የትውልድ ቀን",
    "data de naixement",
    "بەرواری لەدایکبوون",
    "geboortedag",
    "tugʻilgan sana",
    "birth day",
    "born",
    "born on",
    "geboren am",
    "né le",
    "née le",
    "nato il",
    "nata il",
    "birthdt",
    "geboren",
    "né",
    "née",
    "nato",
    "nata",
    "nacido",
    "nacida",
    "nascido",
    "nascida",
    "urodzony",
    "urodzona",
    "narozen",
    "narozena",
    "narodený",
    "narodená",
    "született",
    "rođen",
    "rođena",
    "rojen",
    "rojena",
    "född",
    "født",
    "syntynyt",
    "anniversaire",
    "cumpleaños",
    "compleanno",
    "aniversário",
    "verjaardag",
    "urodziny",
    "födelsedag",
    "syntymäpäivä",
    "doğum günü",
];

/// Words for births.
const CONTEXT: Cow<'static, [Cow<'static, str>]> = words![
    "ddn",
    "gebdat",
    "foedt",
    "dat rodj",
    "seinengappi",
    "geb.-dat",
    "geb-dat",
    "geb.dat",
    "f. nac",
    "data nasc",
    "born",
    "dob",
    "d.o.b",
    "date of birth",
    "birth date",
    "birthdate",
    "birthday",
    "b-day",
    "bday",
    "birth",
    "geboren",
    "geb",
    "geburtsdatum",
    "geburtstag",
    "naissance",
    "né",
    "née",
    "né le",
    "née le",
    "nacimiento",
    "nacido",
    "nacida",
    "nació",
    "cumpleaños",
    "nascita",
    "nato",
    "nata",
    "compleanno",
    "nascimento",
    "nascido",
    "nascida",
    "nasceu",
    "geboortedatum",
    "geboren op",
    "urodzenia",
    "urodzony",
    "urodzona",
    "födelsedatum",
    "född",
    "fødselsdato",
    "født",
    "syntymäaika",
    "рождения",
    "родился",
    "родилась",
    "生年月日",
    "生まれ",
    "出生",
    "생년월일",
    "생일",
    "生日",
    "誕生日",
    "출생",
    "doğum",
    "nací",
    "nasci",
    "urodziłem",
    "urodziłam",
    "urodził",
    "urodziła",
    "narodil",
    "narodila",
    "narozen",
    "narozena",
    "narodený",
    "narodená",
    "născut",
    "născută",
    "született",
    "születtem",
    "rođen",
    "rođena",
    "rojen",
    "rojena",
    "народився",
    "народилася",
    "роден",
    "родена",
    "рођен",
    "рођена",
    "γεννήθηκα",
    "γεννήθηκε",
    "נולדתי",
    "נולד",
    "נולדה",
    "ولدت",
    "مواليد",
    "lahir",
    "sinh ngày",
    "gimęs",
    "gimusi",
    "dzimis",
    "dzimusi",
    "sündinud",
    "syntynyt",
    "fæddur",
    "fædd",
    "fødd",
    "syntyi",
    "doğdu",
    "doğdum",
    "doğmuş",
    "doğmuştur",
    "gimė",
    "sündis",
    "जन्म",
    "जन्मतिथि",
    "जन्मतारीख",
    "जन्ममिति",
    "जन्म तिथि",
    "जन्म तारीख",
    "জন্ম",
    "জন্মতারিখ",
    "பிறந்த",
    "பிறந்த தேதி",
    "పుట్టిన",
    "పుట్టిన తేదీ",
    "జన్మ",
    "ಜನ್ಮ",
    "ಹುಟ್ಟಿದ",
    "ജനനത്തീയതി",
    "ജനന",
    "જન્મ",
    "જન્મતારીખ",
    "ਜਨਮ",
    "ଜନ୍ମ",
    "උපන්",
    "ජන්ම දිනය",
    "დაბადების",
    "დაბადებული",
    "დაიბადა",
    "ծննդյան",
    "ծնված",
    "ծնվել",
    "туған күні",
    "туған",
    "туылған",
    "туулган",
    "төрсөн",
    "нарадзіўся",
    "нараджэння",
    "раѓање",
    "doğum tarixi",
    "datëlindja",
    "lindur",
    "ເກີດ",
    "កំណើត",
    "မွေး",
    "မွေးနေ့",
    "የትውልድ",
    "تولد",
    "متولد",
    "پیدائش",
    "الميلاد",
    "วันเกิด",
    "เกิด",
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, matched) = (candidate.field.text, candidate.matched());
    if candidate.pattern == 6 {
        return is_whole_date(candidate).then(|| candidate.whole())?;
    }
    if continues(text, &candidate.range) {
        return None;
    }
    let numbers = Numbers::of(matched);
    let (date, year) = match candidate.pattern {
        0 => (is_date(numbers.at(0), numbers.at(1), numbers.at(2)) && has_one_separator(matched), numbers.at(0)),
        1 => (is_short_date(&numbers, matched.contains('.')) && has_one_separator(matched), numbers.at(2)),
        2 => (is_short_date(&numbers, false), numbers.at(2)),
        3 | 4 => (is_written(matched, numbers.at(0), Some(numbers.at(1))), numbers.at(1)),
        _ => (is_date(numbers.at(0), numbers.at(1), numbers.at(2)), numbers.at(0)),
    };
    let start = candidate.range.start;
    if is_of_another_name(text, start)
        || is_second(text, start)
        || is_bound(text, start)
        || is_of_file(text, start)
        || is_of_log(text, &candidate.range)
    {
        return None;
    }
    // Two digits are a year of this century or the last.
    candidate.whole().filter(|_| date && matches!(year, 0..=99 | 1850..=2099))
}

/// Reports whether a name that says nothing of a birth stands right before the date at `at`, with its sign:
/// `due_date: 2024-04-10` below a line about a birthday.
fn is_of_another_name(text: &str, at: usize) -> bool {
    /// Longest name that is looked at, in bytes, and most signs behind it.
    const LONGEST: usize = 48;
    const MOST: usize = 6;
    const DATES: &[&str] =
        &["date", "datum", "data", "fecha", "dato", "дата", "day", "value", "text", "am", "le", "on"];
    let line = line::before(text, at, LONGEST + MOST);
    let signs = line.bytes().rev().take(MOST).take_while(|b| b" \t\"'\\:=>*".contains(b)).count();
    let (name, signs) = line.split_at(line.len() - signs);
    if !signs.contains([':', '=']) {
        return false;
    }
    let name = name.rsplit(['"', '\'', ',', ';', ':', '=', '|', '{', '<', '>', '\t']).next().unwrap_or_default();
    let name = name.trim().rsplit("  ").next().unwrap_or_default();
    let is_latin = name.chars().all(|c| c.is_ascii() || c.is_lowercase() || c.is_uppercase());
    let words = || identifier::words(name).filter(|word| word.chars().any(char::is_alphabetic));
    let is_of_birth = |word: &str| {
        let word = word.to_lowercase();
        let is_part = |part: &str| part == word && part.len() > 3 && !DATES.contains(&part);
        CONTEXT.iter().any(|known| *known == word || known.split(' ').any(is_part))
    };
    let is_neutral = words().count() == 1 && words().all(|word| DATES.contains(&word.to_lowercase().as_str()));
    is_latin && name.contains(char::is_alphabetic) && !is_neutral && !words().any(is_of_birth)
}

/// Reports whether another date of the sentence stands between the word for birth and the date at `at`, which another word
/// introduces: `born 11 March 1984, employed since 1 April 2019`.
fn is_second(text: &str, at: usize) -> bool {
    /// Farthest date before, in bytes, and shortest word that introduces one.
    const FAR: usize = 64;
    const SHORTEST: usize = 4;
    let head = line::before(text, at, FAR);
    let Some(year) = head.rfind(|c: char| c.is_ascii_digit()).filter(|_| is_year_at_end(head)) else { return false };
    let between = head.get(year + 1..).unwrap_or_default();
    let words = || between.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_told = words().any(|word| CONTEXT.iter().any(|known| *known == word.to_lowercase()));
    // Of a span of time: `geboren am 3.9.2026, vom 1.1.2027 bis 31.12.2027`.
    const SPANS: [&str; 23] = [
        "von", "vom", "bis", "ab", "zum", "to", "du", "au", "dal", "al", "del", "van", "tot", "od", "do", "til", "fra",
        "la", "från", "till", "das", "às", "a",
    ];
    let is_introduced = words()
        .any(|word| word.chars().count() >= SHORTEST && word.starts_with(char::is_lowercase) || SPANS.contains(&word));
    is_introduced && !is_told
}

/// Reports whether the last number of `text` is a year of four digits.
fn is_year_at_end(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let digits = text.bytes().rev().take(5).take_while(u8::is_ascii_digit).count();
    let year = &text[text.len() - digits..];
    digits == 4 && (year.starts_with("19") || year.starts_with("20"))
}

/// Reports whether a field of that name holds something like a date, in forms that nothing else knows: `19840229`,
/// `Feb 29 '84`.
fn is_whole_date(candidate: &Candidate<'_>) -> bool {
    let matched = candidate.matched();
    let digits = matched.bytes().filter(u8::is_ascii_digit).count();
    let letters = matched.chars().filter(|c| c.is_alphabetic()).count();
    candidate.form == Form::Field && (4..=8).contains(&digits) && letters <= 12 && matched.len() <= 32
}
