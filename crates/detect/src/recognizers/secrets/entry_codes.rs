//! Codes of doors, alarms, safes and cards, and keys of wireless networks, as people pass them on in many languages: `gate code
//! 2580#`, `code du portail : 2580`, `kod do domofonu 12K4471`, `clé wifi A1B2C3D4E5`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    password_value::{has_digit, has_letter},
    stand_ins::is_placeholder,
};
use crate::recognizers::support::neighbours::byte_at;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::{name_end, statement};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(CODE_HEADS, 0.85, 0.9),
        Pattern::within(KEY_HEADS, 0.85, 0.9),
        // In fields and settings; names of codes alone, as the others name pins.
        Pattern::key(
            keys![
                "access code",
                "alarm code",
                "building code",
                "door code",
                "entry code",
                "garage code",
                "gate code",
                "keypad code",
                "lockbox code",
                "locker code",
                "padlock code",
                "safe code",
                "türcode",
                "torcode",
                "tresorcode",
                "digicode",
                "code entrée",
                "code d entrée",
                "code immeuble",
                "code porte",
                "deurcode",
                "portkod"
            ],
            0.8,
        ),
        // What its network is, between a word for a password and the password: `geslo za apartma wifi plaza2044`.
        Pattern::within(
            "(?i:wi-?fi|wlan)[a-z]{0,3}(?i:: ?| je | is | ist | est | es | è | é | är | er | to | on | jest | este | e | е | va | έχει κωδικό | κωδικός | )[0-9A-Za-z]",
            0.8,
            0.9,
        ),
        // The name of a network in quotes or brackets: `wifi "Kestrel Staff": heron27moor`.
        Pattern::within("(?i:wi-?fi|wlan|ssid|hotspot)(?i: network| netz| guest)?:? ?[\"'`„“«(]", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    if candidate.pattern == 3 {
        return candidate.part(behind_network(text, range)?);
    }
    if candidate.pattern == 4 {
        return candidate.part(behind_named_network(text, range)?);
    }
    if candidate.pattern == 2 {
        return candidate.part(code_at(text, range.start)?);
    }
    let names = if candidate.pattern == 0 { &CODE_NAMES } else { &KEY_NAMES };
    let end = name_end(text, range.start, names)?;
    // A network may stand behind what its key is called: `WLAN-Schlüssel Büro: …`.
    let told = statement(text, end, Some(NEW), candidate.pattern);
    let place = match candidate.pattern {
        0 => told.and_then(|told| code_at(text, told.at)).or_else(|| behind_place(text, end))?,
        _ => key_at(text, told?.at)?,
    };
    // In India it is that of the post.
    let is_post = text[range.start..end].eq_ignore_ascii_case("pincode") && place.len() > 5;
    (!is_post).then(|| candidate.part(place))?
}

