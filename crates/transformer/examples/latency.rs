//! The time that a folder's model takes for a text: `cargo run --release -p masquerade-transformer --example latency -- FOLDER
//! [BYTES]`. `RAYON_NUM_THREADS` sets the number of threads.

use std::{
    env,
    error::Error,
    path::PathBuf,
    time::{Duration, Instant},
};

use masquerade_transformer::{Aggregation, TokenClassifier};

/// The number of times that the text is read.
const RUNS: usize = 9;

/// Words of a text without names.
const PROSE: &str = "Please send us the report before noon, since the others have asked for it twice. It says what was \
                     decided last week, and who will look after the machines while the workshop is closed. ";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name the folder of a model")?);
    let bytes = arguments.next().map_or(Ok(4096), |bytes| bytes.to_string_lossy().parse::<usize>())?;
    let begun = Instant::now();
    let model = TokenClassifier::load(&folder, Aggregation::Simple)?;
    println!("loaded in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    let text: String = PROSE.chars().cycle().take(bytes).collect();
    let deadline = Instant::now() + Duration::from_secs(3600);
    let windows = model.logits(&text, deadline)?;
    let tokens: usize = windows.iter().map(Vec::len).sum();
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            model.find(&text, deadline).map(|_| begun.elapsed().as_secs_f64())
        })
        .collect::<Result<_, _>>()?;
    times.sort_by(f64::total_cmp);
    let (least, median) =
        (times.first().copied().unwrap_or_default(), times.get(RUNS / 2).copied().unwrap_or_default());
    println!(
        "{bytes} bytes, {} windows, {tokens} tokens: {:.0} ms (least of {RUNS}), {:.0} ms (median), {:.0} tokens/s",
        windows.len(),
        least * 1e3,
        median * 1e3,
        tokens as f64 / median,
    );
    Ok(())
}
