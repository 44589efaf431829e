//! The lists of a pack: the matrix, quoted texts, evidence and history.

use domain::comment::PlaceState;
use domain::compliance::{
    DatedPolicyItem, DatedPolicyReference, MeansState, PolicyEvent, PolicyEvidence, PolicyMeans, PolicyTarget,
};
use domain::language::Locale;

use super::words;
use crate::table::{Cell, Table};

/// Characters of a text in the workbook: it is made in memory, and the list beside it has the whole text.
const MAX_SHEET_TEXT: usize = 1_000;

/// A requirement with the names around it.
#[derive(Debug, Clone, Copy)]
pub struct MatrixItem<'a> {
    pub collection: &'a str,
    pub category: &'a str,
    pub item: &'a DatedPolicyItem,
    /// With its clauses.
    pub text: &'a str,
    /// The numbers of its files of evidence.
    pub evidence: &'a [u64],
    /// Each in one line.
    pub means: &'a str,
}

/// A reference of a requirement with the number of its quotation.
#[derive(Debug, Clone, Copy)]
pub struct MatrixReference<'a> {
    pub reference: &'a DatedPolicyReference,
    pub quotation: Option<u64>,
}

/// A text that is quoted.
#[derive(Debug, Clone)]
pub struct Quotation<'a> {
    pub number: u64,
    pub collection: &'a str,
    pub code: &'a str,
    pub reference: &'a DatedPolicyReference,
    /// As in `001-00 2026-11-17`.
    pub issue: &'a str,
    pub sha256: &'a str,
    /// `None` where the version in which it was confirmed is not known.
    pub state: Option<PlaceState>,
    pub confirmed_on: &'a str,
    pub text_sha256: &'a str,
    pub text: &'a str,
}

/// A file of evidence.
#[derive(Debug, Clone)]
pub struct EvidenceEntry<'a> {
    pub number: u64,
    pub collection: &'a str,
    pub code: &'a str,
    pub evidence: &'a PolicyEvidence,
    pub added_on: &'a str,
    pub sha256: &'a str,
    /// In the pack.
    pub file: &'a str,
}

fn table(name: &str, header: &[&str]) -> Table {
    Table { name: name.to_owned(), header: header.iter().map(|name| (*name).to_owned()).collect(), rows: Vec::new() }
}

/// The matrix without rows.
pub fn matrix(locale: Locale) -> Table {
    table(words::matrix_name(locale), &words::matrix_header(locale))
}

/// The quoted texts without rows.
pub fn paragraphs(locale: Locale) -> Table {
    table("", &words::paragraph_header(locale))
}

/// The files of evidence without rows.
pub fn evidence(locale: Locale) -> Table {
    table("", &words::evidence_header(locale))
}

/// How requirements were met, without rows.
pub fn means(locale: Locale) -> Table {
    table("", &words::means_header(locale))
}

/// The history without rows.
pub fn history(locale: Locale) -> Table {
    table("", &words::history_header(locale))
}

fn cell(text: &str) -> Cell {
    if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) }
}

fn cells(texts: &[&str]) -> Vec<Cell> {
    texts.iter().map(|text| cell(text)).collect()
}

fn numbers(all: &[u64]) -> String {
    all.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// The rows of a requirement: one for each reference, or one without any.
pub fn matrix_rows(locale: Locale, of: MatrixItem<'_>, references: &[MatrixReference<'_>]) -> Vec<Vec<Cell>> {
    if references.is_empty() {
        return vec![matrix_row(locale, of, None)];
    }
    // The text stands in the first row alone: a long one with many references would fill the list.
    let row = |(place, one): (usize, &MatrixReference<'_>)| {
        let of = if place == 0 { of } else { MatrixItem { text: "", ..of } };
        matrix_row(locale, of, Some(*one))
    };
    references.iter().enumerate().map(row).collect()
}

fn matrix_row(locale: Locale, of: MatrixItem<'_>, reference: Option<MatrixReference<'_>>) -> Vec<Cell> {
    let item = of.item;
    let known = |is_so: bool| words::yes_or_no(locale, is_so);
    let day = |day: Option<String>| day.unwrap_or_default();
    let (effective, review) =
        (day(item.effective_on.map(|day| day.to_string())), day(item.review_on.map(|day| day.to_string())));
    let is_certain = item.is_certain && reference.is_none_or(|one| one.reference.is_certain);
    let evidence = numbers(of.evidence);
    let mut row = cells(&[
        of.collection,
        of.category,
        &item.code,
        item.kind.as_str(),
        &item.title,
        of.text,
        &effective,
        known(item.scope.in_scope),
        &item.scope.reason,
        &item.scope.applicability,
        &item.scope.operator,
        words::status(locale, item.status),
        item.proposed.map_or("", |status| words::status(locale, status)),
        known(item.needs_recheck),
        known(item.is_withdrawn),
        &item.owner,
        &review,
        known(is_certain),
        of.means,
    ]);
    match reference {
        Some(MatrixReference { reference, quotation }) => row.extend(cells(&[
            &reference.clause,
            words::target(locale, reference.target),
            &reference.manual_path,
            place_of(reference),
            words::link(locale, reference.state),
            &reference.comment,
            &quotation.map(|number| number.to_string()).unwrap_or_default(),
        ])),
        None => row.extend(cells(&[""; 7])),
    }
    row.push(cell(&evidence));
    row
}

/// The module or the chapter of a reference.
fn place_of(reference: &DatedPolicyReference) -> &str {
    match reference.target {
        PolicyTarget::Manual => "",
        PolicyTarget::Chapter => &reference.chapter,
        PolicyTarget::Module | PolicyTarget::Paragraph => &reference.key,
    }
}

