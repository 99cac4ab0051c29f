// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    deviceClaim: {
      deviceId: number;
      companyId: number;
      keyHash: Buffer;
      createdAt: DefaultInstant;
    };
    deviceHandOver: {
      deviceId: number;
      companyId: number;
      fromId: number;
      createdAt: DefaultInstant;
    };
    provisioningKey: {
      id: GeneratedAlways<number>;
      companyId: number;
      app: string;
      hardwareId: number;
      name: string;
      key: string;
      sealed: Buffer;
      strategy: 'known' | 'create';
      structureId: number | null;
      most: number;
      used: Generated<number>;
      expiresAt: Instant;
      createdAt: DefaultInstant;
    };
  }
}
