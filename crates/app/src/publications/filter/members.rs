//! The members of a target that each version is for.

use std::collections::HashMap;
use std::sync::Arc;

use domain::id::{ObjectId, VersionId};
use domain::object::ObjectKind;
use domain::version::VersionContent;
use s1000d::applic::{Assignments, Truth};
use s1000d::filter::JudgedModules;
use store::publications::SourceVersion;

use super::places::{ContentsPlaces, MemberMask, limit};
use super::rules::{FilterRules, VersionMembers};
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::reading::viewer::{FilterProducts, MemberProducts};

/// Values that were chosen before: most modules have the same ACT and are for the same members.
#[derive(Debug, Default)]
pub(super) struct MemberProductCache(HashMap<(Option<usize>, MemberMask), Arc<MemberProducts>>);

impl MemberProductCache {
    /// The members that a module is for by its place and by its status file.
    pub(super) async fn of_version(
        &mut self,
        ctx: &Ctx,
        (products, places): (&FilterProducts, &ContentsPlaces),
        version: &SourceVersion,
    ) -> Result<VersionMembers, JobError> {
        let mut mask = mask_at(places, products, version);
        let stated = match version.status_blob {
            Some(_) => products.of_status(ctx, &content_of(version), &version.language).await?,
            None => None,
        };
        if let Some(stated) = &stated {
            limit(&mut mask, products.of_version(version.version_id), stated);
        }
        let (is_out, is_stated) = (!mask.contains(&true), stated.is_some());
        Ok(VersionMembers { products: self.get(products, version.version_id, mask), is_out, is_stated })
    }

    fn get(&mut self, products: &FilterProducts, version: VersionId, mask: MemberMask) -> Arc<MemberProducts> {
        let key = (products.set_of(version), mask);
        if let Some(known) = self.0.get(&key) {
            return Arc::clone(known);
        }
        let chosen = Arc::new(products.chosen(version, &key.1));
        self.0.insert(key, Arc::clone(&chosen));
        chosen
    }
}

fn mask_at(places: &ContentsPlaces, products: &FilterProducts, version: &SourceVersion) -> MemberMask {
    places.members(version).map_or_else(|| vec![true; products.count()], <[bool]>::to_vec)
}

/// Whom publication modules and containers are for by their own statements: the same holds for what is in them.
pub(super) async fn around_others(
    ctx: &Ctx,
    job: &Running,
    versions: &[SourceVersion],
    products: &FilterProducts,
) -> Result<HashMap<ObjectId, MemberMask>, JobError> {
    let mut masks = HashMap::new();
    for version in versions {
        if !matches!(version.kind, ObjectKind::PublicationModule | ObjectKind::Container) {
            continue;
        }
        job.check()?;
        if let Some(stated) = products.of_whole(ctx, &content_of(version), &version.language).await? {
            let mut mask = vec![true; products.count()];
            limit(&mut mask, products.of_version(version.version_id), &stated);
            masks.insert(version.object_id, mask);
        }
    }
    Ok(masks)
}

/// Whether the modules that containers choose from apply to each member: by their places, status files and own tables.
pub(super) async fn alternates(
    ctx: &Ctx,
    job: &Running,
    versions: &[SourceVersion],
    (rules, products, places): (&FilterRules, &FilterProducts, &ContentsPlaces),
) -> Result<JudgedModules, JobError> {
    let mut judged = JudgedModules::default();
    for version in versions {
        let Some(identity) = rules.alternate(version.version_id) else { continue };
        job.check()?;
        let stated = products.of_whole(ctx, &content_of(version), &version.language).await?;
        let mask = mask_at(places, products, version);
        let truth = |(is_here, values): (&bool, &Option<Assignments>)| match (*is_here, values, &stated) {
            (false, ..) => Truth::False,
            (true, None, _) => Truth::Unknown,
            (true, Some(_), None) => Truth::True,
            (true, Some(values), Some(stated)) => stated.evaluate(values),
        };
        let truths = mask.iter().zip(products.of_version(version.version_id)).map(truth).collect();
        judged.add(identity.clone(), truths);
    }
    Ok(judged)
}

fn content_of(version: &SourceVersion) -> VersionContent {
    VersionContent {
        blob: version.blob.as_str().to_owned(),
        status_blob: version.status_blob.as_ref().map(|blob| blob.as_str().to_owned()),
        size: version.size,
        media_type: version.media_type.clone(),
    }
}
