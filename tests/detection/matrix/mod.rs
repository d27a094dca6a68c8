//! The matrix: values of all labels, in all forms, under their names in several languages, generated from fixed seeds.
//!
//! `docs/detection.md` holds the table that it prints: how much is masked wholly, by form and subject.

mod examples;
mod layouts;
mod names;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::PathBuf,
    thread,
};

use masquerade_detect::{
    Options,
    entity::{Group, LabelInfo, Validation},
    text::Field,
};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use self::{
    layouts::{BARE, Layout, NAMED},
    names::{LANGUAGES, own, spelled},
};
use crate::{DETECTOR, all, default};

/// Values of a label in each template.
const VALUES: usize = 3;
/// The least number of values that are masked wholly, of a thousand in each form.
const LEAST: usize = 990;
/// The most harmless texts in which something is found, of a thousand.
const MOST: usize = 1;

/// A text, and where its values stand.
struct Text {
    text: String,
    values: Vec<std::ops::Range<usize>>,
}

/// `template` with `name` and `values` in it.
fn write(template: &str, name: &str, values: [&str; 2]) -> Text {
    let (mut text, mut places) = (String::new(), Vec::new());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        // A brace of JSON or code.
        let Some(how) = behind.chars().next().filter(|_| behind.get(1..2) == Some("}")) else {
            text.push('{');
            rest = behind;
            continue;
        };
        match how {
            'v' | 'w' => {
                let start = text.len();
                text.push_str(values[usize::from(how == 'w')]);
                places.push(start..text.len());
            }
            how => text.push_str(&spelled(name, how)),
        }
        rest = &behind[2..];
    }
    text.push_str(rest);
    Text { text, values: places }
}

/// The number of values of `text` that are masked wholly.
fn masked(text: &Text, options: &Options) -> usize {
    let entities = DETECTOR.detect(&[Field::new(&text.text)], options).remove(0);
    let is_masked = |place: &&std::ops::Range<usize>| {
        // Several entities may share a value: each letter and digit must lie in one.
        let characters = text.text[(*place).clone()].char_indices().filter(|(_, c)| c.is_alphanumeric());
        characters.map(|(at, _)| place.start + at).all(|at| entities.iter().any(|e| e.span.range().contains(&at)))
    };
    text.values.iter().filter(is_masked).count()
}

/// Values by label.
type Pools = BTreeMap<String, Vec<String>>;

/// Values by label, and harmless ones with what they are called.
fn pools() -> (Pools, Vec<(String, String)>) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (mut pools, mut harmless) = (Pools::new(), Vec::new());
    let text = fs::read_to_string(root.join("detection/matrix/values.txt")).expect("the values");
    for (name, value) in text.lines().filter_map(|line| line.split_once('\t')) {
        match name.starts_with(char::is_uppercase) {
            true => pools.entry(name.to_owned()).or_default().push(value.to_owned()),
            false => harmless.push((name.to_owned(), value.to_owned())),
        }
    }
    for info in DETECTOR.labels() {
        let path = root.join("numbers").join(info.name.to_lowercase()).with_extension("txt");
        let numbers = fs::read_to_string(path).unwrap_or_default();
        let valid = numbers.lines().filter_map(|line| line.strip_prefix("+ ")).map(str::to_owned);
        pools.entry(info.name.to_owned()).or_default().extend(valid.take(200));
    }
    (pools, harmless)
}

/// Values of the label of `info`: from the pools, its example, and what looks like it.
fn values(info: &LabelInfo, pools: &Pools, random: &mut StdRng) -> Vec<String> {
    let pool = &pools[info.name];
    let mut values: Vec<String> = (1..VALUES).filter_map(|_| pool.choose(random).cloned()).collect();
    values.push(bare(info.example).to_owned());
    values
}

/// An example without the name before it.
fn bare(example: &str) -> &str {
    let behind = ["born on ", "exp ", ": ", "="].into_iter().find_map(|sign| example.split_once(sign));
    behind.map_or(example, |(_, value)| value)
}

/// `value` with two other digits among its last four: what someone mistyped.
fn mistyped(value: &str, random: &mut StdRng) -> String {
    let mut bytes = value.as_bytes().to_vec();
    let last: Vec<_> = (0..bytes.len()).rev().filter(|&at| bytes[at].is_ascii_digit()).take(4).collect();
    for &at in last.sample(random, 2) {
        bytes[at] = b'0' + (bytes[at] - b'0' + random.random_range(1..10_u8)) % 10;
    }
    String::from_utf8(bytes).expect("digits are ASCII")
}

