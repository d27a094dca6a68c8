//! Keys behind a noun for keys and a word for what they open, in many languages, with remarks between: `plaid secret (prod) …`,
//! `twilio auth token for staging …`, `der API-Schlüssel für CI lautet …`, `jeton d'accès : …`, `ключ доступа …`, `APIキー: …`.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::letter_case::is_same;
use crate::recognizers::secrets::{
    key_names::Strength,
    key_value::{is_key, is_uuid, may_be_key, salt_at},
    password_value::{has_digit, has_letter},
    randomness::is_random,
    services::{is_service, joined_service},
};
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[
        noun("(?i-u:keys?|tokens?|secrets?|licen[cs]e|credentials?)[0-9 :(\\[]"),
        // With endings in many of the languages.
        noun(
            "(?i:schlüssel|geheimnis|token(?:ul|em|en|et|in|om|[uai])|jeton|clés?|chiave|chave|clave|clau|segret|segredo|secreto|sekret|\
             klucz|sleutel|klíč|kľúč|ključ|kulcs|cheie|cheia|nøgle|nøkkel|nyckel|avain|avaime|anahtar|belirte[cç]|khóa|kunci|võti|võtme|\
             atslēg|rakt|lykil|giltza|κλειδί|διακριτικό|ключ|кључ|токен|секрет|مفتاح|رمز|توكن|کلید|מפתח|אסימון|טוקן|कुंजी|टोकन)",
        ),
        // In one word with what they open.
        noun(
            "(?i:zugangs|zugriffs|lizenz|toegangs|licentie|åtkomst|licens|adgangs|tilgangs|lisens|licenc|käyttöoikeus|lisenssi)-?\
             (?i:token|schlüssel|sleutel|nyckel|nøgle|nøkkel|kulcs|tunnus|avain)|juurdepääsu(?:luba|võti|tõend)|mã truy cập|mã thông báo",
        ),
        Pattern::within(
            "キー|トークン|シークレット|秘密鍵|密钥|密鑰|金鑰|令牌|키|토큰|시크릿|คีย์|โทเค็น|โทเคน",
            0.85,
            0.88,
        ),
        // In Latin letters among others.
        Pattern::within("(?:[Kk]ey|[Tt]oken|[Ss]ecret|KEY|TOKEN|SECRET)(?:：|は|是|为|為|는|은)", 0.85, 0.88),
    ]),
    context: words![],
    check,
    ..PREFIXED
}];

const fn noun(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.88)
}

/// The patterns of English nouns, of nouns with endings, of compounds, of nouns in scripts without blanks, and of English ones among these.
const PLAIN: usize = 0;
const INFLECTED: usize = 1;
const COMPOUND: usize = 2;
const UNBLANKED: usize = 3;
const MIXED: usize = 4;

/// Signs and particles before a value, and those of them that lead to it.
const SIGNS: [char; 27] = [
    ' ', '\u{A0}', ':', '=', '"', '\'', '`', '*', '：', '→', '—', '–', '„', '“', '”', '«', '「', '『', 'は', '是',
    '为', '為', '는', '은', '를', '을', 'を',
];
const TELLING: [char; 12] = [':', '=', '：', '→', '—', 'は', '是', '为', '為', '는', '은', 'を'];

/// Verbs that lead to a value, and words around what the key is for.
const VERBS: &WordList = &WordList::new(
    "is|ist|lautet|lautete|est|es|è|é|jest|brzmi|este|je|är|er|это|є|е|είναι|هو|هي|הוא|היא|है|là|adalah|ialah|yra|ir|changed|rotated|updated|reset|->|=>|=|→|:|should|be",
);
const LINKS: &WordList = &WordList::new(
    "was|has|have|been|-|–|for|of|in|on|the|our|my|to|new|old|and|rotate|test|da|do|di|de|da|d|l|del|des|la|le|du|von|vom|für|fürs|der|die|das|från|till|til|\
     från|voor|van|dla|pro|pre|на|от|для|за|από|για|του|της|min|mein|unser|lautet|to:|on:|olarak|को|का|की|của|tôi|saya|untuk",
);

