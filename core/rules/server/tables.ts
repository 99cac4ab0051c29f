// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    alarmJudgement: {
      id: GeneratedAlways<number>;
      ruleId: number | null;
      deviceId: number | null;
      kind: string | null;
      dueAt: DefaultInstant;
    };
    alarmRule: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      class: string;
      kind: string;
      solutionId: number | null;
      hardwareId: number | null;
      structureId: number | null;
      deviceId: number | null;
      schedule: unknown;
      enabled: Generated<boolean>;
      createdAt: DefaultInstant;
      scheduleId: number | null;
      name: string;
      names: unknown;
      levels: unknown;
      message: unknown;
      clear: Generated<unknown>;
      templateVersionId: number | null;
      guidance: unknown;
      actions: Generated<unknown>;
      titles: unknown;
      search: GeneratedAlways<string | null>;
    };
    alarmTimer: {
      deviceId: number;
      ruleId: number;
      since: Instant;
      dueAt: Instant;
      level: Generated<number>;
    };
  }
}
