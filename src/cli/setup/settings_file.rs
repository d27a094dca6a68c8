//! Edits of settings files, which leave comments, other members and the layout as they are.

use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstNode, CstObject, CstRootNode},
};
use toml_edit::{DocumentMut, Item, Table, TableLike};

use super::model_list;

/// The syntax of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// JSON, which may have comments.
    Json,
    /// TOML.
    Toml,
    /// A key, the separator and a value on each line: variables (`.env`), or YAML without nested keys.
    Lines {
        /// The separator.
        separator: &'static str,
    },
    /// YAML with a list of models, of which a setting is the base URL for those of a provider: the second name of its path.
    ModelList,
}

/// A setting and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The names of the members, from the root.
    pub(super) path: &'static [&'static str],
    pub(super) value: SettingValue,
    /// True if the agent's file must have the setting: a value that is there stays, before and after.
    pub(super) is_required: bool,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SettingValue {
    Text(String),
    Flag(bool),
    Number(u32),
}

impl std::fmt::Display for SettingValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// The reason why a settings file cannot be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditError {
    /// Invalid syntax.
    Syntax,
    /// A value of another type stands where a setting belongs.
    Type,
}

impl Format {
    /// The name of the syntax.
    pub(super) fn syntax(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Toml => "TOML",
            Self::Lines { separator: "=" } => "lines of KEY=value",
            Self::Lines { .. } | Self::ModelList => "YAML",
        }
    }

    /// The value of a setting; `None`: there is none, or one of another type.
    pub(super) fn get(self, text: &str, path: &[&str]) -> Result<Option<SettingValue>, EditError> {
        match self {
            Self::Json => json_get(text, path),
            Self::Toml => toml_get(text, path),
            Self::Lines { separator } => Ok(line_of(text, path[0], separator).map(|at| {
                let (_, value) =
                    text[at..].lines().next().unwrap_or_default().split_once(separator).unwrap_or_default();
                SettingValue::Text(value.trim().to_owned())
            })),
            Self::ModelList => Ok(model_list::get(text, path[1]).map(SettingValue::Text)),
        }
    }

    /// The text with a setting of this value; `None`: without the setting.
    pub(super) fn set(self, text: &str, path: &[&str], value: Option<&SettingValue>) -> Result<String, EditError> {
        match self {
            Self::Json => json_set(text, path, value),
            Self::Toml => toml_set(text, path, value),
            Self::Lines { separator } => Ok(line_set(text, path[0], separator, value)),
            Self::ModelList => {
                let value = value.map(SettingValue::to_string);
                Ok(model_list::set(text, path[1], value.as_deref()))
            }
        }
    }
}

fn json(text: &str) -> Result<CstRootNode, EditError> {
    CstRootNode::parse(text, &ParseOptions::default()).map_err(|_| EditError::Syntax)
}

fn json_get(text: &str, path: &[&str]) -> Result<Option<SettingValue>, EditError> {
    let (last, holders) = path.split_last().ok_or(EditError::Type)?;
    let mut object = json(text)?.object_value();
    for name in holders {
        object = object.and_then(|object| object.object_value(name));
    }
    let value = object.and_then(|object| object.get(last)?.value());
    Ok(value.and_then(|value| {
        let flag = |value: &CstNode| Some(SettingValue::Flag(value.as_boolean_lit()?.value()));
        let text = |value: &CstNode| Some(SettingValue::Text(value.as_string_lit()?.decoded_value().ok()?));
        let number = |value: &CstNode| Some(SettingValue::Number(value.as_number_lit()?.to_string().parse().ok()?));
        text(&value).or_else(|| flag(&value)).or_else(|| number(&value))
    }))
}

fn json_set(text: &str, path: &[&str], value: Option<&SettingValue>) -> Result<String, EditError> {
    let (last, holders) = path.split_last().ok_or(EditError::Type)?;
    let root = json(text)?;
    let mut object: CstObject = root.object_value_or_create().ok_or(EditError::Type)?;
    for name in holders {
        object = object.object_value_or_create(name).ok_or(EditError::Type)?;
    }
    let value = value.map(|value| match value {
        SettingValue::Text(text) => CstInputValue::String(text.clone()),
        SettingValue::Flag(flag) => CstInputValue::Bool(*flag),
        SettingValue::Number(number) => CstInputValue::Number(number.to_string()),
    });
    match (object.get(last), value) {
        (Some(member), Some(value)) => member.set_value(value),
        (Some(member), None) => member.remove(),
        (None, Some(value)) => _ = object.append(last, value),
        (None, None) => {}
    }
    Ok(root.to_string())
}

