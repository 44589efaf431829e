-- Texts of regulations that apply later, and a history of requirements that is only added to.

-- The first day from which a text applies that is published already; empty once that day has been noted.
ALTER TABLE policy_item ADD COLUMN future_on TEXT;
-- Items that were imported before: the next pass reads their days.
UPDATE policy_item SET future_on = '0001-01-01' WHERE source LIKE '%"future":[%';
CREATE INDEX policy_item_future ON policy_item (future_on) WHERE future_on IS NOT NULL;

-- Rows of the history go with their requirement or collection, which only administrators delete. The place of a reference is emptied once
-- an administrator has purged the manual or the module, or when the version is gone. The engines have no common syntax for
-- triggers: behind a line `-- sqlite only` or `-- postgres only` the statements are for that engine.

-- sqlite only
CREATE TRIGGER policy_event_kept BEFORE DELETE ON policy_event
WHEN EXISTS (SELECT 1 FROM policy_item WHERE id = OLD.policy_item_id)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_event_fixed
BEFORE UPDATE OF id, policy_item_id, kind, before_value, after_value, why, account, about_manual, created_on
ON policy_event
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_event_manual BEFORE UPDATE OF manual_id ON policy_event
WHEN NEW.manual_id IS NOT NULL OR EXISTS (SELECT 1 FROM manual WHERE id = OLD.manual_id)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_item_past_kept BEFORE DELETE ON policy_item_past
WHEN EXISTS (SELECT 1 FROM policy_item WHERE id = OLD.policy_item_id)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_item_past_fixed BEFORE UPDATE ON policy_item_past
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_wording_kept BEFORE DELETE ON policy_wording
WHEN EXISTS (SELECT 1 FROM policy_item WHERE id = OLD.policy_item_id)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_wording_fixed BEFORE UPDATE ON policy_wording
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_reference_past_kept BEFORE DELETE ON policy_reference_past
WHEN EXISTS (SELECT 1 FROM policy_item WHERE id = OLD.policy_item_id)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_reference_past_fixed
BEFORE UPDATE OF policy_reference_id, replaced_on, policy_item_id, clause_marker, target, state, created_on,
    confirmed_on, updated_on
ON policy_reference_past
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER policy_reference_past_place
BEFORE UPDATE OF manual_id, object_id, version_id, chapter, anchor, quote, comment ON policy_reference_past
WHEN NOT (
    (NEW.manual_id IS NULL OR NEW.manual_id IS OLD.manual_id)
    AND (NEW.object_id IS NULL OR NEW.object_id IS OLD.object_id)
    AND (NEW.version_id IS NULL OR NEW.version_id IS OLD.version_id)
    AND NEW.chapter IN ('', OLD.chapter) AND NEW.anchor IN ('', OLD.anchor)
    AND NEW.quote IN ('', OLD.quote) AND NEW.comment IN ('', OLD.comment)
    AND (
        NOT EXISTS (
            SELECT 1 FROM manual m JOIN csdb c ON c.id = m.csdb_id
            WHERE m.id = OLD.manual_id AND m.purged_on IS NULL AND c.purged_on IS NULL)
        OR (OLD.object_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM object o WHERE o.id = OLD.object_id AND o.purged_on IS NULL))
        OR (OLD.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM version v WHERE v.id = OLD.version_id))))
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER compliance_collection_past_kept BEFORE DELETE ON compliance_collection_past
WHEN EXISTS (SELECT 1 FROM compliance_collection WHERE id = OLD.collection_id)
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

CREATE TRIGGER compliance_collection_past_fixed BEFORE UPDATE ON compliance_collection_past
BEGIN
    SELECT RAISE(ABORT, 'the history of requirements is only added to');
END;

-- postgres only
CREATE FUNCTION refuse_policy_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the history of requirements is only added to';
END $$;

CREATE FUNCTION keep_policy_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM policy_item WHERE id = OLD.policy_item_id) THEN
        RAISE EXCEPTION 'the history of requirements is only added to';
    END IF;
    RETURN OLD;
END $$;

CREATE FUNCTION keep_collection_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM compliance_collection WHERE id = OLD.collection_id) THEN
        RAISE EXCEPTION 'the history of requirements is only added to';
    END IF;
    RETURN OLD;
END $$;

