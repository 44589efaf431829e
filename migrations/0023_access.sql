-- Groups of people, and grants that limit who may read, edit or approve in a database or a manual.

CREATE TABLE user_group (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

CREATE TABLE user_group_member (
    user_group_id TEXT NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    PRIMARY KEY (user_group_id, user_id)
);

CREATE INDEX user_group_member_user ON user_group_member (user_id);

-- Without a limit the role decides. A limit without a grant hides the place from everyone but administrators.
ALTER TABLE csdb ADD COLUMN is_limited BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE manual ADD COLUMN is_limited BOOLEAN NOT NULL DEFAULT FALSE;

-- Without a manual, a grant is for the database. It is for a user or for a group; the other column is empty.
CREATE TABLE access_grant (
    csdb_id TEXT NOT NULL REFERENCES csdb (id) ON DELETE CASCADE,
    manual_id TEXT REFERENCES manual (id) ON DELETE CASCADE,
    user_id TEXT REFERENCES user_account (id) ON DELETE CASCADE,
    user_group_id TEXT REFERENCES user_group (id) ON DELETE CASCADE,
    level TEXT NOT NULL CHECK (level IN ('none', 'read', 'author', 'approve')),
    CHECK ((user_id IS NULL) <> (user_group_id IS NULL))
);

CREATE UNIQUE INDEX access_grant_once
    ON access_grant (csdb_id, COALESCE(manual_id, ''), COALESCE(user_id, ''), COALESCE(user_group_id, ''));
CREATE INDEX access_grant_user ON access_grant (user_id);
CREATE INDEX access_grant_group ON access_grant (user_group_id);

-- The database and manual that a job or a message is about; empty when it is about none.
ALTER TABLE job ADD COLUMN csdb_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE job ADD COLUMN manual_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE notification ADD COLUMN csdb_folded TEXT NOT NULL DEFAULT '';
ALTER TABLE notification ADD COLUMN manual_folded TEXT NOT NULL DEFAULT '';

UPDATE job
SET csdb_folded = COALESCE((
        SELECT MIN(c.name_folded)
        FROM csdb c
        LEFT JOIN manual m ON m.csdb_id = c.id
        WHERE LOWER(job.folder) IN ('/' || c.name_folded, '/' || c.name_folded || '/' || m.name_folded)), ''),
    manual_folded = COALESCE((
        SELECT MIN(m.name_folded)
        FROM csdb c
        JOIN manual m ON m.csdb_id = c.id
        WHERE LOWER(job.folder) = '/' || c.name_folded || '/' || m.name_folded), '')
WHERE folder LIKE '/%';

-- Messages written so far name the folder of their job in a list of pairs.
UPDATE notification
SET csdb_folded = COALESCE((
        SELECT MIN(c.name_folded)
        FROM csdb c
        JOIN manual m ON m.csdb_id = c.id
        WHERE LOWER(notification.params) LIKE '%"/' || REPLACE(c.name_folded || '/' || m.name_folded, '_', '!_') || '"%' ESCAPE '!'), ''),
    manual_folded = COALESCE((
        SELECT MIN(m.name_folded)
        FROM csdb c
        JOIN manual m ON m.csdb_id = c.id
        WHERE LOWER(notification.params) LIKE '%"/' || REPLACE(c.name_folded || '/' || m.name_folded, '_', '!_') || '"%' ESCAPE '!'), '')
WHERE code LIKE 'job.%';