/// The key behind the network that the match names, if a word for a password stands a few words before it on its line.
fn behind_network(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest word for a password, in bytes.
    const FAR: usize = 48;
    const PASSWORDS: &WordList = &WordList::new(
        "password|pw|pass|passwort|kennwort|geslo|heslo|hasło|lozinka|šifra|parola|parolă|jelszó|salasana|lösenord|passord|kode|kodeord|adgangskode|wachtwoord|\
         contraseña|clave|senha|palavra-passe|şifre|şifresi|sandi|sifra|haslo|sifre|kodikos|kwdikos|mdp|parole|slaptažodis|parool|лозинка|парола|паролата|пароль|шифра|κωδικός",
    );
    let key = range.end - 1;
    let before = line::before(text, range.start, FAR);
    let clause = before.rsplit(['.', '!', '?', ',', ';', ':', '(']).next().unwrap_or_default();
    let is_told = text[range.clone()].contains("κωδικ") || clause.split(' ').any(|word| is_listed(word, PASSWORDS));
    let begins = !text[..range.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    (begins && is_told).then(|| key_at(text, key))?
}

/// The key behind the name of a network in quotes or brackets, the first of which ends the match.
fn behind_named_network(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Longest name, in bytes (IEEE 802.11, 9.4.2.2).
    const LONGEST: usize = 32;
    const SIGNS: [&str; 8] = [": ", ":", " - ", " – ", " — ", " / ", "/", " = "];
    let closing: &[char] = match text[range.clone()].chars().next_back()? {
        '„' | '“' => &['“', '”'],
        '«' => &['»'],
        '(' => &[')'],
        '`' => &['`'],
        '\'' => &['\''],
        _ => &['"'],
    };
    let begins = !text[..range.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'));
    let near = line::behind(text, range.end, LONGEST + 8);
    let len = near.find(closing).filter(|len| begins && (1..=LONGEST).contains(len))?;
    let behind = near[len..].chars().next().map(|quote| &near[len + quote.len_utf8()..])?;
    let sign = SIGNS.into_iter().find(|sign| behind.starts_with(sign))?;
    let at = range.end + near.len() - behind.len() + sign.len();
    let place = key_at(text, at)?;
    let found = &text[place.clone()];
    // A rate or a frequency: `433Mbps`.
    let is_measure = found.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len() < 5
        && found.starts_with(|c: char| c.is_ascii_digit())
        && has_letter(found);
    (!is_measure).then_some(place)
}

/// The code behind the place that its name, which ends at `end`, goes on with: `door code, 2nd floor: 4471`, `gate code (north): 4471`.
fn behind_place(text: &str, end: usize) -> Option<Range<usize>> {
    /// Longest place, in bytes.
    const LONGEST: usize = 40;
    const SIGNS: [&str; 5] = [":", " - ", " – ", " — ", " = "];
    let near = line::behind(text, end, LONGEST);
    let rest = near.get(1..)?;
    let (at, sign) = SIGNS.iter().filter_map(|sign| Some((rest.rfind(sign)? + 1, sign.len()))).max()?;
    let (place, behind) = (&near[..at], at + sign);
    let begins = [", ", " (", " – ", " — ", " - ", " for ", " at "].iter().any(|sign| place.starts_with(sign))
        || place.split(' ').count() <= 4 && place.split(' ').any(|word| is_listed(&word.to_lowercase(), FLOORS));
    let stands = |c: char| c.is_alphanumeric() || " ,.()'’–—-º°ª".contains(c);
    let blanks = near[behind..].len() - near[behind..].trim_start_matches([' ', '*', '`', '"']).len();
    let found = code_at(text, end + behind + blanks).filter(|_| begins && place.chars().all(stands))?;
    let behind = text[found.end..].trim_start_matches(['#', '*', '`', '"', ')']);
    (behind.is_empty() || behind.starts_with([',', ';', '.', '\n', '\r', '|', '\\'])).then_some(found)
}

/// Words for parts of a building.
const FLOORS: &WordList = &WordList::new(
    "floor|level|lift|garage|entrance|building|gate|side|stairs|basement|lobby|etage|stock|stockwerk|og|eg|ug|keller|étage|piso|planta|piano|andar|verdieping|\
     piętro|patro|emelet|våning|kerros|этаж|поверх|wing|block|tower",
);

/// What is said of a code between its name and the code: `codice cancello nuovo: 2580`.
const NEW: &WordList = &WordList::new(
    "new|changed|again|its|it's|now|been|current|temporary|office|colo|datacenter|datacentre|warehouse|house|flat|building|cabin|shop|site|büro|lager|haus|keller|ferienhaus|\
     bureau|immeuble|entrepôt|oficina|almacén|ufficio|magazzino|kantoor|magazijn|neu|neue|neuer|aktuell|aktueller|nouveau|actuel|nuevo|actual|nuovo|nuova|attuale|novo|nova|atual|nieuw|nieuwe|\
     hemma|hjemme|kotona|kotiin|zuhause|daheim|home|doma|domowy|doma|thuis|evde|evin|maison|casa|otthon|acasă|voordeur|achterdeur|haustür|eingang|ingang|ingresso|entrée|entrada|\
     ny|nye|nya|nowy|nový|nové|uusi|új|nou|noua|od|dziś|dzisiaj|heute|ab|today|from|dès|aujourd'hui|desde|hoy|da|oggi|vanaf|vandaag|fra|från|idag|dele|dela|jetzt|ulaz|ulazna|вход|входа|новый|новий|нов|νέος",
);

/// The code at `at`: three to eight digits, perhaps in groups, and capitals among them.
pub(super) fn code_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most bytes of a code.
    const LONGEST: usize = 16;
    let near = line::behind(text, at, LONGEST);
    // Keypads have keys that begin a code: `*1503#`.
    // Markdown sets it off: `**1503**`.
    let sign = match near {
        _ if near.starts_with("**") => 2,
        _ => usize::from(near.starts_with('*')),
    };
    let (at, near) = (at + sign, &near[sign..]);
    // Digit by digit: `Alarmkod 3 3 0 8`.
    let is_spaced = |len: &usize| {
        let digits = near.get(..*len).is_some_and(|found| {
            let sign = if found.contains('-') { '-' } else { ' ' };
            found.split(sign).all(|digit| digit.len() == 1 && digit.bytes().all(|b| b.is_ascii_digit()))
        });
        digits
            && !near[*len..].starts_with(|c: char| c.is_alphanumeric())
            && !near[*len..].trim_start_matches([' ', '-']).starts_with(|c: char| c.is_ascii_digit())
    };
    if let Some(len) = combination_len(near) {
        return Some(at..at + len);
    }
    if let Some(len) = ["1 2 3 4 5 6".len(), "1 2 3 4".len()].into_iter().find(is_spaced) {
        return Some(at..at + len);
    }
    // Intercoms have a key between the flat and its code: `12к4471`.
    let stands = |c: char| c.is_ascii_digit() || c.is_uppercase() || matches!(c, '-' | '#' | 'к' | 'k');
    let len = near.find(|c| !stands(c)).unwrap_or(near.len());
    let found = near.get(..len).filter(|found| !found.starts_with('#'))?.trim_end_matches(['-', '#', 'к', 'k']);
    let found = near.get(..pair_len(near)).or_else(|| near.get(..key_len(near)?)).unwrap_or(found);
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let end = at + found.len();
    let goes_on = matches!(text.as_bytes().get(end..end + 2), Some([b'.' | b',' | b':' | b'/', b'0'..=b'9']))
        || matches!(byte_at(text, end), Some(b'%' | b'_'));
    ((3..=8).contains(&digits) && found.len() < LONGEST && !goes_on && is_value_edge(text, end)).then_some(at..end)
}

/// The length of the three or four numbers of a dial that `near` begins with: `31, 8, 67`.
fn combination_len(near: &str) -> Option<usize> {
    /// Fewest and most numbers, and most digits of each.
    const NUMBERS: std::ops::RangeInclusive<usize> = 3..=4;
    const MOST: usize = 2;
    [", ", " - ", "/", ","].into_iter().find_map(|sign| {
        let (mut len, mut count) = (0, 0);
        while let Some(rest) = near.get(len..) {
            let rest = if count == 0 { Some(rest) } else { rest.strip_prefix(sign) };
            let Some((rest, digits)) = rest.map(|rest| (rest, rest.bytes().take_while(u8::is_ascii_digit).count()))
            else {
                break;
            };
            if !(1..=MOST).contains(&digits) {
                break;
            }
            len = near.len() - rest.len() + digits;
            count += 1;
        }
        (NUMBERS.contains(&count) && !near[len..].starts_with(char::is_alphanumeric)).then_some(len)
    })
}

/// The length of the two groups of three digits that `near` begins with, `482 190`; longer than `near` if it has none.
fn pair_len(near: &str) -> usize {
    const LEN: usize = "482 190".len();
    let bytes = near.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_pair = (0..LEN).all(|at| if at == 3 { bytes.get(at) == Some(&b' ') } else { is_digit(at) });
    let goes_on = is_digit(LEN) || bytes.get(LEN) == Some(&b' ') && is_digit(LEN + 1);
    if is_pair && !goes_on { LEN } else { usize::MAX }
}

/// The length of the flat, the word for the key and the code with which `near` begins, as intercoms of Hungary take them: `12 kulcs 4471`.
fn key_len(near: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let flat = digits(near);
    let rest = &near[flat..];
    let code = [" kulcs ", "kulcs", " cheie ", "cheie"].iter().find_map(|word| rest.strip_prefix(*word))?;
    let len = digits(code);
    ((1..=3).contains(&flat) && (3..=5).contains(&len)).then_some(near.len() - code.len() + len)
}

/// The key at `at`: letters and digits, or a long number.
fn key_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most bytes of a key, and fewest of one with letters and of digits alone.
    const LONGEST: usize = 64;
    const LEAST: [usize; 2] = [6, 8];
    let near = line::behind(text, at, LONGEST);
    let len = near.find(|c: char| !c.is_ascii_graphic() || b"\"'`,;<>()".contains(&(c as u8))).unwrap_or(near.len());
    let found = near.get(..len)?.trim_end_matches(['.', '!', '?', ':']);
    let least = if has_letter(found) { LEAST[0] } else { LEAST[1] };
    let fits = has_digit(found) && found.len() >= least && !is_placeholder(found) && !found.contains("://");
    (fits && is_value_edge(text, at + found.len())).then_some(at..at + found.len())
}

