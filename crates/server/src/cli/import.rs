//! `airfolio import`: a package file becomes a revision of a manual.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use app::csdbs::{self, NewCsdb};
use app::jobs::Job;
use app::manuals::{self, NewManual};
use app::packages::{self, Comparison, Doubt, FindingFilter, Grouping};
use app::{Caller, Ctx, demo, importing};
use clap::{Args, ValueEnum};
use domain::job::{JobStatus, Parameter, Parameters, Reason};
use domain::language::Locale;
use domain::package::{Completeness, Package};
use domain::page::PageRequest;

use super::{Place, say};
use crate::texts;

/// What keeps a package from being imported is in the package, not in this program.
#[derive(Debug, thiserror::Error)]
#[error("findings keep the package from being imported")]
pub(super) struct Blocked;

impl Blocked {
    /// What the program ends with, so that scripts can tell it from trouble.
    pub(super) const EXIT: u8 = 3;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TreatAs {
    Complete,
    Incremental,
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    #[command(flatten)]
    place: Place,
    /// The package, a ZIP file
    file: PathBuf,
    /// The database the manual is in
    #[arg(long, value_name = "NAME")]
    database: String,
    /// The manual the package becomes a revision of
    #[arg(long, value_name = "NAME")]
    manual: String,
    /// Read the package and say what an import would do, but import nothing
    #[arg(long)]
    dry_run: bool,
    /// Make the database and the manual if they do not exist
    #[arg(long)]
    create: bool,
    /// Type of a database that is made [default: H160]
    #[arg(long, value_name = "TYPE", default_value = "")]
    database_type: String,
    /// Type of a manual that is made [default: what the package says]
    #[arg(long, value_name = "TYPE", default_value = "")]
    manual_type: String,
    /// Whether the package replaces the revision before it, in its languages, or is laid over it [default: what it says]
    #[arg(long, value_enum, value_name = "HOW")]
    treat_as: Option<TreatAs>,
    /// Account that imports [default: the first administrator]
    #[arg(long = "as", value_name = "ACCOUNT")]
    account: Option<String>,
}

impl ImportArgs {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let ctx = self.place.clone().open_beside().await?;
        let done = self.import(&ctx).await;
        app::system::close(&ctx).await;
        done
    }

    async fn import(&self, ctx: &Ctx) -> anyhow::Result<()> {
        let caller = importing::caller(ctx, self.account.as_deref()).await.context("finding who imports")?;
        let file = File::open(&self.file).with_context(|| format!("opening {}", self.file.display()))?;
        let name = self.file.file_name().and_then(|name| name.to_str()).context("the file has no readable name")?;
        let received = importing::receive(ctx, &caller, name, file).await.context("taking the file in")?;
        let parameters = Parameters(
            [("importPackage", received.path.as_str())].map(|(name, text)| (name.to_owned(), text_of(text))).into(),
        );
        let read = perform(ctx, &caller, "universalPreImport", parameters).await?;
        let package = packages::read(ctx, &caller, &received.package).await?;
        tell_package(&package);
        tell_findings(ctx, &caller, &package).await?;
        if package.counts.block > 0 {
            return Err(Blocked.into());
        }
        ended_well(&read)?;
        self.tell_differences(ctx, &caller, &package).await?;
        if self.dry_run {
            return Ok(());
        }
        if self.create {
            self.create(ctx, &caller, &read).await?;
        }
        let imported = perform(ctx, &caller, "universalImport", self.parameters(&read)).await?;
        let package = packages::read(ctx, &caller, &received.package).await?;
        if package.counts.block > 0 {
            tell_findings(ctx, &caller, &package).await?;
            return Err(Blocked.into());
        }
        ended_well(&imported)?;
        tell_imported(&imported);
        Ok(())
    }

    /// What the first job found out, and where to import (specification, section 6).
    fn parameters(&self, read: &Job) -> Parameters {
        let mut parameters: std::collections::BTreeMap<String, Parameter> =
            read.outputs.iter().map(|(name, text)| (name.clone(), text_of(text))).collect();
        parameters.insert("csdbName".to_owned(), text_of(&self.database));
        parameters.insert("manualName".to_owned(), text_of(&self.manual));
        if let Some(chosen) = self.treat_as {
            let word = if chosen == TreatAs::Complete { "yes" } else { "no" };
            parameters.insert("complete".to_owned(), text_of(word));
        }
        Parameters(parameters)
    }

    async fn create(&self, ctx: &Ctx, caller: &Caller, read: &Job) -> anyhow::Result<()> {
        let database =
            NewCsdb { name: self.database.clone(), csdb_type: self.database_type.clone(), ..NewCsdb::default() };
        match csdbs::create(ctx, caller, &database).await {
            Ok(made) => say(&format!("created   /{}", made.csdb.name)),
            Err(app::Error::CsdbNameTaken) => {}
            Err(error) => return Err(error).context("making the database"),
        }
        let said = read.outputs.get("manual").cloned().unwrap_or_default();
        let types = manuals::types(ctx, caller).await?;
        let said = types.iter().find(|one| one.code == said).map(|one| one.code.clone()).unwrap_or_default();
        let manual = NewManual {
            csdb: self.database.clone(),
            name: self.manual.clone(),
            manual_type: if self.manual_type.is_empty() { said } else { self.manual_type.clone() },
            model_ident_code: read.outputs.get("csdb").cloned().unwrap_or_default(),
            ..NewManual::default()
        };
        match manuals::create(ctx, caller, &manual).await {
            Ok(made) => say(&format!("created   {}", made.manual.path())),
            Err(app::Error::ManualNameTaken) => {}
            Err(error) => return Err(error).context("making the manual"),
        }
        Ok(())
    }

