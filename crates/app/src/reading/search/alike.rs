//! Paragraphs of manuals that are like a text.

use std::collections::HashSet;
use std::sync::Arc;

use ::search::{AlikeParagraph, AlikeRequest, Filters, Snippet};
use domain::permission::Permission;
use tokio::sync::Semaphore;

use super::{SearchResult, catalogue, item, path_of, with_index};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, QueryError};

/// A paragraph that is like a text, with the words by which it was found.
#[derive(Debug)]
pub struct AlikeText {
    pub module: SearchResult,
    pub passage: Snippet,
    /// Words of the text in the paragraph, the rarest first.
    pub words: Vec<String>,
    /// Words of the text in the title of the module.
    pub title_words: Vec<String>,
    /// The code in the text that names the module.
    pub code: Option<String>,
    /// The paragraph names the code of the text.
    pub names_code: bool,
}

/// A text that others are compared with.
#[derive(Debug, Clone, Default)]
pub(crate) struct ComparedText {
    /// Its own code; possibly empty.
    pub(crate) code: String,
    pub(crate) title: String,
    pub(crate) text: String,
    /// Paragraphs that are not wanted: the paths of their modules and their HTML ids.
    pub(crate) known: HashSet<(String, String)>,
}

/// Texts that are compared at once: searches must not wait for them.
const AT_ONCE: usize = 2;
static COMPARED: Semaphore = Semaphore::const_new(AT_ONCE);

/// The paragraphs in the working lanes, as far as the caller may see them, that are most like a text.
pub(crate) async fn alike(
    ctx: &Ctx,
    caller: &Caller,
    compared: ComparedText,
    count: usize,
) -> Result<Vec<AlikeText>, Error> {
    caller.require(Permission::ReadContent)?;
    let catalogue = catalogue::seen_by(ctx, caller).await?;
    let given = Arc::clone(&catalogue);
    let place = COMPARED.acquire().await;
    let work = move |index: &::search::Index| {
        let _place = place;
        let ComparedText { code, title, text, known } = &compared;
        let filters = Filters::default();
        let request = AlikeRequest { code, title, text, scope: &given.scope, filters: &filters, count };
        index.alike(&request, |head, anchor| known.contains(&(path_of(&given, head), anchor.to_owned())))
    };
    let found = with_index(ctx, ctx.search.index(), work).await?.ok_or(Error::Query(QueryError::Building))?;
    let read = |found: AlikeParagraph| AlikeText {
        module: item(&catalogue, found.hit),
        passage: found.passage,
        words: found.words,
        title_words: found.title_words,
        code: found.code,
        names_code: found.names_code,
    };
    Ok(found.into_iter().map(read).collect())
}
