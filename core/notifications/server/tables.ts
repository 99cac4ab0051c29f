// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    alarmNotification: {
      id: GeneratedAlways<number>;
      alarmId: number;
      companyId: number;
      groupId: number | null;
      userId: number | null;
      method: string;
      cause:
        | 'raised'
        | 'severity-raised'
        | 'cleared'
        | 'escalation'
        | 'repeat'
        | 'desk-moved'
        | 'unanswered'
        | 'released';
      step: Generated<number>;
      state: Generated<'queued' | 'held' | 'sent' | 'failed' | 'skipped'>;
      reason: string | null;
      dueAt: DefaultInstant;
      decidedAt: Instant | null;
      message: string | null;
      createdAt: DefaultInstant;
      readAt: Instant | null;
    };
    notificationGroup: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      name: string;
      description: Generated<string>;
      mutedUntil: Instant | null;
      notifications: Generated<unknown>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      lowest: Generated<unknown>;
      quiet: unknown;
      escalation: Generated<unknown>;
      repeat: unknown;
      onClear: Generated<boolean>;
      events: Generated<string[]>;
    };
    notificationGroupMember: {
      groupId: number;
      userId: number;
      companyId: number;
      disabled: Generated<boolean>;
      createdAt: DefaultInstant;
      mutedMethods: Generated<string[]>;
    };
    notificationGroupResource: {
      groupId: number;
      resource: string;
      companyId: number;
      createdAt: DefaultInstant;
    };
  }
}
