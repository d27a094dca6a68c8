//! Names of accounts that somebody tells as theirs in a sentence of any language: `nimimerkkini on …`, `мой ник …`, `제 닉네임은 …`,
//! `نام کاربری من …`, and accounts before a word for one: `… 계정`, `…というアカウント`.
//!
//! The words are found by their first letters, so that their endings need not be listed; what may stand between them and the
//! account, [`is_statement_word`] tells.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, is_account, is_plain_word, name_at};
use super::username_accounts::is_marked;
use super::username_places::{is_of_person, is_shared};
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::statement::{ending_len, is_statement_word};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, run_before, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Bytes that are read beside a word.
const FAR: usize = 96;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(HEADS, 0.8, 0.9),
        Pattern::within(BEHIND, 0.8, 0.9),
        Pattern::regex(
            "(?i:i['’]?m|i am|(?:stream|play|post|chat)(?:ing)? as|goes by|go by|knows? me as|known (?:online |there |here )?as|(?:find|add|follow|reach) me (?:[a-z]+ )?(?:[a-z]+ )?as|add me(?: on (?:snap|insta|discord|steam|xbox|psn))?:?) ",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

/// First letters of [`NAMES`].
const HEADS: &str = "\
    [Nn]ick|[Nn]iki|[Nn]imim|[Kk]äyttäj|[Ll]empin|[Tt]unnu|[Kk]asutaja|[Hh]üüdn|[Vv]arjun|[Ll]ietot|[Ss]egv|[Ii]esau|[Ss]lapyv|[Vv]artot|[Nn]audot|\
    [Aa]nvändarn|[Ss]meknam|[Bb]r[ui][kg]er?n|[Kk]all?en|[Kk]æle|[Oo]ppna|[Nn]otanda|[Gg]ælun|[Nn]utzer|[Bb]enutzer|[Aa]nmelden|[Ss]pitzn|\
    [Pp]rofil|[Ll]ogin|[Pp]seud|[Gg]ebrui|[Bb]ijna|[Ss]chuil|[Ii]nlog|[Aa]ccountn|[Ss]urnom|[Ii]dentif|[Aa]pod|[Uu]suari|[Uu]suári|[Mm]ote |[Ss]eud|[Aa]peli|[Aa]lcu|\
    [Uu]tiliza|[Ss]opran|[Uu]tente|[Ss]obren|[Ee]zizen|[Ee]rabil|[Kk]syw|[Pp]rzezw|[Uu]żyt|[Pp]řezd|[Pp]rezý|[Uu]živ|[Pp]oužív|[Ff]elhas|[Bb]ecen|[Ff]edőn|\
    [Pp]orecl|[Nn]adim|[Kk]orisni|[Vv]zdev|[Uu]porab|[Nn]ofk|[Tt]akma|[Rr]umuz|[Ll]aka[bp]|[Kk]ullan|[İi]stifad|[Ll]əqəb|[Tt]ên |[Bb]iệt |[Tt]ài kho|[Nn]ama p|[Uu]serna|\
    [Aa]kun|[Jj]uluk|[Pp]alay|[Mm]tumia|[Tt]ili|[Ff]iók|\
    [Нн]ик|[Нн]ік|[Нн]адим|[Пп]рек|[Пп]ря|[Пп]севд|[Пп]розв|[Кк]личк|[Ии]мя п|[Іі]м['’ʼ]я к|[Юю]зер|[Пп]отреб|[Кк]орисн|[Мм]яну|[Лл]огин|[Лл]огін|[Аа]кк?аун|\
    [Ψψ]ευδ|[Όό]νομα χ|[Ππ]αρατ|[Λλ]ογαρ|اسم المست|المستخ|مستخدم|کاربر|משתמש|الاسم المست|اسمي المست|معرف|معرّف|لقبي|كنيتي|يوزر|حسابي|نام کار|نام مس|آیدی|یوزر|شناسه|صارف|שם ה?משת|הכינוי|כינוי|הניק|החשבון|\
    यूज|उपयोगकर्ता|निकने|वापर|खात|ইউজার|ডাকনা|নিকনে|ব্যবহারক|அக்க|பயனர|புனை|యూజ|వినియో|ಬಳಕೆ|ഉപയോക്തൃ|યુઝ|વપરાશ|ਯੂਜ਼|ผู้ใช้|[Nn]gười dùng|ยูส|ไอดี|บัญชี|\
    用户|用戶|网名|網名|昵称|暱稱|账号|帐号|帳號|账户名|ユーザー|ユーザI|ハンドル|ニックネ|アカウント|ログイン名|닉네임|별명|아이디|사용자|유저|계정|我的[A-Za-z微抖小推]|私の[LlIiX]|ライン|インスタ|카톡|카카오|인스타|მეტსა|მომხმა|մականո|օգտան|የተጠቃሚ";

/// Words for the name of an account, and for an account.
static NAMES: PhraseList = PhraseList::new(
    "用户|用戶|ユーザー|사용자|المستخدم|مستخدم|کاربر|کاربری|משתמש|ผู้ใช้|người dùng|उपयोगकर्ता|यूज़र|यूजर|ব্যবহারকারী|nick|nickname|nikki|nimimer|nimimerk|käyttäjänim|käyttäjätunnu|lempinim|tunnu|kasutajanim|kasutajatunnu|hüüdnim|varjunim|lietotājvārd|segvārd|iesauk|slapyvard|vartotojo vard|\
     naudotojo vard|användarnamn|smeknamn|brukernavn|brukarnamn|brugernavn|kallenavn|kallenamn|kælenavn|oppnavn|notandanafn|gælunafn|benutzername|nutzername|benutzerkennung|\
     anmeldename|spitzname|profilname|profil|loginname|loginnaam|pseudo|pseudonym|gebruikersnaam|bijnaam|schuilnaam|inlognaam|accountnaam|accountname|surnom|identifiant|apodo|usuario|mote|\
     seudónimo|pseudónimo|apelido|alcunha|usuário|utilizador|utilizator|soprannome|utente|pseudonimo|sobrenom|usuari|ezizena|erabiltzaile-izena|erabiltzaile izena|pseudonim|ksywa|ksywk|przezwisk|\
     nazwa użytkownika|użytkownik|przezdív|přezdívk|prezývk|užívateľské meno|používateľské meno|uživatelské jméno|felhasználónev|felhasználónév|felhasználói nevem|becenev|becenév|fedőnev|porecla|poreclă|\
     nadimak|nadimk|korisničko ime|vzdevek|vzdevk|uporabniško ime|nofka|nofkë|takma ad|takma isim|takma ism|rumuz|lakap|lakab|kullanıcı ad|istifadəçi ad|ləqəb|tên đăng nhập|tên người dùng|\
     tên tài khoản|biệt danh|tài khoản|nama pengguna|nama panggilan|username|akun|julukan|palayaw|mtumiaji|tili|fiók|\
     ник|никът|никнейм|никнейма|нік|нікнейм|надимак|прекар|прякор|псевдоним|псевдонім|прозвище|прізвисько|кличка|имя пользователя|им'я користувача|ім'я користувача|ім’я користувача|юзернейм|\
     потребителско име|потребителското ми име|корисничко име|корисничкото име|мянушка|логин|логін|аккаунт|акаунт|ψευδώνυμ|όνομα χρήστη|παρατσούκλι|λογαριασμ|اسم المستخدم|الاسم المستعار|اسمي المستعار|\
     معرف|معرفي|معرّف|معرّفي|لقبي|كنيتي|يوزر|يوزري|حسابي|نام کاربری|نام مستعار|آیدی|یوزرنیم|یوزر نیم|شناسه|صارف نام|שם המשתמש|שם משתמש|הכינוי|כינוי|הניק|החשבון|\
     यूजरनेम|यूज़रनेम|यूजर नेम|यूजर आईडी|उपयोगकर्ता नाम|निकनेम|वापरकर्ता नाव|वापरकर्तानाव|खाता|खाते|ইউজারনেম|ইউজার নেম|ডাকনাম|নিকনেম|ব্যবহারকারীর নাম|பயனர் பெயர்|பயனர்பெயர்|புனைபெயர்|யூசர்நேம்|యూజర్ నేమ్|యూజర్‌నేమ్|\
     వినియోగదారు పేరు|ಬಳಕೆದಾರ ಹೆಸರು|ಬಳಕೆದಾರರ ಹೆಸರು|ഉപയോക്തൃനാമം|ഉപയോക്തൃ നാമം|യൂസർനെയിം|યુઝરનેમ|વપરાશકર્તા નામ|વપરાશકર્તાનામ|ਯੂਜ਼ਰਨੇਮ|ชื่อผู้ใช้|ยูสเซอร์เนม|ยูสเซอร์|ไอดี|บัญชี|\
     用户名|用戶名|网名|網名|昵称|暱稱|账号|帐号|帳號|账户名|用户id|ユーザー名|ユーザーネーム|ユーザーid|ユーザid|ハンドルネーム|ハンドル|ニックネーム|アカウント名|アカウント|ログイン名|닉네임|별명|아이디|사용자 이름|사용자명|유저네임|계정|계정명|\
     我的line|我的ig|我的insta|我的wechat|我的微信|我的微博|我的抖音|我的小红书|我的推特|我的telegram|我的tg|我的qq|我的discord|我的steam|私のline|私のid|私のインスタ|私のx|ラインid|ライン|インスタ|インスタグラム|카톡|카카오톡|인스타|인스타그램|მეტსახელი|მომხმარებლის სახელი|მომხმარებელი|մականուն|օգտանուն|የተጠቃሚ ስም",
);

/// Words for an account, a user or a code, which programs speak of, too: the account beside them looks like a person's.
const LOOSE: &WordList = &WordList::new(
    "用户|用戶|ユーザー|사용자|المستخدم|مستخدم|کاربر|کاربری|משתמש|ผู้ใช้|người dùng|उपयोगकर्ता|यूज़र|यूजर|ব্যবহারকারী|profil|usuario|usuário|usuari|utente|utilizador|utilizator|użytkownik|identifiant|tunnu|tài khoản|akun|mtumiaji|tili|fiók|mote|pseudo|nick|\
     логин|логін|аккаунт|акаунт|λογαριασμ|معرف|معرّف|حسابي|آیدی|شناسه|החשבון|खाता|खाते|ไอดี|บัญชี|账号|帐号|帳號|アカウント|ハンドル|아이디|계정|username",
);

/// Words behind an account, which say that it is one.
const BEHIND: &str = "계정|아이디|닉네임|という(?:アカウント|ユーザ|ハンドル|ニックネ|ID)|の(?:アカウント|ユーザー名)|(?:这个|這個|此)?(?:账号|帐号|帳號|账户)|खात|आईडी|hesab[ıi]|adlı (?:kullanıcı|hesap)|nevű (?:felhasználó|fiók)|fiók|[ -]tili[nä]|-tunnukse";

/// Where somebody has an account, and other words between its name and the account.
const PLACES: &WordList = &WordList::new(
    "forum|forumu|fórum|fórumon|foro|forumilla|foorumilla|foorumis|forumet|forumda|foorumissa|форуме|форумі|φόρουμ|discord|discordissa|discordban|discorde|reddit|redditissä|steam|twitch|insta|instagram|instagramissa|instagramie|\
     twitter|telegram|tiktok|facebook|steamie|steamu|peli|pelissä|spelet|spillet|spiel|jeu|juego|jogo|gioco|spel|gra|grze|hře|játékban|joc|igri|oyun|oyunda|игре|грі|هناك|هنا|آنجا|там|dort|là-bas|allí|ahí|lá|lì|daar|där|der|tam|ott|acolo|tamo|orada|siellä|online|\
     usuario|usuário|utilizator|użytkownika|pengguna|ko|ay|la|langu|ni|im|in|sur|dans|en|na|nel|sul|op|på|sa|trên|di|στο|вот|такой|ось|es|son|çok|mi|ми",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => told(text, start)?,
        1 => before(text, start)?,
        _ => {
            // `I'm foo_bar7 on the forum`
            let is_self = text[start..].starts_with(['i', 'I']);
            let place = name_at(text, end).filter(|place| is_somebody(&text[place.clone()]))?;
            (!is_self || text[place.end..].starts_with(" on ")).then_some(place)?
        }
    };
    let found = &text[place.clone()];
    (is_account(found) && !is_shared(found) && !is_uuid(found)).then(|| candidate.part(place))?
}

