-- Who put which device where is told in the history of the plan.
SELECT rasid_part_of('layout_device', 'layout_id');
