//! Names behind titles and words for relatives in the languages of Europe, Africa and Southeast Asia that write them in small letters or as
//! abbreviations: `exekutor JUDr. Kalina`, `la Dra. Ferrer-Salat`, `dal marito Rashid (tel.`, `avó Lurdes 21 …`, `Mzee Kipara`.
//!
//! A word with a capital behind such a word, in the midst of a sentence, is a name, whatever the lists of names hold.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(TITLE_HEADS, 0.75, 0.9),
        Pattern::prefix(KIN_HEADS, 0.75, 0.9),
        // How letters begin in Irish: `A Mháire, a chara`.
        Pattern::within(", a char(?:a|aid)", 0.8, 0.9),
        // A first name before a surname in capitals, or behind it: `M. Kossi AGBEKO`, `M. AGBEKO Kossi`.
        Pattern::prefix("(?:M|MM|Mr|Mme|Mlle|Sr|Sra|Sig)\\. [A-ZÀ-Ý][A-ZÀ-Ýa-zà-ÿ]", 0.8, 0.9),
        // Relatives in Cyrillic and Greek.
        Pattern::prefix(SCRIPT_KIN_HEADS, 0.75, 0.9),
        // Officers with their collar number: `PC 4471 Roebuck`.
        Pattern::prefix("(?:PC|DC|PS|DS) [0-9]{3,5} [A-Z]", 0.75, 0.85),
    ]),
    context: words![],
    check,
}];

/// Titles, in small letters, with their stops.
static TITLES: PhraseList = PhraseList::new(
    "huisarts|tandarts|fornærmede|tiltalte|davacı|davalı|sanık|tanık|bệnh nhân|bị cáo|bị đơn|nguyên đơn|de me|par me|et me|que me|chez me|\
     hnos.|hnas.|doc.|npor.|kpt.|plk.|pplk.|mjr.|judr.|mudr.|mvdr.|mddr.|phdr.|rndr.|paeddr.|thdr.|pharmdr.|ing. arch.|ing. mgr.|pí|pí.|dra.|dr.ª|d.ª|dª|dña.|doña|lda.|ldo.|licda.|arq.|\
     de m.|à m.|et m.|par m.|que m.|chez m.|pour m.|avec m.|mme.|mlle.|me.|avv.|geom.|rag.|gosp.|gđa|gđe|gđi|gđu|mlt.|odv.|adv.|gdin.|gdja|gdjo|ga.|gdč.|\
     panem|panią|panią dr|panu|pana|pánem|panom|pánom|paní|pani|p.|чси|нотариус|адв.|п.|пані|паном|панові|bean uí|an dr.|an tuasal|\
     cikgu|bwana|ndugu|mwalimu|mazi|malama|mnumzane|ọgbẹ́ni|ọgbẹni|arábìnrin|ustaz|ustazah|datuk|dato'|datin|tn.|ny.|sdr.|sdri|mas|mzee|bi.|bw.|mwl.|alh.|alhaji|hajiya|malam|mallam|aling|mang|manong|manang|lola|lolo|nanay|tatay|kuya|ate|\
     insp.|kgd.|engr.|atty.|sgt.|konst.|sarjan|m.llo|mar.llo|brig.|richter am amtsgericht|richterin am amtsgericht|richter am landgericht|richterin am landgericht|richter am arbeitsgericht|\
     richterin am arbeitsgericht|richter am verwaltungsgericht|richterin am verwaltungsgericht|ibu dr.|tante|mevr.|dhr.|de heer|sr.ª|sra.ª|ponu|ponui|ponas|ponia|poniai|kunga|kundzei|härra|hr.",
);
const TITLE_HEADS: &str = "(?i-u:huisar|tandar|tiltal|hn[ao]s\\.|doc\\. |npor\\.|kpt\\.|plk\\.|mjr\\.|judr|mudr|mvdr|mddr|phdr|rndr|paedd|thdr|pharm|ing\\.|dra\\.|lda\\.|ldo\\.|licda|arq\\.|avv\\.|geom|rag\\.|gosp|mlt\\.|odv\\.|adv\\.|gdin|gdja|gdjo|ga\\.|panem|panu|\
    pana|panom|pani |cikgu|ustaz|datuk|dato'|datin|tn\\.|ny\\.|sdr|mzee|bi\\.|bw\\.|mwl\\.|alh|hajiy|malam|malla|bwana|ndugu|mwali|mazi |mnumz|aling|mang |manon|manan|lola |lolo |nanay|tatay|kuya |ate |insp|m\\.llo|mar\\.l|brig\\.|richte|kgd\\.|engr|atty|\
    sgt\\.|konst|sarja|ponu|ponia|kunga|kundz|an tu|an dr|bean )|p\\. [A-ZČŠŽŘĎŤŇŁŚŻŹ]|de Me |par Me |et Me |que Me |chez Me |de M\\.|par M\\.|et M\\.|que M\\.|(?i:fornæ|davac|daval|sanık|tanık|bệnh n|bị [cđ]|nguyên|ọgbẹ|arábì|pí |pí\\.|d\\.ª|dª|dña|doña|à m\\.|gđ[aeiu] |gdč|panią|pánem|pánom|paní |чси |п\\. |пані |паном|панов)";

