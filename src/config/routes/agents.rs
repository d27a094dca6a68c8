//! The settings of a route that agents need: placeholders that stay, and the level of the language model by voice.

use super::{super::sections::level, policy::Voice};
use crate::{
    config::Detection,
    input::{Item, Object, Value},
};
use masquerade_detect::Level;

/// The treatment of a tool call in which a placeholder stays, since its original must not go there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WithholdRule {
    /// The call goes on with the placeholder, and is counted.
    #[default]
    Mark,
    /// The answer is refused: a tool that acts on files would write the placeholder there.
    RefuseToolCall,
}

/// The treatment of files that cannot be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpaqueFileRule {
    /// Documents are refused; pictures, sound and films pass.
    #[default]
    RefuseDocuments,
    /// Refusal of all.
    Refuse,
    /// All pass.
    Pass,
}

/// The level at which the language model reads the texts of one voice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoiceLevel {
    /// The level.
    pub level: Level,
    /// True if only mentions of high confidence count.
    pub is_sure: bool,
}

impl VoiceLevel {
    /// The level with all mentions that the model finds.
    pub const fn all(level: Level) -> Self {
        Self { level, is_sure: false }
    }
}

/// The level of each voice of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voices {
    /// Descriptions and schemas of tools.
    pub tools: VoiceLevel,
    /// Prompts of the system.
    pub system: VoiceLevel,
    /// The user, and texts of unknown authors.
    pub user: VoiceLevel,
    /// Earlier turns of the model.
    pub model: VoiceLevel,
    /// Results of tools.
    pub tool: VoiceLevel,
}

impl Voices {
    /// One level for all voices.
    pub const fn all(level: Level) -> Self {
        let level = VoiceLevel::all(level);
        Self { tools: level, system: level, user: level, model: level, tool: level }
    }

    /// The levels of a route that names none: programmers write descriptions of tools and prompts of the system, in
    /// which hardly a name is a person's.
    pub const fn usual(level: Level) -> Self {
        let system = VoiceLevel { level, is_sure: true };
        Self { tools: VoiceLevel::all(Level::Off), system, ..Self::all(level) }
    }

    /// The level of one voice.
    pub const fn level(&self, voice: Voice) -> VoiceLevel {
        match voice {
            Voice::Tools => self.tools,
            Voice::System => self.system,
            Voice::User => self.user,
            Voice::Model => self.model,
            Voice::Tool => self.tool,
        }
    }

    /// The highest level.
    pub fn highest(&self) -> Level {
        let all = [self.tools, self.system, self.user, self.model, self.tool];
        let has = |level: &Level| all.iter().any(|voice| voice.level == *level);
        Level::ALL.into_iter().rfind(has).unwrap_or_default()
    }
}

/// Reads `withhold`.
pub(super) fn withhold(object: &mut Object<'_, '_>) -> Option<WithholdRule> {
    let names = [("mark", WithholdRule::Mark), ("refuse-tool-call", WithholdRule::RefuseToolCall)];
    object.or_else("withhold", || WithholdRule::Mark, |item| item.name(&names))
}

/// Reads `opaque`.
pub(super) fn opaque(object: &mut Object<'_, '_>) -> Option<OpaqueFileRule> {
    let names = [
        ("refuse-documents", OpaqueFileRule::RefuseDocuments),
        ("refuse", OpaqueFileRule::Refuse),
        ("pass", OpaqueFileRule::Pass),
    ];
    object.or_else("opaque", OpaqueFileRule::default, |item| item.name(&names))
}

/// Reads `ner`: a level for all voices, or a table of levels by voice; `None`: the route says nothing.
pub(super) fn ner(item: Item<'_, '_>, defaults: Option<&Detection>) -> Option<Voices> {
    if let Value::String(_) = item.value() {
        return level(item).map(Voices::all);
    }
    let mut object = item.object()?;
    let usual = Voices::usual(defaults.map(|detection| detection.ner).unwrap_or_default());
    let mut voice = |name, default| object.or_else(name, || default, voice_level);
    let voices = (
        voice("tools", usual.tools),
        voice("system", usual.system),
        voice("user", usual.user),
        voice("model", usual.model),
        voice("tool", usual.tool),
    );
    object.finish();
    let (tools, system, user, model, tool) = voices;
    Some(Voices { tools: tools?, system: system?, user: user?, model: model?, tool: tool? })
}

fn voice_level(item: Item<'_, '_>) -> Option<VoiceLevel> {
    let sure = VoiceLevel { level: Level::Full, is_sure: true };
    let names = Level::ALL.map(|level| (level.name(), VoiceLevel::all(level)));
    item.name(&[names[0], names[1], names[2], ("sure", sure)])
}
