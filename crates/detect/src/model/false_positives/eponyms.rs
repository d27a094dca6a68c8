//! Eponyms: diseases, laws, reactions, instruments, animals and plants that are named after persons and places.

use masquerade_ner::lexicon::class;

use super::{first_word, has_title, is_common_first, last_word};
use crate::{
    model::words::{NAMES, Words},
    recognizers::support::word_list::{WordList, is_listed},
};

/// Things behind a name, with `'s` or without, that are named after those who found them. Words for what people have
/// themselves (`test`, `tumor`, `machine`) are left out.
const THINGS: &WordList = &WordList::new(
    "disease|syndrome|syndromes|palsy|lymphoma|sarcoma|thyroiditis|chorea|phenomenon|contracture|encephalopathy|ataxia|reflex|\
     law|laws|theorem|theorems|lemma|conjecture|corollary|axiom|axioms|paradox|razor|algorithm|algorithms|equation|equations|\
     inequality|transform|transforms|polynomial|polynomials|coefficient|sieve|hypothesis|postulate|postulates|comet|cipher",
);

/// Things behind a name with `'s` alone: without it they are words of their own.
const OWNED: &WordList = &WordList::new(
    "method|methods|principle|principles|effect|sign|rule|formula|constant|constants|inequality|radius|length|number",
);

/// Things behind a name without `'s` alone.
const JOINED: &WordList = &WordList::new(
    "catheter|forceps|retractor|wires|stain|agar|kernel|filter|filters|matrix|matrices|series|distribution|constant|criterion|\
     automaton|automata|machine|machines|completeness|telescope|curve|curves|manifold|integral|multiplier|multipliers|numerals|\
     syndrom|krankheit|esophagus|screwdriver|wrench|catheters|stage",
);

/// Things behind a surname, with `'s` or without, that no place is told by, so that only persons are no names before them: of
/// chemistry, mathematics, medicine, physics, astronomy and games, and wild animals and plants.
const FOUND: &WordList = &WordList::new(
    "olefination|acylation|alkylation|metathesis|cyclization|hydrogenation|epoxidation|annulation|couplings|reagent|catalyst|\
     funnel|condenser|flask|electrode|buffer|fixed-point|algebra|algebras|identities|decomposition|factorization|distributions|\
     processes|chains|lattice|duality|statistic|likelihood|entropy|divergence|tendon|ligament|corpuscles|glands|gland|manoeuvre|\
     maneuver|bypass|anastomosis|pouch|diverticulum|nevus|anemia|anaemia|oscillator|interferometer|diode|gambit|nebula|crater|\
     gazelle|zebra|petrel|storm-petrel|warbler|sparrow|sandpiper|plover|hummingbird|woodpecker|vulture|buzzard|falcon|bunting|pipit|\
     lemur|shrew|gecko|skink|porpoise|dik-dik|pheasant|fir|pine|spruce|cypress|hemlock|larch|juniper|orchid|spurge|speedwell|\
     saxifrage|boson|bosons|correction|thresholding|statistic|statistics|kappa|cyst|knife|dish|dishes|burner|burners|monitor|ultrasound|plots",
);

/// Such things that people have and do, too, so that they count in lists alone: between a sign before the name, and one behind the
/// thing.
const LISTED: &WordList = &WordList::new(
    "area|areas|node|nodes|body|bodies|cells|group|groups|ring|rings|space|spaces|domain|domains|norm|identity|process|chain|sum|sums|\
     scale|fracture|hernia|dislocation|procedure|position|defence|defense|variation|opening|cage|cloud|belt|fever|ulcer|abscess|needle|\
     tube|jar|burner|coupling|correspondence|continuity|simulation|effect|owl|eagle|jay|finch|monkey|squirrel|toad|gull|tern|\
     sequence|sequences|radiation|addition|line|integration|apple|metric|bracket",
);

