//! `airfolio check`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use app::offline::checks::{FileChecker, Targets, is_defect, is_picture};
use clap::Args;
use domain::finding::Finding;
use domain::language::Locale;
use serde_json::{Value, json};

use crate::views::editing::message;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Modules, publications and other XML files; with --complete pictures as well
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// ZIP with the schemas of an issue of S1000D, as s1000d.org gives it; once for each issue
    #[arg(long, value_name = "ZIP")]
    schemas: Vec<PathBuf>,
    /// The files belong together: a reference to a module, publication or picture that is not among them is a defect
    #[arg(long)]
    complete: bool,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

/// Exit code when a file has a defect.
const DEFECTIVE: u8 = 1;
/// Exit code when a file could not be read.
const TROUBLE: u8 = 2;

impl CheckArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.check() {
            Ok(findings) => {
                super::say(&if self.json { as_json(&findings) } else { self.as_text(&findings) });
                if findings.iter().any(is_defect) { ExitCode::from(DEFECTIVE) } else { ExitCode::SUCCESS }
            }
            Err(error) => {
                super::fail(&error);
                ExitCode::from(TROUBLE)
            }
        }
    }

    fn check(&self) -> anyhow::Result<Vec<Finding>> {
        let schemas = self.schemas.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let targets = if self.complete { Some(self.targets()?) } else { None };
        let checker = FileChecker::new(&schemas, targets).context("--schemas")?;
        let mut findings = Vec::new();
        for path in self.files.iter().filter(|path| !is_picture(&path.to_string_lossy())) {
            let name = path.display().to_string();
            findings.extend(checker.check(&read(path)?).into_iter().map(|finding| finding.in_file(&name)));
        }
        Ok(findings)
    }

    /// Reads the files a first time, one after the other: a whole manual need not fit into the memory.
    fn targets(&self) -> anyhow::Result<Targets> {
        let mut targets = Targets::default();
        for path in &self.files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let bytes = if is_picture(&name) { Vec::new() } else { read(path)? };
            targets.add(&name, &bytes);
        }
        Ok(targets)
    }

    fn as_text(&self, findings: &[Finding]) -> String {
        let mut out = String::new();
        for finding in findings {
            let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
            let severity = finding.severity.as_str();
            let _ = writeln!(out, "{}{line}: {severity}: {}", finding.file, message(finding, Locale::English));
        }
        let _ = write!(out, "Files: {}, findings: {}", self.files.len(), findings.len());
        if self.schemas.is_empty() {
            out.push_str(". Not compared with schemas: --schemas names them");
        }
        out
    }
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| path.display().to_string())
}

fn as_json(findings: &[Finding]) -> String {
    let finding = |finding: &Finding| {
        json!({
            "file": finding.file,
            "line": finding.line,
            "severity": finding.severity.as_str(),
            "code": finding.rule.as_str(),
            "message": message(finding, Locale::English),
        })
    };
    Value::Array(findings.iter().map(finding).collect()).to_string()
}
