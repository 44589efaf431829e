-- Manuals that have a profile for each operator with an aircraft of their model, also for operators that join later.

ALTER TABLE manual ADD COLUMN profile_per_operator BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE manual
SET profile_per_operator = TRUE
WHERE id IN (SELECT manual_id FROM profile WHERE operator_id IS NOT NULL);
