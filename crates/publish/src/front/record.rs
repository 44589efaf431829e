//! The change record: this publication and those before it.

use std::fmt::Write;

use s1000d::code::CodeError;

use super::frame::{FrontFrame, PartNumber};
use super::{FrontPart, GeneratedModule};
use crate::book::{BookChange, BookWord};
use crate::package::xml::escaped;

const COLUMNS: [BookWord; 4] = [BookWord::Revision, BookWord::Date, BookWord::ApprovedBy, BookWord::Reference];

pub(super) fn module(frame: &FrontFrame<'_>, changes: &[BookChange]) -> Result<GeneratedModule, CodeError> {
    let mut body = String::from("<description>\n<table frame=\"all\">\n<tgroup cols=\"4\">\n");
    for number in 1..=COLUMNS.len() {
        // Writing to a string cannot fail.
        let _ = writeln!(body, "<colspec colnum=\"{number}\" colname=\"col{number}\"/>");
    }
    body.push_str("<thead>\n");
    row(&mut body, COLUMNS.map(|word| word.text(frame.locale)));
    body.push_str("</thead>\n<tbody>\n");
    for change in changes {
        row(&mut body, [&change.revision, &change.date, &change.approved_by, &change.reference]);
    }
    body.push_str("</tbody>\n</tgroup>\n</table>\n</description>");
    frame.module(FrontPart::ChangeRecord, PartNumber::ONLY, &body)
}

fn row(body: &mut String, cells: [&str; 4]) {
    body.push_str("<row>");
    for cell in cells {
        if cell.is_empty() {
            body.push_str("<entry/>");
        } else {
            let _ = write!(body, "<entry><para>{}</para></entry>", escaped(cell));
        }
    }
    body.push_str("</row>\n");
}
