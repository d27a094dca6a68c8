//! [`TransitionTable`]: the transitions of an automaton, in rows that share their memory.
//!
//! Most states have one or two ways on, along a word, and one state for all other bytes, which mostly is the dead one. So a
//! row keeps this *default*, and a cell for each byte that leads elsewhere. The cells of all rows lie in one array, each row
//! shifted until its cells fall on free places. No two rows begin at one place, so that a cell which names its column
//! tells whose it is, and the place is all that has to be known of a state.
//!
//! This is row displacement: R. E. Tarjan and A. C. Yao, *Storing a sparse table*, Communications of the ACM 22 (1979).

use std::collections::HashMap;

use crate::{
    regex::RegexError,
    state_table::{self, StateTable},
    tables::Stored,
};

/// The transitions of an automaton, by state and byte.
pub struct TransitionTable {
    /// The column of each byte.
    columns: [u8; 256],
    /// The column of the end of a text.
    end: u8,
    cells: Vec<Cell>,
}

/// A state: where its row begins, and in the lowest bit whether it is special.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u32);

impl State {
    /// The state that no match follows, whose row is the first.
    pub const DEAD: Self = Self(1);

    /// Reports whether the state is dead or matches.
    #[inline(always)]
    pub fn is_special(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline(always)]
    fn row(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// A state, above the column of its cell.
type Cell = u32;

const COLUMN_BITS: u32 = 8;
/// The last place at which a row may begin.
const MAX_ROW: usize = (u32::MAX >> (COLUMN_BITS + 1)) as usize;

/// The column of a row's default.
const DEFAULT: u8 = 0;
/// The column of a special state's number.
const NUMBER: u8 = 1;
/// The column of the first class of bytes.
const FIRST: usize = 2;
/// What stands where no row has a cell: a column that there is none of.
const FREE: Cell = u8::MAX as Cell;

/// Starts of a row that are tried at once: a bit each in a word.
const BLOCK: usize = u64::BITS as usize;

impl TransitionTable {
    /// The transitions of `states`, and the state of each number there.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if there are more cells than 23 bits can number, or more columns than 8 bits can.
    pub fn new(states: &StateTable) -> Result<(Self, Vec<State>), RegexError> {
        let width = FIRST + states.width;
        // Each state has a cell at least.
        if width > FREE as usize || states.len() > MAX_ROW {
            return Err(RegexError::TooLarge);
        }
        let is_special = |number: usize| number < states.matched.len();
        let mut rows: Vec<_> =
            (0..states.len()).map(|number| SparseRow::new(number, states, is_special(number))).collect();
        // Rows of many cells first: those of few find places between them. The dead state begins the table.
        let [_, others @ ..] = rows.as_mut_slice() else { return Err(RegexError::TooLarge) };
        others.sort_by_key(|row| usize::MAX - row.cells.len());
        let mut space = Space::default();
        let starts: Vec<_> = rows.iter().map(|row| space.take(&row.cells)).collect();
        let len = starts.iter().max().map_or(0, |last| last + width);
        if len > MAX_ROW {
            return Err(RegexError::TooLarge);
        }
        let mut numbered = vec![State::DEAD; rows.len()];
        for (row, start) in rows.iter().zip(&starts) {
            numbered[row.number] = State((*start as u32) << 1 | u32::from(is_special(row.number)));
        }
        let mut cells = vec![FREE; len];
        for (row, start) in rows.iter().zip(&starts) {
            for (column, content) in &row.cells {
                let above = match content {
                    Content::State(number) => numbered[*number as usize].0,
                    Content::Number => row.number as u32,
                };
                cells[start + column] = above << COLUMN_BITS | *column as u32;
            }
        }
        let columns = states.columns.map(|column| column + FIRST as u8);
        Ok((Self { columns, end: (width - 1) as u8, cells }, numbered))
    }

    /// The state behind `byte`.
    #[inline(always)]
    pub fn next(&self, state: State, byte: u8) -> State {
        self.at(state, self.columns[usize::from(byte)])
    }

    /// The state behind the end of a text.
    pub fn next_at_end(&self, state: State) -> State {
        self.at(state, self.end)
    }

    /// The number of a special state.
    pub fn number(&self, state: State) -> usize {
        (self.cells[state.row() + usize::from(NUMBER)] >> COLUMN_BITS) as usize
    }

    #[inline(always)]
    fn at(&self, state: State, column: u8) -> State {
        let cell = self.cells[state.row() + usize::from(column)];
        let is_own = cell as u8 == column;
        State(if is_own { cell } else { self.cells[state.row() + usize::from(DEFAULT)] } >> COLUMN_BITS)
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(self.cells.as_slice())
    }

    /// Cuts off the second half of the cells.
    #[cfg(test)]
    pub fn truncate(&mut self) {
        self.cells.truncate(self.cells.len() / 2);
    }
}

/// The cells of a state's row.
struct SparseRow {
    /// The number of the state.
    number: usize,
    /// Columns and what stands there, the columns ascending.
    cells: Vec<(usize, Content)>,
}

/// What a cell holds.
enum Content {
    /// The next state, by its number.
    State(u32),
    /// The number of the row's own state.
    Number,
}

impl SparseRow {
    fn new(number: usize, states: &StateTable, is_special: bool) -> Self {
        let row = states.row(number as u32);
        let mut sorted = row.to_vec();
        sorted.sort_unstable();
        let most = sorted.chunk_by(|a, b| a == b).max_by_key(|alike| alike.len());
        let default = most.map_or(state_table::DEAD, |alike| alike[0]);
        let head = [(usize::from(DEFAULT), Content::State(default))];
        let number_cell = is_special.then_some((usize::from(NUMBER), Content::Number));
        let others = row.iter().enumerate().filter(|(_, next)| **next != default);
        let others = others.map(|(column, next)| (FIRST + column, Content::State(*next)));
        Self { number, cells: head.into_iter().chain(number_cell).chain(others).collect() }
    }
}

/// The places of cells: a bit each, set where one is taken.
#[derive(Default)]
struct Space {
    taken: Vec<u64>,
    /// Where the last row of each set of columns begins. Before it there is no place for such a row, since places are
    /// only ever taken.
    last_starts: HashMap<Vec<usize>, usize>,
}

impl Space {
    /// Takes the places of a row with these cells, the first that are free, and returns where the row begins.
    fn take(&mut self, cells: &[(usize, Content)]) -> usize {
        let columns: Vec<_> = cells.iter().map(|(column, _)| *column).collect();
        let lowest = self.last_starts.get(&columns).map_or(0, |last| last / BLOCK);
        let start =
            (lowest..).find_map(|block| self.fit(&columns, block * BLOCK)).expect("behind all cells places are free");
        for column in &columns {
            let place = start + column;
            if place / BLOCK >= self.taken.len() {
                self.taken.resize(place / BLOCK + 1, 0);
            }
            self.taken[place / BLOCK] |= 1 << (place % BLOCK);
        }
        self.last_starts.insert(columns, start);
        start
    }

    /// The first of the [`BLOCK`] starts from `from` on at which the places of all columns are free.
    fn fit(&self, columns: &[usize], from: usize) -> Option<usize> {
        let mut taken = 0;
        for column in columns {
            taken |= self.window(from + column);
            if taken == u64::MAX {
                return None;
            }
        }
        Some(from + taken.trailing_ones() as usize)
    }

    /// The bits of the [`BLOCK`] places from `place` on.
    fn window(&self, place: usize) -> u64 {
        let word = |number: usize| self.taken.get(number).copied().unwrap_or_default();
        let (number, shift) = (place / BLOCK, place % BLOCK);
        let behind = if shift == 0 { 0 } else { word(number + 1) << (BLOCK - shift) };
        word(number) >> shift | behind
    }
}

impl Stored for TransitionTable {
    fn write(&self, out: &mut Vec<u8>) {
        self.columns.write(out);
        self.end.write(out);
        self.cells.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { columns: Stored::read(bytes)?, end: Stored::read(bytes)?, cells: Stored::read(bytes)? })
    }
}

impl Stored for State {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u32::read(bytes).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::state_table::DEAD;