/// What keys open and what they are like, before and behind the noun.
const QUALIFIERS: &WordList = &WordList::new(
    "api|apis|rest|access|secret|client|webhook|licence|license|deploy|bearer|signing|encryption|auth|authentication|authorization|\
     shared|private|app|application|admin|bot|personal|dev|prod|production|oauth|\
     geheime|geheimer|geheimen|geheimes|privater|private|privaten|accès|d'accès|d’accès|accés|d'accés|secrète|secrets|licence|privée|\
     d'api|d’api|l'api|l’api|d'authentification|accesso|segreta|segreto|licenza|privata|cliente|acceso|secreta|secreto|licencia|\
     privada|acesso|licença|dostępu|tajny|tajnego|licencyjny|licencji|prywatny|klienta|toegangs|licentie|geheim|přístupový|přístupu|\
     přístupového|tajný|tajného|licenční|soukromý|prístupový|prístupu|licenčný|súkromný|hozzáférési|titkos|privát|acces|secretă|\
     licență|privată|hemmelig|hemmelige|hemlig|hemliga|salainen|salaisen|yksityinen|erişim|gizli|lisans|özel|доступа|доступу|секретный|\
     секретного|секретний|лицензионный|ліцензійний|апи|апі|достъп|таен|тајни|закрытый|приватный|приступа|приступни|pristupni|pristupa|\
     tajni|dostopa|dostopni|licenčni|πρόσβασης|μυστικό|άδειας|ιδιωτικό|الوصول|للوصول|السري|سري|الترخيص|סודי|הסודי|גישה|רישיון|एपीआई|\
     एक्सेस|गुप्त|लाइसेंस|bí|mật|truy|akses|rahasia|rahsia|lisensi|juurdepääsu|salajane|piekļuves|slepenā|prieigos|slaptas|\
     aðgangs|leyni|sarbide|kliens|ügyfél|klient",
);

/// What makes a key one that is no secret.
const OPEN: &WordList = &WordList::new(
    "commit|revision|sha|digest|checksum|branch|version|public|publishable|primary|foreign|cache|partition|sort|idempotency|csrf|xsrf|next|page|pagination|unexpected|missing|object|\
     row|hash|index|map|shard|continuation|öffentlicher|öffentliche|öffentlichen|primär|publique|primaire|cache|pública|primaria|\
     primária|público|pubblica|publiczny|główny|veřejný|primární|verejný|nyilvános|publică|publieke|openbare|offentlig|julkinen|açık|\
     genel|открытый|публичный|відкритий|публічний|публичен|јавни|javni|δημόσιο|العام|ציבורי|सार्वजनिक|kiểm",
);

/// Fewest bytes of a key that is one whatever the noun.
const CLEAR: usize = 16;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, pattern) = (candidate.field.text, candidate.range.clone(), candidate.pattern);
    let before = line::before(text, range.start, 4);
    // The name of an image or a path is no word: `docker pull shop/tokens:7.26@sha256:…`.
    let is_joined = before.ends_with('-') && !is_qualified(text, range.start, 1) && !names_service(text, range.start);
    if is_joined || before.ends_with(['/', '.', ':', '@']) {
        return None;
    }
    let end = match pattern {
        INFLECTED | COMPOUND => behind_ending(text, range.end)?,
        // The sign is a part of the match.
        PLAIN | MIXED => range.end - candidate.matched().chars().next_back()?.len_utf8(),
        _ => range.end,
    };
    let value = Value::behind(text, end)?;
    let place = value.place.clone();
    // Behind the word, too: `key for openweathermap …`.
    let is_of_service = || {
        let is_clear = value.is_clear(text) || value.has_sign && place.len() >= CLEAR;
        is_clear && value.is_near(text) && (names_service(text, range.start) || names_service(text, place.start))
    };
    let is_strong = || pattern == COMPOUND || value.is_qualified || is_qualified(text, range.start, 2);
    let fits = is_of_service() || if is_strong() { value.is_near(text) } else { is_bare(candidate, &value) };
    (fits && !value.is_open && !is_open(text, range.start)).then(|| candidate.part(place))?
}

/// Reports whether `value` is that of a noun which nothing qualifies: a token and what it is for, a noun of another language than
/// English and a sign. English nouns and their signs are read as names.
fn is_bare(candidate: &Candidate<'_>, value: &Value) -> bool {
    /// What is said of a token that a program does not take.
    const REJECTED: [&str; 6] = ["invalid", "expired", "bad", "wrong", "revoked", "rejected"];
    const TOKENS: [&str; 13] = [
        "token",
        "secret",
        "jeton",
        "токен",
        "секрет",
        "geheimnis",
        "segret",
        "segredo",
        "sekret",
        "टोकन",
        "אסימון",
        "טוקן",
        "توكن",
    ];
    /// Most words for what a key is for, whose noun is also one of other things: `the key for the shop is …`.
    const FEW: usize = 2;
    let (text, start) = (candidate.field.text, candidate.range.start);
    let head = candidate.matched();
    let is_token = || TOKENS.iter().any(|noun| begins_with(head, noun)) || candidate.pattern >= UNBLANKED;
    let is_rejected = || words_before(text, start).next().is_some_and(|word| is_one_of(word, &REJECTED));
    let is_told = match candidate.pattern {
        PLAIN => value.has_verb || value.words > 0 && value.has_sign || value.words == 0 && is_rejected(),
        _ => value.words == 0 || value.has_sign,
    };
    let is_next = value.words == 0 && value.has_sign;
    let is_said = || value.words <= FEW && (value.has_verb || value.has_sign && candidate.pattern == INFLECTED);
    let found = &text[value.place.clone()];
    let is_key = || is_token() || is_next && !is_uuid(found) || is_said() && !is_uuid(found) && !is_digest(found);
    // In scripts without blanks what the key opens is joined to the noun.
    let is_clear = || value.is_clear(text) || is_next && candidate.pattern >= UNBLANKED;
    is_told && is_clear() && value.is_near(text) && is_key()
}

