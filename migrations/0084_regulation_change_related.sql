-- The codes of the requirements with which a requirement was merged or from which it was split, in lines.
ALTER TABLE regulation_change ADD COLUMN related TEXT NOT NULL DEFAULT '';
