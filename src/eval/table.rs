//! A [`Report`] for people: aligned columns, as wide as they need to be.

use std::fmt::Write;

use super::report::{LabelCount, Mean, Reliability, Report, Row};

/// The content of cells without a value.
const NOTHING: &str = "-";

/// Labels that are named in one note.
const NAMED: usize = 12;

const COLUMNS: usize = 13;

const HEAD: [&str; COLUMNS] = [
    "LABEL",
    "GOLD",
    "FOUND",
    "RIGHT",
    "PRECISION",
    "RECALL",
    "F1",
    "F1 95 %",
    "OVERLAP",
    "SPAN",
    "LEAK",
    "FALSE",
    "FALSE/1K",
];

type Line = [String; COLUMNS];

/// The whole report.
pub fn render(report: &Report) -> String {
    let mut text = corpus(report);
    text.push_str(&note("labels not mapped (ignored; say --map THEIRS=OURS, or --map THEIRS=-)", &report.not_mapped));
    text.push_str(&note("annotated, but not looked for with these settings", &report.not_sought));
    text.push('\n');
    if report.labels.is_empty() {
        text.push_str(
            "Nothing is annotated, and nothing was found that is scored. \
             With --all-labels everything counts that is found.\n",
        );
    } else {
        let mut lines: Vec<Line> = vec![HEAD.map(str::to_owned)];
        lines.extend(report.labels.iter().map(|of| row(of.label, of)));
        lines.push(row("all (micro)", &report.all));
        lines.push(mean(&report.mean));
        text.push_str(&aligned(&lines));
        let errors = report.all.errors;
        _ = writeln!(
            text,
            "\nnot right: {} missed, {} with other bounds, {} with another label, {} with both; {}, {} by 100 KB",
            errors.missed,
            errors.boundary,
            errors.label,
            errors.both,
            count(report.all.false_alarms, "false alarm"),
            number(report.all.false_alarms_per_100_kb, 2),
        );
        text.push_str(&reliability(&report.reliability));
    }
    text.push_str(&speed(report));
    text
}

fn corpus(report: &Report) -> String {
    let corpus = &report.corpus;
    let skipped =
        if corpus.skipped > 0 { format!(", {} skipped", count(corpus.skipped, "bad line")) } else { String::new() };
    format!(
        "{}, {}, {} tokens, {} KB{skipped}\n",
        count(corpus.files, "file"),
        count(corpus.texts, "text"),
        corpus.tokens,
        corpus.bytes.div_ceil(1000)
    )
}

fn count(number: u64, of: &str) -> String {
    format!("{number} {of}{}", if number == 1 { "" } else { "s" })
}

/// A line about labels; nothing if there are none.
fn note(what: &str, labels: &[LabelCount]) -> String {
    if labels.is_empty() {
        return String::new();
    }
    let mut named: Vec<_> =
        labels.iter().take(NAMED).map(|named| format!("{} ({})", named.label, named.count)).collect();
    if labels.len() > NAMED {
        named.push(format!("and {} more", labels.len() - NAMED));
    }
    format!("{what}: {}\n", named.join(", "))
}

fn row(name: &str, row: &Row) -> Line {
    [
        name.to_owned(),
        row.gold.to_string(),
        row.found.to_string(),
        row.correct.to_string(),
        number(row.precision, 3),
        number(row.recall, 3),
        number(row.f1, 3),
        interval(row.f1_interval),
        number(row.overlap_f1, 3),
        number(row.span_f1, 3),
        number(row.leak, 3),
        row.false_alarms.to_string(),
        number(row.false_alarms_per_1000_tokens, 2),
    ]
}

fn mean(mean: &Mean) -> Line {
    let mut line = Line::default();
    let cells = [
        (0, "mean (macro)".to_owned()),
        (4, number(mean.precision, 3)),
        (5, number(mean.recall, 3)),
        (6, number(mean.f1, 3)),
        (7, interval(mean.f1_interval)),
        (10, number(mean.leak, 3)),
    ];
    for (at, cell) in cells {
        if let Some(place) = line.get_mut(at) {
            *place = cell;
        }
    }
    line
}

fn number(value: Option<f64>, places: usize) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| format!("{value:.places$}"))
}

fn interval(bounds: Option<[f64; 2]>) -> String {
    bounds.map_or_else(|| NOTHING.to_owned(), |[low, high]| format!("{low:.3}-{high:.3}"))
}

fn reliability(reliability: &Reliability) -> String {
    if reliability.bins.is_empty() {
        return String::new();
    }
    let width = reliability.bins.iter().map(|bin| bin.count.to_string().len()).max().unwrap_or_default().max(5);
    let mut text = format!("\nCONFIDENCE  {:>width$}   MEAN  RIGHT\n", "FOUND");
    for bin in &reliability.bins {
        let range = format!("{:.1}-{:.1}", bin.from, bin.to);
        _ = writeln!(text, "{range:10}  {:>width$}  {:.3}  {:.3}", bin.count, bin.confidence, bin.precision);
    }
    _ = writeln!(text, "expected calibration error: {}", number(reliability.calibration_error, 3));
    text
}

fn speed(report: &Report) -> String {
    let speed = &report.speed;
    let cpu = speed.cpu_seconds.map(|seconds| format!(" ({seconds:.3} s of the processor)")).unwrap_or_default();
    format!(
        "\ndetection took {:.3} s{cpu}: {} MB/s, {} texts/s, {} tokens/s\n",
        speed.seconds,
        number(speed.megabytes_per_second, 1),
        number(speed.texts_per_second, 0),
        number(speed.tokens_per_second, 0),
    )
}

/// Names to the left, numbers to the right.
fn aligned(lines: &[Line]) -> String {
    let mut widths = [0; COLUMNS];
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.len());
        }
    }
    let mut text = String::new();
    for line in lines {
        for (column, (cell, width)) in line.iter().zip(widths).enumerate() {
            let cell = if column == 0 { format!("{cell:width$}") } else { format!("  {cell:>width$}") };
            text.push_str(&cell);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}
