SELECT rasid_follow_clock('device', 'device_log', 'device_token');
