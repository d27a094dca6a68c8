//! Traits of persons: values out of a list, near a word that names the trait.

use std::{borrow::Cow, ops::Range};

use crate::letter_case::is_same;
use crate::recognizers::support::value::{is_closed, part};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Form, Pattern, Rule};
use crate::{
    entity::{Handling, LabelInfo},
    text::is_value_edge,
};

pub(super) const RULES: &[Rule] = &[ETHNICITY, GENDER, MARITAL_STATUS, SEXUAL_ORIENTATION, TRADE_UNION];

const LANGUAGES: &[&str] = &["en", "de", "fr", "es", "it", "pt", "nl"];

/// The facts about the label of a trait: it is shared by many people.
const fn info(
    label: &'static str,
    aliases: &'static [&'static str],
    description: &'static str,
    example: &'static str,
) -> LabelInfo {
    LabelInfo { aliases, languages: LANGUAGES, ..LabelInfo::new(label, description, example, Handling::COMMON) }
}

const GENDER: Rule = Rule {
    info: info("GENDER", &["SEX", "GENDER_IDENTITY"], "A gender, behind a word that says so.", "gender: female"),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "gender",
                "sex",
                "gender identity",
                "geschlecht",
                "sexe",
                "genre",
                "sexo",
                "género",
                "gênero",
                "sesso",
                "genere",
                "geslacht",
                "płeć",
                "kön",
                "køn",
                "пол",
                "性別",
                "性别",
                "성별",
            ],
            0.85,
        ),
        Pattern::regex(
            "(?i:gender(?: identity)?|sex|geschlecht|sexe|sexo|sesso|geslacht)(?: (?:is|was|ist|est|es|è))? ",
            0.75,
            0.85,
        ),
        // Behind an age, as in notes about patients: `44 yo F`, `a 44-year-old woman`.
        Pattern::regex("[0-9]{1,3}[ -]?(?i:y/?o|y\\.o\\.|(?:years?|yrs?)[ -]old) ", 0.8, 0.85),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        2 => behind_age(candidate),
        _ => listed(candidate, GENDERS).or_else(|| letter(candidate)),
    },
};

const GENDERS: &WordList = &WordList::new(
    "male|female|m|f|w|d|x|man|woman|boy|girl|non-binary|nonbinary|non binary|diverse|divers|transgender|\
    trans man|trans woman|transgender man|transgender woman|genderqueer|genderfluid|agender|intersex|cisgender|\
    other|männlich|weiblich|mann|frau|homme|femme|masculin|féminin|hombre|mujer|varón|masculino|femenino|\
    feminino|maschio|femmina|uomo|donna|maschile|femminile|homem|mulher|vrouw|mannelijk|vrouwelijk|kobieta|\
    mężczyzna|kvinna|kvinde|mand|мужской|женский|男|女|男性|女性|남|여|남성|여성",
);

/// The letter for a gender in a form without signs, in a column of its own: `Sex F`, `DOB 08/31/1977  SEX M  HGT 5'-05"`.
fn letter(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let at = candidate.range.end;
    let is_form = candidate.form == Form::Shape && candidate.matched().starts_with(char::is_uppercase);
    let is_letter = matches!(text.as_bytes().get(at), Some(b'M' | b'F' | b'W' | b'D' | b'X'));
    let rest = text.get(at + 1..)?;
    let is_alone =
        rest.is_empty() || rest.starts_with(['\n', '\r', '\t', ',', ';', '|', ')']) || rest.starts_with("  ");
    (is_form && is_letter && is_alone).then(|| candidate.part(at..at + 1))?
}

/// The gender behind an age.
fn behind_age(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let place = longest(text, candidate.range.end, GENDERS)?;
    let found = text.get(place.clone())?;
    let is_word = found.len() > 2 && found != "other" || matches!(found, "M" | "F");
    is_word.then(|| candidate.part(place))?
}

const MARITAL_STATUS: Rule = Rule {
    info: info(
        "MARITAL_STATUS",
        &["CIVIL_STATUS"],
        "Whether somebody is married, behind a word that says so.",
        "marital status: divorced",
    ),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "marital status",
                "civil status",
                "marital",
                "relationship status",
                "familienstand",
                "état civil",
                "situation familiale",
                "situation matrimoniale",
                "estado civil",
                "stato civile",
                "burgerlijke staat",
                "stan cywilny",
                "civilstånd",
                "civilstand",
                "семейное положение",
                "婚姻状况",
                "結婚",
                "혼인여부",
            ],
            0.9,
        ),
        Pattern::regex(
            "(?i:marital status|civil status|relationship status|familienstand|état civil|estado civil|stato civile|burgerlijke staat)(?: (?:is|was|ist|est|es|è))? ",
            0.85,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| listed(candidate, STATUSES),
};

