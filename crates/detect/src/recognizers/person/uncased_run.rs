//! [`Run`]: the words of a script without capitals that may be a name, and where the name among them ends.

use std::ops::Range;

use crate::recognizers::support::script_names::{begins_name, is_first_name};
use crate::recognizers::support::uncased_name_lists::{Listed, family_name};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, line};

/// Farthest end of a name, in bytes.
const NEAR: usize = 192;

/// The words of one script that may be a name.
pub(super) struct Run<'t> {
    text: &'t str,
    start: usize,
    /// The ends of the words.
    pub(super) ends: Vec<usize>,
    /// True if a sign, a line's end, or a word that is no part of a name ends it.
    is_closed: bool,
}

impl<'t> Run<'t> {
    /// Most words that are read.
    const MOST: usize = 5;

    /// The words behind `end` and a blank, if there is one.
    pub(super) fn behind(text: &'t str, end: usize) -> Option<Self> {
        Self::at(text, end + usize::from(text[end..].starts_with(' ')))
    }

    /// The words at `start`; `None` if none of them may be a name.
    pub(super) fn at(text: &'t str, start: usize) -> Option<Self> {
        let near = line::behind(text, start, NEAR);
        let mut found = Self { text, start, ends: Vec::new(), is_closed: false };
        let mut from = 0;
        while found.ends.len() < Self::MOST {
            let rest = &near[from..];
            let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
            let word = word.trim_end_matches(['-', '\'']);
            if word.is_empty() || !begins_name(word) || is_listed(word, STOPS) {
                found.is_closed = true;
                break;
            }
            let behind = &rest[word.len()..];
            // `செ. முத்து`
            let is_initial = word.chars().filter(|c| c.is_alphabetic()).count() < 3 && behind.starts_with(". ");
            from += word.len() + usize::from(is_initial);
            found.ends.push(start + from);
            if !near[from..].starts_with(' ') {
                found.is_closed = true;
                break;
            }
            from += 1;
        }
        let first = found.word(0)?;
        (!is_listed(first, OFFICES) && first.chars().nth(1).is_some()).then_some(found)
    }

