//! Names of persons behind the ends of letters and before titles, in scripts other than Latin.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::east_asian_names::{
    HANGUL_GIVEN, begins_with_family, has_compound_family, is_japanese_family, japanese_given_name,
};
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::script_names::{
    begins_name, is_han, is_hangul_particle, is_kana, is_known, is_no_name, name_len,
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, line, run_before};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a title.
const NEAR: usize = 128;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Ends of letters.
        Pattern::regex(
            "(?:مع التحية|مع أطيب التحيات|مع خالص التحية|مع فائق الاحترام|בברכה|בכבוד רב|בתודה|धन्यवाद|सादर|भवदीय|此致|敬礼)[,،，。]?[ \t]*\r?\n[ \t\r\n]*",
            0.75,
            0.9,
        ),
        // Words of thanks and parting, which end letters and chats, on a line of their own.
        Pattern::within(
            "تحياتي|تحية طيبة|فائق الاحترام|والتقدير|شكرا|شكراً|مع حبي|مع الشكر|مع الود|محبتي|دمتم بخير|إلى اللقاء|المخلص|תודה|תודה רבה|נשיקות|חיבוקים|יום טוב|שבוע טוב|בידידות|באהבה|נתראה|להתראות|\
             با احترام|با تشکر|با سپاس|ارادتمند|قربانت|قربان شما|ممنون|سپاس|مخلص|با مهر|به امید دیدار|خداحافظ|शुभकामनाओं सहित|आपका|आपकी|प्यार सहित|सप्रेम|शुक्रिया|फिर मिलेंगे|आपका विश्वासी|\
             祝好|谢谢|謝謝|顺颂商祺|順頌商祺|敬上|敬礼|敬禮|回头见|祝商祺|祝安|多谢|再见|拜拜|敬具|以上|草々|よろしくお願いいたします|よろしくお願いします|宜しくお願い致します|ありがとうございます|ありがとう|またね|かしこ|それでは|\
             감사합니다|고맙습니다|안녕히 계세요|고마워|또 봐요|수고하세요|그럼 이만",
            0.7,
            0.85,
        ),
        // Titles behind names.
        Pattern::within("先生|女士|小姐|様|(?: 고객|고객)?님| 씨| 드림| 올림", 0.7, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        // 此致 and 敬礼 are the two halves of one end.
        0 => uncased_at(text, end).filter(|place| {
            let rest = text.get(place.end..).unwrap_or_default();
            let ends = rest.trim_start_matches([' ', '\r']).is_empty()
                || rest.trim_start_matches(' ').starts_with(['\n', '\r']);
            ends && !text[place.clone()].starts_with('敬')
        })?,
        1 => signer(text, start, end)?,
        _ => before_title(text, start, candidate.matched())?,
    };
    candidate.part(place)
}

/// The name that fills the line behind that of the parting word at `start..end`, and ends the text or its paragraph.
fn signer(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Most words of a name, and most letters of one.
    const WORDS: usize = 3;
    const LETTERS: usize = 12;
    let (head, tail) = (line::before(text, start, NEAR), line::behind(text, end, NEAR));
    let is_sign = |c: char| matches!(c, ' ' | '\t' | '\r' | ',' | '،' | '，' | '.' | '。' | '!' | '！' | '~' | '♪');
    // Words of politeness may stand before them: `وتقبلوا فائق الاحترام`.
    let is_alone = tail.trim_matches(is_sign).is_empty() && head.trim().split(' ').count() <= WORDS;
    let from = end + tail.len();
    let gap = text[from..].bytes().take(4).take_while(|b| matches!(b, b'\n' | b'\r' | b' ')).count();
    let at = from + gap;
    let name = line::whole_behind(text, at, NEAR)?.trim_end_matches([' ', '\r', '.', '。']);
    let rest = text[at + name.len()..].trim_start_matches([' ', '\r', '.', '。']);
    let is_last = rest.trim().is_empty() || rest.starts_with("\n\n") || rest.starts_with("\n\r\n");
    let stands = |c: char| {
        c.is_alphabetic() || is_word(c) && !c.is_numeric() || matches!(c, ' ' | '\u{3000}' | '\u{200C}' | '-' | '.')
    };
    if !is_alone || gap == 0 || !is_last || name.is_empty() || !begins_name(name) || !name.chars().all(stands) {
        return None;
    }
    let words = || name.split([' ', '\u{3000}']);
    let is_short = words().count() <= WORDS && words().all(|word| word.chars().count() <= LETTERS);
    // Without blanks between words a short line may be anything.
    let is_east_asian = name.starts_with(|c: char| is_han(c) || is_kana(c) || ('가'..='힣').contains(&c));
    let is_name = || match is_east_asian {
        true => {
            is_known(name)
                || is_japanese_family(name)
                || japanese_given_name(name)
                || (2..=4).contains(&name.chars().count())
                    && (begins_with_family(name) || name.starts_with(['小', '阿']) || has_compound_family(name))
        }
        false => !is_no_name(name),
    };
    (is_short && is_name()).then(|| at..at + name.len())
}

