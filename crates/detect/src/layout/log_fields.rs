//! Logs whose first lines name their fields: those of web servers in the extended format of the W3C (`#Fields: date time cs-username
//! c-ip`), and those of monitors of networks, with tabs between (`#fields ts user`).

use std::ops::Range;

use super::{Cell, Names};
use crate::text::line;

/// Most fields of a line.
const MAX_FIELDS: usize = 64;

/// Adds the values of named fields in the lines behind `head`, the line that names them, and returns the place behind the last;
/// `None` if it names none.
pub fn read(text: &str, head: &Range<usize>, names: &mut Names<'_>, found: &mut Vec<Cell>) -> Option<usize> {
    const HEADS: [(&str, char); 2] = [("#Fields: ", ' '), ("#fields\t", '\t')];
    let content = text.get(head.clone())?;
    let (list, sign) = HEADS.iter().find_map(|(start, sign)| Some((content.strip_prefix(start)?, *sign)))?;
    let mut at = head.end - list.len();
    let mut fields = Vec::new();
    for name in list.trim_end().split(sign).take(MAX_FIELDS) {
        // `cs(Cookie)`
        let bare = name.split_once('(').map_or(name, |(_, inner)| inner.trim_end_matches(')'));
        let start = at + name.find(bare).unwrap_or_default();
        fields.push(names.look_up(bare).map(|known| (start..start + bare.len(), known)));
        at += name.len() + sign.len_utf8();
    }
    if fields.iter().all(Option::is_none) {
        return None;
    }
    let mut at = head.end + 1;
    while at < text.len() {
        let row = line::row(text, at);
        let content = text.get(row.clone())?;
        if content.starts_with('#') || content.trim().is_empty() || content.split(sign).count() != fields.len() {
            break;
        }
        let mut start = row.start;
        for (value, field) in content.split(sign).zip(&fields) {
            let len = value.trim_end().len();
            if let Some((name, known)) = field
                && len > 0
            {
                found.push(Cell { name: name.clone(), value: start..start + len, known: known.0 });
            }
            start += value.len() + sign.len_utf8();
        }
        at = row.end + 1;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn logs_name_their_fields() {
        for (text, expected) in [
            ("#Fields: kind cs-ssn x\n2024-02-28 7-8 -\n2024-02-28 - 9\n#Software: y", vec![("cs-ssn", "7-8")]),
            ("#fields\tts\tssn\n1\t7 8\n", vec![("ssn", "7 8")]),
            ("#Fields: kind hue\n2024-02-28 7-8\n", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
