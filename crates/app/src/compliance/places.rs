//! Places in manuals that references lead to: as somebody reads them, and as they are now.

use domain::comment::PlaceState;
use domain::compliance::{LocatedReference, PolicyPlace, PolicyTarget};
use domain::field::FieldCode;
use domain::file::File;
use domain::id::VersionId;
use domain::manual::Manual;
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::workspace::parse_anchor;
use store::Tx;

use crate::comments::paragraphs::{self, AnchoredParagraph, QuotedPlace};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, FileError, Missing};
use crate::library::chapters::{Chapter, Chapters};
use crate::library::{files, manuals};
use crate::reading::text_anchors;

/// The place that somebody refers to.
#[derive(Debug, Clone)]
pub enum PolicyDestination {
    Manual(ManualPath),
    Chapter {
        manual: ManualPath,
        /// Its name in the contents, or a number, as in `28-21`.
        chapter: String,
    },
    Module {
        path: FilePath,
        /// The version that is read; without one, that of the working lane.
        version: Option<VersionId>,
        /// The HTML id of a paragraph; empty for the whole module.
        anchor: String,
    },
}

/// Reads the place that somebody refers to, which the caller may see.
pub(super) async fn read(ctx: &Ctx, caller: &Caller, destination: &PolicyDestination) -> Result<PolicyPlace, Error> {
    match destination {
        PolicyDestination::Manual(path) => of_manual(ctx, caller, path, "").await,
        PolicyDestination::Chapter { manual, chapter } => of_manual(ctx, caller, manual, chapter).await,
        PolicyDestination::Module { path, version, anchor } => of_module(ctx, caller, path, *version, anchor).await,
    }
}

async fn of_manual(ctx: &Ctx, caller: &Caller, path: &ManualPath, chapter: &str) -> Result<PolicyPlace, Error> {
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    if !chapter.is_empty() && !of_contents(&mut tx, &manual).await?.has(chapter) {
        return Err(Error::field("place.chapter", FieldCode::UnknownValue));
    }
    Ok(PolicyPlace {
        target: if chapter.is_empty() { PolicyTarget::Manual } else { PolicyTarget::Chapter },
        manual: manual.id,
        module: None,
        chapter: chapter.to_owned(),
        anchor: String::new(),
        quote: String::new(),
    })
}

/// The chapters in the contents of the working lane.
async fn of_contents(tx: &mut Tx, manual: &Manual) -> Result<Chapters, Error> {
    match manual.lanes.working {
        Some(working) => Chapters::load(tx, working).await,
        None => Ok(Chapters::default()),
    }
}

/// The chapters of a manual that a reference can lead to.
pub async fn list_chapters(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<Vec<Chapter>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Ok(of_contents(&mut tx, &manual).await?.into_list())
}

async fn of_module(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: Option<VersionId>,
    anchor: &str,
) -> Result<PolicyPlace, Error> {
    let anchor = parse_anchor(anchor).map_err(|code| Error::field("anchor", code))?;
    let mut tx = caller.read(ctx).await?;
    let (object, manual) = files::object_at(&mut tx, path).await?;
    let manual = manual.ok_or(FileError::NotText)?;
    let file = match version {
        Some(version) => store::files::find_version(&mut tx, object, version).await?,
        None => Some(files::at_path(&mut tx, path, &Reading::default()).await?.file),
    };
    let file = file.ok_or(Error::NotFound(Missing::File))?;
    let now = match manual.lanes.working {
        Some(lane) => store::files::find(&mut tx, lane, object).await?,
        None => None,
    };
    drop(tx);
    if file.version.content.media_type != "application/xml" {
        return Err(FileError::NotText.into());
    }
    let (target, anchor, quote) = if anchor.is_empty() {
        (PolicyTarget::Module, String::new(), title(&file))
    } else {
        let place = paragraph_of(ctx, &file, anchor).await?;
        let place = place.ok_or_else(|| Error::field("anchor", FieldCode::UnknownValue))?;
        (PolicyTarget::Paragraph, place.anchor, place.quote)
    };
    if let Some(now) = now.filter(|now| now.version.content.blob != file.version.content.blob) {
        // For the comparison within the transaction that writes the reference.
        text_anchors::load(ctx, &now.version.content.blob).await?;
    }
    let module = Some((object, file.version_id));
    Ok(PolicyPlace { target, manual: manual.id, module, chapter: String::new(), anchor, quote })
}

/// The place with an HTML id in a version, with what it applies to: a reference to it has to be checked again when its words
/// or its aircraft change.
async fn paragraph_of(ctx: &Ctx, file: &File, id: String) -> Result<Option<QuotedPlace>, Error> {
    let Some(place) = paragraphs::quoted(ctx, file, id).await? else { return Ok(None) };
    let anchors = text_anchors::load(ctx, &file.version.content.blob).await?;
    Ok(Some(QuotedPlace { anchor: anchors.with_applicability(&place.anchor), quote: place.quote }))
}

