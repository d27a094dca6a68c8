//! Secrets behind their names: random ones in every way to name a key, and what stands in the same places in code.

use std::collections::BTreeMap;

use masquerade_detect::text::Field;

use crate::{DETECTOR, default, random::Random};

const ALPHABETS: [&str; 9] = [
    "0123456789abcdef",
    "0123456789ABCDEF",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    "abcdefghijklmnopqrstuvwxyz",
];

/// Names of keys, as words.
const NAMES: [&str; 14] = [
    "api key",
    "access token",
    "client secret",
    "secret key",
    "auth token",
    "app secret",
    "private key",
    "signing key",
    "stripe key",
    "github token",
    "db password",
    "webhook secret",
    "encryption key",
    "mailgun api key",
];

/// Ways to name a key: `S` is its name in snake case, `U` in capitals, `C` in camel case, `K` in kebab case, `P` in
/// prose, `V` the value.
const WAYS: [&str; 30] = [
    "{S}={V}",
    "DEBUG=1\n{U}={V}\nPORT=80\n",
    "{U}=\"{V}\"",
    "{\"id\": 3, \"{C}\": \"{V}\"}",
    "{\\\"{S}\\\":\\\"{V}\\\"}",
    "service:\n  {S}: {V}\n  port: 80\n",
    "{S}: '{V}'",
    "[auth]\n{K} = {V}\n",
    "{S} = \"{V}\" # for tests",
    "export {U}={V}",
    "<config><{C}>{V}</{C}></config>",
    "<add key=\"{C}\" value=\"{V}\" />",
    "<client {C}=\"{V}\" port=\"80\"/>",
    "https://api.example.com/v1/items?page=2&{S}={V}&x=1",
    "curl -H \"X-{K}: {V}\" https://example.com",
    "tool --{K} {V} --verbose",
    "tool --{K}={V} --verbose",
    "UPDATE apps SET {S} = '{V}' WHERE id = 3;",
    "INSERT INTO apps (id, {S}, name) VALUES (3, '{V}', 'main');",
    "let {S}: &str = \"{V}\";",
    "const {C}: string = '{V}';",
    "private static final String {U} = \"{V}\";",
    "client = connect(host=\"main\", {S}=\"{V}\")",
    "setenv(\"{U}\", \"{V}\", 1);",
    "env:\n- name: {U}\n  value: {V}\n",
    "environment:\n  - {U}={V}\n",
    "variable \"{S}\" {\n  type    = string\n  default = \"{V}\"\n}\n",
    "{S} := \"{V}\"",
    "'{S}' => '{V}',",
    "my {P} is {V}",
];

/// `way` with a name and a value in it.
fn fill(way: &str, name: &str, value: &str) -> String {
    let snake = name.replace(' ', "_");
    let camel: String = name
        .split(' ')
        .enumerate()
        .map(|(at, word)| if at == 0 { word.to_owned() } else { word[..1].to_uppercase() + &word[1..] })
        .collect();
    way.replace("{S}", &snake)
        .replace("{U}", &snake.to_uppercase())
        .replace("{C}", &camel)
        .replace("{K}", &name.replace(' ', "-"))
        .replace("{P}", name)
        .replace("{V}", value)
}

/// The bytes of `value` that stay in `text`.
fn shows(text: &str, value: &str) -> bool {
    let start = text.find(value).expect("the value stands in the text");
    let entities = DETECTOR.detect(&[Field::new(text)], &default()).remove(0);
    !(start..start + value.len()).all(|at| entities.iter().any(|entity| entity.span.range().contains(&at)))
}

#[test]
fn random_values_behind_names_of_keys_are_masked_whole() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut tries, mut missed) = (BTreeMap::new(), BTreeMap::<&str, Vec<String>>::new());
    for way in WAYS {
        for alphabet in ALPHABETS {
            for len in 16..=64 {
                let value = random.draw(alphabet, len);
                let text = fill(way, random.pick(&NAMES), &value);
                *tries.entry(way).or_insert(0) += 1;
                if shows(&text, &value) {
                    missed.entry(way).or_default().push(text);
                }
            }
        }
    }
    let bad: BTreeMap<_, _> = missed.iter().filter(|(way, missed)| missed.len() * 100 > tries[*way]).collect();
    let report: Vec<_> = bad
        .iter()
        .map(|(way, missed)| {
            format!(
                "{way:?}: {} of {}: {:?}",
                missed.len(),
                tries[*way],
                missed.iter().step_by(missed.len().div_ceil(6)).collect::<Vec<_>>()
            )
        })
        .collect();
    assert!(bad.is_empty(), "{}", report.join("\n"));
}