/// Endings of the text before the name of somebody after whom something is named, or before that of a storm, in small
/// letters.
const BEFORE: &[&str] = &[
    "morbus ",
    "maladie de ",
    "syndrome de ",
    "théorème de ",
    "loi de ",
    "méthode de ",
    "algorithme de ",
    "enfermedad de ",
    "síndrome de ",
    "teorema de ",
    "ley de ",
    "algoritmo de ",
    "malattia di ",
    "morbo di ",
    "sindrome di ",
    "teorema di ",
    "legge di ",
    "doença de ",
    "mal de ",
    "lei de ",
    "ziekte van ",
    "wet van ",
    "stelling van ",
    "syndroom van ",
    "satz von ",
    "satz des ",
    "gesetz von ",
    "choroba ",
    "zespół ",
    "prawo ",
    "twierdzenie ",
    "theorem of ",
    "técnica de ",
    "cápsula de ",
    "esófago de ",
    "angina de ",
    "malformación de ",
    "signo de ",
    "tendón de ",
    "asa de ",
    "hiato de ",
    "maniobra de ",
    "trompa de ",
    "escala de ",
    "anemia de ",
    "signe de ",
    "manœuvre de ",
    "tendon d'",
    "segno di ",
    "manovra di ",
    "scala di ",
    "tecnica di ",
    "sinal de ",
    "técnica do ",
    "objaw ",
    "hurricane ",
    "typhoon ",
    "cyclone ",
    "tropical storm ",
];

/// Things before `of`, `de`, `di`, `van` and `von` with the name of somebody after whom they are named.
const OF: &WordList = &WordList::new(
    "circle|foramen|fissure|islets|islands|ligament|crypts|sphincter|duct|pouch|zonule|tubercle|kyste|cage|constante|équation|inégalité|\
     fiole|angine|transformée|matrice|lemme|îlots|anse|corpuscules|polygone|jaula|puente|tubo|ecuación|quiste|mechero|matraz|\
     transformada|matriz|lema|desigualdad|polígono|conjetura|círculo|islotes|enfermedad|gabbia|ponte|costante|equazione|cisti|becco|\
     trasformata|disuguaglianza|isole|gaiola|equação|cisto|bico|desigualdade|conjectura|kooi|constante|cyste|eilandjes|käfig",
);

/// Such things that people have, too, so that they count before a name that no list has.
const OF_STRANGERS: &WordList = &WordList::new(
    "loop|angle|bundle|triangle|tube|effet|principe|bouteille|bec|indice|nombre|série|critère|trompe|appareil|cercle|pile|échelle|\
     cylindre|efecto|número|principio|serie|criterio|células|test|effetto|bottiglia|pila|numero|efeito|princípio|sequência|effect|getal|teken|\
     algoritme|boog",
);

/// German things before `nach` and the name.
const NACH: &WordList = &WordList::new("klassifikation|score|zeichen|manöver|stadium|einteilung|skala");

/// Things before a name in languages that put it behind them in the genitive, or as it is; and storms.
const DIRECTLY: &WordList = &WordList::new(
    "choroby|chorobie|chorobą|zespołu|zespołem|twierdzenia|twierdzeniem|równanie|równania|nierówność|algorytm|algorytmu|skala|skali|\
     efekt|objawu|boala|sindromul|legea|teorema|semnul|loi|lois|nagroda|nagrody|nagrodę|nagrodą|kráter|krater|crater|craters|cratère|\
     cráter|sturm|storm|stormen|orkan|taifun|zyklon|hurrikan|ouragan|cyclone|huracán|ciclón|uragano|furacão|huragan|hurikán|orkaan|\
     hurrikaani|taifuuni",
);

/// Diseases, laws and dishes behind a name in languages other than English, in one word or behind a hyphen, by their endings.
const ENDINGS: &[&str] = &[
    "syndrom",
    "krankheit",
    "ödem",
    "reflex",
    "effekt",
    "algorithmus",
    "verteilung",
    "reihe",
    "funktion",
    "gleichung",
    "transformation",
    "konstante",
    "akkord",
    "bass",
    "maschine",
    "brenner",
    "kolben",
    "schale",
    "preis",
    "sjukdom",
    "sykdom",
    "sygdom",
    "syndroom",
    "ziekte",
    "-kór",
    "szindróma",
    "-díj",
    "-díjat",
    "-díjas",
    "-tétel",
    "-törvény",
    "-reflex",
    "leves",
    "-torta",
    "-palacsinta",
    "-szelet",
    "-saláta",
    "-krém",
    "-rostélyos",
    "-túrós",
    "-kocka",
    "-oireyhtymä",
    "-hastalığı",
    "-sendromu",
];

/// Diseases and laws behind a name as words of their own, in languages other than English.
const FOREIGN: &WordList = &WordList::new(
    "krankheit|syndrom|reflex|effekt|sjukdom|syndrom|sykdom|sygdom|choroba|choroby|chorobou|nemoc|nemoci|syndróm|syndrómem|bolest|\
     bolesti|sindrom|sindroma|teorem|poučak|kór|kórban|szindróma|szindrómában|törvény|törvénye|tétel|tétele|hastalığı|hastalığının|\
     sendromu|yasası|teoremi|sabiti|kanunu|tauti|oireyhtymä|tõbi|sindroms|slimība|sindromas|dėsnis|teorema|díj|díjat|díjas",
);

