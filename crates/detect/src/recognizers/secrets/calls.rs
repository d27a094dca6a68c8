//! Credentials in calls that take them by position: `new PDO(dsn, 'user', '…')`, `jwt.sign(claims, '…')`.

use std::{borrow::Cow, ops::Range};

use crate::keys::{MOST_ARGUMENTS, literal_arguments};
use crate::recognizers::secrets::{
    chosen_words::is_rare_word,
    generic_secret::PREFIXED,
    key_names::Strength,
    key_value::{is_key, may_be_key},
    passphrase::groups_behind,
    password::INFO,
    password_value::{Form, has_digit, is_dotted, value},
    randomness::{is_common, is_random},
    stand_ins::is_placeholder,
};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Functions and constructors that take a user and a password, as a regular expression.
macro_rules! logins {
    () => {
        "(?:PDO|mysqli(?:_(?:real_)?connect)?|mysql_(?:real_)?connect|set_?[cC]redentials|oci_connect|odbc_connect|ftp_login|ssh2_auth_password|\
         ldap_bind|imap_open|getConnection|DBI->connect|FTP(?:_TLS)?|login|connect|WithBasic|WithCredentials|WithUserPass|BasicAuth|SetBasicAuth|setBasicAuth|basicAuth|\
         HTTPBasicAuth|HTTPDigestAuth|basic_auth|keyring.set_password|NetworkCredential|PasswordAuthentication|PasswordCredential|\
         UsernamePasswordCredentials|UsernamePasswordAuthenticationToken|auth_basic|\
         __construct|[cC]onnection>|(?:User)?Account|PSCredential|(?:Login|SignIn|Signin|Auth|Authentication|Credentials?|Register|Registration)(?:Request|Command|Dto|DTO|Model|Input|ViewModel|Form|Payload|Data)|(?:Create|CheckPassword|AddPassword|PasswordSignIn|ChangePassword|ResetPassword)Async|authenticate|create_user|create_superuser|sign_in|signIn|logIn|log_in|(?:signIn|createUser)WithEmailAndPassword|(?:[Cc]lient|[Cc]redentials?|[Aa]uth|[Ss]ession|[Ll]ogin)(?:::new|[.]new|::create|[.]create)?)\\([\"'`0-9A-Za-z_$&@]"
    };
}

