//! [`Marked`]: a text in which personal values are marked, `my badge is [[id|48213]]`.

use std::ops::Range;

use masquerade_ner::values::Class;

/// The line between two texts of a file.
const BETWEEN: &str = "%%";
/// Marks of what is personal, but is found in other ways, and of what may be either: nothing is learnt there.
const SKIPPED: [&str; 4] = ["address", "person", "mail", "either"];

/// A text without its marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// The text.
    pub text: String,
    /// The marked places, ascending, with their classes; `None`: nothing is said of them.
    pub values: Vec<(Range<usize>, Option<Class>)>,
}

/// The texts of a file, and the number of marks that were malformed and are read as text.
pub fn read(file: &str) -> (Vec<Marked>, usize) {
    let mut wrong = 0;
    let blocks = file.lines().collect::<Vec<_>>();
    let texts = blocks.split(|line| line.trim_end() == BETWEEN).map(|lines| parsed(&lines.join("\n"), &mut wrong));
    (texts.filter(|marked| !marked.text.trim().is_empty()).collect(), wrong)
}

fn parsed(source: &str, wrong: &mut usize) -> Marked {
    let mut marked = Marked::default();
    let mut rest = source;
    while let Some(at) = rest.find("[[") {
        let (before, mark) = rest.split_at(at);
        marked.text.push_str(before);
        let known = mark[2..].split_once('|').and_then(|(name, value)| Some((meaning(name)?, value)));
        let Some((class, (value, behind))) = known.and_then(|(class, value)| Some((class, value.split_once("]]")?)))
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
        marked.values.push((start..marked.text.len(), class));
        rest = behind;
    }
    marked.text.push_str(rest);
    marked
}

/// The class of a mark's name; `Some(None)`: nothing is learnt of it.
fn meaning(name: &str) -> Option<Option<Class>> {
    let class = Class::ALL.into_iter().find(|class| class.name() == name);
    class.map(Some).or_else(|| SKIPPED.contains(&name).then_some(None))
}

impl Marked {
    /// The class of the candidate at `place`; `None`: nothing is said of it.
    pub fn class(&self, place: &Range<usize>) -> Option<Class> {
        let overlapping = self.values.iter().find(|(value, _)| value.start < place.end && place.start < value.end);
        match overlapping {
            Some((_, class)) => *class,
            None => Some(Class::Harmless),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read() {
        let (texts, wrong) = read("badge [[id|KX-4]], room 7\n%%\n\n%%\na[[0]] [[what|7]] of [[either|9]]\nx\n");
        assert_eq!((texts.len(), wrong), (2, 1));
        assert_eq!(texts[0].text, "badge KX-4, room 7");
        assert_eq!(texts[0].class(&(6..10)), Some(Class::Id));
        assert_eq!(texts[0].class(&(17..18)), Some(Class::Harmless));
        assert_eq!(texts[1].text, "a[[0]] [[what|7]] of 9\nx");
        assert_eq!(texts[1].class(&(21..22)), None);
    }
}
