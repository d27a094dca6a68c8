//! [`Profiles`]: the profile of a request, by its method and path.

use std::{
    collections::HashMap,
    fmt,
    sync::{LazyLock, Mutex, OnceLock, PoisonError},
};

use super::{
    api::{Api, Endpoint, Exchange},
    automaton::{Automaton, TaggedSelector},
    builder::ProtocolCache,
    compiled::Profile,
    registry,
};

/// All profiles, each compiled when it is first asked for, and an automaton over the methods and paths of their endpoints.
#[derive(Debug)]
pub struct Profiles {
    profiles: Vec<LazyProfile>,
    /// Automata that the compiled profiles share.
    protocols: Mutex<ProtocolCache>,
    /// Methods and paths; the tags are places in `endpoints`.
    paths: Automaton,
    /// The endpoints, one for each of their API's bases.
    endpoints: Vec<CompiledEndpoint>,
}

/// A profile that is compiled when it is first asked for: a program meets few of all APIs, and all take longer than the rest
/// of its start.
struct LazyProfile {
    exchange: &'static Exchange,
    compiled: OnceLock<Profile>,
}

impl fmt::Debug for LazyProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LazyProfile({})", self.exchange.name)
    }
}

/// A compiled method and path.
#[derive(Debug)]
struct CompiledEndpoint {
    api: &'static Api,
    auto: bool,
    profile: usize,
    /// The number of the path's segment that names state of the provider.
    id: Option<usize>,
    /// True if the path may end in a slash.
    takes_slash: bool,
}

/// The facts of a request that its method and path give.
#[derive(Clone, Copy, Debug)]
pub struct ProfileMatch<'p, 'r> {
    /// The profile of its body.
    pub profile: &'p Profile,
    /// The API.
    pub api: &'static Api,
    /// The segment of the path that names state of the provider, if the endpoint has one.
    pub id: Option<&'r str>,
}

impl Profiles {
    /// All profiles of the registry.
    pub fn all() -> &'static Self {
        static ALL: LazyLock<Profiles> = LazyLock::new(|| Profiles::new(registry()));
        &ALL
    }

    /// The profiles of `apis`.
    ///
    /// # Panics
    /// If a path is malformed: they are constants.
    fn new(apis: &[&'static Api]) -> Self {
        let (mut profiles, mut endpoints, mut selectors) = (Vec::new(), Vec::new(), Vec::new());
        let mut known: HashMap<&'static str, usize> = HashMap::new();
        for api in apis {
            for (endpoint, base) in api.endpoints.iter().flat_map(|e| api.bases.iter().map(move |base| (e, *base))) {
                let exchange = endpoint.exchange;
                let profile = *known.entry(exchange.name).or_insert_with(|| {
                    profiles.push(LazyProfile { exchange, compiled: OnceLock::new() });
                    profiles.len() - 1
                });
                let (selector, id) = path_selector(endpoint, base);
                selectors.push(selector);
                let auto = api.auto && is_telling(endpoint, base);
                let takes_slash = endpoint.path.len() > 1 && endpoint.path.ends_with('/');
                endpoints.push(CompiledEndpoint { api, auto, profile, id, takes_slash });
            }
        }
        let tagged = selectors.iter().zip(0..).map(|(selector, tag)| TaggedSelector::mark(selector, tag));
        let paths = Automaton::new(tagged).expect("constant paths compile");
        Self { profiles, protocols: Mutex::default(), paths, endpoints }
    }

    /// All profiles.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.profiles.iter().map(|profile| self.compiled(profile))
    }

    /// The profile, compiled if need be.
    ///
    /// # Panics
    /// If it is malformed: profiles are constants, and all are compiled by a test.
    fn compiled<'p>(&'p self, profile: &'p LazyProfile) -> &'p Profile {
        profile.compiled.get_or_init(|| {
            let mut protocols = self.protocols.lock().unwrap_or_else(PoisonError::into_inner);
            Profile::of_many(profile.exchange, &mut protocols).expect("a constant profile compiles")
        })
    }

    /// The profile of a request: of `api`, or of any API that is recognized by its paths if that is `None`. `path` is
    /// the request's path without its query, as it was sent: a percent-encoded segment is no known name. On a route that
    /// names an API with [`Api::any_base`], the longest known end of the path counts.
    pub fn find<'p, 'r>(&'p self, api: Option<&str>, method: &str, path: &'r str) -> Option<ProfileMatch<'p, 'r>> {
        let path = path.strip_prefix('/')?;
        let (rest, has_slash) = match path.strip_suffix('/') {
            Some(rest) if !rest.is_empty() => (rest, true),
            _ => (path, false),
        };
        let segments: Vec<&str> = if rest.is_empty() { Vec::new() } else { rest.split('/').collect() };
        // An empty segment is no name; which one it stands for is for the upstream to say, so it is unknown.
        if segments.iter().any(|segment| segment.is_empty()) {
            return None;
        }
        let ends = (0..segments.len().max(1)).map(|start| &segments[start.min(segments.len())..]);
        ends.enumerate().find_map(|(base, segments)| {
            let known =
                self.endpoint(api, method, segments, base > 0).filter(|known| known.takes_slash || !has_slash)?;
            let id = known.id.and_then(|at| segments.get(at)).copied();
            Some(ProfileMatch { profile: self.compiled(&self.profiles[known.profile]), api: known.api, id })
        })
    }

    /// The endpoint of a method and a path. `behind_base`: a base that is not known stands before the path.
    fn endpoint(
        &self,
        api: Option<&str>,
        method: &str,
        segments: &[&str],
        behind_base: bool,
    ) -> Option<&CompiledEndpoint> {
        let mut state = self.paths.step(self.paths.root(), self.paths.name(method.as_bytes()));
        for segment in segments {
            state = self.paths.step(state, self.paths.name(segment.as_bytes()));
        }
        let mut known = self.paths.tags(state).iter().map(|&tag| &self.endpoints[usize::from(tag)]);
        known.find(|known| match api {
            Some(api) => api == known.api.name && (!behind_base || known.api.any_base),
            None => known.auto && !behind_base,
        })
    }
}

/// Reports whether a path identifies its API: one without a name, as `/` or `/{index}`, may be any API's.
fn is_telling(endpoint: &Endpoint, base: &str) -> bool {
    let mut segments = base.split('/').chain(endpoint.path.split('/'));
    segments.any(|segment| !segment.is_empty() && !segment.starts_with(['{', '*']))
}

/// The selector of an endpoint, and the number of the segment that is its id.
fn path_selector(endpoint: &Endpoint, base: &str) -> (String, Option<usize>) {
    let (mut selector, mut id) = (endpoint.method.to_owned(), None);
    let segments = base.split('/').chain(endpoint.path.split('/')).filter(|segment| !segment.is_empty());
    for (at, segment) in segments.enumerate() {
        selector.push('.');
        match segment {
            "{id}" => {
                id = Some(at);
                selector.push('*');
            }
            segment if segment.starts_with('{') => {
                let verb = segment.find("}:").map_or("", |end| &segment[end + 1..]);
                selector.push('*');
                selector.push_str(verb);
            }
            segment => selector.push_str(&segment.replace('.', "\\.")),
        }
    }
    (selector, id)
}