/// The positions of the user and the password among the arguments of one function.
type Positions = (&'static str, usize, usize);

/// Functions whose user and password stand elsewhere than at the first two positions.
const POSITIONS: &[Positions] = &[
    ("PDO", 1, 2),
    ("mysqli", 1, 2),
    ("mysqli_connect", 1, 2),
    ("mysqli_real_connect", 2, 3),
    ("mysql_connect", 1, 2),
    ("mysql_real_connect", 2, 3),
    ("odbc_connect", 1, 2),
    ("ftp_login", 1, 2),
    ("ssh2_auth_password", 1, 2),
    ("ldap_bind", 1, 2),
    ("imap_open", 1, 2),
    ("getConnection", 1, 2),
    ("DBI->connect", 1, 2),
    ("FTP", 1, 2),
    ("FTP_TLS", 1, 2),
    ("connect", 1, 2),
    ("Connection>", 1, 2),
    ("connection>", 1, 2),
    ("__construct", 1, 2),
    ("keyring.set_password", 1, 2),
    ("ResetPasswordAsync", 0, 2),
];

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[
            opening(logins!()),
            // A wireless network and its password.
            opening("(?:WiFi|WiFiMulti|wifiMulti|wlan)\\.(?:begin|addAP|connect|softAP)\\([\"'0-9A-Za-z_]"),
            // A password alone, as clients of Redis take it.
            opening("auth\\([\"']"),
            // A password that is hashed.
            opening(
                "(?:[bB][cC]rypt\\.(?:hash|hashSync|hashpw|compare|compareSync|checkpw)|argon2\\.(?:hash|verify)|\
                 (?:generate_|check_)?password_(?:hash|verify)|check_password|hash_password|hashPassword|\
                 (?:password)?[eE]ncoder\\.(?:encode|matches)|(?:generate|check)_password_hash|crypt|bcrypt|Hash::make)\\([\"'bn]",
            ),
            // A word or more that signs cookies, and the password of a directory.
            opening("(?:cookieParser|cookieSession|Context\\.SECURITY_CREDENTIALS,) ?\\(?[\"']"),
            // A user and a password in one literal that is encoded: `btoa('jane:…')`.
            opening("(?:btoa|b64encode|base64_encode|Buffer\\.from|encodeToString|encode64)\\(b?[\"']"),
            // Java's keystores and ciphers take passwords as characters: `load(file, "…".toCharArray())`.
            Pattern::within("\"\\.toCharArray\\(", 0.85, 0.9),
            USERPWD,
        ]),
        context: words![],
        check: |candidate| {
            let place = match candidate.pattern {
                0 => credentials(candidate.field.text, candidate.range.start, candidate.range.end)?.1,
                1 => password_at(candidate.field.text, candidate.range.end - 1, 1)?,
                3 => hashed_password(candidate.field.text, candidate.range.end - 1)?,
                4 => secret_literal(candidate.field.text, candidate.range.end - 1)?,
                5 => encoded_login(candidate.field.text, candidate.range.end - 1)?,
                6 => characters(candidate.field.text, candidate.range.start)?,
                7 => user_and_password(candidate.field.text, candidate.range.end)?.1,
                _ => only_password(candidate.field.text, candidate.range.end - 1)?,
            };
            candidate.part(place)
        },
    },
    // A host, a port, a user and a password: `new Mailer('smtp.example.com', 587, 'jane@example.com', '…')`
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[Pattern::within("[\"'], ?[0-9]{2,5}, ?[\"']", 0.85, 0.9)]),
        context: words![],
        check: |candidate| candidate.part(behind_port(candidate.field.text, &candidate.range)?),
    },
    Rule {
        patterns: Cow::Borrowed(&[
            // The key of a signature, behind what is signed.
            opening("(?:jwt|JWT|jsonwebtoken|jose)\\.(?:sign|verify|encode|decode)[( ][\"'0-9A-Za-z_{$\\[]"),
            opening("(?:createHmac|hash_hmac|createCipheriv|createDecipheriv)\\([\"'0-9A-Za-z_$]"),
            // The key first.
            opening(
                "(?:URLSafe(?:Timed)?Serializer|SecretKeySpec|hmacShaKeyFor|Fernet|hmac\\.new|SymmetricSecurityKey|SymmetricKey|SecretKey|HMAC(?:256|384|512)|\
                 (?:AES|DES3?|Blowfish|ARC4|ChaCha20|Salsa20)\\.new|WithKey|NewCipher|SignedString)\\((?:data: ?|\\[\\]byte\\(|Encoding\\.[A-Z]{3,5}8?\\.GetBytes\\()?[\"'@bBE`]",
            ),
            // The token behind the identifier of an account of Twilio's.
            opening("AC[0-9a-f]{32}(?:[\"'], ?[\"']| ?[/|,:] ?)[0-9a-f]"),
            // The key behind what is encrypted in PostgreSQL.
            opening("(?i:pgp_sym_(?:en|de)crypt)\\(['0-9A-Za-z_\"]"),
            // Clients of services, whose last random literal is a key: `twilio(sid, '…')`.
            opening(
                "(?:[tT]wilio(?:Client)?(?:\\.(?:init|Client))?|algoliasearch|SearchClient\\.create|Pusher|[sS]tripe|Plaid|Mailgun|mailjet\\.apiConnect|\\
                 mixpanel\\.init|Nexmo|Vonage|Razorpay|Braintree|Cloudinary|Ably(?:\\.Rest|\\.Realtime)?|StreamChat(?:\\.getInstance)?|Mux|\\
                 sgMail\\.setApiKey|postmark\\.ServerClient|Cohere(?:Client)?|Pinecone|Replicate|Deepgram|DataDog)\\([\"'0-9A-Za-z_$]",
            ),
        ]),
        check: key,
        ..PREFIXED
    },
];

