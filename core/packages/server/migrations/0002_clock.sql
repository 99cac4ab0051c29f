SELECT rasid_follow_clock('package_merchant', 'package', 'package_external', 'package_external_step', 'package_batch');
