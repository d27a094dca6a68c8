//! Names of secrets: the strength of a name's claim that its value is a secret.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use rustc_hash::FxBuildHasher;

use crate::{
    keys::NormalizedName,
    recognizers::{
        secrets::{
            randomness::is_common,
            services::{Shape, is_service, key_shape},
        },
        support::word_list::{WordList, is_listed},
    },
};

/// The strength of a name's claim that its value is a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    /// A password, whatever it looks like.
    Password,
    /// A key or a token, whatever it looks like.
    Strong,
    /// A token or credentials if it looks like some; a UUID does.
    Likely,
    /// A key or a token if it looks like one; a UUID does not.
    Weak,
    /// A key or a token if it is random or a UUID.
    Unique,
    /// A key or a token if it is random and of more than hexadecimal digits.
    Doubtful,
}

/// Names without blanks and signs, in lower case, apart by blanks. The longest one that ends a name counts.
const STRONG: &str = "accesscode accesskey accesssecret apihash identitytoken accesstoken accountkey accountsecret adminkey adminsecret admintoken \
    aeskey apiaccesskey apikey apikeynumber apipassword apisecret apisecretkey apitoken artapi apitokensecret appkey \
    applicationkey dockerconfigjson dockercfg totpseed tokenseed otpseed walletseed masterseed applicationsecret appsecret authenticationkey authenticationtoken authkey authorization \
    authorizationtoken authsecret authtoken backupcode backupkey bearertoken bottoken cipherkey clientkey clientkeydata clientsecret \
    consumerkey consumersecret cookiekey cookiesecret credentialkey cryptkey cryptokey decryptionkey deploykey deploytoken \
    devicetoken djangosecretkey encryptionkey encryptionsecret flasksecretkey functionkey gpgkey hmackey hmacsecret \
    idtoken ikey instrumentationkey integrationkey jwtkey jwtsecret jwttoken keysecret licensesecret machinekey masterkey \
    mastertoken mfasecret mnemonic networkkey nodeauthtoken oauthsecret oauthtoken otpsecret passwordhashsalt passwordsalt \
    resetpasswordtoken forgotpasswordtoken changepasswordtoken personalaccesstoken personaltoken pgpkey presharedkey privatekey privatekeyid privatetoken provisioningkey readkey \
    recoverycode recoverykey recoveryphrase refreshtoken resettoken passwordtoken resetkey samlresponse samlassertion confirmationtoken activationtoken invitetoken invitationtoken \
    magictoken logintoken unlocktoken unsubscribetoken emailtoken securitycredentials registrationtoken rootkey roottoken routingkey runnertoken \
    saskey sastoken secret secretaccesskey secretkey secretkeybase secrettoken securitykey securitytoken \
    seedphrase signingseed keyseed remembertoken remembermetoken remembercookie eppcode eppauthcode servertoken serviceaccountkey servicekey servicetoken sessionsecret sessiontoken sharedaccesskey sharedkey \
    sharedsecret signingkey signingsalt signingsecret skey sshkey sslkey storagekey subscriptionkey teamtoken tlskey tokensecret \
    totpsecret unsealkey uploadtoken usertoken vaultkey vaulttoken verificationtoken webhookkey webhooksecret webhooktoken wepkey \
    wifikey wpakey writekey xapikey xauthkey xauthtoken \
    apischlüssel geheimnis geheimschlüssel schlüssel zugangsschlüssel zugriffstoken cléapi clésecrète clédapi jeton \
    claveapi claveprivada clavesecreta tokendeacceso chaveapi chavedeapi chavesecreta chiaveapi chiavesegreta \
    токен секрет \
    cleapi cledapi clesecrete cledacces clédaccès jetonacces jetondacces jetondaccès jetonapi tokendiaccesso \
    tokenaccesso tokenacceso tokenacesso chaveacesso chavedeacesso claveacceso clavedeacceso clavelicencia \
    chiaveaccesso chiavediaccesso kluczapi kluczdostepu kluczdostępu tokendostepu tokendostępu zugangstoken \
    zugriffsschlüssel zugriffsschluessel zugangsschluessel apischluessel lizenzschlüssel lizenzschluessel \
    toegangstoken toegangssleutel apisleutel apinyckel åtkomsttoken apinøgle adgangstoken apinøkkel tilgangstoken \
    apiavain apianahtari apiklíč apiklic apikulcs cheieapi apikľúč apiključ ключдоступа ключдоступу токендоступа \
    токендоступу секретныйключ секретнийключ \
    密钥 秘密鍵 トークン 토큰 비밀키";

