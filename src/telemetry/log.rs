//! Log lines by tracing, for people or as JSON, without the messages of other crates.
//!
//! Other crates put headers and URLs into their messages. Of their lines only level and target are written, whichever
//! facade (`log` or `tracing`) they use.

use std::{fmt, io::IsTerminal, panic::PanicHookInfo};

use tracing::{Event, Level, Metadata, Subscriber, field::Visit, level_filters::LevelFilter};
use tracing_subscriber::{
    Layer,
    fmt::{
        FmtContext, FormatEvent, FormatFields,
        format::{Format, JsonFields, Writer},
        time::{FormatTime, SystemTime as Clock},
    },
    layer::SubscriberExt,
    registry::LookupSpan,
};

pub use super::queue::Drain;
use super::queue::LineQueue;
use crate::config::{Log, LogFormat};

/// The root of this crate's targets.
const OWN: &str = env!("CARGO_CRATE_NAME");

/// The target of lines from the `log` facade, whose own module is a field.
const FOREIGN_LOG: &str = "dependency";

/// Sets up logging of the process: subscriber, bridge from `log`, panic hook. Lines go to standard error through a queue;
/// the returned guard writes the rest of them when it is dropped.
///
/// # Errors
/// If logging is already set up, or a thread cannot be started.
pub fn init(settings: &Log) -> Result<Drain, std::io::Error> {
    let json = match settings.format {
        LogFormat::Auto => !std::io::stderr().is_terminal(),
        LogFormat::Human => false,
        LogFormat::Json => true,
    };
    let level = settings.level.parse::<LevelFilter>().unwrap_or(LevelFilter::INFO);
    let (queue, drain) = LineQueue::start(std::io::stderr())?;
    tracing::subscriber::set_global_default(subscriber(json, level, queue)).map_err(std::io::Error::other)?;
    log::set_boxed_logger(Box::new(LogBridge)).map_err(std::io::Error::other)?;
    log::set_max_level(log::LevelFilter::Warn.min(as_log_filter(level)));
    std::panic::set_hook(Box::new(report_panic));
    Ok(drain)
}

/// The subscriber that writes lines to `out`.
fn subscriber<W>(json: bool, level: LevelFilter, out: W) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'w> tracing_subscriber::fmt::MakeWriter<'w> + Send + Sync + 'static,
{
    let wanted =
        tracing_subscriber::filter::filter_fn(move |metadata| is_wanted(metadata, level)).with_max_level_hint(level);
    if json {
        let layer = tracing_subscriber::fmt::layer()
            .fmt_fields(JsonFields::new())
            .event_format(RedactingFormat { own: Format::default().json().flatten_event(true), json })
            .with_writer(out)
            .with_filter(wanted);
        Box::new(tracing_subscriber::registry().with(layer))
    } else {
        let layer = tracing_subscriber::fmt::layer()
            .event_format(RedactingFormat { own: Format::default().with_ansi(false), json })
            .with_ansi(false)
            .with_writer(out)
            .with_filter(wanted);
        Box::new(tracing_subscriber::registry().with(layer))
    }
}

fn is_own(target: &str) -> bool {
    target.strip_prefix(OWN).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Reports whether an event is logged. Without their messages, only warnings and errors of other crates are worth a
/// line.
fn is_wanted(metadata: &Metadata<'_>, level: LevelFilter) -> bool {
    *metadata.level() <= level && (is_own(metadata.target()) || *metadata.level() <= Level::WARN)
}

fn as_log_filter(level: LevelFilter) -> log::LevelFilter {
    match level.into_level() {
        None => log::LevelFilter::Off,
        Some(Level::ERROR) => log::LevelFilter::Error,
        Some(_) => log::LevelFilter::Warn,
    }
}

/// A formatter of own events in full, and of foreign events without their message.
struct RedactingFormat<F> {
    own: F,
    json: bool,
}

impl<S, N, F> FormatEvent<S, N> for RedactingFormat<F>
where
    S: Subscriber + for<'s> LookupSpan<'s>,
    N: for<'w> FormatFields<'w> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(&self, ctx: &FmtContext<'_, S, N>, mut out: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let metadata = event.metadata();
        if is_own(metadata.target()) {
            return self.own.format_event(ctx, out, event);
        }
        let mut origin = Origin(None);
        if metadata.target() == FOREIGN_LOG {
            event.record(&mut origin);
        }
        let target = origin.0.as_deref().unwrap_or(metadata.target());
        if self.json {
            out.write_str("{\"timestamp\":\"")?;
            Clock.format_time(&mut out)?;
            // A target is a module path: nothing in it needs an escape, and `Debug` would escape it.
            writeln!(out, "\",\"level\":\"{}\",\"target\":{target:?}}}", metadata.level())
        } else {
            Clock.format_time(&mut out)?;
            writeln!(out, " {:>5} {target}", metadata.level())
        }
    }
}

