-- The last reminder of an old check-out to its holder.
ALTER TABLE checkout ADD COLUMN reminded_on BIGINT;