/// The name of two words or more with capitals at `at`.
pub(super) fn cased_at(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let near = rest.get(..rest.floor_char_boundary(NEAR))?;
    let near = near.split([',', ';', '\n', '(', ':', '"', '«', '»']).next()?;
    let ends = near.match_indices(' ').map(|(at, _)| at).take(4).chain([near.trim_end().len()]);
    let mut ends: Vec<_> = ends.collect();
    ends.reverse();
    let end = ends.into_iter().find(|end| near.get(..*end).and_then(name_words).is_some_and(|words| words > 1))?;
    let is_cased = near.starts_with(|c: char| c.is_uppercase() && !c.is_ascii());
    is_cased.then_some(at..at + end)
}

/// The name without capitals at `at`.
fn uncased_at(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let len = name_len(rest).filter(|_| begins_name(rest))?;
    (rest.get(..len)?.split(' ').count() <= 4).then_some(at..at + len)
}

/// The name that ends before the title `title` at `at`, of Chinese, Japanese or Korean.
fn before_title(text: &str, at: usize, title: &str) -> Option<Range<usize>> {
    /// Most characters of a name, without a blank.
    const LONGEST: usize = 5;
    let head = text.get(text.ceil_char_boundary(at.saturating_sub(NEAR))..at)?;
    let is_korean = title.ends_with(['님', '씨', '림']);
    let run = |head: &str| run_before(head, |c| if is_korean { ('가'..='힣').contains(&c) } else { is_han(c) }).len();
    // Korean parts `씨` from a name, and `님` often.
    let bare = if title.starts_with(' ') { head } else { head.trim_end_matches([' ', '\u{3000}']) };
    let is_parted = bare.len() < head.len();
    let mut start = bare.len() - run(bare);
    // A family name and a given name.
    if title == "様" && start > 0 && bare.get(..start)?.ends_with([' ', '\u{3000}']) {
        let family = bare.get(..start)?.trim_end_matches([' ', '\u{3000}']);
        // A department is none: `営業部 佐藤様`.
        let is_office = family.ends_with(['部', '課', '係', '店', '室', '局', '院', '社', '科']);
        start = if is_office { start } else { family.len() - run(family) };
    }
    let name = bare.get(start..)?;
    let own = [
        "尊敬的",
        "亲爱的",
        "敬爱的",
        "尊敬",
        "親愛的",
        "房東",
        "房东",
        "業主",
        "业主",
        "客户",
        "客戶",
        "司機",
        "司机",
        "鄰居",
        "邻居",
        "老闆",
        "老板",
    ]
    .iter()
    .find_map(|word| name.strip_prefix(word));
    let name = own.or_else(|| asked_of(name, title)).unwrap_or(name);
    let chars = name.chars().filter(|c| !c.is_whitespace()).count();
    let before = bare.get(..bare.len() - name.len())?;
    let begins_line = before.trim_end_matches([' ', '>', '\u{3000}']).ends_with('\n') || before.trim().is_empty();
    // In a form the name of the field stands before it: `ご契約者名　小林 美咲 様`.
    let begins = begins_line || before.ends_with(['\u{3000}', '：', '(', '（', '「']);
    let ends_line =
        text.get(at + title.len()..).is_none_or(|rest| rest.trim_start().is_empty() || rest.starts_with(['\n', '\r']));
    // The office before the name: `원장 선우정 드림`.
    const OFFICES: [&str; 8] = ["원장 ", "담임 ", "교사 ", "대표 ", "팀장 ", "점장 ", "간호사 ", "과장 "];
    let is_asked = asked_of(bare.get(start..)?, title).is_some();
    let stands = match title {
        _ if is_asked && own.is_none() => true,
        // Behind the firm and the department: `営業部 佐藤様`.
        "様" => {
            // Within a sentence: `大河内様にお伝えください`
            let is_known = || is_japanese_family(name) || chars > 2;
            let begins_clause =
                || before.ends_with(['。', '、', '！', '？', '，', ' ', 'は', 'が', 'を', 'と', 'も', 'で']);
            (begins || is_known() && begins_clause()) && chars > 1 && !is_no_guest(name)
        }
        _ if title.ends_with("림") && OFFICES.iter().any(|office| before.ends_with(office)) => {
            begins_with_family(name) && chars > 1
        }
        _ if title.ends_with("림") => ends_line && begins_with_family(name) && chars > 2,
        // `은정 씨가`, `여진구 씨에게`: within a sentence a whole name, or a given name.
        " 씨" => {
            let is_given = || chars == 2 && name.chars().all(|c| HANGUL_GIVEN.contains(c)) && !is_hangul_particle(name);
            (begins || before.ends_with(' ')) && (chars > 2 && begins_with_family(name) || is_given())
        }
        // `사람 님`: a word of two syllables may be any.
        _ if is_korean => begins && begins_with_family(name) && chars > 1 + usize::from(is_parted),
        // A letter to a physician of Japan: `八重樫先生 御侍史`.
        "先生"
            if begins
                && text[at + title.len()..].trim_start_matches([' ', '\u{3000}']).starts_with(['御', '侍', '机']) =>
        {
            chars > 1
        }
        _ => {
            (own.is_some() || begins || before.ends_with(|c: char| !c.is_alphanumeric()))
                && begins_with_family(name)
                && (!is_parted || chars > 1)
        }
    };
    let end = at - (head.len() - bare.len());
    (stands && chars <= LONGEST && !is_listed(name, OTHERS)).then_some(end - name.len()..end)
}

