// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceToken: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      solutionIds: Generated<number[]>;
      source: 'bought' | 'free' | 'code' | 'trial' | 'granted';
      months: number | null;
      deviceId: number | null;
      activationAt: Instant | null;
      expirationAt: Instant | null;
      blockedAt: Instant | null;
      blockReason: string | null;
      usedFor: number | null;
      search: Generated<string>;
      createdAt: DefaultInstant;
      blockedLevel: number | null;
      remindedDays: number | null;
      endTold: Generated<boolean>;
    };
  }
}