/// A visitor that reads the module of a line from the `log` facade.
struct Origin(Option<String>);

impl Visit for Origin {
    fn record_str(&mut self, field: &tracing::field::Field, value: &str) {
        if field.name() == "origin" {
            self.0 = Some(value.to_owned());
        }
    }

    fn record_debug(&mut self, _: &tracing::field::Field, _: &dyn fmt::Debug) {}
}

/// A bridge from the `log` facade that drops the message.
struct LogBridge;

impl log::Log for LogBridge {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        // The module path is fixed at compile time; a target may be chosen at run time.
        let origin = record.module_path_static().unwrap_or("unknown");
        match record.level() {
            log::Level::Error => tracing::error!(target: FOREIGN_LOG, origin),
            log::Level::Warn => tracing::warn!(target: FOREIGN_LOG, origin),
            _ => {}
        }
    }

    fn flush(&self) {}
}

/// Logs the location of a panic, not its message, which may hold payload.
fn report_panic(info: &PanicHookInfo<'_>) {
    let thread = std::thread::current();
    let (file, line) = info.location().map_or(("unknown", 0), |at| (at.file(), at.line()));
    tracing::error!(target: "masquerade::panic", file, line, thread = thread.name().unwrap_or("unnamed"), "panic");
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex},
    };

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn lines_of(json: bool, work: impl FnOnce()) -> String {
        let lines = Lines::default();
        let out = lines.clone();
        let subscriber = subscriber(json, LevelFilter::INFO, move || out.clone());
        tracing::subscriber::with_default(subscriber, work);
        String::from_utf8(lines.0.lock().unwrap().clone()).unwrap()
    }

    fn foreign_record(level: log::Level) {
        log::Log::log(
            &LogBridge,
            &log::Record::builder()
                .level(level)
                .target("canary-target")
                .module_path_static(Some("pingora_proxy"))
                .args(format_args!("GET /?q=canary-message"))
                .build(),
        );
    }

    #[test]
    fn own_events_keep_their_fields() {
        let json = lines_of(true, || tracing::info!(target: "masquerade::access", status = 200, "request"));
        let line: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&line["status"], &line["level"]), (&200.into(), &"INFO".into()));
        let human = lines_of(false, || tracing::info!(target: "masquerade::access", status = 200, "request"));
        assert!(human.contains("status=200"), "{human}");
    }

    #[test]
    fn events_of_others_keep_level_and_target_only() {
        for json in [false, true] {
            let lines = lines_of(json, || {
                tracing::warn!(target: "h2::proto", header = "canary-field", "canary-message");
                foreign_record(log::Level::Error);
            });
            assert!(!lines.contains("canary"), "{lines}");
            assert!(lines.contains("h2::proto") && lines.contains("pingora_proxy"), "{lines}");
            assert_eq!(lines.lines().count(), 2);
        }
    }

    #[test]
    fn panics_are_reported_by_place_without_their_message() {
        let lines = lines_of(true, || {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(report_panic));
            let caught = std::panic::catch_unwind(|| panic!("canary"));
            std::panic::set_hook(before);
            assert!(caught.is_err());
        });
        let line: serde_json::Value = serde_json::from_str(&lines).unwrap();
        assert_eq!(line["target"], "masquerade::panic");
        assert!(line["line"].is_number() && !lines.contains("canary"), "{lines}");
    }

    #[test]
    fn chatter_of_others_is_dropped() {
        let lines = lines_of(true, || {
            tracing::info!(target: "rustls", "hello");
            tracing::info!(target: "masqueradenot", "hello");
            foreign_record(log::Level::Info);
        });
        assert_eq!(lines, "");
    }
}
