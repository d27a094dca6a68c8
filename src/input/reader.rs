//! [`read`], [`Item`] and [`Object`]: typed access to a tree.

use std::{borrow::Cow, ops::RangeInclusive, sync::Arc};

use super::{
    nearest::did_you_mean,
    problem::{Collector, Dialect, Fault, Problem, Problems},
    tree::{Member, Node, Place, Value},
};

/// Reads `node` with `read`, which returns `None` if it has refused something.
///
/// # Errors
/// All problems found, if there is one, whatever `read` answered.
pub fn read<'a, T>(
    node: Node<'a>,
    dialect: Dialect,
    read: impl FnOnce(Item<'_, 'a>) -> Option<T>,
) -> Result<T, Problems> {
    let collector = Collector::new(dialect);
    let value = read(Item { node, path: Path { parent: None, step: Step::Root }, collector: &collector });
    let mut problems = collector.into_problems();
    match value {
        Some(value) if problems.list.is_empty() => Ok(value),
        _ => {
            if problems.list.is_empty() {
                let detail = "not understood".to_owned();
                problems.list.push(Problem { fault: Fault::OutOfRange, pointer: String::new(), detail, place: None });
            }
            Err(problems)
        }
    }
}

/// The path from the root to a value. It lives on the stack and costs nothing until it is printed.
#[derive(Clone, Copy, Debug)]
struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    Name(&'p str),
    Index(usize),
}

impl Path<'_> {
    /// Longest part of a member's name that a pointer shows, in bytes: it may be hostile.
    const MAX_NAME: usize = 64;

    fn pointer(&self) -> String {
        let mut pointer = self.parent.map(Path::pointer).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Index(index) => pointer.push_str(&format!("/{index}")),
            Step::Name(name) => {
                let cut = name.floor_char_boundary(Self::MAX_NAME);
                let shown = &name[..cut];
                pointer.push('/');
                pointer.push_str(&shown.replace('~', "~0").replace('/', "~1"));
                if cut < name.len() {
                    pointer.push('…');
                }
            }
        }
        pointer
    }
}

/// A value that is being read.
#[derive(Debug)]
pub struct Item<'p, 'a> {
    node: Node<'a>,
    path: Path<'p>,
    collector: &'p Collector,
}