/// Reports whether `found` can only be the account of a person, where programs could speak, too.
fn is_somebody(found: &str) -> bool {
    is_marked(found) && is_of_person(found) && found.starts_with(|c: char| c.is_ascii_lowercase())
}

/// The account behind the word for one that begins at `start`.
fn told(text: &str, start: usize) -> Option<Range<usize>> {
    /// Longest name, and longest ending of one, in bytes.
    const LONGEST: usize = 64;
    const ENDING: usize = 12;
    let near = window::behind(text, start, LONGEST);
    // Within a word of letters that have cases it is any letters.
    let is_cased = near.starts_with(|c: char| c.is_lowercase() || c.is_uppercase());
    let is_within =
        is_cased && text[..start].ends_with(|c: char| c.is_lowercase() || c.is_uppercase() || "_-.".contains(c));
    let len = NAMES.len_at(near).filter(|_| !is_within)?;
    let near = line::behind(text, start + len, FAR);
    // The account may be joined to a name in another script.
    let is_joined = |c: char| !is_cased && c.is_ascii();
    let ending = ending_len(near).min(near.find(is_joined).unwrap_or(near.len()));
    let is_code = near.get(..ending).is_some_and(|ending| ending == "code");
    let (place, is_told) =
        behind(text, start + len, near, ending).filter(|_| (!is_cased || ending <= ENDING) && !is_code)?;
    let found = &text[place.clone()];
    let is_loose = is_listed(&text[start..start + len], LOOSE);
    let is_owned = || line::before(text, start, FAR).trim_end().rsplit(' ').next().is_some_and(is_statement_word);
    let is_named = is_told || !is_cased || near.starts_with([':', '：']) || is_owned();
    let is_end = !text[place.end..].starts_with(['(', '=', '[', '/', '@', '{', '<']);
    let is_own = || is_somebody(found) || is_named && (is_own(found) || is_owned() && found.contains('_'));
    (is_end && if is_loose { is_somebody(found) } else { is_own() }).then_some(place)
}

