// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    recordGroup: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      subjectType: string;
      name: string;
      colour: Generated<'grey' | 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'teal' | 'pink'>;
      parentId: number | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    recordGroupMember: {
      groupId: number;
      recordId: number;
      companyId: number;
      createdAt: DefaultInstant;
    };
  }
}
