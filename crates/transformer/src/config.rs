//! [`ModelConfig`]: the checked settings of `config.json`. Settings that this crate cannot run are refused in words.

use candle_core::Tensor;
use serde_json::{Map, Value};

use crate::LoadError;

/// The architectures by their names in `model_type`.
const ARCHITECTURES: [(&str, Architecture); 6] = [
    ("bert", Architecture::Bert),
    ("distilbert", Architecture::DistilBert),
    ("roberta", Architecture::Roberta),
    ("xlm-roberta", Architecture::Roberta),
    ("deberta-v2", Architecture::DebertaV2),
    ("modernbert", Architecture::ModernBert),
];

/// The largest number that a size may be: products of three fit into 64 bits.
const MAX_SIZE: u64 = 1 << 20;

/// A family of models with one arrangement of tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    Bert,
    DistilBert,
    /// RoBERTa and XLM-RoBERTa: positions begin behind the number of the padding token.
    Roberta,
    DebertaV2,
    ModernBert,
}

/// An activation function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// With the error function.
    Gelu,
    /// With the hyperbolic tangent.
    GeluTanh,
    Relu,
    Silu,
    Tanh,
}

impl Activation {
    const NAMES: [(&str, Self); 8] = [
        ("gelu", Self::Gelu),
        ("gelu_new", Self::GeluTanh),
        ("gelu_fast", Self::GeluTanh),
        ("gelu_pytorch_tanh", Self::GeluTanh),
        ("relu", Self::Relu),
        ("silu", Self::Silu),
        ("swish", Self::Silu),
        ("tanh", Self::Tanh),
    ];

    /// The function of each number.
    pub fn apply(self, tensor: &Tensor) -> candle_core::Result<Tensor> {
        match self {
            Self::Gelu => tensor.gelu_erf(),
            Self::GeluTanh => tensor.gelu(),
            Self::Relu => tensor.relu(),
            Self::Silu => tensor.silu(),
            Self::Tanh => tensor.tanh(),
        }
    }
}

/// The sizes that all architectures have, and the labels.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    pub architecture: Architecture,
    pub vocabulary: usize,
    /// The width of a token's vector.
    pub hidden: usize,
    pub layers: usize,
    pub heads: usize,
    /// The width of the feed-forward layers.
    pub intermediate: usize,
    /// The rows of the table of positions, or the most tokens where there is none.
    pub positions: usize,
    pub activation: Activation,
    pub norm_epsilon: f64,
    pub pad_token: u32,
    /// The labels of tokens by their numbers, such as `B-PER`.
    pub labels: Vec<String>,
    /// The other settings, which one architecture alone knows.
    pub settings: Settings,
}

impl ModelConfig {
    /// Reads the text of `config.json`.
    pub fn read(text: &[u8]) -> Result<Self, LoadError> {
        let settings = match serde_json::from_slice(text) {
            Ok(Value::Object(object)) => Settings(object),
            Ok(_) => return Err(LoadError::new("config.json is no object")),
            Err(error) => {
                return Err(LoadError::new(format!("config.json is no JSON (line {})", error.line())));
            }
        };
        let architecture = settings.architecture()?;
        let is_distil = architecture == Architecture::DistilBert;
        let name = |usual: &'static str, distil: &'static str| if is_distil { distil } else { usual };
        let hidden = settings.size(name("hidden_size", "dim"))?;
        let heads = settings.size(name("num_attention_heads", "n_heads"))?;
        if heads == 0 || hidden % heads != 0 {
            return Err(LoadError::new(format!("config.json: {hidden} numbers cannot be shared by {heads} heads")));
        }
        let (activation, epsilon) = match architecture {
            Architecture::Bert | Architecture::Roberta => ("hidden_act", ("layer_norm_eps", 1e-12)),
            // Its norms have one epsilon, which is not configured.
            Architecture::DistilBert => ("activation", ("", 1e-12)),
            Architecture::DebertaV2 => ("hidden_act", ("layer_norm_eps", 1e-7)),
            Architecture::ModernBert => ("hidden_activation", ("norm_eps", 1e-5)),
        };
        settings.refuse_unless("position_embedding_type", "absolute")?;
        let default_pad = if architecture == Architecture::Roberta { 1 } else { 0 };
        let pad_token = settings.size_or("pad_token_id", default_pad)?;
        Ok(Self {
            architecture,
            vocabulary: settings.size("vocab_size")?,
            hidden,
            layers: settings.size(name("num_hidden_layers", "n_layers"))?,
            heads,
            intermediate: settings.size(name("intermediate_size", "hidden_dim"))?,
            positions: settings.size("max_position_embeddings")?,
            activation: settings.activation(activation)?,
            norm_epsilon: settings.number_or(epsilon.0, epsilon.1)?,
            pad_token: u32::try_from(pad_token).map_err(|_| settings.wrong("pad_token_id", "the number of a token"))?,
            labels: settings.labels()?,
            settings,
        })
    }

    /// The most tokens of a window, those that the tokenizer adds included.
    pub fn longest(&self) -> usize {
        match self.architecture {
            Architecture::Roberta => self.positions.saturating_sub(self.pad_token as usize + 1),
            _ => self.positions,
        }
    }
}

/// The members of `config.json`.
#[derive(Clone, Debug)]
pub struct Settings(Map<String, Value>);

impl Settings {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn wrong(&self, name: &str, what: &str) -> LoadError {
        LoadError::new(format!("config.json: {name} must be {what}"))
    }

