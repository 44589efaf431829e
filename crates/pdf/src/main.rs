//! `airfolio-pdf`: lays a book out and writes it as PDF.
//!
//! The server starts it as a child process, one for each book: the layout engine has neither limits nor cancellation of
//! its own. It reads `book.json` (written by the crate `publish`) and the folder `pictures` beside it, writes the PDF,
//! and prints a report as JSON. Nothing else is read but fonts, nothing is fetched, and the clock is never asked: the
//! same folder gives the same bytes.
//!
//! A module that the engine cannot lay out is found by compiling each module alone. It is then printed in a simpler
//! layout, with a finding that names it; only where that fails as well there is no book.

mod arguments;
mod book;
mod engine;
mod fonts;
mod layout;
mod placed;
mod plain;
mod repair;
mod report;
mod room;
mod text;
mod world;

use std::io::Write;
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, setrlimit};

use self::arguments::Arguments;
use self::report::{Failure, Report};

/// The stack of the thread that lays out; nested tables need some.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    end_with_parent();
    let report = match Arguments::parse(std::env::args_os().skip(1)) {
        Ok(Some(arguments)) => run(arguments),
        Ok(None) => return print(concat!("airfolio-pdf ", env!("CARGO_PKG_VERSION")), ExitCode::SUCCESS),
        Err(reason) => Report::failed(Failure::Usage, reason),
    };
    let code = ExitCode::from(report.exit_code());
    print(&report.json(), code)
}

/// Nobody waits for a book once the server is gone.
#[cfg(target_os = "linux")]
fn end_with_parent() {
    use rustix::process::{Signal, set_parent_process_death_signal};
    // Without it the program merely goes on to its end.
    let _: Result<_, _> = set_parent_process_death_signal(Some(Signal::KILL));
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent() {}

fn print(text: &str, code: ExitCode) -> ExitCode {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Ok(()) => code,
        // Nobody listens any more.
        Err(_) => ExitCode::FAILURE,
    }
}

fn run(arguments: Arguments) -> Report {
    if let Some(bytes) = arguments.memory {
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        if setrlimit(Resource::As, limit).is_err() {
            return Report::failed(Failure::Usage, "the memory limit cannot be set");
        }
    }
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || layout::make(&arguments));
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(report)) => report,
        Ok(Err(_)) => Report::failed(Failure::Layout, "the engine stopped"),
        Err(error) => Report::failed(Failure::Output, error.to_string()),
    }
}
