// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { GeneratedAlways } from 'kysely';

declare module '#platform/server/tables.ts' {
  interface Tables {
    city: {
      id: number;
      countryId: number;
      nameEn: string;
      nameAr: string;
      population: number;
      lat: number;
      lng: number;
      search: GeneratedAlways<string | null>;
    };
    country: {
      id: number;
      code: string;
      nameEn: string;
      nameAr: string;
      timeZones: string[];
    };
  }
}
