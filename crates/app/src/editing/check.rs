//! The problems of a draft, found while it is edited.

use std::ops::Range;

use bytes::Bytes;
use domain::file::File;
use domain::finding::{Finding, Rule, Severity};
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::version::{Reference, ReferenceKind};
use s1000d::document::SourceText;
use s1000d::xsd::Schemas;
use s1000d::{guard, object, xsd};
use store::Tx;
use tokio::sync::SemaphorePermit;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::{dispatch_guard, drafts, issue};
use crate::imports::business_rules::{self, FoundRules, ModuleRules};
use crate::imports::schema_sets;
use crate::library::files::{self, LocatedFile};
use crate::reading::content;

/// A finding with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextProblem {
    pub finding: Finding,
    /// Counted from 1, in units of UTF-16.
    pub column: usize,
    /// In units of UTF-16 from the beginning of the text.
    pub range: Range<usize>,
}

/// Checks a text of the file at a path, which the caller has checked out: well-formed, valid, as the business rules
/// demand, with targets for all references, as a MEL item not less restrictive than the MMEL. Nothing is stored.
pub async fn check(ctx: &Ctx, caller: &Caller, path: &FilePath, text: String) -> Result<Vec<TextProblem>, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    drafts::held(&mut tx, caller, path).await?;
    let found = files::at_path(&mut tx, path, &Reading::default()).await?;
    drop(tx);
    find(ctx, caller, &found, text).await
}

/// The problems of a text of a file, wherever it comes from.
pub(crate) async fn find(
    ctx: &Ctx,
    caller: &Caller,
    found: &LocatedFile,
    text: String,
) -> Result<Vec<TextProblem>, Error> {
    let source = SourceText::default().with_text(text);
    let bytes = Bytes::from(source.to_bytes());
    let mut tx = caller.read(ctx).await?;
    let severity = severity_of_violations(found);
    let business = rules(ctx, &mut tx, found, &bytes).await?;
    drop(tx);
    let business = compiled(ctx, business).await?;
    let schemas = schema_sets::load(ctx).await?;
    let kind = found.file.object.identity.kind;
    let checked = tokio::task::spawn_blocking(move || {
        let read = guard::check(&bytes).and_then(|checked| object::read(&checked));
        let references = read.and_then(|(object, _)| issue::references(kind, &object, &bytes)).unwrap_or_default();
        let mut findings = xsd::check(&schemas, &bytes);
        // A text that cannot be read has a finding that says so.
        let judged = business.as_ref().and_then(|(rules, _)| rules.findings(&bytes, severity).ok());
        findings.extend(judged.unwrap_or_default());
        findings.extend(source.require_writable().err().map(|refusal| refusal.finding()));
        (findings, references, source)
    });
    let (mut findings, references, source) = checked.await?;
    findings.extend(missing_targets(&mut caller.read(ctx).await?, found, references).await?);
    findings.extend(dispatch_guard::of_text(ctx, caller, &found.file, source.text()).await?);
    findings.sort();
    Ok(located(source.text(), findings))
}

/// The business rules for a text of a file: all of them where they block, else those that the caller may read.
async fn rules(ctx: &Ctx, tx: &mut Tx, found: &LocatedFile, bytes: &Bytes) -> Result<Option<FoundRules>, Error> {
    if severity_of_violations(found) == Severity::Block {
        return business_rules::enforced(ctx, tx, found, bytes.clone()).await;
    }
    business_rules::of_located(ctx, tx, found, &Reading::default(), bytes.clone()).await
}

/// The rules, ready to check, and the place to check in.
async fn compiled(
    ctx: &Ctx,
    found: Option<FoundRules>,
) -> Result<Option<(ModuleRules, Option<SemaphorePermit<'static>>)>, Error> {
    let Some(rules) = found else { return Ok(None) };
    Ok(Some((rules.compile(ctx).await?, business_rules::place().await)))
}

/// The severity of violations of business rules, as their manual decides.
fn severity_of_violations(found: &LocatedFile) -> Severity {
    let blocks = found.manual.as_ref().is_some_and(|(manual, _)| manual.brex_errors_block);
    if blocks { Severity::Block } else { Severity::Warn }
}

/// The problems of a version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VersionProblems {
    /// Of its XML, alone and against its schema.
    pub schema: Vec<Finding>,
    /// Violations of the business rules that hold for it.
    pub business: Vec<Finding>,
    /// References without a target.
    pub references: Vec<Finding>,
    /// What it allows beyond the master list or leaves to be judged; `None` when it is no item of a minimum equipment
    /// list.
    pub master_list: Option<Vec<Finding>>,
}

