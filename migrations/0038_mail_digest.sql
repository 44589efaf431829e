-- The day of a daily mail, as in 2026-11-17: a person gets one for each day. Empty for other mails.
ALTER TABLE mail ADD COLUMN digest_day TEXT;

CREATE UNIQUE INDEX mail_digest_day ON mail (user_id, digest_day) WHERE digest_day IS NOT NULL;