impl<'a> Item<'_, 'a> {
    /// Refuses it; answers `None`, so that a reading function can return that.
    ///
    /// `detail` must not repeat the value.
    pub fn refuse<T, D: Into<String>>(&self, fault: Fault, detail: impl FnOnce() -> D) -> Option<T> {
        self.collector.add(|| Problem {
            fault,
            pointer: self.path.pointer(),
            detail: detail().into(),
            place: self.node.place.clone(),
        });
        None
    }

    /// The value that the reader stands at.
    pub fn value(&self) -> &Value<'a> {
        &self.node.value
    }

    /// The place in the file or environment where the value was set.
    pub fn place(&self) -> Option<&Arc<Place>> {
        self.node.place.as_ref()
    }

    /// The text of a variable or a flag, whose type only the reader knows.
    fn loose(&self) -> Option<&str> {
        match (&self.node.value, &self.node.place) {
            (Value::String(text), Some(place)) if place.is_text() => Some(text.trim()),
            _ => None,
        }
    }

    /// The fault of a value that is not a number in range.
    fn number_fault(&self) -> Fault {
        match self.value() {
            Value::Integer(_) | Value::Unsigned(_) | Value::Float(_) | Value::OutOfRange => Fault::OutOfRange,
            _ => Fault::WrongType,
        }
    }

    /// A truth value.
    pub fn boolean(self) -> Option<bool> {
        match (self.value(), self.loose()) {
            (Value::Bool(value), _) => Some(*value),
            (_, Some("true")) => Some(true),
            (_, Some("false")) => Some(false),
            _ => self.refuse(Fault::WrongType, || "must be true or false"),
        }
    }

    /// A whole number in `range`. `5.0` is one, as JSON Schema has it.
    pub fn integer(self, range: RangeInclusive<u64>) -> Option<u64> {
        let found = match (self.value(), self.loose()) {
            (Value::Integer(value), _) => u64::try_from(*value).ok(),
            (Value::Unsigned(value), _) => Some(*value),
            (Value::Float(value), _) => whole(*value),
            (_, Some(text)) => text.parse().ok(),
            _ => None,
        };
        match found {
            Some(value) if range.contains(&value) => Some(value),
            _ => self.refuse(self.number_fault(), || {
                format!("must be an integer from {} to {}", range.start(), range.end())
            }),
        }
    }

    /// A whole number in `range`, as `usize`.
    pub fn size(self, range: RangeInclusive<usize>) -> Option<usize> {
        let wide = |bound: &usize| u64::try_from(*bound).unwrap_or(u64::MAX);
        self.integer(wide(range.start())..=wide(range.end())).and_then(|value| usize::try_from(value).ok())
    }

    /// An offset, index or length.
    pub fn offset(self) -> Option<usize> {
        self.size(0..=usize::MAX)
    }

    /// A finite number in `range`.
    #[allow(clippy::cast_precision_loss)]
    pub fn number(self, range: RangeInclusive<f64>) -> Option<f64> {
        let found = match (self.value(), self.loose()) {
            (Value::Integer(value), _) => Some(*value as f64),
            (Value::Unsigned(value), _) => Some(*value as f64),
            (Value::Float(value), _) => Some(*value),
            (_, Some(text)) => text.parse().ok(),
            _ => None,
        };
        match found {
            Some(value) if range.contains(&value) => Some(value),
            _ => self
                .refuse(self.number_fault(), || format!("must be a number from {} to {}", range.start(), range.end())),
        }
    }

    /// A string.
    pub fn string(self) -> Option<Cow<'a, str>> {
        match self.node.value {
            Value::String(text) => Some(text),
            _ => self.refuse(Fault::WrongType, || "must be a string"),
        }
    }

    /// A string that `parse` understands; its error becomes the detail and must not repeat it.
    pub fn parse<T, E: Into<String>>(self, parse: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        let Value::String(text) = self.value() else { return self.refuse(Fault::WrongType, || "must be a string") };
        match parse(text) {
            Ok(value) => Some(value),
            Err(detail) => self.refuse(Fault::OutOfRange, || detail),
        }
    }

    /// The value that `names` pairs with the string, in any case.
    pub fn name<T: Copy>(self, names: &[(&str, T)]) -> Option<T> {
        let Value::String(text) = self.value() else { return self.refuse(Fault::WrongType, || "must be a string") };
        if let Some((_, value)) = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(text.trim())) {
            return Some(*value);
        }
        self.refuse(Fault::OutOfRange, || {
            let known: Vec<_> = names.iter().map(|(name, _)| *name).collect();
            format!("must be one of {}{}", known.join(", "), did_you_mean(text, known.iter().copied()))
        })
    }

    /// A list of at most `max`, each read by `read`. `None` if one of them was refused.
    pub fn list<T>(self, max: usize, mut read: impl FnMut(Item<'_, 'a>) -> Option<T>) -> Option<Vec<T>> {
        let items = match self.node.value {
            Value::Array(items) => items.into_vec(),
            Value::String(ref text) if self.loose().is_some() => split(text, self.node.place.as_ref()),
            _ => return self.refuse(Fault::WrongType, || "must be an array"),
        };
        let (path, collector) = (self.path, self.collector);
        if items.len() > max {
            let pointer = || path.pointer();
            collector.add(|| Problem {
                fault: Fault::TooLong,
                pointer: pointer(),
                detail: format!("must have at most {max} items"),
                place: self.node.place.clone(),
            });
            return None;
        }
        let mut values = Vec::with_capacity(items.len());
        let mut complete = true;
        for (index, node) in items.into_iter().enumerate() {
            let path = Path { parent: Some(&path), step: Step::Index(index) };
            match read(Item { node, path, collector }) {
                Some(value) => values.push(value),
                None => complete = false,
            }
        }
        complete.then_some(values)
    }

    /// The members of an object whose names are data, such as labels, each read by `read`.
    pub fn entries<T>(self, mut read: impl FnMut(&str, Item<'_, 'a>) -> Option<T>) -> Option<Vec<T>> {
        let Value::Object(members) = self.node.value else {
            return self.refuse(Fault::WrongType, || format!("must be {}", self.collector.dialect.object()));
        };
        let (path, collector) = (self.path, self.collector);
        let mut values = Vec::with_capacity(members.len());
        let mut complete = true;
        for Member { name, node } in members {
            let path = Path { parent: Some(&path), step: Step::Name(&name) };
            match read(&name, Item { node, path, collector }) {
                Some(value) => values.push(value),
                None => complete = false,
            }
        }
        complete.then_some(values)
    }
}

impl<'p, 'a> Item<'p, 'a> {
    /// An object whose members are known by name.
    pub fn object(self) -> Option<Object<'p, 'a>> {
        match self.node.value {
            Value::Object(members) => Some(Object {
                members: members.into_iter().map(Some).collect(),
                asked: Vec::new(),
                place: self.node.place,
                path: self.path,
                collector: self.collector,
            }),
            _ => self.refuse(Fault::WrongType, || format!("must be {}", self.collector.dialect.object())),
        }
    }
}

