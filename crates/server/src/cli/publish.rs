//! `airfolio publish`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use app::imports::shell;
use app::publications::lists;
use app::{Caller, Ctx};
use clap::Args;
use domain::id::PublicationId;
use domain::job::{Parameter, Parameters};
use domain::profile;
use domain::publication::ReviseType;
use futures::StreamExt;

use super::progress::{ended_well, perform};
use super::{DataArgs, say};

#[derive(Debug, Args)]
pub(super) struct PublishArgs {
    #[command(flatten)]
    place: DataArgs,
    /// The database the manual is in
    #[arg(long, value_name = "NAME")]
    database: String,
    /// The manual
    #[arg(long, value_name = "NAME")]
    manual: String,
    /// The revision number of the publication
    #[arg(long, value_name = "NUMBER")]
    revision: String,
    /// Output formats, separated by commas: s1000d, ata2300, html, pdf, melData, tables
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', required = true)]
    format: Vec<String>,
    /// Code of the operator that receives it
    #[arg(long, value_name = "CODE")]
    operator: String,
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
        let job = perform(ctx, &caller, name, self.parameters()).await?;
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

    fn parameters(&self) -> Parameters {
        let text = |text: &str| Parameter::Text(text.to_owned());
        let list = |texts: &[String]| Parameter::List(texts.to_vec());
        let mut parameters = BTreeMap::from([
            ("csdbName".to_owned(), text(&self.database)),
            ("manualName".to_owned(), text(&self.manual)),
            ("revision".to_owned(), text(&self.revision)),
            ("formats".to_owned(), list(&self.format)),
            ("reviseTypes".to_owned(), Parameter::List(vec![ReviseType::Complete.as_str().to_owned()])),
            ("profiles".to_owned(), Parameter::List(self.profiles())),
            ("operator".to_owned(), text(&self.operator)),
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
        Parameters(parameters)
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

async fn write(ctx: &Ctx, caller: &Caller, id: &PublicationId, name: &str, part: &Path) -> anyhow::Result<i64> {
    let (artifact, pieces) = lists::artifact(ctx, caller, id, name, None).await?;
    let mut pieces = std::pin::pin!(pieces);
    let mut file = fs::File::create(part).with_context(|| part.display().to_string())?;
    while let Some(piece) = pieces.next().await {
        file.write_all(&piece?).with_context(|| part.display().to_string())?;
    }
    file.sync_all().with_context(|| part.display().to_string())?;
    Ok(artifact.size)
}