/// Relatives and others near, in small letters and in their cases, in languages that write no other nouns with capitals.
static KIN: PhraseList = PhraseList::new(
    "marito|moglie|figlio|figlia|figli|fratello|sorella|nonno|nonna|zio|zia|cugino|cugina|suocera|suocero|genero|nuora|cognato|cognata|nipote|compagno|compagna|badante|vicino|vicina|\
     marido|esposa|esposo|hijo|hija|hermano|hermana|abuela|abuelo|tía|tío|primo|prima|suegra|suegro|yerno|nuera|cuñado|cuñada|sobrino|sobrina|nieto|nieta|cuidadora|cuidador|vecino|vecina|madrina|padrino|compadre|comadre|novia|novio|\
     filho|filha|irmão|irmã|avó|avô|vó|vô|vovó|vovô|tio|tia|sogra|sogro|genro|nora|cunhado|cunhada|sobrinho|sobrinha|neto|neta|vizinho|vizinha|namorado|namorada|cuidadora|madrinha|padrinho|mãe|\
     femme|épouse|époux|veuve|conjoint|conjointe|concubin|concubine|fils|fille|frère|soeur|sœur|mère|père|oncle|tante|neveu|nièce|beau-père|belle-mère|gendre|belle-fille|voisin|voisine|collègue|copain|copine|\
     dochter|zoon|broer|zusje|vrouw|echtgenote|echtgenoot|buurman|buurvrouw|schoonzoon|schoondochter|oma|opa|tante|oom|\
     żona|żony|żonie|żonę|żoną|mąż|męża|mężem|mężowi|syn|syna|synem|synowi|córka|córki|córkę|córce|córką|brata|bratu|bratem|siostra|siostry|siostrę|siostrze|siostrą|babcia|babci|dziadek|dziadka|wujek|ciocia|ciocię|teściowa|teść|zięć|zięcia|synowa|sąsiad|sąsiada|sąsiadka|kolega|kolegę|koleżanka|koleżankę|małego|małej|\
     manžel|manžela|manželem|manželka|manželky|manželku|manželkou|syna|synem|synovi|dcera|dcery|dceru|dceři|dcerou|bratr|bratra|bratrem|sestra|sestru|sestře|sestrou|babička|děda|dědeček|teta|strejda|strýc|tchyně|tchán|zeť|kolega|kolegyně|kolegyni|soused|sousedka|kamarád|kamarádka|\
     manželom|dcéra|dcéry|dcéru|dcére|dcérou|brata|bratom|babka|dedko|suseda|sused|kolegyňa|svokra|svokor|zať|nevesta|\
     muž|muža|mužem|žena|ženu|ženom|supruga|suprug|suprugom|suprugu|sina|sinom|sinu|kćerka|kćerke|kćerku|kći|kćer|brata|bratom|sestru|sestri|sestrom|baka|djed|deda|tetka|tetke|teta|ujak|stric|susjed|susjeda|komšija|komšinica|kolegica|majka|majci|majku|otac|oca|\
     mož|moža|možem|hčerka|hčerke|hčerko|soseda|sosed|sosedu|sosedo|babica|dedek|sodelavec|sodelavka|\
     soț|soțul|soția|soției|fiul|fiica|fiicei|fratele|sora|bunica|bunicul|mătușa|unchiul|vecinul|vecina|nepotul|nepoata|nașul|cumnatul|cumnata|ginerele|băiatul|\
     feleségem|férjem|fiam|lányom|bátyám|öcsém|húgom|nővérem|anyósom|apósom|szomszéd|kolléga|kolléganő|\
     bror|broren|bróðir|syster|systern|søster|datter|datteren|dotter|dottern|sønn|sønnen|søn|kone|konen|manden|mannen|mormor|morfar|farmor|farfar|bestemor|bestefar|svigermor|svigersøn|nabo|naboen|granne|kollega|kæreste|kæresten|samboer|dotter|\
     vaimo|poika|tytär|veli|sisko|mummo|ukki|naapuri|kollega|äiti|isä|opettaja|\
     abikaasa|poeg|tütar|õde|vanaema|vanaisa|naaber|kolleeg|\
     sieva|vīrs|dēls|meita|brālis|māsa|vecmāmiņa|vectēvs|kaimiņš|kaimiņiene|kolēģe|kolēģis|\
     žmona|žmoną|vyras|vyru|sūnus|sūnų|dukra|dukrą|dukros|brolis|brolį|sesuo|seserį|močiutė|senelis|kaimynas|kaimynė|kolegė|teta|dėdė|kardiologą|gydytoją|gydytojas|neurologą|chirurgą|\
     annem|babam|dedem|ninem|anneannem|babaannem|teyzem|halam|dayım|amcam|yengem|eniştem|kocam|karım|kuzenim|yeğenim|torunum|gelinim|damadım|arkadaşım|moj sin|naš sin|moja kći|eşi|eşim|kızı|kızım|oğlu|oğlum|annesi|babası|dedesi|ninesi|kardeşi|kardeşim|ablası|ablam|abisi|amcası|teyzesi|halası|dayısı|komşusu|komşum|nişanlısı|\
     marit|germà|germana|àvia|iaia|oncle|cosí|veí|veïna|sogra|\
     mke|mume|mtoto|kaka|dada|shangazi|mjomba|bibi|babu|jirani|mlezi|shaida|direba|matarsa|ɗansa|ƴarsa|istri|suami|kakak|adik|ponakan|tetangga|caretaker|tenant|fundi",
);
/// Relatives and others near in Cyrillic and Greek.
static SCRIPT_KIN: PhraseList = PhraseList::new(
    "муж|мужа|мужу|мужем|жена|жены|жене|жену|женой|сын|сына|сыну|сыном|дочь|дочери|дочка|дочку|дочкой|дочерью|брат|брата|брату|братом|сестра|сестру|сестре|\
     сестрой|мама|маму|маме|мамой|папа|папу|папе|бабушка|бабушку|бабушке|дедушка|дедушку|дядя|дядю|дяде|тётя|тетя|тётю|тетю|тёте|тете|внук|внука|внучка|\
     внучку|зять|зятя|свекровь|тёща|тесть|племянник|племянника|племянница|племянницу|сосед|соседа|соседу|соседка|соседку|соседке|подруга|подругу|подруге|\
     коллега|коллегу|коллеге|напарник|напарника|няня|няню|сиделка|сиделку|чоловік|чоловіка|чоловіку|дружина|дружину|дружині|донька|доньку|доньці|доня|\
     сестрі|тітка|тітку|дядько|дядька|бабуся|бабусю|дідусь|онук|онука|онучка|онучку|невістка|свекруха|теща|племінник|племінниця|сусід|сусіда|сусідка|\
     сусідку|колега|колегу|кума|кумом|съпруг|съпругът|съпруга|съпругата|мъж|мъжът|синът|син|сина|дъщеря|майка|баща|леля|чичо|вуйчо|снаха|съсед|съседа|\
     съседката|приятелка|приятелката|супруг|супруга|ћерка|ћерку|ќерка|тетка|тетку|ујак|стриц|комшија|комшиницу|другарица|άντρας|άνδρας|άντρα|σύζυγος|σύζυγό|\
     γυναίκα|γιος|γιο|γιό|κόρη|αδελφός|αδελφό|αδερφός|αδερφό|αδελφή|αδερφή|μητέρα|μάνα|πατέρας|μπαμπάς|μαμά|παππούς|γιαγιά|θείος|θεία|ξάδερφος|ξαδέρφη|\
     πεθερά|πεθερός|γαμπρός|νύφη|γείτονας|γειτόνισσα|φίλος|φίλη|συνάδελφος|κουμπάρος|κουμπάρα|νονός|νονά",
);
const SCRIPT_KIN_HEADS: &str = "άνδρ|άντρ|αδελ|αδερ|γαμπ|γείτ|γειτ|γιαγ|γιο|γιό|γυνα|θεία|θείο|κουμ|κόρη|μάνα|μαμά|μητέ|μπαμ|νονά|νονό|νύφη|ξάδε|ξαδέ|παππ|πατέ|πεθε|συνά|σύζυ|φίλη|φίλο|бабу|баща|брат|внук|внуч|вуйч|деду|донь|доня|доче|дочк|дочь|друг|друж|дъще|дяде|дядь|дядю|дядя|діду|жена|жене|жено|жену|жены|зять|зятя|коле|колл|комш|кума|кумо|леля|майк|мама|маме|мамо|маму|муж|мъж|напа|неві|няню|няня|онук|онуч|папа|папе|папу|плем|подр|прия|свек|сест|сиде|син|снах|сосе|стри|супр|сусі|съпр|съсе|сын|тест|тете|тетк|тетю|тетя|теща|тёте|тётю|тётя|тёща|тітк|ујак|чичо|чоло|ћерк|ќерк";
const KIN_HEADS: &str = "(?i-u:marit|mogli|figli|frate|sorel|nonn|cugin|suoce|gener|nuora|cogna|nipot|compa|badan|vicin|colle|marid|espos|hij[oa]|herman|abuel|prim[oa] |suegr|yerno|nuera|sobri|niet[oa] |\
    cuida|vecin|madri|padri|comad|novi[oa] |filh[oa]|sogr|genro|nora |cunha|net[oa] |vizin|namor|femme|veuve|conjo|concu|fils |fille|soeur|oncle|tante|neveu|beau-|belle|gendr|voisi|copai|copin|docht|zoon |broer|zusje|vrouw|\
    echtg|buurm|buurv|schoo|oma |opa |oom |syn|brat|siost|babci|dziad|wujek|cioci|synow|koleg|bratr|sestr|babic|teta |strejd|tch|kamar|deda |dedek|dedko|supru|sin[a ou]|baka |djed |tetk|ujak |stric |susje|\
    majk|otac |oca |sosed|sodel|fiul |fiica|bunic|vecin|nepo|gine|bror|syster|dotter|datter|kone|manden|mannen|mormo|morfa|farmo|farfa|beste|svige|nabo|grann|kolle|samboe|vaimo|poika|\
    veli |sisko|mummo|ukki |naapu|opett|abika|poeg |vanae|vanai|naabe|sieva|meita|vyr[au]|dukr|broli|sesuo|seser|senel|kaimy|anne|amcas|teyze|halas|german|iaia|mke |mume |mtoto|kaka |dada |shang|mjomb|\
    bibi |babu |jiran|mlezi|shaid|direb|matar|istri|suami|kakak|adik |ponak|tetan|caret|tenan|fundi|dedes|nines|ablas|ablam|abisi|kard|gydyt|neuro|chiru|tio |zio |zia |avi |babam|babaa|dedem|ninem|halam|amcam|yenge|kocam|kuzen|torun|gelin|moj sin|moja k)|naš sin|enişt|karım|yeğen|damad|arkad|dayım|\
    (?i:épou|babič|cuña|t[ií][ao] |irmã|av[óô] |v[óô] |vov[óô] |mãe |frèr|sœur|mère|père|nièce|collèg|żon|mąż|męż|córk|teśc|zięć|sąsia|małe|manž|dcer|děd|strýc|zeť|soused|dcér|svokr|zať|neves|muž|žen|kći|kćer|komš|mož|hčer|soț|mătuș|nașul|băia|feles|férj|\
    fiam|lányo|báty|öcsém|húgo|nővér|anyós|após|szoms|kollé|søst|sønn|søn |kæres|äiti|tytär|tütar|õde |vīrs|dēls|brāl|māsa|vecm|vect|kaimi|kolē|žmon|sūn|moči|dėdė|eşi|kızı|oğlu|babası|dayıs|komşu|germà|àvia|cosí|veí|veïn|ɗans|ƴars)";

