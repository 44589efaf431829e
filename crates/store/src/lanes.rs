//! The conditions that find what a lane contains at one point of its history.
//!
//! A row of `lane_entry` belongs to a snapshot when the id of the snapshot lies in the row's interval of the lane: the
//! OEM interval for an OEM revision, the working interval for all other snapshots. The view `snapshot_entry` says the
//! same. SQLite does not flatten it on the right side of a `LEFT JOIN`, and PostgreSQL cannot read it in the order of an
//! index; such statements use these conditions on the table `lane_entry e`.

/// The bound of an interval that has not begun or not ended. An entry of the other lane alone has it at both ends, so
/// a condition on the end of an interval also needs one on its beginning.
macro_rules! never {
    () => {
        "9223372036854775807"
    };
}

/// The entry `e` belongs to the joined snapshot `s`.
macro_rules! is_in_snapshot {
    () => {
        "e.manual_id = s.manual_id
        AND CASE s.kind WHEN 'oem' THEN e.oem_from ELSE e.working_from END <= s.id
        AND CASE s.kind WHEN 'oem' THEN e.oem_to ELSE e.working_to END > s.id
        "
    };
}

/// The entry `e` belongs to the snapshot whose id is the parameter.
macro_rules! is_at {
    ($id:literal) => {
        concat!(
            "e.manual_id = (SELECT manual_id FROM snapshot WHERE id = ",
            $id,
            ")
            AND CASE (SELECT kind FROM snapshot WHERE id = ",
            $id,
            ") WHEN 'oem' THEN e.oem_from ELSE e.working_from END <= ",
            $id,
            "
            AND CASE (SELECT kind FROM snapshot WHERE id = ",
            $id,
            ") WHEN 'oem' THEN e.oem_to ELSE e.working_to END > ",
            $id,
            "
            "
        )
    };
}

/// Joins the published snapshots with which the entry `e` began; there is none while it belongs to an unfinished import.
macro_rules! join_published {
    () => {
        "JOIN snapshot s ON s.id IN (e.oem_from, e.working_from) AND s.state = 'ready'
        "
    };
}