/// Scores and scales, before their value: `Gleason 7`.
const SCORES: &WordList =
    &WordList::new("gleason|apgar|glasgow|karnofsky|norton|barthel|braden|child-pugh|mallampati|fitzpatrick");

/// Signs, devices and solutions of medicine that are called by a name alone: `Blumberg +`, `Foley patent`, `Ringer's 500 ml`.
const CLINICAL: &WordList = &WordList::new(
    "blumberg|murphy|rovsing|mcburney|kernig|brudzinski|lasègue|lasegue|babinski|romberg|hallpike|dix-hallpike|epley|tinel|phalen|\
     lachman|homans|trendelenburg|barré|mingazzini|giordano|goldflam|foley|hickman|redon|ringer|hartmann|schmorl|mantoux|coombs|holter|mcmurray|riedel|bosniak|thomas",
);

/// Diseases that are called by a name in the genitive alone: `has Crohn's`.
const DISEASES: &WordList = &WordList::new(
    "crohn|alzheimer|parkinson|hodgkin|raynaud|sjögren|sjogren|hashimoto|ménière|meniere|tourette|asperger|huntington|behçet|behcet",
);

/// Reports whether something stands around a name that is named after it: `…'s disease`, `Morbus …`.
pub(super) fn is_eponym(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    if found.contains(' ') {
        let found = found.to_lowercase();
        return BEFORE.iter().any(|before| found.starts_with(before));
    }
    if found.starts_with(char::is_lowercase) || has_title(head) {
        return false;
    }
    let Behind { thing, is_owned, name } = Behind::of(found, tail);
    let is_thing = if is_owned {
        // What belongs to somebody who is called by the first name is their own.
        let is_first = words.classes(name) & class::COMMON_FIRST != 0;
        !is_first && (is_listed(first_word(thing), THINGS) || is_listed(first_word(thing), OWNED))
    } else {
        // `Annas Krankheit`
        let is_own = || found.strip_suffix('s').is_some_and(|name| is_common_first(words, name));
        is_listed(first_word(thing), THINGS) || is_listed(first_word(thing), JOINED) && !is_own()
    };
    if is_thing {
        return true;
    }
    let near = near(head).to_lowercase();
    BEFORE.iter().any(|before| near.ends_with(before))
}

/// Reports whether a mention of a person is one after whom something is named, which no place is: `Thomson's gazelle`,
/// `jaula de Faraday`, `Blumberg +`, `Quincke-Ödem`.
pub(super) fn names_thing(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    let bare = found.strip_suffix("'s").or_else(|| found.strip_suffix("’s")).unwrap_or(found);
    if found.contains(' ') || found.starts_with(char::is_lowercase) || has_title(head) {
        return false;
    }
    if is_compound(found)
        || is_clinical(bare, found, tail)
        || is_disease(bare, found, tail)
        || is_among_pairs(found, head, tail)
    {
        return true;
    }
    if is_common_first(words, bare) {
        return false;
    }
    is_before_thing(words, found, head, tail)
        || is_beside_another(tail)
        || is_among_things(head, tail)
        || is_measured(tail)
        || is_behind_thing(head, words.classes(bare) & NAMES != 0)
        || is_hyphenated(tail)
}

/// Reports whether something found by somebody, an animal or a plant stands behind the name.
fn is_before_thing(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    let Behind { thing, is_owned, name } = Behind::of(found, tail);
    let len = thing.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(thing.len());
    let (thing, rest) = thing.split_at(len);
    if !is_owned && is_listed(thing, FOREIGN) {
        return true;
    }
    // What many people are called is rather somebody's name.
    if !thing.starts_with(char::is_lowercase) || is_owned && words.classes(name) & class::COMMON_LAST != 0 {
        return false;
    }
    let begins = || {
        let head = head.trim_end_matches([' ', '\t', '*', '•', '-', '–', '(']);
        head.is_empty() || head.ends_with([',', ';', ':', '\n', '\r', '|', '.', '/'])
    };
    let ends = || {
        let rest = rest.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        rest.is_empty() || rest.starts_with([',', ';', '\n', '\r', '|', '.', ')', '/'])
    };
    let is_borne = || words.classes(name) & class::COMMON_LAST != 0;
    is_listed(thing, FOUND) || is_listed(thing, LISTED) && !is_borne() && begins() && ends()
}

