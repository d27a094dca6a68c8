//! Names with which people introduce themselves in languages that no model reads: `jmenuji se …`, `меня зовут …`, `我叫…`,
//! `…と申します`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::{INFO, name_at};
use crate::recognizers::support::east_asian_names::{
    begins_with_family, has_compound_family, is_compound_hangul_family, is_han_family, is_japanese_family,
};
use crate::recognizers::support::script_names::{begins_name, is_han, is_kana, is_known, is_no_name, is_thai};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before, window};
use crate::{Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 96;

/// The rule of one way to write names: its patterns, and the search for the name beside a match.
macro_rules! introduced {
    ($patterns:expr, $find:expr $(,)?) => {
        Rule {
            info: INFO,
            patterns: Cow::Borrowed(&$patterns),
            context: words![],
            check: |candidate| candidate.part($find(candidate.field.text, &candidate.range)?),
        }
    };
}

pub(super) const RULES: &[Rule] = &[
    introduced!(
        [
            Pattern::regex(
                "(?:[Jj]menuj[iu] se|[Ii]me mi je|[Mm]oje ime je|[Ee]m dic|[Nn]ire izena|[Ff]y enw i yw|[Éé]g heiti|[Uu]në quhem|[Mm]ë quaj(?:në)?|[Oo]rúkọ mi ni|[Mm]o jẹ́|[Ee]mri im është|[Mm]ano vardas|[Tt]ôi tên là|[Tt]ên tôi là|[Nn]ama (?:saya|aku)(?: adalah)?|[Aa]ng pangalan ko ay|[Jj]ina langu ni|[Mm]y naam is|[Mm]ening ismim|[Mm]eniň adym|[Mm]ənim adım|[Oo]rukọ mi ni|[Aa]ha m bụ|[Ll]eina la me ke|[Ll]ebitso la ka ke|[Zz]ita rangu ndi|[Aa]mazina yanjye ni|[Mm]agacaygu waa|[Aa]ng ngalan ko ay|[Jj]enengku|[Nn]ami abdi|[Mm]ia nomo estas|[Ee]l meu nom és|[Oo] meu nome é|[Cc]hámome|[Mm]a anv eo|[Ii]s mise|[Nn]on mwen se) ",
                0.75,
                0.9,
            ),
            Pattern::regex(
                "(?:[Мм]еня зовут|[Мм]о[её] имя|[Мм]ене звати|[Мм]оє ім['’ʼ]я|[Кк]азвам се|[Ии]мето ми е|[Сс]е викам|[Зз]овем се|[Ии]ме ми је|[Мм]оје име је|[Мм]яне завуць|[Μμ]ε λένε|[Οο]νομάζομαι|[Λλ]έγομαι|[Ττ]ο όνομά μου είναι|[Իի]մ անունը|[Мм]енің атым|[Мм]енин (?:атым|ысымым)|[Мм]инем исемем|[Нн]оми ман|[Мм]иний нэр(?:ийг)?|[Нн]амайг) (?:[-–—] )?",
                0.8,
                0.9,
            ),
        ],
        cased,
    ),
    introduced!([Pattern::regex("[Եե]ս ", 0.75, 0.9)], armenian),
    // Joined to the name, and the name of a field without a sign.
    introduced!([Pattern::within("[Ii]gama la(?:mi|m) ngu ?", 0.75, 0.9)], name_behind),
    introduced!([Pattern::regex("(?:[Hh]ọ (?:và )?tên|[Uu]në jam|[ÈE]mi ni|[èe]mi ni) ", 0.75, 0.9)], cased_in_full),
    introduced!([Pattern::regex("(?:[Мм]ен|[Мм]ин) ", 0.75, 0.9)], clause_in_full),
    introduced!([Pattern::within("姓名 ", 0.75, 0.9)], known_chinese),
    introduced!(
        [Pattern::regex(
            "(?:[Яя]|[Ээ]то|[Цц]е|[Аа]з съм|[Јј]а сам|[Εε]ίμαι [οη]|[Δδ]ικαιούχος|[Вв]ладелец сч[её]та) ",
            0.75,
            0.9
        )],
        known_cased,
    ),
    introduced!([Pattern::within("我叫|我的名字是|我的名字叫|我名叫|本人姓名|户名", 0.8, 0.9)], chinese),
    introduced!([Pattern::within("我是", 0.8, 0.9)], chinese_alone),
    introduced!([Pattern::within("我姓|免[贵貴]姓|敝姓", 0.8, 0.9)], chinese_family),
    introduced!([Pattern::within("(?:名前|氏名|なまえ)は", 0.8, 0.9)], japanese),
    introduced!([Pattern::within("です", 0.8, 0.9)], japanese_alone),
    introduced!([Pattern::within("と(?:申します|申す者|いいます|言います)", 0.75, 0.9)], before_humble),
    introduced!([Pattern::within("(?:제|내|저의|나의) 이름은 ", 0.8, 0.9)], korean),
    introduced!([Pattern::regex("(?:صاحب الحساب|صاحبة الحساب|الحساب باسم|حساب باسم) ", 0.8, 0.9)], known_semitic),
    introduced!([Pattern::within("저는 ", 0.8, 0.9)], known_korean),
    introduced!([Pattern::within("(?:안녕하세요|안녕하십니까|여보세요)[.,?!]? ", 0.8, 0.9)], known_korean),
    introduced!([Pattern::regex("(?:أنا|انا|אני) ", 0.8, 0.9)], known_semitic),
    introduced!([Pattern::regex("(?:اسمي|إسمي|اسم من|نام من|שמי|השם שלי(?: הוא)?|קוראים לי) ", 0.8, 0.9)], semitic,),
    introduced!(
        [Pattern::regex(
            "(?:मेरा नाम|माझे नाव|माझं नाव|मेरो नाम|আমার নাম|મારું નામ|ਮੇਰਾ ਨਾਮ|ਮੇਰਾ ਨਾਂ|என் பெயர்|నా పేరు|ನನ್ನ ಹೆಸರು|എന്റെ പേര്|මගේ නම|მე მქვია|ჩემი სახელია|ስሜ|መጠሪያዬ|میرا نام|मेरा शुभ नाम) ",
            0.8,
            0.9,
        )],
        indic,
    ),
    // The word for a name; tables grow with each letter of what stands around it.
    introduced!([Pattern::within("ชื่อ", 0.8, 0.9)], thai),
    introduced!([Pattern::within("(?:ผม|ฉัน)[ ก-ฮเแโใไ]", 0.75, 0.9)], known_thai),
];

/// The name with capitals behind `place`; in small letters a frequent first name of Cyrillic or Greek.
fn cased(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let at = place.end;
    let lower = || {
        let rest = line::behind(text, at, NEAR);
        let word = rest.split(|c: char| !c.is_alphabetic()).next()?;
        is_known(word).then_some(at..at + word.len())
    };
    name_at(text, at).or_else(lower)
}

/// `Ես Անահիտն եմ`: before the verb, with the article.
fn armenian(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    name_at(text, place.end).filter(|name| text[name.end..].starts_with(" եմ"))
}

/// `igama lami nguSipho Dlamini`: with the verb, which is joined to the name.
fn name_behind(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let name = name_at(text, place.end)?;
    let verb = run_before(&text[..place.end], char::is_alphabetic).len();
    Some(name.start - verb..name.end)
}

/// `Họ tên Nguyễn Văn An`: two words or more with capitals.
fn cased_in_full(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    name_at(text, place.end).filter(|name| text[name.clone()].contains(' '))
}

/// `Сәлем, мен Айгерім Сейтқали`: the pronoun, which means "and" or "minutes" as well, begins a clause.
fn clause_in_full(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let head = line::before(text, place.start, NEAR).trim_end();
    let begins = head.is_empty() || head.ends_with([',', '!', '.', ':', '-', '–', '—']);
    cased_in_full(text, place).filter(|_| begins)
}

/// `я Олена Коваль`: two words or more, of which one is a frequent first name; behind a greeting any word with a capital: `привет, это Лёша`.
fn known_cased(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const GREETINGS: &WordList = &WordList::new(
        "привет|здравствуйте|здравствуй|алло|ало|здарова|приветик|день|утро|вечер|привіт|вітаю|добрий|добридень|здравей|здравейте|ало|здраво|γεια|γειά|καλημέρα|καλησπέρα|σου|σας",
    );
    let name = name_at(text, place.end)?;
    let before = line::before(text, place.start, NEAR).trim_end_matches([' ', ',', '!', '.', '-', '—', '–']);
    let is_greeted = || before.rsplit(' ').next().is_some_and(|word| is_listed(word, GREETINGS));
    let found = &text[name.clone()];
    // Firms and their programs greet, too.
    const OTHERS: &WordList = &WordList::new(
        "россия|украина|болгария|сербия|банк|сбербанк|служба|компания|магазин|аптека|доставка|бот|техподдержка|поддержка|яндекс|почта|полиция|оператор|менеджер|клиника|центр|салон|ресторан|такси|курьер|клиент",
    );
    let is_name = || !found.is_ascii() && !found.split(' ').any(|word| is_listed(word, OTHERS));
    (found.contains(' ') && is_known(found) || is_greeted() && is_name()).then_some(name)
}

/// The characters at the start of `text` that `stands` accepts, as a length.
pub(super) fn run(text: &str, stands: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !stands(c)).unwrap_or(text.len())
}

