//! The problems of a draft, found while it is edited.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use domain::file::File;
use domain::finding::{Finding, Rule, Severity};
use domain::object::ObjectKind;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::version::{Reference, ReferenceKind};
use s1000d::applic::tables::Tables;
use s1000d::document::SourceText;
use s1000d::form::graphics::IllustrationFile;
use s1000d::object::Object;
use s1000d::repair::{self, RepairContext};
use s1000d::splice::Splice;
use s1000d::xsd::Schemas;
use s1000d::{guard, object, xsd};
use store::Tx;
use tokio::sync::SemaphorePermit;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::forms::FormEdit;
use crate::editing::{dispatch_guard, drafts, issue};
use crate::imports::business_rules::{self, FoundRules, ModuleRules};
use crate::imports::schema_sets;
use crate::library::files::{self, LocatedFile};
use crate::reading::viewer::module_fleet;
use crate::reading::{content, viewer};

/// A finding with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextProblem {
    pub finding: Finding,
    /// Counted from 1, in units of UTF-16.
    pub column: usize,
    /// In units of UTF-16 from the beginning of the text.
    pub range: Range<usize>,
    /// The edits that remove it, where there is only one way.
    pub repair: Option<Vec<FormEdit>>,
}

/// Repairs that are looked for in one text: each reads it again.
const MAX_REPAIRS: usize = 20;

/// Checks a text of the file at a path, which the caller has checked out: well-formed, valid, as the business rules
/// demand, with targets for all references, with declared properties and products for its applicability, as a MEL item not less
/// restrictive than the MMEL. Nothing is stored.
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
    let read_tables = tables_of(ctx, caller, &found.file).await?;
    // In a language without declarations nothing can be judged.
    let tables: Vec<Arc<Tables>> = read_tables.iter().filter(|one| !one.declared.is_empty()).cloned().collect();
    let declared = tables.clone();
    let checked = tokio::task::spawn_blocking(move || {
        let read = guard::check(&bytes).and_then(|checked| object::read(&checked)).map(|(object, _)| object);
        let mut findings = xsd::check(&schemas, &bytes);
        findings.extend(read.as_ref().map(|object| undeclared(&declared, object)).unwrap_or_default());
        findings.extend(read.as_ref().map(|object| without_product(&read_tables, object)).unwrap_or_default());
        let references = read.and_then(|object| issue::references(kind, &object, &bytes)).unwrap_or_default();
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
    let illustrations = undeclared_illustrations(&mut caller.read(ctx).await?, &found.file, &findings).await?;
    let context = RepairContext { tables, illustrations };
    Ok(tokio::task::spawn_blocking(move || repaired(&source, located(source.text(), findings), &context)).await?)
}

/// The media files that illustrations without a declaration mean.
async fn undeclared_illustrations(
    tx: &mut Tx,
    file: &File,
    findings: &[Finding],
) -> Result<Vec<IllustrationFile>, Error> {
    let undeclared = findings.iter().filter(|finding| finding.rule == Rule::XmlEntityUndeclared).take(MAX_REPAIRS);
    let names: BTreeSet<&str> = undeclared.flat_map(|finding| &finding.params).map(|(_, name)| name.as_str()).collect();
    let mut found = Vec::new();
    for name in names {
        let media = store::files::list_media_of(tx, &file.object.csdb_id, &fold(name)).await?;
        // Of several formats the author chooses one.
        let Ok([File { object, .. }]) = <[File; 1]>::try_from(media) else { continue };
        found.push(IllustrationFile { code: object.identity.code, name: object.identity.key });
    }
    Ok(found)
}

/// Adds the repairs, in units of UTF-16.
fn repaired(source: &SourceText, mut problems: Vec<TextProblem>, context: &RepairContext) -> Vec<TextProblem> {
    let repairable = problems.iter_mut().filter(|problem| repair::is_repairable(problem.finding.rule));
    for problem in repairable.take(MAX_REPAIRS) {
        let splices = repair::repair(source.text(), &problem.finding, context);
        let edit = |Splice { range, text }| Some(FormEdit { range: source.utf16_range(range)?, text });
        problem.repair = splices.and_then(|splices| splices.into_iter().map(edit).collect());
    }
    problems
}

/// The applicability tables that hold for a module, in each language.
async fn tables_of(ctx: &Ctx, caller: &Caller, file: &File) -> Result<Vec<Arc<Tables>>, Error> {
    let path = FilePath::parse(&file.path).filter(|_| file.object.identity.kind == ObjectKind::DataModule);
    let Some(path) = path else { return Ok(Vec::new()) };
    match viewer::module_tables(ctx, caller, &path).await {
        Ok(tables) => Ok(Vec::from(tables)),
        // A text may be checked before its module is in the working lane.
        Err(Error::NotFound(_)) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The properties and values of a text that no table declares. What the tables in one language allow is allowed.
fn undeclared(tables: &[Arc<Tables>], object: &Object) -> Vec<Finding> {
    tables.iter().map(|tables| tables.check(object)).min_by_key(Vec::len).unwrap_or_default()
}

/// The statements of a text that no product meets. The products in one language are those of the other.
fn without_product(tables: &[Arc<Tables>], object: &Object) -> Vec<Finding> {
    let listing = tables.iter().filter(|tables| !tables.products.is_empty());
    listing.map(|tables| tables.check_statements(object)).min_by_key(Vec::len).unwrap_or_default()
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
    /// Statements of applicability that its tables do not allow, or that leave no aircraft.
    pub applicability: Vec<Finding>,
    /// Points that it allows beyond the master list or leaves to be judged; `None` when it is no item of a minimum
    /// equipment list.
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
    let fleet = if file.object.identity.kind == ObjectKind::DataModule {
        Some(module_fleet(ctx, caller, path, &String::from_utf8_lossy(&bytes)).await?)
    } else {
        None
    };
    let (schemas, severity) = (schemas.clone(), severity_of_violations(&place));
    let checked = tokio::task::spawn_blocking(move || {
        // A text that cannot be read has a finding of the schema check that says so.
        let violations = rules.and_then(|(rules, _)| rules.findings(&bytes, severity).ok()).unwrap_or_default();
        let read = guard::check(&bytes).ok();
        let stated = fleet.zip(read).map(|(fleet, read)| fleet.findings(&read)).unwrap_or_default();
        (xsd::check(&schemas, &bytes), violations, stated)
    });
    let (mut schema, mut business, mut applicability) = checked.await?;
    for findings in [&mut schema, &mut business, &mut references, &mut applicability] {
        findings.sort();
    }
    let item = dispatch_guard::of_file(ctx, caller, path, file).await?;
    let master_list = item.map(|item| item.findings());
    Ok(VersionProblems { schema, business, references, applicability, master_list })
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
pub(crate) fn located(text: &str, findings: Vec<Finding>) -> Vec<TextProblem> {
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
        TextProblem { finding, column, range, repair: None }
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
