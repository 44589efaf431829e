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
