// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    notice: {
      id: GeneratedAlways<number>;
      userId: number;
      kind: string;
      titleEn: string;
      titleAr: string;
      path: string;
      readAt: Instant | null;
      announced: Generated<boolean>;
      createdAt: DefaultInstant;
    };
    noticeChoice: {
      userId: number;
      kind: string;
      mail: boolean;
      bell: boolean;
    };
  }
}
