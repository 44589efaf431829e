-- What people keep at hand: where they were, what they marked, what they work on; and media that can be deleted.
--
-- A mark names its target by path, as the API does, so that it holds again when the target comes back from the
-- trash; what the target was called is kept beside, so that it can be told when it is gone.

CREATE TABLE recent_visit (
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    path_folded TEXT NOT NULL,
    kind TEXT NOT NULL,
    csdb_name TEXT NOT NULL,
    csdb_folded TEXT NOT NULL,
    -- Empty for media.
    manual_name TEXT NOT NULL,
    manual_folded TEXT NOT NULL,
    -- Empty for a manual as a whole.
    key_folded TEXT NOT NULL,
    code TEXT NOT NULL,
    title TEXT NOT NULL,
    lane TEXT,
    snapshot_id BIGINT,
    -- What a list is searched by: path, code and title, folded.
    search_folded TEXT NOT NULL,
    visited_on BIGINT NOT NULL,
    PRIMARY KEY (user_id, path_folded)
);

CREATE INDEX recent_visit_visited_on ON recent_visit (user_id, visited_on);

CREATE TABLE bookmark (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    path_folded TEXT NOT NULL,
    -- A place inside the target; empty for the whole of it.
    anchor TEXT NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    -- Empty for none.
    folder TEXT NOT NULL,
    folder_folded TEXT NOT NULL,
    kind TEXT NOT NULL,
    csdb_name TEXT NOT NULL,
    csdb_folded TEXT NOT NULL,
    manual_name TEXT NOT NULL,
    manual_folded TEXT NOT NULL,
    key_folded TEXT NOT NULL,
    code TEXT NOT NULL,
    title TEXT NOT NULL,
    lane TEXT,
    snapshot_id BIGINT,
    search_folded TEXT NOT NULL,
    created_on BIGINT NOT NULL
);

CREATE UNIQUE INDEX bookmark_place ON bookmark (user_id, path_folded, anchor);
CREATE INDEX bookmark_created_on ON bookmark (user_id, created_on, id);

-- Who alone may change an object, until they give it back.
CREATE TABLE checkout (
    object_id BIGINT NOT NULL PRIMARY KEY REFERENCES object (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    taken_on BIGINT NOT NULL
);

CREATE INDEX checkout_user_id ON checkout (user_id, taken_on);

-- Only media are deleted one by one. Whoever brings one of the same name brings the object back.
ALTER TABLE object ADD COLUMN deleted_by TEXT;
ALTER TABLE object ADD COLUMN deleted_on BIGINT;
ALTER TABLE object ADD COLUMN purged_on BIGINT;

CREATE INDEX object_deleted_on ON object (deleted_on) WHERE deleted_on IS NOT NULL;
