//! Numbers that are dictated digit by digit, in words: `four four seven one`, `null eins sieben sechs`, `double oh seven`.

use std::{ops::Range, sync::LazyLock};

use rustc_hash::FxHashMap;

use crate::recognizers::support::number_words::{is_eastern_tens, is_number_link, is_number_word};
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Numbers of two digits with which dictated ones begin, or the beginnings of their words.
macro_rules! tens {
    () => {
        "ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\
         dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|\
         diez|once|doce|trece|catorce|quince|dieci[a-zé]{4,6}|veinti?[a-zéó]{1,6}|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|\
         dez|doze|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|tien|elf|twaalf|dertien|veertien|twintig|dertig|veertig|vijftig|zestig|\
         zeventig|tachtig|negentig|zehn|zwölf|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|\
         dziesięć|jedenaście|dwanaście|trzynaście|czternaście|piętnaście|szesnaście|siedemnaście|osiemnaście|dziewiętnaście|dwadzieścia|\
         trzydzieści|czterdzieści|pięćdziesiąt|sześćdziesiąt|siedemdziesiąt|osiemdziesiąt|dziewięćdziesiąt|\
         deset|dvacet|třicet|čtyřicet|padesát|šedesát|sedmdesát|osmdesát|devadesát|\
         десять|одиннадцать|двенадцать|тринадцать|четырнадцать|пятнадцать|шестнадцать|семнадцать|восемнадцать|девятнадцать|двадцать|тридцать|\
         сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan"
    };
}

/// Numbers of two digits whose ones stand before the tens, in one word.
macro_rules! compounds {
    () => {
        "(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen)[eë]n(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)|\
         (?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)"
    };
}

/// Beginnings of all words for numbers and of those between them.
macro_rules! stems {
    () => {
        "(?i-u:ach|alt|bir|cat|cer|cin|cua|czt|der|des|deu|dev|dez|die|dix|dob|doc|doi|dok|dop|dos|dou|doz|dre|dri|dub|due|dva|dwa|\
         dzi|e |een|egy|eig|ein|ele|elf|ell|en|et|fem|fif|fir|fiv|for|fou|fyr|hat|hui|iki|jed|kah|kak|ket|kil|kol|kuu|mei|nau|\
         neg|nel|neu|ni|nol|nou|nov|nue|nul|nyo|o |och|oh|oit|onc|one|onz|opt|ose|osi|osm|ott|otu|pad|pat|qua|qui|sec|sed|sei|\
         sek|sep|ses|set|sev|sex|sie|six|sju|soi|syv|sze|tac|tee|ten|thi|thr|tie|to|tre|tri|tro|trz|twa|twe|twi|two|um|un|vee|\
         vei|vie|vii|vij|vin|y |yed|yet|yhd|yir|yks|zeh|zer|zes|zev|zwa|zwe|zwo)|\
         beş|dvě|dör|fün|hár|hét|két|kır|nég|pię|päť|pět|sıf|trê|två|tři|zwö|zér|ått|én|één|öt|üç|čty|šed|šes|šty|șap|șas|вос|\
         два|две|дев|дес|нол|нул|оди|пят|раз|сем|сор|три|чет|шес"
    };
}

/// Declares the words for the digits in each language, and a regular expression of all of them.
macro_rules! languages {
    ($([$($($word:literal)|+),+],)+) => {
        /// The words for the ten digits in each language.
        const LANGUAGES: &[[&[&str]; 10]] = &[$([$(&[$($word),+]),+]),+];
        /// All of them, and the words that repeat a digit.
        const WORDS: &WordList = &WordList::new(
            concat!("double|triple|doble|dubbel|doppel", $($($("|", $word),+),+),+)
        );
        /// The first word of a number that is dictated and the beginning of the second one, as a regular expression for the beginning of a token.
        pub(crate) const TWO_DIGITS: &str = concat!(
            "(?:(?i:double|triple|doble|dubbel|doppel", $($($("|", $word),+),+),+, ")|", tens!(), "|", compounds!(), ")(?:,? |-)(?:", stems!(), ")",
        );
    };
}

