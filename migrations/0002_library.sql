-- The library: databases, manuals, profiles, and what revisions hold.
--
-- Rows that come by the thousand (objects, versions, snapshots, contents) have
-- numbers instead of UUIDs: they are small in indexes. The numbers are taken in
-- blocks from `id_block`, so that a bulk insert asks once.

CREATE TABLE id_block (
    name TEXT NOT NULL PRIMARY KEY,
    next_id BIGINT NOT NULL CHECK (next_id >= 1)
);

-- Types that an administrator can add to; those of the product cannot be removed.
CREATE TABLE csdb_type (
    code TEXT NOT NULL PRIMARY KEY,
    code_folded TEXT NOT NULL UNIQUE,
    name_en TEXT NOT NULL,
    name_zh TEXT NOT NULL,
    aircraft_related BOOLEAN NOT NULL,
    builtin BOOLEAN NOT NULL,
    position BIGINT NOT NULL
);

CREATE TABLE manual_type (
    code TEXT NOT NULL PRIMARY KEY,
    code_folded TEXT NOT NULL UNIQUE,
    name_en TEXT NOT NULL,
    name_zh TEXT NOT NULL,
    self_editing BOOLEAN NOT NULL,
    builtin BOOLEAN NOT NULL,
    position BIGINT NOT NULL
);

INSERT INTO csdb_type (code, code_folded, name_en, name_zh, aircraft_related, builtin, position)
VALUES
    ('H160', 'h160', 'H160 helicopter', 'H160 直升机', TRUE, TRUE, 1),
    ('ATA2300', 'ata2300', 'ATA Spec 2300, not aircraft-related', 'ATA 2300 规范（与航空器无关）', FALSE, TRUE, 2);

INSERT INTO manual_type (code, code_folded, name_en, name_zh, self_editing, builtin, position)
VALUES
    ('MEL', 'mel', 'Minimum equipment list', '最低设备清单', FALSE, TRUE, 1),
    ('MMEL', 'mmel', 'Master minimum equipment list', '主最低设备清单', FALSE, TRUE, 2),
    ('CDL', 'cdl', 'Configuration deviation list', '构型偏离清单', FALSE, TRUE, 3),
    ('FLM', 'flm', 'Flight manual', '飞行手册', FALSE, TRUE, 4),
    ('FCOM', 'fcom', 'Flight crew operating manual', '飞行机组操作手册', FALSE, TRUE, 5),
    ('QRH', 'qrh', 'Quick reference handbook', '快速检查单手册', FALSE, TRUE, 6),
    ('AMM', 'amm', 'Aircraft maintenance manual', '航空器维修手册', FALSE, TRUE, 7),
    ('IPC', 'ipc', 'Illustrated parts catalogue', '图解零件目录', FALSE, TRUE, 8),
    ('WDM', 'wdm', 'Wiring diagram manual', '线路图手册', FALSE, TRUE, 9),
    ('SB', 'sb', 'Service bulletin', '服务通告', FALSE, TRUE, 10),
    ('SELF', 'self', 'Self-edited manual', '自编手册', TRUE, TRUE, 11);

CREATE TABLE csdb (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    csdb_type TEXT NOT NULL,
    alias_name TEXT NOT NULL,
    is_self_editing BOOLEAN NOT NULL,
    default_mic TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    deleted_by TEXT,
    deleted_on BIGINT,
    purged_on BIGINT
);

-- A name is free again once its bearer is in the trash.
CREATE UNIQUE INDEX csdb_name ON csdb (name_folded) WHERE deleted_on IS NULL;

CREATE TABLE manual (
    id TEXT NOT NULL PRIMARY KEY,
    csdb_id TEXT NOT NULL REFERENCES csdb (id),
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    manual_type TEXT NOT NULL,
    alias_name TEXT NOT NULL,
    with_oem BOOLEAN NOT NULL,
    aircraft_related BOOLEAN NOT NULL,
    model_ident_code TEXT NOT NULL,
    approval_required BOOLEAN NOT NULL,
    translation_languages TEXT NOT NULL,
    extension_code TEXT NOT NULL,
    extension_producer TEXT NOT NULL,
    -- The lanes point to snapshots. No foreign keys: the two tables would need each other to be made first.
    oem_snapshot_id BIGINT,
    working_snapshot_id BIGINT,
    frozen_snapshot_id BIGINT,
    released_snapshot_id BIGINT,
    created_by TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    deleted_by TEXT,
    deleted_on BIGINT,
    purged_on BIGINT
);

CREATE UNIQUE INDEX manual_name ON manual (csdb_id, name_folded) WHERE deleted_on IS NULL;
CREATE INDEX manual_csdb_id ON manual (csdb_id);