/// Names of codes, in small letters, and their first letters.
pub(crate) static CODE_NAMES: PhraseList = PhraseList::new(
    "pin de entrega|pin de recogida|pin de retiro|pin de acceso|pin de acesso|pin do portão|pin do alarme|pin di ritiro|pin de retrait|pin pro vyzvednutí|\
     pin pro vyzvednuti|pin k vyzvednutí|pin na vyzdvihnutie|pin odbioru|pin do odbioru|pin de ridicare|codigo de acceso|codigo de acesso|codigo de entrega|codigo de recogida|\
     código de segurança|codigo de segurança|complex code|estate code|intercom code|boom gate code|buzzer|unlock code|pin-ul de la card|pinul de la card|pin-ul cardului|pin-ul|apartman şifresi|bina şifresi|sitenin şifresi|apartman kodu|bina kodu|daire şifresi|asansör şifresi|otopark şifresi|garaj şifresi|kasa şifresi|\
     bahçe kapısı şifresi|abholcode|afhaalcode|ophaalcode|hentekode|pakkekode|utleveringskod|uthämtningskod|avhämtningskod|noutokoodi|\
     kod odbioru|kod do odbioru|kod dostępu|výdejní kód|kód pro vyzvednutí|kód na vyzdvihnutie|átvételi kód|cod de ridicare|\
     codice di ritiro|codice ritiro|code de retrait|code retrait|code de livraison|código de recogida|código de retiro|\
     código de entrega|código de levantamento|código de acceso|código de acesso|cód. de acesso|cód. acesso|cód. de acceso|\
     teslimat kodu|teslim kodu|onay kodu|doğrulama kodu|giriş kodu|mã két sắt|mã két|mã nhận hàng|mã lấy hàng|mã xác nhận|mã xác minh|\
     kode pengambilan|kode otp|код выдачи|код видачі|код получения|код отримання|код доступа|код доступу|kode til nøgleboks|\
     skärmkod|displaycode|entsperrcode|e-recepta kod|kod e-recepty|\
     code boîte à clés|code boite a cles|code boîte à clefs|code boîte à clé|code coffret|code boîte|code interphone|code immeuble|code portail|code porte|code entrée|code résidence|code bâtiment|key safe code|sleutelkluis|sleutelkastje|schlüsselkasten|schlüsselbox|schlüsselsafe|schlüsseltresor|cassetta delle chiavi|caja de llaves|boîte à clés|boîte à clefs|skrzynka na klucze|kulcsszéf|avainlokero|key box code|keysafe code|keybox code|sleutelkastje code|\
     code sleutelkastje|code sleutelkluis|codice d'ingresso|codice di ingresso|codice ingresso|šifra od ulaza|šifra ulaza|šifra vrata|šifra za ulaz|šifra za vhod|šifra za vrata|clave de la alarma|clave de la caja fuerte|clave de la puerta|clave del portal|code für die alarmanlage|code für den tresor|\
    code van het alarm|code van de kluis|contraseña de la caja fuerte|contraseña de la alarma|ajtókód|alarm code|master code|remote code|panic code|duress code|override code|alarm combination|alarm kodu|alarm passcode|alarm pin|alarm şifresi|alarmanlage code|alarmcode|\
    alarmkode|buzzer code|buzzer combination|buzzer passcode|buzzer pin|card code|card combination|card passcode|card pin|\
    cod alarmă|cod de la alarmă|cod de la interfon|cod de la poartă|cod de la ușă|cod interfon|cod poartă|cod ușă|\
    code fürs tor|code für das tor|code für die tür|code für die haustür|code fürs haus|code vom tor|code zur tür|code alarme|code d'entrée|code de l'alarme|code de l'immeuble|code de la porte|code de l’alarme|code de l’immeuble|\
    code du cadenas|code du coffre|code du portail|code d’entrée|code parental|codice allarme|codice cancello|\
    codice cassaforte|codice del allarme|codice del cancello|codice del cassaforte|codice del portone|codice dell'allarme|\
    codice della porta|codice dell’allarme|codice portone|codul alarmă|codul de la alarmă|codul de la interfon|\
    codul de la poartă|codul de la ușă|codul interfon|codul poartă|codul ușă|combinación de la caja|código alarma|código alarme|código de alarma|código de alarme|codigo alarma|codigo alarme|codigo de alarma|codice d'allarme|code d'alarme|código da alarme|\
    código da cofre|código da porta|código da portão|código da prédio|código de entrada|código de la alarma|\
    código de la puerta|código del garaje|código del portal|código do alarme|código do cofre|código do porta|\
    código do portão|código do prédio|deurcode|digicode|code to unlock|code to unlock it|code to open|code to open it|code to get in|door code|door combination|door passcode|door pin|dörrkod|dørkode|\
    entry code|entry combination|entry passcode|entry pin|garage code|garage combination|garage passcode|garage pin|\
    gate code|gate combination|gate passcode|gate pin|hälytyskoodi|kapukód|kapı kodu|kapı şifresi|kart şifre|karten-pin|\
    kartenpin|keypad|keypad code|keypad combination|keypad passcode|keypad pin|kluiscode|kod alarmu|kod do alarmu|kod do bramy|\
    kod do domofonu|kod do drzwi|kod do furtki|kod do klatki|kod do sejfu|kode alarm|kode gerbang|kode pintu|kód k alarmu|\
    kód k dverám|kód k trezoru|kód ke dveřím|kód od brány|kód od dveří|kód od vchodu|larmkod|lockbox|lockbox code|\
    lockbox combination|lockbox passcode|lockbox pin|locker code|locker combo|gate combo|door combo|locker combination|locker passcode|locker pin|mã cổng|\
    mã cửa|ovikoodi|phone passcode|pin alarm|pin alarma|pin alarmanlage|pin allarme|pin cassaforte|pin coffre|pin garage|pin garagentor|pin haustür|pin sejf|pin tresor|pin tür|\
    pin bancomat|pin atm|pin kartu|pin de la carte|pin de la tarjeta|pin del móvil|pin der karte|pin do cartão|\
    pin do karty|pin k kartě|pin ke kartě|pin of my card|pincode|poortcode|portkod|portkode|riasztókód|safe code|padlock code|padlock combination|\
    safe combination|safe passcode|safe pin|safe-code|safecode|torcode|tresor-code|tresorcode|türcode|nøkkelboks|nøkkelskap|nøgleboks|nyckelskåp|nyckelbox|pin do telemóvel|pin do telefone|pin del teléfono|pin del telefono|pin del cellulare|\
    pin du téléphone|pin du portable|pin vom handy|pin van de telefoon|калитка|код на калитке|хвіртка|voicemail code|\
    voicemail combination|voicemail passcode|voicemail pin|κωδικός εισόδου|κωδικός πόρτας|κωδικός συναγερμού|код ворот|\
    код від ворот|код від двери|код від домофон|код від калитки|код від подъезд|код від під'їзд|код від під’їзд|\
    код від сейфа|код від сигнализац|код від сигналізац|код двери|код домофон|код калитки|код от ворот|код от двери|\
    код от домофон|код от калитки|код от подъезд|код от під'їзд|код от під’їзд|код от сейфа|код от сигнализац|\
    код от сигналізац|код подъезд|код під'їзд|код під’їзд|код сейфа|код сигнализац|код сигналізац|пин-код карты|\
    пинкод карты|קוד אזעקה|קוד דלת|קוד האזעקה|קוד הדלת|קוד הכניסה|קוד השער|קוד כניסה|קוד כניסה לבניין|קוד כניסה לבית|קוד לאזעקה|קוד לדלת|קוד לכניסה|\
    קוד לשער|קוד של האזעקה|קוד של הדלת|קוד של הכניסה|קוד של השער|קוד שער|رمز الإنذار|رمز الباب|رمز البوابة|كود الإنذار|\
    كود الباب|كود البوابة|รหัสประตู|รหัสเข้าบ้าน|オートロック|保险箱密码|开机密码|暗証番号|银行卡密码|門禁密碼|門鎖密碼|门禁密码|门锁密码|대문 비밀번호|대문 비번|대문비밀번호|대문비번|\
    도어락 비밀번호|도어락 비번|도어락비밀번호|도어락비번|공동현관 비밀번호|공동현관 비번|공동현관비밀번호|공동현관비번|현관 비밀번호|현관 비번|현관비밀번호|현관비번",
);
const CODE_HEADS: &str = "(?i-u:compl|estat|interc|boom |unlock|maste|remot|panic|dures|overr|apart|asans|bina |daire|kasa |otopa|garaj|siten|casse|caja |skrzy|kulcs|avain|abhol|afhaa|ophaa|hente|pakke|utlev|nouto|cod de|tesli|onay |e-rec|kod e|kod o|displa|entspe|alarm|buzze|card |clave |contr|cod a|cod d|cod i|cod p|cod u|code |codic|codig|codul|combi|deurc|digic|door |entry|garag|gate |kapuk|\
    kart |karte|key [bs]|key[bps][oa]|sleut|kluis|kod a|kod d|kode |larmk|lockb|locke|oviko|padlo|phone|pin-u|pinul|pin a|pin b|pin c|pin d|pin g|pin h|pin k|pin s|pin t|pin o|pin p|pin r|pin n|pin v|pinco|poort|portk|riasz|\
    safe |safe-|safec|torco|treso|voice)|(?i:bahç|schlü|boît|nøkk|nøgl|nyck|калит|хвірт|uthäm|avhäm|skär|cód\\.|výde|átvé|doğr|giri|mã n|mã k|mã l|mã x|ajtó|códi|dörr|dørk|häly|kapı|kód |mã c|šifr|türc|κωδ|код|пин)|קוד|رمز|كود|รห|オー|保险|\
    开机|暗証|银行|門禁|門鎖|门禁|门锁|대문|도어|현관|공동";

