//! Metrics of the process itself, and its time on processors.

use std::time::Duration;

use prometheus::{Counter, core::Collector, process_collector::ProcessCollector, proto::MetricFamily};

/// The metrics of the process, which have conventional names without a prefix.
pub(super) fn families() -> prometheus::Result<Vec<MetricFamily>> {
    const CPU: &str = "process_cpu_seconds_total";
    let mut families = ProcessCollector::for_self().collect();
    if let Some(time) = processor_time() {
        // The library counts whole seconds, of which a rate makes steps.
        families.retain(|family| family.name() != CPU);
        let seconds = Counter::new(CPU, "Total user and system CPU time spent in seconds.")?;
        seconds.inc_by(time.as_secs_f64());
        families.extend(seconds.collect());
    }
    Ok(families)
}

/// The time that all threads of the process have spent on processors; `None` where the system does not tell.
#[cfg(unix)]
pub fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// The time that all threads of the process have spent on processors; `None` where the system does not tell.
#[cfg(not(unix))]
pub fn processor_time() -> Option<Duration> {
    None
}
