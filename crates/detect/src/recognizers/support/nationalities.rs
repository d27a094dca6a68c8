//! Nationalities: the adjectives and the names of countries that tell whose a document is in many languages, with their
//! endings, and the states and provinces that give out licences: `Kenyan ID`, `pasaporte peruano`, `Texas DL`.

use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Reports whether `word` is an adjective of nationality, the name of a country or a word of it, in any case of any of the
/// languages.
pub(crate) fn is_nationality(word: &str) -> bool {
    /// Longest ending behind a stem, in letters: `kolumbi-anischer`.
    const LONGEST: usize = 8;
    if is_listed(word, CODES) {
        return word.chars().all(|c| c.is_uppercase() || c == '.');
    }
    // Arabic joins the article to the adjective.
    let word = word.strip_prefix("ال").unwrap_or(word);
    let is_ending = |rest: &str| rest.chars().all(char::is_alphabetic) && rest.chars().count() <= LONGEST;
    STEMS.len_at(word).is_some_and(|len| is_ending(&word[len..])) || is_listed(word, WORDS)
}

/// Reports whether `word` is the name of a state or province that gives out documents, or the last word of it.
pub(crate) fn is_state(word: &str) -> bool {
    is_listed(word, STATES)
}

/// Reports whether `word` is the abbreviation of a state or province, in capitals.
pub(crate) fn is_state_code(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_uppercase()) && is_listed(word, STATE_CODES)
}

