//! `masquerade policy test`.

use std::{fs, path::PathBuf, sync::Arc};

use super::{
    ConfigArguments, Exit, NO_ROUTE,
    document::{Failure, configuration, with_external_model},
    print, print_error,
};
use crate::{
    config::{Config, Route, Voice},
    engine::{
        Engine,
        proxy::{Caller, Judgement, RequestMasker, Rules, setup::RouteRules},
        setup,
    },
    input::{Dialect, Item, Problems, read, toml},
    server::{TableFolder, external_model},
    store::MemoryStore,
};
use masquerade_detect::Level;

/// Most cases of a file, and most texts that a case names.
const MAX_CASES: usize = 100_000;

/// Try the policy of a route
#[derive(Debug, clap::Args)]
pub(super) struct Policy {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Test(Test),
}

/// Try the policy of a route on texts with expectations
///
/// FILE is TOML, of tables [[cases]]: `text`, and what must become of it: `masks` and `keeps` are texts in it that must be
/// masked, or stay; `blocks` are the labels for which the request must be refused, none if it is absent. `voice` is the
/// writer (tools, system, user, model, tool; by default user), `name` a name. The exit status is 1 if a case fails.
#[derive(Debug, clap::Args)]
struct Test {
    #[command(flatten)]
    config: ConfigArguments,

    /// The name of the route; needed if there are several
    #[arg(long)]
    route: Option<String>,

    /// The file of cases
    file: PathBuf,
}

/// A text with what must become of it.
struct Case {
    name: String,
    voice: Voice,
    text: String,
    masks: Vec<String>,
    keeps: Vec<String>,
    blocks: Vec<String>,
}

pub(super) fn run(arguments: Policy) -> Exit {
    let Command::Test(arguments) = arguments.command;
    match test(arguments) {
        Ok(exit) => exit,
        Err(failure) => failure.end(),
    }
}

fn test(arguments: Test) -> Result<Exit, Failure> {
    let config = configuration(arguments.config.sources())?;
    let route = route(&config, arguments.route.as_deref())?;
    let text = fs::read_to_string(&arguments.file).map_err(|error| Failure::File(arguments.file.clone(), error))?;
    let cases = cases(&text, &arguments.file.display().to_string())?;
    let is_off = config.detection.ner == Level::Off && route.ner.is_none();
    let tables = TableFolder::at(&config.server.table_cache);
    let cache = tables.as_ref().map(|folder| folder as _);
    let detector = match is_off {
        true => setup::rules_alone(&config, cache)?,
        false => setup::detector(&config, external_model::load(&config, None)?, cache)?,
    };
    let rules = RouteRules::new(&detector, &config, route)?.dialogue;
    let engine = Engine::new(detector, Arc::new(MemoryStore::new(config.sessions.clone())));
    let keyring = setup::random_keyring()?;
    let caller = Caller {
        tenant: "policy".into(),
        cipher: keyring.cipher("policy", "policy"),
        sessions: keyring.sessions("policy"),
        aliases: keyring.aliases("policy", "policy"),
        may_deanonymize: false,
    };
    let (mut faults, mut failed) = (Vec::new(), 0);
    for case in &cases {
        let found = with_external_model(|| Ok(case.faults(&engine, &rules, &caller)))?;
        failed += usize::from(!found.is_empty());
        faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", case.name)));
    }
    faults.iter().for_each(|fault| print_error(fault));
    let exit = print(&format!("{} cases, {failed} failed", cases.len()));
    Ok(if failed == 0 || exit != Exit::Done { exit } else { Exit::Unmet })
}

fn route<'c>(config: &'c Config, name: Option<&str>) -> Result<&'c Route, Failure> {
    match (name, &config.routes[..]) {
        (Some(name), routes) => routes
            .iter()
            .find(|route| route.name == name)
            .ok_or_else(|| Failure::Usage(format!("--route: no route is named {name}"))),
        (None, [route]) => Ok(route),
        (None, []) => Err(Failure::Usage(NO_ROUTE.to_owned())),
        (None, _) => Err(Failure::Usage("the configuration has several routes: name one by --route".to_owned())),
    }
}

fn cases(text: &str, file: &str) -> Result<Vec<Case>, Failure> {
    let node = toml::parse(text, file).map_err(|errors| {
        let lines = errors.iter().map(|error| format!("{}: {}", error.place, error.message));
        Failure::Data(lines.collect::<Vec<_>>().join("\nerror: "))
    })?;
    let cases = read(node, Dialect::Toml, |item| {
        let mut object = item.object()?;
        let cases = object.required("cases", |item| item.list(MAX_CASES, case));
        object.finish();
        cases
    });
    let mut cases = cases.map_err(|problems: Problems| Failure::Data(problems.to_string().trim_end().to_owned()))?;
    for (number, case) in (1..).zip(&mut cases) {
        if case.name.is_empty() {
            case.name = format!("case {number}");
        }
    }
    Ok(cases)
}

fn case(item: Item<'_, '_>) -> Option<Case> {
    let mut object = item.object()?;
    let string = |item: Item<'_, '_>| item.string().map(|text| text.into_owned());
    let name = object.optional("name", string).unwrap_or_default();
    let voice = object.optional("voice", |item| item.name(&Voice::ALL)).unwrap_or(Voice::User);
    let text = object.required("text", string);
    let mut list = |name| object.optional_list(name, MAX_CASES, string);
    let (masks, keeps, blocks) = (list("masks"), list("keeps"), list("blocks"));
    object.finish();
    Some(Case { name, voice, text: text?, masks, keeps, blocks })
}

impl Case {
    /// The differences from what the case expects, a sentence each.
    fn faults(&self, engine: &Engine, rules: &Rules, caller: &Caller) -> Vec<String> {
        let Judgement { replaced, blocked } = RequestMasker { engine, rules, caller }.judge(self.voice, &self.text);
        let mut faults = Vec::new();
        for label in &self.blocks {
            if !blocked.iter().any(|blocked| blocked.eq_ignore_ascii_case(label)) {
                faults.push(format!("{label} is not blocked"));
            }
        }
        for label in blocked {
            if !self.blocks.iter().any(|wanted| wanted.eq_ignore_ascii_case(label)) {
                faults.push(format!("{label} is blocked"));
            }
        }
        let places = |part: &str| {
            let found = self.text.match_indices(part).map(|(start, part)| start..start + part.len());
            found.collect::<Vec<_>>()
        };
        for part in self.masks.iter().chain(&self.keeps).filter(|part| places(part).is_empty()) {
            faults.push(format!("{part:?} does not stand in the text"));
        }
        for part in &self.masks {
            let is_masked = |place: &std::ops::Range<usize>| {
                place.clone().all(|byte| replaced.iter().any(|(range, ..)| range.contains(&byte)))
            };
            if !places(part).iter().all(is_masked) {
                faults.push(format!("{part:?} is not masked"));
            }
        }
        for part in &self.keeps {
            for place in places(part) {
                let hit = replaced.iter().find(|(range, ..)| range.start < place.end && place.start < range.end);
                faults.extend(hit.map(|(_, label, method)| format!("{part:?} is taken for {label} ({method})")));
            }
        }
        faults
    }
}
