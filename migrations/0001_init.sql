-- People, operators, messages, background work and the log of every change.
--
-- One text for SQLite and PostgreSQL: ids are ours, times are milliseconds since
-- 1970 in UTC, JSON is TEXT, and a `_folded` column holds the form that is compared.

CREATE TABLE user_account (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    account_folded TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    display_name TEXT NOT NULL,
    display_name_folded TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'approver', 'author', 'reader')),
    status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'inactive')),
    must_change_password BOOLEAN NOT NULL,
    password_hash TEXT NOT NULL,
    preferences TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    last_sign_in_on BIGINT,
    version BIGINT NOT NULL CHECK (version >= 1)
);

CREATE INDEX user_account_role_status ON user_account (role, status);
CREATE INDEX user_account_status ON user_account (status);

CREATE TABLE session (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id),
    address TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    revoked_on BIGINT
);

CREATE INDEX session_user_id ON session (user_id);
CREATE INDEX session_expires_on ON session (expires_on);
CREATE INDEX session_revoked_on ON session (revoked_on);

CREATE TABLE operator (
    id TEXT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL,
    code_folded TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    country TEXT NOT NULL,
    country_folded TEXT NOT NULL,
    languages TEXT NOT NULL,
    extension_producer TEXT NOT NULL,
    extension_code TEXT NOT NULL,
    logo TEXT,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

-- A registration is painted on one aircraft in the world.
CREATE TABLE aircraft (
    operator_id TEXT NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position >= 0),
    registration TEXT NOT NULL,
    registration_folded TEXT NOT NULL UNIQUE,
    serial_number TEXT NOT NULL,
    model TEXT NOT NULL,
    attributes TEXT NOT NULL,
    PRIMARY KEY (operator_id, position)
);

CREATE TABLE notification (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id),
    kind TEXT NOT NULL,
    code TEXT NOT NULL,
    params TEXT NOT NULL,
    link TEXT,
    created_on BIGINT NOT NULL,
    read_on BIGINT
);

CREATE INDEX notification_user_id ON notification (user_id, created_on, id);
CREATE INDEX notification_unread ON notification (user_id, created_on, id) WHERE read_on IS NULL;

CREATE TABLE job (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    parameters TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('CREATED', 'STARTING', 'RUNNING', 'COMPLETED', 'FAILED')),
    outputs TEXT NOT NULL,
    errors TEXT NOT NULL,
    created_by TEXT REFERENCES user_account (id),
    notified BOOLEAN NOT NULL,
    cancel_requested BOOLEAN NOT NULL,
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    lease_owner TEXT,
    lease_until BIGINT,
    created_on BIGINT NOT NULL,
    started_on BIGINT,
    ended_on BIGINT
);

CREATE INDEX job_open ON job (id) WHERE status IN ('CREATED', 'STARTING', 'RUNNING');
CREATE INDEX job_unnotified ON job (created_by) WHERE NOT notified;

CREATE TABLE job_step (
    job_id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position >= 0),
    name TEXT NOT NULL,
    progress BIGINT NOT NULL CHECK (progress BETWEEN 0 AND 100),
    PRIMARY KEY (job_id, position)
);

-- Rows are only ever added, at commit, in commit order; each hash covers the row and the hash before it.
CREATE TABLE change_log (
    seq BIGINT NOT NULL PRIMARY KEY CHECK (seq >= 1),
    changed_on BIGINT NOT NULL,
    actor TEXT NOT NULL,
    actor_folded TEXT NOT NULL,
    action TEXT NOT NULL,
    action_folded TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    subject_folded TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64)
);

CREATE INDEX change_log_changed_on ON change_log (changed_on);
