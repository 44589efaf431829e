-- Publications of all manuals in a state: the lists of the dashboard.
CREATE INDEX publication_by_state ON publication (state, approved_on);

-- False for accounts that an identity provider made: nobody knows their password until one is set.
ALTER TABLE user_account ADD COLUMN has_password BOOLEAN NOT NULL DEFAULT TRUE;

-- Accounts that were linked as soon as they were made.
UPDATE user_account
SET has_password = FALSE
WHERE EXISTS (
    SELECT 1
    FROM user_identity
    WHERE user_identity.user_id = user_account.id AND user_identity.created_on - user_account.created_on < 60000);