/// The beginning of a call, up to the first byte of its arguments.
const fn opening(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.9)
}

/// The beginning of a call that takes a user and a password, for the label of users.
pub(crate) const LOGIN: Pattern = opening(logins!());

/// The option of curl's library that takes a user and a password in one literal, `CURLOPT_USERPWD, "jane:…"`.
pub(crate) const USERPWD: Pattern = Pattern::within("CURLOPT_(?:PROXY)?USERPWD, ?[\"']", 0.9, 0.95);

/// The user and the password in the literal at `at`.
pub(crate) fn user_and_password(text: &str, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    /// Longest literal, in bytes.
    const LONGEST: usize = 128;
    let near = line::behind(text, at, LONGEST);
    let pair = near.get(..near.find(['"', '\''])?)?;
    let (user, password) = pair.split_once(':')?;
    let fits = !password.is_empty() && !is_placeholder(password) && !user.is_empty() && !pair.contains(' ');
    fits.then(|| (at..at + user.len(), at + user.len() + 1..at + pair.len()))
}

/// The literal whose quote closes at `close`, which is turned into characters: letters and digits or signs, or anything on a line that
/// speaks of keys or passwords. Tests turn other words into characters, too.
fn characters(text: &str, close: usize) -> Option<Range<usize>> {
    /// Longest line, in bytes.
    const LONGEST: usize = 128;
    const ABOUT: [&str; 7] = ["pass", "pwd", "keystore", "truststore", ".jks", ".p12", "pbe"];
    let head = line::before(text, close, LONGEST);
    let open = head.rfind('"')?;
    let start = close - (head.len() - open - 1);
    let found = text.get(value(text, start - 1, Form::Member).filter(|place| *place == (start..close))?)?;
    let is_about = || {
        let head = head[..open].to_lowercase();
        ABOUT.iter().any(|word| head.contains(word))
    };
    (!is_common(found) && !found.contains(' ') && is_about()).then_some(start..close)
}

/// The places of the user, if it is a literal, and of the password of the call whose name begins at `start` and whose first
/// argument begins before `end`.
pub(crate) fn credentials(text: &str, start: usize, end: usize) -> Option<(Option<Range<usize>>, Range<usize>)> {
    let open = end - 1;
    let name = text.get(start..open)?.strip_suffix('(')?;
    let (_, user, password_position) = match literal_arguments(text, open) {
        // Behind a host and a port, which is a number.
        [_, None, Some(_), Some(_)] if name == "connect" => ("", 2, 3),
        // Behind the client, unless it is the object: `signInWithEmailAndPassword(auth, 'jane@example.com', '…')`.
        [None, Some(_), Some(_), _] if name.ends_with("EmailAndPassword") => ("", 1, 2),
        // Behind the address of the new user: `create_user("jane", "jane@example.com", "…")`.
        [Some(_), Some(ref mail), Some(_), _] if name.starts_with("create_") && text[mail.clone()].contains('@') => {
            ("", 0, 2)
        }
        _ => *POSITIONS.iter().find(|(known, ..)| *known == name).unwrap_or(&("", 0, 1)),
    };
    let [user_place, _] = pick(text, open, [user, password_position]);
    let password = password_at(text, open, password_position)?;
    // `connect("host", "port", "name")`: nothing but a password mixes letters with digits or signs there. Of types that hold nothing but
    // a user and a password both are literals of their kind.
    const PAIRS: [&str; 5] = [
        "UsernamePasswordAuthenticationToken",
        "NetworkCredential",
        "PasswordCredential",
        "UsernamePasswordCredentials",
        "PasswordAuthentication",
    ];
    let is_loose = !PAIRS.contains(&name)
        && !name.starts_with("mysql")
        && [
            "connect",
            "login",
            "__construct",
            "lient",
            "redential",
            "ogin",
            "uth",
            "ession",
            "Account",
            "onnection>",
            "sign_in",
            "authenticate",
            "CreateAsync",
            "create_",
        ]
        .iter()
        .any(|word| name.contains(word));
    // Whatever else is created has names and versions.
    let is_account = || {
        let first = window::behind(text, open, 48).split(',').next().unwrap_or_default().to_lowercase();
        ["user", "admin", "account", "member", "identity"].iter().any(|word| first.contains(word))
    };
    let found = &text[password.clone()];
    // Behind the address of a database stand a user and a password; whoever logs in has both.
    let is_login = || {
        ["login", "logIn", "log_in", "signIn", "sign_in", "authenticate", "create_user", "create_superuser"]
            .contains(&name)
            || name == "connect" && password_position == 3
    };
    let is_word = || is_rare_word(found) && is_login() || begins_with_source(text, open);
    let is_told = (!is_loose || is_mixed(found) || user_place.is_some() && is_word() || is_groups(found))
        && (name != "CreateAsync" || is_account());
    is_told.then_some((user_place, password))
}