/// Reports whether it is as long as the SHA-1 of a commit or the SHA-256 of a file.
fn is_digest(found: &str) -> bool {
    matches!(found.len(), 40 | 64) && found.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Reports whether `text` begins with `word`, whatever the case of its letters.
fn begins_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|head| is_same(head, word))
}

/// The place behind the ending of the noun that ends at `at`: `anahtar|ım`, `ключ|а`.
fn behind_ending(text: &str, at: usize) -> Option<usize> {
    /// Most letters of one.
    const MOST: usize = 6;
    let letters = || line::behind(text, at, 64).chars().take_while(|c| c.is_alphabetic());
    (letters().count() <= MOST).then(|| at + letters().map(char::len_utf8).sum::<usize>())
}

/// The words before `at` in its line, the nearest first.
fn words_before(text: &str, at: usize) -> impl Iterator<Item = &str> {
    /// Farthest one, in bytes.
    const FAR: usize = 48;
    let is_apart = |c: char| " -_'’\"`(),.:;=/*".contains(c);
    line::before(text, at, FAR).rsplit(is_apart).filter(|word| !word.is_empty())
}

/// Reports whether one of the `most` words before `at` says what the key opens or what it is like.
fn is_qualified(text: &str, at: usize, most: usize) -> bool {
    words_before(text, at).take(most).any(|word| is_listed(word, QUALIFIERS))
}

/// Reports whether one of the words right before `at` makes the key one that is no secret.
fn is_open(text: &str, at: usize) -> bool {
    words_before(text, at).take(2).any(|word| is_listed(word, OPEN))
}