const STATUSES: &WordList = &WordList::new(
    "single|married|divorced|widowed|widow|widower|separated|engaged|unmarried|never married|in a relationship|\
    domestic partnership|domestic partner|civil partnership|civil union|cohabiting|remarried|partnered|ledig|\
    verheiratet|geschieden|verwitwet|getrennt lebend|getrennt|verlobt|eingetragene lebenspartnerschaft|\
    célibataire|marié|mariée|marié(e)|divorcé|divorcée|divorcé(e)|veuf|veuve|pacsé|pacsée|séparé|séparée|\
    concubinage|soltero|soltera|soltero/a|casado|casada|divorciado|divorciada|viudo|viuda|separado|separada|\
    unión libre|celibe|nubile|coniugato|coniugata|sposato|sposata|divorziato|divorziata|vedovo|vedova|solteiro|\
    solteira|viúvo|viúva|gehuwd|ongehuwd|gescheiden|weduwe|weduwnaar|samenwonend|żonaty|zamężna|kawaler|panna|\
    rozwiedziony|wdowa|gift|ogift|skild|未婚|已婚|离异|既婚|미혼|기혼",
);

const ETHNICITY: Rule = Rule {
    info: info(
        "ETHNICITY",
        &["RACE", "ETHNIC_GROUP", "ETHNIC_ORIGIN"],
        "An ethnic group or race, behind a word that says so.",
        "ethnicity: Hispanic",
    ),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "ethnicity",
                "ethnic group",
                "ethnic origin",
                "ethnic background",
                "race",
                "race ethnicity",
                "racial origin",
                "ethnie",
                "ethnische herkunft",
                "ethnizität",
                "origine ethnique",
                "etnia",
                "origen étnico",
                "raza",
                "raça",
                "cor",
                "origine etnica",
                "razza",
                "etnische afkomst",
                "etniciteit",
                "民族",
                "인종",
            ],
            0.88,
        ),
        Pattern::regex(
            "(?i:ethnicity|ethnic (?:origin|background|group)|race|ethnische herkunft|origine ethnique|etnia)(?: (?:is|was|as|ist|est|es|è))? ",
            0.8,
            0.88,
        ),
    ]),
    context: words![],
    check: |candidate| listed(candidate, ETHNICITIES),
};

const ETHNICITIES: &WordList = &WordList::new(
    "white|caucasian|black|african american|african-american|black or african american|asian|asian american|\
    hispanic|latino|latina|latinx|hispanic or latino|not hispanic or latino|native american|american indian|\
    american indian or alaska native|alaska native|native hawaiian|native hawaiian or other pacific islander|\
    pacific islander|middle eastern|north african|arab|arabic|jewish|ashkenazi|ashkenazi jewish|sephardic|roma|\
    romani|sinti|traveller|gypsy|mixed|mixed race|multiracial|biracial|two or more races|white british|\
    white irish|black british|black african|black caribbean|british asian|south asian|east asian|\
    southeast asian|indian|pakistani|bangladeshi|chinese|han|han chinese|japanese|korean|vietnamese|filipino|\
    african|caribbean|afro-caribbean|european|slavic|kurdish|kurd|turkish|armenian|persian|berber|amazigh|maori|\
    māori|aboriginal|torres strait islander|first nations|inuit|métis|sami|uyghur|tibetan|hutu|tutsi|yoruba|\
    igbo|hausa|zulu|xhosa|coloured|weiß|schwarz|kaukasisch|asiatisch|blanc|blanche|noir|noire|asiatique|métisse|\
    blanco|blanca|negro|negra|mestizo|mestiza|mulato|indígena|gitano|gitana|asiático|branco|branca|preto|preta|\
    pardo|parda|汉族|維吾爾|维吾尔族|藏族|回族",
);

const SEXUAL_ORIENTATION: Rule = Rule {
    info: info(
        "SEXUAL_ORIENTATION",
        &["SEXUALITY"],
        "A sexual orientation, behind a word that says so, or in a sentence about somebody.",
        "sexual orientation: bisexual",
    ),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "sexual orientation",
                "sexuality",
                "orientation sexuelle",
                "sexuelle orientierung",
                "sexualität",
                "orientación sexual",
                "orientação sexual",
                "orientamento sessuale",
                "seksuele geaardheid",
                "orientacja seksualna",
                "性取向",
                "性的指向",
            ],
            0.92,
        ),
        Pattern::regex(
            "(?i:sexual orientation|sexuelle orientierung|orientation sexuelle|orientación sexual|identif(?:y|ies|ied) as|came out as)(?: (?:is|was|ist|est|es))? (?:a |an )?",
            0.88,
            0.92,
        ),
        Pattern::regex(
            "(?i:homosexual|heterosexual|bisexual|pansexual|asexual|demisexual|lesbian|gay|homosexuell|heterosexuell|bisexuell|schwul|lesbisch|homosexuel(?:le)?|bisexuel(?:le)?|lesbienne|lesbiana|omosessuale|lesbica)",
            0.3,
            0.75,
        ),
    ]),
    context: words![
        "sexual orientation",
        "orientation",
        "identifies",
        "identify",
        "identified",
        "came out",
        "coming out",
        "openly",
        "he is",
        "she is",
        "i am",
        "i'm",
        "they are",
        "he's",
        "she's",
        "is a",
        "my son",
        "my daughter",
        "my husband",
        "my wife",
        "orientierung",
        "ist",
        "est",
        "geoutet",
        "patient",
    ],
    check: |candidate| match candidate.pattern {
        2 => candidate.whole(),
        _ => listed(candidate, ORIENTATIONS),
    },
};

