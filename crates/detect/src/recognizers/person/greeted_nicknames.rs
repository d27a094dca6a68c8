//! Names of friends behind a greeting in small letters at the beginning of a message, `oye lupita ya …`, `ciao Ale, …`, `yo Kev where …`, and
//! behind thanks at its end, `valeu neto`; who writes, in French of messages, `coucou c nadège`; who is called so with respect, `da dona
//! zuleide`; and of whom a Korean friend is asked about: `지우야 현수 전화번호 …`.
//!
//! Pet names stand in no list of first names, and the models know few of them in small letters.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::common_words::is_common_word;
use crate::model::technical::names_technology;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::east_asian_names::HANGUL_GIVEN;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 48;
/// The patterns of Korean friends who are called, of who writes, of who is thanked, and of who is called so with respect.
const CALLED: usize = 1;
const WRITER: usize = 2;
const CHANGED: usize = 3;
const THANKED: usize = 4;
const RESPECTED: usize = 5;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i-u:yo|ey|hey|heya|hiya|hi|oi|oye|hola|ciao|hej|hei|hoi|hai|ahoj|salut|coucou|moin|servus|szia|selam|salam|privet|ola|e ai|fala|tere|sveiki|labas|sup|wassup|holi|quiubo|che|epa|slt|cc|ehi|weh|alo|halo)|(?:cześć|čau|olá|bună|aló|siema|elo|γεια|привет|привіт)",
            0.75,
            0.9,
        ),
        Pattern::within("[가-힣][야아] [가-힣]", 0.75, 0.9),
        Pattern::prefix(
            "(?i:coucou|salut|slt|bjr|bsr|cc|bonjour) (?:c|c['’]est|cest|ici|moi c['’]est|moi c) \\p{L}",
            0.75,
            0.9,
        ),
        // Who has a new number, in further languages.
        Pattern::prefix(
            "(?i:ciao|hola|oi|ol[aá]|hallo|hey|hi|hej|hei|hoi|cześć|ahoj|szia|salut|selam) (?:sono|soy|sou [ao]|[ée] [ao]|aqui [ée] [ao]|hier ist|ich bin(?:s)?|met|ik ben|tu|jestem|\
             det (?:är|er)|jag heter|ici|tady|itt|sunt|ben|hier) \\p{L}",
            0.75,
            0.9,
        ),
        Pattern::prefix(
            "(?i-u:valeu|vlw|brigad[oa]|obrigad[oa]|gracias|grazie|merci|danke|dzieki|thanks|cheers|tack|bedankt) [a-z]",
            0.75,
            0.9,
        ),
        Pattern::prefix("(?:dona|doña) \\p{Ll}", 0.75, 0.9),
    ]),
    context: words![],
    check,
}];

