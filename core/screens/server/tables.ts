// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    screen: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      app: string;
      kind: string;
      subjectId: number;
      structureId: number | null;
      language: 'both' | 'en' | 'ar';
      pairedBy: number | null;
      pairedAt: DefaultInstant;
      seenAt: Instant | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    screenPairing: {
      id: GeneratedAlways<number>;
      code: string;
      secretHash: Buffer;
      expiresAt: Instant;
      address: string | null;
    };
  }
}