/// Reports whether one of the words before `at` in its line is the name of a service.
fn names_service(text: &str, at: usize) -> bool {
    /// Farthest name, in bytes and words.
    const FAR: usize = 48;
    const WORDS: usize = 3;
    let words =
        line::before(text, at, FAR).rsplit(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<_> = words.take(WORDS).collect();
    words.iter().any(|word| is_service(&word.to_ascii_lowercase())) || joined_service(&words).is_some()
}

/// Reports whether it is the name of a service that is written like its address: `Tomorrow.io`.
fn is_site(word: &str) -> bool {
    const ENDINGS: [&str; 7] = ["ai", "app", "co", "com", "dev", "fm", "io"];
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
    word.split_once('.').is_some_and(|(name, ending)| is_name(name) && is_one_of(ending, &ENDINGS))
}

/// What stands behind a noun for keys.
#[derive(Default)]
struct Value {
    /// The place of the random text.
    place: Range<usize>,
    /// The count of words before it that tell what the key is for.
    words: usize,
    /// True if a sign or a verb leads to it.
    has_sign: bool,
    /// True if a verb does.
    has_verb: bool,
    /// True if a remark in brackets stands before it.
    has_remark: bool,
    /// True if one of the words says what the key opens or what it is like.
    is_qualified: bool,
    /// True if one of them makes it one that is no secret.
    is_open: bool,
}

impl Value {
    /// The value behind a noun that ends at `at`: a number, a remark in brackets, what it is for, and a sign may stand between.
    fn behind(text: &str, at: usize) -> Option<Self> {
        /// Farthest value, in bytes, and most words for what the key is for.
        const FAR: usize = 80;
        const MOST: usize = 6;
        const ENDS: [char; 16] = [' ', '"', '\'', '`', ',', ')', ']', ';', '|', '*', '<', '。', '，', '；', '、', '」'];
        let near = line::behind(text, at, FAR + 512);
        let (mut place, mut value) = (0, Self::default());
        loop {
            let rest = near.get(place..)?;
            let behind = rest.trim_start_matches(SIGNS);
            let signs = &rest[..rest.len() - behind.len()];
            value.has_sign |= signs.contains(|c: char| TELLING.contains(&c));
            place += signs.len();
            if place > FAR {
                return None;
            }
            if let Some(len) = value.key_len(behind) {
                value.place = at + place..at + place + len;
                return Some(value);
            }
            // The key itself may stand in brackets: `api key […]`.
            let inner = behind.strip_prefix(['[', '(']).and_then(|inner| value.key_len(inner));
            if let Some(len) = inner {
                value.place = at + place + 1..at + place + 1 + len;
                return Some(value);
            }
            if let Some(found) = salt_at(text, at + place).filter(|_| value.has_sign) {
                value.place = found;
                return Some(value);
            }
            let word = &behind[..behind.find(ENDS).unwrap_or(behind.len())];
            let close = match behind.as_bytes().first()? {
                b'(' => behind.find(')').map(|close| close + 1),
                b'[' => behind.find(']').map(|close| close + 1),
                _ => value.takes(word).then_some(word.len()),
            };
            value.has_remark |= behind.starts_with(['(', '[']);
            if value.words == MOST {
                return None;
            }
            place += close.filter(|close| *close > 0 || !signs.is_empty())?;
        }
    }

    /// Takes note of a word before the value; false if it is none of a sentence about a key.
    fn takes(&mut self, word: &str) -> bool {
        let bare = word.trim_end_matches([':', '：', '.', '→']);
        let is_verb = is_listed(bare, VERBS);
        self.has_verb |= is_verb;
        self.has_sign |= word.ends_with([':', '：', '=', '→']) || is_verb;
        self.is_open |= is_listed(bare, OPEN);
        let is_qualifier = is_listed(bare, QUALIFIERS);
        self.is_qualified |= is_qualifier;
        self.words += usize::from(!is_qualifier && !is_listed(bare, LINKS) && !is_verb);
        !word.contains(['/', '(', '#']) && (!word.contains('.') || is_site(bare))
    }

    /// The length of the key that `text`, which follows these words, begins with.
    fn key_len(&self, text: &str) -> Option<usize> {
        /// Fewest bytes of a random one.
        const LEAST: usize = 12;
        let len = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_.~+/=".contains(b)).count();
        let found = text[..len].trim_end_matches(['.', ':']);
        // A name of code goes on.
        let behind = &text[len..];
        if behind.starts_with(['(', '[', '{', '@', ':']) && !behind.starts_with(": ") {
            return None;
        }
        let is_settled = || self.words == 0 && self.has_sign && !self.has_remark && line::ends(text, len);
        let is_short =
            || is_settled() && has_digit(found) && has_letter(found) && is_key(found, Strength::Strong, true);
        let is_long = found.len() >= LEAST && is_random(found) && may_be_key(found);
        (is_long || is_short()).then_some(found.len())
    }

    /// Reports whether few words or a sign lead to it. Versions and records have names like these, too.
    fn is_near(&self, text: &str) -> bool {
        /// Most words without a sign, and the digits of a name of a version.
        const FEW: usize = 3;
        const VERSION: usize = 40;
        let found = &text[self.place.clone()];
        let is_version = is_uuid(found) || found.len() == VERSION && found.bytes().all(|b| b.is_ascii_hexdigit());
        let is_next = self.words == 0 && !self.has_remark && !is_uuid(found);
        self.has_sign || self.words < FEW && (!is_version || is_next)
    }

    /// Reports whether it is long and mixes letters and digits, so that nothing need be said about the key.
    fn is_clear(&self, text: &str) -> bool {
        let found = &text[self.place.clone()];
        found.len() >= CLEAR && has_digit(found) && has_letter(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_stand_before_the_value() {
        const KEY: &str = "2770713c762e73ccb749b40fb17070";
        for (before, expected) in [
            (" (prod) ", true),
            (" [sandbox]: ", true),
            (" for staging ", true),
            (" for the staging app is ", true),
            ("1 ", true),
            (" 2: ", true),
            (": ", true),
            (" we use in ci is ", true),
            (" was never seen before in ", false),
            (" in src/auth.rs ", false),
            (":7.26@sha256:", false),
            ("\n", false),
        ] {
            let text = format!("secret{before}{KEY}");
            let found = Value::behind(&text, 6).filter(|value| value.is_near(&text));
            assert_eq!(found.map(|value| &text[value.place]), expected.then_some(KEY), "{text}");
        }
        assert!(names_service("plaid prod secret", 11));
        assert!(!names_service("our prod secret", 9));
    }

    #[test]
    fn nouns_have_endings() {
        for (text, at, expected) in [("anahtarım: ", 7, Some("anahtarım".len())), ("clavecinistes ", 4, None)] {
            assert_eq!(behind_ending(text, at), expected, "{text}");
        }
    }
}
