//! Names of persons in sentences of scripts without capitals: behind titles (`آقای احمدی`, `श्रीमती …`, `ဒေါ်…`), behind what somebody
//! is to the writer or to an office, and with a family name that its end tells (`თამარ გელაშვილი`).

use std::{borrow::Cow, ops::Range};

use super::georgian_names::georgian;
use super::introduced_name::INFO;
use super::uncased_run::Run;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::script_names::is_first_name;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 192;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The first letters of words before names; which word it is, a list tells. Where words may begin alone, tables would be
        // larger.
        Pattern::within(
            // A match ends behind the marks of a letter.
            "[ਪਭપબમఅతభಅಮഅഭമდცძእለየከባጋሰስልሐሹወምஓவமஅיראתלחטקפצזועيرلنفطهزغכعأनনபపಹപનਨනსاآخجموپدهبشسמגדהנבאשसडकगमरबछपवজমশডরগছসপআதடசநమశడరಶಡശഡશડਸਡපදරමბქპემአወዶታဒဦលអកທນ]|श्|शि|आव|गव|डॉ|कु|सौ|सु|रो|रु|बि|छा|बे|पि|पु|मु|छो|मै|मी|ना|মো|মোঃ|মা|শ্|ডা|রো|গ্|ছে|মে|স্|পি|না|தி|டா|நோ|செ|பெ|శ్|డా|రో|పే|ಶ್|ಡಾ|ಹೆ|ശ്|ഡോ|പേ|શ્|ડૉ|ના|ਸ਼੍|ਡਾ|ਨਾ|පු|දු|රෝ|ဒေါ်|ဦး|លោ|អ្|ທ່|दा|बु|भा|मा|मौ|বো|ਧੀ|ਪੁੱ|ਭੈ|ਮੈਂ|દી|હું|மா|కూ|కొ|చె|నా|నే|భా|ತಂ|ನಾ|ഞാ|ഭാ",
            0.75,
            0.9,
        ),
        // `my name is` of Khmer, Burmese and Lao, which stands within a run of letters.
        Pattern::within("ខ្ញុំឈ្មោះ|ကျွန်(?:တော်|တော့်|မ)(?:ရဲ့ ?)?နာမည်(?:က|မှာ)?|ຂ້(?:ອຍ|ານ້ອຍ)ຊື່", 0.75, 0.9),
        // Family names of Georgia.
        Pattern::within("შვილ|ძე", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let place = match candidate.pattern {
        // Within a word it is any letter.
        0 if text[..start].ends_with(is_word) => return None,
        0 => introduced(text, start)?,
        1 => Run::behind(text, candidate.range.end)?.joined()?,
        _ => georgian(text, &candidate.range)?,
    };
    candidate.part(place)
}

