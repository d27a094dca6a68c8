//! Texts rendered from templates: layouts that the corpora lack, and texts without names that look as if they had some.
//!
//! A template is plain text with slots in double braces; a line of `%%` separates templates. The development texts have
//! templates of their own, so that memorised templates do not count.
//!
//! | slot | filled with |
//! |---|---|
//! | `{{first}}` | a value of that kind |
//! | `{{first\|a>ou\|>em}}` | the same in another case: the first ending that fits is replaced |
//! | `{{=today\|tomorrow}}` | one of these |

use super::{
    augment::full_name,
    data::{Annotation, Document},
    gazetteers::Names,
    network::Random,
};
use masquerade_ner::lexicon::class;

/// Layouts with names.
pub const LAYOUTS: &str = include_str!("templates/layouts.txt");
/// Layouts and messages with names, and a few without, by language.
pub const LANGUAGES: [(&str, &str); 27] = [
    ("bg", include_str!("templates/languages/bg.txt")),
    ("cs", include_str!("templates/languages/cs.txt")),
    ("da", include_str!("templates/languages/da.txt")),
    ("de", include_str!("templates/languages/de.txt")),
    ("el", include_str!("templates/languages/el.txt")),
    ("es", include_str!("templates/languages/es.txt")),
    ("et", include_str!("templates/languages/et.txt")),
    ("fi", include_str!("templates/languages/fi.txt")),
    ("fr", include_str!("templates/languages/fr.txt")),
    ("hr", include_str!("templates/languages/hr.txt")),
    ("hu", include_str!("templates/languages/hu.txt")),
    ("is", include_str!("templates/languages/is.txt")),
    ("it", include_str!("templates/languages/it.txt")),
    ("lt", include_str!("templates/languages/lt.txt")),
    ("lv", include_str!("templates/languages/lv.txt")),
    ("nb", include_str!("templates/languages/nb.txt")),
    ("nl", include_str!("templates/languages/nl.txt")),
    ("pl", include_str!("templates/languages/pl.txt")),
    ("pt", include_str!("templates/languages/pt.txt")),
    ("ro", include_str!("templates/languages/ro.txt")),
    ("ru", include_str!("templates/languages/ru.txt")),
    ("sk", include_str!("templates/languages/sk.txt")),
    ("sl", include_str!("templates/languages/sl.txt")),
    ("sr", include_str!("templates/languages/sr.txt")),
    ("sv", include_str!("templates/languages/sv.txt")),
    ("tr", include_str!("templates/languages/tr.txt")),
    ("uk", include_str!("templates/languages/uk.txt")),
];
/// Messages, menus, forms and notices without names in European languages.
pub const EUROPEAN_QUIET: &str = include_str!("templates/european_quiet.txt");
/// Prose, code and logs without names.
pub const QUIET: &str = include_str!("templates/quiet.txt");
/// The templates of [`QUIET`], where many things have names that people have.
pub fn odd() -> String {
    [("{{Type}}", "{{Odd}}"), ("{{ident}}", "{{odd}}"), ("{{pkg}}", "{{odd}}-{{word}}")]
        .iter()
        .fold(QUIET.to_owned(), |text, (slot, other)| text.replace(slot, other))
}

/// Layouts with names, for development.
pub const DEV_LAYOUTS: &str = include_str!("templates/dev_layouts.txt");
/// Code and logs without names, for development.
pub const DEV_QUIET: &str = include_str!("templates/dev_quiet.txt");

/// The texts that come of filling each of `templates` so many times.
pub fn render(templates: &str, source: &str, times: usize, names: &Names, random: &mut Random) -> Vec<Document> {
    let mut documents = Vec::new();
    for template in templates.split("\n%%\n") {
        for _ in 0..times {
            documents.extend(fill(template.trim_end_matches('\n'), source, names, random));
        }
    }
    documents
}

/// `None` where a slot has nothing to be filled with.
fn fill(template: &str, source: &str, names: &Names, random: &mut Random) -> Option<Document> {
    let (mut text, mut entities) = (String::new(), Vec::new());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((slot, after)) = after.split_once("}}").filter(|(slot, _)| is_slot(slot)) else {
            text.push_str(before);
            text.push_str("{{");
            rest = after;
            continue;
        };
        text.push_str(before);
        let (value, label) = match slot.strip_prefix('=') {
            Some(words) => (one_of(words, random).to_owned(), None),
            None => {
                let (kind, endings) = slot.split_once('|').unwrap_or((slot, ""));
                let (value, label) = value(kind, names, random)?;
                (inflected(value, endings), label)
            }
        };
        let start = text.chars().count();
        text.push_str(&value);
        if let Some(label) = label {
            entities.push(Annotation { start, end: start + value.chars().count(), label: label.to_owned() });
        }
        rest = after;
    }
    text.push_str(rest);
    Some(Document { text, entities, source: source.to_owned() })
}

