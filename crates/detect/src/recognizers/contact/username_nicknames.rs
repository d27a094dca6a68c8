//! Nicknames and names of accounts in sentences of many languages, behind what they are called there with its endings, and before a word for
//! an account: `nimimerkkini on pikkupaivi77`, `мой ник vasya_p88`, `tanpopo_haneul 계정이`.
//!
//! Such words stand before plain words, too, so the account must have a digit or a sign within.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, has_mark, is_account, name_at};
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::support::numerals::is_date_shape;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::prefix(NAME_HEADS, 0.8, 0.9),
        Pattern::within(OTHER_HEADS, 0.8, 0.9),
        // Behind the account.
        Pattern::within("계정|아이디|アカウント|帐号|账号|帳號|という名前", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

/// The patterns of names in Latin letters, and of words behind the account.
const LATIN: usize = 0;
const BEHIND: usize = 2;

/// What nicknames and accounts are called, in small letters and without endings, and their first letters.
static NAMES: PhraseList = PhraseList::new(
    "nimimerk|käyttäjätunnu|käyttäjänim|kasutajanim|kasutajatunnus|lietotājvārd|segvārd|naudotojo vard|slapyvard|vartotojo vard|brukernavn|brugernavn|användarnamn|smeknamn|\
     pseudo|nickname|nick|username|user name|gamertag|spitzname|nutzername|benutzername|prezývk|přezdívk|uživatelské jmén|používateľské men|užívateľské men|felhasználónev|becenev|numele de utilizator|\
     nume de utilizator|numele meu de utilizator|porecla|korisničko im|nadimak|uporabniško im|vzdev|kullanıcı ad|rumuz|tên đăng nhập|tên người dùng|nama pengguna|nama akun|nazwa użytkownika|\
     ник|никнейм|логин|нік|нікнейм|логін|потребителско им|корисничко им|όνομα χρήστη|ψευδώνυμο|שם המשתמש|שם משתמש|הכינוי|الاسم المستعار|اسم المستخدم|اسم مستخدم|یوزرنیم|نام کاربری|यूज़रनेम|यूजरनेम|\
     ชื่อผู้ใช้|ไลน์ไอดี|ไอดีไลน์|ไอดี|lineのid|line id|ユーザー名|ユーザーid|インスタ|アカウント名|ニックネーム|닉네임|아이디|인스타|昵称|暱稱|用户名|用戶名|我的line|抖音号|小红书号|ig帳號|ig账号",
);
const NAME_HEADS: &str = "(?i-u:nimim|kasut|lieto|naudo|slapy|varto|bruke|bruge|smekn|pseud|nickn|nick|usern|user n|gamer|spitz|nutze|benut|becen|numel|nume |porec|koris|nadim|upora|vzdev|kulla|rumuz|nama |nazwa |line id)|ig帳|ig账|(?i:käytt|segvā|användarn|prezý|přezd|uživ|použí|užív|felha|tên )";
const OTHER_HEADS: &str = "(?i:ник|логин|нік|логін|потреб|корисн|όνομα|ψευδ)|שם ה?מש|הכינוי|الاسم ال|اسم ال|اسم مس|یوزر|نام ک|यूज|ชื่อผู|ไลน์|ไอดี|LINEの|ユーザー|インスタ|アカウント名|ニック|닉네|아이디|인스타|昵称|暱稱|用户名|用戶名|我的line|我的LINE|抖音|小红书";

/// Words between the name and the account.
const LINKS: &WordList = &WordList::new(
    "is|was|ist|lautet|est|es|è|é|er|är|on|to|je|jest|este|ir|yra|е|є|это|це|είναι|הוא|هو|है|adalah|là|mi|mio|meu|meo|mea|min|mitt|mit|mein|moj|mój|moja|moje|můj|mano|mans|minu|μου|שלי|saya|aku|من|ما|id|—|–|-|=|是|为|為|は|은|는|的",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let (text, range) = (candidate.field.text, &candidate.range);
    if candidate.pattern == BEHIND {
        return candidate.part(before(text, range.start)?);
    }
    if candidate.pattern != LATIN
        && text[..range.start].ends_with(|c: char| c.is_alphanumeric() && u32::from(c) < 0x0E00)
    {
        return None;
    }
    let len = NAMES.len_at(window::behind(text, range.start, LONGEST))?;
    let place = behind(text, range.start + len)?;
    candidate.part(place)
}

/// The account behind the name that ends, but for its ending, at `at`.
fn behind(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest account, in bytes, most letters of an ending, and most words between.
    const FAR: usize = 64;
    const ENDING: usize = 9;
    const WORDS: usize = 3;
    let near = line::behind(text, at, FAR);
    let is_ending = |c: &char| c.is_lowercase() || !c.is_ascii() && c.is_alphabetic() && !c.is_uppercase();
    let ending: usize = near.chars().take(ENDING).take_while(is_ending).map(char::len_utf8).sum();
    // Words of East Asia join the verb to the account.
    let is_joined =
        near[..ending].ends_with(['是', '为', '為', 'は', '은', '는', '号']) || ending == 0 && near.starts_with('は');
    let mut start = ending;
    for words in 0..=WORDS {
        let rest = &near[start..];
        let value = rest.trim_start_matches([' ', ':', '：', '"', '\'', '@', '「', '“']);
        if value.len() == rest.len() && !(words == 0 && is_joined) {
            return None;
        }
        let from = at + near.len() - value.len();
        let place = name_at(text, from);
        if let Some(place) = place.filter(|place| is_nickname(&text[place.clone()])) {
            // In programs the next word may be the name of a field: `username field_name`.
            let has_digit = text[place.clone()].bytes().any(|b| b.is_ascii_digit());
            return (words > 0 || has_digit || is_joined || !text[..at].ends_with(|c: char| c.is_ascii()))
                .then_some(place);
        }
        let len = value.find([' ', ':', '：']).unwrap_or(value.len());
        if len == 0 || !is_listed(&value[..len], LINKS) {
            return None;
        }
        start = near.len() - value.len() + len;
    }
    None
}

/// The account that ends before the word at `at`.
fn before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest account, in bytes.
    const LONGEST: usize = 40;
    let head = line::before(text, at, LONGEST);
    let bare = head.strip_suffix(' ').or(head.strip_suffix("의 ")).or(head.strip_suffix("の")).unwrap_or(head);
    let len = bare.bytes().rev().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-')).count();
    let (end, found) = (at - (head.len() - bare.len()), &bare[bare.len() - len..]);
    let is_begun = bare.len() < LONGEST && !bare[..bare.len() - len].ends_with(['/', '@', ':', '=', '$']);
    // Others are numbers of things, and addresses.
    let fits = is_begun
        && is_nickname(found)
        && found.contains(['_', '-'])
        && found.starts_with(|c: char| c.is_ascii_alphabetic());
    fits.then_some(end - len..end)
}

