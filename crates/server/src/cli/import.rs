//! `airfolio import`: imports a package file into a manual.

pub(super) mod tell;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;

use anyhow::Context;
use app::core::error::LibraryError;
use app::imports::packages::{self, Comparison, ComparisonFilter};
use app::imports::shell;
use app::jobs::Job;
use app::library::csdbs::{self, NewCsdb};
use app::library::manuals::{self, NewManual};
use app::library::types;
use app::{Caller, Ctx};
use clap::{Args, ValueEnum};
use domain::job::{Parameter, Parameters};
use domain::package::{Completeness, Package};
use domain::page::PageRequest;

use super::progress::{ended_well, perform};
use super::{DataArgs, say};

/// Parameters of a job.
type NamedParameters = BTreeMap<String, Parameter>;

/// Findings block the import; the error is in the package, not in this program.
#[derive(Debug, thiserror::Error)]
#[error("findings keep the package from being imported")]
pub(super) struct ImportBlocked;

impl ImportBlocked {
    /// The exit status for it, so that scripts can tell it from other errors.
    pub(super) const EXIT: u8 = 3;
}

/// Warnings about the package need a decision by the user.
#[derive(Debug, thiserror::Error)]
#[error(
    "the package may not belong into the manual, or not now: see the warnings; --despite-doubts imports it all the same"
)]
pub(super) struct ImportDoubtful;

impl ImportDoubtful {
    pub(super) const EXIT: u8 = 4;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TreatAs {
    Complete,
    Incremental,
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    #[command(flatten)]
    place: DataArgs,
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
    /// Type of a database that is made [default: the one called like the package's model, else H160]
    #[arg(long, value_name = "TYPE", default_value = "", hide_default_value = true)]
    database_type: String,
    /// Type of a manual that is made [default: what the package says, else MEL]
    #[arg(long, value_name = "TYPE", default_value = "", hide_default_value = true)]
    manual_type: String,
    /// Whether the package replaces the revision before it, in its languages, or is laid over it [default: what it says]
    #[arg(long, value_enum, value_name = "HOW")]
    treat_as: Option<TreatAs>,
    /// Import the package also when it may not belong into the manual or is older than what is there
    #[arg(long)]
    despite_doubts: bool,
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
        let caller = shell::caller(ctx, self.account.as_deref()).await.context("finding who imports")?;
        let file = File::open(&self.file).with_context(|| format!("opening {}", self.file.display()))?;
        let name = self.file.file_name().and_then(|name| name.to_str()).context("the file has no readable name")?;
        let received = shell::receive(ctx, &caller, name, file).await.context("taking the file in")?;
        let place = [("importPackage", &received.path), ("csdbName", &self.database), ("manualName", &self.manual)];
        let mut parameters: NamedParameters = place.map(|(name, text)| (name.to_owned(), text_of(text))).into();
        self.add_completeness(&mut parameters);
        let read = perform(ctx, &caller, "universalPreImport", Parameters(parameters)).await?;
        let package = packages::read(ctx, &caller, &received.package).await?;
        tell::package(&package);
        tell::findings(ctx, &caller, &package).await?;
        if package.counts.block > 0 {
            return Err(ImportBlocked.into());
        }
        ended_well(&read)?;
        let compared = self.compare(ctx, &caller, &package).await?;
        tell::differences(&compared);
        if self.dry_run {
            return Ok(());
        }
        if !compared.doubts.is_empty() && !self.despite_doubts {
            return Err(ImportDoubtful.into());
        }
        if self.create {
            self.create(ctx, &caller, &read).await?;
        }
        let imported = perform(ctx, &caller, "universalImport", self.parameters(&read, &compared)).await?;
        let package = packages::read(ctx, &caller, &received.package).await?;
        if package.counts.block > 0 {
            tell::findings(ctx, &caller, &package).await?;
            return Err(ImportBlocked.into());
        }
        ended_well(&imported)?;
        tell::imported(&imported);
        Ok(())
    }

    /// The parameters of the import job: the result of the reading job, the target (specification, section 6), and the
    /// doubts that the user accepted.
    fn parameters(&self, read: &Job, compared: &Comparison) -> Parameters {
        let mut parameters: NamedParameters =
            read.outputs.iter().map(|(name, text)| (name.clone(), text_of(text))).collect();
        parameters.insert("csdbName".to_owned(), text_of(&self.database));
        parameters.insert("manualName".to_owned(), text_of(&self.manual));
        let seen = compared.compared_with.map(|id| id.to_string()).unwrap_or_default();
        parameters.insert("comparedWith".to_owned(), text_of(&seen));
        self.add_completeness(&mut parameters);
        Parameters(parameters)
    }

    fn add_completeness(&self, parameters: &mut NamedParameters) {
        if let Some(chosen) = self.treat_as {
            let word = if chosen == TreatAs::Complete { "yes" } else { "no" };
            parameters.insert("complete".to_owned(), text_of(word));
        }
    }

    async fn create(&self, ctx: &Ctx, caller: &Caller, read: &Job) -> anyhow::Result<()> {
        let model = read.outputs.get("csdb").cloned().unwrap_or_default();
        let called_so = types::list(ctx, caller, types::Which::Csdb)
            .await?
            .into_iter()
            .find(|one| one.code.eq_ignore_ascii_case(&model));
        let csdb_type = if self.database_type.is_empty() {
            called_so.map(|one| one.code).unwrap_or_default()
        } else {
            self.database_type.clone()
        };
        let database = NewCsdb { name: self.database.clone(), csdb_type, ..NewCsdb::default() };
        match csdbs::create(ctx, caller, &database).await {
            Ok(made) => say(&format!("created   /{} of type {}", made.csdb.name, made.csdb.csdb_type)),
            Err(app::Error::Library(LibraryError::CsdbNameTaken)) => {}
            Err(error) => return Err(error).context("making the database"),
        }
        let said = read.outputs.get("manual").cloned().unwrap_or_default();
        let types = manuals::types(ctx, caller).await?;
        let said = types.iter().find(|one| one.code == said).map(|one| one.code.clone()).unwrap_or_default();
        let manual = NewManual {
            csdb: self.database.clone(),
            name: self.manual.clone(),
            manual_type: if self.manual_type.is_empty() { said } else { self.manual_type.clone() },
            model_ident_code: model,
            ..NewManual::default()
        };
        match manuals::create(ctx, caller, &manual).await {
            Ok(made) => say(&format!("created   {} of type {}", made.manual.path(), made.manual.details.manual_type)),
            Err(app::Error::Library(LibraryError::ManualNameTaken)) => {}
            Err(error) => return Err(error).context("making the manual"),
        }
        Ok(())
    }

    async fn compare(&self, ctx: &Ctx, caller: &Caller, package: &Package) -> anyhow::Result<Comparison> {
        let page = PageRequest::parse(1, 1).context("a page of one line")?;
        let question = ComparisonFilter {
            csdb: &self.database,
            manual: &self.manual,
            completeness: self.treat_as.map(|chosen| Completeness::of(chosen == TreatAs::Complete)),
            ..ComparisonFilter::default()
        };
        Ok(packages::compare(ctx, caller, &package.id, &question, page).await?)
    }
}

fn text_of(text: &str) -> Parameter {
    Parameter::Text(text.to_owned())
}
