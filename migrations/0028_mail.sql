-- Mails to users. A mail carries the notifications that name it; its text is written when it is sent.

CREATE TABLE mail (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user_account (id),
    delivery TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'skipped', 'failed')),
    -- The reason of the last failure, and the words of the mail server.
    reason TEXT,
    error TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    due_on BIGINT NOT NULL,
    -- The node that sends it; nobody else does before the lease ends.
    lease_owner TEXT,
    lease_until BIGINT,
    created_on BIGINT NOT NULL,
    ended_on BIGINT
);

CREATE INDEX mail_waiting ON mail (due_on, id) WHERE state = 'waiting';
CREATE INDEX mail_of_user ON mail (user_id, delivery) WHERE state = 'waiting';
CREATE INDEX mail_created_on ON mail (created_on, id);

ALTER TABLE notification ADD COLUMN mail_id TEXT;

CREATE INDEX notification_mail_id ON notification (mail_id) WHERE mail_id IS NOT NULL;
