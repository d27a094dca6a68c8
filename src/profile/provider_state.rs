//! The vocabulary of state that a provider keeps: what continues it, what issues it, and how long it is kept.

/// State that the provider keeps, and the members that name it.
#[derive(Clone, Copy, Debug)]
pub struct ProviderState {
    /// Selectors in the request of ids of state that the request continues.
    pub continues: &'static [&'static str],
    /// Selectors in the answer, whole or by events, of ids of state that is kept from now on.
    pub issues: &'static [&'static str],
    /// The condition under which the provider keeps state.
    pub retention: Retention,
    /// State that clients keep for the provider, sealed.
    pub seals: Option<&'static SealedState>,
    /// True if state may begin with a request without a text, which names no other state.
    pub starts_empty: bool,
    /// The strings of a request that ask for state to be kept.
    pub asks: &'static [StateRequest],
    /// Selectors in the request of ids of files that the model reads with it.
    pub attaches: &'static [&'static str],
}

/// The strings of a request that ask for state to be kept.
#[derive(Clone, Copy, Debug)]
pub struct StateRequest {
    /// The selector of the strings.
    pub at: &'static str,
    /// The beginning of those that ask; empty: all do.
    pub begins: &'static str,
}

/// State that a client keeps for the provider and cannot read: summaries of conversations. The value itself is its id.
#[derive(Clone, Copy, Debug)]
pub struct SealedState {
    /// Selectors of its values in requests.
    pub request: &'static [&'static str],
    /// Selectors of its values in answers, whole or by events.
    pub answer: &'static [&'static str],
    /// The values of `type` in the objects that hold it.
    pub types: &'static [&'static str],
}

/// The condition under which the provider keeps state of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// State is always kept.
    Always,
    /// State is kept unless this boolean member of the request's root is false.
    Unless(&'static str),
    /// State is kept only if this boolean member of the request's root is true.
    If(&'static str),
    /// State is kept in ways that no map follows: requests in which something would be replaced are refused.
    Unfollowed,
}

impl Retention {
    /// The member of the request's root that decides.
    pub fn member(self) -> Option<&'static str> {
        match self {
            Self::Always | Self::Unfollowed => None,
            Self::Unless(member) | Self::If(member) => Some(member),
        }
    }

    /// Reports whether state is kept of a request in which that member has the value `flag`.
    pub fn holds(self, flag: Option<bool>) -> bool {
        match self {
            Self::Always => true,
            Self::Unless(_) => flag != Some(false),
            Self::If(_) => flag == Some(true),
            Self::Unfollowed => false,
        }
    }
}
