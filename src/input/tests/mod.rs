//! Tests of the parsers and of the typed reader.

mod json;
mod reader;
mod toml;
