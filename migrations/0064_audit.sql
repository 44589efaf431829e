-- Audits: requirements and references as they were, packs for auditors, and their accounts.

-- An item until a change replaced it. Rows are added and never changed. Texts are in the history and in policy_wording.
CREATE TABLE policy_item_past (
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    replaced_on BIGINT NOT NULL,
    code TEXT NOT NULL,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    effective_on TEXT,
    is_assessable BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    proposed_status TEXT,
    in_scope BOOLEAN NOT NULL,
    scope_reason TEXT NOT NULL,
    applicability TEXT NOT NULL,
    operator_code TEXT NOT NULL,
    owner_id TEXT REFERENCES user_account (id),
    review_on TEXT,
    needs_recheck BOOLEAN NOT NULL,
    is_withdrawn BOOLEAN NOT NULL,
    -- Since when it was so. Changes before this table existed left no row.
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (policy_item_id, replaced_on)
);

CREATE INDEX policy_item_past_owner ON policy_item_past (owner_id);

-- A reference until a change replaced it or somebody deleted it.
CREATE TABLE policy_reference_past (
    policy_reference_id TEXT NOT NULL,
    replaced_on BIGINT NOT NULL,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    -- The marker of its clause, as in (a)(1); empty for the whole item.
    clause_marker TEXT NOT NULL,
    target TEXT NOT NULL,
    manual_id TEXT REFERENCES manual (id) ON DELETE SET NULL,
    object_id BIGINT REFERENCES object (id) ON DELETE SET NULL,
    version_id BIGINT REFERENCES version (id) ON DELETE SET NULL,
    chapter TEXT NOT NULL,
    anchor TEXT NOT NULL,
    quote TEXT NOT NULL,
    state TEXT NOT NULL,
    comment TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    confirmed_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (policy_reference_id, replaced_on)
);

CREATE INDEX policy_reference_past_item ON policy_reference_past (policy_item_id, replaced_on);
CREATE INDEX policy_reference_past_manual ON policy_reference_past (manual_id);
CREATE INDEX policy_reference_past_object ON policy_reference_past (object_id);
CREATE INDEX policy_reference_past_version ON policy_reference_past (version_id);

-- The names of a collection until a change replaced them.
CREATE TABLE compliance_collection_past (
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    replaced_on BIGINT NOT NULL,
    name TEXT NOT NULL,
    originator TEXT NOT NULL,
    edition TEXT NOT NULL,
    PRIMARY KEY (collection_id, replaced_on)
);

-- A signed archive of collections as they were at a moment.
CREATE TABLE audit_pack (
    -- The id of the job that made it.
    id TEXT NOT NULL PRIMARY KEY,
    as_of BIGINT NOT NULL,
    file_name TEXT NOT NULL,
    blob TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    items BIGINT NOT NULL,
    paragraphs BIGINT NOT NULL,
    evidence BIGINT NOT NULL,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL
);

CREATE INDEX audit_pack_blob ON audit_pack (blob);
CREATE INDEX audit_pack_user ON audit_pack (created_by);

CREATE TABLE audit_pack_collection (
    audit_pack_id TEXT NOT NULL REFERENCES audit_pack (id) ON DELETE CASCADE,
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    PRIMARY KEY (audit_pack_id, collection_id)
);

CREATE INDEX audit_pack_collection_of ON audit_pack_collection (collection_id);

-- The manuals that a pack tells about: only those who may see all of them may have it.
CREATE TABLE audit_pack_manual (
    audit_pack_id TEXT NOT NULL REFERENCES audit_pack (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    PRIMARY KEY (audit_pack_id, manual_id)
);

CREATE INDEX audit_pack_manual_of ON audit_pack_manual (manual_id);

-- An auditor reads some collections and manuals until the end of the account, and nothing else.
ALTER TABLE user_account ADD COLUMN is_auditor BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE auditor_collection (
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, collection_id)
);

CREATE INDEX auditor_collection_of ON auditor_collection (collection_id);

CREATE TABLE auditor_manual (
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, manual_id)
);

CREATE INDEX auditor_manual_of ON auditor_manual (manual_id);
