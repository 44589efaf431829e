-- Content. A column that names a blob is called `blob` or ends in `_blob`, and no other column is.

-- The words of a module were a blob of their own that nothing reads. A job deletes those blobs.
CREATE TABLE unused_blob (
    sha256 TEXT NOT NULL PRIMARY KEY
);

INSERT INTO unused_blob (sha256)
SELECT DISTINCT text_blob
FROM version
WHERE text_blob IS NOT NULL;

ALTER TABLE version DROP COLUMN text_blob;

ALTER TABLE operator RENAME COLUMN logo TO logo_blob;

-- These are compared with blobs; a package that is not imported has none.
ALTER TABLE package_object RENAME COLUMN blob TO sha256;
ALTER TABLE package_object RENAME COLUMN status_blob TO status_sha256;

-- A library that has content gets it compressed, once.
INSERT INTO job (
    id, name, parameters, status, outputs, errors, notified, cancel_requested, attempts, search_folded, created_on,
    updated_on)
SELECT '00000000-0000-7000-8000-000000000009', 'compressContent', '{}', 'CREATED', '{}', '[]', TRUE, FALSE, 0,
    'compresscontent', MAX(changed_on), MAX(changed_on)
FROM change_log
WHERE EXISTS (SELECT 1 FROM version)
HAVING MAX(changed_on) IS NOT NULL;

INSERT INTO job_step (job_id, position, name, progress)
SELECT id, 0, 'delete', 0
FROM job
WHERE id = '00000000-0000-7000-8000-000000000009';

INSERT INTO job_step (job_id, position, name, progress)
SELECT id, 1, 'compress', 0
FROM job
WHERE id = '00000000-0000-7000-8000-000000000009';