/// Pet names of many languages that are no words of any of them, in small letters.
const PET_NAMES: &WordList = &WordList::new(
    "lupita|lupe|pepe|pepito|paco|pancho|chuy|beto|toño|kike|quique|lalo|lola|lolita|chayo|chelo|nando|ferchu|dani|javi|rafa|santi|seba|sebas|nico|mati|tomi|\
     facu|fede|gabi|gaby|meli|majo|marijo|juanjo|juancho|manolo|maite|marga|mariví|marisa|inma|nuri|xavi|jordi|txema|patxi|iñaki|josemi|nati|yoli|isabelita|\
     rosita|anita|juanita|carmencita|teresita|juju|dudu|guga|lulu|lulinha|rafinha|zeca|zezinho|carlinhos|luizinho|joaozinho|marcinho|fefe|tati|nanda|aninha|\
     mariazinha|gabizinha|cadu|edu|pedrinho|thiaguinho|vini|vivi|manu|manon|loulou|jojo|zaza|gégé|jeannot|pierrot|fred|flo|seb|alex|steph|cathy|sandrine|\
     nath|ale|lollo|pippo|peppe|peppino|beppe|totò|mimmo|nino|ninni|checco|cecco|chicca|giusi|giusy|lella|rosy|simo|tony|robi|roby|dario|kasia|kaśka|basia|\
     gosia|zosia|ania|hania|olka|ula|iza|magda|agnieszka|monia|beata|renia|krysia|marysia|jola|bartek|tomek|jurek|staszek|franek|franio|wojtek|krzysiek|\
     krzychu|zbyszek|zbychu|mietek|heniek|piotrek|paweł|michał|maciek|kuba|kubuś|janek|jasiek|antek|grzesiek|marcinek|radek|sławek|darek|péťo|peťo|péťa|\
     honzo|honza|jirko|jirka|míro|míra|mirko|pepo|pavle|jarko|jardo|jarda|zdeno|zdendo|lído|lída|maruško|maruška|katko|katka|terko|terka|verčo|verča|verunko|\
     aničko|anička|lucko|lucka|bářo|bára|barčo|standa|stando|tondo|tonda|vašku|vašek|kubo|ondro|ondra|fando|franto|míšo|míša|evičko|janko|janka|zuzko|zuzka|\
     ferko|duško|laco|paľo|paľko|mišo|miško|maťo|gyuri|jancsi|pisti|feri|laci|józsi|zoli|zsuzsi|kati|erzsi|marcsi|panni|ági|évi|ildi|bence|marci|peti|kev|\
     dave|steve|mike|andy|jonny|johnny|danny|kenny|gaz|gazza|daz|shaz|shazza|bazza|deano|robbo|smithy|tommo|jonno|jimbo|becca|becky|katie|kayleigh|lizzie|\
     maggie|marge|mandy|trish|trina|tash|tasha|shelley|shelly|stacey|nessa|nicky|vicky|vick|vikki|hansi|seppi|sepp|schorsch|wolfi|susi|uschi|resi|vroni|moni|\
     steffi|conny|kathi|lisi|mausi|bärbel|heinzi|olli|uli|jörn|hannes|michi|maija|jaska|jussi|mikko|pekka|timppa|sanna|kaisa|liisu|riku|nisse|lasse|bosse|\
     totte|kickan|lotta|lottis|anki|ulle|jocke|jojje|jossan|micke|pelle|sussi|putte|sasha|misha|masha|dasha|natasha|katya|tanya|vanya|vova|dima|dimon|lyosha|\
     alyosha|serega|seryoga|kolya|kostya|zhenya|yulia|olya|sveta|lena|саша|миша|маша|даша|наташа|катя|таня|ваня|вова|дима|димон|лёша|леша|серёга|серега|коля|\
     костя|женя|юля|оля|света|лена|настя|саня|паша|гена|толик|витёк|витек|юрка|андрюха|лёха|леха|ирка|ира|люда|галя|оксанка|тарасе|сашко|марійко|василю|олю|\
     катю|mehmet|ayşe|fatoş|ibo|hasan|cemo|zeyno|ebru|elif|emoş|ionuț|costel|gigel|ionel|mihăiță|cristi|bogdan|oana|dana|alina|miruna|ioana|jelo|jhun|jepoy|\
     boyet|dodong|inday|neneng|maricel|jun-jun|tintin|bebang|nonoy|wati|siti|agus|joko|tono|yanti|rini|dewi|gigi|chema|sara",
);

/// Greetings with which people write to anybody.
const PLAIN: &WordList = &WordList::new("hi|hey|hello|hej|hallo|halo|hola|hei|hoi|hai|salut|moin|servus");

