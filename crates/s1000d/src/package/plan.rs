//! The kind of a package, and the files that are read together.

use std::collections::HashMap;

use domain::finding::{Finding, Rule};

use super::archive::{Archive, Reader, Source};
use super::exchange::{Organization, StatusEntry, StatusList};
use super::findings::Findings;
use super::media;
use super::summary::Completeness;
use crate::code::FileName;
use crate::object::ObjectKind;
use crate::stream::Stream;

/// The organization of a package.
#[derive(Debug)]
pub(super) enum Kind {
    S1000d,
    Ata2300 { organization: Option<Box<Named<Organization>>>, status_list: Option<Box<Named<StatusList>>> },
}

/// The content of a file that was read.
#[derive(Debug)]
pub(super) struct Named<T> {
    pub file: Box<str>,
    pub what: T,
}

/// The work to do.
#[derive(Debug)]
pub(super) struct Plan {
    pub kind: Kind,
    pub units: Vec<Unit>,
    /// Places in the archive by lower-cased path.
    pub places: HashMap<String, usize>,
    /// The prefix of every path of the package: the folder of the organization file.
    pub folder: String,
}

/// A file, with its status where that is apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unit {
    pub content: usize,
    pub status: Option<usize>,
    /// The line of the status list that names it.
    pub entry: Option<usize>,
}

/// Lists of large packages have 50 MB; other files are not looked into before their turn.
const MOST_LIST_BYTES: u64 = 512 << 20;

impl Plan {
    pub(super) fn make<R: Source>(archive: &Archive<R>, findings: &mut Findings) -> Self {
        let places: HashMap<String, usize> =
            archive.entries().iter().enumerate().map(|(place, entry)| (entry.name.to_lowercase(), place)).collect();
        let heads = Heads::find(archive);
        let is_status = |name: &str| name.starts_with("DS-") || name.starts_with("PS-");
        let has_status = archive.entries().iter().any(|entry| is_status(entry.file_name()) && is_xml(&entry.name));
        if heads.organizations.is_empty() && heads.status_lists.is_empty() && !has_status {
            let units =
                (0..archive.entries().len()).map(|content| Unit { content, status: None, entry: None }).collect();
            return Self { kind: Kind::S1000d, units, places, folder: String::new() };
        }
        Self::exchange(archive, places, &heads, findings)
    }

    fn exchange<R: Source>(
        archive: &Archive<R>,
        places: HashMap<String, usize>,
        heads: &Heads,
        findings: &mut Findings,
    ) -> Self {
        let mut reader = archive.reader();
        let organization = read_organization(archive, &mut reader, heads, findings);
        let folder = organization
            .as_ref()
            .and_then(|named| named.file.rsplit_once('/'))
            .map(|(folder, _)| format!("{folder}/"))
            .unwrap_or_default();
        let mut plan =
            Self { kind: Kind::Ata2300 { organization, status_list: None }, units: Vec::new(), places, folder };
        let status_list = plan.read_status_list(archive, &mut reader, heads, findings);
        plan.units = plan.pair(archive, heads, status_list.as_deref());
        if let Kind::Ata2300 { status_list: place, .. } = &mut plan.kind {
            *place = status_list;
        }
        plan
    }

    /// Whether the package says itself that it is all there is.
    pub(super) fn declared(&self) -> Option<Completeness> {
        let Kind::Ata2300 { organization: Some(organization), .. } = &self.kind else { return None };
        let incremental = organization.what.incremental;
        Some(if incremental { Completeness::DeclaredIncremental } else { Completeness::DeclaredComplete })
    }

    /// The place of a path as a list names it, whatever its case.
    pub(super) fn place(&self, path: &str) -> Option<usize> {
        let path = path.trim().trim_start_matches("./");
        self.places.get(&format!("{}{path}", self.folder).to_lowercase()).copied()
    }

    /// The entry of a file in the status list.
    pub(super) fn entry_of(&self, unit: Unit) -> Option<&StatusEntry> {
        match &self.kind {
            Kind::Ata2300 { status_list: Some(list), .. } => list.what.entries.get(unit.entry?),
            _ => None,
        }
    }

    fn read_status_list<R: Source>(
        &self,
        archive: &Archive<R>,
        reader: &mut Reader<'_, R>,
        heads: &Heads,
        findings: &mut Findings,
    ) -> Option<Box<Named<StatusList>>> {
        let Kind::Ata2300 { organization, .. } = &self.kind else { return None };
        let named = organization.as_ref().and_then(|named| named.what.status_lists().find_map(|path| self.place(path)));
        let Some(place) = named.or_else(|| heads.status_lists.first().copied()) else {
            findings.push(Finding::new(Rule::StatusListMissing));
            return None;
        };
        let entry = &archive.entries()[place];
        let unreadable = Finding::new(Rule::StatusListUnreadable).in_file(&*entry.name);
        let bytes = reader.read(entry).map_err(|finding| findings.extend([finding, unreadable.clone()])).ok()?;
        match StatusList::read(&bytes) {
            Ok(mut what) => {
                findings.extend(what.findings.drain(..).map(|finding| finding.in_file(&*entry.name)));
                Some(Box::new(Named { file: entry.name.clone(), what }))
            }
            Err(refusal) => {
                findings.extend([refusal.finding().in_file(&*entry.name), unreadable]);
                None
            }
        }
    }

