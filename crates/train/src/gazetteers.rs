//! Gazetteers: lists of names, as a [`Lexicon`] for features and as names to swap in.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    io::{BufRead, BufReader},
    path::Path,
    sync::Arc,
};

use super::{data, dataset::files, error::TrainError, network::Random};
use masquerade_ner::{
    lexicon::{Lexicon, MAX_PHRASE, class, fingerprint},
    token::tokenize,
};
use masquerade_text::FoldedText;

/// Each file, the column of its names, and their classes.
const LISTS: &[(&str, usize, u16)] = &[
    ("faker_first_names.tsv.gz", 1, class::FIRST),
    ("fakerjs_first_names.tsv.gz", 1, class::FIRST),
    ("smashew_first.txt.gz", 0, class::FIRST),
    ("popular_forenames_cc0.tsv.gz", 1, class::FIRST | class::COMMON_FIRST),
    ("faker_last_names.tsv.gz", 1, class::LAST),
    ("fakerjs_last_names.tsv.gz", 1, class::LAST),
    ("smashew_surnames.txt.gz", 0, class::LAST),
    ("popular_surnames_cc0.tsv.gz", 1, class::LAST | class::COMMON_LAST),
    ("faker_cities.tsv.gz", 1, class::CITY),
    ("fakerjs_cities.tsv.gz", 1, class::CITY),
    ("geonames_world_cities.tsv.gz", 2, class::CITY),
    ("geonames_world_cities.tsv.gz", 1, class::REGION),
    ("geonames_world_cities.tsv.gz", 0, class::COUNTRY),
    ("faker_countries.tsv.gz", 1, class::COUNTRY),
    ("faker_regions.tsv.gz", 1, class::REGION),
    ("fakerjs_states.tsv.gz", 1, class::REGION),
    ("fakerjs_counties.tsv.gz", 1, class::REGION),
    ("faker_companies.tsv.gz", 1, class::COMPANY),
    ("faker_banks.tsv.gz", 1, class::COMPANY),
    ("presidio_companies.txt.gz", 0, class::COMPANY),
    ("faker_company_suffixes.tsv.gz", 1, class::COMPANY_SUFFIX),
    ("universities.tsv.gz", 1, class::UNIVERSITY),
    ("presidio_nationalities.txt.gz", 0, class::NATIONALITY),
    ("presidio_religions.txt.gz", 0, class::NATIONALITY),
    ("faker_jobs.tsv.gz", 1, class::JOB),
    ("fakerjs_job.tsv.gz", 1, class::JOB),
    ("faker_streets.tsv.gz", 1, class::STREET),
    ("fakerjs_streets.tsv.gz", 1, class::STREET),
    ("faker_name_titles.tsv.gz", 1, class::TITLE),
];

/// Names to put in the place of others.
#[derive(Clone, Debug, Default)]
pub struct Names {
    lists: Arc<HashMap<u16, Vec<String>>>,
    locales: Vec<Locale>,
}

/// The names of one locale.
#[derive(Clone, Debug)]
struct Locale {
    /// Its name, which begins with its language: `cs_CZ`.
    name: String,
    first: Vec<String>,
    last: Vec<String>,
}

impl Names {
    /// One name of the lists of `class`.
    pub fn pick(&self, class: u16, random: &mut Random) -> Option<&str> {
        let list = self.lists.get(&class)?;
        list.get(random.below(list.len())).map(String::as_str)
    }

    /// A first and a last name: often of one region, sometimes of any two.
    pub fn person(&self, random: &mut Random) -> Option<(String, String)> {
        if random.unit() < 0.5
            && let Some(Locale { first, last, .. }) = self.locales.get(random.below(self.locales.len()))
        {
            return Some((first.get(random.below(first.len()))?.clone(), last.get(random.below(last.len()))?.clone()));
        }
        let first = if random.unit() < 0.4 { class::FIRST | class::COMMON_FIRST } else { class::FIRST };
        let last = if random.unit() < 0.3 { class::LAST | class::COMMON_LAST } else { class::LAST };
        Some((self.pick(first, random)?.to_owned(), self.pick(last, random)?.to_owned()))
    }

    /// The same names, where those of one region are of one in which `language` is spoken, if any is known.
    pub fn of_language(&self, language: &str) -> Self {
        let is_spoken = |locale: &&Locale| locale.name.split('_').next() == Some(language);
        let spoken: Vec<Locale> = self.locales.iter().filter(is_spoken).cloned().collect();
        let locales = if spoken.is_empty() { self.locales.clone() } else { spoken };
        Self { lists: Arc::clone(&self.lists), locales }
    }
}

