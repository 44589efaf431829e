//! The redline of a manual to take away: the texts of the file, and the changes in words as a table.

use app::imports::packages::{Cell, Table};
use app::reading::manual_redline::ManualRedline;
use app::reading::redline_export::{ModuleWords, RedlineTexts, WordedChange};
use app::reading::viewer::RedlineKind;
use chrono::{DateTime, Utc};
use domain::language::Locale;
use domain::snapshot::Snapshot;

use crate::texts;

fn say(locale: Locale, key: &str) -> String {
    texts::say(locale, &["redline.", key].concat(), &[])
}

/// The texts of the file, and those about each module.
pub fn file_texts(
    redline: &ManualRedline,
    [old, new]: [Snapshot; 2],
    count: usize,
    locale: Locale,
    now: DateTime<Utc>,
) -> (RedlineTexts, ModuleWords) {
    let say = |key: &str| say(locale, key);
    let manual = ("manual".to_owned(), redline.manual.name.to_string());
    let texts = RedlineTexts {
        language: locale.as_str().to_owned(),
        title: texts::say(locale, "redline.file.title", &[manual]),
        facts: vec![
            (say("file.manual"), redline.manual.path()),
            (say("file.old"), state_text(&old, locale)),
            (say("file.new"), state_text(&new, locale)),
            (say("file.count"), count.to_string()),
            (say("file.on"), now.format("%Y-%m-%d %H:%M UTC").to_string()),
        ],
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
    };
    (texts, words)
}

/// As in `OEM revision 2, issue 002, 2026-02-01`.
fn state_text(snapshot: &Snapshot, locale: Locale) -> String {
    let lane = say(locale, &["lane.", snapshot.lane.as_str()].concat());
    let number = texts::say(locale, "redline.file.number", &[("number".to_owned(), snapshot.number.to_string())]);
    let issue = texts::say(locale, "redline.file.issue", &[("issue".to_owned(), snapshot.issue_number.clone())]);
    let parts = [
        Some(lane),
        (snapshot.number > 0).then_some(number),
        (!snapshot.issue_number.is_empty()).then_some(issue),
        Some(snapshot.issue_date.clone()).filter(|date| !date.is_empty()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The changes in words as a table.
pub fn words_table(changes: Vec<WordedChange>, locale: Locale) -> Table {
    let say = |key: &str| say(locale, key);
    let text = |text: String| if text.is_empty() { Cell::Empty } else { Cell::Text(text) };
    let rows = changes.into_iter().map(|WordedChange { module, change }| {
        let state = say(module.difference.as_str());
        let mut row = vec![text(module.path), text(module.title), text(state)];
        match change {
            Some(change) => row.extend([
                text(say(&["kind.", kind_word(change.kind)].concat())),
                text(change.place),
                text(change.subject),
                text(change.old.or(change.moved_from).unwrap_or_default()),
                text(change.new.unwrap_or_default()),
            ]),
            None => row.extend([Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty]),
        }
        row
    });
    let header = ["path", "title", "state", "kind", "place", "subject", "old", "new_text"];
    Table { name: say("sheet"), header: header.map(say).to_vec(), rows: rows.collect() }
}

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
    }
}
