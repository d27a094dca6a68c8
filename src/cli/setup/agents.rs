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
    /// Variables that may name another directory, the first one first, with the file in it.
    elsewhere: &'static [(&'static str, &'static str)],
    /// The file, from the home directory.
    home: &'static str,
}

/// A setting of an agent.
struct AgentSetting {
    path: &'static [&'static str],
    value: AgentValue,
    /// As [`Setting::is_required`].
    is_required: bool,
}

enum AgentValue {
    /// The base URL of a provider's route, with an ending.
    Base(Provider, &'static str),
    Text(&'static str),
    Flag(bool),
    Number(u32),
}

/// A provider, whose route the gateway has at a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Provider {
    OpenAi,
    Anthropic,
    Gemini,
}

impl Provider {
    const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// The base URL of its API, to which its route goes.
    fn url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com",
            Self::Anthropic => "https://api.anthropic.com",
            Self::Gemini => "https://generativelanguage.googleapis.com",
        }
    }

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
    set(path, AgentValue::Base(provider, ending))
}

const fn set(path: &'static [&'static str], value: AgentValue) -> AgentSetting {
    AgentSetting { path, value, is_required: false }
}

/// A setting without which the agent would not read its file.
const fn required(path: &'static [&'static str], value: AgentValue) -> AgentSetting {
    AgentSetting { path, value, is_required: true }
}

/// The time at which an entry of Cline's file was written, where there was none.
const CLINE_TIME: &str = "2026-01-01T00:00:00.000Z";

/// All agents, by name.
pub(super) const AGENTS: &[Agent] = &[
    Agent {
        name: "aider",
        file: Place { elsewhere: &[], home: ".aider.conf.yml" },
        format: Format::Lines { separator: ": " },
        settings: &[base(&["openai-api-base"], Provider::OpenAi, "/v1")],
    },
    // Its extension for VS Code reads the same file.
    Agent {
        name: "claude-code",
        file: Place { elsewhere: &[("CLAUDE_CONFIG_DIR", "settings.json")], home: ".claude/settings.json" },
        format: Format::Json,
        settings: &[base(&["env", "ANTHROPIC_BASE_URL"], Provider::Anthropic, "")],
    },
    // The command, its extensions and its SDK read one file, of which they take all or nothing.
    Agent {
        name: "cline",
        file: Place {
            elsewhere: &[("CLINE_DATA_DIR", "settings/providers.json"), ("CLINE_DIR", "data/settings/providers.json")],
            home: ".cline/data/settings/providers.json",
        },
        format: Format::Json,
        settings: &[
            required(&["version"], AgentValue::Number(1)),
            required(&["providers", "anthropic", "settings", "provider"], AgentValue::Text("anthropic")),
            base(&["providers", "anthropic", "settings", "baseUrl"], Provider::Anthropic, "/v1"),
            required(&["providers", "anthropic", "updatedAt"], AgentValue::Text(CLINE_TIME)),
            required(&["providers", "openai-native", "settings", "provider"], AgentValue::Text("openai-native")),
            base(&["providers", "openai-native", "settings", "baseUrl"], Provider::OpenAi, "/v1"),
            required(&["providers", "openai-native", "updatedAt"], AgentValue::Text(CLINE_TIME)),
            required(&["providers", "gemini", "settings", "provider"], AgentValue::Text("gemini")),
            base(&["providers", "gemini", "settings", "baseUrl"], Provider::Gemini, "/v1beta"),
            required(&["providers", "gemini", "updatedAt"], AgentValue::Text(CLINE_TIME)),
        ],
    },
    Agent {
        name: "codex",
        file: Place { elsewhere: &[("CODEX_HOME", "config.toml")], home: ".codex/config.toml" },
        format: Format::Toml,
        settings: &[
            set(&["model_provider"], AgentValue::Text("masquerade")),
            set(&["model_providers", "masquerade", "name"], AgentValue::Text("Masquerade")),
            base(&["model_providers", "masquerade", "base_url"], Provider::OpenAi, "/v1"),
            set(&["model_providers", "masquerade", "wire_api"], AgentValue::Text("responses")),
            set(&["model_providers", "masquerade", "requires_openai_auth"], AgentValue::Flag(true)),
        ],
    },
    // Its command and its extensions read one file.
    Agent {
        name: "continue",
        file: Place { elsewhere: &[("CONTINUE_GLOBAL_DIR", "config.yaml")], home: ".continue/config.yaml" },
        format: Format::ModelList,
        settings: &[
            base(&["models", "anthropic", "apiBase"], Provider::Anthropic, "/v1"),
            base(&["models", "openai", "apiBase"], Provider::OpenAi, "/v1"),
        ],
    },
    Agent {
        name: "gemini-cli",
        file: Place { elsewhere: &[], home: ".gemini/.env" },
        format: Format::Lines { separator: "=" },
        settings: &[base(&["GOOGLE_GEMINI_BASE_URL"], Provider::Gemini, "")],
    },
    Agent {
        name: "goose",
        file: Place { elsewhere: &[("XDG_CONFIG_HOME", "goose/config.yaml")], home: ".config/goose/config.yaml" },
        format: Format::Lines { separator: ": " },
        settings: &[base(&["OPENAI_HOST"], Provider::OpenAi, ""), base(&["ANTHROPIC_HOST"], Provider::Anthropic, "")],
    },
    Agent {
        name: "opencode",
        file: Place {
            elsewhere: &[("XDG_CONFIG_HOME", "opencode/opencode.json")],
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
        file: Place { elsewhere: &[("XDG_CONFIG_HOME", "zed/settings.json")], home: ".config/zed/settings.json" },
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
        let elsewhere = self.file.elsewhere.iter().find_map(|(variable, file)| {
            let directory = env::var_os(variable).filter(|directory| !directory.is_empty())?;
            Some(PathBuf::from(directory).join(file))
        });
        elsewhere.or_else(|| Some(env::home_dir()?.join(self.file.home)))
    }

    /// The variable that may name the directory of its settings file, if there is one.
    pub(super) fn variable(&self) -> Option<&'static str> {
        self.file.elsewhere.first().map(|(variable, _)| *variable)
    }

    /// The routes that its settings lead to: the path prefix, and the upstream of each.
    pub(super) fn routes(&self) -> Vec<String> {
        let is_used = |provider: &Provider| {
            self.settings.iter().any(|setting| matches!(setting.value, AgentValue::Base(used, _) if used == *provider))
        };
        let route =
            |provider: Provider| format!("/{} to {}", provider.prefix().trim_start_matches('/'), provider.url());
        Provider::ALL.into_iter().filter(is_used).map(route).collect()
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
                AgentValue::Number(number) => SettingValue::Number(number),
            };
            Setting { path: setting.path, value, is_required: setting.is_required }
        };
        self.settings.iter().map(setting).collect()
    }
}
