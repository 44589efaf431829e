-- The browser and the last use of a session, so that people can tell their own sessions apart.

ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN used_on BIGINT NOT NULL DEFAULT 0;

UPDATE session SET used_on = created_on;
