-- Tokens of other systems, with some of the permissions of their creator, for a time.

CREATE TABLE service_token (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    -- SHA-256 of the token, which is shown once.
    hash TEXT NOT NULL UNIQUE,
    -- JSON list.
    permissions TEXT NOT NULL,
    -- The token sees only the databases in service_token_csdb. A flag, so that deleting the last one opens nothing.
    is_limited BOOLEAN NOT NULL,
    created_on BIGINT NOT NULL,
    expires_on BIGINT NOT NULL,
    used_on BIGINT
);

CREATE INDEX service_token_user ON service_token (user_id);

CREATE TABLE service_token_csdb (
    service_token_id TEXT NOT NULL REFERENCES service_token (id) ON DELETE CASCADE,
    csdb_id TEXT NOT NULL REFERENCES csdb (id) ON DELETE CASCADE,
    PRIMARY KEY (service_token_id, csdb_id)
);

CREATE INDEX service_token_csdb_csdb ON service_token_csdb (csdb_id);
