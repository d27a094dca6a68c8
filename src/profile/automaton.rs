//! [`Automaton`]: a deterministic automaton over paths, with one step per nesting level.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use rustc_hash::FxHashMap;

use super::{
    name_table::NameTable,
    selector::{self, SelectorError, Step},
};

/// Most states of one automaton. That of all paths has 4,200, others have some hundred; `**` used often within a user's
/// selectors would have very many.
const MAX_STATES: usize = 6000;

/// A state of an automaton. By default: the root's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AutomatonState(u16);

impl AutomatonState {
    /// The number of the state, from 0 for the root.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A symbol of an automaton: a member's name, or an element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(u16);

impl Symbol {
    /// The number of the symbol, below `Automaton::width`.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The error of selectors that need more than `MAX_STATES` states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooComplex;

impl fmt::Display for TooComplex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the selectors are together too complex: use ** less")
    }
}

impl std::error::Error for TooComplex {}

/// A selector with the tag of the states on its paths.
#[derive(Clone, Copy, Debug)]
pub struct TaggedSelector<'a> {
    /// The selector.
    pub selector: &'a str,
    /// The tag.
    pub tag: u16,
    /// True for a rule's selector: of rules, the lowest tag of a state counts.
    pub is_rule: bool,
    /// True if the rule has no condition, so that rules with higher tags never count.
    pub settles: bool,
}

impl<'a> TaggedSelector<'a> {
    /// A selector that is no rule.
    pub fn mark(selector: &'a str, tag: u16) -> Self {
        Self { selector, tag, is_rule: false, settles: false }
    }
}

/// Many selectors compiled to one table; a step is one look into it.
pub struct Automaton {
    /// The names in selectors.
    names: NameTable,
    /// The suffixes in selectors, the longest first.
    suffixes: Vec<Box<str>>,
    /// The next state, by state, then by symbol: names, other names by suffix, any other name, element.
    table: Vec<u16>,
    width: usize,
    /// The end of each state's tags in `tags`.
    ends: Vec<u32>,
    tags: Vec<u16>,
}

