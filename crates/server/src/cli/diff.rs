//! `airfolio diff`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use app::offline::{self, ChangeKind, FileComparison, ListedChange, Relevance};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// The old file
    a: PathBuf,
    /// The new file
    b: PathBuf,
    /// Print the changes as JSON
    #[arg(long)]
    json: bool,
    /// Also list what means nothing to a reader: change marks, ids, link attributes, addresses inside references
    #[arg(long)]
    all: bool,
}

/// Exit code when there are differences, as of the usual `diff`.
const DIFFERENT: u8 = 1;
/// Exit code when the files could not be compared.
const TROUBLE: u8 = 2;

impl DiffArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.compare() {
            Ok(comparison) => {
                let text = if self.json { as_json(&comparison).to_string() } else { as_text(&comparison) };
                super::say(text.trim_end());
                if comparison.changes.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) }
            }
            Err(error) => {
                super::fail(&error);
                ExitCode::from(TROUBLE)
            }
        }
    }

    fn compare(&self) -> anyhow::Result<FileComparison> {
        let read = |path: &Path| std::fs::read(path).with_context(|| path.display().to_string());
        let (a, b) = (read(&self.a)?, read(&self.b)?);
        let relevance = if self.all { Relevance::Noise } else { Relevance::Status };
        let (name_a, name_b) = (self.a.display().to_string(), self.b.display().to_string());
        Ok(offline::compare((&name_a, &a), (&name_b, &b), relevance)?)
    }
}

fn as_json(comparison: &FileComparison) -> Value {
    let change = |change: &ListedChange| {
        json!({
            "kind": change.kind.word(),
            "relevance": change.relevance.word(),
            "certain": change.is_certain,
            "path": change.path,
            "attribute": change.attribute,
            "old": change.old,
            "new": change.new,
            "before": change.context.0,
            "after": change.context.1,
            "oldLine": change.line_a,
            "newLine": change.line_b,
        })
    };
    let changes: Vec<Value> = comparison.changes.iter().map(change).collect();
    json!({ "same": changes.is_empty(), "coarse": comparison.is_coarse, "changes": changes })
}

fn as_text(comparison: &FileComparison) -> String {
    let mut out = String::new();
    for change in &comparison.changes {
        let _ = writeln!(
            out,
            "{}  {}{}",
            lines(change),
            heading(change),
            if change.is_certain { "" } else { " (uncertain)" }
        );
        let _ = writeln!(out, "    {}", detail(change));
    }
    let count = |relevance| comparison.changes.iter().filter(|change| change.relevance == relevance).count();
    if comparison.changes.is_empty() {
        out.push_str("No differences");
    } else {
        let (content, status, noise) = (count(Relevance::Content), count(Relevance::Status), count(Relevance::Noise));
        let _ = write!(out, "Changes: {content} in the content, {status} in the status");
        if noise > 0 {
            let _ = write!(out, ", {noise} without meaning to a reader");
        }
    }
    if comparison.is_coarse {
        out.push_str(
            "\nThe files are too large or too different for an exact comparison: more is listed than necessary",
        );
    }
    out
}

/// The lines in both files: `12 > 14`.
fn lines(change: &ListedChange) -> String {
    match (change.line_a, change.line_b) {
        (Some(a), Some(b)) => format!("line {a} > {b}"),
        (Some(a), None) => format!("line {a} >"),
        (None, Some(b)) => format!("line > {b}"),
        (None, None) => String::new(),
    }
}

fn heading(change: &ListedChange) -> String {
    let status = if change.relevance == Relevance::Status { "status: " } else { "" };
    format!("{status}{}  {}", change.kind.word(), change.path)
}

/// Old text as `[-old-]`, new text as `{+new+}`, as `git diff --word-diff` prints them.
fn detail(change: &ListedChange) -> String {
    let old = change.old.as_ref().map(|old| format!("[-{old}-]"));
    let new = change.new.as_ref().map(|new| format!("{{+{new}+}}"));
    let both = [old, new].into_iter().flatten().collect::<Vec<_>>().join(" ");
    match change.kind {
        ChangeKind::Attribute => format!("{} {both}", change.attribute.as_deref().unwrap_or_default()),
        ChangeKind::Moved => change.new.clone().unwrap_or_default(),
        ChangeKind::Text => format!("{} {both} {}", change.context.0, change.context.1).trim().to_owned(),
        ChangeKind::Inserted | ChangeKind::Deleted => both,
    }
}
