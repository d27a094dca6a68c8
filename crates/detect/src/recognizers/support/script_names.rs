//! Names of persons in scripts other than Latin: their bounds, and what tells them from other words where the words before
//! them do not.
//!
//! Chinese, Japanese, Korean, Arabic, Hebrew, Thai and the scripts of India have no capitals, so the length of a name and
//! the signs around it are all that its form tells. Lists of frequent names decide where that is not enough.

use crate::letter_case::is_same;
use crate::recognizers::support::east_asian_names::{is_chinese, is_han_family, is_japanese, is_korean};
use crate::recognizers::support::script_given_names::is_given_name;
use crate::recognizers::support::word_list::{WordList, is_any_listed, is_listed};
use crate::text::{is_word, window};

/// Longest stretch that is looked at, in bytes.
const NEAR: usize = 160;
/// Most words of a name, and most characters of one.
const MAX_WORDS: usize = 5;
const MAX_WORD: usize = 20;

/// The ways of scripts with the length of names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Chinese and Japanese: no blanks within names, or one.
    Cjk,
    /// Korean: two to four syllables.
    Hangul,
    /// Words apart by blanks, without capitals; the number of the script's block.
    Words(u32),
}

/// The script of `c`, if it is a letter or a mark of a script without capitals.
fn script(c: char) -> Option<Script> {
    let code = u32::from(c);
    let script = match code {
        0x3005..=0x3007 | 0x3041..=0x30FA | 0x30FC..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF => Script::Cjk,
        0xF900..=0xFAFF | 0xFF66..=0xFF9F | 0x20000..=0x3FFFF => Script::Cjk,
        0xAC00..=0xD7A3 => Script::Hangul,
        0x0600..=0x077F | 0x08A0..=0x08FF | 0xFB50..=0xFDFF | 0xFE70..=0xFEFF => Script::Words(0x0600),
        0x0590..=0x05FF | 0xFB1D..=0xFB4F => Script::Words(0x0590),
        0x0900..=0x0DFF | 0x0E00..=0x0EFF | 0x1780..=0x17FF => Script::Words(code & !0x7F),
        0x1000..=0x109F => Script::Words(0x1000),
        0x10A0..=0x10FF => Script::Words(0x10A0),
        0x1200..=0x139F => Script::Words(0x1200),
        _ => return None,
    };
    (is_word(c) && !c.is_numeric() || script == Script::Cjk).then_some(script)
}

/// Reports whether `c` is a Chinese character, or the mark that repeats one.
pub(crate) fn is_han(c: char) -> bool {
    matches!(u32::from(c), 0x3005 | 0x3400..=0x9FFF | 0x20000..=0x3FFFF)
}

/// Reports whether `c` is a syllable of Japanese, in full or half width.
pub(crate) fn is_kana(c: char) -> bool {
    matches!(u32::from(c), 0x3041..=0x30FF | 0xFF66..=0xFF9F)
}

/// Reports whether `c` is a letter or a mark of Thai.
pub(crate) fn is_thai(c: char) -> bool {
    matches!(u32::from(c), 0xE00..=0xE7F)
}

/// Reports whether a name in a script without capitals may begin `text`.
pub(crate) fn begins_name(text: &str) -> bool {
    text.chars().next().is_some_and(|c| script(c).is_some())
}