impl Automaton {
    /// Compiles selectors with their tags. A state has the tags of all selectors that match its path, in
    /// ascending order, except perhaps those of rules that can never count.
    ///
    /// # Errors
    /// The error of a malformed selector with its place in the list; or [`TooComplex`].
    pub fn new<'a>(
        selectors: impl IntoIterator<Item = TaggedSelector<'a>>,
    ) -> Result<Self, (usize, Result<SelectorError, TooComplex>)> {
        let mut paths = Vec::new();
        for (at, tagged) in selectors.into_iter().enumerate() {
            let all = selector::parse(tagged.selector).map_err(|error| (at, Ok(error)))?;
            let TaggedSelector { tag, is_rule, settles, .. } = tagged;
            paths.extend(all.into_iter().map(|steps| Path { steps, tag, is_rule, settles }));
        }
        Self::compile(&paths).map_err(|error| (paths.len(), Err(error)))
    }

    /// The state before any step.
    pub fn root(&self) -> AutomatonState {
        AutomatonState(0)
    }

    /// The symbol of a member.
    pub fn name(&self, name: &[u8]) -> Symbol {
        Symbol(self.names.find(name).unwrap_or_else(|| self.unnamed(name)))
    }

    /// The symbol of a name that no selector has.
    fn unnamed(&self, name: &[u8]) -> u16 {
        let suffix = self.suffixes.iter().position(|suffix| name.ends_with(suffix.as_bytes()));
        (self.names.len() + suffix.unwrap_or(self.suffixes.len())) as u16
    }

    /// The symbol of an element of an array.
    pub fn element(&self) -> Symbol {
        Symbol((self.width - 1) as u16)
    }

    /// The state behind a step.
    pub fn step(&self, from: AutomatonState, symbol: Symbol) -> AutomatonState {
        AutomatonState(self.table[usize::from(from.0) * self.width + usize::from(symbol.0)])
    }

    /// The tags of the selectors that match the paths to `state`, ascending.
    pub fn tags(&self, state: AutomatonState) -> &[u16] {
        let at = usize::from(state.0);
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.tags[start as usize..self.ends[at] as usize]
    }

    /// All states, in the order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = AutomatonState> + use<> {
        (0..self.states() as u16).map(AutomatonState)
    }

    /// The number of symbols.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.ends.len()
    }

    fn compile(paths: &[Path]) -> Result<Self, TooComplex> {
        let mut names: Vec<Box<str>> = Vec::new();
        for Path { steps, .. } in paths {
            names.extend(
                steps.iter().filter_map(|step| if let Step::Name(name) = step { Some(name.clone()) } else { None }),
            );
        }
        names.sort_unstable();
        names.dedup();
        let mut suffixes: Vec<Box<str>> = Vec::new();
        for Path { steps, .. } in paths {
            suffixes.extend(
                steps.iter().filter_map(|step| if let Step::Suffix(end) = step { Some(end.clone()) } else { None }),
            );
        }
        suffixes.sort_unstable_by(|a, b| (b.len(), b).cmp(&(a.len(), a)));
        suffixes.dedup();
        let width = names.len() + suffixes.len() + 2;
        if width > usize::from(u16::MAX) {
            return Err(TooComplex);
        }
        let mut builder = Builder::new(paths, &names, &suffixes);
        builder.state((0..paths.len() as u32).map(|path| (path, 0)).collect())?;
        let (mut table, mut ends, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(set) = builder.sets.get(at).cloned() {
            let accepted: BTreeSet<u16> = set
                .iter()
                .map(|&(path, step)| (&paths[path as usize], step as usize))
                .filter(|(path, step)| path.steps.len() == *step)
                .map(|(path, _)| path.tag)
                .collect();
            tags.extend(accepted);
            ends.push(tags.len() as u32);
            builder.row(&set, &mut table)?;
            at += 1;
        }
        Ok(Self { names: NameTable::new(names), suffixes, table, width, ends, tags })
    }
}

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Automaton({} names, {} states)", self.names.len(), self.states())
    }
}

/// A sequence of steps of a selector.
struct Path {
    steps: Vec<Step>,
    tag: u16,
    is_rule: bool,
    settles: bool,
}

/// Places in selectors: which one, and how many of its steps have been taken. Sorted.
type Places = Vec<(u32, u32)>;

/// A step of a selector, its name or suffix by number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    Name(usize),
    Suffix(usize),
    AnyName,
    AnyIndex,
    Deep,
}

/// Builds states from sets of places.
struct Builder<'a> {
    paths: &'a [Path],
    /// The steps of each path.
    moves: Vec<Vec<Move>>,
    names: &'a [Box<str>],
    suffixes: &'a [Box<str>],
    /// The longest suffix that each name ends in.
    ended: Vec<Option<usize>>,
    known: FxHashMap<Places, u16>,
    sets: Vec<Places>,
}

impl<'a> Builder<'a> {
    fn new(paths: &'a [Path], names: &'a [Box<str>], suffixes: &'a [Box<str>]) -> Self {
        let ids: FxHashMap<&str, usize> = names.iter().enumerate().map(|(id, name)| (&**name, id)).collect();
        let number = |step: &Step| match step {
            Step::Name(name) => Move::Name(ids[&**name]),
            Step::Suffix(end) => {
                let number = suffixes.iter().position(|suffix| suffix == end);
                Move::Suffix(number.expect("the suffixes of all paths were listed"))
            }
            Step::AnyName => Move::AnyName,
            Step::AnyIndex => Move::AnyIndex,
            Step::Deep => Move::Deep,
        };
        let moves = paths.iter().map(|path| path.steps.iter().map(number).collect()).collect();
        let ended = names.iter().map(|name| suffixes.iter().position(|suffix| name.ends_with(&**suffix))).collect();
        Self { paths, moves, names, suffixes, ended, known: FxHashMap::default(), sets: Vec::new() }
    }