/// The length of the first `count` characters of `text`.
pub(super) fn chars_len(text: &str, count: usize) -> usize {
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}

/// `我叫王小明，…`; not `我叫他来`.
fn chinese(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    /// Most characters of a name, and of one that translates a foreign one.
    const MOST: usize = 4;
    const MOST_FOREIGN: usize = 16;
    let behind = line::behind(text, place.end, NEAR);
    let rest = behind.strip_prefix(['：', ':', ' ', '做', '作']).unwrap_or(behind);
    let start = place.end + behind.len() - rest.len();
    if let Some(name) = name_at(text, start) {
        return Some(name);
    }
    let foreign = run(rest, |c| is_han(c) || matches!(c, '·' | '・' | '•'));
    let dotted = rest.get(..foreign)?;
    if dotted.contains(['·', '・', '•']) {
        return (dotted.chars().count() <= MOST_FOREIGN).then_some(start..start + foreign);
    }
    let own = run(rest, is_han);
    let name = rest.get(..own)?;
    // Of Uyghurs and Kazakhs, without dots: `我叫阿依古丽`.
    const ENDS: [&str; 8] = ["古丽", "买提", "别克", "艾力", "尼亚孜", "拜尔", "依木", "哈孜"];
    if (3..=6).contains(&name.chars().count()) && ENDS.iter().any(|end| name.ends_with(end)) {
        return Some(start..start + own);
    }
    let known = (2..=MOST).rev().map(|count| chars_len(name, count)).find(|len| is_known(&name[..*len]));
    let len = match name.chars().count() {
        2..=MOST if begins_with_family(name) => own,
        5.. if known.is_none() && begins_with_family(name) => chars_len(name, 3),
        _ => known?,
    };
    Some(start..start + len)
}

