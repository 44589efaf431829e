-- Decisions about OEM revisions, and the modules that are left to look at after one was confirmed.

CREATE TABLE revision_decision (
    id TEXT NOT NULL PRIMARY KEY,
    -- The OEM revision.
    snapshot_id BIGINT NOT NULL REFERENCES snapshot (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    act TEXT NOT NULL CHECK (act IN ('confirmed', 'rejected', 'restored', 'markedDone', 'resolved')),
    -- The confirmed revision that it was compared with.
    base_snapshot_id BIGINT,
    -- What the working lane pointed to before and after.
    before_snapshot_id BIGINT,
    after_snapshot_id BIGINT,
    -- The module, for a decision about one.
    object_id BIGINT REFERENCES object (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    counts TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_on BIGINT NOT NULL
);

CREATE INDEX revision_decision_snapshot ON revision_decision (snapshot_id, decided_on);
CREATE INDEX revision_decision_manual ON revision_decision (manual_id, decided_on);
CREATE INDEX revision_decision_object ON revision_decision (object_id) WHERE object_id IS NOT NULL;
CREATE INDEX revision_decision_time ON revision_decision (decided_on, id);

CREATE TABLE revision_todo (
    id TEXT NOT NULL PRIMARY KEY,
    snapshot_id BIGINT NOT NULL REFERENCES snapshot (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    object_id BIGINT NOT NULL REFERENCES object (id) ON DELETE CASCADE,
    reason TEXT NOT NULL CHECK (reason IN (
        'merged', 'conflict', 'invalid', 'deletedByOem', 'deletedByUs', 'addedByBoth', 'notText', 'checkedOut',
        'edited')),
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

CREATE UNIQUE INDEX revision_todo_object ON revision_todo (snapshot_id, object_id);
CREATE INDEX revision_todo_state ON revision_todo (snapshot_id, state);
CREATE INDEX revision_todo_of_object ON revision_todo (object_id);
CREATE INDEX revision_todo_manual ON revision_todo (manual_id, state);
CREATE INDEX revision_todo_owner ON revision_todo (owner_id, state);
