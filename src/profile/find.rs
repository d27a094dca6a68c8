//! [`Profiles`]: which profile a request is read with.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    api::{Api, Endpoint},
    automaton::{Automaton, Tagged},
    compiled::{Profile, Protocols},
    registry,
};

/// All profiles, compiled once.
#[derive(Debug)]
pub struct Profiles {
    profiles: Vec<Profile>,
    /// Methods and paths; the tags are places in `endpoints`.
    paths: Automaton,
    /// For each endpoint behind each of its bases.
    endpoints: Vec<Known>,
}

/// One method and path.
#[derive(Debug)]
struct Known {
    api: &'static str,
    auto: bool,
    profile: usize,
    /// Which segment of the path names state of the provider.
    id: Option<usize>,
}

/// What is known of a request by its method and path.
#[derive(Clone, Copy, Debug)]
pub struct Found<'p, 'r> {
    /// The profile to read it with.
    pub profile: &'p Profile,
    /// The name of the API.
    pub api: &'static str,
    /// The segment of the path that names state of the provider, if the endpoint has one.
    pub id: Option<&'r str>,
}

impl Profiles {
    /// All profiles of the registry.
    pub fn all() -> &'static Self {
        static ALL: LazyLock<Profiles> = LazyLock::new(|| Profiles::new(registry()));
        &ALL
    }

    /// The profiles of `apis`. What is malformed in one of them is left out, so that its paths are
    /// unknown; a test holds that nothing is.
    fn new(apis: &[&'static Api]) -> Self {
        let (mut profiles, mut endpoints, mut selectors) = (Vec::new(), Vec::new(), Vec::new());
        let mut protocols = Protocols::default();
        let mut compiled: HashMap<&'static str, usize> = HashMap::new();
        for api in apis {
            for (endpoint, base) in api.endpoints.iter().flat_map(|e| api.bases.iter().map(move |base| (e, *base))) {
                let name = endpoint.exchange.name;
                if !compiled.contains_key(name) {
                    let Ok(profile) = Profile::of_many(endpoint.exchange, &mut protocols) else { continue };
                    compiled.insert(name, profiles.len());
                    profiles.push(profile);
                }
                let Some(&profile) = compiled.get(name) else { continue };
                let (selector, id) = path_selector(endpoint, base);
                selectors.push(selector);
                let auto = api.auto && is_telling(endpoint, base);
                endpoints.push(Known { api: api.name, auto, profile, id });
            }
        }
        let tagged = selectors.iter().zip(0..).map(|(selector, tag)| Tagged::mark(selector, tag));
        let paths = Automaton::new(tagged).or_else(|_| Automaton::new([]));
        Self { profiles, paths: paths.unwrap_or_default(), endpoints }
    }

    /// The names of all APIs, as configuration gives them.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        registry().iter().map(|api| api.name)
    }

    /// All profiles.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.profiles.iter()
    }

    /// The profile of a request: of `api`, or of any that is known by its paths if that is `None`. `path` is the request's path
    /// without its query, as it was sent: what is percent-encoded is no known name.
    pub fn find<'p, 'r>(&'p self, api: Option<&str>, method: &str, path: &'r str) -> Option<Found<'p, 'r>> {
        let rest = path.strip_prefix('/')?;
        let segments = || (!rest.is_empty()).then(|| rest.split('/')).into_iter().flatten();
        let walk = || {
            let mut state = self.paths.step(self.paths.root(), self.paths.name(method.as_bytes()));
            for segment in segments() {
                state = self.paths.step(state, self.paths.name(segment.as_bytes()));
            }
            let known = self.paths.tags(state).iter().filter_map(|&tag| self.endpoints.get(usize::from(tag)));
            known.into_iter().find(|known| api.map_or(known.auto, |api| api == known.api))
        };
        // An empty segment is no name; which one it stands for is for the upstream to say, so it is unknown.
        let known = walk().filter(|_| segments().all(|segment| !segment.is_empty()))?;
        let profile = self.profiles.get(known.profile)?;
        let id = known.id.and_then(|at| segments().nth(at));
        Some(Found { profile, api: known.api, id })
    }
}

/// Whether a path says whose it is: one that names nothing, as `/` or `/{index}`, is anybody's.
fn is_telling(endpoint: &Endpoint, base: &str) -> bool {
    let mut segments = base.split('/').chain(endpoint.path.split('/'));
    segments.any(|segment| !segment.is_empty() && !segment.starts_with(['{', '*']))
}

/// The selector of an endpoint, and which segment is its id.
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
            segment if segment.starts_with('{') => selector.push('*'),
            segment => selector.push_str(&segment.replace('.', "\\.")),
        }
    }
    (selector, id)
}
