//! Entity types and their tags in the BIO scheme (Ramshaw and Marcus, 1995).

/// Entity types of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A person's name.
    Person,
    /// A place.
    Location,
    /// A company, an authority, a club.
    Organization,
    /// A nationality, a religion, a political group.
    Nrp,
}

/// Number of types.
pub const TYPES: usize = Type::ALL.len();

impl Type {
    /// All types, in the order of their tags.
    pub const ALL: [Self; 4] = [Self::Person, Self::Location, Self::Organization, Self::Nrp];

    /// The label that it is published as, which is also its name in a model.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "PERSON",
            Self::Location => "LOCATION",
            Self::Organization => "ORGANIZATION",
            Self::Nrp => "NRP",
        }
    }

    /// The tag of the first token of an entity.
    pub fn begin(self) -> usize {
        1 + 2 * self as usize
    }

    /// The tag of the other tokens of an entity.
    pub fn inside(self) -> usize {
        2 + 2 * self as usize
    }
}

/// The tag of tokens outside all entities.
pub const OUTSIDE: usize = 0;

/// Number of tags.
pub const TAGS: usize = 1 + 2 * TYPES;

/// [`TAGS`], rounded up to whole vectors of the processor; the rest are zero.
pub const LANES: usize = TAGS.next_multiple_of(16);

/// The type of a tag and whether it begins an entity.
pub fn parts(tag: usize) -> Option<(Type, bool)> {
    let place = tag.checked_sub(1)?;
    Some((*Type::ALL.get(place / 2)?, place % 2 == 0))
}

/// Reports whether `next` may follow `tag` (`None`: the beginning): an inside goes on with its own type only.
pub fn may_follow(tag: Option<usize>, next: usize) -> bool {
    match parts(next) {
        Some((kind, false)) => tag.and_then(parts).is_some_and(|(before, _)| before == kind),
        _ => true,
    }
}

/// A set of tags, a bit each.
pub type Mask = u16;

/// Every tag.
pub const ANY: Mask = ((1_u32 << TAGS) - 1) as Mask;
