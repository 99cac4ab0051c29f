/** A subquery with device_id, time, key, kind, data and received_at, for statements of other slices as the role that sees all rows. */
export const storedEvents = '(SELECT device_id, time, key, kind, data, received_at FROM device_event)';

/** A subquery with device_id, sensor_id, time, value and word, for statements of other slices as the role that sees all rows. */
export const storedReadings = '(SELECT device_id, sensor_id, time, value, word FROM reading)';

/**
 * A subquery with device_id, sensor_id, hour, count, sum, low and high of the hours that are rolled up, 70 minutes after
 * their end, for statements of other slices as the role that sees all rows.
 */
export const storedHours = '(SELECT device_id, sensor_id, hour, count, sum, low, high FROM reading_hour)';
