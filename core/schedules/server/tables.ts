// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    schedule: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      timeZone: string;
      week: unknown;
      seasons: Generated<unknown>;
      holidays: Generated<unknown>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
  }
}