fn title(file: &File) -> String {
    domain::comment::quote(&file.version.metadata.title())
}

/// Refuses unless the working lane still has the version that somebody has read; `None` for a place without one.
pub(super) fn require_version(located: &LocatedReference, read: Option<VersionId>) -> Result<(), Error> {
    let held = located.now.as_ref().map(|(version, _)| *version);
    if held == read { Ok(()) } else { Err(Error::ChangedMeanwhile) }
}

/// The text of a reference is in the working lane as it was when somebody read it.
pub(super) async fn is_current(ctx: &Ctx, located: &LocatedReference) -> Result<bool, Error> {
    let LocatedReference { reference, confirmed_blob, now, .. } = located;
    if reference.object.is_none() {
        return Ok(true);
    }
    let Some((_, blob)) = now else { return Ok(false) };
    if confirmed_blob.as_ref() == Some(blob) {
        return Ok(true);
    }
    Ok(text_anchors::load(ctx, blob).await?.has(&reference.anchor))
}

/// The place of a reference in the version of the working lane that somebody has read, so that it can be confirmed there.
pub(super) async fn now(
    ctx: &Ctx,
    caller: &Caller,
    located: &LocatedReference,
    read: Option<VersionId>,
) -> Result<PolicyPlace, Error> {
    let reference = &located.reference;
    let gone = || Error::from(ComplianceError::Gone);
    let manual = reference.manual.clone().filter(|_| !located.is_gone).ok_or_else(gone)?;
    require_version(located, read)?;
    let unchanged = PolicyPlace {
        target: reference.target,
        manual,
        module: None,
        chapter: reference.chapter.clone(),
        anchor: String::new(),
        quote: String::new(),
    };
    let Some(object) = reference.object else { return Ok(unchanged) };
    let (version, blob) = located.now.clone().ok_or_else(gone)?;
    let found = store::files::find_version(&mut caller.read(ctx).await?, object, version).await?;
    let file = found.ok_or_else(gone)?;
    let (anchor, quote) = if reference.anchor.is_empty() {
        (String::new(), title(&file))
    } else {
        let from = located.confirmed_blob.clone().ok_or_else(gone)?;
        let paragraph = AnchoredParagraph { from, to: blob, anchor: reference.anchor.clone() };
        let found = paragraphs::find(ctx, &[paragraph]).await?.pop().ok_or_else(gone)?;
        if found.place.state == PlaceState::Gone {
            return Err(gone());
        }
        let place = paragraph_of(ctx, &file, found.place.id).await?.ok_or_else(gone)?;
        (place.anchor, place.quote)
    };
    Ok(PolicyPlace { module: Some((object, version)), anchor, quote, ..unchanged })
}

/// A reference with its words as they are now.
#[derive(Debug, Clone)]
pub struct QuotedReference {
    pub located: LocatedReference,
    /// The HTML id of the paragraph in the working lane; empty for other targets, and when it is gone.
    pub anchor: String,
    /// The beginning of its text now; empty when it is gone.
    pub quote: String,
    pub state: PlaceState,
}

/// The references with the words they lead to now.
pub(super) async fn quote(ctx: &Ctx, references: Vec<LocatedReference>) -> Result<Vec<QuotedReference>, Error> {
    let mut wanted = Vec::new();
    let mut positions = Vec::new();
    let mut quoted: Vec<QuotedReference> = references.into_iter().map(as_confirmed).collect();
    for (position, one) in quoted.iter_mut().enumerate() {
        let LocatedReference { reference, confirmed_blob, now, title, .. } = &one.located;
        let contents = confirmed_blob.as_ref().zip(now.as_ref().map(|(_, blob)| blob));
        // The same content has the same paragraphs.
        let Some((from, to)) = contents.filter(|(from, to)| from != to) else { continue };
        if reference.anchor.is_empty() {
            (one.quote, one.state) = (title.clone(), PlaceState::Changed);
        } else {
            wanted.push(AnchoredParagraph { from: from.clone(), to: to.clone(), anchor: reference.anchor.clone() });
            positions.push(position);
        }
    }
    let found = paragraphs::find(ctx, &wanted).await?;
    for (position, paragraph) in positions.into_iter().zip(found) {
        let one = &mut quoted[position];
        (one.anchor, one.quote, one.state) = (paragraph.place.id, paragraph.quote, paragraph.place.state);
    }
    Ok(quoted)
}

/// A reference as if its words were those in which it was confirmed.
fn as_confirmed(located: LocatedReference) -> QuotedReference {
    let state = if located.is_gone { PlaceState::Gone } else { PlaceState::Unchanged };
    let (anchor, quote) = if located.is_gone {
        (String::new(), String::new())
    } else {
        (paragraphs::html_id(&located.reference.anchor), located.reference.quote.clone())
    };
    QuotedReference { located, anchor, quote, state }
}
