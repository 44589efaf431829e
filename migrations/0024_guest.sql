-- The moment from which a guest may no longer sign in; empty for accounts without an end.
ALTER TABLE user_account ADD COLUMN guest_until BIGINT;