/// Titles, which nothing but names of persons follows.
static TITLES: PhraseList = PhraseList::new(
    "د.|أ.د.|والمهندس|والمهندسة|والدكتور|والدكتورة|والأستاذ|والأستاذة|السيد|السيدة|الأستاذ|الأستاذة|الدكتور|الدكتورة|المهندس|المهندسة|الشيخ|الشيخة|الحاج|الحاجة|آقای|خانم|جناب آقای|سرکار خانم|جناب|\
     מר|גב'|גב׳|גברת|ד\"ר|ד״ר|श्री|श्री.|श्रीमती|श्रीमान|सुश्री|डॉ|डॉ.|कु.|सौ.|জনাব|জনাবা|শ্রী|শ্রীমতী|ডা.|திரு|திரு.|திருமதி|செல்வி|டாக்டர்|శ్రీ|శ్రీమతి|డా.|\
     డాక్టర్|ಶ್ರೀ|ಶ್ರೀಮತಿ|ಡಾ.|ശ്രീ|ശ്രീമതി|ഡോ.|શ્રી|શ્રીમતી|ડૉ.|ਸ਼੍ਰੀ|ਸ਼੍ਰੀਮਤੀ|ਡਾ.|ბატონი|ბატონო|ბატონს|ბატონმა|ქალბატონი|ქალბატონო|ქალბატონს|ქალბატონმა|\
     አቶ|ወ/ሮ|ወ/ሪት|ወይዘሮ|ወይዘሪት|ዶ/ር|مدام|الآنسة|آنسة|أستاذ|استاذ|الاستاذ|الاستاذة|دكتور|دكتورة|مهندس|المهندسة|بالسيد|بالسيدة|للسيد|للسيدة|والسيد|والسيدة|د/|م/|أ/|ا/|د /|محترمہ|جناب|ڈاکٹر|دکتر|مهندس|ستوان دوم|ستوان یکم|ستوان|سروان|سرهنگ|گروهبان|استوار|עו\"ד|עו״ד|רו\"ח|פרופ'|פרופ׳|ለአቶ|የአቶ|በአቶ|ከአቶ|ለወ/ሮ|የወ/ሮ|ከወ/ሮ|ለወ/ሪት|ለዶ/ር|ጋሽ|ጋሼ|ወይዘሪት|እትዬ|মিস্টার|মিসেস|ডাঃ|ডাক্তার|மருத்துவர்",
);
/// Titles that names may be joined to.
static JOINED_TITLES: PhraseList = PhraseList::new("ဒေါ်|ဒေါက်တာ|ဦး|លោក|លោកស្រី|លោកគ្រូ|អ្នកស្រី|អ្នកគ្រូ|កញ្ញា|ທ່ານ|ທ້າວ|ນາງ");
/// Beginnings of other words that look like such a title and a name.
const JOINED_WORDS: &str = "ဦးစ|ဦးတည်|ဦးဆုံး|ဦးဆောင်|ဦးလေး|ဦးနှောက်|ဦးရေ|ဦးထုပ်|ဦးချို|ဦးကြီး|ဦးခေါင်း|ទាំងអស់|លោកអ្នក|លោកខាង|លោកនេះ|លោកទាំង|លោកបាន|លោកមាន|ທ່ານສາມາດ|ທ່ານຕ້ອງ|ທ່ານມີ|ທ່ານຈະ|ທ່ານໄດ້|ທ່ານຢູ່|ທ່ານເປັນ|ທ່ານກຳລັງ|ທ່ານຢາກ|ທ່ານຄວນ|ນາງໄດ້|ນາງມີ";
/// Short forms of a first name, which belong to the name.
static FIRST: PhraseList = PhraseList::new("মোঃ|মোছাঃ|মোসাঃ|মোছা:|মোসা:");
/// What somebody is to an office, to the writer, or the writer himself.
static ROLES: PhraseList = PhraseList::new(
    "المدعي|المدعية|المدعى عليه|المدعى عليها|المتهم|المتهمة|الشاهد|الشاهدة|محترم|العميل|العميلة|الزبون|الزبونة|المريض|المريضة|الموظف|الموظفة|الطالب|الطالبة|السائق|المعلم|المعلمة|المتعاملة|المتعامل|المتقدم|المستفيد|ولدي|ولدى|ابني|\
     ابنتي|بنتي|أخي|أختي|زوجي|زوجتي|والدي|والدتي|پسرم|پسر من|دخترم|دختر من|همسرم|همسر من|برادرم|خواهرم|به نام|بنام|بیٹا|بیٹی|بیوی|شوہر|والد|والدہ|بھائی|بہن|\
     میں|من|నేను|ನಾನು|ഞാൻ|હું|ਮੈਂ|እኔ|මම|बहन|भाई|दादा|दादी|नाना|नानी|मामा|मामी|मौसी|बुआ|बहू|दामाद|மாமா|அத்தை|తమ్ముడు|అక్క|చెల్లి|నాన్న|అమ్మ|భార్య|భర్త|కొడుకు|కూతురు|ಅಮ್ಮ|ಅಪ್ಪ|ತಂಗಿ|ಅಣ್ಣ|ಮಗ|ಮಗಳು|അമ്മ|അച്ഛൻ|മകൻ|മകൾ|ഭാര്യ|ഭർത്താവ്|મમ્મી|પપ્પા|બહેન|દીકરો|દીકરી|ਭੈਣ|ਭਰਾ|ਪਤਨੀ|ਪੁੱਤਰ|ਧੀ|বোন|স্ত্রীর|মেয়ের|ছেলের|მეუღლე|ქმარი|ცოლი|ძმა|დეიდა|ბიძა|مامان|بابا|خاله|عمو|دایی|عمه|أنا|انا|باسم|معك|خالي|خالتي|عمي|عمتي|جدي|جدتي|\
     החולה|הנבדק|הנבדקת|הפצוע|הפצועה|המבוטח|המבוטחת|הלקוח|הלקוחה|המטופל|המטופלת|התלמיד|התלמידה|העובד|העובדת|נהג|הנהג|הנהגת|בתי|בני|בעלי|אשתי|אחי|אחותי|אמא|אבא|סבא|סבתא|השכן|השכנה|המורה|הרופא|מדבר|מדברת|קוראים לי|שמי|שכנה|שכן|שלום|היי|הי|\
     הרופאה|הגננת|השמאי|השמאית|כאן|ग्राहक|मरीज|मरीज़|रोगी|रुग्ण|बिरामी|छात्र|\
     छात्रा|कर्मचारी|शिकायतकर्ता|आवेदक|गवाह|बेटा|बेटी|बेटे|पति|पत्नी|पिता|पुत्र|पुत्री|मुलगा|मुलगी|छोरा|छोरी|मैं|मी|म|রোগী|গ্রাহক|ছেলে|মেয়ে|স্বামী|স্ত্রী|পিতা|মাতা|আমি|நோயாளி|மகன்|மகள்|\
     நான்|రోగి|පුතා|දුව|රෝගියා|මම|პაციენტი|ექიმი|მძღოლი|მე|ታካሚ|المندوب|مندوب|الدريول|السواق|الممرض|الممرضة|البواب|الكابتن|حماتي|المحاسب|المحاسبة|المحامي|المحامية|السكرتيرة|جارتي|جاري|صديقي|صديقتي|زميلي|زميلتي|اختي|أخوي|اخوي|أخويا|بنتها|ابنها|ابنه|ابنته|زوجها|زوجته|والدها|والدته|خطيبتي|خطيبي|أم|ام|أبو|ابو|بو|كفيل|سلام|مرحبا|مرحباً|یار|رفیق|دوستم|همکارم|ضامن|מנהל|המנהלת|המנהל|הנהלת|סבתה|רעייתו|ורעייתו|בעלה|אשתו|בנו|בתו|אחיו|אחותו|שותף|שותפה|הורים|חבר שלי|חברה שלי|זה|זאת|प्रबंधक|शाखा प्रबंधक|प्रार्थी|प्रार्थिया|निवेदक|चाचा|चाची|भैया|दीदी|हाँ|हेलो|हैलो|नमस्ते|বাবা|মা|আপু|ভাই|চাচা|হ্যালো|ওস্তাদ|ஓட்டுநர்|மின்பொறியாளர்|ஆசிரியர்|தம்பி|தங்கை|அண்ணன்|அக்கா|வாப்பா|அம்மா|அப்பா|மனைவி|கணவர்|வணக்கம்|გამარჯობა|სალამი|მამაჩემს|დედაჩემს|ბატონ|ሰላም|ባል|ሚስት|ወንድም|እህት|እናት|አባት|ልጅ|ሹፌር|ሹፌሩን|ሐኪም|ስሙ|ስሟ|ስም|ተወካይ",
);

