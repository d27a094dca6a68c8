//! Names of persons with an introduction: a key, a title, a greeting, an e-mail address, a signature.
//!
//! These are found without the language model, too, and are certain enough to help it.

use std::{borrow::Cow, ops::Range};

use masquerade_ner::titles;

use super::{
    east_asian_prose::before_mail,
    inverted_names::{is_firm, is_of_thing_object},
    name_keys, role_keys,
    small_labelled_names::in_small_letters,
    task_names::is_of_task,
};
use crate::common_words::is_common_word;
use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::keys::decoded;
use crate::model::{
    false_positives::{names_brand, names_thing},
    technical::ABBREVIATIONS,
};
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::{before_next_key, is_name_word, is_other, name_before, name_words};
use crate::recognizers::support::names::names_of;
use crate::recognizers::support::neighbours::{is_one_of, word_before};
use crate::recognizers::support::salutation::{
    addresses_roles, are_roles, is_closing_word, is_pleasantry, names_department,
};
use crate::recognizers::support::script_names::{begins_name, is_known, name_len};
use crate::recognizers::support::value::{is_closed, name_of, pair_words, words};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{Span, is_value_edge, line, window};
use crate::{Candidate, Finder, Finding, Form, Pattern, Rule};

/// Most words of a name.
const MAX_WORDS: usize = 5;
/// Most bytes of titles before a name.
const MAX_TITLES: usize = 96;
/// Longest local part of an e-mail address (RFC 5321, 4.5.3.1.1), and longest address.
const MAX_LOCAL: usize = 64;
const MAX_ADDRESS: usize = 254;

/// The facts about names of persons.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::HIPAA],
    aliases: &["NAME", "PER", "PERSON_NAME"],
    validation: Validation::LanguageModel,
    languages: super::NAME_LANGUAGES,
    ..LabelInfo::new(
        "PERSON",
        "A person's name, in full or in part.",
        "Dr. Jane Roe",
        Handling { surrogate: Surrogate::Person, ..Handling::IDENTIFIER },
    )
};

