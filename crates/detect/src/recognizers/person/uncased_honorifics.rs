//! Names before words of respect in scripts without capitals: `भास्कर जी, …`, `তাহসিন ভাই, …`, `కోటేశ్వరరావు గారు`, `پونه جان`, `મનહરભાઈ`.
//!
//! A word that begins a clause before such a word is a name, unless people are addressed by it, or it is one of prose.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::script_names::{begins_name, is_first_name, is_no_name};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_word, line, run_before};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read before a match.
const NEAR: usize = 96;
/// The patterns of words that are joined to names, and of what who speaks says behind the name.
const JOINED: usize = 1;
const SPEAKING: usize = 2;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            " (?:जी|भैया|भाई|दीदी|साहब|साहेब|ताई|दादा|काका|भाऊ|अंकल|आंटी|ভাই|আপু|আপা|দিদি|দাদা|সাহেব|স্যার|অক্কা|அக்கா|அண்ணா|அண்ணன்|அவர்க|ஐயா|సార్|గారు|గారి|గార్|ചേട്ടൻ|ചേച്ചി|ਜੀ|صاحب|بھائی|باجی|جان|خانم|خان)",
            0.75,
            0.9,
        ),
        Pattern::within("ભાઈ|બેન|બહેન", 0.75, 0.9),
        // `… I am` in Persian, behind who speaks.
        Pattern::within(" هستم", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

/// Words before them that name nobody: greetings, answers, pronouns, relatives, callings, the living and the holy.
const OTHERS: &WordList = &WordList::new(
    "हाँ|हां|जी|नहीं|अच्छा|ठीक|माता|पिता|गुरु|पंडित|डॉक्टर|मास्टर|सर|मैडम|भाई|बहन|दीदी|भैया|भाभी|चाचा|चाची|मामा|मामी|दादा|दादी|नाना|नानी|सेठ|ठाकुर|सरदार|बाबू|लाला|नेता|मंत्री|स्वामी|महाराज|साधु|बाबा|माँ|मां|पापा|मम्मी|अंकल|आंटी|साहब|\
     श्री|वाह|अरे|ओ|सुनिए|सुनो|देखो|धन्यवाद|शुक्रिया|नमस्ते|नमस्कार|प्रणाम|क्या|आप|हम|वो|वह|यह|ये|लो|मेरे|मेरा|मेरी|तेरे|तेरा|बड़े|बड़ा|छोटे|छोटा|प्रिय|यार|कोई|सब|दो|एक|और|का|के|की|को|ने|से|में|प्यारे|सगा|सगे|चलो|बस|हे|हो|माझा|माझे|तुझा|मोठा|मोठे|लहान|जज|दोनों|तीनों|चचेरे|चचेरा|ममेरे|फुफेरे|मौसेरे|सौतेले|जुड़वां|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार|आज|कल|परसों|राष्ट्रपति|प्रधानमंत्री|मुख्यमंत्री|\
     अध्यक्ष|सचिव|प्रधान|सरपंच|विधायक|सांसद|वकील|कलेक्टर|प्रिंसिपल|प्रोफेसर|शिक्षक|भगवान|ईश्वर|मैनेजर|\
     মেয়র|মন্ত্রী|আমার|তোমার|আপনার|বড়|ছোট|মেজ|সেজ|হ্যাঁ|না|জি|ওই|এই|ও|কি|হ্যালো|প্রিয়|মামা|চাচা|ডাক্তার|মাস্টার|নেতা|দুই|এক|কোন|সব|ধন্যবাদ|আচ্ছা|ঠিক|শুনেন|শোনেন|রিকশাওয়ালা|ড্রাইভার|দোকানদার|আরে|সভাপতি|চেয়ারম্যান|মেম্বার|ম্যানেজার|প্রধানমন্ত্রী|ভদ্রলোক|মুসলমান|চাচাতো|মামাতো|খালাতো|ফুফাতো|সৎ|আজ|কাল",
);
const MORE_OTHERS: &WordList = &WordList::new(
    "நல்ல|அன்பு|அன்பான|எங்க|எங்கள்|உங்க|ஒரு|இரண்டு|இன்று|நேற்று|అధ్యక్షుడు|కలెక్టర్|ఎమ్మెల్యే|మేడం|జడ్జి|ప్రధాని|రాష్ట్రపతి|గవర్నర్|ఛైర్మన్|సర్పంచ్|ప్రిన్సిపాల్|ఇంజనీర్|అధికారి|కమిషనర్|న్యాయమూర్తి|ఎంపీ|మేనేజర్|என்|உன்|உங்கள்|பெரிய|சின்ன|அம்மா|அப்பா|ஆசிரியர்|டாக்டர்|தலைவர்|அமைச்சர்|முதல்வர்|அவர்|வணக்கம்|ஆமா|சரி|ஓட்டுநர்|அந்த|இந்த|మా|మీ|నా|నాన్న|అమ్మ|డాక్టర్|మాస్టర్|టీచర్|గురువు|మంత్రి|ముఖ్యమంత్రి|అవును|సరే|నమస్కారం|పెద్ద|చిన్న|తాత|మామ|అత్త|బాబాయ్|పిన్ని|వారు|అన్న|అక్క|\
     എന്റെ|വലിയ|ചെറിയ|ആ|ഈ|ഡ്രൈവർ|ഹലോ|ഡോക്ടർ|ਹਾਂ|ਨਹੀਂ|ਮਾਤਾ|ਪਿਤਾ|ਗੁਰੂ|ਵਾਹਿਗੁਰੂ|ਬਾਬਾ|ਭਾਈ|ਡਾਕਟਰ|ਸਰਦਾਰ|ਠੀਕ|ਸਤਿਨਾਮ|ਮਾਸਟਰ|ਜੀ|ਤੁਸੀਂ|ਅੱਛਾ|ਭੈਣ|ਵੀਰ|ਸਾਹਿਬ|ਸ੍ਰੀ|ਸ਼੍ਰੀ|ਅਕਾਲ|مولانا|ڈاکٹر|ماسٹر|وزیر|صدر|مفتی|قاری|حاجی|چوہدری|خان|بڑے|چھوٹے|میرے|میرا|تیرے|آپ|ہاں|جی|نہیں|اچھا|\
     یار|پیارے|کوئی|ایک|دو|مالک|استاد|سیٹھ|بابو|شاہ|مرزا|ملک|اے|ارے|وہ|یہ|اس|کے|کی|کا|کو|سے|میں|نے|اور|ہے|سب|دونوں|اسلامی|مسلمان|ہندو|عزیز|عزیزم|مامان|بابا|خاله|عمو|دایی|عمه|دختر|پسر|خواهر|برادر|مادر|پدر|دوست|رفیق|آقا|خانم|همسر|سلام|ای|این|آن|به|از|که|را|در|با|و|هم|هر|یک|تا|بی|نیمه|سرکار|\
     خدا|خدای|دوستان|عزیزان|همکار|همکاران|ایران|وطن|مردم|جج|وکیل|پرنسپل|پروفیسر|کمشنر|منیجر|مینیجر|ہیڈ|صوبیدار|کپتان|میجر|کرنل|جنرل|ناظم|سیکرٹری|چیئرمین|انجینئر|پٹواری|پیر|خواجہ|شیخ|خانوم|نوش|جان|جانم|آخ|مادرجون|همه|هیچ|حفظ|حاج|سر|دل|من|تو|او|ما|شما|تن|جن|آبجی|داداش|بچه|دکتر|مهندس|معلم|مربی|پرستار|ستر|جناب",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    candidate.part(match candidate.pattern {
        JOINED => joined(text, start, end)?,
        SPEAKING => speaking(text, start)?,
        _ => before(text, start, end)?,
    })
}

/// The word before the blank at `at`, of the word of respect that `end` is within, if a clause begins with it.
fn before(text: &str, at: usize, end: usize) -> Option<Range<usize>> {
    /// Fewest and most letters and marks.
    const LENGTHS: std::ops::RangeInclusive<usize> = 3..=16;
    let head = line::before(text, at, NEAR);
    let name = run_before(head, |c| is_word(c) && !c.is_numeric() || matches!(c, '\u{200C}' | '\u{200D}'));
    let ahead = &head[..head.len() - name.len()];
    // Behind a greeting, too: `سلام پونه جان`, `हेलो लखन भैया`
    const GREETINGS: &WordList =
        &WordList::new("سلام|درود|مرسی|السلام|ہیلو|हेलो|हैलो|नमस्ते|नमस्कार|राम-राम|হ্যালো|ধন্যবাদ|வணக்கம்|నమస్కారం|ഹലോ");
    let last = ahead.trim_end().rsplit(' ').next().unwrap_or_default();
    let begins = ahead.trim_end_matches([' ', '-', '–', '•', '*', '>']).is_empty()
        || ahead.trim_end().ends_with(['.', ',', '،', '।', '!', '?', '؟', '۔', ':', ';', '(', '"'])
        || is_listed(last, GREETINGS);
    // A letter may follow that belongs to the word of respect in another case, but for the shortest ones.
    let is_short = text[at + 1..end].chars().count() < 4;
    let is_whole = !is_short || !text[end..].starts_with(is_word);
    let fits = LENGTHS.contains(&name.chars().count()) && begins_name(name) && !is_no_name(name);
    let is_other = is_listed(name, OTHERS) || is_listed(name, MORE_OTHERS);
    (begins && is_whole && fits && !is_other).then_some(at - name.len()..at)
}

/// The first name and the surname before the verb at `at`: `نگار رستمی هستم`.
fn speaking(text: &str, at: usize) -> Option<Range<usize>> {
    let head = line::before(text, at, NEAR);
    let (before, last) = head.rsplit_once(' ')?;
    let first = before.rsplit(|c: char| !(is_word(c) || c == '\u{200C}')).next()?;
    let is_name = is_first_name(first) && begins_name(last) && last.chars().nth(2).is_some() && !is_no_name(last);
    let is_apart = last.chars().all(|c| is_word(c) || c == '\u{200C}');
    let is_other = is_listed(last, OTHERS) || is_listed(last, MORE_OTHERS);
    (is_name && is_apart && !is_other).then(|| at - last.len() - 1 - first.len()..at)
}

/// The word of Gujarati that ends with the word of respect from `start` to `end`: `મનહરભાઈ`.
fn joined(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Fewest letters and marks before it.
    const FEWEST: usize = 3;
    const WORDS: &WordList = &WordList::new(
        "ભાઈ|મોટા|નાના|મોટી|નાની|મારા|તમારા|સગા|પિતરાઈ|માસીયાઈ|ગુરુ|મિત્ર|સૌ|બધા|સાથી|મુસ્લિમ|હિંદુ|ધર્મ|ધર્મના|સબ|તમામ",
    );
    let head = line::before(text, start, NEAR);
    let name = run_before(head, |c| is_word(c) && !c.is_numeric());
    let is_whole = !text[end..].starts_with(is_word);
    (is_whole && name.chars().count() >= FEWEST && !is_listed(name, WORDS)).then_some(start - name.len()..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_stand_before_words_of_respect() {
        for (text, matched, pattern, expected) in [
            ("चंपालाल जी, आपका", " जी", 0, Some("चंपालाल")),
            ("नमस्ते लखन भैया को", " भैया", 0, Some("लखन")),
            ("माता जी ने कहा", " जी", 0, None),
            ("हाँ जी, आया", " जी", 0, None),
            ("मैं और लखन भैया", " भैया", 0, None),
            ("কোথায়? তাহসিন ভাই, ফোন", " ভাই", 0, Some("তাহসিন")),
            ("కోటేశ్వరరావు గారు ఫోన్", " గారు", 0, Some("కోటేశ్వరరావు")),
            ("డాక్టర్ గారు వచ్చారు", " గారు", 0, None),
            ("سلام پونه جان، خوبی", " جان", 0, Some("پونه")),
            ("مامان جان کجایی", " جان", 0, None),
            ("سلام، نگار رستمی هستم، کد", " هستم", SPEAKING, Some("نگار رستمی")),
            ("سلام، من خوب هستم", " هستم", SPEAKING, None),
            ("સાંજે મનહરભાઈ ને", "ભાઈ", 1, Some("મનહરભાઈ")),
            ("મોટાભાઈ આવ્યા", "ભાઈ", 1, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
    }
}
