//! `airfolio render`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use app::offline::render::{GivenFile, RenderedSite, render};
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct RenderArgs {
    /// Modules; among them publication modules for the contents, tables with the products (ACT, CCT, PCT), repositories, and
    /// pictures. Pictures beside a module whose names start with ICN- are found without naming them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder for the website; it must be empty or new
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
    /// Title of the website; without it that of the publication module
    #[arg(long)]
    title: Option<String>,
}

/// Exit code when a file could not be drawn.
const FINDINGS: u8 = 1;
/// Exit code when the website could not be written.
const TROUBLE: u8 = 2;

impl RenderArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.write() {
            Ok(site) => {
                for name in &site.unreadable {
                    super::say(&format!("{name}\n  cannot be displayed"));
                }
                let index = self.output.join("index.html");
                let counts = format!("{} modules, {} pictures", site.modules, site.pictures);
                super::say(&format!("Website: {counts}. Open {}", index.display()));
                if site.unreadable.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FINDINGS) }
            }
            Err(error) => {
                super::fail(&error);
                ExitCode::from(TROUBLE)
            }
        }
    }

    fn write(&self) -> anyhow::Result<RenderedSite> {
        let output = &self.output;
        let is_used = output.read_dir().is_ok_and(|mut entries| entries.next().is_some());
        if is_used || output.is_file() {
            bail!("{} is not empty", output.display());
        }
        let mut files = Vec::new();
        for path in self.paths() {
            let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
            files.push(GivenFile { name: name_of(&path), bytes });
        }
        let site = render(&files, self.title.as_deref());
        for (name, bytes) in &site.files {
            let path = output.join(name);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            std::fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        }
        Ok(site)
    }

    /// The given files, and the pictures beside them.
    fn paths(&self) -> Vec<PathBuf> {
        let mut paths = self.files.clone();
        let given: BTreeSet<String> = paths.iter().map(|path| name_of(path)).collect();
        let folders: BTreeSet<PathBuf> = paths.iter().filter_map(|path| path.parent()).map(Path::to_path_buf).collect();
        let mut found = BTreeSet::new();
        for folder in folders {
            let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
            // A folder that cannot be listed has no pictures for us.
            let entries = folder.read_dir().into_iter().flatten().filter_map(Result::ok);
            found.extend(entries.map(|entry| entry.path()).filter(|path| path.is_file() && is_picture(path)));
        }
        paths.extend(found.into_iter().filter(|path| !given.contains(&name_of(path))));
        paths
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn is_picture(path: &Path) -> bool {
    // Metadata of a picture is XML of the same name.
    let is_xml = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"));
    name_of(path).to_ascii_uppercase().starts_with("ICN-") && !is_xml
}
