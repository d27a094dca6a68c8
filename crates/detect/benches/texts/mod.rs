//! Texts of six kinds to measure detection by, made from the repository's own files by a generator with a fixed seed.
//!
//! Words follow one another as they do in the repository's documentation, so that no text is one paragraph over and over.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// Length of each text, in bytes.
const LEN: usize = 1 << 20;
/// Bytes of prose from one entity to the next.
const BETWEEN_ENTITIES: usize = 400;

/// Documentation that sentences are made of.
const DOCUMENTS: [&str; 4] = [
    include_str!("../../../../README.md"),
    include_str!("../../../../docs/detection.md"),
    include_str!("../../../../benches/README.md"),
    include_str!("../../../scan/DESIGN.md"),
];

/// Every kind of text, by name, with `examples` as its entities.
pub fn all(examples: &[&'static str]) -> [(&'static str, String); 6] {
    let mut generator = Generator::new(examples);
    let prose = generator.prose();
    [
        ("prose", prose.clone()),
        ("accented prose", generator.accented(&prose)),
        ("JSON log", generator.json_log()),
        ("source code", source_code()),
        ("chat", generator.chat()),
        ("CSV", generator.csv()),
    ]
}

/// Sentences from a Markov chain over the words of documents, with entities among them.
struct Generator<'a> {
    /// The words that follow each word. The empty word begins sentences.
    next_words: HashMap<&'static str, Vec<&'static str>>,
    examples: &'a [&'static str],
    state: u64,
}

impl<'a> Generator<'a> {
    fn new(examples: &'a [&'static str]) -> Self {
        let mut next_words = HashMap::<_, Vec<_>>::new();
        let is_prose = |line: &&str| !line.starts_with(['|', '#', '`', ' ']);
        for line in DOCUMENTS.iter().flat_map(|document| document.lines()).filter(is_prose) {
            let mut last = "";
            let is_word = |word: &&str| word.trim_end_matches(['.', ',', ';', ':']).chars().all(char::is_alphabetic);
            for word in line.split_whitespace().filter(is_word) {
                next_words.entry(last).or_default().push(word);
                last = if word.ends_with('.') { "" } else { word };
            }
        }
        Self { next_words, examples, state: 1 }
    }

    /// A pseudo-random number below `end` (SplitMix64).
    fn number(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) as usize % end
    }

    fn choice<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.number(items.len())]
    }

    /// A sentence of at most `most` words.
    fn sentence(&mut self, most: usize) -> String {
        let (mut words, mut last) = (Vec::new(), "");
        while words.len() < most {
            let Some(next) = self.next_words.get(last).cloned() else { break };
            last = self.choice(&next);
            words.push(last);
            if last.ends_with('.') {
                break;
            }
        }
        words.join(" ").trim_end_matches(['.', ',', ';', ':']).to_owned()
    }

    fn prose(&mut self) -> String {
        let (mut text, mut next_entity) = (String::new(), BETWEEN_ENTITIES);
        while text.len() < LEN {
            text += &self.sentence(24);
            if text.len() > next_entity {
                text += " ";
                text += self.choice(self.examples);
                next_entity = text.len() + BETWEEN_ENTITIES;
            }
            text += self.choice(&[". ", ". ", ". ", "? ", ".\n", ".\n\n"]);
        }
        text
    }

    /// `text` with one vowel in fifteen accented.
    fn accented(&mut self, text: &str) -> String {
        let mut accent = |c: char| match ("aeioun".find(c), self.number(15)) {
            (Some(vowel), 0) => "áéíöüñ".chars().nth(vowel).expect("as many as letters"),
            _ => c,
        };
        text.chars().map(&mut accent).collect()
    }

    fn json_log(&mut self) -> String {
        let mut text = String::new();
        let mut time = 1_700_000_000_000_u64;
        while text.len() < LEN {
            time += self.number(5_000) as u64;
            let level = self.choice(&["debug", "info", "info", "info", "warn", "error"]);
            let service = self.choice(&["checkout-api", "mailer", "auth", "search", "ledger-writer"]);
            let path = self.choice(&["/v1/orders", "/v1/users/self", "/healthz", "/v2/search?q=tea&page=3", "/login"]);
            let (status, took) = (self.choice(&[200, 200, 201, 304, 404, 500]), self.number(3_000));
            let trace = format!("{:016x}{:016x}", self.number(usize::MAX), self.number(usize::MAX));
            text += &format!(
                "{{\"ts\":{time},\"level\":\"{level}\",\"service\":\"{service}\",\"trace_id\":\"{trace}\",\"path\":\"{path}\",\
                 \"status\":{status},\"duration_ms\":{took}.{:03},\"msg\":\"{}\"",
                self.number(1_000),
                self.sentence(10),
            );
            if self.number(3) == 0 {
                let member = self.choice(&["user", "detail", "client", "ref", "payload"]);
                text += &format!(",\"{member}\":{:?}", self.choice(self.examples));
            }
            text += "}\n";
        }
        text
    }

    /// Rows of eight columns, of which three hold personal data.
    fn csv(&mut self) -> String {
        let mut text = "id,created_at,name,email,phone,city,amount,note\n".to_owned();
        while text.len() < LEN {
            let (name, city) = (self.sentence(2), self.sentence(1));
            text += &format!(
                "{},2026-{:02}-{:02}T{:02}:17:09Z,{name},{}{}@example.com,+1 415 555 {:04},{city},{}.{:02},\"{}\"\n",
                self.number(1_000_000),
                1 + self.number(12),
                1 + self.number(28),
                self.number(24),
                self.choice(&["kim", "lee.park", "o_novak", "ana.s"]),
                self.number(9_999),
                self.number(10_000),
                self.number(5_000),
                self.number(100),
                self.sentence(9),
            );
        }
        text
    }

    fn chat(&mut self) -> String {
        let mut text = String::new();
        while text.len() < LEN {
            text += self.choice(&["User: ", "Assistant: ", "sam: ", "kim (10:42): "]);
            for _ in 0..=self.number(4) {
                text += self.choice(&["", "", "hey, ", "I don't think so; ", "ok, ", "1. ", "- ", "haha "]);
                text += &self.sentence(14);
                text += self.choice(&[
                    "! ",
                    "? ",
                    ". ",
                    "... ",
                    " 🙂 ",
                    " `x = 3`\n",
                    " (see https://example.org/a/17) ",
                    ":\n",
                ]);
            }
            if self.number(2) == 0 {
                text += self.choice(&["my one is ", "try ", "it was ", "→ "]);
                text += self.choice(self.examples);
            }
            text += "\n\n";
        }
        text
    }
}

/// The repository's sources, by path.
fn source_code() -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("crates").is_dir()).expect("a folder of crates");
    let (mut files, mut folders) = (Vec::new(), vec![root.join("src"), root.join("crates"), root.join("tests")]);
    while let Some(folder) = folders.pop() {
        let paths: Vec<PathBuf> =
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        let (inner, other): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
        folders.extend(inner);
        files.extend(other.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")));
    }
    files.sort();
    let mut text: String = files.iter().map(|path| fs::read_to_string(path).expect("a source file")).collect();
    text.truncate(text.floor_char_boundary(LEN));
    text
}
