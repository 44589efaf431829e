//! `airfolio filter`.

mod print;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context, bail};
use app::offline::filter::{
    AnnotationMode, ApplicabilityFilter, FilteredText, GivenValue, LostTarget, LostTargets, ProductChoice, Truth,
};
use clap::Args;

use print::{as_json, as_text};

#[derive(Debug, Args)]
pub(super) struct FilterArgs {
    /// Modules and publications; among them the tables that have the products (ACT, CCT, PCT), repositories and containers
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A product: its id in the product cross-reference table, or a value that only it has, such as its serial number;
    /// several times for several products
    #[arg(long, value_name = "PRODUCT", required_unless_present = "assign")]
    product: Vec<String>,
    /// The value of a property, as in `model:prodattr=A` or `SB-001:condition=POST`; takes precedence over that of a product
    #[arg(long, value_name = "NAME:TYPE=VALUE")]
    assign: Vec<String>,
    /// Folder for the filtered files; without it the only file is printed
    #[arg(long, short, value_name = "DIR", conflicts_with = "dry_run")]
    output: Option<PathBuf>,
    /// Only report, write nothing
    #[arg(long)]
    dry_run: bool,
    /// Remove statements of applicability that hold for all products, and those that nothing refers to
    #[arg(long)]
    reduce: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// Exit code when something in the filtered files needs a person.
const FINDINGS: u8 = 1;
/// Exit code when a file could not be filtered.
const TROUBLE: u8 = 2;

/// Where a filtered file goes.
#[derive(Clone, Copy)]
enum OutputTarget<'a> {
    Nowhere,
    File(&'a Path),
    /// Standard output.
    Output,
}

/// A file with its result, or why it has none.
struct ResultFile {
    name: String,
    filtered: anyhow::Result<FilteredText>,
    lost: Vec<LostTarget>,
}

impl ResultFile {
    fn is_out(&self) -> bool {
        self.filtered.as_ref().is_ok_and(|filtered| filtered.truth == Truth::False)
    }

    fn has_findings(&self) -> bool {
        let finding_count = self.filtered.as_ref().map_or(0, |filtered| filtered.finding_count);
        !self.is_out() && (finding_count > 0 || !self.lost.is_empty())
    }
}

impl FilterArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.filter() {
            Ok(files) => {
                let text = if self.json { as_json(&files).to_string() } else { as_text(&files) };
                if self.output.is_some() || self.dry_run {
                    super::say(text.trim_end());
                } else {
                    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
                }
                if files.iter().any(|file| file.filtered.is_err()) {
                    ExitCode::from(TROUBLE)
                } else if files.iter().any(ResultFile::has_findings) {
                    ExitCode::from(FINDINGS)
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

    fn filter(&self) -> anyhow::Result<Vec<ResultFile>> {
        let targets = self.targets()?;
        let values = self.assign.iter().map(|text| GivenValue::parse(text)).collect::<Result<Vec<_>, _>>()?;
        let choice = ProductChoice { products: self.product.clone(), values };
        let mode = if self.reduce { AnnotationMode::Reduce } else { AnnotationMode::Keep };
        let cache = FileCache::default();
        let filter = ApplicabilityFilter::read(&self.files, |path| cache.read(path).ok(), &choice, mode)?;
        let mut files = Vec::with_capacity(self.files.len());
        let mut lost = LostTargets::default();
        for (index, path) in self.files.iter().enumerate() {
            let target = match &targets {
                _ if self.dry_run => OutputTarget::Nowhere,
                Some(targets) => OutputTarget::File(&targets[index]),
                None => OutputTarget::Output,
            };
            let filtered = one(&filter, &cache, path, target);
            if let Ok(filtered) = &filtered {
                lost.add(filtered);
            }
            files.push(ResultFile { name: path.display().to_string(), filtered, lost: Vec::new() });
        }
        for file in files.iter_mut().filter(|file| !file.is_out()) {
            file.lost = file.filtered.as_ref().map(|filtered| lost.of(filtered)).unwrap_or_default();
        }
        Ok(files)
    }

    /// The files to write, in the order of the files; `None` to print the only one.
    fn targets(&self) -> anyhow::Result<Option<Vec<PathBuf>>> {
        let Some(folder) = &self.output else {
            if self.files.len() > 1 && !self.dry_run {
                bail!("several files need a folder: --output DIR");
            }
            return Ok(None);
        };
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
        let mut taken: HashMap<OsString, &Path> = HashMap::new();
        let mut targets = Vec::with_capacity(self.files.len());
        for path in &self.files {
            let name = path.file_name().with_context(|| path.display().to_string())?;
            if let Some(other) = taken.insert(name.to_owned(), path) {
                bail!("{} and {} would be written to the same file", other.display(), path.display());
            }
            let target = folder.join(name);
            // The target may be a link to the file.
            let is_own = |own: PathBuf| target.canonicalize().is_ok_and(|target| target == own);
            if path.canonicalize().is_ok_and(is_own) {
                bail!("{} is in the folder for the filtered files and would be overwritten", path.display());
            }
            targets.push(target);
        }
        Ok(Some(targets))
    }
}

/// The bytes of files that are read several times, as far as they are not too many.
#[derive(Debug, Default)]
struct FileCache(RefCell<CachedFiles>);

#[derive(Debug, Default)]
struct CachedFiles {
    files: HashMap<PathBuf, Rc<Vec<u8>>>,
    size: usize,
}

/// Bytes that are cached; the files of a whole manual need not fit into the memory.
const MOST_CACHED: usize = 64 << 20;

impl FileCache {
    fn read(&self, path: &Path) -> anyhow::Result<Rc<Vec<u8>>> {
        if let Some(known) = self.0.borrow().files.get(path) {
            return Ok(Rc::clone(known));
        }
        let bytes = Rc::new(std::fs::read(path).with_context(|| path.display().to_string())?);
        let mut cached = self.0.borrow_mut();
        if cached.size + bytes.len() <= MOST_CACHED {
            cached.size += bytes.len();
            cached.files.insert(path.to_owned(), Rc::clone(&bytes));
        }
        Ok(bytes)
    }
}

/// Filters a file and writes it, unless it does not apply.
fn one(
    filter: &ApplicabilityFilter,
    cache: &FileCache,
    path: &Path,
    target: OutputTarget<'_>,
) -> anyhow::Result<FilteredText> {
    let bytes = cache.read(path)?;
    let file = filter.filter(&path.display().to_string(), &bytes)?;
    let written = file.bytes.as_deref().unwrap_or(&bytes);
    match target {
        OutputTarget::File(target) if file.filtered.truth == Truth::False && target.exists() => bail!(
            "it does not apply, but {} is there from an earlier run; delete it or choose another folder",
            target.display()
        ),
        _ if file.filtered.truth == Truth::False => {}
        OutputTarget::Nowhere => {}
        OutputTarget::File(target) => std::fs::write(target, written).with_context(|| target.display().to_string())?,
        OutputTarget::Output => std::io::stdout().write_all(written).context("standard output")?,
    }
    // Only the report is kept.
    Ok(FilteredText { text: file.filtered.text.map(|_| String::new()), ..file.filtered })
}
