//! Tests of this floor.

mod json;
mod reader;
mod toml;
