-- Temporary revisions: the last day on which a publication is valid, as in 2026-11-17; none for all others. The first day
-- is among the options.
ALTER TABLE publication ADD COLUMN valid_until TEXT;

CREATE INDEX publication_valid_until ON publication (valid_until) WHERE valid_until IS NOT NULL;