/// Words with capitals behind greetings that name no friend.
const OTHERS: &WordList = &WordList::new(
    "siri|google|alexa|cortana|bixby|copilot|chatgpt|claude|gpt|gemini|world|team|all|everyone|guys|folks|there|you|github|reddit|twitter|discord|slack|brasil|brazil|españa|mexico|méxico|italia|italy|france|deutschland|germany|america|\
     london|paris|hacker|hn|mr|mrs|ms|dr|sir|madam|bro|dude|man|mate|i|im|we|it|this|that|the|what|is|are|was|ok|no|yes|si|sí|non|oui|ja|nein|lol|btw|dj|ho|ladies|gentlemen|community|devs|internet|amici|amigos|gente|tutti|\
     bella|bello|ragazzi|tous|todos|todas|mama|papa|mom|dad|mum|god|gott|dios|dieu|leute|zusammen|alle|allemaal|allihopa|kaikki|wszystkim|vsichni|mindenki|everybody|people|friend|friends|support|admin|sunshine|tech|hr|it|boss|chef|\
     buongiorno|maria|ave|yo|my|your|our|first|last|not|and|but|or|so|if|when|mtv|raps|gotti|momma|cc|hi|hello|hey",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    match candidate.pattern {
        CALLED => return candidate.part(asked_about(text, range)?),
        WRITER => return candidate.part(writer(text, last_letter(text, range))?),
        CHANGED => return candidate.part(with_number(text, last_letter(text, range))?),
        THANKED => return candidate.part(thanked(text, last_letter(text, range))?),
        RESPECTED => return candidate.part(respected(text, range)?),
        _ => {}
    }
    let greeting = candidate.matched();
    let head = line::before(text, range.start, NEAR).trim_end();
    // A greeting begins a message, or its line behind who speaks.
    let begins = head.is_empty() || head.ends_with([':', '!', '.', '>', '"', ']', ')']);
    (begins && greeting.chars().skip(1).all(|c| !c.is_uppercase()))
        .then(|| candidate.part(name(text, range.end, greeting)?))?
}

/// The name behind the greeting that ends at `at`.
fn name(text: &str, at: usize, greeting: &str) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let rest = near.strip_prefix(", ").or(near.strip_prefix(' '))?;
    let start = at + near.len() - rest.len();
    let name = &rest[..rest.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(rest.len())];
    let next = &rest[name.len()..];
    let ends_clause = next.is_empty() || next.starts_with([',', '!', '?', '…']) || next.starts_with(" :)");
    // A sentence goes on in small letters.
    let goes_on = next.strip_prefix(' ').is_some_and(|next| next.starts_with(char::is_lowercase));
    let is_lower = name.starts_with(char::is_lowercase);
    let is_pet = is_lower && is_listed(name, PET_NAMES) && (ends_clause || goes_on);
    // With a capital any word is a name that is no word of prose.
    let is_capital = || {
        let is_short = (3..=12).contains(&name.chars().count())
            && is_name_word(name)
            && name.chars().skip(1).all(char::is_lowercase);
        let is_plain =
            is_common(name) || is_common_word(&name.to_lowercase()) || is_other(name) || is_listed(name, OTHERS);
        // Products are greeted, too, in the words for anybody.
        let is_friendly = !is_listed(greeting, PLAIN);
        greeting.starts_with(char::is_lowercase)
            && is_short
            && !is_plain
            && !names_technology(&name.to_lowercase())
            && (ends_clause || goes_on && is_friendly)
    };
    (!name.is_empty() && (is_pet || is_capital())).then(|| start..start + name.len())
}

/// The place of the last letter of the match at `range`, with which a name begins.
fn last_letter(text: &str, range: &Range<usize>) -> usize {
    range.end - text[range.clone()].chars().next_back().map_or(0, char::len_utf8)
}

/// The word of letters at `at`, and what stands behind it on its line.
fn word_at(text: &str, at: usize) -> (&str, &str) {
    let near = line::behind(text, at, NEAR);
    near.split_at(near.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(near.len()))
}

