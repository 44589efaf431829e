-- Two more reasons of to-dos: an applicability to be reviewed, and a customised copy in another manual. SQLite cannot replace
-- a condition, so the rows move to a new table.
CREATE TABLE revision_work (
    id TEXT NOT NULL PRIMARY KEY,
    snapshot_id BIGINT NOT NULL REFERENCES snapshot (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    object_id BIGINT NOT NULL REFERENCES object (id) ON DELETE CASCADE,
    reason TEXT NOT NULL CHECK (reason IN (
        'merged', 'conflict', 'invalid', 'deletedByOem', 'deletedByUs', 'addedByBoth', 'notText', 'checkedOut',
        'edited', 'reviewApplicability', 'copyElsewhere')),
    state TEXT NOT NULL CHECK (state IN ('open', 'done')),
    conflicts BIGINT NOT NULL CHECK (conflicts >= 0),
    -- The versions in the revision before, in this one, in the working lane before it, and after it.
    base_version_id BIGINT,
    theirs_version_id BIGINT,
    ours_version_id BIGINT,
    result_version_id BIGINT,
    resolution TEXT CHECK (resolution IN ('text', 'ours', 'theirs', 'removed', 'restored', 'superseded')),
    owner_id TEXT REFERENCES user_account (id),
    -- A day, as in 2026-10-01.
    due_on TEXT,
    note TEXT NOT NULL,
    decided_by TEXT,
    decided_on BIGINT,
    -- The later OEM revision whose confirmation took the work over.
    superseded_by BIGINT,
    created_on BIGINT NOT NULL,
    version BIGINT NOT NULL
);

INSERT INTO revision_work (
    id, snapshot_id, manual_id, object_id, reason, state, conflicts, base_version_id, theirs_version_id, ours_version_id,
    result_version_id, resolution, owner_id, due_on, note, decided_by, decided_on, superseded_by, created_on, version)
SELECT id, snapshot_id, manual_id, object_id, reason, state, conflicts, base_version_id, theirs_version_id, ours_version_id,
    result_version_id, resolution, owner_id, due_on, note, decided_by, decided_on, superseded_by, created_on, version
FROM revision_todo;
DROP TABLE revision_todo;
ALTER TABLE revision_work RENAME TO revision_todo;

CREATE UNIQUE INDEX revision_todo_object ON revision_todo (snapshot_id, object_id);
CREATE INDEX revision_todo_state ON revision_todo (snapshot_id, state);
CREATE INDEX revision_todo_of_object ON revision_todo (object_id);
CREATE INDEX revision_todo_manual ON revision_todo (manual_id, state);
CREATE INDEX revision_todo_owner ON revision_todo (owner_id, state);
