//! The redline of a manual to take away: the texts of the file, and the changes in words as a table.

use app::imports::packages::{Cell, Table};
use app::reading::manual_redline::{ManualRedline, ModuleChangeFilter};
use app::reading::redline_export::{MarkWords, ModuleWords, RedlineTexts, WordedChange, WordedRow};
use app::reading::viewer::RedlineKind;
use chrono::{DateTime, Utc};
use domain::language::Locale;
use domain::snapshot::{Reading, Snapshot};

use crate::texts;

fn say(locale: Locale, key: &str) -> String {
    texts::say(locale, &["redline.", key].concat(), &[])
}

/// The subject of a file.
#[derive(Debug, Clone, Copy)]
pub struct ExportedRedline<'a> {
    pub redline: &'a ManualRedline,
    /// The states that were asked for, and those that were found; the old one first.
    pub asked: &'a [Reading; 2],
    pub snapshots: &'a [Snapshot; 2],
    pub filter: &'a ModuleChangeFilter,
    /// Modules in the file.
    pub count: usize,
}

/// The texts of the file, and those about each module.
pub fn file_texts(about: ExportedRedline<'_>, locale: Locale, now: DateTime<Utc>) -> (RedlineTexts, ModuleWords) {
    let say = |key: &str| say(locale, key);
    let ExportedRedline { redline, asked: [left, right], snapshots: [old, new], filter, count } = about;
    let manual = ("manual".to_owned(), redline.manual.name.to_string());
    let filters = filter_facts(redline, filter, locale);
    let counted = if filters.is_empty() { count.to_string() } else { count_of(redline, count, locale) };
    let mut facts = vec![
        (say("file.manual"), redline.manual.path()),
        (say("file.old"), state_text(left, old, locale)),
        (say("file.new"), state_text(right, new, locale)),
    ];
    facts.extend(filters);
    facts.push((say("file.count"), counted));
    facts.push((say("file.on"), moment(now)));
    let texts = RedlineTexts {
        language: locale.as_str().to_owned(),
        title: texts::say(locale, "redline.file.title", &[manual]),
        facts,
        contents: say("file.contents"),
        none: say("file.none"),
        key: ["inserted", "deleted", "moved"].map(|kind| say(&["kind.", kind].concat())),
    };
    let words = ModuleWords {
        new: say("new"),
        changed: say("changed"),
        removed: say("removed"),
        pictures: say("unchanged"),
        failed: say("file.failed"),
        coarse: say("file.coarse"),
        cut: say("file.cut"),
        without_pictures: say("file.without_pictures"),
        unseen: say("file.unseen"),
        kinds: KINDS.map(|kind| (kind, say(&["kind.", kind_word(kind)].concat()))).to_vec(),
        marks: MarkWords {
            before: say("old"),
            after: say("new_text"),
            inserted: say("kind.inserted"),
            deleted: say("kind.deleted"),
        },
    };
    (texts, words)
}

fn moment(on: DateTime<Utc>) -> String {
    on.format("%Y-%m-%d %H:%M UTC").to_string()
}

/// As in `12 of 312`: a file with a filter is not all that changed.
fn count_of(redline: &ManualRedline, count: usize, locale: Locale) -> String {
    let counts = redline.counts;
    let total = counts.new + counts.changed + counts.removed + counts.pictures;
    let params = [("count".to_owned(), count.to_string()), ("total".to_owned(), total.to_string())];
    texts::say(locale, "redline.file.count_of", &params)
}

/// The filters of a file, as labels and values.
fn filter_facts(redline: &ManualRedline, filter: &ModuleChangeFilter, locale: Locale) -> Vec<(String, String)> {
    let say = |key: &str| say(locale, key);
    let section = filter.section.map(|id| {
        let found = redline.sections.iter().find(|section| section.id == id);
        found.map_or_else(|| id.0.to_string(), |section| section.title.clone())
    });
    let answer = |value: Option<bool>| value.map(|is| say(if is { "yes" } else { "no" }));
    let found = [
        ("state", filter.difference.map(|difference| say(difference.as_str()))),
        ("file.filter.section", section),
        ("viewed", answer(filter.viewed)),
        ("file.filter.content", answer(filter.content)),
        ("file.filter.marked", answer(filter.marked)),
        ("file.filter.needlessMarks", answer(filter.needless_marks)),
        ("kind.applicability", answer(filter.applicability)),
        ("file.filter.aircraft", filter.aircraft.clone()),
        ("file.filter.after", filter.after.clone()),
    ];
    let label = |key: &str| texts::say(locale, "redline.file.only", &[("filter".to_owned(), say(key))]);
    found.into_iter().filter_map(|(key, value)| Some((label(key), value?))).collect()
}