/// Reports whether what stands in double braces is a slot. Other languages of templates use them, too.
fn is_slot(slot: &str) -> bool {
    let kind = slot.split('|').next().unwrap_or_default();
    slot.starts_with('=') || !kind.is_empty() && kind.chars().all(char::is_alphabetic)
}

/// One of `words`, which bars separate.
fn one_of<'t>(words: &'t str, random: &mut Random) -> &'t str {
    let count = words.split('|').count();
    words.split('|').nth(random.below(count)).unwrap_or_default()
}

/// `name` with the first of `endings`, `old>new` between bars, that it has.
fn inflected(name: String, endings: &str) -> String {
    let other = |(old, new)| Some(format!("{}{new}", name.strip_suffix(old)?));
    endings.split('|').filter_map(|ending| ending.split_once('>')).find_map(other).unwrap_or(name)
}

type Value = (String, Option<&'static str>);

/// The text for a slot, and its label.
fn value(slot: &str, names: &Names, random: &mut Random) -> Option<Value> {
    const PERSON: Option<&str> = Some("PERSON");
    const PLACE: Option<&str> = Some("LOCATION");
    const FIRM: Option<&str> = Some("ORGANIZATION");
    let letter = |name: &str| name.chars().next();
    let list = |class: u16, random: &mut Random| names.pick(class, random).map(str::to_owned);
    Some(match slot {
        "person" if random.below(12) == 0 => {
            (format!("{} {}", any(COMMON_FIRST, random), names.person(random)?.1), PERSON)
        }
        "person" if random.below(14) == 0 => {
            (format!("{} {}", names.person(random)?.0, any(COMMON_LAST, random)), PERSON)
        }
        "person" => (full_name(names, random)?, PERSON),
        "reversed" => {
            let (first, last) = names.person(random)?;
            (format!("{last}, {first}"), PERSON)
        }
        "surnamefirst" => {
            let (first, last) = names.person(random)?;
            let last = if random.below(2) == 0 { last.to_uppercase() } else { last };
            (format!("{last} {first}"), PERSON)
        }
        "surnameinitial" => {
            let (first, last) = names.person(random)?;
            (format!("{last}, {}.", letter(&first)?), PERSON)
        }
        "initialname" => {
            let (first, last) = names.person(random)?;
            (format!("{}. {last}", letter(&first)?), PERSON)
        }
        "first" => (names.person(random)?.0, PERSON),
        "last" => (names.person(random)?.1, PERSON),
        "firstupper" => (names.person(random)?.0.to_uppercase(), PERSON),
        "lastupper" => (names.person(random)?.1.to_uppercase(), PERSON),
        "firstlower" => (names.person(random)?.0.to_lowercase(), PERSON),
        "lastlower" => (names.person(random)?.1.to_lowercase(), PERSON),
        "common" => (any(COMMON_FIRST, random).to_owned(), PERSON),
        "commonlast" => (any(COMMON_LAST, random).to_owned(), PERSON),
        "initials" => {
            let (first, last) = names.person(random)?;
            (format!("{}.{}.", letter(&first)?, letter(&last)?), PERSON)
        }
        "title" => (any(TITLES, random).to_owned(), None),
        "city" => (list(class::CITY, random)?, PLACE),
        "citylower" => (list(class::CITY, random)?.to_lowercase(), PLACE),
        "country" => (list(class::COUNTRY, random)?, PLACE),
        "region" => (list(class::REGION, random)?, PLACE),
        "company" => (company(names, random)?, FIRM),
        "shop" => {
            let owner = if random.below(2) == 0 { names.person(random)?.0 } else { names.person(random)?.1 };
            (format!("{owner}'s {}", any(SHOPS, random)), FIRM)
        }
        "university" => (list(class::UNIVERSITY, random)?, FIRM),
        "nationality" => (capitalized(&list(class::NATIONALITY, random)?), Some("NRP")),
        "street" => (format!("{} {}", 1 + random.below(300), list(class::STREET, random)?), Some("STREET_ADDRESS")),
        "job" => (list(class::JOB, random)?, None),
        "user" => (user(names, random)?, Some("USERNAME")),
        "email" => (format!("{}@{}.example", user(names, random)?, any(WORDS, random)), None),
        // In code, names of people name anything.
        "odd" => (plain(&names.person(random)?.0), None),
        "Odd" => (capitalized(&plain(&names.person(random)?.1)), None),
        _ => (thing(slot, random)?, None),
    })
}

/// The letters of `name` that are in the English alphabet, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase()
}

