//! Names of values: in the spellings of a label's own name, and in the words of twelve languages.

/// The spelling of a name that the letter `how` of a template asks for.
pub fn spelled(name: &str, how: char) -> String {
    let words: Vec<String> = name.split([' ', '-']).map(str::to_lowercase).collect();
    let capital = |word: &String| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    let capitals = || words.iter().map(capital).collect::<Vec<_>>();
    match how {
        'n' => name.to_owned(),
        'N' => capital(&name.to_owned()),
        'T' => capitals().join(" "),
        'U' => name.to_uppercase(),
        's' => words.join("_"),
        'S' => words.join("_").to_uppercase(),
        'c' => words[0].clone() + &capitals()[1..].concat(),
        'C' => capitals().concat(),
        'k' => words.join("-"),
        'K' => capitals().join("-"),
        _ => unreachable!("no template asks for {how}"),
    }
}

/// Labels whose own names say too little, and what people call them.
const CALLED: &[(&str, &str)] = &[
    ("HK_ID", "hkid"),
    ("IL_ID", "teudat zehut"),
    ("TW_ID", "taiwan id"),
    ("ID_NUMBER", "employee number"),
    ("CRYPTO", "wallet address"),
    ("CA_BN", "business number"),
    ("EE_IK", "isikukood"),
    ("LT_AK", "asmens kodas"),
    ("LV_PK", "personas kods"),
    ("IP_ADDRESS", "ip address"),
    ("BASIC_AUTH", "authorization"),
    ("BEARER_TOKEN", "authorization"),
    ("CREDIT_CARD_CVV", "cvv"),
    ("GENERIC_SECRET", "api key"),
    ("SE_PERSONNUMMER", "personnummer"),
];

/// The name of a label in English: `US_SSN` is `ssn`.
pub fn own(label: &str) -> String {
    if let Some((_, name)) = CALLED.iter().find(|(called, _)| *called == label) {
        return (*name).to_owned();
    }
    let country = label.split_once('_').filter(|(country, _)| country.len() == 2);
    country.map_or(label, |(_, rest)| rest).to_lowercase().replace('_', " ")
}

/// A language and its introduction of a value, the name at `{n}`.
pub struct Language {
    pub tag: &'static str,
    pub sentences: &'static [&'static str],
    /// Labels, and what they are called.
    pub names: &'static [(&'static str, &'static str)],
}

const fn language(
    tag: &'static str,
    sentences: &'static [&'static str],
    names: &'static [(&'static str, &'static str)],
) -> Language {
    Language { tag, sentences, names }
}

