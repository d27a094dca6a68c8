//! The roles of the words of a person's name.

use std::ops::Range;

use super::{
    super::letters::Script,
    declension,
    gender::{self, Gender},
    lists::{CRATE, LISTS, NameLanguages},
    national::HUNGARIAN_PLACE,
};

/// Most words of a name.
const MOST: usize = 12;

/// The role of a word in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A title, a suffix or a particle, which stays.
    Fixed,
    Given,
    Family,
    /// An initial of a given or a family name.
    Initial,
}

/// A word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    pub(super) role: Role,
}

/// A name, split into words.
pub(super) struct ParsedName {
    /// The words in order. The text between them stays.
    pub(super) words: Vec<Word>,
    pub(super) gender: Option<Gender>,
    /// The language of a name in Latin script: see [`super::lists::Lists::language`].
    pub(super) language: usize,
}

/// Forms of address before names: of women, of men, of both.
const TITLES: [&str; 3] = [
    " mrs ms miss dame lady frau fräulein mme mlle madame mademoiselle sigra signora sra srta señora senhora mevrouw mevr mw \
     pani doña dona dottoressa ",
    " mr sr sir lord herr hr monsieur sig signor señor senhor meneer dhr pan dott dottore ",
    " mx dr prof professor rev reverend hon capt captain col colonel gen general sgt sergeant lt lieutenant ing dipl \
     president senator minister chancellor inspector detective officer doctor dra profa ",
];

/// Suffixes of names.
const SUFFIXES: &str = " jr jnr junior sr snr senior ii iii iv esq phd md dds mba obe mbe ";

/// Particles of family names. Those of the second row are names as well at the beginning.
const PARTICLES: [&str; 2] = [
    " van von vom zu zur zum der den de del della degli dei dello dos das do du des le las los av af ten ter tot 't y e und and \
     of bint ibn bin al- el- ",
    " al el ben abu da di la ",
];

fn is_one_of(word: &str, words: &str) -> bool {
    let word = word.to_lowercase();
    words.split_ascii_whitespace().any(|known| known == word)
}

impl ParsedName {
    /// The words of `text`; `None` if it has digits, symbols or too many words for a name.
    pub(super) fn new(text: &str) -> Option<Self> {
        let ranges = words(text)?;
        let of = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
        let mut words: Vec<Word> = Vec::with_capacity(ranges.len());
        let mut gender = None;
        for (at, range) in ranges.iter().enumerate() {
            let is_last = at + 1 == ranges.len();
            let is_first = words.iter().all(|word| word.role == Role::Fixed);
            let next = text.get(range.end..).unwrap_or_default();
            let role = fixed_or_name(of(range), next, is_first, is_last);
            if role == Role::Fixed && is_first {
                gender = gender.or_else(|| title_gender(of(range)));
            }
            words.push(Word { range: range.clone(), role });
        }
        let known: Vec<NameLanguages> = words.iter().map(|word| known(of(&word.range))).collect();
        give_roles(text, &mut words, &known);
        let told = words.iter().zip(&known).map(|(word, known)| match word.role {
            Role::Given => (known.given, of(&word.range)),
            Role::Family => (known.family, of(&word.range)),
            Role::Fixed | Role::Initial => (0, ""),
        });
        let language = LISTS.language(told);
        let gender = gender.or_else(|| gender_of(words.iter().map(|word| (word.role, of(&word.range))), language));
        Some(Self { language, words, gender })
    }
}

/// The languages in which `word` is a name, or a form of one.
fn known(word: &str) -> NameLanguages {
    let known = LISTS.known(word);
    if known == NameLanguages::default() && Script::of(word) == Script::Latin { declension::known(word) } else { known }
}

/// The words of `text`: runs of letters and marks, apostrophes between them included, `'s` at the end not.
fn words(text: &str) -> Option<Vec<Range<usize>>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut open = false;
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let is_letter = c.is_alphabetic() || masquerade_detect::text::is_word(c) && !c.is_numeric() && c != '_';
        let joins = open && matches!(c, '\'' | '’') && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !is_letter && !joins {
            // Whatever else has a meaning of its own: no name holds it.
            let separates = c.is_whitespace()
                || matches!(c, '.' | ',' | '-' | '‐' | '‑' | '\'' | '’' | '(' | ')' | '"' | '·' | '・' | '/' | '&');
            if !separates {
                return None;
            }
            open = false;
            continue;
        }
        let is_full = words.len() == MOST;
        match words.last_mut().filter(|_| open) {
            Some(word) => word.end = end,
            None if is_full => return None,
            None => words.push(at..end),
        }
        open = true;
    }
    if let Some(last) = words.last_mut() {
        let word = text.get(last.clone())?;
        let stem = ["'s", "’s", "'S", "’S"].iter().find_map(|ending| word.strip_suffix(ending));
        last.end = stem.map_or(last.end, |stem| last.start + stem.len());
    }
    (!words.is_empty()).then_some(words)
}

