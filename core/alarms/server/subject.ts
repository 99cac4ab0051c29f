import { sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';

/** SQL for the name of the subject of the alarm `a`. */
export const subjectName = sql<string>`coalesce(${deviceNamed('a.device_id')} ->> 'name', a.subject_name)`;