/// The text for a slot that names nobody.
fn thing(slot: &str, random: &mut Random) -> Option<String> {
    let digits = |count: usize, random: &mut Random| -> String {
        (0..count).map(|_| char::from(b'0' + random.below(10) as u8)).collect()
    };
    Some(match slot {
        "product" if random.below(4) == 0 => capitalized(&coined(random)),
        "product" => any(PRODUCTS, random).to_owned(),
        "coined" => coined(random),
        "pkg" => package(random),
        "version" => format!("{}.{}.{}", random.below(20), random.below(60), random.below(9)),
        "word" => any(WORDS, random).to_owned(),
        "ident" => match random.below(5) {
            0 => any(WORDS, random).to_owned(),
            1 => format!("{}{}", any(WORDS, random), capitalized(any(WORDS, random))),
            2 => format!("{}-{}", any(WORDS, random), any(WORDS, random)),
            _ => format!("{}_{}", any(WORDS, random), any(WORDS, random)),
        },
        "Type" if random.below(3) == 0 => capitalized(any(WORDS, random)),
        "Type" => capitalized(any(WORDS, random)) + &capitalized(any(WORDS, random)),
        "UPPER" => format!("{}_{}", any(WORDS, random), any(WORDS, random)).to_uppercase(),
        "host" => format!("{}-{}", any(WORDS, random), digits(2, random)),
        "number" => {
            let count = 1 + random.below(4);
            digits(count, random)
        }
        "year" => format!("20{}", digits(2, random)),
        "day" => (1 + random.below(28)).to_string(),
        "time" => format!("{:02}:{:02}:{:02}", random.below(24), random.below(60), random.below(60)),
        "date" => date(random),
        "phone" => format!("+{} {} {}", 1 + random.below(98), digits(3, random), digits(7, random)),
        "hex" => format!("{:08x}{:04x}", random.next() as u32, random.next() as u16),
        "ip" => format!("10.{}.{}.{}", random.below(256), random.below(256), random.below(256)),
        _ => return None,
    })
}

/// A word that nobody uses, as programs are called.
fn coined(random: &mut Random) -> String {
    const STARTS: &str =
        "b bl br c ch cl cr d dr f fl g gl gr gn h j k kl l m n p pl pr qu r s sc sl st t tr v w x xf z zl";
    const VOWELS: &str = "a e i o u y ea io oo";
    const ENDS: &str = "b c ck d ff g k l ld m n nd ng p r rk s sh sk ss st t x z";
    let mut word = String::new();
    for _ in 0..1 + random.below(2) {
        word.push_str(any(STARTS, random));
        word.push_str(any(VOWELS, random));
    }
    word + any(ENDS, random)
}

/// The name of a package of software.
fn package(random: &mut Random) -> String {
    let stem = if random.below(3) == 0 { any(WORDS, random).to_owned() } else { coined(random) };
    let end = any("dev bin common data doc utils core tools perl java base client server runtime", random);
    match random.below(7) {
        0 => format!("lib{stem}{}", random.below(9)),
        1 => format!("lib{stem}-{end}"),
        2 => format!("lib{stem}{}-{end}", random.below(30)),
        3 => format!("python3-{stem}"),
        4 => stem,
        _ => format!("{stem}-{end}"),
    }
}

fn date(random: &mut Random) -> String {
    const MONTHS: &str = "January February March April May June July August September October November December";
    let (year, month, day) = (1950 + random.below(80), 1 + random.below(12), 1 + random.below(28));
    match random.below(5) {
        0 => format!("{day} {} {year}", any(MONTHS, random)),
        1 => format!("{} {day}, {year}", any(MONTHS, random)),
        2 => format!("{month:02}/{day:02}/{year}"),
        _ => format!("{year}-{month:02}-{day:02}"),
    }
}