/// Names with such endings whose values are no secrets.
const HARMLESS: &str = "bostoken bucketkey buskey cachekey cachetoken cancellationtoken childkey clienttoken clstoken \
    columnkey compositekey configkey continuationtoken csrfkey csrftoken cursortoken dictkey endtoken eostoken errorkey \
    eventkey filekey firstkey foreignkey groupkey hashkey hotkey i18nkey idempotencykey idempotencytoken imagekey indexkey \
    invalidtoken issuekey itemkey jsonkey keyboardkey labelkey lastkey localekey locktoken lookupkey mapkey masktoken messagekey \
    metakey namekey nexttoken nextpagetoken objectkey padtoken pagetoken paginationtoken parentkey partitionkey \
    primarykey projectkey propkey publickey publickeytoken publictoken publishablekey queuekey rangekey requesttoken resourcekey resumetoken \
    rowkey schemakey septoken settingkey shardkey sitekey sortkey specialtoken startingtoken starttoken stoptoken storagekeyname \
    surrogatekey synctoken tablekey tagkey taskkey tokentype translationkey uniquekey unktoken usekey xsrftoken";

/// Names of several words of tokens of which the value must look like one: of `secretId` also the name of a secret is the value.
const LIKELY_ENDINGS: &str = "secretid 2fa";

/// Names of passwords that are stored as a hash, and of cookies that remember a login, of which the value must be random:
/// `rememberme=forever` is a setting.
const HASHES: &str = "passwordhash passwdhash passhash pwdhash pwhash passworddigest passworddigests passwordmd passmd \
    passwordsha passwordsha256 cryptedpass passwordcrypt hashpassword hashpass hashpwd passworthash kennworthash \
    rememberme";

/// Names of tokens of which the value must look like one, unless a service stands before them.
const LIKELY: &str = "token auth credential credentials cred creds pat jwt bearer apitok tok";

/// Names of which the value must be random, unless a service stands before them.
const WEAK: &str = "api signing key cle clé sig signature hmac salt sas pepper totp mfa refresh encrypt private license licence lizenz licencia licença licenza licencja";

/// Words before a name that make it one of a setting or a message about the thing.
const ABOUT: &str = "no has is missing max min num count forgot reset hide show invalid wrong requires require required \
    without hashed use enable disable bad expired unexpected unknown next prev previous current";

/// The strengths of [`LIKELY`] and [`WEAK`], and the words of [`ABOUT`].
static WORDS: LazyLock<HashMap<&str, Strength, FxBuildHasher>> = LazyLock::new(|| {
    let likely = LIKELY.split_ascii_whitespace().map(|name| (name, Strength::Likely));
    likely.chain(WEAK.split_ascii_whitespace().map(|name| (name, Strength::Weak))).collect()
});
static ABOUT_WORDS: LazyLock<HashSet<&str, FxBuildHasher>> = LazyLock::new(|| ABOUT.split_ascii_whitespace().collect());

/// The meaning of a whole ending of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Strong,
    Likely,
    Harmless,
    Hash,
}