/// Words with capitals behind such words that name nobody.
const OTHERS: &WordList = &WordList::new(
    "vekili|vekil|tarafından|tarafı|россии|украины|беларуси|болгарии|сербии|казахстана|москвы|америки|европы|азии|президента|министра|царя|короля|христа|христова|союза|народа|ελλάδας|κύπρου|χριστού|παναγίας|божий|божья|божьей|бог|бога|отечества|россия|украина|бога|θεού|god|gott|dieu|dios|dio|deus|maria|santa|santo|san|saint|natura|tierra|terra|teresa|boży|boga|božji|natal|noel|noël|nature|patria|earth|iglesia|chiesa|igreja|kirche|internet|google|facebook|whatsapp|\
     covid|europa|europe|africa|afrika|italia|españa|france|brasil|portugal|polska|česko|slovensko|srbija|hrvatska|nederland|belgië|danmark|norge|sverige|suomi|türkiye|dubai|london|paris|madrid|\
     lunes|martes|jueves|viernes|lunedì|domenica|venerdì|segunda|sexta|januar|februar|march|may|mai|junho|julho|agosto|the|de|la|el|il|in|en|ne|he|she|it|and|but|when|so|if|we|you|they|this|that|my|your|\
     dr|prof|mr|mrs|ms|med|app|pin|sms|id|ok|tv|tel|email|ali|ile|ve|iz|koji|koja|który|która|który|dat|die|het|zijn|een|als|wat|hoe|waar|og|men|som|och|eller|ja|nein|on|se|kun|kui|ja|bet|kad|kas",
);

