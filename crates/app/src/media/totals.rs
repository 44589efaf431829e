//! How many media there are: every file must be looked at to count them, so whoever turns pages is told what was counted.

use domain::file::File;
use domain::id::CsdbId;
use domain::page::{Page, PageRequest};
use domain::version::FileStatus;
use store::Tx;

use crate::ctx::Ctx;
use crate::error::Error;
use crate::kept::Kept;

/// How much is remembered, in bytes.
const REMEMBERED: usize = 256 << 10;

/// What was counted lately.
#[derive(Debug)]
pub(crate) struct Totals(Kept<TotalsKey, u64>);

impl Default for Totals {
    fn default() -> Self {
        Self(Kept::new(REMEMBERED))
    }
}

/// Which media of a database are meant, in which state of the library.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct TotalsKey {
    /// As [`crate::generation::current`] said before anything was read.
    pub(crate) generation: i64,
    pub(crate) csdb: CsdbId,
    /// Part of the name.
    pub(crate) text: String,
    pub(crate) status: Option<FileStatus>,
}

/// One page of them.
pub(crate) async fn page(ctx: &Ctx, tx: &mut Tx, named: TotalsKey, request: PageRequest) -> Result<Page<File>, Error> {
    let TotalsKey { csdb, text, status, .. } = &named;
    let items = store::files::list_media(tx, csdb, text, *status, request).await?;
    let total = if let Some(counted) = ctx.media_totals.0.get(&named) {
        *counted
    } else {
        let total = store::files::count_media(tx, csdb, text, *status).await?;
        let weight = text.len() + 200;
        *ctx.media_totals.0.put(named, total, weight)
    };
    Ok(Page { items, total, request })
}
