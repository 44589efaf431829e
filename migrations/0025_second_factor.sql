-- Second factors with their recovery codes, and the time at which a session last proved its user.

CREATE TABLE second_factor (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES user_account (id),
    -- The shared secret, encrypted with a key that is not in the database.
    secret TEXT NOT NULL,
    -- The 30-second step of the last accepted code: no code is accepted twice.
    last_step BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    -- Empty until the first right code; only then is it asked for.
    confirmed_on BIGINT
);

CREATE TABLE recovery_code (
    user_id TEXT NOT NULL REFERENCES user_account (id),
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);

ALTER TABLE session ADD COLUMN confirmed_on BIGINT NOT NULL DEFAULT 0;

UPDATE session SET confirmed_on = created_on;
