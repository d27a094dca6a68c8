//! Configuration: defaults, file, environment and flags, checked into a [`Config`].

mod settings;

pub use settings::{
    Anonymization, ApiKey, Config, CustomRecognizer, Detection, Limits, Log, LogFormat, Permission, Rate, Secret,
    Server, Sessions,
};
