//! `airfolio publish`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::imports::shell;
use app::jobs::artifacts;
use app::publications::lists;
use app::users::operators::{self, OperatorFilter, OperatorSort};
use app::{Caller, Ctx};
use clap::Args;
use domain::id::PublicationId;
use domain::job::{Parameter, Parameters};
use domain::page::{Order, PageRequest};
use domain::profile;
use domain::publication::ReviseType;
use futures::StreamExt;

use super::progress::{ended_well, perform};
use super::{DataArgs, say};

#[derive(Debug, Args)]
pub(super) struct PublishArgs {
    #[command(flatten)]
    place: DataArgs,
    /// The database the manual is in [default: the part of --manual before the slash]
    #[arg(long, value_name = "NAME")]
    database: Option<String>,
    /// The manual, as in MEL or, with its database, H160/MEL
    #[arg(long, value_name = "MANUAL")]
    manual: String,
    /// The revision number of the publication [default: the day, as in 2026-11-18]
    #[arg(long, value_name = "NUMBER")]
    revision: Option<String>,
    /// Output formats, separated by commas: s1000d, ata2300, html, pdf, melData, tables
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', required = true)]
    format: Vec<String>,
    /// Code of the operator that receives it [default: the only one]
    #[arg(long, value_name = "CODE")]
    operator: Option<String>,
    /// Profiles of the manual, separated by commas; each has files of its own [default: All, unless there is an aircraft]
    #[arg(long, value_name = "PROFILES", value_delimiter = ',')]
    profile: Vec<String>,
    /// Registrations of aircraft of the operator, separated by commas; each has files of its own
    #[arg(long, value_name = "REGISTRATIONS", value_delimiter = ',')]
    aircraft: Vec<String>,
    /// Languages of a draft, separated by commas, as in en-US [default: all]
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',')]
    language: Vec<String>,
    /// Send it for approval instead of making a draft
    #[arg(long)]
    for_approval: bool,
    /// Folder for the files
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Account that publishes [default: the first administrator]
    #[arg(long = "as", value_name = "ACCOUNT")]
    account: Option<String>,
}

impl PublishArgs {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let ctx = self.place.clone().open_beside().await?;
        let done = self.publish(&ctx).await;
        app::system::close(&ctx).await;
        done
    }

    async fn publish(&self, ctx: &Ctx) -> anyhow::Result<()> {
        let caller = shell::caller(ctx, self.account.as_deref()).await.context("finding who publishes")?;
        fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let name = if self.for_approval { "exportApproveAta2300" } else { "exportQuickAta2300" };
        let parameters = self.parameters(ctx, &caller).await?;
        let job = perform(ctx, &caller, name, parameters).await?;
        ended_well(&job)?;
        let id = job.outputs.get("publication").context("the task names no publication")?;
        let id = PublicationId(id.clone());
        let open = lists::read(ctx, &caller, &id).await?;
        say(&format!("published  {}, revision {}", open.publication.subject(), open.publication.revision));
        for artifact in &open.artifacts {
            self.save(ctx, &caller, &id, &artifact.file_name).await?;
        }
        Ok(())
    }

    async fn parameters(&self, ctx: &Ctx, caller: &Caller) -> anyhow::Result<Parameters> {
        let (database, manual) = self.place_of_manual()?;
        let operator = match &self.operator {
            Some(code) => code.clone(),
            None => only_operator(ctx, caller).await?,
        };
        let revision = self.revision.clone().unwrap_or_else(|| ctx.clock.now().date_naive().to_string());
        let text = |text: &str| Parameter::Text(text.to_owned());
        let list = |texts: &[String]| Parameter::List(texts.to_vec());
        let mut parameters = BTreeMap::from([
            ("csdbName".to_owned(), text(database)),
            ("manualName".to_owned(), text(manual)),
            ("revision".to_owned(), text(&revision)),
            ("formats".to_owned(), list(&self.format)),
            ("reviseTypes".to_owned(), Parameter::List(vec![ReviseType::Complete.as_str().to_owned()])),
            ("profiles".to_owned(), Parameter::List(self.profiles())),
            ("operator".to_owned(), text(&operator)),
        ]);
        if !self.aircraft.is_empty() {
            parameters.insert("aircraft".to_owned(), list(&self.aircraft));
        }
        if !self.language.is_empty() {
            parameters.insert("languages".to_owned(), list(&self.language));
        }
        if self.for_approval {
            parameters.insert("approvalRequired".to_owned(), text("yes"));
        }
        Ok(Parameters(parameters))
    }

    /// The names of the database and the manual.
    fn place_of_manual(&self) -> anyhow::Result<(&str, &str)> {
        let (before, manual) = match self.manual.trim_matches('/').split_once('/') {
            Some((database, manual)) => (Some(database), manual),
            None => (None, self.manual.as_str()),
        };
        let database = match (self.database.as_deref(), before) {
            (Some(named), Some(before)) if named != before => {
                bail!("--database says {named}, --manual says {before}");
            }
            (named, before) => named.or(before),
        };
        Ok((database.context("name the database: --database NAME, or --manual DATABASE/MANUAL")?, manual))
    }

    /// Everything, unless somebody chose.
    fn profiles(&self) -> Vec<String> {
        match (self.profile.as_slice(), self.aircraft.as_slice()) {
            ([], []) => vec![profile::ALL.to_owned()],
            (chosen, _) => chosen.to_vec(),
        }
    }

    /// Writes a file beside its place first, so that it is never half written.
    async fn save(&self, ctx: &Ctx, caller: &Caller, id: &PublicationId, name: &str) -> anyhow::Result<()> {
        let target = self.output.join(name);
        let part = self.output.join(format!("{name}.{}.part", std::process::id()));
        let written = write(ctx, caller, id, name, &part).await;
        let placed = match written {
            Ok(size) => fs::rename(&part, &target).map(|()| size).with_context(|| target.display().to_string()),
            Err(error) => Err(error),
        };
        if placed.is_err() {
            let _ = fs::remove_file(&part);
        }
        say(&format!("wrote      {} ({} bytes)", target.display(), placed?));
        Ok(())
    }
}

/// The code of the operator, where there is one only.
async fn only_operator(ctx: &Ctx, caller: &Caller) -> anyhow::Result<String> {
    let filter = OperatorFilter { text: String::new(), sort: OperatorSort::Code, order: Order::Ascending };
    let page = PageRequest::parse(1, 2).context("a page")?;
    let found = operators::list(ctx, caller, &filter, page).await?;
    match found.items.as_slice() {
        [only] => Ok(only.operator.details.code.clone()),
        _ => bail!("there are {} operators; choose one: --operator CODE", found.total),
    }
}

async fn write(ctx: &Ctx, caller: &Caller, id: &PublicationId, name: &str, part: &Path) -> anyhow::Result<i64> {
    let artifact = lists::artifact(ctx, caller, id, name, None).await?;
    let pieces = artifacts::read(ctx, &artifact, 0..artifact.size.unsigned_abs()).await?;
    let mut pieces = std::pin::pin!(pieces);
    let mut file = fs::File::create(part).with_context(|| part.display().to_string())?;
    while let Some(piece) = pieces.next().await {
        file.write_all(&piece?).with_context(|| part.display().to_string())?;
    }
    file.sync_all().with_context(|| part.display().to_string())?;
    Ok(artifact.size)
}
