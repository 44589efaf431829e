-- A saved search that every user can open; only its owner changes it.

ALTER TABLE saved_search ADD COLUMN shared BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX saved_search_shared ON saved_search (shared);
