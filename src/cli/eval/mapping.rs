//! Rules of `--map` and `--map-file`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::arguments::Eval;
use crate::{
    cli::document::Failure,
    eval::mapping::Target,
    input::{Dialect, Item, Node, Problems, json, read, toml},
};
use masquerade_detect::Detector;

/// Stands for ours where theirs is to be ignored.
const IGNORED: &str = "-";

/// Labels of a file, with what they stand for.
type Rules = Vec<(String, Target)>;

/// The user's own rules; those of flags behind those of the file.
///
/// # Errors
/// If the file cannot be read or understood, or a label is unknown.
pub(super) fn rules(arguments: &Eval, detector: &Detector) -> Result<Rules, Failure> {
    let mut rules = match &arguments.map_file {
        Some(path) => file(path, detector)?,
        None => Vec::new(),
    };
    for (theirs, ours) in &arguments.map {
        let target = target(ours, detector).map_err(|detail| Failure::Usage(format!("--map {theirs}: {detail}")))?;
        rules.push((theirs.clone(), target));
    }
    Ok(rules)
}

/// The target of a name of this instance.
fn target(ours: &str, detector: &Detector) -> Result<Target, String> {
    if ours == IGNORED {
        return Ok(Target::Ignored);
    }
    detector.catalogue().label(ours).map(Target::Label).map_err(|unknown| match unknown.nearest.join(", ").as_str() {
        "" => "no label of ours has that name; `masquerade entities` lists them".to_owned(),
        nearest => format!("no label of ours has that name; the nearest known: {nearest}"),
    })
}

fn file(path: &Path, detector: &Detector) -> Result<Rules, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::File(PathBuf::from(path), error))?;
    let name = path.display().to_string();
    // A TOML document never begins with a brace, an object always does.
    if bytes.trim_ascii_start().starts_with(b"{") {
        let node = json::parse(&bytes, json::Limits::default());
        let node = node.map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        return table(node, Dialect::Json, detector).map_err(|problems| told(&name, &problems));
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| Failure::Usage(format!("{name}: not UTF-8")))?;
    let node = toml::parse(text, &name).map_err(|errors| {
        let lines: Vec<_> = errors.iter().map(|error| format!("{}: {}", error.place, error.message)).collect();
        Failure::Usage(lines.join("\nerror: "))
    })?;
    table(node, Dialect::Toml, detector).map_err(|problems| told(&name, &problems))
}

fn table(node: Node<'_>, dialect: Dialect, detector: &Detector) -> Result<Rules, Problems> {
    let rule = |theirs: &str, item: Item<'_, '_>| Some((theirs.to_owned(), item.parse(|ours| target(ours, detector))?));
    read(node, dialect, |item| item.entries(rule))
}

fn told(name: &str, problems: &Problems) -> Failure {
    let line = |problem: &crate::input::Problem| match &problem.place {
        Some(place) => format!("{place}: {}: {}", problem.pointer, problem.detail),
        None => format!("{name}: {}: {}", problem.pointer, problem.detail),
    };
    Failure::Usage(problems.list.iter().map(line).collect::<Vec<_>>().join("\nerror: "))
}
