//! Lists against what is there, in both directions.

use std::collections::HashSet;

use domain::finding::{Finding, Rule};
use domain::text::hex;

use super::{Package, Source, base_name};
use crate::object::ObjectRef;
use crate::package::exchange::{Organization, StatusEntry, StatusList};
use crate::package::findings::Findings;
use crate::package::lists::{DispatchNote, Listed, ModuleList};
use crate::package::plan::Named;

/// A plain package: the DDN says which files were sent; without it a status list of objects does.
pub(super) fn plain<R: Source>(package: &Package<'_, R>, findings: &mut Findings) {
    let notes = &package.read.lists.dispatch_notes;
    let named_ddn = |name: &str| name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("DDN-"));
    if let Some(((_, first), others)) = notes.split_first() {
        let second = |file: &str| Finding::new(Rule::DeliveryNoteSeveral).in_file(file).with("used", &*first.file);
        findings.extend(others.iter().map(|(_, other)| second(&other.file)));
    } else {
        let broken = package.archive.entries().iter().find(|entry| named_ddn(entry.file_name()));
        let missing = || Finding::new(Rule::DeliveryNoteMissing);
        let unreadable = |file: &str| Finding::new(Rule::DeliveryNoteUnreadable).in_file(file);
        findings.push(broken.map_or_else(missing, |entry| unreadable(&entry.name)));
    }
    let listed = notes.first().filter(|(_, note)| !note.what.files.is_empty());
    let lists = &package.read.lists.module_lists;
    match listed {
        Some((_, note)) => dispatched(package, note, findings),
        None if lists.is_empty() => findings.push(Finding::new(Rule::DataListMissing)),
        None => listed_objects(package, findings),
    }
}

fn dispatched<R: Source>(package: &Package<'_, R>, note: &Named<DispatchNote>, findings: &mut Findings) {
    let list = base_name(&note.file);
    let listed: HashSet<String> = note.what.files.iter().map(|file| base_name(&file.what).to_lowercase()).collect();
    for file in &note.what.files {
        let name = base_name(&file.what);
        if !package.media.names.contains(&name.to_lowercase()) {
            let icn = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("ICN-"));
            let rule = if icn { Rule::ListIcnMissing } else { Rule::ListFileMissing };
            findings.push(Finding::new(rule).in_file(&*note.file).at(file.line).with("name", name));
        }
    }
    let notes = &package.read.lists.dispatch_notes;
    for (place, entry) in package.archive.entries().iter().enumerate() {
        let is_note = notes.iter().any(|(note, _)| *note == place);
        if !is_note && !listed.contains(&entry.file_name().to_lowercase()) {
            findings.push(Finding::new(Rule::ListNotListed).in_file(&*entry.name).with("list", list));
        }
    }
}

/// A list of what exists (type s) says what is missing; without one, the list of what is required (type c) does. A
/// partial list (type p) says nothing of the rest.
fn listed_objects<R: Source>(package: &Package<'_, R>, findings: &mut Findings) {
    let lists = &package.read.lists.module_lists;
    let is_of_type = |list: &Named<ModuleList>, wanted: &str| {
        let identity = list.what.object.identity.as_ref();
        identity.is_some_and(|identity| identity.code.as_str().split('-').any(|part| part == wanted))
    };
    let decisive = ["S", "C"].into_iter().find(|wanted| lists.iter().any(|(_, list)| is_of_type(list, wanted)));
    let Some(decisive) = decisive else { return };
    for (_, list) in lists.iter().filter(|(_, list)| is_of_type(list, decisive)) {
        for listed in list.what.objects.iter().filter(|listed| !listed.what.is_to_specification()) {
            let key = listed.what.identity().to_string();
            if !package.objects.is_there(&key) {
                let finding = Finding::new(Rule::ListObjectMissing).in_file(&*list.file);
                findings.push(finding.at(listed.line).with("code", key));
            }
        }
        let absent = |listed: &&Listed<String>| !package.media.has_in_any_format(&listed.what);
        for listed in list.what.illustrations.iter().filter(absent) {
            let finding = Finding::new(Rule::ListIcnMissing).in_file(&*list.file);
            findings.push(finding.at(listed.line).with("name", &*listed.what));
        }
    }
}

