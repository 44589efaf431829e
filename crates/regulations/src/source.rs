//! Files of any format.

use std::borrow::Cow;

use s1000d::stream::Token;
use sha2::{Digest, Sha256};

use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::SourceCollection;
use crate::packed::PackedFiles;
use crate::sheet::{self, DataSheet};
use crate::xml::XmlReader;
use crate::{SourceLimits, ciso, easa, ecfr, oscal, table};

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceFormat {
    /// Our layout as a workbook.
    Workbook,
    /// Our layout as CSV.
    Csv,
    /// Easy Access Rules of EASA.
    Easa,
    /// The Code of Federal Regulations of the USA.
    Ecfr,
    /// A catalog of OSCAL in JSON.
    Oscal,
    /// A library of CISO Assistant as a workbook.
    Ciso,
}

impl SourceFormat {
    pub const ALL: [Self; 6] = [Self::Workbook, Self::Csv, Self::Easa, Self::Ecfr, Self::Oscal, Self::Ciso];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Workbook => "xlsx",
            Self::Csv => "csv",
            Self::Easa => "easa",
            Self::Ecfr => "ecfr",
            Self::Oscal => "oscal",
            Self::Ciso => "ciso",
        }
    }
}

/// A file that has been read, with everything that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceReading {
    /// `None` if the format is not known.
    pub format: Option<SourceFormat>,
    /// The file may be imported only if no finding blocks.
    pub collection: SourceCollection,
    pub findings: Vec<SourceFinding>,
    /// Of the file as it was sent.
    pub sha256: [u8; 32],
}

impl SourceReading {
    /// Whether the file must not be imported.
    pub fn is_blocked(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == domain::finding::Severity::Block)
    }
}

/// The format of a file by its content; `None` if it is not one of ours.
pub fn detect(bytes: &[u8]) -> Option<SourceFormat> {
    let limits = SourceLimits::default();
    if bytes.len() > limits.file_bytes {
        return None;
    }
    let mut findings = FindingList::new(0);
    match FileContent::open(bytes, &limits, &mut findings)? {
        FileContent::Sheets(sheets) => Some(format_of(&sheets)),
        FileContent::Text(_) => Some(SourceFormat::Csv),
        FileContent::Xml(bytes) => xml_format(&bytes).ok().flatten(),
        FileContent::Json(_) => Some(SourceFormat::Oscal),
    }
}

/// Reads a file. It never fails: what is wrong with the file is in the findings.
pub fn read(bytes: &[u8], limits: &SourceLimits) -> SourceReading {
    let mut findings = FindingList::new(limits.findings);
    let (format, collection) = read_container(bytes, limits, &mut findings).unwrap_or_default();
    let sha256 = Sha256::digest(bytes).into();
    SourceReading { format, collection, findings: findings.finish(), sha256 }
}

type Recognised = (Option<SourceFormat>, SourceCollection);

fn read_container(bytes: &[u8], limits: &SourceLimits, findings: &mut FindingList) -> Option<Recognised> {
    if bytes.len() > limits.file_bytes {
        findings.add(SourceFinding::new(SourceRule::FileTooLarge).with("limit", (limits.file_bytes >> 20).to_string()));
        return None;
    }
    let (format, collection) = match FileContent::open(bytes, limits, findings)? {
        FileContent::Sheets(sheets) if format_of(&sheets) == SourceFormat::Ciso => {
            (SourceFormat::Ciso, ciso::read_sheets(&sheets, limits, findings))
        }
        FileContent::Sheets(sheets) => (SourceFormat::Workbook, table::read_sheets(sheets, limits, findings)),
        FileContent::Text(bytes) => {
            let sheet = sheet::read_text(&bytes, limits, findings)?;
            (SourceFormat::Csv, table::read_sheet(sheet, limits, findings))
        }
        FileContent::Json(bytes) => (SourceFormat::Oscal, oscal::read_json(&bytes, limits, findings)),
        FileContent::Xml(bytes) => match xml_format(&bytes) {
            Ok(Some(SourceFormat::Easa)) => (SourceFormat::Easa, easa::read_xml(&bytes, limits, findings)),
            Ok(Some(_)) => (SourceFormat::Ecfr, ecfr::read_xml(&bytes, limits, findings)),
            Ok(None) => {
                findings.add(SourceFinding::new(SourceRule::FormatUnknown));
                return None;
            }
            Err(finding) => {
                findings.add(finding);
                return None;
            }
        },
    };
    Some((Some(format), collection))
}

/// The content of a file before its format is known.
#[derive(Debug)]
enum FileContent<'b> {
    Sheets(Vec<DataSheet>),
    Text(Cow<'b, [u8]>),
    Xml(Cow<'b, [u8]>),
    Json(Cow<'b, [u8]>),
}

impl<'b> FileContent<'b> {
    fn open(bytes: &'b [u8], limits: &SourceLimits, findings: &mut FindingList) -> Option<Self> {
        if !bytes.starts_with(b"PK") {
            return Self::of_content(Cow::Borrowed(bytes), findings);
        }
        let files = PackedFiles::open(bytes, limits, findings)?;
        if files.has("xl/workbook.xml") {
            return sheet::read_workbook(&files, limits, findings).map(Self::Sheets);
        }
        let is_document = |name: &&str| {
            let name = name.to_ascii_lowercase();
            [".xml", ".json", ".csv"].iter().any(|end| name.ends_with(end))
        };
        let mut documents = files.names().filter(is_document);
        let (Some(name), None) = (documents.next(), documents.next()) else {
            findings.add(SourceFinding::new(SourceRule::ArchiveWithoutDocument));
            return None;
        };
        let content = files.read(name, findings)?;
        Self::of_content(Cow::Owned(content), findings)
    }

    fn of_content(bytes: Cow<'b, [u8]>, findings: &mut FindingList) -> Option<Self> {
        let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace() && !matches!(byte, 0xef | 0xbb | 0xbf));
        let utf16 = bytes.starts_with(&[0xfe, 0xff]) || bytes.starts_with(&[0xff, 0xfe]);
        let is_utf16_xml = utf16 && bytes.iter().skip(2).find(|byte| **byte != 0) == Some(&b'<');
        // The first byte alone would also refuse Chinese tables that begin with 序号 in GB18030.
        let is_old_workbook = bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]);
        let rule = match start.and_then(|start| bytes.get(start)) {
            None => SourceRule::FileEmpty,
            Some(b'<') => return Some(Self::Xml(bytes)),
            Some(_) if is_utf16_xml => return Some(Self::Xml(bytes)),
            Some(b'{') => return Some(Self::Json(bytes)),
            Some(_) if is_old_workbook => SourceRule::FormatUnknown,
            // PDF, and archives of other kinds.
            Some(b'%' | 0x1f | 0x00) => SourceRule::FormatUnknown,
            Some(_) => return Some(Self::Text(bytes)),
        };
        findings.add(SourceFinding::new(rule));
        None
    }
}

fn format_of(sheets: &[DataSheet]) -> SourceFormat {
    if ciso::fits(sheets) { SourceFormat::Ciso } else { SourceFormat::Workbook }
}

/// The format by the root element.
fn xml_format(bytes: &[u8]) -> Result<Option<SourceFormat>, SourceFinding> {
    let mut xml = XmlReader::new(bytes);
    loop {
        match xml.next().map_err(|refusal| refusal.finding(""))? {
            Some(Token::Start) => break,
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(match xml.name() {
        "package" => Some(SourceFormat::Easa),
        name if ecfr::is_root(name) => Some(SourceFormat::Ecfr),
        _ => None,
    })
}