/// Values without secrets in code, settings and documentation: `A` and `B` are names.
const HARMLESS: [&str; 30] = [
    "token = {A}_token",
    "    {S} = {A}.{B}",
    "self.{S} = {S}",
    "{S}: {A}",
    "{S}: {A}{B},",
    "  {S}: required\n",
    "\"{S}\": \"string\",",
    "{S} = get_{A}({B})",
    "{S} = {A}[\"{B}\"]",
    "{S}={A}_{B}, {A}={B})",
    "{S}: Option<String>,",
    "{S}: &str",
    "const {C}: string = {A}.{B};",
    "let {S} = {A}.{B}()?;",
    "{S}: ${{ secrets.{U} }}",
    "{U}=${{A}}",
    "{U}=$({A} {B})",
    "{S} = os.environ[\"{U}\"]",
    "{S} = process.env.{U}",
    "{U}=<your-{K}>",
    "{U}=xxxxxxxxxxxxxxxxxxxx",
    "{U}=your-{K}-here",
    "\"{C}\": \"your_{S}\"",
    "--{K} <{A}>",
    "<{C}>{{A}.{B}}</{C}>",
    "if {S} == {A} {",
    "{S}: {{ {A}.{B} }}",
    "the {P} is {A}",
    "{S} VARCHAR(64) NOT NULL,",
    "def {A}({S}: str = None, {B}={A}):",
];

const WORDS: [&str; 24] = [
    "next", "primary", "required", "value", "handler", "session", "config", "buffer", "request", "parser", "settings",
    "default", "user", "response", "optional", "parent", "stored", "current", "factory", "expected", "invalid",
    "options", "manager", "encoded",
];

#[test]
fn words_and_code_behind_names_of_keys_are_left_alone() {
    const TRIES: usize = 200;
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    let (mut found, mut tries) = (BTreeMap::<&str, Vec<String>>::new(), 0);
    for way in HARMLESS {
        for _ in 0..TRIES {
            let way_of_two = way.replace("{A}", random.pick(&WORDS)).replace("{B}", random.pick(&WORDS));
            let text = fill(&way_of_two, random.pick(&NAMES), "");
            tries += 1;
            if !DETECTOR.detect(&[Field::new(&text)], &default()).remove(0).is_empty() {
                found.entry(way).or_default().push(text);
            }
        }
    }
    let count: usize = found.values().map(Vec::len).sum();
    let report: Vec<_> = found
        .iter()
        .map(|(way, found)| format!("{way:?}: {} of {TRIES}: {:?}", found.len(), &found[..found.len().min(4)]))
        .collect();
    assert!(count * 100 <= tries, "{count} of {tries}\n{}", report.join("\n"));
}

#[test]
fn secrets_of_any_length_are_masked_whole() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    for len in [500, 513, 1_100, 5_000, 200_000] {
        let key = random.draw(ALPHABETS[6], len);
        let block = format!("-----BEGIN PRIVATE KEY-----\n{key}\n-----END PRIVATE KEY-----");
        assert!(!shows(&format!("my key:\n{block}\nthat was it"), &block), "{len}");
        if len <= 5_000 {
            for way in ["api_key={V}", "{\"apiKey\": \"{V}\"}", "token: {V}\n"] {
                assert!(!shows(&fill(way, "api key", &key), &key), "{way} {len}");
            }
        }
    }
}

#[test]
fn values_end_where_their_syntax_ends() {
    for (text, value) in [
        ("DB_PASSWORD=p@ss&w0rd#x$y^z%1\nPORT=1", "p@ss&w0rd#x$y^z%1"),
        ("DB_PASSWORD=p@ssw0rd # of the old one", "p@ssw0rd"),
        ("POST /login\n\nuser=jane&password=p4ssw0rd&next=1", "p4ssw0rd"),
        ("password: hunter2 # of the old one\n", "hunter2"),
        ("passphrase = 'correct horse battery staple'", "correct horse battery staple"),
        ("password: \"tea and 9 scones\"", "tea and 9 scones"),
        ("https://jane:p%40ss%3Aw0rd@example.com/x", "p%40ss%3Aw0rd"),
        ("db_pass = \"m{{h}o)p${e]nob(ody[finds>-_$#this}}\"", "m{{h}o)p${e]nob(ody[finds>-_$#this}}"),
        ("mysql -u root -pS3cr3tP4ss shop", "S3cr3tP4ss"),
        ("Authorization: ApiKey q7Zr2Lx9Tt4Vw8Ks3Np6", "q7Zr2Lx9Tt4Vw8Ks3Np6"),
        ("<key>ApiKey</key>\n<string>q7Zr2Lx9Tt4Vw8Ks</string>", "q7Zr2Lx9Tt4Vw8Ks"),
        ("<string name=\"api_key\">q7Zr2Lx9Tt4Vw8Ks</string>", "q7Zr2Lx9Tt4Vw8Ks"),
        ("[{\"name\": \"API_KEY\", \"value\": \"zebra-quartz-9\"}]", "zebra-quartz-9"),
    ] {
        let entities = DETECTOR.detect(&[Field::new(text)], &default()).remove(0);
        let found: Vec<_> = entities.iter().map(|entity| entity.span.slice(text)).collect();
        assert!(found.contains(&value), "{text}: {found:?}");
    }
}
