//! All that the library holds, for a package that continues no manual.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use domain::id::UserId;
use domain::text::fold;
use s1000d::package::Known;

use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The names of all objects of the library, or of one database; kept as hashes, because there may be a million of them.
#[derive(Debug)]
pub(crate) struct KnownObjects {
    hasher: RandomState,
    objects: HashSet<u64>,
    media: HashSet<u64>,
}

impl KnownObjects {
    /// Reads the names of one database, or of all of them, as far as the user may see them.
    pub(crate) async fn load(ctx: &Ctx, user: Option<&UserId>, csdb: Option<&str>) -> Result<Self, Error> {
        let csdb = fold(csdb.unwrap_or_default());
        let mut known = Self { hasher: RandomState::new(), objects: HashSet::new(), media: HashSet::new() };
        let mut last = 0;
        loop {
            // A transaction per batch: a long one would keep SQLite from shortening its log.
            let names = store::packages::list_known(&mut read_for(ctx, user).await?, &csdb, last).await?;
            let Some(newest) = names.last() else { return Ok(known) };
            last = newest.id;
            for name in &names {
                known.add(&name.key_folded, name.is_media);
            }
        }
    }

    fn add(&mut self, key: &str, is_media: bool) {
        if is_media {
            self.media.insert(self.hasher.hash_one(key));
            return;
        }
        self.objects.insert(self.hasher.hash_one(key));
        // References name most objects without their language.
        if let Some((bare, _)) = key.rsplit_once('_') {
            self.objects.insert(self.hasher.hash_one(bare));
        }
    }
}

impl Known for KnownObjects {
    fn has_object(&self, key: &str) -> bool {
        self.objects.contains(&self.hasher.hash_one(fold(key).as_str()))
    }

    fn has_media(&self, file_name: &str) -> bool {
        self.media.contains(&self.hasher.hash_one(fold(file_name).as_str()))
    }

    /// Versions belong to a manual, and this package continues none.
    fn has_other_content(&self, _: &str, _: &str, _: &[u8; 32]) -> bool {
        false
    }
}