/// The meanings of endings, in lower case.
static ENDINGS: LazyLock<HashMap<&str, Ending, FxBuildHasher>> = LazyLock::new(|| {
    let strong = STRONG.split_ascii_whitespace().map(|name| (name, Ending::Strong));
    let likely = LIKELY_ENDINGS.split_ascii_whitespace().map(|name| (name, Ending::Likely));
    let harmless = HARMLESS.split_ascii_whitespace().map(|name| (name, Ending::Harmless));
    strong
        .chain(likely)
        .chain(harmless)
        .chain(HASHES.split_ascii_whitespace().map(|name| (name, Ending::Hash)))
        .collect()
});

/// Reports whether `name` ends like a name whose values are no secrets.
pub(crate) fn is_harmless(name: &str) -> bool {
    let name = NormalizedName::of(name);
    (0..name.words()).any(|word| ENDINGS.get(name.from(word)) == Some(&Ending::Harmless))
}

/// The strength of `name`, if it names a key or token.
pub(crate) fn strength(name: &str) -> Option<Strength> {
    let whole = name;
    let name = NormalizedName::of(name);
    let words = name.words();
    let before = |word: usize| word.checked_sub(1).map_or("", |before| name.word(before));
    for word in 0..words {
        match ENDINGS.get(name.from(word)) {
            Some(Ending::Harmless) => return None,
            Some(Ending::Hash) => return Some(Strength::Weak),
            Some(Ending::Likely) => return Some(Strength::Likely),
            Some(Ending::Strong) => return (!ABOUT_WORDS.contains(before(word))).then_some(Strength::Strong),
            None => {}
        }
        // Several of them: `api_keys`.
        let one = name.from(word).strip_suffix('s').unwrap_or_default();
        if ENDINGS.get(one) == Some(&Ending::Strong) && one != "secret" && one != "skey" {
            return (!ABOUT_WORDS.contains(before(word))).then_some(Strength::Strong);
        }
    }
    let last = words.checked_sub(1)?;
    let word = name.word(last);
    let own = WORDS.get(word).copied().filter(|_| !ABOUT_WORDS.contains(before(last)));
    let Some(own) = own else {
        return joined(word).or_else(|| of_service(&name)).or_else(|| before_purpose(whole, word));
    };
    // A name of several words may have a word of its own between: `stripe_live_key`.
    let is_known = (0..last).any(|at| is_service(name.word(at)) && !is_common(name.word(at)))
        || last > 0 && is_service(before(last));
    Some(if is_known { Strength::Strong } else { own })
}

/// Reports whether `word` tells what a key is for or where it is used.
pub(crate) fn is_purpose(word: &str) -> bool {
    const PURPOSES: &WordList = &WordList::new(
        "admin|access|backup|ci|dev|eu|internal|license|licence|live|lizenz|main|master|new|old|prd|private|prod|production|qa|readonly|\
         sandbox|stage|staging|stg|test|uat|us|write",
    );
    is_listed(word, PURPOSES)
}

/// `name` without `word` at its end, if that is a purpose and another word stands before it.
pub(crate) fn without_purpose<'n>(name: &'n str, word: &str) -> Option<&'n str> {
    let (stem, last) = name.split_at_checked(name.len().checked_sub(word.len())?)?;
    let stem = stem.trim_end_matches(['_', '-', '.', ' ']);
    (last.eq_ignore_ascii_case(word) && is_purpose(word) && !stem.is_empty()).then_some(stem)
}

/// The strength of a name that ends in `word`, what its key is for or where it is used: `API_KEY_PROD`. A flag has such a name, too:
/// `tokenTest = isSet`.
fn before_purpose(name: &str, word: &str) -> Option<Strength> {
    match strength(without_purpose(name, word)?)? {
        Strength::Strong => Some(Strength::Likely),
        Strength::Likely => Some(Strength::Weak),
        other => Some(other),
    }
}

