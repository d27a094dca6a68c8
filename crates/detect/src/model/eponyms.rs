//! Eponyms: things that are named after persons and places, such as diseases, laws, instruments, dishes, letters of scripts.

use masquerade_ner::{Mention, Type, lexicon::class, titles};

use super::words::{NAMES, Words};
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Things behind a name, with `'s` or without, that are named after those who found them. Words for what people have
/// themselves (`test`, `tumor`, `machine`) are left out.
const THINGS: &WordList = &WordList::new(
    "disease|syndrome|syndromes|palsy|lymphoma|sarcoma|thyroiditis|chorea|phenomenon|contracture|encephalopathy|ataxia|reflex|\
     law|laws|theorem|theorems|lemma|conjecture|corollary|axiom|axioms|paradox|razor|algorithm|algorithms|equation|equations|\
     inequality|transform|transforms|polynomial|polynomials|coefficient|sieve|hypothesis|postulate|postulates|comet|cipher",
);

/// Things behind a name with `'s` alone: without it they are words of their own.
const OWNED: &WordList = &WordList::new("method|methods|principle|principles|effect|sign|rule|formula");

/// Things behind a name without `'s` alone.
const JOINED: &WordList = &WordList::new(
    "catheter|forceps|retractor|wires|stain|agar|kernel|filter|filters|matrix|matrices|series|distribution|constant|criterion|\
     automaton|automata|machine|machines|completeness|telescope|curve|curves|manifold|integral|multiplier|multipliers|numerals|\
     syndrom|krankheit|esophagus|screwdriver|wrench|catheters|stage",
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

/// Dishes and what they are made of, which lists of names hold, too, or which the models take for names.
const DISHES: &WordList = &WordList::new(
    "spaghetti|carbonara|bolognese|penne|lasagne|lasagna|risotto|gnocchi|pecorino|guanciale|mozzarella|ricotta|parmesan|\
     parmigiano|camembert|cheddar|gruyère|feta|emmentaler|tikka|masala|basmati|biryani|korma|vindaloo|tandoori|\
     paneer|naan|ratatouille|aubergine|aubergines|courgette|courgettes|zucchini|bourguignon|niçoise|tarte|crème|brûlée|\
     béchamel|hollandaise|béarnaise|pizza|tiramisu|paella|gambas|tortilla|gazpacho|empanadas|guacamole|\
     pierogi|bigos|barszcz|żurek|gołąbki|goulash|gulasch|schnitzel|sauerbraten|spätzle|knödel|ramen|sushi|teriyaki|tempura|\
     miso|kimchi|pho|hummus|falafel|tahini|kebab|baklava|moussaka|tzatziki|vanille|vanilla|\
     sriracha|quinoa|couscous|espresso|cappuccino|macchiato|prosecco|chardonnay|merlot|rioja",
);

/// Words behind or before the name of a dish: `Dijon mustard`, `Eggs Benedict`.
const FOOD: &WordList = &WordList::new(
    "salad|sauce|mustard|soup|stew|curry|sandwich|cheese|dressing|noodles|pasta|pizza|salade|salsa|salat|\
     suppe|käse|eggs|beef|chicken|boeuf|poulet|pollo|ensalada|insalata|zuppa",
);

/// Names of products, formats and systems that the models take for those of persons and places, and that nobody bears.
const PRODUCTS: &WordList = &WordList::new(
    "svelte|tailwind|jupyter|wayland|vulkan|gitea|deno|debian|ubuntu|fedora|kubernetes|grafana|prometheus|postgres|\
     postgresql|mysql|sqlite|mongodb|redis|kafka|macintosh|unicode|django|numpy|pandas|pytorch|tensorflow|webpack|vite|\
     eslint|babel|gatsby|nginx|traefik|ansible|terraform|wordpress|drupal|joomla|magento|shopify|photoshop|powerpoint|excel|\
     outlook|whatsapp|bluetooth|dvorak|qwerty|qwertz|azerty|latex|libreoffice|thunderbird|firefox|chromium|safari|gtk|gnome|\
     systemd|dbus|pixbuf|lorem|ipsum|macbook|iphone|ipad|laserjet|xbox|playstation|netflix|spotify|youtube|wifi|seo|ctrl|cpan|\
     esperanto|volapük|siri|cortana|bixby|brexit|doppler|god",
);

/// Scores and scales, before their value: `Gleason 7`.
const SCORES: &WordList =
    &WordList::new("gleason|apgar|glasgow|karnofsky|norton|barthel|braden|child-pugh|mallampati|fitzpatrick");

/// Reports whether a mention is part of the name of a thing.
pub fn is_thing(words: &Words<'_>, text: &str, mention: &Mention) -> bool {
    let found = mention.span.slice(text);
    let (head, tail) = (&text[..mention.span.start()], &text[mention.span.end()..]);
    let is_product = || mention.kind != Type::Organization && is_listed(found, PRODUCTS);
    let is_food = || mention.kind != Type::Organization && is_dish(found, head, tail);
    is_product()
        || is_score(found, tail)
        || mention.kind == Type::Person && (is_interjection(words, found, head) || is_possessive(found, tail))
        || is_eponym(words, found, head, tail)
        || is_food()
        || is_letter(found, head, tail)
        || is_date(found, head, tail)
}

/// Reports whether something stands around a name that is named after it: `…'s disease`, `Morbus …`.
fn is_eponym(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    if found.contains(' ') {
        let found = found.to_lowercase();
        return BEFORE.iter().any(|before| found.starts_with(before));
    }
    if found.starts_with(char::is_lowercase) || has_title(head) {
        return false;
    }
    let name = found.strip_suffix("'s").or_else(|| found.strip_suffix("’s"));
    let owned = ["'s ", "’s ", "' ", "’ "].iter().find_map(|ending| tail.strip_prefix(ending));
    let owned = owned.or_else(|| name.and_then(|_| tail.strip_prefix(' ')));
    let behind = owned.or_else(|| tail.strip_prefix([' ', '-'])).unwrap_or_default();
    let thing = first_word(behind);
    let is_thing = match owned {
        // What belongs to somebody who is called by the first name is their own.
        Some(_) => {
            let is_first = words.classes(name.unwrap_or(found)) & class::COMMON_FIRST != 0;
            !is_first && (is_listed(thing, THINGS) || is_listed(thing, OWNED))
        }
        None => is_listed(thing, THINGS) || is_listed(thing, JOINED),
    };
    if is_thing {
        return true;
    }
    let near = &head[head.ceil_char_boundary(head.len().saturating_sub(24))..];
    let near = near.to_lowercase();
    BEFORE.iter().any(|before| near.ends_with(before))
}

/// Reports whether a score with its value behind it is named after somebody: `Gleason 7`, `Gleason VII`.
fn is_score(found: &str, tail: &str) -> bool {
    let value = tail.trim_start_matches([' ', ':', '=', '(']);
    is_listed(found, SCORES) && value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'I' | 'V' | 'X'))
}