    /// States with these rows, which lead to each other.
    fn states(width: usize, rows: &[Vec<u32>]) -> StateTable {
        let last = (width - 1) as u8;
        StateTable {
            columns: std::array::from_fn(|byte| (byte as u8).min(last.saturating_sub(1))),
            width,
            next: rows.concat(),
            starts: vec![DEAD; 257],
            matched: vec![Vec::new()],
        }
    }

    fn is_equal(states: &StateTable) -> bool {
        let (table, numbered) = TransitionTable::new(states).unwrap();
        let next = |number: u32| numbered[number as usize];
        (0..states.len()).all(|number| {
            let (state, row) = (numbered[number], states.row(number as u32));
            let number_is_kept = !state.is_special() || table.number(state) == number;
            let of_byte = |byte: u8| next(row[usize::from(states.columns[usize::from(byte)])]);
            number_is_kept
                && state.is_special() == (number < states.matched.len())
                && (0..=u8::MAX).all(|byte| table.next(state, byte) == of_byte(byte))
                && table.next_at_end(state) == next(row[states.width - 1])
        })
    }

    #[test]
    fn rows_share_the_places_of_each_other() {
        let row = |at: u32, next: u32| (0..8).map(|column| if column == at { next } else { DEAD }).collect::<Vec<_>>();
        let chain = (1..65).map(|state| row(state % 8, state % 64 + 1));
        let states = states(8, &[vec![DEAD; 8]].into_iter().chain(chain).collect::<Vec<_>>());
        assert!(is_equal(&states));
        // Two cells each and one more of the dead state, and what the last row reaches over.
        let (table, _) = TransitionTable::new(&states).unwrap();
        let free = table.cells.iter().filter(|cell| **cell == FREE).count();
        assert_eq!((table.cells.len() - free, free < 24), (2 * 64 + 2, true));
    }

    #[test]
    fn what_cells_have_no_room_for_is_too_large() {
        let of =
            |width: usize, count: usize| TransitionTable::new(&states(width, &vec![vec![DEAD; width]; count])).err();
        assert_eq!(of(usize::from(u8::MAX) - FIRST, 2), None);
        assert_eq!(of(usize::from(u8::MAX) - FIRST + 1, 2), Some(RegexError::TooLarge));
        assert_eq!(of(1, 0), Some(RegexError::TooLarge));
        let many = StateTable { next: vec![DEAD; MAX_ROW + 1], ..states(1, &[]) };
        assert_eq!(TransitionTable::new(&many).err(), Some(RegexError::TooLarge));
    }

    proptest! {
        #[test]
        fn shared_rows_lead_where_the_rows_do(
            width in 2_usize..90,
            seeds in prop::collection::vec(prop::collection::vec((0_usize..90, 0_u32..40), 0..90), 1..40),
        ) {
            let count = seeds.len() as u32 + 1;
            let rows: Vec<_> = [vec![DEAD; width]].into_iter().chain(seeds.iter().map(|cells| {
                let mut row = vec![DEAD; width];
                cells.iter().for_each(|(column, next)| row[column % width] = next % count);
                row
            })).collect();
            prop_assert!(is_equal(&states(width, &rows)));
        }
    }
}
