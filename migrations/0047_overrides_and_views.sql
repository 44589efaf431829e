-- Approved exceptions of MEL items that allow more than the MMEL. One holds for exactly these two versions.
CREATE TABLE dispatch_override (
    version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    -- The version of the item of the MMEL.
    master_version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    approved_by TEXT NOT NULL,
    approved_on BIGINT NOT NULL,
    PRIMARY KEY (version_id, master_version_id)
);

CREATE INDEX dispatch_override_master ON dispatch_override (master_version_id);

-- Named filters of the list of change requests.
CREATE TABLE request_view (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    -- The query string of the page of the list.
    query TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    -- Every user can open it; only its owner changes it.
    shared BOOLEAN NOT NULL
);

CREATE UNIQUE INDEX request_view_name ON request_view (user_id, name_folded);
CREATE INDEX request_view_shared ON request_view (shared);
