-- What left the working lane of a manual, by the time it left: the contents of a moment leave it out.
CREATE INDEX lane_entry_left ON lane_entry (manual_id, working_to) WHERE working_to < 9223372036854775807;
