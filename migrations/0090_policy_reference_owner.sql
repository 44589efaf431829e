-- The person in charge of a reference, where the owner of its requirement is not, and the day of its own next review.

ALTER TABLE policy_reference ADD COLUMN owner_id TEXT REFERENCES user_account (id);
ALTER TABLE policy_reference ADD COLUMN review_on TEXT;

-- The review date that the person was reminded of.
ALTER TABLE policy_reference ADD COLUMN reminded_on TEXT;

CREATE INDEX policy_reference_owner ON policy_reference (owner_id);
CREATE INDEX policy_reference_review ON policy_reference (review_on) WHERE review_on IS NOT NULL;