/// The length of the name in a script without capitals that begins `text`; `None` if a sentence or something else stands
/// there.
pub(crate) fn name_len(text: &str) -> Option<usize> {
    let near = window::behind(text, 0, NEAR);
    let own = script(near.chars().next()?)?;
    let (mut ends, dots) = word_ends(near, own);
    if ends.last().is_some_and(|end| is_key(text, *end)) {
        ends.pop();
        let starts = |end: &usize| near.get(..*end).and_then(|head| head.rsplit(' ').next());
        while ends.last().and_then(starts).is_some_and(|word| is_listed(word, KEY_WORDS)) {
            ends.pop();
        }
    } else if ends.last().is_some_and(|end| !is_end(text, *end)) {
        return None;
    }
    // The name ends before a word for where somebody lives, or whose child somebody is.
    if let Some(count) =
        ends.windows(2).position(|pair| near.get(pair[0] + 1..pair[1]).is_some_and(|word| is_listed(word, BREAKS)))
    {
        ends.truncate(count + 1);
    }
    let chars = |end: usize| near.get(..end).map_or(0, |name| name.chars().filter(|c| script(*c).is_some()).count());
    let (first, all) = (*ends.first()?, *ends.last()?);
    let is_first = ends.len() > 1 && near.get(..first).is_some_and(is_known);
    let len = match own {
        Script::Cjk | Script::Hangul if is_first && dots == 0 => first,
        Script::Cjk if dots > 0 => Some(all).filter(|all| chars(*all) <= MAX_WORD)?,
        Script::Cjk => {
            let is_kana =
                near.get(..all)?.chars().all(|c| u32::from(c) < 0x3400 || matches!(c, '\u{FF66}'..='\u{FF9F}'));
            let most = if is_kana { 12 } else { 6 };
            // A reader of images parts the characters: `沈 桂 兰`.
            let is_parted =
                chars(all) == ends.len() && (2..=4).contains(&ends.len()) && near.starts_with(is_han_family);
            match ends.len() {
                _ if is_parted => all,
                // Names of other countries have several words: `グエン ティ ラン`.
                3 | 4 if is_kana && chars(all) <= 16 => all,
                1 | 2 if chars(all) <= most => all,
                2.. if (2..=4).contains(&chars(first)) => first,
                _ => return None,
            }
        }
        Script::Hangul => match ends.len() {
            1 if chars(all) <= 5 => all,
            2 if chars(all) <= 6 => all,
            _ => return None,
        },
        Script::Words(_) => {
            let words = near.get(..all)?.split(' ').map(|word| word.chars().filter(|c| script(*c).is_some()).count());
            if ends.len() > MAX_WORDS || words.clone().any(|len| len > MAX_WORD) {
                return None;
            }
            all
        }
    };
    Some(len).filter(|len| *len > 0 && !is_no_name(near.get(..*len).unwrap_or_default()))
}

/// The ends of the words of script `own` that begin `text`, apart by single blanks or dots, and the number of dots.
fn word_ends(text: &str, own: Script) -> (Vec<usize>, usize) {
    let joins = |c: char| matches!(c, '-' | '\'' | '’' | '״' | '׳' | '־' | '\u{200C}' | '\u{200D}');
    let is_dot = |c: char| matches!(c, '·' | '・' | '•' | '‧' | '･');
    let (mut ends, mut dots, mut at) = (Vec::new(), 0, 0);
    loop {
        let word = text[at..].chars().take_while(|c| script(*c) == Some(own) || joins(*c));
        let len: usize = word.map(char::len_utf8).sum();
        if len == 0 {
            break;
        }
        at += len;
        // `ப. அந்தோணிசாமி`: an initial, or two.
        let is_initial = matches!(own, Script::Words(0x0900..=0x0DFF))
            && ends.len() < 2
            && text[at..].starts_with(". ")
            && text[at - len..at].chars().filter(|c| c.is_alphabetic()).count() == 1;
        at += usize::from(is_initial);
        ends.push(at);
        let gap = text[at..].chars().next().filter(|c| is_dot(*c) || matches!(c, ' ' | '\u{3000}'));
        let Some(gap) = gap else { break };
        dots += usize::from(is_dot(gap));
        at += gap.len_utf8();
    }
    (ends, dots)
}

/// Reports whether the word that ends at `end` is the name of the next field: a colon follows.
fn is_key(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default().trim_start_matches(' ');
    rest.starts_with([':', '：', '='])
}

/// Reports whether a value may end at `end`: nothing follows that belongs to a word.
fn is_end(text: &str, end: usize) -> bool {
    let next = text.get(end..).and_then(|rest| rest.chars().next());
    next.is_none_or(|c| !is_word(c) && !matches!(c, '@' | '_' | '%' | '+' | '*'))
}

