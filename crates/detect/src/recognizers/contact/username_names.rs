//! Names of an account's name in fields and forms, and what is said in its place.

use std::borrow::Cow;

use crate::recognizers::support::word_list::{WordList, is_listed};

/// Names of the name of an account.
pub(super) const NAMES: &[Cow<'static, str>] = keys![
    "username",
    "user name",
    "userid",
    "usr name",
    "usr id",
    "enduser id",
    "enduser name",
    "login name",
    "login id",
    "login as",
    "user login",
    "sam account",
    "sam account name",
    "user nicename",
    "screen name",
    "nickname",
    "nick",
    "twitter handle",
    "gamertag",
    "portal id",
    "portal user",
    "skype id",
    "discord tag",
    "discord username",
    "alias name",
    "profile name",
    "gamer tag",
    "account name",
    "benutzername",
    "benutzer",
    "nutzername",
    "anmeldename",
    "nom d'utilisateur",
    "identifiant",
    "nombre de usuario",
    "usuario",
    "nome utente",
    "utente",
    "nome de usuário",
    "usuário",
    "gebruikersnaam",
    "uid",
    "logname",
    "uname",
    "ruser",
    "auid",
    "euid",
    "suid",
    "ouid",
    "usrname",
    "suser",
    "duser",
    "acct",
    "utilisateur",
    "samaccountname",
    "remote user",
    "dbuser",
    "dbusername",
    "principal name",
    "github username",
    "telegram",
    "instagram",
    "twitter",
    "skype",
    "ユーザー名",
    "用户名",
    "用戶名",
    "логин",
    "логін",
    "имя пользователя",
    "ім'я користувача",
    "użytkownik",
    "nazwa użytkownika",
    "uživatel",
    "uživatelské jméno",
    "používateľské meno",
    "felhasználó",
    "felhasználónév",
    "utilizator",
    "nume de utilizator",
    "kullanıcı adı",
    "unauthuser",
    "authuser",
    "brukernavn",
    "brugernavn",
    "användarnamn",
    "käyttäjätunnus",
    "käyttäjänimi",
    "korisničko ime",
    "uporabniško ime",
    "kasutajanimi",
    "lietotājvārds",
    "vartotojo vardas",
    "όνομα χρήστη",
    "tên đăng nhập",
    "nama pengguna",
    "ชื่อผู้ใช้",
    "اسم المستخدم",
    "שם משתמש",
    "उपयोगकर्ता नाम",
    "यूज़रनेम",
    "यूजरनेम",
    "아이디",
    "사용자명",
    "naudotojo vardas",
    "utilizador",
    "nome de utilizador",
    "потребител",
    "потребителско име",
    "корисничко име",
    "корисник",
    "korisnik",
    "jina la mtumiaji",
    "jina la kuingia",
    "اليوزر",
    "يوزر",
    "يوزر نيم",
    "اسم الدخول",
    "使用者名稱",
    "使用者名称",
    "登录名",
    "登入名",
    "登錄名",
    "用户id",
    "用戶id",
    "登录账号",
    "登入帳號",
    "gebruiker",
    "gebruikers id",
    "gebruikersid",
    "inlognaam",
    "přihlašovací jméno",
    "jméno uživatele",
    "prihlasovacie meno",
    "používateľ",
    "kennung",
    "zugangskennung",
    "benutzerkennung",
    "benutzer id",
    "nutzerkennung",
    "anmeldekennung",
    "bruger",
    "bruger id",
    "bruker",
    "bruker id",
    "användare",
    "användar id",
    "användarid",
    "käyttäjä",
    "käyttäjä id",
    "felhasználói név",
    "felhasználói azonosító",
    "belépési azonosító",
    "kullanıcı",
    "kullanıcı kodu",
    "kullanıcı id",
    "identyfikator użytkownika",
    "nume utilizator",
    "id utilizator",
    "пользователь",
    "никнейм",
    "юзернейм",
    "користувач",
    "χρήστης",
    "αναγνωριστικό χρήστη",
    "משתמש",
    "שם המשתמש",
    "מזהה משתמש",
    "यूज़र आईडी",
    "यूजर आईडी",
    "उपयोगकर्ता आईडी",
    "लॉगिन आईडी",
    "ユーザーid",
    "ユーザid",
    "ログインid",
    "会員id",
    "ユーザ名",
    "사용자 id",
    "사용자 이름",
    "로그인 id",
    "tên tài khoản",
    "tên người dùng",
    "id pengguna",
    "nama user",
    "nama akun",
    "nom utilisateur",
    "id utilisateur",
    "code utilisateur",
    "identifiant de connexion",
    "usuario de acceso",
    "id de usuario",
    "id utente",
    "sign in name",
    "logon name",
    "logon id",
    "uporabnik",
    "kasutaja",
    "kasutajatunnus",
    "lietotājs",
    "lietotāja vārds",
    "nom d'usuari",
    "نام کاربری",
    "صارف نام",
    "یوزر نیم",
    "emri i përdoruesit",
    "istifadəçi adı",
    "пайдаланушы аты",
    "імя карыстальніка",
    "ইউজারনেম",
    "ব্যবহারকারীর নাম",
    "பயனர் பெயர்",
];

/// First words of what tells a reader which name to choose: `Username: your email address`, `Benutzername: frei wählbar`.
const INSTRUCTIONS: &WordList = &WordList::new(
    "your|you|any|anything|as|same|see|enter|choose|type|leave|optional|freely|email|e-mail|\
     ihr|ihre|dein|deine|siehe|frei|wie|beliebig|bitte|\
     votre|vos|ton|au|voir|comme|identique|libre|adresse|\
     su|tu|igual|ver|como|correo|dirección|\
     il|la|tuo|tua|suo|sua|vostro|vostra|vedi|come|libero|indirizzo|\
     o|seu|teu|livre|endereço|\
     uw|je|jouw|naar|zie|vrij|zelfde|\
     din|ditt|dit|valfritt|valfri|valgfrit|valgfri|valgfritt|samma|samme|\
     sinun|vapaa|katso|sama|\
     twój|twoje|dowolny|dowolna|patrz|adres|\
     váš|vaše|tvůj|viz|libovolné|libovolný|vaša|ľubovoľné|\
     az|egy|tetszőleges|lásd|\
     adresa|adresă|dumneavoastră|vaš|vaša|vaše|proizvoljno|poljubno|\
     serbest|isteğe|e-posta|adresiniz|sizin|\
     адрес|ваш|ваша|ваше|любой|любое|любая|адреса|довільний|довільна|вашият|имейл|почта|електронна|\
     το|ο|η|email|ελεύθερο|\
     כתובת|לבחירתך|המייל|\
     حسب|بريدك|البريد|عنوان|\
     आपका|आपकी|अपना|ईमेल|\
     email|surel|alamat|bebas|anda|\
     自定|任意|自由|您的|邮箱|電子郵件|メール|メールアドレス|ご登録の|이메일|자유|임의",
);

/// Reports whether `found` begins an instruction or a remark, and is no name of an account.
pub(super) fn is_instruction(found: &str) -> bool {
    is_listed(&found.to_lowercase(), INSTRUCTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_no_names() {
        for (found, expected) in
            [("Your", true), ("siehe", true), ("自定", true), ("mbrenko", false), ("seuvik", false)]
        {
            assert_eq!(is_instruction(found), expected, "{found}");
        }
    }
}
