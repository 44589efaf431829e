-- Publications: states of a manual that left the system, and who approved them.

-- The last number that was given away in the manual; numbers are never used twice.
ALTER TABLE manual ADD COLUMN publication_number BIGINT NOT NULL DEFAULT 0;

CREATE TABLE publication (
    id TEXT NOT NULL PRIMARY KEY,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number >= 1),
    -- The job that made it. A job that is repeated leaves one publication.
    job_id TEXT NOT NULL UNIQUE,
    -- The number that a person gave it.
    revision TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'readyForApprove', 'approved', 'withdrawn', 'superseded')),
    -- The state of the working lane that it was made from; the lanes frozen and released point to it.
    snapshot_id BIGINT NOT NULL REFERENCES snapshot (id) ON DELETE CASCADE,
    -- The choices of the dialog as JSON.
    options TEXT NOT NULL,
    approval_required BOOLEAN NOT NULL,
    -- Empty until it is approved, and where no approval is required.
    authority TEXT NOT NULL,
    -- As in 2026-11-17.
    revision_date TEXT,
    approved_by TEXT NOT NULL,
    job_title TEXT NOT NULL,
    approval_reference TEXT NOT NULL,
    change_request_id TEXT,
    created_by TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    approved_account TEXT,
    approved_on BIGINT,
    withdrawn_account TEXT,
    withdrawn_on BIGINT,
    withdrawal_reason TEXT NOT NULL,
    superseded_by TEXT,
    version BIGINT NOT NULL CHECK (version >= 1),
    UNIQUE (manual_id, number)
);

CREATE INDEX publication_snapshot ON publication (snapshot_id);
CREATE INDEX publication_state ON publication (manual_id, state);

-- Numbers of packages. A scope is a model, a sender and a year, as in NV240-AZB00-2026. The same content always has the
-- same number in its scope, and no other content has it. Rows stay when a manual is purged: a number is never used twice.
CREATE TABLE package_counter (
    scope TEXT NOT NULL PRIMARY KEY,
    last_number BIGINT NOT NULL CHECK (last_number >= 0)
);

CREATE TABLE package_number (
    scope TEXT NOT NULL,
    -- Of everything that the package says, without its number.
    sha256 TEXT NOT NULL,
    number BIGINT NOT NULL CHECK (number >= 1),
    PRIMARY KEY (scope, sha256),
    UNIQUE (scope, number)
);

CREATE INDEX publication_approved ON publication (manual_id, approved_on);
