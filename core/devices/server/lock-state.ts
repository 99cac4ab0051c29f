import { sql } from 'kysely';
import { quantities } from '../common/models/quantities.ts';

const sensorId = quantities.find(({ key }) => key === 'lockState')?.id;

/** SQL for the state that the lock `t` (device) last reported. */
export const reportedLockState = sql`(SELECT l.word FROM device_latest l WHERE l.device_id = t.id AND l.sensor_id = ${sensorId})`;