/// Reports whether the first argument at `open` is the address of a database: `"dbi:Pg:…"`, `'mysql:host=…'`, `"tcp://…"`.
fn begins_with_source(text: &str, open: usize) -> bool {
    let first = window::behind(text, open, 24).trim_start_matches(['"', '\'']);
    let scheme = first.bytes().take_while(u8::is_ascii_lowercase).count();
    scheme > 1 && first[scheme..].starts_with(':') && !first.starts_with("http")
}

/// Reports whether it is four groups of four letters, as a service draws a password for one program.
fn is_groups(found: &str) -> bool {
    let (first, rest) = found.split_at_checked(4).unwrap_or((found, ""));
    groups_behind(first, rest) > 0
}

/// The places of the literals at two positions of the call whose arguments begin at `open`.
fn pick(text: &str, open: usize, positions: [usize; 2]) -> [Option<Range<usize>>; 2] {
    let mut arguments: [_; MOST_ARGUMENTS] = literal_arguments(text, open);
    positions.map(|at| arguments[at].take())
}

/// The password among the arguments that begin at `open`, at that position.
fn password_at(text: &str, open: usize, position: usize) -> Option<Range<usize>> {
    let [place, _] = pick(text, open, [position, 0]);
    let place = value(text, place?.start - 1, Form::Member)?;
    let found = text.get(place.clone())?;
    (!is_common(found) && (!found.contains(['/', ' ']) || is_groups(found))).then_some(place)
}

/// The password of a call behind the host, the port and the user, if the port stands at `port`, between the quotes of the other two.
fn behind_port(text: &str, port: &Range<usize>) -> Option<Range<usize>> {
    /// Longest host, in bytes.
    const LONGEST: usize = 96;
    let quote = text.get(port.start..port.start + 1)?;
    let host = line::before(text, port.start, LONGEST).rsplit(quote).next()?;
    let is_label = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    let is_host = (host.contains('.') || host == "localhost") && host.bytes().all(is_label);
    let [user, password, ..] = literal_arguments(text, port.end - 1);
    let (user, password) = (user.filter(|_| is_host)?, password?);
    let place = value(text, password.start - 1, Form::Member)?;
    let found = text.get(place.clone())?;
    let is_user = !text.get(user)?.contains([' ', '/']);
    let fits = is_mixed(found) && !found.contains(['/', ' ']) && !is_common(found) || is_groups(found);
    (is_user && fits).then_some(place)
}

/// The password that is the only argument of the call whose arguments begin at `open`.
fn only_password(text: &str, open: usize) -> Option<Range<usize>> {
    let place = password_at(text, open, 0)?;
    let is_only = text.get(place.end + 1..)?.starts_with(')');
    (is_only && is_mixed(&text[place.clone()])).then_some(place)
}