/// Words for a name, of things, too.
static NAME_WORDS: PhraseList =
    PhraseList::new("الاسم|الاسم الكامل|اسمه|اسمها|नाम|নাম|பெயர்|పేరు|ಹೆಸರು|പേര്|નામ|ਨਾਮ|නම|სახელი");

/// The first words of these phrases, up to a sign.
const FIRST_WORDS: &WordList = &WordList::new(
    "د|أ|الاسم|اسمه|اسمها|नाम|নাম|பெயர்|పేరు|ಹೆಸರು|പേര്|નામ|ਨਾਮ|නම|სახელი|السيد|السيدة|الأستاذ|الأستاذة|الدكتور|الدكتورة|المهندس|المهندسة|الشيخ|الشيخة|الحاج|الحاجة|آقای|خانم|جناب|سرکار|\
     محترم|محترمہ|מר|גב|גברת|ד|श्री|श्रीमती|श्रीमान|सुश्री|डॉ|कु|सौ|জনাব|জনাবা|শ্রী|শ্রীমতী|ডা|திரு|திருமதி|செல்வி|\
     டாக்டர்|శ్రీ|శ్రీమతి|డా|డాక్టర్|ಶ್ರೀ|ಶ್ರೀಮತಿ|ಡಾ|ശ്രീ|ശ്രീമതി|ഡോ|શ્રી|શ્રીમતી|ડૉ|ਸ਼੍ਰੀ|ਸ਼੍ਰੀਮਤੀ|ਡਾ|ბატონი|ბატონო|\
     ბატონს|ბატონმა|ქალბატონი|ქალბატონო|ქალბატონს|ქალბატონმა|አቶ|ወ|ወይዘሮ|ወይዘሪት|ዶ|মোঃ|মোছাঃ|মোসাঃ|মোছা|মোসা|العميل|\
     العميلة|الزبون|الزبونة|المريض|المريضة|الموظف|الموظفة|الطالب|الطالبة|السائق|المعلم|المعلمة|المتعاملة|المتعامل|\
     المتقدم|المستفيد|ولدي|ولدى|ابني|ابنتي|بنتي|أخي|أختي|زوجي|زوجتي|والدي|والدتي|پسرم|پسر|دخترم|دختر|همسرم|همسر|\
     برادرم|خواهرم|به|بنام|مامان|بابا|خاله|عمو|دایی|عمه|أنا|انا|باسم|معك|خالي|خالتي|عمي|عمتي|جدي|جدتي|אמא|אבא|סבא|סבתא|השכן|השכנה|המורה|\
     הרופא|הרופאה|הגננת|השמאי|השמאית|כאן|بیٹا|بیٹی|بیوی|شوہر|والد|والدہ|بھائی|بہن|میں|הלקוח|הלקוחה|המטופל|המטופלת|התלמיד|התלמידה|\
     העובד|העובדת|נהג|הנהג|הנהגת|בתי|בני|בעלי|אשתי|אחי|אחותי|מדבר|מדברת|קוראים|שמי|שכנה|שכן|שלום|היי|הי|शिकायतकर्ता|आवेदक|गवाह|ग्राहक|मरीज|मरीज़|रोगी|रुग्ण|बिरामी|छात्र|छात्रा|\
     कर्मचारी|बेटा|बेटी|बेटे|पति|पत्नी|पिता|पुत्र|पुत्री|मुलगा|मुलगी|छोरा|छोरी|मैं|मी|म|রোগী|গ্রাহক|ছেলে|মেয়ে|\
     স্বামী|স্ত্রী|পিতা|মাতা|আমি|நோயாளி|மகன்|மகள்|நான்|రోగి|පුතා|දුව|රෝගියා|මම|პაციენტი|ექიმი|მძღოლი|მე|ታካሚ",
);