/// Reports whether a word of talk is drawn out, as no name is: `Damnnnn`; `Annnna` is a name without its repetitions.
fn is_interjection(words: &Words<'_>, found: &str, head: &str) -> bool {
    /// Calls and thanks that texts in chats have in all spellings, so that the models take them for names.
    const CALLS: &WordList = &WordList::new(
        "bravo|wow|woaw|whoa|uhm|umm|hmm|heya|hiya|hullo|hollo|bubye|byebye|amen|tysm|tyvm|yay|yaay|haha|hehe|lol|lmao|omg|thanx|\
         thnx|thankyou|plz|pls|welp|yikes|oops|ouch|kudos|hurray|hooray",
    );
    let mut plain = String::with_capacity(found.len());
    let (mut run, mut longest) = (0, 0);
    for c in found.chars().flat_map(char::to_lowercase) {
        run = if plain.ends_with(c) { run + 1 } else { 1 };
        longest = longest.max(run);
        if run == 1 {
            plain.push(c);
        }
    }
    let is_numeral = found.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    // Within a sentence a capital tells a name: `meeting Annnna Roe`.
    let is_within = found.starts_with(char::is_uppercase) && head.trim_end().ends_with(char::is_alphabetic);
    let is_drawn = longest > 2 && !is_within && !is_numeral && words.classes(&plain) & NAMES == 0;
    !found.contains(' ') && (is_drawn || is_listed(found, CALLS))
}

/// Reports whether a mention is `Jina` in Swahili, the word for a name, before the word for whose it is: `Jina langu ni …`.
fn is_possessive(found: &str, tail: &str) -> bool {
    const WHOSE: &WordList = &WordList::new("langu|lako|lake|letu|lenu|lao|la");
    found.eq_ignore_ascii_case("jina")
        && tail.strip_prefix(' ').map(first_word).is_some_and(|word| is_listed(word, WHOSE))
}

fn has_title(head: &str) -> bool {
    head.trim_end().rsplit(char::is_whitespace).next().is_some_and(titles::is_title)
}

/// The letters at the beginning of `text`.
fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()
}