/// Beginnings of adjectives and of names of countries, in small letters: with one of several languages that write it
/// alike each stands once.
static STEMS: PhraseList = PhraseList::new(
    // English, with the languages that share its stems
    "afghan|albania|algeria|america|andorr|angola|argentin|armenia|australia|austria|azerbaijan|azeri|bahamian|bahrain|banglades|\
     barbadian|belarus|belgi|beliz|benin|bhutan|bolivi|bosni|botswan|brazil|brasil|british|brunei|bulgari|burkinab|burmese|burundi|\
     cambodia|cameroon|canad|chad|chile|china|chinese|colombia|congol|croat|cuba|cypriot|czech|danish|denmark|dominican|dutch|\
     ecuador|egypt|emirat|english|eritre|estonia|eswatini|ethiopia|fijian|filipin|finland|finnish|finnis|france|french|gabon|gambia|\
     georgia|german|ghana|gibraltar|greek|greece|guatemal|guinea|guyan|haiti|hondur|hungar|iceland|indian|indonesia|iran|iraq|irak|\
     ireland|irish|israel|italia|italie|ivorian|ivoirien|jamaica|japan|jordan|kazak|kenya|korea|kosov|kuwait|kyrgyz|latvia|leban|\
     liban|liberia|libya|lithuania|luxembo|malagasy|malawi|malaysia|maldiv|malian|maltese|mauriti|mexic|moldov|mongol|montenegr|\
     morocc|mozambi|myanmar|namibia|nepal|netherland|nicarag|nigeria|norw|omani|pakistan|palestin|panam|paname|paragua|peruvian|\
     philippin|poland|polish|portug|qatar|romania|russia|rwand|salvador|saudi|scottish|senegal|serbia|seychell|singapor|slovak|\
     sloven|somali|spain|spanish|sudan|surinam|swazi|swed|swiss|switzerland|syria|taiwan|tajik|tanzania|thai|togol|trinidad|tunisi|\
     turk|uganda|ukrain|urugua|uzbek|venezuel|vietnam|welsh|yemen|zambia|zimbabwe|\
     algérien|allemand|anglais|américain|argelin|aleman|alemã|alemán|argelia|autrichi|austríac|belga|belge|brésil|camerounais|centrafricain|\
     chilen|chilien|cilen|chino|chinois|chinês|cinese|colombian|coréen|corean|costarric|croata|cubain|cubano|danois|danés|danese|\
     dinamarqu|ecuatorian|egipci|egizian|espagnol|español|espanhol|estadounidense|estadunidense|estonien|equatorian|équatori|\
     éthiop|égyptien|etíope|filippin|finland|finlandés|français|francés|francês|francese|giappones|grec|griego|grego|holandé|holandês|\
     hongrois|húngar|inglés|inglês|inglese|indien|irland|israél|ivoirien|japon|libanais|libanés|lituan|lusitan|malgache|marocain|marroqu|\
     marocchin|maltais|mauritanien|messican|moçambican|mozambicain|norueg|norvég|norvegese|olandese|pakistanais|palestinien|\
     paquistan|peruan|péruvien|polac|polonais|polonês|polonia|portugais|portoghese|quenian|roumain|rumano|romen|rumen|russ|\
     ruso|sénégalais|sírio|sirian|siria|slovène|statunitense|suédois|sueco|suec|suisse|suizo|suiza|suíç|svedese|svizzer|tailand|thaïland|tchadien|tchèque|\
     tunecin|tunisin|turc|turco|ucranian|ucrain|ungherese|venezolan|vietnamita|angolan|caboverdian|cabo-verdian|\
     ägypt|afghanisch|albanisch|algerisch|amerikan|argentinisch|armenisch|äthiop|bosnisch|britisch|dänisch|deutsch|eritreisch|\
     estnisch|finnisch|französ|georgisch|griechisch|indisch|indonesisch|irisch|isländ|italienisch|japanisch|kanad|kenianisch|\
     kolumbian|koreanisch|kroatisch|lettisch|libanesisch|litauisch|marokkan|mazedon|mexikan|niederländ|norwegisch|österreich|\
     peruanisch|polnisch|rumänisch|schwed|schweizer|serbisch|slowak|slowen|spanisch|syrisch|thailänd|tschech|tunesisch|türkisch|\
     ungarisch|vietnamesisch|zypriotisch|\
     amerikaans|belgisch|bulgaars|chinees|deens|duits|engels|frans|grieks|hongaars|iers|italiaans|kroatisch|marokkaans|nederlands|\
     noors|oekraïens|oostenrijks|poolse|portugees|roemeens|russisch|servisch|spaans|surinaams|tsjechisch|turks|zweeds|zwitsers|\
     amerykańsk|angielsk|białorusk|brytyjsk|chińsk|czesk|francusk|gruzińsk|hiszpańsk|indyjsk|litewsk|łotewsk|niemieck|polsk|\
     rosyjsk|rumuńsk|słowack|turecki|ukraińsk|węgiersk|wietnamsk|włosk|\
     americk|anglick|britsk|bulharsk|česk|francouzsk|francúzsk|italsk|maďarsk|moldavsk|německ|nemeck|poľsk|rakousk|rakúsk|rusk|ruského|\
     ruský|slovensk|španělsk|španielsk|srbsk|taliansk|ukrajinsk|vietnamsk|\
     albansk|austrijsk|bosansk|crnogorsk|hrvatsk|italijansk|kosovsk|makedonsk|njemačk|nemačk|srpsk|talijansk|avstrijsk|\
     afghansk|amerikansk|brittisk|britisk|dansk|engelsk|estnisk|finländsk|finsk|fransk|indisk|irakisk|iransk|islandsk|italiensk|kinesisk|\
     litauisk|lettisk|norsk|nederländsk|nederlandsk|polsk|rumænsk|rumänsk|russisk|rysk|somalisk|spansk|svensk|syrisk|thailandsk|thailändsk|turkisk|\
     tyrkisk|tysk|ukrainsk|\
     amerikkalai|brittiläi|espanjalai|italialai|norjalai|puolalai|ranskalai|ruotsalai|saksalai|suomalai|tanskalai|venäläi|virolai|ukrainalai|\
     american|britanic|bulgăresc|francez|maghiar|moldoven|polonez|românesc|română|român|spaniol|sârbesc|turcesc|ucrainean|unguresc|\
     amerikai|angol|francia|horvát|lengyel|magyar|német|olasz|osztrák|román|spanyol|szerb|szlovák|szlovén|török|ukrán|\
     amerikan|bulgar|fransız|ingiliz|italyan|suriye|türk|türkiye|yunan|\
     австрал|австри|азербайджан|албан|алжир|америк|армян|армен|афган|белорус|бельг|българ|болгар|босн|бразил|британ|вірмен|вьетнам|герман|греческ|\
     грузин|гръцк|грецьк|египет|єгипет|ізраїл|израил|инди|индий|індій|иорданск|ирак|иран|ирланд|испан|іспан|итал|італ|казах|казак|канад|кипр|\
     киргиз|кыргыз|китай|коре|кувейт|латв|латыш|литов|литв|македон|мексик|молдав|молдов|монгол|немец|нидерланд|німець|норвеж|пакистан|\
     польск|польш|португал|росси|російськ|росі|румын|румун|румън|серб|сербск|сири|словак|словац|словен|српск|таджик|тайланд|таиланд|тунис|турец|турц|турк|\
     туркмен|угор|узбек|україн|украин|українськ|унгар|фин|филипп|франц|хорват|хрватск|чеш|чех|черногор|швед|швейцар|эстон|естон|японск|япони|\
     αιγυπτ|αλβαν|αμερικ|αυστρ|βουλγαρ|βρεταν|γαλλ|γερμαν|γεωργι|ελλην|ελλάδ|ισπαν|ιταλ|κινέζ|κυπρι|ολλανδ|ουκραν|πακισταν|πολων|ρουμαν|ρωσ|σερβ|συρι|τουρκ|\
     أردني|اردني|ألماني|الماني|إماراتي|اماراتي|أمريكي|امريكي|إيراني|ايراني|باكستاني|بحريني|بريطاني|تركي|تونسي|جزائري|سعودي|سوداني|سوري|صومالي|عراقي|\
     عماني|فرنسي|فلسطيني|قطري|كندي|كويتي|لبناني|ليبي|مصري|مغربي|موريتاني|هندي|يمني|افغان|ایران|پاکستان|\
     אוקראיני|אמריקאי|אנגלי|בריטי|גרמני|גרוזיני|ישראלי|פולני|צרפתי|קנדי|רומני|רוסי|תורכי|טורקי|\
     भारतीय|नेपाली|पाकिस्तानी|बांग्लादेशी|ভারতীয়|বাংলাদেশ|பிறநாட்டு|இந்திய|ไทย|việt",
);

