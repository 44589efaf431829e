-- What a manual has besides its data modules is asked for with every module that is read: tables of applicability and
-- repositories. Among 100,000 modules they are a handful.

CREATE INDEX object_kind ON object (manual_id, kind) WHERE kind <> 'dm' AND manual_id IS NOT NULL;
