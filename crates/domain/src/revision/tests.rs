use super::*;

fn trio(base: i64, theirs: i64, ours: i64) -> VersionTrio {
    let version = |id: i64| (id > 0).then_some(VersionId(id));
    VersionTrio { base: version(base), theirs: version(theirs), ours: version(ours) }
}

#[test]
fn an_object_that_nobody_customised_follows_the_revision() {
    assert_eq!(step(trio(1, 2, 1), false, false), RevisionStep::Forward);
    assert_eq!(step(trio(0, 2, 0), false, false), RevisionStep::Forward);
    assert_eq!(step(trio(1, 2, 1), true, false), RevisionStep::Forward, "marked as deleted, and shown so");
    assert_eq!(step(trio(1, 0, 1), false, false), RevisionStep::Remove);
}

#[test]
fn an_object_that_the_revision_leaves_alone_stays() {
    for (base, theirs, ours) in [(1, 1, 1), (1, 1, 3), (1, 1, 0), (0, 0, 3), (1, 3, 3), (1, 0, 0)] {
        assert_eq!(step(trio(base, theirs, ours), false, true), RevisionStep::Keep, "{base} {theirs} {ours}");
    }
}

#[test]
fn what_both_sides_changed_is_merged_or_left_for_a_decision() {
    let left = RevisionStep::Leave;
    assert_eq!(step(trio(1, 2, 3), false, false), RevisionStep::Merge);
    assert_eq!(step(trio(1, 2, 3), true, false), left(TodoReason::DeletedByOem));
    assert_eq!(step(trio(1, 0, 3), false, false), left(TodoReason::DeletedByOem));
    assert_eq!(step(trio(1, 2, 0), false, false), left(TodoReason::DeletedByUs));
    assert_eq!(step(trio(0, 2, 3), false, false), left(TodoReason::AddedByBoth));
}

#[test]
fn a_module_that_somebody_has_checked_out_is_left_alone() {
    for (base, theirs, ours) in [(1, 2, 1), (1, 2, 3), (1, 0, 1)] {
        let found = step(trio(base, theirs, ours), false, true);
        assert_eq!(found, RevisionStep::Leave(TodoReason::CheckedOut), "{base} {theirs} {ours}");
    }
}

#[test]
fn a_revision_meets_an_edit_when_both_sides_changed_the_module() {
    assert!(trio(1, 2, 3).is_met() && trio(1, 0, 3).is_met() && trio(0, 2, 3).is_met());
    assert!(!trio(1, 2, 1).is_met() && !trio(1, 1, 3).is_met() && !trio(1, 2, 2).is_met());
}

#[test]
fn the_clock_of_a_revision_can_be_switched_off() {
    let delivered = DateTime::UNIX_EPOCH;
    let due = RevisionRules::default().due_on(delivered).expect("a day");
    assert_eq!((due - delivered).num_days(), 60);
    assert_eq!(RevisionRules { decision_days: 0 }.due_on(delivered), None);
    assert!(parse_decision_days(365).is_ok() && parse_decision_days(366).is_err());
}

#[test]
fn an_open_to_do_is_overdue_when_its_day_is_over() {
    let due = |day: &str, state| RevisionTodo {
        id: RevisionTodoId("t".to_owned()),
        revision: SnapshotId(1),
        manual_id: ManualId("m".to_owned()),
        object_id: ObjectId(1),
        reason: TodoReason::Conflict,
        state,
        conflicts: 1,
        trio: trio(1, 2, 3),
        result: None,
        resolution: None,
        owner: None,
        due_on: Some(day.to_owned()),
        note: String::new(),
        decided: None,
        created_on: DateTime::UNIX_EPOCH,
        version: 1,
    };
    let now = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(1);
    assert!(due("1970-01-01", TodoState::Open).is_overdue(now));
    assert!(!due("1970-01-02", TodoState::Open).is_overdue(now), "it is not over");
    assert!(!due("1970-01-01", TodoState::Done).is_overdue(now));
}

#[test]
fn a_note_has_a_limit() {
    assert_eq!(parse_note(" why "), Ok("why".to_owned()));
    assert_eq!(parse_note("why\0"), Err(FieldCode::Nul));
    assert_eq!(parse_note(&"x".repeat(MAX_NOTE + 1)), Err(FieldCode::TooLong));
}

fn open_work(base: i64, theirs: i64, ours: i64, result: i64) -> OpenWork {
    let result = (result > 0).then_some(VersionId(result));
    OpenWork { todo: crate::id::RevisionTodoId("t".to_owned()), trio: trio(base, theirs, ours), result }
}

#[test]
fn a_module_that_an_earlier_revision_left_alone_is_compared_with_what_it_contains() {
    // It was checked out when version 2 was confirmed; nobody edited it.
    let carried = open_work(1, 2, 1, 0).carried(trio(2, 3, 1)).expect("one to-do for both");
    assert_eq!(carried, trio(1, 3, 1));
    assert_eq!(step(carried, false, false), RevisionStep::Forward);
    // It was edited since.
    assert_eq!(open_work(1, 2, 1, 0).carried(trio(2, 3, 7)), Some(trio(1, 3, 7)));
    // Somebody took their version without closing the to-do.
    assert_eq!(open_work(1, 2, 7, 0).carried(trio(2, 3, 2)), Some(trio(2, 3, 2)));
    // The manufacturer took the change back: nothing is left to do.
    let back = open_work(1, 2, 7, 0).carried(trio(2, 1, 7)).expect("one to-do for both");
    assert_eq!(step(back, false, false), RevisionStep::Keep);
}

#[test]
fn conflicts_that_are_open_are_merged_again() {
    assert_eq!(open_work(1, 2, 7, 8).carried(trio(2, 3, 8)), Some(trio(1, 3, 7)));
    assert_eq!(open_work(1, 2, 7, 8).carried(trio(2, 1, 8)), Some(trio(2, 1, 8)), "their change is taken back");
    assert_eq!(open_work(1, 2, 7, 8).carried(trio(2, 3, 9)), None, "the merged text was edited");
}
