-- Floors and spaces are told in the history of their structure.
SELECT rasid_part_of('floor', 'structure_id');
SELECT rasid_part_of('space', 'structure_id');