/// Small words within names.
const PARTICLES: &WordList = &WordList::new(
    "von|van|der|den|de|del|della|di|da|do|dos|das|la|le|el|al|bin|binti|bt|ibn|i|y|e|uí|ó|ní|nic|mac|mc|an|af|av|zu|vd|'t|ten|ter|dall'|wa|mai|ne",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    match candidate.pattern {
        0 => {
            let len = TITLES.len_at(line::behind(text, start, NEAR))?;
            candidate.part(behind_title(text, start, start + len)?)
        }
        1 => candidate.part(behind_kin(text, start, &KIN)?),
        3 => candidate.part(behind_capitals(text, start).or_else(|| before_capitals(text, start))?),
        4 => candidate.part(behind_kin(text, start, &SCRIPT_KIN)?),
        5 => {
            const MEASURES: &WordList = &WordList::new("volt|watt|amp|euro|euros|windows|games|game|years|hours");
            let place = name(text, start + candidate.matched().rfind(' ')? + 1, 3)?;
            let first = text[place.clone()].split(' ').next().unwrap_or_default();
            (!is_listed(first, MEASURES)).then(|| candidate.part(place))?
        }
        _ => candidate.part(irish(text, start)?),
    }
}

/// Farthest end of a name, in bytes.
const NEAR: usize = 96;