/// The same of further ones.
const MORE_FIRST_WORDS: &WordList = &WordList::new(
    "החולה|הנבדק|הנבדקת|הפצוע|הפצועה|המבוטח|המבוטחת|مدام|الآنسة|آنسة|أستاذ|استاذ|الاستاذ|الاستاذة|دكتور|دكتورة|مهندس|المهندسة|بالسيد|بالسيدة|للسيد|للسيدة|والسيد|والسيدة|م|ا|ڈاکٹر|دکتر|ستوان|سروان|سرهنگ|گروهبان|استوار|עו|רו|פרופ|ለአቶ|የአቶ|በአቶ|ከአቶ|ለወ|የወ|ከወ|ለዶ|ጋሽ|ጋሼ|እትዬ|মিস্টার|মিসেস|ডাঃ|ডাক্তার|மருத்துவர்|المندوب|مندوب|الدريول|السواق|الممرض|الممرضة|البواب|الكابتن|حماتي|المحاسب|المحاسبة|المحامي|المحامية|السكرتيرة|جارتي|جاري|صديقي|صديقتي|زميلي|زميلتي|اختي|أخوي|اخوي|أخويا|بنتها|ابنها|ابنه|ابنته|زوجها|زوجته|والدها|والدته|خطيبتي|خطيبي|أم|ام|أبو|ابو|بو|كفيل|سلام|مرحبا|مرحباً|یار|رفیق|دوستم|همکارم|ضامن|מנהל|המנהלת|המנהל|הנהלת|סבתה|רעייתו|ורעייתו|בעלה|אשתו|בנו|בתו|אחיו|אחותו|שותף|שותפה|הורים|חבר|חברה|זה|זאת|प्रबंधक|शाखा|प्रार्थी|प्रार्थिया|निवेदक|चाचा|चाची|भैया|दीदी|हाँ|हेलो|हैलो|नमस्ते|বাবা|মা|আপু|ভাই|চাচা|হ্যালো|ওস্তাদ|ஓட்டுநர்|மின்பொறியாளர்|ஆசிரியர்|தம்பி|தங்கை|அண்ணன்|அக்கா|வாப்பா|அம்மா|அப்பா|மனைவி|கணவர்|வணக்கம்|გამარჯობა|სალამი|მამაჩემს|დედაჩემს|ბატონ|ሰላም|ባል|ሚስት|ወንድም|እህት|እናት|አባት|ልጅ|ሹፌር|ሹፌሩን|ሐኪም|ስሙ|ስሟ|ስም|ተወካይ",
);

