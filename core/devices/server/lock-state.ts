import { sql } from 'kysely';
import { quantities } from '../common/quantities.ts';

const sensorId = quantities.find(({ key }) => key === 'lockState')?.id;

/** SQL for what the lock `t` (device) has told of itself last. */
export const reportedLockState = sql`(SELECT l.word FROM device_latest l WHERE l.device_id = t.id AND l.sensor_id = ${sensorId})`;
