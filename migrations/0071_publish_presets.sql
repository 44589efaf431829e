-- What a person chooses when they publish a manual.
CREATE TABLE publish_preset (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    manual_id TEXT NOT NULL REFERENCES manual (id) ON DELETE CASCADE,
    -- Empty for what was chosen last.
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    -- JSON.
    choices TEXT NOT NULL,
    updated_on BIGINT NOT NULL
);

CREATE UNIQUE INDEX publish_preset_name ON publish_preset (user_id, manual_id, name_folded);
CREATE INDEX publish_preset_manual ON publish_preset (manual_id);
