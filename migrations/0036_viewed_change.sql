-- Changes of modules that a user has ticked as viewed in the redline of a manual.
CREATE TABLE viewed_change (
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    object_id BIGINT NOT NULL REFERENCES object (id) ON DELETE CASCADE,
    -- 0 where the module is new, or removed: a key has no empty columns.
    old_version_id BIGINT NOT NULL,
    new_version_id BIGINT NOT NULL,
    viewed_on BIGINT NOT NULL,
    PRIMARY KEY (user_id, object_id, old_version_id, new_version_id)
);

CREATE INDEX viewed_change_object_id ON viewed_change (object_id);
