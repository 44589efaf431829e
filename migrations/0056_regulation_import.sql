-- Regulations in and out: files, new versions of collections, and mappings between collections.

-- What the publisher says about the collection and we have no column for, in JSON.
ALTER TABLE compliance_collection ADD COLUMN source TEXT NOT NULL DEFAULT '{}';

-- The publisher's id, the same in all versions; empty for none.
ALTER TABLE policy_item ADD COLUMN stable_id TEXT NOT NULL DEFAULT '';
-- What the publisher says about the item and we have no column for, in JSON; empty for an item that a person wrote.
ALTER TABLE policy_item ADD COLUMN source TEXT NOT NULL DEFAULT '';
-- A version of the regulation changed it at this time, and nobody has assessed it since.
ALTER TABLE policy_item ADD COLUMN recheck_on BIGINT;
-- A version of the regulation does not contain it any more. Such items are kept and not assessed.
ALTER TABLE policy_item ADD COLUMN withdrawn_on BIGINT;

-- Another item can have the code of a withdrawn one. And while a takeover changes codes and paths, others add events to
-- the items: PostgreSQL refuses that when a column of a unique index without a condition changes. SQLite cannot drop the
-- constraints of a table, so their columns have the id from now on, and nothing reads them.
ALTER TABLE policy_item RENAME COLUMN code_folded TO code_slot;
ALTER TABLE policy_item RENAME COLUMN path TO path_slot;
ALTER TABLE policy_item ADD COLUMN code_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE policy_item ADD COLUMN path TEXT NOT NULL DEFAULT '';
UPDATE policy_item SET code_folded = code_slot, path = path_slot, code_slot = id, path_slot = id;
CREATE UNIQUE INDEX policy_item_code ON policy_item (collection_id, code_folded) WHERE withdrawn_on IS NULL;
CREATE INDEX policy_item_path ON policy_item (path);

DROP INDEX policy_item_figures;
-- The figures of a collection are counted without its texts.
CREATE INDEX policy_item_figures
    ON policy_item (
        collection_id, category_id, is_assessable, in_scope, status, review_on, proposed_status, recheck_on,
        withdrawn_on, id);

-- As in (a)/(1); empty for a clause that a person wrote.
ALTER TABLE policy_clause ADD COLUMN path TEXT NOT NULL DEFAULT '';

-- The wording of an item before a version of the regulation changed it. Rows are added and never changed.
CREATE TABLE policy_wording (
    id TEXT NOT NULL PRIMARY KEY,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    -- The version of the regulation that has this wording; possibly empty.
    edition TEXT NOT NULL,
    code TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    guidance TEXT NOT NULL,
    replaced_on BIGINT NOT NULL
);

CREATE INDEX policy_wording_item ON policy_wording (policy_item_id, replaced_on);

-- A file of a regulation, with what its check found.
CREATE TABLE regulation_import (
    id TEXT NOT NULL PRIMARY KEY,
    -- The collection that it is a version of; none for a new collection.
    collection_id TEXT REFERENCES compliance_collection (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    size BIGINT NOT NULL,
    blob TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'blocked', 'ready', 'unchanged', 'taken', 'failed')),
    -- Empty while nobody knows it.
    format TEXT NOT NULL,
    -- Name, originator and the like, in JSON.
    head TEXT NOT NULL,
    -- Findings, in JSON.
    findings TEXT NOT NULL,
    -- Categories that the file adds, changes or withdraws, in JSON.
    category_changes TEXT NOT NULL,
    -- Of the differences that the check found; the takeover makes no others.
    digest TEXT NOT NULL,
    check_job TEXT NOT NULL,
    taken_job TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL
);

CREATE INDEX regulation_import_created ON regulation_import (created_on, id);
CREATE INDEX regulation_import_collection ON regulation_import (collection_id);
CREATE INDEX regulation_import_creator ON regulation_import (created_by);

-- What the file changes, item by item.
CREATE TABLE regulation_change (
    regulation_import_id TEXT NOT NULL REFERENCES regulation_import (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    class TEXT NOT NULL CHECK (class IN ('added', 'changed', 'renumbered', 'moved', 'withdrawn', 'unchanged')),
    -- How the item was found in the version before; empty for added and withdrawn ones.
    basis TEXT NOT NULL,
    -- Of a match by likeness, in percent; 0 for others.
    likeness BIGINT NOT NULL,
    policy_item_id TEXT REFERENCES policy_item (id) ON DELETE SET NULL,
    old_code TEXT NOT NULL,
    new_code TEXT NOT NULL,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Words for what differs besides the text, separated by blanks.
    aspects TEXT NOT NULL,
    -- Whole for changed items, the beginning for others.
    old_text TEXT NOT NULL,
    new_text TEXT NOT NULL,
    search_folded TEXT NOT NULL,
    PRIMARY KEY (regulation_import_id, position)
);

CREATE INDEX regulation_change_class ON regulation_change (regulation_import_id, class, position);
CREATE INDEX regulation_change_item ON regulation_change (policy_item_id);

-- That two items of different collections correspond. The source is the one with the smaller id, so that a pair occurs
-- once.
CREATE TABLE policy_mapping (
    id TEXT NOT NULL PRIMARY KEY,
    source_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    target_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    -- How much of the target's demand the source covers.
    relationship TEXT NOT NULL CHECK (relationship IN ('equal', 'subset', 'superset', 'intersects')),
    rationale TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES user_account (id),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    UNIQUE (source_id, target_id)
);

CREATE INDEX policy_mapping_target ON policy_mapping (target_id);
CREATE INDEX policy_mapping_creator ON policy_mapping (created_by);