    pub(super) fn word(&self, at: usize) -> Option<&'t str> {
        let start = if at == 0 { self.start } else { self.ends.get(at - 1)? + 1 };
        self.text.get(start..*self.ends.get(at)?)
    }

    /// The first `count` words; the last is no initial.
    pub(super) fn first(&self, count: usize) -> Option<Range<usize>> {
        Some(self.start..*self.ends.get(count.min(self.ends.len()).checked_sub(1)?)?)
    }

    /// The name behind a title: all words up to a sign, or two.
    pub(super) fn titled(&self) -> Option<Range<usize>> {
        // A family name ends with itself: `آقای رستمی دادم`
        let is_family = |at| self.word(at).is_some_and(|word| family_name(word) == Some(Listed::Name));
        if is_family(0) && !is_family(1) {
            return self.first(1);
        }
        let has_link = self.word(1).is_some_and(|word| is_listed(word, LINKS));
        let most = if has_link { 4 } else { 3 };
        let count = if self.is_closed && self.ends.len() <= most { self.ends.len() } else { 2 };
        self.first(if has_link { count.max(3) } else { count })
    }

    /// The name behind a title in scripts without blanks between words.
    pub(super) fn joined(&self) -> Option<Range<usize>> {
        // `and`, behind titles alone.
        if self.word(0)?.starts_with("និង") || self.word(0)?.starts_with("ແລະ") {
            return None;
        }
        /// Most characters of a word.
        const LONGEST: usize = 24;
        let count = if self.is_closed && self.ends.len() <= 2 { self.ends.len() } else { 2 };
        let is_short = |at| self.word(at).is_some_and(|word| word.chars().count() <= LONGEST);
        (is_short(0) && (count < 2 || is_short(1))).then(|| self.first(count))?
    }

    /// The name before a verb of speaking: two words or three, of which none is what somebody speaks, and how.
    fn spoken(&self) -> Option<Range<usize>> {
        const OTHERS: &WordList = &WordList::new(
            "हिंदी|हिन्दी|अंग्रेजी|अंग्रेज़ी|मराठी|उर्दू|पंजाबी|गुजराती|बंगाली|तमिल|तेलुगु|सच|झूठ|बात|धीरे|तेज|जोर|सही|गलत|ठीक|साफ|सीधे|मैनेजर|अफसर|اردو|انگریزی|پنجابی|سچ|جھوٹ|بات|صحیح|সত্যি|সত্য|মিথ্যা|বাংলা|ইংরেজি|হিন্দি|কথা|ঠিক|স্পষ্ট|আবার|তো|\
             தமிழ்|தமிழில்|ஆங்கிலம்|உண்மை|உண்மையை|பொய்|மெதுவாக|తెలుగు|తెలుగులో|ఇంగ్లీష్|నిజం|అబద్ధం|ಕನ್ನಡ|ಕನ್ನಡದಲ್ಲಿ|ಇಂಗ್ಲಿಷ್|ನಿಜ|ಸತ್ಯ|മലയാളം|സത്യം|ഇംഗ്ലീഷ്|ગુજરાતી|હિન્દી|અંગ્રેજી|સાચું|ખોટું|ਪੰਜਾਬੀ|ਹਿੰਦੀ|ਸੱਚ|ਝੂਠ|एक|बहुत|थोड़ा|यह|ये|वो|फिर|अभी",
        );
        let all = || (0..self.ends.len()).filter_map(|at| self.word(at));
        let fits = (2..=3).contains(&self.ends.len()) && !all().any(|word| is_listed(word, OTHERS));
        fits.then(|| self.first(3))?
    }

    /// The name before an age or a document.
    pub(super) fn described(&self) -> Option<Range<usize>> {
        let is_name = self.is_closed && (2..=4).contains(&self.ends.len());
        (is_name && is_described(&self.text[*self.ends.last()?..])).then(|| self.first(4))?
    }

    /// The name behind a word for a patient: two words before a verb of what is done with patients, of which none is of a sentence.
    pub(super) fn of_patient(&self) -> Option<Range<usize>> {
        const VERBS: &WordList = &WordList::new(
            "הופנה|הופנתה|אושפז|אושפזה|הובהל|הובהלה|הועבר|הועברה|שוחרר|שוחררה|נבדק|נבדקה|הגיע|הגיעה|פנה|פנתה|פונה|פונתה|סובל|סובלת|התקבל|התקבלה|התלונן|התלוננה|נפטר|נפטרה|נפצע|נפצעה|טופל|טופלה|עבר|עברה|זומן|זומנה|מתלונן|מתלוננת|מבקש|מבקשת|ביקש|ביקשה|הגיש|הגישה",
        );
        const OTHERS: &WordList = &WordList::new(
            "לא|אשר|שלנו|שלך|שלי|שלו|הזה|הזאת|כבר|אינו|אינה|היה|היתה|הייתה|עם|של|זה|זו|עדיין|מאוד|כן|גם|רק|אז|שוב|לבד|אתמול|היום|מחר|בן|בת|גבר|אישה|צעיר|מבוגר|אחד|שני|ראשון|אחרון|חדש|קשה|קל|אנוש|בינוני|בעצמו|בעצמה|ו",
        );
        let (first, last, verb) = (self.word(0)?, self.word(1)?, self.word(2)?);
        // An adjective has the article of its noun.
        let is_name = |word: &str| {
            word.chars().count() > 2
                && !word.starts_with(['ה', 'ש'])
                && !is_listed(word, OTHERS)
                && !is_listed(word, VERBS)
        };
        (is_listed(verb, VERBS) && is_name(first) && is_name(last)).then(|| self.first(2))?
    }

    /// The name behind a word for what somebody is: it begins with a frequent first name, or an age or a document follows.
    pub(super) fn of_role(&self) -> Option<Range<usize>> {
        let is_known = is_first_name(self.word(0)?);
        let all = self.first(3)?;
        // A number in brackets is theirs, too: `(34)`, `(अंक 12)`
        let rest = line::behind(self.text, *self.ends.last()?, NEAR);
        let bracket = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')')).map_or("", |(inner, _)| inner);
        let is_numbered = bracket.contains(char::is_numeric);
        let is_short = self.is_closed && (2..=4).contains(&self.ends.len());
        if is_short && is_numbered {
            return self.first(4);
        }
        if let Some(place) = self.described() {
            return Some(place);
        }
        // A telephone follows: `ባል ዮናስ 0911 …`.
        let digits = rest.chars().take(20).filter(|c| c.is_numeric()).count();
        let is_called = rest.starts_with(" +") || rest.starts_with(" 0") || rest.starts_with(" (0");
        if is_called && digits > 6 && self.is_closed && self.ends.len() <= 3 {
            return Some(all);
        }
        match () {
            () if is_speaking(rest) && self.is_closed => self.spoken(),
            () if is_known && self.is_closed && self.ends.len() <= 3 => Some(all),
            () if is_known => self.first(2),
            () => None,
        }
    }
}