/// Names of keys of networks, in small letters, and their first letters.
pub(crate) static KEY_NAMES: PhraseList = PhraseList::new(
    "chiave wi-fi|chiave wifi|clave de wi-fi|clave de wifi|clave del wi-fi|clave del wifi|clave wi-fi|clave wifi|cle wep|\
    cle wi-fi|cle wifi|cle wpa|cle wpa2|clé wep|clé wi-fi|clé wifi|clé wpa|clé wpa2|code wi-fi|code wifi|\
    contraseña de wi-fi|contraseña de wifi|contraseña del wi-fi|contraseña del wifi|contraseña wi-fi|contraseña wifi|\
    hasło do wi-fi|hasło do wifi|hasło wi-fi|hasło wifi|heslo k wi-fi|heslo k wifi|heslo na wi-fi|heslo na wifi|\
    mật khẩu wi-fi|mật khẩu wifi|network key|network security key|netzwerkschlüssel|password del wi-fi|password del wifi|\
    password wi-fi|password wifi|sandi wi-fi|sandi wifi|senha da wi-fi|senha da wifi|senha do wi-fi|senha do wifi|\
    guest wi-fi|guest wifi|guest wlan|gast-wlan|gäste-wlan|wifi guest|wi-fi guest|wifi invités|wifi invitados|wifi ospiti|wlan-gast|\
    wlan-gäste|senha wi-fi|senha wifi|wi-fi code|wi-fi key|wifi code|wifi key|wlan-code|wlan-key|wlan-schlüssel|wlancode|wlankey|\
    wlanschlüssel|κωδικός wi-fi|κωδικός wifi|ключ wi-fi|ключ wifi|ключ вай-фай|ключ вайфай|ключ від wifi|ключ от wifi|סיסמת הווייפיי|סיסמת הוויפי|סיסמת ווייפיי|סיסמת וויפי|كلمة سر الواي فاي|\
    รหัสไวไฟ|와이파이 비밀번호|와이파이 비번",
);
const KEY_HEADS: &str = "(?i-u:chiav|clave|cle w|code |contr|gast-w|guest w|heslo|netwo|netzw|passw|sandi|senha|wi-fi|wifi |wlan-|wlanc|wlank|wlans)|(?i:clé |\
    gäste-w|hasł|mật|κωδ|ключ)|סיס|كلم|รห|와이";