/// The role of `word`, which `next` follows; a family name counts as a given one at first.
fn fixed_or_name(word: &str, next: &str, is_first: bool, is_last: bool) -> Role {
    let is_initial = word.chars().count() == 1 && matches!(Script::of(word), Script::Latin | Script::Cyrillic);
    if is_initial {
        let is_particle = word.chars().all(char::is_lowercase) && !next.starts_with('.') && !is_first;
        return if is_particle { Role::Fixed } else { Role::Initial };
    }
    let is_title = is_first && !is_last && TITLES.iter().any(|titles| is_one_of(word, titles));
    let is_suffix = !is_first && is_one_of(word, SUFFIXES);
    let [always, sometimes] = PARTICLES;
    let may_be_particle = is_one_of(word, always) || is_one_of(word, sometimes) && (!is_first || next.starts_with('-'));
    let is_particle = !is_last && (may_be_particle || is_arabic_particle(word));
    if is_title || is_suffix || is_particle { Role::Fixed } else { Role::Given }
}

fn is_arabic_particle(word: &str) -> bool {
    ["آل", "بن", "ابن", "أبو", "بنت"].contains(&word)
}

fn title_gender(word: &str) -> Option<Gender> {
    let [women, men, _] = TITLES;
    let male = is_one_of(word, men).then_some(Gender::Male);
    male.or_else(|| is_one_of(word, women).then_some(Gender::Female))
}

/// Tells family names from given ones: by a comma, by the words beside them, or by their order.
fn give_roles(text: &str, words: &mut [Word], known: &[NameLanguages]) {
    let is_name = |word: &Word| matches!(word.role, Role::Given | Role::Initial);
    let names = words.iter().filter(|word| word.role == Role::Given).count();
    let (Some(first), Some(last)) = (
        words.iter().position(|word| word.role == Role::Given),
        words.iter().rposition(|word| word.role == Role::Given),
    ) else {
        return;
    };
    let comma = words.windows(2).position(|pair| match pair {
        [before, after] => text.get(before.range.end..after.range.start).is_some_and(|between| between.contains(',')),
        _ => false,
    });
    let comma = comma.filter(|at| words.get(at + 1..).is_some_and(|rest| rest.iter().any(is_name)));
    let eastern =
        matches!(Script::of(text), Script::Han | Script::Kana) || is_hungarian(known.get(first), known.get(last));
    let particle = words.iter().position(|word| word.role == Role::Fixed && !is_before(words, word));
    let initial_first = words.iter().take(first).any(|word| word.role == Role::Initial);
    let titled = words.iter().take(first).any(|word| word.role == Role::Fixed);
    let initial_behind = words.iter().skip(last).any(|word| word.role == Role::Initial);
    let mut family: Vec<bool> = (0..words.len())
        .map(|at| match (comma, names) {
            (Some(comma), _) => at <= comma,
            (None, 1) if initial_first || titled => true,
            (None, 1) if initial_behind => false,
            (None, 1) => known.get(at).is_none_or(|known| known.given == 0),
            (None, _) if eastern => at == first,
            (None, _) => {
                let only_family = known.get(at).is_some_and(|known| known.given == 0 && known.family != 0);
                at >= last || particle.is_some_and(|particle| at > particle) || at > first && only_family
            }
        })
        .collect();
    // What a hyphen joins is one name.
    for at in (1..words.len()).rev() {
        let between = match (words.get(at - 1), words.get(at)) {
            (Some(before), Some(after)) => text.get(before.range.end..after.range.start).unwrap_or_default(),
            _ => "",
        };
        if !matches!(between, "-" | "‐" | "‑") || names < 2 {
            continue;
        }
        let is_given = |at: usize| known.get(at).is_some_and(|known| known.given != 0);
        let same = match at - 1 > first {
            true => family.get(at).copied().unwrap_or_default(),
            false if at == last => !is_given(at - 1) || !is_given(at),
            false => continue,
        };
        family.iter_mut().skip(at - 1).take(2).for_each(|family| *family = same);
    }
    for (word, family) in words.iter_mut().zip(family) {
        if word.role == Role::Given && family {
            word.role = Role::Family;
        }
    }
}

/// Reports whether a name begins with a family name and ends in a given one, as Hungarian names do.
fn is_hungarian(first: Option<&NameLanguages>, last: Option<&NameLanguages>) -> bool {
    let (Some(first), Some(last)) = (first, last) else { return false };
    let bit = 1 << (CRATE + HUNGARIAN_PLACE);
    last.given & bit != 0
        && first.given & bit == 0
        && (first.family & bit != 0 || last.given == bit && first.given == 0)
}

/// Reports whether the word `fixed` stands before all names, as titles do.
fn is_before(words: &[Word], fixed: &Word) -> bool {
    words.iter().find(|word| word.role != Role::Fixed).is_some_and(|name| fixed.range.start < name.range.start)
}

