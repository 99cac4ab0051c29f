// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    printDocument: {
      id: GeneratedAlways<number>;
      companyId: number;
      userId: number | null;
      page: string;
      language: 'en' | 'ar';
      title: string;
      data: unknown;
      sha256: string;
      state: Generated<'queued' | 'done' | 'failed'>;
      error: string | null;
      fileId: number | null;
      finishedAt: Instant | null;
      createdAt: DefaultInstant;
    };
    printKey: {
      hash: Buffer;
      documentId: number;
      nonceHash: Buffer;
      expiresAt: Instant;
      usedAt: Instant | null;
    };
  }
}
