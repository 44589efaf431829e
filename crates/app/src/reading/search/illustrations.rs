//! Media found by their number. They belong to databases, not manuals, so the index does not contain them.

use domain::name::Name;
use domain::page::PageRequest;
use domain::path::CsdbPath;
use domain::snapshot::Reading;

use super::{FacetField, SearchQuery};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::search_engine::SearchCatalogue;
use crate::library::media::{self, MediaFilter, MediaUsage};

/// Media of one database that a search lists.
const MAX_MEDIA: u32 = 8;

/// The media whose numbers contain the query; none for a query that is not the number of an illustration.
pub(super) async fn find(
    ctx: &Ctx,
    caller: &Caller,
    catalogue: &SearchCatalogue,
    query: &SearchQuery,
) -> Result<Vec<MediaUsage>, Error> {
    let (Some(number), Some(chosen)) = (icn(&query.text), query.filters.only(FacetField::Csdb)) else {
        return Ok(Vec::new());
    };
    if !query.places.is_empty() {
        return Ok(Vec::new());
    }
    let mut csdbs: Vec<&str> = catalogue.snapshots.iter().map(|snapshot| snapshot.csdb_name.as_str()).collect();
    csdbs.sort_unstable();
    csdbs.dedup();
    csdbs.retain(|name| chosen.is_empty() || chosen.iter().any(|chosen| chosen == name));
    let Some(page) = PageRequest::parse(1, MAX_MEDIA) else { return Ok(Vec::new()) };
    let filter = MediaFilter { text: number.to_owned(), status: None, manual: None, reading: Reading::default(), page };
    let mut found = Vec::new();
    for name in csdbs.into_iter().filter_map(|name| Name::in_path(name).ok()) {
        match media::list(ctx, caller, &CsdbPath::MediaFolder(name), &filter).await {
            Ok(page) => found.extend(page.items),
            // Deleted since the catalogue was read.
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// The number of an illustration in a query that is nothing else: `ICN-1`, `code:ICN-1`, `"ICN-1"`, `ICN-1*`.
fn icn(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_prefix("code:").unwrap_or(text).trim_matches('"').trim_end_matches('*');
    let named = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("icn-"));
    (named && text.len() > 4 && !text.contains(char::is_whitespace)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_an_illustration_is_recognised() {
        for text in ["ICN-1", " icn-1 ", "code:ICN-1", "\"ICN-1\"", "ICN-1*"] {
            assert!(icn(text).is_some_and(|number| number.eq_ignore_ascii_case("icn-1")), "{text}");
        }
        for text in ["ICN-", "icn", "ICN-1 pump", "DMC-1", "氧气瓶", ""] {
            assert_eq!(icn(text), None, "{text}");
        }
    }
}