/// `姓名 李雪芳 电话 …`: a frequent name; not `姓名 金额`.
fn known_chinese(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    chinese(text, place).filter(|name| is_known(&text[name.clone()]))
}

/// `您好，我是陈晓雯，…`: a family name and one or two characters between the beginning of a clause and its end; not `我是程序员`.
fn chinese_alone(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    /// Last characters of what somebody is.
    const OTHERS: &str = "人员生师者长家客友手工民子的妈爸哥姐弟妹座级方板理粉丝迷族党女男";
    const SIGNS: [char; 11] = ['，', '。', '！', '、', '；', '：', ',', '.', '!', '\n', ' '];
    let before = window::before(text, place.start, NEAR);
    let rest = line::behind(text, place.end, NEAR);
    let name = &rest[..run(rest, is_han)];
    let begins = before.is_empty() || before.ends_with(SIGNS);
    let ends = rest[name.len()..].is_empty() || rest[name.len()..].starts_with(SIGNS);
    // `我是住文化路二段的簡淑婷，…`
    let last = rest.split(SIGNS).next().and_then(|clause| clause.rsplit_once('的')).map_or("", |(_, last)| last);
    if begins && last.len() == 9 && last.chars().all(is_han) && is_known(last) {
        let clause = rest.split(SIGNS).next().map_or(0, str::len);
        return Some(place.end + clause - last.len()..place.end + clause);
    }
    let count = name.chars().count();
    let is_name = (2..=3).contains(&count) && begins_with_family(name)
        || count == 4 && (is_known(name) || has_compound_family(name));
    let is_other = name.chars().next_back().is_some_and(|last| OTHERS.contains(last)) || is_no_name(name);
    (begins && ends && is_name && !is_other).then_some(place.end..place.end + name.len())
}