pub const LANGUAGES: &[Language] = &[
    language(
        "en",
        &["my {n} is {v}", "{N}: {v}", "the {n}: {v}"],
        &[
            ("CREDIT_CARD", "credit card number"),
            ("PHONE_NUMBER", "phone number"),
            ("IBAN_CODE", "account"),
            ("PASSPORT_NUMBER", "passport number"),
            ("NATIONAL_ID", "national id number"),
            ("TAX_ID", "tax number"),
            ("DRIVER_LICENSE", "driving licence number"),
            ("DATE_OF_BIRTH", "date of birth"),
            ("PASSWORD", "password"),
            ("HEALTH_ID", "health insurance number"),
        ],
    ),
    language(
        "de",
        &["meine {n} ist {v}", "{n}: {v}", "Die {n} lautet {v}."],
        &[
            ("CREDIT_CARD", "Kreditkartennummer"),
            ("PHONE_NUMBER", "Telefonnummer"),
            ("IBAN_CODE", "IBAN"),
            ("PASSPORT_NUMBER", "Reisepassnummer"),
            ("NATIONAL_ID", "Ausweisnummer"),
            ("TAX_ID", "Steuernummer"),
            ("DRIVER_LICENSE", "Führerscheinnummer"),
            ("DATE_OF_BIRTH", "Geburtsdatum"),
            ("PASSWORD", "Passwort"),
            ("HEALTH_ID", "Krankenversicherungsnummer"),
        ],
    ),
    language(
        "fr",
        &["mon {n} est {v}", "{N} : {v}", "voici le {n} : {v}"],
        &[
            ("CREDIT_CARD", "numéro de carte bancaire"),
            ("PHONE_NUMBER", "numéro de téléphone"),
            ("IBAN_CODE", "IBAN"),
            ("PASSPORT_NUMBER", "numéro de passeport"),
            ("NATIONAL_ID", "numéro de carte d'identité"),
            ("TAX_ID", "numéro fiscal"),
            ("DRIVER_LICENSE", "numéro de permis de conduire"),
            ("DATE_OF_BIRTH", "date de naissance"),
            ("PASSWORD", "mot de passe"),
            ("HEALTH_ID", "numéro d'assurance maladie"),
        ],
    ),
    language(
        "es",
        &["mi {n} es {v}", "{N}: {v}", "este es el {n}: {v}"],
        &[
            ("CREDIT_CARD", "número de tarjeta de crédito"),
            ("PHONE_NUMBER", "número de teléfono"),
            ("IBAN_CODE", "IBAN"),
            ("PASSPORT_NUMBER", "número de pasaporte"),
            ("NATIONAL_ID", "documento de identidad"),
            ("TAX_ID", "número de identificación fiscal"),
            ("DRIVER_LICENSE", "licencia de conducir"),
            ("DATE_OF_BIRTH", "fecha de nacimiento"),
            ("PASSWORD", "contraseña"),
            ("HEALTH_ID", "número de tarjeta sanitaria"),
        ],
    ),
    language(
        "it",
        &["il mio {n} è {v}", "{N}: {v}"],
        &[
            ("CREDIT_CARD", "numero di carta di credito"),
            ("PHONE_NUMBER", "numero di telefono"),
            ("IBAN_CODE", "IBAN"),
            ("PASSPORT_NUMBER", "numero di passaporto"),
            ("NATIONAL_ID", "carta d'identità"),
            ("TAX_ID", "codice fiscale"),
            ("DRIVER_LICENSE", "patente di guida"),
            ("DATE_OF_BIRTH", "data di nascita"),
            ("PASSWORD", "password"),
            ("HEALTH_ID", "tessera sanitaria"),
        ],
    ),
    language(
        "pt",
        &["o meu {n} é {v}", "{N}: {v}"],
        &[
            ("CREDIT_CARD", "número do cartão de crédito"),
            ("PHONE_NUMBER", "número de telefone"),
            ("IBAN_CODE", "IBAN"),
            ("PASSPORT_NUMBER", "número do passaporte"),
            ("NATIONAL_ID", "bilhete de identidade"),
            ("TAX_ID", "número de contribuinte"),
            ("DRIVER_LICENSE", "carta de condução"),
            ("DATE_OF_BIRTH", "data de nascimento"),
            ("PASSWORD", "senha"),
        ],
    ),
    language(
        "nl",
        &["mijn {n} is {v}", "{N}: {v}"],
        &[
            ("CREDIT_CARD", "creditcardnummer"),
            ("PHONE_NUMBER", "telefoonnummer"),
            ("IBAN_CODE", "IBAN"),
            ("PASSPORT_NUMBER", "paspoortnummer"),
            ("NATIONAL_ID", "identiteitskaart"),
            ("TAX_ID", "fiscaal nummer"),
            ("DRIVER_LICENSE", "rijbewijsnummer"),
            ("DATE_OF_BIRTH", "geboortedatum"),
            ("PASSWORD", "wachtwoord"),
        ],
    ),
    language(
        "pl",
        &["mój {n} to {v}", "{N}: {v}"],
        &[
            ("CREDIT_CARD", "numer karty kredytowej"),
            ("PHONE_NUMBER", "numer telefonu"),
            ("IBAN_CODE", "numer konta"),
            ("PASSPORT_NUMBER", "numer paszportu"),
            ("NATIONAL_ID", "dowód osobisty"),
            ("DRIVER_LICENSE", "prawo jazdy"),
            ("DATE_OF_BIRTH", "data urodzenia"),
            ("PASSWORD", "hasło"),
        ],
    ),
    language(
        "sv",
        &["mitt {n} är {v}", "{N}: {v}"],
        &[
            ("CREDIT_CARD", "kortnummer"),
            ("PHONE_NUMBER", "telefonnummer"),
            ("PASSPORT_NUMBER", "passnummer"),
            ("DRIVER_LICENSE", "körkortsnummer"),
            ("DATE_OF_BIRTH", "födelsedatum"),
            ("PASSWORD", "lösenord"),
        ],
    ),
    language(
        "tr",
        &["Benim {n}: {v}", "{N}: {v}"],
        &[
            ("CREDIT_CARD", "kredi kartı numarası"),
            ("PHONE_NUMBER", "telefon numarası"),
            ("PASSPORT_NUMBER", "pasaport numarası"),
            ("TAX_ID", "vergi numarası"),
            ("DATE_OF_BIRTH", "doğum tarihi"),
            ("PASSWORD", "şifre"),
        ],
    ),
    language(
        "ru",
        &["мой {n} это {v}", "{N}: {v}"],
        &[
            ("CREDIT_CARD", "номер карты"),
            ("PHONE_NUMBER", "номер телефона"),
            ("PASSPORT_NUMBER", "номер паспорта"),
            ("DATE_OF_BIRTH", "дата рождения"),
            ("PASSWORD", "пароль"),
        ],
    ),
    language(
        "zh",
        &["我的{n}是{v}", "{n}：{v}"],
        &[
            ("CREDIT_CARD", "信用卡号"),
            ("PHONE_NUMBER", "电话号码"),
            ("PASSPORT_NUMBER", "护照号码"),
            ("NATIONAL_ID", "身份证号码"),
            ("DATE_OF_BIRTH", "出生日期"),
            ("PASSWORD", "密码"),
        ],
    ),
];