/// What somebody is to an office, a firm or a court, in further languages of Europe and Asia.
const ROLE_NAMES: &[Cow<'static, str>] = names_of!("role_names.txt");

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(name_keys::PARTS, 0.8),
        Pattern::key(name_keys::NAMES, 0.85),
        Pattern::key(role_keys::ROLES, 0.75),
        Pattern {
            finder: Finder::Key(Cow::Borrowed(keys![
                "name", "nom", "nombre", "nome", "naam", "namn", "navn", "nimi", "név", "nume", "ime", "vārds", "nama",
            ])),
            bare: 0.35,
            supported: 0.75,
            begins: None,
        },
        Pattern::around(b'@', 0.9, 0.95),
        Pattern::regex(
            "(?:(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Hr|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Señora?|Sra|Signora?|[Dd]ott(?:\\.ssa)?|[Ss]ig(?:\\.ra)?|Dhr|Mevr|Mevrouw|Pani|Panią|Panie|Senhora?|Domnul|Doamna|Gospodin|Gospođa|Fru|Fröken|Sayın)(?:\\. ?| )|(?:Capt|Sgt|Cpl|Cmdr|Fr|[Ff]am|dhr|mevr|mw|Mw|Pn|En|Tn|Ny|Sdr|Sdri|Bpk|Hj)\\. |(?:Ehepaar|Hajiya|Alhaji|Puan|Encik|Bpk|Ibu|Pak) )",
            0.8,
            0.9,
        ),
        Pattern::regex(
            "(?:Dear|Hi|Hello|Hey|Liebe|Lieber|Hallo|Moin|Servus|Cher|Chère|Hola|Estimado|Estimada|Querido|Querida|Caro|Cara|Gentile|Beste|Hoi|Hej|Hei|Hejsan|Kära|Käre|Kære|Kjære|Hyvä|Cześć|Drogi|Droga|Szanowny|Szanowna|Olá|Oi|Prezado|Prezada|Bonjour|Salut|Ciao|Buongiorno|Dragă|Ahoj|Vážený|Vážená|Milá|Milý|Drahá|Drahý|Kedves|Szia|Tisztelt|Dragi|Draga|Poštovani|Poštovana|Merhaba|Sayın|Уважаемый|Уважаемая|Дорогой|Дорогая|Здравствуйте,|Шановний|Шановна|Уважаеми|Уважаема|Скъпи|Скъпа|Поштовани|Поштована|Αγαπητέ|Αγαπητή|Αξιότιμε|Αξιότιμη) ",
            0.7,
            0.9,
        ),
        Pattern::regex(
            "(?i:regards|sincerely|cheers|best wishes|yours truly|yours faithfully|grüßen|gruß|cordialement|saludos|saluti|groeten|groet|hälsningar|hilsen|terveisin|pozdrawiam|pozdrowienia|cumprimentos|atenciosamente|üdvözlettel|pozdrav|s pozdravem|s pozdravom|cu stimă|saygılarımla|lugupidamisega|ar cieņu|с уважением|с наилучшими пожеланиями|искренне ваша?|з повагою|с уважение|с поштовањем|με εκτίμηση|φιλικά|поздрави|поздрав|срдачан поздрав|благодаря|хубав ден|прегръдки|целувки|до скоро|лек ден|пока|целую|спасибо|обнимаю|всего доброго|до встречи|до свидания|бувай|цілую|дякую|обіймаю|гарного дня|до зустрічі|хвала|чујемо се|видимо се|φιλιά|ευχαριστώ|χαιρετισμούς|καλή σας μέρα|τα λέμε|με αγάπη|trân trọng|thân mến|thân ái|cảm ơn|hẹn gặp lại|hormat saya|terima kasih|makasih ya|sampai jumpa|bis bald|tot gauw|tot snel|vi ses|vi snakkes|até breve|do zobaczenia|do usłyszenia|se slišimo|öptüm|görüşürüz|pupici|pagarbiai|su pagarba)(?: (?:aus|from|desde|da|de|dalla|från|fra|uit|vanuit|z|ze) [^\r\n]{2,32})?[,.]?[ \t]*\r?\n[ \t\r\n]*",
            0.8,
            0.9,
        ),
        // Short closings on a line of their own.
        Pattern::regex(
            "(?:LG|VG|MfG|GLG|HG|BG|Mvg|Mvh|MVH|Cdlt|Cdt|(?i:best|thanks|many thanks|thx|love|take care|warmly|bises|bisous|abrazos?|beijos|baci|buziaki|kram|klem),)[ \t]*\r?\n[ \t\r\n]*",
            0.8,
            0.9,
        ),
        // Whose relative signs: `Jane (mum)`.
        Pattern::regex(
            "\\((?i:mum|mom|mam|mama|mamá|mamma|maman|mother|dad|papa|papá|pappa|father|carer|wife|husband|mutter|vater|mère|père|madre|padre|mãe|pai|moeder|vader|mor|far|matka|ojciec|äiti|isä|anne|baba|son|daughter|sister|brother|husband|spouse|partner|neighbou?r|ehefrau|ehemann|\
             partnerin|sohn|tochter|bruder|schwester|oma|opa|nachbar|nachbarin|betreuer|betreuerin|épouse|époux|conjoint|conjointe|fils|fille|sœur|\
             frère|esposa|esposo|marido|hija|hijo|hermana|hermano|moglie|marito|figlia|figlio|sorella|fratello|filha|filho|irmã|irmão|\
             echtgenote|echtgenoot|dochter|zoon|zus|broer|żona|mąż|córka|syn|siostra|brat|manželka|manžel|feleség|férj|eş|kızı|oğlu)\\)",
            0.8,
            0.9,
        ),
        Pattern::key(ROLE_NAMES, 0.75),
    ]),
    context: words![
        "date of birth",
        "birth",
        "dob",
        "born",
        "email",
        "e-mail",
        "phone",
        "telephone",
        "mobile",
        "surname",
        "patient",
        "customer",
        "employee",
        "passport",
        "gender",
        "marital",
        "nationality",
        "geburtsdatum",
        "telefon",
        "naissance",
        "téléphone",
        "nacimiento",
        "teléfono",
        "nascita",
        "telefono",
        "nascimento",
        "geboortedatum",
        "födelsedatum",
        "personnummer",
        "fødselsdato",
        "syntymäaika",
        "urodzenia",
        "narození",
        "narodenia",
        "születési",
        "lakcím",
        "nașterii",
        "rođenja",
        "doğum tarihi",
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let place = match candidate.pattern {
        0 => part_of_name(candidate)?,
        1 => Some(named(candidate, 1).or_else(|| compared(candidate)).or_else(|| in_small_letters(candidate))?)
            .filter(|place| !ABBREVIATIONS.contains(&&text[place.clone()]) && !is_of_task(candidate))?,
        2 | 10 => named(candidate, 2)?,
        3 => {
            if let Some(2..=4) = form_words(candidate) {
                let sure = !candidate.matched().split(['+', '%']).any(is_of_thing);
                return Some(Finding { range: candidate.range.clone(), sure, validated: None });
            }
            if is_of_thing_object(candidate) || names_thing(name_of(candidate)) || is_of_task(candidate) {
                return None;
            }
            // In small letters, it is the name of anything in English.
            let is_english = || name_of(candidate).trim_end_matches([' ', '"']).ends_with("name");
            let cased = || named(candidate, 2).filter(|place| !is_made_of_words(&text[place.clone()]));
            let place = cased().or_else(|| in_small_letters(candidate).filter(|_| !is_english()))?;
            // `name` alone may be the name of anything, and little else tells a name in a script without capitals.
            let sure = text.get(place.clone()).is_some_and(is_known);
            return Some(Finding { range: place, sure, validated: None });
        }
        4 => before_address(text, candidate.range.start)?,
        // `Sayın` stands before names and before customers.
        5 => {
            let end = candidate.range.end;
            let particle = particle_len(&text[end..]);
            let place = after(text, end + particle, |_| true).or_else(|| field_or_guest(text, end))?;
            let place = if particle > 0 { end..place.end } else { place };
            // Whom Polish addresses by an office: `Panie Marszałku`.
            const ADDRESSED: &WordList = &WordList::new(
                "ministrze|premierze|prezydencie|marszałku|wicemarszałku|pośle|przewodniczący|senatorze|dyrektorze|doktorze|profesorze|redaktorze|mecenasie|prezesie|komisarzu|\
                 generale|pułkowniku|boże|kierowco|sędzio|rektorze|wojewodo|starosto|burmistrzu|wójcie|kapitanie|trenerze|inżynierze|kolego|ambasadorze|kierowniku|sekretarzu",
            );
            let is_office = |found: &str| {
                titles::is_title(found) || found.split(' ').next().is_some_and(|word| is_listed(word, ADDRESSED))
            };
            // `sig.` abbreviates other things in English, unless a word of Italian stands before: `il sig. Mazza`.
            const BEFORE: [&str; 16] = [
                "il", "al", "del", "dal", "col", "sul", "gentile", "gent.mo", "egregio", "egr", "egr.", "e", "con",
                "per", "da", "di",
            ];
            let is_doubtful =
                candidate.matched().starts_with("sig") && !is_one_of(word_before(text, candidate.range.start), &BEFORE);
            // A title in full ends its sentence: `Gracias, señor. Hola …`. Abbreviations are shorter, or have another stop.
            const LONGEST_ABBREVIATION: usize = 4;
            let title = candidate.matched().trim_end().strip_suffix('.');
            let is_sentence = title.is_some_and(|title| title.len() > LONGEST_ABBREVIATION && !title.contains('.'));
            let found = &text[place.clone()];
            let is_no_name = || {
                // She shakes the snow out of her bed in a fairy tale.
                is_doubtful
                    || found == "Holle" && candidate.matched().starts_with("Frau")
                    || is_sentence
                    || addresses_roles(text, &place)
                    || is_office(found)
                    || is_pleasantry(found)
                    || Span::new(text, candidate.range.start..place.end).is_some_and(|span| names_brand(text, span))
            };
            (!is_no_name()).then_some(place)?
        }
        6 => {
            let place = after(text, candidate.range.end, |rest| rest.starts_with([',', '!', '\n', '\r', ':']))?;
            let is_addressed = |found: &str| !are_roles(found) && !found.split(' ').any(is_closing_word);
            Some(place).filter(|place| is_addressed(&text[place.clone()]))?
        }
        8 if !line::begins(text, candidate.range.start) => return None,
        9 => signer(text, &candidate.range)?,
        _ => name_line(text, candidate.range.end)?,
    };
    candidate.part(place)
}

