//! Agents at work: files read, edited and written through tools, links, streams that break, refusals.

mod command;
mod files;
mod links;
mod offsets;
mod protocol;
mod session;
mod state;
mod surrogates;
mod uploads;
mod voices;
