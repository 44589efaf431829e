-- The act, such as an approval, for which the last proof of identity of a session was given. The act uses it up.

ALTER TABLE session ADD COLUMN proven_act TEXT;