/// The word in small letters that a query looks for anywhere in a name: `full_name ILIKE '%roebuck%'`.
fn compared(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Fewest letters.
    const FEWEST: usize = 4;
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let found = candidate.matched();
    let is_pattern = text[..range.start].ends_with('%') || text[range.end..].starts_with('%');
    let is_word = found.chars().count() >= FEWEST && found.chars().all(char::is_lowercase) && !is_other(found);
    (is_closed(candidate) && is_pattern && is_word && !is_common(found)).then_some(range)
}

/// The value behind a name that says it is a part of a name. In lower case only where nothing else follows.
fn part_of_name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    if let Some(place) = in_script(candidate, |_| true) {
        return Some(place);
    }
    if let Some(words) = form_words(candidate) {
        return (words <= 3).then(|| candidate.range.clone());
    }
    let place = words(candidate)?;
    let found = before_next_key(candidate.field.text.get(place.clone())?);
    let place = place.start..place.start + found.len();
    let is_lower = || {
        let stands = |c: char| c.is_alphabetic() || c == '-' || c == '\'';
        let is_whole = is_closed(candidate) || candidate.form == Form::Pair;
        is_whole && found.chars().all(stands) && found.chars().take(2).count() == 2 && !is_other(found)
    };
    // The word for the part itself, as forms and their translations hold it: `"firstName": "Vorname"`.
    if name_keys::is_name_of_names(found) {
        return None;
    }
    let words = name_words(found).filter(|words| *words <= 3);
    (words.is_some() || is_lower() && !has_capital(found)).then_some(place)
}

