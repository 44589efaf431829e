-- Templates of new modules that administrators put in place of the built-in ones, per manual and type of content.
CREATE TABLE module_template (
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    -- As in proced; pm for publications.
    content_type TEXT NOT NULL,
    -- As in 4-2; empty when the text does not say.
    schema_issue TEXT NOT NULL,
    blob TEXT NOT NULL,
    size BIGINT NOT NULL CHECK (size >= 0),
    updated_by TEXT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (manual_id, content_type)
);