/// The name behind the title from `start` to `end`.
fn behind_title(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    const SLAVIC: &str = "ěščřžýůňťďąęłśźżľĺŕôĚŠČŘŽŇŤĎŁŚŻŹ";
    const MOST: usize = 4;
    let title = &text[start..end];
    let rest = line::behind(text, end, NEAR);
    let at = end + rest.len() - rest.strip_prefix(' ').unwrap_or(rest).len();
    // A word ends with its blank, and an abbreviation with its stop.
    (at > end || title.ends_with('.')).then_some(())?;
    // `p. 12`, `p. Ej.`: of pages in other languages.
    if title.eq_ignore_ascii_case("p.") {
        let near = [line::before(text, start, NEAR), rest];
        near.iter().any(|near| near.contains(|c| SLAVIC.contains(c))).then_some(())?;
    }
    let is_short = matches!(
        title.to_lowercase().as_str(),
        "ate"
            | "mang"
            | "lola"
            | "lolo"
            | "bi."
            | "ga."
            | "tn."
            | "ny."
            | "mas"
            | "malam"
            | "pani"
            | "paní"
            | "pana"
            | "dona"
            | "kunga"
    );
    // `M. le Curé`: an office follows.
    let has_article = ["le ", "la ", "les ", "l'"].iter().any(|article| rest.trim_start().starts_with(article));
    (!has_article || !title.ends_with("m.") && !title.ends_with("M.")).then_some(())?;
    let place = name(text, at, MOST)?;
    // Words of other languages, too: the title stands in small letters only where a sentence has it, or with a capital before a name.
    let is_word = is_short && title.starts_with(char::is_lowercase) && text[..start].is_empty();
    (!is_word).then_some(place)
}

