//! CPU time and peak memory of a program.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The kernel counts CPU time in steps of 10 ms.
const TICKS_PER_SECOND: f64 = 100.0;
const LOOK: Duration = Duration::from_millis(5);

/// The cost of one run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProcessCost {
    /// Seconds, user and system.
    pub(crate) cpu: f64,
    /// Megabytes.
    pub(crate) memory: f64,
}

impl ProcessCost {
    /// The medians of several runs.
    pub(crate) fn median(costs: Vec<Self>) -> Self {
        let middle = |mut values: Vec<f64>| {
            values.sort_unstable_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let memory = middle(costs.iter().map(|cost| cost.memory).collect());
        Self { cpu: middle(costs.into_iter().map(|cost| cost.cpu).collect()), memory }
    }
}

/// Runs a program, which must succeed.
pub(crate) fn run(command: &mut Command) -> ProcessCost {
    let before = cpu_of_children();
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn().expect("the program starts");
    let mut memory = 0;
    let status = loop {
        memory = memory.max(peak_memory(child.id()));
        if let Some(status) = child.try_wait().expect("the state of the program") {
            break status;
        }
        std::thread::sleep(LOOK);
    };
    assert!(status.success(), "{command:?} ends with {status}");
    ProcessCost { cpu: cpu_of_children() - before, memory: f64::from(memory) / 1024.0 }
}

/// Seconds of CPU time of all programs that were waited for.
fn cpu_of_children() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("this needs Linux");
    // The name may contain blanks and parentheses. User and system time of children are the 14th and 15th field after it.
    let fields = stat.rsplit_once(')').expect("a name").1;
    let ticks = fields.split_ascii_whitespace().skip(13).take(2).filter_map(|field| field.parse::<u32>().ok());
    ticks.map(f64::from).sum::<f64>() / TICKS_PER_SECOND
}

/// The highest memory of a process so far, in kB; 0 once it has ended.
fn peak_memory(id: u32) -> u32 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
