-- Text that a user edits and has not checked in. An object has one open draft at most, of the user who has checked it out.
-- A draft that was set aside or discarded stays for a while.
CREATE TABLE draft (
    id TEXT NOT NULL PRIMARY KEY,
    object_id BIGINT NOT NULL REFERENCES object (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    base_version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    -- The text itself and not a blob: it changes every few seconds.
    content TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    -- The browser tab that may save.
    tab TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'setAside', 'discarded')),
    opened_on BIGINT NOT NULL,
    saved_on BIGINT NOT NULL,
    ended_on BIGINT
);

CREATE UNIQUE INDEX draft_open ON draft (object_id) WHERE state = 'open';
CREATE INDEX draft_user_id ON draft (user_id, saved_on);
CREATE INDEX draft_base_version_id ON draft (base_version_id);