    async fn tell_differences(&self, ctx: &Ctx, caller: &Caller, package: &Package) -> anyhow::Result<()> {
        let place = (self.database.as_str(), self.manual.as_str());
        let page = PageRequest::parse(1, 1).context("a page of one line")?;
        let complete = self.treat_as.map(|chosen| match chosen {
            TreatAs::Complete => Completeness::Complete,
            TreatAs::Incremental => Completeness::Incremental,
        });
        let Comparison { doubts, counts, .. } =
            packages::compare(ctx, caller, &package.id, place, complete, None, page).await?;
        say(&format!(
            "library   new {}, changed {}, unchanged {}, removed {}",
            counts.new, counts.changed, counts.unchanged, counts.removed
        ));
        for doubt in doubts {
            say(&match doubt {
                Doubt::OtherModel { package, manual } => {
                    format!("WARNING   the package is of model {package}, the manual of model {manual}")
                }
                Doubt::NothingShared => "WARNING   the manual holds nothing of what is in the package".to_owned(),
            });
        }
        Ok(())
    }
}

fn text_of(text: &str) -> Parameter {
    Parameter::Text(text.to_owned())
}

/// Imports the packages of the demo library that are not there yet; says how many.
///
/// An author who was made just now finds their messages read.
pub(super) async fn demo(ctx: &Ctx, new_author: bool) -> anyhow::Result<usize> {
    let author = importing::caller(ctx, Some(demo::AUTHOR)).await;
    let caller = match author {
        Ok(author) => author,
        // Somebody switched the demo's author off.
        Err(_) => importing::caller(ctx, None).await.context("finding who imports")?,
    };
    let mut imported = 0;
    for package in demo::PACKAGES {
        let zip = crate::demo::package(package.folder)?;
        let mut bar = Bar::new();
        let done = demo::import(ctx, &caller, package, zip, |job| bar.show(job)).await;
        bar.end();
        let Some(job) = done.with_context(|| format!("importing {}", package.folder))? else { continue };
        ended_well(&job)?;
        tell_imported(&job);
        imported += 1;
    }
    if new_author {
        app::notifications::read_all(ctx, &caller).await?;
    }
    Ok(imported)
}

/// Does a job, with a bar where somebody watches.
async fn perform(ctx: &Ctx, caller: &Caller, name: &str, parameters: Parameters) -> anyhow::Result<Job> {
    let mut bar = Bar::new();
    let job = importing::perform(ctx, caller, name, parameters, |job| bar.show(job)).await;
    bar.end();
    Ok(job?)
}

/// One line that is written over and over.
struct Bar {
    shown: bool,
}

impl Bar {
    const WIDTH: usize = 30;

    fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, job: &Job) {
        if self.shown {
            // Whoever closed standard error does not want to see it.
            let _ = write!(std::io::stderr(), "\r{}", Self::line(job));
        }
    }

    fn line(job: &Job) -> String {
        let steps = job.steps.len().max(1);
        let done = job.steps.iter().map(|step| usize::try_from(step.progress).unwrap_or_default()).sum::<usize>();
        let percent = (done / steps).min(100);
        let filled = percent * Self::WIDTH / 100;
        let step = job.steps.iter().find(|step| step.progress < 100).map_or("", |step| step.name.as_str());
        format!("{:<10} [{}{}] {percent:>3} %", step, "#".repeat(filled), " ".repeat(Self::WIDTH - filled))
    }

    fn end(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r{:width$}\r", "", width = Self::WIDTH + 20);
        }
    }
}

fn tell_package(package: &Package) {
    say(&format!("package   {} ({} bytes)", package.file_name, package.size));
    let Some(summary) = &package.summary else { return };
    let title = [summary.specification.as_str(), summary.title.as_str()].join(", ");
    say(&format!("          {title}"));
    say(&format!(
        "          {} modules, {} publications, {} illustrations, {} other files, {}",
        summary.modules,
        summary.publications,
        summary.illustrations,
        summary.others,
        summary.languages.join(" ")
    ));
    say(&format!(
        "          issue {} of {}, {}, schemas {}",
        summary.issue_number,
        summary.issue_date,
        summary.completeness.as_str(),
        summary.xsd.as_str()
    ));
}

async fn tell_findings(ctx: &Ctx, caller: &Caller, package: &Package) -> anyhow::Result<()> {
    let groups = packages::finding_groups(ctx, caller, &package.id, Grouping::Code, &FindingFilter::default()).await?;
    if groups.is_empty() {
        say("findings  none");
    }
    for (index, group) in groups.iter().enumerate() {
        let label = if index == 0 { "findings" } else { "" };
        let title = texts::say(Locale::English, &format!("import.code.{}", group.key), &[]);
        say(&format!("{label:<9} {} {:<5} {:>6}  {title}", group.key, group.severity.as_str(), group.count));
    }
    Ok(())
}

fn tell_imported(job: &Job) {
    let output = |name: &str| job.outputs.get(name).map(String::as_str).unwrap_or_default();
    let (csdb, manual) = (output("csdbName"), output("manualName"));
    say(&format!("imported  /{csdb}/{manual} revision {}, {} modules", output("revision"), output("modules")));
}

fn ended_well(job: &Job) -> anyhow::Result<()> {
    if job.status == JobStatus::Completed {
        return Ok(());
    }
    let said: Vec<String> = job.errors.iter().map(sentence).collect();
    bail!("{} failed: {}", job.name, said.join("; "))
}

fn sentence(reason: &Reason) -> String {
    let own = texts::say(Locale::English, &reason.key, &reason.params);
    match &reason.cause {
        Some(cause) => format!("{own}: {}", sentence(cause)),
        None => own,
    }
}
