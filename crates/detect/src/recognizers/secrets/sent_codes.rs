//! Codes in the messages that send them: behind their names in many languages, `您的验证码是：…`, `code de vérification : …`, and
//! in what a message tells to do with them, `Use … to sign in`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::password::INFO;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::statement::behind_verb;
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Names of codes that are sent.
const NAMED: Pattern = Pattern::within(
    concat!(
        "(?:(?i-u:(?:verification|confirmation|access|log-?in|sign-?in|authentication|activation|sms|2fa|mfa|one-time|unlock) (?:code|pin)",
        "|kod (?:dlya |podtver|dostupa|ak?tivac|vk?hoda|podtverd)[a-z]{0,10}|vash kod",
        "|puk(?: code)?|(?:verifizierungs|anmelde|freischalt|aktivierungs|sms-|login-)code|code sms",
        "|code (?:de |d')(?:confirmation|validation|connexion|activation)|codice di (?:verifica|conferma|accesso|attivazione)",
        "|(?:verificatie|bevestigings|toegangs|inlog)code|kod(?:em)? (?:weryfikacyjny|autoryzacyjny|potwierdzenia|sms)",
        "|(?:verifierings|engangs|bekreftelses)kode?n?|vahvistuskoodi|koodisi|cod(?:ul)?(?: dvs\\.?| dumneavoastră)? de (?:verificare|confirmare)|onay kodu(?:nuz)?",
        "|kode (?:verifikasi|otp)(?: anda)?|kode anda|(?:your|ihr|dein|votre|ton|su|tu|il tuo|seu|je|uw|din|tvoj|onay) (?:code|codice|kode?)",
        "|kod(?:un|unuz|en din)|codul dvs\\.?|codul dumneavoastr)",
        "|[Bb]estätigungscode|[Cc]ode (?:de |d['’])(?:vérification|accès)|[Cc]ódigo de (?:verificación|confirmación|acceso|activación)",
        "|[Cc]ódigo de (?:verificação|confirmação|acesso|ativação)|(?:[Ss]u|[Tt]u|[Ss]eu) código|[Kk]od potwierdzający|[Tt]wój kod",
        "|(?:[Oo]věřovací|[Oo]verovací|[Pp]otvrzovací|[Mm]egerősítő|[Ee]llenőrző|[Vv]áš|[Tt]vůj) kód|[Kk]ód(?:ja|od)|[Vv]aš kod",
        "|[Bb]ekräftelsekode?n?|[Ee]ngångskode?n?|[Bb]ekræftelseskode?n?|[Kk]ertakäyttökoodi|[Dd]oğrulama kodu(?:nuz)?|[Cc]odul tău",
        "|[Mm]ã (?:xác (?:nhận|minh|thực)|(?:otp|OTP)|của bạn)",
        "|[Кк]од (?:подтверждения|доступа|для входа|входа|активации|підтвердження|доступу|из (?:смс|СМС))|[Вв]аш код|[Пп]роверочный код",
        "|[Вв]ашият код|[Тт]вой код|[Κκ]ωδικός (?:επαλήθευσης|επιβεβαίωσης|μιας χρήσης|σας)",
        "|קוד ה?(?:אימות|אישור)|הקוד שלך|رمز (?:التحقق|التأكيد)|رمزك|کد (?:تأیید|تایید|ورود)|सत्यापन कोड|आपका कोड|ओटीपी",
        "|รหัส(?:ยืนยัน|OTP| OTP|ของคุณ)|验证码|驗證碼|校验码|动态码|动态密码|确认码|確認碼|認証コード|認証番号|確認コード|確認番号|暗証番号",
        "|인증 ?번호|인증 ?코드|확인 ?코드)",
    ),
    0.85,
    0.92,
);

/// What a message tells to do with a code, and a word for it.
const USED: Pattern = Pattern::regex(
    concat!(
        "(?:(?i-u:use|enter|type|verwenden sie|verwende|geben sie|gib|utilisez|saisissez|entrez|usa|utiliza|introduce|introduzca|ingresa|",
        "ingrese|inserisci|digite|gebruik|wpisz|podaj)|[Вв]ведите|[Ии]спользуйте)",
        "(?: (?:the |your |den |le |el |il |o |de )?(?:(?i-u:code|pin|otp|passcode|codice|kod)|código|kód|код))? ",
    ),
    0.85,
    0.92,
);

/// What a program logs of a code that it sends.
const SENT: Pattern = Pattern::regex(
    "(?i-u:(?:sent|sending|resent|generated|issued) (?:the |a |an |new )?(?:(?:otp|verification|sms|login|2fa|mfa) )?(?:otp|pin|passcode|code)(?: is|:| =|=)? |(?:one-time|otp|verification|sms) code sent: ?)",
    0.85,
    0.92,
);