/// The same rows with long texts cut, for the workbook.
pub fn shortened(rows: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let cut = |cell: &Cell| match cell {
        Cell::Text(text) if text.chars().nth(MAX_SHEET_TEXT).is_some() => {
            let start: String = text.chars().take(MAX_SHEET_TEXT).collect();
            Cell::Text([start.as_str(), "…"].concat())
        }
        other => other.clone(),
    };
    rows.iter().map(|row| row.iter().map(cut).collect()).collect()
}

pub fn paragraph_row(locale: Locale, one: &Quotation<'_>) -> Vec<Cell> {
    cells(&[
        &one.number.to_string(),
        one.collection,
        one.code,
        &one.reference.clause,
        &one.reference.manual_path,
        &one.reference.key,
        one.issue,
        one.sha256,
        words::place(locale, one.state),
        one.confirmed_on,
        one.text_sha256,
        one.text,
    ])
}

pub fn evidence_row(one: &EvidenceEntry<'_>) -> Vec<Cell> {
    let effective = one.evidence.effective_on.map(|day| day.to_string()).unwrap_or_default();
    cells(&[
        &one.number.to_string(),
        one.collection,
        one.code,
        &one.evidence.file_name,
        &effective,
        &one.evidence.author.account,
        one.added_on,
        one.sha256,
        one.file,
    ])
}

/// A file of evidence that was deleted since: the history tells its name, its day and its hash in one line.
pub fn deleted_evidence_row(locale: Locale, collection: &str, code: &str, line: &str) -> Vec<Cell> {
    cells(&["", collection, code, line, "", "", "", "", words::deleted_since(locale)])
}

/// How a requirement was met, with its state at the moment of the pack.
pub fn means_row(locale: Locale, collection: &str, code: &str, means: &PolicyMeans, state: MeansState) -> Vec<Cell> {
    let [approved, from, to] =
        [means.approved_on, means.valid_from, means.valid_to].map(|day| day.map(|day| day.to_string()));
    cells(&[
        collection,
        code,
        words::means_kind(locale, means.kind),
        &means.reference,
        &means.authority,
        &means.approval,
        &approved.unwrap_or_default(),
        &from.unwrap_or_default(),
        &to.unwrap_or_default(),
        words::means_state(locale, state),
        &means.remarks,
    ])
}

pub fn history_row(locale: Locale, collection: &str, code: &str, event: &PolicyEvent, time: &str) -> Vec<Cell> {
    cells(&[
        collection,
        code,
        time,
        &event.account,
        words::event(locale, event.kind),
        &event.before,
        &event.after,
        &event.why,
    ])
}

#[cfg(test)]
mod tests {
    use domain::compliance::{MeansKind, PolicyItemKind, PolicyScope, PolicyStatus};
    use domain::id::PolicyItemId;

    use super::*;

    fn item() -> DatedPolicyItem {
        DatedPolicyItem {
            id: PolicyItemId("i".to_owned()),
            category: None,
            code: "ORO.1".to_owned(),
            title: "Records".to_owned(),
            text: String::new(),
            is_text_of_today: true,
            kind: PolicyItemKind::Rule,
            effective_on: None,
            is_assessable: true,
            status: PolicyStatus::Compliant,
            proposed: None,
            scope: PolicyScope::default(),
            owner: "ann".to_owned(),
            review_on: None,
            needs_recheck: false,
            is_withdrawn: false,
            is_certain: true,
            has_references: false,
            has_evidence: false,
        }
    }

    #[test]
    fn every_row_has_a_cell_for_each_column_in_both_languages() {
        let item = item();
        let of = MatrixItem {
            collection: "ORO",
            category: "",
            item: &item,
            text: "Keep records.",
            evidence: &[2, 3],
            means: "exemption E-1",
        };
        let held = PolicyMeans {
            kind: MeansKind::Exemption,
            reference: "E-1".to_owned(),
            authority: "FOCA".to_owned(),
            approval: String::new(),
            approved_on: None,
            valid_from: None,
            valid_to: None,
            remarks: String::new(),
        };
        for locale in Locale::ALL {
            let header = matrix(locale).header;
            let rows = matrix_rows(locale, of, &[]);
            assert_eq!((rows.len(), rows[0].len()), (1, header.len()));
            assert_eq!(rows[0].last(), Some(&Cell::Text("2, 3".to_owned())));
            let deleted = deleted_evidence_row(locale, "ORO", "ORO.1", "a.pdf");
            assert_eq!(deleted.len(), evidence(locale).header.len());
            assert_eq!(means_row(locale, "ORO", "ORO.1", &held, MeansState::Ended).len(), means(locale).header.len());
        }
        assert!(
            means_row(Locale::Chinese, "", "", &held, MeansState::Ended).contains(&Cell::Text("已到期".to_owned()))
        );
        assert!(matrix_rows(Locale::Chinese, of, &[])[0].contains(&Cell::Text("符合".to_owned())));
    }

    #[test]
    fn the_workbook_has_the_beginning_of_long_texts() {
        let rows = vec![vec![Cell::Text("长".repeat(MAX_SHEET_TEXT + 5)), Cell::Number(1)]];
        let short = shortened(&rows);
        let Cell::Text(text) = &short[0][0] else { panic!("a text") };
        assert_eq!(text.chars().count(), MAX_SHEET_TEXT + 1);
        assert_eq!(shortened(&short[..0]), Vec::<Vec<Cell>>::new());
    }
}