/// Labels that the matrix does not try.
fn is_left_out(info: &LabelInfo) -> bool {
    // Of these a part is masked: what stands behind the scheme, or before the host.
    let is_part = ["BASIC_AUTH", "BEARER_TOKEN", "DATABASE_URL"].contains(&info.name);
    is_part || info.validation == Validation::LanguageModel || info.example.is_empty() || info.example.contains('\n')
}

/// The subject of a label, which the table has a column for.
fn subject(info: &LabelInfo) -> &'static str {
    let has = |group| info.groups.contains(&group);
    match () {
        () if has(Group::SECRETS) => "secrets",
        () if has(Group::FINANCIAL) => "finance",
        () if has(Group::HEALTH) => "health",
        () if has(Group::CONTACT) || has(Group::NETWORK) => "contact",
        () => "identity",
    }
}

/// The counts of values and of masked values, by form and subject, and the values missed.
#[derive(Default)]
struct Counts {
    counts: BTreeMap<(usize, &'static str), [usize; 2]>,
    missed: BTreeMap<(usize, &'static str), BTreeMap<String, Vec<String>>>,
}

impl Counts {
    fn add(&mut self, form: usize, subject: &'static str, label: &str, text: &Text, masked: usize) {
        let count = self.counts.entry((form, subject)).or_default();
        count[0] += masked;
        count[1] += text.values.len();
        if masked < text.values.len() {
            let missed = self.missed.entry((form, subject)).or_default();
            missed.entry(label.to_owned()).or_default().push(text.text.clone());
        }
    }

    fn merge(&mut self, other: Self) {
        for (key, [masked, of]) in other.counts {
            let count = self.counts.entry(key).or_default();
            *count = [count[0] + masked, count[1] + of];
        }
        for (key, labels) in other.missed {
            let missed = self.missed.entry(key).or_default();
            labels.into_iter().for_each(|(label, texts)| missed.entry(label).or_default().extend(texts));
        }
    }

    /// A table with a line for each of `forms`, and the failures.
    fn table(&self, forms: &[&str]) -> (String, String) {
        let subjects: BTreeSet<_> = self.counts.keys().map(|(_, subject)| *subject).collect();
        let (mut table, mut failures) = (String::new(), String::new());
        let _ = writeln!(
            table,
            "| form |{} all | values |",
            subjects.iter().map(|s| format!(" {s} |")).collect::<String>()
        );
        let _ = writeln!(table, "|---|{}---|---|", "---|".repeat(subjects.len()));
        for (number, form) in forms.iter().enumerate() {
            let _ = write!(table, "| {form} |");
            let mut total = [0; 2];
            for subject in &subjects {
                let [masked, of] = self.counts.get(&(number, subject)).copied().unwrap_or_default();
                total = [total[0] + masked, total[1] + of];
                let _ = write!(table, " {} |", share(masked, of));
            }
            let _ = writeln!(table, " {} | {} |", share(total[0], total[1]), total[1]);
            if total[0] * 1000 < LEAST * total[1] {
                let _ = writeln!(failures, "{form}: {} of {}", total[0], total[1]);
                for ((_, _), labels) in self.missed.iter().filter(|((form, _), _)| *form == number) {
                    for (label, texts) in labels {
                        let some: Vec<_> = texts.iter().take(3).collect();
                        let _ = writeln!(failures, "    {label} ({}): {some:?}", texts.len());
                    }
                }
            }
        }
        (table, failures)
    }
}

/// Panics unless the documentation has `table` behind the mark of `name`.
fn assert_published(name: &str, table: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/detection.md");
    let page = fs::read_to_string(path).expect("the page on detection");
    let published = page.split_once(&format!("<!-- matrix: {name} -->\n")).expect("a mark of the table").1;
    let is_same = published.trim_start().starts_with(table.trim_end());
    assert!(is_same, "docs/detection.md is to hold this table behind the mark of {name}:\n{table}");
}

fn share(masked: usize, of: usize) -> String {
    if of == 0 { "–".to_owned() } else { format!("{:.1}", 100.0 * masked as f64 / of as f64) }
}

/// Reports whether `value` is masked in prose without a name.
fn is_found_alone(value: &str, options: &Options) -> bool {
    masked(&write("see {v}, please", "", [value; 2]), options) == 1
}

/// The values that a form is tried with.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    /// All values, behind their names.
    Named,
    /// All values with two digits changed, behind their names.
    Mistyped,
    /// The values that are found alone in prose.
    Bare,
}

/// Tries all labels in `layouts`, on all processors.
fn run(layouts: &[Layout], only: impl Fn(&LabelInfo) -> bool + Sync, are: Values) -> Counts {
    let (pools, _) = pools();
    let options = all();
    let labels: Vec<_> = DETECTOR.labels().iter().filter(|info| !is_left_out(info) && only(info)).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut counts = Counts::default();
    thread::scope(|scope| {
        let work = |first: usize| {
            let mut counts = Counts::default();
            for (number, info) in labels.iter().enumerate().skip(first).step_by(threads) {
                let mut random = StdRng::seed_from_u64(number as u64);
                for (form, layout) in layouts.iter().enumerate() {
                    for template in layout.templates {
                        for value in values(info, &pools, &mut random) {
                            let other = pools[info.name].choose(&mut random).unwrap_or(&value).clone();
                            let value = if are == Values::Mistyped { mistyped(&value, &mut random) } else { value };
                            if [&value, &other].iter().any(|v| v.contains(|c| layout.without.contains(c))) {
                                continue;
                            }
                            if are == Values::Bare
                                && ![&value, &other].iter().all(|value| is_found_alone(value, &options))
                            {
                                continue;
                            }
                            let text = write(template, &own(info.name), [&value, &other]);
                            let found = masked(&text, &options);
                            counts.add(form, subject(info), info.name, &text, found);
                        }
                    }
                }
            }
            counts
        };
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
        workers.into_iter().for_each(|worker| counts.merge(worker.join().expect("a worker")));
    });
    counts
}

#[test]
fn named_values_are_masked_in_every_form() {
    let forms: Vec<_> = NAMED.iter().map(|layout| layout.form).collect();
    let (table, failures) = run(NAMED, |_| true, Values::Named).table(&forms);
    assert!(failures.is_empty(), "{failures}");
    assert_published("named", &table);
}

#[test]
fn named_values_are_masked_whatever_their_digits() {
    let forms: Vec<_> = NAMED.iter().map(|layout| layout.form).collect();
    let is_number = |info: &LabelInfo| info.validation == Validation::Checksum;
    let (table, failures) = run(NAMED, is_number, Values::Mistyped).table(&forms);
    assert!(failures.is_empty(), "{failures}");
    assert_published("mistyped", &table);
}

#[test]
fn bare_values_that_are_found_in_prose_are_masked_in_every_form() {
    let forms: Vec<_> = BARE.iter().map(|layout| layout.form).collect();
    let (table, failures) = run(BARE, |_| true, Values::Bare).table(&forms);
    assert!(failures.is_empty(), "{failures}");
    assert_published("bare", &table);
}

#[test]
fn named_values_are_masked_in_every_language() {
    let (pools, _) = pools();
    let (options, mut random, mut counts) = (all(), StdRng::seed_from_u64(7), Counts::default());
    for (number, language) in LANGUAGES.iter().enumerate() {
        for (label, name) in language.names {
            let info =
                DETECTOR.catalogue().info(DETECTOR.catalogue().label(label).expect("a label")).expect("its facts");
            for template in language.sentences {
                for value in pools[*label].sample(&mut random, VALUES) {
                    let text = write(template, name, [value, value]);
                    counts.add(number, subject(info), label, &text, masked(&text, &options));
                }
            }
        }
    }
    let tags: Vec<_> = LANGUAGES.iter().map(|language| language.tag).collect();
    let (table, failures) = counts.table(&tags);
    assert!(failures.is_empty(), "{failures}");
    assert_published("languages", &table);
}

#[test]
fn harmless_values_are_left_in_every_form() {
    let (_, harmless) = pools();
    let options = default();
    let (mut tried, mut found) = (0, Vec::new());
    for layout in NAMED.iter().chain(BARE) {
        for template in layout.templates {
            for (name, value) in &harmless {
                if value.contains(|c| layout.without.contains(c)) {
                    continue;
                }
                tried += 1;
                let text = write(template, name, [value, value]).text;
                let entities = DETECTOR.detect(&[Field::new(&text)], &options).remove(0);
                found.extend(entities.first().map(|entity| format!("{} {text:?}", entity.label)));
            }
        }
    }
    assert!(tried > 2000, "{tried}");
    assert!(found.len() * 1000 <= MOST * tried, "{} of {tried}\n{}", found.len(), found.join("\n"));
}