CREATE TABLE profile (
    id TEXT NOT NULL PRIMARY KEY,
    manual_id TEXT NOT NULL REFERENCES manual (id),
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    operator_id TEXT REFERENCES operator (id) ON DELETE SET NULL,
    applicability TEXT NOT NULL,
    extension_code TEXT NOT NULL,
    extension_producer TEXT NOT NULL,
    position BIGINT NOT NULL CHECK (position >= 0),
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

CREATE UNIQUE INDEX profile_name ON profile (manual_id, name_folded);
CREATE INDEX profile_operator_id ON profile (operator_id);

-- A thing with an identity. `manual_id` is empty for media, which belong to their database.
CREATE TABLE object (
    id BIGINT NOT NULL PRIMARY KEY,
    csdb_id TEXT NOT NULL,
    manual_id TEXT,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    key_folded TEXT NOT NULL,
    code TEXT NOT NULL,
    code_folded TEXT NOT NULL,
    language TEXT NOT NULL,
    info_code TEXT NOT NULL,
    created_on BIGINT NOT NULL
);

CREATE UNIQUE INDEX object_key ON object (csdb_id, COALESCE(manual_id, ''), key_folded);
CREATE INDEX object_code ON object (csdb_id, code_folded);

-- One state of an object; rows are only added.
CREATE TABLE version (
    id BIGINT NOT NULL PRIMARY KEY,
    object_id BIGINT NOT NULL REFERENCES object (id),
    issue_key TEXT NOT NULL,
    issue_number TEXT NOT NULL,
    in_work TEXT NOT NULL,
    issue_date TEXT NOT NULL,
    issue_type TEXT NOT NULL,
    blob TEXT NOT NULL,
    status_blob TEXT,
    status TEXT NOT NULL CHECK (status IN ('Draft', 'Review', 'Released', 'Obsolete')),
    tech_name TEXT NOT NULL,
    info_name TEXT NOT NULL,
    title_folded TEXT NOT NULL,
    content_type TEXT NOT NULL,
    schema_issue TEXT NOT NULL,
    security TEXT NOT NULL,
    quality TEXT NOT NULL,
    size BIGINT NOT NULL,
    media_type TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('oem', 'airline', 'translation', 'restore', 'merge')),
    properties TEXT NOT NULL,
    text_blob TEXT,
    created_by TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    why TEXT NOT NULL,
    change_request TEXT
);

-- The same issue with the same bytes is the same version, however often it is delivered.
CREATE UNIQUE INDEX version_issue ON version (object_id, issue_key, blob, COALESCE(status_blob, ''));

-- An immutable set of versions; nobody reads one that is being built.
CREATE TABLE snapshot (
    id BIGINT NOT NULL PRIMARY KEY,
    manual_id TEXT NOT NULL REFERENCES manual (id),
    kind TEXT NOT NULL CHECK (kind IN ('oem', 'working', 'frozen', 'released')),
    number BIGINT,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready')),
    decision TEXT CHECK (decision IN ('waiting', 'confirmed', 'rejected', 'superseded')),
    package_id TEXT,
    issue_number TEXT NOT NULL,
    issue_date TEXT NOT NULL,
    language TEXT NOT NULL,
    complete BOOLEAN NOT NULL,
    object_count BIGINT NOT NULL,
    module_count BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_on BIGINT NOT NULL
);

CREATE UNIQUE INDEX snapshot_number ON snapshot (manual_id, kind, number);
CREATE INDEX snapshot_waiting ON snapshot (manual_id) WHERE decision = 'waiting';
CREATE INDEX snapshot_package_id ON snapshot (package_id);

-- What a snapshot holds. Sorting and filtering columns are copies from object and version, neither of
-- which ever changes: a list of 100,000 modules is filtered without touching another table.
CREATE TABLE snapshot_entry (
    snapshot_id BIGINT NOT NULL REFERENCES snapshot (id),
    object_id BIGINT NOT NULL,
    version_id BIGINT NOT NULL REFERENCES version (id),
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
    PRIMARY KEY (snapshot_id, object_id)
);

CREATE INDEX snapshot_entry_shelf ON snapshot_entry (snapshot_id, shelf, key_folded);
CREATE INDEX snapshot_entry_version_id ON snapshot_entry (version_id);

-- What a version points to, once per target and kind; `target` has no language and no issue in it.
CREATE TABLE reference (
    version_id BIGINT NOT NULL REFERENCES version (id),
    position BIGINT NOT NULL CHECK (position >= 0),
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    target_folded TEXT NOT NULL,
    target_language TEXT,
    target_issue TEXT,
    external BOOLEAN NOT NULL,
    line BIGINT NOT NULL,
    PRIMARY KEY (version_id, position)
);

CREATE INDEX reference_target ON reference (target_folded);

-- The contents of a snapshot. A node that names an object nobody delivered has no `object_id`.
CREATE TABLE toc_node (
    id BIGINT NOT NULL PRIMARY KEY,
    snapshot_id BIGINT NOT NULL REFERENCES snapshot (id),
    parent_id BIGINT,
    position BIGINT NOT NULL CHECK (position >= 0),
    type TEXT NOT NULL CHECK (type IN ('toc', 'toc_group', 'html')),
    title TEXT NOT NULL,
    title_folded TEXT NOT NULL,
    prefix TEXT NOT NULL,
    key TEXT NOT NULL,
    object_id BIGINT,
    leaf BOOLEAN NOT NULL,
    child_count BIGINT NOT NULL CHECK (child_count >= 0),
    applic TEXT
);

CREATE UNIQUE INDEX toc_node_place ON toc_node (snapshot_id, COALESCE(parent_id, 0), position);
CREATE INDEX toc_node_object_id ON toc_node (snapshot_id, object_id);