/// The password at the start of the arguments that begin at `open`, of a function that hashes it.
fn hashed_password(text: &str, open: usize) -> Option<Range<usize>> {
    let place = password_at(text, open, 0)?;
    let found = &text[place.clone()];
    (is_mixed(found) || is_rare_word(found)).then_some(place)
}

/// The literal whose quote opens at `open`, if it is a chosen word or mixed.
fn secret_literal(text: &str, open: usize) -> Option<Range<usize>> {
    let place = value(text, open, Form::Member)?;
    let found = &text[place.clone()];
    (is_rare_word(found) || is_mixed(found)).then_some(place)
}

/// The password behind the user in the literal whose quote opens at `open`.
fn encoded_login(text: &str, open: usize) -> Option<Range<usize>> {
    let place = value(text, open, Form::Member)?;
    let (user, password) = text[place.clone()].split_once(':')?;
    let is_user = !user.is_empty() && user.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-@".contains(&b));
    let fits = is_rare_word(password) || is_mixed(password);
    (is_user && fits && !is_placeholder(password)).then(|| place.end - password.len()..place.end)
}

/// Reports whether letters and digits, or letters and other signs than those of names and addresses, are mixed.
fn is_mixed(found: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_punctuation() && !"._-:/@".contains(c);
    found.contains(char::is_alphabetic)
        && (has_digit(found) || found.contains(is_sign))
        && (!found.contains('.') || is_dotted(found))
}

/// The key of a signature or a cipher among the arguments of a call.
fn key(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Digits of a token of Twilio's.
    const TOKEN: usize = 32;
    let (text, open) = (candidate.field.text, candidate.range.end - 1);
    if candidate.pattern == 3 {
        let token = text.get(open..open + TOKEN).filter(|token| token.bytes().all(|b| b.is_ascii_hexdigit()));
        return token.and_then(|_| candidate.part(open..open + TOKEN));
    }
    if candidate.pattern == OF_SERVICE {
        return candidate.part(key_of_service(text, open)?);
    }
    let position = match candidate.pattern {
        0 | 4 => 1,
        1 if candidate.matched().starts_with("hash_hmac") => 2,
        1 => 1,
        _ => 0,
    };
    // The literal alone, or the literal that is made bytes: `Encoding.UTF8.GetBytes("…")`.
    let [place, _] = pick(text, open, [position, 0]);
    let place = place.or_else(|| (position == 0).then(|| value(text, open, Form::Member))?)?;
    let found = text.get(place.clone())?;
    is_key_of_cipher(found).then(|| candidate.part(place))?
}

/// The pattern of clients of services.
const OF_SERVICE: usize = 5;

/// The last random literal among the arguments that begin at `open`.
fn key_of_service(text: &str, open: usize) -> Option<Range<usize>> {
    /// Fewest bytes of a key.
    const LEAST: usize = 16;
    let arguments: [_; MOST_ARGUMENTS] = literal_arguments(text, open);
    let is_key = |place: &Range<usize>| {
        let found = &text[place.clone()];
        found.len() >= LEAST && has_digit(found) && may_be_key(found) && is_random(found)
    };
    arguments.into_iter().flatten().rfind(is_key)
}

/// Reports whether it is a key that a call takes: nothing else stands there but names and samples, so it may be made of words.
fn is_key_of_cipher(found: &str) -> bool {
    /// Shortest key that is made of words.
    const SHORTEST: usize = 8;
    /// The bytes of keys of ciphers, which may have blanks.
    const SIZES: [usize; 3] = [16, 24, 32];
    let is_mixed = has_digit(found) && found.contains(char::is_alphabetic);
    is_key(found, Strength::Strong, true)
        || found.len() >= SHORTEST && is_mixed && may_be_key(found)
        || SIZES.contains(&found.len()) && found.contains(' ')
}
