// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    rodentTrap: {
      id: number;
      companyId: number;
      structureId: number | null;
      number: number | null;
      kind: Generated<'snap' | 'multi-catch' | 'electronic' | 'monitor'>;
      target: Generated<'rat' | 'mouse' | 'both'>;
      zone: Generated<'interior-food' | 'interior' | 'exterior'>;
      lure: string | null;
      capacity: number | null;
      liveCatch: Generated<boolean>;
      createdAt: DefaultInstant;
    };
  }
}
