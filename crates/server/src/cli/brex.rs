//! `airfolio brex`.

mod print;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use app::offline::brex::{FileRules, LayerGap, ModuleVerdict};
use clap::Args;

use print::{as_json, as_text};

#[derive(Debug, Args)]
pub(super) struct BrexArgs {
    /// The files to check
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// BREX data modules whose rules hold for every file, whatever it names
    #[arg(long, value_name = "BREX", num_args = 1..)]
    brex: Vec<PathBuf>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

/// Exit code when a rule is violated.
const VIOLATED: u8 = 1;
/// Exit code when a file or a rule could not be judged.
const TROUBLE: u8 = 2;

/// A file with its verdict, or why it has none.
struct JudgedFile {
    name: String,
    verdict: anyhow::Result<ModuleVerdict>,
}

impl JudgedFile {
    fn is_violated(&self) -> bool {
        self.verdict.as_ref().is_ok_and(|verdict| !verdict.report.findings.is_empty())
    }

    /// Whether all rules that hold for it have been judged.
    fn is_complete(&self) -> bool {
        self.verdict.as_ref().is_ok_and(|verdict| {
            let is_gap = |gap: &LayerGap| !matches!(gap, LayerGap::OtherIssue { .. });
            !verdict.gaps.iter().any(is_gap)
                && verdict.report.unjudged.is_empty()
                && verdict.checker.unjudged().is_empty()
        })
    }
}

impl BrexArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.check() {
            Ok(files) => {
                let text = if self.json { as_json(&files).to_string() } else { as_text(&files) };
                super::say(text.trim_end());
                if !files.iter().all(JudgedFile::is_complete) {
                    ExitCode::from(TROUBLE)
                } else if files.iter().any(JudgedFile::is_violated) {
                    ExitCode::from(VIOLATED)
                } else {
                    ExitCode::SUCCESS
                }
            }
            Err(error) => {
                super::fail(&error);
                ExitCode::from(TROUBLE)
            }
        }
    }

    fn check(&self) -> anyhow::Result<Vec<JudgedFile>> {
        let rules = self.rules()?;
        let judge = |path: &PathBuf| {
            let name = path.display().to_string();
            let verdict = read(path).and_then(|bytes| Ok(rules.check(&name, &bytes)?));
            JudgedFile { name, verdict }
        };
        Ok(self.files.iter().map(judge).collect())
    }

    fn rules(&self) -> anyhow::Result<FileRules> {
        if self.brex.is_empty() {
            let mut rules = FileRules::named();
            for path in &self.files {
                // A file that cannot be read is reported when it is checked.
                if let Ok(bytes) = read(path) {
                    rules.offer(&path.display().to_string(), &bytes)?;
                }
            }
            return Ok(rules);
        }
        let named = |path: &PathBuf| Ok((path.display().to_string(), read(path)?));
        let files = self.brex.iter().map(named).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(FileRules::given(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))?)
    }
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| path.display().to_string())
}
