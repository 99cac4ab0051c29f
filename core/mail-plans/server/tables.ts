// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';
import type { Columns } from './columns.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    notificationSchedule: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      name: string;
      frequency: 'daily' | 'weekly' | 'monthly';
      time: string;
      weekDays: Generated<number[]>;
      dayOfMonth: Generated<number>;
      resources: Generated<string[]>;
      kinds: Generated<string[]>;
      severities: Generated<Columns['notificationSchedule']['severities']>;
      active: Generated<boolean>;
      nextAt: Instant | null;
      zone: string;
      sentAt: Instant | null;
      toldUntil: DefaultInstant;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      sentByHandAt: Instant | null;
      report: Generated<string>;
    };
    notificationScheduleMember: {
      scheduleId: number;
      userId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
  }
}
