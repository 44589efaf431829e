//! References of the demo regulation to paragraphs of the manuals.

use domain::compliance::PolicyItem;
use domain::page::PageRequest;
use domain::path::FilePath;
use domain::snapshot::Reading;

use crate::compliance::lists::{self, PolicyListing};
use crate::compliance::references::{self, NewReference, PolicyDestination};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::demo::comments::anchor;
use crate::library::files;

/// Lets a requirement refer to the paragraph of a module that begins with some words. Where people have deleted the
/// module or written another paragraph, nothing is referred to.
pub(super) async fn refer(ctx: &Ctx, author: &Caller, item: &PolicyItem, path: &str, words: &str) -> Result<(), Error> {
    let path = FilePath::parse(path).ok_or(Error::NotFound(Missing::File))?;
    let file = match files::find(ctx, author, &path, &Reading::default()).await {
        Err(Error::NotFound(_)) => return Ok(()),
        found => found?,
    };
    let Some(anchor) = anchor(ctx, &file, words).await? else { return Ok(()) };
    let new = NewReference {
        item: item.id.clone(),
        clause: None,
        item_version: None,
        destination: PolicyDestination::Module { path, version: Some(file.version_id), anchor },
        comment: String::new(),
        owner: None,
        review_on: None,
        why: String::new(),
    };
    references::add(ctx, author, new).await.map(drop)
}

/// Lets requirements of the regulation refer to paragraphs of modules too; each is a code, the path of a module and the
/// beginning of a paragraph. Requirements that are not there, or refer to the module already, are left out.
pub(in crate::demo) async fn refer_all(
    ctx: &Ctx,
    author: &Caller,
    wanted: &[(&str, String, &str)],
) -> Result<(), Error> {
    let listing = PolicyListing { text: "AZR.".to_owned(), ..PolicyListing::default() };
    let page = PageRequest::parse(1, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::PolicyItem))?;
    let items: Vec<PolicyItem> =
        lists::list(ctx, author, listing, page).await?.items.into_iter().map(|one| one.item).collect();
    for (code, path, words) in wanted {
        let Some(item) = items.iter().find(|item| item.details.code == *code && !item.is_withdrawn) else { continue };
        let known = lists::read(ctx, author, &item.id).await?.references;
        if known.iter().all(|one| one.located.path != *path) {
            refer(ctx, author, item, path, words).await?;
        }
    }
    Ok(())
}
