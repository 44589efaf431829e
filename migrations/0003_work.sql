-- What background work needs and leaves: what a job shows of itself, uploads, packages and their reports, settings.

ALTER TABLE job ADD COLUMN kind TEXT;
ALTER TABLE job ADD COLUMN folder TEXT NOT NULL DEFAULT '';
ALTER TABLE job ADD COLUMN package_id TEXT;
-- What a list is searched by: name, folder and creator, folded.
ALTER TABLE job ADD COLUMN search_folded TEXT NOT NULL DEFAULT '';
-- How often it was put back because of trouble of ours; `attempts` also counts workers that died.
ALTER TABLE job ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN updated_on BIGINT NOT NULL DEFAULT 0;

CREATE INDEX job_updated_on ON job (updated_on);
CREATE INDEX job_created_on ON job (created_on, id);
CREATE INDEX job_created_by ON job (created_by, created_on, id);
CREATE INDEX job_package ON job (package_id);

CREATE TABLE job_artifact (
    job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    blob TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    PRIMARY KEY (job_id, file_name)
);

CREATE TABLE upload (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    -- What the client announced; unknown when it did not.
    size BIGINT CHECK (size >= 0),
    received BIGINT NOT NULL CHECK (received >= 0),
    state TEXT NOT NULL CHECK (state IN ('receiving', 'complete')),
    sha256 TEXT,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL
);

CREATE INDEX upload_receiving ON upload (created_by, updated_on) WHERE state = 'receiving';

-- A part is kept before its row is written, under a name that nothing else has.
CREATE TABLE upload_chunk (
    upload_id TEXT NOT NULL REFERENCES upload (id) ON DELETE CASCADE,
    start BIGINT NOT NULL CHECK (start >= 0),
    size BIGINT NOT NULL CHECK (size > 0),
    part TEXT NOT NULL,
    PRIMARY KEY (upload_id, start)
);

CREATE TABLE package (
    id TEXT NOT NULL PRIMARY KEY,
    upload_id TEXT NOT NULL UNIQUE REFERENCES upload (id),
    file_name TEXT NOT NULL,
    file_name_folded TEXT NOT NULL,
    kind TEXT CHECK (kind IN ('s1000d', 'ata2300')),
    state TEXT NOT NULL CHECK (
        state IN ('received', 'reading', 'ready', 'blocked', 'failed', 'importing', 'imported')),
    -- Which report is shown; a later one is written beside it until it is complete.
    report BIGINT NOT NULL CHECK (report >= 0),
    summary TEXT,
    blocking BIGINT NOT NULL CHECK (blocking >= 0),
    warning BIGINT NOT NULL CHECK (warning >= 0),
    informing BIGINT NOT NULL CHECK (informing >= 0),
    pre_import_job_id TEXT REFERENCES job (id),
    import_job_id TEXT REFERENCES job (id),
    csdb_name TEXT,
    manual_name TEXT,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL
);

CREATE INDEX package_created_on ON package (created_on, id);

CREATE TABLE finding (
    package_id TEXT NOT NULL REFERENCES package (id) ON DELETE CASCADE,
    report BIGINT NOT NULL,
    position BIGINT NOT NULL CHECK (position >= 0),
    code BIGINT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('block', 'warn', 'info')),
    file TEXT NOT NULL,
    file_folded TEXT NOT NULL,
    line BIGINT,
    rule TEXT NOT NULL,
    params TEXT NOT NULL,
    -- What a list is searched by: file and parameters, folded.
    search_folded TEXT NOT NULL,
    PRIMARY KEY (package_id, report, position)
);

CREATE INDEX finding_code ON finding (package_id, report, code, position);
CREATE INDEX finding_file ON finding (package_id, report, file_folded, position);

-- What a package holds, to be compared with the library.
CREATE TABLE package_object (
    package_id TEXT NOT NULL REFERENCES package (id) ON DELETE CASCADE,
    report BIGINT NOT NULL,
    position BIGINT NOT NULL CHECK (position >= 0),
    key TEXT NOT NULL,
    key_folded TEXT NOT NULL,
    title TEXT NOT NULL,
    issue TEXT NOT NULL,
    blob TEXT NOT NULL,
    status_blob TEXT,
    PRIMARY KEY (package_id, report, position)
);

CREATE INDEX package_object_key ON package_object (package_id, report, key_folded);

CREATE TABLE setting (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    updated_by TEXT NOT NULL,
    updated_on BIGINT NOT NULL
);

CREATE TABLE schema_set (
    issue TEXT NOT NULL PRIMARY KEY,
    blob TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size > 0),
    file_count BIGINT NOT NULL CHECK (file_count > 0),
    installed_by TEXT NOT NULL,
    installed_on BIGINT NOT NULL
);
