// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    fitting: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      deviceId: number;
      subjectType: string;
      subjectId: number;
      structureId: number | null;
      main: boolean;
      fromAt: Instant;
      toAt: Instant | null;
      why: Generated<string>;
      endWhy: Generated<string>;
      byId: Generated<number | null>;
      endedBy: number | null;
      createdAt: DefaultInstant;
      subjectName: Generated<string>;
    };
  }
}
