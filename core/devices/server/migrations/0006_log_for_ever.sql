-- Nobody rewrites what happened to a device, the platform's administrators neither.
REVOKE UPDATE, DELETE ON device_log FROM rasid_all;