/// The whole Chinese name that ends `run`, behind a word of asking or telling: `麻烦转告李晓华女士`.
fn asked_of<'t>(run: &'t str, title: &str) -> Option<&'t str> {
    const BEFORE: &str = "告请請给給跟和找与與问問向对對为為由让讓见見叫系係替代是";
    let is_chinese = matches!(title, "先生" | "女士" | "小姐");
    let starts = run.char_indices().map(|(at, _)| at).filter(|at| *at > 0 && is_chinese);
    let names = starts.map(|at| run.split_at(at)).filter(|(_, name)| (2..=4).contains(&name.chars().count()));
    let mut names = names.filter(|(before, name)| before.ends_with(|c| BEFORE.contains(c)) && is_known(name));
    names.next().map(|(_, name)| name)
}

/// Reports whether `name` before `様` is what guests are, a count of them, or the beginning of another word: `仕様`, `同様`.
fn is_no_guest(name: &str) -> bool {
    const ENDS: &str = "仕同模多異有左殿各唐斜今神奥皆一者員社店客方族主校局院科先親婦人職生体名家王魔長師";
    const WORDS: &WordList = &WordList::new(
        "王子|弟子|天子|皇子|双子|新郎|旦那|若旦那|観音|地蔵|稲荷|明神|天神|如来|殿下|弊店|貴殿|御両|御社|弊社|社内|社外|御中|上司|部下|同僚|友達|貴店",
    );
    name.ends_with(|c| ENDS.contains(c)) || is_listed(name, WORDS)
}

/// Those who are addressed by what they are.
const OTHERS: &WordList = &WordList::new(
    "皆|各位|御一同|担当者|ご担当者|関係者|会員|利用者|保護者|患者|生徒|貴社|株主|各社|取引先|得意先|世帯主|고객|회원|선생|사장|교수|원장|대표|과장|부장|팀장|기사|손님|부모|어머|아버|\
     주인|형|누나|언니|오빠|하느|임금|전체고객|모든|여러분",
);