/// Reports whether a thing has the names of two: `Riemann and Lebesgue integration`.
fn is_beside_another(tail: &str) -> bool {
    let other = [" and ", " und ", " et ", " y ", " e "].iter().find_map(|link| tail.strip_prefix(link));
    let other = other.filter(|other| other.starts_with(char::is_uppercase)).unwrap_or_default();
    let Some((_, thing)) = other.split_once(' ').filter(|(name, _)| name.chars().all(char::is_alphabetic)) else {
        return false;
    };
    let thing = first_word(thing);
    thing.starts_with(char::is_lowercase) && names_found(thing)
}

/// Reports whether `word` is a thing that is named after somebody.
fn names_found(word: &str) -> bool {
    let is = |word: &str| [THINGS, FOUND, LISTED, JOINED].iter().any(|list| is_listed(word, list));
    is(word) || word.strip_suffix('s').is_some_and(is)
}

/// Reports whether a name is an item of a list of such things by itself: `Wittig olefination, Grignard addition, Dewar, Schlenk line`.
fn is_among_things(head: &str, tail: &str) -> bool {
    /// Fewest such things.
    const FEW: usize = 3;
    let is_thing = |item: &&str| {
        item.starts_with(char::is_uppercase)
            && item.contains(' ')
            && item.rsplit(' ').next().is_some_and(|last| last.starts_with(char::is_lowercase) && names_found(last))
    };
    items_around(head, tail).is_some_and(|items| items.filter(is_thing).count() >= FEW)
}

/// Reports whether a name is one of several in a list that are of two surnames each and without first names, as tests, laws and reactions
/// are called: `Mann-Whitney, Durbin-Watson, Jarque-Bera`.
fn is_among_pairs(found: &str, head: &str, tail: &str) -> bool {
    /// Fewest others.
    const FEW: usize = 2;
    let is_name = |part: &str| part.starts_with(char::is_uppercase) && part.chars().skip(1).all(char::is_lowercase);
    let is_pair = |item: &&str| {
        let mut parts = item.split(['-', '–']);
        parts.clone().nth(1).is_some() && parts.all(|part| part.len() > 2 && is_name(part))
    };
    is_pair(&found) && items_around(head, tail).is_some_and(|items| items.filter(is_pair).count() >= FEW)
}

/// The items of the list around a name which is one by itself, as far as they stand near.
fn items_around<'t>(head: &'t str, tail: &'t str) -> Option<impl Iterator<Item = &'t str>> {
    /// Reach of the look at the list, in bytes.
    const NEAR: usize = 200;
    const SIGNS: [char; 6] = [',', ';', ':', '\n', '.', '|'];
    let head = &head[head.ceil_char_boundary(head.len().saturating_sub(NEAR))..];
    let tail = &tail[..tail.floor_char_boundary(tail.len().min(NEAR))];
    let begins = head.is_empty() || head.trim_end_matches([' ', '-', '*', '•']).ends_with(SIGNS);
    let is_alone = begins && (tail.is_empty() || tail.starts_with(SIGNS));
    let items = head.split(SIGNS).chain(tail.split(SIGNS)).map(|item| item.trim_matches([' ', '-', '*', '•']));
    is_alone.then_some(items)
}

/// Reports whether a norm stands in brackets behind the name of a test, or a size behind that of an instrument: `Brinell (ISO 6506-1)`,
/// `Nagler 13 mm`.
fn is_measured(tail: &str) -> bool {
    const NORMS: [&str; 5] = [" (ISO ", " (DIN ", " (EN ", " (ASTM ", " (IEC "];
    const UNITS: &WordList = &WordList::new("mm|ml|px|gb|mb|hz|khz|mhz|kw|nm|rpm|x");
    let number = tail.strip_prefix(' ').unwrap_or_default();
    let unit = number.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    NORMS.iter().any(|norm| tail.starts_with(norm))
        || unit.len() < number.len() && is_listed(first_word(unit.strip_prefix([' ', '\u{A0}']).unwrap_or(unit)), UNITS)
}

