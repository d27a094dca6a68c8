//! Plots of a report's curves as SVG (SVG 1.1, W3C): a panel for all labels taken as one, and one for each label that is
//! annotated and found.

use std::fmt::Write;

use super::{
    histogram::Point,
    report::{Curve, Report},
};

/// The side of a plot, in pixels.
const SIDE: f64 = 200.0;
/// Room for a panel's title and labels, left of and over the plot.
const LEFT: f64 = 50.0;
const TOP: f64 = 40.0;
/// The size of a panel.
const WIDTH: f64 = 275.0;
const HEIGHT: f64 = 290.0;
/// Panels beside each other.
const COLUMNS: usize = 3;
/// Thresholds that are marked on curves.
const MARKED: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];
/// The distance below which points of a curve are drawn as one.
const STEP: f64 = 0.004;
/// The distance below which marks would overlap.
const ROOM: f64 = 0.05;

const LINE: &str = "#1f6feb";
const BAR: &str = "#a8c7fa";
const GRID: &str = "#d0d7de";
const INK: &str = "#24292f";

/// Precision over recall, with thresholds marked; nothing if the report has no curves.
pub fn precision_recall(report: &Report) -> Option<String> {
    sheet(&report.curves, "Precision over recall by threshold", "recall", "precision", |curve, panel| {
        let mut last: Option<&Point> = None;
        let mut path = Vec::new();
        for (at, point) in curve.fine.iter().enumerate() {
            let is_end = at == 0 || at + 1 == curve.fine.len();
            if is_end || last.is_none_or(|last| last.is_apart(point, STEP)) {
                path.push((point.recall, point.precision));
                last = Some(point);
            }
        }
        panel.path(&path);
        let mut last: Option<&Point> = None;
        for threshold in MARKED {
            let Some(point) = curve.fine.iter().take_while(|point| point.threshold >= threshold).last() else {
                continue;
            };
            if last.is_none_or(|last| last.is_apart(point, ROOM)) {
                panel.mark(point.recall, point.precision, &threshold.to_string());
                last = Some(point);
            }
        }
        match curve.best {
            Some(best) => format!("best F1 {:.3} at {:.2}", best.f1(), best.threshold),
            None => "nothing found".to_owned(),
        }
    })
}

/// Observed precision over confidence; nothing if the report has no curves.
pub fn reliability(report: &Report) -> Option<String> {
    sheet(&report.curves, "Reliability of confidence", "confidence", "observed precision", |curve, panel| {
        for bin in &curve.reliability.bins {
            panel.bar(bin.from, bin.to, bin.precision);
        }
        panel.diagonal();
        for bin in &curve.reliability.bins {
            panel.mark(bin.confidence, bin.precision, "");
        }
        match curve.reliability.calibration_error {
            Some(error) => format!("calibration error {error:.3}"),
            None => "nothing found".to_owned(),
        }
    })
}

/// A page of panels; `draw` fills a panel and returns its subtitle.
fn sheet(
    curves: &[Curve],
    title: &str,
    x: &str,
    y: &str,
    draw: impl Fn(&Curve, &mut Panel) -> String,
) -> Option<String> {
    // A label without finds has an empty curve.
    let curves: Vec<_> = curves.iter().enumerate().filter(|(at, curve)| *at == 0 || !curve.fine.is_empty()).collect();
    if curves.is_empty() {
        return None;
    }
    let columns = curves.len().min(COLUMNS);
    let rows = curves.len().div_ceil(COLUMNS);
    let (width, height) = (columns as f64 * WIDTH, rows as f64 * HEIGHT + TOP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"{INK}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{title}</text>\n"
    );
    for (at, (_, curve)) in curves.into_iter().enumerate() {
        let (left, top) = ((at % COLUMNS) as f64 * WIDTH, (at / COLUMNS) as f64 * HEIGHT + TOP);
        let mut panel = Panel::new(x, y);
        let subtitle = draw(curve, &mut panel);
        // Labels are letters, digits and underscores: there is nothing to escape.
        _ = writeln!(
            svg,
            "<g transform=\"translate({left} {top})\">\n<text x=\"{LEFT}\" y=\"14\" font-weight=\"bold\">{}</text>\n\
             <text x=\"{LEFT}\" y=\"30\" fill=\"#57606a\">{subtitle}</text>\n{}</g>",
            curve.label, panel.svg
        );
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

/// A panel with axes from 0 to 1.
struct Panel {
    svg: String,
}

/// The coordinates of a value on the page.
fn place(x: f64, y: f64) -> (f64, f64) {
    (LEFT + x * SIDE, TOP + (1.0 - y) * SIDE)
}

impl Panel {
    fn new(x_title: &str, y_title: &str) -> Self {
        let mut svg = String::new();
        for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let ((x, bottom), (left, y)) = (place(tick, 0.0), place(0.0, tick));
            let (right, top) = place(1.0, 1.0);
            _ = writeln!(
                svg,
                "<path d=\"M{x} {bottom}V{top}M{left} {y}H{right}\" stroke=\"{GRID}\"/>\n\
                 <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>\n\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{tick}</text>",
                bottom + 14.0,
                left - 6.0,
                y + 4.0,
            );
        }
        let ((middle, bottom), (_, center)) = (place(0.5, 0.0), place(0.0, 0.5));
        _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{x_title}</text>\n\
             <text transform=\"translate(12 {center}) rotate(-90)\" text-anchor=\"middle\">{y_title}</text>",
            bottom + 30.0,
        );
        Self { svg }
    }

    fn path(&mut self, points: &[(f64, f64)]) {
        let points: Vec<_> = points
            .iter()
            .map(|&(x, y)| {
                let (x, y) = place(x, y);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let points = points.join(" ");
        _ = writeln!(self.svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"2\"/>");
    }

    fn mark(&mut self, x: f64, y: f64, name: &str) {
        let (x, y) = place(x, y);
        _ = writeln!(
            self.svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{LINE}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"9\" text-anchor=\"end\">{name}</text>",
            x - 5.0,
            y + 10.0,
        );
    }

    fn bar(&mut self, from: f64, to: f64, value: f64) {
        let ((left, top), (right, bottom)) = (place(from, value), place(to, 0.0));
        _ = writeln!(
            self.svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{BAR}\"/>",
            right - left - 1.0,
            bottom - top,
        );
    }

    fn diagonal(&mut self) {
        let ((left, bottom), (right, top)) = (place(0.0, 0.0), place(1.0, 1.0));
        _ = writeln!(
            self.svg,
            "<path d=\"M{left} {bottom}L{right} {top}\" stroke=\"{INK}\" stroke-dasharray=\"4 4\"/>"
        );
    }
}
