//! CPU time and memory of a process, from Linux's `/proc`.

#![allow(dead_code, reason = "each bench uses a part of it")]

use std::{collections::HashMap, ffi::OsString};

/// CPU time that each thread of process `id` has used so far, in nanoseconds.
pub fn cpu_by_thread(id: u32) -> HashMap<OsString, u64> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).expect("proc");
    let nanos = tasks.flatten().filter_map(|task| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        Some((task.file_name(), text.split(' ').next()?.parse().ok()?))
    });
    nanos.collect()
}

/// Resident memory of process `id`, in KiB.
pub fn resident_memory(id: u32) -> u64 {
    memory(id, "VmRSS:")
}

/// The most resident memory of process `id` so far, in KiB.
pub fn peak_memory(id: u32) -> u64 {
    memory(id, "VmHWM:")
}

fn memory(id: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("proc");
    let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or_default()
}