/// Articles of Greek between blanks, which names of persons have, too.
const GREEK_ARTICLES: [&str; 8] = [" ο ", " η ", " τον ", " την ", " τη ", " του ", " της ", " τ' "];

/// The name behind the relative that begins at `start`, of one word or two.
fn behind_kin(text: &str, start: usize, kin: &PhraseList) -> Option<Range<usize>> {
    const MOST: usize = 2;
    // Whose relative it is, behind the noun.
    const OWNERS: [&str; 9] = [" ми", " ни", " ѝ", " му", " μου", " του", " της", " μας", " σου"];
    let len = kin.len_at(line::behind(text, start, NEAR))?;
    let word = &text[start..start + len];
    // In capitals, and at the beginning of a sentence, it may be a part of a name or of a heading.
    let is_small = word.starts_with(char::is_lowercase);
    let begins = || {
        line::before(text, start, 4).trim_end_matches([' ', '-', '*', '•', '|', '/']).is_empty()
            || text[..start].ends_with([':', '|', '('])
            || text[..start].ends_with(". ")
    };
    (is_small || begins()).then_some(())?;
    let behind = &text[start + len..];
    let owner = OWNERS.iter().find(|owner| behind.strip_prefix(**owner).is_some_and(|rest| rest.starts_with(' ')));
    // In Greek the article of the name follows: `ο γιος μου ο Λεωνίδας`.
    let goes_on = &behind[owner.map_or(0, |owner| owner.len())..];
    let article = GREEK_ARTICLES.iter().find(|article| goes_on.starts_with(**article));
    let len = len + owner.map_or(0, |owner| owner.len()) + article.map_or(0, |article| article.len() - 1);
    text[start + len..].starts_with(' ').then_some(())?;
    // `the brother of`: only surnames of the Netherlands begin with a small word here.
    let is_dutch = ["buurman", "buurvrouw", "oom", "tante"].iter().any(|kin| word.eq_ignore_ascii_case(kin));
    let begins_small = text[start + len + 1..].starts_with(char::is_lowercase);
    let is_apostrophe = line::behind(text, start + len + 1, 8).contains(['\'', '’']);
    (is_dutch || !begins_small || is_apostrophe).then_some(())?;
    name(text, start + len + 1, MOST)
}

