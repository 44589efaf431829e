-- The version in which a bookmarked paragraph was read: the anchor leads to it there, and from there to the paragraph in
-- other versions. NULL for whole modules, and for bookmarks made before this column: their version is the one that their
-- lane had when they were made.
ALTER TABLE bookmark ADD COLUMN version_id BIGINT;
