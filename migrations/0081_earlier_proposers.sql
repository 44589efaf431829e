-- The people who proposed the status that waits for a requirement before the one who proposed it last: none of them signs
-- it. A list of user ids as JSON; NULL for none.

ALTER TABLE policy_item ADD COLUMN earlier_proposers TEXT;