fn toml_get(text: &str, path: &[&str]) -> Result<Option<SettingValue>, EditError> {
    let document: DocumentMut = text.parse().map_err(|_| EditError::Syntax)?;
    let mut item = Some(document.as_item());
    for name in path {
        item = item.and_then(|item| item.as_table_like()?.get(name));
    }
    let text = |item: &Item| Some(SettingValue::Text(item.as_str()?.to_owned()));
    Ok(item.and_then(|item| text(item).or_else(|| Some(SettingValue::Flag(item.as_bool()?)))))
}

fn toml_set(text: &str, path: &[&str], value: Option<&SettingValue>) -> Result<String, EditError> {
    let (last, holders) = path.split_last().ok_or(EditError::Type)?;
    let mut document: DocumentMut = text.parse().map_err(|_| EditError::Syntax)?;
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for name in holders {
        let implicit = || {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        };
        table = table.entry(name).or_insert_with(implicit).as_table_like_mut().ok_or(EditError::Type)?;
    }
    let value = value.map(|value| match value {
        SettingValue::Text(text) => toml_edit::Value::from(text.as_str()),
        SettingValue::Flag(flag) => toml_edit::Value::from(*flag),
        SettingValue::Number(number) => toml_edit::Value::from(i64::from(*number)),
    });
    match (table.get_mut(last), value) {
        (Some(item), Some(mut value)) => {
            let old = item.as_value_mut().ok_or(EditError::Type)?;
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        (None, Some(value)) => _ = table.insert(last, Item::Value(value)),
        (Some(_), None) => _ = table.remove(last),
        (None, None) => {}
    }
    Ok(document.to_string())
}

/// The offset of the line of a key.
fn line_of(text: &str, key: &str, separator: &str) -> Option<usize> {
    let separator = separator.trim_end();
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        let rest = line.strip_prefix("export ").unwrap_or(line).strip_prefix(key)?;
        rest.trim_start().starts_with(separator).then_some(start)
    })
}

fn line_set(text: &str, key: &str, separator: &str, value: Option<&SettingValue>) -> String {
    let line = value.map(|value| format!("{key}{separator}{value}\n")).unwrap_or_default();
    let Some(start) = line_of(text, key, separator) else {
        let gap = if text.is_empty() || text.ends_with('\n') || line.is_empty() { "" } else { "\n" };
        return format!("{text}{gap}{line}");
    };
    let end = text[start..].find('\n').map_or(text.len(), |end| start + end + 1);
    format!("{}{line}{}", &text[..start], &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "http://127.0.0.1:8080";

    #[track_caller]
    fn check(format: Format, path: &[&str], before: &str, after: &str, removed: &str) {
        let value = SettingValue::Text(URL.to_owned());
        let set = format.set(before, path, Some(&value)).unwrap();
        assert_eq!(set, after);
        assert_eq!(format.get(&set, path), Ok(Some(value)));
        assert_eq!(format.set(&set, path, None).unwrap(), removed);
    }

    #[test]
    fn json_keeps_comments_and_other_members() {
        let before = "{\n  // of mine\n  \"env\": {\n    \"A\": \"b\"\n  }, /* x */\n  \"big\": 1.0e2,\n}\n";
        let after = before.replace("\"b\"\n", &format!("\"b\",\n    \"U\": \"{URL}\"\n"));
        check(Format::Json, &["env", "U"], before, &after, before);
        let (old, value) = ("{\"env\": {\"U\": \"old\"}}", SettingValue::Text(URL.to_owned()));
        assert_eq!(Format::Json.set(old, &["env", "U"], Some(&value)), Ok(old.replace("old", URL)));
        assert_eq!(Format::Json.set("{\"env\": 1}", &["env", "U"], None), Err(EditError::Type));
        assert_eq!(Format::Json.set("{", &["env"], None), Err(EditError::Syntax));
    }

    #[test]
    fn toml_keeps_comments_and_other_members() {
        let before = "# of mine\nmodel = \"m\" # best\n\n[p.a]\nname = 'A'\n";
        let after = format!("{before}\n[p.b]\nurl = \"{URL}\"\n");
        check(Format::Toml, &["p", "b", "url"], before, &after, &format!("{before}\n[p.b]\n"));
        let old = "url = \"old\" # was\n";
        check(Format::Toml, &["url"], old, &old.replace("old", URL), "");
        assert_eq!(Format::Toml.set("a = 1", &["a", "b"], None), Err(EditError::Type));
        assert_eq!(Format::Toml.set("a =", &["a"], None), Err(EditError::Syntax));
    }

    #[test]
    fn lines_are_added_replaced_and_removed() {
        let format = Format::Lines { separator: "=" };
        check(format, &["URL"], "A=1", &format!("A=1\nURL={URL}\n"), "A=1\n");
        let removed = "# URL=x\nB=2\n";
        check(format, &["URL"], "# URL=x\nURL = y\nB=2\n", &format!("# URL=x\nURL={URL}\nB=2\n"), removed);
        check(Format::Lines { separator: ": " }, &["a-b"], "", &format!("a-b: {URL}\n"), "");
    }
}