/// Reports whether `found` is a nickname that is no word: with a digit or a sign within, and letters.
fn is_nickname(found: &str) -> bool {
    /// Most bytes.
    const LONGEST: usize = 32;
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    let is_version = found.trim_start_matches('v').chars().all(|c| c.is_ascii_digit() || c == '.');
    (3..=LONGEST).contains(&found.len())
        && letters > 1
        && has_mark(found)
        && is_account(found)
        && !is_uuid(found)
        && !is_version
        && !is_date_shape(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn nicknames_stand_beside_their_names() {
        for (text, name, pattern, expected) in [
            ("nimimerkkini on pikkupaivi77.", "nimim", 0, Some("pikkupaivi77")),
            ("mój nick to janek_k88", "nick", 0, Some("janek_k88")),
            ("мой ник vasya_p88", "ник", 1, Some("vasya_p88")),
            ("שם המשתמש שלי dana_c88", "שם המש", 1, Some("dana_c88")),
            ("我的line是 yijun_0318", "我的line", 1, Some("yijun_0318")),
            ("안녕하세요. tanpopo_haneul 계정이 잠겼어요", "계정", 2, Some("tanpopo_haneul")),
            ("a nickname of some kind", "nickn", 0, None),
            ("the username field_name is", "usern", 0, None),
            ("pseudocode in x_1", "pseud", 0, None),
            ("line 12_a is wrong", "line ", 0, None),
            ("아이디 v2.1", "아이디", 1, None),
        ] {
            assert_eq!(check_match(check, text, name, pattern), expected, "{text}");
        }
    }
}