/// The problems of a version of the file at a path.
pub(crate) async fn of_version(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    file: &File,
    schemas: &Schemas,
) -> Result<VersionProblems, Error> {
    let bytes = content::read(ctx, &file.version.content.blob).await?;
    let mut tx = caller.read(ctx).await?;
    let place = files::at_path(&mut tx, path, &Reading::default()).await?;
    let place = LocatedFile { file: file.clone(), manual: place.manual };
    let rules = rules(ctx, &mut tx, &place, &bytes).await?;
    let named = store::references::list(&mut tx, file.version_id).await?;
    let mut references = missing_targets(&mut tx, &place, named).await?;
    drop(tx);
    let rules = compiled(ctx, rules).await?;
    let (schemas, severity) = (schemas.clone(), severity_of_violations(&place));
    let checked = tokio::task::spawn_blocking(move || {
        // A text that cannot be read has a finding of the schema check that says so.
        let violations = rules.and_then(|(rules, _)| rules.findings(&bytes, severity).ok()).unwrap_or_default();
        (xsd::check(&schemas, &bytes), violations)
    });
    let (mut schema, mut business) = checked.await?;
    schema.sort();
    business.sort();
    references.sort();
    let item = dispatch_guard::of_file(ctx, caller, path, file).await?;
    let master_list = item.map(|item| item.findings());
    Ok(VersionProblems { schema, business, references, master_list })
}

/// The references to modules and pictures that are not in the library.
async fn missing_targets(
    tx: &mut Tx,
    found: &LocatedFile,
    mut references: Vec<Reference>,
) -> Result<Vec<Finding>, Error> {
    let file = &found.file;
    let own = found.manual.as_ref().map(|(manual, snapshot)| (&manual.id, snapshot.id));
    let snapshots = files::snapshots_beside(tx, file.csdb_name(), own, &Reading::default()).await?;
    references.retain(|reference| !reference.external);
    let mut findings = Vec::new();
    for (reference, target) in files::targets(tx, file, own.map(|(_, id)| id), &snapshots, references).await? {
        let is_picture = reference.kind == ReferenceKind::Illustration;
        let code = fold(&reference.target);
        if target.is_some()
            || (is_picture && !store::files::list_media_of(tx, &file.object.csdb_id, &code).await?.is_empty())
        {
            continue;
        }
        let finding = match reference.kind {
            ReferenceKind::Illustration => {
                let name = reference.target.as_str();
                Finding::new(Rule::IcnMissing).with("icn", name).with("name", name)
            }
            ReferenceKind::PublicationModule => Finding::new(Rule::DmPmRefDangling).with("code", reference.target),
            _ => Finding::new(Rule::DmRefDangling).with("code", reference.target),
        };
        findings.push(finding.at(reference.line));
    }
    Ok(findings)
}

/// Gives each finding the range of its line without the blanks around it; the whole first line when it has none.
fn located(text: &str, findings: Vec<Finding>) -> Vec<TextProblem> {
    let units = |text: &str| text.encode_utf16().count();
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let column = units(&line[..line.len() - line.trim_start().len()]);
        lines.push((column + 1, start + column..start + column + units(words)));
        start += units(line);
    }
    let place = |line: Option<u32>| {
        let index = line.map_or(0, |line| usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1));
        lines.get(index).or(lines.last()).cloned().unwrap_or((1, 0..0))
    };
    let located = findings.into_iter().map(|finding| {
        let (column, range) = place(finding.line);
        TextProblem { finding, column, range }
    });
    located.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_has_the_range_of_its_line_in_units_of_utf16() {
        let at = |line: Option<u32>| {
            let finding = Finding::new(Rule::XmlIdTwice).at(line);
            let problem = located("<a>𝄞\r\n\t <b id='x'/> \n</a>", vec![finding]).remove(0);
            (problem.column, problem.range)
        };
        assert_eq!(at(Some(1)), (1, 0..5));
        assert_eq!(at(Some(2)), (3, 9..20));
        assert_eq!(at(Some(9)), (1, 22..26));
        assert_eq!(at(None), (1, 0..5));
        assert_eq!(located("", vec![Finding::new(Rule::XmlIdTwice)])[0].range, 0..0);
    }
}
