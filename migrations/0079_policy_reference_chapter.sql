-- The contents of the manual no longer have the chapter that the reference leads to.
ALTER TABLE policy_reference ADD COLUMN chapter_gone BOOLEAN NOT NULL DEFAULT FALSE;