    /// The size `name`, which must be there.
    pub fn size(&self, name: &str) -> Result<usize, LoadError> {
        match self.get(name) {
            Some(_) => self.size_or(name, 0),
            None => Err(LoadError::new(format!("config.json: {name} is missing"))),
        }
    }

    /// The size `name`, or its default.
    pub fn size_or(&self, name: &str, default: usize) -> Result<usize, LoadError> {
        let Some(value) = self.get(name) else { return Ok(default) };
        let size = value.as_u64().filter(|size| *size <= MAX_SIZE).and_then(|size| usize::try_from(size).ok());
        size.ok_or_else(|| self.wrong(name, &format!("an integer from 0 to {MAX_SIZE}")))
    }

    /// The number `name`, or its default.
    pub fn number_or(&self, name: &str, default: f64) -> Result<f64, LoadError> {
        let Some(value) = self.get(name) else { return Ok(default) };
        let number = value.as_f64().filter(|number| number.is_finite() && *number > 0.0);
        number.ok_or_else(|| self.wrong(name, "a number above 0"))
    }

    /// The switch `name`, or its default.
    pub fn flag_or(&self, name: &str, default: bool) -> Result<bool, LoadError> {
        let Some(value) = self.get(name) else { return Ok(default) };
        value.as_bool().ok_or_else(|| self.wrong(name, "true or false"))
    }

    /// The text `name`, if it is there.
    pub fn text(&self, name: &str) -> Result<Option<&str>, LoadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| self.wrong(name, "a string"))
    }

    /// The members of a list of strings, or of one string with bars between.
    pub fn texts(&self, name: &str) -> Result<Vec<String>, LoadError> {
        let text = |value: &Value| value.as_str().map(|text| text.trim().to_ascii_lowercase());
        let texts = match self.get(name) {
            None => Some(Vec::new()),
            Some(Value::String(text)) => Some(text.split('|').map(|part| part.trim().to_ascii_lowercase()).collect()),
            Some(Value::Array(list)) => list.iter().map(text).collect(),
            Some(_) => None,
        };
        texts.ok_or_else(|| self.wrong(name, "a list of strings"))
    }

    /// The number at a path of members, if it is there.
    pub fn number_at(&self, path: &[&str]) -> Option<f64> {
        let mut value = self.get(path.first()?)?;
        for name in path.get(1..)? {
            value = value.get(name)?;
        }
        value.as_f64().filter(|number| *number > 0.0)
    }

    /// The activation function `name`; `gelu` if it is not there.
    pub fn activation(&self, name: &str) -> Result<Activation, LoadError> {
        let wanted = self.text(name)?.unwrap_or("gelu");
        let found = Activation::NAMES.iter().find(|(known, _)| *known == wanted);
        found.map(|(_, activation)| *activation).ok_or_else(|| {
            let known = Activation::NAMES.map(|(name, _)| name).join(", ");
            LoadError::new(format!("config.json: the activation function of {name} is not known; known are {known}"))
        })
    }

    /// Refuses another value of a setting than the one that is implemented.
    pub fn refuse_unless(&self, name: &str, only: &str) -> Result<(), LoadError> {
        match self.text(name)? {
            Some(other) if other != only => Err(self.wrong(name, &format!("{only:?}: others are not implemented"))),
            _ => Ok(()),
        }
    }

    /// Refuses rotary positions of another type than the usual one.
    pub fn refuse_scaled_positions(&self) -> Result<(), LoadError> {
        let of_kinds = ["full_attention", "sliding_attention"].map(|kind| self.get("rope_parameters")?.get(kind));
        let mut parts = of_kinds.into_iter().chain([self.get("rope_scaling")]).flatten();
        let is_usual = |part: &Value| part.get("rope_type").is_none_or(|kind| kind == "default");
        match parts.all(is_usual) {
            true => Ok(()),
            false => Err(LoadError::new("config.json: rope_type must be \"default\": others are not implemented")),
        }
    }

    fn architecture(&self) -> Result<Architecture, LoadError> {
        let known = || ARCHITECTURES.map(|(name, _)| name).join(", ");
        let Some(wanted) = self.text("model_type")? else {
            return Err(LoadError::new(format!("config.json: model_type is missing; known are {}", known())));
        };
        let found = ARCHITECTURES.iter().find(|(name, _)| *name == wanted).map(|(_, architecture)| *architecture);
        let Some(found) = found else {
            let words = format!(
                "config.json: models of the type {wanted:?} cannot be run; known are {}. Run it as a service of its own, \
                 and name its address",
                known()
            );
            return Err(LoadError::new(words));
        };
        let tasks = self.texts("architectures")?;
        if !tasks.is_empty() && !tasks.iter().any(|task| task.ends_with("fortokenclassification")) {
            return Err(LoadError::new(
                "config.json: `architectures` names no model for token classification (…ForTokenClassification)",
            ));
        }
        Ok(found)
    }

    /// The names in `id2label`, by number.
    fn labels(&self) -> Result<Vec<String>, LoadError> {
        let words = "an object that names a label for each number from 0 on";
        let Some(Value::Object(named)) = self.get("id2label") else { return Err(self.wrong("id2label", words)) };
        let label = |number: usize| named.get(&number.to_string())?.as_str().map(str::to_owned);
        let labels: Option<Vec<_>> = (0..named.len()).map(label).collect();
        labels.filter(|labels| !labels.is_empty()).ok_or_else(|| self.wrong("id2label", words))
    }
}
