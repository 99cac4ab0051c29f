// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    swamDailyRun: {
      companyId: number;
      day: string;
      createdAt: DefaultInstant;
    };
    swamSetting: {
      id: GeneratedAlways<number>;
      companyId: number;
      airScale: 'us-epa-2024' | 'us-epa-2012';
      createdAt: DefaultInstant;
    };
    swamWaterUse: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      dwellings: number;
      perDwelling: number;
      watched: boolean;
      createdAt: DefaultInstant;
    };
  }
}
