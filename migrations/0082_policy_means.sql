-- How requirements are met. Rows are added and never changed: one that somebody removes stays for the state of any moment.

CREATE TABLE policy_means (
    id TEXT NOT NULL PRIMARY KEY,
    policy_item_id TEXT NOT NULL REFERENCES policy_item (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('amc', 'altmoc', 'exemption', 'derogation')),
    -- The code of the AMC, or the number of the alternative means, the exemption or the derogation.
    reference TEXT NOT NULL,
    -- Who approved or granted it; empty for an AMC.
    authority TEXT NOT NULL,
    -- Of an alternative means.
    approval_reference TEXT NOT NULL,
    -- Days, as in 2026-11-17.
    approved_on TEXT,
    valid_from TEXT,
    -- The last day.
    valid_to TEXT,
    remarks TEXT NOT NULL,
    created_on BIGINT NOT NULL,
    removed_on BIGINT,
    -- When it was noted that the last day is over.
    ended_on BIGINT
);

CREATE INDEX policy_means_item ON policy_means (policy_item_id, removed_on);
CREATE INDEX policy_means_valid_to ON policy_means (valid_to)
    WHERE valid_to IS NOT NULL AND removed_on IS NULL AND ended_on IS NULL;

-- sqlite only
CREATE TRIGGER policy_means_kept BEFORE DELETE ON policy_means
WHEN EXISTS (SELECT 1 FROM policy_item WHERE id = OLD.policy_item_id)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_means_fixed
BEFORE UPDATE OF id, policy_item_id, position, kind, reference, authority, approval_reference, approved_on, valid_from,
    valid_to, remarks, created_on
ON policy_means
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_means_closed BEFORE UPDATE OF removed_on, ended_on ON policy_means
WHEN OLD.removed_on IS NOT NULL OR (OLD.ended_on IS NOT NULL AND NEW.ended_on IS NOT OLD.ended_on)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

-- postgres only
CREATE FUNCTION keep_policy_means_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.removed_on IS NOT NULL OR (OLD.ended_on IS NOT NULL AND NEW.ended_on IS DISTINCT FROM OLD.ended_on) THEN
        RAISE EXCEPTION 'the history of requirements is only added to';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER policy_means_kept BEFORE DELETE ON policy_means
FOR EACH ROW EXECUTE FUNCTION keep_policy_history();
CREATE TRIGGER policy_means_fixed
BEFORE UPDATE OF id, policy_item_id, position, kind, reference, authority, approval_reference, approved_on, valid_from,
    valid_to, remarks, created_on
ON policy_means FOR EACH ROW EXECUTE FUNCTION refuse_policy_history();
CREATE TRIGGER policy_means_closed BEFORE UPDATE OF removed_on, ended_on ON policy_means
FOR EACH ROW EXECUTE FUNCTION keep_policy_means_closed();
CREATE TRIGGER policy_means_truncated BEFORE TRUNCATE ON policy_means
FOR EACH STATEMENT EXECUTE FUNCTION refuse_policy_history();