/// Reports whether it looks like the account that somebody tells: with a sign, a number or a hump, and no plain words.
fn is_own(found: &str) -> bool {
    let has_hump = found.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let is_tagged = found.contains('_') || found.bytes().any(|b| b.is_ascii_digit()) || has_hump;
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    let words = || found.split(['_', '.', '-']).map(|part| part.trim_end_matches(|c: char| c.is_ascii_digit()));
    let is_plain = || words().all(is_plain_word);
    letters > 2 && (is_marked(found) || is_tagged && !found.contains('-')) && !is_plain()
}

/// The account in `near`, which stands behind the name that ends at `at`, and whether a verb or an owner stands between.
fn behind(text: &str, at: usize, near: &str, ending: usize) -> Option<(Range<usize>, bool)> {
    /// Most words between.
    const MOST: usize = 6;
    const SIGNS: [char; 13] = [' ', ':', '：', '"', '„', '“', '«', '\'', '(', '—', '–', '「', '*'];
    let (mut from, mut is_told) = (ending, ending > 0);
    for _ in 0..MOST {
        let rest = near.get(from..)?;
        let gap = rest.len() - rest.trim_start_matches(SIGNS).len();
        let word = rest[gap..].split(' ').next()?;
        let bare = word.trim_end_matches([':', '：', ',', '"']);
        if bare.is_empty() || gap == 0 && text[..at + from].ends_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let is_between = is_statement_word(bare) || is_listed(bare, PLACES);
        if !is_between && word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let place = name_at(text, at + from + gap)?;
            return Some((place, is_told));
        }
        if !is_between {
            return None;
        }
        is_told = is_told || is_statement_word(bare);
        from += gap + word.len();
    }
    None
}

