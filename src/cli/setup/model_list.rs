//! Edits of a YAML list of models: the base URLs of the models of one provider.
//!
//! A line that is written bears a mark, and behind it the value that stood there before, so that each goes back by itself.
//! Models with a base URL of their own choice are left alone.

/// The member of a model with its base URL.
const BASE: &str = "apiBase";

/// The comment behind a value that was written here.
const MARK: &str = " # masquerade";

/// The words between the mark and the value before.
const BEFORE: &str = ", before: ";

/// The hosts of providers, which a base URL may name without leading elsewhere.
const HOSTS: [(&str, &str); 2] = [("anthropic", "https://api.anthropic.com"), ("openai", "https://api.openai.com")];

/// A model of the list, by the numbers of its lines.
#[derive(Debug, Default)]
struct Model<'t> {
    provider: &'t str,
    provider_line: usize,
    base_line: Option<usize>,
    /// The column of its members.
    column: usize,
}

/// The base URL that was written for the models of a provider; `None`: none was.
pub(super) fn get(text: &str, provider: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut models = models(&lines).into_iter().filter(|model| model.provider == provider);
    models.find_map(|model| {
        let (value, _) = rest(lines[model.base_line?]).split_once(MARK)?;
        Some(value.to_owned())
    })
}

/// The text with this base URL for the models of a provider; `None`: with those that they had before.
pub(super) fn set(text: &str, provider: &str, value: Option<&str>) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let borrowed: Vec<&str> = text.split_inclusive('\n').collect();
    // From the last to the first, so that the numbers of lines stay true.
    for model in models(&borrowed).iter().rev().filter(|model| model.provider == provider) {
        let Some(at) = model.base_line else {
            if let Some(value) = value {
                let (line, end) = without_end(borrowed[model.provider_line]);
                let end = if end.is_empty() { "\n" } else { end };
                lines[model.provider_line] = format!("{line}{end}");
                let indent = " ".repeat(model.column);
                lines.insert(model.provider_line + 1, format!("{indent}{BASE}: {value}{MARK}{end}"));
            }
            continue;
        };
        let (line, end) = without_end(borrowed[at]);
        let key = &line[..line.find(BASE).map_or(line.len(), |start| start + BASE.len())];
        let old = rest(line);
        let is_provider = HOSTS.iter().any(|(name, host)| *name == provider && plain(old).starts_with(host));
        let before = match old.split_once(MARK) {
            Some((_, before)) => before.strip_prefix(BEFORE),
            None if is_provider => Some(old),
            // The user's own choice.
            None => continue,
        };
        match (value, before) {
            (Some(value), Some(before)) => lines[at] = format!("{key}: {value}{MARK}{BEFORE}{before}{end}"),
            (Some(value), None) => lines[at] = format!("{key}: {value}{MARK}{end}"),
            (None, Some(before)) => lines[at] = format!("{key}: {before}{end}"),
            (None, None) => _ = lines.remove(at),
        }
    }
    lines.concat()
}

/// The models of the list `models` at the root, as far as each stands on lines of its own.
fn models<'t>(lines: &[&'t str]) -> Vec<Model<'t>> {
    let is_list = |line: &&str| plain(line) == "models:";
    let Some(start) = lines.iter().position(is_list) else { return Vec::new() };
    let (mut found, mut list): (Vec<Model<'t>>, Option<usize>) = (Vec::new(), None);
    for (at, line) in lines.iter().enumerate().skip(start + 1) {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let element = content.strip_prefix('-').filter(|rest| rest.starts_with([' ', '\r', '\n']));
        let column = *list.get_or_insert(indent);
        let member = match element {
            Some(rest) if indent == column => {
                let member = rest.trim_start_matches(' ');
                found.push(Model { column: indent + 1 + rest.len() - member.len(), ..Model::default() });
                member
            }
            _ if indent <= column => break,
            _ => content,
        };
        let Some(model) = found.last_mut() else { break };
        let is_direct = element.is_some_and(|_| indent == column) || indent == model.column;
        let Some((name, _)) = member.split_once(':').filter(|_| is_direct) else { continue };
        match name.trim() {
            "provider" => (model.provider, model.provider_line) = (plain(rest(line)), at),
            BASE => model.base_line = Some(at),
            _ => {}
        }
    }
    found
}

/// The source behind the name of a line's member, comments included.
fn rest(line: &str) -> &str {
    line.split_once(':').map_or("", |(_, rest)| rest.trim())
}

/// A value without its comment and its quotes.
fn plain(value: &str) -> &str {
    let value = value.split_once(" #").map_or(value, |(value, _)| value).trim_end();
    let quoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    quoted('"').or_else(|| quoted('\'')).unwrap_or(value)
}

/// A line and its end.
fn without_end(line: &str) -> (&str, &str) {
    let content = line.trim_end_matches(['\r', '\n']);
    (content, &line[content.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "http://127.0.0.1:8080/v1";

    const CONFIG: &str = "\
name: Mine # models:
models:
  # The best one.
  - name: A
    provider: openai # here
    model: gpt
    requestOptions:
      provider: none
      apiBase: none
  - provider: \"openai\"
    apiBase: 'https://api.openai.com/v1' # theirs

  -   apiBase: http://127.0.0.1:1234/v1
      provider: openai
  - name: B
    provider: anthropic
    roles:
      - chat
  - uses: owner/model
rules:
  - provider: openai
";

    #[test]
    fn models_of_a_provider_are_led_to_a_url_and_back() {
        let set_openai = set(CONFIG, "openai", Some(URL));
        let expected =
            CONFIG.replace("openai # here\n", &format!("openai # here\n    apiBase: {URL} # masquerade\n")).replace(
                "'https://api.openai.com/v1' # theirs",
                &format!("{URL} # masquerade, before: 'https://api.openai.com/v1' # theirs"),
            );
        assert_eq!(set_openai, expected);
        assert_eq!(get(&set_openai, "openai").as_deref(), Some(URL));
        assert_eq!((get(CONFIG, "openai"), get(&set_openai, "anthropic")), (None, None));
        let moved = set(&set_openai, "openai", Some("https://gateway.example.com/v1"));
        assert_eq!(moved, expected.replace(URL, "https://gateway.example.com/v1"));
        assert_eq!(set(&moved, "openai", None), CONFIG);
        let set_anthropic = set(CONFIG, "anthropic", Some(URL));
        assert_eq!(
            set_anthropic,
            CONFIG.replace("anthropic\n", &format!("anthropic\n    apiBase: {URL} # masquerade\n"))
        );
    }

    #[test]
    fn other_layouts_are_kept() {
        for (before, after) in [
            (
                "models:\r\n- provider: openai\r\n",
                format!("models:\r\n- provider: openai\r\n  apiBase: {URL} # masquerade\r\n"),
            ),
            ("models:\n- provider: openai", format!("models:\n- provider: openai\n  apiBase: {URL} # masquerade\n")),
        ] {
            assert_eq!(set(before, "openai", Some(URL)), after);
        }
        for none in
            ["", "models:\n", "models: []\n", "models:\n  - {provider: openai}\n", "models:\n  a: b\n", "name: a\n"]
        {
            assert_eq!(set(none, "openai", Some(URL)), none);
        }
    }
}
