import type { Generated } from 'kysely';

declare module '#platform/server/tables.ts' {
  interface Tables {
    area: {
      id: number;
      companyId: number;
      name: string;
      description: Generated<string>;
      cityId: number | null;
      createdAt: string;
    };
    structure: {
      id: number;
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
      grossArea: number | null;
      timeZone: string | null;
      createdAt: string;
    };
    floor: { id: number; companyId: number; structureId: number; name: string; level: number; createdAt: string };
    space: {
      id: number;
      companyId: number;
      structureId: number;
      floorId: number | null;
      name: string;
      createdAt: string;
    };
    structureSolution: {
      companyId: number;
      structureId: number;
      solutionId: number;
      devices: number;
      createdAt: string;
    };
  }
}