/// Reports whether something that is named after somebody stands before the name: `islets of`, `jaula de`, `choroby`, `kráter`.
fn is_behind_thing(head: &str, is_known: bool) -> bool {
    const LINKS: [&str; 6] = ["of", "de", "di", "van", "von", "des"];
    let near = near(head);
    let link = last_word(near);
    if is_listed(link, DIRECTLY) {
        return true;
    }
    let before = ["d'", "d’"].iter().find_map(|link| near.strip_suffix(link));
    let before = before.or_else(|| near.strip_suffix(' ').and_then(|near| near.strip_suffix(link)));
    let thing = before.map(last_word).unwrap_or_default();
    match link {
        "nach" => is_listed(thing, NACH),
        "" => is_listed(thing, OF) || !is_known && is_listed(thing, OF_STRANGERS),
        _ => LINKS.contains(&link) && (is_listed(thing, OF) || !is_known && is_listed(thing, OF_STRANGERS)),
    }
}

/// Reports whether the rest of a word behind a hyphen tells a thing: `Jókai` before `-bableves`.
fn is_hyphenated(tail: &str) -> bool {
    let Some(rest) = tail.strip_prefix('-') else { return false };
    let thing = first_word(rest);
    has_ending(thing, &format!("-{thing}"))
}

/// Reports whether a mention is a compound of a name and a thing: `Quincke-Ödem`, `Jókai-bableves`.
fn is_compound(found: &str) -> bool {
    found.rfind('-').is_some_and(|at| has_ending(&found[at + 1..], &found[at..]))
}

/// Reports whether a thing has one of [`ENDINGS`].
fn has_ending(thing: &str, hyphened: &str) -> bool {
    let hyphened = hyphened.to_lowercase();
    !thing.is_empty() && ENDINGS.iter().any(|ending| hyphened.ends_with(ending))
}

/// Reports whether a sign or device of medicine stands with what is said of it.
fn is_clinical(bare: &str, found: &str, tail: &str) -> bool {
    const REMARKS: &WordList = &WordList::new(
        "pos|neg|positiv|negativ|positive|negative|positivo|negativo|positif|négatif|positiva|negativa|dodatni|ujemny|patent|draining|in|\
         removed|inserted|utförd|utfört|udført|utført|durchgeführt|sign|lactate|lösung|solution|lösning|bag|flushed",
    );
    if !is_listed(bare, CLINICAL) {
        return false;
    }
    let owned = ["'s", "’s"].iter().find_map(|ending| tail.strip_prefix(ending)).filter(|_| bare.len() == found.len());
    let rest = owned.unwrap_or(tail);
    let is_sign = rest.starts_with(" -") && !rest.starts_with(" - ");
    let rest = rest.trim_start_matches([' ', '-', '/', ':', '(']);
    is_sign
        || rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '±' | '−'))
        || is_listed(first_word(rest), REMARKS)
}

/// Reports whether a disease is called by a name in the genitive, and nothing follows that somebody of that name may have.
fn is_disease(bare: &str, found: &str, tail: &str) -> bool {
    const BEHIND: &WordList =
        &WordList::new("and|or|with|in|for|since|is|was|on|as|but|at|diagnosed|which|so|patients|flare|meds");
    let owned = if bare.len() < found.len() {
        Some(tail)
    } else {
        tail.strip_prefix("'s").or_else(|| tail.strip_prefix("’s"))
    };
    is_listed(bare, DISEASES)
        && owned.is_some_and(|rest| {
            let next = first_word(rest.trim_start_matches(' '));
            !rest.starts_with(char::is_alphabetic) && (next.is_empty() || is_listed(next, BEHIND))
        })
}

/// Reports whether a score with its value behind it is named after somebody: `Gleason 7`, `Gleason VII`.
pub(super) fn is_score(found: &str, tail: &str) -> bool {
    let value = tail.trim_start_matches([' ', ':', '=', '(']);
    is_listed(found, SCORES) && value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'I' | 'V' | 'X'))
}

/// The text before a name, as far as it tells what is named after it.
fn near(head: &str) -> &str {
    &head[head.ceil_char_boundary(head.len().saturating_sub(32))..]
}

/// What stands behind a name.
struct Behind<'t> {
    thing: &'t str,
    /// True if the name is in the genitive.
    is_owned: bool,
    /// The name without the ending of the genitive.
    name: &'t str,
}

impl<'t> Behind<'t> {
    fn of(found: &'t str, tail: &'t str) -> Self {
        let name = found.strip_suffix("'s").or_else(|| found.strip_suffix("’s"));
        let owned = ["'s ", "’s ", "' ", "’ "].iter().find_map(|ending| tail.strip_prefix(ending));
        let owned = owned.or_else(|| name.and_then(|_| tail.strip_prefix(' ')));
        let thing = owned.or_else(|| tail.strip_prefix([' ', '-'])).unwrap_or_default();
        Self { thing, is_owned: owned.is_some(), name: name.unwrap_or(found) }
    }
}
