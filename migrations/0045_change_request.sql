-- Change requests: a requested change of a manual, with its modules, reviewers and discussion.

-- The last number that was given away in the database; numbers are never used twice.
ALTER TABLE csdb ADD COLUMN change_request_number BIGINT NOT NULL DEFAULT 0;

CREATE TABLE change_request (
    id TEXT NOT NULL PRIMARY KEY,
    csdb_id TEXT NOT NULL REFERENCES csdb (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number >= 1),
    title TEXT NOT NULL,
    title_folded TEXT NOT NULL,
    description TEXT NOT NULL,
    description_folded TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('Not Open', 'In Progress', 'Ready for Publish', 'Closed', 'Pending')),
    -- How it was closed; empty while it is not.
    outcome TEXT CHECK (outcome IN ('published', 'cancelled')),
    origin TEXT NOT NULL,
    -- The number of the bulletin, regulation or revision; possibly empty.
    reference TEXT NOT NULL,
    -- The paragraph that was read by the person who asked, in the version of that time.
    object_id BIGINT REFERENCES object (id) ON DELETE SET NULL,
    version_id BIGINT REFERENCES version (id) ON DELETE SET NULL,
    anchor TEXT NOT NULL,
    quote TEXT NOT NULL,
    -- As in 2026-11-17.
    due_on TEXT,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    assignee_id TEXT REFERENCES user_account (id),
    -- The person who called the work finished; they do not approve it.
    finished_by TEXT REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    -- Raised each time the work is finished: a verdict names the round that its reviewer has read.
    round BIGINT NOT NULL CHECK (round >= 0),
    UNIQUE (csdb_id, number)
);

CREATE INDEX change_request_manual ON change_request (manual_id, status);
CREATE INDEX change_request_updated ON change_request (updated_on, id);
CREATE INDEX change_request_object ON change_request (object_id);
CREATE INDEX change_request_version ON change_request (version_id);
CREATE INDEX change_request_created_by ON change_request (created_by);
CREATE INDEX change_request_assignee ON change_request (assignee_id);
CREATE INDEX change_request_finished_by ON change_request (finished_by);

-- The people who were asked for their approval, and those who gave a verdict unasked.
CREATE TABLE change_request_reviewer (
    change_request_id TEXT NOT NULL REFERENCES change_request (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    is_asked BOOLEAN NOT NULL,
    verdict TEXT CHECK (verdict IN ('approved', 'rejected')),
    comment TEXT NOT NULL,
    decided_on BIGINT,
    PRIMARY KEY (change_request_id, user_id)
);

CREATE INDEX change_request_reviewer_user ON change_request_reviewer (user_id);

CREATE TABLE change_request_module (
    change_request_id TEXT NOT NULL REFERENCES change_request (id) ON DELETE CASCADE,
    object_id BIGINT NOT NULL REFERENCES object (id) ON DELETE CASCADE,
    -- The version before the work began, where the redline starts; empty for a module that is new with the request.
    base_version_id BIGINT REFERENCES version (id) ON DELETE CASCADE,
    added_on BIGINT NOT NULL,
    PRIMARY KEY (change_request_id, object_id)
);

CREATE INDEX change_request_module_object ON change_request_module (object_id);
CREATE INDEX change_request_module_base ON change_request_module (base_version_id);

CREATE TABLE change_request_post (
    id TEXT NOT NULL PRIMARY KEY,
    change_request_id TEXT NOT NULL REFERENCES change_request (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id),
    -- Empty once it is deleted: its place in the discussion stays.
    text TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    edited_on BIGINT,
    deleted_on BIGINT
);

CREATE INDEX change_request_post_of ON change_request_post (change_request_id, created_on);
CREATE INDEX change_request_post_user ON change_request_post (user_id);

-- The versions that were checked in under a change request.
CREATE INDEX version_change_request ON version (change_request) WHERE change_request IS NOT NULL;

-- The history of a change request.
CREATE INDEX change_log_change_request ON change_log (subject_folded, seq) WHERE subject_kind = 'change_request';
