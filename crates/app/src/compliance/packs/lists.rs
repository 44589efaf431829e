//! The lists of a pack, written into files without a name in the work folder.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use chrono::{DateTime, SecondsFormat, Utc};
use domain::compliance::{PolicyEvent, PolicyMeans};
use domain::id::{ManualId, PolicyCategoryId};
use domain::language::Locale;
use domain::text::hex;
use publish::audit_pack::tables::{self, EvidenceEntry, MatrixItem, MatrixReference, Quotation};
use publish::manifest::ManifestInput;
use publish::table::{Cell, Table};
use sha2::{Digest, Sha256};
use store::blobs::BlobId;

use super::gathering::GatheredItem;

/// Rows of the workbook, which is made in memory.
const MAX_SHEET_ROWS: usize = 100_000;
/// Bytes of the name of a file of evidence in a pack.
const MAX_NAME_BYTES: usize = 150;

/// A list that is written in parts.
#[derive(Debug)]
pub(super) struct ListFile(BufWriter<File>);

impl ListFile {
    fn begin(folder: &Path, table: &Table) -> io::Result<Self> {
        let mut file = BufWriter::new(tempfile::tempfile_in(folder)?);
        file.write_all(&table.csv())?;
        Ok(Self(file))
    }

    fn add(&mut self, rows: Vec<Vec<Cell>>) -> io::Result<()> {
        self.0.write_all(&Table { rows, ..Table::default() }.csv_rows())
    }

    /// The file, at its end.
    pub(super) fn finish(self) -> io::Result<File> {
        self.0.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// A file of evidence that goes into the pack.
#[derive(Debug, Clone)]
pub(super) struct EvidenceFile {
    /// In the pack.
    pub(super) name: String,
    pub(super) blob: BlobId,
}

/// Everything that is known of a pack before its archive is written.
#[derive(Debug)]
pub(super) struct PackLists {
    locale: Locale,
    pub(super) matrix: ListFile,
    pub(super) paragraphs: ListFile,
    pub(super) evidence: ListFile,
    pub(super) means: ListFile,
    pub(super) history: ListFile,
    /// The matrix as a workbook.
    pub(super) sheet: Table,
    is_sheet_full: bool,
    pub(super) files: Vec<EvidenceFile>,
    pub(super) inputs: BTreeSet<ManifestInput>,
    /// The manuals that the pack tells about.
    pub(super) manuals: BTreeSet<ManualId>,
    pub(super) items: u64,
    pub(super) quotations: u64,
    pub(super) uncertain: u64,
}

/// The names that rows repeat.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListNames<'a> {
    pub(super) collection: &'a str,
    pub(super) categories: &'a HashMap<PolicyCategoryId, String>,
    /// The moment of the pack.
    pub(super) as_of: DateTime<Utc>,
}

pub(super) fn time(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl PackLists {
    pub(super) fn begin(folder: &Path, locale: Locale) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self {
            locale,
            matrix: ListFile::begin(folder, &tables::matrix(locale))?,
            paragraphs: ListFile::begin(folder, &tables::paragraphs(locale))?,
            evidence: ListFile::begin(folder, &tables::evidence(locale))?,
            means: ListFile::begin(folder, &tables::means(locale))?,
            history: ListFile::begin(folder, &tables::history(locale))?,
            sheet: tables::matrix(locale),
            is_sheet_full: false,
            files: Vec::new(),
            inputs: BTreeSet::new(),
            manuals: BTreeSet::new(),
            items: 0,
            quotations: 0,
            uncertain: 0,
        })
    }

    /// Adds an item of a collection.
    pub(super) fn add(&mut self, names: ListNames<'_>, gathered: &GatheredItem) -> io::Result<()> {
        let evidence = self.add_evidence(names, gathered)?;
        let quotations = self.add_quotations(names, gathered)?;
        let means = self.add_means(names, gathered)?;
        let item = &gathered.item;
        let category = item.category.as_ref().and_then(|id| names.categories.get(id));
        let of = MatrixItem {
            collection: names.collection,
            category: category.map_or("", String::as_str),
            item,
            text: &gathered.text,
            evidence: &evidence,
            means: &means,
        };
        let references: Vec<MatrixReference<'_>> = gathered
            .references
            .iter()
            .zip(quotations)
            .map(|(one, quotation)| MatrixReference { reference: &one.reference, quotation })
            .collect();
        let rows = tables::matrix_rows(self.locale, of, &references);
        // It ends at the first requirement that does not fit: one without later ones shows that it is cut.
        self.is_sheet_full |= self.sheet.rows.len() + rows.len() > MAX_SHEET_ROWS;
        if !self.is_sheet_full {
            self.sheet.rows.extend(tables::shortened(&rows));
        }
        self.matrix.add(rows)?;
        self.add_history(names, gathered)?;
        self.items += 1;
        let uncertain = gathered.references.iter().filter(|one| !one.reference.is_certain).count() as u64;
        self.uncertain += uncertain + u64::from(!item.is_certain);
        self.manuals.extend(gathered.references.iter().filter_map(|one| one.reference.manual.clone()));
        Ok(())
    }

