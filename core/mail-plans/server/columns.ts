import type { ColumnType } from 'kysely';
import type { Alarm } from '#core/alarms/common/alarm.ts';

type Severity = Alarm['severity'];

/** The types of columns that are more precise than those of the database. */
export type Columns = {
  // pg returns arrays of an enum as text.
  notificationSchedule: { severities: ColumnType<string, Severity[], Severity[]> };
};