/// Reports whether a verb of speaking follows, with which somebody introduces himself on a telephone: `मैं … बोल रहा हूँ`.
fn is_speaking(rest: &str) -> bool {
    const VERBS: [&str; 15] = [
        "बोल रहा हूँ",
        "बोल रही हूँ",
        "बोल रहा हूं",
        "बोल रही हूं",
        "बोलतोय",
        "बोलतेय",
        "بول رہا ہوں",
        "بول رہی ہوں",
        "বলছি",
        "பேசுகிறேன்",
        "మాట్లాడుతున్నాను",
        "ಮಾತನಾಡುತ್ತಿದ್ದೇನೆ",
        "സംസാരിക്കുന്ന",
        "બોલું છું",
        "ਬੋਲ ਰ",
    ];
    let next = rest.trim_start_matches(' ');
    next.len() < rest.len() && VERBS.iter().any(|verb| next.starts_with(verb))
}

/// Reports whether a character may stand in a word of a name.
pub(super) fn is_part(c: char) -> bool {
    is_word(c) && !c.is_numeric() || matches!(c, '-' | '\'' | '׳' | '־' | '\u{200C}' | '\u{200D}' | 'ः')
}

/// Reports whether what follows a name tells of a person: an age, a birth or the name of a document.
fn is_described(rest: &str) -> bool {
    const WORDS: [&str; 58] = [
        "उम्र",
        "आयु",
        "वय ",
        "उमेर",
        "जन्म",
        "आधार",
        "पैन",
        "नागरिकता",
        "पासपोर्ट",
        "বয়স",
        "জাতীয়",
        "জন্ম",
        "எனது வயது",
        "வயது",
        "பிறந்த",
        "தே.அ",
        "ஆதார்",
        "వయస్సు",
        "ఆధార్",
        "ವಯಸ್ಸು",
        "ಆಧಾರ್",
        "വയസ്",
        "ആധാർ",
        "ઉંમર",
        "આધાર",
        "ਉਮਰ",
        "ਆਧਾਰ",
        "වයස",
        "ජා.හැ",
        "ජාතික",
        "อายุ",
        "ອາຍຸ",
        "អាយុ",
        "အသက်",
        "عمر",
        "العمر",
        "سنها",
        "الجنسية",
        "رقم هوية",
        "رقم الهوية",
        "هوية",
        "الهوية",
        "الرقم",
        "بطاقة",
        "کد ملی",
        "کدملی",
        "متولد",
        "شناختی",
        "مواليد",
        "رول نمبر",
        "גיל",
        "ת\"ז",
        "ת״ז",
        "ת.ז",
        "רישיון",
        "მე ",
        "პ/ნ",
        "პირადი",
    ];
    let behind = rest.trim_start_matches([' ', ',', '،', '、', '(', '|', '-', '–', '—', '၊']);
    let is_parted = behind.len() + 1 < rest.len();
    let digits = behind.chars().take_while(|c| c.is_numeric()).count();
    let unit = behind.trim_start_matches(|c: char| c.is_numeric()).trim_start_matches(' ');
    let is_age = (1..=3).contains(&digits) && YEARS.iter().any(|word| unit.starts_with(word));
    is_parted && (is_age || WORDS.iter().any(|word| behind.starts_with(word)))
}

/// Words for years.
const YEARS: [&str; 16] = [
    "سنة",
    "سنوات",
    "عام",
    "سال",
    "वर्ष",
    "साल",
    "বছর",
    "வயது",
    "ఏళ్ల",
    "ವರ್ಷ",
    "വയസ്",
    "વર્ષ",
    "ਸਾਲ",
    "წლის",
    "שנים",
    "ዓመት",
];