/// And of pronouns and relatives.
const STILL_MORE_FIRST_WORDS: &WordList = &WordList::new(
    "المدعي|المدعية|المدعى|المتهم|المتهمة|الشاهد|الشاهدة|والمهندس|والمهندسة|والدكتور|والدكتورة|والأستاذ|والأستاذة|من|నేను|ನಾನು|ഞാൻ|હું|ਮੈਂ|እኔ|මම|बहन|भाई|दादा|दादी|नाना|नानी|मामा|मामी|मौसी|बुआ|बहू|दामाद|மாமா|அத்தை|తమ్ముడు|అక్క|చెల్లి|నాన్న|అమ్మ|భార్య|భర్త|కొడుకు|కూతురు|ಅಮ್ಮ|ಅಪ್ಪ|ತಂಗಿ|ಅಣ್ಣ|ಮಗ|ಮಗಳು|അമ്മ|അച്ഛൻ|മകൻ|മകൾ|ഭാര്യ|ഭർത്താവ്|\
     મમ્મી|પપ્પા|બહેન|દીકરો|દીકરી|ਭੈਣ|ਭਰਾ|ਪਤਨੀ|ਪੁੱਤਰ|ਧੀ|বোন|স্ত্রীর|মেয়ের|ছেলের|მეუღლე|ქმარი|ცოლი|ძმა|დეიდა|ბიძა",
);

/// The first name that a preposition of Hebrew is joined to, behind a verb of calling, telling or giving: `תתקשר לנועם`, `שלום לדנה`.
fn prefixed(text: &str, start: usize, own: &str) -> Option<Range<usize>> {
    const VERBS: &WordList = &WordList::new(
        "שלום|תתקשר|תתקשרי|להתקשר|התקשרתי|תגיד|תגידי|להגיד|אמרתי|תשלח|תשלחי|שלחתי|תן|תני|לתת|נתתי|תעביר|תעבירי|העברתי|תודה|לכבוד|תמסור|תמסרי|תזכיר|תזכירי|לומר|צלצל|תצלצל",
    );
    let name = own.strip_prefix('ל')?;
    let verb = line::before(text, start, NEAR).strip_suffix(' ')?.rsplit(' ').next()?;
    (is_first_name(name) && is_listed(verb, VERBS)).then(|| start + 'ל'.len_utf8()..start + own.len())
}

/// Most titles before a name.
const MOST_TITLES: usize = 3;

