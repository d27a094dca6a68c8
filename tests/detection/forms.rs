//! Forms: a value that is found between blanks is found, with the same bounds, whatever stands beside it.

use std::{collections::BTreeMap, fmt::Write};

use masquerade_detect::{Options, entity::LabelInfo, text::Field};

use crate::{DETECTOR, all};

/// Texts before and behind a value.
const NEIGHBOURS: &[(&str, &str)] = &[
    // Markup and chats.
    ("_", "_"),
    ("__", "__"),
    ("*", "*"),
    ("**", "**"),
    ("***", "***"),
    ("~~", "~~"),
    ("`", "`"),
    ("```\n", "\n```"),
    // Rows.
    ("x,", ",y"),
    ("x;", ";y"),
    ("x|", "|y"),
    ("x\t", "\ty"),
    ("| ", " |"),
    ("x,\"", "\",y"),
    ("x=", ";"),
    ("x: ", ", y"),
    // Escapes.
    ("x\\n", "\\ny"),
    ("x\\t", "\\ty"),
    ("x\\r\\n", "\\r\\ny"),
    ("\\\"", "\\\""),
    ("x\\\\n", "\\\\ny"),
    ("x\\u0020", "\\u0020y"),
    ("x\\x20", "\\x20y"),
    ("q=x%20", "%20y"),
    ("q=x%0A", "%0Ay"),
    ("q=x+", "+y"),
    ("x&nbsp;", "&nbsp;y"),
    ("x&#160;", "&#160;y"),
    ("x&quot;", "&quot;y"),
    ("x<br>", "<br>y"),
    ("x<br/>", "<br/>y"),
    ("<td>", "</td>"),
    ("x\u{1b}[31m", "\u{1b}[0my"),
    ("x\\u001b[1m", "\\u001b[0my"),
    ("x=3D", "=20\ny"),
    // Other scripts.
    ("电话", "吧"),
    ("は", "です"),
    ("메일은", "으로"),
    ("บัตร", "ครับ"),
    ("رقم", "هنا"),
    ("מספר", "שלי"),
    ("вот", "потом"),
    ("（", "）"),
    ("，", "。"),
    // Signs that nobody sees.
    ("x \u{200b}", "\u{200b} y"),
    ("\u{feff}", "\u{feff}"),
    ("x\u{ad} ", " \u{ad}y"),
    ("x\u{a0}", "\u{a0}y"),
    ("\u{2067}", "\u{2069}"),
];

/// Labels whose values may go on with the signs beside them, so that they may be covered rather than met, or not told
/// from the emphasis around them.
const OWN_ALPHABET: &[&str] = &["URL", "AZURE_KEY"];
/// A blank of a form that may as well belong to an address or a telephone number.
const PLUS: &str = "q=x+";

/// Reports whether an entity of `text` stands at the place of `value`, or where `covers` covers it.
fn is_found(text: &str, start: usize, value: &str, covers: bool, options: &Options) -> bool {
    let entities = DETECTOR.detect(&[Field::new(text)], options).remove(0);
    let place = start..start + value.len();
    entities
        .iter()
        .map(|entity| entity.span.range())
        .any(|found| found == place || covers && found.start <= place.start && found.end >= place.end)
}

/// Labels whose examples are found between blanks.
fn plain() -> impl Iterator<Item = &'static LabelInfo> {
    let options = all();
    DETECTOR
        .labels()
        .iter()
        .filter(move |info| is_found(&format!(" {} ", info.example), 1, info.example, false, &options))
}

#[test]
fn a_value_is_found_whatever_stands_beside_it() {
    let options = all();
    let mut failures: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let (mut tried, mut missed) = (0, 0);
    for info in plain() {
        let value = info.example;
        let pairs = NEIGHBOURS.iter().enumerate().flat_map(|(at, (left, right))| {
            // Each left one beside its own right one, and beside another.
            [(*left, *right), (*left, NEIGHBOURS[(at * 7 + 3) % NEIGHBOURS.len()].1)]
        });
        for (left, right) in pairs {
            let text = format!("a {left}{value}{right} b");
            tried += 1;
            let covers = left == PLUS || OWN_ALPHABET.contains(&info.name);
            let is_own = info.name == "AZURE_KEY" && left.ends_with(['_', '~']);
            if !is_own && !is_found(&text, 2 + left.len(), value, covers, &options) {
                missed += 1;
                failures.entry(info.name).or_default().push(text);
            }
        }
    }
    let mut list = String::new();
    for (label, texts) in &failures {
        let _ = writeln!(list, "{label} ({}): {:?}", texts.len(), texts);
    }
    assert!(tried > 5_000, "{tried}");
    assert!(failures.is_empty(), "{missed} of {tried}\n{list}");
}
