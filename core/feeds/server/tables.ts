// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    feed: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      kind: string;
      subjectType: string;
      subjectId: number;
      token: string;
      revokedAt: Instant | null;
      createdBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
  }
}
