// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    proof: {
      id: GeneratedAlways<number>;
      companyId: number;
      appId: string;
      subjectType: string;
      subjectId: number;
      clientId: string;
      kind: 'photo' | 'signature' | 'scan' | 'code' | 'checklist';
      doneAt: Instant;
      receivedAt: Instant;
      lat: number | null;
      lng: number | null;
      accuracy: number | null;
      data: Generated<unknown>;
      fileId: number | null;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
  }
}