CREATE FUNCTION keep_policy_event_manual() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.manual_id IS NOT NULL OR EXISTS (SELECT 1 FROM manual WHERE id = OLD.manual_id) THEN
        RAISE EXCEPTION 'the history of requirements is only added to';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION keep_policy_reference_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.manual_id IS NULL OR NEW.manual_id IS NOT DISTINCT FROM OLD.manual_id)
        AND (NEW.object_id IS NULL OR NEW.object_id IS NOT DISTINCT FROM OLD.object_id)
        AND (NEW.version_id IS NULL OR NEW.version_id IS NOT DISTINCT FROM OLD.version_id)
        AND NEW.chapter IN ('', OLD.chapter) AND NEW.anchor IN ('', OLD.anchor)
        AND NEW.quote IN ('', OLD.quote) AND NEW.comment IN ('', OLD.comment)
        AND (
            NOT EXISTS (
                SELECT 1 FROM manual m JOIN csdb c ON c.id = m.csdb_id
                WHERE m.id = OLD.manual_id AND m.purged_on IS NULL AND c.purged_on IS NULL)
            OR (OLD.object_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM object o WHERE o.id = OLD.object_id AND o.purged_on IS NULL))
            OR (OLD.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM version v WHERE v.id = OLD.version_id)))
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the history of requirements is only added to';
END $$;

CREATE TRIGGER policy_event_kept BEFORE DELETE ON policy_event
FOR EACH ROW EXECUTE FUNCTION keep_policy_history();
CREATE TRIGGER policy_event_fixed
BEFORE UPDATE OF id, policy_item_id, kind, before_value, after_value, why, account, about_manual, created_on
ON policy_event FOR EACH ROW EXECUTE FUNCTION refuse_policy_history();
CREATE TRIGGER policy_event_manual BEFORE UPDATE OF manual_id ON policy_event
FOR EACH ROW EXECUTE FUNCTION keep_policy_event_manual();
CREATE TRIGGER policy_event_truncated BEFORE TRUNCATE ON policy_event
FOR EACH STATEMENT EXECUTE FUNCTION refuse_policy_history();

CREATE TRIGGER policy_item_past_kept BEFORE DELETE ON policy_item_past
FOR EACH ROW EXECUTE FUNCTION keep_policy_history();
CREATE TRIGGER policy_item_past_fixed BEFORE UPDATE ON policy_item_past
FOR EACH ROW EXECUTE FUNCTION refuse_policy_history();
CREATE TRIGGER policy_item_past_truncated BEFORE TRUNCATE ON policy_item_past
FOR EACH STATEMENT EXECUTE FUNCTION refuse_policy_history();

CREATE TRIGGER policy_wording_kept BEFORE DELETE ON policy_wording
FOR EACH ROW EXECUTE FUNCTION keep_policy_history();
CREATE TRIGGER policy_wording_fixed BEFORE UPDATE ON policy_wording
FOR EACH ROW EXECUTE FUNCTION refuse_policy_history();
CREATE TRIGGER policy_wording_truncated BEFORE TRUNCATE ON policy_wording
FOR EACH STATEMENT EXECUTE FUNCTION refuse_policy_history();

CREATE TRIGGER policy_reference_past_kept BEFORE DELETE ON policy_reference_past
FOR EACH ROW EXECUTE FUNCTION keep_policy_history();
CREATE TRIGGER policy_reference_past_fixed
BEFORE UPDATE OF policy_reference_id, replaced_on, policy_item_id, clause_marker, target, state, created_on,
    confirmed_on, updated_on
ON policy_reference_past FOR EACH ROW EXECUTE FUNCTION refuse_policy_history();
CREATE TRIGGER policy_reference_past_place
BEFORE UPDATE OF manual_id, object_id, version_id, chapter, anchor, quote, comment ON policy_reference_past
FOR EACH ROW EXECUTE FUNCTION keep_policy_reference_place();
CREATE TRIGGER policy_reference_past_truncated BEFORE TRUNCATE ON policy_reference_past
FOR EACH STATEMENT EXECUTE FUNCTION refuse_policy_history();

CREATE TRIGGER compliance_collection_past_kept BEFORE DELETE ON compliance_collection_past
FOR EACH ROW EXECUTE FUNCTION keep_collection_history();
CREATE TRIGGER compliance_collection_past_fixed BEFORE UPDATE ON compliance_collection_past
FOR EACH ROW EXECUTE FUNCTION refuse_policy_history();
CREATE TRIGGER compliance_collection_past_truncated BEFORE TRUNCATE ON compliance_collection_past
FOR EACH STATEMENT EXECUTE FUNCTION refuse_policy_history();
