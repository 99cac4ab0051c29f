// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    board: {
      id: GeneratedAlways<number>;
      companyId: number | null;
      app: string;
      ownerId: number;
      name: string;
      shared: Generated<boolean>;
      widgets: Generated<unknown>;
      version: Generated<number>;
      createdAt: DefaultInstant;
    };
    boardChoice: {
      userId: number;
      companyId: number | null;
      app: string;
      boardId: number;
      createdAt: DefaultInstant;
    };
  }
}
