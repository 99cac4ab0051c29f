// Written by `npm run tables` from the migrated database. More precise types of columns are in columns.ts.

import type { Generated, GeneratedAlways } from 'kysely';
import type { DefaultInstant } from '#platform/server/postgres/column-types.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    area: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      description: Generated<string>;
      cityId: number | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
    };
    areaShape: {
      id: GeneratedAlways<number>;
      companyId: number;
      kind: string;
      subjectId: number;
      polygons: unknown;
      squareMetres: number;
      active: Generated<boolean>;
      west: number;
      south: number;
      east: number;
      north: number;
      createdAt: DefaultInstant;
    };
    floor: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      name: string;
      level: number;
      createdAt: DefaultInstant;
      search: GeneratedAlways<string | null>;
    };
    geocoderTurn: {
      one: Generated<boolean>;
      nextAt: DefaultInstant;
    };
    geofence: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      description: Generated<string>;
      shape: unknown;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      speedLimit: number | null;
      purpose: Generated<'depot' | 'customer' | 'allowed' | 'forbidden' | 'other'>;
      appId: string | null;
    };
    geofenceVersion: {
      companyId: number;
      version: number;
    };
    space: {
      id: GeneratedAlways<number>;
      companyId: number;
      structureId: number;
      floorId: number | null;
      name: string;
      createdAt: DefaultInstant;
      kind: Generated<string>;
      code: string | null;
      parentId: number | null;
      capacity: number | null;
      outline: unknown;
      isInner: GeneratedAlways<boolean | null>;
      parentIsInner: GeneratedAlways<boolean | null>;
      search: GeneratedAlways<string | null>;
    };
    structure: {
      id: GeneratedAlways<number>;
      companyId: number;
      name: string;
      kind: Generated<string>;
      countryId: number;
      cityId: number | null;
      areaId: number | null;
      address: Generated<string>;
      lat: number | null;
      lng: number | null;
      parentId: number | null;
      search: GeneratedAlways<string | null>;
      createdAt: DefaultInstant;
      grossArea: number | null;
      timeZone: string | null;
    };
    structureSolution: {
      companyId: number;
      structureId: number;
      solutionId: number;
      devices: number;
      createdAt: DefaultInstant;
    };
  }
}
