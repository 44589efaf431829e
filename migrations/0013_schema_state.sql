-- Which schemas of a set can be used: a JSON list; NULL until the program has compiled them once.

ALTER TABLE schema_set ADD COLUMN schemas TEXT;