    fn step(&self, (path, step): (u32, u32)) -> Option<Move> {
        self.moves[path as usize].get(step as usize).copied()
    }

    /// The state of a set of places, a new one if need be.
    fn state(&mut self, mut places: Places) -> Result<u16, TooComplex> {
        let mut at = 0;
        while let Some(&place) = places.get(at) {
            if self.step(place) == Some(Move::Deep) {
                places.push((place.0, place.1 + 1));
            }
            at += 1;
        }
        places.sort_unstable();
        places.dedup();
        self.prune(&mut places);
        if let Some(&known) = self.known.get(&places) {
            return Ok(known);
        }
        if self.sets.len() >= MAX_STATES {
            return Err(TooComplex);
        }
        let id = self.sets.len() as u16;
        self.known.insert(places.clone(), id);
        self.sets.push(places);
        Ok(id)
    }

    /// Drops rules that cannot count any more: those behind a rule that matches all that lies below.
    fn prune(&self, places: &mut Places) {
        let settled = |&(at, step): &(u32, u32)| {
            let path = &self.paths[at as usize];
            let is_last = path.steps.len() == step as usize + 1;
            (path.settles && is_last && self.step((at, step)) == Some(Move::Deep)).then_some(path.tag)
        };
        let Some(lowest) = places.iter().filter_map(settled).min() else { return };
        let counts = |path: &Path| !path.is_rule || path.tag <= lowest;
        places.retain(|&(path, _)| counts(&self.paths[path as usize]));
    }

    /// The steps of selectors that can be taken from a set of places.
    fn steps(&self, set: &Places) -> Steps {
        let mut steps = Steps::default();
        for &(path, step) in set {
            let next = (path, step + 1);
            match self.step((path, step)) {
                Some(Move::Deep) => steps.stays.push((path, step)),
                Some(Move::AnyName) => steps.any_name.push(next),
                Some(Move::AnyIndex) => steps.any_index.push(next),
                Some(Move::Suffix(suffix)) => steps.suffixes.push((suffix, next)),
                Some(Move::Name(name)) => steps.names.entry(name).or_default().push(next),
                None => {}
            }
        }
        steps
    }

    /// Adds the transitions of a state to `table`.
    fn row(&mut self, set: &Places, table: &mut Vec<u16>) -> Result<(), TooComplex> {
        let steps = self.steps(set);
        let other = self.state(steps.after(&steps.any_name))?;
        let element = self.state(steps.after(&steps.any_index))?;
        let mut row = vec![other; self.names.len() + self.suffixes.len() + 2];
        row[self.names.len() + self.suffixes.len() + 1] = element;
        if !steps.suffixes.is_empty() {
            for (at, suffix) in self.suffixes.iter().enumerate() {
                let next = self.state(steps.after_name(&self.ending(&steps, suffix), &[]))?;
                // A name that this state's selectors do not have goes where all go that its suffix takes.
                let same = self.ended.iter().enumerate().filter(|(_, ended)| **ended == Some(at)).map(|(name, _)| name);
                for place in same.chain([self.names.len() + at]) {
                    row[place] = next;
                }
            }
        }
        for (&id, own) in &steps.names {
            row[id] = self.state(steps.after_name(&self.ending(&steps, &self.names[id]), own))?;
        }
        table.extend(row);
        Ok(())
    }

    /// The places behind the suffixes that `name` has.
    fn ending(&self, steps: &Steps, name: &str) -> Places {
        let has = |(suffix, _): &&(usize, (u32, u32))| name.ends_with(&*self.suffixes[*suffix]);
        steps.suffixes.iter().filter(has).map(|(_, next)| *next).collect()
    }
}

/// The steps that can be taken from a state, by what they ask for.
#[derive(Default)]
struct Steps {
    /// The places of `**`, which any step leaves as they are.
    stays: Places,
    any_name: Places,
    any_index: Places,
    suffixes: Vec<(usize, (u32, u32))>,
    names: BTreeMap<usize, Places>,
}

