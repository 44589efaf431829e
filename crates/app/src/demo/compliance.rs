//! A regulation for the demo manuals, in two editions: requirements, the paragraphs that answer most of them, and texts
//! that the second edition lets people check again.

mod assessment;
mod references;
mod work;

pub(super) use references::refer_all;

use bytes::Bytes;
use domain::compliance::{CompliancePath, RegulationState};
use domain::id::ComplianceCollectionId;
use domain::page::PageRequest;
use publish::csv::{CsvRow, read_csv};

use super::people::DemoPeople;
use super::{AUTHOR, DemoError, is_recorded, succeeded};
use crate::compliance::collections::{self, TreeRequest};
use crate::compliance::exchange::imports::{self, TakeoverChoices};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::imports::shell;
use work::{KnownAnswerRow, RegulationWork};

/// The files of the demo regulation.
#[derive(Debug, Clone)]
pub struct DemoRegulation {
    /// The first and the second edition, in the layout of our own tables.
    pub editions: [String; 2],
    /// The paragraph that answers each requirement.
    pub answers: String,
}

fn rows(text: &str) -> Result<Vec<CsvRow>, Error> {
    let mut rows = read_csv(text).map_err(|_| Error::NotFound(Missing::File))?;
    // The first one names the columns.
    rows.drain(..rows.len().min(1));
    Ok(rows)
}

fn answers(text: &str) -> Result<Vec<KnownAnswerRow>, Error> {
    let read = |row: CsvRow| {
        let mut cells = row.cells.into_iter();
        let mut next = || cells.next().unwrap_or_default();
        KnownAnswerRow { code: next(), manual: next(), module: next(), words: next() }
    };
    Ok(rows(text)?.into_iter().map(read).collect())
}

/// A fact about an edition, such as its name.
fn meta(edition: &str, name: &str) -> Result<String, Error> {
    let mut rows = rows(edition)?.into_iter().map(|row| row.cells);
    let named = rows.find(|cells| cells.first().is_some_and(|key| key == name));
    named.and_then(|cells| cells.into_iter().nth(2)).ok_or(Error::NotFound(Missing::ComplianceCollection))
}

/// Imports the regulation, lets its requirements refer to the manuals, and takes its second edition over; goes on where
/// an earlier run was interrupted. `false` when nothing is missing, or people have deleted it or taken over another
/// edition.
pub async fn regulate(ctx: &Ctx, regulation: &DemoRegulation) -> Result<bool, DemoError> {
    let Some(people) = DemoPeople::find(ctx).await? else { return Ok(false) };
    let author = &people.author;
    let [first, second] = &regulation.editions;
    let (name, edition) = (meta(first, "policyCollectionName")?, meta(first, "version")?);
    let listed = collections::list(ctx, author, &TreeRequest::default()).await?;
    let known = listed.into_iter().map(|one| one.collection).find(|one| one.details.name == name);
    let is_over = match &known {
        Some(known) => known.details.edition != edition,
        None => is_recorded(ctx, ["compliance.deleted", "compliance.deleted"], &name).await?,
    };
    if is_over {
        return Ok(false);
    }
    let answers = answers(&regulation.answers)?;
    let id = match known {
        Some(known) => known.id,
        None => take_over(ctx, author, ("azr-ops-1.csv", first), None).await?,
    };
    let top = CompliancePath::parse(&format!("/{id}")).ok_or(Error::NotFound(Missing::ComplianceCollection))?;
    let work = RegulationWork { ctx, people: &people, top };
    work.hand_out(&answers).await?;
    work.answer(&answers).await?;
    work.judge().await?;
    work.discuss().await?;
    take_over(ctx, author, ("azr-ops-2.csv", second), Some(id)).await?;
    Ok(true)
}

/// Uploads an edition, unless an interrupted run has done so, lets it be checked, and takes it over.
async fn take_over(
    ctx: &Ctx,
    author: &Caller,
    (file_name, text): (&str, &str),
    collection: Option<ComplianceCollectionId>,
) -> Result<ComplianceCollectionId, DemoError> {
    let page = PageRequest::parse(1, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::RegulationImport))?;
    let listed = imports::list(ctx, author, page).await?.items.into_iter().map(|one| one.import);
    let mut left = listed.filter(|one| one.state == RegulationState::Ready && one.created_by == AUTHOR);
    let left = left.find(|one| one.file_name == file_name && one.collection == collection);
    let open = match left {
        Some(left) => imports::check_again(ctx, author, &left.id, collection).await?,
        None => imports::upload(ctx, author, file_name, collection, Bytes::from(text.to_owned())).await?,
    };
    succeeded(shell::finish(ctx, author, &open.import.check_job, |_| ()).await?)?;
    let asked = imports::take(ctx, author, &open.import.id, TakeoverChoices::default()).await?;
    let taken = succeeded(shell::finish(ctx, author, &asked.id, |_| ()).await?)?;
    Ok(ComplianceCollectionId(taken.outputs.get("collectionId").cloned().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_names_its_collection_and_its_version() {
        let text = "code,title,text,parent_code,level,type\nversion,,Edition 1,,,META\n\
            policyCollectionName,,\"Light, and small\",,,META\nA,General,,,1,CATEGORY\n";
        assert_eq!(meta(text, "policyCollectionName").expect("a name"), "Light, and small");
        assert_eq!(meta(text, "version").expect("an edition"), "Edition 1");
        assert!(meta("code,title\nA,General\n", "version").is_err());
    }
}
