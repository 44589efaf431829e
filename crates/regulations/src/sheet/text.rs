//! CSV and plain text in the encodings that spreadsheets write.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030};
use publish::csv::read_csv;

use super::{DataSheet, SheetRow};
use crate::SourceLimits;
use crate::findings::{FindingList, SourceFinding, SourceRule};

/// The text of a file: by its byte order mark, as UTF-8, or else as GB18030, which Chinese spreadsheets write.
pub(crate) fn decoded<'b>(bytes: &'b [u8], findings: &mut FindingList) -> Option<Cow<'b, str>> {
    let text = if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..])
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        Some(Cow::Borrowed(text))
    } else {
        let text = GB18030.decode_without_bom_handling_and_without_replacement(bytes);
        if text.is_some() {
            findings.add(SourceFinding::new(SourceRule::EncodingGuessed).with("encoding", "GB18030"));
        }
        text
    };
    let text = text.filter(|text| !text.contains('\0'));
    if text.is_none() {
        findings.add(SourceFinding::new(SourceRule::NotText));
    }
    text
}

/// The rows of a CSV file.
pub(crate) fn read_text(bytes: &[u8], limits: &SourceLimits, findings: &mut FindingList) -> Option<DataSheet> {
    let text = decoded(bytes, findings)?;
    // More than there are cells, for separators in quotes count too; it costs nothing and keeps memory bounded.
    let cells = memchr::memchr3_iter(b',', b';', b'\t', text.as_bytes()).count()
        + memchr::memchr2_iter(b'\n', b'#', text.as_bytes()).count();
    if cells > limits.cells {
        findings.add(SourceFinding::new(SourceRule::CellsTooMany).with("limit", limits.cells.to_string()));
        return None;
    }
    match read_csv(&text) {
        Ok(rows) => {
            let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
            let rows = rows.into_iter().map(|row| SheetRow { line: line(row.line), cells: row.cells });
            Some(DataSheet { name: String::new(), rows: rows.collect() })
        }
        Err(error) => {
            let line = u32::try_from(error.line).unwrap_or(u32::MAX);
            findings.add(SourceFinding::new(SourceRule::CsvQuoteOpen).line(line));
            None
        }
    }
}
