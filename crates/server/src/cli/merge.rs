//! `airfolio merge`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use app::offline::{self, FileMerge, MergeConflict};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The manufacturer's revision that our file is based on
    base: PathBuf,
    /// The manufacturer's next revision
    oem: PathBuf,
    /// Our file
    ours: PathBuf,
    /// Write the merged file here instead of to standard output
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Write the conflicts here, as JSON; without it they are listed on standard error
    #[arg(long, value_name = "FILE")]
    conflicts: Option<PathBuf>,
    /// Print the conflicts as JSON on standard output; the merged file goes into OUT
    #[arg(long, requires = "output")]
    json: bool,
}

/// Exit code when there are conflicts.
const CONFLICTS: u8 = 1;
/// Exit code when the files could not be merged.
const TROUBLE: u8 = 2;

impl MergeArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.merge() {
            Ok(merge) if merge.conflicts.is_empty() => ExitCode::SUCCESS,
            Ok(_) => ExitCode::from(CONFLICTS),
            Err(error) => {
                super::fail(&error);
                ExitCode::from(TROUBLE)
            }
        }
    }

    fn merge(&self) -> anyhow::Result<FileMerge> {
        let read = |path: &Path| std::fs::read(path).with_context(|| path.display().to_string());
        let (base, oem, ours) = (read(&self.base)?, read(&self.oem)?, read(&self.ours)?);
        let names = [&self.base, &self.oem, &self.ours].map(|path| path.display().to_string());
        let merge = offline::merge((&names[0], &base), (&names[1], &oem), (&names[2], &ours))?;
        let write = |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).with_context(|| path.display().to_string());
        match &self.output {
            Some(path) => write(path, &merge.bytes)?,
            None => std::io::stdout().write_all(&merge.bytes).context("standard output")?,
        }
        if let Some(path) = &self.conflicts {
            write(path, format!("{:#}\n", as_json(&merge)).as_bytes())?;
        }
        if self.json {
            super::say(&as_json(&merge).to_string());
        } else if self.conflicts.is_none() {
            let _ = std::io::stderr().write_all(as_text(&merge).as_bytes());
        }
        Ok(merge)
    }
}

fn as_json(merge: &FileMerge) -> Value {
    let conflict = |conflict: &MergeConflict| {
        json!({
            "path": conflict.path,
            "kind": conflict.kind.word(),
            "attribute": conflict.attribute,
            "base": conflict.base,
            "oem": conflict.theirs,
            "ours": conflict.ours,
        })
    };
    let conflicts: Vec<Value> = merge.conflicts.iter().map(conflict).collect();
    json!({ "conflicts": conflicts, "coarse": merge.is_coarse })
}

fn as_text(merge: &FileMerge) -> String {
    let mut out = String::new();
    for conflict in &merge.conflicts {
        let attribute = conflict.attribute.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
        let _ = writeln!(out, "{}{attribute}  {}", conflict.kind.word(), conflict.path);
        let texts = [("base", &conflict.base), ("OEM", &conflict.theirs), ("ours", &conflict.ours)];
        for (name, text) in texts {
            let text = text.as_deref().map_or("(absent)".to_owned(), one_line);
            let _ = writeln!(out, "    {name:<5}{text}");
        }
    }
    let count = merge.conflicts.len();
    if count > 0 {
        let _ = writeln!(out, "Conflicts: {count}. The merged file has our text there.");
    }
    out
}

/// The beginning of a text on one line.
fn one_line(text: &str) -> String {
    const MOST: usize = 160;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