/// As in `OEM version, revision 2, issue 002, 2026-02-01`: the lane that was asked for, which may point to a state that was
/// made for another one.
fn state_text(asked: &Reading, snapshot: &Snapshot, locale: Locale) -> String {
    let lane = if asked.revision.is_some() { snapshot.lane } else { asked.lane() };
    let number = texts::say(locale, "redline.file.number", &[("number".to_owned(), snapshot.number.to_string())]);
    let issue = texts::say(locale, "redline.file.issue", &[("issue".to_owned(), snapshot.issue_number.clone())]);
    let parts = [
        Some(say(locale, &["lane.", lane.as_str()].concat())),
        (snapshot.number > 0).then_some(number),
        (!snapshot.issue_number.is_empty()).then_some(issue),
        Some(snapshot.issue_date.clone()).filter(|date| !date.is_empty()),
        Some(moment(asked.as_of.unwrap_or(snapshot.created_on))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The changes in words as a table. One with filters begins with them: it is not all that changed.
pub fn words_table(
    redline: &ManualRedline,
    filter: &ModuleChangeFilter,
    (count, changes): (usize, Vec<WordedChange>),
    locale: Locale,
) -> Table {
    let say = |key: &str| say(locale, key);
    let text = |text: String| if text.is_empty() { Cell::Empty } else { Cell::Text(text) };
    let row = |WordedChange { module, change }: WordedChange| {
        let state = say(module.difference.as_str());
        let mut row = vec![text(module.path), text(module.title), text(state)];
        let note = match change {
            WordedRow::Change(change) => {
                row.extend([
                    text(say(&["kind.", kind_word(change.kind)].concat())),
                    text(change.place),
                    text(change.subject),
                    text(change.old.or(change.moved_from).unwrap_or_default()),
                    text(change.new.unwrap_or_default()),
                ]);
                return row;
            }
            WordedRow::Whole => String::new(),
            WordedRow::Failed => say("file.failed"),
            WordedRow::Coarse => say("file.coarse"),
            WordedRow::More(more) => texts::say(locale, "redline.file.more", &[("count".to_owned(), more.to_string())]),
        };
        row.extend([Cell::Empty, Cell::Empty, text(note), Cell::Empty, Cell::Empty]);
        row
    };
    let mut filters = filter_facts(redline, filter, locale);
    if !filters.is_empty() {
        filters.push((say("file.count"), count_of(redline, count, locale)));
    }
    let filters = filters.into_iter().map(|(label, value)| {
        let mut row = vec![text(label), text(value)];
        row.resize_with(HEADER.len(), || Cell::Empty);
        row
    });
    let rows = filters.chain(changes.into_iter().map(row)).collect();
    Table { name: say("sheet"), header: HEADER.map(say).to_vec(), rows }
}

const HEADER: [&str; 8] = ["path", "title", "state", "kind", "place", "subject", "old", "new_text"];

const KINDS: [RedlineKind; 14] = [
    RedlineKind::Inserted,
    RedlineKind::Deleted,
    RedlineKind::Moved,
    RedlineKind::Words,
    RedlineKind::Format,
    RedlineKind::Value,
    RedlineKind::Reference,
    RedlineKind::Picture,
    RedlineKind::PictureContent,
    RedlineKind::Applicability,
    RedlineKind::Split,
    RedlineKind::Joined,
    RedlineKind::ColumnInserted,
    RedlineKind::ColumnDeleted,
];

fn kind_word(kind: RedlineKind) -> &'static str {
    match kind {
        RedlineKind::Inserted => "inserted",
        RedlineKind::Deleted => "deleted",
        RedlineKind::Moved => "moved",
        RedlineKind::Words => "words",
        RedlineKind::Format => "format",
        RedlineKind::Value => "value",
        RedlineKind::Reference => "reference",
        RedlineKind::Picture => "picture",
        RedlineKind::PictureContent => "pictureContent",
        RedlineKind::Applicability => "applicability",
        RedlineKind::Split => "split",
        RedlineKind::Joined => "joined",
        RedlineKind::ColumnInserted => "columnInserted",
        RedlineKind::ColumnDeleted => "columnDeleted",
    }
}