fn has_capital(found: &str) -> bool {
    found.contains(char::is_uppercase)
}

/// The value, if it is a name of at least so many words.
fn named(candidate: &Candidate<'_>, least: usize) -> Option<Range<usize>> {
    // Words without capitals are names behind a name of names alone.
    if let Some(place) = in_script(candidate, |found| least == 1 || is_known(found)) {
        return Some(place);
    }
    if let Some(words) = form_words(candidate) {
        return (words >= least.max(2) && words <= MAX_WORDS).then(|| candidate.range.clone());
    }
    if is_closed(candidate) && is_inverted(candidate.matched()) {
        return Some(candidate.range.clone());
    }
    let place = pair_words(candidate).or_else(|| words(candidate))?;
    let found = before_next_key(candidate.field.text.get(place.clone())?);
    // What somebody is may stand behind the name: `Roe, Jane (ward 4)`.
    let found = found.split(" (").next().filter(|_| is_closed(candidate)).unwrap_or(found);
    let end = place.start + found.len();
    let found = without_title(found);
    // `Payment API`: an abbreviation ends it, of a thing.
    let last = found.rsplit(' ').next().unwrap_or_default();
    let turned = || (is_closed(candidate) && is_inverted(found)).then_some(least.max(2));
    let words =
        name_words(found).or_else(turned).filter(|_| last.contains(char::is_lowercase) || !is_of_thing(last))?;
    // `Kunde: Guten Tag` in a dialogue
    if is_pleasantry(found) || is_firm(found) {
        return None;
    }
    (least..=MAX_WORDS).contains(&words).then_some(end - found.len()..end)
}

/// Reports whether `found` is a name whose family name stands first: `Roe, Jane M.`
pub(super) fn is_inverted(found: &str) -> bool {
    const LONGEST: usize = 64;
    // `I'm`, in a turn of a dialogue.
    let is_ordinary = |word: &str| word.contains(['\'', '’']) && word.chars().count() < 4;
    let is_part = |part: &str| name_words(part).is_some_and(|words| words <= 3) && !part.split(' ').any(is_ordinary);
    found.len() <= LONGEST
        && found.split_once(", ").is_some_and(|(last, first)| is_part(last) && is_part(first) && !are_roles(found))
}

/// The number of words of a name in a form that a browser sent, if blanks and signs are encoded in it: `Jane+Roe`,
/// `Ana%20Mar%C3%ADa`.
fn form_words(candidate: &Candidate<'_>) -> Option<usize> {
    const LONGEST: usize = 128;
    let found = candidate.matched();
    if candidate.form != Form::Pair || found.len() > LONGEST || !found.contains(['+', '%']) {
        return None;
    }
    let plain = decoded(found)?;
    if begins_name(&plain) {
        return (name_len(&plain)? == plain.len()).then(|| plain.split(' ').count().max(2));
    }
    name_words(&plain)
}

/// Reports whether `word` stands in names of things and places rather than of persons.
fn is_of_thing(word: &str) -> bool {
    const THINGS: &WordList = &WordList::new(
        "plan|premium|basic|pro|standard|enterprise|order|item|items|product|products|shop|store|server|report|page|home|main|\
         street|hotel|restaurant|bar|cafe|club|park|airport|station|hospital|school|college|museum|island|river|lake|mount|\
         north|south|east|west|san|santa|los|las|saint|united|great|red|blue|green|black|white|gold|silver|big|old|my|game|\
         app|api|web|mobile|cloud|data|bot|edition|version|series|club|media|news|music|book|movie|film|party|event|games|\
         university|center|centre|market|bank|energy|design|studio|studios|works|world|global|international|national|ci|cd|sdk|cli",
    );
    is_listed(word, THINGS)
}

