-- An approved exception names the MMEL item in all its languages, or none where the MMEL does not have the item. The record
-- stays when the MMEL is purged. The columns of a primary key cannot be replaced in SQLite, so the rows move to a new table.
CREATE TABLE item_override (
    version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    -- The ids of the versions of the MMEL item, ascending, with a space between them.
    master_versions TEXT NOT NULL,
    reason TEXT NOT NULL,
    approved_by TEXT NOT NULL,
    approved_on BIGINT NOT NULL,
    PRIMARY KEY (version_id, master_versions)
);

INSERT INTO item_override (version_id, master_versions, reason, approved_by, approved_on)
SELECT version_id, CAST(master_version_id AS TEXT), reason, approved_by, approved_on
FROM dispatch_override;
DROP TABLE dispatch_override;
ALTER TABLE item_override RENAME TO dispatch_override;