/// The name of at most so many words at `at`: words with capitals, apart by blanks, with small words between.
fn name(text: &str, at: usize, most: usize) -> Option<Range<usize>> {
    /// Most words, small ones among them, and fewest letters.
    const WORDS: usize = 7;
    const LETTERS: usize = 3;
    let near = line::behind(text, at, NEAR);
    let (mut from, mut end, mut names) = (0, 0, 0);
    for _ in 0..WORDS {
        let rest = &near[from..];
        let stands = |c: char| {
            c.is_alphabetic() && !matches!(c, 'º' | 'ª') || matches!(c, '-' | '\'' | '’' | '\u{300}'..='\u{36F}')
        };
        let word = &rest[..rest.find(|c| !stands(c)).unwrap_or(rest.len())];
        let bare = word.trim_end_matches(['\'', '’', '-']);
        let is_initial =
            bare.chars().count() == 1 && rest[word.len()..].starts_with('.') && bare.starts_with(char::is_uppercase);
        let is_name = is_name_word(bare)
            && (is_initial || bare.chars().skip(1).any(char::is_lowercase))
            && !is_listed(bare, OTHERS)
            && !is_other(bare)
            || bare
                .split_once(['\'', '’'])
                .is_some_and(|(small, name)| small.len() < 6 && is_name_word(name) && name.chars().count() > 2);
        if is_name && names < most {
            names += 1;
            end = from + bare.len() + usize::from(is_initial);
        } else if bare.is_empty() || !is_listed(bare, PARTICLES) {
            break;
        }
        let goes_on = from + word.len() + usize::from(is_initial);
        from = goes_on + 1;
        if !near[goes_on..].starts_with(' ') {
            break;
        }
    }
    let found = &near[..end];
    let first = found.split(' ').find(|word| word.starts_with(char::is_uppercase)).unwrap_or(found);
    let is_long = first.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS || names > 1;
    (names > 0 && is_long).then_some(at..at + end)
}

/// The first names and the surname in capitals behind the title at `start`.
fn before_capitals(text: &str, start: usize) -> Option<Range<usize>> {
    /// Most words of a name.
    const MOST: usize = 4;
    let near = line::behind(text, start, NEAR);
    let names = near.split_once(' ')?.1;
    // Capitals alone are those of a firm, too.
    names.chars().nth(1).filter(|c| c.is_lowercase())?;
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    let (mut at, mut end, mut capitals) = (0, 0, 0);
    for word in names.split(' ').take(MOST) {
        let len = word.find(|c| !stands(c)).unwrap_or(word.len());
        let bare = &word[..len];
        let is_upper = bare.chars().filter(|c| c.is_alphabetic()).count() > 2 && !bare.contains(char::is_lowercase);
        // Behind the surname only more of it follows.
        if !is_upper && (capitals > 0 || !is_name_word(bare)) {
            break;
        }
        capitals += usize::from(is_upper);
        end = at + len;
        at += word.len() + 1;
        if len < word.len() {
            break;
        }
    }
    let from = start + near.len() - names.len();
    (capitals > 0).then_some(from..from + end)
}

/// The surname in capitals and the first names behind it, after the title at `start`.
fn behind_capitals(text: &str, start: usize) -> Option<Range<usize>> {
    /// Most words of a name.
    const MOST: usize = 6;
    let near = line::behind(text, start, NEAR);
    let names = near.split_once(' ')?.1;
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    let (mut at, mut end, mut capitals, mut first) = (0, 0, 0, 0);
    for word in names.split(' ').take(MOST) {
        let len = word.find(|c| !stands(c)).unwrap_or(word.len());
        let bare = &word[..len];
        let is_upper = bare.chars().nth(1).is_some() && !bare.contains(char::is_lowercase) && !bare.is_empty();
        let is_first = is_name_word(bare) && bare.contains(char::is_lowercase);
        if !(is_upper && first == 0 || is_first && capitals > 0) {
            break;
        }
        (capitals, first) = (capitals + usize::from(is_upper), first + usize::from(is_first));
        end = at + len;
        at += word.len() + 1;
        if len < word.len() {
            break;
        }
    }
    let from = start + near.len() - names.len();
    (first > 0).then_some(from..from + end)
}