pub(super) const RULES: &[Rule] =
    &[Rule { info: INFO, patterns: Cow::Borrowed(&[NAMED, USED, SENT]), context: words![], check }];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let end = if candidate.pattern == 0 { behind_link(text, end) } else { end };
    let place = code_at(text, end)?;
    let is_word = |at: Option<u8>| at.is_some_and(|b| b.is_ascii_alphanumeric());
    let fits = match candidate.pattern {
        0 => !is_word(byte_before(text, start)) && !is_word(byte_before(text, end)),
        2 => is_sent(text, start, candidate.matched()),
        _ => is_told(candidate.matched(), &text[place.end..]),
    };
    fits.then(|| candidate.part(place))?
}

/// The place behind the verb or the sign, the article and the bracket that follow a name which ends at `at`, as far as they do.
fn behind_link(text: &str, at: usize) -> usize {
    /// Longest link, in bytes.
    const LONGEST: usize = 32;
    const VERBS: [&str; 28] = [
        " is",
        " ist",
        " lautet",
        " este",
        " est",
        " es",
        " è",
        " é",
        " jest",
        " je",
        " to",
        " er",
        " är",
        " on",
        " είναι",
        " هو",
        " הוא",
        " है",
        " adalah",
        " là",
        " vừa gửi",
        " คือ",
        "是",
        "为",
        "為",
        "は",
        "는",
        "은",
    ];
    const ARTICLES: [&str; 5] = ["le ", "the ", "el ", "il ", "der "];
    let near = window::behind(text, at, LONGEST);
    let rest = behind_verb(near, &VERBS, |_| true).unwrap_or(near);
    let colon = rest.strip_prefix(' ').unwrap_or(rest).strip_prefix([':', '：']).unwrap_or(rest);
    let rest = colon.strip_prefix(' ').unwrap_or(colon);
    let rest = ARTICLES.iter().find_map(|article| rest.strip_prefix(*article)).unwrap_or(rest);
    let rest = rest.strip_prefix(['(', '<', '"', '\'', '[', '【', '「']).unwrap_or(rest);
    at + near.len() - rest.len()
}

/// Reports whether the code that `matched` says was sent, from `start` on, is one of somebody, and not of an error.
fn is_sent(text: &str, start: usize, matched: &str) -> bool {
    /// Farthest word before, in bytes.
    const FAR: usize = 64;
    const KINDS: [&str; 10] = ["otp", "one-time", "pin", "passcode", "verif", "sms", "login", "2fa", "mfa", "auth"];
    let said = [line::before(text, start, FAR), matched].map(str::to_ascii_lowercase);
    said.iter().any(|said| KINDS.iter().any(|kind| said.contains(kind)))
}

/// Reports whether a message tells to use a code, by a word for it before, or else by what it is for, behind it.
fn is_told(before: &str, behind: &str) -> bool {
    /// Farthest word, in bytes.
    const FAR: usize = 48;
    const PURPOSES: [&str; 17] = [
        "code",
        "verif",
        "vérif",
        "sign in",
        "sign-in",
        "log in",
        "login",
        "confirm",
        "authenti",
        "bestätig",
        "anmeld",
        "einlog",
        "connexion",
        "connect",
        "inici",
        "acceder",
        "код",
    ];
    /// Prices that a code lowers.
    const OFFERS: [&str; 5] = ["discount", "% off", "checkout", "rabatt", "remise"];
    let behind = window::behind(behind, 0, FAR).to_lowercase();
    let behind = behind.split(['.', '\n']).next().unwrap_or_default();
    let is_code = before.trim_end().contains(' ');
    !OFFERS.iter().any(|word| behind.contains(word)) && (is_code || PURPOSES.iter().any(|word| behind.contains(word)))
}

/// The code at `at`: four to eight digits, perhaps in two groups or behind the letters of a service, `G-482913`.
fn code_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most bytes, and fewest and most digits.
    const LONGEST: usize = 16;
    const DIGITS: std::ops::RangeInclusive<usize> = 4..=8;
    let near = window::behind(text, at, LONGEST);
    let letters = near.bytes().take_while(u8::is_ascii_uppercase).count();
    let prefix = if (1..=3).contains(&letters) && near[letters..].starts_with('-') { letters + 1 } else { 0 };
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(&near[prefix..]);
    let second = near[prefix + first..].strip_prefix([' ', '-']).map_or(0, digits);
    let is_grouped = (3..=4).contains(&first) && first == second;
    let (count, len) = if is_grouped { (first + second, first + 1 + second) } else { (first, first) };
    let end = at + prefix + len;
    // A number with a fraction, a date, a place of a network.
    let goes_on = byte_at(text, end).is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'%')
        || matches!(text.as_bytes().get(end..end + 2), Some([b'.' | b',' | b':' | b'/' | b'-', b'0'..=b'9']));
    (DIGITS.contains(&count) && !goes_on).then_some(at..end)
}
