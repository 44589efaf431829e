-- Jobs, findings and artifacts belong to a subject (a kind and an id) instead of a package or a job alone.

ALTER TABLE job ADD COLUMN subject_kind TEXT;
ALTER TABLE job ADD COLUMN subject_id TEXT;
UPDATE job SET subject_kind = 'package', subject_id = package_id WHERE package_id IS NOT NULL;
DROP INDEX job_package;
ALTER TABLE job DROP COLUMN package_id;
CREATE INDEX job_subject ON job (subject_kind, subject_id);

CREATE TABLE artifact (
    subject_kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    blob TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    PRIMARY KEY (subject_kind, subject_id, file_name)
);

INSERT INTO artifact (subject_kind, subject_id, file_name, blob, media_type, size)
SELECT 'job', job_id, file_name, blob, media_type, size FROM job_artifact;
DROP TABLE job_artifact;

-- The columns of a primary key cannot be replaced in SQLite, so the rows move to a new table.
CREATE TABLE subject_finding (
    subject_kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    report BIGINT NOT NULL,
    position BIGINT NOT NULL CHECK (position >= 0),
    code BIGINT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('block', 'warn', 'info')),
    file TEXT NOT NULL,
    file_folded TEXT NOT NULL,
    line BIGINT,
    rule TEXT NOT NULL,
    params TEXT NOT NULL,
    -- Searched text: file and parameters, folded.
    search_folded TEXT NOT NULL,
    PRIMARY KEY (subject_kind, subject_id, report, position)
);

INSERT INTO subject_finding (
    subject_kind, subject_id, report, position, code, severity, file, file_folded, line, rule, params, search_folded)
SELECT 'package', package_id, report, position, code, severity, file, file_folded, line, rule, params, search_folded
FROM finding;
DROP TABLE finding;
ALTER TABLE subject_finding RENAME TO finding;

CREATE INDEX finding_code ON finding (subject_kind, subject_id, report, code, position);
CREATE INDEX finding_file ON finding (subject_kind, subject_id, report, file_folded, position);
