SELECT rasid_follow_clock('notice');