/// Reads the lists that `folder` has; names in Cyrillic and Greek in the Latin letters in which the models read them.
///
/// # Errors
/// If one cannot be read.
pub fn read(folder: &Path) -> Result<(Lexicon, Names), TrainError> {
    /// Fewest first and last names of a locale.
    const FEWEST: usize = 20;
    let (mut lexicon, mut lists) = (Lexicon::default(), HashMap::<u16, Vec<String>>::new());
    let mut seen: HashSet<(u16, String)> = HashSet::new();
    // In order, so that the same lists give the same names.
    let mut locales: BTreeMap<String, (Vec<String>, Vec<String>)> = BTreeMap::new();
    let mut tokens = Vec::new();
    for &(file, column, classes) in LISTS {
        let path = folder.join(file);
        if !path.exists() {
            continue;
        }
        let failed = |error| TrainError::Read(path.clone(), error);
        for line in BufReader::new(data::open(&path).map_err(failed)?).lines() {
            let line = line.map_err(failed)?;
            let Some(written) = line.split('\t').nth(column).map(str::trim) else { continue };
            let latin = FoldedText::in_latin(written);
            let entry = latin.as_ref().map_or(written, FoldedText::text);
            if !is_latin(entry) {
                continue;
            }
            tokens.clear();
            tokenize(entry, &mut tokens);
            let lower: Vec<String> = tokens.iter().map(|token| token.of(entry).to_lowercase()).collect();
            if lower.len() > MAX_PHRASE || !seen.insert((classes, lower.join(" "))) {
                continue;
            }
            lexicon.add(&lower.iter().map(String::as_str).collect::<Vec<_>>(), classes);
            lists.entry(classes).or_default().push(entry.to_owned());
            if let Some((locale, _)) = line.split_once('\t')
                && column == 1
                && classes & (class::FIRST | class::LAST) != 0
            {
                let (first, last) = locales.entry(locale.to_owned()).or_default();
                if classes & class::FIRST != 0 { first } else { last }.push(entry.to_owned());
            }
        }
    }
    let locales = locales.into_iter().map(|(name, (first, last))| Locale { name, first, last });
    let locales = locales.filter(|locale| locale.first.len().min(locale.last.len()) >= FEWEST).collect();
    Ok((lexicon, Names { lists: Arc::new(lists), locales }))
}

/// Frequent words by language that no list of names of persons holds, in lower case.
pub type FrequentWords = HashMap<String, HashSet<String>>;

/// Reads the lists of frequent words that `folder` has: `freqwords_de.tsv.gz`, a word and its count a line.
///
/// # Errors
/// If one cannot be read.
pub fn frequent_words(folder: &Path, lexicon: &Lexicon) -> Result<FrequentWords, TrainError> {
    const SHORTEST: usize = 3;
    let is_name = |word: &str| lexicon.word(fingerprint(word)).classes & (class::FIRST | class::LAST) != 0;
    let mut languages = FrequentWords::default();
    for path in files(folder, "tsv")? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let language = name.strip_prefix("freqwords_").and_then(|rest| rest.get(..2));
        let Some(language) = language else { continue };
        let failed = |error| TrainError::Read(path.clone(), error);
        let words = languages.entry(language.to_owned()).or_default();
        for line in BufReader::new(data::open(&path).map_err(failed)?).lines() {
            let line = line.map_err(failed)?;
            let word = line.split('\t').next().unwrap_or_default();
            let is_word = word.chars().count() >= SHORTEST && word.chars().all(char::is_alphabetic);
            if is_word && !is_name(word) {
                words.insert(word.to_owned());
            }
        }
    }
    Ok(languages)
}

fn is_latin(entry: &str) -> bool {
    entry.chars().count() >= 2
        && entry.chars().all(|c| (c as u32) < 0x250 || matches!(c, '\u{2019}' | '\u{1E00}'..='\u{1EFF}'))
}

#[cfg(test)]
impl Names {
    /// A few made-up names of every class.
    pub fn toy() -> Self {
        let lists = [
            (class::FIRST, "Petra"),
            (class::FIRST | class::COMMON_FIRST, "Kofi"),
            (class::LAST, "Okafor"),
            (class::LAST | class::COMMON_LAST, "Lindqvist"),
            (class::CITY, "Arlen"),
            (class::COUNTRY, "Ruritania"),
            (class::REGION, "Eastvale"),
            (class::COMPANY, "Borealis"),
            (class::COMPANY_SUFFIX, "Inc"),
            (class::UNIVERSITY, "Arlen University"),
            (class::NATIONALITY, "ruritanian"),
            (class::JOB, "Baker"),
            (class::STREET, "Mill Lane"),
        ];
        let lists = lists.into_iter().map(|(class, name)| (class, vec![name.to_owned()])).collect();
        Self { lists: Arc::new(lists), locales: Vec::new() }
    }
}