/// Reports whether it is nothing but ordinary words, one of which at least nobody is called: `Whole Bean`, `Part Two`.
fn is_made_of_words(found: &str) -> bool {
    let words = || found.split(' ').map(str::to_lowercase);
    words().all(|word| is_common(&word) || is_common_word(&word)) && words().any(|word| !is_common_word(&word))
}

/// The value, if it begins with a name in a script without capitals that `is_name` accepts, and fills its quotes.
fn in_script(candidate: &Candidate<'_>, is_name: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let end = if is_closed(candidate) { candidate.range.end } else { text.len() };
    let found = text.get(start..end).filter(|found| begins_name(found))?;
    let len = name_len(found)?;
    let is_whole = !is_closed(candidate) || len == found.len();
    (is_whole && is_name(found.get(..len)?)).then_some(start..start + len)
}

/// `found`, which may be all that is left of a text, without the titles that it begins with.
fn without_title(found: &str) -> &str {
    &found[titles::before(window::behind(found, 0, MAX_TITLES))..]
}

/// The name before the address in angle brackets whose `@` stands at `at`: `Jane Roe <jane@example.com>`.
fn before_address(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?;
    let local = head.bytes().rev().take(MAX_LOCAL).take_while(|b| b.is_ascii_alphanumeric() || b"._%+-=".contains(b));
    let (head, local) = head.split_at_checked(at - local.count())?;
    // Telephones have such addresses, too, perhaps with a port and parameters: `"Jane Roe" <sip:jroe@example.com:5060>`.
    let telephone = ["<sip:", "<sips:"].iter().find_map(|scheme| head.strip_suffix(scheme));
    let Some(head) = telephone.or_else(|| head.strip_suffix('<')) else {
        return before_quoted_address(head, local).or_else(|| before_bracketed_address(head, local));
    };
    let tail = text.as_bytes().get(at..)?.iter().take(MAX_ADDRESS);
    let mut ends = tail.skip_while(|b| b.is_ascii_alphanumeric() || b"@.-".contains(b));
    if telephone.is_none() && ends.next() != Some(&b'>') {
        return None;
    }
    let bare = head.strip_suffix(' ')?;
    if let Some(quoted) = bare.strip_suffix('"') {
        let near = window::before(quoted, quoted.len(), MAX_LOCAL);
        let start = quoted.len() - near.len() + near.rfind('"')? + 1;
        let found = quoted.get(start..)?;
        let turned = found
            .split_once(", ")
            .is_some_and(|(last, first)| name_words(last).is_some() && name_words(first).is_some());
        return (turned || name_words(found).is_some_and(|words| words > 1)).then_some(start..quoted.len());
    }
    let near = window::before(bare, bare.len(), 4 * MAX_LOCAL);
    if let Some(place) = before_mail(near) {
        let start = bare.len() - near.len();
        return Some(start + place.start..start + place.end);
    }
    let (start, words) = name_before(near)?;
    let start = bare.len() - without_title(near.get(start..)?).len();
    (words > 1).then_some(start..bare.len())
}

/// The name in quotes before an address in such quotes, as in calls and rows, if the address has a word of it:
/// `"Jane Roe", "j.roe@example.com"`. `head` ends with the quote before the address, of which `local` is the local part.
fn before_quoted_address(head: &str, local: &str) -> Option<Range<usize>> {
    let quote = head.chars().next_back().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    // In JSON the quotes are escaped.
    let before_quote = |text: &str| text.strip_suffix(quote).map(|text| text.len() - usize::from(text.ends_with('\\')));
    let bare = head.get(..before_quote(head)?)?.strip_suffix([' ', ','])?;
    let bare = bare.strip_suffix(',').unwrap_or(bare);
    let end = before_quote(bare)?;
    let near = window::before(bare, end, 4 * MAX_LOCAL);
    let found = near.get(near.rfind(quote)? + 1..)?;
    let start = end - found.len();
    (is_of_address(found, local) && name_words(found)? > 1).then_some(start..end)
}