/// Reports whether a mention is a dish or belongs to one.
fn is_dish(found: &str, head: &str, tail: &str) -> bool {
    let is_food = |word: &str| is_listed(word, FOOD) || is_listed(word, DISHES);
    let last = head.strip_suffix(' ').and_then(|head| head.rsplit(|c: char| !c.is_alphabetic()).next());
    found.split(' ').any(|word| is_listed(word, DISHES))
        || found.split(' ').any(|word| word.len() > 3 && word != found && is_listed(word, FOOD))
        || tail.strip_prefix(' ').map(first_word).is_some_and(is_food)
        || last.is_some_and(|word| word.starts_with(char::is_uppercase) && is_food(word))
}

/// Reports whether a mention is part of a date: `Sun` of `Sun Jul 25`.
fn is_date(found: &str, head: &str, tail: &str) -> bool {
    const DATES: &WordList = &WordList::new(
        "mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|april|june|august|mai|juni|juli|januar",
    );
    let is_part = |word: &str| is_listed(word, DATES) || word.starts_with(|c: char| c.is_ascii_digit());
    let signs = [' ', ',', '.', '/', '-'];
    let next = tail.trim_start_matches(signs).split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let last = head.trim_end_matches(signs).rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_near = tail.starts_with([' ', ',']) && is_part(next) || head.ends_with([' ', ',']) && is_part(last);
    is_listed(found, DATES) && is_near
}

/// Reports whether a mention is part of the name of a character: `GREEK CAPITAL LETTER …`.
fn is_letter(found: &str, head: &str, tail: &str) -> bool {
    const SIGNS: [&str; 4] = ["LETTER", "CHARACTER", "SYLLABLE", "IDEOGRAPH"];
    if found.contains(char::is_lowercase) {
        return false;
    }
    let line = |part: &str| part.split('\n').next().unwrap_or_default().to_owned();
    let near = &head[head.ceil_char_boundary(head.len().saturating_sub(40))..];
    let before = near.rsplit('\n').next().unwrap_or_default();
    let behind = line(&tail[..tail.floor_char_boundary(tail.len().min(40))]);
    SIGNS.iter().any(|sign| before.contains(sign) || behind.contains(sign))
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;
    use crate::text::Span;

    fn is(text: &str, part: &str) -> bool {
        let start = text.find(part).unwrap();
        let span = Span::new(text, start..start + part.len()).unwrap();
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        is_thing(&words, text, &Mention { span, kind: Type::Person, presence: 0.8, confidence: 0.8, alternative: None })
    }

    #[test]
    fn diseases_laws_and_dishes_are_named_after_somebody() {
        for (text, part) in [
            ("diagnosed with Roe's disease in May", "Roe"),
            ("the Roe syndrome", "Roe"),
            ("a Roe–Doe lemma", "Doe"),
            ("Roe’s algorithm ends", "Roe"),
            ("by Roe's method", "Roe"),
            ("Patient mit Morbus Roe", "Roe"),
            ("Patient mit Morbus Roe", "Morbus Roe"),
            ("la maladie de Roe", "Roe"),
            ("Roe's sign negative", "Roe"),
            ("as Hurricane Rhea packed winds", "Rhea"),
            ("a Roe screwdriver", "Roe"),
            ("Eggs Roe with toast", "Roe"),
            ("Spaghetti Roe", "Spaghetti Roe"),
            ("GREEK CAPITAL LETTER RHO", "RHO"),
            ("changed Sun Jul 5", "Sun"),
            ("on Fri, Sat, Sun", "Sun"),
            ("con técnica de Roe", "Roe"),
            ("Gleason 7 in both", "Gleason"),
            ("Damnnnn, she said", "Damnnnn"),
            ("Bravo! Funny", "Bravo"),
            ("Jina langu ni Amani", "Jina"),
        ] {
            assert!(is(text, part), "{text}");
        }
        for (text, part) in [
            ("Roe's test was negative", "Roe"),
            ("Anna's disease", "Anna"),
            ("Roe's machine", "Roe"),
            ("Dr Roe's law", "Roe"),
            ("Jane Roe's disease", "Jane Roe"),
            ("Roe met the law", "Roe"),
            ("the Roe method", "Roe"),
            ("Roe likes pasta", "Roe"),
            ("JANE ROE", "JANE ROE"),
            ("May went with Jan home", "Jan"),
            ("Mr Gleason said", "Gleason"),
            ("Annnna, come here", "Annnna"),
            ("meeting Jonyeee there", "Jonyeee"),
            ("ask Jina about it", "Jina"),
        ] {
            assert!(!is(text, part), "{text}");
        }
    }
}