/// A package in the style of ATA 2300: the status list says what is valid.
pub(super) fn exchange<R: Source>(
    package: &Package<'_, R>,
    organization: Option<&Named<Organization>>,
    status_list: Option<&Named<StatusList>>,
    findings: &mut Findings,
) {
    let Some(list) = status_list else { return };
    let unrelated = organization.and_then(|named| named.what.model.as_deref()) == Some("ATA2300");
    if !unrelated {
        findings.extend(list.what.missing_tables(&list.file));
    }
    for (role, line, target) in &list.what.tables {
        let key = target.identity().to_string();
        if !package.objects.is_there(&key) {
            let finding = Finding::new(Rule::ApplicTableAbsent).in_file(&*list.file).at(*line);
            findings.push(finding.with("table", super::table_word(*role)).with("code", key));
        }
    }
    for entry in &list.what.entries {
        findings.extend(missing_of(package, entry).map(|finding| finding.in_file(&*list.file).at(entry.line)));
    }
    for (line, name) in &list.what.illustrations {
        if !package.media.has_any_of(base_name(name)) {
            let finding = Finding::new(Rule::ListIcnMissing).in_file(&*list.file).at(*line);
            findings.push(finding.with("name", base_name(name)));
        }
    }
    if !list.what.entries.iter().any(|entry| entry.publication) {
        findings.push(Finding::new(Rule::PmMissing).in_file(&*list.file));
    }
    checksums(package, &list.what, findings);
    unlisted(package, list, findings);
}

/// The files that an entry names and the package does not hold. An entry without files, in an incremental package, may name what the library holds.
fn missing_of<R: Source>(package: &Package<'_, R>, entry: &StatusEntry) -> impl Iterator<Item = Finding> {
    let absent = |path: &&str| package.plan.place(path).is_none();
    let file = entry.file.as_deref().filter(absent).map(|name| {
        let rule = if entry.publication { Rule::PmFileMissing } else { Rule::ListFileMissing };
        Finding::new(rule).with("name", name)
    });
    let status = entry.status_file.as_deref().filter(absent).map(|name| {
        let rule = if entry.publication { Rule::PmFileMissing } else { Rule::ListFileMissing };
        Finding::new(rule).with("name", name)
    });
    let key = entry.target.as_ref().map(ObjectRef::identity).map(|identity| identity.to_string());
    let object = key
        .filter(|key| file.is_none() && !package.objects.is_there(key))
        .map(|key| Finding::new(Rule::ListObjectMissing).with("code", key));
    file.into_iter().chain(status).chain(object)
}

fn checksums<R: Source>(package: &Package<'_, R>, list: &StatusList, findings: &mut Findings) {
    let entries = package.plan.units.iter().filter_map(|unit| Some((unit.content, list.entries.get(unit.entry?)?)));
    let declared: Vec<(usize, &str)> =
        entries.filter_map(|(place, entry)| Some((place, entry.checksum.as_deref()?))).collect();
    for (place, checksum) in declared {
        let records = &package.read.records;
        let Ok(at) = records.binary_search_by_key(&place, |record| record.item.index) else { continue };
        let item = &records[at].item;
        if !checksum.trim().eq_ignore_ascii_case(&hex(&item.sha256)) {
            findings.push(Finding::new(Rule::ListChecksum).in_file(&*item.name));
        }
    }
}

fn unlisted<R: Source>(package: &Package<'_, R>, list: &Named<StatusList>, findings: &mut Findings) {
    let listed: HashSet<usize> =
        package.plan.units.iter().filter(|unit| unit.entry.is_some()).map(|unit| unit.content).collect();
    let keys: HashSet<String> = list
        .what
        .entries
        .iter()
        .filter_map(|entry| entry.target.as_ref())
        .flat_map(|target| {
            let bare = ObjectRef { language: None, ..target.clone() };
            [target.identity().to_string(), bare.identity().to_string()]
        })
        .collect();
    for record in &package.read.records {
        let item = &record.item;
        let counts = item.kind.object_kind().is_module_or_publication();
        let named = item.key.as_deref().is_some_and(|key| keys.contains(key));
        if counts && !named && !listed.contains(&item.index) {
            let finding = Finding::new(Rule::ListNotListed).in_file(&*item.name);
            findings.push(finding.with("list", base_name(&list.file)));
        }
        for reference in record.references.iter().filter(|reference| reference.rule == Rule::PmDmRefDangling) {
            let target = package.name_of(record, reference.target);
            if package.objects.is_in_package(target) && !keys.contains(target) {
                let finding = Finding::new(Rule::PmDmRefNotListed).in_file(&*item.name).at(reference.line);
                findings.push(finding.with("code", target));
            }
        }
    }
}
