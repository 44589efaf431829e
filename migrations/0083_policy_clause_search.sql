-- Requirements are found by the texts of their clauses.

-- The folded texts of the clauses that the text of the item does not contain; those of a regulation repeat its text.
ALTER TABLE policy_item ADD COLUMN clauses_folded TEXT NOT NULL DEFAULT '';

-- sqlite only
UPDATE policy_item
SET clauses_folded = COALESCE((
    SELECT GROUP_CONCAT(LOWER(c.text), CHAR(10))
    FROM policy_clause c
    WHERE c.policy_item_id = policy_item.id AND INSTR(policy_item.text_folded, LOWER(c.text)) = 0), '');

-- postgres only
UPDATE policy_item
SET clauses_folded = COALESCE((
    SELECT STRING_AGG(LOWER(c.text), CHR(10))
    FROM policy_clause c
    WHERE c.policy_item_id = policy_item.id AND STRPOS(policy_item.text_folded, LOWER(c.text)) = 0), '');
