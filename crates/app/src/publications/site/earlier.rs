//! The last site of a manual, whose files the next one takes over.

use std::fs::File;

use domain::page::PageRequest;
use domain::publication::{ManualPublication, OutputFormat, ReviseType, file_words};
use domain::subject::Subject;
use publish::site::{EarlierSite, ZipArchive};
use store::artifacts::Artifact;
use store::publications::PublicationFilter;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::archive::copied;
use crate::publications::sources::PublicationSource;

/// Publications among which one with a site is looked for, the newest first.
const LOOKED_AT: u32 = 20;

/// A site that was published before.
pub(super) struct LastSite {
    pub(super) site: EarlierSite,
    pub(super) zip: ZipArchive<File>,
}

impl LastSite {
    /// Finds the last site of a manual, and copies it into the work folder. One that cannot be read is left alone: the
    /// next is then drawn as a whole.
    pub(super) async fn load(ctx: &Ctx, job: &Running, source: &PublicationSource) -> Result<Option<Self>, JobError> {
        let Some(artifact) = find(ctx, source).await? else { return Ok(None) };
        let Some(file) = copied(ctx, job, &artifact).await? else { return Ok(None) };
        let opened = tokio::task::spawn_blocking(move || {
            let mut zip = ZipArchive::new(file).ok()?;
            let site = EarlierSite::read(&mut zip)?;
            Some(Self { site, zip })
        });
        Ok(opened.await.map_err(Error::from)?)
    }
}

/// The newest site for the same operator in the same languages, whose pages have the same choices; else the newest of
/// all.
async fn find(ctx: &Ctx, source: &PublicationSource) -> Result<Option<Artifact>, Error> {
    let Some(page) = PageRequest::parse(1, LOOKED_AT) else { return Ok(None) };
    // Whoever publishes gets no more than the same pages: a site of the same manual differs by its texts alone.
    let mut tx = ctx.db.read().await?;
    let filter = PublicationFilter { with_internal: true, ..PublicationFilter::default() };
    let ending = [OutputFormat::Html.as_str(), "-", ReviseType::Complete.as_str(), ".zip"].concat();
    let target = source.content.target();
    let (operator, languages) = (source.operator.details.code.as_str(), source.content.languages());
    let is_alike = |publication: &ManualPublication| {
        let options = &publication.options;
        options.is_for_operator(operator)
            && options.languages == languages
            && target.is_none_or(|target| options.targets.iter().any(|earlier| earlier.name == target.name))
    };
    let found = store::publications::list(&mut tx, &source.content.manual.id, filter, page).await?.items;
    let (alike, others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_alike);
    for publication in alike.into_iter().chain(others) {
        let artifacts = store::artifacts::list(&mut tx, &Subject::from(&publication.id)).await?;
        let mut sites: Vec<Artifact> =
            artifacts.into_iter().filter(|artifact| artifact.file_name.ends_with(&ending)).collect();
        // One of several is for the same aircraft.
        let targets = publication.options.all_targets();
        let words = file_words(&targets);
        let word = targets.iter().zip(&words).find(|(one, _)| target.is_some_and(|target| target.name == one.name));
        let word = word.map(|(_, word)| ["-", word.as_str(), "-"].concat()).unwrap_or_default();
        // Without one the shortest name is that of all content.
        sites.sort_by_key(|site| (!site.file_name.contains(&word), site.file_name.len()));
        if !sites.is_empty() {
            return Ok(Some(sites.swap_remove(0)));
        }
    }
    Ok(None)
}