/// The name before `, a chara`, behind the particle of address that begins its line.
fn irish(text: &str, at: usize) -> Option<Range<usize>> {
    let head = line::before(text, at, NEAR);
    let found = head.strip_prefix("A ")?;
    let fits = found.split(' ').count() < 4 && found.starts_with(char::is_uppercase);
    (fits && line::begins(text, at - head.len())).then(|| at - found.len()..at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_stand_behind_titles_and_relatives() {
        for (text, head, pattern, expected) in [
            ("soud. exekutor JUDr. Kalina, dluh", "JUDr", 0, Some("Kalina")),
            ("le dije a la Dra. Ferrer-Salat el", "Dra.", 0, Some("Ferrer-Salat")),
            ("Kamera zachytila p. Hrůzu v noci u brány", "p. H", 0, Some("Hrůzu")),
            ("see p. Table of the book", "p. T", 0, None),
            ("Mise en demeure de M. Vandamme : arriéré", "de M.", 0, Some("Vandamme")),
            ("z Panem Krzysztofem Wróblem-Zającem przesyłam", "Panem", 0, Some("Krzysztofem Wróblem-Zającem")),
            ("plaćati za mlt. Ninu 240 EUR", "mlt.", 0, Some("Ninu")),
            ("dal marito Rashid (tel", "marit", 1, Some("Rashid")),
            ("emergência: avó Lurdes 21 940", "avó ", 1, Some("Lurdes")),
            ("chyba PESEL córki Zlaty), paszport", "córk", 1, Some("Zlaty")),
            ("odveze kolegyně Jíťa).", "koleg", 1, Some("Jíťa")),
            ("Buurman de Vries heeft", "Buurm", 1, Some("de Vries")),
            ("2|Elif|dedesi Rıza|05", "dedes", 1, Some("Rıza")),
            ("la madre Teresa di", "madr", 1, None),
            ("el hijo de Dios", "hijo", 1, None),
            ("il marito lavora a Roma", "marit", 1, None),
            ("A Mháire, a chara", ", a chara", 2, Some("Mháire")),
            ("reçu M. Komlan AZIABLE depuis", "M. Ko", 3, Some("Komlan AZIABLE")),
            ("par Mme. Rose-Aimée DOUCET-ROY, le", "Mme. Ro", 3, Some("Rose-Aimée DOUCET-ROY")),
            ("M. Le directeur de la SNCF", "M. Le", 3, None),
            ("Salarié : M. ZEROUALI Fares       N° SS", "M. ZE", 3, Some("ZEROUALI Fares")),
            ("reçu Mme. EL GHAZI Anne-Lise, le 3", "Mme. EL", 3, Some("EL GHAZI Anne-Lise")),
            ("M. SNCF", "M. SN", 3, None),
            ("мой муж Святослав заберёт", "муж", 4, Some("Святослав")),
            ("съпругът ми Живодар ще дойде", "съпр", 4, Some("Живодар")),
            ("ο άντρας μου Σταμάτης θα", "άντρ", 4, Some("Σταμάτης")),
            ("η κόρη μου η Μυρτώ έχει πυρετό", "κόρη", 4, Some("Μυρτώ")),
            ("τον άντρα μου τον Σταμάτη ξέρετε", "άντρ", 4, Some("Σταμάτη")),
            ("ο γιος μου ο μεγάλος", "γιο", 4, None),
            ("мой муж работает", "муж", 4, None),
            ("сын Отечества", "сын", 4, None),
        ] {
            assert_eq!(check_match(check, text, head, pattern), expected, "{text}");
        }
    }
}
