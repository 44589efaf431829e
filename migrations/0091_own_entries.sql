-- What own changes put into the working lane of a manual, by the change: search indexes all of it, so that it also answers
-- for the lane as it was.
CREATE INDEX lane_entry_own ON lane_entry (manual_id, working_from, shelf, object_id) WHERE oem_from = 9223372036854775807;
