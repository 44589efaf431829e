-- What each lane contains over time. A row is one version of an object in a manual, with two intervals: the points from
-- and up to which the OEM lane and the working lane contain it. A point is the id of a snapshot, so a snapshot is one
-- point of a lane and never changes, and a change adds rows for the changed objects only.

CREATE TABLE lane_entry (
    manual_id TEXT NOT NULL REFERENCES manual (id),
    object_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL REFERENCES version (id),
    -- The first point is inside, the last one outside; 9223372036854775807 stands for never.
    oem_from BIGINT NOT NULL,
    oem_to BIGINT NOT NULL,
    working_from BIGINT NOT NULL,
    working_to BIGINT NOT NULL,
    -- Copies from object and version, so that a list of 100,000 modules is filtered without touching another table.
    deleted BOOLEAN NOT NULL,
    -- 1: a data module, 2: another object of the manual, 3: media.
    shelf BIGINT NOT NULL,
    referenced BOOLEAN NOT NULL,
    key_folded TEXT NOT NULL,
    title_folded TEXT NOT NULL,
    content_type TEXT NOT NULL,
    language TEXT NOT NULL,
    status TEXT NOT NULL,
    issue_date TEXT NOT NULL,
    PRIMARY KEY (manual_id, object_id, oem_from, working_from)
);

-- OEM revisions: consecutive equal entries of an object become one row. The working lane is known as it is now; its
-- rows are those of the OEM lane where both contain the same.
INSERT INTO lane_entry (
    manual_id, object_id, version_id, oem_from, oem_to, working_from, working_to, deleted, shelf, referenced,
    key_folded, title_folded, content_type, language, status, issue_date)
WITH revision AS (
    SELECT id, manual_id, LAG(id) OVER (PARTITION BY manual_id ORDER BY id) AS id_before,
        COALESCE(LEAD(id) OVER (PARTITION BY manual_id ORDER BY id), 9223372036854775807) AS id_after
    FROM snapshot
    WHERE kind = 'oem' AND state = 'ready'),
delivered AS (
    SELECT r.manual_id, r.id, r.id_before, r.id_after, e.object_id, e.version_id, e.referenced,
        LAG(r.id) OVER (PARTITION BY r.manual_id, e.object_id ORDER BY r.id) AS last_id,
        LAG(e.version_id) OVER (PARTITION BY r.manual_id, e.object_id ORDER BY r.id) AS last_version_id,
        LAG(e.referenced) OVER (PARTITION BY r.manual_id, e.object_id ORDER BY r.id) AS last_referenced
    FROM revision r
    JOIN snapshot_entry e ON e.snapshot_id = r.id),
numbered AS (
    SELECT manual_id, id, id_after, object_id, version_id, referenced,
        SUM(CASE
            WHEN last_id = id_before AND last_version_id = version_id AND last_referenced = referenced THEN 0
            ELSE 1
        END) OVER (PARTITION BY manual_id, object_id ORDER BY id) AS number
    FROM delivered),
interval_of AS (
    SELECT manual_id, object_id, version_id, referenced, MIN(id) AS oem_from, MAX(id_after) AS oem_to,
        ROW_NUMBER() OVER (
            PARTITION BY manual_id, object_id, version_id, referenced
            ORDER BY MIN(id) DESC) AS newest
    FROM numbered
    GROUP BY manual_id, object_id, version_id, referenced, number)
SELECT i.manual_id, i.object_id, i.version_id, i.oem_from, i.oem_to,
    CASE WHEN w.object_id IS NULL THEN 9223372036854775807 ELSE w.snapshot_id END, 9223372036854775807, e.deleted,
    e.shelf, e.referenced, e.key_folded, e.title_folded, e.content_type, e.language, e.status, e.issue_date
FROM interval_of i
JOIN manual m ON m.id = i.manual_id
JOIN snapshot_entry e ON e.snapshot_id = i.oem_from AND e.object_id = i.object_id
LEFT JOIN snapshot_entry w ON w.snapshot_id = m.working_snapshot_id AND w.object_id = i.object_id
    AND w.version_id = i.version_id AND w.referenced = i.referenced AND i.newest = 1;

-- Entries that only the working lane has.
INSERT INTO lane_entry (
    manual_id, object_id, version_id, oem_from, oem_to, working_from, working_to, deleted, shelf, referenced,
    key_folded, title_folded, content_type, language, status, issue_date)
SELECT m.id, w.object_id, w.version_id, 9223372036854775807, 9223372036854775807, w.snapshot_id, 9223372036854775807,
    w.deleted, w.shelf, w.referenced, w.key_folded, w.title_folded, w.content_type, w.language, w.status, w.issue_date
FROM manual m
JOIN snapshot_entry w ON w.snapshot_id = m.working_snapshot_id
WHERE NOT EXISTS (
    SELECT 1
    FROM lane_entry e
    WHERE e.manual_id = m.id AND e.object_id = w.object_id AND e.working_from = w.snapshot_id);

DROP TABLE snapshot_entry;

CREATE INDEX lane_entry_shelf ON lane_entry (manual_id, shelf, key_folded);
CREATE INDEX lane_entry_version_id ON lane_entry (version_id);
-- What a snapshot added and removed. Most rows of the working lane began with the first revision and still last, so
-- only the others are indexed.
CREATE INDEX lane_entry_oem_from ON lane_entry (oem_from);
CREATE INDEX lane_entry_oem_to ON lane_entry (oem_to) WHERE oem_to < 9223372036854775807;
CREATE INDEX lane_entry_working_from ON lane_entry (working_from) WHERE oem_from = 9223372036854775807;
CREATE INDEX lane_entry_working_to ON lane_entry (working_to) WHERE working_to < 9223372036854775807;

-- The snapshot that the lane pointed to before, and the one whose contents it uses: an own change has no contents of
-- its own.
ALTER TABLE snapshot ADD COLUMN base_id BIGINT;
ALTER TABLE snapshot ADD COLUMN contents_id BIGINT;

UPDATE snapshot
SET contents_id = id, base_id = (
    SELECT MAX(b.id)
    FROM snapshot b
    WHERE b.manual_id = snapshot.manual_id AND b.kind = 'oem' AND b.state = 'ready'
    AND CASE snapshot.kind WHEN 'oem' THEN b.id < snapshot.id ELSE b.number = snapshot.number END);

-- The snapshots of own changes keep the number of the revision they are based on.
DROP INDEX snapshot_number;
CREATE UNIQUE INDEX snapshot_number
    ON snapshot (manual_id, kind, number, (CASE kind WHEN 'working' THEN id ELSE 0 END));

-- The entries of each snapshot.
CREATE VIEW snapshot_entry AS
SELECT s.id AS snapshot_id, e.object_id, e.version_id, e.deleted, e.shelf, e.referenced, e.key_folded, e.title_folded,
    e.content_type, e.language, e.status, e.issue_date
FROM snapshot s
JOIN lane_entry e ON e.manual_id = s.manual_id
    AND CASE s.kind WHEN 'oem' THEN e.oem_from ELSE e.working_from END <= s.id
    AND CASE s.kind WHEN 'oem' THEN e.oem_to ELSE e.working_to END > s.id;