fn company(names: &Names, random: &mut Random) -> Option<String> {
    let suffix = names.pick(class::COMPANY_SUFFIX, random)?.to_owned();
    Some(match random.below(5) {
        0 => format!("{} {suffix}", names.person(random)?.1),
        1 => format!("{} {suffix}", capitalized(any(WORDS, random)) + &capitalized(any(WORDS, random))),
        2 => format!("{} & {}", names.person(random)?.1, names.person(random)?.1),
        _ => names.pick(class::COMPANY, random)?.to_owned(),
    })
}

fn user(names: &Names, random: &mut Random) -> Option<String> {
    let (first, last) = names.person(random)?;
    let (first, last) = (plain(&first), plain(&last));
    Some(match random.below(4) {
        0 => format!("{first}.{last}"),
        1 => format!("{}{last}", first.get(..1).unwrap_or_default()),
        2 => format!("{first}_{}", random.below(100)),
        _ => format!("{last}{}", random.below(100)),
    })
}

fn any<'t>(words: &'t str, random: &mut Random) -> &'t str {
    let count = words.split_whitespace().count();
    words.split_whitespace().nth(random.below(count)).unwrap_or_default()
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

const TITLES: &str =
    "Mr. Mrs. Ms. Miss Mr Mrs Ms Dr. Dr Prof. Professor Sir Judge Captain Sergeant Senator President Aunt Uncle";
/// First names that are words too.
const COMMON_FIRST: &str = "Will Mark May Grant Bill Rob Pat Art Chase Hope Faith Joy June April Rose Lily Jack Frank Grace \
    Dean Drew Miles Rich Ray Guy Gene Sandy Summer Autumn Dawn Eve Ivy Violet Max Victor Mason Hunter Page Christian Sky \
    Josh Nick Sue Jay Skip Dale Glen Heath Cliff Penny Ginger Ruby Pearl Olive Daisy Crystal Amber Melody Harmony Mercy \
    Charity Destiny Angel Jesse Ali Kim An Li Bo Sun Wing Long Young Lane Wade Reed Rusty Buddy Norm Herb Basil Jasmine";
/// Kinds of shops and inns, behind the names of their owners.
const SHOPS: &str = "Pizza Grill Diner Bakery Cafe Bar Pub Garage Motors Plumbing Flowers Salon Deli Kitchen Books Market \
    Hardware Florist Tavern Karate Cleaners Steakhouse";
/// Last names that are words too.
const COMMON_LAST: &str = "King Cook Baker Price Bush Banks Rice Wood Stone Day Love Little Best Self Young Brown White Green \
    Black Long Short Carter Cooper Parker Ward Case Field Fields Park Parks Hill Hall Bell Ball Bird Fox Wolf Lamb Fish \
    Church Bishop Pope Knight Noble Rich Strong Swift Small Grant Chase Power Powers Marks Mark May March Winter Summers \
    Frost Snow Rivers Lake Waters Brooks Forest Woods Marsh Moon Star Cross Crane Drake Swan Finch Hawk Key Keys Lock Post";
const PRODUCTS: &str = "Jenkins Maven Gradle Kafka Spark Hadoop Django Flask Laravel Rails Ruby Python Rust Go Java Kotlin Scala \
    Swift Julia Perl Pascal Ada Haskell Erlang Elixir Clojure Redis Postgres MySQL MariaDB Mongo Cassandra Elasticsearch \
    Kibana Logstash Grafana Prometheus Loki Tempo Mimir Consul Vault Nomad Terraform Ansible Chef Puppet Salt Docker \
    Kubernetes Helm Istio Envoy Nginx Apache Tomcat Jetty Caddy Traefik Linkerd Pingora Vector Fluentd Datadog Sentry \
    Jasmine Mocha Jest Karma Cypress Selenium Playwright Puppeteer React Angular Vue Svelte Ember Node Deno Bun Babel \
    Webpack Vite Rollup Parcel Lodash Express Nest Spring Hibernate Lombok Quarkus Claude Gemini Llama Mistral Bard Alexa \
    Siri Cortana Watson Mercury Gemma Falcon Phi Oscar Hugo Jekyll Gatsby Ghost Jira Trello Slack Teams Zoom Notion Figma \
    Sketch Excel Word Outlook Windows Linux Ubuntu Debian Fedora Alpine Arch Mint Safari Chrome Firefox Edge Opera Brave \
    Pandas Numpy Keras Torch Ray Dask Luigi Airflow Celery Rabbit Nats Pulsar Flink Storm Hive Pig Presto Trino Druid Iris \
    Bert Elmo Ernie Tesla Turing Ampere Hopper Volta Pascal Fermi Kepler Maxwell Lovelace Blackwell Ivy Sandy Jasper Bonnie";
