-- Compliance: collections of requirements, and the paragraphs of manuals that answer them.

CREATE TABLE compliance_collection (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    originator TEXT NOT NULL,
    compliance_type TEXT NOT NULL CHECK (compliance_type IN ('audit', 'regulatory', 'business', 'safety')),
    source_reference TEXT NOT NULL,
    -- The version of the regulation, in its publisher's words; possibly empty.
    edition TEXT NOT NULL,
    -- As in 2026-11-17.
    effective_on TEXT,
    -- A changed status counts once an approver has signed it off.
    needs_sign_off BOOLEAN NOT NULL,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

CREATE TABLE policy_category (
    id TEXT NOT NULL PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    parent_id TEXT REFERENCES policy_category (id) ON DELETE CASCADE,
    -- The ids from the collection down to this category.
    path TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    position BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

CREATE INDEX policy_category_collection ON policy_category (collection_id, position);
CREATE INDEX policy_category_parent ON policy_category (parent_id);

CREATE TABLE policy_item (
    id TEXT NOT NULL PRIMARY KEY,
    collection_id TEXT NOT NULL REFERENCES compliance_collection (id) ON DELETE CASCADE,
    category_id TEXT REFERENCES policy_category (id) ON DELETE CASCADE,
    -- The rule that this means of compliance or guidance belongs to.
    parent_id TEXT REFERENCES policy_item (id) ON DELETE CASCADE,
    -- The ids from the collection down to this item.
    path TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL,
    code_folded TEXT NOT NULL,
    title TEXT NOT NULL,
    title_folded TEXT NOT NULL,
    text TEXT NOT NULL,
    text_folded TEXT NOT NULL,
    guidance TEXT NOT NULL,
    kind TEXT NOT NULL,
    effective_on TEXT,
    is_assessable BOOLEAN NOT NULL,
    status TEXT NOT NULL CHECK (
        status IN ('not_assessed', 'compliant', 'partially_compliant', 'non_compliant', 'not_applicable')),
    -- A status that waits for an approver.
    proposed_status TEXT,
    proposed_by TEXT REFERENCES user_account (id),
    proposed_on BIGINT,
    in_scope BOOLEAN NOT NULL,
    scope_reason TEXT NOT NULL,
    -- Which aircraft, in words; possibly empty.
    applicability TEXT NOT NULL,
    -- The code of an operator; empty for all.
    operator_code TEXT NOT NULL,
    owner_id TEXT REFERENCES user_account (id),
    review_on TEXT,
    position BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    UNIQUE (collection_id, code_folded)
);

CREATE INDEX policy_item_collection ON policy_item (collection_id, position);
CREATE INDEX policy_item_position ON policy_item (position, id);
-- The figures of a collection are counted without its texts.
CREATE INDEX policy_item_figures
    ON policy_item (collection_id, category_id, is_assessable, in_scope, status, review_on, proposed_status, id);
CREATE INDEX policy_item_category ON policy_item (category_id);
CREATE INDEX policy_item_parent ON policy_item (parent_id);
CREATE INDEX policy_item_owner ON policy_item (owner_id);

CREATE TABLE policy_clause (
    id TEXT NOT NULL PRIMARY KEY,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    -- As in (a)(1).
    marker TEXT NOT NULL,
    text TEXT NOT NULL
);

CREATE INDEX policy_clause_item ON policy_clause (policy_item_id, position);

-- From an item, or one of its clauses, to a place in a manual.
CREATE TABLE policy_reference (
    id TEXT NOT NULL PRIMARY KEY,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    policy_clause_id TEXT REFERENCES policy_clause (id) ON DELETE SET NULL,
    target TEXT NOT NULL CHECK (target IN ('manual', 'chapter', 'module', 'paragraph')),
    -- Empty once the manual is purged: the reference then leads nowhere.
    manual_id TEXT REFERENCES manual (id) ON DELETE SET NULL,
    object_id BIGINT REFERENCES object (id) ON DELETE SET NULL,
    -- The version in which somebody confirmed it. The anchor leads to the paragraph in it, and from there to the one in
    -- other versions.
    version_id BIGINT REFERENCES version (id) ON DELETE SET NULL,
    chapter TEXT NOT NULL,
    anchor TEXT NOT NULL,
    -- The beginning of the paragraph in that version.
    quote TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('current', 'recheck')),
    comment TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

CREATE INDEX policy_reference_item ON policy_reference (policy_item_id, state, manual_id);
CREATE INDEX policy_reference_clause ON policy_reference (policy_clause_id);
CREATE INDEX policy_reference_manual ON policy_reference (manual_id, policy_item_id, state);
CREATE INDEX policy_reference_object ON policy_reference (object_id);
CREATE INDEX policy_reference_version ON policy_reference (version_id);

-- The history of an item. Rows are added and never changed.
CREATE TABLE policy_event (
    id TEXT NOT NULL PRIMARY KEY,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    before_value TEXT NOT NULL,
    after_value TEXT NOT NULL,
    why TEXT NOT NULL,
    account TEXT NOT NULL,
    -- The manual of a reference: its values are shown to those who may see it.
    about_manual BOOLEAN NOT NULL,
    manual_id TEXT REFERENCES manual (id) ON DELETE SET NULL,
    created_on BIGINT NOT NULL
);

CREATE INDEX policy_event_item ON policy_event (policy_item_id, created_on);
CREATE INDEX policy_event_manual ON policy_event (manual_id);