/// Who writes at the beginning of a message, in French without its letters: `coucou c nadège, …`.
fn writer(text: &str, at: usize) -> Option<Range<usize>> {
    const WORDS: &WordList = &WordList::new(
        "moi|nous|toi|lui|elle|eux|le|la|les|un|une|des|du|de|pour|quoi|qui|bon|ok|quand|comment|pas|trop|mort|cool|fini|maman|papa|mamie|papi|urgent|\
         encore|toujours|juste|bien|fait|demain|samedi|dimanche|lundi|mardi|mercredi|jeudi|vendredi|vrai|sur|ça|sa|ton|ta|tes|mon|ma|mes|votre|notre|\
         jamais|possible|combien|quel|quelle|dommage|gentil|super|génial|nul|parti|reparti|ouvert|fermé|toi|l|d|chez|dans|à|a|au|aux|en",
    );
    let (name, rest) = word_at(text, at);
    let ends = rest.is_empty() || rest.starts_with([',', '!', '.', '?']);
    (ends && name.chars().nth(2).is_some() && !is_listed(&name.to_lowercase(), WORDS)).then(|| at..at + name.len())
}

/// Who writes that the number has changed, or writes under a pet name: `ciao sono ale, nuovo numero …`.
fn with_number(text: &str, at: usize) -> Option<Range<usize>> {
    const NUMBERS: &WordList = &WordList::new(
        "numero|número|numéro|num|nummer|number|numer|nr|ny|neu|neue|neues|nuevo|nuevo|nova|novo|nuovo|nouveau|nowy|nowe|nytt|nieuw|nieuwe|cel|celular|\
         handy|handynummer|telefon|telefone|teléfono|telefono|phone|telefoon|číslo|szám|numara",
    );
    const OTHERS: &WordList = &WordList::new(
        "alles|alle|niemand|niente|nada|tutto|todo|tudo|allt|alt|was|wer|ich|jag|jeg|io|yo|eu|ja|en|a|in|da|de|das|der|die|la|le|il|el|the",
    );
    let (name, rest) = word_at(text, at);
    let ends = rest.is_empty() || rest.starts_with([',', '!', '.']);
    let is_told = || rest.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(&word.to_lowercase(), NUMBERS));
    let fits = ends && name.chars().nth(2).is_some() && !is_listed(&name.to_lowercase(), OTHERS);
    (fits && (is_listed(name, PET_NAMES) || is_told())).then(|| at..at + name.len())
}

/// The pet name that ends a message of thanks: `blz valeu neto`.
fn thanked(text: &str, at: usize) -> Option<Range<usize>> {
    const MORE: &WordList =
        &WordList::new("neto|netinho|juninho|juju|zé|bia|duda|carol|gui|léo|leo|lu|bru|cris|tina|toni");
    let (name, rest) = word_at(text, at);
    let ends = rest.trim_end_matches(['\r', ' ', '!', '.', ')', ':', 'x']).is_empty();
    (ends && (is_listed(name, PET_NAMES) || is_listed(name, MORE))).then(|| at..at + name.len())
}

/// The name in small letters behind a word of respect with its article or preposition, on a line without capitals: `da dona zuleide`.
fn respected(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    const BEFORE: &WordList = &WordList::new("da|a|pra|com|na|à|de|para|pela|sra|cara|la|con|e|oi|ola|olá|por");
    const WORDS: &WordList = &WordList::new(
        "de|da|do|das|dos|e|que|com|se|me|é|era|foi|vai|tem|está|quer|disse|falou|veio|mora|ligou|chegou|pediu|mandou|ficou|na|no|casa|loja|encrenca|\
         aranha|branca|morte|y|del|la|el|en|dijo|para|por|uma|um|deste|desta|dessa",
    );
    let at = last_letter(text, range);
    let (name, _) = word_at(text, at);
    let head = line::before(text, range.start, NEAR);
    let before = head.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_small = !head.contains(char::is_uppercase) && name.chars().all(char::is_lowercase);
    (is_small && name.chars().nth(3).is_some() && is_listed(before, BEFORE) && !is_listed(name, WORDS))
        .then(|| at..at + name.len())
}

