SELECT rasid_part_of('notification_group_member', 'group_id');
SELECT rasid_part_of('notification_group_resource', 'group_id');
SELECT rasid_part_of('notification_schedule_member', 'schedule_id');
