-- Providers of OpenID Connect, and the accounts of people there.

CREATE TABLE identity_provider (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL UNIQUE,
    issuer TEXT NOT NULL,
    client_id TEXT NOT NULL,
    -- Encrypted with a key that is not in the database; empty for a public client.
    secret TEXT NOT NULL,
    scopes TEXT NOT NULL,
    creates_accounts BOOLEAN NOT NULL,
    trusts_email BOOLEAN NOT NULL,
    default_role TEXT NOT NULL,
    role_claim TEXT,
    -- JSON list of pairs: a value of the claim and its role.
    roles TEXT NOT NULL,
    groups_claim TEXT,
    is_enabled BOOLEAN NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1)
);

-- The account of a person at a provider, by the subject that the provider never gives to anybody else.
CREATE TABLE user_identity (
    identity_provider_id TEXT NOT NULL REFERENCES identity_provider (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    created_on BIGINT NOT NULL,
    PRIMARY KEY (identity_provider_id, subject),
    -- A provider may give an address to another person; their account must not become the account of both.
    UNIQUE (identity_provider_id, user_id)
);

CREATE INDEX user_identity_user ON user_identity (user_id);

-- States of sign-ins that have ended, so that none is used twice.
CREATE TABLE used_state (
    state TEXT NOT NULL PRIMARY KEY,
    expires_on BIGINT NOT NULL
);

CREATE INDEX used_state_expires_on ON used_state (expires_on);

-- The provider that opened a session, and its encrypted ID token, which signing out there asks for.
ALTER TABLE session ADD COLUMN identity_provider_id TEXT;
ALTER TABLE session ADD COLUMN id_token TEXT;

-- The provider that a membership comes from; without one an administrator gave it.
ALTER TABLE user_group_member ADD COLUMN identity_provider_id TEXT;

-- A provider's account is linked only to an address that an administrator entered or the provider verified, and not to
-- one that its owner typed.
ALTER TABLE user_account ADD COLUMN email_trusted BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE user_account
SET email_trusted = TRUE
WHERE account_folded NOT IN (
    SELECT subject_folded
    FROM change_log
    WHERE subject_kind = 'user'
    AND (action = 'user.registered' OR (action = 'user.updated' AND actor_folded = subject_folded AND detail LIKE '%email%'))
);
