//! `make bench`: a book of 300 pages, printed by the engine, by typst alone and, where it is installed, by Apache FOP.
//!
//! All print the same text, in turn and as programs of their own; their CPU time and peak memory are compared. It prints,
//! and never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed lines are what this program is for")]
#![expect(clippy::expect_used, reason = "a benchmark that cannot go on must stop at once")]

mod content;
#[expect(dead_code, reason = "typst alone asks less about its fonts")]
#[path = "../../src/fonts.rs"]
mod fonts;
mod markup;
mod process;
mod raw;
#[path = "../../../testkit/benches/product/table.rs"]
mod table;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use content::Module;
use process::ProcessCost;
use table::Goal::{AtLeast, AtMost};
use table::{figure, unmeasured};

const PAGES: usize = 300;
/// Modules of the book that tells how many make so many pages.
const FIRST: usize = 30;
const ROUNDS: usize = 3;
const ENGINE: &str = env!("CARGO_BIN_EXE_airfolio-pdf");

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, option, source, output, ..] = arguments.as_slice()
        && option == "--raw"
    {
        raw::print(Path::new(source), Path::new(output));
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let first = written(folder, FIRST);
    let count = FIRST * PAGES / first.max(1) + 1;
    let pages = written(folder, count);
    println!("a book of {count} modules and {pages} pages");
    let has_fop = Command::new("fop").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    let (mut ours, mut typst, mut fop) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(process::run(&mut engine(folder)));
        typst.push(process::run(&mut typst_alone(folder)));
        if has_fop {
            fop.push(process::run(&mut apache_fop(folder)));
        }
    }
    let (ours, typst) = (ProcessCost::median(ours), ProcessCost::median(typst));
    println!(
        "the engine {:.2} s CPU, {:.0} MB; typst alone {:.2} s CPU, {:.0} MB",
        ours.cpu, ours.memory, typst.cpu, typst.memory
    );
    figure("PDF of 300 pages, CPU of typst's", ours.cpu / typst.cpu, AtMost(1.25), "times");
    figure("PDF of 300 pages, peak memory of typst's", ours.memory / typst.memory, AtMost(1.1), "times");
    if has_fop {
        let fop = ProcessCost::median(fop);
        println!("Apache FOP {:.2} s CPU, {:.0} MB", fop.cpu, fop.memory);
        figure("PDF of 300 pages, Apache FOP's CPU of ours", fop.cpu / ours.cpu, AtLeast(2.5), "times");
    } else {
        unmeasured("PDF of 300 pages beside Apache FOP", &"there is no program fop (Debian: fop)");
    }
}

/// Writes the book in the form of each program; returns its pages in the layout of the engine.
fn written(folder: &Path, count: usize) -> usize {
    let modules: Vec<Module> = (0..count).map(Module::new).collect();
    fs::create_dir_all(folder.join("pictures")).expect("a folder");
    fs::write(folder.join("book.json"), content::book(&modules).to_string()).expect("a book");
    fs::write(folder.join("book.typ"), markup::typst(&modules)).expect("a book");
    fs::write(folder.join("book.fo"), markup::formatting_objects(&modules)).expect("a book");
    let output = engine(folder).output().expect("the engine runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["ok"], true, "{report}");
    if report["findings"].as_array().is_some_and(|findings| !findings.is_empty()) {
        println!("the engine finds: {}", report["findings"]);
    }
    report["pages"].as_u64().and_then(|pages| usize::try_from(pages).ok()).expect("the number of pages")
}

fn engine(folder: &Path) -> Command {
    let mut command = Command::new(ENGINE);
    command.arg(folder).arg(folder.join("book.pdf"));
    command
}

fn typst_alone(folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.arg("--raw").arg(folder.join("book.typ")).arg(folder.join("typst.pdf"));
    command
}

fn apache_fop(folder: &Path) -> Command {
    let mut command = Command::new("fop");
    command.arg("-fo").arg(folder.join("book.fo")).arg("-pdf").arg(folder.join("fop.pdf"));
    command
}