/// The name behind the word that begins at `start`.
fn introduced(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = line::behind(text, start, NEAR);
    let first = rest.chars().next()?;
    let longest = |list: &PhraseList| list.len_at(rest).map(|len| &rest[..len]);
    if matches!(first, '\u{E80}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}') {
        let title = longest(&JOINED_TITLES)?;
        let is_other = JOINED_WORDS.split('|').any(|word| rest.starts_with(word));
        return (!is_other).then(|| Run::behind(text, start + title.len()))??.joined();
    }
    // Most words are ruled out at once.
    let own = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
    // Who speaks in a chat: `תמר: …`.
    if line::begins(text, start) && rest[own.len()..].starts_with(": ") && is_first_name(own) {
        return Some(start..start + own.len());
    }
    if let Some(place) = prefixed(text, start, own) {
        return Some(place);
    }
    if ![FIRST_WORDS, MORE_FIRST_WORDS, STILL_MORE_FIRST_WORDS].iter().any(|list| is_listed(own, list)) {
        return None;
    }
    if longest(&FIRST).is_some() {
        let found = Run::at(text, start)?;
        return found.titled().filter(|_| found.ends.len() > 1);
    }
    let ends_word = |word: &str| !rest[word.len()..].starts_with(|c: char| is_word(c) || c == '\u{200C}');
    if let Some(title) = longest(&TITLES).filter(|title| ends_word(title)) {
        let mut at = start + title.len();
        // `السيدة / …`, and a second title: `خانم دکتر …`
        for _ in 0..MOST_TITLES {
            let behind = line::behind(text, at, NEAR);
            let gap = behind.len() - behind.trim_start_matches([' ', '.', '/', ':', '\u{200C}']).len();
            let next = &behind[gap..];
            let title = ["دکتر ", "مهندس ", "الدكتور ", "الدكتورة ", "المهندس ", "डॉ. ", "डॉ ", "প্রফেসর "]
                .iter()
                .find(|title| next.starts_with(*title));
            at += gap + title.map_or(0, |title| title.len());
            if title.is_none() {
                break;
            }
        }
        return Run::at(text, at)?.titled();
    }
    if let Some(word) = longest(&NAME_WORDS).filter(|word| ends_word(word)) {
        let run = Run::behind(text, start + word.len())?;
        // `واسمها سارة`
        let is_called = matches!(word, "اسمه" | "اسمها") && run.word(0).is_some_and(is_first_name);
        return if is_called { run.of_role() } else { run.described() };
    }
    let role = longest(&ROLES).filter(|role| ends_word(role))?;
    let behind = line::behind(text, start + role.len(), NEAR);
    let gap = [" – ", " - ", ": ", " "].into_iter().find(|gap| behind.starts_with(gap))?;
    let run = Run::at(text, start + role.len() + gap.len())?;
    // A verb follows the first name of a relative.
    if is_listed(role, RELATIVES) {
        // A kunya is a name as a whole: `أم سعود`.
        if matches!(role, "أم" | "ام" | "أبو" | "ابو") && run.word(0).is_some_and(is_first_name) {
            return Some(start..run.first(1)?.end);
        }
        return run.first(1).filter(|_| run.word(0).is_some_and(is_first_name));
    }
    run.of_role().or_else(|| run.of_patient().filter(|_| is_listed(role, PATIENTS)))
}

/// Patients, before what is done with them.
const PATIENTS: &WordList =
    &WordList::new("המטופל|המטופלת|החולה|הנבדק|הנבדקת|הפצוע|הפצועה|המבוטח|המבוטחת|הלקוח|הלקוחה");