languages! {
    ["zero" | "oh" | "o" | "nought" | "naught", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" | "niner"],
    ["null", "eins" | "ein", "zwei" | "zwo", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
    ["zéro" | "zero", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
    ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
    ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"],
    ["zero", "um", "dois", "três" | "tres", "quatro", "cinco", "seis" | "meia", "sete", "oito", "nove"],
    ["nul", "een" | "één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"],
    ["noll", "ett" | "en", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio"],
    ["null", "en" | "ett" | "én", "to", "tre", "fire", "fem", "seks", "sju" | "syv", "åtte" | "otte", "ni"],
    ["zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć"],
    ["ноль" | "нуль", "один" | "раз", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять"],
    ["nolla", "yksi", "kaksi", "kolme", "neljä", "viisi", "kuusi", "seitsemän", "kahdeksan", "yhdeksän"],
    ["nula", "jedna" | "jeden", "dva" | "dvě", "tři" | "tri", "čtyři" | "štyri", "pět" | "päť", "šest" | "šesť", "sedm" | "sedem", "osm" | "osem", "devět" | "deväť"],
    ["nulla", "egy", "kettő" | "két", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc"],
    ["zero", "unu", "doi", "trei", "patru", "cinci", "șase", "șapte", "opt", "nouă"],
    ["sıfır", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz"],
}

/// Words that repeat the digit behind them, and how often it stands.
const REPEATS: [(&str, usize); 5] = [("double", 2), ("triple", 3), ("doble", 2), ("dubbel", 2), ("doppel", 2)];

/// Shortest word for a number of two digits that is no other word in any language, in bytes.
const SHORTEST: usize = 5;
/// Shorter ones, which end no number even so.
const SHORT_TENS: [&str; 13] =
    ["dix", "onze", "diez", "once", "doce", "dez", "doze", "elf", "tien", "zehn", "tio", "tolv", "ten"];
/// Fewest and most words of a number.
const LEAST: usize = 3;
const MOST: usize = 24;

/// A set of languages, by their bits.
type Languages = u32;
const ALL: Languages = (1 << LANGUAGES.len()) - 1;

/// The languages in which each word is a digit.
static DIGITS: LazyLock<FxHashMap<&'static str, Languages>> = LazyLock::new(|| {
    let mut digits = FxHashMap::default();
    for (number, language) in LANGUAGES.iter().enumerate() {
        language
            .iter()
            .flat_map(|words| words.iter())
            .for_each(|word| *digits.entry(*word).or_default() |= 1 << number);
    }
    digits
});

/// A word of a number, and what it says.
struct Said {
    /// Its end in the text behind the number's start.
    end: usize,
    /// The languages in which it is a digit.
    digit: Languages,
    /// True if it is a number of two digits and more, in any language.
    is_long: bool,
    /// True if it is a number and joined to the word before it by a hyphen.
    is_joined: bool,
    /// True if it may stand between the tens and the ones.
    is_link: bool,
    /// How often the digit behind it stands.
    repeat: Option<usize>,
}

impl Said {
    /// The word at `at` of `rest`; `None` if it belongs to no number of `languages`.
    fn at(rest: &str, at: usize, languages: Languages) -> Option<Self> {
        let word = word_at(rest.get(at..)?);
        let repeat = REPEATS.iter().find(|(repeat, _)| word.eq_ignore_ascii_case(repeat)).map(|(_, often)| *often);
        let lower = word.to_lowercase();
        let digit = DIGITS.get(lower.as_str()).copied().unwrap_or_default();
        let is_link = is_number_link(word);
        // Nearly all words are digits in the language of the first one.
        let is_number = !word.is_empty() && digit & languages != languages && is_number_word(&lower);
        let is_joined = (is_number || digit != 0) && rest[..at].ends_with('-');
        let is_long = is_number && (word.len() >= SHORTEST || is_eastern_tens(&lower))
            || SHORT_TENS.contains(&lower.as_str()) && digit & languages != languages;
        let end = at + word.len();
        let is_any = digit != 0 || is_number || is_link || repeat.is_some();
        (!word.is_empty() && is_any).then_some(Self { end, digit, is_long, is_joined, is_link, repeat })
    }
}

/// Reports whether `word`, in any case, is a digit in any language.
pub(crate) fn is_digit_word(word: &str) -> bool {
    is_listed(word, WORDS) && !REPEATS.iter().any(|(repeat, _)| word.eq_ignore_ascii_case(repeat))
}

/// The number that is dictated at `at`, with the count of its digits; at least three words, all of one language.
pub(crate) fn spoken_at(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let rest = text.get(at..).filter(|rest| begins_with_numbers(rest))?;
    // The first word rules out nearly all languages.
    let first = Said::at(rest, 0, ALL)?;
    let languages = if first.is_long || first.repeat.is_some() { ALL } else { first.digit };
    let (mut next, mut words) = (first.end, vec![first]);
    while words.len() <= 2 * MOST {
        next += gap_len(&rest[next..]);
        let Some(word) = Said::at(rest, next, languages) else { break };
        next = word.end;
        words.push(word);
    }
    let one_by_one = (0..LANGUAGES.len()).map(|number| 1 << number).filter(|language| languages & language != 0);
    let runs = one_by_one.filter_map(|language| run(&words, language));
    runs.max().map(|(len, count)| (at..at + len, count))
}

/// Reports whether `rest` may begin with a dictated number: its first words are words of numbers. Nearly no text does.
fn begins_with_numbers(rest: &str) -> bool {
    // A word that repeats a digit counts for two.
    let (mut at, mut said) = (0, 0);
    while said < LEAST {
        let word = word_at(&rest[at..]);
        said += match is_listed(word, WORDS) {
            true if REPEATS.iter().any(|(repeat, _)| word.eq_ignore_ascii_case(repeat)) => 2,
            true => 1,
            false if is_number_link(word) || is_number_word(word) => 1,
            false => return false,
        };
        at += word.len();
        at += gap_len(&rest[at..]);
    }
    true
}

/// The length of the number that `words` begin with, and the count of its digits, if they are said in `language`.
fn run(words: &[Said], language: Languages) -> Option<(usize, usize)> {
    let (mut end, mut said, mut count, mut times) = (0, 0, 0, 1);
    // True between the tens and the ones of a number in words: `treinta y cuatro`.
    let (mut is_tens, mut is_linked) = (false, false);
    // True directly behind the tens: `trente-deux`.
    let mut is_next = false;
    for word in words {
        if said > MOST {
            break;
        }
        let digits = if word.digit & language != 0 { 1 } else { 2 * usize::from(word.is_long) };
        match (digits, word.repeat) {
            (0, None) if is_tens && !is_linked && word.is_link => is_linked = true,
            // `soixante-dix-huit`
            (0, None) if is_tens && word.is_joined => (end, is_next) = (word.end, false),
            (0, None) => break,
            (0, Some(often)) => times = often,
            (found, _) => {
                // The ones take the place of the zero of the tens.
                count += if is_linked || is_next && word.is_joined { 0 } else { found * times };
                said += times;
                (is_tens, is_linked, is_next) = (found > 1, false, found > 1 && !word.is_joined);
                times = 1;
                end = word.end;
            }
        }
    }
    (LEAST..=MOST).contains(&said).then_some((end, count))
}

/// The word at the start of `rest`, with the parts that hyphens join.
fn word_at(rest: &str) -> &str {
    /// Longest word, in bytes.
    const LONGEST: usize = 24;
    let near = rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or_default();
    let len = near.find(|c: char| !c.is_alphabetic()).unwrap_or(near.len());
    near.get(..len).unwrap_or_default()
}

/// The length of what stands between two words: a blank, a comma, a dash, dots.
fn gap_len(rest: &str) -> usize {
    /// Most signs.
    const MOST: usize = 5;
    let signs = rest.chars().take(MOST).take_while(|c| matches!(c, ' ' | ',' | '-' | '–' | '.' | '…' | '\n'));
    let len: usize = signs.map(char::len_utf8).sum();
    // A full stop and a blank end a sentence.
    let gap = rest.get(..len).unwrap_or_default();
    if gap.starts_with(". ") || gap.matches('\n').count() > 1 { 0 } else { len }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dictated_numbers_are_told_from_counts() {
        for (text, expected) in [
            ("four four seven one and more", Some(("four four seven one", 4))),
            ("double oh seven, nine", Some(("double oh seven, nine", 4))),
            ("null eins sieben sechs, ab sieben Uhr", Some(("null eins sieben sechs", 4))),
            ("nineteen eighty six", Some(("nineteen eighty six", 5))),
            ("один два три четыре", Some(("один два три четыре", 4))),
            ("yirmi iki seksen dört elli altı", Some(("yirmi iki seksen dört elli altı", 9))),
            ("zéro six quarante-deux dix-huit vingt et", Some(("zéro six quarante-deux dix-huit vingt", 8))),
            ("negenentwintig zestig dertien", Some(("negenentwintig zestig dertien", 6))),
            ("пятьдесят два семь ноль", Some(("пятьдесят два семь ноль", 5))),
            ("seis uno treinta y cuatro, doble cero", Some(("seis uno treinta y cuatro, doble cero", 6))),
            ("zéro six soixante-dix-huit et", Some(("zéro six soixante-dix-huit", 5))),
            ("double five six", Some(("double five six", 3))),
            ("four double five", Some(("four double five", 3))),
            ("triple five", Some(("triple five", 3))),
            ("one or two", None),
            ("double five", None),
            ("two four packs", None),
            ("four. Four. Five", None),
            ("", None),
        ] {
            let found = spoken_at(text, 0).map(|(range, count)| (&text[range], count));
            assert_eq!(found, expected, "{text}");
        }
    }
}
