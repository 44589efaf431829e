-- The names that a publication was made with, which may change until its approval. NULL in publications of before, and
-- in drafts, which nobody approves.
ALTER TABLE publication ADD COLUMN manual_alias TEXT;
ALTER TABLE publication ADD COLUMN operator_name TEXT;

-- Whether some of its files have all content. Those for profiles or aircraft alone do not change what all readers see.
ALTER TABLE publication ADD COLUMN has_all_content BOOLEAN NOT NULL DEFAULT TRUE;
