// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    asset: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      type: string;
      code: string | null;
      status: Generated<'in-use' | 'in-storage' | 'in-repair' | 'retired'>;
      structureId: number | null;
      floorId: number | null;
      spaceId: number | null;
      purchasedAt: string | null;
      description: Generated<string>;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    assetAttachment: {
      id: GeneratedAlways<number>;
      subjectId: number;
      companyId: number;
      name: string;
      fileId: number;
      userId: Generated<number | null>;
      impersonatedBy: Generated<number | null>;
      createdAt: DefaultInstant;
    };
  }
}