const ORIENTATIONS: &WordList = &WordList::new(
    "gay|lesbian|bisexual|bi|homosexual|heterosexual|straight|pansexual|asexual|queer|demisexual|questioning|\
    aromantic|homosexuell|heterosexuell|bisexuell|schwul|lesbisch|asexuell|pansexuell|homosexuel|homosexuelle|\
    hétérosexuel|hétérosexuelle|bisexuel|bisexuelle|lesbienne|gai|lesbiana|bisexuale|omosessuale|eterosessuale|\
    bisessuale|lesbica|homossexual|heterossexual|bissexual|lésbica|homoseksueel|heteroseksueel|biseksueel|同性恋|\
    异性恋|双性恋|ゲイ",
);

const TRADE_UNION: Rule = Rule {
    info: info(
        "TRADE_UNION",
        &["TRADE_UNION_MEMBERSHIP", "UNION_MEMBERSHIP"],
        "The trade union that somebody belongs to, near a word that says so.",
        "trade union: IG Metall",
    ),
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "trade union",
                "trade union membership",
                "union membership",
                "labor union",
                "labour union",
                "union name",
                "gewerkschaft",
                "gewerkschaftszugehörigkeit",
                "syndicat",
                "sindicato",
                "sindacato",
                "vakbond",
                "fackförbund",
                "fagforening",
                "związek zawodowy",
            ],
            0.88,
        ),
        Pattern::regex(
            concat!(
                "(?:IG Metall|IG BAU|IG BCE|IGBCE|ver\\.di|UNISON|Unite the Union|AFL-CIO|SEIU|Teamsters|AFSCME|IBEW|UAW|NSZZ Solidarność|",
                "CFDT|CGIL|CISL|CCOO|FNV|USDAW|Usdaw|NASUWT|ASLEF|FO|CGT|UGT|UIL|GMB|RMT|CNV|GEW|DGB|IF Metall|Fellesforbundet|EVG|GDL)"
            ),
            0.2,
            0.85,
        ),
    ]),
    context: words![
        "union",
        "trade union",
        "labor union",
        "labour union",
        "union member",
        "member of",
        "membership",
        "joined",
        "shop steward",
        "union rep",
        "gewerkschaft",
        "gewerkschaftsmitglied",
        "mitglied",
        "mitglied der",
        "mitglied bei",
        "syndicat",
        "syndiqué",
        "syndiquée",
        "adhérent",
        "sindicato",
        "afiliado",
        "afiliada",
        "sindacato",
        "iscritto",
        "iscritta",
        "vakbond",
        "lid van",
        "betriebsrat",
    ],
    check: check_union,
};

fn check_union(candidate: &Candidate<'_>) -> Option<Finding> {
    if candidate.pattern == 1 {
        return candidate.whole();
    }
    // There are too many unions to list: a short value in the place of one counts if it begins like a name.
    let place = part(candidate);
    let found = candidate.field.text.get(place.clone())?;
    let words = found.split_ascii_whitespace().count();
    let named = found.starts_with(|c: char| c.is_uppercase())
        && found.chars().all(|c| c.is_alphanumeric() || " .-&'’".contains(c));
    let said = matches!(found, "Yes" | "No" | "None" | "Unknown" | "String" | "Option");
    let code = matches!(candidate.form, Form::Setting | Form::Pair);
    (named && !said && !code && (1..=5).contains(&words) && (2..=48).contains(&found.len()))
        .then(|| candidate.part(place))?
}

/// The value of `list` that stands behind the name, as a whole word, and where nothing else follows in a form.
fn listed(candidate: &Candidate<'_>, list: &WordList) -> Option<Finding> {
    let text = candidate.field.text;
    if candidate.form == Form::Shape {
        let place = longest(text, candidate.range.end, list)?;
        // A single letter is no value in a sentence.
        return (place.len() > 2).then(|| candidate.part(place))?;
    }
    let place = part(candidate);
    let found = text.get(place.clone())?;
    if is_listed(found, list) {
        return candidate.part(place);
    }
    let place = longest(text, candidate.range.start, list)?;
    (!is_closed(candidate) && candidate.form != Form::Setting && place.len() > 1).then(|| candidate.part(place))?
}

/// The longest value of `list` that stands at `at`.
fn longest(text: &str, at: usize, list: &WordList) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let fits = |value: &&str| {
        rest.get(..value.len()).is_some_and(|head| is_same(head, value)) && is_value_edge(text, at + value.len())
    };
    let value = list.words().filter(fits).max_by_key(|value| value.len())?;
    Some(at..at + value.len())
}
