//! Two states of a module side by side, of which one may be the caller's draft.

use domain::draft::Draft;
use domain::id::VersionId;
use domain::language::Locale;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::drafts;
use crate::reading::viewer::{self, CompareLayout, ComparedState, ComparedStates};

/// A state of a module as a request names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateChoice {
    Version(VersionId),
    Read(Reading),
    /// The open draft of the caller.
    Draft,
    /// The version that the draft was made from.
    Base,
}

/// Compares two states of the module at a path, or two modules. Only its author sees a draft.
pub async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    paths: [&FilePath; 2],
    [old, new]: [StateChoice; 2],
    layout: CompareLayout,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    caller.require(Permission::ReadContent)?;
    let states = [state(ctx, caller, paths[0], old).await?, state(ctx, caller, paths[1], new).await?];
    Box::pin(viewer::compare(ctx, caller, paths, states, layout, locale)).await
}

async fn state(ctx: &Ctx, caller: &Caller, path: &FilePath, choice: StateChoice) -> Result<ComparedState, Error> {
    Ok(match choice {
        StateChoice::Version(version) => ComparedState::Version(version),
        StateChoice::Read(reading) => ComparedState::Read(reading),
        StateChoice::Draft => ComparedState::Draft(drafts::own(ctx, caller, path).await?.text),
        StateChoice::Base => {
            let Draft { base, .. } = drafts::own(ctx, caller, path).await?.draft;
            ComparedState::Version(base)
        }
    })
}
