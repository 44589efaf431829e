//! The CPU time of a workbook with many rows.

use anyhow::Result;
use app::imports::packages::{Cell, Table};

use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::usage::Process;

const ROWS: u32 = 30_000;

/// Writes a report with as many columns as that of a package.
pub(crate) fn measure() -> Result<()> {
    let text = |text: String| Cell::Text(text);
    let row = |number: u32| {
        vec![
            text("warning".to_owned()),
            text(format!("DM/DMC-BENCH-A-{:02}-{:02}-00-00A-520A-A_001-00_en-US.XML", number % 90, number % 60)),
            Cell::Number(number),
            text("1008".to_owned()),
            text("DM not found".to_owned()),
            text(format!("The module DMC-BENCH-A-{:02}-10-00-00A-040A-A is not in the package.", number % 97)),
            Cell::Empty,
        ]
    };
    let header = ["Severity", "File", "Line", "Code", "Name", "Message", "Rule"].map(str::to_owned).to_vec();
    let table = Table { name: "Findings".to_owned(), header, rows: (0..ROWS).map(row).collect() };
    let before = Process::this().cpu()?;
    let bytes = table.xlsx()?.len();
    let cpu = Process::this().cpu()?.saturating_sub(before);
    println!("a workbook of {ROWS} rows has {} kB", bytes >> 10);
    figure(&format!("XLSX of {ROWS} rows, CPU"), cpu.as_secs_f64(), AtMost(1.05), "s");
    Ok(())
}
