//! Agents at work: files read, edited and written through tools, links, streams that break, refusals.

mod command;
mod escapes;
mod fetched;
mod files;
mod links;
mod offsets;
mod prefix;
mod protocol;
mod session;
mod settings;
mod state;
mod surrogates;
mod tenants;
mod uploads;
mod voices;
mod who_is_who;