/// Reports whether `name` is what forms hold in place of a name, or the name of a thing.
pub(crate) fn is_no_name(name: &str) -> bool {
    name.split([' ', '\u{3000}']).any(|word| {
        is_listed(word, OTHERS) || is_listed(word, TALK) || POLITE.iter().any(|ending| word.ends_with(ending))
    }) || THINGS.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

/// Reports whether `name`, which has the form of one, is made of what many names are made of.
pub(crate) fn is_known(name: &str) -> bool {
    let Some(own) = name.chars().next().and_then(script) else { return is_known_cased(name) };
    match own {
        Script::Cjk => is_chinese(name) || is_japanese(name),
        Script::Hangul => is_korean(name),
        Script::Words(_) => {
            let first = name.split(' ').next().unwrap_or_default();
            name.contains(' ') && is_first_name(first)
        }
    }
}

/// Reports whether `name` is a whole name of East Asia, of three characters at least, which stands for a person wherever it is written.
pub(crate) fn is_whole(name: &str) -> bool {
    const FEWEST: usize = 3;
    let is_east_asian = |c: char| matches!(script(c), Some(Script::Cjk | Script::Hangul));
    name.chars().nth(FEWEST - 1).is_some() && name.chars().all(is_east_asian) && is_known(name)
}

/// Particles of Korean, which are joined to names.
const HANGUL_PARTICLES: &WordList = &WordList::new(
    "은|는|이|가|을|를|의|에게|한테|님|씨|과|와|랑|이랑|도|로|께|께서|입니다|이에요|예요|이고|이며|이라고|라고|입니다만|님이|님은|님의|님께|님께서|\
     님을|씨가|씨는|씨의|씨를|씨에게|씨한테|이가|이는|이를|이한테|에게서|한테서|까지|부터|처럼|보다|하고|인데|였습니다|이었습니다",
);

/// Reports whether `word` is a particle of Korean.
pub(crate) fn is_hangul_particle(word: &str) -> bool {
    is_listed(word, HANGUL_PARTICLES)
}

/// Reports whether a Korean word of `text` has nothing but a particle behind `at`.
pub(crate) fn ends_before_particle(text: &str, at: usize) -> bool {
    /// Longest particle, in bytes.
    const LONGEST: usize = 24;
    let is_hangul = |c: char| script(c) == Some(Script::Hangul);
    if !text[..at].chars().next_back().is_some_and(is_hangul) {
        return false;
    }
    let rest = window::behind(text, at, LONGEST);
    is_hangul_particle(&rest[..rest.find(|c: char| !is_hangul(c)).unwrap_or(rest.len())])
}

/// Reports whether `word` is a frequent first name in a script of words without capitals.
pub(crate) fn is_first_name(word: &str) -> bool {
    const LISTS: [&WordList; 4] = [FIRST_NAMES, MORE_FIRST_NAMES, FURTHER_FIRST_NAMES, LAST_FIRST_NAMES];
    // Cases of Georgian: `ვახტანგს`, `ნინოსთან`.
    const CASES: [&str; 6] = ["სთან", "თან", "მა", "ის", "ს", "ი"];
    let is_name = |word: &str| is_any_listed(word, &LISTS) || is_given_name(word);
    let is_georgian = word.starts_with(|c| ('ა'..='ჰ').contains(&c));
    is_name(word) || is_georgian && CASES.iter().filter_map(|case| word.strip_suffix(case)).any(is_name)
}

/// Reports whether a word of `name`, which is in Cyrillic or Greek, is a frequent first name or a father's name.
fn is_known_cased(name: &str) -> bool {
    const FATHERS: [&str; 6] = ["ович", "евич", "овна", "евна", "івна", "ївна"];
    let is_father = |word: &str| FATHERS.iter().any(|end| word.len() > end.len() + 2 && word.ends_with(end));
    let is_first = |word: &str| CASED_NAMES.split('|').any(|known| is_same(word, known));
    !name.starts_with(|c: char| c < '\u{370}') && name.split(' ').any(|word| is_father(word) || is_first(word))
}

/// First words of names of fields that have two words.
const KEY_WORDS: &WordList = &WordList::new("اسم|تاريخ|رقم|نام|شماره|שם|מספר|תאריך|जन्म|फ़ोन|दूरभाष|생년|휴대폰|전화");

/// Words behind names that tell more of the person.
const BREAKS: &WordList = &WordList::new(
    "ساکن|ساكن|همراه|تلفن|متولد|فرزند|شغل|نشانی|زوجہ|زوجة|ولد|عمره|عمرها|ساکنہ|ہمراہ|निवासी|उम्र|पुत्र|पुत्री|पत्नी|বয়স|পিতা|ঠিকানা|வயது|முகவரி|גיל|מרחוב|טלפון|ስልክ|ዕድሜ|อายุ|โทร",
);

/// Words that stand in the place of a name and are none.
const OTHERS: &WordList = &WordList::new(
    "未知|未填|未填写|未提供|不详|匿名|匿名用户|暂无|没有|必填|选填|可选|管理员|系统|系统管理员|用户|普通用户|测试|测试用户|\
     默认|示例|样例|字符串|文本|数字|姓名|名称|名字|标题|类型|客服|游客|访客|同上|如下|请输入|请填写|未設定|匿名希望|不明|なし|無し|必須|\
     任意|管理者|利用者|ユーザー|テスト|未入力|氏名|名前|全員|各位|同上です|없음|필수|선택|선택사항|익명|관리자|사용자|회원|고객|테스트|미정|미상|비공개|\
     이름|성명|문자열|텍스트|필수입력|입력|غير|مجهول|مطلوب|اختياري|إلزامي|مستخدم|المستخدم|مدير|المدير|لا|يوجد|نص|الاسم|\
     ידוע|חובה|אופציונלי|משתמש|מנהל|אנונימי|אין|טקסט|अज्ञात|आवश्यक|वैकल्पिक|उपयोगकर्ता|नहीं|लागू|ไม่ระบุ|ไม่มี|จำเป็น|ผู้ใช้|ผู้ดูแลระบบ|นิรนาม",
);

/// Words of what is said behind the name of a speaker: `לקוח: היי`.
const TALK: &WordList = &WordList::new(
    "היי|הי|שלום|כן|לא|תודה|בסדר|אוקיי|אני|אתה|אנחנו|זה|זאת|של|שלי|שלך|שלנו|שלו|שלה|כבר|עוד|רק|גם|אבל|או|אם|מה|איך|למה|מתי|איפה|יש|הוא|היא|צריך|צריכה|\
     רוצה|אפשר|בבקשה|مرحبا|مرحباً|السلام|أهلا|أهلاً|اهلا|هلا|هلو|نعم|شكرا|شكراً|أنا|انا|هل|ما|هذا|هذه|كيف|متى|أين|لم|لن|أريد|ممكن|عندي|طيب|تمام|يا|سلام|بله|ممنون|\
     من|این|چی|چطور|چرا|هست|नमस्ते|हाँ|हां|जी|मेरा|मुझे|क्या|안녕하세요|안녕하십니까|네|예|아니요|감사합니다|제가|저는|您好|你好|好的|谢谢|謝謝|是的|没有|请问|我要|我想|はい|いいえ|\
     もしもし|お願いします|ありがとう|สวัสดี",
);

/// Ends of what is said politely in Thai.
const POLITE: [&str; 8] = ["ค่ะ", "ครับ", "คะ", "คับ", "ไหม", "มั้ย", "จ้า", "นะ"];

/// Endings of the names of firms, places and things.
const THINGS: &[&str] = &[
    "公司",
    "集团",
    "集團",
    "有限",
    "大学",
    "大學",
    "学院",
    "學院",
    "医院",
    "醫院",
    "银行",
    "銀行",
    "学校",
    "學校",
    "中心",
    "部门",
    "部門",
    "省",
    "市",
    "县",
    "縣",
    "区",
    "區",
    "镇",
    "路",
    "店",
    "版",
    "表",
    "系统",
    "系統",
    "平台",
    "项目",
    "專案",
    "产品",
    "產品",
    "服务",
    "服務",
    "文件",
    "管理",
    "会社",
    "病院",
    "センター",
    "サービス",
    "システム",
    "회사",
    "은행",
    "병원",
    "대학교",
    "센터",
    "서비스",
    "시스템",
    "프로젝트",
    "목록",
    "그룹",
    "관리",
    "보고서",
    "세요",
    "니다",
    "시오",
];

/// Frequent first names in scripts without capitals.
const FIRST_NAMES: &WordList = &WordList::new(
    "محمد|أحمد|احمد|علي|على|حسن|حسين|عمر|عثمان|خالد|يوسف|إبراهيم|ابراهيم|مصطفى|محمود|عبدالله|عبد|عبدالرحمن|عبدالعزيز|سعيد|سعد|سلمان|سليمان|فهد|\
     فيصل|ناصر|ماجد|طارق|كريم|ياسر|وليد|هشام|رامي|سامي|زياد|بلال|حمزة|أنس|عادل|جمال|كمال|سمير|نبيل|رضا|مهدی|رضا|حسین|علی|امیر|فاطمة|فاطمه|عائشة|خديجة|\
     مريم|زينب|سارة|ليلى|نور|هدى|أمل|منى|سلمى|رنا|دينا|هبة|ريم|ندى|سعاد|نادية|سميرة|لينا|ياسمين|إيمان|أسماء|آمنة|شيماء|رانيا|نورة|زهرا|مریم|\
     יוסף|דוד|משה|אברהם|יצחק|יעקב|דניאל|אורי|איתי|נועם|יונתן|עומר|אלון|רון|גיל|עידו|אבי|אלי|שמעון|חיים|מיכאל|יהודה|אריאל|תומר|אייל|עמית|שרה|רחל|רבקה|לאה|\
     מרים|יעל|נועה|תמר|מיכל|שירה|מאיה|טליה|אביגיל|רות|אסתר|חנה|דנה|ענת|הילה|ליאת|רונית|אורית|דינה|אילנה|\
     राम|राहुल|अमित|राज|राजेश|सुरेश|रमेश|महेश|विजय|अजय|संजय|अनिल|सुनील|विकास|रोहित|रोहन|अर्जुन|आदित्य|विवेक|मनोज|दीपक|संदीप|अशोक|मोहन|किशन|गोपाल|हरि|मुकेश|नरेंद्र|\
     प्रिया|पूजा|नेहा|अंजलि|सुनीता|अनीता|सीता|गीता|रीता|कविता|सरिता|मीना|रेखा|शीला|आशा|उषा|लक्ष्मी|सरस्वती|पार्वती|दीपा|दिव्या|स्नेहा|श्वेता|ज्योति|किरण|निशा|मीरा|\
     สมชาย|สมศักดิ์|สมหญิง|สมพร|สมบัติ|สุชาติ|สุรชัย|วิชัย|ประเสริฐ|ประยุทธ์|อนุชา|ธนพล|ณัฐพล|กิตติ|ชัยวัฒน์|นพดล|พงษ์ศักดิ์|วีระ|อภิสิทธิ์|มานะ|สุนีย์|สมใจ|มาลี|วรรณา|สุดา|นิภา|อรทัย|ณัฐธิดา|กนกวรรณ|พรทิพย์|ศิริพร|รัตนา|จันทร์เพ็ญ|วิภา|มานี|ปิยะ|\
     สมศรี|สมปอง|สมหมาย|สมาน|บุญมี|ประสิทธิ์|วิเชียร|อำนวย|มานพ|ธีระ|สุภาพร|วันเพ็ญ|นงนุช|จิราพร|พิมพ์ชนก|ธนกร|กิตติพงษ์|ณัฐวุฒิ|พัชรี|สุพรรณี|\
     ชูชัย|ปรีชา|สุเทพ|ชาญชัย|อนันต์|วันชัย|พิชัย|สุวิทย์|อรุณ|นิตยา",
);

/// Frequent first names in more languages.
const MORE_FIRST_NAMES: &WordList = &WordList::new(
    "منصور|سلطان|حمد|جاسم|بدر|مشعل|تركي|سعود|نواف|عبدالكريم|عبدالمجيد|عبدالقادر|عبدالحميد|رشيد|سليم|أيوب|إسماعيل|إدريس|سعيدة|وفاء|رحاب|إسراء|آية|هند|سناء|عبير|غادة|مها|شهد|جنى|\
     محمدرضا|علیرضا|امیرحسین|سعید|مجید|حمید|وحید|مسعود|بهرام|فرهاد|فرزاد|کاوه|آرش|سینا|پویا|نیما|هادی|جواد|کریم|فرزانه|نیلوفر|نرگس|سارا|شیما|الهام|لیلا|مینا|پریسا|شیرین|ندا|سمیرا|\
     زهره|معصومه|طاهره|اعظم|ارسلان|طاہر|عمران|شاہد|ساجد|زاہد|نعیم|وسیم|اسلم|اکرم|اشرف|عائشہ|فاطمہ|خدیجہ|صائمہ|سعدیہ|نادیہ|رابعہ|ثناء|حنا|کاشف|عدنان|احسن|حمزہ|\
     שלמה|אהרון|ליאור|שי|אסף|גלעד|רועי|עדי|ענבל|שרון|קרן|אורלי|מאיר|בנימין|עידן|דורון|נדב|אליהו|הדר|נטע|לירון|סיגל|רינה|שולמית|\
     आकाश|अभिषेक|अनुराग|आशीष|अंकित|अनिता|चंदन|दिनेश|गणेश|इमरान|जितेंद्र|कमल|कमला|करण|कृष्णा|ललित|मनीष|मनीषा|मोहम्मद|नीलम|निखिल|पंकज|प्रकाश|प्रवीण|प्रदीप|रवि|सचिन|सागर|शंकर|शिव|\
     सुमन|सुधा|सुषमा|उमेश|वंदना|विनोद|विशाल|योगेश|संजीव|सपना|बिनोद|सरोज|रमिला|सविता|मंगेश|स्वाती|प्राजक्ता|ओंकार|तेजस|अक्षय|ऋषिकेश|सायली|शबाना|सलमा|\
     মোহাম্মদ|আব্দুল|আবদুল|রহিম|করিম|আলী|হাসান|রাকিব|সাকিব|তানভীর|ফারহানা|নুসরাত|ফাতেমা|আয়েশা|সুমাইয়া|শারমিন|তাসনিম|সুমন|অমিত|সৌরভ|শুভ|প্রিয়াঙ্কা|রিয়া|মিতা|সুস্মিতা|শেখ|সৈয়দ|\
     முருகன்|குமார்|ராஜா|ராமன்|லட்சுமி|சரவணன்|கார்த்திக்|செல்வம்|சுரேஷ்|ரமேஷ்|மகேஷ்|விஜய்|அருண்|பிரியா|கவிதா|மீனா|கமலா|சாந்தி|கண்ணன்|\
     రాజు|శ్రీనివాస్|రమేష్|సురేష్|వెంకటేష్|లక్ష్మి|సునీత|కవిత|రాధ|సీత|గీత|అనిల్|ప్రసాద్|పద్మ|స్వాతి|మహేష్|ರಮೇಶ್|ಸುರೇಶ್|ಮಂಜುನಾಥ್|ಲಕ್ಷ್ಮಿ|ಗಣೇಶ್|ರಾಜು|ಶಿವಕುಮಾರ್|ಸುಮಾ|ಕವಿತಾ|\
     ನಾಗರಾಜ್|ಪ್ರಕಾಶ್|ಸವಿತಾ|രാജേഷ്|സുരേഷ്|അനിൽ|ബിജു|സജി|ലക്ഷ്മി|അമ്മു|ശ്രീജ|ബിന്ദു|മുഹമ്മദ്|അബ്ദുൾ|ജോസഫ്|തോമസ്|മേരി|રમેશ|મહેશ|સુરેશ|જિગ્નેશ|હાર્દિક|કિરણ|હેતલ|પાયલ|ભાવના|અમિત|નીતા|ગીતા|\
     ਗੁਰਪ੍ਰੀਤ|ਹਰਪ੍ਰੀਤ|ਮਨਪ੍ਰੀਤ|ਜਸਪ੍ਰੀਤ|ਸੁਖਵਿੰਦਰ|ਬਲਵਿੰਦਰ|ਕੁਲਦੀਪ|ਅਮਨਦੀਪ|ਹਰਜੀਤ|නිමල්|කමල්|සුනිල්|චමින්ද|සමන්|රුවන්|නුවන්|කුමාර|අනුර|මහින්ද|සඳුනි|නිශා|දිලිනි|කුමාරි|තරිඳු|\
     გიორგი|დავით|ლევან|ნიკა|თამარ|ნინო|მარიამ|ანა|ეკა|ლაშა|ირაკლი|ლუკა|სანდრო|ნათია|მაკა|ხათუნა|თეა|ვახტანგ|მერაბ|ზაზა|თორნიკე|სალომე|ელენე|\
     አበበ|ከበደ|ተስፋዬ|ዳዊት|ሰላማዊት|ሄለን|ማርታ|ሳራ|ብርሃኑ|ታደሰ|ግርማ|መሐመድ|አልማዝ|ሃና|ዮሐንስ|ሙሉጌታ",
);

/// Still more of them.
const FURTHER_FIRST_NAMES: &WordList = &WordList::new(
    "نرمين|نسرين|هالة|هاله|ميرنا|شادي|شريف|هيثم|باسم|باسل|تامر|حازم|حاتم|وائل|مروان|ماهر|نزار|غسان|فراس|قصي|لؤي|مازن|معتز|يحيى|يونس|زكريا|عمار|عماد|عصام|علاء|أشرف|أيمن|إيهاب|\
     جورج|مينا|جرجس|بيشوي|رياض|صلاح|طلال|عبدالرزاق|عبدالفتاح|عبداللطيف|فادي|فايز|فؤاد|لطيفة|مروة|منال|ميساء|نجلاء|نهى|هيفاء|رشا|رولا|سهى|سوزان|عفاف|لمياء|لبنى|مديحة|نادين|نيفين|\
     نگار|مهسا|بهروز|رحیم|کبری|صغری|مهران|مهرداد|میلاد|محسن|مرتضی|ابراهیم|اسماعیل|اکبر|اصغر|آیدا|بهناز|پروین|پریا|پژمان|حامد|حسام|حمیدرضا|خسرو|داریوش|رامین|روزبه|ژاله|ساسان|سپیده|\
     سهراب|سهیل|سودابه|سیاوش|شهرام|شهلا|شهریار|صدیقه|عباس|غلامرضا|فرامرز|فریبا|فریدون|کامران|کامبیز|کورش|گلناز|مهناز|مهین|منوچهر|منیژه|ناهید|نازنین|هومن|قربانعلی|\
     رضیہ|زینب|عبدالستار|شازیہ|شمائلہ|فرزانہ|فوزیہ|ثمینہ|جاوید|ندیم|افضل|امجد|ارشد|آصف|عاصم|حنیف|سجاد|شکیل|شفیق|طارق|ظفر|غلام|\
     ליטל|סוהא|אירנה|ולדימיר|יואב|אורטל|אבישי|אופיר|אורן|איילת|אילן|אינה|אלכסנדר|אלכסיי|אנסטסיה|אסנת|אפרת|בוריס|גבריאל|דפנה|דליה|הדס|ויקטוריה|זהבה|חגית|טלי|יגאל|יובל|יוליה|יורם|יניב|\
     כרמית|לילך|לימור|מוטי|מורן|מוחמד|מחמוד|אחמד|מרינה|נורית|נטליה|נעמה|נעמי|סבטלנה|סרגיי|עינת|עמוס|עמנואל|צחי|קובי|רותם|שגיא|שושנה|שירלי|שלומי|שמואל|תמי|אולגה|אלנה|יבגני|מקסים|איגור|\
     पिंकी|मुन्ना|मुन्नालाल|सुशीला|छोटेलाल|रामखिलावन|आरिफ़|आरिफ|हरसहाय|रितु|रितेश|बबलू|गुड्डू|सोनू|राजू|पप्पू|बंटी|गोविंद|घनश्याम|जगदीश|धर्मेंद्र|नरेश|नितिन|नीरज|पुष्पा|प्रमोद|फातिमा|बृजेश|भूपेंद्र|मंजू|\
     महावीर|मोहित|यशोदा|रंजना|रामेश्वर|रुबीना|लोकेश|विमला|शंकरलाल|शकुंतला|शारदा|शिवानी|शैलेश|श्याम|संगीता|सत्यनारायण|सलीम|सुभाष|सुरेंद्र|हेमंत",
);

/// And those of more languages.
const LAST_FIRST_NAMES: &WordList = &WordList::new(
    "গোগোল|সৌম্য|ঋদ্ধিমান|জোছনা|বাবুল|রহিমা|রফিকুল|আরিফ|আনিসুর|ইমরান|জাহাঙ্গীর|তানিয়া|নাসরিন|নাজমা|পারভীন|ফাহিম|মাহমুদ|মাহবুব|মিজানুর|মোস্তফা|রাশেদ|রুমা|রুবেল|শফিকুল|শাহীন|সাইফুল|সাবিনা|সালমা|সেলিম|সোহেল|\
     অনিন্দ্য|অনির্বাণ|অভিজিৎ|অর্ণব|ইন্দ্রনীল|কৌশিক|তন্ময়|দেবাশিস|প্রসেনজিৎ|মৌসুমী|শর্মিষ্ঠা|সঞ্জয়|সুব্রত|স্বপন|শিউলি|\
     இனியன்|கயல்விழி|ஹரிணி|பாண்டி|பாண்டியன்|அந்தோணிசாமி|வள்ளியம்மாள்|தமிழ்ச்செல்வன்|முகமது|ரியாஸ்|ஷாஜகான்|கார்த்திகேயன்|அன்பரசன்|அமுதா|ஆனந்த்|இளங்கோ|இந்திரா|கணேசன்|கலைச்செல்வி|கோபால்|சங்கர்|சதீஷ்|சந்திரா|\
     சுப்பிரமணி|சுமதி|செந்தில்|தனலட்சுமி|தினேஷ்|திவ்யா|நந்தினி|பாலசுப்பிரமணியன்|பிரகாஷ்|பிரபு|மாரியப்பன்|மாலதி|மோகன்|ரவி|ரேவதி|லதா|வசந்தி|ஜானகி|அப்துல்|பாத்திமா|\
     ประยูร|ปิยะดา|บัวผัด|กัญญา|กาญจนา|เกศินี|จารุวรรณ|จิราภรณ์|ชลธิชา|ณัฐพงษ์|ทิพวรรณ|ธนวัฒน์|ธนากร|ธีรพงษ์|นภัสสร|ปภาวดี|พงศกร|พรชัย|ภัทรพล|มณีรัตน์|ยุพิน|ลัดดา|วราภรณ์|วาสนา|วีรพล|ศักดิ์ชัย|ศุภชัย|สราวุธ|สุกัญญา|สุดารัตน์|\
     สุภาวดี|สุรศักดิ์|อภิชาติ|อัญชลี|อุไร|\
     ቤቲ|ዮናስ|በቀለ|ገብረመድኅን|አስቴር|ሰለሞን|ሳሙኤል|ሚካኤል|ዳንኤል|ኤልሳ|ኃይሉ|ሀብታሙ|አለማየሁ|አስፋው|አየለ|እዮብ|ዘነበ|ደረጀ|ጌታቸው|ጥላሁን|ሰናይት|ራሄል|ቤተልሔም|አዜብ|ፍሬሕይወት|ማሕሌት|ሐና|መስፍን|አህመድ|ሙሐመድ|\
     ქეთევან|ქეთი|მაია|მანანა|ნანა|თინათინ|ლელა|სოფო|რუსუდან|ნოდარ|ზურაბ|გოჩა|მამუკა|შოთა|ზვიად|გურამ|ავთანდილ|პაატა|თემურ|ალექსანდრე|მიხეილ|არჩილ|ბესიკ",
);

/// Frequent first names in Cyrillic and Greek.
const CASED_NAMES: &str = "Александр|Алексей|Анатолий|Андрей|Антон|Артём|Артем|Борис|Вадим|Валентин|Валерий|Василий|Виктор|Виталий|Владимир|Владислав|Вячеслав|Геннадий|Георгий|Григорий|Даниил|Денис|Дмитрий|Евгений|Егор|Иван|Игорь|Илья|Кирилл|Константин|Леонид|Максим|Михаил|Никита|Николай|Олег|Павел|Пётр|Петр|Роман|Руслан|Сергей|Станислав|Степан|Тимур|Фёдор|Юрий|Ярослав|Александра|Алина|Алла|Анастасия|Анна|Валентина|Вера|Виктория|Галина|Дарья|Диана|Евгения|Екатерина|Елена|Елизавета|Жанна|Зинаида|Зоя|Инна|Ирина|Кристина|Ксения|Лариса|Лидия|Людмила|Маргарита|Марина|Мария|Надежда|Наталия|Наталья|Нина|Оксана|Ольга|Полина|Раиса|Светлана|София|Софья|Тамара|Татьяна|Ульяна|Юлия|Яна|\
Олександр|Олексій|Андрій|Богдан|Василь|Віктор|Віталій|Володимир|Дмитро|Євген|Іван|Ігор|Кирило|Микола|Михайло|Назар|Олександра|Олена|Павло|Петро|Сергій|Тарас|Юрій|Ганна|Ірина|Катерина|Марія|Наталія|Оксана|Світлана|Софія|Тетяна|Юлія|Любов|Надія|\
Георги|Димитър|Христо|Стоян|Петър|Никола|Йордан|Тодор|Васил|Пламен|Красимир|Стефан|Живко|Ивайло|Калин|Мария|Иванка|Елена|Йорданка|Пенка|Цветанка|Десислава|Ивелина|Радка|Гергана|Милена|Силвия|\
Јован|Марко|Никола|Милан|Драган|Зоран|Горан|Немања|Стефан|Лука|Петар|Душан|Владан|Бојан|Јелена|Милица|Ана|Марија|Јована|Драгана|Снежана|Весна|Ивана|Тамара|Љиљана|Гордана|\
Γιώργος|Γεώργιος|Γιάννης|Ιωάννης|Κώστας|Κωνσταντίνος|Δημήτρης|Δημήτριος|Νίκος|Νικόλαος|Παναγιώτης|Βασίλης|Βασίλειος|Χρήστος|Αθανάσιος|Θανάσης|Μιχάλης|Μιχαήλ|Ευάγγελος|Σπύρος|Σπυρίδων|Αντώνης|Αντώνιος|Θεόδωρος|Ανδρέας|Αλέξανδρος|Μαρία|Ελένη|Κατερίνα|Αικατερίνη|Βασιλική|Σοφία|Αγγελική|Γεωργία|Δήμητρα|Κωνσταντίνα|Ευαγγελία|Παναγιώτα|Ιωάννα|Χριστίνα|Ευτυχία|Αναστασία|Άννα|Ειρήνη|Δέσποινα";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_something_else_begins() {
        for (text, name) in [
            ("李雪芳，电话", "李雪芳"),
            ("李雪芳 性别: 女", "李雪芳"),
            ("山田 太郎\n", "山田 太郎"),
            ("ヤマダ タロウ", "ヤマダ タロウ"),
            ("阿不都·热合曼", "阿不都·热合曼"),
            ("김민지 전화: 1", "김민지"),
            ("فاطمة الزهراني تاريخ الميلاد: 1", "فاطمة الزهراني"),
            ("प्रिया शर्मा, 3", "प्रिया शर्मा"),
            ("สมชาย ใจดี", "สมชาย ใจดี"),
        ] {
            assert_eq!(name_len(text).map(|len| &text[..len]), Some(name), "{text}");
        }
        for text in
            ["", "Jane", "未知", "上海科技公司", "李雪芳是我的同事和朋友", "李雪芳3", "김민지는 오늘 학교에 갔다"]
        {
            assert_eq!(name_len(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_known_by_what_they_are_made_of() {
        for name in
            ["李雪芳", "欧阳娜", "山田太郎", "佐々木 花子", "김민지", "فاطمة الزهراني", "Ольга Петренко", "Ελένη Παπά"]
        {
            assert!(is_known(name), "{name}");
        }
        for name in [
            "文件夹",
            "白名单",
            "高性能",
            "华为",
            "이메일",
            "서비스",
            "정보실",
            "الوثيقة الرئيسية",
            "Новый Проект",
            "Jane Roe",
        ] {
            assert!(!is_known(name), "{name}");
        }
    }
}