/// The gender that the given names tell, or else a family name that has a form for each gender.
fn gender_of<'t>(words: impl Iterator<Item = (Role, &'t str)>, language: usize) -> Option<Gender> {
    let mut by_family = None;
    let mut told = None;
    for (role, word) in words {
        let told_by = match (role, Script::of(word)) {
            (Role::Given, Script::Latin) => given_gender(word, language),
            (Role::Family, Script::Latin) => {
                let form = declension::form_of(word, Role::Family, language);
                by_family = by_family.or(form.and_then(|form| form.gender()));
                None
            }
            (Role::Given, Script::Cyrillic) => Some(cyrillic_gender(word, &["а", "я"])),
            (Role::Family, Script::Cyrillic) => Some(cyrillic_gender(word, &["ва", "на", "ая"])),
            _ => None,
        };
        told = told.or(told_by);
    }
    told.or(by_family)
}

/// The gender of a given name in Latin script, in any case.
fn given_gender(word: &str, language: usize) -> Option<Gender> {
    let form = declension::form_of(word, Role::Given, language);
    let base = form.as_ref().map_or(word, |form| &form.base);
    LISTS.national_gender(base, language).or_else(|| gender::of(base))
}

fn cyrillic_gender(word: &str, endings: &[&str]) -> Gender {
    let word = word.to_lowercase();
    let is_man = ["илья", "никита", "лука", "фома", "кузьма", "данила"].contains(&word.as_str());
    if !is_man && endings.iter().any(|ending| word.ends_with(ending)) { Gender::Female } else { Gender::Male }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a name, each with a letter for its role.
    fn roles(text: &str) -> Option<String> {
        let parsed = ParsedName::new(text)?;
        let show = |word: &Word| {
            let mark = match word.role {
                Role::Fixed => '=',
                Role::Given => 'g',
                Role::Family => 'f',
                Role::Initial => 'i',
            };
            format!("{}:{mark}", &text[word.range.clone()])
        };
        Some(parsed.words.iter().map(show).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn words_are_taken_for_what_they_are() {
        for (text, expected) in [
            ("Jane Roe", "Jane:g Roe:f"),
            ("Jane", "Jane:g"),
            ("Jean-Luc", "Jean:g Luc:g"),
            ("Xyzzy-Roe", "Xyzzy:f Roe:f"),
            ("Jean-Luc Roe", "Jean:g Luc:g Roe:f"),
            ("al roe", "al:g roe:f"),
            ("Xyzzy", "Xyzzy:f"),
            ("J. Roe", "J:i Roe:f"),
            ("J.R. Roe's", "J:i R:i Roe:f"),
            ("Jane R.", "Jane:g R:i"),
            ("Roe, Jane M.", "Roe:f Jane:g M:i"),
            ("Ms Roe", "Ms:= Roe:f"),
            ("Dr. Jane Ann Roe III", "Dr:= Jane:g Ann:g Roe:f III:="),
            ("Roe Jr., Jane", "Roe:f Jr:= Jane:g"),
            ("Roe, Jr.", "Roe:f Jr:="),
            ("Sr. Roe Sr.", "Sr:= Roe:f Sr:="),
            ("Vincent van der Berg", "Vincent:g van:= der:= Berg:f"),
            ("Van der Berg", "Van:= der:= Berg:f"),
            ("Ana de la Cruz Ortiz", "Ana:g de:= la:= Cruz:f Ortiz:f"),
            ("Ben Roe", "Ben:g Roe:f"),
            ("Osama bin Laden", "Osama:g bin:= Laden:f"),
            ("Ali al-Sayed", "Ali:g al:= Sayed:f"),
            ("Anne-Marie Roe-O’Brien’s", "Anne:g Marie:g Roe:f O’Brien:f"),
            ("JANE ROE", "JANE:g ROE:f"),
            ("佐藤 花子", "佐藤:f 花子:g"),
            ("محمد بن علي", "محمد:g بن:= علي:f"),
            ("А. Каренина", "А:i Каренина:f"),
        ] {
            assert_eq!(roles(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "Jane99", "jane_roe", "a@b", "😀", "...", &"Jane ".repeat(13)] {
            assert_eq!(roles(text), None, "{text}");
        }
    }

    #[test]
    fn titles_and_given_names_tell_the_gender() {
        for (text, gender) in [
            ("Ms Roe", Some(Gender::Female)),
            ("Sir Roe", Some(Gender::Male)),
            ("Jane Roe", Some(Gender::Female)),
            ("Roe, John", Some(Gender::Male)),
            ("J. Roe", None),
            ("Каренина", Some(Gender::Female)),
            ("Илья Обломов", Some(Gender::Male)),
        ] {
            assert_eq!(ParsedName::new(text).unwrap().gender, gender, "{text}");
        }
    }
}