/// An object being read: members are asked for by name, and what nobody asked for is refused.
#[derive(Debug)]
#[must_use = "call `finish` to refuse unknown members, or `ignore_rest` to allow them"]
pub struct Object<'p, 'a> {
    members: Vec<Option<Member<'a>>>,
    asked: Vec<(&'static str, Option<Arc<Place>>)>,
    place: Option<Arc<Place>>,
    path: Path<'p>,
    collector: &'p Collector,
}

impl<'a> Object<'_, 'a> {
    /// A member that must be there, and not `null`.
    pub fn required<T>(&mut self, name: &'static str, read: impl FnOnce(Item<'_, 'a>) -> Option<T>) -> Option<T> {
        match self.take(name) {
            Some(node) => self.read(name, node, read),
            None => {
                self.refuse(Fault::MissingMember, name, || "is required");
                None
            }
        }
    }

    /// A member that may be absent or `null`.
    pub fn optional<T>(&mut self, name: &'static str, read: impl FnOnce(Item<'_, 'a>) -> Option<T>) -> Option<T> {
        match self.take(name) {
            Some(node) if node.value != Value::Null => self.read(name, node, read),
            _ => None,
        }
    }

    /// A member with a default; `None` only if it is there and was refused.
    pub fn or_else<T>(
        &mut self,
        name: &'static str,
        default: impl FnOnce() -> T,
        read: impl FnOnce(Item<'_, 'a>) -> Option<T>,
    ) -> Option<T> {
        let mut is_absent = true;
        let value = self.optional(name, |item| {
            is_absent = false;
            read(item)
        });
        if is_absent { Some(default()) } else { value }
    }

    /// A list that may be absent, `null` or empty, which all mean the same.
    pub fn optional_list<T>(
        &mut self,
        name: &'static str,
        max: usize,
        read: impl FnMut(Item<'_, 'a>) -> Option<T>,
    ) -> Vec<T> {
        self.optional(name, |item| item.list(max, read)).unwrap_or_default()
    }

    /// Refuses the member `name`, whether it has been read or was never there.
    ///
    /// `detail` must not repeat its value.
    pub fn refuse<D: Into<String>>(&self, fault: Fault, name: &str, detail: impl FnOnce() -> D) {
        self.collector.add(|| Problem {
            fault,
            pointer: Path { parent: Some(&self.path), step: Step::Name(name) }.pointer(),
            detail: detail().into(),
            place: self.place_of(name).cloned(),
        });
    }

    /// The place where the member `name` was set, or else the object's.
    pub fn place_of(&self, name: &str) -> Option<&Arc<Place>> {
        let member = self.asked.iter().find(|(asked, _)| *asked == name);
        member.and_then(|(_, place)| place.as_ref()).or(self.place.as_ref())
    }

    /// Refuses every member that was not asked for until now.
    pub fn finish(&mut self) {
        for member in std::mem::take(&mut self.members).into_iter().flatten() {
            self.collector.add(|| Problem {
                fault: Fault::UnknownMember,
                pointer: Path { parent: Some(&self.path), step: Step::Name(&member.name) }.pointer(),
                detail: self.unknown(&member.name),
                place: member.node.place.clone(),
            });
        }
    }

    /// Lets members that were not asked for pass.
    pub fn ignore_rest(self) {}

    fn unknown(&self, name: &str) -> String {
        let member = self.collector.dialect.member();
        let known = self.asked.iter().map(|(name, _)| *name);
        let hint = did_you_mean(name, known.clone());
        if hint.is_empty() {
            format!("unknown {member}; known here: {}", known.collect::<Vec<_>>().join(", "))
        } else {
            format!("unknown {member}{hint}")
        }
    }

    fn take(&mut self, name: &'static str) -> Option<Node<'a>> {
        let found = self.members.iter_mut().find(|member| member.as_ref().is_some_and(|member| member.name == name));
        let node = found.and_then(Option::take).map(|member| member.node);
        self.asked.push((name, node.as_ref().and_then(|node| node.place.clone())));
        node
    }

    fn read<T>(&self, name: &'static str, node: Node<'a>, read: impl FnOnce(Item<'_, 'a>) -> Option<T>) -> Option<T> {
        let path = Path { parent: Some(&self.path), step: Step::Name(name) };
        read(Item { node, path, collector: self.collector })
    }
}

/// Values of a variable or a flag, separated by commas.
fn split<'a>(text: &str, place: Option<&Arc<Place>>) -> Vec<Node<'a>> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| Node { value: Value::String(Cow::Owned(part.to_owned())), place: place.cloned() }).collect()
}

/// The whole number that `value` is, as far as a float can tell it from its neighbours.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> Option<u64> {
    const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53
    ((0.0..=EXACT).contains(&value) && value.fract() == 0.0).then_some(value as u64)
}
