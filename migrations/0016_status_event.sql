-- Changes of the status of versions. The first status has no row, because a version is created with it; `version.status` is
-- the status after the last event.

CREATE TABLE status_event (
    version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position >= 0),
    status_before TEXT NOT NULL CHECK (status_before IN ('Draft', 'Review', 'Released', 'Obsolete')),
    status TEXT NOT NULL CHECK (status IN ('Draft', 'Review', 'Released', 'Obsolete')),
    changed_by TEXT NOT NULL,
    changed_on BIGINT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (version_id, position)
);