    /// Adds the texts of references; gives the number of each.
    fn add_quotations(&mut self, names: ListNames<'_>, gathered: &GatheredItem) -> io::Result<Vec<Option<u64>>> {
        let mut rows = Vec::new();
        let mut numbers = Vec::with_capacity(gathered.references.len());
        for one in &gathered.references {
            let Some(quoted) = &one.quoted else {
                numbers.push(None);
                continue;
            };
            self.quotations += 1;
            numbers.push(Some(self.quotations));
            let hash: [u8; 32] = Sha256::digest(quoted.text.as_bytes()).into();
            let (issue, sha256) =
                one.version.as_ref().map_or(("", ""), |found| (found.issue.as_str(), found.blob.as_str()));
            rows.push(tables::paragraph_row(
                self.locale,
                &Quotation {
                    number: self.quotations,
                    collection: names.collection,
                    code: &gathered.item.code,
                    reference: &one.reference,
                    issue,
                    sha256,
                    state: quoted.state,
                    confirmed_on: &time(one.reference.confirmed_on),
                    text_sha256: &hex(&hash),
                    text: &quoted.text,
                },
            ));
            if !sha256.is_empty() {
                self.inputs.insert(ManifestInput {
                    key: [one.reference.manual_path.as_str(), one.reference.key.as_str()].join("/"),
                    issue: issue.to_owned(),
                    sha256: sha256.to_owned(),
                    status_sha256: None,
                });
            }
        }
        self.paragraphs.add(rows)?;
        Ok(numbers)
    }

    /// Adds the files of evidence; gives their numbers.
    fn add_evidence(&mut self, names: ListNames<'_>, gathered: &GatheredItem) -> io::Result<Vec<u64>> {
        let mut rows = Vec::new();
        let mut numbers = Vec::with_capacity(gathered.evidence.len());
        for stored in &gathered.evidence {
            let number = self.files.len() as u64 + 1;
            let name = ["evidence/", &packed_name(number, &stored.evidence.file_name)].concat();
            numbers.push(number);
            rows.push(tables::evidence_row(&EvidenceEntry {
                number,
                collection: names.collection,
                code: &gathered.item.code,
                evidence: &stored.evidence,
                added_on: &time(stored.evidence.created_on),
                sha256: stored.blob.as_str(),
                file: &name,
            }));
            self.files.push(EvidenceFile { name, blob: stored.blob.clone() });
            self.manuals.extend(stored.evidence.manual.clone());
        }
        let code = &gathered.item.code;
        let deleted = gathered.deleted_evidence.iter();
        rows.extend(deleted.map(|line| tables::deleted_evidence_row(self.locale, names.collection, code, line)));
        self.evidence.add(rows)?;
        Ok(numbers)
    }

    /// Adds how a requirement was met; gives all of it, each means in one line.
    fn add_means(&mut self, names: ListNames<'_>, gathered: &GatheredItem) -> io::Result<String> {
        let (code, on) = (&gathered.item.code, names.as_of.date_naive());
        let row = |means: &PolicyMeans| tables::means_row(self.locale, names.collection, code, means, means.state(on));
        let rows: Vec<Vec<Cell>> = gathered.means.iter().map(row).collect();
        self.means.add(rows)?;
        Ok(gathered.means.iter().map(PolicyMeans::line).collect::<Vec<_>>().join("\n"))
    }

    fn add_history(&mut self, names: ListNames<'_>, gathered: &GatheredItem) -> io::Result<()> {
        let code = &gathered.item.code;
        let row =
            |event: &PolicyEvent| tables::history_row(self.locale, names.collection, code, event, &time(event.on));
        let rows = gathered.events.iter().map(|(event, _)| row(event)).collect();
        self.history.add(rows)?;
        self.manuals.extend(gathered.events.iter().filter_map(|(_, manual)| manual.clone()));
        Ok(())
    }
}

/// The name of a file of evidence in the pack, as in `00001-record.pdf`: one that every system can unpack. The list has its
/// own name.
fn packed_name(number: u64, file_name: &str) -> String {
    const FORBIDDEN: &str = "\\/:*?\"<>|";
    let plain: String =
        file_name.chars().map(|c| if c.is_control() || FORBIDDEN.contains(c) { '_' } else { c }).collect();
    // The end is kept: it tells what the file is.
    let first = plain.len().saturating_sub(MAX_NAME_BYTES);
    let start = (first..plain.len()).find(|at| plain.is_char_boundary(*at)).unwrap_or(plain.len());
    format!("{number:05}-{}", &plain[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_can_unpack_the_names_of_evidence() {
        assert_eq!(packed_name(1, "record.pdf"), "00001-record.pdf");
        assert_eq!(packed_name(2, "a:b?.pdf"), "00002-a_b_.pdf");
        let long = packed_name(3, &["文".repeat(251), ".pdf".to_owned()].concat());
        assert!(long.ends_with("文.pdf") && long.len() <= 160, "{long}");
    }
}
