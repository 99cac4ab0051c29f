import { sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';

/** SQL for the name of the subject of the alarm `a`. */
export const subjectName = sql<string>`coalesce(a.subject_name, ${deviceNamed('a.device_id')} ->> 'name')`;

/** SQL for the kind of an alarm as declared: those of custom rules, and those of thresholds, are one kind. */
export const declaredKind = (column: string) =>
  sql<string>`regexp_replace(${sql.ref(column)}, '^(custom|threshold)-.+$', '\\1')`;

/**
 * The condition, for the retention of a table of an app, that an alarm of the app about the record in this column of the row
 * `t` is open.
 */
export const hasOpenAlarm = (app: string, type: string, column: string) =>
  sql<boolean>`EXISTS (
    SELECT FROM alarm held WHERE held.company_id = t.company_id AND held.app = ${app} AND held.subject_type = ${type}
       AND held.subject_id = ${sql.ref(column)} AND held.closed_at IS NULL)`;