/// Whole words: names that begin other words, the last words of names of several, and citizens.
const WORDS: &WordList = &WordList::new(
    "mali|malta|oman|iraq|laos|lao|fiji|peru|perú|pérou|togo|niger|congo|egypt|cyprus|britain|england|scotland|wales|guyana|cabo|emirates|kingdom|\
     rican|rico|rica|costa|sri|burkina|cape|hong|puerto|schengen|aussie|brit|kiwi|lankan|lanka|zealand|zealander|african|africa|kong|macau|macao|arabian|arabia|leonean|leone|faso|nam|lucian|vincentian|tobagonian|timorese|\
     republic|república|republica|repubblica|république|republik|republika|republike|republiky|rzeczypospolitej|республики|республика|республіки|федерации|\
     citizen|national|citoyen|citoyenne|ciudadano|ciudadana|cittadino|cittadina|cidadão|cidadã|staatsbürger|staatsangehöriger|obywatela|\
     občana|cetățean|cetățeanului|гражданин|гражданина|гражданки|гражданка|гражданство|громадянина|громадянки|громадянин|државјанин|држављанин|državljanin|\
     suomen|suomi|viron|eesti|soome|läti|leedu|vene|saksa|lietuvos|latvijas|igaunijas|krievijas|россии|росії|україни|украины|българия|сърбия",
);

/// Abbreviations of countries, in capitals.
const CODES: &WordList = &WordList::new(
    "us|u.s|u.s.|usa|uk|u.k|u.k.|gb|eu|uae|ksa|rsa|sa|nz|hk|hksar|prc|roi|rf|rk|ri|nkri|drc|rdc|roc|rok|brd|ddr|ch|ee.uu|ee.uu.|eeuu|eua|рф|рк|рб|кр|руз|рм|срб|ру|рсфср",
);

/// States and provinces, of several words the last.
const STATES: &WordList = &WordList::new(
    "alabama|alaska|arizona|arkansas|california|calif|cali|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|\
     kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|hampshire|\
     jersey|mexico|york|nys|carolina|dakota|ohio|oklahoma|oregon|pennsylvania|penn|tennessee|texas|utah|vermont|virginia|washington|\
     wisconsin|wyoming|columbia|rico|guam|alberta|manitoba|brunswick|newfoundland|labrador|scotia|ontario|quebec|québec|saskatchewan|\
     yukon|nunavut|victoria|victorian|queensland|tasmania|tasmanian|wales",
);

/// Their abbreviations.
const STATE_CODES: &WordList = &WordList::new(
    "al|ak|az|ar|ca|co|ct|de|dc|fl|ga|hi|ia|id|il|in|ks|ky|la|me|md|ma|mi|mn|ms|mo|mt|ne|nv|nh|nj|nm|ny|nc|nd|oh|ok|or|pa|ri|sc|sd|tn|tx|ut|vt|\
     va|wa|wv|wi|wy|on|qc|bc|ab|mb|sk|ns|nb|pe|nl|nsw|vic|qld|sa|tas|nt|act",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nationalities_have_endings() {
        for word in [
            "Kenyan",
            "kenyan",
            "Peru",
            "peruano",
            "português",
            "schweizer",
            "österreichischer",
            "украинский",
            "България",
            "السعودي",
            "الأردنية",
            "ישראלי",
            "Lankan",
            "РФ",
            "U.S.",
            "český",
        ] {
            assert!(is_nationality(word), "{word}");
        }
        for word in ["individual", "us", "user", "malicious", "perusal", "italic", "omanual", "", "rf"] {
            assert!(!is_nationality(word), "{word}");
        }
        assert!(is_state("Texas") && is_state_code("NY") && !is_state_code("ny") && !is_state("NY"));
    }
}
