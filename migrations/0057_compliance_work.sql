-- Compliance: what owners were told, evidence, comments, saved views, and figures over time.

-- When the owner was told that the text has to be checked again.
ALTER TABLE policy_reference ADD COLUMN told_on BIGINT;

-- When somebody confirmed that its text answers the requirement; editing its comment does not change it.
ALTER TABLE policy_reference ADD COLUMN confirmed_on BIGINT;
UPDATE policy_reference SET confirmed_on = updated_on;

-- The review date that the owner was reminded of.
ALTER TABLE policy_item ADD COLUMN reminded_on TEXT;

-- The figures of an operator are counted without the texts of its requirements.
CREATE INDEX policy_item_operator
    ON policy_item (
        operator_code, collection_id, is_assessable, in_scope, status, review_on, proposed_status, recheck_on,
        withdrawn_on, id);

-- The hourly pass looks for overdue reviews, without reading the texts of requirements.
CREATE INDEX policy_item_review
    ON policy_item (review_on, reminded_on, owner_id, withdrawn_on)
    WHERE review_on IS NOT NULL;

CREATE INDEX policy_reference_recheck ON policy_reference (policy_item_id) WHERE state = 'recheck';

-- A file that proves how a requirement is met.
CREATE TABLE policy_evidence (
    id TEXT NOT NULL PRIMARY KEY,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    -- The reference that it is about. The file stays when the reference is deleted or leads to another manual.
    policy_reference_id TEXT REFERENCES policy_reference (id) ON DELETE SET NULL,
    -- The manual of that reference when the file was added: only those who may see it see the file.
    manual_id TEXT REFERENCES manual (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    blob TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    -- The day from which the file is valid, as in 2026-11-17.
    effective_on TEXT,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL
);

CREATE INDEX policy_evidence_item ON policy_evidence (policy_item_id, created_on);
CREATE INDEX policy_evidence_reference ON policy_evidence (policy_reference_id);
CREATE INDEX policy_evidence_manual ON policy_evidence (manual_id);
CREATE INDEX policy_evidence_blob ON policy_evidence (blob);
CREATE INDEX policy_evidence_user ON policy_evidence (created_by);

CREATE TABLE policy_comment (
    id TEXT NOT NULL PRIMARY KEY,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id),
    -- Empty once it is deleted: the row counts towards the limits of its author.
    text TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    edited_on BIGINT,
    deleted_on BIGINT
);

CREATE INDEX policy_comment_item ON policy_comment (policy_item_id, created_on);
CREATE INDEX policy_comment_user ON policy_comment (user_id);

-- Named filters of the requirements of a collection.
CREATE TABLE policy_view (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    -- The query string of the page of the collection.
    query TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    -- Every user can open it; only its owner changes it.
    shared BOOLEAN NOT NULL
);

CREATE UNIQUE INDEX policy_view_name ON policy_view (user_id, collection_id, name_folded);
CREATE INDEX policy_view_collection ON policy_view (collection_id, shared);

-- The figures of a collection at the end of a day, for the trend.
CREATE TABLE policy_day (
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    -- As in 2026-11-17.
    day TEXT NOT NULL,
    assessable BIGINT NOT NULL,
    out_of_scope BIGINT NOT NULL,
    not_assessed BIGINT NOT NULL,
    compliant BIGINT NOT NULL,
    partially_compliant BIGINT NOT NULL,
    non_compliant BIGINT NOT NULL,
    not_applicable BIGINT NOT NULL,
    PRIMARY KEY (collection_id, day)
);
