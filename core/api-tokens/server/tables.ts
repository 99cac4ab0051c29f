// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    apiToken: {
      id: GeneratedAlways<number>;
      companyId: number;
      userId: number;
      name: string;
      abilities: string[];
      structures: number[] | null;
      perMinute: number;
      tokenHash: Buffer;
      hint: string;
      expiresAt: Instant;
      revokedAt: Instant | null;
      revokedBy: number | null;
      lastUsedAt: Instant | null;
      lastAddress: string | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
  }
}
