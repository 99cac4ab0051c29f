SELECT rasid_part_of('permission_group_member', 'group_id');
SELECT rasid_part_of('permission_group_resource', 'group_id');
SELECT rasid_part_of('permission_group_grant', 'group_id');