    /// Content and status belong together when the list says so, and else when their names do.
    fn pair<R: Source>(
        &self,
        archive: &Archive<R>,
        heads: &Heads,
        status_list: Option<&Named<StatusList>>,
    ) -> Vec<Unit> {
        let mut units: Vec<Unit> =
            (0..archive.entries().len()).map(|content| Unit { content, status: None, entry: None }).collect();
        let mut taken = vec![false; units.len()];
        for (index, entry) in status_list.iter().flat_map(|list| list.what.entries.iter().enumerate()) {
            let Some(content) = entry.file.as_deref().and_then(|path| self.place(path)) else { continue };
            units[content].entry = Some(index);
            units[content].status = entry.status_file.as_deref().and_then(|path| self.place(path));
            if let Some(status) = units[content].status {
                taken[status] = true;
            }
        }
        let rest = |name: &str| name.split_once('-').map(|(_, rest)| rest.to_lowercase());
        let names: HashMap<String, usize> = archive
            .entries()
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.file_name().starts_with("DM") || entry.file_name().starts_with("PM"))
            .filter_map(|(place, entry)| Some((rest(entry.file_name())?, place)))
            .collect();
        for (place, entry) in archive.entries().iter().enumerate() {
            let name = entry.file_name();
            if taken[place] || !(name.starts_with("DS-") || name.starts_with("PS-")) {
                continue;
            }
            if let Some(&content) = rest(name).and_then(|rest| names.get(&rest))
                && units[content].status.is_none()
            {
                units[content].status = Some(place);
                taken[place] = true;
            }
        }
        let head = |place: usize| heads.organizations.contains(&place) || heads.status_lists.contains(&place);
        units.retain(|unit| !taken[unit.content] && !head(unit.content));
        units
    }
}

fn read_organization<R: Source>(
    archive: &Archive<R>,
    reader: &mut Reader<'_, R>,
    heads: &Heads,
    findings: &mut Findings,
) -> Option<Box<Named<Organization>>> {
    let Some((&first, others)) = heads.organizations.split_first() else {
        findings.push(Finding::new(Rule::OrganizationMissing));
        return None;
    };
    let entry = &archive.entries()[first];
    for &other in others {
        let name = &*archive.entries()[other].name;
        findings.push(Finding::new(Rule::OrganizationSeveral).in_file(name).with("used", &*entry.name));
    }
    let unreadable = Finding::new(Rule::OrganizationUnreadable).in_file(&*entry.name);
    let bytes = reader.read(entry).map_err(|finding| findings.extend([finding, unreadable.clone()])).ok()?;
    match Organization::read(&bytes) {
        Ok(what) => Some(Box::new(Named { file: entry.name.clone(), what })),
        Err(refusal) => {
            findings.extend([refusal.finding().in_file(&*entry.name), unreadable]);
            None
        }
    }
}

/// Files that say how a package is organized, known by their root elements.
#[derive(Debug, Default)]
struct Heads {
    organizations: Vec<usize>,
    status_lists: Vec<usize>,
}

impl Heads {
    /// Looks into XML files whose names are none of S1000D's.
    fn find<R: Source>(archive: &Archive<R>) -> Self {
        let mut heads = Self::default();
        let mut reader = archive.reader();
        for (place, entry) in archive.entries().iter().enumerate() {
            let name = entry.file_name();
            let usual = name.starts_with("DS-") || name.starts_with("PS-") || FileName::parse(name).is_ok();
            if usual || !is_xml(name) || entry.size > MOST_LIST_BYTES {
                continue;
            }
            let root = reader.read(entry).ok().and_then(|bytes| root_of(&bytes));
            match root.as_deref().map(ObjectKind::of_root) {
                Some(ObjectKind::PackageOrganization) => heads.organizations.push(place),
                Some(ObjectKind::StatusList) => heads.status_lists.push(place),
                // A file of that name that cannot be read is one nevertheless.
                None if name.eq_ignore_ascii_case("PackageOrganization.xml") => heads.organizations.push(place),
                _ => {}
            }
        }
        // The one nearest to the top is the package's own.
        heads.organizations.sort_by_key(|place| archive.entries()[*place].name.matches('/').count());
        heads
    }
}

pub(super) fn is_xml(name: &str) -> bool {
    media::extension(name) == "xml"
}

fn root_of(bytes: &[u8]) -> Option<String> {
    let mut stream = Stream::new(bytes);
    stream.next_token().ok()?.map(|_| stream.name().to_owned())
}