const WORDS: &str = "account action agent alert amount array asset batch block body branch bridge buffer build button byte cache \
    call card cart case chain change channel chart check child chunk class clean client clock cloud code color column command \
    commit config contact content context control cookie core count course cover crate cursor cycle data date debug delta \
    demo depth design detail device digest disk document domain draft driver edge editor effect element engine entry error \
    event extra factor fault feature fetch field figure file filter final flag flow folder force form format frame front \
    gate global grant graph grid group guard guide handle hash head header health heap help hint history hook host hour hunter \
    icon image import index inner input insert item job join journal key kind label lambda language layer layout leaf legacy \
    length letter level library limit line link list loader local lock logic login loop machine main manager map mark market \
    mask master match matrix max media member memory menu merge message meta method metric min mode model module monitor \
    name native network node note number object offset option order origin outer output owner page panel parent parser part \
    path pattern payload peer pending pixel plan player plugin point policy pool port post price primary print process product \
    profile project prompt proxy public query queue quote random range rate reader record region register release remote \
    render report request reset resource response result retry return rich role root route router row rule sample scale scan \
    scene schema scope score script search second secret section segment select sender server service session setting shape \
    shard share sheet shift signal simple size slice slot snapshot socket sort source space span split stack stage start state \
    status step stone stop storage store stream string style subject suite summary super switch symbol sync system table tag \
    target task team template term test text theme thread ticket time title token tool topic total trace track transfer tree \
    trigger tuple type union unique unit update upload user valid value vector vendor version victor video view visit volume \
    wait walker wallet ward watch web weight widget width will window wire word worker wrapper writer young zone";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_known_and_annotations_stand_where_names_do() {
        let odd = odd();
        let languages = LANGUAGES.iter().map(|(_, templates)| *templates);
        for templates in [LAYOUTS, DEV_LAYOUTS, QUIET, DEV_QUIET, EUROPEAN_QUIET, &odd].into_iter().chain(languages) {
            let filled = render(templates, "s", 3, &Names::toy(), &mut Random(1));
            assert_eq!(filled.len(), 3 * templates.split("\n%%\n").count());
            for document in filled {
                let chars: Vec<char> = document.text.chars().collect();
                for annotation in &document.entities {
                    let name: String = chars[annotation.start..annotation.end].iter().collect();
                    assert!(!name.is_empty() && name.trim() == name, "{name:?}");
                }
            }
        }
    }

    #[test]
    fn names_are_inflected_and_words_chosen() {
        for (name, expected) in [("Petra", "Petrou"), ("Ivo", "Ivoem"), ("Ö", "Öem")] {
            assert_eq!(inflected(name.to_owned(), "a>ou|>em"), expected);
        }
        assert_eq!(inflected("Ivo".to_owned(), "a>ou"), "Ivo");
        let template = "s {{firstlower|a>ou|>em}} {{=a|b}} {{ x }}";
        let filled = render(template, "s", 40, &Names::toy(), &mut Random(3));
        assert!(filled.iter().any(|document| document.text == "s petrou a {{ x }}"));
        assert!(filled.iter().any(|document| document.text == "s petrou b {{ x }}"));
        let name = &filled[0].entities[0];
        assert_eq!((name.start, name.label.as_str()), (2, "PERSON"));
        assert_eq!(name.end, 8, "the ending is a part of the name");
    }

    #[test]
    fn languages_stand_in_order() {
        assert!(LANGUAGES.is_sorted_by_key(|(language, _)| *language));
    }

    #[test]
    fn quiet_texts_have_no_names() {
        for templates in [QUIET, DEV_QUIET] {
            for document in render(templates, "s", 5, &Names::toy(), &mut Random(2)) {
                assert!(document.entities.iter().all(|annotation| annotation.label == "USERNAME"), "{}", document.text);
            }
        }
    }

    #[test]
    fn templates_for_development_are_their_own() {
        let known: Vec<&str> = [LAYOUTS, QUIET].iter().flat_map(|all| all.split("\n%%\n")).map(str::trim).collect();
        let dev = [DEV_LAYOUTS, DEV_QUIET];
        assert!(dev.iter().flat_map(|all| all.split("\n%%\n")).all(|template| !known.contains(&template.trim())));
    }
}