/// Words by which relatives are called, before their first names.
const RELATIVES: &WordList = &WordList::new(
    "سلام|مرحبا|مرحباً|أم|ام|أبو|ابو|بو|हाँ|हेलो|हैलो|नमस्ते|হ্যালো|வணக்கம்|გამარჯობა|სალამი|ሰላም|זה|זאת|שלום|היי|הי|مامان|بابا|خاله|عمو|دایی|عمه|خالي|خالتي|عمي|عمتي|جدي|جدتي|אמא|אבא|סבא|סבתא|כאן",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    fn name(text: &str) -> Option<&str> {
        let field = Field::new(text);
        let at = |at| {
            let range: Range<usize> = at..at;
            let pattern = 0;
            let candidate = Candidate { field: &field, range, pattern, form: crate::Form::Shape, name: "" };
            check(&candidate).map(|found| &text[found.range])
        };
        let family = |end: &str| {
            let start = text.find(end)?;
            georgian(text, &(start..start + end.len())).map(|range| &text[range])
        };
        text.char_indices()
            .filter(|(at, _)| !text[..*at].ends_with(is_word))
            .find_map(|(place, _)| at(place))
            .or_else(|| family("შვილ"))
            .or_else(|| family("ძე"))
    }

    #[test]
    fn names_stand_behind_titles_and_roles() {
        for (text, found) in [
            ("آقای احمدی گفت که فردا می‌آید", "احمدی"),
            ("خانم دکتر رضایی در مطب است", "رضایی"),
            ("قال السيد خالد المنصوري إن الاجتماع غدا", "خالد المنصوري"),
            ("أقر أنا السيدة / هدى محمود سالم وأحمل بطاقة", "هدى محمود سالم"),
            ("श्री राजेश कुमार ने कहा", "राजेश कुमार"),
            ("सौ. देशमुख बाई.", "देशमुख"),
            ("திரு. க. சரவணன், எண் 4", "க. சரவணன்"),
            ("আমি মোঃ রহিম উদ্দিন, জাতীয় পরিচয়পত্র", "মোঃ রহিম উদ্দিন"),
            ("मरीज सरोज बानो, उम्र 29 वर्ष", "सरोज बानो"),
            ("المريض سليم الحوراني، 52 سنة", "سليم الحوراني"),
            ("נהג רון שגב, רישיון נהיגה 77", "רון שגב"),
            ("म गोपाल खड्का, नागरिकता नं. 12", "गोपाल खड्का"),
            ("ဒေါ်ခင်မြင့်၊ အမှတ် ၄", "ခင်မြင့်"),
            ("ወ/ሮ አልማዝ ተክሌ የፋይዳ ቁጥር", "አልማዝ ተክሌ"),
            ("ქალბატონი ნინო მოვიდა", "ნინო"),
            ("599 11 22 33, თამარ გელაშვილი, მე-4", "თამარ გელაშვილი"),
            ("أُحيل إلى د. رُبى العلي من القسم", "رُبى العلي"),
            ("بياناتي: الاسم وليد بن سعد الحربي، رقم الهوية 108", "وليد بن سعد الحربي"),
            ("මගේ පුතා සෙනත් දිසානායක (අංකය 18442)", "සෙනත් දිසානායක"),
            ("המטופל ציון אלקיים הופנה למיון", "ציון אלקיים"),
            ("ولدي محمد ما غاديش يجي", "محمد"),
        ] {
            assert_eq!(name(text), Some(found), "{text}");
        }
    }

    #[test]
    fn phrases_begin_with_listed_words() {
        for list in [&TITLES, &FIRST, &ROLES, &NAME_WORDS] {
            for phrase in list.phrases() {
                let own = &phrase[..phrase.find(|c| !is_word(c)).unwrap_or(phrase.len())];
                let lists = [FIRST_WORDS, MORE_FIRST_WORDS, STILL_MORE_FIRST_WORDS];
                assert!(lists.iter().any(|list| is_listed(own, list)), "{phrase}");
            }
        }
    }

    #[test]
    fn other_words_behind_them_are_no_names() {
        for text in [
            "قال السيد الرئيس اليوم",
            "המטופל הגיע למרפאה, בשעה 10",
            "मरीज अस्पताल पहुंचा, 10 बजे",
            "श्री लंका में बारिश",
            "मेरा बेटा स्कूल गया है",
            "ჩემი შვილი სკოლაშია",
            "خانم‌ها و آقایان",
            "លោក និងលោកស្រី សូមអរគុណ",
            "ბატონო პრეზიდენტო, გმადლობთ",
            "السعر 5 د.ك فقط",
            "الاسم مطلوب، رقم الهوية 12",
            "المريض يشعر بألم، منذ يومين",
            "המטופל הצעיר מאוד הופנה למיון",
            "החולה לא רצה הועבר",
            "آقای رئیس‌جمهور گفت",
            "میں گھر جا رہا ہوں",
            "আমি বাড়ি যাচ্ছি, কাল আসব",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
