-- Two administrators who change the same type notice each other.

ALTER TABLE csdb_type ADD COLUMN version BIGINT NOT NULL DEFAULT 1 CHECK (version >= 1);
ALTER TABLE manual_type ADD COLUMN version BIGINT NOT NULL DEFAULT 1 CHECK (version >= 1);
