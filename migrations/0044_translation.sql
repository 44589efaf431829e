-- Translations: modules with the code of another one in another language, and the version of it that was translated.
CREATE TABLE translation (
    object_id BIGINT NOT NULL PRIMARY KEY REFERENCES object (id) ON DELETE CASCADE,
    original_id BIGINT NOT NULL REFERENCES object (id) ON DELETE CASCADE,
    -- The version of the original that the text was made from.
    version_id BIGINT NOT NULL REFERENCES version (id) ON DELETE CASCADE,
    -- Someone has said that all of that version is translated.
    is_done BOOLEAN NOT NULL,
    updated_by TEXT NOT NULL,
    updated_on BIGINT NOT NULL
);

CREATE INDEX translation_original ON translation (original_id);
CREATE INDEX translation_version ON translation (version_id);
