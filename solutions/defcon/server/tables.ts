// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant, Instant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    defconLocality: {
      id: GeneratedAlways<number>;
      companyId: number;
      hqCompanyId: number | null;
      kind: 'headquarters' | 'local';
      hqId: number | null;
      countryId: number;
      nameEn: string;
      nameAr: string;
      code: string;
      phone: string | null;
      fallback: Generated<boolean>;
      status: Generated<'active' | 'inactive'>;
      createdAt: DefaultInstant;
      search: GeneratedAlways<string | null>;
    };
    defconPremises: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      overrideId: number | null;
      stationId: number | null;
      hqId: number | null;
      basis: Generated<'manual' | 'area' | 'headquarters' | 'fallback' | 'none'>;
      assignAt: Instant | null;
      createdAt: DefaultInstant;
    };
  }
}
