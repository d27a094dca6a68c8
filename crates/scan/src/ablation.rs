//! [`Accelerators`]: the parts of a scan that are there only for speed.

/// Switches of the parts that only save time: the matches are equal without them.
///
/// All are on, except the one that a feature `ablate-…` switches off for the ablation bench. They are constants of the
/// build, so reading one costs nothing at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accelerators {
    /// The start filter: otherwise every character is a possible start.
    pub start_filter: bool,
    /// The prefix filter: otherwise the first byte alone chooses automata.
    pub prefix_filter: bool,
    /// The part of the prefix filter that looks at pairs of bytes: otherwise hashes of four and three bytes decide.
    pub byte_pairs: bool,
    /// The filter of runs of digits: otherwise automata run over them.
    pub digit_runs: bool,
}

impl Accelerators {
    /// The switches of this build, set by its features.
    pub const BUILD: Self = Self {
        start_filter: !cfg!(feature = "ablate-start-filter"),
        prefix_filter: !cfg!(feature = "ablate-prefix-filter"),
        byte_pairs: !cfg!(feature = "ablate-byte-pairs"),
        digit_runs: !cfg!(feature = "ablate-digit-runs"),
    };
}

#[cfg(test)]
impl Accelerators {
    /// The combinations of switches to test: all on, each one off alone, all off.
    pub fn ablations() -> [Self; 6] {
        let all = Self { start_filter: true, prefix_filter: true, byte_pairs: true, digit_runs: true };
        [
            all,
            Self { start_filter: false, ..all },
            Self { prefix_filter: false, ..all },
            Self { byte_pairs: false, ..all },
            Self { digit_runs: false, ..all },
            Self { start_filter: false, prefix_filter: false, byte_pairs: false, digit_runs: false },
        ]
    }
}
