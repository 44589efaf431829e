-- What versions of modules say about applicability. Read from their texts when it is first needed: the map of a fleet asks
-- for that of whole manuals.
CREATE TABLE version_statement (
    version_id BIGINT NOT NULL PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,
    -- The number of the code that read the text; rows of another number are read again.
    reader BIGINT NOT NULL,
    -- The statement of the whole module, as JSON; NULL: not read yet.
    whole TEXT,
    -- The statements of its elements, as JSON; NULL: not read yet.
    parts TEXT
);
