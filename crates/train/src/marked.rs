//! [`Marked`]: a text in which parts are marked, `my badge is [[id|48213]], says [[person|Anna]]`.

use std::ops::Range;

/// The line between two texts of a file.
const BETWEEN: &str = "%%";

/// A text without its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked<M> {
    /// The text.
    pub text: String,
    /// The marked places, ascending, with what their marks mean.
    pub marks: Vec<(Range<usize>, M)>,
}

/// The texts of a file, and the number of marks that were malformed and are read as text. `meaning` tells what the name of a mark
/// means; `None`: there is no such mark.
pub fn read<M>(file: &str, meaning: impl Fn(&str) -> Option<M>) -> (Vec<Marked<M>>, usize) {
    let mut wrong = 0;
    let blocks = file.lines().collect::<Vec<_>>();
    let texts =
        blocks.split(|line| line.trim_end() == BETWEEN).map(|lines| parsed(&lines.join("\n"), &meaning, &mut wrong));
    (texts.filter(|marked| !marked.text.trim().is_empty()).collect(), wrong)
}

fn parsed<M>(source: &str, meaning: impl Fn(&str) -> Option<M>, wrong: &mut usize) -> Marked<M> {
    let mut marked = Marked { text: String::with_capacity(source.len()), marks: Vec::new() };
    let mut rest = source;
    while let Some(at) = rest.find("[[") {
        let (before, mark) = rest.split_at(at);
        marked.text.push_str(before);
        let known = mark[2..].split_once('|').and_then(|(name, value)| Some((meaning(name)?, value)));
        let Some((meaning, (value, behind))) =
            known.and_then(|(meaning, value)| Some((meaning, value.split_once("]]")?)))
        else {
            let name = mark[2..].split("]]").next().unwrap_or_default();
            *wrong += usize::from(name.contains('|'));
            marked.text.push_str("[[");
            rest = &mark[2..];
            continue;
        };
        // A value may end in a bracket of its own.
        let (value, behind) = match behind.strip_prefix(']') {
            Some(behind) if value.contains('[') => (format!("{value}]"), behind),
            _ => (value.to_owned(), behind),
        };
        let start = marked.text.len();
        marked.text.push_str(&value);
        marked.marks.push((start..marked.text.len(), meaning));
        rest = behind;
    }
    marked.text.push_str(rest);
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read() {
        let known = |name: &str| ["id", "either"].iter().position(|known| *known == name);
        let (texts, wrong) = read("badge [[id|KX-4]], room 7\n%%\n\n%%\na[[0]] [[what|7]] of [[either|9]]\nx\n", known);
        assert_eq!((texts.len(), wrong), (2, 1));
        assert_eq!(texts[0], Marked { text: "badge KX-4, room 7".to_owned(), marks: vec![(6..10, 0)] });
        assert_eq!(texts[1], Marked { text: "a[[0]] [[what|7]] of 9\nx".to_owned(), marks: vec![(21..22, 1)] });
    }
}