/// Offices that titles are joined to, and others that are addressed so.
const OFFICES: &WordList = &WordList::new(
    "الرئيس|الوزير|المدير|المديرة|العميد|القاضي|المحافظ|النائب|الأمين|السفير|رئيس|وزير|مدير|مديرة|أمين|نائب|العزيز|العزيزة|الفاضل|الفاضلة|المسيح|في|أن|الكبير|\
     جوان|مسن|خانه‌دار|عزیز|محترم|رئیس|رئیس‌جمهور|وزیر|مدیر|استاد|معلم|دکتر|مهندس|من|صاحب|عالی|صدر|وزیراعظم|ہیڈ|जी|मान|लंका|गणेश|गणेशा|राम|कृष्ण|गुरु|हनुमान|का|को|के|की|है|हूँ|ने|में|से|\
     লঙ্কা|மதி|లంక|ಲಂಕಾ|ලංකා|היושב|יושב|השר|ראש|נשיא|הנשיא|שופט|השופט|הזה|הזאת|שלי|שלו|שלה|ნახევარი|თავმჯდომარე|პრეზიდენტო|მინისტრო|მოსამართლევ|დეპუტატო|ელჩო|დირექტორო|იმ|არა|მაინც",
);

/// Words that stand behind names and belong to none.
const STOPS: &WordList = &WordList::new(
    "بول|বলছি|পেশায়|பேசுகிறேன்|మాట్లాడుతున్నాను|ಮಾತನಾಡುತ್ತಿದ್ದೇನೆ|സംസാരിക്കുന്നു|ആണ്|બોલું|બોલુ|ਬੋਲ|ਹਾਂ|છું|ነኝ|ပါ|ပါတယ်|ဖြစ်ပါတယ်|إن|أن|في|من|على|إلى|عن|هو|هي|كان|كانت|قال|قالت|وقال|الذي|التي|مع|بعد|قبل|لم|لا|ما|قد|لقد|حيث|كما|أو|ثم|يوم|اليوم|غدا|أمس|هنا|وأحمل|وأنا|لن|سوف|رقم|عنده|عندو|\
     را|به|از|که|در|با|برای|است|هستم|گفت|گفتند|بود|شد|می‌گوید|گفته|هم|و|تا|این|آن|نے|کو|کے|کی|کا|سے|میں|پر|اور|ہے|ہیں|تھا|تھی|ہوں|صاحب|صاحبہ|رات|کل|\
     של|את|על|אל|לא|הוא|היא|זה|כי|אם|עם|גם|אמר|אמרה|היה|הייתה|בבית|אז|או|כן|אני|אתה|הגיע|הגיעה|\
     ने|को|के|की|का|से|में|पर|और|है|हैं|था|थी|थे|हूँ|हूं|जी|द्वारा|तक|भी|यह|वह|कि|ही|लिए|नहीं|बोल|बोले|कहा|आज|कल|वाले|वाली|यांनी|यांचे|यांना|आणि|आहे|होते|होता|मला|ला|चा|ची|चे|\
     बाई|साहेब|हुन्|हुन्छ|हो|छ|छन्|ले|लाई|को|मा|बाट|र|पनि|रहेको|লে|এর|কে|এবং|ও|আর|বলেন|বলেছেন|হয়|হন|জানান|সাহেব|করেন|যে|থেকে|আজ|என்று|அவர்கள்|மற்றும்|அவர்|என்|గారు|మరియు|ಅವರು|ಮತ್ತು|\
     എന്ന|എന്നിവർ|આ|અને|છે|એ|ਨੇ|ਦੇ|ਦੀ|ਦਾ|ਹੈ|ਨੂੰ|මහතා|මහත්මිය|මයා|මිය|සහ|විසින්|და|არის|რომ|უკვე|აქ|იყო|მოვიდა|ვარ|მქვია|ነው|እና|ከ|በ|ናቸው|ስልክ|የፋይዳ|የ",
);

/// Words within names, between others.
const LINKS: &WordList = &WordList::new("بن|بنت|ابن|عبد|آل|أبو|ابو|بنی|ابن|בן|בת|בר|אבו|अल|बिन");