/// `我姓王，…`: a family name before a sign or the given name.
fn chinese_family(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let rest = line::behind(text, place.end, NEAR);
    let len = if has_compound_family(rest) { 2 } else { 1 };
    let end = chars_len(rest, len);
    let is_family = rest.starts_with(is_han_family) || len == 2;
    (is_family && !rest[end..].starts_with(is_han)).then_some(place.end..place.end + end)
}

/// `お世話になっております。佐々木 美咲です。`: two runs of characters, or a frequent name, between the beginning of a sentence and
/// the verb that ends it.
fn japanese_alone(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    /// Most characters of a family name or a first name, and of both without a blank.
    const MOST: usize = 4;
    const MOST_JOINED: usize = 6;
    const GREETINGS: [&str; 7] = ["お世話", "はじめまして", "初めまして", "こんにちは", "もしもし", "失礼", "お疲れ"];
    let before = line::before(text, place.start, NEAR);
    let sentence = before.rsplit(['。', '！', '、', '!']).next()?;
    let name = sentence.trim_start_matches([' ', '\u{3000}']);
    // `私は佐々木健太です。`
    let own = ["私は", "わたしは", "僕は"].iter().find_map(|subject| name.strip_prefix(subject));
    let name = own.unwrap_or(name);
    let rest = &text[place.end..];
    let ends = rest.is_empty() || rest.starts_with(['。', '！', '、', '\n', '\r', '!']);
    let is_run_of =
        |run: &str, most| (1..=most).contains(&run.chars().count()) && run.chars().all(|c| is_han(c) || is_kana(c));
    let is_run = |run: &str| is_run_of(run, MOST);
    let is_name = match name.split_once([' ', '\u{3000}']) {
        Some((family, given)) => {
            let is_greeted = || GREETINGS.iter().any(|greeting| before.contains(greeting));
            is_run(family) && is_run(given) && family.chars().all(is_han) && (is_known(name) || is_greeted())
        }
        None => {
            is_run_of(name, MOST_JOINED)
                && (is_known(name) || is_family_alone(before, name) || own.is_some() && is_japanese_family(name))
        }
    };
    (ends && is_name && !name.is_empty()).then_some(place.start - name.len()..place.start)
}

/// Reports whether `name` is a family name of two characters or more that a message begins with, and no region of Japan: `小野寺です。`
fn is_family_alone(before: &str, name: &str) -> bool {
    const PLACES: &WordList = &WordList::new(
        "福島|長野|千葉|石川|山口|宮崎|大分|福井|富山|山形|秋田|岩手|青森|宮城|茨城|栃木|群馬|埼玉|東京|新潟|山梨|岐阜|静岡|愛知|三重|滋賀|京都|大阪|兵庫|奈良|鳥取|島根|岡山|広島|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|沖縄|神戸|横浜|仙台|中国|大和|日本",
    );
    before.trim() == name && name.chars().count() > 1 && is_japanese_family(name) && !is_listed(name, PLACES)
}

