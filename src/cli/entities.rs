//! `masquerade entities`.

use std::io::{self, IsTerminal, Write};

use super::{
    ConfigArguments, Exit,
    document::{Failure, configuration},
};
use crate::engine::{setup, wire::EntitiesResponse};
use crate::server::external_model;
use masquerade_detect::entity::LabelInfo;
use masquerade_detect::{LabelSet, UnknownName};

const AFTER_HELP: &str = "\
Examples:
  masquerade entities                            the table, for reading
  masquerade entities FINANCIAL DE               the labels of these groups alone
  masquerade entities | grep checksum            one line a label
  masquerade entities --json | jq '.entities[].label'
  masquerade entities --config masquerade.toml   with the recognizers configured there

Validation says how a find is checked: checksum (a check digit or a signature is computed), structure (ranges, reserved \
values, registered prefixes), none (the shape or the words around it are all there is). Threshold is the confidence from \
which a label is reported where nobody says otherwise. Groups stand for all their labels wherever labels are named.";

/// List the labels that are found
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Entities {
    /// Labels, other names of labels, or groups to list, in any case; all labels if there are none
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    config: ConfigArguments,

    /// Print JSON, as GET /v1/entities answers
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: Entities) -> Exit {
    match list(arguments) {
        Ok(()) => Exit::Done,
        Err(failure) => failure.end(),
    }
}

fn list(arguments: Entities) -> Result<(), Failure> {
    let config = configuration(arguments.config.sources())?;
    let catalogue = setup::catalogue(&config, external_model::load(&config, None)?)?;
    let names = if arguments.names.is_empty() { vec!["ALL".to_owned()] } else { arguments.names };
    let wanted = catalogue.select(&names).map_err(|unknown| unknown_names(&names, &unknown))?;
    let infos: Vec<_> = catalogue.infos().iter().filter(|info| wanted.contains(info.label())).collect();
    let text = if arguments.json {
        let mut json = serde_json::to_string_pretty(&EntitiesResponse::new(infos))
            .map_err(|error| Failure::Internal(error.to_string()))?;
        json.push('\n');
        json
    } else {
        let rows: Vec<_> = infos.into_iter().map(|info| row(info, catalogue.default_labels())).collect();
        if io::stdout().is_terminal() { cards(&rows) } else { table(&rows) }
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::Stdout)
}

/// The error of unknown names.
fn unknown_names(names: &[String], unknown: &[UnknownName]) -> Failure {
    let told = unknown.iter().map(|name| {
        let near =
            if name.nearest.is_empty() { String::new() } else { format!(" (like {}?)", name.nearest.join(", ")) };
        format!("`{}` is no label and no group{near}", names.get(name.index).map_or("", String::as_str))
    });
    Failure::Usage(told.collect::<Vec<_>>().join("; "))
}

const COLUMNS: usize = 9;

/// The first columns, which are short in every row; the others do not fit on a line of 80 characters.
const SHORT: usize = 4;

const HEAD: [&str; COLUMNS] =
    ["LABEL", "VALIDATION", "THRESHOLD", "DEFAULT", "LANGUAGES", "GROUPS", "ALIASES", "EXAMPLE", "DESCRIPTION"];

type Row = [String; COLUMNS];

fn row(info: &LabelInfo, default: &LabelSet) -> Row {
    let groups: Vec<_> = info.groups.iter().map(|group| group.name()).collect();
    let list = |names: &[&str]| if names.is_empty() { "-".to_owned() } else { names.join(",") };
    [
        info.name.to_owned(),
        info.validation.name().to_owned(),
        format!("{:.2}", info.threshold),
        if default.contains(info.label()) { "yes" } else { "no" }.to_owned(),
        list(info.languages),
        list(&groups),
        list(info.aliases),
        one_line(info.example),
        one_line(info.description),
    ]
}

/// Descriptions and examples may come from a configuration.
fn one_line(text: &str) -> String {
    let text = if text.is_empty() { "-" } else { text };
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The rows as a table: a line for each label, with columns that tools can cut.
fn table(rows: &[Row]) -> String {
    lines(rows, COLUMNS).concat()
}

/// The rows as cards for a terminal of 80 columns or more: a line with the short facts, the others under it.
fn cards(rows: &[Row]) -> String {
    let mut text = String::new();
    for (at, line) in lines(rows, SHORT).into_iter().enumerate() {
        text.push_str(&line);
        let Some([.., languages, groups, aliases, example, description]) =
            at.checked_sub(1).and_then(|at| rows.get(at))
        else {
            continue;
        };
        wrap(description, &mut text);
        wrap(&format!("such as {example}"), &mut text);
        wrap(&format!("in the groups {}", groups.replace(',', ", ")), &mut text);
        if aliases != "-" {
            wrap(&format!("also called {}", aliases.replace(',', ", ")), &mut text);
        }
        if languages != "-" {
            wrap(&format!("beside context words in {}", languages.replace(',', ", ")), &mut text);
        }
    }
    text
}

/// Adds `words`, indented, in lines of at most 80 columns, but for longer words.
fn wrap(words: &str, text: &mut String) {
    const INDENT: &str = "   ";
    let mut column = INDENT.len();
    text.push_str(INDENT);
    for word in words.split_whitespace() {
        let width = 1 + word.chars().count();
        if column + width > 80 && column > INDENT.len() {
            text.push('\n');
            text.push_str(INDENT);
            column = INDENT.len();
        }
        column += width;
        text.push(' ');
        text.push_str(word);
    }
    text.push('\n');
}

/// The first `columns` of the head and of each row, aligned.
fn lines(rows: &[Row], columns: usize) -> Vec<String> {
    let head = HEAD.map(str::to_owned);
    let all = || std::iter::once(&head).chain(rows);
    let mut widths = [0; COLUMNS];
    for row in all() {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &Row| {
        let cells = row.iter().zip(widths).take(columns).map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        format!("{}\n", line.trim_end())
    };
    all().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use masquerade_detect::Catalogue;

    #[test]
    fn cards_fit_into_80_columns() {
        let catalogue = Catalogue::built_in();
        let rows: Vec<_> = catalogue.infos().iter().map(|info| row(info, catalogue.default_labels())).collect();
        let text = cards(&rows);
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        for info in catalogue.infos() {
            assert!(text.contains(&format!("\n{} ", info.name)), "{}", info.name);
            let first = info.description.split(' ').next().unwrap();
            assert!(text.contains(&format!("\n    {first} ")), "{}", info.name);
        }
    }
}