/// Whom a friend is asked about: `지우야 현수 전화번호 좀 알려줘`. Both have syllables of given names.
fn asked_about(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    const ASKED: [&str; 13] = [
        " 전화",
        " 번호",
        " 핸드폰",
        " 연락처",
        " 주소",
        " 생일",
        " 카톡",
        " 이메일",
        " 메일",
        " 계좌",
        " 집",
        " 어디",
        " 언제",
    ];
    const PARTICLES: [&str; 7] = ["한테", "이랑", "랑", "이가", "이는", "네", "이"];
    const WORDS: &WordList = &WordList::new(
        "지금|오늘|내일|우리|너희|나라|수영|연수|시간|정보|학교|수학|영어|진짜|혹시|아까|여기|거기|저기|누나|언니|오빠|이제|한국|미국|중국|동네|가영|주소|도시|성인|만약|전화|번호|가수|정수|상수|유명|다시",
    );
    let is_given = |word: &str| {
        word.chars().count() == 2 && word.chars().all(|c| HANGUL_GIVEN.contains(c)) && !is_listed(word, WORDS)
    };
    let head = line::before(text, range.end, NEAR);
    let called = head.split(' ').next()?.strip_suffix(['야', '아'])?;
    let start = range.end - text[range.clone()].chars().next_back()?.len_utf8();
    // The friend alone stands before.
    let is_alone = head.len() == called.len() + '야'.len_utf8() + 1 + (range.end - start)
        && line::begins(text, range.end - head.len());
    let rest = line::behind(text, start, NEAR);
    let word = &rest[..rest.find(|c: char| !('가'..='힣').contains(&c)).unwrap_or(rest.len())];
    let bare = PARTICLES.iter().filter_map(|end| word.strip_suffix(end)).find(|name| is_given(name));
    let name = Some(word).filter(|name| is_given(name)).or(bare)?;
    let is_asked = name.len() < word.len() || ASKED.iter().any(|asked| rest[word.len()..].starts_with(asked));
    (is_alone && is_given(called) && is_asked).then(|| start..start + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn friends_are_greeted() {
        for (text, greeting, expected) in [
            ("oye lupita ya le avisaste?", "oye", Some("lupita")),
            ("ciao Ale, mi ha scritto", "ciao", Some("Ale")),
            ("yo Kev where u at", "yo", Some("Kev")),
            ("hej kasia, co tam?", "hej", Some("kasia")),
            ("bea: oi juju!", "oi", Some("juju")),
            ("hey Siri, play", "hey", None),
            ("hi team, please", "hi", None),
            ("hola buenas", "hola", None),
            ("yo no quiero", "yo", None),
            ("say hi kasia", "hi", None),
            ("hello World!", "hello", None),
            ("hi Vienna Philharmonic", "hi", None),
        ] {
            assert_eq!(check_match(check, text, greeting, 0), expected, "{text}");
        }
        for (text, matched, pattern, expected) in [
            ("coucou c maëlys, g changé", "coucou c m", WRITER, Some("maëlys")),
            ("salut c quoi, dis", "salut c q", WRITER, None),
            ("salut c fini ce soir", "salut c f", WRITER, None),
            ("ciao sono lella, nuovo numero", "ciao sono l", CHANGED, Some("lella")),
            ("hej tu zbychu, masz nowy numer", "hej tu z", CHANGED, Some("zbychu")),
            ("hallo hier ist alles, neue nummer", "hallo hier ist a", CHANGED, None),
            ("hola soy nuevo, y no entiendo", "hola soy n", CHANGED, None),
            ("blz valeu juninho!\n", "valeu j", THANKED, Some("juninho")),
            ("gracias por todo", "gracias p", THANKED, None),
            ("no 12 da dona marilda\n", "dona m", RESPECTED, Some("marilda")),
            ("falei com a dona da loja", "dona d", RESPECTED, None),
            ("a minha dona marilda", "dona m", RESPECTED, None),
        ] {
            assert_eq!(check_match(check, text, matched, pattern), expected, "{text}");
        }
        for (text, called, expected) in [
            ("지우야 현수 전화번호 좀 알려줘", "우야 현", Some("현수")),
            ("지우야 오늘 전화 좀 해", "우야 오", None),
            ("이거야 현수 전화번호", "거야 현", None),
        ] {
            assert_eq!(check_match(check, text, called, CALLED), expected, "{text}");
        }
    }
}