/// `أنا خالد المنصوري`: two words, of which the first is a frequent first name.
fn known_semitic(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    semitic(text, place).filter(|name| text.get(name.clone()).is_some_and(is_known))
}

/// `名前は佐藤花子です`: up to the verb.
fn japanese(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    /// Fewest and most characters of a name.
    const LENGTHS: std::ops::RangeInclusive<usize> = 2..=10;
    const VERBS: [&str; 7] = ["です", "と申", "といい", "と言い", "でござ", "だよ", "でした"];
    const OTHERS: &WordList = &WordList::new("何|なに|なん|未定|不明|秘密|ない|必須|任意");
    let start = place.end;
    let rest = line::behind(text, start, NEAR);
    let body = &rest[..run(rest, |c| is_han(c) || is_kana(c) || matches!(c, ' ' | '\u{3000}'))];
    let end = VERBS.iter().filter_map(|verb| body.find(verb)).min();
    let name = body.get(..end.unwrap_or(body.len()))?.trim_end();
    let is_closed = end.is_some() || rest.get(body.len()..)?.starts_with(['、', '。', '，', '\n']) || rest == body;
    let fits = is_closed && LENGTHS.contains(&name.chars().count()) && begins_name(name) && !is_listed(name, OTHERS);
    fits.then_some(start..start + name.len())
}

/// `佐藤と申します`: the characters of one kind before the verb.
fn before_humble(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const MOST: usize = 8;
    let head = window::before(text, place.start, NEAR);
    let last = head.chars().next_back()?;
    let stands = |c: char| if is_han(last) { is_han(c) } else { is_kana(c) && u32::from(c) >= 0x30A1 };
    let given = head.strip_suffix(run_before(head, stands))?;
    // `佐藤 花子と申します`
    let family = given.strip_suffix([' ', '\u{3000}']).filter(|_| is_han(last)).and_then(|before| {
        let family = run_before(before, is_han);
        (!family.is_empty()).then_some(before.len() - family.len())
    });
    let start = place.start - head.len() + family.unwrap_or(given.len());
    let name = text.get(start..place.start)?;
    let is_verb_of_things = name.chars().next().is_some_and(|c| "何時件事物".contains(c));
    ((2..=MOST).contains(&name.chars().count()) && !is_verb_of_things).then_some(start..place.start)
}

/// `제 이름은 김민수입니다`: without the ending of the verb.
pub(super) fn korean(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const ENDINGS: [&str; 16] = [
        "이라고",
        "입니다",
        "입니당",
        "이에요",
        "이예요",
        "예요",
        "에요",
        "이며",
        "이고",
        "이야",
        "라고",
        "인데",
        "이구요",
        "이요",
        "고",
        "야",
    ];
    let rest = line::behind(text, place.end, NEAR);
    let word = &rest[..run(rest, |c| ('가'..='힣').contains(&c))];
    // The family name alone: `남궁 하늘입니다`
    let given = rest[word.len()..].strip_prefix(' ').unwrap_or_default();
    let given = &given[..run(given, |c| ('가'..='힣').contains(&c))];
    let given = ENDINGS.iter().find_map(|ending| given.strip_suffix(ending)).unwrap_or_default();
    if is_compound_hangul_family(word) && (1..=3).contains(&given.chars().count()) {
        return Some(place.end..place.end + word.len() + 1 + given.len());
    }
    let name = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    let is_name = (2..=4).contains(&name.chars().count()) && begins_with_family(name);
    is_name.then_some(place.end..place.end + name.len())
}

