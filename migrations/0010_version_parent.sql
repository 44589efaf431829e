-- What a version was made from: the one before it, and for a merge the one that was merged into it.

CREATE TABLE version_parent (
    version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position IN (0, 1)),
    parent_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    PRIMARY KEY (version_id, position)
);

CREATE INDEX version_parent_parent_id ON version_parent (parent_id);

-- Versions that are there: the manufacturer's follow each other, the operator's follow whatever was there.
INSERT INTO version_parent (version_id, position, parent_id)
SELECT version_id, 0, parent_id
FROM (
    SELECT v.id AS version_id, (
        SELECT MAX(p.id)
        FROM version p
        WHERE p.object_id = v.object_id AND p.id < v.id
        AND (v.origin <> 'oem' OR p.origin = 'oem')
        AND (p.origin <> 'oem' OR EXISTS (SELECT 1 FROM snapshot_entry e WHERE e.version_id = p.id))) AS parent_id
    FROM version v) AS followed
WHERE parent_id IS NOT NULL;
