//! Command-line agents and editors, with the files and settings that lead their requests to a gateway.

use std::{env, path::PathBuf};

use super::settings_file::{Format, Setting, SettingValue};

/// An agent or an editor. Its file and settings are those that its maker documents.
pub(super) struct Agent {
    /// The name on the command line.
    pub(super) name: &'static str,
    file: Place,
    pub(super) format: Format,
    settings: &'static [AgentSetting],
}

/// The place of a settings file.
struct Place {
    /// A variable that may name another directory, and the file in it.
    elsewhere: Option<(&'static str, &'static str)>,
    /// The file, from the home directory.
    home: &'static str,
}

/// A setting of an agent.
struct AgentSetting {
    path: &'static [&'static str],
    value: AgentValue,
}

enum AgentValue {
    /// The base URL of a provider's route, with an ending.
    Base(Provider, &'static str),
    Text(&'static str),
    Flag(bool),
}

/// A provider, whose route the gateway has at a path.
#[derive(Clone, Copy)]
enum Provider {
    OpenAi,
    Anthropic,
    Gemini,
}

impl Provider {
    /// The path prefix of its route.
    fn prefix(self) -> &'static str {
        match self {
            Self::OpenAi => "",
            Self::Anthropic => "/anthropic",
            Self::Gemini => "/gemini",
        }
    }
}

const fn base(path: &'static [&'static str], provider: Provider, ending: &'static str) -> AgentSetting {
    AgentSetting { path, value: AgentValue::Base(provider, ending) }
}

/// All agents, by name.
pub(super) const AGENTS: &[Agent] = &[
    Agent {
        name: "aider",
        file: Place { elsewhere: None, home: ".aider.conf.yml" },
        format: Format::Lines { separator: ": " },
        settings: &[base(&["openai-api-base"], Provider::OpenAi, "/v1")],
    },
    // Its extension for VS Code reads the same file.
    Agent {
        name: "claude-code",
        file: Place { elsewhere: Some(("CLAUDE_CONFIG_DIR", "settings.json")), home: ".claude/settings.json" },
        format: Format::Json,
        settings: &[base(&["env", "ANTHROPIC_BASE_URL"], Provider::Anthropic, "")],
    },
    Agent {
        name: "codex",
        file: Place { elsewhere: Some(("CODEX_HOME", "config.toml")), home: ".codex/config.toml" },
        format: Format::Toml,
        settings: &[
            AgentSetting { path: &["model_provider"], value: AgentValue::Text("masquerade") },
            AgentSetting { path: &["model_providers", "masquerade", "name"], value: AgentValue::Text("Masquerade") },
            base(&["model_providers", "masquerade", "base_url"], Provider::OpenAi, "/v1"),
            AgentSetting { path: &["model_providers", "masquerade", "wire_api"], value: AgentValue::Text("responses") },
            AgentSetting {
                path: &["model_providers", "masquerade", "requires_openai_auth"],
                value: AgentValue::Flag(true),
            },
        ],
    },
    Agent {
        name: "gemini-cli",
        file: Place { elsewhere: None, home: ".gemini/.env" },
        format: Format::Lines { separator: "=" },
        settings: &[base(&["GOOGLE_GEMINI_BASE_URL"], Provider::Gemini, "")],
    },
    Agent {
        name: "goose",
        file: Place { elsewhere: Some(("XDG_CONFIG_HOME", "goose/config.yaml")), home: ".config/goose/config.yaml" },
        format: Format::Lines { separator: ": " },
        settings: &[base(&["OPENAI_HOST"], Provider::OpenAi, ""), base(&["ANTHROPIC_HOST"], Provider::Anthropic, "")],
    },
    Agent {
        name: "opencode",
        file: Place {
            elsewhere: Some(("XDG_CONFIG_HOME", "opencode/opencode.json")),
            home: ".config/opencode/opencode.json",
        },
        format: Format::Json,
        settings: &[
            base(&["provider", "openai", "options", "baseURL"], Provider::OpenAi, "/v1"),
            base(&["provider", "anthropic", "options", "baseURL"], Provider::Anthropic, "/v1"),
        ],
    },
    Agent {
        name: "zed",
        file: Place { elsewhere: Some(("XDG_CONFIG_HOME", "zed/settings.json")), home: ".config/zed/settings.json" },
        format: Format::Json,
        settings: &[
            base(&["language_models", "openai", "api_url"], Provider::OpenAi, "/v1"),
            base(&["language_models", "anthropic", "api_url"], Provider::Anthropic, ""),
        ],
    },
];

/// The names of all agents.
pub(super) fn names() -> Vec<&'static str> {
    AGENTS.iter().map(|agent| agent.name).collect()
}

impl Agent {
    /// The path of its settings file; `None`: there is no home directory.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let elsewhere = self.file.elsewhere.and_then(|(variable, file)| {
            let directory = env::var_os(variable).filter(|directory| !directory.is_empty())?;
            Some(PathBuf::from(directory).join(file))
        });
        elsewhere.or_else(|| Some(env::home_dir()?.join(self.file.home)))
    }

    /// The settings that lead its requests to a gateway.
    pub(super) fn settings(&self, gateway: &str) -> Vec<Setting> {
        let setting = |setting: &AgentSetting| {
            let value = match setting.value {
                AgentValue::Base(provider, ending) => {
                    SettingValue::Text(format!("{gateway}{}{ending}", provider.prefix()))
                }
                AgentValue::Text(text) => SettingValue::Text(text.to_owned()),
                AgentValue::Flag(flag) => SettingValue::Flag(flag),
            };
            Setting { path: setting.path, value }
        };
        self.settings.iter().map(setting).collect()
    }
}