/// `저는 김민수입니다`: a frequent name, or one behind which nothing but the verb that introduces stands: `표도담이라고 합니다`.
fn known_korean(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    /// Family names that hardly any word begins with, and words that do.
    const FAMILIES: &str = "김박최강윤임권황송홍배허심곽엄";
    const OTHERS: &WordList = &WordList::new(
        "강아지|임차인|임대인|임직원|배우자|배달원|심사관|송금인|권리자|홍보실|황금색|최고령|윤활유|김치찌|배송지|박물관|강의실|심부름|임산부|허수아|배관공|홍삼정|최대한|최소한|임시직|강연자",
    );
    let name = korean(text, place)?;
    let found = &text[name.clone()];
    let begins_verb =
        || ["입니다", "이에요", "이라고 ", "라고 ", "인데요"].iter().any(|verb| text[name.end..].starts_with(verb));
    let is_likely = || {
        found.chars().count() == 3
            && found.starts_with(|c| FAMILIES.contains(c))
            && !is_listed(found, OTHERS)
            && begins_verb()
    };
    (found.contains(' ') || is_known(found) || is_likely()).then_some(name)
}

/// The words of a script without capitals behind `start`, up to `most`, as long as `goes_on` accepts them.
fn words(text: &str, start: usize, most: usize, goes_on: impl Fn(usize, &str) -> bool) -> Option<Range<usize>> {
    let rest = line::behind(text, start, NEAR);
    let mut end = 0;
    for (at, word) in rest.split(' ').take(most).enumerate() {
        let bare =
            word.trim_end_matches(|c: char| c.is_ascii_punctuation() || matches!(c, '،' | '。' | '।' | '؛' | '.'));
        if bare.is_empty() || !begins_name(bare) || !goes_on(at, bare) {
            break;
        }
        end += usize::from(at > 0) + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    (end > 0).then_some(start..start + end)
}

/// Two words, or three with a link between them; a word with `and` joined to it begins another clause.
fn semitic(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const LINKS: &WordList = &WordList::new("بن|بنت|عبد|آل|أبو|ابو|בן|בת|בר|אבו");
    const OTHERS: &WordList = &WordList::new("جدا|جداً|جدًا|للغاية|هو|هي|است|في|من|على|لا|ليس|הוא|היא|לא|זה|של|אני|כל");
    let rest = line::behind(text, place.end, NEAR);
    let is_linked = rest.split(' ').take(2).any(|word| is_listed(word, LINKS));
    // A third word that a sign follows.
    let is_third_last = rest.split(' ').nth(2).is_some_and(|word| word.ends_with([',', '.', '،', ')']));
    let most = if is_linked { 4 } else { 2 + usize::from(is_third_last) };
    words(text, place.end, most, |at, word| {
        let is_clause = at > 0 && word.starts_with(['و', 'ו']);
        !is_clause && !is_listed(word, OTHERS)
    })
}

/// Up to the verb, if the language puts it at the end.
fn indic(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const OTHERS: &WordList = &WordList::new("ہے|ہیں|اور|है|हैं|हूँ|और|क्या|नहीं|आहे|हो|এবং|আর|છે|ਹੈ|ਅਤੇ|और|மற்றும்|మరియు|და|ነው");
    /// What is not, or is missing.
    const NOT: &WordList = &WordList::new("نہیں|नहीं|नाही|छैन|নেই|নয়|না|இல்லை|లేదు|ಇಲ್ಲ|ഇല്ല|નથી|ਨਹੀਂ|නැත|არ|አይደለም");
    /// Behind these the sentence tells where the name stands.
    const POSTPOSITIONS: &WordList = &WordList::new("में|पर|से|का|की|के|को|मध्ये|मा|میں|پر|سے|کا|کی|کے|کو");
    let name = words(text, place.end, 3, |_, word| !is_listed(word, OTHERS))?;
    if text[name.clone()].split(' ').any(|word| is_listed(word, POSTPOSITIONS)) {
        return None;
    }
    let last = text[name.clone()].rsplit(' ').next()?;
    let next = line::behind(text, name.end, NEAR).trim_start().split(' ').next().unwrap_or_default();
    (!is_listed(last, NOT) && !is_listed(next.trim_end_matches(['.', '।', ',']), NOT)).then_some(name)
}

/// The name behind the word for it, which somebody tells of themselves, or which stands as the name of a field.
fn thai(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const PRONOUNS: [&str; 4] = ["ผม", "ฉัน", "ดิฉัน", "หนู"];
    const POLITE: [&str; 4] = ["ครับ ", "ค่ะ ", "คะ ", "นะ "];
    const OWNERS: [&str; 3] = ["ของผม", "ของฉัน", "ของดิฉัน"];
    const PARTS: [&str; 3] = ["-นามสกุล ", "-สกุล ", "จริง "];
    let (head, rest) = (window::before(text, place.start, NEAR), line::behind(text, place.end, NEAR));
    let ends = |words: &[&str]| words.iter().any(|word| head.ends_with(word));
    let owned = OWNERS.iter().find_map(|owner| rest.strip_prefix(owner));
    let behind = |rest: &str| place.end + line::behind(text, place.end, NEAR).len() - rest.len();
    if let Some(rest) = owned {
        return thai_at(text, behind(rest.strip_prefix("คือ").unwrap_or(rest)));
    }
    if ends(&PRONOUNS) || rest.starts_with(' ') && ends(&POLITE) {
        return thai_at(text, place.end);
    }
    let field = PARTS.iter().find_map(|part| rest.strip_prefix(part)).or_else(|| rest.strip_prefix(' '))?;
    let begins = !head.ends_with(is_thai);
    begins.then(|| thai_in_full(text, behind(field)))?
}

/// `ชื่อ สมชาย ใจดี`: two short words, of which the first names no thing; a clause is joined to one.
fn thai_in_full(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most characters of a given name and of a family name.
    const LONGEST: usize = 14;
    const THINGS: [&str; 14] =
        ["ไฟล์", "สินค้า", "บริษัท", "ผู้ใช้", "ร้าน", "โรงเรียน", "โครงการ", "เพลง", "หนัง", "เว็บ", "โดเมน", "เรื่อง", "ของ", "ที่"];
    let name = thai_at(text, at)?;
    let (given, family) = text.get(name.clone())?.split_once(' ')?;
    let is_short = |word: &str| word.chars().count() <= LONGEST;
    let is_thing = THINGS.iter().any(|thing| given.starts_with(thing));
    (name.start == at && is_short(given) && is_short(family) && !is_thing).then_some(name)
}

/// One word, and the family name behind it, to the blanks around them: what is joined to a name without a blank belongs to the
/// same run of letters.
fn thai_at(text: &str, at: usize) -> Option<Range<usize>> {
    const POLITE: [&str; 4] = ["ครับ", "ค่ะ", "คะ", "นะ"];
    const OTHERS: &WordList = &WordList::new("และ|อายุ|อยู่|เบอร์|โทร|เป็น|ทำงาน|ที่|อีเมล|เลข|อะไร|ว่า");
    let start = at + run(line::behind(text, at, NEAR), |c| c == ' ');
    let begins = |word: &str, all: &[&str]| all.iter().any(|other| word.starts_with(other));
    let found = words(text, start, 2, |_, word| !begins(word, &POLITE) && !is_listed(word, OTHERS))?;
    let end = found.end + run(line::behind(text, found.end, NEAR), is_thai);
    Some(start - run_before(window::before(text, start, NEAR), is_thai).len()..end)
}

/// `ดิฉัน สมศรี ใจดี`: a frequent first name with a surname, or two words behind a greeting that begin with no verb; not `ผม ต้องการ …`.
fn known_thai(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let pronoun = ["ผม", "ฉัน"].into_iter().find(|pronoun| text[place.start..].starts_with(pronoun))?;
    let at = place.start + pronoun.len();
    if text[at..].starts_with(' ') {
        let known = thai_at(text, at).filter(|name| text.get(name.clone()).is_some_and(is_known));
        return known.or_else(|| greeted_thai(text, place.start, at + 1));
    }
    greeted_thai(text, place.start, at)
}

/// The name at `at`, behind a greeting before the pronoun at `pronoun`: two short words, of which none begins with a verb or ends politely.
fn greeted_thai(text: &str, pronoun: usize, at: usize) -> Option<Range<usize>> {
    /// Fewest and most characters of a given name and of a family name.
    const GIVEN: std::ops::RangeInclusive<usize> = 3..=14;
    const FAMILY: std::ops::RangeInclusive<usize> = 4..=18;
    const GREETINGS: [&str; 4] = ["สวัสดี", "หวัดดี", "ฮัลโหล", "เรียน"];
    const POLITE: [&str; 6] = ["ครับ", "ค่ะ", "คะ", "นะ", "คับ", "เอง"];
    const VERBS: &str = "ต้องการ|ขอ|อยาก|จะ|ไม่|ได้|มี|เป็น|สนใจ|กิน|ไป|มา|ทำ|ซื้อ|ขาย|รับ|ส่ง|แจ้ง|โทร|ติดต่อ|สอบถาม|ถาม|สั่ง|จอง|ยกเลิก|เปลี่ยน|เลื่อน|ลืม|เคย|กำลัง|เพิ่ง|ยัง|อยู่|คิด|ว่า|\
        รู้|เห็น|ใช้|เข้า|ออก|จ่าย|โอน|ชำระ|พบ|เจอ|เช็ค|ตรวจ|รอ|คือ|กับ|และ|ที่|ใน|จาก|ของ|ชื่อ|เสีย|หา|ลอง|อ่าน|เขียน|พิมพ์|กด|ดู|ฟัง|เรียน|ป่วย|เจ็บ|ปวด|แพ้|ท้อง|ตั้ง|คลอด|อายุ|สมัคร|\
        สะดวก|กลัว|ชอบ|ขับ|นั่ง|นอน|ตื่น|หิว|เหนื่อย|ช่วย|บอก|พูด|คุย|แต่ง|เปิด|ปิด|ลง|ขึ้น|เอา|ให้|ถูก|โดน|ตก|ผ่าน|แก้|ย้าย|เริ่ม|จบ|หยุด|ลา|เพิ่ม|ลด|คืน|แลก|เรื่อง|สินค้า|ราคา|เรา|ลูกค้า|นัก|พนักงาน|บริษัท|ทาง|ตอน|วัน|ตาม|เพื่อ|โดย|ด้วย|แต่|ถ้า|หรือ|ก็|แล้ว|กรุณา|รบกวน";
    let head = window::before(text, pronoun, NEAR);
    let head = head.strip_suffix("ดิ").unwrap_or(head).trim_end_matches([' ', ',']);
    let clause = head.rsplit(' ').next()?;
    let is_greeted = GREETINGS.iter().any(|greeting| clause.starts_with(greeting));
    let near = line::behind(text, at, NEAR);
    let (given, rest) = near.split_at(run(near, is_thai));
    let rest = rest.strip_prefix(' ').filter(|_| is_greeted)?;
    let whole = &rest[..run(rest, is_thai)];
    let family = POLITE.iter().find_map(|end| whole.strip_suffix(end)).unwrap_or(whole);
    let begins_verb = |word: &str| VERBS.split('|').any(|verb| word.starts_with(verb));
    let is_polite = POLITE.iter().any(|end| given.ends_with(end));
    let fits = GIVEN.contains(&given.chars().count()) && FAMILY.contains(&family.chars().count());
    // What is joined to a name without a blank belongs to the same run of letters.
    let joined = run_before(window::before(text, at, NEAR), is_thai).len();
    (fits && !is_polite && !begins_verb(given) && !begins_verb(family))
        .then(|| at - joined..at + given.len() + 1 + whole.len())
}
