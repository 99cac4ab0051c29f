import { sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';

/** The name of what the alarm `a` of a statement is about. */
export const subjectName = sql<string>`coalesce(${deviceNamed('a.device_id')} ->> 'name', a.subject_name)`;
