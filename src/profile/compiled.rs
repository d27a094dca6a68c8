//! [`Profile`]: an exchange compiled into tables of paths.

use super::{
    api::{Action, Exchange, FieldScope},
    automaton::TooComplex,
    builder::{PathTableBuilder, ProtocolCache, SelectorUse},
    paths::PathTable,
    selector::SelectorError,
};

/// A compiled exchange.
#[derive(Debug)]
pub struct Profile {
    /// The exchange.
    pub exchange: &'static Exchange,
    /// The paths of the documents of a request.
    pub request: PathTable,
    /// The paths of an answer's document.
    pub response: PathTable,
    /// The paths of the documents of a stream's events.
    pub event: Option<PathTable>,
    /// The paths of JSON within strings of a request, if there are rules for fields wherever they stand.
    pub fields: Option<PathTable>,
    /// True if answers may hold addresses of the API itself.
    pub has_own_addresses: bool,
}

/// A user's rules for fields of log records, by names such as `user.email`, wherever they stand: at any depth, in JSON
/// within strings, and as attributes of this name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldRules {
    /// Fields that are masked as a whole.
    pub always: Vec<String>,
    /// Fields that are left as they are.
    pub never: Vec<String>,
}

impl FieldRules {
    /// Reports whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.always.is_empty() && self.never.is_empty()
    }

    /// The selectors of fields in records or queries of `scope`, each with the members below: as a path, and as one member
    /// whose name has dots.
    fn selectors(fields: &[String], scope: FieldScope) -> Vec<String> {
        let spellings = |field: &String| {
            let is_path = field.contains('.') && !field.contains(['*', '[', '{', '\\']);
            [Some(field.clone()), is_path.then(|| field.replace('.', "\\."))]
        };
        let below = |field: String| match scope {
            FieldScope::Documents => vec![format!("**.{field}"), format!("**.{field}.**")],
            FieldScope::Searches => {
                let operands = format!("**.{field}.{{value,query,wildcard,gt,gte,lt,lte,from,to}}");
                vec![format!("**.{field}"), format!("**.{field}[*]"), operands]
            }
            FieldScope::Nowhere => Vec::new(),
        };
        fields.iter().flat_map(spellings).flatten().flat_map(below).collect()
    }
}

/// A user's own selectors, for an API that has no profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserRules {
    /// Paths of values that are masked as a whole: [`Action::Whole`].
    pub always: Vec<String>,
    /// Paths of values that are left as they are: [`Action::Skip`].
    pub never: Vec<String>,
    /// Paths of payload: [`Action::Payload`].
    pub free: Vec<String>,
    /// Paths of strings that hold JSON source: [`Action::JsonSource`].
    pub nested: Vec<String>,
    /// Paths of answers in which originals are restored, besides the paths of the other rules; empty: all.
    pub restore: Vec<String>,
}

/// The reason why a profile cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileError {
    /// A selector is malformed.
    Selector(String, SelectorError),
    /// The exchange and the user's rules have too many selectors, or selectors with too many `**`.
    TooComplex,
}

impl std::fmt::Display for ProfileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Selector(selector, error) => write!(f, "{selector}: {error}"),
            Self::TooComplex => TooComplex.fmt(f),
        }
    }
}

impl std::error::Error for ProfileError {}

impl Profile {
    /// Compiles an exchange.
    ///
    /// # Errors
    /// If a selector is malformed, or there are too many.
    pub fn new(exchange: &'static Exchange) -> Result<Self, ProfileError> {
        Self::with(exchange, &UserRules::default())
    }

    /// Compiles an exchange, and keeps the automaton of its protocol in `protocols` for others.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub(super) fn of_many(exchange: &'static Exchange, protocols: &mut ProtocolCache) -> Result<Self, ProfileError> {
        Self::compile(exchange, &UserRules::default(), protocols)
    }

    /// Compiles an exchange together with a user's selectors, which go before its own.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub fn with(exchange: &'static Exchange, user: &UserRules) -> Result<Self, ProfileError> {
        Self::compile(exchange, user, &mut ProtocolCache::default())
    }

    /// Compiles an exchange together with a user's rules for fields, which go before its own.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub fn with_fields(exchange: &'static Exchange, fields: &FieldRules) -> Result<Self, ProfileError> {
        let user = |scope| {
            let (always, never) =
                (FieldRules::selectors(&fields.always, scope), FieldRules::selectors(&fields.never, scope));
            UserRules { always, never, ..UserRules::default() }
        };
        // JSON within strings is a document, whatever holds it.
        let below = user(FieldScope::Documents);
        let mut inner = PathTableBuilder::default();
        inner.user(&below);
        inner.push("**", Action::Payload, None);
        let inner = inner.compile(&mut ProtocolCache::default())?;
        Ok(Self { fields: Some(inner), ..Self::with(exchange, &user(exchange.records().fields))? })
    }

    fn compile(
        exchange: &'static Exchange,
        user: &UserRules,
        protocols: &mut ProtocolCache,
    ) -> Result<Self, ProfileError> {
        let mut request = PathTableBuilder::default();
        if *user != UserRules::default() {
            request.rules(exchange.records().syntax);
        }
        request.user(user);
        request.inner_requests(exchange.inner_requests);
        request.rules(exchange.request);
        request.protocol = exchange.protocol;
        request.is_search = exchange.records().fields == FieldScope::Searches;
        request.cache_order(exchange.cache_order);
        request.author_rules(exchange.author_rules);
        request.state(exchange.provider_state, |state| state.continues, SelectorUse::ContinuesState);
        request.seals(exchange, |seals| seals.request, SelectorUse::Seal);
        request.attachments(exchange.provider_state);
        let mut response = PathTableBuilder::default();
        response.user(user);
        response.user_restore(user);
        response.answer(exchange);
        let event = exchange.stream.map(|stream| {
            let mut event = PathTableBuilder::default();
            event.stream(stream);
            event.answer(exchange);
            event.compile(protocols)
        });
        Ok(Self {
            exchange,
            request: request.compile(protocols)?,
            response: response.compile(protocols)?,
            event: event.transpose()?,
            fields: None,
            has_own_addresses: exchange.response.iter().any(|rule| rule.action == Action::OwnAddress),
        })
    }
}