/// The name before an address in brackets, if the address has a word of it: `Jane Roe (j.roe@example.com)`. `head` ends with the
/// bracket.
fn before_bracketed_address(head: &str, local: &str) -> Option<Range<usize>> {
    let bare = head.strip_suffix(" (")?;
    let near = window::before(bare, bare.len(), 4 * MAX_LOCAL);
    let (start, words) = name_before(near)?;
    let found = without_title(near.get(start..)?);
    // Words name mailboxes and what they are for: `Order Confirmation (order@example.com)`.
    let is_words = || found.split([' ', '-']).any(|word| word.len() > 2 && is_common(&word.to_lowercase()));
    (words > 1 && is_of_address(found, local) && !is_words()).then_some(bare.len() - found.len()..bare.len())
}

/// Reports whether the local part of an address has a word of a name.
fn is_of_address(name: &str, local: &str) -> bool {
    let local = local.to_ascii_lowercase();
    name.split([' ', '-']).any(|word| word.len() > 2 && local.contains(&word.to_lowercase()))
}

/// The length of the particles in small letters that `text` begins with, before a surname: `von der Leithe`.
fn particle_len(text: &str) -> usize {
    const PARTICLES: [&str; 32] = [
        "von der ", "von den ", "von ", "vom ", "van der ", "van den ", "van de ", "van 't ", "van ", "zu ", "zur ",
        "de la ", "de los ", "de las ", "de ", "del ", "della ", "di ", "da ", "dos ", "do ", "du ", "den ", "ter ",
        "ten ", "op 't ", "op den ", "op de ", "in 't ", "bin ", "binti ", "ibn ",
    ];
    PARTICLES.iter().find(|particle| text.starts_with(**particle)).map_or(0, |particle| particle.len())
}

/// The surname at `at`, behind a title, that is a word in the place of names elsewhere.
fn field_or_guest(text: &str, at: usize) -> Option<Range<usize>> {
    let name = ["Field", "Guest", "Case"].into_iter().find(|name| text[at..].starts_with(*name))?;
    is_value_edge(text, at + name.len()).then_some(at..at + name.len())
}

/// The name with capitals that begins at `at`, of at most three words.
pub(super) fn name_at(text: &str, at: usize) -> Option<Range<usize>> {
    after(text, at, |_| true)
}

/// The name that begins at `at`, of at most three words, if `ends` accepts the text behind it.
fn after(text: &str, at: usize, ends: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let start = at + rest.len() - without_title(rest).len();
    let (mut end, mut from) = (start, start);
    for _ in 0..3 {
        let rest = text.get(from..)?;
        let stops = |c: char| !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '\u{300}'..='\u{36F}'));
        let near = window::behind(rest, 0, 4 * MAX_LOCAL);
        let word = near.split(stops).next().unwrap_or_default();
        let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
        if !is_name_word(word) {
            break;
        }
        end = from + word.len();
        let is_initial = word.chars().count() == 1;
        from = match (text.get(end..)?, is_initial) {
            (rest, true) if rest.starts_with(". ") => end + 2,
            // `P.Kumar`
            (rest, true) if rest.starts_with('.') => end + 1,
            (rest, _) if rest.starts_with(' ') => end + 1,
            _ => break,
        };
    }
    let found = text.get(start..end)?;
    let is_name = found.chars().take(2).count() == 2;
    (is_name && ends(text.get(end..)?)).then_some(start..end)
}

/// The name that begins the line of the bracket at `bracket`, which ends it.
fn signer(text: &str, bracket: &Range<usize>) -> Option<Range<usize>> {
    let head = line::whole_before(text, bracket.start, 2 * MAX_LOCAL)?;
    let found = head.strip_suffix(' ')?;
    let ends = line::whole_behind(text, bracket.end, MAX_LOCAL)?.trim().is_empty();
    let words = name_words(found).filter(|_| ends)?;
    let start = bracket.start - head.len();
    (words <= MAX_WORDS).then(|| start..start + found.len())
}

/// The name that fills the line that begins at `at`.
fn name_line(text: &str, at: usize) -> Option<Range<usize>> {
    let found = line::whole_behind(text, at, 2 * MAX_LOCAL)?.trim_end_matches([' ', '\t', ',']);
    let words = name_words(without_title(found)).filter(|_| !names_department(found))?;
    let start = at + found.len() - without_title(found).len();
    (words <= MAX_WORDS).then_some(start..at + found.len())
}