/// The strength of a name that ends in that of a service, in one word or several, `WANDB`, `app.mixpanel`, `new_relic`, or in one and what
/// its key is for or where it is used: `ALGOLIA_ADMIN`, `pusher_staging`.
fn of_service(name: &NormalizedName) -> Option<Strength> {
    /// Words before a service that tell what else the value is.
    const OTHERS: &WordList = &WordList::new(
        "hash|sha|sha1|sha256|sha512|md5|checksum|digest|commit|rev|revision|etag|id|ids|uuid|guid|version|tag|image|ref|trace|site|public|\
         publishable|measurement|tracking|project|account|release|build|fingerprint|nonce|cursor|blob",
    );
    let words = name.words();
    let is_behind = words > 1 && is_purpose(name.word(words - 1));
    let (word, shape) = (0..words).find_map(|word| {
        let whole = name.from(word);
        let service = if is_behind { whole.strip_suffix(name.word(words - 1))? } else { whole };
        Some((word, key_shape(service)?))
    })?;
    let is_other = word.checked_sub(1).is_some_and(|before| {
        let before = name.word(before);
        is_listed(before, OTHERS) || ABOUT_WORDS.contains(before)
    });
    let strength = match shape {
        Shape::Random => Strength::Weak,
        Shape::Uuid => Strength::Unique,
        Shape::Mixed => Strength::Doubtful,
    };
    (!is_other).then_some(strength)
}

/// The strength of a name in one word with a service: `mailgunkey`, `ghtoken`, `oktaapitoken`.
fn joined(word: &str) -> Option<Strength> {
    /// Fewest letters of a service before the noun.
    const LEAST: usize = 2;
    let is_noun = |noun: &str| matches!(noun, "key" | "token") || ENDINGS.get(noun) == Some(&Ending::Strong);
    let mut parts = (LEAST..word.len()).filter_map(|at| word.split_at_checked(at));
    parts.any(|(service, noun)| is_noun(noun) && is_service(service)).then_some(Strength::Strong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_in_every_spelling() {
        use Strength::{Doubtful, Likely, Strong, Unique, Weak};
        for (name, expected) in [
            ("api_key", Some(Strong)),
            ("APIKEY", Some(Strong)),
            ("x-api-key", Some(Strong)),
            ("myAppSecret", Some(Strong)),
            ("stripe_key", Some(Strong)),
            ("stripeKey", Some(Strong)),
            ("GH_PAT", Some(Strong)),
            ("github-token-2", Some(Strong)),
            ("key", Some(Weak)),
            ("data_key", Some(Weak)),
            ("acme_token", Some(Likely)),
            ("reset_token", Some(Strong)),
            ("forgot_token", None),
            ("publicKeyToken", None),
            ("auth", Some(Likely)),
            ("x-foo-token", Some(Likely)),
            ("next_token", None),
            ("csrf_token", None),
            ("nextPageToken", None),
            ("public key", None),
            ("password_hash", Some(Weak)),
            ("userPasswordHash", Some(Weak)),
            ("content_hash", None),
            ("invalid_token", None),
            ("pagerdutykey", Some(Strong)),
            ("oktaapitoken", Some(Strong)),
            ("plaidsecret", Some(Strong)),
            ("WANDB", Some(Weak)),
            ("wandb", Some(Weak)),
            ("app.mixpanel", Some(Weak)),
            ("new_relic", Some(Weak)),
            ("OPSGENIE", Some(Unique)),
            ("ALGOLIA_ADMIN", Some(Weak)),
            ("API_KEY_PROD", Some(Likely)),
            ("secretKeyStaging", Some(Likely)),
            ("token-old", Some(Weak)),
            ("prod", None),
            ("PUBLIC_KEY_PROD", None),
            ("github", Some(Doubtful)),
            ("line", None),
            ("digest_redis", None),
            ("POINT", None),
            ("monkey", None),
            ("keyboard", None),
            ("secret_name", None),
            ("token_type", None),
        ] {
            assert_eq!(strength(name), expected, "{name}");
        }
    }
}