/// The account that ends before the word for one at `at`.
fn before(text: &str, at: usize) -> Option<Range<usize>> {
    let head = window::before(text, at, FAR);
    let rest = head.trim_end_matches([' ', '\'', '’', '"', '」', '”']);
    let found = run_before(rest, |c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    let begins = !rest[..rest.len() - found.len()].ends_with(['@', '/', '\\', ':', '$', '#', '=']);
    let end = at - (head.len() - rest.len());
    (begins && head.len() - rest.len() < 3 && is_somebody(found)).then_some(end - found.len()..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn accounts_are_told_in_sentences() {
        for (text, head, expected) in [
            ("nimimerkkini on kalamies88.", "nimim", Some("kalamies88")),
            ("mon pseudo est lilou_94", "pseud", Some("lilou_94")),
            ("мой ник — snegir_77", "ник", Some("snegir_77")),
            ("το όνομα χρήστη μου είναι nikos_x7", "όνομα χ", Some("nikos_x7")),
            ("نام کاربری من parisa_k است", "نام کار", Some("parisa_k")),
            ("私のユーザー名はhanako_t7です", "ユーザー", Some("hanako_t7")),
            ("ชื่อผู้ใช้ของฉันคือ malinee99", "ชื่อผู้ใช้", Some("malinee99")),
            ("аккаунт snegir_77 заблокирован", "аккаун", Some("snegir_77")),
            ("аккаунт user_id не найден", "аккаун", None),
            ("usuario es required_field", "usuari", None),
            ("pseudocode is foo_bar1", "pseud", None),
            ("nick is the best", "nick", None),
            ("поле логин get_user()", "логин", None),
        ] {
            assert_eq!(check_match(check, text, head, 0), expected, "{text}");
        }
    }

    #[test]
    fn accounts_stand_before_words_for_one() {
        for (text, head, expected) in [
            ("haneul_88 계정이 잠겼어요", "계정", Some("haneul_88")),
            ("hanako_t7というアカウント", "というアカウント", Some("hanako_t7")),
            ("GitHub 계정", "계정", None),
            ("user_id 계정", "계정", None),
            ("@acme_77 계정", "계정", None),
        ] {
            assert_eq!(check_match(check, text, head, 1), expected, "{text}");
        }
    }

    #[test]
    fn loose_words_are_names() {
        for word in LOOSE.words() {
            assert_eq!(NAMES.len_at(word), Some(word.len()), "{word}");
        }
    }
}
