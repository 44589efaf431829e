-- The service token that asked for a job. A token that is deleted keeps its id here: its jobs are not done any more.

ALTER TABLE job ADD COLUMN service_token_id TEXT;
