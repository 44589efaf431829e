-- Profiles of operators show what applies to the operator's aircraft, as the fleet is at the time of reading.

UPDATE profile
SET applicability = '"fleet"'
WHERE operator_id IS NOT NULL AND applicability = '';