impl Steps {
    /// The places behind a step that takes those before `taken`.
    fn after(&self, taken: &[(u32, u32)]) -> Places {
        [&self.stays, taken].concat()
    }

    /// The places behind a name, with those behind the suffixes that it has and those of its own.
    fn after_name(&self, ending: &[(u32, u32)], own: &[(u32, u32)]) -> Places {
        [&self.stays, &self.any_name, ending, own].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tags at a path; `#` is an element.
    fn tags(automaton: &Automaton, path: &str) -> Vec<u16> {
        let mut state = automaton.root();
        for step in path.split('.').filter(|step| !step.is_empty()) {
            let symbol = if step == "#" { automaton.element() } else { automaton.name(step.as_bytes()) };
            state = automaton.step(state, symbol);
        }
        automaton.tags(state).to_vec()
    }

    #[test]
    fn a_state_has_the_tags_of_all_selectors_that_take_its_path() {
        let selectors = ["a.b", "**.b", "a[*].c", "a.**", "*.{b,c}", "**.x.**.y", "[*]", "p.*_id", "call_id"];
        let tagged = selectors.into_iter().zip(0..).map(|(selector, tag)| TaggedSelector::mark(selector, tag));
        let automaton = Automaton::new(tagged).unwrap();
        for (path, expected) in [
            ("", &[][..]),
            ("a", &[3]),
            ("a.b", &[0, 1, 3, 4]),
            ("b", &[1]),
            ("q.c", &[4]),
            ("q.q", &[]),
            ("a.#", &[3]),
            ("a.#.c", &[2, 3]),
            ("q.#.c", &[]),
            ("#", &[6]),
            ("q.x.q.#.y", &[5]),
            ("x.y", &[5]),
            ("x.y.y", &[5]),
            ("q.q.#.b", &[1]),
            ("p.user_id", &[7]),
            ("p.call_id", &[7]),
            ("p._id", &[7]),
            ("p.id", &[]),
            ("call_id", &[8]),
            ("user_id", &[]),
        ] {
            assert_eq!(tags(&automaton, path), expected, "{path}");
        }
    }

    #[test]
    fn names_are_told_apart_by_every_byte() {
        let automaton = Automaton::new([TaggedSelector::mark("type", 0), TaggedSelector::mark("role", 1)]).unwrap();
        for (name, expected) in [("type", &[0][..]), ("role", &[1]), ("typ", &[]), ("types", &[]), ("Type", &[])] {
            assert_eq!(tags(&automaton, name), expected, "{name}");
        }
        assert_eq!(automaton.name(b""), automaton.name("a name longer than any".as_bytes()));
    }

    #[test]
    fn refuses_what_would_take_too_many_states() {
        let selectors: Vec<String> = (0..12).map(|i| format!("**.a{i}.**.b{i}.**.c")).collect();
        let result = Automaton::new(selectors.iter().map(|selector| TaggedSelector::mark(selector, 0)));
        assert!(matches!(result, Err((_, Err(TooComplex)))));
        let bad = Automaton::new([TaggedSelector::mark("a", 0), TaggedSelector::mark("b..c", 0)]);
        assert!(matches!(bad, Err((1, Ok(SelectorError::Empty)))));
    }

    #[test]
    fn rules_that_can_never_count_take_no_states() {
        let rule = |selector, tag| TaggedSelector { selector, tag, is_rule: true, settles: true };
        let automaton = Automaton::new([rule("a.**", 0), rule("**.b.c", 1), TaggedSelector::mark("a.b.c", 2)]).unwrap();
        assert_eq!(tags(&automaton, "a.b.c"), [0, 2]);
        assert_eq!(tags(&automaton, "b.c"), [1]);
        assert_eq!(tags(&automaton, "a.x.b.c"), [0]);
    }
}
