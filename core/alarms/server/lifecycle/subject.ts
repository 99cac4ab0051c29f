import { sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';

/** SQL for the name of the subject of the alarm `a`. */
export const subjectName = sql<string>`coalesce(${deviceNamed('a.device_id')} ->> 'name', a.subject_name)`;

/** SQL for the kind of an alarm as declared: those of custom rules, and those of thresholds, are one kind. */
export const declaredKind = (column: string) =>
  sql<string>`regexp_replace(${sql.ref(column)}, '^(custom|threshold)-.+$', '\\1')`;
