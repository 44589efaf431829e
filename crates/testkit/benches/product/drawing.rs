//! Drawing the modules of a folder in this process: what a website of them is measured beside.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use domain::language::Locale;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{Options, Outside, Unresolved, render};
use s1000d::guard;

use crate::usage::Process;

/// The CPU time of reading and drawing all modules.
pub(crate) fn draw_all(corpus: &Path) -> Result<Duration> {
    let (choice, tables) = (Assignments::default(), Tables::default());
    let options = Options {
        locale: Locale::English,
        choice: &choice,
        outside: Outside::Grey,
        tables: Bilingual::alike(&tables),
        links: &Unresolved,
    };
    let before = Process::this().cpu()?;
    for entry in std::fs::read_dir(corpus).with_context(|| format!("reading {}", corpus.display()))? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("DMC-")) {
            let bytes = std::fs::read(&path)?;
            std::hint::black_box(render(&guard::check(&bytes)?, &options)?);
        }
    }
    Ok(Process::this().cpu()?.saturating_sub(before))
}
