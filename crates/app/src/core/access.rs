//! Access to databases and manuals: the transactions of a caller show what the caller may see.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use domain::access::{AccessLevel, AccessRules, Sight};
use domain::id::UserId;
use domain::manual::Manual;
use domain::name::Name;
use domain::permission::Role;
use store::Tx;

use crate::core::access_cache::LoadedRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

impl Caller {
    /// The rights of the caller in each database and manual.
    pub async fn sight(&self, ctx: &Ctx) -> Result<Arc<Sight>, Error> {
        let of_user = sight(ctx, &self.user.id, self.user.role).await?;
        let Some(token) = &self.service else { return Ok(of_user) };
        let hidden = match &token.csdbs {
            // Read anew at each request, so that a database made since is hidden too.
            Some(_) => store::service_tokens::list_hidden_csdbs(&mut ctx.db.read().await?, &token.id).await?,
            None => Vec::new(),
        };
        Ok(Arc::new(of_user.narrowed(token.level(), hidden)))
    }

    /// Begins a read-only transaction in which databases and manuals that the caller may not see do not exist.
    pub(crate) async fn read(&self, ctx: &Ctx) -> Result<Tx, Error> {
        let sight = self.sight(ctx).await?;
        Ok(self.limit(ctx.db.read().await?, sight))
    }

    /// Begins a write transaction with the same limit.
    pub(crate) async fn begin(&self, ctx: &Ctx) -> Result<Tx, Error> {
        let sight = self.sight(ctx).await?;
        Ok(self.limit(ctx.db.begin().await?, sight))
    }

    fn limit(&self, tx: Tx, sight: Arc<Sight>) -> Tx {
        match self.limited_token() {
            Some(token) => tx.limited_to_token(token.clone(), sight),
            None => tx.limited_to(self.user.id.clone(), sight),
        }
    }

    /// Refuses unless the caller of the transaction has this level in a manual that the transaction has found.
    pub(crate) fn require_in_manual(tx: &Tx, level: AccessLevel, manual: &Manual) -> Result<(), Error> {
        let held = tx.sight().level(&manual.csdb_name.folded(), Some(&manual.name.folded()));
        if held >= level { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Refuses unless the caller of the transaction has this level in a database that the transaction has found.
    pub(crate) fn require_in_csdb(tx: &Tx, level: AccessLevel, csdb: &Name) -> Result<(), Error> {
        if tx.sight().level(&csdb.folded(), None) >= level { Ok(()) } else { Err(Error::Forbidden) }
    }
}

/// The rights of a user of this role. Changes made on this node count at once, those of others after a second.
pub(crate) async fn sight(ctx: &Ctx, user: &UserId, role: Role) -> Result<Arc<Sight>, Error> {
    with_rules(ctx, |loaded| loaded.sight(user, role)).await
}

/// All rules of the installation.
pub(crate) async fn rules(ctx: &Ctx) -> Result<Arc<AccessRules>, Error> {
    with_rules(ctx, |loaded| Arc::clone(&loaded.rules)).await
}

/// Begins a read-only transaction limited to what a user may see; without a user it sees everything.
pub(crate) async fn read_for(ctx: &Ctx, user: Option<&UserId>) -> Result<Tx, Error> {
    let mut tx = ctx.db.read().await?;
    let Some(id) = user else { return Ok(tx) };
    let user = store::users::find(&mut tx, id).await?;
    // Someone who is gone sees what a reader without grants sees.
    let role = user.map_or(Role::Reader, |user| user.role);
    Ok(tx.limited_to(id.clone(), sight(ctx, id, role).await?))
}

async fn with_rules<T>(ctx: &Ctx, read: impl Fn(&mut LoadedRules) -> T) -> Result<T, Error> {
    // Read before the rules, so that they are never older than their number.
    let seq = ctx.generation.of_access(&ctx.db, ctx.clock.now()).await?;
    let cache = || ctx.access.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(loaded) = cache().as_mut().filter(|loaded| loaded.seq >= seq) {
        return Ok(read(loaded));
    }
    let rules = Arc::new(store::access::load_rules(&mut ctx.db.read().await?).await?);
    let mut loaded = LoadedRules { seq, rules, sights: HashMap::new() };
    let found = read(&mut loaded);
    let mut cached = cache();
    // Another request may have loaded later rules meanwhile.
    if cached.as_ref().is_none_or(|cached| cached.seq < seq) {
        *cached = Some(loaded);
    }
    Ok(found)
}
